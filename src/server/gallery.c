/* gallery.c: words of those who watch, among themselves (spectate.h). They are no part of a table's
 * log: the match does not wait for them, and who plays hears of them only when it is over. To
 * write, and while the match runs to read, one needs an account, so that a seat is not told by
 * another door and everybody there can be muted, reported and silenced. */
#include "core/alloc.h"
#include "server/doc.h"
#include "server/hall.h"
#include "server/limit.h"
#include "server/own.h"
#include "server/secret.h"
#include "server/socket.h"
#include "server/spectate.h"
#include "server/voice.h"

enum { LINES_SHOWN = 50, LINES_MAX = 5000, EVIDENCE = 50, REASON_MAX = 16, REPORT_TEXT_MAX = 1000 };

struct talk { /* a message on its way through the store */
    struct server *sv;
    struct sv_conn *c;
    char table[SV_ID_MAX], id[SV_CID_MAX];
    int64_t at;
    char text[SV_CHAT_MAX + 1];
};

/* Whether a connection may read along now. */
static bool reads(const struct sv_table *t, const struct sv_conn *c)
{
    return t->log.status == SV_OVER || (c->viewer == SR_SPECTATOR && c->account[0]);
}

static struct sr_buf open_lines(struct server *sv, const char *id)
{
    struct sr_buf b = sv_message(sv, "gallery");
    sv_put_id(&b, id);
    sr_json_put_open(&b, "lines", '[');
    return b;
}

static void close_lines(struct sr_buf *b)
{
    sr_json_close(b, ']');
    sr_json_close(b, '}');
}

static void put_line(struct sr_buf *b, int64_t number, int64_t at, const char *name,
                     const char *text)
{
    sr_json_open(b, '{');
    sr_json_put_int(b, "number", number);
    sr_json_put_int(b, "at", at);
    sr_json_put_str(b, "name", name);
    sr_json_put_str(b, "text", text);
    sr_json_close(b, '}');
}

static void end_talk(struct talk *k)
{
    socket_release(k->c);
    sr_free(k);
}

static void listed(struct store_job *job, void *context)
{
    struct talk *k = (struct talk *)context;
    const struct db_rows *rows = store_rows(job, 0);
    if (job->err) {
        sv_error(k->sv, k->c, k->id, "store", "this cannot be read at the moment; try again");
    } else {
        struct sr_buf b = open_lines(k->sv, k->id);
        for (int i = rows->count - 1; i >= 0; i--)
            put_line(&b, db_int(rows, i, 0), db_int(rows, i, 1), db_text(rows, i, 2),
                     db_text(rows, i, 3));
        close_lines(&b);
        sv_say(k->c, &b);
    }
    end_talk(k);
}

static void said(struct store_job *job, void *context)
{
    struct talk *k = (struct talk *)context;
    const struct db_rows *rows = store_rows(job, 0);
    struct sv_table *t = sv_find(k->sv, k->table);
    if (job->err) {
        sv_error(k->sv, k->c, k->id, "store", "this could not be saved; try again");
        end_talk(k);
        return;
    }
    struct sr_buf b = open_lines(k->sv, "");
    if (rows->count) /* none: it was said before, and is asked for again */
        put_line(&b, db_int(rows, 0, 0), k->at, db_text(rows, 0, 1), k->text);
    close_lines(&b);
    for (struct sv_conn *c = t && rows->count ? t->people.conns : NULL; c; c = c->next)
        if (reads(t, c))
            sv_say(c, &b);
    sv_ok(k->sv, k->c, k->id, t ? t->people.told : 0, rows->count == 0);
    end_talk(k);
}

/* Why somebody may not write, as a code; NULL: he may. */
static const char *hindrance(struct server *sv, const struct sv_table *t, const struct sv_conn *c,
                             const char *text)
{
    char who[2 * SV_ID_MAX];
    int wait;
    if (c->viewer != SR_SPECTATOR && t->log.status != SV_OVER)
        return "playing";
    if (!c->account[0])
        return "account";
    for (const char *s = text; *s; s++)
        if ((unsigned char)*s < 0x20)
            return "range";
    if (watch_silenced(sv, c->account, sv_now()))
        return "silenced";
    snprintf(who, sizeof who, "%s:%s", t->id, c->account);
    if (limits_take(sv->limits, LIMIT_CHAT, who, sv_now(), &wait))
        return NULL;
    sv->counts.limited++;
    return "limited";
}

void gallery_message(struct server *sv, struct sv_table *t, struct sv_conn *c, const char *id,
                     const struct sr_doc *d)
{
    char text[SV_CHAT_MAX + 1];
    const bool says = sr_json_get(d, 0, "text") >= 0;
    const bool fits = !says || (sv_get_text(d, 0, "text", text, sizeof text) && text[0]);
    const char *why = !fits                       ? "range"
                      : says                      ? hindrance(sv, t, c, text)
                      : reads(t, c)               ? NULL
                      : c->viewer == SR_SPECTATOR ? "account"
                                                  : "playing";
    if (why) {
        sv_error(sv, c, id, why,
                 "the gallery is for those who watch with an account; text: 1 to 500 bytes, not too"
                 " many in a short time");
        return;
    }
    struct talk *k = (struct talk *)sr_alloc(sizeof *k);
    struct store_job *job = k ? store_job_new(says ? said : listed, k) : NULL;
    if (!job) {
        sr_free(k);
        sv_error(sv, c, id, "busy", "no memory");
        return;
    }
    *k = (struct talk){.sv = sv, .c = c, .at = sv_now()};
    c->pending++;
    snprintf(k->table, sizeof k->table, "%s", t->id);
    snprintf(k->id, sizeof k->id, "%s", id);
    if (says) {
        memcpy(k->text, text, sizeof k->text);
        store_add(job, ST_GALLERY_ADD, "ssisssi", t->id, t->id, k->at, text, id, c->account,
                  (int64_t)LINES_MAX);
        sv->counts.chats++;
    } else {
        store_add(job, ST_GALLERY_LIST, "si", t->id, (int64_t)LINES_SHOWN);
    }
    store_send(sv->store, job);
}

/* ---- reports --------------------------------------------------------------------------------- */

struct complaint {
    struct server *sv;
    struct net_request *r;
    char id[SV_ID_MAX], table[SV_ID_MAX], by[SV_ID_MAX], reason[REASON_MAX];
    char text[REPORT_TEXT_MAX + 1];
};

static void filed(struct store_job *job, void *context)
{
    struct complaint *k = (struct complaint *)context;
    if (job->err) {
        http_error(k->sv, k->r, "store", "this could not be saved; try again");
    } else {
        struct sr_buf b = sv_buf(k->sv);
        sr_json_open(&b, '{');
        sr_json_put_str(&b, "report", k->id);
        sr_json_close(&b, '}');
        http_json(k->r, 201, &b);
    }
    sr_free(k);
}

/* The lines of the one who wrote that line: the first row is it. */
static void found(struct store_job *job, void *context)
{
    struct complaint *k = (struct complaint *)context;
    const struct db_rows *rows = store_rows(job, 0);
    struct store_job *next = job->err || !rows->count ? NULL : store_job_new(filed, k);
    if (!next) {
        http_error(k->sv, k->r, job->err ? "store" : "not_found", "there is no such line");
        sr_free(k);
        return;
    }
    struct sr_buf b = sv_buf(k->sv);
    sr_json_open(&b, '[');
    for (int i = 0; i < rows->count; i++) {
        sr_json_open(&b, '{');
        sr_json_put_int(&b, "at", db_int(rows, i, 2));
        sr_json_put_str(&b, "text", db_text(rows, i, 3));
        sr_json_close(&b, '}');
    }
    sr_json_close(&b, ']');
    store_add(next, ST_REPORT_ADD, "sississsss", k->id, sv_now(), k->by, k->table, (int64_t)-1,
              db_text(rows, 0, 0), db_text(rows, 0, 1), k->reason, k->text, b.text);
    store_send(k->sv->store, next);
}

void gallery_report(struct server *sv, const struct sv_table *t, struct net_request *r,
                    const char *account, const struct sr_doc *d)
{
    struct complaint *k = (struct complaint *)sr_alloc(sizeof *k);
    struct store_job *job = k ? store_job_new(found, k) : NULL;
    if (!job) {
        sr_free(k);
        http_error(sv, r, "busy", "no memory");
        return;
    }
    k->sv = sv;
    k->r = r;
    sv_new_id(k->id);
    snprintf(k->table, sizeof k->table, "%s", t->id);
    snprintf(k->by, sizeof k->by, "%s", account);
    sv_get_text(d, 0, "reason", k->reason, sizeof k->reason);
    sv_get_text(d, 0, "text", k->text, sizeof k->text);
    store_add(job, ST_GALLERY_OF, "sisi", t->id, sv_get_int(d, 0, "gallery", 0), account,
              (int64_t)EVIDENCE);
    store_send(sv->store, job);
}
