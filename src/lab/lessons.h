/* lessons.h: games by bots as arrays for a program that learns (tools/learn): inputs, targets, and
 * the moves of every decision with the shares a policy should give them. */
#ifndef SERAI_LAB_LESSONS_H
#define SERAI_LAB_LESSONS_H

#include "lab/lab.h"

enum { LESSON_BOTS = 8, LESSON_SLOTS = 24, LESSON_NO_SLOT = 0xFFFF };

/* One decision. Its rows (one a line of the score) and its moves stand one after the other in
 * arrays of their own. 24 bytes, little-endian. */
struct lesson {
    uint32_t row, move; /* where they begin */
    uint32_t game;
    uint16_t moves;
    uint16_t edition; /* which one; 0: the one the series began with */
    uint8_t lines, seat;
    uint8_t kind; /* enum lesson_kind */
    uint8_t seats;
    uint32_t ply;
};
/* Where the shares come from: nowhere (a glance, a look at the moves; no moves are written down
 * then), a player by rules, a search. */
enum lesson_kind { LESSON_NONE, LESSON_SCRIPT, LESSON_LOOK };

struct lesson_row {
    float win, margin; /* what a position's followers and the result make of it, TD(lambda) */
    float points;      /* at the end, in units of ai_game.margin */
    float result;      /* share of the victory at the end */
};
struct lesson_move {
    uint16_t share; /* 65535: all */
    uint16_t slot[LESSON_SLOTS];
};

struct lessons_setup {
    struct sr_rules rules;
    int8_t option[SR_OPTIONS_MAX];
    int seats; /* 0: all numbers, two every other time */
    /* The first one plays whole games in half of them, and takes seats beside the others. */
    struct sr_bot bot[LESSON_BOTS];
    int bots;
    int64_t games;
    /* So many games, fewer of larger tables, have edition, options, seats and players in common;
     * numbers of games beyond that are left out. */
    int batch;
    const struct lab_device *device; /* plays instead of the threads; NULL: they do */
    double seconds; /* no game is begun after so long; 0: all are */
    int threads;
    int changed; /* per cent of the games with other numbers in the edition, other options */
    int explore; /* random moves, thousandths; they are not written down */
    int deep;    /* per cent of the decisions that are searched; the others are made at a glance,
                    and say nothing about how to share out attention */
    int told;    /* per cent of these others that are written down */
    double lambda;
    uint64_t seed;
};

/* Arrays as they are handed over; `which` names one of them. */
enum lessons_array { LESSONS_INPUTS, LESSONS_ROWS, LESSONS_MOVES, LESSONS_LIST, LESSONS_EDITIONS,
                     LESSONS_ARRAYS };
struct lessons_sink {
    bool (*write)(void *context, enum lessons_array which, const void *data, size_t len);
    void *context;
};

struct lessons_sum {
    int64_t games, lessons, rows, moves, editions;
    bool failed; /* the sink */
};

/* The same lessons, in another order, on any number of threads and on a device. Where the device
 * fails on the way the threads go on, and `diag` says why although SR_OK is returned; "" otherwise.
 */
SR_MUST_CHECK enum sr_err lessons_play(const struct lessons_setup *setup,
                                       const struct lessons_sink *sink, struct lessons_sum *out,
                                       struct sr_diag *diag);

/* Changes some numbers of an edition by up to two fifths, as far as the game can be played by
 * them. */
void lessons_change(const struct sr_game *g, void *edition, struct sr_rng *rng);

#endif
