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
    int32_t worth[SR_MOVES_MAX]; /* of the moves of the last decision, of AI_WIN */
    uint32_t tried[SR_MOVES_MAX]; /* visits of a search, what was known before counted */
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
/* What decides which move of the last search is best, the higher the better. */
void mind__standings(const struct sr_mind *m, int count, int64_t *out);

#endif
