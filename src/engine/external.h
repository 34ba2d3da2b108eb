/* external.h: programs as players: the host's side of the engine protocol (docs/engine.md).
 *
 * A program runs in a process group of its own with a socket as its standard streams, and with no
 * other file of ours open. Whatever goes wrong ends in its death and a reason. */
#ifndef SERAI_ENGINE_EXTERNAL_H
#define SERAI_ENGINE_EXTERNAL_H

#include "serai/table.h"

/* What a program may have; all zero: what we have ourselves. */
struct external_terms {
    long memory_mib; /* of data, for each of its processes */
    bool one_core;   /* all its threads and processes share one core */
    bool rests;      /* stopped while it is not asked; not after a result, to learn from it */
    bool alone;      /* gets no environment but PATH, HOME, LANG and TMPDIR */
};

/* How a program failed. */
enum external_fault {
    EXTERNAL_START,   /* could not be started, or did not greet */
    EXTERNAL_ENDED,   /* ended by itself */
    EXTERNAL_TIME,    /* no answer in time */
    EXTERNAL_RUBBISH, /* no line of the protocol */
    EXTERNAL_ILLEGAL, /* no legal move */
    EXTERNAL_FAULTS
};
/* Stable names: "start", "ended", "time", "rubbish", "illegal". */
extern const char *const external_fault_names[EXTERNAL_FAULTS];

/* A program that people may choose like a bot: --engine NAME=COMMAND. */
enum { EXTERNAL_NAMED_MAX = 32, EXTERNAL_NAME_MAX = 39 };
struct external_named {
    char name[EXTERNAL_NAME_MAX + 1];
    const char *command; /* for the shell */
};

struct external; /* belongs to one thread at a time */

/* Nothing is started yet. NULL: no memory. `command` is copied and given to the shell. */
struct external *external_new(const char *command, const struct external_terms *terms);
/* Says good-bye, waits a tenth of a second at most (a second where it was told a result: it may
 * have to write down what it learned), and ends the program with its children. */
void external_free(struct external *x);
/* Asks for a move; starts the program when it does not run. Any failure ends the program, returns
 * SR_IO or SR_ILLEGAL (or SR_SPACE, which is not its fault) and says why in diag; the next call
 * starts it anew. *took gets what it was charged (charge.h). */
SR_MUST_CHECK enum sr_err external_choose(struct external *x, const struct sr_rules *r,
                                          const struct sr_view *view, const sr_move *legal,
                                          int count, int millis, int *index, int *took,
                                          struct sr_diag *diag);
/* Tells a program that asked for it (protocol version 2) what a move did, as its seat was told:
 * before the next question, with all that came since the last. ev may be NULL; x, too. */
void external_saw(struct external *x, const struct sr_rules *r, int ply, int seat, sr_move move,
                  const struct sr_events *ev, int viewer);
/* The same where there is a table: whatever was played that it does not know yet, from the first
 * move on where it comes late, was started anew, or where moves were taken back. To be called
 * before a question, and before external_over. */
void external_follow(struct external *x, const struct sr_table *t, int seat);
/* The next question begins with the match again. */
void external_forget(struct external *x);
/* The match is over, and how; what a question says after it is a new match. */
void external_over(struct external *x, const struct sr_rules *r, const struct sr_scores *sc);
/* Starts it and hears its greeting, if it does not run: a question does so by itself. */
SR_MUST_CHECK enum sr_err external_start(struct external *x, struct sr_diag *diag);
/* Asks a program that runs whether it is there, ten seconds at most; a failure ends it. */
SR_MUST_CHECK enum sr_err external_ready(struct external *x, struct sr_diag *diag);
/* The last lines of its standard error, as far as they were read; "" for none. */
const char *external_said(const struct external *x);
/* The version it speaks: 1, or 2 after it said so. */
int external_version(const struct external *x);
/* How the last call failed. */
enum external_fault external_fault(const struct external *x);

#endif
