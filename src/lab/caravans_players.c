/* caravans_players.c: the rules of thumb of Caravans as a bot. */
#include "lab/caravans_players.h"

#include "ai/features/caravans_thumb.h"

static int choose(const struct sr_rules *r, const struct sr_view *view, const sr_move *legal,
                  int count, struct sr_rng *rng)
{
    if (strcmp(r->game->id, "caravans") != 0)
        return (int)sr_rng_below(rng, (uint32_t)count);
    return thumb__choose(&thumb__default, r, &view->s, legal, count, rng);
}

const struct sr_bot lab_caravans_players[] = {
    {"caravans:thumb", "Caravans by rules of thumb", choose, {.visits = SR_SCRIPTED}},
    {.id = NULL},
};
