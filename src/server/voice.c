/* voice.c: what people at a table get to read (voice.h): the table as it is. */
#include "server/voice.h"

#include "server/doc.h"
#include "server/play.h"
#include "server/secret.h"
#include "server/socket.h"
#include "server/spectate.h"

/* ---- messages ------------------------------------------------------------------------------- */

void sv_say(struct sv_conn *c, const struct sr_buf *b)
{
    if (c->gone || b->full)
        return;
    struct net_text *text = net_text_new(b->text, b->len);
    if (!text) {
        c->net->close(c->net, NET_AGAIN, "come back"); /* nothing may be left out */
        return;
    }
    c->net->send(c->net, text);
    net_text_drop(text);
}

struct sr_buf sv_message(struct server *sv, const char *type)
{
    struct sr_buf b = sv_buf(sv);
    sr_json_open(&b, '{');
    sr_json_put_str(&b, "type", type);
    return b;
}

void sv_put_id(struct sr_buf *b, const char *id)
{
    if (id[0])
        sr_json_put_str(b, "id", id);
}

void sv_put_seat(struct sr_buf *b, const char *key, int seat)
{
    sr_json_put_seat(b, key, seat < SR_SEATS_MAX ? seat : -1);
}

void sv_error(struct server *sv, struct sv_conn *c, const char *id, const char *code,
              const char *text)
{
    struct sr_buf b = sv_message(sv, "error");
    sv_put_id(&b, id);
    sr_json_put_str(&b, "code", code);
    sr_json_put_str(&b, "text", text);
    if (c->table)
        sr_json_put_int(&b, "ply", sv_gaze(c->table, c->viewer, sv_now()).ply);
    sr_json_close(&b, '}');
    sv->counts.errors++;
    sv_say(c, &b);
}

void sv_ok(struct server *sv, struct sv_conn *c, const char *id, int seq, bool again)
{
    struct sr_buf b = sv_message(sv, "ok");
    sv_put_id(&b, id);
    sr_json_put_int(&b, "seq", seq);
    if (again)
        sr_json_put_bool(&b, "again", true);
    sr_json_close(&b, '}');
    sv_say(c, &b);
}

void sv_presence(struct server *sv, struct sv_table *t)
{
    struct sr_buf b = sv_message(sv, "presence");
    sr_json_put_open(&b, "here", '[');
    for (int i = 0; i < t->setup.config.seats; i++)
        sr_json_bool(&b, t->people.seat[i].here > 0);
    sr_json_close(&b, ']');
    int watching = 0;
    for (const struct sv_conn *c = t->people.conns; c; c = c->next)
        watching += c->viewer == SR_SPECTATOR;
    sr_json_put_int(&b, "spectators", watching);
    sr_json_close(&b, '}');
    struct net_text *text = net_text_new(b.text, b.len);
    for (struct sv_conn *c = t->people.conns; c && text; c = c->next)
        c->net->send(c->net, text);
    t->people.presence_changed = !text; /* without memory again at the next tick */
    net_text_drop(text);
}

/* ---- the table as everybody may see it ------------------------------------------------------ */

enum telling { SHORT, WHOLE, LATE }; /* how much of a table INFO tells: late, whole but no times */

static void seat_write(struct sr_buf *b, const struct sv_table *t, int i, enum telling how)
{
    const struct sv_seat *s = &t->people.seat[i];
    sr_json_open(b, '{');
    sr_json_put_str(b, "kind", entry_seat_names[s->kind]);
    if (s->kind >= ENTRY_HUMAN)
        sr_json_put_str(b, "name", s->name);
    if (s->kind == ENTRY_BOT)
        sr_json_put_str(b, "bot", s->bot);
    if (s->account[0])
        sr_json_put_bool(b, "member", true);
    if (s->stand_in[0])
        sr_json_put_str(b, "stand_in", s->stand_in);
    if (s->left)
        sr_json_put_bool(b, "left", true);
    if (s->resigned)
        sr_json_put_bool(b, "resigned", true);
    if (how == WHOLE && t->setup.clock_total)
        sr_json_put_int(b, "clock", s->clock);
    if (how != SHORT)
        sr_json_put_bool(b, "here", s->here > 0);
    if (how != SHORT && s->dice[0])
        sr_json_put_str(b, "dice", s->dice);
    sr_json_close(b, '}');
}

static void terms_write(struct sr_buf *b, const struct sv_table *t, enum telling how)
{
    const struct sv_setup *s = &t->setup;
    sr_json_put_int(b, "rules_version", s->config.rules.game->rules_version);
    sr_json_put_int(b, "patience", s->patience);
    sr_json_put_int(b, "clock", s->clock_total);
    sr_json_put_int(b, "add", s->clock_add);
    sr_json_put_int(b, "since", how == LATE ? t->setup.created : t->log.since);
    sr_json_put_bool(b, "listed", s->listed);
    sr_json_put_str(b, "commit", s->commit);
    sr_json_put_int(b, "fair", s->mixed ? 2 : 1);
    sv_put_dice(b, t);
    sr_json_put_str(b, "takeover", s->takeover);
    if (s->origin[0])
        sr_json_put_str(b, "origin", s->origin);
    if (t->log.rematch[0])
        sr_json_put_str(b, "rematch", t->log.rematch);
    if (s->edition) {
        sr_json_key(b, "edition");
        sr_edition_write(b, &s->config.rules);
    }
}

/* Who is there: people at their seats, and those who watch. */
static void put_company(struct sr_buf *b, const struct sv_table *t)
{
    int present = 0, watching = 0;
    for (int i = 0; i < t->setup.config.seats; i++)
        present += t->people.seat[i].here > 0;
    for (const struct sv_conn *c = t->people.conns; c; c = c->next)
        watching += c->viewer == SR_SPECTATOR;
    sr_json_put_int(b, "present", present);
    sr_json_put_int(b, "watching", watching);
}

static void info_write(struct sr_buf *b, const struct sv_table *t, enum telling how, int ply,
                       int actor)
{
    const struct sr_table_config *c = &t->setup.config;
    sr_json_open(b, '{');
    sr_json_put_str(b, "table", t->id);
    sr_json_put_str(b, "game", c->rules.game->id);
    sr_json_put_str(b, "status", sv_status_names[t->log.status]);
    sr_json_put_int(b, "ply", ply);
    sv_put_seat(b, "actor", actor);
    sr_json_put_bool(b, "live", t->setup.live);
    sr_json_key(b, "options");
    sr_options_write(b, c->rules.game, c->option);
    sr_json_put_str(b, "edition_name", c->edition_name);
    sr_json_put_int(b, "changed", t->setup.changed);
    sr_json_put_bool(b, "open_dice", t->setup.open_dice);
    if (t->setup.rated)
        sr_json_put_bool(b, "rated", true);
    if (how == SHORT && t->setup.listed)
        sr_json_put_bool(b, "listed", true); /* a profile shows the way to no others (players.c) */
    if (t->setup.cup[0])
        sr_json_put_str(b, "cup", t->setup.cup);
    if (t->setup.language[0])
        sr_json_put_str(b, "language", t->setup.language);
    if (t->log.status == SV_OVER)
        sr_json_put_str(b, "ended", sv_end_names[t->log.ended]);
    sv_put_delay(b, &t->setup);
    put_company(b, t);
    sr_json_put_seat(b, "host", t->log.host);
    if (t->log.locked)
        sr_json_put_bool(b, "locked", true);
    sr_json_put_open(b, "seats", '[');
    for (int i = 0; i < c->seats; i++)
        seat_write(b, t, i, how);
    sr_json_close(b, ']');
    sr_json_put_int(b, "created", t->setup.created);
    sr_json_put_int(b, "updated", t->log.updated);
    if (how != SHORT)
        terms_write(b, t, how);
    sr_json_close(b, '}');
}

void sv_info_write(struct sr_buf *b, const struct sv_table *t, bool whole)
{
    info_write(b, t, whole ? WHOLE : SHORT, sv_ply(t), sv_actor(t));
}

void sv_info_late(struct sr_buf *b, const struct sv_table *t, int ply, int actor)
{
    info_write(b, t, LATE, ply, actor);
}

/* ---- positions ------------------------------------------------------------------------------ */

void sv_put_view(struct sr_buf *b, const struct sv_table *t, const union sr_state *s, int viewer)
{
    sr_json_key(b, "view");
    sr_view_write(b, &t->setup.config.rules, s, viewer);
}

void sv_put_decision(struct server *sv, struct sr_buf *b, const struct sv_table *t,
                     const union sr_state *s, int viewer)
{
    const struct sr_rules *r = &t->setup.config.rules;
    const int actor = sr_actor(r, s);
    if (actor == SR_NOBODY) {
        sr_json_put_null(b, "decision");
        return;
    }
    const struct sr_decision *d = &r->game->decisions[r->game->decision(s)];
    sr_json_put_open(b, "decision", '{');
    sr_json_put_int(b, "seat", actor);
    sr_json_put_str(b, "ask", d->name);
    sr_json_put_str(b, "rule", d->rule);
    sr_json_close(b, '}');
    if (actor != viewer)
        return;
    sr_move moves[SR_MOVES_MAX];
    const int n = sr_legal(r, s, moves);
    if (t->log.status == SV_PLAYING && sv_automatic(sv, t, s, actor, moves, n) >= 0)
        return;
    sr_json_key(b, "legal");
    sr_moves_write(b, r->game, moves, n);
}

void sv_put_end(struct sr_buf *b, const struct sv_table *t, const union sr_state *s)
{
    const struct sr_table_config *c = &t->setup.config;
    struct sr_scores sc;
    sr_json_put_str(b, "ended", sv_end_names[t->log.ended]);
    if (!t->log.started)
        return; /* closed before it began: there is nothing to show */
    sv_scores(t, s, &sc);
    sr_json_key(b, "scores");
    sr_scores_write(b, &c->rules, &sc);
    sr_json_put_open(b, "reveal", '{');
    sr_json_key(b, "seed");
    sr_json_seed_wide(b, c->seed, c->seed_high);
    sr_json_put_str(b, "salt", t->setup.salt);
    sv_put_dice(b, t);
    sr_json_close(b, '}');
}

/* ---- the whole table ------------------------------------------------------------------------ */

void sv_put_chat(struct sr_buf *b, const struct sv_ledger *log, int until)
{
    int from = until, n = 0;
    while (from > 0 && n < SV_CHAT_SHOWN)
        n += log->entry[--from].kind == ENTRY_CHAT;
    sr_json_put_open(b, "chat", '[');
    for (int i = from; i < until; i++) {
        const struct entry *e = &log->entry[i];
        if (e->kind != ENTRY_CHAT)
            continue;
        sr_json_open(b, '{');
        sr_json_put_int(b, "seq", i + 1);
        sr_json_put_int(b, "at", e->at);
        sv_put_seat(b, "seat", e->seat);
        sr_json_put_str(b, "text", e->has.text);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

static void put_prefs(struct sr_buf *b, const struct sv_seat *s)
{
    sr_json_put_open(b, "prefs", '{');
    sr_json_put_bool(b, "step", s->step);
    sr_json_key(b, "standing");
    sr_json_raw(b, s->standing ? s->standing : "[]");
    sr_json_close(b, '}');
}

static void put_ask(struct sr_buf *b, const struct sv_table *t)
{
    sr_json_put_open(b, "ask", '{');
    sv_put_seat(b, "seat", t->log.asked_by);
    sr_json_put_str(b, "what", entry_ask_names[t->log.asks]);
    sr_json_put_int(b, "to", t->log.asked_ply);
    sr_json_put_open(b, "agreed", '[');
    for (int i = 0; i < t->setup.config.seats; i++)
        if (t->log.agreed >> i & 1)
            sr_json_int(b, i);
    sr_json_close(b, ']');
    sr_json_close(b, '}');
}

static void put_position(struct server *sv, struct sr_buf *b, const struct sv_table *t, int viewer)
{
    if (t->log.status == SV_WAITING || !t->log.match || !t->log.started) {
        sr_json_put_null(b, "view");
        sr_json_put_null(b, "decision");
        return;
    }
    const union sr_state *s = sr_table_state(t->log.match);
    sv_put_view(b, t, s, viewer);
    if (t->log.status != SV_OVER) {
        sv_put_decision(sv, b, t, s, viewer);
        return;
    }
    sr_json_put_null(b, "decision");
    sv_put_end(b, t, s);
}

void sv_welcome(struct server *sv, struct sv_table *t, struct sv_conn *c, const char *id)
{
    if (sv_sees_past(t, c->viewer)) {
        sv_welcome_late(sv, t, c, id);
        return;
    }
    struct sr_buf b = sv_message(sv, "table");
    sv_put_id(&b, id);
    sr_json_put_int(&b, "seq", t->log.seq);
    sr_json_put_int(&b, "now", sv_now());
    sv_put_seat(&b, "you", c->viewer);
    sr_json_key(&b, "info");
    sv_info_write(&b, t, true);
    put_position(sv, &b, t, c->viewer);
    if (t->log.asked_by >= 0)
        put_ask(&b, t);
    if (c->viewer < SR_SEATS_MAX)
        put_prefs(&b, &t->people.seat[c->viewer]);
    sv_put_chat(&b, &t->log, t->log.seq);
    sr_json_close(&b, '}');
    sv_say(c, &b);
}
