/* spectate.h: those who watch: what of the past they are shown where a table is told late
 * (delay.c), their words among themselves (gallery.c), and which tables are worth a look
 * (shows.c). */
#ifndef SERAI_SERVER_SPECTATE_H
#define SERAI_SERVER_SPECTATE_H

#include "server/http.h"

/* ---- delay.c --------------------------------------------------------------------------------- */

enum { SV_DELAY_MOVES_MAX = 200, SV_DELAY_MINUTES_MAX = 120 };

struct sv_gaze { /* how far spectators see: entries up to seq, the position after ply decisions */
    int seq, ply;
};

/* Reads "delay" of an opening: {"moves"} or {"minutes"}; SR_RANGE with diag. */
SR_MUST_CHECK enum sr_err sv_delay_read(struct sv_setup *s, const struct sr_doc *d,
                                        struct sr_diag *diag);
/* Whether this viewer hears of what happens by the tick (sv_gaze_on), not with the commit; and
 * whether what he sees now is of the past. */
bool sv_late(const struct sv_table *t, int viewer);
bool sv_sees_past(const struct sv_table *t, int viewer);
/* How far this viewer sees now; everything there is where he is not told late. */
struct sv_gaze sv_gaze(const struct sv_table *t, int viewer, int64_t now);
/* Tells spectators what they may see by now and have not been told. */
void sv_gaze_on(struct server *sv, struct sv_table *t, int64_t now);
/* The whole table of a past moment for one spectator. */
void sv_welcome_late(struct server *sv, struct sv_table *t, struct sv_conn *c, const char *id);
void sv_put_delay(struct sr_buf *b, const struct sv_setup *s); /* member of INFO, if there is one */

/* ---- gallery.c ------------------------------------------------------------------------------- */

/* {"type": "gallery", "text"?}: asks for the words of those who watch, or adds some. */
void gallery_message(struct server *sv, struct sv_table *t, struct sv_conn *c, const char *id,
                     const struct sr_doc *d);
/* A report about a line there, by its number. */
void gallery_report(struct server *sv, const struct sv_table *t, struct net_request *r,
                    const char *account, const struct sr_doc *d);

/* ---- shows.c --------------------------------------------------------------------------------- */

struct shows;
struct shows *shows_new(void);
void shows_free(struct shows *s);
void shows_get(struct server *sv, struct net_request *r); /* GET /watch */

#endif
