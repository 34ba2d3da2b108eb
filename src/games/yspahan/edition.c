/* edition.c: every number of the game, where it comes from (S the French summary, W the
 * publisher's rulebook, sheet and board), and what a changed edition must still satisfy. */
#include "games/yspahan/yspahan.h"

#define NO SR_NONE

const struct yspahan_edition yspahan__edition = {
    .weeks = 3,
    .days = 7,
    .start_gold = 2,
    .start_camels = 0,
    .white_dice = {8, 9, 9},
    .yellow_dice = 3,
    .yellow_price = 1,
    .boost_dice = 1,
    .line_camels = {2, 3, 4},
    .line_points = {2, 1, 0},
    .line_factor = {1, 2, 3},
    .souks = {{0, 6, 8}, {6, 5, 6}, {11, 3, 3}, {14, 4, 4},    /* bag */
              {18, 2, 3}, {20, 3, 4}, {23, 4, 6}, {27, 5, 8},  /* barrel */
              {32, 2, 4}, {34, 3, 6}, {37, 4, 8},              /* chest */
              {41, 1, 4}, {42, 2, 6}, {44, 3, 12}},            /* vase */
    .links = {{NO, NO},                                        /* C0 */
              {12, NO}, {33, NO}, {11, NO}, {32, NO}, {7, NO}, /* W1..W5 */
              {36, NO}, {6, NO}, {35, NO}, {0, NO}, {34, NO},  /* W6..W10 */
              {18, 41}, {19, NO}, {44, NO}, {23, NO},          /* E1..E4 */
              {45, NO}, {24, NO}, {46, NO},                    /* E5..E7 */
              {41, NO}, {37, NO}, {42, NO}, {38, NO},          /* N1..N4 */
              {12, 18}, {13, NO}, {20, NO}, {14, NO},          /* S1..S4 */
              {27, NO}, {15, NO}, {28, NO}},                   /* S5..S7 */
    .step_price = 1,
    .keep_price = 1,
    .buildings = {{2, 0}, {2, 2}, {2, 2}, {3, 3}, {4, 4}, {4, 4}},
    .building_points = {0, 0, 5, 5, 5, 10},
    .paddock_camels = 1,
    .booth_gold = 2,
    .hammam_squares = 3,
    .caravanserai_cards = 1,
    .bazaar_points = 2,
    .hoist_goods = 1,
    .copies = {2, 2, 2, 2, 2, 2, 2, 2, 2},
    .card_camels = 3,
    .card_gold = 3,
    .gold_most = 10,
    .gold_points = 1,
    .camels_most = 4,
    .camels_points = 2,
};

#undef NO

#define BY_SOUK(member, lo, hi)                                                              \
    SR_FIELD(struct yspahan_souk, member, SR_T_U8, .min = lo, .max = hi, .prov = "W")
#define PRICE(member)                                                                     \
    SR_FIELD(struct yspahan_price, member, SR_T_U8, .min = 0, .max = 50, .prov = "W")
#define NUMBER(member, lo, hi, from)                                                      \
    SR_FIELD(struct yspahan_edition, member, SR_T_U8, .min = lo, .max = hi, .prov = from)
#define TABLE(member, index, lo, hi, from)                                                \
    SR_ARRAY(struct yspahan_edition, member, SR_T_U8, .by = index, .min = lo, .max = hi,  \
             .prov = from)

static const struct sr_field souk_fields[] = {
    BY_SOUK(first, 0, YSP_SHOPS - 1),
    BY_SOUK(size, 1, YSP_SHOPS),
    BY_SOUK(value, 0, 50),
    SR_FIELDS_END,
};

static const struct sr_field price_fields[] = {
    PRICE(camels),
    PRICE(gold),
    SR_FIELDS_END,
};

const struct sr_field yspahan__edition_fields[] = {
    NUMBER(weeks, 1, 6, "S"),
    NUMBER(days, 1, 14, "S"),
    NUMBER(start_gold, 0, 50, "W"),
    NUMBER(start_camels, 0, 50, "W"),
    TABLE(white_dice, &yspahan__tables, 1, 20, "WWW"),
    NUMBER(yellow_dice, 0, 9, "W"),
    NUMBER(yellow_price, 0, 20, "W"),
    NUMBER(boost_dice, 0, 9, "S"),
    TABLE(line_camels, &yspahan__tables, 1, YSP_LINE_MAX, "WSW"),
    TABLE(line_points, &yspahan__lines, 0, 20, "WWW"),
    TABLE(line_factor, &yspahan__lines, 0, 20, "WWW"),
    SR_ARRAY(struct yspahan_edition, souks, SR_T_STRUCT, .by = &yspahan__souks, .sub = souk_fields),
    SR_GRID(struct yspahan_edition, links, SR_T_U8, .by = &yspahan__squares, .min = 0,
            .max = YSP_SHOPS - 1, .flags = SR_F_NONE, .prov = "W"),
    NUMBER(step_price, 0, 9, "S"),
    NUMBER(keep_price, 0, 9, "S"),
    SR_ARRAY(struct yspahan_edition, buildings, SR_T_STRUCT, .by = &yspahan__buildings,
             .sub = price_fields),
    SR_ARRAY(struct yspahan_edition, building_points, SR_T_U8, .min = 0, .max = 50,
             .prov = "SSSSSS"),
    NUMBER(paddock_camels, 0, 20, "S"),
    NUMBER(booth_gold, 0, 20, "S"),
    NUMBER(hammam_squares, 0, 20, "S"),
    NUMBER(caravanserai_cards, 0, 3, "S"),
    NUMBER(bazaar_points, 0, 20, "S"),
    NUMBER(hoist_goods, 0, 9, "S"),
    TABLE(copies, &yspahan__cards, 0, YSP_COPIES_MAX, "WWWWWWWWW"),
    NUMBER(card_camels, 0, 20, "W"),
    NUMBER(card_gold, 0, 20, "W"),
    NUMBER(gold_most, 0, 20, "W"),
    NUMBER(gold_points, 0, 20, "W"),
    NUMBER(camels_most, 0, 20, "W"),
    NUMBER(camels_points, 0, 20, "W"),
    SR_FIELDS_END,
};

const char *yspahan__check_edition(const void *edition)
{
    const struct yspahan_edition *ed = (const struct yspahan_edition *)edition;
    if (ed->weeks * ed->days > 42)
        return "weeks times days must be at most 42";
    uint64_t taken = 0;
    for (int i = 0; i < YSP_SOUKS; i++) {
        if (ed->souks[i].first + ed->souks[i].size > YSP_SHOPS)
            return "a souk reaches beyond shop 46";
        const uint64_t shops = ysp_shops_of(&ed->souks[i]);
        if (taken & shops)
            return "two souks share a shop";
        taken |= shops;
    }
    for (int q = 0; q < YSP_SQUARES; q++) {
        const uint8_t *shop = ed->links[q];
        if (shop[0] == SR_NONE && shop[1] != SR_NONE)
            return "a square with one shop names it first";
        if (shop[0] != SR_NONE && shop[1] != SR_NONE && shop[0] >= shop[1])
            return "the two shops of a square are different and in ascending order";
    }
    return NULL;
}
