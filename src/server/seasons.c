/* seasons.c: seasons of ratings (rater.h): when a quarter or a year is over, the standing of all
 * is kept as it was and every uncertainty grows a little, in one transaction that fails if another
 * process has done so. Which season runs stands in `meta`: a server that was off when one ended
 * closes it at its next start. */
#include <stdio.h>
#include <time.h>

#include "core/alloc.h"
#include "server/rater.h"
#include "server/secret.h"

enum { SEASON_MAX = 16 };

struct turn {
    struct server *sv;
    char now[SEASON_MAX];
};

void seasons_name(const char *kind, int64_t at, char *out, size_t max)
{
    const time_t seconds = (time_t)(at / 1000);
    struct tm tm;
    gmtime_r(&seconds, &tm);
    if (strcmp(kind, "year") == 0)
        snprintf(out, max, "%d", tm.tm_year + 1900);
    else
        snprintf(out, max, "%d-Q%d", tm.tm_year + 1900, tm.tm_mon / 3 + 1);
}

static void closed(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    if (!job->err)
        sv_log(sv, "info", "season_over", "s", "season", job->step[0].param[0].text);
    else if (job->err != SR_DIFFERS) /* else another process was first */
        sv_log(sv, "error", "store", "ss", "doing", "season", "why", job->diag.text);
}

static void found(struct store_job *job, void *context)
{
    struct turn *w = (struct turn *)context;
    const char *was = db_text(store_rows(job, 1), 0, 0);
    struct store_job *next =
        job->err || !was[0] || strcmp(was, w->now) == 0 ? NULL : store_job_new(closed, w->sv);
    if (next) {
        store_add(next, ST_SEASON_KEEP, "s", was);
        store_add(next, ST_SEASON_WIDEN, "");
        store_add(next, ST_SEASON_NEXT, "ss", w->now, was);
        store_send(w->sv->store, next);
    }
    sr_free(w);
}

void seasons_sweep(struct server *sv, int64_t now)
{
    struct turn *w = sv->options.seasons ? (struct turn *)sr_alloc(sizeof *w) : NULL;
    struct store_job *job = w ? store_job_new(found, w) : NULL;
    if (!job) {
        sr_free(w);
        return;
    }
    w->sv = sv;
    seasons_name(sv->options.seasons, now, w->now, sizeof w->now);
    store_add(job, ST_META_ADD, "ss", "season", w->now);
    store_add(job, ST_META_GET, "s", "season");
    store_send(sv->store, job);
}
