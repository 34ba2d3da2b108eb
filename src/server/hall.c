/* hall.c: the tables in memory (hall.h): finding them, waiting for them, and letting go of those
 * nobody is at. */
#include "server/hall.h"

#include "core/alloc.h"
#include "server/http.h"
#include "server/limit.h"
#include "server/play.h"
#include "server/robots.h"
#include "server/secret.h"
#include "server/socket.h"

enum { IDLE_MS = 60000 };

/* ---- finding -------------------------------------------------------------------------------- */

static unsigned slot_of(const char *id)
{
    uint32_t h = 2166136261u;
    for (; *id; id++)
        h = (h ^ (unsigned char)*id) * 16777619u;
    return h & (SV_BUCKETS - 1);
}

struct sv_table *sv_find(const struct server *sv, const char *id)
{
    struct sv_table *t = sv->bucket[slot_of(id)];
    while (t && strcmp(t->id, id) != 0)
        t = t->next;
    return t;
}

void sv_hold(struct server *sv, struct sv_table *t)
{
    const unsigned slot = slot_of(t->id);
    t->next = sv->bucket[slot];
    sv->bucket[slot] = t;
    if (!t->people.opened_by) /* from the store: each for itself */
        t->people.opened_by = limits_key(sv->limits, t->id);
    t->people.held = t->people.touched = sv_now();
    sv->tables++;
}

static void unhold(struct server *sv, struct sv_table *t)
{
    struct sv_table **p = &sv->bucket[slot_of(t->id)];
    while (*p && *p != t)
        p = &(*p)->next;
    if (!*p)
        return;
    *p = t->next;
    sv->tables--;
}

void sv_let_go(struct server *sv, struct sv_table *t)
{
    if (t->people.thinking || t->commit.busy)
        t->commit.stale = true; /* what is under way will be refused, or finds it stale */
    else
        sv_drop(sv, t);
}

void sv_drop(struct server *sv, struct sv_table *t)
{
    unhold(sv, t);
    while (t->people.conns) {
        struct sv_conn *c = t->people.conns;
        socket_leave_table(c);
        c->net->close(c->net, NET_AGAIN, "come back");
    }
    while (t->people.waits) {
        struct sv_wait *w = t->people.waits;
        t->people.waits = w->next;
        w->go(sv, NULL, w->arg, "store");
        sr_free(w);
    }
    sv_table_free(t);
}

/* ---- waiting -------------------------------------------------------------------------------- */

void sv_wait_in_line(struct sv_table *t, struct sv_wait *w)
{
    w->next = NULL;
    *t->people.waits_end = w;
    t->people.waits_end = &w->next;
}

static struct sv_wait *wait_new(sv_go *go, void *arg)
{
    struct sv_wait *w = (struct sv_wait *)sr_alloc(sizeof *w);
    if (w) {
        w->go = go;
        w->arg = arg;
    }
    return w;
}

void sv_with_table(struct server *sv, const char *id, sv_go *go, void *arg)
{
    if (!sv_id_ok(id)) {
        go(sv, NULL, arg, "not_found");
        return;
    }
    struct sv_table *t = sv_find(sv, id);
    if (t && t->commit.stale) {
        go(sv, NULL, arg, "store");
        return;
    }
    if (t && !t->commit.busy && !t->people.waits) {
        t->people.touched = sv_now();
        go(sv, t, arg, NULL);
        return;
    }
    struct sv_wait *w = wait_new(go, arg);
    if (!w)
        go(sv, NULL, arg, "store");
    else if (t)
        sv_wait_in_line(t, w);
    else
        sv_load_table(sv, id, w);
}

/* ---- going on ------------------------------------------------------------------------------- */

static bool pump_one(struct server *sv, struct sv_table *t)
{
    if (t->people.waits) {
        struct sv_wait *w = t->people.waits;
        t->people.waits = w->next;
        if (!t->people.waits)
            t->people.waits_end = &t->people.waits;
        w->go(sv, t, w->arg, NULL);
        sr_free(w);
        return true;
    }
    for (struct sv_conn *c = t->people.conns; c; c = c->next) {
        struct sv_inbox *m = c->inbox;
        if (!m)
            continue;
        c->inbox = m->next;
        if (!c->inbox)
            c->inbox_end = &c->inbox;
        c->inbox_count--;
        socket_handle(sv, c, m->text, m->len);
        sr_free(m);
        return true;
    }
    return false;
}

void sv_pump(struct server *sv, struct sv_table *t)
{
    t->people.touched = sv_now();
    while (!t->commit.busy && pump_one(sv, t))
        ;
    if (t->commit.busy || t->commit.stale)
        return;
    if (sv_play_on(sv, t)) {
        sv_commit(sv, t);
        return;
    }
    tables_rematch(sv, t);
    robots_think(sv, t);
}

/* ---- letting go ----------------------------------------------------------------------------- */

static void add_release(struct server *sv, struct sv_table *t, struct store_job *job)
{
    if (t->commit.snapshot_seq < t->log.seq)
        sv_snapshot(sv, t, job);
    if (t->commit.row.behind)
        sv_register(sv, t, job);
    if (sv->shared)
        store_add(job, ST_TABLE_RELEASE, "ss", sv->member, t->id);
}

struct release {
    struct server *sv;
    char table[SV_ID_MAX];
    void (*gone)(struct server *, void *);
    void *arg;
};

/* Who has come for it meanwhile is told that it "moved", and asks anew wherever it is then. */
static void released(struct store_job *job, void *context)
{
    struct release *r = (struct release *)context;
    struct server *sv = r->sv;
    struct sv_table *t = sv_find(sv, r->table);
    struct sv_wait *waits = t ? t->people.waits : NULL;
    (void)job; /* a table that could not be released is still ours: it is loaded when asked for */
    if (t) {
        t->people.waits = NULL;
        sv_drop(sv, t);
    }
    r->gone(sv, r->arg);
    while (waits) {
        struct sv_wait *w = waits;
        waits = w->next;
        w->go(sv, NULL, w->arg, "moved");
        sr_free(w);
    }
    sr_free(r);
}

bool sv_release(struct server *sv, struct sv_table *t, void (*gone)(struct server *, void *),
                void *arg)
{
    if (!sv->shared || sv->stopping || t->commit.busy || t->commit.stale || t->people.thinking)
        return false;
    struct release *r = (struct release *)sr_alloc(sizeof *r);
    struct store_job *job = r ? store_job_new(released, r) : NULL;
    if (!job) {
        sr_free(r);
        return false;
    }
    *r = (struct release){.sv = sv, .gone = gone, .arg = arg};
    memcpy(r->table, t->id, sizeof r->table);
    store_at(job, t->id);
    add_release(sv, t, job);
    t->commit.busy = true; /* whoever comes waits in line */
    store_send(sv->store, job);
    return true;
}

void sv_evict_idle(struct server *sv, int64_t now)
{
    for (int i = 0; i < SV_BUCKETS; i++) {
        for (struct sv_table *t = sv->bucket[i], *next; t; t = next) {
            next = t->next;
            if (t->people.conns || t->commit.busy || t->people.thinking || t->people.waits ||
                now - t->people.touched < IDLE_MS)
                continue;
            struct store_job *job = store_job_new(NULL, NULL);
            store_at(job, t->id);
            add_release(sv, t, job);
            if (job && job->steps > 0)
                store_send(sv->store, job);
            else
                store_job_free(job);
            sv_drop(sv, t);
        }
    }
}
