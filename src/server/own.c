/* own.c: friends and others, codes, the copy of one's data (own.h). */
#include "server/own.h"

#include <sodium.h>

#include "core/alloc.h"
#include "server/account.h"
#include "server/bell.h"
#include "server/doc.h"
#include "server/names.h"
#include "server/passkey.h"
#include "server/rater.h"
#include "server/secret.h"

enum {
    CODES = 8,
    CODE_LETTERS = 16,
    EXPORT_ROWS = 10000,
    EXPORT_LINES = 4000,
    FRIENDS_TABLES = 50
};

struct own {
    struct server *sv;
    struct net_request *r;
    char account[SV_ID_MAX];
    char code[CODES][SV_SECRET_MAX];
    int bank;            /* of a copy: whose databases have been asked */
    struct db_rows chat; /* and what he has said at their tables */
};

static void own_free(struct own *o)
{
    if (o)
        db_rows_free(&o->chat);
    sr_free(o);
}

static struct store_job *job_for(struct own *o, store_done *then)
{
    struct store_job *job = store_job_new(then, o);
    if (!job) {
        http_error(o->sv, o->r, "busy", "no memory");
        own_free(o);
    }
    return job;
}

/* Whether the job failed, which is then said. */
static bool failed(const struct store_job *job, struct own *o)
{
    if (!job->err)
        return false;
    http_error(o->sv, o->r, "store", "this cannot be done at the moment; try again");
    own_free(o);
    return true;
}

/* ---- friends and others ---------------------------------------------------------------------- */

static void put_people(struct sr_buf *b, const struct db_rows *rows)
{
    sr_json_put_open(b, "people", '[');
    for (int i = 0; i < rows->count; i++) {
        sr_json_open(b, '{');
        sr_json_put_str(b, "name", db_text(rows, i, 0));
        sr_json_put_str(b, "kind", db_text(rows, i, 1));
        sr_json_put_int(b, "at", db_int(rows, i, 2));
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

static void answer_people(struct store_job *job, void *context)
{
    struct own *o = (struct own *)context;
    const struct db_rows *tables = store_rows(job, 1);
    if (failed(job, o))
        return;
    struct sr_buf b = sv_buf(o->sv);
    sr_json_open(&b, '{');
    put_people(&b, store_rows(job, 0));
    sr_json_put_open(&b, "tables", '[');
    for (int i = 0; i < tables->count; i++) {
        if (strcmp(db_text(tables, i, 1), "{}") == 0)
            continue; /* about to be written anew */
        sr_json_open(&b, '{');
        sr_json_put_str(&b, "name", db_text(tables, i, 0));
        sr_json_key(&b, "info");
        sr_json_raw(&b, db_text(tables, i, 1));
        sr_json_close(&b, '}');
    }
    sr_json_close(&b, ']');
    sr_json_close(&b, '}');
    http_json(o->r, 200, &b);
    own_free(o);
}

static void people_list(struct own *o)
{
    struct store_job *job = job_for(o, answer_people);
    if (!job)
        return;
    store_add(job, ST_PEOPLE_LIST, "s", o->account);
    store_add(job, ST_PEOPLE_TABLES, "si", o->account, (int64_t)FRIENDS_TABLES);
    store_send(o->sv->store, job);
}

static void people_set(struct store_job *job, void *context)
{
    struct own *o = (struct own *)context;
    if (failed(job, o))
        return;
    if (job->step[0].stmt == ST_PEOPLE_SET && job->step[0].changed == 0)
        http_error(o->sv, o->r, "not_found", "there is no such other player, or you name too many");
    else
        http_done(o->r);
    own_free(o);
}

static void people_change(struct own *o)
{
    static const char *const kinds[] = {"friend", "muted", "blocked", "none"};
    struct sr_doc d;
    char name[SR_NAME_MAX], fold[SR_NAME_MAX], kind[16];
    if (!http_body(o->sv, o->r, &d)) {
        own_free(o);
        return;
    }
    size_t k = 0;
    sv_get_text(&d, 0, "name", name, sizeof name);
    sv_get_text(&d, 0, "kind", kind, sizeof kind);
    while (k < 4 && strcmp(kinds[k], kind) != 0)
        k++;
    if (k == 4 || !name[0]) {
        http_error(o->sv, o->r, "range", "name, and kind: friend, muted, blocked or none");
        own_free(o);
        return;
    }
    struct store_job *job = job_for(o, people_set);
    if (!job)
        return;
    sv_name_fold(name, fold);
    if (k == 3)
        store_add(job, ST_PEOPLE_DROP, "ss", o->account, fold);
    else
        store_add(job, ST_PEOPLE_SET, "ssisss", o->account, kind, sv_now(), fold, o->account,
                  o->account);
    if (k == 0)
        bell_add_friend(o->sv, job, o->account, fold);
    store_send(o->sv->store, job);
}

/* ---- codes ----------------------------------------------------------------------------------- */

void own_code_hash(const char *code, char out[SV_HASH_MAX])
{
    char plain[SV_SECRET_MAX];
    size_t n = 0;
    for (; *code && n + 1 < sizeof plain; code++) {
        if (*code == '-' || *code == ' ')
            continue;
        plain[n++] = *code >= 'A' && *code <= 'Z' ? (char)(*code + 32) : *code;
    }
    plain[n] = '\0';
    sv_hash_secret(plain, out);
    sodium_memzero(plain, sizeof plain);
}

static void codes_made(struct store_job *job, void *context)
{
    struct own *o = (struct own *)context;
    if (failed(job, o))
        return;
    struct sr_buf b = sv_buf(o->sv);
    sr_json_open(&b, '{');
    sr_json_put_open(&b, "codes", '[');
    for (int i = 0; i < CODES; i++) {
        char text[SV_SECRET_MAX];
        const char *c = o->code[i];
        snprintf(text, sizeof text, "%.4s-%.4s-%.4s-%.4s", c, c + 4, c + 8, c + 12);
        sr_json_str(&b, text);
    }
    sr_json_close(&b, ']');
    sr_json_close(&b, '}');
    http_json(o->r, 201, &b);
    sodium_memzero(o->code, sizeof o->code);
    own_free(o);
}

/* New ones in place of all there were; they are told once. */
static void codes_make(struct own *o)
{
    struct store_job *job = job_for(o, codes_made);
    if (!job)
        return;
    store_add(job, ST_CODE_CLEAR, "s", o->account);
    for (int i = 0; i < CODES; i++) {
        char hash[SV_HASH_MAX];
        sv_new_secret(o->code[i]);
        o->code[i][CODE_LETTERS] = '\0'; /* 80 bits */
        own_code_hash(o->code[i], hash);
        store_add(job, ST_CODE_ADD, "ss", o->account, hash);
    }
    job->scrub = true;
    store_send(o->sv->store, job);
}

/* ---- a copy of everything -------------------------------------------------------------------- */

void own_put_sanctions(struct sr_buf *b, const struct db_rows *rows)
{
    sr_json_put_open(b, "sanctions", '[');
    for (int i = 0; i < rows->count; i++) {
        sr_json_open(b, '{');
        sr_json_put_str(b, "kind", db_text(rows, i, 0));
        sr_json_put_int(b, "until", db_int(rows, i, 1));
        sr_json_put_str(b, "why", db_text(rows, i, 2));
        sr_json_put_int(b, "at", db_int(rows, i, 3));
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
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

/* What is told as rows, in the order in which it is asked for; NULL: by a function of its own. */
static const struct part {
    const char *name;
    const char *key[9];
} parts[] = {
    {NULL, {NULL}}, /* the account */
    {"sessions", {"#created", "#expires"}},
    {"places", {"table", "#seat", "#left"}},
    {"results", {"table", "#seat", "game", "#seats", "#place", "#total", "#at"}},
    {"ratings", {"game", "#mean_1000", "#sigma_1000", "#games", "#wins"}},
    {NULL, {NULL}}, /* people */
    {NULL, {NULL}}, /* chat, of all databases */
    {"reports", {"#at", "table", "#seat", "reason", "text", "state"}},
    {NULL, {NULL}}, /* sanctions, */
    {NULL, {NULL}}, /* browsers that listen, */
    {NULL, {NULL}}, /* wishes */
    {"gallery", {"table", "#at", "text"}},
    {NULL, {NULL}}, /* passkeys, */
    {NULL, {NULL}}, /* e-mail */
    {"course", {"game", "#at", "#mean_1000", "#sigma_1000"}},
    {"seasons", {"season", "game", "#mean_1000", "#sigma_1000", "#games", "#wins"}},
    {"cups", {"cup", "name", "game", "state", "league", "#season", "#division", "#host"}},
    {"leagues", {"league", "name", "game", "state", "#host", "#in"}},
    {"analyses", {"table", "#at", "state"}},
};

static void answer_export(struct store_job *job, void *context)
{
    static const char *const chat[] = {"table", "#at", "=said", NULL};
    struct own *o = (struct own *)context;
    if (failed(job, o))
        return;
    struct sr_buf b = sv_buf(o->sv);
    sr_json_open(&b, '{');
    sr_json_put_str(&b, "account", o->account);
    sr_json_put_str(&b, "name", db_text(store_rows(job, 0), 0, 0));
    sr_json_put_int(&b, "created", db_int(store_rows(job, 0), 0, 1));
    for (int i = 0; i < (int)(sizeof parts / sizeof *parts); i++)
        if (parts[i].name)
            put_rows(&b, parts[i].name, store_rows(job, i), parts[i].key);
    put_people(&b, store_rows(job, 5));
    if (!db_rows_move(&o->chat, &job->step[6].rows))
        b.full = true;
    put_rows(&b, "chat", &o->chat, chat);
    own_put_sanctions(&b, store_rows(job, 8));
    bell_put_export(&b, o->sv, store_rows(job, 9), store_rows(job, 10), store_rows(job, 13));
    passkey_put_export(&b, store_rows(job, 12));
    sr_json_close(&b, '}');
    const struct net_answer a = {.status = b.full ? 500 : 200,
                                 .type = "application/json; charset=utf-8",
                                 .body = b.full ? "{}" : b.text,
                                 .len = b.full ? 2 : b.len,
                                 .disposition = "attachment; filename=\"caravanserai.json\""};
    o->r->answer(o->r, &a);
    own_free(o);
}

static void export(struct own *o);

/* What he has said at tables of a shard. */
static void said_there(struct store_job *job, void *context)
{
    struct own *o = (struct own *)context;
    if (failed(job, o))
        return;
    if (!db_rows_move(&o->chat, &job->step[0].rows))
        job->err = SR_SPACE;
    if (!failed(job, o))
        export(o);
}

static void export(struct own *o)
{
    o->bank++;
    const bool shard = o->bank < store_banks(o->sv->store);
    struct store_job *job = job_for(o, shard ? said_there : answer_export);
    if (!job)
        return;
    if (shard) {
        job->bank = o->bank;
        store_add(job, ST_EXPORT_CHAT, "si", o->account, (int64_t)EXPORT_LINES);
        store_send(o->sv->store, job);
        return;
    }
    const char *who = o->account;
    store_add(job, ST_EXPORT_ACCOUNT, "s", who);
    store_add(job, ST_EXPORT_SESSIONS, "s", who);
    store_add(job, ST_EXPORT_PLACES, "s", who);
    store_add(job, ST_RESULTS_OF, "sissiii", who, INT64_MAX, "", "", (int64_t)0, (int64_t)0,
              (int64_t)EXPORT_ROWS);
    store_add(job, ST_RATINGS_OF, "s", who);
    store_add(job, ST_PEOPLE_LIST, "s", who);
    store_add(job, ST_EXPORT_CHAT, "si", who, (int64_t)EXPORT_LINES);
    store_add(job, ST_EXPORT_REPORTS, "s", who);
    store_add(job, ST_SANCTION_OF, "s", who);
    store_add(job, ST_PUSH_OF, "s", who);
    store_add(job, ST_WISH_OF, "s", who);
    store_add(job, ST_EXPORT_GALLERY, "si", who, (int64_t)EXPORT_LINES);
    store_add(job, ST_PASSKEY_LIST, "s", who);
    store_add(job, ST_MAIL_OF, "s", who);
    store_add(job, ST_RATED_COURSE, "si", who, (int64_t)EXPORT_ROWS);
    store_add(job, ST_EXPORT_SEASONS, "s", who);
    store_add(job, ST_EXPORT_CUPS, "sss", who, who, who);
    store_add(job, ST_EXPORT_LEAGUES, "sss", who, who, who);
    store_add(job, ST_EXPORT_ANALYSES, "s", who);
    store_send(o->sv->store, job);
}

/* ---- which of them --------------------------------------------------------------------------- */

static void known(struct server *sv, void *arg, const char *account, const char *name,
                  const char *error)
{
    struct own *o = (struct own *)arg;
    const char *what = o->r->path + strlen("/api/v1/me/");
    const bool get = strcmp(o->r->method, "GET") == 0, post = strcmp(o->r->method, "POST") == 0;
    snprintf(o->account, sizeof o->account, "%s", account);
    if (error || !account[0]) {
        http_error(sv, o->r, error ? error : "token", "a session is expected");
        own_free(o);
    } else if (strcmp(what, "people") == 0 && get) {
        people_list(o);
    } else if (strcmp(what, "people") == 0 && post) {
        people_change(o);
    } else if (strcmp(what, "codes") == 0 && post) {
        codes_make(o);
    } else if (strncmp(what, "passkeys", 8) == 0 && (!what[8] || what[8] == '/')) {
        passkey_own(sv, o->r, account, name);
        own_free(o);
    } else if (strcmp(what, "export") == 0 && get) {
        export(o);
    } else {
        http_error(sv, o->r, "not_found", "there is no such resource");
        own_free(o);
    }
}

void own_route(struct server *sv, struct net_request *r)
{
    char secret[SV_SECRET_MAX];
    struct own *o = (struct own *)sr_alloc(sizeof *o);
    if (!o) {
        http_error(sv, r, "busy", "no memory");
        return;
    }
    o->sv = sv;
    o->r = r;
    http_bearer(r, secret);
    account_of(sv, secret, known, o);
    sodium_memzero(secret, sizeof secret);
}
