/* bank.h: one database of a store: its connection, the thread that has it, and the jobs on their
 * way there and back. Inside the folder only. */
#ifndef SERAI_STORE_BANK_H
#define SERAI_STORE_BANK_H

#include <pthread.h>

#include "store/store.h"

struct job_list {
    struct store_job *first, *last;
};
void job_append(struct job_list *l, struct store_job *job);
struct store_job *job_take_all(struct job_list *l);

struct bank {
    const struct db_driver *driver;
    struct db *db;  /* NULL: it could not be reached yet; its thread tries again */
    char name;      /* '\0': the first */
    char *where;
    char mark[64];  /* of one that is not the first: what its meta must say it is, or is to say */
    char *sql[ST_COUNT];  /* in the words of the database */
    struct job_list sent; /* loop thread only, until bank_flush */
    uint64_t tried_at;    /* its own thread's: when it last tried to open */

    pthread_mutex_t lock; /* guards only what the threads hand to each other, and the figures */
    pthread_cond_t work;
    struct job_list todo, done;
    struct store_stats stats;
    bool stop;

    pthread_t thread;
    bool threaded;
    void (*wake)(void *);
    void *context;
};

/* A database that is opened and brought up to date now, or (later) when it can be reached; NULL
 * with diag. `wake` NULL: no thread, jobs run in bank_flush. */
struct bank *bank_new(const char *where, char name, const char *mark, void (*wake)(void *),
                      void *context, struct sr_diag *diag);
void bank_free(struct bank *b); /* what was handed over is finished; what is done is lost */
void bank_stop(struct bank *b); /* finishes, ends the thread */

void bank_flush(struct bank *b);
struct store_job *bank_collect(struct bank *b);           /* those that are finished */
void bank_done(struct bank *b, struct store_job *first); /* finished without it */
enum sr_err bank_now(struct bank *b, struct store_job *job); /* before anything is sent */

#endif
