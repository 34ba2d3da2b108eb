/* mpi.c: the lab's processes talk through Open MPI. A module of its own, so that the program itself
 * needs no MPI (lab/ranks.h). */
#include <mpi.h>
#include <stddef.h>
#include <time.h>

#include "lab/ranks.h"

enum { TAG = 17 };

static void *(*take_memory)(size_t size);
static void (*give_memory)(void *memory);

static bool start(int *rank, int *count, void *(*take)(size_t size), void (*give)(void *memory))
{
    take_memory = take;
    give_memory = give;
    int got;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &got) != MPI_SUCCESS)
        return false;
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, count);
    return true;
}

/* Sent, and perhaps not yet gone: two sides that wait for each other's receiving would wait for
 * ever. */
struct letter {
    MPI_Request request;
    struct letter *next;
    char bytes[];
};
static struct letter *letters;

static void forget_gone(bool all)
{
    for (struct letter **at = &letters; *at;) {
        struct letter *l = *at;
        int gone = 0;
        if (all)
            gone = MPI_Wait(&l->request, MPI_STATUS_IGNORE) == MPI_SUCCESS;
        else
            MPI_Test(&l->request, &gone, MPI_STATUS_IGNORE);
        if (gone || all) {
            *at = l->next;
            give_memory(l);
        } else {
            at = &l->next;
        }
    }
}

static bool send_bytes(int to, const void *data, size_t len)
{
    struct letter *l = take_memory(sizeof *l + len);
    memcpy(l->bytes, data, len);
    l->next = letters;
    letters = l;
    return MPI_Isend(l->bytes, (int)len, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &l->request) ==
           MPI_SUCCESS;
}

static long waiting(int *from)
{
    MPI_Status status;
    int there = 0, len = 0;
    forget_gone(false);
    if (MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || !there)
        return -1;
    MPI_Get_count(&status, MPI_BYTE, &len);
    *from = status.MPI_SOURCE;
    return len;
}

static bool receive(int from, void *data, size_t len)
{
    return MPI_Recv(data, (int)len, MPI_BYTE, from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE) ==
           MPI_SUCCESS;
}

static void finish(void)
{
    forget_gone(true);
    MPI_Finalize();
}

/* What was sent may still be on its way: a moment for it. MPI_Finalize would wait for everybody. */
static void abandon(void)
{
    for (int i = 0; i < 100 && letters; i++) {
        const struct timespec t = {.tv_nsec = 10 * 1000 * 1000};
        forget_gone(false);
        nanosleep(&t, NULL);
    }
}

extern const struct ranks_calls serai_ranks;
__attribute__((visibility("default"))) const struct ranks_calls serai_ranks = {
    RANKS_VERSION, start, send_bytes, waiting, receive, finish, abandon};
