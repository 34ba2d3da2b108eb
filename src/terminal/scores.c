/* scores.c: the result of a game as a table: who is where, and where the points come from. */
#include <stdio.h>

#include "terminal/terminal.h"

enum { FIRST = 24, COLUMN = 14, LEAST = 8, SCREEN = 80 };

/* A column for each line of the score; many of them are narrower. */
static int column(int lines)
{
    return sr_max(LEAST, sr_min(COLUMN, (SCREEN - FIRST) / sr_max(1, lines)));
}

/* Puts text on `columns` columns, cut where it is longer; to the right when negative. */
void scores_cell(struct sr_buf *b, const char *text, int columns)
{
    const int width = columns < 0 ? -columns : columns;
    char cut[256];
    snprintf(cut, sizeof cut, "%s", text);
    while (canvas_width(cut) > width) {
        size_t n = strlen(cut);
        while (n && ((unsigned char)cut[--n] & 0xC0) == 0x80) {}
        cut[n] = '\0';
    }
    const int blanks = width - canvas_width(cut);
    for (int i = 0; columns < 0 && i < blanks; i++)
        sr_buf_put(b, " ");
    sr_buf_put(b, cut);
    for (int i = 0; columns > 0 && i < blanks; i++)
        sr_buf_put(b, " ");
}

static void number_cell(struct sr_buf *b, int n, int lines)
{
    char text[16];
    snprintf(text, sizeof text, "%d", n);
    scores_cell(b, text, -column(lines));
}

static void row(struct sr_buf *b, const char *title, const int *values, int stride, int lines)
{
    scores_cell(b, title, FIRST);
    for (int i = 0; i < lines; i++)
        number_cell(b, values[i * stride], lines);
    sr_buf_put(b, "\n");
}

static void put_seat(struct sr_buf *b, const struct sr_speaker *sp, const struct sr_scores *sc,
                     int line, const char *text, bool color)
{
    printer_ink(b, line < sp->seats ? INK_SEAT_0 + line : INK_NEUTRAL,
                sc->rank[line] == 1 ? STYLE_BOLD : 0, color);
    sr_buf_put(b, text);
    printer_end(b, color);
}

/* Names over the columns; where those are narrow only numbers, and the names before them. */
static void put_heads(struct sr_buf *b, const struct sr_speaker *sp, const struct sr_scores *sc,
                      bool color)
{
    const int width = column(sc->lines);
    const bool narrow = width < COLUMN - 2;
    char heads[SR_LINES_MAX][160];
    for (int i = 0; i < sc->lines; i++) {
        char name[128];
        struct sr_buf n;
        sr_buf_init(&n, name, sizeof name);
        sr_seat_text(&n, sp, i);
        if (narrow) {
            snprintf(heads[i], sizeof heads[i], "[%d] %s", i + 1, name);
            put_seat(b, sp, sc, i, heads[i], color);
            sr_buf_put(b, i + 1 < sc->lines ? "  " : "\n");
            snprintf(name, sizeof name, "[%d]", i + 1);
        }
        sr_buf_init(&n, heads[i], sizeof heads[i]);
        sr_buf_put(&n, "  ");
        scores_cell(&n, name, 2 - width);
    }
    scores_cell(b, "", FIRST);
    for (int i = 0; i < sc->lines; i++)
        put_seat(b, sp, sc, i, heads[i], color);
    sr_buf_put(b, "\n");
}

void scores_table(struct sr_buf *b, const struct sr_speaker *sp, const struct sr_scores *sc,
                  bool color)
{
    put_heads(b, sp, sc, color);
    for (int p = 0; sp->game->score_parts[p]; p++) {
        char key[96];
        snprintf(key, sizeof key, "%s.score.%s", sp->game->id, sp->game->score_parts[p]);
        row(b, sr_text(sp->lang, key), &sc->part[0][p], SR_PARTS_MAX, sc->lines);
    }
    printer_ink(b, INK_TEXT, STYLE_BOLD, color);
    row(b, sr_text(sp->lang, "serai.scores.total"), sc->total, 1, sc->lines);
    printer_end(b, color);
    row(b, sr_text(sp->lang, "serai.scores.rank"), sc->rank, 1, sc->lines);
}
