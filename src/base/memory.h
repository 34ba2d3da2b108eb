/* memory.h: heap for programs that end when there is none left. What must live on uses
 * core/alloc.h. */
#ifndef SERAI_BASE_MEMORY_H
#define SERAI_BASE_MEMORY_H

#include "serai/json.h"

/* Never NULL; the program ends with a line on stderr when there is no memory left.
 * mem_grow(NULL, n) allocates; mem_free(NULL) is fine. */
void *mem_grow(void *old, size_t size);
void *mem_new(size_t size); /* zeroed */
/* The end, for who finds out by other ways. */
_Noreturn void mem_short(void);
void mem_free(void *p);
/* Tokens of a text, grown as needed (free doc->tok with mem_free). */
SR_MUST_CHECK enum sr_err mem_parse(struct sr_doc *doc, const char *text, size_t len,
                                    struct sr_diag *diag);

#endif
