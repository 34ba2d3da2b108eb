/* fields.h: what the core shares about described structs beyond json.h. */
#ifndef SERAI_CORE_FIELDS_H
#define SERAI_CORE_FIELDS_H

#include "serai/json.h"

/* Called for every single value: its path, its JSON, its provenance mark. */
typedef void (*fields__visit)(void *arg, const char *path, const char *value, const char *prov);

void fields__list(const struct sr_field *fields, const void *base, fields__visit visit, void *arg);

/* Checks values that did not come through the reader: each is in its described range, or none or
 * hidden where its field may be; lists are no longer than they can be, and zero beyond their end.
 * `hidden`: whether hidden values are allowed (views). SR_RANGE names the path. */
SR_MUST_CHECK enum sr_err fields__check(const struct sr_field *fields, const void *base,
                                        bool hidden, struct sr_diag *diag);
/* Puts the least value of its range in the place of every hidden one. */
void fields__uncover(const struct sr_field *fields, void *base);
/* One number of a described struct, at p. */
int64_t fields__get(const struct sr_field *f, const unsigned char *p);
void fields__set(const struct sr_field *f, unsigned char *p, int64_t v);

#endif
