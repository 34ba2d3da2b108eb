/* bot.h: players that decide by themselves. A bot is handed a view, never a state.
 *
 * Same view, same seed, same limits: same move, on every platform. */
#ifndef SERAI_BOT_H
#define SERAI_BOT_H

#include "serai/json.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sr_bot {
    const char *id;
    const char *title; /* one English line for lists */
    /* Chooses among `count` >= 1 legal moves of the view's own seat; returns an index.
     * `rng` is the bot's own generator. */
    int (*choose)(const struct sr_rules *r, const struct sr_view *view, const sr_move *legal,
                  int count, struct sr_rng *rng);
};

int sr_bot_count(void);
const struct sr_bot *sr_bot_at(int i);
/* NULL when there is none. */
const struct sr_bot *sr_bot_find(const char *id);

/* Generator of the bot in a seat: made from the match's seed and the seat, so that a seat's
 * choices do not depend on the others or on threads. */
void sr_bot_seed(struct sr_rng *rng, uint64_t match_seed, int seat);

#ifdef __cplusplus
}
#endif
#endif
