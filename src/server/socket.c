/* socket.c: the WebSocket of a table: greeting, waiting in line, rate of messages, leaving. */
#include "server/socket.h"

#include "core/alloc.h"
#include "server/account.h"
#include "server/bell.h"
#include "server/doc.h"
#include "server/hall.h"
#include "server/http.h"
#include "server/limit.h"
#include "server/own.h"
#include "server/peers.h"
#include "server/play.h"
#include "server/robots.h"
#include "server/secret.h"
#include "server/spectate.h"
#include "server/voice.h"

enum { HELLO_MS = 10000, TRIES_MAX = 8 };
static const double rate_burst = 60, rate_second = 10;

static const char path_head[] = "/api/v1/tables/", path_tail[] = "/socket";

/* The table a path speaks of; false if it is none of ours. */
static bool table_of(const char *path, char id[SV_ID_MAX])
{
    const size_t head = sizeof path_head - 1;
    if (strncmp(path, path_head, head) != 0 || strlen(path) != head + 13 + sizeof path_tail - 1 ||
        strcmp(path + head + 13, path_tail) != 0)
        return false;
    memcpy(id, path + head, 13);
    id[13] = '\0';
    return sv_id_ok(id);
}

bool sv_origin_ok(const struct server *sv, const char *origin, const char *host)
{
    if (!origin[0])
        return true;
    const char *list = sv->options.origin;
    while (list && *list) {
        const size_t n = strcspn(list, ",");
        if (strlen(origin) == n && strncmp(list, origin, n) == 0)
            return true;
        list += n + (list[n] == ',');
    }
    const char *name = strstr(origin, "://");
    return name && strcmp(name + 3, host) == 0;
}

int socket_admit(void *context, const char *address, const char *path, const char *origin,
                 const char *host)
{
    struct server *sv = (struct server *)context;
    char id[SV_ID_MAX];
    int wait;
    if (sv->stopping)
        return 503;
    if (!sv_origin_ok(sv, origin, host))
        return 403;
    if (!table_of(path, id))
        return 404;
    if (!limits_take(sv->limits, LIMIT_SOCKET, address, sv_now(), &wait)) {
        sv->counts.limited++;
        return 429;
    }
    return 0;
}

/* ---- life ----------------------------------------------------------------------------------- */

void socket_open(void *context, struct net_conn *net)
{
    struct server *sv = (struct server *)context;
    struct sv_conn *c = (struct sv_conn *)sr_alloc(sizeof *c);
    if (!c) {
        net->close(net, NET_AGAIN, "no memory");
        return;
    }
    c->net = net;
    c->viewer = -1;
    c->opened = sv_now();
    c->tokens = rate_burst;
    c->tokens_at = c->opened;
    c->inbox_end = &c->inbox;
    c->all_next = sv->conns;
    if (sv->conns)
        sv->conns->all_prev = c;
    sv->conns = c;
    net->user = c;
}

static void free_if_done(struct sv_conn *c)
{
    if (!c->gone || c->pending > 0)
        return;
    while (c->inbox) {
        struct sv_inbox *m = c->inbox;
        c->inbox = m->next;
        sr_free(m);
    }
    sr_free(c);
}

void socket_release(struct sv_conn *c)
{
    c->pending--;
    free_if_done(c);
}

void socket_leave_table(struct sv_conn *c)
{
    struct sv_table *t = c->table;
    if (!t)
        return;
    struct sv_conn **p = &t->people.conns;
    while (*p && *p != c)
        p = &(*p)->next;
    if (*p)
        *p = c->next;
    c->table = NULL;
    if (c->viewer >= 0 && c->viewer < SR_SEATS_MAX && --t->people.seat[c->viewer].here == 0) {
        t->people.seat[c->viewer].gone_at = sv_now();
        sv_set_due(t, t->people.seat[c->viewer].gone_at);
    }
}

void socket_closed(void *context, struct net_conn *net)
{
    struct server *sv = (struct server *)context;
    struct sv_conn *c = (struct sv_conn *)net->user;
    if (!c)
        return;
    struct sv_table *t = c->table;
    if (c->remote)
        peers_closed(c);
    const int seat = c->viewer;
    socket_leave_table(c);
    if (t)
        t->people.presence_changed = true;
    if (t && seat >= 0 && seat < SR_SEATS_MAX)
        bell_left(sv, t, seat);
    if (c->all_prev)
        c->all_prev->all_next = c->all_next;
    else
        sv->conns = c->all_next;
    if (c->all_next)
        c->all_next->all_prev = c->all_prev;
    net->user = NULL;
    c->gone = true;
    free_if_done(c);
}

/* The latest stand first: older ones have been looked at many times. */
void socket_check_greetings(struct server *sv, int64_t now)
{
    for (struct sv_conn *c = sv->conns; c && now - c->opened < 6 * HELLO_MS; c = c->all_next)
        if (c->viewer < 0 && !c->greeting && !c->remote && now - c->opened > HELLO_MS)
            c->net->close(c->net, NET_POLICY, "hello expected");
}

void socket_end_sessions(struct server *sv, const char *account, const char *kept,
                         const char *session)
{
    for (struct sv_conn *c = sv->conns; c; c = c->all_next)
        if (c->session[0] && (account ? strcmp(c->account, account) == 0 &&
                                            (!kept || !kept[0] || strcmp(c->session, kept) != 0)
                                      : strcmp(c->session, session) == 0))
            c->net->close(c->net, NET_POLICY, "signed out");
}

void socket_suspend(struct server *sv, const char *account)
{
    socket_end_sessions(sv, account, NULL, NULL);
    for (struct sv_conn *c = sv->conns; c; c = c->all_next)
        if (c->table && c->viewer >= 0 && c->viewer < SR_SEATS_MAX &&
            strcmp(c->table->people.seat[c->viewer].account, account) == 0)
            c->net->close(c->net, NET_POLICY, "suspended");
}

/* ---- greeting ------------------------------------------------------------------------------- */

struct greeting {
    struct sv_conn *c;
    char id[SV_CID_MAX], hash[SV_HASH_MAX], secret[SV_SECRET_MAX], account[SV_ID_MAX];
    bool has_secret, asked_account;
    int64_t tries; /* how often it was passed on, and the table had moved */
    int64_t resume;
};

static void end_greeting(struct greeting *g)
{
    struct sv_conn *c = g->c;
    c->greeting = false;
    memset(g->secret, 0, sizeof g->secret);
    sr_free(g);
    socket_release(c);
}

static void reject(struct server *sv, struct greeting *g, const char *code, const char *text)
{
    struct sv_conn *c = g->c;
    if (!c->gone) {
        sv_error(sv, c, g->id, code, text);
        c->net->close(c->net, sv_error_status(code) == 503 ? NET_AGAIN : NET_POLICY, code);
    }
    end_greeting(g);
}

static int seat_of(const struct sv_table *t, const struct greeting *g)
{
    for (int i = 0; i < t->setup.config.seats; i++)
        if (t->people.seat[i].kind == ENTRY_HUMAN &&
            (sv_hash_equal(t->people.seat[i].key, g->hash) ||
             (g->account[0] && strcmp(t->people.seat[i].account, g->account) == 0)))
            return i;
    return -1;
}

static void attach(struct server *sv, struct sv_table *t, struct greeting *g, int viewer)
{
    struct sv_conn *c = g->c;
    sv_gaze_on(sv, t, sv_now());
    c->table = t;
    c->viewer = viewer;
    c->tenure = viewer < SR_SEATS_MAX ? t->people.seat[viewer].tenure : 0;
    c->next = t->people.conns;
    t->people.conns = c;
    if (g->account[0]) {
        snprintf(c->account, sizeof c->account, "%s", g->account);
        snprintf(c->session, sizeof c->session, "%s", g->hash);
    }
    if (viewer < SR_SEATS_MAX && t->people.seat[viewer].here++ == 0)
        sv_set_due(t, sv_now());
    if (viewer < SR_SEATS_MAX)
        bell_came(sv, t, viewer);
    if (g->resume >= 0 && g->resume <= t->log.seq && sv_resume(sv, t, c, (int)g->resume, g->id))
        sv->counts.resumed++;
    else
        sv_welcome(sv, t, c, g->id);
    t->people.presence_changed = true;
    end_greeting(g);
    robots_think(sv, t);
}

static void greet(struct server *sv, struct sv_table *t, void *arg, const char *error);

static void greet_account(struct server *sv, void *arg, const char *account, const char *name,
                          const char *error)
{
    struct greeting *g = (struct greeting *)arg;
    (void)name;
    char id[SV_ID_MAX];
    if (error) {
        reject(sv, g, error, "who asks cannot be found out at the moment");
        return;
    }
    snprintf(g->account, sizeof g->account, "%s", account);
    g->asked_account = true;
    if (g->c->gone || !table_of(g->c->net->path, id)) {
        end_greeting(g);
        return;
    }
    sv_with_table(sv, id, greet, g);
}

/* Another process has the table: it gets the greeting and speaks with this connection. */
static bool forward(struct server *sv, struct greeting *g)
{
    if (g->c->net->relayed)
        return false;
    struct sr_buf b = sv_buf(sv);
    sr_json_open(&b, '{');
    sr_json_key(&b, "type");
    sr_json_str(&b, "hello");
    sr_json_key(&b, "id");
    sr_json_str(&b, g->id);
    if (g->has_secret) {
        sr_json_key(&b, "token");
        sr_json_str(&b, g->secret);
    }
    sr_json_put_int(&b, "resume", g->resume);
    sr_json_put_int(&b, "tries", g->tries);
    sr_json_close(&b, '}');
    if (!peers_forward_socket(sv, g->c, sv->elsewhere, b.text, b.len))
        return false;
    end_greeting(g);
    return true;
}

/* The table is nobody's now: the door that asked for it takes it. */
static void let_go(struct server *sv, void *arg)
{
    struct greeting *g = (struct greeting *)arg;
    sv->counts.moved++;
    if (!g->c->gone)
        g->c->net->close(g->c->net, NET_MOVED, "moved");
    end_greeting(g);
}

/* A table goes where its people are: when somebody comes through another process, and nobody is
 * here, that one may have it. So with a balancer that goes by the table (docs/scale.md) nothing
 * is passed on for longer than a greeting. */
static bool moves(struct server *sv, struct sv_table *t, struct greeting *g)
{
    return g->c->net->relayed && g->tries == 0 && !t->people.conns && sv_release(sv, t, let_go, g);
}

/* The door that passed it on looks for the table once more. */
static void bounce(struct greeting *g)
{
    g->c->net->close(g->c->net, NET_MOVED, "moved");
    end_greeting(g);
}

static void greet(struct server *sv, struct sv_table *t, void *arg, const char *error)
{
    struct greeting *g = (struct greeting *)arg;
    if (g->c->gone) {
        end_greeting(g);
        return;
    }
    if (t && moves(sv, t, g))
        return;
    const bool moved = !t && strcmp(error, "moved") == 0;
    const bool elsewhere = !t && strcmp(error, "elsewhere") == 0;
    char id[SV_ID_MAX];
    if ((moved || elsewhere) && g->c->net->relayed && g->tries < TRIES_MAX) {
        bounce(g);
        return;
    }
    if (moved && table_of(g->c->net->path, id)) {
        sv_with_table(sv, id, greet, g);
        return;
    }
    if (elsewhere && forward(sv, g))
        return;
    if (!t) {
        reject(sv, g, error, sv_unopened(error));
        return;
    }
    const int seat = g->has_secret ? seat_of(t, g) : SR_SPECTATOR;
    if (seat >= 0 && seat < SR_SEATS_MAX &&
        watch_suspended(sv, t->people.seat[seat].account, sv_now()))
        reject(sv, g, "suspended", "an operator has suspended the account of this seat");
    else if (seat >= 0)
        attach(sv, t, g, seat);
    else if (!g->asked_account)
        account_of(sv, g->secret, greet_account, g);
    else if (g->account[0])
        attach(sv, t, g, SR_SPECTATOR); /* a known player who has no seat here */
    else
        reject(sv, g, "token", "this secret opens no seat here");
}

static void hello(struct server *sv, struct sv_conn *c, const char *text, size_t len, bool again)
{
    struct sr_doc d;
    char type[16], id[SV_ID_MAX];
    struct greeting *g = (struct greeting *)sr_alloc(sizeof *g);
    if (!g) {
        c->net->close(c->net, NET_AGAIN, "come back");
        return;
    }
    g->c = c;
    c->pending++;
    c->greeting = true;
    if (!sv_doc(sv, text, len, &d) || !sv_get_text(&d, 0, "type", type, sizeof type) ||
        strcmp(type, "hello") != 0) {
        reject(sv, g, "hello", "the first message must be hello");
        return;
    }
    sv_get_text(&d, 0, "id", g->id, sizeof g->id);
    g->resume = sv_get_int(&d, 0, "resume", -1);
    g->tries = again || c->net->relayed ? sv_get_int(&d, 0, "tries", 0) + again : 0;
    const int token = sr_json_get(&d, 0, "token");
    g->has_secret = token >= 0 && d.tok[token].type != SR_J_NULL;
    if (g->has_secret && !sr_json_text(&d, token, g->secret, sizeof g->secret)) {
        reject(sv, g, "token", "this secret opens no seat here");
        return;
    }
    sv_hash_secret(g->secret, g->hash);
    if (!table_of(c->net->path, id))
        reject(sv, g, "not_found", "there is no such table");
    else if (c->net->relayed && g->tries < TRIES_MAX / 2 && !sv_present(sv, id))
        bounce(g); /* it has left: the door may have it */
    else
        sv_with_table(sv, id, greet, g);
}

void socket_again(struct server *sv, struct sv_conn *c, const char *text, size_t len)
{
    if (!c->gone && c->viewer < 0 && !c->greeting)
        hello(sv, c, text, len, true);
}

/* ---- messages ------------------------------------------------------------------------------- */

static bool too_fast(struct server *sv, struct sv_conn *c)
{
    const double scale = sv->options.limit_scale;
    if (scale <= 0)
        return false;
    const int64_t now = sv_now();
    c->tokens += (double)(now - c->tokens_at) / 1000.0 * rate_second * scale;
    if (c->tokens > rate_burst * scale)
        c->tokens = rate_burst * scale;
    c->tokens_at = now;
    c->tokens -= 1;
    return c->tokens < 0;
}

void socket_handle(struct server *sv, struct sv_conn *c, const char *text, size_t len)
{
    if (c->table && !c->gone)
        sv_play_message(sv, c->table, c, text, len);
}

void socket_message(void *context, struct net_conn *net, const char *text, size_t len)
{
    struct server *sv = (struct server *)context;
    struct sv_conn *c = (struct sv_conn *)net->user;
    if (!c)
        return;
    if (too_fast(sv, c)) {
        sv->counts.limited++;
        net->close(net, NET_POLICY, "too many messages");
        return;
    }
    if (c->remote) {
        peers_message(c, text, len);
        return;
    }
    if (c->viewer < 0) {
        if (!c->greeting)
            hello(sv, c, text, len, false);
        else
            net->close(net, NET_POLICY, "wait for the answer to hello");
        return;
    }
    if (!c->table || c->table->commit.stale || sv->stopping) {
        sv_error(sv, c, "", "store", "the table is not available at the moment");
        return;
    }
    if (!c->table->commit.busy && !c->inbox) {
        socket_handle(sv, c, text, len);
        return;
    }
    if (c->inbox_count >= SV_INBOX_MAX) {
        net->close(net, NET_POLICY, "too many messages at once");
        return;
    }
    struct sv_inbox *m = (struct sv_inbox *)sr_alloc(sizeof *m + len + 1);
    if (!m) {
        net->close(net, NET_AGAIN, "come back");
        return;
    }
    m->len = len;
    memcpy(m->text, text, len);
    *c->inbox_end = m;
    c->inbox_end = &m->next;
    c->inbox_count++;
}
