/* printer.c: canvases as text with or without colour. The palette is chosen to read on dark and
 * on light grounds; seats follow the look of the project (lapis, pomegranate, saffron...). */
#include "terminal/terminal.h"

static const uint8_t palette[INK_COUNT] = {
    [INK_DIM] = 244,    [INK_TITLE] = 179,  [INK_ACCENT] = 37,  [INK_SEAT_0] = 68,
    [INK_SEAT_1] = 167, [INK_SEAT_2] = 178, [INK_SEAT_3] = 36,  [INK_SEAT_4] = 133,
    [INK_SEAT_5] = 106, [INK_SEAT_6] = 103, [INK_NEUTRAL] = 246, [INK_RED] = 160,
    [INK_YELLOW] = 220, [INK_GREEN] = 71,   [INK_BLUE] = 69,    [INK_PINK] = 175,
    [INK_ORANGE] = 172, [INK_WHITE] = 231,  [INK_PURPLE] = 97,  [INK_BROWN] = 137,
    [INK_GREY] = 245,
};

void printer_ink(struct sr_buf *b, int ink, int style, bool color)
{
    if (!color)
        return;
    sr_buf_put(b, "\033[0");
    if (style & STYLE_BOLD)
        sr_buf_put(b, ";1");
    if (style & STYLE_UNDERLINE)
        sr_buf_put(b, ";4");
    if (style & STYLE_REVERSE)
        sr_buf_put(b, ";7");
    if (ink > INK_TEXT && ink < INK_COUNT) {
        sr_buf_put(b, ";38;5;");
        sr_buf_int(b, palette[ink]);
    }
    sr_buf_put(b, "m");
}

void printer_end(struct sr_buf *b, bool color)
{
    if (color)
        sr_buf_put(b, "\033[0m");
}

void printer_clean(char *text)
{
    unsigned char *c = (unsigned char *)text;
    for (; *c; c++) {
        if (*c < 0x20 || *c == 0x7F)
            *c = '?';
        else if (c[0] == 0xC2 && c[1] >= 0x80 && c[1] < 0xA0) /* U+0080..U+009F */
            c[0] = c[1] = '?';
    }
}

static bool is_blank(const struct canvas_cell *cell)
{
    return !strcmp(cell->glyph, " ") && !(cell->style & (STYLE_REVERSE | STYLE_UNDERLINE));
}

void printer_rows(struct sr_buf *b, const struct canvas *c, const struct printer_window *w,
                  bool color)
{
    for (int y = w->y; y < c->h && y < w->y + w->height; y++) {
        const int edge = sr_min(CANVAS_W, w->x + w->width);
        int end = sr_min(c->w, edge);
        while (end > w->x && is_blank(&c->cell[y][end - 1]))
            end--;
        /* A wide character does not hang over the edge. */
        if (end == edge && end < CANVAS_W && c->cell[y][end].glyph[0] == '\0')
            end--;
        int ink = INK_TEXT, style = 0;
        for (int x = w->x; x < end; x++) {
            const struct canvas_cell *cell = &c->cell[y][x];
            if (cell->ink != ink || cell->style != style) {
                ink = cell->ink;
                style = cell->style;
                printer_ink(b, ink, style, color);
            }
            const bool cut = x == w->x && cell->glyph[0] == '\0';
            sr_buf_put(b, cut ? " " : cell->glyph);
        }
        if (ink != INK_TEXT || style)
            printer_end(b, color);
        sr_buf_put(b, w->eol);
    }
}
