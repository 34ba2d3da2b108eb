/* caravans.c: the board of Caravans in a terminal, from 100 x 28 cells on.
 *
 * Left the map, as a wall of bricks: a brick touches two above, two below and one at each side, as
 * a hex does. First line of a brick: what is printed on it; second line: sign of its region, a
 * forum (⌂ and the city's number) or a pawn (●), and the circled numbers of caravans. Right the
 * players, what is being decided, and the stocks of the cities. Colours only repeat what the
 * characters say.
 *
 * A map larger than its window first shows the surroundings of the caravan that acts. Scrolling
 * goes on from there to the right and downwards, and comes round from the other side. */
#include "games/caravans/caravans.h"
#include "terminal/board.h"
#include "terminal/boards/about.h"

enum {
    BRICK_W = 6,
    BRICK_H = 3,
    INNER_W = BRICK_W - 1,
    MAP_Y = 1,
    PANEL_W = 42,
    CELLS_MAX = 3 * TILES + 1 + CITIES * DIRS + 40
};

/* Lines of frames leave a cell to these sides. */
enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8 };

enum cell_sort { CELL_HEX, CELL_SUBURB, CELL_SPOT };

/* One brick to be drawn. */
struct cell {
    int q, r;
    enum cell_sort sort;
    int kind, region; /* of a hex; region -1: the central one */
    int city, dir;    /* city it belongs to or -1; direction from its forum, DIRS for the forum */
    char choice[2][8];/* what to type or choose to get here */
};

struct drawing {
    const struct board_scene *scene;
    const struct caravans *s;
    const struct caravans_edition *ed;
    struct canvas *c;
    struct cell cell[CELLS_MAX];
    int cells;
    int left, top, right, bottom; /* of all bricks, in characters */
    int view_w, view_h;           /* window of the map */
    uint8_t line[CANVAS_H][CANVAS_W], ink[CANVAS_H][CANVAS_W];
};

static const char *const region_sign[REGIONS] = {"○", "△", "□"};
static const char *const seat_mark[SR_SEATS_MAX] = {"①", "②", "③", "④", "⑤", "⑥", "⑦"};
static const uint8_t kind_ink[KINDS] = {INK_YELLOW, INK_BROWN,  INK_GREEN, INK_WHITE, INK_GREY,
                                        INK_BLUE,   INK_PURPLE, INK_YELLOW, INK_RED,  INK_ORANGE};

static const char *word(const struct drawing *d, const char *key)
{
    return sr_text(d->scene->speaker->lang, key);
}

/* Short name of a kind, at most five columns. */
static const char *short_name(const struct drawing *d, int kind)
{
    char key[48];
    struct sr_buf b;
    sr_buf_init(&b, key, sizeof key);
    sr_buf_put(&b, "caravans.board.");
    sr_buf_put(&b, caravans__kind_names.name[kind]);
    return word(d, key);
}

/* A pattern with the number n. */
static const char *counted(const struct drawing *d, char out[80], const char *key, int n)
{
    const struct sr_text_arg args[] = {{"n", n, NULL}, {NULL, 0, NULL}};
    struct sr_buf b;
    sr_buf_init(&b, out, 80);
    sr_text_put(&b, d->scene->speaker->lang, key, args);
    return out;
}

static int seat_ink(int seat) { return seat < SR_SEATS_MAX ? INK_SEAT_0 + seat : INK_NEUTRAL; }

/* ---- cells ----------------------------------------------------------------------------------- */

static int find_cell(const struct drawing *d, int q, int r)
{
    for (int i = 0; i < d->cells; i++)
        if (d->cell[i].q == q && d->cell[i].r == r)
            return i;
    return -1;
}

static struct cell *add_cell(struct drawing *d, int q, int r, enum cell_sort sort)
{
    const int at = find_cell(d, q, r);
    if (at >= 0 || d->cells == CELLS_MAX)
        return &d->cell[at >= 0 ? at : 0];
    struct cell *c = &d->cell[d->cells++];
    *c = (struct cell){.q = q, .r = r, .sort = sort, .region = -1, .city = -1};
    return c;
}

static void add_hexes(struct drawing *d)
{
    add_cell(d, 0, 0, CELL_HEX)->kind = d->s->central + 1;
    for (int i = 0; i < d->s->tile_count; i++) {
        const struct caravans_tile *t = &d->s->tiles[i];
        for (int c = 0; c < 3; c++) {
            int q, r;
            caravans__cell(t->lay / TURNS, t->q, t->r, c, &q, &r);
            struct cell *cell = add_cell(d, q, r, CELL_HEX);
            cell->kind = caravans__print(d->ed, t->tile, (c + TURNS - t->lay % TURNS) % TURNS);
            cell->region = caravans__region_of(t->tile);
        }
    }
}

/* Forums and suburbs; those unexplored become cells of their own. */
static void add_cities(struct drawing *d)
{
    for (int i = 0; i < d->s->city_count; i++) {
        const struct caravans_city *city = &d->s->cities[i];
        struct cell *forum = add_cell(d, city->q, city->r, CELL_HEX);
        forum->city = i;
        forum->dir = DIRS;
        for (int dir = 0; dir < DIRS; dir++) {
            struct cell *suburb = add_cell(d, city->q + caravans__dir_q[dir],
                                           city->r + caravans__dir_r[dir], CELL_SUBURB);
            suburb->city = i;
            suburb->dir = dir;
        }
    }
}

/* Adds a label to the first line of a cell with room for it. */
static void label(struct cell *c, const char *text)
{
    for (int line = 0; line < 2; line++) {
        struct sr_buf b;
        char joined[16];
        sr_buf_init(&b, joined, sizeof joined);
        sr_buf_put(&b, c->choice[line]);
        sr_buf_put(&b, *c->choice[line] ? " " : "");
        sr_buf_put(&b, text);
        if (b.full || canvas_width(joined) > INNER_W || b.len >= sizeof c->choice[line])
            continue;
        memcpy(c->choice[line], joined, b.len + 1);
        return;
    }
}

static void label_number(struct cell *c, int n)
{
    char digits[12];
    struct sr_buf b;
    sr_buf_init(&b, digits, sizeof digits);
    sr_buf_int(&b, n);
    label(c, digits);
}

/* What can be chosen on the map: numbers are those of the list of moves. */
static void add_choices(struct drawing *d)
{
    const struct caravans_player *p = &d->s->players[d->s->active];
    for (int i = 0; i < d->scene->legal_count; i++) {
        const sr_move m = d->scene->legal[i];
        const int q = caravans__signed(m, Q_SHIFT), r = caravans__signed(m, R_SHIFT);
        const int dir = sr_move_a(m);
        switch (sr_move_verb(m)) {
        case V_PLACE:
            label_number(add_cell(d, q, r, CELL_HEX), d->scene->number[i]);
            break;
        case V_MOVE:
            label(add_cell(d, p->q + caravans__dir_q[dir], p->r + caravans__dir_r[dir], CELL_HEX),
                  caravans__dir_names.name[dir]);
            break;
        case V_SPOT:
            for (int c = 0; c < 3; c++) {
                int cq, cr;
                caravans__cell(sr_move_bits(m, SHAPE_SHIFT, 1), q, r, c, &cq, &cr);
                label_number(add_cell(d, cq, cr, CELL_SPOT), d->scene->number[i]);
            }
            break;
        default:
            break;
        }
    }
    for (int c = 0; d->s->phase == ASK_TURN && c < 3; c++) {
        int q, r;
        caravans__cell(d->s->spot_shape, d->s->spot_q, d->s->spot_r, c, &q, &r);
        label_number(add_cell(d, q, r, CELL_SPOT), c + 1);
    }
}

static int brick_x(const struct cell *c) { return BRICK_W * c->q + BRICK_W / 2 * c->r; }
static int brick_y(const struct cell *c) { return BRICK_H * c->r; }

static void collect(struct drawing *d, const struct board_scene *scene)
{
    memset(d, 0, sizeof *d);
    d->scene = scene;
    d->s = (const struct caravans *)&scene->view->s;
    d->ed = (const struct caravans_edition *)scene->rules->edition;
    add_hexes(d);
    add_cities(d);
    add_choices(d);
    for (int i = 0; i < d->cells; i++) {
        const int x = brick_x(&d->cell[i]), y = brick_y(&d->cell[i]);
        d->left = sr_min(d->left, x);
        d->right = sr_max(d->right, x + BRICK_W + 1);
        d->top = sr_min(d->top, y);
        d->bottom = sr_max(d->bottom, y + BRICK_H + 1);
    }
    d->view_w = sr_min(scene->width, CANVAS_W) - PANEL_W;
    d->view_h = sr_min(scene->height, CANVAS_H) - MAP_Y;
}

/* How far the window can be moved over the map: by so many cells more than it shows. */
static int slack(int size, int window) { return sr_max(0, size - window); }

/* First cell of the map the window shows: centred when all fits, else around `focus`, moved by the
 * scroll offset and coming round at the end. */
static int origin(int low, int high, int window, int focus, int scroll)
{
    const int play = slack(high - low, window);
    if (play == 0)
        return low - (window - (high - low)) / 2;
    const int home = sr_max(0, sr_min(play, focus - low - window / 2));
    return low + (home + scroll) % (play + 1);
}

/* ---- map ------------------------------------------------------------------------------------- */

static void frame(struct drawing *d, int x, int y, int ink)
{
    for (int i = 0; i <= BRICK_W; i++) {
        for (int side = 0; side < 2; side++) {
            const int cx = x + i, cy = y + side * BRICK_H;
            if (cx < 0 || cx >= d->view_w || cy < 0 || cy >= d->view_h)
                continue;
            d->line[cy][cx] |= (uint8_t)((i > 0 ? LEFT : 0) | (i < BRICK_W ? RIGHT : 0));
            if (i == 0 || i == BRICK_W)
                d->line[cy][cx] |= side ? UP : DOWN;
            if (ink != INK_DIM || d->ink[cy][cx] == 0)
                d->ink[cy][cx] = (uint8_t)ink;
        }
    }
    for (int j = 1; j < BRICK_H; j++) {
        for (int side = 0; side < 2; side++) {
            const int cx = x + side * BRICK_W, cy = y + j;
            if (cx < 0 || cx >= d->view_w || cy < 0 || cy >= d->view_h)
                continue;
            d->line[cy][cx] |= UP | DOWN;
            if (ink != INK_DIM || d->ink[cy][cx] == 0)
                d->ink[cy][cx] = (uint8_t)ink;
        }
    }
}

static void draw_lines(const struct drawing *d)
{
    static const char *const glyph[16] = {" ", "│", "│", "│", "─", "┘", "┐", "┤",
                                          "─", "└", "┌", "├", "─", "┴", "┬", "┼"};
    for (int y = 0; y < d->view_h; y++)
        for (int x = 0; x < d->view_w; x++)
            if (d->line[y][x])
                canvas_put(d->c, x, MAP_Y + y, d->ink[y][x], 0, glyph[d->line[y][x]]);
}

/* Draws one character cell of text at a time, so that the window clips it. */
static int put(const struct drawing *d, int x, int y, int ink, int style, const char *text)
{
    const int w = canvas_width(text);
    if (y >= 0 && y < d->view_h && x >= 0 && x + w <= d->view_w)
        canvas_put(d->c, x, MAP_Y + y, ink, style, text);
    return x + w;
}

static int put_number(const struct drawing *d, int x, int y, int ink, const char *before, int n)
{
    char text[24];
    struct sr_buf b;
    sr_buf_init(&b, text, sizeof text);
    sr_buf_put(&b, before);
    sr_buf_int(&b, n);
    return put(d, x, y, ink, STYLE_BOLD, text);
}

/* Numbers of the caravans on a hex, as many as fit. */
static void draw_caravans(const struct drawing *d, const struct cell *c, int x, int y, int end)
{
    int more = 0;
    for (int seat = 0; seat < d->s->head.seats; seat++) {
        const struct caravans_player *p = &d->s->players[seat];
        if (!p->placed || p->q != c->q || p->r != c->r)
            continue;
        if (x < end)
            x = put(d, x, y, seat_ink(seat), STYLE_BOLD, seat_mark[seat]);
        else
            more++;
    }
    if (more)
        put(d, end - 1, y, INK_TEXT, STYLE_BOLD, "+");
}

static bool chosen(const struct cell *c) { return c->choice[0][0] != '\0'; }

static void draw_hex(const struct drawing *d, const struct cell *c, int x, int y)
{
    const struct caravans_city *city = c->city >= 0 ? &d->s->cities[c->city] : NULL;
    put(d, x + 1, y + 1, chosen(c) ? INK_ACCENT : kind_ink[c->kind],
        c->dir == DIRS ? STYLE_BOLD : 0, short_name(d, c->kind));
    int at = put(d, x + 1, y + 2, INK_DIM, 0, c->region < 0 ? "✶" : region_sign[c->region]);
    if (city && c->dir == DIRS)
        at = put_number(d, at, y + 2, seat_ink(city->governor), "⌂", c->city + 1);
    else if (city && city->suburbs[c->dir] == 1)
        at = put(d, at, y + 2, seat_ink(city->governor), STYLE_BOLD, "●");
    else if (city && city->suburbs[c->dir] > 1)
        at = put_number(d, at, y + 2, seat_ink(city->governor), "●", city->suburbs[c->dir]);
    int end = x + BRICK_W;
    if (chosen(c)) {
        end -= canvas_width(c->choice[0]);
        put(d, end, y + 2, INK_ACCENT, STYLE_BOLD | STYLE_REVERSE, c->choice[0]);
    }
    draw_caravans(d, c, at, y + 2, end);
}

static void draw_empty(const struct drawing *d, const struct cell *c, int x, int y)
{
    if (chosen(c)) {
        put(d, x + 1, y + 1, INK_ACCENT, STYLE_BOLD, c->choice[0]);
        put(d, x + 1, y + 2, INK_ACCENT, STYLE_BOLD, c->choice[1]);
    } else if (c->city >= 0) {
        put_number(d, x + 2, y + 1, INK_DIM, "⌂", c->city + 1);
        put(d, x + 3, y + 2, INK_DIM, 0, "·");
    }
}

static int frame_ink(const struct drawing *d, const struct cell *c)
{
    if (chosen(c) && c->sort == CELL_SPOT)
        return INK_ACCENT;
    return c->city >= 0 ? seat_ink(d->s->cities[c->city].governor) : INK_DIM;
}

static void draw_map(struct drawing *d)
{
    const int seat = caravans__actor(d->s);
    const struct caravans_player *p = &d->s->players[seat < SR_SEATS_MAX ? seat : 0];
    const int left = origin(d->left, d->right, d->view_w,
                            BRICK_W * p->q + BRICK_W / 2 * p->r + BRICK_W / 2, d->scene->scroll_x);
    const int top = origin(d->top, d->bottom, d->view_h, BRICK_H * p->r + 1, d->scene->scroll_y);
    /* Plain frames first, then those of cities, then what can be chosen. */
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < d->cells; i++) {
            const struct cell *c = &d->cell[i];
            const int ink = frame_ink(d, c);
            const int rank = ink == INK_ACCENT ? 2 : ink == INK_DIM ? 0 : 1;
            if (rank == pass && (c->sort != CELL_SUBURB || chosen(c)))
                frame(d, brick_x(c) - left, brick_y(c) - top, ink);
        }
    }
    draw_lines(d);
    for (int i = 0; i < d->cells; i++) {
        const struct cell *c = &d->cell[i];
        const int x = brick_x(c) - left, y = brick_y(c) - top;
        if (c->sort == CELL_HEX)
            draw_hex(d, c, x, y);
        else
            draw_empty(d, c, x, y);
    }
}

/* ---- panel ----------------------------------------------------------------------------------- */

/* Text that runs on in a column, piece by piece. */
struct flow {
    const struct drawing *d;
    int left, right; /* columns */
    int indent;      /* of the lines after the first */
    int x, y;
};

static void flow_put(struct flow *f, int ink, int style, const char *text)
{
    const int w = canvas_width(text);
    if (f->x > f->left + f->indent && f->x + w > f->right) {
        f->x = f->left + f->indent;
        f->y++;
    }
    if (f->y < f->d->scene->height)
        f->x = canvas_put(f->d->c, f->x, f->y, ink, style, text);
}

static void flow_line(struct flow *f, int indent)
{
    f->indent = indent;
    f->x = f->left + indent;
    f->y++;
}

static void flow_count(struct flow *f, int ink, const char *name, int n)
{
    char text[48];
    struct sr_buf b;
    sr_buf_init(&b, text, sizeof text);
    sr_buf_put(&b, name);
    sr_buf_put(&b, "×");
    sr_buf_int(&b, n);
    flow_put(f, ink, 0, text);
    f->x++;
}

/* At most w columns of a text. */
static void put_cut(struct canvas *c, int x, int y, int w, int ink, int style, const char *text)
{
    char one[8];
    for (int used = 0; *text && used < w;) {
        int n = 1;
        while ((text[n] & 0xC0) == 0x80 && n < 4)
            n++;
        memcpy(one, text, (size_t)n);
        one[n] = '\0';
        used = canvas_put(c, x + used, y, ink, style, one) - x;
        text += n;
    }
}

static void draw_units(struct flow *f, const struct caravans_player *p)
{
    for (int k = 0; k < KINDS; k++)
        if (p->units[k] > 0)
            flow_count(f, kind_ink[k], short_name(f->d, k), p->units[k]);
    if (p->expertise == 0)
        return;
    bool first = true;
    for (int i = 0; i < RESOURCES; i++) {
        if (!(p->expertise >> i & 1))
            continue;
        char text[40];
        struct sr_buf b;
        sr_buf_init(&b, text, sizeof text);
        sr_buf_put(&b, first ? "★ " : "");
        sr_buf_put(&b, short_name(f->d, i + 1));
        flow_put(f, INK_GREEN, 0, text);
        f->x++;
        first = false;
    }
}

enum { COL_INFLUENCE = 16, COL_CITIES = 23, COL_OWN = 30, COL_LAST = 36, ROOMY_SEATS = 5 };

static void draw_seat(struct flow *f, int seat)
{
    const struct drawing *d = f->d;
    const struct caravans_player *p = &d->s->players[seat];
    const bool acts = !d->s->head.over && caravans__actor(d->s) == seat;
    const int x = f->left, ink = seat_ink(seat);
    char name[80];
    struct sr_buf b;
    sr_buf_init(&b, name, sizeof name);
    sr_seat_text(&b, d->scene->speaker, seat);
    flow_line(f, 2);
    if (f->y >= d->scene->height)
        return;
    canvas_put(d->c, x, f->y, INK_ACCENT, STYLE_BOLD, acts ? "▸" : " ");
    canvas_put(d->c, x + 1, f->y, ink, STYLE_BOLD, seat_mark[seat]);
    put_cut(d->c, x + 3, f->y, COL_INFLUENCE - 4, ink, seat == d->s->active ? STYLE_BOLD : 0, name);
    canvas_printf(d->c, x + COL_INFLUENCE, f->y, INK_TITLE, STYLE_BOLD, "%2d", p->influence);
    for (int i = 0; i < d->ed->cities_per_player; i++)
        canvas_put(d->c, x + COL_CITIES + i, f->y, i < p->cities ? ink : INK_DIM, 0,
                   i < p->cities ? "⌂" : "·");
    canvas_printf(d->c, x + COL_OWN + 1, f->y, p->own_trades ? INK_RED : INK_DIM, 0, "%d",
                  p->own_trades);
    if (p->passage != SR_NONE)
        canvas_printf(d->c, x + COL_LAST, f->y, INK_TEXT, 0, "⌂%d", p->passage + 1);
    if (caravans__units(p) == 0 && p->expertise == 0 && d->s->head.seats > ROOMY_SEATS)
        return;
    flow_line(f, 3);
    draw_units(f, p);
}

static void draw_seats(struct flow *f)
{
    const struct drawing *d = f->d;
    const int x = f->left;
    canvas_put(d->c, x + COL_INFLUENCE, f->y, INK_DIM, 0, word(d, "caravans.board.col_influence"));
    canvas_put(d->c, x + COL_CITIES, f->y, INK_DIM, 0, word(d, "caravans.board.left"));
    canvas_put(d->c, x + COL_OWN, f->y, INK_DIM, 0, word(d, "caravans.board.own"));
    canvas_put(d->c, x + COL_LAST, f->y, INK_DIM, 0, word(d, "caravans.board.last"));
    for (int seat = 0; seat < d->s->head.seats; seat++)
        draw_seat(f, seat);
}

static void draw_side(struct flow *f, const char *key, const uint16_t side[KINDS])
{
    bool any = false;
    for (int k = 0; k < KINDS; k++) {
        if (side[k] == 0)
            continue;
        if (!any)
            flow_put(f, INK_ACCENT, 0, word(f->d, key));
        f->x += !any;
        any = true;
        flow_count(f, INK_TITLE, short_name(f->d, k), side[k]);
    }
}

/* Drawn tiles, an offer, an investment: what lies on the table beside the map. */
static void draw_business(struct flow *f)
{
    const struct drawing *d = f->d;
    const struct caravans *s = d->s;
    for (int i = 0; i < s->drawn_count; i++) {
        flow_line(f, 0);
        const int tile = s->drawn[i], ink = tile == s->taken ? INK_ACCENT : INK_TITLE;
        flow_put(f, INK_DIM, 0, i == 0 ? word(d, "caravans.board.drawn") : "");
        f->x = f->left + 9;
        flow_put(f, ink, STYLE_BOLD, caravans__tile_names.name[tile]);
        for (int h = 0; h < 3; h++) {
            f->x++;
            flow_put(f, ink, 0, short_name(d, caravans__print(d->ed, tile, h)));
        }
    }
    if (s->partner != SR_NONE || s->phase == ASK_BRIBE || s->phase == ASK_STAKE)
        flow_line(f, 0);
    draw_side(f, "caravans.board.gives", s->give);
    draw_side(f, "caravans.board.asks", s->want);
    draw_side(f, "caravans.board.bribe", s->bribe);
    uint16_t stake[KINDS] = {0};
    for (int i = 0; i < RESOURCES; i++)
        stake[i + 1] = s->stake >> i & 1;
    draw_side(f, "caravans.board.stake", stake);
}

static void draw_stocks(struct flow *f)
{
    const struct drawing *d = f->d;
    if (d->s->city_count == 0)
        return;
    flow_line(f, 0);
    flow_put(f, INK_DIM, 0, word(d, "caravans.board.cities"));
    flow_line(f, 0);
    for (int i = 0; i < d->s->city_count; i++) {
        const struct caravans_city *city = &d->s->cities[i];
        int suburbs = 0;
        for (int dir = 0; dir < DIRS; dir++)
            suburbs += city->suburbs[dir];
        char text[80];
        struct sr_buf b;
        sr_buf_init(&b, text, sizeof text);
        sr_buf_put(&b, "⌂");
        sr_buf_int(&b, i + 1);
        sr_buf_put(&b, city->complete ? "●" : "◐");
        sr_buf_int(&b, suburbs);
        flow_put(f, seat_ink(city->governor), STYLE_BOLD, text);
        f->x++;
        for (int k = 0; k < RESOURCES; k++)
            if (city->forum[k] > 0)
                flow_count(f, kind_ink[k + 1], short_name(d, k + 1), city->forum[k]);
    }
}

/* First line: round, actions, goal, tiles left. */
static void draw_header(struct drawing *d)
{
    const struct caravans *s = d->s;
    char text[80];
    struct flow f = {d, 0, d->scene->width, 0, 0, 0};
    flow_put(&f, INK_TITLE, STYLE_BOLD,
             s->round ? counted(d, text, "caravans.board.round", s->round)
                      : word(d, "caravans.board.first"));
    if (s->actions > 0) {
        flow_put(&f, INK_DIM, 0, " · ");
        flow_put(&f, INK_TITLE, 0, counted(d, text, "caravans.board.actions", s->actions));
    }
    flow_put(&f, INK_DIM, 0, " · ");
    flow_put(&f, INK_TEXT, 0, counted(d, text, "caravans.board.goal", d->ed->win_influence));
    flow_put(&f, INK_DIM, 0, " · ");
    flow_put(&f, INK_TEXT, 0, word(d, "caravans.board.stacks"));
    for (int g = 0; g < REGIONS; g++) {
        const struct caravans_stack *stack = &s->stacks[g];
        f.x = canvas_printf(d->c, f.x + 1, 0, INK_TITLE, 0, "%s %d", region_sign[g], stack->size);
        if (stack->known > 0)
            f.x = canvas_printf(d->c, f.x, 0, INK_DIM, 0, " (%d)", stack->known);
    }
    if (s->idle > 0) {
        flow_put(&f, INK_DIM, 0, " · ");
        flow_put(&f, INK_RED, 0, counted(d, text, "caravans.board.idle", s->idle));
    }
}

/* ---- board ----------------------------------------------------------------------------------- */

static void draw(const struct board_scene *scene, struct canvas *canvas)
{
    struct drawing d;
    collect(&d, scene);
    d.c = canvas;
    draw_header(&d);
    draw_map(&d);
    struct flow panel = {&d, d.view_w + 1, d.view_w + PANEL_W, 0, d.view_w + 1, MAP_Y};
    draw_seats(&panel);
    draw_business(&panel);
    draw_stocks(&panel);
}

static void extent(const struct board_scene *scene, int *max_x, int *max_y)
{
    struct drawing d;
    collect(&d, scene);
    *max_x = slack(d.right - d.left, d.view_w);
    *max_y = slack(d.bottom - d.top, d.view_h);
}

const struct board board_caravans = {
    .game = "caravans", .draw = draw, .extent = extent, .adapts = true, .about = caravans_about};
