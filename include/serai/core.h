/* core.h: the few things every layer shares: limits, error codes, diagnostics, moves, assertions.
 *
 * Rules code is written in the common subset of C17 and C++20, so this header is too. */
#ifndef SERAI_CORE_H
#define SERAI_CORE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SR_SEATS_MAX = 7,     /* people at a table; a seat is 0..seats-1 */
    SR_SPECTATOR = 7,     /* as a viewer: sees only what is public */
    SR_FULL = 255,        /* sr_head.viewer of a complete state */
    SR_NOBODY = -1,       /* actor of a finished game */
    SR_STATE_MAX = 2048,  /* bytes of the largest state */
    SR_EDITION_MAX = 8192,
    SR_MOVES_MAX = 1024,  /* most moves of any decision of any game */
    SR_EVENTS_MAX = 512,  /* most events of any move of any game */
    SR_OPTIONS_MAX = 10,
    SR_ARGS_MAX = 8,      /* arguments of one move or event */
    SR_TEXT_MAX = 160     /* bytes of a move in notation, with its NUL */
};

/* Codes are append-only; their wire names (sr_err_name) never change. */
enum sr_err {
    SR_OK = 0,
    SR_ILLEGAL,  /* not a legal move of this decision */
    SR_OVER,     /* the game is over */
    SR_PARSE,    /* text is not well formed */
    SR_KEY,      /* unknown or missing key */
    SR_TYPE,     /* a value of the wrong type */
    SR_RANGE,    /* a value outside its range */
    SR_BROKEN,   /* an invariant of the game does not hold */
    SR_UNKNOWN,  /* no such game, option, seat, language, bot */
    SR_SPACE,    /* a buffer or a limit is too small */
    SR_DIFFERS,  /* a replay or a check came out otherwise */
    SR_IO,       /* a file or stream failed (outside core only) */
    SR_NOTHING   /* nothing to undo, redo, show */
};

#if defined(__GNUC__)
#define SR_MUST_CHECK __attribute__((warn_unused_result))
#define SR_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define SR_LIKELY(x) __builtin_expect(!!(x), 1)
#define SR_UNLIKELY(x) __builtin_expect(!!(x), 0)
#else
#define SR_MUST_CHECK
#define SR_PRINTF(fmt, args)
#define SR_LIKELY(x) (x)
#define SR_UNLIKELY(x) (x)
#endif
/* A function that compilers for devices (src/gpu) must leave whole; to others it says nothing. */
#ifndef SR_NOINLINE
#define SR_NOINLINE
#endif

/* Why something failed, for a person: one line without a final newline. Callers may pass NULL. */
struct sr_diag {
    char text[256];
};

/* Stable lower-case name of a code, as used on the wire ("illegal", "range"...). */
const char *sr_err_name(enum sr_err err);

/* Broken promise inside our own code. On in tests and debug builds (NDEBUG unset); analysers take
 * it for true. */
#if defined(__clang_analyzer__)
#define SR_ASSERT(x) ((x) ? (void)0 : __builtin_unreachable())
#else
#define SR_ASSERT(x) assert(x)
#endif

/* "Cannot happen" guards that stay in release builds. */
#define SR_ALWAYS(x) (SR_LIKELY(x) ? true : (SR_ASSERT(false && #x), false))
#define SR_NEVER(x) (SR_UNLIKELY(x) ? (SR_ASSERT(false && #x), true) : false)

/* ---- moves -------------------------------------------------------------------------------- */

/* A move is a value: 8 bits of verb (index into the game's list of moves), 24 bits of arguments
 * packed as the verb's sr_arg rows say. It means something only together with its position. */
typedef uint32_t sr_move;

static inline int sr_move_verb(sr_move m) { return (int)(m & 0xFFu); }

/* The unsigned bit field [shift, shift + bits) of a move. */
static inline int sr_move_bits(sr_move m, int shift, int bits)
{
    return (int)((m >> shift) & ((1u << bits) - 1u));
}

/* The common packing: three byte arguments a, b, c at shifts 8, 16 and 24. */
static inline sr_move sr_move_make(int verb, int a, int b, int c)
{
    return (uint32_t)(verb & 0xFF) | (uint32_t)(a & 0xFF) << 8 | (uint32_t)(b & 0xFF) << 16 |
           (uint32_t)(c & 0xFF) << 24;
}
static inline int sr_move_a(sr_move m) { return (int)(m >> 8 & 0xFFu); }
static inline int sr_move_b(sr_move m) { return (int)(m >> 16 & 0xFFu); }
static inline int sr_move_c(sr_move m) { return (int)(m >> 24 & 0xFFu); }

/* ---- small integers ----------------------------------------------------------------------- */

/* Narrowing with a check: states are full of bytes, arithmetic is int. */
static inline uint8_t sr_u8(int x)
{
    SR_ASSERT(x >= 0 && x <= UINT8_MAX);
    return (uint8_t)x;
}
static inline int8_t sr_i8(int x)
{
    SR_ASSERT(x >= INT8_MIN && x <= INT8_MAX);
    return (int8_t)x;
}
static inline uint16_t sr_u16(int x)
{
    SR_ASSERT(x >= 0 && x <= UINT16_MAX);
    return (uint16_t)x;
}
static inline int16_t sr_i16(int x)
{
    SR_ASSERT(x >= INT16_MIN && x <= INT16_MAX);
    return (int16_t)x;
}
static inline void sr_add_u8(uint8_t *to, int n) { *to = sr_u8(*to + n); }
static inline void sr_add_i8(int8_t *to, int n) { *to = sr_i8(*to + n); }
static inline void sr_add_u16(uint16_t *to, int n) { *to = sr_u16(*to + n); }
static inline void sr_add_i16(int16_t *to, int n) { *to = sr_i16(*to + n); }
static inline int sr_min(int a, int b) { return a < b ? a : b; }
static inline int sr_max(int a, int b) { return a > b ? a : b; }

/* ---- small sets: bit i stands for i ------------------------------------------------------- */

/* The set is not empty. */
static inline int sr_lowest(uint64_t set) { return __builtin_ctzll(set); }

/* How many there are. Plain x86-64 has no instruction for it; a call of the compiler's library
 * costs more than these few operations. */
static inline int sr_count(uint64_t set)
{
#if defined(__x86_64__) && !defined(__POPCNT__)
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(set * 0x0101010101010101u >> 56);
#else
    return __builtin_popcountll(set);
#endif
}

/* Which of 8 bytes, masked, have that value: the bytes of the difference that are zero, their top
 * bits gathered by a multiplication. */
static inline unsigned sr_match8(const uint8_t *bytes, uint8_t mask, uint8_t value)
{
    const uint64_t ones = 0x0101010101010101u, low = 0x7F7F7F7F7F7F7F7Fu;
    uint64_t x;
    memcpy(&x, bytes, sizeof x);
    x = (x & ones * mask) ^ ones * value;
    x = ~(((x & low) + low) | x | low);
    return (unsigned)((x >> 7) * 0x0102040810204080u >> 56);
}

#if defined(__SSE2__)
typedef char sr_bytes16 __attribute__((vector_size(16)));
typedef unsigned char sr_ubytes16 __attribute__((vector_size(16)));
#endif

#ifndef SR_OWN_MATCH /* src/gpu/device/prelude.h has one for devices */
/* Which of n bytes (at most 64), masked, have that value. Lists of places ask this all the time. */
static inline uint64_t sr_match(const uint8_t *bytes, int n, uint8_t mask, uint8_t value)
{
    uint64_t set = 0;
    int i = 0;
#if defined(__SSE2__)
    for (; i + 16 <= n; i += 16) {
        sr_bytes16 x;
        memcpy(&x, bytes + i, sizeof x);
        x = (sr_bytes16)((x & (char)mask) == (char)value);
        set |= (uint64_t)(uint32_t)__builtin_ia32_pmovmskb128(x) << i;
    }
#endif
    for (; i + 8 <= n; i += 8)
        set |= (uint64_t)sr_match8(bytes + i, mask, value) << i;
    for (; i < n; i++)
        set |= (uint64_t)((bytes[i] & mask) == value) << i;
    return set;
}
#endif

/* Which of n bytes (at most 64) are not above a limit. */
static inline uint64_t sr_at_most(const uint8_t *bytes, int n, uint8_t limit)
{
    uint64_t set = 0;
    int i = 0;
#if defined(__SSE2__)
    for (; i + 16 <= n; i += 16) {
        sr_ubytes16 x;
        memcpy(&x, bytes + i, sizeof x);
        set |= (uint64_t)(uint32_t)__builtin_ia32_pmovmskb128((sr_bytes16)(x <= limit)) << i;
    }
#endif
    for (; i < n; i++)
        set |= (uint64_t)(bytes[i] <= limit) << i;
    return set;
}

#ifdef __cplusplus
}
#endif
#endif
