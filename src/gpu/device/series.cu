/* series.cu: random games. The lines before this one include the game's table. */
#include "device/core.h"
#include "device/tally.h"
#include "device/wave.h"
#include "device/gather.h"

/* Lists the moves of a game and draws one, as the bot `random` does; returns how many there are. */
static uint32_t draw_move(const void *edition, const uint32_t *s, struct place *place,
                          uint64_t seed)
{
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
            n = draw_move(edition, state_of(states, places[i].game), &places[i], seed);
            key = sr_move_verb(places[i].move);
        }
        keys[i] = (uint8_t)key;
        tally_add(&tally, key);
    }
    count_moves(totals, n);
    tally_end(&tally, counts);
}

/* Both in one: plays the move of a place and draws the next. With SERAI_COPY in the thread's own
 * memory: what a rule writes byte by byte goes no farther than the nearest cache then. */
extern "C" __global__ void BOUNDS serai_turn(const void *edition, uint32_t *states,
                                             struct place *places, uint8_t *keys, uint32_t *counts,
                                             uint32_t count, uint32_t games, uint64_t seed,
                                             struct totals *totals)
{
    __shared__ struct tally tally;
    const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
    tally_begin(&tally);
    uint32_t n = 0;
    if (i < count) {
        struct place place = places[i];
        int key = IDLE;
        if (place.game != NO_GAME) {
            uint32_t *there = state_of(states, place.game);
#if SERAI_COPY
            __align__(16) uint32_t own[WORDS];
            copy_state(own, there);
#else
            uint32_t *own = there;
#endif
            struct sr_head *h = (struct sr_head *)own;
            if (place.move != NO_MOVE) {
                h->ply++;
                SERAI_GAME.apply(edition, h, place.move, (struct sr_events *)0);
#if SERAI_COPY
                copy_state(there, own);
#endif
            }
            if (h->over) {
                place.game = next_game(games, totals);
                if (place.game != NO_GAME)
#if SERAI_COPY
                    copy_state(own, state_of(states, place.game));
#else
                    own = state_of(states, place.game);
#endif
            }
            if (place.game != NO_GAME) {
                n = draw_move(edition, own, &place, seed);
                key = gather_key(own, place.move);
            }
            places[i] = place;
        }
        keys[i] = (uint8_t)key;
        tally_add(&tally, key);
    }
    count_moves(totals, n);
    tally_end(&tally, counts);
}
