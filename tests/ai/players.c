/* players.c: the scripted players (docs/players.md): legal at every number of seats and with other
 * numbers, the same for the same view, better than looking one move ahead. */
#include "../unit/unit.h"

#include <stdio.h>

#include "games/caravans/caravans.h"
#include "lab/arena.h"

static const char *const players[] = {"yspahan:steward", "merv:mason", "tadmor:mixed",
                                      "caravans:thumb"};
enum { PLAYERS = 4 };

static const struct sr_game *game_of(int player)
{
    char id[32];
    snprintf(id, sizeof id, "%.*s", (int)strcspn(players[player], ":"), players[player]);
    return sr_game_find(id);
}

static struct sr_bot bot_of(int player)
{
    struct sr_bot bot;
    assert_ok(lab_bot_read(players[player], &bot, NULL));
    assert_string_equal(bot.id, players[player]);
    return bot;
}

/* ---- whole games ----------------------------------------------------------------------------- */

/* Plays a game; every answer is a listed move, and the same for the same view drawn anew. */
static void play_whole(const struct sr_rules *r, const struct sr_bot *bot, int seats,
                       int8_t *option, uint64_t seed, int every)
{
    union sr_state s;
    sr_move legal[SR_MOVES_MAX];
    struct sr_rng rng;
    sr_rng_seed(&rng, seed);
    assert_ok(sr_setup(r, seats, option, seed, &s, NULL));
    for (int ply = 0; !s.head.over; ply++) {
        const int actor = sr_actor(r, &s), n = sr_legal(r, &s, legal);
        struct sr_view view;
        sr_observe(r, &s, actor, &view);
        const struct sr_rng luck = rng;
        const int chosen = bot->choose(r, &view, legal, n, &rng);
        assert_in_range(chosen, 0, n - 1);
        if (ply % every == 0) { /* what it cannot see changes nothing */
            union sr_state other;
            struct sr_view again;
            struct sr_rng same = luck, draw;
            sr_rng_seed(&draw, seed + (uint64_t)ply);
            sr_sample(r, &view, &draw, &other);
            sr_observe(r, &other, actor, &again);
            assert_memory_equal(&again.s, &view.s, r->game->state_size);
            assert_int_equal(bot->choose(r, &again, legal, n, &same), chosen);
        }
        sr_play_unchecked(r, &s, legal[chosen], NULL);
        assert_in_range(ply, 0, (int)r->game->plies_max);
    }
    assert_null(sr_check(r, &s));
}

static void test_whole_games(void **state)
{
    (void)state;
    for (int p = 0; p < PLAYERS; p++) {
        const struct sr_game *game = game_of(p);
        if (!game)
            continue;
        const struct sr_rules r = sr_rules_default(game);
        const struct sr_bot bot = bot_of(p);
        for (int seats = game->seats_min; seats <= game->seats_max; seats++)
            play_whole(&r, &bot, seats, NULL, (uint64_t)(10 + seats), 3);
    }
}

/* Every option at each of its values, one at a time. */
static void test_options(void **state)
{
    (void)state;
    for (int p = 0; p < PLAYERS; p++) {
        const struct sr_game *game = game_of(p);
        for (int o = 0; game && game->options[o].id; o++)
            for (int v = game->options[o].min; v <= game->options[o].max; v++) {
                int8_t option[SR_OPTIONS_MAX] = {0};
                for (int k = 0; game->options[k].id; k++)
                    option[k] = game->options[k].def;
                option[o] = (int8_t)v;
                const struct sr_rules r = sr_rules_default(game);
                const struct sr_bot bot = bot_of(p);
                if (v != game->options[o].def)
                    play_whole(&r, &bot, game->seats_min, option, (uint64_t)(100 + v), 50);
            }
    }
}

/* ---- other numbers --------------------------------------------------------------------------- */

static void test_other_editions(void **state)
{
    (void)state;
    static const struct {
        int player;
        const char *json;
    } change[] = {
        {0, "{\"weeks\": 1, \"days\": 14, \"yellow_dice\": 6, \"step_price\": 0}"},
        {0, "{\"start_camels\": 9, \"hoist_goods\": 3, \"keep_price\": 0, \"gold_most\": 1}"},
        {1, "{\"buildings\": 3, \"servants\": 2, \"hall_places\": 1, \"own_influence\": 3}"},
        {1, "{\"library_max\": 2, \"building_vp\": 4, \"invasion_from\": 1}"},
        {2, "{\"era_rounds\": 4}"},
        {3, "{\"win_influence\": 6, \"actions_per_turn\": 2, \"bribe_units\": 1}"},
        {3, "{\"caravan_max\": 9, \"barter_offers\": 1, \"price\": 3, \"price_exotic\": 4}"},
    };
    for (size_t i = 0; i < sizeof change / sizeof change[0]; i++) {
        const struct sr_game *game = game_of(change[i].player);
        if (!game)
            continue;
        static unsigned char edition[SR_EDITION_MAX];
        struct sr_diag diag = {""};
        if (sr_edition_read(game, unit_doc(change[i].json), 0, edition, &diag) != SR_OK)
            fail_msg("%s: %s", change[i].json, diag.text);
        const struct sr_rules r = {game, edition};
        const struct sr_bot bot = bot_of(change[i].player);
        for (int seats = sr_max(2, game->seats_min); seats <= 4; seats += 2)
            play_whole(&r, &bot, seats, NULL, 7 + i, 40);
    }
}

/* ---- offers ---------------------------------------------------------------------------------- */

/* Caravans that meet make offers that are taken, and one a visit at most. */
static void test_offers(void **state)
{
    (void)state;
    const struct sr_game *game = sr_game_find("caravans");
    if (!game)
        return;
    const struct sr_rules r = sr_rules_default(game);
    const struct sr_bot bot = bot_of(3);
    int offers = 0, taken = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        union sr_state s;
        sr_move legal[SR_MOVES_MAX];
        struct sr_rng rng;
        sr_rng_seed(&rng, seed);
        assert_ok(sr_setup(&r, 5, NULL, seed, &s, NULL));
        while (!s.head.over) {
            const struct caravans *c = (const struct caravans *)&s;
            const int n = sr_legal(&r, &s, legal);
            struct sr_view view;
            sr_observe(&r, &s, sr_actor(&r, &s), &view);
            const sr_move m = legal[bot.choose(&r, &view, legal, n, &rng)];
            if (sr_move_verb(m) == V_OFFER)
                assert_int_equal(c->offers, 0);
            offers += sr_move_verb(m) == V_OFFER;
            taken += sr_move_verb(m) == V_ACCEPT;
            sr_play_unchecked(&r, &s, m, NULL);
        }
    }
    assert_true(offers >= 4);
    assert_true(taken >= offers * 3 / 4);
}

/* ---- strength -------------------------------------------------------------------------------- */

/* Two players, fixed seeds: at least so many of the games against one who looks a move ahead. */
static void test_beat_greedy(void **state)
{
    (void)state;
    static const int least[PLAYERS] = {80, 95, 80, 60};
    for (int p = 0; p < PLAYERS; p++) {
        if (!game_of(p))
            continue;
        struct arena_setup s = {.rules = sr_rules_default(game_of(p)),
                                .seats = 2,
                                .bots = 2,
                                .groups = 20,
                                .threads = 2,
                                .seed = 1};
        s.bot[0].bot = bot_of(p);
        assert_ok(sr_bot_read("greedy", &s.bot[1].bot, NULL));
        memcpy(s.bot[0].name, players[p], strlen(players[p]));
        memcpy(s.bot[1].name, "greedy", 6);
        struct arena *a = arena_new(&s, NULL);
        while (arena_step(a))
            ;
        const int share = (int)(100 * a->mean);
        arena_free(a);
        if (share < least[p])
            fail_msg("%s wins %d %%", players[p], share);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_games),    cmocka_unit_test(test_options),
        cmocka_unit_test(test_other_editions), cmocka_unit_test(test_offers),
        cmocka_unit_test(test_beat_greedy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
