/* sight.cu: what a player sees in the positions he could reach, and what the network makes of it.
 * The lines before this one include the features of the game. */
#undef for
#include "ai/eval.h"
#include "gpu/guide.h"

namespace sight { /* features have names of their own */

#include "device/tally.h"

enum {
    INPUTS = SERAI_INPUTS,
    KEY = SERAI_KEY / 8, /* of a line, and its piece; in words of 8 bytes */
    PIECE = SERAI_PIECE / 8,
    LINES = SERAI_LINES,
    H1 = SERAI_H1,
    H2 = SERAI_H2,
    SLICES = (INPUTS + 31) / 32, /* of 32 inputs, as the tensor cores take them */
    TILES = H1 / 8 + 1,          /* of 8 neurons; the last one leads from the inputs to the outputs */
    FIRST = (H1 + 31) / 32 * 32, /* values of the first layer, filled up to whole slices */
    GROUP = 9,                   /* tiles whose sums are under way together */
    WARPS = BLOCK / 32,
    ROWS = 16                    /* of a warp */
};

extern "C" void guided_apply(const void *edition, void *state, sr_move move);
extern "C" void guided_final(const void *edition, const void *state, int margin,
                             struct ai_values *v);
extern "C" void guided_draw(const void *edition, const struct sr_view *view, int draws,
                            struct sr_rng *rng, void *out);
extern "C" void guided_arrive(const void *edition, void *state, sr_move move);
extern "C" int guided_actor(const void *state);
extern "C" int guided_decision(const void *state);

extern "C" int guided_has_handicap(void) { return SERAI_FEATURES.handicap != NULL; }
extern "C" int32_t guided_handicap(const void *edition, const void *view, sr_move move)
{
    const struct sr_rules r = {(const struct sr_game *)0, edition};
    return SERAI_FEATURES.handicap
               ? SERAI_FEATURES.handicap(&r, (const union sr_state *)view, move) * (AI_WIN / 1000)
               : 0;
}

extern "C" int guided_has_likely(void) { return SERAI_FEATURES.likely != NULL; }
extern "C" int guided_likely(const struct sr_rules *r, const union sr_state *s, int seat)
{
    return SERAI_FEATURES.likely ? SERAI_FEATURES.likely(r, s, seat) : 1;
}

/* As ai_suggested. */
extern "C" int guided_suggest(const struct sr_rules *r, const void *state, const sr_move *legal,
                              int count)
{
    struct sr_rng rng;
    if (!SERAI_FEATURES.suggest)
        return -1;
    sr_rng_seed(&rng, ((const struct sr_head *)state)->ply);
    return SERAI_FEATURES.suggest(r, (const union sr_state *)state, legal, count, &rng);
}

extern "C" int guided_describe(const struct sr_rules *r, const void *state, const sr_move *legal,
                               int count, uint16_t (*seen)[AI_SEEN])
{
    return SERAI_FEATURES.describe
               ? SERAI_FEATURES.describe(r, (const union sr_state *)state, legal, count, seen)
               : -1;
}

/* Inputs stand in words of four; the words of 32 children side by side, as the threads that made
 * them have them in memory of their own. A child has `words` of them. */
static inline uint64_t word_of(uint32_t child, uint32_t words, uint32_t word)
{
    return ((uint64_t)(child / 32) * words + word) * 32 + child % 32;
}

static void describe(const void *edition, const uint32_t *state, uint32_t *x, uint32_t words,
                     uint32_t t)
{
    uint32_t seen[LINES * INPUTS / 4 + 1];
    const struct sr_rules r = {(const struct sr_game *)0, edition};
    for (uint32_t k = 0; k < words; k++)
        seen[k] = 0;
    SERAI_FEATURES.features(&r, (const union sr_state *)state, (int8_t *)seen);
    for (uint32_t k = 0; k < words; k++)
        x[word_of(t, words, k)] = seen[k];
}

/* How many children there are: those that found room; the last are nobody's. */
static inline uint32_t count_children(const uint32_t *counts)
{
    uint32_t count = 0;
    for (int k = 0; k < IDLE; k++)
        count += counts[k];
    return count;
}

/* Makes the position of a child from its parent's; true: the network is to judge it. */
static inline bool make_child(const void *edition, const struct guide *g,
                              const struct place *child, const struct guide_look *look,
                              const uint32_t *parent, uint32_t t, uint32_t *own, uint32_t *at,
                              int32_t *final, uint8_t *over)
{
    const uint32_t c = child->game;
    struct ai_values v;
    for (int k = 0; k < WORDS / 4; k++)
        ((struct quad *)own)[k] = ((const struct quad *)parent)[k];
    at[c] = t;
    guided_apply(edition, own, child->move);
    over[t] = ((const struct sr_head *)own)->over;
    if (over[t]) {
        guided_final(edition, own, g->margin, &v);
        final[c] = ai_worth(&v, look->seat);
        return false;
    }
    if (!look->skill->hand)
        return true;
    const struct sr_rules r = {(const struct sr_game *)0, edition};
    over[t] = 1;
    v.lines = g->lines;
    ai_judged_values(&SERAI_FEATURES, &r, (const union sr_state *)own, &v);
    final[c] = ai_worth(&v, look->seat);
    return false;
}

#if !SERAI_KEY
/* Makes the positions and describes those that are not the end, or judges them by hand. */
extern "C" __global__ void BOUNDS serai_child(const void *edition, const struct guide *g,
                                              const struct place *children, const uint32_t *counts,
                                              const uint32_t *owner, const uint32_t *drawn,
                                              uint32_t *x, uint32_t words, uint32_t *at,
                                              int32_t *final, uint8_t *over,
                                              const struct guide_look *looks, uint32_t *made)
{
    const uint32_t count = count_children(counts);
    const uint32_t t = blockIdx.x * BLOCK + threadIdx.x;
    if (t == 0)
        *made = count;
    if (t >= count)
        return;
    __align__(16) uint32_t own[WORDS];
    const uint32_t c = children[t].game;
    const struct guide_look *look = &looks[owner[c] / (uint32_t)g->slots];
    if (make_child(edition, g, &children[t], look, drawn + (uint64_t)owner[c] * WORDS, t, own, at,
                   final, over))
        describe(edition, own, x, words, t);
}
#endif

/* Where trials arrive: `first` draws their position, the others go on from where they were; a move
 * is played, if there is one. order NULL: trial t is the decision of place t. */
extern "C" __global__ void BOUNDS serai_arrive(const void *edition, const struct guide *g,
                                               const struct guide_trials *d,
                                               const struct place *order, const uint32_t *total,
                                               uint32_t count, int first, uint32_t words,
                                               uint8_t *keys, uint32_t *counts)
{
    __shared__ struct tally tally;
    const uint32_t t = blockIdx.x * BLOCK + threadIdx.x;
    if (total && *total < count)
        count = *total;
    if (blockIdx.x * BLOCK >= count)
        return;
    tally_begin(&tally);
    if (t < count) {
        const uint32_t c = order ? order[t].game : t;
        uint32_t *state = d->states + (uint64_t)c * WORDS;
        int key = IDLE;
        if (d->end[c] == TRIAL_ON) {
            __align__(8) uint32_t own[WORDS];
            const uint32_t *view =
                d->drawn + ((uint64_t)d->owner[c] * g->slots + g->slots - 1) * WORDS;
            for (int k = 0; !first && k < WORDS; k++)
                own[k] = state[k];
            if (first)
                guided_draw(edition, (const struct sr_view *)view,
                            d->looks[d->owner[c]].skill->draws, &d->rng[c], own);
            if (order && order[t].move != NO_MOVE)
                guided_arrive(edition, own, order[t].move);
            for (int k = 0; k < WORDS; k++)
                state[k] = own[k];
            d->at[c] = t;
            if (((const struct sr_head *)own)->over) {
                d->end[c] = TRIAL_OVER;
                guided_final(edition, own, g->margin, &d->values[c]);
            } else {
                d->seat[t] = (uint8_t)guided_actor(own);
                key = guided_decision(own);
                describe(edition, own, d->x, words, t);
            }
        }
        keys[t] = (uint8_t)key;
        tally_add(&tally, key);
    }
    tally_end(&tally, counts);
}

/* ---- the network ---------------------------------------------------------------------------- */

#include "device/tensor.h"

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

/* Of the rows of a warp. The first layer's values, at most AI_ONE, are two digits of 4 bits and more,
 * which the tensor cores take as bytes. */
struct layers {
    uint32_t high[ROWS][FIRST / 4 + 4], low[ROWS][FIRST / 4 + 4];
    int16_t second[ROWS][H2 + 2];
    int32_t straight[ROWS][AI_OUTPUTS];
};

/* The second layer: 16 * 256 * highs of both + 16 * their lows + 256 * highs of weights + lows. */
static inline void run_second(struct layers *out, const uint2 *w2, const int32_t *b2)
{
    const int lane = threadIdx.x % 32, row = lane / 4;
    for (int tile = 0; tile < H2 / 8; tile++) {
        int sum[2][2][4] = {};
#pragma unroll
        for (int s = 0; s < FIRST / 32; s++) {
            const int k = lane % 4 + 8 * s;
            const uint2 *w = w2 + ((uint64_t)s * (H2 / 8) + tile) * 64 + lane;
            const uint2 wide = __ldg(w), fine = __ldg(w + 32);
            const uint32_t a[4] = {out->high[row][k], out->high[row + 8][k],
                                   out->high[row][k + 4], out->high[row + 8][k + 4]};
            const uint32_t b[4] = {out->low[row][k], out->low[row + 8][k], out->low[row][k + 4],
                                   out->low[row + 8][k + 4]};
            multiply_high(sum[0][0], a, wide);
            multiply_low(sum[0][1], a, fine);
            multiply_high(sum[1][0], b, wide);
            multiply_low(sum[1][1], b, fine);
        }
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int column = 8 * tile + lane % 4 * 2 + k % 2;
            const int all = 4096 * sum[0][0][k] + 16 * sum[0][1][k] + 256 * sum[1][0][k] +
                            sum[1][1][k] + b2[column];
            out->second[row + 8 * (k / 2)][column] = (int16_t)clip(all, 10);
        }
    }
}

/* What the first layer and the outputs get of the inputs, for 16 rows. p: where the rows lane / 4
 * and 8 more of the warp begin, `from` bytes later for line's inputs. w1: in the order the tensor
 * cores take them, high and low bytes apart. */
template <typename F>
static inline void run_first(const uint32_t *const (&p)[2], const uint32_t (&from)[2],
                             const uint2 *w1, F take)
{
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int group = 0; group < TILES; group += GROUP) {
        int high[GROUP][4], low[GROUP][4];
        for (int n = 0; n < GROUP; n++)
            for (int k = 0; k < 4; k++)
                high[n][k] = low[n][k] = 0;
        for (int s = 0; s < SLICES; s++) {
            const uint32_t byte = lane % 4 * 4 + 32 * s;
            const uint32_t a[4] = {four(p[0], from[0] + byte), four(p[1], from[1] + byte),
                                   four(p[0], from[0] + byte + 16),
                                   four(p[1], from[1] + byte + 16)};
            const uint2 *w = w1 + ((uint64_t)s * TILES + group) * 64 + lane;
#pragma unroll
            for (int n = 0; n < GROUP; n++)
                if (group + n < TILES) {
                    multiply_high(high[n], a, __ldg(w + n * 64));
                    multiply_low(low[n], a, __ldg(w + n * 64 + 32));
                }
        }
#pragma unroll
        for (int n = 0; n < GROUP; n++)
#pragma unroll
            for (int k = 0; k < 4; k++)
                if (group + n < TILES)
                    take(lane / 4 + 8 * (k / 2), 8 * (group + n) + lane % 4 * 2 + k % 2,
                         high[n][k] * 256 + low[n][k]);
    }
}

/* As ai_net_run, up to the second layer. */
static inline void run_layers(struct layers *out, const uint32_t *const (&p)[2],
                              const uint32_t (&from)[2], const uint2 *w1, const int32_t *b1,
                              const uint2 *w2, const int32_t *b2)
{
    const int lane = threadIdx.x % 32;
    run_first(p, from, w1, [=](int row, int column, int sum) {
        if (column < H1) {
            const int v = clip(sum + b1[column], 7);
            ((uint8_t *)out->high[row])[column] = (uint8_t)(v >> 4);
            ((uint8_t *)out->low[row])[column] = (uint8_t)(v & 15);
        } else if (column - H1 < AI_OUTPUTS)
            out->straight[row][column - H1] = sum;
    });
    for (int k = H1 / 4 + lane; k < FIRST / 4; k += 32)
        for (int r = 0; r < ROWS; r++)
            out->high[r][k] = out->low[r][k] = 0;
    __syncwarp();
    run_second(out, w2, b2);
    __syncwarp();
}

static inline int last_layer(const struct layers *out, int row, int o, const int16_t *w3,
                             const int32_t *b3)
{
    int sum = b3[o];
    for (int j = 0; j < H2; j++)
        sum += out->second[row][j] * w3[o * H2 + j];
    return sum >> 3;
}

/* All lines of all positions. */
extern "C" __global__ void __launch_bounds__(BLOCK)
    serai_net(const struct guide *g, const uint32_t *x, uint32_t words, const uint32_t *made,
              uint32_t count, const uint2 *w1, const int32_t *b1, const uint2 *w2,
              const int32_t *b2, const int16_t *w3, const int32_t *b3, int32_t *y)
{
    __shared__ struct layers all[WARPS];
    struct layers *own = &all[threadIdx.x / 32];
    const int lane = threadIdx.x % 32;
    /* The rows of a warp: the same line of 16 positions. */
    const uint32_t number = blockIdx.x * WARPS + threadIdx.x / 32;
    const uint32_t children = made && *made < count ? *made : count;
    const uint32_t line = number % (uint32_t)g->lines;
    const uint32_t first = number / (uint32_t)g->lines * ROWS;
    if (first >= children)
        return;
    /* This thread's inputs are those of two of them; past the end the last one's. */
    const uint32_t *p[2], from[2] = {line * INPUTS, line * INPUTS};
    for (int k = 0; k < 2; k++) {
        const uint32_t child = first + lane / 4 + 8 * k;
        p[k] = x + word_of(child < children ? child : children - 1, words, 0);
    }
    run_layers(own, p, from, w1, b1, w2, b2);
    for (int k = lane; k < ROWS * AI_OUTPUTS; k += 32) {
        const int r = k / AI_OUTPUTS, o = k % AI_OUTPUTS;
        if (first + r < children)
            y[((uint64_t)(first + r) * g->lines + line) * AI_OUTPUTS + o] =
                own->straight[r][o] + last_layer(own, r, o, w3, b3);
    }
}

/* The second layer of who decides. */
extern "C" __global__ void __launch_bounds__(BLOCK)
    serai_policy(const struct guide_trials *d, uint32_t words, const uint32_t *made, uint32_t count,
                 const uint2 *w1, const int32_t *b1, const uint2 *w2, const int32_t *b2)
{
    __shared__ struct layers all[WARPS];
    struct layers *own = &all[threadIdx.x / 32];
    const int lane = threadIdx.x % 32;
    const uint32_t children = made && *made < count ? *made : count;
    const uint32_t first = (blockIdx.x * WARPS + threadIdx.x / 32) * ROWS;
    if (first >= children)
        return;
    const uint32_t *p[2];
    uint32_t from[2];
    for (int k = 0; k < 2; k++) {
        const uint32_t child = first + lane / 4 + 8 * k;
        const uint32_t row = child < children ? child : children - 1;
        p[k] = d->x + word_of(row, words, 0);
        from[k] = d->seat[row] * INPUTS;
    }
    run_layers(own, p, from, w1, b1, w2, b2);
    for (int k = lane; k < ROWS * H2; k += 32)
        if (first + k / H2 < children)
            d->second[(uint64_t)(first + k / H2) * H2 + k % H2] = own->second[k / H2][k % H2];
}

#if SERAI_KEY
#include "device/lines.cu"
#endif

} // namespace sight
