/* device.h: a device that is in use, for the files of this folder. */
#ifndef SERAI_GPU_DEVICE_H
#define SERAI_GPU_DEVICE_H

#include "gpu/build.h"
#include "gpu/gpu.h"

enum { GPU_MODULES = 24 };

struct gpu_module {
    const struct sr_game *game;
    enum gpu_part part;
    cu_handle handle;
};

/* What a kernel has taken, where SERAI_GPU_TIMES is set: each is waited for then. */
struct gpu_time {
    const char *name;
    cu_handle function;
    int launches;
    double seconds;
};
enum { GPU_TIMES = 32 };

struct gpu {
    struct cuda cuda;
    int device, arch, processors;
    bool retained;
    cu_handle context;
    char name[128];
    double compiled;
    size_t stack;
    struct gpu_module module[GPU_MODULES];
    int modules;
    struct gpu_time time[GPU_TIMES];
    int times;
};

/* The code of a game, compiled and loaded when it is first asked for. */
SR_MUST_CHECK enum sr_err gpu_module_of(struct gpu *g, const struct sr_game *game,
                                        enum gpu_part part, cu_handle *out, struct sr_diag *diag);
SR_MUST_CHECK enum sr_err gpu_function(struct gpu *g, cu_handle module, const char *name,
                                       cu_handle *out, struct sr_diag *diag);

/* Memory of one piece of work, freed at once. After the first failure nothing more is tried, and
 * `error` says which it was. */
enum { GPU_BLOCKS = 64 };
struct gpu_memory {
    struct gpu *gpu;
    cu_pointer block[GPU_BLOCKS];
    int blocks;
    cu_result error;
};
cu_pointer gpu_alloc(struct gpu_memory *m, size_t size); /* zeroed */
void gpu_free(struct gpu_memory *m);

/* Starts a kernel of one thread for each of `threads` items. Arguments are pointers to values. */
cu_result gpu_launch(struct gpu *g, cu_handle function, uint32_t threads, unsigned block,
                     unsigned shared, void **arguments);

double gpu_now(void);

/* guided.c: a batch whose players look ahead. */
SR_MUST_CHECK enum sr_err gpu_play_guided(struct gpu *g, struct lab_batch *b,
                                          struct sr_diag *diag);

#endif
