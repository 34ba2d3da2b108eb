/* fake.h: the server without sockets and threads: requests and connections made by a test, a
 * database in memory, and time that passes when the test says so. */
#ifndef SERAI_TESTS_SERVER_FAKE_H
#define SERAI_TESTS_SERVER_FAKE_H

#include "server/account.h"
#include "server/bell.h"
#include "server/desk.h"
#include "server/hall.h"
#include "server/http.h"
#include "server/play.h"
#include "server/robots.h"
#include "server/secret.h"
#include "server/socket.h"

/* Ends the test program with a message when x does not hold. */
#define NEED(x) ((x) ? (void)0 : fake_die(__FILE__, __LINE__, #x))
_Noreturn void fake_die(const char *file, int line, const char *what);

/* A server with an empty database; one at a time. */
struct server *fake_server(void);
void fake_server_free(struct server *sv);
/* Forgets all tables in memory and begins a new database. */
void fake_server_clear(struct server *sv);
/* Turns of the loop until nothing is under way: store, bots, passphrases. */
void fake_settle(struct server *sv);

struct fake_answer {
    int count, status; /* of answers, which must be one; of the last */
    char *text;        /* its body; freed by the next call or fake_answer_free */
    size_t len;
};
/* Asks and settles. token and body may be NULL. Exactly one answer must come. */
void fake_ask(struct server *sv, struct fake_answer *a, const char *method, const char *path,
              const char *token, const char *body);
void fake_answer_free(struct fake_answer *a);

struct fake_conn {
    struct net_conn pub;
    bool open;
    int code; /* it was closed with; 0: it was not */
    /* Every message; may be NULL. */
    void (*heard)(struct fake_conn *c, const char *text, size_t len);
    void *user;
};
/* Opens a WebSocket at a table; nothing is said yet. */
void fake_open(struct server *sv, struct fake_conn *c, const char *table);
void fake_say(struct server *sv, struct fake_conn *c, const char *text); /* and settles */
void fake_close(struct server *sv, struct fake_conn *c);

#endif
