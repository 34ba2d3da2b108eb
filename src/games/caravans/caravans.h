/* caravans.h: state, edition and vocabularies of Caravans, and what its files share.
 *
 * Rule numbers (R6.2) are those of docs/rules/caravans.md. The map is the list of laid tiles; every
 * question about places is answered from an 8 x 8 window of bits around one hex (map.c). */
#ifndef SERAI_CARAVANS_H
#define SERAI_CARAVANS_H

#include "serai/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- vocabularies ---------------------------------------------------------------------------- */

/* A unit is one écu or one resource pawn; its kind is 0 for an écu, else a resource. */
enum { ECU, WOOD, WHEAT, CERAMICS, COAL, IRON, FABRIC, GOLD, GEMS, SPICES, KINDS };
enum { RESOURCES = KINDS - 1 }; /* arrays over resources are indexed by kind - 1 */
enum { COMMON, RARE, PRECIOUS, CLASSES };
enum { REGIONS = 3 };
enum { EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST, DIRS };
enum { SHAPE_D, SHAPE_U, SHAPES };
enum { TURNS = 3 };
enum { D0, D1, D2, U0, U1, U2, LAYS }; /* a lay is shape * TURNS + turn */
enum { AT_SUBURB, AT_FORUM, PLACES };

/* The question asked now (R4.2); the same numbers index the decisions. */
enum {
    ASK_PLACE,
    ASK_PICK,
    ASK_ACTION,
    ASK_TILE,
    ASK_SPOT,
    ASK_TURN,
    ASK_TRADE,
    ASK_GIVE,
    ASK_WANT,
    ASK_REPLY,
    ASK_INVEST,
    ASK_BRIBE,
    ASK_STAKE,
    ASK_LIGHTEN,
    ASK_PRODUCE,
    ASK_DESTROY,
    PHASES
};

enum {
    V_PLACE,
    V_PICK,
    V_MOVE,
    V_EXPLORE,
    V_BUILD,
    V_TRADE,
    V_END,
    V_TILE,
    V_SPOT,
    V_TURN,
    V_SELL,
    V_BUY,
    V_OFFER,
    V_DONE,
    V_GIVE,
    V_NEXT,
    V_ASK,
    V_SEND,
    V_WITHDRAW,
    V_ACCEPT,
    V_DECLINE,
    V_SKIP,
    V_INVEST,
    V_BRIBE,
    V_STAKE,
    V_FINISH,
    V_DROP,
    V_PRODUCE,
    V_DESTROY,
    VERBS
};

enum {
    E_PLACE,
    E_PICK,
    E_PURSE,
    E_ROUND,
    E_TURN,
    E_MOVE,
    E_EXPLORE,
    E_DRAW,
    E_DRAW_KNOWN,
    E_LAY,
    E_REJECT,
    E_PAY,
    E_BUILD,
    E_COMPLETE,
    E_EXPERTISE,
    E_TRADE,
    E_LOSE,
    E_MARKER,
    E_SELL,
    E_BUY,
    E_TOLL,
    E_OFFER,
    E_OFFER_GIVE,
    E_OFFER_ASK,
    E_WITHDRAW,
    E_ACCEPT,
    E_DECLINE,
    E_BRIBE,
    E_STAKE,
    E_INVEST,
    E_DROP,
    E_PRODUCE,
    E_DESTROY,
    E_IDLE,
    E_WIN,
    E_STALL,
    E_CAP,
    E_SOLO_WIN,
    E_SOLO_LOSS,
    EVENTS
};

enum { OPT_WIDE, OPT_PURSE, OPT_BARTER, OPT_TURNS, OPT_OFFERS, OPT_BRIBE, OPT_SUBURBS }; /* R15 */
enum { TURNS_RANDOM, TURNS_FIXED };        /* R15.4 */
enum { OFFERS_LIMITED, OFFERS_FREE };      /* R15.5 */
enum { ALIKE_WITHOUT_ECUS, ALIKE_ALWAYS }; /* R15.6 */
enum { SUBURBS_MANY, SUBURBS_ONE };        /* R15.7 */
enum { BY_GOAL, BY_STALL, BY_CAP, ENDINGS };
enum { GRADES = 4 };

/* ---- room ------------------------------------------------------------------------------------ */

/* How much an edition may hold. What does not fit is refused by its field's range. */
enum {
    REGION_TILES = 24,               /* tiles of one region */
    TILES = REGIONS * REGION_TILES,  /* tile number: region * REGION_TILES + place in its list */
    SLOTS = 6,                       /* tiles of the starting map */
    CITIES_EACH = 6,                 /* city markers of a player */
    NEUTRALS = 6,                    /* neutral cities of the solo variant */
    CITIES = SR_SEATS_MAX * CITIES_EACH,
    DRAWN = 4,                       /* tiles drawn by one exploration */
    CENTRALS = RESOURCES,
    UNITS_LIMIT = 999,               /* units a caravan can hold, R17.1 */
    FORUM_LIMIT = 250,               /* pawns of one resource in a forum, R17.1 */
    OFFERS_LIMIT = 99,               /* offers of one visit, R17.2 */
    COORD_LIMIT = 2 * TILES + 8,     /* a tile reaches 2 hexes past a caravan, R2.6 */
    LONGEST_LIST = 3 * RESOURCES + SR_SEATS_MAX /* R8.2: sales, two ways to buy, offers, done */
};

/* ---- edition --------------------------------------------------------------------------------- */

struct caravans_region {
    uint16_t resources; /* bit per resource (kind - 1) */
    uint8_t tile_count;
    uint8_t spare;
    uint8_t tiles[REGION_TILES][3]; /* resources as kind - 1, h0 h1 h2 clockwise */
};

struct caravans_slot {
    int8_t q, r;
    uint8_t region, lay;
};

struct caravans_hex {
    int8_t q, r;
};

/* R2.10 and the tables of R2. */
struct caravans_edition {
    struct caravans_region regions[REGIONS];
    uint8_t classes[RESOURCES];
    uint8_t values[CLASSES]; /* influence for one invested resource */
    uint8_t central_count;
    uint8_t central[CENTRALS]; /* resources as kind - 1 */
    struct caravans_slot slots[SLOTS];
    uint8_t seat_resources[SR_SEATS_MAX][CLASSES];
    uint8_t start_ecus;
    uint8_t late_purse[SR_SEATS_MAX];

    uint8_t win_influence;
    uint8_t actions_per_turn;
    uint8_t tiles_drawn;
    uint8_t explore_pay;
    uint8_t cities_per_player;
    uint8_t city_min_dist;
    uint8_t city_wide_dist;
    uint8_t expertise_kinds;
    uint8_t stock_min_building;
    uint8_t stock_min_complete;
    uint8_t stock_max;
    uint8_t pawns_per_suburb;
    uint8_t price;
    uint8_t price_reduced;
    uint8_t price_exotic;
    uint8_t own_trade_loss; /* of the first own-city trade */
    uint8_t own_trade_step; /* and how much more each further one costs */
    uint8_t bribe_units;
    uint8_t caravan_max;
    uint8_t barter_offers;
    uint8_t barter_units; /* on each side of an offer; 0: what the caravans hold */
    uint8_t stall_rounds;
    uint8_t round_cap;

    uint8_t neutral_count;
    struct caravans_hex neutral[NEUTRALS];
    uint8_t solo_rounds;
    uint8_t solo_grades[GRADES]; /* last round of each grade, best first */
};

/* ---- state ----------------------------------------------------------------------------------- */

struct caravans_tile {
    int16_t q, r; /* anchor of the footprint */
    uint8_t tile;
    uint8_t lay;
};

struct caravans_player {
    int16_t q, r;
    uint16_t units[KINDS];
    uint16_t influence;
    uint16_t expertise; /* bit per resource (kind - 1) */
    uint8_t own_trades; /* own-city trades so far: the loss marker */
    uint8_t passage;    /* city last dealt with, or SR_NONE */
    uint8_t cities;     /* markers left */
    uint8_t placed;     /* the caravan is on the map */
};

struct caravans_city {
    int16_t q, r;
    uint8_t governor; /* SR_NONE: neutral */
    uint8_t complete;
    uint8_t pointer; /* neutral cities: direction where restocking goes on; else 0 */
    uint8_t suburbs[DIRS];
    uint8_t forum[RESOURCES];
};

struct caravans_stack {
    uint8_t size;
    uint8_t known; /* so many at the bottom have been seen by all */
    uint8_t tiles[REGION_TILES]; /* top first */
};

struct caravans {
    struct sr_head head;
    struct caravans_player players[SR_SEATS_MAX];
    struct caravans_tile tiles[TILES];  /* the first six are the starting map */
    struct caravans_city cities[CITIES];/* in founding order */
    int16_t spot_q, spot_r;             /* footprint chosen, in ASK_TURN */
    uint16_t bought, sold;              /* resources dealt with the city in this visit */
    uint16_t stake;                     /* resources staked so far */
    uint16_t give[KINDS], want[KINDS];  /* of the offer in hand */
    uint16_t bribe[KINDS];              /* paid so far */
    struct caravans_stack stacks[REGIONS];
    uint8_t central; /* resource (kind - 1) of the central hex */
    uint8_t tile_count, city_count;
    uint8_t round;   /* 0: the first round, R3.3 */
    uint8_t active;
    uint8_t phase;
    uint8_t actions; /* left in this turn */
    uint8_t city;    /* being restocked, in ASK_PRODUCE and ASK_DESTROY */
    uint8_t productive, idle;
    uint8_t drawn_count;
    uint8_t drawn[DRAWN];
    uint8_t taken;      /* tile chosen among the drawn, or SR_NONE */
    uint8_t spot_shape; /* with spot_q, spot_r */
    uint8_t offers;     /* opened in this visit */
    uint8_t partner;    /* of the offer in hand, or SR_NONE */
    uint8_t ending; /* BY_..., or SR_NONE */
};

/* ---- vocabularies and tables, caravans.c and edition.c --------------------------------------- */

extern const struct sr_names caravans__kind_names, caravans__resource_names,
    caravans__class_names, caravans__region_names, caravans__dir_names, caravans__shape_names,
    caravans__lay_names, caravans__tile_names, caravans__place_names, caravans__phase_names,
    caravans__ending_names, caravans__grade_names;
extern const struct caravans_edition caravans__edition;
extern const struct sr_field caravans__edition_fields[];
const char *caravans__check_edition(const void *edition);

/* ---- moves ----------------------------------------------------------------------------------- */

/* Coordinates in moves: 11 bits each, two's complement. */
enum { Q_SHIFT = 8, R_SHIFT = 19, COORD_BITS = 11, SHAPE_SHIFT = 30 };

static inline sr_move caravans__verb(int verb) { return (sr_move)verb; }
static inline sr_move caravans__verb_kind(int verb, int kind)
{
    return sr_move_make(verb, kind, 0, 0);
}

static inline int caravans__signed(sr_move m, int shift)
{
    const int v = sr_move_bits(m, shift, COORD_BITS);
    return v >= 1 << (COORD_BITS - 1) ? v - (1 << COORD_BITS) : v;
}

/* Lists one move of the verb for each kind in the set; returns how many. */
int caravans__list_kinds(int verb, unsigned kinds, sr_move *out);
/* Whether the move is the verb with a kind of the set. */
bool caravans__names_kind(sr_move m, int verb, unsigned kinds);

/* ---- small questions ------------------------------------------------------------------------- */

static inline int caravans__units(const struct caravans_player *p)
{
    int n = 0;
    for (int k = 0; k < KINDS; k++)
        n += p->units[k];
    return n;
}

static inline int caravans__distance(int q1, int r1, int q2, int r2)
{
    const int dq = q1 - q2, dr = r1 - r2, ds = dq + dr;
    return sr_max(dq < 0 ? -dq : dq, sr_max(dr < 0 ? -dr : dr, ds < 0 ? -ds : ds));
}

/* Whether the distance is at most so far, without branches. */
static inline bool caravans__within(int q1, int r1, int q2, int r2, int far)
{
    const int dq = q1 - q2, dr = r1 - r2;
    const unsigned span = 2u * (unsigned)far;
    return ((unsigned)(dq + far) <= span) & ((unsigned)(dr + far) <= span) &
           ((unsigned)(dq + dr + far) <= span);
}

static inline int caravans__region_of(int tile) { return tile / REGION_TILES; }

/* Kind printed on hex h (0..2) of a tile. */
static inline int caravans__print(const struct caravans_edition *ed, int tile, int h)
{
    return ed->regions[tile / REGION_TILES].tiles[tile % REGION_TILES][h] + 1;
}

/* ---- map.c ----------------------------------------------------------------------------------- */

extern const int8_t caravans__dir_q[DIRS], caravans__dir_r[DIRS];

/* Free footprints around a hex: bit (dr + 3) * 8 + dq + 3 stands for the anchor. */
struct caravans_spots {
    uint64_t d, u;
};

/* Explored cells around (q, r), one bit each as above; exact for the cells up to 2 hexes away. */
uint64_t caravans__window(const struct caravans *s, int q, int r);
/* The same, with the tile that lies on (q, r), or -1. */
uint64_t caravans__look(const struct caravans *s, int q, int r, int *under);
/* Bit per direction: the neighbour cell is explored. */
unsigned caravans__explored_dirs(uint64_t window);
/* Where a tile fits next to a caravan in the middle of the window, R6.4. */
struct caravans_spots caravans__spots(uint64_t window);
/* Kinds printed on the six neighbours (by direction) and, last, on (q, r); 0 where unexplored. */
void caravans__prints(const struct caravans_edition *ed, const struct caravans *s, int q, int r,
                      uint8_t out[DIRS + 1]);
/* Region of an explored hex, or -1 for the central hex and for empty cells. */
int caravans__region_at(const struct caravans *s, int q, int r);
/* Cell c (0..2, clockwise) of a footprint. */
void caravans__cell(int shape, int q, int r, int c, int *cell_q, int *cell_r);
/* Adds a tile to the map and completes cities, R6.6. */
void caravans__lay(const struct caravans_edition *ed, struct caravans *s, int tile, int lay, int q,
                   int r, struct sr_events *ev);

/* ---- cities: city.c -------------------------------------------------------------------------- */

/* City whose forum is on (q, r), or -1. */
int caravans__forum_at(const struct caravans *s, int q, int r);
bool caravans__can_build(const struct caravans_edition *ed, const struct caravans *s);
/* Founds a city (governor SR_NONE: neutral), R7.2. */
void caravans__found(const struct caravans_edition *ed, struct caravans *s, int governor, int q,
                     int r, struct sr_events *ev);
/* Marks a city complete when its six suburbs are explored, R7.4. */
void caravans__complete(const struct caravans_edition *ed, struct caravans *s, int city,
                        struct sr_events *ev);
/* Pawns one suburb of a player's city may hold, R12.2. */
int caravans__suburb_max(const struct caravans_edition *ed, const struct caravans *s);
/* Pawns lying in a city. */
int caravans__stock(const struct caravans_city *c);
/* Restocks the cities from s->city on until a governor is asked or all are done, R12. */
bool caravans__restock(const struct caravans_edition *ed, struct caravans *s,
                       struct sr_events *ev);
/* Resources (bit per kind) that may be answered, and kinds of destruction (bit: forum kind - 1,
 * then 9 + suburb kind - 1). */
unsigned caravans__produce_kinds(const struct caravans_edition *ed, const struct caravans *s);
unsigned caravans__destroy_pawns(const struct caravans_edition *ed, const struct caravans *s);
void caravans__produce(const struct caravans_edition *ed, struct caravans *s, int kind,
                       struct sr_events *ev);
void caravans__destroy(const struct caravans_edition *ed, struct caravans *s, int pawn,
                       struct sr_events *ev);

/* ---- first round: setup.c -------------------------------------------------------------------- */

void caravans__setup(const void *edition, void *state);
int caravans__list_start(const struct caravans_edition *ed, const struct caravans *s, sr_move *out);
unsigned caravans__pick_kinds(const struct caravans_edition *ed, const struct caravans *s);
void caravans__place(const struct caravans_edition *ed, struct caravans *s, int q, int r,
                     struct sr_events *ev);
void caravans__pick(const struct caravans_edition *ed, struct caravans *s, int kind,
                    struct sr_events *ev);

/* ---- actions: turn.c, explore.c -------------------------------------------------------------- */

static inline void caravans__enter(struct caravans *s, int phase) { s->phase = (uint8_t)phase; }

void caravans__begin_turn(const struct caravans_edition *ed, struct caravans *s, int seat,
                          struct sr_events *ev);
/* The next action, or the end of the action phase. */
void caravans__next_action(const struct caravans_edition *ed, struct caravans *s,
                           struct sr_events *ev);
void caravans__end_actions(const struct caravans_edition *ed, struct caravans *s,
                           struct sr_events *ev);
void caravans__after_investment(const struct caravans_edition *ed, struct caravans *s,
                                struct sr_events *ev);
void caravans__after_lightening(const struct caravans_edition *ed, struct caravans *s,
                                struct sr_events *ev);
/* Goes on restocking; when all cities are done the next seat plays. */
void caravans__go_on_restocking(const struct caravans_edition *ed, struct caravans *s,
                                struct sr_events *ev);
int caravans__list_actions(const struct caravans_edition *ed, const struct caravans *s,
                           sr_move *out);
bool caravans__allows_action(const struct caravans_edition *ed, const struct caravans *s,
                             sr_move m);
void caravans__act(const struct caravans_edition *ed, struct caravans *s, sr_move m,
                   struct sr_events *ev);

bool caravans__can_explore(const struct caravans_edition *ed, const struct caravans *s,
                           uint64_t window, int under);
void caravans__explore(const struct caravans_edition *ed, struct caravans *s,
                       struct sr_events *ev);
int caravans__list_explore(const struct caravans_edition *ed, const struct caravans *s,
                           sr_move *out);
bool caravans__allows_explore(const struct caravans_edition *ed, const struct caravans *s,
                              sr_move m);
void caravans__explore_step(const struct caravans_edition *ed, struct caravans *s, sr_move m,
                            struct sr_events *ev);

/* ---- trade.c, barter.c ----------------------------------------------------------------------- */

bool caravans__can_trade(const struct caravans_edition *ed, const struct caravans *s);
void caravans__open_visit(struct caravans *s);
int caravans__list_trade(const struct caravans_edition *ed, const struct caravans *s, sr_move *out);
bool caravans__allows_trade(const struct caravans_edition *ed, const struct caravans *s, sr_move m);
void caravans__trade_step(const struct caravans_edition *ed, struct caravans *s, sr_move m,
                          struct sr_events *ev);
/* Influence the next own-city trade of a player costs, R8.5. */
int caravans__own_trade_loss(const struct caravans_edition *ed, const struct caravans_player *p);

/* Bit per kind: what a caravan holds. */
static inline unsigned caravans__kinds_held(const struct caravans_player *p)
{
    unsigned set = 0;
    for (int k = 0; k < KINDS; k++)
        set |= (unsigned)(p->units[k] > 0) << k;
    return set;
}

/* Bit per seat: barter partners of the active player, R9.1. */
unsigned caravans__partners(const struct caravans_edition *ed, const struct caravans *s);
/* How many offers a visit may see: 0 when barter is off, R15.3. */
int caravans__offers_max(const struct caravans_edition *ed, const struct caravans *s);
void caravans__open_offer(struct caravans *s, int partner, struct sr_events *ev);
int caravans__list_barter(const struct caravans_edition *ed, const struct caravans *s,
                          sr_move *out);
bool caravans__allows_barter(const struct caravans_edition *ed, const struct caravans *s,
                             sr_move m);
void caravans__barter_step(const struct caravans_edition *ed, struct caravans *s, sr_move m,
                           struct sr_events *ev);

/* ---- invest.c -------------------------------------------------------------------------------- */

bool caravans__can_invest(const struct caravans_edition *ed, const struct caravans_player *p);
int caravans__list_invest(const struct caravans_edition *ed, const struct caravans *s,
                          sr_move *out);
bool caravans__allows_invest(const struct caravans_edition *ed, const struct caravans *s,
                             sr_move m);
void caravans__invest_step(const struct caravans_edition *ed, struct caravans *s, sr_move m,
                           struct sr_events *ev);

/* ---- legal.c --------------------------------------------------------------------------------- */

int caravans__legal(const void *edition, const void *state, sr_move *out);
bool caravans__allows(const void *edition, const void *state, sr_move m);
void caravans__apply(const void *edition, void *state, sr_move m, struct sr_events *ev);
int caravans__actor(const void *state);
int caravans__decision(const void *state);

/* ---- score.c, view.c, check.c ---------------------------------------------------------------- */

/* Ends the game, R13. */
void caravans__end(const struct caravans_edition *ed, struct caravans *s, int ending,
                   struct sr_events *ev);
int caravans__grade(const struct caravans_edition *ed, int round);
void caravans__scores(const void *edition, const void *state, struct sr_scores *out);
void caravans__hide(const void *edition, void *view, int seat);
void caravans__fill(const void *edition, void *state, int viewer, struct sr_rng *rng);
const char *caravans__check(const void *edition, const void *state);

#ifdef __cplusplus
}
#endif
#endif
