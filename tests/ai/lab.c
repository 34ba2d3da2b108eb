/* lab.c: ratings, fair seating, the sequential test, learning and its files. */
#include "../unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lab/arena.h"
#include "lab/recorder.h"
#include "lab/train.h"
#include "lab/trial.h"
#include "review/analyse.h"

/* ---- ratings --------------------------------------------------------------------------------- */

static void test_elo(void **state)
{
    (void)state;
    struct rating out[ARENA_BOTS_MAX];
    struct rating_table t = {.bots = 3};
    /* 400 Elo apart: ten wins to one; 0 apart: even. */
    const double p = 10.0 / 11;
    static const double strength[3] = {400, 0, 0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            if (i == j)
                continue;
            const double share = strength[i] == strength[j]  ? 0.5
                                 : strength[i] > strength[j] ? p
                                                             : 1 - p;
            t.games[i][j] = 100000;
            t.points[i][j] = share * 100000;
        }
    rating_fit(&t, out);
    assert_true(fabs(out[0].elo - out[1].elo - 400) < 1);
    assert_true(fabs(out[1].elo - out[2].elo) < 0.1);
    assert_true(out[0].error > 0 && out[0].error < 3);
    memset(&t, 0, sizeof t);
    t.bots = 2;
    t.games[0][1] = t.games[1][0] = t.points[0][1] = 20; /* all won: finite */
    rating_fit(&t, out);
    assert_true(out[0].elo > 100 && out[0].elo < 2000);
    assert_true(fabs(rating_difference(rating_share(123, 3), 3) - 123) < 0.01);
    assert_true(fabs(rating_share(0, 3) - 0.25) < 1e-9);
}

static void test_sprt(void **state)
{
    (void)state;
    const struct sprt s = {0, 40, 1};
    double llr;
    assert_int_equal(sprt_judge(&s, 4, 0.9, 0.1, &llr), SPRT_UNDECIDED); /* too few to say */
    assert_int_equal(sprt_judge(&s, 1000, 0.60, 0.15, &llr), SPRT_ACCEPT);
    assert_int_equal(sprt_judge(&s, 1000, 0.49, 0.15, &llr), SPRT_REJECT);
    assert_int_equal(sprt_judge(&s, 100, 0.53, 0.15, &llr), SPRT_UNDECIDED);
    assert_true(fabs(llr) < 2.95);
}

/* ---- analysis -------------------------------------------------------------------------------- */

/* The curve comes from the search: at the last decision of a game it knows how it ends, which the
 * judgement alone does not. */
static void test_analysis_sees_the_end(void **state)
{
    (void)state;
    const struct sr_rules r = sr_rules_default(sr_game_find("merv"));
    struct sr_table_config c;
    struct sr_diag diag = {""};
    struct sr_bot bot = *sr_bot_find("vizier");
    struct sr_rng rng;
    sr_move legal[SR_MOVES_MAX];
    int judged_worse = 0;
    bot.skill.visits = 16;
    for (int g = 0; g < 3; g++) {
        struct analysis a, raw;
        sr_table_config_init(&c, &r, 2, (uint64_t)g + 1);
        struct sr_table *t = sr_table_new(&c, &diag);
        assert_non_null(t);
        sr_rng_seed(&rng, (uint64_t)g);
        while (sr_actor(&r, sr_table_state(t)) != SR_NOBODY) {
            const int n = sr_legal(&r, sr_table_state(t), legal);
            const int seat = sr_actor(&r, sr_table_state(t));
            assert_ok(sr_table_play(t, seat, legal[sr_rng_below(&rng, (uint32_t)n)], NULL, &diag));
        }
        assert_ok(analysis_make(&a, t, &bot, NULL, &diag));
        bot.skill.visits = 0;
        assert_ok(analysis_make(&raw, t, &bot, NULL, &diag));
        bot.skill.visits = 16;
        const struct analysis_ply *last = &a.ply[a.plies - 1];
        const int seat = last->actor, end = a.final_win[seat];
        assert_in_range(abs(last->win[seat] - last->cost - end), 0, 100);
        judged_worse += abs(raw.ply[a.plies - 1].win[seat] - last->cost - end) > 100;
        analysis_free(&a);
        analysis_free(&raw);
        sr_table_free(t);
    }
    assert_true(judged_worse > 0); /* or this test could not fail */
}

/* ---- arena ----------------------------------------------------------------------------------- */

static struct arena_setup setup_of(const char *game, int seats, const char *const *bots, int n)
{
    struct arena_setup s = {.rules = sr_rules_default(sr_game_find(game)),
                            .seats = seats,
                            .bots = n,
                            .groups = 6,
                            .threads = 2,
                            .seed = 1};
    for (int i = 0; i < n; i++) {
        memcpy(s.bot[i].name, bots[i], strlen(bots[i]));
        assert_ok(sr_bot_read(bots[i], &s.bot[i].bot, NULL));
    }
    return s;
}

static void test_seating_is_fair(void **state)
{
    (void)state;
    static const char *const bots[] = {"random", "greedy", "random:samples=2"};
    static const int cases[][2] = {{2, 2}, {2, 4}, {3, 3}, {3, 2}, {3, 4}};
    for (int c = 0; c < 5; c++) {
        const struct arena_setup s = setup_of("blank", cases[c][1], bots, cases[c][0]);
        struct arena *a = arena_new(&s, NULL);
        int count[3][SR_SEATS_MAX] = {{0}}, seat[SR_SEATS_MAX];
        for (int64_t g = 0; g < a->games; g++) {
            arena_seating(a, g, seat);
            for (int i = 0; i < s.seats; i++)
                count[seat[i]][i]++;
        }
        for (int b = 0; b < s.bots; b++)
            for (int i = 1; i < s.seats; i++)
                assert_int_equal(count[b][i], count[b][0]);
        assert_true(count[0][0] > 0);
        arena_free(a);
    }
}

static char *report(int threads, int64_t groups, const char *from)
{
    static const char *const bots[] = {"greedy", "random"};
    struct arena_setup s = setup_of("blank", 2, bots, 2);
    s.threads = threads;
    s.groups = groups;
    struct arena *a = arena_new(&s, NULL);
    if (from)
        assert_ok(arena_read(a, unit_doc(from), NULL));
    while (arena_step(a))
        ;
    assert_int_equal(a->done, 2 * groups);
    struct sr_buf b;
    char *text = malloc(1 << 16);
    sr_buf_init(&b, text, 1 << 16);
    arena_write(&b, a);
    arena_free(a);
    return text;
}

static void test_arena_repeats_and_resumes(void **state)
{
    (void)state;
    char *whole = report(1, 20, NULL), *threads = report(3, 20, NULL), *part = report(2, 7, NULL);
    assert_string_equal(whole, threads);
    assert_string_not_equal(whole, part);
    char *resumed = report(2, 20, part);
    assert_string_equal(whole, resumed);
    /* Another series is refused. */
    static const char *const bots[] = {"random", "greedy"};
    const struct arena_setup s = setup_of("blank", 2, bots, 2);
    struct arena *a = arena_new(&s, NULL);
    struct sr_diag diag;
    assert_fails(arena_read(a, unit_doc(part), &diag), SR_DIFFERS, diag, "another series");
    assert_fails(arena_read(a, unit_doc("{}"), &diag), SR_PARSE, diag, "arena");
    arena_free(a);
    free(whole);
    free(threads);
    free(part);
    free(resumed);
}

/* ---- learning -------------------------------------------------------------------------------- */

/* The gradient against differences of the loss. */
static void test_gradient(void **state)
{
    (void)state;
    const struct ai_game toy = {.id = "toy", .version = 1, .inputs = 6};
    struct learner l;
    int8_t x[2][6] = {{64, 0, 20, 0, -30, 0}, {0, 64, 0, 50, 0, 10}};
    const struct learner_case c[2] = {{x[0], 0.8f, 0.3f}, {x[1], 0.2f, -0.3f}};
    learner_init(&l, &toy, 8, 8, 3);
    float *g = calloc((size_t)l.params, sizeof *g);
    float *none = calloc((size_t)l.params, sizeof *none);
    double loss[2] = {0};
    learner_gradient(&l, c, 2, g, loss);
    int checked = 0, off = 0;
    for (int i = 0; i < l.params; i++) {
        const float keep = l.value[i], h = 1e-3f;
        double up[2] = {0}, down[2] = {0};
        l.value[i] = keep + h;
        learner_gradient(&l, c, 2, none, up);
        l.value[i] = keep - h;
        learner_gradient(&l, c, 2, none, down);
        l.value[i] = keep;
        /* d of margin's loss is not halved in loss[1], where it is a mean over two lines. */
        const double slope = (up[0] - down[0] + up[1] - down[1]) / (2 * (double)h);
        if (fabs(slope) > 0.02) {
            checked++;
            off += fabs(slope - (double)g[i]) > 0.05 * fabs(slope) + 0.003;
        }
    }
    assert_true(checked > 10);
    assert_true(off <= checked / 20); /* neurons at a corner may differ */
    /* Alone: a chance against the goal. */
    const struct learner_case alone = {x[0], 0.3f, 0};
    const int bias = l.params - 2 * 6 - 2 * 8 - 2; /* b3[0] */
    double up[2] = {0}, down[2] = {0}, at[2] = {0};
    memset(g, 0, (size_t)l.params * sizeof *g);
    learner_gradient(&l, &alone, 1, g, at);
    l.value[bias] += 1e-3f;
    learner_gradient(&l, &alone, 1, none, up);
    l.value[bias] -= 2e-3f;
    learner_gradient(&l, &alone, 1, none, down);
    assert_true(fabs((up[0] - down[0]) / 2e-3 - (double)g[bias]) < 0.01);
    assert_true(fabs((double)g[bias]) > 0.05);
    free(g);
    free(none);
    learner_free(&l);
}

/* Learns a rule from examples: whoever has more of the first input wins. */
static void test_learns(void **state)
{
    (void)state;
    const struct ai_game toy = {.id = "toy", .version = 1, .inputs = 8};
    struct learner l;
    struct sr_rng rng;
    sr_rng_seed(&rng, 4);
    learner_init(&l, &toy, 16, 8, 3);
    float *g = calloc((size_t)l.params, sizeof *g);
    double first = 0, last = 0;
    for (int step = 0; step < 400; step++) {
        double loss[2] = {0};
        memset(g, 0, (size_t)l.params * sizeof *g);
        for (int k = 0; k < 32; k++) {
            int8_t x[2][8];
            for (int i = 0; i < 16; i++)
                x[i / 8][i % 8] = (int8_t)sr_rng_below(&rng, 100);
            const float win = x[0][0] > x[1][0] ? 1 : 0;
            const struct learner_case c[2] = {{x[0], win, 0}, {x[1], 1 - win, 0}};
            learner_gradient(&l, c, 2, g, loss);
        }
        learner_step(&l, g, 1.0f / 32, 0.01f);
        if (step < 10)
            first += loss[0];
        if (step >= 390)
            last += loss[0];
    }
    assert_true(last < first / 3);
    /* The integers say the same as the learner. */
    struct learner_net n;
    learner_quantise(&l, &n);
    int right = 0;
    for (int k = 0; k < 500; k++) {
        int8_t x[2][8];
        int32_t out[2][AI_OUTPUTS];
        for (int i = 0; i < 16; i++)
            x[i / 8][i % 8] = (int8_t)sr_rng_below(&rng, 100);
        struct ai_sums sums = {.net = NULL};
        for (int i = 0; i < 2; i++)
            ai_net_run(&n.net, n.net.b1, x[i], &sums, out[i], NULL);
        right += (out[0][0] > out[1][0]) == (x[0][0] > x[1][0]);
    }
    assert_true(right > 450);
    learner_net_free(&n);
    learner_free(&l);
    free(g);
}

static void test_weight_files(void **state)
{
    (void)state;
    const struct ai_game toy = {.id = "toy", .version = 7, .inputs = 10};
    struct learner l, back;
    struct learner_net n;
    struct sr_diag diag;
    size_t len;
    int64_t games;
    learner_init(&l, &toy, 16, 8, 3);
    l.steps = 5;
    learner_quantise(&l, &n);
    unsigned char *data = malloc(ai_net_write(&n.net, NULL));
    struct ai_net written;
    assert_ok(ai_net_read(data, ai_net_write(&n.net, data), &written, &diag));
    assert_string_equal(written.game, "toy");
    assert_int_equal(written.features, 7);
    assert_int_equal(written.w4[3], n.net.w4[3]);
    free(data);
    data = learner_write(&l, 1234, &len);
    assert_ok(learner_read(data, len, &back, &games, &diag));
    assert_int_equal(games, 1234);
    assert_int_equal(back.steps, 5);
    assert_memory_equal(l.value, back.value, (size_t)l.params * sizeof(float));
    learner_free(&back);
    data[60] ^= 4;
    assert_fails(learner_read(data, len, &back, &games, &diag), SR_BROKEN, diag, "damaged");
    free(data);
    learner_net_free(&n);
    learner_free(&l);
}

/* A game with features; NULL when none is built. */
static const struct sr_game *learnable(void)
{
    for (int i = 0; i < sr_game_count(); i++)
        if (ai_game_find(sr_game_at(i)->id)->inputs)
            return sr_game_at(i);
    return NULL;
}

static unsigned char *learn(int threads, int64_t stop, const unsigned char *from, size_t *len)
{
    struct train_setup s = {.rules = sr_rules_default(learnable()),
                            .games = 24,
                            .batch = 8,
                            .warmup = 8,
                            .threads = threads,
                            .hidden = {16, 8},
                            .lambda = 0.9,
                            .rate = 0.001,
                            .seed = 5};
    struct train_report rep;
    struct sr_diag diag;
    const struct sr_game *g = s.rules.game;
    for (int i = 0; g->options[i].id; i++)
        s.option[i] = g->options[i].def;
    struct trainer *t = trainer_new(&s, from, *len, &diag);
    assert_non_null(t);
    while (trainer_games(t) < stop && trainer_step(t, &rep))
        assert_true(rep.positions > 0 && rep.loss[0] > 0);
    unsigned char *out = learner_write(trainer_learner(t), trainer_games(t), len);
    trainer_free(t);
    return out;
}

static void test_training_repeats_and_resumes(void **state)
{
    (void)state;
    if (!learnable())
        skip();
    size_t a = 0, b = 0, c = 0;
    unsigned char *whole = learn(1, 24, NULL, &a), *threads = learn(3, 24, NULL, &b);
    assert_int_equal(a, b);
    assert_memory_equal(whole, threads, a);
    unsigned char *half = learn(2, 16, NULL, &c);
    unsigned char *resumed = learn(2, 24, half, &c);
    assert_int_equal(a, c);
    assert_memory_equal(whole, resumed, a);
    free(whole);
    free(threads);
    free(half);
    free(resumed);
}

/* How far an untaught network is from the hand-written judgement over a random game: adds up over
 * all positions and lines, and counts those where somebody leads or is behind. */
struct distance {
    int64_t sum, count;
    int worst, clear;
};

static void measure(const struct ai_game *g, const struct ai_net *net, int seats, uint64_t seed,
                    struct distance *d)
{
    static struct ai_memo memo;
    const struct sr_rules r = sr_rules_default(sr_game_find(g->id));
    const struct ai_eval untaught = ai_eval_with(&r, net), hand = ai_eval_with(&r, NULL);
    union sr_state s;
    struct sr_rng rng;
    ai_memo_clear(&memo);
    sr_rng_seed(&rng, seed);
    assert_ok(sr_setup(&r, seats, NULL, seed, &s, NULL));
    while (sr_actor(&r, &s) != SR_NOBODY) {
        struct ai_values a, b;
        sr_move legal[SR_MOVES_MAX];
        ai_eval_position(&untaught, &memo, &r, &s, &a);
        ai_eval_position(&hand, &memo, &r, &s, &b);
        for (int k = 0; k < seats; k++) {
            const int off = abs(a.win[k] - b.win[k]);
            d->sum += off;
            d->count++;
            d->worst = sr_max(d->worst, off);
            d->clear += b.win[k] > AI_WIN * 3 / 4 || b.win[k] < AI_WIN / 8;
        }
        const int count = sr_legal(&r, &s, legal);
        sr_play_unchecked(&r, &s, legal[sr_rng_below(&rng, (uint32_t)count)], NULL);
    }
}

/* Where the inputs hold the hand-written judgement, an untaught network says the same as this: on
 * average to a thirty-second, and nowhere far from it. (Of 60 games of each kind the averages were
 * 0.013 to 0.017, the farthest with four players of Tadmor 0.166.) */
static void test_begins_with_the_judgement(void **state)
{
    (void)state;
    int clear = 0;
    for (int i = 0; i < sr_game_count(); i++) {
        const struct sr_game *game = sr_game_at(i);
        const struct ai_game *g = ai_game_find(game->id);
        struct learner l;
        struct learner_net n;
        if (!g->judged)
            continue;
        learner_init(&l, g, 64, 32, 9);
        learner_quantise(&l, &n);
        for (int seats = sr_max(2, game->seats_min); seats <= 4; seats++) {
            struct distance d = {0};
            for (uint64_t seed = 1; seed <= 6; seed++)
                measure(g, &n.net, seats, seed, &d);
            assert_in_range(d.sum / d.count, 0, AI_WIN / 32);
            assert_in_range(d.worst, 0, AI_WIN * 3 / 16);
            clear += d.clear;
        }
        learner_net_free(&n);
        learner_free(&l);
    }
    assert_true(clear > 600); /* not only openings, where nobody leads */
}

/* Each game has one first place, shared by those who tie: there are as many as games. */
static void test_first_places_add_up(void **state)
{
    (void)state;
    static const char *const bots[] = {"random", "random"};
    struct arena_setup s = setup_of("blank", 4, bots, 2);
    s.groups = 40;
    struct arena *a = arena_new(&s, NULL);
    while (arena_step(a))
        ;
    int64_t wins = 0;
    for (int i = 0; i < 2; i++)
        wins += a->line[i].wins;
    assert_int_equal(wins, a->done * 840);
    arena_free(a);
}

/* It ends at odds of 19 to 1, either way, and not before. */
static void test_sprt_bounds(void **state)
{
    (void)state;
    const struct sprt s = {.elo0 = 0, .elo1 = 40, .others = 1};
    int seen[3] = {0};
    for (int wins = 0; wins <= 200; wins++) {
        const double mean = wins / 200.0;
        double llr;
        const enum sprt_verdict v = sprt_judge(&s, 200, mean, 0.25, &llr);
        assert_int_equal(v, llr > 2.9445    ? SPRT_ACCEPT
                            : llr < -2.9445 ? SPRT_REJECT
                                            : SPRT_UNDECIDED);
        seen[llr > 1.2 && llr < 2.9 ? 0 : llr < -1.2 && llr > -2.9 ? 1 : 2]++;
    }
    assert_true(seen[0] > 0 && seen[1] > 0);
}

/* ---- decisions of a device ------------------------------------------------------------------- */

/* Plays on the spot what a device would, and hands over records of it. `first`: it takes the first
 * move whatever the bots think, so that one sees whose moves are played. */
struct pretender {
    bool first;
    int batches;
};

static enum sr_err pretend(void *context, struct lab_batch *b, struct sr_diag *diag)
{
    struct pretender *p = context;
    struct lab_match *m = lab_match_new(b->setup->seats);
    struct lab_recorder recorder = {.to = b->records, .rules = &b->setup->rules};
    pthread_mutex_init(&recorder.writing, NULL);
    p->batches++;
    for (int64_t i = b->first + b->games - 1; i >= b->first; i--) { /* in any order */
        assert_int_equal(
            lab_begin(m, b->setup, (uint64_t)i, b->rotate ? (int)(i % b->setup->seats) : 0, diag),
            SR_OK);
        while (m->actor != SR_NOBODY) {
            const sr_move own = lab_choose(m);
            const sr_move move = p->first ? m->legal[0] : own;
            lab_record_decision(&recorder, i, m, move);
            lab_play(m, move, NULL);
        }
        lab_record_end(&recorder, i, &m->state);
    }
    pthread_mutex_destroy(&recorder.writing);
    lab_match_free(m);
    return SR_OK;
}

static enum sr_err refuse(void *context, struct lab_batch *b, struct sr_diag *diag)
{
    (void)context;
    (void)b;
    return sr_fail(diag, SR_IO, "the device was lost");
}

static int32_t *rows_of(const struct lab_device *device, size_t *size, const char **trouble)
{
    enum { GAMES = 12 };
    static char why[200];
    const struct sr_game *game = sr_game_find("blank");
    struct trial *t = trial_new(game, 2);
    struct trial_arm a;
    trial_arm_init(&a, game, 3, 5);
    a.uses = 1;
    a.piece = 4;
    for (int i = 0; i < 3; i++)
        snprintf(a.bot[i], sizeof a.bot[i], i == 1 ? "random" : "greedy");
    const int arm = trial_arm(t, &a);
    trial_device(t, device);
    assert_int_equal(trial_play(t, &arm, 1, GAMES, NULL), SR_OK);
    const size_t width = (size_t)trial_layout(t, arm).width;
    *size = GAMES * width * sizeof(int32_t);
    int32_t *out = mem_grow(NULL, *size);
    for (int64_t g = 0; g < GAMES; g++)
        memcpy(out + (size_t)g * width, trial_row(t, arm, g), width * sizeof *out);
    snprintf(why, sizeof why, "%s", trial_device_trouble(t) ? trial_device_trouble(t) : "");
    *trouble = why;
    trial_free(t);
    return out;
}

static void test_device_decides(void **state)
{
    (void)state;
    struct pretender honest = {false, 0}, other = {true, 0};
    const struct lab_device devices[] = {
        {&honest, pretend, NULL, NULL}, {&other, pretend, NULL, NULL}, {NULL, refuse, NULL, NULL}};
    size_t size, again;
    const char *trouble;
    int32_t *plain = rows_of(NULL, &size, &trouble);
    for (int i = 0; i < 3; i++) {
        int32_t *rows = rows_of(&devices[i], &again, &trouble);
        assert_int_equal(again, size);
        /* The same games by the same decisions, others by others, its own bots where it fails. */
        assert_int_equal(memcmp(rows, plain, size) == 0, i != 1);
        assert_string_equal(trouble, i == 2 ? "the device was lost" : "");
        mem_free(rows);
    }
    assert_int_equal(honest.batches, 1);
    mem_free(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_device_decides),
        cmocka_unit_test(test_sprt_bounds),
        cmocka_unit_test(test_first_places_add_up),
        cmocka_unit_test(test_elo),
        cmocka_unit_test(test_sprt),
        cmocka_unit_test(test_analysis_sees_the_end),
        cmocka_unit_test(test_seating_is_fair),
        cmocka_unit_test(test_arena_repeats_and_resumes),
        cmocka_unit_test(test_gradient),
        cmocka_unit_test(test_learns),
        cmocka_unit_test(test_begins_with_the_judgement),
        cmocka_unit_test(test_weight_files),
        cmocka_unit_test(test_training_repeats_and_resumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
