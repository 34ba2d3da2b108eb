/* tune.h: finds numbers that bring measures where they are wanted.
 *
 * A lever is one step of one number. Random mixtures of levers are played, a few games each; two
 * models (surrogate.h) tell what a mixture would do to each measure and how sure that is. Mixtures
 * that promise most, or could, are played next and the models learn from them; the best ones are
 * then played longer and longer on fresh seeds, half of them left out each time. */
#ifndef SERAI_LAB_TUNE_H
#define SERAI_LAB_TUNE_H

#include "lab/surrogate.h"
#include "lab/verdict.h"

enum { TUNE_LEVERS = 1000, TUNE_AIMS = SURROGATE_AIMS, TUNE_MIXED = SURROGATE_MIXED };

/* A measure and where it should lie. A place beyond its range by a point counts as much as any
 * other measure beyond its by a point of percent of it. */
struct tune_aim {
    struct measure measure;
    int road; /* -1; else not a measure: percent of pairs in which players of this road finish
                 ahead of those of others */
    double low, high, unit;
};
struct tune_lever {
    int number;
    int64_t value;
    int8_t steps; /* from what it is; 1 for another name */
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
    int levers, levers_left_out; /* beyond TUNE_LEVERS */
    struct tune_aim aim[TUNE_AIMS];
    int aims;
    bool wants_roads;            /* found by tune_run before it begins */
    struct roads roads;
    int64_t mixtures, each, last; /* how many, games of one, games of the last that are left */
    /* Called before each series; false stops. */
    bool (*play)(void *context, const int *arm, int arms, int64_t games);
    void *context;
    /* Results. */
    struct surrogate *model;
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
/* "seats", "roads", "length=60..90", "winner=80..110": false names what cannot be read. Roads are
 * those of the bots where seats have different ones, else those found with the base. */
bool tune_read_aims(struct tune *t, const char *text, struct sr_diag *diag);
/* "place.1", "length", "road.2". */
void tune_aim_id(const struct tune *t, int aim, char *out, size_t max);
/* What an aim comes to in an arm, as a share of two sums over games. */
struct stats_ratio tune_value(const struct tune *t, int aim, int arm, int64_t games);
/* How far measures of an arm lie outside their ranges (squares); 0: all aims are met. */
double tune_fault(const struct tune *t, int arm, int64_t games);
/* Whether every aim is met for certain (whole intervals inside), for certain not, or neither. */
int tune_certain(const struct tune *t, int arm, int64_t games);
/* Percent of bootstrap samples of the games in which all aims are met. */
double tune_sure(const struct tune *t, int arm, int64_t games);
/* False: stopped, or (with diag) there are no roads to balance. Free with tune_clear. */
bool tune_run(struct tune *t, struct sr_diag *diag);
void tune_apply(const struct tune *t, const struct tune_mix *mix, struct numbers_set *set);
void tune_clear(struct tune *t);

#endif
