/* calibrate.h: are the chances that bots state the chances they have? */
#ifndef SERAI_LAB_CALIBRATE_H
#define SERAI_LAB_CALIBRATE_H

#include "lab/lab.h"

enum { CALIBRATE_PHASES = 3, CALIBRATE_BINS = 10 };

/* What one decision of a searching bot stated, and what came of it. */
struct stated {
    uint8_t lines, phase;
    uint8_t seat;              /* who decided */
    int16_t progress;
    int32_t win[SR_LINES_MAX]; /* believed, of AI_WIN */
    double result;             /* share of first place */
    double share[SR_LINES_MAX];
};

/* A tenth of the scale: how often, what was stated on average, what came of it. */
struct reliability {
    int64_t n;
    double stated, result;
};

struct calibration {
    int64_t games, count;
    struct stated *all;
    /* Best slope and lean by thirds of the game, in thousandths (ai/chances.def). */
    int slope[CALIBRATE_PHASES], lean[CALIBRATE_PHASES];
    struct reliability raw[CALIBRATE_BINS], told[CALIBRATE_BINS], fitted[CALIBRATE_BINS];
    double brier_raw, brier_told, brier_fitted; /* mean squared errors */
};

/* Plays `games` games by the bots of the set-up, which search, and compares: what they believe,
 * what players are told today, and what they would be told with the best slope and lean. */
SR_MUST_CHECK enum sr_err calibrate(const struct lab_setup *s, int64_t games, int threads,
                                    struct calibration *out, struct sr_diag *diag);
void calibration_free(struct calibration *c);

#endif
