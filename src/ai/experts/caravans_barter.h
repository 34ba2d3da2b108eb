/* caravans_barter.h: offers between caravans: which swap is good for both, when to ask, what to
 * accept (R9). All worths are in tenths of a point of influence. */
#ifndef SERAI_AI_CARAVANS_BARTER_H
#define SERAI_AI_CARAVANS_BARTER_H

#include "games/caravans/caravans.h"

/* What a player who barters goes by. */
struct barter {
    int ecu;    /* worth of an écu */
    int invest; /* percent that an investment now counts, the rest unit by unit */
    int least; /* what a swap must bring to be worth asking for, and what it must bring the other */
    int action; /* what it must bring to be worth an action of its own */
    int rivalry; /* percent of another's gain that counts against one's own, shared by the others */
};
extern const struct barter barter__default;

struct swap {
    int partner; /* -1: none */
    int give[KINDS], want[KINDS];
    int gain; /* to the one who asks, less what the other's gain counts */
};

/* The best swap a seat could propose to one of a set of seats and that seat would take. */
struct swap barter__best(const struct barter *b, const struct caravans_edition *ed,
                         const struct caravans *s, int seat, unsigned partners);
/* Answers the questions of trade that are about offers; -1: nothing to say, ask the player. */
int barter__choose(const struct barter *b, const struct caravans_edition *ed,
                   const struct caravans *s, const sr_move *legal, int count);

#endif
