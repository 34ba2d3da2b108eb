/* mail.c: addresses, messages, the daily digest (mail.h). */
#include "server/mail.h"

#include <ctype.h>
#include <sodium.h>
#include <stdlib.h>
#include <time.h>

#include "core/alloc.h"
#include "serai/text.h"
#include "server/bell.h"
#include "server/doc.h"
#include "server/limit.h"
#include "server/secret.h"

enum {
    TEXT_MAX = 12288,
    MESSAGE_MAX = 24576,
    SWEEP_ROWS = 100,
    TABLES_MAX = 20,
    WORD = 45, /* bytes of a subject in one encoded word */
    LINE = 57  /* bytes of a text in one line */
};
static const int64_t hour_ms = 3600000, minute_ms = 60000;

bool mail_on(const struct server *sv) { return sv->options.sendmail && sv->options.url; }

bool mail_address_ok(const char *address)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const size_t local = strspn(address, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789._%+-");
    const char *host = address + local + 1;
    if (local == 0 || local > 64 || !isalnum((unsigned char)address[0]) || address[local] != '@' ||
        strlen(address) >= MAIL_ADDRESS_MAX || strstr(address, ".."))
        return false;
    const char *dot = strrchr(host, '.');
    for (const char *c = host; *c; c++)
        if (!strchr(letters, *c) && *c != '-' && *c != '.')
            return false;
    return isalnum((unsigned char)*host) && dot && isalpha((unsigned char)dot[1]);
}

/* ---- a message ------------------------------------------------------------------------------- */

static void put_base64(struct sr_buf *b, const char *text, size_t len)
{
    char line[4 * (LINE / 3) + 1];
    sodium_bin2base64(line, sizeof line, (const unsigned char *)text, len,
                      sodium_base64_VARIANT_ORIGINAL);
    sr_buf_put(b, line);
}

static void put_subject(struct sr_buf *b, const char *text)
{
    sr_buf_put(b, "Subject:");
    while (*text) {
        size_t n = strlen(text) < WORD ? strlen(text) : WORD;
        while (n > 1 && ((unsigned char)text[n] & 0xC0) == 0x80)
            n--; /* no letter is cut */
        sr_buf_put(b, " =?UTF-8?B?");
        put_base64(b, text, n);
        sr_buf_put(b, "?=\n");
        text += n;
    }
}

static void put_date(struct sr_buf *b, int64_t now)
{
    static const char days[] = "SunMonTueWedThuFriSat",
                      months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const time_t at = (time_t)(now / 1000);
    struct tm t;
    char text[64];
    gmtime_r(&at, &t);
    snprintf(text, sizeof text, "Date: %.3s, %d %.3s %d %02d:%02d:%02d +0000\n",
             days + (ptrdiff_t)3 * t.tm_wday, t.tm_mday, months + (ptrdiff_t)3 * t.tm_mon,
             t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
    sr_buf_put(b, text);
}

/* The page's address without a slash at its end, and its host. */
static void page_of(const struct server *sv, char url[256], char host[256])
{
    snprintf(url, 256, "%s", sv->options.url);
    while (*url && url[strlen(url) - 1] == '/')
        url[strlen(url) - 1] = '\0';
    const char *from = strstr(url, "://");
    from = from ? from + 3 : url;
    snprintf(host, 256, "%.*s", (int)strcspn(from, ":/"), from);
}

struct letter {
    const char *address, *stop; /* stop: its code, NULL none */
    char subject[256], text[TEXT_MAX];
};

static void send_letter(struct server *sv, const struct letter *l)
{
    char message[MESSAGE_MAX], url[256], host[256], id[SV_ID_MAX];
    struct sr_buf b;
    sr_buf_init(&b, message, sizeof message);
    page_of(sv, url, host);
    sv_new_id(id);
    const char *const head[] = {"From: Caravanserai <noreply@",
                                host,
                                ">\nTo: <",
                                l->address,
                                ">\nMessage-ID: <",
                                id,
                                "@",
                                host,
                                ">\n"};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        sr_buf_put(&b, head[i]);
    put_subject(&b, l->subject);
    put_date(&b, sv_now());
    if (l->stop) { /* RFC 8058 */
        const char *const rows[] = {"List-Unsubscribe: <", url,
                                    "/api/v1/notices/email/stop?c=", l->stop,
                                    ">\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n"};
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            sr_buf_put(&b, rows[i]);
    }
    sr_buf_put(&b, "Auto-Submitted: auto-generated\nMIME-Version: 1.0\n"
                   "Content-Type: text/plain; charset=UTF-8\n"
                   "Content-Transfer-Encoding: base64\n\n");
    for (size_t at = 0; at < strlen(l->text); at += LINE) {
        const size_t left = strlen(l->text) - at;
        put_base64(&b, l->text + at, left < LINE ? left : LINE);
        sr_buf_put(&b, "\n");
    }
    if (!b.full)
        bell_mail(sv, l->address, message, b.len);
}

static void words(char *out, size_t max, enum sr_lang lang, const char *key,
                  const struct sr_text_arg *args)
{
    struct sr_buf b;
    sr_buf_init(&b, out, max);
    sr_text_put(&b, lang, key, args);
}

/* ---- codes ----------------------------------------------------------------------------------- */

static void stop_code(const struct server *sv, const char *account, char out[BELL_STOP_MAX])
{
    unsigned char mac[16];
    char hex[2 * sizeof mac + 1], text[SV_ID_MAX + 16];
    snprintf(text, sizeof text, "mail-stop:%s", account);
    bell_mac(sv, text, mac, sizeof mac);
    sodium_bin2hex(hex, sizeof hex, mac, sizeof mac);
    snprintf(out, BELL_STOP_MAX, "%s-%s", account, hex);
}

static bool stop_read(const struct server *sv, const char *code, char account[SV_ID_MAX])
{
    char right[BELL_STOP_MAX];
    snprintf(account, SV_ID_MAX, "%.*s", (int)strcspn(code, "-"), code);
    stop_code(sv, account, right);
    return strlen(code) == strlen(right) && sodium_memcmp(right, code, strlen(code)) == 0;
}

/* ---- what is asked --------------------------------------------------------------------------- */

struct asks {
    struct server *sv;
    struct net_request *r;
    char account[SV_ID_MAX], name[SR_NAME_MAX], address[MAIL_ADDRESS_MAX], code[SV_SECRET_MAX];
    enum sr_lang lang;
};

static void refuse(struct asks *q, const char *code, const char *text)
{
    http_error(q->sv, q->r, code, text);
    sr_free(q);
}

static struct store_job *job_for(struct asks *q, store_done *then)
{
    struct store_job *job = store_job_new(then, q);
    if (!job)
        refuse(q, "busy", "no memory");
    return job;
}

static bool failed(const struct store_job *job, struct asks *q)
{
    if (job->err)
        refuse(q, "store", "this cannot be done at the moment; try again");
    return job->err != SR_OK;
}

static void done(struct store_job *job, void *context)
{
    struct asks *q = (struct asks *)context;
    if (failed(job, q))
        return;
    if (job->step[0].stmt == ST_MAIL_CONFIRM && job->step[0].changed == 0) {
        refuse(q, "token", "this link was used, or another address has been named since");
        return;
    }
    http_done(q->r);
    sr_free(q);
}

static void named(struct store_job *job, void *context)
{
    struct asks *q = (struct asks *)context;
    char url[256], host[256], link[512];
    if (failed(job, q))
        return;
    struct letter *l = (struct letter *)sr_alloc(sizeof *l);
    if (!l) {
        refuse(q, "busy", "no memory");
        return;
    }
    page_of(q->sv, url, host);
    snprintf(link, sizeof link, "%s/#/notices/confirm.%s", url, q->code);
    const struct sr_text_arg args[] = {
        {"name", 0, q->name}, {"url", 0, url}, {"link", 0, link}, {NULL, 0, NULL}};
    l->address = q->address;
    words(l->subject, sizeof l->subject, q->lang, "mail.confirm", args);
    words(l->text, sizeof l->text, q->lang, "mail.confirm.text", args);
    send_letter(q->sv, l);
    sr_free(l);
    http_done(q->r);
    sr_free(q);
}

/* A new address: a link goes there, and nothing else until it is opened. */
static void name_address(struct asks *q)
{
    struct sr_doc d;
    char language[3], hash[SV_HASH_MAX];
    int wait, later;
    if (!http_body(q->sv, q->r, &d)) {
        sr_free(q);
        return;
    }
    if (!sv_get_text(&d, 0, "address", q->address, sizeof q->address) ||
        !mail_address_ok(q->address)) {
        refuse(q, "range", "address: an e-mail address");
        return;
    }
    if (!limits_take(q->sv->limits, LIMIT_MAIL, q->account, sv_now(), &wait) ||
        !limits_take(q->sv->limits, LIMIT_MAIL, q->address, sv_now(), &later)) {
        http_limited(q->sv, q->r, 600, "too many messages to that address");
        sr_free(q);
        return;
    }
    sv_get_text(&d, 0, "language", language, sizeof language);
    (void)sr_lang_parse(language, &q->lang);
    sv_new_secret(q->code);
    sv_hash_secret(q->code, hash);
    struct store_job *job = job_for(q, named);
    if (!job)
        return;
    store_add(job, ST_MAIL_SET, "ssssi", q->account, q->address, hash, sr_lang_code(q->lang),
              sv_now());
    store_send(q->sv->store, job);
}

static void confirm(struct asks *q)
{
    struct sr_doc d;
    char hash[SV_HASH_MAX];
    if (!http_body(q->sv, q->r, &d)) {
        sr_free(q);
        return;
    }
    sv_get_text(&d, 0, "code", q->code, sizeof q->code);
    sv_hash_secret(q->code, hash);
    struct store_job *job = job_for(q, done);
    if (!job)
        return;
    store_add(job, ST_MAIL_CONFIRM, "s", hash);
    store_send(q->sv->store, job);
}

/* By the one click of a mail program (c=CODE in the address) or by the page's link. */
static void stop(struct asks *q)
{
    struct sr_doc d;
    char code[BELL_STOP_MAX];
    if (!http_asked(q->r, "c", code, sizeof code)) {
        if (!http_body(q->sv, q->r, &d)) {
            sr_free(q);
            return;
        }
        sv_get_text(&d, 0, "stop", code, sizeof code);
    }
    if (!stop_read(q->sv, code, q->account)) {
        refuse(q, "token", "this code stops nothing");
        return;
    }
    struct store_job *job = job_for(q, done);
    if (!job)
        return;
    store_add(job, ST_MAIL_DROP, "s", q->account);
    store_send(q->sv->store, job);
}

bool mail_is_link(const char *rest)
{
    return strcmp(rest, "/email/confirm") == 0 || strcmp(rest, "/email/stop") == 0;
}

void mail_route(struct server *sv, struct net_request *r, const char *account, const char *name)
{
    const char *what = r->path + strlen("/api/v1/notices/email");
    const bool post = strcmp(r->method, "POST") == 0;
    struct asks *q = (struct asks *)sr_alloc(sizeof *q);
    if (!q) {
        http_error(sv, r, "busy", "no memory");
        return;
    }
    q->sv = sv;
    q->r = r;
    snprintf(q->account, sizeof q->account, "%s", account);
    snprintf(q->name, sizeof q->name, "%s", name);
    if (!mail_on(sv) || !bell_known(sv)) {
        refuse(q, "not_found", "this server sends no e-mail");
    } else if (post && strcmp(what, "/confirm") == 0) {
        confirm(q);
    } else if (post && strcmp(what, "/stop") == 0) {
        stop(q);
    } else if (post && !*what) {
        name_address(q);
    } else if (strcmp(r->method, "DELETE") == 0 && !*what) {
        struct store_job *job = job_for(q, done);
        if (!job)
            return;
        store_add(job, ST_MAIL_DROP, "s", account);
        store_send(sv->store, job);
    } else {
        refuse(q, "not_found", "there is no such resource");
    }
}

void mail_put(struct sr_buf *b, const struct server *sv, const struct db_rows *rows)
{
    if (rows->count == 0) {
        if (mail_on(sv))
            sr_json_put_null(b, "email");
        return; /* where there is no e-mail nothing is said of it */
    }
    sr_json_put_open(b, "email", '{');
    sr_json_put_str(b, "address", db_text(rows, 0, 0));
    sr_json_put_bool(b, "confirmed", strcmp(db_text(rows, 0, 1), "good") == 0);
    sr_json_close(b, '}');
}

/* ---- the digest ------------------------------------------------------------------------------ */

struct digest {
    struct server *sv;
    char account[SV_ID_MAX];
    struct letter letter;
    char address[MAIL_ADDRESS_MAX], stop[BELL_STOP_MAX];
};

static void digest_due(struct store_job *job, void *context)
{
    struct digest *d = (struct digest *)context;
    if (!job->err) /* this process it is, and today it is the first */
        send_letter(d->sv, &d->letter);
    sr_free(d);
}

/* Where it is his turn, line by line; how many there are. */
static int put_tables(struct server *sv, struct sr_buf *b, enum sr_lang lang, const char *url,
                      const struct db_rows *rows)
{
    int n = 0;
    for (int i = 0; i < rows->count && n < TABLES_MAX; i++) {
        char game[SR_NAME_MAX], others[128], key[SR_NAME_MAX + 8], link[320];
        if (!bell_turn(sv, db_text(rows, i, 2), (int)db_int(rows, i, 1), game, others,
                       sizeof others))
            continue;
        snprintf(key, sizeof key, "%s.title", game);
        snprintf(link, sizeof link, "\n  %s/#/table/%s\n", url, db_text(rows, i, 0));
        const struct sr_text_arg args[] = {
            {"game", 0, sr_text(lang, key)}, {"others", 0, others}, {NULL, 0, NULL}};
        sr_buf_put(b, "- ");
        sr_text_put(b, lang, others[0] ? "notice.game_with" : "notice.game", args);
        sr_buf_put(b, link);
        n++;
    }
    return n;
}

static void waiting(struct store_job *job, void *context)
{
    struct digest *d = (struct digest *)context;
    const struct db_rows *rows = store_rows(job, 0), *who = store_rows(job, 1);
    char tables[TEXT_MAX / 2], url[256], host[256], stop[512];
    enum sr_lang lang = SR_EN;
    struct sr_buf b;
    page_of(d->sv, url, host);
    sr_buf_init(&b, tables, sizeof tables);
    (void)sr_lang_parse(db_text(who, 0, 2), &lang);
    const int n = job->err ? 0 : put_tables(d->sv, &b, lang, url, rows);
    struct store_job *then = n > 0 && !b.full ? store_job_new(digest_due, d) : NULL;
    if (!then) {
        sr_free(d);
        return;
    }
    snprintf(d->address, sizeof d->address, "%s", db_text(who, 0, 0));
    stop_code(d->sv, d->account, d->stop);
    snprintf(stop, sizeof stop, "%s/#/notices/stop.%s", url, d->stop);
    const struct sr_text_arg args[] = {{"n", n, NULL},
                                       {"name", 0, db_text(who, 0, 3)},
                                       {"tables", 0, tables},
                                       {"stop", 0, stop},
                                       {NULL, 0, NULL}};
    d->letter.address = d->address;
    d->letter.stop = d->stop;
    words(d->letter.subject, sizeof d->letter.subject, lang, "mail.digest", args);
    words(d->letter.text, sizeof d->letter.text, lang, "mail.digest.text", args);
    const int64_t now = sv_now();
    store_add(then, ST_MAIL_SENT, "isi", now, d->account, now - 24 * hour_ms);
    store_send(d->sv->store, then);
}

static void swept(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    const struct db_rows *rows = store_rows(job, 0);
    for (int i = 0; !job->err && i < rows->count; i++) {
        struct digest *d = bell_quiet(sv_now(), (int)db_int(rows, i, 1), (int)db_int(rows, i, 2),
                                      db_text(rows, i, 3))
                               ? NULL
                               : (struct digest *)sr_alloc(sizeof *d);
        struct store_job *next = d ? store_job_new(waiting, d) : NULL;
        if (!next) {
            sr_free(d);
            continue;
        }
        d->sv = sv;
        snprintf(d->account, sizeof d->account, "%s", db_text(rows, i, 0));
        store_add(next, ST_MAIL_TABLES, "s", d->account);
        store_add(next, ST_MAIL_OF, "s", d->account);
        store_send(sv->store, next);
    }
}

void mail_sweep(struct server *sv, int64_t now)
{
    static const int64_t often = 500;
    const bool patient = sv->options.limit_scale > 0;
    if (!mail_on(sv) || !bell_known(sv) || !bell_mail_due(sv, now, patient ? minute_ms : often))
        return;
    struct store_job *job = store_job_new(swept, sv);
    if (!job)
        return;
    store_add(job, ST_MAIL_DUE, "iii", now - 24 * hour_ms, now - (patient ? hour_ms : 0),
              (int64_t)SWEEP_ROWS);
    store_send(sv->store, job);
}
