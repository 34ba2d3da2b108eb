/* hall.h: the tables in memory: finding and loading them (hall.c, load.c), writing what happened
 * (commit.c), and going on afterwards. */
#ifndef SERAI_SERVER_HALL_H
#define SERAI_SERVER_HALL_H

#include "server/table.h"

enum { SV_BUCKETS = 1 << 14 };

/* ---- hall.c ---------------------------------------------------------------------------------- */

/* Calls go with the table when it is in memory and free, at once or later; with t NULL and an
 * error code when it cannot be had. */
void sv_with_table(struct server *sv, const char *id, sv_go *go, void *arg);
bool sv_present(const struct server *sv, const char *id); /* in memory, or on its way in */
struct sv_table *sv_find(const struct server *sv, const char *id);
void sv_hold(struct server *sv, struct sv_table *t); /* adds a new one */
void sv_drop(struct server *sv, struct sv_table *t); /* out of memory, connections closed */
void sv_let_go(struct server *sv, struct sv_table *t); /* the same, as soon as it can be */
void sv_evict_idle(struct server *sv, int64_t now);
/* After a commit or a change: handles what waits, lets bots think. */
void sv_pump(struct server *sv, struct sv_table *t);
void sv_wait_in_line(struct sv_table *t, struct sv_wait *w);

/* Lets go of a table nobody is at, for another process to take; `gone` is called when that is
 * stored. False: it is busy, and stays. */
bool sv_release(struct server *sv, struct sv_table *t, void (*gone)(struct server *, void *),
                void *arg);

/* ---- load.c ---------------------------------------------------------------------------------- */

/* Loads a table for who waits; takes over w. */
void sv_load_table(struct server *sv, const char *id, struct sv_wait *w);

/* ---- commit.c -------------------------------------------------------------------------------- */

/* Sends what was appended to the store; then texts go out and the asker is answered. */
void sv_commit(struct server *sv, struct sv_table *t);
/* A text for a viewer, to be sent when the commit is through; NULL: there is no memory for it, and
 * its people will be told to come back. */
struct net_text *sv_out_add(struct sv_table *t, int viewer, const struct sr_buf *b);
void sv_out_share(struct sv_table *t, int viewer, struct net_text *text); /* another's, again */
/* The table could not be changed as it should, for want of memory: whoever waits is told so at the
 * end of the turn, and it is loaded anew as it was last saved. */
void sv_give_up(struct server *sv, struct sv_table *t);
void sv_turn(struct server *sv); /* at the end of a turn of the loop, before the store's */
/* A table of a shard (store.h) has a line in the first database. Adds it to a job as it is now; and
 * writes it where it is a minute behind. */
void sv_register(struct server *sv, struct sv_table *t, struct store_job *job);
void sv_catch_up(struct server *sv, struct sv_table *t, int64_t now);
/* Adds the present position to a job; job NULL: nothing is done. */
void sv_snapshot(struct server *sv, struct sv_table *t, struct store_job *job);
void sv_snapshot_all(struct server *sv); /* before a stop */

#endif
