/* moderate.c: `serai admin` for those who look after people: reports, decisions, the audit log.
 * What is decided is written with a line of the log in one transaction; servers keep to it within
 * seconds. */
#include "cli/moderate.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { ROWS = 1000, DAYS_MAX = 3650, DAYS_USUAL = 7 };
static const int64_t day_ms = (int64_t)86400 * 1000;

static int64_t now_ms(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

void admin_audit(struct store_job *job, const char *what, const char *about, const char *note)
{
    static int count;
    char id[64];
    const char *who = getenv("SUDO_USER");
    if (!who)
        who = getenv("USER");
    snprintf(id, sizeof id, "%lld-%ld-%d", (long long)now_ms(), (long)getpid(), count++);
    store_add(job, ST_AUDIT_ADD, "sssss", id, who ? who : "operator", what, about, note);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static void listed(struct store_job *job, void *context)
{
    static const char *const reports[] = {"report", "at", "reason", "name", "table", "seat", NULL};
    static const char *const audit[] = {"at", "who", "what", "about", "note", NULL};
    struct admin *a = (struct admin *)context;
    if (!admin_failed(a, job))
        admin_rows(a, store_rows(job, 0), job->step[0].stmt == ST_REPORT_LIST ? reports : audit);
}

int admin_reports(struct admin *a)
{
    struct store_job *job = store_job_new(listed, a);
    store_add(job, ST_REPORT_LIST, "si", "open", (int64_t)ROWS);
    return admin_run(a, job);
}

int admin_audit_list(struct admin *a)
{
    struct store_job *job = store_job_new(listed, a);
    store_add(job, ST_AUDIT_LIST, "i", (int64_t)ROWS);
    return admin_run(a, job);
}

static void shown(struct store_job *job, void *context)
{
    static const char *const report[] = {"report",  "at",       "by",     "table", "seat",
                                         "account", "name",     "reason", "text",  "lines",
                                         "state",   "decision", NULL};
    struct admin *a = (struct admin *)context;
    if (admin_failed(a, job))
        return;
    if (store_rows(job, 0)->count == 0)
        a->code =
            cli_fail(a->cli, CLI_USAGE, "serai.admin.no_report", CLI_ARGS({"id", .text = a->word}));
    else
        admin_rows(a, store_rows(job, 0), report);
}

int admin_report(struct admin *a)
{
    struct store_job *job = store_job_new(shown, a);
    store_add(job, ST_REPORT_GET, "s", a->word);
    return admin_run(a, job);
}

/* ---- decisions ------------------------------------------------------------------------------- */

static void found_report(struct store_job *job, void *context)
{
    struct admin *a = (struct admin *)context;
    const struct db_rows *rows = store_rows(job, 0);
    if (admin_failed(a, job))
        return;
    if (rows->count == 0 || strcmp(db_text(rows, 0, 10), "open") != 0)
        a->code =
            cli_fail(a->cli, CLI_USAGE, "serai.admin.no_report", CLI_ARGS({"id", .text = a->word}));
    snprintf(a->account, sizeof a->account, "%s", db_text(rows, 0, 5));
    snprintf(a->name, sizeof a->name, "%s", db_text(rows, 0, 6));
}

static void decided(struct store_job *job, void *context)
{
    struct admin *a = (struct admin *)context;
    if (!admin_failed(a, job))
        cli_say(a->cli, "serai.admin.decided", CLI_ARGS({"id", .text = a->word}));
}

/* The days of a decision; -1: they make no sense. */
static int days_of(const struct cli *cli)
{
    char *end;
    if (cli->words < 4)
        return DAYS_USUAL;
    const long days = strtol(cli->word[3], &end, 10);
    return *end || days < 1 || days > DAYS_MAX ? -1 : (int)days;
}

int admin_decide(struct admin *a)
{
    static const char *const all[] = {"dismiss", "warn", "silence", "suspend"};
    const char *what = a->cli->words > 2 ? a->cli->word[2] : "";
    size_t k = 0;
    while (k < 4 && strcmp(all[k], what) != 0)
        k++;
    const int days = days_of(a->cli);
    if (k == 4 || days < 0)
        return cli_fail(a->cli, CLI_USAGE, "serai.admin.usage", NULL);
    struct store_job *look = store_job_new(found_report, a);
    store_add(look, ST_REPORT_GET, "s", a->word);
    if (admin_run(a, look) != CLI_OK)
        return a->code;
    if (k > 0 && !a->account[0])
        return cli_fail(a->cli, CLI_USAGE, "serai.admin.guest", CLI_ARGS({"id", .text = a->word}));
    struct store_job *job = store_job_new(decided, a);
    const int64_t now = now_ms();
    store_add(job, ST_REPORT_CLOSE, "ss", what, a->word);
    if (k > 0)
        store_add(job, ST_SANCTION_SET, "ssisi", a->account, what,
                  k > 1 ? now + days * day_ms : (int64_t)0, a->word, now);
    if (k == 3)
        store_add(job, ST_SESSION_DELETE_ALL, "s", a->account);
    admin_audit(job, what, a->account[0] ? a->account : a->name, a->word);
    return admin_run(a, job);
}

static void lifted(struct store_job *job, void *context)
{
    struct admin *a = (struct admin *)context;
    if (!admin_failed(a, job))
        cli_say(a->cli, "serai.admin.lifted", CLI_ARGS({"name", .text = a->word}));
}

int admin_lift(struct admin *a)
{
    struct store_job *job = store_job_new(lifted, a);
    store_add(job, ST_SANCTION_LIFT, "s", a->account);
    admin_audit(job, "lift", a->account, "");
    return admin_run(a, job);
}
