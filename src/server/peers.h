/* peers.h: links between server processes that share one database. A table belongs to one of them;
 * the others pass on what people at their own sockets say, and what comes back. */
#ifndef SERAI_SERVER_PEERS_H
#define SERAI_SERVER_PEERS_H

#include "server/socket.h"

/* Listens for other processes. False with diag. */
bool peers_open(struct server *sv, struct sr_diag *diag);
void peers_close(struct server *sv);
/* From now on the process at `address` speaks with this connection; `hello` is its greeting. */
bool peers_forward_socket(struct server *sv, struct sv_conn *c, const char *address,
                          const char *hello, size_t len);
/* The process at `address` answers this request. */
bool peers_forward_request(struct server *sv, struct net_request *r, const char *address);
/* At the end of a turn of the loop: lets go of what was closed. */
void peers_turn(struct server *sv);
/* For connections handed over: what they say, and that they closed. */
void peers_message(struct sv_conn *c, const char *text, size_t len);
void peers_closed(struct sv_conn *c);

#endif
