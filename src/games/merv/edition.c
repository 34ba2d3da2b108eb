/* edition.c: every number of Merv with where it comes from (R2).
 *
 * S stated in a rulebook, W on a public page, I follows from such facts, R rebuilt: an owner of
 * the box may correct it with a JSON file. check_edition refuses what could not be played. */
#include "merv.h"

#define NONE6 SR_NONE, SR_NONE, SR_NONE, SR_NONE, SR_NONE, SR_NONE
#define PATH GAIN_CAMEL, GAIN_WHITE_UPGRADE, GAIN_NONE
#define P {1, 0, 0, 0}
#define B {0, 1, 0, 0}
#define G {0, 0, 1, 0}
#define O {0, 0, 0, 1}
#define NIL {0, 0, 0, 0}

const struct merv_edition merv__edition = {
    .cubes = 12,
    .buildings = 9,
    .servants = 8,
    .posts = 6,
    .scrolls = 32,
    .common = 24,
    .rare = 24,
    .row_camels = {2, 2, 3, 4},
    .tiles = {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}},
    .market = {{GAIN_SCROLL, GAIN_CARD, GAIN_FAVOUR, GAIN_WHITE_CUBE},
               {GAIN_RARE_GOOD, GAIN_MOSQUE_STEP, GAIN_SOLDIER, GAIN_WHITE_CUBE}},
    .favour_last = 8,
    .influence_last = 18,
    .favour_vp = {0, 0, 0, 0, 1, 0, 2, 0, 3},
    .influence_vp = {0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0, 2, 0, 0, 3, 0, 4},
    .influence_favour = {0},
    .spice_at = {0, 3, 8, 13},
    .level_at = {2, 6, 10},
    .contract_level = {1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3},
    .contract_cubes = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    .contract_colour = {NONE6, NONE6, NONE6},
    .contract_scrolls = {1, 1, 1, 0, 0, 0, 2, 2, 2, 0, 0, 0, 2, 2, 2, 0, 0, 0},
    .contract_common = {1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    .contract_rare = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2},
    .contract_any = {0, 0, 0, 2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    .contract_bonus = {GAIN_FAVOUR, GAIN_FAVOUR, GAIN_FAVOUR, GAIN_SOLDIER, GAIN_SOLDIER,
                       GAIN_SOLDIER, GAIN_FAVOUR, GAIN_FAVOUR, GAIN_FAVOUR, GAIN_SOLDIER,
                       GAIN_SOLDIER, GAIN_SOLDIER, GAIN_FAVOUR, GAIN_FAVOUR, GAIN_FAVOUR,
                       GAIN_SOLDIER, GAIN_SOLDIER, GAIN_SOLDIER},
    .contract_vp = {5, 4, 3, 5, 4, 3, 8, 7, 6, 8, 7, 6, 12, 10, 8, 12, 10, 8},
    .mosque_path = 2,
    .mosque_lane = 2,
    .mosque_top = 6,
    .mosque_cost = {O, G, NIL, G, O, NIL, P, B, NIL, B, P, NIL,  /* paths 1 to 4 */
                    B, P, NIL, O, G, NIL,                        /* lanes A and B */
                    G, O, P, {0, 1, 0, 1}, {1, 0, 1, 0}, {0, 1, 0, 1}, NIL, NIL},
    .mosque_gain = {PATH, PATH, PATH, PATH, GAIN_FAVOUR, GAIN_BONUS_UPGRADE, GAIN_NONE, GAIN_FAVOUR,
                    GAIN_BONUS_UPGRADE, GAIN_NONE, GAIN_SCORING_TILE, GAIN_SOLDIER, GAIN_FAVOUR,
                    GAIN_COURTIER, GAIN_WALL, GAIN_MOSQUE_SITES, GAIN_NONE, GAIN_NONE},
    .mosque_vp = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 0, 0},
    .mosque_sites_vp = 4,
    .walls = {{0, 4, 1}, {2, 2, 1}, {2, 2, 1}, {2, 2, 1}},
    .walls_even_purple = {2, 2, 1},
    .wall_price = {1, 2, 3},
    .city_cost = {P, O, G, B, {0, 1, 0, 1}, {0, 1, 1, 0}, {1, 0, 0, 1}, {1, 0, 1, 0}},
    .hall_colour = {PURPLE, GREEN, BEIGE, ORANGE},
    .hall_places = 3,
    .white_upgrades = 6,
    .bonus_upgrades = 1u << PURPLE | 1u << BEIGE | 1u << GREEN | 1u << ORANGE,
    .scoring_tiles = 1u << CARAVANSERAI | 1u << PALACE | 1u << LIBRARY | 1u << TRADE,
    .scoring_tile_vp = 3,
    .discovery_at = {2, 4, 6, 8},
    .discounts = 1u << CARAVANSERAI | 1u << PALACE | 1u << TRADE | 1u << MOSQUE,
    .conversions = 1u << PURPLE | 1u << BEIGE | 1u << GREEN | 1u << ORANGE,
    .great_vp = {8, 0, 0, 0},
    .great_favours = {0, 1, 2, 0},
    .great_soldiers = {0, 1, 0, 2},
    .library_max = 4,
    .spice_cards = {8, 6, 6, 4},
    .pair_gain = {GAIN_WHITE_CUBE, GAIN_SOLDIER, GAIN_FAVOUR, GAIN_WHITE_UPGRADE},
    .set_vp = {0, 1, 3, 6, 10},
    .own_influence = 1,
    .other_influence = 2,
    .building_vp = 1,
    .invasion_from = 2,
    .magistrate_full_vp = 2,
    .magistrate_upgrade_vp = 3,
    .magistrate_discovery_vp = 3,
    .magistrate_two_at = 4,
    .magistrate_change = {-2, -1, 0, 1, -2},
    .magistrate_honest = {0, 0, 0, 0, 1},
};

#undef P
#undef B
#undef G
#undef O
#undef NIL

#define E struct merv_edition
#define NUMBER(member, lo, hi, mark) \
    SR_FIELD(E, member, SR_T_U8, .min = lo, .max = hi, .prov = mark)

/* Paths 1 to 4 (three places each), lanes A and B (three each), the tower (eight). */
#define COST_MARKS "RRRSSRIRRRIRSRRRRRRRRRRRRR"
#define GAIN_MARKS "SIRSSRSIRSIRSIRRIRIIIIISRR"

const struct sr_field merv__edition_fields[] = {
    NUMBER(cubes, 1, 60, "S"),
    NUMBER(buildings, 1, 24, "S"),
    NUMBER(servants, 0, 12, "S"),
    NUMBER(posts, 1, 8, "I"),
    NUMBER(scrolls, 1, 99, "S"),
    NUMBER(common, 1, 99, "S"),
    NUMBER(rare, 1, 99, "S"),
    SR_ARRAY(E, row_camels, SR_T_U8, .min = 0, .max = 8, .prov = "S"),
    SR_GRID(E, tiles, SR_T_U8, .by = &merv__actions, .inner_by = &merv__colours, .min = 0,
            .max = 24, .prov = "I"),
    SR_GRID(E, market, SR_T_NAME, .names = &merv__gains, .by = &merv__market_sides,
            .inner_by = &merv__market, .prov = "I"),
    NUMBER(favour_last, 1, MERV_FAVOUR_MAX, "R"),
    NUMBER(influence_last, 1, MERV_INFLUENCE_MAX, "R"),
    SR_ARRAY(E, favour_vp, SR_T_U8, .min = 0, .max = 50, .prov = "R"),
    SR_ARRAY(E, influence_vp, SR_T_U8, .min = 0, .max = 50, .prov = "R"),
    SR_ARRAY(E, influence_favour, SR_T_U8, .min = 0, .max = 3, .prov = "R"),
    SR_ARRAY(E, spice_at, SR_T_U8, .min = 0, .max = MERV_INFLUENCE_MAX, .prov = "SRRR"),
    SR_ARRAY(E, level_at, SR_T_U8, .min = 0, .max = MERV_INFLUENCE_MAX, .prov = "R"),
    SR_ARRAY(E, contract_level, SR_T_U8, .by = &merv__contracts, .min = 1, .max = 3, .prov = "R"),
    SR_ARRAY(E, contract_cubes, SR_T_U8, .by = &merv__contracts, .min = 0, .max = 4, .prov = "W"),
    SR_ARRAY(E, contract_colour, SR_T_NAME, .names = &merv__colours, .by = &merv__contracts,
             .flags = SR_F_NONE, .prov = "W"),
    SR_ARRAY(E, contract_scrolls, SR_T_U8, .by = &merv__contracts, .min = 0, .max = 8,
             .prov = "R"),
    SR_ARRAY(E, contract_common, SR_T_U8, .by = &merv__contracts, .min = 0, .max = 8,
             .prov = "R"),
    SR_ARRAY(E, contract_rare, SR_T_U8, .by = &merv__contracts, .min = 0, .max = 8, .prov = "R"),
    SR_ARRAY(E, contract_any, SR_T_U8, .by = &merv__contracts, .min = 0, .max = 8, .prov = "R"),
    SR_ARRAY(E, contract_bonus, SR_T_NAME, .names = &merv__gains, .by = &merv__contracts,
             .prov = "R"),
    SR_ARRAY(E, contract_vp, SR_T_U8, .by = &merv__contracts, .min = 0, .max = 50, .prov = "R"),
    NUMBER(mosque_path, 1, MERV_PATH_MAX, "I"),
    NUMBER(mosque_lane, 1, MERV_LANE_MAX, "R"),
    NUMBER(mosque_top, 1, MERV_TOP_MAX, "R"),
    SR_GRID(E, mosque_cost, SR_T_U8, .by = &merv__spaces, .inner_by = &merv__colours, .min = 0,
            .max = 6, .prov = COST_MARKS),
    SR_ARRAY(E, mosque_gain, SR_T_NAME, .names = &merv__gains, .by = &merv__spaces,
             .prov = GAIN_MARKS),
    SR_ARRAY(E, mosque_vp, SR_T_U8, .by = &merv__spaces, .min = 0, .max = 50, .prov = "R"),
    NUMBER(mosque_sites_vp, 0, 50, "S"),
    SR_GRID(E, walls, SR_T_U8, .by = &merv__colours, .inner_by = &merv__sizes, .min = 0,
            .max = 16, .prov = "R"),
    SR_ARRAY(E, walls_even_purple, SR_T_U8, .by = &merv__sizes, .min = 0, .max = 16, .prov = "R"),
    SR_ARRAY(E, wall_price, SR_T_U8, .by = &merv__sizes, .min = 1, .max = 6, .prov = "S"),
    SR_GRID(E, city_cost, SR_T_U8, .by = &merv__cities, .inner_by = &merv__colours, .min = 0,
            .max = 6, .prov = "SSRRRSRR"),
    SR_ARRAY(E, hall_colour, SR_T_NAME, .names = &merv__colours, .by = &merv__halls, .prov = "S"),
    NUMBER(hall_places, 1, 4, "S"),
    NUMBER(white_upgrades, 0, 24, "S"),
    SR_FIELD(E, bonus_upgrades, SR_T_SET8, .names = &merv__colours, .prov = "I"),
    SR_FIELD(E, scoring_tiles, SR_T_SET8, .names = &merv__actions, .prov = "R"),
    NUMBER(scoring_tile_vp, 0, 50, "S"),
    SR_ARRAY(E, discovery_at, SR_T_U8, .min = 1, .max = 32, .prov = "S"),
    SR_FIELD(E, discounts, SR_T_SET8, .names = &merv__actions, .prov = "S"),
    SR_FIELD(E, conversions, SR_T_SET8, .names = &merv__colours, .prov = "I"),
    SR_ARRAY(E, great_vp, SR_T_U8, .by = &merv__greats, .min = 0, .max = 50, .prov = "S"),
    SR_ARRAY(E, great_favours, SR_T_U8, .by = &merv__greats, .min = 0, .max = 8, .prov = "S"),
    SR_ARRAY(E, great_soldiers, SR_T_U8, .by = &merv__greats, .min = 0, .max = 8, .prov = "S"),
    NUMBER(library_max, 1, 8, "S"),
    SR_ARRAY(E, spice_cards, SR_T_U8, .by = &merv__spices, .min = 0, .max = 24, .prov = "S"),
    SR_ARRAY(E, pair_gain, SR_T_NAME, .names = &merv__gains, .by = &merv__spices, .prov = "S"),
    SR_ARRAY(E, set_vp, SR_T_U8, .min = 0, .max = 50, .prov = "S"),
    NUMBER(own_influence, 0, 4, "S"),
    NUMBER(other_influence, 0, 4, "S"),
    NUMBER(building_vp, 0, 20, "S"),
    NUMBER(invasion_from, 1, MERV_YEARS + 1, "S"),
    NUMBER(magistrate_full_vp, 0, 20, "S"),
    NUMBER(magistrate_upgrade_vp, 0, 20, "S"),
    NUMBER(magistrate_discovery_vp, 0, 20, "S"),
    NUMBER(magistrate_two_at, 1, 9, "S"),
    SR_ARRAY(E, magistrate_change, SR_T_I8, .by = &merv__magistrates, .min = -4, .max = 4,
             .prov = "RRSRR"),
    SR_ARRAY(E, magistrate_honest, SR_T_BOOL, .by = &merv__magistrates, .prov = "RRSRR"),
    SR_FIELDS_END,
};

/* ---- what cannot be played ------------------------------------------------------------------ */

static bool one_of(int gain, uint32_t set) { return gain < GAINS && (set >> gain & 1); }

static int sum_of(const uint8_t *list, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += list[i];
    return sum;
}

static bool rising(const uint8_t *list, int n)
{
    for (int i = 1; i < n; i++)
        if (list[i] < list[i - 1])
            return false;
    return true;
}

static const char *check_mosque(const E *ed)
{
    const uint32_t allowed =
        1u << GAIN_NONE | 1u << GAIN_CAMEL | 1u << GAIN_WHITE_UPGRADE | 1u << GAIN_BONUS_UPGRADE |
        1u << GAIN_SCORING_TILE | 1u << GAIN_FAVOUR | 1u << GAIN_SOLDIER | 1u << GAIN_COURTIER |
        1u << GAIN_WALL | 1u << GAIN_MOSQUE_SITES | 1u << GAIN_WHITE_CUBE | 1u << GAIN_RARE_GOOD;
    for (int i = 0; i < MERV_SPACES; i++) {
        if (sum_of(ed->mosque_cost[i], NORMAL) > 6)
            return "a mosque space costs more than six cubes";
        if (!one_of(ed->mosque_gain[i], allowed))
            return "a mosque space cannot give a scroll, a card or another step";
    }
    return NULL;
}

static const char *check_wall_numbers(const E *ed)
{
    int segments = 0, gates = 0;
    for (int k = 0; k < NORMAL; k++) {
        segments += ed->walls[k][SEGMENT_1] + ed->walls[k][SEGMENT_2];
        gates += ed->walls[k][GATE];
    }
    const int even = ed->walls_even_purple[SEGMENT_1] + ed->walls_even_purple[SEGMENT_2];
    const int dear = ed->walls[PURPLE][SEGMENT_1] + ed->walls[PURPLE][SEGMENT_2];
    if (segments != 16 || even != dear)
        return "there must be 16 wall segments, for the 16 places beside the gates";
    if (gates != 4 || ed->walls_even_purple[GATE] != ed->walls[PURPLE][GATE])
        return "there must be 4 gates, one for each side";
    return NULL;
}

static const char *check_contracts(const E *ed)
{
    const uint32_t allowed =
        1u << GAIN_NONE | 1u << GAIN_FAVOUR | 1u << GAIN_SOLDIER | 1u << GAIN_WHITE_CUBE;
    for (int i = 0; i < MERV_CONTRACTS; i++) {
        if (!one_of(ed->contract_bonus[i], allowed))
            return "a contract's bonus is none, favour, soldier or white_cube";
        if (ed->contract_colour[i] == WHITE)
            return "a contract asks for a normal colour, or for any (null)";
    }
    return NULL;
}

static const char *check_gains(const E *ed)
{
    const uint32_t market = 1u << GAIN_NONE | 1u << GAIN_FAVOUR | 1u << GAIN_SOLDIER |
                            1u << GAIN_WHITE_CUBE | 1u << GAIN_SCROLL | 1u << GAIN_CARD |
                            1u << GAIN_RARE_GOOD | 1u << GAIN_MOSQUE_STEP;
    const uint32_t pair = 1u << GAIN_NONE | 1u << GAIN_FAVOUR | 1u << GAIN_SOLDIER |
                          1u << GAIN_WHITE_CUBE | 1u << GAIN_WHITE_UPGRADE |
                          1u << GAIN_BONUS_UPGRADE | 1u << GAIN_RARE_GOOD;
    for (int i = 0; i < 2 * MARKET; i++)
        if (!one_of(ed->market[i / MARKET][i % MARKET], market))
            return "a slot of the camel market gives a scroll, card, favour, white_cube, "
                   "rare_good, mosque_step, soldier or none";
    for (int t = 0; t < SPICES; t++)
        if (!one_of(ed->pair_gain[t], pair))
            return "a pair of spices gives a white_cube, soldier, favour, upgrade, rare_good or "
                   "none";
    return NULL;
}

const char *merv__check_edition(const void *edition)
{
    const E *ed = (const E *)edition;
    int tiles = 0;
    for (int a = 0; a < ACTIONS; a++)
        tiles += sum_of(ed->tiles[a], NORMAL);
    if (tiles != MERV_CELLS - 1)
        return "there must be 24 site tiles";
    if (ed->spice_at[0] != 0)
        return "one spice must be allowed from the start (spice_at 0)";
    if (!rising(ed->spice_at, SPICES) || !rising(ed->level_at, 3))
        return "thresholds of the influence track must not fall";
    for (int i = 1; i < 4; i++)
        if (ed->discovery_at[i] <= ed->discovery_at[i - 1])
            return "each level of discoveries needs more scrolls than the one before";
    if (sum_of(ed->spice_cards, SPICES) > 99)
        return "there are too many caravan cards";
    if (ed->discounts >> LIBRARY & 1)
        return "no discovery makes the Library cheaper: its price is what one wants to pay";
    if (ed->discounts >> ACTIONS || ed->scoring_tiles >> ACTIONS)
        return "a tile names an action that does not exist";
    if (ed->bonus_upgrades >> NORMAL || ed->conversions >> NORMAL)
        return "a bonus upgrade or a discovery names a normal colour";
    for (int i = 0; i < MERV_CITIES; i++)
        if (sum_of(ed->city_cost[i], NORMAL) > 6)
            return "a city costs more than six cubes";
    for (int h = 0; h < HALLS; h++)
        if (ed->hall_colour[h] >= NORMAL)
            return "a hall is paid with a normal colour";
    const char *wrong = check_mosque(ed);
    if (!wrong)
        wrong = check_wall_numbers(ed);
    if (!wrong)
        wrong = check_contracts(ed);
    return wrong ? wrong : check_gains(ed);
}
