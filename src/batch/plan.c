/* plan.c: from the description of a game's state, a plan by which its views become rows of bytes:
 * names and seats as one byte for each they can be, sets as one for each name, numbers as they
 * are, lists of many names as how many of each, lists of structs one after the other. */
#include <stdio.h>

#include "batch/space.h"
#include "core/alloc.h"

enum { PATH_MAX_ = 96, LONG_LIST = 128, SMALL = 40, USUAL = 32 };

/* What is being described: where its inputs go, what it is called ("": not told). */
struct at {
    struct sr_space *sp;
    struct space_plan *plan;
    int from; /* offset of the struct in the source */
    int to;   /* first input of the struct that is not filled */
    char path[PATH_MAX_];
    const struct sr_field *key; /* the name that says where the struct goes */
    bool named, failed;
};

/* A list of structs that is laid out by one of its names: each is there at most once. */
static const struct {
    const char *game, *list, *key;
} keyed[] = {{"caravans", "tiles", "tile"}};

/* Adds a step to a path. */
static void step_in(struct at *at, const char *key, const char *e)
{
    const size_t n = strlen(at->path), room = sizeof at->path - n;
    const int len = snprintf(at->path + n, room, "%s%s.", key, e);
    at->failed |= len < 0 || (size_t)len >= room;
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool grow(struct sr_space *sp, int inputs)
{
    if (inputs <= sp->names_room)
        return true;
    const int room = inputs * 2 + 256;
    char **name = sr_realloc(sp->name, (size_t)room * sizeof *name);
    if (name)
        sp->name = name;
    float *scale = sr_realloc(sp->scale, (size_t)room * sizeof *scale);
    if (scale)
        sp->scale = scale;
    uint8_t *bias = sr_realloc(sp->bias, (size_t)room);
    if (bias)
        sp->bias = bias;
    if (!name || !scale || !bias)
        return false;
    memset(sp->name + sp->names_room, 0, (size_t)(room - sp->names_room) * sizeof *name);
    sp->names_room = room;
    return true;
}

/* Tells the next input of the struct: path, key, and what comes after. */
static void tell(struct at *at, const char *key, const char *after, float scale, int bias)
{
    const int i = at->to++;
    if (!at->named)
        return;
    struct sr_space *sp = at->sp;
    char text[3 * PATH_MAX_];
    const int n = snprintf(text, sizeof text, "%s%s%s", at->path, key, after);
    if (!grow(sp, i + 1) || !(sp->name[i] = sr_alloc((size_t)n + 1))) {
        at->failed = true;
        return;
    }
    memcpy(sp->name[i], text, (size_t)n + 1);
    sp->scale[i] = scale;
    sp->bias[i] = (uint8_t)bias;
}

/* ".name" or "[3]" of an element; "" of a scalar. */
static void element(const struct sr_field *f, int i, char out[PATH_MAX_])
{
    out[0] = 0;
    if (f->count == 0)
        return;
    const int row = f->inner ? i / f->inner : i;
    if (f->by && row < f->by->count)
        snprintf(out, PATH_MAX_, ".%s", f->by->name[row]);
    else
        snprintf(out, PATH_MAX_, "[%d]", row);
    if (!f->inner)
        return;
    const size_t n = strlen(out);
    if (f->inner_by)
        snprintf(out + n, PATH_MAX_ - n, ".%s", f->inner_by->name[i % f->inner]);
    else
        snprintf(out + n, PATH_MAX_ - n, "[%d]", i % f->inner);
}

static void seat_name(int i, char out[16])
{
    if (i == 0)
        memcpy(out, "me", 3);
    else
        snprintf(out, 16, "me+%d", i);
}

/* ---- operations ------------------------------------------------------------------------------ */

static int elements(const struct sr_field *f)
{
    return f->count == 0 ? 1 : f->inner ? f->count * f->inner : f->count;
}

static struct space_op *add(struct at *at, int kind, const struct sr_field *f)
{
    struct space_plan *p = at->plan;
    if (p->count == p->room) {
        const int room = p->room * 2 + 16;
        struct space_op *op = sr_realloc(p->op, (size_t)room * sizeof *op);
        static struct space_op nowhere;
        if (!op) {
            at->failed = true;
            return &nowhere;
        }
        p->op = op;
        p->room = room;
    }
    struct space_op *op = &p->op[p->count++];
    *op = (struct space_op){.kind = (uint8_t)kind, .length = -1, .key = -1};
    op->to = (uint32_t)at->to;
    if (f) {
        op->from = (uint16_t)(at->from + f->offset);
        op->bytes = (uint8_t)f->size;
        op->count = (uint16_t)elements(f);
        op->hides = (f->flags & SR_F_HIDES) != 0;
    }
    return op;
}

static void set_length(const struct at *at, const struct sr_field *all, const struct sr_field *f,
                       struct space_op *op)
{
    for (const struct sr_field *m = all; f->length && m->key; m++)
        if (strcmp(m->key, f->length) == 0)
            op->length = (int16_t)(at->from + m->offset);
}

/* Numbers up to 40 are divided by the largest, others by 32. */
static float scale_of(const struct sr_field *f)
{
    if (f->type == SR_T_BOOL)
        return 1;
    return f->max > 0 && f->max <= SMALL ? 1.0f / (float)f->max : 1.0f / USUAL;
}

/* Two runs of bytes that follow each other are one. */
static void join(struct space_plan *p)
{
    if (p->count < 2)
        return;
    struct space_op *b = &p->op[p->count - 1], *a = b - 1;
    if (a->kind != b->kind || a->bytes != b->bytes || a->bias != b->bias ||
        a->from + a->count * a->bytes != b->from || a->to + a->count != b->to)
        return;
    a->count = (uint16_t)(a->count + b->count);
    p->count--;
}

static void numbers(struct at *at, const struct sr_field *f)
{
    const bool wide = f->size == 2, flagged = (f->flags & (SR_F_NONE | SR_F_HIDES)) && !wide;
    struct space_op *op = add(at, wide ? SPACE_WORDS : flagged ? SPACE_FLAGGED : SPACE_COPY, f);
    if (f->type == SR_T_I16)
        op->bias = f->min < 0 ? 128 : 64;
    const int bias = op->bias;
    if (!flagged)
        join(at->plan);
    char e[PATH_MAX_];
    for (int k = 0; k <= flagged; k++) {
        for (int i = 0; i < elements(f); i++) {
            char text[2 * PATH_MAX_];
            element(f, i, e);
            snprintf(text, sizeof text, "%s%s", e, k ? ".known" : "");
            tell(at, f->key, text, k ? 1 : scale_of(f), bias);
        }
    }
}

/* How many seats come first among names ("p1_camel", "p1_boat", "p2_camel"...), and how many
 * names each has; 0: none. */
static int seats_among(const struct sr_names *names, int *per)
{
    int n = 0, first = 0;
    for (; n < names->count; n++) {
        const char *s = names->name[n];
        if (s[0] != 'p' || s[1] < '1' || s[1] > '9' || (s[2] && s[2] != '_'))
            break;
        first += s[1] == '1';
    }
    *per = first;
    return first ? n / first : 0;
}

/* Name of the k-th value a field can have, seats from the viewer on. */
static void value_name(const struct sr_field *f, const struct space_op *op, int k,
                       char out[PATH_MAX_])
{
    char seat[16];
    if (op->per && k < op->seats * op->per) {
        const char *rest = f->names ? strchr(f->names->name[k], '_') : NULL;
        seat_name(k / op->per, seat);
        snprintf(out, PATH_MAX_, "=%s%s", seat, rest ? rest : "");
    } else {
        snprintf(out, PATH_MAX_, "=%s", f->names->name[k]);
    }
}

static void set_values(const struct at *at, const struct sr_field *f, struct space_op *op)
{
    int per = 1;
    if (f->flags & SR_F_SEAT) {
        op->seats = at->sp->rules.game->seats_max;
        op->planes = op->seats;
    } else {
        op->seats = (uint8_t)seats_among(f->names, &per);
        op->planes = (uint16_t)f->names->count;
    }
    op->per = op->seats ? (uint8_t)per : 0;
    op->turns = op->seats != 0;
}

/* Names, or seats: a byte for each value. */
static void values(struct at *at, const struct sr_field *all, const struct sr_field *f)
{
    struct space_op *op = add(at, f->count ? SPACE_PLANES : SPACE_HOT, f);
    set_values(at, f, op);
    set_length(at, all, f, op);
    const struct space_op known = *op;
    for (int k = 0; k < known.planes; k++) {
        char value[PATH_MAX_], e[PATH_MAX_], text[2 * PATH_MAX_];
        value_name(f, &known, k, value);
        for (int i = 0; i < known.count; i++) {
            element(f, i, e);
            snprintf(text, sizeof text, "%s%s", e, value);
            tell(at, f->key, text, 1, 0);
        }
    }
}

/* A long list of names: how many there are of each. */
static void bag(struct at *at, const struct sr_field *all, const struct sr_field *f)
{
    struct space_op *op = add(at, SPACE_BAG, f);
    op->planes = (uint16_t)f->names->count;
    set_length(at, all, f, op);
    for (int k = 0; k < f->names->count; k++) {
        char text[PATH_MAX_];
        snprintf(text, sizeof text, "(%s)", f->names->name[k]);
        tell(at, f->key, text, 0.25f, 0);
    }
}

static void sets(struct at *at, const struct sr_field *f)
{
    int per;
    const int seats = seats_among(f->names, &per);
    for (int i = 0; i < elements(f); i++) {
        struct space_op *op = add(at, seats ? SPACE_SEATS : SPACE_BITS, f);
        op->from = (uint16_t)(op->from + i * f->size);
        op->count = 1;
        op->planes = (uint16_t)f->names->count;
        op->turns = seats != 0;
        char e[PATH_MAX_], text[2 * PATH_MAX_], seat[16];
        element(f, i, e);
        for (int k = 0; k < f->names->count; k++) {
            seat_name(k, seat);
            snprintf(text, sizeof text, e[0] ? "%s.%s" : "%s(%s)", e,
                     seats ? seat : f->names->name[k]);
            tell(at, f->key, text, 1, 0);
        }
    }
}

/* ---- structs --------------------------------------------------------------------------------- */

static void describe(struct at *at, const struct sr_field *fields);

/* One element that is laid out in its place. */
static void inside(struct at *at, const struct sr_field *f, int i)
{
    char e[PATH_MAX_], path[PATH_MAX_];
    memcpy(path, at->path, sizeof path);
    element(f, i, e);
    step_in(at, f->key, e);
    const int from = at->from;
    at->from += f->offset + i * f->size;
    describe(at, f->sub);
    at->from = from;
    memcpy(at->path, path, sizeof path);
}

/* A struct of bytes that are all names: planes over the bytes of all elements. */
static bool all_names(const struct sr_field *f)
{
    int n = 0, most = 0;
    for (const struct sr_field *m = f->sub; m->key; m++, n++) {
        if (m->type != SR_T_NAME || m->count || m->offset != n || (m->flags & SR_F_HIDES))
            return false;
        most = sr_max(most, m->names->count);
    }
    return n == f->size && f->count * n <= 64 && most <= 16 && !f->length;
}

static void name_planes(struct at *at, const struct sr_field *f)
{
    struct space_op *op = add(at, SPACE_PLANES, f);
    op->bytes = 1;
    op->count = (uint16_t)(f->count * f->size);
    for (int i = 0; i < f->size; i++)
        op->planes = (uint16_t)sr_max(op->planes, f->sub[i].names->count);
    const int planes = op->planes, count = op->count;
    for (int k = 0; k < planes; k++) {
        for (int i = 0; i < count; i++) {
            const struct sr_field *m = &f->sub[i % f->size];
            char e[PATH_MAX_], text[3 * PATH_MAX_];
            element(f, i / f->size, e);
            snprintf(text, sizeof text, "%s.%s=%s", e, m->key,
                     k < m->names->count ? m->names->name[k] : "(never)");
            tell(at, f->key, text, 1, 0);
        }
    }
}

static struct space_plan *sub_plan(struct at *at, const struct sr_field *fields,
                                   const struct sr_field *key)
{
    struct sr_space *sp = at->sp;
    struct space_plan *p = sr_alloc(sizeof *p);
    if (!p || SR_NEVER(sp->sub_count == 8)) {
        at->failed = true;
        sr_free(p);
        return NULL;
    }
    sp->subs[sp->sub_count++] = p;
    struct at in = {.sp = sp, .plan = p, .key = key};
    describe(&in, fields);
    at->failed |= in.failed;
    p->inputs = in.to;
    for (int i = 0; i < p->count; i++)
        p->turns |= p->op[i].turns;
    return p;
}

/* The name by which the elements of a list are laid out, or NULL. */
static const struct sr_field *key_of(const struct at *at, const struct sr_field *f)
{
    for (size_t i = 0; i < sizeof keyed / sizeof keyed[0]; i++)
        for (const struct sr_field *m = f->sub; m->key; m++)
            if (strcmp(keyed[i].game, at->sp->rules.game->id) == 0 &&
                strcmp(keyed[i].list, f->key) == 0 && strcmp(keyed[i].key, m->key) == 0)
                return m;
    return NULL;
}

/* Names of the inputs of `count` elements, by a plan that nobody keeps. */
static void tell_elements(struct at *at, const struct sr_field *f, const struct space_op *op,
                          const struct sr_field *key)
{
    char path[PATH_MAX_], seat[16];
    memcpy(path, at->path, sizeof path);
    struct space_plan unused = {0};
    struct at in = *at;
    in.plan = &unused;
    in.key = key;
    const int count = key ? key->names->count : op->count;
    for (int i = 0; i < count; i++) {
        char e[PATH_MAX_];
        memcpy(in.path, path, sizeof path);
        seat_name(i, seat);
        if (i < op->seats)
            snprintf(e, sizeof e, "[%s]", seat);
        else if (key)
            snprintf(e, sizeof e, "(%s)", key->names->name[i]);
        else
            element(f, i, e);
        step_in(&in, f->key, e);
        if (op->length >= 0)
            tell(&in, "here", "", 1, 0);
        describe(&in, f->sub);
    }
    sr_free(unused.op);
    at->to = in.to;
    at->failed |= in.failed;
}

static void structs(struct at *at, const struct sr_field *all, const struct sr_field *f)
{
    if (f->count == 0) {
        inside(at, f, 0);
        return;
    }
    if (all_names(f)) {
        name_planes(at, f);
        return;
    }
    const bool by_seat = (f->flags & SR_F_SEATS) != 0;
    if (!by_seat && !f->length) {
        for (int i = 0; i < f->count; i++)
            inside(at, f, i);
        return;
    }
    const struct sr_field *key = key_of(at, f);
    struct space_plan *sub = sub_plan(at, f->sub, key);
    struct space_op *op = add(at, by_seat ? SPACE_TURN : SPACE_LIST, f);
    set_length(at, all, f, op);
    op->size = f->size;
    op->sub = sub;
    op->key = (int16_t)(key ? key->offset : -1);
    op->seats = by_seat ? at->sp->rules.game->seats_max : 0;
    op->turns = by_seat || (sub && sub->turns);
    op->width = (uint16_t)(sub ? sub->inputs + !by_seat : 0);
    op->planes = (uint16_t)(key ? key->names->count : op->count);
    const struct space_op known = *op;
    if (at->named)
        tell_elements(at, f, &known, key);
    else if (sub)
        at->to += known.planes * (sub->inputs + (known.length >= 0));
}

static void describe(struct at *at, const struct sr_field *fields)
{
    for (const struct sr_field *f = fields; f->key && !at->failed; f++) {
        if (strcmp(f->key, "spare") == 0 || f == at->key)
            continue;
        switch (f->type) {
        case SR_T_STRUCT:
            structs(at, fields, f);
            break;
        case SR_T_SET8:
        case SR_T_SET16:
        case SR_T_SET32:
            sets(at, f);
            break;
        case SR_T_NAME:
            if (f->length && f->count * f->names->count > LONG_LIST)
                bag(at, fields, f);
            else
                values(at, fields, f);
            break;
        default:
            if (f->flags & SR_F_SEAT)
                values(at, fields, f);
            else
                numbers(at, f);
        }
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* What every game has: seats, options, the question. */
static void describe_head(struct at *at)
{
    const struct sr_game *g = at->sp->rules.game;
    char text[2 * PATH_MAX_];
    tell(at, "seats", "", 1.0f / SR_SEATS_MAX, 0);
    for (int i = 0; g->options[i].id; i++, at->sp->options++)
        tell(at, "options.", g->options[i].id, 1.0f / (float)sr_max(1, g->options[i].max), 0);
    for (int i = 0; g->decisions[i].name; i++, at->sp->decisions++) {
        snprintf(text, sizeof text, "=%s", g->decisions[i].name);
        tell(at, "decision", text, 1, 0);
    }
}

bool space_plan_init(struct sr_space *sp)
{
    struct at at = {.sp = sp, .plan = &sp->plan, .named = true};
    describe_head(&at);
    describe(&at, sp->rules.game->state_fields);
    sp->inputs = sp->plan.inputs = at.to;
    return !at.failed && !SR_NEVER(sp->rules.game->state_size + SPACE_PAST > SR_STATE_MAX);
}

void space_plan_free(struct sr_space *sp)
{
    for (int i = 0; i < sp->sub_count; i++) {
        sr_free(sp->subs[i]->op);
        sr_free(sp->subs[i]);
    }
    for (int i = 0; i < sp->names_room; i++)
        sr_free(sp->name[i]);
    sr_free(sp->plan.op);
    sr_free(sp->name);
    sr_free(sp->scale);
    sr_free(sp->bias);
}
