/* merv.c: the board of Merv in a terminal, 100 x 28 cells. On smaller screens the city has no lines
 * between its rows, so that the whole of it can be seen; the window goes where a choice is.
 *
 * On the left the city within its walls and action slots; on the right tracks, palace, library,
 * mosque and trade map; below the caravan row, the contracts and one line for each player. Every
 * colour of cubes has a sign, every seat a number: colours only repeat what the characters say. */
#include "terminal/boards/merv_board.h"

enum {
    CELL_W = 8,
    CITY_X = 3,
    CITY_Y = 3,
    CITY_W = 5 * CELL_W + 1
};

/* Rows of a site: with a line above it, or without. */
static int cell_h(const struct drawing *d) { return d->small ? 2 : 3; }
static int city_h(const struct drawing *d) { return 5 * cell_h(d) + !d->small; }
/* First row of what a site shows. */
static int site_y(const struct drawing *d, int row) { return CITY_Y + row * cell_h(d) + !d->small; }

/* ---- what can be chosen --------------------------------------------------------------------- */

/* Moves whose first argument names what is marked: bit argument - from of a set. */
static const struct {
    int verb;
    size_t set;
    int from;
} marks[] = {
    {MV_SITE, offsetof(struct drawing, sites), 0},
    {MV_DEPLOY, offsetof(struct drawing, sites), 0},
    {MV_UPGRADE, offsetof(struct drawing, sites), 0},
    {MV_RANSOM, offsetof(struct drawing, sites), 0},
    {MV_LOSE, offsetof(struct drawing, sites), 0},
    {MV_SLOT, offsetof(struct drawing, slots), 1},
    {MV_WALL, offsetof(struct drawing, walls), 0},
    {MV_TAKE, offsetof(struct drawing, cards), 1},
    {MV_PLACE, offsetof(struct drawing, halls), 0},
    {MV_POST, offsetof(struct drawing, cities), 0},
    {MV_BUY, offsetof(struct drawing, cities), 0},
    {MV_DISCOVER, offsetof(struct drawing, discoveries), 0},
    {MV_SELL, offsetof(struct drawing, market), 0},
    {MV_CONTRACT, offsetof(struct drawing, piles), 0},
    {MV_TILE, offsetof(struct drawing, tiles), 0},
    {MV_BONUS, offsetof(struct drawing, bonuses), 0},
};

static void mark_choices(struct drawing *d)
{
    for (int i = 0; i < d->scene->legal_count; i++) {
        const sr_move m = d->scene->legal[i];
        const int a = sr_move_a(m);
        const uint32_t bit = a < 32 ? 1u << a : 0;
        for (size_t k = 0; k < sizeof marks / sizeof marks[0]; k++)
            if (marks[k].verb == sr_move_verb(m))
                *(uint32_t *)((char *)d + marks[k].set) |= bit >> marks[k].from;
        switch (sr_move_verb(m)) {
        case MV_CAMEL:
            d->cards |= 1u << d->s->row_camels;
            break;
        case MV_CLIMB:
            d->paths |= a ? bit >> 1 : 1u << d->s->players[d->s->who].path;
            break;
        case MV_COLLECT:
            d->market |= d->s->market_camels;
            break;
        case MV_SPEND:
            d->places |= 1u << (sr_move_b(m) - 1);
            break;
        default:
            break;
        }
    }
}

/* ---- head line ------------------------------------------------------------------------------ */

static void draw_head(const struct drawing *d)
{
    static const char *const side[MERV_ROUNDS] = {"n", "e", "s", "w"};
    const struct merv_state *s = d->s;
    int x = canvas_put(d->c, 1, 0, INK_TITLE, STYLE_BOLD,
                       sr_text(d->scene->speaker->lang, "merv.title"));
    x = canvas_printf(d->c, x + 2, 0, INK_TEXT, 0, "%s %d/%d  %s %d/%d %s", word(d, "year"),
                      s->year, MERV_YEARS, word(d, "round"), s->round, MERV_ROUNDS,
                      word(d, side[s->round - 1]));
    x = put(d, x + 3, 0, INK_DIM, word(d, "queue"));
    const bool forming = s->phase == PH_QUEUE;
    for (int i = 0; i < merv_masters(s); i++) {
        const int owner = forming ? s->next_queue[i] : s->queue[i];
        x = canvas_printf(d->c, x + 1, 0, choice_ink(d->places, i, INK_DIM), 0, "%d", i + 1);
        if (owner != SR_NONE)
            x = put_owner(d, x, 0, owner);
        else
            x = put(d, x, 0, INK_DIM, "·");
        for (int n = s->queue_camels[i]; n > 0; n--)
            x = put(d, x, 0, INK_YELLOW, camel_sign);
    }
    x = put(d, x + 3, 0, INK_DIM, word(d, "supply"));
    const struct merv_at g = {d->ed, s};
    for (int k = 0; k < COLOURS; k++) {
        x = put_cube(d, x + 1, 0, k);
        if (s->head.option[OP_SUPPLY])
            x = put(d, x, 0, INK_TEXT, "∞");
        else
            x = canvas_printf(d->c, x, 0, INK_TEXT, 0, "%d", merv__supply(&g, k));
    }
}

/* ---- the city ------------------------------------------------------------------------------- */

static void draw_grid(const struct drawing *d)
{
    enum { CELL_H = 3 };
    if (d->small) {
        for (int col = 0; col <= 5; col++)
            canvas_fill(d->c, CITY_X + col * CELL_W, CITY_Y, 1, city_h(d), "│", INK_DIM);
        return;
    }
    for (int row = 0; row <= 5; row++) {
        const int y = CITY_Y + row * CELL_H;
        const char *left = row == 0 ? "┌" : row == 5 ? "└" : "├";
        const char *cross = row == 0 ? "┬" : row == 5 ? "┴" : "┼";
        const char *right = row == 0 ? "┐" : row == 5 ? "┘" : "┤";
        canvas_fill(d->c, CITY_X, y, CITY_W, 1, "─", INK_DIM);
        for (int col = 0; col <= 5; col++) {
            const int x = CITY_X + col * CELL_W;
            put(d, x, y, INK_DIM, col == 0 ? left : col == 5 ? right : cross);
            for (int i = 1; i < CELL_H && row < 5; i++)
                put(d, x, y + i, INK_DIM, "│");
        }
    }
}

/* A heavy frame around a cell: one that can be chosen, or the active one. */
static void frame_cell(const struct drawing *d, int cell, int ink)
{
    enum { CELL_H = 3 };
    const int x = CITY_X + cell % 5 * CELL_W, y = CITY_Y + cell / 5 * CELL_H;
    if (d->small) {
        canvas_fill(d->c, x, site_y(d, cell / 5), 1, 2, "▐", ink);
        canvas_fill(d->c, x + CELL_W, site_y(d, cell / 5), 1, 2, "▌", ink);
        return;
    }
    canvas_fill(d->c, x + 1, y, CELL_W - 1, 1, "━", ink);
    canvas_fill(d->c, x + 1, y + CELL_H, CELL_W - 1, 1, "━", ink);
    canvas_fill(d->c, x, y + 1, 1, CELL_H - 1, "┃", ink);
    canvas_fill(d->c, x + CELL_W, y + 1, 1, CELL_H - 1, "┃", ink);
    put(d, x, y, ink, "┏");
    put(d, x + CELL_W, y, ink, "┓");
    put(d, x, y + CELL_H, ink, "┗");
    put(d, x + CELL_W, y + CELL_H, ink, "┛");
}

static void draw_site(const struct drawing *d, int cell)
{
    const struct merv_state *s = d->s;
    const int x = CITY_X + cell % 5 * CELL_W + 1, y = site_y(d, cell / 5);
    const struct merv_tile *tile = &s->city[cell];
    put(d, x, y, INK_TEXT, word_of(d, "act_", &merv__actions, tile->action));
    put_cube(d, x + CELL_W - 2, y, tile->colour);
    for (int i = 0; i < MERV_OWNERS; i++) {
        if (s->players[i].sites >> cell & 1) {
            put(d, x, y + 1, owner_ink(i), "⌂");
            put_owner(d, x + 1, y + 1, i);
        }
        if (s->players[i].soldiers >> cell & 1) {
            put(d, x + 4, y + 1, owner_ink(i), "♟");
            put_owner(d, x + 5, y + 1, i);
        }
    }
    int upgrade = s->white_upgrades >> cell & 1 ? (int)WHITE : -1;
    for (int k = 0; k < NORMAL; k++)
        if (s->bonus_upgrades[k] == cell)
            upgrade = k;
    if (upgrade >= 0) {
        put(d, x + 4, y + 1, INK_TITLE, upgrade == WHITE ? "=" : "+");
        put_cube(d, x + 5, y + 1, upgrade);
    }
}

static void draw_market(const struct drawing *d)
{
    static const int8_t at[MARKET][2] = {{0, 0}, {4, 0}, {4, 1}, {0, 1}};
    const int x = CITY_X + 2 * CELL_W + 1, y = site_y(d, 2);
    for (int m = 0; m < MARKET; m++) {
        const int gain = d->ed->market[d->s->market_side][m];
        const bool taken = d->s->market_camels >> m & 1;
        put(d, x + at[m][0], y + at[m][1], choice_ink(d->market, m, taken ? INK_YELLOW : INK_DIM),
            taken ? camel_sign : word_of(d, "gain_", &merv__gains, gain));
    }
}

static void draw_wall(const struct drawing *d, int slot)
{
    const int k = slot % 5, kind = d->s->walls[slot];
    const bool gate = k == 2;
    const int ink =
        kind != SR_NONE ? cube_ink[kind / MERV_SIZES] : choice_ink(d->walls, slot, INK_DIM);
    if (slot / 5 % 2 == 0) { /* north and south */
        const int col = slot < 5 ? k : 4 - k;
        const int x = CITY_X + col * CELL_W + 1, y = slot < 5 ? CITY_Y - 1 : CITY_Y + city_h(d);
        put(d, x, y, ink,
            kind == SR_NONE ? (gate ? "·· ∩ ··" : "·······")
            : gate          ? "▓▓▓∩▓▓▓"
                            : "▓▓▓▓▓▓▓");
        if (kind != SR_NONE)
            put(d, x, y, ink, cube_sign[kind / MERV_SIZES]);
        return;
    }
    const bool east = slot < 10;
    const int row = east ? k : 4 - k;
    const int x = east ? CITY_X + CITY_W : CITY_X - 1, y = site_y(d, row);
    put(d, x, y, ink, kind == SR_NONE ? (gate ? "∩" : "·") : cube_sign[kind / MERV_SIZES]);
    put(d, x, y + 1, ink, kind == SR_NONE ? (gate ? "∩" : "·") : gate ? "∩" : "▓");
}

/* Slots of the side in use, with the masters on them. */
static void draw_slots(const struct drawing *d)
{
    const int round = d->s->round;
    for (int i = 0; i < MERV_SLOTS; i++) {
        const int line = round <= 2 ? i : 4 - i;
        int x = CITY_X + line * CELL_W + 4, y = round == 1 ? CITY_Y - 2 : CITY_Y + city_h(d) + 1;
        if (round % 2 == 0) {
            x = round == 2 ? CITY_X + CITY_W + 1 : 0;
            y = site_y(d, line);
        }
        const int owner = d->s->slots[i];
        if (owner == SR_NONE) {
            canvas_printf(d->c, x, y, choice_ink(d->slots, i, INK_DIM),
                          d->slots >> i & 1 ? STYLE_BOLD : 0, "%d", i + 1);
        } else {
            put_owner(d, x, y, owner);
        }
    }
}

static void draw_city(const struct drawing *d)
{
    draw_grid(d);
    for (int cell = 0; cell < MERV_CELLS; cell++)
        if (d->sites >> cell & 1)
            frame_cell(d, cell, INK_ACCENT);
    if (d->s->site != SR_NONE)
        frame_cell(d, d->s->site, d->sites >> d->s->site & 1 ? INK_ACCENT : INK_TITLE);
    for (int cell = 0; cell < MERV_CELLS; cell++)
        if (cell != MERV_CENTRE)
            draw_site(d, cell);
    draw_market(d);
    for (int i = 0; i < MERV_WALLS; i++)
        draw_wall(d, i);
    draw_slots(d);
}

static struct drawing look(const struct board_scene *scene, struct canvas *c)
{
    struct drawing d;
    memset(&d, 0, sizeof d);
    d.scene = scene;
    d.c = c;
    d.s = (const struct merv_state *)&scene->view->s;
    d.ed = (const struct merv_edition *)scene->rules->edition;
    d.small = scene->width < 100 || scene->height < 28;
    mark_choices(&d);
    return d;
}

static void draw(const struct board_scene *scene, struct canvas *c)
{
    const struct drawing d = look(scene, c);
    draw_head(&d);
    draw_city(&d);
    merv_panels(&d);
}

static void focus(const struct board_scene *scene, int *x, int *y)
{
    const struct drawing d = look(scene, NULL);
    merv_panels_focus(&d, x, y);
}

const struct board board_merv = {
    .game = "merv", .draw = draw, .adapts = true, .focus = focus, .about = merv_about};
