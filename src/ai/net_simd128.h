/* net_simd128.h: the loop of net.c in which a search in the browser spends most of its time, by the
 * vectors of WebAssembly. Part of net.c; the results are those of plain C. */
#include <wasm_simd128.h>

static void accumulate_simd128(const struct pairs *p, const int16_t *weights, int32_t *acc,
                               int width)
{
    /* 32 neurons at a time stay in eight registers. */
    for (int from = 0; from < width; from += 32) {
        const int lanes = sr_min(8, (width - from) / 4);
        v128_t sum[8];
        for (int k = 0; k < lanes; k++)
            sum[k] = wasm_v128_load(acc + from + 4 * k);
        for (int i = 0; i < p->count; i++) {
            const int16_t *row = weights + p->at[i] * 2 * width + 2 * from;
            const v128_t both = wasm_v128_load32_splat(p->value[i]);
            if (lanes == 8) {
                for (int k = 0; k < 8; k++)
                    sum[k] = wasm_i32x4_add(
                        sum[k], wasm_i32x4_dot_i16x8(both, wasm_v128_load(row + 8 * k)));
            } else {
                for (int k = 0; k < lanes; k++)
                    sum[k] = wasm_i32x4_add(
                        sum[k], wasm_i32x4_dot_i16x8(both, wasm_v128_load(row + 8 * k)));
            }
        }
        for (int k = 0; k < lanes; k++)
            wasm_v128_store(acc + from + 4 * k, sum[k]);
    }
}
