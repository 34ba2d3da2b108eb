/* table.h: a table of the server in memory, in four parts: how it was set up, the ledger of what
 * has happened, the people, and what is on its way to the store.
 *
 * A table is its log: entries numbered from 1 that are applied in order, live and on loading, by
 * one function (ledger.c). Whatever happens at a table becomes an entry first; an entry is shown
 * to people, and a request answered, only when the store has made it durable. While that is under
 * way the table is busy and what arrives for it waits in line. */
#ifndef SERAI_SERVER_TABLE_H
#define SERAI_SERVER_TABLE_H

#include "serai/table.h"
#include "server/fair.h"
#include "server/server.h"

_Static_assert((int)ENTRY_NAME_MAX == (int)SR_NAME_MAX, "names fit wherever they go");

enum {
    SV_HASH_MAX = ENTRY_HASH_MAX,
    SV_CID_MAX = ENTRY_CID_MAX,
    SV_CHAT_MAX = 500, /* bytes of a chat line */
    SV_CHAT_SHOWN = 50,
    SV_STANDING_MAX = 4096, /* bytes of a seat's standing answers */
    SV_ENTRIES_MAX = 60000, /* of one table */
    SV_UNDO_MAX = 30000, /* of them there are so many: what was decided stands, the rest is for
                            playing on, so that nobody keeps a match from its end */
    SV_DEEDS_MAX = 3000, /* what a seat may add to the log beside moves, weighed: wishes are long */
    SV_WISH_WEIGHT = 15,
    SV_REMOVED_MAX = 16,        /* of those a host has removed from a table are known... */
    SV_REMOVED_MS = 10 * 60000 /* ...for so long */
};

/* ---- set-up ---------------------------------------------------------------------------------- */

struct sv_setup { /* fixed when the table is opened */
    struct sr_table_config config;
    unsigned char *edition; /* of config.rules; NULL: the game's own */
    int changed;            /* numbers of it that are not the game's own */
    char salt[SV_SECRET_MAX], commit[SV_HASH_MAX]; /* fair dice (fair.h) */
    bool mixed; /* the seed is made when the match starts, of the salt and the players' parts */
    bool live, open_dice, listed;
    bool rated;                 /* its result changes the ratings of all (rater.h) */
    int patience;               /* seconds an absent player may take; 0 for ever */
    int clock_total, clock_add; /* seconds; 0 no clock */
    int delay_moves, delay_minutes; /* by which spectators are told late; one of them, or none */
    char takeover[SR_NAME_MAX]; /* bot that stands in */
    char language[3];           /* two letters, what is spoken there; "" not said */
    char origin[SV_ID_MAX];     /* table this is a rematch or branch of */
    char cup[SV_ID_MAX];        /* tournament it belongs to; "" none */
    int64_t created;
};

/* ---- ledger ---------------------------------------------------------------------------------- */

enum sv_status { SV_WAITING, SV_PLAYING, SV_OVER };
extern const char *const sv_status_names[];
/* How a match ended: played to its end, given up by all but one, all agreed to leave it, or an
 * operator has closed the table. */
enum sv_end { SV_END_PLAYED, SV_END_RESIGNED, SV_END_AGREED, SV_END_CLOSED };
extern const char *const sv_end_names[];

struct sv_ledger { /* the entries, and what they made of the table */
    struct entry *entry;
    int seq, max; /* seq entries, numbered 1..seq */
    enum sv_status status;
    struct sr_table *match;
    int base_ply;  /* not 0: `match` begins at a snapshot (old rules) */
    bool trusting; /* loading by other rules: hashes do not count */
    bool astray;   /* and moves from here on are no longer known */
    int64_t since; /* when the present decision began */
    int64_t updated;
    int64_t sat_at;     /* when somebody last sat down */
    int started;        /* number of the entry that started it; 0 none */
    int over_at;        /* the same of the one that ended it by giving up; 0 none */
    int8_t host;        /* seat that looks after the table before the start, -1 none */
    bool locked;        /* nobody sits down any more, but by invitation */
    int8_t asked_by;    /* seat that asks for consent, -1 none */
    int64_t asked_at;
    enum entry_ask asks;
    int asked_ply;      /* to go back to */
    enum sv_end ended;  /* of a match that is over */
    unsigned agreed; /* seats that said yes */
    char rematch[SV_ID_MAX];
};

/* What the entry applied last did to the position; the caller's, and large. */
struct sv_news {
    union sr_state before; /* of a move */
    struct sr_events events;
    struct sr_event event[SR_EVENTS_MAX];
};

/* ---- people ---------------------------------------------------------------------------------- */

struct sv_seat {
    enum entry_seat kind;
    char name[SR_NAME_MAX];
    char bot[SR_NAME_MAX];      /* of a bot's seat */
    char key[SV_HASH_MAX];      /* hash of the holder's secret; "" none */
    char invite[SV_HASH_MAX];   /* hash of the link's secret; "" none */
    char account[SV_ID_MAX];    /* "" none */
    char dice[FAIR_HEX];        /* what he committed to for the dice; "" nothing */
    char part[FAIR_PART_MAX];   /* that, once it is shown */
    char again[FAIR_HEX];       /* for the dice of a rematch: dice, or a part */
    char stand_in[SR_NAME_MAX]; /* bot that plays for an absent holder or engine; "" none */
    bool late;                  /* its engine was late once: a stand-in made that move */
    int excused;                /* the ply whose move it is excused from, plus 1; 0 none */
    bool left;                  /* said good-bye */
    bool resigned;              /* gave up: a bot plays for him to the end */
    int out;                    /* entry by which he resigned or was last replaced */
    bool step;                  /* wants to make forced decisions himself */
    char *standing;             /* JSON array of standing answers; NULL none */
    int64_t clock;              /* ms left when its decision began */
    unsigned votes;             /* seats that want a stand-in here */
    unsigned tenure;            /* how often the seat has changed hands */
    int deeds;                  /* what its holders have done beside moves, weighed */
    int here;                   /* open connections */
    int64_t gone_at;            /* when the last one closed */
};

struct sv_wait { /* a request that waits until the table is free (or loaded) */
    sv_go *go;
    void *arg;
    struct sv_wait *next;
};

struct sv_people { /* who plays, who is there, what they wait for and until when */
    struct sv_seat seat[SR_SEATS_MAX];
    struct sv_conn *conns;
    int told; /* where a table is told late: entries its spectators have heard of (spectate.h) */
    bool presence_changed; /* told at the next tick, once for all who came and went */
    struct sv_wait *waits, **waits_end;
    bool thinking; /* a worker chooses for a bot */
    bool wanting;  /* a bot waits for a worker */
    uint64_t opened_by; /* who asked for the table, for fairness among them */
    struct {
        uint64_t who; /* limits_key of an account or address */
        int64_t at;
    } removed[SV_REMOVED_MAX]; /* by the host: they do not sit down again at once */
    int removals;
    unsigned think_ticket;
    int veil_ply;    /* a decision only the hand forces is made when a person might: which, */
    int64_t veil_at; /* and when */
    int64_t due;     /* when something must happen; 0 never */
    int64_t touched; /* when somebody last asked for the table */
    int64_t held;    /* when it came into memory */
};

/* ---- commit ---------------------------------------------------------------------------------- */

struct sv_out { /* a text for all connections of one viewer, waiting for the commit */
    int viewer; /* seat or SR_SPECTATOR */
    struct net_text *text;
};

typedef void sv_after(struct server *sv, struct sv_table *t, void *arg, bool ok);

struct sv_row { /* what indexes know of a table's row, as it was last sent to the store */
    bool known;
    enum sv_status status;
    int64_t lobby, updated, due;
    bool behind; /* of a table of a shard: the first database does not know its summary yet */
};

struct sv_commit { /* what is on its way to the store, and who hears of it then */
    int durable;      /* entries the store has */
    int committing;   /* entries the commit under way carries */
    int snapshot_seq; /* entries its last snapshot covers */
    struct sv_row row;
    bool busy;        /* a commit is under way */
    bool stale;       /* memory is ahead of the store: to be loaded anew */
    bool created_now; /* its row is not in the store yet */
    bool renewed;     /* its row is to be written anew (STORE_RENEW) */
    bool failing;     /* in the list of those the end of the turn gives up */
    bool rates;       /* it ends a rated match: ratings follow (rater.h) */
    bool cup_goes_on; /* it ends a match of a tournament (cups.h) */
    bool ends;        /* the match has its result by it: engines hear of it (robots.h) */
    bool unsaid;      /* a text for its people found no memory */
    bool rematching;  /* the next match is being made */
    struct sv_table *next_failing;
    struct server *server; /* for the commit's return */
    struct sv_out *out;
    int outs, outs_max;
    /* who is answered when the commit is through */
    struct sv_conn *asker;
    char asker_id[SV_CID_MAX];
    int asker_seq;
    uint64_t asked_at; /* micros, when the asker's message came */
    sv_after *after;
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

/* ---- a table's set-up (setup.c) -------------------------------------------------------------- */

/* A table with this set-up, at its beginning and with secrets of its own; NULL with diag. mixed:
 * its seed will be made when it starts, else it is the config's. */
struct sv_table *sv_table_new(const struct sr_table_config *config, bool mixed,
                              struct sr_diag *diag);
void sv_table_free(struct sv_table *t);
/* The set-up as it is stored, and back: a table whose match has not begun; NULL with diag. */
void sv_setup_write(struct sr_buf *b, const struct sv_table *t);
struct sv_table *sv_setup_read(struct server *sv, const char *id, const char *json,
                               struct sr_diag *diag);
bool sv_begin_match(struct sv_table *t, struct sr_diag *diag);

/* ---- its dice (dice.c) ----------------------------------------------------------------------- */

/* Takes what somebody gives to the dice ("" nothing): a part, or the dice of one. */
void sv_dice_take(struct sv_seat *s, const char *given);
/* Whether it can be that: 64 hex digits, 16 to 48 letters and digits, or "". */
bool sv_dice_ok(const char *given);
/* Reads the member "dice" of an object; false when it is there and cannot be that. */
bool sv_dice_read(const struct sr_doc *d, int tok, char out[FAIR_HEX]);
bool sv_full(const struct sv_table *t); /* all seats are taken */
/* Whether the start still waits for somebody to show his part. */
bool sv_dice_awaited(const struct sv_table *t, int64_t now);
int64_t sv_dice_until(const struct sv_table *t); /* and until when at most */
/* The start of a match, with what its seed is made of in *start. */
struct entry sv_dice_start(const struct sv_table *t, struct entry_start *start);
/* Makes the seed of what the entry says. */
void sv_dice_mix(struct sv_setup *s, const struct entry_start *start);
/* "dice" and "parts" of a match that has started, as members of an open object. */
void sv_put_dice(struct sr_buf *b, const struct sv_table *t);

/* ---- its ledger (ledger.c) ------------------------------------------------------------------- */

/* Applies an entry that is next in order and takes over what it has, also when it fails. A move
 * gets its hash, or is compared with it. news (may be NULL) gets what it did. SR_ILLEGAL: a move
 * that cannot be, and nothing has changed; any other error: the table is not to be used any
 * more. */
SR_MUST_CHECK enum sr_err sv_apply(struct sv_table *t, struct entry *e, struct sv_news *news,
                                   struct sr_diag *diag);
/* The same for something new, which stays the caller's: applied, rendered for those present, to be
 * stored. When it cannot be the table is given up (sv_give_up), but for an illegal move. */
bool sv_append(struct server *sv, struct sv_table *t, const struct entry *e, struct sr_diag *diag);
int sv_ply(const struct sv_table *t);
/* The entry that made the decision before `ply` as it stands, looked for backwards from entry *at
 * (begin with log.seq), which moves on; NULL: there is none. */
const struct entry *sv_decision(const struct sv_table *t, int *at, int ply);
bool sv_by_person(const struct entry *e); /* a decision of the seat's holder, not of a bot */
int sv_actor(const struct sv_table *t);
bool sv_bot_decides(const struct sv_table *t); /* a bot or a stand-in must choose */
unsigned sv_people(const struct sv_table *t);  /* seats of people who are at the table */
bool sv_all_agree(const struct sv_table *t);   /* to the question that is open */
bool sv_rematch_due(const struct sv_table *t); /* all want one, and it is not made yet */
bool sv_may_reveal(const struct sv_table *t);  /* seed and moves are no secret (any more) */
/* The scores of a position, with the places of those who gave up behind all others': who held out
 * longer is the better one. */
void sv_scores(const struct sv_table *t, const union sr_state *state, struct sr_scores *sc);
bool sv_counts(const struct sv_table *t);      /* by the printed numbers, from the beginning */
/* Whether somebody sits there whom no bot stands in for, or watches: then bots play. */
bool sv_attended(const struct sv_table *t);
bool sv_listed(const struct sv_table *t); /* for strangers: to sit down at, or to watch */
/* What the lobby may ask for, as it is stored (enum store_lobby); 0: not listed. */
int64_t sv_lobby(const struct sv_table *t);
int64_t sv_lobby_language(const char *language);
bool sv_language_ok(const char *language); /* two letters a to z */
int sv_seats_of_people(const struct sv_table *t); /* taken, open and held by a link */
int sv_guests(const struct sv_table *t); /* people without an account */

#endif
