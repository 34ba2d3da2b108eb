/* mail.h: e-mail to accounts, by the machine's own mail program: an address is confirmed by a link
 * sent to it, and then gets a digest of the tables by turns where it is one's turn, at most one a
 * day. Nothing a person wrote stands in a head line: addresses are letters and a few signs,
 * subjects are ours and encoded, texts are encoded whole. */
#ifndef SERAI_SERVER_MAIL_H
#define SERAI_SERVER_MAIL_H

#include "server/http.h"

enum { MAIL_ADDRESS_MAX = 200 };

bool mail_on(const struct server *sv);
bool mail_address_ok(const char *address);
/* /notices/email...: with the account that asks, "" where none does. */
void mail_route(struct server *sv, struct net_request *r, const char *account, const char *name);
/* Whether that needs no session: links in the messages. */
bool mail_is_link(const char *rest);
/* "email" as a member of an open object: rows of ST_MAIL_OF. */
void mail_put(struct sr_buf *b, const struct server *sv, const struct db_rows *rows);
void mail_sweep(struct server *sv, int64_t now); /* at every tick */

#endif
