/* train.h: learning an evaluation by self-play: temporal differences over a small network. */
#ifndef SERAI_LAB_TRAIN_H
#define SERAI_LAB_TRAIN_H

#include "ai/eval.h"
#include "lab/lab.h"

/* ---- the network in floating point (learner.c) ---------------------------------------------- */

struct learner {
    char game[16];
    uint32_t features;
    int inputs, hidden[2];
    int params;
    float *value, *mean, *square; /* parameters, and the moments of Adam */
    int64_t steps;
};

/* Random weights from a seed; where the inputs hold the hand-written judgement, a network that says
 * the same as this. */
void learner_init(struct learner *l, const struct ai_game *g, int hidden1, int hidden2,
                  uint64_t seed);
void learner_free(struct learner *l);

/* One line of a position. */
struct learner_case {
    const int8_t *x;
    float win, margin; /* targets */
};
/* Adds the gradient of one position (its lines compete in one softmax) to `gradient` (params
 * values) and its losses to loss[2]. */
void learner_gradient(const struct learner *l, const struct learner_case *c, int lines,
                      float *gradient, double loss[2]);
/* A step of Adam along a gradient, which is scaled by `scale` first. */
void learner_step(struct learner *l, const float *gradient, float scale, float rate);
/* The part of such a step that moves the parameters from..to-1, by the sum of `shares` gradients
 * standing one after the other; `steps` has been counted up before. */
void learner_move(struct learner *l, const float *gradient, int shares, float scale, float rate,
                  int from, int to);

/* The network in integers, in memory of its own. */
struct learner_net {
    struct ai_net net;
    char game[16];
    int32_t *b;
    int16_t *w;
};
void learner_quantise(const struct learner *l, struct learner_net *out);
void learner_net_free(struct learner_net *n);

/* Bytes of a checkpoint: everything needed to go on; mem_free. */
unsigned char *learner_write(const struct learner *l, int64_t games, size_t *len);
SR_MUST_CHECK enum sr_err learner_read(const unsigned char *data, size_t len, struct learner *out,
                                       int64_t *games, struct sr_diag *diag);

/* ---- self-play (train.c) -------------------------------------------------------------------- */

enum { TRAIN_TEACHERS = 8 };

struct train_setup {
    struct sr_rules rules;
    int8_t option[SR_OPTIONS_MAX];
    int seats;          /* 0: all numbers of seats in turn, two seats every other game */
    int64_t games;      /* to be played in all, those before a checkpoint included */
    int64_t batch;      /* games played between two lessons */
    int64_t warmup;     /* first games, played by the hand-written judgement or the teachers */
    int threads;
    int visits;         /* of the players' search; 0: one move ahead */
    /* Bots that play the first games instead of the hand-written judgement, and some seats of a
     * share of the games after them (thousandths; falls to a quarter of this at the end). */
    struct sr_bot teacher[TRAIN_TEACHERS];
    int teachers, share;
    int hidden[2];
    double lambda; /* how far a target looks: what is left of it after a hundredth of the game */
    double rate;   /* falls to a twentieth of this at the end */
    uint64_t seed;
};

struct train_report {
    int64_t games;
    int64_t positions;   /* of the last batch */
    double loss[2];      /* winning, margin: means of the last batch */
    double score, plies; /* means of the last batch */
};

struct trainer;
/* New, or from a checkpoint (data NULL: new). NULL with diag. */
struct trainer *trainer_new(const struct train_setup *setup, const unsigned char *data, size_t len,
                            struct sr_diag *diag);
void trainer_free(struct trainer *t);
/* Steps and exploration shrink with the games played of all games. Where time is short: how much
 * of it is over, 0..1; the larger share counts. */
void trainer_hurry(struct trainer *t, double over);
/* Plays a batch and learns from it; false when all games have been played. */
bool trainer_step(struct trainer *t, struct train_report *out);
int64_t trainer_games(const struct trainer *t);
const struct learner *trainer_learner(const struct trainer *t);
/* Share of 2-player (or fewest-player) games won, one move ahead, against the first teacher, or
 * the hand-written judgement where there is none; in thousandths. */
int trainer_probe(struct trainer *t, int games);

#endif
