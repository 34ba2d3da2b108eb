/* row.c: views become rows of bytes, by the plan. Operations run in the order of their inputs, and
 * each writes its own inputs and no others: only those that read something new are run. */
#include "batch/space.h"
#include "core/alloc.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

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
static void run_some(const struct space_plan *p, const struct space_ops *ops, const struct eye *e,
                     const unsigned char *base, uint8_t *to);

/* Elements in use of a list: "here", then the members. What the row already says is left alone. */
static void list(const struct space_op *op, const struct eye *e, uint8_t *to)
{
    const unsigned char *base = e->view, *old = e->old;
    const int n = sr_min(base[op->length], op->count), size = op->size;
    const int had = old ? sr_min(old[op->length], op->count) : 0, width = op->sub->inputs + 1;
    const bool turned = op->turns && e->turned;
    const unsigned char *from = base + op->from, *was = old ? old + op->from : NULL;
    const int both = sr_min(n, had);
    /* Most often nothing has changed, or one more is there. */
    const int first = both == 0 || same(from, was, both * size) ? both : 0;
    for (int i = first; i < had; i++) {
        const int at = op->key >= 0 ? was[i * size + op->key] : i;
        if ((i >= n || !same(from + i * size, was + i * size, size)) && at < op->planes)
            memset(to + at * width, 0, (size_t)width);
    }
    for (int i = turned ? 0 : first; i < n; i++) {
        const bool stays = i < first || (i < had && same(from + i * size, was + i * size, size));
        const int at = op->key >= 0 ? from[i * size + op->key] : i;
        if ((stays && !turned) || at >= op->planes)
            continue;
        to[at * width] = 1;
        if (stays)
            run_some(op->sub, &op->sub->turning, e, from + i * size, to + at * width + 1);
        else
            run(op->sub, e, from + i * size, to + at * width + 1);
    }
}

/* What was said of each seat moves to its place from the new viewer on. */
static void turn_seats(const struct space_op *op, const struct eye *e, uint8_t *to)
{
    const int width = op->sub->inputs;
    if (!e->old || e->me == e->old_me)
        return;
    uint8_t was[SPACE_SEATS_ROW];
    const int first = e->me - e->old_me + (e->me < e->old_me ? e->seats : 0);
    const size_t head = (size_t)first * (size_t)width;
    const size_t rest = (size_t)(e->seats - first) * (size_t)width;
    memcpy(was, to, head);
    memmove(to, to + head, rest);
    memcpy(to + rest, was, head);
}

/* `kind` is the operation's, known where this is called from. */
static inline __attribute__((always_inline)) void run_kind(int kind, const struct space_op *op,
                                                           const struct eye *e,
                                                           const unsigned char *base, uint8_t *to)
{
    const unsigned char *from = base + op->from;
    uint8_t *at = to + op->to;
    if (op->seat) {
        const int seat = op->seat - 1 - e->me;
        if (op->seat > e->seats)
            return; /* nobody sits there */
        at += (seat < 0 ? seat + e->seats : seat) * op->width;
    }
    switch (kind) {
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
    case SPACE_LIST:
        list(op, e, at);
        break;
    default:
        turn_seats(op, e, at);
    }
}

static inline void run_one(const struct space_op *op, const struct eye *e,
                           const unsigned char *base, uint8_t *to)
{
    run_kind(op->kind, op, e, base, to);
}

static void run(const struct space_plan *p, const struct eye *e, const unsigned char *base,
                uint8_t *to)
{
    for (int i = 0; i < p->count; i++)
        run_one(&p->op[i], e, base, to);
}

static void run_some(const struct space_plan *p, const struct space_ops *ops, const struct eye *e,
                     const unsigned char *base, uint8_t *to)
{
    for (int m = 0; m < SPACE_MASKS; m++)
        for (uint64_t left = ops->bits[m]; left; left &= left - 1)
            run_one(&p->op[64 * m + __builtin_ctzll(left)], e, base, to);
}

/* Bit i: the i-th of up to 64 cells is not the same. Reads whole cells: views have the room. */
static inline uint64_t changed_cells(const unsigned char *now, const unsigned char *was, int n)
{
    uint64_t set = 0;
    for (int i = 0; i < n; i++) {
        uint64_t x, y;
        memcpy(&x, now + 8 * i, 8);
        memcpy(&y, was + 8 * i, 8);
        set |= (uint64_t)(x != y) << i;
    }
    return set;
}

#if defined(__x86_64__)
/* The same, four cells at a time; up to 24 bytes past the end are read, and not told. */
__attribute__((target("avx2"))) static uint64_t changed_wide(const unsigned char *now,
                                                             const unsigned char *was, int n)
{
    uint64_t set = 0;
    for (int i = 0; i < n; i += 4) {
        const __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(now + 8 * i));
        const __m256i y = _mm256_loadu_si256((const __m256i *)(const void *)(was + 8 * i));
        const int equal = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(x, y)));
        set |= (uint64_t)(~equal & 15) << i;
    }
    return set & (UINT64_MAX >> (64 - n));
}
#else
#define changed_wide changed_cells
#endif

/* The operations whose inputs the row does not have yet. */
static void find_changed(const struct space_plan *p, const struct eye *e, struct space_ops *ops)
{
    *ops = e->turned ? p->turning : (struct space_ops){{0}};
    for (int first = 0; first < p->cells; first += 64) {
        const unsigned char *now = e->view + 8 * first, *was = e->old + 8 * first;
        const int n = sr_min(64, p->cells - first);
        uint64_t left = e->sp->wide ? changed_wide(now, was, n) : changed_cells(now, was, n);
        for (; left; left &= left - 1)
            for (int m = 0; m < SPACE_MASKS; m++)
                ops->bits[m] |= p->reads[first + __builtin_ctzll(left)].bits[m];
    }
}

/* What every game has: seats, options, the question. */
static void write_head(const struct sr_space *sp, const union sr_state *view, uint8_t *to)
{
    *to++ = view->head.seats;
    for (int i = 0; i < sp->options; i++)
        *to++ = (uint8_t)view->head.option[i];
    clear(to, sp->decisions);
    const int decision = view->head.over ? -1 : sp->rules.game->decision(view);
    if (decision >= 0 && decision < sp->decisions)
        to[decision] = 1;
}

#define EACH_ROW(kind)                                                                             \
    case kind:                                                                                     \
        for (; left; left &= left - 1) {                                                           \
            const int i = __builtin_ctzll(left);                                                   \
            run_kind(kind, op, &eye[i], eye[i].view, rows[i].row);                                 \
        }                                                                                          \
        break

/* One operation for some rows. */
static void run_rows(const struct space_op *op, const struct eye *eye, const struct space_row *rows,
                     uint64_t left)
{
    switch (op->kind) {
        EACH_ROW(SPACE_COPY);
        EACH_ROW(SPACE_FLAGGED);
        EACH_ROW(SPACE_WORDS);
        EACH_ROW(SPACE_HOT);
        EACH_ROW(SPACE_PLANES);
        EACH_ROW(SPACE_BITS);
        EACH_ROW(SPACE_SEATS);
        EACH_ROW(SPACE_BAG);
        EACH_ROW(SPACE_LIST);
        EACH_ROW(SPACE_TURN);
    }
}

/* Operation by operation, not row by row: the processor foresees what it has just done. */
void space_write(const struct sr_space *sp, const struct space_row *rows, int count)
{
    const struct space_plan *p = &sp->plan;
    struct eye eye[SPACE_ROWS];
    uint64_t todo[64 * SPACE_MASKS] = {0}; /* by operation: the rows that want it */
    for (int i = 0; i < count; i++) {
        const struct space_row *r = &rows[i];
        struct eye *e = &eye[i];
        *e = (struct eye){.sp = sp, .me = r->me, .old_me = r->old_me, .seats = r->view->head.seats};
        e->view = r->view->bytes;
        e->old = r->old ? r->old->bytes : NULL;
        e->turned = !r->old || r->me != r->old_me;
        write_head(sp, r->view, r->row);
        if (!r->old) {
            run(p, e, e->view, r->row);
            continue;
        }
        struct space_ops ops;
        find_changed(p, e, &ops);
        for (int m = 0; m < SPACE_MASKS; m++)
            for (uint64_t left = ops.bits[m]; left; left &= left - 1)
                todo[64 * m + __builtin_ctzll(left)] |= (uint64_t)1 << i;
    }
    for (int k = 0; k < p->count; k++)
        if (todo[k])
            run_rows(&p->op[k], eye, rows, todo[k]);
}

/* ---- what the header offers ------------------------------------------------------------------ */

struct sr_space *sr_space_new(const struct sr_rules *r, struct sr_diag *diag)
{
    struct sr_space *sp = sr_alloc(sizeof *sp);
    if (sp) {
        sp->rules = *r;
#if defined(__x86_64__)
        sp->wide = __builtin_cpu_supports("avx2");
#endif
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
    const struct space_row row = {.view = &view->s, .me = me, .row = out};
    space_write(sp, &row, 1);
}

void sr_space_floats(const struct sr_space *sp, const uint8_t *bytes, float *out)
{
    for (int i = 0; i < sp->inputs; i++)
        out[i] = (float)(bytes[i] - sp->bias[i]) * sp->scale[i];
}
