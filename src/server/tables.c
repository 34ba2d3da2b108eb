/* tables.c: tables as HTTP resources: opening, joining, looking, downloading, importing and
 * branching, rematches, the lobby. */
#include <stdlib.h>

#include "core/alloc.h"
#include "server/fair.h"
#include "server/peers.h"
#include "server/server.h"

enum { TABLES_MAX = 50000 };

/* ---- a new table ---------------------------------------------------------------------------- */

struct opened { /* what the answer to a creation tells, once it is durable */
    struct net_request *r;
    int seat;
    char token[SV_SECRET_MAX];
    char invite[SR_SEATS_MAX][SV_SECRET_MAX];
};

static void answer_opened(struct server *sv, struct sv_table *t, void *arg, bool ok)
{
    struct opened *o = (struct opened *)arg;
    if (!ok) {
        http_error(sv, o->r, "store", "this could not be saved; try again");
        sr_free(o);
        return;
    }
    struct sr_buf b = sv_buf(sv);
    sr_json_open(&b, '{');
    sr_json_key(&b, "table");
    sr_json_str(&b, t->id);
    sr_json_key(&b, "seat");
    if (o->seat >= 0)
        sr_json_int(&b, o->seat);
    else
        sr_json_null(&b);
    if (o->seat >= 0) {
        sr_json_key(&b, "token");
        sr_json_str(&b, o->token);
    }
    sr_json_key(&b, "invites");
    sr_json_open(&b, '[');
    for (int i = 0; i < t->setup.config.seats; i++) {
        if (!o->invite[i][0])
            continue;
        sr_json_open(&b, '{');
        sr_json_key(&b, "seat");
        sr_json_int(&b, i);
        sr_json_key(&b, "invite");
        sr_json_str(&b, o->invite[i]);
        sr_json_close(&b, '}');
    }
    sr_json_close(&b, ']');
    sr_json_key(&b, "commit");
    sr_json_str(&b, t->setup.commit);
    sr_json_close(&b, '}');
    http_json(o->r, 201, &b);
    memset(o, 0, sizeof *o);
    sr_free(o);
}

static struct sv_table *table_new(const struct sr_table_config *setup, struct sr_diag *diag)
{
    struct sv_table *t = (struct sv_table *)sr_alloc(sizeof *t);
    if (!t)
        return NULL;
    const struct sr_game *g = setup->rules.game;
    sv_new_id(t->id);
    t->people.waits_end = &t->people.waits;
    t->log.asked_by = -1;
    t->setup.config = *setup;
    if (setup->rules.edition != g->edition) {
        t->setup.edition = (unsigned char *)sr_alloc(g->edition_size);
        if (!t->setup.edition) {
            sv_table_free(t);
            return NULL;
        }
        memcpy(t->setup.edition, setup->rules.edition, g->edition_size);
        t->setup.config.rules.edition = t->setup.edition;
    }
    sv_new_secret(t->setup.salt);
    fair_commit(g->id, t->setup.config.seed, t->setup.salt, t->setup.commit);
    t->setup.config.rules_version = g->rules_version;
    t->setup.created = t->log.updated = sv_now();
    t->commit.created_now = true;
    if (!sv_begin_match(t, diag)) {
        sv_table_free(t);
        return NULL;
    }
    return t;
}

/* Clocks, patience and the like, within bounds. */
static bool read_terms(struct sv_table *t, const struct sr_doc *d, struct sr_diag *diag)
{
    t->setup.live = sv_get_bool(d, 0, "live", true);
    t->setup.listed = sv_get_bool(d, 0, "listed", false);
    t->setup.open_dice = sv_get_bool(d, 0, "open_dice", t->setup.open_dice);
    const int64_t patience = sv_get_int(d, 0, "patience", t->setup.live ? 180 : 3 * 86400);
    if (patience < 0 || patience > 90 * 86400) {
        (void)sr_fail(diag, SR_RANGE, "patience: 0 to 7776000 seconds");
        return false;
    }
    t->setup.patience = (int)patience;
    const int clock = sr_json_get(d, 0, "clock");
    if (clock >= 0 && d->tok[clock].type == SR_J_OBJECT) {
        const int64_t total = sv_get_int(d, clock, "total", 0),
                      add = sv_get_int(d, clock, "add", 0);
        if (total < 1 || total > 90 * 86400 || add < 0 || add > 86400) {
            (void)sr_fail(diag, SR_RANGE, "clock: total 1 to 7776000, add 0 to 86400 seconds");
            return false;
        }
        t->setup.clock_total = (int)total;
        t->setup.clock_add = (int)add;
    }
    if (!sv_get_text(d, 0, "takeover", t->setup.takeover, sizeof t->setup.takeover)) {
        const struct sr_bot *bot = sr_bot_find("trader");
        snprintf(t->setup.takeover, sizeof t->setup.takeover, "%s", (bot ? bot : sr_bot_at(0))->id);
    }
    if (!sr_bot_find(t->setup.takeover)) {
        (void)sr_fail(diag, SR_UNKNOWN, "takeover: there is no bot of that name");
        return false;
    }
    return true;
}

/* One seat as asked for; writes its first entry. */
static bool seat_entry(const struct server *sv, const struct sr_doc *d, int spec, int i,
                       const char *account, struct opened *o, struct sr_buf *b,
                       struct sr_diag *diag)
{
    char kind[8], name[SR_NAME_MAX], bot[SR_NAME_MAX], hash[SV_HASH_MAX];
    if (spec < 0 || d->tok[spec].type != SR_J_OBJECT ||
        !sv_get_text(d, spec, "kind", kind, sizeof kind)) {
        (void)sr_fail(diag, SR_KEY, "seats: each needs a kind");
        return false;
    }
    sr_json_open(b, '{');
    sr_json_key(b, "kind");
    if (strcmp(kind, "me") == 0) {
        if (o->seat >= 0 || !sv_get_text(d, spec, "name", name, sizeof name) || !sv_name_ok(name)) {
            (void)sr_fail(diag, SR_RANGE, "seats: one \"me\" with a name of 1 to 39 bytes");
            return false;
        }
        o->seat = i;
        sv_new_secret(o->token);
        sv_hash_secret(o->token, hash);
        sr_json_str(b, "human");
        sr_json_key(b, "name");
        sr_json_str(b, name);
        sr_json_key(b, "key");
        sr_json_str(b, hash);
        if (account[0]) {
            sr_json_key(b, "account");
            sr_json_str(b, account);
        }
    } else if (strcmp(kind, "link") == 0) {
        sv_new_secret(o->invite[i]);
        sv_hash_secret(o->invite[i], hash);
        sr_json_str(b, "link");
        sr_json_key(b, "invite");
        sr_json_str(b, hash);
    } else if (strcmp(kind, "open") == 0) {
        sr_json_str(b, "open");
    } else if (strcmp(kind, "bot") == 0 && sv_get_text(d, spec, "bot", bot, sizeof bot) &&
               robots_know(sv, bot)) {
        sr_json_str(b, "bot");
        sr_json_key(b, "bot");
        sr_json_str(b, bot);
        sr_json_key(b, "name");
        sr_json_str(b, bot);
    } else {
        (void)sr_fail(diag, SR_UNKNOWN,
                      "seats: kinds are me, open, link and bot (with a bot's"
                      " name)");
        return false;
    }
    sr_json_close(b, '}');
    return true;
}

static bool seat_all(struct server *sv, struct sv_table *t, const struct sr_doc *d,
                     const char *account, struct opened *o, struct sr_diag *diag)
{
    const int seats = sr_json_get(d, 0, "seats");
    if (seats < 0 || d->tok[seats].type != SR_J_ARRAY ||
        d->tok[seats].size != t->setup.config.seats) {
        (void)sr_fail(diag, SR_RANGE, "seats: %d are expected", t->setup.config.seats);
        return false;
    }
    for (int i = 0; i < t->setup.config.seats; i++) {
        char memory[512];
        struct sr_buf b;
        sr_buf_init(&b, memory, sizeof memory);
        if (!seat_entry(sv, d, sr_json_at(d, seats, i), i, account, o, &b, diag) ||
            !sv_append(sv, t, SV_SIT, i, memory, diag))
            return false;
    }
    return true;
}

/* Moves of another match that this one begins with. */
static bool replay_into(struct server *sv, struct sv_table *t, const struct sr_table *from,
                        int64_t ply, struct sr_diag *diag)
{
    for (int i = 0; i < sr_table_ply(from) && i < ply; i++)
        if (!sv_play_move(sv, t, sr_table_mover(from, i), sr_table_move(from, i), "import", "",
                          diag))
            return false;
    return true;
}

/* Opens a table with this set-up, seated as the body says. `from` (or NULL) gives first moves. */
static void open_table(struct server *sv, struct net_request *r, const struct sr_doc *d,
                       const struct sr_table_config *setup, const struct sr_table *from,
                       const char *origin, const char *account)
{
    struct sr_diag diag = {""};
    const unsigned long shortages = sr_alloc_failures();
    struct opened *o = (struct opened *)sr_alloc(sizeof *o);
    struct sv_table *t = o ? table_new(setup, &diag) : NULL;
    bool ok = t != NULL;
    if (ok) {
        o->r = r;
        o->seat = -1;
        t->setup.open_dice = from != NULL;
        snprintf(t->setup.origin, sizeof t->setup.origin, "%s", origin);
        ok = read_terms(t, d, &diag) && seat_all(sv, t, d, account, o, &diag) &&
             (!from || replay_into(sv, t, from, sv_get_int(d, 0, "ply", INT32_MAX), &diag));
        t->setup.open_dice |= from != NULL;
    }
    if (!ok) {
        sv_table_free(t);
        sr_free(o);
        http_refuse(sv, r, shortages, "range", diag.text);
        return;
    }
    sv_hold(sv, t);
    sv_try_start(sv, t);
    sv_play_on(sv, t);
    t->commit.after = answer_opened;
    t->commit.after_arg = o;
    sv->counts.tables_created++;
    sv_commit(sv, t);
}

static bool read_setup(const struct sr_doc *d, struct sr_table_config *c, unsigned char *edition,
                       struct sr_diag *diag)
{
    char game[32];
    sv_get_text(d, 0, "game", game, sizeof game);
    const struct sr_game *g = sr_game_find(game);
    if (!g) {
        (void)sr_fail(diag, SR_UNKNOWN, "game: there is none of that name");
        return false;
    }
    struct sr_rules rules = sr_rules_default(g);
    const int seats = sr_json_get(d, 0, "seats");
    const int n = seats >= 0 && d->tok[seats].type == SR_J_ARRAY ? d->tok[seats].size : 0;
    if (n < g->seats_min || n > g->seats_max) {
        (void)sr_fail(diag, SR_RANGE, "seats: %d to %d", g->seats_min, g->seats_max);
        return false;
    }
    const int ed = sr_json_get(d, 0, "edition");
    if (ed >= 0 && d->tok[ed].type == SR_J_OBJECT && d->tok[ed].size > 0) {
        if (sr_edition_read(g, d, ed, edition, diag) != SR_OK)
            return false;
        rules.edition = edition;
    }
    sr_table_config_init(c, &rules, n, sv_random64());
    const int options = sr_json_get(d, 0, "options");
    if (options >= 0 && sr_options_read(g, d, options, c->option, diag) != SR_OK)
        return false;
    sv_get_text(d, 0, "edition_name", c->edition_name, sizeof c->edition_name);
    return true;
}

/* A saved match in the member "file": set-up and moves come from there. */
static void import_table(struct server *sv, struct net_request *r, const struct sr_doc *d, int file,
                         const char *account)
{
    struct sr_diag diag = {""};
    const unsigned long shortages = sr_alloc_failures();
    enum sr_err err;
    struct sr_table *from = sr_table_read(d, file, &err, &diag);
    if (!from) {
        http_refuse(sv, r, shortages, sr_err_name(err), diag.text);
        return;
    }
    open_table(sv, r, d, sr_table_config_get(from), from, "", account);
    sr_table_free(from);
}

void tables_create(struct server *sv, struct net_request *r, const char *account)
{
    struct sr_doc d;
    struct sr_table_config c;
    unsigned char edition[SR_EDITION_MAX];
    struct sr_diag diag = {""};
    int wait;
    if (!limits_take(sv->limits, LIMIT_CREATE, r->address, sv_now(), &wait)) {
        sv->counts.limited++;
        http_error(sv, r, "limited", "too many tables in a short time");
        return;
    }
    if (sv->tables >= TABLES_MAX) {
        http_error(sv, r, "busy", "all tables are taken; come back later");
        return;
    }
    if (!http_body(sv, r, &d))
        return;
    const int file = sr_json_get(&d, 0, "file");
    if (file >= 0)
        import_table(sv, r, &d, file, account);
    else if (!read_setup(&d, &c, edition, &diag))
        http_error(sv, r, "range", diag.text);
    else
        open_table(sv, r, &d, &c, NULL, "", account);
}

/* ---- one table ------------------------------------------------------------------------------ */

struct visit {
    struct net_request *r;
    char what[16];
    char account[SV_ID_MAX];
};

static int viewer_of(const struct sv_table *t, const struct net_request *r, const char *account)
{
    char secret[SV_SECRET_MAX], hash[SV_HASH_MAX];
    const bool has = http_bearer(r, secret);
    sv_hash_secret(secret, hash);
    for (int i = 0; has && i < t->setup.config.seats; i++)
        if (t->people.seat[i].kind == SV_HUMAN &&
            (sv_hash_equal(t->people.seat[i].key, hash) ||
             (account[0] && strcmp(t->people.seat[i].account, account) == 0)))
            return i;
    return has && !account[0] ? -1 : SR_SPECTATOR;
}

static void answer_joined(struct server *sv, struct sv_table *t, void *arg, bool ok)
{
    answer_opened(sv, t, arg, ok);
}

static int free_seat(const struct sv_table *t, const struct sr_doc *d)
{
    char invite[SV_SECRET_MAX], hash[SV_HASH_MAX];
    const bool invited = sv_get_text(d, 0, "invite", invite, sizeof invite);
    const int64_t wanted = sv_get_int(d, 0, "seat", -1);
    sv_hash_secret(invite, hash);
    for (int i = 0; i < t->setup.config.seats; i++) {
        const struct sv_seat *s = &t->people.seat[i];
        if (wanted >= 0 && wanted != i)
            continue;
        if (invited ? s->kind == SV_LINK && sv_hash_equal(s->invite, hash) : s->kind == SV_OPEN)
            return i;
    }
    return -1;
}

static void join(struct server *sv, struct sv_table *t, struct visit *v)
{
    struct sr_doc d;
    char name[SR_NAME_MAX], hash[SV_HASH_MAX], memory[512];
    if (!http_body(sv, v->r, &d))
        return;
    if (!sv_get_text(&d, 0, "name", name, sizeof name) || !sv_name_ok(name)) {
        http_error(sv, v->r, "range", "name: 1 to 39 bytes of text");
        return;
    }
    const int seat = free_seat(t, &d);
    if (seat < 0) {
        http_error(sv, v->r, "taken", "there is no such free seat, or the link is not for it");
        return;
    }
    struct opened *o = (struct opened *)sr_alloc(sizeof *o);
    if (!o) {
        http_error(sv, v->r, "busy", "no memory");
        return;
    }
    o->r = v->r;
    o->seat = seat;
    sv_new_secret(o->token);
    sv_hash_secret(o->token, hash);
    struct sr_buf b;
    sr_buf_init(&b, memory, sizeof memory);
    sr_json_open(&b, '{');
    const struct {
        const char *key, *value;
    } members[] = {{"kind", "human"}, {"name", name}, {"key", hash}, {"account", v->account}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        sr_json_key(&b, members[i].key);
        sr_json_str(&b, members[i].value);
    }
    sr_json_close(&b, '}');
    struct sr_diag diag = {""};
    const unsigned long shortages = sr_alloc_failures();
    if (!sv_append(sv, t, SV_SIT, seat, memory, &diag)) {
        http_refuse(sv, v->r, shortages, "range", diag.text);
        sr_free(o);
        return;
    }
    sv_try_start(sv, t);
    sv_play_on(sv, t);
    t->commit.after = answer_joined;
    t->commit.after_arg = o;
    sv_commit(sv, t);
}

/* Binds a seat, known by its secret, to the account that asks. */
static void claim(struct server *sv, struct sv_table *t, struct visit *v)
{
    struct sr_doc d;
    char secret[SV_SECRET_MAX], hash[SV_HASH_MAX], memory[512];
    if (!http_body(sv, v->r, &d))
        return;
    sv_get_text(&d, 0, "token", secret, sizeof secret);
    sv_hash_secret(secret, hash);
    int seat = 0;
    while (seat < t->setup.config.seats && !sv_hash_equal(t->people.seat[seat].key, hash))
        seat++;
    if (!v->account[0] || seat == t->setup.config.seats) {
        http_error(sv, v->r, "token", "a session and the secret of a seat are expected");
        return;
    }
    struct opened *o = (struct opened *)sr_alloc(sizeof *o);
    const struct sv_seat *s = &t->people.seat[seat];
    struct sr_buf b;
    sr_buf_init(&b, memory, sizeof memory);
    sr_json_open(&b, '{');
    const struct {
        const char *key, *value;
    } members[] = {{"kind", "human"}, {"name", s->name}, {"key", s->key}, {"account", v->account}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        sr_json_key(&b, members[i].key);
        sr_json_str(&b, members[i].value);
    }
    sr_json_close(&b, '}');
    if (!o || !sv_append(sv, t, SV_SIT, seat, memory, NULL)) {
        sr_free(o);
        http_error(sv, v->r, "busy", "no memory");
        return;
    }
    o->r = v->r;
    o->seat = seat;
    snprintf(o->token, sizeof o->token, "%s", secret);
    t->commit.after = answer_joined;
    t->commit.after_arg = o;
    sv_commit(sv, t);
}

static void download(struct server *sv, const struct sv_table *t, struct net_request *r)
{
    if (!sv_may_reveal(t)) {
        http_error(sv, r, "not_over", "the dice stay secret until the match is over");
        return;
    }
    if (t->log.base_ply > 0 || !t->log.match) {
        http_error(sv, r, "old_rules", "this match was begun by rules this server no longer has");
        return;
    }
    struct sr_buf b = sv_buf(sv);
    sv_file_write(&b, t);
    char name[96];
    snprintf(name, sizeof name, "attachment; filename=\"%s-%s.json\"",
             t->setup.config.rules.game->id, t->id);
    const struct net_answer a = {.status = b.full ? 500 : 200,
                                 .type = "application/json",
                                 .body = b.text,
                                 .len = b.full ? 0 : b.len,
                                 .disposition = name};
    r->answer(r, &a);
}

/* The number behind `key` in the query, or `otherwise`. */
static int asked_number(const struct net_request *r, const char *key, int otherwise)
{
    const char *at = strstr(r->query, key);
    return at ? (int)strtol(at + strlen(key), NULL, 10) : otherwise;
}

/* A moment of the past, or what happened from one on. */
static void past(struct server *sv, const struct sv_table *t, struct visit *v, bool list)
{
    const int viewer = viewer_of(t, v->r, v->account);
    struct sr_diag diag = {""};
    struct sr_buf b = sv_buf(sv);
    if (viewer < 0)
        http_error(sv, v->r, "token", "this secret opens no seat here");
    else if (list ? !sv_log_write(sv, &b, t, asked_number(v->r, "from=", t->log.base_ply), viewer,
                                  &diag)
                  : !sv_moment_write(sv, &b, t, asked_number(v->r, "ply=", sv_ply(t)), viewer,
                                     &diag))
        http_error(sv, v->r, "range", diag.text);
    else
        http_json(v->r, 200, &b);
}

static void branch(struct server *sv, struct sv_table *t, struct visit *v)
{
    struct sr_doc d;
    if (!sv_may_reveal(t)) {
        http_error(sv, v->r, "not_over", "the dice stay secret until the match is over");
        return;
    }
    if (t->log.base_ply > 0 || !t->log.match) {
        http_error(sv, v->r, "old_rules",
                   "this match was begun by rules this server no longer has");
        return;
    }
    if (http_body(sv, v->r, &d))
        open_table(sv, v->r, &d, &t->setup.config, t->log.match, t->id, v->account);
}

static void visited(struct server *sv, struct sv_table *t, void *arg, const char *error)
{
    struct visit *v = (struct visit *)arg;
    const bool get = strcmp(v->r->method, "GET") == 0;
    if (!t && strcmp(error, "elsewhere") == 0 && !v->r->relayed &&
        peers_forward_request(sv, v->r, sv->elsewhere)) {
        sr_free(v);
        return;
    }
    if (!t) {
        http_error(sv, v->r, error,
                   strcmp(error, "not_found") == 0 ? "there is no such table"
                                                   : "the table cannot be opened");
    } else if (get && !v->what[0]) {
        struct sr_buf b = sv_buf(sv);
        sv_info_write(&b, t, true);
        http_json(v->r, 200, &b);
    } else if (get && strcmp(v->what, "/file") == 0) {
        download(sv, t, v->r);
    } else if (get && strcmp(v->what, "/replay") == 0) {
        past(sv, t, v, false);
    } else if (get && strcmp(v->what, "/log") == 0) {
        past(sv, t, v, true);
    } else if (!get && strcmp(v->what, "/join") == 0) {
        join(sv, t, v);
    } else if (!get && strcmp(v->what, "/claim") == 0) {
        claim(sv, t, v);
    } else if (!get && strcmp(v->what, "/branch") == 0) {
        branch(sv, t, v);
    } else {
        http_error(sv, v->r, "not_found", "there is no such resource");
    }
    sr_free(v);
}

void tables_route(struct server *sv, struct net_request *r, const char *id, const char *rest,
                  const char *account)
{
    struct visit *v = (struct visit *)sr_alloc(sizeof *v);
    int wait;
    if (!v) {
        http_error(sv, r, "busy", "no memory");
        return;
    }
    if (strlen(rest) >= sizeof v->what) {
        sr_free(v);
        http_error(sv, r, "not_found", "there is no such resource");
        return;
    }
    if (strcmp(r->method, "POST") == 0 &&
        !limits_take(sv->limits, LIMIT_CREATE, r->address, sv_now(), &wait)) {
        sv->counts.limited++;
        sr_free(v);
        http_error(sv, r, "limited", "too many requests of this kind in a short time");
        return;
    }
    v->r = r;
    snprintf(v->what, sizeof v->what, "%s", rest);
    snprintf(v->account, sizeof v->account, "%s", account);
    sv_with_table(sv, id, visited, v);
}

/* ---- rematch -------------------------------------------------------------------------------- */

struct again {
    char id[SV_ID_MAX], origin[SV_ID_MAX];
};

static void announce(struct server *sv, struct sv_table *old, void *arg, const char *error)
{
    struct again *g = (struct again *)arg;
    (void)error;
    char body[64];
    snprintf(body, sizeof body, "{\"table\":\"%s\"}", g->id);
    sr_free(g);
    if (old && !old->log.rematch[0] && sv_append(sv, old, SV_REMATCH, -1, body, NULL))
        sv_commit(sv, old);
}

static void rematch_there(struct server *sv, struct sv_table *t, void *arg, const char *error)
{
    struct again *g = (struct again *)arg;
    struct sv_table *old = sv_find(sv, g->origin);
    (void)error;
    if (t) {
        sv_with_table(sv, g->origin, announce, g);
        return;
    }
    if (old)
        old->commit.rematching = false; /* tried again when somebody comes by */
    sr_free(g);
}

/* When it could not be made it may be there already, from before a crash. */
static void rematch_made(struct server *sv, struct sv_table *t, void *arg, bool ok)
{
    struct again *g = (struct again *)arg;
    (void)t;
    (void)ok;
    sv_with_table(sv, g->id, rematch_there, g);
}

/* The same people with the same secrets, the first seat moved on by one. */
void tables_rematch(struct server *sv, struct sv_table *old)
{
    if (!sv_rematch_due(old) || old->commit.rematching)
        return;
    struct sr_table_config c = old->setup.config;
    c.seed = sv_random64();
    struct sv_table *t = table_new(&c, NULL);
    struct again *g = (struct again *)sr_alloc(sizeof *g);
    if (!t || !g) {
        sv_table_free(t);
        sr_free(g);
        return;
    }
    sv_next_id(old->id, old->setup.salt, t->id);
    t->setup.live = old->setup.live;
    t->setup.patience = old->setup.patience;
    t->setup.clock_total = old->setup.clock_total;
    t->setup.clock_add = old->setup.clock_add;
    snprintf(t->setup.takeover, sizeof t->setup.takeover, "%s", old->setup.takeover);
    snprintf(t->setup.origin, sizeof t->setup.origin, "%s", old->id);
    snprintf(g->id, sizeof g->id, "%s", t->id);
    snprintf(g->origin, sizeof g->origin, "%s", old->id);
    const int n = t->setup.config.seats;
    bool ok = true;
    for (int i = 0; i < n && ok; i++) {
        const struct sv_seat *s = &old->people.seat[(i + 1) % n];
        char memory[512];
        struct sr_buf b;
        sr_buf_init(&b, memory, sizeof memory);
        sr_json_open(&b, '{');
        const struct {
            const char *key, *value;
        } members[] = {{"kind", sv_seat_names[s->kind]},
                       {"name", s->name},
                       {"bot", s->bot},
                       {"key", s->key},
                       {"account", s->account}};
        for (size_t m = 0; m < sizeof members / sizeof *members; m++) {
            sr_json_key(&b, members[m].key);
            sr_json_str(&b, members[m].value);
        }
        sr_json_close(&b, '}');
        ok = sv_append(sv, t, SV_SIT, i, memory, NULL);
    }
    if (!ok) {
        sv_table_free(t);
        sr_free(g);
        return;
    }
    old->commit.rematching = true;
    sv_hold(sv, t);
    sv_try_start(sv, t);
    sv_play_on(sv, t);
    t->commit.after = rematch_made;
    t->commit.after_arg = g;
    sv->counts.tables_created++;
    sv_commit(sv, t);
}
