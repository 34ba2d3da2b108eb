/* contract.h: what the contract tests share. They hold for every registered game and know none:
 * everything is read from its struct sr_game.
 *
 * A check that fails fills run.label and run.text and returns false; main.c then looks for the
 * shortest list of moves that still fails in the same way. */
#ifndef SERAI_TESTS_CONTRACT_H
#define SERAI_TESTS_CONTRACT_H

#include <setjmp.h>

#include "serai/table.h"
#include "serai/text.h"

enum { LABEL_MAX = 120, POOL = 256 };

/* How moves are chosen: plain chance reaches other positions than chance by verb. */
enum policy { POLICY_MOVE, POLICY_VERB, POLICY_FIRST, POLICY_LAST, POLICIES };

struct run {
    /* the game to play */
    struct sr_rules rules;
    int seats;
    int8_t option[SR_OPTIONS_MAX];
    uint64_t seed;
    enum policy policy;
    int every;               /* thorough checks at one state in `every` */
    int spoil_at;            /* the ply at which every value is spoiled in turn; -1: at none */
    const sr_move *script;   /* play these (skipping what is not legal) instead of choosing */
    int script_count;
    bool texts;              /* check sentences, and nothing else */
    /* what happened */
    sr_move *moves;          /* plies_max + 1 of them */
    int count;
    char label[LABEL_MAX];   /* which promise was broken; "" when none */
    char text[400];
    uint64_t seen_moves[4], seen_events[4]; /* verbs that came up, over all runs */
    const struct sr_field *seen_hidden[128]; /* fields that were hidden from someone */
    int hidden_count;
    uint64_t decisions, revealing, samples_differ;
    bool secret_scores;      /* the score depends on what somebody does not see */
    /* scratch of the checks; its generator starts from the state, so a state is always checked in
     * the same way */
    struct sr_rng rng;
    sr_move pool[POOL];      /* moves legal somewhere in this game */
    int pooled;
};

/* Notes a broken promise; returns false. */
bool run_fail(struct run *c, const char *label, const char *format, ...) SR_PRINTF(3, 4);

#define NEED(c, cond, label)                                                                       \
    do {                                                                                           \
        if (!(cond))                                                                               \
            return run_fail(c, label, "%s", #cond);                                                \
    } while (0)
#define NEEDF(c, cond, label, ...)                                                                 \
    do {                                                                                           \
        if (!(cond))                                                                               \
            return run_fail(c, label, __VA_ARGS__);                                                \
    } while (0)

/* ---- game.c: one whole game ------------------------------------------------------------------ */

/* Plays the game described by c with all checks. */
bool run_game(struct run *c);

/* ---- moves.c: the list of moves and what it promises ----------------------------------------- */

/* The decision in s: returns how many moves in list, or -1. */
int moves_list(struct run *c, const union sr_state *s, sr_move *list);
bool moves_check(struct run *c, const union sr_state *s, const sr_move *list, int n);
/* Events of one move: shape, JSON there and back for everyone. */
bool events_check(struct run *c, const struct sr_events *ev);

/* ---- hidden.c: views and samples ------------------------------------------------------------- */

bool views_check(struct run *c, const union sr_state *s, const sr_move *list, int n);
/* Playing m in s, a move without reveal, must look the same to each viewer in every state he cannot
 * tell from s. */
bool knowledge_check(struct run *c, const union sr_state *s, sr_move m);
/* At set-up a filled-in view must be distributed as set-up itself is. */
bool fill_check(struct run *c, int seeds);
/* JSON of a state or view, there and back. */
bool json_check(struct run *c, const union sr_state *s);

/* ---- spoiled.c: views and states from outside with one value wrong --------------------------- */

bool spoiled_check(struct run *c, const union sr_state *s);

/* ---- vocabulary.c: the tables of a game ------------------------------------------------------ */

bool vocabulary_check(struct run *c);
/* Prints every catalogue key the game needs, with the arguments its pattern may use. */
void vocabulary_keys(const struct sr_game *g);

/* ---- edition.c: numbers changed by designers ------------------------------------------------- */

bool edition_check(struct run *c);
/* A random change of the default edition that the reader accepts, in out (edition_size bytes);
 * `text` gets the changed values as JSON. False when this attempt was refused. */
bool edition_vary(const struct sr_game *g, struct sr_rng *rng, void *out, char *text, size_t max);

/* ---- table.c: the match around a finished game ----------------------------------------------- */

bool table_check(struct run *c);

#endif
