/* canvas.h: a grid of character cells that boards draw on. It knows no terminal: the same canvas
 * is printed in colour, as plain text into a pipe, and into golden files. */
#ifndef SERAI_TERMINAL_CANVAS_H
#define SERAI_TERMINAL_CANVAS_H

#include "serai/text.h"

enum { CANVAS_W = 240, CANVAS_H = 120 };

/* Colours are names of use; the printer maps them to a 256-colour palette. */
enum canvas_ink {
    INK_TEXT,    /* default */
    INK_DIM,     /* frames, empty places, secondary text */
    INK_TITLE,
    INK_ACCENT,  /* what can be chosen now */
    INK_SEAT_0, INK_SEAT_1, INK_SEAT_2, INK_SEAT_3, INK_SEAT_4, INK_SEAT_5, INK_SEAT_6,
    INK_NEUTRAL, /* automated players */
    INK_RED, INK_YELLOW, INK_GREEN, INK_BLUE, INK_PINK, INK_ORANGE, INK_WHITE, INK_PURPLE,
    INK_BROWN, INK_GREY,
    INK_COUNT
};
enum canvas_style { STYLE_BOLD = 1, STYLE_REVERSE = 2, STYLE_UNDERLINE = 4 };

struct canvas_cell {
    char glyph[5];  /* one character as UTF-8; "" continues a wide character on its left */
    uint8_t ink, style;
};

struct canvas {
    int w, h; /* size in use: set by canvas_clear, grown by drawing (at most CANVAS_W, CANVAS_H) */
    struct canvas_cell cell[CANVAS_H][CANVAS_W];
};

void canvas_clear(struct canvas *c);
/* Draws text from (x, y) to the right; returns the column after it. Outside cells are clipped. */
int canvas_put(struct canvas *c, int x, int y, int ink, int style, const char *text);
/* The same with printf formatting. */
int canvas_printf(struct canvas *c, int x, int y, int ink, int style, const char *format, ...)
    SR_PRINTF(6, 7);
/* A frame of box lines, w x h cells, with an optional title in its top line. */
void canvas_frame(struct canvas *c, int x, int y, int w, int h, int ink, const char *title);
void canvas_fill(struct canvas *c, int x, int y, int w, int h, const char *glyph, int ink);
/* Columns a text takes. */
int canvas_width(const char *text);
/* Wraps text into lines of at most w columns; returns how many lines it took. */
int canvas_wrap(struct canvas *c, int x, int y, int w, int max_lines, int ink, const char *text);

#endif
