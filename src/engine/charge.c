/* charge.c: processor time and waiting of a process and its descendants, from the kernel
 * (charge.h). Threads wait at the same time: what counts is how long one of them did at most. Of
 * threads and processes that have ended the time used is known, but not how long they waited: that
 * is charged. Where the kernel does not count waiting (schedstat), time goes by the clock. */
#include "engine/charge.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FAMILY_MAX = 64, PATH_BYTES = 64, NS_PER_MS = 1000000 };

struct family {
    pid_t pid[FAMILY_MAX];
    int count;
};

static uint64_t ns_of(clockid_t clock)
{
    struct timespec t = {0};
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

uint64_t charge_clock(void *unused)
{
    (void)unused;
    return ns_of(CLOCK_THREAD_CPUTIME_ID) / NS_PER_MS;
}

static bool read_small(const char *path, char *text, size_t size)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd < 0 ? -1 : read(fd, text, size - 1);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    return n > 0;
}

/* How long a thread has waited for a processor. */
static uint64_t waiting(const char *path)
{
    char text[80], *at;
    if (!read_small(path, text, sizeof text))
        return 0;
    (void)strtoull(text, &at, 10); /* the time it ran */
    return strtoull(at, NULL, 10);
}

/* From the n-th word of a "stat" on, 3 at least: the second is a name and may be anything. "":
 * there is none. */
static const char *word_of(const char *path, int n, char *text, size_t size)
{
    const char *at = read_small(path, text, size) ? strrchr(text, ')') : NULL;
    for (; at && n > 2; n--)
        at = strchr(at + 1, ' ');
    return at ? at + 1 : "";
}

/* What the children used that have ended. */
static uint64_t used_by_ended(pid_t pid)
{
    enum { CUTIME = 16 };
    char path[PATH_BYTES], text[1024], *end;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    const char *at = word_of(path, CUTIME, text, sizeof text);
    const uint64_t ticks = strtoull(at, &end, 10);
    return (ticks + strtoull(end, NULL, 10)) * (1000000000 / (uint64_t)sysconf(_SC_CLK_TCK));
}

static void add_children(struct family *f, const char *path)
{
    char text[FAMILY_MAX * 8], *at = text, *end;
    read_small(path, text, sizeof text);
    for (;; at = end) {
        const long pid = strtol(at, &end, 10);
        if (pid <= 0 || f->count == FAMILY_MAX)
            return;
        f->pid[f->count++] = (pid_t)pid;
    }
}

static void add_thread(struct family *f, struct charge_figures *to, pid_t pid, const char *thread)
{
    char path[PATH_BYTES], text[1024];
    if (to->threads < CHARGE_THREADS) {
        snprintf(path, sizeof path, "/proc/%d/task/%.16s/schedstat", (int)pid, thread);
        to->thread[to->threads++] =
            (struct charge_thread){(pid_t)strtol(thread, NULL, 10), waiting(path)};
    }
    snprintf(path, sizeof path, "/proc/%d/task/%.16s/stat", (int)pid, thread);
    to->awake |= *word_of(path, 3, text, sizeof text) == 'R';
    snprintf(path, sizeof path, "/proc/%d/task/%.16s/children", (int)pid, thread);
    add_children(f, path);
}

static void add_process(struct family *f, struct charge_figures *to, pid_t pid)
{
    char path[PATH_BYTES];
    clockid_t clock;
    if (!clock_getcpuclockid(pid, &clock))
        to->used += ns_of(clock);
    to->used += used_by_ended(pid);
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *tasks = opendir(path);
    for (struct dirent *d; tasks && (d = readdir(tasks));)
        if (d->d_name[0] != '.')
            add_thread(f, to, pid, d->d_name);
    if (tasks)
        closedir(tasks);
}

static void measure(pid_t pid, struct charge_figures *to)
{
    struct family f = {.pid = {pid}, .count = 1};
    memset(to, 0, sizeof *to);
    to->clock = ns_of(CLOCK_MONOTONIC);
    to->ours = waiting("/proc/thread-self/schedstat");
    for (int i = 0; i < f.count; i++)
        add_process(&f, to, f.pid[i]);
}

void charge_begin(struct charge *c, pid_t pid)
{
    c->pid = pid;
    measure(pid, &c->begun);
}

static uint64_t less(uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

static uint64_t waited_before(const struct charge_figures *f, pid_t id)
{
    for (int i = 0; i < f->threads; i++)
        if (f->thread[i].id == id)
            return f->thread[i].waited;
    return 0;
}

struct charged charge_so_far(const struct charge *c)
{
    struct charge_figures now;
    uint64_t waited = 0;
    measure(c->pid, &now);
    for (int i = 0; i < now.threads; i++) {
        const struct charge_thread *t = &now.thread[i];
        const uint64_t more = less(t->waited, waited_before(&c->begun, t->id));
        waited = more > waited ? more : waited;
    }
    waited += less(now.ours, c->begun.ours);
    const uint64_t used = less(now.used, c->begun.used);
    const uint64_t busy = less(now.clock - c->begun.clock, waited);
    return (struct charged){.used = (int)(used / NS_PER_MS),
                            .all = (int)((used > busy ? used : busy) / NS_PER_MS),
                            .awake = now.awake};
}
