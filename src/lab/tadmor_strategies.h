/* tadmor_strategies.h: one-sided players of Tadmor, for figures about the balance of its
 * numbers. */
#ifndef SERAI_LAB_TADMOR_STRATEGIES_H
#define SERAI_LAB_TADMOR_STRATEGIES_H

#include "serai/bot.h"

/* tadmor:tower, tadmor:temple, tadmor:missions, tadmor:rares put one source of points first,
 * tadmor:mixed none. With "-deep" they play each placement of era I on to the end of the next
 * round; with "-pure" they hardly look at the other sources; with "-meek" they do nothing against
 * other players. Ended by id NULL. In other games they play any move. */
extern const struct sr_bot lab_tadmor_strategies[];

#endif
