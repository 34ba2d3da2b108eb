/* write.c: views become rows of bytes, by the plan. All of a row is written anew, without asking
 * what has changed: a processor writes 32 bytes sooner than it recovers from a branch that it
 * foresaw wrongly. Only lists of structs and shared piles are brought up to date. What stands in
 * the plan are constants: for each game the build makes a function that calls what is here
 * (maker.c).
 *
 * Where the processor is one of x86's this file is compiled twice, for all of them and for those
 * that work on 32 bytes at once (SPACE_WIDE). Loads go up to SPACE_PAST bytes past a view. */
#include "batch/space.h"

#if defined(SPACE_WIDE)
#include <immintrin.h>
#endif

enum { LARGE = 1000 /* more than a byte holds in any way */ };

typedef uint8_t bytes32 __attribute__((vector_size(32)));
typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint8_t bytes8 __attribute__((vector_size(8)));
typedef uint32_t quads8 __attribute__((vector_size(32)));
typedef int16_t words8 __attribute__((vector_size(16)));
typedef uint16_t uwords8 __attribute__((vector_size(16)));

/* What is known of an operation is a constant where these are called from; not every set of games
 * needs them all. */
#define INLINE static inline __attribute__((always_inline, unused))

/* All that takes or gives 32 bytes is inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* Loops whose counts are constants. */
#define UNROLL _Pragma("GCC unroll 64")

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

static const bytes32 place = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

/* x without its first n bytes. */
INLINE bytes16 behind(bytes16 x, int n)
{
#if defined(SPACE_WIDE)
    LOAD(bytes16, from, (const unsigned char *)&place + n);
    return (bytes16)_mm_shuffle_epi8((__m128i)x, (__m128i)from);
#else
    unsigned char bytes[32] = {0};
    STORE(bytes, x);
    memcpy(&x, bytes + n, 16);
    return x;
#endif
}

/* The first n bytes of x (up to 16); see put. */
INLINE void put_some(uint8_t *to, bytes16 x, int n, int room)
{
    if (n > 8 && (n == 16 || room >= 16)) {
        STORE(to, x);
    } else if (n > 4 && (n >= 8 || room >= 8)) {
        const bytes16 rest = behind(x, n & 7);
        memcpy(to, &x, 8);
        if (n > 8)
            memcpy(to + n - 8, &rest, 8);
    } else if (n >= 4 || room >= 4) {
        const bytes16 rest = behind(x, n & 3);
        memcpy(to, &x, 4);
        if (n > 4)
            memcpy(to + n - 4, &rest, 4);
    } else {
        uint32_t four;
        memcpy(&four, &x, 4);
        for (int i = 0; i < n; i++)
            to[i] = (uint8_t)(four >> 8 * i);
    }
}

/* The first n bytes of x (up to 32). What follows them, up to `room` bytes in all, is still to be
 * written and may be anything. */
INLINE void put(uint8_t *to, bytes32 x, int n, int room)
{
    if (n > 16 && room >= 32) {
        STORE(to, x);
        return;
    }
    LOAD(bytes16, low, &x);
    if (n > 16) {
        LOAD(bytes16, high, (const unsigned char *)&x + 16);
        STORE(to, low);
        put_some(to + 16, high, n - 16, room - 16);
    } else {
        put_some(to, low, n, room);
    }
}

INLINE bytes32 splat(int x) { return (uint8_t)x - (bytes32){0}; }

/* The same of a constant: to load it is quicker than to make it. */
INLINE bytes32 splat_of(int x)
{
    const uint32_t four = space_splat[x];
    return (bytes32)(four - (quads8){0});
}

/* 1 where all bits are set. */
INLINE bytes32 ones(bytes32 x)
{
#if defined(SPACE_WIDE)
    return (bytes32)_mm256_abs_epi8((__m256i)x);
#else
    return x & 1;
#endif
}

/* Whether n bytes are the same; up to 31 that follow them are looked at, but do not count. */
INLINE bool same(const unsigned char *a, const unsigned char *b, int n)
{
#if defined(SPACE_WIDE)
    bytes32 differ = {0};
    int i = 0;
    for (; i + 32 <= n; i += 32) {
        LOAD(bytes32, x, a + i);
        LOAD(bytes32, y, b + i);
        differ |= x ^ y;
    }
    LOAD(bytes32, x, a + i);
    LOAD(bytes32, y, b + i);
    const bytes32 counts = (bytes32)(place < splat(n - i));
    differ |= (x ^ y) & counts;
    return _mm256_testz_si256((__m256i)differ, (__m256i)differ);
#else
    return memcmp(a, b, (size_t)n) == 0;
#endif
}

/* ---- operations ------------------------------------------------------------------------------ */

static inline int turn(const struct space_row *e, int seat)
{
    const int s = e->me + seat;
    return s < e->seats ? s : s - e->seats;
}

INLINE bytes32 least(bytes32 x, bytes32 y)
{
#if defined(SPACE_WIDE)
    return (bytes32)_mm256_min_epu8((__m256i)x, (__m256i)y);
#else
    const bytes32 less = (bytes32)(x < y);
    return (x & less) | (y & ~less);
#endif
}

/* Values as the viewer counts them: a seat's stand together, and his come first. */
INLINE bytes32 seen(const struct space_op *op, const struct space_row *e, bytes32 x)
{
    if (!op->per)
        return x;
    const bytes32 mine = splat(e->me * op->per), all = splat(e->seats * op->per);
    const bytes32 y = least(x - mine, x - mine + all) | (bytes32)(x >= all); /* nobody sits there */
    if (op->planes == op->seats * op->per)
        return y;
    const bytes32 other = (bytes32)(x >= splat(op->seats * op->per));
    return (x & other) | (y & ~other);
}

INLINE void plain(const struct space_op *op, const unsigned char *from, uint8_t *to, int room)
{
    if (op->count <= 8) {
        copy_bytes(to, from, op->count);
        return;
    }
    UNROLL
    for (int i = 0; i < op->count; i += 32) {
        LOAD(bytes32, x, from + i);
        put(to + i, x, sr_min(32, op->count - i), room - i);
    }
}

/* Eight numbers of 16 bits as bytes, with a bias as signed ones. */
INLINE bytes8 narrow(words8 x, int bias)
{
#if defined(SPACE_WIDE)
    const __m128i y = bias ? _mm_adds_epi16((__m128i)x, _mm_set1_epi16((short)bias))
                           : _mm_min_epu16((__m128i)x, _mm_set1_epi16(255));
    const __m128i z = _mm_packus_epi16(y, y);
    LOAD(bytes8, out, &z);
    return out;
#else
    if (bias) {
        const words8 large = x > LARGE;
        x = ((x & ~large) | (large & LARGE)) + (int16_t)bias;
        x &= x > 0;
    }
    const uwords8 more = (uwords8)((uwords8)x > 255);
    return __builtin_convertvector(((uwords8)x | more) & 255, bytes8);
#endif
}

INLINE void words(const struct space_op *op, const unsigned char *from, uint8_t *to, int room)
{
    UNROLL
    for (int i = 0; i < op->count; i += 8) {
        LOAD(words8, x, from + 2 * i);
        const bytes8 y = narrow(x, op->bias);
        bytes16 all = {0};
        memcpy(&all, &y, 8);
        put_some(to + i, all, sr_min(8, op->count - i), room - i);
    }
}

INLINE void flagged(const struct space_op *op, const unsigned char *from, uint8_t *to, int room)
{
    UNROLL
    for (int k = 0; k < 2; k++, to += op->count, room -= op->count) {
        UNROLL
        for (int i = 0; i < op->count; i += 32) {
            LOAD(bytes32, x, from + i);
            const bytes32 known = (bytes32)(x < SR_HIDDEN);
            put(to + i, k ? ones(known) : known & x, sr_min(32, op->count - i), room - i);
        }
    }
}

/* A byte for each of `planes` values: 1 for the one that all of x are. */
INLINE void hot(bytes32 x, int planes, uint8_t *to, int room)
{
    UNROLL
    for (int i = 0; i < planes; i += 32)
        put(to + i, ones((bytes32)(place + (uint8_t)i == x)), sr_min(32, planes - i), room - i);
}

/* A list of names, as the viewer counts them; beyond its length none. */
INLINE bytes32 names(const struct space_op *op, const struct space_row *e,
                     const unsigned char *base, int i)
{
    LOAD(bytes32, x, base + op->from + i);
    x = seen(op, e, x);
    if (op->length >= 0)
        x |= (bytes32)(place + (uint8_t)i >= splat(base[op->length]));
    return x;
}

/* A row of bytes for each value, 1 where a name is it. */
INLINE void planes(const struct space_op *op, const struct space_row *e, const unsigned char *base,
                   uint8_t *to, int room)
{
    bytes32 x[SPACE_LONGEST / 32];
    UNROLL
    for (int i = 0; i < op->count; i += 32)
        x[i / 32] = names(op, e, base, i);
    UNROLL
    for (int k = 0; k < op->planes; k++) {
        UNROLL
        for (int i = 0; i < op->count; i += 32) {
            const bytes32 is = ones((bytes32)(x[i / 32] == splat_of(k)));
            put(to + k * op->count + i, is, sr_min(32, op->count - i), room - k * op->count - i);
        }
    }
}

/* The same where the rows are short: input i is 1 where name at[i] is is[i]. */
INLINE void grid(const struct space_op *op, const struct space_row *e, const unsigned char *base,
                 uint8_t *row, int room, const uint8_t *at, const uint8_t *is)
{
    uint8_t *to = row + op->to;
#if defined(SPACE_WIDE)
    const int inputs = op->count * op->planes;
    const __m128i x = _mm256_castsi256_si128((__m256i)names(op, e, base, 0));
    const __m256i both = _mm256_broadcastsi128_si256(x);
    UNROLL
    for (int i = 0; i < inputs; i += 32) {
        LOAD(bytes32, which, at + i);
        LOAD(bytes32, value, is + i);
        const bytes32 y = (bytes32)_mm256_shuffle_epi8(both, (__m256i)which);
        put(to + i, ones((bytes32)(y == value)), sr_min(32, inputs - i), room - i);
    }
#else
    (void)at;
    (void)is;
    planes(op, e, base, to, room);
#endif
}

/* Up to 32 bits as bytes. */
INLINE bytes32 spread(uint32_t set)
{
#if defined(SPACE_WIDE)
    const bytes32 which = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,
                           2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3};
    const bytes32 bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128,
                         1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const __m256i all = _mm256_set1_epi32((int)set);
    const bytes32 x = (bytes32)_mm256_shuffle_epi8(all, (__m256i)which);
    return ones((bytes32)((x & bit) == bit));
#else
    uint64_t out[4];
    bytes32 all;
    for (int i = 0; i < 4; i++) {
        const uint64_t ones = 0x0101010101010101u;
        const uint64_t x = (set >> 8 * i & 0xFF) * ones & 0x8040201008040201u;
        out[i] = (x + 0x7F7F7F7F7F7F7F7Fu) >> 7 & ones;
    }
    memcpy(&all, out, 32);
    return all;
#endif
}

/* The bits of a set as bytes. */
INLINE void bits(const struct space_op *op, const unsigned char *from, uint8_t *to, int room)
{
    uint32_t set;
    memcpy(&set, from, 4); /* and perhaps what stands behind it */
    const uint32_t all = UINT32_MAX >> (32 - 8 * op->bytes);
    set &= all;
    set = op->hides && set == all ? 0 : set;
    put(to, spread(set), op->planes, room);
}

INLINE void seats(const struct space_op *op, const struct space_row *e, const unsigned char *from,
                  uint8_t *to, int room)
{
    const uint32_t all = (1u << e->seats) - 1, set = *from & all;
    put(to, spread((set >> e->me | set << (e->seats - e->me)) & all), op->planes, room);
}

/* The first `planes` values are counted, most often none is there: hidden ones are larger. */
INLINE void bag(const struct space_op *op, const unsigned char *from, const unsigned char *base,
                uint8_t *to)
{
    clear(to, op->planes);
    const int n = sr_min(base[op->length], op->count);
#if defined(SPACE_WIDE)
    uint64_t left = 0;
    UNROLL
    for (int i = 0; i < op->count; i += 32) {
        LOAD(bytes32, x, from + i);
        const bytes32 there = (bytes32)(x < splat((uint8_t)op->planes));
        left |= (uint64_t)(uint32_t)_mm256_movemask_epi8((__m256i)there) << i;
    }
    for (left = _bzhi_u64(left, (unsigned)n); left; left &= left - 1)
        to[from[__builtin_ctzll(left)]]++;
#else
    for (int i = 0; i < n; i++)
        if (from[i] < op->planes)
            to[from[i]]++;
#endif
}

/* The same of a list that nobody owns, where it has changed. */
INLINE void bag_changed(const struct space_op *op, const struct space_row *e)
{
    const unsigned char *from = e->view + op->from;
    if (e->old) {
        unsigned char *was = e->old + op->from, *had = e->old + op->length;
        const unsigned char n = e->view[op->length];
        if (n == *had && same(from, was, op->count))
            return;
        copy_bytes(was, from, op->count);
        *had = n;
    }
    bag(op, from, e->view, e->row + op->to);
}

/* One operation on a struct at `base`, into the row that begins there. */
INLINE void write_op(const struct space_op *op, const struct space_row *e,
                     const unsigned char *base, uint8_t *row, int room)
{
    const unsigned char *from = base + op->from;
    uint8_t *to = row + op->to;
    switch (op->kind) {
    case SPACE_COPY:
        plain(op, from, to, room);
        break;
    case SPACE_FLAGGED:
        flagged(op, from, to, room);
        break;
    case SPACE_WORDS:
        words(op, from, to, room);
        break;
    case SPACE_HOT:
        hot(seen(op, e, splat(*from)), op->planes, to, room);
        break;
    case SPACE_PLANES:
        planes(op, e, base, to, room);
        break;
    case SPACE_BITS:
        bits(op, from, to, room);
        break;
    case SPACE_SEATS:
        seats(op, e, from, to, room);
        break;
    case SPACE_BAG:
        bag(op, from, base, to);
        break;
    }
}

/* ---- lists of structs ------------------------------------------------------------------------ */

/* Writes an element: all of it, or only what depends on who looks. */
typedef void element_fn(const struct space_row *e, const unsigned char *from, uint8_t *to,
                        bool turned);

/* Where an element stands; `planes` or more: nowhere. */
INLINE int place_of(const struct space_op *op, const unsigned char *element, int i)
{
    return op->key >= 0 ? element[op->key] : i;
}

/* Brings a list up to date: "here", then the members, for each element in use. */
INLINE void list(const struct space_op *op, const struct space_row *e, element_fn *element)
{
    static const unsigned char none[1];
    const unsigned char *from = e->view + op->from;
    unsigned char *was = e->old ? e->old + op->from : NULL;
    const int width = op->width, size = op->size;
    const int n = sr_min(e->view[op->length], op->count);
    const int had = was ? sr_min(e->old[op->length], op->count) : *none;
    uint8_t *to = e->row + op->to;
    /* Most often the first ones stay, and one more is there or one is another. */
    const int both = sr_min(n, had);
    int first = was && same(from, was, both * size) ? both : 0;
    for (; first < both && same(from + first * size, was + first * size, size);)
        first++;
    if (first < n || first < had) {
        for (int i = first; i < had; i++) {
            const int at = place_of(op, was + i * size, i);
            if (at < op->planes && (i >= n || !same(from + i * size, was + i * size, size)))
                clear(to + at * width, width);
        }
        for (int i = first; i < n; i++) {
            const unsigned char *x = from + i * size;
            const int at = place_of(op, x, i);
            if (at >= op->planes || (i < had && same(x, was + i * size, size)))
                continue;
            to[at * width] = 1;
            element(e, x, to + at * width + 1, false);
        }
        if (was) {
            copy_bytes(was + first * size, from + first * size, (n - first) * size);
            e->old[op->length] = e->view[op->length];
        }
    }
    for (int i = 0; op->turns && e->turned && i < n; i++) {
        const int at = place_of(op, from + i * size, i);
        if (at < op->planes)
            element(e, from + i * size, to + at * width + 1, true);
    }
}

/* ---- numbers of moves ------------------------------------------------------------------------ */

static inline uint32_t entry_of(const struct sr_space *sp, sr_move m)
{
    const int verb = sr_move_verb(m);
    const struct space_quick *q = &sp->quick[verb];
#if defined(SPACE_WIDE)
    return q->base + _pext_u32(m, q->bits);
#else
    return q->base + ((m & q->bits) >> sp->shift[verb]);
#endif
}

/* Some at a time: how often a loop ends is what a processor foresees worst. */
static bool number(const struct sr_space *sp, const sr_move *legal, int count, uint16_t *out,
                   uint8_t *mask)
{
    const uint16_t *const number = sp->number;
    for (int i = 0; i < count; i += SPACE_MORE) {
        uint32_t action[SPACE_MORE], unknown = 0;
        UNROLL
        for (int k = 0; k < SPACE_MORE; k++) {
            action[k] = number[entry_of(sp, legal[i + k])];
            out[i + k] = (uint16_t)action[k];
            unknown |= action[k] + 1;
        }
        if (SR_UNLIKELY(unknown > SPACE_NO_ACTION))
            return false;
        if (!mask)
            continue;
        UNROLL
        for (int k = 0; k < SPACE_MORE; k++)
            mask[action[k]] = 1;
    }
    return true;
}

/* ---- for each game --------------------------------------------------------------------------- */

#include "batch_rows.inc"

#if defined(SPACE_WIDE)
#define SPACE_WRITER space_writer_wide
#else
#define SPACE_WRITER space_writer_plain
#endif

const struct space_writer *SPACE_WRITER(const char *game)
{
    int i = 0;
    while (strcmp(writers[i].game, game) != 0)
        i++;
    return &writers[i];
}
