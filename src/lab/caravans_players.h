/* caravans_players.h: rule-of-thumb players of Caravans, for figures about the rules. */
#ifndef SERAI_LAB_CARAVANS_PLAYERS_H
#define SERAI_LAB_CARAVANS_PLAYERS_H

#include "serai/bot.h"

/* What such a player goes by, in tenths of a point of influence. */
struct lab_caravans_thumb {
    int invest_from;   /* points an investment must bring, in whole points */
    int ecu;           /* worth of an écu */
    int explore;       /* worth of exploring, beyond its pay */
    int city[4];       /* worth of founding the first, second... city on a fair site */
    int customer;      /* worth of a city, added for each other player */
};
extern const struct lab_caravans_thumb lab_caravans_default;

/* Chooses among the legal moves of the view's own seat; returns an index. */
int lab_caravans_choose(const struct lab_caravans_thumb *t, const struct sr_rules *r,
                        const struct sr_view *view, const sr_move *legal, int count,
                        struct sr_rng *rng);
/* The same with the default weights, as bots; ended by id NULL. */
extern const struct sr_bot lab_caravans_players[];

#endif
