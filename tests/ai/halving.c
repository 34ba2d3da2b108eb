/* halving.c: numbers of the small search, the order of its trials, and what it finds. */
#include "../unit/unit.h"

#include <math.h>
#include <stdlib.h>

#include "ai/bots.h"

static void test_noise_is_gumbels(void **state)
{
    (void)state;
    enum { DRAWS = 100000 };
    struct sr_rng rng;
    double sum = 0, squares = 0;
    int below = 0;
    sr_rng_seed(&rng, 3);
    for (int i = 0; i < DRAWS; i++) {
        const double x = halving_noise(&rng) / 65536.0;
        sum += x;
        squares += x * x;
        below += x < 0;
    }
    const double mean = sum / DRAWS;
    assert_true(fabs(mean - 0.5772) < 0.02);
    assert_true(fabs(squares / DRAWS - mean * mean - 1.6449) < 0.05);
    assert_true(fabs((double)below / DRAWS - exp(-1)) < 0.01);
}

/* Moves with the largest sum of logit and noise come as often as softmax says; so do draws. */
static void test_draws_follow_softmax(void **state)
{
    (void)state;
    enum { DRAWS = 20000 };
    static const int32_t logit[4] = {0, 65536, 2 * 65536, -65536};
    static const sr_move legal[4] = {1, 2, 3, 4};
    const struct halving_terms one = {1, 42, 1000};
    int drawn[4] = {0}, first[4] = {0};
    uint16_t share[4];
    struct sr_rng rng;
    struct halving h;
    sr_rng_seed(&rng, 8);
    for (int i = 0; i < DRAWS; i++) {
        drawn[halving_draw(logit, 4, &rng)]++;
        halving_begin(&h, &one, legal, 4, logit, NULL, true, &rng);
        assert_int_equal(halving_round(&h), 0); /* no room for a trial of two */
        first[h.move[0].index]++;
    }
    halving_shares(logit, 4, share);
    for (int i = 0; i < 4; i++) {
        const double wanted = exp(logit[i] / 65536.0) / (1 + exp(1) + exp(2) + exp(-1));
        assert_true(fabs((double)drawn[i] / DRAWS - wanted) < 0.012);
        assert_true(fabs((double)first[i] / DRAWS - wanted) < 0.012);
        assert_true(fabs(share[i] / 65535.0 - wanted) < 0.001);
    }
}

/* Trials of moves that bring what `worth` says; returns how many were made. */
static int run(struct halving *h, const int32_t *worth)
{
    int made = 0;
    for (int n = halving_round(h); n; n = halving_round(h)) {
        for (int i = 0; i < n; i++) {
            struct ai_values v = {.lines = 2};
            v.win[0] = worth[h->move[i / h->each].index];
            v.win[1] = AI_WIN - v.win[0];
            halving_note(h, i, 0, &v);
        }
        made += n;
        halving_end(h);
    }
    return made;
}

static void test_rounds(void **state)
{
    (void)state;
    static const struct {
        int visits, moves;
    } row[] = {{8, 3}, {16, 8}, {32, 50}, {64, 200}, {64, 2}, {1000, 40}, {33, 5}};
    struct halving h;
    struct sr_rng rng;
    sr_rng_seed(&rng, 1);
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        int32_t logit[200], worth[200];
        sr_move legal[200];
        const struct halving_terms t = {row[k].visits, 42, 0};
        for (int i = 0; i < row[k].moves; i++) {
            legal[i] = (sr_move)(1000 + i);
            logit[i] = i * 7919 % 50 * 1000; /* of all, the third most likely is best */
            worth[i] = AI_WIN / 4;
        }
        halving_begin(&h, &t, legal, row[k].moves, logit, NULL, true, &rng);
        assert_int_equal(h.tried, sr_min(HALVING_MOVES, sr_min(row[k].moves, row[k].visits / 2)));
        for (int i = 1; i < h.tried; i++)
            assert_true(h.move[i - 1].prior >= h.move[i].prior);
        const int best = h.move[sr_min(2, h.tried - 1)].index;
        worth[best] = AI_WIN / 2;
        const int made = run(&h, worth);
        assert_in_range(made, row[k].visits * 3 / 4, row[k].visits);
        assert_int_equal(h.move[0].index, best);
        assert_int_equal(h.move[0].move, legal[best]);
        assert_int_equal(h.lines, 2);
        assert_int_equal(h.move[0].win[0], (int64_t)h.move[0].trials * (AI_WIN / 2));
        for (int i = 1; i < h.tried; i++)
            assert_true(h.move[0].trials >= h.move[i].trials && h.move[i].trials > 0);
    }
}

/* A move that must be worth more by a quarter is not chosen for an eighth. */
static void test_handicap(void **state)
{
    (void)state;
    static const int32_t logit[2] = {0, 0}, worth[2] = {AI_WIN / 2 + AI_WIN / 8, AI_WIN / 2};
    static const int32_t handicap[2] = {AI_WIN / 4, 0};
    static const sr_move legal[2] = {1, 2};
    const struct halving_terms t = {8, 42, 0};
    struct halving h;
    struct sr_rng rng;
    int32_t improved[2] = {0, 0}, found[2];
    sr_rng_seed(&rng, 1);
    halving_begin(&h, &t, legal, 2, logit, NULL, true, &rng);
    run(&h, worth);
    assert_int_equal(h.move[0].index, 0);
    halving_begin(&h, &t, legal, 2, logit, handicap, true, &rng);
    run(&h, worth);
    assert_int_equal(h.move[0].index, 1);
    halving_worths(&h, logit, 2, found);
    assert_true(found[0] > found[1]);
    halving_improve(&h, found, handicap, 2, improved);
    assert_true(improved[0] < improved[1]);
}

/* By hand: of three moves two were tried; the third is worth what they say and the network said. */
static void test_improved_policy(void **state)
{
    (void)state;
    static const int32_t logit[3] = {0, 0, -65536}, worth[3] = {30000, 40000, 0};
    static const sr_move legal[3] = {1, 2, 3};
    const struct halving_terms t = {4, 10, 0};
    struct halving h;
    struct sr_rng rng;
    int32_t found[3], improved[3] = {0, 0, -65536};
    sr_rng_seed(&rng, 1);
    halving_begin(&h, &t, legal, 3, logit, NULL, true, &rng);
    assert_int_equal(h.tried, 2);
    h.root = 20000;
    assert_int_equal(run(&h, worth), 4);
    halving_worths(&h, logit, 3, found);
    const int share = AI_WIN / 32; /* ai_worth: 15/16 of the chance, margin 0 */
    assert_int_equal(found[0], 30000 - 30000 / 16 + share);
    assert_int_equal(found[1], 40000 - 40000 / 16 + share);
    assert_int_equal(found[2], (20000 + 4 * ((found[0] + found[1]) / 2)) / 5);
    halving_improve(&h, found, NULL, 3, improved);
    /* 10 thousandths of a chance halve the interest. */
    const double gained = (improved[1] - improved[0]) / 65536.0;
    assert_true(fabs(gained - (found[1] - found[0]) * log(2) / 650) < 0.01);
}

/* In every game: legal, the same again, the view untouched, and better than chance. */
static void test_plays_every_game(void **state)
{
    (void)state;
    void *memory = malloc(sr_mind_size());
    struct sr_bot bot;
    assert_int_equal(sr_bot_read("halving:visits=8:depth=2", &bot, NULL), SR_OK);
    assert_true(bot.skill.halving && bot.skill.depth == 2 && bot.skill.visits == 8);
    assert_null(sr_bot_find("halving")); /* nobody is offered it as an opponent */
    for (int k = 0; k < sr_game_count(); k++) {
        const struct sr_rules r = sr_rules_default(sr_game_at(k));
        static union sr_state s;
        static struct sr_view view;
        static sr_move legal[SR_MOVES_MAX];
        struct sr_idea idea[4];
        struct sr_rng rng;
        sr_rng_seed(&rng, 5);
        assert_int_equal(sr_setup(&r, r.game->seats_max, NULL, 9, &s, NULL), SR_OK);
        for (int ply = 0; ply < 40 && !s.head.over; ply++) {
            const int seat = sr_actor(&r, &s), n = sr_legal(&r, &s, legal);
            sr_observe(&r, &s, seat, &view);
            struct sr_mind *m = sr_mind_init(memory, &r, &bot, 4);
            const int first = sr_mind_choose(m, &view, legal, n);
            assert_in_range(first, 0, n - 1);
            m = sr_mind_init(memory, &r, &bot, 4);
            assert_int_equal(sr_mind_choose(m, &view, legal, n), first);
            assert_int_equal(sr_mind_ideas(m, &view, legal, n, idea, 4), sr_min(4, n));
            assert_in_range(idea[0].win, 0, 1000);
            sr_play_unchecked(&r, &s, legal[sr_rng_below(&rng, (uint32_t)n)], NULL);
        }
    }
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_noise_is_gumbels), cmocka_unit_test(test_draws_follow_softmax),
        cmocka_unit_test(test_rounds),           cmocka_unit_test(test_handicap),
        cmocka_unit_test(test_improved_policy),  cmocka_unit_test(test_plays_every_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
