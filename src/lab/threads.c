/* threads.c: numbered jobs on all cores. Results must not depend on who does which job. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "batch/crew.h"
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

struct lab_crew {
    struct lab_pool pool;
    struct crew *crew;
};

struct lab_crew *lab_crew_new(int threads)
{
    struct lab_crew *c = mem_grow(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    for (int n = sr_max(1, sr_min(threads, THREADS_MAX)); !c->crew && n > 0; n /= 2)
        c->crew = crew_new(n);
    return c;
}

static void work_as(void *context, int number)
{
    work(&(struct worker){.pool = context, .number = number});
}

void lab_crew_run(struct lab_crew *c, struct lab_jobs *jobs)
{
    c->pool.jobs = jobs;
    atomic_store(&c->pool.next, 0);
    atomic_store(&c->pool.done, 0);
    atomic_store(&c->pool.stop, false);
    jobs->pool = &c->pool;
    if (c->crew)
        crew_run(c->crew, work_as, &c->pool);
    else
        work_as(&c->pool, 0);
    jobs->pool = NULL;
}

void lab_crew_free(struct lab_crew *c)
{
    if (!c)
        return;
    crew_free(c->crew);
    mem_free(c);
}
