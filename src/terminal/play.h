/* play.h: what the files of the play loop share: play.c asks, typed.c understands, commands.c and
 * explain.c answer, take_back.c goes back and forth. */
#ifndef SERAI_TERMINAL_PLAY_H
#define SERAI_TERMINAL_PLAY_H

#include "terminal/screen.h"

enum { BURSTS = 64 };

struct play {
    struct session session;
    struct screen screen;
    struct input_line line;
    bool leaving, broken; /* broken: stdout has failed */
    int mistakes;         /* of a script */
    bool step, running;   /* only bots play: the next move, all of them */
    uint32_t told;        /* line by line: log told up to this ply */
    int asked;            /* line by line: ply whose moves have been listed, or -1 */
    uint64_t drawn;       /* when the screen was last drawn for a bot */
    char verdict[512];    /* who loses by rule, and why; empty: nobody */
    struct sr_diag *diag;
    /* Equal moves played as one choice: from which ply, how many. The oldest are forgotten. */
    struct {
        int ply, count;
    } burst[BURSTS];
    int bursts;
};

#define PLAY_ARGS(...) ((const struct sr_text_arg[]){__VA_ARGS__, {NULL, 0, NULL}})

/* ---- play.c ------------------------------------------------------------------------------ */

/* A text of the player's language. */
const char *play_word(const struct play *p, const char *key);
/* A message; `args` may be NULL. */
void play_tell(struct play *p, const char *key, const struct sr_text_arg *args);
/* A mistake: on a screen a red message, in a script a line of error. */
void play_object(struct play *p, const char *key, const struct sr_text_arg *args);
/* A text over the board, or just printed. */
struct sr_buf play_begin_text(struct play *p);
void play_end_text(struct play *p);
int play_text_width(const struct play *p);
/* Scrolls the board. */
void play_scroll(struct play *p, int dx, int dy);

/* ---- commands.c -------------------------------------------------------------------------- */

enum command {
    CMD_MOVES, CMD_LOG, CMD_BOARD, CMD_SCORES, CMD_EXPLAIN, CMD_RULES, CMD_HINT, CMD_UNDO,
    CMD_RESET, CMD_REDO, CMD_BACK, CMD_LEFT, CMD_RIGHT, CMD_UP, CMD_DOWN, CMD_SAVE, CMD_RUN,
    CMD_HELP, CMD_QUIT, CMD_COUNT
};
/* The command with that name (n letters), or -1. */
int command_find(const struct play *p, const char *text, size_t n);
/* The word shown for it. */
void command_word(const struct play *p, enum command c, char out[64]);
void command_run(struct play *p, enum command c, const char *rest);
void command_show_moves(struct play *p, const char *filter);

/* ---- explain.c --------------------------------------------------------------------------- */

/* What is asked now; or what a thing of the game is, by its name. */
void explain(struct play *p, const char *thing);
/* The rules, opened at a number such as R4.3; from the beginning when empty. */
void explain_rules(struct play *p, const char *number);

/* ---- typed.c ----------------------------------------------------------------------------- */

/* A line that is a move, or a command. */
void typed_line(struct play *p, char *text);
/* An input_completer; context is the struct play. */
bool typed_complete(void *context, char text[INPUT_MAX]);

/* ---- take_back.c ------------------------------------------------------------------------- */

/* The answer of the person who decides, when only one is possible and nobody at the screen learns
 * anything from its not being asked; false: ask. */
bool take_single(const struct play *p, sr_move *move);
/* Remembers that the last `count` moves were one choice. */
void take_burst(struct play *p, int count);
/* As the calls of session.h, but a choice that was several moves, and answers that were not
 * asked, go together. */
SR_MUST_CHECK enum sr_err take_undo(struct play *p);
SR_MUST_CHECK enum sr_err take_back(struct play *p);
SR_MUST_CHECK enum sr_err take_redo(struct play *p);

#endif
