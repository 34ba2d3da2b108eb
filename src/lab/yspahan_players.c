/* yspahan_players.c: the steward of Yspahan as a bot. */
#include "ai/experts/yspahan_steward.h"
#include "lab/players.h"

static int choose(const struct sr_rules *r, const struct sr_view *view, const sr_move *legal,
                  int count, struct sr_rng *rng)
{
    if (!lab_at_home(r, "yspahan"))
        return (int)sr_rng_below(rng, (uint32_t)count);
    return steward__choose(NULL, r, &view->s, legal, count);
}

const struct sr_bot lab_yspahan_players[] = {
    {"yspahan:steward", "Yspahan by plans for the week", choose, {.visits = SR_SCRIPTED}},
    {.id = NULL},
};
