/* charge.h: what a decision costs whoever makes it, by one measure for our own bots and for
 * programs: the processor time it took, or, where that is more, the time by the clock without that
 * in which a processor was waited for. So a busy machine costs nobody anything, and neither sleep
 * nor threads, children or helpers elsewhere make anything cheaper. */
#ifndef SERAI_ENGINE_CHARGE_H
#define SERAI_ENGINE_CHARGE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Milliseconds charged to the calling thread (an sr_clock). A bot of ours never sleeps: they are
 * the processor time of its thread. */
uint64_t charge_clock(void *unused);

/* What the kernel knows of a process, its descendants, and us who wait for its answer; in ns. */
enum { CHARGE_THREADS = 64 }; /* more are only looked at for what they used */
struct charge_figures {
    uint64_t clock, used, ours; /* ours: how long our thread waited for a processor */
    int threads;
    struct charge_thread {
        pid_t id;
        uint64_t waited;
    } thread[CHARGE_THREADS];
    bool awake; /* one can run */
};
struct charge {
    pid_t pid;
    struct charge_figures begun;
};
void charge_begin(struct charge *c, pid_t pid);
/* What was charged since, in milliseconds. */
struct charged {
    int used; /* processor time */
    int all;  /* what counts, when it has answered */
    bool awake; /* before: a thread runs, or waits for a processor, which is only known to have
                 * been a wait when it is over: `all` may yet be less */
};
/* To be asked by the thread that began. */
struct charged charge_so_far(const struct charge *c);

#endif
