/* net_lws.h: what the files that speak with libwebsockets share: net_lws.c (addresses, texts, the
 * listener), net_ws.c (WebSockets), net_http.c (requests). Nobody else includes it. */
#ifndef SERAI_SERVER_NET_LWS_H
#define SERAI_SERVER_NET_LWS_H

#include <libwebsockets.h>
#include <uv.h>

#include "server/net.h"

_Static_assert(LWS_PRE <= NET_PAD, "the library wants more room in front of a text");

struct net {
    struct net_config config;
    struct net_handlers h;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct lws_protocols protocols[3];
    struct net_counts counts;
    struct addresses *addresses;
    struct socket *ready_sockets, *closing_sockets; /* to be written to, to be closed */
    struct socket *first, *last; /* all open WebSockets, the longest silent first */
    uv_timer_t heart;
    uv_prepare_t turn;
    struct net_listener *listeners;
    int port;
    struct request *receiving; /* whose bodies are on their way */
    size_t bodies;             /* bytes they have announced */
    bool closing;
};

/* ---- net_lws.c ------------------------------------------------------------------------------- */

/* A header, "" if there is none; false if it is longer than that. */
bool net__header(struct lws *wsi, enum lws_token_indexes token, char *out, size_t max);
/* Sockets are judged by address before they cost a buffer: not 0, it is closed. */
int net__filter(struct net *n, lws_sockfd_type fd);
void net__count_in(struct net *n, struct lws *wsi);
void net__count_out(struct net *n, struct lws *wsi);
const char *net__status_text(int status);

/* ---- net_address.c --------------------------------------------------------------------------- */

/* The other end of a socket; true: it is a proxy that is believed. */
bool net__peer(const struct net *n, int fd, char out[NET_ADDRESS_MAX]);
/* Who asks: the other end, or behind proxies the last hop that is none. False: the list of hops is
 * too long or no such list. */
bool net__address_of(const struct net *n, struct lws *wsi, char out[NET_ADDRESS_MAX]);

/* ---- net_listen.c ---------------------------------------------------------------------------- */

bool net__listen(struct net *n, char *why, size_t max);
void net__unlisten(struct net *n);

/* ---- net_ws.c, net_http.c: a protocol of the library each ------------------------------------ */

extern const size_t net__ws_size, net__http_size; /* the library's memory for one connection */
int net__on_ws(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len);
int net__on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                 size_t len);
/* Whether a WebSocket may be opened; if not, it is answered. */
int net__admit(struct net *n, struct lws *wsi);
/* Bodies that take too long. */
void net__on_slow_bodies(struct net *n);
/* Looks after silent connections. */
void net__on_heart(uv_timer_t *timer);
/* At the end of a turn of the loop: texts go out, sockets are closed. */
void net__on_turn(uv_prepare_t *prepare);

#endif
