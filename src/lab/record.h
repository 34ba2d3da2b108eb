/* record.h: one decision of a series, as training records have it (docs/formats.md). Behind this
 * head stand the state, the values of every line, and the policy, each filled up to four bytes.
 * Compiled for devices too. */
#ifndef SERAI_LAB_RECORD_H
#define SERAI_LAB_RECORD_H

#include "serai/game.h"

enum { LAB_RECORD_VERSION = 2 };

struct lab_record {
    uint32_t game; /* number in the series */
    uint32_t ply;
    uint16_t choices, chosen; /* choices 0: the game is over, and this is its last state */
    sr_move move;
    int32_t worth; /* of the move for the seat, of 65536, as its player judged */
    uint8_t seat;
    uint8_t lines;   /* whose values follow; 0: none */
    uint16_t length; /* of the whole record, in bytes */
};

/* What a search thought of a line, of 65536, as struct ai_values has it. */
struct lab_value {
    int32_t win, margin;
};

static inline uint32_t lab_fill(uint32_t bytes) { return (bytes + 3) / 4 * 4; }

/* Where the values and the shares of the policy stand in a record, and where it ends. */
static inline uint32_t lab_values_at(int state_size)
{
    return (uint32_t)sizeof(struct lab_record) + lab_fill((uint32_t)state_size);
}
static inline uint32_t lab_shares_at(int state_size, int lines)
{
    return lab_values_at(state_size) + (uint32_t)lines * (uint32_t)sizeof(struct lab_value);
}
static inline uint32_t lab_record_length(int state_size, int lines, int choices)
{
    return lab_shares_at(state_size, lines) + lab_fill((uint32_t)choices * 2);
}

#endif
