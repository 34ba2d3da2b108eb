/* limit.h: how often one address or seat may do something. */
#ifndef SERAI_SERVER_LIMIT_H
#define SERAI_SERVER_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

enum limit_kind {
    LIMIT_REQUEST,
    LIMIT_LOGIN,
    LIMIT_ACCOUNT,
    LIMIT_CREATE,
    LIMIT_SOCKET,
    LIMIT_MESSAGE,
    LIMIT_CHAT,
    LIMIT_NOTICE, /* to somebody who is away, or an invitation by somebody */
    LIMIT_MAIL, /* that confirms an address: of an account, to an address */
    LIMIT_DEED,   /* of a seat at its table, beside playing and talking: it is stored, too */
    LIMIT_REPORT, /* by an account, and from an address */
    LIMIT_PAGE, /* a file of the page: who installs it fetches all of them at once */
    LIMIT_KINDS
};

struct limits;
struct limits *limits_new(double scale);
void limits_free(struct limits *l);
/* Whether `who` may do one more of `kind` now; *wait gets the seconds until then. */
bool limits_take(struct limits *l, enum limit_kind kind, const char *who, int64_t now, int *wait);

/* What was taken since the last call, for those who took much; and what somebody took elsewhere,
 * which may leave him in debt. Keys are the same in processes with the same secret. */
void limits_secret(struct limits *l, const char *secret);
void limits_spent(struct limits *l, void (*tell)(void *context, uint64_t who, int kind, int amount),
                  void *context);
void limits_charge(struct limits *l, uint64_t who, int kind, int amount, int64_t now);
/* A number for an address or id that nobody outside can foresee; never 0. */
uint64_t limits_key(const struct limits *l, const char *who);

#endif
