/* server.h: what the files of the server share. One thread, the loop's, owns everything here;
 * the store's thread and the workers get copies.
 *
 * A table is its log: entries numbered from 1 that are applied in order, live and on loading, by
 * one function (ledger.c). Whatever happens at a table becomes an entry first; an entry is shown
 * to people, and a request answered, only when the store has made it durable. While that is under
 * way the table is busy and what arrives for it waits in line. */
#ifndef SERAI_SERVER_H
#define SERAI_SERVER_H

#include <stdio.h>
#include <uv.h>

#include "serai/bot.h"
#include "serai/table.h"
#include "server/net.h"
#include "server/options.h"
#include "store/store.h"

enum {
    SV_ID_MAX = 16,     /* of tables and accounts, with NUL */
    SV_SECRET_MAX = 48, /* secrets as text, with NUL */
    SV_HASH_MAX = 65,   /* hex of 32 bytes, with NUL */
    SV_CID_MAX = 33,    /* id of a client's request, with NUL */
    SV_CHAT_MAX = 500,  /* bytes of a chat line */
    SV_CHAT_SHOWN = 50,
    SV_STANDING_MAX = 4096, /* bytes of a seat's standing answers */
    SV_ENTRIES_MAX = 60000, /* of one table */
    SV_RESUME_MAX = 400,    /* entries sent again after a drop; else the whole table */
    SV_INBOX_MAX = 32,      /* messages of one connection waiting for a busy table */
    SV_TOKENS_MAX = 1 << 16,
    SV_SCRATCH = 4 << 20
};

enum { SV_ALIVE_MS = 3000 }; /* a process unheard of for so long has lost its tables */

enum sv_status { SV_WAITING, SV_PLAYING, SV_OVER };
enum sv_seat_kind { SV_OPEN, SV_LINK, SV_HUMAN, SV_BOT };
extern const char *const sv_status_names[], *const sv_seat_names[];

struct sv_seat {
    enum sv_seat_kind kind;
    char name[SR_NAME_MAX];
    char bot[SR_NAME_MAX];      /* of a bot's seat */
    char key[SV_HASH_MAX];      /* hash of the holder's secret; "" none */
    char invite[SV_HASH_MAX];   /* hash of the link's secret; "" none */
    char account[SV_ID_MAX];    /* "" none */
    char stand_in[SR_NAME_MAX]; /* bot that plays for an absent holder or engine; "" none */
    bool left;                  /* said good-bye */
    bool step;                  /* wants to make forced decisions himself */
    char *standing;             /* JSON array of standing answers; NULL none */
    int64_t clock;              /* ms left when its decision began */
    unsigned votes;             /* seats that want a stand-in here */
    int here;                   /* open connections */
    int64_t gone_at;            /* when the last one closed */
};

enum sv_kind {
    SV_SIT,
    SV_START,
    SV_MOVE,
    SV_UNDO,
    SV_ASK,
    SV_ANSWER,
    SV_CHAT,
    SV_LEAVE,
    SV_VOTE,
    SV_STAND_IN,
    SV_BACK,
    SV_PREFS,
    SV_REMATCH,
    SV_KINDS
};
extern const char *const sv_kind_names[];

struct sv_entry {
    int64_t at;
    uint8_t kind;
    int8_t seat; /* -1 nobody's */
    int32_t ply; /* decisions taken after it */
    char *body;  /* JSON object; may hold hashes: never sent as it is */
};

struct server;
struct sv_conn;

struct sv_table;
struct sv_wait { /* a request that waits until the table is free (or loaded) */
    void (*go)(struct server *sv, struct sv_table *t, void *arg, const char *error);
    void *arg;
    struct sv_wait *next;
};

struct sv_out { /* a text for all connections of one viewer, waiting for the commit */
    int viewer; /* seat, SR_SPECTATOR, or -1: everybody */
    struct net_text *text;
};

/* How a table was opened: fixed. */
struct sv_setup {
    struct sr_table_config config;
    unsigned char *edition; /* NULL: the game's own */
    char salt[SV_SECRET_MAX], commit[SV_HASH_MAX]; /* fair dice (fair.h) */
    bool live, open_dice, listed;
    int patience;               /* seconds an absent player may take; 0 for ever */
    int clock_total, clock_add; /* seconds; 0 no clock */
    char takeover[SR_NAME_MAX]; /* bot that stands in */
    char origin[SV_ID_MAX];     /* table this is a rematch or branch of */
    int64_t created;
};

/* What has happened, and what came of it: the entries applied in order. */
struct sv_ledger {
    struct sv_entry *entry;
    int seq, max; /* seq entries, numbered 1..seq */
    enum sv_status status;
    struct sr_table *match;
    int base_ply;  /* not 0: `match` begins at a snapshot (old rules) */
    bool astray;   /* while loading by other rules: moves since then are no longer known */
    int64_t since; /* when the present decision began */
    int64_t updated;
    int8_t asked_by;   /* seat that asks for consent, -1 none */
    int8_t asked_what; /* 0 undo, 1 rematch */
    int asked_ply;
    unsigned agreed; /* seats that said yes */
    char rematch[SV_ID_MAX];
};

/* Who plays and who is there, what they wait for and until when. */
struct sv_people {
    struct sv_seat seat[SR_SEATS_MAX];
    struct sv_conn *conns;
    bool presence_changed; /* told at the next tick, once for all who came and went */
    struct sv_wait *waits, **waits_end;
    bool thinking; /* a worker chooses for a bot */
    unsigned think_ticket;
    int64_t due;     /* when something must happen; 0 never */
    int64_t touched; /* when somebody last asked for the table */
};

/* What is on its way to the store, and who hears of it then. */
struct sv_commit {
    int durable;       /* entries the store has */
    int committing;    /* entries the commit under way carries */
    int snapshot_seq;  /* entries its last snapshot covers */
    bool busy;         /* a commit is under way */
    bool stale;        /* memory is ahead of the store: to be loaded anew */
    bool created_now;  /* its row is not in the store yet */
    bool renewed;      /* its row is to be written anew (STORE_RENEW) */
    bool failing;      /* in the list of those the end of the turn gives up */
    bool unsaid;       /* a text for its people found no memory */
    bool rematching;   /* the next match is being made */
    struct sv_table *next_failing;
    struct server *server; /* for the commit's return */
    struct sv_out *out;
    int outs, outs_max;
    /* who is answered when the commit is through */
    struct sv_conn *asker;
    char asker_id[SV_CID_MAX];
    int asker_seq;
    uint64_t asked_at; /* micros, when the asker's message came */
    void (*after)(struct server *sv, struct sv_table *t, void *arg, bool ok);
    void *after_arg;
};

struct sv_table {
    char id[SV_ID_MAX];
    struct sv_table *next; /* in its bucket */
    struct sv_setup setup;
    struct sv_ledger log;
    struct sv_people people;
    struct sv_commit commit;
};

struct sv_inbox {
    struct sv_inbox *next;
    size_t len;
    char text[];
};

struct sv_conn { /* user of a net_conn */
    struct net_conn *net;
    struct sv_table *table;
    struct sv_conn *next;   /* at the table */
    int viewer;             /* seat or SR_SPECTATOR; -1 before hello */
    struct channel *remote; /* another process has the table and speaks with this one */
    bool greeting;          /* hello is being looked into */
    bool gone;              /* closed while something was under way */
    int pending;            /* calls under way that hold this */
    char session[SV_HASH_MAX]; /* hash of the session that opened the seat; "" none */
    char account[SV_ID_MAX];   /* of that session */
    int64_t opened;
    struct sv_inbox *inbox, **inbox_end;
    int inbox_count;
    double tokens; /* rate of messages */
    int64_t tokens_at;
    struct sv_conn *all_next, *all_prev;
};

struct sv_counts {
    uint64_t moves, bot_moves, chats, errors, tables_created, tables_loaded, load_micros, logins,
        logins_failed, limited, resumed, replay_failed, store_failed, forwarded;
    uint64_t ack_bucket[12]; /* of the time from a message to its ok */
    uint64_t ack_micros;
};

struct server {
    struct serve_options options;
    uv_loop_t *loop;
    struct net *net;
    struct store *store;
    uv_async_t store_woke;
    uv_prepare_t turn_ends;
    uv_timer_t tick;
    uv_signal_t sigterm, sigint;
    uv_timer_t stop_timer;
    char member[SV_ID_MAX + 16]; /* this process, as owner of tables */
    char address[64];            /* where other processes reach it */
    bool shared;                 /* other processes may use the database */
    struct peers *peers;
    int stopping;    /* 0 no, 1 finishing writes, 2 closing, 3 done */
    int64_t stop_at; /* when this step of stopping began */
    int64_t started;

    struct sv_table **bucket;
    int bucket_count, tables;
    struct sv_conn *conns;
    struct limits *limits;
    struct robots *robots;
    struct sv_counts counts;
    int hashing; /* passphrases in the works */
    struct hash_wait *hash_first, *hash_last;
    int hash_waiting;
    int64_t beaten_at, beat_at, sweep_at, prune_at, lobby_at;
    bool beating, sweeping;
    struct net_text *lobby; /* cached answer */
    struct sv_load *loads;  /* tables on their way in */
    struct sv_table *failing;
    char elsewhere[64];     /* with the error "elsewhere": who has the table */

    /* memory for making and reading JSON; used within one call, never across */
    char *scratch;         /* messages */
    char *view_a, *view_b; /* views for deltas */
    struct sr_tok *tok, *tok_a, *tok_b, *tok_c;
    bool trust_moves;      /* loading by other rules: hashes do not count */
    union sr_state before; /* of the move applied last */
    struct sr_events events;
    struct sr_event *event_list;
};

/* ---- life (server.c); tests make servers without a network ---------------------------------- */

bool server_memory(struct server *sv); /* after options are set */
void server_free(struct server *sv);   /* and sv itself */
void server_tick(struct server *sv, int64_t now); /* four times a second */

/* ---- time, ids, secrets (secret.c) ---------------------------------------------------------- */

int64_t sv_now(void); /* ms since 1970 */
uint64_t sv_micros(void);
void sv_new_id(char out[SV_ID_MAX]);         /* 65 random bits */
/* The id of a table's rematch: always the same, so that it cannot be made twice. */
void sv_next_id(const char *id, const char *salt, char out[SV_ID_MAX]);
void sv_new_secret(char out[SV_SECRET_MAX]); /* 160 random bits */
void sv_hash_secret(const char *secret, char out[SV_HASH_MAX]);
bool sv_hash_equal(const char *a, const char *b); /* constant time; false if either is "" */
bool sv_id_ok(const char *id);
uint64_t sv_random64(void);
bool sv_name_ok(const char *name); /* printable UTF-8, not blank, fits */

/* ---- JSON (doc.c) --------------------------------------------------------------------------- */

struct sr_buf sv_buf(struct server *sv); /* the scratch memory, empty */
bool sv_doc(struct server *sv, const char *text, size_t len, struct sr_doc *doc);
bool sv_get_text(const struct sr_doc *d, int o, const char *key, char *out, size_t max);
int64_t sv_get_int(const struct sr_doc *d, int o, const char *key, int64_t fallback);
bool sv_get_bool(const struct sr_doc *d, int o, const char *key, bool fallback);
char *sv_dup(const char *s, size_t len);
/* The JSON text of token t. */
size_t sv_raw(const struct sr_doc *d, int t, const char **start);

/* ---- the log of a table (ledger.c) ----------------------------------------------------------- */

/* Applies an entry that is next in order. Takes over body. False: it does not fit (diag). */
bool sv_apply(struct server *sv, struct sv_table *t, enum sv_kind kind, int seat, int64_t at,
              char *body, struct sr_diag *diag);
/* The same for something new: applied, rendered for those present, to be stored. When it cannot be
 * the table is given up (sv_give_up). */
bool sv_append(struct server *sv, struct sv_table *t, enum sv_kind kind, int seat, const char *body,
               struct sr_diag *diag);
int sv_ply(const struct sv_table *t);
int sv_actor(const struct sv_table *t);
bool sv_bot_decides(const struct sv_table *t); /* a bot or a stand-in must choose */
unsigned sv_people(const struct sv_table *t);  /* seats of people who are at the table */
bool sv_all_agree(const struct sv_table *t);   /* to the question that is open */
bool sv_rematch_due(const struct sv_table *t); /* all want one, and it is not made yet */
void sv_config_write(struct sr_buf *b, const struct sv_table *t);
struct sv_table *sv_config_read(struct server *sv, const char *id, const char *json,
                                struct sr_diag *diag);
bool sv_begin_match(struct sv_table *t, struct sr_diag *diag);
void sv_table_free(struct sv_table *t);

/* ---- tables in memory (hall.c) -------------------------------------------------------------- */

typedef void sv_go(struct server *sv, struct sv_table *t, void *arg, const char *error);
/* Calls go with the table when it is in memory and free, at once or later; with t NULL and an
 * error code when it cannot be had. */
void sv_with_table(struct server *sv, const char *id, sv_go *go, void *arg);
struct sv_table *sv_find(struct server *sv, const char *id);
void sv_hold(struct server *sv, struct sv_table *t); /* adds a new one */
/* Sends what was appended to the store; then texts go out and the asker is answered. */
void sv_commit(struct server *sv, struct sv_table *t);
/* After a commit or a change: handles what waits, lets bots think. */
void sv_pump(struct server *sv, struct sv_table *t);
void sv_drop(struct server *sv, struct sv_table *t); /* out of memory, connections closed */
void sv_let_go(struct server *sv, struct sv_table *t); /* the same, as soon as it can be */
/* The table could not be changed as it should, for want of memory: whoever waits is told so at the
 * end of the turn, and it is loaded anew as it was last saved. */
void sv_give_up(struct server *sv, struct sv_table *t);
void sv_turn(struct server *sv); /* at the end of a turn of the loop, before the store's */
enum { SV_BUCKETS = 1 << 14 };
void sv_snapshot_all(struct server *sv); /* before a stop */
void sv_evict_idle(struct server *sv, int64_t now);

/* ---- what is said (voice.c) ----------------------------------------------------------------- */

void sv_info_write(struct sr_buf *b, const struct sv_table *t, bool whole);
/* Renders entry number seq for everybody present into t->out. `before` is the state before it. */
void sv_render(struct server *sv, struct sv_table *t, int seq, const union sr_state *before,
               const struct sr_events *ev);
/* The whole table for one viewer. */
void sv_welcome(struct server *sv, struct sv_table *t, struct sv_conn *c, const char *id);
/* Entries from..seq again for one connection; false if that is not possible. */
bool sv_resume(struct server *sv, struct sv_table *t, struct sv_conn *c, int from, const char *id);
void sv_say(struct sv_conn *c, const struct sr_buf *b);
void sv_error(struct server *sv, struct sv_conn *c, const char *id, const char *code,
              const char *text);
void sv_ok(struct server *sv, struct sv_conn *c, const char *id, int seq, bool again);
void sv_presence(struct server *sv, struct sv_table *t);
void sv_out_add(struct sv_table *t, int viewer, const struct sr_buf *b);
/* The position after `ply` decisions as `viewer` may see it now. */
bool sv_moment_write(struct server *sv, struct sr_buf *b, const struct sv_table *t, int ply,
                     int viewer, struct sr_diag *diag);
/* The decisions from `from` on (SV_RESUME_MAX at most), with what `viewer` may know of them. */
bool sv_log_write(struct server *sv, struct sr_buf *b, const struct sv_table *t, int from,
                  int viewer, struct sr_diag *diag);
/* The match as a file; only when nothing in it is secret any more. */
void sv_file_write(struct sr_buf *b, const struct sv_table *t);
bool sv_may_reveal(const struct sv_table *t);

/* ---- playing (play.c) ----------------------------------------------------------------------- */

/* One message of a seat or spectator at a table that is free. */
void sv_play_message(struct server *sv, struct sv_table *t, struct sv_conn *c, const char *text,
                     size_t len);
/* Plays for the seat that decides and what follows by force; nothing is sent yet. */
bool sv_play_move(struct server *sv, struct sv_table *t, int seat, sr_move m, const char *by,
                  const char *cid, struct sr_diag *diag);
/* Forced decisions and standing answers, as long as there are any; true if something was played. */
bool sv_play_on(struct server *sv, struct sv_table *t);
/* Index of the move the table makes for a person: forced, or a standing answer; -1: none. */
int sv_automatic(struct server *sv, const struct sv_table *t, const union sr_state *s, int seat,
                 const sr_move *legal, int n);
/* A built-in bot plays for the seat from now on; `fault` (or NULL): how its engine failed. */
bool sv_stand_in(struct server *sv, struct sv_table *t, int seat, const char *why,
                 const char *fault);
/* Time: clocks and patience. */
void sv_set_due(struct sv_table *t, int64_t now);
void sv_time_passed(struct server *sv, struct sv_table *t, int64_t now);
bool sv_try_start(struct server *sv, struct sv_table *t);

/* ---- bots (robots.c) ------------------------------------------------------------------------ */

struct robots *robots_new(struct server *sv, int at_once);
void robots_free(struct robots *r);
void robots_think(struct server *sv, struct sv_table *t); /* if a bot must choose */
bool robots_know(const struct server *sv, const char *name); /* a built-in bot or an engine */
void robots_sweep(struct server *sv, int64_t now);           /* ends programs nobody needs */
struct robots_figures {
    int waiting;  /* decisions queued or under way */
    int programs; /* engines that run */
    uint64_t micros, faults;
};
void robots_figures(const struct robots *r, struct robots_figures *out);

/* ---- sockets (socket.c), HTTP (http.c, tables.c, account.c, page.c, metrics.c) -------------- */

void socket_open(void *context, struct net_conn *c);
void socket_message(void *context, struct net_conn *c, const char *text, size_t len);
void socket_closed(void *context, struct net_conn *c);
int socket_admit(void *context, const char *address, const char *path, const char *origin,
                 const char *host);
void socket_handle(struct server *sv, struct sv_conn *c, const char *text, size_t len);
void socket_check_greetings(struct server *sv, int64_t now);
bool sv_origin_ok(const struct server *sv, const char *origin, const char *host);
void socket_release(struct sv_conn *c);
/* Closes the connections that came by sessions of an account, all or all but `kept` (a hash), or by
 * one session (account NULL). */
void socket_end_sessions(struct server *sv, const char *account, const char *kept,
                         const char *session);
void socket_leave_table(struct server *sv, struct sv_conn *c);

void http_request(void *context, struct net_request *r);
void http_json(struct net_request *r, int status, const struct sr_buf *b);
void http_done(struct net_request *r); /* 204 */
void http_error(struct server *sv, struct net_request *r, const char *code, const char *text);
/* The same, unless memory ran short (sr_alloc_failures) since `shortages`: then that is said. */
void http_refuse(struct server *sv, struct net_request *r, unsigned long shortages,
                 const char *code, const char *text);
bool http_bearer(const struct net_request *r, char out[SV_SECRET_MAX]);
bool http_body(struct server *sv, struct net_request *r, struct sr_doc *doc);
int sv_error_status(const char *code);

void tables_create(struct server *sv, struct net_request *r, const char *account);
void tables_route(struct server *sv, struct net_request *r, const char *id, const char *rest,
                  const char *account);
void tables_lobby(struct server *sv, struct net_request *r);
/* Makes the next match if it is due. */
void tables_rematch(struct server *sv, struct sv_table *t);
void games_list(struct server *sv, struct net_request *r);
void games_one(struct server *sv, struct net_request *r, const char *id);

void account_route(struct server *sv, struct net_request *r, const char *rest);
/* Finds the account of a session secret, then goes on with its id ("" none), or with the code of an
 * error when that cannot be found out now. */
typedef void account_go(struct server *sv, void *arg, const char *account, const char *name,
                        const char *error);
void account_of(struct server *sv, const char *secret, account_go *go, void *arg);

void page_get(struct server *sv, struct net_request *r);
void metrics_get(struct server *sv, struct net_request *r);
void health_get(struct server *sv, struct net_request *r);

/* ---- limits (limits.c), logs (log.c) -------------------------------------------------------- */

enum limit_kind {
    LIMIT_REQUEST,
    LIMIT_LOGIN,
    LIMIT_ACCOUNT,
    LIMIT_CREATE,
    LIMIT_SOCKET,
    LIMIT_MESSAGE,
    LIMIT_CHAT,
    LIMIT_KINDS
};
struct limits *limits_new(double scale);
void limits_free(struct limits *l);
/* Whether `who` may do one more of `kind` now; *wait gets the seconds until then. */
bool limits_take(struct limits *l, enum limit_kind kind, const char *who, int64_t now, int *wait);

/* One line of JSON on stderr. fields: "key", value pairs as types say: s text, i int64_t.
 * Never pass secrets, names of people or texts they wrote. */
void sv_log(struct server *sv, const char *level, const char *event, const char *types, ...);

#endif
