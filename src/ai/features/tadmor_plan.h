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

/* Goods of all kinds in one number, a lane of 16 bits for each: more than can ever lie together
 * (R14.12), the highest bit always free. */
enum { LANE = 16 };

static inline int plan__good(uint64_t goods, int good)
{
    return (int)(goods >> LANE * good & 0xFFFF);
}
static inline uint64_t plan__goods(int good, int n) { return (uint64_t)n << LANE * good; }
static inline uint64_t plan__all_goods(const uint8_t n[TAD_GOODS])
{
    uint64_t goods = 0;
    for (int g = 0; g < TAD_GOODS; g++)
        goods |= plan__goods(g, n[g]);
    return goods;
}

/* What is left of each kind when so many are taken away, at least none. */
static inline uint64_t plan__less(uint64_t goods, uint64_t taken)
{
    const uint64_t top = (uint64_t)0x8000800080008000u;
    const uint64_t rest = (goods | top) - taken; /* keeps the bit where there is enough */
    const uint64_t enough = rest & top;
    return rest & (enough - (enough >> (LANE - 1)));
}

/* So many goods off a price, the dearest first. */
static inline uint64_t plan__take_off(uint64_t cost, int n)
{
    for (int g = TAD_GOODS - 1; g >= 0 && n > 0; g--) {
        const int k = sr_min(n, plan__good(cost, g));
        cost -= plan__goods(g, k);
        n -= k;
    }
    return cost;
}

/* The position as the player sees it. */
struct mind {
    const struct strategy *st;
    const struct tad_edition *ed;
    const struct tad_state *s;
    const struct tad_player *me;
    uint64_t own; /* improvements, as a set */
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

/* What prices are paid with. */
struct purse {
    uint64_t store, fixed; /* warehouse, exchanged zone */
    uint32_t hand;
    unsigned licences;
    int later;    /* goods that pawns still in the reserve may bring */
    int gain;     /* so far */
    sr_move step; /* first exchange or discard for the last job */
    bool stepped;
};

struct job {
    uint8_t kind, arg, by;
    bool tribute; /* I9 */
    int worth;    /* less what the goods are worth otherwise */
    uint64_t cost;
};

/* The best job, and what is left when it is paid. */
struct choice {
    struct job job;
    struct purse left;
};

/* What is left of the round while the plan goes on. */
struct work {
    struct purse purse;
    uint32_t acts;               /* actions with a pawn on them, as a set */
    uint8_t others[TAD_ACTIONS]; /* pawns there beside the first */
    bool i37, i47, tribute, liable;
    int tower, section; /* next section; TAD_SECTIONS: none */
    uint8_t rare[TAD_RARES];
};

/* As `seat` sees it; of another than the one who decides, the hand is taken as empty. `score` is
 * what everybody has now. */
struct mind plan__look(const struct strategy *st, const struct tad_edition *ed,
                       const struct tad_state *s, int seat, const int score[TAD_SEATS]);
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
/* The same with none on the spaces of the board. */
void plan__send_home(struct work *k);
/* The best that can be done next; false: nothing is worth its goods. */
bool plan__best_job(const struct mind *m, const struct work *k, struct choice *best);
void plan__carry_out(const struct mind *m, struct work *k, const struct choice *c);
/* Most jobs that a plan looks ahead. */
enum { JOBS_MAX = 24 };
/* Worth of all that can be done, and of the goods that remain. `k` is carried out. */
int plan__worth(const struct mind *m, struct work *k);
/* Pawns with these actions do no jobs and need no goods: what more of them bring is added to the
 * rest of a plan that is carried out. */
#define PLAN_QUIET_ACTS                                                                            \
    (TAD_BIT(TAD_CARAVAN) | TAD_BIT(TAD_SHIPYARD) | TAD_BIT(TAD_SUPPLY) | TAD_BIT(TAD_FIRST) |     \
     TAD_BIT(TAD_TRAITOR) | TAD_BIT(TAD_BANDITS) | TAD_BIT(TAD_GIFT))
int plan__rest(const struct mind *m, const struct work *k);

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
/* `k` is carried out. */
struct outlook plan__outlook(const struct mind *m, struct work *k);
/* What is there already and will bring more than the score tells, in the plan's own measure: doing
 * a job moves its worth from the outlook to the score and to this. */
struct prospects {
    int road[ROADS];
    int tiles, pawns, first;
};
struct prospects plan__prospects(const struct mind *m, int cards);

static inline bool plan__owns(const struct mind *m, int tile) { return m->own >> tile & 1; }

#endif
