/* asked.h: requests about a thing with an id that first find out who asks: tournaments, leagues.
 * "/ID/what" below their address; without an id the list, or a new one. */
#ifndef SERAI_SERVER_ASKED_H
#define SERAI_SERVER_ASKED_H

#include "server/http.h"

struct asked;
typedef void asked_go(struct asked *q);

struct asked_doors { /* each takes the request over and frees it */
    asked_go *look;   /* GET, by anybody */
    asked_go *make;   /* a new one; both only for accounts, and within limits */
    asked_go *change; /* q->what of q->id */
    const char *none; /* what is said when there is no such thing */
};

struct asked {
    struct server *sv;
    struct net_request *r;
    const struct asked_doors *doors;
    int64_t number; /* of a season, a choice: the doors' own */
    char id[SV_ID_MAX], what[16], account[SV_ID_MAX], name[SR_NAME_MAX];
};

void asked_route(struct server *sv, struct net_request *r, const char *rest,
                 const struct asked_doors *doors);
/* A job whose done gets the request; NULL: there is no memory, and that has been said. */
struct store_job *asked_job(struct asked *q, store_done *then);
void asked_refuse(struct asked *q, const char *code, const char *why);
void asked_done(struct asked *q); /* 204 */
/* 201 with the id of what was made, under this name. */
void asked_made(struct asked *q, const char *key);
/* Says what went wrong and frees the request; false: nothing did. */
bool asked_failed(struct asked *q, const struct store_job *job);

/* Adds those of the list "bots" by a statement: who name id limit; false: that is no list of at
 * most 64 names of bots. */
bool asked_bots(struct store_job *job, const struct asked *q, const struct sr_doc *d,
                enum store_stmt add, int64_t limit);
/* {"name", "bot"?}, of an account or of "bot:NAME#NUMBER". */
void asked_put_player(struct sr_buf *b, const char *who, const char *name);

#endif
