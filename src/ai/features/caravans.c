/* caravans.c: Caravans for the evaluation: the race to the goal, what an investment would bring
 * now, what can be bought nearby, and the offer under way. */
#include "ai/features.h"
#include "games/caravans/caravans.h"

enum {
    OTHERS = 3,  /* opponents described one by one, in turn order */
    NEAR = 3,    /* cities described for each player, nearest first */
    CITY = 11,
    BLOCK = 78 + NEAR * CITY,
    BOARD = 48,
    INPUTS = (1 + OTHERS) * BLOCK + BOARD
};

static int value_of(const struct caravans_edition *ed, int kind)
{
    return ed->values[ed->classes[kind - 1]];
}

/* Influence the best investment of these units would bring (R10): the bribe is paid from écus and
 * doubles first, then from the cheapest. */
static int investment(const struct caravans_edition *ed, const uint16_t units[KINDS])
{
    int total = units[ECU], kinds = 0, by_value[16] = {0}, sum = 0;
    for (int k = 1; k < KINDS; k++) {
        total += units[k];
        if (!units[k])
            continue;
        kinds++;
        sum += value_of(ed, k);
        by_value[sr_min(15, value_of(ed, k))]++;
    }
    if (total <= ed->bribe_units || !kinds)
        return 0;
    int short_of = ed->bribe_units - (total - kinds);
    for (int v = 0; v < 16 && short_of > 0; v++)
        for (int i = 0; i < by_value[v] && short_of > 0; i++, short_of--)
            sum -= v;
    return sum;
}

/* Units after the offer under way, if this seat is part of it. */
static void units_after(const struct caravans *s, int seat, uint16_t out[KINDS])
{
    const struct caravans_player *p = &s->players[seat];
    const int sign = seat == s->active ? 1 : seat == s->partner ? -1 : 0;
    for (int k = 0; k < KINDS; k++)
        out[k] = (uint16_t)sr_max(0, p->units[k] + sign * (s->want[k] - s->give[k]));
}

struct market {
    int city, distance;
};

/* The nearest cities the player may deal with next. */
static int nearest(const struct caravans_edition *ed, const struct caravans *s, int seat,
                   struct market out[NEAR])
{
    const struct caravans_player *p = &s->players[seat];
    int n = 0;
    for (int c = 0; c < s->city_count && c < CITIES; c++) {
        const struct caravans_city *city = &s->cities[c];
        if (p->passage == c ||
            (city->governor == seat && p->influence < caravans__own_trade_loss(ed, p)))
            continue;
        const struct market m = {c, caravans__distance(p->q, p->r, city->q, city->r)};
        int at = sr_min(n, NEAR);
        for (; at > 0 && out[at - 1].distance > m.distance; at--)
            if (at < NEAR)
                out[at] = out[at - 1];
        if (at < NEAR)
            out[at] = m;
        n = sr_min(n + 1, NEAR);
    }
    return n;
}

/* Pawns lying in a city, by kind. */
static void stock_of(const struct caravans_edition *ed, const struct caravans *s,
                     const struct caravans_city *city, int stock[KINDS], unsigned *printed)
{
    uint8_t print[DIRS + 1];
    caravans__prints(ed, s, city->q, city->r, print);
    memset(stock, 0, KINDS * sizeof *stock);
    *printed = 0;
    for (int d = 0; d < DIRS; d++) {
        *printed |= 1u << print[d];
        if (print[d] > 0 && print[d] < KINDS)
            stock[print[d]] += city->suburbs[d];
    }
    *printed |= 1u << print[DIRS];
    for (int k = 1; k < KINDS; k++)
        stock[k] += city->forum[k - 1];
}

static void write_city(struct ai_writer *w, const struct caravans_edition *ed,
                       const struct caravans *s, int seat, const struct market *m)
{
    const struct caravans_player *p = &s->players[seat];
    const struct caravans_city *city = &s->cities[m->city];
    int stock[KINDS], fresh[3] = {0}, cheap = 0, exotic = 0, pawns = 0;
    unsigned printed;
    stock_of(ed, s, city, stock, &printed);
    for (int k = 1; k < KINDS; k++) {
        pawns += stock[k];
        if (p->units[k] && !(printed >> k & 1))
            exotic += p->units[k];
        if (!stock[k] || p->units[k])
            continue;
        fresh[sr_min(2, value_of(ed, k))]++;
        cheap += p->expertise >> (k - 1) & 1;
    }
    ai_flag(w, 1);
    ai_put(w, m->distance, 4);
    ai_flag(w, m->distance == 0);
    ai_flag(w, m->distance > 0 && m->distance <= 3);
    ai_put(w, fresh[1], 2);
    ai_put(w, fresh[2], 2);
    ai_put(w, cheap, 2);
    ai_put(w, exotic, 3);
    ai_put(w, pawns, 4);
    ai_flag(w, city->governor == seat);
    ai_flag(w, city->complete);
}

static bool can_found_here(const struct caravans_edition *ed, const struct caravans *s, int seat)
{
    const struct caravans_player *p = &s->players[seat];
    const int least = s->head.option[OPT_WIDE] ? ed->city_wide_dist : ed->city_min_dist;
    if (!p->cities)
        return false;
    for (int c = 0; c < s->city_count; c++)
        if (caravans__distance(p->q, p->r, s->cities[c].q, s->cities[c].r) < least)
            return false;
    return true;
}

static void write_player(struct ai_writer *w, const struct caravans_edition *ed,
                         const struct caravans *s, int seat)
{
    const struct caravans_player *p = &s->players[seat];
    const int start = w->n, gain = investment(ed, p->units), total = caravans__units(p);
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
    ai_flag(w, can_found_here(ed, s, seat));
    SR_ASSERT(w->n - start <= BLOCK - NEAR * CITY);
    w->n = start + BLOCK - NEAR * CITY;
    struct market near[NEAR];
    const int n = p->placed ? nearest(ed, s, seat, near) : 0;
    for (int i = 0; i < n; i++)
        write_city(w, ed, s, seat, &near[i]);
    w->n = start + BLOCK;
}

static void write_board(struct ai_writer *w, const struct caravans_edition *ed,
                        const struct caravans *s, int seat)
{
    const int start = w->n, seats = s->head.seats;
    int best = 0, threat = 0;
    for (int i = 0; i < seats; i++) {
        if (i == seat)
            continue;
        const struct caravans_player *o = &s->players[i];
        best = sr_max(best, o->influence);
        threat = sr_max(threat, o->influence + investment(ed, o->units));
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
        uint16_t after[KINDS];
        const int other = mine ? s->partner : s->active;
        if (mine || s->partner == seat) {
            units_after(s, seat, after);
            ai_flag(w, 1);
            ai_put(w, investment(ed, after) - investment(ed, s->players[seat].units), 2);
            units_after(s, other, after);
            ai_put(w, investment(ed, after) - investment(ed, s->players[other].units), 2);
        }
    }
    SR_ASSERT(w->n - start <= BOARD);
    w->n = start + BOARD;
}

static void features(const struct sr_rules *r, const union sr_state *state, int line, int8_t *x)
{
    const struct caravans_edition *ed = r->edition;
    const struct caravans *s = (const struct caravans *)state;
    struct ai_writer w = {x, 0};
    for (int i = 0; i < s->head.seats && i <= OTHERS; i++)
        write_player(&w, ed, s, (line + i) % s->head.seats);
    w.n = (1 + OTHERS) * BLOCK;
    write_board(&w, ed, s, line);
}

/* ---- hand-written judgement ----------------------------------------------------------------- */

enum { J_INFLUENCE, J_GOODS, J_MONEY, J_CITIES, J_EXPERTISE, J_MARKET };

static const char *const parts[] = {"influence", "goods", "money", "cities", "expertise",
                                    "market", NULL};

/* What the best city within reach could bring: goods of new kinds for the money there is, and for
 * what could be sold; the less the farther it is. */
static int market_worth(const struct caravans_edition *ed, const struct caravans *s, int seat)
{
    const struct caravans_player *p = &s->players[seat];
    struct market near[NEAR];
    const int n = nearest(ed, s, seat, near);
    int best = 0;
    for (int i = 0; i < n; i++) {
        int stock[KINDS], money = p->units[ECU], worth = 0;
        unsigned printed;
        stock_of(ed, s, &s->cities[near[i].city], stock, &printed);
        for (int k = 1; k < KINDS; k++)
            if (p->units[k] > 1)
                money += (p->units[k] - 1) * (printed >> k & 1 ? ed->price : ed->price_exotic);
        for (int value = 4; value > 0; value--)
            for (int k = 1; k < KINDS && money >= ed->price; k++)
                if (stock[k] && !p->units[k] && value_of(ed, k) == value) {
                    worth += 5 * value;
                    money -= ed->price;
                }
        worth = (worth + 4) * 4 / (4 + near[i].distance);
        best = sr_max(best, worth - (s->cities[near[i].city].governor == seat ? 8 : 0));
    }
    return best;
}

static void judge(const struct sr_rules *r, const union sr_state *state, int line,
                  int part[AI_PARTS_MAX])
{
    const struct caravans_edition *ed = r->edition;
    const struct caravans *s = (const struct caravans *)state;
    const struct caravans_player *p = &s->players[line];
    const int gain = investment(ed, p->units);
    const int spare = caravans__units(p) - p->units[ECU];
    part[J_INFLUENCE] = p->influence * AI_POINT;
    /* A full caravan is worth investing, a few units are worth keeping. */
    part[J_GOODS] = gain * 13 + sr_min(spare, 6) * 3;
    part[J_MONEY] = sr_min(p->units[ECU], 8) * 5;
    part[J_EXPERTISE] = caravans__bits(p->expertise) * 8;
    for (int c = 0; c < s->city_count; c++)
        if (s->cities[c].governor == line)
            part[J_CITIES] += 10 + (s->cities[c].complete ? 4 : 0);
    part[J_MARKET] = p->placed ? market_worth(ed, s, line) : 0;
}

/* The leader's way to the goal says more than the number of rounds. */
static int progress(const struct sr_rules *r, const union sr_state *state)
{
    const struct caravans_edition *ed = r->edition;
    const struct caravans *s = (const struct caravans *)state;
    int best = 0;
    for (int i = 0; i < s->head.seats; i++)
        best = sr_max(best, s->players[i].influence);
    const int goal = sr_max(1, ed->win_influence), rounds = sr_max(1, ed->round_cap);
    return sr_min(1024, sr_max(best * 1024 / goal, s->round * 1024 / rounds));
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

const struct ai_game ai_game_caravans = {
    .id = "caravans", .version = 1, .inputs = INPUTS + INPUTS % 2, .margin = 10,
    .spread_start = 5, .spread_end = 2, .parts = parts, .features = features, .judge = judge,
    .progress = progress, .lines = NULL, .handicap = handicap,
};
