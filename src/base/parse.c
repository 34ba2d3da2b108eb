/* parse.c: JSON of any size into tokens from the heap (memory.h). */
#include "base/memory.h"

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
