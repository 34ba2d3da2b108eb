/* caravans_players.c: the rules of thumb of Caravans as a bot, with and without offers. */
#include "ai/experts/caravans_barter.h"
#include "ai/features/caravans_thumb.h"
#include "lab/players.h"

/* By the rules of thumb alone, which know only the swap of one spare unit for another. */
static int choose_silent(const struct sr_rules *r, const struct sr_view *view, const sr_move *legal,
                         int count, struct sr_rng *rng)
{
    if (!lab_at_home(r, "caravans"))
        return (int)sr_rng_below(rng, (uint32_t)count);
    return thumb__choose(&thumb__default, r, &view->s, legal, count, rng);
}

static int choose(const struct sr_rules *r, const struct sr_view *view, const sr_move *legal,
                  int count, struct sr_rng *rng)
{
    const int i = choose_silent(r, view, legal, count, rng);
    if (!lab_at_home(r, "caravans"))
        return i;
    const struct caravans *s = (const struct caravans *)&view->s;
    /* Dealings with the city come before offers. */
    const int verb = sr_move_verb(legal[i]);
    if (s->phase == ASK_TRADE && verb != V_DONE && verb != V_OFFER)
        return i;
    const int offer = barter__choose(&barter__default, (const struct caravans_edition *)r->edition,
                                     s, legal, count);
    if (offer >= 0)
        return offer;
    for (int k = 0; verb == V_OFFER && k < count; k++)
        if (sr_move_verb(legal[k]) == V_DONE)
            return k;
    return i;
}

const struct sr_bot lab_caravans_players[] = {
    {"caravans:thumb", "Caravans by rules of thumb, with offers", choose, {.visits = SR_SCRIPTED}},
    {"caravans:plain", "Caravans by rules of thumb", choose_silent, {.visits = SR_SCRIPTED}},
    {.id = NULL},
};
