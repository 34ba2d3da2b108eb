/* fields.h: what the core shares about described structs beyond json.h. */
#ifndef SERAI_CORE_FIELDS_H
#define SERAI_CORE_FIELDS_H

#include "serai/json.h"

/* ---- one number ------------------------------------------------------------------------------ */

static inline int64_t fields__get(const struct sr_field *f, const unsigned char *p)
{
    int8_t i8;
    uint16_t u16;
    int16_t i16;
    uint32_t u32;
    switch (f->type) {
    case SR_T_I8:
        memcpy(&i8, p, 1);
        return i8;
    case SR_T_U16:
    case SR_T_SET16:
        memcpy(&u16, p, 2);
        return u16;
    case SR_T_I16:
        memcpy(&i16, p, 2);
        return i16;
    case SR_T_U32:
    case SR_T_SET32:
        memcpy(&u32, p, 4);
        return u32;
    default:
        return *p;
    }
}

static inline void fields__set(const struct sr_field *f, unsigned char *p, int64_t v)
{
    const uint32_t u32 = (uint32_t)v;
    const uint16_t u16 = (uint16_t)v;
    switch (f->type) {
    case SR_T_U16:
    case SR_T_SET16:
    case SR_T_I16:
        memcpy(p, &u16, 2);
        break;
    case SR_T_U32:
    case SR_T_SET32:
        memcpy(p, &u32, 4);
        break;
    default:
        *p = (unsigned char)v;
        break;
    }
}

static inline int64_t fields__type_max(const struct sr_field *f)
{
    switch (f->type) {
    case SR_T_I8:
        return INT8_MAX;
    case SR_T_U16:
    case SR_T_SET16:
        return UINT16_MAX;
    case SR_T_I16:
        return INT16_MAX;
    case SR_T_U32:
    case SR_T_SET32:
        return UINT32_MAX;
    case SR_T_BOOL:
        return 1;
    default:
        return UINT8_MAX;
    }
}

static inline int64_t fields__hidden(const struct sr_field *f)
{
    switch (f->type) {
    case SR_T_I8:
        return SR_HIDDEN_I8;
    case SR_T_I16:
        return SR_HIDDEN_16;
    case SR_T_U8:
    case SR_T_NAME:
    case SR_T_BOOL:
        return SR_HIDDEN;
    case SR_T_SET8:
        return UINT8_MAX;
    default:
        return fields__type_max(f);
    }
}

static inline int64_t fields__none(const struct sr_field *f)
{
    if (f->type == SR_T_I8 || f->type == SR_T_I16)
        return SR_NONE_I8;
    return f->type == SR_T_U16 ? UINT16_MAX : SR_NONE;
}

static inline bool fields__is_set(const struct sr_field *f)
{
    return f->type == SR_T_SET8 || f->type == SR_T_SET16 || f->type == SR_T_SET32;
}

static inline const struct sr_field *fields__find(const struct sr_field *fields, const char *key)
{
    for (; fields->key; fields++)
        if (fields->key[0] == key[0] && strcmp(fields->key, key) == 0)
            return fields;
    return NULL;
}

/* How many elements of a list are in use; all of them for a plain array. */
static inline int fields__length(const struct sr_field *fields, const struct sr_field *f,
                                 const unsigned char *base)
{
    if (f->flags & SR_F_SEATS)
        return sr_min(((const struct sr_head *)base)->seats, f->count);
    if (!f->length)
        return f->count;
    const struct sr_field *len = fields__find(fields, f->length);
    SR_ASSERT(len);
    return sr_min((int)fields__get(len, base + len->offset), f->count);
}

static inline int fields__row(const struct sr_field *f)
{
    return f->size * (f->inner ? f->inner : 1);
}

/* ---- where it stands ------------------------------------------------------------------------- */

struct fields__path {
    const struct fields__path *up;
    const char *key; /* NULL: index */
    int index;
};
/* "players.1.gold"; nothing for NULL. */
void fields__put_path(struct sr_buf *b, const struct fields__path *path);

/* ---- all of them ----------------------------------------------------------------------------- */

/* A single value on the way through all of them. */
struct fields__found {
    const char *path, *value; /* value: as JSON */
    const char *prov;         /* provenance mark */
    const struct sr_field *field;
    const unsigned char *at;
};
typedef void (*fields__visit)(void *arg, const struct fields__found *found);

void fields__list(const struct sr_field *fields, const void *base, fields__visit visit, void *arg);

/* Checks values that did not come through the reader: each is in its described range, or none or
 * hidden where its field may be; lists are no longer than they can be, and zero beyond their end.
 * `hidden`: whether hidden values are allowed (views). SR_RANGE names the path. */
SR_MUST_CHECK enum sr_err fields__check(const struct sr_field *fields, const void *base,
                                        bool hidden, struct sr_diag *diag);
/* Puts the least value of its range in the place of every hidden one. */
void fields__uncover(const struct sr_field *fields, void *base);

#endif
