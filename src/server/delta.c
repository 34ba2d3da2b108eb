/* delta.c: reading and comparing JSON: helpers over the core's reader, and the difference of two
 * views. */
#include "core/alloc.h"
#include "server/server.h"

struct sr_buf sv_buf(struct server *sv)
{
    struct sr_buf b;
    sr_buf_init(&b, sv->scratch, SV_SCRATCH);
    return b;
}

bool sv_doc(struct server *sv, const char *text, size_t len, struct sr_doc *doc)
{
    return sr_json_parse(doc, text, len, sv->tok, SV_TOKENS_MAX, NULL) == SR_OK &&
           doc->tok[0].type == SR_J_OBJECT;
}

bool sv_get_text(const struct sr_doc *d, int o, const char *key, char *out, size_t max)
{
    const int t = sr_json_get(d, o, key);
    if (t >= 0 && sr_json_text(d, t, out, max))
        return true;
    out[0] = '\0';
    return false;
}

int64_t sv_get_int(const struct sr_doc *d, int o, const char *key, int64_t fallback)
{
    const int t = sr_json_get(d, o, key);
    int64_t v;
    return t >= 0 && sr_json_num(d, t, &v) ? v : fallback;
}

bool sv_get_bool(const struct sr_doc *d, int o, const char *key, bool fallback)
{
    const int t = sr_json_get(d, o, key);
    if (t < 0)
        return fallback;
    return d->tok[t].type == SR_J_TRUE ? true : d->tok[t].type == SR_J_FALSE ? false : fallback;
}

char *sv_dup(const char *s, size_t len)
{
    char *copy = (char *)sr_alloc(len + 1);
    if (copy)
        memcpy(copy, s, len);
    return copy;
}

size_t sv_raw(const struct sr_doc *d, int t, const char **start)
{
    const struct sr_tok *k = &d->tok[t];
    const int quotes = k->type == SR_J_STRING;
    *start = d->text + k->start - quotes;
    return k->end - k->start + 2u * (unsigned)quotes;
}

static bool same(const struct sr_doc *a, int ta, const struct sr_doc *b, int tb)
{
    const char *sa, *sb;
    const size_t na = sv_raw(a, ta, &sa), nb = sv_raw(b, tb, &sb);
    return na == nb && memcmp(sa, sb, na) == 0;
}

static void put_raw(struct sr_buf *out, const struct sr_doc *d, int t)
{
    const char *s;
    const size_t n = sv_raw(d, t, &s);
    if (out->comma)
        sr_buf_put(out, ",");
    sr_buf_putn(out, s, n);
    out->comma = true;
}

static bool holds_containers(const struct sr_doc *d, int t)
{
    return d->tok[t].size > 0 && d->tok[t + 1].type <= SR_J_ARRAY;
}

/* Elements that differ, as {"2": ...}: the patches of docs/formats.md. */
static void array_delta(struct sr_buf *out, const struct sr_doc *a, int ta, const struct sr_doc *b,
                        int tb)
{
    sr_json_open(out, '{');
    for (int i = 0, ka = ta + 1, kb = tb + 1; i < b->tok[tb].size; i++) {
        if (!same(a, ka, b, kb)) {
            char index[12];
            snprintf(index, sizeof index, "%d", i);
            sr_json_key(out, index);
            sv_delta(out, a, ka, b, kb);
        }
        ka = a->tok[ka].next;
        kb = b->tok[kb].next;
    }
    sr_json_close(out, '}');
}

void sv_delta(struct sr_buf *out, const struct sr_doc *a, int ta, const struct sr_doc *b, int tb)
{
    if (a->tok[ta].type == SR_J_ARRAY && b->tok[tb].type == SR_J_ARRAY &&
        a->tok[ta].size == b->tok[tb].size && holds_containers(b, tb)) {
        array_delta(out, a, ta, b, tb);
        return;
    }
    if (a->tok[ta].type != SR_J_OBJECT || b->tok[tb].type != SR_J_OBJECT) {
        put_raw(out, b, tb);
        return;
    }
    sr_json_open(out, '{');
    for (int i = 0, k = tb + 1; i < b->tok[tb].size; i++) {
        const int value = k + 1;
        char key[64];
        if (sr_json_text(b, k, key, sizeof key)) {
            const int old = sr_json_get(a, ta, key);
            if (old < 0 || !same(a, old, b, value)) {
                sr_json_key(out, key);
                if (old < 0)
                    put_raw(out, b, value);
                else
                    sv_delta(out, a, old, b, value);
            }
        }
        k = b->tok[value].next;
    }
    sr_json_close(out, '}');
}
