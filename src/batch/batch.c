/* batch.c: games stepped at once, and what a learner gets of them. */
#include <stdio.h>

#include "batch/crew.h"
#include "batch/space.h"
#include "core/alloc.h"

enum {
    AHEAD = 16,   /* games whose rows are written together */
    FETCHED = 256 /* bytes of a state that are read before it is played on */
};

/* One game. */
struct slot {
    union sr_state *state;
    union sr_state *lists; /* those that its row has; nothing else is used of it */
    sr_move *legal;
    uint16_t *action;
    int count;  /* legal moves; 0: over */
    int chosen; /* index of the move that is played next */
    int actor;
    int row_actor; /* whose row it was last */
    uint64_t nth;
    struct sr_rng rng; /* of sr_batch_random */
    struct sr_rng bot_rng[SR_SEATS_MAX];
};

struct sr_batch {
    struct sr_batch_config config;
    struct sr_batch_memory memory;
    int8_t option[SR_OPTIONS_MAX];
    struct sr_bot bot[SR_SEATS_MAX];
    bool is_bot[SR_SEATS_MAX];
    struct sr_space *space;
    struct crew *crew;
    int parts, workers;
    struct slot *slot;
    unsigned char *block; /* what the slots point into */
    unsigned char *views; /* AHEAD for each worker */
    size_t view_size;
    uint8_t *bytes;      /* rows of bytes behind rows of floats */
    enum sr_err err;     /* SR_SPACE: a game went beyond its numbers */
    const int32_t *step; /* actions of this step */
    int *first_bad;      /* by worker: the first game with an illegal action, or -1 */
};

/* splitmix64's finaliser: seeds of seeds. */
static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t z = a * 0x9E3779B97F4A7C15u + b + 0x632BE59BD9B4E019u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

uint64_t sr_batch_seed(uint64_t seed, int game, uint64_t nth)
{
    return mix(mix(seed, (uint64_t)game), nth);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static uint8_t *mask_of(const struct sr_batch *b, int i)
{
    uint8_t *mask = b->memory.mask;
    return mask ? mask + (size_t)i * (size_t)b->space->actions : NULL;
}

static void clear_mask(const struct sr_batch *b, int i)
{
    const int count = b->slot[i].count;
    const uint16_t *action = b->slot[i].action;
    uint8_t *mask = mask_of(b, i);
    for (int n = 0; mask && n < count; n += SPACE_MORE)
        for (int k = 0; k < SPACE_MORE; k++)
            mask[action[n + k]] = 0;
}

/* The row of the one who decides. */
static void write_row(struct sr_batch *b, int i, const union sr_state *view)
{
    struct slot *s = &b->slot[i];
    const size_t at = (size_t)i * (size_t)b->space->inputs;
    uint8_t *const rows = b->bytes ? b->bytes : b->memory.observation;
    struct space_row row = {.old = s->lists->bytes,
                            .row = rows + at,
                            .me = s->actor,
                            .turned = s->actor != s->row_actor};
    space_row_of(&row, b->space->rules.game, view);
    b->space->writer->write(&row);
    s->row_actor = s->actor;
    if (b->bytes)
        sr_space_floats(b->space, row.row, (float *)b->memory.observation + at);
}

/* The legal moves, where the caller decides. */
static void ask(struct sr_batch *b, int i)
{
    struct slot *s = &b->slot[i];
    s->count = sr_legal(&b->config.rules, s->state, s->legal);
    if (space_number(b->space, s->state, s->legal, s->count, s->action, mask_of(b, i))) {
        b->err = SR_SPACE;
        s->count = 0;
    }
    if (b->memory.actor)
        b->memory.actor[i] = s->actor;
}

/* ---- one game -------------------------------------------------------------------------------- */

static void begin(struct sr_batch *b, int i)
{
    const struct sr_batch_config *c = &b->config;
    struct slot *s = &b->slot[i];
    const uint64_t seed = sr_batch_seed(c->seed, i, s->nth++);
    /* The seats and options have been tried when the batch was made. */
    if (sr_setup(&c->rules, c->seats, b->option, seed, s->state, NULL))
        s->state->head.over = 1;
    for (int k = 0; k < c->seats; k++)
        if (b->is_bot[k])
            sr_bot_seed(&s->bot_rng[k], seed, k);
    if (b->memory.seed)
        b->memory.seed[i] = seed;
    s->actor = sr_actor(&c->rules, s->state);
}

/* Others beaten less others it is beaten by, from -1 to 1; alone: whether it is won. */
static float reward_of(const struct sr_scores *sc, int seat)
{
    if (sc->lines == 1)
        return sc->rank[0] == 1 ? 1.0f : -1.0f;
    int sum = 0;
    for (int i = 0; i < sc->lines; i++)
        sum += (sc->rank[i] > sc->rank[seat]) - (sc->rank[i] < sc->rank[seat]);
    return (float)sum / (float)(sc->lines - 1);
}

static void finish(struct sr_batch *b, int i)
{
    const struct slot *s = &b->slot[i];
    const struct sr_batch_memory *m = &b->memory;
    const int seats = b->config.seats;
    struct sr_scores sc;
    sr_scores_of(&b->config.rules, s->state, &sc);
    if (m->over)
        m->over[i] = 1;
    if (m->length)
        m->length[i] = (int32_t)s->state->head.ply;
    for (int k = 0; k < seats; k++) {
        const size_t at = (size_t)i * (size_t)seats + (size_t)k;
        if (m->reward)
            m->reward[at] = reward_of(&sc, k);
        if (m->score)
            m->score[at] = sc.total[k];
        for (int p = 0; m->part && p < b->parts; p++)
            m->part[at * (size_t)b->parts + (size_t)p] = sc.part[k][p];
    }
}

static sr_move bot_move(struct sr_batch *b, struct slot *s)
{
    const struct sr_rules *r = &b->config.rules;
    const int n = sr_legal(r, s->state, s->legal), seat = s->actor;
    const struct sr_bot *bot = &b->bot[seat];
    if (n == 1)
        return s->legal[0];
    if (bot->skill.visits == -1)
        return s->legal[sr_rng_below(&s->bot_rng[seat], (uint32_t)n)];
    struct sr_view view;
    sr_observe(r, s->state, seat, &view);
    const int pick = bot->choose(r, &view, s->legal, n, &s->bot_rng[seat]);
    return s->legal[pick >= 0 && pick < n ? pick : 0];
}

/* Lets bots play, and games that are over begin anew, up to a decision of the caller. */
static void go_on(struct sr_batch *b, int i)
{
    struct slot *s = &b->slot[i];
    const struct sr_rules *r = &b->config.rules;
    for (;;) {
        if (s->state->head.over) {
            finish(b, i);
            if (!(b->config.flags & SR_BATCH_RESTART))
                break;
            begin(b, i);
        } else if (!b->is_bot[s->actor]) {
            ask(b, i);
            return;
        } else {
            sr_play_unchecked(r, s->state, bot_move(b, s), NULL);
            s->actor = sr_actor(r, s->state);
        }
    }
    s->count = 0;
    if (b->memory.actor)
        b->memory.actor[i] = SR_NOBODY;
}

static void play(struct sr_batch *b, int i)
{
    struct slot *s = &b->slot[i];
    const struct sr_batch_memory *m = &b->memory;
    if (m->over)
        m->over[i] = 0;
    for (int k = 0; m->reward && k < b->config.seats; k++)
        m->reward[(size_t)i * (size_t)b->config.seats + (size_t)k] = 0;
    if (s->count == 0)
        return;
    clear_mask(b, i);
    sr_play_unchecked(&b->config.rules, s->state, s->legal[s->chosen], NULL);
    s->actor = sr_actor(&b->config.rules, s->state);
    go_on(b, i);
}

/* ---- all of them ----------------------------------------------------------------------------- */

struct part {
    int from, to;
};

static struct part part_of(const struct sr_batch *b, int number)
{
    const int64_t games = b->config.games, n = b->workers;
    return (struct part){(int)(games * number / n), (int)(games * (number + 1) / n)};
}

/* Finds the moves of the actions. */
static void look_up(void *context, int number)
{
    struct sr_batch *b = context;
    const struct part p = part_of(b, number);
    b->first_bad[number] = -1;
    for (int i = p.from; i < p.to; i++) {
        struct slot *s = &b->slot[i];
        int k = s->chosen; /* where sr_batch_random took it from, perhaps */
        if (k >= s->count || s->action[k] != b->step[i])
            for (k = 0; k < s->count && s->action[k] != b->step[i];)
                k++;
        s->chosen = k;
        if (k == s->count && s->count > 0) {
            b->first_bad[number] = i;
            return;
        }
    }
}

/* What those who decide see, and their rows. What has just been written in small pieces is slow to
 * read in large ones, so one thing is done for all games before the next is. */
static void write_rows(struct sr_batch *b, int worker, int from, int to)
{
    const struct sr_rules *r = &b->config.rules;
    union sr_state *view[AHEAD];
    if (!b->memory.observation)
        return;
    for (int i = from; i < to; i++) {
        view[i - from] =
            (union sr_state *)(b->views + (size_t)(worker * AHEAD + i - from) * b->view_size);
        b->space->writer->copy(view[i - from]->bytes, b->slot[i].state->bytes);
    }
    for (int i = from; i < to; i++) {
        view[i - from]->head.rng = (struct sr_rng){{0, 0, 0, 0}};
        view[i - from]->head.viewer = (uint8_t)b->slot[i].actor;
        if (b->slot[i].count)
            r->game->hide(r->edition, view[i - from], b->slot[i].actor);
    }
    for (int i = from; i < to; i++)
        if (b->slot[i].count)
            write_row(b, i, view[i - from]);
}

/* What the game that is played next needs. */
static void fetch(const struct sr_batch *b, int i)
{
    const struct slot *s = &b->slot[i];
    const unsigned char *state = s->state->bytes;
    for (int at = 0; at < FETCHED; at += 64)
        __builtin_prefetch(state + at, 1);
    __builtin_prefetch(&s->legal[s->chosen]);
    __builtin_prefetch(s->action, 1);
}

static void play_all(void *context, int number)
{
    struct sr_batch *b = context;
    const struct part p = part_of(b, number);
    for (int from = p.from; from < p.to; from += AHEAD) {
        const int to = sr_min(from + AHEAD, p.to);
        for (int i = from; i < to; i++) {
            if (i + 1 < p.to)
                fetch(b, i + 1);
            play(b, i);
        }
        write_rows(b, number, from, to);
    }
}

static void begin_all(void *context, int number)
{
    struct sr_batch *b = context;
    const struct part p = part_of(b, number);
    for (int i = p.from; i < p.to; i++) {
        struct slot *s = &b->slot[i];
        clear_mask(b, i);
        s->nth = 0;
        sr_rng_seed(&s->rng, mix(~b->config.seed, (uint64_t)i));
        begin(b, i);
        go_on(b, i);
        if (b->memory.over)
            b->memory.over[i] = 0;
        write_rows(b, number, i, i + 1);
    }
}

enum sr_err sr_batch_step(struct sr_batch *b, const int32_t *action, struct sr_diag *diag)
{
    b->step = action;
    crew_run(b->crew, look_up, b);
    for (int k = 0; k < b->workers; k++) {
        const int bad = b->first_bad[k];
        if (bad < 0)
            continue;
        char text[SR_TEXT_MAX] = "no action at all";
        const bool known = sr_space_action_text(b->space, action[bad], text) == SR_OK;
        return sr_fail(diag, SR_ILLEGAL, "game %d: action %d (%.120s) is not legal%s", bad,
                       (int)action[bad], text, known ? " now" : "");
    }
    crew_run(b->crew, play_all, b);
    if (b->err)
        return sr_fail(diag, b->err, "a decision has more than %d moves without a number",
                       (int)SR_SPACE_OTHERS);
    return SR_OK;
}

void sr_batch_random(struct sr_batch *b, int32_t *action)
{
    for (int i = 0; i < b->config.games; i++) {
        struct slot *s = &b->slot[i];
        s->chosen = s->count ? (int)sr_rng_below(&s->rng, (uint32_t)s->count) : 0;
        action[i] = s->count ? s->action[s->chosen] : 0;
    }
}

void sr_batch_reset(struct sr_batch *b, uint64_t seed)
{
    b->config.seed = seed;
    b->err = SR_OK;
    crew_run(b->crew, begin_all, b);
}

const struct sr_space *sr_batch_space(const struct sr_batch *b) { return b->space; }

const union sr_state *sr_batch_state(const struct sr_batch *b, int game)
{
    return game < 0 || game >= b->config.games ? NULL : b->slot[game].state;
}

int sr_batch_legal(const struct sr_batch *b, int game, const sr_move **moves,
                   const uint16_t **actions)
{
    if (game < 0 || game >= b->config.games)
        return 0;
    *moves = b->slot[game].legal;
    *actions = b->slot[game].action;
    return b->slot[game].count;
}

/* ---- making ---------------------------------------------------------------------------------- */

static size_t round64(size_t n) { return (n + 63) & ~(size_t)63; }

/* Memory of the slots, in one block. */
static bool make_slots(struct sr_batch *b)
{
    const struct sr_game *g = b->config.rules.game;
    const bool floats = b->config.flags & SR_BATCH_FLOATS && b->memory.observation;
    const size_t games = (size_t)b->config.games, state = round64(g->state_size + SPACE_PAST);
    const size_t moves = round64((g->moves_max + SPACE_MORE) * sizeof(sr_move));
    const size_t actions = round64((g->moves_max + SPACE_MORE) * sizeof(uint16_t));
    const size_t each = 2 * state + moves + actions, views = (size_t)b->workers * AHEAD * state;
    b->slot = sr_alloc(games * sizeof *b->slot);
    b->block = sr_alloc(games * each + views + 64);
    b->first_bad = sr_alloc((size_t)b->workers * sizeof *b->first_bad);
    b->bytes = floats ? sr_alloc(games * (size_t)b->space->inputs) : NULL;
    if (!b->slot || !b->block || !b->first_bad || (floats && !b->bytes))
        return false;
    b->views = b->block + (64 - ((uintptr_t)b->block & 63));
    b->view_size = state;
    unsigned char *at = b->views + views;
    for (size_t i = 0; i < games; i++, at += each) {
        struct slot *s = &b->slot[i];
        s->state = (union sr_state *)at;
        s->legal = (sr_move *)(at + state);
        s->action = (uint16_t *)(at + state + moves);
        s->lists = (union sr_state *)(at + state + moves + actions);
    }
    return true;
}

static void clear_rows(const struct sr_batch *b)
{
    const struct sr_batch_memory *m = &b->memory;
    const size_t games = (size_t)b->config.games, seats = (size_t)b->config.seats;
    if (m->observation && !b->bytes)
        memset(m->observation, 0, games * (size_t)b->space->inputs);
    if (m->mask)
        memset(m->mask, 0, games * (size_t)b->space->actions);
    if (m->reward)
        memset(m->reward, 0, games * seats * sizeof *m->reward);
    if (m->score)
        memset(m->score, 0, games * seats * sizeof *m->score);
    if (m->part)
        memset(m->part, 0, games * seats * (size_t)b->parts * sizeof *m->part);
    if (m->length)
        memset(m->length, 0, games * sizeof *m->length);
}

/* NULL, or what is wrong with the wishes. */
static const char *refuse(const struct sr_batch_config *c)
{
    int deciding = 0;
    if (c->games < 1 || c->games > 1 << 24)
        return "games: 1 to 16777216";
    if (c->threads < 1 || c->threads > 256)
        return "threads: 1 to 256";
    for (int i = 0; i < c->seats && i < SR_SEATS_MAX; i++) {
        deciding += !c->bot[i];
        if (c->bot[i] && c->bot[i]->skill.visits != -1 && !c->bot[i]->choose)
            return "a bot of sr_bot_find is wanted, without changes";
    }
    return deciding ? NULL : "all seats are bots: nothing to decide";
}

static void take_config(struct sr_batch *b, const struct sr_batch_config *c)
{
    const struct sr_game *g = c->rules.game;
    b->config = *c;
    b->workers = sr_min(c->threads, c->games);
    while (g->score_parts[b->parts])
        b->parts++;
    for (int i = 0; g->options[i].id; i++)
        b->option[i] = c->option ? c->option[i] : g->options[i].def;
    for (int i = 0; i < c->seats; i++) {
        b->is_bot[i] = c->bot[i] != NULL;
        if (c->bot[i])
            b->bot[i] = *c->bot[i];
    }
    b->config.option = b->option;
}

struct sr_batch *sr_batch_new(const struct sr_batch_config *c, const struct sr_batch_memory *m,
                              struct sr_diag *diag)
{
    union sr_state trial;
    const char *why = refuse(c);
    if (why) {
        sr_explain(diag, "%s", why);
        return NULL;
    }
    if (sr_setup(&c->rules, c->seats, c->option, c->seed, &trial, diag))
        return NULL;
    struct sr_batch *b = sr_alloc(sizeof *b);
    if (b) {
        take_config(b, c);
        b->memory = *m;
        b->space = sr_space_new(&c->rules, NULL);
        if (b->space && make_slots(b) && (b->crew = crew_new(b->workers))) {
            clear_rows(b);
            sr_batch_reset(b, c->seed);
            return b;
        }
    }
    sr_batch_free(b);
    sr_explain(diag, "not enough memory or threads");
    return NULL;
}

void sr_batch_free(struct sr_batch *b)
{
    if (!b)
        return;
    crew_free(b->crew);
    sr_space_free(b->space);
    sr_free(b->slot);
    sr_free(b->block);
    sr_free(b->bytes);
    sr_free(b->first_bad);
    sr_free(b);
}
