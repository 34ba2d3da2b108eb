/* caravans_thumb.c: Caravans by rules of thumb. They weigh trading, building and exploring by what
 * each yields per action, and do not plan beyond the next goal: good enough to show how long games
 * last and how the seats fare, and to tell the search where to look first.
 *
 * All worths are in tenths of a point of influence. */
#include "ai/features/caravans_thumb.h"

#include "ai/features/caravans_plan.h"

const struct thumb thumb__default = {
    .invest_from = 5,
    .ecu = 5,
    .explore = 4,
    .city = {22, 4, 0, 0},
    .customer = 1,
};

enum { HEXES = 3 * TILES + 1, SLOTS_HASH = 512, FAR_AWAY = 99 };

struct hex {
    int16_t q, r;
    uint8_t kind;
    int8_t region;   /* -1: the central hex */
    int16_t next[DIRS]; /* -1: unexplored */
    int16_t steps;   /* from the caravan */
    int8_t dir;      /* first step on the way there */
};

struct mind {
    const struct thumb *t;
    const struct caravans_edition *ed;
    const struct caravans *s;
    const struct caravans_player *me;
    int seat;
    struct hex hex[HEXES];
    int hexes;
    int16_t slot[SLOTS_HASH];
};

/* ---- the map --------------------------------------------------------------------------------- */

static unsigned hash(int q, int r) { return (unsigned)(q + 512) * 31u + (unsigned)(r + 512) * 97u; }

static int find_hex(const struct mind *m, int q, int r)
{
    for (unsigned i = hash(q, r);; i++) {
        const int at = m->slot[i % SLOTS_HASH];
        if (at < 0 || (m->hex[at].q == q && m->hex[at].r == r))
            return at;
    }
}

static void add_hex(struct mind *m, int q, int r, int kind, int region)
{
    unsigned i = hash(q, r);
    while (m->slot[i % SLOTS_HASH] >= 0)
        i++;
    m->slot[i % SLOTS_HASH] = (int16_t)m->hexes;
    const struct hex h = {.q = (int16_t)q,
                          .r = (int16_t)r,
                          .kind = (uint8_t)kind,
                          .region = (int8_t)region,
                          .steps = FAR_AWAY};
    m->hex[m->hexes++] = h;
}

static void survey(struct mind *m)
{
    memset(m->slot, 0xFF, sizeof m->slot);
    m->hexes = 0;
    add_hex(m, 0, 0, m->s->central + 1, -1);
    for (int i = 0; i < m->s->tile_count; i++) {
        const struct caravans_tile *t = &m->s->tiles[i];
        for (int c = 0; c < 3; c++) {
            int q, r;
            caravans__cell(t->lay / TURNS, t->q, t->r, c, &q, &r);
            add_hex(m, q, r, caravans__print(m->ed, t->tile, (c + TURNS - t->lay % TURNS) % TURNS),
                    caravans__region_of(t->tile));
        }
    }
    for (int i = 0; i < m->hexes; i++)
        for (int d = 0; d < DIRS; d++)
            m->hex[i].next[d] = (int16_t)find_hex(m, m->hex[i].q + caravans__dir_q[d],
                                                  m->hex[i].r + caravans__dir_r[d]);
}

/* Steps from the caravan to every hex. */
static void walk(struct mind *m)
{
    int16_t queue[HEXES];
    int n = 0;
    const int start = find_hex(m, m->me->q, m->me->r);
    m->hex[start].steps = 0;
    queue[n++] = (int16_t)start;
    for (int i = 0; i < n; i++) {
        const struct hex *h = &m->hex[queue[i]];
        for (int d = 0; d < DIRS; d++) {
            struct hex *to = h->next[d] >= 0 ? &m->hex[h->next[d]] : NULL;
            if (!to || to->steps != FAR_AWAY)
                continue;
            to->steps = (int16_t)(h->steps + 1);
            to->dir = (int8_t)(h->steps == 0 ? d : h->dir);
            queue[n++] = h->next[d];
        }
    }
}

/* ---- worth ----------------------------------------------------------------------------------- */

static int value(const struct mind *m, int kind) { return trek__value(m->ed, kind); }

static int units_worth(const struct mind *m, const int units[KINDS])
{
    int sum = 0;
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < units[k]; i++)
            sum += trek__unit(m->ed, m->t->ecu, k, i);
    return sum;
}

static int investment(const struct mind *m, const int units[KINDS], int bribe[KINDS])
{
    return trek__investment(m->ed, m->s, m->t->ecu, units, m->ed->bribe_units, bribe);
}

/* ---- trade ----------------------------------------------------------------------------------- */

static int visit_worth(const struct mind *m, int index)
{
    struct market mk;
    int units[KINDS];
    trek__market(m->ed, m->s, index, &mk);
    trek__units(m->me, units);
    return trek__visit(m->ed, m->s, m->seat, m->t->ecu, index, &mk, units);
}

static int find_move(const sr_move *legal, int count, sr_move m, sr_move mask)
{
    for (int i = 0; i < count; i++)
        if ((legal[i] & mask) == m)
            return i;
    return -1;
}

static int find_kind(const sr_move *legal, int count, int verb, int kind)
{
    return find_move(legal, count, sr_move_make(verb, kind, 0, 0), 0xFFFFu);
}

/* A kind of which one holds two and the other none, both ways. */
static int spare_for(const struct caravans_player *from, const struct caravans_player *to)
{
    for (int k = KINDS - 1; k > 0; k--)
        if (from->units[k] > 1 && to->units[k] == 0)
            return k;
    return -1;
}

static int trade(const struct mind *m, const sr_move *legal, int count)
{
    const int index = caravans__forum_at(m->s, m->me->q, m->me->r);
    const bool dealt = (m->s->bought | m->s->sold) != 0;
    int move = -1;
    if (index >= 0 && (dealt || visit_worth(m, index) > 0)) {
        struct market mk;
        int units[KINDS];
        trek__market(m->ed, m->s, index, &mk);
        trek__units(m->me, units);
        const struct deal d = trek__deal(m->ed, m->s, m->seat, m->t->ecu, index, &mk, units,
                                         (unsigned)m->s->bought << 1, (unsigned)m->s->sold << 1);
        if (d.gain > 0 && d.sells)
            move = find_kind(legal, count, V_SELL, d.kind);
        else if (d.gain > 0)
            move = find_move(legal, count, sr_move_make(V_BUY, d.place, d.kind, 0), 0xFFFFFFu);
    }
    for (int i = 0; i < count && move < 0; i++) {
        if (sr_move_verb(legal[i]) != V_OFFER)
            continue;
        const struct caravans_player *other = &m->s->players[sr_move_a(legal[i])];
        if (spare_for(m->me, other) > 0 && spare_for(other, m->me) > 0)
            move = i;
    }
    return move >= 0 ? move : find_move(legal, count, V_DONE, ~0u);
}

static int swap_step(const struct mind *m, const sr_move *legal, int count)
{
    const struct caravans_player *other = &m->s->players[m->s->partner];
    const int give = spare_for(m->me, other), want = spare_for(other, m->me);
    int move = -1;
    if (m->s->phase == ASK_GIVE) {
        move = find_move(legal, count, V_NEXT, ~0u);
        if (move < 0 && give > 0)
            move = find_kind(legal, count, V_GIVE, give);
    } else {
        move = find_move(legal, count, V_SEND, ~0u);
        if (move < 0 && want > 0)
            move = find_kind(legal, count, V_ASK, want);
    }
    return move >= 0 ? move : find_move(legal, count, V_WITHDRAW, ~0u);
}

static int reply(const struct mind *m, const sr_move *legal, int count)
{
    int units[KINDS];
    trek__units(m->me, units);
    const int before = units_worth(m, units);
    for (int k = 0; k < KINDS; k++)
        units[k] += m->s->give[k] - m->s->want[k];
    const int move = find_move(legal, count, V_ACCEPT, ~0u);
    return move >= 0 && units_worth(m, units) > before ? move
                                                       : find_move(legal, count, V_DECLINE, ~0u);
}

/* ---- actions --------------------------------------------------------------------------------- */

static int site_worth(const struct mind *m, const struct hex *h)
{
    uint8_t print[DIRS];
    for (int d = 0; d < DIRS; d++)
        print[d] = h->next[d] < 0 ? 0 : m->hex[h->next[d]].kind;
    return trek__site(m->ed, print);
}

static bool free_site(const struct mind *m, int q, int r)
{
    const int least = m->s->head.option[OPT_WIDE] ? m->ed->city_wide_dist : m->ed->city_min_dist;
    for (int i = 0; i < m->s->city_count; i++)
        if (caravans__distance(q, r, m->s->cities[i].q, m->s->cities[i].r) < least)
            return false;
    return true;
}

static int build_worth(const struct mind *m, const struct hex *h)
{
    const int founded = m->ed->cities_per_player - m->me->cities;
    if (m->me->cities == 0 || !free_site(m, h->q, h->r))
        return 0;
    return m->t->city[sr_min(founded, 3)] + m->t->customer * (m->s->head.seats - 1) +
           site_worth(m, h);
}

static int explore_worth(const struct mind *m, const struct hex *h)
{
    if (h->region < 0 || m->s->stacks[h->region].size == 0)
        return 0;
    const struct caravans_spots spots = caravans__spots(caravans__window(m->s, h->q, h->r));
    return spots.d | spots.u ? m->t->explore + m->t->ecu * m->ed->explore_pay : 0;
}

/* What can be had on a hex, by the action that brings it. */
static int goal_worth(const struct mind *m, const struct hex *h, int *verb)
{
    int best = explore_worth(m, h);
    *verb = V_EXPLORE;
    const int build = build_worth(m, h);
    if (build > best) {
        best = build;
        *verb = V_BUILD;
    }
    const int index = caravans__forum_at(m->s, h->q, h->r);
    const int visit = index >= 0 ? visit_worth(m, index) : 0;
    if (visit > best) {
        best = visit;
        *verb = V_TRADE;
    }
    return best;
}

static int action(struct mind *m, const sr_move *legal, int count)
{
    walk(m);
    int best = 0, verb = V_END, dir = -1;
    for (int i = 0; i < m->hexes; i++) {
        const struct hex *h = &m->hex[i];
        int does;
        if (h->steps > 8)
            continue;
        /* Rates per action, as fractions of 1000; near goals win ties. */
        const int rate = 1000 * goal_worth(m, h, &does) / (h->steps + 1) - h->steps;
        if (rate <= best)
            continue;
        best = rate;
        verb = h->steps == 0 ? does : V_MOVE;
        dir = h->dir;
    }
    const int move = verb == V_MOVE ? find_kind(legal, count, V_MOVE, dir)
                                    : find_move(legal, count, (sr_move)verb, ~0u);
    return move >= 0 ? move : find_move(legal, count, V_END, ~0u);
}

/* ---- tiles ----------------------------------------------------------------------------------- */

static int tile(const struct mind *m, const sr_move *legal, int count)
{
    int best = 0, most = -1;
    for (int i = 0; i < count; i++) {
        int worth = 0;
        for (int h = 0; h < 3; h++)
            worth += value(m, caravans__print(m->ed, sr_move_bits(legal[i], 8, 7), h));
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return best;
}

/* City that has (q, r) as a suburb, or -1. */
static int suburb_of(const struct mind *m, int q, int r)
{
    for (int i = 0; i < m->s->city_count; i++)
        if (caravans__distance(q, r, m->s->cities[i].q, m->s->cities[i].r) == 1)
            return i;
    return -1;
}

/* Suburbs of own cities are worth filling; those of others are not. */
static int spot(const struct mind *m, const sr_move *legal, int count, struct sr_rng *rng)
{
    int best = 0, most = -100;
    for (int i = 0; i < count; i++) {
        int worth = (int)sr_rng_below(rng, 3);
        for (int c = 0; c < 3; c++) {
            int q, r;
            caravans__cell(sr_move_bits(legal[i], SHAPE_SHIFT, 1),
                           caravans__signed(legal[i], Q_SHIFT), caravans__signed(legal[i], R_SHIFT),
                           c, &q, &r);
            const int city = suburb_of(m, q, r);
            if (city >= 0)
                worth += m->s->cities[city].governor == m->seat ? 6 : -3;
        }
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return best;
}

/* The richest hex goes to an own suburb, and a resource it does not have yet at that. */
static int turn(const struct mind *m, const sr_move *legal, int count)
{
    int best = 0, most = -1000;
    for (int i = 0; i < count; i++) {
        int worth = 0;
        for (int c = 0; c < 3; c++) {
            int q, r;
            caravans__cell(m->s->spot_shape, m->s->spot_q, m->s->spot_r, c, &q, &r);
            const int city = suburb_of(m, q, r), kind = sr_move_bits(legal[i], 10 + 4 * c, 4);
            if (city < 0)
                continue;
            const bool own = m->s->cities[city].governor == m->seat;
            struct market mk;
            trek__market(m->ed, m->s, city, &mk);
            const int gain = value(m, kind) + (mk.printed >> kind & 1 ? 0 : 8);
            worth += own ? gain : -gain / 2;
        }
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return best;
}

/* ---- the rest of the turn, and the first round ----------------------------------------------- */

/* The lowest kind of what is wanted; the order does not matter. */
static int lowest(const sr_move *legal, int count, int verb, const int wanted[KINDS])
{
    for (int k = 0; k < KINDS; k++)
        if (wanted[k] > 0 && find_kind(legal, count, verb, k) >= 0)
            return find_kind(legal, count, verb, k);
    return 0;
}

static int invest(const struct mind *m, const sr_move *legal, int count)
{
    int units[KINDS], sum = 0;
    trek__units(m->me, units);
    for (int k = 0; k < KINDS; k++)
        sum += units[k];
    const int points = investment(m, units, NULL);
    const bool wins = m->me->influence + points >= m->ed->win_influence;
    const bool heavy = sum > m->ed->caravan_max && points >= m->t->invest_from - 2;
    return find_move(legal, count, wins || heavy || points >= m->t->invest_from ? V_INVEST : V_SKIP,
                     ~0u);
}

/* The bribe planned from the units as they were before its first unit was paid. */
static int bribe(const struct mind *m, const sr_move *legal, int count)
{
    int units[KINDS], plan[KINDS];
    trek__units(m->me, units);
    for (int k = 0; k < KINDS; k++)
        units[k] += m->s->bribe[k];
    investment(m, units, plan);
    for (int k = 0; k < KINDS; k++)
        plan[k] -= m->s->bribe[k];
    return lowest(legal, count, V_BRIBE, plan);
}

static int lighten(const struct mind *m, const sr_move *legal, int count)
{
    int units[KINDS], drop[KINDS] = {0}, sum = 0;
    trek__units(m->me, units);
    for (int k = 0; k < KINDS; k++)
        sum += units[k];
    for (; sum > m->ed->caravan_max; sum--)
        drop[trek__cheapest(m->ed, m->t->ecu, units)]++;
    return lowest(legal, count, V_DROP, drop);
}

/* Rare and precious goods draw customers, and so does variety. */
static int produce(const struct mind *m, const sr_move *legal, int count)
{
    struct market mk;
    trek__market(m->ed, m->s, m->s->city, &mk);
    int best = 0, most = INT32_MIN;
    for (int i = 0; i < count; i++) {
        const int kind = sr_move_a(legal[i]);
        const int worth = 10 * value(m, kind) - 60 * mk.pawns[AT_SUBURB][kind] - i;
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return best;
}

static int destroy(const struct mind *m, const sr_move *legal, int count)
{
    int best = 0, least = 1000;
    for (int i = 0; i < count; i++) {
        const int worth =
            10 * value(m, sr_move_b(legal[i])) + (sr_move_a(legal[i]) == AT_SUBURB) + i;
        if (worth < least) {
            least = worth;
            best = i;
        }
    }
    return best;
}

/* Near a good site that the caravans placed before will not take first. */
static int place(const struct mind *m, const sr_move *legal, int count, struct sr_rng *rng)
{
    int best = 0, most = -1000;
    for (int i = 0; i < count; i++) {
        const int q = caravans__signed(legal[i], Q_SHIFT), r = caravans__signed(legal[i], R_SHIFT);
        int worth = site_worth(m, &m->hex[find_hex(m, q, r)]) + (int)sr_rng_below(rng, 4);
        for (int seat = 0; seat < m->seat; seat++) {
            const struct caravans_player *p = &m->s->players[seat];
            if (caravans__distance(q, r, p->q, p->r) < m->ed->city_min_dist)
                worth -= 12;
        }
        if (!free_site(m, q, r))
            worth -= 12;
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return best;
}

/* Different resources, those first that cannot be had nearby. */
static int pick(const struct mind *m, const sr_move *legal, int count, struct sr_rng *rng)
{
    uint8_t print[DIRS + 1];
    caravans__prints(m->ed, m->s, m->me->q, m->me->r, print);
    int best = 0, most = -1;
    for (int i = 0; i < count; i++) {
        const int kind = sr_move_a(legal[i]);
        int worth = m->me->units[kind] == 0 ? 10 : 0;
        for (int d = 0; d < DIRS; d++)
            worth -= print[d] == kind;
        worth = 20 * worth + 200 + (int)sr_rng_below(rng, 20);
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return best;
}

int thumb__choose(const struct thumb *t, const struct sr_rules *r, const union sr_state *s,
                  const sr_move *legal, int count, struct sr_rng *rng)
{
    struct mind m;
    m.t = t;
    m.ed = (const struct caravans_edition *)r->edition;
    m.s = (const struct caravans *)s;
    m.seat = caravans__actor(m.s);
    m.me = &m.s->players[m.seat];
    survey(&m);
    switch (m.s->phase) {
    case ASK_PLACE:
        return place(&m, legal, count, rng);
    case ASK_PICK:
        return pick(&m, legal, count, rng);
    case ASK_ACTION:
        return action(&m, legal, count);
    case ASK_TILE:
        return tile(&m, legal, count);
    case ASK_SPOT:
        return spot(&m, legal, count, rng);
    case ASK_TURN:
        return turn(&m, legal, count);
    case ASK_TRADE:
        return trade(&m, legal, count);
    case ASK_GIVE:
    case ASK_WANT:
        return swap_step(&m, legal, count);
    case ASK_REPLY:
        return reply(&m, legal, count);
    case ASK_INVEST:
        return invest(&m, legal, count);
    case ASK_BRIBE:
        return bribe(&m, legal, count);
    case ASK_STAKE: /* everything there is */
        return 0;
    case ASK_LIGHTEN:
        return lighten(&m, legal, count);
    case ASK_PRODUCE:
        return produce(&m, legal, count);
    default:
        return destroy(&m, legal, count);
    }
}
