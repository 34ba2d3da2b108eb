/* recorder.h: training records of a series that is played on threads. */
#ifndef SERAI_LAB_RECORDER_H
#define SERAI_LAB_RECORDER_H

#include <pthread.h>

#include "lab/lab.h"

/* Writes records from several threads. `to` NULL: none are kept. */
struct lab_recorder {
    struct lab_records *to;
    const struct sr_rules *rules;
    pthread_mutex_t writing;
};
/* The decision that is on at the table, if its player is one whose thoughts are kept: bots that
 * look one move ahead (visits=0), and halving. */
void lab_record_decision(struct lab_recorder *recorder, int64_t index, const struct lab_match *m,
                         sr_move move);
/* The last state of a game. */
void lab_record_end(struct lab_recorder *recorder, int64_t index, const union sr_state *s);

#endif
