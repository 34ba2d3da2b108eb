/* robots.h: bots at tables: built-in ones and the operator's engines. */
#ifndef SERAI_SERVER_ROBOTS_H
#define SERAI_SERVER_ROBOTS_H

#include "server/table.h"

struct robots *robots_new(int at_once);
void robots_free(struct robots *r);
void robots_think(struct server *sv, struct sv_table *t); /* if a bot must choose */
bool robots_know(const struct server *sv, const char *name); /* a built-in bot or an engine */
void robots_over(struct server *sv, struct sv_table *t);     /* a match has just got its result */
void robots_sweep(struct server *sv, int64_t now);           /* ends programs nobody needs */
/* The processes that think for several servers, where the options name some. */
bool robots_pools(struct server *sv);
void robots_tick(struct server *sv, int64_t now);
void robots_close(struct server *sv);
struct robots_figures {
    int waiting;  /* decisions queued or under way here */
    int away;     /* and at the processes that think for us */
    int programs; /* engines that run */
    int pools;     /* processes that think for us */
    uint64_t micros, faults, asked;
};
void robots_figures(const struct robots *r, struct robots_figures *out);

#endif
