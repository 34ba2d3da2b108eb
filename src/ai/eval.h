/* eval.h: how good a position is for each line: a chance to win and an expected margin. */
#ifndef SERAI_AI_EVAL_H
#define SERAI_AI_EVAL_H

#include "ai/features.h"

enum { AI_KEPT = 8 };      /* pieces of a line that are remembered */
enum { AI_WIN = 1 << 16 }; /* certain victory; the values of all lines add up to about this */

struct ai_eval {
    const struct ai_game *game;
    const struct ai_net *net; /* NULL: the hand-written judgement */
    bool beyond; /* there is a network, but the edition's numbers are beyond what it was trained
                    on: the judgement serves */
    int32_t b1[AI_HIDDEN_MAX]; /* biases of the first layer for this edition */
};

struct ai_values {
    int lines;
    int32_t win[SR_LINES_MAX];    /* chance to win, of AI_WIN */
    int32_t margin[SR_LINES_MAX]; /* own result less the best other, 1 << 16 for ai_game.margin
                                     points, within -1..1 */
};

/* Evaluation of a game: learned where there are weights and `learned` is set. */
struct ai_eval ai_eval_for(const struct sr_rules *r, bool learned);
/* The same by a network of the caller; NULL: by the hand-written judgement. */
struct ai_eval ai_eval_with(const struct sr_rules *r, const struct ai_net *net);

/* A line's piece (features.h) that was wanted of late. */
struct ai_kept {
    bool used;
    uint64_t key[AI_KEY_MAX / 8], piece[AI_PIECE_MAX / 8];
};
/* What the network remembers from one position to the next. To be cleared before the first use, and
 * when the weights have changed. */
struct ai_memo {
    struct ai_sums line[SR_LINES_MAX];
    struct ai_kept kept[SR_LINES_MAX][AI_KEPT]; /* each where its key's hash says */
};
void ai_memo_clear(struct ai_memo *memo);

/* Judges a position; exact when the game is over. The memo makes it faster, no more. */
void ai_eval_position(const struct ai_eval *e, struct ai_memo *memo, const struct sr_rules *r,
                      const union sr_state *s, struct ai_values *out);
/* What the network is given of a position: a row of e->game->inputs for each line, of which it
 * reads as many as it has; x: SR_LINES_MAX * AI_INPUTS_MAX. Returns the lines. */
int ai_eval_rows(const struct ai_eval *e, struct ai_memo *memo, const struct sr_rules *r,
                 const union sr_state *s, int8_t *x);
/* The same by the network, for who has its inputs already: x[lines][inputs]. */
void ai_eval_inputs(const struct ai_eval *e, struct ai_memo *memo, const int8_t *x, int lines,
                    struct ai_values *out);
/* Values as ai_eval_position, and for the legal moves of the seat that decides how the network's
 * policy would share out its attention: logits with 16 bits after the point (ai_softmax). All by
 * one look at the position, not one at every move. false: there is no policy, or nothing to decide;
 * the values are there, all logits are 0. values NULL: only the logits are wanted, which costs the
 * row of one line. */
bool ai_eval_policy(const struct ai_eval *e, struct ai_memo *memo, const struct sr_rules *r,
                    const union sr_state *s, const sr_move *legal, int count,
                    struct ai_values *values, int32_t *logit);
/* Points of every line at the end, in tenths, where the network knows them or the game is over;
 * false: it does not. */
bool ai_eval_points(const struct ai_eval *e, struct ai_memo *memo, const struct sr_rules *r,
                    const union sr_state *s, int32_t points[SR_LINES_MAX]);
/* One number for search and choice: mostly the chance to win, a little of the margin. 0..AI_WIN */
static inline int32_t ai_worth(const struct ai_values *v, int line)
{
    return v->win[line] - v->win[line] / 16 + (v->margin[line] + AI_WIN) / 32;
}

int ai_lines(const struct ai_eval *e, const union sr_state *s);

/* ---- what the policy sees of a move, and the network of an edition (policy.c) ---------------- */

/* The parts of a move, the same for all games: its verb, each argument with its value, each two
 * arguments with theirs, as hashes of 16 bits; of a set its members, of a seat its place after the
 * one that decides. Whether it is the move that rules of thumb suggest is a part, too, and so are
 * the facts the game adds (ai_game.describe; NULL: none). At most AI_SLOTS_MAX; returns their
 * number. */
int ai_move_slots(const struct sr_game *g, sr_move m, int seat, int seats, bool suggested,
                  const uint16_t *seen, uint16_t *slot);
/* What rules of thumb would do where the game has some: index of a legal move, always the same one
 * at the same position; -1: there are none. */
int ai_suggested(const struct ai_eval *e, const struct sr_rules *r, const union sr_state *s,
                 const sr_move *legal, int count);
/* The same, and the facts that the game adds to the moves. */
int ai_described(const struct ai_eval *e, const struct sr_rules *r, const union sr_state *s,
                 const sr_move *legal, int count, uint16_t (*seen)[AI_SEEN]);

/* The numbers of an edition, in the order of its schema; returns how many (at most
 * AI_LEAVES_MAX). `set` puts one in its place. */
int ai_edition_numbers(const struct sr_game *g, const void *edition, int32_t *out);
void ai_edition_set(const struct sr_game *g, void *edition, int leaf, int32_t value);
/* How far a number is from another one: AI_UNIT for as much again, at most AI_INPUT_MAX. */
int8_t ai_edition_input(int32_t value, int32_t base);

/* ---- numbers (values.c) --------------------------------------------------------------------- */

/* 2 to the power of x; both with 16 bits after the point, x <= 0. */
int32_t ai_exp2(int64_t x);
/* Chances from logits (16 bits after the point): they add up to AI_WIN. */
void ai_softmax(const int32_t *logit, int n, int32_t *out);
/* Own result less the best of the others; alone at the table: the result itself. */
int ai_lead(const int *points, int lines, int line);
int32_t ai_clamp_margin(int64_t m);
static inline int ai_margin(const struct ai_game *g, int seats)
{
    return seats == 1 && g->margin_alone ? g->margin_alone : g->margin;
}
/* Of a game that is over; `points`: ai_margin. */
void ai_final_values(const struct sr_scores *sc, int points, struct ai_values *out);
/* By the hand-written judgement, of out->lines lines. */
void ai_judged_values(const struct ai_game *g, const struct sr_rules *r, const union sr_state *s,
                      struct ai_values *out);
/* From the network's outputs for each line. */
void ai_output_values(const int32_t (*y)[AI_OUTPUTS], int lines, struct ai_values *out);

/* As ai_game has it. */
typedef int ai_likely(const struct sr_rules *r, const union sr_state *s, int seat);
/* A position that fits the view: where the game knows which secrets are likely, one of `draws`, the
 * likelier the oftener, one after the other. `spare` is room for another one. */
void ai_draw(const struct sr_rules *r, const struct sr_view *view, int draws, ai_likely *likely,
             struct sr_rng *rng, union sr_state *out, union sr_state *spare);

/* What is known about the moves of a decision. */
struct ai_choice {
    int count;
    const int32_t *worth;    /* of AI_WIN */
    const int64_t *standing; /* what decides which is best; may be the worth itself */
    const int32_t *handicap; /* by how much a move must be worth more; NULL: by nothing */
    int slack;               /* as sr_skill */
};
/* The best; among equals any; with slack one that is nearly as good. */
int ai_choose(const struct ai_choice *c, struct sr_rng *rng);

#endif
