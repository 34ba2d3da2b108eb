/* tadmor.c: vocabularies of Tadmor, the description of its state, and its table of functions. */
#include "games/tadmor/tadmor.h"

/* ---- names --------------------------------------------------------------------------- */

#define NAMES(what, id, ...)                                                                       \
    static const char *const what##_list[] = {__VA_ARGS__};                                        \
    const struct sr_names tadmor__##what = {id, what##_list,                                       \
                                         (int)(sizeof what##_list / sizeof what##_list[0])}

NAMES(goods, "good", "wood", "stone", "marble", "gold");
NAMES(kinds, "kind", "camel", "boat");
NAMES(regions, "region", "palmyra", "ebla", "damascus", "north_sea", "south_sea",
      "north_euphrates", "south_euphrates");
NAMES(sections, "section", "foundations", "colonnade", "roof", "statues");
NAMES(piles, "pile", "grey", "yellow", "red");
NAMES(rares, "rare", "glass", "incense", "myrrh", "jade", "ivory", "porcelain", "silk", "perfume",
      "oils");
NAMES(vias, "via", "card", "plain", "i37", "i47");
NAMES(yields, "yield", "marble", "gold", "two_wood", "wood_stone", "two_stone");
NAMES(shapes, "shape", "camel", "boat", "either");
NAMES(setups, "setup", "standard", "experienced");

#define SPACES                                                                                     \
    "pal_imp1", "pal_imp2", "pal_temple", "pal_market", "pal_mission1", "pal_mission2",            \
        "pal_supply", "ebl_temple", "ebl_market", "ebl_imp3", "ebl_floors", "ebl_gift",            \
        "ebl_wood", "dam_series", "dam_traitor", "dam_caravan", "dam_tax", "dam_first",            \
        "dam_mission2", "dam_mission3", "dam_stone", "nse_wood1", "nse_wood2", "nse_shipyard",     \
        "nse_imp4", "sse_stone1", "sse_stone2", "sse_rare", "sse_gift", "neu_gold",                \
        "neu_marble_b", "neu_rare", "neu_marble_c", "seu_caravan", "seu_gold_b", "seu_rare",       \
        "seu_gold_c", "bandits", "spare_1", "spare_2"
#define PRIVATE "i21", "i22", "i37", "i47", "i48"
NAMES(spaces, "place", SPACES);
NAMES(places, "place", SPACES, PRIVATE);
NAMES(private, "place", PRIVATE);

NAMES(actions, "action", "none", "improve_1", "improve_2", "improve_3", "improve_4", "temple_card",
      "temple", "market", "market_up", "mission", "first", "supply", "floors", "series", "traitor",
      "caravan", "shipyard", "tax", "gift", "wood", "stone", "marble", "gold", "rare_grey",
      "rare_yellow", "rare_red", "bandits");

NAMES(tiles, "tile", "i1", "i2", "i3", "i4", "i5", "i6", "i7", "i8", "i9", "i10", "i11", "i12",
      "i13", "i14", "i15", "i16", "i17", "i18", "i19", "i20", "i21", "i22", "i23", "i24", "i25",
      "i26", "i27", "i28", "i29", "i30", "i31", "i32", "i33", "i34", "i35", "i36", "i37", "i38",
      "i39", "i40", "i41", "i42", "i43", "i44", "i45", "i46", "i47", "i48");
NAMES(missions, "mission", "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10", "k11",
      "k12", "k13", "k14", "k15", "k16", "k17", "k18", "k19", "k20", "k21", "k22", "k23", "k24",
      "k25", "k26");

NAMES(phases, "phase", "bonus", "start", "place", "redirect", "swap", "bandit", "improve", "late",
      "build", "kingdom", "drop", "end");
NAMES(asks, "question", "none", "base", "superior", "pay", "spare", "gain", "drop", "rare", "take");
NAMES(pawns, "pawn", "p1_camel", "p1_boat", "p2_camel", "p2_boat", "p3_camel", "p3_boat",
      "p4_camel", "p4_boat");
NAMES(seats, "seat", "p1", "p2", "p3", "p4");
NAMES(wheres, "where", "p1", "p2", "p3", "p4", "box", "display", "removed");
NAMES(used, "used", "order_base", "order_superior", "tribute", "market", "tax", "exempt", "out");
NAMES(stood, "stood", "tax", "supply", "first");
NAMES(sources, "source", "gift", "supply", "tallest", "mission", "rare", "raid", "temple", "order",
      "tribute", "tax", "era");
NAMES(parts, "score", "track", "tower", "missions", "temples", "rares", "tiles");

static const char *const payment_list[] = {"prestige"};
static const struct sr_names payments = {"payment", payment_list, 1};

static const struct sr_option options[] = {
    {"setup", "3.6", 0, 1, 0, &tadmor__setups},
    {NULL, NULL, 0, 0, 0, NULL},
};

/* ---- the state ----------------------------------------------------------------------- */

#define P struct tad_player
static const struct sr_field player_fields[] = {
    SR_FIELD(P, pp, SR_T_I16),
    SR_ARRAY(P, goods, SR_T_U8, .by = &tadmor__goods),
    SR_ARRAY(P, exchanged, SR_T_U8, .by = &tadmor__goods),
    SR_ARRAY(P, owned, SR_T_U8, .by = &tadmor__kinds),
    SR_ARRAY(P, reserve, SR_T_U8, .by = &tadmor__kinds),
    SR_FIELD(P, tower, SR_T_U8),
    SR_ARRAY(P, temples, SR_T_U8, .by = &tadmor__sections),
    SR_ARRAY(P, rare, SR_T_U8, .by = &tadmor__rares),
    SR_FIELD(P, hand, SR_T_SET32, .names = &tadmor__missions, .flags = SR_F_HIDES),
    SR_FIELD(P, cards, SR_T_U8),
    SR_FIELD(P, done, SR_T_SET32, .names = &tadmor__missions),
    SR_FIELD(P, flipped, SR_T_SET32, .names = &tadmor__missions),
    SR_FIELD(P, used, SR_T_SET8, .names = &tadmor__used),
    SR_FIELD(P, stood, SR_T_SET8, .names = &tadmor__stood, .flags = SR_F_INNER),
    SR_FIELD(P, favoured, SR_T_BOOL),
    SR_ARRAY(P, older, SR_T_U8, .flags = SR_F_INNER),
    SR_FIELDS_END,
};

#define A struct tad_ask
static const struct sr_field ask_fields[] = {
    SR_FIELD(A, kind, SR_T_NAME, .names = &tadmor__asks),
    SR_FIELD(A, left, SR_T_U8),
    SR_FIELD(A, from, SR_T_NAME, .names = &tadmor__goods),
    SR_FIELD(A, tile, SR_T_NAME, .names = &tadmor__tiles, .flags = SR_F_NONE),
    SR_FIELD(A, mission, SR_T_NAME, .names = &tadmor__missions, .flags = SR_F_NONE),
    SR_FIELD(A, via, SR_T_NAME, .names = &tadmor__vias, .flags = SR_F_NONE),
    SR_FIELD(A, section, SR_T_NAME, .names = &tadmor__sections, .flags = SR_F_NONE),
    SR_FIELD(A, pile, SR_T_NAME, .names = &tadmor__piles, .flags = SR_F_NONE),
    SR_ARRAY(A, cost, SR_T_U8, .by = &tadmor__goods),
    SR_FIELDS_END,
};

static const struct sr_older players_older = {"player", NULL};
#define S struct tad_state
const struct sr_field tadmor__state_fields[] = {
    SR_FIELD(S, phase, SR_T_NAME, .names = &tadmor__phases),
    SR_FIELD(S, round, SR_T_U8),
    SR_FIELD(S, era, SR_T_U8),
    SR_FIELD(S, first, SR_T_U8, .flags = SR_F_SEAT),
    SR_FIELD(S, lead, SR_T_U8, .flags = SR_F_SEAT),
    SR_FIELD(S, active, SR_T_U8, .flags = SR_F_SEAT),
    SR_FIELD(S, burst, SR_T_U8),
    SR_FIELD(S, waiting, SR_T_SET8, .names = &tadmor__seats),
    SR_FIELD(S, ask, SR_T_STRUCT, .sub = ask_fields),
    SR_ARRAY(S, board, SR_T_NAME, .names = &tadmor__pawns, .by = &tadmor__spaces,
             .flags = SR_F_NONE),
    SR_ARRAY(S, post, SR_T_NAME, .names = &tadmor__pawns, .by = &tadmor__private,
             .flags = SR_F_NONE),
    SR_FIELD(S, holder, SR_T_U8, .flags = SR_F_NONE | SR_F_SEAT),
    SR_FIELD(S, held, SR_T_NAME, .names = &tadmor__regions, .flags = SR_F_NONE | SR_F_HIDES),
    SR_FIELD(S, revealed, SR_T_NAME, .names = &tadmor__regions, .flags = SR_F_NONE),
    SR_FIELD(S, attacked, SR_T_NAME, .names = &tadmor__regions, .flags = SR_F_NONE),
    SR_ARRAY(S, tile, SR_T_NAME, .names = &tadmor__wheres, .by = &tadmor__tiles),
    SR_ARRAY(S, top, SR_T_NAME, .names = &tadmor__rares, .by = &tadmor__piles, .flags = SR_F_NONE),
    SR_ARRAY(S, rare_left, SR_T_U8, .by = &tadmor__rares),
    SR_FIELD(S, bonuses, SR_T_U8),
    SR_FIELD(S, discards, SR_T_SET32, .names = &tadmor__missions),
    SR_ARRAY(S, wave, SR_T_SET32, .names = &tadmor__missions, .flags = SR_F_INNER),
    SR_PART(S, "players", player, 0, TAD_SEATS, SR_T_STRUCT, .sub = player_fields,
            .flags = SR_F_SEATS, .older = &players_older),
    SR_ARRAY(S, spare, SR_T_U8, .flags = SR_F_INNER),
    SR_FIELDS_END,
};

/* ---- moves and events ---------------------------------------------------------------- */

/* Arguments of moves: at(bit, width). */
#define NAMED(key, shift, bits, flags, names) {key, SR_A_NAME, shift, bits, flags, names}
#define NUMBER(key, shift, bits) {key, SR_A_INT, shift, bits, 0, NULL}
#define NO_ARGS {{NULL, SR_A_END, 0, 0, 0, NULL}}

static const struct sr_verb moves[] = {
    {"bonus", "3.2", false, {NAMED("good", 8, 8, 0, &tadmor__goods)}},
    {"start", "3.3", false, {NAMED("tile", 8, 8, 0, &tadmor__tiles)}},
    {"camel", "4.3", false, {NAMED("place", 8, 8, 0, &tadmor__places)}},
    {"boat", "4.3", false, {NAMED("place", 8, 8, 0, &tadmor__places)}},
    {"swap", "5.5", false,
     {NAMED("own", 8, 8, 0, &tadmor__spaces), NAMED("other", 16, 8, 0, &tadmor__spaces)}},
    {"bandit", "5.7", false, {NAMED("region", 8, 8, 0, &tadmor__regions)}},
    {"buy", "7.2", false, {NAMED("tile", 8, 8, 0, &tadmor__tiles)}},
    {"floors", "8.2", false, {NUMBER("n", 8, 8)}},
    {"series", "8.3", false, NO_ARGS},
    {"traitor", "8.4", false, {{"victim", SR_A_SEAT, 8, 8, 0, NULL}}},
    {"temple", "8.5", false,
     {NAMED("via", 8, 8, 0, &tadmor__vias), NAMED("section", 16, 8, 0, &tadmor__sections)}},
    {"rare", "8.7", false,
     {NAMED("pile", 8, 8, 0, &tadmor__piles),
      NAMED("by", 16, 8, SR_A_KEYED | SR_A_OPTIONAL, &payments)}},
    {"draw", "8.8", false, NO_ARGS},
    {"complete", "8.9", false, {NAMED("mission", 8, 8, 0, &tadmor__missions)}},
    {"first", "9.3", false, {NAMED("good", 8, 8, 0, &tadmor__goods)}},
    {"supply", "9.5", false, NO_ARGS},
    {"exempt", "9.5", false, NO_ARGS},
    {"pay_tax", "9.4", false, NO_ARGS},
    {"refuse_tax", "9.4", false, NO_ARGS},
    {"collect", "6.5", false, {NAMED("place", 8, 8, 0, &tadmor__spaces)}},
    {"flip", "13.2", false,
     {NAMED("mission", TAD_FLIP_MISSION, TAD_FLIP_MISSION_BITS, 0, &tadmor__missions),
      {"victim", SR_A_SEAT, TAD_FLIP_VICTIM, TAD_FLIP_VICTIM_BITS, SR_A_OPTIONAL, NULL},
      NAMED("section", TAD_FLIP_SECTION, TAD_FLIP_SECTION_BITS, SR_A_OPTIONAL, &tadmor__sections),
      NAMED("region", TAD_FLIP_REGION, TAD_FLIP_REGION_BITS, SR_A_OPTIONAL, &tadmor__regions)}},
    {"trade", "6.7", false,
     {NAMED("from", 8, 8, 0, &tadmor__goods), NAMED("to", 16, 8, 0, &tadmor__yields)}},
    {"order", "6.8", false, {NAMED("good", 8, 8, 0, &tadmor__goods)}},
    {"discard", "6.9", false,
     {NAMED("mission", 8, 8, 0, &tadmor__missions), NAMED("good", 16, 8, 0, &tadmor__goods)}},
    {"pay", "6.12", false, {NAMED("good", 8, 8, 0, &tadmor__goods), NUMBER("n", 16, 8)}},
    {"spare", "6.12", false, {NAMED("good", 8, 8, 0, &tadmor__goods), NUMBER("n", 16, 8)}},
    {"gain", "6.12", false, {NAMED("good", 8, 8, 0, &tadmor__goods), NUMBER("n", 16, 8)}},
    {"drop", "6.12", false, {NAMED("good", 8, 8, 0, &tadmor__goods), NUMBER("n", 16, 8)}},
    {"pick", "8.7", false, {NAMED("rare", 8, 8, 0, &tadmor__rares)}},
    {"take", "7.5", false, {NAMED("tile", 8, 8, 0, &tadmor__tiles)}},
    {"stop", "4.5", false, NO_ARGS},
    {"pass", "4.6", false, NO_ARGS},
    {"done", "6.2", false, NO_ARGS},
};
static_assert(sizeof moves / sizeof moves[0] == TAD_VERBS, "a verb is missing");

#define ARG(key, names) {key, SR_A_NAME, 0, 0, 0, names}
#define COUNT(key) {key, SR_A_INT, 0, 0, 0, NULL}

static const struct sr_verb events[] = {
    {"phase", "4.1", false, {ARG("phase", &tadmor__phases)}},
    {"round", "4.1", false, {COUNT("n"), COUNT("era")}},
    {"era", "10.3", false, {COUNT("n")}},
    {"bonus", "3.2", false, {ARG("good", &tadmor__goods)}},
    {"start", "3.3", false, {ARG("tile", &tadmor__tiles)}},
    {"offer", "3.4", true, {ARG("tile", &tadmor__tiles)}},
    {"draw", "8.8", true, {{"mission", SR_A_NAME, 0, 0, SR_A_SECRET, &tadmor__missions}}},
    {"reshuffle", "8.8", false, {COUNT("n")}},
    {"place", "4.3", false, {ARG("kind", &tadmor__kinds), ARG("place", &tadmor__places)}},
    {"pass", "4.6", false, NO_ARGS},
    {"reveal", "5.1", true, {ARG("region", &tadmor__regions)}},
    {"quiet", "5.1", false, NO_ARGS},
    {"redirect", "5.2", false, {ARG("region", &tadmor__regions)}},
    {"raided", "5.3", false, {ARG("kind", &tadmor__kinds), ARG("place", &tadmor__places)}},
    {"swap", "5.5", false,
     {ARG("own", &tadmor__spaces), {"victim", SR_A_SEAT, 0, 0, 0, NULL},
      ARG("other", &tadmor__spaces)}},
    {"choose", "5.7", false, {{"region", SR_A_NAME, 0, 0, SR_A_SECRET, &tadmor__regions}}},
    {"home", "6.1", false, {ARG("kind", &tadmor__kinds), ARG("place", &tadmor__places)}},
    {"collect", "6.5", false,
     {ARG("place", &tadmor__spaces), ARG("good", &tadmor__goods), COUNT("n")}},
    {"points", "11.1", false, {{"n", SR_A_SIGNED, 0, 0, 0, NULL}, ARG("source", &tadmor__sources)}},
    {"pawn", "6.4", false, {ARG("kind", &tadmor__kinds), COUNT("n")}},
    {"trade", "6.7", false, {ARG("from", &tadmor__goods), ARG("to", &tadmor__yields)}},
    {"order", "6.8", false, {ARG("good", &tadmor__goods)}},
    {"discard", "6.9", true, {ARG("mission", &tadmor__missions), ARG("good", &tadmor__goods)}},
    {"flip", "13.2", false, {ARG("mission", &tadmor__missions)}},
    {"paid", "6.11", false, {ARG("good", &tadmor__goods), COUNT("n")}},
    {"gain", "6.12", false, {ARG("good", &tadmor__goods), COUNT("n")}},
    {"acquire", "7.2", false, {ARG("tile", &tadmor__tiles)}},
    {"floors", "8.2", false, {COUNT("n"), COUNT("height")}},
    {"fall", "8.4", false, {COUNT("n"), COUNT("height")}},
    {"temple", "8.5", false, {ARG("section", &tadmor__sections)}},
    {"finish", "8.6", false, {COUNT("n")}},
    {"lost", "8.6", false, {COUNT("n")}},
    {"rare", "8.7", false, {ARG("rare", &tadmor__rares)}},
    {"top", "8.7", true, {ARG("pile", &tadmor__piles), ARG("rare", &tadmor__rares)}},
    {"complete", "8.9", true, {ARG("mission", &tadmor__missions)}},
    {"marker", "9.3", false, NO_ARGS},
    {"exempt", "9.5", false, NO_ARGS},
    {"drop", "10.2", false, {ARG("good", &tadmor__goods), COUNT("n")}},
    {"score", "11.1", false, {ARG("part", &tadmor__parts), COUNT("n")}},
    {"final", "11.7", false, {COUNT("n")}},
};
static_assert(sizeof events / sizeof events[0] == TAD_EVENTS, "an event is missing");

static const struct sr_decision decisions[] = {
    {"bonus", "3.2"},   {"start", "3.3"}, {"place", "4.2"},  {"redirect", "5.2"},
    {"swap", "5.5"},    {"bandit", "5.7"},{"improve", "7.1"},{"late", "7.4"},
    {"build", "8.1"},   {"kingdom", "9"}, {"drop", "10.2"},  {"pay", "7.2"},
    {"spare", "6.12"},  {"gain", "6.12"}, {"rare", "8.7"},   {"take", "7.5"},
    {NULL, NULL},
};

static const char *const score_parts[] = {"track",   "tower", "missions", "temples",
                                          "rares",   "tiles", NULL};
static const struct sr_names *const words[] = {&tadmor__actions, &tadmor__regions, &tadmor__pawns,
                                               NULL};

SR_GAME(tadmor) = {
    .id = "tadmor",
    .rules_version = 3,
    .seats_min = 2,
    .seats_max = TAD_SEATS,
    .state_size = sizeof(struct tad_state),
    .edition_size = sizeof(struct tad_edition),
    .moves_max = TAD_MOVES_MAX,
    .events_max = TAD_EVENTS_MAX,
    .plies_max = TAD_PLIES_MAX,
    .options = options,
    .state_fields = tadmor__state_fields,
    .edition_fields = tadmor__edition_fields,
    .edition = &tadmor__edition,
    .moves = moves,
    .events = events,
    .decisions = decisions,
    .move_count = TAD_VERBS,
    .event_count = TAD_EVENTS,
    .score_parts = score_parts,
    .words = words,
    .check_edition = tadmor__check_edition,
    .setup = tadmor__setup,
    .actor = tadmor__actor,
    .decision = tadmor__decision,
    .legal = tadmor__legal,
    .allows = tadmor__allows,
    .apply = tadmor__apply,
    .hide = tadmor__hide,
    .fill = tadmor__fill,
    .scores = tadmor__scores,
    .check = tadmor__check,
    .opener = tadmor__opener,
};
