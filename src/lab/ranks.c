/* ranks.c: pieces for other processes. Rank 0 keeps two pieces with every other rank, so that none
 * waits for the next one; who is faster gets more. */
#include "lab/ranks.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RANKS_MOST = 4096, IN_HAND = 2 };
/* The last word of rank 0: all are there, or one is lost. */
enum { PART = 'p', ABANDON = 'a' };

struct ranks {
    const struct ranks_calls *call;
    int rank, count;
    uint8_t busy[RANKS_MOST]; /* pieces each has */
    bool lost;                /* one of them will not come any more */
};

bool ranks_started(void)
{
    static const char *const signs[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};
    for (int i = 0; i < 3; i++)
        if (getenv(signs[i]))
            return true;
    return false;
}

struct ranks *ranks_open(const char *folder, struct sr_diag *diag)
{
    static const char *const where[] = {"%s/src/mpi/serai-mpi.so", "%s/serai-mpi.so",
                                        "%s/../lib/serai/serai-mpi.so"};
    void *module = NULL;
    for (int i = 0; i < 3 && !module; i++) {
        char path[4096];
        snprintf(path, sizeof path, where[i], folder);
        module = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    }
    const struct ranks_calls *call = module ? dlsym(module, "serai_ranks") : NULL;
    if (!call || call->version != RANKS_VERSION) {
        sr_explain(diag, "this program was built without Open MPI (libopenmpi-dev): serai-mpi.so "
                         "is not there, and every process would play the same games");
        return NULL;
    }
    struct ranks *r = mem_new(sizeof *r);
    r->call = call;
    if (!call->start(&r->rank, &r->count, mem_new, mem_free) || r->count > RANKS_MOST) {
        sr_explain(diag, "Open MPI could not be started");
        mem_free(r);
        return NULL;
    }
    return r;
}

int ranks_rank(const struct ranks *r) { return r->rank; }

int ranks_count(const struct ranks *r) { return r->count; }

static void nap(void)
{
    const struct timespec t = {.tv_nsec = 500 * 1000};
    nanosleep(&t, NULL);
}

void ranks_serve(struct ranks *r)
{
    struct ranks_task *task = mem_new(sizeof *task);
    struct items *items = mem_new(sizeof *items);
    struct bench_desk *desk = NULL;
    for (;;) {
        int from;
        const long len = r->call->waiting(&from);
        if (len < 0) {
            nap();
            continue;
        }
        if (len != (long)sizeof *task) {
            char end = PART;
            r->call->receive(from, &end, 1);
            r->lost = end == ABANDON;
            break; /* the end */
        }
        if (!r->call->receive(from, task, sizeof *task))
            break;
        const struct sr_game *game = sr_game_find(task->arm.game);
        struct piece p;
        if (!game)
            break;
        if (!desk) {
            items_list(game, items);
            desk = piece_desk_new(items);
        }
        piece_new(items, &task->arm, &p);
        piece_play(desk, game, &task->arm, task->number, NULL, &p);
        size_t size;
        char *line = piece_write(items, &task->arm, trial_key(&task->arm), task->number, &p, &size);
        r->call->send(0, line, size);
        mem_free(line);
        piece_free(&p);
    }
    piece_desk_free(desk);
    mem_free(items);
    mem_free(task);
}

/* Whether each of them has handed over all it had, some seconds being allowed for it. */
static bool all_there(struct ranks *r)
{
    enum { NAPS = 4000 };
    for (int k = 0; k < NAPS; k++) {
        bool all = true;
        size_t len;
        mem_free(ranks_collect(r, &len));
        for (int i = 1; i < r->count; i++)
            all = all && !r->busy[i];
        if (all)
            return true;
        nap();
    }
    return false;
}

void ranks_close(struct ranks *r)
{
    if (!r)
        return;
    if (r->rank == 0)
        r->lost = !all_there(r);
    for (int i = 1; r->rank == 0 && i < r->count; i++)
        r->call->send(i, (char[]){r->lost ? ABANDON : PART}, 1);
    if (r->lost)
        r->call->abandon();
    else
        r->call->finish();
    mem_free(r);
}

bool ranks_idle(const struct ranks *r, int *rank)
{
    int best = -1;
    for (int i = 1; i < r->count; i++)
        if (r->busy[i] < IN_HAND && (best < 0 || r->busy[i] < r->busy[best]))
            best = i;
    *rank = best;
    return best > 0;
}

bool ranks_hand_out(struct ranks *r, int rank, const struct ranks_task *task)
{
    r->busy[rank]++;
    return r->call->send(rank, task, sizeof *task);
}

char *ranks_collect(struct ranks *r, size_t *len)
{
    int from;
    const long size = r->call->waiting(&from);
    if (size < 0)
        return NULL;
    char *line = mem_grow(NULL, (size_t)size + 2);
    if (!r->call->receive(from, line, (size_t)size)) {
        mem_free(line);
        return NULL;
    }
    line[size] = '\0';
    r->busy[from]--;
    *len = (size_t)size;
    return line;
}
