/* edition.c: editions: the default there and back, and numbers changed as a designer might.
 *
 * A changed edition goes through its JSON and sr_edition_read, the door designers use: what that
 * accepts must be playable. */
#include <stdio.h>

#include "contract.h"

enum { TOKENS = 1 << 15, JSON_MAX = 1 << 18, LEAVES = 4096 };
static struct sr_tok tokens[TOKENS];
static char json[JSON_MAX], list[JSON_MAX];

union edition {
    uint64_t align;
    unsigned char bytes[SR_EDITION_MAX];
};

bool edition_check(struct run *c)
{
    static union edition back;
    const struct sr_game *g = c->rules.game;
    struct sr_buf b;
    struct sr_doc doc;
    struct sr_diag diag = {""};
    const char *bad = g->check_edition(g->edition);
    NEEDF(c, !bad, "the default edition can be played", "%s", bad);
    sr_buf_init(&b, json, sizeof json);
    sr_edition_write(&b, &c->rules);
    NEED(c, !b.full, "the JSON of an edition is of reasonable size");
    NEEDF(c, sr_json_parse(&doc, b.text, b.len, tokens, TOKENS, &diag) == SR_OK,
          "the JSON of an edition is JSON", "%s", diag.text);
    memset(&back, 0x5A, sizeof back);
    NEEDF(c, sr_edition_read(g, &doc, 0, back.bytes, &diag) == SR_OK,
          "the JSON of an edition can be read", "%s", diag.text);
    const unsigned char *was = (const unsigned char *)g->edition;
    for (int i = 0; i < g->edition_size; i++)
        NEEDF(c, back.bytes[i] == was[i], "the JSON of an edition is that edition",
              "byte %d is %d, was %d", i, back.bytes[i], was[i]);

    sr_buf_init(&b, list, sizeof list);
    sr_edition_list(&b, &c->rules);
    NEEDF(c, !b.full && sr_json_parse(&doc, b.text, b.len, tokens, TOKENS, &diag) == SR_OK,
          "the list of an edition is JSON", "%s", diag.text);
    for (int i = 0; i < doc.tok[0].size; i++) {
        const int row = sr_json_at(&doc, 0, i);
        char path[160] = "", prov[8] = "";
        NEED(c, sr_json_text(&doc, sr_json_get(&doc, row, "path"), path, sizeof path),
             "a value of an edition has a path");
        NEEDF(c,
              sr_json_text(&doc, sr_json_get(&doc, row, "prov"), prov, sizeof prov) && prov[0] &&
                  !prov[1] && strchr("SWIR", prov[0]),
              "a value of an edition says where it comes from", "%s: \"%s\"", path, prov);
    }
    return true;
}

/* ---- changing values ------------------------------------------------------------------------- */

struct leaf {
    const struct sr_field *f;
    int offset;
};

static int collect(const struct sr_field *fields, int base, struct leaf *out, int n)
{
    for (const struct sr_field *f = fields; f->key; f++) {
        const int count = sr_max(1, f->count) * sr_max(1, f->inner);
        for (int i = 0; i < count && n < LEAVES; i++) {
            const int at = base + f->offset + i * f->size;
            if (f->type == SR_T_STRUCT)
                n = collect(f->sub, at, out, n);
            else
                out[n++] = (struct leaf){f, at};
        }
    }
    return n;
}

static int64_t load(const struct leaf *l, const unsigned char *base)
{
    const unsigned char *p = base + l->offset;
    uint16_t u16;
    int16_t i16;
    uint32_t u32;
    switch (l->f->size) {
    case 1:
        return l->f->type == SR_T_I8 ? (int8_t)*p : *p;
    case 2:
        memcpy(&u16, p, 2);
        memcpy(&i16, p, 2);
        return l->f->type == SR_T_I16 ? i16 : u16;
    default:
        memcpy(&u32, p, 4);
        return u32;
    }
}

static void store(const struct leaf *l, unsigned char *base, int64_t v)
{
    const uint32_t u32 = (uint32_t)v;
    memcpy(base + l->offset, &u32, l->f->size); /* little-endian, as everywhere */
}

static void limits(const struct sr_field *f, int64_t *min, int64_t *max)
{
    *min = f->type == SR_T_I8 ? INT8_MIN : f->type == SR_T_I16 ? INT16_MIN : 0;
    *max = f->type == SR_T_I8    ? INT8_MAX
           : f->type == SR_T_I16 ? INT16_MAX
           : f->size == 1        ? UINT8_MAX
           : f->size == 2        ? UINT16_MAX
                                 : UINT32_MAX;
    if (f->type == SR_T_BOOL)
        *max = 1;
    else if (f->type == SR_T_NAME)
        *max = f->names->count - 1;
    else if (f->names)
        *max = ((int64_t)1 << f->names->count) - 1;
    else if (f->min || f->max)
        *min = f->min, *max = f->max;
}

/* Mostly a step or two away, sometimes an end of the range, sometimes anything in it. */
static int64_t another(const struct leaf *l, int64_t v, struct sr_rng *rng)
{
    int64_t min, max;
    limits(l->f, &min, &max);
    const uint32_t way = sr_rng_below(rng, 10);
    if ((l->f->flags & SR_F_NONE) && way == 9)
        return l->f->type == SR_T_I8 || l->f->type == SR_T_I16 ? SR_NONE_I8 : SR_NONE;
    if (l->f->type == SR_T_NAME || l->f->type == SR_T_BOOL || way < 2)
        return min + (int64_t)sr_rng_below(rng, (uint32_t)sr_min(1 << 20, (int)(max - min)) + 1u);
    if (way == 2)
        return min;
    if (way == 3)
        return max;
    const int64_t moved = v + (int64_t)sr_rng_below(rng, 5) - 2;
    return moved < min ? min : moved > max ? max : moved;
}

static void change(struct sr_buf *said, const struct leaf *l, int64_t now, unsigned char *base)
{
    const int64_t was = load(l, base);
    if (was == now)
        return;
    store(l, base, now);
    sr_buf_put(said, said->len ? "; " : "");
    sr_buf_put(said, l->f->key);
    sr_buf_put(said, " (byte ");
    sr_buf_int(said, l->offset);
    sr_buf_put(said, ") ");
    sr_buf_int(said, was);
    sr_buf_put(said, " -> ");
    sr_buf_int(said, now);
}

/* Between the value and an end of its range, for plain numbers. */
static int64_t towards(const struct leaf *l, int64_t v, bool more, struct sr_rng *rng)
{
    int64_t min, max;
    limits(l->f, &min, &max);
    if (l->f->names || l->f->type == SR_T_BOOL || v < min || v > max)
        return v;
    const int64_t room = more ? max - v : v - min;
    const int64_t step = (int64_t)sr_rng_below(rng, (uint32_t)sr_min(1 << 20, (int)room) + 1u);
    return more ? v + step : v - step;
}

/* Mostly a few values; now and then many, or everything scarcer, or everything richer. */
static void vary(struct sr_buf *said, const struct leaf *leaf, int leaves, struct sr_rng *rng,
                 unsigned char *base)
{
    const uint32_t way = sr_rng_below(rng, 10);
    if (way < 2) {
        for (int i = 0; i < leaves; i++)
            change(said, &leaf[i], towards(&leaf[i], load(&leaf[i], base), way == 1, rng), base);
        return;
    }
    const int changes = 1 + (int)sr_rng_below(rng, way == 2 ? (uint32_t)leaves : 4);
    for (int i = 0; i < changes; i++) {
        const struct leaf *l = &leaf[sr_rng_below(rng, (uint32_t)leaves)];
        change(said, l, another(l, load(l, base), rng), base);
    }
}

bool edition_vary(const struct sr_game *g, struct sr_rng *rng, void *out, char *text, size_t max)
{
    static struct leaf leaf[LEAVES];
    static union edition ed, back;
    const int leaves = collect(g->edition_fields, 0, leaf, 0);
    memcpy(ed.bytes, g->edition, g->edition_size);
    struct sr_buf said;
    sr_buf_init(&said, text, max);
    vary(&said, leaf, leaves, rng, ed.bytes);
    const struct sr_rules r = {g, ed.bytes};
    struct sr_buf b;
    struct sr_doc doc;
    struct sr_diag diag;
    sr_buf_init(&b, json, sizeof json);
    sr_edition_write(&b, &r);
    if (b.full || sr_json_parse(&doc, b.text, b.len, tokens, TOKENS, &diag) != SR_OK)
        return false;
    if (sr_edition_read(g, &doc, 0, back.bytes, &diag) != SR_OK)
        return false;
    memcpy(out, back.bytes, g->edition_size);
    return true;
}
