/* net.c: running the network: plain C, AVX2 where the processor has it, and the vectors of
 * WebAssembly (net_simd128.h). */
#include "ai/net.h"

#if AI_HAS_AVX2
#include <immintrin.h>
#endif

/* Two neighbouring values that are not both zero, which most are. */
struct pairs {
    int count;
    uint16_t at[AI_INPUTS_MAX / 2 + 1]; /* one more: it is written before it is looked at */
    int16_t value[AI_INPUTS_MAX / 2 + 1][2];
};

/* Written without branches: zeros come in no order a processor could guess. */
static inline void pair_add(struct pairs *p, int at, int16_t a, int16_t b)
{
    p->at[p->count] = (uint16_t)at;
    p->value[p->count][0] = a;
    p->value[p->count][1] = b;
    p->count += (a | b) != 0;
}

/* By how much the inputs differ from the last ones, which they become. First the eights in which
 * there is a difference, then their pairs: no branch that depends on what is found. */
static inline void pair_changes(const int8_t *x, int inputs, int8_t *last, struct pairs *out)
{
    uint16_t other[AI_INPUTS_MAX / 8 + 1];
    int count = 0, i = 0;
    for (; i + 8 <= inputs; i += 8) {
        uint64_t now, before;
        memcpy(&now, x + i, sizeof now);
        memcpy(&before, last + i, sizeof before);
        other[count] = (uint16_t)i;
        count += now != before;
    }
    out->count = 0;
    for (; i < inputs; i += 2)
        pair_add(out, i / 2, (int16_t)(x[i] - last[i]), (int16_t)(x[i + 1] - last[i + 1]));
    for (int n = 0; n < count; n++)
        for (int k = other[n]; k < other[n] + 8; k += 2)
            pair_add(out, k / 2, (int16_t)(x[k] - last[k]), (int16_t)(x[k + 1] - last[k + 1]));
    memcpy(last, x, (size_t)inputs);
}

static inline void pair_words(const int16_t *x, int inputs, struct pairs *out)
{
    out->count = 0;
    SR_ASSERT(inputs % 2 == 0);
    for (int i = 0; i < inputs; i += 2)
        pair_add(out, i / 2, x[i], x[i + 1]);
}

/* acc[j] += x[i] * w[i][j] */
static inline void accumulate_plain(const struct pairs *p, const int16_t *weights, int32_t *acc,
                                    int width)
{
    for (int i = 0; i < p->count; i++) {
        const int16_t *w = weights + p->at[i] * 2 * width;
        const int32_t a = p->value[i][0], b = p->value[i][1];
        for (int j = 0; j < width; j++)
            acc[j] += a * w[2 * j] + b * w[2 * j + 1];
    }
}

#if AI_HAS_AVX2
/* Eight neurons in each of `lanes` registers, a number known when this is compiled. */
AI_AVX2 static AI_INLINED void accumulate_lanes(const struct pairs *p, const int16_t *weights,
                                                int32_t *acc, int width, const int lanes)
{
    __m256i sum[8];
    for (int k = 0; k < lanes; k++)
        sum[k] = _mm256_loadu_si256((const __m256i *)(acc + 8 * k));
    for (int i = 0; i < p->count; i++) {
        const int16_t *row = weights + p->at[i] * 2 * width;
        int32_t pair;
        memcpy(&pair, p->value[i], sizeof pair);
        const __m256i both = _mm256_set1_epi32(pair);
        for (int k = 0; k < lanes; k++)
            sum[k] = _mm256_add_epi32(
                sum[k],
                _mm256_madd_epi16(both, _mm256_loadu_si256((const __m256i *)(row + 16 * k))));
    }
    for (int k = 0; k < lanes; k++)
        _mm256_storeu_si256((__m256i *)(acc + 8 * k), sum[k]);
}

AI_AVX2 static void accumulate_avx2(const struct pairs *p, const int16_t *weights, int32_t *acc,
                                    int width)
{
    int from = 0;
    for (; from + 64 <= width; from += 64)
        accumulate_lanes(p, weights + 2 * from, acc + from, width, 8);
    for (; from + 32 <= width; from += 32)
        accumulate_lanes(p, weights + 2 * from, acc + from, width, 4);
    for (; from < width; from += 8)
        accumulate_lanes(p, weights + 2 * from, acc + from, width, 1);
}
#endif

#ifdef __wasm_simd128__
#include "ai/net_simd128.h"
#endif

typedef void accumulate_fn(const struct pairs *p, const int16_t *weights, int32_t *acc, int width);

/* Values of a layer from its sums: scaled down with rounding, clipped to 0..1. */
static inline void clip(const int32_t *acc, int width, int shift, int16_t *out)
{
    for (int j = 0; j < width; j++) {
        const int32_t v = (acc[j] + (1 << (shift - 1))) >> shift;
        out[j] = (int16_t)(v < 0 ? 0 : v > AI_ONE ? AI_ONE : v);
    }
}

static AI_INLINED void run(const struct ai_net *net, const int32_t *b1, const int8_t *x,
                           struct ai_sums *sums, int32_t out[AI_OUTPUTS], int16_t *h2,
                           accumulate_fn *accumulate)
{
    struct pairs lit;
    int16_t h1[AI_HIDDEN_MAX], own[AI_HIDDEN_MAX];
    h2 = h2 ? h2 : own;
    int32_t acc[AI_HIDDEN_MAX];
    if (sums->net != net) {
        sums->net = net;
        memset(sums->x, 0, (size_t)net->inputs);
        memset(sums->straight, 0, sizeof sums->straight);
        memcpy(sums->hidden, b1, (size_t)net->hidden[0] * sizeof *sums->hidden);
    }
    pair_changes(x, net->inputs, sums->x, &lit);
    accumulate_plain(&lit, net->w4, sums->straight, AI_OUTPUTS); /* AI_UNIT * AI_SCALE = 2^16 */
    accumulate(&lit, net->w1, sums->hidden, net->hidden[0]);
    clip(sums->hidden, net->hidden[0], 7, h1); /* AI_UNIT * AI_SCALE / AI_ONE = 2^7 */
    pair_words(h1, net->hidden[0], &lit);
    memcpy(acc, net->b2, (size_t)net->hidden[1] * sizeof *acc);
    accumulate(&lit, net->w2, acc, net->hidden[1]);
    clip(acc, net->hidden[1], 10, h2);
    for (int o = 0; o < AI_OUTPUTS; o++) {
        int32_t sum = net->b3[o];
        for (int j = 0; j < net->hidden[1]; j++)
            sum += h2[j] * net->w3[o * net->hidden[1] + j];
        out[o] = sums->straight[o] + (sum >> 3); /* AI_ONE * AI_SCALE = 2^19 */
    }
}

void ai_net_run_plain(const struct ai_net *net, const int32_t *b1, const int8_t *x,
                      int32_t out[AI_OUTPUTS], int16_t *h2)
{
    struct ai_sums sums;
    sums.net = NULL;
    run(net, b1, x, &sums, out, h2, accumulate_plain);
}

#if AI_HAS_AVX2
AI_AVX2 static void run_avx2(const struct ai_net *net, const int32_t *b1, const int8_t *x,
                             struct ai_sums *sums, int32_t out[AI_OUTPUTS], int16_t *h2)
{
    run(net, b1, x, sums, out, h2, accumulate_avx2);
}
#endif

void ai_net_run(const struct ai_net *net, const int32_t *b1, const int8_t *x, struct ai_sums *sums,
                int32_t out[AI_OUTPUTS], int16_t *h2)
{
#if AI_HAS_AVX2
    if (__builtin_cpu_supports("avx2")) {
        run_avx2(net, b1, x, sums, out, h2);
        return;
    }
#endif
#ifdef __wasm_simd128__
    run(net, b1, x, sums, out, h2, accumulate_simd128);
#else
    run(net, b1, x, sums, out, h2, accumulate_plain);
#endif
}

/* ---- policy and points ----------------------------------------------------------------------- */

#if AI_HAS_AVX2
AI_AVX2 static int32_t logit_avx2(const struct ai_net *net, const int16_t *h2, const uint16_t *slot,
                                  int slots)
{
    const int n = net->hidden[1];
    __m256i all = _mm256_setzero_si256();
    int64_t sum = 0;
    for (int k = 0; k < slots; k++) {
        const int at = slot[k] & (net->slots - 1);
        const int16_t *w = net->wp + at * n;
        __m256i row = _mm256_setzero_si256();
        sum += net->bp[at];
        for (int j = 0; j + 16 <= n; j += 16)
            row = _mm256_add_epi32(row,
                                   _mm256_madd_epi16(_mm256_loadu_si256((const __m256i *)(h2 + j)),
                                                     _mm256_loadu_si256((const __m256i *)(w + j))));
        for (int j = n & ~15; j < n; j++)
            sum += h2[j] * w[j];
        all = _mm256_add_epi64(all, _mm256_cvtepi32_epi64(_mm256_castsi256_si128(row)));
        all = _mm256_add_epi64(all, _mm256_cvtepi32_epi64(_mm256_extracti128_si256(row, 1)));
    }
    int64_t part[4];
    _mm256_storeu_si256((__m256i *)part, all);
    return ai_net_scaled(sum + part[0] + part[1] + part[2] + part[3]);
}
#endif

int32_t ai_net_logit(const struct ai_net *net, const int16_t *h2, const uint16_t *slot, int slots)
{
#if AI_HAS_AVX2
    if (__builtin_cpu_supports("avx2"))
        return logit_avx2(net, h2, slot, slots);
#endif
#ifdef __wasm_simd128__
    return logit_simd128(net, h2, slot, slots);
#else
    return ai_net_logit_plain(net, h2, slot, slots);
#endif
}

int32_t ai_net_points(const struct ai_net *net, const int8_t *x, const int16_t *h2)
{
    int32_t sum = net->b5[0], straight = 0;
    for (int j = 0; j < net->hidden[1]; j++)
        sum += h2[j] * net->w5[j];
    for (int i = 0; i < net->inputs; i++)
        straight += x[i] * net->w6[i];
    return straight + (sum >> 3);
}
