/* merv_plan.h: what a position of Merv is worth to one who plans: lines of buildings that feed each
 * other, a road to points for the year, walls and soldiers before the Mongols. The mason
 * (src/ai/experts/merv_mason.c) plays by it, and the network is told what it comes to.
 * docs/players.md tells the plans in words.
 *
 * All worths are in hundredths of a point. Nothing is hidden at Merv but what decks hold (R11). */
#ifndef SERAI_AI_MERV_PLAN_H
#define SERAI_AI_MERV_PLAN_H

#include "games/merv/merv.h"

/* What the player goes by. */
struct mason {
    int cube, white;        /* a cube that the next turns can spend; white: more by so much */
    int cube_over;          /* one beyond those */
    int hand;               /* so many cubes the next turns can spend */
    int colours;            /* for each colour of which one is held */
    int line;               /* a building in a line, for each turn that may use the line */
    int pair;               /* the same for each other own building in the line */
    int upgrade;            /* an upgraded own building, for each turn to come */
    int building;           /* what others bring to a building, for each turn to come */
    int danger;             /* a building without protection, for each round nearer the invasion */
    int favour;             /* a favour beyond what courtiers will need */
    int trust;              /* percent of a later scoring's courtiers and favours that count */
    int growth[HALLS];      /* what a hall grows by until the next year's scoring */
    int servant;            /* a servant at hand */
    int influence;          /* a step of influence */
    int level[3], spice[4]; /* reaching contracts of a level; a number of spices */
    int card, camel;        /* a caravan card beyond its sets; a camel */
    int pairs[SPICES];      /* the bonus of a pair that is coming */
    int scroll, common, rare; /* unlocked, beyond contracts and halls; a turn of the game left */
    int near;                 /* percent of a contract's worth that what it asks for is worth */
    int mosque;               /* a space climbed, for what lies beyond it */
    int tile;                 /* percent of a scoring tile's points of years to come */
    int post;                 /* a post, for each turn to come */
    int less, any;            /* a discovery of level 1, 2, for each turn to come */
    int place;                /* a place further forward in the queue */
    int slot;                 /* a slot of a higher number: a better place without camels */
    int others;               /* percent: how others' worth counts, shared among them */
    int rival;                /* percent: on top for the best of them, or the Magistrate */
};
extern const struct mason mason__alone, mason__two, mason__more;

/* Where worth comes from; MASON_POINTS: what is scored already. */
enum { MASON_POINTS, MASON_CITY, MASON_PALACE, MASON_GOODS, MASON_CUBES, MASON_TRACKS,
       MASON_CARAVAN, MASON_REST, MASON_PARTS };

struct mason_look {
    const struct mason *t;
    const struct sr_rules *rules;
    const struct merv_edition *ed;
    int seat;
};

/* Turns a player still has after the present one, in the game. */
int mason__turns(const struct merv_state *s);
void mason__parts(const struct mason_look *l, const struct merv_state *s, int owner,
                  int part[MASON_PARTS]);
/* Their sum. */
int mason__worth(const struct mason_look *l, const struct merv_state *s, int owner);
/* The worth of the seat less what the others' counts. */
int mason__standing(const struct mason_look *l, const struct merv_state *s);

#endif
