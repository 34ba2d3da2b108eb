/* wave.h (device): the kernels that every batch has.
 *
 * All games of a batch go forward together, a decision at a time. Between listing moves and
 * playing one they are sorted, by the question asked and by the verb chosen: neighbouring threads
 * run the same code, and so do whole processors, whose caches of instructions hold the rules of one
 * question but not of all. A game that is over gives its place to the next of the batch. */
#ifndef SERAI_DEVICE_WAVE_H
#define SERAI_DEVICE_WAVE_H

/* As lab_mix. */
static inline uint64_t mix(uint64_t hash, uint64_t value)
{
    uint64_t z = hash * 0x9E3779B97F4A7C15u + value + 0x632BE59BD9B4E019u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline uint32_t *state_of(uint32_t *states, uint32_t game)
{
    return states + (uint64_t)game * WORDS;
}

/* A state from one memory to another. A thread's own is laid out so that the same word of all
 * threads of a warp is one access. */
static inline void copy_state(uint32_t *to, const uint32_t *from)
{
    for (int k = 0; k < WORDS / 4; k++)
        ((struct quad *)to)[k] = ((const struct quad *)from)[k];
}

extern "C" __global__ void serai_begin(const void *edition, uint32_t *states, int8_t *opener,
                                       uint64_t seed, uint32_t games, struct sr_head head)
{
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= games)
        return;
    uint32_t *to = state_of(states, i);
    for (int k = 0; k < WORDS; k++)
        to[k] = 0;
    struct sr_head *h = (struct sr_head *)to;
    *h = head;
    sr_rng_seed(&h->rng, seed + i);
    SERAI_GAME.setup(edition, to);
    opener[i] = (int8_t)(SERAI_GAME.opener ? SERAI_GAME.opener(to) : 0);
}

struct totals {
    unsigned long long count, sum, squares;
    unsigned int least, most;
    unsigned int next; /* game to begin when one is over */
    unsigned int left; /* games that are not over */
};

/* Adds the choices of a block's decisions to the figures; n is 0 for threads without one. */
static void count_moves(struct totals *totals, uint32_t n)
{
    __shared__ uint32_t played, sum, squares, least, most;
    if (threadIdx.x == 0) {
        played = sum = squares = most = 0;
        least = SR_MOVES_MAX;
    }
    __syncthreads();
    const uint32_t all = 0xFFFFFFFFu;
    const uint32_t p = __reduce_add_sync(all, n > 0), s = __reduce_add_sync(all, n);
    const uint32_t q = __reduce_add_sync(all, n * n);
    const uint32_t low = __reduce_min_sync(all, n ? n : SR_MOVES_MAX);
    const uint32_t high = __reduce_max_sync(all, n);
    if (threadIdx.x % 32 == 0) {
        atomicAdd(&played, p);
        atomicAdd(&sum, s);
        atomicAdd(&squares, q);
        atomicMin(&least, low);
        atomicMax(&most, high);
    }
    __syncthreads();
    if (threadIdx.x == 0 && played) {
        atomicAdd(&totals->count, (unsigned long long)played);
        atomicAdd(&totals->sum, (unsigned long long)sum);
        atomicAdd(&totals->squares, (unsigned long long)squares);
        if (least < totals->least)
            atomicMin(&totals->least, least);
        if (most > totals->most)
            atomicMax(&totals->most, most);
    }
}

/* The first `places` games take their places. */
extern "C" __global__ void serai_seat(uint32_t *states, struct place *places, uint8_t *keys,
                                      uint32_t *counts, uint32_t count)
{
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ struct tally tally;
    tally_begin(&tally);
    if (i < count) {
        places[i].game = i;
        places[i].move = NO_MOVE;
        keys[i] = (uint8_t)SERAI_GAME.decision(state_of(states, i));
        tally_add(&tally, keys[i]);
    }
    tally_end(&tally, counts);
}

/* Counting sort, second half: `counts` says how many places have which key, `taken` (zero at
 * first) how many of them have been written. limit: NULL, or where fewer than `count` are told. */
extern "C" __global__ void serai_sort(const struct place *from, struct place *to,
                                      const uint8_t *keys, const uint32_t *counts, uint32_t *taken,
                                      uint32_t count, const uint32_t *limit)
{
    if (limit && *limit < count)
        count = *limit;
    if (blockIdx.x * blockDim.x >= count)
        return;
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ struct tally tally;
    __shared__ uint32_t first[KEYS];
    tally_begin(&tally);
    const int key = i < count ? keys[i] : 0;
    const uint32_t rank = i < count ? tally_add(&tally, key) : 0;
    __syncthreads();
    if (threadIdx.x < KEYS) {
        uint32_t below = 0;
        for (int k = 0; k < (int)threadIdx.x; k++)
            below += counts[k];
        first[threadIdx.x] = below;
        if (tally.here[threadIdx.x])
            first[threadIdx.x] += atomicAdd(&taken[threadIdx.x], tally.here[threadIdx.x]);
    }
    __syncthreads();
    if (i < count)
        to[first[key] + rank] = from[i];
}

/* A game is over; the one that takes its place. */
static inline uint32_t next_game(uint32_t games, struct totals *totals)
{
    atomicSub(&totals->left, 1);
    const uint32_t game = atomicAdd(&totals->next, 1);
    return game < games ? game : NO_GAME;
}

/* Plays what was chosen at a place; that of a game that is over goes to the next one. Returns the
 * game that is there now. */
static uint32_t play_move(const void *edition, uint32_t *states, struct place *place,
                          uint32_t games, struct totals *totals)
{
    uint32_t game = place->game;
    if (game == NO_GAME)
        return game;
    struct sr_head *h = (struct sr_head *)state_of(states, game);
    if (place->move != NO_MOVE) {
        h->ply++;
        SERAI_GAME.apply(edition, h, place->move, (struct sr_events *)0);
    }
    if (!h->over)
        return game;
    place->game = next_game(games, totals);
    return place->game;
}

extern "C" __global__ void BOUNDS serai_apply(const void *edition, uint32_t *states,
                                              struct place *places, uint8_t *keys, uint32_t *counts,
                                              uint32_t count, uint32_t games, struct totals *totals)
{
    __shared__ struct tally tally;
    const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
    tally_begin(&tally);
    if (i < count) {
        const uint32_t game = play_move(edition, states, &places[i], games, totals);
        const int key = game == NO_GAME ? IDLE : SERAI_GAME.decision(state_of(states, game));
        keys[i] = (uint8_t)key;
        tally_add(&tally, key);
    }
    tally_end(&tally, counts);
}

#endif
