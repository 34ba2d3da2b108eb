/* alloc.c: heap with a switch for failing on purpose. Threads fail each for itself. */
#include "core/alloc.h"

#include <stdlib.h>
#include <string.h>

static _Thread_local long fail_after = -1;
static _Thread_local unsigned long failures;
static _Thread_local unsigned long *tally;

void sr_alloc_fail_after(long n) { fail_after = n; }
void sr_alloc_tally(unsigned long *to) { tally = to; }

bool sr_alloc_must_fail(void)
{
    if (fail_after < 0 || fail_after-- > 0)
        return false;
    failures++;
    return true;
}

unsigned long sr_alloc_failures(void) { return failures; }

static void *counted(void *p)
{
    failures += !p;
    if (tally)
        ++*tally;
    return p;
}

void *sr_alloc(size_t size) { return sr_alloc_must_fail() ? NULL : counted(calloc(1, size)); }

void *sr_realloc(void *p, size_t size)
{
    return sr_alloc_must_fail() ? NULL : counted(realloc(p, size));
}

void sr_free(void *p) { free(p); }
