/* merv_players.c: the mason of Merv as a bot. */
#include "lab/merv_players.h"

#include "ai/experts/merv_mason.h"

static int choose(const struct sr_rules *r, const struct sr_view *view, const sr_move *legal,
                  int count, struct sr_rng *rng)
{
    if (strcmp(r->game->id, "merv") != 0)
        return (int)sr_rng_below(rng, (uint32_t)count);
    return mason__choose(NULL, r, view, legal, count);
}

const struct sr_bot lab_merv_players[] = {
    {"merv:mason", "Merv by plans for the year", choose, {.visits = SR_SCRIPTED}},
    {.id = NULL},
};
