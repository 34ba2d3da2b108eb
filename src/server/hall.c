/* hall.c: the tables in memory: loading them from the store, writing what happened, handing out
 * the results, and letting go of those nobody is at.
 *
 * When the store refuses a write, memory is ahead of the truth. Then the table is dropped and its
 * people are told to come back: they find it as it was last saved. */
#include <stdlib.h>

#include "core/alloc.h"
#include "server/server.h"

enum { IDLE_MS = 60000, SNAPSHOT_EVERY = 16 };

struct sv_load {
    struct server *sv;
    char id[SV_ID_MAX];
    struct sv_wait *waits, **end;
    struct sv_load *next;
    uint64_t begun;
};

/* ---- finding -------------------------------------------------------------------------------- */

static unsigned slot_of(const char *id)
{
    uint32_t h = 2166136261u;
    for (; *id; id++)
        h = (h ^ (unsigned char)*id) * 16777619u;
    return h & (SV_BUCKETS - 1);
}

struct sv_table *sv_find(struct server *sv, const char *id)
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
    t->people.touched = sv_now();
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

static struct sv_wait *wait_new(sv_go *go, void *arg)
{
    struct sv_wait *w = (struct sv_wait *)sr_alloc(sizeof *w);
    if (w) {
        w->go = go;
        w->arg = arg;
    }
    return w;
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
        socket_leave_table(sv, c);
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

/* ---- loading -------------------------------------------------------------------------------- */

static int kind_of(const char *name)
{
    for (int i = 0; i < SV_KINDS; i++)
        if (strcmp(sv_kind_names[i], name) == 0)
            return i;
    return -1;
}

static bool apply_row(struct server *sv, struct sv_table *t, const struct db_rows *rows, int i,
                      enum sv_kind kind, struct sr_diag *diag)
{
    const char *body = db_text(rows, i, 4);
    return sv_apply(sv, t, kind, (int)db_int(rows, i, 3), db_int(rows, i, 1),
                    sv_dup(body, strlen(body)), diag);
}

/* Loading by other rules, a move that these do not know stands in the log and does nothing, and so
 * do those after it (astray). */
static bool apply_rows(struct server *sv, struct sv_table *t, const struct db_rows *rows, int until,
                       struct sr_diag *diag)
{
    for (int i = t->log.seq; i < rows->count && t->log.seq < until; i++) {
        const int kind = kind_of(db_text(rows, i, 2));
        if (kind < 0 || db_int(rows, i, 0) != t->log.seq + 1) {
            (void)sr_fail(diag, SR_BROKEN, "entry %d is missing or unknown", t->log.seq + 1);
            return false;
        }
        const unsigned long shortages = sr_alloc_failures();
        if (apply_row(sv, t, rows, i, (enum sv_kind)kind, diag))
            continue;
        if (!sv->trust_moves || kind != SV_MOVE || sr_alloc_failures() != shortages)
            return false;
        t->log.astray = true;
        if (!apply_row(sv, t, rows, i, SV_MOVE, diag))
            return false;
    }
    return true;
}

/* The last position that was kept, for rules that no longer replay the log to its hashes. */
static bool from_snapshot(struct server *sv, struct sv_table *t, const char *json,
                          struct sr_diag *diag)
{
    const struct sr_rules *r = &t->setup.config.rules;
    struct sr_doc d;
    union sr_state s;
    memset(&s, 0, sizeof s);
    if (sr_json_parse(&d, json, strlen(json), sv->tok_a, SV_TOKENS_MAX, diag) != SR_OK ||
        sr_state_read(r, &d, 0, &s, diag) != SR_OK)
        return false;
    t->log.match = sr_table_at(&t->setup.config, &s, diag);
    if (!t->log.match)
        return false;
    if (t->log.status == SV_PLAYING && sr_table_actor(t->log.match) == SR_NOBODY)
        t->log.status = SV_OVER;
    return true;
}

/* Moves before the snapshot are only counted; those after it are played by the rules of today,
 * whose hashes may be others. From the first move they do not know on, the log is taken back
 * (go_on). A stop in good order leaves no moves after the snapshot. */
static struct sv_table *rebuild(struct server *sv, const char *id, const struct db_rows *row,
                                const struct db_rows *entries, struct sr_diag *diag)
{
    struct sv_table *t = sv_config_read(sv, id, db_text(row, 0, 4), diag);
    if (!t)
        return NULL;
    const int until = (int)db_int(row, 0, 6);
    sv->trust_moves = true;
    const bool begun = until > 0 ? apply_rows(sv, t, entries, until, diag) &&
                                       from_snapshot(sv, t, db_text(row, 0, 5), diag)
                                 : sv_begin_match(t, diag);
    const bool ok = begun && apply_rows(sv, t, entries, entries->count, diag);
    sv->trust_moves = false;
    if (ok)
        return t;
    sv_table_free(t);
    return NULL;
}

static struct sv_table *build(struct server *sv, const char *id, const struct db_rows *row,
                              const struct db_rows *entries, struct sr_diag *diag)
{
    struct sv_table *t = sv_config_read(sv, id, db_text(row, 0, 4), diag);
    if (!t)
        return NULL;
    const unsigned long shortages = sr_alloc_failures();
    const int version = t->setup.config.rules_version;
    t->commit.snapshot_seq = (int)db_int(row, 0, 6);
    if (sv_begin_match(t, diag) && apply_rows(sv, t, entries, entries->count, diag))
        return t;
    sv_table_free(t);
    if (sr_alloc_failures() != shortages)
        return NULL;
    sv->counts.replay_failed++;
    sv_log(sv, "warning", "replay_failed", "ssis", "table", id, "why", diag->text, "rules_version",
           (int64_t)version, "then", "going on from the snapshot");
    return rebuild(sv, id, row, entries, diag);
}

/* What loading could not carry out: moves of other rules are taken back for all to see; a table
 * whose people were forgotten is saved without them. */
static void go_on(struct server *sv, struct sv_table *t)
{
    char body[64];
    if (t->log.astray) {
        snprintf(body, sizeof body, "{\"to\":%d,\"why\":\"rules\"}", sv_ply(t));
        sv_log(sv, "warning", "moves_taken_back", "si", "table", t->id, "to", (int64_t)sv_ply(t));
        (void)sv_append(sv, t, SV_UNDO, -1, body, NULL);
    }
    sv_commit(sv, t);
    sv_pump(sv, t);
}

static void finish_load(struct server *sv, struct sv_load *load, struct sv_table *t,
                        const char *error)
{
    struct sv_load **p = &sv->loads;
    while (*p != load)
        p = &(*p)->next;
    *p = load->next;
    if (t) {
        const int64_t now = sv_now();
        t->commit.durable = t->log.seq;
        for (int i = 0; i < t->setup.config.seats; i++)
            t->people.seat[i].gone_at = now;
        sv_hold(sv, t);
        sv_set_due(t, now);
        sv->counts.tables_loaded++;
        sv->counts.load_micros += sv_micros() - load->begun;
    }
    while (load->waits) {
        struct sv_wait *w = load->waits;
        load->waits = w->next;
        if (t) { /* one may make it busy: the rest stands in line */
            *t->people.waits_end = w;
            t->people.waits_end = &w->next;
            w->next = NULL;
        } else {
            w->go(sv, NULL, w->arg, error);
            sr_free(w);
        }
    }
    sr_free(load);
    if (t)
        go_on(sv, t);
}

static void loaded(struct store_job *job, void *context)
{
    struct sv_load *load = (struct sv_load *)context;
    struct server *sv = load->sv;
    if (job->err) {
        sv->counts.store_failed++;
        sv_log(sv, "error", "store", "ss", "doing", "load", "why", job->diag.text);
        finish_load(sv, load, NULL, "store");
        return;
    }
    const struct store_step *claim = &job->step[0], *owner = &job->step[1];
    const struct db_rows *row = store_rows(job, 2), *entries = store_rows(job, 3);
    if (row->count == 0) {
        finish_load(sv, load, NULL, "not_found");
        return;
    }
    if (claim->changed == 0) {
        snprintf(sv->elsewhere, sizeof sv->elsewhere, "%s", db_text(&owner->rows, 0, 1));
        finish_load(sv, load, NULL, "elsewhere");
        return;
    }
    struct sr_diag diag = {""};
    const unsigned long shortages = sr_alloc_failures();
    struct sv_table *t = build(sv, load->id, row, entries, &diag);
    if (t)
        t->commit.renewed = db_int(row, 0, 7) == STORE_RENEW;
    if (!t && sr_alloc_failures() != shortages) {
        finish_load(sv, load, NULL, "busy");
        return;
    }
    if (!t)
        sv_log(sv, "error", "table_damaged", "ss", "table", load->id, "why", diag.text);
    finish_load(sv, load, t, "damaged");
}

static void load(struct server *sv, const char *id, struct sv_wait *w)
{
    for (struct sv_load *l = sv->loads; l; l = l->next) {
        if (strcmp(l->id, id) != 0)
            continue;
        *l->end = w;
        l->end = &w->next;
        return;
    }
    struct sv_load *l = (struct sv_load *)sr_alloc(sizeof *l);
    struct store_job *job = l ? store_job_new(loaded, l) : NULL;
    if (!job) {
        sr_free(l);
        w->go(sv, NULL, w->arg, "store");
        sr_free(w);
        return;
    }
    l->sv = sv;
    l->begun = sv_micros();
    snprintf(l->id, sizeof l->id, "%s", id);
    l->waits = w;
    l->end = &w->next;
    l->next = sv->loads;
    sv->loads = l;
    store_add(job, ST_TABLE_CLAIM, "sssi", sv->member, id, sv->member, (int64_t)SV_ALIVE_MS);
    store_add(job, ST_TABLE_OWNER, "s", id);
    store_add(job, ST_TABLE_GET, "s", id);
    store_add(job, ST_ENTRY_LIST, "s", id);
    store_send(sv->store, job);
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
    if (!w) {
        go(sv, NULL, arg, "store");
        return;
    }
    if (!t) {
        load(sv, id, w);
        return;
    }
    *t->people.waits_end = w;
    t->people.waits_end = &w->next;
}

/* ---- writing -------------------------------------------------------------------------------- */

static const char *state_text(struct server *sv, const struct sv_table *t)
{
    struct sr_buf b;
    sr_buf_init(&b, sv->view_a, SV_SCRATCH / 4);
    sr_state_write(&b, &t->setup.config.rules, sr_table_state(t->log.match));
    return b.full ? "" : sv->view_a;
}

/* A snapshot now and then, and whenever a table leaves memory in good order. */
static void add_snapshot(struct server *sv, struct store_job *job, struct sv_table *t)
{
    if (!t->log.match || !job)
        return;
    store_add(job, ST_SNAPSHOT_SAVE, "sis", t->id, (int64_t)t->log.seq, state_text(sv, t));
    t->commit.snapshot_seq = t->log.seq;
}

void sv_snapshot_all(struct server *sv)
{
    for (int i = 0; i < SV_BUCKETS; i++)
        for (struct sv_table *t = sv->bucket[i]; t; t = t->next) {
            struct store_job *job =
                t->commit.busy || t->commit.stale || t->commit.snapshot_seq == t->log.seq
                    ? NULL
                    : store_job_new(NULL, NULL);
            add_snapshot(sv, job, t);
            if (job)
                store_send(sv->store, job);
        }
}

static void add_results(struct store_job *job, const struct sv_table *t)
{
    struct sr_scores sc;
    sr_scores_of(&t->setup.config.rules, sr_table_state(t->log.match), &sc);
    for (int i = 0; i < t->setup.config.seats; i++) {
        const struct sv_seat *s = &t->people.seat[i];
        const char *kind = s->stand_in[0] ? "stand_in" : s->kind == SV_BOT ? s->bot : "human";
        store_add(job, ST_RESULT_ADD, "sisisssiii", t->id, (int64_t)i,
                  t->setup.config.rules.game->id, (int64_t)t->setup.config.seats, s->name,
                  s->account, kind, (int64_t)sc.total[i], (int64_t)sc.rank[i], t->log.updated);
    }
}

static void add_entries(struct store_job *job, const struct sv_table *t)
{
    for (int i = t->commit.durable; i < t->log.seq; i++) {
        const struct sv_entry *e = &t->log.entry[i];
        store_add(job, ST_ENTRY_ADD, "siisis", t->id, (int64_t)(i + 1), e->at,
                  sv_kind_names[e->kind], (int64_t)e->seat, e->body);
        if (e->kind != SV_SIT)
            continue;
        const char *account = t->people.seat[e->seat].account;
        if (!t->commit.created_now)
            store_add(job, ST_PLACE_LEFT, "sis", t->id, (int64_t)e->seat, account);
        if (account[0])
            store_add(job, ST_PLACE_ADD, "ssi", account, t->id, (int64_t)e->seat);
    }
}

static void clear_outs(struct sv_table *t)
{
    for (int i = 0; i < t->commit.outs; i++)
        net_text_drop(t->commit.out[i].text);
    t->commit.outs = 0;
}

static void refused(struct server *sv, struct sv_table *t, const char *why)
{
    sv->counts.store_failed++;
    sv_log(sv, "error", "store", "sss", "doing", "write", "table", t->id, "why", why);
    clear_outs(t);
    if (t->commit.asker)
        sv_error(sv, t->commit.asker, t->commit.asker_id, "store",
                 "this could not be saved and did not happen; try again");
    if (t->commit.asker)
        socket_release(t->commit.asker);
    t->commit.asker = NULL;
    void (*after)(struct server *, struct sv_table *, void *, bool) = t->commit.after;
    void *arg = t->commit.after_arg;
    t->commit.after = NULL;
    if (t->people.thinking)
        t->commit.stale = true; /* a worker still uses its edition: dropped when it is back */
    else
        sv_drop(sv, t);
    if (after)
        after(sv, NULL, arg, false);
}

void sv_give_up(struct server *sv, struct sv_table *t)
{
    if (t->commit.failing)
        return;
    t->commit.failing = t->commit.busy = true;
    if (sv_find(sv, t->id) != t)
        return; /* not in the hall yet: whoever makes it lets it go */
    t->commit.next_failing = sv->failing;
    sv->failing = t;
}

void sv_turn(struct server *sv)
{
    while (sv->failing) {
        struct sv_table *t = sv->failing;
        sv->failing = t->commit.next_failing;
        t->commit.busy = false;
        refused(sv, t, "no memory");
    }
}

static void count_ack(struct server *sv, uint64_t micros)
{
    static const unsigned limit[] = {1000,   2000,   5000,   10000,   20000,  50000,
                                     100000, 200000, 500000, 1000000, 5000000};
    size_t i = 0;
    while (i < sizeof limit / sizeof *limit && micros > limit[i])
        i++;
    sv->counts.ack_bucket[i]++;
    sv->counts.ack_micros += micros;
}

static void written(struct store_job *job, void *context)
{
    struct sv_table *t = (struct sv_table *)context;
    struct server *sv = t->commit.server;
    t->commit.busy = false;
    if (job->err) {
        refused(sv, t, job->diag.text);
        return;
    }
    t->commit.durable = t->commit.committing;
    t->commit.created_now = t->commit.renewed = false;
    for (struct sv_conn *c = t->people.conns, *next; c; c = next) {
        next = c->next;
        if (t->commit.unsaid) { /* they come back and get what they missed */
            c->net->close(c->net, NET_AGAIN, "come back");
            continue;
        }
        for (int i = 0; i < t->commit.outs; i++)
            if (t->commit.out[i].viewer == c->viewer || t->commit.out[i].viewer == -1)
                c->net->send(c->net, t->commit.out[i].text);
    }
    const bool said = !t->commit.unsaid;
    t->commit.unsaid = false;
    clear_outs(t);
    if (t->commit.asker) {
        if (said)
            sv_ok(sv, t->commit.asker, t->commit.asker_id, t->commit.asker_seq, false);
        count_ack(sv, sv_micros() - t->commit.asked_at);
        socket_release(t->commit.asker);
        t->commit.asker = NULL;
    }
    void (*after)(struct server *, struct sv_table *, void *, bool) = t->commit.after;
    t->commit.after = NULL;
    if (after)
        after(sv, t, t->commit.after_arg, true);
    if (t->commit.stale && !t->people.thinking)
        sv_drop(sv, t);
    else
        sv_pump(sv, t);
}

void sv_commit(struct server *sv, struct sv_table *t)
{
    if ((t->log.seq == t->commit.durable && !t->commit.created_now && !t->commit.renewed) ||
        t->commit.failing)
        return;
    sv_set_due(t, sv_now());
    struct store_job *job = store_job_new(written, t);
    if (!job) {
        sv_give_up(sv, t);
        return;
    }
    struct sr_buf b = sv_buf(sv);
    sv_info_write(&b, t, false);
    char *summary = sv_dup(b.text, b.len);
    const char *status = sv_status_names[t->log.status];
    const int64_t lobby = t->setup.listed && t->log.status != SV_OVER;
    if (t->commit.created_now) {
        b = sv_buf(sv);
        sv_config_write(&b, t);
        store_add(job, ST_TABLE_ADD, "sssiiiis", t->id, t->setup.config.rules.game->id, status,
                  lobby, t->setup.created, t->people.due, (int64_t)t->setup.config.rules_version,
                  sv->member);
        store_add(job, ST_SETUP_ADD, "ss", t->id, b.text);
    }
    add_entries(job, t);
    bool ends = false;
    for (int i = t->commit.durable; i < t->log.seq; i++)
        ends |= t->log.entry[i].kind == SV_MOVE || t->log.entry[i].kind == SV_START;
    if (ends && t->log.status == SV_OVER && t->log.match)
        add_results(job, t);
    if (t->log.seq - t->commit.snapshot_seq >= SNAPSHOT_EVERY ||
        (t->log.status == SV_PLAYING && t->commit.snapshot_seq == 0))
        add_snapshot(sv, job, t);
    store_add(job, ST_TABLE_SAVE, "siiiiisss", status, lobby, t->log.updated, t->people.due,
              (int64_t)t->log.seq, (int64_t)t->setup.config.rules.game->rules_version,
              summary ? summary : "{}", t->id, sv->member);
    job->short_of_memory |= !summary;
    sr_free(summary);
    t->commit.busy = true;
    t->commit.server = sv;
    t->commit.committing = t->log.seq;
    store_send(sv->store, job);
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

void sv_evict_idle(struct server *sv, int64_t now)
{
    for (int i = 0; i < SV_BUCKETS; i++) {
        for (struct sv_table *t = sv->bucket[i], *next; t; t = next) {
            next = t->next;
            if (t->people.conns || t->commit.busy || t->people.thinking || t->people.waits ||
                now - t->people.touched < IDLE_MS)
                continue;
            struct store_job *job = store_job_new(NULL, NULL);
            if (t->commit.snapshot_seq < t->log.seq)
                add_snapshot(sv, job, t);
            if (sv->shared)
                store_add(job, ST_TABLE_RELEASE, "ss", sv->member, t->id);
            if (job && job->steps > 0)
                store_send(sv->store, job);
            else
                store_job_free(job);
            sv_drop(sv, t);
        }
    }
}
