/* net_simd128.h: the loop of net.c in which a search in the browser spends most of its time, by the
 * vectors of WebAssembly. Part of net.c; the results are those of plain C. */
#include <wasm_simd128.h>

/* Four neurons in each of `lanes` registers, a number known when this is compiled. */
static AI_INLINED void accumulate_lanes(const struct pairs *p, const int16_t *weights, int32_t *acc,
                                        int width, const int lanes)
{
    v128_t sum[8];
    for (int k = 0; k < lanes; k++)
        sum[k] = wasm_v128_load(acc + 4 * k);
    for (int i = 0; i < p->count; i++) {
        const int16_t *row = weights + p->at[i] * 2 * width;
        const v128_t both = wasm_v128_load32_splat(p->value[i]);
        for (int k = 0; k < lanes; k++)
            sum[k] =
                wasm_i32x4_add(sum[k], wasm_i32x4_dot_i16x8(both, wasm_v128_load(row + 8 * k)));
    }
    for (int k = 0; k < lanes; k++)
        wasm_v128_store(acc + 4 * k, sum[k]);
}

static void accumulate_simd128(const struct pairs *p, const int16_t *weights, int32_t *acc,
                               int width)
{
    int from = 0;
    for (; from + 32 <= width; from += 32)
        accumulate_lanes(p, weights + 2 * from, acc + from, width, 8);
    for (; from < width; from += 4)
        accumulate_lanes(p, weights + 2 * from, acc + from, width, 1);
}

/* As ai_net_logit_plain. Eight neurons at a time: a layer has a multiple of them. */
static int32_t logit_simd128(const struct ai_net *net, const int16_t *h2, const uint16_t *slot,
                             int slots)
{
    const int n = net->hidden[1];
    v128_t all = wasm_i64x2_splat(0);
    int64_t sum = 0;
    for (int k = 0; k < slots; k++) {
        const int at = slot[k] & (net->slots - 1);
        const int16_t *w = net->wp + at * n;
        v128_t row = wasm_i32x4_splat(0);
        sum += net->bp[at];
        for (int j = 0; j < n; j += 8)
            row = wasm_i32x4_add(
                row, wasm_i32x4_dot_i16x8(wasm_v128_load(h2 + j), wasm_v128_load(w + j)));
        all = wasm_i64x2_add(all, wasm_i64x2_extend_low_i32x4(row));
        all = wasm_i64x2_add(all, wasm_i64x2_extend_high_i32x4(row));
    }
    return ai_net_scaled(sum + wasm_i64x2_extract_lane(all, 0) + wasm_i64x2_extract_lane(all, 1));
}
