/* write.c: views become rows of bytes, by the plan. A row that was made from an older view is
 * brought up to date: what is said of seats moves to its places from the new viewer on, then the
 * operations that read something new write what has changed. The order of these is made when the
 * program is built (maker.c), so that the compiler knows all places and sizes.
 *
 * Where the processor is one of x86's this file is compiled twice, for all of them and for those
 * that compare 32 bytes at once (SPACE_WIDE). Loads go up to 31 bytes past a view. */
#include "batch/space.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* One row. */
struct eye {
    const unsigned char *view;
    const unsigned char *old; /* what the row was made from, or NULL */
    uint8_t *row;
    const uint8_t *turn; /* by seat plus 1: its place from the viewer on; 0 of none */
    int me, seats;
    int by; /* seats that the viewer is further on than the one before */
};

enum {
    ABSENT = 253, /* values that no byte of a state has */
    NOBODY = 252,
    LITTLE = 16, /* bytes that are quickly written */
    LARGE = 1000 /* more than a byte holds in any way */
};

typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint8_t bytes32 __attribute__((vector_size(32)));
typedef uint8_t bytes8 __attribute__((vector_size(8)));
typedef int16_t words8 __attribute__((vector_size(16)));
typedef uint16_t uwords8 __attribute__((vector_size(16)));

/* What is known of an operation is a constant where these are called from. */
#define INLINE static inline __attribute__((always_inline, unused))
#define SOMETIMES static __attribute__((unused)) /* what not every set of games needs */

/* ---- bytes ----------------------------------------------------------------------------------- */

#define LOAD(type, name, from)                                                                     \
    type name;                                                                                     \
    memcpy(&name, from, sizeof name)
#define STORE(to, name) memcpy(to, &name, sizeof name)

/* Both ends, which may overlap. */
#define COPY_ENDS(type)                                                                            \
    do {                                                                                           \
        LOAD(type, x, from);                                                                       \
        LOAD(type, y, from + n - sizeof y);                                                        \
        STORE(to, x);                                                                              \
        STORE(to + n - sizeof y, y);                                                               \
    } while (0)

INLINE void copy_bytes(uint8_t *to, const unsigned char *from, int n)
{
    for (; n > 32; n -= 16, to += 16, from += 16) {
        LOAD(bytes16, x, from);
        STORE(to, x);
    }
    if (n >= 16)
        COPY_ENDS(bytes16);
    else if (n >= 8)
        COPY_ENDS(uint64_t);
    else if (n >= 4)
        COPY_ENDS(uint32_t);
    else if (n >= 2)
        COPY_ENDS(uint16_t);
    else if (n)
        *to = *from;
}

/* n bytes, and up to 31 more that follow them. */
INLINE void copy_fast(unsigned char *to, const unsigned char *from, int n)
{
    for (int i = 0; i < n; i += 32) {
        LOAD(bytes32, x, from + i);
        STORE(to + i, x);
    }
}

INLINE void clear(uint8_t *to, int n)
{
    static const unsigned char zero[32];
    for (; n > 32; n -= 16, to += 16)
        memcpy(to, zero, 16);
    copy_bytes(to, zero, n);
}

#define SWAP_ENDS(type)                                                                            \
    do {                                                                                           \
        LOAD(type, x, a);                                                                          \
        LOAD(type, y, b);                                                                          \
        LOAD(type, u, a + n - sizeof u);                                                           \
        LOAD(type, v, b + n - sizeof v);                                                           \
        STORE(a, y);                                                                               \
        STORE(b, x);                                                                               \
        STORE(a + n - sizeof u, v);                                                                \
        STORE(b + n - sizeof v, u);                                                                \
    } while (0)

INLINE void swap_bytes(uint8_t *a, uint8_t *b, int n)
{
    for (; n > 32; n -= 16, a += 16, b += 16) {
        LOAD(bytes16, x, a);
        LOAD(bytes16, y, b);
        STORE(a, y);
        STORE(b, x);
    }
    if (n >= 16)
        SWAP_ENDS(bytes16);
    else if (n >= 8)
        SWAP_ENDS(uint64_t);
    else if (n >= 4)
        SWAP_ENDS(uint32_t);
    else if (n >= 2)
        SWAP_ENDS(uint16_t);
    else
        SWAP_ENDS(uint8_t);
}

/* What is said of each seat, `width` bytes, moves to its place from the new viewer on. */
INLINE void rotate(const struct eye *e, uint8_t *at, int width)
{
    if (e->seats == 2) {
        swap_bytes(at, at + width, width);
        return;
    }
    uint8_t was[SPACE_SEATS_ROW];
    const int head = e->by * width, rest = (e->seats - e->by) * width;
    copy_bytes(was, at, head + rest);
    copy_bytes(at, was + head, rest);
    copy_bytes(at + rest, was, head);
}

/* Whether n bytes are the same; n is most often a constant. */
INLINE bool same(const unsigned char *a, const unsigned char *b, int n)
{
    if (n < 16) {
        uint64_t x = 0, y = 0;
        if (n >= 8) {
            LOAD(uint64_t, u, a + n - 8);
            LOAD(uint64_t, v, b + n - 8);
            memcpy(&x, a, 8);
            memcpy(&y, b, 8);
            return ((x ^ y) | (u ^ v)) == 0;
        }
        memcpy(&x, a, 8); /* and what stands behind */
        memcpy(&y, b, 8);
        return n == 0 || (x ^ y) << (64 - 8 * n) == 0;
    }
    bytes16 differ = {0};
    for (int i = 0;; i += 16) {
        i = sr_min(i, n - 16);
        LOAD(bytes16, x, a + i);
        LOAD(bytes16, y, b + i);
        differ |= x ^ y;
        if (i + 16 == n)
            break;
    }
    uint64_t half[2];
    memcpy(half, &differ, 16);
    return (half[0] | half[1]) == 0;
}

/* Bit i: byte i of up to 64 is not the same. */
INLINE uint64_t differ(const unsigned char *now, const unsigned char *was, int n)
{
    uint64_t set = 0;
#if defined(__x86_64__)
    for (int i = 0; i < n; i += 16) {
        const __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(now + i));
        const __m128i y = _mm_loadu_si128((const __m128i *)(const void *)(was + i));
        const unsigned equal = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(x, y));
        set |= (uint64_t)(~equal & 0xFFFF) << i;
    }
    return set & (UINT64_MAX >> (64 - n));
#else
    for (int i = 0; i < n; i++)
        set |= (uint64_t)(now[i] != was[i]) << i;
    return set;
#endif
}

/* ---- operations ------------------------------------------------------------------------------ */

static inline int turn(const struct eye *e, int seat)
{
    const int s = e->me + seat;
    return s < e->seats ? s : s - e->seats;
}

/* Which of the planes a value has; ABSENT or more: none. */
INLINE int plane_of(const struct space_op *op, const struct eye *e, int v)
{
    if (op->per && v < op->seats * op->per) { /* a seat's values stand together */
        if (v >= e->seats * op->per)
            return ABSENT;
        v -= e->me * op->per;
        v += v < 0 ? e->seats * op->per : 0;
    }
    return v;
}

INLINE void words(const struct space_op *op, const unsigned char *from, uint8_t *to)
{
    const int bias = op->bias;
    for (int i = 0; i < op->count; i += 8) {
        words8 x;
        memcpy(&x, from + 2 * i, 16);
        if (bias) {
            const words8 large = x > LARGE;
            x = ((x & ~large) | (large & LARGE)) + (int16_t)bias;
            x &= x > 0;
        }
        const uwords8 more = (uwords8)((uwords8)x > 255);
        const bytes8 y = __builtin_convertvector(((uwords8)x | more) & 255, bytes8);
        copy_bytes(to + i, (const unsigned char *)&y, sr_min(8, op->count - i));
    }
}

INLINE void flagged(const struct space_op *op, const unsigned char *from, uint8_t *to)
{
    for (int i = 0; i < op->count; i += 16) {
        const int n = sr_min(16, op->count - i);
        bytes16 x;
        memcpy(&x, from + i, 16);
        const bytes16 known = (bytes16)(x < SR_HIDDEN);
        const bytes16 value = x & known, one = known & 1;
        copy_bytes(to + i, (const unsigned char *)&value, n);
        copy_bytes(to + op->count + i, (const unsigned char *)&one, n);
    }
}

/* A row of `count` bytes: 1 where the source has the value. */
static inline void plane(uint8_t *to, const unsigned char *from, int count, uint8_t value)
{
    for (int i = 0; i < count; i += 16) {
        bytes16 x;
        memcpy(&x, from + i, 16);
        x = (bytes16)(x == value) & 1;
        copy_bytes(to + i, (const unsigned char *)&x, sr_min(16, count - i));
    }
}

static void planes(const struct space_op *op, const struct eye *e, const unsigned char *from,
                   const unsigned char *base, uint8_t *to)
{
    unsigned char used[SPACE_LONGEST + 16];
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
                  seat < e->seats ? (uint8_t)(turn(e, seat) * op->per + i) : (uint8_t)NOBODY);
    for (; k < op->planes; k++, to += op->count)
        plane(to, from, op->count, (uint8_t)k);
}

/* Eight bits as bytes. */
static inline uint64_t spread(uint32_t byte)
{
    const uint64_t ones = 0x0101010101010101u;
#if defined(SPACE_WIDE)
    return _pdep_u64(byte, ones);
#else
    const uint64_t x = (byte & 0xFF) * ones & 0x8040201008040201u;
    return (x + 0x7F7F7F7F7F7F7F7Fu) >> 7 & ones;
#endif
}

/* The bits of a set as bytes. */
INLINE void bits(const struct space_op *op, const unsigned char *from, uint8_t *to)
{
    uint32_t set;
    memcpy(&set, from, 4); /* and perhaps what stands behind it */
    const uint32_t all = UINT32_MAX >> (32 - 8 * op->bytes);
    set &= all;
    set = op->hides && set == all ? 0 : set;
    if (op->planes < 8) {
        const uint64_t x = spread(set);
        copy_bytes(to, (const unsigned char *)&x, op->planes);
        return;
    }
    for (int k = 0; k < op->planes; k += 8) {
        k = sr_min(k, op->planes - 8);
        const uint64_t x = spread(set >> k);
        memcpy(to + k, &x, 8);
    }
}

INLINE void seats(const struct space_op *op, const struct eye *e, const unsigned char *from,
                  uint8_t *to)
{
    for (int k = 0; k < op->planes; k++)
        to[k] = k < e->seats && (*from >> turn(e, k) & 1);
}

static void bag(const struct space_op *op, const unsigned char *from, const unsigned char *base,
                uint8_t *to)
{
    const int n = op->length >= 0 ? sr_min(base[op->length], op->count) : op->count;
    for (int i = 0; i < n; i++)
        if (from[i] < op->planes)
            to[from[i]]++;
}

/* ---- changes --------------------------------------------------------------------------------- */

/* One value among `planes`. */
INLINE void hot_changed(const struct space_op *op, const struct eye *e, const unsigned char *from,
                        const unsigned char *was, uint8_t *to)
{
    uint8_t nowhere;
    const int o = plane_of(op, e, *was), n = plane_of(op, e, *from);
    *(o < op->planes ? to + o : &nowhere) = 0;
    *(n < op->planes ? to + n : &nowhere) = 1;
}

struct list_ends {
    int now, had;
};

/* Elements of a list that differ: in value, or in being there. */
INLINE uint64_t changed_elements(const struct space_op *op, const struct eye *e,
                                 const unsigned char *from, const unsigned char *was,
                                 struct list_ends *ends)
{
    const uint64_t set = differ(from, was, op->count);
    *ends = (struct list_ends){op->count, op->count};
    if (op->length < 0)
        return set;
    ends->now = sr_min(e->view[op->length], op->count);
    ends->had = sr_min(e->old[op->length], op->count);
    const uint64_t now = ends->now ? UINT64_MAX >> (64 - ends->now) : 0;
    const uint64_t had = ends->had ? UINT64_MAX >> (64 - ends->had) : 0;
    return (set & now & had) | (now ^ had);
}

INLINE void planes_changed(const struct space_op *op, const struct eye *e,
                           const unsigned char *from, const unsigned char *was, uint8_t *to)
{
    struct list_ends ends;
    uint64_t left = changed_elements(op, e, from, was, &ends);
    uint8_t nowhere;
    for (; left; left &= left - 1) {
        const int i = __builtin_ctzll(left);
        const int o = plane_of(op, e, i < ends.had ? was[i] : ABSENT);
        const int n = plane_of(op, e, i < ends.now ? from[i] : ABSENT);
        *(o < op->planes ? to + o * op->count + i : &nowhere) = 0;
        *(n < op->planes ? to + n * op->count + i : &nowhere) = 1;
    }
}

INLINE void bag_changed(const struct space_op *op, const struct eye *e, const unsigned char *from,
                        const unsigned char *was, uint8_t *to)
{
    struct list_ends ends;
    uint64_t left = changed_elements(op, e, from, was, &ends);
    uint8_t nowhere = 0;
    for (; left; left &= left - 1) {
        const int i = __builtin_ctzll(left);
        const int o = i < ends.had ? was[i] : ABSENT, n = i < ends.now ? from[i] : ABSENT;
        --*(o < op->planes ? to + o : &nowhere);
        ++*(n < op->planes ? to + n : &nowhere);
    }
}

/* ---- lists of structs ------------------------------------------------------------------------ */

/* A whole struct, into inputs that are all zero. */
static void run(const struct space_plan *p, const struct eye *e, const unsigned char *base,
                uint8_t *row);

/* Elements in use of a list: "here", then the members. */
static void list(const struct space_op *op, const struct eye *e, uint8_t *to)
{
    const unsigned char *from = e->view + op->from;
    const int n = sr_min(e->view[op->length], op->count), width = op->sub->inputs + 1;
    for (int i = 0; i < n; i++, from += op->size) {
        const int at = op->key >= 0 ? from[op->key] : i;
        if (at >= op->planes)
            continue;
        to[at * width] = 1;
        run(op->sub, e, from, to + at * width + 1);
    }
}

SOMETIMES void list_changed(const struct space_op *op, const struct eye *e, uint8_t *to)
{
    const unsigned char *from = e->view + op->from, *was = e->old + op->from;
    const int n = sr_min(e->view[op->length], op->count);
    const int had = sr_min(e->old[op->length], op->count);
    const int both = sr_min(n, had), size = op->size, width = op->sub->inputs + 1;
    /* Most often the first ones stay, and one more is there or one is another. */
    int first = 0;
    if (same(from, was, both * size))
        first = both;
    for (int i = first; i < had; i++) {
        const int at = op->key >= 0 ? was[i * size + op->key] : i;
        if ((i >= n || !same(from + i * size, was + i * size, size)) && at < op->planes)
            clear(to + at * width, width);
    }
    for (int i = first; i < n; i++) {
        const int at = op->key >= 0 ? from[i * size + op->key] : i;
        if ((i < had && same(from + i * size, was + i * size, size)) || at >= op->planes)
            continue;
        to[at * width] = 1;
        run(op->sub, e, from + i * size, to + at * width + 1);
    }
}

/* Another seat looks at the elements that the row has. */
SOMETIMES void list_turned(const struct space_op *op, const struct eye *e, uint8_t *to)
{
    const struct space_plan *p = op->sub;
    const unsigned char *was = e->old + op->from;
    const int had = sr_min(e->old[op->length], op->count), width = p->inputs + 1;
    for (int k = 0; k < p->count; k++) {
        if (!p->op[k].turns)
            continue;
        for (int i = 0; i < had; i++) {
            const int at = op->key >= 0 ? was[i * op->size + op->key] : i;
            if (at < op->planes)
                rotate(e, to + at * width + 1 + p->op[k].to, p->op[k].width);
        }
    }
}

/* ---- one row --------------------------------------------------------------------------------- */

INLINE uint8_t *place(const struct space_op *op, const struct eye *e, uint8_t *row)
{
    return row + op->to + e->turn[op->seat] * op->width;
}

static void run_one(const struct space_op *op, const struct eye *e, const unsigned char *base,
                    uint8_t *row)
{
    const unsigned char *from = base + op->from;
    uint8_t *at = place(op, e, row);
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
        if (plane_of(op, e, *from) < op->planes)
            at[plane_of(op, e, *from)] = 1;
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
    }
}

static void run(const struct space_plan *p, const struct eye *e, const unsigned char *base,
                uint8_t *row)
{
    for (int i = 0; i < p->count; i++)
        if (p->op[i].seat <= e->seats) /* else nobody sits there */
            run_one(&p->op[i], e, base, row);
}

/* What every game has: seats, options, */
static void write_head(const struct sr_space *sp, const union sr_state *view, uint8_t *to)
{
    to[0] = view->head.seats;
    for (int i = 0; i < sp->options; i++)
        to[1 + i] = (uint8_t)view->head.option[i];
}

/* the question. */
INLINE void write_decision(int decision, int decisions, uint8_t *to)
{
    clear(to, decisions);
    if ((unsigned)decision < (unsigned)decisions)
        to[decision] = 1;
}

/* ---- rows by difference ---------------------------------------------------------------------- */

/* One operation, all that is known of it being constants. Near it something has changed (sure):
 * then little things are written without asking, and the processor has nothing to foresee. */
INLINE void change(const struct space_op *op, const struct eye *e, bool sure)
{
    const unsigned char *from = e->view + op->from, *was = e->old + op->from;
    const bool list = op->kind == SPACE_PLANES || op->kind == SPACE_BAG;
    const bool little = op->bytes * op->count <= LITTLE && op->kind != SPACE_SEATS;
    if (!list && !(sure && little) && same(from, was, op->bytes * op->count))
        return;
    uint8_t *at = place(op, e, e->row);
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
        hot_changed(op, e, from, was, at);
        break;
    case SPACE_PLANES:
        planes_changed(op, e, from, was, at);
        break;
    case SPACE_BITS:
        bits(op, from, at);
        break;
    case SPACE_SEATS:
        seats(op, e, from, at);
        break;
    case SPACE_BAG:
        bag_changed(op, e, from, was, at);
        break;
    }
}

#include "batch_rows.inc"

#if defined(SPACE_WIDE)
#define SPACE_WRITE space_write_wide
#define SPACE_COPY_OF space_copy_wide
#else
#define SPACE_WRITE space_write_plain
#define SPACE_COPY_OF space_copy_plain
int space_made(const char *game)
{
    int i = 0;
    while (strcmp(made[i].game, game) != 0)
        i++;
    return i;
}
#endif

void SPACE_WRITE(const struct sr_space *sp, const struct space_row *r)
{
    struct eye e = {.view = r->view->bytes, .row = r->row, .me = r->me};
    e.seats = r->view->head.seats;
    e.turn = sp->turn[e.seats][e.me];
    const int decision = r->view->head.over ? -1 : sp->rules.game->decision(r->view);
    if (!r->old) {
        write_head(sp, r->view, r->row);
        write_decision(decision, sp->decisions, r->row + 1 + sp->options);
        run(&sp->plan, &e, e.view, r->row);
        return;
    }
    e.old = r->old->bytes;
    e.by = r->me - r->old_me;
    e.by += e.by < 0 ? e.seats : 0;
    made[sp->made].change(sp->plan.op, &e, decision);
}

void SPACE_COPY_OF(const struct sr_space *sp, union sr_state *to, const union sr_state *from)
{
    made[sp->made].copy(to->bytes, from->bytes);
}
