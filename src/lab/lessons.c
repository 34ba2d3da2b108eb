/* lessons.c: plays games and writes down what there is to learn from them. Games are numbered and
 * each is the same on any number of threads; their order in the arrays is not. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "ai/bots.h"
#include "core/fields.h"
#include "lab/arena.h"
#include "lab/lessons.h"

/* Of AI_WIN: what a move must be worse by to get half the share. */
enum { FOCUS = AI_WIN / 80 };

struct heap { /* bytes that grow */
    unsigned char *data;
    size_t used, room;
};

struct pupil { /* of a worker */
    struct heap array[LESSONS_ARRAYS];
    struct heap seen; /* struct ai_values of every lesson */
    struct ai_memo memo;
    void *memory[SR_SEATS_MAX];
    union sr_state state;
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX];
    uint64_t edition[SR_EDITION_MAX / 8];
    uint32_t rows, moves;
};

struct school {
    const struct lessons_setup *setup;
    const struct lessons_sink *sink;
    const struct ai_game *game;
    struct pupil *pupil;
    struct lab_jobs jobs;
    uint64_t until; /* on lab_clock; 0: no limit */
    pthread_mutex_t lock;
    struct lessons_sum sum;
};

static void *add(struct heap *h, size_t len)
{
    if (h->used + len > h->room) {
        h->room = 2 * (h->used + len);
        h->data = mem_grow(h->data, h->room);
    }
    h->used += len;
    return h->data + h->used - len;
}

/* ---- editions and seats --------------------------------------------------------------------- */

static bool playable(const struct sr_game *g, const void *edition)
{
    return fields__check(g->edition_fields, edition, false, NULL) == SR_OK &&
           (!g->check_edition || !g->check_edition(edition));
}

void lessons_change(const struct sr_game *g, void *edition, struct sr_rng *rng)
{
    int32_t number[AI_LEAVES_MAX];
    const int leaves = ai_edition_numbers(g, edition, number);
    /* A few numbers, or many. */
    const uint32_t share = sr_rng_below(rng, 2) ? 1000 * 4 / (uint32_t)leaves : 250;
    for (int i = 0; i < leaves; i++) {
        if (sr_rng_below(rng, 1000) >= share)
            continue;
        const int32_t most = sr_max(1, abs(number[i]) * 2 / 5);
        const int32_t by = (int32_t)sr_rng_below(rng, (uint32_t)(2 * most + 1)) - most;
        ai_edition_set(g, edition, i, number[i] + by);
        if (!playable(g, edition))
            ai_edition_set(g, edition, i, number[i]);
    }
}

static int seats_of(const struct lessons_setup *s, struct sr_rng *rng)
{
    const struct sr_game *g = s->rules.game;
    if (s->seats)
        return s->seats;
    if (sr_rng_below(rng, 2))
        return sr_max(2, g->seats_min);
    /* Of two numbers the smaller: a full table takes as long as ten tables of two. */
    const uint32_t range = (uint32_t)(g->seats_max - g->seats_min + 1);
    const int one = (int)sr_rng_below(rng, range);
    return g->seats_min + sr_min(one, (int)sr_rng_below(rng, range));
}

/* Options as they were asked for, or drawn. */
static void options_of(const struct lessons_setup *s, bool other, struct sr_rng *rng,
                       int8_t option[SR_OPTIONS_MAX])
{
    memcpy(option, s->option, SR_OPTIONS_MAX);
    const struct sr_option *o = s->rules.game->options;
    for (int i = 0; other && o && o[i].id; i++)
        option[i] =
            (int8_t)(o[i].min + (int)sr_rng_below(rng, (uint32_t)(o[i].max - o[i].min + 1)));
}

static bool begin(struct school *sc, struct pupil *p, struct sr_rules *r, uint64_t seed,
                  struct sr_rng *rng)
{
    const struct lessons_setup *s = sc->setup;
    int8_t option[SR_OPTIONS_MAX];
    const bool changed = (int)sr_rng_below(rng, 100) < s->changed;
    const bool other = (int)sr_rng_below(rng, 100) < s->changed;
    const int seats = seats_of(s, rng);
    memcpy(p->edition, s->rules.edition, s->rules.game->edition_size);
    if (changed)
        lessons_change(s->rules.game, p->edition, rng);
    *r = (struct sr_rules){s->rules.game, p->edition};
    options_of(s, other, rng, option);
    if (!sr_setup(r, seats, option, seed, &p->state, NULL))
        return true;
    return !sr_setup(r, seats, s->option, seed, &p->state, NULL);
}

/* ---- one game ------------------------------------------------------------------------------- */

/* What a look at the moves or a search says about how to share out attention. */
static void share_out(const struct sr_mind *m, int count, int chosen, uint16_t *share)
{
    int64_t total = 0;
    int32_t part[SR_MOVES_MAX], top = m->worth[chosen];
    if (mind__halves(m)) {
        halving_shares(m->desk.logit, count, share);
        return;
    }
    for (int i = 0; i < count; i++)
        top = sr_max(top, m->worth[i]);
    for (int i = 0; i < count; i++)
        total += part[i] = m->bot.skill.visits > 0
                               ? (int32_t)tree_root_edge(&m->tree, i)->visits + (i == chosen)
                               : ai_exp2((int64_t)(m->worth[i] - top) * AI_WIN / FOCUS);
    /* Half for what was chosen: it may rest on more than what each move is worth. */
    for (int i = 0; i < count; i++)
        share[i] = (uint16_t)((int64_t)part[i] * 32767 / total + (i == chosen ? 32767 : 0));
}

static void note_moves(struct pupil *p, const struct ai_eval *e, const struct sr_rules *r,
                       const struct sr_mind *m, int count, int chosen, enum lesson_kind kind)
{
    const union sr_state *s = &p->state;
    const int seat = sr_actor(r, s);
    const int suggested = ai_suggested(e, r, s, p->legal, count);
    uint16_t share[SR_MOVES_MAX] = {0}, seen[SR_MOVES_MAX][AI_SEEN] = {{0}};
    if (e->game->describe)
        e->game->describe(r, s, p->legal, count, seen);
    if (kind == LESSON_LOOK)
        share_out(m, count, chosen, share);
    else
        share[chosen] = 65535;
    for (int i = 0; i < count; i++) {
        struct lesson_move *to = add(&p->array[LESSONS_MOVES], sizeof *to);
        uint16_t slot[AI_SLOTS_MAX];
        const int n =
            ai_move_slots(r->game, p->legal[i], seat, s->head.seats, i == suggested, seen[i], slot);
        to->share = share[i];
        for (int k = 0; k < LESSON_SLOTS; k++)
            to->slot[k] = k < n ? slot[k] : LESSON_NO_SLOT;
    }
}

/* Writes down a decision; returns what is to be filled in when the game is over. */
static struct lesson *note(struct pupil *p, const struct ai_eval *e, const struct sr_rules *r,
                           int count, enum lesson_kind kind, int64_t game)
{
    const union sr_state *s = &p->state;
    const int lines = ai_lines(e, s);
    struct ai_values *v = add(&p->seen, sizeof *v);
    struct lesson_row *row = add(&p->array[LESSONS_ROWS], (size_t)lines * sizeof *row);
    const size_t len = (size_t)lines * (size_t)e->game->inputs;
    int8_t *x = add(&p->array[LESSONS_INPUTS], len);
    memset(x, 0, len);
    memset(row, 0, (size_t)lines * sizeof *row);
    e->game->features(r, s, x);
    if (e->net) {
        v->lines = lines;
        ai_eval_inputs(e, &p->memo, x, lines, v);
    } else {
        ai_eval_position(e, &p->memo, r, s, v);
    }
    struct lesson *l = add(&p->array[LESSONS_LIST], sizeof *l);
    *l = (struct lesson){.row = p->rows,
                         .move = p->moves,
                         .game = (uint32_t)game,
                         .moves = (uint16_t)count,
                         .lines = (uint8_t)lines,
                         .seat = (uint8_t)sr_actor(r, s),
                         .kind = (uint8_t)kind,
                         .seats = s->head.seats,
                         .ply = s->head.ply};
    p->rows += (uint32_t)lines;
    p->moves += (uint32_t)count;
    return l;
}

/* From the end backwards, as in train.c: a target mixes what is thought of the next position with
 * that position's own target. */
static void make_targets(struct pupil *p, const struct ai_eval *e, const struct sr_rules *r,
                         double keep)
{
    struct sr_scores sc;
    struct ai_values end;
    const int count = (int)(p->seen.used / sizeof(struct ai_values));
    const struct ai_values *seen = (const struct ai_values *)p->seen.data;
    const struct lesson *list = (const struct lesson *)p->array[LESSONS_LIST].data;
    struct lesson_row *rows = (struct lesson_row *)p->array[LESSONS_ROWS].data;
    const float lambda = (float)pow(keep, 100.0 / sr_max(1, count));
    float win[SR_LINES_MAX], margin[SR_LINES_MAX];
    sr_scores_of(r, &p->state, &sc);
    ai_final_values(&sc, e->game->margin, &end);
    for (int i = 0; i < sc.lines; i++) {
        win[i] = (float)end.win[i] / AI_WIN;
        margin[i] = (float)end.margin[i] / AI_WIN;
    }
    for (int k = count - 1; k >= 0; k--)
        for (int i = 0; i < list[k].lines; i++) {
            struct lesson_row *row = &rows[list[k].row + (uint32_t)i];
            row->win = win[i];
            row->margin = margin[i];
            row->points = (float)sc.total[i] / (float)e->game->margin;
            row->result = (float)end.win[i] / AI_WIN;
            win[i] = (1 - lambda) * (float)seen[k].win[i] / AI_WIN + lambda * win[i];
            margin[i] = (1 - lambda) * (float)seen[k].margin[i] / AI_WIN + lambda * margin[i];
        }
}

/* Hands the game over; its places in the arrays are given out now. */
static void hand_over(struct school *sc, struct pupil *p, const struct sr_rules *r)
{
    const bool other = memcmp(r->edition, sc->setup->rules.edition, r->game->edition_size) != 0;
    struct lesson *list = (struct lesson *)p->array[LESSONS_LIST].data;
    const size_t count = p->array[LESSONS_LIST].used / sizeof *list;
    int32_t number[AI_LEAVES_MAX];
    pthread_mutex_lock(&sc->lock);
    struct lessons_sum *sum = &sc->sum;
    const bool room = sum->editions < UINT16_MAX;
    if (other && room) {
        sum->editions++;
        const int n = ai_edition_numbers(r->game, r->edition, number);
        memcpy(add(&p->array[LESSONS_EDITIONS], (size_t)n * 4), number, (size_t)n * 4);
    }
    for (size_t i = 0; i < count; i++) {
        list[i].row += (uint32_t)sum->rows;
        list[i].move += (uint32_t)sum->moves;
        list[i].edition = (uint16_t)(other ? sum->editions : 0);
    }
    for (int a = 0; a < LESSONS_ARRAYS && (!other || room); a++)
        if (!sum->failed && p->array[a].used)
            sum->failed = !sc->sink->write(sc->sink->context, (enum lessons_array)a,
                                           p->array[a].data, p->array[a].used);
    if (!other || room) {
        sum->games++;
        sum->lessons += (int64_t)count;
        sum->rows += p->rows;
        sum->moves += p->moves;
    }
    pthread_mutex_unlock(&sc->lock);
}

static void seat_bots(const struct lessons_setup *s, struct pupil *p, const struct sr_rules *r,
                      uint64_t seed, struct sr_rng *rng, struct sr_mind *mind[SR_SEATS_MAX])
{
    const int seats = p->state.head.seats;
    const bool alone = s->bots == 1 || sr_rng_below(rng, 2);
    const int sure = (int)sr_rng_below(rng, (uint32_t)seats);
    for (int i = 0; i < seats; i++) {
        const int which = alone || i == sure ? 0 : (int)sr_rng_below(rng, (uint32_t)s->bots);
        mind[i] = sr_mind_init(p->memory[i], r, &s->bot[which], base_mix(seed, (uint64_t)i));
    }
}

static void play_one(void *context, int worker, int64_t index)
{
    struct school *sc = context;
    struct pupil *p = &sc->pupil[worker];
    const struct lessons_setup *s = sc->setup;
    const uint64_t seed = base_mix(s->seed, (uint64_t)index);
    struct sr_rules r;
    struct sr_rng rng;
    struct sr_mind *mind[SR_SEATS_MAX] = {NULL};
    if (sc->until && lab_clock(NULL) >= sc->until) {
        lab_stop(&sc->jobs);
        return;
    }
    sr_rng_seed(&rng, seed);
    if (!begin(sc, p, &r, seed, &rng))
        return;
    const struct ai_eval e = ai_eval_for(&r, true);
    for (int a = 0; a < LESSONS_ARRAYS; a++)
        p->array[a].used = 0;
    p->seen.used = 0;
    p->rows = p->moves = 0;
    ai_memo_clear(&p->memo);
    seat_bots(s, p, &r, seed, &rng, mind);
    for (int actor; (actor = sr_actor(&r, &p->state)) != SR_NOBODY;) {
        const int count = sr_legal(&r, &p->state, p->legal);
        int i = 0;
        if (count > 1) {
            const struct sr_mind *m = mind[actor];
            const bool any = (int)sr_rng_below(&rng, 1000) < s->explore;
            enum lesson_kind kind = m->bot.skill.visits >= 0 ? LESSON_LOOK : LESSON_SCRIPT;
            if (any || m->bot.skill.visits == -1)
                kind = LESSON_NONE;
            if (any) {
                i = (int)sr_rng_below(&rng, (uint32_t)count);
            } else {
                const int visits = m->bot.skill.visits;
                const bool deep = visits <= 0 || (int)sr_rng_below(&rng, 100) < s->deep;
                sr_observe(&r, &p->state, actor, &p->view);
                if (!deep)
                    sr_mind_limit(mind[actor], m->bot.skill.halving ? 1 : 0, -1);
                i = sr_mind_choose(mind[actor], &p->view, p->legal, count);
                sr_mind_limit(mind[actor], visits, -1);
                kind = deep ? kind : LESSON_NONE;
            }
            note(p, &e, &r, count, kind, index);
            note_moves(p, &e, &r, m, count, i, kind);
        }
        sr_play_unchecked(&r, &p->state, p->legal[i], NULL);
        if (p->state.head.ply > r.game->plies_max)
            return;
    }
    make_targets(p, &e, &r, s->lambda);
    hand_over(sc, p, &r);
}

enum sr_err lessons_play(const struct lessons_setup *setup, const struct lessons_sink *sink,
                         struct lessons_sum *out)
{
    struct school sc = {.setup = setup, .sink = sink};
    const int threads = sr_max(1, setup->threads);
    sc.game = ai_game_find(setup->rules.game->id);
    sc.pupil = mem_new((size_t)threads * sizeof *sc.pupil);
    sc.until = setup->seconds > 0 ? lab_clock(NULL) + (uint64_t)(1000 * setup->seconds) : 0;
    size_t size = 0;
    for (int i = 0; i < setup->bots; i++)
        size = sr_mind_size_for(&setup->bot[i]) > size ? sr_mind_size_for(&setup->bot[i]) : size;
    for (int i = 0; i < threads; i++)
        for (int k = 0; k < setup->rules.game->seats_max; k++)
            sc.pupil[i].memory[k] = mem_grow(NULL, size);
    pthread_mutex_init(&sc.lock, NULL);
    sc.jobs = (struct lab_jobs){.count = setup->games, .work = play_one, .context = &sc};
    const enum sr_err err = lab_run(&sc.jobs, threads);
    for (int i = 0; i < threads; i++) {
        for (int a = 0; a < LESSONS_ARRAYS; a++)
            mem_free(sc.pupil[i].array[a].data);
        mem_free(sc.pupil[i].seen.data);
        for (int k = 0; k < SR_SEATS_MAX; k++)
            mem_free(sc.pupil[i].memory[k]);
    }
    mem_free(sc.pupil);
    pthread_mutex_destroy(&sc.lock);
    *out = sc.sum;
    return err;
}
