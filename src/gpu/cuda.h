/* cuda.h: the CUDA driver, NVRTC and nvJitLink, loaded when they are wanted. Only what src/gpu
 * calls is declared, in the words of their documentation; none of their headers is needed to build
 * the program, and none of their names leaves this folder. */
#ifndef SERAI_GPU_CUDA_H
#define SERAI_GPU_CUDA_H

#include "serai/core.h"

typedef int cu_result; /* 0: well */
typedef uint64_t cu_pointer;
typedef void *cu_handle;

enum {
    CU_OUT_OF_MEMORY = 2,
    CU_NO_DEVICE = 100,
    CU_LIMIT_STACK = 0,
    CU_ATTR_PROCESSORS = 16,
    CU_ATTR_MAJOR = 75,
    CU_ATTR_MINOR = 76,
    CU_ATTR_SHARED_OPTIN = 97,
    CU_FUNC_SHARED = 8,
    CU_FUNC_CARVEOUT = 9,
    CU_DRIVER_LEAST = 12000, /* CUDA 12.0 */
    JITLINK_CUBIN = 1,
    JITLINK_LTOIR = 3
};

#define CU_CALLS(X)                                                                                \
    X(cuInit, (unsigned flags))                                                                    \
    X(cuDriverGetVersion, (int *version))                                                          \
    X(cuDeviceGetCount, (int *count))                                                              \
    X(cuDeviceGet, (int *device, int ordinal))                                                     \
    X(cuDeviceGetName, (char *name, int len, int device))                                          \
    X(cuDeviceGetAttribute, (int *value, int attribute, int device))                               \
    X(cuDevicePrimaryCtxRetain, (cu_handle * context, int device))                                 \
    X(cuDevicePrimaryCtxRelease_v2, (int device))                                                  \
    X(cuCtxSetCurrent, (cu_handle context))                                                        \
    X(cuCtxSetLimit, (int limit, size_t value))                                                    \
    X(cuCtxSynchronize, (void))                                                                    \
    X(cuModuleLoadData, (cu_handle * module, const void *image))                                   \
    X(cuModuleUnload, (cu_handle module))                                                          \
    X(cuModuleGetFunction, (cu_handle * function, cu_handle module, const char *name))             \
    X(cuFuncSetAttribute, (cu_handle function, int attribute, int value))                          \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor,                                                 \
      (int *blocks, cu_handle function, int block, size_t shared))                                 \
    X(cuMemGetInfo_v2, (size_t * free, size_t *total))                                             \
    X(cuMemAlloc_v2, (cu_pointer * p, size_t size))                                                \
    X(cuMemFree_v2, (cu_pointer p))                                                                \
    X(cuMemcpyHtoD_v2, (cu_pointer to, const void *from, size_t size))                             \
    X(cuMemcpyDtoH_v2, (void *to, cu_pointer from, size_t size))                                   \
    X(cuMemsetD8_v2, (cu_pointer to, unsigned char value, size_t size))                            \
    X(cuLaunchKernel,                                                                              \
      (cu_handle function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,        \
       unsigned bz, unsigned shared, cu_handle stream, void **arguments, void **extra))            \
    X(cuGetErrorString, (cu_result error, const char **text))

#define NVRTC_CALLS(X)                                                                             \
    X(nvrtcVersion, (int *major, int *minor))                                                      \
    X(nvrtcCreateProgram,                                                                          \
      (cu_handle * program, const char *source, const char *name, int headers,                     \
       const char *const *texts, const char *const *names))                                        \
    X(nvrtcDestroyProgram, (cu_handle * program))                                                  \
    X(nvrtcCompileProgram, (cu_handle program, int count, const char *const *options))             \
    X(nvrtcGetCUBINSize, (cu_handle program, size_t *size))                                        \
    X(nvrtcGetCUBIN, (cu_handle program, char *cubin))                                             \
    X(nvrtcGetLTOIRSize, (cu_handle program, size_t *size))                                        \
    X(nvrtcGetLTOIR, (cu_handle program, char *code))                                              \
    X(nvrtcGetProgramLogSize, (cu_handle program, size_t *size))                                   \
    X(nvrtcGetProgramLog, (cu_handle program, char *log))

/* Looked up with the version of the library behind its name, or without. */
#define JITLINK_CALLS(X)                                                                           \
    X(nvJitLinkCreate, (cu_handle * link, uint32_t count, const char **options))                   \
    X(nvJitLinkDestroy, (cu_handle * link))                                                        \
    X(nvJitLinkAddData,                                                                            \
      (cu_handle link, int type, const void *data, size_t size, const char *name))                 \
    X(nvJitLinkComplete, (cu_handle link))                                                         \
    X(nvJitLinkGetLinkedCubinSize, (cu_handle link, size_t *size))                                 \
    X(nvJitLinkGetLinkedCubin, (cu_handle link, void *cubin))                                      \
    X(nvJitLinkGetErrorLogSize, (cu_handle link, size_t *size))                                    \
    X(nvJitLinkGetErrorLog, (cu_handle link, char *log))

struct cuda {
    void *driver, *nvrtc, *jitlink; /* libraries; NULL: not loaded */
#define X(name, args) cu_result(*name) args;
    CU_CALLS(X)
    NVRTC_CALLS(X)
    JITLINK_CALLS(X)
#undef X
};

/* Loads the driver (SERAI_LIBCUDA: another file than libcuda.so.1). SR_UNKNOWN with a sentence. */
SR_MUST_CHECK enum sr_err cuda_load_driver(struct cuda *c, struct sr_diag *diag);
/* Loads the compiler and the linker: from the folder SERAI_CUDA, or where the system, CUDA_HOME or
 * /usr/local/cuda has them. */
SR_MUST_CHECK enum sr_err cuda_load_compiler(struct cuda *c, struct sr_diag *diag);
void cuda_unload(struct cuda *c);
/* A sentence for an error of the driver: SR_SPACE when the device's memory is full, else SR_IO. */
enum sr_err cuda_fail(const struct cuda *c, cu_result error, const char *doing,
                      struct sr_diag *diag);

#endif
