/* load.c: many WebSockets and a steady stream of moves against one server; prints how long
 * acknowledgements took. tests/server/load.py prepares the tables and starts both.
 *
 *   load PORT FILE WATCHERS RATE SECONDS
 *
 * FILE has a line "table token token ..." for each table, all with the same number of tokens; each
 * gets a player for each token and WATCHERS spectators. RATE moves a second are spread over all
 * tables in turn; a rate out of reach asks each table again as soon as it has answered. It ends
 * sooner when one game of twenty is over. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "serai/json.h"

enum {
    TABLES_MAX = 20000,
    AT_ONCE = 256,
    TOKENS = 1 << 14,
    SAMPLES_MAX = 1 << 22,
    SETTLE_US = 3000000
};

struct conn {
    uv_tcp_t tcp;
    uv_connect_t connect;
    struct table *table;
    int seat; /* -1 spectator */
    char *in;
    size_t len, max;
    bool upgraded, greeted;
};

struct table {
    char id[16], token[SR_SEATS_MAX][40];
    struct conn *player[SR_SEATS_MAX];
    char move[160];
    int mover; /* -1: nobody can be asked now */
    int ply;
    uint64_t sent_at; /* 0: nothing under way */
    unsigned count;
    bool over;
};

static struct table *tables;
static int table_count, seats, watchers, port, opened, opening, greeted, total, next_open,
    games_over;
static double rate;
static uint64_t begun, until, *samples, messages, errors, sample_count, owed, issued, closed;
static struct sr_tok tok[TOKENS];
static struct conn *conns;
static uv_timer_t pace;

static uint64_t now_us(void) { return uv_hrtime() / 1000; }

static void open_some(void);
static void ask_again(struct table *t);

static void die(const char *why)
{
    fprintf(stderr, "load: %s\n", why);
    exit(1);
}

static void freed(uv_write_t *w, int status)
{
    free(w->data);
    free(w);
    if (status < 0)
        errors++;
}

static void send_bytes(struct conn *c, const char *data, size_t n)
{
    uv_write_t *w = malloc(sizeof *w);
    char *copy = malloc(n);
    if (!w || !copy)
        die("no memory");
    memcpy(copy, data, n);
    w->data = copy;
    uv_buf_t buf = uv_buf_init(copy, (unsigned)n);
    if (uv_write(w, (uv_stream_t *)&c->tcp, &buf, 1, freed) != 0)
        errors++;
}

/* A masked text frame; a mask of zeros leaves the text as it is. */
static void send_text(struct conn *c, const char *text)
{
    char frame[512];
    const size_t n = strlen(text);
    size_t at = 0;
    frame[at++] = (char)0x81;
    if (n < 126) {
        frame[at++] = (char)(0x80 | n);
    } else {
        frame[at++] = (char)(0x80 | 126);
        frame[at++] = (char)(n >> 8);
        frame[at++] = (char)n;
    }
    memset(frame + at, 0, 4);
    at += 4;
    memcpy(frame + at, text, n);
    send_bytes(c, frame, at + n);
}

/* ---- playing -------------------------------------------------------------------------------- */

static void take_position(struct conn *c, const struct sr_doc *d)
{
    struct table *t = c->table;
    const int decision = sr_json_get(d, 0, "decision"), legal = sr_json_get(d, 0, "legal");
    int64_t ply;
    if (decision < 0)
        return;
    int info = sr_json_get(d, 0, "info");
    if (sr_json_num(d, sr_json_get(d, info < 0 ? 0 : info, "ply"), &ply) && ply >= t->ply) {
        if (ply > t->ply)
            t->mover = -1;
        t->ply = (int)ply;
    }
    if (sr_json_get(d, 0, "over") >= 0 && !t->over) {
        t->over = true;
        games_over++;
    }
    if (legal < 0 || d->tok[legal].size == 0 || ply < t->ply)
        return;
    const int n = d->tok[legal].size;
    if (sr_json_text(d, sr_json_at(d, legal, (int)(t->count % (unsigned)n)), t->move,
                     sizeof t->move))
        t->mover = c->seat;
}

/* Whether an answer or a question may be in it: reading every view of every player would take more
 * of a processor than the server does. */
static bool concerns(const char *text, size_t len)
{
    static const char *const marks[] = {"\"legal\":[\"", "\"type\":\"ok\"", "\"type\":\"error\"",
                                        "\"over\":"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (memmem(text, len, marks[i], strlen(marks[i])))
            return true;
    return false;
}

static void take(struct conn *c, const char *text, size_t len)
{
    struct sr_doc d;
    messages++;
    if (c->greeted && (c->seat < 0 || !concerns(text, len)))
        return; /* spectators only read, and so do players whom nobody asks */
    if (sr_json_parse(&d, text, len, tok, TOKENS, NULL) != SR_OK) {
        errors++;
        return;
    }
    const int type = sr_json_get(&d, 0, "type");
    if (sr_json_is(&d, type, "error")) {
        if (errors++ < 5)
            fprintf(stderr, "%.*s\n", (int)len, text);
        c->table->sent_at = 0;
    } else if (sr_json_is(&d, type, "ok")) {
        if (sample_count < SAMPLES_MAX)
            samples[sample_count++] = now_us() - c->table->sent_at;
        c->table->sent_at = 0;
    } else if (c->seat >= 0) {
        take_position(c, &d);
    }
    ask_again(c->table);
    if (!c->greeted && sr_json_is(&d, type, "table")) {
        c->greeted = true;
        greeted++;
        opening--;
        open_some();
    }
}

static bool issue(struct table *t)
{
    if (t->over || t->mover < 0 || t->sent_at)
        return false;
    char text[400];
    snprintf(text, sizeof text, "{\"type\":\"move\",\"id\":\"m%d-%u\",\"ply\":%d,\"move\":\"%s\"}",
             (int)uv_os_getpid(), ++t->count, t->ply, t->move);
    struct conn *c = t->player[t->mover];
    t->mover = -1;
    t->sent_at = now_us();
    issued++;
    send_text(c, text);
    return true;
}

/* Moves that should have been sent by now. */
static uint64_t due_at(uint64_t now) { return (uint64_t)((double)(now - begun) / 1e6 * rate); }

/* A table that has answered is asked at once where moves are behind their rate. */
static void ask_again(struct table *t)
{
    const uint64_t now = now_us();
    if (begun && now >= begun && owed < due_at(now) && issue(t))
        owed++;
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void finish(void)
{
    qsort(samples, sample_count, sizeof *samples, compare);
    const double seconds = (double)(now_us() - begun) / 1e6;
    printf("{\"sockets\":%d,\"tables\":%d,\"seconds\":%.1f,\"moves\":%llu,\"moves_per_s\":%.1f,"
           "\"messages_per_s\":%.0f,\"errors\":%llu,\"closed\":%llu,\"over\":%d,\"p50_ms\":%.2f,"
           "\"p90_ms\":%.2f,\"p99_ms\":%.2f,\"p999_ms\":%.2f,\"max_ms\":%.2f}\n",
           greeted, table_count, seconds, (unsigned long long)sample_count,
           (double)sample_count / seconds, (double)messages / seconds, (unsigned long long)errors,
           (unsigned long long)closed, games_over,
           sample_count ? (double)samples[sample_count / 2] / 1e3 : 0,
           sample_count ? (double)samples[sample_count * 9 / 10] / 1e3 : 0,
           sample_count ? (double)samples[sample_count * 99 / 100] / 1e3 : 0,
           sample_count ? (double)samples[sample_count * 999 / 1000] / 1e3 : 0,
           sample_count ? (double)samples[sample_count - 1] / 1e3 : 0);
    fflush(stdout);
    _Exit(errors || closed ? 1 : 0);
}

static void on_pace(uv_timer_t *t)
{
    (void)t;
    static int at;
    const uint64_t now = now_us();
    if (now < begun) {
        messages = 0;
        return;
    }
    /* Where games run out, what follows would be the speed of those that are left. */
    if (now > until || games_over * 20 > table_count)
        finish();
    const uint64_t due = due_at(now);
    for (int tried = 0; owed < due && tried < table_count; tried++) {
        at = (at + 1) % table_count;
        if (issue(&tables[at]))
            owed++;
    }
    if (owed + (uint64_t)rate < due)
        owed = due; /* tables could not keep up: do not make up for it in a burst */
}

/* ---- connections ---------------------------------------------------------------------------- */

static void parse(struct conn *c)
{
    size_t at = 0;
    if (!c->upgraded) {
        c->in[c->len] = '\0';
        char *end = strstr(c->in, "\r\n\r\n");
        if (!end)
            return;
        if (!strstr(c->in, " 101 "))
            die("no upgrade");
        at = (size_t)(end - c->in) + 4;
        c->upgraded = true;
    }
    while (c->len - at >= 2) {
        const unsigned char *p = (const unsigned char *)c->in + at;
        size_t n = p[1] & 127, head = 2;
        if (n == 126) {
            if (c->len - at < 4)
                break;
            n = (size_t)p[2] << 8 | p[3];
            head = 4;
        } else if (n == 127) {
            if (c->len - at < 10)
                break;
            n = 0;
            for (int i = 0; i < 8; i++)
                n = n << 8 | p[2 + i];
            head = 10;
        }
        if (c->len - at < head + n)
            break;
        if ((p[0] & 15) == 9) {
            char pong[6] = {(char)0x8A, (char)0x80, 0, 0, 0, 0};
            send_bytes(c, pong, sizeof pong);
        } else if ((p[0] & 15) == 1) {
            take(c, (const char *)p + head, n);
        }
        at += head + n;
    }
    memmove(c->in, c->in + at, c->len - at);
    c->len -= at;
    if (c->len == 0 && c->max > 4096 && c->seat < 0) {
        free(c->in);
        c->in = NULL;
        c->max = 0;
    }
}

static void on_alloc(uv_handle_t *h, size_t n, uv_buf_t *buf)
{
    struct conn *c = h->data;
    (void)n;
    if (c->max - c->len < 8193) {
        c->max = c->len + 16385;
        c->in = realloc(c->in, c->max);
        if (!c->in)
            die("no memory");
    }
    *buf = uv_buf_init(c->in + c->len, (unsigned)(c->max - c->len - 1));
}

static void on_read(uv_stream_t *s, ssize_t n, const uv_buf_t *buf)
{
    struct conn *c = s->data;
    (void)buf;
    if (n < 0) {
        closed++;
        uv_read_stop(s);
        return;
    }
    c->len += (size_t)n;
    parse(c);
}

static void on_connect(uv_connect_t *r, int status)
{
    struct conn *c = r->handle->data;
    char head[512], hello[128];
    if (status < 0)
        die(uv_strerror(status));
    uv_tcp_nodelay(&c->tcp, 1);
    uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read);
    const int n = snprintf(head, sizeof head,
                           "GET /api/v1/tables/%s/socket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                           "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                           "Sec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                           "Sec-WebSocket-Protocol: serai.table.v1\r\n\r\n",
                           c->table->id);
    send_bytes(c, head, (size_t)n);
    if (c->seat >= 0)
        snprintf(hello, sizeof hello, "{\"type\":\"hello\",\"token\":\"%s\"}",
                 c->table->token[c->seat]);
    else
        snprintf(hello, sizeof hello, "{\"type\":\"hello\"}");
    send_text(c, hello);
}

static void open_some(void)
{
    while (opening < AT_ONCE && next_open < total) {
        struct conn *c = &conns[next_open];
        const int per = watchers + seats, k = next_open % per;
        c->table = &tables[next_open / per];
        c->seat = k < seats ? k : -1;
        if (k < seats)
            c->table->player[k] = c;
        next_open++;
        opening++;
        uv_tcp_init(uv_default_loop(), &c->tcp);
        c->tcp.data = c;
        /* Many sources: one address has only so many ports. */
        struct sockaddr_in from, to;
        char host[32];
        snprintf(host, sizeof host, "127.0.0.%d", 2 + next_open % 8);
        uv_ip4_addr(host, 0, &from);
        uv_ip4_addr("127.0.0.1", port, &to);
        uv_tcp_bind(&c->tcp, (const struct sockaddr *)&from, 0);
        if (uv_tcp_connect(&c->connect, &c->tcp, (const struct sockaddr *)&to, on_connect) != 0)
            die("cannot connect");
    }
    if (greeted == total && !begun) {
        fprintf(stderr, "load: %d sockets open\n", greeted);
        begun = now_us() + SETTLE_US; /* greetings are still under way */
        until = begun + (uint64_t)opened * 1000000u;
        uv_timer_init(uv_default_loop(), &pace);
        uv_timer_start(&pace, on_pace, 0, 5);
    }
}

/* One line of the file; false at its end. */
static bool read_table(FILE *f, struct table *t)
{
    char line[512];
    int at = 0, used, n = 0;
    if (!fgets(line, sizeof line, f) || sscanf(line, "%15s%n", t->id, &at) != 1)
        return false;
    while (n < SR_SEATS_MAX && sscanf(line + at, "%39s%n", t->token[n], &used) == 1) {
        at += used;
        n++;
    }
    if (n == 0 || (seats && n != seats))
        die("tables need tokens, and all the same number of them");
    seats = n;
    t->mover = -1;
    return true;
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* a connection that was cut is counted, and no end */
    if (argc < 6)
        die("PORT FILE WATCHERS RATE SECONDS");
    port = (int)strtol(argv[1], NULL, 10);
    watchers = (int)strtol(argv[3], NULL, 10);
    rate = strtod(argv[4], NULL);
    opened = (int)strtol(argv[5], NULL, 10);
    tables = calloc(TABLES_MAX, sizeof *tables);
    samples = calloc(SAMPLES_MAX, sizeof *samples);
    FILE *f = fopen(argv[2], "r");
    if (!tables || !samples || !f)
        die("no memory or no file");
    while (table_count < TABLES_MAX && read_table(f, &tables[table_count]))
        table_count++;
    total = table_count * (watchers + seats);
    conns = calloc((size_t)total, sizeof *conns);
    if (!conns)
        die("no memory");
    open_some();
    uv_run(uv_default_loop(), UV_RUN_DEFAULT);
    return 0;
}
