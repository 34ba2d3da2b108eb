/* desk.h: what the host and the device hand each other for one call; the same on both. */
#ifndef SERAI_GPU_DESK_H
#define SERAI_GPU_DESK_H

#include "serai/game.h"

enum desk_call {
    DESK_SETUP, DESK_ACTOR, DESK_DECISION, DESK_LEGAL, DESK_ALLOWS, DESK_APPLY, DESK_HIDE,
    DESK_FILL, DESK_SCORES, DESK_CHECK, DESK_OPENER
};

enum { DESK_TEXT = 256 };

struct desk {
    int32_t call, seat; /* seat: of hide and fill */
    sr_move move;
    int32_t result;     /* also how many moves or events there are */
    int32_t events_max; /* of the caller; -1: wants none */
    int32_t lost;
    struct sr_rng rng;  /* of fill */
    char text[DESK_TEXT]; /* of check; "": nothing is wrong */
    struct sr_scores scores;
    union sr_state state;
    unsigned char edition[SR_EDITION_MAX];
    sr_move list[SR_MOVES_MAX];
    struct sr_event event[SR_EVENTS_MAX];
};

#endif
