/* wire.h: lines of text between a server and the process that thinks for its bots, over TCP or a
 * socket in the file system, on the loop. Who accepts hears a secret first. */
#ifndef SERAI_SERVER_WIRE_H
#define SERAI_SERVER_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

struct wire;
struct wire_events {
    void (*up)(struct wire *w);                             /* it stands, and is trusted */
    void (*line)(struct wire *w, const char *text, size_t len); /* without its end */
    void (*down)(struct wire *w); /* closed, or never up; w is gone when it returns */
};

enum { WIRE_SECRET_MAX = 48 };

/* "HOST:PORT" (IPv4) or "unix:PATH". */
bool wire_address_ok(const char *address);
/* Connects and shows the secret; NULL: no memory, or no such address. */
struct wire *wire_connect(uv_loop_t *loop, const char *address, const char *secret,
                          const struct wire_events *events, void *context);
void *wire_context(const struct wire *w);
void wire_set_context(struct wire *w, void *context);
void wire_send(struct wire *w, const char *line, size_t len); /* its end is added */
void wire_close(struct wire *w);                               /* `down` follows, later */

struct wire_door; /* where it listens */
struct wire_door *wire_listen(uv_loop_t *loop, const char *address, const char *secret,
                              const struct wire_events *events, void *context, char *why,
                              size_t max);
int wire_door_port(const struct wire_door *d);
void wire_door_close(struct wire_door *d);

#endif
