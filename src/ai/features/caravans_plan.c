/* caravans_plan.c: worth of goods, dealings and sites in Caravans. */
#include "ai/features/caravans_plan.h"

int trek__unit(const struct caravans_edition *ed, int ecu, int kind, int held)
{
    if (kind == ECU)
        return ecu;
    const int value = trek__value(ed, kind);
    return held == 0 ? value : sr_max(ecu - 1, value / 3);
}

int trek__cheapest(const struct caravans_edition *ed, int ecu, int units[KINDS])
{
    int best = -1, least = 0;
    for (int k = 0; k < KINDS; k++) {
        if (units[k] == 0)
            continue;
        const int worth = trek__unit(ed, ecu, k, units[k] - 1);
        if (best < 0 || worth < least) {
            best = k;
            least = worth;
        }
    }
    units[best]--;
    return best;
}

int trek__investment(const struct caravans_edition *ed, const struct caravans *s, int ecu,
                     const int held[KINDS], int due, int bribe[KINDS])
{
    int units[KINDS], sum = 0;
    memcpy(units, held, sizeof units);
    for (int k = 0; k < KINDS; k++)
        sum += units[k];
    if (bribe)
        memset(bribe, 0, KINDS * sizeof bribe[0]);
    if (sum <= due)
        return 0;
    for (int i = 0; i < due; i++) {
        const bool coins = units[ECU] > 0 && s->head.option[OPT_BRIBE] == ALIKE_WITHOUT_ECUS;
        const int k = coins ? ECU : trek__cheapest(ed, ecu, units);
        if (coins)
            units[ECU]--;
        if (bribe)
            bribe[k]++;
    }
    int points = 0;
    for (int k = 1; k < KINDS; k++)
        if (units[k] > 0)
            points += ed->values[ed->classes[k - 1]];
    return points;
}

/* ---- dealing --------------------------------------------------------------------------------- */

void trek__market_of(const struct caravans_city *c, const uint8_t print[DIRS + 1],
                     struct market *out)
{
    memset(out, 0, sizeof *out);
    for (int d = 0; d < DIRS; d++) {
        out->printed |= 1u << print[d];
        out->pawns[AT_SUBURB][print[d]] += c->suburbs[d];
    }
    out->printed |= 1u << print[DIRS];
    for (int k = 1; k < KINDS; k++)
        out->pawns[AT_FORUM][k] = c->forum[k - 1];
}

void trek__market(const struct caravans_edition *ed, const struct caravans *s, int city,
                  struct market *out)
{
    const struct caravans_city *c = &s->cities[city];
    uint8_t print[DIRS + 1];
    caravans__prints(ed, s, c->q, c->r, print);
    trek__market_of(c, print, out);
}

static int buying(const struct caravans_edition *ed, const struct caravans *s, int seat, int city,
                  int kind, int place)
{
    const bool low = (s->players[seat].expertise >> (kind - 1) & 1) ||
                     (place == AT_FORUM && s->cities[city].governor == seat);
    return low ? ed->price_reduced : ed->price;
}

static int selling(const struct caravans_edition *ed, const struct market *mk, int kind)
{
    return mk->printed >> kind & 1 ? ed->price : ed->price_exotic;
}

struct deal trek__deal(const struct caravans_edition *ed, const struct caravans *s, int seat,
                       int ecu, int city, const struct market *mk, const int units[KINDS],
                       unsigned bought, unsigned sold)
{
    struct deal best = {0, 0, 0, false};
    for (int k = 1; k < KINDS; k++)
        for (int place = 0; place < PLACES; place++) {
            if (mk->pawns[place][k] == 0 || sold >> k & 1)
                continue;
            const int price = buying(ed, s, seat, city, k, place);
            const int gain = trek__unit(ed, ecu, k, units[k]) - price * ecu;
            const struct deal purchase = {k, place, gain, false};
            if (units[ECU] >= price && gain > best.gain)
                best = purchase;
        }
    for (int k = 1; k < KINDS; k++) {
        if (units[k] == 0 || bought >> k & 1)
            continue;
        const int gain = selling(ed, mk, k) * ecu - trek__unit(ed, ecu, k, units[k] - 1);
        const struct deal sale = {k, 0, gain, true};
        if (gain > best.gain)
            best = sale;
    }
    return best;
}

int trek__visit(const struct caravans_edition *ed, const struct caravans *s, int seat, int ecu,
                int city, struct market mk, int units[KINDS])
{
    const struct caravans_player *p = &s->players[seat];
    const bool here = seat == s->active && s->phase >= ASK_TRADE && s->phase <= ASK_REPLY &&
                      p->q == s->cities[city].q && p->r == s->cities[city].r;
    unsigned bought = here ? (unsigned)s->bought << 1 : 0, sold = here ? (unsigned)s->sold << 1 : 0;
    int sum = 0;
    if (!(bought | sold) && p->passage == city)
        return 0;
    if (!(bought | sold) && s->cities[city].governor == seat) {
        const int loss = caravans__own_trade_loss(ed, p);
        if (p->influence < loss)
            return 0;
        sum -= 10 * loss;
    }
    for (;;) {
        const struct deal d = trek__deal(ed, s, seat, ecu, city, &mk, units, bought, sold);
        if (d.gain <= 0)
            return sum;
        sum += d.gain;
        if (d.sells) {
            units[d.kind]--;
            units[ECU] += selling(ed, &mk, d.kind);
            sold |= 1u << d.kind;
        } else {
            units[ECU] -= buying(ed, s, seat, city, d.kind, d.place);
            units[d.kind]++;
            mk.pawns[d.place][d.kind]--;
            bought |= 1u << d.kind;
        }
    }
}

int trek__site(const struct caravans_edition *ed, const uint8_t print[DIRS])
{
    unsigned kinds = 0;
    int explored = 0, worth = 0;
    for (int d = 0; d < DIRS; d++) {
        kinds |= 1u << print[d];
        explored += print[d] != 0;
    }
    for (int k = 1; k < KINDS; k++)
        if (kinds >> k & 1)
            worth += trek__value(ed, k) / 5;
    return worth + explored - 10;
}
