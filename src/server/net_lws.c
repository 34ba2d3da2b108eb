/* net_lws.c: net.h on libwebsockets with the libuv loop. Every call of that library is here.
 *
 * Three rules of the library shape this file: write only in a "writeable" callback and once in
 * each; a message comes in pieces of the receive buffer; a socket may die at any time, also while
 * its answer is still being worked out. So answers and texts wait in queues of our own, pieces are
 * collected up to a maximum, and a request outlives its socket (wsi becomes NULL). */
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

#include "core/alloc.h"
#include "server/addresses.h"

enum {
    QUEUE_FIRST = 8,
    CHUNK = 16384,
    HEADERS_MAX = 4096,
    ANSWER_SECONDS = 60,
    CLOSE_SECONDS = 3,
    PING_MS = 30000,
    HANG_UP_MS = 75000,
    HEART_MS = 100,
    PINGS_A_BEAT = 60
};

_Static_assert(LWS_PRE <= NET_PAD, "the library wants more room in front of a text");

enum { ADDRESSES = 1 << 15 }; /* more than sockets can be open */

struct net {
    struct net_config config;
    struct net_handlers h;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct lws_protocols protocols[3];
    struct net_counts counts;
    struct addresses *addresses;
    struct socket *closing_sockets;
    struct socket *first; /* all open WebSockets */
    uv_timer_t heart;
    uv_check_t check; /* its data is NULL once the context is gone */
    bool closing;
};

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

/* ---- addresses ----------------------------------------------------------------------------- */

static void header(struct lws *wsi, enum lws_token_indexes token, char *out, size_t max)
{
    out[0] = '\0';
    if (lws_hdr_copy(wsi, out, (int)max, token) < 0)
        out[0] = '\0';
}

/* The socket's address; behind a proxy the last hop the proxy itself saw. */
static void address_of(const struct net *n, struct lws *wsi, char out[NET_ADDRESS_MAX])
{
    out[0] = '\0';
    if (n->config.behind_proxy) {
        char list[NET_HEADER_MAX];
        header(wsi, WSI_TOKEN_X_FORWARDED_FOR, list, sizeof list);
        const char *last = strrchr(list, ',');
        last = last ? last + 1 : list;
        while (*last == ' ')
            last++;
        if (*last && strlen(last) < NET_ADDRESS_MAX) {
            memcpy(out, last, strlen(last) + 1);
            return;
        }
    }
    lws_get_peer_simple(wsi, out, NET_ADDRESS_MAX);
}

/* Sockets are judged by address before they cost a buffer. */
static int filter(struct net *n, lws_sockfd_type fd)
{
    char address[NET_ADDRESS_MAX];
    if (n->closing)
        return -1;
    n->counts.accepted++;
    if (n->config.behind_proxy || !lws_get_peer_simple_fd(fd, address, sizeof address))
        return 0; /* behind a proxy all come from the same */
    if (addresses_open(n->addresses, address) < n->config.per_address)
        return 0;
    n->counts.refused++;
    return -1;
}

/* What was counted travels with the socket: at its end the address can no longer be asked for. */
static void count_in(struct net *n, struct lws *wsi)
{
    char text[NET_ADDRESS_MAX];
    if (!lws_get_peer_simple(wsi, text, sizeof text))
        return;
    struct address *address = addresses_enter(n->addresses, text);
    if (!address)
        return;
    n->counts.sockets++;
    lws_set_opaque_user_data(wsi, address);
}

static void count_out(struct net *n, struct lws *wsi)
{
    struct address *address = (struct address *)lws_get_opaque_user_data(wsi);
    if (!address)
        return;
    addresses_leave(n->addresses, address);
    n->counts.sockets--;
    lws_set_opaque_user_data(wsi, NULL);
}

static const char *status_text(int status)
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

/* ---- WebSockets ---------------------------------------------------------------------------- */

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
    struct socket *next, *prev;
    uint64_t seen;     /* ms of the loop, when something last came from there */
    bool ping, pinged; /* to be sent; waiting for the answer */
    bool close_sent;   /* or about to be */
    struct socket *next_closing;
    bool dead; /* being dropped: no more writing */
};

static void kill_socket(struct socket *s)
{
    s->dead = true;
    lws_set_timeout(s->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
}

static bool ring_grow(struct socket *s)
{
    const int max = s->max ? 2 * s->max : QUEUE_FIRST;
    struct net_text **q = (struct net_text **)sr_alloc((size_t)max * sizeof *q);
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
    lws_callback_on_writable(s->wsi);
}

static void conn_close(struct net_conn *c, int code, const char *why)
{
    struct socket *s = (struct socket *)c;
    if (s->close_code || s->dead)
        return;
    s->close_code = code;
    snprintf(s->close_why, sizeof s->close_why, "%s", why);
    lws_callback_on_writable(s->wsi);
    /* A reader who does not read will not see the reason either. */
    lws_set_timeout(s->wsi, (enum pending_timeout)PENDING_TIMEOUT_USER_REASON_BASE, CLOSE_SECONDS);
}

static int socket_write(struct socket *s)
{
    if (s->dead)
        return -1;
    if (s->ping) {
        unsigned char nothing[LWS_PRE + 1];
        s->ping = false;
        if (lws_write(s->wsi, nothing + LWS_PRE, 0, LWS_WRITE_PING) < 0)
            return -1;
    } else if (s->count > 0) {
        struct net_text *t = s->queue[s->first];
        const int n = lws_write(s->wsi, (unsigned char *)net_text_chars(t), t->len, LWS_WRITE_TEXT);
        s->first = (s->first + 1) % s->max;
        s->count--;
        s->backlog -= t->len;
        s->net->counts.sent++;
        const bool short_write = n < (int)t->len;
        net_text_drop(t);
        if (short_write)
            return -1;
    } else if (s->close_code && !s->close_sent) {
        s->close_sent = true;
        s->next_closing = s->net->closing_sockets;
        s->net->closing_sockets = s;
    }
    if (s->count > 0 || s->ping || (s->close_code && !s->close_sent))
        lws_callback_on_writable(s->wsi);
    return 0;
}

/* Looks after silent connections. The library can do this too, but keeps its timers in a sorted
 * list: ten thousand sockets that are due together stop everything for seconds. */
static void on_heart(uv_timer_t *timer)
{
    struct net *n = (struct net *)timer->data;
    const uint64_t now = uv_now(n->config.loop);
    int pings = 0;
    for (struct socket *s = n->first, *next; s; s = next) {
        next = s->next;
        if (s->dead || now - s->seen < PING_MS) {
            s->pinged = false;
        } else if (now - s->seen > HANG_UP_MS) {
            kill_socket(s);
        } else if (!s->pinged && pings < PINGS_A_BEAT) {
            pings++;
            s->ping = s->pinged = true;
            lws_callback_on_writable(s->wsi);
        }
    }
}

static void socket_link(struct net *n, struct socket *s)
{
    s->next = n->first;
    if (n->first)
        n->first->prev = s;
    n->first = s;
    s->seen = uv_now(n->config.loop);
}

static void socket_unlink(struct net *n, struct socket *s)
{
    if (s->prev)
        s->prev->next = s->next;
    else
        n->first = s->next;
    if (s->next)
        s->next->prev = s->prev;
}

/* Returning -1 from a callback closes at once under libuv (4.1.6) and loses the close frame;
 * closing from outside of the callbacks sends it and waits for the other side's. */
static void on_check(uv_check_t *check)
{
    struct net *n = (struct net *)check->data;
    while (n->closing_sockets) {
        struct socket *s = n->closing_sockets;
        n->closing_sockets = s->next_closing;
        lws_close_reason(s->wsi, (enum lws_close_status)s->close_code,
                         (unsigned char *)s->close_why, strlen(s->close_why));
        lws_set_timeout(s->wsi, (enum pending_timeout)PENDING_TIMEOUT_USER_REASON_BASE,
                        LWS_TO_KILL_SYNC);
    }
}

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

static int admit(struct net *n, struct lws *wsi)
{
    char address[NET_ADDRESS_MAX], path[NET_PATH_MAX], origin[NET_HEADER_MAX];
    char host[NET_HEADER_MAX], protocol[64];
    header(wsi, WSI_TOKEN_PROTOCOL, protocol, sizeof protocol);
    header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    address_of(n, wsi, address);
    const int status = strcmp(protocol, n->config.subprotocol) != 0 ? 400
                       : n->counts.websockets >= n->config.connections_max
                           ? 503
                           : n->h.admit(n->h.context, address, path, origin, host);
    if (!status)
        return 0;
    n->counts.refused++;
    /* The library would send its page later than it closes; a short answer goes out at once. */
    char text[LWS_PRE + 96];
    const int len = snprintf(text + LWS_PRE, sizeof text - LWS_PRE,
                             "HTTP/1.1 %d %s\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
                             status, status_text(status));
    lws_write(wsi, (unsigned char *)text + LWS_PRE, (size_t)len, LWS_WRITE_HTTP_HEADERS);
    return -1;
}

static int on_websocket(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                        size_t len)
{
    struct net *n = (struct net *)lws_context_user(lws_get_context(wsi));
    struct socket *s = (struct socket *)user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* asked of the protocol that was chosen */
        return admit(n, wsi);
    case LWS_CALLBACK_ESTABLISHED:
        memset(s, 0, sizeof *s);
        s->net = n;
        s->wsi = wsi;
        s->conn.send = conn_send;
        s->conn.close = conn_close;
        address_of(n, wsi, s->conn.address);
        header(wsi, WSI_TOKEN_GET_URI, s->conn.path, sizeof s->conn.path);
        n->counts.websockets++;
        socket_link(n, s);
        n->h.open(n->h.context, &s->conn);
        return 0;
    case LWS_CALLBACK_RECEIVE_PONG:
        s->seen = uv_now(n->config.loop);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        s->seen = uv_now(n->config.loop);
        return socket_receive(s, (const char *)in, len);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return socket_write(s);
    case LWS_CALLBACK_WSI_DESTROY:
        count_out(n, wsi);
        return 0;
    case LWS_CALLBACK_CLOSED:
        if (!s->net)
            return 0; /* was refused before it was established */
        n->counts.websockets--;
        socket_unlink(n, s);
        s->dead = true;
        n->h.closed(n->h.context, &s->conn);
        socket_fini(s);
        return 0;
    default:
        return 0;
    }
}

/* ---- HTTP ---------------------------------------------------------------------------------- */

struct request {
    struct net_request pub;
    struct net *net;
    struct lws *wsi; /* NULL: the asker is gone */
    char *in;
    size_t in_len;
    bool handed; /* to the handler, who will answer */
    bool answered;
    bool whole;   /* its body has come */
    bool refused; /* the connection closes after the answer: its body was not read */
    bool sent;    /* the library has all of the answer */
    bool brief;   /* no memory for the answer: `no_memory` goes out instead */
    bool head_only;
    /* what goes out */
    char *head;
    size_t head_len;
    const char *body;
    char *body_owned;
    size_t body_len, body_at;
};

struct http_user { /* the library's memory for one HTTP connection */
    struct request *request;
};

static void request_free(struct request *r)
{
    sr_free(r->in);
    sr_free(r->head);
    sr_free(r->body_owned);
    sr_free(r);
}

static bool make_head(struct request *r, const struct net_answer *a)
{
    char text[HEADERS_MAX];
    size_t n = (size_t)snprintf(text, sizeof text,
                                "HTTP/1.1 %d %s\r\ncontent-type: %s\r\ncontent-length: %zu\r\n"
                                "cache-control: %s\r\n",
                                a->status, status_text(a->status), a->type, a->len,
                                a->cache ? a->cache : "no-store");
    const struct {
        const char *name, *value;
    } extra[] = {{"content-encoding", a->encoding},
                 {"etag", a->etag},
                 {"content-disposition", a->disposition},
                 {"vary", a->encoding ? "accept-encoding" : NULL}};
    for (size_t i = 0; i < sizeof extra / sizeof *extra && n < sizeof text; i++)
        if (extra[i].value)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s: %s\r\n", extra[i].name,
                                  extra[i].value);
    if (a->retry_after && n < sizeof text)
        n += (size_t)snprintf(text + n, sizeof text - n, "retry-after: %d\r\n", a->retry_after);
    for (const char *h = r->net->config.headers; h && *h && n < sizeof text;) {
        const int line = (int)strcspn(h, "\n");
        n += (size_t)snprintf(text + n, sizeof text - n, "%.*s\r\n", line, h);
        h += line + (h[line] == '\n');
    }
    if (n + 3 > sizeof text)
        return false;
    n += (size_t)snprintf(text + n, sizeof text - n, "\r\n");
    r->head = (char *)sr_alloc(LWS_PRE + n);
    if (!r->head)
        return false;
    memcpy(r->head + LWS_PRE, text, n);
    r->head_len = n;
    return true;
}

static const char no_memory[] =
    "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\n"
    "cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\n"
    "content-length: 16\r\n\r\n{\"error\":\"busy\"}";

static void request_answer(struct net_request *pub, const struct net_answer *a)
{
    struct request *r = (struct request *)pub;
    if (!r->wsi) {
        request_free(r);
        return;
    }
    if (!a->fixed && a->len > 0) {
        r->body_owned = (char *)sr_alloc(a->len);
        if (r->body_owned)
            memcpy(r->body_owned, a->body, a->len);
    }
    r->body = a->fixed ? a->body : r->body_owned;
    r->body_len = r->head_only ? 0 : a->len;
    r->answered = true;
    r->brief = !make_head(r, a) || (a->len > 0 && !r->body);
    r->refused |= r->brief;
    lws_set_timeout(r->wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
    lws_callback_on_writable(r->wsi);
}

static void answer_plain(struct request *r, int status, const char *code)
{
    char body[96];
    const int n = snprintf(body, sizeof body, "{\"error\":\"%s\"}", code);
    const struct net_answer a = {
        .status = status, .type = "application/json", .body = body, .len = (size_t)n};
    r->handed = r->refused = true;
    request_answer(&r->pub, &a);
}

static void hand_over(struct request *r)
{
    r->handed = true;
    r->pub.body = r->in ? r->in : "";
    r->pub.len = r->in_len;
    r->net->counts.requests++;
    lws_set_timeout(r->wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
    r->net->h.request(r->net->h.context, &r->pub);
}

static const struct {
    enum lws_token_indexes token;
    const char *name;
} methods[] = {{WSI_TOKEN_GET_URI, "GET"},    {WSI_TOKEN_POST_URI, "POST"},
               {WSI_TOKEN_PUT_URI, "PUT"},    {WSI_TOKEN_DELETE_URI, "DELETE"},
               {WSI_TOKEN_HEAD_URI, "HEAD"},  {WSI_TOKEN_OPTIONS_URI, "OPTIONS"},
               {WSI_TOKEN_PATCH_URI, "PATCH"}};

/* Another protocol is offered. HTTP/2 (by curl and Java) is passed over, not taken: with its word
 * gone the library goes on in HTTP/1.1. What the library does not know it has refused itself; then
 * (4.1.6) it asks all the same, on a connection that was used before, with the headers and their
 * memory gone. */
static int upgrade(struct lws *wsi, char *word)
{
    if (lws_hdr_total_length(wsi, WSI_TOKEN_UPGRADE) == 0)
        return -1;
    if (strcasecmp(word, "websocket") != 0)
        *word = '\0';
    return 0;
}

static int begin_request(struct net *n, struct lws *wsi, struct http_user *u, const char *uri,
                         size_t len)
{
    struct request *r = (struct request *)sr_alloc(sizeof *r);
    if (!r)
        return -1;
    if (u->request) { /* one request at a time */
        request_free(r);
        return -1;
    }
    u->request = r;
    r->net = n;
    r->wsi = wsi;
    r->pub.answer = request_answer;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (lws_hdr_total_length(wsi, methods[i].token) > 0)
            snprintf(r->pub.method, sizeof r->pub.method, "%s", methods[i].name);
    r->head_only = strcmp(r->pub.method, "HEAD") == 0;
    address_of(n, wsi, r->pub.address);
    header(wsi, WSI_TOKEN_HTTP_URI_ARGS, r->pub.query, sizeof r->pub.query);
    header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, r->pub.authorization, sizeof r->pub.authorization);
    header(wsi, WSI_TOKEN_ORIGIN, r->pub.origin, sizeof r->pub.origin);
    header(wsi, WSI_TOKEN_HOST, r->pub.host, sizeof r->pub.host);
    header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, r->pub.accept_encoding,
           sizeof r->pub.accept_encoding);
    header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, r->pub.if_none_match, sizeof r->pub.if_none_match);
    char length[24];
    header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
    if (len >= sizeof r->pub.path) {
        answer_plain(r, 404, "not_found");
        return 0;
    }
    memcpy(r->pub.path, uri, len);
    const bool has_body = strtoll(length, NULL, 10) > 0;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0) {
        answer_plain(r, 411, "length_required");
        return 0;
    }
    if (strtoull(length, NULL, 10) > n->config.body_max) {
        answer_plain(r, 413, "too_big");
        return 0;
    }
    if (!has_body)
        hand_over(r);
    return 0;
}

static int collect_body(struct request *r, const char *data, size_t len)
{
    if (!r || r->handed)
        return 0; /* the rest of a refused body is thrown away */
    if (r->in_len + len > r->net->config.body_max) {
        answer_plain(r, 413, "too_big");
        return 0;
    }
    char *in = (char *)sr_realloc(r->in, r->in_len + len + 1);
    if (!in) {
        answer_plain(r, 503, "busy");
        return 0;
    }
    r->in = in;
    memcpy(in + r->in_len, data, len);
    r->in_len += len;
    in[r->in_len] = '\0';
    return 0;
}

/* Whether a client has sent more before its answer was out. When a transaction is complete the
 * library keeps the table of headers in that case only, and a header is copied (here: cut to
 * nothing) out of a table alone. */
static bool sent_ahead(struct lws *wsi)
{
    char text[2] = "?";
    (void)lws_hdr_custom_copy(wsi, text, sizeof text, "-", 1);
    return text[0] != '?';
}

/* The answer is out. Who has sent ahead is closed and may ask again: the library (4.1.6) would take
 * the head of a waiting request for its body, and read on in memory it has freed. */
static int request_done(struct http_user *u)
{
    struct request *r = u->request;
    struct lws *wsi = r->wsi;
    r->sent = true;
    if (lws_partial_buffered(wsi)) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    const bool close_after = r->refused;
    u->request = NULL;
    request_free(r);
    return close_after || lws_http_transaction_completed(wsi) || sent_ahead(wsi) ? -1 : 0;
}

static int request_write(struct http_user *u)
{
    struct request *r = u->request;
    if (!r || !r->answered)
        return 0;
    if (r->sent)
        return request_done(u);
    struct lws *wsi = r->wsi;
    if (r->brief) {
        unsigned char text[LWS_PRE + sizeof no_memory];
        memcpy(text + LWS_PRE, no_memory, sizeof no_memory - 1);
        if (lws_write(wsi, text + LWS_PRE, sizeof no_memory - 1, LWS_WRITE_HTTP_HEADERS) < 0)
            return -1;
    } else if (r->head) {
        const bool alone = r->body_len == 0;
        const int n =
            lws_write(wsi, (unsigned char *)r->head + LWS_PRE, r->head_len, LWS_WRITE_HTTP_HEADERS);
        sr_free(r->head);
        r->head = NULL;
        if (n < 0)
            return -1;
        if (!alone) {
            lws_callback_on_writable(wsi);
            return 0;
        }
    } else {
        unsigned char chunk[LWS_PRE + CHUNK];
        const size_t left = r->body_len - r->body_at;
        const size_t n = left < CHUNK ? left : CHUNK;
        memcpy(chunk + LWS_PRE, r->body + r->body_at, n);
        r->body_at += n;
        const bool last = r->body_at == r->body_len;
        if (lws_write(wsi, chunk + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
            return -1;
        if (!last) {
            lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
            lws_callback_on_writable(wsi);
            return 0;
        }
    }
    return request_done(u);
}

/* A socket that dies leaves its request to the one who will answer it. */
static void abandon(struct http_user *u)
{
    struct request *r = u ? u->request : NULL;
    if (!r)
        return;
    u->request = NULL;
    r->wsi = NULL;
    if (!r->handed || r->answered)
        request_free(r);
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t len)
{
    struct net *n = (struct net *)lws_context_user(lws_get_context(wsi));
    struct http_user *u = (struct http_user *)user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return filter(n, (lws_sockfd_type)(intptr_t)in);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        count_in(n, wsi);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        count_out(n, wsi);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return admit(n, wsi);
    case LWS_CALLBACK_ESTABLISHED: /* a WebSocket without our subprotocol */
        return -1;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return upgrade(wsi, (char *)in);
    case LWS_CALLBACK_HTTP:
        return begin_request(n, wsi, u, (const char *)in, len);
    case LWS_CALLBACK_HTTP_BODY:
        return collect_body(u->request, (const char *)in, len);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        /* Asked again and again (4.1.6) about what a client sends ahead while its answer is being
         * worked out: we take one request at a time from those who send bodies. */
        if (!u->request || u->request->whole)
            return -1;
        u->request->whole = true;
        if (!u->request->handed)
            hand_over(u->request);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return request_write(u);
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        abandon(u);
        return 0;
    default:
        return 0;
    }
}

/* ---- the listener -------------------------------------------------------------------------- */

static void no_signal(void *handle, int signum)
{
    (void)handle;
    (void)signum;
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
    n->protocols[0] = (struct lws_protocols){.name = "http",
                                             .callback = on_http,
                                             .per_session_data_size = sizeof(struct http_user),
                                             .rx_buffer_size = 4096};
    n->protocols[1] = (struct lws_protocols){.name = config->subprotocol,
                                             .callback = on_websocket,
                                             .per_session_data_size = sizeof(struct socket),
                                             .rx_buffer_size = 4096};
    uv_check_init(config->loop, &n->check);
    n->check.data = n;
    uv_check_start(&n->check, on_check);
    uv_timer_init(config->loop, &n->heart);
    n->heart.data = n;
    uv_timer_start(&n->heart, on_heart, HEART_MS, HEART_MS);
    lws_set_log_level(LLL_ERR, NULL);
    void *loops[1] = {config->loop};
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.port = config->port;
    info.iface = config->interface;
    info.protocols = n->protocols;
    info.user = n;
    info.foreign_loops = loops;
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_UV_NO_SIGSEGV_SIGFPE_SPIN |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    if (config->interface)
        info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
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
    if (!n->vhost) {
        snprintf(why, why_max,
                 "cannot listen on %s port %d (is it in use? is the package"
                 " libwebsockets-evlib-uv there?)",
                 config->interface ? config->interface : "all addresses,", config->port);
        net_free(n);
        return NULL;
    }
    return n;
}

int net_port(const struct net *n) { return lws_get_vhost_listen_port(n->vhost); }

void net_counts_get(const struct net *n, struct net_counts *out) { *out = n->counts; }

void net_stop_listening(struct net *n) { n->closing = true; }

/* With a loop that is not its own the library closes in steps between which the loop must run;
 * it sets the pointer to NULL when it is done. */
void net_close_all(struct net *n)
{
    if (!uv_is_closing((uv_handle_t *)&n->check)) {
        uv_close((uv_handle_t *)&n->check, NULL);
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
