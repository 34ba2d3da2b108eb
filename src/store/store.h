/* store.h: what the server keeps: tables with their logs, accounts, sessions, results.
 *
 * One thread owns the database. The loop thread makes *jobs* (a few statements that hold together
 * or not at all), sends them, and gets each back with its outcome. All jobs that wait when the
 * thread comes by are committed together: one sync of the disk for many moves. A job is done only
 * when its transaction is durable. When a common transaction fails, its jobs are tried one by
 * one, so that one bad job harms no other.
 *
 * Statements are named by enum store_stmt; their SQL and the order of their parameters stand in
 * statements.c and nowhere else. */
#ifndef SERAI_STORE_H
#define SERAI_STORE_H

#include "store/db.h"

enum store_stmt {
    /* tables */
    ST_TABLE_ADD,           /* id game status lobby created due rules owner */
    ST_SETUP_ADD,           /* table config */
    ST_SETUP_DELETE,        /* table */
    ST_SNAPSHOT_SAVE,       /* table seq state; never replaces a later one */
    ST_SNAPSHOT_DELETE,     /* table */
    ST_TABLE_SAVE,          /* status lobby updated due seq rules summary, id owner; must hit */
    ST_TABLE_STEP,          /* seq summary, id owner; must hit: what no index knows of */
    ST_TABLE_GET,           /* id: game status seq rules config snapshot its-seq due */
    ST_TABLE_CLAIM,         /* me, id, me, alive_ms: the table becomes mine, or no row */
    ST_TABLE_OWNER,         /* id: owner, address of a living member ("" none) */
    ST_TABLE_RELEASE,       /* me, id */
    ST_TABLE_RELEASE_ALL,   /* me */
    ST_TABLE_DUE,           /* now, me, limit: id, of mine */
    ST_TABLE_TAKE_DUE,      /* me, now, me, alive_ms, limit: id; nobody's become mine, what
                               others are taking is left to them */
    /* before, before, and of that time before id; game, game, flags, their values; limit: id
     * summary updated */
    ST_TABLE_LOBBY,
    ST_TABLE_SUMMARY,       /* id: summary */
    ST_TABLE_LIST,          /* limit: id game status updated seq summary owner */
    ST_TABLE_DELETE,        /* id */
    ST_TABLE_OLD, /* waiting, guests' and any that were over before these times, limit: id */
    ST_ENTRY_ADD,           /* table seq at kind seat body */
    ST_ENTRY_LIST,          /* table: seq at kind seat body */
    ST_ENTRY_DELETE,        /* table */
    ST_ENTRY_REPLACE,       /* body table seq */
    ST_ENTRIES_OF_ACCOUNT,  /* account: table seat seq kind body, of seats it has had */
    ST_TABLE_RENEW,         /* account: its tables without names, to be loaded anew (STORE_RENEW) */
    /* who sits where, and what came of it */
    ST_PLACE_ADD,    /* account table seat */
    ST_PLACE_LEFT,   /* table seat account: others have left it */
    ST_PLACE_LIST,   /* account limit: table seat status updated summary */
    ST_PLACE_DELETE, /* table */
    ST_RESULT_ADD,   /* table seat game seats name account kind total place at */
    ST_STATS_OF,     /* account: game games wins best sum */
    ST_STATS_GAME,   /* game: seats kind games wins average best */
    /* ratings; means and uncertainties in thousandths */
    ST_RATING_DUE_ADD,  /* table at: it is to be rated */
    ST_RATING_DUE_LIST, /* before limit: table */
    ST_RATING_DUE_TAKE, /* table; must hit */
    ST_RATING_OF_TABLE, /* table to be rated: seat game who place at mean sigma games wins */
    ST_RATING_SAVE,     /* who game mean sigma games wins at; must hit: one match further */
    ST_RATED_ADD,       /* table seat who game seats place at mean sigma, mean and sigma before */
    ST_RATED_TABLE,     /* table: seat mean sigma mean-before */
    ST_RATING_LIST,     /* game games now limit: who name mean sigma games wins, best first */
    ST_RATING_PLACE,    /* games now game who: mean sigma games wins, how many are better */
    ST_RATINGS_OF,      /* who: game mean sigma games wins */
    ST_RATED_COURSE,    /* who limit: game at mean sigma, latest first */
    ST_SEASON_KEEP,     /* season: the standing of all as it is */
    ST_SEASON_WIDEN,    /* uncertainties grow by an eighth of what they lack of the first */
    ST_SEASON_NEXT,     /* season, the one before; must hit */
    ST_SEASON_NAMES,    /* game limit: season, latest first */
    ST_SEASON_LIST,     /* season game games now limit: as ST_RATING_LIST */
    ST_SEASON_FORGET,   /* who */
    ST_RATING_FORGET,   /* who */
    ST_RATED_FORGET,    /* who: what it did to the others' stays */
    /* what a player has done */
    /* account before game game seats seats limit, "" and 0 for all: */
    ST_RESULTS_OF,      /* table seat game seats place total at mean mean-before summary */
    ST_RESULTS_WITH,    /* of the same tables: table seat name kind place account */
    ST_STATS_BY_PLACE,  /* account: game seats place games best sum */
    /* people and other people: friend, muted or blocked */
    ST_PEOPLE_SET,    /* owner kind at, fold owner owner: no row for nobody, or one too many */
    ST_PEOPLE_DROP,   /* owner fold */
    ST_PEOPLE_LIST,   /* owner: name kind at */
    ST_PEOPLE_TABLES, /* owner limit: name summary, of listed tables where friends sit */
    ST_PEOPLE_APART,  /* account account: those it does not play with, by either's wish */
    ST_PEOPLE_FORGET, /* account account */
    /* codes that open an account once */
    ST_CODE_ADD,   /* account hash */
    ST_CODE_FIND,  /* fold hash: id name */
    ST_CODE_TAKE,  /* account hash; must hit */
    ST_CODE_COUNT, /* account: how many */
    ST_CODE_CLEAR, /* account */
    /* what somebody is owed a copy of */
    ST_EXPORT_ACCOUNT,  /* id: name created */
    ST_EXPORT_SESSIONS, /* account: created expires */
    ST_EXPORT_PLACES,   /* account: table seat gone */
    ST_EXPORT_CHAT,     /* account limit: table at body, at the seats it has */
    ST_EXPORT_REPORTS,  /* account: at table seat reason text state */
    ST_EXPORT_CUPS,     /* account thrice: id name game state league season division host */
    ST_EXPORT_LEAGUES,  /* account thrice: id name game state host in */
    ST_EXPORT_SEASONS,  /* account: season game mean sigma games wins */
    ST_EXPORT_ANALYSES, /* account: table at state */
    /* words of those who watch */
    ST_GALLERY_ADD,    /* table table at text cid account limit: number name; no row: said before */
    ST_GALLERY_LIST,   /* table limit: number at name text, latest first */
    ST_GALLERY_OF,     /* table number account limit: account name at text, of who wrote that line
                          and is another, it first */
    ST_GALLERY_DELETE, /* table */
    ST_GALLERY_FORGET, /* account */
    ST_EXPORT_GALLERY, /* account limit: table at text */
    ST_WATCH_LIST,     /* games limit: game summary updated lobby best, of listed ones in play */
    /* looking after people */
    ST_REPORT_ADD,     /* id at by table seat about name reason text lines */
    ST_REPORT_LIST,    /* state limit: id at reason name table seat */
    /* id: id at by-name table seat about name reason text lines state decision */
    ST_REPORT_GET,
    ST_REPORT_CLOSE,   /* decision id; must hit: it was open */
    ST_REPORT_FORGET,  /* account: what it reported stays, without it */
    ST_REPORT_BLANK,   /* account: what is said of it is gone */
    ST_REPORTS_ABOUT,  /* account limit: id at reason state decision, latest first */
    ST_PERSON,         /* fold: id name created tables reports results */
    ST_SANCTION_SET,   /* account kind until why at */
    ST_SANCTION_LIFT,  /* account */
    ST_SANCTION_LIST,  /* now limit: account kind until, in force */
    ST_SANCTION_OF,    /* account: kind until why at */
    ST_AUDIT_ADD,      /* id who what about note */
    ST_AUDIT_LIST,     /* limit: at who what about note */
    ST_AUDIT_FORGET,   /* account: lines stay, without it */
    /* tournaments */
    ST_CUP_ADD,         /* id name game kind rounds seats live patience rated host at, host: unless
                           he has five that are not over */
    ST_CUP_LIST,        /* limit: id name game kind rounds seats live rated state round players */
    ST_CUP_GET,         /* id: id name game kind rounds seats live patience rated host state round
                           created clock league season division */
    ST_CUP_RUNNING,     /* after limit: id, in their order */
    ST_CUP_PLAYER_ADD,  /* who name cup limit: no row when it is full, begun, or he is in */
    ST_CUP_PLAYER_DROP, /* who cup: before it begins */
    ST_CUP_PLAYERS,     /* cup: who name, in the order of their coming */
    ST_CUP_ROUND,       /* round at cup, round before; must hit */
    ST_CUP_OVER,        /* at cup; must hit */
    ST_CUP_GAME_ADD,    /* cup round number table players */
    ST_CUP_GAMES,       /* cup: round table players opened, seat place total of results */
    ST_CUP_FORGET,      /* account */
    ST_CUP_FORGET_HOST, /* account */
    /* leagues: a division of a season is a tournament whose rounds are all drawn at once */
    ST_CUP_BEGIN,          /* id name game rounds seats patience clock rated league season division
                              at rounds: it runs */
    ST_CUP_PLAYER_PUT,     /* cup number who name */
    ST_CUP_END_SEASON,     /* at league season: what still runs there is over */
    ST_CUP_OF_SEASON,      /* league season: id state players, by division */
    ST_LEAGUE_ADD,         /* id name game seats size moves rounds days pause patience rated host
                              at, host: unless he has three that are not over */
    ST_LEAGUE_LIST,        /* limit: id name game seats rated state season players */
    ST_LEAGUE_GET,         /* id: id name game seats size moves rounds days pause patience rated
                              host state season created at ends */
    ST_LEAGUE_PLAYER_ADD,  /* who name league limit: no row when it is full, over, or he is in */
    ST_LEAGUE_PLAYER_DROP, /* who league */
    ST_LEAGUE_TAKE_OUT,    /* the same; must hit */
    ST_LEAGUE_PLAYERS,     /* league: who name, as they stand on the ladder */
    ST_LEAGUE_MINE,        /* league season who: division */
    ST_LEAGUE_RANK,        /* rank league who */
    ST_LEAGUE_ABSENT,      /* league season: who was replaced by a bot in all that is over */
    ST_LEAGUE_DUE,         /* now, overdue, limit: id, of what is to begin or to be closed */
    ST_LEAGUE_NEXT,        /* at league season; must hit: the season after that one begins */
    ST_LEAGUE_CLOSE,       /* at league season; must hit: that one is over */
    ST_LEAGUE_END,         /* at league, host host ("": whoever it is): the last season;
                              must hit */
    ST_LEAGUE_FORGET,      /* account */
    ST_LEAGUE_FORGET_HOST, /* account */
    ST_LEAGUE_RENAME,      /* name account */
    /* analyses of finished matches; `who` asked: a:ACCOUNT, or g:HASH of a guest's address */
    ST_TABLE_STATUS,     /* id: game status */
    ST_ANALYSIS_ADD,     /* who at visits, who limit, table limit: no row when it is there, is not
                            over, or too many of his, or of all, wait */
    ST_ANALYSIS_GET,     /* table: state visits at result done count */
    ST_ANALYSIS_QUEUE,   /* limit: table, of those that wait, in the order they are taken */
    ST_ANALYSIS_COUNT,   /* who: how many of his wait */
    ST_ANALYSIS_GIVE_UP, /* tries me alive_ms: what was begun so often */
    ST_ANALYSIS_TAKE,    /* me me alive_ms: table; the first in the queue is mine now */
    ST_ANALYSIS_STEP,    /* done count table me */
    ST_ANALYSIS_END,     /* state result table me; must hit */
    ST_ANALYSIS_DELETE,  /* table */
    ST_ANALYSIS_FORGET,  /* account */
    /* notices: `who` is an account, or seat:HASH of the secret of a guest's seat */
    ST_PUSH_ADD,     /* id who table endpoint p256dh auth language at; again: keys are renewed */
    ST_PUSH_TRIM,    /* who who limit: only the latest stay */
    ST_PUSH_OF,      /* who: id endpoint p256dh auth language at */
    ST_PUSH_FIND,    /* who endpoint: id */
    ST_PUSH_DROP,    /* id */
    ST_PUSH_PRUNE,   /* of tables that are gone */
    ST_PUSH_FORGET,  /* who */
    ST_WISH_SET,     /* who kinds quiet-from quiet-to zone offsets */
    ST_WISH_OF,      /* who: kinds quiet-from quiet-to zone offsets */
    ST_WISH_FORGET,  /* who */
    ST_RING_ADD,     /* who table seat kind at note, who who: nothing where nobody listens */
    ST_RING_FRIEND,  /* owner at owner fold owner: the one of that name is a friend now */
    ST_RING_INVITE,  /* table at owner fold owner: friends may invite */
    ST_RING_CLEAR,   /* table: it is no longer that one's turn */
    ST_RING_DROP,    /* who table */
    ST_RING_DUE,     /* now limit: who quiet-from quiet-to offsets */
    ST_RING_LATER,   /* at who now */
    ST_RING_SOON,    /* at who at: what was put off */
    ST_RING_OF,      /* who now: table kind seat name summary, of what he does not know yet */
    ST_RING_TAKE,    /* who now */
    ST_RING_FORGET,  /* who who who */
    ST_TOLD_ADD,     /* at who now: of what rings */
    ST_TOLD_DROP,    /* who table */
    ST_TOLD_COUNT,   /* who: how many */
    ST_TOLD_PRUNE,   /* before */
    ST_TOLD_FORGET,  /* who who */
    /* e-mail: of accounts */
    ST_MAIL_SET,      /* account address code-hash language at: to be confirmed */
    ST_MAIL_CONFIRM,  /* code-hash */
    ST_MAIL_OF,       /* account: address state language name */
    ST_MAIL_DROP,     /* account */
    ST_MAIL_DUE,      /* sent-before told-before limit: account quiet-from quiet-to offsets */
    ST_MAIL_TABLES,   /* account: table seat summary, of turns it was told of */
    ST_MAIL_SENT,     /* at account sent-before; must hit */
    /* passkeys, and the challenges that were answered */
    ST_PASSKEY_ADD,   /* id account alg key counter label at, account limit: no row when it is
                         known, or one too many */
    ST_PASSKEY_LIST,  /* account: id label created used */
    ST_PASSKEY_FIND,  /* id: account name alg key suspended-until */
    ST_PASSKEY_USED,  /* counter at id counter counter; must hit: it has grown, or is none */
    ST_PASSKEY_DROP,  /* id account */
    ST_PASSKEY_FORGET,  /* account */
    ST_CHALLENGE_USE,   /* hash until; must hit: once */
    ST_CHALLENGE_PRUNE, /* now */
    /* accounts */
    ST_ACCOUNT_ADD,            /* id name fold look pass created */
    ST_ACCOUNT_LIKE,           /* fold look: id */
    ST_ACCOUNT_LOOK,           /* look id look: set where it is not, unless another has it */
    ST_ACCOUNT_BY_NAME,        /* fold: id name pass suspended-until */
    ST_ACCOUNT_SINCE,          /* fold: id name created */
    ST_ACCOUNT_RENAME,         /* name fold look id fold look; must hit: nobody else has it */
    ST_RESULT_RENAME,          /* name account */
    ST_CUP_RENAME,             /* name account */
    ST_GALLERY_RENAME,         /* name account */
    ST_ACCOUNT_PASS,           /* id: pass */
    ST_ACCOUNT_SET_PASS,       /* pass id */
    ST_ACCOUNT_DELETE,         /* id */
    ST_ACCOUNT_LIST,           /* limit: id name created tables */
    ST_ACCOUNT_FORGET_RESULTS, /* id: results stay, without name and account */
    ST_TABLES_OF_ACCOUNT,      /* id: table */
    ST_PLACE_FORGET,           /* id */
    ST_SESSION_ADD,            /* token account created expires */
    ST_SESSION_GET,            /* token now: account name */
    ST_SESSION_DELETE,         /* token */
    ST_SESSION_DELETE_ALL,     /* account */
    ST_SESSION_DELETE_OTHERS,  /* account token */
    ST_SESSION_PRUNE,          /* now */
    /* processes that share the database */
    ST_MEMBER_BEAT,  /* id address */
    ST_MEMBER_LEAVE, /* id */
    ST_MEMBER_PRUNE, /* alive_ms */
    ST_NOTICE_ADD,   /* id member kind a b c */
    ST_NOTICE_TELL,  /* text: to all who listen (PostgreSQL) */
    ST_NOTICE_RENEW, /* account: tells all processes to load its tables anew */
    ST_NOTICE_LIST,  /* me, ms: id kind a b c, of others and no older than that */
    ST_NOTICE_PRUNE, /* ms */
    ST_TABLE_LATEST, /* when a table was last changed */
    ST_META_GET,     /* name: value */
    ST_META_ADD,     /* name value: only when absent */
    ST_META_SHARDS,  /* names of other databases, "shard:X" */
    ST_MEMBER_COUNT, /* alive_ms: how many live */
    /* tables in other databases than the first, and what they tell it (parcel.h) */
    ST_TABLE_REGISTER, /* id game status lobby created updated seq rules summary: its line in the
                          first */
    ST_PARCEL_ADD,     /* table what body */
    ST_PARCEL_LIST,    /* table limit: number what body, in order */
    ST_PARCEL_DROP,    /* table number: up to that */
    ST_PARCEL_TABLES,  /* ms limit: table, of those that lie for so long */
    ST_RECEIVED_MARK,  /* table last first; must hit: none from `first` on was received */
    ST_RECEIVED_GET,   /* table: number */
    ST_RECEIVED_DELETE, /* table */
    ST_COUNT
};

/* What the lobby asks for, in the column `lobby` of a listed table; its language is in the bits
 * from STORE_LANGUAGE on, five for each of two letters. */
enum store_lobby {
    STORE_LISTED = 1,
    STORE_FREE = 2,
    STORE_LIVE = 4,
    STORE_RATED = 8,
    STORE_LANGUAGE = 8
};

enum {
    STORE_STEPS_MAX = 1 << 15,
    STORE_SCHEMA = 14,
    STORE_BANKS_MAX = 32, /* the first and its shards */
    STORE_SHARD = '1',    /* begins the id of a table in a shard, whose name follows: no other id
                             has it */
    STORE_RENEW = 1 /* as the due time of a table: whoever has it in memory must load it anew */
};

struct store;
struct store_job;
typedef void store_done(struct store_job *job, void *context);

struct store_step {
    enum store_stmt stmt;
    struct db_param param[DB_PARAMS_MAX]; /* texts are copies, in the job's memory */
    int params;
    struct db_rows rows;
    int changed;
};

/* A job: made and read on the loop thread, run on the store's. */
struct store_job {
    struct store_step *step;
    int steps, max;
    struct store_texts *texts; /* of its parameters */
    bool writes;
    bool short_of_memory;
    bool scrub; /* afterwards nothing of what it replaced is left in the files */
    store_done *done;
    void *context;
    char table[16]; /* the table it is about: it runs in that one's database; "": */
    int bank;       /* in this one, 0 the first */
    int parcels;    /* what it had for the first database */
    bool with_parcels; /* `done` waits until that is there, or cannot be reached at the moment */
    enum sr_err err;
    struct sr_diag diag;
    struct store_job *next;
};

struct store_job *store_job_new(store_done *done, void *context);
/* Adds a statement; `types`: s text, i int64_t, n null (no argument). Failures show up in done. */
void store_add(struct store_job *job, enum store_stmt stmt, const char *types, ...);
/* What the nth statement answered; no rows when it was never run. */
const struct db_rows *store_rows(const struct store_job *job, int step);
/* The job is about this table, and runs where that is kept. It may have statements about the table
 * (store__at_table) and some that belong in the first database (store__parcel): these are carried
 * there when it is done. Without this a job runs in the first, or in job->bank. */
void store_at(struct store_job *job, const char *table);
/* Frees a job that was not sent. (Sent ones are freed after their done.) */
void store_job_free(struct store_job *job);

/* Opens, checks the version and migrates. `where`: path of an SQLite file, or postgres://...
 * `wake` is called on the store's thread when finished jobs wait; NULL: no thread, jobs run in
 * store_flush (tools and tests). */
struct store *store_open(const char *where, void (*wake)(void *context), void *context,
                         struct sr_diag *diag);
void store_close(struct store *s); /* finishes what was sent */

/* Tables may be kept in several databases, PostgreSQL ones. The first has all but some tables with
 * their logs, and of those a line each for its lists; what happens at a table is written to its own
 * database alone, and what the first must know is carried there (parcel.h). The id of a table names
 * its database, so that none ever moves. A shard that cannot be reached takes only its tables
 * along, and is tried again whenever it is wanted. */
struct store_shard {
    char name; /* a letter or digit that ids have */
    const char *where;
};
struct store *store_open_all(const char *where, const struct store_shard *shard, int shards,
                             void (*wake)(void *context), void *context, struct sr_diag *diag);
int store_banks(const struct store *s);
char store_bank_name(const struct store *s, int bank); /* '\0': the first */
int store_home(const struct store *s, const char *table); /* -1: no such database is known */
/* Changes a fresh id into that of a table in the shard whose turn it is; with no shard that gets
 * any, it stays as it is: a table of the first. */
void store_place(struct store *s, char *id);
void store_shut(struct store *s, int bank, bool shut); /* whether it gets new tables */
/* Now and then, on the loop thread: carries what was left lying. */
void store_sweep(struct store *s);

void store_send(struct store *s, struct store_job *job);
/* At the end of a turn of the loop: hands over what was sent. */
void store_flush(struct store *s);
/* On the loop thread after `wake`: calls done for finished jobs; returns how many. */
int store_collect(struct store *s);
int store_waiting(const struct store *s); /* jobs sent and not yet done */

struct store_stats {
    uint64_t commits, jobs, failures, micros; /* micros: spent in transactions */
    bool healthy;                             /* the last transaction went through */
};
void store_stats_get(struct store *s, int bank, struct store_stats *out);

/* Forgets a player: the account, its sessions and places; its name, key and words in the logs of
 * its tables; its name in results. Moves and results stay: they are the others' match too.
 * `done` gets the last job, whose err tells whether it is all forgotten; its first answer lists
 * the tables, which are without an owner now. The one way to forget, for the server and the
 * operator. */
void store_forget(struct store *s, const char *account, store_done *done, void *context);

/* Gives a player another name, in the account and wherever it stands: in the logs of his tables,
 * in results, tournaments and the gallery. SR_DIFFERS: another has it, or one that looks like it;
 * then nothing has changed. `fold`, `look`: as the account has them (names.h of the server). */
void store_rename(struct store *s, const char *account, const char *name, const char *fold,
                  const char *look, store_done *done, void *context);

/* Something an operator does, and the line of the log about it. */
struct store_deed {
    const char *id;            /* of the line, never used before */
    const char *by;            /* who does it */
    const char *what; /* dismiss, warn, silence, suspend, lift, unrate, rename, forget, close */
    const char *account, *name; /* whom it is about; account "": a guest, or nobody */
    const char *note;          /* the report it comes from, or other words */
    int days;                  /* of silence or suspension */
    int64_t now;
};
enum { STORE_DAYS_MAX = 3650, STORE_DAYS_USUAL = 7 };
void store_audit(struct store_job *job, const struct store_deed *d);
/* Adds a decision about somebody (dismiss to suspend); false: that cannot be decided. */
bool store_sanction(struct store_job *job, const struct store_deed *d);
/* The same about the report named in `note`, which is closed by it. */
bool store_decide(struct store_job *job, const struct store_deed *d);
void store_lift(struct store_job *job, const struct store_deed *d);
/* His ratings begin anew; what his matches did to others stays, and so do past seasons. */
void store_unrate(struct store_job *job, const struct store_deed *d);

/* A consistent copy of an SQLite database while it is used. */
SR_MUST_CHECK enum sr_err store_backup(const char *from, const char *to, struct sr_diag *diag);

/* shared inside the folder */
extern const char *const store__sql[ST_COUNT];
extern const bool store__at_table[ST_COUNT];        /* run in the table's database */
extern const char *const store__parcel[ST_COUNT];   /* belong in the first: names in parcels */
struct store_step *store__step(struct store_job *job, enum store_stmt stmt); /* NULL: no memory */
void store__finish(struct store *s, struct store_job *job); /* calls `done`, frees it */
const char *store__text(struct store_job *job, const char *text);
enum sr_err store__migrate(const struct db_driver *driver, struct db *db, struct sr_diag *diag);

#endif
