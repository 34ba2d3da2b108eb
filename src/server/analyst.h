/* analyst.h: finished matches looked at again when somebody asks. What is asked for is a row in the
 * store; processes that share one take rows from it in an order that is fair to those who ask. A
 * process works on one at a time, on a thread of the lowest priority that rests while bots want all
 * the searches there may be: people and bots never wait for it. The result is kept with the table
 * and shown to anybody. What is cut off begins again; three times, then it is given up. */
#ifndef SERAI_SERVER_ANALYST_H
#define SERAI_SERVER_ANALYST_H

#include "server/http.h"

struct analyst;
struct analyst *analyst_new(int visits); /* visits for a decision; 0: this server makes none */
void analyst_free(struct analyst *n);
bool analyst_start(struct server *sv); /* its thread, once there is a loop */
void analyst_stop(struct server *sv);  /* what it is at is left to be begun again */
void analyst_tick(struct server *sv, int64_t now);

/* GET and POST of /tables/ID/analysis. */
void analyst_route(struct server *sv, struct net_request *r, const char *id);

#endif
