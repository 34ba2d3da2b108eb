/* canvas.c: the grid of cells. Widths of characters come from a small table of our own, so that a
 * board looks the same whatever the locale is. */
#include "terminal/canvas.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- characters -------------------------------------------------------------------------- */

/* Length in bytes of the character at s; a stray byte counts as one. */
static int char_bytes(const char *s, uint32_t *code)
{
    const unsigned char *u = (const unsigned char *)s;
    if (u[0] < 0x80) {
        *code = u[0];
        return 1;
    }
    const int n = u[0] >= 0xF0 ? 4 : u[0] >= 0xE0 ? 3 : u[0] >= 0xC0 ? 2 : 1;
    uint32_t c = n == 1 ? 0xFFFD : u[0] & (0xFFu >> (n + 1));
    for (int i = 1; i < n; i++) {
        if ((u[i] & 0xC0) != 0x80) {
            *code = 0xFFFD;
            return 1;
        }
        c = c << 6 | (u[i] & 0x3Fu);
    }
    *code = c;
    return n;
}

struct range {
    uint32_t first, last;
};

static bool within(const struct range *r, int n, uint32_t code)
{
    for (int i = 0; i < n; i++)
        if (code >= r[i].first && code <= r[i].last)
            return true;
    return false;
}

static int char_columns(uint32_t code)
{
    static const struct range zero[] = {
        {0x0300, 0x036F}, {0x0483, 0x0489}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}};
    static const struct range wide[] = {
        {0x1100, 0x115F},   {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x25FD, 0x25FE},
        {0x2614, 0x2615},   {0x2648, 0x2653},   {0x26AA, 0x26AB},   {0x2705, 0x2705},
        {0x274C, 0x274C},   {0x2795, 0x2797},   {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},
        {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
        {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F},
        {0x1F680, 0x1F6FF}, {0x1F7E0, 0x1F7EB}, {0x1F900, 0x1F9FF}, {0x1FA70, 0x1FAFF},
        {0x20000, 0x3FFFD}};
    if (code < 0x300)
        return code >= 0x20 && code != 0x7F ? 1 : 0;
    if (within(zero, (int)(sizeof zero / sizeof zero[0]), code))
        return 0;
    return within(wide, (int)(sizeof wide / sizeof wide[0]), code) ? 2 : 1;
}

int canvas_width(const char *text)
{
    int columns = 0;
    uint32_t code;
    while (*text) {
        text += char_bytes(text, &code);
        columns += char_columns(code);
    }
    return columns;
}

/* ---- drawing ----------------------------------------------------------------------------- */

void canvas_clear(struct canvas *c)
{
    c->w = c->h = 0;
    for (int y = 0; y < CANVAS_H; y++)
        for (int x = 0; x < CANVAS_W; x++)
            c->cell[y][x] = (struct canvas_cell){" ", INK_TEXT, 0};
}

static void set_cell(struct canvas *c, int x, int y, int ink, int style, const char *glyph, int n)
{
    if (x < 0 || y < 0 || x >= CANVAS_W || y >= CANVAS_H)
        return;
    struct canvas_cell *cell = &c->cell[y][x];
    memset(cell->glyph, 0, sizeof cell->glyph);
    memcpy(cell->glyph, glyph, (size_t)n);
    cell->ink = (uint8_t)ink;
    cell->style = (uint8_t)style;
    c->w = sr_max(c->w, x + 1);
    c->h = sr_max(c->h, y + 1);
}

/* Writing over one half of a wide character leaves a blank in the other. */
static void split_wide(struct canvas *c, int x, int y)
{
    if (y < 0 || y >= CANVAS_H)
        return;
    if (x > 0 && x < CANVAS_W && c->cell[y][x].glyph[0] == '\0')
        memcpy(c->cell[y][x - 1].glyph, " ", 2);
    if (x >= 0 && x + 1 < CANVAS_W && c->cell[y][x + 1].glyph[0] == '\0')
        memcpy(c->cell[y][x + 1].glyph, " ", 2);
}

int canvas_put(struct canvas *c, int x, int y, int ink, int style, const char *text)
{
    uint32_t code;
    while (*text) {
        const int n = char_bytes(text, &code);
        const int columns = char_columns(code);
        if (columns > 0) {
            split_wide(c, x, y);
            if (columns == 2)
                split_wide(c, x + 1, y);
            if (columns == 2 && x + 1 >= CANVAS_W)
                set_cell(c, x, y, ink, style, " ", 1);
            else
                set_cell(c, x, y, ink, style, code == 0xFFFD ? "?" : text, code == 0xFFFD ? 1 : n);
            if (columns == 2)
                set_cell(c, x + 1, y, ink, style, "", 0);
            x += columns;
        }
        text += n;
    }
    return x;
}

int canvas_printf(struct canvas *c, int x, int y, int ink, int style, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return canvas_put(c, x, y, ink, style, text);
}

void canvas_frame(struct canvas *c, int x, int y, int w, int h, int ink, const char *title)
{
    if (w < 2 || h < 2)
        return;
    for (int i = 1; i < w - 1; i++) {
        canvas_put(c, x + i, y, ink, 0, "─");
        canvas_put(c, x + i, y + h - 1, ink, 0, "─");
    }
    for (int i = 1; i < h - 1; i++) {
        canvas_put(c, x, y + i, ink, 0, "│");
        canvas_put(c, x + w - 1, y + i, ink, 0, "│");
    }
    canvas_put(c, x, y, ink, 0, "╭");
    canvas_put(c, x + w - 1, y, ink, 0, "╮");
    canvas_put(c, x, y + h - 1, ink, 0, "╰");
    canvas_put(c, x + w - 1, y + h - 1, ink, 0, "╯");
    if (!title || !*title)
        return;
    /* The title keeps a corner and a blank on either side; what does not fit is cut. */
    char cut[256];
    size_t used = 0;
    int columns = 0;
    uint32_t code;
    while (*title) {
        const int n = char_bytes(title, &code);
        if (columns + char_columns(code) > w - 6 || used + (size_t)n >= sizeof cut)
            break;
        memcpy(cut + used, title, (size_t)n);
        used += (size_t)n;
        columns += char_columns(code);
        title += n;
    }
    cut[used] = '\0';
    if (columns > 0)
        canvas_printf(c, x + 2, y, INK_TITLE, 0, " %s ", cut);
}

void canvas_fill(struct canvas *c, int x, int y, int w, int h, const char *glyph, int ink)
{
    const int step = sr_max(1, canvas_width(glyph));
    for (int j = 0; j < h; j++)
        for (int i = 0; i + step <= w; i += step)
            canvas_put(c, x + i, y + j, ink, 0, glyph);
}

int canvas_wrap(struct canvas *c, int x, int y, int w, int max_lines, int ink, const char *text)
{
    int line = 0, column = 0;
    while (*text && line < max_lines) {
        char word[256];
        size_t n = strcspn(text, " \n");
        if (n >= sizeof word)
            n = sizeof word - 1;
        memcpy(word, text, n);
        word[n] = '\0';
        const int columns = canvas_width(word);
        if (column && column + 1 + columns > w) {
            column = 0;
            if (++line >= max_lines)
                break;
        }
        if (column)
            column++;
        canvas_put(c, x + column, y + line, ink, 0, word);
        column += columns;
        text += n;
        if (*text == '\n') {
            column = 0;
            line++;
        }
        if (*text == ' ' || *text == '\n')
            text++;
    }
    return line + (column > 0);
}
