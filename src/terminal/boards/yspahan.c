/* yspahan.c: the board of Yspahan in a terminal, 100 x 28 cells; on smaller screens 80 x 15, with
 * the tower, the caravan and the numbers of the players beside the city, hand and buildings below.
 *
 * The city is a grid of cells three columns wide: the plus sign of the streets, every shop
 * where it borders its square, inner shops beside them. A good is its owner's circled
 * number before the number of the shop; the value of a souk stands among its shops as =8.
 * Colours only repeat what the characters say. */
#include "games/yspahan/yspahan.h"
#include "terminal/board.h"
#include "terminal/boards/about.h"

enum {
    CELL = 3,
    CITY_W = 18 * CELL + 4,
    CITY_H = 14,
    RIGHT = CITY_W,
    RIGHT_W = 100 - RIGHT,
    TOWER_W = 30,
    LOW_Y = 1 + CITY_H,
    LOW_H = YSP_LEVELS + 2,
    HAND_Y = LOW_Y + LOW_H,
    SEAT_H = 5,
    /* the small layout */
    SIDE = CITY_W + 1,
    SMALL_H = 15
};

struct place {
    int8_t x, y; /* cells from W10 and from N4 */
};

static const struct place square_at[YSP_SQUARES] = {
    {10, 4}, {9, 4},  {8, 4},  {7, 4},   {6, 4},   {5, 4},  {4, 4},  {3, 4},
    {2, 4},  {1, 4},  {0, 4},  {11, 4},  {12, 4},  {13, 4}, {14, 4}, {15, 4},
    {16, 4}, {17, 4}, {10, 3}, {10, 2},  {10, 1},  {10, 0}, {10, 5}, {10, 6},
    {10, 7}, {10, 8}, {10, 9}, {10, 10}, {10, 11},
};
static const struct place shop_at[YSP_SHOPS] = {
    {1, 5},  {0, 6},   {1, 6},  {2, 6},   {0, 7},   {2, 7},  /* bag pink */
    {3, 5},  {5, 5},   {3, 6},  {4, 6},   {5, 6},            /* bag yellow */
    {7, 5},  {9, 5},   {9, 6},                               /* bag white */
    {9, 8},  {9, 10},  {8, 8},  {8, 10},                     /* bag blue */
    {11, 5}, {12, 5},                                        /* barrel white */
    {11, 7}, {12, 7},  {13, 7},                              /* barrel blue */
    {14, 5}, {16, 5},  {14, 6}, {16, 6},                     /* barrel yellow */
    {11, 9}, {11, 11}, {12, 9}, {12, 11}, {12, 10},          /* barrel pink */
    {6, 3},  {8, 3},                                         /* chest blue */
    {0, 3},  {2, 3},   {4, 3},                               /* chest yellow */
    {9, 2},  {9, 0},   {8, 0},  {8, 2},                      /* chest pink */
    {11, 3}, {11, 1},  {12, 1}, {13, 3},  {15, 3},  {17, 3}, /* vase */
};
static const struct place value_at[YSP_SOUKS] = {
    {1, 7},   {4, 5}, {8, 5}, {8, 9}, {12, 6}, {14, 7}, {15, 5},
    {13, 10}, {7, 3}, {1, 3}, {8, 1}, {11, 2}, {13, 1}, {14, 3},
};
static const struct place area_at[YSP_LEVELS] = {{0, 0}, {2, 10}, {15, 10},
                                                 {2, 1}, {15, 0}, {0, 0}};
static const uint8_t souk_ink[YSP_SOUKS] = {
    INK_PINK, INK_YELLOW, INK_WHITE,  INK_BLUE, INK_WHITE, INK_BLUE,   INK_YELLOW,
    INK_PINK, INK_BLUE,   INK_YELLOW, INK_PINK, INK_BLUE,  INK_YELLOW, INK_ORANGE,
};
static const char *const seat_mark[YSP_SEATS] = {"①", "②", "③", "④"};

/* What is drawn, and what may be chosen now. */
struct drawing {
    const struct board_scene *scene;
    const struct yspahan_state *s;
    const struct yspahan_edition *ed;
    struct canvas *c;
    uint64_t shops;
    uint32_t squares;
    unsigned levels;
    bool small;
};

static const char *word(const struct drawing *d, const char *key)
{
    return sr_text(d->scene->speaker->lang, key);
}

/* Text of a pattern with one or more numbers or texts, for a title or a line. */
static const char *phrase(const struct drawing *d, char out[120], const char *key,
                          const struct sr_text_arg *args)
{
    struct sr_buf b;
    sr_buf_init(&b, out, 120);
    sr_text_put(&b, d->scene->speaker->lang, key, args);
    return out;
}

static void find_choices(struct drawing *d)
{
    for (int i = 0; i < d->scene->legal_count; i++) {
        const sr_move m = d->scene->legal[i];
        switch (sr_move_verb(m)) {
        case MV_SEL:
            d->levels |= 1u << ysp_sel_level(m);
            break;
        case MV_MOVE:
            d->squares |= 1u << ysp_go_square(m);
            break;
        case MV_PUT:
        case MV_SEND:
        case MV_PLAY_PLACE_GOOD:
            d->shops |= (uint64_t)1 << ysp_shop_of_move(m);
            break;
        default:
            break;
        }
    }
}

/* ---- city ---------------------------------------------------------------------------- */

static int city_x(struct place p) { return 2 + p.x * CELL; }
static int city_y(const struct drawing *d, struct place p) { return (d->small ? 1 : 2) + p.y; }

static void draw_shop(const struct drawing *d, int shop)
{
    const struct place at = shop_at[shop];
    const int owner = d->s->shops[shop], souk = yspahan__souk_of(d->ed, shop);
    const bool open = d->shops >> shop & 1;
    const int x = city_x(at), y = city_y(d, at);
    if (souk < 0) {
        canvas_put(d->c, x, y, INK_DIM, 0, "  ·");
    } else if (owner < YSP_SEATS) {
        canvas_put(d->c, x, y, INK_SEAT_0 + owner, STYLE_BOLD, seat_mark[owner]);
        canvas_printf(d->c, x + 1, y, open ? INK_ACCENT : INK_SEAT_0 + owner,
                      open ? STYLE_BOLD | STYLE_REVERSE : STYLE_BOLD, "%2d", shop);
    } else {
        canvas_put(d->c, x, y, open ? INK_ACCENT : INK_DIM, 0, open ? "▸" : " ");
        canvas_printf(d->c, x + 1, y, open ? INK_ACCENT : souk_ink[souk], open ? STYLE_BOLD : 0,
                      "%2d", shop);
    }
}

static void draw_square(const struct drawing *d, int square)
{
    const struct place at = square_at[square];
    const bool open = d->squares >> square & 1;
    const int ink = open ? INK_ACCENT : INK_DIM, style = open ? STYLE_REVERSE : 0;
    if (square == d->s->supervisor)
        canvas_put(d->c, city_x(at), city_y(d, at), open ? INK_ACCENT : INK_TITLE,
                   STYLE_BOLD | STYLE_REVERSE, "[@]");
    else
        canvas_printf(d->c, city_x(at), city_y(d, at), ink, style, "%3s",
                      yspahan__squares.name[square]);
}

static void draw_city(const struct drawing *d)
{
    char title[160], where[120];
    const struct sr_text_arg at[] = {{"square", 0, yspahan__squares.name[d->s->supervisor]},
                                     {NULL, 0, NULL}};
    struct sr_buf b;
    sr_buf_init(&b, title, sizeof title);
    sr_buf_put(&b, word(d, "yspahan.board.city"));
    sr_buf_put(&b, " · ");
    sr_buf_put(&b, phrase(d, where, "yspahan.board.supervisor", at));
    if (!d->small)
        canvas_frame(d->c, 0, 1, CITY_W, CITY_H, INK_DIM, title);
    for (int level = LV_BAG; level <= LV_VASE; level++)
        canvas_put(d->c, city_x(area_at[level]), city_y(d, area_at[level]),
                   d->levels >> level & 1 ? INK_ACCENT : INK_TITLE, STYLE_BOLD,
                   sr_name_text(d->scene->speaker, &yspahan__levels, level));
    for (int i = 0; i < YSP_SOUKS; i++)
        canvas_printf(d->c, city_x(value_at[i]), city_y(d, value_at[i]), souk_ink[i], STYLE_BOLD,
                      "=%d", d->ed->souks[i].value);
    for (int i = 0; i < YSP_SQUARES; i++)
        draw_square(d, i);
    for (int i = 0; i < YSP_SHOPS; i++)
        draw_shop(d, i);
}

/* ---- tower, caravan ------------------------------------------------------------------ */

/* A level of the tower: its name, and the dice on it beginning at column `dice`. */
static void draw_level(const struct drawing *d, int level, int x, int y, int dice)
{
    const struct yspahan_group *g = &d->s->tower[level];
    const bool open = d->levels >> level & 1;
    canvas_put(d->c, x, y, INK_ACCENT, STYLE_BOLD, open ? "▸" : " ");
    const int full = g->value ? INK_TEXT : INK_DIM;
    canvas_put(d->c, x + (d->small ? 1 : 2), y, open ? INK_ACCENT : full, open ? STYLE_BOLD : 0,
               sr_name_text(d->scene->speaker, &yspahan__levels, level));
    if (g->white)
        canvas_printf(d->c, dice, y, INK_WHITE, STYLE_BOLD, "[%d]×%d", g->value, g->white);
    if (g->yellow)
        canvas_printf(d->c, dice + (d->small ? 6 : 8), y, INK_YELLOW, STYLE_BOLD, "<%d>×%d",
                      g->value, g->yellow);
    if (g->value == 0)
        canvas_put(d->c, dice + 1, y, INK_DIM, 0, "·");
}

static void draw_tower(const struct drawing *d)
{
    if (!d->small)
        canvas_frame(d->c, 0, LOW_Y, TOWER_W, LOW_H, INK_DIM, word(d, "yspahan.board.tower"));
    for (int level = 0; level < YSP_LEVELS; level++) {
        if (d->small)
            draw_level(d, level, SIDE, YSP_LEVELS - level, SIDE + 10);
        else
            draw_level(d, level, 1, LOW_Y + YSP_LEVELS - level, 14);
    }
}

static void draw_line(const struct drawing *d, int line, int x, int y, int gap)
{
    const int line_camels = ysp_line_camels(d->ed, d->s);
    x = canvas_printf(d->c, x, y, INK_TITLE, 0, "×%d ", d->ed->line_factor[line]);
    for (int i = 0; i < line_camels; i++) {
        const int slot = line * line_camels + i;
        const int owner = slot < d->s->caravan_count ? d->s->caravan[slot] : YSP_SEATS;
        if (owner < YSP_SEATS)
            x = canvas_put(d->c, x + gap, y, INK_SEAT_0 + owner, STYLE_BOLD, seat_mark[owner]);
        else
            x = canvas_put(d->c, x + gap, y, INK_DIM, 0, "◦");
    }
    canvas_printf(d->c, x + 1 + gap, y, INK_TITLE, 0, "+%d", d->ed->line_points[line]);
}

static void draw_caravan(const struct drawing *d)
{
    const char *title = word(d, "yspahan.board.caravan");
    if (d->small)
        canvas_put(d->c, SIDE, YSP_LEVELS + 1, INK_DIM, 0, title);
    else
        canvas_frame(d->c, TOWER_W, LOW_Y, CITY_W - TOWER_W, LOW_H, INK_DIM, title);
    for (int line = 0; line < YSP_LINES; line++) {
        if (d->small)
            draw_line(d, line, SIDE + 9, YSP_LEVELS + YSP_LINES - line, 0);
        else
            draw_line(d, line, TOWER_W + 2, LOW_Y + 5 - 2 * line, 1);
    }
}

/* Cuts a name to so many columns, between characters. */
static void clip(char *text, int columns)
{
    size_t n = strlen(text);
    while (n > 0 && canvas_width(text) > columns) {
        do
            n--;
        while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80);
        text[n] = '\0';
    }
}

/* ---- cards --------------------------------------------------------------------------- */

/* "Exchange ×2, Three gold": kinds and how many of each. */
static void put_cards(const struct drawing *d, struct sr_buf *b, const int count[YSP_CARDS])
{
    bool any = false;
    for (int card = 0; card < YSP_CARDS; card++) {
        if (count[card] == 0)
            continue;
        sr_buf_put(b, any ? ", " : "");
        sr_buf_put(b, sr_name_text(d->scene->speaker, &yspahan__cards, card));
        if (count[card] > 1) {
            sr_buf_put(b, " ×");
            sr_buf_int(b, count[card]);
        }
        any = true;
    }
    if (!any)
        sr_buf_put(b, word(d, "yspahan.board.none"));
}

/* The viewer's own hand; a spectator has none. */
static void draw_hand(const struct drawing *d)
{
    const int viewer = d->s->head.viewer;
    char text[512];
    struct sr_buf b;
    sr_buf_init(&b, text, sizeof text);
    if (!d->small)
        canvas_frame(d->c, 0, HAND_Y, CITY_W, 5, INK_DIM, word(d, "yspahan.board.hand"));
    if (viewer >= d->s->head.seats)
        return;
    int count[YSP_CARDS] = {0};
    const struct yspahan_player *p = &d->s->players[viewer];
    for (int i = 0; i < p->cards; i++)
        if (p->hand[i] < YSP_CARDS)
            count[p->hand[i]]++;
    put_cards(d, &b, count);
    if (d->small) {
        const int x =
            canvas_printf(d->c, 1, SMALL_H - 2, INK_DIM, 0, "%s: ", word(d, "yspahan.board.hand"));
        clip(text, SIDE - x);
        canvas_put(d->c, x, SMALL_H - 2, INK_TEXT, 0, text);
    } else {
        canvas_wrap(d->c, 2, HAND_Y + 1, CITY_W - 4, 3, INK_TEXT, text);
    }
}

static void draw_discard(const struct drawing *d, int y)
{
    const int h = 28 - y;
    char title[120], text[512];
    struct sr_buf b;
    int count[YSP_CARDS], deck = yspahan__total(d->ed->copies) - yspahan__total(d->s->discard);
    for (int p = 0; p < d->s->head.seats; p++)
        deck -= d->s->players[p].cards;
    for (int card = 0; card < YSP_CARDS; card++)
        count[card] = d->s->discard[card];
    sr_buf_init(&b, title, sizeof title);
    sr_buf_put(&b, word(d, "yspahan.board.deck"));
    sr_buf_put(&b, " ");
    sr_buf_int(&b, deck);
    sr_buf_put(&b, " · ");
    sr_buf_put(&b, word(d, "yspahan.board.discard"));
    sr_buf_put(&b, " ");
    sr_buf_int(&b, yspahan__total(d->s->discard));
    canvas_frame(d->c, RIGHT, y, RIGHT_W, h, INK_DIM, title);
    sr_buf_init(&b, text, sizeof text);
    put_cards(d, &b, count);
    canvas_wrap(d->c, RIGHT + 2, y + 1, RIGHT_W - 4, h - 2, INK_DIM, text);
}

/* ---- players ------------------------------------------------------------------------- */

static int points_of(const struct yspahan_player *p)
{
    int points = 0;
    for (int i = 0; i < PT_PARTS; i++)
        points += p->points[i];
    return points;
}

static void put_buildings(const struct drawing *d, const struct yspahan_player *p, struct sr_buf *b)
{
    bool any = false;
    for (int i = 0; i < YSP_BUILDINGS; i++) {
        if (!ysp_has(p, i))
            continue;
        sr_buf_put(b, any ? ", " : "");
        sr_buf_put(b, sr_name_text(d->scene->speaker, &yspahan__buildings, i));
        any = true;
    }
}

/* Small: the numbers of a player in one line, and the buildings of all in another. */
static void draw_small_seats(const struct drawing *d)
{
    int x = 1;
    for (int seat = 0; seat < d->s->head.seats; seat++) {
        const struct yspahan_player *p = &d->s->players[seat];
        const bool decides = sr_actor(d->scene->rules, &d->scene->view->s) == seat;
        const int y = YSP_LEVELS + YSP_LINES + 1 + seat, ink = INK_SEAT_0 + seat;
        char text[160] = "";
        struct sr_buf b;
        canvas_put(d->c, SIDE, y, INK_ACCENT, STYLE_BOLD, decides ? "▶" : " ");
        canvas_printf(d->c, SIDE + 1, y, ink, STYLE_BOLD, "%s ★%3d", seat_mark[seat], points_of(p));
        canvas_printf(d->c, SIDE + 8, y, INK_YELLOW, STYLE_BOLD, "●%2d", p->gold);
        canvas_printf(d->c, SIDE + 13, y, INK_BROWN, STYLE_BOLD, "♞%2d", p->camels);
        canvas_printf(d->c, SIDE + 18, y, INK_TEXT, 0, "▤%2d", p->cards);
        sr_buf_init(&b, text, sizeof text);
        put_buildings(d, p, &b);
        if (!b.len)
            continue;
        x = canvas_printf(d->c, x, SMALL_H - 1, ink, 0, "%s %s", seat_mark[seat], text) + 2;
    }
}

static void draw_seat(const struct drawing *d, int seat, int y)
{
    const struct yspahan_player *p = &d->s->players[seat];
    const int ink = INK_SEAT_0 + seat;
    const bool decides = sr_actor(d->scene->rules, &d->scene->view->s) == seat;
    char text[160];
    struct sr_buf b;
    sr_buf_init(&b, text, sizeof text);
    sr_buf_put(&b, seat_mark[seat]);
    sr_buf_put(&b, " ");
    sr_seat_text(&b, d->scene->speaker, seat);
    canvas_frame(d->c, RIGHT, y, RIGHT_W, SEAT_H, decides ? ink : INK_DIM, NULL);
    if (decides)
        canvas_put(d->c, RIGHT, y, INK_ACCENT, STYLE_BOLD, "▶");
    clip(text, RIGHT_W - 13);
    canvas_printf(d->c, RIGHT + 2, y, ink, STYLE_BOLD, " %s ", text);
    canvas_printf(d->c, RIGHT + RIGHT_W - 8, y, ink, STYLE_BOLD, " ★%4d ", points_of(p));

    int x = RIGHT + 2;
    x = canvas_printf(d->c, x, y + 1, INK_DIM, 0, "%s ", word(d, "yspahan.board.gold"));
    x = canvas_printf(d->c, x, y + 1, INK_YELLOW, STYLE_BOLD, "%d  ", p->gold);
    x = canvas_printf(d->c, x, y + 1, INK_DIM, 0, "%s ", word(d, "yspahan.board.camels"));
    x = canvas_printf(d->c, x, y + 1, INK_BROWN, STYLE_BOLD, "%d  ", p->camels);
    x = canvas_printf(d->c, x, y + 1, INK_DIM, 0, "%s ", word(d, "yspahan.board.cards"));
    canvas_printf(d->c, x, y + 1, INK_TEXT, STYLE_BOLD, "%d", p->cards);

    sr_buf_init(&b, text, sizeof text);
    put_buildings(d, p, &b);
    canvas_wrap(d->c, RIGHT + 2, y + 2, RIGHT_W - 4, 2, ink, text);
}

/* ---- head line ----------------------------------------------------------------------- */

/* Date, order of the day with the turn marked, and what the action in progress has left. */
static void draw_head(const struct drawing *d)
{
    const struct yspahan_state *s = d->s;
    const struct sr_text_arg date[] = {{"week", s->week, NULL},
                                       {"weeks", d->ed->weeks, NULL},
                                       {"day", s->day, NULL},
                                       {"days", d->ed->days, NULL},
                                       {NULL, 0, NULL}};
    char text[120];
    int x = canvas_printf(d->c, 1, 0, INK_TITLE, STYLE_BOLD, "%s",
                          phrase(d, text, "yspahan.board.date", date));
    x = canvas_printf(d->c, x + 3, 0, INK_DIM, 0, "%s", word(d, "yspahan.board.order"));
    for (int i = 0; i < s->turns; i++) {
        const bool now = i == s->turn_index && !s->head.over;
        x = canvas_put(d->c, x + 1, 0, INK_SEAT_0 + s->order[i],
                       now ? STYLE_BOLD | STYLE_REVERSE : 0, seat_mark[s->order[i]]);
    }
    const bool placing = s->phase == PH_PLACE;
    const char *level = placing ? sr_name_text(d->scene->speaker, &yspahan__levels, s->level) : "";
    const struct sr_text_arg goods[] = {
        {"level", 0, level}, {"n", s->goods, NULL}, {NULL, 0, NULL}};
    const struct sr_text_arg walk[] = {{"n", s->value, NULL}, {NULL, 0, NULL}};
    if (placing)
        canvas_put(d->c, x + 3, 0, INK_ACCENT, STYLE_BOLD,
                   phrase(d, text, "yspahan.board.goods", goods));
    else if (s->phase == PH_MOVE)
        canvas_put(d->c, x + 3, 0, INK_ACCENT, STYLE_BOLD,
                   phrase(d, text, "yspahan.board.walk", walk));
}

static void draw(const struct board_scene *scene, struct canvas *c)
{
    struct drawing d = {scene,
                        (const struct yspahan_state *)&scene->view->s,
                        (const struct yspahan_edition *)scene->rules->edition,
                        c,
                        0,
                        0,
                        0,
                        scene->width < 100 || scene->height < 28};
    find_choices(&d);
    draw_head(&d);
    draw_city(&d);
    draw_tower(&d);
    draw_caravan(&d);
    draw_hand(&d);
    if (d.small) {
        draw_small_seats(&d);
        return;
    }
    for (int seat = 0; seat < d.s->head.seats; seat++)
        draw_seat(&d, seat, 1 + SEAT_H * seat);
    draw_discard(&d, 1 + SEAT_H * d.s->head.seats);
}

const struct board board_yspahan = {
    .game = "yspahan", .draw = draw, .adapts = true, .about = yspahan_about};
