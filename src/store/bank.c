/* bank.c: one database, its thread, and committing jobs together (bank.h). */
#include "store/bank.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/alloc.h"

enum { RETRY_MICROS = 1000000 };

/* ---- lists ---------------------------------------------------------------------------------- */

void job_append(struct job_list *l, struct store_job *job)
{
    job->next = NULL;
    if (l->last)
        l->last->next = job;
    else
        l->first = job;
    l->last = job;
}

struct store_job *job_take_all(struct job_list *l)
{
    struct store_job *first = l->first;
    l->first = l->last = NULL;
    return first;
}

static void splice(struct job_list *to, struct job_list *from)
{
    if (!from->first)
        return;
    if (to->last)
        to->last->next = from->first;
    else
        to->first = from->first;
    to->last = from->last;
    from->first = from->last = NULL;
}

static uint64_t micros(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * 1000000u + (uint64_t)ts.tv_nsec / 1000u;
}

/* ---- opening -------------------------------------------------------------------------------- */

static const char mark_name[] = "shard";

static enum sr_err ask(struct bank *b, enum store_stmt stmt, const char *one, const char *two,
                       struct db_rows *rows, struct sr_diag *diag)
{
    const struct db_param param[] = {{.text = one, .num = 1}, {.text = two}};
    return b->driver->run(b->db, (int)stmt, b->sql[stmt], param, two ? 2 : 1, rows, NULL, diag);
}

/* Whether it is the database it was named as. An empty one becomes it. */
static enum sr_err check_mark(struct bank *b, struct sr_diag *diag)
{
    struct db_rows is = {0}, any = {0};
    enum sr_err err = ask(b, ST_META_GET, mark_name, NULL, &is, diag);
    const char *mark = db_text(&is, 0, 0);
    if (!err && !b->name && mark[0])
        err = sr_fail(diag, SR_DIFFERS,
                      "this database keeps tables for another: it is its shard %.1s", mark);
    if (!err && b->name && !mark[0]) {
        err = ask(b, ST_TABLE_LIST, NULL, NULL, &any, diag);
        if (!err && any.count > 0)
            err = sr_fail(diag, SR_DIFFERS, "shard %.1s: this database has tables of its own",
                          b->mark);
        if (!err)
            err = ask(b, ST_META_ADD, mark_name, b->mark, NULL, diag);
    } else if (!err && b->name && strcmp(mark, b->mark) != 0) {
        err = sr_fail(diag, SR_DIFFERS, "shard %.1s: this database is shard %.1s of %s", b->mark,
                      mark, strcmp(mark + 1, b->mark + 1) == 0 ? "these" : "others");
    }
    db_rows_free(&is);
    db_rows_free(&any);
    return err;
}

static enum sr_err open_now(struct bank *b, struct sr_diag *diag)
{
    b->tried_at = micros();
    b->db = b->driver->open(b->where, diag);
    /* Two processes may create the tables of a new database at once: the loser tries again. */
    enum sr_err err = SR_IO;
    for (int i = 0; i < 3 && err == SR_IO && b->db; i++)
        err = store__migrate(b->driver, b->db, diag);
    if (!err)
        err = check_mark(b, diag);
    if (!err || !b->db)
        return err;
    b->driver->close(b->db);
    b->db = NULL;
    return err;
}

/* A connection that works; a database that could not be reached is tried once a second. */
static enum sr_err ready(struct bank *b, struct sr_diag *diag)
{
    if (b->db)
        return b->driver->revive(b->db, diag);
    if (micros() - b->tried_at < RETRY_MICROS)
        return sr_fail(diag, SR_IO, "shard %.1s cannot be reached", b->mark);
    return open_now(b, diag);
}

/* ---- running -------------------------------------------------------------------------------- */

/* Slots of the statements around every transaction, behind those of enum store_stmt. */
enum { SLOT_BEGIN = ST_COUNT, SLOT_COMMIT, SLOT_ROLLBACK, SLOT_END };
_Static_assert((int)SLOT_END <= (int)DB_SLOTS, "the drivers keep fewer statements prepared");

static enum sr_err plain(struct bank *b, int slot, const char *sql, struct sr_diag *diag)
{
    return b->driver->run(b->db, slot, sql, NULL, 0, NULL, NULL, diag);
}

/* Fences: a process that lost a table cannot write to it any more; a match is rated once, and a
 * rating changed only from what it was; a code opens once, and a report is decided once;
 * a passkey's challenge is answered once, and a digest sent by one. */
static bool must_hit(enum store_stmt stmt)
{
    return stmt == ST_TABLE_SAVE || stmt == ST_TABLE_STEP || stmt == ST_RATING_DUE_TAKE ||
           stmt == ST_RATING_SAVE || stmt == ST_CODE_TAKE || stmt == ST_REPORT_CLOSE ||
           stmt == ST_CUP_ROUND || stmt == ST_CUP_OVER || stmt == ST_PASSKEY_USED ||
           stmt == ST_CHALLENGE_USE || stmt == ST_MAIL_SENT || stmt == ST_ACCOUNT_RENAME ||
           stmt == ST_SEASON_NEXT || stmt == ST_LEAGUE_NEXT || stmt == ST_LEAGUE_CLOSE ||
           stmt == ST_LEAGUE_TAKE_OUT || stmt == ST_ANALYSIS_END || stmt == ST_LEAGUE_END ||
           stmt == ST_RECEIVED_MARK;
}

/* In a job about a table of another database than the first, what belongs in the first is written
 * down here, in the same transaction, and carried there afterwards (parcel.c). */
static enum sr_err add_parcel(struct bank *b, struct store_job *job, const struct store_step *step)
{
    size_t room = 256;
    for (int i = 0; i < step->params; i++)
        room += step->param[i].text ? 6 * strlen(step->param[i].text) + 8 : 24;
    char *memory = (char *)sr_alloc(room);
    struct sr_buf body;
    if (!memory)
        return sr_fail(&job->diag, SR_SPACE, "no memory for a store job");
    sr_buf_init(&body, memory, room);
    sr_json_open(&body, '[');
    for (int i = 0; i < step->params; i++) {
        if (step->param[i].text)
            sr_json_str(&body, step->param[i].text);
        else if (step->param[i].is_null)
            sr_json_null(&body);
        else
            sr_json_int(&body, step->param[i].num);
    }
    sr_json_close(&body, ']');
    const struct db_param param[] = {
        {.text = job->table}, {.text = store__parcel[step->stmt]}, {.text = memory}};
    const enum sr_err err = b->driver->run(b->db, (int)ST_PARCEL_ADD, b->sql[ST_PARCEL_ADD], param,
                                           3, NULL, NULL, &job->diag);
    sr_free(memory);
    job->parcels++;
    return err;
}

static enum sr_err run_step(struct bank *b, struct store_job *job, struct store_step *step)
{
    const bool here = !b->name || store__at_table[step->stmt];
    const bool there = b->name && store__parcel[step->stmt];
    db_rows_free(&step->rows);
    if (!here && !there)
        return sr_fail(&job->diag, SR_BROKEN, "a statement of the first database was sent to %.1s",
                       b->mark);
    enum sr_err err = SR_OK;
    if (here)
        err = b->driver->run(b->db, (int)step->stmt, b->sql[step->stmt], step->param, step->params,
                             &step->rows, &step->changed, &job->diag);
    if (!err && there)
        err = add_parcel(b, job, step);
    if (!err && here && must_hit(step->stmt) && step->changed != 1)
        err = sr_fail(&job->diag, SR_DIFFERS, "another process has changed it");
    return err;
}

static enum sr_err run_job(struct bank *b, struct store_job *job)
{
    if (job->short_of_memory)
        return sr_fail(&job->diag, SR_SPACE, "no memory for a store job");
    job->parcels = 0;
    for (int i = 0; i < job->steps; i++) {
        const enum sr_err err = run_step(b, job, &job->step[i]);
        if (err)
            return err;
    }
    return SR_OK;
}

/* All jobs up to `end` in one transaction; job->err is set only when all went well. */
static enum sr_err together(struct bank *b, struct store_job *first, struct store_job *end,
                            bool writes)
{
    struct sr_diag diag = {""};
    enum sr_err err = writes ? plain(b, SLOT_BEGIN, b->driver->begin, &diag) : SR_OK;
    if (err) {
        first->diag = diag;
        return err;
    }
    for (struct store_job *j = first; j != end && !err; j = j->next)
        err = run_job(b, j);
    if (!writes)
        return err;
    if (!err) {
        err = plain(b, SLOT_COMMIT, "COMMIT", &diag);
        if (!err)
            return SR_OK;
        first->diag = diag;
    }
    (void)plain(b, SLOT_ROLLBACK, "ROLLBACK", &diag);
    return err;
}

static void run_batch(struct bank *b, struct store_job *first)
{
    const uint64_t begun = micros();
    uint64_t jobs = 0, failures = 0;
    bool writes = false;
    if (!first)
        return;
    for (struct store_job *j = first; j; j = j->next) {
        writes |= j->writes;
        jobs++;
    }
    struct sr_diag diag = {""};
    enum sr_err err = ready(b, &diag);
    const bool lost = err != SR_OK;
    if (!err)
        err = together(b, first, NULL, writes);
    bool healthy = !err;
    if (err && !lost && first->next)
        healthy = true; /* until one fails alone */
    for (struct store_job *j = first; j && err; j = j->next) {
        if (lost) {
            j->err = err;
            j->diag = diag;
        } else if (first->next) {
            j->err = together(b, j, j->next, j->writes);
        } else {
            j->err = err;
        }
        failures += j->err != SR_OK;
        healthy &= j->err != SR_IO;
    }
    if (err && !lost && !first->next)
        healthy = err != SR_IO;
    for (struct store_job *j = first; j && !lost; j = j->next)
        if (j->scrub && !j->err)
            b->driver->scrub(b->db);
    pthread_mutex_lock(&b->lock);
    b->stats.commits += writes;
    b->stats.jobs += jobs;
    b->stats.failures += failures;
    b->stats.micros += micros() - begun;
    b->stats.healthy = healthy;
    pthread_mutex_unlock(&b->lock);
}

void bank_done(struct bank *b, struct store_job *first)
{
    struct job_list l = {first, first};
    while (l.last->next)
        l.last = l.last->next;
    pthread_mutex_lock(&b->lock);
    splice(&b->done, &l);
    pthread_mutex_unlock(&b->lock);
}

static void *thread_main(void *arg)
{
    struct bank *b = (struct bank *)arg;
    pthread_mutex_lock(&b->lock);
    for (;;) {
        while (!b->todo.first && !b->stop)
            pthread_cond_wait(&b->work, &b->lock);
        struct store_job *batch = job_take_all(&b->todo);
        if (!batch)
            break;
        pthread_mutex_unlock(&b->lock);
        run_batch(b, batch);
        bank_done(b, batch);
        b->wake(b->context);
        pthread_mutex_lock(&b->lock);
    }
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

enum sr_err bank_now(struct bank *b, struct store_job *job)
{
    run_batch(b, job);
    return job->err;
}

/* ---- the loop's side, and life --------------------------------------------------------------- */

void bank_flush(struct bank *b)
{
    if (!b->sent.first)
        return;
    if (!b->threaded) {
        struct store_job *batch = job_take_all(&b->sent);
        run_batch(b, batch);
        bank_done(b, batch);
        return;
    }
    pthread_mutex_lock(&b->lock);
    splice(&b->todo, &b->sent);
    pthread_mutex_unlock(&b->lock);
    pthread_cond_signal(&b->work); /* who wakes finds the lock free, and need not sleep again */
}

struct store_job *bank_collect(struct bank *b)
{
    pthread_mutex_lock(&b->lock);
    struct store_job *first = job_take_all(&b->done);
    pthread_mutex_unlock(&b->lock);
    return first;
}

static bool translate_all(struct bank *b)
{
    for (int i = 0; i < ST_COUNT; i++) {
        char text[2048];
        if (!b->driver->translate(store__sql[i], text, sizeof text))
            return false;
        const size_t n = strlen(text) + 1;
        b->sql[i] = (char *)sr_alloc(n);
        if (!b->sql[i])
            return false;
        memcpy(b->sql[i], text, n);
    }
    return true;
}

void bank_stop(struct bank *b)
{
    if (!b->threaded)
        return;
    bank_flush(b);
    pthread_mutex_lock(&b->lock);
    b->stop = true;
    pthread_cond_signal(&b->work);
    pthread_mutex_unlock(&b->lock);
    pthread_join(b->thread, NULL);
    b->threaded = false;
}

static void free_all(struct job_list *l)
{
    for (struct store_job *j = job_take_all(l), *next; j; j = next) {
        next = j->next;
        store_job_free(j);
    }
}

void bank_free(struct bank *b)
{
    if (!b)
        return;
    bank_stop(b);
    if (b->db)
        b->driver->close(b->db);
    free_all(&b->sent);
    free_all(&b->todo);
    free_all(&b->done);
    for (int i = 0; i < ST_COUNT; i++)
        sr_free(b->sql[i]);
    sr_free(b->where);
    pthread_mutex_destroy(&b->lock);
    pthread_cond_destroy(&b->work);
    sr_free(b);
}

struct bank *bank_new(const char *where, char name, const char *mark, void (*wake)(void *),
                      void *context, struct sr_diag *diag)
{
    struct bank *b = (struct bank *)sr_alloc(sizeof *b);
    char *copy = (char *)sr_alloc(strlen(where) + 1);
    if (!b || !copy) {
        sr_free(b);
        sr_free(copy);
        (void)sr_fail(diag, SR_SPACE, "no memory for the store");
        return NULL;
    }
    b->where = (char *)memcpy(copy, where, strlen(where) + 1);
    b->driver = strncmp(where, "postgres", 8) == 0 ? &db_postgres : &db_sqlite;
    b->name = name;
    snprintf(b->mark, sizeof b->mark, "%s", mark);
    b->stats.healthy = true;
    b->wake = wake;
    b->context = context;
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->work, NULL);
    enum sr_err err =
        translate_all(b) ? open_now(b, diag) : sr_fail(diag, SR_SPACE, "no memory for the store");
    if (err == SR_IO && name) { /* tried again when it is wanted; the others go on */
        b->stats.healthy = false;
        err = SR_OK;
    }
    if (!err && wake) {
        if (pthread_create(&b->thread, NULL, thread_main, b) != 0)
            err = sr_fail(diag, SR_SPACE, "no thread for the store");
        b->threaded = !err;
    }
    if (!err)
        return b;
    bank_free(b);
    return NULL;
}
