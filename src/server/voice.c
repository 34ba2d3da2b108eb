/* voice.c: what people at a table get to read: entries, the whole table, moments of the past, the
 * file of a match. The one place where game data becomes text for a viewer: states only as the
 * viewer's view, events only redacted, moves only to the one who made them, and neither hashes nor
 * seed before the end. */
#include "core/alloc.h"
#include "server/server.h"

/* ---- sending -------------------------------------------------------------------------------- */

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

static bool outs_grow(struct sv_table *t)
{
    if (t->commit.outs < t->commit.outs_max)
        return true;
    const int max = t->commit.outs_max ? 2 * t->commit.outs_max : 8;
    struct sv_out *out = (struct sv_out *)sr_realloc(t->commit.out, (size_t)max * sizeof *out);
    if (!out)
        return false;
    t->commit.out = out;
    t->commit.outs_max = max;
    return true;
}

void sv_out_add(struct sv_table *t, int viewer, const struct sr_buf *b)
{
    struct net_text *text = b->full || !outs_grow(t) ? NULL : net_text_new(b->text, b->len);
    if (text)
        t->commit.out[t->commit.outs++] = (struct sv_out){viewer, text};
    else
        t->commit.unsaid = true;
}

static struct sr_buf begin(struct server *sv, const char *type)
{
    struct sr_buf b = sv_buf(sv);
    sr_json_open(&b, '{');
    sr_json_key(&b, "type");
    sr_json_str(&b, type);
    return b;
}

static void put_id(struct sr_buf *b, const char *id)
{
    if (!id[0])
        return;
    sr_json_key(b, "id");
    sr_json_str(b, id);
}

void sv_error(struct server *sv, struct sv_conn *c, const char *id, const char *code,
              const char *text)
{
    struct sr_buf b = begin(sv, "error");
    put_id(&b, id);
    sr_json_key(&b, "code");
    sr_json_str(&b, code);
    sr_json_key(&b, "text");
    sr_json_str(&b, text);
    if (c->table) {
        sr_json_key(&b, "ply");
        sr_json_int(&b, sv_ply(c->table));
    }
    sr_json_close(&b, '}');
    sv->counts.errors++;
    sv_say(c, &b);
}

void sv_ok(struct server *sv, struct sv_conn *c, const char *id, int seq, bool again)
{
    struct sr_buf b = begin(sv, "ok");
    put_id(&b, id);
    sr_json_key(&b, "seq");
    sr_json_int(&b, seq);
    if (again) {
        sr_json_key(&b, "again");
        sr_json_bool(&b, true);
    }
    sr_json_close(&b, '}');
    sv_say(c, &b);
}

static void put_seat(struct sr_buf *b, const char *key, int seat)
{
    sr_json_key(b, key);
    if (seat >= 0 && seat < SR_SEATS_MAX)
        sr_json_int(b, seat);
    else
        sr_json_null(b);
}

void sv_presence(struct server *sv, struct sv_table *t)
{
    struct sr_buf b = begin(sv, "presence");
    sr_json_key(&b, "here");
    sr_json_open(&b, '[');
    for (int i = 0; i < t->setup.config.seats; i++)
        sr_json_bool(&b, t->people.seat[i].here > 0);
    sr_json_close(&b, ']');
    int watching = 0;
    for (const struct sv_conn *c = t->people.conns; c; c = c->next)
        watching += c->viewer == SR_SPECTATOR;
    sr_json_key(&b, "spectators");
    sr_json_int(&b, watching);
    sr_json_close(&b, '}');
    struct net_text *text = net_text_new(b.text, b.len);
    for (struct sv_conn *c = t->people.conns; c && text; c = c->next)
        c->net->send(c->net, text);
    t->people.presence_changed = !text; /* without memory again at the next tick */
    net_text_drop(text);
}

/* ---- the table as everybody may see it ------------------------------------------------------ */

static void seat_write(struct sr_buf *b, const struct sv_table *t, int i, bool whole)
{
    const struct sv_seat *s = &t->people.seat[i];
    sr_json_open(b, '{');
    sr_json_key(b, "kind");
    sr_json_str(b, sv_seat_names[s->kind]);
    if (s->kind >= SV_HUMAN) {
        sr_json_key(b, "name");
        sr_json_str(b, s->name);
    }
    if (s->kind == SV_BOT) {
        sr_json_key(b, "bot");
        sr_json_str(b, s->bot);
    }
    if (s->stand_in[0]) {
        sr_json_key(b, "stand_in");
        sr_json_str(b, s->stand_in);
    }
    if (s->left) {
        sr_json_key(b, "left");
        sr_json_bool(b, true);
    }
    if (whole && t->setup.clock_total) {
        sr_json_key(b, "clock");
        sr_json_int(b, s->clock);
    }
    if (whole) {
        sr_json_key(b, "here");
        sr_json_bool(b, s->here > 0);
    }
    sr_json_close(b, '}');
}

void sv_info_write(struct sr_buf *b, const struct sv_table *t, bool whole)
{
    const struct sr_game *g = t->setup.config.rules.game;
    sr_json_open(b, '{');
    sr_json_key(b, "table");
    sr_json_str(b, t->id);
    sr_json_key(b, "game");
    sr_json_str(b, g->id);
    sr_json_key(b, "status");
    sr_json_str(b, sv_status_names[t->log.status]);
    sr_json_key(b, "ply");
    sr_json_int(b, sv_ply(t));
    put_seat(b, "actor", sv_actor(t));
    sr_json_key(b, "live");
    sr_json_bool(b, t->setup.live);
    sr_json_key(b, "options");
    sr_options_write(b, g, t->setup.config.option);
    sr_json_key(b, "edition_name");
    sr_json_str(b, t->setup.config.edition_name);
    sr_json_key(b, "seats");
    sr_json_open(b, '[');
    for (int i = 0; i < t->setup.config.seats; i++)
        seat_write(b, t, i, whole);
    sr_json_close(b, ']');
    sr_json_key(b, "created");
    sr_json_int(b, t->setup.created);
    sr_json_key(b, "updated");
    sr_json_int(b, t->log.updated);
    if (whole) {
        const struct {
            const char *key;
            int value;
        } n[] = {{"rules_version", g->rules_version},
                 {"patience", t->setup.patience},
                 {"clock", t->setup.clock_total},
                 {"add", t->setup.clock_add}};
        for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
            sr_json_key(b, n[i].key);
            sr_json_int(b, n[i].value);
        }
        sr_json_key(b, "since");
        sr_json_int(b, t->log.since);
        sr_json_key(b, "open_dice");
        sr_json_bool(b, t->setup.open_dice);
        sr_json_key(b, "listed");
        sr_json_bool(b, t->setup.listed);
        sr_json_key(b, "commit");
        sr_json_str(b, t->setup.commit);
        sr_json_key(b, "takeover");
        sr_json_str(b, t->setup.takeover);
        if (t->setup.origin[0]) {
            sr_json_key(b, "origin");
            sr_json_str(b, t->setup.origin);
        }
        if (t->log.rematch[0]) {
            sr_json_key(b, "rematch");
            sr_json_str(b, t->log.rematch);
        }
        if (t->setup.edition) {
            sr_json_key(b, "edition");
            sr_edition_write(b, &t->setup.config.rules);
        }
    }
    sr_json_close(b, '}');
}

/* ---- positions ------------------------------------------------------------------------------ */

/* Who decides, what is asked, and for the one who decides the moves, unless the table is about to
 * answer for him. */
static void put_decision(struct server *sv, struct sr_buf *b, const struct sv_table *t,
                         const union sr_state *s, int viewer)
{
    const struct sr_rules *r = &t->setup.config.rules;
    const int actor = sr_actor(r, s);
    sr_json_key(b, "decision");
    if (actor == SR_NOBODY) {
        sr_json_null(b);
        return;
    }
    const struct sr_decision *d = &r->game->decisions[r->game->decision(s)];
    sr_json_open(b, '{');
    sr_json_key(b, "seat");
    sr_json_int(b, actor);
    sr_json_key(b, "ask");
    sr_json_str(b, d->name);
    sr_json_key(b, "rule");
    sr_json_str(b, d->rule);
    sr_json_close(b, '}');
    if (actor != viewer)
        return;
    sr_move moves[SR_MOVES_MAX];
    const int n = sr_legal(r, s, moves);
    if (t->log.status == SV_PLAYING && sv_automatic(sv, t, s, actor, moves, n) >= 0)
        return;
    sr_json_key(b, "legal");
    sr_json_open(b, '[');
    for (int i = 0; i < n; i++) {
        char text[SR_TEXT_MAX];
        sr_move_text(r->game, moves[i], text);
        sr_json_str(b, text);
    }
    sr_json_close(b, ']');
}

static void put_view(struct sr_buf *b, const struct sr_rules *r, const union sr_state *s,
                     int viewer)
{
    struct sr_view view;
    sr_observe(r, s, viewer, &view);
    sr_json_key(b, "view");
    sr_state_write(b, r, &view.s);
}

static void put_delta(struct sr_buf *b, const struct sr_rules *r, const union sr_state *before,
                      const union sr_state *after, int viewer)
{
    struct sr_view was, is;
    sr_observe(r, before, viewer, &was);
    sr_observe(r, after, viewer, &is);
    sr_json_key(b, "delta");
    sr_state_delta(b, r, &was.s, &is.s);
}

static void put_events(struct sr_buf *b, const struct sr_game *g, const struct sr_events *ev,
                       int viewer)
{
    sr_json_key(b, "events");
    sr_json_open(b, '[');
    for (int i = 0; i < ev->count; i++) {
        const struct sr_event e = sr_event_redact(&ev->list[i], viewer);
        sr_event_write(b, g, &e);
    }
    sr_json_close(b, ']');
}

bool sv_may_reveal(const struct sv_table *t) { return t->log.status == SV_OVER || t->setup.open_dice; }

static void put_end(struct sr_buf *b, const struct sv_table *t, const union sr_state *s)
{
    struct sr_scores sc;
    sr_scores_of(&t->setup.config.rules, s, &sc);
    sr_json_key(b, "scores");
    sr_scores_write(b, &t->setup.config.rules, &sc);
    sr_json_key(b, "reveal");
    sr_json_open(b, '{');
    sr_json_key(b, "seed");
    sr_json_seed(b, t->setup.config.seed);
    sr_json_key(b, "salt");
    sr_json_str(b, t->setup.salt);
    sr_json_close(b, '}');
}

/* ---- entries -------------------------------------------------------------------------------- */

static void copy_member(struct sr_buf *b, const struct sr_doc *d, const char *from, const char *to)
{
    const int t = sr_json_get(d, 0, from);
    if (t < 0)
        return;
    const char *start;
    const size_t n = sv_raw(d, t, &start);
    sr_json_key(b, to);
    sr_buf_putn(b, start, n);
    b->comma = true;
}

static void put_agreed(struct sr_buf *b, const struct sv_table *t)
{
    sr_json_key(b, "agreed");
    sr_json_open(b, '[');
    for (int i = 0; i < t->setup.config.seats; i++)
        if (t->log.agreed >> i & 1)
            sr_json_int(b, i);
    sr_json_close(b, ']');
}

struct moment {                           /* the position around an entry */
    const union sr_state *before, *after; /* after NULL: unknown (old rules) */
    const struct sr_events *ev;
};

/* How a decision was made, and for who made it (or for all when nothing is secret) which. */
static void put_choice(struct sr_buf *b, const struct sv_table *t, const struct sv_entry *e,
                       const struct sr_doc *d, int viewer)
{
    /* That a decision was forced or answered in advance may tell others of a hand. */
    char by[16];
    sv_get_text(d, 0, "by", by, sizeof by);
    if (e->seat != viewer && (strcmp(by, "forced") == 0 || strcmp(by, "standing") == 0))
        snprintf(by, sizeof by, "player");
    sr_json_key(b, "by");
    sr_json_str(b, by);
    if (e->seat == viewer || sv_may_reveal(t))
        copy_member(b, d, "m", "move");
}

static void put_move(struct server *sv, struct sr_buf *b, const struct sv_table *t,
                     const struct sv_entry *e, const struct sr_doc *d, int viewer,
                     const struct moment *m)
{
    const struct sr_rules *r = &t->setup.config.rules;
    put_choice(b, t, e, d, viewer);
    if (e->seat == viewer)
        copy_member(b, d, "id", "id");
    if (t->setup.clock_total) {
        sr_json_key(b, "clock");
        sr_json_int(b, t->people.seat[e->seat].clock);
    }
    if (!m->after)
        return;
    put_events(b, r->game, m->ev, viewer);
    put_delta(b, r, m->before, m->after, viewer);
    put_decision(sv, b, t, m->after, viewer);
    if (sr_actor(r, m->after) == SR_NOBODY) {
        sr_json_key(b, "over");
        sr_json_bool(b, true);
        put_end(b, t, m->after);
    }
}

static struct sr_buf entry_text(struct server *sv, const struct sv_table *t, int seq, int viewer,
                                const struct moment *m)
{
    const struct sv_entry *e = &t->log.entry[seq - 1];
    const struct sr_rules *r = &t->setup.config.rules;
    struct sr_buf b = begin(sv, sv_kind_names[e->kind]);
    struct sr_tok *tok = sv->tok_c;
    struct sr_doc d;
    sr_json_key(&b, "seq");
    sr_json_int(&b, seq);
    sr_json_key(&b, "at");
    sr_json_int(&b, e->at);
    sr_json_key(&b, "ply");
    sr_json_int(&b, e->ply);
    put_seat(&b, "seat", e->seat);
    if (sr_json_parse(&d, e->body, strlen(e->body), tok, SV_TOKENS_MAX, NULL) == SR_OK) {
        switch ((enum sv_kind)e->kind) {
        case SV_SIT:
            copy_member(&b, &d, "kind", "kind");
            copy_member(&b, &d, "name", "name");
            copy_member(&b, &d, "bot", "bot");
            break;
        case SV_MOVE:
            put_move(sv, &b, t, e, &d, viewer, m);
            break;
        case SV_UNDO:
            copy_member(&b, &d, "to", "to");
            copy_member(&b, &d, "why", "why");
            break;
        case SV_ASK:
            sr_json_key(&b, "what");
            sr_json_str(&b, sv_get_int(&d, 0, "what", 0) ? "rematch" : "undo");
            copy_member(&b, &d, "to", "to");
            break;
        case SV_ANSWER:
            copy_member(&b, &d, "yes", "yes");
            break;
        case SV_CHAT:
            copy_member(&b, &d, "text", "text");
            break;
        case SV_VOTE:
            copy_member(&b, &d, "for", "for");
            break;
        case SV_STAND_IN:
            copy_member(&b, &d, "bot", "bot");
            copy_member(&b, &d, "why", "why");
            copy_member(&b, &d, "fault", "fault");
            break;
        case SV_PREFS:
            if (viewer == e->seat) {
                copy_member(&b, &d, "step", "step");
                copy_member(&b, &d, "standing", "standing");
            }
            break;
        case SV_REMATCH:
            copy_member(&b, &d, "table", "table");
            break;
        default:
            break;
        }
    }
    if ((e->kind == SV_START || e->kind == SV_UNDO) && m->after) {
        put_view(&b, r, m->after, viewer);
        put_decision(sv, &b, t, m->after, viewer);
    }
    sr_json_close(&b, '}');
    return b;
}

/* Whether anybody at the table sees as this viewer. */
static bool present(const struct sv_table *t, int viewer)
{
    for (const struct sv_conn *c = t->people.conns; c; c = c->next)
        if (c->viewer == viewer)
            return true;
    return false;
}

void sv_render(struct server *sv, struct sv_table *t, int seq, const union sr_state *before,
               const struct sr_events *ev)
{
    const struct moment m = {before, t->log.match ? sr_table_state(t->log.match) : NULL, ev};
    for (int v = 0; v <= SR_SPECTATOR; v++) {
        if (!present(t, v))
            continue;
        const struct sr_buf b = entry_text(sv, t, seq, v, &m);
        sv_out_add(t, v, &b);
    }
}

/* ---- the whole table ------------------------------------------------------------------------ */

static void put_chat(struct server *sv, struct sr_buf *b, const struct sv_table *t)
{
    int from = t->log.seq, n = 0;
    while (from > 0 && n < SV_CHAT_SHOWN)
        n += t->log.entry[--from].kind == SV_CHAT;
    sr_json_key(b, "chat");
    sr_json_open(b, '[');
    for (int i = from; i < t->log.seq; i++) {
        const struct sv_entry *e = &t->log.entry[i];
        struct sr_doc d;
        if (e->kind != SV_CHAT ||
            sr_json_parse(&d, e->body, strlen(e->body), sv->tok_c, SV_TOKENS_MAX, NULL) != SR_OK)
            continue;
        sr_json_open(b, '{');
        sr_json_key(b, "seq");
        sr_json_int(b, i + 1);
        sr_json_key(b, "at");
        sr_json_int(b, e->at);
        put_seat(b, "seat", e->seat);
        copy_member(b, &d, "text", "text");
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

static void put_prefs(struct sr_buf *b, const struct sv_seat *s)
{
    sr_json_key(b, "prefs");
    sr_json_open(b, '{');
    sr_json_key(b, "step");
    sr_json_bool(b, s->step);
    sr_json_key(b, "standing");
    sr_json_raw(b, s->standing ? s->standing : "[]");
    sr_json_close(b, '}');
}

void sv_welcome(struct server *sv, struct sv_table *t, struct sv_conn *c, const char *id)
{
    struct sr_buf b = begin(sv, "table");
    put_id(&b, id);
    sr_json_key(&b, "seq");
    sr_json_int(&b, t->log.seq);
    sr_json_key(&b, "now");
    sr_json_int(&b, sv_now());
    put_seat(&b, "you", c->viewer);
    sr_json_key(&b, "info");
    sv_info_write(&b, t, true);
    if (t->log.status == SV_WAITING || !t->log.match) {
        sr_json_key(&b, "view");
        sr_json_null(&b);
        sr_json_key(&b, "decision");
        sr_json_null(&b);
    } else {
        const union sr_state *s = sr_table_state(t->log.match);
        put_view(&b, &t->setup.config.rules, s, c->viewer);
        put_decision(sv, &b, t, s, c->viewer);
        if (t->log.status == SV_OVER)
            put_end(&b, t, s);
    }
    if (t->log.asked_by >= 0) {
        sr_json_key(&b, "ask");
        sr_json_open(&b, '{');
        put_seat(&b, "seat", t->log.asked_by);
        sr_json_key(&b, "what");
        sr_json_str(&b, t->log.asked_what ? "rematch" : "undo");
        sr_json_key(&b, "to");
        sr_json_int(&b, t->log.asked_ply);
        put_agreed(&b, t);
        sr_json_close(&b, '}');
    }
    if (c->viewer < SR_SEATS_MAX)
        put_prefs(&b, &t->people.seat[c->viewer]);
    put_chat(sv, &b, t);
    sr_json_close(&b, '}');
    sv_say(c, &b);
}

/* ---- the past ------------------------------------------------------------------------------- */

bool sv_resume(struct server *sv, struct sv_table *t, struct sv_conn *c, int from, const char *id)
{
    if (from < 0 || from > t->log.seq || t->log.seq - from > SV_RESUME_MAX || t->log.base_ply > 0 ||
        !t->log.match)
        return false;
    struct sr_table *past = sr_table_new(&t->setup.config, NULL);
    if (!past)
        return false;
    struct sr_buf b = begin(sv, "resumed");
    put_id(&b, id);
    sr_json_key(&b, "from");
    sr_json_int(&b, from);
    sr_json_key(&b, "seq");
    sr_json_int(&b, t->log.seq);
    sr_json_key(&b, "now");
    sr_json_int(&b, sv_now());
    put_seat(&b, "you", c->viewer);
    sr_json_close(&b, '}');
    sv_say(c, &b);
    bool ok = true;
    for (int seq = 1; seq <= t->log.seq && ok; seq++) {
        const struct sv_entry *e = &t->log.entry[seq - 1];
        struct sr_doc d;
        sv->events.count = 0;
        if (e->kind == SV_MOVE || e->kind == SV_UNDO) {
            if (sr_json_parse(&d, e->body, strlen(e->body), sv->tok_c, SV_TOKENS_MAX, NULL))
                ok = false;
            else if (e->kind == SV_UNDO)
                ok = sr_table_rewind(past, e->ply, NULL) == SR_OK;
            else {
                sr_copy(&t->setup.config.rules, &sv->before, sr_table_state(past));
                sv->events = (struct sr_events){sv->event_list, 0, SR_EVENTS_MAX, false};
                ok = sr_table_play(past, e->seat, (sr_move)sv_get_int(&d, 0, "v", 0), &sv->events,
                                   NULL) == SR_OK;
            }
        }
        if (!ok || seq <= from)
            continue;
        const struct moment m = {&sv->before, sr_table_state(past), &sv->events};
        const struct sr_buf text = entry_text(sv, t, seq, c->viewer, &m);
        sv_say(c, &text);
    }
    sr_table_free(past);
    if (!ok)
        sv_welcome(sv, t, c, "");
    return true;
}

bool sv_moment_write(struct server *sv, struct sr_buf *b, const struct sv_table *t, int ply,
                     int viewer, struct sr_diag *diag)
{
    union sr_state s;
    const struct sr_rules *r = &t->setup.config.rules;
    if (t->log.status == SV_WAITING || !t->log.match || ply < t->log.base_ply || ply > sv_ply(t)) {
        (void)sr_fail(diag, SR_RANGE, "there is no such ply to look at");
        return false;
    }
    sv->events = (struct sr_events){sv->event_list, 0, SR_EVENTS_MAX, false};
    if (sr_table_replay(t->log.match, ply - t->log.base_ply, &s, &sv->events, diag) != SR_OK)
        return false;
    sr_json_open(b, '{');
    sr_json_key(b, "ply");
    sr_json_int(b, ply);
    put_events(b, r->game, &sv->events, viewer);
    put_view(b, r, &s, viewer);
    put_decision(sv, b, t, &s, viewer);
    sr_json_close(b, '}');
    return true;
}

/* Which entries made the decisions from `from` on: the last word on each, looked for backwards. */
static int *made_by(const struct sv_table *t, int from, int until)
{
    int *made = (int *)sr_alloc((size_t)(until - from + 1) * sizeof *made);
    int ply = sv_ply(t);
    for (int i = t->log.seq - 1; made && i >= 0 && ply > from; i--) {
        if (t->log.entry[i].kind != SV_MOVE || t->log.entry[i].ply != ply)
            continue;
        if (--ply < until)
            made[ply - from] = i;
    }
    return made;
}

bool sv_log_write(struct server *sv, struct sr_buf *b, const struct sv_table *t, int from,
                  int viewer, struct sr_diag *diag)
{
    union sr_state s;
    const struct sr_rules *r = &t->setup.config.rules;
    if (t->log.status == SV_WAITING || !t->log.match || from < t->log.base_ply ||
        from > sv_ply(t)) {
        (void)sr_fail(diag, SR_RANGE, "there is no such ply to look at");
        return false;
    }
    if (sr_table_replay(t->log.match, from - t->log.base_ply, &s, NULL, diag) != SR_OK)
        return false;
    const int until = sr_min(sv_ply(t), from + SV_RESUME_MAX);
    int *made = made_by(t, from, until);
    bool ok = made != NULL;
    sr_json_open(b, '{');
    sr_json_key(b, "ply");
    sr_json_int(b, sv_ply(t));
    sr_json_key(b, "log");
    sr_json_open(b, '[');
    for (int ply = from; ply < until && ok; ply++) {
        const struct sv_entry *e = &t->log.entry[made[ply - from]];
        struct sr_doc d;
        sv->events = (struct sr_events){sv->event_list, 0, SR_EVENTS_MAX, false};
        ok = sr_play(r, &s, sr_table_move(t->log.match, ply - t->log.base_ply), &sv->events) ==
                 SR_OK &&
             sr_json_parse(&d, e->body, strlen(e->body), sv->tok_c, SV_TOKENS_MAX, diag) == SR_OK;
        if (!ok)
            break;
        sr_json_open(b, '{');
        sr_json_key(b, "ply");
        sr_json_int(b, ply);
        put_seat(b, "seat", e->seat);
        sr_json_key(b, "at");
        sr_json_int(b, e->at);
        put_choice(b, t, e, &d, viewer);
        put_events(b, r->game, &sv->events, viewer);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
    sr_json_close(b, '}');
    sr_free(made);
    return ok;
}

void sv_file_write(struct sr_buf *b, const struct sv_table *t)
{
    for (int i = 0; i < t->setup.config.seats; i++) {
        struct sr_seat *seat = sr_table_seat(t->log.match, i);
        seat->kind = t->people.seat[i].kind == SV_BOT ? SR_SEAT_BOT : SR_SEAT_HUMAN;
        snprintf(seat->name, sizeof seat->name, "%s", t->people.seat[i].name);
        snprintf(seat->bot, sizeof seat->bot, "%s", t->people.seat[i].bot);
    }
    sr_table_write(b, t->log.match);
    if (b->full)
        return;
    b->text[--b->len] = '\0'; /* one member more */
    sr_json_key(b, "fair");
    sr_json_open(b, '{');
    sr_json_key(b, "commit");
    sr_json_str(b, t->setup.commit);
    sr_json_key(b, "salt");
    sr_json_str(b, t->setup.salt);
    sr_json_close(b, '}');
    sr_json_close(b, '}');
}
