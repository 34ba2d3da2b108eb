/* streams.c: in the lab's module the C library formats texts in memory, and with it come streams to
 * files that nobody opens. A page has none: these stand in for the system's calls, so that the
 * module has no imports. */
#include <wasi/api.h>

__wasi_errno_t __wasi_fd_close(__wasi_fd_t fd)
{
    (void)fd;
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_seek(__wasi_fd_t fd, __wasi_filedelta_t offset, __wasi_whence_t whence,
                              __wasi_filesize_t *at)
{
    (void)fd, (void)offset, (void)whence, (void)at;
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_write(__wasi_fd_t fd, const __wasi_ciovec_t *list, size_t count,
                               __wasi_size_t *written)
{
    (void)fd, (void)list, (void)count, (void)written;
    return __WASI_ERRNO_BADF;
}
