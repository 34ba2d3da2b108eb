/* verdict.c: what figures of use amount to (lab/verdict.h): of eight cards one wins more than its
 * kind, by as much as is said here. */
#include "unit.h"

#include "base/memory.h"
#include "lab/verdict.h"

enum { CARDS = 8 };

/* So many players had it, one a game, and so many percent of them won; as many had not. */
static struct trial_use had(int64_t players, int percent)
{
    const int64_t w = LAB_WIN, won = players * percent / 100;
    return (struct trial_use){.games = 2 * players,
                              .could = 2 * players,
                              .did = players,
                              .could2 = 2 * players,
                              .could_did = players,
                              .did2 = players,
                              .did_games = players,
                              .won = won * w,
                              .won2 = won * w * w,
                              .won_did = won * w,
                              .not_games = players,
                              .not_won = players / 4 * w,
                              .not_won2 = players / 4 * w * w,
                              .not_won_did = players / 4 * w,
                              .not2 = players};
}

/* What is said of the third card, which wins `percent` of its games; the others a fair share. */
static struct use_verdict third(int64_t players, int percent)
{
    static const char *const words[CARDS] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    static const struct sr_names names = {.id = "card", .count = CARDS, .name = words};
    struct items *items = mem_new(sizeof *items);
    struct trial_use use[CARDS];
    struct use_verdict out[CARDS];
    items->count = CARDS;
    for (int i = 0; i < CARDS; i++) {
        items->list[i] = (struct item){.kind = ITEM_WORD, .names = &names, .value = i};
        use[i] = i == 2 ? had(players, percent) : had(2000, 25);
    }
    verdict_uses(items, use, 4, 4, out);
    for (int i = 0; i < CARDS; i++)
        if (i != 2)
            assert_int_equal(out[i].is, USE_PLAIN);
    mem_free(items);
    return out[2];
}

static void test_stands_out(void **state)
{
    (void)state;
    assert_int_equal(third(1000, 25).is, USE_PLAIN);
    assert_int_equal(third(1000, 29).is, USE_PLAIN); /* more, but not by a quarter */
    /* A third more by measurement, a fifth more for certain: said, and a small thing. */
    assert_int_equal(third(1000, 33).is, USE_STRONG);
    assert_false(third(1000, 33).certain);
    /* The same share of many more games, or much more of as many: to be looked at. */
    assert_int_equal(third(20000, 33).is, USE_STRONG);
    assert_true(third(20000, 33).certain);
    assert_true(third(1000, 45).certain);
    assert_int_equal(third(50, 60).is, USE_FEW);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stands_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
