/* emulate.cpp: a CUDA driver that runs kernels on the host, one thread after the other: slow, and
 * everything but time is as on a device. Modules hold the kernels this library was built with. */
#include <cstdio>
#include <cstdlib>
#include <csetjmp>
#include <ucontext.h>

#include "emulate.h"
typedef void *handle;

emulated_index threadIdx, blockIdx, blockDim;

/* ---- threads of a block ------------------------------------------------------------------------ */

enum { THREADS = 256, STACK = 1 << 18 };

enum waits { RUNS, WAITS_WARP, WAITS_BLOCK, IS_DONE };
struct fiber { /* made once; runs a thread of every block there is */
    jmp_buf at;
    char *stack;
    waits state;
};
static fiber fibers[THREADS];
static jmp_buf hall;
static ucontext_t begun;
static unsigned current;
static emulated_kernel *kernel;
static void **arguments;

static void wait_for(waits what)
{
    const unsigned own = current;
    fibers[own].state = what;
    if (!_setjmp(fibers[own].at))
        _longjmp(hall, 1);
    threadIdx.x = own;
}

void __syncthreads() { wait_for(WAITS_BLOCK); }
void __syncwarp() { wait_for(WAITS_WARP); }

static void run_thread()
{
    for (;;) {
        kernel->run(kernel, arguments);
        wait_for(IS_DONE);
    }
}

static void go_on(unsigned i)
{
    fiber *f = &fibers[i];
    current = threadIdx.x = i;
    if (_setjmp(hall))
        return;
    if (f->stack)
        _longjmp(f->at, 1);
    f->stack = (char *)malloc(STACK);
    getcontext(&begun);
    begun.uc_stack.ss_sp = f->stack;
    begun.uc_stack.ss_size = STACK;
    begun.uc_link = nullptr;
    makecontext(&begun, run_thread, 0);
    setcontext(&begun);
}

/* Lets all of `from`..`to` go on who wait for it, when nobody of them runs any more. */
static bool release(unsigned from, unsigned to, waits what)
{
    bool any = false;
    for (unsigned i = from; i < to; i++) {
        if (fibers[i].state == RUNS || (fibers[i].state != what && fibers[i].state != IS_DONE))
            return false;
        any |= fibers[i].state == what;
    }
    for (unsigned i = from; any && i < to; i++)
        if (fibers[i].state == what)
            fibers[i].state = RUNS;
    return any;
}

static void run_block(unsigned threads)
{
    for (unsigned i = 0; i < threads; i++)
        fibers[i].state = RUNS;
    for (bool going = true; going;) {
        going = false;
        for (unsigned i = 0; i < threads; i++)
            if (fibers[i].state == RUNS) {
                go_on(i);
                going = true;
            }
        for (unsigned i = 0; i < threads; i += 32)
            going |= release(i, i + 32, WAITS_WARP);
        going |= release(0, threads, WAITS_BLOCK);
    }
}

/* ---- what a warp does together ------------------------------------------------------------------ */

static uint32_t lanes_of[THREADS / 32][32][6];

static uint32_t (&scratch())[32][6] { return lanes_of[threadIdx.x / 32]; }

template <typename F> static uint32_t reduce(uint32_t v, F add)
{
    scratch()[threadIdx.x % 32][0] = v;
    __syncwarp();
    uint32_t result = scratch()[0][0];
    for (int i = 1; i < 32; i++)
        result = add(result, scratch()[i][0]);
    __syncwarp();
    return result;
}

uint32_t __reduce_add_sync(uint32_t, uint32_t v)
{
    return reduce(v, [](uint32_t a, uint32_t b) { return a + b; });
}
uint32_t __reduce_min_sync(uint32_t, uint32_t v)
{
    return reduce(v, [](uint32_t a, uint32_t b) { return a < b ? a : b; });
}
uint32_t __reduce_max_sync(uint32_t, uint32_t v)
{
    return reduce(v, [](uint32_t a, uint32_t b) { return a > b ? a : b; });
}

/* Where a lane has which values: the manual of PTX, m16n8k32. */
void emulated_multiply(int (&sum)[4], const uint32_t (&a)[4], uint2 b, bool with_sign)
{
    const unsigned lane = threadIdx.x % 32;
    for (int k = 0; k < 4; k++)
        scratch()[lane][k] = a[k];
    scratch()[lane][4] = b.x;
    scratch()[lane][5] = b.y;
    __syncwarp();
    for (unsigned i = 0; i < 4; i++) {
        const unsigned row = lane / 4, upper = i / 2, column = lane % 4 * 2 + i % 2;
        for (unsigned k = 0; k < 32; k++) {
            const unsigned part = k / 16, from = k % 16 / 4, byte = k % 4;
            const uint32_t x = scratch()[row * 4 + from][upper + 2 * part] >> 8 * byte;
            const uint32_t w = scratch()[column * 4 + from][4 + part] >> 8 * byte;
            sum[i] += (int8_t)x * (with_sign ? (int)(int8_t)w : (int)(uint8_t)w);
        }
    }
    __syncwarp();
}

/* ---- the driver ---------------------------------------------------------------------------------- */

static emulated_kernel *kernels;

void emulated_add(emulated_kernel *k)
{
    k->next = kernels;
    kernels = k;
}

extern "C" {
int cuInit(unsigned) { return 0; }
int cuDriverGetVersion(int *version) { return *version = 13000, 0; }
int cuDeviceGetCount(int *count) { return *count = 1, 0; }
int cuDeviceGet(int *device, int ordinal) { return *device = ordinal, 0; }
int cuDeviceGetName(char *name, int len, int) { return snprintf(name, (size_t)len, "emulated"), 0; }
int cuDeviceGetAttribute(int *value, int attribute, int)
{
    return *value = attribute == 75 ? 9 : 0, 0;
}
int cuDevicePrimaryCtxRetain(handle *context, int) { return *context = context, 0; }
int cuDevicePrimaryCtxRelease_v2(int) { return 0; }
int cuCtxSetCurrent(handle) { return 0; }
int cuCtxSetLimit(int, size_t) { return 0; }
int cuCtxSynchronize() { return 0; }
int cuModuleLoadData(handle *module, const void *) { return *module = module, 0; }
int cuModuleUnload(handle) { return 0; }
int cuModuleGetFunction(handle *function, handle, const char *name)
{
    emulated_kernel *k = kernels;
    while (k && strcmp(k->name, name) != 0)
        k = k->next;
    *function = k;
    return k ? 0 : 500;
}
int cuFuncSetAttribute(handle, int, int) { return 0; }
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, handle, int, size_t)
{
    return *blocks = 1, 0;
}
int cuMemGetInfo_v2(size_t *free_bytes, size_t *total)
{
    return *free_bytes = *total = (size_t)1 << 32, 0;
}
/* Exactly as much as was asked for: a sanitizer sees who goes beyond. */
int cuMemAlloc_v2(uint64_t *p, size_t size)
{
    *p = (uint64_t)malloc(size);
    return *p ? 0 : 2;
}
int cuMemFree_v2(uint64_t p) { return free((void *)p), 0; }
int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t n) { return memcpy((void *)to, from, n), 0; }
int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t n) { return memcpy(to, (void *)from, n), 0; }
int cuMemsetD8_v2(uint64_t to, unsigned char v, size_t n) { return memset((void *)to, v, n), 0; }
int cuLaunchKernel(handle function, unsigned gx, unsigned, unsigned, unsigned bx, unsigned, unsigned,
                   unsigned, handle, void **args, void **)
{
    kernel = (emulated_kernel *)function;
    arguments = args;
    blockDim.x = bx;
    for (blockIdx.x = 0; blockIdx.x < gx; blockIdx.x++)
        run_block(bx);
    return 0;
}
int cuGetErrorString(int, const char **text) { return *text = "an emulated error", 0; }
}
