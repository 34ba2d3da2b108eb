/* curve.c: how a training went, as a table and as a picture: losses of every batch, games won
 * against the first teacher where that was looked at. When there are too many rows, each second one
 * goes; what was looked at stays. */
#include "cli/curve.h"

enum { WIDTH = 640, HEIGHT = 170, LEFT = 48, TOP = 30, RIGHT = 12 };

void curve_add(struct curve *c, const struct train_report *rep, int won)
{
    if (c->count == CURVE_ROWS) {
        int kept = 0;
        for (int i = 0; i < c->count; i++)
            if (i % 2 == 1 || c->row[i].won >= 0)
                c->row[kept++] = c->row[i];
        c->count = kept < CURVE_ROWS ? kept : CURVE_ROWS / 2;
    }
    c->row[c->count++] =
        (struct curve_row){rep->games, {rep->loss[0], rep->loss[1]}, rep->score, won};
}

void curve_csv(struct sr_buf *b, const void *context)
{
    const struct curve *c = context;
    char line[120];
    sr_buf_put(b, "games,loss_win,loss_margin,score,won\n");
    for (int i = 0; i < c->count; i++) {
        const struct curve_row *r = &c->row[i];
        snprintf(line, sizeof line, "%lld,%.5f,%.5f,%.2f,", (long long)r->games, r->loss[0],
                 r->loss[1], r->score);
        sr_buf_put(b, line);
        if (r->won >= 0) {
            snprintf(line, sizeof line, "%.3f", r->won / 1000.0);
            sr_buf_put(b, line);
        }
        sr_buf_put(b, "\n");
    }
}

/* A line's value in row i; below 0: none. */
static double value_of(const struct curve_row *r, int line)
{
    return line < 2 ? r->loss[line] : r->won < 0 ? -1 : r->won / 10.0;
}

static void polyline(struct sr_buf *b, const struct curve *c, int line, double most, int top)
{
    static const char *const style[] = {"#117a80", "#b0452b\" stroke-dasharray=\"5 3", "#2b2320"};
    const double games = (double)c->row[c->count - 1].games;
    char text[160];
    snprintf(text, sizeof text,
             "<polyline fill=\"none\" stroke-width=\"%d\" stroke-linecap=\"round\" "
             "stroke=\"%s\" points=\"",
             line < 2 ? 2 : 4, style[line]);
    sr_buf_put(b, text);
    for (int i = 0; i < c->count; i++) {
        const double v = value_of(&c->row[i], line);
        if (v < 0)
            continue;
        const double x = LEFT + (WIDTH - LEFT - RIGHT) * (double)c->row[i].games / games;
        const double y = top + TOP + (HEIGHT - TOP - 20) * (1 - v / most);
        /* Twice: one point alone is seen as well. */
        snprintf(text, sizeof text, "%.1f,%.1f %.1f,%.1f ", x, y, x, y);
        sr_buf_put(b, text);
    }
    sr_buf_put(b, "\"/>\n");
}

/* A frame with its title, the largest value and the number of games; `first` to `last` in it. */
static void panel(struct sr_buf *b, const struct curve *c, const char *title, int first, int last)
{
    const int top = first ? HEIGHT : 0, base = top + HEIGHT - 20;
    double most = first ? 100 : 0.01;
    char text[400];
    for (int line = first; line <= last; line++)
        for (int i = 0; i < c->count; i++)
            most = value_of(&c->row[i], line) > most ? value_of(&c->row[i], line) : most;
    snprintf(text, sizeof text,
             "<text x=\"%d\" y=\"%d\">%s</text><path d=\"M%d %dV%dH%d\" fill=\"none\" "
             "stroke=\"#8d7f68\"/><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.3g</text>"
             "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%lld</text>\n",
             LEFT, top + 18, title, LEFT, top + TOP, base, WIDTH - RIGHT, LEFT - 6, top + TOP + 5,
             most, WIDTH - RIGHT, base + 15, (long long)c->row[c->count - 1].games);
    sr_buf_put(b, text);
    for (int line = first; line <= last; line++)
        polyline(b, c, line, most, top);
}

void curve_svg(struct sr_buf *b, const void *context)
{
    const struct curve *c = context;
    char text[200];
    snprintf(text, sizeof text,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
             "font-family=\"sans-serif\" font-size=\"13\" fill=\"#2b2320\">\n",
             WIDTH, 2 * HEIGHT);
    sr_buf_put(b, text);
    if (c->count > 0) {
        panel(b, c, c->losses, 0, 1);
        panel(b, c, c->strength, 2, 2);
    }
    sr_buf_put(b, "</svg>\n");
}
