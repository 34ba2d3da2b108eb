/* goals_merv.c: what hints can name at Merv (goals.c). */
#include "../unit/unit.h"

#include "ai/bots.h"
#include "games/merv/merv.h"

static union sr_state s;

static struct sr_rules begin(void)
{
    const struct sr_rules r = sr_rules_default(sr_game_find("merv"));
    assert_ok(sr_setup(&r, 2, NULL, 3, &s, NULL));
    return r;
}

/* Whether seat 0 has reached the goal of that name. */
static bool has(const struct sr_rules *r, const char *goal)
{
    const struct ai_game *g = ai_game_find(r->game->id);
    for (int k = 0; g->goals[k]; k++)
        if (!strcmp(g->goals[k], goal))
            return g->reached(r, &s, 0) >> k & 1;
    fail_msg("%s has no goal %s", r->game->id, goal);
    return false;
}

static void test_merv(void **state)
{
    (void)state;
    const struct sr_rules r = begin();
    const struct merv_edition *ed = r.edition;
    struct merv_player *p = &((struct merv_state *)&s)->players[0];
    memset(p->cards, 0, sizeof p->cards);
    p->cards[PEPPER] = 2;
    assert_true(has(&r, "spice_pair"));
    assert_false(has(&r, "spice_set"));
    memset(p->cards, 1, sizeof p->cards);
    assert_true(has(&r, "spice_set"));
    assert_false(has(&r, "spice_pair"));
    p->mosque = (uint8_t)(ed->mosque_path + ed->mosque_lane + ed->mosque_top - 1);
    assert_false(has(&r, "mosque_top"));
    p->mosque++;
    assert_true(has(&r, "mosque_top"));
    p->sites = 6;
    p->soldiers = 2;
    assert_false(has(&r, "guarded"));
    p->soldiers = 6;
    assert_true(has(&r, "guarded"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_merv)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
