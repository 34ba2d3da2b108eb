/* delay.c: tables that are told late (spectate.h). Spectators of such a table see the log only up
 * to an entry that is old enough, and the position that stood then and still stands: what was taken
 * back since is not shown, so that nothing later than the moment can be told from it. While the
 * match runs they are told by the tick, all the same; at its end everything. */
#include "server/doc.h"
#include "server/secret.h"
#include "server/socket.h"
#include "server/spectate.h"
#include "server/voice.h"

enum { STEPS_MAX = 64 }; /* entries told one by one; more than that: the whole table */

enum sr_err sv_delay_read(struct sv_setup *s, const struct sr_doc *d, struct sr_diag *diag)
{
    const int o = sr_json_get(d, 0, "delay");
    if (o < 0 || d->tok[o].type != SR_J_OBJECT)
        return SR_OK;
    const int64_t moves = sv_get_int(d, o, "moves", 0), minutes = sv_get_int(d, o, "minutes", 0);
    if (moves < 0 || moves > SV_DELAY_MOVES_MAX || minutes < 0 || minutes > SV_DELAY_MINUTES_MAX ||
        (moves && minutes))
        return sr_fail(diag, SR_RANGE, "delay: moves up to %d, or minutes up to %d",
                       SV_DELAY_MOVES_MAX, SV_DELAY_MINUTES_MAX);
    if ((moves || minutes) && s->open_dice)
        return sr_fail(diag, SR_RANGE, "delay: only with sealed dice");
    s->delay_moves = (int)moves;
    s->delay_minutes = (int)minutes;
    return SR_OK;
}

void sv_put_delay(struct sr_buf *b, const struct sv_setup *s)
{
    if (!s->delay_moves && !s->delay_minutes)
        return;
    sr_json_put_open(b, "delay", '{');
    sr_json_put_int(b, s->delay_moves ? "moves" : "minutes",
                    s->delay_moves ? s->delay_moves : s->delay_minutes);
    sr_json_close(b, '}');
}

/* Whether its spectators are told by the tick: from the start on, also when it is over. */
static bool by_tick(const struct sv_table *t)
{
    return (t->setup.delay_moves || t->setup.delay_minutes) && t->log.status != SV_WAITING;
}

bool sv_late(const struct sv_table *t, int viewer) { return viewer == SR_SPECTATOR && by_tick(t); }

bool sv_sees_past(const struct sv_table *t, int viewer)
{
    return sv_late(t, viewer) && t->log.status == SV_PLAYING;
}

static bool old_enough(const struct sv_table *t, const struct entry *e, int64_t now)
{
    if (t->log.status == SV_OVER)
        return true;
    if (t->setup.delay_minutes)
        return e->at <= now - (int64_t)t->setup.delay_minutes * 60000;
    return e->ply + t->setup.delay_moves <= sv_ply(t);
}

/* The position of that moment that still stands: what was taken back since is not shown. */
static struct sv_gaze moment(const struct sv_table *t, int seq)
{
    struct sv_gaze g = {seq, sv_ply(t)};
    for (int i = seq > 0 ? seq - 1 : 0; i < t->log.seq; i++)
        g.ply = sr_min(g.ply, t->log.entry[i].ply);
    return g;
}

struct sv_gaze sv_gaze(const struct sv_table *t, int viewer, int64_t now)
{
    const int told = t->people.told, started = t->log.started;
    if (!sv_late(t, viewer))
        return (struct sv_gaze){t->log.seq, sv_ply(t)};
    int seq = told > started ? told : started;
    while (seq < t->commit.durable && old_enough(t, &t->log.entry[seq], now))
        seq++;
    return moment(t, seq);
}

static void say_all(const struct sv_table *t, const struct sr_buf *b)
{
    struct net_text *text = b->full ? NULL : net_text_new(b->text, b->len);
    for (struct sv_conn *c = t->people.conns, *next; c; c = next) {
        next = c->next;
        if (c->viewer == SR_SPECTATOR && text)
            c->net->send(c->net, text);
        else if (c->viewer == SR_SPECTATOR)
            c->net->close(c->net, NET_AGAIN, "come back");
    }
    net_text_drop(text);
}

/* Whether the entries after `from` can be told one by one from the match as it stands. */
static bool plain(const struct sv_table *t, int from, int to)
{
    if (from < 1 || to - from > STEPS_MAX || t->log.base_ply > 0 || !t->log.match)
        return false;
    for (int i = from; i < t->log.seq; i++) {
        const struct entry *e = &t->log.entry[i];
        if (e->kind == ENTRY_UNDO || (e->kind == ENTRY_MOVE && e->has.text))
            return false;
    }
    return true;
}

static bool tell_steps(struct server *sv, struct sv_table *t, int from, int to)
{
    struct sr_walk w;
    struct sv_news news;
    if (!plain(t, from, to) ||
        sr_walk_begin(&w, t->log.match, t->log.entry[from - 1].ply, NULL) != SR_OK)
        return false;
    for (int i = from + 1; i <= to; i++) {
        if (t->log.entry[i - 1].kind == ENTRY_MOVE && sr_walk_next(&w)) {
            sr_copy(&t->setup.config.rules, &news.before, &w.before);
            news.events = w.events;
        }
        const struct sr_buf b = sv_entry_text(sv, t, i, SR_SPECTATOR, &news, &w.state);
        say_all(t, &b);
    }
    return true;
}

static struct sr_buf whole(struct server *sv, const struct sv_table *t, const char *id)
{
    struct sr_walk w;
    const struct sv_gaze g = moment(t, t->people.told);
    const int base = t->log.base_ply;
    const bool seen = t->log.match && g.ply >= base &&
                      sr_walk_begin(&w, t->log.match, g.ply - base, NULL) == SR_OK;
    struct sr_buf b = sv_message(sv, "table");
    sv_put_id(&b, id);
    sr_json_put_int(&b, "seq", g.seq);
    sr_json_put_int(&b, "now", sv_now());
    sr_json_put_null(&b, "you");
    sr_json_key(&b, "info");
    sv_info_late(&b, t, g.ply, seen ? sr_actor(&t->setup.config.rules, &w.state) : SR_NOBODY);
    if (!seen) {
        sr_json_put_null(&b, "view");
        sr_json_put_null(&b, "decision");
    } else {
        sv_put_view(&b, t, &w.state, SR_SPECTATOR);
        sv_put_decision(sv, &b, t, &w.state, SR_SPECTATOR);
    }
    sv_put_chat(&b, &t->log, g.seq);
    sr_json_close(&b, '}');
    return b;
}

void sv_gaze_on(struct server *sv, struct sv_table *t, int64_t now)
{
    if (!by_tick(t) || t->commit.busy)
        return;
    const int from = t->people.told, to = sv_gaze(t, SR_SPECTATOR, now).seq;
    bool watched = false;
    for (const struct sv_conn *c = t->people.conns; c && !watched; c = c->next)
        watched = c->viewer == SR_SPECTATOR;
    t->people.told = to;
    if (!watched || to == from || tell_steps(sv, t, from, to))
        return;
    for (struct sv_conn *c = t->people.conns, *next; c; c = next) {
        next = c->next;
        if (c->viewer == SR_SPECTATOR)
            sv_welcome(sv, t, c, "");
    }
}

void sv_welcome_late(struct server *sv, struct sv_table *t, struct sv_conn *c, const char *id)
{
    if (!t->people.told)
        t->people.told = sv_gaze(t, SR_SPECTATOR, sv_now()).seq;
    const struct sr_buf b = whole(sv, t, id);
    sv_say(c, &b);
}
