/* lab.h: matches without people: one game by bots, long series, counts of positions, speed, and
 * checks of case files and traces. Nothing here prints or opens a file; results are structs. */
#ifndef SERAI_LAB_H
#define SERAI_LAB_H

#include "base/memory.h"
#include "base/mix.h"
#include "serai/bot.h"
#include "serai/table.h"

/* How the matches of a series begin. Game i of a series has the seed `seed + i`, so any of them
 * can be played again alone. */
struct lab_setup {
    struct sr_rules rules;
    int seats;
    int8_t option[SR_OPTIONS_MAX];
    uint64_t seed;
    struct sr_bot bot[SR_SEATS_MAX];
};

/* ---- one match (match.c) ----------------------------------------------------------------- */

struct lab_match {
    struct sr_rules rules;
    int minds;                        /* seats with a mind, in these: */
    void *memory[SR_SEATS_MAX];
    size_t room[SR_SEATS_MAX];        /* bytes of them */
    struct sr_mind *mind[SR_SEATS_MAX];
    union sr_state state;
    struct sr_view view;              /* scratch: what the bot that decides sees */
    sr_move legal[SR_MOVES_MAX];      /* of the decision asked now */
    int legal_count;
    int actor;                        /* SR_NOBODY when over */
    int opener;                       /* went first */
};

/* Memory for matches of so many seats, one after the other. */
struct lab_match *lab_match_new(int seats);
void lab_match_free(struct lab_match *m);
/* Sets up game `index` of the series and lists its first decision. `shift` moves the bots round
 * the table: seat s gets bot (s + shift) modulo the seats. */
SR_MUST_CHECK enum sr_err lab_begin(struct lab_match *m, const struct lab_setup *s,
                                    uint64_t index, int shift, struct sr_diag *diag);
/* The move of the seat that decides, by its bot. */
sr_move lab_choose(struct lab_match *m);
/* Plays a listed move and lists the next decision. ev may be NULL. */
void lab_play(struct lab_match *m, sr_move move, struct sr_events *ev);

/* ---- scripted players (players.c, docs/players.md) ---------------------------------------- */

/* The i-th player written for one game, "GAME:NAME" (in other games it plays any move); NULL past
 * the end. */
const struct sr_bot *lab_player(int i);
/* As sr_bot_read; also knows these. */
SR_MUST_CHECK enum sr_err lab_bot_read(const char *text, struct sr_bot *out,
                                       struct sr_diag *diag);

/* Who plays where nothing else is asked: the scripted player of the game, which reads the numbers
 * of the edition; else the judgement written by hand. Never a random one. */
const char *lab_house_bot(const struct sr_game *game);
/* Scripted players of a game, one by one; NULL past the end. */
const struct sr_bot *lab_scripted(const struct sr_game *game, int i);

/* ---- threads (threads.c) ----------------------------------------------------------------- */

int lab_cores(void);

/* A series of numbered jobs shared out among threads. Jobs are handed out in order, so that when
 * one stops the series every job before it has been done too. */
struct lab_jobs {
    int64_t count;
    void (*work)(void *context, int worker, int64_t index);
    void *context;
    /* Called a few times a second by the thread that waits; NULL for silence. */
    void (*progress)(void *context, int64_t done, int64_t count);
    struct lab_pool *pool; /* while it runs */
};
/* Runs all jobs; SR_IO when not even one thread could be started. */
SR_MUST_CHECK enum sr_err lab_run(struct lab_jobs *jobs, int threads);
/* Called by a job: hand out no more. */
void lab_stop(struct lab_jobs *jobs);

/* Threads that stay for many short series: the caller and as many helpers as `threads` allows and
 * could be started. */
struct lab_crew;
struct lab_crew *lab_crew_new(int threads);
/* Runs all jobs, in silence. */
void lab_crew_run(struct lab_crew *c, struct lab_jobs *jobs);
void lab_crew_free(struct lab_crew *c);

/* ---- series (sim.c) ---------------------------------------------------------------------- */

enum { LAB_BINS = 2048, LAB_BIN_ZERO = 512, LAB_ROWS = SR_LINES_MAX };

/* All sums are integers: adding them up in any order gives the same result. */
struct lab_stat {
    int64_t count, sum, squares;
    int64_t min, max;
};

struct lab_line {
    struct lab_stat score;
    int64_t part[SR_PARTS_MAX];  /* sums by source */
    int64_t ranks;               /* sum of ranks */
    int64_t wins;                /* shares of first place, in units of 1/840 */
    uint32_t bin[LAB_BINS];      /* scores from -LAB_BIN_ZERO, ends collect what lies beyond */
};
enum { LAB_WIN = 840 }; /* divides by every number of winners from 1 to 8 */

struct lab_series {
    int lines;                   /* seats, then automated players */
    struct lab_stat plies, turns, moves, margin; /* moves: choices of a decision */
    struct lab_line line[LAB_ROWS];  /* by line of the score */
    struct lab_line bot[LAB_ROWS];   /* by place in the list of bots, when they move round */
    struct lab_line place[LAB_ROWS]; /* by place in the order of the beginning */
    uint64_t signature;          /* of all final states and scores */
    /* The first game that broke an invariant (check), or -1. */
    int64_t broken;
    uint32_t broken_ply;
    const char *broken_what;
};

/* Where decisions of players that look ahead go, for training: whole records (record.h), in no
 * particular order, from one thread at a time. */
struct lab_records {
    bool (*write)(void *context, const void *data, size_t len);
    void *context;
    int64_t count; /* decisions */
    bool failed;   /* write returned false */
};
enum { LAB_RECORDS_HEAD = 64 };
/* The head of a file of records. */
void lab_records_head(const struct lab_setup *s, unsigned char head[LAB_RECORDS_HEAD]);

/* Games first..first + games - 1 of a series. */
struct lab_batch {
    const struct lab_setup *setup;
    int64_t first;
    int games;
    bool rotate;                /* as lab_sim */
    unsigned char *states;      /* out: final states, lab_pitch apart; NULL: not wanted */
    int8_t *opener;             /* out: who went first in each; NULL: not wanted */
    struct lab_stat moves;      /* out: choices of the decisions; its count is that of decisions */
    double seconds;             /* out: from the first set-up to the last move */
    struct lab_records *records;/* of its decisions; NULL: none are kept */
    const struct lab_study *study; /* of a device, record.h; NULL: all decisions are in earnest */
    bool heads; /* of a device: records are heads alone, of scripted players' decisions too */
};

/* Bytes from one state of a batch to the next: states can be copied 16 bytes at a time. */
static inline size_t lab_pitch(const struct sr_game *game)
{
    return (size_t)(game->state_size + 15) / 16 * 16;
}

/* Another place than threads where batches are played, with the same results (gpu/gpu.h). */
struct lab_device {
    void *context;
    SR_MUST_CHECK enum sr_err (*play)(void *context, struct lab_batch *b, struct sr_diag *diag);
    /* The game with functions that run there; NULL with diag. */
    const struct sr_game *(*game)(void *context, const struct sr_game *game, struct sr_diag *diag);
    /* NULL, or why that game went on here. */
    const char *(*failed)(void);
};

struct lab_sim {
    struct lab_setup setup;
    int64_t games;
    int threads;
    const struct lab_device *device; /* plays instead of the threads; NULL: they do. Not `check` */
    struct lab_records *records; /* NULL: none are kept */
    bool check;  /* sr_check after every move */
    bool rotate; /* game i shifts the bots by i seats */
    void (*progress)(void *context, int64_t done, int64_t count);
};
/* The same results on a device and on threads. Where a device fails on the way the threads go on,
 * and `diag` says why although SR_OK is returned; "" otherwise. */
SR_MUST_CHECK enum sr_err lab_sim(const struct lab_sim *sim, struct lab_series *out,
                                  struct sr_diag *diag);
double lab_mean(const struct lab_stat *s);
double lab_deviation(const struct lab_stat *s);
/* The score that `percent` of the games do not exceed. */
int lab_quantile(const struct lab_line *line, int percent);

/* ---- counts and speed (perft.c, bench.c) ------------------------------------------------- */

enum { LAB_DEPTH_MAX = 64 };

struct lab_perft {
    uint64_t nodes[LAB_DEPTH_MAX + 1]; /* sequences of exactly that many moves */
    uint64_t ended[LAB_DEPTH_MAX + 1]; /* of which ended the game */
};
void lab_perft(const struct sr_rules *r, const union sr_state *s, int depth,
               struct lab_perft *out);

struct lab_bench {
    const struct sr_game *game;
    int seats;
    uint64_t games, decisions;
    double cpu_s;
    int64_t allocations; /* while playing, through core/alloc.h */
    uint64_t signature;
};
/* Plays random games for about `seconds` of processor time; the signature comes from games of
 * fixed seeds before. */
void lab_bench(const struct sr_game *game, int seats, double seconds, struct lab_bench *out);
/* The same, and beside it batches of `batch` games with their observations and masks (batch.h):
 * short turns of both, so that they share what else the machine does. */
struct lab_bench_batch {
    struct lab_bench plain;
    uint64_t decisions;
    double cpu_s;
    int64_t allocations;
    int inputs, actions;
};
SR_MUST_CHECK enum sr_err lab_bench_batch(const struct sr_game *game, int seats, int batch,
                                          double seconds, struct lab_bench_batch *out,
                                          struct sr_diag *diag);
/* The same on a device, for about so many seconds of the clock (cpu_s); the signature, too, is
 * played there. */
SR_MUST_CHECK enum sr_err lab_bench_device(const struct lab_device *d,
                                           const struct sr_game *game, int seats,
                                           double seconds, struct lab_bench *out,
                                           struct sr_diag *diag);

/* ---- comparing JSON (diff.c) ------------------------------------------------------------- */

/* Called for each difference; `want` or `got` is "" where one side has nothing. */
typedef void lab_report(void *context, const char *path, const char *want, const char *got);

/* What a wanted value may hold: a state, or a line of a trace with one, of this game (NULL:
 * neither) with so many seats. Its players may be as older files have them (json.h). */
struct lab_form {
    const struct sr_game *game;
    int seats;
};

/* Compares value `a` (what is wanted) with value `b`. With `part`, members that `a` does not name
 * are left alone, and an array may be named by elements: {"2": ...}. Returns how many differ. */
int lab_diff(const struct lab_form *form, const struct sr_doc *wanted, int a,
             const struct sr_doc *given, int b, bool part, const char *path, lab_report *report,
             void *context);

/* ---- case files (verify.c) --------------------------------------------------------------- */

struct lab_verify {
    /* Where a case's game is to be found; NULL: in this program. */
    const struct sr_game *(*game)(void *context, const struct sr_game *g);
    /* A difference in a case: step counts from 1 (0: before the steps). */
    void (*report)(void *context, const char *name, int step, const char *path,
                   const char *want, const char *got);
    /* After each case. */
    void (*done)(void *context, const char *name, const char *title, int differences);
    void *context;
    int passed, failed;
};
/* Runs the case, or the array of cases, in doc. A case that cannot be read counts as failed. */
void lab_verify(struct lab_verify *v, const struct sr_doc *doc);
/* The same of a part of doc. */
void lab_verify_at(struct lab_verify *v, const struct sr_doc *doc, int token);

/* ---- trying a program (engine_check.c) ---------------------------------------------------- */

/* How a program of the engine protocol fared in a game. */
struct lab_engine_game {
    const struct sr_game *game;
    bool good;
    int version;         /* of the protocol that it speaks */
    int answers, slowest;/* questions answered, and the most milliseconds one took */
    const char *said;    /* the last lines of its standard error */
    struct sr_diag why;  /* what was wrong */
};
typedef void lab_engine_report(void *context, const struct lab_engine_game *g);
/* Asks it a dozen times in every game. Returns in how many it failed. */
int lab_engine_check(const char *command, int millis, lab_engine_report *report, void *context);

/* ---- traces (trace.c) -------------------------------------------------------------------- */

/* Takes one line (without newline); false stops the writing. */
typedef bool lab_sink(void *context, const char *line, size_t len);

/* Plays a match by bots and hands over each line of its trace. */
SR_MUST_CHECK enum sr_err lab_trace(const struct lab_setup *s, lab_sink *sink, void *context,
                                    struct sr_diag *diag);

/* A whole trace as a match, checked on the way; NULL with diag. */
struct sr_table *lab_trace_table(const char *text, size_t len, struct sr_diag *diag);
/* Checks a trace line by line, from the lines alone. */
struct lab_referee;
struct lab_referee *lab_referee_new(void);
void lab_referee_free(struct lab_referee *r);
/* SR_DIFFERS: the first difference is in diag. SR_NOTHING: lines after the last. */
SR_MUST_CHECK enum sr_err lab_referee_line(struct lab_referee *r, const char *line, size_t len,
                                           struct sr_diag *diag);
/* Whether the last line (scores) has been seen. */
bool lab_referee_done(const struct lab_referee *r);
int lab_referee_ply(const struct lab_referee *r);
/* Rules and position after the last line read; NULL before the header. */
const struct sr_rules *lab_referee_rules(const struct lab_referee *r);
const union sr_state *lab_referee_state(const struct lab_referee *r);
/* The move of the last line: who made it, and what happened. */
sr_move lab_referee_move(const struct lab_referee *r, int *actor, const struct sr_events **ev);

#endif
