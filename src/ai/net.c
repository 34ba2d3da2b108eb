/* net.c: running the network: plain C, and AVX2 where the processor has it. */
#include "ai/net.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define AI_HAS_AVX2 1
#include <immintrin.h>
#else
#define AI_HAS_AVX2 0
#endif

/* acc[j] += x[i] * w[i][j] over pairs of inputs; pairs of zeros, which are most, cost a look. */
static void accumulate_plain(const int16_t *x, int inputs, const int16_t *w, int32_t *acc,
                             int width)
{
    for (int i = 0; i < inputs; i += 2, w += 2 * width) {
        const int32_t a = x[i], b = x[i + 1];
        if (!(a | b))
            continue;
        for (int j = 0; j < width; j++)
            acc[j] += a * w[2 * j] + b * w[2 * j + 1];
    }
}

#if AI_HAS_AVX2
__attribute__((target("avx2"))) static void accumulate_avx2(const int16_t *x, int inputs,
                                                            const int16_t *w, int32_t *acc,
                                                            int width)
{
    /* 64 neurons at a time stay in eight registers. */
    for (int from = 0; from < width; from += 64) {
        const int lanes = sr_min(8, (width - from) / 8);
        __m256i sum[8];
        for (int k = 0; k < lanes; k++)
            sum[k] = _mm256_loadu_si256((const __m256i *)(acc + from + 8 * k));
        const int16_t *row = w + 2 * from;
        for (int i = 0; i < inputs; i += 2, row += 2 * width) {
            int32_t pair;
            memcpy(&pair, x + i, sizeof pair);
            if (!pair)
                continue;
            const __m256i both = _mm256_set1_epi32(pair);
            if (lanes == 8) {
                for (int k = 0; k < 8; k++)
                    sum[k] = _mm256_add_epi32(
                        sum[k], _mm256_madd_epi16(
                                    both, _mm256_loadu_si256((const __m256i *)(row + 16 * k))));
            } else {
                for (int k = 0; k < lanes; k++)
                    sum[k] = _mm256_add_epi32(
                        sum[k], _mm256_madd_epi16(
                                    both, _mm256_loadu_si256((const __m256i *)(row + 16 * k))));
            }
        }
        for (int k = 0; k < lanes; k++)
            _mm256_storeu_si256((__m256i *)(acc + from + 8 * k), sum[k]);
    }
}
#endif

typedef void accumulate_fn(const int16_t *x, int inputs, const int16_t *w, int32_t *acc,
                           int width);

/* Values of a layer from its sums: scaled down with rounding, clipped to 0..1. */
static void clip(const int32_t *acc, int width, int shift, int16_t *out)
{
    for (int j = 0; j < width; j++) {
        const int32_t v = (acc[j] + (1 << (shift - 1))) >> shift;
        out[j] = (int16_t)(v < 0 ? 0 : v > AI_ONE ? AI_ONE : v);
    }
}

static void run(const struct ai_net *net, const int8_t *x, int32_t out[AI_OUTPUTS],
                accumulate_fn *accumulate)
{
    int16_t in[AI_INPUTS_MAX];
    int16_t h1[AI_HIDDEN_MAX], h2[AI_HIDDEN_MAX];
    int32_t acc[AI_HIDDEN_MAX];
    for (int i = 0; i < net->inputs; i++)
        in[i] = x[i];
    memcpy(acc, net->b1, (size_t)net->hidden[0] * sizeof *acc);
    accumulate(in, net->inputs, net->w1, acc, net->hidden[0]);
    clip(acc, net->hidden[0], 7, h1); /* AI_UNIT * AI_SCALE / AI_ONE = 2^7 */
    memcpy(acc, net->b2, (size_t)net->hidden[1] * sizeof *acc);
    accumulate(h1, net->hidden[0], net->w2, acc, net->hidden[1]);
    clip(acc, net->hidden[1], 10, h2);
    for (int o = 0; o < AI_OUTPUTS; o++) {
        int32_t sum = net->b3[o];
        for (int j = 0; j < net->hidden[1]; j++)
            sum += h2[j] * net->w3[o * net->hidden[1] + j];
        out[o] = sum >> 3; /* AI_ONE * AI_SCALE = 2^19 */
    }
}

void ai_net_run_plain(const struct ai_net *net, const int8_t *x, int32_t out[AI_OUTPUTS])
{
    run(net, x, out, accumulate_plain);
}

void ai_net_run(const struct ai_net *net, const int8_t *x, int32_t out[AI_OUTPUTS])
{
#if AI_HAS_AVX2
    if (__builtin_cpu_supports("avx2")) {
        run(net, x, out, accumulate_avx2);
        return;
    }
#endif
    run(net, x, out, accumulate_plain);
}

int32_t ai_exp2(int64_t x)
{
    if (x >= 0)
        return 1 << 16;
    const int64_t whole = -(x >> 16); /* x = -whole + part */
    if (whole > 16)
        return 0;
    const int64_t f = x & 0xFFFF;
    /* A cubic through 2^f on 0..1, good to 1 in 2,000. */
    int64_t v = 5124;
    v = 14826 + ((v * f) >> 16);
    v = 45564 + ((v * f) >> 16);
    v = 65536 + ((v * f) >> 16);
    return (int32_t)(v >> whole);
}
