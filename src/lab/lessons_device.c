/* lessons_device.c: games that a device has played, gone through here. It hands over records
 * (record.h): the state before every decision and what its player found. Inputs and targets are
 * made of them on threads, while the device plays the next games. */
#include "core/format.h"
#include "lab/lessons_inside.h"

struct piece { /* of records, as they came */
    unsigned char *data;
    size_t len;
};

struct class { /* the games of a table */
    struct school *school;
    struct lessons_table table;
    int64_t number; /* of its first game */
    int threads;
    struct heap pieces;           /* struct piece */
    const unsigned char **record; /* in the order of games, and of a game's decisions */
    uint32_t *from;               /* of each game, and where the last one ends */
    unsigned char *states;        /* at the end */
    pthread_t worker;
    bool begun;
};

static bool take_records(void *context, const void *data, size_t len)
{
    struct class *c = context;
    struct piece *p = lessons_add(&c->pieces, sizeof *p);
    *p = (struct piece){mem_grow(NULL, len), len};
    memcpy(p->data, data, len);
    return true;
}

/* Calls `each` for all records, in the order they came in. */
static void for_records(struct class *c,
                        void (*each)(struct class *c, const struct lab_record *head,
                                     const unsigned char *data))
{
    const struct piece *p = (const struct piece *)c->pieces.data;
    for (size_t n = c->pieces.used / sizeof *p; n > 0; n--, p++) {
        struct lab_record head;
        for (size_t i = 0; i < p->len; i += head.length) {
            memcpy(&head, p->data + i, sizeof head);
            each(c, &head, p->data + i);
        }
    }
}

static void count_record(struct class *c, const struct lab_record *head, const unsigned char *data)
{
    (void)data;
    c->from[head->game + 1]++;
}

static void place_record(struct class *c, const struct lab_record *head, const unsigned char *data)
{
    c->record[c->from[head->game]++] = data;
}

/* A device plays a decision of every game after the other: those of a game come in their order. */
static void sort_records(struct class *c)
{
    const int games = c->table.games;
    c->from = mem_new((size_t)(games + 1) * sizeof *c->from);
    for_records(c, count_record);
    for (int i = 0; i < games; i++)
        c->from[i + 1] += c->from[i];
    c->record = mem_grow(NULL, ((size_t)c->from[games] + 1) * sizeof *c->record);
    for_records(c, place_record); /* moves every start to the next one */
    memmove(c->from + 1, c->from, (size_t)games * sizeof *c->from);
    c->from[0] = 0;
}

/* What a record of this game teaches. */
static enum lesson_kind kind_of(const struct class *c, int64_t number,
                                const struct lab_record *head)
{
    const struct lab_setup *s = &c->table.setup;
    const struct sr_bot *bot = &s->bot[(head->seat + number) % s->seats];
    if (bot->skill.visits == SR_SCRIPTED)
        return LESSON_SCRIPT;
    return head->lines ? LESSON_LOOK : LESSON_NONE;
}

static void note_record(struct class *c, struct pupil *p, const struct ai_eval *e, int64_t number,
                        const unsigned char *data)
{
    const struct sr_rules *r = &c->table.setup.rules;
    const int size = r->game->state_size;
    struct lab_record head;
    struct lab_value value;
    struct ai_values v;
    uint16_t share[SR_MOVES_MAX];
    memcpy(&head, data, sizeof head);
    memcpy(p->state.bytes, data + sizeof head, (size_t)size);
    v.lines = head.lines;
    for (int i = 0; i < head.lines; i++) {
        memcpy(&value, data + lab_values_at(size) + (size_t)i * sizeof value, sizeof value);
        v.win[i] = value.win;
        v.margin[i] = value.margin;
    }
    struct lessons_decision d = {.game = c->number + number,
                                 .count = sr_legal(r, &p->state, p->legal),
                                 .kind = kind_of(c, number, &head),
                                 .share = share,
                                 .v = head.lines ? &v : NULL};
    SR_ASSERT(d.count == head.choices);
    memcpy(share, data + lab_shares_at(size, head.lines), (size_t)d.count * sizeof share[0]);
    lessons_note(p, e, r, &d);
}

static void go_through(void *context, int worker, int64_t index)
{
    struct class *c = context;
    struct pupil *p = &c->school->pupil[worker];
    const struct sr_game *g = c->table.setup.rules.game;
    const struct ai_eval e = ai_eval_for(&c->table.setup.rules, true);
    lessons_begin(p);
    for (uint32_t i = c->from[index]; i < c->from[index + 1]; i++)
        note_record(c, p, &e, index, c->record[i]);
    memcpy(p->state.bytes, c->states + (size_t)index * lab_pitch(g), g->state_size);
    lessons_end(c->school, p, &e, &c->table);
}

static void *learn_from(void *context)
{
    struct class *c = context;
    struct lab_jobs jobs = {.count = c->table.games, .work = go_through, .context = c};
    sort_records(c);
    if (lab_run(&jobs, c->threads))
        c->school->sum.failed = true;
    return NULL;
}

/* Waits for the lessons of a class, and lets go of what it held. */
static void dismiss(struct class *c)
{
    struct piece *p = (struct piece *)c->pieces.data;
    if (c->begun)
        pthread_join(c->worker, NULL);
    for (size_t n = c->pieces.used / sizeof *p; n > 0; n--, p++)
        mem_free(p->data);
    mem_free(c->pieces.data);
    mem_free(c->record);
    mem_free(c->from);
    mem_free(c->states);
    memset(c, 0, sizeof *c);
}

/* Plays a table; its lessons are made while the next is played. */
static enum sr_err play_class(struct class *c, struct sr_diag *diag)
{
    const struct lab_device *device = c->school->setup->device;
    const struct lab_setup *setup = &c->table.setup;
    struct lab_records records = {.write = take_records, .context = c};
    c->states = mem_grow(NULL, (size_t)c->table.games * lab_pitch(setup->rules.game));
    struct lab_batch b = {.setup = setup,
                          .games = c->table.games,
                          .rotate = true,
                          .states = c->states,
                          .records = &records,
                          .study = &c->school->study};
    return device->play(device->context, &b, diag);
}

int64_t lessons_on_device(struct school *sc, int threads, struct sr_diag *diag)
{
    const struct lessons_setup *s = sc->setup;
    struct class *class = mem_new(2 * sizeof *class), *now = &class[0], *before = &class[1];
    const int64_t tables = (s->games + s->batch - 1) / s->batch;
    int64_t done = 0;
    enum sr_err err = SR_OK;
    for (; !err && done < tables && !school_is_out(sc); done += !err) {
        *now = (struct class){.school = sc, .number = done * s->batch, .threads = threads};
        lessons_table(s, done, &now->table);
        /* What is beyond the network is not played there. */
        if (!ai_eval_for(&now->table.setup.rules, true).net)
            memcpy(now->table.edition, s->rules.edition, s->rules.game->edition_size);
        err = play_class(now, diag);
        dismiss(before);
        if (!err) {
            now->begun = !pthread_create(&now->worker, NULL, learn_from, now);
            if (!now->begun)
                learn_from(now);
            struct class *const other = before;
            before = now;
            now = other;
        }
    }
    dismiss(now);
    dismiss(before);
    mem_free(class);
    return done;
}
