/* table.h: one match: rules, seats, the log of moves, undo, redo, replay, views; and what every
 * front end does with one: read and write a set-up, walk along the log with what happened, tell a
 * viewer a position.
 *
 * Pure: no sockets, no files, no clock. The log is the truth, the state a cache of its replay. */
#ifndef SERAI_TABLE_H
#define SERAI_TABLE_H

#include "serai/json.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sr_seat_kind { SR_SEAT_HUMAN, SR_SEAT_BOT, SR_SEAT_REMOTE };

enum { SR_NAME_MAX = 48 };

struct sr_seat {
    enum sr_seat_kind kind;
    char name[SR_NAME_MAX]; /* shown to people; may be empty */
    char bot[SR_NAME_MAX];  /* which bot, for SR_SEAT_BOT */
};

/* How a match begins. */
struct sr_table_config {
    struct sr_rules rules;          /* sr_table_new copies an edition that is not the game's own */
    char edition_name[SR_NAME_MAX]; /* "" for the default edition */
    int rules_version;              /* of the rules it was set up by; a table plays today's */
    int seats;
    int8_t option[SR_OPTIONS_MAX];
    uint64_t seed, seed_high; /* high 0: a seed of 64 bits; else of 128, from a server */
    struct sr_seat seat[SR_SEATS_MAX];
};
/* Default options, human seats, no name of an edition, today's rules. */
void sr_table_config_init(struct sr_table_config *c, const struct sr_rules *r, int seats,
                          uint64_t seed);

/* ---- a set-up as JSON ------------------------------------------------------------------------ */

/* Saves, traces, case files, a server's tables and requests for a new one all have these members
 * (docs/formats.md, "Saved games"): game, rules_version, players, seed, options, edition_name,
 * edition, seats. */
enum sr_setup_part {
    SR_SETUP_SEED = 1,    /* the seed; read: it must be there */
    SR_SETUP_SEATS = 2,   /* kind, name and bot of each seat, and an edition without a name */
    SR_SETUP_EDITION = 4, /* written even where it is the game's own; read makes no difference */
    SR_SETUP_WHOLE = 7
};

/* Reads the set-up in the object `tok`. Only game must be there, and players (a number) or seats
 * (an array, whose length it is then); options and numbers of the edition that are not named are
 * the game's own. Without SR_SETUP_SEED the seed stays 0, without SR_SETUP_SEATS the elements of
 * seats are the caller's to read. An edition with other numbers than the game's own is put into
 * `edition` (SR_EDITION_MAX bytes, which c->rules then points to). After an error *c is not to be
 * used. */
SR_MUST_CHECK enum sr_err sr_table_config_read(const struct sr_doc *doc, int tok, unsigned parts,
                                               void *edition, struct sr_table_config *c,
                                               struct sr_diag *diag);
/* Writes the members into an open object. */
void sr_table_config_write(struct sr_buf *b, const struct sr_table_config *c, unsigned parts);

/* [{"kind","name","bot"}...]: `count` of them. Reading refuses a list that is too short, kinds
 * that do not exist and names that do not fit; seats beyond `count` are not looked at. */
void sr_seats_write(struct sr_buf *b, const struct sr_seat *seat, int count);
SR_MUST_CHECK enum sr_err sr_seats_read(const struct sr_doc *doc, int tok, int count,
                                        struct sr_seat *out, struct sr_diag *diag);

/* ---- chance that is told --------------------------------------------------------------------- */

/* At a real table dice are rolled and cards drawn by hand: how one draw of a move came out, `value`
 * from 0, out of `of`, in the order in which the rules draw (docs/formats.md, "chance"). */
struct sr_draw {
    uint32_t value, of;
};
enum { SR_DRAWS_MAX = 48 };

/* Out of how many the next draw of a legal move is, when those before it come out as told; 0: it
 * draws no more. SR_RANGE: what is told cannot be, and the sentence says why. */
SR_MUST_CHECK enum sr_err sr_draws_next(const struct sr_rules *r, const union sr_state *s,
                                        sr_move m, const struct sr_draw *told, int count,
                                        uint32_t *of, struct sr_diag *diag);
/* Plays a move whose draws all come out as told; the generator stays as it was. SR_ILLEGAL,
 * SR_OVER, and SR_RANGE where the move draws otherwise, leave the state untouched. */
SR_MUST_CHECK enum sr_err sr_play_told(const struct sr_rules *r, union sr_state *s, sr_move m,
                                       const struct sr_draw *told, int count, struct sr_events *ev,
                                       struct sr_diag *diag);

/* Plays a legal move that begins to draw as told, by sr_draws_next; later draws are the first of
 * theirs. To see what would come of it: the generator is spent. */
void sr_draws_try(const struct sr_rules *r, union sr_state *s, sr_move m,
                  const struct sr_draw *told, int count, struct sr_events *ev);
/* [[value, of]...], at most SR_DRAWS_MAX; tok -1: none. */
SR_MUST_CHECK enum sr_err sr_draws_read(const struct sr_doc *doc, int tok,
                                        struct sr_draw out[SR_DRAWS_MAX], int *count,
                                        struct sr_diag *diag);

/* ---- the match ------------------------------------------------------------------------------- */

struct sr_table; /* opaque */

/* A new match at ply 0; NULL with diag when the configuration is not valid or memory is short. */
struct sr_table *sr_table_new(const struct sr_table_config *c, struct sr_diag *diag);
/* A match that goes on from a position instead of the set-up: plies count from there, replay and
 * branch begin there. For matches kept as a snapshot when the rules no longer replay their log. */
struct sr_table *sr_table_at(const struct sr_table_config *c, const union sr_state *from,
                             struct sr_diag *diag);
void sr_table_free(struct sr_table *t);

const struct sr_table_config *sr_table_config_get(const struct sr_table *t);
struct sr_seat *sr_table_seat(struct sr_table *t, int seat); /* to rename, hand to a bot... */
const union sr_state *sr_table_state(const struct sr_table *t);
int sr_table_actor(const struct sr_table *t);
int sr_table_ply(const struct sr_table *t);

/* The move made at ply p (0-based), who made it, and the hash of the state after it. */
sr_move sr_table_move(const struct sr_table *t, int ply);
int sr_table_mover(const struct sr_table *t, int ply);
uint64_t sr_table_hash(const struct sr_table *t, int ply);
/* Whether that move rolled, drew or revealed something (sr_reveals). */
bool sr_table_reveals(const struct sr_table *t, int ply);

/* Plays for the seat that must be the one to decide. SR_ILLEGAL leaves all as it was. Clears what
 * could be redone. ev may be NULL. */
SR_MUST_CHECK enum sr_err sr_table_play(struct sr_table *t, int seat, sr_move m,
                                        struct sr_events *ev, struct sr_diag *diag);

/* The same with chance as told, which the log keeps; count 0: as sr_table_play. */
SR_MUST_CHECK enum sr_err sr_table_play_told(struct sr_table *t, int seat, sr_move m,
                                             const struct sr_draw *told, int count,
                                             struct sr_events *ev, struct sr_diag *diag);
/* What was told of the move at ply p, and how many draws; NULL and 0: nothing. Until the table
 * changes. */
const struct sr_draw *sr_table_told(const struct sr_table *t, int ply, int *count);

/* Who moved last, bots left out; SR_NOBODY: nobody did. */
int sr_table_last_person(const struct sr_table *t);
/* The ply `seat` may take back to: the start of the unbroken run of its own moves at the end of
 * the log in which nothing was rolled, drawn or revealed. What bots did since is taken back with
 * it, unless something was revealed there. Equal to the current ply: none. */
int sr_table_undo_limit(const struct sr_table *t, int seat);
/* The same for the whole turn: not before the first decision of the turn (head.turn). */
int sr_table_turn_start(const struct sr_table *t, int seat);
/* Takes back the last move of `seat` and what bots did since; SR_NOTHING when the limit is
 * reached. */
SR_MUST_CHECK enum sr_err sr_table_undo(struct sr_table *t, int seat, struct sr_diag *diag);
/* Takes back as far as sr_table_turn_start allows. */
SR_MUST_CHECK enum sr_err sr_table_reset_turn(struct sr_table *t, int seat, struct sr_diag *diag);
/* Goes to any earlier ply whatever was revealed, by consent of all or in analysis. */
SR_MUST_CHECK enum sr_err sr_table_rewind(struct sr_table *t, int ply, struct sr_diag *diag);
/* Plays the next undone move again. */
SR_MUST_CHECK enum sr_err sr_table_redo(struct sr_table *t, struct sr_events *ev,
                                        struct sr_diag *diag);
int sr_table_redo_count(const struct sr_table *t);

/* State after the first `ply` moves, by replay. ev (may be NULL) gets the events of the last. */
SR_MUST_CHECK enum sr_err sr_table_replay(const struct sr_table *t, int ply, union sr_state *out,
                                          struct sr_events *ev, struct sr_diag *diag);
/* A new table with the same set-up and the first `ply` moves. */
struct sr_table *sr_table_branch(const struct sr_table *t, int ply, struct sr_diag *diag);

/* What a seat or SR_SPECTATOR sees now. */
void sr_table_view(const struct sr_table *t, int viewer, struct sr_view *out);

/* The match as one JSON object (docs/formats.md, "Saved games"), in both directions. Reading
 * replays and verifies every hash: SR_DIFFERS names the first ply that does not fit. */
void sr_table_write(struct sr_buf *b, const struct sr_table *t);
struct sr_table *sr_table_read(const struct sr_doc *doc, int tok, enum sr_err *err,
                               struct sr_diag *diag);
/* The moves of a save from `from` on: [[seat,"move","hash"]...], with what was told as a fourth. */
void sr_table_moves_write(struct sr_buf *b, const struct sr_table *t, int from);

/* ---- what happened --------------------------------------------------------------------------- */

/* The one answer to whether a move must stop undo: an event whose verb says so, or a generator that
 * was drawn from. */
bool sr_reveals(const struct sr_game *g, const struct sr_rng *before, const struct sr_rng *after,
                const struct sr_events *ev);

/* A walk along the log, with what each move did:
 *
 *   enum sr_err err = sr_walk_begin(&w, t, from, diag);
 *   while (!err && sr_walk_next(&w))
 *       ... w.ply, w.seat, w.move, w.before, w.state, w.events ...
 *
 * Some 13 kB: static, or on a stack that has the room. The table must not change meanwhile. */
struct sr_walk {
    const struct sr_table *table;
    int next;               /* the move sr_walk_next plays */
    int ply, seat;          /* of the move just played: ply 0 is the first */
    sr_move move;
    union sr_state before;  /* around that move */
    union sr_state state;   /* before the first sr_walk_next: the state at `from` */
    struct sr_events events;
    struct sr_event event[SR_EVENTS_MAX];
};
/* Stands before move `from` (0..ply of the table). */
SR_MUST_CHECK enum sr_err sr_walk_begin(struct sr_walk *w, const struct sr_table *t, int from,
                                        struct sr_diag *diag);
/* Plays the next move of the log; false at its end. */
bool sr_walk_next(struct sr_walk *w);

/* ---- what a viewer is told ------------------------------------------------------------------- */

/* Members of a position into an open object: ply, actor, decision, rule, view, legal (as objects;
 * filled where the viewer decides or sees everything) and scores. viewer: a seat, SR_SPECTATOR or
 * SR_FULL; for a view its own viewer. */
void sr_position_write(struct sr_buf *b, const struct sr_rules *r, const union sr_state *s,
                       int viewer);
/* The same of a state of this match as one object, with undo, redo and reset: how many moves the
 * person who moved last may take back, has taken back, may take back of the turn (0 in the
 * past). */
void sr_table_position_write(struct sr_buf *b, const struct sr_table *t, const union sr_state *s,
                             int viewer);
/* What a viewer may read of a move: {"ply","seat","move","events"}; move is null for those who only
 * get to see what it did. */
void sr_move_told(struct sr_buf *b, const struct sr_game *g, int ply, int seat, sr_move move,
                  const struct sr_events *ev, int viewer);

#ifdef __cplusplus
}
#endif
#endif
