/* tadmor.h: state, edition and vocabularies of Tadmor, and what its files share.
 *
 * Rule numbers (R6.4) are those of docs/rules/tadmor.md. Two ideas carry the state: nothing that
 * can be derived is kept (the draw pile is what lies nowhere else, the temple supply what nobody
 * has), and chance is drawn when it comes to light (the next mission, the next rare good, the
 * tiles of an era), so the only secrets are the hands and the chosen bandit card. */
#ifndef SERAI_TADMOR_H
#define SERAI_TADMOR_H

#include "serai/game.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TAD_BIT(n) (1u << (n))

/* ---- vocabularies -------------------------------------------------------------------- */

enum { TAD_SEATS = 4, TAD_ERAS = 3, TAD_WAVES = 4 };
enum { TAD_WOOD, TAD_STONE, TAD_MARBLE, TAD_GOLD, TAD_GOODS }; /* the first two are base goods */
enum { TAD_CAMEL, TAD_BOAT, TAD_KINDS, TAD_PAWNS = 8 };        /* a pawn is seat * 2 + kind */
enum { TAD_FOUNDATIONS, TAD_COLONNADE, TAD_ROOF, TAD_STATUES, TAD_SECTIONS };
enum { TAD_GREY, TAD_YELLOW, TAD_RED, TAD_PILES };
enum { TAD_RARES = 9, TAD_RARES_IN_PILE = 3 }; /* pile of a rare good: rare / 3 */
enum { TAD_REGIONS = 7 };

/* Places for pawns: the spaces of the board, then the tiles that hold a pawn of their owner, in the
 * order of the bytes of tad_state.post. */
enum {
    TAD_SPACES = 40,
    TAD_ON_I21 = TAD_SPACES, TAD_ON_I22, TAD_ON_I37, TAD_ON_I47, TAD_ON_I48, TAD_PLACES,
    TAD_PRIVATE = TAD_PLACES - TAD_SPACES
};
enum { TAD_AT_I21, TAD_AT_I22, TAD_AT_I37, TAD_AT_I47, TAD_AT_I48 };

enum {
    TAD_I1, TAD_I2, TAD_I3, TAD_I4, TAD_I5, TAD_I6, TAD_I7, TAD_I8, TAD_I9, TAD_I10, TAD_I11,
    TAD_I12, TAD_I13, TAD_I14, TAD_I15, TAD_I16, TAD_I17, TAD_I18, TAD_I19, TAD_I20, TAD_I21,
    TAD_I22, TAD_I23, TAD_I24, TAD_I25, TAD_I26, TAD_I27, TAD_I28, TAD_I29, TAD_I30, TAD_I31,
    TAD_I32, TAD_I33, TAD_I34, TAD_I35, TAD_I36, TAD_I37, TAD_I38, TAD_I39, TAD_I40, TAD_I41,
    TAD_I42, TAD_I43, TAD_I44, TAD_I45, TAD_I46, TAD_I47, TAD_I48, TAD_TILES,
    TAD_START_TILES = TAD_I4 + 1
};

/* Where an improvement is; 0..3 are the seats of its owner. In the box lie the tiles of eras to
 * come and the unused ones of those that have begun. */
enum { TAD_BOX = 4, TAD_DISPLAY, TAD_REMOVED, TAD_WHERES };

enum {
    TAD_K1, TAD_K2, TAD_K3, TAD_K4, TAD_K5, TAD_K6, TAD_K7, TAD_K8, TAD_K9, TAD_K10, TAD_K11,
    TAD_K12, TAD_K13, TAD_K14, TAD_K15, TAD_K16, TAD_K17, TAD_K18, TAD_K19, TAD_K20, TAD_K21,
    TAD_K22, TAD_K23, TAD_K24, TAD_K25, TAD_K26, TAD_MISSIONS
};
#define TAD_ALL_MISSIONS (TAD_BIT(TAD_MISSIONS) - 1u)
/* Groups of favours, by when they can be used (R13.2). */
#define TAD_PAWN_FAVOURS                                                                           \
    (TAD_BIT(TAD_K5) | TAD_BIT(TAD_K6) | TAD_BIT(TAD_K11) | TAD_BIT(TAD_K12))
#define TAD_GOODS_FAVOURS (TAD_BIT(TAD_K16) | TAD_BIT(TAD_K17) | TAD_BIT(TAD_K18))
#define TAD_ANY_TIME_FAVOURS (TAD_PAWN_FAVOURS | TAD_GOODS_FAVOURS | TAD_BIT(TAD_K13))
#define TAD_TILE_FAVOURS (TAD_BIT(TAD_K15) | TAD_BIT(TAD_K25) | TAD_BIT(TAD_K26))
#define TAD_BUILD_FAVOURS                                                                          \
    (TAD_BIT(TAD_K1) | TAD_BIT(TAD_K2) | TAD_BIT(TAD_K3) | TAD_BIT(TAD_K4) | TAD_BIT(TAD_K7) |     \
     TAD_BIT(TAD_K8) | TAD_BIT(TAD_K19) | TAD_BIT(TAD_K20) | TAD_BIT(TAD_K21) | TAD_BIT(TAD_K22))

/* What a space does (R2.4). A player's pawns make a bit set of these. */
enum {
    TAD_NO_ACTION, /* the space is not on this side of the board */
    TAD_IMPROVE_1, TAD_IMPROVE_2, TAD_IMPROVE_3, TAD_IMPROVE_4,
    TAD_TEMPLE_CARD, TAD_TEMPLE,
    TAD_MARKET, TAD_MARKET_UP,
    TAD_MISSION, TAD_FIRST, TAD_SUPPLY, TAD_FLOORS, TAD_SERIES, TAD_TRAITOR,
    TAD_CARAVAN, TAD_SHIPYARD, TAD_TAX, TAD_GIFT,
    TAD_GET_WOOD, TAD_GET_STONE, TAD_GET_MARBLE, TAD_GET_GOLD,
    TAD_RARE_GREY, TAD_RARE_YELLOW, TAD_RARE_RED,
    TAD_BANDITS,
    TAD_ACTIONS
};
/* Groups of actions. */
#define TAD_SLOT_ACTS                                                                              \
    (TAD_BIT(TAD_IMPROVE_1) | TAD_BIT(TAD_IMPROVE_2) | TAD_BIT(TAD_IMPROVE_3) |                    \
     TAD_BIT(TAD_IMPROVE_4))
#define TAD_COLLECT_ACTS                                                                           \
    (TAD_BIT(TAD_GIFT) | TAD_BIT(TAD_GET_WOOD) | TAD_BIT(TAD_GET_STONE) |                          \
     TAD_BIT(TAD_GET_MARBLE) | TAD_BIT(TAD_GET_GOLD))
#define TAD_BUILD_ACTS                                                                             \
    (TAD_BIT(TAD_TEMPLE_CARD) | TAD_BIT(TAD_TEMPLE) | TAD_BIT(TAD_MISSION) | TAD_BIT(TAD_FLOORS) | \
     TAD_BIT(TAD_SERIES) | TAD_BIT(TAD_TRAITOR) | TAD_BIT(TAD_RARE_GREY) |                         \
     TAD_BIT(TAD_RARE_YELLOW) | TAD_BIT(TAD_RARE_RED))
enum { TAD_FOR_CAMEL, TAD_FOR_BOAT, TAD_FOR_EITHER, TAD_SHAPES };

/* By which pawn a temple section is built (R8.5, R8.10, R8.11). */
enum { TAD_VIA_CARD, TAD_VIA_PLAIN, TAD_VIA_I37, TAD_VIA_I47, TAD_VIAS };

/* What an exchange gives; with its source it makes one of ten exchanges (R6.7). */
enum { TAD_TO_MARBLE, TAD_TO_GOLD, TAD_TO_WOODS, TAD_TO_BOTH, TAD_TO_STONES, TAD_YIELDS };

enum {
    TAD_AT_BONUS, TAD_AT_START, TAD_AT_PLACE, TAD_AT_REDIRECT, TAD_AT_SWAP, TAD_AT_BANDIT,
    TAD_AT_IMPROVE, TAD_AT_LATE, TAD_AT_BUILD, TAD_AT_KINGDOM, TAD_AT_DROP, TAD_AT_END, TAD_PHASES
};

/* A question inside a phase. */
enum {
    TAD_ASK_NOTHING,
    TAD_ASK_BASE, TAD_ASK_SUPERIOR,                               /* bonus goods of the set-up */
    TAD_ASK_PAY, TAD_ASK_SPARE, TAD_ASK_GAIN, TAD_ASK_DROP,       /* a multiset of goods (R6.12) */
    TAD_ASK_RARE, TAD_ASK_TAKE,                                   /* a rare good; an improvement */
    TAD_ASKS
};

/* Indexes of the decisions: the phases up to the drop, then the questions. */
enum {
    TAD_D_DROP = TAD_AT_DROP, TAD_D_PAY, TAD_D_SPARE, TAD_D_GAIN, TAD_D_RARE, TAD_D_TAKE
};

enum {
    TAD_V_BONUS, TAD_V_START, TAD_V_CAMEL, TAD_V_BOAT, TAD_V_SWAP, TAD_V_BANDIT, TAD_V_BUY,
    TAD_V_FLOORS, TAD_V_SERIES, TAD_V_TRAITOR, TAD_V_TEMPLE, TAD_V_RARE, TAD_V_DRAW,
    TAD_V_COMPLETE, TAD_V_FIRST, TAD_V_SUPPLY, TAD_V_EXEMPT, TAD_V_PAY_TAX, TAD_V_REFUSE_TAX,
    TAD_V_COLLECT, TAD_V_FLIP, TAD_V_TRADE, TAD_V_ORDER, TAD_V_DISCARD, TAD_V_PAY, TAD_V_SPARE,
    TAD_V_GAIN, TAD_V_DROP, TAD_V_PICK, TAD_V_TAKE, TAD_V_STOP, TAD_V_PASS, TAD_V_DONE, TAD_VERBS
};

/* Where a flip keeps its mission and, one more than they are, its targets; nothing is 0. */
enum {
    TAD_FLIP_MISSION = 8, TAD_FLIP_MISSION_BITS = 5,
    TAD_FLIP_VICTIM = 13, TAD_FLIP_VICTIM_BITS = 3,
    TAD_FLIP_SECTION = 16, TAD_FLIP_SECTION_BITS = 3,
    TAD_FLIP_REGION = 19, TAD_FLIP_REGION_BITS = 4
};
static inline int tad_flip_mission(sr_move m)
{
    return sr_move_bits(m, TAD_FLIP_MISSION, TAD_FLIP_MISSION_BITS);
}
static inline int tad_flip_victim(sr_move m)
{
    return sr_move_bits(m, TAD_FLIP_VICTIM, TAD_FLIP_VICTIM_BITS) - 1;
}
static inline int tad_flip_section(sr_move m)
{
    return sr_move_bits(m, TAD_FLIP_SECTION, TAD_FLIP_SECTION_BITS) - 1;
}
static inline int tad_flip_region(sr_move m)
{
    return sr_move_bits(m, TAD_FLIP_REGION, TAD_FLIP_REGION_BITS) - 1;
}

enum {
    TAD_E_PHASE, TAD_E_ROUND, TAD_E_ERA, TAD_E_BONUS, TAD_E_START, TAD_E_OFFER, TAD_E_DRAW,
    TAD_E_RESHUFFLE, TAD_E_PLACE, TAD_E_PASS, TAD_E_REVEAL, TAD_E_QUIET, TAD_E_REDIRECT,
    TAD_E_RAIDED, TAD_E_SWAP, TAD_E_CHOOSE, TAD_E_HOME, TAD_E_COLLECT, TAD_E_POINTS, TAD_E_PAWN,
    TAD_E_TRADE, TAD_E_ORDER, TAD_E_DISCARD, TAD_E_FLIP, TAD_E_PAID, TAD_E_GAIN, TAD_E_ACQUIRE,
    TAD_E_FLOORS, TAD_E_FALL, TAD_E_TEMPLE, TAD_E_FINISH, TAD_E_LOST, TAD_E_RARE, TAD_E_TOP,
    TAD_E_COMPLETE, TAD_E_MARKER, TAD_E_EXEMPT, TAD_E_DROP, TAD_E_SCORE, TAD_E_FINAL, TAD_EVENTS
};

/* Why prestige points changed. */
enum {
    TAD_BY_GIFT, TAD_BY_SUPPLY, TAD_BY_TALLEST, TAD_BY_MISSION, TAD_BY_RARE, TAD_BY_RAID,
    TAD_BY_TEMPLE, TAD_BY_ORDER, TAD_BY_TRIBUTE, TAD_BY_TAX, TAD_BY_ERA, TAD_SOURCES
};

enum {
    TAD_PART_TRACK, TAD_PART_TOWER, TAD_PART_MISSIONS, TAD_PART_TEMPLES, TAD_PART_RARES,
    TAD_PART_TILES, TAD_PARTS
};

/* Bits of tad_player.used (this round) and .stood (kingdom spaces after the bandits). */
enum {
    TAD_USED_BASE = 1, TAD_USED_SUPERIOR = 2, TAD_USED_I9 = 4, TAD_USED_K13 = 8,
    TAD_USED_TAX = 16, TAD_USED_EXEMPT = 32, TAD_USED_OUT = 64
};
enum { TAD_STOOD_TAX = 1, TAD_STOOD_SUPPLY = 2, TAD_STOOD_FIRST = 4 };

enum { TAD_OPTION_SETUP }; /* 0 standard, 1 experienced */

/* Capacities: more than a game of this edition can reach. */
enum {
    TAD_GOODS_MAX = 250, /* goods of one player, all kinds, both zones */
    TAD_TOWER_MAX = 200,
    TAD_PP_MAX = 9999,
    TAD_FLOORS_MAX = 63, /* in one action */
    TAD_MOVES_MAX = 320,
    TAD_EVENTS_MAX = 320,
    TAD_PLIES_MAX = 12000
};

/* ---- edition: every number of the game ----------------------------------------------- */

struct tad_board {
    uint8_t action[TAD_SPACES];
    uint8_t region[TAD_SPACES]; /* SR_NONE: desert */
    uint8_t shape[TAD_SPACES];
};

struct tad_edition {
    /* R2.2, by era */
    uint8_t price[TAD_ERAS], traitor[TAD_ERAS], tax[TAD_ERAS], tax_penalty[TAD_ERAS];
    uint8_t boat_base[TAD_ERAS], boat_superior[TAD_ERAS];
    uint8_t camel_base[TAD_ERAS], camel_superior[TAD_ERAS];
    uint8_t gift_camel[TAD_ERAS], gift_boat[TAD_ERAS];
    uint8_t era_rounds;
    uint8_t display[TAD_SEATS - 1]; /* for 2, 3, 4 players */

    /* R2.4, R2.5 */
    struct tad_board board4, board2;

    /* R2.6; costs by tower card */
    uint8_t card_floors; /* 5: floors to a card; every such floor is free with I14 */
    uint8_t floor_pp;
    uint8_t floors_cost[4][TAD_GOODS];
    uint8_t series_cost[4][TAD_GOODS];
    uint8_t series_floors;

    /* R2.7 */
    uint8_t temple_cost[TAD_SECTIONS][TAD_GOODS];
    uint8_t temple_pp[TAD_SECTIONS];
    uint8_t temple_copies;
    uint8_t temple_bonus[2]; /* free rare goods of the first and of the second player */

    /* R2.8 */
    uint8_t rare_good[TAD_PILES], rare_price[TAD_PILES];
    uint8_t rare_copies[TAD_SEATS - 1];
    uint8_t set_pp[TAD_RARES];

    /* R2.9 */
    uint8_t start_goods[TAD_GOODS];
    uint8_t bonus_base[TAD_SEATS], bonus_superior[TAD_SEATS]; /* by place in turn order */
    uint8_t start_pawns[TAD_KINDS], max_pawns[TAD_KINDS];
    uint8_t start_pp, start_missions;
    uint8_t limit, limit_large; /* without and with I33 */
    uint8_t camel_tower[2], camel_missions[2];           /* first and second extra camel: either */
    uint8_t camel_both_tower, camel_both_missions;       /* second extra camel: both */
    uint8_t boat_sets[2];                                /* rare goods of each colour */

    /* R2.10 */
    uint8_t tile_era[TAD_TILES]; /* 1..3 */
    uint8_t tile_two[TAD_TILES]; /* in play with two players */
    uint8_t trade_from[4], trade_to[4];        /* I1-I4 */
    uint8_t double_from[2];                    /* I23, I24 */
    uint8_t boost_good[8], boost[8];           /* I10-I13, I29-I32 */
    uint8_t mission_pp[2];                     /* I5, I19 */
    uint8_t order_base, order_superior;        /* I6 */
    uint8_t rare_bought_pp[2], rare_free_pp[2];/* I8, I27 */
    uint8_t tribute;                           /* I9 */
    uint8_t tallest_pp[4];                     /* I16, I17, I35, I36 */
    uint8_t mission_discount, rare_discount, temple_discount; /* I20, I28, I34 */
    uint8_t raid_pp, spoil_gold, spoil_pp;     /* I25, I26 */
    uint8_t private_temple_pp;                 /* I37 */
    uint8_t final_pp[5];                       /* I38-I42 */
    uint8_t gift_factor;                       /* I44 */

    /* R2.11 */
    uint8_t mission_cost[TAD_MISSIONS][TAD_GOODS];
    uint8_t mission_value[TAD_MISSIONS];
    uint8_t favour_floors[2]; /* K7, K8 */
    uint8_t favour_goods;     /* K16-K18 */
    uint8_t favour_fall;      /* K20 */
    uint8_t favour_cards;     /* K21, K22 */
    uint8_t favour_pawns;     /* K23, K24 */
    uint8_t favour_tiles;     /* K15 */
};

/* ---- state --------------------------------------------------------------------------- */

struct tad_player {
    uint32_t hand; /* missions; all ones where hidden */
    uint32_t done; /* completed, face up */
    uint32_t flipped;
    int16_t pp;
    uint8_t cards;            /* size of the hand */
    uint8_t tower;
    uint8_t older[TAD_WAVES]; /* cards in hand from before the last, last but one... reshuffle */
    uint8_t goods[TAD_GOODS]; /* warehouse */
    uint8_t exchanged[TAD_GOODS];
    uint8_t owned[TAD_KINDS], reserve[TAD_KINDS];
    uint8_t temples[TAD_SECTIONS]; /* temples whose latest section this is */
    uint8_t rare[TAD_RARES];
    uint8_t used;     /* TAD_USED_ */
    uint8_t stood;    /* TAD_STOOD_ */
    uint8_t favoured; /* has had the bonus for a finished temple */
};

/* The question that stands inside a phase. What it does not need is none or zero. */
struct tad_ask {
    uint8_t kind; /* TAD_ASK_ */
    uint8_t left; /* goods, rare goods or tiles still to choose */
    uint8_t from; /* goods are named in the order wood to gold: the first one still open */
    uint8_t tile; /* PAY: improvement being bought */
    uint8_t mission; /* SPARE: being completed; RARE, TAKE: whose favour it is */
    uint8_t via, section; /* SPARE: temple being built */
    uint8_t pile;         /* RARE: a tile of this pile has been bought (I43) */
    uint8_t cost[TAD_GOODS]; /* SPARE: what is still to be paid */
};

struct tad_state {
    struct sr_head head;
    uint32_t discards;
    uint32_t wave[TAD_WAVES]; /* missions from before the last, last but one... reshuffle */
    struct tad_player player[TAD_SEATS];
    struct tad_ask ask;
    uint8_t phase;
    uint8_t round, era; /* 1.. */
    uint8_t first;      /* holds the first-player marker */
    uint8_t lead;       /* opened this round */
    uint8_t active;     /* decides */
    uint8_t burst;      /* K23, K24: placements left in this turn; 0: an ordinary turn */
    uint8_t waiting;    /* bit set of seats still to be asked (redirect, swap) */
    uint8_t holder;     /* holds a bandit card, or has just revealed it */
    uint8_t held;       /* that card; hidden */
    uint8_t revealed;   /* region being raided */
    uint8_t attacked;   /* card on the slot */
    uint8_t bonuses;    /* temple bonuses granted, 0..2 */
    uint8_t top[TAD_PILES];
    uint8_t rare_left[TAD_RARES]; /* in the piles, tops included */
    uint8_t tile[TAD_TILES];      /* where */
    uint8_t board[TAD_SPACES];    /* pawn or SR_NONE */
    uint8_t post[TAD_PRIVATE];    /* pawn on a private tile or SR_NONE */
    uint8_t spare[2];
};

/* ---- shared inside the folder -------------------------------------------------------- */

extern const struct tad_edition tadmor__edition;
extern const struct sr_field tadmor__edition_fields[];
extern const struct sr_field tadmor__state_fields[];
extern const struct sr_names tadmor__goods, tadmor__kinds, tadmor__regions, tadmor__spaces,
    tadmor__places, tadmor__actions, tadmor__shapes, tadmor__tiles, tadmor__missions,
    tadmor__sections, tadmor__piles, tadmor__rares, tadmor__vias, tadmor__yields, tadmor__seats,
    tadmor__private, tadmor__phases, tadmor__sources, tadmor__parts, tadmor__asks, tadmor__pawns,
    tadmor__wheres, tadmor__used, tadmor__stood, tadmor__setups;

static inline int tadmor__pawn(int seat, int kind) { return seat * TAD_KINDS + kind; }
static inline bool tadmor__owns(const struct tad_state *s, int seat, int tile)
{
    return s->tile[tile] == seat;
}
static inline bool tadmor__up(const struct tad_state *s, int seat, int mission)
{
    return s->player[seat].done >> mission & 1;
}
static inline int tadmor__next(const struct tad_state *s, int seat)
{
    return (seat + 1) % s->head.seats;
}
/* The seat that is k-th (from 0) in this round's order (R4.1). */
static inline int tadmor__nth(const struct tad_state *s, int k)
{
    return (s->lead + k) % s->head.seats;
}
static inline const struct tad_board *tadmor__board(const struct tad_edition *ed,
                                                    const struct tad_state *s)
{
    return s->head.seats == 2 ? &ed->board2 : &ed->board4;
}
static inline int tadmor__have(const struct tad_player *p, int good)
{
    return p->goods[good] + p->exchanged[good];
}
static inline int tadmor__last_round(const struct tad_edition *ed)
{
    return TAD_ERAS * ed->era_rounds;
}

/* Spaces with a pawn of the seat, as a set; with any pawn; with that action. */
static inline uint64_t tadmor__spaces_of(const struct tad_state *s, int seat)
{
    return sr_match(s->board, TAD_SPACES, 0xFE, sr_u8(tadmor__pawn(seat, 0)));
}
static inline uint64_t tadmor__taken(const struct tad_state *s)
{
    return ~sr_match(s->board, TAD_SPACES, 0xFF, SR_NONE) & (((uint64_t)1 << TAD_SPACES) - 1);
}
static inline uint64_t tadmor__doing(const struct tad_board *b, int action)
{
    return sr_match(b->action, TAD_SPACES, 0xFF, sr_u8(action));
}

/* goods.c */
int tadmor__total(const struct tad_player *p);
int tadmor__missing(const struct tad_player *p, const uint8_t cost[TAD_GOODS]);
void tadmor__store(struct tad_player *p, int good, int n);
void tadmor__exchange_in(struct tad_player *p, int good, int n);
void tadmor__spend(struct tad_player *p, int good, int n);
void tadmor__pay(struct tad_state *s, int seat, const uint8_t cost[TAD_GOODS],
              struct sr_events *ev);
void tadmor__points(struct tad_state *s, int seat, int n, int source, struct sr_events *ev);
unsigned tadmor__exchanges(const struct tad_edition *ed, const struct tad_state *s, int seat,
                        uint32_t acts);
bool tadmor__doubles(unsigned exchanges, int good);
int tadmor__exchange_from(int exchange);
int tadmor__exchange_to(int exchange);
void tadmor__trade(struct tad_state *s, int from, int yield, struct sr_events *ev);
int tadmor__list_goods(const struct tad_state *s, int verb, sr_move *out);
bool tadmor__answer_goods(struct tad_state *s, int verb, int good, int n, struct sr_events *ev);
int tadmor__limit(const struct tad_edition *ed, const struct tad_state *s, int seat);

/* pawns.c */
uint32_t tadmor__acts(const struct tad_edition *ed, const struct tad_state *s, int seat);
int tadmor__find(const struct tad_edition *ed, const struct tad_state *s, int seat, int action);
int tadmor__pawn_at(const struct tad_state *s, int place);
void tadmor__put(struct tad_state *s, int seat, int kind, int place);
void tadmor__home(struct tad_state *s, int place);
void tadmor__home_idle(struct tad_state *s, int place, struct sr_events *ev);
int tadmor__private_index(int tile);
bool tadmor__can_gain_pawn(const struct tad_edition *ed, const struct tad_state *s, int seat,
                        int kind);
void tadmor__gain_pawn(struct tad_state *s, int seat, int kind, struct sr_events *ev);
void tadmor__caravans(const struct tad_edition *ed, struct tad_state *s, int seat,
                   struct sr_events *ev);
bool tadmor__may_rise(const struct tad_edition *ed, const struct tad_state *s, int seat,
                   int space);
int tadmor__yield(const struct tad_edition *ed, const struct tad_state *s, int space);
void tadmor__collect(const struct tad_edition *ed, struct tad_state *s, int space,
                  struct sr_events *ev);

/* setup.c */
void tadmor__setup(const void *ed, void *state);
void tadmor__take_bonus(const struct tad_edition *ed, struct tad_state *s, int good,
                     struct sr_events *ev);
bool tadmor__can_start_with(const struct tad_edition *ed, const struct tad_state *s, int tile);
void tadmor__take_start(const struct tad_edition *ed, struct tad_state *s, int tile,
                     struct sr_events *ev);
int tadmor__opener(const void *state);
void tadmor__lay_out(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);

/* placement.c */
void tadmor__begin_round(struct tad_state *s, struct sr_events *ev);
/* Places for a pawn of each kind, as sets. */
void tadmor__open_places(const struct tad_edition *ed, const struct tad_state *s, int seat,
                      uint64_t out[TAD_KINDS]);
bool tadmor__any_placement(const struct tad_edition *ed, const struct tad_state *s, int seat,
                        int wanted);
bool tadmor__place_step(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);
void tadmor__place(struct tad_state *s, int kind, int place, struct sr_events *ev);
void tadmor__end_placing(struct tad_state *s);

/* bandits.c */
void tadmor__begin_bandits(const struct tad_edition *ed, struct tad_state *s,
                        struct sr_events *ev);
bool tadmor__bandits_step(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);
bool tadmor__can_redirect(const struct tad_state *s, int region);
void tadmor__redirect(struct tad_state *s, int region, struct sr_events *ev);
bool tadmor__can_swap(const struct tad_state *s, int own, int other);
void tadmor__swap(struct tad_state *s, int own, int other, struct sr_events *ev);
void tadmor__choose(const struct tad_edition *ed, struct tad_state *s, int region,
                 struct sr_events *ev);

/* improve.c */
void tadmor__begin_resolution(const struct tad_edition *ed, struct tad_state *s,
                           struct sr_events *ev);
bool tadmor__improve_step(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);
bool tadmor__late_step(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);
/* The occupied slot with the lowest number; -1: all are resolved. */
int tadmor__current_slot(const struct tad_edition *ed, const struct tad_state *s);
bool tadmor__in_pool(const struct tad_edition *ed, const struct tad_state *s, int tile);
bool tadmor__any_display(const struct tad_state *s);
bool tadmor__any_pool(const struct tad_edition *ed, const struct tad_state *s);
void tadmor__acquire(const struct tad_edition *ed, struct tad_state *s, int seat, int tile,
                  struct sr_events *ev);
void tadmor__buy(const struct tad_edition *ed, struct tad_state *s, int tile);
void tadmor__bought(const struct tad_edition *ed, struct tad_state *s, int tile,
                 struct sr_events *ev);
void tadmor__decline(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);
void tadmor__take(const struct tad_edition *ed, struct tad_state *s, int tile,
               struct sr_events *ev);

/* build.c */
void tadmor__begin_build(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);
bool tadmor__build_step(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);
void tadmor__end_build(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);
int tadmor__max_floors(const struct tad_edition *ed, const struct tad_state *s, int seat);
bool tadmor__can_series(const struct tad_edition *ed, const struct tad_state *s, int seat);
bool tadmor__can_betray(const struct tad_edition *ed, const struct tad_state *s, int seat,
                     int victim);
void tadmor__floors(const struct tad_edition *ed, struct tad_state *s, int n,
                 struct sr_events *ev);
void tadmor__series(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);
void tadmor__traitor(const struct tad_edition *ed, struct tad_state *s, int victim,
                  struct sr_events *ev);
void tadmor__raise(const struct tad_edition *ed, struct tad_state *s, int seat, int n,
                struct sr_events *ev);
void tadmor__fall(const struct tad_edition *ed, struct tad_state *s, int victim, int n,
               struct sr_events *ev);
void tadmor__free_floor(const struct tad_edition *ed, struct tad_state *s, int seat,
                     struct sr_events *ev);

/* temple.c: temples, rare goods and missions of the construction phase */
int tadmor__supply(const struct tad_edition *ed, const struct tad_state *s, int section);
bool tadmor__can_section(const struct tad_edition *ed, const struct tad_state *s, int seat,
                      int section);
bool tadmor__any_section(const struct tad_edition *ed, const struct tad_state *s, int seat);
bool tadmor__pays_section(const struct tad_edition *ed, const struct tad_state *s, int seat,
                       int section);
uint32_t tadmor__builders(const struct tad_state *s, int seat, uint32_t acts);
void tadmor__temple(const struct tad_edition *ed, struct tad_state *s, int via, int section,
                 struct sr_events *ev);
void tadmor__add_section(const struct tad_edition *ed, struct tad_state *s, int section,
                      struct sr_events *ev);
void tadmor__spared(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);
int tadmor__pile_size(const struct tad_state *s, int pile);
int tadmor__rare_cost(const struct tad_edition *ed, const struct tad_state *s, int seat, int pile);
void tadmor__buy_rare(const struct tad_edition *ed, struct tad_state *s, int pile, bool tribute,
                   struct sr_events *ev);
bool tadmor__can_pick(const struct tad_state *s, int rare);
void tadmor__pick(const struct tad_edition *ed, struct tad_state *s, int rare,
               struct sr_events *ev);
void tadmor__turn_up(struct tad_state *s, int pile, struct sr_events *ev);
int tadmor__pile_cards(const struct tad_state *s);
uint32_t tadmor__seen(const struct tad_state *s);
bool tadmor__can_draw(const struct tad_state *s);
void tadmor__draw(struct tad_state *s, int seat, struct sr_events *ev);
void tadmor__leave_hand(struct tad_state *s, int seat, int mission);
bool tadmor__pays_mission(const struct tad_edition *ed, const struct tad_state *s, int seat,
                       int mission);
void tadmor__complete(const struct tad_edition *ed, struct tad_state *s, int mission,
                   struct sr_events *ev);
/* The board pawn of `action`, else the pawn on I47, goes home after its work. */
void tadmor__use_pawn(const struct tad_edition *ed, struct tad_state *s, int action);

/* favour.c */
int tadmor__list_flips(const struct tad_edition *ed, const struct tad_state *s, sr_move *out);
bool tadmor__any_flip(const struct tad_edition *ed, const struct tad_state *s, int seat,
                   uint32_t missions);
void tadmor__flip(const struct tad_edition *ed, struct tad_state *s, sr_move move,
               struct sr_events *ev);

/* kingdom.c */
void tadmor__begin_kingdom(const struct tad_edition *ed, struct tad_state *s,
                        struct sr_events *ev);
bool tadmor__liable(const struct tad_edition *ed, const struct tad_state *s, int seat);
void tadmor__end_kingdom(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);
bool tadmor__drop_step(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);
void tadmor__supply_points(struct tad_state *s, int seat, struct sr_events *ev);
void tadmor__first_player(const struct tad_edition *ed, struct tad_state *s, int good,
                       struct sr_events *ev);
void tadmor__pay_tax(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);
void tadmor__refuse_tax(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);

/* legal.c */
int tadmor__decision(const void *state);
int tadmor__legal(const void *ed, const void *state, sr_move *out);
bool tadmor__allows(const void *ed, const void *state, sr_move move);
/* Whether the decision has exactly one answer, and which. */
bool tadmor__forced(const struct tad_edition *ed, const struct tad_state *s, sr_move *only);

/* play.c */
int tadmor__actor(const void *state);
void tadmor__apply(const void *ed, void *state, sr_move move, struct sr_events *ev);
bool tadmor__next_in_order(struct tad_state *s);
void tadmor__ask(struct tad_state *s, int kind, int left);
/* Goes on with what happens by itself until somebody has a choice. */
void tadmor__advance(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);

/* score.c, view.c, edition.c */
void tadmor__scores(const void *ed, const void *state, struct sr_scores *out);
/* Parts and totals alone, without the ranks. */
void tadmor__add_up(const struct tad_edition *ed, const struct tad_state *s, struct sr_scores *out);
void tadmor__final_events(const struct tad_edition *ed, const struct tad_state *s,
                       struct sr_events *ev);
void tadmor__hide(const void *ed, void *view, int seat);
void tadmor__fill(const void *ed, void *state, int viewer, struct sr_rng *rng);
const char *tadmor__check(const void *ed, const void *state);
const char *tadmor__check_edition(const void *ed);

#ifdef __cplusplus
}
#endif
#endif
