/* lessons_inside.h: what lessons.c (games on threads), lessons_note.c (what there is to learn from
 * them) and lessons_device.c (games on a device) share. */
#ifndef SERAI_LAB_LESSONS_INSIDE_H
#define SERAI_LAB_LESSONS_INSIDE_H

#include <pthread.h>

#include "ai/bots.h"
#include "lab/arena.h"
#include "lab/lessons.h"
#include "lab/record.h"

struct heap { /* bytes that grow */
    unsigned char *data;
    size_t used, room;
};
void *lessons_add(struct heap *h, size_t len);

/* Games that have edition, options, seats and players in common. */
struct lessons_table {
    struct lab_setup setup; /* game i of it has the seed setup.seed + i, and shifts the bots by i */
    uint64_t edition[SR_EDITION_MAX / 8];
    int games;
    int number; /* of the edition in the arrays; -1: it has none yet */
};
/* Table `batch` of a school. */
void lessons_table(const struct lessons_setup *s, int64_t batch, struct lessons_table *t);

struct pupil { /* of a worker */
    struct heap array[LESSONS_ARRAYS];
    struct heap seen; /* struct ai_values of every lesson */
    struct ai_memo memo;
    void *memory[SR_SEATS_MAX];
    union sr_state state;
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX];
    struct lessons_table table;
    int64_t batch; /* of the table; -1: none */
    uint32_t rows, moves;
};

struct school {
    const struct lessons_setup *setup;
    const struct lessons_sink *sink;
    struct lab_study study;
    struct pupil *pupil;
    struct lab_jobs jobs;
    int64_t first;  /* number of the first game that is played on threads */
    uint64_t until; /* on lab_clock; 0: no limit */
    pthread_mutex_t lock;
    struct lessons_sum sum;
};
static inline bool school_is_out(const struct school *sc)
{
    return sc->until && lab_clock(NULL) >= sc->until;
}

/* ---- one game (lessons_note.c) -------------------------------------------------------------- */

struct lessons_decision {
    int64_t game;
    int count;  /* of p->legal */
    enum lesson_kind kind;
    const uint16_t *share;     /* of every move */
    const struct ai_values *v; /* as trials found them; NULL: the network is asked */
    const struct tree *tree;   /* what it found of the move that was chosen goes before that */
    int chosen;
};

void lessons_begin(struct pupil *p);
/* Writes down the decision at p->state. */
void lessons_note(struct pupil *p, const struct ai_eval *e, const struct sr_rules *r,
                  const struct lessons_decision *d);
/* The game ended at p->state: fills in the targets and hands everything over. */
void lessons_end(struct school *sc, struct pupil *p, const struct ai_eval *e,
                 struct lessons_table *t);

/* ---- on a device (lessons_device.c) --------------------------------------------------------- */

/* Plays table after table; returns how many were. Fewer than all: diag says why, or the time is
 * over. */
int64_t lessons_on_device(struct school *sc, int threads, struct sr_diag *diag);

#endif
