/* items.h: the things of a game that can be chosen or that chance brings: verbs, cards, tiles,
 * spaces, buildings, drawn cards. The list comes from the game's tables of moves and events. */
#ifndef SERAI_LAB_ITEMS_H
#define SERAI_LAB_ITEMS_H

#include "serai/game.h"

enum { ITEMS_MAX = 4096, ITEMS_OF_MOVE = 2 * SR_ARGS_MAX + 1 };

enum item_kind {
    ITEM_VERB,   /* any move with this verb */
    ITEM_WORD,   /* any move that names this word of a vocabulary: a card, a tile, a space */
    ITEM_MOVE,   /* a verb with the word, where the vocabulary serves several verbs */
    ITEM_CHANCE  /* an event that reveals the word: dice, draws */
};

struct item {
    enum item_kind kind;
    int verb;                     /* index into moves or events; WORD: 0 */
    int arg;                      /* which argument; VERB, WORD: 0 */
    const struct sr_names *names; /* NULL: VERB */
    int value;
};

/* Hexes that moves name by two signed numbers q and r, as far as ITEMS_REACH from the middle. */
enum { ITEMS_REACH = 9, ITEMS_HEXES = (2 * ITEMS_REACH + 1) * (2 * ITEMS_REACH + 1) };

/* Not to be copied: vocabularies of its own are in it. */
struct items {
    const struct sr_game *game;
    int count;
    struct item list[ITEMS_MAX];
    struct sr_names hexes; /* "+1-2" */
    const char *hex_name[ITEMS_HEXES];
    char hex_text[ITEMS_HEXES][8];
    /* Inside: the first item of an argument's words (-1: none). */
    int16_t verb[256];
    int16_t word[256][SR_ARGS_MAX], move[256][SR_ARGS_MAX];
    int16_t chance[256][SR_ARGS_MAX];
    int16_t hex[256];   /* of a verb */
    int8_t hex_arg[256];/* which argument is q; r follows */
};

/* Whether a vocabulary is one of places of a board. */
bool items_is_place(const struct sr_names *names);
void items_list(const struct sr_game *game, struct items *out);
/* Items of a move or an event; returns how many. */
int items_of_move(const struct items *all, sr_move m, int out[ITEMS_OF_MOVE]);
int items_of_event(const struct items *all, const struct sr_event *e, int out[ITEMS_OF_MOVE]);
/* "build", "card.three_gold", "buy.tile.i5", "event draw.card.three_gold". */
void items_name(const struct items *all, int item, char *out, size_t max);
/* The item with that name, or a word alone where only one vocabulary has it; -1. */
int items_find(const struct items *all, const char *name);

#endif
