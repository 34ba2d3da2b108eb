/* prelude.h: before every file of rules that is compiled for a device. */
#ifndef SERAI_GPU_PRELUDE_H
#define SERAI_GPU_PRELUDE_H

/* gcc's names of what every processor can do. */
#define __builtin_ctz(x) (__ffs((int)(x)) - 1)
#define __builtin_ctzll(x) (__ffsll((long long)(x)) - 1)
#define __builtin_clz(x) __clz((int)(x))
#define __builtin_clzll(x) __clzll((long long)(x))
#define __builtin_popcount(x) __popc(x)
#define __builtin_popcountll(x) __popcll(x)
#define SR_NOINLINE __noinline__

#include <stddef.h>
#include <stdint.h>

/* sr_match. Devices load a byte at a time what may stand at any address; so words that do not, put
 * together, and few instructions in a loop, of which their caches hold little. */
#define SR_OWN_MATCH
static SR_NOINLINE uint64_t sr_match(const uint8_t *bytes, int n, uint8_t mask, uint8_t value)
{
    const uint32_t ones = 0x01010101u, low = 0x7F7F7F7Fu;
    const uint32_t *word = (const uint32_t *)(const void *)((uintptr_t)bytes & ~(uintptr_t)3);
    const unsigned shift = 8 * (unsigned)((uintptr_t)bytes & 3);
    uint64_t set = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4, word++) {
        uint32_t x = shift ? word[0] >> shift | word[1] << (32 - shift) : word[0];
        x = (x & ones * mask) ^ ones * value;
        x = ~(((x & low) + low) | x | low) >> 7;
        set |= (uint64_t)(x * 0x10204080u >> 28) << i;
    }
    for (; i < n; i++)
        set |= (uint64_t)((bytes[i] & mask) == value) << i;
    return set;
}

/* States begin at multiples of eight; of an address it knows nothing about a device copies single
 * bytes. */
#define SR_COPY_BYTES device_copy
static inline void device_copy(void *to, const void *from, size_t size)
{
    uint64_t *word = (uint64_t *)to;
    const uint64_t *source = (const uint64_t *)from;
    const size_t words = size / sizeof *word;
    for (size_t i = 0; i < words; i++)
        word[i] = source[i];
    for (size_t i = words * sizeof *word; i < size; i++)
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
}

#include "serai/game.h"

/* Nobody listens to a series: events are not made. Functions, not empty macros: an argument may
 * do something. */
#ifdef SERAI_SILENT
static inline void silent_emit(struct sr_events *, int, int, int, int, int, int) {}
static inline void silent_emit_secret(struct sr_events *, int, int, unsigned, unsigned, int, int,
                                      int, int)
{
}
static inline void silent_emit_event(struct sr_events *, const struct sr_event *) {}
#undef sr_emit /* a test for listeners elsewhere */
#define sr_emit silent_emit
#define sr_emit_secret silent_emit_secret
#define sr_emit_event silent_emit_event
#endif

/* Loops as they stand in the rules: unrolled, their instructions do not fit the caches. */
#if SERAI_ROLLED
#define SERAI_PRAGMA_OF(x) _Pragma(#x)
#define SERAI_PRAGMA(x) SERAI_PRAGMA_OF(x)
#define for SERAI_PRAGMA(unroll SERAI_ROLLED) for
#endif

#endif
