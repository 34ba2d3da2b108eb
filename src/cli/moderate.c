/* moderate.c: `serai admin` for those who look after people: reports, decisions, the audit log.
 * What is decided is written with a line of the log in one transaction; servers keep to it within
 * seconds. */
#include "cli/moderate.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { ROWS = 1000, ID_MAX = 64 };

int64_t admin_now(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

/* What is done, by whom and when; `id` has room for 64 bytes. */
static struct store_deed deed(char *id, const char *what, const char *account, const char *name,
                              const char *note)
{
    static int count;
    const char *who = getenv("SUDO_USER");
    if (!who)
        who = getenv("USER");
    snprintf(id, ID_MAX, "%lld-%ld-%d", (long long)admin_now(), (long)getpid(), count++);
    return (struct store_deed){.id = id,
                               .by = who ? who : "operator",
                               .what = what,
                               .account = account,
                               .name = name,
                               .note = note,
                               .days = STORE_DAYS_USUAL,
                               .now = admin_now()};
}

void admin_audit(struct store_job *job, const char *what, const char *about, const char *note)
{
    char id[ID_MAX];
    const struct store_deed d = deed(id, what, about, "", note);
    store_audit(job, &d);
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
        return STORE_DAYS_USUAL;
    const long days = strtol(cli->word[3], &end, 10);
    return *end || days < 1 || days > STORE_DAYS_MAX ? -1 : (int)days;
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
    char id[ID_MAX];
    struct store_deed d = deed(id, what, a->account, a->name, a->word);
    d.days = days;
    if (!store_decide(job, &d)) {
        store_job_free(job);
        return cli_fail(a->cli, CLI_USAGE, "serai.admin.usage", NULL);
    }
    return admin_run(a, job);
}

static void lifted(struct store_job *job, void *context)
{
    struct admin *a = (struct admin *)context;
    if (!admin_failed(a, job))
        cli_say(a->cli, "serai.admin.lifted", CLI_ARGS({"name", .text = a->word}));
}

static void unrated(struct store_job *job, void *context)
{
    struct admin *a = (struct admin *)context;
    if (!admin_failed(a, job))
        cli_say(a->cli, "serai.admin.unrated", CLI_ARGS({"name", .text = a->word}));
}

int admin_unrate(struct admin *a)
{
    struct store_job *job = store_job_new(unrated, a);
    char id[ID_MAX];
    const struct store_deed d = deed(id, "unrate", a->account, "", "");
    store_unrate(job, &d);
    return admin_run(a, job);
}

int admin_lift(struct admin *a)
{
    struct store_job *job = store_job_new(lifted, a);
    char id[ID_MAX];
    const struct store_deed d = deed(id, "lift", a->account, "", "");
    store_lift(job, &d);
    return admin_run(a, job);
}
