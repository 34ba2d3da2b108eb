/* notation.c: moves as typed. The first bytes choose a position, the rest is the text. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes b = {data, size};
    static struct fuzz_game g;
    static char text[4096];
    struct sr_diag diag;
    sr_move m, again;
    fuzz_setup(&b, &g);
    struct sr_rng rng;
    sr_rng_seed(&rng, 5);
    sr_move list[SR_MOVES_MAX];
    for (int plies = fuzz_byte(&b) % 64; plies > 0 && !g.s.head.over; plies--) {
        const int n = sr_legal(&g.rules, &g.s, list);
        sr_play_unchecked(&g.rules, &g.s, list[sr_rng_below(&rng, (uint32_t)n)], NULL);
    }
    const size_t n = b.left < sizeof text - 1 ? b.left : sizeof text - 1;
    memcpy(text, b.at, n);
    text[n] = '\0';
    if (sr_move_parse(&g.rules, &g.s, text, &m, &diag) != SR_OK)
        return 0;
    char written[SR_TEXT_MAX];
    sr_move_text(g.rules.game, m, written);
    FUZZ_NEED(sr_move_parse(&g.rules, &g.s, written, &again, &diag) == SR_OK && again == m);
    FUZZ_NEED(sr_play(&g.rules, &g.s, m, NULL) == SR_OK);
    return 0;
}
