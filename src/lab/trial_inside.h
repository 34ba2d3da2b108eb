/* trial_inside.h: a trial as the files of this folder see it. trial.c keeps arms and what is known
 * of their games, and needs neither threads nor files; trial_run.c plays. */
#ifndef SERAI_LAB_TRIAL_INSIDE_H
#define SERAI_LAB_TRIAL_INSIDE_H

#include "lab/trial.h"

struct arm {
    struct trial_arm is;
    uint64_t key;
    struct trial_layout layout;
    int64_t pieces;          /* room in these: */
    struct piece *piece;     /* [pieces]; row NULL: not there yet */
    struct trial_use *use;   /* sums; NULL: not counted */
    bool checked;            /* a piece from the file was played again and came out the same */
    struct piece_script *script; /* what a device decided, while it is needed */
    bool asked;              /* in the run under way: an arm may be named twice */
};

struct trial {
    const struct sr_game *game;
    struct items items;
    int threads;
    struct arm **arm;
    int arms;
    trial_progress *progress;
    void *context;
    struct ranks *ranks;
    const struct lab_device *device;
    struct sr_diag trouble;            /* of the device; "": none */
    struct trial_run *run;             /* NULL before anything was played here */
    void (*leave)(struct trial_run *); /* of `run` */
};

/* Room for so many games. */
void trial_room(struct arm *a, int64_t games);
/* The piece is the arm's now; what it counted is added up. */
void trial_take(struct trial *t, struct arm *a, int64_t number, struct piece *p);

/* trial_device.c: has the device decide the games of an arm that are not known yet; and forgets
 * that again. */
void trial_script_make(struct trial *t, struct arm *a, int64_t games);
void trial_script_free(struct arm *a);

#endif
