/* db.h: one connection to an SQL database: SQLite or PostgreSQL behind five functions.
 *
 * SQL is written once, in the part both understand, with ? for parameters and a few words that
 * db__translate turns into each dialect:
 *   @now   milliseconds since 1970 by the clock of the database
 *   @int   the type of a 64-bit integer
 *   @serial a column that is numbered by itself, and the key
 *   @end   what follows a table definition
 *   @skip  rows that another transaction is about to change are passed over
 * All values travel as text or 64-bit integers. A connection belongs to one thread. */
#ifndef SERAI_STORE_DB_H
#define SERAI_STORE_DB_H

#include "serai/json.h"

enum {
    DB_PARAMS_MAX = 16,
    DB_SLOTS = 256 /* statements a driver may keep prepared */
};

struct db_param {
    const char *text; /* NULL: `num` counts, or null when `is_null` */
    int64_t num;
    bool is_null;
};

/* Rows of an answer, all cells as text; NULL cells are null. */
struct db_rows {
    int cols, count, max;
    char **cell; /* cell[row * cols + col] */
};
void db_rows_free(struct db_rows *rows);
const char *db_text(const struct db_rows *rows, int row, int col); /* "" for null */
int64_t db_int(const struct db_rows *rows, int row, int col);

struct db;
struct db_driver {
    struct db *(*open)(const char *where, struct sr_diag *diag);
    void (*close)(struct db *db);
    /* Runs one statement. rows may be NULL; *changed (may be NULL) gets the number of rows
     * written. SR_IO with diag on any failure. `slot` (below DB_SLOTS) names the statement, which
     * is kept prepared; -1: it is not. */
    enum sr_err (*run)(struct db *db, int slot, const char *sql, const struct db_param *param,
                       int params, struct db_rows *rows, int *changed, struct sr_diag *diag);
    /* Makes a lost connection again; SR_OK at once when there is nothing to do. */
    enum sr_err (*revive)(struct db *db, struct sr_diag *diag);
    /* Nothing deleted or replaced is left in the files, where that can be done. */
    void (*scrub)(struct db *db);
    const char *begin; /* statement that begins a writing transaction */
    /* The SQL of this dialect, or false when out is too small. */
    bool (*translate)(const char *sql, char *out, size_t max);
};
extern const struct db_driver db_sqlite, db_postgres;

/* ---- listening (PostgreSQL) ------------------------------------------------------------------ */

/* A connection of its own that hears what ST_NOTICE_TELL says, to all who listen. Opening may take
 * seconds: not for the loop's thread. */
struct db_ear;
struct db_ear *db_ear_open(const char *where, struct sr_diag *diag);
void db_ear_close(struct db_ear *e);
int db_ear_socket(const struct db_ear *e); /* to be watched for something to read */
/* Takes what has come, never waits; false: the connection is lost. */
bool db_ear_hear(struct db_ear *e, void (*heard)(void *context, const char *text), void *context);

/* Appends a row of cols cells, to be filled by db_rows_set; false when memory is short. */
bool db_rows_add(struct db_rows *rows, int cols);
/* Appends the rows of another answer to the same question; false when memory is short. */
bool db_rows_move(struct db_rows *to, struct db_rows *from);
bool db_rows_set(struct db_rows *rows, int col, const char *text, size_t len);

#endif
