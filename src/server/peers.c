/* peers.c: links between processes (peers.h), over TCP on the same loop.
 *
 * A link carries frames: length (4 bytes, big-endian, of what follows), kind (1), channel (4),
 * payload. The first frame of a link is the secret all processes read from the database. The side
 * that connected has the people's sockets (the door), the other the table (the house); a channel
 * is one socket or one request, numbered by the door. At the house, sockets and requests from afar
 * are net_conn and net_request like any other. When a link breaks, the door tells its people to
 * come back, and the house takes them for gone. A frame that finds no memory breaks its link: left
 * out, it would leave somebody waiting for ever. */
#include "server/peers.h"

#include <stdlib.h>

#include "core/alloc.h"
#include "server/doc.h"
#include "server/http.h"
#include "server/kin.h"
#include "server/limit.h"
#include "server/secret.h"

/* Who has not shown the secret has little time, little room and few places. */
enum { STRANGERS_MAX = 64, STRANGER_MS = 5000, STRANGER_BYTES = 4096 };
enum { FRAME_HEAD = 9, FRAME_MAX = 8 << 20, BACKLOG_MAX = 32 << 20, CHANNEL_SLOTS = 1 << 12 };

enum frame {
    F_SECRET = 'S',
    F_OPEN = 'O',
    F_TEXT = 'T',
    F_CLOSE = 'C',
    F_ASK = 'Q',
    F_ANSWER = 'A'
};

struct link;

struct channel { /* at either end; only one of the three is in use */
    struct channel *next;
    struct link *link;
    uint32_t id;
    struct sv_conn *conn;        /* door: a socket here, spoken with there */
    char *hello;                 /* and its greeting, until it is answered */
    struct net_request *request; /* door: a request that is answered there */
    struct net_conn far;         /* house: a socket there */
    bool at_house, closing;
};

struct link {
    uv_tcp_t tcp;
    uv_connect_t connect;
    struct server *sv;
    struct link *next;
    uint32_t number;
    char address[64]; /* of the house; "" for links that came in */
    bool trusted;     /* the secret was right (or is ours to send) */
    bool connected, dead;
    bool closing; /* a channel is to be taken apart */
    int64_t since;
    char *in;
    size_t in_len, in_max;
    struct channel *slot[CHANNEL_SLOTS];
    char *early; /* frames written before the connection stood */
    size_t early_len;
};

struct peers {
    uv_tcp_t listener;
    struct link *links;
    bool trouble; /* a link is dead, or has a channel to be taken apart */
    int strangers; /* links that have not shown the secret */
    uint32_t last_id, last_link;
    char secret[SV_SECRET_MAX];
};

static void link_fail(struct link *l);

/* ---- channels ------------------------------------------------------------------------------- */

static struct channel **find(struct link *l, uint32_t id)
{
    struct channel **p = &l->slot[id % CHANNEL_SLOTS];
    while (*p && (*p)->id != id)
        p = &(*p)->next;
    return p;
}

static struct channel *channel_new(struct link *l, uint32_t id)
{
    struct channel *c = (struct channel *)sr_alloc(sizeof *c);
    if (!c)
        return NULL;
    c->link = l;
    c->id = id;
    c->next = l->slot[id % CHANNEL_SLOTS];
    l->slot[id % CHANNEL_SLOTS] = c;
    return c;
}

static void channel_free(struct channel *c)
{
    struct channel **p = find(c->link, c->id);
    if (*p == c)
        *p = c->next;
    sr_free(c->hello);
    sr_free(c);
}

/* ---- frames --------------------------------------------------------------------------------- */

struct write {
    uv_write_t req;
    char data[];
};

static void written(uv_write_t *req, int status)
{
    struct link *l = (struct link *)req->handle->data;
    sr_free(req);
    if (status < 0)
        link_fail(l);
}

static void put32(char *at, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        at[i] = (char)(v >> (24 - 8 * i));
}

static uint32_t get32(const char *at)
{
    uint32_t v = 0;
    for (int i = 0; i < 4; i++)
        v = v << 8 | (unsigned char)at[i];
    return v;
}

static void write_now(struct link *l, const char *data, size_t len)
{
    struct write *w = (struct write *)sr_alloc(sizeof *w + len);
    if (!w || uv_stream_get_write_queue_size((uv_stream_t *)&l->tcp) > BACKLOG_MAX) {
        sr_free(w);
        link_fail(l);
        return;
    }
    memcpy(w->data, data, len);
    uv_buf_t buf = uv_buf_init(w->data, (unsigned)len);
    if (uv_write(&w->req, (uv_stream_t *)&l->tcp, &buf, 1, written) != 0) {
        sr_free(w);
        link_fail(l);
    }
}

static void put_frame(char *at, enum frame kind, uint32_t id, const char *data, size_t len)
{
    put32(at, (uint32_t)(FRAME_HEAD - 4 + len));
    at[4] = (char)kind;
    put32(at + 5, id);
    memcpy(at + FRAME_HEAD, data, len);
}

static void send_frame(struct link *l, enum frame kind, uint32_t id, const char *data, size_t len)
{
    if (l->dead || len > FRAME_MAX - FRAME_HEAD)
        return;
    const size_t n = FRAME_HEAD + len;
    if (l->connected) {
        char small[512], *whole = n <= sizeof small ? NULL : (char *)sr_alloc(n);
        char *out = n <= sizeof small ? small : whole;
        if (!out) {
            link_fail(l);
            return;
        }
        put_frame(out, kind, id, data, len);
        write_now(l, out, n);
        sr_free(whole);
        return;
    }
    char *early = (char *)sr_realloc(l->early, l->early_len + n);
    if (!early) {
        link_fail(l);
        return;
    }
    l->early = early;
    put_frame(early + l->early_len, kind, id, data, len);
    l->early_len += n;
}

/* ---- the house ------------------------------------------------------------------------------ */

static void far_send(struct net_conn *n, struct net_text *t)
{
    struct channel *c = (struct channel *)((char *)n - offsetof(struct channel, far));
    if (!c->closing)
        send_frame(c->link, F_TEXT, c->id, net_text_chars(t), t->len);
}

/* The end is told at once, but our side lets go only in the next turn: whoever closes may still be
 * walking over connections. */
static void far_close(struct net_conn *n, int code, const char *why)
{
    struct channel *c = (struct channel *)((char *)n - offsetof(struct channel, far));
    char data[128];
    if (c->closing)
        return;
    put32(data, (uint32_t)code);
    const int len = snprintf(data + 4, sizeof data - 4, "%s", why);
    send_frame(c->link, F_CLOSE, c->id, data, 4 + (size_t)len);
    c->closing = c->link->closing = c->link->sv->peers->trouble = true;
}

/* Payload fields end with NUL each. */
static const char *field(const char **at, const char *end)
{
    const char *s = *at;
    const char *nul = s < end ? (const char *)memchr(s, '\0', (size_t)(end - s)) : NULL;
    *at = nul ? nul + 1 : end;
    return nul ? s : "";
}

static void house_open(struct link *l, uint32_t id, const char *data, size_t len)
{
    if (*find(l, id))
        return;
    struct channel *c = channel_new(l, id);
    if (!c) {
        link_fail(l);
        return;
    }
    const char *at = data, *end = data + len;
    c->at_house = true;
    c->far.send = far_send;
    c->far.close = far_close;
    c->far.relayed = true;
    snprintf(c->far.address, sizeof c->far.address, "%s", field(&at, end));
    snprintf(c->far.path, sizeof c->far.path, "%s", field(&at, end));
    socket_open(l->sv, &c->far);
}

static void house_closed(struct channel *c)
{
    if (c->far.user)
        socket_closed(c->link->sv, &c->far);
    channel_free(c);
}

struct far_request {
    struct net_request pub;
    struct server *sv;
    uint32_t link; /* its number: the link may be gone by then */
    uint32_t id;
    char body[];
};

static struct link *link_by_number(struct server *sv, uint32_t number)
{
    struct link *l = sv->peers ? sv->peers->links : NULL;
    while (l && l->number != number)
        l = l->next;
    return l;
}

static void far_answer(struct net_request *pub, const struct net_answer *a)
{
    struct far_request *r = (struct far_request *)pub;
    struct link *l = link_by_number(r->sv, r->link);
    if (l && a->len < FRAME_MAX / 2) {
        char head[512];
        const int n = snprintf(head, sizeof head, "%d%c%s%c%s%c%d", a->status, 0, a->type, 0,
                               a->disposition ? a->disposition : "", 0, a->retry_after);
        char *data = (char *)sr_alloc((size_t)n + 1 + a->len);
        if (data) {
            memcpy(data, head, (size_t)n + 1);
            memcpy(data + n + 1, a->body, a->len);
            send_frame(l, F_ANSWER, r->id, data, (size_t)n + 1 + a->len);
            sr_free(data);
        } else {
            link_fail(l);
        }
    }
    sr_free(r);
}

static void house_ask(struct link *l, uint32_t id, const char *data, size_t len)
{
    struct far_request *r = (struct far_request *)sr_alloc(sizeof *r + len + 1);
    if (!r) {
        link_fail(l);
        return;
    }
    const char *at = data, *end = data + len;
    r->sv = l->sv;
    r->link = l->number;
    r->id = id;
    r->pub.answer = far_answer;
    r->pub.relayed = true;
    snprintf(r->pub.method, sizeof r->pub.method, "%s", field(&at, end));
    snprintf(r->pub.path, sizeof r->pub.path, "%s", field(&at, end));
    snprintf(r->pub.query, sizeof r->pub.query, "%s", field(&at, end));
    snprintf(r->pub.address, sizeof r->pub.address, "%s", field(&at, end));
    snprintf(r->pub.authorization, sizeof r->pub.authorization, "%s", field(&at, end));
    r->pub.again = field(&at, end)[0] != '\0';
    memcpy(r->body, at, (size_t)(end - at));
    r->pub.body = r->body;
    r->pub.len = (size_t)(end - at);
    http_request(l->sv, &r->pub);
}

/* ---- the door ------------------------------------------------------------------------------- */

static void door_answer(struct channel *c, const char *data, size_t len)
{
    const char *at = data, *end = data + len;
    struct net_answer a = {.status = (int)strtol(field(&at, end), NULL, 10)};
    a.type = field(&at, end);
    a.disposition = field(&at, end);
    a.retry_after = (int)strtol(field(&at, end), NULL, 10);
    if (!a.disposition[0])
        a.disposition = NULL;
    a.body = at;
    a.len = (size_t)(end - at);
    struct net_request *r = c->request;
    struct server *sv = c->link->sv;
    channel_free(c);
    if (a.status != NET_MOVED) {
        r->answer(r, &a);
    } else if (!r->again) { /* the table may be ours now */
        r->again = true;
        http_request(sv, r);
    } else {
        http_error(sv, r, "elsewhere", "the table is on its way to another process: ask again");
    }
}

static void door_close(struct channel *c, int code, const char *why)
{
    struct sv_conn *conn = c->conn;
    struct server *sv = c->link->sv;
    char *hello = c->hello;
    c->hello = NULL;
    channel_free(c);
    conn->remote = NULL;
    if (hello && code == NET_MOVED) /* the table may be ours now */
        socket_again(sv, conn, hello, strlen(hello));
    else
        conn->net->close(conn->net, code == NET_MOVED ? NET_AGAIN : code, why);
    sr_free(hello);
}

static void door_text(struct channel *c, const char *data, size_t len)
{
    struct net_text *text = net_text_new(data, len);
    sr_free(c->hello);
    c->hello = NULL;
    if (text)
        c->conn->net->send(c->conn->net, text);
    else
        link_fail(c->link);
    net_text_drop(text);
}

void peers_message(struct sv_conn *conn, const char *text, size_t len)
{
    send_frame(conn->remote->link, F_TEXT, conn->remote->id, text, len);
}

void peers_closed(struct sv_conn *conn)
{
    struct channel *c = conn->remote;
    conn->remote = NULL;
    send_frame(c->link, F_CLOSE, c->id, "", 0);
    channel_free(c);
}

/* ---- links ---------------------------------------------------------------------------------- */

static void take(struct link *l, enum frame kind, uint32_t id, const char *data, size_t len)
{
    struct channel *c = *find(l, id);
    if (kind == F_SECRET) {
        char ours[SV_HASH_MAX], theirs[SV_HASH_MAX], text[SV_SECRET_MAX];
        snprintf(text, sizeof text, "%.*s", (int)(len < 47 ? len : 47), data);
        sv_hash_secret(l->sv->peers->secret, ours);
        sv_hash_secret(text, theirs);
        l->trusted = sv_hash_equal(ours, theirs);
        if (!l->trusted)
            link_fail(l);
    } else if (!l->trusted) {
        link_fail(l);
    } else if (kind == F_OPEN) {
        house_open(l, id, data, len);
    } else if (kind == F_ASK) {
        house_ask(l, id, data, len);
    } else if (c && kind == F_TEXT && c->at_house && !c->closing) {
        char *text = sv_dup(data, len);
        if (text)
            socket_message(l->sv, &c->far, text, len);
        else
            link_fail(l);
        sr_free(text);
    } else if (c && kind == F_TEXT && c->conn) {
        door_text(c, data, len);
    } else if (c && kind == F_CLOSE && c->at_house) {
        house_closed(c);
    } else if (c && kind == F_CLOSE && c->conn && len >= 4) {
        char why[96];
        snprintf(why, sizeof why, "%.*s", (int)(len - 4 < 90 ? len - 4 : 90), data + 4);
        door_close(c, (int)get32(data), why);
    } else if (c && kind == F_ANSWER && c->request) {
        door_answer(c, data, len);
    }
}

static void on_alloc(uv_handle_t *h, size_t suggested, uv_buf_t *buf)
{
    struct link *l = (struct link *)h->data;
    (void)suggested;
    if (l->in_max - l->in_len < 65536) {
        char *in = (char *)sr_realloc(l->in, l->in_max + 131072);
        if (in) {
            l->in = in;
            l->in_max += 131072;
        }
    }
    *buf = uv_buf_init(l->in + l->in_len, (unsigned)(l->in_max - l->in_len));
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct link *l = (struct link *)stream->data;
    (void)buf;
    if (n < 0) {
        link_fail(l);
        return;
    }
    l->in_len += (size_t)n;
    if (!l->trusted && l->in_len > STRANGER_BYTES) {
        link_fail(l);
        return;
    }
    size_t at = 0;
    while (!l->dead && l->in_len - at >= FRAME_HEAD) {
        const size_t len = get32(l->in + at);
        if (len < FRAME_HEAD - 4 || len > FRAME_MAX) {
            link_fail(l);
            return;
        }
        if (l->in_len - at < len + 4)
            break;
        const char *frame = l->in + at;
        at += len + 4;
        take(l, (enum frame)frame[4], get32(frame + 5), frame + FRAME_HEAD, len + 4 - FRAME_HEAD);
    }
    if (l->dead)
        return;
    memmove(l->in, l->in + at, l->in_len - at);
    l->in_len -= at;
}

static void freed(uv_handle_t *h)
{
    struct link *l = (struct link *)h->data;
    sr_free(l->in);
    sr_free(l->early);
    sr_free(l);
}

static void end_channel(struct link *l, struct channel *c)
{
    if (c->at_house) {
        house_closed(c);
    } else if (c->conn) {
        door_close(c, NET_AGAIN, "come back");
    } else {
        struct net_request *r = c->request;
        channel_free(c);
        http_error(l->sv, r, "elsewhere", "the process that has this table does not answer");
    }
}

/* A broken link: marked now, taken apart in the next turn, when nobody is using it. */
static void link_fail(struct link *l)
{
    l->dead = true;
    if (l->sv->peers) /* not at the very end */
        l->sv->peers->trouble = true;
}

static void check_strangers(struct peers *peers, int64_t now)
{
    peers->strangers = 0;
    for (struct link *l = peers->links; l; l = l->next) {
        if (!l->trusted && !l->dead && now - l->since > STRANGER_MS)
            link_fail(l);
        peers->strangers += !l->trusted && !l->dead;
    }
}

/* Links are looked at only when one of them is in trouble: idle ones cost nothing. */
void peers_turn(struct server *sv)
{
    if (sv->peers && sv->peers->strangers > 0)
        check_strangers(sv->peers, sv_now());
    if (!sv->peers || !sv->peers->trouble)
        return;
    sv->peers->trouble = false;
    for (struct link **p = &sv->peers->links; *p;) {
        struct link *l = *p;
        const int slots = l->dead || l->closing ? CHANNEL_SLOTS : 0;
        l->closing = false;
        for (int i = 0; i < slots; i++)
            for (struct channel *c = l->slot[i], *next; c; c = next) {
                next = c->next;
                if (l->dead)
                    end_channel(l, c);
                else if (c->at_house && c->closing)
                    house_closed(c);
            }
        if (!l->dead) {
            p = &l->next;
            continue;
        }
        *p = l->next;
        uv_close((uv_handle_t *)&l->tcp, freed);
    }
}

static struct link *link_new(struct server *sv)
{
    struct link *l = (struct link *)sr_alloc(sizeof *l);
    if (!l)
        return NULL;
    l->sv = sv;
    l->since = sv_now();
    l->number = ++sv->peers->last_link;
    uv_tcp_init(sv->loop, &l->tcp);
    l->tcp.data = l;
    l->next = sv->peers->links;
    sv->peers->links = l;
    return l;
}

static void on_connected(uv_connect_t *req, int status)
{
    struct link *l = (struct link *)req->handle->data;
    if (status < 0) {
        link_fail(l);
        return;
    }
    l->connected = true;
    uv_tcp_nodelay(&l->tcp, 1);
    write_now(l, l->early, l->early_len);
    uv_read_start((uv_stream_t *)&l->tcp, on_alloc, on_read);
}

static bool parse_address(const char *text, struct sockaddr_in *out)
{
    char host[48];
    const char *colon = strrchr(text, ':');
    const size_t n = colon ? (size_t)(colon - text) : sizeof host;
    if (n >= sizeof host)
        return false;
    memcpy(host, text, n);
    host[n] = '\0';
    return uv_ip4_addr(host, (int)strtol(colon + 1, NULL, 10), out) == 0;
}

static struct link *link_to(struct server *sv, const char *address)
{
    for (struct link *l = sv->peers ? sv->peers->links : NULL; l; l = l->next)
        if (!l->dead && strcmp(l->address, address) == 0)
            return l;
    struct sockaddr_in where;
    if (!sv->peers || !parse_address(address, &where))
        return NULL;
    struct link *l = link_new(sv);
    if (!l)
        return NULL;
    snprintf(l->address, sizeof l->address, "%s", address);
    l->trusted = true;
    send_frame(l, F_SECRET, 0, sv->peers->secret, strlen(sv->peers->secret));
    if (uv_tcp_connect(&l->connect, &l->tcp, (const struct sockaddr *)&where, on_connected) != 0)
        link_fail(l);
    return l;
}

static void on_accept(uv_stream_t *listener, int status)
{
    struct server *sv = (struct server *)listener->data;
    struct link *l = status < 0 ? NULL : link_new(sv);
    if (!l)
        return;
    l->connected = true;
    if (uv_accept(listener, (uv_stream_t *)&l->tcp) != 0) {
        link_fail(l);
        return;
    }
    check_strangers(sv->peers, sv_now());
    if (sv->peers->strangers > STRANGERS_MAX) {
        link_fail(l);
        return;
    }
    uv_tcp_nodelay(&l->tcp, 1);
    uv_read_start((uv_stream_t *)&l->tcp, on_alloc, on_read);
}

/* ---- forwarding ----------------------------------------------------------------------------- */

bool peers_forward_socket(struct server *sv, struct sv_conn *conn, const char *address,
                          const char *hello, size_t len)
{
    struct link *l = link_to(sv, address);
    struct channel *c = l ? channel_new(l, ++sv->peers->last_id) : NULL;
    if (!c)
        return false;
    c->conn = conn;
    c->hello = sv_dup(hello, len); /* NULL, for want of memory: he may have to come back */
    conn->remote = c;
    char head[NET_ADDRESS_MAX + NET_PATH_MAX + 2];
    const int n =
        snprintf(head, sizeof head, "%s%c%s%c", conn->net->address, 0, conn->net->path, 0);
    send_frame(l, F_OPEN, c->id, head, (size_t)n);
    send_frame(l, F_TEXT, c->id, hello, len);
    sv->counts.forwarded++;
    return true;
}

bool peers_forward_request(struct server *sv, struct net_request *r, const char *address)
{
    struct link *l = link_to(sv, address);
    struct channel *c = l ? channel_new(l, ++sv->peers->last_id) : NULL;
    char *data = c ? (char *)sr_alloc(2048 + r->len) : NULL;
    if (!data) {
        if (c)
            channel_free(c);
        return false;
    }
    c->request = r;
    const int n = snprintf(data, 2048, "%s%c%s%c%s%c%s%c%s%c%s%c", r->method, 0, r->path, 0,
                           r->query, 0, r->address, 0, r->authorization, 0, r->again ? "1" : "", 0);
    memcpy(data + n, r->body, r->len);
    send_frame(l, F_ASK, c->id, data, (size_t)n + r->len);
    sr_free(data);
    sv->counts.forwarded++;
    return true;
}

/* ---- life ----------------------------------------------------------------------------------- */

bool peers_open(struct server *sv, struct sr_diag *diag)
{
    struct sockaddr_in where;
    const char *address = sv->options.peer ? sv->options.peer : "127.0.0.1:0";
    sv->peers = (struct peers *)sr_alloc(sizeof *sv->peers);
    if (!sv->peers || !parse_address(address, &where)) {
        (void)sr_fail(diag, SR_RANGE, "--peer: an IPv4 address and a port are expected: %s",
                      address);
        return false;
    }
    uv_tcp_init(sv->loop, &sv->peers->listener);
    sv->peers->listener.data = sv;
    if (uv_tcp_bind(&sv->peers->listener, (const struct sockaddr *)&where, 0) != 0 ||
        uv_listen((uv_stream_t *)&sv->peers->listener, 64, on_accept) != 0) {
        (void)sr_fail(diag, SR_IO, "--peer: cannot listen on %s", address);
        return false;
    }
    int len = sizeof where;
    char host[48];
    uv_tcp_getsockname(&sv->peers->listener, (struct sockaddr *)&where, &len);
    uv_ip4_name(&where, host, sizeof host);
    snprintf(sv->address, sizeof sv->address, "%s:%d", host, ntohs(where.sin_port));
    kin_secret(sv, sv->peers->secret);
    limits_secret(sv->limits, sv->peers->secret);
    if (sv->peers->secret[0])
        return true;
    (void)sr_fail(diag, SR_IO, "the secret of the processes cannot be read");
    return false;
}

void peers_close(struct server *sv)
{
    if (!sv->peers)
        return;
    for (struct link *l = sv->peers->links; l; l = l->next)
        link_fail(l);
    peers_turn(sv);
    uv_close((uv_handle_t *)&sv->peers->listener, NULL);
    uv_run(sv->loop, UV_RUN_NOWAIT);
    sr_free(sv->peers);
    sv->peers = NULL;
}
