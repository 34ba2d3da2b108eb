/* admin.c: `serai admin`: a look into the store of a server, also while it runs: backup, lists,
 * one table, and forgetting a player. */
#include <stdlib.h>

#include "cli/moderate.h"

enum { ROWS = 1000 };

void admin_rows(const struct admin *a, const struct db_rows *rows, const char *const *titles)
{
    const bool json = a->cli->value[OPT_JSON] != NULL;
    for (int r = 0; r < rows->count; r++) {
        char memory[65536];
        struct sr_buf b;
        sr_buf_init(&b, memory, sizeof memory);
        if (json)
            sr_json_open(&b, '{');
        for (int c = 0; c < rows->cols && titles[c]; c++) {
            if (json) {
                sr_json_put_str(&b, titles[c], db_text(rows, r, c));
            } else {
                printf("%s%s", c ? "  " : "", db_text(rows, r, c));
            }
        }
        if (json)
            sr_json_close(&b, '}');
        printf("%s\n", json ? b.text : "");
    }
}

/* Runs what was sent, and what that sends. */
static int finish(struct admin *a)
{
    while (store_waiting(a->store) > 0) {
        store_flush(a->store);
        store_collect(a->store);
    }
    return a->code;
}

int admin_run(struct admin *a, struct store_job *job)
{
    store_send(a->store, job);
    return finish(a);
}

bool admin_failed(struct admin *a, const struct store_job *job)
{
    if (!job->err)
        return false;
    a->code = cli_fail_text(a->cli, CLI_IO, job->diag.text);
    return true;
}

static void listed(struct store_job *job, void *context)
{
    static const char *const tables[] = {"table", "game", "status", "updated", "entries", NULL};
    static const char *const players[] = {"account", "name", "created", "tables", NULL};
    struct admin *a = (struct admin *)context;
    if (!admin_failed(a, job))
        admin_rows(a, store_rows(job, 0), job->step[0].stmt == ST_TABLE_LIST ? tables : players);
}

static int list(struct admin *a, enum store_stmt stmt)
{
    struct store_job *job = store_job_new(listed, a);
    store_add(job, stmt, "i", (int64_t)ROWS);
    return admin_run(a, job);
}

/* Secrets are hashes here already; the seed of a running match is left out. */
static void shown(struct store_job *job, void *context)
{
    static const char *const entry[] = {"seq", "at", "kind", "seat", NULL};
    struct admin *a = (struct admin *)context;
    if (admin_failed(a, job))
        return;
    if (store_rows(job, 0)->count == 0) {
        a->code =
            cli_fail(a->cli, CLI_USAGE, "serai.admin.no_table", CLI_ARGS({"id", .text = a->word}));
        return;
    }
    printf("%s %s rules=%s entries=%d\n", db_text(store_rows(job, 0), 0, 0),
           db_text(store_rows(job, 0), 0, 1), db_text(store_rows(job, 0), 0, 3),
           store_rows(job, 1)->count);
    admin_rows(a, store_rows(job, 1), entry);
}

static int show(struct admin *a)
{
    struct store_job *job = store_job_new(shown, a);
    store_at(job, a->word);
    store_add(job, ST_TABLE_GET, "s", a->word);
    store_add(job, ST_ENTRY_LIST, "s", a->word);
    return admin_run(a, job);
}

/* ---- forgetting a player -------------------------------------------------------------------- */

static void found_player(struct store_job *job, void *context)
{
    struct admin *a = (struct admin *)context;
    if (admin_failed(a, job))
        return;
    const struct db_rows *rows = store_rows(job, 0);
    if (rows->count == 0)
        a->code = cli_fail(a->cli, CLI_USAGE, "serai.admin.no_player",
                           CLI_ARGS({"name", .text = a->word}));
    else
        snprintf(a->account, sizeof a->account, "%s", db_text(rows, 0, 0));
}

static void forgotten(struct store_job *job, void *context)
{
    struct admin *a = (struct admin *)context;
    if (!admin_failed(a, job))
        cli_say(a->cli, "serai.admin.forgotten",
                CLI_ARGS({"name", .text = a->word}, {"n", .num = store_rows(job, 0)->count}));
}

/* Finds the account of this name. */
static int find(struct admin *a, const char *name)
{
    struct store_job *job = store_job_new(found_player, a);
    char fold[64];
    snprintf(fold, sizeof fold, "%s", name);
    for (char *s = fold; *s; s++)
        if (*s >= 'A' && *s <= 'Z')
            *s = (char)(*s + 32);
    store_add(job, ST_ACCOUNT_BY_NAME, "s", fold);
    return admin_run(a, job);
}

static int forget(struct admin *a)
{
    if (find(a, a->word) != CLI_OK)
        return a->code;
    struct store_job *note = store_job_new(NULL, NULL);
    admin_audit(note, "forget", "", ""); /* whom, is to be forgotten too */
    store_send(a->store, note);
    store_forget(a->store, a->account, forgotten, a);
    return finish(a);
}

static int lift(struct admin *a) { return find(a, a->word) == CLI_OK ? admin_lift(a) : a->code; }

static int unrate(struct admin *a)
{
    return find(a, a->word) == CLI_OK ? admin_unrate(a) : a->code;
}

static int league(struct admin *a)
{
    if (a->cli->words == 4 && find(a, a->cli->word[3]) != CLI_OK)
        return a->code;
    return admin_league(a);
}

static int list_tables(struct admin *a) { return list(a, ST_TABLE_LIST); }

static int list_players(struct admin *a) { return list(a, ST_ACCOUNT_LIST); }

static int backup(struct admin *a, const char *from)
{
    struct sr_diag diag = {""};
    if (a->cli->value[OPT_STORE])
        return cli_fail(a->cli, CLI_USAGE, "serai.admin.pg_dump", NULL);
    if (store_backup(from, a->word, &diag) != SR_OK)
        return cli_fail_text(a->cli, CLI_IO, diag.text);
    cli_say(a->cli, "serai.admin.backup", CLI_ARGS({"file", .text = a->word}));
    return CLI_OK;
}

/* One letter or digit that ids of tables have, and a database. */
int cli_shards(const struct cli *cli, struct store_shard *out)
{
    static const char names[] = "abcdefghjkmnpqrstuvwxyz023456789";
    bool taken[128] = {false};
    for (int i = 0; i < cli->shard_count; i++) {
        const char *text = cli->shard[i];
        const char name = text[0];
        if (!name || !strchr(names, name) || text[1] != '=' ||
            strncmp(text + 2, "postgres", 8) != 0 || taken[(int)name] || i >= STORE_BANKS_MAX - 1 ||
            !cli->value[OPT_STORE]) {
            cli_fail(cli, CLI_USAGE, "serai.serve.shard", CLI_ARGS({"text", .text = text}));
            return -1;
        }
        taken[(int)name] = true;
        out[i] = (struct store_shard){name, text + 2};
    }
    return cli->shard_count;
}

static const struct task {
    const char *name;
    int (*run)(struct admin *a);
    int words; /* with its name, at least */
    int most;
} tasks[] = {{"list", list_tables, 1, 1},       {"players", list_players, 1, 1},
             {"show", show, 2, 2},              {"forget", forget, 2, 2},
             {"reports", admin_reports, 1, 1},  {"report", admin_report, 2, 2},
             {"decide", admin_decide, 3, 4},    {"lift", lift, 2, 2},
             {"audit", admin_audit_list, 1, 1}, {"leagues", admin_leagues, 1, 1},
             {"league", league, 2, 4},          {"unrate", unrate, 2, 2},
             {"backup", NULL, 2, 2}};

static const struct task *task_of(const struct cli *cli)
{
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
        if (strcmp(tasks[i].name, cli->word[0]) == 0 && cli->words >= tasks[i].words &&
            cli->words <= tasks[i].most)
            return &tasks[i];
    return NULL;
}

int cli_admin(struct cli *cli)
{
    struct admin a = {.cli = cli, .word = cli->words > 1 ? cli->word[1] : NULL};
    const struct task *task = task_of(cli);
    char path[4096];
    struct sr_diag diag = {""};
    snprintf(path, sizeof path, "%s/serai.db",
             cli->value[OPT_DATA] ? cli->value[OPT_DATA] : "serai-data");
    if (!task)
        return cli_fail(cli, CLI_USAGE, "serai.admin.usage", NULL);
    if (!task->run)
        return backup(&a, path);
    const char *where = cli->value[OPT_STORE] ? cli->value[OPT_STORE] : path;
    FILE *there = cli->value[OPT_STORE] ? NULL : fopen(path, "r");
    if (!cli->value[OPT_STORE] && !there)
        return cli_fail(cli, CLI_IO, "serai.admin.no_store", CLI_ARGS({"file", .text = path}));
    if (there)
        fclose(there);
    struct store_shard shard[CLI_OPTIONS_MAX];
    const int shards = cli_shards(cli, shard);
    if (shards < 0)
        return CLI_USAGE;
    a.store = store_open_all(where, shard, shards, NULL, NULL, &diag);
    if (!a.store)
        return cli_fail_text(cli, CLI_IO, diag.text);
    const int code = task->run(&a);
    store_close(a.store);
    return cli_finish(cli, code);
}
