/* tune.h: finds numbers that bring measures where they are wanted.
 *
 * A lever is one step of one number. Random mixtures of levers are played, a few games each; a
 * linear model with a prior (ridge, which is a Gaussian process with a linear kernel) tells what
 * each lever does to each measure and how sure that is. Mixtures that promise most, or could, are
 * played next and the model learns from them; the best ones are then played longer and longer on
 * fresh seeds, half of them left out each time. */
#ifndef SERAI_LAB_TUNE_H
#define SERAI_LAB_TUNE_H

#include "lab/measure.h"

enum { TUNE_LEVERS = 240, TUNE_AIMS = 24, TUNE_MIXED = 12 };

/* A measure and where it should lie. A place beyond its range by a point counts as much as any
 * other measure beyond its by a point of percent of it. */
struct tune_aim {
    struct measure measure;
    double low, high, unit;
};
struct tune_lever {
    int number;
    int64_t value;
};
struct tune_mix { /* some levers, no two of one number */
    int count;
    int16_t lever[TUNE_MIXED];
};

struct tune {
    struct trial *trial;
    const struct numbers *numbers;
    struct trial_arm base;
    struct tune_lever lever[TUNE_LEVERS];
    int levers;
    struct tune_aim aim[TUNE_AIMS];
    int aims;
    int64_t mixtures, each, last; /* how many, games of one, games of the last that are left */
    /* Called before each series; false stops. */
    bool (*play)(void *context, const int *arm, int arms, int64_t games);
    void *context;
    /* Results. */
    double effect[TUNE_LEVERS + 1][TUNE_AIMS]; /* of levers; the last row: without any */
    double error[TUNE_LEVERS + 1];             /* of an effect, in deviations of the measure */
    double noise[TUNE_AIMS];                   /* deviation of a mixture's mean */
    struct tune_mix best[8];
    int best_arm[8], best_count;               /* best first; arms on fresh seeds */
    double fault[8];
    int base_arm;                              /* the base on the same seeds */
    int64_t best_games;
};

/* Steps of every number that is free: a pattern names it, its mark is not among `keep`, and the
 * edition with it alone can be played. */
void tune_list_levers(struct tune *t, const char *free_paths, const char *keep);
/* "seats", "length=60..90", "winner=80..110": false names what cannot be read. */
bool tune_read_aims(struct tune *t, const char *text, struct sr_diag *diag);
/* How far measures of an arm lie outside their ranges (squares); 0: all aims are met. */
double tune_fault(const struct tune *t, int arm, int64_t games);
/* Whether every aim is met for certain (whole intervals inside), for certain not, or neither. */
int tune_certain(const struct tune *t, int arm, int64_t games);
bool tune_run(struct tune *t);
void tune_apply(const struct tune *t, const struct tune_mix *mix, struct numbers_set *set);

#endif
