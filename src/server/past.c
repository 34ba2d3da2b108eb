/* past.c: what people at a table get to read (voice.h): what has been: entries missed, moments and
 * decisions of the past, the file of a match. */
#include "core/alloc.h"
#include "server/secret.h"
#include "server/socket.h"
#include "server/spectate.h"
#include "server/voice.h"

enum { RESUME_ENTRIES = 32, RESUME_MOVES = 12, LOG_MAX = 400 };

/* ---- entries again -------------------------------------------------------------------------- */

static void say_resumed(struct server *sv, const struct sv_table *t, struct sv_conn *c, int from,
                        const char *id)
{
    struct sr_buf b = sv_message(sv, "resumed");
    sv_put_id(&b, id);
    sr_json_put_int(&b, "from", from);
    sr_json_put_int(&b, "seq", t->log.seq);
    sr_json_put_int(&b, "now", sv_now());
    sv_put_seat(&b, "you", c->viewer);
    sr_json_close(&b, '}');
    sv_say(c, &b);
}

/* Whether it costs no more to tell what was missed than to tell the whole table: few entries, few
 * decisions among them, and none taken back (which would have to be played again). */
static bool worth_telling(const struct sv_table *t, int from)
{
    int moves = 0;
    if (from < 0 || from > t->log.seq || t->log.seq - from > RESUME_ENTRIES ||
        t->log.base_ply > 0 || !t->log.match)
        return false;
    for (int i = from; i < t->log.seq; i++) {
        const int kind = t->log.entry[i].kind;
        moves += kind == ENTRY_MOVE;
        if (kind == ENTRY_UNDO || t->log.entry[i].by == BY_IMPORT ||
            (kind == ENTRY_MOVE && t->log.entry[i].has.text))
            return false;
    }
    return moves <= RESUME_MOVES;
}

bool sv_resume(struct server *sv, struct sv_table *t, struct sv_conn *c, int from, const char *id)
{
    struct sr_walk w;
    if (sv_late(t, c->viewer) || !worth_telling(t, from))
        return false;
    const int ply = from > 0 ? t->log.entry[from - 1].ply : 0;
    if (sr_walk_begin(&w, t->log.match, ply, NULL) != SR_OK)
        return false;
    say_resumed(sv, t, c, from, id);
    struct sv_news news;
    for (int i = from + 1; i <= t->log.seq; i++) {
        if (t->log.entry[i - 1].kind == ENTRY_MOVE && sr_walk_next(&w)) {
            sr_copy(&t->setup.config.rules, &news.before, &w.before);
            news.events = w.events;
        }
        const struct sr_buf b = sv_entry_text(sv, t, i, c->viewer, &news, &w.state);
        sv_say(c, &b);
    }
    return true;
}

/* ---- moments and decisions ------------------------------------------------------------------ */

static bool can_look(const struct sv_table *t, int ply, int top, struct sr_diag *diag)
{
    if (t->log.status != SV_WAITING && t->log.match && ply >= t->log.base_ply && ply <= top)
        return true;
    (void)sr_fail(diag, SR_RANGE, "there is no such ply to look at");
    return false;
}

bool sv_moment_write(struct server *sv, struct sr_buf *b, const struct sv_table *t, int ply,
                     int viewer, struct sr_diag *diag)
{
    struct sr_walk w;
    const int last = ply - t->log.base_ply;
    if (!can_look(t, ply, sv_gaze(t, viewer, sv_now()).ply, diag) ||
        sr_walk_begin(&w, t->log.match, last > 0 ? last - 1 : 0, diag) != SR_OK)
        return false;
    if (last > 0)
        sr_walk_next(&w);
    sr_json_open(b, '{');
    sr_json_put_int(b, "ply", ply);
    sr_json_key(b, "events");
    sr_events_write(b, t->setup.config.rules.game, &w.events, viewer);
    sv_put_view(b, t, &w.state, viewer);
    sv_put_decision(sv, b, t, &w.state, viewer);
    sr_json_close(b, '}');
    return true;
}

/* Which entries made the decisions from `from` on: the last word on each, looked for backwards. */
static int *made_by(const struct sv_table *t, int from, int until)
{
    int *made = (int *)sr_alloc((size_t)(until - from + 1) * sizeof *made);
    int at = t->log.seq;
    for (int ply = sv_ply(t); made && ply > from && sv_decision(t, &at, ply); ply--)
        if (ply <= until)
            made[ply - 1 - from] = at;
    return made;
}

bool sv_log_write(struct sr_buf *b, const struct sv_table *t, int from, int viewer,
                  struct sr_diag *diag)
{
    struct sr_walk w;
    const int top = sv_gaze(t, viewer, sv_now()).ply;
    if (!can_look(t, from, top, diag) ||
        sr_walk_begin(&w, t->log.match, from - t->log.base_ply, diag) != SR_OK)
        return false;
    const int until = sr_min(top, from + LOG_MAX);
    int *made = made_by(t, from, until);
    if (!made)
        return false;
    sr_json_open(b, '{');
    sr_json_put_int(b, "ply", top);
    sr_json_put_open(b, "log", '[');
    for (int ply = from; ply < until && sr_walk_next(&w); ply++) {
        const struct entry *e = &t->log.entry[made[ply - from]];
        sr_json_open(b, '{');
        sr_json_put_int(b, "ply", ply);
        sv_put_seat(b, "seat", e->seat);
        sr_json_put_int(b, "at", e->at);
        sv_put_choice(b, t, e, viewer);
        sr_json_key(b, "events");
        sr_events_write(b, t->setup.config.rules.game, &w.events, viewer);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
    sr_json_close(b, '}');
    sr_free(made);
    return true;
}

/* ---- the file ------------------------------------------------------------------------------- */

void sv_file_write(struct sr_buf *b, const struct sv_table *t)
{
    for (int i = 0; i < t->setup.config.seats; i++) {
        const struct sv_seat *s = &t->people.seat[i];
        struct sr_seat *seat = sr_table_seat(t->log.match, i);
        seat->kind = s->kind == ENTRY_BOT ? SR_SEAT_BOT : SR_SEAT_HUMAN;
        memcpy(seat->name, s->name, sizeof seat->name);
        memcpy(seat->bot, s->bot, sizeof seat->bot);
    }
    sr_table_write(b, t->log.match);
    if (b->full)
        return;
    b->text[--b->len] = '\0'; /* one member more */
    sr_json_put_open(b, "fair", '{');
    sr_json_put_str(b, "commit", t->setup.commit);
    sr_json_put_str(b, "salt", t->setup.salt);
    sv_put_dice(b, t);
    sr_json_close(b, '}');
    sr_json_close(b, '}');
}
