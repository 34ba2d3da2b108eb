/* halving.h: a small search without a tree, after Danihelka and others, "Policy improvement by
 * planning with Gumbel" (2022): the moves that a policy and a little noise put first are tried in
 * rounds, and after each round the worse half is dropped. One trial draws what is hidden, plays the
 * move and some decisions more by the policy, and is judged by the network.
 *
 * halving.c has the numbers and the order of trials, in the common subset of C and C++: compiled
 * for devices too, which make the same trials at the same time. trials.c makes them here. */
#ifndef SERAI_AI_HALVING_H
#define SERAI_AI_HALVING_H

#include "ai/eval.h"

struct sr_skill; /* serai/bot.h */

enum { HALVING_MOVES = 32 }; /* tried at most */

struct halving_move {
    sr_move move;
    uint16_t index; /* in the list of the decision */
    uint16_t spare;
    int32_t prior;    /* logit by the policy, and noise; 16 bits after the point */
    int32_t handicap; /* by how much it must be worth more, of AI_WIN */
    int32_t trials;
    int64_t worth; /* sums over its trials */
    int64_t win[SR_LINES_MAX], margin[SR_LINES_MAX];
};

struct halving {
    int32_t focus;   /* of AI_WIN: what halves the interest in a move */
    int32_t left;    /* trials */
    int32_t each;    /* of them in this round for each of */
    int32_t open;    /* the moves still tried, which stand first */
    int32_t tried;   /* moves in all */
    int32_t lines;   /* of the score, as the judgement has them */
    int32_t root;    /* worth of the position for who decides, by the network alone */
    int32_t spare;
    uint64_t base;   /* of the trials' generators */
    struct halving_move move[HALVING_MOVES];
};

/* A draw of Gumbel's distribution, 16 bits after the point. */
int32_t halving_noise(struct sr_rng *rng);
/* One of n >= 1, by softmax of the logits. */
int halving_draw(const int32_t *logit, int n, struct sr_rng *rng);

/* What is the same for all decisions of a player. */
struct halving_terms {
    int32_t visits, focus;
    int32_t noise; /* thousandths of it */
};
/* Begins a decision. handicap: NULL, or of every move. policy: whether the logits say anything. */
void halving_begin(struct halving *h, const struct halving_terms *t, const sr_move *legal,
                   int count, const int32_t *logit, const int32_t *handicap, bool policy,
                   struct sr_rng *rng);
/* Begins a round of open * each trials and returns their number; 0: it is decided. Trial i is of
 * move i / each, and its draws are those of every move's trial of the same number. */
int halving_round(struct halving *h);
void halving_seed(const struct halving *h, int trial, struct sr_rng *rng);
void halving_note(struct halving *h, int trial, int seat, const struct ai_values *v);
/* Ends a round; the best move stands first. */
void halving_end(struct halving *h);

/* What moves are worth after all trials: of those that were not tried what the policy and the
 * others make likely. */
void halving_worths(const struct halving *h, const int32_t *logit, int count, int32_t *worth);
/* The improved policy as logits, from what moves are worth. */
void halving_improve(const struct halving *h, const int32_t *worth, const int32_t *handicap,
                     int count, int32_t *logit);
/* Logits that differences of worth alone deserve: `focus` halves the interest. */
int32_t halving_sigma(int32_t focus, int64_t worth);
/* Shares of a policy by its logits, 65535 for the whole. */
void halving_shares(const int32_t *logit, int n, uint16_t *share);

/* ---- here (trials.c) ------------------------------------------------------------------------ */

struct halving_desk {
    struct halving run;
    struct ai_memo memo;
    int32_t logit[SR_MOVES_MAX], handicap[SR_MOVES_MAX], worth[SR_MOVES_MAX];
    union sr_state state, spare;
    sr_move legal[SR_MOVES_MAX]; /* of a trial */
    int32_t step[SR_MOVES_MAX];
};

/* Looks at a decision; returns the index of the best. Afterwards desk->worth
 * says what each is worth, desk->run.move[0] what was found of the best one, desk->logit the
 * improved policy. */
int halving_think(struct halving_desk *desk, const struct sr_rules *r, const struct ai_eval *e,
                  const struct sr_skill *skill, const struct sr_view *view, const sr_move *legal,
                  int count, struct sr_rng *rng);

#endif
