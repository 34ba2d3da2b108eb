/* stats.c: the statistics of the lab: against scipy (stats.json, made by stats.py), and by
 * experiments whose answer is known: intervals hold it in 93 to 97 of 100 cases. Chance is fixed,
 * so the tests always say the same. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "lab/measure.h"
#include "lab/stats.h"
#include "serai/rng.h"

static const char *fixtures;

/* ---- against scipy -------------------------------------------------------------------------- */

enum { MOST = 200 };

static int read_list(const struct sr_doc *doc, int t, double *out)
{
    const int n = doc->tok[t].size;
    assert_true(n <= MOST);
    for (int i = 0; i < n; i++) {
        char text[64];
        assert_true(sr_json_text(doc, sr_json_at(doc, t, i), text, sizeof text));
        out[i] = strtod(text, NULL);
    }
    return n;
}

static int answer(const char *what, const double *x, int n, double *out)
{
    struct stats_interval i = {0, 0};
    const struct stats_mean m = stats_mean_of(x, n);
    if (!strcmp(what, "normal_cdf"))
        out[0] = stats_normal_cdf(x[0]);
    else if (!strcmp(what, "normal_quantile"))
        out[0] = stats_normal_quantile(x[0]);
    else if (!strcmp(what, "t_cdf"))
        out[0] = stats_t_cdf(x[0], x[1]);
    else if (!strcmp(what, "t_quantile"))
        out[0] = stats_t_quantile(x[0], x[1]);
    else if (!strcmp(what, "beta_cdf"))
        out[0] = stats_beta_cdf(x[0], x[1], x[2]);
    else if (!strcmp(what, "mean_test"))
        out[0] = stats_mean_test(&m, 0);
    else if (!strcmp(what, "flip_test"))
        out[0] = stats_flip_test(x, n, 200000, 1);
    else if (!strcmp(what, "welch_test")) {
        const struct stats_mean a = stats_mean_of(x + 1, (int64_t)x[0]);
        const struct stats_mean b = stats_mean_of(x + 1 + (int)x[0], n - 1 - (int)x[0]);
        out[0] = stats_welch_test(&a, &b);
    } else if (!strcmp(what, "holm") || !strcmp(what, "benjamini")) {
        memcpy(out, x, (size_t)n * sizeof *x);
        *what == 'h' ? stats_holm(out, n) : stats_benjamini(out, n);
        return n;
    } else {
        if (!strcmp(what, "wilson"))
            i = stats_wilson(x[0], x[1], x[2]);
        else if (!strcmp(what, "clopper"))
            i = stats_clopper(x[0], x[1], x[2]);
        else if (!strcmp(what, "mean_interval"))
            i = stats_mean_interval(&m, 0.95);
        else
            fail_msg("no such question: %s", what);
        out[0] = i.low;
        out[1] = i.high;
        return 2;
    }
    return 1;
}

static void as_scipy_says(void **state)
{
    (void)state;
    struct sr_diag diag;
    size_t len;
    char *text = file_read(fixtures, &len, &diag);
    assert_non_null(text);
    const struct sr_doc *doc = unit_doc(text);
    int t = 1;
    for (int i = 0; i < doc->tok[0].size; i++, t = doc->tok[t].next) {
        char what[32];
        double in[MOST], want[MOST], got[MOST];
        assert_true(sr_json_text(doc, sr_json_get(doc, t, "what"), what, sizeof what));
        const int n = read_list(doc, sr_json_get(doc, t, "in"), in);
        const int answers = read_list(doc, sr_json_get(doc, t, "out"), want);
        assert_int_equal(answer(what, in, n, got), answers);
        /* Flipping signs is drawn here and counted out there. */
        const double allowed = strcmp(what, "flip_test") == 0 ? 0.005 : 1e-9;
        for (int k = 0; k < answers; k++)
            if (fabs(got[k] - want[k]) > allowed * fmax(1, fabs(want[k])))
                fail_msg("%s, question %d: %.12g, scipy says %.12g", what, i, got[k], want[k]);
    }
    assert_true(doc->tok[0].size > 40);
    mem_free(text);
}

/* ---- known answers -------------------------------------------------------------------------- */

enum { EXPERIMENTS = 1000, CASES = 160 };

static double uniform(struct sr_rng *rng)
{
    return ((double)sr_rng_next(rng) + 0.5) / 4294967296.0;
}

/* Points of a game are lopsided: mean 1, a long tail to the right. */
static double lopsided(struct sr_rng *rng) { return -log(uniform(rng)); }

static bool holds(struct stats_interval i, double truth)
{
    return i.low <= truth && truth <= i.high;
}

static bool share_holds(struct sr_rng *rng)
{
    double hits = 0;
    for (int i = 0; i < CASES; i++)
        hits += uniform(rng) < 0.25;
    return holds(stats_wilson(hits, CASES, 0.95), 0.25);
}

static bool mean_holds(struct sr_rng *rng)
{
    double x[CASES];
    for (int i = 0; i < CASES; i++)
        x[i] = lopsided(rng);
    const struct stats_mean m = stats_mean_of(x, CASES);
    return holds(stats_mean_interval(&m, 0.95), 1);
}

/* The same luck in both arms, and 0.2 more in one. */
static bool difference_holds(struct sr_rng *rng)
{
    double d[CASES];
    for (int i = 0; i < CASES; i++) {
        const double luck = 5 * lopsided(rng), a = luck + lopsided(rng);
        d[i] = luck + lopsided(rng) + 0.2 - a;
    }
    const struct stats_mean m = stats_mean_of(d, CASES);
    return holds(stats_mean_interval(&m, 0.95), 0.2);
}

static bool welch_holds(struct sr_rng *rng)
{
    double x[CASES], y[CASES / 2];
    for (int i = 0; i < CASES; i++)
        x[i] = lopsided(rng);
    for (int i = 0; i < CASES / 2; i++)
        y[i] = 3 * uniform(rng);
    const struct stats_mean a = stats_mean_of(x, CASES), b = stats_mean_of(y, CASES / 2);
    return holds(stats_welch_interval(&a, &b, 0.95), 0.5);
}

/* Four players a game, one wins; each chooses a thing by the toss of a coin that is the same for
 * all in half of the games. Choosing does nothing: a quarter of those who do win. */
static bool ratio_holds(struct sr_rng *rng)
{
    struct stats_ratio r = {0};
    for (int g = 0; g < CASES; g++) {
        const bool common = uniform(rng) < 0.5, all = uniform(rng) < 0.5;
        const int winner = (int)sr_rng_below(rng, 4);
        double did = 0, won = 0;
        for (int s = 0; s < 4; s++)
            if (common ? all : uniform(rng) < 0.5) {
                did++;
                won += s == winner;
            }
        r.games += did > 0;
        r.x += won;
        r.y += did;
        r.xx += won * won;
        r.xy += won * did;
        r.yy += did * did;
    }
    return holds(stats_ratio_interval(&r, 0.95), 0.25);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool median_holds(struct sr_rng *rng)
{
    double x[CASES];
    for (int i = 0; i < CASES; i++)
        x[i] = lopsided(rng);
    qsort(x, CASES, sizeof *x, by_size);
    return holds(stats_median_interval(x, CASES, 0.95), log(2));
}

static double mean_of_cases(const void *context, const int32_t *cases, int64_t n)
{
    const double *x = context;
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += x[cases[i]];
    return sum / (double)n;
}

static bool bootstrap_holds(struct sr_rng *rng)
{
    double x[CASES];
    for (int i = 0; i < CASES; i++)
        x[i] = lopsided(rng);
    const uint64_t seed = sr_rng_next(rng);
    return holds(stats_bootstrap(mean_of_cases, x, CASES, 200, 0.95, seed), 1);
}

/* As -n auto does: looks now and then, and stops when the interval is narrow enough. */
static bool until_narrow_holds(struct sr_rng *rng)
{
    double hits = 0;
    int64_t games = 0, wanted = 200;
    struct stats_interval i;
    do {
        for (; games < wanted; games++)
            hits += uniform(rng) < 0.3;
        i = stats_wilson(hits, (double)games, 0.95);
        wanted = measure_more(50 * (i.high - i.low), 2, games, 1000000);
    } while (wanted);
    assert_true(games > 1900 && games < 2600 && 50 * (i.high - i.low) <= 2);
    return holds(i, 0.3);
}

static void check_cover(const char *what, bool (*experiment)(struct sr_rng *rng))
{
    struct sr_rng rng;
    int held = 0;
    sr_rng_seed(&rng, 19);
    for (int i = 0; i < EXPERIMENTS; i++)
        held += experiment(&rng);
    if (held < 930 || held > 970)
        fail_msg("%s: %d of %d intervals hold the truth", what, held, EXPERIMENTS);
}

static void intervals_hold_the_truth(void **state)
{
    (void)state;
    check_cover("share", share_holds);
    check_cover("mean", mean_holds);
    check_cover("difference", difference_holds);
    check_cover("two means", welch_holds);
    check_cover("ratio", ratio_holds);
    check_cover("median", median_holds);
    check_cover("bootstrap", bootstrap_holds);
    check_cover("until narrow", until_narrow_holds);
}

/* Of 23 questions without an answer, Holm leaves one in twenty series with a false alarm. */
static void corrections_keep_their_word(void **state)
{
    (void)state;
    struct sr_rng rng;
    int alarms = 0, plain = 0;
    sr_rng_seed(&rng, 7);
    for (int i = 0; i < EXPERIMENTS; i++) {
        double p[23], least = 1;
        for (int k = 0; k < 23; k++) {
            p[k] = uniform(&rng);
            least = fmin(least, p[k]);
        }
        plain += least < 0.05;
        stats_holm(p, 23);
        bool any = false;
        for (int k = 0; k < 23; k++)
            any = any || p[k] < 0.05;
        alarms += any;
    }
    assert_true(plain > 600);
    assert_in_range(alarms, 30, 70);
}

static void least_squares(void **state)
{
    (void)state;
    double a[9] = {4, 2, 0.5, 2, 5, 1, 0.5, 1, 3}, b[3] = {1, -2, 3}, x[3], spread[3];
    double whole[9];
    memcpy(whole, a, sizeof a);
    memcpy(x, b, sizeof b);
    assert_true(stats_solve(a, x, 3, spread));
    for (int i = 0; i < 3; i++) {
        double sum = 0;
        for (int k = 0; k < 3; k++)
            sum += whole[3 * i + k] * x[k];
        assert_true(fabs(sum - b[i]) < 1e-12);
    }
    assert_true(fabs(spread[2] - 16.0 / 44.75) < 1e-12);
    double flat[4] = {1, 1, 1, 1};
    assert_false(stats_solve(flat, x, 2, NULL));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_scipy_says),
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(corrections_keep_their_word),
        cmocka_unit_test(least_squares),
    };
    fixtures = argc > 1 ? argv[1] : "";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
