/* server.h: what all files of the server share: the server itself, its life, its log. One thread,
 * the loop's, owns everything here; the store's thread and the workers get copies. Each part has a
 * header of its own: table.h (a table), hall.h (the tables in memory), play.h, voice.h, robots.h,
 * socket.h, http.h, account.h, peers.h, limit.h, secret.h, doc.h, and net.h (the network). */
#ifndef SERAI_SERVER_H
#define SERAI_SERVER_H

#include <stdio.h>
#include <uv.h>

#include "server/net.h"
#include "server/options.h"
#include "store/entry.h"
#include "store/store.h"

enum {
    SV_ID_MAX = ENTRY_ID_MAX, /* of tables and accounts, with NUL */
    SV_SECRET_MAX = 48,       /* secrets as text, with NUL */
    SV_TOKENS_MAX = 1 << 16,
    SV_SCRATCH = 4 << 20,
    SV_ALIVE_MS = 3000 /* a process unheard of for so long has lost its tables */
};

struct server;
struct sv_conn;
struct sv_table;

/* Goes on with a table that was asked for, or with the code of an error and t NULL. */
typedef void sv_go(struct server *sv, struct sv_table *t, void *arg, const char *error);

struct sv_counts {
    uint64_t moves, bot_moves, chats, errors, tables_created, tables_loaded, load_micros, logins,
        logins_failed, limited, resumed, replay_failed, store_failed, forwarded, moved;
    uint64_t ack_bucket[12]; /* of the time from a message to its ok */
    uint64_t ack_micros;
};

struct sv_rounds { /* what is done now and then (server.c) */
    int64_t beat_at, sweep_at, watch_at, prune_at;
    struct { /* by database of the store */
        int64_t beaten_at;
        int64_t members; /* processes that live, as seen there */
        bool beating, sweeping;
    } bank[STORE_BANKS_MAX];
};

struct server {
    struct serve_options options;
    uv_loop_t *loop;
    struct net *net;
    struct store *store;
    uv_async_t store_woke;
    uv_prepare_t turn_ends;
    uv_timer_t tick, stop_timer;
    uv_signal_t sigterm, sigint;
    int stopping;    /* 0 no, 1 finishing writes, 2 closing, 3 done */
    int64_t stop_at; /* when this step of stopping began */
    int64_t started;
    struct sv_rounds rounds;

    char member[SV_ID_MAX + 16]; /* this process, as owner of tables */
    char address[64];            /* where other processes reach it */
    bool shared;                 /* other processes may use the database */
    struct peers *peers;
    char elsewhere[64]; /* with the error "elsewhere": who has the table */

    struct sv_table **bucket; /* the hall */
    int tables;
    struct sv_load *loads; /* tables on their way in */
    struct sv_table *failing;

    struct sv_conn *conns;
    struct limits *limits;
    struct robots *robots;
    struct desk *desk; /* passphrases in the works */
    struct rater *rater;
    struct cups *cups;
    bool league_busy; /* a step of a league is under way (leagues.h) */
    struct bell *bell; /* notices */
    struct analyst *analyst; /* finished matches looked at again */
    struct watch *watch; /* what operators have decided of people */
    struct shows *shows; /* tables worth a look */
    struct operators *operators;
    struct {
        struct net_text *text; /* answer to be given again */
        int64_t at;
    } lobby;
    struct {
        char heard[1024][32]; /* notices of other processes */
        unsigned next;
        bool listening;
        int64_t read_at; /* rows are not read before */
        struct kin_ear *ear;
    } kin;
    struct sv_counts counts;

    /* memory for making and reading JSON; used within one call, never across */
    char *scratch, *view;              /* messages; a view */
    struct sr_tok *tok, *tok_a, *tok_b; /* what has come; what is looked up meanwhile */
};

/* ---- life (server.c); tests make servers without a network ---------------------------------- */

bool server_memory(struct server *sv); /* after options are set */
void server_free(struct server *sv);   /* and sv itself */
void server_tick(struct server *sv, int64_t now); /* four times a second */

/* ---- log (log.c) ----------------------------------------------------------------------------- */

/* One line of JSON on stderr. fields: "key", value pairs as types say: s text, i int64_t.
 * Never pass secrets, names of people or texts they wrote. */
void sv_log(const struct server *sv, const char *level, const char *event, const char *types, ...);

#endif
