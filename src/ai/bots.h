/* bots.h: what the files of this folder share. */
#ifndef SERAI_AI_BOTS_H
#define SERAI_AI_BOTS_H

#include "ai/halving.h"
#include "ai/search.h"
#include "serai/bot.h"

struct sr_mind {
    struct sr_bot bot;
    uint64_t seed;
    sr_clock *now;
    void *context;
    int moves; /* of the last decision, if it was searched */
    struct sr_view view; /* and what was seen then */
    int32_t worth[SR_MOVES_MAX]; /* of the moves of the last decision, of AI_WIN */
    uint32_t tried[SR_MOVES_MAX]; /* visits of a search, what was known before counted */
    int64_t total[SR_MOVES_MAX];  /* sum of worth over these and the first guesses */
    uint64_t pondered;            /* visits in the others' time, in all */
    int minds;                    /* that have thought about it, this one counted */
    struct sr_rng rng;            /* of the decision, when it was thought about */
    struct tree tree;
    struct halving_desk desk;
};

static inline bool mind__halves(const struct sr_mind *m)
{
    return m->bot.skill.halving && m->bot.skill.visits > 0;
}
/* Memory of a bot that is given none: as much as its head and a small tree need. */
enum {
    MIND_SMALL_ROOM = 14,
    MIND_SMALL = sizeof(struct sr_mind) + 64 +
                 TREE_BYTES(MIND_SMALL_ROOM)
};

/* One decision with a generator of the caller. */
int mind__choose(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                 struct sr_rng *rng);
/* The choice among moves that have been thought about. */
int mind__decide(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                 struct sr_rng *rng);
/* Every decision has a generator of its own, so that it does not depend on those before it. */
void mind__rng(const struct sr_mind *m, const struct sr_view *view, struct sr_rng *rng);
/* Fills m->worth and m->tried. */
void mind__think(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                 struct sr_rng *rng);
/* The parts of the hand-written judgement of the seat after a move, summed over draws; for moves to
 * be compared the caller gives each the same generator. */
void mind__parts(struct sr_mind *m, const struct sr_view *view, sr_move move, int draws,
                 struct sr_rng rng, int64_t part[AI_PARTS_MAX]);
/* The moves a bot sees that overlooks some, as indices into the list; at least one. */
int mind__notice(const struct sr_mind *m, const struct sr_view *view, const sr_move *legal,
                 int count, uint16_t *at);
/* Adds its likings to m->worth. */
void mind__savour(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                  struct sr_rng rng);
/* Chances of all lines, of AI_WIN, as the last search believes them to be after its move k, or
 * after its best one (k < 0). Returns the number of lines; 0: no search, or none of that move. */
int mind__believes(const struct sr_mind *m, int k, int32_t win[SR_LINES_MAX]);

/* ---- what beliefs turn out to be (chances.c) ------------------------------------------------ */

/* Believed chances of the lines of the score at a position made honest. */
void ai_chances_honest(const struct ai_eval *e, const struct sr_rules *r, const union sr_state *s,
                       int viewer, int lines, int32_t *win);
void ai_chances_table(const char *game, int seats, int progress, int viewer, int lines,
                      int32_t *win);
/* The same by a slope and a lean of one's own, in thousandths: 1000 and 0 change nothing. */
void ai_chances_bend(int slope, int lean, int viewer, int lines, int32_t *win);

/* What decides which move of the last search is best, the higher the better. */
void mind__standings(const struct sr_mind *m, int count, int64_t *out);

#endif
