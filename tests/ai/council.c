/* council.c: several minds at one decision. */
#include "../unit/unit.h"

#include <stdlib.h>

#include "ai/bots.h"
#include "core/alloc.h"
#include "council/council.h"

enum { MINDS = 3 };

struct moment {
    struct sr_rules r;
    union sr_state s;
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX];
    int count;
};

/* Some decisions of a game with a choice; calls `look` for each. */
static void moments(int game, void (*look)(const struct moment *m))
{
    static struct moment m;
    struct sr_rng rng;
    sr_rng_seed(&rng, 11);
    m.r = sr_rules_default(sr_game_at(game));
    assert_ok(sr_setup(&m.r, sr_max(2, m.r.game->seats_min), NULL, 5, &m.s, NULL));
    for (int ply = 0; ply < 160 && sr_actor(&m.r, &m.s) != SR_NOBODY; ply++) {
        m.count = sr_legal(&m.r, &m.s, m.legal);
        if (ply % 10 == 7 && m.count > 1) {
            sr_observe(&m.r, &m.s, sr_actor(&m.r, &m.s), &m.view);
            look(&m);
        }
        sr_play_unchecked(&m.r, &m.s, m.legal[sr_rng_below(&rng, (uint32_t)m.count)], NULL);
    }
}

static struct sr_bot bot_of(const char *text)
{
    struct sr_bot bot;
    assert_ok(sr_bot_read(text, &bot, NULL));
    return bot;
}

static struct sr_mind *mind_of(const struct moment *m, const struct sr_bot *bot, uint64_t seed,
                               int k)
{
    return sr_mind_init_twin(malloc(sr_mind_size_for(bot)), &m->r, bot, seed, k);
}

/* Thinking and deciding in two steps is what choosing is; so with the list. */
static void look_halves(const struct moment *m)
{
    static const char *const bots[] = {"vizier:visits=60:memory=11", "merchant:memory=11",
                                       "old:visits=40:memory=11"};
    for (size_t k = 0; k < sizeof bots / sizeof bots[0]; k++) {
        const struct sr_bot bot = bot_of(bots[k]);
        struct sr_idea whole[8], half[8];
        struct sr_mind *a = mind_of(m, &bot, 3, 0), *b = mind_of(m, &bot, 3, 0);
        assert_true(sr_bot_shares(&bot));
        assert_false(sr_mind_thought(b, &m->view));
        sr_mind_think(b, &m->view, m->legal, m->count);
        assert_true(sr_mind_thought(b, &m->view));
        assert_int_equal(sr_mind_choose(a, &m->view, m->legal, m->count),
                         sr_mind_decide(b, &m->view, m->legal, m->count));
        sr_mind_init(a, &m->r, &bot, 3);
        sr_mind_init(b, &m->r, &bot, 3);
        sr_mind_think(b, &m->view, m->legal, m->count);
        const int n = sr_mind_ideas(a, &m->view, m->legal, m->count, whole, 8);
        assert_int_equal(sr_mind_list(b, &m->view, m->legal, m->count, half, 8), n);
        for (int i = 0; i < n; i++) {
            assert_int_equal(half[i].move, whole[i].move);
            assert_int_equal(half[i].win, whole[i].win);
            assert_string_equal(half[i].reason, whole[i].reason);
        }
        free(a);
        free(b);
    }
}

static void test_halves(void **state)
{
    (void)state;
    for (int g = 0; g < sr_game_count(); g++)
        moments(g, look_halves);
}

static struct sr_found found[MINDS + 1], sum[2];
static int differ, looks;

static void refuses(struct sr_mind *m, struct sr_found *f)
{
    static struct sr_found before, after;
    sr_mind_tell(m, &before);
    assert_int_equal(sr_mind_hear(m, f), SR_RANGE);
    sr_mind_tell(m, &after);
    assert_memory_equal(before.move, after.move, (size_t)after.moves * sizeof after.move[0]);
    assert_int_equal(before.minds, after.minds);
}

static void look_nonsense(struct sr_mind *m)
{
    struct sr_found *f = &found[MINDS];
#define SPOILED(change)                                                                            \
    *f = found[0];                                                                                 \
    f->change;                                                                                     \
    refuses(m, f)
    SPOILED(moves--);
    SPOILED(moves = 0);
    SPOILED(lines++);
    SPOILED(lines = -1);
    SPOILED(minds = 0);
    SPOILED(minds = SR_MINDS_MAX);
    SPOILED(move[0].worth = -1);
    SPOILED(move[0].worth += ((int64_t)f->move[0].tried + 1) * AI_WIN + 1);
    SPOILED(move[1].tried = UINT32_MAX);
    SPOILED(move[1].visits = f->move[1].tried + 1);
    SPOILED(move[1].win[0] = -1);
    SPOILED(move[1].win[0] = ((int64_t)f->move[1].visits + 1) * AI_WIN);
    SPOILED(move[1].margin = ((int64_t)f->move[1].visits + 1) * AI_WIN);
}

/* What minds found adds up, in any order; the choice follows from the sum, on threads or not. */
static void look_sums(const struct moment *m)
{
    const struct sr_bot bot = bot_of("vizier:visits=24:memory=11:cores=3");
    struct sr_mind *mind[MINDS];
    struct sr_idea idea, together;
    assert_int_equal(council_seats(&bot, 1), MINDS);
    for (int k = 0; k < MINDS; k++) {
        mind[k] = mind_of(m, &bot, 9, k);
        sr_mind_think(mind[k], &m->view, m->legal, m->count);
        sr_mind_tell(mind[k], &found[k]);
    }
    look_nonsense(mind[0]);
    const int alone = sr_mind_decide(mind[0], &m->view, m->legal, m->count);
    for (int k = 0; k < 2; k++) { /* 0 hears 1 and 2, 2 hears 1 and 0 */
        struct sr_mind *first = mind[2 * k];
        assert_ok(sr_mind_hear(first, &found[1]));
        assert_ok(sr_mind_hear(first, &found[2 - 2 * k]));
        sr_mind_tell(first, &sum[k]);
    }
    assert_int_equal(sum[0].minds, MINDS);
    assert_int_equal(sum[0].lines, sum[1].lines);
    assert_memory_equal(sum[0].move, sum[1].move, (size_t)m->count * sizeof sum[0].move[0]);
    for (int i = 0; i < m->count; i++) {
        uint32_t visits = 0;
        int64_t worth = 0;
        for (int k = 0; k < MINDS; k++) {
            visits += found[k].move[i].visits;
            worth += found[k].move[i].worth;
        }
        assert_int_equal(sum[0].move[i].visits, visits);
        assert_int_equal(sum[0].move[i].worth, worth);
    }
    const int choice = sr_mind_decide(mind[0], &m->view, m->legal, m->count);
    sr_mind_list(mind[0], &m->view, m->legal, m->count, &idea, 1);
    for (int round = 0; round < 2; round++) {
        struct council *c = council_new(&m->r, &bot, 9, MINDS, NULL, NULL);
        assert_int_equal(council_count(c), MINDS);
        if (round)
            council_ideas(c, &m->view, m->legal, m->count, &together, 1);
        else
            assert_int_equal(council_choose(c, &m->view, m->legal, m->count), choice);
        sr_mind_tell(council_first(c), &sum[1]);
        assert_memory_equal(sum[0].move, sum[1].move, (size_t)m->count * sizeof sum[0].move[0]);
        council_free(c);
    }
    assert_int_equal(together.move, idea.move);
    assert_int_equal(together.win, idea.win);
    differ += alone != choice;
    looks++;
    for (int k = 0; k < MINDS; k++)
        free(mind[k]);
}

static void test_sums(void **state)
{
    (void)state;
    for (int g = 0; g < sr_game_count(); g++)
        moments(g, look_sums);
    assert_true(looks > 20);
    assert_true(differ > 0); /* the others have a say */
}

/* A council of one is its mind; a game's decisions with one move cost it nothing. */
static void look_alone(const struct moment *m)
{
    const struct sr_bot bot = bot_of("vizier:visits=30:memory=11");
    struct sr_mind *a = mind_of(m, &bot, 4, 0);
    struct council *c = council_new(&m->r, &bot, 4, council_seats(&bot, 8), NULL, NULL);
    assert_int_equal(council_count(c), 1);
    assert_int_equal(sr_mind_choose(a, &m->view, m->legal, m->count),
                     council_choose(c, &m->view, m->legal, m->count));
    council_free(c);
    free(a);
}

static void test_alone(void **state)
{
    (void)state;
    for (int g = 0; g < sr_game_count(); g++)
        moments(g, look_alone);
    struct sr_bot bot = bot_of("storyteller");
    assert_int_equal(council_seats(&bot, 4), 4);
    assert_int_equal(council_seats(&bot, 0), 1);
    assert_int_equal(council_seats(&bot, 1000), SR_MINDS_MAX);
    bot = bot_of("storyteller:cores=2");
    assert_int_equal(council_seats(&bot, 8), 2);
    bot = bot_of("trader:cores=4"); /* sees some of the moves only: each mind others */
    assert_int_equal(council_seats(&bot, 8), 1);
    bot = bot_of("greedy:cores=4");
    assert_int_equal(council_seats(&bot, 8), 1);
}

/* Where memory is short there are fewer, or none; all are given back. */
static void look_poor(const struct moment *m)
{
    const struct sr_bot bot = bot_of("vizier:visits=8:memory=10:cores=3");
    int most = 0;
    for (long n = 0; n < 8; n++) {
        sr_alloc_fail_after(n);
        struct council *c = council_new(&m->r, &bot, 4, MINDS, NULL, NULL);
        sr_alloc_fail_after(-1);
        if (n < 2)
            assert_null(c);
        if (!c)
            continue;
        most = sr_max(most, council_count(c));
        assert_in_range(council_choose(c, &m->view, m->legal, m->count), 0, m->count - 1);
        council_free(c);
    }
    assert_int_equal(most, MINDS);
}

static void test_short_of_memory(void **state)
{
    (void)state;
    moments(0, look_poor);
}

/* In the others' time a mind looks at positions that may come: when its turn comes it goes on from
 * there if the other did what it expected. */
static int met, turns;

static void look_ponder(const struct moment *m)
{
    const struct sr_bot bot = bot_of("vizier:visits=64:memory=13");
    const int other = (sr_actor(&m->r, &m->s) + 1) % m->s.head.seats;
    struct sr_mind *own = mind_of(m, &bot, 3, 0), *rival = mind_of(m, &bot, 4, 0);
    union sr_state s = m->s;
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX];
    sr_observe(&m->r, &s, other, &view);
    assert_int_equal(sr_mind_ponder(own, &view, 300), 300);
    const uint32_t nodes = own->tree.nodes;
    int n = 0;
    while (sr_actor(&m->r, &s) != SR_NOBODY && sr_actor(&m->r, &s) != other) {
        n = sr_legal(&m->r, &s, legal);
        sr_observe(&m->r, &s, sr_actor(&m->r, &s), &view);
        sr_play_unchecked(&m->r, &s, legal[sr_mind_choose(rival, &view, legal, n)], NULL);
    }
    if (sr_actor(&m->r, &s) == other && (n = sr_legal(&m->r, &s, legal)) > 1) {
        sr_observe(&m->r, &s, other, &view);
        assert_in_range(sr_mind_choose(own, &view, legal, n), 0, n - 1);
        turns++;
        met += own->tree.nodes >= nodes;
    }
    free(own);
    free(rival);
}

static void test_ponders(void **state)
{
    (void)state;
    for (int g = 0; g < sr_game_count(); g++)
        if (ai_net_find(sr_game_at(g)->id))
            moments(g, look_ponder);
    assert_in_range(met, turns / 4 + 1, turns);
}

/* On threads, as long as nobody asks. */
static void look_rest(const struct moment *m)
{
    const struct sr_bot bot = bot_of("vizier:visits=40:memory=12");
    struct council *c = council_new(&m->r, &bot, 3, MINDS, NULL, NULL);
    struct sr_view view;
    sr_observe(&m->r, &m->s, (sr_actor(&m->r, &m->s) + 1) % m->s.head.seats, &view);
    council_ponder(c, &view);
    council_ponder(c, &view);
    const int before = council_choose(c, &m->view, m->legal, m->count);
    assert_in_range(before, 0, m->count - 1);
    council_ponder(c, &view);
    council_rest(c);
    council_rest(c);
    council_ponder(c, &view);
    council_free(c); /* while it thinks */
}

static void test_rests(void **state)
{
    (void)state;
    for (int g = 0; g < sr_game_count(); g++)
        moments(g, look_rest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_halves),  cmocka_unit_test(test_sums),
        cmocka_unit_test(test_alone),   cmocka_unit_test(test_short_of_memory),
        cmocka_unit_test(test_ponders), cmocka_unit_test(test_rests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
