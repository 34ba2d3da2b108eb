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
