/* bots.c: the players: search, levels, time, bargains. All of it holds for every game built. */
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>

#include "ai/bots.h"
#include "games/caravans/caravans.h"
#include "games/tadmor/tadmor.h"
#include "serai/text.h"
static struct sr_mind *mind(void)
{
    static struct sr_mind *m;
    if (!m)
        m = malloc(sr_mind_size());
    return m;
}

static void see_bots(const struct sr_rules *r, const union sr_state *s, struct sr_rng *rng)
{
    sr_move legal[SR_MOVES_MAX];
    struct sr_view view, before;
    struct sr_idea idea[8];
    (void)rng;
    const int actor = sr_actor(r, s);
    if (actor == SR_NOBODY)
        return;
    sr_observe(r, s, actor, &view);
    memcpy(&before, &view, r->game->state_size);
    const int n = sr_legal(r, &view.s, legal);
    for (int i = 0; i < sr_bot_count(); i++) {
        struct sr_bot bot = *sr_bot_at(i);
        bot.skill.visits = sr_min(bot.skill.visits, bot.skill.playout ? 6 : 60);
        int first = -1;
        for (int again = 0; again < 2; again++) { /* the same seed, the same move */
            sr_mind_init(mind(), r, &bot, 77);
            const int k = sr_mind_choose(mind(), &view, legal, n);
            assert_in_range(k, 0, n - 1);
            assert_true(first < 0 || k == first);
            first = k;
        }
        assert_memory_equal(&before, &view, r->game->state_size);
    }
    const int listed = sr_mind_ideas(mind(), &view, legal, n, idea, 8);
    assert_int_equal(listed, sr_min(n, 8));
    for (int i = 0; i < listed; i++) {
        assert_true(sr_allows(r, s, idea[i].move));
        assert_in_range(idea[i].win, 0, 1000);
        assert_non_null(idea[i].reason);
        for (int j = 0; j < i; j++)
            assert_true(idea[j].move != idea[i].move);
    }
}

/* A bot with slack takes the best move most often, worse ones less, and those that give away three
 * times its slack never. */
static void test_slack(void **state)
{
    (void)state;
    const struct sr_rules r = sr_rules_default(sr_game_find("yspahan"));
    struct sr_bot bot;
    struct sr_diag diag;
    union sr_state s;
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX];
    struct sr_rng rng;
    double by_chance = 0;
    int best_taken = 0, thrown_away = 0, decisions = 0;
    assert_ok(sr_bot_read("learned:eval=hand:slack=20:samples=1", &bot, &diag));
    assert_ok(sr_setup(&r, 2, NULL, 5, &s, NULL));
    sr_rng_seed(&rng, 9);
    while (!s.head.over) {
        const int n = sr_legal(&r, &s, legal);
        if (n >= 6) {
            sr_observe(&r, &s, sr_actor(&r, &s), &view);
            for (uint64_t seed = 0; seed < 8; seed++, decisions++) {
                sr_mind_init(mind(), &r, &bot, seed);
                const int chosen = sr_mind_choose(mind(), &view, legal, n);
                const int32_t *worth = mind()->worth, reach = 3 * 20 * (AI_WIN / 1000);
                int best = 0, equal = 0, near = 0;
                for (int i = 0; i < n; i++)
                    best = worth[i] > worth[best] ? i : best;
                for (int i = 0; i < n; i++) {
                    equal += worth[i] == worth[best];
                    near += worth[best] - worth[i] <= reach;
                }
                best_taken += worth[chosen] == worth[best];
                by_chance += (double)equal / near;
                thrown_away += worth[best] - worth[chosen] > reach;
            }
        }
        sr_play_unchecked(&r, &s, legal[sr_rng_below(&rng, (uint32_t)n)], NULL);
    }
    assert_true(decisions > 150);
    assert_int_equal(thrown_away, 0);
    /* If all within reach were alike, it would take the best as often as chance does. */
    if (best_taken < by_chance * 5 / 4 || best_taken > decisions * 3 / 4)
        fail_msg("the best %d times of %d, by chance %.0f", best_taken, decisions, by_chance);
}

static void test_bots_play_legal_moves(void **state)
{
    (void)state;
    walk(see_bots, 1, 41);
}

/* A decision never depends on the clock unless it stops the bot; a stopped bot still answers. */
static uint64_t ticks;
static uint64_t tick(void *unused)
{
    (void)unused;
    return ticks += 1000;
}

static void test_clock_stops(void **state)
{
    (void)state;
    const struct sr_rules r = sr_rules_default(sr_game_at(0));
    union sr_state s;
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX];
    assert_ok(sr_setup(&r, r.game->seats_max, NULL, 3, &s, NULL));
    int n;
    while ((n = sr_legal(&r, &s, legal)) < 2)
        sr_play_unchecked(&r, &s, legal[0], NULL);
    sr_observe(&r, &s, sr_actor(&r, &s), &view);
    struct sr_bot bot = *sr_bot_find("vizier");
    bot.skill.visits = 5000;
    bot.skill.millis = 3000;
    sr_mind_init(mind(), &r, &bot, 1);
    sr_mind_clock(mind(), tick, NULL);
    ticks = 0;
    assert_in_range(sr_mind_choose(mind(), &view, legal, n), 0, n - 1);
    assert_in_range(ticks, 1000, 6000);
}

/* An evaluation that takes one tick: the clock shows how much has been thought. */
static const struct ai_game *timed;
static void judge_in_time(const struct sr_rules *r, const union sr_state *s, int line,
                          int part[AI_PARTS_MAX])
{
    ticks++;
    timed->judge(r, s, line, part);
}
static uint64_t read_ticks(void *unused)
{
    (void)unused;
    return ticks;
}

/* No search goes on beyond its time, neither while it looks at many moves first nor while it opens
 * nodes; nor does it give away more of it than a step takes. */
static void test_time_is_kept(void **state)
{
    (void)state;
    struct tree *t = malloc(sizeof *t);
    void *memory = malloc(TREE_BYTES(14));
    for (int g = 0; g < sr_game_count(); g++) {
        const struct sr_rules r = sr_rules_default(sr_game_at(g));
        timed = ai_game_find(r.game->id);
        if (!timed->inputs || r.game->plies_max < 100)
            continue; /* not known, or so short that it is searched to the end in time */
        struct ai_game slow = *timed;
        slow.judge = judge_in_time;
        const struct ai_eval e = {&slow, NULL};
        union sr_state s;
        struct sr_view view;
        sr_move legal[SR_MOVES_MAX];
        struct sr_rng rng;
        int searches = 0;
        sr_rng_seed(&rng, 11);
        assert_ok(sr_setup(&r, r.game->seats_max, NULL, 3, &s, NULL));
        const uint64_t lines = (uint64_t)ai_lines(&e, &s);
        for (int n; searches < 60 && sr_actor(&r, &s) != SR_NOBODY;) {
            n = sr_legal(&r, &s, legal);
            if (n > 1) {
                struct tree_limits limits = {.visits = 1 << 20,
                                             .samples = 8,
                                             .curiosity = 60,
                                             .focus = 42,
                                             .now = read_ticks};
                const uint64_t allowed = 200 * lines;
                sr_observe(&r, &s, sr_actor(&r, &s), &view);
                tree_init(t, &r, &e, memory, 14);
                ticks = 0;
                limits.until = allowed;
                tree_search(t, &view, legal, n, &limits, &rng);
                assert_in_range(ticks, 0, allowed + 16 * lines);
                assert_true(ticks + 2 * TREE_WIDE * lines > allowed);
                searches++;
            }
            sr_play_unchecked(&r, &s, legal[sr_rng_below(&rng, (uint32_t)n)], NULL);
        }
        assert_int_equal(searches, 60);
    }
    free(memory);
    free(t);
}

/* Of the moves tried a quarter as often as the first one, the one that brought most is played; one
 * that shone by few tries is not. Where the mean does not count, it is the one tried most. */
static void test_mean_decides(void **state)
{
    (void)state;
    const struct sr_rules r = sr_rules_default(sr_game_at(0));
    static const struct {
        int visits, worth;
    } tried[] = {{100, 450}, {30, 500}, {24, 900}, {26, 450}};
    enum { MOVES = 4 };
    for (int trust = 0; trust <= 4; trust += 4) {
        struct sr_bot bot = *sr_bot_find("vizier");
        int64_t stand[MOVES];
        int best = 0;
        bot.skill.trust = trust;
        struct sr_mind *m = sr_mind_init(mind(), &r, &bot, 1);
        for (int i = 0; i < MOVES; i++) {
            m->tried[i] = (uint32_t)tried[i].visits;
            m->worth[i] = tried[i].worth * (AI_WIN / 1000);
        }
        mind__standings(m, MOVES, stand);
        for (int i = 1; i < MOVES; i++)
            best = stand[i] > stand[best] ? i : best;
        assert_int_equal(best, trust ? 1 : 0);
    }
}

/* Attention follows the policy: a move that it loves is tried first and most, however bad, while
 * a policy without an opinion leaves that to the results. */
static void test_policy_leads(void **state)
{
    (void)state;
    enum { ROWS = 1024, VISITS = 40 };
    const struct sr_rules r = sr_rules_default(sr_game_find("yspahan"));
    struct ai_net net = *ai_net_find("yspahan");
    static int32_t bias[ROWS];
    static int16_t weight[ROWS * AI_HIDDEN_MAX];
    struct sr_bot bot = *sr_bot_find("vizier");
    union sr_state s;
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX];
    uint16_t slot[AI_SLOTS_MAX];
    const struct tree *t = &mind()->tree;
    int n, worst = 0;
    net.slots = ROWS;
    net.bp = bias;
    net.wp = weight;
    bot.skill.net = &net;
    bot.skill.visits = VISITS;
    assert_ok(sr_setup(&r, 2, NULL, 5, &s, NULL));
    while ((n = sr_legal(&r, &s, legal)) < 6)
        sr_play_unchecked(&r, &s, legal[0], NULL);
    sr_observe(&r, &s, sr_actor(&r, &s), &view);
    sr_mind_init(mind(), &r, &bot, 1);
    assert_in_range(sr_mind_choose(mind(), &view, legal, n), 0, n - 1);
    assert_true(t->policy);
    for (int i = 0; i < n; i++)
        worst = mind()->worth[i] < mind()->worth[worst] ? i : worst;
    const uint32_t before = t->root_visits[worst];
    const int parts = ai_move_slots(r.game, legal[worst], sr_actor(&r, &s), 2, false, NULL, slot);
    bias[slot[parts - 1] & (ROWS - 1)] = 8 * AI_ONE * AI_SCALE;
    sr_mind_init(mind(), &r, &bot, 1);
    sr_mind_choose(mind(), &view, legal, n);
    assert_true(t->root_visits[worst] > 2 * before + VISITS / 4);
    bot.skill.policy = 0;
    sr_mind_init(mind(), &r, &bot, 1);
    sr_mind_choose(mind(), &view, legal, n);
    assert_false(t->policy);
}

/* Weak levels overlook: some moves are not seen, the same all through a turn, others later;
 * where there are few, all are seen. Who overlooks nothing sees everything. */
static void test_overlooking(void **state)
{
    (void)state;
    const struct sr_rules r = sr_rules_default(sr_game_find("yspahan"));
    union sr_state s;
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX];
    uint16_t at[SR_MOVES_MAX], again[SR_MOVES_MAX], later[SR_MOVES_MAX];
    struct sr_rng rng;
    int all = 0, seen = 0, changed = 0;
    const struct sr_bot *girl = sr_bot_find("camelgirl");
    sr_rng_seed(&rng, 2);
    assert_ok(sr_setup(&r, 3, NULL, 5, &s, NULL));
    while (!s.head.over) {
        const int n = sr_legal(&r, &s, legal);
        sr_observe(&r, &s, sr_actor(&r, &s), &view);
        sr_mind_init(mind(), &r, girl, 7);
        const int k = mind__notice(mind(), &view, legal, n, at);
        assert_in_range(k, 1, n);
        for (int i = 0; i < k; i++)
            assert_true(at[i] < n && (!i || at[i] > at[i - 1]));
        assert_int_equal(mind__notice(mind(), &view, legal, n, again), k);
        assert_memory_equal(at, again, (size_t)k * sizeof at[0]);
        if (n <= 4) {
            assert_int_equal(k, n);
        } else {
            all += n;
            seen += k;
            view.s.head.turn++;
            const int other = mind__notice(mind(), &view, legal, n, later);
            changed += other != k || memcmp(at, later, (size_t)k * sizeof at[0]) != 0;
        }
        sr_play_unchecked(&r, &s, legal[sr_rng_below(&rng, (uint32_t)n)], NULL);
    }
    assert_in_range(100 * seen / all, 40, 75); /* who would see nothing at all looks again */
    assert_true(changed > 20);
}

/* A liking shows: of moves that are worth the same the one is taken that brings what is liked. */
static void test_liking(void **state)
{
    (void)state;
    const struct sr_rules r = sr_rules_default(sr_game_find("yspahan"));
    union sr_state s;
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX];
    struct sr_rng rng;
    int raised = 0, lowered = 0;
    sr_rng_seed(&rng, 3);
    assert_ok(sr_setup(&r, 2, NULL, 5, &s, NULL));
    for (int k = 0; k < 60; k++) {
        const int n = sr_legal(&r, &s, legal);
        sr_observe(&r, &s, sr_actor(&r, &s), &view);
        sr_mind_init(mind(), &r, sr_bot_find("merchant"), 7);
        for (int i = 0; i < n; i++)
            mind()->worth[i] = AI_WIN / 2;
        mind__savour(mind(), &view, legal, n, rng);
        for (int i = 0; i < n; i++) {
            const int32_t more = mind()->worth[i] - AI_WIN / 2;
            assert_true(abs(more) <= 4 * 3 * AI_WIN / 1000); /* four points at three thousandths */
            raised += more > 0;
            lowered += more < 0;
        }
        sr_play_unchecked(&r, &s, legal[sr_rng_below(&rng, (uint32_t)n)], NULL);
    }
    assert_true(raised > 10 && lowered > 10);
}

/* At Tadmor nobody shows where he sends bandits: Palmyra is likelier than the sea, and the draws of
 * a bot that knows so say it; those of one that does not are all alike. */
static void test_likely_secrets(void **state)
{
    (void)state;
    if (!sr_game_find("tadmor"))
        skip();
    enum { DRAWS = 3000 };
    const struct sr_rules r = sr_rules_default(sr_game_find("tadmor"));
    const struct ai_eval e = ai_eval_for(&r, false);
    struct tree *t = malloc(sizeof *t);
    void *memory = malloc(TREE_BYTES(10));
    union sr_state s;
    struct sr_view view;
    struct sr_rng rng;
    struct sr_diag diag = {""};
    sr_rng_seed(&rng, 4);
    assert_ok(sr_setup(&r, 2, NULL, 3, &s, NULL));
    if (sr_state_patch(&r, unit_doc("{\"holder\":1,\"held\":\"ebla\"}"), 0, &s, &diag))
        fail_msg("%s", diag.text);
    sr_observe(&r, &s, 0, &view);
    tree_init(t, &r, &e, memory, 10);
    for (t->draws = 1; t->draws <= 16; t->draws += 15) {
        int at[TAD_REGIONS] = {0};
        for (int i = 0; i < DRAWS; i++) {
            tree_draw(t, &view, &rng);
            const int held = ((const struct tad_state *)&t->state)->held;
            assert_in_range(held, 0, TAD_REGIONS - 1);
            at[held]++;
        }
        for (int i = 0; i < TAD_REGIONS; i++)
            assert_true(at[i] > 0);
        if (t->draws == 1) {
            assert_in_range(at[0], DRAWS / 9, DRAWS / 5); /* of seven regions */
            assert_in_range(at[3], DRAWS / 9, DRAWS / 5);
        } else {
            assert_in_range(at[0], DRAWS / 4, DRAWS / 2);
            assert_true(at[0] > 4 * at[3]);
        }
    }
    free(memory);
    free(t);
}

static void test_one_move_needs_no_thought(void **state)
{
    (void)state;
    const struct sr_rules r = sr_rules_default(sr_game_at(0));
    union sr_state s;
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX];
    assert_ok(sr_setup(&r, r.game->seats_max, NULL, 3, &s, NULL));
    sr_legal(&r, &s, legal);
    sr_observe(&r, &s, sr_actor(&r, &s), &view);
    struct sr_bot bot = *sr_bot_find("vizier");
    sr_mind_init(mind(), &r, &bot, 1);
    sr_mind_clock(mind(), tick, NULL);
    ticks = 0;
    assert_int_equal(sr_mind_choose(mind(), &view, legal, 1), 0);
    assert_int_equal(ticks, 0);
}

/* The tree of one decision serves the next one of the same turn: fewer new visits are needed. */
static void test_tree_is_used_again(void **state)
{
    (void)state;
    int reused = 0, fresh = 0;
    for (int g = 0; g < sr_game_count(); g++) {
        const struct sr_rules r = sr_rules_default(sr_game_at(g));
        struct sr_bot bot = *sr_bot_find("vizier");
        union sr_state s;
        struct sr_view view;
        sr_move legal[SR_MOVES_MAX];
        bot.skill.visits = 400;
        assert_ok(sr_setup(&r, sr_max(2, r.game->seats_min), NULL, 9, &s, NULL));
        sr_mind_init(mind(), &r, &bot, 1);
        for (int ply = 0; ply < 60 && sr_actor(&r, &s) != SR_NOBODY; ply++) {
            const int n = sr_legal(&r, &s, legal);
            int k = 0;
            if (n > 1 && sr_actor(&r, &s) == 0) {
                sr_observe(&r, &s, 0, &view);
                k = sr_mind_choose(mind(), &view, legal, n);
                uint32_t visits = 0, known = 0;
                for (int i = 0; i < n; i++) {
                    visits += mind()->tree.root_visits[i];
                    known += tree_root_edge(&mind()->tree, i)->visits;
                }
                if (known > visits)
                    reused++;
                else
                    fresh++;
            }
            sr_play_unchecked(&r, &s, legal[k], NULL);
        }
    }
    assert_true(reused > 0);
    assert_true(fresh > 0);
}

/* Vizier beats any move in the template game: a blunder there would be a broken sign somewhere. */
static void test_search_beats_chance(void **state)
{
    (void)state;
    const struct sr_rules r = sr_rules_default(sr_game_find("blank"));
    struct sr_bot bot = *sr_bot_find("vizier");
    int won = 0;
    bot.skill.visits = 200;
    for (int g = 0; g < 200; g++) {
        union sr_state s;
        struct sr_view view;
        sr_move legal[SR_MOVES_MAX];
        struct sr_rng rng;
        struct sr_scores sc;
        sr_rng_seed(&rng, (uint64_t)g);
        assert_ok(sr_setup(&r, 2, NULL, (uint64_t)g / 2, &s, NULL));
        sr_mind_init(mind(), &r, &bot, (uint64_t)g);
        while (sr_actor(&r, &s) != SR_NOBODY) {
            const int n = sr_legal(&r, &s, legal);
            int k = (int)sr_rng_below(&rng, (uint32_t)n);
            if (sr_actor(&r, &s) == g % 2) {
                sr_observe(&r, &s, g % 2, &view);
                k = sr_mind_choose(mind(), &view, legal, n);
            }
            sr_play_unchecked(&r, &s, legal[k], NULL);
        }
        sr_scores_of(&r, &s, &sc);
        won += sc.total[g % 2] > sc.total[1 - g % 2] ? 2 : sc.total[0] == sc.total[1];
    }
    assert_in_range(won, 256, 400); /* of 400: 64 % and more */
}

/* Caravans: an offer that only takes is refused by every level, however often it comes; one that
 * only gives is not refused by those who think. */
static void test_offers(void **state)
{
    (void)state;
    if (!sr_game_find("caravans"))
        skip();
    const struct sr_rules r = sr_rules_default(sr_game_find("caravans"));
    static const char *const given[] = {
        "{\"phase\":\"reply\",\"round\":5,\"actions\":2,\"partner\":1,\"offers\":1,"
        "\"players\":{\"0\":{\"units\":{\"ecu\":1,\"wood\":2}},"
        "\"1\":{\"units\":{\"ecu\":0,\"wood\":0,\"gold\":1,\"gems\":1,\"spices\":1}}},"
        "\"give\":{\"ecu\":1},\"want\":{\"gold\":1,\"gems\":1,\"spices\":1}}",
        "{\"phase\":\"reply\",\"round\":5,\"actions\":2,\"partner\":1,\"offers\":1,"
        "\"players\":{\"0\":{\"units\":{\"ecu\":0,\"wood\":0,\"gold\":1,\"gems\":1,\"spices\":1}},"
        "\"1\":{\"units\":{\"ecu\":3,\"wood\":2}}},"
        "\"give\":{\"gold\":1,\"gems\":1,\"spices\":1},\"want\":{\"ecu\":1}}"};
    for (int good = 0; good < 2; good++) {
        union sr_state s;
        sr_move legal[SR_MOVES_MAX];
        struct sr_view view;
        struct sr_diag diag = {""};
        assert_ok(sr_setup(&r, 2, NULL, 3, &s, NULL));
        while (s.head.turn < 3) /* both caravans stand, the first round is over */
            sr_play_unchecked(&r, &s, legal[sr_legal(&r, &s, legal) - 1], NULL);
        if (sr_state_patch(&r, unit_doc(given[good]), 0, &s, &diag))
            fail_msg("%s", diag.text);
        assert_int_equal(sr_actor(&r, &s), 1);
        sr_observe(&r, &s, 1, &view);
        const int n = sr_legal(&r, &view.s, legal);
        assert_int_equal(n, 2);
        for (int i = 1; i < sr_bot_count(); i++) {
            if (good && sr_bot_at(i)->skill.visits <= 0)
                continue;
            for (int seed = 0; seed < 20; seed++) {
                struct sr_bot bot = *sr_bot_at(i);
                bot.skill.visits = sr_min(bot.skill.visits, 200);
                sr_mind_init(mind(), &r, &bot, (uint64_t)seed);
                char text[SR_TEXT_MAX];
                sr_move_text(r.game, legal[sr_mind_choose(mind(), &view, legal, n)], text);
                assert_string_equal(text, good ? "accept" : "decline");
            }
        }
    }
}

/* Caravans: where a swap is good for both, a bot who bargains offers it, names what it gives and
 * wants, and the other takes it; where there is none it offers nothing; and without bargains there
 * is no offer. */
static void test_bargains(void **state)
{
    (void)state;
    if (!sr_game_find("caravans"))
        skip();
    const struct sr_rules r = sr_rules_default(sr_game_find("caravans"));
    const struct ai_game *g = ai_game_find("caravans");
    int swaps = 0, offered = 0, taken = 0, idle = 0, plain = 0;
    for (uint64_t seed = 1; seed <= 40 && swaps < 6; seed++) {
        union sr_state s;
        struct sr_rng rng;
        sr_move legal[SR_MOVES_MAX];
        sr_rng_seed(&rng, seed);
        assert_ok(sr_setup(&r, 4, NULL, seed, &s, NULL));
        for (int n; sr_actor(&r, &s) != SR_NOBODY && swaps < 6;
             sr_play_unchecked(&r, &s, legal[sr_rng_below(&rng, (uint32_t)n)], NULL)) {
            bool offers = false, firm;
            n = sr_legal(&r, &s, legal);
            for (int i = 0; i < n; i++)
                offers |= sr_move_verb(legal[i]) == V_OFFER;
            if (!offers)
                continue;
            const int advice = g->bargain(&r, &s, legal, n, &firm);
            const bool swap = advice >= 0 && sr_move_verb(legal[advice]) == V_OFFER;
            if (!swap && idle > 10)
                continue;
            swaps += swap;
            for (int bargain = 0; bargain < 2; bargain++) {
                struct sr_bot bot = *sr_bot_find("merchant");
                union sr_state t = s;
                sr_move list[SR_MOVES_MAX];
                bool open = true;
                bot.skill.visits = 20;
                bot.skill.bargain = bargain;
                for (int step = 0; step < 12 && open; step++) {
                    struct sr_view view;
                    const int count = sr_legal(&r, &t, list);
                    sr_observe(&r, &t, sr_actor(&r, &t), &view);
                    sr_mind_init(mind(), &r, &bot, seed);
                    const sr_move move = list[sr_mind_choose(mind(), &view, list, count)];
                    const int verb = sr_move_verb(move);
                    if (step == 0 && verb == V_OFFER)
                        *(bargain ? swap ? &offered : &idle : &plain) += bargain && !swap ? 100 : 1;
                    if (verb == V_ACCEPT)
                        taken++;
                    open = verb == V_OFFER || (step > 0 && verb != V_ACCEPT && verb != V_DECLINE);
                    sr_play_unchecked(&r, &t, move, NULL);
                }
            }
            idle += !swap;
        }
    }
    assert_int_equal(swaps, 6);
    assert_in_range(idle, 1, 99); /* none offered where nothing was to be had */
    assert_int_equal(plain, 0);
    assert_in_range(offered, 2, 6);
    assert_in_range(taken, 2, offered);
}

/* Beliefs are bent by a slope and a lean: the order of the lines stays, chances add up, a slope of
 * one and no lean change nothing; and what players are told about Merv alone is not what the search
 * believes. */
static void test_honest_chances(void **state)
{
    (void)state;
    int32_t win[3] = {AI_WIN / 2, AI_WIN * 3 / 10, AI_WIN / 5};
    ai_chances_bend(1000, 0, 0, 3, win);
    assert_in_range(win[0], AI_WIN * 499 / 1000, AI_WIN * 501 / 1000);
    assert_in_range(win[2], AI_WIN * 199 / 1000, AI_WIN * 201 / 1000);
    ai_chances_bend(500, 0, 0, 3, win); /* square roots: .415 .322 .263 */
    assert_in_range(win[0], AI_WIN * 413 / 1000, AI_WIN * 417 / 1000);
    assert_in_range(win[0] + win[1] + win[2], AI_WIN - 3, AI_WIN);
    int32_t two[2] = {AI_WIN / 2, AI_WIN / 2};
    ai_chances_bend(1000, -2000, 0, 2, two); /* a quarter of the odds */
    assert_in_range(two[0], AI_WIN * 199 / 1000, AI_WIN * 201 / 1000);
    int32_t none[2] = {0, AI_WIN};
    ai_chances_bend(1000, 0, 0, 2, none);
    assert_in_range(none[0], 0, 2);
    /* Alone a search that plays on by the policy believes too little of good and of bad chances. */
    int32_t alone[2] = {AI_WIN * 3 / 10, AI_WIN * 7 / 10};
    ai_chances_table("merv", 1, 0, 0, 2, alone);
    assert_in_range(alone[0], AI_WIN * 5 / 100, AI_WIN * 25 / 100);
    assert_in_range(alone[1], AI_WIN * 75 / 100, AI_WIN * 95 / 100);
    int32_t unknown[2] = {AI_WIN * 3 / 10, AI_WIN * 7 / 10};
    ai_chances_table("no such game", 1, 0, 0, 2, unknown);
    assert_int_equal(unknown[0], AI_WIN * 3 / 10);
}

/* No two seats of a match, nor a seat and the match itself, nor neighbouring matches draw alike. */
static void test_seats_draw_apart(void **state)
{
    (void)state;
    enum { MATCHES = 3, EACH = SR_SEATS_MAX + 1 };
    struct sr_rng rng[MATCHES * EACH];
    for (int m = 0; m < MATCHES; m++) {
        sr_rng_seed(&rng[m * EACH], (uint64_t)m + 1);
        for (int seat = 0; seat < SR_SEATS_MAX; seat++)
            sr_bot_seed(&rng[m * EACH + 1 + seat], (uint64_t)m + 1, seat);
    }
    for (int i = 0; i < MATCHES * EACH; i++)
        for (int j = 0; j < i; j++)
            assert_memory_not_equal(&rng[i], &rng[j], sizeof rng[i]);
}

static void test_reading_bots(void **state)
{
    (void)state;
    struct sr_bot b;
    struct sr_diag diag;
    assert_ok(sr_bot_read("vizier", &b, &diag));
    assert_non_null(b.choose);
    assert_true(b.skill.patient);
    assert_ok(sr_bot_read("vizier:ms=50", &b, &diag));
    assert_true(b.skill.patient); /* a count of visits is an order, a time alone is none */
    assert_ok(sr_bot_read("vizier:visits=7:eval=hand:ms=5:slack=3:samples=2", &b, &diag));
    assert_string_equal(b.id, "vizier");
    assert_int_equal(b.skill.visits, 7);
    assert_false(b.skill.patient);
    assert_int_equal(b.skill.millis, 5);
    assert_int_equal(b.skill.slack, 3);
    assert_int_equal(b.skill.samples, 2);
    assert_false(b.skill.learned);
    assert_fails(sr_bot_read("wizard", &b, &diag), SR_UNKNOWN, diag, "wizard");
    assert_fails(sr_bot_read("vizier:height=3", &b, &diag), SR_KEY, diag, "height");
    assert_fails(sr_bot_read("vizier:visits=-1", &b, &diag), SR_RANGE, diag, "visits");
    assert_fails(sr_bot_read("vizier:visits=", &b, &diag), SR_RANGE, diag, "visits");
    assert_fails(sr_bot_read("vizier:eval=magic", &b, &diag), SR_RANGE, diag, "eval");
    assert_fails(sr_bot_read("", &b, &diag), SR_UNKNOWN, diag, "bot");
}

/* Weights in the program belong to the features in the program. */
static void test_weights_fit(void **state)
{
    (void)state;
    for (int i = 0; i < sr_game_count(); i++) {
        const struct sr_rules r = sr_rules_default(sr_game_at(i));
        const struct ai_net *net = ai_net_find(r.game->id);
        if (net)
            assert_ptr_equal(ai_eval_for(&r, true).net, net);
        assert_null(ai_eval_for(&r, false).net);
    }
}

/* Every reason a hint can give has words in every language. */
static void test_reasons_have_words(void **state)
{
    (void)state;
    for (int i = 0; i < sr_game_count(); i++) {
        const struct ai_game *g = ai_game_find(sr_game_at(i)->id);
        for (int part = 0; g->parts[part] && g->id[0]; part++)
            for (int lang = 0; lang < SR_LANGS; lang++) {
                char key[96];
                snprintf(key, sizeof key, "ai.%s.%s", g->id, g->parts[part]);
                if (!sr_text_get((enum sr_lang)lang, key, 0))
                    fail_msg("%s", key);
            }
        for (int goal = 0; g->goals && g->goals[goal]; goal++)
            for (int lang = 0; lang < SR_LANGS; lang++) {
                char key[96];
                assert_true(goal < 64);
                snprintf(key, sizeof key, "ai.%s.%s", g->id, g->goals[goal]);
                if (!sr_text_get((enum sr_lang)lang, key, 0))
                    fail_msg("%s", key);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slack),
        cmocka_unit_test(test_bots_play_legal_moves),
        cmocka_unit_test(test_clock_stops),
        cmocka_unit_test(test_time_is_kept),
        cmocka_unit_test(test_mean_decides),
        cmocka_unit_test(test_policy_leads),
        cmocka_unit_test(test_overlooking),
        cmocka_unit_test(test_liking),
        cmocka_unit_test(test_likely_secrets),
        cmocka_unit_test(test_one_move_needs_no_thought),
        cmocka_unit_test(test_tree_is_used_again),
        cmocka_unit_test(test_search_beats_chance),
        cmocka_unit_test(test_offers),
        cmocka_unit_test(test_bargains),
        cmocka_unit_test(test_honest_chances),
        cmocka_unit_test(test_seats_draw_apart),
        cmocka_unit_test(test_reading_bots),
        cmocka_unit_test(test_weights_fit),
        cmocka_unit_test(test_reasons_have_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
