/* caravans.c: Caravans for the evaluation: the race to the goal, what an investment would bring
 * now, what a visit to a city or a city of one's own would add and how far it is, and the offer
 * under way. */
#ifndef __CUDACC_RTC__
#include "ai/experts/caravans_barter.h" /* not for devices */
#endif
#include "ai/features/caravans_plan.h"
#include "ai/features/caravans_thumb.h"
#include "ai/features.h"

enum {
    OTHERS = 3, /* opponents described one by one, in turn order */
    NEAR = 3,   /* cities described, the most promising first */
    CITY = 16,
    BLOCK = 80,
    OWN = NEAR * CITY + 40,
    BOARD = 50,
    INPUTS = (1 + OTHERS) * BLOCK + OWN + BOARD
};
/* What an écu counts; over how many steps half the worth of a goal is lost. */
enum { AN_ECU = 5, A_WAY = 5 };
/* How far the judgement is to be trusted, in points, at the beginning and at the end. */
enum { SPREAD_START = 5, SPREAD_END = 2 };

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
static int investment(const struct caravans_edition *ed, const struct caravans *s, int seat,
                      const int units[KINDS])
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
    return investment(ed, s, seat, units);
}

/* What a caravan is worth with these units, in tenths of a point: goods nearly for the points they
 * will bring, so that an investment pays when little is lost in bribes. */
static int holdings(const struct caravans_edition *ed, const struct caravans *s, int seat,
                    const int units[KINDS])
{
    const int points = investment(ed, s, seat, units);
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
    return holdings(ed, s, seat, units);
}

/* Resources of the first round still to be picked. */
static int picks_left(const struct caravans_edition *ed, const struct caravans *s, int seat)
{
    int n = 0;
    if (s->phase != ASK_PICK || seat != s->active)
        return 0;
    for (int c = 0; c < CLASSES; c++)
        n += ed->seat_resources[seat][c];
    return sr_max(0, n - caravans__units(&s->players[seat]));
}

/* ---- where to go ----------------------------------------------------------------------------- */

/* Something to be had on a hex some steps away. */
struct goal {
    int worth; /* tenths of a point; 0: there is none */
    int steps;
    int city;       /* a visit: where, and the investment it makes possible */
    int investment;
    int dq, dr; /* a place: where, from the caravan */
};

/* The farther, the less: others may come first, and time passes. */
static int net_worth(const struct goal *g) { return g->worth * A_WAY / (A_WAY + 1 + g->steps); }

/* What is the same for all lines, reckoned once: the map, cities as far as they were asked for, and
 * what the lines hold. */
struct country {
    int cells;
    int16_t q[3 * TILES + 1], r[3 * TILES + 1];
    uint8_t kind[3 * TILES + 1], region[3 * TILES + 1]; /* region 0: the central hex */
    int some[32], rest[32]; /* of a site by the kinds around it, wood to iron and the others */
    uint64_t known;         /* cities whose prints and market are here */
    uint8_t print[CITIES][DIRS + 1];
    struct market market[CITIES];
    int holdings[SR_SEATS_MAX], investment[SR_SEATS_MAX];
};

static void add_cell(struct country *l, int q, int r, int kind, int region)
{
    l->q[l->cells] = (int16_t)q;
    l->r[l->cells] = (int16_t)r;
    l->kind[l->cells] = (uint8_t)kind;
    l->region[l->cells++] = (uint8_t)region;
}

/* For the lines from `first` up to `end`. */
static void look_over(const struct caravans_edition *ed, const struct caravans *s, int first,
                      int end, struct country *l)
{
    l->cells = 0;
    l->known = 0;
    l->some[0] = l->rest[0] = 0;
    add_cell(l, 0, 0, s->central + 1, 0);
    for (int i = 0; i < s->tile_count; i++) {
        const struct caravans_tile *t = &s->tiles[i];
        for (int c = 0; c < 3; c++) {
            int q, r;
            caravans__cell(t->lay / TURNS, t->q, t->r, c, &q, &r);
            add_cell(l, q, r, caravans__print(ed, t->tile, (c + TURNS - t->lay % TURNS) % TURNS),
                     1 + caravans__region_of(t->tile));
        }
    }
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

/* What is printed on a city's suburbs and, last, under it; and what that makes of its market. */
static const uint8_t *prints_of(const struct caravans_edition *ed, const struct caravans *s,
                                struct country *l, int city)
{
    const struct caravans_city *c = &s->cities[city];
    if (!(l->known >> city & 1)) {
        caravans__prints(ed, s, c->q, c->r, l->print[city]);
        trek__market_of(c, l->print[city], &l->market[city]);
        l->known |= (uint64_t)1 << city;
    }
    return l->print[city];
}

static const struct market *market_of(const struct caravans_edition *ed, const struct caravans *s,
                                      struct country *l, int city)
{
    prints_of(ed, s, l, city);
    return &l->market[city];
}

/* The map around a caravan: a bit for the kind, none where nothing is explored. */
enum { REACH = 5, WIDTH = 2 * REACH + 1 };
struct ground {
    uint16_t kind[WIDTH * WIDTH];
    uint8_t region[WIDTH * WIDTH];
};

static int ground_at(int dq, int dr) { return (dr + REACH) * WIDTH + dq + REACH; }

static void look_round(const struct country *l, int q, int r, struct ground *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < l->cells; i++) {
        const unsigned dq = (unsigned)(l->q[i] - q + REACH), dr = (unsigned)(l->r[i] - r + REACH);
        if (dq >= WIDTH || dr >= WIDTH)
            continue;
        out->kind[dr * WIDTH + dq] = (uint16_t)(1u << l->kind[i]);
        out->region[dr * WIDTH + dq] = l->region[i];
    }
}

/* The best visits, the most promising first; returns how many. */
static int visits_of(const struct caravans_edition *ed, const struct caravans *s, int seat,
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
        if (trek__visit(ed, s, seat, AN_ECU, c, *market_of(ed, s, l, c), units) <= 0)
            continue;
        const int loss = city->governor == seat && !dealt ? caravans__own_trade_loss(ed, p) : 0;
        g.worth = holdings(ed, s, seat, units) - worth - 10 * loss;
        g.investment = investment(ed, s, seat, units) - loss;
        if (g.worth <= 0)
            continue;
        int at = sr_min(n, NEAR);
        for (; at > 0 && net_worth(&out[at - 1]) < net_worth(&g); at--)
            if (at < NEAR)
                out[at] = out[at - 1];
        if (at < NEAR)
            out[at] = g;
        n = sr_min(n + 1, NEAR);
    }
    return n;
}

static int founding_worth(const struct caravans *s, int founded)
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

/* The best site for a city and the nearest border of the map, as the crow flies. */
static void places_of(const struct caravans_edition *ed, const struct caravans *s, int seat,
                      const struct country *l, struct goal *site, struct goal *border)
{
    const struct caravans_player *p = &s->players[seat];
    const int worth = founding_worth(s, ed->cities_per_player - p->cities);
    const struct goal none = {0, 0, 0, 0, 0, 0};
    int best = 0, next[DIRS]; /* net worth of the site; where the neighbours are */
    struct ground ground;
    for (int d = 0; d < DIRS; d++)
        next[d] = caravans__dir_r[d] * WIDTH + caravans__dir_q[d];
    look_round(l, p->q, p->r, &ground);
    *site = *border = none;
    for (int dr = 1 - REACH; dr < REACH; dr++)
        for (int dq = sr_max(1 - REACH, 1 - REACH - dr); dq < sr_min(REACH, REACH - dr); dq++) {
            const int at = ground_at(dq, dr), steps = caravans__distance(0, 0, dq, dr);
            if (!ground.kind[at])
                continue;
            unsigned kinds = 0;
            int open = 0;
            for (int d = 0; d < DIRS; d++) {
                const unsigned kind = ground.kind[at + next[d]];
                kinds |= kind;
                open += !kind;
            }
            const int region = ground.region[at];
            if (open > 1 && region && s->stacks[region - 1].size &&
                (!border->worth || steps < border->steps) && takes_tile(s, p->q + dq, p->r + dr)) {
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
            /* net_worth(&g) > best, without dividing. */
            if (p->cities && g.worth * A_WAY >= (best + 1) * (A_WAY + 1 + steps) &&
                free_site(ed, s, p->q + dq, p->r + dr)) {
                *site = g;
                best = net_worth(&g);
            }
        }
}

/* ---- hand-written judgement ------------------------------------------------------------------ */

enum { J_INFLUENCE, J_GOODS, J_CITIES, J_EXPERTISE, J_MARKET, J_PARTS };

static const char *const parts[] = {"influence", "goods", "cities", "expertise", "market", NULL};

enum { JUDGED = (1 + OTHERS) * BLOCK + NEAR * CITY + J_PARTS + 12 };

struct account {
    struct goal visit[NEAR], site, border;
    int visits;
    int part[J_PARTS]; /* tenths of a point */
    int total;
};

static struct account account_of(const struct caravans_edition *ed, const struct caravans *s,
                                 struct country *l, int seat)
{
    const struct caravans_player *p = &s->players[seat];
    struct account a = {.visits = 0};
    int founded = 0;
    a.part[J_INFLUENCE] = 10 * p->influence;
    a.part[J_GOODS] = l->holdings[seat] + 10 * picks_left(ed, s, seat);
    a.part[J_EXPERTISE] = 5 * sr_count(p->expertise);
    for (int c = 0; c < s->city_count; c++)
        if (s->cities[c].governor == seat)
            a.part[J_CITIES] +=
                founding_worth(s, founded++) + trek__site(ed, prints_of(ed, s, l, c));
    if (p->placed) {
        a.visits = visits_of(ed, s, seat, l, a.visit);
        places_of(ed, s, seat, l, &a.site, &a.border);
        a.part[J_MARKET] = sr_max(net_worth(&a.border), a.visits ? net_worth(&a.visit[0]) : 0);
        if (net_worth(&a.site) > a.part[J_MARKET]) {
            a.part[J_CITIES] += net_worth(&a.site);
            a.part[J_MARKET] = 0;
        }
    }
    if (seat == s->active && s->phase >= ASK_TILE && s->phase <= ASK_TURN)
        a.part[J_MARKET] += AN_ECU * ed->explore_pay; /* paid when the tile lies */
    for (int i = 0; i < J_PARTS; i++)
        a.total += a.part[i];
    return a;
}

static void judge(const struct sr_rules *r, const union sr_state *state, int line,
                  int part[AI_PARTS_MAX])
{
    const struct caravans_edition *ed = (const struct caravans_edition *)r->edition;
    const struct caravans *s = (const struct caravans *)state;
    struct country l;
    look_over(ed, s, line, line + 1, &l);
    const struct account a = account_of(ed, s, &l, line);
    for (int i = 0; i < J_PARTS; i++)
        part[i] = a.part[i] * AI_POINT / 10;
}

/* The leader's way to the goal says more than the number of rounds. */
static int progress_of(const struct caravans_edition *ed, const struct caravans *s)
{
    int best = 0;
    for (int i = 0; i < s->head.seats; i++)
        best = sr_max(best, s->players[i].influence);
    const int goal = sr_max(1, ed->win_influence), rounds = sr_max(1, ed->round_cap);
    return sr_min(1024, sr_max(best * 1024 / goal, s->round * 1024 / rounds));
}

static int progress(const struct sr_rules *r, const union sr_state *state)
{
    return progress_of((const struct caravans_edition *)r->edition, (const struct caravans *)state);
}

/* ---- inputs ---------------------------------------------------------------------------------- */

/* Units after the offer under way, if this seat is part of it. */
static void units_after(const struct caravans *s, int seat, int out[KINDS])
{
    const struct caravans_player *p = &s->players[seat];
    const int sign = seat == s->active ? 1 : seat == s->partner ? -1 : 0;
    for (int k = 0; k < KINDS; k++)
        out[k] = sr_max(0, p->units[k] + sign * (s->want[k] - s->give[k]));
}

static void write_player(struct ai_writer *w, const struct caravans_edition *ed,
                         const struct caravans *s, const struct country *l, int seat)
{
    const struct caravans_player *p = &s->players[seat];
    const int start = w->n, gain = l->investment[seat], total = caravans__units(p);
    ai_put(w, p->influence, 7);
    ai_steps(w, p->influence, 14);
    ai_put(w, gain, 4);
    ai_steps(w, gain, 8);
    ai_flag(w, p->influence + gain >= ed->win_influence);
    ai_put(w, sr_max(0, ed->win_influence - p->influence - gain), 7);
    ai_put(w, total, 6);
    ai_put(w, sr_max(0, total - ed->caravan_max), 3);
    ai_put(w, p->units[ECU], 3);
    ai_steps(w, p->units[ECU], 5);
    int kinds = 0;
    for (int k = 1; k < KINDS; k++) {
        ai_flag(w, p->units[k] > 0);
        ai_put(w, sr_max(0, p->units[k] - 1), 1);
        ai_flag(w, p->expertise >> (k - 1) & 1);
        kinds += p->units[k] > 0;
    }
    ai_put(w, kinds, 3);
    ai_one_of(w, p->cities, 5);
    ai_put(w, p->own_trades, 2);
    int governed = 0, complete = 0, stock = 0;
    for (int c = 0; c < s->city_count; c++)
        if (s->cities[c].governor == seat) {
            governed++;
            complete += s->cities[c].complete;
            stock += caravans__stock(&s->cities[c]);
        }
    ai_put(w, governed, 2);
    ai_put(w, complete, 2);
    ai_put(w, stock, 6);
    SR_ASSERT(w->n - start <= BLOCK);
    w->n = start + BLOCK;
}

static void write_visit(struct ai_writer *w, const struct caravans_edition *ed,
                        const struct caravans *s, int seat, struct country *l, const struct goal *g)
{
    const struct caravans_player *p = &s->players[seat];
    const struct caravans_city *city = &s->cities[g->city];
    const int actions = s->active == seat ? s->actions : ed->actions_per_turn;
    const struct market *mk = market_of(ed, s, l, g->city);
    int fresh[3] = {0}, exotic = 0, pawns = 0;
    for (int k = 1; k < KINDS; k++) {
        const int here = mk->pawns[AT_SUBURB][k] + mk->pawns[AT_FORUM][k];
        pawns += here;
        exotic += mk->printed >> k & 1 ? 0 : p->units[k];
        if (here && !p->units[k])
            fresh[sr_min(2, ed->values[ed->classes[k - 1]])]++;
    }
    ai_flag(w, 1);
    ai_put(w, g->steps, 4);
    ai_flag(w, g->steps <= 0);
    ai_flag(w, g->steps < actions); /* this turn */
    ai_put(w, g->worth, 30);
    ai_put(w, net_worth(g), 30);
    ai_put(w, g->investment, 6);
    ai_flag(w, p->influence + g->investment >= ed->win_influence);
    ai_flag(w, g->steps < actions && p->influence + g->investment >= ed->win_influence);
    ai_put(w, fresh[1], 2);
    ai_put(w, fresh[2], 2);
    ai_put(w, exotic, 3);
    ai_put(w, pawns, 4);
    ai_flag(w, city->governor == seat);
    ai_flag(w, city->complete);
}

/* What the line could do next, and where it stands. */
static void write_own(struct ai_writer *w, const struct caravans_edition *ed,
                      const struct caravans *s, struct country *l, int seat,
                      const struct account *a, int spread)
{
    static const uint8_t unit[J_PARTS] = {70, 64, 64, 10, 32};
    const int start = w->n;
    for (int i = 0; i < a->visits; i++) {
        write_visit(w, ed, s, seat, l, &a->visit[i]);
        w->n = start + (i + 1) * CITY;
    }
    w->n = start + NEAR * CITY;
    for (int i = 0; i < J_PARTS; i++)
        ai_put(w, a->part[i], unit[i]);
    for (int i = 0; i < 2; i++) {
        const struct goal *g = i ? &a->border : &a->site;
        ai_flag(w, g->worth > 0);
        ai_flag(w, g->worth > 0 && g->steps == 0);
        ai_put(w, g->worth ? g->steps : 0, 4);
        ai_put(w, g->worth, 30);
        ai_put(w, net_worth(g), 30);
    }
    int best = INT32_MIN, sum = 0;
    for (int i = 0; i < s->head.seats; i++) {
        const int worth = 10 * s->players[i].influence + l->holdings[i];
        sum += worth;
        if (i != seat)
            best = sr_max(best, worth);
    }
    if (best != INT32_MIN) {
        const int lead = a->part[J_INFLUENCE] + a->part[J_GOODS] - best;
        ai_put(w, lead, 40);
        ai_put(w, lead, 120);
    }
    SR_ASSERT(w->n == JUDGED || s->head.seats == 1); /* who is alone has no lead */
    ai_put_judged(w, a->total - sum / s->head.seats, spread);
    ai_put(w, picks_left(ed, s, seat), 2);
    SR_ASSERT(w->n - start <= OWN);
    w->n = start + OWN;
}

static void write_board(struct ai_writer *w, const struct caravans_edition *ed,
                        const struct caravans *s, const struct country *l, int seat)
{
    const int start = w->n, seats = s->head.seats;
    int best = 0, threat = 0;
    for (int i = 0; i < seats; i++) {
        if (i == seat)
            continue;
        const struct caravans_player *o = &s->players[i];
        best = sr_max(best, o->influence);
        threat = sr_max(threat, o->influence + l->investment[i]);
    }
    ai_put(w, best, 7);
    ai_put(w, threat, 7);
    ai_flag(w, threat >= ed->win_influence);
    ai_one_of(w, seats - 1, SR_SEATS_MAX);
    ai_put(w, s->round, 20);
    ai_put(w, s->round, 60);
    ai_put(w, (s->active - seat + seats) % seats, sr_max(1, seats));
    const bool mine = s->active == seat;
    ai_flag(w, mine);
    ai_put(w, mine ? s->actions : 0, 2);
    ai_put(w, mine ? 0 : s->actions, 2);
    if (mine)
        ai_one_of(w, s->phase, PHASES);
    else
        w->n += PHASES;
    ai_flag(w, mine && (s->bought | s->sold));
    /* The offer under way: what it would do to both sides. */
    if (s->phase >= ASK_GIVE && s->phase <= ASK_REPLY && s->partner < seats) {
        int after[KINDS];
        const int other = mine ? s->partner : s->active;
        if (mine || s->partner == seat) {
            ai_flag(w, 1);
            for (int i = 0; i < 2; i++) {
                const int side = i ? other : seat;
                int before[KINDS];
                trek__units(&s->players[side], before);
                units_after(s, side, after);
                ai_put(w, investment(ed, s, side, after) - investment(ed, s, side, before), 2);
                ai_put(w, holdings(ed, s, side, after) - holdings(ed, s, side, before), 20);
            }
        }
    }
    SR_ASSERT(w->n - start <= BOARD);
    w->n = start + BOARD;
}

static void features(const struct sr_rules *r, const union sr_state *state, int8_t *x)
{
    const struct caravans_edition *ed = (const struct caravans_edition *)r->edition;
    const struct caravans *s = (const struct caravans *)state;
    const int spread = ai_spread(SPREAD_START, SPREAD_END, progress_of(ed, s));
    struct country l;
    look_over(ed, s, 0, s->head.seats, &l);
    for (int line = 0; line < s->head.seats; line++) {
        struct ai_writer w = {x + line * INPUTS, 0};
        const struct account a = account_of(ed, s, &l, line);
        write_player(&w, ed, s, &l, line);
        w.n = (1 + OTHERS) * BLOCK;
        write_own(&w, ed, s, &l, line, &a, spread);
        write_board(&w, ed, s, &l, line);
    }
    ai_share_blocks(x, INPUTS, s->head.seats, BLOCK, 1 + OTHERS);
}

/* ---- moves ----------------------------------------------------------------------------------- */

enum { FACT_WAY = 1, FACT_KIND = 5 };

/* Which goals a step leads nearer to: the best visits, a site for a city, the border. */
static void describe_way(const struct caravans *s, const struct account *a, int seat, int dir,
                         uint16_t *seen)
{
    const struct caravans_player *p = &s->players[seat];
    const int q = caravans__dir_q[dir], r = caravans__dir_r[dir];
    for (int i = 0; i < 4; i++) {
        const struct goal *g = i < 2 ? &a->visit[i] : i == 2 ? &a->site : &a->border;
        if (i < 2 ? i >= a->visits : g->worth <= 0)
            continue;
        const int dq = i < 2 ? s->cities[g->city].q - p->q : g->dq;
        const int dr = i < 2 ? s->cities[g->city].r - p->r : g->dr;
        const int before = caravans__distance(0, 0, dq, dr);
        const int after = caravans__distance(q, r, dq, dr);
        seen[i] = AI_FACT(FACT_WAY + i, 8 * (after - before + 2) + sr_min(7, before));
    }
}

static int describe(const struct sr_rules *r, const union sr_state *state, const sr_move *legal,
                    int count, uint16_t (*seen)[AI_SEEN])
{
    const struct caravans_edition *ed = (const struct caravans_edition *)r->edition;
    const struct caravans *s = (const struct caravans *)state;
    const int seat = r->game->actor(s);
    const struct caravans_player *p = &s->players[seat];
    struct account a;
    bool looked = false;
    for (int i = 0; i < count; i++) {
        const int verb = sr_move_verb(legal[i]), first = sr_move_a(legal[i]);
        if (verb == V_MOVE && first < DIRS && p->placed) {
            if (!looked) {
                struct country l;
                look_over(ed, s, seat, seat + 1, &l);
                a = account_of(ed, s, &l, seat);
            }
            looked = true;
            describe_way(s, &a, seat, first, seen[i]);
        }
        const int kind = verb == V_BUY || verb == V_DESTROY ? sr_move_b(legal[i]) : first;
        const bool good = verb == V_BUY || verb == V_DESTROY || verb == V_SELL || verb == V_GIVE ||
                          verb == V_ASK || verb == V_BRIBE || verb == V_STAKE || verb == V_DROP ||
                          verb == V_PICK || verb == V_PRODUCE;
        if (good && kind > 0 && kind < KINDS)
            seen[i][0] = AI_FACT(FACT_KIND, sr_min(3, p->units[kind]) |
                                                (p->expertise >> (kind - 1) & 1) << 2 |
                                                sr_min(7, ed->values[ed->classes[kind - 1]]) << 3);
    }
    return -1;
}

/* R9: an offer costs the others' patience, and a reply must be worth it: whoever asks again and
 * again gains nothing by chance. */
static int handicap(const struct sr_rules *r, const union sr_state *state, sr_move m)
{
    const struct caravans *s = (const struct caravans *)state;
    (void)r;
    switch (sr_move_verb(m)) {
    case V_OFFER:
        return 25 + 50 * s->offers;
    case V_ACCEPT:
        return 8;
    default:
        return 0;
    }
}

static int suggest(const struct sr_rules *r, const union sr_state *s, const sr_move *legal,
                   int count, struct sr_rng *rng)
{
    return thumb__choose(&thumb__default, r, s, legal, count, rng);
}

#ifndef __CUDACC_RTC__
/* R9: offers that are good for both, and consent to them. Devices have no bots that bargain. */
static int bargain(const struct sr_rules *r, const union sr_state *state, const sr_move *legal,
                   int count, bool *firm)
{
    const struct caravans *s = (const struct caravans *)state;
    const struct caravans_edition *ed = (const struct caravans_edition *)r->edition;
    *firm = s->phase == ASK_GIVE || s->phase == ASK_WANT;
    return barter__choose(&barter__default, ed, s, legal, count);
}
#endif

static const char *const goals[] = {"last_steps", "in_city", "near_city", NULL};

static uint64_t reached(const struct sr_rules *r, const union sr_state *u, int seat)
{
    const struct caravans_edition *ed = (const struct caravans_edition *)r->edition;
    const struct caravans *s = (const struct caravans *)u;
    const struct caravans_player *p = &s->players[seat];
    int way = 99;
    for (int k = 0; k < s->city_count && p->placed; k++)
        way = sr_min(way, caravans__distance(p->q, p->r, s->cities[k].q, s->cities[k].r));
    return (uint64_t)(p->influence + 3 >= ed->win_influence) | (uint64_t)(way == 0) << 1 |
           (uint64_t)(way == 1) << 2;
}

const struct ai_game ai_game_caravans = {
    .id = "caravans",
    .version = 3,
    .inputs = INPUTS,
    .judged = JUDGED,
    .margin = 14,
    .spread_start = SPREAD_START,
    .spread_end = SPREAD_END,
    .parts = parts,
    .features = features,
    .judge = judge,
    .progress = progress,
    .lines = NULL,
    .suggest = suggest,
    .describe = describe,
    .handicap = handicap,
#ifndef __CUDACC_RTC__
    .bargain = bargain,
#endif
    .goals = goals,
    .reached = reached,
};
