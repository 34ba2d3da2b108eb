/* wire.c: lines between processes (wire.h). */
#include "server/wire.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/alloc.h"

enum {
    LINE_MAX_BYTES = 1 << 20,
    BACKLOG_MAX = 16 << 20,
    STRANGER_BYTES = 256,
    STRANGER_MS = 5000,
    STRANGERS_MAX = 64
};

union stream {
    uv_stream_t any;
    uv_tcp_t tcp;
    uv_pipe_t file;
    uv_handle_t handle;
};

struct wire {
    union stream s;
    uv_connect_t connect;
    uv_timer_t patience; /* with who has not shown the secret */
    const struct wire_events *events;
    void *context;
    struct wire_door *door; /* it came in here; NULL: we went out */
    const char *secret;
    bool trusted, closing, timed;
    int open_handles;
    char *in;
    size_t len, max;
};

struct wire_door {
    union stream s;
    const struct wire_events *events;
    void *context;
    const char *secret;
    int strangers;
    char path[108];
};

/* ---- addresses ------------------------------------------------------------------------------ */

static const char file_prefix[] = "unix:";

static const char *file_of(const char *address)
{
    const size_t n = sizeof file_prefix - 1;
    return strncmp(address, file_prefix, n) == 0 ? address + n : NULL;
}

static bool ip_of(const char *address, struct sockaddr_in *out)
{
    char host[48];
    const char *colon = strrchr(address, ':');
    const size_t n = colon ? (size_t)(colon - address) : sizeof host;
    if (n >= sizeof host)
        return false;
    memcpy(host, address, n);
    host[n] = '\0';
    char *end;
    const long port = strtol(colon + 1, &end, 10);
    return end != colon + 1 && !*end && port >= 0 && port < 65536 &&
           uv_ip4_addr(host, (int)port, out) == 0;
}

bool wire_address_ok(const char *address)
{
    struct sockaddr_in ip;
    const char *path = file_of(address);
    return path ? *path && strlen(path) < sizeof((struct wire_door *)0)->path : ip_of(address, &ip);
}

static void init_stream(uv_loop_t *loop, const char *address, union stream *s)
{
    if (file_of(address))
        uv_pipe_init(loop, &s->file, 0);
    else
        uv_tcp_init(loop, &s->tcp);
}

/* ---- ends ----------------------------------------------------------------------------------- */

static void handle_closed(uv_handle_t *h)
{
    struct wire *w = (struct wire *)h->data;
    if (--w->open_handles > 0)
        return;
    if (w->trusted || !w->door)
        w->events->down(w);
    sr_free(w->in);
    sr_free(w);
}

void wire_close(struct wire *w)
{
    if (w->closing)
        return;
    w->closing = true;
    if (w->door && !w->trusted)
        w->door->strangers--;
    w->open_handles = 1 + w->timed;
    uv_close(&w->s.handle, handle_closed);
    if (w->timed)
        uv_close((uv_handle_t *)&w->patience, handle_closed);
}

/* ---- lines ---------------------------------------------------------------------------------- */

struct sending {
    uv_write_t req;
    char text[];
};

static void sent(uv_write_t *req, int status)
{
    struct wire *w = (struct wire *)req->data;
    sr_free(req);
    if (status < 0 && status != UV_ECANCELED)
        wire_close(w);
}

void wire_send(struct wire *w, const char *line, size_t len)
{
    if (w->closing)
        return;
    struct sending *s = (struct sending *)sr_alloc(sizeof *s + len + 1);
    if (!s || uv_stream_get_write_queue_size(&w->s.any) > BACKLOG_MAX) {
        sr_free(s);
        wire_close(w);
        return;
    }
    memcpy(s->text, line, len);
    s->text[len] = '\n';
    s->req.data = w;
    uv_buf_t buf = uv_buf_init(s->text, (unsigned)len + 1);
    if (uv_write(&s->req, &w->s.any, &buf, 1, sent) != 0) {
        sr_free(s);
        wire_close(w);
    }
}

static void greet(struct wire *w, const char *line, size_t len)
{
    unsigned char ours[32], theirs[32];
    crypto_generichash(ours, sizeof ours, (const unsigned char *)w->secret, strlen(w->secret), NULL,
                       0);
    crypto_generichash(theirs, sizeof theirs, (const unsigned char *)line, len, NULL, 0);
    if (sodium_memcmp(ours, theirs, sizeof ours) != 0) {
        wire_close(w);
        return;
    }
    w->trusted = true;
    w->door->strangers--;
    uv_timer_stop(&w->patience);
    w->events->up(w);
}

static void on_alloc(uv_handle_t *h, size_t suggested, uv_buf_t *buf)
{
    struct wire *w = (struct wire *)h->data;
    (void)suggested;
    if (w->max - w->len < 4096 && w->max < LINE_MAX_BYTES) {
        const size_t max = w->max ? 2 * w->max : 16384;
        char *in = (char *)sr_realloc(w->in, max);
        if (in) {
            w->in = in;
            w->max = max;
        }
    }
    *buf = uv_buf_init(w->in + w->len, (unsigned)(w->max - w->len)); /* none left: ENOBUFS */
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct wire *w = (struct wire *)stream->data;
    (void)buf;
    if (n < 0) {
        wire_close(w);
        return;
    }
    w->len += (size_t)n;
    size_t at = 0;
    while (!w->closing) {
        const char *line = w->in + at;
        char *end = at < w->len ? (char *)memchr(line, '\n', w->len - at) : NULL;
        if (!end)
            break;
        *end = '\0';
        at = (size_t)(end - w->in) + 1;
        if (w->trusted)
            w->events->line(w, line, (size_t)(end - line));
        else
            greet(w, line, (size_t)(end - line));
    }
    memmove(w->in, w->in + at, w->len - at);
    w->len -= at;
    if (!w->trusted && w->len > STRANGER_BYTES)
        wire_close(w);
}

static struct wire *wire_new(uv_loop_t *loop, const char *address, const char *secret,
                             const struct wire_events *events, void *context)
{
    struct wire *w = (struct wire *)sr_alloc(sizeof *w);
    if (!w)
        return NULL;
    init_stream(loop, address, &w->s);
    w->s.handle.data = w;
    w->secret = secret;
    w->events = events;
    w->context = context;
    return w;
}

void *wire_context(const struct wire *w) { return w->context; }
void wire_set_context(struct wire *w, void *context) { w->context = context; }

/* ---- going out ------------------------------------------------------------------------------ */

static void connected(uv_connect_t *req, int status)
{
    struct wire *w = (struct wire *)req->handle->data;
    if (w->closing)
        return;
    if (status < 0 || uv_read_start(&w->s.any, on_alloc, on_read) != 0) {
        wire_close(w);
        return;
    }
    if (w->s.any.type == UV_TCP)
        uv_tcp_nodelay(&w->s.tcp, 1);
    w->trusted = true;
    wire_send(w, w->secret, strlen(w->secret));
    w->events->up(w);
}

struct wire *wire_connect(uv_loop_t *loop, const char *address, const char *secret,
                          const struct wire_events *events, void *context)
{
    struct sockaddr_in ip;
    const char *path = file_of(address);
    if (!path && !ip_of(address, &ip))
        return NULL;
    struct wire *w = wire_new(loop, address, secret, events, context);
    if (!w)
        return NULL;
    if (path)
        uv_pipe_connect(&w->connect, &w->s.file, path, connected);
    else if (uv_tcp_connect(&w->connect, &w->s.tcp, (const struct sockaddr *)&ip, connected) != 0)
        wire_close(w);
    return w;
}

/* ---- coming in ------------------------------------------------------------------------------ */

static void out_of_patience(uv_timer_t *timer) { wire_close((struct wire *)timer->data); }

static void on_connection(uv_stream_t *stream, int status)
{
    struct wire_door *d = (struct wire_door *)stream->data;
    struct wire *w = status < 0 ? NULL
                                : wire_new(stream->loop, d->path[0] ? file_prefix : "", d->secret,
                                           d->events, d->context);
    if (!w)
        return;
    w->door = d;
    d->strangers++;
    uv_timer_init(stream->loop, &w->patience);
    w->patience.data = w;
    w->timed = true;
    uv_timer_start(&w->patience, out_of_patience, STRANGER_MS, 0);
    if (uv_accept(stream, &w->s.any) != 0 || d->strangers > STRANGERS_MAX ||
        uv_read_start(&w->s.any, on_alloc, on_read) != 0)
        wire_close(w);
    else if (w->s.any.type == UV_TCP)
        uv_tcp_nodelay(&w->s.tcp, 1);
}

/* A socket that a dead process has left behind is replaced. */
static int bind_file(struct wire_door *d, const char *path)
{
    struct stat old;
    if (stat(path, &old) == 0 && S_ISSOCK(old.st_mode))
        unlink(path);
    const mode_t mask = umask(0177);
    const int err = uv_pipe_bind(&d->s.file, path);
    umask(mask);
    snprintf(d->path, sizeof d->path, "%s", path);
    return err;
}

static void door_freed(uv_handle_t *h) { sr_free(h->data); }

struct wire_door *wire_listen(uv_loop_t *loop, const char *address, const char *secret,
                              const struct wire_events *events, void *context, char *why,
                              size_t max)
{
    struct sockaddr_in ip;
    const char *path = file_of(address);
    struct wire_door *d = (struct wire_door *)sr_alloc(sizeof *d);
    snprintf(why, max, "cannot listen on %s", address);
    if (!d || (!path && !ip_of(address, &ip))) {
        sr_free(d);
        return NULL;
    }
    init_stream(loop, address, &d->s);
    d->s.handle.data = d;
    d->secret = secret;
    d->events = events;
    d->context = context;
    int err = path ? bind_file(d, path) : uv_tcp_bind(&d->s.tcp, (const struct sockaddr *)&ip, 0);
    if (!err)
        err = uv_listen(&d->s.any, 64, on_connection);
    if (!err)
        return d;
    snprintf(why, max, "cannot listen on %s: %s", address, uv_strerror(err));
    uv_close(&d->s.handle, door_freed);
    return NULL;
}

int wire_door_port(const struct wire_door *d)
{
    struct sockaddr_in ip;
    int len = sizeof ip;
    if (d->path[0] || uv_tcp_getsockname(&d->s.tcp, (struct sockaddr *)&ip, &len) != 0)
        return 0;
    return ntohs(ip.sin_port);
}

void wire_door_close(struct wire_door *d)
{
    uv_close(&d->s.handle, door_freed); /* which takes the file away as well */
}
