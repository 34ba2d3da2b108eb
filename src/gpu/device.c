/* device.c: opening a device, loading code, memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ai/features.h"
#include "base/memory.h"
#include "core/format.h"
#include "gpu/device.h"

double gpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static enum sr_err open_device(struct gpu *g, struct sr_diag *diag)
{
    struct cuda *c = &g->cuda;
    int version = 0, count = 0, major = 0, minor = 0;
    cu_result e = c->cuInit(0);
    if (e == CU_NO_DEVICE)
        return sr_fail(diag, SR_UNKNOWN, "there is a CUDA driver, but no GPU");
    if (e)
        return cuda_fail(c, e, "starting the driver", diag);
    if (c->cuDriverGetVersion(&version) || version < CU_DRIVER_LEAST)
        return sr_fail(diag, SR_UNKNOWN,
                       "the CUDA driver is too old: it knows CUDA %d.%d, not 12.0", version / 1000,
                       version % 1000 / 10);
    if (c->cuDeviceGetCount(&count) || count < 1)
        return sr_fail(diag, SR_UNKNOWN, "there is a CUDA driver, but no GPU");
    if ((e = c->cuDeviceGet(&g->device, 0)) ||
        (e = c->cuDeviceGetName(g->name, sizeof g->name, g->device)) ||
        (e = c->cuDeviceGetAttribute(&major, CU_ATTR_MAJOR, g->device)) ||
        (e = c->cuDeviceGetAttribute(&minor, CU_ATTR_MINOR, g->device)) ||
        (e = c->cuDeviceGetAttribute(&g->processors, CU_ATTR_PROCESSORS, g->device)) ||
        (e = c->cuDevicePrimaryCtxRetain(&g->context, g->device)))
        return cuda_fail(c, e, "opening the device", diag);
    g->retained = true;
    g->arch = major * 10 + minor;
    if ((e = c->cuCtxSetCurrent(g->context)))
        return cuda_fail(c, e, "opening the device", diag);
    return SR_OK;
}

enum sr_err gpu_open(struct gpu **out, struct sr_diag *diag)
{
    struct gpu *g = mem_new(sizeof *g);
    *out = NULL;
    enum sr_err err = cuda_load_driver(&g->cuda, diag);
    err = err ? err : open_device(g, diag);
    err = err ? err : cuda_load_compiler(&g->cuda, diag);
    if (err)
        gpu_close(g);
    else
        *out = g;
    return err;
}

void gpu_close(struct gpu *g)
{
    if (!g)
        return;
    for (int i = 0; i < g->times; i++)
        if (g->time[i].launches)
            fprintf(stderr, "%-14s %7d launches %8.3f s\n", g->time[i].name, g->time[i].launches,
                    g->time[i].seconds);
    for (int i = 0; i < g->modules; i++)
        g->cuda.cuModuleUnload(g->module[i].handle);
    if (g->retained)
        g->cuda.cuDevicePrimaryCtxRelease_v2(g->device);
    cuda_unload(&g->cuda);
    mem_free(g);
}

const char *gpu_name(const struct gpu *g) { return g->name; }

double gpu_compiled(const struct gpu *g) { return g->compiled; }

/* ---- code ----------------------------------------------------------------------------------- */

/* Lists of moves and the depth of calls; a player who thinks has a position and its inputs at hand,
 * and numbers of every move. Rules may call themselves, so the compiler cannot tell. */
static cu_result make_stack(struct gpu *g, const struct sr_game *game, enum gpu_part part)
{
    const size_t list = (size_t)game->moves_max * sizeof(sr_move);
    const size_t sight = (size_t)game->seats_max * (size_t)ai_game_find(game->id)->inputs;
    const size_t need = 4096 + list + (gpu_thinks(part) ? 12288 + 6 * list + sight : 0) +
                        (part == GPU_SCRIPTED ? 4 * sizeof(union sr_state) + 16384 + 6 * list : 0);
    if (need <= g->stack)
        return 0;
    const cu_result e = g->cuda.cuCtxSetLimit(CU_LIMIT_STACK, need);
    if (!e)
        g->stack = need;
    return e;
}

enum sr_err gpu_module_of(struct gpu *g, const struct sr_game *game, enum gpu_part part,
                          cu_handle *out, struct sr_diag *diag)
{
    for (int i = 0; i < g->modules; i++)
        if (g->module[i].game == game && g->module[i].part == part) {
            *out = g->module[i].handle;
            return SR_OK;
        }
    if (g->modules == GPU_MODULES)
        return sr_fail(diag, SR_SPACE, "too many games for one device");
    cu_result e = make_stack(g, game, part);
    if (e)
        return cuda_fail(&g->cuda, e, "room for calls", diag);
    /* Code from the cache that the device refuses is made once more. */
    for (int fresh = 0; fresh < 2; fresh++) {
        struct gpu_code code;
        const enum sr_err err = gpu_build(&g->cuda, game, part, g->arch, fresh, &code, diag);
        if (err)
            return err;
        g->compiled += code.seconds;
        e = g->cuda.cuModuleLoadData(out, code.data);
        mem_free(code.data);
        if (!e) {
            g->module[g->modules++] = (struct gpu_module){game, part, *out};
            return SR_OK;
        }
        if (code.seconds > 0)
            break;
    }
    return cuda_fail(&g->cuda, e, "loading the rules", diag);
}

/* Remembers a kernel whose launches are to be timed. */
static void time_kernel(struct gpu *g, const char *name, cu_handle function)
{
    int i = 0;
    while (i < g->times && strcmp(g->time[i].name, name) != 0)
        i++;
    if (i == GPU_TIMES || !getenv("SERAI_GPU_TIMES"))
        return;
    if (i == g->times)
        g->time[g->times++] = (struct gpu_time){.name = name};
    g->time[i].function = function;
}

enum sr_err gpu_function(struct gpu *g, cu_handle module, const char *name, cu_handle *out,
                         struct sr_diag *diag)
{
    const cu_result e = g->cuda.cuModuleGetFunction(out, module, name);
    time_kernel(g, name, e ? NULL : *out);
    return e ? cuda_fail(&g->cuda, e, name, diag) : SR_OK;
}

/* ---- memory and launches -------------------------------------------------------------------- */

cu_pointer gpu_alloc(struct gpu_memory *m, size_t size)
{
    cu_pointer p = 0;
    SR_ASSERT(m->blocks < GPU_BLOCKS);
    if (!m->error)
        m->error = m->gpu->cuda.cuMemAlloc_v2(&p, size ? size : 1);
    if (m->error)
        return 0;
    m->block[m->blocks++] = p;
    m->error = m->gpu->cuda.cuMemsetD8_v2(p, 0, size ? size : 1);
    return p;
}

void gpu_free(struct gpu_memory *m)
{
    while (m->blocks > 0)
        m->gpu->cuda.cuMemFree_v2(m->block[--m->blocks]);
}

cu_result gpu_launch(struct gpu *g, cu_handle function, uint32_t threads, unsigned block,
                     unsigned shared, void **arguments)
{
    if (!threads)
        return 0;
    const double start = g->times ? gpu_now() : 0;
    cu_result e = g->cuda.cuLaunchKernel(function, (threads + block - 1) / block, 1, 1, block, 1, 1,
                                         shared, NULL, arguments, NULL);
    for (int i = 0; !e && i < g->times; i++)
        if (g->time[i].function == function) {
            e = g->cuda.cuCtxSynchronize();
            g->time[i].seconds += gpu_now() - start;
            g->time[i].launches++;
        }
    return e;
}
