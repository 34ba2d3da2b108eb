/* pairing.c: tournaments as arithmetic (pairing.h). */
#include "server/pairing.h"

#include <stdlib.h>
#include <string.h>

#include "base/mix.h"

int cup_sizes(int players, int seats, int least, int most, int *size, int *byes)
{
    int tables = (players + seats - 1) / seats;
    *byes = 0;
    while (tables > 1 && players / tables < least)
        tables--;
    if (players < least)
        tables = 0;
    if (tables == 0 || (players + tables - 1) / tables > most) { /* not all can be seated */
        tables = players / seats;
        *byes = players - tables * seats;
    }
    const int seated = players - *byes;
    for (int i = 0; i < tables; i++)
        size[i] = seated / tables + (i < seated % tables);
    return tables;
}

/* ---- standings ------------------------------------------------------------------------------- */

/* The share of a place at a table: one for the first, none for the last. */
static int points_of(const struct cup_table *t, int seat)
{
    int worse = 0, same = -1;
    if (t->count < 2)
        return CUP_POINT;
    for (int i = 0; i < t->count; i++) {
        worse += t->place[i] > t->place[seat];
        same += t->place[i] == t->place[seat];
    }
    return CUP_POINT * (2 * worse + same) / (2 * (t->count - 1));
}

static int share_of(const struct cup_table *t, int seat)
{
    int all = 0;
    for (int i = 0; i < t->count; i++)
        all += t->total[i] > 0 ? t->total[i] : 0;
    return t->count < 2 || all == 0 || t->total[seat] < 0 ? 0 : 1000 * t->total[seat] / all;
}

static int by_standing(const void *a, const void *b)
{
    const struct cup_line *x = (const struct cup_line *)a, *y = (const struct cup_line *)b;
    if (x->points != y->points)
        return y->points > x->points ? 1 : -1;
    if (x->opponents != y->opponents)
        return y->opponents > x->opponents ? 1 : -1;
    if (x->share != y->share)
        return y->share > x->share ? 1 : -1;
    return x->player - y->player;
}

void cup_standings(const struct cup_table *table, int tables, int players, struct cup_line *out)
{
    int points[CUP_PLAYERS_MAX] = {0};
    for (int p = 0; p < players; p++)
        out[p] = (struct cup_line){.player = p};
    for (int i = 0; i < tables; i++)
        for (int s = 0; table[i].over && s < table[i].count; s++) {
            struct cup_line *l = &out[table[i].player[s]];
            l->games += table[i].count > 1;
            l->points += points_of(&table[i], s);
            l->share += share_of(&table[i], s);
        }
    for (int p = 0; p < players; p++)
        points[p] = out[p].points;
    for (int i = 0; i < tables; i++)
        for (int s = 0; table[i].over && s < table[i].count; s++)
            for (int o = 0; o < table[i].count; o++)
                out[table[i].player[s]].opponents += o == s ? 0 : points[table[i].player[o]];
    qsort(out, (size_t)players, sizeof *out, by_standing);
}

/* ---- pairing --------------------------------------------------------------------------------- */

struct field { /* the players of a round, in the order in which they are seated */
    int met[CUP_PLAYERS_MAX][CUP_PLAYERS_MAX];
    int first[CUP_PLAYERS_MAX]; /* how often each has begun */
    int byes[CUP_PLAYERS_MAX];
    int rank[CUP_PLAYERS_MAX];  /* by player */
    int order[CUP_PLAYERS_MAX], count;
};

static void look_back(struct field *f, const struct cup_table *table, int tables)
{
    for (int i = 0; i < tables; i++) {
        const struct cup_table *t = &table[i];
        f->byes[t->player[0]] += t->count == 1;
        f->first[t->player[0]] += t->count > 1;
        for (int a = 0; a < t->count; a++)
            for (int b = 0; b < t->count; b++)
                f->met[t->player[a]][t->player[b]] += a != b;
    }
}

/* By standing; before the first round by lot. */
static void line_up(struct field *f, const struct cup_table *table, int tables, int players,
                    uint64_t seed)
{
    struct cup_line line[CUP_PLAYERS_MAX];
    cup_standings(table, tables, players, line);
    for (int i = 0; i < players; i++)
        f->order[i] = line[i].player;
    for (int i = players - 1; tables == 0 && i > 0; i--) {
        const int k = (int)(base_mix(seed, (uint64_t)i) % (uint64_t)(i + 1)), was = f->order[i];
        f->order[i] = f->order[k];
        f->order[k] = was;
    }
    f->count = players;
    for (int i = 0; i < players; i++)
        f->rank[f->order[i]] = i;
}

static void take_out(struct field *f, int at)
{
    memmove(&f->order[at], &f->order[at + 1], (size_t)(f->count - at - 1) * sizeof *f->order);
    f->count--;
}

/* A bye goes to the last of those who have had the fewest. */
static int take_bye(struct field *f)
{
    int at = f->count - 1;
    for (int i = f->count - 1; i >= 0; i--)
        if (f->byes[f->order[i]] < f->byes[f->order[at]])
            at = i;
    const int player = f->order[at];
    take_out(f, at);
    return player;
}

static long cost_of(const struct field *f, const struct cup_table *t, int player, int except)
{
    long cost = 0;
    for (int s = 0; s < t->count; s++) {
        const int other = t->player[s];
        if (s == except || other == player)
            continue;
        cost += 100000L * f->met[player][other] * f->met[player][other];
        cost += labs((long)f->rank[player] - f->rank[other]);
    }
    return cost;
}

static void fill(struct field *f, struct cup_table *t, int size)
{
    t->player[0] = f->order[0];
    t->count = 1;
    take_out(f, 0);
    while (t->count < size) {
        int best = 0;
        for (int i = 1; i < f->count; i++)
            if (cost_of(f, t, f->order[i], -1) < cost_of(f, t, f->order[best], -1))
                best = i;
        t->player[t->count++] = f->order[best];
        take_out(f, best);
    }
}

/* Two players change places where that is better for both tables together. */
static bool swap(const struct field *f, struct cup_table *a, int i, struct cup_table *b, int k)
{
    const int x = a->player[i], y = b->player[k];
    const long now = cost_of(f, a, x, i) + cost_of(f, b, y, k);
    const long then = cost_of(f, a, y, i) + cost_of(f, b, x, k);
    if (then >= now)
        return false;
    a->player[i] = y;
    b->player[k] = x;
    return true;
}

static void improve(const struct field *f, struct cup_table *table, int tables)
{
    bool better = true;
    for (int pass = 0; better && pass < 20; pass++) {
        better = false;
        for (int a = 0; a < tables; a++)
            for (int b = a + 1; b < tables; b++)
                for (int i = 0; i < table[a].count; i++)
                    for (int k = 0; k < table[b].count; k++)
                        better |= swap(f, &table[a], i, &table[b], k);
    }
}

/* Who has begun the least begins. */
static void seat(const struct field *f, struct cup_table *t)
{
    int least = 0;
    for (int s = 1; s < t->count; s++)
        if (f->first[t->player[s]] < f->first[t->player[least]])
            least = s;
    const int was = t->player[0];
    t->player[0] = t->player[least];
    t->player[least] = was;
}

/* Everybody meets everybody once: all but one move on along a circle from round to round. */
static int circle(const struct field *f, int round, int players, struct cup_table *out)
{
    const int n = players + players % 2, turn = n - 1;
    for (int i = 0; i < n / 2; i++) {
        const int a = i == 0 ? n - 1 : (round - 1 + i) % turn;
        const int b = (round - 1 + turn - i) % turn;
        struct cup_table *t = &out[i];
        *t = (struct cup_table){.round = round, .count = 2, .player = {b, a}};
        if (a >= players || b >= players)
            *t = (struct cup_table){.round = round, .count = 1, .player = {a < b ? a : b}};
        else
            seat(f, t);
    }
    return n / 2;
}

int cup_pair(bool robin, const int *size, int sizes, int byes, int round,
             const struct cup_table *table, int tables, int players, uint64_t seed,
             struct cup_table *out)
{
    struct field f;
    memset(&f, 0, sizeof f);
    look_back(&f, table, tables);
    line_up(&f, table, robin ? 0 : tables, players, seed);
    if (robin && sizes > 0 && size[0] == 2 && size[sizes - 1] == 2)
        return circle(&f, round, players, out);
    int n = 0;
    for (int i = 0; i < byes; i++) {
        const int player = take_bye(&f);
        out[sizes + i] = (struct cup_table){.round = round, .count = 1, .player = {player}};
    }
    for (; n < sizes; n++) {
        out[n] = (struct cup_table){.round = round};
        fill(&f, &out[n], size[n]);
    }
    improve(&f, out, sizes);
    for (int i = 0; i < sizes; i++)
        seat(&f, &out[i]);
    return sizes + byes;
}
