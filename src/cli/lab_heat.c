/* lab_heat.c: `lab heat`: the board of the game, its places coloured by use. Places that are not
 * drawn on a board stand below it, district by district; a game without a board has only these. */
#include "cli/lab_heat.h"

#include <math.h>

#include "cli/lab.h"

/* Paper, teal, dark blue: even in lightness. */
static void colour(double x, char out[8])
{
    static const int stop[3][3] = {{0xf4, 0xec, 0xdc}, {0x3f, 0x9a, 0x9a}, {0x1d, 0x3a, 0x5f}};
    x = fmax(0, fmin(1, x));
    const int k = x < 0.5 ? 0 : 1;
    const double part = 2 * x - k;
    int rgb[3];
    for (int i = 0; i < 3; i++)
        rgb[i] = (int)(stop[k][i] + part * (stop[k + 1][i] - stop[k][i]));
    snprintf(out, 8, "#%02x%02x%02x", rgb[0] & 255, rgb[1] & 255, rgb[2] & 255);
}

struct heat {
    const struct lab_job *j;
    const struct items *items;
    const struct trial_use *use;
    const struct use_verdict *v;
    const struct heat_board *board; /* NULL: none */
    double *most;                   /* [items] of the vocabulary, per player */
};

static double per_player(const struct trial_use *u)
{
    return u->could ? (double)u->chosen / (double)u->could : 0;
}

static bool is_shown(const struct heat *h, int item)
{
    const struct item *it = &h->items->list[item];
    return it->kind == ITEM_WORD && items_is_place(it->names) && h->use[item].could > 0;
}

static const struct heat_place *place_of(const struct heat *h, int item)
{
    const struct item *it = &h->items->list[item];
    const struct heat_place *p = h->board ? h->board->place : NULL;
    for (; p && p->word; p++)
        if (p->shape != 'p' && !strcmp(p->names, it->names->id) &&
            !strcmp(p->word, it->names->name[it->value]))
            return p;
    return NULL;
}

static int item_at(const struct heat *h, const struct heat_place *p)
{
    for (int i = 0; i < h->items->count; i++) {
        const struct item *it = &h->items->list[i];
        if (it->kind == ITEM_WORD && !strcmp(it->names->id, p->names) &&
            !strcmp(it->names->name[it->value], p->word))
            return i;
    }
    return -1;
}

/* ---- shapes ------------------------------------------------------------------------------ */

static void put_shape(struct sr_buf *out, const struct heat_place *p, const char *style)
{
    char text[300];
    const double x = p->x, y = p->y, w = p->w, h = p->h;
    if (p->shape == 'o') {
        snprintf(text, sizeof text, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"%s/>", x, y, w / 2,
                 style);
    } else if (p->shape == 'h') {
        const double c = w * sqrt(3) / 2;
        snprintf(text, sizeof text,
                 "<path d=\"M%.1f %.1fl%.1f %.1fv%.1fl%.1f %.1fl%.1f %.1fv%.1fz\"%s/>", x, y - w, c,
                 w / 2, w, -c, w / 2, -c, -w / 2, -w, style);
    } else {
        snprintf(text, sizeof text,
                 "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"5\"%s/>",
                 x - w / 2, y - h / 2, w, h, style);
    }
    sr_buf_put(out, text);
}

static void put_text(struct sr_buf *out, double x, double y, double size, const char *fill,
                     const char *what)
{
    char text[160];
    snprintf(text, sizeof text,
             "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"%s\" "
             "text-anchor=\"middle\">",
             x, y, size, fill);
    sr_buf_put(out, text);
    lab_escape(out, what);
    sr_buf_put(out, "</text>");
}

static size_t letters_of(const char *s)
{
    size_t n = 0;
    for (; *s; s++)
        n += (*s & 0xC0) != 0x80;
    return n;
}

/* "North Sea, shipyard": whole, or what tells it from others of its region, as far as there is
 * room. */
static void short_label(const char *label, size_t most, char *out, size_t max)
{
    const char *comma = strstr(label, ", ");
    label = comma && letters_of(label) > most ? comma + 2 : label;
    size_t n = 0, letters = 0;
    while (label[n] && letters < most) {
        n++;
        while ((label[n] & 0xC0) == 0x80)
            n++;
        letters++;
    }
    snprintf(out, max, "%.*s%s", (int)n, label, label[n] ? "." : "");
}

/* A title for who points at it: what it is called, how often it was chosen, who won by it. */
static void put_title(struct sr_buf *out, const struct heat *h, int item)
{
    char label[SHEET_LABEL];
    const struct trial_use *u = &h->use[item];
    const struct use_verdict *v = &h->v[item];
    lab_item_label(h->j, h->items, item, label, sizeof label);
    sr_buf_put(out, "<title>");
    lab_escape(out, label);
    sr_buf_put(out, ": ");
    sr_buf_put(out, LAB_TEXT(h->j, "per_player"));
    sr_buf_put(out, " ");
    sr_buf_put(out, lab_number(per_player(u), 2));
    if (u->did >= VERDICT_FEW) {
        sr_buf_put(out, "; ");
        sr_buf_put(out, LAB_TEXT(h->j, "won_when"));
        sr_buf_put(out, " ");
        sr_buf_put(out, lab_plus_minus(v->won, v->won_interval, 1));
    }
    sr_buf_put(out, "</title>");
}

/* Its fill and frame: hatched where too few could, dashed rust where it is dead. */
static bool style_of(const struct heat *h, int item, char *out, size_t max)
{
    char fill[8] = "#fffdf6";
    const bool known = item >= 0 && h->use[item].could > 0;
    const bool few = known && h->use[item].could < VERDICT_FEW;
    const double part = known && h->most[item] > 0 ? per_player(&h->use[item]) / h->most[item] : 0;
    colour(part, fill);
    const bool dead = known && h->v[item].is == USE_DEAD;
    snprintf(out, max, " fill=\"%s\" stroke=\"%s\"%s%s", few ? "url(#few)" : fill,
             dead ? "#b5482a" : "#8d7f68", dead ? " stroke-width=\"2\"" : "",
             few || dead ? " stroke-dasharray=\"4 3\"" : "");
    return !few && part > 0.45;
}

/* What it does, drawn on a light disc, above its figure. */
static void put_glyph(struct sr_buf *out, const struct heat_place *p)
{
    char text[240];
    const double y = p->y - 9, r = 11, size = 17;
    snprintf(text, sizeof text,
             "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#fffdf6\" opacity=\".92\"/>"
             "<use href=\"#%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
             p->x, y, r, p->glyph, p->x - size / 2, y - size / 2, size, size);
    sr_buf_put(out, text);
}

static void put_place(struct sr_buf *out, const struct heat *h, const struct heat_place *p,
                      int item)
{
    char style[160], label[64];
    const struct item *it = &h->items->list[item];
    const struct sr_speaker sp = {h->j->cli->lang, h->j->game, NULL, h->j->base.seats, -1};
    const bool known = h->use[item].could > 0;
    const bool dark = style_of(h, item, style, sizeof style);
    if (p->shape == 't') {
        put_text(out, p->x, p->y, 15, "#5a4a36", sr_name_text(&sp, it->names, it->value));
        return;
    }
    if (!known)
        return; /* not of this table, or the map did not grow there */
    sr_buf_put(out, "<g>");
    put_shape(out, p, style);
    put_title(out, h, item);
    if (p->shape != 'p') {
        const bool few = h->use[item].could < VERDICT_FEW;
        const char *ink = dark ? "#fffaf0" : "#2b2320";
        const bool words = p->shape != 'h' && p->w >= 40 && p->h >= 40;
        const double size = sr_min(13, (int)fmin(p->w / 2.6, p->h / 1.4));
        const size_t room = (size_t)(p->w / (p->shape == 'o' ? 4.6 : 4.0));
        short_label(sr_name_text(&sp, it->names, it->value), room, label, sizeof label);
        if (*p->glyph)
            put_glyph(out, p);
        else if (words)
            put_text(out, p->x, p->y - 4, 7.5, ink, label);
        if (!few || p->shape != 'h')
            put_text(out, p->x,
                     p->y + (*p->glyph ? 14
                             : words   ? 11
                                       : size / 3),
                     size, ink, few ? "?" : lab_number(per_player(&h->use[item]), 2));
    }
    sr_buf_put(out, "</g>");
}

/* ---- pictures ---------------------------------------------------------------------------- */

/* Where a name stops being that of its district: "pal_temple", "W10", "c3". */
static size_t district(const char *name)
{
    const size_t n = strcspn(name, "_");
    return name[n] ? n : strcspn(name, "0123456789");
}

/* Places without a place on the board, in rows from `top` on; returns where they end. NULL: only
 * measured. */
static int put_rows(struct sr_buf *out, const struct heat *h, int width, int top)
{
    enum { CELL_W = 140, CELL_H = 48 };
    const int across = sr_max(1, (width - 20) / CELL_W);
    int y = top + 10, column = 0;
    const struct item *last = NULL;
    for (int i = 0; i < h->items->count; i++) {
        const struct item *it = &h->items->list[i];
        if (!is_shown(h, i) || place_of(h, i) || it->names == &h->items->hexes)
            continue;
        const char *name = it->names->name[it->value];
        const char *before = last ? last->names->name[last->value] : name;
        const bool other =
            last && (last->names != it->names || district(name) != district(before) ||
                     strncmp(name, before, district(name)) != 0);
        if (other || column == across) {
            y += CELL_H + (other ? 10 : 0);
            column = 0;
        }
        const struct heat_place p = {
            it->names->id,   name, "", 'r', (float)(10 + column * CELL_W + 66),
            (float)(y + 20), 132,  40};
        if (out)
            put_place(out, h, &p, i);
        column++;
        last = it;
    }
    return last ? y + CELL_H + 10 : top;
}

/* Of a map that grows only what is known of: the hexes with figures, and one more on every side.
 * Where there are such, a picture within the picture begins. */
static bool put_part(struct sr_buf *out, const struct heat *h)
{
    char text[240];
    double low_x = 1e9, low_y = 1e9, high_x = -1e9, high_y = -1e9;
    for (const struct heat_place *p = h->board ? h->board->place : NULL; p && p->word; p++) {
        const int item = p->shape == 'h' ? item_at(h, p) : -1;
        if (item < 0 || h->use[item].could < VERDICT_FEW)
            continue;
        const double edge = 2.2 * p->w;
        low_x = fmin(low_x, p->x - edge);
        low_y = fmin(low_y, p->y - edge);
        high_x = fmax(high_x, p->x + edge);
        high_y = fmax(high_y, p->y + edge);
    }
    if (low_x > high_x)
        return false;
    snprintf(text, sizeof text,
             "<svg width=\"%d\" height=\"%d\" viewBox=\"%.1f %.1f %.1f %.1f\" "
             "preserveAspectRatio=\"xMidYMid meet\">",
             h->board->width, h->board->height, low_x, low_y, high_x - low_x, high_y - low_y);
    sr_buf_put(out, text);
    return true;
}

static void draw(struct sr_buf *out, const void *context)
{
    const struct heat *h = context;
    const struct heat_board *b = h->board;
    char text[300];
    const int width = b ? b->width : 860, top = b ? b->height : 0;
    const int height = put_rows(NULL, h, width, top);
    snprintf(text, sizeof text,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
             "font-family=\"sans-serif\" role=\"img\">",
             width, height);
    sr_buf_put(out, text);
    sr_buf_put(out, "<defs><pattern id=\"few\" width=\"6\" height=\"6\" "
                    "patternUnits=\"userSpaceOnUse\"><rect width=\"6\" height=\"6\" "
                    "fill=\"#fffdf6\"/><path d=\"M0 6L6 0\" stroke=\"#c9bda4\"/></pattern></defs>");
    const bool part = put_part(out, h);
    if (b)
        sr_buf_put(out, b->ground);
    for (int pass = 0; pass < 2; pass++) /* parts without a figure, and what nobody could, below */
        for (const struct heat_place *p = b ? b->place : NULL; p && p->word; p++) {
            const int item = item_at(h, p);
            if (item >= 0 && (p->shape == 'p' || !h->use[item].could) == (pass == 0))
                put_place(out, h, p, item);
        }
    if (part)
        sr_buf_put(out, "</svg>");
    put_rows(out, h, width, top);
    sr_buf_put(out, "</svg>");
}

/* ---- sheets ------------------------------------------------------------------------------ */

/* The most a place of each vocabulary is chosen, where enough could. */
static void find_most(const struct heat *h)
{
    for (int i = 0; i < h->items->count; i++) {
        if (!is_shown(h, i) || h->use[i].could < VERDICT_FEW)
            continue;
        const int first = i - h->items->list[i].value;
        for (int k = 0; k < h->items->list[i].names->count; k++)
            h->most[first + k] = fmax(h->most[first + k], per_player(&h->use[i]));
    }
}

static void heat_sheet(struct lab_job *j, const struct heat *h, int first, int shown)
{
    const struct sr_names *names = h->items->list[first].names;
    char id[32];
    snprintf(id, sizeof id, "heat_%s", names->id);
    struct sheet *s = paper_sheet(
        &j->paper, id, lab_text(j, "heat", CLI_ARGS({"what", .text = lab_kind_label(j, names)})));
    snprintf(s->note, sizeof s->note, "%s", LAB_TEXT(j, "heat_note"));
    sheet_column(s, "per_player", LAB_TEXT(j, "per_player"));
    sheet_column(s, "won", LAB_TEXT(j, "won_when"));
    s->shown = shown;
    for (int k = first; k < first + names->count; k++) {
        char name[128], label[SHEET_LABEL];
        if (h->use[k].could == 0)
            continue;
        items_name(h->items, k, name, sizeof name);
        lab_item_label(j, h->items, k, label, sizeof label);
        struct sheet_row *r = sheet_row(s, name, label);
        r->cell[0] = cell_number(per_player(&h->use[k]), 2);
        if (h->use[k].did >= VERDICT_FEW)
            r->cell[1] = cell_range(h->v[k].won, h->v[k].won_interval, 1);
    }
}

void lab_part_heat(struct lab_job *j, int arm, int shown)
{
    const struct items *items = trial_items(j->trial);
    const size_t room = (size_t)items->count + 1;
    const int before = j->paper.sheets;
    struct use_verdict *v = mem_new(room * sizeof *v);
    struct heat h = {j, items, trial_uses(j->trial, arm), v, NULL, mem_new(room * sizeof(double))};
    for (const struct heat_board *b = heat_boards; b->game; b++)
        h.board = strcmp(b->game, j->game->id) ? h.board : b;
    verdict_uses(items, h.use, j->base.seats, trial_layout(j->trial, arm).lines, v);
    find_most(&h);
    for (int i = 0; i < items->count; i++) {
        bool used = false;
        if (items->list[i].kind != ITEM_WORD || items->list[i].value != 0)
            continue;
        for (int k = i; k < i + items->list[i].names->count; k++)
            used = used || is_shown(&h, k);
        if (used)
            heat_sheet(j, &h, i, shown);
    }
    size_t len;
    if (j->paper.sheets > before)
        j->paper.sheet[before].picture = cli_render(draw, &h, &len);
    mem_free(h.most);
    mem_free(v);
}

int lab_heat(struct lab_job *j)
{
    const int arm = lab_arm_add(j, &j->base, "base");
    int64_t games;
    int code = lab_play_arms(j, &arm, 1, &games);
    if (code)
        return code;
    lab_part_heat(j, arm, 0);
    if (!j->paper.sheets)
        return cli_fail(j->cli, CLI_USAGE, "serai.err.lab_heat",
                        CLI_ARGS({"game", .text = j->game->id}));
    const char *path = j->cli->value[OPT_SVG];
    if (path) {
        struct sr_diag diag;
        const char *picture = j->paper.sheet[0].picture;
        /* How it was made goes with it, before the end. */
        const size_t body = strlen(picture) - strlen("</svg>"),
                     room = body + 6 * strlen(j->command);
        char *whole = mem_new(room + 64);
        struct sr_buf b;
        memcpy(whole, picture, body);
        sr_buf_init(&b, whole + body, room + 64 - body);
        sr_buf_put(&b, "<desc>");
        lab_escape(&b, j->command);
        sr_buf_put(&b, "</desc></svg>\n");
        const enum sr_err err = file_write(path, whole, body + b.len, &diag);
        mem_free(whole);
        if (err)
            return cli_fail_text(j->cli, CLI_IO, diag.text);
    }
    return CLI_OK;
}
