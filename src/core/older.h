/* older.h: what files of before have in other places: seats by other keys, by names, and with
 * those that nobody has. */
#ifndef SERAI_CORE_OLDER_H
#define SERAI_CORE_OLDER_H

#include "serai/json.h"

/* The name that a string is, or -1. */
int older__index(const struct sr_doc *doc, int t, const struct sr_names *names);
/* The member that a key names, today or before; at the end of the fields: none. */
const struct sr_field *older__member(const struct sr_doc *doc, int key,
                                     const struct sr_field *fields);
/* Whether a value has its elements by names, as older files have them. */
bool older__is_named(const struct sr_doc *doc, int t, const struct sr_field *f);

#endif
