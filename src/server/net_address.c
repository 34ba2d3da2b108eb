/* net_address.c: who is at the other end (net_lws.h): addresses as texts that stand for one person
 * or household, and which proxies are believed. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "server/net_lws.h"

static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

/* An address as 16 bytes, IPv4 in the way IPv6 writes it; false if the text is none. */
static bool parse(const char *text, unsigned char out[16])
{
    if (inet_pton(AF_INET6, text, out) == 1)
        return true;
    memcpy(out, mapped, sizeof mapped);
    return inet_pton(AF_INET, text, out + 12) == 1;
}

/* Everybody in a network of 64 bits is one: there a household has billions of addresses. */
static void write_text(const unsigned char in[16], char out[NET_ADDRESS_MAX])
{
    static const unsigned char own[16] = {[15] = 1};
    unsigned char net[16] = {0};
    if (memcmp(in, mapped, sizeof mapped) == 0) {
        inet_ntop(AF_INET, in + 12, out, NET_ADDRESS_MAX);
        return;
    }
    if (memcmp(in, own, sizeof own) == 0) {
        snprintf(out, NET_ADDRESS_MAX, "::1");
        return;
    }
    memcpy(net, in, 8);
    char text[NET_ADDRESS_MAX - 3];
    inet_ntop(AF_INET6, net, text, sizeof text);
    snprintf(out, NET_ADDRESS_MAX, "%s/64", text);
}

bool net_address_text(const char *text, char out[NET_ADDRESS_MAX])
{
    unsigned char bytes[16];
    if (!parse(text, bytes))
        return false;
    write_text(bytes, out);
    return true;
}

/* ---- proxies -------------------------------------------------------------------------------- */

static bool in_network(const unsigned char a[16], const unsigned char net[16], int bits)
{
    for (int i = 0; i < bits; i++)
        if ((a[i / 8] ^ net[i / 8]) >> (7 - i % 8) & 1)
            return false;
    return true;
}

/* One of a list such as "127.0.0.1,10.0.0.0/8,::1": false if it is none. */
static bool one_network(const char *item, size_t len, unsigned char net[16], int *bits)
{
    char text[NET_ADDRESS_MAX];
    if (len >= sizeof text)
        return false;
    memcpy(text, item, len);
    text[len] = '\0';
    char *slash = strchr(text, '/');
    if (slash)
        *slash++ = '\0';
    if (!parse(text, net))
        return false;
    const int whole = strchr(text, ':') ? 128 : 32;
    char *end = NULL;
    const long n = slash ? strtol(slash, &end, 10) : whole;
    if (n < 0 || n > whole || (slash && (end == slash || *end)))
        return false;
    *bits = (int)n + 128 - whole;
    return true;
}

bool net_proxies_ok(const char *list)
{
    unsigned char net[16];
    int bits;
    for (; list && *list; list += strcspn(list, ","), list += *list == ',') {
        const size_t n = strcspn(list, ",");
        if (!(n == 4 && memcmp(list, "unix", 4) == 0) && !one_network(list, n, net, &bits))
            return false;
    }
    return true;
}

static bool trusted(const char *list, const unsigned char a[16], bool local)
{
    unsigned char net[16];
    int bits;
    for (; list && *list; list += strcspn(list, ","), list += *list == ',') {
        const size_t n = strcspn(list, ",");
        if (n == 4 && memcmp(list, "unix", 4) == 0) {
            if (local)
                return true;
        } else if (!local && one_network(list, n, net, &bits) && in_network(a, net, bits)) {
            return true;
        }
    }
    return false;
}

/* ---- who is there --------------------------------------------------------------------------- */

/* The other end of a socket; `local`: of a socket in the file system, which has no address. */
static bool peer_of(int fd, unsigned char out[16], bool *local)
{
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
        struct sockaddr_storage room;
    } a;
    socklen_t len = sizeof a;
    memset(out, 0, 16);
    *local = false;
    if (getpeername(fd, &a.any, &len) != 0)
        return false;
    if (a.any.sa_family == AF_INET) {
        memcpy(out, mapped, sizeof mapped);
        memcpy(out + 12, &a.v4.sin_addr, 4);
    } else if (a.any.sa_family == AF_INET6) {
        memcpy(out, &a.v6.sin6_addr, 16);
    } else {
        *local = true;
    }
    return true;
}

bool net__peer(const struct net *n, int fd, char out[NET_ADDRESS_MAX])
{
    unsigned char bytes[16];
    bool local;
    snprintf(out, NET_ADDRESS_MAX, "unix");
    if (!peer_of(fd, bytes, &local))
        return false;
    if (!local)
        write_text(bytes, out);
    return trusted(n->config.proxies, bytes, local);
}

/* The last in the list of hops, its blanks and port cut off; the list ends before it. */
static const char *last_hop(char *list)
{
    char *comma = strrchr(list, ','), *hop = comma ? comma + 1 : list;
    if (comma)
        *comma = '\0';
    hop += strspn(hop, " \t");
    hop[strcspn(hop, " \t")] = '\0';
    char *colon = strchr(hop, ':');
    if (*hop == '[') {
        hop++;
        hop[strcspn(hop, "]")] = '\0';
    } else if (colon && !strchr(colon + 1, ':')) {
        *colon = '\0';
    }
    return hop;
}

bool net__address_of(const struct net *n, struct lws *wsi, char out[NET_ADDRESS_MAX])
{
    char list[NET_HOPS_MAX];
    const bool proxy = net__peer(n, lws_get_socket_fd(wsi), out);
    const int length = lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR);
    if (!proxy || length == 0)
        return true;
    if (length >= (int)sizeof list ||
        lws_hdr_copy(wsi, list, (int)sizeof list, WSI_TOKEN_X_FORWARDED_FOR) < 0)
        return false;
    for (bool more = true; more;) {
        unsigned char bytes[16];
        more = strchr(list, ',') != NULL;
        if (!parse(last_hop(list), bytes))
            return false;
        write_text(bytes, out);
        more &= trusted(n->config.proxies, bytes, false);
    }
    return true;
}
