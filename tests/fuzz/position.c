/* position.c: positions that games do not reach: a real position with bytes changed, as JSON
 * through the reader. What `check` lets pass must be safe to play on. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes b = {data, size};
    static struct fuzz_game g;
    fuzz_setup(&b, &g);
    struct sr_rng rng;
    sr_rng_seed(&rng, (uint64_t)fuzz_byte(&b));
    sr_move list[SR_MOVES_MAX];
    for (int plies = fuzz_byte(&b); plies > 0 && !g.s.head.over; plies--) {
        const int n = sr_legal(&g.rules, &g.s, list);
        sr_play_unchecked(&g.rules, &g.s, list[sr_rng_below(&rng, (uint32_t)n)], NULL);
    }
    fuzz_change(&b, g.rules.game, &g.s);
    union sr_state s;
    if (fuzz_through_json(&g.rules, &g.s, &s) == SR_OK)
        fuzz_use_state(&g.rules, &s);
    return 0;
}
