/* backup.c: a consistent copy of an SQLite database while a server writes to it. */
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

#include "store/store.h"

enum { PAGES_A_STEP = 256, PATIENCE = 600, PAUSE_MS = 50 };

static enum sr_err copy(sqlite3 *from, sqlite3 *to, struct sr_diag *diag)
{
    /* One reading of the whole: without it every write of the server would begin the copy anew. */
    if (sqlite3_exec(from, "BEGIN; SELECT COUNT(*) FROM meta", NULL, NULL, NULL) != SQLITE_OK)
        return sr_fail(diag, SR_IO, "backup: %s", sqlite3_errmsg(from));
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    if (!b)
        return sr_fail(diag, SR_IO, "backup: %s", sqlite3_errmsg(to));
    int rc, busy = 0;
    do {
        rc = sqlite3_backup_step(b, PAGES_A_STEP);
        if (rc == SQLITE_BUSY || rc == SQLITE_LOCKED) {
            sqlite3_sleep(PAUSE_MS);
            busy++;
        }
    } while (rc == SQLITE_OK || ((rc == SQLITE_BUSY || rc == SQLITE_LOCKED) && busy < PATIENCE));
    sqlite3_backup_finish(b);
    return rc == SQLITE_DONE ? SR_OK : sr_fail(diag, SR_IO, "backup: %s", sqlite3_errmsg(to));
}

static enum sr_err sound(sqlite3 *db, struct sr_diag *diag)
{
    sqlite3_stmt *st = NULL;
    enum sr_err err = SR_OK;
    if (sqlite3_prepare_v2(db, "PRAGMA quick_check", -1, &st, NULL) != SQLITE_OK ||
        sqlite3_step(st) != SQLITE_ROW ||
        strcmp((const char *)sqlite3_column_text(st, 0), "ok") != 0)
        err = sr_fail(diag, SR_BROKEN, "backup: the copy does not pass its check");
    sqlite3_finalize(st);
    return err;
}

enum sr_err store_backup(const char *from, const char *to, struct sr_diag *diag)
{
    char part[4096];
    if (snprintf(part, sizeof part, "%s.part", to) >= (int)sizeof part)
        return sr_fail(diag, SR_SPACE, "backup: the name is too long");
    unlink(part);
    sqlite3 *a = NULL, *b = NULL;
    enum sr_err err = SR_OK;
    if (sqlite3_open_v2(from, &a, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        err = sr_fail(diag, SR_IO, "%s: %s", from, sqlite3_errmsg(a));
    else if (sqlite3_open(part, &b) != SQLITE_OK)
        err = sr_fail(diag, SR_IO, "%s: %s", part, sqlite3_errmsg(b));
    if (!err) {
        sqlite3_busy_timeout(a, 5000);
        err = copy(a, b, diag);
    }
    if (!err)
        err = sound(b, diag);
    sqlite3_close(a);
    sqlite3_close(b);
    if (!err && rename(part, to) != 0)
        err = sr_fail(diag, SR_IO, "%s: cannot be put in place", to);
    if (err)
        unlink(part);
    return err;
}
