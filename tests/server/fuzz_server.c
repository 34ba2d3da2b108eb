/* fuzz_server.c: the whole server without sockets: requests and messages from bytes.
 *
 * Input is lines. The first letter says what happens:
 *   H METHOD PATH BODY    a request          S n    connection n (0..3) opens at the last table
 *   T n TEXT              it says TEXT       C n    it closes
 * In paths and texts @ stands for the id of the last table, $ for the last token handed out,
 * so that the fuzzer gets past the doors. Whatever comes: every answer is JSON, each request gets
 * exactly one, and nothing breaks. */
#include <sodium.h>
#include <stdlib.h>

#include "../fuzz/fuzz.h"
#include "server/server.h"

enum { CONNS = 4, LINES_MAX = 40, TEXT_MAX = 65536 };

struct fake_request {
    struct net_request pub;
    bool answered;
};

struct fake_conn {
    struct net_conn pub;
    bool open, closing;
};

static struct server *sv;
static uv_loop_t loop;
static struct fake_conn conns[CONNS];
static char table[SV_ID_MAX] = "aaaaaaaaaaaaa", token[SV_SECRET_MAX] = "x";
static struct sr_tok tok[1 << 16];

static void remember(const struct sr_doc *d, const char *key, char *out, size_t max)
{
    char text[64];
    const int t = sr_json_get(d, 0, key);
    if (t >= 0 && sr_json_text(d, t, text, sizeof text) && strlen(text) < max)
        memcpy(out, text, strlen(text) + 1);
}

static void fake_answer(struct net_request *r, const struct net_answer *a)
{
    struct fake_request *f = (struct fake_request *)r;
    struct sr_doc d;
    FUZZ_NEED(!f->answered && a->status >= 200 && a->status < 600);
    f->answered = true;
    if (a->len == 0 || strncmp(a->type, "application/json", 16) != 0)
        return;
    FUZZ_NEED(sr_json_parse(&d, a->body, a->len, tok, 1 << 16, NULL) == SR_OK);
    remember(&d, "table", table, sizeof table);
    remember(&d, "token", token, sizeof token);
}

static void fake_send(struct net_conn *c, struct net_text *t)
{
    struct sr_doc d;
    (void)c;
    FUZZ_NEED(sr_json_parse(&d, net_text_chars(t), t->len, tok, 1 << 16, NULL) == SR_OK);
    FUZZ_NEED(sr_json_get(&d, 0, "type") >= 0);
}

static void fake_close(struct net_conn *c, int code, const char *why)
{
    FUZZ_NEED(code >= 1000 && strlen(why) < 120);
    ((struct fake_conn *)c)->closing = true;
}

static void close_conn(struct fake_conn *c)
{
    if (c->open)
        socket_closed(sv, &c->pub);
    c->open = c->closing = false;
}

/* Until nothing is under way: the store, bots, passphrases. */
static void settle(void)
{
    for (int i = 0; i < 2000; i++) {
        store_flush(sv->store);
        const int done = store_collect(sv->store);
        struct robots_figures bots;
        robots_figures(sv->robots, &bots);
        const bool busy = bots.waiting > 0 || sv->hashing > 0;
        uv_run(&loop, busy ? UV_RUN_ONCE : UV_RUN_NOWAIT);
        if (!done && !busy && store_waiting(sv->store) == 0)
            break;
    }
    for (int i = 0; i < CONNS; i++)
        if (conns[i].closing)
            close_conn(&conns[i]);
}

static size_t expand(char *out, size_t max, const char *in, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len && n + 64 < max; i++) {
        const char *word = in[i] == '@' ? table : in[i] == '$' ? token : NULL;
        if (word) {
            memcpy(out + n, word, strlen(word));
            n += strlen(word);
        } else if (in[i]) {
            out[n++] = in[i];
        }
    }
    out[n] = '\0';
    return n;
}

static void do_request(char *line)
{
    static struct fake_request f;
    memset(&f, 0, sizeof f);
    f.pub.answer = fake_answer;
    char *method = line, *path = strchr(method, ' ');
    if (!path)
        return;
    *path++ = '\0';
    char *body = strchr(path, ' ');
    if (body)
        *body++ = '\0';
    char *query = strchr(path, '?');
    if (query)
        *query++ = '\0';
    snprintf(f.pub.method, sizeof f.pub.method, "%.7s", method);
    snprintf(f.pub.path, sizeof f.pub.path, "%.255s", path);
    snprintf(f.pub.query, sizeof f.pub.query, "%.255s", query ? query : "");
    snprintf(f.pub.address, sizeof f.pub.address, "10.0.0.1");
    snprintf(f.pub.authorization, sizeof f.pub.authorization, "Bearer %s", token);
    f.pub.body = body ? body : "";
    f.pub.len = strlen(f.pub.body);
    if (strcmp(f.pub.path, "/metrics") == 0 || strncmp(f.pub.path, "/api/v1/account", 15) == 0 ||
        strncmp(f.pub.path, "/api/v1/session", 15) == 0)
        return; /* no network to count, and argon2 is slow on purpose */
    http_request(sv, &f.pub);
    settle();
    FUZZ_NEED(f.answered);
}

static void do_open(struct fake_conn *c)
{
    close_conn(c);
    memset(c, 0, sizeof *c);
    c->open = true;
    c->pub.send = fake_send;
    c->pub.close = fake_close;
    snprintf(c->pub.path, sizeof c->pub.path, "/api/v1/tables/%s/socket", table);
    socket_open(sv, &c->pub);
}

static void start(void)
{
    FUZZ_NEED(sodium_init() >= 0);
    setenv("UV_THREADPOOL_SIZE", "1", 1);
    sv = (struct server *)calloc(1, sizeof *sv);
    FUZZ_NEED(sv);
    sv->options.bots_at_once = 1;
    sv->options.quiet = true;
    uv_loop_init(&loop);
    sv->loop = &loop;
    snprintf(sv->member, sizeof sv->member, "local");
    FUZZ_NEED(server_memory(sv));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char line[TEXT_MAX];
    struct sr_diag diag;
    if (!sv)
        start();
    /* A new database now and then: making one takes longer than most inputs. */
    static int inputs;
    if (inputs++ % 100 == 0) {
        store_close(sv->store);
        sv->store = store_open(":memory:", NULL, NULL, &diag);
        FUZZ_NEED(sv->store);
    }
    const char *at = (const char *)data, *end = at + size;
    for (int i = 0; i < LINES_MAX && at < end; i++) {
        const char *nl = (const char *)memchr(at, '\n', (size_t)(end - at));
        const char *stop = nl ? nl : end;
        const size_t n = expand(line, sizeof line, at, (size_t)(stop - at));
        at = stop + 1;
        struct fake_conn *c = n > 2 ? &conns[(unsigned char)line[2] % CONNS] : NULL;
        if (n > 2 && line[0] == 'H')
            do_request(line + 2);
        else if (c && line[0] == 'S')
            do_open(c);
        else if (c && line[0] == 'C')
            close_conn(c);
        else if (n > 4 && line[0] == 'T' && c->open)
            socket_message(sv, &c->pub, line + 4, n - 4);
        settle();
    }
    for (int i = 0; i < CONNS; i++)
        close_conn(&conns[i]);
    settle();
    for (int i = 0; i < SV_BUCKETS; i++)
        while (sv->bucket[i])
            sv_drop(sv, sv->bucket[i]);
    FUZZ_NEED(sv->tables == 0 && !sv->conns && !sv->loads && store_waiting(sv->store) == 0);
    return 0;
}
