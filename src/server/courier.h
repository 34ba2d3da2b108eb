/* courier.h: one request to a machine of somebody else's, over TLS, within a deadline (post.h). */
#ifndef SERAI_SERVER_COURIER_H
#define SERAI_SERVER_COURIER_H

#include <stdatomic.h>

#include "server/post.h"

struct courier_answer {
    int status;          /* 0: no answer came */
    int64_t retry_after; /* seconds; 0: not said */
};

struct courier;
/* test: as in post.h. stop: whether to give up at once. NULL: no memory, or no certificates. */
struct courier *courier_new(const char *test, const atomic_bool *stop);
void courier_free(struct courier *c);
/* Sends the request and reads the head of the answer. False: there may be no connection to that
 * host at all, since its name stands for an address that is not public. Any thread. */
bool courier_carry(struct courier *c, const struct post_url *url, const char *request, size_t len,
                   struct courier_answer *out);

#endif
