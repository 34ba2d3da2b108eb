/* post.h: what leaves the server: push messages to the services of browsers, and e-mail. A few
 * threads of its own take parcels from a queue, so that nobody who plays ever waits for another
 * machine. Each request has one deadline for everything; what fails for a while is tried again
 * later and later; a host that is slow holds up at most two of the threads.
 *
 * People name the addresses: so only https is spoken, and only with public addresses, which are
 * looked up once and connected to as they were looked at. Nothing is read of an answer but its
 * status and how long to wait. */
#ifndef SERAI_SERVER_POST_H
#define SERAI_SERVER_POST_H

#include <netdb.h>
#include <uv.h>

#include "server/seal.h"

enum {
    POST_URL_MAX = 1024,
    POST_TEXT_MAX = 32768,
    POST_HOST_MAX = 254,
    POST_TOPIC_MAX = 33,
    POST_ID_MAX = 16
};

enum post_end { POST_SENT, POST_GONE, POST_REFUSED, POST_GIVEN_UP };

struct parcel { /* made by post_parcel, freed by the post */
    char id[POST_ID_MAX]; /* what whoever asked knows it by */
    char url[POST_URL_MAX];
    unsigned char point[SEAL_POINT], auth[SEAL_AUTH];
    char topic[POST_TOPIC_MAX]; /* a later one replaces it at the service */
    int ttl;                    /* seconds the service may keep it */
    bool mail;                  /* to the address in `url`, by the mail program */
    enum post_end end;
    int status; /* of HTTP, the last; 0: no answer */
    int tries;
    int64_t at; /* not before, by the clock that only runs */
    char host[POST_HOST_MAX];
    struct parcel *next;
    size_t len;
    char text[]; /* JSON, or a whole message */
};

struct post_options {
    struct seal_key key;
    const char *contact;
    const char *sendmail; /* the mail program, or NULL */
    const char *test; /* file of certificates to trust besides: then private addresses and other
                         ports are allowed too */
    bool hasty; /* what fails is tried again in a moment */
    /* On the loop's thread, for each parcel that is done with. */
    void (*done)(void *context, const struct parcel *p);
    void *context;
};

struct post_counts {
    uint64_t sent, again, gone, refused, given_up, dropped;
    int waiting;
};

struct post;
/* NULL: no memory, or the file of certificates cannot be read. */
struct post *post_new(uv_loop_t *loop, const struct post_options *options);
/* Ends the threads, within a moment; what waits is dropped. Before the loop is closed. */
void post_stop(struct post *p);
void post_free(struct post *p); /* after it */

struct parcel *post_parcel(const char *text, size_t len); /* NULL: no memory */
void post_send(struct post *p, struct parcel *parcel);    /* takes it over */
void post_counts_get(struct post *p, struct post_counts *out);

/* Whether an address is one that anybody may be made to connect to. */
bool post_public(const struct sockaddr *address);

struct post_url {
    char host[POST_HOST_MAX], port[6];
    const char *path; /* within the text */
};
/* https://HOST[:PORT]/PATH; without `any` a name with a dot, and no port. */
bool post_url_read(const char *url, bool any, struct post_url *out);

#endif
