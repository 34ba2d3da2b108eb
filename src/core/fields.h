/* fields.h: what the core shares about described structs beyond json.h. */
#ifndef SERAI_CORE_FIELDS_H
#define SERAI_CORE_FIELDS_H

#include "serai/json.h"

/* Called for every single value: its path, its JSON, its provenance mark. */
typedef void (*fields__visit)(void *arg, const char *path, const char *value, const char *prov);

void fields__list(const struct sr_field *fields, const void *base, fields__visit visit, void *arg);

#endif
