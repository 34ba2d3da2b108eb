/* fields_write.c: described structs to JSON (schema.h): whole, what changed, and value by value.
 * With fields.c, which reads them, the one place that knows how none, hidden, lists and name-keyed
 * objects look. */
#include "core/fields.h"
#include "core/format.h"

/* ---- writing -------------------------------------------------------------------------------- */

static void write_value(struct sr_buf *b, const struct sr_field *f, const unsigned char *p)
{
    if (f->type == SR_T_STRUCT) {
        sr_json_open(b, '{');
        sr_fields_write(b, f->sub, p);
        sr_json_close(b, '}');
        return;
    }
    const int64_t v = fields__get(f, p);
    if ((f->flags & SR_F_HIDES) && v == fields__hidden(f)) {
        sr_json_str(b, "?");
    } else if ((f->flags & SR_F_NONE) && v == fields__none(f)) {
        sr_json_null(b);
    } else if (f->type == SR_T_BOOL) {
        sr_json_bool(b, v != 0);
    } else if (f->type == SR_T_NAME && v < f->names->count) {
        sr_json_str(b, f->names->name[v]);
    } else if (fields__is_set(f)) {
        sr_json_open(b, '[');
        for (int i = 0; i < f->names->count; i++)
            if (v >> i & 1)
                sr_json_str(b, f->names->name[i]);
        sr_json_close(b, ']');
    } else {
        sr_json_int(b, v);
    }
}

static void write_element(struct sr_buf *b, const struct sr_field *f, bool inner,
                          const unsigned char *p);

/* The first `used` elements of an array, or with `inner` those of one row of a grid. */
static void write_array(struct sr_buf *b, const struct sr_field *f, bool inner,
                        const unsigned char *p, int used)
{
    const struct sr_names *by = inner ? f->inner_by : f->by;
    const int step = inner ? f->size : fields__row(f);
    sr_json_open(b, by ? '{' : '[');
    for (int i = 0; i < used; i++) {
        if (by)
            sr_json_key(b, by->name[i]);
        write_element(b, f, inner, p + i * step);
    }
    sr_json_close(b, by ? '}' : ']');
}

static void write_element(struct sr_buf *b, const struct sr_field *f, bool inner,
                          const unsigned char *p)
{
    if (f->inner && !inner)
        write_array(b, f, true, p, f->inner);
    else
        write_value(b, f, p);
}

void sr_fields_write(struct sr_buf *b, const struct sr_field *fields, const void *base)
{
    const unsigned char *bytes = (const unsigned char *)base;
    for (const struct sr_field *f = fields; f->key; f++) {
        sr_json_key(b, f->key);
        if (f->count)
            write_array(b, f, false, bytes + f->offset, fields__length(fields, f, bytes));
        else
            write_value(b, f, bytes + f->offset);
    }
}

/* ---- differences ---------------------------------------------------------------------------- */

/* Whether the elements of an array are objects or arrays in JSON; the first tells. */
static bool holds_containers(const struct sr_field *f, bool inner, const unsigned char *first)
{
    if (f->type == SR_T_STRUCT || (f->inner && !inner))
        return true;
    if (!fields__is_set(f))
        return false;
    const int64_t v = fields__get(f, first);
    return !((f->flags & SR_F_HIDES) && v == fields__hidden(f)) &&
           !((f->flags & SR_F_NONE) && v == fields__none(f));
}

static void put_index(struct sr_buf *b, int i)
{
    char digits[12];
    struct sr_buf d;
    sr_buf_init(&d, digits, sizeof digits);
    sr_buf_int(&d, i);
    sr_json_key(b, digits);
}

static void delta_array(struct sr_buf *b, const struct sr_field *f, bool inner,
                        const unsigned char *from, int from_used, const unsigned char *to,
                        int used);

static void delta_element(struct sr_buf *b, const struct sr_field *f, bool inner,
                          const unsigned char *from, const unsigned char *to)
{
    if (f->inner && !inner) {
        delta_array(b, f, true, from, f->inner, to, f->inner);
    } else if (f->type == SR_T_STRUCT) {
        sr_json_open(b, '{');
        sr_fields_delta(b, f->sub, from, to);
        sr_json_close(b, '}');
    } else {
        write_value(b, f, to);
    }
}

/* Elements by name and elements that hold others one by one, all else whole. */
static void delta_array(struct sr_buf *b, const struct sr_field *f, bool inner,
                        const unsigned char *from, int from_used, const unsigned char *to, int used)
{
    const struct sr_names *by = inner ? f->inner_by : f->by;
    const int step = inner ? f->size : fields__row(f);
    if (!by && (from_used != used || used == 0 || !holds_containers(f, inner, to))) {
        write_array(b, f, inner, to, used);
        return;
    }
    sr_json_open(b, '{');
    for (int i = 0; i < used; i++) {
        const unsigned char *was = from + i * step, *is = to + i * step;
        if (i < from_used && memcmp(was, is, (size_t)step) == 0)
            continue;
        if (by)
            sr_json_key(b, by->name[i]);
        else
            put_index(b, i);
        if (i < from_used)
            delta_element(b, f, inner, was, is);
        else
            write_element(b, f, inner, is);
    }
    sr_json_close(b, '}');
}

void sr_fields_delta(struct sr_buf *b, const struct sr_field *fields, const void *from,
                     const void *to)
{
    const unsigned char *was = (const unsigned char *)from, *is = (const unsigned char *)to;
    for (const struct sr_field *f = fields; f->key; f++) {
        const size_t bytes = (size_t)fields__row(f) * (f->count ? f->count : 1);
        const bool same = memcmp(was + f->offset, is + f->offset, bytes) == 0;
        if (same && !f->length && !(f->flags & SR_F_SEATS))
            continue;
        /* A list may grow by elements that are zero: then its bytes are the same. */
        const int had = f->count ? fields__length(fields, f, was) : 0;
        const int has = f->count ? fields__length(fields, f, is) : 0;
        if (same && had == has)
            continue;
        sr_json_key(b, f->key);
        if (f->count)
            delta_array(b, f, false, was + f->offset, had, is + f->offset, has);
        else
            delta_element(b, f, true, was + f->offset, is + f->offset);
    }
}

/* ---- listing -------------------------------------------------------------------------------- */

void fields__put_path(struct sr_buf *b, const struct fields__path *path)
{
    if (!path)
        return;
    fields__put_path(b, path->up);
    if (b->len)
        sr_buf_put(b, ".");
    if (path->key)
        sr_buf_put(b, path->key);
    else
        sr_buf_int(b, path->index);
}

struct lister {
    fields__visit visit;
    void *arg;
};

static void list_fields(const struct lister *l, const struct sr_field *fields,
                        const unsigned char *base, const struct fields__path *path,
                        const char *prov);

static void list_value(const struct lister *l, const struct sr_field *f, const unsigned char *p,
                       const struct fields__path *path, const char *prov)
{
    if (f->type == SR_T_STRUCT) {
        list_fields(l, f->sub, p, path, prov);
        return;
    }
    char where[160], value[400];
    struct sr_buf wb, vb;
    sr_buf_init(&wb, where, sizeof where);
    fields__put_path(&wb, path);
    sr_buf_init(&vb, value, sizeof value);
    write_value(&vb, f, p);
    const struct fields__found found = {where, value, prov, f, p};
    l->visit(l->arg, &found);
}

/* One letter per element where the mark is as long as the array. */
static const char *element_prov(const struct sr_field *f, const char *prov, int i, char letter[2])
{
    if (!prov || strlen(prov) != f->count || f->count < 2)
        return prov;
    letter[0] = prov[i];
    letter[1] = '\0';
    return letter;
}

static void list_fields(const struct lister *l, const struct sr_field *fields,
                        const unsigned char *base, const struct fields__path *path,
                        const char *prov)
{
    for (const struct sr_field *f = fields; f->key; f++) {
        const unsigned char *p = base + f->offset;
        const struct fields__path here = {path, f->key, 0};
        const char *mark = f->prov ? f->prov : prov;
        const int n = f->count ? fields__length(fields, f, base) : 1;
        for (int i = 0; i < n; i++) {
            char letter[2];
            const char *one = f->count ? element_prov(f, mark, i, letter) : mark;
            const struct fields__path element = {&here, f->by ? f->by->name[i] : NULL, i};
            const struct fields__path *at = f->count ? &element : &here;
            const unsigned char *q = p + i * fields__row(f);
            if (!f->inner) {
                list_value(l, f, q, at, one);
                continue;
            }
            for (int k = 0; k < f->inner; k++) {
                const struct fields__path cell = {at, f->inner_by ? f->inner_by->name[k] : NULL, k};
                list_value(l, f, q + k * f->size, &cell, one);
            }
        }
    }
}

void fields__list(const struct sr_field *fields, const void *base, fields__visit visit, void *arg)
{
    const struct lister l = {visit, arg};
    list_fields(&l, fields, (const unsigned char *)base, NULL, "?");
}
