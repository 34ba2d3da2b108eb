/* alloc.h: the one door to the heap, for layers above core. Tests make the nth call fail. */
#ifndef SERAI_CORE_ALLOC_H
#define SERAI_CORE_ALLOC_H

#include <stddef.h>

/* Zeroed memory, or NULL. */
void *sr_alloc(size_t size);
/* Resized memory, contents kept, or NULL with the old block untouched. */
void *sr_realloc(void *p, size_t size);
void sr_free(void *p);

/* The next `n` calls succeed, then one fails (for tests); negative: never. */
void sr_alloc_fail_after(long n);

#endif
