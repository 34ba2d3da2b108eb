/* council.h: several minds think about one decision at the same time, each on a thread and with a
 * tree of its own; what they found is added up, and the first decides (serai/bot.h: sr_found).
 * With a count of visits, each mind makes as many, and the answer is the same every time. */
#ifndef SERAI_COUNCIL_H
#define SERAI_COUNCIL_H

#include "serai/bot.h"

struct council; /* opaque */

/* How many minds `bot` may have where there are `spare` processors for it: 1..SR_MINDS_MAX. */
int council_seats(const struct sr_bot *bot, int spare);
/* As many minds for one seat of one match, fewer where memory or threads are short; NULL: not even
 * one. The caller's thread is one of them; the others are started here and wait between decisions.
 * The edition of r must outlive it. now: the clock, or NULL; it is asked by all threads. */
struct council *council_new(const struct sr_rules *r, const struct sr_bot *bot, uint64_t seed,
                            int minds, sr_clock *now, void *context);
void council_free(struct council *c);
int council_count(const struct council *c);
/* The one who speaks for all: after a decision it knows what all have found. */
struct sr_mind *council_first(const struct council *c);
/* Thinks in the others' time (sr_mind_ponder) about a position in which another seat decides, on
 * threads of its own, until council_rest or any of the calls below, or until there is no room left.
 * Where no thread can be started nothing happens. */
void council_ponder(struct council *c, const struct sr_view *view);
void council_rest(struct council *c);
/* As sr_mind_limit, sr_mind_choose, sr_mind_ideas. */
void council_limit(struct council *c, int visits, int millis);
int council_choose(struct council *c, const struct sr_view *view, const sr_move *legal, int count);
int council_ideas(struct council *c, const struct sr_view *view, const sr_move *legal, int count,
                  struct sr_idea *out, int max);

#endif
