/* merv_mason.h: Merv as an experienced player plays it, by what merv_plan.h says a position is
 * worth. docs/players.md tells its plans in words. */
#ifndef SERAI_AI_MERV_MASON_H
#define SERAI_AI_MERV_MASON_H

#include "ai/features/merv_plan.h"

/* Chooses among the legal moves of the view's seat; returns an index. */
int mason__choose(const struct mason *t, const struct sr_rules *r, const struct sr_view *view,
                  const sr_move *legal, int count);

#endif
