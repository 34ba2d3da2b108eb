/* merv.h: state, edition and vocabularies of Merv, and what its files share.
 *
 * Rule numbers (R5.3) are those of docs/rules/merv.md. Things with fixed names (sites, cities,
 * halls, tiles) are enums; every number that an owner of the box may correct is in the edition.
 *
 * What lies in a supply is never stored: it is what the players do not have. So only camels,
 * which have no supply, need a count of their own lost ones. Neither deck keeps an order: a draw
 * picks among the cards that can be on top, with the chances of the shuffled deck (R11.1). */
#ifndef SERAI_GAMES_MERV_H
#define SERAI_GAMES_MERV_H

#include "serai/game.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MERV_SEATS = 4,
    MERV_OWNERS = 6,
    MERV_CELLS = 25,
    MERV_CENTRE = 12,
    MERV_SITES = 0x1FFFFFF & ~(1 << MERV_CENTRE), /* a set of cells */
    MERV_SLOTS = 5,
    MERV_WALLS = 20,
    MERV_KINDS = 12, /* wall pieces: colour * 3 + size */
    MERV_SIZES = 3,
    MERV_ROW = 8,
    MERV_CITIES = 8,
    MERV_PILES = 6,
    MERV_PILE = 3,
    MERV_CONTRACTS = MERV_PILES * MERV_PILE,
    MERV_DISCOVERIES = 18,
    MERV_PATHS = 4,
    MERV_PATH_MAX = 3, /* room for other lengths than the usual 2 + 2 + 6 */
    MERV_LANE_MAX = 3,
    MERV_TOP_MAX = 8,
    MERV_SPACES = MERV_PATHS * MERV_PATH_MAX + 2 * MERV_LANE_MAX + MERV_TOP_MAX,
    MERV_FAVOUR_MAX = 15,
    MERV_INFLUENCE_MAX = 31,
    MERV_PENDING = 12,
    MERV_DECKS = 4,
    MERV_YEARS = 3,
    MERV_ROUNDS = 4,
    MERV_MOVES = 256,
    MERV_CUBES_MAX = 99,   /* R4.11: of one colour in one hand without supply limits */
    MERV_STOCK_MAX = 99,   /* the same for scrolls, common and rare goods */
    MERV_POINTS_MAX = 9999
};

enum merv_colour { PURPLE, BEIGE, GREEN, ORANGE, WHITE, COLOURS, NORMAL = WHITE };
enum merv_action { CARAVANSERAI, PALACE, LIBRARY, TRADE, MOSQUE, WALLS, ACTIONS };
/* The first four are seats. */
enum merv_owner { MAGISTRATE = MERV_SEATS, COURTIER };
enum merv_spice { CINNAMON, GINGER, JUNIPER, PEPPER, SPICES };
enum merv_hall { HALL_KNOWLEDGE, HALL_SPICES, HALL_TRADE, HALL_FAITH, HALLS };
enum merv_market { TL, TR, BR, BL, MARKET };
/* Outer city = inner city + 4; corners NW, NE, SW, SE. */
enum merv_city { RAY, SAMARKAND, NISHAPUR, BALKH, BAGHDAD, KASHGAR, BASRA, PESHAWAR, INNER = 4 };
enum merv_size { SEGMENT_1, SEGMENT_2, GATE };

/* Everything a space, a slot, a card or a contract can give. */
enum merv_gain {
    GAIN_NONE, GAIN_CAMEL, GAIN_WHITE_UPGRADE, GAIN_BONUS_UPGRADE, GAIN_SCORING_TILE,
    GAIN_FAVOUR, GAIN_SOLDIER, GAIN_COURTIER, GAIN_WALL, GAIN_MOSQUE_SITES, GAIN_WHITE_CUBE,
    GAIN_SCROLL, GAIN_CARD, GAIN_RARE_GOOD, GAIN_MOSQUE_STEP, GAINS
};

/* Discovery tiles; levels 1 to 4 begin at these. Level 1 in the order of the actions. */
enum merv_discovery {
    LESS_CARAVANSERAI, LESS_PALACE, LESS_LIBRARY, LESS_TRADE, LESS_MOSQUE, LESS_WALLS,
    ANY_PURPLE, ANY_BEIGE, ANY_GREEN, ANY_ORANGE,
    FREE_CARD, FREE_POST, FREE_MOSQUE, FREE_WALL,
    GREAT_POINTS, GREAT_FAVOUR_SOLDIER, GREAT_FAVOURS, GREAT_SOLDIERS,
    GREATS = 4
};

enum merv_phase {
    PH_SLOT, PH_SITE, PH_BEFORE, PH_ACTION, PH_AFTER, PH_HC_SLOT, PH_HC_SITE, PH_QUEUE,
    PH_RANSOM, PH_COURTIERS, PH_READY, PH_OVER, PHASES
};

/* Benefits that wait for a decision, R4.2. */
enum merv_benefit {
    BN_SOLDIER, BN_WHITE_UPGRADE, BN_BONUS_UPGRADE, BN_SCORING_TILE, BN_COURTIER, BN_WALL,
    BN_MOSQUE, BN_CARD, BN_POST, BN_DISCOVERY, BN_PAIR, BN_PAIR_UPGRADE, BENEFITS
};

/* What is being paid for, R4.9. */
enum merv_price {
    PAY_TAKE, PAY_PLACE, PAY_STUDY, PAY_BUY, PAY_CLIMB, PAY_BUILD, PAY_CONTRACT, PRICES
};

enum merv_points {
    PT_FAVOUR, PT_INFLUENCE, PT_CONTRACTS, PT_MOSQUE, PT_DISCOVERIES, PT_PALACE, PT_BUILDINGS,
    PT_TILES, PT_MOSQUE_SITES, PT_SPICES, PT_MAGISTRATE, PT_PARTS
};

enum merv_option { OP_SUPPLY, OP_PURPLE_WALLS, OP_MARKET, OP_MAGISTRATE, OP_PEPPER };
enum { MARKET_RANDOM, MARKET_A, MARKET_B };
enum { PEPPER_BUILT, PEPPER_OWN, PEPPER_SITE }; /* where a pair of pepper upgrades, R9.13 */
enum { PETTY, LENIENT, CORRUPT, RUTHLESS, HONEST, MAGISTRATES };

enum merv_verb {
    MV_SLOT, MV_SITE, MV_ACT, MV_FAVOUR, MV_SOLDIER, MV_COLLECT, MV_SELL, MV_END, MV_CONTRACT,
    MV_PAY, MV_FREE, MV_TAKE, MV_CAMEL, MV_DONE, MV_PLACE, MV_STUDY, MV_POST, MV_BUY, MV_CLIMB,
    MV_WALL, MV_PIECE, MV_DEPLOY, MV_UPGRADE, MV_BONUS, MV_TILE, MV_DISCOVER, MV_PAIR,
    MV_DECLINE, MV_SPEND, MV_RANSOM, MV_LOSE, MV_SCORE, MV_BEGIN, MV_COUNT
};

enum merv_decision {
    DC_SLOT, DC_SITE, DC_BEFORE, DC_AFTER, DC_PAY, DC_CARAVANSERAI, DC_PALACE, DC_LIBRARY,
    DC_POST, DC_BUY, DC_MOSQUE, DC_WALLS, DC_PIECE, DC_SOLDIER, DC_WHITE_UPGRADE,
    DC_BONUS_UPGRADE, DC_BONUS_TILE, DC_SCORING_TILE, DC_FREE_COURTIER, DC_FREE_WALL,
    DC_FREE_MOSQUE, DC_FREE_CARD, DC_FREE_POST, DC_DISCOVERY, DC_PAIR, DC_QUEUE, DC_RANSOM,
    DC_COURTIERS, DC_HC_SLOT, DC_HC_SITE, DC_READY, DC_COUNT
};

enum merv_event {
    EV_YEAR, EV_ROUND, EV_TURN, EV_SLOT, EV_BUILD, EV_ACTIVATE, EV_CUBES, EV_PAY, EV_ACT,
    EV_FAVOUR, EV_INFLUENCE, EV_POINTS, EV_CAMELS, EV_SOLDIER, EV_SOLDIER_HOME, EV_CARD,
    EV_ROW_CAMEL, EV_REVEAL, EV_PAIR, EV_PLACE, EV_SCROLLS, EV_DISCOVER, EV_POST, EV_GOODS,
    EV_ROUTE, EV_MARKET_CAMEL, EV_CAMEL_LOST, EV_CLIMB, EV_UPGRADE, EV_TILE, EV_WALL,
    EV_CONTRACT, EV_SELL, EV_COLLECT, EV_QUEUE, EV_INVASION, EV_RANSOM, EV_LOSE, EV_SCORING,
    EV_COURTIERS, EV_SPEND_FAVOUR, EV_SOLO_CARD, EV_SOLO_REJECT, EV_SOLO_REMOVE,
    EV_SOLO_SHUFFLE, EV_SOLO_IDLE, EV_SOLO_REPEAT, EV_DRAWN, EV_OVER, EV_KINDS
};

/* ---- edition -------------------------------------------------------------------------------- */

struct merv_edition {
    /* pieces, R2.1 */
    uint8_t cubes, buildings, servants, posts, scrolls, common, rare;
    uint8_t row_camels[MERV_SEATS]; /* camels on the caravan row at set-up, by seats */
    uint8_t tiles[ACTIONS][NORMAL]; /* site tiles, R2.2 */
    uint8_t market[2][MARKET];      /* gains, R2.3 */
    /* tracks, R2.4 and R2.5 */
    uint8_t favour_last, influence_last;
    uint8_t favour_vp[MERV_FAVOUR_MAX + 1];
    uint8_t influence_vp[MERV_INFLUENCE_MAX + 1];
    uint8_t influence_favour[MERV_INFLUENCE_MAX + 1]; /* favours printed on a space */
    uint8_t spice_at[SPICES];  /* influence for 1, 2, 3, 4 different spices */
    uint8_t level_at[3];       /* influence for contracts of level I, II, III */
    /* contracts, R2.6, card by card: three of a pile in the order of taking */
    uint8_t contract_level[MERV_CONTRACTS]; /* 1..3 */
    uint8_t contract_cubes[MERV_CONTRACTS];
    uint8_t contract_colour[MERV_CONTRACTS]; /* of those cubes; SR_NONE: any */
    uint8_t contract_scrolls[MERV_CONTRACTS];
    uint8_t contract_common[MERV_CONTRACTS];
    uint8_t contract_rare[MERV_CONTRACTS];
    uint8_t contract_any[MERV_CONTRACTS];
    uint8_t contract_bonus[MERV_CONTRACTS];
    uint8_t contract_vp[MERV_CONTRACTS];
    /* mosque, R2.7: spaces of the four paths, the two lanes, the tower */
    uint8_t mosque_path, mosque_lane, mosque_top; /* spaces in use of each */
    uint8_t mosque_cost[MERV_SPACES][NORMAL];
    uint8_t mosque_gain[MERV_SPACES];
    uint8_t mosque_vp[MERV_SPACES];
    uint8_t mosque_sites_vp; /* per building on a Mosque site, from the last space on */
    /* walls, R2.8 */
    uint8_t walls[NORMAL][MERV_SIZES];
    uint8_t walls_even_purple[MERV_SIZES]; /* option purple_walls = even */
    uint8_t wall_price[MERV_SIZES];
    /* trade, R2.9 */
    uint8_t city_cost[MERV_CITIES][NORMAL];
    /* palace, R2.10 */
    uint8_t hall_colour[HALLS];
    uint8_t hall_places;
    /* tiles and discoveries, R2.11 and R2.12 */
    uint8_t white_upgrades;
    uint8_t bonus_upgrades; /* set of colours, one tile each */
    uint8_t scoring_tiles;  /* set of actions */
    uint8_t scoring_tile_vp;
    uint8_t discovery_at[4];
    uint8_t discounts;   /* level 1, set of actions */
    uint8_t conversions; /* level 2, set of colours */
    uint8_t great_vp[GREATS], great_favours[GREATS], great_soldiers[GREATS];
    uint8_t library_max;
    /* caravan cards, R2.13 */
    uint8_t spice_cards[SPICES];
    uint8_t pair_gain[SPICES];
    uint8_t set_vp[SPICES + 1];
    /* influence, invasion, scoring */
    uint8_t own_influence, other_influence;
    uint8_t building_vp;
    uint8_t invasion_from; /* first year that ends with an invasion */
    /* the Magistrate, R8 */
    uint8_t magistrate_full_vp;      /* both tracks full */
    uint8_t magistrate_upgrade_vp;   /* instead of an upgrade or a white cube */
    uint8_t magistrate_discovery_vp; /* level 2 */
    uint8_t magistrate_two_at;       /* Palace actions for two courtiers */
    int8_t magistrate_change[MAGISTRATES]; /* more or fewer repetitions, R8.6 */
    uint8_t magistrate_honest[MAGISTRATES]; /* 1: without the privileges of R8.5 */
};

/* ---- state ---------------------------------------------------------------------------------- */

struct merv_player {
    uint32_t sites;       /* own buildings */
    uint32_t soldiers;    /* own soldiers */
    uint32_t contracts;   /* cards taken */
    uint32_t discoveries; /* tiles taken */
    uint16_t points[PT_PARTS];
    uint8_t cubes[COLOURS];
    uint8_t camels;
    uint8_t scrolls, common, rare;
    uint8_t scrolls_locked, common_locked, rare_locked;
    uint8_t favour, influence;
    uint8_t mosque; /* spaces climbed */
    uint8_t path;   /* SR_NONE while mosque is 0 */
    uint8_t cards[SPICES];
    uint8_t courtiers[HALLS];
    uint8_t posts; /* set of cities */
    uint8_t tile;  /* action of the scoring tile, or SR_NONE */
};

struct merv_tile {
    uint8_t action, colour; /* SR_NONE in the centre */
};

struct merv_pending {
    uint8_t kind;
    uint8_t n; /* how many; of a discovery the level (1..4); of pairs 1 */
};

struct merv_state {
    struct sr_head head;
    struct merv_player players[MERV_OWNERS];
    uint32_t white_upgrades; /* sites */
    struct merv_tile city[MERV_CELLS];
    uint8_t bonus_upgrades[NORMAL]; /* site of the tile of that colour, or SR_NONE */
    uint8_t walls[MERV_WALLS];      /* kind of the piece, or SR_NONE */
    uint8_t market_side;
    uint8_t market_camels; /* set of market slots */
    uint8_t city_camels;   /* set of inner cities */
    uint8_t mosque_camels; /* set of paths */
    uint8_t row[MERV_ROW]; /* spices from the head */
    uint8_t row_count;
    uint8_t row_camels; /* on that many cards from the head */
    uint8_t lost_camels;
    /* the loop */
    uint8_t year, round;               /* from 1 */
    uint8_t queue[MERV_SEATS];         /* masters, front first; SR_NONE: no fourth place */
    uint8_t next_queue[MERV_SEATS];    /* round end: places taken so far */
    uint8_t queue_camels[MERV_SEATS];  /* round end: camels on places */
    uint8_t slots[MERV_SLOTS];         /* masters on the action slots of this side */
    uint8_t phase;
    uint8_t place;  /* in the queue: whose turn it is, or who is dealt with; from 0 */
    uint8_t who;    /* who decides */
    /* the turn */
    uint8_t slot;   /* 1..5, or SR_NONE */
    uint8_t site;   /* activated; in an invasion the one whose ransom is asked */
    uint8_t picked; /* wall slot, or site, chosen for the piece or tile that is asked next */
    uint8_t market_used, discount_used, convert_used;
    uint8_t posted;             /* Trade: the post of this action is dealt with */
    uint8_t bought;             /* Trade: cities bought from */
    uint8_t routes;             /* Trade: cities whose route holds a camel */
    uint8_t spent[COLOURS];     /* Caravanserai: cubes spent in this action */
    uint8_t taken[SPICES];      /* Caravanserai: cards taken in this action */
    uint8_t pairs[SPICES];      /* open pair bonuses */
    uint8_t paying;             /* merv_price, or SR_NONE */
    uint8_t paying_for;         /* row index, hall, scrolls, city, path, kind, pile */
    uint8_t paying_rare;        /* contract: rare goods given for "any good" */
    struct merv_pending pending[MERV_PENDING];
    uint8_t pending_count;
    /* solo */
    uint8_t solo_card;          /* face up, or SR_NONE */
    uint8_t solo_deck[MERV_DECKS]; /* sets of cards, bottom first */
    uint8_t solo_decks;
    uint8_t solo_opening;       /* solo_deck[0] is what is left of the first stack */
    uint8_t solo_discards;      /* set of cards */
    uint8_t spare[3];
};

/* What every question needs: the numbers and the game. */
struct merv_at {
    const struct merv_edition *ed;
    const struct merv_state *s;
};

/* What every rule needs: the same with leave to change the game, and where to report. */
struct merv {
    const struct merv_edition *ed;
    struct merv_state *s;
    struct sr_events *ev;
    struct merv_at at; /* for questions */
};

extern const struct merv_edition merv__edition;
extern const struct sr_field merv__edition_fields[];
extern const struct sr_names merv__colours, merv__actions, merv__owners, merv__sites, merv__slots,
    merv__kinds, merv__market, merv__gains, merv__spices, merv__halls, merv__cities,
    merv__contracts, merv__spaces, merv__sizes, merv__greats, merv__magistrates,
    merv__discoveries,
    merv__market_sides;

/* ---- small questions ------------------------------------------------------------------------ */

static inline bool merv_has_courtier(const struct merv_state *s) { return s->head.seats <= 2; }
static inline bool merv_has_magistrate(const struct merv_state *s) { return s->head.seats == 1; }
static inline int merv_masters(const struct merv_state *s) { return s->head.seats == 4 ? 4 : 3; }
static inline bool merv_is_human(int owner) { return owner < MERV_SEATS; }

/* Events count automated players from the number of seats: Magistrate, then High Courtier. */
static inline int merv_event_seat(const struct merv_state *s, int owner)
{
    return merv_is_human(owner) ? owner : s->head.seats + owner - MAGISTRATE;
}

/* Tells that something happened to an owner. */
static inline void merv__emit(struct merv *g, int kind, int owner, int a, int b)
{
    sr_emit(g->ev, kind, merv_event_seat(g->s, owner), a, b, 0, 0);
}

static inline bool merv__unlimited(const struct merv_state *s)
{
    return s->head.option[OP_SUPPLY] != 0;
}

static inline uint32_t merv_all_sites(const struct merv_state *s)
{
    const struct merv_player *p = s->players;
    return p[0].sites | p[1].sites | p[2].sites | p[3].sites | p[4].sites | p[5].sites;
}

static inline uint32_t merv_all_soldiers(const struct merv_state *s)
{
    const struct merv_player *p = s->players;
    return p[0].soldiers | p[1].soldiers | p[2].soldiers | p[3].soldiers | p[4].soldiers;
}

static inline uint32_t merv_all_contracts(const struct merv_state *s)
{
    const struct merv_player *p = s->players;
    return p[0].contracts | p[1].contracts | p[2].contracts | p[3].contracts | p[4].contracts;
}

static inline uint32_t merv_all_discoveries(const struct merv_state *s)
{
    const struct merv_player *p = s->players;
    return p[0].discoveries | p[1].discoveries | p[2].discoveries | p[3].discoveries |
           p[4].discoveries;
}

static inline uint32_t merv_upgraded(const struct merv_state *s)
{
    uint32_t set = s->white_upgrades;
    for (int k = 0; k < NORMAL; k++)
        if (s->bonus_upgrades[k] != SR_NONE)
            set |= 1u << s->bonus_upgrades[k];
    return set;
}

static inline int merv_courtiers(const struct merv_player *p)
{
    return p->courtiers[0] + p->courtiers[1] + p->courtiers[2] + p->courtiers[3];
}

static inline int merv_cards(const struct merv_player *p)
{
    return p->cards[0] + p->cards[1] + p->cards[2] + p->cards[3];
}

static inline int merv_cubes(const struct merv_player *p)
{
    return p->cubes[0] + p->cubes[1] + p->cubes[2] + p->cubes[3] + p->cubes[4];
}

/* R8.6: whether the Magistrate loses buildings and spends favours like a person. */
static inline bool merv_is_honest(const struct merv_at *g)
{
    return g->ed->magistrate_honest[g->s->head.option[OP_MAGISTRATE]] != 0;
}

static inline int merv_servants(const struct merv_at *g, const struct merv_player *p)
{
    return g->ed->servants - sr_count(p->soldiers) - merv_courtiers(p);
}

static inline int merv_buildings(const struct merv_at *g, const struct merv_player *p)
{
    return g->ed->buildings - sr_count(p->sites);
}

static inline int merv_total(const struct merv_player *p)
{
    int sum = 0;
    for (int i = 0; i < PT_PARTS; i++)
        sum += p->points[i];
    return sum;
}

/* ---- geometry (map.c) ----------------------------------------------------------------------- */

extern const uint32_t merv__lines[MERV_ROUNDS][MERV_SLOTS];  /* sites of a side and slot - 1 */
extern const uint32_t merv__guards[MERV_WALLS];              /* the two sites behind a wall */

uint32_t merv__wall_set(const struct merv_state *s);
/* Sites that walls leave open to attack from one side at least, R6.2. */
uint32_t merv__exposed(const struct merv_state *s);
/* Sites with that action. */
uint32_t merv__sites_of(const struct merv_state *s, int action);
/* Distance of a site from the action slot of its line on that side (round 1..4). */
int merv__distance(int round, int site);
/* The line through a site that is not the one of this round. */
uint32_t merv__across(int round, int site);
/* Index into the mosque tables of the space a player on `path` reaches as number `space`. */
int merv__space(const struct merv_edition *ed, int path, int space);
static inline int merv_mosque_last(const struct merv_edition *ed)
{
    return ed->mosque_path + ed->mosque_lane + ed->mosque_top;
}

/* ---- gains (gain.c) ------------------------------------------------------------------------- */

void merv__points(struct merv *g, int owner, int part, int n);
void merv__favour(struct merv *g, int owner);
void merv__influence(struct merv *g, int owner);
void merv__influences(struct merv *g, int owner, int n);
void merv__cubes(struct merv *g, int owner, int colour, int n);
void merv__camels(struct merv *g, int owner, int n);
/* Scrolls with the discoveries they bring (people only), R5.5. */
void merv__scrolls(struct merv *g, int owner, int n);
void merv__goods(struct merv *g, int owner, bool rare, int n);
/* A gain of the tables for a person: at once, or pushed to be decided. */
void merv__gain(struct merv *g, int owner, int gain);
void merv__push(struct merv *g, int kind, int n);
void merv__pop(struct merv *g);
int merv__supply(const struct merv_at *g, int colour);
int merv__scrolls_left(const struct merv_at *g);
int merv__goods_left(const struct merv_at *g, bool rare);
/* Puts a servant on a site and gives the influence, R5.2. */
void merv__deploy(struct merv *g, int owner, int site);
uint32_t merv__soldier_targets(const struct merv_at *g, int owner);
void merv__courtier(struct merv *g, int owner, int hall);
/* Halls with room, as a set; none without a servant. */
unsigned merv__open_halls(const struct merv_at *g, int owner);
void merv__build_wall(struct merv *g, int owner, int slot, int kind);
int merv__wall_reserve(const struct merv_at *g, int kind);
void merv__climb(struct merv *g, int owner, int path);
void merv__found_post(struct merv *g, int owner, int city);
unsigned merv__post_cities(const struct merv_at *g, int owner);
void merv__upgrade(struct merv *g, int owner, int site, int colour);
void merv__contract(struct merv *g, int owner, int card, int rare_for_any);
/* Cards on top of piles, as a set; the one on top of a pile, or -1. */
uint32_t merv__top_contracts(const struct merv_state *s);
int merv__top_contract(const struct merv_state *s, int pile);
/* Discovery tiles of a level (1..4) still there. */
uint32_t merv__tiles_left(const struct merv_at *g, int level);
unsigned merv__scoring_tiles_left(const struct merv_at *g);

/* ---- caravan row (caravan.c) ---------------------------------------------------------------- */

int merv__spice_limit(const struct merv_edition *ed, int influence);
/* Cards of the row whose spice the player may own, as a set of indexes. */
unsigned merv__allowed_cards(const struct merv_at *g, int owner);
void merv__take_card(struct merv *g, int owner, int index);
void merv__refill(struct merv *g);
/* A camel comes to rest on the row, the market, or leaves the game, R5.6. Whose doing it is: a
 * seat, or -1 when it comes from the trade routes. */
void merv__park_camel(struct merv *g, int seat);
int merv__deck_left(const struct merv_at *g, int left[SPICES]);

/* ---- payments (pay.c) ----------------------------------------------------------------------- */

/* Number of ways to pay for what s->paying names; writes them as moves if out is given. */
int merv__payments(const struct merv_at *g, sr_move *out, int most);
/* Whether the active player could pay for it. */
bool merv__can_pay(const struct merv_at *g, int price, int what);
int merv__most_scrolls(const struct merv_at *g);
void merv__pay(struct merv *g, sr_move move);

/* ---- flow (legal.c, turn.c, season.c) ------------------------------------------------------- */

/* Goes on from what was just played to the next real decision. */
void merv__settle(struct merv *g);
void merv__apply(struct merv *g, sr_move move);
/* The question asked now. */
int merv__decision(const struct merv_state *s);
int merv__legal(const struct merv_at *g, sr_move *out, int verb);
/* Whether the benefit on top of the stack has an option at all. */
bool merv__benefit_possible(const struct merv_at *g);
/* Links of the trade map on which a purchase in that city lays a camel, named by their city. */
unsigned merv__links_missing(const struct merv_at *g, int city);
void merv__hand_to(struct merv *g, int who);

void merv__start_round(struct merv *g);
void merv__end_turn(struct merv *g);
void merv__place_master(struct merv *g, int owner, int slot);
/* Free slots as a set of slot - 1. */
unsigned merv__free_slots(const struct merv_state *s);
/* R6.1: the master on slot s->slot spends camels and takes its place. */
void merv__queue_up(struct merv *g, int owner, int camels);
int merv__queue_free(const struct merv_state *s);
void merv__ransom(struct merv *g, int colour);
unsigned merv__ransom_cubes(const struct merv_at *g, int owner, int site);
void merv__score_courtiers(struct merv *g, int owner, const int count[HALLS]);
int merv__hall_vp(const struct merv_player *p, int hall);
int merv__set_value(const struct merv_edition *ed, const uint8_t cards[SPICES]);

/* ---- the Magistrate (magistrate.c) ---------------------------------------------------------- */

void merv__magistrate_turn(struct merv *g);
/* R8.1: his choices for the High Courtier. */
int merv__magistrate_slot(const struct merv_at *g);
int merv__magistrate_site(const struct merv_at *g, uint32_t sites);
void merv__solo_round_end(struct merv *g);
void merv__solo_year_end(struct merv *g);

/* ---- the table of functions (merv.c, check.c, setup.c) -------------------------------------- */

void merv__set_up(struct merv *g);
const char *merv__check_edition(const void *ed);
const char *merv__check(const void *ed, const void *state);
void merv__scores(const void *ed, const void *state, struct sr_scores *out);

#ifdef __cplusplus
}
#endif
#endif
