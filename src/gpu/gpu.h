/* gpu.h: games on a CUDA device, by the same files of rules that the program is compiled from.
 * Without a device, a driver or a compiler for it every call fails with a sentence, and the caller
 * goes on by itself: nothing needs a GPU.
 *
 * A series played here has the same final states, byte by byte, as on threads (lab_sim). */
#ifndef SERAI_GPU_GPU_H
#define SERAI_GPU_GPU_H

#include "lab/lab.h"

struct gpu;

/* The first device. SR_UNKNOWN: there is none, or what it needs is not installed; SR_IO: it
 * failed. *out is NULL then. */
SR_MUST_CHECK enum sr_err gpu_open(struct gpu **out, struct sr_diag *diag);
void gpu_close(struct gpu *g);
const char *gpu_name(const struct gpu *g);
/* Seconds spent compiling rules so far; 0 when all of it came from the cache. */
double gpu_compiled(const struct gpu *g);

/* ---- batches of games (batch.c, guided.c) --------------------------------------------------- */

/* Whether the players of the set-up can play there: `random`, scripted ones, `halving`, and bots
 * that look one move ahead (`learned`, `greedy`). SR_UNKNOWN with the one that cannot. */
SR_MUST_CHECK enum sr_err gpu_can_play(const struct lab_setup *setup, struct sr_diag *diag);
/* SR_SPACE: the batch is too large for the device's memory. After SR_IO the device is not to be
 * used again. */
SR_MUST_CHECK enum sr_err gpu_play(struct gpu *g, struct lab_batch *b, struct sr_diag *diag);

/* ---- single calls (calls.c) ----------------------------------------------------------------- */

/* The same game with functions that run on the device, one call at a time: for checks of the rules
 * themselves. One game at a time: what an earlier call returned is not valid any more. NULL with
 * diag when it cannot be had. Should the device fail later, the functions go on with those of the
 * program, and gpu_game_failed tells why. */
const struct sr_game *gpu_game(struct gpu *g, const struct sr_game *game, struct sr_diag *diag);
/* NULL, or what went wrong. */
const char *gpu_game_failed(void);

/* What the laboratory needs of a device. */
struct lab_device gpu_device(struct gpu *g);

#endif
