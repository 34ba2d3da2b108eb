/* state.c: the reader of states and views, fed with text. The first byte chooses the game. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const struct sr_rules r = sr_rules_default(sr_game_at(data[0] % sr_game_count()));
    const struct sr_doc *doc = fuzz_parse((const char *)data + 1, size - 1);
    union sr_state s;
    struct sr_diag diag;
    if (!doc || sr_state_read(&r, doc, 0, &s, &diag) != SR_OK)
        return 0;
    if (s.head.viewer == SR_FULL)
        fuzz_use_state(&r, &s);
    else
        fuzz_use_view(&r, &s);
    return 0;
}
