/* space.h: what the files of the batch share: the plan by which a view becomes a row of bytes, and
 * the numbering of moves. */
#ifndef SERAI_BATCH_SPACE_H
#define SERAI_BATCH_SPACE_H

#include "serai/batch.h"

enum {
    SPACE_ARGS = 5,
    SPACE_LONGEST = 64,    /* elements of a list of names */
    SPACE_SHORT = 16,      /* and of one whose planes are written together */
    SPACE_PLANES_MAX = 32, /* values that its names can have */
    SPACE_PAST = 32,       /* bytes that may be read, and copied, behind a state */
    SPACE_MORE = 8,        /* moves that are numbered at once */
    SPACE_NO_ACTION = 0xFFFF,
    SPACE_NO_DECISION = 255 /* of a match that is over */
};

/* ---- actions --------------------------------------------------------------------------------- */

struct space_arg {
    uint8_t shift, bits;
    bool sign;      /* two's complement */
    int16_t around; /* offset of an int16_t in the player who decides that it is counted from; -1 */
    int16_t low;    /* smallest value, as it is packed */
    uint16_t span;  /* largest less smallest */
    uint32_t times; /* its weight in the raw number */
    const struct sr_arg *arg;
};

/* A verb's moves are the actions base .. base + count - 1. */
struct space_verb {
    int base, count;
    int args;
    struct space_arg arg[SPACE_ARGS]; /* those that notation shows */
    uint32_t raws;                    /* raw numbers: the product of the ranges */
    uint16_t *remap;                  /* raw number to action less base; NULL: the same */
};

/* The short way from a move to its action, where the arguments lie in few bits: those bits, counted
 * from `base` in a table of all verbs. Without bits the entry there is SPACE_NO_ACTION. */
struct space_quick {
    uint32_t bits, base;
};

/* Combinations of a verb's arguments that a game can have, where the product of their vocabularies
 * is much more, or where they are plain numbers. Values as they are packed. */
struct space_pattern {
    const char *game, *verb;
    int low[SPACE_ARGS], high[SPACE_ARGS];
    int sum;     /* 0, or the most they add up to */
    bool around; /* q and r are counted from the caravan of the one who moves */
};
extern const struct space_pattern space_patterns[]; /* ended by game NULL */

/* ---- observations ---------------------------------------------------------------------------- */

enum space_op_kind {
    SPACE_COPY,    /* bytes as they are */
    SPACE_FLAGGED, /* a row of bytes, 0 where none or hidden, and a row that says which are there */
    SPACE_WORDS,   /* 16 bits: as much as a byte holds */
    SPACE_HOT,     /* one name: a byte for each that it can be */
    SPACE_PLANES,  /* many: a row for each value that they can have */
    SPACE_BITS,    /* a set: a byte for each name */
    SPACE_SEATS,   /* a set of seats, from the viewer on */
    SPACE_BAG,     /* a list of names: how many of each */
    SPACE_LIST,    /* a list of structs */
    SPACE_TURN     /* a struct for each seat */
};

struct space_plan;

struct space_op {
    uint8_t kind;
    uint8_t bytes; /* of one element of the source */
    uint8_t per;   /* values of a seat where values turn with the viewer, 0: they do not */
    uint8_t seats; /* how many seats come first among the values, or among the elements */
    bool hides;    /* all ones are hidden */
    bool turns;    /* what it writes depends on the viewer's seat */
    uint8_t bias;
    uint16_t from;   /* offset in the source */
    uint16_t count;  /* elements */
    uint16_t planes; /* values */
    int16_t length;  /* offset of the number of elements in use; -1: all */
    int16_t key;     /* LIST: offset of the name that says where an element goes; -1: in order */
    uint16_t size;   /* LIST: bytes of an element */
    uint16_t width;  /* LIST, TURN: inputs of an element */
    uint32_t to;     /* first input */
    const struct space_plan *sub;
};

struct space_plan {
    struct space_op *op;
    int count, room;
    int inputs;
    bool turns;
};

struct sr_space {
    struct sr_rules rules;
    int actions, inputs;
    int players, player_size; /* where the seats' structs are */
    const struct space_writer *writer;
    struct space_verb verb[256];
    struct space_quick quick[256];
    uint8_t shift[256]; /* where the bits begin */
    uint16_t *number;
    uint32_t numbers;
    struct space_plan plan;
    struct space_plan *subs[8];
    int sub_count;
    int decisions;
    int options;
    int *low_options;
    char **name;
    float *scale;
    float *bias_f;
    uint8_t *bias;
    int names_room;
};

/* The actions of `count` legal moves, as sr_space_number, and ones for them in the mask (or NULL).
 * legal and out have room for SPACE_MORE behind their last; there out holds legal actions too. */
SR_MUST_CHECK enum sr_err space_number(const struct sr_space *sp, const union sr_state *s,
                                       sr_move *legal, int count, uint16_t *out, uint8_t *mask);

/* Numbers the actions, and describes the observation; false: no memory. */
bool space_actions_init(struct sr_space *sp);
void space_actions_free(struct sr_space *sp);
bool space_plan_init(struct sr_space *sp);
void space_plan_free(struct sr_space *sp);

/* A row to be written: of `view` as `me` sees it. `old` is a state that holds the lists which the
 * row has, and is brought up to date with it; NULL: the row is all zero. */
struct space_row {
    const unsigned char *view;
    unsigned char *old;
    uint8_t *row;
    int me, seats, decision;
    bool turned; /* it was another seat's */
};
/* Fills in what the view tells. */
static inline void space_row_of(struct space_row *row, const struct sr_game *g,
                                const union sr_state *view)
{
    row->view = view->bytes;
    row->seats = view->head.seats;
    row->decision = view->head.over ? SPACE_NO_DECISION : g->decision(view);
}

/* What the build makes of a game's tables (maker.c), compiled for all processors and for those that
 * work on 32 bytes at once (write.c). */
struct space_writer {
    const char *game;
    void (*write)(const struct space_row *row);
    /* A state, the unused ends of long lists excepted. Both have SPACE_PAST bytes after them. */
    void (*copy)(unsigned char *to, const unsigned char *from);
    /* space_number where all moves have numbers in the table; else false, and the mask is
     * unfinished. */
    bool (*number)(const struct sr_space *sp, const sr_move *legal, int count, uint16_t *out,
                   uint8_t *mask);
};
const struct space_writer *space_writer_plain(const char *game);
const struct space_writer *space_writer_wide(const char *game);
/* Four bytes of each number. */
extern const uint32_t space_splat[SPACE_PLANES_MAX];

#endif
