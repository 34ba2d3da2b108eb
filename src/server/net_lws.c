/* net_lws.c: net.h on libwebsockets with the libuv loop: texts, counting connections, the
 * library's life. Every call of that library is here and in the files beside this (net_lws.h).
 *
 * Three rules of the library shape them: a request is answered only in its "writeable" callbacks
 * and once in each; a message comes in pieces of the receive buffer; a socket may die at any
 * time, also while its answer is still being worked out. So answers and texts wait in queues of
 * our own, pieces are collected up to a maximum, and a request outlives its socket (wsi becomes
 * NULL). */
#include "server/net_lws.h"

#include <stdio.h>

#include "core/alloc.h"
#include "server/addresses.h"

enum { HEART_MS = 100, ADDRESSES = 1 << 15 /* more than sockets can be open */ };

/* ---- texts --------------------------------------------------------------------------------- */

struct net_text *net_text_new(const char *text, size_t len)
{
    struct net_text *t = (struct net_text *)sr_alloc(sizeof *t + NET_PAD + len + 1);
    if (!t)
        return NULL;
    t->refs = 1;
    t->len = len;
    if (text)
        memcpy(net_text_chars(t), text, len);
    return t;
}

void net_text_drop(struct net_text *t)
{
    if (t && --t->refs == 0)
        sr_free(t);
}

/* ---- connections --------------------------------------------------------------------------- */

bool net__header(struct lws *wsi, enum lws_token_indexes token, char *out, size_t max)
{
    out[0] = '\0';
    if (lws_hdr_total_length(wsi, token) <= 0)
        return true;
    if (lws_hdr_copy(wsi, out, (int)max, token) >= 0)
        return true;
    out[0] = '\0';
    return false;
}

int net__filter(struct net *n, lws_sockfd_type fd)
{
    char address[NET_ADDRESS_MAX];
    if (n->closing)
        return -1;
    n->counts.accepted++;
    if (net__peer(n, fd, address) || n->counts.sockets < n->config.per_address ||
        addresses_open(n->addresses, address) < n->config.per_address)
        return 0; /* a proxy's people are counted one by one (net_ws.c) */
    n->counts.refused++;
    return -1;
}

/* What was counted travels with the socket: at its end the address can no longer be asked for. */
void net__count_in(struct net *n, struct lws *wsi)
{
    char text[NET_ADDRESS_MAX];
    void *counted = n; /* a proxy's */
    if (!net__peer(n, lws_get_socket_fd(wsi), text))
        counted = addresses_enter(n->addresses, text);
    if (!counted)
        return;
    n->counts.sockets++;
    lws_set_opaque_user_data(wsi, counted);
}

void net__count_out(struct net *n, struct lws *wsi)
{
    void *counted = lws_get_opaque_user_data(wsi);
    if (!counted)
        return;
    if (counted != n)
        addresses_leave(n->addresses, (struct address *)counted);
    n->counts.sockets--;
    lws_set_opaque_user_data(wsi, NULL);
}

const char *net__status_text(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 201:
        return "Created";
    case 204:
        return "No Content";
    case 304:
        return "Not Modified";
    case 400:
        return "Bad Request";
    case 401:
        return "Unauthorized";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 408:
        return "Request Timeout";
    case 409:
        return "Conflict";
    case 411:
        return "Length Required";
    case 413:
        return "Content Too Large";
    case 429:
        return "Too Many Requests";
    case 503:
        return "Service Unavailable";
    default:
        return status < 500 ? "Error" : "Server Error";
    }
}

/* ---- the listener -------------------------------------------------------------------------- */

static void no_signal(void *handle, int signum)
{
    (void)handle;
    (void)signum;
}

static void start_handles(struct net *n)
{
    uv_prepare_init(n->config.loop, &n->turn);
    n->turn.data = n;
    uv_prepare_start(&n->turn, net__on_turn);
    uv_timer_init(n->config.loop, &n->heart);
    n->heart.data = n;
    uv_timer_start(&n->heart, net__on_heart, HEART_MS, HEART_MS);
}

static void open_library(struct net *n)
{
    n->protocols[0] = (struct lws_protocols){.name = "http",
                                             .callback = net__on_http,
                                             .per_session_data_size = net__http_size,
                                             .rx_buffer_size = 4096};
    n->protocols[1] = (struct lws_protocols){.name = n->config.subprotocol,
                                             .callback = net__on_ws,
                                             .per_session_data_size = net__ws_size,
                                             .rx_buffer_size = 512, /* each socket has one */
                                             .tx_packet_size = 1 << 16};
    lws_set_log_level(LLL_ERR, NULL);
    void *loops[1] = {n->config.loop};
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER;
    info.protocols = n->protocols;
    info.user = n;
    info.foreign_loops = loops;
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_UV_NO_SIGSEGV_SIGFPE_SPIN |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    info.signal_cb = no_signal;
    info.pcontext = &n->context;
    info.max_http_header_data2 = 8192;
    info.max_http_header_pool2 = 2048;
    info.timeout_secs = 15;
    info.keepalive_timeout = 30;
    info.timeout_secs_ah_idle = 10;
    info.vhost_name = "serai";
    info.server_string = "serai";
    n->context = lws_create_context(&info);
    if (n->context)
        n->vhost = lws_create_vhost(n->context, &info);
}

struct net *net_open(const struct net_config *config, const struct net_handlers *h, char *why,
                     size_t why_max)
{
    struct net *n = (struct net *)sr_alloc(sizeof *n);
    if (n)
        n->addresses = addresses_new(ADDRESSES);
    if (!n || !n->addresses) {
        snprintf(why, why_max, "no memory for the network");
        sr_free(n);
        return NULL;
    }
    n->config = *config;
    n->h = *h;
    start_handles(n);
    open_library(n);
    if (!n->vhost)
        snprintf(why, why_max, "no network (is the package libwebsockets-evlib-uv there?)");
    else if (net__listen(n, why, why_max))
        return n;
    net_free(n);
    return NULL;
}

int net_port(const struct net *n) { return n->port; }

void net_counts_get(const struct net *n, struct net_counts *out) { *out = n->counts; }

void net_stop_listening(struct net *n)
{
    n->closing = true;
    net__unlisten(n);
}

/* With a loop that is not its own the library closes in steps between which the loop must run;
 * it sets the pointer to NULL when it is done. */
void net_close_all(struct net *n)
{
    net__unlisten(n);
    if (!uv_is_closing((uv_handle_t *)&n->turn)) {
        uv_close((uv_handle_t *)&n->turn, NULL);
        uv_close((uv_handle_t *)&n->heart, NULL);
    }
    for (int i = 0; n->context && i < 100; i++) {
        if (i % 10 == 0)
            lws_context_destroy(n->context);
        uv_run(n->config.loop, UV_RUN_NOWAIT);
    }
    uv_run(n->config.loop, UV_RUN_NOWAIT); /* lets go of our own two handles */
}

void net_free(struct net *n)
{
    if (!n)
        return;
    net_close_all(n);
    addresses_free(n->addresses);
    sr_free(n);
}
