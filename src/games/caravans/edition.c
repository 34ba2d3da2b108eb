/* edition.c: all numbers of Caravans, where they come from, and what makes them unplayable.
 *
 * Provenance: S the prototype rules, W earlier drafts and drawings, I inferred, R reconstructed. */
#include "games/caravans/caravans.h"

/* Resources as an edition stores them: kind - 1. */
enum { WO, WH, CE, CO, IR, FA, GO, GE, SP };
#define BIT(x) (1u << (x))

/* clang-format off */
const struct caravans_edition caravans__edition = {
    .regions = { /* R2.3, R2.7: all ways to take three of a region's six resources */
        {BIT(WO) | BIT(WH) | BIT(CE) | BIT(IR) | BIT(FA) | BIT(SP), 20, 0,
         {{WO, WH, CE}, {WO, WH, IR}, {WO, WH, FA}, {WO, WH, SP}, {WO, CE, IR},
          {WO, CE, FA}, {WO, CE, SP}, {WO, IR, FA}, {WO, IR, SP}, {WO, FA, SP},
          {WH, CE, IR}, {WH, CE, FA}, {WH, CE, SP}, {WH, IR, FA}, {WH, IR, SP},
          {WH, FA, SP}, {CE, IR, FA}, {CE, IR, SP}, {CE, FA, SP}, {IR, FA, SP}}},
        {BIT(WO) | BIT(WH) | BIT(CE) | BIT(CO) | BIT(IR) | BIT(GO), 20, 0,
         {{WO, WH, CE}, {WO, WH, CO}, {WO, WH, IR}, {WO, WH, GO}, {WO, CE, CO},
          {WO, CE, IR}, {WO, CE, GO}, {WO, CO, IR}, {WO, CO, GO}, {WO, IR, GO},
          {WH, CE, CO}, {WH, CE, IR}, {WH, CE, GO}, {WH, CO, IR}, {WH, CO, GO},
          {WH, IR, GO}, {CE, CO, IR}, {CE, CO, GO}, {CE, IR, GO}, {CO, IR, GO}}},
        {BIT(WO) | BIT(WH) | BIT(CE) | BIT(CO) | BIT(FA) | BIT(GE), 20, 0,
         {{WO, WH, CE}, {WO, WH, CO}, {WO, WH, FA}, {WO, WH, GE}, {WO, CE, CO},
          {WO, CE, FA}, {WO, CE, GE}, {WO, CO, FA}, {WO, CO, GE}, {WO, FA, GE},
          {WH, CE, CO}, {WH, CE, FA}, {WH, CE, GE}, {WH, CO, FA}, {WH, CO, GE},
          {WH, FA, GE}, {CE, CO, FA}, {CE, CO, GE}, {CE, FA, GE}, {CO, FA, GE}}},
    },
    .classes = {COMMON, COMMON, COMMON, RARE, RARE, RARE, PRECIOUS, PRECIOUS, PRECIOUS},
    .values = {1, 2, 2},
    .central_count = 6,
    .central = {WO, WH, CE, CO, IR, FA},
    .slots = { /* R2.6: NW NE E SE SW W */
        {0, -2, 2, D2}, {1, -1, 2, U0},
        {1, 0, 1, D0}, {-1, 2, 1, U1},
        {-2, 1, 0, D1}, {-2, 0, 0, U2},
    },
    .seat_resources = { /* R2.9 */
        {3, 0, 0}, {2, 1, 0}, {1, 2, 0}, {1, 1, 1}, {0, 2, 1}, {0, 1, 2}, {0, 0, 3},
    },
    .start_ecus = 0,
    .late_purse = {0, 0, 0, 3, 3, 3, 3},

    .win_influence = 14,
    .actions_per_turn = 4,
    .tiles_drawn = 2,
    .explore_pay = 1,
    .cities_per_player = 4,
    .city_min_dist = 3,
    .city_wide_dist = 4,
    .expertise_kinds = 4,
    .stock_min_building = 2,
    .stock_min_complete = 4,
    .stock_max = 6,
    .pawns_per_suburb = 1,
    .price = 2,
    .price_reduced = 1,
    .price_exotic = 3,
    .own_trade_loss = 1,
    .own_trade_step = 1,
    .bribe_units = 2,
    .caravan_max = 6,
    .barter_offers = 3,
    .barter_units = 0,
    .stall_rounds = 6,
    .round_cap = 60,

    .neutral_count = 3,
    .neutral = {{2, -2}, {0, 2}, {-2, 0}},
    .solo_rounds = 24,
    .solo_grades = {10, 14, 18, 24},
};
/* clang-format on */

static const struct sr_field region_fields[] = {
    SR_FIELD(struct caravans_region, resources, SR_T_SET16, .names = &caravans__resource_names,
             .prov = "S"),
    SR_FIELD(struct caravans_region, tile_count, SR_T_U8, .min = 1, .max = REGION_TILES,
             .prov = "S"),
    SR_GRID(struct caravans_region, tiles, SR_T_NAME, .names = &caravans__resource_names,
            .length = "tile_count", .prov = "I"),
    SR_FIELDS_END,
};

static const struct sr_field slot_fields[] = {
    SR_FIELD(struct caravans_slot, region, SR_T_NAME, .names = &caravans__region_names,
             .prov = "S"),
    SR_FIELD(struct caravans_slot, lay, SR_T_NAME, .names = &caravans__lay_names, .prov = "R"),
    SR_FIELD(struct caravans_slot, q, SR_T_I8, .min = -6, .max = 6, .prov = "R"),
    SR_FIELD(struct caravans_slot, r, SR_T_I8, .min = -6, .max = 6, .prov = "R"),
    SR_FIELDS_END,
};

static const struct sr_field hex_fields[] = {
    SR_FIELD(struct caravans_hex, q, SR_T_I8, .min = -6, .max = 6, .prov = "R"),
    SR_FIELD(struct caravans_hex, r, SR_T_I8, .min = -6, .max = 6, .prov = "R"),
    SR_FIELDS_END,
};

#define ED struct caravans_edition
#define NUMBER(member, low, high, from)                                                            \
    SR_FIELD(ED, member, SR_T_U8, .min = low, .max = high, .prov = from)

const struct sr_field caravans__edition_fields[] = {
    NUMBER(win_influence, 1, 99, "S"),
    NUMBER(actions_per_turn, 1, 9, "S"),
    NUMBER(tiles_drawn, 1, DRAWN, "S"),
    NUMBER(explore_pay, 0, 9, "S"),
    NUMBER(cities_per_player, 1, CITIES_EACH, "S"),
    NUMBER(city_min_dist, 3, 20, "S"),
    NUMBER(city_wide_dist, 3, 20, "W"),
    NUMBER(expertise_kinds, 1, DIRS, "S"),
    NUMBER(stock_min_building, 0, 36, "S"),
    NUMBER(stock_min_complete, 0, 36, "S"),
    NUMBER(stock_max, 1, 99, "S"),
    NUMBER(pawns_per_suburb, 1, 6, "W"),
    NUMBER(price, 1, 9, "S"),
    NUMBER(price_reduced, 0, 9, "S"),
    NUMBER(price_exotic, 1, 9, "S"),
    NUMBER(own_trade_loss, 0, 9, "S"),
    NUMBER(own_trade_step, 0, 9, "S"),
    NUMBER(bribe_units, 0, 6, "S"),
    SR_ARRAY(ED, values, SR_T_U8, .by = &caravans__class_names, .min = 0, .max = 9, .prov = "S"),
    NUMBER(caravan_max, 1, 99, "S"),
    NUMBER(barter_offers, 0, 6, "R"),
    NUMBER(barter_units, 0, 99, "S"),
    NUMBER(stall_rounds, 1, 99, "R"),
    NUMBER(round_cap, 1, 99, "R"),
    SR_GRID(ED, seat_resources, SR_T_U8, .inner_by = &caravans__class_names, .min = 0, .max = 9,
            .prov = "S"),
    NUMBER(start_ecus, 0, 99, "I"),
    SR_ARRAY(ED, late_purse, SR_T_U8, .min = 0, .max = 99, .prov = "R"),
    SR_ARRAY(ED, classes, SR_T_NAME, .names = &caravans__class_names,
             .by = &caravans__resource_names, .prov = "S"),
    SR_FIELD(ED, central_count, SR_T_U8, .min = 1, .max = CENTRALS, .prov = "S"),
    SR_ARRAY(ED, central, SR_T_NAME, .names = &caravans__resource_names,
             .length = "central_count", .prov = "S"),
    SR_ARRAY(ED, slots, SR_T_STRUCT, .sub = slot_fields),
    SR_ARRAY(ED, regions, SR_T_STRUCT, .by = &caravans__region_names, .sub = region_fields),
    SR_FIELD(ED, neutral_count, SR_T_U8, .min = 0, .max = NEUTRALS, .prov = "R"),
    SR_ARRAY(ED, neutral, SR_T_STRUCT, .sub = hex_fields, .length = "neutral_count"),
    NUMBER(solo_rounds, 1, 99, "R"),
    SR_ARRAY(ED, solo_grades, SR_T_U8, .by = &caravans__grade_names, .min = 1, .max = 99,
             .prov = "R"),
    SR_FIELDS_END,
};

/* ---- check ----------------------------------------------------------------------------------- */

static const char *check_tile_numbers(const struct caravans_edition *ed)
{
    int needed[REGIONS] = {0, 0, 0};
    for (int i = 0; i < SLOTS; i++) {
        if (ed->slots[i].region >= REGIONS || ed->slots[i].lay >= LAYS)
            return "a slot of the starting map names no region or no lay";
        needed[ed->slots[i].region]++;
    }
    for (int g = 0; g < REGIONS; g++) {
        const struct caravans_region *region = &ed->regions[g];
        if (region->resources == 0 || region->resources >> RESOURCES)
            return "a region needs at least one resource";
        if (region->tile_count > REGION_TILES || region->tile_count < needed[g])
            return "a region has fewer tiles than the starting map takes";
        for (int t = 0; t < region->tile_count; t++)
            for (int h = 0; h < 3; h++)
                if (region->tiles[t][h] >= RESOURCES ||
                    !(region->resources >> region->tiles[t][h] & 1))
                    return "a tile shows a resource that its region does not have";
    }
    return NULL;
}

/* Cells of the starting map, the central hex first; returns how many, 19 in all. */
static int start_cells(const struct caravans_edition *ed, int cell[][2])
{
    int n = 1;
    cell[0][0] = cell[0][1] = 0;
    for (int i = 0; i < SLOTS; i++) {
        const struct caravans_slot *slot = &ed->slots[i];
        for (int c = 0; c < 3; c++, n++)
            caravans__cell(slot->lay / TURNS, slot->q, slot->r, c, &cell[n][0], &cell[n][1]);
    }
    return n;
}

static const char *check_start(const struct caravans_edition *ed)
{
    int cell[1 + 3 * SLOTS][2];
    const int n = start_cells(ed, cell);
    for (int i = 1; i < n; i++) {
        /* Cells of one tile touch each other: the first of each must touch what lay before. */
        bool touches = (i - 1) % 3 != 0;
        for (int j = 0; j < i; j++) {
            const int d = caravans__distance(cell[i][0], cell[i][1], cell[j][0], cell[j][1]);
            if (d == 0)
                return "two slots of the starting map overlap, or one covers the central hex";
            const bool whole_tile = (i - 1) % 3 == 0;
            for (int c = 0; whole_tile && c < 3 && !touches; c++)
                touches =
                    caravans__distance(cell[i + c][0], cell[i + c][1], cell[j][0], cell[j][1]) == 1;
        }
        if (!touches)
            return "a slot of the starting map does not touch the slots before it";
    }
    for (int i = 0; i < ed->neutral_count; i++) {
        const struct caravans_hex *hex = &ed->neutral[i];
        bool on_map = false;
        for (int j = 0; j < n && !on_map; j++)
            on_map = hex->q == cell[j][0] && hex->r == cell[j][1];
        if (!on_map)
            return "a neutral city does not stand on the starting map";
        for (int j = 0; j < i; j++)
            if (caravans__distance(hex->q, hex->r, ed->neutral[j].q, ed->neutral[j].r) <
                ed->city_min_dist)
                return "two neutral cities are closer than city_min_dist";
    }
    return NULL;
}

static const char *check_resources(const struct caravans_edition *ed)
{
    int of_class[CLASSES] = {0, 0, 0};
    int best = 0;
    for (int i = 0; i < RESOURCES; i++) {
        if (ed->classes[i] >= CLASSES)
            return "a resource has no class";
        of_class[ed->classes[i]]++;
        best = sr_max(best, ed->values[ed->classes[i]]);
    }
    if (best == 0)
        return "no resource is worth influence: the goal cannot be reached";
    for (int seat = 0; seat < SR_SEATS_MAX; seat++)
        for (int c = 0; c < CLASSES; c++)
            if (ed->seat_resources[seat][c] > 0 && of_class[c] == 0)
                return "a seat starts with resources of a class that no resource has";
    if (ed->central_count < 1 || ed->central_count > CENTRALS)
        return "there is no central hex";
    for (int i = 0; i < ed->central_count; i++)
        if (ed->central[i] >= RESOURCES)
            return "a central hex shows no resource";
    return NULL;
}

static const char *check_numbers(const struct caravans_edition *ed)
{
    if (ed->win_influence < 1)
        return "win_influence must be at least 1";
    if (ed->actions_per_turn < 1 || ed->tiles_drawn < 1 || ed->tiles_drawn > DRAWN)
        return "a turn needs an action, an exploration a tile";
    if (ed->cities_per_player > CITIES_EACH || ed->neutral_count > NEUTRALS)
        return "there are more cities than the game has room for";
    if (ed->pawns_per_suburb < 1)
        return "pawns_per_suburb must be at least 1";
    if (ed->stock_min_building > ed->stock_min_complete)
        return "stock_min_building is more than stock_min_complete";
    if (ed->stock_min_complete > ed->stock_max)
        return "stock_min_complete is more than stock_max: a city could never be at rest";
    if (ed->stock_min_complete > DIRS * ed->pawns_per_suburb)
        return "stock_min_complete is more than the six suburbs can hold";
    if (ed->price_reduced > ed->price || ed->price > ed->price_exotic)
        return "the prices must rise from price_reduced over price to price_exotic";
    if (ed->city_wide_dist < ed->city_min_dist)
        return "city_wide_dist is less than city_min_dist";
    for (int i = 1; i < GRADES; i++)
        if (ed->solo_grades[i] < ed->solo_grades[i - 1])
            return "the rounds of solo_grades must not fall";
    if (ed->solo_grades[GRADES - 1] < ed->solo_rounds)
        return "the last of solo_grades must reach solo_rounds";
    return NULL;
}

const char *caravans__check_edition(const void *edition)
{
    const struct caravans_edition *ed = (const struct caravans_edition *)edition;
    const char *bad = check_numbers(ed);
    if (!bad)
        bad = check_resources(ed);
    if (!bad)
        bad = check_tile_numbers(ed);
    return bad ? bad : check_start(ed);
}
