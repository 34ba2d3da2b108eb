/* skill.h: how strong somebody is, as far as his results tell: a mean and how uncertain it is,
 * after Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (2011), with the model
 * of Plackett and Luce, as OpenSkill has it. Any number of players, places may be shared. Pure
 * arithmetic: who they are and where it is kept is the rater's business (rater.h).
 *
 * Everything scales: these are the usual 25, 25/3, 25/6 and 25/300 times 24, and begin at 1500. */
#ifndef SERAI_SERVER_SKILL_H
#define SERAI_SERVER_SKILL_H

#define SKILL_MEAN 1500.0 /* of somebody unknown */
#define SKILL_SIGMA 200.0 /* and how uncertain that is: one standard deviation */
#define SKILL_BETA 100.0  /* how much a result depends on other things */
#define SKILL_TAU 2.0     /* how much skill changes from one match to the next */

struct skill {
    double mean, sigma;
};

/* What the places of `n` players (2 to 16) tell of their skills; 1 is the best place. */
void skill_rank(struct skill *player, const int *place, int n);
/* The same after skills may have changed since the last match (tau). */
void skill_update(struct skill *player, const int *place, int n);

#endif
