/* entry.h: an entry of a table's log: something that happened at the table. In memory it is
 * typed; in the database its kind, seat and time are columns and the rest is a JSON object, the
 * body. entry.c has the one writer and the one reader of bodies; what it reads was written by any
 * version of the program, so members that are missing have their usual value and unknown ones are
 * passed over. */
#ifndef SERAI_STORE_ENTRY_H
#define SERAI_STORE_ENTRY_H

#include "serai/json.h"

enum {
    ENTRY_ID_MAX = 16,   /* of tables and accounts, with NUL */
    ENTRY_HASH_MAX = 65, /* hex of 32 bytes, with NUL */
    ENTRY_CID_MAX = 33,  /* id of a client's request, with NUL */
    ENTRY_NAME_MAX = 48, /* of people and bots, with NUL */
    ENTRY_WORD_MAX = 16  /* why something happened, with NUL */
};

enum entry_kind {
    ENTRY_SIT,
    ENTRY_START,
    ENTRY_MOVE,
    ENTRY_UNDO,
    ENTRY_ASK,
    ENTRY_ANSWER,
    ENTRY_CHAT,
    ENTRY_LEAVE,
    ENTRY_VOTE,
    ENTRY_STAND_IN,
    ENTRY_BACK,
    ENTRY_PREFS,
    ENTRY_REMATCH,
    ENTRY_LOCK,
    ENTRY_DICE,
    ENTRY_RESIGN,
    ENTRY_END, /* all agreed to end it without a result */
    ENTRY_KINDS
};
extern const char *const entry_kind_names[ENTRY_KINDS];
int entry_kind_of(const char *name); /* -1: none */

enum entry_seat { ENTRY_OPEN, ENTRY_LINK, ENTRY_HUMAN, ENTRY_BOT };
extern const char *const entry_seat_names[];

/* How a decision was made. */
enum entry_by { BY_PLAYER, BY_BOT, BY_STAND_IN, BY_IMPORT, BY_FORCED, BY_STANDING };
extern const char *const entry_by_names[];

/* What is asked of the others. */
enum entry_ask { ASK_UNDO, ASK_REMATCH, ASK_END };
extern const char *const entry_ask_names[];

struct entry_sit { /* who has the seat from now on; "" where there is nothing to say */
    enum entry_seat kind;
    char name[ENTRY_NAME_MAX];
    char bot[ENTRY_NAME_MAX];
    char key[ENTRY_HASH_MAX];    /* hash of the holder's secret */
    char invite[ENTRY_HASH_MAX]; /* hash of the link's secret */
    char account[ENTRY_ID_MAX];
    char dice[ENTRY_HASH_MAX]; /* what he gives to the dice, or the hash of it */
};

struct entry_start { /* what the seed is made of, by seat; "" none */
    char dice[SR_SEATS_MAX][ENTRY_HASH_MAX]; /* what was committed to */
    char part[SR_SEATS_MAX][ENTRY_HASH_MAX]; /* what was shown; in place of what was not: dice */
};

struct entry_stand_in {
    char bot[ENTRY_NAME_MAX];
    char why[ENTRY_WORD_MAX], fault[ENTRY_WORD_MAX]; /* fault "": no engine's */
};

struct entry {
    int64_t at;
    uint8_t kind; /* enum entry_kind */
    int8_t seat;  /* -1 nobody's */
    int8_t asked; /* sit: the seat whose request it was, where that is another; else -1 */
    uint8_t by;   /* move: enum entry_by */
    uint8_t what; /* ask: enum entry_ask */
    int8_t step;  /* prefs: 0 or 1; -1 not said */
    bool yes;     /* answer, lock; undo: because the rules have changed */
    int32_t to;   /* undo, ask: the ply to go back to; vote: the seat it is for */
    int32_t ply;  /* decisions taken after it; counted by whoever applies it, not stored */
    sr_move move;
    uint64_t hash;           /* move: of the state after it; 0 not known */
    char cid[ENTRY_CID_MAX]; /* of the request that asked for it; "" none */
    union {
        char *text; /* chat: the words. prefs: the standing answers as JSON, NULL not said.
                       rematch: the table. move: its notation, where `move` is not known.
                       dice: the part that is shown. ask and answer for a rematch: dice as in
                       a sit, NULL none */
        struct entry_sit *sit;
        struct entry_start *start; /* NULL: the seed stands in the set-up */
        struct entry_stand_in *stand_in;
    } has;
};

/* An entry with the usual values; entries made by hand begin with it. */
struct entry entry_of(enum entry_kind kind, int seat);
/* A copy with memory of its own; false without memory. */
bool entry_dup(struct entry *to, const struct entry *from);
void entry_free(struct entry *e); /* what it has, not itself */

/* The body of an entry; a move is written in the words of the game. */
void entry_write(struct sr_buf *b, const struct sr_game *g, const struct entry *e);
/* Reads a body into *e (kind and seat are set: entry_of), in memory of its own. A move whose
 * number is not that of its notation in this game (rules may have renumbered) keeps the notation
 * in has.text; without a game (NULL) all do. `tok`: `max` tokens to work with. SR_PARSE,
 * SR_SPACE. */
SR_MUST_CHECK enum sr_err entry_read(struct entry *e, const struct sr_game *g, const char *body,
                                     struct sr_tok *tok, int max, struct sr_diag *diag);

#endif
