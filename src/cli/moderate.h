/* moderate.h: what the files of `serai admin` share: admin.c (the store), moderate.c (people),
 * leagues.c. */
#ifndef SERAI_CLI_MODERATE_H
#define SERAI_CLI_MODERATE_H

#include "cli/cli.h"
#include "store/store.h"

struct admin {
    struct cli *cli;
    struct store *store;
    const char *word;
    char account[32], name[64]; /* of the player it is about */
    int code;
};

int64_t admin_now(void); /* ms since 1970 */
/* Runs what was sent, and what that sends; the exit code. */
int admin_run(struct admin *a, struct store_job *job);
bool admin_failed(struct admin *a, const struct store_job *job); /* which is said */
void admin_rows(const struct admin *a, const struct db_rows *rows, const char *const *titles);

/* Adds a line to the log of what operators did, in the same transaction. */
void admin_audit(struct store_job *job, const char *what, const char *about, const char *note);
int admin_reports(struct admin *a);
int admin_report(struct admin *a);
int admin_decide(struct admin *a);
int admin_lift(struct admin *a);   /* account is known */
int admin_unrate(struct admin *a); /* the same */
int admin_audit_list(struct admin *a);
int admin_leagues(struct admin *a);
int admin_league(struct admin *a); /* the account of a player to be taken out is known */

#endif
