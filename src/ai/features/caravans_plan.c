/* caravans_plan.c: worth of goods, dealings and sites in Caravans, and where a caravan might go. */
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

SR_NOINLINE int trek__investment(const struct caravans_edition *ed, const struct caravans *s,
                                 int ecu, const int held[KINDS], int due, int bribe[KINDS])
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
    unsigned printed = 1u << print[DIRS], suburbs = 0;
    for (int d = 0; d < DIRS; d++) {
        printed |= 1u << print[d];
        suburbs |= (unsigned)(c->suburbs[d] > 0) << print[d];
        out->pawns[AT_SUBURB][print[d]] =
            (uint16_t)(out->pawns[AT_SUBURB][print[d]] + c->suburbs[d]);
    }
    for (int k = 1; k < KINDS; k++)
        out->pawns[AT_FORUM][k] = c->forum[k - 1];
    out->printed = (uint16_t)printed;
    out->offered[AT_SUBURB] = (uint16_t)suburbs;
    out->offered[AT_FORUM] =
        (uint16_t)(((1u << KINDS) - 2) & ~(sr_match(c->forum, RESOURCES, 0xFF, 0) << 1));
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

SR_NOINLINE struct deal trek__deal(const struct caravans_edition *ed, const struct caravans *s,
                                   int seat, int ecu, int city, const struct market *mk,
                                   const int units[KINDS], unsigned bought, unsigned sold)
{
    struct deal best = {0, 0, 0, false};
    const unsigned wares = mk->offered[AT_SUBURB] | mk->offered[AT_FORUM];
    for (unsigned set = wares & ~sold & ~1u; set; set &= set - 1)
        for (int k = sr_lowest(set), place = 0; place < PLACES; place++) {
            if (!(mk->offered[place] >> k & 1))
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

SR_NOINLINE int trek__visit(const struct caravans_edition *ed, const struct caravans *s, int seat,
                            int ecu, int city, const struct market *market, int units[KINDS])
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
    struct market mk = *market;
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
            if (--mk.pawns[d.place][d.kind] == 0)
                mk.offered[d.place] = (uint16_t)(mk.offered[d.place] & ~(1u << d.kind));
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

/* ---- what a caravan is worth ----------------------------------------------------------------- */

/* How much of an investment a seat has made: units of the bribe still due, points staked. */
static void invested(const struct caravans_edition *ed, const struct caravans *s, int seat,
                     int *due, int *staked)
{
    *due = ed->bribe_units;
    *staked = 0;
    if (seat != s->active || s->phase < ASK_BRIBE || s->phase > ASK_STAKE)
        return;
    for (int k = 0; k < KINDS; k++)
        *due -= s->bribe[k];
    for (int k = 1; k < KINDS; k++)
        *staked += s->stake >> (k - 1) & 1 ? ed->values[ed->classes[k - 1]] : 0;
}

/* Influence an investment would bring now, or will when the one under way is finished. */
SR_NOINLINE int trek__influence(const struct caravans_edition *ed, const struct caravans *s,
                                int seat, const int units[KINDS])
{
    int due, staked, left[KINDS];
    invested(ed, s, seat, &due, &staked);
    memcpy(left, units, sizeof left);
    /* R10.4: no two alike, and nothing that was paid as a bribe although écus stay. */
    const bool investing = seat == s->active && s->phase >= ASK_BRIBE && s->phase <= ASK_STAKE;
    const bool barred =
        s->head.option[OPT_BRIBE] == ALIKE_WITHOUT_ECUS && units[ECU] > sr_max(0, due);
    for (int k = 1; investing && k < KINDS; k++)
        if ((s->stake >> (k - 1) & 1) || (barred && s->bribe[k] > 0))
            left[k] = 0;
    return staked + trek__investment(ed, s, AN_ECU, left, due, NULL);
}

static int investment_now(const struct caravans_edition *ed, const struct caravans *s, int seat)
{
    int units[KINDS];
    trek__units(&s->players[seat], units);
    return trek__influence(ed, s, seat, units);
}

/* What a caravan is worth with these units, in tenths of a point: goods nearly for the points they
 * will bring, so that an investment pays when little is lost in bribes. */
SR_NOINLINE int trek__holdings(const struct caravans_edition *ed, const struct caravans *s,
                               int seat, const int units[KINDS])
{
    const int points = trek__influence(ed, s, seat, units);
    const bool wins = s->players[seat].influence + points >= ed->win_influence;
    const bool investing = seat == s->active && s->phase >= ASK_BRIBE && s->phase <= ASK_STAKE;
    int total = 0, sum = 0;
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < units[k]; i++, total++)
            sum += trek__unit(ed, AN_ECU, k, i);
    if (investing || wins)
        return 10 * points + units[ECU];
    return 7 * sum / 10 * ed->caravan_max / sr_max(total, ed->caravan_max);
}

static int holdings_now(const struct caravans_edition *ed, const struct caravans *s, int seat)
{
    int units[KINDS];
    trek__units(&s->players[seat], units);
    return trek__holdings(ed, s, seat, units);
}

/* ---- where to go ----------------------------------------------------------------------------- */

/* For the lines from `first` up to `end`. */
SR_NOINLINE void trek__look_over(const struct caravans_edition *ed, const struct caravans *s,
                                 int first, int end, struct country *l)
{
    l->known = 0;
    l->ground.known = false;
    l->some[0] = l->rest[0] = 0;
    for (int k = 1; k < KINDS; k++) {
        int *half = k <= IRON ? l->some : l->rest;
        const int n = 1 << (k - 1) % IRON;
        for (int i = 0; i < n; i++)
            half[n + i] = half[i] + trek__value(ed, k) / 5;
    }
    for (int i = first; i < end; i++) {
        l->holdings[i] = holdings_now(ed, s, i);
        l->investment[i] = investment_now(ed, s, i);
    }
}

/* ---- the map ------------------------------------------------------------------------------- */

static unsigned ground_hex(int print, int region)
{
    return 1u << print | (unsigned)region << GROUND_REGION | 1u << GROUND_EXPLORED;
}
static int ground_print(unsigned hex) { return hex ? sr_lowest(hex) : 0; }

static int ground_region(unsigned hex)
{
    return (int)(hex >> GROUND_REGION) & ((1 << (GROUND_EXPLORED - GROUND_REGION)) - 1);
}

static int ground_at(int dq, int dr) { return (dr + GROUND + 2) * GROUND_WIDTH + dq + GROUND + 2; }

SR_NOINLINE void trek__look_round(const struct caravans_edition *ed, const struct caravans *s,
                                  int q, int r, struct ground *out)
{
    memset(out->hex, 0, sizeof out->hex);
    out->q = q;
    out->r = r;
    out->known = true;
    if (caravans__distance(q, r, 0, 0) <= GROUND)
        out->hex[ground_at(-q, -r)] = (uint16_t)ground_hex(s->central + 1, 0);
    for (int i = 0; i < s->tile_count; i++) {
        const struct caravans_tile *t = &s->tiles[i];
        const int dq = t->q - q, dr = t->r - r;
        /* Its cells are at most a step from its anchor. */
        if ((unsigned)(dq + GROUND + 1) > 2 * GROUND + 2 ||
            (unsigned)(dr + GROUND + 1) > 2 * GROUND + 2)
            continue;
        const int shape = t->lay / TURNS, turn = t->lay % TURNS;
        const int region = 1 + caravans__region_of(t->tile);
        for (int c = 0; c < 3; c++) {
            const int hex = c < turn ? c + TURNS - turn : c - turn;
            int cell_q, cell_r;
            caravans__cell(shape, dq, dr, c, &cell_q, &cell_r);
            out->hex[ground_at(cell_q, cell_r)] =
                (uint16_t)ground_hex(caravans__print(ed, t->tile, hex), region);
        }
    }
}

/* What is printed on a city's suburbs and, last, under it; and what that makes of its market. */
const uint8_t *trek__prints(const struct caravans_edition *ed, const struct caravans *s,
                            struct country *l, int city)
{
    const struct caravans_city *c = &s->cities[city];
    const struct ground *g = &l->ground;
    uint8_t *print = l->print[city];
    if (l->known >> city & 1)
        return print;
    if (g->known && caravans__distance(c->q, c->r, g->q, g->r) < GROUND) {
        const uint16_t *here = &g->hex[ground_at(c->q - g->q, c->r - g->r)];
        for (int d = 0; d < DIRS; d++)
            print[d] =
                (uint8_t)ground_print(here[caravans__dir_r[d] * GROUND_WIDTH + caravans__dir_q[d]]);
        print[DIRS] = (uint8_t)ground_print(here[0]);
    } else {
        caravans__prints(ed, s, c->q, c->r, print);
    }
    trek__market_of(c, print, &l->market[city]);
    l->known |= (uint64_t)1 << city;
    return print;
}

const struct market *trek__known_market(const struct caravans_edition *ed, const struct caravans *s,
                                        struct country *l, int city)
{
    trek__prints(ed, s, l, city);
    return &l->market[city];
}

/* The best visits, the most promising first; returns how many. */
SR_NOINLINE int trek__visits(const struct caravans_edition *ed, const struct caravans *s, int seat,
                             struct country *l, struct goal out[NEAR])
{
    const struct caravans_player *p = &s->players[seat];
    int before[KINDS], n = 0;
    trek__units(p, before);
    const int worth = l->holdings[seat];
    const bool dealing = seat == s->active && s->phase >= ASK_TRADE && s->phase <= ASK_REPLY;
    for (int c = 0; c < s->city_count; c++) {
        const struct caravans_city *city = &s->cities[c];
        struct goal g = {.steps = caravans__distance(p->q, p->r, city->q, city->r), .city = c};
        const bool dealt = dealing && g.steps == 0 && (s->bought | s->sold);
        if (g.steps > 8)
            continue;
        if (dealing && g.steps == 0)
            g.steps = -1; /* the action is spent */
        int units[KINDS];
        memcpy(units, before, sizeof units);
        if (trek__visit(ed, s, seat, AN_ECU, c, trek__known_market(ed, s, l, c), units) <= 0)
            continue;
        const int loss = city->governor == seat && !dealt ? caravans__own_trade_loss(ed, p) : 0;
        g.worth = trek__holdings(ed, s, seat, units) - worth - 10 * loss;
        g.investment = trek__influence(ed, s, seat, units) - loss;
        if (g.worth <= 0)
            continue;
        int at = sr_min(n, NEAR);
        for (; at > 0 && trek__net_worth(&out[at - 1]) < trek__net_worth(&g); at--)
            if (at < NEAR)
                out[at] = out[at - 1];
        if (at < NEAR)
            out[at] = g;
        n = sr_min(n + 1, NEAR);
    }
    return n;
}

int trek__founding(const struct caravans *s, int founded)
{
    static const uint8_t worth[] = {22, 6, 2, 0};
    return worth[sr_min(founded, 3)] + s->head.seats - 1;
}

static bool free_site(const struct caravans_edition *ed, const struct caravans *s, int q, int r)
{
    const int least = s->head.option[OPT_WIDE] ? ed->city_wide_dist : ed->city_min_dist;
    for (int c = 0; c < s->city_count; c++)
        if (caravans__distance(q, r, s->cities[c].q, s->cities[c].r) < least)
            return false;
    return true;
}

static bool takes_tile(const struct caravans *s, int q, int r)
{
    const struct caravans_spots spots = caravans__spots(caravans__window(s, q, r));
    return (spots.d | spots.u) != 0;
}

/* So far from a caravan sites are looked for. */
enum { SITES = 5 };

/* The best site for a city and the nearest border of the map, as the crow flies. */
SR_NOINLINE void trek__places(const struct caravans_edition *ed, const struct caravans *s, int seat,
                              const struct country *l, struct goal *site, struct goal *border)
{
    const struct caravans_player *p = &s->players[seat];
    const int worth = trek__founding(s, ed->cities_per_player - p->cities);
    const int most = worth + l->some[31] + l->rest[15] + DIRS - 10;
    const struct goal none = {0, 0, 0, 0, 0, 0};
    int best = 0, next[DIRS]; /* net worth of the site; where the neighbours are */
    const struct ground *ground = &l->ground;
    for (int d = 0; d < DIRS; d++)
        next[d] = caravans__dir_r[d] * GROUND_WIDTH + caravans__dir_q[d];
    *site = *border = none;
    for (int dr = 1 - SITES; dr < SITES; dr++)
        for (int dq = sr_max(1 - SITES, 1 - SITES - dr); dq < sr_min(SITES, SITES - dr); dq++) {
            const int at = ground_at(dq, dr), steps = caravans__distance(0, 0, dq, dr);
            /* Neither the border nor, with all kinds around it, a site could be better here. */
            const bool nearer = !border->worth || steps < border->steps;
            const bool better = p->cities && most * A_WAY >= (best + 1) * (A_WAY + 1 + steps);
            if (!ground->hex[at] || (!nearer && !better))
                continue;
            unsigned around = 0, explored = 0;
            for (int d = 0; d < DIRS; d++) {
                const unsigned hex = ground->hex[at + next[d]];
                around |= hex;
                explored += hex >> GROUND_EXPLORED;
            }
            const unsigned kinds = around & ((1u << KINDS) - 1);
            const int open = DIRS - (int)explored;
            const int region = ground_region(ground->hex[at]);
            if (open > 1 && region && s->stacks[region - 1].size && nearer &&
                takes_tile(s, p->q + dq, p->r + dr)) {
                const struct goal here = {4 + AN_ECU * ed->explore_pay, steps, 0, 0, dq, dr};
                *border = here;
            }
            /* As trek__site. */
            const struct goal g = {worth + l->some[kinds >> 1 & 31] + l->rest[kinds >> (1 + IRON)] +
                                       DIRS - open - 10,
                                   steps,
                                   0,
                                   0,
                                   dq,
                                   dr};
            /* trek__net_worth(&g) > best, without dividing. */
            if (p->cities && g.worth * A_WAY >= (best + 1) * (A_WAY + 1 + steps) &&
                free_site(ed, s, p->q + dq, p->r + dr)) {
                *site = g;
                best = trek__net_worth(&g);
            }
        }
}
