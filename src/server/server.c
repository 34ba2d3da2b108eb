/* server.c: the life of the process: start, the turns of the loop, time, and an orderly stop in
 * three steps: no new moves, all writes finished and answered, everybody told to come back. */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/alloc.h"
#include "server/analyst.h"
#include "server/bell.h"
#include "server/desk.h"
#include "server/hall.h"
#include "server/http.h"
#include "server/kin.h"
#include "server/leagues.h"
#include "server/limit.h"
#include "server/mail.h"
#include "server/operator.h"
#include "server/own.h"
#include "server/peers.h"
#include "server/play.h"
#include "server/rater.h"
#include "server/robots.h"
#include "server/secret.h"
#include "server/spectate.h"
#include "server/voice.h"

enum {
    TICK_MS = 250,
    BEAT_MS = 500,
    SWEEP_MS = 3000,
    WATCH_MS = 1000,
    EVICT_MS = 5000,
    PRUNE_MS = 3600000,
    STOP_TICK_MS = 20,
    STOP_WRITES_MS = 15000,
    STOP_CLOSE_MS = 3000,
    SWEEP_ROWS = 5000,
    SWEEP_LOADS = 100,
    PRUNE_ROWS = 500
};
static const int64_t day_ms = (int64_t)86400 * 1000;
/* How long tables are kept that never began, that are over and no account's, and others over. */
enum { KEEP_WAITING = 21, KEEP_GUESTS = 90, KEEP_OVER = 730 };

static const char headers[] =
    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"
    " style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self';"
    " worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'\n"
    "x-content-type-options: nosniff\n"
    "x-frame-options: DENY\n"
    "referrer-policy: no-referrer\n"
    "cross-origin-opener-policy: same-origin\n"
    "cross-origin-resource-policy: same-origin\n"
    "permissions-policy: camera=(), microphone=(), geolocation=()\n";

/* ---- the turns of the loop ------------------------------------------------------------------ */

static void wake(void *context) { uv_async_send(&((struct server *)context)->store_woke); }

static void on_store(uv_async_t *a)
{
    const struct server *sv = (const struct server *)a->data;
    store_collect(sv->store);
}

/* Everything that became a job in this turn is committed together. */
static void on_turn_end(uv_prepare_t *p)
{
    struct server *sv = (struct server *)p->data;
    sv_turn(sv);
    peers_turn(sv);
    store_flush(sv->store);
}

/* Silent for too long: others may have our tables of this database by now. People find them by
 * coming back. */
static void lose_leases(struct server *sv, int bank, int64_t now)
{
    const int64_t beaten_at = sv->rounds.bank[bank].beaten_at;
    sv_log(sv, "warning", "leases_lost", "i", "silent_ms", now - beaten_at);
    for (int i = 0; i < SV_BUCKETS; i++)
        for (struct sv_table *t = sv->bucket[i], *next; t; t = next) {
            next = t->next;
            if (!t->commit.busy && !t->people.thinking && store_home(sv->store, t->id) == bank &&
                t->people.held <= beaten_at + SV_ALIVE_MS)
                sv_drop(sv, t); /* those that came later were ours to take */
        }
}

static void beaten(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    const int bank = job->bank;
    const int64_t now = sv_now();
    sv->rounds.bank[bank].beating = false;
    if (job->err) {
        const char name[] = {store_bank_name(sv->store, bank), '\0'};
        sv_log(sv, "error", "store", "sss", "doing", "beat", "shard", name, "why", job->diag.text);
        return;
    }
    if (sv->rounds.bank[bank].beaten_at && now - sv->rounds.bank[bank].beaten_at > SV_ALIVE_MS)
        lose_leases(sv, bank, now);
    sv->rounds.bank[bank].beaten_at = now;
    /* A shard gets tables when all who live have come to it, and can find them. */
    sv->rounds.bank[bank].members = db_int(store_rows(job, 2), 0, 0);
    if (bank > 0)
        store_shut(sv->store, bank, sv->rounds.bank[bank].members < sv->rounds.bank[0].members);
    else
        kin_hear(sv, job);
}

/* Tells the others that this process lives: in every database, for the tables that are there. */
static void beat(struct server *sv)
{
    for (int bank = 0; bank < store_banks(sv->store); bank++) {
        struct store_job *job = sv->rounds.bank[bank].beating ? NULL : store_job_new(beaten, sv);
        if (!job)
            continue;
        sv->rounds.bank[bank].beating = true;
        job->bank = bank;
        store_add(job, ST_MEMBER_BEAT, "ss", sv->member, sv->address);
        store_add(job, ST_MEMBER_PRUNE, "i", (int64_t)20 * SV_ALIVE_MS);
        store_add(job, ST_MEMBER_COUNT, "i", (int64_t)SV_ALIVE_MS);
        if (bank == 0)
            kin_add_beat(sv, job);
        store_send(sv->store, job);
    }
}

static void found_due(struct server *sv, struct sv_table *t, void *arg, const char *error)
{
    (void)arg;
    (void)error;
    if (t)
        sv_time_passed(sv, t, sv_now());
}

static void swept(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    sv->rounds.bank[job->bank].sweeping = false;
    const struct db_rows *mine = store_rows(job, 0), *taken = store_rows(job, 1);
    int loads = taken->count;
    for (int i = 0; !job->err && i < mine->count && loads < SWEEP_LOADS; i++)
        if (!sv_find(sv, db_text(mine, i, 0))) {
            loads++;
            sv_with_table(sv, db_text(mine, i, 0), found_due, NULL);
        }
    for (int i = 0; !job->err && i < taken->count; i++) {
        struct sv_table *t = sv_find(sv, db_text(taken, i, 0));
        if (t)
            sv_let_go(sv, t); /* it was no longer ours: changed by other hands */
        else
            sv_with_table(sv, db_text(taken, i, 0), found_due, NULL);
    }
}

/* Looks for tables not in memory whose time has come: clocks, patience, bots to move. Those that
 * are nobody's are taken in batches, each process its own. */
static void sweep(struct server *sv, int64_t now)
{
    for (int bank = 0; bank < store_banks(sv->store); bank++) {
        struct store_job *job = sv->rounds.bank[bank].sweeping ? NULL : store_job_new(swept, sv);
        if (!job)
            continue;
        sv->rounds.bank[bank].sweeping = true;
        job->bank = bank;
        store_add(job, ST_TABLE_DUE, "isi", now, sv->member, (int64_t)SWEEP_ROWS);
        store_add(job, ST_TABLE_TAKE_DUE, "sisii", sv->member, now, sv->member,
                  (int64_t)SV_ALIVE_MS, (int64_t)SWEEP_LOADS);
        store_send(sv->store, job);
    }
    store_sweep(sv->store);
}

static void found_old(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    const struct db_rows *rows = store_rows(job, 0);
    for (int i = 0; !job->err && i < rows->count; i++) {
        const char *id = db_text(rows, i, 0);
        struct store_job *gone = sv_find(sv, id) ? NULL : store_job_new(NULL, NULL);
        if (!gone)
            continue;
        static const enum store_stmt all[] = {
            ST_ENTRY_DELETE,   ST_PLACE_DELETE,    ST_SETUP_DELETE, ST_SNAPSHOT_DELETE,
            ST_GALLERY_DELETE, ST_ANALYSIS_DELETE, ST_TABLE_DELETE, ST_RECEIVED_DELETE};
        store_at(gone, id);
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            store_add(gone, all[k], "s", id);
        store_send(sv->store, gone);
    }
}

/* Once an hour: sessions that have ended, and tables that nobody needs any more. */
static void prune(struct server *sv, int64_t now)
{
    struct store_job *job = store_job_new(found_old, sv);
    if (!job)
        return;
    store_add(job, ST_TABLE_OLD, "iiii", now - KEEP_WAITING * day_ms, now - KEEP_GUESTS * day_ms,
              now - KEEP_OVER * day_ms, (int64_t)PRUNE_ROWS);
    store_add(job, ST_SESSION_PRUNE, "i", now);
    bell_add_prune(job, now);
    store_send(sv->store, job);
}

void server_tick(struct server *sv, int64_t now)
{
    if (sv->stopping)
        return;
    socket_check_greetings(sv, now);
    for (int i = 0; i < SV_BUCKETS; i++)
        for (struct sv_table *t = sv->bucket[i], *next; t; t = next) {
            next = t->next;
            if (t->people.presence_changed)
                sv_presence(sv, t);
            if (t->people.conns)
                sv_gaze_on(sv, t, now);
            sv_catch_up(sv, t, now);
            if (t->people.due && now >= t->people.due)
                sv_time_passed(sv, t, now);
        }
    if (sv->shared && now >= sv->rounds.beat_at) {
        sv->rounds.beat_at = now + BEAT_MS;
        beat(sv);
    }
    if (now >= sv->rounds.sweep_at) {
        sv->rounds.sweep_at = now + SWEEP_MS;
        sweep(sv, now);
        sv_evict_idle(sv, now);
        robots_sweep(sv, now);
        rater_sweep(sv, now);
        cups_sweep(sv);
        leagues_sweep(sv, now);
    }
    if (now >= sv->rounds.watch_at) {
        sv->rounds.watch_at = now + WATCH_MS;
        watch_sweep(sv, now);
    }
    analyst_tick(sv, now);
    robots_tick(sv, now);
    bell_sweep(sv, now);
    mail_sweep(sv, now);
    if (now >= sv->rounds.prune_at) {
        sv->rounds.prune_at = now + PRUNE_MS;
        prune(sv, now);
        seasons_sweep(sv, now);
    }
}

static void on_tick(uv_timer_t *timer) { server_tick((struct server *)timer->data, sv_now()); }

/* ---- stopping ------------------------------------------------------------------------------- */

static void say_bye(struct server *sv)
{
    static const char bye[] = "{\"type\":\"bye\",\"why\":\"restart\"}";
    struct net_text *text = net_text_new(bye, sizeof bye - 1);
    for (struct sv_conn *c = sv->conns; c; c = c->all_next) {
        if (text)
            c->net->send(c->net, text);
        c->net->close(c->net, NET_AGAIN, "come back");
    }
    net_text_drop(text);
}

static void leave_all(struct server *sv)
{
    for (int bank = 0; bank < store_banks(sv->store); bank++) {
        struct store_job *job = store_job_new(NULL, NULL);
        if (!job)
            continue;
        job->bank = bank;
        store_add(job, ST_TABLE_RELEASE_ALL, "s", sv->member);
        store_add(job, ST_MEMBER_LEAVE, "s", sv->member);
        store_send(sv->store, job);
    }
}

static void on_stop_tick(uv_timer_t *timer)
{
    struct server *sv = (struct server *)timer->data;
    const int64_t now = sv_now();
    struct net_counts n;
    net_counts_get(sv->net, &n);
    if (sv->stopping == 1 &&
        (store_waiting(sv->store) == 0 || now - sv->stop_at > STOP_WRITES_MS)) {
        sv->stopping = 2;
        sv->stop_at = now;
        say_bye(sv);
        sv_snapshot_all(sv);
        leave_all(sv);
        return;
    }
    const int64_t waited = now - sv->stop_at;
    const bool written = store_waiting(sv->store) == 0 || waited > STOP_WRITES_MS;
    const bool closed = n.websockets == 0 || waited > STOP_CLOSE_MS;
    if (sv->stopping == 2 && written && closed) {
        sv->stopping = 3;
        uv_stop(sv->loop);
    }
}

static void on_signal(uv_signal_t *signal, int number)
{
    struct server *sv = (struct server *)signal->data;
    if (sv->stopping) {
        uv_stop(sv->loop); /* asked twice: at once */
        return;
    }
    sv_log(sv, "info", "stopping", "i", "signal", (int64_t)number);
    sv->stopping = 1;
    sv->stop_at = sv_now();
    net_stop_listening(sv->net);
    uv_timer_start(&sv->stop_timer, on_stop_tick, 0, STOP_TICK_MS);
}

/* ---- starting ------------------------------------------------------------------------------- */

bool server_memory(struct server *sv)
{
    const size_t tokens = SV_TOKENS_MAX * sizeof(struct sr_tok);
    sv->bucket = (struct sv_table **)sr_alloc(SV_BUCKETS * sizeof(void *));
    sv->scratch = (char *)sr_alloc(SV_SCRATCH);
    sv->view = (char *)sr_alloc(SV_SCRATCH / 4);
    sv->tok = (struct sr_tok *)sr_alloc(tokens);
    sv->tok_a = (struct sr_tok *)sr_alloc(tokens);
    sv->tok_b = (struct sr_tok *)sr_alloc(tokens);
    sv->limits = limits_new(sv->options.limit_scale);
    sv->robots = robots_new(sv->options.bots_at_once);
    sv->desk = desk_new();
    sv->rater = rater_new();
    sv->cups = cups_new();
    sv->watch = watch_new();
    sv->bell = bell_new();
    sv->analyst = analyst_new(sv->options.analysis_visits);
    sv->shows = shows_new();
    sv->operators = operators_new(sv->options.operator_token);
    return sv->bucket && sv->scratch && sv->view && sv->tok && sv->tok_a && sv->tok_b &&
           sv->limits && sv->robots && sv->desk && sv->rater && sv->watch && sv->cups && sv->bell &&
           sv->shows && sv->operators && sv->analyst;
}

/* The folder is made if need be, and held: two servers on one SQLite file are one too many. */
static int hold_folder(const char *data, struct sr_diag *diag)
{
    char path[4096];
    if (mkdir(data, 0700) != 0 && errno != EEXIST) {
        (void)sr_fail(diag, SR_IO, "%s: the folder cannot be made: %s", data, strerror(errno));
        return -1;
    }
    snprintf(path, sizeof path, "%s/lock", data);
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        (void)sr_fail(diag, SR_IO, "%s: the folder cannot be written to: %s", data,
                      strerror(errno));
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        (void)sr_fail(diag, SR_IO, "%s: another server uses this folder", data);
        close(fd);
        return -1;
    }
    return fd;
}

static struct store *open_store(struct server *sv, struct sr_diag *diag)
{
    char path[4096];
    const char *where = sv->options.store;
    if (!where) {
        snprintf(path, sizeof path, "%s/serai.db", sv->options.data);
        where = path;
    }
    return store_open_all(where, sv->options.shard, sv->options.shards, wake, sv, diag);
}

static void start_handles(struct server *sv)
{
    uv_async_init(sv->loop, &sv->store_woke, on_store);
    uv_prepare_init(sv->loop, &sv->turn_ends);
    uv_timer_init(sv->loop, &sv->tick);
    uv_timer_init(sv->loop, &sv->stop_timer);
    uv_signal_init(sv->loop, &sv->sigterm);
    uv_signal_init(sv->loop, &sv->sigint);
    sv->store_woke.data = sv->turn_ends.data = sv->tick.data = sv->stop_timer.data = sv;
    sv->sigterm.data = sv->sigint.data = sv;
    uv_prepare_start(&sv->turn_ends, on_turn_end);
    uv_timer_start(&sv->tick, on_tick, TICK_MS, TICK_MS);
    uv_signal_start(&sv->sigterm, on_signal, SIGTERM);
    uv_signal_start(&sv->sigint, on_signal, SIGINT);
}

static bool listen_on(struct server *sv, struct sr_diag *diag)
{
    const struct net_config config = {
        .loop = sv->loop,
        .listen = sv->options.listen,
        .port = sv->options.port,
        .subprotocol = "serai.table.v1",
        .proxies = sv->options.proxies,
        .message_max = 16384,
        .body_max = 2 << 20,
        .backlog_max = 1 << 20,
        .per_address = sv->options.per_address,
        .connections_max = sv->options.connections_max,
        .headers = headers,
    };
    const struct net_handlers h = {.context = sv,
                                   .request = http_request,
                                   .admit = socket_admit,
                                   .open = socket_open,
                                   .message = socket_message,
                                   .closed = socket_closed};
    sv->net = net_open(&config, &h, diag->text, sizeof diag->text);
    return sv->net != NULL;
}

static void tell_ready(const struct server *sv)
{
    if (!sv->options.ready)
        return;
    char part[4096];
    snprintf(part, sizeof part, "%s.part", sv->options.ready);
    FILE *f = fopen(part, "w");
    if (!f)
        return;
    fprintf(f, "%d\n", net_port(sv->net));
    fclose(f);
    if (rename(part, sv->options.ready) != 0)
        unlink(part);
}

static void raise_limits(int workers)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    char threads[16];
    snprintf(threads, sizeof threads, "%d", workers + 2); /* passphrases never wait for bots */
    setenv("UV_THREADPOOL_SIZE", threads, 1);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a limit on file sizes is an error of the store, no end */
}

void server_free(struct server *sv)
{
    for (int i = 0; sv->bucket && i < SV_BUCKETS; i++)
        while (sv->bucket[i]) {
            struct sv_table *t = sv->bucket[i];
            sv->bucket[i] = t->next;
            sv_table_free(t);
        }
    robots_free(sv->robots);
    limits_free(sv->limits);
    desk_free(sv->desk);
    rater_free(sv->rater);
    cups_free(sv->cups);
    watch_free(sv->watch);
    bell_free(sv->bell);
    analyst_free(sv->analyst);
    shows_free(sv->shows);
    operators_free(sv->operators);
    net_text_drop(sv->lobby.text);
    void *all[] = {sv->bucket, sv->scratch, sv->view, sv->tok, sv->tok_a, sv->tok_b, sv};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        sr_free(all[i]);
}

static void name_member(struct server *sv)
{
    snprintf(sv->member, sizeof sv->member, "local");
    if (!sv->shared)
        return;
    char id[SV_ID_MAX];
    sv_new_id(id);
    snprintf(sv->member, sizeof sv->member, "p-%s", id);
}

static void close_handle(uv_handle_t *h, void *arg)
{
    (void)arg;
    if (!uv_is_closing(h))
        uv_close(h, NULL);
}

/* Closes what is left on the loop: our own handles, and those of work that was cut off. */
static void close_loop(uv_loop_t *loop)
{
    uv_walk(loop, close_handle, NULL);
    for (int i = 0; i < 100 && uv_loop_close(loop) != 0; i++)
        uv_run(loop, UV_RUN_NOWAIT);
}

static void found_latest(struct store_job *job, void *context)
{
    (void)context;
    if (!job->err)
        sv_not_before(db_int(store_rows(job, 0), 0, 0));
}

static void continue_time(struct server *sv)
{
    struct store_job *job = store_job_new(found_latest, sv);
    if (!job)
        return;
    store_add(job, ST_TABLE_LATEST, "");
    store_send(sv->store, job);
}

/* From the first handle to the last move; false with diag when it did not come to that. */
static bool run(struct server *sv, struct sr_diag *diag)
{
    sv->started = sv_now();
    start_handles(sv);
    sv->store = open_store(sv, diag);
    if (!sv->store)
        return false;
    bell_start(sv);
    if (!analyst_start(sv)) {
        (void)sr_fail(diag, SR_SPACE, "no thread for analyses");
        return false;
    }
    if (sv->options.robots && !robots_pools(sv)) {
        (void)sr_fail(diag, SR_SPACE, "no memory for the server");
        return false;
    }
    if ((sv->shared && !peers_open(sv, diag)) || !listen_on(sv, diag))
        return false;
    continue_time(sv);
    if (sv->shared) {
        beat(sv);
        kin_open(sv);
    }
    tell_ready(sv);
    sv_log(sv, "info", "listening", "is", "port", (int64_t)net_port(sv->net), "store",
           sv->shared ? "postgres" : "sqlite");
    uv_run(sv->loop, UV_RUN_DEFAULT);
    sv_log(sv, "info", "stopped", "i", "moves", (int64_t)sv->counts.moves);
    return true;
}

static void end(struct server *sv)
{
    kin_close(sv);
    peers_close(sv);
    net_free(sv->net);
    bell_stop(sv);
    analyst_stop(sv);
    robots_close(sv);
    uv_prepare_stop(&sv->turn_ends);
    store_close(sv->store); /* the turns of the loop above still handed over to it */
    close_loop(sv->loop);
    kin_free(sv);
}

int serve_run(const struct serve_options *options, struct sr_diag *diag)
{
    struct server *sv = (struct server *)sr_alloc(sizeof *sv);
    uv_loop_t loop;
    if (!sv || sodium_init() < 0) {
        (void)sr_fail(diag, SR_SPACE, "no memory for the server");
        sr_free(sv);
        return 3;
    }
    sv->options = *options;
    sv->shared = options->store != NULL;
    raise_limits(options->bots_at_once * (options->engines ? 2 : 1));
    name_member(sv);
    int lock = -1;
    bool ok = server_memory(sv);
    if (!ok)
        (void)sr_fail(diag, SR_SPACE, "no memory for the server");
    if (ok && !options->store)
        ok = (lock = hold_folder(options->data, diag)) >= 0;
    if (ok) {
        uv_loop_init(&loop);
        sv->loop = &loop;
        ok = run(sv, diag);
        end(sv);
    }
    server_free(sv);
    if (lock >= 0)
        close(lock);
    return ok ? 0 : 3;
}
