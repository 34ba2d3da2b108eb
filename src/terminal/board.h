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
    int legal_count;
    int scroll_x, scroll_y;          /* for boards larger than the screen (in cells) */
    int width, height;               /* room for the board: at least 100 x 28 */
};

struct board {
    const char *game;
    /* Draws the whole visible game into an empty canvas within width x height. */
    void (*draw)(const struct board_scene *scene, struct canvas *canvas);
    /* Largest useful scroll offsets; NULL for boards that always fit. */
    void (*extent)(const struct board_scene *scene, int *max_x, int *max_y);
};

/* NULL when the game has no board (then a plain listing is shown). */
const struct board *board_find(const char *game);

#endif
