/* record.h: one decision of a series, as training records have it (docs/formats.md); the state
 * follows, state_size bytes. Compiled for devices too. */
#ifndef SERAI_LAB_RECORD_H
#define SERAI_LAB_RECORD_H

#include "serai/core.h"

struct lab_record {
    uint32_t game; /* number in the series */
    uint32_t ply;
    uint16_t choices, chosen; /* choices 0: the game is over, and this is its last state */
    sr_move move;
    int32_t worth; /* of the move for the seat, of 65536, as its player judged */
    uint32_t seat;
};

#endif
