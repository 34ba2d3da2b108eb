/* script.cu: scripted players (docs/players.md) at their decisions. The lines before this one
 * include those of the game. */
#include "gpu/guide.h"

namespace script { /* players have names of their own */

#include "device/tally.h"

extern "C" const struct sr_game *guided_game(void);
extern "C" int guided_legal(const void *edition, const void *state, sr_move *list);
extern "C" uint16_t *guided_record(const struct guide *g, unsigned char *records, uint32_t *used,
                                   const uint32_t *s, uint32_t game, const struct guide_look *look,
                                   sr_move move);

/* Every other player has chosen, or does so later. */
extern "C" __global__ void BOUNDS serai_script(const void *edition, const uint32_t *states,
                                               struct place *places, uint32_t count,
                                               const struct guide *g, struct guide_look *looks,
                                               const uint32_t *drawn, unsigned char *records,
                                               uint32_t *used)
{
    const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
    const uint32_t game = i < count ? places[i].game : NO_GAME;
    if (game == NO_GAME || places[i].move != NO_MOVE || looks[i].skill->way != GUIDE_BY_SCRIPT)
        return;
    sr_move list[SERAI_MOVES];
    struct guide_look look = looks[i];
    const uint32_t *s = states + (uint64_t)game * WORDS;
    const uint32_t *view = drawn + ((uint64_t)i * g->slots + g->slots - 1) * WORDS;
    const struct sr_rules r = {guided_game(), edition};
    const int n = guided_legal(edition, s, list);
    const struct sr_bot *player = &SERAI_PLAYERS[look.skill->player];
    look.chosen = player->choose(&r, (const struct sr_view *)view, list, n, &look.rng);
    places[i].move = list[look.chosen];
    looks[i].chosen = look.chosen;
    if (!g->scripts)
        return;
    uint16_t *share = guided_record(g, records, used, s, game, &look, places[i].move);
    for (int m = 0; share && m < n; m++)
        share[m] = m == look.chosen ? 65535 : 0;
}

} // namespace script
