/* guide.h: what the host and the device know together about players that look one move ahead. */
#ifndef SERAI_GPU_GUIDE_H
#define SERAI_GPU_GUIDE_H

#include "serai/game.h"

struct guide_skill {
    int32_t looks; /* 0: plays any move */
    int32_t samples, slack;
};

struct guide {
    struct guide_skill skill[SR_SEATS_MAX]; /* by place in the list of bots */
    int32_t seats, rotate, lines, margin;
    int32_t slots;    /* states kept for a place: samples of any player at most, and his view */
    uint32_t room;    /* children of a step */
    uint32_t records; /* room for them; 0: none are wanted */
    uint64_t seed, first; /* of the batch; number of its first game in the series */
};

/* A place whose player looks ahead: its children stand from `base` on, sample by sample. */
struct guide_look {
    uint32_t base;
    uint16_t count, samples; /* samples 0: nothing to look at */
    uint16_t listed;         /* moves of the decision, for the figures; 0: waits */
    uint16_t seat;
    int32_t slack;
    struct sr_rng rng;
};

#endif
