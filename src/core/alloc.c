/* alloc.c: heap with a switch for failing on purpose. */
#include "core/alloc.h"

#include <stdlib.h>
#include <string.h>

/* Only tests set this, before threads exist. */
static long fail_after = -1;

void sr_alloc_fail_after(long n) { fail_after = n; }

static int must_fail(void)
{
    if (fail_after < 0)
        return 0;
    return fail_after-- == 0;
}

void *sr_alloc(size_t size) { return must_fail() ? NULL : calloc(1, size); }

void *sr_realloc(void *p, size_t size) { return must_fail() ? NULL : realloc(p, size); }

void sr_free(void *p) { free(p); }
