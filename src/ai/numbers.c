/* numbers.c: what a network sees of an edition: its numbers, in the order of the fields. */
#include "ai/eval.h"
#include "core/fields.h"

/* The fields of a struct, for whoever wants the place of each number. */
struct walk {
    int count;
    void (*at)(struct walk *w, const struct sr_field *f, size_t offset);
    const unsigned char *from; /* numbers are read here */
    int32_t *out;
    unsigned char *to; /* or one of them is set here */
    int leaf;
    int32_t value;
};

static void visit(struct walk *w, const struct sr_field *fields, size_t base)
{
    for (const struct sr_field *f = fields; f->key; f++) {
        const int n = sr_max(1, f->count) * sr_max(1, f->inner);
        for (int i = 0; i < n; i++) {
            const size_t offset = base + f->offset + (size_t)i * f->size;
            if (f->type == SR_T_STRUCT) {
                visit(w, f->sub, offset);
            } else if (f->type <= SR_T_BOOL && w->count < AI_LEAVES_MAX) {
                w->at(w, f, offset);
                w->count++;
            }
        }
    }
}

static void read_one(struct walk *w, const struct sr_field *f, size_t offset)
{
    w->out[w->count] = (int32_t)fields__get(f, w->from + offset);
}

static void set_one(struct walk *w, const struct sr_field *f, size_t offset)
{
    if (w->count == w->leaf)
        fields__set(f, w->to + offset, w->value);
}

int ai_edition_numbers(const struct sr_game *g, const void *edition, int32_t *out)
{
    struct walk w = {.at = read_one, .from = (const unsigned char *)edition, .out = out};
    visit(&w, g->edition_fields, 0);
    return w.count;
}

void ai_edition_set(const struct sr_game *g, void *edition, int leaf, int32_t value)
{
    struct walk w = {.at = set_one, .to = (unsigned char *)edition, .leaf = leaf, .value = value};
    visit(&w, g->edition_fields, 0);
}

int8_t ai_edition_input(int32_t value, int32_t base)
{
    const int64_t unit = base > 0 ? base : base < 0 ? -(int64_t)base : 1;
    const int64_t x = ((int64_t)value - base) * AI_UNIT / unit;
    return (int8_t)(x > AI_INPUT_MAX ? AI_INPUT_MAX : x < -AI_INPUT_MAX ? -AI_INPUT_MAX : x);
}
