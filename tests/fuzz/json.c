/* json.c: the JSON reader. What it accepts is written out again and must read as the same. */
#include "fuzz.h"

static void rewrite(struct sr_buf *b, const struct sr_doc *doc, int t)
{
    const struct sr_tok *tok = &doc->tok[t];
    static char text[FUZZ_JSON];
    int64_t v;
    if (tok->type == SR_J_OBJECT || tok->type == SR_J_ARRAY) {
        const bool object = tok->type == SR_J_OBJECT;
        sr_json_open(b, object ? '{' : '[');
        int child = t + 1;
        for (int i = 0; i < tok->size; i++) {
            if (object) {
                if (!sr_json_text(doc, child, text, sizeof text))
                    text[0] = '\0';
                sr_json_key(b, text);
                child++;
            }
            rewrite(b, doc, child);
            child = doc->tok[child].next;
        }
        sr_json_close(b, object ? '}' : ']');
    } else if (tok->type == SR_J_STRING && sr_json_text(doc, t, text, sizeof text)) {
        FUZZ_NEED(sr_json_is(doc, t, text) || strlen(text) >= SR_TEXT_MAX);
        sr_json_str(b, text);
    } else if (sr_json_num(doc, t, &v)) {
        sr_json_int(b, v);
    } else {
        sr_json_null(b);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char once[FUZZ_JSON], twice[FUZZ_JSON];
    struct sr_diag diag;
    static struct sr_tok tokens[64];
    struct sr_doc small;
    struct sr_buf b;
    (void)!sr_json_parse(&small, (const char *)data, size, tokens, 64, &diag);
    const struct sr_doc *doc = fuzz_parse((const char *)data, size);
    if (!doc)
        return 0;
    FUZZ_NEED(doc->tok[0].next == doc->count);
    sr_buf_init(&b, once, sizeof once);
    rewrite(&b, doc, 0);
    if (b.full)
        return 0;
    doc = fuzz_parse(once, b.len);
    FUZZ_NEED(doc);
    sr_buf_init(&b, twice, sizeof twice);
    rewrite(&b, doc, 0);
    FUZZ_NEED(strcmp(once, twice) == 0);
    return 0;
}
