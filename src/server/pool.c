/* pool.c: asking the processes that think for bots (pool.h). */
#include "server/pool.h"

#include "core/alloc.h"
#include "server/doc.h"
#include "server/secret.h"
#include "server/wire.h"

enum { POOLS_MAX = 8, RETRY_MS = 1000, SILENT_MS = 4000, ADDRESS_MAX = 128 };

struct asked {
    struct asked *next;
    uint64_t number;
    pool_done *done;
    void *arg;
};

struct pool {
    struct pools *all;
    char address[ADDRESS_MAX];
    struct wire *wire; /* NULL: tried again at `retry_at` */
    bool up;
    int64_t heard_at, retry_at;
    struct asked *asked;
    int count;
};

struct pools {
    struct server *sv;
    struct pool pool[POOLS_MAX];
    int pools;
    uint64_t last;
    bool closed;
};

struct pools *pools_new(struct server *sv)
{
    struct pools *p = (struct pools *)sr_alloc(sizeof *p);
    if (!p)
        return NULL;
    p->sv = sv;
    for (const char *at = sv->options.robots; at && *at && p->pools < POOLS_MAX;) {
        const size_t n = strcspn(at, ",");
        struct pool *one = &p->pool[p->pools++];
        one->all = p;
        snprintf(one->address, sizeof one->address, "%.*s", (int)n, at);
        at += n + (at[n] == ',');
    }
    return p;
}

void pools_free(struct pools *p) { sr_free(p); }

/* What was asked there comes back. Whoever gets it may ask again, another one by then. */
static void give_back(struct pool *one)
{
    struct asked *a = one->asked;
    one->asked = NULL;
    one->count = 0;
    while (a) {
        struct asked *next = a->next;
        const struct answer none = {.number = a->number};
        a->done(one->all->sv, a->arg, &none);
        sr_free(a);
        a = next;
    }
}

static void lose(struct pool *one, const char *why)
{
    if (one->up)
        sv_log(one->all->sv, "warning", "robots_lost", "ssi", "address", one->address, "why", why,
               "asked", (int64_t)one->count);
    one->up = false;
    if (one->wire) {
        wire_set_context(one->wire, NULL);
        wire_close(one->wire);
    }
    one->wire = NULL;
    one->retry_at = sv_now() + RETRY_MS;
    give_back(one);
}

static void on_up(struct wire *w)
{
    struct pool *one = (struct pool *)wire_context(w);
    if (one)
        one->heard_at = sv_now(); /* it is up when it has said something */
}

static void on_down(struct wire *w)
{
    struct pool *one = (struct pool *)wire_context(w);
    if (!one)
        return;
    one->wire = NULL;
    lose(one, "closed");
}

static void on_line(struct wire *w, const char *text, size_t len)
{
    struct pool *one = (struct pool *)wire_context(w);
    struct answer answer;
    if (!one)
        return;
    one->heard_at = sv_now();
    if (!one->up)
        sv_log(one->all->sv, "info", "robots_up", "s", "address", one->address);
    one->up = true;
    if (!answer_read(&answer, text, len))
        return;
    for (struct asked **at = &one->asked; *at; at = &(*at)->next) {
        struct asked *a = *at;
        if (a->number != answer.number)
            continue;
        *at = a->next;
        one->count--;
        a->done(one->all->sv, a->arg, &answer);
        sr_free(a);
        return;
    }
}

static const struct wire_events events = {on_up, on_line, on_down};

void pools_tick(struct pools *p, int64_t now)
{
    for (int i = 0; i < p->pools && !p->closed; i++) {
        struct pool *one = &p->pool[i];
        if (one->wire && now - one->heard_at > SILENT_MS)
            lose(one, "silent");
        if (one->wire || now < one->retry_at)
            continue;
        one->heard_at = now;
        one->retry_at = now + RETRY_MS;
        one->wire =
            wire_connect(p->sv->loop, one->address, p->sv->options.robots_secret, &events, one);
    }
}

void pools_close(struct pools *p)
{
    p->closed = true;
    for (int i = 0; i < p->pools; i++)
        lose(&p->pool[i], "stopping");
}

int pools_up(const struct pools *p)
{
    int n = 0;
    for (int i = 0; i < p->pools; i++)
        n += p->pool[i].up;
    return n;
}

int pools_asked(const struct pools *p)
{
    int n = 0;
    for (int i = 0; i < p->pools; i++)
        n += p->pool[i].count;
    return n;
}

bool pools_ask(struct pools *p, struct question *q, const struct sr_table_config *config,
               pool_done *done, void *arg)
{
    struct pool *best = NULL;
    for (int i = 0; i < p->pools; i++)
        if (p->pool[i].up && (!best || p->pool[i].count < best->count))
            best = &p->pool[i];
    struct asked *a = best && !p->closed ? (struct asked *)sr_alloc(sizeof *a) : NULL;
    if (!a)
        return false;
    struct sr_buf b = sv_buf(p->sv);
    q->number = ++p->last;
    if (!question_write(&b, q, config)) {
        sr_free(a);
        return false;
    }
    *a = (struct asked){best->asked, q->number, done, arg};
    best->asked = a;
    best->count++;
    wire_send(best->wire, b.text, b.len);
    return true;
}
