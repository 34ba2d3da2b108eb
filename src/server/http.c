/* http.c: which request goes where, who may ask, and how answers and errors look. */
#include <stdlib.h>

#include "core/alloc.h"
#include "server/account.h"
#include "server/analyst.h"
#include "server/bell.h"
#include "server/doc.h"
#include "server/http.h"
#include "server/leagues.h"
#include "server/limit.h"
#include "server/operator.h"
#include "server/secret.h"
#include "server/socket.h"
#include "server/spectate.h"

/* ---- answers -------------------------------------------------------------------------------- */

void http_json(struct net_request *r, int status, const struct sr_buf *b)
{
    const struct net_answer a = {.status = b->full ? 500 : status,
                                 .type = "application/json; charset=utf-8",
                                 .body = b->full ? "{}" : b->text,
                                 .len = b->full ? 2 : b->len};
    r->answer(r, &a);
}

void http_done(struct net_request *r)
{
    const struct net_answer a = {.status = 204, .type = "application/json", .body = ""};
    r->answer(r, &a);
}

const char *sv_unopened(const char *code)
{
    return strcmp(code, "not_found") == 0 ? "there is no such table"
           : strcmp(code, "shard") == 0
               ? "the database of this table cannot be reached at the moment; other tables go on"
               : "the table cannot be opened";
}

int sv_error_status(const char *code)
{
    static const struct {
        const char *code;
        int status;
    } rows[] = {{"not_found", 404}, {"token", 401},     {"forbidden", 403}, {"origin", 403},
                {"method", 405},    {"taken", 409},     {"not_over", 409},  {"over", 409},
                {"playing", 409},   {"too_big", 413},   {"limited", 429},   {"busy", 503},
                {"store", 503},     {"shard", 503},     {"stopping", 503},  {"elsewhere", 503},
                {"damaged", 500},   {"old_rules", 409}, {"name", 409},      {"login", 401},
                {"account", 401},   {"suspended", 403}, {"apart", 403},     {"removed", 403}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].code, code) == 0)
            return rows[i].status;
    return 400;
}

static void say_error(struct server *sv, struct net_request *r, const char *code, const char *text,
                      int wait)
{
    char memory[512];
    struct sr_buf b;
    sr_buf_init(&b, memory, sizeof memory);
    sr_json_open(&b, '{');
    sr_json_key(&b, "error");
    sr_json_str(&b, code);
    sr_json_key(&b, "text");
    sr_json_strn(&b, text, strlen(text) < 300 ? strlen(text) : 300);
    sr_json_close(&b, '}');
    sv->counts.errors++;
    const int status = sv_error_status(code);
    const struct net_answer a = {.status = status,
                                 .type = "application/json; charset=utf-8",
                                 .body = memory,
                                 .len = b.len,
                                 .retry_after = status == 429 || status == 503 ? wait : 0};
    r->answer(r, &a);
}

void http_error(struct server *sv, struct net_request *r, const char *code, const char *text)
{
    say_error(sv, r, code, text, 5);
}

void http_limited(struct server *sv, struct net_request *r, int wait, const char *text)
{
    sv->counts.limited++;
    say_error(sv, r, "limited", text, wait);
}

void http_refuse(struct server *sv, struct net_request *r, unsigned long shortages,
                 const char *code, const char *text)
{
    if (sr_alloc_failures() != shortages)
        http_error(sv, r, "busy", "there is no memory for this at the moment; try again");
    else
        http_error(sv, r, code, text);
}

bool http_bearer(const struct net_request *r, char out[SV_SECRET_MAX])
{
    static const char scheme[] = "Bearer ";
    out[0] = '\0';
    if (strncmp(r->authorization, scheme, sizeof scheme - 1) != 0)
        return false;
    const char *secret = r->authorization + sizeof scheme - 1;
    if (strlen(secret) >= SV_SECRET_MAX)
        return false;
    memcpy(out, secret, strlen(secret) + 1);
    return out[0] != '\0';
}

static int digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

bool http_decode(const char *from, size_t len, char *out, size_t max)
{
    size_t n = 0, i = 0;
    while (i < len && n + 1 < max) {
        const bool code =
            from[i] == '%' && i + 2 < len && digit(from[i + 1]) >= 0 && digit(from[i + 2]) >= 0;
        out[n++] = code ? (char)(digit(from[i + 1]) * 16 + digit(from[i + 2])) : from[i];
        i += code ? 3 : 1;
    }
    out[i == len ? n : 0] = '\0';
    return i == len;
}

/* The library puts commas for ampersands. */
bool http_asked(const struct net_request *r, const char *key, char *out, size_t max)
{
    const size_t n = strlen(key);
    out[0] = '\0';
    for (const char *at = r->query; *at; at += strcspn(at, "&,"), at += *at != '\0')
        if (strncmp(at, key, n) == 0 && at[n] == '=')
            return http_decode(at + n + 1, strcspn(at + n + 1, "&,"), out, max) && out[0];
    return false;
}

bool http_body(struct server *sv, struct net_request *r, struct sr_doc *doc)
{
    if (r->len > 0 && sv_doc(sv, r->body, r->len, doc))
        return true;
    http_error(sv, r, "parse", "the body must be a JSON object");
    return false;
}

/* ---- routes that need to know who asks ------------------------------------------------------ */

struct asked {
    struct net_request *r;
    char id[SV_ID_MAX], account[SV_ID_MAX], name[SR_NAME_MAX];
    const char *rest; /* within r->path */
};

/* Who sits down is not put beside somebody who does not want that. */
static void known_apart(struct server *sv, void *arg, const struct db_rows *apart,
                        const char *error)
{
    struct asked *q = (struct asked *)arg;
    const struct asker who = {q->account, q->name, apart};
    if (error)
        http_error(sv, q->r, error, "who asks cannot be found out at the moment");
    else
        tables_route(sv, q->r, q->id, q->rest, &who);
    sr_free(q);
}

static void known(struct server *sv, void *arg, const char *account, const char *name,
                  const char *error)
{
    struct asked *q = (struct asked *)arg;
    const struct asker who = {account, name, NULL};
    if (!error && account[0] && strcmp(q->rest, "/join") == 0) {
        snprintf(q->account, sizeof q->account, "%s", account);
        snprintf(q->name, sizeof q->name, "%s", name);
        account_apart(sv, account, known_apart, q);
        return;
    }
    if (error)
        http_error(sv, q->r, error, "who asks cannot be found out at the moment");
    else if (q->id[0])
        tables_route(sv, q->r, q->id, q->rest, &who);
    else
        tables_create(sv, q->r, &who);
    sr_free(q);
}

/* The bearer of a request may be a seat's secret or a session's; both are looked at. */
static void with_account(struct server *sv, struct net_request *r, const char *id, const char *rest)
{
    char secret[SV_SECRET_MAX];
    struct asked *q = (struct asked *)sr_alloc(sizeof *q);
    if (!q) {
        http_error(sv, r, "busy", "no memory");
        return;
    }
    q->r = r;
    q->rest = rest;
    snprintf(q->id, sizeof q->id, "%s", id);
    if (http_bearer(r, secret))
        account_of(sv, secret, known, q);
    else
        known(sv, q, "", "", NULL);
    memset(secret, 0, sizeof secret);
}

static void route_tables(struct server *sv, struct net_request *r, const char *rest)
{
    if (*rest == '\0') {
        if (strcmp(r->method, "POST") == 0)
            with_account(sv, r, "", "");
        else
            http_error(sv, r, "method", "POST is expected");
        return;
    }
    char id[SV_ID_MAX];
    const size_t n = strcspn(rest + 1, "/");
    if (*rest != '/' || n >= sizeof id) {
        http_error(sv, r, "not_found", "there is no such table");
        return;
    }
    memcpy(id, rest + 1, n);
    id[n] = '\0';
    if (!sv_id_ok(id))
        http_error(sv, r, "not_found", "there is no such table");
    else if (strcmp(rest + 1 + n, "/analysis") == 0)
        analyst_route(sv, r, id);
    else
        with_account(sv, r, id, rest + 1 + n);
}

static bool starts(const char *path, const char *with, const char **rest)
{
    const size_t n = strlen(with);
    if (strncmp(path, with, n) != 0 || (path[n] != '\0' && path[n] != '/'))
        return false;
    *rest = path + n;
    return true;
}

static bool writes(const struct net_request *r)
{
    return strcmp(r->method, "GET") != 0 && strcmp(r->method, "HEAD") != 0;
}

static bool is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 ||
           strncmp(address, "::ffff:127.", 11) == 0;
}

void http_request(void *context, struct net_request *r)
{
    struct server *sv = (struct server *)context;
    const char *rest;
    int wait;
    if (strcmp(r->path, "/healthz") == 0) {
        health_get(sv, r);
        return;
    }
    if (strcmp(r->path, "/metrics") == 0) {
        if (is_loopback(r->address))
            metrics_get(sv, r);
        else
            http_error(sv, r, "forbidden", "only from this machine");
        return;
    }
    const bool asks = starts(r->path, "/api", &rest);
    if (!limits_take(sv->limits, asks ? LIMIT_REQUEST : LIMIT_PAGE, r->address, sv_now(), &wait)) {
        http_limited(sv, r, wait, "too many requests");
        return;
    }
    if (!asks) {
        if (!preview_get(sv, r))
            page_get(sv, r);
        return;
    }
    if (sv->stopping)
        http_error(sv, r, "stopping", "the server is about to restart: come back soon");
    else if (writes(r) && !sv_origin_ok(sv, r->origin, r->host))
        http_error(sv, r, "origin", "this page may not ask");
    else if (starts(r->path, "/api/v1/tables", &rest))
        route_tables(sv, r, rest);
    else if (strcmp(r->path, "/api/v1/lobby") == 0)
        tables_lobby(sv, r);
    else if (strcmp(r->path, "/api/v1/watch") == 0)
        shows_get(sv, r);
    else if (strcmp(r->path, "/api/v1/games") == 0)
        games_list(sv, r);
    else if (starts(r->path, "/api/v1/games", &rest))
        games_one(sv, r, rest + 1);
    else if (starts(r->path, "/api/v1/cups", &rest))
        cups_route(sv, r, rest);
    else if (starts(r->path, "/api/v1/leagues", &rest))
        leagues_route(sv, r, rest);
    else if (starts(r->path, "/api/v1/notices", &rest))
        bell_route(sv, r, rest);
    else if (starts(r->path, "/api/v1/operator", &rest))
        operator_route(sv, r, rest);
    else if (strcmp(r->path, "/api/v1/ratings") == 0)
        ratings_get(sv, r);
    else if (starts(r->path, "/api/v1/players", &rest) && *rest)
        players_get(sv, r, rest + 1);
    else if (starts(r->path, "/api/v1/account", &rest) ||
             starts(r->path, "/api/v1/session", &rest) || starts(r->path, "/api/v1/me", &rest) ||
             starts(r->path, "/api/v1/stats", &rest))
        account_route(sv, r, r->path + strlen("/api/v1"));
    else
        http_error(sv, r, "not_found", "there is no such resource");
}
