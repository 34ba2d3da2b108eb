/* edition.c: all numbers of Tadmor, where each comes from (S stated in the rules, W on a web page,
 * I inferred, R reconstructed), and what makes a changed set of numbers unplayable (R2). */
#include "games/tadmor/tadmor.h"

/* ---- the numbers --------------------------------------------------------------------- */

/* Short words for the tables below. */
enum { C = TAD_FOR_CAMEL, B = TAD_FOR_BOAT, E = TAD_FOR_EITHER };
enum { PAL, EBL, DAM, NSE, SSE, NEU, SEU, NO = SR_NONE };

const struct tad_edition tadmor__edition = {
    .price = {1, 2, 3},
    .traitor = {0, 1, 2},
    .tax = {0, 1, 2},
    .tax_penalty = {0, 3, 6},
    .boat_base = {3, 5, 6},
    .boat_superior = {2, 3, 4},
    .camel_base = {2, 3, 4},
    .camel_superior = {1, 2, 3},
    .gift_camel = {1, 2, 3},
    .gift_boat = {2, 3, 4},
    .era_rounds = 3,
    .display = {6, 8, 10},

    /* The spaces stand in the order of the names in tadmor.c, a line per region. */
    .board4 =
        {
            {TAD_IMPROVE_1, TAD_IMPROVE_2, TAD_TEMPLE_CARD, TAD_MARKET, TAD_MISSION, TAD_MISSION,
             TAD_SUPPLY,
             TAD_TEMPLE, TAD_MARKET_UP, TAD_IMPROVE_3, TAD_FLOORS, TAD_GIFT, TAD_GET_WOOD,
             TAD_SERIES, TAD_TRAITOR, TAD_CARAVAN, TAD_TAX, TAD_FIRST, TAD_NO_ACTION, TAD_MISSION,
             TAD_GET_STONE,
             TAD_GET_WOOD, TAD_GET_WOOD, TAD_SHIPYARD, TAD_IMPROVE_4,
             TAD_GET_STONE, TAD_GET_STONE, TAD_RARE_GREY, TAD_GIFT,
             TAD_GET_GOLD, TAD_GET_MARBLE, TAD_RARE_YELLOW, TAD_GET_MARBLE,
             TAD_CARAVAN, TAD_GET_GOLD, TAD_RARE_RED, TAD_GET_GOLD,
             TAD_BANDITS, TAD_NO_ACTION, TAD_NO_ACTION},
            {PAL, PAL, PAL, PAL, PAL, PAL, PAL,
             EBL, EBL, EBL, EBL, EBL, EBL,
             DAM, DAM, DAM, DAM, DAM, NO, DAM, DAM,
             NSE, NSE, NSE, NSE,
             SSE, SSE, SSE, SSE,
             NEU, NEU, NEU, NEU,
             SEU, SEU, SEU, SEU,
             NO, NO, NO},
            {C, C, C, C, C, C, E,
             C, C, C, B, C, C,
             C, C, C, C, C, C, C, C,
             B, B, B, B,
             B, B, B, B,
             B, B, B, C,
             C, B, B, C,
             C, C, C},
        },
    .board2 =
        {
            {TAD_IMPROVE_1, TAD_IMPROVE_2, TAD_TEMPLE_CARD, TAD_MARKET, TAD_MISSION, TAD_NO_ACTION,
             TAD_SUPPLY,
             TAD_TEMPLE, TAD_MARKET_UP, TAD_IMPROVE_3, TAD_FLOORS, TAD_GIFT, TAD_NO_ACTION,
             TAD_SERIES, TAD_TRAITOR, TAD_CARAVAN, TAD_TAX, TAD_FIRST, TAD_MISSION, TAD_NO_ACTION,
             TAD_NO_ACTION,
             TAD_GET_WOOD, TAD_NO_ACTION, TAD_SHIPYARD, TAD_IMPROVE_4,
             TAD_GET_STONE, TAD_NO_ACTION, TAD_RARE_GREY, TAD_GIFT,
             TAD_GET_GOLD, TAD_NO_ACTION, TAD_RARE_YELLOW, TAD_GET_MARBLE,
             TAD_CARAVAN, TAD_NO_ACTION, TAD_RARE_RED, TAD_GET_GOLD,
             TAD_BANDITS, TAD_NO_ACTION, TAD_NO_ACTION},
            {PAL, PAL, PAL, PAL, PAL, NO, PAL,
             EBL, EBL, EBL, EBL, EBL, NO,
             DAM, DAM, DAM, DAM, DAM, DAM, NO, NO,
             NSE, NO, NSE, NSE,
             SSE, NO, SSE, SSE,
             NEU, NO, NEU, NEU,
             SEU, NO, SEU, SEU,
             NO, NO, NO},
            {C, C, C, C, C, C, E,
             C, C, C, B, C, C,
             C, C, C, C, C, C, C, C,
             B, C, B, B,
             B, C, B, B,
             B, C, B, C,
             C, C, B, C,
             C, C, C},
        },

    .card_floors = 5,
    .floor_pp = 2,
    .floors_cost = {{1, 1, 0, 0}, {0, 2, 0, 0}, {0, 3, 0, 0}, {0, 5, 0, 0}},
    .series_cost = {{1, 0, 2, 0}, {2, 0, 2, 0}, {3, 0, 3, 0}, {4, 0, 4, 0}},
    .series_floors = 2,

    .temple_cost = {{2, 3, 0, 0}, {0, 2, 4, 0}, {4, 0, 4, 0}, {0, 0, 4, 6}},
    .temple_pp = {5, 13, 25, 40},
    .temple_copies = 4,
    .temple_bonus = {2, 1},

    .rare_good = {TAD_GOLD, TAD_STONE, TAD_WOOD},
    .rare_price = {3, 5, 5},
    .rare_copies = {2, 3, 4},
    .set_pp = {5, 10, 15, 25, 35, 45, 60, 75, 90},

    .start_goods = {2, 2, 1, 1},
    .bonus_base = {0, 1, 0, 1},
    .bonus_superior = {0, 0, 1, 1},
    .start_pawns = {3, 2},
    .max_pawns = {5, 4},
    .start_pp = 10,
    .start_missions = 2,
    .limit = 8,
    .limit_large = 12,
    .camel_tower = {5, 10},
    .camel_missions = {2, 4},
    .camel_both_tower = 5,
    .camel_both_missions = 2,
    .boat_sets = {1, 2},

    .tile_era = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
                 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3},
    .tile_two = {1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1,
                 1, 1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 0,
                 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0},
    .trade_from = {TAD_WOOD, TAD_WOOD, TAD_STONE, TAD_STONE},
    .trade_to = {TAD_MARBLE, TAD_GOLD, TAD_MARBLE, TAD_GOLD},
    .double_from = {TAD_GOLD, TAD_MARBLE},
    .boost_good = {TAD_WOOD, TAD_STONE, TAD_MARBLE, TAD_GOLD,
                   TAD_WOOD, TAD_STONE, TAD_MARBLE, TAD_GOLD},
    .boost = {1, 1, 1, 1, 1, 1, 1, 1},
    .mission_pp = {2, 3},
    .order_base = 1,
    .order_superior = 2,
    .rare_bought_pp = {2, 3},
    .rare_free_pp = {1, 1},
    .tribute = 4,
    .tallest_pp = {1, 1, 2, 2},
    .mission_discount = 2,
    .rare_discount = 2,
    .temple_discount = 3,
    .raid_pp = 3,
    .spoil_gold = 1,
    .spoil_pp = 1,
    .private_temple_pp = 3,
    .final_pp = {12, 12, 12, 12, 12},
    .gift_factor = 2,

    .mission_cost = {{2, 2, 0, 2}, {2, 2, 2, 0}, {0, 2, 2, 2}, {2, 0, 2, 2}, {4, 0, 2, 0},
                     {4, 0, 0, 2}, {0, 3, 2, 0}, {0, 4, 3, 0}, {2, 2, 1, 1}, {1, 1, 2, 2},
                     {3, 1, 2, 0}, {1, 3, 0, 2}, {3, 3, 0, 0}, {2, 0, 2, 1}, {0, 2, 2, 3},
                     {0, 3, 1, 1}, {3, 0, 1, 1}, {2, 2, 1, 0}, {2, 2, 0, 1}, {0, 2, 2, 2},
                     {3, 0, 0, 2}, {0, 3, 2, 0}, {2, 2, 2, 0}, {2, 2, 0, 2}, {3, 0, 1, 2},
                     {0, 3, 2, 1}},
    .mission_value = {12, 12, 12, 12, 12, 12, 12, 14, 16, 18, 12, 12, 16,
                      14, 14, 12, 12, 12, 12, 14, 14, 14, 16, 16, 14, 14},
    .favour_floors = {2, 3},
    .favour_goods = 5,
    .favour_fall = 3,
    .favour_cards = 2,
    .favour_pawns = 3,
    .favour_tiles = 2,
};

/* ---- their names, ranges and sources ------------------------------------------------- */

#define LIST(what, id, ...)                                                                        \
    static const char *const what##_list[] = {__VA_ARGS__};                                        \
    static const struct sr_names what = {id, what##_list,                                          \
                                         (int)(sizeof what##_list / sizeof what##_list[0])}

LIST(eras, "era", "era_1", "era_2", "era_3");
LIST(tables, "table", "two", "three", "four");
LIST(places_in_order, "order", "first", "second", "third", "fourth");
LIST(tower_cards, "tower_card", "card_0", "card_5", "card_10", "card_15");
LIST(extras, "extra", "first_extra", "second_extra");
LIST(finishers, "finisher", "first_player", "second_player");
LIST(i1_i4, "tile", "i1", "i2", "i3", "i4");
LIST(i23_i24, "tile", "i23", "i24");
LIST(boosts, "tile", "i10", "i11", "i12", "i13", "i29", "i30", "i31", "i32");
LIST(i5_i19, "tile", "i5", "i19");
LIST(i8_i27, "tile", "i8", "i27");
LIST(tallest, "tile", "i16", "i17", "i35", "i36");
LIST(finals, "tile", "i38", "i39", "i40", "i41", "i42");
LIST(k7_k8, "mission", "k7", "k8");

#define BOARD struct tad_board
#define BOARD_FIELDS(name, action_prov, region_prov, shape_prov)                                   \
    static const struct sr_field name[] = {                                                        \
        SR_ARRAY(BOARD, action, SR_T_NAME, .names = &tadmor__actions, .by = &tadmor__spaces,       \
                 .prov = action_prov),                                                             \
        SR_ARRAY(BOARD, region, SR_T_NAME, .names = &tadmor__regions, .by = &tadmor__spaces,       \
                 .flags = SR_F_NONE, .prov = region_prov),                                         \
        SR_ARRAY(BOARD, shape, SR_T_NAME, .names = &tadmor__shapes, .by = &tadmor__spaces,         \
                 .prov = shape_prov),                                                              \
        SR_FIELDS_END,                                                                             \
    }
BOARD_FIELDS(board4_fields, "SSSSSRSSSSSSRSSSSSRRRSRSSSRSSSRSRRRSRSRR",
             "IRSSRRRSSRRRRSRRRRRRRSSRRSSSRIRSRRRSRRRR",
             "IIRSSSSRSRRRRSRSRRRSRSSRISSIRSRSRRRIRSRR");
BOARD_FIELDS(board2_fields, "IISISRSSSSSIRISISSRRRIRSSIRSIIRIRRRSRIRR",
             "IISIRRRSSRRRRIRIRRRRRIRRRIRSRIRIRRRSRIRR",
             "IIRISRSRSRRRRIRIRRRRRIRRIIRIRIRIRRRIRIRR");

#define ED struct tad_edition
#define BY_ERA(member, least, most, mark)                                                          \
    SR_ARRAY(ED, member, SR_T_U8, .by = &eras, .min = least, .max = most, .prov = mark)
#define VALUE(member, least, most, mark)                                                           \
    SR_FIELD(ED, member, SR_T_U8, .min = least, .max = most, .prov = mark)
#define VALUES(member, names_, least, most, mark)                                                  \
    SR_ARRAY(ED, member, SR_T_U8, .by = names_, .min = least, .max = most, .prov = mark)
#define GOODS_OF(member, names_, mark)                                                             \
    SR_ARRAY(ED, member, SR_T_NAME, .names = &tadmor__goods, .by = names_, .prov = mark)
#define COSTS(member, names_, mark)                                                                \
    SR_GRID(ED, member, SR_T_U8, .by = names_, .inner_by = &tadmor__goods, .min = 0, .max = 9,     \
            .prov = mark)

const struct sr_field tadmor__edition_fields[] = {
    BY_ERA(price, 1, 5, "S"),
    BY_ERA(traitor, 0, 5, "S"),
    BY_ERA(tax, 0, 9, "S"),
    BY_ERA(tax_penalty, 0, 20, "R"),
    BY_ERA(boat_base, 0, 9, "IRR"),
    BY_ERA(boat_superior, 0, 9, "IRR"),
    BY_ERA(camel_base, 0, 9, "R"),
    BY_ERA(camel_superior, 0, 9, "R"),
    BY_ERA(gift_camel, 0, 20, "R"),
    BY_ERA(gift_boat, 0, 20, "R"),
    VALUE(era_rounds, 1, 5, "S"),
    VALUES(display, &tables, 1, 18, "S"),
    SR_FIELD(ED, board4, SR_T_STRUCT, .sub = board4_fields),
    SR_FIELD(ED, board2, SR_T_STRUCT, .sub = board2_fields),
    VALUE(card_floors, 2, 20, "S"),
    VALUE(floor_pp, 0, 10, "S"),
    COSTS(floors_cost, &tower_cards, "SSSR"),
    COSTS(series_cost, &tower_cards, "SIRR"),
    VALUE(series_floors, 1, 5, "S"),
    COSTS(temple_cost, &tadmor__sections, "R"),
    VALUES(temple_pp, &tadmor__sections, 0, 99, "RSSR"),
    VALUE(temple_copies, 0, 9, "S"),
    VALUES(temple_bonus, &finishers, 0, 9, "S"),
    GOODS_OF(rare_good, &tadmor__piles, "S"),
    VALUES(rare_price, &tadmor__piles, 0, 9, "S"),
    VALUES(rare_copies, &tables, 0, 9, "S"),
    SR_ARRAY(ED, set_pp, SR_T_U8, .min = 0, .max = 200, .prov = "S"),
    VALUES(start_goods, &tadmor__goods, 0, 20, "S"),
    VALUES(bonus_base, &places_in_order, 0, 5, "S"),
    VALUES(bonus_superior, &places_in_order, 0, 5, "S"),
    VALUES(start_pawns, &tadmor__kinds, 0, 5, "S"),
    VALUES(max_pawns, &tadmor__kinds, 0, 5, "S"),
    VALUE(start_pp, 0, 99, "S"),
    VALUE(start_missions, 0, 6, "S"),
    VALUE(limit, 0, 40, "S"),
    VALUE(limit_large, 0, 40, "S"),
    VALUES(camel_tower, &extras, 0, 99, "S"),
    VALUES(camel_missions, &extras, 0, 26, "S"),
    VALUE(camel_both_tower, 0, 99, "S"),
    VALUE(camel_both_missions, 0, 26, "S"),
    VALUES(boat_sets, &extras, 0, 27, "S"),
    VALUES(tile_era, &tadmor__tiles, 1, 3, "R"),
    SR_ARRAY(ED, tile_two, SR_T_BOOL, .by = &tadmor__tiles, .prov = "S"),
    GOODS_OF(trade_from, &i1_i4, "R"),
    GOODS_OF(trade_to, &i1_i4, "R"),
    GOODS_OF(double_from, &i23_i24, "R"),
    GOODS_OF(boost_good, &boosts, "SRRRRRRR"),
    VALUES(boost, &boosts, 0, 3, "S"),
    VALUES(mission_pp, &i5_i19, 0, 20, "SR"),
    VALUE(order_base, 0, 20, "R"),
    VALUE(order_superior, 0, 20, "R"),
    VALUES(rare_bought_pp, &i8_i27, 0, 20, "R"),
    VALUES(rare_free_pp, &i8_i27, 0, 20, "S"),
    VALUE(tribute, 0, 20, "S"),
    VALUES(tallest_pp, &tallest, 0, 20, "R"),
    VALUE(mission_discount, 0, 9, "S"),
    VALUE(rare_discount, 0, 9, "S"),
    VALUE(temple_discount, 0, 9, "S"),
    VALUE(raid_pp, 0, 20, "S"),
    VALUE(spoil_gold, 0, 5, "S"),
    VALUE(spoil_pp, 0, 20, "S"),
    VALUE(private_temple_pp, 0, 20, "S"),
    VALUES(final_pp, &finals, 0, 50, "S"),
    VALUE(gift_factor, 1, 5, "S"),
    COSTS(mission_cost, &tadmor__missions, "R"),
    VALUES(mission_value, &tadmor__missions, 0, 60, "R"),
    VALUES(favour_floors, &k7_k8, 1, 9, "R"),
    VALUE(favour_goods, 1, 9, "S"),
    VALUE(favour_fall, 1, 9, "S"),
    VALUE(favour_cards, 1, 5, "S"),
    VALUE(favour_pawns, 1, 9, "S"),
    VALUE(favour_tiles, 1, 4, "S"),
    SR_FIELDS_END,
};

/* ---- numbers that do not go together ------------------------------------------------- */

static const char *check_board(const struct tad_edition *ed, const struct tad_board *b)
{
    int bandits = 0, room[TAD_SHAPES] = {0, 0, 0};
    unsigned slots = 0;
    for (int i = 0; i < TAD_SPACES; i++) {
        const int action = b->action[i];
        if (action >= TAD_ACTIONS || b->shape[i] >= TAD_SHAPES ||
            (b->region[i] != SR_NONE && b->region[i] >= TAD_REGIONS))
            return "a space has an unknown action, shape or region";
        bandits += action == TAD_BANDITS;
        room[b->shape[i]] += action != TAD_NO_ACTION;
        if (!(TAD_BIT(action) & TAD_SLOT_ACTS))
            continue;
        if (slots & TAD_BIT(action))
            return "an improvement slot is on the board twice";
        slots |= TAD_BIT(action);
    }
    for (int kind = 0; kind < TAD_KINDS; kind++)
        if (ed->start_pawns[kind] > 0 && room[kind] + room[TAD_FOR_EITHER] < 2)
            return "a board needs at least two spaces for each kind of pawn";
    return bandits > 1 ? "only one player a round can lead the bandits" : NULL;
}

/* Every floor must cost something that I18 does not give away, or a tower could grow for ever. */
static const char *check_tower(const struct tad_edition *ed)
{
    for (int i = 0; i < 4; i++) {
        const uint8_t *f = ed->floors_cost[i];
        if (f[TAD_STONE] + f[TAD_MARBLE] + f[TAD_GOLD] == 0)
            return "a floor must cost stone, marble or gold";
    }
    return NULL;
}

static const char *check_tile_numbers(const struct tad_edition *ed)
{
    for (int t = 0; t < TAD_TILES; t++)
        if (ed->tile_era[t] < 1 || ed->tile_era[t] > TAD_ERAS || ed->tile_two[t] > 1)
            return "an improvement belongs to no era";
    for (int t = 0; t < TAD_START_TILES; t++) {
        if (ed->tile_era[t] != 1 || !ed->tile_two[t])
            return "the starting improvements I1 to I4 must be there from the start";
        if (ed->trade_from[t] > TAD_STONE || ed->trade_to[t] < TAD_MARBLE ||
            ed->trade_to[t] > TAD_GOLD)
            return "I1 to I4 exchange a base good for a superior good";
    }
    for (int i = 0; i < 2; i++)
        if (ed->double_from[i] < TAD_MARBLE || ed->double_from[i] > TAD_GOLD)
            return "I23 and I24 exchange a superior good";
    for (int i = 0; i < 8; i++)
        if (ed->boost_good[i] >= TAD_GOODS)
            return "a boost is for no good";
    return NULL;
}

const char *tadmor__check_edition(const void *edition)
{
    const struct tad_edition *ed = (const struct tad_edition *)edition;
    const char *bad = check_board(ed, &ed->board4);
    if (!bad)
        bad = check_board(ed, &ed->board2);
    if (!bad)
        bad = check_tower(ed);
    if (!bad)
        bad = check_tile_numbers(ed);
    if (bad)
        return bad;
    for (int i = 0; i < TAD_PILES; i++)
        if (ed->rare_good[i] >= TAD_GOODS)
            return "a rare good is paid in no good";
    for (int k = 0; k < TAD_KINDS; k++)
        if (ed->start_pawns[k] > ed->max_pawns[k])
            return "players start with more pawns than they may have";
    if (ed->start_pawns[TAD_CAMEL] + ed->start_pawns[TAD_BOAT] == 0)
        return "players start without a pawn";
    if (ed->limit_large < ed->limit)
        return "I33 must not make the warehouse smaller";
    if (ed->start_missions * TAD_SEATS > TAD_MISSIONS)
        return "there are not enough missions to begin with";
    for (int era = 0; era < TAD_ERAS; era++)
        if (ed->tax[era] == 0 && ed->tax_penalty[era] > 0)
            return "an era without a tax cannot punish not paying it";
    return NULL;
}
