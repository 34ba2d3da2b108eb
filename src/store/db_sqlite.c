/* db_sqlite.c: SQLite in WAL mode. A commit is on the disk before it returns (synchronous=FULL);
 * the cost is shared by committing many tables' moves together.
 *
 * Moving the log's pages into the database takes tens of milliseconds; a thread with a connection
 * of its own does that, so that no commit waits for it. A log that has grown is begun anew in its
 * place, because a sync of a file that does not grow is several times faster. That wants the
 * writer's lock and no reader, so it is tried for a moment only: a long reader (a backup) must not
 * hold up the writer. */
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <time.h>

#include "core/alloc.h"
#include "store/db.h"

enum {
    FEW_PAGES = 500,
    MANY_PAGES = 4000,
    BUSY_MS = 5000,
    MOMENT_MS = 25 /* longest that the writer may be kept waiting */
};

struct db {
    sqlite3 *handle;
    sqlite3_stmt *cached[DB_SLOTS];
    /* the thread that moves pages; the lock guards the four below */
    sqlite3 *mover;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool moving, stop;
    bool cut;  /* the log is to be cut off: it holds what was to be forgotten */
    int pages; /* in the log */
};

static enum sr_err failed(sqlite3 *handle, const char *what, struct sr_diag *diag)
{
    const int code = sqlite3_errcode(handle);
    const char *why = code == SQLITE_FULL       ? "the disk is full"
                      : code == SQLITE_READONLY ? "the folder or file is read-only"
                      : code == SQLITE_CANTOPEN ? "the file cannot be opened"
                      : code == SQLITE_NOTADB   ? "the file is no database"
                      : code == SQLITE_CORRUPT  ? "the file is damaged"
                                                : sqlite3_errmsg(handle);
    /* A conflict is an answer about the data; all else speaks of the file or the disk. */
    const enum sr_err err = (code & 0xFF) == SQLITE_CONSTRAINT ? SR_DIFFERS : SR_IO;
    return sr_fail(diag, err, "database: %s%s%s", what, *what ? ": " : "", why);
}

static void *move_pages(void *arg)
{
    struct db *db = (struct db *)arg;
    pthread_mutex_lock(&db->lock);
    while (!db->stop) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        pthread_cond_timedwait(&db->wake, &db->lock, &until);
        const int pages = db->pages;
        const bool cut = db->cut;
        if (db->stop || (pages < FEW_PAGES && !cut))
            continue;
        db->pages = 0;
        pthread_mutex_unlock(&db->lock);
        sqlite3_wal_checkpoint_v2(db->mover, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        const int how = cut ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_RESTART;
        const bool begun = (cut || pages >= MANY_PAGES) &&
                           sqlite3_wal_checkpoint_v2(db->mover, NULL, how, NULL, NULL) == SQLITE_OK;
        pthread_mutex_lock(&db->lock);
        db->cut &= !begun;
    }
    pthread_mutex_unlock(&db->lock);
    return NULL;
}

static int on_commit(void *arg, sqlite3 *handle, const char *name, int pages)
{
    struct db *db = (struct db *)arg;
    (void)handle;
    (void)name;
    pthread_mutex_lock(&db->lock);
    db->pages = pages;
    pthread_mutex_unlock(&db->lock);
    return SQLITE_OK;
}

static void start_mover(struct db *db, const char *path)
{
    if (strcmp(path, ":memory:") == 0 || sqlite3_open(path, &db->mover) != SQLITE_OK)
        return; /* the writer will do it */
    sqlite3_busy_timeout(db->mover, MOMENT_MS);
    db->moving = pthread_create(&db->thread, NULL, move_pages, db) == 0;
    if (db->moving)
        sqlite3_wal_hook(db->handle, on_commit, db);
}

static bool cut_log(struct db *db, int patience_ms)
{
    sqlite3_busy_timeout(db->handle, patience_ms);
    const int rc =
        sqlite3_wal_checkpoint_v2(db->handle, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(db->handle, BUSY_MS);
    return rc == SQLITE_OK;
}

static void close_db(struct db *db)
{
    if (!db)
        return;
    if (db->moving) {
        pthread_mutex_lock(&db->lock);
        db->stop = true;
        pthread_cond_signal(&db->wake);
        pthread_mutex_unlock(&db->lock);
        pthread_join(db->thread, NULL);
    }
    if (db->cut)
        (void)cut_log(db, BUSY_MS);
    sqlite3_close(db->mover);
    pthread_mutex_destroy(&db->lock);
    pthread_cond_destroy(&db->wake);
    for (int i = 0; i < DB_SLOTS; i++)
        sqlite3_finalize(db->cached[i]);
    sqlite3_close(db->handle);
    sr_free(db);
}

static struct db *open_db(const char *path, struct sr_diag *diag)
{
    static const char setup[] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                                "PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY;"
                                "PRAGMA secure_delete=ON;";
    struct db *db = (struct db *)sr_alloc(sizeof *db);
    if (!db) {
        (void)sr_fail(diag, SR_SPACE, "no memory for the database");
        return NULL;
    }
    pthread_mutex_init(&db->lock, NULL);
    pthread_cond_init(&db->wake, NULL);
    if (sqlite3_open(path, &db->handle) != SQLITE_OK ||
        sqlite3_busy_timeout(db->handle, BUSY_MS) != SQLITE_OK ||
        sqlite3_exec(db->handle, setup, NULL, NULL, NULL) != SQLITE_OK) {
        (void)failed(db->handle, path, diag);
        close_db(db);
        return NULL;
    }
    start_mover(db, path);
    return db;
}

static bool translate(const char *sql, char *out, size_t max)
{
    struct sr_buf b;
    sr_buf_init(&b, out, max);
    for (const char *s = sql; *s; s++) {
        if (strncmp(s, "@now", 4) == 0) {
            sr_buf_put(&b, "CAST((julianday('now')-2440587.5)*86400000.0 AS INTEGER)");
            s += 3;
        } else if (strncmp(s, "@int", 4) == 0) {
            sr_buf_put(&b, "INTEGER");
            s += 3;
        } else if (strncmp(s, "@serial", 7) == 0) {
            sr_buf_put(&b, "INTEGER PRIMARY KEY AUTOINCREMENT");
            s += 6;
        } else if (strncmp(s, "@end", 4) == 0) {
            sr_buf_put(&b, "STRICT, WITHOUT ROWID");
            s += 3;
        } else if (strncmp(s, "@skip", 5) == 0) {
            s += 4; /* there is one writer */
        } else {
            sr_buf_putn(&b, s, 1);
        }
    }
    return !b.full;
}

static sqlite3_stmt *prepare(struct db *db, int slot, const char *sql, struct sr_diag *diag)
{
    if (slot >= 0 && slot < DB_SLOTS && db->cached[slot])
        return db->cached[slot];
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v2(db->handle, sql, -1, &st, NULL) != SQLITE_OK) {
        (void)failed(db->handle, "", diag);
        return NULL;
    }
    if (slot >= 0 && slot < DB_SLOTS)
        db->cached[slot] = st;
    return st;
}

static bool bind(sqlite3_stmt *st, const struct db_param *param, int params)
{
    for (int i = 0; i < params; i++) {
        const struct db_param *p = &param[i];
        const int rc = p->text      ? sqlite3_bind_text(st, i + 1, p->text, -1, SQLITE_STATIC)
                       : p->is_null ? sqlite3_bind_null(st, i + 1)
                                    : sqlite3_bind_int64(st, i + 1, p->num);
        if (rc != SQLITE_OK)
            return false;
    }
    return true;
}

static bool keep_row(sqlite3_stmt *st, struct db_rows *rows)
{
    const int cols = sqlite3_column_count(st);
    if (!db_rows_add(rows, cols))
        return false;
    for (int c = 0; c < cols; c++) {
        const char *text = (const char *)sqlite3_column_text(st, c);
        if (text && !db_rows_set(rows, c, text, (size_t)sqlite3_column_bytes(st, c)))
            return false;
    }
    return true;
}

static enum sr_err run(struct db *db, int slot, const char *sql, const struct db_param *param,
                       int params, struct db_rows *rows, int *changed, struct sr_diag *diag)
{
    sqlite3_stmt *st = prepare(db, slot, sql, diag);
    if (!st)
        return SR_IO;
    enum sr_err err = bind(st, param, params) ? SR_OK : failed(db->handle, "", diag);
    int got = 0;
    while (!err) {
        const int rc = sqlite3_step(st);
        if (rc == SQLITE_DONE)
            break;
        if (rc != SQLITE_ROW)
            err = failed(db->handle, "", diag);
        else if (rows && !keep_row(st, rows))
            err = sr_fail(diag, SR_SPACE, "database: no memory for the answer");
        got++;
    }
    if (changed)
        *changed = sqlite3_column_count(st) > 0 ? got : sqlite3_changes(db->handle);
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    if (slot < 0)
        sqlite3_finalize(st);
    return err;
}

static enum sr_err revive(struct db *db, struct sr_diag *diag)
{
    (void)db;
    (void)diag;
    return SR_OK;
}

/* Within the database secure_delete does it; old pages in the log go when it is cut off: now, or
 * as soon as no reader is in the way, at the latest when the database is closed. */
static void scrub(struct db *db)
{
    if (cut_log(db, MOMENT_MS))
        return;
    pthread_mutex_lock(&db->lock);
    db->cut = true;
    pthread_mutex_unlock(&db->lock);
}

const struct db_driver db_sqlite = {
    .open = open_db,
    .close = close_db,
    .run = run,
    .revive = revive,
    .scrub = scrub,
    .begin = "BEGIN IMMEDIATE",
    .translate = translate,
};
