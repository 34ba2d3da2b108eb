/* streets.c: the supervisor's walk, and the goods he sends to the caravan. */
#include "games/yspahan/yspahan.h"

/* R2.3: a plus sign: arms west, east, north, south meet at C0. */
static const uint8_t arm_of[YSP_SQUARES] = {0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2,
                                            2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4};
static const uint8_t steps_of[YSP_SQUARES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4,
                                              5, 6, 7, 1, 2, 3, 4, 1, 2, 3, 4,  5, 6, 7};

int yspahan__distance(int a, int b)
{
    if (arm_of[a] != arm_of[b])
        return steps_of[a] + steps_of[b];
    return steps_of[a] > steps_of[b] ? steps_of[a] - steps_of[b] : steps_of[b] - steps_of[a];
}

/* R5.3: the streets are a tree, so the square fixes the path. */
int yspahan__move_cost(const struct yspahan_edition *ed, const struct yspahan_state *s, int seat,
                       int square, int v)
{
    const int n = yspahan__distance(s->supervisor, square);
    const int adjusted = n > v ? n - v : v - n;
    const int spared = ysp_has(&s->players[seat], BD_HAMMAM) ? ed->hammam_squares : 0;
    return sr_max(0, adjusted - spared) * ed->step_price;
}

/* ---- sending ------------------------------------------------------------------------- */

/* R5.4: one good, sent by the active player. True: its owner must be asked first. */
static bool send_one(const struct ysp *y, int shop)
{
    struct yspahan_state *s = y->s;
    const int owner = s->shops[shop];
    s->pending[0] = s->pending[s->pending[0] == shop ? 1 : 0];
    s->pending[1] = 0;
    s->pending_count--;
    sr_emit(y->ev, EV_SEND, ysp_active(s), shop, yspahan__souk_of(y->ed, shop), owner, 0);
    if (s->players[owner].camels >= y->ed->keep_price) {
        s->asked = sr_u8(shop);
        s->phase = PH_KEEP;
        return true;
    }
    s->shops[shop] = SR_NONE; /* R4.9: no camel, no choice */
    sr_emit(y->ev, EV_LOAD, owner, shop, 0, 0, 0);
    yspahan__load(y, owner, true);
    return false;
}

/* Sends by itself what leaves no choice (R4.9), else asks. */
bool yspahan__send_on(const struct ysp *y)
{
    struct yspahan_state *s = y->s;
    while (s->pending_count > 0) {
        if (s->pending_count > 1 || s->players[ysp_active(s)].cards > 0) {
            s->phase = PH_SEND;
            return false;
        }
        if (send_one(y, s->pending[0]))
            return false;
    }
    return true;
}

bool yspahan__send(const struct ysp *y, int shop)
{
    return !send_one(y, shop) && yspahan__send_on(y);
}

/* R5.4: the owner pays to keep the place in the shop, or lets the good go. */
bool yspahan__answer(const struct ysp *y, bool keep)
{
    struct yspahan_state *s = y->s;
    const int shop = s->asked, owner = s->shops[shop];
    s->asked = SR_NONE;
    if (keep) {
        sr_emit(y->ev, EV_KEEP, owner, shop, 0, 0, 0);
        yspahan__pay_camels(y, owner, y->ed->keep_price);
    } else {
        sr_emit(y->ev, EV_LOAD, owner, shop, 0, 0, 0);
        s->shops[shop] = SR_NONE;
    }
    yspahan__load(y, owner, true);
    return yspahan__send_on(y);
}

/* R5.3, R8.13: the goods beside the square where he stops, fixed at that moment. */
bool yspahan__move(const struct ysp *y, int square)
{
    struct yspahan_state *s = y->s;
    const int seat = ysp_active(s);
    const int cost = yspahan__move_cost(y->ed, s, seat, square, s->value);
    yspahan__pay_gold(y, seat, cost);
    s->supervisor = sr_u8(square);
    s->value = 0;
    sr_emit(y->ev, EV_MOVE, seat, square, 0, 0, 0);
    for (int i = 0; i < YSP_LINKS; i++) {
        const uint8_t shop = y->ed->links[square][i];
        if (shop != SR_NONE && s->shops[shop] != SR_NONE)
            s->pending[s->pending_count++] = shop;
    }
    return yspahan__send_on(y);
}
