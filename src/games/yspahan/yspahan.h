/* yspahan.h: state, edition and vocabularies of Yspahan, and what its files share.
 *
 * Rule numbers (R4.3) are those of docs/rules/yspahan.md. Things with fixed names (levels,
 * souks, squares, cards, buildings) are enums; every number a designer may turn is in the
 * edition.
 *
 * The deck keeps no order: a draw picks one of its cards with equal chance, which is the same
 * game as an order fixed by the shuffle (R10.4) with less to hide. */
#ifndef SERAI_GAMES_YSPAHAN_H
#define SERAI_GAMES_YSPAHAN_H

#include "serai/game.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    YSP_SEATS = 4,
    YSP_LEVELS = 6,
    YSP_SOUKS = 14,
    YSP_SHOPS = 47,
    YSP_SQUARES = 29,
    YSP_LINES = 3,
    YSP_LINE_MAX = 8,                       /* camels of a caravan line, at most */
    YSP_CARAVAN = YSP_LINES * YSP_LINE_MAX,
    YSP_BUILDINGS = 6,
    YSP_CARDS = 9,                          /* kinds */
    YSP_COPIES_MAX = 4,                     /* of a kind, at most */
    YSP_HAND = YSP_CARDS * YSP_COPIES_MAX,
    YSP_LINKS = 2,                          /* shops beside a square, at most */
    YSP_FACES = 6,
    YSP_STOCK_MAX = 350,                    /* R8.8: camels or gold of one player */
    YSP_POINTS_MAX = 9999
};

enum ysp_phase { PH_SUPPLY, PH_SELECT, PH_PLACE, PH_MOVE, PH_SEND, PH_KEEP, PH_POST, PH_OVER };
enum ysp_level { LV_CAMEL, LV_BAG, LV_BARREL, LV_CHEST, LV_VASE, LV_GOLD };
enum ysp_action { AC_TOWER, AC_SUPERVISOR, AC_CARD, AC_BUILD };
enum ysp_building {
    BD_PADDOCK, BD_BOOTH, BD_HAMMAM, BD_CARAVANSERAI, BD_BAZAAR, BD_HOIST
};
enum ysp_card {
    CD_THREE_CAMELS, CD_THREE_GOLD, CD_BUILD_NO_CAMEL, CD_BUILD_NO_GOLD, CD_LOAD_CARAVAN,
    CD_PLACE_GOOD, CD_GOLD_TO_VP, CD_CAMELS_TO_VP, CD_EXCHANGE
};
enum ysp_points { PT_SOUKS, PT_SENT, PT_COUNTS, PT_BUILDINGS, PT_CARDS, PT_PARTS };
enum ysp_option { OP_BUILD_CARDS, OP_FIRST_SEAT };
enum { BUILD_CARDS_FREE, BUILD_CARDS_DISCOUNT };
enum { FIRST_SEAT_0, FIRST_SEAT_RANDOM };

/* The play verbs stand in the order of the cards: MV_PLAY + card. */
enum ysp_verb {
    MV_BUY, MV_SEL, MV_DRAW, MV_PASS, MV_PUT, MV_MOVE, MV_SEND, MV_LOAD, MV_KEEP, MV_BUILD,
    MV_END, MV_PLAY,
    MV_PLAY_PLACE_GOOD = MV_PLAY + 5, MV_PLAY_EXCHANGE = MV_PLAY + 8, MV_COUNT
};

enum ysp_event {
    EV_DAY, EV_TURN, EV_BUY, EV_ROLL, EV_GROUP, EV_SELECT, EV_BOOST, EV_PLAY, EV_DISCOUNT,
    EV_TAKE_CAMELS, EV_TAKE_GOLD, EV_PAY_CAMELS, EV_PAY_GOLD, EV_DRAW, EV_RESHUFFLE, EV_PASS,
    EV_PUT, EV_COMPLETE, EV_RETURN, EV_MOVE, EV_SEND, EV_LOAD, EV_KEEP, EV_CARAVAN, EV_FULL,
    EV_COUNT, EV_EMPTIED, EV_BUILD, EV_CARD_POINTS, EV_YELLOW_OUT, EV_WEEK_END, EV_SOUK,
    EV_HOME, EV_OVER, EV_KINDS
};

/* ---- edition ------------------------------------------------------------------------- */

struct yspahan_souk {
    uint8_t first, size; /* its shops are first .. first + size - 1 */
    uint8_t value;
};

struct yspahan_price {
    uint8_t camels, gold;
};

struct yspahan_edition {
    uint8_t weeks, days;
    uint8_t start_gold, start_camels;
    uint8_t white_dice[3]; /* with 2, 3, 4 players */
    uint8_t yellow_dice, yellow_price;
    uint8_t boost_dice;
    uint8_t line_camels[3]; /* with 2, 3, 4 players */
    uint8_t line_points[YSP_LINES], line_factor[YSP_LINES];
    struct yspahan_souk souks[YSP_SOUKS];
    uint8_t links[YSP_SQUARES][YSP_LINKS]; /* shops beside a square, or SR_NONE */
    uint8_t step_price, keep_price;
    struct yspahan_price buildings[YSP_BUILDINGS];
    uint8_t building_points[YSP_BUILDINGS]; /* by how many the builder then has */
    uint8_t paddock_camels, booth_gold, hammam_squares, caravanserai_cards, bazaar_points,
        hoist_goods;
    uint8_t copies[YSP_CARDS];
    uint8_t card_camels, card_gold;
    uint8_t gold_most, gold_points;     /* GOLD_TO_VP: pieces at most, points each */
    uint8_t camels_most, camels_points; /* CAMELS_TO_VP */
};

/* ---- state --------------------------------------------------------------------------- */

struct yspahan_player {
    uint16_t points[PT_PARTS];
    uint16_t gold, camels;
    uint8_t hand[YSP_HAND];   /* kinds, ascending; only the owner sees them */
    uint8_t cards;            /* size of the hand */
    uint8_t drawn[YSP_CARDS]; /* by kind: drawn by this player since the last shuffle. Only he
                                 knows; it narrows what he may expect in the deck (R10.3) */
    uint8_t buildings;        /* bit set */
    uint8_t spare;
};

struct yspahan_group {
    uint8_t value, white, yellow; /* value 0 and no dice: empty */
};

struct yspahan_state {
    struct sr_head head;
    struct yspahan_player players[YSP_SEATS];
    struct yspahan_group tower[YSP_LEVELS];
    uint8_t shops[YSP_SHOPS];     /* owner of the good there, or SR_NONE */
    uint8_t caravan[YSP_CARAVAN]; /* owners in order of arrival */
    uint8_t caravan_count;
    uint8_t deck[YSP_CARDS];     /* by kind; nobody sees it */
    uint8_t discard[YSP_CARDS];
    uint8_t shuffled[YSP_CARDS]; /* what the deck was made of at the last shuffle: public */
    uint8_t week, day;           /* from 1 */
    uint8_t order[YSP_SEATS];    /* seats in order of today's turns, the first player first */
    uint8_t turns;               /* turns of the day */
    uint8_t turn_index;          /* whose turn it is: order[turn_index] */
    uint8_t supervisor;
    uint8_t phase;
    uint8_t level;     /* PLACE: level in use; else SR_NONE */
    uint8_t goods;     /* PLACE: goods still to be placed */
    uint8_t value;     /* MOVE: face value */
    uint8_t pending[YSP_LINKS]; /* SEND and KEEP: shops still to be emptied, ascending */
    uint8_t pending_count;
    uint8_t asked;     /* KEEP: the shop whose owner is asked; else SR_NONE */
    uint8_t built;     /* POST: the normal build of this turn has been used */
    uint8_t spare;
};

/* What every rule needs: the numbers, the game, and where to report. */
struct ysp {
    const struct yspahan_edition *ed;
    struct yspahan_state *s;
    struct sr_events *ev;
};

/* ---- small questions ----------------------------------------------------------------- */

static inline int ysp_active(const struct yspahan_state *s) { return s->order[s->turn_index]; }
static inline int ysp_has(const struct yspahan_player *p, int building)
{
    return p->buildings >> building & 1;
}
/* R7.3: yellow dice are the first player's. */
static inline int ysp_dice(const struct yspahan_state *s, int seat, int level)
{
    const struct yspahan_group *g = &s->tower[level];
    return g->white + (seat == s->order[0] ? g->yellow : 0);
}
static inline int ysp_line_camels(const struct yspahan_edition *ed, const struct yspahan_state *s)
{
    return ed->line_camels[s->head.seats - 2];
}
static inline bool ysp_is_area(int level) { return level >= LV_BAG && level <= LV_VASE; }
/* R5.7, R9.1: with two players, or by option, build cards only lower the price of a build. */
static inline bool ysp_discounts(const struct yspahan_state *s)
{
    return s->head.seats == 2 || s->head.option[OP_BUILD_CARDS] == BUILD_CARDS_DISCOUNT;
}
static inline int ysp_lowest(uint64_t set) { return __builtin_ctzll(set); }
static inline uint64_t ysp_shops_of(const struct yspahan_souk *souk)
{
    return (((uint64_t)1 << souk->size) - 1) << souk->first;
}

/* ---- moves --------------------------------------------------------------------------- */

/* Packing and unpacking, as the argument rows in yspahan.c say. Optional arguments are stored
 * as value + 1 (names end in 1); 0 is none. */
static inline sr_move ysp_sel(int level, int action, int building1, int boost1, int discount1)
{
    return (uint32_t)(MV_SEL | level << 8 | action << 11 | building1 << 13 | boost1 << 16 |
                      discount1 << 20);
}
static inline int ysp_sel_level(sr_move m) { return sr_move_bits(m, 8, 3); }
static inline int ysp_sel_action(sr_move m) { return sr_move_bits(m, 11, 2); }
static inline int ysp_sel_building1(sr_move m) { return sr_move_bits(m, 13, 3); }
static inline int ysp_sel_boost1(sr_move m) { return sr_move_bits(m, 16, 4); }
static inline int ysp_sel_discount1(sr_move m) { return sr_move_bits(m, 20, 4); }

static inline sr_move ysp_shop_move(int verb, int shop, int souk)
{
    return (uint32_t)(verb | shop << 8 | souk << 14);
}
static inline int ysp_shop_of_move(sr_move m) { return sr_move_bits(m, 8, 6); }

static inline sr_move ysp_send_move(int shop, int souk, int owner)
{
    return (uint32_t)(MV_SEND | shop << 8 | souk << 14 | owner << 18);
}
static inline sr_move ysp_go(int square, int cost)
{
    return (uint32_t)(MV_MOVE | square << 8 | cost << 13);
}
static inline int ysp_go_square(sr_move m) { return sr_move_bits(m, 8, 5); }

static inline sr_move ysp_build_move(int building, int discount1)
{
    return (uint32_t)(MV_BUILD | building << 8 | discount1 << 11);
}
static inline int ysp_build_building(sr_move m) { return sr_move_bits(m, 8, 3); }
static inline int ysp_build_discount1(sr_move m) { return sr_move_bits(m, 11, 4); }

/* A number, or the building of a build card. */
static inline sr_move ysp_count_move(int verb, int n) { return (uint32_t)(verb | n << 8); }
static inline int ysp_count_of_move(sr_move m) { return sr_move_bits(m, 8, 8); }

/* Gold given for camels, or camels given for gold; one of the two is 0. */
static inline sr_move ysp_exchange(int gold, int camels)
{
    return (uint32_t)MV_PLAY_EXCHANGE | (uint32_t)gold << 8 | (uint32_t)camels << 17;
}
static inline int ysp_exchange_gold(sr_move m) { return sr_move_bits(m, 8, 9); }
static inline int ysp_exchange_camels(sr_move m) { return sr_move_bits(m, 17, 9); }

/* ---- shared by the files of the game ------------------------------------------------- */


/* edition.c */
extern const struct yspahan_edition yspahan__edition;
extern const struct sr_field yspahan__edition_fields[];
const char *yspahan__check_edition(const void *ed);

/* yspahan.c: vocabularies used by more than one table */
extern const struct sr_names yspahan__squares, yspahan__souks, yspahan__buildings, yspahan__cards,
    yspahan__levels, yspahan__tables, yspahan__lines;

/* stock.c: gains, payments and points, each with its event */
void yspahan__take_camels(const struct ysp *y, int seat, int n);
void yspahan__take_gold(const struct ysp *y, int seat, int n);
void yspahan__pay_camels(const struct ysp *y, int seat, int n);
void yspahan__pay_gold(const struct ysp *y, int seat, int n);
void yspahan__score(const struct ysp *y, int seat, int part, int n);

/* day.c: R3, R4, R6 */
void yspahan__setup(const void *ed, void *state);
void yspahan__buy(const struct ysp *y, int n);
void yspahan__end_turn(const struct ysp *y);
/* Enters POST, or ends the turn when there is nothing to ask (R4.9). It comes after most actions,
 * which say so by returning true: one call for all of them keeps the code small. */
void yspahan__post(const struct ysp *y);

/* select.c: R4.4, R4.5 */
bool yspahan__select(const struct ysp *y, sr_move m);
void yspahan__no_group(const struct ysp *y, bool draws);

/* city.c: R5.2, R6.2 */
int yspahan__souk_of(const struct yspahan_edition *ed, int shop); /* -1: in no souk */
/* Shops where the seat may put a good now, one bit each: of one neighbourhood; of the city,
 * and by neighbourhood. */
uint64_t yspahan__area_shops(const struct yspahan_edition *ed, const struct yspahan_state *s,
                         int seat, int level);
uint64_t yspahan__city_shops(const struct yspahan_edition *ed, const struct yspahan_state *s,
                         int seat, uint64_t by_level[YSP_LEVELS]);
void yspahan__put(const struct ysp *y, int seat, int shop);
bool yspahan__place(const struct ysp *y, int shop);
void yspahan__score_souks(const struct ysp *y);

/* streets.c: R5.3, R5.4 */
int yspahan__distance(int a, int b);
/* Gold the seat pays to move to a square with face value v. */
int yspahan__move_cost(const struct yspahan_edition *ed, const struct yspahan_state *s, int seat,
                   int square, int v);
bool yspahan__move(const struct ysp *y, int square);
bool yspahan__send(const struct ysp *y, int shop);
bool yspahan__answer(const struct ysp *y, bool keep);
/* Goes on with the pending goods: asks, or sends what leaves no choice. */
bool yspahan__send_on(const struct ysp *y);

/* caravan.c: R5.5, R6.3 */
void yspahan__load(const struct ysp *y, int owner, bool sent);
void yspahan__count_caravan(const struct ysp *y);

/* cards.c: R4.7, R5.6, R5.8 */
int yspahan__total(const uint8_t counts[YSP_CARDS]);
/* Bit per kind in the hand (of a hand that can be seen). */
unsigned yspahan__kinds(const struct yspahan_player *p);
/* Whether a card can be drawn: some card is not in a hand. */
bool yspahan__can_draw(const struct yspahan_edition *ed, const struct yspahan_state *s);
void yspahan__draw(const struct ysp *y, int seat);
void yspahan__discard(const struct ysp *y, int seat, int card, int event);
bool yspahan__play(const struct ysp *y, sr_move m);

/* buildings.c: R5.7, R7.4 */
/* discount: a build card, or -1. */
bool yspahan__can_build(const struct yspahan_edition *ed, const struct yspahan_player *p,
                    int building, int discount);
bool yspahan__can_build_any(const struct yspahan_edition *ed, const struct yspahan_state *s,
                        int seat); /* in POST, without a card */
void yspahan__build(const struct ysp *y, int seat, int building, int discount);
void yspahan__build_reduced(const struct ysp *y, int seat, int building, int discount);

/* legal.c */
int yspahan__legal(const void *ed, const void *state, sr_move *out);
bool yspahan__allows(const void *ed, const void *state, sr_move m);

/* view.c: R10 */
void yspahan__hide(const void *ed, void *view, int seat);
void yspahan__fill(const void *ed, void *state, int viewer, struct sr_rng *rng);

/* check.c */
const char *yspahan__check(const void *ed, const void *state);

#ifdef __cplusplus
}
#endif
#endif
