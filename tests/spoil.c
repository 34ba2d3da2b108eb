/* spoil.c: wrong values for views and states (spoil.h). Reads the tables of a game by itself, so
 * that it does not share a mistake with core. */
#include "spoil.h"

static int64_t load(const struct sr_field *f, const unsigned char *p)
{
    uint32_t v = 0;
    for (int i = f->size - 1; i >= 0; i--)
        v = v << 8 | p[i];
    if (f->type == SR_T_I8)
        return (int8_t)v;
    return f->type == SR_T_I16 ? (int16_t)v : (int64_t)v;
}

static int length_of(const struct sr_field *fields, const struct sr_field *f,
                     const unsigned char *base)
{
    if (f->count == 0)
        return 1;
    if (f->flags & SR_F_SEATS)
        return sr_min(f->count, ((const struct sr_head *)base)->seats);
    for (; f->length && fields->key; fields++)
        if (strcmp(fields->key, f->length) == 0)
            return sr_min(f->count, (int)load(fields, base + fields->offset));
    return f->count;
}

static int list(const struct sr_field *fields, const unsigned char *state, int base,
                struct spoil_value *out, int n)
{
    for (const struct sr_field *f = fields; f->key; f++) {
        const int used = length_of(fields, f, state + base) * sr_max(1, f->inner);
        for (int i = 0; i < used; i++) {
            const int at = base + f->offset + i * f->size;
            if (f->type == SR_T_STRUCT)
                n = list(f->sub, state, at, out, n);
            else if (n < SPOIL_VALUES)
                out[n++] = (struct spoil_value){f, at};
        }
    }
    return n;
}

int spoil_list(const struct sr_game *g, const union sr_state *s, struct spoil_value *out)
{
    return list(g->state_fields, s->bytes, 0, out, 0);
}

static bool is_signed(const struct sr_field *f)
{
    return f->type == SR_T_I8 || f->type == SR_T_I16;
}

static bool is_set(const struct sr_field *f)
{
    return f->type == SR_T_SET8 || f->type == SR_T_SET16 || f->type == SR_T_SET32;
}

static int64_t value_of(const struct sr_field *f, enum spoil_kind kind)
{
    const int64_t all = ((int64_t)1 << 8 * f->size) - 1;
    const int64_t lowest = is_signed(f) ? -(all + 1) / 2 : 0;
    const int64_t highest = is_signed(f) ? all / 2 : all;
    const bool own = f->min != 0 || f->max != 0;
    int64_t least = own ? f->min : lowest, most = own ? f->max : highest;
    if (f->type == SR_T_NAME)
        most = f->names->count - 1;
    else if (is_set(f))
        most = ((int64_t)1 << f->names->count) - 1;
    else if (f->type == SR_T_BOOL)
        most = 1;
    switch (kind) {
    case SPOIL_HIDDEN:
        if (is_signed(f))
            return lowest;
        return f->type == SR_T_U8 || f->type == SR_T_NAME || f->type == SR_T_BOOL ? SR_HIDDEN : all;
    case SPOIL_NONE:
        return is_signed(f) ? SR_NONE_I8 : all;
    case SPOIL_LEAST:
        return least;
    case SPOIL_MOST:
        return most;
    case SPOIL_BELOW:
        return sr_max((int)lowest, (int)least - 1);
    case SPOIL_ABOVE:
        return most < highest ? most + 1 : highest;
    case SPOIL_TYPE_MIN:
        return lowest;
    default:
        return highest;
    }
}

bool spoil_put(const struct spoil_value *v, enum spoil_kind kind, union sr_state *s)
{
    const int64_t wrong = value_of(v->field, kind);
    if (load(v->field, s->bytes + v->at) == wrong)
        return false;
    for (int i = 0; i < v->field->size; i++)
        s->bytes[v->at + i] = (unsigned char)((uint64_t)wrong >> 8 * i);
    return true;
}

bool spoil_is_hidden(const struct spoil_value *v, const union sr_state *s)
{
    return (v->field->flags & SR_F_HIDES) &&
           load(v->field, s->bytes + v->at) == value_of(v->field, SPOIL_HIDDEN);
}
