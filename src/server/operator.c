/* operator.c: what operators see and do by HTTP, under /api/v1/operator, with the token of the file
 * named by --operator-token as bearer. It is no player's secret and opens nothing else, and no
 * session opens this. Guesses are counted as those at log-ins. What is done goes through the
 * functions of `serai admin` (store/store.h) and leaves the same lines in the audit log. */
#include "server/operator.h"

#include <sodium.h>
#include <stdlib.h>

#include "core/alloc.h"
#include "server/desk.h"
#include "server/doc.h"
#include "server/hall.h"
#include "server/http.h"
#include "server/kin.h"
#include "server/limit.h"
#include "server/names.h"
#include "server/own.h"
#include "server/peers.h"
#include "server/secret.h"
#include "server/socket.h"

enum { ROWS = 200, KNOWN_MAX = 16, WORD_MAX = 16, NOTE_MAX = 200 };

struct operators {
    char hash[SV_HASH_MAX];    /* of the token; "": there is no operator's page */
    uint64_t known[KNOWN_MAX]; /* addresses that have shown it */
    unsigned next;
};

struct order { /* one request on its way */
    struct server *sv;
    struct net_request *r;
    char id[SV_ID_MAX];         /* of the line in the audit log */
    char by[SR_NAME_MAX];       /* who asks, as he says */
    char what[WORD_MAX];        /* to be done */
    char account[SV_ID_MAX], name[SR_NAME_MAX], to[SR_NAME_MAX];
    char report[SV_ID_MAX + 16];
    char note[NOTE_MAX];
    int days;
};

struct operators *operators_new(const char *token)
{
    struct operators *o = (struct operators *)sr_alloc(sizeof *o);
    if (o && token)
        sv_hash_secret(token, o->hash);
    return o;
}

void operators_free(struct operators *o) { sr_free(o); }

/* ---- who may --------------------------------------------------------------------------------- */

static const char nobody[] = "\1operator"; /* for the count of guesses: no name can be that */

/* An address that has not shown the token yet has as many tries as for a log-in. */
static bool may_ask(struct server *sv, struct net_request *r)
{
    struct operators *o = sv->operators;
    char secret[SV_SECRET_MAX], hash[SV_HASH_MAX];
    const uint64_t who = limits_key(sv->limits, r->address);
    bool known = false;
    int wait = 0;
    for (int i = 0; i < KNOWN_MAX; i++)
        known |= o->known[i] == who;
    if (!known && (!limits_take(sv->limits, LIMIT_LOGIN, r->address, sv_now(), &wait) ||
                   (wait = desk_delay(sv, nobody, r->address)) > 0)) {
        http_limited(sv, r, wait, "too many attempts; wait a little");
        return false;
    }
    const bool has = http_bearer(r, secret);
    sv_hash_secret(secret, hash);
    sodium_memzero(secret, sizeof secret);
    if (has && sv_hash_equal(hash, o->hash)) {
        if (!known)
            o->known[o->next++ % KNOWN_MAX] = who;
        return true;
    }
    desk_wrong(sv, nobody, r->address);
    sv->counts.logins_failed++;
    http_error(sv, r, "token", "the operator's token is expected");
    return false;
}

/* ---- answers --------------------------------------------------------------------------------- */

/* Whether the job failed, which is then said. */
static bool failed(const struct store_job *job, struct order *o)
{
    if (!job->err)
        return false;
    if (job->err == SR_DIFFERS)
        http_error(o->sv, o->r, "taken", "somebody else has done so, or has that name");
    else
        http_error(o->sv, o->r, "store", "this cannot be done at the moment; try again");
    sr_free(o);
    return true;
}

static void refuse(struct order *o, const char *code, const char *text)
{
    http_error(o->sv, o->r, code, text);
    sr_free(o);
}

static struct store_job *job_for(struct order *o, store_done *then)
{
    struct store_job *job = store_job_new(then, o);
    if (!job)
        refuse(o, "busy", "no memory");
    return job;
}

/* Rows as objects: `keys` by column, names that begin with # are of numbers, with = of JSON. */
static void put_rows(struct sr_buf *b, const char *name, const struct db_rows *rows,
                     const char *const *keys)
{
    sr_json_put_open(b, name, '[');
    for (int i = 0; i < rows->count; i++) {
        sr_json_open(b, '{');
        for (int c = 0; keys[c]; c++) {
            if (keys[c][0] == '#') {
                sr_json_put_int(b, keys[c] + 1, db_int(rows, i, c));
            } else if (keys[c][0] == '=') {
                sr_json_key(b, keys[c] + 1);
                sr_json_raw(b, db_text(rows, i, c));
            } else {
                sr_json_put_str(b, keys[c], db_text(rows, i, c));
            }
        }
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

static void answer_list(struct store_job *job, void *context)
{
    static const char *const reports[] = {"report", "#at",   "reason", "name",
                                          "table",  "#seat", NULL};
    static const char *const audit[] = {"#at", "who", "what", "about", "note", NULL};
    struct order *o = (struct order *)context;
    if (failed(job, o))
        return;
    const bool log = job->step[0].stmt == ST_AUDIT_LIST;
    struct sr_buf b = sv_buf(o->sv);
    sr_json_open(&b, '{');
    put_rows(&b, log ? "audit" : "reports", store_rows(job, 0), log ? audit : reports);
    sr_json_close(&b, '}');
    http_json(o->r, 200, &b);
    sr_free(o);
}

static void list(struct order *o, bool log)
{
    char state[WORD_MAX];
    struct store_job *job = job_for(o, answer_list);
    if (!job)
        return;
    const bool closed =
        http_asked(o->r, "state", state, sizeof state) && strcmp(state, "closed") == 0;
    if (log)
        store_add(job, ST_AUDIT_LIST, "i", (int64_t)ROWS);
    else
        store_add(job, ST_REPORT_LIST, "si", closed ? "closed" : "open", (int64_t)ROWS);
    store_send(o->sv->store, job);
}

/* ---- a report, a person ---------------------------------------------------------------------- */

static void put_person(struct sr_buf *b, const struct store_job *job, int from)
{
    static const char *const reports[] = {"report", "#at", "reason", "state", "decision", NULL};
    const struct db_rows *who = store_rows(job, from);
    if (who->count == 0)
        return;
    sr_json_put_open(b, "person", '{');
    sr_json_put_str(b, "account", db_text(who, 0, 0));
    sr_json_put_str(b, "name", db_text(who, 0, 1));
    sr_json_put_int(b, "since", db_int(who, 0, 2));
    sr_json_put_int(b, "tables", db_int(who, 0, 3));
    sr_json_put_int(b, "games", db_int(who, 0, 5));
    put_rows(b, "reports", store_rows(job, from + 1), reports);
    own_put_sanctions(b, store_rows(job, from + 2));
    sr_json_close(b, '}');
}

static void add_person(struct store_job *job, const char *name, const char *account)
{
    char fold[SR_NAME_MAX];
    sv_name_fold(name, fold);
    store_add(job, ST_PERSON, "s", fold);
    store_add(job, ST_REPORTS_ABOUT, "si", account, (int64_t)ROWS);
    store_add(job, ST_SANCTION_OF, "s", account);
}

static void answer_report(struct store_job *job, void *context)
{
    static const char *const report[] = {"report",  "#at",      "by",     "table", "#seat",
                                         "account", "name",     "reason", "text",  "=lines",
                                         "state",   "decision", NULL};
    struct order *o = (struct order *)context;
    if (failed(job, o))
        return;
    struct sr_buf b = sv_buf(o->sv);
    sr_json_open(&b, '{');
    put_rows(&b, "report", store_rows(job, 0), report);
    put_person(&b, job, 1);
    sr_json_close(&b, '}');
    http_json(o->r, 200, &b);
    sr_free(o);
}

static void answer_person(struct store_job *job, void *context)
{
    struct order *o = (struct order *)context;
    if (failed(job, o))
        return;
    if (store_rows(job, 0)->count == 0) {
        refuse(o, "not_found", "there is no such person");
        return;
    }
    struct sr_buf b = sv_buf(o->sv);
    sr_json_open(&b, '{');
    put_person(&b, job, 0);
    sr_json_close(&b, '}');
    http_json(o->r, 200, &b);
    sr_free(o);
}

/* ---- what is done ---------------------------------------------------------------------------- */

static struct store_deed deed_of(struct order *o)
{
    sv_new_id(o->id);
    return (struct store_deed){.id = o->id,
                               .by = o->by,
                               .what = o->what,
                               .account = o->account,
                               .name = o->name,
                               .note = o->note,
                               .days = o->days,
                               .now = sv_now()};
}

static void done(struct store_job *job, void *context)
{
    struct order *o = (struct order *)context;
    if (failed(job, o))
        return;
    if (strcmp(o->what, "suspend") == 0 || strcmp(o->what, "delete") == 0)
        socket_suspend(o->sv, o->account);
    watch_sweep(o->sv, sv_now());
    http_done(o->r);
    sr_free(o);
}

/* Those who are renamed or forgotten stand at tables in memory: these are loaded anew. */
static void renewed(struct store_job *job, void *context)
{
    struct order *o = (struct order *)context;
    const struct db_rows *rows = store_rows(job, 0);
    for (int i = 0; !job->err && i < rows->count; i++) {
        struct sv_table *t = sv_find(o->sv, db_text(rows, i, 0));
        if (t)
            sv_let_go(o->sv, t);
    }
    if (failed(job, o))
        return;
    struct store_job *log = store_job_new(done, o);
    if (!log) {
        refuse(o, "busy", "no memory");
        return;
    }
    struct store_deed d = deed_of(o);
    if (strcmp(o->what, "delete") == 0) { /* whom, is to be forgotten too */
        d.account = d.name = d.note = "";
        kin_add_ended(o->sv, log, o->account, "", "");
    }
    store_audit(log, &d);
    store_send(o->sv->store, log);
}

static void rename_person(struct order *o)
{
    char fold[SR_NAME_MAX], look[SV_LOOK_MAX];
    if (!sv_name_ok(o->to)) {
        refuse(o, "range", "to: a name of 1 to 39 bytes that can be read");
        return;
    }
    sv_name_fold(o->to, fold);
    sv_name_look(o->to, look);
    snprintf(o->note, sizeof o->note, "%s", o->to);
    store_rename(o->sv->store, o->account, o->to, fold, look, renewed, o);
}

/* A decision about the person who was found, or about the report. */
static void decide(struct order *o)
{
    const bool lift = strcmp(o->what, "lift") == 0, unrate = strcmp(o->what, "unrate") == 0;
    if (strcmp(o->what, "rename") == 0) {
        rename_person(o);
        return;
    }
    if (strcmp(o->what, "delete") == 0) {
        store_forget(o->sv->store, o->account, renewed, o);
        return;
    }
    struct store_job *job = job_for(o, done);
    if (!job)
        return;
    const struct store_deed d = deed_of(o);
    const bool ok = lift           ? (store_lift(job, &d), true)
                    : unrate       ? (store_unrate(job, &d), true)
                    : o->report[0] ? store_decide(job, &d)
                                   : store_sanction(job, &d);
    if (strcmp(o->what, "suspend") == 0)
        kin_add_ended(o->sv, job, o->account, "", "");
    if (ok) {
        store_send(o->sv->store, job);
        return;
    }
    store_job_free(job);
    refuse(o, "range",
           "do: dismiss, warn, silence, suspend (with days), lift, unrate, rename, delete;"
           " guests have no account to decide about");
}

/* Reads what is to be done; false when that was refused. */
static bool read_order(struct order *o)
{
    struct sr_doc d;
    if (!http_body(o->sv, o->r, &d)) {
        sr_free(o);
        return false;
    }
    sv_get_text(&d, 0, "do", o->what, sizeof o->what);
    sv_get_text(&d, 0, "to", o->to, sizeof o->to);
    sv_get_text(&d, 0, "note", o->note, sizeof o->note);
    if (!sv_get_text(&d, 0, "by", o->by, sizeof o->by) || !sv_name_ok(o->by))
        snprintf(o->by, sizeof o->by, "operator");
    o->days = (int)sv_get_int(&d, 0, "days", STORE_DAYS_USUAL);
    return true;
}

static void found_person(struct store_job *job, void *context)
{
    struct order *o = (struct order *)context;
    const struct db_rows *rows = store_rows(job, 0);
    if (failed(job, o))
        return;
    if (rows->count == 0) {
        refuse(o, "not_found", "there is no such person");
        return;
    }
    snprintf(o->account, sizeof o->account, "%s", db_text(rows, 0, 0));
    snprintf(o->name, sizeof o->name, "%s", db_text(rows, 0, 1));
    if (strcmp(o->r->method, "GET") != 0) {
        decide(o);
        return;
    }
    struct store_job *next = job_for(o, answer_person);
    if (!next)
        return;
    add_person(next, o->name, o->account);
    store_send(o->sv->store, next);
}

static void found_report(struct store_job *job, void *context)
{
    struct order *o = (struct order *)context;
    const struct db_rows *rows = store_rows(job, 0);
    const bool get = strcmp(o->r->method, "GET") == 0;
    if (failed(job, o))
        return;
    if (rows->count == 0 || (!get && strcmp(db_text(rows, 0, 10), "open") != 0)) {
        refuse(o, rows->count ? "taken" : "not_found", "there is no such open report");
        return;
    }
    snprintf(o->account, sizeof o->account, "%s", db_text(rows, 0, 5));
    snprintf(o->name, sizeof o->name, "%s", db_text(rows, 0, 6));
    if (!get) {
        snprintf(o->note, sizeof o->note, "%s", o->report);
        decide(o);
        return;
    }
    struct store_job *next = job_for(o, answer_report);
    if (!next)
        return;
    store_add(next, ST_REPORT_GET, "s", o->report);
    add_person(next, o->account[0] ? o->name : "", o->account);
    store_send(o->sv->store, next);
}

static void with_report(struct order *o, const char *id)
{
    struct store_job *job;
    snprintf(o->report, sizeof o->report, "%s", id);
    if (strcmp(o->r->method, "GET") != 0 && !read_order(o))
        return;
    if (!(job = job_for(o, found_report)))
        return;
    store_add(job, ST_REPORT_GET, "s", o->report);
    store_send(o->sv->store, job);
}

static void with_person(struct order *o, const char *name)
{
    char fold[SR_NAME_MAX], plain[SR_NAME_MAX];
    struct store_job *job;
    if (!http_decode(name, strlen(name), plain, sizeof plain)) {
        refuse(o, "not_found", "there is no such person");
        return;
    }
    if (strcmp(o->r->method, "GET") != 0 && !read_order(o))
        return;
    if (!(job = job_for(o, found_person)))
        return;
    sv_name_fold(plain, fold);
    store_add(job, ST_ACCOUNT_BY_NAME, "s", fold);
    store_send(o->sv->store, job);
}

/* ---- a table --------------------------------------------------------------------------------- */

static void closed(struct server *sv, struct sv_table *t, void *arg, bool ok)
{
    struct order *o = (struct order *)arg;
    struct store_job *job = ok ? store_job_new(done, o) : NULL;
    (void)t;
    if (!job) {
        http_error(sv, o->r, "store", "this could not be saved; try again");
        sr_free(o);
        return;
    }
    const struct store_deed d = deed_of(o);
    store_audit(job, &d);
    store_send(sv->store, job);
}

static void close_table(struct server *sv, struct sv_table *t, void *arg, const char *error)
{
    struct order *o = (struct order *)arg;
    const struct entry e = entry_of(ENTRY_END, -1);
    if (!t && strcmp(error, "elsewhere") == 0 && !o->r->relayed &&
        peers_forward_request(sv, o->r, sv->elsewhere)) {
        sr_free(o);
    } else if (!t) {
        refuse(o, error, "the table cannot be opened");
    } else if (t->log.status == SV_OVER || t->setup.cup[0]) {
        refuse(o, t->log.status == SV_OVER ? "over" : "taken",
               "it is over, or a tournament waits for its result");
    } else if (!sv_append(sv, t, &e, NULL)) {
        refuse(o, "busy", "no memory");
    } else {
        snprintf(o->what, sizeof o->what, "close");
        snprintf(o->note, sizeof o->note, "%s", t->id);
        t->commit.after = closed;
        t->commit.after_arg = o;
        sv_commit(sv, t);
    }
}

/* ---- which of them --------------------------------------------------------------------------- */

void operator_route(struct server *sv, struct net_request *r, const char *rest)
{
    const bool get = strcmp(r->method, "GET") == 0, post = strcmp(r->method, "POST") == 0;
    static const char reports[] = "/reports/", people[] = "/people/", tables[] = "/tables/";
    if (!sv->operators->hash[0]) {
        http_error(sv, r, "not_found", "there is no such resource");
        return;
    }
    if (!may_ask(sv, r))
        return;
    struct order *o = (struct order *)sr_alloc(sizeof *o);
    if (!o) {
        http_error(sv, r, "busy", "no memory");
        return;
    }
    o->sv = sv;
    o->r = r;
    if (get && (strcmp(rest, "/reports") == 0 || strcmp(rest, "/audit") == 0))
        list(o, rest[1] == 'a');
    else if ((get || post) && strncmp(rest, reports, sizeof reports - 1) == 0)
        with_report(o, rest + sizeof reports - 1);
    else if ((get || post) && strncmp(rest, people, sizeof people - 1) == 0)
        with_person(o, rest + sizeof people - 1);
    else if (post && strncmp(rest, tables, sizeof tables - 1) == 0 &&
             sv_id_ok(rest + sizeof tables - 1)) {
        if (read_order(o))
            sv_with_table(sv, rest + sizeof tables - 1, close_table, o);
    } else {
        refuse(o, "not_found", "there is no such resource");
    }
}
