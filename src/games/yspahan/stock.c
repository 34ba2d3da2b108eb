/* stock.c: gains, payments and points. Every change of a player's camels, gold and points
 * goes through here, so that each has its event and none leaves its range. */
#include "games/yspahan/yspahan.h"

/* R8.8: the bank never runs out. The limit is far above what a game can bring together; it
 * bounds the list of exchanges. */
static uint16_t raised(int have, int n, int most) { return sr_u16(sr_min(have + n, most)); }

void yspahan__take_camels(const struct ysp *y, int seat, int n)
{
    if (n == 0)
        return;
    struct yspahan_player *p = &y->s->players[seat];
    p->camels = raised(p->camels, n, YSP_STOCK_MAX);
    sr_emit(y->ev, EV_TAKE_CAMELS, seat, n, 0, 0, 0);
}

void yspahan__take_gold(const struct ysp *y, int seat, int n)
{
    if (n == 0)
        return;
    struct yspahan_player *p = &y->s->players[seat];
    p->gold = raised(p->gold, n, YSP_STOCK_MAX);
    sr_emit(y->ev, EV_TAKE_GOLD, seat, n, 0, 0, 0);
}

void yspahan__pay_camels(const struct ysp *y, int seat, int n)
{
    if (n == 0)
        return;
    sr_add_u16(&y->s->players[seat].camels, -n);
    sr_emit(y->ev, EV_PAY_CAMELS, seat, n, 0, 0, 0);
}

void yspahan__pay_gold(const struct ysp *y, int seat, int n)
{
    if (n == 0)
        return;
    sr_add_u16(&y->s->players[seat].gold, -n);
    sr_emit(y->ev, EV_PAY_GOLD, seat, n, 0, 0, 0);
}

/* The event that says why comes from the caller. */
void yspahan__score(const struct ysp *y, int seat, int part, int n)
{
    uint16_t *points = &y->s->players[seat].points[part];
    *points = raised(*points, n, YSP_POINTS_MAX);
}
