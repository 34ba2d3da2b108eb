/* addresses.h: how many connections each address has open. Knows no sockets and no clock. */
#ifndef SERAI_SERVER_ADDRESSES_H
#define SERAI_SERVER_ADDRESSES_H

#include "server/net.h"

struct addresses;
struct address; /* one with a connection; stays where it is as long as it has */

/* Room for `most` addresses with open connections; NULL without memory. */
struct addresses *addresses_new(int most);
void addresses_free(struct addresses *a);

/* Connections open from that address. Costs the same whoever was here before. */
int addresses_open(const struct addresses *a, const char *text);
/* One more; NULL when all rooms are taken. Ended by addresses_leave. */
struct address *addresses_enter(struct addresses *a, const char *text);
/* One less. With the last one the address is forgotten. */
void addresses_leave(struct addresses *a, struct address *who);
/* How many addresses are known. */
int addresses_count(const struct addresses *a);

#endif
