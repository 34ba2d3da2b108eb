/* courier.c: a request over TLS, and who may be talked to (courier.h). */
#include "server/courier.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "core/alloc.h"

enum { DEADLINE_MS = 10000, SLICE_MS = 200, HEAD_MAX = 8192 };

struct courier {
    SSL_CTX *tls;
    bool any; /* private addresses too */
    const atomic_bool *stop;
};

/* ---- who may be talked to -------------------------------------------------------------------- */

static bool public_4(uint32_t a)
{
    static const struct {
        uint32_t net;
        int bits;
    } not [] = {{0x00000000, 8},  {0x0A000000, 8},  {0x64400000, 10}, {0x7F000000, 8},
                {0xA9FE0000, 16}, {0xAC100000, 12}, {0xC0000000, 24}, {0xC0000200, 24},
                {0xC0586300, 24}, {0xC0A80000, 16}, {0xC6120000, 15}, {0xC6336400, 24},
                {0xCB007100, 24}, {0xE0000000, 3}}; /* the last: multicast, reserved, broadcast */
    for (size_t i = 0; i < sizeof not / sizeof *not ; i++)
        if ((a ^ not [i].net) >> (32 - not [i].bits) == 0)
            return false;
    return true;
}

static uint32_t four(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* Of IPv6 only what is given out to networks (2000::/3), and none of it that leads elsewhere. */
static bool public_6(const unsigned char b[16])
{
    static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    static const unsigned char nat64[12] = {0, 0x64, 0xFF, 0x9B};
    if (memcmp(b, mapped, 12) == 0 || memcmp(b, nat64, 12) == 0)
        return public_4(four(b + 12));
    if (b[0] == 0x20 && b[1] == 0x02) /* 6to4 */
        return public_4(four(b + 2));
    if (b[0] == 0x20 && b[1] == 0x01 && b[2] < 2) /* Teredo and other protocols */
        return false;
    if (b[0] == 0x20 && b[1] == 0x01 && b[2] == 0x0D && b[3] == 0xB8) /* documents */
        return false;
    return (b[0] & 0xE0) == 0x20;
}

bool post_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, address, sizeof in);
        return public_4(ntohl(in.sin_addr.s_addr));
    }
    if (address->sa_family != AF_INET6)
        return false;
    struct sockaddr_in6 in6;
    memcpy(&in6, address, sizeof in6);
    return public_6(in6.sin6_addr.s6_addr);
}

static bool name_ok(const char *host)
{
    const char *last = strrchr(host, '.');
    return last && last != host && last[1] && !isdigit((unsigned char)last[1]);
}

bool post_url_read(const char *url, bool any, struct post_url *out)
{
    static const char scheme[] = "https://";
    if (strncmp(url, scheme, sizeof scheme - 1) != 0 || strlen(url) >= POST_URL_MAX)
        return false;
    const char *host = url + sizeof scheme - 1;
    const size_t n = strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  ".-");
    const char *after = host + n;
    if (n == 0 || n >= sizeof out->host)
        return false;
    memcpy(out->host, host, n);
    out->host[n] = '\0';
    snprintf(out->port, sizeof out->port, "443");
    if (*after == ':' && any) {
        const size_t digits = strspn(after + 1, "0123456789");
        if (digits == 0 || digits >= sizeof out->port)
            return false;
        memcpy(out->port, after + 1, digits);
        out->port[digits] = '\0';
        after += 1 + digits;
    }
    out->path = after;
    for (const char *c = after; *c; c++)
        if (*c <= ' ' || *c > '~' || *c == '#' || *c == '"' || *c == '\\')
            return false;
    return *after == '/' && (any || name_ok(out->host));
}

/* ---- waiting --------------------------------------------------------------------------------- */

struct line { /* a connection and until when it may take */
    int fd;
    SSL *tls;
    int64_t until;
    const atomic_bool *stop;
};

static int64_t runs_ms(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static bool wait_for(const struct line *l, short events)
{
    for (;;) {
        const int64_t left = l->until - runs_ms();
        struct pollfd p = {.fd = l->fd, .events = events};
        if (left <= 0 || atomic_load(l->stop))
            return false;
        const int n = poll(&p, 1, left < SLICE_MS ? (int)left : SLICE_MS);
        if (n > 0)
            return true;
        if (n < 0 && errno != EINTR)
            return false;
    }
}

/* After a call of the library that came back with rc: whether to call again. */
static bool again(const struct line *l, int rc)
{
    const int why = SSL_get_error(l->tls, rc);
    return (why == SSL_ERROR_WANT_READ && wait_for(l, POLLIN)) ||
           (why == SSL_ERROR_WANT_WRITE && wait_for(l, POLLOUT));
}

/* ---- the request ----------------------------------------------------------------------------- */

static bool connect_to(struct line *l, const struct addrinfo *a)
{
    int error = 0;
    socklen_t len = sizeof error;
    l->fd = socket(a->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (l->fd < 0)
        return false;
    if (connect(l->fd, a->ai_addr, a->ai_addrlen) == 0 ||
        (errno == EINPROGRESS && wait_for(l, POLLOUT) &&
         getsockopt(l->fd, SOL_SOCKET, SO_ERROR, &error, &len) == 0 && error == 0))
        return true;
    close(l->fd);
    l->fd = -1;
    return false;
}

/* Looks the name up, refuses it if any of its addresses is not public, connects to one. */
static bool reach(const struct courier *c, struct line *l, const struct post_url *url,
                  bool *allowed)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
    struct addrinfo *all = NULL;
    if (getaddrinfo(url->host, url->port, &hints, &all) != 0)
        return false;
    for (const struct addrinfo *a = all; a && !c->any; a = a->ai_next)
        *allowed &= post_public(a->ai_addr);
    bool open = false;
    for (const struct addrinfo *a = all; a && *allowed && !open; a = a->ai_next)
        open = connect_to(l, a);
    freeaddrinfo(all);
    return open;
}

static bool speak(const struct courier *c, struct line *l, const char *host, const char *request,
                  size_t len)
{
    int rc;
    l->tls = SSL_new(c->tls);
    if (!l->tls || SSL_set_tlsext_host_name(l->tls, host) != 1 ||
        SSL_set1_host(l->tls, host) != 1 || SSL_set_fd(l->tls, l->fd) != 1)
        return false;
    while ((rc = SSL_connect(l->tls)) != 1)
        if (!again(l, rc))
            return false;
    while (len > 0) {
        rc = SSL_write(l->tls, request, (int)len);
        if (rc <= 0 && !again(l, rc))
            return false;
        if (rc > 0) {
            request += rc;
            len -= (size_t)rc;
        }
    }
    return true;
}

static void hear(struct line *l, struct courier_answer *out)
{
    char head[HEAD_MAX];
    size_t len = 0;
    head[0] = '\0';
    while (len + 1 < sizeof head && !strstr(head, "\r\n\r\n")) {
        const int rc = SSL_read(l->tls, head + len, (int)(sizeof head - 1 - len));
        if (rc <= 0) {
            if (again(l, rc))
                continue;
            break;
        }
        len += (size_t)rc;
        head[len] = '\0';
    }
    if (strncmp(head, "HTTP/1.", 7) != 0 || len < 12 || !strchr(head, '\n'))
        return;
    const int status = (int)strtol(head + 9, NULL, 10);
    out->status = status >= 100 && status < 600 ? status : 0;
    for (const char *row = head; (row = strchr(row, '\n')) != NULL;)
        if (strncasecmp(++row, "retry-after:", 12) == 0)
            out->retry_after = strtol(row + 12, NULL, 10);
    if (out->retry_after < 0)
        out->retry_after = 0;
}

bool courier_carry(struct courier *c, const struct post_url *url, const char *request, size_t len,
                   struct courier_answer *out)
{
    struct line l = {.fd = -1, .until = runs_ms() + DEADLINE_MS, .stop = c->stop};
    bool allowed = true;
    *out = (struct courier_answer){0};
    if (reach(c, &l, url, &allowed) && speak(c, &l, url->host, request, len))
        hear(&l, out);
    SSL_free(l.tls);
    if (l.fd >= 0)
        close(l.fd);
    return allowed;
}

/* ---- life ------------------------------------------------------------------------------------ */

struct courier *courier_new(const char *test, const atomic_bool *stop)
{
    struct courier *c = (struct courier *)sr_alloc(sizeof *c);
    if (!c)
        return NULL;
    c->tls = SSL_CTX_new(TLS_client_method());
    c->any = test != NULL;
    c->stop = stop;
    if (!c->tls || SSL_CTX_set_min_proto_version(c->tls, TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_default_verify_paths(c->tls) != 1 ||
        (test && SSL_CTX_load_verify_locations(c->tls, test, NULL) != 1)) {
        courier_free(c);
        return NULL;
    }
    SSL_CTX_set_verify(c->tls, SSL_VERIFY_PEER, NULL);
    return c;
}

void courier_free(struct courier *c)
{
    if (!c)
        return;
    SSL_CTX_free(c->tls);
    sr_free(c);
}
