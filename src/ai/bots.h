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
    int32_t worth[SR_MOVES_MAX]; /* of the moves of the last decision, of AI_WIN */
    struct tree tree;
    struct halving_desk desk;
};

static inline bool mind__halves(const struct sr_mind *m)
{
    return m->bot.skill.halving && m->bot.skill.visits > 0;
}

/* One decision with a generator of the caller. */
int mind__choose(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                 struct sr_rng *rng);

#endif
