/* json.h: one writer and one strict reader, without heap; and the JSON of everything a game has.
 *
 * The reader accepts exactly RFC 8259 (UTF-8 checked, no trailing text, depth at most 32) and
 * refuses what a careful format must: duplicate keys in described objects, unknown keys,
 * fractions where integers are meant. Formats are documented in docs/formats.md. */
#ifndef SERAI_JSON_H
#define SERAI_JSON_H

#include "serai/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- writing -------------------------------------------------------------------------------- */

/* Text growing in memory of the caller. When it is full, `full` is set, writing goes on counting
 * nothing, and the text stays NUL-terminated. */
struct sr_buf {
    char *text;
    size_t len, max; /* max counts the final NUL */
    bool full;
    bool comma; /* the writer's: a value stands before */
};

void sr_buf_init(struct sr_buf *b, char *memory, size_t max);
void sr_buf_put(struct sr_buf *b, const char *text);
void sr_buf_putn(struct sr_buf *b, const char *text, size_t n);
void sr_buf_int(struct sr_buf *b, int64_t v);
void sr_buf_hex64(struct sr_buf *b, uint64_t v); /* 16 digits */

/* JSON values in sequence; commas are looked after. */
void sr_json_open(struct sr_buf *b, char bracket);  /* '{' or '[' */
void sr_json_close(struct sr_buf *b, char bracket); /* '}' or ']' */
void sr_json_key(struct sr_buf *b, const char *key);
void sr_json_int(struct sr_buf *b, int64_t v);
void sr_json_str(struct sr_buf *b, const char *s);
void sr_json_strn(struct sr_buf *b, const char *s, size_t n);
void sr_json_bool(struct sr_buf *b, bool v);
void sr_json_null(struct sr_buf *b);
void sr_json_raw(struct sr_buf *b, const char *json); /* a complete value, as it is */
void sr_json_rawn(struct sr_buf *b, const char *json, size_t n);

/* A key and its value. */
void sr_json_put_int(struct sr_buf *b, const char *key, int64_t v);
void sr_json_put_str(struct sr_buf *b, const char *key, const char *s);
void sr_json_put_bool(struct sr_buf *b, const char *key, bool v);
void sr_json_put_null(struct sr_buf *b, const char *key);
void sr_json_put_seat(struct sr_buf *b, const char *key, int seat);      /* below 0: null */
void sr_json_put_hex64(struct sr_buf *b, const char *key, uint64_t v);   /* a string of 16 digits */
void sr_json_put_ints(struct sr_buf *b, const char *key, const int *v, int count);
/* A key and the bracket that opens its value. */
void sr_json_put_open(struct sr_buf *b, const char *key, char bracket);

/* ---- reading -------------------------------------------------------------------------------- */

enum sr_tok_type {
    SR_J_OBJECT,
    SR_J_ARRAY,
    SR_J_STRING,
    SR_J_INT,
    SR_J_FLOAT,
    SR_J_TRUE,
    SR_J_FALSE,
    SR_J_NULL
};

/* Tokens stand in document order: a container, then its children (in an object key, value,
 * key, value...). `next` is the index of the token after this value and all it contains. */
struct sr_tok {
    uint32_t start, end; /* bytes in the text; strings without their quotes, escapes as written */
    int32_t size;        /* object: members; array: elements */
    int32_t next;
    uint8_t type;
};

struct sr_doc {
    const char *text;
    struct sr_tok *tok; /* tok[0] is the whole value */
    int count, max;
};

/* Parses all of text into the tokens of the caller. SR_PARSE (with line and column) or SR_SPACE. */
SR_MUST_CHECK enum sr_err sr_json_parse(struct sr_doc *doc, const char *text, size_t len,
                                        struct sr_tok *tok, int max, struct sr_diag *diag);
/* Index of the value under key, or -1. */
int sr_json_get(const struct sr_doc *doc, int object, const char *key);
/* Index of element i of an array, or -1. */
int sr_json_at(const struct sr_doc *doc, int array, int i);
bool sr_json_is(const struct sr_doc *doc, int t, const char *string);
/* Decodes a string into out (NUL-terminated UTF-8); false if it is no string, contains NUL or
 * does not fit. */
bool sr_json_text(const struct sr_doc *doc, int t, char *out, size_t max);
/* Integer value; false if it is none or does not fit. */
bool sr_json_num(const struct sr_doc *doc, int t, int64_t *out);

/* ---- described structs ----------------------------------------------------------------------- */

/* Writes the members as "key":value pairs into an open object. */
void sr_fields_write(struct sr_buf *b, const struct sr_field *fields, const void *base);
/* Writes the members of `to` that are not as in `from` into an open object, so that sr_fields_read
 * (and any reader of docs/protocol.md's deltas) makes `to` of `from`: members of structs and of
 * arrays by name one by one, elements that hold others as {"2": ...}, all else whole. */
void sr_fields_delta(struct sr_buf *b, const struct sr_field *fields, const void *from,
                     const void *to);
/* Reads an object into base, touching only the members named in it (a patch): members of objects
 * one by one; an array as a whole, or single elements as {"2": value}. With `whole` every
 * member must be there. Errors name the path: "players.1.gold: 300 is not in 0..255".
 * On error base is partly changed: read into a copy. */
SR_MUST_CHECK enum sr_err sr_fields_read(const struct sr_doc *doc, int object,
                                         const struct sr_field *fields, void *base, bool whole,
                                         struct sr_diag *diag);

/* ---- the JSON of a game --------------------------------------------------------------------- */

/* A state or a view: {"game","seats","viewer","ply","turn","over","options","rng",...members}. */
void sr_state_write(struct sr_buf *b, const struct sr_rules *r, const union sr_state *s);
/* What changed from one view of a viewer, or from one state, to another: an object with the
 * members of sr_state_write that differ (sr_fields_delta). */
void sr_state_delta(struct sr_buf *b, const struct sr_rules *r, const union sr_state *from,
                    const union sr_state *to);
/* Reads a whole state or view back; the bytes are those that were written. */
SR_MUST_CHECK enum sr_err sr_state_read(const struct sr_rules *r, const struct sr_doc *doc, int t,
                                        union sr_state *out, struct sr_diag *diag);
/* Whether object t, a state or a part of one with so many seats in play, has its players as older
 * files have them (docs/formats.md); and that object with the players as sr_state_write has them.
 * The readers take both. */
bool sr_state_is_older(const struct sr_game *g, const struct sr_doc *doc, int t, int seats);
void sr_state_renew(struct sr_buf *b, const struct sr_game *g, const struct sr_doc *doc, int t,
                    int seats);
/* A state as `viewer` sees it; SR_FULL, or the viewer of a view: as it is. */
void sr_view_write(struct sr_buf *b, const struct sr_rules *r, const union sr_state *s, int viewer);
/* SR_OK, SR_RANGE: a value is not in its described range, or SR_BROKEN: a view that no state can
 * have (it hides what its viewer sees, or one filled from it breaks an invariant). Any bytes will
 * do: ranges and what is hidden are checked before `fill` is called. */
SR_MUST_CHECK enum sr_err sr_view_check(const struct sr_rules *r, const union sr_state *view,
                                        struct sr_diag *diag);
/* Changes the members named in a patch; refuses one that breaks an invariant (SR_BROKEN) and then
 * leaves the state alone. */
SR_MUST_CHECK enum sr_err sr_state_patch(const struct sr_rules *r, const struct sr_doc *doc, int t,
                                         union sr_state *state, struct sr_diag *diag);

/* {"move":"sel bag tower","verb":"sel","level":"bag",...} */
void sr_move_write(struct sr_buf *b, const struct sr_game *g, sr_move m);
/* A key and a move in notation; moves in notation: ["sel bag tower",...]. */
void sr_json_put_move(struct sr_buf *b, const char *key, const struct sr_game *g, sr_move m);
void sr_moves_write(struct sr_buf *b, const struct sr_game *g, const sr_move *moves, int count);
/* Reads a move from its notation (a string) or from its object, among the legal ones. */
SR_MUST_CHECK enum sr_err sr_move_read(const struct sr_rules *r, const union sr_state *s,
                                       const struct sr_doc *doc, int t, sr_move *out,
                                       struct sr_diag *diag);

/* {"event":"draw","seat":1,"card":"three_gold"}; secret arguments are "?". Seats count from 0. */
void sr_event_write(struct sr_buf *b, const struct sr_game *g, const struct sr_event *e);
SR_MUST_CHECK enum sr_err sr_event_read(const struct sr_game *g, const struct sr_doc *doc, int t,
                                        struct sr_event *out, struct sr_diag *diag);

/* [event...] as `viewer` gets to see them; SR_FULL: unabridged. */
void sr_events_write(struct sr_buf *b, const struct sr_game *g, const struct sr_events *ev,
                     int viewer);

/* All numbers of an edition as one object. */
void sr_edition_write(struct sr_buf *b, const struct sr_rules *r);
/* Every value with where it comes from: [{"path","value","prov"}...]. */
void sr_edition_list(struct sr_buf *b, const struct sr_rules *r);
/* How many values of an edition are not the game's own. */
int sr_edition_changes(const struct sr_rules *r);
/* Default edition changed by an object of values, then checked. `out` has edition_size bytes. */
SR_MUST_CHECK enum sr_err sr_edition_read(const struct sr_game *g, const struct sr_doc *doc, int t,
                                          void *out, struct sr_diag *diag);

/* {"build_cards":"free",...} in both directions; out gets all options, defaults included. */
void sr_options_write(struct sr_buf *b, const struct sr_game *g, const int8_t *option);
SR_MUST_CHECK enum sr_err sr_options_read(const struct sr_game *g, const struct sr_doc *doc, int t,
                                          int8_t *out, struct sr_diag *diag);

/* [{"line":0,"total":71,"rank":1,"parts":{...}}...]; lines beyond the seats are automated. */
void sr_scores_write(struct sr_buf *b, const struct sr_rules *r, const struct sr_scores *sc);

/* The game told as data, for clients: {"id","rules_version","seats":[min,max],"state_bytes",
 * "options","moves","events","decisions","score_parts","words"}. */
void sr_game_write(struct sr_buf *b, const struct sr_game *g);

/* A 64-bit seed: a number up to 2^53 (JavaScript's limit), else a string of digits. */
void sr_json_seed(struct sr_buf *b, uint64_t seed);
bool sr_json_seed_read(const struct sr_doc *doc, int t, uint64_t *out);
/* One of 128 bits: 32 hex digits, `high` first; as above where high is 0. */
void sr_json_seed_wide(struct sr_buf *b, uint64_t seed, uint64_t high);
bool sr_json_seed_wide_read(const struct sr_doc *doc, int t, uint64_t *seed, uint64_t *high);

/* Writes text into diag (NULL is fine). */
void sr_explain(struct sr_diag *diag, const char *format, ...) SR_PRINTF(2, 3);
/* The same, with the value err: an expression, so that compilers see which code is answered. */
#define sr_fail(diag, err, ...) (sr_explain((diag), __VA_ARGS__), (err))

#ifdef __cplusplus
}
#endif
#endif
