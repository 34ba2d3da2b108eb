/* doc.h: reading what people and the store send, and the memory for saying something. */
#ifndef SERAI_SERVER_DOC_H
#define SERAI_SERVER_DOC_H

#include "server/server.h"

struct sr_buf sv_buf(struct server *sv); /* the scratch memory, empty */
/* Reads a text that must be an object into the server's tokens. */
bool sv_doc(struct server *sv, const char *text, size_t len, struct sr_doc *doc);
/* Members of object o: "" or the fallback where they are missing or of another type. */
bool sv_get_text(const struct sr_doc *d, int o, const char *key, char *out, size_t max);
int64_t sv_get_int(const struct sr_doc *d, int o, const char *key, int64_t fallback);
bool sv_get_bool(const struct sr_doc *d, int o, const char *key, bool fallback);
char *sv_dup(const char *s, size_t len); /* NULL: no memory */

#endif
