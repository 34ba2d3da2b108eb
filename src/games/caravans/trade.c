/* trade.c: a market visit and dealing with the city (R8). Barter is in barter.c.
 *
 * Invariant: a visit has dealt with the city exactly when something was bought or sold in it. */
#include "games/caravans/caravans.h"

enum { OWN_TRADES_LIMIT = 250 };

int caravans__own_trade_loss(const struct caravans_edition *ed, const struct caravans_player *p)
{
    return ed->own_trade_loss + ed->own_trade_step * p->own_trades;
}

/* R8.3: passage marker and influence. */
static bool may_begin_dealing(const struct caravans_edition *ed, const struct caravans *s, int city)
{
    const struct caravans_player *p = &s->players[s->active];
    if (p->passage == city)
        return false;
    return s->cities[city].governor != s->active || p->influence >= caravans__own_trade_loss(ed, p);
}

/* R2.8: the two reductions do not add up. */
static int buying_price(const struct caravans_edition *ed, const struct caravans *s,
                        const struct caravans_city *city, int kind, int place)
{
    const bool expert = s->players[s->active].expertise >> (kind - 1) & 1;
    const bool own_forum = place == AT_FORUM && city->governor == s->active;
    return expert || own_forum ? ed->price_reduced : ed->price;
}

/* R2.8, R8.7: printed hexes decide what is exotic, not the pawns that lie there. */
static int selling_price(const struct caravans_edition *ed, unsigned printed, int kind)
{
    return printed >> kind & 1 ? ed->price : ed->price_exotic;
}

static unsigned forum_kinds(const struct caravans_city *city)
{
    unsigned set = 0;
    for (int k = 0; k < RESOURCES; k++)
        if (city->forum[k] > 0)
            set |= 2u << k;
    return set;
}

/* What can be dealt with the city now, R8.4. Sets have a bit per kind. */
struct market {
    int city; /* -1: the caravan stands on no forum */
    unsigned printed;
    unsigned sell, buy[PLACES];
};

static unsigned payable(const struct caravans_edition *ed, const struct caravans *s,
                        const struct caravans_city *city, unsigned kinds, int place)
{
    const struct caravans_player *p = &s->players[s->active];
    const int governor = city->governor;
    /* R17.1 */
    const int room = governor == SR_NONE || governor == s->active
                         ? UNITS_LIMIT
                         : UNITS_LIMIT - caravans__units(&s->players[governor]);
    const bool full = caravans__units(p) >= UNITS_LIMIT;
    unsigned set = 0;
    for (int k = 1; k < KINDS; k++) {
        if (!(kinds >> k & 1))
            continue;
        const int price = buying_price(ed, s, city, k, place);
        if (price <= p->units[ECU] && price <= room && !(full && price == 0))
            set |= 1u << k;
    }
    return set;
}

static void look_at_market(const struct caravans_edition *ed, const struct caravans *s,
                           struct market *m)
{
    const struct caravans_player *p = &s->players[s->active];
    memset(m, 0, sizeof *m);
    m->city = caravans__forum_at(s, p->q, p->r);
    if (m->city < 0)
        return;
    if ((s->bought | s->sold) == 0 && !may_begin_dealing(ed, s, m->city))
        return;
    const struct caravans_city *city = &s->cities[m->city];
    uint8_t print[DIRS + 1];
    caravans__prints(ed, s, city->q, city->r, print);
    unsigned on_suburbs = 0;
    for (int d = 0; d < DIRS; d++) {
        m->printed |= 1u << print[d];
        if (city->suburbs[d] > 0 && print[d] > 0)
            on_suburbs |= 1u << print[d];
    }
    m->printed |= 1u << print[DIRS];

    /* R8.8: one way per resource */
    const unsigned bought = (unsigned)s->bought << 1, sold = (unsigned)s->sold << 1;
    const int units = caravans__units(p);
    for (int k = 1; k < KINDS; k++)
        if (p->units[k] > 0 && city->forum[k - 1] < FORUM_LIMIT &&
            units - 1 + selling_price(ed, m->printed, k) <= UNITS_LIMIT)
            m->sell |= 1u << k;
    m->sell &= ~bought;
    m->buy[AT_SUBURB] = payable(ed, s, city, on_suburbs & ~sold, AT_SUBURB);
    m->buy[AT_FORUM] = payable(ed, s, city, forum_kinds(city) & ~sold, AT_FORUM);
}

/* R8.1: on a forum open to him, with something to sell or with the price of a pawn lying there. */
static bool can_deal(const struct caravans_edition *ed, const struct caravans *s, int index)
{
    const struct caravans_player *p = &s->players[s->active];
    if (!may_begin_dealing(ed, s, index))
        return false;
    for (int k = 1; k < KINDS; k++)
        if (p->units[k] > 0)
            return true;
    const struct caravans_city *city = &s->cities[index];
    if (caravans__stock(city) == 0)
        return false;
    if (p->units[ECU] >= ed->price)
        return true;
    if (p->units[ECU] < ed->price_reduced)
        return false;
    unsigned kinds = forum_kinds(city);
    if (kinds && city->governor == s->active)
        return true;
    uint8_t print[DIRS + 1];
    caravans__prints(ed, s, city->q, city->r, print);
    for (int d = 0; d < DIRS; d++)
        if (city->suburbs[d] > 0)
            kinds |= 1u << print[d];
    return (kinds >> 1 & p->expertise) != 0;
}

bool caravans__can_trade(const struct caravans_edition *ed, const struct caravans *s)
{
    const struct caravans_player *p = &s->players[s->active];
    const int city = caravans__forum_at(s, p->q, p->r);
    return (city >= 0 && can_deal(ed, s, city)) || caravans__partners(ed, s) != 0;
}

void caravans__open_visit(struct caravans *s)
{
    s->bought = s->sold = 0;
    s->offers = 0;
    caravans__enter(s, ASK_TRADE);
}

/* ---- answers --------------------------------------------------------------------------------- */

static sr_move sell_move(const struct caravans_edition *ed, const struct market *m, int kind)
{
    return sr_move_make(V_SELL, kind, selling_price(ed, m->printed, kind), 0);
}

static sr_move buy_move(const struct caravans_edition *ed, const struct caravans *s,
                        const struct market *m, int place, int kind)
{
    return sr_move_make(V_BUY, place, kind, buying_price(ed, s, &s->cities[m->city], kind, place));
}

static unsigned offer_seats(const struct caravans_edition *ed, const struct caravans *s)
{
    return s->offers < caravans__offers_max(ed, s) ? caravans__partners(ed, s) : 0;
}

int caravans__list_trade(const struct caravans_edition *ed, const struct caravans *s, sr_move *out)
{
    struct market m;
    look_at_market(ed, s, &m);
    int n = 0;
    for (int k = 1; k < KINDS; k++)
        if (m.sell >> k & 1)
            out[n++] = sell_move(ed, &m, k);
    for (int place = 0; place < PLACES; place++)
        for (int k = 1; k < KINDS; k++)
            if (m.buy[place] >> k & 1)
                out[n++] = buy_move(ed, s, &m, place, k);
    n += caravans__list_kinds(V_OFFER, offer_seats(ed, s), out + n);
    out[n++] = caravans__verb(V_DONE);
    return n;
}

bool caravans__allows_trade(const struct caravans_edition *ed, const struct caravans *s, sr_move m)
{
    if (m == V_DONE)
        return true;
    const int verb = sr_move_verb(m);
    if (verb == V_OFFER)
        return caravans__names_kind(m, V_OFFER, offer_seats(ed, s));
    if (verb != V_SELL && verb != V_BUY)
        return false;
    struct market market;
    look_at_market(ed, s, &market);
    const int place = verb == V_BUY ? sr_move_a(m) : 0;
    const int kind = verb == V_BUY ? sr_move_b(m) : sr_move_a(m);
    if (place >= PLACES || kind < 1 || kind >= KINDS)
        return false;
    if (verb == V_SELL)
        return (market.sell >> kind & 1) && m == sell_move(ed, &market, kind);
    return (market.buy[place] >> kind & 1) && m == buy_move(ed, s, &market, place, kind);
}

/* ---- playing --------------------------------------------------------------------------------- */

/* R8.5, R8.6: influence first, then the marker; once per visit. */
static void begin_dealing(const struct caravans_edition *ed, struct caravans *s, int city,
                          struct sr_events *ev)
{
    if (s->bought | s->sold)
        return;
    struct caravans_player *p = &s->players[s->active];
    if (s->cities[city].governor == s->active) {
        const int loss = caravans__own_trade_loss(ed, p);
        p->influence = sr_u16(p->influence - loss);
        if (p->own_trades < OWN_TRADES_LIMIT)
            p->own_trades++;
        sr_emit(ev, E_LOSE, s->active, loss, p->influence, 0, 0);
    }
    p->passage = (uint8_t)city;
    sr_emit(ev, E_MARKER, s->active, city + 1, 0, 0, 0);
}

/* R8.9 */
static void sell(const struct caravans_edition *ed, struct caravans *s, int city, int kind,
                 int price, struct sr_events *ev)
{
    begin_dealing(ed, s, city, ev);
    struct caravans_player *p = &s->players[s->active];
    p->units[kind]--;
    p->units[ECU] = sr_u16(p->units[ECU] + price);
    s->cities[city].forum[kind - 1]++;
    s->sold = (uint16_t)(s->sold | 1u << (kind - 1));
    s->productive = 1;
    sr_emit(ev, E_SELL, s->active, kind, price, city + 1, 0);
}

/* Takes a pawn off the suburb in the lowest direction that shows its kind, R8.10. */
static void take_from_suburb(const struct caravans_edition *ed, struct caravans *s,
                             struct caravans_city *city, int kind)
{
    uint8_t print[DIRS + 1];
    caravans__prints(ed, s, city->q, city->r, print);
    int d = 0;
    while (d < DIRS - 1 && (print[d] != kind || city->suburbs[d] == 0))
        d++;
    city->suburbs[d]--;
}

/* R8.10, R8.11: the price goes to another governor, else to the supply. */
static void buy(const struct caravans_edition *ed, struct caravans *s, int index, sr_move m,
                struct sr_events *ev)
{
    const int place = sr_move_a(m), kind = sr_move_b(m), price = sr_move_c(m);
    begin_dealing(ed, s, index, ev);
    struct caravans_player *p = &s->players[s->active];
    struct caravans_city *city = &s->cities[index];
    if (place == AT_FORUM)
        city->forum[kind - 1]--;
    else
        take_from_suburb(ed, s, city, kind);
    p->units[ECU] = sr_u16(p->units[ECU] - price);
    p->units[kind]++;
    s->bought = (uint16_t)(s->bought | 1u << (kind - 1));
    s->productive = 1;
    sr_emit(ev, E_BUY, s->active, kind, price, index + 1, place);
    if (city->governor == SR_NONE || city->governor == s->active || price == 0)
        return;
    struct caravans_player *governor = &s->players[city->governor];
    governor->units[ECU] = sr_u16(governor->units[ECU] + price);
    sr_emit(ev, E_TOLL, city->governor, price, index + 1, 0, 0);
}

void caravans__trade_step(const struct caravans_edition *ed, struct caravans *s, sr_move m,
                          struct sr_events *ev)
{
    const struct caravans_player *p = &s->players[s->active];
    switch (sr_move_verb(m)) {
    case V_SELL:
        sell(ed, s, caravans__forum_at(s, p->q, p->r), sr_move_a(m), sr_move_b(m), ev);
        break;
    case V_BUY:
        buy(ed, s, caravans__forum_at(s, p->q, p->r), m, ev);
        break;
    case V_OFFER:
        caravans__open_offer(s, sr_move_a(m), ev);
        break;
    default:
        s->bought = s->sold = 0;
        s->offers = 0;
        caravans__next_action(ed, s, ev);
        break;
    }
}
