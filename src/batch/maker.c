/* maker.c: a program of the build. From the plans of all games it writes C: for each game a
 * function that brings a row up to date, operation by operation, with all that is known of them
 * as constants. write.c includes it. */
#include <stdio.h>

#include "batch/space.h"

enum { SPAN = 32, GROUP = 3, LONG = 256, ROOM = 512 };

/* Bytes that an operation reads. */
static int end_of(const struct space_op *op)
{
    return op->from + (op->kind == SPACE_LIST ? op->size : op->bytes) * op->count;
}

static void constants(const char *game, const struct space_plan *p)
{
    for (int i = 0; i < p->count; i++) {
        const struct space_op *o = &p->op[i];
        printf("static const struct space_op %s_%d = {.kind = %d, .bytes = %d, .per = %d, "
               ".seats = %d, .hides = %d,\n    .turns = %d, .bias = %d, .from = %d, .count = %d, "
               ".planes = %d, .length = %d, .key = %d,\n    .size = %d, .seat = %d, .width = %d, "
               ".to = %u};\n",
               game, i, o->kind, o->bytes, o->per, o->seats, o->hides, o->turns, o->bias, o->from,
               o->count, o->planes, o->length, o->key, o->size, o->seat, o->width, o->to);
    }
}

/* The operations in the order of what they read. */
static int by_source(const struct space_plan *p, int order[ROOM])
{
    int n = 0;
    for (int i = 0; i < p->count && n < ROOM; i++) {
        int k = n++;
        for (; k > 0 && p->op[order[k - 1]].from > p->op[i].from; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    return n;
}

/* How many operations from `first` on read bytes that are compared at once. */
static int group(const struct space_plan *p, const int *order, int left, int *from, int *to)
{
    int n = 0;
    const struct space_op *first = &p->op[order[0]];
    *from = first->from;
    *to = end_of(first);
    for (; n < left; n++) {
        const struct space_op *o = &p->op[order[n]];
        const int high = sr_max(*to, end_of(o));
        if (o->kind == SPACE_TURN || o->kind == SPACE_LIST || o->length >= 0 ||
            o->seat != first->seat || high - *from > SPAN)
            break;
        *to = high;
    }
    return n;
}

static void turns(const char *game, const struct space_plan *p)
{
    printf("    if (e->by) {\n");
    for (int i = 0; i < p->count; i++)
        if (p->op[i].turns && p->op[i].kind == SPACE_LIST)
            printf("        list_turned(&op[%d], e, e->row + op[%d].to);\n", i, i);
        else if (p->op[i].turns)
            printf("        rotate(e, e->row + %s_%d.to, %s_%d.width);\n", game, i, game, i);
    printf("    }\n");
}

static void one(const char *game, const struct space_op *o, int i, bool sure)
{
    if (o->kind == SPACE_LIST)
        printf("    list_changed(&op[%d], e, e->row + op[%d].to);\n", i, i);
    else if (o->kind != SPACE_TURN)
        printf("%schange(&%s_%d, e, %d);\n", sure ? "        " : "    ", game, i, sure);
}

static void changes(const char *game, const struct space_plan *p)
{
    int order[ROOM], seat = 0;
    const int count = by_source(p, order);
    for (int i = 0; i < count;) {
        const struct space_op *o = &p->op[order[i]];
        int from, to, n = group(p, order + i, count - i, &from, &to);
        if (seat && !o->seat)
            printf("seats_end:;\n");
        if (o->seat && seat != o->seat)
            printf("    if (e->seats < %d)\n        goto seats_end;\n", o->seat);
        seat = o->seat;
        const bool many = n >= GROUP;
        if (many)
            printf("    if (!same(e->view + %d, e->old + %d, %d)) {\n", from, from, to - from);
        n = many ? n : 1;
        for (int k = 0; k < n; k++)
            one(game, &p->op[order[i + k]], order[i + k], many);
        if (many)
            printf("    }\n");
        i += n;
    }
    if (seat)
        printf("seats_end:;\n");
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
        const char *game = sp.rules.game->id;
        if (!space_plan_init(&sp))
            return 1;
        constants(game, &sp.plan);
        printf("static void change_%s(const struct space_op *op, const struct eye *e, int decision)"
               "\n{\n    (void)op;\n",
               game);
        printf("    write_decision(decision, %d, e->row + %d);\n", sp.decisions, 1 + sp.options);
        turns(game, &sp.plan);
        changes(game, &sp.plan);
        printf("}\n\n");
        copy(&sp);
        space_plan_free(&sp);
    }
    printf("static const struct {\n    const char *game;\n"
           "    void (*change)(const struct space_op *op, const struct eye *e, int decision);\n"
           "    void (*copy)(unsigned char *to, const unsigned char *from);\n} made[] = {\n");
    for (int g = 0; g < sr_game_count(); g++)
        printf("    {\"%s\", change_%s, copy_%s},\n", sr_game_at(g)->id, sr_game_at(g)->id,
               sr_game_at(g)->id);
    printf("};\n");
    return 0;
}
