/* passkey.h: passkeys: another way to sign in, and to recover an account. Challenges carry their
 * own end and seal, so that none is stored before it is used; used ones are, until their end, so
 * that none is used twice, at whichever process. */
#ifndef SERAI_SERVER_PASSKEY_H
#define SERAI_SERVER_PASSKEY_H

#include "server/http.h"

/* /me/passkeys..., and /session/passkey... which needs no session. */
void passkey_own(struct server *sv, struct net_request *r, const char *account, const char *name);
void passkey_session(struct server *sv, struct net_request *r, const char *rest);
void passkey_put_export(struct sr_buf *b, const struct db_rows *rows);

#endif
