/* net_http.c: HTTP requests on libwebsockets (net_lws.h). */
#include <stdio.h>
#include <stdlib.h>

#include "core/alloc.h"
#include "server/net_lws.h"

enum { CHUNK = 16384, HEADERS_MAX = 4096, ANSWER_SECONDS = 60 };
/* Bodies: small ones always find room; larger ones share a budget, of which an address has a part.
 * All of a body must come within a time that suits its length. */
enum { SMALL_BODY = 4096, BODIES_MAX = 32 << 20, ADDRESS_PART = 4 };
enum { BODY_MS = 10000, BODY_BYTES_MS = 64 };

struct request {
    struct net_request pub;
    struct net *net;
    struct lws *wsi; /* NULL: the asker is gone */
    char *in;
    size_t in_len;
    size_t claimed;              /* of the budget for bodies */
    uint64_t body_by;            /* ms of the loop, when it must have come */
    struct request *next, **prev; /* of those whose bodies are on their way; NULL: not among them */
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

const size_t net__http_size = sizeof(struct http_user);

static void receiving_ends(struct request *r)
{
    if (!r->prev)
        return;
    *r->prev = r->next;
    if (r->next)
        r->next->prev = r->prev;
    r->prev = NULL;
}

static void request_free(struct request *r)
{
    receiving_ends(r);
    r->net->bodies -= r->claimed;
    sr_free(r->in);
    sr_free(r->head);
    sr_free(r->body_owned);
    sr_free(r);
}

/* A header of an answer that pages of these origins may show in a frame. */
static size_t framed(char *out, size_t max, const char *header, int len, const char *origins)
{
    static const char by_whom[] = "frame-ancestors ";
    const char *at = strstr(header, by_whom);
    if (strncmp(header, "x-frame-options", 15) == 0)
        return 0;
    if (!at || at >= header + len)
        return (size_t)snprintf(out, max, "%.*s\r\n", len, header);
    const int head = (int)(at - header) + (int)sizeof by_whom - 1;
    const size_t n = (size_t)snprintf(out, max, "%.*s%s\r\n", head, header, origins);
    for (size_t i = (size_t)head; i < n && i < max; i++)
        out[i] = out[i] == ',' ? ' ' : out[i];
    return n;
}

static bool make_head(struct request *r, const struct net_answer *a)
{
    char text[HEADERS_MAX];
    size_t n = (size_t)snprintf(text, sizeof text,
                                "HTTP/1.1 %d %s\r\ncontent-type: %s\r\ncontent-length: %zu\r\n"
                                "cache-control: %s\r\n",
                                a->status, net__status_text(a->status), a->type, a->len,
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
        n += a->frame ? framed(text + n, sizeof text - n, h, line, a->frame)
                      : (size_t)snprintf(text + n, sizeof text - n, "%.*s\r\n", line, h);
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
    receiving_ends(r);
    r->handed = r->refused = true;
    request_answer(&r->pub, &a);
}

static void hand_over(struct request *r)
{
    receiving_ends(r);
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

/* Room for a body that is announced; false: there is none at the moment. */
static bool expect_body(struct request *r, size_t length)
{
    struct net *n = r->net;
    size_t own = 0;
    for (const struct request *o = n->receiving; o; o = o->next)
        own += strcmp(o->pub.address, r->pub.address) == 0 ? o->claimed : 0;
    const size_t claim = length > SMALL_BODY ? length : 0;
    if (claim && (n->bodies + claim > BODIES_MAX || own + claim > BODIES_MAX / ADDRESS_PART))
        return false;
    r->claimed = claim;
    n->bodies += claim;
    r->body_by = uv_now(n->config.loop) + BODY_MS + length / BODY_BYTES_MS;
    r->prev = &n->receiving;
    r->next = n->receiving;
    if (r->next)
        r->next->prev = &r->next;
    n->receiving = r;
    return true;
}

void net__on_slow_bodies(struct net *n)
{
    const uint64_t now = uv_now(n->config.loop);
    for (struct request *r = n->receiving, *next; r; r = next) {
        next = r->next;
        if (now >= r->body_by)
            answer_plain(r, 408, "timeout");
    }
}

/* What a request says of itself; false: a part of it is too long. */
static bool read_head(struct request *r)
{
    struct net_request *p = &r->pub;
    struct lws *wsi = r->wsi;
    net__header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, p->accept_encoding, sizeof p->accept_encoding);
    net__header(wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, p->accept_language, sizeof p->accept_language);
    net__header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, p->if_none_match, sizeof p->if_none_match);
    return net__address_of(r->net, wsi, p->address) &&
           net__header(wsi, WSI_TOKEN_HTTP_URI_ARGS, p->query, sizeof p->query) &&
           net__header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, p->authorization,
                       sizeof p->authorization) &&
           net__header(wsi, WSI_TOKEN_ORIGIN, p->origin, sizeof p->origin) &&
           net__header(wsi, WSI_TOKEN_HOST, p->host, sizeof p->host);
}

static int begin_request(struct net *n, struct lws *wsi, struct http_user *u, const char *uri,
                         size_t len)
{
    struct request *r = (struct request *)sr_alloc(sizeof *r);
    if (!r)
        return -1;
    r->net = n;
    if (u->request) { /* one request at a time */
        request_free(r);
        return -1;
    }
    u->request = r;
    r->wsi = wsi;
    r->pub.answer = request_answer;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (lws_hdr_total_length(wsi, methods[i].token) > 0)
            snprintf(r->pub.method, sizeof r->pub.method, "%s", methods[i].name);
    r->head_only = strcmp(r->pub.method, "HEAD") == 0;
    const bool whole = read_head(r);
    char length[24];
    net__header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
    if (len >= sizeof r->pub.path) {
        answer_plain(r, 404, "not_found");
        return 0;
    }
    memcpy(r->pub.path, uri, len);
    if (!whole) {
        answer_plain(r, 400, "parse");
        return 0;
    }
    const size_t announced = (size_t)strtoull(length, NULL, 10);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0) {
        answer_plain(r, 411, "length_required");
        return 0;
    }
    if (announced > n->config.body_max) {
        answer_plain(r, 413, "too_big");
        return 0;
    }
    if (announced == 0)
        hand_over(r);
    else if (!expect_body(r, announced))
        answer_plain(r, 503, "busy");
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

int net__on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                 size_t len)
{
    struct net *n = (struct net *)lws_context_user(lws_get_context(wsi));
    struct http_user *u = (struct http_user *)user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return net__filter(n, (lws_sockfd_type)(intptr_t)in);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        net__count_in(n, wsi);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        net__count_out(n, wsi);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return net__admit(n, wsi);
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
