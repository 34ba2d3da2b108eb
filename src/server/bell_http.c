/* bell_http.c: what people ask of notices (bell.h): which browsers listen, what is told and when
 * it is quiet, and that it stops. */
#include "core/alloc.h"
#include "server/account.h"
#include "server/bell.h"
#include "server/doc.h"
#include "server/limit.h"
#include "server/mail.h"
#include "server/names.h"
#include "server/secret.h"

enum { ZONE_MAX = 64, OFFSETS = 8, DAY = 1440 };

struct asks { /* a request that is answered when a job is done */
    struct server *sv;
    struct net_request *r;
    char who[BELL_WHO_MAX], id[SV_ID_MAX];
};

static struct asks *asks_new(struct server *sv, struct net_request *r, const char *who)
{
    struct asks *q = (struct asks *)sr_alloc(sizeof *q);
    if (!q) {
        http_error(sv, r, "busy", "no memory");
        return NULL;
    }
    q->sv = sv;
    q->r = r;
    snprintf(q->who, sizeof q->who, "%s", who);
    return q;
}

static struct store_job *job_for(struct asks *q, store_done *then)
{
    struct store_job *job = q ? store_job_new(then, q) : NULL;
    if (q && !job) {
        http_error(q->sv, q->r, "busy", "no memory");
        sr_free(q);
    }
    return job;
}

static bool failed(const struct store_job *job, struct asks *q)
{
    if (!job->err)
        return false;
    http_error(q->sv, q->r, "store", "this cannot be done at the moment; try again");
    sr_free(q);
    return true;
}

static void done(struct store_job *job, void *context)
{
    struct asks *q = (struct asks *)context;
    if (failed(job, q))
        return;
    http_done(q->r);
    sr_free(q);
}

/* ---- browsers that listen -------------------------------------------------------------------- */

static void listened(struct store_job *job, void *context)
{
    struct asks *q = (struct asks *)context;
    char stop[BELL_STOP_MAX];
    if (failed(job, q))
        return;
    bell_stop_code(q->sv, db_text(store_rows(job, 2), 0, 0), stop);
    struct sr_buf b = sv_buf(q->sv);
    sr_json_open(&b, '{');
    sr_json_put_str(&b, "stop", stop);
    sr_json_close(&b, '}');
    http_json(q->r, 201, &b);
    sr_free(q);
}

/* A browser's address and keys, as they were given; false: they are none. */
static bool subscription_ok(const struct server *sv, const char *endpoint, const char *p256dh,
                            const char *auth)
{
    unsigned char point[SEAL_POINT], secret[SEAL_AUTH];
    struct post_url url;
    size_t n, m;
    return post_url_read(endpoint, sv->options.push_test != NULL, &url) &&
           seal_bytes(p256dh, point, sizeof point, &n) && n == SEAL_POINT && seal_point_ok(point) &&
           seal_bytes(auth, secret, sizeof secret, &m) && m == SEAL_AUTH;
}

static void listen_for(struct server *sv, struct net_request *r, const char *who, const char *table)
{
    struct sr_doc d;
    char endpoint[POST_URL_MAX], p256dh[128], auth[64], language[3];
    if (!bell_ready(sv)) {
        http_error(sv, r, "not_found", "this server sends no notices");
        return;
    }
    if (!http_body(sv, r, &d))
        return;
    const int keys = sr_json_get(&d, 0, "keys");
    const bool whole = keys >= 0 && d.tok[keys].type == SR_J_OBJECT &&
                       sv_get_text(&d, 0, "endpoint", endpoint, sizeof endpoint) &&
                       sv_get_text(&d, keys, "p256dh", p256dh, sizeof p256dh) &&
                       sv_get_text(&d, keys, "auth", auth, sizeof auth);
    if (!sv_get_text(&d, 0, "language", language, sizeof language) || !sv_language_ok(language))
        snprintf(language, sizeof language, "en");
    if (!whole || !subscription_ok(sv, endpoint, p256dh, auth)) {
        http_error(sv, r, "range", "a subscription is expected: endpoint (https), keys");
        return;
    }
    struct asks *q = asks_new(sv, r, who);
    struct store_job *job = job_for(q, listened);
    if (!job)
        return;
    sv_new_id(q->id);
    store_add(job, ST_PUSH_ADD, "sssssssi", q->id, who, table, endpoint, p256dh, auth, language,
              sv_now());
    store_add(job, ST_PUSH_TRIM, "ssi", who, who, (int64_t)BELL_DEVICES);
    store_add(job, ST_PUSH_FIND, "ss", who, endpoint);
    store_send(sv->store, job);
}

void bell_seat(struct server *sv, const struct sv_table *t, struct net_request *r,
               const struct asker *who, int seat)
{
    char name[BELL_WHO_MAX];
    if (seat < 0 || seat >= t->setup.config.seats || t->people.seat[seat].kind != ENTRY_HUMAN) {
        http_error(sv, r, "token", "this secret opens no seat here");
        return;
    }
    bell_who(&t->people.seat[seat], name);
    (void)who;
    listen_for(sv, r, name, t->people.seat[seat].account[0] ? "" : t->id);
}

/* ---- inviting -------------------------------------------------------------------------------- */

void bell_invite(struct server *sv, const struct sv_table *t, struct net_request *r,
                 const struct asker *who, int seat)
{
    struct sr_doc d;
    char name[SR_NAME_MAX], fold[SR_NAME_MAX];
    int wait;
    if (!who->account[0] || seat < 0 || seat >= SR_SEATS_MAX) {
        http_error(sv, r, "account", "who sits here with an account may invite");
        return;
    }
    if (t->log.status != SV_WAITING || sv_full(t)) {
        http_error(sv, r, "taken", "there is no free seat");
        return;
    }
    if (!http_body(sv, r, &d))
        return;
    if (!sv_get_text(&d, 0, "name", name, sizeof name)) {
        http_error(sv, r, "range", "name of a friend");
        return;
    }
    if (!limits_take(sv->limits, LIMIT_NOTICE, who->account, sv_now(), &wait)) {
        http_limited(sv, r, wait, "too many invitations");
        return;
    }
    sv_name_fold(name, fold);
    struct store_job *job = job_for(asks_new(sv, r, ""), done);
    if (!job)
        return;
    store_add(job, ST_RING_INVITE, "sisss", t->id, sv_now(), who->account, fold, who->account);
    store_send(sv->store, job);
}

/* ---- wishes ---------------------------------------------------------------------------------- */

static void put_offsets(struct sr_buf *b, const char *text)
{
    sr_json_put_open(b, "offsets", '[');
    while (*text) {
        const size_t colon = strcspn(text, ":"), end = strcspn(text, ",");
        if (colon >= end)
            break;
        sr_json_open(b, '[');
        sr_json_rawn(b, text, colon);
        sr_json_rawn(b, text + colon + 1, end - colon - 1);
        sr_json_close(b, ']');
        text += end + (text[end] == ',');
    }
    sr_json_close(b, ']');
}

/* What somebody wishes, as members of an open object; a row of ST_WISH_OF, or none. */
static void put_wish(struct sr_buf *b, const struct db_rows *wish)
{
    const int64_t kinds = wish->count ? db_int(wish, 0, 0) : BELL_ALL;
    sr_json_put_open(b, "kinds", '[');
    for (int k = 0; k < BELL_KINDS; k++)
        if (kinds >> k & 1)
            sr_json_str(b, bell_names[k]);
    sr_json_close(b, ']');
    if (wish->count && db_int(wish, 0, 1) >= 0) {
        sr_json_put_open(b, "quiet", '{');
        sr_json_put_int(b, "from", db_int(wish, 0, 1));
        sr_json_put_int(b, "to", db_int(wish, 0, 2));
        sr_json_close(b, '}');
    } else {
        sr_json_put_null(b, "quiet");
    }
    sr_json_put_str(b, "zone", db_text(wish, 0, 3));
    put_offsets(b, db_text(wish, 0, 4));
}

void bell_put_export(struct sr_buf *b, const struct server *sv, const struct db_rows *push,
                     const struct db_rows *wish, const struct db_rows *mail)
{
    sr_json_put_open(b, "notices", '{');
    put_wish(b, wish);
    mail_put(b, sv, mail);
    sr_json_put_open(b, "devices", '[');
    for (int i = 0; i < push->count; i++) {
        sr_json_open(b, '{');
        sr_json_put_str(b, "endpoint", db_text(push, i, 1));
        sr_json_put_str(b, "language", db_text(push, i, 4));
        sr_json_put_int(b, "at", db_int(push, i, 5));
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
    sr_json_close(b, '}');
}

static void answer_wish(struct store_job *job, void *context)
{
    struct asks *q = (struct asks *)context;
    char key[96] = "";
    if (failed(job, q))
        return;
    struct sr_buf b = sv_buf(q->sv);
    sr_json_open(&b, '{');
    if (bell_ready(q->sv) && seal_text(bell_key(q->sv)->point, SEAL_POINT, key, sizeof key))
        sr_json_put_str(&b, "key", key);
    else
        sr_json_put_null(&b, "key");
    if (q->who[0]) {
        put_wish(&b, store_rows(job, 0));
        sr_json_put_int(&b, "devices", store_rows(job, 1)->count);
        mail_put(&b, q->sv, store_rows(job, 2));
    }
    sr_json_close(&b, '}');
    http_json(q->r, 200, &b);
    sr_free(q);
}

static void tell_wish(struct asks *q)
{
    struct store_job *job = job_for(q, answer_wish);
    if (!job)
        return;
    store_add(job, ST_WISH_OF, "s", q->who);
    store_add(job, ST_PUSH_OF, "s", q->who);
    store_add(job, ST_MAIL_OF, "s", q->who);
    store_send(q->sv->store, job);
}

/* [[at, minutes], ...] as "at:minutes,...": when the clocks of his zone change. */
static bool read_offsets(const struct sr_doc *d, char out[BELL_OFFSETS_MAX])
{
    const int list = sr_json_get(d, 0, "offsets");
    size_t len = 0;
    out[0] = '\0';
    if (list < 0)
        return true;
    if (d->tok[list].type != SR_J_ARRAY || d->tok[list].size > OFFSETS)
        return false;
    for (int i = 0; i < d->tok[list].size; i++) {
        const int one = sr_json_at(d, list, i);
        int64_t at, minutes;
        if (d->tok[one].type != SR_J_ARRAY || d->tok[one].size != 2 ||
            !sr_json_num(d, sr_json_at(d, one, 0), &at) ||
            !sr_json_num(d, sr_json_at(d, one, 1), &minutes) || at < 0 || minutes < -DAY ||
            minutes > DAY)
            return false;
        len += (size_t)snprintf(out + len, BELL_OFFSETS_MAX - len, "%s%lld:%lld", i ? "," : "",
                                (long long)at, (long long)minutes);
        if (len >= BELL_OFFSETS_MAX)
            return false;
    }
    return true;
}

static bool read_kinds(const struct sr_doc *d, int64_t *kinds)
{
    const int list = sr_json_get(d, 0, "kinds");
    *kinds = list < 0 ? BELL_ALL : 0;
    if (list >= 0 && d->tok[list].type != SR_J_ARRAY)
        return false;
    for (int i = 0; list >= 0 && i < d->tok[list].size; i++) {
        int k = 0;
        while (k < BELL_KINDS && !sr_json_is(d, sr_json_at(d, list, i), bell_names[k]))
            k++;
        if (k == BELL_KINDS)
            return false;
        *kinds |= (int64_t)1 << k;
    }
    return true;
}

static void set_wish(struct asks *q)
{
    struct sr_doc d;
    char zone[ZONE_MAX], offsets[BELL_OFFSETS_MAX];
    int64_t kinds, from = -1, to = -1;
    if (!http_body(q->sv, q->r, &d)) {
        sr_free(q);
        return;
    }
    const int quiet = sr_json_get(&d, 0, "quiet");
    if (quiet >= 0 && d.tok[quiet].type == SR_J_OBJECT) {
        from = sv_get_int(&d, quiet, "from", DAY);
        to = sv_get_int(&d, quiet, "to", DAY);
    }
    sv_get_text(&d, 0, "zone", zone, sizeof zone);
    if (from >= DAY || to >= DAY || from < -1 || to < -1 || !read_offsets(&d, offsets) ||
        !read_kinds(&d, &kinds)) {
        http_error(q->sv, q->r, "range",
                   "quiet: from and to in minutes of the day, or null; offsets: [[at, minutes]];"
                   " kinds: turn, start, round, invite, friend, season");
        sr_free(q);
        return;
    }
    struct store_job *job = job_for(q, done);
    if (!job)
        return;
    store_add(job, ST_WISH_SET, "siiiss", q->who, kinds, from, to, zone, offsets);
    store_add(job, ST_RING_SOON, "isi", sv_now(), q->who, sv_now()); /* looked at anew */
    store_send(q->sv->store, job);
}

/* ---- which of them --------------------------------------------------------------------------- */

static void tried(struct store_job *job, void *context)
{
    struct asks *q = (struct asks *)context;
    if (failed(job, q))
        return;
    bell_try(q->sv, store_rows(job, 0));
    http_done(q->r);
    sr_free(q);
}

static void try_it(struct asks *q)
{
    int wait;
    if (!limits_take(q->sv->limits, LIMIT_NOTICE, q->who, sv_now(), &wait)) {
        http_limited(q->sv, q->r, wait, "too many notices in a short time");
        sr_free(q);
        return;
    }
    struct store_job *job = job_for(q, tried);
    if (!job)
        return;
    store_add(job, ST_PUSH_OF, "s", q->who);
    store_send(q->sv->store, job);
}

static void known(struct server *sv, void *arg, const char *account, const char *name,
                  const char *error)
{
    struct asks *q = (struct asks *)arg;
    const char *what = q->r->path + strlen("/api/v1/notices");
    const bool get = strcmp(q->r->method, "GET") == 0, post = strcmp(q->r->method, "POST") == 0;
    snprintf(q->who, sizeof q->who, "%s", account);
    if (get && !*what && !error) {
        tell_wish(q);
    } else if (error || !account[0]) {
        http_error(sv, q->r, error ? error : "token", "a session is expected");
        sr_free(q);
    } else if (post && !*what) {
        set_wish(q);
    } else if (post && strcmp(what, "/push") == 0) {
        listen_for(sv, q->r, q->who, "");
        sr_free(q);
    } else if (strncmp(what, "/email", 6) == 0) {
        mail_route(sv, q->r, account, name);
        sr_free(q);
    } else if (post && strcmp(what, "/test") == 0) {
        try_it(q);
    } else {
        http_error(sv, q->r, "not_found", "there is no such resource");
        sr_free(q);
    }
}

/* The code is in the notice itself: one click, whoever is signed in. */
static void stop(struct server *sv, struct net_request *r)
{
    struct sr_doc d;
    char code[BELL_STOP_MAX], id[SV_ID_MAX];
    if (!http_body(sv, r, &d))
        return;
    sv_get_text(&d, 0, "stop", code, sizeof code);
    if (!bell_stop_read(sv, code, id)) {
        http_error(sv, r, "token", "this code stops nothing");
        return;
    }
    struct store_job *job = job_for(asks_new(sv, r, ""), done);
    if (!job)
        return;
    store_add(job, ST_PUSH_DROP, "s", id);
    store_send(sv->store, job);
}

void bell_route(struct server *sv, struct net_request *r, const char *rest)
{
    char secret[SV_SECRET_MAX];
    if (strcmp(rest, "/stop") == 0 && strcmp(r->method, "POST") == 0) {
        stop(sv, r);
        return;
    }
    if (mail_is_link(rest)) {
        mail_route(sv, r, "", "");
        return;
    }
    struct asks *q = asks_new(sv, r, "");
    if (!q)
        return;
    if (http_bearer(r, secret))
        account_of(sv, secret, known, q);
    else
        known(sv, q, "", "", NULL);
    memset(secret, 0, sizeof secret);
}
