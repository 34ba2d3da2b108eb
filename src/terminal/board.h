/* board.h: how a game is drawn in the terminal. One file per game, src/terminal/boards/<id>.c,
 * defines `const struct board board_<id>`; the list is made from games.def. */
#ifndef SERAI_TERMINAL_BOARD_H
#define SERAI_TERMINAL_BOARD_H

#include "terminal/canvas.h"

struct board_scene {
    const struct sr_rules *rules;
    const struct sr_view *view;      /* what the person at the screen may see */
    const struct sr_speaker *speaker;/* language and names */
    const sr_move *legal;            /* moves of the decision, when the viewer decides; else 0 */
    const int *number;               /* what to type for each of them */
    int legal_count;
    int scroll_x, scroll_y;          /* for boards larger than the screen (in cells) */
    int width, height;               /* room for the board: at least 100 x 28, unless the
                                        board adapts itself to less */
};

struct board {
    const char *game;
    /* Draws the whole visible game into an empty canvas within width x height. */
    void (*draw)(const struct board_scene *scene, struct canvas *canvas);
    /* Largest useful scroll offsets; NULL for boards that always fit. */
    void (*extent)(const struct board_scene *scene, int *max_x, int *max_y);
    /* Has a layout for screens smaller than 100 x 28, down to 80 x 14. */
    bool adapts;
    /* The cell that the window on a board larger than the screen must reach when a decision is
     * asked, because a choice lies there; NULL: the window stays. */
    void (*focus)(const struct board_scene *scene, int *x, int *y);
    /* Appends, in a few words, what the viewer holds beyond what can be counted (cards), for
     * screens on which the board does not show it; NULL: nothing. */
    void (*hand)(const struct board_scene *scene, struct sr_buf *b);
    /* Appends what a thing of the game is and does (tile, card, building...): one of the words of
     * its vocabularies. False: nothing is known about it. NULL: nothing about anything. */
    bool (*about)(const struct board_scene *scene, const struct sr_names *names, int value,
                  struct sr_buf *b);
};

/* NULL when the game has no board (then a plain listing is shown). */
const struct board *board_find(const char *game);

#endif
