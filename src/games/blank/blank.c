/* blank.c: vocabularies of the template game and its table of functions. */
#include "games/blank/blank.h"

static const char *const ware_names[] = {"wool", "spice", "silk", "jade"};
const struct sr_names blank__wares = {"ware", ware_names, BLANK_WARES};

static const char *const switch_names[] = {"off", "on"};
static const struct sr_names switches = {"switch", switch_names, 2};

static const struct sr_option options[] = {
    {"open_hands", "4.1", 0, 1, 0, &switches},
    {NULL, NULL, 0, 0, 0, NULL},
};

#define P struct blank_player
static const struct sr_field player_fields[] = {
    SR_ARRAY(P, hand, SR_T_U8, .by = &blank__wares, .flags = SR_F_HIDES),
    SR_FIELD(P, hand_count, SR_T_U8),
    SR_FIELD(P, points, SR_T_U8),
    SR_FIELDS_END,
};

static const struct sr_older players_older = {"player", NULL};
#define S struct blank_state
static const struct sr_field state_fields[] = {
    SR_FIELD(S, round, SR_T_U8),
    SR_FIELD(S, active, SR_T_U8, .flags = SR_F_SEAT),
    SR_FIELD(S, deck_count, SR_T_U8),
    SR_ARRAY(S, deck, SR_T_NAME, .names = &blank__wares, .length = "deck_count",
             .flags = SR_F_HIDES),
    SR_ARRAY(S, sold, SR_T_U8, .by = &blank__wares),
    SR_PART(S, "players", player, 0, BLANK_SEATS, SR_T_STRUCT, .sub = player_fields,
            .flags = SR_F_SEATS, .older = &players_older),
    SR_FIELDS_END,
};

static const struct sr_verb moves[] = {
    {"take", "2.1", false, {{NULL, SR_A_END, 0, 0, 0, NULL}}},
    {"sell", "2.1", false, {{"ware", SR_A_NAME, 8, 8, 0, &blank__wares}}},
};

static const struct sr_verb events[] = {
    {"took", "2.1", true, {{"ware", SR_A_NAME, 0, 0, SR_A_SECRET, &blank__wares}}},
    {"sold", "2.1", false, {{"ware", SR_A_NAME, 0, 0, 0, &blank__wares},
                            {"n", SR_A_INT, 0, 0, 0, NULL}}},
    {"round", "2.3", false, {{"n", SR_A_INT, 0, 0, 0, NULL}}},
    {"end", "3.1", false, {{NULL, SR_A_END, 0, 0, 0, NULL}}},
};

static const struct sr_decision decisions[] = {{"turn", "2.1"}, {NULL, NULL}};
static const char *const score_parts[] = {"wares", NULL};
static const struct sr_names *const words[] = {NULL};

SR_GAME(blank) = {
    .id = "blank",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = BLANK_SEATS,
    .state_size = sizeof(struct blank_state),
    .edition_size = sizeof(struct blank_edition),
    .moves_max = 1 + BLANK_WARES,
    .events_max = 3,
    .plies_max = 20 * BLANK_SEATS,
    .options = options,
    .state_fields = state_fields,
    .edition_fields = blank__edition_fields,
    .edition = &blank__edition,
    .moves = moves,
    .events = events,
    .decisions = decisions,
    .move_count = BLANK_MOVES,
    .event_count = BLANK_EVENTS,
    .score_parts = score_parts,
    .words = words,
    .check_edition = blank__check_edition,
    .setup = blank__setup,
    .actor = blank__actor,
    .decision = blank__decision,
    .legal = blank__legal,
    .allows = NULL, /* five moves at most: core may look them up */
    .apply = blank__apply,
    .hide = blank__hide,
    .fill = blank__fill,
    .scores = blank__scores,
    .check = blank__check,
};
