/* bell.c: when it rings, for whom, and in which words (bell.h). */
#include "server/bell.h"

#include <sodium.h>
#include <stdlib.h>

#include "core/alloc.h"
#include "serai/text.h"
#include "server/doc.h"
#include "server/limit.h"
#include "server/mail.h"
#include "server/secret.h"

enum {
    AFTER_MS = 30000, /* nobody is called who has only turned the page */
    AFTER_MS_UNLIMITED = 500,
    START_FRESH_MS = 120000,
    SWEEP_ROWS = 200,
    TTL_S = 86400,
    TOLD_DAYS = 120,
    NAMES_MAX = 120, /* bytes of the others' names */
    STOP_HEX = 32,
    START_TRIES = 1000,
    START_STEP_MS = 2
};
static const int64_t minute_ms = 60000;
static const char key_name[] = "push_key", secret_name[] = "notice_secret";

const char *const bell_names[BELL_KINDS] = {"turn",   "start",  "round",
                                           "invite", "friend", "season"};

struct bell {
    struct post *post;
    struct seal_key key;
    char secret[SV_SECRET_MAX];
    bool ready, sweeping;
    int64_t sweep_at, mail_at;
};

struct bell *bell_new(void) { return (struct bell *)sr_alloc(sizeof(struct bell)); }

void bell_free(struct bell *b)
{
    if (!b)
        return;
    post_free(b->post);
    sodium_memzero(b, sizeof *b);
    sr_free(b);
}

void bell_stop(struct server *sv)
{
    if (sv->bell)
        post_stop(sv->bell->post);
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* What came of a parcel: a browser that is gone hears nothing any more. */
static void posted(void *context, const struct parcel *p)
{
    struct server *sv = (struct server *)context;
    struct store_job *job = p->end == POST_GONE && !p->mail ? store_job_new(NULL, NULL) : NULL;
    if (p->end == POST_REFUSED || p->end == POST_GIVEN_UP)
        sv_log(sv, "warning", p->mail ? "mail" : "push", "siii", "host", p->host, "status",
               (int64_t)p->status, "tries", (int64_t)p->tries, "end", (int64_t)p->end);
    if (!job)
        return;
    store_add(job, ST_PUSH_DROP, "s", p->id);
    store_send(sv->store, job);
}

static void keys_known(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    struct bell *b = sv->bell;
    if (job->err || !seal_key_read(&b->key, db_text(store_rows(job, 2), 0, 0))) {
        sv_log(sv, "error", "push", "s", "why", "no keys");
        return;
    }
    snprintf(b->secret, sizeof b->secret, "%s", db_text(store_rows(job, 3), 0, 0));
    b->ready = b->secret[0] != '\0';
    if (!sv->options.push_contact && !mail_on(sv))
        return;
    const struct post_options options = {.key = b->key,
                                         .contact = sv->options.push_contact,
                                         .sendmail = sv->options.sendmail,
                                         .test = sv->options.push_test,
                                         .hasty = sv->options.limit_scale <= 0,
                                         .done = posted,
                                         .context = sv};
    b->post = post_new(sv->loop, &options);
    if (!b->post)
        sv_log(sv, "error", "push", "s", "why", "certificates cannot be read");
}

void bell_start(struct server *sv)
{
    struct seal_key fresh;
    char text[SEAL_KEY_TEXT], secret[SV_SECRET_MAX];
    struct store_job *job = seal_key_new(&fresh) ? store_job_new(keys_known, sv) : NULL;
    if (!job)
        return;
    seal_key_write(&fresh, text);
    sv_new_secret(secret);
    store_add(job, ST_META_ADD, "ss", key_name, text); /* unless there are some */
    store_add(job, ST_META_ADD, "ss", secret_name, secret);
    store_add(job, ST_META_GET, "s", key_name);
    store_add(job, ST_META_GET, "s", secret_name);
    store_send(sv->store, job);
    sodium_memzero(&fresh, sizeof fresh);
    sodium_memzero(text, sizeof text);
    /* Whoever comes first finds them. */
    for (int i = 0; i < START_TRIES && store_waiting(sv->store) > 0; i++) {
        store_flush(sv->store);
        if (store_collect(sv->store) == 0)
            uv_sleep(START_STEP_MS);
    }
}

bool bell_ready(const struct server *sv)
{
    return sv->bell->ready && sv->bell->post && sv->options.push_contact;
}

const struct seal_key *bell_key(const struct server *sv) { return &sv->bell->key; }

void bell_counts(struct server *sv, struct post_counts *out)
{
    memset(out, 0, sizeof *out);
    if (sv->bell->post)
        post_counts_get(sv->bell->post, out);
}

bool bell_known(const struct server *sv) { return sv->bell->ready; }

void bell_mac(const struct server *sv, const char *text, unsigned char *out, size_t len)
{
    unsigned char mac[crypto_auth_hmacsha256_BYTES];
    crypto_auth_hmacsha256_state h;
    const char *secret = sv->bell->secret;
    crypto_auth_hmacsha256_init(&h, (const unsigned char *)secret, strlen(secret));
    crypto_auth_hmacsha256_update(&h, (const unsigned char *)text, strlen(text));
    crypto_auth_hmacsha256_final(&h, mac);
    memcpy(out, mac, len);
}

void bell_stop_code(const struct server *sv, const char *id, char out[BELL_STOP_MAX])
{
    unsigned char mac[STOP_HEX / 2];
    char hex[STOP_HEX + 1], text[SV_ID_MAX + 8];
    snprintf(text, sizeof text, "stop:%s", id);
    bell_mac(sv, text, mac, sizeof mac);
    sodium_bin2hex(hex, sizeof hex, mac, sizeof mac);
    snprintf(out, BELL_STOP_MAX, "%s-%s", id, hex);
}

bool bell_stop_read(const struct server *sv, const char *code, char id[SV_ID_MAX])
{
    char right[BELL_STOP_MAX];
    const size_t n = strcspn(code, "-");
    id[0] = '\0';
    if (!sv->bell->ready || n + 1 >= SV_ID_MAX || strlen(code) != n + 1 + STOP_HEX)
        return false;
    snprintf(id, SV_ID_MAX, "%.*s", (int)n, code);
    bell_stop_code(sv, id, right);
    return sodium_memcmp(right, code, strlen(code)) == 0;
}

/* ---- what happens ---------------------------------------------------------------------------- */

static bool on(const struct server *sv) { return sv->options.push_contact || mail_on(sv); }

static int64_t after(const struct server *sv)
{
    return sv->options.limit_scale > 0 ? AFTER_MS : AFTER_MS_UNLIMITED;
}

void bell_who(const struct sv_seat *s, char out[BELL_WHO_MAX])
{
    snprintf(out, BELL_WHO_MAX, "%s%s",
             s->account[0] ? "" : "seat:", s->account[0] ? s->account : s->key);
}

/* Whether somebody has this seat, plays himself and does not look. */
static bool away(const struct sv_seat *s)
{
    return s->kind == ENTRY_HUMAN && !s->here && !s->left && !s->stand_in[0] &&
           (s->account[0] || s->key[0]);
}

static void ring(struct store_job *job, const struct sv_table *t, int seat, enum bell_kind kind,
                 int64_t at)
{
    char who[BELL_WHO_MAX];
    bell_who(&t->people.seat[seat], who);
    store_add(job, ST_RING_ADD, "ssisisss", who, t->id, (int64_t)seat, bell_names[kind], at, "",
              who, who);
}

void bell_add(struct server *sv, struct store_job *job, const struct sv_table *t)
{
    if (!on(sv) || t->log.status == SV_WAITING)
        return;
    const int64_t at = sv_now() + after(sv);
    const int actor = sv_actor(t);
    bool starts = false, moved = t->log.status == SV_OVER;
    for (int i = t->commit.durable; i < t->log.seq; i++) {
        const int kind = t->log.entry[i].kind;
        starts |= kind == ENTRY_START;
        moved |= kind != ENTRY_CHAT && kind != ENTRY_PREFS;
    }
    for (int i = 0; starts && i < t->setup.config.seats; i++)
        if (away(&t->people.seat[i]))
            ring(job, t, i, t->setup.cup[0] ? BELL_ROUND : BELL_START, at);
    if (t->setup.live || !moved)
        return;
    store_add(job, ST_RING_CLEAR, "s", t->id);
    if (actor >= 0 && away(&t->people.seat[actor]))
        ring(job, t, actor, BELL_TURN, at);
}

void bell_came(struct server *sv, const struct sv_table *t, int seat)
{
    char who[BELL_WHO_MAX];
    const int64_t started = t->log.started ? t->log.entry[t->log.started - 1].at : INT64_MAX;
    if (!on(sv) ||
        (t->setup.live && t->log.status != SV_WAITING && sv_now() - started > START_FRESH_MS))
        return; /* nothing rings for who looks all the time */
    struct store_job *job = store_job_new(NULL, NULL);
    if (!job)
        return;
    bell_who(&t->people.seat[seat], who);
    store_add(job, ST_RING_DROP, "ss", who, t->id);
    store_add(job, ST_TOLD_DROP, "ss", who, t->id);
    store_send(sv->store, job);
}

void bell_left(struct server *sv, const struct sv_table *t, int seat)
{
    if (!on(sv) || t->setup.live || t->log.status != SV_PLAYING || sv_actor(t) != seat ||
        !away(&t->people.seat[seat]))
        return;
    struct store_job *job = store_job_new(NULL, NULL);
    if (!job)
        return;
    ring(job, t, seat, BELL_TURN, sv_now() + after(sv));
    store_send(sv->store, job);
}

void bell_add_friend(struct server *sv, struct store_job *job, const char *owner, const char *fold)
{
    if (on(sv))
        store_add(job, ST_RING_FRIEND, "sisss", owner, sv_now(), owner, fold, owner);
}

void bell_add_season(struct server *sv, struct store_job *job, const char *who, const char *league,
                     int season, const char *name)
{
    char about[SV_ID_MAX + 24];
    if (!on(sv) || strncmp(who, "bot:", 4) == 0)
        return;
    snprintf(about, sizeof about, "league:%s:%d", league, season); /* each season is told */
    store_add(job, ST_RING_ADD, "ssisisss", who, about, (int64_t)-1, bell_names[BELL_SEASON],
              sv_now(), name, who, who);
}

void bell_add_prune(struct store_job *job, int64_t now)
{
    store_add(job, ST_PUSH_PRUNE, "");
    store_add(job, ST_CHALLENGE_PRUNE, "i", now);
    store_add(job, ST_TOLD_PRUNE, "i", now - TOLD_DAYS * 1440 * minute_ms);
}

/* ---- words ----------------------------------------------------------------------------------- */

struct notice { /* what is told, before it is worded */
    char id[16];  /* a kind, "many" or "test" */
    char tab[64]; /* what it is about: a table, friend:ACCOUNT, league:ID:SEASON */
    char game[SR_NAME_MAX], others[NAMES_MAX], name[SR_NAME_MAX];
    int64_t n;
};

/* The game and who else sits there, from what the store knows of the table. */
static void read_summary(struct server *sv, const char *summary, int seat, struct notice *out)
{
    struct sr_doc d;
    if (sr_json_parse(&d, summary, strlen(summary), sv->tok_b, SV_TOKENS_MAX, NULL) != SR_OK)
        return;
    sv_get_text(&d, 0, "game", out->game, sizeof out->game);
    const int seats = sr_json_get(&d, 0, "seats");
    size_t len = 0;
    for (int i = 0; seats >= 0 && i < d.tok[seats].size; i++) {
        const int s = sr_json_at(&d, seats, i);
        char name[SR_NAME_MAX];
        if (i == seat || !sr_json_is(&d, sr_json_get(&d, s, "kind"), "human") ||
            !sv_get_text(&d, s, "name", name, sizeof name) ||
            len + strlen(name) + 3 > sizeof out->others)
            continue;
        len += (size_t)snprintf(out->others + len, sizeof out->others - len, "%s%s",
                                len ? ", " : "", name);
    }
}

static void put_address(struct sr_buf *b, const struct notice *n)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    char text[256];
    size_t len = 0;
    if (strcmp(n->id, "friend") == 0) {
        len = (size_t)snprintf(text, sizeof text, "#/player/");
        for (const char *c = n->name; *c && len + 4 < sizeof text; c++) {
            const bool as_is = strchr(plain, *c) != NULL;
            len += (size_t)snprintf(text + len, sizeof text - len, as_is ? "%c" : "%%%02X",
                                    (unsigned char)*c);
        }
    } else if (strcmp(n->id, "season") == 0) {
        const char *id = strchr(n->tab, ':') + 1;
        snprintf(text, sizeof text, "#/league/%.*s", (int)strcspn(id, ":"), id);
    } else if (n->tab[0]) {
        snprintf(text, sizeof text, "#/table/%s", n->tab);
    } else {
        snprintf(text, sizeof text, "#/online");
    }
    sr_json_put_str(b, "url", text);
}

static void put_words(struct sr_buf *b, const char *member, enum sr_lang lang, const char *key,
                      const struct notice *n)
{
    char text[512], title[SR_NAME_MAX + 8];
    struct sr_buf words;
    snprintf(title, sizeof title, "%s.title", n->game);
    const struct sr_text_arg args[] = {{"game", 0, n->game[0] ? sr_text(lang, title) : ""},
                                       {"others", 0, n->others},
                                       {"name", 0, n->name},
                                       {"n", n->n, NULL},
                                       {NULL, 0, NULL}};
    sr_buf_init(&words, text, sizeof text);
    sr_text_put(&words, lang, key, args);
    sr_json_put_str(b, member, text);
}

/* The message as the page's worker takes it: what it is, and the words for it. */
static void compose(struct sr_buf *b, const struct server *sv, const struct notice *n,
                    const char *subscription, const char *language, int64_t badge)
{
    enum sr_lang lang = SR_EN;
    char key[64], stop[BELL_STOP_MAX];
    (void)sr_lang_parse(language, &lang);
    bell_stop_code(sv, subscription, stop);
    sr_json_open(b, '{');
    sr_json_put_str(b, "id", n->id);
    sr_json_put_open(b, "args", '{');
    sr_json_put_str(b, "game", n->game);
    sr_json_put_str(b, "others", n->others);
    sr_json_put_str(b, "name", n->name);
    sr_json_put_int(b, "n", n->n);
    sr_json_close(b, '}');
    snprintf(key, sizeof key, "notice.%s", n->id);
    put_words(b, "title", lang, key, n);
    const bool table = n->game[0] != '\0';
    const char *text = table && n->others[0] ? "notice.game_with" : "notice.game";
    snprintf(key, sizeof key, "notice.%s.text", n->id);
    put_words(b, "text", lang, table ? text : key, n);
    sr_json_put_str(b, "tag", n->tab[0] ? n->tab : n->id);
    put_address(b, n);
    sr_json_put_str(b, "lang", sr_lang_code(lang));
    sr_json_put_int(b, "badge", badge);
    sr_json_put_str(b, "stop", stop);
    put_words(b, "stop_title", lang, "notice.stop", n);
    sr_json_close(b, '}');
}

/* To all browsers that listen for him: rows of ST_PUSH_OF. */
static void send_all(struct server *sv, const struct notice *n, const struct db_rows *push,
                     int64_t badge)
{
    for (int i = 0; i < push->count && sv->bell->post; i++) {
        char text[SEAL_TEXT_MAX];
        struct sr_buf b;
        size_t point = 0, auth = 0;
        sr_buf_init(&b, text, sizeof text);
        compose(&b, sv, n, db_text(push, i, 0), db_text(push, i, 4), badge);
        struct parcel *p = b.full ? NULL : post_parcel(text, b.len);
        if (!p)
            continue;
        snprintf(p->id, sizeof p->id, "%s", db_text(push, i, 0));
        snprintf(p->url, sizeof p->url, "%s", db_text(push, i, 1));
        if (!seal_bytes(db_text(push, i, 2), p->point, sizeof p->point, &point) ||
            !seal_bytes(db_text(push, i, 3), p->auth, sizeof p->auth, &auth) ||
            point != SEAL_POINT || auth != SEAL_AUTH) {
            sr_free(p);
            continue;
        }
        /* A topic is of letters and digits; others have a colon. */
        if (sv_id_ok(n->tab))
            snprintf(p->topic, sizeof p->topic, "%.*s", POST_TOPIC_MAX - 1, n->tab);
        p->ttl = TTL_S;
        post_send(sv->bell->post, p);
    }
}

void bell_try(struct server *sv, const struct db_rows *push)
{
    const struct notice n = {.id = "test"};
    send_all(sv, &n, push, 0);
}

/* ---- e-mail ---------------------------------------------------------------------------------- */

void bell_mail(struct server *sv, const char *address, const char *text, size_t len)
{
    struct parcel *p = sv->bell->post ? post_parcel(text, len) : NULL;
    if (!p)
        return;
    p->mail = true;
    snprintf(p->url, sizeof p->url, "%s", address);
    post_send(sv->bell->post, p);
}

bool bell_mail_due(struct server *sv, int64_t now, int64_t every)
{
    if (now < sv->bell->mail_at)
        return false;
    sv->bell->mail_at = now + every;
    return true;
}

bool bell_turn(struct server *sv, const char *summary, int seat, char game[SR_NAME_MAX],
               char *others, size_t max)
{
    struct notice n = {.n = 0};
    struct sr_doc d;
    read_summary(sv, summary, seat, &n);
    snprintf(game, SR_NAME_MAX, "%s", n.game);
    snprintf(others, max, "%s", n.others);
    return sr_json_parse(&d, summary, strlen(summary), sv->tok_b, SV_TOKENS_MAX, NULL) == SR_OK &&
           sr_json_get(&d, 0, "status") >= 0 &&
           sr_json_is(&d, sr_json_get(&d, 0, "status"), "playing") &&
           sv_get_int(&d, 0, "actor", -1) == seat;
}

/* ---- what is due ----------------------------------------------------------------------------- */

static int offset_at(int64_t now, const char *offsets)
{
    int minutes = 0;
    while (*offsets) {
        char *end;
        const int64_t from = strtoll(offsets, &end, 10);
        const long value = *end == ':' ? strtol(end + 1, &end, 10) : 0;
        if (from <= now)
            minutes = (int)value;
        if (*end != ',')
            break;
        offsets = end + 1;
    }
    return minutes;
}

int64_t bell_quiet(int64_t now, int from, int to, const char *offsets)
{
    enum { DAY = 1440 };
    if (from < 0 || to < 0 || from == to)
        return 0;
    const int64_t local = now / minute_ms + offset_at(now, offsets);
    const int m = (int)((local % DAY + DAY) % DAY);
    const bool quiet = from < to ? m >= from && m < to : m >= from || m < to;
    return quiet ? (now / minute_ms + (to - m + DAY) % DAY) * minute_ms : 0;
}

struct due {
    struct server *sv;
    char who[BELL_WHO_MAX];
};

/* Taken out of the store by this process: now it is told, as one notice. */
static void taken(struct store_job *job, void *context)
{
    struct due *d = (struct due *)context;
    const struct db_rows *rings = store_rows(job, 0), *wish = store_rows(job, 5);
    const int64_t kinds = wish->count ? db_int(wish, 0, 0) : BELL_ALL;
    struct notice n = {.n = 0};
    for (int i = 0; !job->err && job->step[2].changed > 0 && i < rings->count; i++) {
        int k = 0;
        while (k < BELL_KINDS - 1 && strcmp(bell_names[k], db_text(rings, i, 1)) != 0)
            k++;
        if (!(kinds >> k & 1))
            continue;
        n.n++;
        snprintf(n.id, sizeof n.id, "%s", bell_names[k]);
        snprintf(n.tab, sizeof n.tab, "%s", db_text(rings, i, 0));
        snprintf(n.name, sizeof n.name, "%s", db_text(rings, i, 3));
        n.others[0] = n.game[0] = '\0';
        read_summary(d->sv, db_text(rings, i, 4), (int)db_int(rings, i, 2), &n);
    }
    if (n.n > 1)
        n = (struct notice){.id = "many", .n = n.n};
    if (n.n > 0)
        send_all(d->sv, &n, store_rows(job, 3), db_int(store_rows(job, 4), 0, 0));
    sr_free(d);
}

static void take(struct server *sv, const char *who, int64_t now)
{
    struct due *d = (struct due *)sr_alloc(sizeof *d);
    struct store_job *job = d ? store_job_new(taken, d) : NULL;
    if (!job) {
        sr_free(d);
        return;
    }
    d->sv = sv;
    snprintf(d->who, sizeof d->who, "%s", who);
    store_add(job, ST_RING_OF, "si", who, now);
    store_add(job, ST_TOLD_ADD, "isi", now, who, now);
    store_add(job, ST_RING_TAKE, "si", who, now);
    store_add(job, ST_PUSH_OF, "s", who);
    store_add(job, ST_TOLD_COUNT, "s", who);
    store_add(job, ST_WISH_OF, "s", who);
    store_send(sv->store, job);
}

static void later(struct server *sv, const char *who, int64_t now, int64_t at)
{
    struct store_job *job = store_job_new(NULL, NULL);
    if (!job)
        return;
    store_add(job, ST_RING_LATER, "isi", at, who, now);
    store_send(sv->store, job);
}

static void swept(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    const struct db_rows *rows = store_rows(job, 0);
    const int64_t now = sv_now();
    sv->bell->sweeping = false;
    for (int i = 0; !job->err && i < rows->count; i++) {
        const char *who = db_text(rows, i, 0);
        int wait;
        const int64_t quiet =
            bell_quiet(now, (int)db_int(rows, i, 1), (int)db_int(rows, i, 2), db_text(rows, i, 3));
        if (quiet)
            later(sv, who, now, quiet);
        else if (!limits_take(sv->limits, LIMIT_NOTICE, who, now, &wait))
            later(sv, who, now, now + (int64_t)wait * 1000);
        else
            take(sv, who, now);
    }
}

void bell_sweep(struct server *sv, int64_t now)
{
    struct bell *b = sv->bell;
    const bool idle = !on(sv) || !b->ready || b->sweeping || now < b->sweep_at;
    struct store_job *job = idle ? NULL : store_job_new(swept, sv);
    if (!job)
        return;
    b->sweeping = true;
    b->sweep_at = now + after(sv) / 10;
    store_add(job, ST_RING_DUE, "ii", now, (int64_t)SWEEP_ROWS);
    store_send(sv->store, job);
}
