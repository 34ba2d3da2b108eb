/* batch.h: many games of one kind stepped at once, for programs that learn.
 *
 * A *space* says what such a program sees and does: an observation is a row of bytes with a name
 * for each, an action a number with a meaning of its own, both the same in every game of a kind. A
 * *batch* plays B games on threads and writes what a learner needs into memory of the caller: no
 * copies, no allocation per step. Observations are made from views only (docs/learning.md). */
#ifndef SERAI_BATCH_H
#define SERAI_BATCH_H

#include "serai/bot.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- spaces ---------------------------------------------------------------------------------- */

struct sr_space; /* opaque; does not change once made, any number of threads may use it */

/* The space of a game. The edition must outlive it. NULL when memory is short. */
struct sr_space *sr_space_new(const struct sr_rules *r, struct sr_diag *diag);
void sr_space_free(struct sr_space *space);

/* Numbers in an observation, and actions, the last SR_SPACE_OTHERS of which are "other". */
int sr_space_inputs(const struct sr_space *space);
int sr_space_actions(const struct sr_space *space);
enum { SR_SPACE_OTHERS = 64 };

/* What input i is. The byte stands for the number (byte - bias) * scale, most of them from 0 to 1;
 * a larger value than a byte holds is the largest. "players[me].gold": me is the seat that looks,
 * me+1 the next one clockwise. SR_RANGE. */
struct sr_input {
    char name[96];
    float scale;
    uint8_t bias;
};
SR_MUST_CHECK enum sr_err sr_space_input(const struct sr_space *space, int i,
                                         struct sr_input *out);

/* An action as text: a move in notation ("sel bag tower"; numbers with @ are counted from the
 * caravan of the one who moves), or "other 3": the third legal move that has no number of its own,
 * which only other editions and outlandish positions have. SR_RANGE. */
SR_MUST_CHECK enum sr_err sr_space_action_text(const struct sr_space *space, int action,
                                               char out[SR_TEXT_MAX]);

/* The action of each of `count` legal moves, all different. s: a state, or the view of the seat
 * that decides. SR_SPACE when more than SR_SPACE_OTHERS moves have no number. */
SR_MUST_CHECK enum sr_err sr_space_number(const struct sr_space *space, const union sr_state *s,
                                          const sr_move *legal, int count, uint16_t *out);
/* Writes sr_space_inputs bytes: the observation of a view by its own viewer (a seat; a spectator
 * sees with the eyes of the seat that decides, and nothing that is hidden from him). */
void sr_space_observe(const struct sr_space *space, const struct sr_view *view, uint8_t *out);
/* The numbers the bytes stand for. */
void sr_space_floats(const struct sr_space *space, const uint8_t *bytes, float *out);

/* ---- batches --------------------------------------------------------------------------------- */

struct sr_batch; /* opaque; one thread at a time may call it */

enum sr_batch_flag {
    SR_BATCH_RESTART = 1, /* a game that is over begins anew with its next seed */
    SR_BATCH_FLOATS = 2   /* observations as float */
};

struct sr_batch_config {
    struct sr_rules rules;        /* the edition must outlive the batch */
    int seats;
    const int8_t *option;         /* NULL: the defaults */
    int games;                    /* 1.. */
    int threads;                  /* 1.. */
    uint64_t seed;                /* game i plays its n-th game from sr_batch_seed(seed, i, n) */
    unsigned flags;
    const struct sr_bot *bot[SR_SEATS_MAX]; /* NULL: the caller decides for the seat */
};

/* Where a batch writes, row by row; NULL: not wanted. The rows are the batch's as long as it lives:
 * it writes only what has changed, so a program that wants to change one takes a copy. */
struct sr_batch_memory {
    void *observation;  /* [games][inputs] uint8_t or float: what the one who decides sees */
    uint8_t *mask;      /* [games][actions] 1: legal */
    int32_t *actor;     /* [games] who decides; SR_NOBODY: over and not begun anew */
    uint8_t *over;      /* [games] 1: the last step ended a game */
    float *reward;      /* [games][seats] of the last step: (beaten - beaten by) / others where it
                           ended a game, else 0 */
    int32_t *score;     /* [games][seats] totals of the game that ended last */
    int32_t *part;      /* [games][seats][parts] and what they are made of (sr_game.score_parts) */
    int32_t *length;    /* [games] decisions of the game that ended last */
    uint64_t *seed;     /* [games] of the game that is played */
};

uint64_t sr_batch_seed(uint64_t seed, int game, uint64_t nth);

/* Sets up all games and writes their first rows. NULL with diag (seats, options, no seat to decide
 * for, no memory or threads). */
struct sr_batch *sr_batch_new(const struct sr_batch_config *c, const struct sr_batch_memory *m,
                              struct sr_diag *diag);
void sr_batch_free(struct sr_batch *b);
const struct sr_space *sr_batch_space(const struct sr_batch *b);

/* Plays one action in every game, and the bots up to the next decision of the caller. Games that
 * are over take no notice of theirs. SR_ILLEGAL names the first game whose action is not legal;
 * then nothing has been played anywhere. */
SR_MUST_CHECK enum sr_err sr_batch_step(struct sr_batch *b, const int32_t *action,
                                        struct sr_diag *diag);
/* A legal action for every game, each equally likely, from generators of its own; 0 where a game
 * is over. */
void sr_batch_random(struct sr_batch *b, int32_t *action);
/* All games from the beginning, by another seed. */
void sr_batch_reset(struct sr_batch *b, uint64_t seed);
/* The whole state of a game, for referees: it holds what is hidden. NULL: no such game. */
const union sr_state *sr_batch_state(const struct sr_batch *b, int game);
/* The legal moves of a game and their actions, in the order of sr_legal; returns how many. */
int sr_batch_legal(const struct sr_batch *b, int game, const sr_move **moves,
                   const uint16_t **actions);

#ifdef __cplusplus
}
#endif
#endif
