/* load.c: tables from the store (hall.h): by replaying their log and comparing every hash, or, when
 * the rules have changed so that it no longer gives the same positions, from their snapshot. */
#include "core/alloc.h"
#include "server/hall.h"
#include "server/play.h"
#include "server/secret.h"

struct sv_load {
    struct server *sv;
    char id[SV_ID_MAX];
    struct sv_wait *waits, **end;
    struct sv_load *next;
    uint64_t begun;
};

/* ---- building ------------------------------------------------------------------------------- */

static enum sr_err apply_row(struct server *sv, struct sv_table *t, const struct db_rows *rows,
                             int i, enum entry_kind kind, struct sr_diag *diag)
{
    const struct sr_game *g = t->log.match ? t->setup.config.rules.game : NULL;
    struct entry e = entry_of(kind, (int)db_int(rows, i, 3));
    e.at = db_int(rows, i, 1);
    const enum sr_err err = entry_read(&e, g, db_text(rows, i, 4), sv->tok_a, SV_TOKENS_MAX, diag);
    return err ? err : sv_apply(t, &e, NULL, diag);
}

/* Loading by other rules, a move that these do not know stands in the log and does nothing, and so
 * do those after it (astray). */
static bool apply_rows(struct server *sv, struct sv_table *t, const struct db_rows *rows, int until,
                       struct sr_diag *diag)
{
    for (int i = t->log.seq; i < rows->count && t->log.seq < until; i++) {
        const int kind = entry_kind_of(db_text(rows, i, 2));
        if (kind < 0 || db_int(rows, i, 0) != t->log.seq + 1) {
            (void)sr_fail(diag, SR_BROKEN, "entry %d is missing or unknown", t->log.seq + 1);
            return false;
        }
        const unsigned long shortages = sr_alloc_failures();
        if (apply_row(sv, t, rows, i, (enum entry_kind)kind, diag) == SR_OK)
            continue;
        if (!t->log.trusting || kind != ENTRY_MOVE || sr_alloc_failures() != shortages)
            return false;
        t->log.astray = true;
        if (apply_row(sv, t, rows, i, ENTRY_MOVE, diag) != SR_OK)
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
    struct sv_table *t = sv_setup_read(sv, id, db_text(row, 0, 4), diag);
    if (!t)
        return NULL;
    const int until = (int)db_int(row, 0, 6);
    t->log.trusting = true;
    const bool begun = until > 0 ? apply_rows(sv, t, entries, until, diag) &&
                                       from_snapshot(sv, t, db_text(row, 0, 5), diag)
                                 : sv_begin_match(t, diag);
    const bool ok = begun && apply_rows(sv, t, entries, entries->count, diag);
    if (ok)
        return t;
    sv_table_free(t);
    return NULL;
}

static struct sv_table *build(struct server *sv, const char *id, const struct db_rows *row,
                              const struct db_rows *entries, struct sr_diag *diag)
{
    const int whole = (int)db_int(row, 0, 2);
    if (entries->count < whole) {
        (void)sr_fail(diag, SR_BROKEN, "the log has %d entries of %d", entries->count, whole);
        return NULL;
    }
    struct sv_table *t = sv_setup_read(sv, id, db_text(row, 0, 4), diag);
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
    t->log.trusting = false;
    if (t->log.astray) {
        struct entry undo = entry_of(ENTRY_UNDO, -1);
        undo.to = sv_ply(t);
        undo.yes = true;
        sv_log(sv, "warning", "moves_taken_back", "si", "table", t->id, "to", (int64_t)undo.to);
        (void)sv_append(sv, t, &undo, NULL);
    }
    sv_commit(sv, t);
    sv_pump(sv, t);
}

/* ---- loading -------------------------------------------------------------------------------- */

static void take_in(struct server *sv, const struct sv_load *load, struct sv_table *t)
{
    sv_not_before(t->log.updated); /* rows may say it a minute later than entries do */
    const int64_t now = sv_now();
    t->commit.durable = t->log.seq;
    for (int i = 0; i < t->setup.config.seats; i++)
        t->people.seat[i].gone_at = now;
    sv_hold(sv, t);
    sv_set_due(t, now);
    sv->counts.tables_loaded++;
    sv->counts.load_micros += sv_micros() - load->begun;
}

static void finish_load(struct server *sv, struct sv_load *load, struct sv_table *t,
                        const char *error)
{
    struct sv_load **p = &sv->loads;
    while (*p != load)
        p = &(*p)->next;
    *p = load->next;
    if (t)
        take_in(sv, load, t);
    while (load->waits) {
        struct sv_wait *w = load->waits;
        load->waits = w->next;
        if (t) { /* one may make it busy: the rest stands in line */
            sv_wait_in_line(t, w);
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
        finish_load(sv, load, NULL, store_home(sv->store, load->id) == 0 ? "store" : "shard");
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

bool sv_present(const struct server *sv, const char *id)
{
    const struct sv_load *l = sv->loads;
    while (l && strcmp(l->id, id) != 0)
        l = l->next;
    return l || sv_find(sv, id);
}

void sv_load_table(struct server *sv, const char *id, struct sv_wait *w)
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
    store_at(job, id);
    store_add(job, ST_TABLE_CLAIM, "sssi", sv->member, id, sv->member, (int64_t)SV_ALIVE_MS);
    store_add(job, ST_TABLE_OWNER, "s", id);
    store_add(job, ST_TABLE_GET, "s", id);
    store_add(job, ST_ENTRY_LIST, "s", id);
    store_send(sv->store, job);
}
