/* older.c: states of older files (older.h): telling them from today's, and writing them anew. The
 * reader of fields.c takes both. */
#include "core/older.h"

int older__index(const struct sr_doc *doc, int t, const struct sr_names *names)
{
    for (int i = 0; i < names->count; i++)
        if (sr_json_is(doc, t, names->name[i]))
            return i;
    return -1;
}

static bool had_key(const struct sr_doc *doc, int t, const struct sr_field *f)
{
    return f->older && f->older->key && sr_json_is(doc, t, f->older->key);
}

const struct sr_field *older__member(const struct sr_doc *doc, int key,
                                     const struct sr_field *fields)
{
    const struct sr_field *f = fields;
    while (f->key && !sr_json_is(doc, key, f->key) && !had_key(doc, key, f))
        f++;
    return f;
}

bool older__is_named(const struct sr_doc *doc, int t, const struct sr_field *f)
{
    return f->older && f->older->by && doc->tok[t].type == SR_J_OBJECT && doc->tok[t].size > 0 &&
           older__index(doc, t + 1, f->older->by) >= 0;
}

/* Whether a list has the seats that nobody has as well. */
static bool has_vacant(const struct sr_doc *doc, int t, const struct sr_field *f, int seats)
{
    return (f->flags & SR_F_SEATS) && doc->tok[t].type == SR_J_ARRAY && doc->tok[t].size > seats;
}

bool sr_state_is_older(const struct sr_game *g, const struct sr_doc *doc, int t, int seats)
{
    if (doc->tok[t].type != SR_J_OBJECT)
        return false;
    int k = t + 1;
    for (int i = 0; i < doc->tok[t].size; i++, k = doc->tok[k + 1].next) {
        const struct sr_field *f = older__member(doc, k, g->state_fields);
        if (f->key && (had_key(doc, k, f) || older__is_named(doc, k + 1, f) ||
                       has_vacant(doc, k + 1, f, seats)))
            return true;
    }
    return false;
}

static void copy(struct sr_buf *b, const struct sr_doc *doc, int t)
{
    const struct sr_tok *tok = &doc->tok[t];
    const uint32_t quote = tok->type == SR_J_STRING ? 1 : 0;
    sr_json_rawn(b, doc->text + tok->start - quote, tok->end - tok->start + 2 * quote);
}

/* Elements `from` to `to - 1` of those that older files name: as a list when they are all there,
 * else by number, or by today's names. */
static void write_named(struct sr_buf *b, const struct sr_field *f, const struct sr_doc *doc, int t,
                        int from, int to, const struct sr_names *by)
{
    bool list = !by;
    for (int i = from; list && i < to; i++)
        list = sr_json_get(doc, t, f->older->by->name[i]) >= 0;
    sr_json_open(b, list ? '[' : '{');
    for (int i = from; i < to; i++) {
        const char digit[2] = {(char)('0' + i - from), '\0'};
        const int value = sr_json_get(doc, t, f->older->by->name[i]);
        if (value < 0)
            continue;
        if (!list)
            sr_json_key(b, by ? by->name[i - from] : digit);
        copy(b, doc, value);
    }
    sr_json_close(b, list ? ']' : '}');
}

static void write_member(struct sr_buf *b, const struct sr_field *f, const struct sr_doc *doc,
                         int value, int seats)
{
    sr_json_key(b, f->key);
    if (older__is_named(doc, value, f)) {
        write_named(b, f, doc, value, 0, sr_min(seats, f->count), NULL);
        if (f->older->by->count == f->count)
            return;
        sr_json_key(b, f[1].key);
        write_named(b, f, doc, value, f->count, f->older->by->count, f[1].by);
    } else if (has_vacant(doc, value, f, seats)) {
        sr_json_open(b, '[');
        for (int i = 0; i < seats; i++)
            copy(b, doc, sr_json_at(doc, value, i));
        sr_json_close(b, ']');
    } else {
        copy(b, doc, value);
    }
}

void sr_state_renew(struct sr_buf *b, const struct sr_game *g, const struct sr_doc *doc, int t,
                    int seats)
{
    sr_json_open(b, '{');
    int k = t + 1;
    for (int i = 0; i < doc->tok[t].size; i++, k = doc->tok[k + 1].next) {
        const struct sr_field *f = older__member(doc, k, g->state_fields);
        if (f->key) {
            write_member(b, f, doc, k + 1, seats);
            continue;
        }
        copy(b, doc, k);
        sr_buf_put(b, ":");
        b->comma = false;
        copy(b, doc, k + 1);
    }
    sr_json_close(b, '}');
}
