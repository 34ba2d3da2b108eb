/* stats.c: intervals and tests, from textbook formulas that settle in a fixed number of steps. */
#include "lab/stats.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "serai/rng.h"

/* ---- distributions ----------------------------------------------------------------------- */

double stats_normal_cdf(double x) { return 0.5 * erfc(-x / sqrt(2)); }

/* The x at which a growing function of it reaches p. */
static double bisect(double (*cdf)(double x, double a, double b), double a, double b, double low,
                     double high, double p)
{
    for (int i = 0; i < 200 && high - low > 1e-15 * fabs(high); i++) {
        const double middle = 0.5 * (low + high);
        if (cdf(middle, a, b) < p)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

static double normal(double x, double a, double b)
{
    (void)a;
    (void)b;
    return stats_normal_cdf(x);
}

double stats_normal_quantile(double p)
{
    if (p <= 0 || p >= 1)
        return p <= 0 ? -INFINITY : INFINITY;
    return p > 0.5 ? -stats_normal_quantile(1 - p) : bisect(normal, 0, 0, -40, 0, p);
}

/* Lanczos; lgamma itself writes to a global. */
static double log_gamma(double x)
{
    static const double c[] = {0.99999999999980993,  676.5203681218851,     -1259.1392167224028,
                               771.32342877765313,   -176.61502916214059,   12.507343278686905,
                               -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7};
    double sum = c[0];
    if (x < 0.5)
        return log(M_PI / sin(M_PI * x)) - log_gamma(1 - x);
    for (int i = 1; i < 9; i++)
        sum += c[i] / (x - 1 + i);
    const double t = x + 6.5;
    return 0.5 * log(2 * M_PI) + (x - 0.5) * log(t) - t + log(sum);
}

/* Lentz's continued fraction, for x on the near side of the mean. */
static double beta_fraction(double x, double a, double b)
{
    const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double h = d;
    for (int m = 1; m < 100000; m++) {
        for (int half = 0; half < 2; half++) {
            const double n = half ? -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
                                  : m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 + n * d;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            c = 1 + n / c;
            c = fabs(c) < tiny ? tiny : c;
            h *= c * d;
        }
        if (fabs(c * d - 1) < 1e-16)
            break;
    }
    return h;
}

double stats_beta_cdf(double x, double a, double b)
{
    if (x <= 0 || x >= 1)
        return x <= 0 ? 0 : 1;
    const double front =
        exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(x, a, b) / a;
    return 1 - front * beta_fraction(1 - x, b, a) / b;
}

double stats_beta_quantile(double p, double a, double b)
{
    return bisect(stats_beta_cdf, a, b, 0, 1, p);
}

double stats_t_cdf(double t, double df)
{
    if (!isfinite(t))
        return t < 0 ? 0 : 1;
    const double tail = 0.5 * stats_beta_cdf(df / (df + t * t), df / 2, 0.5);
    return t < 0 ? tail : 1 - tail;
}

static double student(double t, double df, double unused)
{
    (void)unused;
    return stats_t_cdf(t, df);
}

double stats_t_quantile(double p, double df)
{
    if (p <= 0 || p >= 1)
        return p <= 0 ? -INFINITY : INFINITY;
    if (p > 0.5)
        return -stats_t_quantile(1 - p, df);
    double low = -2;
    while (stats_t_cdf(low, df) > p)
        low *= 2;
    return bisect(student, df, 0, low, 0, p);
}

/* Beyond this value on either side, in Student's sense. */
static double both_tails(double t, double df) { return 2 * stats_t_cdf(-fabs(t), df); }

/* ---- shares ------------------------------------------------------------------------------ */

struct stats_interval stats_wilson(double hits, double n, double level)
{
    if (n <= 0)
        return (struct stats_interval){0, 1};
    const double z = stats_normal_quantile(0.5 + level / 2), p = hits / n, zz = z * z / n;
    const double middle = (p + zz / 2) / (1 + zz);
    const double half = z * sqrt(fmax(0, p * (1 - p) / n + zz / (4 * n))) / (1 + zz);
    return (struct stats_interval){fmax(0, middle - half), fmin(1, middle + half)};
}

struct stats_interval stats_clopper(double hits, double n, double level)
{
    const double out = (1 - level) / 2;
    struct stats_interval i = {0, 1};
    if (n > 0 && hits > 0)
        i.low = stats_beta_quantile(out, hits, n - hits + 1);
    if (n > 0 && hits < n)
        i.high = stats_beta_quantile(1 - out, hits + 1, n - hits);
    return i;
}

/* ---- means ------------------------------------------------------------------------------- */

struct stats_mean stats_mean_of(const double *x, int64_t n)
{
    struct stats_mean m = {(double)n, 0, 0};
    for (int64_t i = 0; i < n; i++)
        m.mean += x[i] / (double)n;
    for (int64_t i = 0; i < n && n > 1; i++)
        m.variance += (x[i] - m.mean) * (x[i] - m.mean) / (double)(n - 1);
    return m;
}

static struct stats_interval around(double value, double error, double df, double level)
{
    if (error <= 0) /* nothing varies */
        return (struct stats_interval){value, value};
    const double half = error * stats_t_quantile(0.5 + level / 2, df);
    return (struct stats_interval){value - half, value + half};
}

/* Without any spread the values say the same thing every time. */
static double test_of(double away, double error, double df)
{
    if (error <= 0)
        return away == 0 ? 1 : 0;
    return both_tails(away / error, df);
}

struct stats_interval stats_mean_interval(const struct stats_mean *m, double level)
{
    if (m->n < 2)
        return (struct stats_interval){-INFINITY, INFINITY};
    return around(m->mean, sqrt(m->variance / m->n), m->n - 1, level);
}

double stats_mean_test(const struct stats_mean *m, double value)
{
    return m->n < 2 ? 1 : test_of(m->mean - value, sqrt(m->variance / m->n), m->n - 1);
}

/* Squared error of a difference of two means and Satterthwaite's degrees of freedom. */
static double welch(const struct stats_mean *a, const struct stats_mean *b, double *df)
{
    const double u = a->variance / a->n, v = b->variance / b->n;
    const double below = u * u / (a->n - 1) + v * v / (b->n - 1);
    *df = below > 0 ? (u + v) * (u + v) / below : a->n + b->n - 2;
    return u + v;
}

double stats_welch_test(const struct stats_mean *a, const struct stats_mean *b)
{
    double df;
    if (a->n < 2 || b->n < 2)
        return 1;
    const double error = sqrt(welch(a, b, &df));
    return test_of(b->mean - a->mean, error, df);
}

struct stats_interval stats_welch_interval(const struct stats_mean *a, const struct stats_mean *b,
                                           double level)
{
    double df;
    if (a->n < 2 || b->n < 2)
        return (struct stats_interval){-INFINITY, INFINITY};
    const double error = sqrt(welch(a, b, &df));
    return around(b->mean - a->mean, error, df, level);
}

double stats_flip_test(const double *d, int64_t n, int rounds, uint64_t seed)
{
    struct sr_rng rng;
    double sum = 0;
    int as_far = 0;
    sr_rng_seed(&rng, seed);
    for (int64_t i = 0; i < n; i++)
        sum += d[i];
    for (int k = 0; k < rounds; k++) {
        double flipped = 0;
        uint32_t bits = 0;
        for (int64_t i = 0; i < n; i++, bits >>= 1) {
            if (i % 32 == 0)
                bits = sr_rng_next(&rng);
            flipped += bits & 1 ? d[i] : -d[i];
        }
        as_far += fabs(flipped) >= fabs(sum) - 1e-9;
    }
    return (as_far + 1.0) / (rounds + 1.0);
}

double stats_ratio_value(const struct stats_ratio *r) { return r->y > 0 ? r->x / r->y : 0; }

static double ratio_error(const struct stats_ratio *r)
{
    const double q = stats_ratio_value(r);
    const double rest = r->xx - 2 * q * r->xy + q * q * r->yy;
    return sqrt(fmax(0, rest) * r->games / (r->games - 1)) / r->y;
}

struct stats_interval stats_ratio_interval(const struct stats_ratio *r, double level)
{
    if (r->games < 2 || r->y <= 0)
        return (struct stats_interval){-INFINITY, INFINITY};
    return around(stats_ratio_value(r), ratio_error(r), r->games - 1, level);
}

double stats_ratio_test(const struct stats_ratio *r, double value)
{
    if (r->games < 2 || r->y <= 0)
        return 1;
    return test_of(stats_ratio_value(r) - value, ratio_error(r), r->games - 1);
}

double stats_median(const double *sorted, int64_t n)
{
    return n ? 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]) : 0;
}

struct stats_interval stats_median_interval(const double *sorted, int64_t n, double level)
{
    if (n < 1)
        return (struct stats_interval){-INFINITY, INFINITY};
    const double z = stats_normal_quantile(0.5 + level / 2);
    int64_t low = (int64_t)floor(((double)n - z * sqrt((double)n)) / 2);
    low = low < 1 ? 1 : low;
    return (struct stats_interval){sorted[low - 1], sorted[n - low]};
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void stats_quantiles(double *x, int64_t n, double out[3])
{
    static const int percent[3] = {10, 50, 90};
    qsort(x, (size_t)n, sizeof *x, by_size);
    for (int i = 0; i < 3; i++)
        out[i] = n ? x[((n - 1) * percent[i] + 50) / 100] : 0;
}

struct stats_interval stats_bootstrap(stats_of *of, const void *context, int64_t n, int rounds,
                                      double level, uint64_t seed)
{
    struct sr_rng rng;
    int32_t *cases = mem_grow(NULL, (size_t)(n > 0 ? n : 1) * sizeof *cases);
    double *found = mem_grow(NULL, (size_t)rounds * sizeof *found);
    sr_rng_seed(&rng, seed);
    for (int k = 0; k < rounds; k++) {
        for (int64_t i = 0; i < n; i++)
            cases[i] = (int32_t)sr_rng_below(&rng, (uint32_t)n);
        found[k] = of(context, cases, n);
    }
    qsort(found, (size_t)rounds, sizeof *found, by_size);
    const int out = (int)floor((1 - level) / 2 * rounds);
    const struct stats_interval i = {found[out], found[rounds - 1 - out]};
    mem_free(cases);
    mem_free(found);
    return i;
}

/* ---- many questions at once -------------------------------------------------------------- */

struct ranked {
    double p;
    int index;
};

static int by_p(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return x->p != y->p ? (x->p > y->p) - (x->p < y->p) : x->index - y->index;
}

/* Holm steps up from the smallest, Benjamini and Hochberg down from the largest. */
static void correct(double *p, int n, bool holm)
{
    struct ranked *r = mem_grow(NULL, (size_t)(n > 0 ? n : 1) * sizeof *r);
    for (int i = 0; i < n; i++)
        r[i] = (struct ranked){p[i], i};
    qsort(r, (size_t)n, sizeof *r, by_p);
    double so_far = holm ? 0 : 1;
    for (int k = 0; k < n; k++) {
        const int i = holm ? k : n - 1 - k;
        const double own = fmin(1, holm ? r[i].p * (n - i) : r[i].p * n / (i + 1));
        so_far = holm ? fmax(so_far, own) : fmin(so_far, own);
        p[r[i].index] = so_far;
    }
    mem_free(r);
}

void stats_holm(double *p, int n) { correct(p, n, true); }

void stats_benjamini(double *p, int n) { correct(p, n, false); }

/* ---- least squares ----------------------------------------------------------------------- */

/* Cholesky's: a = l l', kept in the lower half. */
static bool split(double *a, int n)
{
    for (int j = 0; j < n; j++) {
        for (int i = j; i < n; i++) {
            double sum = a[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= a[i * n + k] * a[j * n + k];
            if (i == j && sum <= 0)
                return false;
            a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
        }
    }
    return true;
}

static void substitute(const double *l, double *b, int n)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= l[i * n + k] * b[k];
        b[i] /= l[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            b[i] -= l[k * n + i] * b[k];
        b[i] /= l[i * n + i];
    }
}

bool stats_solve(double *a, double *b, int n, double *spread)
{
    if (!split(a, n))
        return false;
    substitute(a, b, n);
    double *one = spread ? mem_grow(NULL, (size_t)n * sizeof *one) : NULL;
    for (int i = 0; spread && i < n; i++) {
        for (int k = 0; k < n; k++)
            one[k] = k == i;
        substitute(a, one, n);
        spread[i] = one[i];
    }
    mem_free(one);
    return true;
}
