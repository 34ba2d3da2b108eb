/* roads.c: strategies among the players of many games. A player's road is where the points came
 * from; winners are grouped (k-means from far-apart beginnings, the number of groups by how well
 * they are told apart), then everybody is put with the nearest group. */
#include <math.h>

#include "lab/verdict.h"

enum { SEEN_MOST = 4000, STEPS = 30, COMPARED = 200 };

struct cloud {
    int parts;
    int64_t n;
    double (*x)[SR_PARTS_MAX];
};

/* Shares of the points that a line gained; false where it gained none. */
static bool shares(const struct trial_layout *l, const int32_t *row, int line, double *out)
{
    double sum = 0;
    for (int p = 0; p < l->parts; p++)
        sum += sr_max(0, row[trial_at(l, line, LINE_PARTS + p)]);
    for (int p = 0; p < l->parts; p++)
        out[p] = sum > 0 ? sr_max(0, row[trial_at(l, line, LINE_PARTS + p)]) / sum : 0;
    return sum > 0;
}

static double distance(const double *a, const double *b, int parts)
{
    double sum = 0;
    for (int p = 0; p < parts; p++)
        sum += (a[p] - b[p]) * (a[p] - b[p]);
    return sum;
}

static int nearest(const double centre[][SR_PARTS_MAX], int k, const double *x, int parts)
{
    int best = 0;
    for (int i = 1; i < k; i++)
        if (distance(centre[i], x, parts) < distance(centre[best], x, parts))
            best = i;
    return best;
}

/* The first centre is the mean, each further one the case farthest from all so far. */
static void begin(const struct cloud *c, int k, double centre[][SR_PARTS_MAX])
{
    for (int p = 0; p < c->parts; p++) {
        centre[0][p] = 0;
        for (int64_t i = 0; i < c->n; i++)
            centre[0][p] += c->x[i][p] / (double)c->n;
    }
    for (int j = 1; j < k; j++) {
        double most = -1;
        for (int64_t i = 0; i < c->n; i++) {
            const int near = nearest((const double(*)[SR_PARTS_MAX])centre, j, c->x[i], c->parts);
            const double d = distance(centre[near], c->x[i], c->parts);
            if (d > most) {
                most = d;
                memcpy(centre[j], c->x[i], sizeof centre[j]);
            }
        }
    }
}

static void settle(const struct cloud *c, int k, double centre[][SR_PARTS_MAX])
{
    begin(c, k, centre);
    for (int step = 0; step < STEPS; step++) {
        double sum[ROADS_MAX][SR_PARTS_MAX] = {{0}}, n[ROADS_MAX] = {0};
        for (int64_t i = 0; i < c->n; i++) {
            const int j = nearest((const double(*)[SR_PARTS_MAX])centre, k, c->x[i], c->parts);
            n[j]++;
            for (int p = 0; p < c->parts; p++)
                sum[j][p] += c->x[i][p];
        }
        for (int j = 0; j < k; j++)
            for (int p = 0; p < c->parts && n[j] > 0; p++)
                centre[j][p] = sum[j][p] / n[j];
    }
}

/* Mean silhouette of some cases: own group near, next group far. */
static double silhouette(const struct cloud *c, int k, const double centre[][SR_PARTS_MAX])
{
    const int64_t step = c->n > COMPARED ? c->n / COMPARED : 1;
    double sum = 0, count = 0;
    for (int64_t i = 0; i < c->n; i += step) {
        double d[ROADS_MAX] = {0}, n[ROADS_MAX] = {0};
        const int own = nearest(centre, k, c->x[i], c->parts);
        for (int64_t j = 0; j < c->n; j += step)
            if (i != j) {
                const int g = nearest(centre, k, c->x[j], c->parts);
                d[g] += sqrt(distance(c->x[i], c->x[j], c->parts));
                n[g]++;
            }
        double other = INFINITY;
        for (int g = 0; g < k; g++)
            if (g != own && n[g] > 0)
                other = fmin(other, d[g] / n[g]);
        if (n[own] < 1 || !isfinite(other))
            continue;
        const double mine = d[own] / n[own];
        sum += fmax(mine, other) > 0 ? (other - mine) / fmax(mine, other) : 0;
        count++;
    }
    return count > 0 ? sum / count : -1;
}

static void gather(const struct trial *t, int arm, int64_t games, struct cloud *c)
{
    const struct trial_layout l = trial_layout(t, arm);
    const int seats = trial_arm_get(t, arm)->seats;
    c->parts = l.parts;
    c->x = mem_new((size_t)(sr_min((int)games, SEEN_MOST) + 1) * sizeof *c->x);
    for (int64_t g = 0; g < games && c->n < SEEN_MOST; g++) {
        const int32_t *row = trial_row(t, arm, g);
        int winner = -1;
        for (int i = 0; i < seats; i++)
            if (row[trial_at(&l, i, LINE_RANK)] == 1)
                winner = i;
        if (winner >= 0 && shares(&l, row, winner, c->x[c->n]))
            c->n++;
    }
}

static void count_game(struct roads *r, const struct trial_layout *l, const int32_t *row, int seats)
{
    int road[SR_SEATS_MAX];
    double won[ROADS_MAX] = {0}, went[ROADS_MAX] = {0};
    for (int i = 0; i < seats; i++) {
        double x[SR_PARTS_MAX] = {0};
        road[i] = shares(l, row, i, x)
                      ? nearest((const double(*)[SR_PARTS_MAX])r->centre, r->count, x, r->parts)
                      : -1;
        if (road[i] < 0)
            continue;
        r->players[road[i]]++;
        went[road[i]]++;
        won[road[i]] += (double)row[trial_at(l, i, LINE_WINS)] / LAB_WIN;
    }
    for (int i = 0; i < seats; i++)
        for (int j = 0; j < seats; j++) {
            if (road[i] < 0 || road[j] < 0 || road[i] == road[j])
                continue;
            const int a = row[trial_at(l, i, LINE_RANK)], b = row[trial_at(l, j, LINE_RANK)];
            r->ahead[road[i]][road[j]] += a < b ? 1 : a == b ? 0.5 : 0;
            r->pairs[road[i]][road[j]]++;
        }
    for (int k = 0; k < r->count; k++) {
        struct stats_ratio *w = &r->won[k];
        w->games += went[k] > 0;
        w->x += won[k];
        w->y += went[k];
        w->xx += won[k] * won[k];
        w->xy += won[k] * went[k];
        w->yy += went[k] * went[k];
    }
}

void roads_find(const struct trial *t, int arm, int64_t games, struct roads *out)
{
    const struct trial_layout l = trial_layout(t, arm);
    struct cloud c = {0};
    memset(out, 0, sizeof *out);
    gather(t, arm, games, &c);
    out->parts = l.parts;
    out->count = 1;
    out->apart = -1;
    begin(&c, 1, out->centre);
    memcpy(out->mean, out->centre[0], sizeof out->mean);
    for (int k = 2; k < ROADS_MAX && c.n >= 10 * k; k++) {
        double centre[ROADS_MAX][SR_PARTS_MAX] = {{0}};
        settle(&c, k, centre);
        const double apart = silhouette(&c, k, (const double(*)[SR_PARTS_MAX])centre);
        if (apart > out->apart + 0.02) {
            out->apart = apart;
            out->count = k;
            memcpy(out->centre, centre, sizeof centre);
        }
    }
    mem_free(c.x);
    for (int64_t g = 0; g < games; g++)
        count_game(out, &l, trial_row(t, arm, g), trial_arm_get(t, arm)->seats);
}

double roads_ahead(const struct roads *r, const struct trial *t, int arm, int64_t game, int road,
                   double *pairs)
{
    const struct trial_layout l = trial_layout(t, arm);
    const int seats = trial_arm_get(t, arm)->seats;
    struct roads one = *r;
    memset(one.ahead, 0, sizeof one.ahead);
    memset(one.pairs, 0, sizeof one.pairs);
    count_game(&one, &l, trial_row(t, arm, game), seats);
    double ahead = 0;
    *pairs = 0;
    for (int k = 0; k < r->count; k++) {
        ahead += one.ahead[road][k];
        *pairs += one.pairs[road][k];
    }
    return ahead;
}

int roads_dominant(const struct roads *r)
{
    double p[ROADS_MAX * ROADS_MAX];
    int n = 0;
    for (int i = 0; i < r->count; i++)
        for (int j = 0; j < r->count; j++)
            if (i != j) {
                const double m = r->pairs[i][j];
                const double z = m > 0 ? (r->ahead[i][j] / m - 0.5) / sqrt(0.25 / m) : 0;
                p[n++] = 1 - stats_normal_cdf(z);
            }
    stats_holm(p, n);
    n = 0;
    for (int i = 0; i < r->count; i++) {
        bool all = r->count > 1;
        for (int j = 0; j < r->count; j++)
            if (i != j)
                all = p[n++] < 0.05 && r->ahead[i][j] / r->pairs[i][j] > VERDICT_DOMINANT && all;
        if (all)
            return i;
    }
    return -1;
}
