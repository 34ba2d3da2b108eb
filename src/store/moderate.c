/* moderate.c: what operators decide about people (store.h), with a line of the audit log in the
 * same transaction: the one way to do it, for `serai admin` and the operator's page. */
#include <stdio.h>

#include "store/store.h"

static const char *const decisions[] = {"dismiss", "warn", "silence", "suspend"};
enum { WARN = 1, SILENCE, SUSPEND, DECISIONS };
static const int64_t day_ms = (int64_t)86400 * 1000;

static int decision_of(const char *what)
{
    for (int k = 0; k < DECISIONS; k++)
        if (strcmp(decisions[k], what) == 0)
            return k;
    return -1;
}

void store_audit(struct store_job *job, const struct store_deed *d)
{
    store_add(job, ST_AUDIT_ADD, "sssss", d->id, d->by, d->what,
              d->account[0] ? d->account : d->name, d->note);
}

bool store_sanction(struct store_job *job, const struct store_deed *d)
{
    const int k = decision_of(d->what);
    if (k < 0 || (k > 0 && !d->account[0]) || d->days < 1 || d->days > STORE_DAYS_MAX)
        return false;
    if (k >= WARN)
        store_add(job, ST_SANCTION_SET, "ssisi", d->account, d->what,
                  k > WARN ? d->now + d->days * day_ms : (int64_t)0, d->note, d->now);
    if (k == SUSPEND)
        store_add(job, ST_SESSION_DELETE_ALL, "s", d->account);
    store_audit(job, d);
    return true;
}

bool store_decide(struct store_job *job, const struct store_deed *d)
{
    store_add(job, ST_REPORT_CLOSE, "ss", d->what, d->note);
    return store_sanction(job, d);
}

void store_lift(struct store_job *job, const struct store_deed *d)
{
    store_add(job, ST_SANCTION_LIFT, "s", d->account);
    store_audit(job, d);
}

void store_unrate(struct store_job *job, const struct store_deed *d)
{
    store_add(job, ST_RATING_FORGET, "s", d->account);
    store_add(job, ST_RATED_FORGET, "s", d->account);
    store_audit(job, d);
}
