/* doc.c: reading what people and the store send: helpers over the core's JSON reader. */
#include "server/doc.h"

#include "core/alloc.h"

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
