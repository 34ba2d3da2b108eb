/* actions.c: a number for every move. The arguments that notation shows are digits of a raw number;
 * where a game has few of the combinations, a table leads from raw numbers to actions. */
#include <stdio.h>

#include "batch/space.h"
#include "core/alloc.h"

enum { TABLE_BITS = 16, ROWS_MAX = 8 };

/* ---- one move -------------------------------------------------------------------------------- */

static inline int value_of(const struct space_arg *a, sr_move m, const unsigned char *player)
{
    int x = sr_move_bits(m, a->shift, a->bits);
    if (a->sign && x >> (a->bits - 1))
        x -= 1 << a->bits;
    if (a->around >= 0) {
        int16_t from;
        memcpy(&from, player + a->around, sizeof from);
        x -= from;
    }
    return x;
}

/* The action of a move, or -1. */
static inline int number(const struct space_verb *v, sr_move m, const unsigned char *player)
{
    uint32_t raw = 0;
    for (int i = 0; i < v->args; i++) {
        const struct space_arg *a = &v->arg[i];
        const unsigned x = (unsigned)(value_of(a, m, player) - a->low);
        if (SR_UNLIKELY(x > a->span))
            return -1;
        raw += x * a->times;
    }
    if (!v->remap)
        return v->base + (int)raw;
    const int to = v->remap[raw];
    return to == SPACE_NO_ACTION ? -1 : v->base + to;
}

/* ---- making ---------------------------------------------------------------------------------- */

static bool is_row(const struct space_pattern *p, const char *game, const char *verb)
{
    return strcmp(p->game, game) == 0 && strcmp(p->verb, verb) == 0;
}

/* Range of an argument by its vocabulary alone. */
static int vocabulary(const struct sr_game *g, const struct sr_arg *a)
{
    const int optional = (a->flags & SR_A_OPTIONAL) != 0;
    switch (a->type) {
    case SR_A_NAME:
        return a->names->count - 1 + optional;
    case SR_A_SEAT:
        return g->seats_max - 1 + optional;
    case SR_A_SET:
        return (1 << a->names->count) - 1;
    default:
        return (1 << a->bits) - 1;
    }
}

/* Offset of a member of the players' struct, and where the players are. */
static int player_member(struct sr_space *sp, const char *key)
{
    for (const struct sr_field *f = sp->rules.game->state_fields; f->key; f++) {
        if (f->type != SR_T_STRUCT || !(f->flags & SR_F_SEATS))
            continue;
        sp->players = f->offset;
        sp->player_size = f->size;
        for (const struct sr_field *m = f->sub; m->key; m++)
            if (strcmp(m->key, key) == 0)
                return m->offset;
    }
    return -1;
}

static void list_args(struct sr_space *sp, const struct sr_verb *v, struct space_verb *out)
{
    for (int i = 0; i < SR_ARGS_MAX && v->arg[i].type != SR_A_END; i++) {
        const struct sr_arg *a = &v->arg[i];
        if ((a->flags & SR_A_SILENT) || SR_NEVER(out->args == SPACE_ARGS))
            continue;
        struct space_arg *to = &out->arg[out->args++];
        *to = (struct space_arg){.shift = a->shift, .bits = a->bits, .around = -1, .arg = a};
        to->sign = a->type == SR_A_SIGNED;
        to->span = (uint16_t)vocabulary(sp->rules.game, a);
    }
}

/* The ranges that hold all patterns of the verb; how many patterns there are. */
static int widen(struct sr_space *sp, const char *verb, struct space_verb *v)
{
    int rows = 0, high[SPACE_ARGS] = {0};
    for (const struct space_pattern *p = space_patterns; p->game; p++) {
        if (!is_row(p, sp->rules.game->id, verb))
            continue;
        for (int i = 0; i < v->args; i++) {
            struct space_arg *a = &v->arg[i];
            a->low = (int16_t)(rows ? sr_min(a->low, p->low[i]) : p->low[i]);
            high[i] = rows ? sr_max(high[i], p->high[i]) : p->high[i];
            a->span = (uint16_t)(high[i] - a->low);
            if (p->around && a->sign)
                a->around = (int16_t)player_member(sp, a->arg->key);
        }
        rows++;
    }
    return rows;
}

static bool fits(const struct space_pattern *p, const int *value, int args)
{
    int sum = 0;
    for (int i = 0; i < args; i++) {
        if (value[i] < p->low[i] || value[i] > p->high[i])
            return false;
        sum += value[i];
    }
    return p->sum == 0 || sum <= p->sum;
}

/* The arguments of a raw number. */
static void digits(const struct space_verb *v, uint32_t raw, int value[SPACE_ARGS])
{
    for (int i = 0; i < v->args; i++)
        value[i] = v->arg[i].low + (int)(raw / v->arg[i].times % (v->arg[i].span + 1u));
}

/* Numbers the raw numbers that some pattern has. */
static bool make_remap(struct sr_space *sp, const char *verb, struct space_verb *v)
{
    v->remap = sr_alloc(v->raws * sizeof *v->remap);
    if (!v->remap)
        return false;
    const struct space_pattern *row[ROWS_MAX];
    int rows = 0;
    for (const struct space_pattern *p = space_patterns; p->game; p++)
        if (is_row(p, sp->rules.game->id, verb) && !SR_NEVER(rows == ROWS_MAX))
            row[rows++] = p;
    v->count = 0;
    for (uint32_t raw = 0; raw < v->raws; raw++) {
        int value[SPACE_ARGS];
        digits(v, raw, value);
        v->remap[raw] = SPACE_NO_ACTION;
        for (int i = 0; i < rows && v->remap[raw] == SPACE_NO_ACTION; i++)
            if (fits(row[i], value, v->args))
                v->remap[raw] = (uint16_t)v->count++;
    }
    return true;
}

/* The bits of the arguments that notation shows, if they are few and stand for themselves. */
static bool make_table(struct sr_space *sp, int verb)
{
    const struct space_verb *v = &sp->verb[verb];
    int first = 32, last = 0;
    for (int i = 0; i < v->args; i++) {
        first = sr_min(first, v->arg[i].shift);
        last = sr_max(last, v->arg[i].shift + v->arg[i].bits);
        if (v->arg[i].sign)
            return true;
    }
    if (v->args == 0)
        first = last = 8;
    if (last - first > TABLE_BITS)
        return true;
    const uint32_t count = 1u << (last - first);
    uint16_t *more = sr_realloc(sp->number, (sp->numbers + count) * sizeof *more);
    if (!more)
        return false;
    sp->number = more;
    sp->shift[verb] = (uint8_t)first;
    sp->quick[verb] = (struct space_quick){(count - 1) << first, sp->numbers};
    for (uint32_t x = 0; x < count; x++) {
        const int action = number(v, (sr_move)(x << first), NULL);
        sp->number[sp->numbers++] = (uint16_t)(action < 0 ? SPACE_NO_ACTION : action);
    }
    return true;
}

bool space_actions_init(struct sr_space *sp)
{
    const struct sr_game *g = sp->rules.game;
    sp->number = sr_alloc(sizeof *sp->number);
    if (!sp->number)
        return false;
    sp->number[sp->numbers++] = SPACE_NO_ACTION;
    for (int i = 0; i < g->move_count; i++) {
        struct space_verb *v = &sp->verb[i];
        list_args(sp, &g->moves[i], v);
        const int rows = widen(sp, g->moves[i].name, v);
        v->raws = 1;
        for (int k = 0; k < v->args; k++) {
            v->arg[k].times = v->raws;
            v->raws *= v->arg[k].span + 1u;
        }
        v->base = sp->actions;
        v->count = (int)v->raws;
        const bool some = rows > 1 || (rows == 1 && v->args > 1);
        if (some && !make_remap(sp, g->moves[i].name, v))
            return false;
        if (!make_table(sp, i))
            return false;
        sp->actions += v->count;
    }
    sp->actions += SR_SPACE_OTHERS;
    return true;
}

void space_actions_free(struct sr_space *sp)
{
    for (int i = 0; i < 256; i++)
        sr_free(sp->verb[i].remap);
    sr_free(sp->number);
}

/* ---- using ----------------------------------------------------------------------------------- */

int sr_space_actions(const struct sr_space *space) { return space->actions; }

enum sr_err sr_space_number(const struct sr_space *sp, const union sr_state *s,
                            const sr_move *legal, int count, uint16_t *out)
{
    const int actor = sp->player_size ? sr_actor(&sp->rules, s) : 0;
    const unsigned char *player = s->bytes + sp->players + sr_max(actor, 0) * sp->player_size;
    int others = 0;
    for (int i = 0; i < count; i++) {
        const int verb = sr_move_verb(legal[i]);
        const struct space_quick *q = &sp->quick[verb];
        unsigned action = sp->number[q->base + ((legal[i] & q->bits) >> sp->shift[verb])];
        if (q->base == 0)
            action = (uint16_t)number(&sp->verb[verb], legal[i], player);
        if (SR_UNLIKELY(action == SPACE_NO_ACTION)) {
            if (others == SR_SPACE_OTHERS)
                return SR_SPACE;
            action = (unsigned)(sp->actions - SR_SPACE_OTHERS + others++);
        }
        out[i] = (uint16_t)action;
    }
    return SR_OK;
}

enum sr_err space_number(const struct sr_space *sp, const union sr_state *s, sr_move *legal,
                         int count, uint16_t *out, uint8_t *mask)
{
    const sr_move last = legal[count - 1];
    for (int k = 0; k < SPACE_MORE; k++)
        legal[count + k] = last;
    if (sp->writer->number(sp, legal, count, out, mask))
        return SR_OK;
    const enum sr_err err = sr_space_number(sp, s, legal, count, out);
    if (err)
        return err;
    for (int k = 0; k < SPACE_MORE; k++)
        out[count + k] = out[count - 1];
    for (int i = 0; mask && i < count; i++)
        mask[out[i]] = 1;
    return SR_OK;
}

/* A move with the arguments of the action; where they are counted from something, with those
 * counts: text only. */
static void write_args(const struct sr_game *g, int verb, const struct space_verb *v,
                       const int *value, char out[SR_TEXT_MAX])
{
    sr_move m = (sr_move)verb;
    bool around = false;
    for (int i = 0; i < v->args; i++) {
        const struct space_arg *a = &v->arg[i];
        around |= a->around >= 0;
        m |= ((sr_move)value[i] & ((1u << a->bits) - 1u)) << a->shift;
    }
    sr_move_text(g, m, out);
    const size_t n = strlen(out);
    if (around && n + 3 < SR_TEXT_MAX)
        memcpy(out + n, " @", 3);
}

enum sr_err sr_space_action_text(const struct sr_space *sp, int action, char out[SR_TEXT_MAX])
{
    const struct sr_game *g = sp->rules.game;
    if (action < 0 || action >= sp->actions)
        return SR_RANGE;
    const int other = action - (sp->actions - SR_SPACE_OTHERS);
    if (other >= 0) {
        snprintf(out, SR_TEXT_MAX, "other %d", other + 1);
        return SR_OK;
    }
    int verb = 0;
    while (action >= sp->verb[verb].base + sp->verb[verb].count)
        verb++;
    const struct space_verb *v = &sp->verb[verb];
    uint32_t raw = (uint32_t)(action - v->base);
    if (v->remap)
        for (raw = 0; v->remap[raw] != action - v->base;)
            raw++;
    int value[SPACE_ARGS];
    digits(v, raw, value);
    write_args(g, verb, v, value, out);
    return SR_OK;
}
