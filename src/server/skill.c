/* skill.c: the arithmetic of ratings (skill.h). */
#include "server/skill.h"

#include <math.h>

enum { PLAYERS_MAX = 16 };

/* The uncertainty never falls below this share by one match. */
static const double least_share = 0.0001;
static const double least_power = -600; /* of e that is a number yet */

/* The likelihood of the places is a product of choices: from those who came no better than q, one
 * who came to the place of q. all[q] is the weight of all of them, tied[q] how many share it. */
struct choices {
    double weight[PLAYERS_MAX], all[PLAYERS_MAX];
    int tied[PLAYERS_MAX];
};

static void weigh(struct choices *c, const struct skill *player, const int *place, int n,
                  double scale)
{
    double best = player[0].mean;
    for (int i = 1; i < n; i++)
        best = fmax(best, player[i].mean);
    for (int i = 0; i < n; i++)
        c->weight[i] = exp(fmax((player[i].mean - best) / scale, least_power));
    for (int q = 0; q < n; q++) {
        c->all[q] = 0;
        c->tied[q] = 0;
        for (int i = 0; i < n; i++) {
            c->all[q] += place[i] >= place[q] ? c->weight[i] : 0;
            c->tied[q] += place[i] == place[q];
        }
    }
}

void skill_rank(struct skill *player, const int *place, int n)
{
    struct choices c;
    double variance = 0;
    if (n < 2 || n > PLAYERS_MAX)
        return;
    for (int i = 0; i < n; i++)
        variance += player[i].sigma * player[i].sigma + SKILL_BETA * SKILL_BETA;
    const double scale = sqrt(variance);
    weigh(&c, player, place, n, scale);
    for (int i = 0; i < n; i++) {
        double slope = 0, bend = 0; /* of the logarithm of the likelihood, by his mean */
        for (int q = 0; q < n; q++) {
            if (place[q] > place[i])
                continue;
            const double share = c.weight[i] / c.all[q];
            slope += ((i == q) - share) / c.tied[q];
            bend += share * (1 - share) / c.tied[q];
        }
        const double sigma = player[i].sigma, part = sigma / scale;
        player[i].mean += sigma * part * slope;
        /* The last factor keeps the uncertainty from falling too fast where many play. */
        player[i].sigma = sigma * sqrt(fmax(1 - part * part * bend * part, least_share));
    }
}

void skill_update(struct skill *player, const int *place, int n)
{
    for (int i = 0; i < n; i++)
        player[i].sigma = hypot(player[i].sigma, SKILL_TAU);
    skill_rank(player, place, n);
}
