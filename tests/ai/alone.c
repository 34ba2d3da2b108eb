/* alone.c: who plays alone against an automated opponent searches by playing on to the end; at
 * tables of three and more a new position is played on until everybody has had his turns. */
#include "walk.h"

#include <math.h>

#include "ai/bots.h"
#include "games/merv/merv.h"

static struct sr_mind *mind(void)
{
    static _Alignas(16) unsigned char memory[MIND_SMALL];
    return (struct sr_mind *)(void *)memory;
}

static struct sr_bot bot_of(const char *text)
{
    struct sr_bot bot;
    assert_ok(sr_bot_read(text, &bot, NULL));
    bot.skill.memory = sr_min(bot.skill.memory, MIND_SMALL_ROOM);
    return bot;
}

/* A game against the Magistrate of an option, begun. */
static void begin(const struct sr_rules *r, int seats, int magistrate, uint64_t seed,
                  union sr_state *s)
{
    int8_t option[SR_OPTIONS_MAX] = {0};
    for (int i = 0; r->game->options[i].id; i++)
        option[i] = r->game->options[i].def;
    option[OP_MAGISTRATE] = (int8_t)magistrate;
    assert_ok(sr_setup(r, seats, option, seed, s, NULL));
}

/* Plays by a bot to the end; points of the person less the Magistrate's. */
static int margin_of(const struct sr_rules *r, const struct sr_bot *bot, int magistrate,
                     uint64_t seed)
{
    union sr_state s;
    struct sr_view view;
    struct sr_scores scores;
    sr_move legal[SR_MOVES_MAX];
    begin(r, 1, magistrate, seed, &s);
    sr_mind_init(mind(), r, bot, seed);
    while (!s.head.over) {
        const int n = sr_legal(r, &s, legal);
        sr_observe(r, &s, 0, &view);
        sr_play_unchecked(r, &s, legal[sr_mind_choose(mind(), &view, legal, n)], NULL);
    }
    sr_scores_of(r, &s, &scores);
    return scores.total[0] - scores.total[1];
}

/* First decision with a choice in a game of so many seats: whether new positions are played on. */
static bool plays_on(const struct sr_rules *r, const struct sr_bot *bot, int seats)
{
    union sr_state s;
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX];
    int n;
    begin(r, seats, RUTHLESS, 3, &s);
    while ((n = sr_legal(r, &s, legal)) < 3)
        sr_play_unchecked(r, &s, legal[0], NULL);
    sr_observe(r, &s, sr_actor(r, &s), &view);
    sr_mind_init(mind(), r, bot, 1);
    assert_in_range(sr_mind_choose(mind(), &view, legal, n), 0, n - 1);
    return mind()->tree.playout;
}

static void test_when(void **state)
{
    (void)state;
    const struct sr_rules r = sr_rules_default(sr_game_find("merv"));
    struct sr_bot vizier = bot_of("vizier:visits=20");
    const struct sr_bot off = bot_of("vizier:visits=20:playout=0");
    const struct sr_bot merchant = bot_of("merchant:visits=20:overlook=0");
    struct ai_net net = *ai_net_find("merv");
    assert_true(plays_on(&r, &vizier, 1));
    assert_false(plays_on(&r, &off, 1));
    assert_false(plays_on(&r, &merchant, 1));
    for (int seats = 2; seats <= 4; seats++) {
        assert_int_equal(plays_on(&r, &vizier, seats), seats > 2);
        assert_false(plays_on(&r, &off, seats));
    }
    net.slots = 0; /* without a policy nobody could play on */
    vizier.skill.net = &net;
    assert_false(plays_on(&r, &vizier, 1));
}

/* What comes of a finished game: odds by the margin, so that a point counts far behind, too. */
static void test_odds(void **state)
{
    (void)state;
    const struct sr_rules r = sr_rules_default(sr_game_find("merv"));
    const struct sr_bot vizier = bot_of("vizier:visits=20");
    union sr_state s;
    struct ai_values v;
    struct sr_rng rng;
    sr_move legal[SR_MOVES_MAX];
    int32_t before = -1;
    sr_rng_seed(&rng, 1);
    begin(&r, 1, RUTHLESS, 5, &s);
    while (!s.head.over) {
        const uint32_t n = (uint32_t)sr_legal(&r, &s, legal);
        sr_play_unchecked(&r, &s, legal[sr_rng_below(&rng, n)], NULL);
    }
    struct merv_state *m = (struct merv_state *)&s;
    memset(m->players[0].points, 0, sizeof m->players[0].points);
    memset(m->players[MAGISTRATE].points, 0, sizeof m->players[0].points);
    m->players[MAGISTRATE].points[PT_PALACE] = 100;
    sr_mind_init(mind(), &r, &vizier, 1);
    struct tree *t = &mind()->tree;
    t->policy = true;
    t->gain = 0;
    for (int points = 10; points <= 190; points += 20) {
        m->players[0].points[PT_PALACE] = (uint16_t)points;
        sr_copy(&r, &t->state, &s);
        playout_run(t, &rng, &v);
        const double odds = exp((points - 100) / (double)t->eval.game->alone_spread);
        assert_true(fabs(v.win[0] / (double)AI_WIN - odds / (1 + odds)) < 0.002);
        assert_int_equal(v.win[0] + v.win[1], AI_WIN);
        assert_true(ai_worth(&v, 0) > before);
        before = ai_worth(&v, 0);
    }
}

/* Played to the end the position tells what the Magistrate will make of it; judged it does not. */
static void test_plays_better(void **state)
{
    (void)state;
    const struct sr_rules r = sr_rules_default(sr_game_find("merv"));
    const struct sr_bot on = bot_of("vizier:visits=60"), off = bot_of("vizier:visits=60:playout=0");
    enum { GAMES = 6 };
    int with = 0, without = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        with += margin_of(&r, &on, RUTHLESS, seed);
        without += margin_of(&r, &off, RUTHLESS, seed);
    }
    assert_true(with > without + 10 * GAMES);
}

/* At a table everybody gets a turn before the position is judged, and the turn under way is
 * finished; then nothing more is decided. With two it is judged at once. */
static void test_a_round(void **state)
{
    (void)state;
    const struct sr_bot vizier = bot_of("vizier:visits=4");
    int over = 0, whole = 0;
    for (int g = 0; g < sr_game_count(); g++) {
        const struct sr_rules r = sr_rules_default(sr_game_at(g));
        const struct ai_net *net = ai_net_find(r.game->id);
        if (!net || !net->slots)
            continue;
        const int rounds = ai_game_find(r.game->id)->plays_on;
        assert_true(rounds > 0);
        for (int seats = sr_max(2, r.game->seats_min); seats <= r.game->seats_max; seats++) {
            union sr_state s;
            struct sr_view view;
            struct sr_rng rng;
            struct ai_values v;
            sr_move legal[SR_MOVES_MAX];
            sr_rng_seed(&rng, (uint64_t)seats);
            assert_ok(sr_setup(&r, seats, NULL, 4, &s, NULL));
            for (int ply = 0; !s.head.over; ply++) {
                const int n = sr_legal(&r, &s, legal);
                if (n > 1 && ply % 8 == 0) {
                    sr_observe(&r, &s, sr_actor(&r, &s), &view);
                    sr_mind_init(mind(), &r, &vizier, 1);
                    sr_mind_choose(mind(), &view, legal, n);
                    struct tree *t = &mind()->tree;
                    assert_int_equal(t->playout, seats > 2 ? rounds * seats : 0);
                    sr_copy(&r, &t->state, &s);
                    playout_run(t, &rng, &v);
                    const int turns = t->state.head.turn - s.head.turn;
                    assert_true(t->state.head.over || turns >= t->playout);
                    assert_in_range(turns, 0, 8 * rounds * seats); /* some nobody decides in */
                    over += t->state.head.over;
                    whole += !t->state.head.over && turns >= seats;
                }
                sr_play_unchecked(&r, &s, legal[sr_rng_below(&rng, (uint32_t)n)], NULL);
            }
        }
    }
    assert_true(over > 10 && whole > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_round),
        cmocka_unit_test(test_when),
        cmocka_unit_test(test_odds),
        cmocka_unit_test(test_plays_better),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
