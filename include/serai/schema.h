/* schema.h: describes flat structs (states and editions) and vocabularies (moves, events) as data,
 * so that JSON, notation, checks and texts are written once for all games.
 *
 * JSON conventions: a *none* value is null; a *hidden* value (in a view) is the string "?";
 * an array indexed by a vocabulary is an object keyed by its names; a list is an array. */
#ifndef SERAI_SCHEMA_H
#define SERAI_SCHEMA_H

#include "serai/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A vocabulary: short lower-case identifiers (snake_case; squares like "W10" keep their case).
 * `id` makes the catalogue key of a name: "<game>.<id>.<name>". */
struct sr_names {
    const char *id;
    const char *const *name;
    int count;
};

enum sr_type {
    SR_T_U8,
    SR_T_I8,
    SR_T_U16,
    SR_T_I16,
    SR_T_U32,
    SR_T_BOOL,    /* uint8_t 0 or 1 */
    SR_T_NAME,    /* uint8_t index into names */
    SR_T_SET8,    /* bit set over names, in uint8_t */
    SR_T_SET16,
    SR_T_SET32,
    SR_T_STRUCT,  /* described by sub */
    SR_T_SKIP     /* passed over by the reader (core's own use) */
};

/* Values with a meaning of their own. NONE is null in JSON where the field has SR_F_NONE,
 * HIDDEN is "?" where it has SR_F_HIDES; `observe` writes HIDDEN over what a viewer may not see. */
enum {
    SR_NONE = 255,        /* in U8 and NAME */
    SR_HIDDEN = 254,      /* in U8, NAME and BOOL */
    SR_NONE_I8 = -1,      /* in I8 and I16 */
    SR_HIDDEN_I8 = -128,  /* in I8 */
    SR_HIDDEN_16 = -32768 /* in I16; U16, SET8, SET16 and SET32 hide as all ones */
};

enum sr_field_flag {
    SR_F_NONE = 1,  /* may be none */
    SR_F_HIDES = 2, /* may be hidden in a view */
    SR_F_INNER = 4, /* bookkeeping of the rules, of no interest to a person */
    SR_F_SEATS = 8, /* states: an array with one element per seat; only seats in play are written,
                       the others are all zero */
    SR_F_VACANT = 16,  /* with SEATS: what can be none is none in the others, all else zero */
    SR_F_SEAT = 32     /* states: the number is a seat */
};

enum { SR_VACANT_MAX = 256 }; /* bytes of an element of an array with SR_F_VACANT, at most */

/* What a member was called, and by which names its elements went: those beyond `count` are of the
 * next member, which had no key. NULL: as today. */
struct sr_older {
    const char *key;
    const struct sr_names *by;
};

/* One member of a struct. Initialise through SR_FIELD, SR_ARRAY, SR_PART, SR_GRID and give the
 * rest as designators in declaration order (C++20 wants the order). */
struct sr_field {
    const char *key;
    enum sr_type type;
    uint16_t offset;
    uint16_t size;                /* bytes of one element */
    uint16_t count;               /* 0: a scalar; else an array */
    uint16_t inner;               /* 0, or length of each row of a two-dimensional array */
    const struct sr_names *names; /* vocabulary of the value (NAME, SET) */
    const struct sr_names *by;    /* vocabulary of the index: JSON object instead of array */
    const struct sr_names *inner_by; /* the same for the second index of a grid */
    const struct sr_field *sub;   /* members of a STRUCT, ended by key NULL */
    const char *length;           /* key of the U8/U16 member holding how many are in use;
                                     elements beyond are zero and not written */
    int32_t min, max;             /* range of integers; both 0: all of the type */
    unsigned flags;
    const char *prov;             /* editions: S W I R, or one letter per element ("SSRR") */
    const struct sr_older *older; /* how older files have it, which are read as well; NULL: so */
};

#define SR_FIELD(S, member, type_, ...)                                                            \
    {                                                                                              \
        .key = #member, .type = type_, .offset = (uint16_t)offsetof(S, member),                    \
        .size = (uint16_t)sizeof(((S *)0)->member), .count = 0, .inner = 0, __VA_ARGS__            \
    }
#define SR_ARRAY(S, member, type_, ...)                                                            \
    {                                                                                              \
        .key = #member, .type = type_, .offset = (uint16_t)offsetof(S, member),                    \
        .size = (uint16_t)sizeof(((S *)0)->member[0]),                                             \
        .count = (uint16_t)(sizeof(((S *)0)->member) / sizeof(((S *)0)->member[0])), .inner = 0,   \
        __VA_ARGS__                                                                                \
    }
/* Elements `first` to `first + count_ - 1` of an array, under a key of their own. */
#define SR_PART(S, key_, member, first, count_, type_, ...)                                        \
    {                                                                                              \
        .key = key_, .type = type_,                                                                \
        .offset = (uint16_t)(offsetof(S, member) + (first) * sizeof(((S *)0)->member[0])),         \
        .size = (uint16_t)sizeof(((S *)0)->member[0]), .count = count_, .inner = 0, __VA_ARGS__    \
    }
#define SR_GRID(S, member, type_, ...)                                                             \
    {                                                                                              \
        .key = #member, .type = type_, .offset = (uint16_t)offsetof(S, member),                    \
        .size = (uint16_t)sizeof(((S *)0)->member[0][0]),                                          \
        .count = (uint16_t)(sizeof(((S *)0)->member) / sizeof(((S *)0)->member[0])),               \
        .inner = (uint16_t)(sizeof(((S *)0)->member[0]) / sizeof(((S *)0)->member[0][0])),         \
        __VA_ARGS__                                                                                \
    }
#define SR_FIELDS_END                                                                              \
    {                                                                                              \
        .key = NULL, .type = SR_T_U8                                                               \
    }

/* ---- verbs: moves and events ---------------------------------------------------------------- */

enum sr_arg_type {
    SR_A_END,   /* no more arguments */
    SR_A_INT,   /* plain number */
    SR_A_SIGNED,/* two's complement; written with its sign: +3, -2 */
    SR_A_NAME,  /* index into names */
    SR_A_SEAT,  /* a seat: P1.. in notation (seat + 1), a player's name in text */
    SR_A_SET    /* bit set over names: a+b+c in notation */
};

enum sr_arg_flag {
    SR_A_KEYED = 1,   /* notation "key=value" instead of "value" */
    SR_A_OPTIONAL = 2,/* stored as value + 1; 0 means absent and is not written */
    SR_A_NONZERO = 4, /* written only when not 0 (payments) */
    SR_A_SILENT = 8,  /* in JSON and text, not in notation */
    SR_A_SECRET = 16  /* events: may be secret; such an event is always emitted with the same mask
                         of secret arguments */
};

struct sr_arg {
    const char *key;
    enum sr_arg_type type;
    uint8_t shift, bits; /* moves: where it is packed (8.., within 32). Events: unused */
    uint8_t flags;
    const struct sr_names *names;
};

/* A kind of move, or a kind of event. Notation of a move: name, then arguments in order,
 * separated by spaces. */
struct sr_verb {
    const char *name;
    const char *rule;    /* number in docs/rules/<game>.md, such as "4.3" */
    bool reveals;        /* events: shows something nobody, or not everybody, knew (undo stops) */
    struct sr_arg arg[SR_ARGS_MAX];
};

/* A kind of decision. Catalogue keys: <game>.ask.<name> (prompt), <game>.help.<name>. */
struct sr_decision {
    const char *name;
    const char *rule;
};

#ifdef __cplusplus
}
#endif
#endif
