/* asked.c: requests that first find out who asks (asked.h). */
#include "server/asked.h"

#include "core/alloc.h"
#include "server/account.h"
#include "server/doc.h"
#include "server/limit.h"
#include "server/robots.h"
#include "server/secret.h"

enum { BOTS_MAX = 64 };
static const char bot_prefix[] = "bot:";

void asked_refuse(struct asked *q, const char *code, const char *why)
{
    http_error(q->sv, q->r, code, why);
    sr_free(q);
}

struct store_job *asked_job(struct asked *q, store_done *then)
{
    struct store_job *job = store_job_new(then, q);
    if (!job)
        asked_refuse(q, "busy", "no memory");
    return job;
}

void asked_done(struct asked *q)
{
    http_done(q->r);
    sr_free(q);
}

void asked_made(struct asked *q, const char *key)
{
    struct sr_buf b = sv_buf(q->sv);
    sr_json_open(&b, '{');
    sr_json_put_str(&b, key, q->id);
    sr_json_close(&b, '}');
    http_json(q->r, 201, &b);
    sr_free(q);
}

bool asked_failed(struct asked *q, const struct store_job *job)
{
    if (job->err)
        asked_refuse(q, "store", "the store does not answer at the moment; try again");
    return job->err != SR_OK;
}

bool asked_bots(struct store_job *job, const struct asked *q, const struct sr_doc *d,
                enum store_stmt add, int64_t limit)
{
    const int list = sr_json_get(d, 0, "bots");
    const int n = list < 0 || d->tok[list].type != SR_J_ARRAY ? 0 : (int)d->tok[list].size;
    for (int i = 0; i < n; i++) {
        char bot[SR_NAME_MAX], who[64], name[64];
        if (n > BOTS_MAX || !sr_json_text(d, sr_json_at(d, list, i), bot, sizeof bot) ||
            strlen(bot) > 24 || !robots_know(q->sv, bot))
            return false;
        snprintf(who, sizeof who, "%s%s#%d", bot_prefix, bot, i + 1);
        snprintf(name, sizeof name, "%s %d", bot, i + 1);
        store_add(job, add, "sssi", who, name, q->id, limit);
    }
    return true;
}

void asked_put_player(struct sr_buf *b, const char *who, const char *name)
{
    const size_t n = sizeof bot_prefix - 1;
    sr_json_open(b, '{');
    sr_json_put_str(b, "name", name);
    if (strncmp(who, bot_prefix, n) == 0) {
        char bot[SR_NAME_MAX];
        snprintf(bot, sizeof bot, "%.*s", (int)strcspn(who + n, "#"), who + n);
        sr_json_put_str(b, "bot", bot);
    }
    sr_json_close(b, '}');
}

static void known(struct server *sv, void *arg, const char *account, const char *name,
                  const char *error)
{
    struct asked *q = (struct asked *)arg;
    int wait;
    snprintf(q->account, sizeof q->account, "%s", account);
    snprintf(q->name, sizeof q->name, "%s", name);
    if (error) {
        asked_refuse(q, error, "who asks cannot be found out at the moment");
    } else if (strcmp(q->r->method, "GET") == 0) {
        q->doors->look(q);
    } else if (!account[0]) {
        asked_refuse(q, "account", "this is for accounts");
    } else if (!limits_take(sv->limits, LIMIT_CREATE, q->r->address, sv_now(), &wait)) {
        http_limited(sv, q->r, wait, "too many requests of this kind in a short time");
        sr_free(q);
    } else if (q->id[0]) {
        q->doors->change(q);
    } else {
        q->doors->make(q);
    }
}

void asked_route(struct server *sv, struct net_request *r, const char *rest,
                 const struct asked_doors *doors)
{
    char secret[SV_SECRET_MAX];
    const size_t n = *rest == '/' ? strcspn(rest + 1, "/") : 0;
    struct asked *q = (struct asked *)sr_alloc(sizeof *q);
    if (!q || n >= SV_ID_MAX || strlen(rest) >= n + sizeof q->what) {
        http_error(sv, r, q ? "not_found" : "busy", q ? doors->none : "no memory");
        sr_free(q);
        return;
    }
    q->sv = sv;
    q->r = r;
    q->doors = doors;
    snprintf(q->id, sizeof q->id, "%.*s", (int)n, n ? rest + 1 : "");
    snprintf(q->what, sizeof q->what, "%s", n ? rest + 1 + n : "");
    if (http_bearer(r, secret))
        account_of(sv, secret, known, q);
    else
        known(sv, q, "", "", NULL);
    memset(secret, 0, sizeof secret);
}
