/* memcpy, memset: NVRTC's own. The others byte by byte; rules use them on a few bytes. */
#ifndef SERAI_BARE_STRING_H
#define SERAI_BARE_STRING_H
#include <stddef.h>

#ifndef __CUDACC_RTC__ /* tools/compile-as-cxx: the same headers under a compiler of the host */
extern "C" void *memcpy(void *to, const void *from, size_t n);
extern "C" void *memset(void *to, int byte, size_t n);
extern "C" int __ffs(int), __ffsll(long long), __clz(int), __clzll(long long);
extern "C" int __popc(unsigned), __popcll(unsigned long long);
#endif

static inline int bare_memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static inline void *bare_memmove(void *to, const void *from, size_t n)
{
    unsigned char *a = (unsigned char *)to;
    const unsigned char *b = (const unsigned char *)from;
    if (a < b)
        for (size_t i = 0; i < n; i++)
            a[i] = b[i];
    else
        for (size_t i = n; i-- > 0;)
            a[i] = b[i];
    return to;
}

static inline const void *bare_memchr(const void *in, int c, size_t n)
{
    const unsigned char *x = (const unsigned char *)in;
    for (size_t i = 0; i < n; i++)
        if (x[i] == (unsigned char)c)
            return x + i;
    return NULL;
}

#define memcmp bare_memcmp
#define memmove bare_memmove
#define memchr bare_memchr
#endif
