/* http.h: requests and their answers (http.c), and what can be asked for: tables (tables.c,
 * opening.c, rematch.c), lists (lobby.c), the page (page.c), figures (metrics.c). Accounts:
 * account.h. */
#ifndef SERAI_SERVER_HTTP_H
#define SERAI_SERVER_HTTP_H

#include "server/table.h"

/* ---- http.c ---------------------------------------------------------------------------------- */

void http_request(void *context, struct net_request *r); /* for the network (net.h) */
void http_json(struct net_request *r, int status, const struct sr_buf *b);
void http_done(struct net_request *r); /* 204 */
void http_error(struct server *sv, struct net_request *r, const char *code, const char *text);
/* 429, to be tried again in `wait` seconds; counted. */
void http_limited(struct server *sv, struct net_request *r, int wait, const char *text);
/* As http_error, unless memory ran short (sr_alloc_failures) since `shortages`: that is said. */
void http_refuse(struct server *sv, struct net_request *r, unsigned long shortages,
                 const char *code, const char *text);
bool http_bearer(const struct net_request *r, char out[SV_SECRET_MAX]);
/* What the query says for `key`, decoded; false (and "") when it says nothing, or too much. */
bool http_asked(const struct net_request *r, const char *key, char *out, size_t max);
/* A part of an address with its %XX decoded; false when it is too long. */
bool http_decode(const char *from, size_t len, char *out, size_t max);
bool http_body(struct server *sv, struct net_request *r, struct sr_doc *doc);
int sv_error_status(const char *code);
const char *sv_unopened(const char *code); /* the sentence for a table that cannot be had */

/* ---- tables ---------------------------------------------------------------------------------- */

struct asker { /* whose session it is; both "" without one */
    const char *account, *name;
    const struct db_rows *apart; /* accounts he does not sit with; NULL: nobody */
};
void tables_create(struct server *sv, struct net_request *r, const struct asker *who);
/* Opens a table with this set-up, seated as the body says. `from` (or NULL) gives first moves. */
void tables_open(struct server *sv, struct net_request *r, const struct sr_doc *d,
                 const struct sr_table_config *config, const struct sr_table *from,
                 const char *origin, const struct asker *who);
void tables_route(struct server *sv, struct net_request *r, const char *id, const char *rest,
                  const struct asker *who);
/* The name somebody sits down with: his account's own, else the one in the object `tok`. */
bool tables_name(const struct sr_doc *d, int tok, const struct asker *who, char out[SR_NAME_MAX]);
/* Makes the next match if it is due. */
void tables_rematch(struct server *sv, struct sv_table *t);

/* A table that waits here and is as good as the one that would be opened; NULL: there is none, or
 * it was not asked for (quick.c). */
const struct sv_table *quick_find(const struct server *sv, const struct sr_doc *d,
                                  const struct sv_table *wish, const char *account);

struct opened { /* what the answer to a creation or to joining tells, once it is durable */
    struct net_request *r;
    int seat; /* -1 none */
    char token[SV_SECRET_MAX];
    char invite[SR_SEATS_MAX][SV_SECRET_MAX];
};
sv_after tables_answer_opened; /* arg: a struct opened, which is freed */

/* ---- players and ratings (players.c) --------------------------------------------------------- */

void ratings_get(struct server *sv, struct net_request *r);
void players_get(struct server *sv, struct net_request *r, const char *name);

/* ---- lists, page, figures -------------------------------------------------------------------- */

void tables_lobby(struct server *sv, struct net_request *r);
void games_list(struct server *sv, struct net_request *r);
void games_one(struct server *sv, struct net_request *r, const char *id);
void page_get(struct server *sv, struct net_request *r);
/* The start page as links to a table ask for it; false: it is not that (preview.c). */
bool preview_get(struct server *sv, struct net_request *r);
void metrics_get(struct server *sv, struct net_request *r);
void health_get(struct server *sv, struct net_request *r);

#endif
