/* select.c: taking a group of dice from the tower and doing what was chosen with it. */
#include "games/yspahan/yspahan.h"

/* R5.1, R5.2: n dice used for what the level shows. Buildings count from this moment
 * (R8.18). */
static bool tower_action(const struct ysp *y, int seat, int level, int n)
{
    const struct yspahan_player *p = &y->s->players[seat];
    if (level == LV_CAMEL) {
        yspahan__take_camels(y, seat, n + (ysp_has(p, BD_PADDOCK) ? y->ed->paddock_camels : 0));
    } else if (level == LV_GOLD) {
        yspahan__take_gold(y, seat, n + (ysp_has(p, BD_BOOTH) ? y->ed->booth_gold : 0));
    } else {
        y->s->goods = sr_u8(n + (ysp_has(p, BD_HOIST) ? y->ed->hoist_goods : 0));
        y->s->level = sr_u8(level);
        y->s->phase = PH_PLACE;
        return false;
    }
    return true;
}

/* R4.4: whatever the action, all dice of the level leave the tower. */
bool yspahan__select(const struct ysp *y, sr_move m)
{
    struct yspahan_state *s = y->s;
    const int seat = ysp_active(s), level = ysp_sel_level(m), action = ysp_sel_action(m);
    const int boost1 = ysp_sel_boost1(m);
    const struct yspahan_group group = s->tower[level], none = {0, 0, 0};
    int n = ysp_dice(s, seat, level);
    s->tower[level] = none;
    sr_emit(y->ev, EV_SELECT, seat, level, action, n, group.value);
    switch (action) {
    case AC_TOWER:
        if (boost1) {
            yspahan__discard(y, seat, boost1 - 1, EV_BOOST);
            n += y->ed->boost_dice;
        }
        return tower_action(y, seat, level, n);
    case AC_SUPERVISOR:
        s->value = group.value;
        s->phase = PH_MOVE;
        return false;
    case AC_CARD:
        yspahan__draw(y, seat);
        return true;
    default: /* R7.4 */
        yspahan__build_reduced(y, seat, ysp_sel_building1(m) - 1, ysp_sel_discount1(m) - 1);
        return true;
    }
}

/* R4.5 */
void yspahan__no_group(const struct ysp *y, bool draws)
{
    const int seat = ysp_active(y->s);
    if (draws)
        yspahan__draw(y, seat);
    else
        sr_emit(y->ev, EV_PASS, seat, 0, 0, 0, 0);
}
