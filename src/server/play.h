/* play.h: what a seat may do at its table (play.c), what the table answers for it (standing.c), and
 * what time does (time.c). */
#ifndef SERAI_SERVER_PLAY_H
#define SERAI_SERVER_PLAY_H

#include "server/table.h"

/* ---- play.c ---------------------------------------------------------------------------------- */

/* One message of a seat or spectator at a table that is free. */
void sv_play_message(struct server *sv, struct sv_table *t, struct sv_conn *c, const char *text,
                     size_t len);
/* Plays for the seat that decides; nothing is sent yet. */
bool sv_play_move(struct server *sv, struct sv_table *t, int seat, sr_move m, enum entry_by by,
                  const char *cid, struct sr_diag *diag);
/* Forced decisions and standing answers, as long as there are any; true if something was played. */
bool sv_play_on(struct server *sv, struct sv_table *t);
bool sv_try_start(struct server *sv, struct sv_table *t);

/* ---- standing.c ------------------------------------------------------------------------------ */

/* Index of the move the table makes for a person: forced, or a standing answer; -1: none. */
int sv_automatic(struct server *sv, const struct sv_table *t, const union sr_state *s, int seat,
                 const sr_move *legal, int n);
/* Whether a decision the table makes for a person must wait: one that only his hand forces, which
 * those who cannot see it would otherwise tell by how soon it is made. Decided once for each
 * decision; when it is over, sv_time_passed makes it. */
bool sv_veiled(struct server *sv, struct sv_table *t, const union sr_state *s, int seat,
               const sr_move *legal, int n);
/* Whether an array of rules is well formed for this game. */
bool sv_standing_ok(const struct sr_doc *d, int rules, const struct sr_game *g);

/* ---- time.c ---------------------------------------------------------------------------------- */

/* A built-in bot plays for the seat from now on; `fault` (or NULL): how its engine failed. */
bool sv_stand_in(struct server *sv, struct sv_table *t, int seat, const char *why,
                 const char *fault);
/* Seconds, where nothing else was agreed. */
static inline int sv_usual_patience(bool live) { return live ? 180 : 3 * 86400; }
/* Whether a person is away for longer than was agreed when the table was opened (where that was
 * for ever: than is usual). */
bool sv_away(const struct sv_table *t, int seat, int64_t now);
/* When something must happen at the table: clocks, patience, bots. */
void sv_set_due(struct sv_table *t, int64_t now);
void sv_time_passed(struct server *sv, struct sv_table *t, int64_t now);

#endif
