/* commit.c: what happened goes to the store, and when it is durable to the people (hall.h).
 *
 * When the store refuses a write, memory is ahead of the truth. Then the table is dropped and its
 * people are told to come back: they find it as it was last saved. */
#include "core/alloc.h"
#include "server/bell.h"
#include "server/cups.h"
#include "server/doc.h"
#include "server/hall.h"
#include "server/play.h"
#include "server/rater.h"
#include "server/robots.h"
#include "server/secret.h"
#include "server/socket.h"
#include "server/voice.h"

enum { SNAPSHOT_EVERY = 16, ROW_MS = 60000 /* how far behind a row may say it was changed */ };

/* ---- texts that wait for it ------------------------------------------------------------------ */

static bool outs_grow(struct sv_commit *c)
{
    if (c->outs < c->outs_max)
        return true;
    const int max = c->outs_max ? 2 * c->outs_max : 8;
    struct sv_out *out = (struct sv_out *)sr_realloc(c->out, (size_t)max * sizeof *out);
    if (!out)
        return false;
    c->out = out;
    c->outs_max = max;
    return true;
}

struct net_text *sv_out_add(struct sv_table *t, int viewer, const struct sr_buf *b)
{
    struct sv_commit *c = &t->commit;
    struct net_text *text = b->full || !outs_grow(c) ? NULL : net_text_new(b->text, b->len);
    if (text)
        c->out[c->outs++] = (struct sv_out){viewer, text};
    else
        c->unsaid = true;
    return text;
}

void sv_out_share(struct sv_table *t, int viewer, struct net_text *text)
{
    struct sv_commit *c = &t->commit;
    if (!outs_grow(c)) {
        c->unsaid = true;
        return;
    }
    text->refs++;
    c->out[c->outs++] = (struct sv_out){viewer, text};
}

static void clear_outs(struct sv_commit *c)
{
    for (int i = 0; i < c->outs; i++)
        net_text_drop(c->out[i].text);
    c->outs = 0;
}

static void send_outs(struct sv_table *t)
{
    const struct sv_commit *commit = &t->commit;
    for (struct sv_conn *c = t->people.conns, *next; c; c = next) {
        next = c->next;
        if (commit->unsaid) { /* they come back and get what they missed */
            c->net->close(c->net, NET_AGAIN, "come back");
            continue;
        }
        for (int i = 0; i < commit->outs; i++)
            if (commit->out[i].viewer == c->viewer)
                c->net->send(c->net, commit->out[i].text);
    }
}

/* Who has lost the seat sees no more of what its next holder does. */
static void close_unseated(struct sv_table *t)
{
    for (struct sv_conn *c = t->people.conns, *next; c; c = next) {
        next = c->next;
        if (c->viewer < SR_SEATS_MAX && c->tenure != t->people.seat[c->viewer].tenure) {
            socket_leave_table(c);
            c->net->close(c->net, NET_UNSEATED, "the seat is no longer yours");
            t->people.presence_changed = true;
        }
    }
}

/* ---- what is written ------------------------------------------------------------------------- */

void sv_snapshot(struct server *sv, struct sv_table *t, struct store_job *job)
{
    if (!t->log.match || !job)
        return;
    struct sr_buf b;
    sr_buf_init(&b, sv->view, SV_SCRATCH / 4);
    sr_state_write(&b, &t->setup.config.rules, sr_table_state(t->log.match));
    store_add(job, ST_SNAPSHOT_SAVE, "sis", t->id, (int64_t)t->log.seq, b.full ? "" : b.text);
    t->commit.snapshot_seq = t->log.seq;
}

void sv_snapshot_all(struct server *sv)
{
    for (int i = 0; i < SV_BUCKETS; i++)
        for (struct sv_table *t = sv->bucket[i]; t; t = t->next) {
            const struct sv_commit *c = &t->commit;
            struct store_job *job = c->busy || c->stale || c->snapshot_seq == t->log.seq
                                        ? NULL
                                        : store_job_new(NULL, NULL);
            store_at(job, t->id);
            sv_snapshot(sv, t, job);
            if (job)
                store_send(sv->store, job);
        }
}

static void add_results(struct store_job *job, const struct sv_table *t)
{
    const struct sr_table_config *c = &t->setup.config;
    struct sr_scores sc;
    sv_scores(t, sr_table_state(t->log.match), &sc);
    for (int i = 0; i < c->seats; i++) {
        const struct sv_seat *s = &t->people.seat[i];
        const char *kind = s->stand_in[0] ? "stand_in" : s->kind == ENTRY_BOT ? s->bot : "human";
        store_add(job, ST_RESULT_ADD, "sisisssiii", t->id, (int64_t)i, c->rules.game->id,
                  (int64_t)c->seats, s->name, s->account, kind, (int64_t)sc.total[i],
                  (int64_t)sc.rank[i], t->log.updated);
    }
    if (t->setup.rated)
        store_add(job, ST_RATING_DUE_ADD, "si", t->id, t->log.updated);
}

static void add_entry(struct server *sv, struct store_job *job, const struct sv_table *t, int i)
{
    const struct entry *e = &t->log.entry[i];
    struct sr_buf b = sv_buf(sv);
    entry_write(&b, t->setup.config.rules.game, e);
    store_add(job, ST_ENTRY_ADD, "siisis", t->id, (int64_t)i + 1, e->at, entry_kind_names[e->kind],
              (int64_t)e->seat, b.text);
    if (e->kind != ENTRY_SIT)
        return;
    const char *account = t->people.seat[e->seat].account;
    if (!t->commit.created_now)
        store_add(job, ST_PLACE_LEFT, "sis", t->id, (int64_t)e->seat, account);
    if (account[0])
        store_add(job, ST_PLACE_ADD, "ssi", account, t->id, (int64_t)e->seat);
}

static void add_table(struct server *sv, struct store_job *job, const struct sv_table *t,
                      const char *status, int64_t lobby)
{
    struct sr_buf b = sv_buf(sv);
    sv_setup_write(&b, t);
    store_add(job, ST_TABLE_ADD, "sssiiiis", t->id, t->setup.config.rules.game->id, status, lobby,
              t->setup.created, t->people.due, (int64_t)t->setup.config.rules_version, sv->member);
    store_add(job, ST_SETUP_ADD, "ss", t->id, b.text);
}

void sv_register(struct server *sv, struct sv_table *t, struct store_job *job)
{
    if (!job || store_home(sv->store, t->id) <= 0)
        return;
    struct sr_buf b = sv_buf(sv);
    sv_info_write(&b, t, false);
    store_add(job, ST_TABLE_REGISTER, "sssiiiiis", t->id, t->setup.config.rules.game->id,
              sv_status_names[t->log.status], sv_lobby(t), t->setup.created, t->log.updated,
              (int64_t)t->log.seq, (int64_t)t->setup.config.rules.game->rules_version, b.text);
    t->commit.row.behind = false;
}

void sv_catch_up(struct server *sv, struct sv_table *t, int64_t now)
{
    struct sv_commit *c = &t->commit;
    if (!c->row.behind || c->busy || c->stale || now - c->row.updated < ROW_MS)
        return;
    c->renewed = true;
    sv_commit(sv, t);
}

/* The row of the table. Most moves change nothing that an index is kept of, and leave those alone:
 * that is half of what a move writes. */
static void add_row(struct server *sv, struct store_job *job, struct sv_table *t, int64_t lobby)
{
    struct sv_row *row = &t->commit.row;
    const struct sv_row is = {true,           t->log.status, lobby,
                              t->log.updated, t->people.due, row->behind};
    const bool step = row->known && !t->commit.renewed && row->status == is.status &&
                      row->lobby == is.lobby && row->due == is.due &&
                      is.updated - row->updated < ROW_MS && is.updated >= row->updated;
    struct sr_buf b = sv_buf(sv);
    sv_info_write(&b, t, false);
    if (step) {
        store_add(job, ST_TABLE_STEP, "isss", (int64_t)t->log.seq, b.text, t->id, sv->member);
        row->behind = store_home(sv->store, t->id) > 0;
        if (!t->setup.live) /* it is its turn that people look for in their lists */
            sv_register(sv, t, job);
        return;
    }
    *row = is;
    store_add(job, ST_TABLE_SAVE, "siiiiisss", sv_status_names[is.status], lobby, is.updated,
              is.due, (int64_t)t->log.seq, (int64_t)t->setup.config.rules.game->rules_version,
              b.text, t->id, sv->member);
    sv_register(sv, t, job);
}

static void add_all(struct server *sv, struct store_job *job, struct sv_table *t)
{
    const struct sv_commit *c = &t->commit;
    const char *status = sv_status_names[t->log.status];
    const int64_t lobby = sv_lobby(t);
    bool ends = false, sits = false;
    if (c->created_now)
        add_table(sv, job, t, status, lobby);
    for (int i = c->durable; i < t->log.seq; i++) {
        const int kind = t->log.entry[i].kind;
        add_entry(sv, job, t, i);
        sits |= kind == ENTRY_SIT;
        ends |= kind == ENTRY_MOVE || kind == ENTRY_START || kind == ENTRY_RESIGN;
    }
    ends &= t->log.status == SV_OVER && t->log.ended <= SV_END_RESIGNED && t->log.match;
    /* Who opens a table, sits down or ends a match finds that in his lists at once. */
    job->with_parcels = c->created_now || sits || ends;
    t->commit.rates = ends && t->setup.rated && sv_counts(t);
    t->commit.cup_goes_on = ends && t->setup.cup[0];
    t->commit.ends = ends;
    if (ends && sv_counts(t))
        add_results(job, t);
    if (t->log.seq - c->snapshot_seq >= SNAPSHOT_EVERY ||
        (t->log.status == SV_PLAYING && c->snapshot_seq == 0))
        sv_snapshot(sv, t, job);
    bell_add(sv, job, t);
    add_row(sv, job, t, lobby);
}

/* ---- what comes of it ------------------------------------------------------------------------ */

static void refused(struct server *sv, struct sv_table *t, const char *why)
{
    struct sv_commit *c = &t->commit;
    sv->counts.store_failed++;
    sv_log(sv, "error", "store", "sss", "doing", "write", "table", t->id, "why", why);
    clear_outs(c);
    if (c->asker) {
        sv_error(sv, c->asker, c->asker_id, "store",
                 "this could not be saved and did not happen; try again");
        socket_release(c->asker);
    }
    c->asker = NULL;
    sv_after *after = c->after;
    void *arg = c->after_arg;
    c->after = NULL;
    if (t->people.thinking)
        c->stale = true; /* a worker still uses its edition: dropped when it is back */
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

static void answer(struct server *sv, struct sv_commit *c, bool said)
{
    if (!c->asker)
        return;
    if (said)
        sv_ok(sv, c->asker, c->asker_id, c->asker_seq, false);
    count_ack(sv, sv_micros() - c->asked_at);
    socket_release(c->asker);
    c->asker = NULL;
}

static void written(struct store_job *job, void *context)
{
    struct sv_table *t = (struct sv_table *)context;
    struct sv_commit *c = &t->commit;
    struct server *sv = c->server;
    c->busy = false;
    if (job->err) {
        refused(sv, t, job->diag.text);
        return;
    }
    c->durable = c->committing;
    c->created_now = c->renewed = false;
    send_outs(t);
    const bool said = !c->unsaid;
    c->unsaid = false;
    clear_outs(c);
    answer(sv, c, said);
    close_unseated(t);
    sv_after *after = c->after;
    c->after = NULL;
    if (c->rates)
        rater_add(sv, t->id);
    if (c->cup_goes_on)
        cups_add(sv, t->setup.cup);
    if (c->ends)
        robots_over(sv, t);
    c->rates = c->cup_goes_on = c->ends = false;
    if (after)
        after(sv, t, c->after_arg, true);
    if (c->stale && !t->people.thinking)
        sv_drop(sv, t);
    else
        sv_pump(sv, t);
}

void sv_commit(struct server *sv, struct sv_table *t)
{
    struct sv_commit *c = &t->commit;
    if ((t->log.seq == c->durable && !c->created_now && !c->renewed) || c->failing)
        return;
    sv_set_due(t, sv_now());
    struct store_job *job = store_job_new(written, t);
    if (!job) {
        sv_give_up(sv, t);
        return;
    }
    store_at(job, t->id);
    add_all(sv, job, t);
    c->busy = true;
    c->server = sv;
    c->committing = t->log.seq;
    store_send(sv->store, job);
}
