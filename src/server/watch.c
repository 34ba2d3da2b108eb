/* watch.c: reports, and what operators have decided (own.h). Decisions are made by `serai admin`,
 * which writes them to the store; here those in force are known and kept to. */
#include "core/alloc.h"
#include "server/doc.h"
#include "server/limit.h"
#include "server/own.h"
#include "server/secret.h"
#include "server/socket.h"
#include "server/spectate.h"

enum { SANCTIONS_MAX = 4096, REPORT_TEXT_MAX = 1000, LINES_MAX = 50, REASON_MAX = 16 };

struct sanction {
    char account[SV_ID_MAX];
    bool suspended; /* else silenced */
    int64_t until;
};

struct watch {
    struct sanction sanction[SANCTIONS_MAX];
    int count;
    bool sweeping;
};

struct watch *watch_new(void) { return (struct watch *)sr_alloc(sizeof(struct watch)); }

void watch_free(struct watch *w) { sr_free(w); }

static struct sanction *find(struct watch *w, const char *account, bool suspended)
{
    for (int i = 0; i < w->count; i++)
        if (w->sanction[i].suspended == suspended && strcmp(w->sanction[i].account, account) == 0)
            return &w->sanction[i];
    return NULL;
}

bool watch_silenced(const struct server *sv, const char *account, int64_t now)
{
    const struct sanction *s = account[0] ? find(sv->watch, account, false) : NULL;
    return s && s->until > now;
}

bool watch_suspended(const struct server *sv, const char *account, int64_t now)
{
    const struct sanction *s = account[0] ? find(sv->watch, account, true) : NULL;
    return s && s->until > now;
}

void watch_pardoned(struct server *sv, const char *account)
{
    struct sanction *s = find(sv->watch, account, true);
    if (s)
        s->until = 0;
}

static void swept(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    struct watch *w = sv->watch;
    const struct db_rows *rows = store_rows(job, 0);
    w->sweeping = false;
    if (job->err)
        return;
    for (int i = 0; i < rows->count; i++) {
        const bool suspended = strcmp(db_text(rows, i, 1), "suspend") == 0;
        if (suspended && !find(w, db_text(rows, i, 0), true))
            socket_suspend(sv, db_text(rows, i, 0));
    }
    w->count = 0;
    for (int i = 0; i < rows->count && i < SANCTIONS_MAX; i++) {
        struct sanction *s = &w->sanction[w->count++];
        snprintf(s->account, sizeof s->account, "%s", db_text(rows, i, 0));
        s->suspended = strcmp(db_text(rows, i, 1), "suspend") == 0;
        s->until = db_int(rows, i, 2);
    }
}

void watch_sweep(struct server *sv, int64_t now)
{
    struct store_job *job = sv->watch->sweeping ? NULL : store_job_new(swept, sv);
    if (!job)
        return;
    sv->watch->sweeping = true;
    store_add(job, ST_SANCTION_LIST, "ii", now, (int64_t)SANCTIONS_MAX);
    store_send(sv->store, job);
}

/* ---- reports --------------------------------------------------------------------------------- */

struct report {
    struct server *sv;
    struct net_request *r;
    char id[SV_ID_MAX];
};

static void reported(struct store_job *job, void *context)
{
    struct report *p = (struct report *)context;
    if (job->err) {
        http_error(p->sv, p->r, "store", "this could not be saved; try again");
    } else {
        struct sr_buf b = sv_buf(p->sv);
        sr_json_open(&b, '{');
        sr_json_put_str(&b, "report", p->id);
        sr_json_close(&b, '}');
        http_json(p->r, 201, &b);
    }
    sr_free(p);
}

/* What he said at the table, the last lines of it. */
static void put_lines(struct sr_buf *b, const struct sv_table *t, int seat)
{
    int from = t->log.seq, n = 0;
    while (from > 0 && n < LINES_MAX) {
        const struct entry *e = &t->log.entry[--from];
        n += e->kind == ENTRY_CHAT && e->seat == seat;
    }
    sr_json_open(b, '[');
    for (int i = from; i < t->log.seq; i++) {
        const struct entry *e = &t->log.entry[i];
        if (e->kind != ENTRY_CHAT || e->seat != seat)
            continue;
        sr_json_open(b, '{');
        sr_json_put_int(b, "at", e->at);
        sr_json_put_str(b, "text", e->has.text);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

static bool reason_ok(const char *reason)
{
    static const char *const all[] = {"chat", "cheating", "stalling", "name", "other"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i], reason) == 0)
            return true;
    return false;
}

void watch_report(struct server *sv, struct sv_table *t, struct net_request *r,
                  const struct asker *who)
{
    struct sr_doc d;
    char reason[REASON_MAX], text[REPORT_TEXT_MAX + 1];
    if (!who->account[0]) {
        http_error(sv, r, "account", "an account is needed to report somebody");
        return;
    }
    if (!http_body(sv, r, &d))
        return;
    int wait = 0, later = 0;
    if (!limits_take(sv->limits, LIMIT_REPORT, who->account, sv_now(), &wait) ||
        !limits_take(sv->limits, LIMIT_REPORT, r->address, sv_now(), &later)) {
        http_limited(sv, r, wait > later ? wait : later, "too many reports in a short time");
        return;
    }
    const int64_t seat = sv_get_int(&d, 0, "seat", -1);
    sv_get_text(&d, 0, "reason", reason, sizeof reason);
    sv_get_text(&d, 0, "text", text, sizeof text);
    if (reason_ok(reason) && sr_json_get(&d, 0, "gallery") >= 0) {
        gallery_report(sv, t, r, who->account, &d);
        return;
    }
    if (seat < 0 || seat >= t->setup.config.seats || t->people.seat[seat].kind != ENTRY_HUMAN ||
        strcmp(t->people.seat[seat].account, who->account) == 0 || !reason_ok(reason)) {
        http_error(sv, r, "range",
                   "seat of another person, and a reason: chat, cheating, stalling,"
                   " name or other");
        return;
    }
    struct report *p = (struct report *)sr_alloc(sizeof *p);
    struct store_job *job = p ? store_job_new(reported, p) : NULL;
    if (!job) {
        sr_free(p);
        http_error(sv, r, "busy", "no memory");
        return;
    }
    p->sv = sv;
    p->r = r;
    sv_new_id(p->id);
    struct sr_buf b = sv_buf(sv);
    put_lines(&b, t, (int)seat);
    const struct sv_seat *s = &t->people.seat[seat];
    store_add(job, ST_REPORT_ADD, "sississsss", p->id, sv_now(), who->account, t->id, seat,
              s->account, s->name, reason, text, b.text);
    store_send(sv->store, job);
}
