/* lessons_note.c: what there is to learn from a game: inputs, targets, moves and their shares. */
#include <math.h>

#include "lab/lessons_inside.h"

void *lessons_add(struct heap *h, size_t len)
{
    if (h->used + len > h->room) {
        h->room = 2 * (h->used + len);
        h->data = mem_grow(h->data, h->room);
    }
    h->used += len;
    return h->data + h->used - len;
}

void lessons_begin(struct pupil *p)
{
    for (int a = 0; a < LESSONS_ARRAYS; a++)
        p->array[a].used = 0;
    p->seen.used = 0;
    p->rows = p->moves = 0;
    ai_memo_clear(&p->memo);
}

static void note_moves(struct pupil *p, const struct ai_eval *e, const struct sr_rules *r,
                       const struct lessons_decision *d)
{
    const union sr_state *s = &p->state;
    const int seat = sr_actor(r, s);
    uint16_t seen[SR_MOVES_MAX][AI_SEEN];
    const int suggested = ai_described(e, r, s, p->legal, d->count, seen);
    for (int i = 0; i < d->count; i++) {
        struct lesson_move *to = lessons_add(&p->array[LESSONS_MOVES], sizeof *to);
        uint16_t slot[AI_SLOTS_MAX];
        const int n =
            ai_move_slots(r->game, p->legal[i], seat, s->head.seats, i == suggested, seen[i], slot);
        to->share = d->share[i];
        for (int k = 0; k < LESSON_SLOTS; k++)
            to->slot[k] = k < n ? slot[k] : LESSON_NO_SLOT;
    }
}

/* Chances are those of the move that was played, if it was looked at more than in passing. */
static void as_searched(const struct tree *t, int chosen, int seat, struct ai_values *v)
{
    enum { ENOUGH = 8 };
    const int64_t visits = t->root_visits[chosen];
    if (visits < ENOUGH || t->root_lines != v->lines)
        return;
    for (int i = 0; i < v->lines; i++)
        v->win[i] = (int32_t)(t->root_win[chosen][i] / visits);
    v->margin[seat] = (int32_t)(t->root_margin[chosen] / visits);
}

void lessons_note(struct pupil *p, const struct ai_eval *e, const struct sr_rules *r,
                  const struct lessons_decision *d)
{
    const union sr_state *s = &p->state;
    const int lines = ai_lines(e, s);
    const bool policy = d->kind != LESSON_NONE; /* else the moves teach nothing */
    struct ai_values *v = lessons_add(&p->seen, sizeof *v);
    struct lesson_row *row = lessons_add(&p->array[LESSONS_ROWS], (size_t)lines * sizeof *row);
    const size_t len = (size_t)lines * (size_t)e->game->inputs;
    int8_t *x = lessons_add(&p->array[LESSONS_INPUTS], len);
    memset(x, 0, len);
    memset(row, 0, (size_t)lines * sizeof *row);
    e->game->features(r, s, x);
    if (d->v) {
        *v = *d->v;
    } else if (e->net) {
        v->lines = lines;
        ai_eval_inputs(e, &p->memo, x, lines, v);
    } else {
        ai_eval_position(e, &p->memo, r, s, v);
    }
    if (d->tree)
        as_searched(d->tree, d->chosen, sr_actor(r, s), v);
    struct lesson *l = lessons_add(&p->array[LESSONS_LIST], sizeof *l);
    *l = (struct lesson){.row = p->rows,
                         .move = p->moves,
                         .game = (uint32_t)d->game,
                         .moves = (uint16_t)(policy ? d->count : 0),
                         .lines = (uint8_t)lines,
                         .seat = (uint8_t)sr_actor(r, s),
                         .kind = (uint8_t)d->kind,
                         .seats = s->head.seats,
                         .ply = s->head.ply};
    if (policy)
        note_moves(p, e, r, d);
    p->rows += (uint32_t)lines;
    p->moves += l->moves;
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
    ai_final_values(&sc, ai_margin(e->game, p->state.head.seats), &end);
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

/* The edition of a table gets its number when the first of its games is handed over: 0 for that of
 * the school, -1 when there are too many. */
static int number_of(struct school *sc, struct pupil *p, struct lessons_table *t)
{
    const struct sr_rules *r = &t->setup.rules;
    int32_t number[AI_LEAVES_MAX];
    if (t->number >= 0)
        return t->number;
    if (!memcmp(r->edition, sc->setup->rules.edition, r->game->edition_size))
        return t->number = 0;
    if (sc->sum.editions == UINT16_MAX)
        return -1;
    const int n = ai_edition_numbers(r->game, r->edition, number);
    memcpy(lessons_add(&p->array[LESSONS_EDITIONS], (size_t)n * 4), number, (size_t)n * 4);
    return t->number = (int)++sc->sum.editions;
}

void lessons_end(struct school *sc, struct pupil *p, const struct ai_eval *e,
                 struct lessons_table *t)
{
    struct lesson *list = (struct lesson *)p->array[LESSONS_LIST].data;
    const size_t count = p->array[LESSONS_LIST].used / sizeof *list;
    make_targets(p, e, &t->setup.rules, sc->setup->lambda);
    /* Its places in the arrays are given out now. */
    pthread_mutex_lock(&sc->lock);
    struct lessons_sum *sum = &sc->sum;
    const int edition = number_of(sc, p, t);
    for (size_t i = 0; i < count; i++) {
        list[i].row += (uint32_t)sum->rows;
        list[i].move += (uint32_t)sum->moves;
        list[i].edition = (uint16_t)sr_max(0, edition);
    }
    for (int a = 0; a < LESSONS_ARRAYS && edition >= 0; a++)
        if (!sum->failed && p->array[a].used)
            sum->failed = !sc->sink->write(sc->sink->context, (enum lessons_array)a,
                                           p->array[a].data, p->array[a].used);
    if (edition >= 0) {
        sum->games++;
        sum->lessons += (int64_t)count;
        sum->rows += p->rows;
        sum->moves += p->moves;
    }
    pthread_mutex_unlock(&sc->lock);
}
