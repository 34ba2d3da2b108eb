/* tally.h: what every kernel knows about places and their keys. */
enum {
    WORDS = (SERAI_STATE + 7) / 8 * 2, /* states are aligned as union sr_state is */
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
static inline void tally_end(const struct tally *t, uint32_t *counts)
{
    __syncthreads();
    for (int k = threadIdx.x; k < KEYS; k += blockDim.x)
        if (t->here[k])
            atomicAdd(&counts[k], t->here[k]);
}
