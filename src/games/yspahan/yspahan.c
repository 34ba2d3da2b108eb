/* yspahan.c: the vocabularies of Yspahan and its table of facts and functions. */
#include "games/yspahan/yspahan.h"

/* ---- vocabularies -------------------------------------------------------------------- */

#define NAMES(list) list, (int)(sizeof list / sizeof list[0])

static const char *const phase_names[] = {"supply", "select", "place", "move",
                                          "send",   "keep",   "post",  "over"};
static const char *const level_names[] = {"camel", "bag", "barrel", "chest", "vase", "gold"};
static const char *const action_names[] = {"tower", "supervisor", "card", "build"};
static const char *const souk_names[] = {
    "bag_pink",   "bag_yellow",   "bag_white",  "bag_blue",  "barrel_white", "barrel_blue",
    "barrel_yellow", "barrel_pink", "chest_blue", "chest_yellow", "chest_pink",
    "vase_blue",  "vase_yellow",  "vase_orange",
};
static const char *const square_names[] = {
    "C0", "W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8", "W9", "W10", "E1", "E2", "E3", "E4",
    "E5", "E6", "E7", "N1", "N2", "N3", "N4", "S1", "S2", "S3", "S4",  "S5", "S6", "S7",
};
static const char *const building_names[] = {"paddock",      "booth",  "hammam",
                                             "caravanserai", "bazaar", "hoist"};
static const char *const card_names[] = {
    "three_camels", "three_gold", "build_no_camel", "build_no_gold", "load_caravan",
    "place_good",   "gold_to_vp", "camels_to_vp",   "exchange",
};
static const char *const score_names[] = {"souks", "caravan", "counts", "buildings", "cards"};
static const char *const line_names[] = {"bottom", "middle", "top"};
static const char *const table_names[] = {"two", "three", "four"};
static const char *const build_cards_names[] = {"free", "discount"};
static const char *const first_seat_names[] = {"first", "random"};

static const struct sr_names phases = {"phase", NAMES(phase_names)};
static const struct sr_names actions = {"action", NAMES(action_names)};
static const struct sr_names scores_of = {"score", NAMES(score_names)};
static const struct sr_names build_cards = {"build_cards", NAMES(build_cards_names)};
static const struct sr_names first_seat = {"first_seat", NAMES(first_seat_names)};
const struct sr_names yspahan__levels = {"level", NAMES(level_names)};
const struct sr_names yspahan__souks = {"souk", NAMES(souk_names)};
const struct sr_names yspahan__squares = {"square", NAMES(square_names)};
const struct sr_names yspahan__buildings = {"building", NAMES(building_names)};
const struct sr_names yspahan__cards = {"card", NAMES(card_names)};
const struct sr_names yspahan__lines = {"line", NAMES(line_names)};
const struct sr_names yspahan__tables = {"players", NAMES(table_names)};

static const struct sr_option options[] = {
    {"build_cards", "9.1", 0, 1, BUILD_CARDS_FREE, &build_cards},
    {"first_seat", "9.2", 0, 1, FIRST_SEAT_0, &first_seat},
    {NULL, NULL, 0, 0, 0, NULL},
};

/* ---- state --------------------------------------------------------------------------- */

static const struct sr_field player_fields[] = {
    SR_ARRAY(struct yspahan_player, points, SR_T_U16, .by = &scores_of, .min = 0,
             .max = YSP_POINTS_MAX),
    SR_FIELD(struct yspahan_player, gold, SR_T_U16, .min = 0, .max = YSP_STOCK_MAX),
    SR_FIELD(struct yspahan_player, camels, SR_T_U16, .min = 0, .max = YSP_STOCK_MAX),
    SR_FIELD(struct yspahan_player, buildings, SR_T_SET8, .names = &yspahan__buildings),
    SR_FIELD(struct yspahan_player, cards, SR_T_U8, .min = 0, .max = YSP_HAND),
    SR_ARRAY(struct yspahan_player, hand, SR_T_NAME, .names = &yspahan__cards, .length = "cards",
             .flags = SR_F_HIDES),
    SR_ARRAY(struct yspahan_player, drawn, SR_T_U8, .by = &yspahan__cards, .min = 0,
             .max = YSP_COPIES_MAX, .flags = SR_F_HIDES | SR_F_INNER),
    SR_FIELDS_END,
};

static const struct sr_field group_fields[] = {
    SR_FIELD(struct yspahan_group, value, SR_T_U8, .min = 0, .max = YSP_FACES),
    SR_FIELD(struct yspahan_group, white, SR_T_U8),
    SR_FIELD(struct yspahan_group, yellow, SR_T_U8),
    SR_FIELDS_END,
};

#define S struct yspahan_state
static const struct sr_field state_fields[] = {
    SR_FIELD(S, week, SR_T_U8),
    SR_FIELD(S, day, SR_T_U8),
    SR_FIELD(S, turns, SR_T_U8, .min = 2, .max = YSP_SEATS),
    SR_ARRAY(S, order, SR_T_U8, .length = "turns", .min = 0, .max = YSP_SEATS - 1,
             .flags = SR_F_SEAT),
    SR_FIELD(S, turn_index, SR_T_U8),
    SR_FIELD(S, phase, SR_T_NAME, .names = &phases),
    SR_ARRAY(S, players, SR_T_STRUCT, .sub = player_fields, .flags = SR_F_SEATS),
    SR_ARRAY(S, tower, SR_T_STRUCT, .by = &yspahan__levels, .sub = group_fields),
    SR_ARRAY(S, shops, SR_T_U8, .min = 0, .max = YSP_SEATS - 1, .flags = SR_F_NONE | SR_F_SEAT),
    SR_FIELD(S, supervisor, SR_T_NAME, .names = &yspahan__squares),
    SR_FIELD(S, caravan_count, SR_T_U8, .min = 0, .max = YSP_CARAVAN),
    SR_ARRAY(S, caravan, SR_T_U8, .length = "caravan_count", .min = 0, .max = YSP_SEATS - 1,
             .flags = SR_F_SEAT),
    SR_ARRAY(S, deck, SR_T_U8, .by = &yspahan__cards, .min = 0, .max = YSP_COPIES_MAX,
             .flags = SR_F_HIDES),
    SR_ARRAY(S, discard, SR_T_U8, .by = &yspahan__cards, .min = 0, .max = YSP_COPIES_MAX),
    SR_ARRAY(S, shuffled, SR_T_U8, .by = &yspahan__cards, .min = 0, .max = YSP_COPIES_MAX,
             .flags = SR_F_INNER),
    SR_FIELD(S, level, SR_T_NAME, .names = &yspahan__levels, .flags = SR_F_NONE),
    SR_FIELD(S, goods, SR_T_U8),
    SR_FIELD(S, value, SR_T_U8, .min = 0, .max = YSP_FACES),
    SR_FIELD(S, pending_count, SR_T_U8, .min = 0, .max = YSP_LINKS),
    SR_ARRAY(S, pending, SR_T_U8, .length = "pending_count", .min = 0, .max = YSP_SHOPS - 1),
    SR_FIELD(S, asked, SR_T_U8, .min = 0, .max = YSP_SHOPS - 1, .flags = SR_F_NONE),
    SR_FIELD(S, built, SR_T_BOOL),
    SR_FIELDS_END,
};
#undef S

/* ---- moves and events ---------------------------------------------------------------- */

#define END {NULL, SR_A_END, 0, 0, 0, NULL}
#define SHOP {"shop", SR_A_INT, 8, 6, 0, NULL}
#define SOUK {"souk", SR_A_NAME, 14, 4, SR_A_SILENT, &yspahan__souks}
#define BUILDING {"building", SR_A_NAME, 8, 3, 0, &yspahan__buildings}
#define COUNT {"n", SR_A_INT, 8, 8, 0, NULL}

static const struct sr_verb moves[] = {
    {"buy", "4.2", false, {COUNT}},
    {"sel", "4.4", false,
     {{"level", SR_A_NAME, 8, 3, 0, &yspahan__levels},
      {"action", SR_A_NAME, 11, 2, 0, &actions},
      {"building", SR_A_NAME, 13, 3, SR_A_OPTIONAL, &yspahan__buildings},
      {"boost", SR_A_NAME, 16, 4, SR_A_KEYED | SR_A_OPTIONAL, &yspahan__cards},
      {"discount", SR_A_NAME, 20, 4, SR_A_KEYED | SR_A_OPTIONAL, &yspahan__cards}}},
    {"draw", "4.5", false, {END}},
    {"pass", "4.5", false, {END}},
    {"put", "5.2", false, {SHOP, SOUK}},
    {"move", "5.3", false,
     {{"square", SR_A_NAME, 8, 5, 0, &yspahan__squares},
      {"cost", SR_A_INT, 13, 8, SR_A_NONZERO | SR_A_SILENT, NULL}}},
    {"send", "5.4", false, {SHOP, SOUK, {"owner", SR_A_SEAT, 18, 2, SR_A_SILENT, NULL}}},
    {"load", "5.4", false, {END}},
    {"keep", "5.4", false, {END}},
    {"build", "4.6", false,
     {BUILDING, {"discount", SR_A_NAME, 11, 4, SR_A_KEYED | SR_A_OPTIONAL, &yspahan__cards}}},
    {"end", "4.6", false, {END}},
    {"play_three_camels", "5.8", false, {END}},
    {"play_three_gold", "5.8", false, {END}},
    {"play_build_no_camel", "5.8", false, {BUILDING}},
    {"play_build_no_gold", "5.8", false, {BUILDING}},
    {"play_load_caravan", "5.8", false, {END}},
    {"play_place_good", "5.8", false, {SHOP, SOUK}},
    {"play_gold_to_vp", "5.8", false, {COUNT}},
    {"play_camels_to_vp", "5.8", false, {COUNT}},
    {"play_exchange", "5.8", false,
     {{"gold", SR_A_INT, 8, 9, SR_A_KEYED | SR_A_NONZERO, NULL},
      {"camels", SR_A_INT, 17, 9, SR_A_KEYED | SR_A_NONZERO, NULL}}},
};

#define INT(key) {key, SR_A_INT, 0, 0, 0, NULL}
#define NAME(key, names) {key, SR_A_NAME, 0, 0, 0, names}

static const struct sr_verb events[] = {
    {"day", "4.1", false, {INT("week"), INT("day")}},
    {"turn", "4.1", false, {END}},
    {"buy", "4.2", false, {INT("n")}},
    {"roll", "4.3", true, {INT("white"), INT("yellow")}},
    {"group", "4.3", true,
     {NAME("level", &yspahan__levels), INT("value"), INT("white"), INT("yellow")}},
    {"select", "4.4", false,
     {NAME("level", &yspahan__levels), NAME("action", &actions), INT("dice"), INT("value")}},
    {"boost", "4.4", true, {NAME("card", &yspahan__cards)}},
    {"play", "4.7", true, {NAME("card", &yspahan__cards)}},
    {"discount", "7.5", true, {NAME("card", &yspahan__cards)}},
    {"take_camels", "5.1", false, {INT("n")}},
    {"take_gold", "5.1", false, {INT("n")}},
    {"pay_camels", "5.4", false, {INT("n")}},
    {"pay_gold", "5.3", false, {INT("n")}},
    {"draw", "5.6", true, {{"card", SR_A_NAME, 0, 0, SR_A_SECRET, &yspahan__cards}}},
    {"reshuffle", "5.6", false, {INT("n")}},
    {"pass", "4.5", false, {END}},
    {"put", "5.2", false, {INT("shop"), NAME("souk", &yspahan__souks)}},
    {"complete", "5.2", false, {NAME("souk", &yspahan__souks)}},
    {"return", "5.2", false, {INT("n")}},
    {"move", "5.3", false, {NAME("square", &yspahan__squares)}},
    {"send", "5.4", false,
     {INT("shop"), NAME("souk", &yspahan__souks), {"owner", SR_A_SEAT, 0, 0, 0, NULL}}},
    {"load", "5.4", false, {INT("shop")}},
    {"keep", "5.4", false, {INT("shop")}},
    {"caravan", "5.5", false, {NAME("line", &yspahan__lines), INT("points")}},
    {"full", "5.5", false, {END}},
    {"count", "6.3", false, {INT("goods"), INT("factor"), INT("points")}},
    {"emptied", "5.5", false, {END}},
    {"build", "5.7", false, {NAME("building", &yspahan__buildings), INT("nth"), INT("points")}},
    {"card_points", "5.8", false, {INT("points")}},
    {"yellow_out", "4.8", false, {INT("n")}},
    {"week_end", "6.2", false, {INT("week")}},
    {"souk", "6.2", false, {NAME("souk", &yspahan__souks), INT("points")}},
    {"home", "6.4", false, {END}},
    {"over", "6.5", false, {END}},
};

static const struct sr_decision decisions[] = {
    {"supply", "4.2"}, {"select", "4.4"}, {"place", "5.2"}, {"move", "5.3"},
    {"send", "5.4"},   {"keep", "5.4"},   {"post", "4.6"},  {NULL, NULL},
};

static const char *const score_parts[] = {"souks",     "caravan", "counts",
                                          "buildings", "cards",   NULL};
static const struct sr_names *const words[] = {NULL};

/* ---- functions of the table ---------------------------------------------------------- */

static int actor(const void *state)
{
    const struct yspahan_state *s = (const struct yspahan_state *)state;
    return s->phase == PH_KEEP ? s->shops[s->asked] : ysp_active(s);
}

static int decision(const void *state) { return ((const struct yspahan_state *)state)->phase; }

static void apply(const void *edition, void *state, sr_move m, struct sr_events *ev)
{
    struct yspahan_state *s = (struct yspahan_state *)state;
    const struct ysp y = {(const struct yspahan_edition *)edition, s, ev};
    bool post = true; /* whether POST follows */
    switch (sr_move_verb(m)) {
    case MV_BUY:
        yspahan__buy(&y, ysp_count_of_move(m));
        post = false;
        break;
    case MV_SEL:
        post = yspahan__select(&y, m);
        break;
    case MV_DRAW:
        yspahan__no_group(&y, true);
        break;
    case MV_PASS:
        yspahan__no_group(&y, false);
        break;
    case MV_PUT:
        post = yspahan__place(&y, ysp_shop_of_move(m));
        break;
    case MV_MOVE:
        post = yspahan__move(&y, ysp_go_square(m));
        break;
    case MV_SEND:
        post = yspahan__send(&y, ysp_shop_of_move(m));
        break;
    case MV_LOAD:
        post = yspahan__answer(&y, false);
        break;
    case MV_KEEP:
        post = yspahan__answer(&y, true);
        break;
    case MV_BUILD: /* R4.6: once a turn */
        yspahan__build_reduced(&y, ysp_active(s), ysp_build_building(m),
                               ysp_build_discount1(m) - 1);
        s->built = 1;
        break;
    case MV_END:
        yspahan__end_turn(&y);
        return;
    default:
        post = yspahan__play(&y, m);
        break;
    }
    if (post)
        yspahan__post(&y);
}

/* R6.5 */
static void scores(const void *edition, const void *state, struct sr_scores *out)
{
    (void)edition;
    const struct yspahan_state *s = (const struct yspahan_state *)state;
    for (int p = 0; p < s->head.seats; p++) {
        for (int i = 0; i < PT_PARTS; i++) {
            out->part[p][i] = s->players[p].points[i];
            out->total[p] += s->players[p].points[i];
        }
    }
    sr_rank_by_total(out);
}

/* Most moves (SELECT with two players): 6 levels x (10 ways for the tower action, 2 more
 * actions, 18 builds) = 180; plays: 3 + 47 shops + 20 + 20 + exchanges of 2 x YSP_STOCK_MAX at
 * most. Most plies: 42 days of at most 29 dice plus 4 x 18 goods, and 15 further decisions a
 * turn. */
SR_GAME(yspahan) = {
    .id = "yspahan",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = YSP_SEATS,
    .state_size = sizeof(struct yspahan_state),
    .edition_size = sizeof(struct yspahan_edition),
    .moves_max = 180 + 90 + 2 * YSP_STOCK_MAX,
    .events_max = 80,
    .plies_max = 7000,
    .options = options,
    .state_fields = state_fields,
    .edition_fields = yspahan__edition_fields,
    .edition = &yspahan__edition,
    .moves = moves,
    .events = events,
    .decisions = decisions,
    .move_count = MV_COUNT,
    .event_count = EV_KINDS,
    .score_parts = score_parts,
    .words = words,
    .check_edition = yspahan__check_edition,
    .setup = yspahan__setup,
    .actor = actor,
    .decision = decision,
    .legal = yspahan__legal,
    .allows = yspahan__allows,
    .apply = apply,
    .hide = yspahan__hide,
    .fill = yspahan__fill,
    .scores = scores,
    .check = yspahan__check,
};
