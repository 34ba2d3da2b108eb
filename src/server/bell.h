/* bell.h: notices: people are told that something waits for them when they are not there.
 *
 * What is to be told is a row in the store (`ring`), written in the transaction of what happened,
 * and due a while later: who comes meanwhile takes it away. A sweep takes what is due, in one
 * transaction, so that one process tells it, once. What was told stands in `told` until he comes:
 * until then nothing more is told of that table. Who it is about is an account, or the holder of a
 * guest's seat. Sending is the post's business (post.h). bell.c decides and words it; bell_http.c
 * is what people ask for. */
#ifndef SERAI_SERVER_BELL_H
#define SERAI_SERVER_BELL_H

#include "server/http.h"
#include "server/post.h"

enum {
    BELL_WHO_MAX = SV_HASH_MAX + 8,
    BELL_STOP_MAX = 64,
    BELL_DEVICES = 8,     /* browsers that listen for one person */
    BELL_OFFSETS_MAX = 256 /* bytes of the text with the differences from UTC */
};

/* What people can be told of; each may be switched off. */
enum bell_kind {
    BELL_TURN,
    BELL_START,
    BELL_ROUND,
    BELL_INVITE,
    BELL_FRIEND,
    BELL_SEASON,
    BELL_KINDS
};
extern const char *const bell_names[BELL_KINDS];
enum { BELL_ALL = (1 << BELL_KINDS) - 1 };

struct bell;
struct bell *bell_new(void);
void bell_free(struct bell *b);
/* Reads the keys from the store, or makes them; waits for that. */
void bell_start(struct server *sv);
void bell_stop(struct server *sv); /* before the loop is closed */

/* ---- what happens ---------------------------------------------------------------------------- */

/* Adds to the commit of a table what it is to ring for. */
void bell_add(struct server *sv, struct store_job *job, const struct sv_table *t);
void bell_came(struct server *sv, const struct sv_table *t, int seat); /* he is there */
void bell_left(struct server *sv, const struct sv_table *t, int seat); /* no longer */
/* Adds to a job that the one of this name is a friend of the owner's now. */
void bell_add_friend(struct server *sv, struct store_job *job, const char *owner,
                     const char *fold);
/* Adds to a job that a season of a league, which has this name, is over; `who` played in it. */
void bell_add_season(struct server *sv, struct store_job *job, const char *who, const char *league,
                     int season, const char *name);
void bell_sweep(struct server *sv, int64_t now); /* at every tick */
void bell_add_prune(struct store_job *job, int64_t now);

/* ---- shared by its files --------------------------------------------------------------------- */

bool bell_ready(const struct server *sv); /* push messages can be sent */
bool bell_known(const struct server *sv); /* the server's keys are */
/* A seal of the server's own over a text, of at most 32 bytes. */
void bell_mac(const struct server *sv, const char *text, unsigned char *out, size_t len);
const struct seal_key *bell_key(const struct server *sv);
void bell_who(const struct sv_seat *s, char out[BELL_WHO_MAX]);
/* The code that stops a subscription, and the subscription of one; false: it is none of ours. */
void bell_stop_code(const struct server *sv, const char *id, char out[BELL_STOP_MAX]);
bool bell_stop_read(const struct server *sv, const char *code, char id[SV_ID_MAX]);
/* Until when it is quiet, by hours in minutes since midnight and "AT:MINUTES,..." from UTC; 0: it
 * is not. */
int64_t bell_quiet(int64_t now, int from, int to, const char *offsets);
/* A notice that only shows that notices arrive, to the rows of ST_PUSH_OF. */
void bell_try(struct server *sv, const struct db_rows *push);

/* A message to an address, over the post. */
void bell_mail(struct server *sv, const char *address, const char *text, size_t len);
bool bell_mail_due(struct server *sv, int64_t now, int64_t every); /* once in a while: yes */
/* Whether it is the seat's turn, by what the store knows of a table; then its game and who else
 * sits there. */
bool bell_turn(struct server *sv, const char *summary, int seat, char game[SR_NAME_MAX],
               char *others, size_t max);

/* ---- bell_http.c ----------------------------------------------------------------------------- */

void bell_route(struct server *sv, struct net_request *r, const char *rest); /* /notices */
/* POST /tables/ID/notices and /invite. */
void bell_seat(struct server *sv, const struct sv_table *t, struct net_request *r,
               const struct asker *who, int seat);
void bell_invite(struct server *sv, const struct sv_table *t, struct net_request *r,
                 const struct asker *who, int seat);
void bell_put_export(struct sr_buf *b, const struct server *sv, const struct db_rows *push,
                     const struct db_rows *wish, const struct db_rows *mail);
void bell_counts(struct server *sv, struct post_counts *out);

#endif
