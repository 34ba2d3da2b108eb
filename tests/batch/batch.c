/* batch.c: spaces and batches of one game: every move has a number of its own, rows are what views
 * say and nothing else, threads and restarts change nothing. */
#include <stdio.h>
#include <stdlib.h>

#include "core/alloc.h"
#include "serai/serai.h"

static int tests, failures;

static bool check(bool good, const char *what)
{
    printf("%sok %d - %s\n", good ? "" : "not ", ++tests, what);
    failures += !good;
    return good;
}

static const struct sr_game *game;
static struct sr_rules rules;
static struct sr_space *space;
static int inputs, actions;

/* ---- games to look at ------------------------------------------------------------------------ */

typedef bool visitor(const union sr_state *s, const sr_move *legal, int n, struct sr_rng *rng);

static void draw_options(int8_t option[SR_OPTIONS_MAX], struct sr_rng *rng)
{
    for (int i = 0; game->options[i].id; i++)
        option[i] = (int8_t)(game->options[i].min +
                             (int)sr_rng_below(
                                 rng, (uint32_t)(game->options[i].max - game->options[i].min + 1)));
}

/* Random games of all seat counts, every other one with options drawn; false: so said
 * the visitor. */
static bool play_games(int games, int every, visitor *visit)
{
    static union sr_state s;
    static sr_move legal[SR_MOVES_MAX];
    for (int k = 0; k < games; k++) {
        for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
            struct sr_rng rng;
            int8_t option[SR_OPTIONS_MAX] = {0};
            sr_rng_seed(&rng, (uint64_t)(k * 8 + seats));
            draw_options(option, &rng);
            if (sr_setup(&rules, seats, k % 2 ? option : NULL, (uint64_t)k, &s, NULL))
                continue;
            for (int ply = 0; !s.head.over; ply++) {
                const int n = sr_legal(&rules, &s, legal);
                if (ply % every == 0 && !visit(&s, legal, n, &rng))
                    return false;
                sr_play_unchecked(&rules, &s, legal[sr_rng_below(&rng, (uint32_t)n)], NULL);
            }
        }
    }
    return true;
}

/* ---- spaces ---------------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* `count` texts of one maker, no two alike and none empty. */
static bool all_differ(int count, bool (*text)(int i, char out[SR_TEXT_MAX]))
{
    char(*all)[SR_TEXT_MAX] = calloc((size_t)count, sizeof *all);
    char **list = calloc((size_t)count, sizeof *list);
    bool good = all && list;
    for (int i = 0; good && i < count; i++) {
        good = text(i, all[i]) && all[i][0];
        list[i] = all[i];
    }
    if (good)
        qsort(list, (size_t)count, sizeof *list, by_text);
    for (int i = 1; good && i < count; i++) {
        good = strcmp(list[i - 1], list[i]) != 0;
        if (!good)
            printf("# twice: %s\n", list[i]);
    }
    free(all);
    free(list);
    return good;
}

static bool input_name(int i, char out[SR_TEXT_MAX])
{
    struct sr_input in;
    if (sr_space_input(space, i, &in) || !(in.scale > 0))
        return false;
    memcpy(out, in.name, sizeof in.name);
    return true;
}

static bool action_name(int i, char out[SR_TEXT_MAX])
{
    return sr_space_action_text(space, i, out) == SR_OK;
}

static long others;

static bool numbered(const union sr_state *s, const sr_move *legal, int n, struct sr_rng *rng)
{
    static uint16_t number[SR_MOVES_MAX];
    static int seen_at[1 << 16], now;
    (void)rng;
    if (sr_space_number(space, s, legal, n, number))
        return false;
    now++;
    for (int i = 0; i < n; i++) {
        char move[SR_TEXT_MAX], action[SR_TEXT_MAX];
        if (number[i] >= actions || seen_at[number[i]] == now)
            return false;
        seen_at[number[i]] = now;
        others += number[i] >= actions - SR_SPACE_OTHERS;
        sr_move_text(game, legal[i], move);
        if (sr_space_action_text(space, number[i], action))
            return false;
        if (!strchr(action, '@') && strncmp(action, "other", 5) && strcmp(move, action)) {
            printf("# %s is %s\n", move, action);
            return false;
        }
    }
    return true;
}

/* Two states that the one who decides cannot tell apart: the same row, the same mask. */
static bool tells_nothing(const union sr_state *s, const sr_move *legal, int n, struct sr_rng *rng)
{
    static struct sr_view view;
    static union sr_state other;
    static sr_move theirs[SR_MOVES_MAX];
    static uint8_t row[2][1 << 14];
    static uint16_t number[2][SR_MOVES_MAX];
    const int actor = sr_actor(&rules, s);
    sr_observe(&rules, s, actor, &view);
    sr_space_observe(space, &view, row[0]);
    sr_sample(&rules, &view, rng, &other);
    sr_observe(&rules, &other, actor, &view);
    sr_space_observe(space, &view, row[1]);
    const int m = sr_legal(&rules, &other, theirs);
    return memcmp(row[0], row[1], (size_t)inputs) == 0 && m == n &&
           sr_space_number(space, s, legal, n, number[0]) == SR_OK &&
           sr_space_number(space, &other, theirs, m, number[1]) == SR_OK &&
           memcmp(number[0], number[1], (size_t)n * sizeof number[0][0]) == 0;
}

/* ---- batches --------------------------------------------------------------------------------- */

enum { GAMES = 13, STEPS = 400 };

struct rig {
    struct sr_batch_config config;
    struct sr_batch_memory memory;
    struct sr_batch *batch;
    int32_t *action;
};

static bool rig_new(struct rig *r, int seats, int games, int threads, unsigned flags)
{
    const size_t n = (size_t)games, s = (size_t)seats;
    struct sr_batch_memory *m = &r->memory;
    r->config = (struct sr_batch_config){.rules = rules,
                                         .seats = seats,
                                         .games = games,
                                         .threads = threads,
                                         .seed = 7,
                                         .flags = flags,
                                         .bot = {r->config.bot[0], r->config.bot[1]}};
    m->observation = calloc(n * (size_t)inputs, flags & SR_BATCH_FLOATS ? sizeof(float) : 1);
    m->mask = calloc(n, (size_t)actions);
    m->actor = calloc(n, sizeof *m->actor);
    m->over = calloc(n, 1);
    m->reward = calloc(n * s, sizeof *m->reward);
    m->score = calloc(n * s, sizeof *m->score);
    m->part = calloc(n * s * SR_PARTS_MAX, sizeof *m->part);
    m->length = calloc(n, sizeof *m->length);
    m->seed = calloc(n, sizeof *m->seed);
    r->action = calloc(n, sizeof *r->action);
    struct sr_diag diag = {""};
    r->batch = sr_batch_new(&r->config, m, &diag);
    if (!r->batch)
        printf("# %s\n", diag.text);
    return r->batch != NULL;
}

static void rig_free(struct rig *r)
{
    struct sr_batch_memory *m = &r->memory;
    sr_batch_free(r->batch);
    free(m->observation);
    free(m->mask);
    free(m->actor);
    free(m->over);
    free(m->reward);
    free(m->score);
    free(m->part);
    free(m->length);
    free(m->seed);
    free(r->action);
    *r = (struct rig){.batch = NULL};
}

/* The rows of game i are those of its state, made afresh. */
static bool row_is_true(const struct rig *r, int i)
{
    static struct sr_view view;
    static uint8_t row[1 << 14];
    const union sr_state *s = sr_batch_state(r->batch, i);
    const int actor = sr_actor(&rules, s);
    sr_observe(&rules, s, actor, &view);
    sr_space_observe(space, &view, row);
    const uint8_t *has = (const uint8_t *)r->memory.observation + (size_t)i * (size_t)inputs;
    for (int k = 0; k < inputs; k++) {
        if (row[k] == has[k])
            continue;
        struct sr_input in;
        if (sr_space_input(space, k, &in) == SR_OK)
            printf("# game %d ply %u: %s is %d, not %d\n", i, s->head.ply, in.name, has[k], row[k]);
        return false;
    }
    sr_move legal[SR_MOVES_MAX];
    uint16_t number[SR_MOVES_MAX];
    const int n = sr_legal(&rules, s, legal);
    int ones = 0;
    const uint8_t *mask = r->memory.mask + (size_t)i * (size_t)actions;
    if (sr_space_number(space, s, legal, n, number))
        return false;
    for (int k = 0; k < actions; k++)
        ones += mask[k];
    for (int k = 0; k < n; k++)
        ones -= mask[number[k]];
    return ones == 0 && r->memory.actor[i] == actor;
}

static bool true_rows(void)
{
    bool good = true;
    for (int seats = game->seats_min; seats <= game->seats_max && good; seats++) {
        struct rig r = {.batch = NULL};
        good = rig_new(&r, seats, 3, 1, SR_BATCH_RESTART);
        for (int step = 0; good && step < STEPS; step++) {
            for (int i = 0; good && i < 3; i++)
                good = row_is_true(&r, i);
            sr_batch_random(r.batch, r.action);
            good = good && sr_batch_step(r.batch, r.action, NULL) == SR_OK;
        }
        rig_free(&r);
    }
    return good;
}

static uint64_t hash_rows(const struct rig *r, int games, int seats)
{
    const unsigned char *part[] = {
        r->memory.observation, r->memory.mask, (unsigned char *)r->memory.reward,
        (unsigned char *)r->memory.score, (unsigned char *)r->memory.seed};
    const size_t n = (size_t)games, size[] = {n * (size_t)inputs, n * (size_t)actions,
                                              n * (size_t)seats * 4, n * (size_t)seats * 4, n * 8};
    uint64_t hash = 1469598103934665603u;
    for (int p = 0; p < 5; p++)
        for (size_t i = 0; i < size[p]; i++)
            hash = (hash ^ part[p][i]) * 1099511628211u;
    return hash;
}

static uint64_t hash_of_run(int threads, int steps, unsigned long *allocations)
{
    const int seats = sr_max(2, game->seats_min);
    struct rig r = {.batch = NULL};
    uint64_t hash = 0;
    if (rig_new(&r, seats, GAMES, threads, SR_BATCH_RESTART)) {
        sr_alloc_tally(allocations);
        for (int i = 0; i < steps; i++) {
            sr_batch_random(r.batch, r.action);
            if (sr_batch_step(r.batch, r.action, NULL))
                break;
            hash = hash * 31 + hash_rows(&r, GAMES, seats);
        }
        sr_alloc_tally(NULL);
    }
    rig_free(&r);
    return hash;
}

/* Ends of games: rewards add up to nothing, scores are the game's own. */
static bool ends(void)
{
    const int seats = sr_max(2, game->seats_min);
    struct rig r = {.batch = NULL};
    bool good = rig_new(&r, seats, 1, 1, 0);
    while (good && r.memory.actor[0] != SR_NOBODY) {
        sr_batch_random(r.batch, r.action);
        good = sr_batch_step(r.batch, r.action, NULL) == SR_OK;
    }
    struct sr_scores sc;
    int parts = 0;
    while (game->score_parts[parts])
        parts++;
    if (good) {
        const union sr_state *s = sr_batch_state(r.batch, 0);
        sr_scores_of(&rules, s, &sc);
        float sum = 0;
        for (int i = 0; i < seats; i++) {
            sum += r.memory.reward[i];
            good = good && r.memory.score[i] == sc.total[i];
            for (int p = 0; p < parts; p++)
                good = good && r.memory.part[i * parts + p] == sc.part[i][p];
        }
        good = good && sum == 0 && r.memory.over[0] && r.memory.length[0] == (int)s->head.ply &&
               r.memory.seed[0] == sr_batch_seed(7, 0, 0);
        for (int i = 0; i < actions; i++)
            good = good && r.memory.mask[i] == 0;
        /* A step more changes nothing but the flags. */
        good = good && sr_batch_step(r.batch, r.action, NULL) == SR_OK && !r.memory.over[0] &&
               r.memory.reward[0] == 0;
    }
    rig_free(&r);
    return good;
}

/* An action that is not legal anywhere is refused everywhere, and a bot's seat never asks. */
static bool refusals(void)
{
    const int seats = sr_max(2, game->seats_min);
    struct rig r = {.batch = NULL};
    bool good = rig_new(&r, seats, GAMES, 2, SR_BATCH_RESTART);
    struct sr_diag diag = {""};
    if (good) {
        const uint64_t before = hash_rows(&r, GAMES, seats);
        const int32_t wrong[] = {-1, 1 << 20};
        for (int i = 0; i < 2; i++) {
            sr_batch_random(r.batch, r.action);
            r.action[GAMES - 2] = wrong[i];
            good = good && sr_batch_step(r.batch, r.action, &diag) == SR_ILLEGAL &&
                   strstr(diag.text, "game 11") && hash_rows(&r, GAMES, seats) == before;
        }
    }
    rig_free(&r);
    r.config.bot[0] = sr_bot_find("random");
    good = good && rig_new(&r, seats, GAMES, 1, SR_BATCH_RESTART);
    for (int step = 0; good && step < 100; step++) {
        for (int i = 0; i < GAMES; i++)
            good = good && r.memory.actor[i] != 0;
        sr_batch_random(r.batch, r.action);
        good = good && sr_batch_step(r.batch, r.action, NULL) == SR_OK;
    }
    rig_free(&r);
    struct sr_batch_config c = {.rules = rules, .seats = 99, .games = 1, .threads = 1};
    const struct sr_batch_memory none = {NULL};
    good = good && !sr_batch_new(&c, &none, &diag);
    c.seats = seats;
    c.games = 0;
    good = good && !sr_batch_new(&c, &none, &diag);
    c.games = 1;
    for (int i = 0; i < seats; i++)
        c.bot[i] = sr_bot_find("random");
    return good && !sr_batch_new(&c, &none, &diag) && strstr(diag.text, "bots");
}

static bool floats(void)
{
    const int seats = sr_max(2, game->seats_min);
    struct rig a = {.batch = NULL}, b = {.batch = NULL};
    bool good = rig_new(&a, seats, 2, 1, SR_BATCH_RESTART) &&
                rig_new(&b, seats, 2, 1, SR_BATCH_RESTART | SR_BATCH_FLOATS);
    float *want = calloc((size_t)inputs, sizeof *want);
    for (int step = 0; good && want && step < 50; step++) {
        sr_batch_random(a.batch, a.action);
        sr_batch_random(b.batch, b.action);
        good = sr_batch_step(a.batch, a.action, NULL) == SR_OK &&
               sr_batch_step(b.batch, b.action, NULL) == SR_OK;
        sr_space_floats(space, (uint8_t *)a.memory.observation + inputs, want);
        good = good && memcmp(want, (float *)b.memory.observation + inputs,
                              (size_t)inputs * sizeof *want) == 0;
    }
    free(want);
    rig_free(&a);
    rig_free(&b);
    return good;
}

/* Whichever piece of memory is missing: no batch, and nothing lost. */
static bool short_of_memory(void)
{
    struct sr_batch_config c = {
        .rules = rules, .seats = sr_max(2, game->seats_min), .games = 2, .threads = 2};
    const struct sr_batch_memory none = {NULL};
    struct sr_batch *b = NULL;
    int refused = 0;
    for (int n = 0; n < 100000 && !b; n = n < 40 ? n + 1 : n * 3 / 2) {
        sr_alloc_fail_after(n);
        b = sr_batch_new(&c, &none, NULL);
        refused += !b;
    }
    sr_alloc_fail_after(-1);
    sr_batch_free(b);
    return b && refused > 10;
}

int main(int argc, char **argv)
{
    game = sr_game_find(argc > 1 ? argv[1] : "blank");
    const int games = argc > 2 ? atoi(argv[2]) : 6;
    if (!game)
        return 1;
    rules = sr_rules_default(game);
    space = sr_space_new(&rules, NULL);
    if (!space)
        return 1;
    inputs = sr_space_inputs(space);
    actions = sr_space_actions(space);
    printf("TAP version 13\n# %s: %d inputs, %d actions\n", game->id, inputs, actions);
    check(all_differ(inputs, input_name), "every input has a name of its own");
    check(all_differ(actions, action_name), "every action has a text of its own");
    check(play_games(games, 1, numbered), "every legal move has a number of its own");
    check(others == 0, "no move of the game's own edition is an 'other'");
    check(play_games(games, 7, tells_nothing), "rows and masks tell nothing that is hidden");
    check(true_rows(), "rows brought up to date are those written for the first time");
    unsigned long allocations = 0;
    const uint64_t one = hash_of_run(1, 60, &allocations);
    check(one && one == hash_of_run(3, 60, NULL), "threads change nothing");
    check(allocations == 0, "a step allocates nothing");
    check(ends(), "rewards and scores at the end of a game");
    check(refusals(), "wrong actions and wishes are refused, bots play their seats");
    check(floats(), "floats are the numbers that the bytes stand for");
    check(short_of_memory(), "without memory there is no batch");
    printf("1..%d\n", tests);
    sr_space_free(space);
    return failures != 0;
}
