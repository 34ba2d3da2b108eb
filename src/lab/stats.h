/* stats.h: the statistics of the lab: intervals, tests, corrections for many questions at once.
 *
 * Everything is a function of its arguments; chance, where a test needs some, comes from a seed.
 * Checked against scipy (tests/unit/stats.json) and by experiments with known answers. */
#ifndef SERAI_LAB_STATS_H
#define SERAI_LAB_STATS_H

#include <stdbool.h>
#include <stdint.h>

struct stats_interval {
    double low, high;
};

/* ---- distributions ----------------------------------------------------------------------- */

double stats_normal_cdf(double x);
double stats_normal_quantile(double p);
/* Regularised incomplete beta function: chance of a Beta(a, b) to be at most x. */
double stats_beta_cdf(double x, double a, double b);
double stats_beta_quantile(double p, double a, double b);
double stats_t_cdf(double t, double df);
double stats_t_quantile(double p, double df);

/* ---- shares ------------------------------------------------------------------------------ */

/* Of `hits` in `n`; hits need not be whole (shared wins). level: 0.95. 0..1 where n is 0. */
struct stats_interval stats_wilson(double hits, double n, double level);
/* The exact one, wider: its cover is never below the level. */
struct stats_interval stats_clopper(double hits, double n, double level);

/* ---- means ------------------------------------------------------------------------------- */

struct stats_mean {
    double n, mean, variance; /* of the values (n - 1 below) */
};
struct stats_mean stats_mean_of(const double *x, int64_t n);
/* Student's interval of the mean; everything where n is below 2. */
struct stats_interval stats_mean_interval(const struct stats_mean *m, double level);
/* Two-sided p of "the mean is `value`". 1 where nothing varies and it is, 0 where it is not. */
double stats_mean_test(const struct stats_mean *m, double value);
/* Welch's two-sided p of "two means of separate games are the same", and their difference. */
double stats_welch_test(const struct stats_mean *a, const struct stats_mean *b);
struct stats_interval stats_welch_interval(const struct stats_mean *a, const struct stats_mean *b,
                                           double level);
/* Two-sided p of "differences lie evenly around 0" by flipping their signs `rounds` times: no
 * assumption about their shape. */
double stats_flip_test(const double *d, int64_t n, int rounds, uint64_t seed);

/* Share of two sums over games, such as wins of those who chose and how many chose: its interval
 * takes into account that players of one game are no separate cases. */
struct stats_ratio {
    double games;           /* with anything below the line */
    double x, y;            /* sums; the ratio is x / y */
    double xx, xy, yy;      /* sums of products, game by game */
};
double stats_ratio_value(const struct stats_ratio *r);
struct stats_interval stats_ratio_interval(const struct stats_ratio *r, double level);
/* Two-sided p of "the ratio is `value`". */
double stats_ratio_test(const struct stats_ratio *r, double value);

/* The middle of sorted values, and an interval of it from their order alone. */
double stats_median(const double *sorted, int64_t n);
struct stats_interval stats_median_interval(const double *sorted, int64_t n, double level);

/* Sorts the values and tells those that 10, 50 and 90 % of them do not exceed. */
void stats_quantiles(double *x, int64_t n, double out[3]);

/* Percentile bootstrap of any statistic of `n` cases: it is handed the numbers of the cases. */
typedef double stats_of(const void *context, const int32_t *cases, int64_t n);
struct stats_interval stats_bootstrap(stats_of *of, const void *context, int64_t n, int rounds,
                                      double level, uint64_t seed);

/* ---- many questions at once -------------------------------------------------------------- */

/* Holm's correction in place: how likely one answer as strong as this among all of them is by
 * chance. */
void stats_holm(double *p, int n);
/* Benjamini and Hochberg's: the share of false alarms among what is called an answer. */
void stats_benjamini(double *p, int n);

/* ---- least squares ----------------------------------------------------------------------- */

/* Solves a x = b for a symmetric positive n by n matrix, in place: b becomes x, the diagonal of the
 * inverse goes to `spread` (NULL: not wanted). Rows of `a` are n apart; a is spoilt. False where
 * it cannot be solved. */
bool stats_solve(double *a, double *b, int n, double *spread);

#endif
