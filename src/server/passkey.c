/* passkey.c: making, listing, dropping and using passkeys (passkey.h). */
#include "server/passkey.h"

#include <sodium.h>
#include <stdlib.h>

#include "core/alloc.h"
#include "server/account.h"
#include "server/bell.h"
#include "server/desk.h"
#include "server/doc.h"
#include "server/limit.h"
#include "server/own.h"
#include "server/secret.h"
#include "server/webauthn.h"

enum {
    LIVES_MS = 300000, /* a challenge */
    NONCE = 16,
    STAMP = 8,
    MAC = 16,
    ALL = NONCE + STAMP + MAC,
    KEYS_MAX = 10, /* of an account */
    LABEL_MAX = 48,
    SITE_MAX = 300,
    TOKS = 128
};

/* ---- who we are ------------------------------------------------------------------------------ */

struct site {
    char id[SITE_MAX], origin[SITE_MAX];
    struct webauthn_site as;
};

/* By the address the operator has named; without one only where the machine itself looks. */
static bool site_of(const struct server *sv, const struct net_request *r, struct site *out)
{
    const char *url = sv->options.url;
    if (url) {
        const char *host = strstr(url, "://");
        host = host ? host + 3 : url;
        const size_t n = strcspn(host, "/");
        snprintf(out->origin, sizeof out->origin, "%.*s", (int)(host - url + (ptrdiff_t)n), url);
        snprintf(out->id, sizeof out->id, "%.*s", (int)strcspn(host, ":/"), host);
    } else {
        snprintf(out->origin, sizeof out->origin, "http://%s", r->host);
        snprintf(out->id, sizeof out->id, "%.*s", (int)strcspn(r->host, ":"), r->host);
        if (strcmp(out->id, "localhost") != 0)
            return false;
    }
    out->as = (struct webauthn_site){out->id, out->origin};
    return true;
}

/* ---- challenges ------------------------------------------------------------------------------ */

static void seal_of(const struct server *sv, const char *who, const unsigned char *front,
                    unsigned char out[MAC])
{
    char text[2 * (NONCE + STAMP) + 1], all[160];
    sodium_bin2hex(text, sizeof text, front, NONCE + STAMP);
    snprintf(all, sizeof all, "passkey:%s:%s", who, text);
    bell_mac(sv, all, out, MAC);
}

/* who: the account that makes one, "" for signing in. */
static void challenge_new(const struct server *sv, const char *who,
                          char out[WEBAUTHN_CHALLENGE_MAX])
{
    unsigned char all[ALL];
    const uint64_t until = (uint64_t)(sv_now() + LIVES_MS);
    randombytes_buf(all, NONCE);
    for (int i = 0; i < STAMP; i++)
        all[NONCE + i] = (unsigned char)(until >> (8 * (STAMP - 1 - i)));
    seal_of(sv, who, all, all + NONCE + STAMP);
    (void)seal_text(all, sizeof all, out, WEBAUTHN_CHALLENGE_MAX);
}

static bool challenge_ok(const struct server *sv, const char *who, const char *text, int64_t *until)
{
    unsigned char all[ALL], right[MAC];
    size_t len;
    if (!seal_bytes(text, all, sizeof all, &len) || len != ALL)
        return false;
    uint64_t stamp = 0;
    for (int i = 0; i < STAMP; i++)
        stamp = stamp << 8 | all[NONCE + i];
    *until = (int64_t)stamp;
    seal_of(sv, who, all, right);
    return sodium_memcmp(right, all + NONCE + STAMP, MAC) == 0 && *until > sv_now();
}

/* ---- what was asked -------------------------------------------------------------------------- */

struct pass {
    struct server *sv;
    struct net_request *r;
    struct site site;
    char account[SV_ID_MAX], name[SR_NAME_MAX];
    char id[WEBAUTHN_TEXT_MAX];
    char client[WEBAUTHN_CLIENT_MAX], challenge[WEBAUTHN_CHALLENGE_MAX];
    size_t client_len;
    int64_t until;
    unsigned char data[WEBAUTHN_MADE_MAX], signature[128];
    size_t data_len, signature_len;
    char fresh[PASS_MAX + 1]; /* a new passphrase */
};

static void done(struct pass *p)
{
    sodium_memzero(p->fresh, sizeof p->fresh);
    sr_free(p);
}

static void refuse(struct pass *p, const char *code, const char *text)
{
    http_error(p->sv, p->r, code, text);
    done(p);
}

static struct pass *pass_new(struct server *sv, struct net_request *r, const char *account,
                             const char *name)
{
    struct pass *p = (struct pass *)sr_alloc(sizeof *p);
    if (!p) {
        http_error(sv, r, "busy", "no memory");
        return NULL;
    }
    p->sv = sv;
    p->r = r;
    snprintf(p->account, sizeof p->account, "%s", account);
    snprintf(p->name, sizeof p->name, "%s", name);
    if (!bell_known(sv) || !site_of(sv, r, &p->site)) {
        refuse(p, "not_found", "this server takes no passkeys: its address is not known to it");
        return NULL;
    }
    return p;
}

static struct store_job *job_for(struct pass *p, store_done *then)
{
    struct store_job *job = store_job_new(then, p);
    if (!job)
        refuse(p, "busy", "no memory");
    return job;
}

static bool failed(const struct store_job *job, struct pass *p)
{
    if (!job->err)
        return false;
    refuse(p, job->err == SR_DIFFERS ? "login" : "store",
           job->err == SR_DIFFERS ? "this was used already" : "this cannot be done; try again");
    return true;
}

static bool bytes_of(const struct sr_doc *d, const char *key, unsigned char *out, size_t max,
                     size_t *len)
{
    char text[4 * (WEBAUTHN_MADE_MAX / 3 + 1) + 1];
    return sv_get_text(d, 0, key, text, sizeof text) && seal_bytes(text, out, max, len) && *len > 0;
}

/* Client's data and the rest, and that the challenge is ours. */
static bool read_shown(struct pass *p, const char *type, const char *data_key)
{
    struct sr_doc d;
    struct sr_tok tok[TOKS];
    if (!http_body(p->sv, p->r, &d)) {
        done(p);
        return false;
    }
    const bool whole =
        bytes_of(&d, "client", (unsigned char *)p->client, sizeof p->client - 1, &p->client_len) &&
        bytes_of(&d, data_key, p->data, sizeof p->data, &p->data_len) &&
        sv_get_text(&d, 0, "id", p->id, sizeof p->id);
    const bool sign =
        !whole || bytes_of(&d, "signature", p->signature, sizeof p->signature, &p->signature_len);
    sv_get_text(&d, 0, "passphrase", p->fresh, sizeof p->fresh);
    if (!whole || (!sign && strcmp(type, "webauthn.get") == 0)) {
        refuse(p, "range", "what a passkey shows is expected");
        return false;
    }
    if (!webauthn_client(&p->site.as, type, p->client, p->client_len, tok, TOKS, p->challenge) ||
        !challenge_ok(p->sv, p->account, p->challenge, &p->until)) {
        refuse(p, "login", "this is no answer to a challenge of this page, or too late");
        return false;
    }
    return true;
}

static void add_used(struct store_job *job, const struct pass *p)
{
    char hash[SV_HASH_MAX];
    sv_hash_secret(p->challenge, hash);
    store_add(job, ST_CHALLENGE_USE, "si", hash, p->until);
}

/* ---- making one ------------------------------------------------------------------------------ */

static void offered(struct store_job *job, void *context)
{
    struct pass *p = (struct pass *)context;
    const struct db_rows *rows = store_rows(job, 0);
    char user[64];
    if (failed(job, p))
        return;
    challenge_new(p->sv, p->account, p->challenge);
    (void)seal_text((const unsigned char *)p->account, strlen(p->account), user, sizeof user);
    struct sr_buf b = sv_buf(p->sv);
    sr_json_open(&b, '{');
    sr_json_put_str(&b, "challenge", p->challenge);
    sr_json_put_str(&b, "site", p->site.id);
    sr_json_put_str(&b, "user", user);
    sr_json_put_str(&b, "name", p->name);
    sr_json_put_open(&b, "exclude", '[');
    for (int i = 0; i < rows->count; i++)
        sr_json_str(&b, db_text(rows, i, 0));
    sr_json_close(&b, ']');
    sr_json_close(&b, '}');
    http_json(p->r, 201, &b);
    done(p);
}

static void made(struct store_job *job, void *context)
{
    struct pass *p = (struct pass *)context;
    if (failed(job, p))
        return;
    if (job->step[1].changed != 1) {
        refuse(p, "taken", "this passkey is known already, or there are too many");
        return;
    }
    http_done(p->r);
    done(p);
}

static void make(struct pass *p)
{
    struct webauthn_made made_;
    char label[LABEL_MAX], id[WEBAUTHN_TEXT_MAX], key[128];
    struct sr_doc d;
    if (!read_shown(p, "webauthn.create", "attestation"))
        return;
    if (!webauthn_make(&p->site.as, p->data, p->data_len, &made_) ||
        !seal_text(made_.id, made_.id_len, id, sizeof id) || strcmp(id, p->id) != 0 ||
        !seal_text(made_.key.bytes, made_.key.alg == WEBAUTHN_ES256 ? SEAL_POINT : 32, key,
                   sizeof key)) {
        refuse(p, "range", "this is no passkey that can be used here");
        return;
    }
    if (!sv_doc(p->sv, p->r->body, p->r->len, &d) ||
        !sv_get_text(&d, 0, "label", label, sizeof label))
        label[0] = '\0';
    struct store_job *job = job_for(p, made);
    if (!job)
        return;
    add_used(job, p);
    store_add(job, ST_PASSKEY_ADD, "ssisisisi", id, p->account, (int64_t)made_.key.alg, key,
              (int64_t)made_.counter, label, sv_now(), p->account, (int64_t)KEYS_MAX);
    store_send(p->sv->store, job);
}

/* ---- those there are ------------------------------------------------------------------------- */

void passkey_put_export(struct sr_buf *b, const struct db_rows *rows)
{
    sr_json_put_open(b, "passkeys", '[');
    for (int i = 0; i < rows->count; i++) {
        sr_json_open(b, '{');
        sr_json_put_str(b, "id", db_text(rows, i, 0));
        sr_json_put_str(b, "label", db_text(rows, i, 1));
        sr_json_put_int(b, "created", db_int(rows, i, 2));
        sr_json_put_int(b, "used", db_int(rows, i, 3));
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

static void listed(struct store_job *job, void *context)
{
    struct pass *p = (struct pass *)context;
    if (failed(job, p))
        return;
    struct sr_buf b = sv_buf(p->sv);
    sr_json_open(&b, '{');
    passkey_put_export(&b, store_rows(job, 0));
    sr_json_close(&b, '}');
    http_json(p->r, 200, &b);
    done(p);
}

static void dropped(struct store_job *job, void *context)
{
    struct pass *p = (struct pass *)context;
    if (failed(job, p))
        return;
    if (job->step[0].changed != 1) {
        refuse(p, "not_found", "there is no such passkey");
        return;
    }
    http_done(p->r);
    done(p);
}

void passkey_own(struct server *sv, struct net_request *r, const char *account, const char *name)
{
    const char *what = r->path + strlen("/api/v1/me/passkeys");
    const bool get = strcmp(r->method, "GET") == 0, post = strcmp(r->method, "POST") == 0;
    struct pass *p = pass_new(sv, r, account, name);
    if (!p)
        return;
    if (post && !*what) {
        make(p);
        return;
    }
    const bool offer = post && strcmp(what, "/new") == 0;
    const bool drop = strcmp(r->method, "DELETE") == 0 && *what == '/';
    if (!offer && !drop && !(get && !*what)) {
        refuse(p, "not_found", "there is no such resource");
        return;
    }
    struct store_job *job = job_for(p, offer ? offered : drop ? dropped : listed);
    if (!job)
        return;
    if (drop)
        store_add(job, ST_PASSKEY_DROP, "ss", what + 1, account);
    else
        store_add(job, ST_PASSKEY_LIST, "s", account);
    store_send(sv->store, job);
}

/* ---- signing in ------------------------------------------------------------------------------ */

static void used(struct store_job *job, void *context)
{
    struct pass *p = (struct pass *)context;
    if (failed(job, p))
        return;
    account_enter(p->sv, p->r, p->account, p->name, p->fresh);
    done(p);
}

static void found(struct store_job *job, void *context)
{
    struct pass *p = (struct pass *)context;
    const struct db_rows *rows = store_rows(job, 0);
    struct webauthn_key key = {.alg = (enum webauthn_alg)db_int(rows, 0, 2)};
    uint32_t counter = 0;
    size_t len = 0;
    if (failed(job, p))
        return;
    if (rows->count == 0 || !seal_bytes(db_text(rows, 0, 3), key.bytes, sizeof key.bytes, &len) ||
        !webauthn_use(&p->site.as, &key, p->data, p->data_len, p->client, p->client_len,
                      p->signature, p->signature_len, &counter)) {
        p->sv->counts.logins_failed++;
        refuse(p, "login", "this passkey is not known here, or not right");
        return;
    }
    if (db_int(rows, 0, 4) > sv_now()) {
        refuse(p, "suspended", "an operator has suspended this account for a while");
        return;
    }
    snprintf(p->account, sizeof p->account, "%s", db_text(rows, 0, 0));
    snprintf(p->name, sizeof p->name, "%s", db_text(rows, 0, 1));
    watch_pardoned(p->sv, p->account);
    struct store_job *then = job_for(p, used);
    if (!then)
        return;
    add_used(then, p);
    /* A counter that does not grow is that of a copy. */
    store_add(then, ST_PASSKEY_USED, "iisii", (int64_t)counter, sv_now(), p->id, (int64_t)counter,
              (int64_t)counter);
    store_send(p->sv->store, then);
}

void passkey_session(struct server *sv, struct net_request *r, const char *rest)
{
    int wait;
    const bool offer = strcmp(rest, "/new") == 0;
    struct pass *p = pass_new(sv, r, "", "");
    if (!p)
        return;
    if (strcmp(r->method, "POST") != 0 || (!offer && *rest)) {
        refuse(p, "not_found", "there is no such resource");
        return;
    }
    if (offer) {
        challenge_new(sv, "", p->challenge);
        struct sr_buf b = sv_buf(sv);
        sr_json_open(&b, '{');
        sr_json_put_str(&b, "challenge", p->challenge);
        sr_json_put_str(&b, "site", p->site.id);
        sr_json_close(&b, '}');
        http_json(r, 201, &b);
        done(p);
        return;
    }
    if (!limits_take(sv->limits, LIMIT_LOGIN, r->address, sv_now(), &wait)) {
        http_limited(sv, r, wait, "too many attempts; wait a little");
        done(p);
        return;
    }
    if (!read_shown(p, "webauthn.get", "data"))
        return;
    if (p->fresh[0] && strlen(p->fresh) < PASS_MIN) {
        refuse(p, "range", "a passphrase has 8 to 200 bytes");
        return;
    }
    struct store_job *job = job_for(p, found);
    if (!job)
        return;
    store_add(job, ST_PASSKEY_FIND, "s", p->id);
    store_send(sv->store, job);
}
