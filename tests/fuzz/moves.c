/* moves.c: streams of moves: legal ones with check after each, and raw words in between, which must
 * be refused unless they are listed. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes b = {data, size};
    static struct fuzz_game g;
    fuzz_setup(&b, &g);
    while (b.left > 0 && !g.s.head.over) {
        if (fuzz_byte(&b) % 8 != 7) {
            fuzz_play(&b, &g, 8);
            continue;
        }
        const sr_move m = fuzz_word(&b);
        sr_move list[SR_MOVES_MAX];
        bool listed = false;
        const int n = sr_legal(&g.rules, &g.s, list);
        for (int i = 0; i < n; i++)
            listed = listed || list[i] == m;
        union sr_state t;
        sr_copy(&g.rules, &t, &g.s);
        FUZZ_NEED((sr_play(&g.rules, &t, m, NULL) == SR_OK) == listed);
        FUZZ_NEED(listed || sr_equal(&g.rules, &t, &g.s));
    }
    return 0;
}
