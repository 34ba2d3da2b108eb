/* play.c: what a seat may do at its table, and what the table does by itself: forced decisions,
 * standing answers, clocks, stand-ins. Every change goes through sv_append; the caller commits. */
#include <stdlib.h>

#include "core/alloc.h"
#include "server/server.h"

enum { FORCED_MAX = 512, SEEN_BACK = 400 };

struct call { /* one message being handled */
    struct server *sv;
    struct sv_table *t;
    struct sv_conn *c;
    const struct sr_doc *d;
    int seat;
    char id[SV_CID_MAX];
    struct sr_diag diag;
};

static bool refuse(struct call *k, const char *code, const char *text)
{
    sv_error(k->sv, k->c, k->id, code, text);
    return false;
}

/* What was to happen did not: for want of memory, or because it cannot. */
static bool refuse_change(struct call *k)
{
    if (k->t->commit.failing)
        return refuse(k, "store", "there is no memory for this at the moment; try again");
    return refuse(k, "broken", k->diag.text);
}

/* Appends with the request's id in the body, so that a repeated request is known again. */
static bool append(struct call *k, enum sv_kind kind, int seat, struct sr_buf *b)
{
    if (k->id[0]) {
        sr_json_key(b, "id");
        sr_json_str(b, k->id);
    }
    sr_json_close(b, '}');
    if (!b->full && sv_append(k->sv, k->t, kind, seat, b->text, &k->diag))
        return true;
    return refuse_change(k);
}

static struct sr_buf body(char *memory, size_t max)
{
    struct sr_buf b;
    sr_buf_init(&b, memory, max);
    sr_json_open(&b, '{');
    return b;
}

static bool append_plain(struct call *k, enum sv_kind kind)
{
    char memory[128];
    struct sr_buf b = body(memory, sizeof memory);
    return append(k, kind, k->seat, &b);
}

/* ---- moves ---------------------------------------------------------------------------------- */

bool sv_play_move(struct server *sv, struct sv_table *t, int seat, sr_move m, const char *by,
                  const char *cid, struct sr_diag *diag)
{
    char text[SR_TEXT_MAX], memory[512], hash[20];
    struct sr_buf b = body(memory, sizeof memory);
    union sr_state after;
    const struct sr_rules *r = &t->setup.config.rules;
    sr_copy(r, &after, sr_table_state(t->log.match));
    const enum sr_err err = sr_play(r, &after, m, NULL);
    if (err) {
        (void)sr_fail(diag, err, "that move is not legal here");
        return false;
    }
    sr_move_text(r->game, m, text);
    sr_json_key(&b, "m");
    sr_json_str(&b, text);
    sr_json_key(&b, "v");
    sr_json_int(&b, m);
    struct sr_buf h;
    sr_buf_init(&h, hash, sizeof hash);
    sr_buf_hex64(&h, sr_hash(r, &after));
    sr_json_key(&b, "h");
    sr_json_str(&b, hash);
    sr_json_key(&b, "by");
    sr_json_str(&b, by);
    if (cid[0]) {
        sr_json_key(&b, "id");
        sr_json_str(&b, cid);
    }
    sr_json_close(&b, '}');
    if (b.full || !sv_append(sv, t, SV_MOVE, seat, memory, diag))
        return false;
    sv->counts.moves++;
    return true;
}

static bool do_move(struct call *k)
{
    struct sv_table *t = k->t;
    if (t->log.status == SV_WAITING)
        return refuse(k, "waiting", "the match has not begun");
    if (t->log.status == SV_OVER)
        return refuse(k, "over", "the match is over");
    if (sv_get_int(k->d, 0, "ply", -1) != sv_ply(t))
        return refuse(k, "stale", "the table has moved on: look again");
    if (sv_actor(t) != k->seat)
        return refuse(k, "turn", "it is not for you to decide");
    if (t->people.seat[k->seat].stand_in[0])
        return refuse(k, "stand_in", "a bot plays for you: take your seat back first");
    sr_move m;
    const int tok = sr_json_get(k->d, 0, "move");
    if (tok < 0)
        return refuse(k, "key", "move: missing");
    const enum sr_err err =
        sr_move_read(&t->setup.config.rules, sr_table_state(t->log.match), k->d, tok, &m, &k->diag);
    if (err)
        return refuse(k, sr_err_name(err), k->diag.text);
    if (!sv_play_move(k->sv, t, k->seat, m, "player", k->id, &k->diag))
        return refuse_change(k);
    return true;
}

/* ---- standing answers ----------------------------------------------------------------------- */

static bool compare(int64_t a, const char *op, int64_t b)
{
    return strcmp(op, "eq") == 0   ? a == b
           : strcmp(op, "ne") == 0 ? a != b
           : strcmp(op, "ge") == 0 ? a >= b
           : strcmp(op, "le") == 0 ? a <= b
                                   : false;
}

/* The nth value of an array, or member of an object (some views have players by name). */
static int nth(const struct sr_doc *d, int at, int64_t n)
{
    const struct sr_tok *t = &d->tok[at];
    if (n < 0 || n >= t->size || (t->type != SR_J_ARRAY && t->type != SR_J_OBJECT))
        return -1;
    if (t->type == SR_J_ARRAY)
        return sr_json_at(d, at, (int)n);
    int key = at + 1;
    for (; n > 0; n--)
        key = d->tok[key + 1].next;
    return key + 1;
}

/* The value at a path of keys and indexes; "$me" is the own seat. */
static int walk(const struct sr_doc *view, const struct sr_doc *d, int path, int seat)
{
    int at = 0;
    for (int i = 0; i < d->tok[path].size && at >= 0; i++) {
        char key[64];
        int64_t index = seat;
        const int step = sr_json_at(d, path, i);
        const bool me = sr_json_is(d, step, "$me");
        if (me || sr_json_num(d, step, &index))
            at = nth(view, at, index);
        else if (sr_json_text(d, step, key, sizeof key))
            at = view->tok[at].type == SR_J_OBJECT ? sr_json_get(view, at, key) : -1;
        else
            return -1;
    }
    return at;
}

static bool holds(const struct sr_doc *view, const struct sr_doc *d, int rule, int seat)
{
    const int when = sr_json_get(d, rule, "when");
    for (int i = 0; when >= 0 && i < d->tok[when].size; i++) {
        const int cond = sr_json_at(d, when, i);
        char op[4];
        int64_t want, have;
        const int path = sr_json_get(d, cond, "path");
        const int at = path < 0 ? -1 : walk(view, d, path, seat);
        if (at < 0 || !sv_get_text(d, cond, "op", op, sizeof op) ||
            !sr_json_num(d, sr_json_get(d, cond, "value"), &want) ||
            !sr_json_num(view, at, &have) || !compare(have, op, want))
            return false;
    }
    return true;
}

static int answer_of(const struct sr_doc *d, int rule, const struct sr_game *g,
                     const sr_move *legal, int n)
{
    char move[SR_TEXT_MAX], verb[64], text[SR_TEXT_MAX];
    const bool exact = sv_get_text(d, rule, "move", move, sizeof move);
    const bool by_verb = sv_get_text(d, rule, "verb", verb, sizeof verb);
    for (int i = 0; i < n; i++) {
        sr_move_text(g, legal[i], text);
        if (exact ? strcmp(text, move) == 0
                  : by_verb && strcmp(g->moves[sr_move_verb(legal[i])].name, verb) == 0)
            return i;
    }
    return -1;
}

static int standing_answer(struct server *sv, const struct sv_table *t, const union sr_state *s,
                           int seat, const sr_move *legal, int n)
{
    const char *json = t->people.seat[seat].standing;
    const struct sr_rules *r = &t->setup.config.rules;
    if (!json)
        return -1;
    struct sr_doc d, view;
    struct sr_view seen;
    struct sr_buf b;
    sr_buf_init(&b, sv->view_a, SV_SCRATCH / 4);
    sr_observe(r, s, seat, &seen);
    sr_state_write(&b, r, &seen.s);
    if (b.full || sr_json_parse(&view, b.text, b.len, sv->tok_a, SV_TOKENS_MAX, NULL) ||
        sr_json_parse(&d, json, strlen(json), sv->tok_b, SV_TOKENS_MAX, NULL))
        return -1;
    const char *asked = r->game->decisions[r->game->decision(s)].name;
    for (int i = 0; i < d.tok[0].size; i++) {
        const int rule = sr_json_at(&d, 0, i);
        if (!sr_json_is(&d, sr_json_get(&d, rule, "ask"), asked) || !holds(&view, &d, rule, seat))
            continue;
        const int choice = answer_of(&d, rule, r->game, legal, n);
        if (choice >= 0)
            return choice;
    }
    return -1;
}

int sv_automatic(struct server *sv, const struct sv_table *t, const union sr_state *s, int seat,
                 const sr_move *legal, int n)
{
    if (t->people.seat[seat].kind != SV_HUMAN || t->people.seat[seat].stand_in[0])
        return -1;
    return n == 1 && !t->people.seat[seat].step ? 0 : standing_answer(sv, t, s, seat, legal, n);
}

bool sv_play_on(struct server *sv, struct sv_table *t)
{
    bool played = false;
    for (int i = 0; i < FORCED_MAX && t->log.status == SV_PLAYING && t->log.match; i++) {
        const int seat = sv_actor(t);
        if (seat < 0 || sv_bot_decides(t))
            break;
        sr_move legal[SR_MOVES_MAX];
        const union sr_state *s = sr_table_state(t->log.match);
        const int n = sr_legal(&t->setup.config.rules, s, legal);
        const int choice = sv_automatic(sv, t, s, seat, legal, n);
        if (choice < 0 ||
            !sv_play_move(sv, t, seat, legal[choice], n == 1 ? "forced" : "standing", "", NULL))
            break;
        played = true;
    }
    return played;
}

static bool rule_ok(const struct sr_doc *d, int rule, const struct sr_game *g)
{
    char ask[64], move[SR_TEXT_MAX];
    if (d->tok[rule].type != SR_J_OBJECT || !sv_get_text(d, rule, "ask", ask, sizeof ask))
        return false;
    int i = 0;
    while (g->decisions[i].name && strcmp(g->decisions[i].name, ask) != 0)
        i++;
    const int when = sr_json_get(d, rule, "when");
    if (when >= 0 && (d->tok[when].type != SR_J_ARRAY || d->tok[when].size > 8))
        return false;
    for (int c = 0; when >= 0 && c < d->tok[when].size; c++) {
        const int cond = sr_json_at(d, when, c);
        char op[8];
        int64_t v;
        if (d->tok[cond].type != SR_J_OBJECT)
            return false;
        const int path = sr_json_get(d, cond, "path");
        if (path < 0 || d->tok[path].type != SR_J_ARRAY || d->tok[path].size > 8 ||
            !sv_get_text(d, cond, "op", op, sizeof op) || strlen(op) != 2 ||
            !strstr("eq ne ge le", op) || !sr_json_num(d, sr_json_get(d, cond, "value"), &v))
            return false;
    }
    return g->decisions[i].name && (sv_get_text(d, rule, "move", move, sizeof move) ||
                                    sv_get_text(d, rule, "verb", move, sizeof move));
}

static bool do_prefs(struct call *k)
{
    const int standing = sr_json_get(k->d, 0, "standing");
    char memory[SV_STANDING_MAX + 128];
    struct sr_buf b = body(memory, sizeof memory);
    if (standing >= 0) {
        const char *start;
        const size_t n = sv_raw(k->d, standing, &start);
        if (k->d->tok[standing].type != SR_J_ARRAY || k->d->tok[standing].size > 16 ||
            n > SV_STANDING_MAX)
            return refuse(k, "range", "standing: an array of at most 16 rules, 4096 bytes");
        for (int i = 0; i < k->d->tok[standing].size; i++)
            if (!rule_ok(k->d, sr_json_at(k->d, standing, i), k->t->setup.config.rules.game))
                return refuse(k, "range", "standing: a rule is not well formed");
        sr_json_key(&b, "standing");
        sr_buf_putn(&b, start, n);
        b.comma = true;
    }
    const int step = sr_json_get(k->d, 0, "step");
    if (step >= 0) {
        sr_json_key(&b, "step");
        sr_json_bool(&b, sv_get_bool(k->d, 0, "step", false));
    }
    return append(k, SV_PREFS, k->seat, &b);
}

/* ---- undo ----------------------------------------------------------------------------------- */

/* How the decision that led to `ply` was made; entries hold the last word on each ply. */
static bool own_choice(const struct sv_table *t, int ply, int seat)
{
    for (int i = t->log.seq - 1; i >= 0; i--) {
        const struct sv_entry *e = &t->log.entry[i];
        if (e->kind == SV_MOVE && e->ply == ply)
            return e->seat == seat && strstr(e->body, "\"by\":\"player\"");
    }
    return false;
}

static bool append_undo(struct call *k, int to)
{
    char memory[128];
    struct sr_buf b = body(memory, sizeof memory);
    sr_json_key(&b, "to");
    sr_json_int(&b, to);
    return append(k, SV_UNDO, k->seat, &b);
}

static bool do_undo(struct call *k)
{
    struct sv_table *t = k->t;
    if (t->log.status != SV_PLAYING)
        return refuse(k, t->log.status == SV_OVER ? "over" : "waiting",
                      "there is no match to change");
    if (sv_get_int(k->d, 0, "ply", -1) != sv_ply(t))
        return refuse(k, "stale", "the table has moved on: look again");
    const bool turn = sv_get_bool(k->d, 0, "turn", false);
    const int limit = t->log.base_ply + (turn ? sr_table_turn_start(t->log.match, k->seat)
                                              : sr_table_undo_limit(t->log.match, k->seat));
    int to = -1;
    for (int p = sv_ply(t); p > limit && (turn || to < 0); p--)
        if (own_choice(t, p, k->seat))
            to = p - 1;
    if (to >= 0)
        return append_undo(k, to);
    if (turn)
        return refuse(k, "nothing", "there is nothing to take back");
    /* Something was revealed or others have moved: it takes the others' consent. */
    for (int p = sv_ply(t); p > t->log.base_ply && to < 0; p--)
        if (own_choice(t, p, k->seat))
            to = p - 1;
    if (to < 0)
        return refuse(k, "nothing", "there is nothing to take back");
    if ((sv_people(t) & ~(1u << k->seat)) == 0)
        return append_undo(k, to);
    if (t->log.asked_by >= 0)
        return refuse(k, "asked", "a question to the table is open already");
    char memory[128];
    struct sr_buf b = body(memory, sizeof memory);
    sr_json_key(&b, "what");
    sr_json_int(&b, 0);
    sr_json_key(&b, "to");
    sr_json_int(&b, to);
    return append(k, SV_ASK, k->seat, &b);
}

static bool do_answer(struct call *k)
{
    struct sv_table *t = k->t;
    if (t->log.asked_by < 0 || t->log.asked_by == k->seat)
        return refuse(k, "nothing", "nothing is asked of you");
    const int ply = t->log.asked_ply, asker = t->log.asked_by, what = t->log.asked_what;
    char memory[128];
    struct sr_buf b = body(memory, sizeof memory);
    sr_json_key(&b, "yes");
    sr_json_bool(&b, sv_get_bool(k->d, 0, "yes", false));
    if (!append(k, SV_ANSWER, k->seat, &b))
        return false;
    if (what == 1 || !sv_all_agree(t))
        return true; /* an agreed rematch is made once this is stored (sv_pump) */
    char undo[64];
    snprintf(undo, sizeof undo, "{\"to\":%d}", ply);
    return sv_append(k->sv, t, SV_UNDO, asker, undo, &k->diag) || refuse_change(k);
}

static bool do_rematch(struct call *k)
{
    struct sv_table *t = k->t;
    if (t->log.status != SV_OVER)
        return refuse(k, "playing", "the match is not over");
    if (t->log.rematch[0] || t->log.asked_by >= 0)
        return refuse(k, "asked", "a rematch is offered or made already");
    char memory[128];
    struct sr_buf b = body(memory, sizeof memory);
    sr_json_key(&b, "what");
    sr_json_int(&b, 1);
    return append(k, SV_ASK, k->seat, &b);
}

/* ---- people --------------------------------------------------------------------------------- */

static bool do_chat(struct call *k)
{
    char text[SV_CHAT_MAX + 1], who[32], memory[2 * SV_CHAT_MAX + 256];
    int wait;
    if (!sv_get_text(k->d, 0, "text", text, sizeof text) || !text[0])
        return refuse(k, "range", "text: 1 to 500 bytes");
    for (const char *s = text; *s; s++)
        if ((unsigned char)*s < 0x20)
            return refuse(k, "range", "text: control characters are not allowed");
    snprintf(who, sizeof who, "%s:%d", k->t->id, k->seat);
    if (!limits_take(k->sv->limits, LIMIT_CHAT, who, sv_now(), &wait)) {
        k->sv->counts.limited++;
        return refuse(k, "limited", "too many lines in a short time");
    }
    struct sr_buf b = body(memory, sizeof memory);
    sr_json_key(&b, "text");
    sr_json_str(&b, text);
    k->sv->counts.chats++;
    return append(k, SV_CHAT, k->seat, &b);
}

bool sv_stand_in(struct server *sv, struct sv_table *t, int seat, const char *why,
                 const char *fault)
{
    char memory[256];
    struct sr_buf b = body(memory, sizeof memory);
    sr_json_key(&b, "bot");
    sr_json_str(&b, t->setup.takeover);
    sr_json_key(&b, "why");
    sr_json_str(&b, why);
    if (fault) {
        sr_json_key(&b, "fault");
        sr_json_str(&b, fault);
    }
    sr_json_close(&b, '}');
    return sv_append(sv, t, SV_STAND_IN, seat, memory, NULL);
}

static bool do_vote(struct call *k)
{
    struct sv_table *t = k->t;
    const int64_t whom = sv_get_int(k->d, 0, "for", -1);
    if (t->log.status != SV_PLAYING || whom < 0 || whom >= t->setup.config.seats ||
        whom == k->seat || t->people.seat[whom].kind != SV_HUMAN ||
        t->people.seat[whom].stand_in[0])
        return refuse(k, "range", "for: another person's seat in a running match is expected");
    char memory[128];
    struct sr_buf b = body(memory, sizeof memory);
    sr_json_key(&b, "for");
    sr_json_int(&b, whom);
    if (!append(k, SV_VOTE, k->seat, &b))
        return false;
    const unsigned voters = sv_people(t) & ~(1u << whom);
    const unsigned votes = t->people.seat[whom].votes & voters;
    if (2 * __builtin_popcount(votes) > __builtin_popcount(voters))
        return sv_stand_in(k->sv, t, (int)whom, "vote", NULL) || refuse_change(k);
    return true;
}

static bool do_leave(struct call *k)
{
    struct sv_table *t = k->t;
    if (t->log.status == SV_WAITING) {
        char memory[128];
        struct sr_buf b = body(memory, sizeof memory);
        sr_json_key(&b, "kind");
        sr_json_str(&b, "open");
        return append(k, SV_SIT, k->seat, &b);
    }
    if (!append_plain(k, SV_LEAVE))
        return false;
    if (t->log.status == SV_PLAYING && !t->people.seat[k->seat].stand_in[0])
        return sv_stand_in(k->sv, t, k->seat, "left", NULL) || refuse_change(k);
    return true;
}

static bool do_back(struct call *k)
{
    const struct sv_seat *s = &k->t->people.seat[k->seat];
    if (!s->stand_in[0] && !s->left)
        return refuse(k, "nothing", "the seat is yours already");
    k->t->people.think_ticket++; /* a choice in the works is void */
    return append_plain(k, SV_BACK);
}

/* Empty seats become bots, so that the match can begin. */
static bool do_fill(struct call *k)
{
    struct sv_table *t = k->t;
    char bot[SR_NAME_MAX], memory[256];
    sv_get_text(k->d, 0, "bot", bot, sizeof bot);
    if (t->log.status != SV_WAITING)
        return refuse(k, "playing", "the match has begun");
    if (!robots_know(k->sv, bot))
        return refuse(k, "unknown", "bot: there is none of that name");
    for (int i = 0; i < t->setup.config.seats; i++) {
        if (t->people.seat[i].kind >= SV_HUMAN)
            continue;
        struct sr_buf b = body(memory, sizeof memory);
        const char *const members[] = {"kind", "bot", "bot", bot, "name", bot};
        for (size_t m = 0; m < sizeof members / sizeof *members; m += 2) {
            sr_json_key(&b, members[m]);
            sr_json_str(&b, members[m + 1]);
        }
        sr_json_key(&b, "asked"); /* by another seat's holder: its requests are known by this */
        sr_json_int(&b, k->seat);
        if (!append(k, SV_SIT, i, &b))
            return false;
    }
    return true;
}

bool sv_try_start(struct server *sv, struct sv_table *t)
{
    if (t->log.status != SV_WAITING)
        return false;
    for (int i = 0; i < t->setup.config.seats; i++)
        if (t->people.seat[i].kind < SV_HUMAN)
            return false;
    return sv_append(sv, t, SV_START, -1, "{}", NULL);
}

/* ---- time ----------------------------------------------------------------------------------- */

void sv_set_due(struct sv_table *t, int64_t now)
{
    const int seat = sv_actor(t);
    t->people.due = 0;
    if (seat < 0 || sv_bot_decides(t)) {
        /* The table's own turn: if this process dies, another must find it and go on. */
        t->people.due = seat >= 0 || sv_rematch_due(t) ? now : 0;
        return;
    }
    const struct sv_seat *s = &t->people.seat[seat];
    if (t->setup.clock_total)
        t->people.due = t->log.since + s->clock;
    if (t->setup.patience && (!t->setup.live || s->here == 0)) {
        const int64_t from = t->setup.live && s->gone_at > t->log.since ? s->gone_at : t->log.since;
        const int64_t end = from + (int64_t)t->setup.patience * 1000;
        if (!t->people.due || end < t->people.due)
            t->people.due = end;
    }
}

void sv_time_passed(struct server *sv, struct sv_table *t, int64_t now)
{
    if (t->commit.busy || !t->people.due || now < t->people.due)
        return;
    tables_rematch(sv, t);
    if (t->log.status != SV_PLAYING)
        return;
    sv_set_due(t, now);
    const int seat = sv_actor(t);
    robots_think(sv, t);
    if (seat < 0 || sv_bot_decides(t) || !t->people.due || now < t->people.due)
        return;
    if (sv_stand_in(sv, t, seat, "time", NULL))
        sv_commit(sv, t);
}

/* ---- messages ------------------------------------------------------------------------------- */

static bool seen_before(const struct sv_table *t, int seat, const char *id, int *seq)
{
    char mark[SV_CID_MAX + 8], asked[24];
    snprintf(mark, sizeof mark, "\"id\":\"%s\"", id);
    snprintf(asked, sizeof asked, "\"asked\":%d,", seat);
    for (int i = t->log.seq - 1; id[0] && i >= 0 && i > t->log.seq - SEEN_BACK; i--) {
        const char *text = t->log.entry[i].body;
        if (strstr(text, mark) && (strstr(text, asked) || t->log.entry[i].seat == seat)) {
            *seq = i + 1;
            return true;
        }
    }
    return false;
}

static bool cid_ok(const char *id)
{
    return id[strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-")] ==
           '\0';
}

static const struct {
    const char *type;
    bool (*run)(struct call *k);
} messages[] = {{"move", do_move},      {"undo", do_undo},   {"answer", do_answer},
                {"chat", do_chat},      {"prefs", do_prefs}, {"vote", do_vote},
                {"leave", do_leave},    {"back", do_back},   {"fill", do_fill},
                {"rematch", do_rematch}};

void sv_play_message(struct server *sv, struct sv_table *t, struct sv_conn *c, const char *text,
                     size_t len)
{
    struct sr_doc d;
    struct call k = {.sv = sv, .t = t, .c = c, .d = &d, .seat = c->viewer};
    char type[16];
    const uint64_t begun = sv_micros();
    if (!sv_doc(sv, text, len, &d) || !sv_get_text(&d, 0, "type", type, sizeof type)) {
        refuse(&k, "parse", "an object with a type is expected");
        return;
    }
    const int id = sr_json_get(&d, 0, "id");
    if (id >= 0 && (!sr_json_text(&d, id, k.id, sizeof k.id) || !cid_ok(k.id))) {
        k.id[0] = '\0';
        refuse(&k, "range", "id: at most 32 letters, digits, dots, dashes");
        return;
    }
    if (strcmp(type, "ping") == 0) {
        sv_ok(sv, c, k.id, t->log.seq, false);
        return;
    }
    if (strcmp(type, "sync") == 0) {
        sv_welcome(sv, t, c, k.id);
        return;
    }
    if (c->viewer == SR_SPECTATOR) {
        refuse(&k, "seat", "spectators only watch");
        return;
    }
    int seq;
    if (seen_before(t, c->viewer, k.id, &seq)) {
        sv_ok(sv, c, k.id, seq, true);
        return;
    }
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        if (strcmp(messages[i].type, type) != 0)
            continue;
        if (!messages[i].run(&k)) {
            if (t->log.seq != t->commit.durable) /* a part of it happened: none of it may */
                sv_give_up(sv, t);
            return;
        }
        t->commit.asker = c;
        c->pending++;
        t->commit.asker_seq = t->log.seq;
        t->commit.asked_at = begun;
        snprintf(t->commit.asker_id, sizeof t->commit.asker_id, "%s", k.id);
        sv_try_start(sv, t);
        sv_play_on(sv, t);
        sv_commit(sv, t);
        return;
    }
    refuse(&k, "unknown", "there is no message of that type");
}
