/* caravan.c: the caravan row: what may be taken, taking, refilling, camels on cards (R5.3).
 *
 * Camels always stand on an unbroken front part of the row, so their number says where. */
#include "merv.h"

int merv__spice_limit(const struct merv_edition *ed, int influence)
{
    int limit = 0;
    while (limit < SPICES && influence >= ed->spice_at[limit])
        limit++;
    return limit;
}

unsigned merv__allowed_cards(const struct merv_at *g, int owner)
{
    const struct merv_player *p = &g->s->players[owner];
    unsigned spices = 0;
    int kinds = 0;
    for (int t = 0; t < SPICES; t++) {
        spices |= (unsigned)(p->cards[t] > 0) << t;
        kinds += p->cards[t] > 0;
    }
    if (kinds < merv__spice_limit(g->ed, p->influence))
        spices = 0xFu;
    unsigned set = 0;
    for (int i = 0; i < g->s->row_count; i++)
        set |= (spices >> g->s->row[i] & 1u) << i;
    return set;
}

void merv__take_card(struct merv *g, int owner, int index)
{
    struct merv_state *s = g->s;
    const int spice = s->row[index];
    const bool camel = index < s->row_camels;
    for (int i = index + 1; i < s->row_count; i++)
        s->row[i - 1] = s->row[i];
    s->row[--s->row_count] = 0;
    s->players[owner].cards[spice]++;
    if (g->ev)
        sr_emit(g->ev, EV_CARD, merv_event_seat(s, owner), spice, index + 1, 0, 0);
    if (camel) {
        s->row_camels--;
        merv__camels(g, owner, 1);
    }
}

int merv__deck_left(const struct merv_at *g, int left[SPICES])
{
    int total = 0;
    for (int t = 0; t < SPICES; t++) {
        left[t] = g->ed->spice_cards[t];
        for (int i = 0; i <= MAGISTRATE; i++)
            left[t] -= g->s->players[i].cards[t];
        total += left[t];
    }
    for (int i = 0; i < g->s->row_count; i++)
        left[g->s->row[i]]--;
    return total - g->s->row_count;
}

/* R11.1: the next card is any of those left with equal chance. */
void merv__refill(struct merv *g)
{
    struct merv_state *s = g->s;
    if (s->row_count == MERV_ROW)
        return;
    int left[SPICES];
    for (int n = merv__deck_left(&g->at, left); s->row_count < MERV_ROW && n > 0; n--) {
        int at = (int)sr_rng_below(&s->head.rng, (uint32_t)n);
        int spice = 0;
        while (at >= left[spice])
            at -= left[spice++];
        left[spice]--;
        s->row[s->row_count++] = sr_u8(spice);
        sr_emit(g->ev, EV_REVEAL, -1, spice, s->row_count, 0, 0);
    }
}

void merv__park_camel(struct merv *g, int seat)
{
    struct merv_state *s = g->s;
    if (s->row_camels < s->row_count) {
        s->row_camels++;
        sr_emit(g->ev, EV_ROW_CAMEL, seat, s->row_camels, 0, 0, 0);
        return;
    }
    for (int m = 0; m < MARKET; m++) {
        if (s->market_camels >> m & 1)
            continue;
        s->market_camels |= (uint8_t)(1u << m);
        sr_emit(g->ev, EV_MARKET_CAMEL, -1, m, 0, 0, 0);
        return;
    }
    s->lost_camels++;
    sr_emit(g->ev, EV_CAMEL_LOST, -1, 0, 0, 0, 0);
}
