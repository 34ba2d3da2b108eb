/* tally.h: what every kernel knows about places and their keys. */
#ifndef SERAI_DEVICE_TALLY_H
#define SERAI_DEVICE_TALLY_H

enum {
    WORDS = (SERAI_STATE + 15) / 16 * 4, /* states are copied 16 bytes at a time */
    BLOCK = 128,
    KEYS = 64,
    IDLE = KEYS - 1
};
#define NO_GAME 0xFFFFFFFFu
#define NO_MOVE 0xFFFFFFFFu /* waits for a later step */
#define BOUNDS __launch_bounds__(BLOCK, 65536 / SERAI_REGISTERS / BLOCK)

/* One place for each game under way; also a child or a trial and the move that leads there. */
struct place {
    uint32_t game; /* or number */
    sr_move move;
};

struct __align__(16) quad { /* a piece of a state, as it is copied */
    uint32_t word[4];
};

/* How many items of a block have which key, added to `counts` at its end. */
struct tally {
    uint32_t here[KEYS];
};
static inline void tally_begin(struct tally *t)
{
    for (int k = threadIdx.x; k < KEYS; k += blockDim.x)
        t->here[k] = 0;
    __syncthreads();
}
/* Counts an item; threads of a warp with the same key do it at once. Returns how many of the block
 * were counted before. */
static inline uint32_t tally_add(struct tally *t, int key)
{
    const uint32_t alike = __match_any_sync(__activemask(), key);
    const int lane = threadIdx.x % 32, first = __ffs((int)alike) - 1;
    uint32_t before = 0;
    if (lane == first)
        before = atomicAdd(&t->here[key], (uint32_t)__popc(alike));
    return __shfl_sync(alike, before, first) + (uint32_t)__popc(alike & ((1u << lane) - 1));
}
static inline void tally_end(const struct tally *t, uint32_t *counts)
{
    __syncthreads();
    for (int k = threadIdx.x; k < KEYS; k += blockDim.x)
        if (t->here[k])
            atomicAdd(&counts[k], t->here[k]);
}

#endif
