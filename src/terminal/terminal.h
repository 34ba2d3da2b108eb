/* terminal.h: the parts of the terminal front end: printing canvases, lines from a person, the
 * play loop. Boards know only board.h. */
#ifndef SERAI_TERMINAL_H
#define SERAI_TERMINAL_H

#include "engine/external.h"
#include "serai/table.h"
#include "terminal/board.h"

/* ---- boards.c ---------------------------------------------------------------------------- */

/* Draws the game's board, or a plain listing of the view where it has none. */
void board_draw(const struct board_scene *scene, struct canvas *canvas);

/* ---- printer.c --------------------------------------------------------------------------- */

/* A window on the canvas as text: one line a row, blanks at the end cut, colours when asked. */
struct printer_window {
    int x, y, width, height;
    const char *eol; /* ends each row */
};
void printer_rows(struct sr_buf *b, const struct canvas *c, const struct printer_window *w,
                  bool color);
/* Codes that begin an ink, and that end it; nothing without colour. */
void printer_ink(struct sr_buf *b, int ink, int style, bool color);
void printer_end(struct sr_buf *b, bool color);
/* Makes text from a file harmless for a terminal: control characters become '?'. */
void printer_clean(char *text);

/* ---- scores.c ---------------------------------------------------------------------------- */

/* Totals, ranks and where the points come from, a column for each line of the score. */
void scores_table(struct sr_buf *b, const struct sr_speaker *sp, const struct sr_scores *sc,
                  bool color);
/* Text on so many columns, cut or filled up; to the right when negative. */
void scores_cell(struct sr_buf *b, const char *text, int columns);

/* ---- input.c ----------------------------------------------------------------------------- */

enum input_kind {
    INPUT_LINE,    /* a line was entered */
    INPUT_KEY,     /* a key that is no text, see below */
    INPUT_RESIZED, /* the size of the terminal has changed: draw again */
    INPUT_END,     /* end of the input */
    INPUT_STOP     /* a signal asks the program to end */
};
enum input_key { KEY_UP = 256, KEY_DOWN, KEY_LEFT, KEY_RIGHT, KEY_PAGE_UP, KEY_PAGE_DOWN,
                 KEY_REDRAW };

enum { INPUT_MAX = 256 };

/* Offers what may follow `text`: appends common letters to it. Returns whether it changed. */
typedef bool input_completer(void *context, char text[INPUT_MAX]);

struct input_line {
    char text[INPUT_MAX]; /* what stands on the line already stays there */
    bool arrows;          /* arrows on an empty line are the caller's (else history) */
    enum input_key key;
};

/* Takes over the terminal (when `keys`, key by key); input_close gives it back. */
void input_open(bool keys);
void input_close(void);
/* The signal that asked to stop, or 0. */
int input_signal(void);
/* Whether more has been typed (or stands in the script) than was read. */
bool input_pending(void);
/* Waits for the next thing a person does. */
enum input_kind input_read(struct input_line *line, const char *prompt,
                           input_completer *complete, void *context);

/* ---- play.c ------------------------------------------------------------------------------ */

/* What the play loop is given. The table stays the caller's. */
struct play_setup {
    struct sr_table *table;
    enum sr_lang lang;
    bool color;
    bool screen;            /* stdin and stdout are a terminal that can be drawn on */
    bool script;            /* stdin is no terminal: every decision is asked, mistakes are lines
                               of error */
    bool show_seed;         /* the player has chosen it himself */
    const char *save_path;  /* NULL: do not save */
    const char *notice;     /* NULL, or what is told before the first move */
    uint64_t (*clock)(void *context); /* milliseconds, for bots */
    int processors; /* for bots that think on several at once */
    const struct external_named *program; /* bots that are programs (docs/engine.md) */
    int programs, program_ms;             /* how many; time of one decision */
};

enum play_end {
    PLAY_DONE,      /* game over, or left by the player */
    PLAY_SIGNAL,    /* asked to stop by input_signal() */
    PLAY_MISTAKE,   /* a script said what is no move and no command; it has been told */
    PLAY_NOT_SAVED, /* the last attempt to save has failed */
    PLAY_NO_OUTPUT  /* stdout has failed */
};
/* `diag` says what went wrong. */
enum play_end play_run(const struct play_setup *setup, struct sr_diag *diag);

#endif
