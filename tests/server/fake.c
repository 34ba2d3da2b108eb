/* fake.c: see fake.h. */
#include "fake.h"

#include <sodium.h>
#include <stdlib.h>

static uv_loop_t loop;

void fake_die(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: broken: %s\n", file, line, what);
    abort();
}

static void open_store(struct server *sv)
{
    struct sr_diag diag = {""};
    sv->store = store_open(":memory:", NULL, NULL, &diag);
    NEED(sv->store);
}

struct server *fake_server(void)
{
    NEED(sodium_init() >= 0);
    setenv("UV_THREADPOOL_SIZE", "1", 1);
    struct server *sv = (struct server *)calloc(1, sizeof *sv);
    NEED(sv);
    sv->options.bots_at_once = 1;
    sv->options.quiet = true;
    uv_loop_init(&loop);
    sv->loop = &loop;
    snprintf(sv->member, sizeof sv->member, "local");
    NEED(server_memory(sv));
    open_store(sv);
    return sv;
}

static void drop_tables(struct server *sv)
{
    fake_settle(sv);
    for (int i = 0; i < SV_BUCKETS; i++)
        while (sv->bucket[i])
            sv_drop(sv, sv->bucket[i]);
    NEED(sv->tables == 0 && !sv->loads && !sv->failing && store_waiting(sv->store) == 0);
}

void fake_server_clear(struct server *sv)
{
    drop_tables(sv);
    store_close(sv->store);
    open_store(sv);
}

void fake_server_free(struct server *sv)
{
    drop_tables(sv);
    NEED(!sv->conns);
    store_close(sv->store);
    bell_stop(sv);
    uv_run(&loop, UV_RUN_NOWAIT);
    server_free(sv);
    uv_run(&loop, UV_RUN_NOWAIT);
    uv_loop_close(&loop);
}

void fake_settle(struct server *sv)
{
    for (int i = 0; i < 5000; i++) {
        struct robots_figures bots;
        sv_turn(sv);
        store_flush(sv->store);
        const int done = store_collect(sv->store);
        robots_figures(sv->robots, &bots);
        const bool busy = bots.waiting > 0 || desk_busy(sv->desk);
        uv_run(&loop, busy ? UV_RUN_ONCE : UV_RUN_NOWAIT);
        if (!done && !busy && !sv->failing && store_waiting(sv->store) == 0)
            return;
    }
}

/* ---- requests ------------------------------------------------------------------------------- */

struct fake_request {
    struct net_request pub;
    struct fake_answer *answer;
};

static void take_answer(struct net_request *r, const struct net_answer *a)
{
    struct fake_answer *out = ((struct fake_request *)r)->answer;
    NEED(a->status >= 200 && a->status < 600);
    out->count++;
    out->status = a->status;
    fake_answer_free(out);
    out->text = (char *)malloc(a->len + 1);
    NEED(out->text);
    memcpy(out->text, a->body, a->len);
    out->text[a->len] = '\0';
    out->len = a->len;
}

void fake_answer_free(struct fake_answer *a)
{
    free(a->text);
    a->text = NULL;
}

void fake_ask(struct server *sv, struct fake_answer *a, const char *method, const char *path,
              const char *token, const char *body)
{
    static struct fake_request f;
    memset(&f, 0, sizeof f);
    a->count = 0;
    f.answer = a;
    f.pub.answer = take_answer;
    const size_t n = strcspn(path, "?");
    snprintf(f.pub.method, sizeof f.pub.method, "%.7s", method);
    snprintf(f.pub.path, sizeof f.pub.path, "%.*s", (int)(n < 255 ? n : 255), path);
    snprintf(f.pub.query, sizeof f.pub.query, "%.255s", path[n] ? path + n + 1 : "");
    snprintf(f.pub.address, sizeof f.pub.address, "10.0.0.1");
    if (token)
        snprintf(f.pub.authorization, sizeof f.pub.authorization, "Bearer %.200s", token);
    f.pub.body = body ? body : "";
    f.pub.len = strlen(f.pub.body);
    http_request(sv, &f.pub);
    fake_settle(sv);
    NEED(a->count == 1);
}

/* ---- connections ---------------------------------------------------------------------------- */

static void take_text(struct net_conn *n, struct net_text *t)
{
    struct fake_conn *c = (struct fake_conn *)n;
    if (c->heard && !c->code)
        c->heard(c, net_text_chars(t), t->len);
}

static void take_close(struct net_conn *n, int code, const char *why)
{
    struct fake_conn *c = (struct fake_conn *)n;
    NEED(code >= 1000 && strlen(why) < 120);
    if (!c->code)
        c->code = code;
}

void fake_open(struct server *sv, struct fake_conn *c, const char *table)
{
    fake_close(sv, c);
    void (*heard)(struct fake_conn *, const char *, size_t) = c->heard;
    void *user = c->user;
    memset(c, 0, sizeof *c);
    c->heard = heard;
    c->user = user;
    c->open = true;
    c->pub.send = take_text;
    c->pub.close = take_close;
    snprintf(c->pub.path, sizeof c->pub.path, "/api/v1/tables/%.13s/socket", table);
    socket_open(sv, &c->pub);
}

/* One who was told to go goes once nothing is under way. */
void fake_say(struct server *sv, struct fake_conn *c, const char *text)
{
    if (c->open && !c->code)
        socket_message(sv, &c->pub, text, strlen(text));
    fake_settle(sv);
    if (c->open && c->code)
        fake_close(sv, c);
}

void fake_close(struct server *sv, struct fake_conn *c)
{
    if (c->open)
        socket_closed(sv, &c->pub);
    c->open = false;
}
