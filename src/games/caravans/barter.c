/* barter.c: offers between caravans (R9). */
#include "games/caravans/caravans.h"

/* R9.2: one holds a kind and the other a different one. */
static bool can_swap(unsigned a, unsigned b)
{
    const unsigned both = a | b;
    return a && b && (both & (both - 1));
}

int caravans__offers_max(const struct caravans_edition *ed, const struct caravans *s)
{
    if (!s->head.option[OPT_BARTER])
        return 0;
    if (s->head.option[OPT_OFFERS] == OFFERS_FREE && ed->barter_offers > 0)
        return OFFERS_LIMIT;
    return ed->barter_offers;
}

/* R9.1: on the same hex, or anywhere in the city on whose forum the active caravan stands. */
unsigned caravans__partners(const struct caravans_edition *ed, const struct caravans *s)
{
    if (caravans__offers_max(ed, s) == 0)
        return 0;
    const struct caravans_player *p = &s->players[s->active];
    unsigned near = 0, set = 0;
    for (int seat = 0; seat < s->head.seats; seat++) {
        const struct caravans_player *other = &s->players[seat];
        near |= (unsigned)caravans__within(p->q, p->r, other->q, other->r, 1) << seat;
    }
    near &= ~(1u << s->active);
    if (near == 0)
        return 0;
    const int reach = caravans__forum_at(s, p->q, p->r) >= 0;
    const unsigned held = caravans__kinds_held(p);
    for (; near; near &= near - 1) {
        const int seat = sr_lowest(near);
        const struct caravans_player *other = &s->players[seat];
        if (caravans__distance(p->q, p->r, other->q, other->r) <= reach &&
            can_swap(held, caravans__kinds_held(other)))
            set |= 1u << seat;
    }
    return set;
}

/* R9.3: an offer counts from the moment it is opened. */
void caravans__open_offer(struct caravans *s, int partner, struct sr_events *ev)
{
    s->offers++;
    s->partner = (uint8_t)partner;
    caravans__enter(s, ASK_GIVE);
    sr_emit(ev, E_OFFER, s->active, partner, 0, 0, 0);
}

/* ---- answers --------------------------------------------------------------------------------- */

static int sum(const uint16_t side[KINDS])
{
    int n = 0;
    for (int k = 0; k < KINDS; k++)
        n += side[k];
    return n;
}

static unsigned named(const uint16_t side[KINDS])
{
    unsigned set = 0;
    for (int k = 0; k < KINDS; k++)
        if (side[k] > 0)
            set |= 1u << k;
    return set;
}

/* Whether a side of the offer takes another unit. */
static bool takes_more(const struct caravans_edition *ed, const uint16_t side[KINDS])
{
    return ed->barter_units == 0 || sum(side) < ed->barter_units;
}

/* R9.4: what he holds, as long as the partner keeps a kind to be asked for. */
static unsigned give_kinds(const struct caravans_edition *ed, const struct caravans *s)
{
    if (!takes_more(ed, s->give))
        return 0;
    const struct caravans_player *p = &s->players[s->active];
    const unsigned askable = caravans__kinds_held(&s->players[s->partner]) & ~named(s->give);
    unsigned set = 0;
    for (int k = 0; k < KINDS; k++)
        if (p->units[k] > s->give[k] && (askable & ~(1u << k)))
            set |= 1u << k;
    return set;
}

/* R9.5: what the partner holds and is not given. */
static unsigned want_kinds(const struct caravans_edition *ed, const struct caravans *s)
{
    if (!takes_more(ed, s->want))
        return 0;
    const struct caravans_player *other = &s->players[s->partner];
    unsigned set = 0;
    for (int k = 0; k < KINDS; k++)
        if (other->units[k] > s->want[k] && s->give[k] == 0)
            set |= 1u << k;
    return set;
}

/* R17.1 */
static bool can_accept(const struct caravans *s)
{
    const int change = sum(s->want) - sum(s->give);
    return caravans__units(&s->players[s->active]) + change <= UNITS_LIMIT &&
           caravans__units(&s->players[s->partner]) - change <= UNITS_LIMIT;
}

int caravans__list_barter(const struct caravans_edition *ed, const struct caravans *s, sr_move *out)
{
    int n = 0;
    switch (s->phase) {
    case ASK_GIVE:
        n = caravans__list_kinds(V_GIVE, give_kinds(ed, s), out);
        if (sum(s->give) > 0)
            out[n++] = caravans__verb(V_NEXT);
        out[n++] = caravans__verb(V_WITHDRAW);
        return n;
    case ASK_WANT:
        n = caravans__list_kinds(V_ASK, want_kinds(ed, s), out);
        if (sum(s->want) > 0)
            out[n++] = caravans__verb(V_SEND);
        out[n++] = caravans__verb(V_WITHDRAW);
        return n;
    default:
        if (can_accept(s))
            out[n++] = caravans__verb(V_ACCEPT);
        out[n++] = caravans__verb(V_DECLINE);
        return n;
    }
}

bool caravans__allows_barter(const struct caravans_edition *ed, const struct caravans *s, sr_move m)
{
    switch (s->phase) {
    case ASK_GIVE:
        return m == V_WITHDRAW || (m == V_NEXT && sum(s->give) > 0) ||
               caravans__names_kind(m, V_GIVE, give_kinds(ed, s));
    case ASK_WANT:
        return m == V_WITHDRAW || (m == V_SEND && sum(s->want) > 0) ||
               caravans__names_kind(m, V_ASK, want_kinds(ed, s));
    default:
        return m == V_DECLINE || (m == V_ACCEPT && can_accept(s));
    }
}

/* ---- playing --------------------------------------------------------------------------------- */

static void close_offer(struct caravans *s)
{
    s->partner = SR_NONE;
    memset(s->give, 0, sizeof s->give);
    memset(s->want, 0, sizeof s->want);
    caravans__enter(s, ASK_TRADE);
}

static void show_offer(const struct caravans *s, struct sr_events *ev)
{
    for (int k = 0; k < KINDS; k++)
        if (s->give[k] > 0)
            sr_emit(ev, E_OFFER_GIVE, s->active, s->partner, s->give[k], k, 0);
    for (int k = 0; k < KINDS; k++)
        if (s->want[k] > 0)
            sr_emit(ev, E_OFFER_ASK, s->active, s->partner, s->want[k], k, 0);
}

/* R9.6, R9.8: units change hands at once; neither marker nor influence is touched. */
static void swap(struct caravans *s, struct sr_events *ev)
{
    struct caravans_player *a = &s->players[s->active], *b = &s->players[s->partner];
    for (int k = 0; k < KINDS; k++) {
        const int to_a = s->want[k] - s->give[k];
        a->units[k] = sr_u16(a->units[k] + to_a);
        b->units[k] = sr_u16(b->units[k] - to_a);
    }
    s->productive = 1;
    sr_emit(ev, E_ACCEPT, s->partner, s->active, 0, 0, 0);
    close_offer(s);
}

void caravans__barter_step(const struct caravans_edition *ed, struct caravans *s, sr_move m,
                           struct sr_events *ev)
{
    (void)ed;
    switch (sr_move_verb(m)) {
    case V_GIVE:
        s->give[sr_move_a(m)]++;
        break;
    case V_NEXT:
        caravans__enter(s, ASK_WANT);
        break;
    case V_ASK:
        s->want[sr_move_a(m)]++;
        break;
    case V_SEND:
        show_offer(s, ev);
        caravans__enter(s, ASK_REPLY);
        break;
    case V_WITHDRAW:
        sr_emit(ev, E_WITHDRAW, s->active, s->partner, 0, 0, 0);
        close_offer(s);
        break;
    case V_ACCEPT:
        swap(s, ev);
        break;
    default:
        sr_emit(ev, E_DECLINE, s->partner, s->active, 0, 0, 0);
        close_offer(s);
        break;
    }
}
