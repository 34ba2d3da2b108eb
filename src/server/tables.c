/* tables.c: tables as HTTP resources: looking, joining, downloading, branching. */
#include <stdlib.h>

#include "core/alloc.h"
#include "server/bell.h"
#include "server/doc.h"
#include "server/hall.h"
#include "server/http.h"
#include "server/limit.h"
#include "server/names.h"
#include "server/own.h"
#include "server/peers.h"
#include "server/play.h"
#include "server/secret.h"
#include "server/spectate.h"
#include "server/voice.h"

enum { APART_MAX = 64 };

struct visit {
    struct net_request *r;
    char id[SV_ID_MAX], what[16];
    char account[SV_ID_MAX], name[SR_NAME_MAX]; /* of the session */
    char apart[APART_MAX][SV_ID_MAX]; /* those of whom he does not want to sit with */
    int aparts;
    struct asker who;
};

static int viewer_of(const struct server *sv, const struct sv_table *t, const struct net_request *r,
                     const char *account)
{
    char secret[SV_SECRET_MAX], hash[SV_HASH_MAX];
    const bool has = http_bearer(r, secret);
    sv_hash_secret(secret, hash);
    for (int i = 0; has && i < t->setup.config.seats; i++)
        if (t->people.seat[i].kind == ENTRY_HUMAN &&
            !watch_suspended(sv, t->people.seat[i].account, sv_now()) &&
            (sv_hash_equal(t->people.seat[i].key, hash) ||
             (account[0] && strcmp(t->people.seat[i].account, account) == 0)))
            return i;
    return has && !account[0] ? -1 : SR_SPECTATOR;
}

bool tables_name(const struct sr_doc *d, int tok, const struct asker *who, char out[SR_NAME_MAX])
{
    if (who->account[0]) {
        snprintf(out, SR_NAME_MAX, "%s", who->name);
        return true;
    }
    return sv_get_text(d, tok, "name", out, SR_NAME_MAX) && sv_name_ok(out);
}

static bool looks_like_another(const struct sv_table *t, const char *name)
{
    char look[SV_LOOK_MAX], other[SV_LOOK_MAX];
    sv_name_look(name, look);
    for (int i = 0; i < t->setup.config.seats; i++) {
        sv_name_look(t->people.seat[i].name, other);
        if (t->people.seat[i].kind == ENTRY_HUMAN && strcmp(look, other) == 0)
            return true;
    }
    return false;
}

static bool sits_apart(const struct sv_table *t, const struct visit *v)
{
    for (int i = 0; i < t->setup.config.seats; i++)
        for (int k = 0; t->people.seat[i].account[0] && k < v->aparts; k++)
            if (strcmp(t->people.seat[i].account, v->apart[k]) == 0)
                return true;
    return false;
}

/* Whether the host has just removed him, by his account or his address. */
static bool was_removed(const struct server *sv, const struct sv_table *t, const struct visit *v)
{
    const uint64_t account = v->account[0] ? limits_key(sv->limits, v->account) : 0;
    const uint64_t address = limits_key(sv->limits, v->r->address);
    for (int i = 0; i < t->people.removals && i < SV_REMOVED_MAX; i++)
        if ((t->people.removed[i].who == account || t->people.removed[i].who == address) &&
            sv_now() - t->people.removed[i].at < SV_REMOVED_MS)
            return true;
    return false;
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
        if (invited ? s->kind == ENTRY_LINK && sv_hash_equal(s->invite, hash)
                    : s->kind == ENTRY_OPEN && !t->log.locked)
            return i;
    }
    return -1;
}

/* Somebody has the seat from now on, and is told so with his secret when it is stored. */
static bool sit_down(struct server *sv, struct sv_table *t, struct visit *v, int seat,
                     const struct entry_sit *sit, const char *token)
{
    const unsigned long shortages = sr_alloc_failures();
    struct sr_diag diag = {""};
    struct opened *o = (struct opened *)sr_alloc(sizeof *o);
    struct entry e = entry_of(ENTRY_SIT, seat);
    struct entry_sit copy = *sit;
    e.has.sit = &copy;
    if (!o || !sv_append(sv, t, &e, &diag)) {
        sr_free(o);
        http_refuse(sv, v->r, shortages, "range", diag.text);
        return false;
    }
    o->r = v->r;
    o->seat = seat;
    snprintf(o->token, sizeof o->token, "%s", token);
    t->commit.after = tables_answer_opened;
    t->commit.after_arg = o;
    return true;
}

static void join(struct server *sv, struct sv_table *t, struct visit *v)
{
    struct sr_doc d;
    struct entry_sit sit = {.kind = ENTRY_HUMAN};
    char token[SV_SECRET_MAX];
    if (!http_body(sv, v->r, &d))
        return;
    if (!tables_name(&d, 0, &v->who, sit.name)) {
        http_error(sv, v->r, "range", "name: 1 to 39 bytes of text that can be read");
        return;
    }
    if (!sv_dice_read(&d, 0, sit.dice)) {
        http_error(sv, v->r, "range", "dice: 64 hex digits, or 16 to 48 letters and digits");
        return;
    }
    if (looks_like_another(t, sit.name)) {
        http_error(sv, v->r, "name", "somebody at this table has such a name already");
        return;
    }
    if (t->setup.rated && !v->account[0]) {
        http_error(sv, v->r, "account", "this table is rated: an account is needed");
        return;
    }
    if (sits_apart(t, v)) {
        http_error(sv, v->r, "apart", "you and somebody at this table do not play together");
        return;
    }
    const int seat = t->log.status == SV_WAITING ? free_seat(t, &d) : -1;
    if (seat < 0) {
        http_error(sv, v->r, "taken", "there is no such free seat, or the link is not for it");
        return;
    }
    if (t->people.seat[seat].kind == ENTRY_OPEN && was_removed(sv, t, v)) {
        http_error(sv, v->r, "removed", "the host has removed you from this table");
        return;
    }
    sv_new_secret(token);
    sv_hash_secret(token, sit.key);
    memcpy(sit.account, v->account, sizeof sit.account);
    if (!sit_down(sv, t, v, seat, &sit, token))
        return;
    sv_try_start(sv, t);
    sv_play_on(sv, t);
    sv_commit(sv, t);
}

/* Binds a seat, known by its secret, to the account that asks. */
static void claim(struct server *sv, struct sv_table *t, struct visit *v)
{
    struct sr_doc d;
    char secret[SV_SECRET_MAX], hash[SV_HASH_MAX];
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
    const struct sv_seat *s = &t->people.seat[seat];
    if (watch_suspended(sv, s->account, sv_now())) {
        http_error(sv, v->r, "suspended", "an operator has suspended the account of this seat");
        return;
    }
    if (t->setup.rated) {
        http_error(sv, v->r, "taken", "seats of a rated table stay with their accounts");
        return;
    }
    struct entry_sit sit = {.kind = ENTRY_HUMAN};
    memcpy(sit.name, s->name, sizeof sit.name);
    memcpy(sit.key, s->key, sizeof sit.key);
    memcpy(sit.account, v->account, sizeof sit.account);
    snprintf(sit.dice, sizeof sit.dice, "%s", s->part[0] ? s->part : s->dice);
    if (sit_down(sv, t, v, seat, &sit, secret))
        sv_commit(sv, t);
}

/* Whether set-up and moves may be told, and are those of these rules; if not, that is said. */
static bool may_copy(struct server *sv, const struct sv_table *t, struct net_request *r)
{
    if (!sv_may_reveal(t) || (t->setup.mixed && !t->log.started))
        http_error(sv, r, "not_over", "the dice stay secret until the match is over");
    else if (t->log.base_ply > 0 || !t->log.match)
        http_error(sv, r, "old_rules", "this match was begun by rules this server no longer has");
    else
        return true;
    return false;
}

static void download(struct server *sv, const struct sv_table *t, struct net_request *r)
{
    if (!may_copy(sv, t, r))
        return;
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

static void branch(struct server *sv, struct sv_table *t, struct visit *v)
{
    struct sr_doc d;
    if (may_copy(sv, t, v->r) && http_body(sv, v->r, &d))
        tables_open(sv, v->r, &d, &t->setup.config, t->log.match, t->id, &v->who);
}

/* The number behind `key` in the query, or `otherwise`. The library puts commas for ampersands. */
static int asked_number(const struct net_request *r, const char *key, int otherwise)
{
    for (const char *at = r->query; *at; at += strcspn(at, "&,"), at += *at != '\0')
        if (strncmp(at, key, strlen(key)) == 0)
            return (int)strtol(at + strlen(key), NULL, 10);
    return otherwise;
}

/* A moment of the past, or what happened from one on. */
static void past(struct server *sv, const struct sv_table *t, struct visit *v, bool list)
{
    const int viewer = viewer_of(sv, t, v->r, v->account);
    const unsigned long shortages = sr_alloc_failures();
    struct sr_diag diag = {""};
    struct sr_buf b = sv_buf(sv);
    if (viewer < 0) {
        http_error(sv, v->r, "token", "this secret opens no seat here");
        return;
    }
    const int ply = asked_number(
        v->r, list ? "from=" : "ply=", list ? t->log.base_ply : sv_gaze(t, viewer, sv_now()).ply);
    if (list ? sv_log_write(&b, t, ply, viewer, &diag)
             : sv_moment_write(sv, &b, t, ply, viewer, &diag))
        http_json(v->r, 200, &b);
    else
        http_refuse(sv, v->r, shortages, "range", diag.text);
}

/* What a secret is for: the seat that is his, the one an invitation is for, or who has sat down by
 * it. */
static void put_secret(const struct server *sv, struct sr_buf *b, const struct sv_table *t,
                       const struct visit *v)
{
    char secret[SV_SECRET_MAX], hash[SV_HASH_MAX];
    const int viewer = viewer_of(sv, t, v->r, v->account);
    sv_put_seat(b, "you", viewer);
    if (!http_bearer(v->r, secret))
        return;
    sv_hash_secret(secret, hash);
    for (int i = t->log.seq - 1; i >= 0; i--) {
        const struct entry *e = &t->log.entry[i];
        if (e->kind != ENTRY_SIT || !sv_hash_equal(e->has.sit->invite, hash))
            continue;
        const struct sv_seat *s = &t->people.seat[e->seat];
        const bool valid = s->kind == ENTRY_LINK && sv_hash_equal(s->invite, hash);
        sv_put_seat(b, valid ? "invited" : "used", e->seat);
        return;
    }
}

static void look(struct server *sv, const struct sv_table *t, struct visit *v)
{
    struct sr_buf b = sv_buf(sv);
    const int viewer = viewer_of(sv, t, v->r, v->account);
    if (sv_sees_past(t, viewer < 0 ? SR_SPECTATOR : viewer))
        sv_info_late(&b, t, sv_gaze(t, SR_SPECTATOR, sv_now()).ply, SR_NOBODY);
    else
        sv_info_write(&b, t, true);
    if (!b.full) {
        b.text[--b.len] = '\0'; /* more members, for the one who asks */
        put_secret(sv, &b, t, v);
        sr_json_close(&b, '}');
    }
    http_json(v->r, 200, &b);
}

static void visit_table(struct server *sv, struct sv_table *t, struct visit *v)
{
    const bool get = strcmp(v->r->method, "GET") == 0;
    if (get && !v->what[0])
        look(sv, t, v);
    else if (get && strcmp(v->what, "/file") == 0)
        download(sv, t, v->r);
    else if (get && strcmp(v->what, "/replay") == 0)
        past(sv, t, v, false);
    else if (get && strcmp(v->what, "/log") == 0)
        past(sv, t, v, true);
    else if (!get && strcmp(v->what, "/join") == 0)
        join(sv, t, v);
    else if (!get && strcmp(v->what, "/claim") == 0)
        claim(sv, t, v);
    else if (!get && strcmp(v->what, "/report") == 0)
        watch_report(sv, t, v->r, &v->who);
    else if (!get && strcmp(v->what, "/notices") == 0)
        bell_seat(sv, t, v->r, &v->who, viewer_of(sv, t, v->r, v->account));
    else if (!get && strcmp(v->what, "/invite") == 0)
        bell_invite(sv, t, v->r, &v->who, viewer_of(sv, t, v->r, v->account));
    else if (!get && strcmp(v->what, "/branch") == 0)
        branch(sv, t, v);
    else
        http_error(sv, v->r, "not_found", "there is no such resource");
}

/* The door that passed it on looks for the table once more. */
static void bounce(struct net_request *r)
{
    const struct net_answer a = {.status = NET_MOVED, .type = "", .body = ""};
    r->answer(r, &a);
}

static void visited(struct server *sv, struct sv_table *t, void *arg, const char *error)
{
    struct visit *v = (struct visit *)arg;
    const bool moved = !t && strcmp(error, "moved") == 0;
    if (moved && !v->r->relayed) {
        sv_with_table(sv, v->id, visited, v);
        return;
    }
    if (t)
        visit_table(sv, t, v);
    else if (v->r->relayed && (moved || strcmp(error, "elsewhere") == 0))
        bounce(v->r);
    else if (strcmp(error, "elsewhere") != 0 || v->r->relayed ||
             !peers_forward_request(sv, v->r, sv->elsewhere))
        http_error(sv, v->r, error, sv_unopened(error));
    sr_free(v);
}

void tables_route(struct server *sv, struct net_request *r, const char *id, const char *rest,
                  const struct asker *who)
{
    if (r->relayed && !r->again && !sv_present(sv, id)) {
        bounce(r); /* it has left: the door may have it */
        return;
    }
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
        sr_free(v);
        http_limited(sv, r, wait, "too many requests of this kind in a short time");
        return;
    }
    v->r = r;
    snprintf(v->id, sizeof v->id, "%s", id);
    snprintf(v->what, sizeof v->what, "%s", rest);
    snprintf(v->account, sizeof v->account, "%s", who->account);
    snprintf(v->name, sizeof v->name, "%s", who->name);
    v->who = (struct asker){v->account, v->name, NULL};
    for (int i = 0; who->apart && i < who->apart->count && v->aparts < APART_MAX; i++)
        snprintf(v->apart[v->aparts++], SV_ID_MAX, "%s", db_text(who->apart, i, 0));
    sv_with_table(sv, id, visited, v);
}
