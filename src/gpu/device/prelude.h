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

#include "device/bytes.h"
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
