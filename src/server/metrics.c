/* metrics.c: how the server is: /healthz for whoever restarts it, /metrics for Prometheus. */
#include <stdlib.h>
#include <unistd.h>

#include "server/bell.h"
#include "server/doc.h"
#include "server/http.h"
#include "server/robots.h"
#include "server/secret.h"
#include "server/socket.h"

void health_get(struct server *sv, struct net_request *r)
{
    struct store_stats st;
    store_stats_get(sv->store, 0, &st);
    const bool well = st.healthy && !sv->stopping;
    struct sr_buf b = sv_buf(sv);
    sr_json_open(&b, '{');
    sr_json_key(&b, "status");
    sr_json_str(&b, sv->stopping ? "stopping" : st.healthy ? "ok" : "store");
    sr_json_key(&b, "tables");
    sr_json_int(&b, sv->tables);
    sr_json_close(&b, '}');
    http_json(r, well ? 200 : 503, &b);
}

static void metric(struct sr_buf *b, const char *name, const char *type, const char *help,
                   double value)
{
    char text[512];
    snprintf(text, sizeof text, "# HELP serai_%s %s\n# TYPE serai_%s %s\nserai_%s %.17g\n", name,
             help, name, type, name, value);
    sr_buf_put(b, text);
}

static double resident_bytes(void)
{
    char line[128] = "", *second;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && !fgets(line, sizeof line, f))
        line[0] = '\0';
    if (f)
        fclose(f);
    (void)strtol(line, &second, 10); /* all pages; then those in memory */
    return (double)strtol(second, NULL, 10) * (double)sysconf(_SC_PAGESIZE);
}

static void put_latency(struct sr_buf *b, const struct sv_counts *c)
{
    static const char *const le[] = {"0.001", "0.002", "0.005", "0.01", "0.02", "0.05",
                                     "0.1",   "0.2",   "0.5",   "1",    "5",    "+Inf"};
    char text[160];
    uint64_t sum = 0;
    sr_buf_put(b, "# HELP serai_ack_seconds Time from a message to its acknowledgement\n"
                  "# TYPE serai_ack_seconds histogram\n");
    for (int i = 0; i < 12; i++) {
        sum += c->ack_bucket[i];
        snprintf(text, sizeof text, "serai_ack_seconds_bucket{le=\"%s\"} %llu\n", le[i],
                 (unsigned long long)sum);
        sr_buf_put(b, text);
    }
    snprintf(text, sizeof text, "serai_ack_seconds_sum %.6f\nserai_ack_seconds_count %llu\n",
             (double)c->ack_micros / 1e6, (unsigned long long)sum);
    sr_buf_put(b, text);
}

static void put_push(struct sr_buf *b, struct server *sv)
{
    struct post_counts p;
    bell_counts(sv, &p);
    metric(b, "push_sent_total", "counter", "Push messages services took", (double)p.sent);
    metric(b, "push_again_total", "counter", "Tries that failed for a while", (double)p.again);
    metric(b, "push_gone_total", "counter", "Browsers that are gone", (double)p.gone);
    metric(b, "push_failed_total", "counter", "Push messages not sent",
           (double)(p.refused + p.given_up + p.dropped));
    metric(b, "push_waiting", "gauge", "Push messages queued", p.waiting);
}

/* The databases beside the first, by name. */
static void put_shards(struct sr_buf *b, const struct server *sv)
{
    for (int k = 1; k < store_banks(sv->store); k++) {
        struct store_stats st;
        const char name = store_bank_name(sv->store, k);
        char text[512];
        store_stats_get(sv->store, k, &st);
        snprintf(text, sizeof text,
                 "serai_shard_healthy{shard=\"%c\"} %d\n"
                 "serai_shard_commits_total{shard=\"%c\"} %llu\n"
                 "serai_shard_jobs_total{shard=\"%c\"} %llu\n"
                 "serai_shard_failures_total{shard=\"%c\"} %llu\n",
                 name, st.healthy, name, (unsigned long long)st.commits, name,
                 (unsigned long long)st.jobs, name, (unsigned long long)st.failures);
        sr_buf_put(b, text);
    }
}

static void put_rest(struct sr_buf *b, struct server *sv)
{
    put_latency(b, &sv->counts);
    put_push(b, sv);
    put_shards(b, sv);
}

static void answer(struct net_request *r, const struct sr_buf *b)
{
    const struct net_answer a = {
        .status = 200, .type = "text/plain; version=0.0.4", .body = b->text, .len = b->len};
    r->answer(r, &a);
}

static double elsewhere(const struct server *sv)
{
    int n = 0;
    for (const struct sv_conn *c = sv->conns; c; c = c->all_next)
        n += c->remote != NULL;
    return n;
}

void metrics_get(struct server *sv, struct net_request *r)
{
    struct net_counts n;
    struct store_stats st;
    struct robots_figures bots;
    const struct sv_counts *c = &sv->counts;
    net_counts_get(sv->net, &n);
    store_stats_get(sv->store, 0, &st);
    robots_figures(sv->robots, &bots);
    struct sr_buf b = sv_buf(sv);
    const struct {
        const char *name, *type, *help;
        double value;
    } rows[] = {
        {"uptime_seconds", "gauge", "Since the start", (double)(sv_now() - sv->started) / 1000},
        {"resident_bytes", "gauge", "Memory in use", resident_bytes()},
        {"sockets", "gauge", "Open connections", n.sockets},
        {"websockets", "gauge", "Open WebSockets", n.websockets},
        {"accepted_total", "counter", "Connections accepted", (double)n.accepted},
        {"refused_total", "counter", "Connections and upgrades refused", (double)n.refused},
        {"requests_total", "counter", "HTTP requests", (double)n.requests},
        {"messages_received_total", "counter", "WebSocket messages in", (double)n.received},
        {"messages_sent_total", "counter", "WebSocket messages out", (double)n.sent},
        {"slow_dropped_total", "counter", "Readers too slow", (double)n.slow_dropped},
        {"too_big_total", "counter", "Messages too big", (double)n.too_big},
        {"tables", "gauge", "Tables in memory", sv->tables},
        {"tables_created_total", "counter", "Tables opened", (double)c->tables_created},
        {"tables_loaded_total", "counter", "Tables loaded", (double)c->tables_loaded},
        {"load_seconds_total", "counter", "Time to load tables", (double)c->load_micros / 1e6},
        {"moves_total", "counter", "Moves played", (double)c->moves},
        {"bot_moves_total", "counter", "Moves of bots", (double)c->bot_moves},
        {"bots_waiting", "gauge", "Searches queued or running", bots.waiting + bots.away},
        {"bot_seconds_total", "counter", "Time of searches", (double)bots.micros / 1e6},
        {"robots_pools", "gauge", "Processes that think for this one", bots.pools},
        {"robots_asked_total", "counter", "Decisions they were asked for", (double)bots.asked},
        {"engines", "gauge", "Engines that run", bots.programs},
        {"engine_faults_total", "counter", "Engines replaced", (double)bots.faults},
        {"chat_total", "counter", "Lines of chat", (double)c->chats},
        {"errors_total", "counter", "Errors answered", (double)c->errors},
        {"limited_total", "counter", "Refused by a rate limit", (double)c->limited},
        {"resumed_total", "counter", "Connections resumed", (double)c->resumed},
        {"logins_total", "counter", "Sessions opened", (double)c->logins},
        {"logins_failed_total", "counter", "Log-ins refused", (double)c->logins_failed},
        {"forwarded_total", "counter", "Calls forwarded to another process", (double)c->forwarded},
        {"sockets_elsewhere", "gauge", "Sockets whose table another process has", elsewhere(sv)},
        {"tables_moved_total", "counter", "Tables let go for another process", (double)c->moved},
        {"replay_failed_total", "counter", "Logs that no longer replay", (double)c->replay_failed},
        {"store_healthy", "gauge", "1 when the last transaction went through", st.healthy},
        {"store_commits_total", "counter", "Transactions", (double)st.commits},
        {"store_jobs_total", "counter", "Jobs in transactions", (double)st.jobs},
        {"store_failures_total", "counter", "Jobs refused", (double)st.failures},
        {"store_seconds_total", "counter", "Time in transactions", (double)st.micros / 1e6},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        metric(&b, rows[i].name, rows[i].type, rows[i].help, rows[i].value);
    put_rest(&b, sv);
    answer(r, &b);
}
