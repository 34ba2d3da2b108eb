/* series.cu: random games. The lines before this one include the game's table. */
#include "device/core.h"
#include "device/tally.h"
#include "device/wave.h"

/* Lists the moves of every game and draws one, as the bot `random` does. */
extern "C" __global__ void BOUNDS serai_choose(const void *edition, uint32_t *states,
                                               struct place *places, uint8_t *keys,
                                               uint32_t *counts, uint32_t count, uint64_t seed,
                                               struct totals *totals)
{
    __shared__ struct tally tally;
    const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
    tally_begin(&tally);
    uint32_t n = 0;
    const uint32_t game = i < count ? places[i].game : NO_GAME;
    int key = IDLE;
    uint32_t *s = state_of(states, game);
    if (game != NO_GAME) {
        sr_move list[SERAI_MOVES];
        n = (uint32_t)SERAI_GAME.legal(edition, s, list);
        uint32_t choice = 0;
        if (n > 1) {
            struct sr_rng rng;
            const uint64_t mind = mix(seed + game, (uint64_t)SERAI_GAME.actor(s));
            sr_rng_seed(&rng,
                        mind + (uint64_t)((struct sr_head *)s)->ply * 0xD1B54A32D192ED03u);
            choice = sr_rng_below(&rng, n);
        }
        const sr_move move = list[choice];
        places[i].move = move;
        key = sr_move_verb(move);
    }
    if (i < count) {
        keys[i] = (uint8_t)key;
        atomicAdd(&tally.here[key], 1);
    }
    count_moves(totals, n);
    tally_end(&tally, counts);
}
