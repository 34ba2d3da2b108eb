/* memory.c: heap for programs that end when there is none left (memory.h). */
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/alloc.h"

void mem_short(void)
{
    fputs("serai: out of memory\n", stderr);
    _Exit(3);
}

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
