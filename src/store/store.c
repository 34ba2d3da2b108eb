/* store.c: jobs, and the databases they go to (store.h). */
#include "store/store.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

#include "core/alloc.h"
#include "store/bank.h"
#include "store/entry.h"
#include "store/parcel.h"

struct store {
    struct bank *bank[STORE_BANKS_MAX];
    int banks;
    int waiting;      /* loop thread only */
    unsigned opened;  /* tables, to give each database its share */
    bool shut[STORE_BANKS_MAX]; /* gets no new tables for the time being */
    char group[ENTRY_ID_MAX * 2]; /* of these databases */
    struct parcels *parcels;
};

/* ---- jobs ----------------------------------------------------------------------------------- */

struct store_job *store_job_new(store_done *done, void *context)
{
    struct store_job *job = (struct store_job *)sr_alloc(sizeof *job);
    if (job) {
        job->done = done;
        job->context = context;
    }
    return job;
}

static bool is_read(enum store_stmt stmt) { return strncmp(store__sql[stmt], "SELECT", 6) == 0; }

static struct store_step *add_step(struct store_job *job)
{
    if (job->steps == job->max) {
        const int max = job->max ? 2 * job->max : 4;
        struct store_step *step =
            job->max >= STORE_STEPS_MAX
                ? NULL
                : (struct store_step *)sr_realloc(job->step, (size_t)max * sizeof *step);
        if (!step)
            return NULL;
        job->step = step;
        job->max = max;
    }
    struct store_step *step = &job->step[job->steps++];
    memset(step, 0, sizeof *step);
    return step;
}

/* Texts of a job: a few blocks instead of one for each. */
enum { TEXTS_FIRST = 1500 };
struct store_texts {
    struct store_texts *next;
    size_t len, max;
    char text[];
};

const char *store__text(struct store_job *job, const char *s)
{
    const size_t n = strlen(s) + 1;
    struct store_texts *t = job->texts;
    if (!t || n > t->max - t->len) {
        const size_t max = n > TEXTS_FIRST ? n : TEXTS_FIRST;
        t = (struct store_texts *)sr_alloc(sizeof *t + max);
        if (!t)
            return NULL;
        t->max = max;
        t->next = job->texts;
        job->texts = t;
    }
    char *at = t->text + t->len;
    memcpy(at, s, n);
    t->len += n;
    return at;
}

struct store_step *store__step(struct store_job *job, enum store_stmt stmt)
{
    struct store_step *step = add_step(job);
    job->short_of_memory |= !step;
    if (!step)
        return NULL;
    step->stmt = stmt;
    job->writes |= !is_read(stmt);
    return step;
}

void store_add(struct store_job *job, enum store_stmt stmt, const char *types, ...)
{
    if (!job)
        return;
    struct store_step *step = store__step(job, stmt);
    if (!step)
        return;
    va_list args;
    va_start(args, types);
    for (const char *t = types; *t && step->params < DB_PARAMS_MAX; t++) {
        struct db_param *p = &step->param[step->params++];
        if (*t == 's') {
            p->text = store__text(job, va_arg(args, const char *));
            job->short_of_memory |= !p->text;
        } else if (*t == 'i') {
            p->num = va_arg(args, int64_t);
        } else {
            p->is_null = true;
        }
    }
    va_end(args);
}

const struct db_rows *store_rows(const struct store_job *job, int step)
{
    static const struct db_rows none = {0};
    return step < job->steps ? &job->step[step].rows : &none;
}

void store_job_free(struct store_job *job)
{
    if (!job)
        return;
    for (int i = 0; i < job->steps; i++)
        db_rows_free(&job->step[i].rows);
    while (job->texts) {
        struct store_texts *next = job->texts->next;
        sr_free(job->texts);
        job->texts = next;
    }
    sr_free(job->step);
    sr_free(job);
}

/* ---- which database ------------------------------------------------------------------------- */

int store_home(const struct store *s, const char *table)
{
    if (table[0] != STORE_SHARD)
        return 0;
    int k = 1;
    while (k < s->banks && s->bank[k]->name != table[1])
        k++;
    return k < s->banks ? k : -1;
}

int store_banks(const struct store *s) { return s->banks; }

char store_bank_name(const struct store *s, int bank) { return s->bank[bank]->name; }

static bool bank_healthy(struct bank *b)
{
    pthread_mutex_lock(&b->lock);
    const bool healthy = b->stats.healthy;
    pthread_mutex_unlock(&b->lock);
    return healthy;
}

void store_place(struct store *s, char *id)
{
    for (int i = 1; i < s->banks; i++) {
        const unsigned k = 1 + s->opened++ % (unsigned)(s->banks - 1);
        if (s->shut[k] || !bank_healthy(s->bank[k]))
            continue;
        id[0] = STORE_SHARD;
        id[1] = s->bank[k]->name;
        return;
    }
}

void store_shut(struct store *s, int bank, bool shut) { s->shut[bank] = shut; }

void store_at(struct store_job *job, const char *table)
{
    if (job)
        snprintf(job->table, sizeof job->table, "%s", table);
}

/* ---- the loop's side ------------------------------------------------------------------------ */

void store_send(struct store *s, struct store_job *job)
{
    if (job->table[0])
        job->bank = store_home(s, job->table);
    s->waiting++;
    if (job->bank >= 0 && job->bank < s->banks) {
        job_append(&s->bank[job->bank]->sent, job);
        return;
    }
    job->err = sr_fail(&job->diag, SR_IO, "no shard %.1s is known here", job->table + 1);
    bank_done(s->bank[0], job);
    if (s->bank[0]->wake)
        s->bank[0]->wake(s->bank[0]->context);
}

void store_flush(struct store *s)
{
    for (int i = 0; i < s->banks; i++)
        bank_flush(s->bank[i]);
}

void store__finish(struct store *s, struct store_job *job)
{
    s->waiting--;
    if (job->done)
        job->done(job, job->context);
    store_job_free(job);
}

int store_collect(struct store *s)
{
    int n = 0;
    for (int i = 0; i < s->banks; i++) {
        struct store_job *job = bank_collect(s->bank[i]);
        while (job) {
            struct store_job *next = job->next;
            struct store_job *waits = job->with_parcels ? job : NULL;
            const bool carried =
                !job->err && job->parcels > 0 && parcels_carry(s, s->parcels, job->table, waits);
            if (!carried || !waits)
                store__finish(s, job);
            n++;
            job = next;
        }
    }
    return n;
}

void store_sweep(struct store *s) { parcels_sweep(s, s->parcels); }

int store_waiting(const struct store *s) { return s->waiting; }

void store_stats_get(struct store *s, int bank, struct store_stats *out)
{
    struct bank *b = s->bank[bank];
    pthread_mutex_lock(&b->lock);
    *out = b->stats;
    pthread_mutex_unlock(&b->lock);
}

/* ---- life ----------------------------------------------------------------------------------- */

void store_close(struct store *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->banks; i++)
        bank_stop(s->bank[i]);
    store_collect(s);
    parcels_free(s->parcels);
    for (int i = 0; i < s->banks; i++)
        bank_free(s->bank[i]);
    sr_free(s);
}

/* Runs a job before anything is sent; false with diag. */
static bool run_now(struct store *s, struct store_job *job, struct sr_diag *diag)
{
    const enum sr_err err = job ? bank_now(s->bank[0], job) : SR_SPACE;
    if (err && job)
        *diag = job->diag;
    else if (err)
        (void)sr_fail(diag, SR_SPACE, "no memory for the store");
    return !err;
}

/* The name that stands for all these databases; the first to come makes it. */
static bool find_group(struct store *s, struct sr_diag *diag)
{
    struct store_job *job = store_job_new(NULL, NULL);
    char group[32];
    uint64_t fresh = 0;
    if (getrandom(&fresh, sizeof fresh, 0) != sizeof fresh)
        fresh = (uintptr_t)job; /* it only has to differ from those of other groups */
    snprintf(group, sizeof group, "%llx", (unsigned long long)fresh);
    store_add(job, ST_META_ADD, "ss", "group", group);
    store_add(job, ST_META_GET, "s", "group");
    const bool ok = run_now(s, job, diag);
    if (ok)
        snprintf(s->group, sizeof s->group, "%s", db_text(store_rows(job, 1), 0, 0));
    store_job_free(job);
    return ok;
}

static bool in_list(char name, const struct store_shard *shard, int shards)
{
    for (int i = 0; i < shards; i++)
        if (shard[i].name == name)
            return true;
    return false;
}

static const char shard_prefix[] = "shard:"; /* names in the first's meta */

static bool is_known(const struct db_rows *known, char name)
{
    for (int r = 0; r < known->count; r++)
        if (db_text(known, r, 0)[sizeof shard_prefix - 1] == name)
            return true;
    return false;
}

static bool open_shard(struct store *s, const struct store_shard *shard, bool known,
                       void (*wake)(void *), void *context, struct sr_diag *diag)
{
    char mark[64], name[sizeof shard_prefix + 1];
    snprintf(mark, sizeof mark, "%c %s", shard->name, s->group);
    snprintf(name, sizeof name, "%s%c", shard_prefix, shard->name);
    struct bank *b = bank_new(shard->where, shard->name, mark, wake, context, diag);
    if (!b)
        return false;
    s->bank[s->banks++] = b;
    if (known)
        return true;
    if (!bank_healthy(b))
        return false; /* what was never reached may be anything */
    struct store_job *job = store_job_new(NULL, NULL);
    store_add(job, ST_META_ADD, "ss", name, "");
    const bool ok = run_now(s, job, diag);
    store_job_free(job);
    return ok;
}

/* All that the first knows of must be named: tables of a database that is left out would be
 * nowhere. */
static bool open_shards(struct store *s, const struct store_shard *shard, int shards,
                        void (*wake)(void *), void *context, struct sr_diag *diag)
{
    struct store_job *job = store_job_new(NULL, NULL);
    store_add(job, ST_META_SHARDS, "");
    bool ok = run_now(s, job, diag);
    const struct db_rows *known = ok ? store_rows(job, 0) : NULL;
    for (int r = 0; ok && r < known->count; r++) {
        const char name[] = {db_text(known, r, 0)[sizeof shard_prefix - 1], '\0'};
        ok = in_list(name[0], shard, shards);
        if (!ok)
            (void)sr_fail(diag, SR_DIFFERS,
                          "tables of this database are in shard %s too: name it (--shard"
                          " %s=postgres://...)",
                          name, name);
    }
    ok = ok && (!shards || find_group(s, diag));
    for (int i = 0; ok && i < shards; i++)
        ok = open_shard(s, &shard[i], is_known(known, shard[i].name), wake, context, diag);
    store_job_free(job);
    return ok;
}

struct store *store_open_all(const char *where, const struct store_shard *shard, int shards,
                             void (*wake)(void *), void *context, struct sr_diag *diag)
{
    struct store *s = (struct store *)sr_alloc(sizeof *s);
    if (s)
        s->parcels = parcels_new();
    if (!s || !s->parcels) {
        sr_free(s);
        (void)sr_fail(diag, SR_SPACE, "no memory for the store");
        return NULL;
    }
    s->bank[0] = bank_new(where, '\0', "", wake, context, diag);
    s->banks = s->bank[0] ? 1 : 0;
    if (s->bank[0] && open_shards(s, shard, shards, wake, context, diag))
        return s;
    store_close(s);
    return NULL;
}

struct store *store_open(const char *where, void (*wake)(void *), void *context,
                         struct sr_diag *diag)
{
    return store_open_all(where, NULL, 0, wake, context, diag);
}
