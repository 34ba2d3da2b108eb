/* merv.c: the words of Merv (vocabularies, moves, events, decisions), the description of its
 * state, and the table of functions. */
#include "merv.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof((list)[0])))
#define NAMES(var, id, ...)                                                                        \
    static const char *const var##_names[] = {__VA_ARGS__};                                       \
    static const struct sr_names var = {id, var##_names, COUNT(var##_names)}
#define SHARED_NAMES(var, id, ...)                                                                 \
    static const char *const var##_names[] = {__VA_ARGS__};                                       \
    const struct sr_names var = {id, var##_names, COUNT(var##_names)}

/* ---- vocabularies --------------------------------------------------------------------------- */

SHARED_NAMES(merv__colours, "colour", "purple", "beige", "green", "orange", "white");
SHARED_NAMES(merv__actions, "action", "caravanserai", "palace", "library", "trade", "mosque",
             "walls");
SHARED_NAMES(merv__owners, "owner", "p1", "p2", "p3", "p4", "magistrate", "courtier");
static const struct sr_names neutrals = {"owner", merv__owners_names + MERV_SEATS,
                                         MERV_OWNERS - MERV_SEATS};
SHARED_NAMES(merv__sites, "site", "r1c1", "r1c2", "r1c3", "r1c4", "r1c5", "r2c1", "r2c2", "r2c3",
             "r2c4", "r2c5", "r3c1", "r3c2", "r3c3", "r3c4", "r3c5", "r4c1", "r4c2", "r4c3",
             "r4c4", "r4c5", "r5c1", "r5c2", "r5c3", "r5c4", "r5c5");
SHARED_NAMES(merv__slots, "wall", "N1", "N2", "N3", "N4", "N5", "E1", "E2", "E3", "E4", "E5",
             "S1", "S2", "S3", "S4", "S5", "W1", "W2", "W3", "W4", "W5");
SHARED_NAMES(merv__kinds, "piece", "purple_1", "purple_2", "purple_gate", "beige_1", "beige_2",
             "beige_gate", "green_1", "green_2", "green_gate", "orange_1", "orange_2",
             "orange_gate");
SHARED_NAMES(merv__sizes, "size", "segment_1", "segment_2", "gate");
SHARED_NAMES(merv__market, "corner", "tl", "tr", "br", "bl");
SHARED_NAMES(merv__market_sides, "side", "a", "b");
SHARED_NAMES(merv__gains, "gain", "none", "camel", "white_upgrade", "bonus_upgrade",
             "scoring_tile", "favour", "soldier", "courtier", "wall", "mosque_sites",
             "white_cube", "scroll", "card", "rare_good", "mosque_step");
SHARED_NAMES(merv__spices, "spice", "cinnamon", "ginger", "juniper", "pepper");
SHARED_NAMES(merv__halls, "hall", "knowledge", "spices", "trade", "faith");
SHARED_NAMES(merv__cities, "city", "ray", "samarkand", "nishapur", "balkh", "baghdad", "kashgar",
             "basra", "peshawar");
SHARED_NAMES(merv__contracts, "contract", "a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3",
             "d1", "d2", "d3", "e1", "e2", "e3", "f1", "f2", "f3");
SHARED_NAMES(merv__spaces, "space", "path1_1", "path1_2", "path1_3", "path2_1", "path2_2",
             "path2_3", "path3_1", "path3_2", "path3_3", "path4_1", "path4_2", "path4_3",
             "lane_a_1", "lane_a_2", "lane_a_3", "lane_b_1", "lane_b_2", "lane_b_3", "top_1",
             "top_2", "top_3", "top_4", "top_5", "top_6", "top_7", "top_8");
SHARED_NAMES(merv__greats, "great", "points", "favour_soldier", "two_favours", "two_soldiers");
SHARED_NAMES(merv__magistrates, "magistrate", "petty", "lenient", "corrupt", "ruthless",
             "honest");

NAMES(piles, "pile", "a", "b", "c", "d", "e", "f");
NAMES(paths, "path", "1", "2", "3", "4");
NAMES(lines, "line", "column_1", "column_2", "column_3", "column_4", "column_5", "row_1", "row_2",
      "row_3", "row_4", "row_5");
SHARED_NAMES(merv__discoveries, "discovery", "less_caravanserai", "less_palace", "less_library",
             "less_trade",
      "less_mosque", "less_walls", "any_purple", "any_beige", "any_green", "any_orange",
      "free_card", "free_post", "free_mosque", "free_wall", "points", "favour_soldier",
      "two_favours", "two_soldiers");
NAMES(phases, "phase", "slot", "site", "before", "action", "after", "courtier_slot",
      "courtier_site", "queue", "ransom", "courtiers", "ready", "over");
NAMES(benefits, "benefit", "soldier", "white_upgrade", "bonus_upgrade", "scoring_tile",
      "courtier", "wall", "mosque", "card", "post", "discovery", "pair", "pair_upgrade");
NAMES(prices, "price", "take", "place", "study", "buy", "climb", "build", "contract");
NAMES(goods, "goods", "common", "rare");
NAMES(switches, "switch", "off", "on");
NAMES(purple_walls, "purple_walls", "dear", "even");
NAMES(market_choice, "market", "random", "a", "b");
NAMES(pepper, "pepper", "built", "own", "site");

static const char *const score_parts[] = {
    "favour",    "influence", "contracts",    "mosque", "discoveries", "palace",
    "buildings", "tiles",     "mosque_sites", "spices", "magistrate",  NULL};
static const struct sr_names points = {"score", score_parts, PT_PARTS};

static const struct sr_names *const words[] = {&merv__owners, &merv__sites, &merv__gains, NULL};

static_assert(COUNT(merv__sites_names) == MERV_CELLS, "a name for every cell");
static_assert(COUNT(merv__slots_names) == MERV_WALLS, "a name for every wall slot");
static_assert(COUNT(merv__kinds_names) == MERV_KINDS, "a name for every piece");
static_assert(COUNT(merv__gains_names) == GAINS, "a name for every gain");
static_assert(COUNT(merv__spaces_names) == MERV_SPACES, "a name for every space");
static_assert(COUNT(merv__discoveries_names) == MERV_DISCOVERIES, "a name for every tile");
static_assert(COUNT(phases_names) == PHASES, "a name for every phase");
static_assert(COUNT(benefits_names) == BENEFITS, "a name for every benefit");
static_assert(COUNT(prices_names) == PRICES, "a name for every price");

/* ---- moves ---------------------------------------------------------------------------------- */

#define BYTE_A(key, type, flags, names) {key, type, 8, 8, flags, names}
#define BYTE_B(key, type, flags, names) {key, type, 16, 8, flags, names}
#define BYTE_C(key, type, flags, names) {key, type, 24, 8, flags, names}
#define NIBBLE(key, shift) {key, SR_A_INT, shift, 4, SR_A_KEYED | SR_A_NONZERO, NULL}

static const struct sr_verb moves[MV_COUNT] = {
    {"slot", "4.3", false,
     {BYTE_A("slot", SR_A_INT, 0, NULL), BYTE_B("line", SR_A_NAME, SR_A_SILENT, &lines)}},
    {"site", "4.4", false,
     {BYTE_A("site", SR_A_NAME, 0, &merv__sites),
      BYTE_B("action", SR_A_NAME, SR_A_SILENT, &merv__actions),
      BYTE_C("colour", SR_A_NAME, SR_A_SILENT, &merv__colours)}},
    {"act", "4.6", false, {BYTE_A("action", SR_A_NAME, SR_A_SILENT, &merv__actions)}},
    {"favour", "4.6", false, {{NULL, SR_A_END, 0, 0, 0, NULL}}},
    {"soldier", "4.6", false, {{NULL, SR_A_END, 0, 0, 0, NULL}}},
    {"collect", "4.7", false, {BYTE_A("camels", SR_A_INT, SR_A_SILENT, NULL)}},
    {"sell", "4.7", false,
     {BYTE_A("corner", SR_A_NAME, 0, &merv__market),
      BYTE_B("gain", SR_A_NAME, SR_A_SILENT, &merv__gains)}},
    {"end", "4.6", false, {{NULL, SR_A_END, 0, 0, 0, NULL}}},
    {"contract", "5.9", false,
     {BYTE_A("pile", SR_A_NAME, 0, &piles),
      BYTE_B("rare", SR_A_INT, SR_A_KEYED | SR_A_NONZERO, NULL),
      BYTE_C("points", SR_A_INT, SR_A_SILENT, NULL)}},
    {"pay", "4.9", false,
     {NIBBLE("p", 8), NIBBLE("b", 12), NIBBLE("g", 16), NIBBLE("o", 20), NIBBLE("w", 24)}},
    {"free", "4.9", false, {{NULL, SR_A_END, 0, 0, 0, NULL}}},
    {"take", "5.3", false,
     {BYTE_A("card", SR_A_INT, 0, NULL), BYTE_B("spice", SR_A_NAME, SR_A_SILENT, &merv__spices)}},
    {"camel", "5.3", false, {{NULL, SR_A_END, 0, 0, 0, NULL}}},
    {"done", "5.3", false, {{NULL, SR_A_END, 0, 0, 0, NULL}}},
    {"place", "5.4", false,
     {BYTE_A("hall", SR_A_NAME, 0, &merv__halls), BYTE_B("cubes", SR_A_INT, SR_A_SILENT, NULL)}},
    {"study", "5.5", false, {BYTE_A("scrolls", SR_A_INT, 0, NULL)}},
    {"post", "5.6", false, {BYTE_A("city", SR_A_NAME, 0, &merv__cities)}},
    {"buy", "5.6", false,
     {BYTE_A("city", SR_A_NAME, 0, &merv__cities),
      BYTE_B("camels", SR_A_INT, SR_A_SILENT, NULL)}},
    {"climb", "5.7", false, {BYTE_A("path", SR_A_NAME, SR_A_OPTIONAL, &paths)}},
    {"wall", "5.8", false, {BYTE_A("wall", SR_A_NAME, 0, &merv__slots)}},
    {"piece", "5.8", false, {BYTE_A("piece", SR_A_NAME, 0, &merv__kinds)}},
    {"deploy", "5.2", false, {BYTE_A("site", SR_A_NAME, 0, &merv__sites)}},
    {"upgrade", "2.11", false, {BYTE_A("site", SR_A_NAME, 0, &merv__sites)}},
    {"bonus", "2.11", false, {BYTE_A("colour", SR_A_NAME, 0, &merv__colours)}},
    {"tile", "2.11", false, {BYTE_A("action", SR_A_NAME, 0, &merv__actions)}},
    {"discover", "5.5", false, {BYTE_A("discovery", SR_A_NAME, 0, &merv__discoveries)}},
    {"pair", "4.2", false, {BYTE_A("spice", SR_A_NAME, 0, &merv__spices)}},
    {"decline", "4.2", false, {{NULL, SR_A_END, 0, 0, 0, NULL}}},
    {"spend", "6.1", false,
     {BYTE_A("camels", SR_A_INT, 0, NULL), BYTE_B("place", SR_A_INT, SR_A_SILENT, NULL)}},
    {"ransom", "6.2", false,
     {BYTE_A("site", SR_A_NAME, 0, &merv__sites),
      BYTE_B("colour", SR_A_NAME, 0, &merv__colours)}},
    {"lose", "6.2", false, {BYTE_A("site", SR_A_NAME, 0, &merv__sites)}},
    {"score", "6.3", false,
     {NIBBLE("knowledge", 8), NIBBLE("spices", 12), NIBBLE("trade", 16), NIBBLE("faith", 20)}},
    {"begin", "8.2", false, {{NULL, SR_A_END, 0, 0, 0, NULL}}},
};

/* ---- events --------------------------------------------------------------------------------- */

#define N(key) {key, SR_A_INT, 0, 0, 0, NULL}
#define NAME(key, names) {key, SR_A_NAME, 0, 0, 0, names}
#define NOTHING {NULL, SR_A_END, 0, 0, 0, NULL}

static const struct sr_verb events[EV_KINDS] = {
    {"year", "4.1", false, {N("year")}},
    {"round", "4.1", false, {N("round")}},
    {"turn", "4.1", false, {NOTHING}},
    {"slot", "4.3", false, {N("slot")}},
    {"build", "4.4", false, {NAME("site", &merv__sites), NAME("action", &merv__actions)}},
    {"activate", "4.4", false, {NAME("site", &merv__sites), NAME("action", &merv__actions)}},
    {"cubes", "4.5", false, {N("n"), NAME("colour", &merv__colours)}},
    {"pay", "4.9", false, {N("n"), NAME("colour", &merv__colours)}},
    {"act", "4.6", false, {NAME("action", &merv__actions)}},
    {"favour", "5.1", false, {N("space")}},
    {"influence", "5.1", false, {N("space"), N("n")}},
    {"points", "5.1", false, {N("n"), NAME("source", &points)}},
    {"camels", "4.7", false, {N("n")}},
    {"soldier", "5.2", false, {NAME("site", &merv__sites)}},
    {"soldier_home", "6.2", false, {NAME("site", &merv__sites)}},
    {"card", "5.3", false, {NAME("spice", &merv__spices), N("card")}},
    {"row_camel", "5.3", false, {N("card")}},
    {"reveal", "5.3", true, {NAME("spice", &merv__spices), N("card")}},
    {"pair", "5.3", false, {NAME("spice", &merv__spices)}},
    {"place", "5.4", false, {NAME("hall", &merv__halls)}},
    {"scrolls", "5.5", false, {N("n"), N("total")}},
    {"discover", "5.5", false, {NAME("discovery", &merv__discoveries)}},
    {"post", "5.6", false, {NAME("city", &merv__cities)}},
    {"goods", "5.6", false, {N("n"), NAME("kind", &goods)}},
    {"route", "5.6", false, {NAME("city", &merv__cities)}},
    {"market_camel", "5.6", false, {NAME("corner", &merv__market)}},
    {"camel_lost", "5.6", false, {NOTHING}},
    {"climb", "5.7", false, {N("space"), NAME("path", &paths)}},
    {"upgrade", "2.11", false, {NAME("site", &merv__sites), NAME("colour", &merv__colours)}},
    {"tile", "2.11", false, {NAME("action", &merv__actions)}},
    {"wall", "5.8", false, {NAME("wall", &merv__slots), NAME("piece", &merv__kinds)}},
    {"contract", "5.9", false, {NAME("contract", &merv__contracts), N("points")}},
    {"sell", "4.7", false, {NAME("corner", &merv__market), NAME("gain", &merv__gains)}},
    {"collect", "4.7", false, {N("n")}},
    {"queue", "6.1", false, {N("place"), N("camels")}},
    {"invasion", "6.2", false, {N("year")}},
    {"ransom", "6.2", false, {NAME("site", &merv__sites), NAME("colour", &merv__colours)}},
    {"lose", "6.2", false, {NAME("site", &merv__sites)}},
    {"scoring", "6.3", false, {N("year")}},
    {"courtiers", "6.3", false, {NAME("hall", &merv__halls), N("n")}},
    {"spend_favour", "6.3", false, {N("n"), N("space")}},
    {"solo_card", "8.2", true, {NAME("action", &merv__actions)}},
    {"solo_reject", "8.2", false, {NAME("action", &merv__actions)}},
    {"solo_remove", "8.3", false, {NAME("action", &merv__actions)}},
    {"solo_shuffle", "8.2", false, {NOTHING}},
    {"solo_idle", "8.2", false, {NOTHING}},
    {"solo_repeat", "8.2", false, {NAME("action", &merv__actions), N("n")}},
    {"drawn", "8.3", true, {NOTHING}},
    {"over", "6.4", false, {NOTHING}},
};

static const struct sr_decision decisions[DC_COUNT + 1] = {
    {"slot", "4.3"},           {"site", "4.4"},          {"before", "4.6"},
    {"after", "4.6"},          {"pay", "4.9"},           {"caravanserai", "5.3"},
    {"palace", "5.4"},         {"library", "5.5"},       {"post", "5.6"},
    {"buy", "5.6"},            {"mosque", "5.7"},        {"walls", "5.8"},
    {"piece", "5.8"},          {"soldier", "5.2"},       {"white_upgrade", "2.11"},
    {"bonus_upgrade", "2.11"}, {"bonus_tile", "2.11"},   {"scoring_tile", "2.11"},
    {"free_courtier", "5.4"},  {"free_wall", "5.8"},     {"free_mosque", "5.7"},
    {"free_card", "5.3"},      {"free_post", "5.6"},     {"discovery", "5.5"},
    {"pair", "4.2"},           {"queue", "6.1"},         {"ransom", "6.2"},
    {"courtiers", "6.3"},      {"courtier_slot", "7.2"}, {"courtier_site", "7.3"},
    {"ready", "8.2"},          {NULL, NULL},
};

static const struct sr_option options[] = {
    {"unlimited_supply", "9.3", 0, 1, 0, &switches},
    {"purple_walls", "9.25", 0, 1, 0, &purple_walls},
    {"market", "3.1", 0, 2, 0, &market_choice},
    {"magistrate", "8.6", 0, MAGISTRATES - 1, CORRUPT, &merv__magistrates},
    {"pepper", "9.13", 0, 2, PEPPER_BUILT, &pepper},
    {NULL, NULL, 0, 0, 0, NULL},
};
static const int8_t first_options[] = {0, 0, MARKET_RANDOM, HONEST, PEPPER_BUILT};

/* ---- the state, in the order of its JSON ---------------------------------------------------- */

#define PLAYER struct merv_player
static const struct sr_field player_fields[] = {
    SR_ARRAY(PLAYER, points, SR_T_U16, .by = &points, .min = 0, .max = MERV_POINTS_MAX),
    SR_ARRAY(PLAYER, cubes, SR_T_U8, .by = &merv__colours, .min = 0, .max = MERV_CUBES_MAX),
    SR_FIELD(PLAYER, camels, SR_T_U8, .min = 0, .max = 16),
    SR_FIELD(PLAYER, scrolls, SR_T_U8, .min = 0, .max = MERV_STOCK_MAX),
    SR_FIELD(PLAYER, common, SR_T_U8, .min = 0, .max = MERV_STOCK_MAX),
    SR_FIELD(PLAYER, rare, SR_T_U8, .min = 0, .max = MERV_STOCK_MAX),
    SR_FIELD(PLAYER, scrolls_locked, SR_T_U8, .min = 0, .max = MERV_STOCK_MAX),
    SR_FIELD(PLAYER, common_locked, SR_T_U8, .min = 0, .max = MERV_STOCK_MAX),
    SR_FIELD(PLAYER, rare_locked, SR_T_U8, .min = 0, .max = MERV_STOCK_MAX),
    SR_FIELD(PLAYER, favour, SR_T_U8, .min = 0, .max = MERV_FAVOUR_MAX),
    SR_FIELD(PLAYER, influence, SR_T_U8, .min = 0, .max = MERV_INFLUENCE_MAX),
    SR_FIELD(PLAYER, mosque, SR_T_U8, .min = 0, .max = 14),
    SR_FIELD(PLAYER, path, SR_T_NAME, .names = &paths, .flags = SR_F_NONE),
    SR_ARRAY(PLAYER, cards, SR_T_U8, .by = &merv__spices, .min = 0, .max = 24),
    SR_ARRAY(PLAYER, courtiers, SR_T_U8, .by = &merv__halls, .min = 0, .max = 4),
    SR_FIELD(PLAYER, posts, SR_T_SET8, .names = &merv__cities),
    SR_FIELD(PLAYER, tile, SR_T_NAME, .names = &merv__actions, .flags = SR_F_NONE),
    SR_FIELD(PLAYER, sites, SR_T_SET32, .names = &merv__sites),
    SR_FIELD(PLAYER, soldiers, SR_T_SET32, .names = &merv__sites),
    SR_FIELD(PLAYER, contracts, SR_T_SET32, .names = &merv__contracts),
    SR_FIELD(PLAYER, discoveries, SR_T_SET32, .names = &merv__discoveries),
    SR_FIELDS_END,
};

#define TILE struct merv_tile
static const struct sr_field tile_fields[] = {
    SR_FIELD(TILE, action, SR_T_NAME, .names = &merv__actions, .flags = SR_F_NONE),
    SR_FIELD(TILE, colour, SR_T_NAME, .names = &merv__colours, .flags = SR_F_NONE),
    SR_FIELDS_END,
};

#define PENDING struct merv_pending
static const struct sr_field pending_fields[] = {
    SR_FIELD(PENDING, kind, SR_T_NAME, .names = &benefits),
    SR_FIELD(PENDING, n, SR_T_U8),
    SR_FIELDS_END,
};

static const struct sr_older players_older = {NULL, &merv__owners};
#define STATE struct merv_state
static const struct sr_field state_fields[] = {
    SR_FIELD(STATE, year, SR_T_U8, .min = 1, .max = MERV_YEARS),
    SR_FIELD(STATE, round, SR_T_U8, .min = 1, .max = MERV_ROUNDS),
    SR_FIELD(STATE, phase, SR_T_NAME, .names = &phases),
    SR_FIELD(STATE, who, SR_T_NAME, .names = &merv__owners),
    SR_FIELD(STATE, place, SR_T_U8, .min = 0, .max = MERV_SEATS - 1),
    SR_ARRAY(STATE, queue, SR_T_NAME, .names = &merv__owners, .flags = SR_F_NONE),
    SR_ARRAY(STATE, slots, SR_T_NAME, .names = &merv__owners, .flags = SR_F_NONE),
    SR_ARRAY(STATE, next_queue, SR_T_NAME, .names = &merv__owners, .flags = SR_F_NONE),
    SR_ARRAY(STATE, queue_camels, SR_T_U8, .min = 0, .max = 16),
    SR_PART(STATE, "players", players, 0, MERV_SEATS, SR_T_STRUCT, .sub = player_fields,
            .flags = SR_F_SEATS | SR_F_VACANT, .older = &players_older),
    SR_PART(STATE, "neutrals", players, MERV_SEATS, MERV_OWNERS - MERV_SEATS, SR_T_STRUCT,
            .by = &neutrals, .sub = player_fields),
    SR_ARRAY(STATE, city, SR_T_STRUCT, .by = &merv__sites, .sub = tile_fields),
    SR_FIELD(STATE, white_upgrades, SR_T_SET32, .names = &merv__sites),
    SR_ARRAY(STATE, bonus_upgrades, SR_T_NAME, .names = &merv__sites, .by = &merv__colours,
             .flags = SR_F_NONE),
    SR_ARRAY(STATE, walls, SR_T_NAME, .names = &merv__kinds, .by = &merv__slots,
             .flags = SR_F_NONE),
    SR_FIELD(STATE, market_side, SR_T_NAME, .names = &merv__market_sides),
    SR_FIELD(STATE, market_camels, SR_T_SET8, .names = &merv__market),
    SR_FIELD(STATE, city_camels, SR_T_SET8, .names = &merv__cities),
    SR_FIELD(STATE, mosque_camels, SR_T_SET8, .names = &paths),
    SR_ARRAY(STATE, row, SR_T_NAME, .names = &merv__spices, .length = "row_count"),
    SR_FIELD(STATE, row_count, SR_T_U8, .min = 0, .max = MERV_ROW),
    SR_FIELD(STATE, row_camels, SR_T_U8, .min = 0, .max = MERV_ROW),
    SR_FIELD(STATE, lost_camels, SR_T_U8, .min = 0, .max = 16),
    SR_FIELD(STATE, slot, SR_T_U8, .flags = SR_F_NONE),
    SR_FIELD(STATE, site, SR_T_NAME, .names = &merv__sites, .flags = SR_F_NONE),
    SR_FIELD(STATE, picked, SR_T_U8, .flags = SR_F_NONE | SR_F_INNER),
    SR_FIELD(STATE, market_used, SR_T_BOOL),
    SR_FIELD(STATE, discount_used, SR_T_BOOL),
    SR_FIELD(STATE, convert_used, SR_T_BOOL),
    SR_FIELD(STATE, posted, SR_T_BOOL),
    SR_FIELD(STATE, bought, SR_T_SET8, .names = &merv__cities),
    SR_FIELD(STATE, routes, SR_T_SET8, .names = &merv__cities),
    SR_ARRAY(STATE, spent, SR_T_U8, .by = &merv__colours, .min = 0, .max = 24),
    SR_ARRAY(STATE, taken, SR_T_U8, .by = &merv__spices, .min = 0, .max = 24),
    SR_ARRAY(STATE, pairs, SR_T_U8, .by = &merv__spices, .min = 0, .max = 12),
    SR_FIELD(STATE, paying, SR_T_NAME, .names = &prices, .flags = SR_F_NONE),
    SR_FIELD(STATE, paying_for, SR_T_U8, .min = 0, .max = 32, .flags = SR_F_INNER),
    SR_FIELD(STATE, paying_rare, SR_T_U8, .min = 0, .max = 8, .flags = SR_F_INNER),
    SR_ARRAY(STATE, pending, SR_T_STRUCT, .sub = pending_fields, .length = "pending_count"),
    SR_FIELD(STATE, pending_count, SR_T_U8, .min = 0, .max = MERV_PENDING),
    SR_FIELD(STATE, solo_card, SR_T_NAME, .names = &merv__actions, .flags = SR_F_NONE),
    SR_ARRAY(STATE, solo_deck, SR_T_SET8, .names = &merv__actions, .length = "solo_decks"),
    SR_FIELD(STATE, solo_decks, SR_T_U8, .min = 0, .max = MERV_DECKS),
    SR_FIELD(STATE, solo_opening, SR_T_BOOL, .flags = SR_F_INNER),
    SR_FIELD(STATE, solo_discards, SR_T_SET8, .names = &merv__actions),
    SR_ARRAY(STATE, spare, SR_T_U8, .min = 0, .max = 1, .flags = SR_F_INNER),
    SR_FIELDS_END,
};

/* ---- functions ------------------------------------------------------------------------------ */

static struct merv context(const void *edition, void *state, struct sr_events *ev)
{
    const struct merv_edition *ed = (const struct merv_edition *)edition;
    struct merv_state *s = (struct merv_state *)state;
    const struct merv g = {ed, s, ev, {ed, s}};
    return g;
}

static void setup(const void *ed, void *state)
{
    struct merv g = context(ed, state, NULL);
    merv__set_up(&g);
}

static int actor(const void *state)
{
    const struct merv_state *s = (const struct merv_state *)state;
    return s->head.over ? (int)SR_NOBODY : s->who;
}

static int decision(const void *state) { return merv__decision((const struct merv_state *)state); }

static int legal(const void *ed, const void *state, sr_move *out)
{
    const struct merv_at g = {(const struct merv_edition *)ed, (const struct merv_state *)state};
    return merv__legal(&g, out, -1);
}

static bool allows(const void *ed, const void *state, sr_move move)
{
    const struct merv_at g = {(const struct merv_edition *)ed, (const struct merv_state *)state};
    sr_move list[MERV_MOVES];
    const int n = merv__legal(&g, list, sr_move_verb(move));
    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

static void apply(const void *ed, void *state, sr_move move, struct sr_events *ev)
{
    struct merv g = context(ed, state, ev);
    merv__apply(&g, move);
    merv__settle(&g);
}

/* R11.1: nothing is hidden; what nobody knows is not drawn yet. */
static void hide(const void *ed, void *view, int seat)
{
    (void)ed;
    (void)view;
    (void)seat;
}

static void fill(const void *ed, void *state, int viewer, struct sr_rng *rng)
{
    (void)ed;
    (void)state;
    (void)viewer;
    (void)rng;
}

static_assert(sizeof(struct merv_player) == 64, "no padding");
static_assert(sizeof(struct merv_state) % 4 == 0, "no padding");

SR_GAME(merv) = {
    .id = "merv",
    .rules_version = 2,
    .seats_min = 1,
    .seats_max = MERV_SEATS,
    .state_size = sizeof(struct merv_state),
    .edition_size = sizeof(struct merv_edition),
    .moves_max = MERV_MOVES,
    .events_max = SR_EVENTS_MAX,
    .plies_max = 8000,
    .options = options,
    .first_options = first_options,
    .state_fields = state_fields,
    .edition_fields = merv__edition_fields,
    .edition = &merv__edition,
    .moves = moves,
    .events = events,
    .decisions = decisions,
    .move_count = MV_COUNT,
    .event_count = EV_KINDS,
    .score_parts = score_parts,
    .words = words,
    .check_edition = merv__check_edition,
    .setup = setup,
    .actor = actor,
    .decision = decision,
    .legal = legal,
    .allows = allows,
    .apply = apply,
    .hide = hide,
    .fill = fill,
    .scores = merv__scores,
    .check = merv__check,
};
