/* yspahan_worth.c: what a position of Yspahan is worth to a player, in hundredths of a point:
 * points, souks that can still be finished this week, goods in the caravan, buildings, stocks and
 * cards. */
#include "ai/experts/yspahan_steward.h"

/* ---- dice ------------------------------------------------------------------------------------ */

enum { ONE = 4096 };

/* R4.3: of k different values the highest goes to the gold, the others from the camels upwards. So
 * the higher neighbourhoods are rolled seldom: Vase only when all six values show. */
static void reckon_odds(struct tower_odds *odds, int dice)
{
    int values[YSP_FACES + 1] = {ONE}; /* chance of so many different values */
    for (int d = 0; d < dice; d++)
        for (int k = YSP_FACES; k >= 0; k--)
            values[k] = (values[k] * k + (k ? values[k - 1] * (YSP_FACES + 1 - k) : 0)) / YSP_FACES;
    memset(odds, 0, sizeof *odds);
    for (int k = 1; k <= YSP_FACES; k++) {
        /* A group has one die and each of the dice beyond k with a chance of 1 in k. */
        int size[GROUP_MAX + 1] = {0, ONE};
        for (int d = k; d < dice; d++)
            for (int n = GROUP_MAX; n >= 1; n--) {
                const int stay = n == GROUP_MAX ? size[n] : size[n] * (k - 1) / k;
                size[n] = stay + (n > 1 ? size[n - 1] / k : 0);
            }
        for (int level = 0; level < YSP_LEVELS; level++) {
            const bool there = level == LV_GOLD ? k > 1 : level < sr_max(1, k - 1);
            for (int n = 1; there && n <= GROUP_MAX; n++)
                odds->level[level][n] += values[k] * size[n] / ONE;
        }
    }
    for (int level = 0; level < YSP_LEVELS; level++) {
        odds->level[level][0] = ONE;
        for (int n = 1; n <= GROUP_MAX; n++)
            odds->level[level][0] -= odds->level[level][n];
    }
}

void steward__look(struct outlook *o, const struct steward *t, const struct yspahan_edition *ed,
                   const struct yspahan_state *s, int seat)
{
    o->t = t;
    o->ed = ed;
    o->seat = seat;
    o->street = 0;
    for (int q = 0; q < YSP_SQUARES; q++)
        for (int i = 0; i < YSP_LINKS; i++)
            if (ed->links[q][i] < YSP_SHOPS)
                o->street |= (uint64_t)1 << ed->links[q][i];
    reckon_odds(&o->odds, ed->white_dice[s->head.seats - 2]);
    int sum = 0, cards = 0;
    for (int card = 0; card < YSP_CARDS; card++) {
        sum += ed->copies[card] * t->card[card];
        cards += ed->copies[card];
    }
    o->draw = sum / sr_max(1, cards);
}

/* ---- time ------------------------------------------------------------------------------------ */

/* R4.1, R7.2: with two players the first one of the day has two turns, every other day. */
int steward__turns(const struct outlook *o, const struct yspahan_state *s, int seat, bool game)
{
    int n = 0;
    for (int i = s->turn_index + 1; i < s->turns; i++)
        n += s->order[i] == seat;
    int days = o->ed->days - s->day;
    if (game)
        days += (o->ed->weeks - s->week) * o->ed->days;
    if (s->head.seats > 2)
        return n + days;
    return n + days + (days + (s->order[0] != seat)) / 2;
}

/* Turns of all others until the week is counted. */
static int others_turns(const struct outlook *o, const struct yspahan_state *s, int seat)
{
    int n = 0;
    for (int p = 0; p < s->head.seats; p++)
        n += p != seat ? steward__turns(o, s, p, false) : 0;
    return n;
}

/* ---- souks ----------------------------------------------------------------------------------- */

static int level_of_souk(int souk)
{
    return souk < 4 ? LV_BAG : souk < 8 ? LV_BARREL : souk < 11 ? LV_CHEST : LV_VASE;
}

/* A souk that lacks some goods, with so many turns to come. Every turn may show dice for it; they
 * are taken if what they bring is more than a turn used otherwise. */
static int unfinished(const struct outlook *o, const struct yspahan_player *p, int souk, int value,
                      int missing, int turns)
{
    enum { SIZE = 16 };
    int worth[SIZE], before[SIZE];
    const int *chance = o->odds.level[level_of_souk(souk)];
    const int more = ysp_has(p, BD_HOIST) ? o->ed->hoist_goods : 0;
    missing = sr_min(missing, SIZE - 1);
    for (int m = 0; m <= missing; m++)
        worth[m] = m ? 0 : value;
    for (int d = 0; d < sr_min(turns, 14); d++) {
        memcpy(before, worth, sizeof before);
        for (int m = 1; m <= missing; m++) {
            int gain = 0;
            for (int n = 1; n <= GROUP_MAX; n++) {
                const int then = before[sr_max(0, m - n - more)];
                gain += sr_max(0, then - before[m] - o->t->turn) * chance[n] / ONE;
            }
            worth[m] = before[m] + gain * o->t->there / 100;
        }
    }
    return worth[missing];
}

static int souk_worth(const struct outlook *o, const struct yspahan_state *s, int seat, int souk)
{
    const struct yspahan_souk *k = &o->ed->souks[souk];
    const struct yspahan_player *p = &s->players[seat];
    int goods = 0, open = 0;
    for (int i = 0; i < k->size; i++)
        if (s->shops[k->first + i] == seat) {
            goods++;
            open += o->street >> (k->first + i) & 1;
        }
    if (!goods)
        return 0;
    const int value = 100 * (k->value + (ysp_has(p, BD_BAZAAR) ? o->ed->bazaar_points : 0));
    const int turns = steward__turns(o, s, seat, false);
    int worth = value;
    if (goods < k->size)
        worth = unfinished(o, p, souk, value, k->size - goods, turns);
    /* R5.4: a good in the street may be sent off; with a camel its place is kept. */
    const int danger = sr_min(1000, open * others_turns(o, s, seat) * o->t->risk);
    const int loss = p->camels >= o->ed->keep_price ? sr_min(worth, o->t->guard) : worth;
    return worth - loss * danger / 1000;
}

/* ---- caravan --------------------------------------------------------------------------------- */

/* Chance in percent that the caravan fills within so many days, when it wants that many. */
static int filled(int wanted, int days)
{
    /* wanted and days in hundredths of a day; spread grows with the wait */
    const int spread = 100 + wanted / 2;
    return sr_max(0, sr_min(100, 50 + (days - wanted) * 100 / (2 * spread)));
}

/* R6.3: how often the goods that stand in the caravan will be counted, in hundredths: at the end of
 * each week until it has filled, and when it fills. */
static int counts_to_come(const struct outlook *o, const struct yspahan_state *s)
{
    const int room = YSP_LINES * ysp_line_camels(o->ed, s) - s->caravan_count;
    const int wait = room * 10000 / sr_max(1, o->t->flow[s->head.seats - 2]);
    int counts = 0, days = 100 * (o->ed->days - s->day) + 50;
    for (int week = s->week; week <= o->ed->weeks; week++) {
        counts += 100 - filled(wait, days);
        if (week == o->ed->weeks)
            counts += filled(wait, days);
        days += 100 * o->ed->days;
    }
    return counts;
}

static int caravan_worth(const struct outlook *o, const struct yspahan_state *s, int seat)
{
    const int width = sr_max(1, ysp_line_camels(o->ed, s));
    int goods = 0, line = 0, best = 0;
    for (int i = 0; i < s->caravan_count; i++)
        if (s->caravan[i] == seat) {
            goods++;
            line = sr_min(i / width, YSP_LINES - 1);
        }
    for (int i = line; i < YSP_LINES; i++)
        best = sr_max(best, o->ed->line_factor[i]);
    const int now = 100 * o->ed->line_factor[line];
    const int left = sr_min(7, steward__turns(o, s, seat, true));
    const int factor = now + (100 * best - now) * o->t->hope / 100 * left / 7;
    return goods ? goods * factor * counts_to_come(o, s) / 100 : 0;
}

/* ---- buildings and stocks -------------------------------------------------------------------- */

static int stock_worth(const struct outlook *o, const struct yspahan_state *s, int seat, int camels,
                       int gold)
{
    const struct steward *t = o->t;
    const struct yspahan_player *p = &s->players[seat];
    const int turns = steward__turns(o, s, seat, true);
    int camels_wanted = 0, gold_wanted = 0, near = 0;
    const int rank = __builtin_popcount(p->buildings);
    for (int b = 0; b < YSP_BUILDINGS; b++) {
        const struct yspahan_price *price = &o->ed->buildings[b];
        if (ysp_has(p, b))
            continue;
        camels_wanted += price->camels;
        gold_wanted += price->gold;
        const int all = price->camels + price->gold;
        const int have = sr_min(camels, price->camels) + sr_min(gold, price->gold);
        const int gain = 100 * o->ed->building_points[rank] + t->power[b] * turns -
                         price->camels * t->camel - price->gold * t->gold;
        near = sr_max(near, gain * t->near / 100 * have / sr_max(1, all) * have / sr_max(1, all));
    }
    const int c = sr_min(camels, camels_wanted), g = sr_min(gold, gold_wanted);
    const int worth = c * t->camel + (camels - c) * t->camel_over + g * t->gold +
                      (gold - g) * t->gold_over + near;
    return worth * sr_min(turns, t->horizon) / t->horizon;
}

int steward__card(const struct outlook *o, const struct yspahan_state *s, int seat, int card)
{
    const struct yspahan_player *p = &s->players[seat];
    if (steward__turns(o, s, seat, true) == 0)
        return 0;
    if (card >= YSP_CARDS) /* another's, unseen */
        return o->draw;
    const int base = o->t->card[card];
    const bool camels = card == CD_THREE_CAMELS;
    if (!camels && card != CD_THREE_GOLD)
        return base;
    const int more = stock_worth(o, s, seat, p->camels + (camels ? o->ed->card_camels : 0),
                                 p->gold + (camels ? 0 : o->ed->card_gold));
    return sr_max(base, (more - stock_worth(o, s, seat, p->camels, p->gold)) * 9 / 10);
}

/* ---- all together ---------------------------------------------------------------------------- */

static int points_of(const struct yspahan_player *p)
{
    int sum = 0;
    for (int i = 0; i < PT_PARTS; i++)
        sum += p->points[i];
    return sum;
}

int steward__worth(const struct outlook *o, const struct yspahan_state *s, int seat)
{
    const struct yspahan_player *p = &s->players[seat];
    const int turns = steward__turns(o, s, seat, true);
    int worth = 100 * points_of(p) + caravan_worth(o, s, seat);
    for (int k = 0; k < YSP_SOUKS; k++)
        worth += souk_worth(o, s, seat, k);
    for (int b = 0; b < YSP_BUILDINGS; b++)
        worth += ysp_has(p, b) ? o->t->power[b] * turns : 0;
    /* R6.2: the Bazaar pays in this week's count too, even when no turn is left. */
    worth += stock_worth(o, s, seat, p->camels, p->gold);
    for (int i = 0; i < p->cards; i++)
        worth += steward__card(o, s, seat, seat == o->seat ? p->hand[i] : YSP_CARDS);
    return worth;
}

int steward__weight(const struct outlook *o, const struct yspahan_state *s, int other)
{
    int best = -1;
    for (int p = 0; p < s->head.seats; p++)
        if (p != o->seat && (best < 0 || points_of(&s->players[p]) > points_of(&s->players[best])))
            best = p;
    return o->t->others / sr_max(1, s->head.seats - 1) + (other == best ? o->t->leader : 0);
}

int steward__standing(const struct outlook *o, const struct yspahan_state *s)
{
    int worth = 100 * steward__worth(o, s, o->seat);
    for (int p = 0; p < s->head.seats; p++)
        if (p != o->seat)
            worth -= steward__weight(o, s, p) * steward__worth(o, s, p);
    return worth / 100;
}
