/* voice.h: what people at a table get to read (voice.c, news.c, past.c). The one place where game
 * data becomes text for a viewer: states only as the viewer's view, events only redacted, moves
 * only to the one who made them, and neither hashes nor seed before the end. */
#ifndef SERAI_SERVER_VOICE_H
#define SERAI_SERVER_VOICE_H

#include "server/table.h"

/* ---- voice.c: the table as it is ------------------------------------------------------------- */

/* A message of this type in the scratch memory, open. */
struct sr_buf sv_message(struct server *sv, const char *type);
void sv_say(struct sv_conn *c, const struct sr_buf *b);
void sv_error(struct server *sv, struct sv_conn *c, const char *id, const char *code,
              const char *text);
void sv_ok(struct server *sv, struct sv_conn *c, const char *id, int seq, bool again);
void sv_presence(struct server *sv, struct sv_table *t);
void sv_info_write(struct sr_buf *b, const struct sv_table *t, bool whole);
/* The same, whole, of a past moment: after so many decisions, when that seat decided. */
void sv_info_late(struct sr_buf *b, const struct sv_table *t, int ply, int actor);
/* The last words of the players among the first `until` entries. */
void sv_put_chat(struct sr_buf *b, const struct sv_ledger *log, int until);
/* The whole table for one viewer. */
void sv_welcome(struct server *sv, struct sv_table *t, struct sv_conn *c, const char *id);

/* Members of an open object. */
void sv_put_id(struct sr_buf *b, const char *id);
void sv_put_seat(struct sr_buf *b, const char *key, int seat); /* null for who has none */
void sv_put_view(struct sr_buf *b, const struct sv_table *t, const union sr_state *s, int viewer);
/* Who decides, what is asked, and for the one who decides the moves, unless the table is about to
 * answer for him. */
void sv_put_decision(struct server *sv, struct sr_buf *b, const struct sv_table *t,
                     const union sr_state *s, int viewer);
void sv_put_end(struct sr_buf *b, const struct sv_table *t, const union sr_state *s);

/* ---- news.c: entries ------------------------------------------------------------------------- */

/* Entry number seq for one viewer, in the scratch memory. `after` is the position after it, NULL
 * when it is not known (old rules). */
struct sr_buf sv_entry_text(struct server *sv, const struct sv_table *t, int seq, int viewer,
                            const struct sv_news *news, const union sr_state *after);
/* Renders the last entry for everybody present, to go out with the commit. */
void sv_render(struct server *sv, struct sv_table *t, const struct sv_news *news);
/* How a decision was made, and for who made it (or for all when nothing is secret) which. */
void sv_put_choice(struct sr_buf *b, const struct sv_table *t, const struct entry *e, int viewer);

/* ---- past.c ---------------------------------------------------------------------------------- */

/* Entries from..seq again for one connection; false if that is not possible. */
bool sv_resume(struct server *sv, struct sv_table *t, struct sv_conn *c, int from, const char *id);
/* The position after `ply` decisions as `viewer` may see it now. */
bool sv_moment_write(struct server *sv, struct sr_buf *b, const struct sv_table *t, int ply,
                     int viewer, struct sr_diag *diag);
/* The decisions from `from` on (400 at most), with what `viewer` may know of them. */
bool sv_log_write(struct sr_buf *b, const struct sv_table *t, int from, int viewer,
                  struct sr_diag *diag);
/* The match as a file; only when nothing in it is secret any more. */
void sv_file_write(struct sr_buf *b, const struct sv_table *t);

#endif
