/* socket.h: the WebSockets of tables. */
#ifndef SERAI_SERVER_SOCKET_H
#define SERAI_SERVER_SOCKET_H

#include "server/table.h"

enum { SV_INBOX_MAX = 32 }; /* messages of one connection waiting for a busy table */

struct sv_inbox {
    struct sv_inbox *next;
    size_t len;
    char text[];
};

struct sv_conn { /* user of a net_conn */
    struct net_conn *net;
    struct sv_table *table;
    struct sv_conn *next;   /* at the table */
    int viewer;             /* seat or SR_SPECTATOR; -1 before hello */
    unsigned tenure;        /* of the seat when it was opened */
    struct channel *remote; /* another process has the table and speaks with this one */
    bool greeting;          /* hello is being looked into */
    bool gone;              /* closed while something was under way */
    int pending;            /* calls under way that hold this */
    char session[SV_HASH_MAX]; /* hash of the session that opened the seat; "" none */
    char account[SV_ID_MAX];   /* of that session */
    int64_t opened;
    struct sv_inbox *inbox, **inbox_end;
    int inbox_count;
    double tokens; /* rate of messages */
    int64_t tokens_at;
    struct sv_conn *all_next, *all_prev;
};

/* For the network (net.h); context is the server. */
void socket_open(void *context, struct net_conn *c);
void socket_message(void *context, struct net_conn *c, const char *text, size_t len);
void socket_closed(void *context, struct net_conn *c);
int socket_admit(void *context, const char *address, const char *path, const char *origin,
                 const char *host);
/* A browser names the page that asks: it must be ours. Programs send no origin. */
bool sv_origin_ok(const struct server *sv, const char *origin, const char *host);

/* Greets once more, by what was said: the table that was elsewhere has been let go. */
void socket_again(struct server *sv, struct sv_conn *c, const char *text, size_t len);
/* A message of one who has been greeted, at a table that is free. */
void socket_handle(struct server *sv, struct sv_conn *c, const char *text, size_t len);
void socket_check_greetings(struct server *sv, int64_t now);
void socket_release(struct sv_conn *c); /* a call that held it is done */
/* Closes the connections that came by sessions of an account, all or all but `kept` (a hash), or by
 * one session (account NULL). */
void socket_end_sessions(struct server *sv, const char *account, const char *kept,
                         const char *session);
/* Closes all connections of an account, also those that came by the secret of a seat it has. */
void socket_suspend(struct server *sv, const char *account);
void socket_leave_table(struct sv_conn *c);

#endif
