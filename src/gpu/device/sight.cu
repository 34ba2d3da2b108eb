/* sight.cu: what a player sees in the positions he could reach, and what the network makes of it.
 * The lines before this one include the features of the game. */
#include "ai/eval.h"
#include "gpu/guide.h"

namespace sight { /* features have names of their own */

enum {
    WORDS = (SERAI_STATE + 7) / 8 * 2,
    BLOCK = 128,
    INPUTS = SERAI_INPUTS,
    LINES = SERAI_LINES,
    H1 = SERAI_H1,
    H2 = SERAI_H2,
    SLICES = (INPUTS + 31) / 32, /* of 32 inputs, as the tensor cores take them */
    TILES = H1 / 8 + 1,          /* of 8 neurons; the last one leads from the inputs to the outputs */
    ROWS = 16                    /* of a warp */
};

struct child {
    uint32_t number;
    sr_move move;
};

extern "C" void guided_apply(const void *edition, void *state, sr_move move);
extern "C" int32_t guided_final(const void *edition, const void *state, int seat, int margin);

extern "C" int guided_has_handicap(void) { return SERAI_FEATURES.handicap != NULL; }
extern "C" int32_t guided_handicap(const void *edition, const void *view, sr_move move)
{
    const struct sr_rules r = {(const struct sr_game *)0, edition};
    return SERAI_FEATURES.handicap
               ? SERAI_FEATURES.handicap(&r, (const union sr_state *)view, move) * (AI_WIN / 1000)
               : 0;
}

/* Inputs stand in words of four; the words of 32 children side by side, as the threads that made
 * them have them in memory of their own. A child has `words` of them. */
static inline uint64_t word_of(uint32_t child, uint32_t words, uint32_t word)
{
    return ((uint64_t)(child / 32) * words + word) * 32 + child % 32;
}

/* Makes the positions and describes those that are not the end. */
extern "C" __global__ void __launch_bounds__(BLOCK, 65536 / SERAI_REGISTERS / BLOCK)
    serai_child(const void *edition, const struct guide *g, const struct child *children,
                const uint32_t *counts, const uint32_t *owner, const uint32_t *drawn, uint32_t *x,
                uint32_t words, uint32_t *at, int32_t *final, uint8_t *over,
                const struct guide_look *looks, uint32_t *made)
{
    /* How many there are: those that found room. */
    uint32_t count = 0;
    for (int k = 0; k < 63; k++) /* the last are nobody's */
        count += counts[k];
    const uint32_t t = blockIdx.x * BLOCK + threadIdx.x;
    if (t == 0)
        *made = count;
    if (t >= count)
        return;
    __align__(8) uint32_t own[WORDS];
    uint32_t seen[LINES * INPUTS / 4 + 1];
    const uint32_t c = children[t].number;
    const uint32_t *state = drawn + (uint64_t)owner[c] * WORDS;
    for (int k = 0; k < WORDS; k++)
        own[k] = state[k];
    at[c] = t;
    guided_apply(edition, own, children[t].move);
    over[t] = ((const struct sr_head *)own)->over;
    if (over[t]) {
        const struct guide_look *look = &looks[owner[c] / (uint32_t)g->slots];
        final[c] = guided_final(edition, own, look->seat, g->margin);
        return;
    }
    for (uint32_t k = 0; k < words; k++)
        seen[k] = 0;
    const struct sr_rules r = {(const struct sr_game *)0, edition};
    SERAI_FEATURES.features(&r, (const union sr_state *)own, (int8_t *)seen);
    for (uint32_t k = 0; k < words; k++)
        x[word_of(t, words, k)] = seen[k];
}

/* ---- the network ---------------------------------------------------------------------------- */

/* 16 rows of 32 signed bytes times 32 by 8 bytes: signed (high halves of weights) or not (low). */
static inline void multiply_high(int (&sum)[4], const uint32_t (&a)[4], uint2 b)
{
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b.x), "r"(b.y));
}

static inline void multiply_low(int (&sum)[4], const uint32_t (&a)[4], uint2 b)
{
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b.x), "r"(b.y));
}

/* Four inputs from any even one on. */
static inline uint32_t four(const uint32_t *x, uint32_t byte)
{
    const uint32_t *p = x + (uint64_t)(byte / 4) * 32;
    return byte % 4 ? p[0] >> 16 | p[32] << 16 : p[0];
}

static inline int clip(int v, int shift)
{
    v = (v + (1 << (shift - 1))) >> shift;
    return v < 0 ? 0 : v > AI_ONE ? AI_ONE : v;
}

/* As ai_net_run. w1: in the order the tensor cores take them, high and low bytes apart. */
extern "C" __global__ void __launch_bounds__(BLOCK)
    serai_net(const struct guide *g, const uint32_t *x, uint32_t words, const uint32_t *made,
              const uint2 *w1, const int32_t *b1, const int16_t *w2, const int32_t *b2,
              const int16_t *w3, const int32_t *b3, int32_t *y)
{
    __shared__ int16_t hidden[BLOCK / 32][ROWS][H1 + 2], second[BLOCK / 32][ROWS][H2 + 2];
    __shared__ int32_t straight[BLOCK / 32][ROWS][AI_OUTPUTS];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    /* The rows of a warp: the same line of 16 children. */
    const uint32_t number = blockIdx.x * (BLOCK / 32) + warp, children = *made;
    const uint32_t line = number % (uint32_t)g->lines;
    const uint32_t first = number / (uint32_t)g->lines * ROWS;
    if (first >= children)
        return;
    /* This thread's inputs are those of two of them; past the end the last one's. */
    const uint32_t *p[2];
    for (int k = 0; k < 2; k++) {
        const uint32_t child = first + lane / 4 + 8 * k;
        p[k] = x + word_of(child < children ? child : children - 1, words, 0);
    }
    const uint32_t from = line * INPUTS + lane % 4 * 4;
    int high[TILES][4], low[TILES][4];
    for (int n = 0; n < TILES; n++)
        for (int k = 0; k < 4; k++)
            high[n][k] = low[n][k] = 0;
    for (int s = 0; s < SLICES; s++) {
        const uint32_t byte = from + 32 * s;
        const uint32_t a[4] = {four(p[0], byte), four(p[1], byte), four(p[0], byte + 16),
                               four(p[1], byte + 16)};
        const uint2 *w = w1 + (uint64_t)s * TILES * 64 + lane;
#pragma unroll
        for (int n = 0; n < TILES; n++) {
            multiply_high(high[n], a, __ldg(w + n * 64));
            multiply_low(low[n], a, __ldg(w + n * 64 + 32));
        }
    }
#pragma unroll
    for (int n = 0; n < TILES; n++)
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int row = lane / 4 + 8 * (k / 2), column = 8 * n + lane % 4 * 2 + k % 2;
            const int sum = high[n][k] * 256 + low[n][k];
            if (n < H1 / 8)
                hidden[warp][row][column] = (int16_t)clip(sum + b1[column], 7);
            else if (column - H1 < AI_OUTPUTS)
                straight[warp][row][column - H1] = sum;
        }
    __syncwarp();
    for (int j = lane; j < H2; j += 32) {
        int sum[ROWS];
        for (int r = 0; r < ROWS; r++)
            sum[r] = b2[j];
        for (int i = 0; i < H1; i += 2) {
            const int a = w2[i * H2 + 2 * j], b = w2[i * H2 + 2 * j + 1];
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                sum[r] += hidden[warp][r][i] * a + hidden[warp][r][i + 1] * b;
        }
        for (int r = 0; r < ROWS; r++)
            second[warp][r][j] = (int16_t)clip(sum[r], 10);
    }
    __syncwarp();
    for (int k = lane; k < ROWS * AI_OUTPUTS; k += 32) {
        const int r = k / AI_OUTPUTS, o = k % AI_OUTPUTS;
        int sum = b3[o];
        for (int j = 0; j < H2; j++)
            sum += second[warp][r][j] * w3[o * H2 + j];
        if (first + r < children)
            y[((uint64_t)(first + r) * g->lines + line) * AI_OUTPUTS + o] =
                straight[warp][r][o] + (sum >> 3);
    }
}

} // namespace sight
