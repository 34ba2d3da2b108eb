/* analyst_http.c: asking for an analysis, and what has come of it (analyst.h). */
#include "core/alloc.h"
#include "server/account.h"
#include "server/analyst_inside.h"
#include "server/doc.h"
#include "server/limit.h"
#include "server/secret.h"

enum { EACH_MAX = 5, ALL_MAX = 500, WHO_MAX = 40 };

struct query {
    struct server *sv;
    struct net_request *r;
    char id[SV_ID_MAX], who[WHO_MAX];
};

static void refuse(struct query *q, const char *code, const char *text)
{
    http_error(q->sv, q->r, code, text);
    sr_free(q);
}

/* ---- what there is --------------------------------------------------------------------------- */

static void put_progress(struct sr_buf *b, const struct query *q, const struct db_rows *row)
{
    int count = (int)db_int(row, 0, 5);
    int done = analyst_done(q->sv, q->id, &count);
    if (done < 0)
        done = (int)db_int(row, 0, 4);
    sr_json_put_int(b, "done", done);
    sr_json_put_int(b, "count", count);
}

/* Of how many that come before it: its place in the list of all that wait. */
static int ahead(const struct db_rows *queue, const char *id)
{
    for (int i = 0; i < queue->count; i++)
        if (strcmp(db_text(queue, i, 0), id) == 0)
            return i;
    return queue->count;
}

static void shown(struct store_job *job, void *context)
{
    struct query *q = (struct query *)context;
    const struct db_rows *row = store_rows(job, 0);
    if (job->err) {
        refuse(q, "store", "this cannot be read at the moment");
        return;
    }
    const char *state = row->count ? db_text(row, 0, 0) : "none";
    struct sr_buf b = sv_buf(q->sv);
    sr_json_open(&b, '{');
    sr_json_put_str(&b, "state", state);
    sr_json_put_str(&b, "bot", ANALYST_BOT);
    sr_json_put_int(&b, "visits", row->count ? db_int(row, 0, 1) : analyst_visits(q->sv));
    if (row->count)
        sr_json_put_int(&b, "at", db_int(row, 0, 2));
    if (strcmp(state, "waiting") == 0)
        sr_json_put_int(&b, "ahead", ahead(store_rows(job, 1), q->id));
    if (strcmp(state, "working") == 0)
        put_progress(&b, q, row);
    if (strcmp(state, "done") == 0) {
        sr_json_key(&b, "analysis");
        sr_buf_put(&b, db_text(row, 0, 3));
    }
    sr_json_close(&b, '}');
    http_json(q->r, 200, &b);
    sr_free(q);
}

static void look(struct query *q, store_done *then)
{
    struct store_job *job = store_job_new(then, q);
    if (!job) {
        refuse(q, "busy", "no memory");
        return;
    }
    store_add(job, ST_ANALYSIS_GET, "s", q->id);
    store_add(job, ST_ANALYSIS_QUEUE, "i", (int64_t)ALL_MAX);
    store_send(q->sv->store, job);
}

/* ---- asking for one -------------------------------------------------------------------------- */

static void asked_for(struct store_job *job, void *context)
{
    struct query *q = (struct query *)context;
    const struct db_rows *table = store_rows(job, 1), *counts = store_rows(job, 2);
    const bool there = store_rows(job, 3)->count > 0;
    if (job->err)
        refuse(q, "store", "this could not be saved; try again");
    else if (table->count == 0)
        refuse(q, "not_found", "there is no such table");
    else if (strcmp(db_text(table, 0, 1), "over") != 0)
        refuse(q, "not_over", "a match is looked at again when it is over");
    else if (!there && db_int(counts, 0, 0) >= EACH_MAX)
        refuse(q, "limited", "five analyses that you have asked for wait already");
    else if (!there)
        refuse(q, "busy", "too many analyses wait; try again later");
    else {
        analyst_wake(q->sv);
        look(q, shown);
    }
}

static void known(struct server *sv, void *arg, const char *account, const char *name,
                  const char *error)
{
    struct query *q = (struct query *)arg;
    int wait;
    (void)name;
    if (error) {
        refuse(q, error, "who asks cannot be found out at the moment");
        return;
    }
    if (!limits_take(sv->limits, LIMIT_CREATE, q->r->address, sv_now(), &wait)) {
        http_limited(sv, q->r, wait, "too many requests of this kind in a short time");
        sr_free(q);
        return;
    }
    if (account[0])
        snprintf(q->who, sizeof q->who, "a:%s", account);
    else
        snprintf(q->who, sizeof q->who, "g:%llx",
                 (unsigned long long)limits_key(sv->limits, q->r->address));
    struct store_job *job = store_job_new(asked_for, q);
    if (!job) {
        refuse(q, "busy", "no memory");
        return;
    }
    store_add(job, ST_ANALYSIS_ADD, "siisisi", q->who, sv_now(), (int64_t)analyst_visits(sv),
              q->who, (int64_t)EACH_MAX, q->id, (int64_t)ALL_MAX);
    store_add(job, ST_TABLE_STATUS, "s", q->id);
    store_add(job, ST_ANALYSIS_COUNT, "s", q->who);
    store_add(job, ST_ANALYSIS_GET, "s", q->id);
    store_send(sv->store, job);
}

void analyst_route(struct server *sv, struct net_request *r, const char *id)
{
    char secret[SV_SECRET_MAX];
    const bool asks = strcmp(r->method, "POST") == 0;
    struct query *q = (struct query *)sr_alloc(sizeof *q);
    if (!q || analyst_visits(sv) == 0 || (!asks && strcmp(r->method, "GET") != 0)) {
        http_error(sv, r,
                   !q                   ? "busy"
                   : analyst_visits(sv) ? "method"
                                        : "not_found",
                   !q                   ? "no memory"
                   : analyst_visits(sv) ? "GET or POST is expected"
                                        : "this server makes no analyses");
        sr_free(q);
        return;
    }
    q->sv = sv;
    q->r = r;
    snprintf(q->id, sizeof q->id, "%s", id);
    if (!asks)
        look(q, shown);
    else if (http_bearer(r, secret))
        account_of(sv, secret, known, q);
    else
        known(sv, q, "", "", NULL);
    memset(secret, 0, sizeof secret);
}
