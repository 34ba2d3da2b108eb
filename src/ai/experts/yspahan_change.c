/* yspahan_change.c: what moves of Yspahan do to a position, as far as a player can foresee it: an
 * unseen card is only counted, and everybody answers for himself as he thinks best. */
#include "ai/experts/yspahan_steward.h"

static void score(struct yspahan_state *s, int seat, int n)
{
    s->players[seat].points[0] = sr_u16(sr_min(s->players[seat].points[0] + n, YSP_POINTS_MAX));
}

/* R5.6: somebody draws; what, nobody knows yet. */
static void draw(const struct outlook *o, struct yspahan_state *s, int seat)
{
    struct yspahan_player *p = &s->players[seat];
    if (p->cards < YSP_HAND && yspahan__can_draw(o->ed, s))
        p->hand[p->cards++] = YSP_CARDS;
}

/* R6.3 */
static void count_caravan(const struct outlook *o, struct yspahan_state *s)
{
    const int width = ysp_line_camels(o->ed, s);
    for (int p = 0; p < s->head.seats; p++) {
        int goods = 0, line = 0;
        for (int i = 0; i < s->caravan_count; i++)
            if (s->caravan[i] == p) {
                goods++;
                line = i / width;
            }
        score(s, p, goods * o->ed->line_factor[line]);
    }
}

void steward__load(const struct outlook *o, struct yspahan_state *s, int owner, bool sent)
{
    const int width = ysp_line_camels(o->ed, s);
    const int line = s->caravan_count / width;
    s->caravan[s->caravan_count++] = sr_u8(owner);
    score(s, owner, o->ed->line_points[line]);
    if (s->caravan_count == YSP_LINES * width) {
        count_caravan(o, s);
        s->caravan_count = 0;
    }
    if (sent && ysp_has(&s->players[owner], BD_CARAVANSERAI))
        for (int i = 0; i < o->ed->caravanserai_cards; i++)
            draw(o, s, owner);
}

void steward__drop(struct yspahan_state *s, int seat, int card)
{
    struct yspahan_player *p = &s->players[seat];
    for (int i = 0; i < p->cards; i++)
        if (p->hand[i] == card) {
            p->hand[i] = p->hand[--p->cards];
            return;
        }
}

void steward__build(const struct outlook *o, struct yspahan_state *s, int seat, int building,
                    int discount)
{
    struct yspahan_player *p = &s->players[seat];
    const struct yspahan_price *price = &o->ed->buildings[building];
    score(s, seat, o->ed->building_points[__builtin_popcount(p->buildings)]);
    p->buildings = sr_u8(p->buildings | 1 << building);
    if (discount != CD_BUILD_NO_CAMEL)
        p->camels = sr_u16(p->camels - price->camels);
    if (discount != CD_BUILD_NO_GOLD)
        p->gold = sr_u16(p->gold - price->gold);
    if (discount >= 0)
        steward__drop(s, seat, discount);
}

/* ---- goods ----------------------------------------------------------------------------------- */

int steward__shop(const struct outlook *o, uint64_t open)
{
    const uint64_t inner = open & ~o->street;
    return ysp_lowest(inner ? inner : open);
}

/* Puts goods into one souk until it is full or they run out; returns how many are left. */
static int fill(const struct outlook *o, struct yspahan_state *s, int seat, int souk, int n)
{
    const uint64_t all = ysp_shops_of(&o->ed->souks[souk]);
    uint64_t open = 0;
    for (uint64_t left = all; left; left &= left - 1)
        if (s->shops[ysp_lowest(left)] == SR_NONE)
            open |= left & -left;
    for (; open && n > 0; n--) {
        const int shop = steward__shop(o, open);
        s->shops[shop] = sr_u8(seat);
        open &= ~((uint64_t)1 << shop);
    }
    return n;
}

int steward__place(const struct outlook *o, struct yspahan_state *s, int seat, int level, int n)
{
    const uint64_t open = n > 0 ? yspahan__area_shops(o->ed, s, seat, level) : 0;
    if (!open)
        return -1;
    struct yspahan_state best = *s;
    int first = -1, most = 0;
    for (int souk = 0; souk < YSP_SOUKS; souk++) {
        if (!(open & ysp_shops_of(&o->ed->souks[souk])))
            continue;
        struct yspahan_state then = *s;
        const int left = fill(o, &then, seat, souk, n);
        if (left < n)
            steward__place(o, &then, seat, level, left);
        const int worth = steward__worth(o, &then, seat);
        if (first < 0 || worth > most) {
            first = souk;
            most = worth;
            best = then;
        }
    }
    *s = best;
    return first;
}

/* ---- the supervisor -------------------------------------------------------------------------- */

void steward__send(const struct outlook *o, struct yspahan_state *s, int shop)
{
    const int owner = s->shops[shop];
    struct yspahan_state kept = *s;
    steward__load(o, s, owner, true);
    s->shops[shop] = SR_NONE;
    if (kept.players[owner].camels < o->ed->keep_price)
        return;
    kept.players[owner].camels = sr_u16(kept.players[owner].camels - o->ed->keep_price);
    steward__load(o, &kept, owner, true);
    if (steward__worth(o, &kept, owner) > steward__worth(o, s, owner))
        *s = kept;
}

void steward__send_all(const struct outlook *o, struct yspahan_state *s)
{
    int shops[YSP_LINKS], n = 0;
    for (int i = 0; i < YSP_LINKS; i++) {
        const uint8_t shop = o->ed->links[s->supervisor][i];
        if (shop < YSP_SHOPS && s->shops[shop] != SR_NONE)
            shops[n++] = shop;
    }
    if (n == 2) { /* the order is the mover's choice */
        struct yspahan_state other = *s;
        steward__send(o, &other, shops[1]);
        steward__send(o, &other, shops[0]);
        steward__send(o, s, shops[0]);
        steward__send(o, s, shops[1]);
        if (steward__standing(o, &other) > steward__standing(o, s))
            *s = other;
    } else if (n == 1) {
        steward__send(o, s, shops[0]);
    }
}
