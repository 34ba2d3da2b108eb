/* yspahan_steward.h: Yspahan as an experienced player plays it: plans for the week, in points.
 * docs/players.md tells its plans in words.
 *
 * All worths are in hundredths of a point. A position is what a seat sees; of other hands only the
 * size is used. */
#ifndef SERAI_AI_YSPAHAN_STEWARD_H
#define SERAI_AI_YSPAHAN_STEWARD_H

#include "games/yspahan/yspahan.h"

/* What the player goes by. */
struct steward {
    int turn;        /* what a turn is worth that is used for something else */
    int there;       /* chance in percent that a group that was rolled is still there for one */
    int risk;        /* chance in thousandths that a turn of another hits one given street shop */
    int flow[3];     /* goods the caravan takes in a day, in hundredths; with 2, 3, 4 players */
    int hope;        /* percent of the way to the best factor that goods in the caravan still go */
    int camel, gold; /* one that a building will need */
    int camel_over, gold_over; /* one beyond all needs */
    int horizon;               /* turns before the end from which stocks lose their worth */
    int near; /* percent of a building's worth that its full price in stock is worth */
    int power[YSP_BUILDINGS]; /* of a building, for each turn to come */
    int card[YSP_CARDS];      /* worth of a card held; camels and gold count by the stock */
    int others;               /* percent: how another's gain counts, shared among the others */
    int leader;               /* percent: the same for the best of the others, on top */
    int deny;                 /* percent of what a group would bring to those who come after */
    int guard;                /* a camel kept while goods stand in the streets */
};
extern const struct steward steward__two, steward__more;

/* ---- what a position is worth (yspahan_worth.c) ---------------------------------------------- */

/* Chance in 1/4096 that a level shows n dice (0: none; the last: so many or more). */
enum { GROUP_MAX = 4 };
struct tower_odds {
    int level[YSP_LEVELS][GROUP_MAX + 1];
};

/* A position looked at by the player who decides. */
struct outlook {
    const struct steward *t;
    const struct yspahan_edition *ed;
    int seat;
    uint64_t street; /* shops the supervisor reaches */
    struct tower_odds odds;
    int draw; /* worth of a card yet unseen */
};

void steward__look(struct outlook *o, const struct steward *t, const struct yspahan_edition *ed,
                   const struct yspahan_state *s, int seat);
/* Turns a seat still has after the present one: in this week, in the game. */
int steward__turns(const struct outlook *o, const struct yspahan_state *s, int seat, bool game);
/* One player's worth by himself. */
int steward__worth(const struct outlook *o, const struct yspahan_state *s, int seat);
/* The same less what the others' worth counts. */
int steward__standing(const struct outlook *o, const struct yspahan_state *s);
/* Weight of another player's worth in percent. */
int steward__weight(const struct outlook *o, const struct yspahan_state *s, int other);
/* Worth of a card of that kind in the hand. */
int steward__card(const struct outlook *o, const struct yspahan_state *s, int seat, int card);

/* ---- changes of a position (yspahan_change.c) ------------------------------------------------ */

/* R5.5: a good joins the caravan. */
void steward__load(const struct outlook *o, struct yspahan_state *s, int owner, bool sent);
void steward__build(const struct outlook *o, struct yspahan_state *s, int seat, int building,
                    int discount);
void steward__drop(struct yspahan_state *s, int seat, int card);
/* R5.2: n goods put where they are worth most in the neighbourhood; returns the souk of the first,
 * or -1 when no shop is open. */
int steward__place(const struct outlook *o, struct yspahan_state *s, int seat, int level, int n);
/* The shop of an open set of a souk for the next good: inner ones first. */
int steward__shop(const struct outlook *o, uint64_t open);
/* R5.4: the goods beside the supervisor go, every owner choosing for himself. */
void steward__send_all(const struct outlook *o, struct yspahan_state *s);
/* R5.4: sends one; the owner keeps the place if that is better for him. */
void steward__send(const struct outlook *o, struct yspahan_state *s, int shop);

/* ---- the player (yspahan_steward.c) ---------------------------------------------------------- */

/* Chooses among the legal moves of the seat that decides; returns an index. */
int steward__choose(const struct steward *t, const struct sr_rules *r, const union sr_state *view,
                    const sr_move *legal, int count);

#endif
