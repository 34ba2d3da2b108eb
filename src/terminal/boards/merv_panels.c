/* merv_panels.c: what stands beside and below the city of Merv. */
#include "terminal/boards/merv_board.h"

/* Solo cards: [face up], in the deck, (discarded); those that left the game are not shown. */
static void draw_solo(const struct drawing *d)
{
    const struct merv_state *s = d->s;
    uint32_t deck = 0;
    for (int i = 0; i < s->solo_decks; i++)
        deck |= s->solo_deck[i];
    int x = put_owner(d, RIGHT + 1, 5, MAGISTRATE) + 2;
    for (int a = 0; a < ACTIONS; a++) {
        const char *name = word_of(d, "act_", &merv__actions, a);
        if (s->solo_card == a)
            x = canvas_printf(d->c, x, 5, INK_TITLE, STYLE_BOLD, "[%s]", name) + 1;
        else if (deck >> a & 1)
            x = put(d, x, 5, INK_TEXT, name) + 1;
        else if (s->solo_discards >> a & 1)
            x = canvas_printf(d->c, x, 5, INK_DIM, 0, "(%s)", name) + 1;
    }
}

/* ---- tracks --------------------------------------------------------------------------------- */

static void draw_track(const struct drawing *d, int x, int y, int last, const uint8_t *vp)
{
    for (int i = 1; i <= last; i++) {
        if (vp[i])
            canvas_printf(d->c, x + i, y, INK_YELLOW, 0, "%d", vp[i] % 10);
        else
            put(d, x + i, y, INK_DIM, "·");
    }
}

static void draw_level(const struct drawing *d, int x, int y, int at, int last, const uint8_t *vp,
                       int ink)
{
    for (int i = 1; i <= last; i++)
        put(d, x + i, y, i <= at ? ink : INK_DIM, i <= at ? "█" : vp[i] ? "▪" : "·");
    canvas_printf(d->c, x + last + 1, y, INK_TEXT, 0, "%2d", at);
}

static void draw_tracks(const struct drawing *d)
{
    const struct merv_edition *ed = d->ed;
    const int fav = RIGHT + 3, inf = fav + ed->favour_last + 4;
    int y = 1;
    put(d, RIGHT, y, INK_TITLE, word(d, "favour"));
    canvas_put(d->c, inf, y, INK_TITLE, 0, word(d, "influence"));
    static const char *const roman[3] = {"I", "II", "III"};
    int x = inf + canvas_width(word(d, "influence"));
    for (int i = 0; i < 3; i++)
        x = canvas_printf(d->c, x + 1, y, INK_DIM, 0, "%s%d", roman[i], ed->level_at[i]);
    for (int i = 1; i < SPICES; i++)
        x = canvas_printf(d->c, x + 1, y, INK_DIM, 0, "%d×%d", i + 1, ed->spice_at[i]);
    if (d->s->head.seats < 4) {
        y++;
        draw_track(d, fav, y, ed->favour_last, ed->favour_vp);
        draw_track(d, inf, y, ed->influence_last, ed->influence_vp);
    }
    for (int i = 0; i < MERV_OWNERS; i++) {
        if (!takes_part(d, i) || i == COURTIER)
            continue;
        const struct merv_player *p = &d->s->players[i];
        put_owner(d, RIGHT + 1, ++y, i);
        draw_level(d, fav, y, p->favour, ed->favour_last, ed->favour_vp, owner_ink(i));
        draw_level(d, inf, y, p->influence, ed->influence_last, ed->influence_vp, owner_ink(i));
    }
}

/* ---- palace, library, walls ----------------------------------------------------------------- */

static void draw_palace(const struct drawing *d)
{
    int y = 6;
    put(d, RIGHT, y++, INK_TITLE, word(d, "palace"));
    for (int h = 0; h < HALLS; h++, y++) {
        put_cube(d, RIGHT + 1, y, d->ed->hall_colour[h]);
        put(d, RIGHT + 3, y, choice_ink(d->halls, h, INK_TEXT),
            word_of(d, "hall_", &merv__halls, h));
        int x = RIGHT + 13, n = 0;
        for (int i = 0; i < MERV_OWNERS; i++)
            for (int k = d->s->players[i].courtiers[h]; k > 0; k--, n++)
                x = put_owner(d, x, y, i) + 1;
        for (; n < d->ed->hall_places; n++)
            x = put(d, x, y, choice_ink(d->halls, h, INK_DIM), n ? "·" : "★") + 1;
    }
}

static void draw_library(const struct drawing *d)
{
    static const uint8_t first[5] = {0, ANY_PURPLE, FREE_CARD, GREAT_POINTS, MERV_DISCOVERIES};
    int y = 11;
    put(d, RIGHT, y++, INK_TITLE, word(d, "library"));
    for (int level = 0; level < 4; level++, y++) {
        int x = canvas_printf(d->c, RIGHT + 1, y, INK_DIM, 0, "%2d", d->ed->discovery_at[level]);
        for (int tile = first[level]; tile < first[level + 1]; tile++) {
            if (level == 0 && !(d->ed->discounts >> tile & 1))
                continue;
            x++;
            int owner = 0;
            while (owner < MERV_OWNERS && !(d->s->players[owner].discoveries >> tile & 1))
                owner++;
            const int ink =
                owner < MERV_OWNERS ? owner_ink(owner) : choice_ink(d->discoveries, tile, INK_TEXT);
            const int from = x;
            if (owner < MERV_OWNERS)
                x = put_owner(d, x, y, owner);
            else
                x = put(d, x, y, ink, " ");
            if (level == 0)
                put(d, x, y, ink, word_of(d, "act_", &merv__actions, tile));
            else if (level == 1)
                put_cube(d, x, y, tile - ANY_PURPLE);
            else
                put(d, x, y, ink, word_of(d, "find_", &merv__discoveries, tile));
            x = from + 5;
        }
    }
}

static void draw_reserve(const struct drawing *d)
{
    const struct merv_at g = {d->ed, d->s};
    int x = put(d, RIGHT, 16, INK_TITLE, word(d, "walls")) + 1;
    for (int k = 0; k < NORMAL; k++) {
        x = put_cube(d, x, 16, k);
        for (int size = 0; size < MERV_SIZES; size++)
            x = canvas_printf(d->c, x, 16, size == GATE ? INK_TITLE : INK_TEXT, 0, "%d",
                              merv__wall_reserve(&g, k * MERV_SIZES + size));
        x++;
    }
}

/* ---- mosque --------------------------------------------------------------------------------- */

static int put_cost(const struct drawing *d, int x, int y, const uint8_t cost[NORMAL])
{
    for (int k = 0; k < NORMAL; k++)
        for (int n = cost[k]; n > 0; n--)
            x = put_cube(d, x, y, k);
    return x;
}

/* The players who stand on a space, given what paths lead over it. */
static int put_climbers(const struct drawing *d, int x, int y, int space, unsigned paths)
{
    for (int i = 0; i < MERV_OWNERS; i++) {
        const struct merv_player *p = &d->s->players[i];
        if (p->mosque == space && p->path != SR_NONE && (paths >> p->path & 1))
            x = put_owner(d, x, y, i);
    }
    return x;
}

/* Whether a step of the deciding player can lead to that space over one of the paths. */
static bool next_step(const struct drawing *d, int space, unsigned paths)
{
    return (d->paths & paths) && d->s->players[d->s->who].mosque + 1 == space;
}

static void draw_narrow_space(const struct drawing *d, int x, int y, int space, int path,
                              unsigned paths)
{
    const int at = merv__space(d->ed, path, space);
    const int gain = d->ed->mosque_gain[at];
    if (next_step(d, space, paths))
        put(d, x - 1, y, INK_ACCENT, "▸");
    x = put_cost(d, x, y, d->ed->mosque_cost[at]);
    if (gain != GAIN_CAMEL)
        x = put(d, x, y, INK_DIM, word_of(d, "gain_", &merv__gains, gain));
    else if (space == 1 && (d->s->mosque_camels >> path & 1))
        x = put(d, x, y, INK_YELLOW, camel_sign);
    put_climbers(d, x, y, space, paths);
}

static void draw_mosque(const struct drawing *d)
{
    const int last = merv_mosque_last(d->ed), low = d->ed->mosque_path,
              lanes = low + d->ed->mosque_lane;
    int x = put(d, HALF, 6, INK_TITLE, word(d, "mosque")) + 1;
    const struct merv_at g = {d->ed, d->s};
    const unsigned tiles = merv__scoring_tiles_left(&g);
    for (int a = 0; a < ACTIONS; a++)
        if (tiles >> a & 1)
            x = put(d, x, 6, choice_ink(d->tiles, a, INK_DIM),
                    word_of(d, "seal_", &merv__actions, a)) +
                1;
    const int rows = sr_min(last, 10);
    for (int i = 0; i < rows; i++) {
        const int space = last - i, y = 7 + i;
        canvas_printf(d->c, HALF, y, INK_DIM, 0, "%2d", space);
        if (space > lanes) {
            const int at = merv__space(d->ed, 0, space);
            if (next_step(d, space, 0xFu))
                put(d, HALF + 2, y, INK_ACCENT, "▸");
            put_cost(d, HALF + 3, y, d->ed->mosque_cost[at]);
            put(d, HALF + 6, y, INK_TEXT,
                word_of(d, "gain_", &merv__gains, d->ed->mosque_gain[at]));
            if (d->ed->mosque_vp[at])
                canvas_printf(d->c, HALF + 11, y, INK_YELLOW, 0, "+%d", d->ed->mosque_vp[at]);
            put_climbers(d, HALF + 15, y, space, 0xFu);
            continue;
        }
        for (int path = 0; path<MERV_PATHS; path += space> low ? 2 : 1)
            draw_narrow_space(d, HALF + 3 + path * 5 + (space > low ? 3 : 0), y, space, path,
                              space > low ? 3u << path : 1u << path);
    }
    /* Upgrades still there, beside the tower. */
    x = HALF + 20;
    canvas_printf(d->c, x, 7, INK_DIM, 0, "=✚%d",
                  d->ed->white_upgrades - sr_count(d->s->white_upgrades));
    for (int k = 0; k < NORMAL; k++)
        if ((d->ed->bonus_upgrades >> k & 1) && d->s->bonus_upgrades[k] == SR_NONE) {
            put(d, x, 8 + k, choice_ink(d->bonuses, k, INK_DIM), "+");
            put_cube(d, x + 1, 8 + k, k);
        }
}

/* ---- trade map ------------------------------------------------------------------------------ */

static void draw_city_of_trade(const struct drawing *d, int x, int y, int city)
{
    int at = put(d, x, y, choice_ink(d->cities, city, INK_TEXT),
                 sr_name_text(d->scene->speaker, &merv__cities, city));
    at = put_cost(d, x + 11, y, d->ed->city_cost[city]);
    at = x + 14;
    if (city < INNER && (d->s->city_camels >> city & 1))
        at = put(d, at, y, INK_YELLOW, camel_sign);
    bool any = false;
    for (int i = 0; i < MERV_OWNERS; i++)
        if (d->s->players[i].posts >> city & 1) {
            at = put_owner(d, at, y, i);
            any = true;
        }
    if (city >= INNER && !any)
        at = put(d, at, y, INK_DIM, "★");
    if (d->s->routes >> city & 1)
        put(d, at, y, INK_YELLOW, camel_sign);
}

static void draw_trade(const struct drawing *d)
{
    for (int c = 0; c < INNER; c++) {
        const int y = 17 + c;
        put(d, RIGHT, y, INK_TITLE, c == 0 ? word(d, "trade") : "");
        draw_city_of_trade(d, RIGHT + 9, y, c);
        put(d, RIGHT + 28, y, INK_DIM, "─");
        draw_city_of_trade(d, RIGHT + 30, y, c + INNER);
    }
}

/* ---- caravan row and contracts -------------------------------------------------------------- */

static void draw_row(const struct drawing *d)
{
    const struct merv_at g = {d->ed, d->s};
    int left[SPICES];
    int x = put(d, 1, ROW_Y, INK_TITLE, word(d, "row")) + 1;
    for (int i = 0; i < d->s->row_count; i++) {
        x = canvas_printf(d->c, x + 1, ROW_Y, choice_ink(d->cards, i, INK_DIM), 0, "%d", i + 1);
        x = put(d, x, ROW_Y, choice_ink(d->cards, i, INK_TEXT),
                word_of(d, "spice_", &merv__spices, d->s->row[i]));
        x = put(d, x, ROW_Y, INK_YELLOW, i < d->s->row_camels ? camel_sign : " ");
    }
    const int n = merv__deck_left(&g, left);
    x = canvas_printf(d->c, x + 2, ROW_Y, INK_DIM, 0, "%s %d:", word(d, "deck"), n);
    for (int t = 0; t < SPICES; t++)
        x = canvas_printf(d->c, x + 1, ROW_Y, INK_DIM, 0, "%d%s", left[t],
                          word_of(d, "spice_", &merv__spices, t));
}

static void draw_contracts(const struct drawing *d)
{
    static const char *const roman[3] = {"I", "II", "III"};
    const struct merv_edition *ed = d->ed;
    int x = put(d, 1, CONTRACT_Y, INK_TITLE, word(d, "contracts"));
    for (int pile = 0; pile < MERV_PILES; pile++) {
        const int card = merv__top_contract(d->s, pile);
        const int ink = choice_ink(d->piles, pile, card < 0 ? INK_DIM : INK_TEXT);
        x = canvas_printf(d->c, x + 1, CONTRACT_Y, ink, STYLE_BOLD, "%c", 'A' + pile);
        if (card < 0) {
            x = put(d, x, CONTRACT_Y, INK_DIM, "–");
            continue;
        }
        x = canvas_printf(d->c, x, CONTRACT_Y, INK_DIM, 0, "%s",
                          roman[ed->contract_level[card] - 1]);
        x = canvas_printf(d->c, x, CONTRACT_Y, INK_YELLOW, 0, ":%d", ed->contract_vp[card]);
        const uint8_t need[4] = {ed->contract_scrolls[card], ed->contract_common[card],
                                 ed->contract_rare[card], ed->contract_any[card]};
        static const char *const item[4] = {"scroll", "common", "rare", "any"};
        for (int i = 0; i < 4; i++)
            if (need[i])
                x = canvas_printf(d->c, x, CONTRACT_Y, ink, 0, " %d%s", need[i], word(d, item[i]));
        x = put(d, x, CONTRACT_Y, INK_DIM, ed->contract_bonus[card] == GAIN_SOLDIER ? "→♟" : "→★");
    }
}

/* ---- players -------------------------------------------------------------------------------- */

/* Columns of the table of players. */
enum { C_POINTS = 14, C_CUBES = 18, C_CAMELS = 33, C_SCROLLS = 37, C_COMMON = 42, C_RARE = 47,
       C_SPICES = 52, C_SUPPLY = 65, C_POSTS = 71, C_MOSQUE = 73, C_CONTRACTS = 77, C_TILE = 80,
       C_TILES = 85 };

static void draw_players_head(const struct drawing *d)
{
    const int y = PLAYER_Y;
    put(d, C_POINTS, y, INK_DIM, word(d, "points"));
    for (int k = 0; k < COLOURS; k++)
        put_cube(d, C_CUBES + 1 + 3 * k, y, k);
    put(d, C_CAMELS + 1, y, INK_DIM, camel_sign);
    put(d, C_SCROLLS, y, INK_DIM, word(d, "scrolls"));
    put(d, C_COMMON, y, INK_DIM, word(d, "commons"));
    put(d, C_RARE, y, INK_DIM, word(d, "rares"));
    for (int t = 0; t < SPICES; t++)
        put(d, C_SPICES + 3 * t, y, INK_DIM, word_of(d, "cards_", &merv__spices, t));
    put(d, C_SUPPLY + 1, y, INK_DIM, "⌂  ♟");
    put(d, C_POSTS, y, INK_DIM, "◎");
    put(d, C_MOSQUE, y, INK_DIM, word(d, "step"));
    put(d, C_CONTRACTS, y, INK_DIM, "▤");
    put(d, C_TILE, y, INK_DIM, word(d, "tile"));
    put(d, C_TILES, y, INK_DIM, word(d, "found"));
}

/* "8·2": how many, and how many of them are locked on contracts. */
static void put_stock(const struct drawing *d, int x, int y, int n, int locked)
{
    x = canvas_printf(d->c, x, y, n ? INK_TEXT : INK_DIM, 0, "%d", n);
    if (locked)
        canvas_printf(d->c, x, y, INK_DIM, 0, "·%d", locked);
}

static void draw_discoveries(const struct drawing *d, int y, const struct merv_player *p)
{
    int x = C_TILES;
    for (uint32_t set = p->discoveries; set; set &= set - 1) {
        const int tile = sr_lowest(set);
        if (tile < ANY_PURPLE)
            x = canvas_printf(d->c, x, y, INK_TEXT, 0, "-%s",
                              word_of(d, "seal_", &merv__actions, tile));
        else if (tile < FREE_CARD)
            x = put_cube(d, put(d, x, y, INK_TEXT, "?"), y, tile - ANY_PURPLE);
        else
            x = put(d, x, y, INK_TEXT, word_of(d, "find_", &merv__discoveries, tile));
        x++;
    }
}

static void draw_player(const struct drawing *d, int owner, int y)
{
    const struct merv_state *s = d->s;
    const struct merv_player *p = &s->players[owner];
    const struct merv_at g = {d->ed, s};
    const bool active = !s->head.over && s->who == owner;
    char name[96];
    struct sr_buf b;
    sr_buf_init(&b, name, sizeof name);
    if (merv_is_human(owner))
        sr_seat_text(&b, d->scene->speaker, owner);
    else
        sr_buf_put(&b, word(d, owner == MAGISTRATE ? "name_magistrate" : "name_courtier"));
    canvas_put(d->c, 0, y, owner_ink(owner), STYLE_BOLD, active ? "▶" : " ");
    put_owner(d, 1, y, owner);
    canvas_put(d->c, 3, y, owner_ink(owner), active ? STYLE_BOLD : 0, name);
    canvas_fill(d->c, C_POINTS - 1, y, 100 - C_POINTS + 1, 1, " ", INK_TEXT);
    canvas_printf(d->c, C_CAMELS, y, p->camels ? INK_YELLOW : INK_DIM, 0, "%2d", p->camels);
    canvas_printf(d->c, C_SUPPLY, y, INK_TEXT, 0, "%2d", merv_buildings(&g, p));
    if (owner == COURTIER)
        return;
    canvas_printf(d->c, C_POINTS, y, INK_YELLOW, STYLE_BOLD, "%3d", merv_total(p));
    for (int k = 0; k < COLOURS && owner != MAGISTRATE; k++)
        canvas_printf(d->c, C_CUBES + 3 * k, y, p->cubes[k] ? INK_TEXT : INK_DIM, 0, "%2d",
                      p->cubes[k]);
    put_stock(d, C_SCROLLS, y, p->scrolls, p->scrolls_locked);
    put_stock(d, C_COMMON, y, p->common, p->common_locked);
    put_stock(d, C_RARE, y, p->rare, p->rare_locked);
    for (int t = 0; t < SPICES; t++)
        canvas_printf(d->c, C_SPICES + 3 * t, y, p->cards[t] ? INK_TEXT : INK_DIM, 0, "%2d",
                      p->cards[t]);
    canvas_printf(d->c, C_SUPPLY + 3, y, INK_TEXT, 0, "%2d", merv_servants(&g, p));
    canvas_printf(d->c, C_POSTS, y, INK_TEXT, 0, "%d", sr_count(p->posts));
    canvas_printf(d->c, C_MOSQUE, y, INK_TEXT, 0, "%2d", p->mosque);
    canvas_printf(d->c, C_CONTRACTS, y, INK_TEXT, 0, "%d", sr_count(p->contracts));
    if (p->tile != SR_NONE)
        put(d, C_TILE, y, INK_TITLE, word_of(d, "act_", &merv__actions, p->tile));
    draw_discoveries(d, y, p);
}

/* ---- all of them ---------------------------------------------------------------------------- */

void merv_panels(const struct drawing *d)
{
    draw_tracks(d);
    if (merv_has_magistrate(d->s))
        draw_solo(d);
    draw_palace(d);
    draw_library(d);
    draw_reserve(d);
    draw_mosque(d);
    draw_trade(d);
    draw_row(d);
    draw_contracts(d);
    draw_players_head(d);
    int y = PLAYER_Y + 1;
    for (int i = 0; i < MERV_OWNERS; i++)
        if (takes_part(d, i))
            draw_player(d, i, y++);
}

void merv_panels_focus(const struct drawing *d, int *x, int *y)
{
    *x = *y = 0;
    if (d->paths | d->tiles | d->bonuses)
        *x = 99, *y = 16;
    if (d->cities)
        *x = 99, *y = 20;
    if (d->discoveries)
        *y = 15;
    if (d->halls)
        *y = sr_max(*y, 10);
    if (d->cards)
        *y = ROW_Y;
    if (d->piles)
        *y = CONTRACT_Y;
}
