/* migrations.c: the tables of a database, made and changed by numbered steps. */
#include <stdio.h>

#include "store/store.h"

/* Migration n takes a database of version n to n + 1. Append only. */
static const char *const migration_1[] = {
    "CREATE TABLE tables (id TEXT PRIMARY KEY, game TEXT NOT NULL, status TEXT NOT NULL,"
    " lobby @int NOT NULL, created @int NOT NULL, updated @int NOT NULL, due @int NOT NULL,"
    " seq @int NOT NULL, rules @int NOT NULL, summary TEXT NOT NULL,"
    " owner TEXT NOT NULL) @end",
    /* Written once and now and then: kept out of the row that changes with every move. */
    "CREATE TABLE setup (tab TEXT PRIMARY KEY, config TEXT NOT NULL) @end",
    "CREATE TABLE snapshot (tab TEXT PRIMARY KEY, seq @int NOT NULL, state TEXT NOT NULL) @end",
    "CREATE INDEX tables_lobby ON tables (updated) WHERE lobby > 0",
    "CREATE INDEX tables_due ON tables (due) WHERE due > 0",
    "CREATE TABLE entry (tab TEXT NOT NULL, seq @int NOT NULL, at @int NOT NULL,"
    " kind TEXT NOT NULL, seat @int NOT NULL, body TEXT NOT NULL, PRIMARY KEY (tab, seq)) @end",
    "CREATE TABLE place (account TEXT NOT NULL, tab TEXT NOT NULL, seat @int NOT NULL,"
    " PRIMARY KEY (account, tab, seat)) @end",
    "CREATE INDEX place_tab ON place (tab)",
    "CREATE TABLE result (tab TEXT NOT NULL, seat @int NOT NULL, game TEXT NOT NULL,"
    " seats @int NOT NULL, name TEXT NOT NULL, account TEXT NOT NULL, kind TEXT NOT NULL,"
    " total @int NOT NULL, place @int NOT NULL, at @int NOT NULL, PRIMARY KEY (tab, seat)) @end",
    "CREATE INDEX result_account ON result (account, at)",
    "CREATE INDEX result_game ON result (game)",
    "CREATE TABLE account (id TEXT PRIMARY KEY, name TEXT NOT NULL, fold TEXT NOT NULL UNIQUE,"
    " pass TEXT NOT NULL, created @int NOT NULL) @end",
    "CREATE TABLE session (token TEXT PRIMARY KEY, account TEXT NOT NULL,"
    " created @int NOT NULL, expires @int NOT NULL) @end",
    "CREATE INDEX session_account ON session (account)",
    "CREATE TABLE member (id TEXT PRIMARY KEY, address TEXT NOT NULL, seen @int NOT NULL) @end",
    NULL,
};
/* Who left a seat keeps a row for being forgotten by, but no longer sits there. */
static const char *const migration_2[] = {
    "ALTER TABLE place ADD COLUMN gone @int NOT NULL DEFAULT 0",
    NULL,
};
/* Names that look alike; tables to be cleared away. */
static const char *const migration_3[] = {
    "ALTER TABLE account ADD COLUMN look TEXT NOT NULL DEFAULT ''",
    "CREATE UNIQUE INDEX account_look ON account (look) WHERE look <> ''",
    "CREATE INDEX tables_status ON tables (status, updated)",
    "CREATE INDEX tables_updated ON tables (updated)",
    ("CREATE TABLE notice (id TEXT PRIMARY KEY, at @int NOT NULL, member TEXT NOT NULL,"
     " kind TEXT NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL, c TEXT NOT NULL) @end"),
    NULL,
};
/* Ratings: as they are, what each match did to them, and matches that are yet to be rated. */
static const char *const migration_4[] = {
    "CREATE TABLE rating (who TEXT NOT NULL, game TEXT NOT NULL, mean @int NOT NULL,"
    " sigma @int NOT NULL, games @int NOT NULL, wins @int NOT NULL, at @int NOT NULL,"
    " PRIMARY KEY (who, game)) @end",
    "CREATE INDEX rating_game ON rating (game, mean)",
    "CREATE TABLE rated (tab TEXT NOT NULL, seat @int NOT NULL, who TEXT NOT NULL,"
    " game TEXT NOT NULL, seats @int NOT NULL, place @int NOT NULL, at @int NOT NULL,"
    " mean @int NOT NULL, sigma @int NOT NULL, was_mean @int NOT NULL,"
    " was_sigma @int NOT NULL, PRIMARY KEY (tab, seat)) @end",
    "CREATE INDEX rated_who ON rated (who, at)",
    "CREATE TABLE rating_due (tab TEXT PRIMARY KEY, at @int NOT NULL) @end",
    NULL,
};
/* People who know each other, codes that open an account, and what operators look after. */
static const char *const migration_5[] = {
    "CREATE TABLE people (owner TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL,"
    " at @int NOT NULL, PRIMARY KEY (owner, other)) @end",
    "CREATE INDEX people_other ON people (other)",
    "CREATE TABLE code (account TEXT NOT NULL, hash TEXT NOT NULL,"
    " PRIMARY KEY (account, hash)) @end",
    "CREATE TABLE report (id TEXT PRIMARY KEY, at @int NOT NULL, by_whom TEXT NOT NULL,"
    " tab TEXT NOT NULL, seat @int NOT NULL, about TEXT NOT NULL, name TEXT NOT NULL,"
    " reason TEXT NOT NULL, text TEXT NOT NULL, lines TEXT NOT NULL, state TEXT NOT NULL,"
    " decision TEXT NOT NULL) @end",
    "CREATE INDEX report_state ON report (state, at)",
    "CREATE INDEX report_by ON report (by_whom)",
    "CREATE TABLE sanction (account TEXT NOT NULL, kind TEXT NOT NULL, until @int NOT NULL,"
    " why TEXT NOT NULL, at @int NOT NULL, PRIMARY KEY (account, kind)) @end",
    "CREATE TABLE audit (id TEXT PRIMARY KEY, at @int NOT NULL, who TEXT NOT NULL,"
    " what TEXT NOT NULL, about TEXT NOT NULL, note TEXT NOT NULL) @end",
    NULL,
};
/* Tournaments. */
static const char *const migration_6[] = {
    "CREATE TABLE cup (id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL,"
    " kind TEXT NOT NULL, rounds @int NOT NULL, seats @int NOT NULL, live @int NOT NULL,"
    " patience @int NOT NULL, rated @int NOT NULL, host TEXT NOT NULL, created @int NOT NULL,"
    " updated @int NOT NULL, state TEXT NOT NULL, round @int NOT NULL) @end",
    "CREATE INDEX cup_created ON cup (created)",
    "CREATE INDEX cup_state ON cup (state)",
    "CREATE TABLE cup_player (cup TEXT NOT NULL, number @int NOT NULL, who TEXT NOT NULL,"
    " name TEXT NOT NULL, PRIMARY KEY (cup, number), UNIQUE (cup, who)) @end",
    "CREATE INDEX cup_player_who ON cup_player (who)",
    "CREATE TABLE cup_game (cup TEXT NOT NULL, round @int NOT NULL, number @int NOT NULL,"
    " tab TEXT NOT NULL, players TEXT NOT NULL, PRIMARY KEY (cup, round, number)) @end",
    NULL,
};
/* Notices: browsers that listen, what people wish, what is to be told and what has been. */
static const char *const migration_7[] = {
    "CREATE TABLE push (id TEXT PRIMARY KEY, who TEXT NOT NULL, tab TEXT NOT NULL,"
    " endpoint TEXT NOT NULL, p256dh TEXT NOT NULL, auth TEXT NOT NULL, language TEXT NOT NULL,"
    " at @int NOT NULL, UNIQUE (who, endpoint)) @end",
    "CREATE TABLE wish (who TEXT PRIMARY KEY, kinds @int NOT NULL, quiet_from @int NOT NULL,"
    " quiet_to @int NOT NULL, zone TEXT NOT NULL, offsets TEXT NOT NULL) @end",
    "CREATE TABLE ring (who TEXT NOT NULL, tab TEXT NOT NULL, seat @int NOT NULL,"
    " kind TEXT NOT NULL, at @int NOT NULL, note TEXT NOT NULL, PRIMARY KEY (who, tab)) @end",
    "CREATE INDEX ring_at ON ring (at)",
    "CREATE INDEX ring_tab ON ring (tab)",
    "CREATE TABLE told (who TEXT NOT NULL, tab TEXT NOT NULL, seat @int NOT NULL,"
    " kind TEXT NOT NULL, at @int NOT NULL, PRIMARY KEY (who, tab)) @end",
    NULL,
};
/* Words of those who watch a table. */
static const char *const migration_8[] = {
    ("CREATE TABLE gallery (tab TEXT NOT NULL, number @int NOT NULL, at @int NOT NULL,"
     " account TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, cid TEXT NOT NULL,"
     " PRIMARY KEY (tab, number)) @end"),
    "CREATE UNIQUE INDEX gallery_cid ON gallery (tab, account, cid) WHERE cid <> ''",
    "CREATE INDEX gallery_account ON gallery (account)",
    NULL,
};
/* Passkeys. */
static const char *const migration_9[] = {
    "CREATE TABLE passkey (id TEXT PRIMARY KEY, account TEXT NOT NULL, alg @int NOT NULL,"
    " pub TEXT NOT NULL, counter @int NOT NULL, label TEXT NOT NULL, created @int NOT NULL,"
    " used @int NOT NULL) @end",
    "CREATE INDEX passkey_account ON passkey (account)",
    "CREATE TABLE challenge (hash TEXT PRIMARY KEY, until @int NOT NULL) @end",
    NULL,
};
/* E-mail. */
static const char *const migration_10[] = {
    "CREATE TABLE mail (who TEXT PRIMARY KEY, address TEXT NOT NULL, state TEXT NOT NULL,"
    " code TEXT NOT NULL, language TEXT NOT NULL, at @int NOT NULL, sent @int NOT NULL) @end",
    "CREATE INDEX mail_code ON mail (code)",
    NULL,
};
/* Standings of seasons that are over. */
static const char *const migration_11[] = {
    ("CREATE TABLE season (season TEXT NOT NULL, who TEXT NOT NULL, game TEXT NOT NULL,"
     " mean @int NOT NULL, sigma @int NOT NULL, games @int NOT NULL, wins @int NOT NULL,"
     " PRIMARY KEY (season, game, who)) @end"),
    "CREATE INDEX season_who ON season (who)",
    NULL,
};
/* Leagues: who is in and where they stand; a division of a season is a cup. */
static const char *const migration_12[] = {
    "CREATE TABLE league (id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL,"
    " seats @int NOT NULL, size @int NOT NULL, moves @int NOT NULL, rounds @int NOT NULL,"
    " days @int NOT NULL, pause @int NOT NULL, patience @int NOT NULL, rated @int NOT NULL,"
    " host TEXT NOT NULL, created @int NOT NULL, at @int NOT NULL, state TEXT NOT NULL,"
    " season @int NOT NULL, ends @int NOT NULL) @end",
    "CREATE INDEX league_state ON league (state)",
    "CREATE TABLE league_player ("
    "league TEXT NOT NULL, number @int NOT NULL,"
    " who TEXT NOT NULL, name TEXT NOT NULL,"
    " rank @int NOT NULL,"
    " PRIMARY KEY (league, number),"
    " UNIQUE (league, who)) @end",
    "CREATE INDEX league_player_who ON league_player (who)",
    "ALTER TABLE cup ADD COLUMN clock @int NOT NULL DEFAULT 0",
    "ALTER TABLE cup ADD COLUMN league TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE cup ADD COLUMN season @int NOT NULL DEFAULT 0",
    "ALTER TABLE cup ADD COLUMN division @int NOT NULL DEFAULT 0",
    "CREATE INDEX cup_league ON cup (league, season)",
    NULL,
};
/* Analyses on demand. */
static const char *const migration_13[] = {
    ("CREATE TABLE analysis (tab TEXT PRIMARY KEY, who TEXT NOT NULL, at @int NOT NULL,"
     " visits @int NOT NULL, state TEXT NOT NULL, owner TEXT NOT NULL, tries @int NOT NULL,"
     " done @int NOT NULL, plies @int NOT NULL, result TEXT NOT NULL) @end"),
    "CREATE INDEX analysis_who ON analysis (who, at)",
    "CREATE INDEX analysis_state ON analysis (state)",
    NULL,
};
/* Tables in several databases: what they have for the first, and what it has from them. */
static const char *const migration_14[] = {
    ("CREATE TABLE parcel (number @serial, tab TEXT NOT NULL, at @int NOT NULL,"
     " what TEXT NOT NULL, body TEXT NOT NULL)"),
    "CREATE INDEX parcel_tab ON parcel (tab, number)",
    "CREATE TABLE received (tab TEXT PRIMARY KEY, number @int NOT NULL) @end",
    NULL,
};
static const char *const *const migrations[STORE_SCHEMA] = {
    migration_1, migration_2, migration_3, migration_4,
    migration_5, migration_6, migration_7, migration_8,
    migration_9, migration_10, migration_11, migration_12,
    migration_13, migration_14};

static enum sr_err plain(const struct db_driver *driver, struct db *db, const char *sql,
                         struct db_rows *rows, struct sr_diag *diag)
{
    char text[2048];
    if (!driver->translate(sql, text, sizeof text))
        return sr_fail(diag, SR_SPACE, "database: a statement is too long");
    return driver->run(db, -1, text, NULL, 0, rows, NULL, diag);
}

static enum sr_err version_of(const struct db_driver *driver, struct db *db, int *version,
                              struct sr_diag *diag)
{
    struct db_rows rows = {0};
    const enum sr_err err =
        plain(driver, db, "SELECT value FROM meta WHERE name = 'schema'", &rows, diag);
    *version = (int)db_int(&rows, 0, 0);
    db_rows_free(&rows);
    return err;
}

static enum sr_err step(const struct db_driver *driver, struct db *db, int from,
                        struct sr_diag *diag)
{
    enum sr_err err = SR_OK;
    for (int i = 0; migrations[from][i] && !err; i++)
        err = plain(driver, db, migrations[from][i], NULL, diag);
    char sql[128];
    snprintf(sql, sizeof sql,
             "INSERT INTO meta (name, value) VALUES ('schema', '%d')"
             " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
             from + 1);
    return err ? err : plain(driver, db, sql, NULL, diag);
}

enum sr_err store__migrate(const struct db_driver *driver, struct db *db, struct sr_diag *diag)
{
    enum sr_err err = plain(driver, db,
                            "CREATE TABLE IF NOT EXISTS meta"
                            " (name TEXT PRIMARY KEY, value TEXT NOT NULL) @end",
                            NULL, diag);
    if (!err)
        err = driver->run(db, -1, driver->begin, NULL, 0, NULL, NULL, diag);
    int version = 0;
    if (!err)
        err = version_of(driver, db, &version, diag);
    if (!err && version > STORE_SCHEMA)
        err = sr_fail(diag, SR_DIFFERS,
                      "this database is of version %d and was written by a newer serai; this one"
                      " knows version %d. Start the newer program, or restore a backup",
                      version, STORE_SCHEMA);
    while (!err && version < STORE_SCHEMA)
        err = step(driver, db, version++, diag);
    struct sr_diag ignored;
    const enum sr_err end = driver->run(db, -1, err ? "ROLLBACK" : "COMMIT", NULL, 0, NULL, NULL,
                                        err ? &ignored : diag);
    return err ? err : end;
}
