/* table.h: one match: rules, seats, the log of moves, undo, redo, replay, views.
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
    struct sr_rules rules;           /* the edition must outlive the table */
    const char *edition_name;        /* "" for the default edition; copied */
    int seats;
    int8_t option[SR_OPTIONS_MAX];
    uint64_t seed;
    struct sr_seat seat[SR_SEATS_MAX];
};
/* Default options, human seats. */
void sr_table_config_init(struct sr_table_config *c, const struct sr_rules *r, int seats,
                          uint64_t seed);

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

/* Plays for the seat that must be the one to decide. SR_ILLEGAL leaves all as it was. Clears what
 * could be redone. ev may be NULL. */
SR_MUST_CHECK enum sr_err sr_table_play(struct sr_table *t, int seat, sr_move m,
                                        struct sr_events *ev, struct sr_diag *diag);

/* The ply `seat` may take back to: the start of the unbroken run of its own moves at the end of
 * the log in which nothing was rolled, drawn or revealed. Equal to the current ply: none. */
int sr_table_undo_limit(const struct sr_table *t, int seat);
/* The same for the whole turn: not before the first decision of the turn (head.turn). */
int sr_table_turn_start(const struct sr_table *t, int seat);
/* Takes back the last move of `seat`; SR_NOTHING when the limit is reached. */
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
/* A new table with the same set-up and the first `ply` moves. It uses the same edition. */
struct sr_table *sr_table_branch(const struct sr_table *t, int ply, struct sr_diag *diag);
/* Makes a table use another copy of its edition (equal values), for owners with other lifetimes. */
void sr_table_set_edition(struct sr_table *t, const void *edition);

/* What a seat or SR_SPECTATOR sees now. */
void sr_table_view(const struct sr_table *t, int viewer, struct sr_view *out);

/* The match as one JSON object (docs/formats.md, "Saved games"), in both directions. Reading
 * replays and verifies every hash: SR_DIFFERS names the first ply that does not fit.
 * `edition` (edition_size bytes at least, SR_EDITION_MAX is enough) gets the edition and must
 * outlive the table. */
void sr_table_write(struct sr_buf *b, const struct sr_table *t);
struct sr_table *sr_table_read(const struct sr_doc *doc, int tok, void *edition,
                               enum sr_err *err, struct sr_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
