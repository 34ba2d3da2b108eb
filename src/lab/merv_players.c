/* merv_players.c: the mason of Merv as a bot. */
#include "ai/experts/merv_mason.h"
#include "lab/players.h"

static int choose(const struct sr_rules *r, const struct sr_view *view, const sr_move *legal,
                  int count, struct sr_rng *rng)
{
    if (!lab_at_home(r, "merv"))
        return (int)sr_rng_below(rng, (uint32_t)count);
    return mason__choose(NULL, r, view, legal, count);
}

const struct sr_bot lab_merv_players[] = {
    {"merv:mason", "Merv by plans for the year", choose, {.visits = SR_SCRIPTED}},
    {.id = NULL},
};
