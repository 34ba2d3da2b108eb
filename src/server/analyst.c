/* analyst.c: analyses on demand: the thread that makes them and what it takes from the store
 * (analyst.h). What people ask: analyst_http.c. */
#include "server/analyst.h"

#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/alloc.h"
#include "review/analyse.h"
#include "serai/bot.h"
#include "server/analyst_inside.h"
#include "server/hall.h"
#include "server/robots.h"
#include "server/secret.h"

enum {
    NICE = 19,
    LOOK_MS = 3000,
    TELL_MS = 2000,
    REST_MS = 20,
    REST_MOST_MS = 2000,
    JSON_MAX = 1 << 20
};

/* Between the loop's thread and the analyst's; under the lock but for the atomics. */
struct hatch {
    uv_mutex_t lock;
    uv_cond_t there;
    struct sr_table *match; /* to be worked on; NULL: nothing */
    char *json;             /* the result; NULL: it could not be made */
    bool ready;             /* the work is done */
    bool stop;
};

struct analyst {
    int visits;
    struct server *sv;
    uv_thread_t thread;
    uv_async_t woke;
    bool runs;
    struct hatch hatch;
    atomic_bool rests, cut; /* bots want the processors; the server stops */
    atomic_int done;
    /* the loop's own: */
    enum { FREE, LOOKING, WORKING, WRITING } state;
    char table[SV_ID_MAX];
    int plies;
    int64_t look_at, tell_at;
};

struct analyst *analyst_new(int visits)
{
    struct analyst *n = (struct analyst *)sr_alloc(sizeof *n);
    if (n)
        n->visits = visits;
    return n;
}

void analyst_free(struct analyst *n) { sr_free(n); }

int analyst_visits(const struct server *sv) { return sv->analyst->visits; }

int analyst_done(const struct server *sv, const char *table, int *plies)
{
    struct analyst *n = sv->analyst;
    if (n->state != WORKING || strcmp(n->table, table) != 0)
        return -1;
    *plies = n->plies;
    return atomic_load(&n->done);
}

/* ---- on the analyst's thread ----------------------------------------------------------------- */

/* While bots want all searches there may be the processors are theirs; now and then a decision is
 * looked at all the same, so that a server that is always busy comes to an end with it. */
static void rest(struct analyst *n)
{
    for (int ms = 0; ms < REST_MOST_MS && atomic_load(&n->rests) && !atomic_load(&n->cut);
         ms += REST_MS)
        uv_sleep(REST_MS);
}

static char *write_json(const struct analysis *a)
{
    struct sr_buf b;
    char *json = (char *)sr_alloc(JSON_MAX);
    if (!json)
        return NULL;
    sr_buf_init(&b, json, JSON_MAX);
    analysis_json(&b, a);
    if (!b.full)
        return json;
    sr_free(json);
    return NULL;
}

static char *analyse(struct analyst *n, const struct sr_table *match)
{
    struct sr_bot bot = *sr_bot_find(ANALYST_BOT);
    struct sr_diag diag = {""};
    struct analysis a;
    bot.skill.visits = n->visits;
    struct analysis_run *run = analysis_begin(&a, match, &bot, &diag);
    if (!run)
        return NULL;
    while (!atomic_load(&n->cut) && analysis_step(run)) {
        atomic_fetch_add(&n->done, 1);
        rest(n);
    }
    char *json = atomic_load(&n->cut) ? NULL : write_json(&a);
    analysis_end(run);
    analysis_free(&a);
    return json;
}

static void work(void *arg)
{
    struct analyst *n = (struct analyst *)arg;
    struct hatch *d = &n->hatch;
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICE);
    uv_mutex_lock(&d->lock);
    while (!d->stop) {
        if (!d->match || d->ready) {
            uv_cond_wait(&d->there, &d->lock);
            continue;
        }
        const struct sr_table *match = d->match;
        uv_mutex_unlock(&d->lock);
        char *json = analyse(n, match);
        uv_mutex_lock(&d->lock);
        d->json = json;
        d->ready = true;
        uv_async_send(&n->woke);
    }
    uv_mutex_unlock(&d->lock);
}

/* ---- on the loop's --------------------------------------------------------------------------- */

static void written(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    struct analyst *n = sv->analyst;
    if (job->err && job->err != SR_DIFFERS) /* it is begun again */
        sv_log(sv, "error", "store", "sss", "doing", "analysis", "table", n->table, "why",
               job->diag.text);
    n->state = FREE;
}

/* Its row, as `state` says: done with a result, failed, or to be taken again. */
static void write_row(struct server *sv, const char *state, const char *json)
{
    struct analyst *n = sv->analyst;
    struct store_job *job = store_job_new(written, sv);
    n->state = FREE;
    if (!job)
        return;
    n->state = WRITING;
    n->look_at = strcmp(state, "waiting") == 0 ? sv_now() + LOOK_MS : 0;
    store_add(job, ST_ANALYSIS_END, "ssss", state, json, n->table, sv->member);
    store_send(sv->store, job);
}

static void on_woke(uv_async_t *handle)
{
    struct analyst *n = (struct analyst *)handle->data;
    struct hatch *d = &n->hatch;
    uv_mutex_lock(&d->lock);
    const bool ready = d->ready;
    char *json = d->json;
    if (ready) {
        sr_table_free(d->match);
        d->match = NULL;
        d->json = NULL;
        d->ready = false;
    }
    uv_mutex_unlock(&d->lock);
    if (ready && !n->sv->stopping)
        write_row(n->sv, json ? "done" : "failed", json ? json : "");
    sr_free(json);
}

/* The table is here: the thread gets a match of its own. */
static void loaded(struct server *sv, struct sv_table *t, void *arg, const char *error)
{
    struct analyst *n = sv->analyst;
    struct sr_diag diag = {""};
    (void)arg;
    if (!t) { /* another process has it at the moment, or cannot read it */
        const bool later = strcmp(error, "damaged") != 0 && strcmp(error, "not_found") != 0;
        write_row(sv, later ? "waiting" : "failed", "");
        return;
    }
    const bool whole = t->log.status == SV_OVER && t->log.match && t->log.base_ply == 0;
    struct sr_table *match =
        whole ? sr_table_branch(t->log.match, sr_table_ply(t->log.match), &diag) : NULL;
    if (!match) {
        write_row(sv, "failed", "");
        return;
    }
    n->state = WORKING;
    n->plies = sr_table_ply(match);
    n->tell_at = sv_now() + TELL_MS;
    atomic_store(&n->done, 0);
    uv_mutex_lock(&n->hatch.lock);
    n->hatch.match = match;
    uv_cond_signal(&n->hatch.there);
    uv_mutex_unlock(&n->hatch.lock);
}

static void taken(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    struct analyst *n = sv->analyst;
    const struct db_rows *rows = store_rows(job, 1);
    n->state = FREE;
    if (job->err || rows->count == 0 || sv->stopping)
        return;
    n->state = LOOKING;
    snprintf(n->table, sizeof n->table, "%s", db_text(rows, 0, 0));
    sv_with_table(sv, n->table, loaded, NULL);
}

static void look(struct server *sv)
{
    struct store_job *job = store_job_new(taken, sv);
    if (!job)
        return;
    sv->analyst->state = LOOKING;
    store_add(job, ST_ANALYSIS_GIVE_UP, "isi", (int64_t)ANALYST_TRIES, sv->member,
              (int64_t)SV_ALIVE_MS);
    store_add(job, ST_ANALYSIS_TAKE, "ssi", sv->member, sv->member, (int64_t)SV_ALIVE_MS);
    store_send(sv->store, job);
}

void analyst_wake(struct server *sv) { sv->analyst->look_at = 0; }

void analyst_tick(struct server *sv, int64_t now)
{
    struct analyst *n = sv->analyst;
    struct robots_figures f;
    if (!n->runs)
        return;
    robots_figures(sv->robots, &f);
    atomic_store(&n->rests, f.waiting >= sv->options.bots_at_once);
    if (n->state == FREE && now >= n->look_at) {
        n->look_at = now + LOOK_MS;
        look(sv);
    } else if (n->state == WORKING && now >= n->tell_at) { /* for those who ask elsewhere */
        struct store_job *job = store_job_new(NULL, NULL);
        n->tell_at = now + TELL_MS;
        store_add(job, ST_ANALYSIS_STEP, "iiss", (int64_t)atomic_load(&n->done), (int64_t)n->plies,
                  n->table, sv->member);
        if (job)
            store_send(sv->store, job);
    }
}

bool analyst_start(struct server *sv)
{
    struct analyst *n = sv->analyst;
    n->sv = sv;
    if (n->visits == 0)
        return true;
    uv_mutex_init(&n->hatch.lock);
    uv_cond_init(&n->hatch.there);
    uv_async_init(sv->loop, &n->woke, on_woke);
    n->woke.data = n;
    n->runs = uv_thread_create(&n->thread, work, n) == 0;
    return n->runs;
}

void analyst_stop(struct server *sv)
{
    struct analyst *n = sv->analyst;
    if (!n->runs)
        return;
    atomic_store(&n->cut, true);
    uv_mutex_lock(&n->hatch.lock);
    n->hatch.stop = true;
    uv_cond_signal(&n->hatch.there);
    uv_mutex_unlock(&n->hatch.lock);
    uv_thread_join(&n->thread);
    sr_table_free(n->hatch.match);
    sr_free(n->hatch.json);
    uv_cond_destroy(&n->hatch.there);
    uv_mutex_destroy(&n->hatch.lock);
    n->runs = false;
}
