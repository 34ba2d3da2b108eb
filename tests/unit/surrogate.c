/* surrogate.c: both models of a search on worlds whose answers are known: one in which levers add
 * up, one in which a number has a best value and two numbers need each other. Chance is fixed.
 * Also what a search may touch at all. */
#include "unit.h"

#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "lab/surrogate.h"
#include "lab/tune.h"
#include "serai/rng.h"

enum { NUMBERS = 10, LEVERS = 4 * NUMBERS, PLAYED = 200, ASKED = 200 };
static const int8_t steps[] = {-2, -1, 1, 2};
#define NOISE 3.0

typedef double world(const int *x);

/* Every step does as much as the one before. */
static double adding_up(const int *x)
{
    double y = 25;
    for (int i = 0; i < NUMBERS; i++)
        y += (i % 2 ? -1.2 : 1.5) * x[i];
    return y;
}

/* Two numbers help each other, one has its best value in the middle, others do nothing. */
static double crossed(const int *x)
{
    return 25 + 3.0 * x[0] * x[1] - 2.5 * x[2] * x[2] + 2.0 * x[3];
}

static double gauss(struct sr_rng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (double)sr_rng_below(rng, 1u << 30) / (1u << 30);
    return sum;
}

static int draw(struct sr_rng *rng, int16_t *lever, int *x)
{
    int n = 0;
    memset(x, 0, NUMBERS * sizeof *x);
    const int wanted = 1 + (int)sr_rng_below(rng, 6);
    for (int tries = 0; n < wanted && tries < 20; tries++) {
        const int l = (int)sr_rng_below(rng, LEVERS);
        if (x[l / 4])
            continue;
        x[l / 4] = steps[l % 4];
        lever[n++] = (int16_t)l;
    }
    return n;
}

struct outcome {
    double off;     /* deviation from the truth where nothing was played */
    double covered; /* part of the truths within 95 % */
    double best;    /* truth of the mixture that promises most */
    enum surrogate_kind used;
};

static struct outcome explore(world *truth, enum surrogate_kind only)
{
    struct sr_rng rng;
    struct outcome out = {0};
    int16_t number[LEVERS], lever[SURROGATE_MIXED];
    int8_t step[LEVERS];
    int x[NUMBERS];
    const double noise = NOISE;
    sr_rng_seed(&rng, 7);
    for (int i = 0; i < LEVERS; i++) {
        number[i] = (int16_t)(i / 4);
        step[i] = steps[i % 4];
    }
    struct surrogate *s = surrogate_new(number, step, LEVERS, 1);
    for (int i = 0; i < PLAYED; i++) {
        const int n = draw(&rng, lever, x);
        const double y = truth(x) + NOISE * gauss(&rng);
        surrogate_learn(s, lever, n, &y);
    }
    assert_true(surrogate_fit(s, &noise, only));
    double most = -INFINITY;
    for (int i = 0; i < ASKED; i++) {
        double mean, deviation;
        const int n = draw(&rng, lever, x);
        surrogate_foresee(s, lever, n, &mean, &deviation);
        const double off = mean - truth(x);
        assert_true(deviation > 0 && deviation <= surrogate_unsure(s, 0, n));
        out.off += off * off / ASKED;
        out.covered += (fabs(off) < 1.96 * deviation) / (double)ASKED;
        if (mean > most) {
            most = mean;
            out.best = truth(x);
        }
    }
    out.off = sqrt(out.off);
    out.used = surrogate_used(s, 0);
    surrogate_free(s);
    return out;
}

static void told(const char *what, const struct outcome *o)
{
    print_message("# %s: off by %.2f, holds %.0f %%, its best is worth %.1f\n", what, o->off,
                  100 * o->covered, o->best);
}

static void test_levers_that_add_up(void **state)
{
    (void)state;
    const struct outcome squares = explore(adding_up, SURROGATE_SQUARES);
    const struct outcome process = explore(adding_up, SURROGATE_PROCESS);
    const struct outcome chosen = explore(adding_up, SURROGATE_KINDS);
    told("adding up, squares", &squares);
    told("adding up, process", &process);
    assert_true(squares.off < 2 && process.off < 2);
    assert_true(squares.covered >= 0.9 && process.covered >= 0.9);
    assert_true(chosen.off <= 1.05 * fmin(squares.off, process.off));
}

static void test_numbers_that_need_each_other(void **state)
{
    (void)state;
    const struct outcome squares = explore(crossed, SURROGATE_SQUARES);
    const struct outcome process = explore(crossed, SURROGATE_PROCESS);
    const struct outcome chosen = explore(crossed, SURROGATE_KINDS);
    told("crossed, squares", &squares);
    told("crossed, process", &process);
    assert_true(process.off < 0.85 * squares.off);
    assert_true(process.best >= squares.best);
    assert_true(process.covered >= 0.85);
    assert_int_equal(chosen.used, SURROGATE_PROCESS);
    assert_true(chosen.off == process.off);
}

static void test_what_a_lever_does(void **state)
{
    struct sr_rng rng;
    int16_t number[LEVERS], lever[SURROGATE_MIXED];
    int8_t step[LEVERS];
    int x[NUMBERS], held = 0;
    const double noise[2] = {NOISE, 0.5};
    (void)state;
    sr_rng_seed(&rng, 3);
    for (int i = 0; i < LEVERS; i++) {
        number[i] = (int16_t)(i / 4);
        step[i] = steps[i % 4];
    }
    struct surrogate *s = surrogate_new(number, step, LEVERS, 2);
    for (int i = 0; i < PLAYED; i++) {
        const int n = draw(&rng, lever, x);
        const double y[2] = {adding_up(x) + NOISE * gauss(&rng), 60 + 0.5 * gauss(&rng)};
        surrogate_learn(s, lever, n, y);
    }
    assert_true(surrogate_fit(s, noise, SURROGATE_KINDS));
    for (int i = 0; i < LEVERS; i++) {
        double mean[2], deviation[2];
        surrogate_effect(s, i, mean, deviation);
        memset(x, 0, sizeof x);
        x[i / 4] = steps[i % 4];
        held += fabs(mean[0] - (adding_up(x) - 25)) < 1.96 * deviation[0];
        assert_true(fabs(mean[1]) < 0.5); /* that measure no lever moves */
    }
    assert_true(held >= LEVERS * 9 / 10);
    surrogate_free(s);
}

/* ---- roads as a target ---------------------------------------------------------------------- */

/* Game by game it comes to what is told of all of them together. */
static void test_roads_game_by_game(void **state)
{
    enum { GAMES = 60 };
    const struct sr_game *game = sr_game_find("yspahan");
    struct trial_arm a;
    struct roads *r = mem_new(sizeof *r);
    (void)state;
    if (!game)
        skip();
    struct trial *t = trial_new(game, 1);
    trial_arm_init(&a, game, 2, 1);
    for (int i = 0; i < a.seats; i++)
        snprintf(a.bot[i], sizeof a.bot[i], "greedy");
    const int arm = trial_arm(t, &a);
    assert_int_equal(trial_play(t, &arm, 1, GAMES, NULL), SR_OK);
    roads_find(t, arm, GAMES, r);
    assert_true(r->count > 1);
    for (int k = 0; k < r->count; k++) {
        double ahead = 0, pairs = 0, all_ahead = 0, all_pairs = 0, some;
        for (int g = 0; g < GAMES; g++) {
            ahead += roads_ahead(r, t, arm, g, k, &some);
            pairs += some;
        }
        for (int i = 0; i < r->count; i++) {
            all_ahead += r->ahead[k][i];
            all_pairs += r->pairs[k][i];
        }
        assert_true(all_pairs > 0 && ahead == all_ahead && pairs == all_pairs);
    }
    trial_free(t);
    mem_free(r);
}

/* ---- what is printed stays ------------------------------------------------------------------ */

static int levers_of(const struct sr_game *game, const struct numbers *all, const char *keep)
{
    struct tune *t = mem_new(sizeof *t);
    t->numbers = all;
    trial_arm_init(&t->base, game, game->seats_max < 4 ? game->seats_max : 4, 1);
    tune_list_levers(t, "*", keep);
    const int n = t->levers;
    for (int i = 0; i < n; i++)
        assert_null(strchr(keep, all->list[t->lever[i].number].mark));
    mem_free(t);
    return n;
}

static void test_keep(void **state)
{
    (void)state;
    struct numbers *all = mem_new(sizeof *all);
    int more = 0;
    for (int i = 0; sr_game_at(i); i++) {
        numbers_list(sr_game_at(i), all);
        const int kept = levers_of(sr_game_at(i), all, "S");
        const int every = levers_of(sr_game_at(i), all, "");
        assert_true(kept <= every);
        assert_true(levers_of(sr_game_at(i), all, "SWIRO") == 0);
        more += every > kept;
    }
    assert_true(more > 0);
    mem_free(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levers_that_add_up),
        cmocka_unit_test(test_numbers_that_need_each_other),
        cmocka_unit_test(test_what_a_lever_does),
        cmocka_unit_test(test_roads_game_by_game),
        cmocka_unit_test(test_keep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
