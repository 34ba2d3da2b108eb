/* net_listen.c: where the server listens (net_lws.h): any number of IPv4 and IPv6 addresses, names
 * and sockets in the file system. New connections are judged by their address before they cost
 * anything, then given to the library. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* accept4 */
#endif
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/alloc.h"
#include "server/net_lws.h"

enum { BACKLOG = 1024, ACCEPT_AT_ONCE = 64 };

struct net_listener {
    uv_poll_t poll;
    struct net *net;
    struct net_listener *next;
    int fd;
    char path[sizeof((struct sockaddr_un *)0)->sun_path]; /* of a file; "" none */
};

static void accepted(struct net *n, int fd)
{
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (net__filter(n, fd) != 0)
        close(fd);
    else
        (void)lws_adopt_socket_vhost(n->vhost, fd); /* which closes what it cannot take */
}

static void on_connection(uv_poll_t *poll, int status, int events)
{
    const struct net_listener *l = (const struct net_listener *)poll->data;
    (void)events;
    for (int i = 0; status == 0 && i < ACCEPT_AT_ONCE; i++) {
        const int fd = accept4(l->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0)
            return;
        accepted(l->net, fd);
    }
}

static bool add(struct net *n, int fd, const char *path)
{
    struct net_listener *l = (struct net_listener *)sr_alloc(sizeof *l);
    if (!l || listen(fd, BACKLOG) != 0 || uv_poll_init(n->config.loop, &l->poll, fd) != 0) {
        sr_free(l);
        close(fd);
        return false;
    }
    l->net = n;
    l->fd = fd;
    snprintf(l->path, sizeof l->path, "%s", path);
    l->poll.data = l;
    l->next = n->listeners;
    n->listeners = l;
    uv_poll_start(&l->poll, UV_READABLE, on_connection);
    return true;
}

static bool fail(char *why, size_t max, const char *where)
{
    snprintf(why, max, "cannot listen on %s: %s", where, strerror(errno));
    return false;
}

/* A socket in the file system. One that a dead server has left behind is replaced. */
static bool listen_file(struct net *n, const char *path, char *why, size_t max)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    struct stat old;
    if (strlen(path) >= sizeof a.sun_path || !*path) {
        errno = ENAMETOOLONG;
        return fail(why, max, path);
    }
    memcpy(a.sun_path, path, strlen(path));
    const int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool alive = probe >= 0 && connect(probe, (struct sockaddr *)&a, sizeof a) == 0;
    if (probe >= 0)
        close(probe);
    if (!alive && stat(path, &old) == 0 && S_ISSOCK(old.st_mode))
        unlink(path);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&a, sizeof a) != 0) {
        const bool said = fail(why, max, path);
        if (fd >= 0)
            close(fd);
        return said;
    }
    return add(n, fd, path) || fail(why, max, path);
}

static int port_of(int fd)
{
    struct sockaddr_storage a;
    socklen_t len = sizeof a;
    if (getsockname(fd, (struct sockaddr *)&a, &len) != 0)
        return 0;
    return a.ss_family == AF_INET6 ? ntohs(((struct sockaddr_in6 *)&a)->sin6_port)
                                   : ntohs(((struct sockaddr_in *)&a)->sin_port);
}

/* 1: it listens; 0: this machine has no such family or address; -1: it cannot. */
static int listen_address(struct net *n, const struct addrinfo *a)
{
    const int on = 1;
    const int fd = socket(a->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return errno == EAFNOSUPPORT ? 0 : -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (a->ai_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    if (bind(fd, a->ai_addr, a->ai_addrlen) != 0) {
        const int error = errno;
        close(fd);
        errno = error;
        return error == EADDRNOTAVAIL ? 0 : -1;
    }
    if (!n->port)
        n->port = port_of(fd);
    return add(n, fd, "") ? 1 : -1;
}

static bool listen_name(struct net *n, const char *name, char *why, size_t max)
{
    const struct addrinfo want = {.ai_family = AF_UNSPEC,
                                  .ai_socktype = SOCK_STREAM,
                                  .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    char port[8];
    snprintf(port, sizeof port, "%d", n->port ? n->port : n->config.port);
    const int error = getaddrinfo(strcmp(name, "*") == 0 ? NULL : name, port, &want, &found);
    if (error) {
        snprintf(why, max, "cannot listen on %s: %s", name, gai_strerror(error));
        return false;
    }
    int open = 0;
    bool ok = true;
    errno = EADDRNOTAVAIL;
    for (const struct addrinfo *a = found; a && ok; a = a->ai_next) {
        if (n->port) { /* chosen by the system for the first: the same for all */
            struct sockaddr *s = a->ai_addr;
            if (a->ai_family == AF_INET6)
                ((struct sockaddr_in6 *)s)->sin6_port = htons((uint16_t)n->port);
            else
                ((struct sockaddr_in *)s)->sin_port = htons((uint16_t)n->port);
        }
        const int one = listen_address(n, a);
        ok = one >= 0;
        open += one > 0;
    }
    char where[300];
    snprintf(where, sizeof where, "%s port %s", name, port);
    const bool all = ok && open > 0;
    if (!all)
        (void)fail(why, max, where);
    freeaddrinfo(found);
    return all;
}

bool net__listen(struct net *n, char *why, size_t max)
{
    const char *list = n->config.listen ? n->config.listen : "*";
    while (*list) {
        char item[256];
        const size_t len = strcspn(list, ",");
        snprintf(item, sizeof item, "%.*s", (int)len, list);
        list += len + (list[len] == ',');
        char *name = item;
        if (*name == '[') { /* as in an address of the web */
            name++;
            name[strcspn(name, "]")] = '\0';
        }
        if (strncmp(name, "unix:", 5) == 0 ? !listen_file(n, name + 5, why, max)
                                           : !listen_name(n, name, why, max))
            return false;
    }
    return n->listeners != NULL;
}

static void closed(uv_handle_t *h)
{
    struct net_listener *l = (struct net_listener *)h->data;
    close(l->fd);
    if (l->path[0])
        unlink(l->path);
    sr_free(l);
}

void net__unlisten(struct net *n)
{
    while (n->listeners) {
        struct net_listener *l = n->listeners;
        n->listeners = l->next;
        uv_poll_stop(&l->poll);
        uv_close((uv_handle_t *)&l->poll, closed);
    }
}
