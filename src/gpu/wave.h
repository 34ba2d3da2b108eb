/* wave.h: how games of a batch go forward together: places, keys, and the sorting between steps.
 * See device/wave.h for the kernels. */
#ifndef SERAI_GPU_WAVE_H
#define SERAI_GPU_WAVE_H

#include "gpu/device.h"

enum { WAVE_BLOCK = 128, WAVE_SORT_BLOCK = 256, WAVE_RING = 16, WAVE_KEYS = 64 };

/* As the kernels have it. */
struct wave_totals {
    uint64_t count, sum, squares;
    uint32_t least, most;
    uint32_t next; /* game to begin when one is over */
    uint32_t left; /* games that are not over */
};

struct wave {
    struct gpu *gpu;
    struct gpu_memory memory;
    cu_handle begin, seat, sort, apply;
    cu_handle turn; /* NULL, or plays a move and draws the next: serai_turn */
    cu_pointer edition, states, opener, totals;
    cu_pointer place[2], keys, counts;
    uint32_t games, places, active;
    uint64_t seed;
    int step;
    struct wave_totals sum;
};

/* Sets up all games and gives the first ones a place. wave_end in any case. */
SR_MUST_CHECK enum sr_err wave_begin(struct wave *w, struct gpu *g, cu_handle module,
                                     const struct lab_batch *b, uint32_t places,
                                     struct sr_diag *diag);
/* The counters of this step: 0, 1 by decision, 2, 3 by verb. */
cu_pointer wave_counter(const struct wave *w, int which);
/* Plays all games. In every step `choose` finds the places in place[1], sorted by decision, and
 * leaves them there with their moves, the verbs as keys, counted. */
cu_result wave_play(struct wave *w, cu_result (*choose)(void *context), void *context);
/* A move played and the next one drawn at all places; the verbs are counted. */
cu_result wave_turn(struct wave *w, cu_pointer places, cu_pointer counts);
/* Fetches what is wanted of the results. */
cu_result wave_results(struct wave *w, struct lab_batch *b);
void wave_end(struct wave *w);

#endif
