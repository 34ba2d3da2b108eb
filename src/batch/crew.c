/* crew.c: threads that wait for the next step. */
#include "batch/crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/alloc.h"

/* How often one looks before lying down: steps follow each other closely. */
enum { LOOKS = 2000 };

struct hand {
    struct crew *crew;
    int number;
    pthread_t thread;
};

struct crew {
    pthread_mutex_t lock;
    pthread_cond_t call, home;
    atomic_uint_fast64_t round;
    atomic_int busy;
    bool over;
    int hands;
    crew_work *work;
    void *context;
    struct hand hand[];
};

static void *serve(void *arg)
{
    struct hand *h = arg;
    struct crew *c = h->crew;
    for (uint64_t seen = 0;;) {
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
        c->work(c->context, h->number);
        if (atomic_fetch_sub(&c->busy, 1) == 1) {
            pthread_mutex_lock(&c->lock);
            pthread_cond_signal(&c->home);
            pthread_mutex_unlock(&c->lock);
        }
    }
}

static void call(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->busy, c->hands);
    atomic_fetch_add(&c->round, 1);
    pthread_cond_broadcast(&c->call);
    pthread_mutex_unlock(&c->lock);
}

struct crew *crew_new(int threads)
{
    struct crew *c = sr_alloc(sizeof *c + (size_t)threads * sizeof c->hand[0]);
    if (!c)
        return NULL;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->call, NULL);
    pthread_cond_init(&c->home, NULL);
    for (; c->hands < threads - 1; c->hands++) {
        struct hand *h = &c->hand[c->hands];
        h->crew = c;
        h->number = c->hands + 1;
        if (pthread_create(&h->thread, NULL, serve, h)) {
            crew_free(c);
            return NULL;
        }
    }
    return c;
}

void crew_run(struct crew *c, crew_work *work, void *context)
{
    c->work = work;
    c->context = context;
    if (c->hands)
        call(c);
    work(context, 0);
    if (!c->hands)
        return;
    for (int i = 0; i < LOOKS && atomic_load(&c->busy); i++)
        ;
    pthread_mutex_lock(&c->lock);
    while (atomic_load(&c->busy))
        pthread_cond_wait(&c->home, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

void crew_free(struct crew *c)
{
    if (!c)
        return;
    c->over = true;
    call(c);
    for (int i = 0; i < c->hands; i++)
        pthread_join(c->hand[i].thread, NULL);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->call);
    pthread_cond_destroy(&c->home);
    sr_free(c);
}
