/* skill.c: the arithmetic of ratings (server/skill.h) against figures that others have published,
 * and against the likelihood it is to follow, whose slope and bend are measured here. */
#include "server/skill.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static int tests;

static void need(bool holds, int line, const char *what)
{
    if (holds)
        return;
    printf("not ok %d - line %d: %s\n", tests + 1, line, what);
    exit(1);
}
#define NEED(x) need(x, __LINE__, #x)

static void passed(const char *what) { printf("ok %d - %s\n", ++tests, what); }

enum { MOST = 7 };

static bool near(double a, double b, double by) { return fabs(a - b) <= by; }

/* Numbers of OpenSkill, whose unit is 24 of ours. */
static struct skill ours(double mu, double sigma)
{
    return (struct skill){SKILL_MEAN + 24 * (mu - 25), 24 * sigma};
}

/* ---- what others found ---------------------------------------------------------------------- */

static void published(int n, const int *place, const double expected[][2])
{
    struct skill s[MOST];
    for (int i = 0; i < n; i++)
        s[i] = ours(25, 25.0 / 3);
    skill_rank(s, place, n);
    for (int i = 0; i < n; i++) {
        const struct skill e = ours(expected[i][0], expected[i][1]);
        NEED(near(s[i].mean, e.mean, 1e-9) && near(s[i].sigma, e.sigma, 1e-9));
    }
}

static void test_published(void)
{
    static const int order[] = {1, 2, 3, 4, 5}, tie[] = {2, 4, 2, 1};
    published(2, order,
              (const double[][2]){{27.63523138347365, 8.065506316323548},
                                  {22.36476861652635, 8.065506316323548}});
    published(3, order,
              (const double[][2]){{27.868876552746237, 8.204837030780652},
                                  {25.717219138186557, 8.057829747583874},
                                  {21.413904309067206, 8.057829747583874}});
    published(4, order,
              (const double[][2]){{27.795084971874736, 8.263160757613477},
                                  {26.552824984374855, 8.179213704945203},
                                  {24.68943500312503, 8.083731307186588},
                                  {20.96265504062538, 8.083731307186588}});
    published(5, order,
              (const double[][2]){{27.666666666666668, 8.290556877154474},
                                  {26.833333333333332, 8.240145629781066},
                                  {25.72222222222222, 8.179996679645559},
                                  {24.055555555555557, 8.111796013701358},
                                  {20.72222222222222, 8.111796013701358}});
    published(4, tie,
              (const double[][2]){{24.68943500312503, 8.179213704945203},
                                  {22.826045021875203, 8.179213704945203},
                                  {24.68943500312503, 8.179213704945203},
                                  {27.795084971874736, 8.263160757613477}});
    passed("the published figures, for two to five and with a tie");
}

/* ---- what it is meant to be ----------------------------------------------------------------- */

/* The logarithm of the likelihood of an order without ties: who is chosen from those left. */
static double log_likelihood(const double *mean, const int *place, int n, double scale)
{
    double sum = 0;
    for (int q = 0; q < n; q++) {
        double left = 0;
        for (int i = 0; i < n; i++)
            left += place[i] >= place[q] ? exp(mean[i] / scale) : 0;
        sum += mean[q] / scale - log(left);
    }
    return sum;
}

static double at(const struct skill *s, const int *place, int n, double scale, int who, double by)
{
    double mean[MOST];
    for (int i = 0; i < n; i++)
        mean[i] = s[i].mean - SKILL_MEAN + (i == who ? by : 0);
    return log_likelihood(mean, place, n, scale);
}

static void measured(int n, const struct skill *before, const int *place)
{
    struct skill s[MOST];
    double all = 0;
    for (int i = 0; i < n; i++) {
        s[i] = before[i];
        all += s[i].sigma * s[i].sigma + SKILL_BETA * SKILL_BETA;
    }
    skill_rank(s, place, n);
    const double scale = sqrt(all), h = scale * 1e-3;
    for (int i = 0; i < n; i++) {
        const double up = at(before, place, n, scale, i, h);
        const double down = at(before, place, n, scale, i, -h);
        const double slope = (up - down) / (2 * h);
        const double bend = (up - 2 * at(before, place, n, scale, i, 0) + down) / (h * h);
        const double v = before[i].sigma * before[i].sigma;
        NEED(near(s[i].mean, before[i].mean + v * slope, 1e-3));
        const double shrink = 1 + v * bend * before[i].sigma / scale;
        NEED(near(s[i].sigma, before[i].sigma * sqrt(shrink), 1e-3));
    }
}

static void test_measured(void)
{
    unsigned seed = 1;
    for (int round = 0; round < 200; round++) {
        const int n = 2 + round % 6;
        struct skill s[MOST];
        int place[MOST];
        for (int i = 0; i < n; i++) {
            seed = seed * 1103515245u + 12345u;
            s[i] = (struct skill){1200 + (seed >> 16) % 700, 30 + (seed >> 8) % 180};
            place[i] = i + 1;
        }
        for (int i = n - 1; i > 0; i--) {
            seed = seed * 1103515245u + 12345u;
            const int k = (int)((seed >> 16) % (unsigned)(i + 1)), was = place[i];
            place[i] = place[k];
            place[k] = was;
        }
        measured(n, s, place);
    }
    passed("slope and bend of the likelihood, 200 matches of two to seven");
}

/* ---- what follows from it ------------------------------------------------------------------- */

static void test_play(void)
{
    struct skill s[2] = {{SKILL_MEAN, SKILL_SIGMA}, {SKILL_MEAN, SKILL_SIGMA}};
    static const int first[] = {1, 2}, second[] = {2, 1}, both[] = {1, 1};
    for (int i = 0; i < 400; i++)
        skill_update(s, i % 4 ? first : second, 2);
    NEED(s[0].mean - s[1].mean > 100 && s[0].mean - s[1].mean < 300);
    NEED(s[0].sigma < 60 && s[0].sigma > 5);
    struct skill even[2] = {{SKILL_MEAN, SKILL_SIGMA}, {SKILL_MEAN, SKILL_SIGMA}};
    skill_update(even, both, 2);
    NEED(near(even[0].mean, SKILL_MEAN, 1e-9) && even[0].sigma < SKILL_SIGMA);
    struct skill far[2] = {{1e6, 1}, {-1e6, 1}};
    skill_update(far, second, 2);
    NEED(isfinite(far[0].mean) && isfinite(far[1].mean) && far[0].sigma > 0);
    passed("three of four won: ahead and surer; a tie; no overflow");
}

int main(void)
{
    test_published();
    test_measured();
    test_play();
    printf("1..%d\n", tests);
    return 0;
}
