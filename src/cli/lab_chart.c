/* lab_chart.c: sheets as pictures: SVG without a script or a font of its own. An interval is always
 * drawn; shape and fill carry the meaning, colour repeats it. */
#include <math.h>
#include <stdarg.h>

#include "cli/lab.h"

#define INK "#2b2320"
#define GREY "#8d7f68"
#define TEAL "#117a80"
#define PALE "#b9d8d8"
#define RUST "#b0452b"

enum { WIDTH = 640, LEFT = 210, RIGHT = 120, ROW = 24, TOP = 12 };

void lab_escape(struct sr_buf *b, const char *s)
{
    for (; *s; s++)
        if (*s == '<')
            sr_buf_put(b, "&lt;");
        else if (*s == '&')
            sr_buf_put(b, "&amp;");
        else if (*s == '"')
            sr_buf_put(b, "&quot;");
        else
            sr_buf_putn(b, s, 1);
}

/* Formatted pieces, short ones. */
static void SR_PRINTF(2, 3) put(struct sr_buf *b, const char *format, ...)
{
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    sr_buf_put(b, text);
}

static void label(struct sr_buf *b, double x, double y, const char *anchor, const char *text)
{
    put(b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    lab_escape(b, text);
    sr_buf_put(b, "</text>");
}

static void open_svg(struct sr_buf *b, const struct sheet *s, int width, int height)
{
    put(b,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
        "font-family=\"sans-serif\" "
        "font-size=\"12\" fill=\"" INK "\" role=\"img\" aria-label=\"",
        width, height);
    lab_escape(b, s->title);
    sr_buf_put(b, "\">");
}

static int rows_of(const struct sheet *s) { return sr_min(s->shown ? s->shown : 40, s->rows); }

/* ---- an axis ----------------------------------------------------------------------------- */

struct scale {
    double low, high;
    double from, to; /* in the picture */
};

static double at(const struct scale *a, double v)
{
    const double x = (fmax(a->low, fmin(a->high, v)) - a->low) / (a->high - a->low);
    return a->from + x * (a->to - a->from);
}

static void take(struct scale *a, double v)
{
    if (!isfinite(v))
        return;
    a->low = fmin(a->low, v);
    a->high = fmax(a->high, v);
}

static void take_cell(struct scale *a, const struct cell *c)
{
    if (c->kind == CELL_NONE || c->kind == CELL_TEXT)
        return;
    take(a, c->value);
    if (c->kind == CELL_RANGE) {
        take(a, c->low);
        take(a, c->high);
    }
}

static void round_out(struct scale *a)
{
    if (!(a->high > a->low)) {
        a->low = isfinite(a->low) ? a->low - 1 : 0;
        a->high = a->low + 2;
    }
    const double margin = 0.04 * (a->high - a->low);
    a->low -= margin;
    a->high += margin;
}

/* 1, 2, 5, 10...: about four lines. */
static double tick_of(const struct scale *a)
{
    const double rough = (a->high - a->low) / 4, ten = pow(10, floor(log10(rough)));
    return rough / ten < 1.5   ? ten
           : rough / ten < 3.5 ? 2 * ten
           : rough / ten < 7.5 ? 5 * ten
                               : 10 * ten;
}

static void axis_across(struct sr_buf *b, const struct scale *a, double top, double bottom)
{
    const double tick = tick_of(a);
    const int first = (int)ceil(a->low / tick), last = (int)floor(a->high / tick);
    for (int i = first; i <= last; i++) {
        const double v = i * tick;
        put(b, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"#e5dac4\"/>", at(a, v), top, bottom);
        label(b, at(a, v), bottom + 15, "middle", lab_number(v, tick < 1 ? 1 : 0));
    }
}

/* ---- dots with intervals ------------------------------------------------------------------ */

static void diamond(struct sr_buf *b, const struct scale *a, const struct cell *c, double y)
{
    if (c->kind != CELL_RANGE && c->kind != CELL_NUMBER)
        return;
    const double x = at(a, c->value);
    put(b,
        "<path d=\"M%.1f %.1fl5 5l-5 5l-5 -5z\" fill=\"none\" stroke=\"" GREY "\" "
        "stroke-width=\"1.5\"/>",
        x, y - 1);
}

static void dot(struct sr_buf *b, const struct scale *a, const struct cell *c, double y)
{
    char text[96];
    if (c->kind != CELL_RANGE && c->kind != CELL_NUMBER)
        return;
    const double x = at(a, c->value);
    if (c->kind == CELL_RANGE)
        put(b,
            "<path d=\"M%.1f %.1fH%.1f\" stroke=\"" PALE "\" stroke-width=\"8\"/>"
            "<path d=\"M%.1f %.1fv10m0 -5H%.1fm0 -5v10\" stroke=\"" TEAL "\" fill=\"none\"/>",
            at(a, c->low), y, at(a, c->high), at(a, c->low), y - 5, at(a, c->high));
    put(b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"" TEAL "\"/>", x, y);
    cell_print(c, text, sizeof text);
    label(b, WIDTH - RIGHT + 12, y + 4, "start", text);
}

static void ranges(struct sr_buf *b, const struct sheet *s)
{
    const int rows = rows_of(s);
    const int height = TOP + rows * ROW + 24;
    struct scale a = {INFINITY, -INFINITY, LEFT, WIDTH - RIGHT};
    for (int i = 0; i < rows; i++) {
        take_cell(&a, &s->row[i].cell[s->drawn]);
        if (s->second >= 0)
            take_cell(&a, &s->row[i].cell[s->second]);
    }
    take(&a, s->reference);
    round_out(&a);
    open_svg(b, s, WIDTH, height);
    axis_across(b, &a, TOP, height - 24);
    if (isfinite(s->reference))
        put(b, "<path d=\"M%.1f %dV%d\" stroke=\"" INK "\" stroke-dasharray=\"4 3\"/>",
            at(&a, s->reference), TOP, height - 24);
    for (int i = 0; i < rows; i++) {
        const double y = TOP + (i + 0.5) * ROW;
        label(b, LEFT - 10, y + 4, "end",
              strlen(s->row[i].label) > 40 ? s->row[i].id : s->row[i].label);
        dot(b, &a, &s->row[i].cell[s->drawn], y);
        if (s->second >= 0)
            diamond(b, &a, &s->row[i].cell[s->second], y - 4);
    }
    sr_buf_put(b, "</svg>");
}

/* ---- bars --------------------------------------------------------------------------------- */

static void bars(struct sr_buf *b, const struct sheet *s)
{
    enum { HEIGHT = 220, FOOT = 190 };
    const int rows = rows_of(s);
    struct scale a = {0, 0.001, FOOT, TOP};
    for (int i = 0; i < rows; i++)
        take_cell(&a, &s->row[i].cell[s->drawn]);
    const double step = (double)(WIDTH - 40) / sr_max(1, rows);
    open_svg(b, s, WIDTH, HEIGHT);
    for (int i = 0; i < rows; i++) {
        const struct cell *c = &s->row[i].cell[s->drawn];
        const double x = 20 + i * step, y = at(&a, c->value), middle = x + step / 2;
        put(b,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"" TEAL
            "\" fill-opacity=\"0.75\"/>",
            x + 1, y, fmax(1, step - 2), fmax(0, FOOT - y));
        if (c->kind == CELL_RANGE)
            put(b, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"" INK "\"/>", middle, at(&a, c->low),
                at(&a, c->high));
        if (i % sr_max(1, rows / 6) == 0)
            label(b, middle, FOOT + 16, "middle", s->row[i].label);
    }
    sr_buf_put(b, "</svg>");
}

/* ---- who beats whom ------------------------------------------------------------------------ */

static void shade(double x, char out[8])
{
    const int rust[3] = {0xb0, 0x45, 0x2b}, teal[3] = {0x11, 0x7a, 0x80},
              paper[3] = {0xf4, 0xec, 0xdc};
    const int *end = x < 0 ? rust : teal;
    const double part = fmin(1, fabs(x));
    int rgb[3];
    for (int i = 0; i < 3; i++)
        rgb[i] = (int)(paper[i] + 0.75 * part * (end[i] - paper[i]));
    snprintf(out, 8, "#%02x%02x%02x", rgb[0] & 255, rgb[1] & 255, rgb[2] & 255);
}

static void matrix(struct sr_buf *b, const struct sheet *s)
{
    enum { CELL_W = 92, CELL_H = 42, HEAD = 26 };
    open_svg(b, s, LEFT + s->columns * CELL_W, HEAD + s->rows * CELL_H);
    for (int c = 0; c < s->columns; c++)
        label(b, LEFT + (c + 0.5) * CELL_W, HEAD - 10, "middle", s->heading[c]);
    for (int i = 0; i < s->rows; i++) {
        label(b, LEFT - 10, HEAD + (i + 0.5) * CELL_H + 4, "end", s->row[i].label);
        for (int c = 0; c < s->columns; c++) {
            const struct cell *v = &s->row[i].cell[c];
            char fill[8], text[64];
            if (v->kind != CELL_RANGE)
                continue;
            const bool clear = v->low > s->reference || v->high < s->reference;
            shade((v->value - s->reference) / 25, fill);
            put(b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\" fill=\"%s\"/>",
                LEFT + c * CELL_W + 2, HEAD + i * CELL_H + 2, CELL_W - 4, CELL_H - 4, fill);
            put(b, "<g%s>", clear ? " font-weight=\"bold\"" : "");
            label(b, LEFT + (c + 0.5) * CELL_W, HEAD + (i + 0.5) * CELL_H, "middle",
                  lab_number(v->value, 0));
            sr_buf_put(b, "</g>");
            snprintf(text, sizeof text, "± %s",
                     lab_number(fmax(v->value - v->low, v->high - v->value), 1));
            label(b, LEFT + (c + 0.5) * CELL_W, HEAD + (i + 0.5) * CELL_H + 14, "middle", text);
        }
    }
    sr_buf_put(b, "</svg>");
}

/* ---- small multiples ----------------------------------------------------------------------- */

static void small(struct sr_buf *b, const struct sheet *s, int column, int x, int y)
{
    enum { W = 150, H = 84 };
    struct scale up = {INFINITY, -INFINITY, y + H, y + 18};
    for (int i = 0; i < s->rows; i++)
        take_cell(&up, &s->row[i].cell[column]);
    const bool share = !strncmp(s->column[column], "place", 5);
    if (share)
        take(&up, s->reference);
    round_out(&up);
    label(b, x, y + 10, "start", s->heading[column]);
    if (share)
        put(b, "<path d=\"M%d %.1fh%d\" stroke=\"" GREY "\" stroke-dasharray=\"4 3\"/>", x,
            at(&up, s->reference), W);
    for (int i = 0; i < s->rows; i++) {
        const struct cell *c = &s->row[i].cell[column];
        const double cx = x + (i + 0.5) * W / s->rows;
        put(b,
            "<path d=\"M%.1f %.1fV%.1f\" stroke=\"" TEAL "\" stroke-width=\"2\"/>"
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"" TEAL "\"><title>",
            cx, at(&up, c->low), at(&up, c->high), cx, at(&up, c->value));
        lab_escape(b, s->row[i].label);
        sr_buf_put(b, "</title></circle>");
    }
    label(b, x + W, y + 28, "end", lab_number(up.high, up.high < 10 ? 1 : 0));
    label(b, x + W, y + H, "end", lab_number(up.low, up.high < 10 ? 1 : 0));
}

static void multiples(struct sr_buf *b, const struct sheet *s)
{
    enum { ACROSS = 4, STEP_X = 165, STEP_Y = 110 };
    const int lines = (s->columns + ACROSS - 1) / ACROSS;
    open_svg(b, s, ACROSS * STEP_X + 10, lines * STEP_Y + 20);
    for (int c = 0; c < s->columns; c++)
        small(b, s, c, 8 + c % ACROSS * STEP_X, 8 + c / ACROSS * STEP_Y);
    if (s->rows > 0) {
        char text[300];
        snprintf(text, sizeof text, "%s … %s", s->row[0].label, s->row[s->rows - 1].label);
        label(b, 8, lines * STEP_Y + 14, "start", text);
    }
    sr_buf_put(b, "</svg>");
}

void lab_chart(struct sr_buf *b, const struct lab_job *j, const struct sheet *s)
{
    (void)j;
    if (s->picture)
        sr_buf_put(b, s->picture);
    else if (s->rows == 0)
        return;
    else if (s->chart == CHART_RANGES)
        ranges(b, s);
    else if (s->chart == CHART_BARS)
        bars(b, s);
    else if (s->chart == CHART_MATRIX)
        matrix(b, s);
    else if (s->chart == CHART_LINES)
        multiples(b, s);
}
