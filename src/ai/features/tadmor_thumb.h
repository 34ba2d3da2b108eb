/* tadmor_thumb.h: Tadmor by rules of thumb: suggestions for the search, and what the scripted
 * players of src/lab do. */
#ifndef SERAI_AI_TADMOR_THUMB_H
#define SERAI_AI_TADMOR_THUMB_H

#include "ai/features/tadmor_plan.h"

/* Puts no road first. */
extern const struct strategy scheme__plain;

struct mind scheme__look(const struct strategy *st, const struct sr_rules *r,
                       const struct tad_state *s, int seat);
/* Gain of each move of a placement turn, in hundredths of a point. */
void scheme__places(const struct mind *m, const sr_move *legal, int count, struct sr_rng *rng,
                    int *out);
/* Where the greatest of `count` numbers stands. */
int scheme__most(const int *gain, int count);
/* Chooses for the seat that decides; returns an index. Looks at nothing that this seat may not
 * see, so it can be given a state. */
int scheme__decide(const struct strategy *st, const struct sr_rules *r, const struct tad_state *s,
                 const sr_move *legal, int count, struct sr_rng *rng);

#endif
