/* emulate.h: the words of CUDA for a compiler of the host, before every file of a device: a block
 * of threads is run by one, which goes from one to the next where they wait for each other. */
#ifndef SERAI_EMULATE_H
#define SERAI_EMULATE_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "serai/game.h"

#define __CUDACC_RTC__ /* code of a device */
#define __global__
#define __shared__ static
#define __noinline__
#define __align__(n) alignas(n)
#define __launch_bounds__(...)

struct emulated_index {
    unsigned x, y, z;
};
extern emulated_index threadIdx, blockIdx, blockDim;

struct uint2 {
    unsigned x, y;
};

void __syncthreads();
void __syncwarp();

template <typename T> static inline T __ldg(const T *p) { return *p; }
template <typename T> static inline T atomicAdd(T *p, T v) { return (*p += v) - v; }
static inline uint32_t atomicAdd(uint32_t *p, int v) { return atomicAdd(p, (uint32_t)v); }
template <typename T> static inline T atomicSub(T *p, int v) { return (*p -= (T)v) + (T)v; }
template <typename T> static inline void atomicMin(T *p, T v) { *p = v < *p ? v : *p; }
template <typename T> static inline void atomicMax(T *p, T v) { *p = v > *p ? v : *p; }

/* Every thread is alone. */
static inline uint32_t __activemask() { return 0xFFFFFFFFu; }
static inline uint32_t __match_any_sync(uint32_t, int) { return 1u << threadIdx.x % 32; }
template <typename T> static inline T __shfl_sync(uint32_t, T v, int) { return v; }
static inline int __ffs(int v) { return __builtin_ffs(v); }
static inline int __popc(uint32_t v) { return __builtin_popcount(v); }

uint32_t __reduce_add_sync(uint32_t lanes, uint32_t v);
uint32_t __reduce_min_sync(uint32_t lanes, uint32_t v);
uint32_t __reduce_max_sync(uint32_t lanes, uint32_t v);

/* A product of the tensor cores: 16 rows of 32 signed bytes and 32 by 8 bytes, signed or not. */
void emulated_multiply(int (&sum)[4], const uint32_t (&a)[4], uint2 b, bool with_sign);

/* A kernel by its name, called with pointers to its arguments. */
struct emulated_kernel {
    const char *name;
    void (*run)(emulated_kernel *own, void **arguments);
    void (*function)();
    emulated_kernel *next;
};
void emulated_add(emulated_kernel *k);

template <typename... A, size_t... I>
static void emulated_call(void (*f)(A...), void **arguments, std::index_sequence<I...>)
{
    f(*(A *)arguments[I]...);
}
template <typename... A> static emulated_kernel emulated_make(const char *name, void (*f)(A...))
{
    return {name,
            [](emulated_kernel *own, void **arguments) {
                emulated_call((void (*)(A...))own->function, arguments,
                              std::index_sequence_for<A...>());
            },
            (void (*)())f, nullptr};
}
#define EMULATED(name)                                                                             \
    static emulated_kernel emulated_##name = emulated_make(#name, name);                           \
    static const int emulated_##name##_is_known = (emulated_add(&emulated_##name), 0);

#endif
