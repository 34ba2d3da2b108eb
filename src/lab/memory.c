/* memory.c: the heap of the front ends, and the count of allocations that `serai bench` shows.
 *
 * The count stands in front of the C library's own functions, so it holds for everything in this
 * program, the library's inner needs included. Sanitizers bring an allocator of their own and
 * call a hook instead. */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/alloc.h"
#include "lab/lab.h"

static atomic_llong allocations;

static void count_one(void) { atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed); }

#if defined(__has_feature)
#define HAS(x) __has_feature(x)
#else
#define HAS(x) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || HAS(address_sanitizer) ||     \
    HAS(thread_sanitizer) || HAS(memory_sanitizer)
enum { COUNTED = 1 };

void __sanitizer_malloc_hook(const volatile void *p, size_t size);
void __sanitizer_malloc_hook(const volatile void *p, size_t size)
{
    (void)p;
    (void)size;
    count_one();
}

#elif defined(__GLIBC__)
enum { COUNTED = 1 };

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t align, size_t size);

void *malloc(size_t size)
{
    count_one();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    count_one();
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    count_one();
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t align, size_t size)
{
    count_one();
    return __libc_memalign(align, size);
}

int posix_memalign(void **out, size_t align, size_t size)
{
    count_one();
    void *p = __libc_memalign(align, size);
    if (!p)
        return ENOMEM;
    *out = p;
    return 0;
}

#else
enum { COUNTED = 0 };
#endif

int64_t lab_allocations(void)
{
    return COUNTED ? atomic_load_explicit(&allocations, memory_order_relaxed) : -1;
}

void *mem_grow(void *old, size_t size)
{
    void *p = sr_realloc(old, size ? size : 1);
    if (!p) {
        fputs("serai: out of memory\n", stderr);
        _Exit(3);
    }
    return p;
}

void *mem_new(size_t size)
{
    void *p = mem_grow(NULL, size);
    memset(p, 0, size);
    return p;
}

void mem_free(void *p) { sr_free(p); }

enum sr_err mem_parse(struct sr_doc *doc, const char *text, size_t len, struct sr_diag *diag)
{
    /* Every token but the first needs a separator, so len + 1 tokens are always enough. */
    size_t max = 1024;
    struct sr_tok *tok = NULL;
    for (;;) {
        tok = mem_grow(tok, max * sizeof *tok);
        enum sr_err err = sr_json_parse(doc, text, len, tok, (int)max, diag);
        if (err != SR_SPACE || max > len) {
            if (err) {
                mem_free(tok);
                doc->tok = NULL;
            }
            return err;
        }
        max *= 2;
    }
}
