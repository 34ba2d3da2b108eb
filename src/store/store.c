/* store.c: jobs, the thread that runs them, and committing them together (store.h).
 *
 * The lock guards only the two lists that the threads hand to each other and the figures. */
#include "store/store.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include "core/alloc.h"

struct list {
    struct store_job *first, *last;
};

struct store {
    const struct db_driver *driver;
    struct db *db;
    char *sql[ST_COUNT]; /* in the words of the database */
    struct list sent;    /* loop thread only, until store_flush */
    int waiting;         /* loop thread only */

    pthread_mutex_t lock;
    pthread_cond_t work;
    struct list todo, done;
    struct store_stats stats;
    bool stop;

    pthread_t thread;
    bool threaded;
    void (*wake)(void *);
    void *context;
};

static void append(struct list *l, struct store_job *job)
{
    job->next = NULL;
    if (l->last)
        l->last->next = job;
    else
        l->first = job;
    l->last = job;
}

static struct store_job *take_all(struct list *l)
{
    struct store_job *first = l->first;
    l->first = l->last = NULL;
    return first;
}

static void splice(struct list *to, struct list *from)
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

static struct store_step *new_step(struct store_job *job)
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

static char *dup_text(const char *s)
{
    const size_t n = strlen(s) + 1;
    char *copy = (char *)sr_alloc(n);
    if (copy)
        memcpy(copy, s, n);
    return copy;
}

/* Texts of a job: a few blocks instead of one for each. */
enum { TEXTS_FIRST = 1500 };
struct store_texts {
    struct store_texts *next;
    size_t len, max;
    char text[];
};

static const char *keep_text(struct store_job *job, const char *s)
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

void store_add(struct store_job *job, enum store_stmt stmt, const char *types, ...)
{
    if (!job)
        return;
    struct store_step *step = new_step(job);
    if (!step) {
        job->short_of_memory = true;
        return;
    }
    step->stmt = stmt;
    job->writes |= !is_read(stmt);
    va_list args;
    va_start(args, types);
    for (const char *t = types; *t && step->params < DB_PARAMS_MAX; t++) {
        struct db_param *p = &step->param[step->params++];
        if (*t == 's') {
            p->text = keep_text(job, va_arg(args, const char *));
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

/* ---- running -------------------------------------------------------------------------------- */

/* Slots of the statements around every transaction, behind those of enum store_stmt. */
enum { SLOT_BEGIN = ST_COUNT, SLOT_COMMIT, SLOT_ROLLBACK, SLOT_END };
_Static_assert((int)SLOT_END <= (int)DB_SLOTS, "the drivers keep fewer statements prepared");

static enum sr_err plain(struct store *s, int slot, const char *sql, struct sr_diag *diag)
{
    return s->driver->run(s->db, slot, sql, NULL, 0, NULL, NULL, diag);
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
           stmt == ST_LEAGUE_TAKE_OUT || stmt == ST_ANALYSIS_END || stmt == ST_LEAGUE_END;
}

static enum sr_err run_job(struct store *s, struct store_job *job)
{
    if (job->short_of_memory)
        return sr_fail(&job->diag, SR_SPACE, "no memory for a store job");
    for (int i = 0; i < job->steps; i++) {
        struct store_step *step = &job->step[i];
        db_rows_free(&step->rows);
        const enum sr_err err =
            s->driver->run(s->db, (int)step->stmt, s->sql[step->stmt], step->param, step->params,
                           &step->rows, &step->changed, &job->diag);
        if (err)
            return err;
        if (must_hit(step->stmt) && step->changed != 1)
            return sr_fail(&job->diag, SR_DIFFERS, "another process has changed it");
    }
    return SR_OK;
}

/* All jobs up to `end` in one transaction; job->err is set only when all went well. */
static enum sr_err together(struct store *s, struct store_job *first, struct store_job *end,
                            bool writes)
{
    struct sr_diag diag = {""};
    enum sr_err err = writes ? plain(s, SLOT_BEGIN, s->driver->begin, &diag) : SR_OK;
    if (err) {
        first->diag = diag;
        return err;
    }
    for (struct store_job *j = first; j != end && !err; j = j->next)
        err = run_job(s, j);
    if (!writes)
        return err;
    if (!err) {
        err = plain(s, SLOT_COMMIT, "COMMIT", &diag);
        if (!err)
            return SR_OK;
        first->diag = diag;
    }
    (void)plain(s, SLOT_ROLLBACK, "ROLLBACK", &diag);
    return err;
}

static uint64_t micros(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * 1000000u + (uint64_t)ts.tv_nsec / 1000u;
}

static void run_batch(struct store *s, struct store_job *first)
{
    const uint64_t begun = micros();
    uint64_t jobs = 0, failures = 0;
    bool writes = false;
    for (struct store_job *j = first; j; j = j->next) {
        writes |= j->writes;
        jobs++;
    }
    struct sr_diag diag = {""};
    enum sr_err err = s->driver->revive(s->db, &diag);
    const bool lost = err != SR_OK;
    if (!err)
        err = together(s, first, NULL, writes);
    bool healthy = !err;
    if (err && !lost && first->next)
        healthy = true; /* until one fails alone */
    for (struct store_job *j = first; j && err; j = j->next) {
        if (lost) {
            j->err = err;
            j->diag = diag;
        } else if (first->next) {
            j->err = together(s, j, j->next, j->writes);
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
            s->driver->scrub(s->db);
    pthread_mutex_lock(&s->lock);
    s->stats.commits += writes;
    s->stats.jobs += jobs;
    s->stats.failures += failures;
    s->stats.micros += micros() - begun;
    s->stats.healthy = healthy;
    pthread_mutex_unlock(&s->lock);
}

static void finish_batch(struct store *s, struct store_job *first)
{
    struct list l = {first, first};
    while (l.last->next)
        l.last = l.last->next;
    pthread_mutex_lock(&s->lock);
    splice(&s->done, &l);
    pthread_mutex_unlock(&s->lock);
}

static void *thread_main(void *arg)
{
    struct store *s = (struct store *)arg;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!s->todo.first && !s->stop)
            pthread_cond_wait(&s->work, &s->lock);
        struct store_job *batch = take_all(&s->todo);
        if (!batch)
            break;
        pthread_mutex_unlock(&s->lock);
        run_batch(s, batch);
        finish_batch(s, batch);
        s->wake(s->context);
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* ---- the loop's side ------------------------------------------------------------------------ */

void store_send(struct store *s, struct store_job *job)
{
    append(&s->sent, job);
    s->waiting++;
}

void store_flush(struct store *s)
{
    if (!s->sent.first)
        return;
    if (!s->threaded) {
        struct store_job *batch = take_all(&s->sent);
        run_batch(s, batch);
        finish_batch(s, batch);
        return;
    }
    pthread_mutex_lock(&s->lock);
    splice(&s->todo, &s->sent);
    pthread_cond_signal(&s->work);
    pthread_mutex_unlock(&s->lock);
}

int store_collect(struct store *s)
{
    pthread_mutex_lock(&s->lock);
    struct store_job *job = take_all(&s->done);
    pthread_mutex_unlock(&s->lock);
    int n = 0;
    while (job) {
        struct store_job *next = job->next;
        s->waiting--;
        n++;
        if (job->done)
            job->done(job, job->context);
        store_job_free(job);
        job = next;
    }
    return n;
}

int store_waiting(const struct store *s) { return s->waiting; }

void store_stats_get(struct store *s, struct store_stats *out)
{
    pthread_mutex_lock(&s->lock);
    *out = s->stats;
    pthread_mutex_unlock(&s->lock);
}

/* ---- life ----------------------------------------------------------------------------------- */

static bool translate_all(struct store *s)
{
    for (int i = 0; i < ST_COUNT; i++) {
        char text[2048];
        if (!s->driver->translate(store__sql[i], text, sizeof text))
            return false;
        s->sql[i] = dup_text(text);
        if (!s->sql[i])
            return false;
    }
    return true;
}

void store_close(struct store *s)
{
    if (!s)
        return;
    if (s->threaded) {
        store_flush(s);
        pthread_mutex_lock(&s->lock);
        s->stop = true;
        pthread_cond_signal(&s->work);
        pthread_mutex_unlock(&s->lock);
        pthread_join(s->thread, NULL);
    }
    store_collect(s);
    if (s->db)
        s->driver->close(s->db);
    for (int i = 0; i < ST_COUNT; i++)
        sr_free(s->sql[i]);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->work);
    sr_free(s);
}

struct store *store_open(const char *where, void (*wake)(void *), void *context,
                         struct sr_diag *diag)
{
    struct store *s = (struct store *)sr_alloc(sizeof *s);
    if (!s) {
        (void)sr_fail(diag, SR_SPACE, "no memory for the store");
        return NULL;
    }
    s->driver = strncmp(where, "postgres", 8) == 0 ? &db_postgres : &db_sqlite;
    s->stats.healthy = true;
    s->wake = wake;
    s->context = context;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->work, NULL);
    s->db = s->driver->open(where, diag);
    if (!s->db || !translate_all(s)) {
        store_close(s);
        return NULL;
    }
    /* Two processes may create the tables of a new database at once: the loser tries again. */
    enum sr_err err = SR_IO;
    for (int i = 0; i < 3 && err == SR_IO; i++)
        err = store__migrate(s->driver, s->db, diag);
    if (!err && wake) {
        if (pthread_create(&s->thread, NULL, thread_main, s) != 0)
            err = sr_fail(diag, SR_SPACE, "no thread for the store");
        s->threaded = !err;
    }
    if (err) {
        store_close(s);
        return NULL;
    }
    return s;
}
