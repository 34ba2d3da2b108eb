/* alloc.h: the one door to the heap, for layers above core. Tests make the nth call fail. */
#ifndef SERAI_CORE_ALLOC_H
#define SERAI_CORE_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

/* Zeroed memory, or NULL. */
void *sr_alloc(size_t size);
/* Resized memory, contents kept, or NULL with the old block untouched. */
void *sr_realloc(void *p, size_t size);
void sr_free(void *p);

/* How many calls of this thread have failed so far: compared before and after, it tells a want of
 * memory from a bad input. */
unsigned long sr_alloc_failures(void);

/* From now on each call in this thread adds 1 to *to; NULL: nobody counts. */
void sr_alloc_tally(unsigned long *to);

/* For tests, in the thread that asks: the next `n` calls succeed, then one fails; negative: none
 * does. */
void sr_alloc_fail_after(long n);
/* Whether this call is the one to fail, for other allocators under the same test. */
bool sr_alloc_must_fail(void);

#endif
