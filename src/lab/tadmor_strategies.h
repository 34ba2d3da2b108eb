/* tadmor_strategies.h: one-sided players of Tadmor, for figures about the balance of its
 * numbers. */
#ifndef SERAI_LAB_TADMOR_STRATEGIES_H
#define SERAI_LAB_TADMOR_STRATEGIES_H

#include "serai/bot.h"

/* tadmor:tower, tadmor:temple, tadmor:missions, tadmor:rares, tadmor:mixed; the same names with
 * "-meek" do nothing against others. Ended by id NULL. In other games they play any move. */
extern const struct sr_bot lab_tadmor_strategies[];

#endif
