/* fake.c: a CUDA driver, compiler and linker in which things go wrong as FAKE_CUDA says. Kernels do
 * nothing at all. FAKE_LOG: a file that gets a letter for every file compiled (c), program linked
 * (l), code loaded (m) and kernel started (k). FAKE_OPTIONS: one that gets the compiler's
 * options. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/cuda.h"

static int fault(const char *name)
{
    const char *v = getenv("FAKE_CUDA");
    return v && !strcmp(v, name);
}

static void note(char c)
{
    const char *path = getenv("FAKE_LOG");
    FILE *f = path ? fopen(path, "a") : NULL;
    if (f) {
        fputc(c, f);
        fclose(f);
    }
}

/* As the header has them: the linker would not see a difference. */
#define X(name, args) cu_result name args;
CU_CALLS(X)
NVRTC_CALLS(X)
JITLINK_CALLS(X)
#undef X

cu_result cuInit(unsigned flags)
{
    (void)flags;
    return fault("nodevice") ? CU_NO_DEVICE : fault("broken") ? 999 : 0;
}

cu_result cuDriverGetVersion(int *version)
{
    *version = fault("old") ? 11040 : 13000;
    return 0;
}

cu_result cuDeviceGetCount(int *count)
{
    *count = !fault("empty");
    return 0;
}

cu_result cuDeviceGet(int *device, int ordinal)
{
    *device = ordinal;
    return 0;
}

cu_result cuDeviceGetName(char *name, int len, int device)
{
    (void)device;
    snprintf(name, (size_t)len, "fake");
    return 0;
}

cu_result cuDeviceGetAttribute(int *value, int attribute, int device)
{
    (void)device;
    *value = attribute == CU_ATTR_MAJOR ? 9 : 0;
    return 0;
}

cu_result cuDevicePrimaryCtxRetain(cu_handle *context, int device)
{
    (void)device;
    *context = context;
    return 0;
}

cu_result cuDevicePrimaryCtxRelease_v2(int device) { return device; }
cu_result cuCtxSetCurrent(cu_handle context) { return !context; }

cu_result cuCtxSetLimit(int limit, size_t value)
{
    (void)value;
    return limit;
}

cu_result cuCtxSynchronize(void) { return 0; }

cu_result cuModuleLoadData(cu_handle *module, const void *image)
{
    note('m');
    *module = module;
    return fault("unloadable") || memcmp(image, "fake", 4) ? 200 : 0;
}

cu_result cuModuleUnload(cu_handle module) { return !module; }

cu_result cuModuleGetFunction(cu_handle *function, cu_handle module, const char *name)
{
    (void)name;
    *function = module;
    return 0;
}

cu_result cuFuncSetAttribute(cu_handle function, int attribute, int value)
{
    (void)function;
    (void)attribute;
    (void)value;
    return 0;
}

cu_result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, cu_handle function, int block,
                                                      size_t shared)
{
    (void)function;
    (void)block;
    (void)shared;
    *blocks = 1;
    return 0;
}

cu_result cuMemGetInfo_v2(size_t *free_bytes, size_t *total)
{
    *free_bytes = *total = (size_t)1 << 30;
    return 0;
}

cu_result cuMemAlloc_v2(cu_pointer *p, size_t size)
{
    static cu_pointer next = 4096;
    *p = next;
    next += size;
    return fault("full") ? CU_OUT_OF_MEMORY : 0;
}

cu_result cuMemFree_v2(cu_pointer p) { return !p; }

cu_result cuMemcpyHtoD_v2(cu_pointer to, const void *from, size_t size)
{
    (void)to;
    (void)from;
    (void)size;
    return 0;
}

cu_result cuMemcpyDtoH_v2(void *to, cu_pointer from, size_t size)
{
    (void)from;
    memset(to, 0, size);
    return fault("lost") ? 700 : 0;
}

cu_result cuMemsetD8_v2(cu_pointer to, unsigned char value, size_t size)
{
    (void)to;
    (void)value;
    (void)size;
    return 0;
}

cu_result cuLaunchKernel(cu_handle function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                         unsigned by, unsigned bz, unsigned shared, cu_handle stream,
                         void **arguments, void **extra)
{
    (void)function, (void)stream, (void)arguments, (void)extra, (void)shared;
    note('k');
    return gx && gy && gz && bx && by && bz ? 0 : 1;
}

cu_result cuGetErrorString(cu_result error, const char **text)
{
    *text = error == 700 ? "the device was lost" : "something is wrong";
    return 0;
}

cu_result nvrtcVersion(int *major, int *minor)
{
    *major = 13;
    *minor = 0;
    return 0;
}

cu_result nvrtcCreateProgram(cu_handle *program, const char *source, const char *name, int headers,
                             const char *const *texts, const char *const *names)
{
    (void)name;
    *program = program;
    return !source || !headers || !texts || !names;
}

cu_result nvrtcDestroyProgram(cu_handle *program) { return !program; }

cu_result nvrtcCompileProgram(cu_handle program, int count, const char *const *options)
{
    const char *path = getenv("FAKE_OPTIONS");
    FILE *f = path ? fopen(path, "a") : NULL;
    for (int i = 0; f && i < count; i++)
        fprintf(f, "%s\n", options[i]);
    if (f)
        fclose(f);
    note('c');
    return !program || !count || !options || fault("refused") ? 6 : 0;
}

cu_result nvrtcGetCUBINSize(cu_handle program, size_t *size)
{
    *size = 4;
    return !program;
}

cu_result nvrtcGetCUBIN(cu_handle program, char *cubin)
{
    memcpy(cubin, "part", 4);
    return !program;
}

cu_result nvrtcGetLTOIRSize(cu_handle program, size_t *size)
{
    return nvrtcGetCUBINSize(program, size);
}

cu_result nvrtcGetLTOIR(cu_handle program, char *code) { return nvrtcGetCUBIN(program, code); }

static const char complaint[] = "line 1: what is this?";

cu_result nvrtcGetProgramLogSize(cu_handle program, size_t *size)
{
    *size = sizeof complaint;
    return !program;
}

cu_result nvrtcGetProgramLog(cu_handle program, char *log)
{
    memcpy(log, complaint, sizeof complaint);
    return !program;
}

cu_result nvJitLinkCreate(cu_handle *link, uint32_t count, const char **options)
{
    *link = link;
    return !count || !options;
}

cu_result nvJitLinkDestroy(cu_handle *link) { return !link; }

cu_result nvJitLinkAddData(cu_handle link, int type, const void *data, size_t size,
                           const char *name)
{
    return !link || (type != JITLINK_CUBIN && type != JITLINK_LTOIR) || size != 4 || !name ||
           memcmp(data, "part", 4);
}

cu_result nvJitLinkComplete(cu_handle link)
{
    note('l');
    return !link || fault("unlinked");
}

cu_result nvJitLinkGetLinkedCubinSize(cu_handle link, size_t *size)
{
    *size = 8;
    return !link;
}

cu_result nvJitLinkGetLinkedCubin(cu_handle link, void *cubin)
{
    memcpy(cubin, "fake\0\0\0", 8);
    return !link;
}

cu_result nvJitLinkGetErrorLogSize(cu_handle link, size_t *size)
{
    *size = sizeof complaint;
    return !link;
}

cu_result nvJitLinkGetErrorLog(cu_handle link, char *log)
{
    memcpy(log, complaint, sizeof complaint);
    return !link;
}
