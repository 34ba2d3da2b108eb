/* caravans_thumb.h: Caravans by rules of thumb: suggestions for the search, and a player for
 * figures about the rules. */
#ifndef SERAI_AI_CARAVANS_THUMB_H
#define SERAI_AI_CARAVANS_THUMB_H

#include "serai/game.h"

/* What such a player goes by, in tenths of a point of influence. */
struct thumb {
    int invest_from;   /* points an investment must bring, in whole points */
    int ecu;           /* worth of an écu */
    int explore;       /* worth of exploring, beyond its pay */
    int city[4];       /* worth of founding the first, second... city on a fair site */
    int customer;      /* worth of a city, added for each other player */
};
extern const struct thumb thumb__default;

/* Chooses among the legal moves of the seat that decides, by what that seat sees; returns an
 * index. */
int thumb__choose(const struct thumb *t, const struct sr_rules *r, const union sr_state *s,
                  const sr_move *legal, int count, struct sr_rng *rng);

#endif
