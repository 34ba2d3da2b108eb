/* analyst_inside.h: what analyst.c and analyst_http.c share. */
#ifndef SERAI_SERVER_ANALYST_INSIDE_H
#define SERAI_SERVER_ANALYST_INSIDE_H

#include "server/analyst.h"

#define ANALYST_BOT "vizier" /* whose eyes it is seen with, as in `serai analyse` */
enum { ANALYST_TRIES = 3 };

int analyst_visits(const struct server *sv);
/* How many decisions of this table have been looked at here, and of how many; -1: it is not being
 * worked on here. */
int analyst_done(const struct server *sv, const char *table, int *plies);
void analyst_wake(struct server *sv); /* there is something to take */

#endif
