/* trial_device.c: decisions of a trial's games made on a device. It plays whole games and hands
 * over records of them (record.h); their moves become the script by which the games are gone
 * through here, where all of it is measured. Whatever it does not know the bots decide, so that
 * nothing depends on it. */
#include <stdlib.h>

#include "lab/record.h"
#include "lab/trial_inside.h"

/* Games of a batch, at most; fewer where the device has no room for them. */
enum { BATCH = 1 << 14, BATCH_LEAST = 1 << 8 };

/* Records as they come: heads are looked at, the rest is passed over. */
struct reader {
    struct piece_script *script;
    unsigned char head[sizeof(struct lab_record)];
    size_t have, skip;
};

static void keep_choice(struct piece_script *s, const struct lab_record *r)
{
    if (s->count == s->room) {
        s->room = 2 * s->room + 1024;
        s->choice = mem_grow(s->choice, (size_t)s->room * sizeof *s->choice);
    }
    s->choice[s->count++] = (struct piece_choice){r->game, r->ply, r->move};
}

/* Whole records come, one or many at a time. */
static bool take_records(void *context, const void *data, size_t len)
{
    struct reader *reader = context;
    const unsigned char *bytes = data;
    while (len > 0) {
        struct lab_record r;
        if (reader->skip > 0) {
            const size_t n = reader->skip < len ? reader->skip : len;
            reader->skip -= n;
            bytes += n;
            len -= n;
            continue;
        }
        const size_t wanted = sizeof r - reader->have;
        const size_t n = wanted < len ? wanted : len;
        memcpy(reader->head + reader->have, bytes, n);
        reader->have += n;
        bytes += n;
        len -= n;
        if (reader->have < sizeof r)
            continue;
        memcpy(&r, reader->head, sizeof r);
        if (r.length < sizeof r)
            return false;
        reader->have = 0;
        reader->skip = r.length - sizeof r;
        if (r.choices > 0)
            keep_choice(reader->script, &r);
    }
    return true;
}

static int in_order(const void *a, const void *b)
{
    const struct piece_choice *x = a, *y = b;
    if (x->game != y->game)
        return x->game < y->game ? -1 : 1;
    return x->ply != y->ply ? (x->ply < y->ply ? -1 : 1) : 0;
}

static struct lab_setup setup_of(const struct trial *t, const struct arm *a)
{
    struct lab_setup s = {
        .rules = {t->game, a->is.set.edition}, .seats = a->is.seats, .seed = a->is.seed};
    memcpy(s.option, a->is.set.option, sizeof s.option);
    for (int i = 0; i < s.seats; i++)
        if (lab_bot_read(a->is.bot[i], &s.bot[i], NULL))
            s.bot[i] = *sr_bot_find("random");
    return s;
}

void trial_script_free(struct arm *a)
{
    if (a->script)
        mem_free(a->script->choice);
    mem_free(a->script);
    a->script = NULL;
}

/* The first piece that is missing, and behind the last one. */
static void missing(const struct arm *a, int64_t wanted, int64_t *first, int64_t *end)
{
    *first = 0;
    *end = wanted;
    while (*first < *end && a->piece[*first].row)
        ++*first;
    while (*end > *first && a->piece[*end - 1].row)
        --*end;
}

void trial_script_make(struct trial *t, struct arm *a, int64_t games)
{
    int64_t first, end;
    missing(a, (games + a->is.piece - 1) / a->is.piece, &first, &end);
    if (!t->device || t->ranks || t->trouble.text[0] || a->is.limit || a->script || first == end)
        return;
    const struct lab_setup setup = setup_of(t, a);
    a->script = mem_new(sizeof *a->script);
    struct reader reader = {.script = a->script};
    struct lab_records records = {.write = take_records, .context = &reader};
    int64_t room = BATCH, at = first * a->is.piece;
    const int64_t last = end * a->is.piece;
    enum sr_err err = SR_OK;
    while (!err && at < last) {
        struct lab_batch b = {.setup = &setup,
                              .first = at,
                              .games = (int)(last - at < room ? last - at : room),
                              .rotate = true,
                              .records = &records,
                              .heads = true};
        err = t->device->play(t->device->context, &b, &t->trouble);
        if (err == SR_SPACE && room > BATCH_LEAST) { /* smaller pieces; what came is played over */
            room /= 2;
            err = SR_OK;
            reader.have = reader.skip = 0;
            continue;
        }
        at += b.games;
    }
    if (!err)
        t->trouble.text[0] = '\0';
    if (a->script->count)
        qsort(a->script->choice, (size_t)a->script->count, sizeof *a->script->choice, in_order);
}
