/* pool.h: processes that think for the bots of several servers (`serai robots`), as a server sees
 * them. A question goes to the one that has the fewest of ours. When a link is lost, or nothing is
 * heard of it for a while, what was asked there comes back unanswered. */
#ifndef SERAI_SERVER_POOL_H
#define SERAI_SERVER_POOL_H

#include "server/question.h"
#include "server/server.h"

/* The answer, or that there is none (a->done is false). Its number counts once: a late answer to a
 * question that came back is nobody's. */
typedef void pool_done(struct server *sv, void *arg, const struct answer *a);

struct pools *pools_new(struct server *sv); /* of the options */
void pools_free(struct pools *p);
void pools_close(struct pools *p); /* when the server stops: all comes back */
void pools_tick(struct pools *p, int64_t now);
/* Asks; gives the question its number. false: no pool is up. */
bool pools_ask(struct pools *p, struct question *q, const struct sr_table_config *config,
               pool_done *done, void *arg);
int pools_up(const struct pools *p);
int pools_asked(const struct pools *p);

#endif
