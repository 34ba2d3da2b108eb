/* cuda.c: finding and loading the libraries. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/format.h"
#include "gpu/cuda.h"

static const char *variable(const char *name)
{
    const char *v = getenv(name);
    return v && *v ? v : NULL;
}

enum sr_err cuda_fail(const struct cuda *c, cu_result error, const char *doing,
                      struct sr_diag *diag)
{
    const char *why = NULL;
    if (c->cuGetErrorString)
        c->cuGetErrorString(error, &why);
    if (error == CU_OUT_OF_MEMORY)
        return sr_fail(diag, SR_SPACE, "the GPU has not enough memory left (%s)", doing);
    return sr_fail(diag, SR_IO, "the GPU failed: %s: %s (error %d)", doing,
                   why ? why : "unknown error", error);
}

/* ISO C has no conversion from an object pointer to a function pointer; POSIX has the same bits. */
static bool find(void *library, const char *name, void *function)
{
    void *p = dlsym(library, name);
    memcpy(function, &p, sizeof p);
    return p != NULL;
}

enum sr_err cuda_load_driver(struct cuda *c, struct sr_diag *diag)
{
    const char *file = variable("SERAI_LIBCUDA");
    c->driver = dlopen(file ? file : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!c->driver)
        return sr_fail(diag, SR_UNKNOWN, "there is no CUDA driver on this machine (%s)",
                       file ? file : "libcuda.so.1");
    const char *missing = NULL;
#define X(name, args)                                                                              \
    if (!find(c->driver, #name, &c->name))                                                         \
        missing = #name;
    CU_CALLS(X)
#undef X
    if (missing)
        return sr_fail(diag, SR_UNKNOWN, "the CUDA driver is too old: it has no %s", missing);
    return SR_OK;
}

/* A library under one of its names, in a folder or (NULL) where the system looks. */
static void *open_in(const char *folder, const char *const *names)
{
    void *library = NULL;
    for (int i = 0; !library && names[i]; i++) {
        char path[1024];
        if (folder)
            snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        else
            snprintf(path, sizeof path, "%s", names[i]);
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    return library;
}

static void *open_library(const char *const *names)
{
    const char *only = variable("SERAI_CUDA");
    if (only)
        return open_in(only, names);
    void *library = open_in(NULL, names);
    const char *home = variable("CUDA_HOME") ? variable("CUDA_HOME") : variable("CUDA_PATH");
    if (!library && home) {
        char folder[1000];
        snprintf(folder, sizeof folder, "%s/lib64", home);
        library = open_in(folder, names);
    }
    return library ? library : open_in("/usr/local/cuda/lib64", names);
}

static bool find_linked(void *library, const char *name, void *function)
{
    static const char *const version[] = {"", "_13_0", "_12_0", NULL};
    for (int i = 0; version[i]; i++) {
        char full[64];
        snprintf(full, sizeof full, "__%s%s", name, version[i]);
        if (find(library, *version[i] ? full : name, function))
            return true;
    }
    return false;
}

enum sr_err cuda_load_compiler(struct cuda *c, struct sr_diag *diag)
{
    static const char *const nvrtc[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", NULL};
    static const char *const jitlink[] = {"libnvJitLink.so.13", "libnvJitLink.so.12",
                                          "libnvJitLink.so", NULL};
    if (!c->nvrtc)
        c->nvrtc = open_library(nvrtc);
    if (!c->nvrtc)
        return sr_fail(diag, SR_UNKNOWN,
                       "CUDA's compiler for programs that run (libnvrtc) is not installed");
    if (!c->jitlink)
        c->jitlink = open_library(jitlink);
    if (!c->jitlink)
        return sr_fail(diag, SR_UNKNOWN, "CUDA's linker (libnvJitLink) is not installed");
    const char *missing = NULL;
#define X(name, args)                                                                              \
    if (!find(c->nvrtc, #name, &c->name))                                                          \
        missing = #name;
    NVRTC_CALLS(X)
#undef X
#define X(name, args)                                                                              \
    if (!find_linked(c->jitlink, #name, &c->name))                                                 \
        missing = #name;
    JITLINK_CALLS(X)
#undef X
    if (missing)
        return sr_fail(diag, SR_UNKNOWN, "CUDA's compiler is too old: it has no %s", missing);
    return SR_OK;
}

void cuda_unload(struct cuda *c)
{
    /* The driver keeps threads of its own: it stays until the program ends. */
    if (c->nvrtc)
        dlclose(c->nvrtc);
    if (c->jitlink)
        dlclose(c->jitlink);
    memset(c, 0, sizeof *c);
}
