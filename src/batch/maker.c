/* maker.c: a program of the build. From the plans of all games it writes C: for each game a
 * function that writes its rows, operation by operation, with all that is known of them as
 * constants. write.c includes it. */
#include <stddef.h>
#include <stdio.h>

#include "batch/space.h"

enum { LONG = 256 };

/* Bytes that an operation reads. */
static int end_of(const struct space_op *op)
{
    return op->from + (op->kind == SPACE_LIST ? op->size : op->bytes) * op->count;
}

static bool is_inside(const struct space_op *o)
{
    return o->kind != SPACE_TURN && o->kind != SPACE_LIST;
}

/* Inputs from an operation on that are all written, always, by it and those that follow. */
static int room_of(const struct space_plan *p, int i)
{
    const int from = (int)p->op[i].to;
    while (i < p->count && is_inside(&p->op[i]) && p->op[i].kind != SPACE_BAG)
        i++;
    return (i < p->count ? (int)p->op[i].to : p->inputs) - from;
}

static bool is_grid(const struct space_op *o)
{
    return o->kind == SPACE_PLANES && o->count <= SPACE_SHORT;
}

/* Of each input of short planes: which name is looked at, or which one it should be. */
static void numbers(const char *name, int i, const char *what, const struct space_op *o, bool is)
{
    printf("static const uint8_t %s_%d_%s[] = {", name, i, what);
    const int count = (o->count * o->planes + 31) / 32 * 32;
    for (int k = 0; k < count; k++)
        printf("%s%d", k ? "," : "", is ? k / o->count : k % o->count);
    printf("};\n");
}

static void constants(const char *name, const struct space_plan *p)
{
    for (int i = 0; i < p->count; i++) {
        const struct space_op *o = &p->op[i];
        printf("static const struct space_op %s_%d = {.kind = %d, .bytes = %d, .per = %d, "
               ".seats = %d, .hides = %d,\n    .turns = %d, .bias = %d, .from = %d, .count = %d, "
               ".planes = %d, .length = %d, .key = %d,\n    .size = %d, .width = %d, .to = %u};\n",
               name, i, o->kind, o->bytes, o->per, o->seats, o->hides, o->turns, o->bias, o->from,
               o->count, o->planes, o->length, o->key, o->size, o->width, o->to);
        if (is_grid(o)) {
            numbers(name, i, "at", o, false);
            numbers(name, i, "is", o, true);
        }
    }
}

/* The call that writes an operation of a struct. */
static void call(const char *name, int i, const struct space_op *o, const char *where, int room)
{
    if (is_grid(o))
        printf("grid(&%s_%d, e, %s, %d, %s_%d_at, %s_%d_is);\n", name, i, where, room, name, i,
               name, i);
    else
        printf("write_op(&%s_%d, e, %s, %d);\n", name, i, where, room);
}

/* An element of a list. */
static void element(const char *name, const struct space_plan *p)
{
    printf(
        "INLINE void %s_element(const struct space_row *e, const unsigned char *from, uint8_t *to, "
        "bool turned)\n{\n    (void)e;\n    (void)turned;\n",
        name);
    for (int i = 0; i < p->count; i++) {
        printf(p->op[i].turns ? "    " : "    if (!turned)\n        ");
        call(name, i, &p->op[i], "from, to", p->op[i].turns ? 0 : room_of(p, i));
    }
    printf("}\n\n");
}

/* The structs of the seats, from the one that looks on. */
static void seats(const char *name, const struct space_op *o)
{
    printf("    for (int k = 0; k < e->seats; k++) {\n"
           "        const unsigned char *from = e->view + %d + turn(e, k) * %d;\n"
           "        uint8_t *to = e->row + %u + k * %d;\n",
           o->from, o->size, o->to, o->width);
    for (int i = 0; i < o->sub->count; i++) {
        printf("        ");
        call(name, i, &o->sub->op[i], "from, to", room_of(o->sub, i));
    }
    printf("    }\n");
}

static void subs(const char *game, const struct space_plan *p)
{
    for (int i = 0; i < p->count; i++) {
        char name[64];
        if (is_inside(&p->op[i]))
            continue;
        snprintf(name, sizeof name, "%s_%d", game, i);
        constants(name, p->op[i].sub);
        if (p->op[i].kind == SPACE_LIST)
            element(name, p->op[i].sub);
    }
}

static void row(const struct sr_space *sp)
{
    const struct space_plan *p = &sp->plan;
    const char *game = sp->rules.game->id;
    constants(game, p);
    subs(game, p);
    printf("static void write_%s(const struct space_row *given)\n{\n"
           "    const struct space_row own = *given, *const e = &own;\n"
           "    e->row[0] = (uint8_t)e->seats;\n"
           "    copy_bytes(e->row + 1, e->view + %d, %d);\n"
           "    hot(splat(e->decision), %d, e->row + %d, %d);\n",
           game, (int)offsetof(struct sr_head, option), sp->options, sp->decisions, 1 + sp->options,
           sp->decisions + (p->count ? room_of(p, 0) : 0));
    for (int i = 0; i < p->count; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s_%d", game, i);
        if (p->op[i].kind == SPACE_LIST) {
            printf("    list(&%s, e, %s_element);\n", name, name);
        } else if (p->op[i].kind == SPACE_TURN) {
            seats(name, &p->op[i]);
        } else if (p->op[i].kind == SPACE_BAG) {
            printf("    bag_changed(&%s, e);\n", name);
        } else {
            printf("    ");
            call(game, i, &p->op[i], "e->view, e->row", room_of(p, i));
        }
    }
    printf("}\n\n");
}

/* A state is copied without the unused ends of long lists. */
static void copy(const struct sr_space *sp)
{
    const struct space_plan *p = &sp->plan;
    int at = 0;
    printf("static void copy_%s(unsigned char *to, const unsigned char *from)\n{\n",
           sp->rules.game->id);
    for (;;) {
        const struct space_op *next = NULL;
        for (int i = 0; i < p->count; i++)
            if (p->op[i].kind == SPACE_LIST && p->op[i].size * p->op[i].count >= LONG &&
                p->op[i].from >= at && (!next || p->op[i].from < next->from))
                next = &p->op[i];
        const int end = next ? next->from : sp->rules.game->state_size;
        if (end > at)
            printf("    copy_fast(to + %d, from + %d, %d);\n", at, at, end - at);
        if (!next)
            break;
        printf("    copy_fast(to + %d, from + %d, %d * sr_min(from[%d], %d));\n", next->from,
               next->from, next->size, next->length, next->count);
        at = end_of(next);
    }
    printf("}\n\n");
}

int main(void)
{
    for (int g = 0; g < sr_game_count(); g++) {
        struct sr_space sp = {.rules = sr_rules_default(sr_game_at(g))};
        if (!space_plan_init(&sp))
            return 1;
        row(&sp);
        copy(&sp);
        space_plan_free(&sp);
    }
    printf("static const struct space_writer writers[] = {\n");
    for (int g = 0; g < sr_game_count(); g++)
        printf("    {\"%s\", write_%s, copy_%s, number},\n", sr_game_at(g)->id, sr_game_at(g)->id,
               sr_game_at(g)->id);
    printf("};\n");
    return 0;
}
