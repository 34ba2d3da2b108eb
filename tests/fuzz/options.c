/* options.c: options and events as text, for every game. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct sr_doc *doc = fuzz_parse((const char *)data, size);
    static char text[FUZZ_JSON];
    struct sr_buf b;
    struct sr_diag diag;
    uint64_t seed;
    if (!doc)
        return 0;
    for (int i = 0; i < sr_game_count(); i++) {
        const struct sr_game *g = sr_game_at(i);
        int8_t option[SR_OPTIONS_MAX];
        struct sr_event e;
        if (sr_options_read(g, doc, 0, option, &diag) == SR_OK) {
            sr_buf_init(&b, text, sizeof text);
            sr_options_write(&b, g, option);
            union sr_state s;
            const struct sr_rules r = sr_rules_default(g);
            FUZZ_NEED(sr_setup(&r, g->seats_min, option, 1, &s, NULL) == SR_OK);
        }
        if (sr_event_read(g, doc, 0, &e, &diag) == SR_OK) {
            sr_buf_init(&b, text, sizeof text);
            sr_event_write(&b, g, &e);
            (void)sr_event_redact(&e, 0);
        }
    }
    (void)sr_json_seed_read(doc, 0, &seed);
    return 0;
}
