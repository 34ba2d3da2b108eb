/* ranks.h: other processes that play pieces of a trial: `mpirun -n N serai lab ...`. The part that
 * speaks to Open MPI is a module of its own (src/mpi), loaded only where mpirun started us. */
#ifndef SERAI_LAB_RANKS_H
#define SERAI_LAB_RANKS_H

#include "lab/trial.h"

/* What the module offers; messages are bytes. One thread at a time calls. */
struct ranks_calls {
    int version; /* RANKS_VERSION */
    /* The module takes and gives back memory by these. */
    bool (*start)(int *rank, int *count, void *(*take)(size_t size), void (*give)(void *memory));
    bool (*send)(int to, const void *data, size_t len);
    /* Length of the next message and from whom; -1: none is there. */
    long (*waiting)(int *from);
    bool (*receive)(int from, void *data, size_t len);
    void (*finish)(void);
    /* Leaves without waiting for the others: one of them is lost, and would never come. */
    void (*abandon)(void);
};
enum { RANKS_VERSION = 2 };

/* Whether a starter of many processes has started this one. */
bool ranks_started(void);
/* Joins the others; NULL with diag where the module is not there. `folder`: of this program. */
struct ranks *ranks_open(const char *folder, struct sr_diag *diag);
int ranks_rank(const struct ranks *r);
int ranks_count(const struct ranks *r);
/* For all but rank 0: plays what rank 0 hands out, until it closes. */
void ranks_serve(struct ranks *r);
/* Rank 0 lets the others go; everybody leaves. Where one has been lost (mpirun --enable-recovery)
 * nobody waits for it. */
void ranks_close(struct ranks *r);

/* ---- rank 0 hands out -------------------------------------------------------------------- */

/* A piece to play. */
struct ranks_task {
    int64_t number;
    struct trial_arm arm;
};
bool ranks_idle(const struct ranks *r, int *rank); /* who has the least to do, and has room */
bool ranks_hand_out(struct ranks *r, int rank, const struct ranks_task *task);
/* A finished piece as a line (mem_free), or NULL. Who hands none over any more is lost: its pieces
 * are to be played by others, and it gets no further ones once it has its fill. */
char *ranks_collect(struct ranks *r, size_t *len);

#endif
