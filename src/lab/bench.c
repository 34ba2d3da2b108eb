/* bench.c: speed of random play on one core, and the signature of a game's behaviour. */
#include <time.h>

#include "core/alloc.h"
#include "core/format.h"
#include "lab/lab.h"
#include "serai/batch.h"

enum {
    PLAIN_SEEDS = 8,  /* games of the signature with default options */
    OPTION_SEEDS = 8, /* and with options drawn from the seed */
    CHUNK = 16        /* games between two looks at the clock */
};

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Options from a generator; false when the game refuses them together with these seats. */
static bool draw_options(const struct sr_rules *r, int seats, uint64_t seed, union sr_state *s)
{
    int8_t option[SR_OPTIONS_MAX] = {0};
    struct sr_rng rng;
    sr_rng_seed(&rng, seed);
    const struct sr_option *o = r->game->options;
    for (int i = 0; o[i].id; i++) {
        const uint32_t values = (uint32_t)(o[i].max - o[i].min + 1);
        option[i] = (int8_t)(o[i].min + (int)sr_rng_below(&rng, values));
    }
    return sr_setup(r, seats, option, seed, s, NULL) == SR_OK;
}

/* Hash over every position and the final scores of one random game. */
static uint64_t game_signature(const struct sr_rules *r, union sr_state *s, uint64_t seed)
{
    sr_move legal[SR_MOVES_MAX];
    struct sr_rng rng;
    struct sr_scores sc;
    sr_rng_seed(&rng, ~seed);
    uint64_t hash = sr_hash(r, s);
    while (!s->head.over) {
        const int n = sr_legal(r, s, legal);
        sr_play_unchecked(r, s, legal[sr_rng_below(&rng, (uint32_t)n)], NULL);
        hash = base_mix(hash, sr_hash(r, s));
    }
    sr_scores_of(r, s, &sc);
    for (int i = 0; i < sc.lines; i++)
        hash = base_mix(hash, (uint64_t)(uint32_t)sc.total[i] << 8 | (uint64_t)sc.rank[i]);
    return hash;
}

static uint64_t signature(const struct sr_rules *r, int seats)
{
    uint64_t hash = (uint64_t)seats;
    for (const char *c = r->game->id; *c; c++)
        hash = base_mix(hash, (uint64_t)*c);
    union sr_state s;
    for (uint64_t seed = 1; seed <= PLAIN_SEEDS + OPTION_SEEDS; seed++) {
        const bool ready = seed <= PLAIN_SEEDS ? sr_setup(r, seats, NULL, seed, &s, NULL) == SR_OK
                                               : draw_options(r, seats, seed, &s);
        if (ready)
            hash = base_mix(hash, game_signature(r, &s, seed));
    }
    return hash;
}

void lab_bench(const struct sr_game *game, int seats, double seconds, struct lab_bench *out)
{
    const struct sr_rules r = sr_rules_default(game);
    *out = (struct lab_bench){.game = game, .seats = seats, .signature = signature(&r, seats)};
    union sr_state s;
    sr_move legal[SR_MOVES_MAX];
    struct sr_rng rng;
    sr_rng_seed(&rng, 1);
    unsigned long allocations = 0;
    sr_alloc_tally(&allocations);
    const double start = cpu_now();
    do {
        for (int i = 0; i < CHUNK; i++) {
            if (sr_setup(&r, seats, NULL, ++out->games, &s, NULL))
                break;
            while (!s.head.over) {
                const int n = sr_legal(&r, &s, legal);
                sr_play_unchecked(&r, &s, legal[sr_rng_below(&rng, (uint32_t)n)], NULL);
                out->decisions++;
            }
        }
        out->cpu_s = cpu_now() - start;
    } while (out->cpu_s < seconds);
    sr_alloc_tally(NULL);
    out->allocations = (int64_t)allocations;
}

/* ---- in batches -------------------------------------------------------------------------- */

struct batch_run {
    struct sr_batch *batch;
    int32_t *action;
    void *row;
    uint8_t *mask;
};

static void run_free(struct batch_run *run)
{
    sr_batch_free(run->batch);
    mem_free(run->action);
    mem_free(run->row);
    mem_free(run->mask);
}

static enum sr_err run_new(struct batch_run *run, const struct sr_game *game, int seats, int games,
                           struct sr_diag *diag)
{
    const struct sr_rules r = sr_rules_default(game);
    struct sr_space *space = sr_space_new(&r, diag);
    if (!space)
        return SR_SPACE;
    const size_t n = (size_t)games;
    run->action = mem_new(n * sizeof *run->action);
    run->row = mem_new(n * (size_t)sr_space_inputs(space));
    run->mask = mem_new(n * (size_t)sr_space_actions(space));
    sr_space_free(space);
    const struct sr_batch_config c = {.rules = r,
                                      .seats = seats,
                                      .games = games,
                                      .threads = 1,
                                      .seed = 1,
                                      .flags = SR_BATCH_RESTART};
    const struct sr_batch_memory m = {.observation = run->row, .mask = run->mask};
    run->batch = sr_batch_new(&c, &m, diag);
    return run->batch ? SR_OK : SR_RANGE;
}

enum sr_err lab_bench_batch(const struct sr_game *game, int seats, int games, double seconds,
                            struct lab_bench_batch *out, struct sr_diag *diag)
{
    enum { TURNS = 8 };
    *out = (struct lab_bench_batch){0};
    struct batch_run run = {0};
    enum sr_err err = run_new(&run, game, seats, games, diag);
    if (!err) {
        out->inputs = sr_space_inputs(sr_batch_space(run.batch));
        out->actions = sr_space_actions(sr_batch_space(run.batch));
    }
    for (int turn = 0; turn < TURNS && !err; turn++) {
        struct lab_bench part;
        lab_bench(game, seats, seconds / TURNS, &part);
        part.games += out->plain.games;
        part.decisions += out->plain.decisions;
        part.cpu_s += out->plain.cpu_s;
        out->plain = part;
        unsigned long allocations = 0;
        sr_alloc_tally(&allocations);
        const double start = cpu_now();
        double now = start;
        while (!err && now - start < seconds / TURNS) {
            for (int i = 0; i < CHUNK && !err; i++) {
                sr_batch_random(run.batch, run.action);
                err = sr_batch_step(run.batch, run.action, diag);
                out->decisions += (uint64_t)games;
            }
            now = cpu_now();
        }
        out->cpu_s += now - start;
        sr_alloc_tally(NULL);
        out->allocations += (int64_t)allocations;
    }
    run_free(&run);
    return err;
}

/* ---- on a device ------------------------------------------------------------------------- */

enum { BATCH_FIRST = 1 << 16, BATCH_MOST = 1 << 22 };

enum sr_err lab_bench_device(const struct lab_device *d, const struct sr_game *game, int seats,
                             double seconds, struct lab_bench *out, struct sr_diag *diag)
{
    const struct sr_rules r = {d->game(d->context, game, diag), game->edition};
    if (!r.game)
        return SR_IO;
    *out = (struct lab_bench){.game = game, .seats = seats, .allocations = -1};
    out->signature = signature(&r, seats);
    if (d->failed())
        return sr_fail(diag, SR_IO, "%s", d->failed());
    struct lab_setup setup = {.rules = sr_rules_default(game), .seats = seats, .seed = 1};
    for (int i = 0; game->options[i].id; i++)
        setup.option[i] = game->options[i].def;
    for (int i = 0; i < seats; i++)
        setup.bot[i] = *sr_bot_find("random");
    /* The first batch is small, and not counted: code is loaded, caches and clocks warm up. */
    struct lab_batch b = {.setup = &setup, .games = BATCH_FIRST};
    enum sr_err err = d->play(d->context, &b, diag);
    b.games = BATCH_MOST;
    while (!err) {
        b.first = (int64_t)out->games;
        err = d->play(d->context, &b, diag);
        if (err == SR_SPACE && b.games > BATCH_FIRST) {
            b.games /= 2;
            err = SR_OK;
            continue;
        }
        if (err)
            break;
        out->games += (uint64_t)b.games;
        out->decisions += (uint64_t)b.moves.count;
        out->cpu_s += b.seconds;
        if (out->cpu_s >= seconds)
            break;
    }
    return err;
}
