/* arena.h: bots against each other: fair series, ratings, and programs from outside as players. */
#ifndef SERAI_LAB_ARENA_H
#define SERAI_LAB_ARENA_H

#include "engine/external.h"
#include "lab/lab.h"

/* ---- ratings (rating.c) --------------------------------------------------------------------- */

enum { ARENA_BOTS_MAX = 16 };

/* Results between each two bots: points (1 for a better rank, a half for the same) and games. */
struct rating_table {
    int bots;
    double points[ARENA_BOTS_MAX][ARENA_BOTS_MAX];
    double games[ARENA_BOTS_MAX][ARENA_BOTS_MAX];
};
struct rating {
    double elo, error; /* error: 95 % of the truth lies within +- this */
};
/* Fits Elo numbers (mean 0) to the table. */
void rating_fit(const struct rating_table *t, struct rating out[ARENA_BOTS_MAX]);
/* Share of first places the stronger side expects, alone against `others` equal opponents. */
double rating_share(double elo, int others);
/* The difference that explains such a share. */
double rating_difference(double share, int others);

/* Sequential test: is the first bot better by `elo1` (accept) rather than by `elo0` (reject)?
 * Works on the means of mirrored groups, so that luck common to a group cancels out. */
struct sprt {
    double elo0, elo1;
    int others;
};
enum sprt_verdict { SPRT_UNDECIDED, SPRT_ACCEPT, SPRT_REJECT };
/* n groups with mean share `mean` and variance `variance`; *llr gets the log-likelihood ratio;
 * errors of both kinds stay below 5 %. */
enum sprt_verdict sprt_judge(const struct sprt *s, int64_t n, double mean, double variance,
                             double *llr);

/* ---- series (arena.c) ----------------------------------------------------------------------- */

struct arena_bot {
    char name[96];      /* as given */
    const char *command; /* NULL, or an external program */
    struct sr_bot bot;
};

struct arena_setup {
    struct sr_rules rules;
    int seats;
    int8_t option[SR_OPTIONS_MAX];
    uint64_t seed;
    struct arena_bot bot[ARENA_BOTS_MAX];
    int bots;
    int64_t groups;  /* of mirrored games, for each pairing */
    int millis;      /* for a move; 0: as the bots' skills say */
    int threads;
    bool test;       /* stop when the sequential test has a verdict */
    struct sprt sprt;
};

/* One bot in one series. */
struct arena_line {
    int64_t games;
    int64_t wins;       /* shares of first place, in 1/840 */
    int64_t ranks;      /* sum */
    double score;       /* sum */
    int64_t decisions;  /* with a choice */
    int64_t millis;     /* charged for them (engine/charge.h) */
    int most;           /* for one */
    int64_t overruns;   /* beyond 120 % of the time allowed */
    int64_t forfeits;   /* crashed, hung, or answered rubbish */
    char why[256];      /* the last of these */
};

struct arena {
    struct arena_setup setup;
    int pairings;
    int64_t games, done; /* in all; finished */
    struct arena_line line[ARENA_BOTS_MAX];
    struct rating_table table;
    /* First pairing: shares of first place of its first bot, by group. */
    int64_t groups;
    double mean, variance, llr;
    enum sprt_verdict verdict;
    /* Inside. */
    struct arena_result *result;
    int64_t first; /* game number of the batch under way */
    struct arena_desk *desk;
    void (*progress)(const struct arena *a, int64_t done);
};

struct arena *arena_new(const struct arena_setup *setup, struct sr_diag *diag);
void arena_free(struct arena *a);
/* Plays the next part of the series; false when it is over (or tested to an end). */
bool arena_step(struct arena *a);
/* Which bot sits where in a game. */
void arena_seating(const struct arena *a, int64_t game, int bot_of_seat[SR_SEATS_MAX]);
/* Finished games as JSON, in both directions; reading goes on with the same series only. */
void arena_write(struct sr_buf *b, const struct arena *a);
SR_MUST_CHECK enum sr_err arena_read(struct arena *a, const struct sr_doc *doc,
                                     struct sr_diag *diag);
/* Milliseconds of a clock that never goes back. */
uint64_t lab_clock(void *unused);

#endif
