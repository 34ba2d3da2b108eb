/* db_postgres.c: PostgreSQL through libpq. Statements are prepared once per connection; a lost
 * connection is made again before the next batch. */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/alloc.h"
#include "store/db.h"

struct db {
    PGconn *conn;
    bool prepared[DB_SLOTS];
};

/* First line of libpq's message, which may have several. */
static enum sr_err failed(const char *message, struct sr_diag *diag)
{
    const size_t n = strcspn(message, "\n");
    return sr_fail(diag, SR_IO, "database: %.*s", (int)(n < 200 ? n : 200), message);
}

static void close_db(struct db *db)
{
    if (!db)
        return;
    PQfinish(db->conn);
    sr_free(db);
}

/* What a half-open connection or a stuck server may cost is bounded. */
static void settle(struct db *db)
{
    memset(db->prepared, 0, sizeof db->prepared);
    PQclear(PQexec(db->conn, "SET statement_timeout = '10s'"));
    PQclear(PQexec(db->conn, "SET idle_in_transaction_session_timeout = '20s'"));
    PQclear(PQexec(db->conn, "SET synchronous_commit = on"));
    PQclear(PQexec(db->conn, "SET client_min_messages = warning"));
}

static PGconn *connect_to(const char *where)
{
    const char *const names[] = {"dbname",
                                 "connect_timeout",
                                 "application_name",
                                 "keepalives_idle",
                                 "keepalives_interval",
                                 "keepalives_count",
                                 "tcp_user_timeout",
                                 NULL};
    const char *const values[] = {where, "5", "serai", "5", "2", "3", "8000", NULL};
    return PQconnectdbParams(names, values, 1);
}

static struct db *open_db(const char *where, struct sr_diag *diag)
{
    struct db *db = (struct db *)sr_alloc(sizeof *db);
    if (!db) {
        (void)sr_fail(diag, SR_SPACE, "no memory for the database");
        return NULL;
    }
    db->conn = connect_to(where);
    if (PQstatus(db->conn) != CONNECTION_OK) {
        (void)failed(PQerrorMessage(db->conn), diag);
        close_db(db);
        return NULL;
    }
    settle(db);
    return db;
}

static enum sr_err revive(struct db *db, struct sr_diag *diag)
{
    if (PQstatus(db->conn) == CONNECTION_OK)
        return SR_OK;
    PQreset(db->conn);
    if (PQstatus(db->conn) != CONNECTION_OK)
        return failed(PQerrorMessage(db->conn), diag);
    settle(db);
    return SR_OK;
}

static bool translate(const char *sql, char *out, size_t max)
{
    struct sr_buf b;
    int param = 0;
    sr_buf_init(&b, out, max);
    for (const char *s = sql; *s; s++) {
        if (strncmp(s, "@now", 4) == 0) {
            sr_buf_put(&b, "CAST(extract(epoch from clock_timestamp())*1000 AS BIGINT)");
            s += 3;
        } else if (strncmp(s, "@int", 4) == 0) {
            sr_buf_put(&b, "BIGINT");
            s += 3;
        } else if (strncmp(s, "@serial", 7) == 0) {
            sr_buf_put(&b, "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY");
            s += 6;
        } else if (strncmp(s, "@end", 4) == 0) {
            s += 3;
        } else if (strncmp(s, "@skip", 5) == 0) {
            sr_buf_put(&b, "FOR UPDATE SKIP LOCKED");
            s += 4;
        } else if (*s == '?') {
            sr_buf_put(&b, "$");
            sr_buf_int(&b, ++param);
        } else {
            sr_buf_putn(&b, s, 1);
        }
    }
    return !b.full;
}

static PGresult *execute(struct db *db, int slot, const char *sql, const char *const *value,
                         int params)
{
    if (slot < 0 || slot >= DB_SLOTS)
        return PQexecParams(db->conn, sql, params, NULL, value, NULL, NULL, 0);
    char name[16];
    snprintf(name, sizeof name, "s%d", slot);
    if (!db->prepared[slot]) {
        PGresult *res = PQprepare(db->conn, name, sql, 0, NULL);
        if (PQresultStatus(res) != PGRES_COMMAND_OK)
            return res;
        PQclear(res);
        db->prepared[slot] = true;
    }
    return PQexecPrepared(db->conn, name, params, value, NULL, NULL, 0);
}

static bool keep(const PGresult *res, struct db_rows *rows)
{
    const int cols = PQnfields(res);
    for (int r = 0; r < PQntuples(res); r++) {
        if (!db_rows_add(rows, cols))
            return false;
        for (int c = 0; c < cols; c++)
            if (!PQgetisnull(res, r, c) &&
                !db_rows_set(rows, c, PQgetvalue(res, r, c), (size_t)PQgetlength(res, r, c)))
                return false;
    }
    return true;
}

static enum sr_err run(struct db *db, int slot, const char *sql, const struct db_param *param,
                       int params, struct db_rows *rows, int *changed, struct sr_diag *diag)
{
    char number[DB_PARAMS_MAX][24];
    const char *value[DB_PARAMS_MAX];
    for (int i = 0; i < params; i++) {
        snprintf(number[i], sizeof number[i], "%lld", (long long)param[i].num);
        value[i] = param[i].text ? param[i].text : param[i].is_null ? NULL : number[i];
    }
    PGresult *res = execute(db, slot, sql, value, params);
    const ExecStatusType status = PQresultStatus(res);
    enum sr_err err = SR_OK;
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        /* A conflict is an answer about the data; all else speaks of the connection or server. */
        const char *state = PQresultErrorField(res, PG_DIAG_SQLSTATE);
        err = failed(PQresultErrorMessage(res), diag);
        if (state && strncmp(state, "23", 2) == 0)
            err = SR_DIFFERS;
    } else if (strcmp(sql, "COMMIT") == 0 && strcmp(PQcmdStatus(res), "COMMIT") != 0) {
        err = sr_fail(diag, SR_IO, "database: the transaction was rolled back");
    } else if (status == PGRES_TUPLES_OK && rows && !keep(res, rows)) {
        err = sr_fail(diag, SR_SPACE, "database: no memory for the answer");
    }
    if (changed) {
        const char *n = PQcmdTuples(res);
        *changed = n && *n ? (int)strtol(n, NULL, 10) : 0;
    }
    PQclear(res);
    return err;
}

/* ---- listening ------------------------------------------------------------------------------ */

struct db_ear {
    PGconn *conn;
};

void db_ear_close(struct db_ear *e)
{
    if (!e)
        return;
    PQfinish(e->conn);
    sr_free(e);
}

struct db_ear *db_ear_open(const char *where, struct sr_diag *diag)
{
    struct db_ear *e = (struct db_ear *)sr_alloc(sizeof *e);
    if (!e) {
        (void)sr_fail(diag, SR_SPACE, "no memory for the database");
        return NULL;
    }
    e->conn = connect_to(where);
    PGresult *res = PQstatus(e->conn) == CONNECTION_OK ? PQexec(e->conn, "LISTEN serai") : NULL;
    const bool ok = PQresultStatus(res) == PGRES_COMMAND_OK;
    PQclear(res);
    if (ok)
        return e;
    (void)failed(PQerrorMessage(e->conn), diag);
    db_ear_close(e);
    return NULL;
}

int db_ear_socket(const struct db_ear *e) { return PQsocket(e->conn); }

bool db_ear_hear(struct db_ear *e, void (*heard)(void *context, const char *text), void *context)
{
    const bool ok = PQconsumeInput(e->conn) && PQstatus(e->conn) == CONNECTION_OK;
    for (PGnotify *n; (n = PQnotifies(e->conn));) {
        heard(context, n->extra);
        PQfreemem(n);
    }
    return ok;
}

/* Dead rows are the business of its own vacuum. */
static void scrub(struct db *db) { (void)db; }

const struct db_driver db_postgres = {
    .open = open_db,
    .close = close_db,
    .run = run,
    .revive = revive,
    .scrub = scrub,
    .begin = "BEGIN",
    .translate = translate,
};
