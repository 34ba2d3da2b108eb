/* edition.c: editions as text; what is accepted must be playable. The first byte chooses the game,
 * the second how its random games begin. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static union {
        uint64_t align;
        unsigned char bytes[SR_EDITION_MAX];
    } ed;
    struct sr_diag diag;
    if (size < 2)
        return 0;
    const struct sr_game *game = sr_game_at(data[0] % sr_game_count());
    const struct sr_doc *doc = fuzz_parse((const char *)data + 2, size - 2);
    if (!doc || sr_edition_read(game, doc, 0, ed.bytes, &diag) != SR_OK)
        return 0;
    FUZZ_NEED(game->check_edition(ed.bytes) == NULL);
    struct fuzz_game g = {.rules = {game, ed.bytes}};
    const int seats = game->seats_min + data[1] % (game->seats_max - game->seats_min + 1);
    struct sr_rng rng;
    sr_rng_seed(&rng, data[1]);
    FUZZ_NEED(sr_setup(&g.rules, seats, NULL, data[1], &g.s, NULL) == SR_OK);
    FUZZ_NEED(sr_check(&g.rules, &g.s) == NULL);
    sr_move list[SR_MOVES_MAX];
    for (int i = 0; i < 300 && !g.s.head.over; i++) {
        const int n = sr_legal(&g.rules, &g.s, list);
        FUZZ_NEED(n >= 1 && n <= game->moves_max);
        FUZZ_NEED(sr_play(&g.rules, &g.s, list[sr_rng_below(&rng, (uint32_t)n)], NULL) == SR_OK);
        const char *broken = sr_check(&g.rules, &g.s);
        if (broken) {
            fprintf(stderr, "%s: %s\n", game->id, broken);
            abort();
        }
    }
    return 0;
}
