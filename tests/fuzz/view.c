/* view.c: views with bytes changed, through the reader: filling one in must be safe even when no
 * position looks like it. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes b = {data, size};
    static struct fuzz_game g;
    struct sr_view v;
    fuzz_setup(&b, &g);
    struct sr_rng rng;
    sr_rng_seed(&rng, (uint64_t)fuzz_byte(&b));
    sr_move list[SR_MOVES_MAX];
    for (int plies = fuzz_byte(&b); plies > 0 && !g.s.head.over; plies--) {
        const int n = sr_legal(&g.rules, &g.s, list);
        sr_play_unchecked(&g.rules, &g.s, list[sr_rng_below(&rng, (uint32_t)n)], NULL);
    }
    const int viewer = fuzz_byte(&b) % (g.s.head.seats + 1);
    sr_observe(&g.rules, &g.s, viewer == g.s.head.seats ? SR_SPECTATOR : viewer, &v);
    fuzz_change(&b, g.rules.game, &v.s);
    union sr_state s;
    struct sr_diag diag;
    /* The check itself takes any bytes, not only those that JSON can say. */
    const bool good = sr_view_check(&g.rules, &v.s, &diag) == SR_OK;
    const bool read = fuzz_through_json(&g.rules, &v.s, &s) == SR_OK;
    FUZZ_NEED(read || !good);
    if (read)
        fuzz_use_view(&g.rules, &s);
    return 0;
}
