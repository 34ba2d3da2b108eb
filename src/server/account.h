/* account.h: accounts and sessions. */
#ifndef SERAI_SERVER_ACCOUNT_H
#define SERAI_SERVER_ACCOUNT_H

#include "server/table.h"

void account_route(struct server *sv, struct net_request *r, const char *rest);
/* Finds the account of a session secret, then goes on with its id ("" none), or with the code of an
 * error when that cannot be found out now. */
/* Those who do not sit with the account, by either's wish. */
typedef void account_apart_go(struct server *sv, void *arg, const struct db_rows *apart,
                              const char *error);
void account_apart(struct server *sv, const char *account, account_apart_go *go, void *arg);
typedef void account_go(struct server *sv, void *arg, const char *account, const char *name,
                        const char *error);
/* Signs in whom another proof than a passphrase has shown; with `fresh` (or "") as the new
 * passphrase, and then all other sessions end. */
void account_enter(struct server *sv, struct net_request *r, const char *account,
                   const char *name, const char *fresh);
void account_of(struct server *sv, const char *secret, account_go *go, void *arg);

#endif
