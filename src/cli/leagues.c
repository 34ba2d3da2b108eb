/* leagues.c: `serai admin` for leagues: which there are, who is in, taking out, ending one. */
#include "cli/moderate.h"

enum { ROWS = 1000 };

static void listed(struct store_job *job, void *context)
{
    static const char *const titles[] = {"league", "name",   "game",    "seats", "rated",
                                         "state",  "season", "players", NULL};
    struct admin *a = (struct admin *)context;
    if (!admin_failed(a, job))
        admin_rows(a, store_rows(job, 0), titles);
}

int admin_leagues(struct admin *a)
{
    struct store_job *job = store_job_new(listed, a);
    store_add(job, ST_LEAGUE_LIST, "i", (int64_t)ROWS);
    return admin_run(a, job);
}

static void shown(struct store_job *job, void *context)
{
    static const char *const players[] = {"account", "name", NULL};
    struct admin *a = (struct admin *)context;
    if (admin_failed(a, job))
        return;
    if (store_rows(job, 0)->count == 0)
        a->code =
            cli_fail(a->cli, CLI_USAGE, "serai.admin.no_league", CLI_ARGS({"id", .text = a->word}));
    else
        admin_rows(a, store_rows(job, 1), players);
}

static void changed(struct store_job *job, void *context)
{
    struct admin *a = (struct admin *)context;
    if (job->err == SR_DIFFERS)
        a->code =
            cli_fail(a->cli, CLI_USAGE, "serai.admin.no_league", CLI_ARGS({"id", .text = a->word}));
    else if (!admin_failed(a, job))
        cli_say(a->cli, "serai.admin.league_done", CLI_ARGS({"id", .text = a->word}));
}

int admin_league(struct admin *a)
{
    const struct cli *cli = a->cli;
    const char *what = cli->words > 2 ? cli->word[2] : "";
    const bool ends = strcmp(what, "end") == 0 && cli->words == 3;
    const bool removes = strcmp(what, "remove") == 0 && cli->words == 4;
    if (what[0] && !ends && !removes)
        return cli_fail(cli, CLI_USAGE, "serai.admin.usage", NULL);
    struct store_job *job = store_job_new(what[0] ? changed : shown, a);
    if (ends) {
        store_add(job, ST_LEAGUE_END, "isss", admin_now(), a->word, "", "");
        admin_audit(job, "league", "", a->word);
    } else if (removes) {
        store_add(job, ST_LEAGUE_TAKE_OUT, "ss", a->account, a->word);
        admin_audit(job, "league", a->account, a->word);
    } else {
        store_add(job, ST_LEAGUE_GET, "s", a->word);
        store_add(job, ST_LEAGUE_PLAYERS, "s", a->word);
    }
    return admin_run(a, job);
}
