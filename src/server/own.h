/* own.h: what an account says and has beside its tables: friends and others, codes to recover it,
 * a copy of all that is kept (own.c); and what operators have decided of it (watch.c). */
#ifndef SERAI_SERVER_OWN_H
#define SERAI_SERVER_OWN_H

#include "server/http.h"

void own_route(struct server *sv, struct net_request *r); /* /me/... with a session as bearer */
/* A code as it was written down, blanks and dashes aside, as it is stored. */
void own_code_hash(const char *code, char out[SV_HASH_MAX]);
void own_put_sanctions(struct sr_buf *b, const struct db_rows *rows);

/* ---- watch.c --------------------------------------------------------------------------------- */

struct watch;
struct watch *watch_new(void);
void watch_free(struct watch *w);
/* Now and then: which sanctions are in force. Whoever is suspended since is signed out. */
void watch_sweep(struct server *sv, int64_t now);
bool watch_silenced(const struct server *sv, const char *account, int64_t now);
bool watch_suspended(const struct server *sv, const char *account, int64_t now);
/* Who signs in has seen in the store that no suspension is left; his seats need not wait for a
 * sweep. */
void watch_pardoned(struct server *sv, const char *account);
/* Somebody at a table is reported by another, with his words as evidence. */
void watch_report(struct server *sv, struct sv_table *t, struct net_request *r,
                  const struct asker *who);

#endif
