/* rater.c: the queue of matches to be rated (rater.h). One is worked on at a time. */
#include "server/rater.h"

#include <math.h>
#include <stdlib.h>

#include "core/alloc.h"
#include "server/secret.h"
#include "server/skill.h"

enum { WAITING_MAX = 1024, TRIES_MAX = 20, SWEEP_ROWS = 200, ALONE_MS = 1500, WHO_MAX = 64 };

struct rater {
    char waiting[WAITING_MAX][SV_ID_MAX]; /* a ring: `count` from `first` on */
    int first, count;
    bool busy, sweeping;
};

struct rated { /* somebody at the match */
    char who[WHO_MAX]; /* account, bot:NAME, or "": nobody that is known again */
    int seat, place;
    int64_t games, wins;
    struct skill was, is;
};

struct match { /* being worked on */
    struct server *sv;
    char table[SV_ID_MAX], game[SR_NAME_MAX];
    int64_t at;
    struct rated one[SR_SEATS_MAX];
    int count, tries;
};

struct rater *rater_new(void) { return (struct rater *)sr_alloc(sizeof(struct rater)); }

void rater_free(struct rater *r) { sr_free(r); }

int rater_points(int64_t stored) { return (int)lround((double)stored / RATER_UNIT); }

int rater_band(int64_t sigma) { return (int)lround(1.96 * (double)sigma / RATER_UNIT); }

static int64_t stored(double value) { return llround(value * RATER_UNIT); }

static void next(struct server *sv);
static void read_again(struct match *m);

static void done(struct match *m)
{
    struct server *sv = m->sv;
    sr_free(m);
    sv->rater->busy = false;
    next(sv);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void written(struct store_job *job, void *context)
{
    struct match *m = (struct match *)context;
    if (job->err == SR_DIFFERS && m->tries++ < TRIES_MAX) {
        read_again(m); /* somebody's rating has changed meanwhile, or another was quicker */
        return;
    }
    if (job->err) /* the note is still there: the sweep finds it */
        sv_log(m->sv, "error", "store", "sss", "doing", "rate", "table", m->table, "why",
               job->diag.text);
    done(m);
}

static int by_who(const void *a, const void *b)
{
    return strcmp(((const struct rated *)a)->who, ((const struct rated *)b)->who);
}

/* Writes what those from `from` on have become who are one and the same (a bot may have several
 * seats: it counts once, by the mean); returns how many they are. */
static int save_one(struct store_job *job, const struct match *m, int from)
{
    const struct rated *first = &m->one[from];
    double mean = 0, sigma = 0;
    int n = 0;
    bool won = false;
    while (from + n < m->count && strcmp(m->one[from + n].who, first->who) == 0) {
        mean += m->one[from + n].is.mean;
        sigma += m->one[from + n].is.sigma;
        won |= m->one[from + n].place == 1;
        n++;
    }
    if (first->who[0])
        store_add(job, ST_RATING_SAVE, "ssiiiii", first->who, m->game, stored(mean / n),
                  stored(sigma / n), first->games + 1, first->wins + won, m->at);
    return n;
}

static void write_all(struct match *m)
{
    struct store_job *job = store_job_new(written, m);
    if (!job) {
        done(m);
        return;
    }
    store_add(job, ST_RATING_DUE_TAKE, "s", m->table);
    /* Always in the same order, so that two processes never wait for each other. */
    qsort(m->one, (size_t)m->count, sizeof *m->one, by_who);
    for (int i = 0; i < m->count;)
        i += save_one(job, m, i);
    for (int i = 0; i < m->count; i++) {
        const struct rated *o = &m->one[i];
        store_add(job, ST_RATED_ADD, "sissiiiiiii", m->table, (int64_t)o->seat, o->who, m->game,
                  (int64_t)m->count, (int64_t)o->place, m->at, stored(o->is.mean),
                  stored(o->is.sigma), stored(o->was.mean), stored(o->was.sigma));
    }
    store_send(m->sv->store, job);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void take_row(struct match *m, const struct db_rows *rows, int i)
{
    struct rated *o = &m->one[m->count++];
    *o = (struct rated){.seat = (int)db_int(rows, i, 0), .place = (int)db_int(rows, i, 3)};
    snprintf(m->game, sizeof m->game, "%s", db_text(rows, i, 1));
    snprintf(o->who, sizeof o->who, "%s", db_text(rows, i, 2));
    m->at = db_int(rows, i, 4);
    o->was = (struct skill){SKILL_MEAN, SKILL_SIGMA};
    if (db_int(rows, i, 6) > 0)
        o->was = (struct skill){(double)db_int(rows, i, 5) / RATER_UNIT,
                                (double)db_int(rows, i, 6) / RATER_UNIT};
    o->games = db_int(rows, i, 7);
    o->wins = db_int(rows, i, 8);
}

static void read_all(struct store_job *job, void *context)
{
    struct match *m = (struct match *)context;
    const struct db_rows *rows = store_rows(job, 0);
    struct skill skill[SR_SEATS_MAX];
    int place[SR_SEATS_MAX];
    m->count = 0;
    for (int i = 0; i < rows->count && i < SR_SEATS_MAX; i++)
        take_row(m, rows, i);
    if (job->err || m->count < 2) { /* done by another process; or the sweep tries again */
        done(m);
        return;
    }
    for (int i = 0; i < m->count; i++) {
        skill[i] = m->one[i].was;
        place[i] = m->one[i].place;
    }
    skill_update(skill, place, m->count);
    for (int i = 0; i < m->count; i++)
        m->one[i].is = skill[i];
    write_all(m);
}

static void read_again(struct match *m)
{
    struct store_job *job = store_job_new(read_all, m);
    if (!job) {
        done(m);
        return;
    }
    store_add(job, ST_RATING_OF_TABLE, "s", m->table);
    store_send(m->sv->store, job);
}

/* ---- the queue ------------------------------------------------------------------------------- */

static void next(struct server *sv)
{
    struct rater *r = sv->rater;
    if (r->busy || !r->count || sv->stopping)
        return;
    struct match *m = (struct match *)sr_alloc(sizeof *m);
    if (!m)
        return;
    m->sv = sv;
    memcpy(m->table, r->waiting[r->first], sizeof m->table);
    r->first = (r->first + 1) % WAITING_MAX;
    r->count--;
    r->busy = true;
    read_again(m);
}

void rater_add(struct server *sv, const char *table)
{
    struct rater *r = sv->rater;
    for (int i = 0; i < r->count; i++)
        if (strcmp(r->waiting[(r->first + i) % WAITING_MAX], table) == 0)
            return;
    if (r->count < WAITING_MAX) {
        char *room = r->waiting[(r->first + r->count++) % WAITING_MAX];
        snprintf(room, SV_ID_MAX, "%s", table);
    }
    next(sv);
}

static void swept(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    const struct db_rows *rows = store_rows(job, 0);
    sv->rater->sweeping = false;
    for (int i = 0; !job->err && i < rows->count; i++)
        rater_add(sv, db_text(rows, i, 0));
}

void rater_sweep(struct server *sv, int64_t now)
{
    struct store_job *job = sv->rater->sweeping ? NULL : store_job_new(swept, sv);
    if (!job)
        return;
    sv->rater->sweeping = true;
    store_add(job, ST_RATING_DUE_LIST, "ii", now - ALONE_MS, (int64_t)SWEEP_ROWS);
    store_send(sv->store, job);
}
