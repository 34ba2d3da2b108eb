/* caravan.c: goods on camels. Between decisions the caravan is never full (R5.5). */
#include "games/yspahan/yspahan.h"

/* R6.3: own goods times the factor of the highest line that holds one. */
void yspahan__count_caravan(const struct ysp *y)
{
    struct yspahan_state *s = y->s;
    const int line_camels = ysp_line_camels(y->ed, s);
    int goods[YSP_SEATS] = {0}, highest[YSP_SEATS] = {0};
    for (int i = 0; i < s->caravan_count; i++) {
        goods[s->caravan[i]]++;
        highest[s->caravan[i]] = i / line_camels;
    }
    for (int p = 0; p < s->head.seats; p++) {
        if (goods[p] == 0)
            continue;
        const int factor = y->ed->line_factor[highest[p]];
        yspahan__score(y, p, PT_COUNTS, goods[p] * factor);
        sr_emit(y->ev, EV_COUNT, p, goods[p], factor, goods[p] * factor, 0);
    }
}

/* R5.5: slot and its points, count when full, then the Caravanserai. */
SR_NOINLINE void yspahan__load(const struct ysp *y, int owner, bool sent)
{
    struct yspahan_state *s = y->s;
    const int line_camels = ysp_line_camels(y->ed, s);
    const int line = s->caravan_count / line_camels;
    s->caravan[s->caravan_count++] = sr_u8(owner);
    yspahan__score(y, owner, PT_SENT, y->ed->line_points[line]);
    sr_emit(y->ev, EV_CARAVAN, owner, line, y->ed->line_points[line], 0, 0);
    if (s->caravan_count == YSP_LINES * line_camels) {
        sr_emit(y->ev, EV_FULL, SR_NOBODY, 0, 0, 0, 0);
        yspahan__count_caravan(y);
        memset(s->caravan, 0, sizeof s->caravan);
        s->caravan_count = 0;
        sr_emit(y->ev, EV_EMPTIED, SR_NOBODY, 0, 0, 0, 0);
    }
    if (!sent || !ysp_has(&s->players[owner], BD_CARAVANSERAI)) /* R8.16 */
        return;
    for (int i = 0; i < y->ed->caravanserai_cards; i++)
        yspahan__draw(y, owner);
}
