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
