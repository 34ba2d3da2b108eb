/* pay.c: what things cost in cubes and all the ways to pay (R4.9).
 *
 * A payment is five numbers of cubes. Discount and conversion are not named: the discount is used
 * when one cube less than the price is paid, the conversion when one cube is of a surplus
 * colour. */
#include "merv.h"

enum mode { FIXED, SAME, DISTINCT, ANY };

struct cost {
    enum mode mode;
    uint8_t need[NORMAL]; /* FIXED */
    int total;
    int less;    /* 1: one cube may be left out */
    int convert; /* colour of which one cube may stand for any, or -1 */
};

/* Level-1 discovery for this action, still unused in this turn. */
static int discount(const struct merv_at *g, const struct merv_player *p, int action)
{
    return !g->s->discount_used && (p->discoveries >> action & 1u);
}

/* Level-2 discovery, still unused in this turn. */
static int conversion(const struct merv_at *g, const struct merv_player *p)
{
    const uint32_t any = p->discoveries >> ANY_PURPLE & 0xFu;
    return any && !g->s->convert_used ? sr_lowest(any) : -1;
}

static void fixed_cost(struct cost *c, const uint8_t need[NORMAL])
{
    memcpy(c->need, need, sizeof c->need);
    c->total = need[0] + need[1] + need[2] + need[3];
}

static void one_colour(struct cost *c, int colour, int n)
{
    c->need[colour] = sr_u8(n);
    c->total = n;
}

static struct cost cost_of(const struct merv_at *g, int price, int what)
{
    const struct merv_edition *ed = g->ed;
    const struct merv_player *p = &g->s->players[g->s->who];
    struct cost c = {FIXED, {0, 0, 0, 0}, 0, 0, conversion(g, p)};
    int card;
    switch (price) {
    case PAY_TAKE:
        c.mode = SAME;
        c.total = 1;
        c.less = discount(g, p, CARAVANSERAI);
        break;
    case PAY_PLACE:
        one_colour(&c, ed->hall_colour[what], merv_courtiers(p) + 1);
        c.less = discount(g, p, PALACE);
        break;
    case PAY_STUDY:
        c.mode = DISTINCT;
        c.total = what;
        break;
    case PAY_BUY:
        fixed_cost(&c, ed->city_cost[what]);
        c.less = discount(g, p, TRADE);
        break;
    case PAY_CLIMB:
        fixed_cost(&c, ed->mosque_cost[merv__space(ed, what, p->mosque + 1)]);
        c.less = discount(g, p, MOSQUE);
        break;
    case PAY_BUILD:
        one_colour(&c, what / MERV_SIZES, ed->wall_price[what % MERV_SIZES]);
        c.less = discount(g, p, WALLS);
        break;
    default: /* PAY_CONTRACT */
        card = merv__top_contract(g->s, what);
        c.convert = -1;
        if (ed->contract_colour[card] == SR_NONE) {
            c.mode = ANY;
            c.total = ed->contract_cubes[card];
        } else {
            one_colour(&c, ed->contract_colour[card], ed->contract_cubes[card]);
        }
        break;
    }
    if (c.total == 0)
        c.less = 0;
    return c;
}

/* R4.9.4: all normal cubes of one Caravanserai action share a colour, but for the converted one. */
static bool same_colour(const uint8_t spent[COLOURS], int convert)
{
    int sum = 0, most = 0, rest = 0;
    for (int k = 0; k < NORMAL; k++) {
        sum += spent[k];
        most = sr_max(most, spent[k]);
        if (k != convert)
            rest = sr_max(rest, spent[k]);
    }
    if (sum == most)
        return true;
    return convert >= 0 && spent[convert] == 1 && sum - 1 == rest;
}

static bool may_spend(const struct merv_at *g, int colour, int convert)
{
    if (g->s->players[g->s->who].cubes[colour] == 0)
        return false;
    if (colour == WHITE)
        return true;
    uint8_t spent[COLOURS];
    memcpy(spent, g->s->spent, sizeof spent);
    spent[colour]++;
    return same_colour(spent, convert);
}

/* ---- can it be paid? ------------------------------------------------------------------------ */

int merv__most_scrolls(const struct merv_at *g)
{
    const struct merv_player *p = &g->s->players[g->s->who];
    const int convert = conversion(g, p);
    int n = p->cubes[WHITE];
    for (int k = 0; k < NORMAL; k++)
        n += sr_min(p->cubes[k], k == convert ? 2 : 1);
    return sr_min(n, sr_min(g->ed->library_max, merv__scrolls_left(g)));
}

bool merv__can_pay(const struct merv_at *g, int price, int what)
{
    const struct merv_player *p = &g->s->players[g->s->who];
    const struct cost c = cost_of(g, price, what);
    if (c.mode == ANY)
        return merv_cubes(p) >= c.total;
    if (c.mode == SAME) {
        if (c.less)
            return true;
        for (int k = 0; k < COLOURS; k++)
            if (may_spend(g, k, c.convert))
                return true;
        return false;
    }
    int missing = 0; /* FIXED; how many scrolls is asked by merv__most_scrolls */
    for (int k = 0; k < NORMAL; k++)
        missing += sr_max(0, c.need[k] - p->cubes[k]);
    int help = p->cubes[WHITE] + c.less;
    if (c.convert >= 0 && p->cubes[c.convert] > c.need[c.convert])
        help++;
    return missing <= help;
}

/* ---- all the ways to pay -------------------------------------------------------------------- */

struct ways {
    sr_move *out;
    int count, most;
};

static void add_way(struct ways *w, const int v[COLOURS])
{
    if (w->count == w->most)
        return;
    if (w->out) {
        sr_move m = MV_FREE;
        if (v[0] | v[1] | v[2] | v[3] | v[4])
            m = (sr_move)MV_PAY | (sr_move)v[0] << 8 | (sr_move)v[1] << 12 | (sr_move)v[2] << 16 |
                (sr_move)v[3] << 20 | (sr_move)v[4] << 24;
        w->out[w->count] = m;
    }
    w->count++;
}

/* Every normal colour up to `top`; white makes up the sum. */
static void spread(const struct cost *c, const int top[COLOURS], struct ways *w)
{
    int v[COLOURS];
    for (v[0] = 0; v[0] <= top[0]; v[0]++)
        for (v[1] = 0; v[1] <= top[1]; v[1]++)
            for (v[2] = 0; v[2] <= top[2]; v[2]++)
                for (v[3] = 0; v[3] <= top[3]; v[3]++) {
                    const int sum = v[0] + v[1] + v[2] + v[3];
                    if (sum > c->total || c->total - c->less - sum > top[WHITE])
                        continue;
                    for (int total = c->total; total >= c->total - c->less; total--) {
                        v[WHITE] = total - sum;
                        if (v[WHITE] >= 0 && v[WHITE] <= top[WHITE])
                            add_way(w, v);
                    }
                }
}

static void ways_same(const struct merv_at *g, const struct cost *c, struct ways *w)
{
    const int nothing[COLOURS] = {0, 0, 0, 0, 0};
    for (int k = 0; k < COLOURS; k++) {
        if (!may_spend(g, k, c->convert))
            continue;
        int v[COLOURS] = {0, 0, 0, 0, 0};
        v[k] = 1;
        add_way(w, v);
    }
    if (c->less)
        add_way(w, nothing);
}

int merv__payments(const struct merv_at *g, sr_move *out, int most)
{
    const struct merv_player *p = &g->s->players[g->s->who];
    const struct cost c = cost_of(g, g->s->paying, g->s->paying_for);
    struct ways w = {out, 0, most};
    if (c.mode == SAME) {
        ways_same(g, &c, &w);
        return w.count;
    }
    /* The converted cube is one above what its colour could pay: it can only be one. */
    int top[COLOURS];
    for (int k = 0; k < NORMAL; k++) {
        const int due = c.mode == ANY ? c.total : c.mode == DISTINCT ? 1 : c.need[k];
        top[k] = sr_min(p->cubes[k], due + (k == c.convert));
    }
    top[WHITE] = p->cubes[WHITE];
    spread(&c, top, &w);
    return w.count;
}

/* ---- paying --------------------------------------------------------------------------------- */

static void mark_abilities(struct merv *g, const struct cost *c, const int v[COLOURS])
{
    int sum = 0, surplus = 0;
    for (int k = 0; k < COLOURS; k++)
        sum += v[k];
    if (c->less && sum < c->total)
        g->s->discount_used = 1;
    for (int k = 0; k < NORMAL; k++)
        surplus += sr_max(0, v[k] - (c->mode == DISTINCT ? 1 : c->need[k]));
    if (surplus && (c->mode == FIXED || c->mode == DISTINCT))
        g->s->convert_used = 1;
}

void merv__pay(struct merv *g, sr_move move)
{
    struct merv_state *s = g->s;
    struct merv_player *p = &s->players[s->who];
    const struct cost c = cost_of(&g->at, s->paying, s->paying_for);
    int v[COLOURS] = {0, 0, 0, 0, 0};
    for (int k = 0; k < COLOURS && sr_move_verb(move) == MV_PAY; k++)
        v[k] = sr_move_bits(move, 8 + 4 * k, 4);
    mark_abilities(g, &c, v);
    for (int k = 0; k < COLOURS; k++) {
        if (v[k] == 0)
            continue;
        sr_add_u8(&p->cubes[k], -v[k]);
        if (c.mode == SAME)
            sr_add_u8(&s->spent[k], v[k]);
        sr_emit(g->ev, EV_PAY, s->who, v[k], k, 0, 0);
    }
}
