/* operator.h: the operator's resources (operator.c). */
#ifndef SERAI_SERVER_OPERATOR_H
#define SERAI_SERVER_OPERATOR_H

#include "server/server.h"

struct operators;
struct operators *operators_new(const char *token); /* NULL: there are none */
void operators_free(struct operators *o);
/* /api/v1/operator and what follows, `rest`. */
void operator_route(struct server *sv, struct net_request *r, const char *rest);

#endif
