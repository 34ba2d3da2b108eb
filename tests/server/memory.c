/* memory.c: the server when memory runs short. Everything people can ask is done again and again,
 * each time with another allocation failing, in our own code or in SQLite's. The answer must be the
 * usual one or a plain refusal (503, "store", 1012), nothing may break, and asking again must work
 * as if nothing had been: nothing lost, nothing done twice. */
#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>

#include "core/alloc.h"
#include "fake.h"

enum { TEXT_MAX = 1 << 18, TRIES = 3, FAULTS_MAX = 5000 };

struct person {
    struct fake_conn conn;
    char token[SV_SECRET_MAX];
    int ply, seq;
    int promised; /* the number a resumption leads to */
    bool over, mine, done, refused; /* done, refused: what the last request came to */
    char move[SR_TEXT_MAX];
    char last[32];                  /* type of the last numbered message */
    char rematch[SV_ID_MAX];
};

struct stage {
    struct server *sv;
    struct fake_answer answer;
    char table[SV_ID_MAX], session[SV_SECRET_MAX], account[SV_ID_MAX];
    struct person who[3];
    char *file;
    struct person *mover; /* who decides when the scenario begins, at which ply, and what */
    int ply;
    char move[SR_TEXT_MAX];
    int request; /* number of the present one: its id stays the same when it is asked again */
};

static struct stage st;
static struct sr_tok tok[1 << 16];
static bool in_sqlite;
static sqlite3_mem_methods usual;

static void *failing_malloc(int n)
{
    return in_sqlite && sr_alloc_must_fail() ? NULL : usual.xMalloc(n);
}
static void *failing_realloc(void *p, int n)
{
    return in_sqlite && sr_alloc_must_fail() ? NULL : usual.xRealloc(p, n);
}

/* ---- people --------------------------------------------------------------------------------- */

static void get(const struct sr_doc *d, int o, const char *key, char *out, size_t max)
{
    out[0] = '\0';
    const int t = sr_json_get(d, o, key);
    if (t >= 0)
        (void)sr_json_text(d, t, out, max);
}

static int number(const struct sr_doc *d, int o, const char *key, int fallback)
{
    int64_t v;
    const int t = o < 0 ? -1 : sr_json_get(d, o, key);
    return t >= 0 && sr_json_num(d, t, &v) ? (int)v : fallback;
}

static void heard(struct fake_conn *c, const char *text, size_t len)
{
    struct person *p = (struct person *)c->user;
    struct sr_doc d;
    char type[32], id[40], want[40], code[32];
    NEED(sr_json_parse(&d, text, len, tok, 1 << 16, NULL) == SR_OK);
    get(&d, 0, "type", type, sizeof type);
    get(&d, 0, "id", id, sizeof id);
    snprintf(want, sizeof want, "r%d", st.request);
    if (strcmp(type, "ok") == 0) {
        p->done |= strcmp(id, want) == 0;
        return;
    }
    if (strcmp(type, "error") == 0) {
        get(&d, 0, "code", code, sizeof code);
        NEED(strcmp(code, "store") == 0 || strcmp(code, "busy") == 0);
        p->refused = true;
        return;
    }
    const int seq = number(&d, 0, "seq", -1);
    if (strcmp(type, "resumed") == 0) {
        p->done = true;
        p->promised = seq;
    }
    if (seq < 0 || strcmp(type, "resumed") == 0)
        return;
    NEED(strcmp(type, "table") == 0 || seq == p->seq + 1); /* no gap, no repetition */
    p->seq = seq;
    if (strcmp(type, "table") == 0)
        p->done = true;
    else
        snprintf(p->last, sizeof p->last, "%s", type);
    const int info = sr_json_get(&d, 0, "info");
    p->ply = number(&d, info >= 0 ? info : 0, "ply", p->ply);
    if (strcmp(type, "rematch") == 0)
        get(&d, 0, "table", p->rematch, sizeof p->rematch);
    p->over |= sr_json_get(&d, 0, "scores") >= 0;
    if (sr_json_get(&d, 0, "decision") < 0)
        return;
    const int legal = sr_json_get(&d, 0, "legal");
    p->mine = legal >= 0;
    if (p->mine)
        NEED(sr_json_text(&d, sr_json_at(&d, legal, 0), p->move, sizeof p->move));
}

static void greet(struct person *p, const char *token)
{
    char text[256];
    if (p->conn.open && !p->conn.code)
        return;
    p->conn.heard = heard;
    p->conn.user = p;
    fake_open(st.sv, &p->conn, st.table);
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"token\":%s%s%s,\"resume\":%d}",
             token ? "\"" : "", token ? token : "null", token ? "\"" : "", p->seq);
    fake_say(st.sv, &p->conn, text);
}

/* One request of a person, with an id that stays the same for all tries. */
static void ask(struct person *p, const char *format, ...) SR_PRINTF(2, 3);
static void ask(struct person *p, const char *format, ...)
{
    char body[4096], text[4200];
    va_list args;
    va_start(args, format);
    vsnprintf(body, sizeof body, format, args);
    va_end(args);
    snprintf(text, sizeof text, "{\"id\":\"r%d\",%s}", st.request, body);
    p->done = p->refused = false;
    greet(p, p->token);
    p->done = false;
    fake_say(st.sv, &p->conn, text);
}

/* ---- requests ------------------------------------------------------------------------------- */

static void http(const char *method, const char *path, const char *token, const char *body)
{
    fake_ask(st.sv, &st.answer, method, path, token, body);
}

static void http_table(const char *method, const char *rest, const char *token, const char *body)
{
    char path[128];
    snprintf(path, sizeof path, "/api/v1/tables/%s%s", st.table, rest);
    http(method, path, token, body);
}

static void answered(const char *key, char *out, size_t max)
{
    struct sr_doc d;
    NEED(st.answer.status < 300);
    NEED(sr_json_parse(&d, st.answer.text, st.answer.len, tok, 1 << 16, NULL) == SR_OK);
    get(&d, 0, key, out, max);
}

static const char seats_two[] =
    "\"seats\":[{\"kind\":\"me\",\"name\":\"Anna\"},{\"kind\":\"open\"}]";
static const char seats_bot[] =
    "\"seats\":[{\"kind\":\"me\",\"name\":\"Anna\"},{\"kind\":\"bot\",\"bot\":\"random\"}]";

static void open_with(const char *seats, const char *terms)
{
    char body[512];
    snprintf(body, sizeof body, "{\"game\":\"blank\",\"takeover\":\"random\",%s%s}", seats, terms);
    http("POST", "/api/v1/tables", NULL, body);
    answered("table", st.table, sizeof st.table);
    answered("token", st.who[0].token, SV_SECRET_MAX);
}

static void join_as(struct person *p)
{
    http_table("POST", "/join", NULL, "{\"name\":\"Boris\"}");
    answered("token", p->token, SV_SECRET_MAX);
}

static void waiting(void) { open_with(seats_two, ""); }
static void with_bot(void) { open_with(seats_bot, ""); }

static void playing(void)
{
    open_with(seats_two, "");
    join_as(&st.who[1]);
    greet(&st.who[0], st.who[0].token);
    greet(&st.who[1], st.who[1].token);
    greet(&st.who[2], NULL);
}

static struct person *mover(void)
{
    for (int i = 0; i < 2; i++)
        if (st.who[i].mine)
            return &st.who[i];
    return NULL;
}

static void play_to(int ply)
{
    for (struct person *p = mover(); p && p->ply < ply; p = mover()) {
        st.request++;
        ask(p, "\"type\":\"move\",\"ply\":%d,\"move\":\"%s\"", p->ply, p->move);
        NEED(p->done);
    }
    st.request++;
}

static void some_moves(void)
{
    playing();
    play_to(5);
}

static void over(void)
{
    playing();
    play_to(1000);
    NEED(st.who[0].over);
}

static void asked_again(void)
{
    over();
    ask(&st.who[0], "\"type\":\"rematch\"");
    NEED(st.who[0].done);
    st.request++;
}

static void has_file(void)
{
    over();
    http_table("GET", "/file", NULL, NULL);
    free(st.file);
    st.file = (char *)malloc(st.answer.len + 256);
    NEED(st.file);
    snprintf(st.file, st.answer.len + 256, "{\"file\":%s,%s}", st.answer.text, seats_bot);
}

/* An account without the half second that a passphrase takes. */
static void signed_in(void)
{
    some_moves();
    static int people;
    char hash[SV_HASH_MAX], name[32];
    snprintf(name, sizeof name, "zoe%d", ++people);
    sv_new_id(st.account);
    sv_new_secret(st.session);
    sv_hash_secret(st.session, hash);
    struct store_job *job = store_job_new(NULL, NULL);
    store_add(job, ST_ACCOUNT_ADD, "sssssi", st.account, name, name, name, "", (int64_t)1);
    store_add(job, ST_SESSION_ADD, "ssii", hash, st.account, (int64_t)1, INT64_MAX);
    store_send(st.sv->store, job);
    fake_settle(st.sv);
}

static void has_claimed(void)
{
    char body[128];
    signed_in();
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", st.who[0].token);
    http_table("POST", "/claim", st.session, body);
    NEED(st.answer.status == 201);
}

static void leave_all(void)
{
    for (int i = 0; i < 3; i++)
        fake_close(st.sv, &st.who[i].conn);
    struct sv_table *t = sv_find(st.sv, st.table);
    if (t)
        sv_drop(st.sv, t);
}

static void cold(void)
{
    some_moves();
    leave_all();
    st.who[0].seq = -1;
}

/* The second has gone for longer than was agreed, and it is not for him to decide. */
static void absent(void)
{
    playing();
    play_to(st.who[1].mine ? 1 : 0);
    fake_close(st.sv, &st.who[1].conn);
    st.request++;
}

static void stood_in(void)
{
    some_moves();
    ask(&st.who[0], "\"type\":\"leave\"");
    st.request++;
}

/* ---- what is asked -------------------------------------------------------------------------- */

static void do_create(void)
{
    http("POST", "/api/v1/tables", NULL,
         "{\"game\":\"blank\",\"seats\":"
         "[{\"kind\":\"me\",\"name\":\"A\"},{\"kind\":\"bot\",\"bot\":\"random\"}]}");
}
static void do_join(void) { http_table("POST", "/join", NULL, "{\"name\":\"Boris\"}"); }
static void do_info(void) { http_table("GET", "", NULL, NULL); }
static void do_lobby(void)
{
    st.sv->lobby.at = 0;
    http("GET", "/api/v1/lobby", NULL, NULL);
}
static void do_games(void) { http("GET", "/api/v1/games", NULL, NULL); }
static void do_replay(void) { http_table("GET", "/replay?ply=3", st.who[0].token, NULL); }
static void do_file(void) { http_table("GET", "/file", NULL, NULL); }
static void do_import(void) { http("POST", "/api/v1/tables", NULL, st.file); }
static void do_me(void) { http("GET", "/api/v1/me", st.session, NULL); }
static void do_sign_out(void) { http("DELETE", "/api/v1/session", st.session, NULL); }
static void do_forget(void) { http("DELETE", "/api/v1/me", st.session, NULL); }
static void do_stats(void) { http("GET", "/api/v1/stats?game=blank", NULL, NULL); }
static void do_branch(void)
{
    char body[256];
    snprintf(body, sizeof body, "{\"ply\":3,%s}", seats_bot);
    http_table("POST", "/branch", NULL, body);
}
static void do_claim(void)
{
    char body[128];
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", st.who[0].token);
    http_table("POST", "/claim", st.session, body);
}

static void do_hello(void) { greet(&st.who[0], st.who[0].token); }
static void do_watch(void)
{
    fake_close(st.sv, &st.who[2].conn);
    st.who[2].seq = -1;
    greet(&st.who[2], NULL);
}
static void do_come_back(void)
{
    fake_close(st.sv, &st.who[0].conn);
    st.who[0].seq = 2;
    greet(&st.who[0], st.who[0].token);
}
static void do_hello_session(void)
{
    fake_close(st.sv, &st.who[0].conn);
    st.who[0].seq = -1;
    greet(&st.who[0], st.session);
}
static void do_move(void)
{
    ask(st.mover, "\"type\":\"move\",\"ply\":%d,\"move\":\"%s\"", st.ply, st.move);
}
static void do_sync(void) { ask(&st.who[0], "\"type\":\"sync\""); }
static void do_chat(void) { ask(&st.who[0], "\"type\":\"chat\",\"text\":\"salaam\""); }
static void do_prefs(void)
{
    ask(&st.who[0], "\"type\":\"prefs\",\"step\":true,\"standing\":"
                    "[{\"ask\":\"turn\",\"verb\":\"take\"}]");
}
static void do_vote(void)
{
    if (!sv_find(st.sv, st.table))
        do_info();
    struct sv_table *t = sv_find(st.sv, st.table);
    if (t)
        t->people.seat[1].gone_at = 0; /* a table loaded anew does not remember when */
    ask(&st.who[0], "\"type\":\"vote\",\"for\":1");
}
static void do_leave(void) { ask(&st.who[0], "\"type\":\"leave\""); }
static void do_back(void) { ask(&st.who[0], "\"type\":\"back\""); }
static void do_fill(void) { ask(&st.who[0], "\"type\":\"fill\",\"bot\":\"random\""); }
static void do_rematch(void) { ask(&st.who[0], "\"type\":\"rematch\""); }
static void do_agree(void) { ask(&st.who[1], "\"type\":\"answer\",\"yes\":true"); }

/* Time and the good order of a stop are asked for by nobody: they only must do no harm. */
static void do_tick(void)
{
    struct sv_table *t = sv_find(st.sv, st.table);
    const int64_t late = sv_now() + (int64_t)1000000;
    for (int i = 0; i < 2; i++)
        fake_close(st.sv, &st.who[i].conn);
    if (t && t->people.due)
        sv_time_passed(st.sv, t, late);
    server_tick(st.sv, late);
    fake_settle(st.sv);
}
static void do_stop(void)
{
    sv_snapshot_all(st.sv);
    fake_settle(st.sv);
}

/* ---- what must have come of it -------------------------------------------------------------- */

static struct sv_table *table_now(void)
{
    http_table("GET", "", NULL, NULL); /* loads it, if need be */
    NEED(st.answer.status == 200);
    return sv_find(st.sv, st.table);
}

/* Entries of a kind; requests that were asked again may not have made a second one. */
static int entries(enum entry_kind kind)
{
    const struct sv_table *t = table_now();
    int n = 0;
    for (int i = 0; i < t->log.seq; i++)
        n += t->log.entry[i].kind == kind;
    return n;
}

static void one_move(void)
{
    NEED(entries(ENTRY_MOVE) == st.ply + 1 && sv_ply(table_now()) > st.ply);
}
static void one_chat(void) { NEED(entries(ENTRY_CHAT) == 1); }
static void one_prefs(void) { NEED(entries(ENTRY_PREFS) == 1); }
static void one_vote(void) { NEED(entries(ENTRY_VOTE) == 1 && entries(ENTRY_STAND_IN) == 1); }
static void one_leave(void) { NEED(entries(ENTRY_LEAVE) == 1 && entries(ENTRY_STAND_IN) == 1); }
static void one_back(void) { NEED(entries(ENTRY_BACK) == 1); }
static void three_seats_taken(void) { NEED(entries(ENTRY_SIT) == 3 && entries(ENTRY_START) == 1); }
static void two_seated(void)
{
    NEED(entries(ENTRY_SIT) >= 3 && sv_actor(table_now()) != SR_NOBODY);
}
static void one_ask(void) { NEED(entries(ENTRY_ASK) == 1); }
static void one_rematch(void)
{
    server_tick(st.sv, sv_now() + 1000);
    fake_settle(st.sv);
    NEED(entries(ENTRY_ANSWER) == 1 && entries(ENTRY_REMATCH) == 1);
    snprintf(st.table, sizeof st.table, "%s", table_now()->log.rematch);
    NEED(entries(ENTRY_SIT) == 2);
}
static void nothing_left(void)
{
    http("GET", "/api/v1/me", st.session, NULL);
    NEED(st.answer.status == 401);
}
static void forgotten(void)
{
    nothing_left();
    NEED(strcmp(table_now()->people.seat[0].name, "-") == 0);
}
static void is_mine(void)
{
    http("GET", "/api/v1/me", st.session, NULL);
    NEED(st.answer.status == 200 && strstr(st.answer.text, st.table));
}

static void do_listen(void)
{
    http("POST", "/api/v1/notices/push", st.session,
         "{\"endpoint\":\"https://push.example.org/a\",\"keys\":{\"p256dh\":\"BCVxsr7N_eNgVRqvHtD0"
         "zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4\","
         "\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\"}}");
}
static void do_wish(void)
{
    http("POST", "/api/v1/notices", st.session, "{\"quiet\":{\"from\":1350,\"to\":450}}");
}
static void do_mail(void)
{
    http("POST", "/api/v1/notices/email", st.session, "{\"address\":\"a@example.org\"}");
}
static void one_address(void)
{
    http("GET", "/api/v1/notices", st.session, NULL);
    NEED(st.answer.status == 200 && strstr(st.answer.text, "\"address\":\"a@example.org\""));
}
static void do_offer(void) { http("POST", "/api/v1/me/passkeys/new", st.session, NULL); }
static void do_passkeys(void) { http("GET", "/api/v1/me/passkeys", st.session, NULL); }
static void do_export(void) { http("GET", "/api/v1/me/export", st.session, NULL); }
static void one_device(void)
{
    http("GET", "/api/v1/notices", st.session, NULL);
    NEED(st.answer.status == 200 && strstr(st.answer.text, "\"devices\":1"));
}
static void quiet_now(void)
{
    http("GET", "/api/v1/notices", st.session, NULL);
    NEED(st.answer.status == 200 && strstr(st.answer.text, "\"from\":1350"));
}

enum how { HTTP, SOCKET_0, SOCKET_1, SOCKET_2, MOVER, BY_ITSELF };
static const struct scenario {
    const char *name;
    void (*prepare)(void), (*act)(void), (*check)(void);
    enum how how;
} scenarios[] = {
    {"open a table", NULL, do_create, NULL, HTTP},
    {"join", waiting, do_join, two_seated, HTTP},
    {"look at a table", some_moves, do_info, NULL, HTTP},
    {"look at a stored table", cold, do_info, NULL, HTTP},
    {"lobby", NULL, do_lobby, NULL, HTTP},
    {"games", NULL, do_games, NULL, HTTP},
    {"look back", some_moves, do_replay, NULL, HTTP},
    {"download", over, do_file, NULL, HTTP},
    {"import", has_file, do_import, NULL, HTTP},
    {"branch", over, do_branch, NULL, HTTP},
    {"claim", signed_in, do_claim, is_mine, HTTP},
    {"what is mine", has_claimed, do_me, NULL, HTTP},
    {"sign out", signed_in, do_sign_out, nothing_left, HTTP},
    {"forget me", has_claimed, do_forget, forgotten, HTTP},
    {"hello", cold, do_hello, NULL, SOCKET_0},
    {"watch", some_moves, do_watch, NULL, SOCKET_2},
    {"resume", some_moves, do_come_back, NULL, SOCKET_0},
    {"hello by a session", has_claimed, do_hello_session, NULL, SOCKET_0},
    {"move", some_moves, do_move, one_move, MOVER},
    {"sync", some_moves, do_sync, NULL, SOCKET_0},
    {"chat", some_moves, do_chat, one_chat, SOCKET_0},
    {"preferences", waiting, do_prefs, one_prefs, SOCKET_0},
    {"vote", absent, do_vote, one_vote, SOCKET_0},
    {"leave", some_moves, do_leave, one_leave, SOCKET_0},
    {"back", stood_in, do_back, one_back, SOCKET_0},
    {"fill", waiting, do_fill, three_seats_taken, SOCKET_0},
    {"offer a rematch", over, do_rematch, one_ask, SOCKET_0},
    {"agree to a rematch", asked_again, do_agree, one_rematch, SOCKET_1},
    {"listen for notices", signed_in, do_listen, one_device, HTTP},
    {"wishes for notices", signed_in, do_wish, quiet_now, HTTP},
    {"an address", signed_in, do_mail, one_address, HTTP},
    {"offer of a passkey", signed_in, do_offer, NULL, HTTP},
    {"passkeys", signed_in, do_passkeys, NULL, HTTP},
    {"a copy of all", has_claimed, do_export, NULL, HTTP},
    {"statistics", NULL, do_stats, NULL, HTTP}, /* of the matches above */
    {"time passes", some_moves, do_tick, NULL, BY_ITSELF},
    {"bots play", with_bot, do_hello, NULL, SOCKET_0},
    {"stop", some_moves, do_stop, NULL, BY_ITSELF},
};

/* Whether the last try was answered in full; if not it must have been refused in good order. */
static bool succeeded(const struct scenario *s)
{
    if (s->how == BY_ITSELF)
        return true;
    if (s->how == HTTP) {
        NEED(st.answer.status < 300 || st.answer.status == 503);
        NEED(st.answer.status < 300 || strstr(st.answer.text, "\"busy\"") ||
             strstr(st.answer.text, "\"store\""));
        return st.answer.status < 300;
    }
    bool done = false;
    for (int i = 0; i < 3; i++) {
        struct person *p = &st.who[i];
        NEED(p->conn.code == 0 || p->conn.code == NET_AGAIN);
        if (s->how == MOVER ? p == st.mover : (int)s->how - SOCKET_0 == i)
            done |= p->done && p->seq >= p->promised;
    }
    return done;
}

static void begin(const struct scenario *s)
{
    for (int i = 0; i < 3; i++)
        fake_close(st.sv, &st.who[i].conn);
    memset(st.who, 0, sizeof st.who);
    for (int i = 0; i < 3; i++)
        st.who[i].seq = -1;
    if (s->prepare)
        s->prepare();
    st.request++;
    for (int i = 0; i < 3; i++)
        st.who[i].done = false;
    st.mover = mover();
    if (!st.mover)
        return;
    st.ply = st.mover->ply;
    memcpy(st.move, st.mover->move, sizeof st.move);
}

/* The table in memory and the one in the store are the same. */
static void check_stored(void)
{
    if (!st.table[0])
        return;
    char *before = NULL, rest[32];
    const int seq = table_now()->log.seq;
    snprintf(rest, sizeof rest, "/replay?ply=%d", sv_ply(table_now()));
    http_table("GET", rest, st.who[0].token, NULL);
    if (st.answer.status == 200)
        before = strdup(st.answer.text);
    leave_all();
    NEED(table_now()->log.seq >= seq); /* bots may go on at once */
    http_table("GET", rest, st.who[0].token, NULL);
    NEED(!before == (st.answer.status != 200));
    NEED(!before || strcmp(before, st.answer.text) == 0);
    NEED(st.sv->counts.replay_failed == 0);
    free(before);
}

static int run(const struct scenario *s)
{
    for (int n = 0; n < FAULTS_MAX; n++) {
        begin(s);
        const unsigned long failures = sr_alloc_failures();
        sr_alloc_fail_after(n);
        s->act();
        const bool hit = sr_alloc_failures() != failures;
        sr_alloc_fail_after(-1);
        fake_settle(st.sv);
        int tries = 1;
        for (; !succeeded(s) && tries < TRIES; tries++) {
            NEED(hit);
            s->act();
        }
        NEED(succeeded(s));
        fake_settle(st.sv);
        if (s->check)
            s->check();
        check_stored();
        if (!hit)
            return n;
    }
    fake_die(__FILE__, __LINE__, s->name); /* it never came to an end */
}

int main(void)
{
    const int count = (int)(sizeof scenarios / sizeof *scenarios);
    sqlite3_mem_methods failing;
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual);
    failing = usual;
    failing.xMalloc = failing_malloc;
    failing.xRealloc = failing_realloc;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
    st.sv = fake_server();
    st.sv->options.push_contact = "mailto:nobody@example.org"; /* so that it rings in all of them */
    st.sv->options.sendmail = "/bin/true";
    st.sv->options.url = "https://play.example.org";
    bell_start(st.sv);
    fake_settle(st.sv);
    for (int i = 0; i < 2 * count; i++) {
        const struct scenario *s = &scenarios[i % count];
        if (i % count == 0)
            fake_server_clear(st.sv);
        in_sqlite = i >= count;
        st.table[0] = '\0';
        const int faults = run(s);
        printf("ok %d - %s%s: %d allocations failed in turn\n", i + 1, s->name,
               in_sqlite ? ", SQLite too" : "", faults);
        fflush(stdout);
    }
    printf("1..%d\n", 2 * count);
    for (int i = 0; i < 3; i++)
        fake_close(st.sv, &st.who[i].conn);
    fake_server_free(st.sv);
    fake_answer_free(&st.answer);
    free(st.file);
    return 0;
}
