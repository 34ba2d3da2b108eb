/* net_ws.c: WebSockets on libwebsockets (net_lws.h).
 *
 * Texts go out at the end of a turn of the loop, straight to the socket: asking the library for a
 * "writeable" callback for each costs two changes of what is polled for, four system calls, and
 * another turn. Only what a socket does not take at once waits for that callback. */
#include <stdio.h>

#include "core/alloc.h"
#include "server/addresses.h"
#include "server/net_lws.h"

enum {
    QUEUE_FIRST = 8,
    CLOSE_SECONDS = 3,
    PING_MS = 30000,
    HANG_UP_MS = 75000,
    PINGS_A_BEAT = 60,
    TOGETHER_MAX = 8192, /* bytes of texts that are written as one */
    FRAME_HEAD_MAX = 4
};

struct socket { /* the library's memory for one WebSocket */
    struct net_conn conn;
    struct net *net;
    struct lws *wsi;
    struct net_text **queue; /* ring */
    int first, count, max;
    size_t backlog;
    char *in; /* message being collected */
    size_t in_len, in_max;
    int close_code; /* not 0: close once the queue is empty */
    char close_why[96];
    struct socket *next, *prev; /* by `seen`, the longest silent first */
    uint64_t seen;     /* ms of the loop, when something last came from there */
    bool ping, pinged; /* to be sent; waiting for the answer */
    bool close_sent;   /* or about to be */
    bool ready;        /* in the list of those with something to write */
    struct socket *next_ready, *next_closing;
    bool dead; /* being dropped: no more writing */
    struct address *counted; /* who came by a proxy */
};

const size_t net__ws_size = sizeof(struct socket);

static void kill_socket(struct socket *s)
{
    s->dead = true;
    lws_set_timeout(s->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
}

static void make_ready(struct socket *s)
{
    if (s->ready)
        return;
    s->ready = true;
    s->next_ready = s->net->ready_sockets;
    s->net->ready_sockets = s;
}

static bool ring_grow(struct socket *s)
{
    const int max = s->max ? 2 * s->max : QUEUE_FIRST;
    struct net_text **q = (struct net_text **)sr_alloc((size_t)max * sizeof(void *));
    if (!q)
        return false;
    for (int i = 0; i < s->count; i++)
        q[i] = s->queue[(s->first + i) % s->max];
    sr_free(s->queue);
    s->queue = q;
    s->max = max;
    s->first = 0;
    return true;
}

static void conn_send(struct net_conn *c, struct net_text *t)
{
    struct socket *s = (struct socket *)c;
    if (s->dead || s->close_code || !t)
        return;
    if (s->backlog + t->len > s->net->config.backlog_max || (s->count == s->max && !ring_grow(s))) {
        s->net->counts.slow_dropped++;
        kill_socket(s);
        return;
    }
    t->refs++;
    s->queue[(s->first + s->count++) % s->max] = t;
    s->backlog += t->len;
    make_ready(s);
}

static void conn_close(struct net_conn *c, int code, const char *why)
{
    struct socket *s = (struct socket *)c;
    if (s->close_code || s->dead)
        return;
    s->close_code = code;
    snprintf(s->close_why, sizeof s->close_why, "%s", why);
    make_ready(s);
    /* A reader who does not read will not see the reason either. */
    lws_set_timeout(s->wsi, (enum pending_timeout)PENDING_TIMEOUT_USER_REASON_BASE, CLOSE_SECONDS);
}

static void drop_first(struct socket *s)
{
    struct net_text *t = s->queue[s->first];
    s->first = (s->first + 1) % s->max;
    s->count--;
    s->backlog -= t->len;
    s->net->counts.sent++;
    net_text_drop(t);
}

/* The head of a text frame of a server (RFC 6455, 5.2); its length. */
static size_t put_head(unsigned char *at, size_t len)
{
    at[0] = 0x81;
    if (len < 126) {
        at[1] = (unsigned char)len;
        return 2;
    }
    at[1] = 126;
    at[2] = (unsigned char)(len >> 8);
    at[3] = (unsigned char)len;
    return FRAME_HEAD_MAX;
}

/* Several short texts (what a move did, and that it is done) go out by one system call: the frames
 * are ours, and the library passes them on as they are and keeps what the socket does not take. */
static bool write_together(struct socket *s)
{
    unsigned char room[LWS_PRE + TOGETHER_MAX];
    unsigned char *const frames = room + LWS_PRE;
    size_t n = 0;
    int taken = 0;
    while (taken < s->count) {
        struct net_text *t = s->queue[(s->first + taken) % s->max];
        if (n + FRAME_HEAD_MAX + t->len > TOGETHER_MAX)
            break;
        n += put_head(frames + n, t->len);
        memcpy(frames + n, net_text_chars(t), t->len);
        n += t->len;
        taken++;
    }
    const bool whole = lws_write(s->wsi, frames, n, LWS_WRITE_HTTP) >= (int)n;
    while (taken-- > 0)
        drop_first(s);
    return whole;
}

static bool write_first(struct socket *s)
{
    struct net_text *t = s->queue[s->first];
    if (s->count > 1 &&
        t->len + s->queue[(s->first + 1) % s->max]->len + 2 * FRAME_HEAD_MAX <= TOGETHER_MAX)
        return write_together(s);
    const int n = lws_write(s->wsi, (unsigned char *)net_text_chars(t), t->len, LWS_WRITE_TEXT);
    const bool whole = n >= (int)t->len;
    drop_first(s);
    return whole;
}

static bool write_ping(struct socket *s)
{
    unsigned char nothing[LWS_PRE + 1];
    s->ping = false;
    return lws_write(s->wsi, nothing + LWS_PRE, 0, LWS_WRITE_PING) >= 0;
}

/* Writes what the socket takes; when it does not take all, the library calls back. False: it is
 * broken. */
static bool socket_write(struct socket *s)
{
    if (s->dead)
        return false;
    while ((s->ping || s->count > 0) && !lws_partial_buffered(s->wsi))
        if (!(s->ping ? write_ping(s) : write_first(s)))
            return false;
    if (s->ping || s->count > 0 || (s->close_code && lws_partial_buffered(s->wsi))) {
        lws_callback_on_writable(s->wsi);
    } else if (s->close_code && !s->close_sent) {
        s->close_sent = true;
        s->next_closing = s->net->closing_sockets;
        s->net->closing_sockets = s;
    }
    return true;
}

/* Returning -1 from a callback closes at once under libuv (4.1.6) and loses the close frame;
 * closing from outside of the callbacks sends it and waits for the other side's. */
static void close_all(struct net *n)
{
    while (n->closing_sockets) {
        struct socket *s = n->closing_sockets;
        n->closing_sockets = s->next_closing;
        lws_close_reason(s->wsi, (enum lws_close_status)s->close_code,
                         (unsigned char *)s->close_why, strlen(s->close_why));
        lws_set_timeout(s->wsi, (enum pending_timeout)PENDING_TIMEOUT_USER_REASON_BASE,
                        LWS_TO_KILL_SYNC);
    }
}

void net__on_turn(uv_prepare_t *prepare)
{
    struct net *n = (struct net *)prepare->data;
    while (n->ready_sockets) {
        struct socket *s = n->ready_sockets;
        n->ready_sockets = s->next_ready;
        s->ready = false;
        if (!socket_write(s))
            kill_socket(s);
    }
    close_all(n);
}

/* ---- silent connections --------------------------------------------------------------------- */

static void socket_link(struct net *n, struct socket *s)
{
    s->seen = uv_now(n->config.loop);
    s->next = NULL;
    s->prev = n->last;
    if (n->last)
        n->last->next = s;
    else
        n->first = s;
    n->last = s;
}

static void socket_unlink(struct net *n, struct socket *s)
{
    if (s->prev)
        s->prev->next = s->next;
    else
        n->first = s->next;
    if (s->next)
        s->next->prev = s->prev;
    else
        n->last = s->prev;
}

static void socket_seen(struct net *n, struct socket *s)
{
    s->pinged = false;
    if (s->seen == uv_now(n->config.loop))
        return;
    socket_unlink(n, s);
    socket_link(n, s);
}

/* The library can do this too, but keeps its timers in a sorted list: ten thousand sockets that are
 * due together stop everything for seconds. */
void net__on_heart(uv_timer_t *timer)
{
    struct net *n = (struct net *)timer->data;
    const uint64_t now = uv_now(n->config.loop);
    int pings = 0;
    net__on_slow_bodies(n);
    for (struct socket *s = n->first; s && now - s->seen >= PING_MS; s = s->next) {
        if (s->dead)
            continue;
        if (now - s->seen > HANG_UP_MS) {
            kill_socket(s);
        } else if (!s->pinged && pings < PINGS_A_BEAT) {
            pings++;
            s->ping = s->pinged = true;
            make_ready(s);
        }
    }
}

/* ---- messages ------------------------------------------------------------------------------- */

/* The rest of a refused message is read and thrown away until the socket closes. */
static int refuse_message(struct socket *s, int code, const char *why)
{
    s->net->counts.too_big += code == NET_TOO_BIG;
    conn_close(&s->conn, code, why);
    return 0;
}

static int socket_receive(struct socket *s, const char *data, size_t len)
{
    if (s->dead || s->close_code)
        return 0;
    if (lws_frame_is_binary(s->wsi))
        return refuse_message(s, 1003, "text only");
    const size_t want = s->in_len + len;
    if (want > s->net->config.message_max)
        return refuse_message(s, NET_TOO_BIG, "message too big");
    if (want + 1 > s->in_max) {
        const size_t max = want + 1 < 256 ? 256 : 2 * want + 1;
        char *in = (char *)sr_realloc(s->in, max);
        if (!in)
            return -1;
        s->in = in;
        s->in_max = max;
    }
    memcpy(s->in + s->in_len, data, len);
    s->in_len = want;
    if (!lws_is_final_fragment(s->wsi) || lws_remaining_packet_payload(s->wsi) > 0)
        return 0;
    s->in[s->in_len] = '\0';
    s->net->counts.received++;
    const size_t n = s->in_len;
    s->in_len = 0;
    s->net->h.message(s->net->h.context, &s->conn, s->in, n);
    if (s->in_max > 8192) { /* do not keep the memory of a rare long message */
        sr_free(s->in);
        s->in = NULL;
        s->in_max = 0;
    }
    return s->dead ? -1 : 0;
}

static void socket_fini(struct socket *s)
{
    for (struct socket **p = &s->net->closing_sockets; *p; p = &(*p)->next_closing)
        if (*p == s) {
            *p = s->next_closing;
            break;
        }
    for (struct socket **p = &s->net->ready_sockets; s->ready && *p; p = &(*p)->next_ready)
        if (*p == s) {
            *p = s->next_ready;
            break;
        }
    while (s->count > 0) {
        net_text_drop(s->queue[s->first]);
        s->first = (s->first + 1) % s->max;
        s->count--;
    }
    sr_free(s->queue);
    sr_free(s->in);
    s->queue = NULL;
    s->in = NULL;
}

int net__admit(struct net *n, struct lws *wsi)
{
    char address[NET_ADDRESS_MAX], path[NET_PATH_MAX], origin[NET_HEADER_MAX];
    char host[NET_HEADER_MAX], protocol[64];
    const bool whole = net__header(wsi, WSI_TOKEN_PROTOCOL, protocol, sizeof protocol) &&
                       net__header(wsi, WSI_TOKEN_GET_URI, path, sizeof path) &&
                       net__header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) &&
                       net__header(wsi, WSI_TOKEN_HOST, host, sizeof host) &&
                       net__address_of(n, wsi, address);
    const int status = !whole || strcmp(protocol, n->config.subprotocol) != 0 ? 400
                       : n->counts.websockets >= n->config.connections_max    ? 503
                       : lws_get_opaque_user_data(wsi) == n &&
                               addresses_open(n->addresses, address) >= n->config.per_address
                           ? 429
                           : n->h.admit(n->h.context, address, path, origin, host);
    if (!status)
        return 0;
    n->counts.refused++;
    /* The library would send its page later than it closes; a short answer goes out at once. */
    char text[LWS_PRE + 96];
    const int len = snprintf(text + LWS_PRE, sizeof text - LWS_PRE,
                             "HTTP/1.1 %d %s\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
                             status, net__status_text(status));
    lws_write(wsi, (unsigned char *)text + LWS_PRE, (size_t)len, LWS_WRITE_HTTP_HEADERS);
    return -1;
}

int net__on_ws(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    struct net *n = (struct net *)lws_context_user(lws_get_context(wsi));
    struct socket *s = (struct socket *)user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* asked of the protocol that was chosen */
        return net__admit(n, wsi);
    case LWS_CALLBACK_ESTABLISHED:
        memset(s, 0, sizeof *s);
        s->net = n;
        s->wsi = wsi;
        s->conn.send = conn_send;
        s->conn.close = conn_close;
        (void)net__address_of(n, wsi, s->conn.address);
        net__header(wsi, WSI_TOKEN_GET_URI, s->conn.path, sizeof s->conn.path);
        if (lws_get_opaque_user_data(wsi) == n)
            s->counted = addresses_enter(n->addresses, s->conn.address);
        n->counts.websockets++;
        socket_link(n, s);
        n->h.open(n->h.context, &s->conn);
        return 0;
    case LWS_CALLBACK_RECEIVE_PONG:
        socket_seen(n, s);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        socket_seen(n, s);
        return socket_receive(s, (const char *)in, len);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return socket_write(s) ? 0 : -1;
    case LWS_CALLBACK_WSI_DESTROY:
        net__count_out(n, wsi);
        return 0;
    case LWS_CALLBACK_CLOSED:
        if (!s->net)
            return 0; /* was refused before it was established */
        n->counts.websockets--;
        if (s->counted)
            addresses_leave(n->addresses, s->counted);
        socket_unlink(n, s);
        s->dead = true;
        n->h.closed(n->h.context, &s->conn);
        socket_fini(s);
        return 0;
    default:
        return 0;
    }
}
