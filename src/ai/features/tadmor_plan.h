/* tadmor_plan.h: what a player of Tadmor can still do this round, and what it is worth to one who
 * follows a strategy. Shared by the evaluation and the scripted players of src/lab. All worths
 * are in tenths of a prestige point. */
#ifndef SERAI_AI_TADMOR_PLAN_H
#define SERAI_AI_TADMOR_PLAN_H

#include "games/tadmor/tadmor.h"

enum { TOWER, TEMPLE, MISSIONS, RARES, ROADS };
enum { UNSET = -1, PLAIN = 100 };

/* How the others count. */
struct table {
    int first; /* opening the next round, for each time that a floor will still score */
    int urge;  /* taking what another would like: hundredths of what he would gain by it */
    int harm;  /* hundredths of another's loss that are an own gain */
    int bonus; /* base good chosen at the start */
    int spared[3]; /* hundredths of pawns a raid spares in Palmyra, Ebla, Damascus */
};

struct strategy {
    int weight[ROADS]; /* hundredths of their plain worth */
    bool meek;         /* leaves the others alone */
    bool deep;         /* in era I, looks at the placements of the round to come as well */
    bool keen;         /* stands in the way of the others more often */
    const struct table *table;     /* NULL: that of the plain player, by the number of players */
    const struct strategy *rivals; /* what the others are taken for; NULL: plain */
};

static const int good_worth[TAD_GOODS] = {8, 8, 8, 10};
enum { CAMEL = 22, BOAT = 28 }; /* for each round still to come */
/* What goods that a later pawn would have to bring are reckoned to cost. */
enum { LATER_GOOD = 13, GOODS_A_PAWN = 2 };

/* The position as the player sees it. */
struct mind {
    const struct strategy *st;
    const struct tad_edition *ed;
    const struct tad_state *s;
    const struct tad_player *me;
    int seat;
    int left;    /* rounds after this one */
    int moments; /* times a floor will still score */
    int low;     /* least height of all towers, the own one left out */
    int high, highest; /* greatest height of the others, and whose */
    const struct table *table;
    int score[TAD_SEATS];
};

enum { JOB_NONE, JOB_FLOOR, JOB_SERIES, JOB_SECTION, JOB_MISSION, JOB_DRAW, JOB_RARE, JOB_TAX };
/* By which pawn, beside the board's own. */
enum { BY_BOARD, BY_I37, BY_I47 };

struct job {
    int kind, arg, by;
    bool tribute; /* I9 */
    int cost[TAD_GOODS];
    int worth; /* less what the goods are worth otherwise */
};

/* What is left of the round while the plan goes on. */
struct work {
    int store[TAD_GOODS], fixed[TAD_GOODS]; /* warehouse, exchanged zone */
    int later;                 /* goods that pawns still in the reserve may bring */
    uint32_t hand;
    unsigned licences;
    int pawns[TAD_ACTIONS];
    bool i37, i47, tribute, liable;
    int tower, section;        /* next section; TAD_SECTIONS: none */
    uint8_t rare[TAD_RARES];
    int gain;                  /* so far */
    sr_move step;              /* first exchange or discard that the first job needs */
    bool stepped;
};

/* As `seat` sees it; of another than the one who decides, the hand is taken as empty. `sc` is the
 * score as it stands. */
struct mind plan__look(const struct strategy *st, const struct tad_edition *ed,
                       const struct tad_state *s, int seat, const struct sr_scores *sc);
/* A share of a worth, by the weight of its road. */
int plan__weigh(const struct mind *m, int road, int worth);
/* A loss of another player, as an own gain. */
int plan__harm(const struct mind *m, int victim, int worth);

int plan__floor(const struct mind *m, int tower);
int plan__section(const struct mind *m, int section);
int plan__draw(const struct mind *m);
int plan__rare(const struct mind *m, const uint8_t rare[TAD_RARES], int kind, bool bought);
int plan__tile(const struct mind *m, int tile);

/* Goods, cards and waiting pawns as they are now. */
struct work plan__survey(const struct mind *m);
/* The same before the next pawn is placed, with the goods that those after it may bring. */
struct work plan__expect(const struct mind *m);
/* The same with one more pawn. */
void plan__add_pawn(const struct mind *m, struct work *k, int place, bool boat);
/* The best that can be done next; JOB_NONE: nothing worth its goods. */
struct job plan__best_job(const struct mind *m, const struct work *k);
void plan__carry_out(const struct mind *m, struct work *k, const struct job *j);
/* Worth of all that can be done, and of the goods that remain. */
int plan__worth(const struct mind *m, struct work k);

/* What the plan comes to, by where it comes from. */
struct outlook {
    int road[ROADS];      /* jobs */
    int jobs[ROADS];      /* how many: floors, sections, missions and draws, rare goods */
    int tiles;            /* improvements to be bought */
    int quiet;            /* pawns that need no goods: supply, caravan, bandits... */
    int sure;             /* gifts, tax saved */
    int goods;            /* worth of what remains */
    int rest[TAD_GOODS];  /* what remains */
    int cards;            /* missions that remain in hand */
};
struct outlook plan__outlook(const struct mind *m, struct work k);
/* What is there already and will bring more than the score tells, in the plan's own measure: doing
 * a job moves its worth from the outlook to the score and to this. */
struct prospects {
    int road[ROADS];
    int tiles, pawns, first;
};
struct prospects plan__prospects(const struct mind *m, int cards);

static inline bool plan__owns(const struct mind *m, int tile)
{
    return tadmor__owns(m->s, m->seat, tile);
}

#endif
