/* tadmor.c: the board of Tadmor in a terminal, 100 x 28 cells; on smaller screens 80 columns, with
 * the players right under the map, improvements and missions below them.
 *
 * From top to bottom: the date and the order; the map, five columns of regions; the improvements on
 * offer beside the viewer's missions; the players. A space shows its shape (○ camel, □ boat,
 * ◇ either), its action and the pawn on it: the seat's circled number and the kind of pawn (● ■).
 * A region that is raided has ✗ before its name, the one that is safe next time ✓, the one the
 * viewer has chosen in secret ☠, which also marks who holds a bandit card. Colours only repeat
 * what the characters say. */
#include "games/tadmor/tadmor.h"
#include "terminal/board.h"
#include "terminal/boards/about.h"

enum {
    MAP_Y = 1,
    LOW_Y = 13, SMALL_LOW_Y = 20,
    LOW_H = 7,
    HAND_W = 40,
    SEAT_Y = 20, SMALL_SEAT_Y = 12,
    LINE_MAX = 400
};

static const char *const seat_mark[TAD_SEATS] = {"①", "②", "③", "④"};
static const char *const shape_mark[TAD_SHAPES] = {"○", "□", "◇"};
static const char *const pawn_mark[TAD_KINDS] = {"●", "■"};
static const uint8_t pile_ink[TAD_PILES] = {INK_GREY, INK_YELLOW, INK_RED};
static const uint8_t good_ink[TAD_GOODS] = {INK_BROWN, INK_GREY, INK_WHITE, INK_YELLOW};

/* What is drawn, and what may be chosen now. */
struct drawing {
    const struct board_scene *scene;
    const struct tad_state *s;
    const struct tad_edition *ed;
    const struct tad_board *b;
    struct canvas *c;
    uint64_t places, tiles;
    uint32_t missions;
    unsigned regions, rares, victims;
    bool small;
    int width, col_w, low_y, seat_y; /* of the layout */
};

static const char *word(const struct drawing *d, const char *key)
{
    return sr_text(d->scene->speaker->lang, key);
}

static const char *name(const struct drawing *d, const struct sr_names *names, int value)
{
    return sr_name_text(d->scene->speaker, names, value);
}

/* Appends a pattern with one number. */
static void put_phrase(const struct drawing *d, struct sr_buf *b, const char *key, int n, int of)
{
    const struct sr_text_arg args[] = {{"n", n, NULL}, {"of", of, NULL}, {NULL, 0, NULL}};
    sr_text_put(b, d->scene->speaker->lang, key, args);
}

/* Cuts a text to so many columns, between characters. */
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

/* The same, but a number at the end stays: "улучш. 3". */
static void clip_name(char *text, int columns)
{
    const char *blank = strrchr(text, ' ');
    char number[8] = "";
    struct sr_buf b;
    if (blank && strspn(blank + 1, "-0123456789") == strlen(blank + 1) && strlen(blank) < 4) {
        sr_buf_init(&b, number, sizeof number);
        sr_buf_put(&b, blank);
    }
    if (canvas_width(text) <= columns)
        return;
    clip(text, columns - (int)strlen(number));
    sr_buf_init(&b, text + strlen(text), sizeof number);
    sr_buf_put(&b, number);
}

static void put_clipped(const struct drawing *d, int x, int y, int columns, int ink, int style,
                        const char *text)
{
    char line[LINE_MAX];
    struct sr_buf b;
    sr_buf_init(&b, line, sizeof line);
    sr_buf_put(&b, text);
    clip(line, columns);
    canvas_put(d->c, x, y, ink, style, line);
}

/* ---- choices ------------------------------------------------------------------------- */

/* The pawns of the decider that stand on an action. */
static void mark_action(struct drawing *d, int action)
{
    for (int i = 0; i < TAD_SPACES; i++)
        if (d->b->action[i] == action && d->s->board[i] >> 1 == d->s->active)
            d->places |= (uint64_t)1 << i;
}

static void mark_construction(struct drawing *d, sr_move m)
{
    switch (sr_move_verb(m)) {
    case TAD_V_FLOORS:
        mark_action(d, TAD_FLOORS);
        break;
    case TAD_V_SERIES:
        mark_action(d, TAD_SERIES);
        break;
    case TAD_V_TRAITOR:
        mark_action(d, TAD_TRAITOR);
        break;
    case TAD_V_TEMPLE:
        mark_action(d, sr_move_a(m) == TAD_VIA_CARD ? TAD_TEMPLE_CARD : TAD_TEMPLE);
        break;
    case TAD_V_RARE:
        mark_action(d, TAD_RARE_GREY + sr_move_a(m));
        break;
    case TAD_V_DRAW:
    case TAD_V_COMPLETE:
        mark_action(d, TAD_MISSION);
        break;
    case TAD_V_FIRST:
        mark_action(d, TAD_FIRST);
        break;
    default:
        break;
    }
}

static void mark_flip(struct drawing *d, const struct sr_game *g, sr_move m)
{
    int value;
    d->missions |= TAD_BIT(tad_flip_mission(m));
    if (sr_move_arg(g, m, 1, &value))
        d->victims |= 1u << value;
    if (sr_move_arg(g, m, 3, &value))
        d->regions |= 1u << value;
}

static void find_choices(struct drawing *d)
{
    for (int i = 0; i < d->scene->legal_count; i++) {
        const sr_move m = d->scene->legal[i];
        const int a = sr_move_a(m);
        switch (sr_move_verb(m)) {
        case TAD_V_SWAP:
            d->places |= (uint64_t)1 << sr_move_b(m);
            d->places |= (uint64_t)1 << a;
            break;
        case TAD_V_CAMEL:
        case TAD_V_BOAT:
        case TAD_V_COLLECT:
            d->places |= (uint64_t)1 << a;
            break;
        case TAD_V_BUY:
        case TAD_V_TAKE:
            d->tiles |= (uint64_t)1 << a;
            break;
        case TAD_V_BANDIT:
            d->regions |= 1u << a;
            break;
        case TAD_V_PICK:
            d->rares |= 1u << a;
            break;
        case TAD_V_COMPLETE:
        case TAD_V_DISCARD:
            d->missions |= TAD_BIT(a);
            break;
        case TAD_V_FLIP:
            mark_flip(d, d->scene->rules->game, m);
            break;
        default:
            break;
        }
        if (sr_move_verb(m) == TAD_V_TRAITOR)
            d->victims |= 1u << a;
        mark_construction(d, m);
    }
}

/* ---- the map ------------------------------------------------------------------------- */

static int boat_or_camel(const struct drawing *d, int space, const uint8_t boat[TAD_ERAS],
                         const uint8_t camel[TAD_ERAS])
{
    return d->b->shape[space] == TAD_FOR_BOAT ? boat[d->s->era - 1] : camel[d->s->era - 1];
}

/* What the space brings, takes or costs in this era; 0: nothing worth a number. */
static int space_number(const struct drawing *d, int space)
{
    const int action = d->b->action[space];
    switch (action) {
    case TAD_GET_WOOD:
    case TAD_GET_STONE:
        return boat_or_camel(d, space, d->ed->boat_base, d->ed->camel_base);
    case TAD_GET_MARBLE:
    case TAD_GET_GOLD:
        return boat_or_camel(d, space, d->ed->boat_superior, d->ed->camel_superior);
    case TAD_GIFT:
        return boat_or_camel(d, space, d->ed->gift_boat, d->ed->gift_camel);
    case TAD_RARE_GREY:
    case TAD_RARE_YELLOW:
    case TAD_RARE_RED:
        return d->ed->rare_price[action - TAD_RARE_GREY];
    case TAD_TRAITOR:
        return -d->ed->traitor[d->s->era - 1];
    default:
        return 0;
    }
}

static void draw_space(const struct drawing *d, int space, int x, int y)
{
    const bool open = d->places >> space & 1;
    const int pawn = d->s->board[space], number = space_number(d, space);
    const int ink = open ? INK_ACCENT : pawn == SR_NONE ? INK_TEXT : INK_DIM;
    char label[LINE_MAX];
    struct sr_buf b;
    const int left = d->small ? x : x + 1, right = x + d->col_w - 3;
    sr_buf_init(&b, label, sizeof label);
    sr_buf_put(&b, name(d, &tadmor__actions, d->b->action[space]));
    if (number) {
        sr_buf_put(&b, " ");
        sr_buf_int(&b, number);
    }
    canvas_put(d->c, left, y, INK_ACCENT, STYLE_BOLD, open ? "▸" : " ");
    canvas_put(d->c, left + 1, y, ink, 0, shape_mark[d->b->shape[space]]);
    clip_name(label, right - left - 3);
    canvas_put(d->c, left + 3, y, ink, open ? STYLE_BOLD : 0, label);
    if (pawn < TAD_PAWNS) {
        canvas_put(d->c, right, y, INK_SEAT_0 + pawn / TAD_KINDS, STYLE_BOLD,
                   seat_mark[pawn / TAD_KINDS]);
        canvas_put(d->c, right + 1, y, INK_SEAT_0 + pawn / TAD_KINDS, STYLE_BOLD,
                   pawn_mark[pawn % TAD_KINDS]);
    }
}

/* The frame of a region (small: its name) with as many spaces as `h` rows have room for. */
static void draw_region(const struct drawing *d, int region, int x, int y, int h)
{
    static const char *const keys[TAD_REGIONS] = {
        "tadmor.board.palmyra",        "tadmor.board.ebla",      "tadmor.board.damascus",
        "tadmor.board.north_sea",      "tadmor.board.south_sea", "tadmor.board.north_euphrates",
        "tadmor.board.south_euphrates"};
    const bool open = region < TAD_REGIONS && (d->regions >> region & 1);
    const char *sign = "";
    if (region == d->s->revealed && region != SR_NONE)
        sign = "✗ ";
    else if (region == d->s->attacked && region != SR_NONE)
        sign = "✓ ";
    else if (region == d->s->held && region != SR_NONE)
        sign = "☠ ";
    char title[LINE_MAX];
    struct sr_buf b;
    sr_buf_init(&b, title, sizeof title);
    sr_buf_put(&b, open ? "▸" : "");
    sr_buf_put(&b, sign);
    sr_buf_put(&b, word(d, region < TAD_REGIONS ? keys[region] : "tadmor.board.desert"));
    const int ink = open ? INK_ACCENT : *sign ? INK_RED : d->small ? INK_TITLE : INK_DIM;
    if (d->small)
        put_clipped(d, x, y, d->col_w - 1, ink, STYLE_UNDERLINE, title);
    else
        canvas_frame(d->c, x, y, d->col_w, h, ink, title);
    int line = y + 1;
    for (int i = 0; i < TAD_SPACES && line < y + h - 1; i++)
        if (d->b->action[i] != TAD_NO_ACTION && d->b->region[i] == region)
            draw_space(d, i, x, line++);
}

/* The three piles: colour, top tile and how many are left. */
static void draw_piles(const struct drawing *d, int x, int y)
{
    put_clipped(d, x + 1, y, d->col_w - 2, INK_TITLE, 0, word(d, "tadmor.board.rares"));
    for (int pile = 0; pile < TAD_PILES; pile++) {
        const int top = d->s->top[pile];
        const bool open = d->rares >> (pile * TAD_RARES_IN_PILE) & 7;
        char text[LINE_MAX];
        struct sr_buf b;
        sr_buf_init(&b, text, sizeof text);
        sr_buf_put(&b,
                   top < TAD_RARES ? name(d, &tadmor__rares, top) : word(d, "tadmor.board.empty"));
        canvas_put(d->c, x, y + 1 + pile, INK_ACCENT, STYLE_BOLD, open ? "▸" : " ");
        canvas_put(d->c, x + 1, y + 1 + pile, pile_ink[pile], STYLE_BOLD,
                   pile == TAD_GREY     ? word(d, "tadmor.board.grey")
                   : pile == TAD_YELLOW ? word(d, "tadmor.board.yellow")
                                        : word(d, "tadmor.board.red"));
        put_clipped(d, x + 3, y + 1 + pile, d->col_w - 6, open ? INK_ACCENT : pile_ink[pile], 0,
                    text);
        canvas_printf(d->c, x + d->col_w - 3, y + 1 + pile, INK_DIM, 0, "×%d",
                      tadmor__pile_size(d->s, pile));
    }
}

/* Cards left: missions (discards in brackets) and temple sections; who holds one of the bandits. */
static void draw_stock(const struct drawing *d, int x, int y)
{
    char text[LINE_MAX];
    struct sr_buf b;
    sr_buf_init(&b, text, sizeof text);
    sr_buf_put(&b, word(d, "tadmor.board.missions"));
    sr_buf_put(&b, " ");
    sr_buf_int(&b, tadmor__pile_cards(d->s));
    sr_buf_put(&b, " (");
    sr_buf_int(&b, sr_count(d->s->discards));
    sr_buf_put(&b, ")");
    put_clipped(d, x + 1, y, d->col_w - 2, INK_DIM, 0, text);
    sr_buf_init(&b, text, sizeof text);
    sr_buf_put(&b, word(d, "tadmor.board.temples"));
    for (int i = 0; i < TAD_SECTIONS; i++) {
        sr_buf_put(&b, i ? "·" : " ");
        sr_buf_int(&b, tadmor__supply(d->ed, d->s, i));
    }
    put_clipped(d, x + 1, y + 1, d->col_w - 2, INK_DIM, 0, text);
    if (d->s->holder >= TAD_SEATS)
        return;
    const struct sr_text_arg args[] = {{"seat", 0, seat_mark[d->s->holder]}, {NULL, 0, NULL}};
    sr_buf_init(&b, text, sizeof text);
    sr_buf_put(&b, "☠ ");
    sr_text_put(&b, d->scene->speaker->lang, "tadmor.board.card", args);
    put_clipped(d, x + 1, y + 2, d->col_w - 2, INK_SEAT_0 + d->s->holder, STYLE_BOLD, text);
}

static void draw_map(const struct drawing *d)
{
    enum { PAL, EBL, DAM, NSE, SSE, NEU, SEU };
    const int w = d->col_w, less = d->small ? 1 : 0; /* a frame has one row more */
    draw_region(d, NSE, 0, MAP_Y, 6);
    draw_region(d, SSE, 0, MAP_Y + 6 - less, 6);
    draw_region(d, EBL, w, MAP_Y, 8);
    draw_piles(d, w, MAP_Y + 8 - less);
    draw_region(d, PAL, 2 * w, MAP_Y, 9);
    draw_stock(d, 2 * w, MAP_Y + 9 - less);
    draw_region(d, DAM, 3 * w, MAP_Y, 9);
    draw_region(d, SR_NONE, 3 * w, MAP_Y + 9 - less, 3);
    draw_region(d, NEU, 4 * w, MAP_Y, 6);
    draw_region(d, SEU, 4 * w, MAP_Y + 6 - less, 6);
}

/* ---- improvements and missions ------------------------------------------------------- */

static void draw_offer(const struct drawing *d)
{
    enum { ROWS = LOW_H - 2 };
    const int columns = 2, width = (d->width - HAND_W) / columns - 1;
    char title[LINE_MAX];
    struct sr_buf b;
    sr_buf_init(&b, title, sizeof title);
    put_phrase(d, &b, "tadmor.board.offer", d->ed->price[d->s->era - 1], 0);
    canvas_frame(d->c, 0, d->low_y, d->width - HAND_W, LOW_H, INK_DIM, title);
    int n = 0;
    for (int t = 0; t < TAD_TILES && n < columns * ROWS; t++) {
        if (d->s->tile[t] != TAD_DISPLAY)
            continue;
        const bool open = d->tiles >> t & 1;
        const int x = 1 + n / ROWS * width, y = d->low_y + 1 + n % ROWS;
        canvas_put(d->c, x, y, INK_ACCENT, STYLE_BOLD, open ? "▸" : " ");
        put_clipped(d, x + 1, y, width - 1, open ? INK_ACCENT : INK_TEXT, open ? STYLE_BOLD : 0,
                    name(d, &tadmor__tiles, t));
        n++;
    }
}

static const char *good_letter(const struct drawing *d, int good)
{
    static const char *const keys[TAD_GOODS] = {"tadmor.board.wood", "tadmor.board.stone",
                                                "tadmor.board.marble", "tadmor.board.gold"};
    return word(d, keys[good]);
}

/* "3S1M1G ★10" */
static void put_cost(const struct drawing *d, struct sr_buf *b, int mission)
{
    for (int g = 0; g < TAD_GOODS; g++) {
        if (d->ed->mission_cost[mission][g] == 0)
            continue;
        sr_buf_int(b, d->ed->mission_cost[mission][g]);
        sr_buf_put(b, good_letter(d, g));
    }
    sr_buf_put(b, " ★");
    sr_buf_int(b, d->ed->mission_value[mission]);
}

/* The viewer's hand, one card a line; those that do not fit as numbers. */
static void draw_hand(const struct drawing *d)
{
    enum { ROWS = LOW_H - 2, INNER = HAND_W - 2 };
    const int viewer = d->s->head.viewer;
    canvas_frame(d->c, d->width - HAND_W, d->low_y, HAND_W, LOW_H, INK_DIM,
                 word(d, "tadmor.board.hand"));
    if (viewer >= d->s->head.seats)
        return;
    uint32_t hand = d->s->player[viewer].hand;
    const int lines = sr_count(hand) > ROWS ? ROWS - 1 : ROWS;
    char text[LINE_MAX];
    struct sr_buf b;
    for (int i = 0; i < lines && hand; i++, hand &= hand - 1) {
        const int mission = sr_lowest(hand), y = d->low_y + 1 + i;
        const bool open = d->missions >> mission & 1;
        canvas_put(d->c, d->width - HAND_W, y, open ? INK_ACCENT : INK_DIM, 0, open ? "▸" : "│");
        put_clipped(d, d->width - HAND_W + 1, y, INNER, INK_TEXT, open ? STYLE_BOLD : 0,
                    name(d, &tadmor__missions, mission));
        sr_buf_init(&b, text, sizeof text);
        put_cost(d, &b, mission);
        canvas_put(d->c, d->width - HAND_W + HAND_W - 1 - canvas_width(text), y, INK_TITLE, 0,
                   text);
    }
    sr_buf_init(&b, text, sizeof text);
    for (; hand; hand &= hand - 1) {
        sr_buf_put(&b, b.len ? " K" : "K");
        sr_buf_int(&b, sr_lowest(hand) + 1);
    }
    put_clipped(d, d->width - HAND_W + 1, d->low_y + LOW_H - 2, INNER, INK_TEXT, 0, text);
}

/* ---- players ------------------------------------------------------------------------- */

struct panel {
    const struct drawing *d;
    const struct tad_player *p;
    int seat, x, y, w, ink;
};

/* A circle or square for every pawn owned: full in reserve, hollow where it stands elsewhere. */
static void draw_pawns(const struct panel *n)
{
    static const char *const away[TAD_KINDS] = {"○", "□"};
    int x = n->x;
    for (int kind = 0; kind < TAD_KINDS; kind++, x++)
        for (int i = 0; i < n->p->owned[kind]; i++)
            x = canvas_put(n->d->c, x, n->y + 1, n->ink, 0,
                           i < n->p->reserve[kind] ? pawn_mark[kind] : away[kind]);
    char text[LINE_MAX];
    struct sr_buf b;
    sr_buf_init(&b, text, sizeof text);
    sr_buf_put(&b, word(n->d, "tadmor.board.tower"));
    sr_buf_put(&b, " ");
    sr_buf_int(&b, n->p->tower);
    canvas_put(n->d->c, n->x + 12, n->y + 1, n->ink, STYLE_BOLD, text);
}

/* Warehouse, exchanged goods after a plus sign, and how full it is. */
static void draw_goods(const struct panel *n)
{
    int x = n->x;
    for (int g = 0; g < TAD_GOODS; g++) {
        x = canvas_printf(n->d->c, x, n->y + 2, good_ink[g], STYLE_BOLD, "%s%d",
                          good_letter(n->d, g), n->p->goods[g]);
        if (n->p->exchanged[g])
            x = canvas_printf(n->d->c, x, n->y + 2, good_ink[g], 0, "+%d", n->p->exchanged[g]);
        x++;
    }
    canvas_printf(n->d->c, x, n->y + 2, INK_DIM, 0, "%d/%d", tadmor__total(n->p),
                  tadmor__limit(n->d->ed, n->d->s, n->seat));
}

static void draw_temples(const struct panel *n)
{
    char text[LINE_MAX];
    struct sr_buf b;
    bool any = false;
    sr_buf_init(&b, text, sizeof text);
    sr_buf_put(&b, word(n->d, "tadmor.board.cards"));
    sr_buf_put(&b, " ");
    sr_buf_int(&b, n->p->cards);
    sr_buf_put(&b, "  ");
    sr_buf_put(&b, word(n->d, "tadmor.board.temples"));
    for (int i = 0; i < TAD_SECTIONS; i++)
        for (int k = 0; k < n->p->temples[i]; k++, any = true) {
            sr_buf_put(&b, any ? "+" : " ");
            sr_buf_int(&b, n->d->ed->temple_pp[i]);
        }
    sr_buf_put(&b, any ? "" : " –");
    put_clipped(n->d, n->x, n->y + 3, n->w, INK_TEXT, 0, text);
}

/* How many of each kind, pile by pile. */
static void draw_rares(const struct panel *n)
{
    static const char *const keys[TAD_PILES] = {"tadmor.board.grey", "tadmor.board.yellow",
                                                "tadmor.board.red"};
    int x = n->x;
    for (int pile = 0; pile < TAD_PILES; pile++, x++) {
        x = canvas_put(n->d->c, x, n->y + 4, pile_ink[pile], STYLE_BOLD, word(n->d, keys[pile]));
        for (int i = 0; i < TAD_RARES_IN_PILE; i++) {
            const int have = n->p->rare[pile * TAD_RARES_IN_PILE + i];
            x = have ? canvas_printf(n->d->c, x, n->y + 4, pile_ink[pile], STYLE_BOLD, "%d", have)
                     : canvas_put(n->d->c, x, n->y + 4, INK_DIM, 0, "·");
        }
    }
}

/* Completed missions; the flipped ones in brackets. */
static void draw_done(const struct panel *n)
{
    const bool viewed = n->seat == n->d->s->active;
    int x = n->x;
    for (uint32_t set = n->p->done; set && x < n->x + n->w - 3; set &= set - 1) {
        const int mission = sr_lowest(set);
        const bool open = viewed && (n->d->missions >> mission & 1);
        x = canvas_printf(n->d->c, x, n->y + 5, open ? INK_ACCENT : INK_TEXT, STYLE_BOLD, "%sK%d",
                          open ? "▸" : "", mission + 1);
        x++;
    }
    for (uint32_t set = n->p->flipped; set && x < n->x + n->w - 4; set &= set - 1)
        x = canvas_printf(n->d->c, x, n->y + 5, INK_DIM, 0, "(K%d)", sr_lowest(set) + 1);
}

/* Improvements by number; a pawn on a private one beside it. */
static void draw_tiles(const struct panel *n)
{
    int x = n->x, y = n->y + 6;
    for (int t = 0; t < TAD_TILES; t++) {
        if (n->d->s->tile[t] != n->seat)
            continue;
        const int private_place = tadmor__private_index(t);
        const int pawn = private_place < 0 ? SR_NONE : n->d->s->post[private_place];
        const bool open = private_place >= 0 && n->seat == n->d->s->active &&
                          (n->d->places >> (TAD_SPACES + private_place) & 1);
        if (x + 5 > n->x + n->w && y == n->y + 6) {
            x = n->x;
            y++;
        }
        if (x + 5 > n->x + n->w) {
            canvas_put(n->d->c, x, y, INK_DIM, 0, "…");
            return;
        }
        x = canvas_printf(n->d->c, x, y, open ? INK_ACCENT : INK_TEXT, open ? STYLE_BOLD : 0,
                          "%sI%d", open ? "▸" : "", t + 1);
        if (pawn < TAD_PAWNS)
            x = canvas_put(n->d->c, x, y, n->ink, STYLE_BOLD, pawn_mark[pawn % TAD_KINDS]);
        x++;
    }
}

static void draw_seat(const struct drawing *d, int seat, int x, int w)
{
    const struct panel n = {d,     &d->s->player[seat], seat, x + 1, d->seat_y,
                            w - 2, INK_SEAT_0 + seat};
    const bool decides = sr_actor(d->scene->rules, &d->scene->view->s) == seat;
    const bool open = d->victims >> seat & 1;
    char text[LINE_MAX];
    struct sr_buf b;
    for (int i = 0; i < w; i++)
        canvas_put(d->c, x + i, d->seat_y, decides ? n.ink : INK_DIM, 0, "─");
    for (int y = d->seat_y + 1; x > 0 && y < d->seat_y + 8; y++)
        canvas_put(d->c, x, y, INK_DIM, 0, "│");
    sr_buf_init(&b, text, sizeof text);
    sr_buf_put(&b, seat_mark[seat]);
    sr_buf_put(&b, " ");
    sr_seat_text(&b, d->scene->speaker, seat);
    clip(text, w - 12);
    const int end =
        canvas_printf(d->c, x + 2, d->seat_y, open ? INK_ACCENT : n.ink, STYLE_BOLD, " %s ", text);
    if (d->s->first == seat)
        canvas_put(d->c, end, d->seat_y, INK_TITLE, STYLE_BOLD, "⚑");
    canvas_put(d->c, x + 1, d->seat_y, INK_ACCENT, STYLE_BOLD, decides || open ? "▶" : "─");
    canvas_printf(d->c, x + w - 7, d->seat_y, n.ink, STYLE_BOLD, " ★%3d ", n.p->pp);
    draw_pawns(&n);
    draw_goods(&n);
    draw_temples(&n);
    draw_rares(&n);
    draw_done(&n);
    draw_tiles(&n);
}

/* ---- head line ----------------------------------------------------------------------- */

static void draw_head(const struct drawing *d)
{
    char text[LINE_MAX];
    struct sr_buf b;
    sr_buf_init(&b, text, sizeof text);
    put_phrase(d, &b, "tadmor.board.era", d->s->era, 0);
    sr_buf_put(&b, " · ");
    put_phrase(d, &b, "tadmor.board.round", d->s->round, tadmor__last_round(d->ed));
    sr_buf_put(&b, " · ");
    sr_buf_put(&b, name(d, &tadmor__phases, d->s->phase));
    int x = canvas_put(d->c, 1, 0, INK_TITLE, STYLE_BOLD, text);
    x = canvas_printf(d->c, x + 3, 0, INK_DIM, 0, "%s", word(d, "tadmor.board.order"));
    for (int k = 0; k < d->s->head.seats; k++) {
        const int seat = tadmor__nth(d->s, k);
        const bool now = seat == d->s->active && !d->s->head.over;
        x = canvas_put(d->c, x + 1, 0, INK_SEAT_0 + seat, now ? STYLE_BOLD | STYLE_REVERSE : 0,
                       seat_mark[seat]);
    }
}

static void draw(const struct board_scene *scene, struct canvas *c)
{
    const struct tad_state *s = (const struct tad_state *)&scene->view->s;
    const struct tad_edition *ed = (const struct tad_edition *)scene->rules->edition;
    const bool small = scene->width < 100 || scene->height < 28;
    struct drawing d = {.scene = scene,
                        .s = s,
                        .ed = ed,
                        .b = tadmor__board(ed, s),
                        .c = c,
                        .small = small,
                        .width = sr_min(scene->width, 100),
                        .col_w = sr_min(scene->width, 100) / 5,
                        .low_y = small ? SMALL_LOW_Y : LOW_Y,
                        .seat_y = small ? SMALL_SEAT_Y : SEAT_Y};
    const int w = d.width / s->head.seats;
    find_choices(&d);
    draw_head(&d);
    draw_map(&d);
    draw_offer(&d);
    draw_hand(&d);
    for (int seat = 0; seat < s->head.seats; seat++)
        draw_seat(&d, seat, seat * w, w);
}

/* " · K3 K14": the missions of the viewer. */
static void hand(const struct board_scene *scene, struct sr_buf *b)
{
    const struct tad_state *s = (const struct tad_state *)&scene->view->s;
    const uint32_t cards = s->player[s->head.viewer].hand;
    for (uint32_t set = cards; set; set &= set - 1) {
        sr_buf_put(b, set == cards ? " · " : ", ");
        sr_buf_put(b, sr_name_text(scene->speaker, &tadmor__missions, sr_lowest(set)));
    }
}

const struct board board_tadmor = {
    .game = "tadmor", .draw = draw, .adapts = true, .hand = hand, .about = tadmor_about};
