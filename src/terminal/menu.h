/* menu.h: the moves of a decision as a list to choose from: numbers to type, sentences, what each
 * costs and brings. Made once for a decision, because working out effects takes a while. */
#ifndef SERAI_TERMINAL_MENU_H
#define SERAI_TERMINAL_MENU_H

#include "serai/effect.h"
#include "serai/game.h"

struct menu {
    const struct sr_rules *rules;
    const struct sr_speaker *speaker;
    uint64_t made_for;        /* hash of the view whose moves these are */
    int count;
    sr_move move[SR_MOVES_MAX];
    int number[SR_MOVES_MAX]; /* what to type: the number of the thing itself where it has one */
    int repeat[SR_MOVES_MAX]; /* how often in a row, as one choice */
    size_t text[SR_MOVES_MAX], effect[SR_MOVES_MAX]; /* where in `words` */
    char *words;
    size_t room;
};

/* Makes it for a decision, unless that is done. */
void menu_make(struct menu *m, const struct sr_rules *rules, const struct sr_speaker *speaker,
               const struct sr_view *view, const sr_move *legal, int count);
void menu_free(struct menu *m);
/* Index of the move with that number, or -1. */
int menu_find(const struct menu *m, long number);
/* "Put up the Booth" and "−3 camels, −2 gold, up to ×2"; the second may be empty. */
const char *menu_text(const struct menu *m, int i);
const char *menu_effect(const struct menu *m, int i);
/* Columns of a line "Put up the Booth  −3 camels, −2 gold". */
int menu_width(const struct menu *m, int i);

#endif
