/* save.c: saved games. What is read must be written as the same game. */
#include "fuzz.h"
#include "serai/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[FUZZ_JSON];
    struct sr_diag diag;
    enum sr_err err = SR_OK;
    const struct sr_doc *doc = fuzz_parse((const char *)data, size);
    if (!doc)
        return 0;
    struct sr_table *t = sr_table_read(doc, 0, &err, &diag);
    FUZZ_NEED((t != NULL) == (err == SR_OK));
    if (!t)
        return 0;
    struct sr_buf b;
    sr_buf_init(&b, text, sizeof text);
    sr_table_write(&b, t);
    if (!b.full) {
        doc = fuzz_parse(text, b.len);
        FUZZ_NEED(doc);
        struct sr_table *u = sr_table_read(doc, 0, &err, &diag);
        FUZZ_NEED(u && sr_table_ply(u) == sr_table_ply(t));
        FUZZ_NEED(sr_equal(&sr_table_config_get(t)->rules, sr_table_state(t), sr_table_state(u)));
        sr_table_free(u);
    }
    sr_table_free(t);
    return 0;
}
