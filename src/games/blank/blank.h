/* blank.h: the template game:
 * a deck of wares, hidden hands, one decision a turn. Small, but with one of everything a game
 * needs. Its rules are in docs/rules/blank.md. */
#ifndef SERAI_GAMES_BLANK_H
#define SERAI_GAMES_BLANK_H

#include "serai/game.h"

enum { BLANK_SEATS = 4, BLANK_DECK = 40 };
enum blank_ware { BLANK_WOOL, BLANK_SPICE, BLANK_SILK, BLANK_JADE, BLANK_WARES };

/* Verbs of moves and events index the tables in blank.c. */
enum blank_move { BLANK_TAKE, BLANK_SELL, BLANK_MOVES };
enum blank_event { BLANK_TOOK, BLANK_SOLD, BLANK_ROUND, BLANK_END, BLANK_EVENTS };

/* Every number a designer may change. */
struct blank_edition {
    uint8_t rounds;
    uint8_t start_cards;
    uint8_t copies[BLANK_WARES];
    uint8_t price[BLANK_WARES];
};

struct blank_player {
    uint8_t hand[BLANK_WARES]; /* how many of each ware; hidden from others */
    uint8_t hand_count;
    uint8_t points;
};

struct blank_state {
    struct sr_head head;
    uint8_t round; /* 1.. */
    uint8_t active;
    uint8_t deck_count;
    uint8_t spare;
    uint8_t deck[BLANK_DECK]; /* next card last; hidden from everybody */
    uint8_t sold[BLANK_WARES];
    struct blank_player player[BLANK_SEATS];
};

/* Options, by index in sr_head.option. */
enum blank_option { BLANK_OPEN_HANDS };

extern const struct blank_edition blank__edition;
extern const struct sr_field blank__edition_fields[];
extern const struct sr_names blank__wares;

const char *blank__check_edition(const void *ed);

void blank__setup(const void *ed, void *state);
int blank__actor(const void *state);
int blank__decision(const void *state);
int blank__legal(const void *ed, const void *state, sr_move *out);
void blank__apply(const void *ed, void *state, sr_move move, struct sr_events *ev);
void blank__scores(const void *ed, const void *state, struct sr_scores *out);

void blank__hide(const void *ed, void *view, int seat);
void blank__fill(const void *ed, void *state, int viewer, struct sr_rng *rng);
const char *blank__check(const void *ed, const void *state);

#endif
