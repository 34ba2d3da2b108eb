/* threads.c: numbered jobs on all cores. Results must not depend on who does which job. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "lab/lab.h"

enum { THREADS_MAX = 256 };

struct lab_pool {
    struct lab_jobs *jobs;
    atomic_int_fast64_t next, done;
    atomic_bool stop;
};

struct worker {
    struct lab_pool *pool;
    int number;
    pthread_t thread;
};

int lab_cores(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > THREADS_MAX ? THREADS_MAX : (int)n;
}

static void *work(void *arg)
{
    struct worker *w = arg;
    struct lab_pool *p = w->pool;
    while (!atomic_load(&p->stop)) {
        const int64_t i = atomic_fetch_add(&p->next, 1);
        if (i >= p->jobs->count)
            break;
        p->jobs->work(p->jobs->context, w->number, i);
        atomic_fetch_add(&p->done, 1);
    }
    return NULL;
}

void lab_stop(struct lab_jobs *jobs) { atomic_store(&jobs->pool->stop, true); }

enum sr_err lab_run(struct lab_jobs *jobs, int threads)
{
    struct lab_pool pool = {.jobs = jobs};
    struct worker worker[THREADS_MAX];
    int started = 0;
    jobs->pool = &pool;
    const int wanted = sr_max(1, sr_min(threads, THREADS_MAX));
    for (int i = 0; i < wanted; i++) {
        worker[i].pool = &pool;
        worker[i].number = i;
        if (pthread_create(&worker[i].thread, NULL, work, &worker[i]))
            break;
        started++;
    }
    while (started && jobs->progress) {
        const struct timespec nap = {.tv_nsec = 50 * 1000 * 1000};
        const int64_t done = atomic_load(&pool.done);
        if (done >= jobs->count || atomic_load(&pool.stop))
            break;
        jobs->progress(jobs->context, done, jobs->count);
        nanosleep(&nap, NULL);
    }
    for (int i = 0; i < started; i++)
        pthread_join(worker[i].thread, NULL);
    jobs->pool = NULL;
    return started ? SR_OK : SR_IO;
}

/* ---- a crew ---------------------------------------------------------------------------------- */

/* How often helpers and caller look before they lie down to sleep: between two short series that
 * follow at once, waking up would take longer than the work. */
enum { LOOKS = 4000 };

struct lab_crew {
    struct lab_pool pool;
    pthread_mutex_t lock;
    pthread_cond_t call, home;
    atomic_int_fast64_t round; /* series so far */
    atomic_int busy;           /* helpers that have not come back from it */
    bool over;
    int helpers;
    struct helper {
        struct lab_crew *crew;
        struct worker worker;
    } helper[THREADS_MAX];
};

static void *serve(void *arg)
{
    struct helper *h = arg;
    struct lab_crew *c = h->crew;
    for (int64_t seen = 0;;) {
        for (int i = 0; i < LOOKS && atomic_load(&c->round) == seen; i++)
            ;
        pthread_mutex_lock(&c->lock);
        while (atomic_load(&c->round) == seen)
            pthread_cond_wait(&c->call, &c->lock);
        seen = atomic_load(&c->round);
        const bool over = c->over;
        pthread_mutex_unlock(&c->lock);
        if (over)
            return NULL;
        work(&h->worker);
        if (atomic_fetch_sub(&c->busy, 1) == 1) {
            pthread_mutex_lock(&c->lock);
            pthread_cond_signal(&c->home);
            pthread_mutex_unlock(&c->lock);
        }
    }
}

static void call(struct lab_crew *c)
{
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->busy, c->helpers);
    atomic_fetch_add(&c->round, 1);
    pthread_cond_broadcast(&c->call);
    pthread_mutex_unlock(&c->lock);
}

struct lab_crew *lab_crew_new(int threads)
{
    struct lab_crew *c = mem_grow(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->call, NULL);
    pthread_cond_init(&c->home, NULL);
    for (; c->helpers < sr_min(threads, THREADS_MAX) - 1; c->helpers++) {
        struct helper *h = &c->helper[c->helpers];
        h->crew = c;
        h->worker = (struct worker){.pool = &c->pool, .number = c->helpers + 1};
        if (pthread_create(&h->worker.thread, NULL, serve, h))
            break;
    }
    return c;
}

void lab_crew_run(struct lab_crew *c, struct lab_jobs *jobs)
{
    struct worker self = {.pool = &c->pool, .number = 0};
    c->pool.jobs = jobs;
    atomic_store(&c->pool.next, 0);
    atomic_store(&c->pool.done, 0);
    atomic_store(&c->pool.stop, false);
    jobs->pool = &c->pool;
    call(c);
    work(&self);
    for (int i = 0; i < LOOKS && atomic_load(&c->busy); i++)
        ;
    pthread_mutex_lock(&c->lock);
    while (atomic_load(&c->busy))
        pthread_cond_wait(&c->home, &c->lock);
    pthread_mutex_unlock(&c->lock);
    jobs->pool = NULL;
}

void lab_crew_free(struct lab_crew *c)
{
    if (!c)
        return;
    c->over = true;
    call(c);
    for (int i = 0; i < c->helpers; i++)
        pthread_join(c->helper[i].worker.thread, NULL);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->call);
    pthread_cond_destroy(&c->home);
    mem_free(c);
}
