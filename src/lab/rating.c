/* rating.c: what results say about strength. */
#include <math.h>

#include "lab/arena.h"

static double expected(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

double rating_share(double elo, int others)
{
    const double strength = pow(10, elo / 400);
    return strength / (strength + others);
}

double rating_difference(double share, int others)
{
    const double p = fmin(0.9999, fmax(0.0001, share));
    return 400 * log10(p * others / (1 - p));
}

/* Newton's method on the likelihood, one bot at a time; half a drawn game against everybody met
 * keeps bots that won or lost everything finite. */
void rating_fit(const struct rating_table *t, struct rating out[ARENA_BOTS_MAX])
{
    double elo[ARENA_BOTS_MAX] = {0};
    const double slope = log(10) / 400;
    double curve[ARENA_BOTS_MAX] = {0};
    for (int round = 0; round < 500; round++) {
        double change = 0;
        for (int i = 0; i < t->bots; i++) {
            double off = 0;
            curve[i] = 0;
            for (int j = 0; j < t->bots; j++) {
                if (t->games[i][j] <= 0)
                    continue;
                const double n = t->games[i][j] + 0.5, p = expected(elo[i] - elo[j]);
                off += t->points[i][j] + 0.25 - n * p;
                curve[i] += n * p * (1 - p);
            }
            if (curve[i] <= 0)
                continue;
            const double step = fmax(-100, fmin(100, off / (curve[i] * slope)));
            elo[i] += step;
            change += fabs(step);
        }
        if (change < 1e-6)
            break;
    }
    double mean = 0;
    for (int i = 0; i < t->bots; i++)
        mean += elo[i] / t->bots;
    for (int i = 0; i < t->bots; i++) {
        out[i].elo = elo[i] - mean;
        out[i].error = curve[i] > 0 ? 1.96 / (slope * sqrt(curve[i])) : 0;
    }
}

enum sprt_verdict sprt_judge(const struct sprt *s, int64_t n, double mean, double variance,
                             double *llr)
{
    *llr = 0;
    if (n < 8)
        return SPRT_UNDECIDED;
    const double s0 = rating_share(s->elo0, s->others), s1 = rating_share(s->elo1, s->others);
    const double v = fmax(variance, 1e-4);
    *llr = (double)n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * v);
    const double bound = log(0.95 / 0.05);
    return *llr >= bound ? SPRT_ACCEPT : *llr <= -bound ? SPRT_REJECT : SPRT_UNDECIDED;
}
