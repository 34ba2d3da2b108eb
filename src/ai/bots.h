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
/* What decides which move of the last search is best, the higher the better. */
void mind__standings(const struct sr_mind *m, int count, int64_t *out);

#endif
