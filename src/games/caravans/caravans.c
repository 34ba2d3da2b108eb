/* caravans.c: the vocabularies of Caravans, the description of its state, and its table. */
#include "games/caravans/caravans.h"

/* ---- names ----------------------------------------------------------------------------------- */

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

static const char *const kind_name[] = {"ecu",  "wood",   "wheat", "ceramics", "coal",
                                        "iron", "fabric", "gold",  "gems",     "spices"};
static const char *const class_name[] = {"common", "rare", "precious"};
static const char *const region_name[] = {"region_1", "region_2", "region_3"};
static const char *const dir_name[] = {"e", "se", "sw", "w", "nw", "ne"};
static const char *const shape_name[] = {"d", "u"};
static const char *const lay_name[] = {"d0", "d1", "d2", "u0", "u1", "u2"};
static const char *const place_name[] = {"suburb", "forum"};
static const char *const phase_name[] = {"place", "pick",  "action", "tile",  "spot",    "turn",
                                         "trade", "give",  "ask",    "reply", "invest",  "bribe",
                                         "stake", "lighten", "produce", "destroy"};
static const char *const ending_name[] = {"goal", "stall", "cap"};
static const char *const grade_name[] = {"master", "gold", "silver", "bronze"};
static const char *const switch_name[] = {"off", "on"};
static const char *const turns_name[] = {"random", "fixed"};
static const char *const offers_name[] = {"limited", "free"};
static const char *const alike_name[] = {"without_ecus", "always"};
static const char *const suburbs_name[] = {"many", "one"};
#define REGION_TILE_NAMES(r)                                                                       \
    r "-01", r "-02", r "-03", r "-04", r "-05", r "-06", r "-07", r "-08", r "-09", r "-10",      \
        r "-11", r "-12", r "-13", r "-14", r "-15", r "-16", r "-17", r "-18", r "-19", r "-20",  \
        r "-21", r "-22", r "-23", r "-24"
static const char *const tile_name[] = {REGION_TILE_NAMES("1"), REGION_TILE_NAMES("2"),
                                        REGION_TILE_NAMES("3")};

const struct sr_names caravans__kind_names = {"kind", kind_name, COUNT(kind_name)};
/* The same names without the écu: where only resources can stand. */
const struct sr_names caravans__resource_names = {"resource", kind_name + 1, RESOURCES};
const struct sr_names caravans__class_names = {"class", class_name, COUNT(class_name)};
const struct sr_names caravans__region_names = {"region", region_name, COUNT(region_name)};
const struct sr_names caravans__dir_names = {"dir", dir_name, COUNT(dir_name)};
const struct sr_names caravans__shape_names = {"shape", shape_name, COUNT(shape_name)};
const struct sr_names caravans__lay_names = {"lay", lay_name, COUNT(lay_name)};
const struct sr_names caravans__tile_names = {"tile", tile_name, COUNT(tile_name)};
const struct sr_names caravans__place_names = {"place", place_name, COUNT(place_name)};
const struct sr_names caravans__phase_names = {"phase", phase_name, COUNT(phase_name)};
const struct sr_names caravans__ending_names = {"ending", ending_name, COUNT(ending_name)};
const struct sr_names caravans__grade_names = {"grade", grade_name, COUNT(grade_name)};
static const struct sr_names switch_names = {"switch", switch_name, COUNT(switch_name)};
static const struct sr_names turns_names = {"start_turns", turns_name, COUNT(turns_name)};
static const struct sr_names offers_names = {"offers", offers_name, COUNT(offers_name)};
static const struct sr_names alike_names = {"bribe_alike", alike_name, COUNT(alike_name)};
static const struct sr_names suburbs_names = {"suburb_pawns", suburbs_name, COUNT(suburbs_name)};

static_assert(sizeof tile_name / sizeof tile_name[0] == TILES, "a name for every tile");
static_assert(sizeof phase_name / sizeof phase_name[0] == PHASES, "a name for every phase");

/* ---- options --------------------------------------------------------------------------------- */

static const struct sr_option options[] = {
    {"wide_spacing", "15.1", 0, 1, 0, &switch_names},
    {"late_purse", "15.2", 0, 1, 0, &switch_names},
    {"barter", "15.3", 0, 1, 1, &switch_names},
    {"start_turns", "15.4", 0, 1, TURNS_RANDOM, &turns_names},
    {"offers", "15.5", 0, 1, OFFERS_LIMITED, &offers_names},
    {"bribe_alike", "15.6", 0, 1, ALIKE_WITHOUT_ECUS, &alike_names},
    {"suburb_pawns", "15.7", 0, 1, SUBURBS_MANY, &suburbs_names},
    {NULL, NULL, 0, 0, 0, NULL},
};

/* ---- moves ----------------------------------------------------------------------------------- */

#define NO_ARGS {{NULL, SR_A_END, 0, 0, 0, NULL}}
#define KIND_ARG {"kind", SR_A_NAME, 8, 8, 0, &caravans__kind_names}
#define PRINT_ARG(name, shift) {name, SR_A_NAME, shift, 4, SR_A_SILENT, &caravans__kind_names}

static const struct sr_verb moves[] = {
    {"place", "3.3", false,
     {{"q", SR_A_SIGNED, Q_SHIFT, COORD_BITS, 0, NULL},
      {"r", SR_A_SIGNED, R_SHIFT, COORD_BITS, 0, NULL}}},
    {"pick", "3.4", false, {KIND_ARG}},
    {"move", "5.1", false, {{"dir", SR_A_NAME, 8, 8, 0, &caravans__dir_names}}},
    {"explore", "6.1", false, NO_ARGS},
    {"build", "7.1", false, NO_ARGS},
    {"trade", "8.1", false, NO_ARGS},
    {"end", "4.1", false, NO_ARGS},
    {"tile", "6.3", false,
     {{"tile", SR_A_NAME, 8, 7, 0, &caravans__tile_names},
      PRINT_ARG("h0", 15),
      PRINT_ARG("h1", 19),
      PRINT_ARG("h2", 23)}},
    {"spot", "6.4", false,
     {{"shape", SR_A_NAME, SHAPE_SHIFT, 1, 0, &caravans__shape_names},
      {"q", SR_A_SIGNED, Q_SHIFT, COORD_BITS, 0, NULL},
      {"r", SR_A_SIGNED, R_SHIFT, COORD_BITS, 0, NULL}}},
    {"turn", "6.5", false,
     {{"turn", SR_A_INT, 8, 2, 0, NULL},
      PRINT_ARG("c0", 10),
      PRINT_ARG("c1", 14),
      PRINT_ARG("c2", 18)}},
    {"sell", "8.9", false, {KIND_ARG, {"price", SR_A_INT, 16, 8, SR_A_SILENT, NULL}}},
    {"buy", "8.10", false,
     {{"from", SR_A_NAME, 8, 8, 0, &caravans__place_names},
      {"kind", SR_A_NAME, 16, 8, 0, &caravans__kind_names},
      {"price", SR_A_INT, 24, 8, SR_A_SILENT, NULL}}},
    {"offer", "9.3", false, {{"to", SR_A_SEAT, 8, 8, 0, NULL}}},
    {"done", "8.2", false, NO_ARGS},
    {"give", "9.4", false, {KIND_ARG}},
    {"next", "9.4", false, NO_ARGS},
    {"ask", "9.5", false, {KIND_ARG}},
    {"send", "9.5", false, NO_ARGS},
    {"withdraw", "9.3", false, NO_ARGS},
    {"accept", "9.6", false, NO_ARGS},
    {"decline", "9.6", false, NO_ARGS},
    {"skip", "10.1", false, NO_ARGS},
    {"invest", "10.1", false, NO_ARGS},
    {"bribe", "10.3", false, {KIND_ARG}},
    {"stake", "10.4", false, {KIND_ARG}},
    {"finish", "10.5", false, NO_ARGS},
    {"drop", "11.1", false, {KIND_ARG}},
    {"produce", "12.2", false, {KIND_ARG}},
    {"destroy", "12.4", false,
     {{"from", SR_A_NAME, 8, 8, 0, &caravans__place_names},
      {"kind", SR_A_NAME, 16, 8, 0, &caravans__kind_names}}},
};
static_assert(sizeof moves / sizeof moves[0] == VERBS, "a row for every verb");

/* ---- events ---------------------------------------------------------------------------------- */

#define INT_ARG(name) {name, SR_A_INT, 0, 0, 0, NULL}
#define AT_ARG(name) {name, SR_A_SIGNED, 0, 0, 0, NULL}
#define NAME_ARG(name, names) {name, SR_A_NAME, 0, 0, 0, &names}
#define SEAT_ARG(name) {name, SR_A_SEAT, 0, 0, 0, NULL}
#define TILE_ARGS                                                                                  \
    {                                                                                              \
        NAME_ARG("tile", caravans__tile_names), NAME_ARG("h0", caravans__kind_names),              \
            NAME_ARG("h1", caravans__kind_names), NAME_ARG("h2", caravans__kind_names)             \
    }
#define EV_KIND NAME_ARG("kind", caravans__kind_names)

static const struct sr_verb events[] = {
    {"place", "3.3", false, {AT_ARG("q"), AT_ARG("r"), EV_KIND}},
    {"pick", "3.4", false, {EV_KIND}},
    {"purse", "15.2", false, {INT_ARG("n")}},
    {"round", "4.1", false, {INT_ARG("round")}},
    {"turn", "4.1", false, NO_ARGS},
    {"move", "5.1", false, {NAME_ARG("dir", caravans__dir_names), AT_ARG("q"), AT_ARG("r")}},
    {"explore", "6.2", false, {NAME_ARG("region", caravans__region_names)}},
    {"draw", "6.2", true, TILE_ARGS},
    {"draw_known", "6.2", false, TILE_ARGS},
    {"lay", "6.5", false,
     {NAME_ARG("tile", caravans__tile_names), NAME_ARG("lay", caravans__lay_names), AT_ARG("q"),
      AT_ARG("r")}},
    {"reject", "6.7", false, {NAME_ARG("tile", caravans__tile_names)}},
    {"pay", "6.5", false, {INT_ARG("n")}},
    {"build", "7.2", false, {INT_ARG("city"), AT_ARG("q"), AT_ARG("r")}},
    {"complete", "7.4", false, {INT_ARG("city")}},
    {"expertise", "7.5", false, {EV_KIND}},
    {"trade", "8.2", false, {INT_ARG("city")}},
    {"lose", "8.5", false, {INT_ARG("n"), INT_ARG("influence")}},
    {"marker", "8.6", false, {INT_ARG("city")}},
    {"sell", "8.9", false, {EV_KIND, INT_ARG("n"), INT_ARG("city")}},
    {"buy", "8.10", false,
     {EV_KIND, INT_ARG("n"), INT_ARG("city"), NAME_ARG("from", caravans__place_names)}},
    {"toll", "8.11", false, {INT_ARG("n"), INT_ARG("city")}},
    {"offer", "9.3", false, {SEAT_ARG("to")}},
    {"offer_give", "9.4", false, {SEAT_ARG("to"), INT_ARG("n"), EV_KIND}},
    {"offer_ask", "9.5", false, {SEAT_ARG("to"), INT_ARG("n"), EV_KIND}},
    {"withdraw", "9.3", false, {SEAT_ARG("to")}},
    {"accept", "9.6", false, {SEAT_ARG("from")}},
    {"decline", "9.6", false, {SEAT_ARG("from")}},
    {"bribe", "10.3", false, {EV_KIND}},
    {"stake", "10.4", false, {EV_KIND}},
    {"invest", "10.5", false, {INT_ARG("n"), INT_ARG("influence")}},
    {"drop", "11.1", false, {EV_KIND}},
    {"produce", "12.2", false, {EV_KIND, INT_ARG("city")}},
    {"destroy", "12.3", false,
     {EV_KIND, INT_ARG("city"), NAME_ARG("from", caravans__place_names)}},
    {"idle", "13.3", false, {INT_ARG("n")}},
    {"win", "13.1", false, {INT_ARG("influence"), INT_ARG("round")}},
    {"stall", "13.3", false, {INT_ARG("n")}},
    {"cap", "13.4", false, {INT_ARG("round")}},
    {"solo_win", "14.6", false, {INT_ARG("round"), NAME_ARG("grade", caravans__grade_names)}},
    {"solo_loss", "14.6", false, {INT_ARG("influence")}},
};
static_assert(sizeof events / sizeof events[0] == EVENTS, "a row for every event");

static const struct sr_decision decisions[] = {
    {"place", "3.3"},  {"pick", "3.4"},     {"action", "4.1"},   {"tile", "6.3"},
    {"spot", "6.4"},   {"turn", "6.5"},     {"trade", "8.2"},    {"give", "9.4"},
    {"ask", "9.5"},    {"reply", "9.6"},    {"invest", "10.1"},  {"bribe", "10.3"},
    {"stake", "10.4"}, {"lighten", "11.1"}, {"produce", "12.2"}, {"destroy", "12.3"},
    {NULL, NULL},
};
static_assert(sizeof decisions / sizeof decisions[0] == PHASES + 1, "a row for every phase");

/* ---- state ----------------------------------------------------------------------------------- */

#define PLAYER struct caravans_player
static const struct sr_field player_fields[] = {
    SR_FIELD(PLAYER, placed, SR_T_BOOL),
    SR_FIELD(PLAYER, q, SR_T_I16, .min = -COORD_LIMIT, .max = COORD_LIMIT),
    SR_FIELD(PLAYER, r, SR_T_I16, .min = -COORD_LIMIT, .max = COORD_LIMIT),
    SR_ARRAY(PLAYER, units, SR_T_U16, .by = &caravans__kind_names, .min = 0, .max = UNITS_LIMIT),
    SR_FIELD(PLAYER, influence, SR_T_U16),
    SR_FIELD(PLAYER, own_trades, SR_T_U8),
    SR_FIELD(PLAYER, passage, SR_T_U8, .min = 0, .max = CITIES - 1, .flags = SR_F_NONE),
    SR_FIELD(PLAYER, expertise, SR_T_SET16, .names = &caravans__resource_names),
    SR_FIELD(PLAYER, cities, SR_T_U8, .min = 0, .max = CITIES_EACH),
    SR_FIELDS_END,
};

#define TILE struct caravans_tile
static const struct sr_field tile_fields[] = {
    SR_FIELD(TILE, tile, SR_T_NAME, .names = &caravans__tile_names),
    SR_FIELD(TILE, lay, SR_T_NAME, .names = &caravans__lay_names),
    SR_FIELD(TILE, q, SR_T_I16, .min = -COORD_LIMIT, .max = COORD_LIMIT),
    SR_FIELD(TILE, r, SR_T_I16, .min = -COORD_LIMIT, .max = COORD_LIMIT),
    SR_FIELDS_END,
};

#define CITY struct caravans_city
static const struct sr_field city_fields[] = {
    SR_FIELD(CITY, governor, SR_T_U8, .min = 0, .max = SR_SEATS_MAX - 1,
             .flags = SR_F_NONE | SR_F_SEAT),
    SR_FIELD(CITY, q, SR_T_I16, .min = -COORD_LIMIT, .max = COORD_LIMIT),
    SR_FIELD(CITY, r, SR_T_I16, .min = -COORD_LIMIT, .max = COORD_LIMIT),
    SR_FIELD(CITY, complete, SR_T_BOOL),
    SR_ARRAY(CITY, suburbs, SR_T_U8, .by = &caravans__dir_names),
    SR_ARRAY(CITY, forum, SR_T_U8, .by = &caravans__resource_names),
    SR_FIELD(CITY, pointer, SR_T_NAME, .names = &caravans__dir_names),
    SR_FIELDS_END,
};

#define STACK struct caravans_stack
static const struct sr_field stack_fields[] = {
    SR_FIELD(STACK, size, SR_T_U8, .min = 0, .max = REGION_TILES),
    SR_FIELD(STACK, known, SR_T_U8, .min = 0, .max = REGION_TILES),
    SR_ARRAY(STACK, tiles, SR_T_NAME, .names = &caravans__tile_names, .length = "size",
             .flags = SR_F_HIDES),
    SR_FIELDS_END,
};

#define STATE struct caravans
static const struct sr_field state_fields[] = {
    SR_FIELD(STATE, round, SR_T_U8),
    SR_FIELD(STATE, active, SR_T_U8, .min = 0, .max = SR_SEATS_MAX - 1, .flags = SR_F_SEAT),
    SR_FIELD(STATE, phase, SR_T_NAME, .names = &caravans__phase_names),
    SR_FIELD(STATE, actions, SR_T_U8),
    SR_FIELD(STATE, ending, SR_T_NAME, .names = &caravans__ending_names, .flags = SR_F_NONE),
    SR_ARRAY(STATE, players, SR_T_STRUCT, .sub = player_fields, .flags = SR_F_SEATS),
    SR_FIELD(STATE, city_count, SR_T_U8, .min = 0, .max = CITIES),
    SR_ARRAY(STATE, cities, SR_T_STRUCT, .sub = city_fields, .length = "city_count"),
    SR_FIELD(STATE, central, SR_T_NAME, .names = &caravans__resource_names),
    SR_FIELD(STATE, tile_count, SR_T_U8, .min = 0, .max = TILES),
    SR_ARRAY(STATE, tiles, SR_T_STRUCT, .sub = tile_fields, .length = "tile_count"),
    SR_ARRAY(STATE, stacks, SR_T_STRUCT, .by = &caravans__region_names, .sub = stack_fields),
    SR_FIELD(STATE, drawn_count, SR_T_U8, .min = 0, .max = DRAWN),
    SR_ARRAY(STATE, drawn, SR_T_NAME, .names = &caravans__tile_names, .length = "drawn_count"),
    SR_FIELD(STATE, taken, SR_T_NAME, .names = &caravans__tile_names, .flags = SR_F_NONE),
    SR_FIELD(STATE, spot_shape, SR_T_NAME, .names = &caravans__shape_names),
    SR_FIELD(STATE, spot_q, SR_T_I16, .min = -COORD_LIMIT, .max = COORD_LIMIT),
    SR_FIELD(STATE, spot_r, SR_T_I16, .min = -COORD_LIMIT, .max = COORD_LIMIT),
    SR_FIELD(STATE, bought, SR_T_SET16, .names = &caravans__resource_names),
    SR_FIELD(STATE, sold, SR_T_SET16, .names = &caravans__resource_names),
    SR_FIELD(STATE, offers, SR_T_U8),
    SR_FIELD(STATE, partner, SR_T_U8, .min = 0, .max = SR_SEATS_MAX - 1,
             .flags = SR_F_NONE | SR_F_SEAT),
    SR_ARRAY(STATE, give, SR_T_U16, .by = &caravans__kind_names),
    SR_ARRAY(STATE, want, SR_T_U16, .by = &caravans__kind_names),
    SR_ARRAY(STATE, bribe, SR_T_U16, .by = &caravans__kind_names),
    SR_FIELD(STATE, stake, SR_T_SET16, .names = &caravans__resource_names),
    SR_FIELD(STATE, city, SR_T_U8, .min = 0, .max = CITIES - 1),
    SR_FIELD(STATE, productive, SR_T_BOOL),
    SR_FIELD(STATE, idle, SR_T_U8),
    SR_FIELDS_END,
};
static_assert(sizeof(struct caravans) <= SR_STATE_MAX, "the state fits");
static_assert(sizeof(struct caravans_edition) <= SR_EDITION_MAX, "the edition fits");

/* ---- the game -------------------------------------------------------------------------------- */

static const char *const score_parts[] = {"invested", "own_trades", NULL};
static const struct sr_names *const words[] = {&caravans__phase_names, NULL};

SR_GAME(caravans) = {
    .id = "caravans",
    .rules_version = 2,
    .seats_min = 1,
    .seats_max = 7,
    .state_size = sizeof(struct caravans),
    .edition_size = sizeof(struct caravans_edition),
    .moves_max = LONGEST_LIST,
    .events_max = SR_EVENTS_MAX,
    .plies_max = 1000000,
    .options = options,
    .state_fields = state_fields,
    .edition_fields = caravans__edition_fields,
    .edition = &caravans__edition,
    .moves = moves,
    .events = events,
    .decisions = decisions,
    .move_count = VERBS,
    .event_count = EVENTS,
    .score_parts = score_parts,
    .words = words,
    .check_edition = caravans__check_edition,
    .setup = caravans__setup,
    .actor = caravans__actor,
    .decision = caravans__decision,
    .legal = caravans__legal,
    .allows = caravans__allows,
    .apply = caravans__apply,
    .hide = caravans__hide,
    .fill = caravans__fill,
    .scores = caravans__scores,
    .check = caravans__check,
};
