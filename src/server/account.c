/* account.c: accounts, sessions, a player's own tables and results. Passphrases go to the desk
 * (desk.h) to be worked on. */
#include "server/account.h"

#include <sodium.h>

#include "core/alloc.h"
#include "server/desk.h"
#include "server/doc.h"
#include "server/hall.h"
#include "server/http.h"
#include "server/kin.h"
#include "server/limit.h"
#include "server/names.h"
#include "server/own.h"
#include "server/passkey.h"
#include "server/secret.h"
#include "server/socket.h"

enum { MINE_MAX = 200 };
static const int64_t session_ms = (int64_t)90 * 86400 * 1000;

static void done(struct hash_wait *w) { desk_done(w); }

static void signed_in(struct store_job *job, void *context)
{
    struct hash_wait *w = (struct hash_wait *)context;
    struct server *sv = w->sv;
    if (job->err == SR_DIFFERS && w->purpose == RECOVER) {
        http_error(sv, w->r, "login", "name or code is wrong");
    } else if (job->err == SR_DIFFERS) {
        http_error(sv, w->r, "taken", "this name is taken");
    } else if (job->err) {
        http_error(sv, w->r, "store", "this could not be saved; try again");
    } else if (w->purpose == NEW_PASS) {
        socket_end_sessions(sv, w->account, w->session, NULL);
        http_done(w->r);
    } else {
        struct sr_buf b = sv_buf(sv);
        if (w->purpose == RECOVER || w->purpose == RESET)
            socket_end_sessions(sv, w->account, NULL, NULL);
        sr_json_open(&b, '{');
        sr_json_key(&b, "account");
        sr_json_str(&b, w->account);
        sr_json_key(&b, "name");
        sr_json_str(&b, w->name);
        sr_json_key(&b, "token");
        sr_json_str(&b, w->token);
        sr_json_close(&b, '}');
        http_json(w->r, 201, &b);
    }
    done(w);
}

static void worked(struct hash_wait *w, int status)
{
    struct server *sv = w->sv;
    if (status == 0 && !w->right) {
        sv->counts.logins_failed++;
        http_error(sv, w->r, "login", "name or passphrase is wrong");
        done(w);
        return;
    }
    if (status == 0 && w->suspended > sv_now()) { /* told to nobody who does not know the words */
        http_error(sv, w->r, "suspended", "an operator has suspended this account for a while");
        done(w);
        return;
    }
    if (status != 0 || !w->ok) {
        http_error(sv, w->r, "busy", "no memory for this at the moment");
        done(w);
        return;
    }
    if (w->purpose == SIGN_IN)
        watch_pardoned(sv, w->account);
    struct store_job *job = store_job_new(signed_in, w);
    if (!job) {
        http_error(sv, w->r, "busy", "no memory");
        done(w);
        return;
    }
    char hash[SV_HASH_MAX];
    const int64_t now = sv_now();
    if (w->purpose == NEW_PASS) {
        store_add(job, ST_ACCOUNT_SET_PASS, "ss", w->stored, w->account);
        store_add(job, ST_SESSION_DELETE_OTHERS, "ss", w->account, w->session);
        kin_add_ended(sv, job, w->account, w->session, "");
        job->scrub = true;
        store_send(sv->store, job);
        return;
    }
    sv_new_secret(w->token);
    sv_hash_secret(w->token, hash);
    if (w->purpose == RECOVER)
        store_add(job, ST_CODE_TAKE, "ss", w->account, w->session);
    if (w->purpose == RECOVER || w->purpose == RESET) {
        store_add(job, ST_ACCOUNT_SET_PASS, "ss", w->stored, w->account);
        store_add(job, ST_SESSION_DELETE_ALL, "s", w->account);
        kin_add_ended(sv, job, w->account, "", "");
        job->scrub = true;
    } else if (w->purpose == NEW_ACCOUNT) {
        sv_new_id(w->account);
        store_add(job, ST_ACCOUNT_ADD, "sssssi", w->account, w->name, w->fold, w->look, w->stored,
                  now);
    } else { /* of an account older than looks */
        store_add(job, ST_ACCOUNT_LOOK, "sss", w->look, w->account, w->look);
    }
    store_add(job, ST_SESSION_ADD, "ssii", hash, w->account, now, now + session_ms);
    sv->counts.logins++;
    store_send(sv->store, job);
}

/* A request that waits for its account to be read, by the job; NULL: refused. */
static struct store_job *wait_for(struct server *sv, struct net_request *r, enum purpose purpose,
                                  store_done *read, struct hash_wait **out)
{
    struct hash_wait *w = (struct hash_wait *)sr_alloc(sizeof *w);
    struct store_job *job = w ? store_job_new(read, w) : NULL;
    if (!job) {
        sr_free(w);
        http_error(sv, r, "busy", "no memory");
        return NULL;
    }
    w->sv = sv;
    w->r = r;
    w->purpose = purpose;
    *out = w;
    return job;
}

/* Says that accounts cannot be read, and ends the request; false: they were. */
static bool unread(const struct store_job *job, struct hash_wait *w)
{
    if (!job->err)
        return false;
    http_error(w->sv, w->r, "store", "accounts cannot be read at the moment");
    done(w);
    return true;
}

/* ---- signing in ----------------------------------------------------------------------------- */

static void found_name(struct store_job *job, void *context)
{
    struct hash_wait *w = (struct hash_wait *)context;
    struct server *sv = w->sv;
    if (unread(job, w))
        return;
    const struct db_rows *rows = store_rows(job, 0);
    w->known = rows->count > 0;
    if (w->purpose == NEW_ACCOUNT && w->known) {
        http_error(sv, w->r, "taken", "this name, or one that looks like it, is taken");
        done(w);
        return;
    }
    /* An unknown name costs as much time as a wrong passphrase. */
    static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$c2VyYWlzZXJhaXNlcmFpcw"
                                 "$YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE";
    if (w->purpose == SIGN_IN) {
        snprintf(w->account, sizeof w->account, "%s", db_text(rows, 0, 0));
        if (w->known)
            snprintf(w->name, sizeof w->name, "%s", db_text(rows, 0, 1));
        snprintf(w->stored, sizeof w->stored, "%s", w->known ? db_text(rows, 0, 2) : nobody);
        w->suspended = db_int(rows, 0, 3);
    }
    desk_queue(sv, w, worked);
}

/* Whether one more passphrase may be worked on. */
static bool may_hash(struct server *sv, struct net_request *r, enum limit_kind kind)
{
    int wait;
    if (!limits_take(sv->limits, kind, r->address, sv_now(), &wait)) {
        http_limited(sv, r, wait, "too many attempts; wait a little");
        return false;
    }
    if (desk_full(sv, r->address)) {
        http_error(sv, r, "busy", "too many people sign in; try again");
        return false;
    }
    return true;
}

static void sign_in(struct server *sv, struct net_request *r, enum purpose purpose)
{
    struct sr_doc d;
    if (!may_hash(sv, r, purpose == NEW_ACCOUNT ? LIMIT_ACCOUNT : LIMIT_LOGIN) ||
        !http_body(sv, r, &d))
        return;
    struct hash_wait *w;
    struct store_job *job = wait_for(sv, r, purpose, found_name, &w);
    if (!job)
        return;
    const bool whole = sv_get_text(&d, 0, "name", w->name, sizeof w->name) && sv_name_ok(w->name) &&
                       sv_get_text(&d, 0, "passphrase", w->pass, sizeof w->pass);
    if (!whole || strlen(w->pass) < PASS_MIN) {
        store_job_free(job);
        http_error(sv, r, "range", "name (1 to 39 bytes) and passphrase (8 to 200) are expected");
        done(w);
        return;
    }
    sv_name_fold(w->name, w->fold);
    sv_name_look(w->name, w->look);
    const int wait = purpose == SIGN_IN ? desk_delay(sv, w->fold, r->address) : 0;
    if (wait > 0) {
        store_job_free(job);
        http_limited(sv, r, wait, "too many attempts at this account; wait a little");
        done(w);
        return;
    }
    if (purpose == NEW_ACCOUNT)
        store_add(job, ST_ACCOUNT_LIKE, "ss", w->fold, w->look);
    else
        store_add(job, ST_ACCOUNT_BY_NAME, "s", w->fold);
    store_send(sv->store, job);
}

/* ---- a passphrase that is lost ------------------------------------------------------------- */

static void found_code(struct store_job *job, void *context)
{
    struct hash_wait *w = (struct hash_wait *)context;
    const struct db_rows *rows = store_rows(job, 0);
    if (unread(job, w))
        return;
    if (rows->count == 0) {
        desk_wrong(w->sv, w->fold, w->r->address);
        w->sv->counts.logins_failed++;
        http_error(w->sv, w->r, "login", "name or code is wrong");
        done(w);
        return;
    }
    snprintf(w->account, sizeof w->account, "%s", db_text(rows, 0, 0));
    snprintf(w->name, sizeof w->name, "%s", db_text(rows, 0, 1));
    desk_queue(w->sv, w, worked);
}

/* A code, written down when the account was made safe, opens it once for a new passphrase. */
static void recover(struct server *sv, struct net_request *r)
{
    struct sr_doc d;
    char code[SV_SECRET_MAX];
    if (!may_hash(sv, r, LIMIT_LOGIN) || !http_body(sv, r, &d))
        return;
    struct hash_wait *w;
    struct store_job *job = wait_for(sv, r, RECOVER, found_code, &w);
    if (!job)
        return;
    const bool whole = sv_get_text(&d, 0, "name", w->name, sizeof w->name) &&
                       sv_get_text(&d, 0, "code", code, sizeof code) &&
                       sv_get_text(&d, 0, "passphrase", w->pass, sizeof w->pass);
    sv_name_fold(w->name, w->fold);
    const int wait = whole ? desk_delay(sv, w->fold, r->address) : 0;
    if (!whole || strlen(w->pass) < PASS_MIN || wait > 0) {
        store_job_free(job);
        if (wait > 0)
            http_limited(sv, r, wait, "too many attempts at this account; wait a little");
        else
            http_error(sv, r, "range", "name, code and passphrase (8 to 200) are expected");
        done(w);
        return;
    }
    own_code_hash(code, w->session);
    sodium_memzero(code, sizeof code);
    store_add(job, ST_CODE_FIND, "ss", w->fold, w->session);
    store_send(sv->store, job);
}

void account_enter(struct server *sv, struct net_request *r, const char *account, const char *name,
                   const char *fresh)
{
    struct hash_wait *w = (struct hash_wait *)sr_alloc(sizeof *w);
    if (!w) {
        http_error(sv, r, "busy", "no memory");
        return;
    }
    w->sv = sv;
    w->r = r;
    w->purpose = fresh[0] ? RESET : SIGN_IN;
    w->ok = w->right = true;
    snprintf(w->account, sizeof w->account, "%s", account);
    snprintf(w->name, sizeof w->name, "%s", name);
    snprintf(w->pass, sizeof w->pass, "%s", fresh);
    sv_name_look(w->name, w->look);
    if (!fresh[0])
        worked(w, 0);
    else if (may_hash(sv, r, LIMIT_LOGIN))
        desk_queue(sv, w, worked);
    else
        done(w);
}

/* ---- a new passphrase ----------------------------------------------------------------------- */

static void found_pass(struct store_job *job, void *context)
{
    struct hash_wait *w = (struct hash_wait *)context;
    const struct db_rows *rows = store_rows(job, 0);
    if (unread(job, w))
        return;
    w->known = rows->count > 0;
    snprintf(w->stored, sizeof w->stored, "%s", db_text(rows, 0, 0));
    desk_queue(w->sv, w, worked);
}

static void new_pass(struct server *sv, struct net_request *r, const char *account)
{
    struct sr_doc d;
    char secret[SV_SECRET_MAX];
    if (!may_hash(sv, r, LIMIT_LOGIN) || !http_body(sv, r, &d))
        return;
    struct hash_wait *w;
    struct store_job *job = wait_for(sv, r, NEW_PASS, found_pass, &w);
    if (!job)
        return;
    snprintf(w->account, sizeof w->account, "%s", account);
    if (!sv_get_text(&d, 0, "old", w->pass, sizeof w->pass) ||
        !sv_get_text(&d, 0, "new", w->fresh, sizeof w->fresh) || strlen(w->fresh) < PASS_MIN) {
        store_job_free(job);
        http_error(sv, r, "range", "old and new passphrase (8 to 200 bytes) are expected");
        done(w);
        return;
    }
    http_bearer(r, secret);
    sv_hash_secret(secret, w->session);
    sodium_memzero(secret, sizeof secret);
    store_add(job, ST_ACCOUNT_PASS, "s", account);
    store_send(sv->store, job);
}

/* ---- sessions ------------------------------------------------------------------------------- */

struct who {
    struct server *sv;
    account_go *go;
    void *arg;
};

static void found_session(struct store_job *job, void *context)
{
    struct who *w = (struct who *)context;
    const struct db_rows *rows = store_rows(job, 0);
    w->go(w->sv, w->arg, db_text(rows, 0, 0), db_text(rows, 0, 1), job->err ? "store" : NULL);
    sr_free(w);
}

void account_of(struct server *sv, const char *secret, account_go *go, void *arg)
{
    char hash[SV_HASH_MAX];
    struct who *w = (struct who *)sr_alloc(sizeof *w);
    struct store_job *job = w ? store_job_new(found_session, w) : NULL;
    if (!job) {
        sr_free(w);
        go(sv, arg, "", "", "busy");
        return;
    }
    w->sv = sv;
    w->go = go;
    w->arg = arg;
    sv_hash_secret(secret, hash);
    store_add(job, ST_SESSION_GET, "si", hash, sv_now());
    store_send(sv->store, job);
}

struct apart {
    struct server *sv;
    account_apart_go *go;
    void *arg;
};

static void found_apart(struct store_job *job, void *context)
{
    struct apart *a = (struct apart *)context;
    a->go(a->sv, a->arg, store_rows(job, 0), job->err ? "store" : NULL);
    sr_free(a);
}

void account_apart(struct server *sv, const char *account, account_apart_go *go, void *arg)
{
    struct apart *a = (struct apart *)sr_alloc(sizeof *a);
    struct store_job *job = a ? store_job_new(found_apart, a) : NULL;
    if (!job) {
        sr_free(a);
        go(sv, arg, NULL, "busy");
        return;
    }
    a->sv = sv;
    a->go = go;
    a->arg = arg;
    store_add(job, ST_PEOPLE_APART, "ss", account, account);
    store_send(sv->store, job);
}

struct plain { /* a request that is answered when a job is done */
    struct server *sv;
    struct net_request *r;
    char session[SV_HASH_MAX], account[SV_ID_MAX];
};

static void done_plain(struct store_job *job, void *context)
{
    struct plain *q = (struct plain *)context;
    if (job->err) {
        http_error(q->sv, q->r, "store", "this could not be saved; try again");
    } else {
        socket_end_sessions(q->sv, NULL, NULL, q->session);
        http_done(q->r);
    }
    sr_free(q);
}

static struct plain *plain_new(struct server *sv, struct net_request *r)
{
    struct plain *q = (struct plain *)sr_alloc(sizeof *q);
    if (!q) {
        http_error(sv, r, "busy", "no memory");
        return NULL;
    }
    q->sv = sv;
    q->r = r;
    return q;
}

static struct store_job *plain_job(struct plain *q, store_done *then)
{
    struct store_job *job = q ? store_job_new(then, q) : NULL;
    if (q && !job) {
        http_error(q->sv, q->r, "busy", "no memory");
        sr_free(q);
    }
    return job;
}

static void sign_out(struct server *sv, struct net_request *r)
{
    char secret[SV_SECRET_MAX], hash[SV_HASH_MAX];
    http_bearer(r, secret);
    sv_hash_secret(secret, hash);
    struct plain *q = plain_new(sv, r);
    struct store_job *job = plain_job(q, done_plain);
    if (!job)
        return;
    snprintf(q->session, sizeof q->session, "%s", hash);
    store_add(job, ST_SESSION_DELETE, "s", hash);
    kin_add_ended(sv, job, "", "", hash);
    store_send(sv->store, job);
}

/* ---- what is mine --------------------------------------------------------------------------- */

struct mine {
    struct server *sv;
    struct net_request *r;
    char account[SV_ID_MAX], name[SR_NAME_MAX];
};

static void put_numbers(struct sr_buf *b, const struct db_rows *rows, int row, int from,
                        const char *const *keys)
{
    for (int i = 0; keys[i]; i++) {
        sr_json_key(b, keys[i]);
        sr_json_int(b, db_int(rows, row, from + i));
    }
}

static void answer_mine(struct store_job *job, void *context)
{
    struct mine *m = (struct mine *)context;
    if (job->err) {
        http_error(m->sv, m->r, "store", "this cannot be read at the moment");
        sr_free(m);
        return;
    }
    const struct db_rows *tables = store_rows(job, 0), *stats = store_rows(job, 1);
    struct sr_buf b = sv_buf(m->sv);
    sr_json_open(&b, '{');
    sr_json_key(&b, "account");
    sr_json_str(&b, m->account);
    sr_json_key(&b, "name");
    sr_json_str(&b, m->name);
    sr_json_key(&b, "tables");
    sr_json_open(&b, '[');
    for (int i = 0; i < tables->count; i++) {
        if (strcmp(db_text(tables, i, 4), "{}") == 0)
            continue; /* about to be written anew */
        sr_json_open(&b, '{');
        sr_json_key(&b, "seat");
        sr_json_int(&b, db_int(tables, i, 1));
        sr_json_key(&b, "info");
        sr_json_raw(&b, db_text(tables, i, 4));
        sr_json_close(&b, '}');
    }
    sr_json_close(&b, ']');
    sr_json_key(&b, "stats");
    sr_json_open(&b, '[');
    for (int i = 0; i < stats->count; i++) {
        static const char *const keys[] = {"games", "wins", "best", "points", NULL};
        sr_json_open(&b, '{');
        sr_json_key(&b, "game");
        sr_json_str(&b, db_text(stats, i, 0));
        put_numbers(&b, stats, i, 1, keys);
        sr_json_close(&b, '}');
    }
    sr_json_close(&b, ']');
    sr_json_put_int(&b, "codes", db_int(store_rows(job, 2), 0, 0));
    own_put_sanctions(&b, store_rows(job, 3));
    sr_json_close(&b, '}');
    http_json(m->r, 200, &b);
    sr_free(m);
}

static void forgotten(struct store_job *job, void *context)
{
    struct plain *q = (struct plain *)context;
    const struct db_rows *tables = store_rows(job, 0);
    if (job->err) {
        http_error(q->sv, q->r, "store", "this could not be saved; try again");
        sr_free(q);
        return;
    }
    for (int i = 0; i < tables->count; i++) {
        struct sv_table *t = sv_find(q->sv, db_text(tables, i, 0));
        if (t)
            sv_let_go(q->sv, t); /* its memory still knows him */
    }
    socket_end_sessions(q->sv, q->account, NULL, NULL);
    struct store_job *tell = q->sv->shared ? store_job_new(NULL, NULL) : NULL;
    kin_add_ended(q->sv, tell, q->account, "", "");
    if (tell)
        store_send(q->sv->store, tell);
    http_done(q->r);
    sr_free(q);
}

static void forget_me(struct server *sv, struct net_request *r, const char *account)
{
    struct plain *q = plain_new(sv, r);
    if (!q)
        return;
    snprintf(q->account, sizeof q->account, "%s", account);
    store_forget(sv->store, account, forgotten, q);
}

static void mine(struct server *sv, void *arg, const char *account, const char *name,
                 const char *error)
{
    struct net_request *r = (struct net_request *)arg;
    if (error) {
        http_error(sv, r, error, "accounts cannot be read at the moment");
        return;
    }
    if (!account[0]) {
        http_error(sv, r, "token", "a session is expected");
        return;
    }
    if (strcmp(r->method, "DELETE") == 0) {
        forget_me(sv, r, account);
        return;
    }
    if (strcmp(r->method, "POST") == 0) {
        new_pass(sv, r, account);
        return;
    }
    struct mine *m = (struct mine *)sr_alloc(sizeof *m);
    struct store_job *job = m ? store_job_new(answer_mine, m) : NULL;
    if (!job) {
        sr_free(m);
        http_error(sv, r, "busy", "no memory");
        return;
    }
    m->sv = sv;
    m->r = r;
    snprintf(m->account, sizeof m->account, "%s", account);
    snprintf(m->name, sizeof m->name, "%s", name);
    store_add(job, ST_PLACE_LIST, "si", account, (int64_t)MINE_MAX);
    store_add(job, ST_STATS_OF, "s", account);
    store_add(job, ST_CODE_COUNT, "s", account);
    store_add(job, ST_SANCTION_OF, "s", account);
    store_send(sv->store, job);
}

static void answer_stats(struct store_job *job, void *context)
{
    struct plain *q = (struct plain *)context;
    if (job->err) {
        http_error(q->sv, q->r, "store", "this cannot be read at the moment");
        sr_free(q);
        return;
    }
    const struct db_rows *rows = store_rows(job, 0);
    struct sr_buf b = sv_buf(q->sv);
    sr_json_open(&b, '{');
    sr_json_key(&b, "results");
    sr_json_open(&b, '[');
    for (int i = 0; i < rows->count; i++) {
        static const char *const keys[] = {"games", "wins", "points", "best", NULL};
        sr_json_open(&b, '{');
        sr_json_key(&b, "seats");
        sr_json_int(&b, db_int(rows, i, 0));
        sr_json_key(&b, "kind");
        sr_json_str(&b, db_text(rows, i, 1));
        put_numbers(&b, rows, i, 2, keys);
        sr_json_close(&b, '}');
    }
    sr_json_close(&b, ']');
    sr_json_close(&b, '}');
    http_json(q->r, 200, &b);
    sr_free(q);
}

static void stats(struct server *sv, struct net_request *r)
{
    const char *game = strncmp(r->query, "game=", 5) == 0 ? r->query + 5 : "";
    struct store_job *job = plain_job(plain_new(sv, r), answer_stats);
    if (!job)
        return;
    store_add(job, ST_STATS_GAME, "s", game);
    store_send(sv->store, job);
}

void account_route(struct server *sv, struct net_request *r, const char *rest)
{
    char secret[SV_SECRET_MAX];
    const bool post = strcmp(r->method, "POST") == 0, del = strcmp(r->method, "DELETE") == 0;
    if (strcmp(rest, "/account") == 0 && post) {
        sign_in(sv, r, NEW_ACCOUNT);
    } else if (strcmp(rest, "/session") == 0 && post) {
        sign_in(sv, r, SIGN_IN);
    } else if (strcmp(rest, "/session/recover") == 0 && post) {
        recover(sv, r);
    } else if (strncmp(rest, "/session/passkey", 16) == 0) {
        passkey_session(sv, r, rest + 16);
    } else if (strncmp(rest, "/me/", 4) == 0 && strcmp(rest, "/me/passphrase") != 0) {
        own_route(sv, r);
    } else if (strcmp(rest, "/session") == 0 && del) {
        sign_out(sv, r);
    } else if (strcmp(rest, post ? "/me/passphrase" : "/me") == 0) {
        http_bearer(r, secret);
        account_of(sv, secret, mine, r);
        sodium_memzero(secret, sizeof secret);
    } else if (strcmp(rest, "/stats") == 0 && !post) {
        stats(sv, r);
    } else {
        http_error(sv, r, "not_found", "there is no such resource");
    }
}
