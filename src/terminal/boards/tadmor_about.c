/* tadmor_about.c: improvements, missions, spaces and temple sections of Tadmor, explained. */
#include "games/tadmor/tadmor.h"
#include "terminal/boards/about.h"

/* What an improvement is about: the end of its key, by tile. */
static const char *const tile_effect[TAD_TILES] = {
    "trade",          "trade",         "trade",      "trade",        "mission_pp",
    "order",          "own_raid",      "rare_pp",    "tribute",      "boost",
    "boost",          "boost",         "boost",      "free_floor",   "free_floor",
    "tallest",        "tallest",       "no_wood",    "mission_pp",   "mission_less",
    "private_market", "private_market", "double",    "double",       "raid_pp",
    "spoils",         "rare_pp",       "rare_less",  "boost",        "boost",
    "boost",          "boost",         "store",      "temple_less",  "tallest",
    "tallest",        "private_temple", "end_tower", "end_missions", "end_rares",
    "end_temples",    "end_pawns",     "choose_rare", "double_gift", "safe",
    "no_tax",         "private_build", "private_kingdom"};

/* Favours of the missions, in the same way. */
static const char *const favour[TAD_MISSIONS] = {
    "rare",   "rare",  "temple", "temple", "boat",  "boat",  "floors", "floors", "redirect",
    "redirect", "camel", "camel", "market", "swap",  "tiles", "goods",  "goods",  "goods",
    "foundations", "destroy", "draw", "draw", "pawns", "pawns", "unused", "unused"};

static const char *good_of(const struct board_scene *scene, int good)
{
    return sr_name_text(scene->speaker, &tadmor__goods, good);
}

/* Numbers and goods that tiles depend on. Those of several tiles stand one after the other in the
 * edition: `first` is the tile of the first, and `again` the one at which a second run begins. */
struct tile_numbers {
    int n, free, base, superior, gold;
    const char *from, *to, *good;
};

static int nth(int tile, int first, int again, int run)
{
    return again && tile >= again ? run + tile - again : tile - first;
}

static struct tile_numbers numbers_of(const struct board_scene *scene, int i)
{
    const struct tad_edition *ed = (const struct tad_edition *)scene->rules->edition;
    const int tile = i + 1; /* as printed: I1 is 1 */
    struct tile_numbers x = {.base = ed->order_base,
                             .superior = ed->order_superior,
                             .gold = ed->spoil_gold,
                             .from = "",
                             .to = "",
                             .good = ""};
    if (tile <= 4) {
        x.from = good_of(scene, ed->trade_from[tile - 1]);
        x.to = good_of(scene, ed->trade_to[tile - 1]);
    } else if (tile == 5 || tile == 19) {
        x.n = ed->mission_pp[tile == 19];
    } else if (tile == 8 || tile == 27) {
        x.n = ed->rare_bought_pp[tile == 27];
        x.free = ed->rare_free_pp[tile == 27];
    } else if (tile == 23 || tile == 24) {
        x.from = good_of(scene, ed->double_from[tile - 23]);
    } else if (!strcmp(tile_effect[i], "boost")) {
        x.n = ed->boost[nth(tile, 10, 29, 4)];
        x.good = good_of(scene, ed->boost_good[nth(tile, 10, 29, 4)]);
    } else if (!strcmp(tile_effect[i], "tallest")) {
        x.n = ed->tallest_pp[nth(tile, 16, 35, 2)];
    } else if (tile >= 38 && tile <= 42) {
        x.n = ed->final_pp[tile - 38];
    } else {
        x.n = tile == 9    ? ed->tribute
              : tile == 20 ? ed->mission_discount
              : tile == 25 ? ed->raid_pp
              : tile == 26 ? ed->spoil_pp
              : tile == 28 ? ed->rare_discount
              : tile == 33 ? ed->limit_large
              : tile == 34 ? ed->temple_discount
              : tile == 37 ? ed->private_temple_pp
                           : ed->gift_factor;
    }
    return x;
}

static void about_tile(const struct board_scene *scene, int tile, struct sr_buf *b)
{
    const struct tad_state *s = (const struct tad_state *)&scene->view->s;
    const struct tile_numbers x = numbers_of(scene, tile);
    about_put(scene, b, "tile", tile_effect[tile],
              ABOUT_ARGS({"n", x.n, NULL}, {"free", x.free, NULL}, {"base", x.base, NULL},
                         {"superior", x.superior, NULL}, {"gold", x.gold, NULL},
                         {"from", 0, x.from}, {"to", 0, x.to}, {"good", 0, x.good}));
    /* Whose it is, where it lies. */
    sr_buf_put(b, " [");
    if (s->tile[tile] < s->head.seats)
        sr_seat_text(b, scene->speaker, s->tile[tile]);
    else
        sr_buf_put(b, sr_name_text(scene->speaker, &tadmor__wheres, s->tile[tile]));
    sr_buf_put(b, "]");
    about_rule(b, "2.10");
}

static void put_cost(const struct board_scene *scene, struct sr_buf *b, const uint8_t *cost)
{
    bool any = false;
    for (int g = 0; g < TAD_GOODS; g++) {
        char key[48];
        struct sr_buf k;
        if (!cost[g])
            continue;
        sr_buf_init(&k, key, sizeof key);
        sr_buf_put(&k, "tadmor.stock.goods.");
        sr_buf_put(&k, tadmor__goods.name[g]);
        const enum sr_lang lang = scene->speaker->lang;
        const char *pattern = sr_text_get(lang, key, sr_plural(lang, cost[g]));
        sr_buf_put(b, any ? ", " : "");
        sr_text_format(b, lang, pattern ? pattern : key, ABOUT_ARGS({"n", cost[g], NULL}));
        any = true;
    }
}

static void about_mission(const struct board_scene *scene, int mission, struct sr_buf *b)
{
    const struct tad_edition *ed = (const struct tad_edition *)scene->rules->edition;
    const char *kind = favour[mission];
    const int n = !strcmp(kind, "floors")    ? ed->favour_floors[mission == 7]
                  : !strcmp(kind, "tiles")   ? ed->favour_tiles
                  : !strcmp(kind, "goods")   ? ed->favour_goods
                  : !strcmp(kind, "destroy") ? ed->favour_fall
                  : !strcmp(kind, "draw")    ? ed->favour_cards
                                             : ed->favour_pawns;
    put_cost(scene, b, ed->mission_cost[mission]);
    sr_buf_put(b, ".");
    about_put(scene, b, "favour", NULL, ABOUT_ARGS({"n", ed->mission_value[mission], NULL}));
    about_put(scene, b, "favour", kind, ABOUT_ARGS({"n", n, NULL}));
    about_rule(b, "2.11");
}

/* How many goods or points a space brings now. */
static int amount(const struct board_scene *scene, int action, bool boat)
{
    const struct tad_edition *ed = (const struct tad_edition *)scene->rules->edition;
    const struct tad_state *s = (const struct tad_state *)&scene->view->s;
    const int era = sr_max(1, s->era) - 1;
    if (action == TAD_GIFT)
        return boat ? ed->gift_boat[era] : ed->gift_camel[era];
    if (action == TAD_GET_WOOD || action == TAD_GET_STONE)
        return boat ? ed->boat_base[era] : ed->camel_base[era];
    return boat ? ed->boat_superior[era] : ed->camel_superior[era];
}

static bool about_space(const struct board_scene *scene, int space, struct sr_buf *b)
{
    const struct tad_edition *ed = (const struct tad_edition *)scene->rules->edition;
    const struct tad_state *s = (const struct tad_state *)&scene->view->s;
    const struct tad_board *board = tadmor__board(ed, s);
    if (space >= tadmor__spaces.count || board->action[space] == TAD_NO_ACTION)
        return false;
    const int action = board->action[space], shape = board->shape[space];
    const int pile = action - TAD_RARE_GREY;
    const bool rare = action >= TAD_RARE_GREY && action <= TAD_RARE_RED;
    const bool collect = action >= TAD_GET_WOOD && action <= TAD_GET_GOLD;
    const bool improve = action >= TAD_IMPROVE_1 && action <= TAD_IMPROVE_4;
    const char *top = rare && s->top[pile] < TAD_RARES
                          ? sr_name_text(scene->speaker, &tadmor__rares, s->top[pile])
                          : sr_text(scene->speaker->lang, "tadmor.board.empty");
    const int n = rare                    ? ed->rare_price[pile]
                  : action == TAD_TRAITOR ? ed->traitor[sr_max(1, s->era) - 1]
                                          : amount(scene, action, shape == TAD_FOR_BOAT);
    const int good = rare ? ed->rare_good[pile] : collect ? action - TAD_GET_WOOD : 0;
    about_put(scene, b, "space", tadmor__shapes.name[shape], NULL);
    about_put(scene, b, "action",
              rare      ? "rare"
              : collect ? "collect"
              : improve ? "improve"
                        : tadmor__actions.name[action],
              ABOUT_ARGS({"rare", 0, top}, {"n", n, NULL}, {"good", 0, good_of(scene, good)}));
    about_rule(b, "2.4");
    return true;
}

bool tadmor_about(const struct board_scene *scene, const struct sr_names *names, int value,
                  struct sr_buf *b)
{
    if (about_is(names, "tile")) {
        about_tile(scene, value, b);
    } else if (about_is(names, "mission")) {
        about_mission(scene, value, b);
    } else if (about_is(names, "place")) {
        return names->count >= tadmor__spaces.count && about_space(scene, value, b);
    } else {
        return false;
    }
    return true;
}
