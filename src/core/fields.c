/* fields.c: described structs from JSON (schema.h), and checks of what did not come from there.
 *
 * Invariant: what fields_write.c writes and this file reads gives the same bytes; what cannot be
 * stored is refused with the path of the value. */
#include "core/fields.h"
#include "core/format.h"
#include "core/older.h"

/* ---- one number ----------------------------------------------------------------------------- */

static int64_t type_min(const struct sr_field *f)
{
    if (f->type == SR_T_I8)
        return INT8_MIN;
    return f->type == SR_T_I16 ? INT16_MIN : 0;
}

/* The range of a value that is neither none nor hidden. */
static int64_t least(const struct sr_field *f)
{
    return f->min != 0 || f->max != 0 ? f->min : type_min(f);
}

static int64_t most(const struct sr_field *f)
{
    if (f->type == SR_T_NAME)
        return f->names->count - 1;
    if (fields__is_set(f))
        return ((int64_t)1 << f->names->count) - 1;
    return f->min != 0 || f->max != 0 ? f->max : fields__type_max(f);
}

/* ---- reading -------------------------------------------------------------------------------- */

struct source {
    const struct sr_doc *doc;
    bool whole;
    struct sr_diag *diag;
};

static enum sr_err SR_PRINTF(4, 5)
    fail_at(const struct source *src, const struct fields__path *path, enum sr_err err,
            const char *format, ...)
{
    if (!src->diag)
        return err;
    char where[120], what[120];
    struct sr_buf b;
    sr_buf_init(&b, where, sizeof where);
    fields__put_path(&b, path);
    struct sr_buf w;
    sr_buf_init(&w, what, sizeof what);
    va_list args;
    va_start(args, format);
    sr_buf_vformat(&w, format, args);
    va_end(args);
    return sr_fail(src->diag, err, "%s: %s", where, what);
}

static enum sr_err read_set(const struct source *src, int t, const struct sr_field *f,
                            unsigned char *p, const struct fields__path *path)
{
    if (src->doc->tok[t].type != SR_J_ARRAY)
        return fail_at(src, path, SR_TYPE, "a list of names is expected");
    uint32_t set = 0;
    int e = t + 1;
    for (int i = 0; i < src->doc->tok[t].size; i++, e = src->doc->tok[e].next) {
        const int name = older__index(src->doc, e, f->names);
        if (name < 0)
            return fail_at(src, path, SR_RANGE, "item %d is not one of %s, %s, ...", i + 1,
                           f->names->name[0], f->names->name[f->names->count - 1]);
        if (set >> name & 1)
            return fail_at(src, path, SR_RANGE, "%s is named twice", f->names->name[name]);
        set |= 1u << name;
    }
    fields__set(f, p, set);
    return SR_OK;
}

static enum sr_err read_number(const struct source *src, int t, const struct sr_field *f,
                               unsigned char *p, const struct fields__path *path)
{
    int64_t v;
    if (!sr_json_num(src->doc, t, &v))
        return fail_at(src, path, SR_TYPE, "a whole number is expected");
    const int64_t min = least(f), max = most(f);
    if (v < min || v > max)
        return fail_at(src, path, SR_RANGE, "%lld is not in %lld..%lld", (long long)v,
                       (long long)min, (long long)max);
    fields__set(f, p, v);
    return SR_OK;
}

static enum sr_err read_object(const struct source *src, int t, const struct sr_field *fields,
                               unsigned char *base, const struct fields__path *path);

static enum sr_err read_value(const struct source *src, int t, const struct sr_field *f,
                              unsigned char *p, const struct fields__path *path)
{
    const uint8_t type = src->doc->tok[t].type;
    if (f->type == SR_T_STRUCT)
        return read_object(src, t, f->sub, p, path);
    if (type == SR_J_NULL && (f->flags & SR_F_NONE)) {
        fields__set(f, p, fields__none(f));
        return SR_OK;
    }
    if ((f->flags & SR_F_HIDES) && sr_json_is(src->doc, t, "?")) {
        fields__set(f, p, fields__hidden(f));
        return SR_OK;
    }
    if (f->type == SR_T_BOOL) {
        if (type != SR_J_TRUE && type != SR_J_FALSE)
            return fail_at(src, path, SR_TYPE, "true or false is expected");
        fields__set(f, p, type == SR_J_TRUE);
        return SR_OK;
    }
    if (f->type == SR_T_NAME) {
        if (type != SR_J_STRING)
            return fail_at(src, path, SR_TYPE, "a name such as \"%s\" is expected",
                           f->names->name[0]);
        const int name = older__index(src->doc, t, f->names);
        if (name < 0)
            return fail_at(src, path, SR_RANGE, "unknown name (known: %s, ... %s)",
                           f->names->name[0], f->names->name[f->names->count - 1]);
        fields__set(f, p, name);
        return SR_OK;
    }
    return fields__is_set(f) ? read_set(src, t, f, p, path) : read_number(src, t, f, p, path);
}

/* Index named by a key of an object that patches an array: a name, or a number. */
static int element_index(const struct sr_doc *doc, int key, const struct sr_names *by, int count)
{
    if (by)
        return older__index(doc, key, by);
    char digits[8];
    if (!sr_json_text(doc, key, digits, sizeof digits) || digits[0] == '\0')
        return -1;
    int v = 0;
    for (const char *s = digits; *s; s++) {
        if (*s < '0' || *s > '9' || (s == digits + 1 && digits[0] == '0'))
            return -1;
        v = v * 10 + (*s - '0');
    }
    return v < count ? v : -1;
}

static enum sr_err read_array(const struct source *src, int t, const struct sr_field *f, bool inner,
                              int used, unsigned char *p, const struct fields__path *path);

static enum sr_err read_element(const struct source *src, int t, const struct sr_field *f,
                                bool inner, unsigned char *p, const struct fields__path *path)
{
    if (!inner && f->inner)
        return read_array(src, t, f, true, f->inner, p, path);
    return read_value(src, t, f, p, path);
}

/* An object: single elements, all of them when the whole is wanted. */
static enum sr_err read_elements(const struct source *src, int t, const struct sr_field *f,
                                 bool inner, int used, unsigned char *p,
                                 const struct fields__path *path)
{
    const bool older = !inner && older__is_named(src->doc, t, f);
    const struct sr_names *by = older ? f->older->by : inner ? f->inner_by : f->by;
    const int step = inner ? f->size : fields__row(f);
    const int size = src->doc->tok[t].size;
    used = older ? by->count : used;
    uint64_t seen[4] = {0}; /* vocabularies have at most 256 names */
    int k = t + 1;
    for (int i = 0; i < size; i++, k = src->doc->tok[k + 1].next) {
        const int e = element_index(src->doc, k, by, used);
        if (e < 0 || e >= used) {
            char key[40] = "";
            (void)sr_json_text(src->doc, k, key, sizeof key);
            return fail_at(src, path, SR_KEY, "there is no element \"%s\"", key);
        }
        const struct fields__path here = {path, by ? by->name[e] : NULL, e};
        if (e < 256 && (seen[e / 64] >> (e % 64) & 1))
            return fail_at(src, &here, SR_KEY, "named twice");
        if (e < 256)
            seen[e / 64] |= (uint64_t)1 << (e % 64);
        const enum sr_err err = read_element(src, k + 1, f, inner, p + e * step, &here);
        if (err)
            return err;
    }
    if (src->whole && size != used)
        return fail_at(src, path, SR_KEY, "%d of %d elements are missing", used - size, used);
    return SR_OK;
}

static enum sr_err read_array(const struct source *src, int t, const struct sr_field *f, bool inner,
                              int used, unsigned char *p, const struct fields__path *path)
{
    const struct sr_names *by = inner ? f->inner_by : f->by;
    const int step = inner ? f->size : fields__row(f);
    const struct sr_tok *tok = &src->doc->tok[t];
    if (tok->type == SR_J_OBJECT)
        return read_elements(src, t, f, inner, used, p, path);
    if (tok->type != SR_J_ARRAY || by)
        return fail_at(src, path, SR_TYPE, by ? "an object is expected" : "a list is expected");
    if (!inner && (f->flags & SR_F_SEATS) && tok->size == f->count)
        used = f->count; /* older files have the seats that nobody has as well */
    if (tok->size != used)
        return fail_at(src, path, SR_RANGE, "%d elements are expected, not %d", used, tok->size);
    int e = t + 1;
    for (int i = 0; i < used; i++, e = src->doc->tok[e].next) {
        const struct fields__path here = {path, NULL, i};
        const enum sr_err err = read_element(src, e, f, inner, p + i * step, &here);
        if (err)
            return err;
    }
    return SR_OK;
}

/* A list brings its own length along: the length member follows it. */
static enum sr_err read_list(const struct source *src, int t, const struct sr_field *fields,
                             const struct sr_field *f, unsigned char *base,
                             const struct fields__path *path)
{
    unsigned char *p = base + f->offset;
    const struct sr_tok *tok = &src->doc->tok[t];
    const struct sr_field *len = fields__find(fields, f->length);
    SR_ASSERT(len);
    if (tok->type == SR_J_OBJECT)
        return read_elements(src, t, f, false, fields__length(fields, f, base), p, path);
    if (tok->type != SR_J_ARRAY)
        return fail_at(src, path, SR_TYPE, "a list is expected");
    if (tok->size > f->count)
        return fail_at(src, path, SR_RANGE, "a list of at most %d is expected, not %d", f->count,
                       tok->size);
    memset(p, 0, (size_t)f->count * (size_t)fields__row(f));
    fields__set(len, base + len->offset, tok->size);
    return read_array(src, t, f, false, tok->size, p, path);
}

/* An element of a seat that nobody has: what can be none is none. */
static void vacate(const struct sr_field *f, unsigned char *p)
{
    memset(p, 0, f->size);
    for (const struct sr_field *m = f->sub; m->key; m++)
        if (m->flags & SR_F_NONE)
            fields__set(m, p + m->offset, fields__none(m));
}

static enum sr_err read_member(const struct source *src, int t, const struct sr_field *fields,
                               const struct sr_field *f, unsigned char *base,
                               const struct fields__path *path)
{
    if (f->length)
        return read_list(src, t, fields, f, base, path);
    if (src->whole && (f->flags & SR_F_VACANT))
        for (int i = fields__length(fields, f, base); i < f->count; i++)
            vacate(f, base + f->offset + i * f->size);
    if (f->count)
        return read_array(src, t, f, false, fields__length(fields, f, base), base + f->offset,
                          path);
    return read_value(src, t, f, base + f->offset, path);
}

/* Elements of a list from `first` on that object t names one by one. */
static int named_from(const struct sr_doc *doc, int t, const struct sr_field *list, int first)
{
    int n = 0, k = t + 1;
    for (int i = 0; i < doc->tok[t].size; i++, k = doc->tok[k + 1].next)
        n += element_index(doc, k, list->by, list->count) >= first;
    return n;
}

/* A length that grows wants its new elements named: they would be zero, and nobody had said so. A
 * list written as such brings its length along. */
static enum sr_err check_growth(const struct source *src, int t, const struct sr_field *fields,
                                const struct sr_field *len, int64_t before,
                                const unsigned char *base, const struct fields__path *path)
{
    for (const struct sr_field *f = fields; f->key; f++) {
        if (!f->length || strcmp(f->length, len->key) != 0)
            continue;
        const int64_t grown = fields__get(len, base + len->offset) - before;
        const int listed = sr_json_get(src->doc, t, f->key);
        const int type = listed < 0 ? SR_J_NULL : src->doc->tok[listed].type;
        if (grown <= 0 || type == SR_J_ARRAY)
            continue;
        if (type != SR_J_OBJECT || named_from(src->doc, listed, f, (int)before) < grown)
            return fail_at(src, path, SR_RANGE, "%s has %d elements: list the new ones there",
                           f->key, (int)before);
    }
    return SR_OK;
}

static enum sr_err read_object(const struct source *src, int t, const struct sr_field *fields,
                               unsigned char *base, const struct fields__path *path)
{
    const struct sr_doc *doc = src->doc;
    if (doc->tok[t].type != SR_J_OBJECT)
        return fail_at(src, path, SR_TYPE, "an object is expected");
    uint64_t seen[2] = {0};
    int k = t + 1;
    for (int i = 0; i < doc->tok[t].size; i++, k = doc->tok[k + 1].next) {
        const struct sr_field *f = older__member(doc, k, fields);
        char key[40] = "(too long)";
        (void)sr_json_text(doc, k, key, sizeof key);
        const struct fields__path here = {path, key, 0};
        if (!f->key)
            return fail_at(src, &here, SR_KEY, "unknown key");
        const int at = (int)(f - fields);
        SR_ASSERT(at < 128);
        if (seen[at / 64] >> (at % 64) & 1)
            return fail_at(src, &here, SR_KEY, "named twice");
        seen[at / 64] |= (uint64_t)1 << (at % 64);
        if (older__is_named(doc, k + 1, f) && f->older->by->count > f->count)
            seen[(at + 1) / 64] |= (uint64_t)1 << ((at + 1) % 64);
        if (f->type == SR_T_SKIP)
            continue;
        const bool patch = !src->whole && !f->count && f->type != SR_T_STRUCT;
        const int64_t before = patch ? fields__get(f, base + f->offset) : 0;
        enum sr_err err = read_member(src, k + 1, fields, f, base, &here);
        if (!err && patch)
            err = check_growth(src, t, fields, f, before, base, &here);
        if (err)
            return err;
    }
    for (const struct sr_field *f = fields; src->whole && f->key; f++) {
        const int at = (int)(f - fields);
        const struct fields__path here = {path, f->key, 0};
        if (!(seen[at / 64] >> (at % 64) & 1))
            return fail_at(src, &here, SR_KEY, "missing");
    }
    /* A length written beside its list must agree with it; what lies beyond is zero. */
    for (const struct sr_field *f = fields; f->key; f++) {
        if (!f->length)
            continue;
        const struct sr_field *len = fields__find(fields, f->length);
        const struct fields__path here = {path, f->length, 0};
        if (fields__get(len, base + len->offset) > f->count)
            return fail_at(src, &here, SR_RANGE, "longer than the list %s can be", f->key);
        const int listed = sr_json_get(doc, t, f->key);
        int64_t said;
        if (listed >= 0 && doc->tok[listed].type == SR_J_ARRAY &&
            sr_json_num(doc, sr_json_get(doc, t, f->length), &said) &&
            said != doc->tok[listed].size)
            return fail_at(src, &here, SR_RANGE, "does not agree with the list %s", f->key);
        const int used = fields__length(fields, f, base);
        memset(base + f->offset + used * fields__row(f), 0,
               (size_t)(f->count - used) * (size_t)fields__row(f));
    }
    return SR_OK;
}

enum sr_err sr_fields_read(const struct sr_doc *doc, int object, const struct sr_field *fields,
                           void *base, bool whole, struct sr_diag *diag)
{
    const struct source src = {doc, whole, diag};
    return read_object(&src, object, fields, (unsigned char *)base, NULL);
}

/* ---- checking ------------------------------------------------------------------------------- */

static enum sr_err check_members(const struct source *src, const struct sr_field *fields,
                                 const unsigned char *base, bool hidden,
                                 const struct fields__path *path);

static enum sr_err check_value(const struct source *src, const struct sr_field *f,
                               const unsigned char *p, bool hidden, const struct fields__path *path)
{
    if (f->type == SR_T_STRUCT)
        return check_members(src, f->sub, p, hidden, path);
    const int64_t v = fields__get(f, p);
    if ((f->flags & SR_F_HIDES) && v == fields__hidden(f) &&
        (hidden || v > most(f) || v < least(f)))
        return hidden ? SR_OK : fail_at(src, path, SR_RANGE, "hidden, and this is no view");
    if ((f->flags & SR_F_NONE) && v == fields__none(f))
        return SR_OK;
    if (v < least(f) || v > most(f))
        return fail_at(src, path, SR_RANGE, "%lld is not in %lld..%lld", (long long)v,
                       (long long)least(f), (long long)most(f));
    return SR_OK;
}

static bool all_zero(const unsigned char *p, int n)
{
    for (int i = 0; i < n; i++)
        if (p[i])
            return false;
    return true;
}

/* Whether elements from `used` on are as they are to be where nothing is. */
static bool is_empty(const struct sr_field *f, const unsigned char *p, int used)
{
    unsigned char none[SR_VACANT_MAX];
    if (!(f->flags & SR_F_VACANT))
        return all_zero(p + used * fields__row(f), (f->count - used) * fields__row(f));
    SR_ASSERT(f->size <= SR_VACANT_MAX);
    vacate(f, none);
    for (int i = used; i < f->count; i++)
        if (memcmp(p + i * f->size, none, f->size) != 0)
            return false;
    return true;
}

static enum sr_err check_members(const struct source *src, const struct sr_field *fields,
                                 const unsigned char *base, bool hidden,
                                 const struct fields__path *path)
{
    for (const struct sr_field *f = fields; f->key; f++) {
        const struct fields__path here = {path, f->key, 0};
        const unsigned char *p = base + f->offset;
        const struct sr_field *len = f->length ? fields__find(fields, f->length) : NULL;
        if (len && fields__get(len, base + len->offset) > f->count)
            return fail_at(src, &here, SR_RANGE, "longer than the list can be");
        const int n = f->count ? fields__length(fields, f, base) : 1;
        const int row = sr_max(1, f->inner);
        for (int i = 0; i < n * row; i++) {
            const struct fields__path element = {&here, f->by ? f->by->name[i / row] : NULL,
                                                 i / row};
            const struct fields__path cell = {
                &element, f->inner_by ? f->inner_by->name[i % row] : NULL, i % row};
            const struct fields__path *at = f->inner ? &cell : f->count ? &element : &here;
            const enum sr_err err = check_value(src, f, p + i * f->size, hidden, at);
            if (err)
                return err;
        }
        if (f->count && !is_empty(f, p, n))
            return fail_at(src, &here, SR_RANGE, "something lies beyond its end");
    }
    return SR_OK;
}

enum sr_err fields__check(const struct sr_field *fields, const void *base, bool hidden,
                          struct sr_diag *diag)
{
    const struct source src = {NULL, true, diag};
    return check_members(&src, fields, (const unsigned char *)base, hidden, NULL);
}

void fields__uncover(const struct sr_field *fields, void *base)
{
    unsigned char *bytes = (unsigned char *)base;
    for (const struct sr_field *f = fields; f->key; f++) {
        const int n = sr_max(1, f->count) * sr_max(1, f->inner);
        for (int i = 0; i < n; i++) {
            unsigned char *p = bytes + f->offset + i * f->size;
            if (f->type == SR_T_STRUCT)
                fields__uncover(f->sub, p);
            else if ((f->flags & SR_F_HIDES) && fields__get(f, p) == fields__hidden(f))
                fields__set(f, p, least(f));
        }
    }
}
