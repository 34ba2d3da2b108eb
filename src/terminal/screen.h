/* screen.h: what a person sees of a session: the board, the log, the question, the moves; and the
 * same lists printed line by line. */
#ifndef SERAI_TERMINAL_SCREEN_H
#define SERAI_TERMINAL_SCREEN_H

#include "terminal/menu.h"
#include "terminal/session.h"

enum { SCREEN_ROOM = 1 << 20, SCREEN_LINE = 1024 };

struct screen {
    int width, height;
    int scroll_x, scroll_y, max_x, max_y;
    struct canvas canvas;
    struct menu menu;
    int menu_page, menu_pages; /* of the moves under the board */
    int menu_first, menu_last; /* those on the screen, from 0 */
    uint64_t focused;          /* the menu for which the window was moved */
    char frame[SCREEN_ROOM];
    char scratch[SCREEN_ROOM];
    char overlay[SCREEN_ROOM]; /* text shown instead of the board; empty: none */
    int top, rows, lines;      /* of it: first line shown, lines that fit, all lines */
    char message[512];
    bool alarm;                /* the message tells of a mistake */
};

/* ---- screen.c ---------------------------------------------------------------------------- */

void screen_size(struct screen *sc);
/* The whole screen. False when stdout fails. */
bool screen_draw(struct screen *sc, const struct session *s);
/* A screen of text without a board. */
bool screen_pass(struct screen *sc, const struct session *s, int seat);
/* The menu of the decision the viewer has to take. */
const struct menu *screen_menu(struct screen *sc, const struct session *s);

/* ---- lists.c: appended to a text --------------------------------------------------------- */

/* Moves that fit the filter (NULL: all), on lines of `width` columns; returns how many. */
int list_moves(struct sr_buf *b, const struct session *s, const struct menu *m, const char *filter,
               int width);
/* "build (12)  move (40)  17 pass": verbs with how many moves they have. */
void list_verbs(struct sr_buf *b, const struct session *s, const struct menu *m);
void list_log(struct sr_buf *b, const struct session *s, uint32_t from);
void list_question(struct sr_buf *b, const struct session *s);
/* Text wrapped to lines of `width` columns; all but the first line begin with `indent` blanks. */
void list_wrap(struct sr_buf *b, const char *text, int width, int indent);
/* Whether a notation has all words of the filter. */
bool list_matches(const char *notation, const char *filter);
/* What a board is given, without its size. */
struct board_scene list_scene(struct screen *sc, const struct session *s);
/* The board, and draws it on the canvas. */
void list_board(struct sr_buf *b, struct screen *sc, const struct session *s);
void list_draw_board(struct screen *sc, const struct session *s, int width, int height);

#endif
