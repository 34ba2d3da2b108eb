/* series.cu: random games. The lines before this one include the game's table. */
#include "device/core.h"
#include "device/tally.h"
#include "device/wave.h"

/* Lists the moves of a game and draws one, as the bot `random` does; returns how many there are. */
static uint32_t draw_move(const void *edition, uint32_t *states, struct place *place, uint64_t seed)
{
    uint32_t *s = state_of(states, place->game);
    sr_move list[SERAI_MOVES];
    const uint32_t n = (uint32_t)SERAI_GAME.legal(edition, s, list);
    uint32_t choice = 0;
    if (n > 1) {
        struct sr_rng rng;
        const uint64_t mind = mix(seed + place->game, (uint64_t)SERAI_GAME.actor(s));
        sr_rng_seed(&rng, mind + (uint64_t)((struct sr_head *)s)->ply * 0xD1B54A32D192ED03u);
        choice = sr_rng_below(&rng, n);
    }
    place->move = list[choice];
    return n;
}

extern "C" __global__ void BOUNDS serai_choose(const void *edition, uint32_t *states,
                                               struct place *places, uint8_t *keys,
                                               uint32_t *counts, uint32_t count, uint64_t seed,
                                               struct totals *totals)
{
    __shared__ struct tally tally;
    const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
    tally_begin(&tally);
    uint32_t n = 0;
    if (i < count) {
        int key = IDLE;
        if (places[i].game != NO_GAME) {
            n = draw_move(edition, states, &places[i], seed);
            key = sr_move_verb(places[i].move);
        }
        keys[i] = (uint8_t)key;
        tally_add(&tally, key);
    }
    count_moves(totals, n);
    tally_end(&tally, counts);
}
