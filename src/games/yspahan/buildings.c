/* buildings.c: prices of the special buildings and putting one up. */
#include "games/yspahan/yspahan.h"

bool yspahan__can_build(const struct yspahan_edition *ed, const struct yspahan_player *p,
                        int building, int discount)
{
    if (ysp_has(p, building))
        return false;
    const struct yspahan_price *price = &ed->buildings[building];
    return (discount == CD_BUILD_NO_CAMEL || p->camels >= price->camels) &&
           (discount == CD_BUILD_NO_GOLD || p->gold >= price->gold);
}

bool yspahan__can_build_any(const struct yspahan_edition *ed, const struct yspahan_state *s,
                            int seat)
{
    if (s->head.seats == 2 || s->built) /* R7.4, R4.6 */
        return false;
    for (int b = 0; b < YSP_BUILDINGS; b++)
        if (yspahan__can_build(ed, &s->players[seat], b, -1))
            return true;
    return false;
}

/* R5.7. `discount` is a build card, discarded already, or -1. */
void yspahan__build(const struct ysp *y, int seat, int building, int discount)
{
    struct yspahan_player *p = &y->s->players[seat];
    const struct yspahan_price *price = &y->ed->buildings[building];
    const int rank = __builtin_popcount(p->buildings), points = y->ed->building_points[rank];
    if (discount != CD_BUILD_NO_CAMEL)
        yspahan__pay_camels(y, seat, price->camels);
    if (discount != CD_BUILD_NO_GOLD)
        yspahan__pay_gold(y, seat, price->gold);
    p->buildings = sr_u8(p->buildings | 1 << building);
    yspahan__score(y, seat, PT_BUILDINGS, points);
    sr_emit(y->ev, EV_BUILD, seat, building, rank + 1, points, 0);
}

/* R7.4, R9.1: a build of the dice or of POST, with or without a card that lowers its price.
 */
void yspahan__build_reduced(const struct ysp *y, int seat, int building, int discount)
{
    if (discount >= 0)
        yspahan__discard(y, seat, discount, EV_DISCOUNT);
    yspahan__build(y, seat, building, discount);
}
