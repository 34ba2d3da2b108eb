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

/* How games are played that somebody learns from (lessons.h). */
struct lab_study {
    int32_t explore; /* moves drawn at random, thousandths; nothing is recorded of them */
    int32_t deep;    /* per cent of the decisions that are searched; the others at a glance */
    int32_t told;    /* per cent of those without a search that are recorded */
};
/* What becomes of a decision: it depends on the seed of the game and on how many there were. */
struct lab_fate {
    bool any, deep, told;
    struct sr_rng rng; /* for a move drawn at random */
};
static inline struct lab_fate lab_fate(const struct lab_study *s, uint64_t seed, uint32_t ply)
{
    struct lab_fate f;
    sr_rng_seed(&f.rng, (seed ^ 0x6C6573736F6E7321u) + (uint64_t)ply * 0x9E3779B97F4A7C15u);
    f.any = (int32_t)sr_rng_below(&f.rng, 1000) < s->explore;
    f.deep = (int32_t)sr_rng_below(&f.rng, 100) < s->deep;
    f.told = (int32_t)sr_rng_below(&f.rng, 100) < s->told;
    return f;
}

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
