/* net.h: HTTP and WebSockets as the rest of the server sees them: requests that come whole and
 * are answered once, connections that bring whole text messages. Everything runs on the thread of
 * the loop. The library behind it is known to net_lws.c alone; tests and the links between
 * processes make requests and connections of their own. */
#ifndef SERAI_SERVER_NET_H
#define SERAI_SERVER_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct uv_loop_s;

enum {
    NET_ADDRESS_MAX = 48,
    NET_PATH_MAX = 256,
    NET_HEADER_MAX = 256, /* longer ones are refused */
    NET_HOPS_MAX = 1024,  /* the same for X-Forwarded-For */
    NET_PAD = 32 /* bytes in front of a text that the transport may use */
};

/* A text on its way to one or many connections; freed with its last reference. */
struct net_text {
    int refs;
    size_t len;
    char room[]; /* NET_PAD bytes, then the text and a NUL */
};
struct net_text *net_text_new(const char *text, size_t len); /* refs = 1; NULL: no memory */
void net_text_drop(struct net_text *t);
static inline char *net_text_chars(struct net_text *t) { return t->room + NET_PAD; }

/* ---- WebSocket connections ----------------------------------------------------------------- */

/* Codes a connection is closed with (RFC 6455, and our own from 4000). */
enum net_close {
    NET_GOING_AWAY = 1001,
    NET_POLICY = 1008,
    NET_TOO_BIG = 1009,
    NET_AGAIN = 1012, /* the service restarts: come back */
    NET_UNSEATED = 4001, /* the seat is somebody else's, or nobody's */
    NET_MOVED = 4900     /* between processes only: take the table yourself */
};

struct net_conn {
    void *user;                    /* of the one who handles messages; NULL at first */
    char address[NET_ADDRESS_MAX]; /* who it is, for limits */
    char path[NET_PATH_MAX];       /* as asked for */
    bool relayed;                  /* comes through another process */
    void (*send)(struct net_conn *c, struct net_text *t); /* takes over no reference */
    void (*close)(struct net_conn *c, int code, const char *why);
};

/* ---- HTTP requests ------------------------------------------------------------------------- */

struct net_answer {
    int status;
    const char *type; /* content type */
    const char *body; /* copied, unless `fixed` */
    size_t len;
    bool fixed;              /* body lives for ever */
    const char *encoding;    /* content encoding, or NULL */
    const char *cache;       /* Cache-Control; NULL: no-store */
    const char *etag;        /* or NULL */
    const char *disposition; /* Content-Disposition, or NULL */
    int retry_after;         /* seconds; 0: none */
    const char *frame; /* origins, by commas, whose pages may show it in a frame; NULL: none may */
};

struct net_request {
    char method[8];
    char path[NET_PATH_MAX];
    char query[NET_PATH_MAX];
    char address[NET_ADDRESS_MAX];
    char authorization[NET_HEADER_MAX];
    char origin[NET_HEADER_MAX];
    char host[NET_HEADER_MAX];
    char accept_encoding[NET_HEADER_MAX];
    char if_none_match[NET_HEADER_MAX];
    char accept_language[64]; /* "" where it is longer */
    const char *body; /* NUL-terminated */
    size_t len;
    bool relayed; /* comes through another process */
    bool again;   /* was passed on once, and the table had moved */
    /* Answers, now or later, once; the request is gone afterwards. Fine when the asker left. */
    void (*answer)(struct net_request *r, const struct net_answer *a);
};

/* ---- the listener -------------------------------------------------------------------------- */

struct net_handlers {
    void *context;
    /* A request with its whole body. */
    void (*request)(void *context, struct net_request *r);
    /* Whether this path, origin and host may open a WebSocket: 0, or an HTTP status. */
    int (*admit)(void *context, const char *address, const char *path, const char *origin,
                 const char *host);
    void (*open)(void *context, struct net_conn *c);
    /* One whole message, NUL-terminated. */
    void (*message)(void *context, struct net_conn *c, const char *text, size_t len);
    void (*closed)(void *context, struct net_conn *c); /* c is gone afterwards */
};

struct net_config {
    struct uv_loop_s *loop;
    const char *listen;      /* addresses, names, "*", unix:PATH, by commas; NULL: all */
    int port;                /* 0: any */
    const char *subprotocol; /* the one WebSocket subprotocol */
    const char *proxies;     /* whose X-Forwarded-For is believed: networks, unix; NULL: nobody's */
    size_t message_max;      /* bytes of a WebSocket message */
    size_t body_max;         /* bytes of a request's body */
    size_t backlog_max;      /* bytes waiting for a slow reader before it is dropped */
    int per_address;         /* connections from one address */
    int connections_max;
    const char *headers; /* "Name: value\n" lines for every answer */
};

struct net_counts {
    int sockets, websockets;
    uint64_t accepted, refused, requests, received, sent, slow_dropped, too_big;
};

/* Whether a list of proxies can be read. */
bool net_proxies_ok(const char *list);
/* An address as limits know it: an IPv6 network of 64 bits is one. False: it is no address. */
bool net_address_text(const char *text, char out[NET_ADDRESS_MAX]);

struct net;
struct net *net_open(const struct net_config *config, const struct net_handlers *h, char *why,
                     size_t why_max);
int net_port(const struct net *n); /* 0: it listens on files alone */
void net_counts_get(const struct net *n, struct net_counts *out);
/* Stops listening, leaves what is open. */
void net_stop_listening(struct net *n);
/* Closes all; the loop must run once more after it. */
void net_close_all(struct net *n);
void net_free(struct net *n);

#endif
