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
    LIMIT_KINDS
};

struct limits;
struct limits *limits_new(double scale);
void limits_free(struct limits *l);
/* Whether `who` may do one more of `kind` now; *wait gets the seconds until then. */
bool limits_take(struct limits *l, enum limit_kind kind, const char *who, int64_t now, int *wait);

/* A number for an address or id that nobody outside can foresee; never 0. */
uint64_t limits_key(const struct limits *l, const char *who);

#endif
