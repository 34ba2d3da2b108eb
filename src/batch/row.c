/* row.c: a view becomes a row of bytes, by the plan. Operations run in the order of their inputs;
 * some write zeros past their end, where later ones write or nothing is. */
#include "batch/space.h"
#include "core/alloc.h"

/* Who looks, and what the row holds already. */
struct eye {
    const struct sr_space *sp;
    int me, old_me, seats;
    bool turned;               /* `old` was seen from another seat, or there is none */
    const unsigned char *view; /* the whole of it */
    const unsigned char *old;  /* or NULL */
};

enum { ABSENT = 253, LONGEST = 64 };

typedef uint8_t bytes16 __attribute__((vector_size(16)));

static inline int turn(const struct eye *e, int seat)
{
    const int s = e->me + seat;
    return s < e->seats ? s : s - e->seats;
}

static inline void copy_bytes(uint8_t *to, const unsigned char *from, int n)
{
    for (; n >= 16; n -= 16, to += 16, from += 16)
        memcpy(to, from, 16);
    if (n & 8) {
        memcpy(to, from, 8);
        to += 8, from += 8;
    }
    if (n & 4) {
        memcpy(to, from, 4);
        to += 4, from += 4;
    }
    if (n & 2) {
        memcpy(to, from, 2);
        to += 2, from += 2;
    }
    if (n & 1)
        *to = *from;
}

static inline void clear(uint8_t *to, int n)
{
    static const unsigned char zero[16];
    for (; n >= 16; n -= 16, to += 16)
        memcpy(to, zero, 16);
    copy_bytes(to, zero, n);
}

/* Whether n >= 1 bytes are the same. */
static inline bool same(const unsigned char *a, const unsigned char *b, int n)
{
    if (n < 16)
        return memcmp(a, b, (size_t)n) == 0;
    bytes16 x, y, differ = {0};
    for (int i = 0;; i += 16) {
        if (i + 16 > n)
            i = n - 16;
        memcpy(&x, a + i, 16);
        memcpy(&y, b + i, 16);
        differ |= x ^ y;
        if (i + 16 == n)
            break;
    }
    uint64_t half[2];
    memcpy(half, &differ, 16);
    return (half[0] | half[1]) == 0;
}

static void words(const struct space_op *op, const unsigned char *from, uint8_t *to)
{
    for (int i = 0; i < op->count; i++) {
        uint16_t x;
        memcpy(&x, from + 2 * i, 2);
        if (op->bias)
            to[i] = (uint8_t)sr_max(0, sr_min(255, (int16_t)x + op->bias));
        else
            to[i] = (uint8_t)sr_min(255, x);
    }
}

static void flagged(const struct space_op *op, const unsigned char *from, uint8_t *to)
{
    uint8_t *known = to + op->count;
    for (int i = 0; i < op->count; i++) {
        known[i] = from[i] < SR_HIDDEN;
        to[i] = known[i] ? from[i] : 0;
    }
}

/* One value among `planes`. */
static void hot(const struct space_op *op, const struct eye *e, const unsigned char *from,
                uint8_t *to)
{
    int v = *from;
    if (op->per && v < op->seats * op->per) { /* a seat's values stand together */
        v -= e->me * op->per;
        v += v < 0 ? e->seats * op->per : 0;
    }
    clear(to, op->planes);
    if (v < op->planes)
        to[v] = 1;
}

/* A row of `count` bytes: 1 where the source has the value. Reads up to 15 bytes past them: views
 * have the room. */
static inline void plane(uint8_t *to, const unsigned char *from, int count, uint8_t value)
{
    bytes16 x;
    for (; count >= 16; count -= 16, to += 16, from += 16) {
        memcpy(&x, from, 16);
        x = (bytes16)(x == value) & 1;
        memcpy(to, &x, 16);
    }
    if (count == 0)
        return;
    memcpy(&x, from, 16);
    x = (bytes16)(x == value) & 1;
    copy_bytes(to, (const unsigned char *)&x, count);
}

static void planes(const struct space_op *op, const struct eye *e, const unsigned char *from,
                   const unsigned char *base, uint8_t *to)
{
    unsigned char used[LONGEST + 16];
    if (op->length >= 0) { /* beyond its length a list holds zeros, which are no seats */
        const int n = sr_min(base[op->length], op->count);
        memset(used, ABSENT, op->count);
        copy_bytes(used, from, n);
        from = used;
    }
    int k = 0;
    for (; k < op->seats * op->per; to += op->per * op->count, k += op->per)
        for (int i = 0, seat = k / op->per; i < op->per; i++)
            plane(to + i * op->count, from, op->count,
                  seat < e->seats ? (uint8_t)(turn(e, seat) * op->per + i) : (uint8_t)ABSENT);
    for (; k < op->planes; k++, to += op->count)
        plane(to, from, op->count, (uint8_t)k);
}

static inline uint64_t spread(uint32_t byte)
{
    const uint64_t each = 0x8040201008040201u, ones = 0x0101010101010101u;
    const uint64_t x = (byte & 0xFF) * ones & each;
    return (x + 0x7F7F7F7F7F7F7F7Fu) >> 7 & ones;
}

/* The bits of a set as bytes, eight at a time. */
static void bits(const struct space_op *op, const unsigned char *from, uint8_t *to)
{
    uint32_t set = 0;
    memcpy(&set, from, op->bytes);
    if (op->hides && set == UINT32_MAX >> (32 - 8 * op->bytes))
        set = 0;
    int k = 0;
    for (; k + 8 <= op->planes; k += 8, set >>= 8) {
        const uint64_t x = spread(set);
        memcpy(to + k, &x, 8);
    }
    const uint64_t x = spread(set);
    unsigned char rest[16] = {0};
    memcpy(rest, &x, 8);
    copy_bytes(to + k, rest, op->planes - k);
}

static void seats(const struct space_op *op, const struct eye *e, const unsigned char *from,
                  uint8_t *to)
{
    for (int k = 0; k < op->planes; k++)
        to[k] = k < e->seats && (*from >> turn(e, k) & 1);
}

static void bag(const struct space_op *op, const unsigned char *from, const unsigned char *base,
                uint8_t *to)
{
    const int n = op->length >= 0 ? sr_min(base[op->length], op->count) : op->count;
    clear(to, op->planes);
    for (int i = 0; i < n; i++)
        if (from[i] < op->planes)
            to[from[i]]++;
}

static void run(const struct space_plan *p, const struct eye *e, const unsigned char *base,
                uint8_t *to);

/* Elements in use of a list: "here", then the members. What the row already says is left alone. */
static void list(const struct space_op *op, const struct eye *e, uint8_t *to)
{
    const unsigned char *base = e->view, *old = e->old;
    const int n = sr_min(base[op->length], op->count), size = op->size;
    const int had = old ? sr_min(old[op->length], op->count) : 0, width = op->sub->inputs + 1;
    const bool turned = op->turns && e->turned;
    const unsigned char *from = base + op->from, *was = old ? old + op->from : NULL;
    if (n == had && !turned && (n == 0 || same(from, was, n * size)))
        return;
    for (int i = 0; i < had; i++) {
        const int at = op->key >= 0 ? was[i * size + op->key] : i;
        if ((i >= n || !same(from + i * size, was + i * size, size)) && at < op->planes)
            memset(to + at * width, 0, (size_t)width);
    }
    for (int i = 0; i < n; i++) {
        if (i < had && !turned && same(from + i * size, was + i * size, size))
            continue;
        const int at = op->key >= 0 ? from[i * size + op->key] : i;
        if (at >= op->planes)
            continue;
        to[at * width] = 1;
        run(op->sub, e, from + i * size, to + at * width + 1);
    }
}

/* One struct for each seat, from the viewer on, and what comes after the seats. Where another seat
 * looks now, what was said of each moves to its new place. */
static void by_seat(const struct space_op *op, const struct eye *e, uint8_t *to)
{
    const int width = op->sub->inputs;
    uint8_t was[SPACE_SEATS_ROW];
    const bool moved = e->old && e->me != e->old_me;
    if (moved)
        memcpy(was, to, (size_t)e->seats * (size_t)width);
    for (int i = 0; i < op->count; i++) {
        if (i >= e->seats && i < op->seats)
            continue; /* nobody sits there */
        const int seat = i < op->seats ? turn(e, i) : i, at = op->from + seat * op->size;
        if (!e->old || !same(e->view + at, e->old + at, op->size)) {
            run(op->sub, e, e->view + at, to + i * width);
        } else if (moved && i < op->seats) {
            const int from = seat - e->old_me;
            memcpy(to + i * width, was + (from < 0 ? from + e->seats : from) * width,
                   (size_t)width);
        }
    }
}

static inline void run_one(const struct space_op *op, const struct eye *e,
                           const unsigned char *base, uint8_t *to)
{
    const unsigned char *from = base + op->from;
    uint8_t *at = to + op->to;
    switch (op->kind) {
    case SPACE_COPY:
        copy_bytes(at, from, op->count);
        break;
    case SPACE_FLAGGED:
        flagged(op, from, at);
        break;
    case SPACE_WORDS:
        words(op, from, at);
        break;
    case SPACE_HOT:
        hot(op, e, from, at);
        break;
    case SPACE_PLANES:
        planes(op, e, from, base, at);
        break;
    case SPACE_BITS:
        bits(op, from, at);
        break;
    case SPACE_SEATS:
        seats(op, e, from, at);
        break;
    case SPACE_BAG:
        bag(op, from, base, at);
        break;
    default:
        if (op->length >= 0)
            list(op, e, at);
        else
            by_seat(op, e, at);
    }
}

static void run(const struct space_plan *p, const struct eye *e, const unsigned char *base,
                uint8_t *to)
{
    for (int i = 0; i < p->count; i++)
        run_one(&p->op[i], e, base, to);
}

/* All of a view, but for what the row already says. */
static void run_changed(const struct space_plan *p, const struct eye *e, uint8_t *row)
{
    for (int i = 0; i < p->count;) {
        const struct space_op *op = &p->op[i];
        const int end = i + op->group;
        const bool skip = e->old && op->group_size && !(op->group_turns && e->turned) &&
                          same(e->view + op->group_from, e->old + op->group_from, op->group_size);
        for (; !skip && i < end; i++)
            run_one(&p->op[i], e, e->view, row);
        i = end;
    }
}

void space_write(const struct sr_space *sp, const union sr_state *view, int me,
                 const union sr_state *old, int old_me, uint8_t *row)
{
    struct eye e = {.sp = sp, .me = me, .old_me = old_me, .seats = view->head.seats};
    e.view = view->bytes;
    e.old = old ? old->bytes : NULL;
    e.turned = !old || me != old_me;
    uint8_t *to = row;
    *to++ = view->head.seats;
    for (int i = 0; i < sp->options; i++)
        *to++ = (uint8_t)view->head.option[i];
    memset(to, 0, (size_t)sp->decisions);
    const int decision = view->head.over ? -1 : sp->rules.game->decision(view);
    if (decision >= 0 && decision < sp->decisions)
        to[decision] = 1;
    run_changed(&sp->plan, &e, row);
}

/* ---- what the header offers ------------------------------------------------------------------ */

struct sr_space *sr_space_new(const struct sr_rules *r, struct sr_diag *diag)
{
    struct sr_space *sp = sr_alloc(sizeof *sp);
    if (sp) {
        sp->rules = *r;
        if (space_actions_init(sp) && space_plan_init(sp))
            return sp;
    }
    sr_space_free(sp);
    sr_explain(diag, "not enough memory");
    return NULL;
}

void sr_space_free(struct sr_space *sp)
{
    if (!sp)
        return;
    space_actions_free(sp);
    space_plan_free(sp);
    sr_free(sp);
}

int sr_space_inputs(const struct sr_space *sp) { return sp->inputs; }

enum sr_err sr_space_input(const struct sr_space *sp, int i, struct sr_input *out)
{
    if (i < 0 || i >= sp->inputs)
        return SR_RANGE;
    *out = (struct sr_input){.scale = sp->scale[i], .bias = sp->bias[i]};
    const size_t n = strlen(sp->name[i]);
    memcpy(out->name, sp->name[i], n < sizeof out->name ? n : sizeof out->name - 1);
    return SR_OK;
}

void sr_space_observe(const struct sr_space *sp, const struct sr_view *view, uint8_t *out)
{
    int me = view->s.head.viewer;
    if (me >= view->s.head.seats)
        me = sr_max(0, sr_actor(&sp->rules, &view->s));
    memset(out, 0, (size_t)sp->inputs);
    space_write(sp, &view->s, me, NULL, 0, out);
}

void sr_space_floats(const struct sr_space *sp, const uint8_t *bytes, float *out)
{
    for (int i = 0; i < sp->inputs; i++)
        out[i] = (float)(bytes[i] - sp->bias[i]) * sp->scale[i];
}
