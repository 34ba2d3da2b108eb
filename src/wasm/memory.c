/* memory.c: heap of the lab's module. A page has no stderr to complain to: where memory is short
 * the call ends by a trap, which its worker tells the page. Stands in for base/memory.c. */
#include "base/memory.h"

#include "core/alloc.h"

void mem_short(void) { __builtin_trap(); }

void *mem_grow(void *old, size_t size)
{
    void *p = sr_realloc(old, size ? size : 1);
    if (!p)
        mem_short();
    return p;
}

void *mem_new(size_t size)
{
    void *p = mem_grow(NULL, size);
    memset(p, 0, size);
    return p;
}

void mem_free(void *p) { sr_free(p); }
