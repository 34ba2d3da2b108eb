/* fields.c: described structs to JSON and back (schema.h). The one place that knows how none,
 * hidden, lists and name-keyed objects look.
 *
 * Invariant: what is written and read back gives the same bytes; what cannot be stored is refused
 * with the path of the value. */
#include "core/fields.h"
#include "core/format.h"

/* ---- storing and loading one number --------------------------------------------------------- */

static int64_t load(const struct sr_field *f, const unsigned char *p)
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

static void store(const struct sr_field *f, unsigned char *p, int64_t v)
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

static int64_t type_max(const struct sr_field *f)
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

static int64_t type_min(const struct sr_field *f)
{
    if (f->type == SR_T_I8)
        return INT8_MIN;
    return f->type == SR_T_I16 ? INT16_MIN : 0;
}

static int64_t hidden_value(const struct sr_field *f)
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
        return type_max(f);
    }
}

static int64_t none_value(const struct sr_field *f)
{
    if (f->type == SR_T_I8 || f->type == SR_T_I16)
        return SR_NONE_I8;
    return f->type == SR_T_U16 ? UINT16_MAX : SR_NONE;
}

static bool is_set(const struct sr_field *f)
{
    return f->type == SR_T_SET8 || f->type == SR_T_SET16 || f->type == SR_T_SET32;
}

static const struct sr_field *find_field(const struct sr_field *fields, const char *key)
{
    for (; fields->key; fields++)
        if (strcmp(fields->key, key) == 0)
            return fields;
    return NULL;
}

/* How many elements of a list are in use; all of them for a plain array. */
static int list_length(const struct sr_field *fields, const struct sr_field *f,
                       const unsigned char *base)
{
    if (f->flags & SR_F_SEATS)
        return sr_min(((const struct sr_head *)base)->seats, f->count);
    if (!f->length)
        return f->count;
    const struct sr_field *len = find_field(fields, f->length);
    SR_ASSERT(len);
    return sr_min((int)load(len, base + len->offset), f->count);
}

static int row_size(const struct sr_field *f) { return f->size * (f->inner ? f->inner : 1); }

/* ---- writing -------------------------------------------------------------------------------- */

static void write_value(struct sr_buf *b, const struct sr_field *f, const unsigned char *p)
{
    if (f->type == SR_T_STRUCT) {
        sr_json_open(b, '{');
        sr_fields_write(b, f->sub, p);
        sr_json_close(b, '}');
        return;
    }
    const int64_t v = load(f, p);
    if ((f->flags & SR_F_HIDES) && v == hidden_value(f)) {
        sr_json_str(b, "?");
    } else if ((f->flags & SR_F_NONE) && v == none_value(f)) {
        sr_json_null(b);
    } else if (f->type == SR_T_BOOL) {
        sr_json_bool(b, v != 0);
    } else if (f->type == SR_T_NAME && v < f->names->count) {
        sr_json_str(b, f->names->name[v]);
    } else if (is_set(f)) {
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
    const int step = inner ? f->size : row_size(f);
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
            write_array(b, f, false, bytes + f->offset, list_length(fields, f, bytes));
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
    if (!is_set(f))
        return false;
    const int64_t v = load(f, first);
    return !((f->flags & SR_F_HIDES) && v == hidden_value(f)) &&
           !((f->flags & SR_F_NONE) && v == none_value(f));
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
    const int step = inner ? f->size : row_size(f);
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
        /* A list may grow by elements that are zero: then its bytes are the same. */
        const int had = f->count ? list_length(fields, f, was) : 0;
        const int has = f->count ? list_length(fields, f, is) : 0;
        const size_t bytes = (size_t)row_size(f) * (f->count ? f->count : 1);
        if (had == has && memcmp(was + f->offset, is + f->offset, bytes) == 0)
            continue;
        sr_json_key(b, f->key);
        if (f->count)
            delta_array(b, f, false, was + f->offset, had, is + f->offset, has);
        else
            delta_element(b, f, true, was + f->offset, is + f->offset);
    }
}

/* ---- reading -------------------------------------------------------------------------------- */

struct sr_path {
    const struct sr_path *up;
    const char *key; /* NULL: index */
    int index;
};

struct source {
    const struct sr_doc *doc;
    bool whole;
    struct sr_diag *diag;
};

static void put_path(struct sr_buf *b, const struct sr_path *path)
{
    if (!path)
        return;
    put_path(b, path->up);
    if (b->len)
        sr_buf_put(b, ".");
    if (path->key)
        sr_buf_put(b, path->key);
    else
        sr_buf_int(b, path->index);
}

static enum sr_err SR_PRINTF(4, 5) fail_at(const struct source *src, const struct sr_path *path,
                                           enum sr_err err, const char *format, ...)
{
    if (!src->diag)
        return err;
    char where[120], what[120];
    struct sr_buf b;
    sr_buf_init(&b, where, sizeof where);
    put_path(&b, path);
    struct sr_buf w;
    sr_buf_init(&w, what, sizeof what);
    va_list args;
    va_start(args, format);
    sr_buf_vformat(&w, format, args);
    va_end(args);
    return sr_fail(src->diag, err, "%s: %s", where, what);
}

static int name_index(const struct sr_doc *doc, int t, const struct sr_names *names)
{
    for (int i = 0; i < names->count; i++)
        if (sr_json_is(doc, t, names->name[i]))
            return i;
    return -1;
}

static enum sr_err read_set(const struct source *src, int t, const struct sr_field *f,
                            unsigned char *p, const struct sr_path *path)
{
    if (src->doc->tok[t].type != SR_J_ARRAY)
        return fail_at(src, path, SR_TYPE, "a list of names is expected");
    uint32_t set = 0;
    int e = t + 1;
    for (int i = 0; i < src->doc->tok[t].size; i++, e = src->doc->tok[e].next) {
        const int name = name_index(src->doc, e, f->names);
        if (name < 0)
            return fail_at(src, path, SR_RANGE, "item %d is not one of %s, %s, ...", i + 1,
                           f->names->name[0], f->names->name[f->names->count - 1]);
        if (set >> name & 1)
            return fail_at(src, path, SR_RANGE, "%s is named twice", f->names->name[name]);
        set |= 1u << name;
    }
    store(f, p, set);
    return SR_OK;
}

static enum sr_err read_number(const struct source *src, int t, const struct sr_field *f,
                               unsigned char *p, const struct sr_path *path)
{
    int64_t v;
    if (!sr_json_num(src->doc, t, &v))
        return fail_at(src, path, SR_TYPE, "a whole number is expected");
    const bool own = f->min != 0 || f->max != 0;
    const int64_t min = own ? f->min : type_min(f);
    const int64_t max = own ? f->max : type_max(f);
    if (v < min || v > max)
        return fail_at(src, path, SR_RANGE, "%lld is not in %lld..%lld", (long long)v,
                       (long long)min, (long long)max);
    store(f, p, v);
    return SR_OK;
}

static enum sr_err read_object(const struct source *src, int t, const struct sr_field *fields,
                               unsigned char *base, const struct sr_path *path);

static enum sr_err read_value(const struct source *src, int t, const struct sr_field *f,
                              unsigned char *p, const struct sr_path *path)
{
    const uint8_t type = src->doc->tok[t].type;
    if (f->type == SR_T_STRUCT)
        return read_object(src, t, f->sub, p, path);
    if (type == SR_J_NULL && (f->flags & SR_F_NONE)) {
        store(f, p, none_value(f));
        return SR_OK;
    }
    if ((f->flags & SR_F_HIDES) && sr_json_is(src->doc, t, "?")) {
        store(f, p, hidden_value(f));
        return SR_OK;
    }
    if (f->type == SR_T_BOOL) {
        if (type != SR_J_TRUE && type != SR_J_FALSE)
            return fail_at(src, path, SR_TYPE, "true or false is expected");
        store(f, p, type == SR_J_TRUE);
        return SR_OK;
    }
    if (f->type == SR_T_NAME) {
        if (type != SR_J_STRING)
            return fail_at(src, path, SR_TYPE, "a name such as \"%s\" is expected",
                           f->names->name[0]);
        const int name = name_index(src->doc, t, f->names);
        if (name < 0)
            return fail_at(src, path, SR_RANGE, "unknown name (known: %s, ... %s)",
                           f->names->name[0], f->names->name[f->names->count - 1]);
        store(f, p, name);
        return SR_OK;
    }
    return is_set(f) ? read_set(src, t, f, p, path) : read_number(src, t, f, p, path);
}

/* Index named by a key of an object that patches an array: a name, or a number. */
static int element_index(const struct sr_doc *doc, int key, const struct sr_names *by, int count)
{
    if (by)
        return name_index(doc, key, by);
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
                              int used, unsigned char *p, const struct sr_path *path);

static enum sr_err read_element(const struct source *src, int t, const struct sr_field *f,
                                bool inner, unsigned char *p, const struct sr_path *path)
{
    if (!inner && f->inner)
        return read_array(src, t, f, true, f->inner, p, path);
    return read_value(src, t, f, p, path);
}

/* An object: single elements, all of them when the whole is wanted. */
static enum sr_err read_elements(const struct source *src, int t, const struct sr_field *f,
                                 bool inner, int used, unsigned char *p, const struct sr_path *path)
{
    const struct sr_names *by = inner ? f->inner_by : f->by;
    const int step = inner ? f->size : row_size(f);
    const int size = src->doc->tok[t].size;
    uint64_t seen[4] = {0}; /* vocabularies have at most 256 names */
    int k = t + 1;
    for (int i = 0; i < size; i++, k = src->doc->tok[k + 1].next) {
        const int e = element_index(src->doc, k, by, used);
        if (e < 0 || e >= used) {
            char key[40] = "";
            (void)sr_json_text(src->doc, k, key, sizeof key);
            return fail_at(src, path, SR_KEY, "there is no element \"%s\"", key);
        }
        const struct sr_path here = {path, by ? by->name[e] : NULL, e};
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
                              int used, unsigned char *p, const struct sr_path *path)
{
    const struct sr_names *by = inner ? f->inner_by : f->by;
    const int step = inner ? f->size : row_size(f);
    const struct sr_tok *tok = &src->doc->tok[t];
    if (tok->type == SR_J_OBJECT)
        return read_elements(src, t, f, inner, used, p, path);
    if (tok->type != SR_J_ARRAY || by)
        return fail_at(src, path, SR_TYPE, by ? "an object is expected" : "a list is expected");
    if (tok->size != used)
        return fail_at(src, path, SR_RANGE, "%d elements are expected, not %d", used, tok->size);
    int e = t + 1;
    for (int i = 0; i < used; i++, e = src->doc->tok[e].next) {
        const struct sr_path here = {path, NULL, i};
        const enum sr_err err = read_element(src, e, f, inner, p + i * step, &here);
        if (err)
            return err;
    }
    return SR_OK;
}

/* A list brings its own length along: the length member follows it. */
static enum sr_err read_list(const struct source *src, int t, const struct sr_field *fields,
                             const struct sr_field *f, unsigned char *base,
                             const struct sr_path *path)
{
    unsigned char *p = base + f->offset;
    const struct sr_tok *tok = &src->doc->tok[t];
    const struct sr_field *len = find_field(fields, f->length);
    SR_ASSERT(len);
    if (tok->type == SR_J_OBJECT)
        return read_elements(src, t, f, false, list_length(fields, f, base), p, path);
    if (tok->type != SR_J_ARRAY)
        return fail_at(src, path, SR_TYPE, "a list is expected");
    if (tok->size > f->count)
        return fail_at(src, path, SR_RANGE, "a list of at most %d is expected, not %d", f->count,
                       tok->size);
    memset(p, 0, (size_t)f->count * (size_t)row_size(f));
    store(len, base + len->offset, tok->size);
    return read_array(src, t, f, false, tok->size, p, path);
}

static enum sr_err read_member(const struct source *src, int t, const struct sr_field *fields,
                               const struct sr_field *f, unsigned char *base,
                               const struct sr_path *path)
{
    if (f->length)
        return read_list(src, t, fields, f, base, path);
    if (f->count)
        return read_array(src, t, f, false, list_length(fields, f, base), base + f->offset, path);
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
                                const unsigned char *base, const struct sr_path *path)
{
    for (const struct sr_field *f = fields; f->key; f++) {
        if (!f->length || strcmp(f->length, len->key) != 0)
            continue;
        const int64_t grown = load(len, base + len->offset) - before;
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
                               unsigned char *base, const struct sr_path *path)
{
    const struct sr_doc *doc = src->doc;
    if (doc->tok[t].type != SR_J_OBJECT)
        return fail_at(src, path, SR_TYPE, "an object is expected");
    uint64_t seen[2] = {0};
    int k = t + 1;
    for (int i = 0; i < doc->tok[t].size; i++, k = doc->tok[k + 1].next) {
        const struct sr_field *f = fields;
        while (f->key && !sr_json_is(doc, k, f->key))
            f++;
        char key[40] = "(too long)";
        (void)sr_json_text(doc, k, key, sizeof key);
        const struct sr_path here = {path, key, 0};
        if (!f->key)
            return fail_at(src, &here, SR_KEY, "unknown key");
        const int at = (int)(f - fields);
        SR_ASSERT(at < 128);
        if (seen[at / 64] >> (at % 64) & 1)
            return fail_at(src, &here, SR_KEY, "named twice");
        seen[at / 64] |= (uint64_t)1 << (at % 64);
        if (f->type == SR_T_SKIP)
            continue;
        const bool patch = !src->whole && !f->count && f->type != SR_T_STRUCT;
        const int64_t before = patch ? load(f, base + f->offset) : 0;
        enum sr_err err = read_member(src, k + 1, fields, f, base, &here);
        if (!err && patch)
            err = check_growth(src, t, fields, f, before, base, &here);
        if (err)
            return err;
    }
    for (const struct sr_field *f = fields; src->whole && f->key; f++) {
        const int at = (int)(f - fields);
        const struct sr_path here = {path, f->key, 0};
        if (!(seen[at / 64] >> (at % 64) & 1))
            return fail_at(src, &here, SR_KEY, "missing");
    }
    /* A length written beside its list must agree with it; what lies beyond is zero. */
    for (const struct sr_field *f = fields; f->key; f++) {
        if (!f->length)
            continue;
        const struct sr_field *len = find_field(fields, f->length);
        const struct sr_path here = {path, f->length, 0};
        if (load(len, base + len->offset) > f->count)
            return fail_at(src, &here, SR_RANGE, "longer than the list %s can be", f->key);
        const int listed = sr_json_get(doc, t, f->key);
        int64_t said;
        if (listed >= 0 && doc->tok[listed].type == SR_J_ARRAY &&
            sr_json_num(doc, sr_json_get(doc, t, f->length), &said) &&
            said != doc->tok[listed].size)
            return fail_at(src, &here, SR_RANGE, "does not agree with the list %s", f->key);
        const int used = list_length(fields, f, base);
        memset(base + f->offset + used * row_size(f), 0,
               (size_t)(f->count - used) * (size_t)row_size(f));
    }
    return SR_OK;
}

enum sr_err sr_fields_read(const struct sr_doc *doc, int object, const struct sr_field *fields,
                           void *base, bool whole, struct sr_diag *diag)
{
    const struct source src = {doc, whole, diag};
    return read_object(&src, object, fields, (unsigned char *)base, NULL);
}

/* ---- listing -------------------------------------------------------------------------------- */

struct lister {
    fields__visit visit;
    void *arg;
};

static void list_fields(const struct lister *l, const struct sr_field *fields,
                        const unsigned char *base, const struct sr_path *path, const char *prov);

static void list_value(const struct lister *l, const struct sr_field *f, const unsigned char *p,
                       const struct sr_path *path, const char *prov)
{
    if (f->type == SR_T_STRUCT) {
        list_fields(l, f->sub, p, path, prov);
        return;
    }
    char where[160], value[400];
    struct sr_buf wb, vb;
    sr_buf_init(&wb, where, sizeof where);
    put_path(&wb, path);
    sr_buf_init(&vb, value, sizeof value);
    write_value(&vb, f, p);
    l->visit(l->arg, where, value, prov);
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
                        const unsigned char *base, const struct sr_path *path, const char *prov)
{
    for (const struct sr_field *f = fields; f->key; f++) {
        const unsigned char *p = base + f->offset;
        const struct sr_path here = {path, f->key, 0};
        const char *mark = f->prov ? f->prov : prov;
        const int n = f->count ? list_length(fields, f, base) : 1;
        for (int i = 0; i < n; i++) {
            char letter[2];
            const char *one = f->count ? element_prov(f, mark, i, letter) : mark;
            const struct sr_path element = {&here, f->by ? f->by->name[i] : NULL, i};
            const struct sr_path *at = f->count ? &element : &here;
            const unsigned char *q = p + i * row_size(f);
            if (!f->inner) {
                list_value(l, f, q, at, one);
                continue;
            }
            for (int k = 0; k < f->inner; k++) {
                const struct sr_path cell = {at, f->inner_by ? f->inner_by->name[k] : NULL, k};
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
