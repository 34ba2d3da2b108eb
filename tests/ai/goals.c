/* goals.c: what hints can name in words of a game: fixed positions of the games, and that what is
 * named is so. Merv's header agrees with no other: goals_merv.c. */
#include "../unit/unit.h"

#include <stdlib.h>

#include "ai/bots.h"
#include "games/caravans/caravans.h"
#include "games/tadmor/tadmor.h"
#include "games/yspahan/yspahan.h"

static union sr_state s;

static struct sr_rules begin(const char *game)
{
    const struct sr_rules r = sr_rules_default(sr_game_find(game));
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

static void test_yspahan(void **state)
{
    (void)state;
    const struct sr_rules r = begin("yspahan");
    const struct yspahan_edition *ed = r.edition;
    struct yspahan_state *y = (struct yspahan_state *)&s;
    struct yspahan_player *p = &y->players[0];
    p->gold = ed->buildings[BD_HAMMAM].gold;
    p->camels = ed->buildings[BD_HAMMAM].camels;
    assert_true(has(&r, "build_hammam"));
    p->buildings = 1 << BD_HAMMAM;
    assert_false(has(&r, "build_hammam")); /* it stands */
    p->buildings = 0;
    p->gold = p->camels = 0;
    assert_false(has(&r, "build_hammam"));
    const struct yspahan_souk *souk = &ed->souks[1]; /* bag_yellow */
    assert_true(souk->size > 1);
    for (int i = 1; i < souk->size; i++)
        y->shops[souk->first + i] = 0;
    assert_true(has(&r, "near_bag_yellow"));
    assert_false(has(&r, "full_bag_yellow"));
    assert_false(has(&r, "near_bag_white"));
    y->shops[souk->first] = 1; /* somebody else's */
    assert_false(has(&r, "near_bag_yellow"));
    y->shops[souk->first] = 0;
    assert_true(has(&r, "full_bag_yellow"));
    assert_false(has(&r, "near_bag_yellow"));
}

static void test_tadmor(void **state)
{
    (void)state;
    const struct sr_rules r = begin("tadmor");
    const struct tad_edition *ed = r.edition;
    struct tad_player *p = &((struct tad_state *)&s)->player[0];
    memset(p->goods, 0, sizeof p->goods);
    p->hand = 1 << 4;
    assert_false(has(&r, "for_mission"));
    assert_false(has(&r, "for_foundations"));
    memcpy(p->goods, ed->mission_cost[4], sizeof p->goods);
    assert_true(has(&r, "for_mission"));
    memcpy(p->goods, ed->temple_cost[TAD_FOUNDATIONS], sizeof p->goods);
    assert_true(has(&r, "for_foundations"));
    memcpy(p->goods, ed->temple_cost[TAD_COLONNADE], sizeof p->goods);
    assert_false(has(&r, "for_colonnade")); /* nothing it could stand on */
    p->temples[TAD_FOUNDATIONS] = 1;
    assert_true(has(&r, "for_colonnade"));
    memcpy(p->goods, ed->floors_cost[0], sizeof p->goods);
    assert_true(has(&r, "for_floors"));
}

static void test_caravans(void **state)
{
    (void)state;
    const struct sr_rules r = begin("caravans");
    const struct caravans_edition *ed = r.edition;
    struct caravans *c = (struct caravans *)&s;
    struct caravans_player *p = &c->players[0];
    p->influence = (uint16_t)(ed->win_influence - 4);
    assert_false(has(&r, "last_steps"));
    p->influence++;
    assert_true(has(&r, "last_steps"));
    c->city_count = 1;
    c->cities[0].q = c->cities[0].r = 2;
    p->placed = 1;
    p->q = p->r = 2;
    assert_true(has(&r, "in_city"));
    assert_false(has(&r, "near_city"));
    p->q = 3;
    assert_true(has(&r, "near_city"));
    p->q = 5;
    assert_false(has(&r, "near_city"));
}

/* In games by the searchers themselves goals are named, and hold after the move. */
static void test_named(void **state)
{
    (void)state;
    for (int g = 0; g < sr_game_count(); g++) {
        const struct sr_rules r = sr_rules_default(sr_game_at(g));
        const struct ai_game *game = ai_game_find(r.game->id);
        if (!game->reached)
            continue;
        struct sr_bot bot;
        struct sr_idea idea[64];
        struct sr_view view;
        sr_move legal[SR_MOVES_MAX];
        int named = 0, plain = 0;
        assert_ok(sr_bot_read("vizier:visits=16:memory=11", &bot, NULL));
        struct sr_mind *mind = sr_mind_init(malloc(sr_mind_size_for(&bot)), &r, &bot, 5);
        for (int ply = 0, match = 0; ply < 900 && (ply < 150 || !named); ply++) {
            if (ply == 0 || sr_actor(&r, &s) == SR_NOBODY)
                assert_ok(sr_setup(&r, 2, NULL, (uint64_t)(8 + match++), &s, NULL));
            const int seat = sr_actor(&r, &s), n = sr_legal(&r, &s, legal);
            sr_observe(&r, &s, seat, &view);
            const int listed = sr_mind_ideas(mind, &view, legal, n, idea, 64);
            sr_play_unchecked(&r, &s, idea[0].move, NULL);
            assert_true(listed > 0 && idea[0].goal != NULL);
            plain += !*idea[0].goal;
            if (!*idea[0].goal)
                continue;
            named++;
            assert_string_equal(sr_idea_why(&idea[0]), idea[0].goal);
            bool holds = false;
            for (int k = 0; game->goals[k]; k++)
                holds |=
                    !strcmp(game->goals[k], idea[0].goal) && (game->reached(&r, &s, seat) >> k & 1);
            assert_true(holds || seat != sr_actor(&r, &s)); /* or chance took it away since */
        }
        free(mind);
        if (!named || !plain)
            fail_msg("%s: %d named, %d not", r.game->id, named, plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_yspahan),
        cmocka_unit_test(test_tadmor),
        cmocka_unit_test(test_caravans),
        cmocka_unit_test(test_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
