/* forget.c: forgetting a player (store.h). In rounds: what is his is read, then blanked, until a
 * round finds nothing more; a table that went on meanwhile has lost its owner with the first round
 * and is loaded anew without him. Only then the account itself goes, so that a forgetting that was
 * cut off can be asked for again. */
#include <stdio.h>

#include "core/alloc.h"
#include "store/store.h"

enum { TOKENS = 64, ROUNDS_MAX = 20 };

static const char nobody[] = "{\"kind\":\"human\",\"name\":\"-\"}";
static const char nothing[] = "{\"text\":\"-\"}";

struct forgetting {
    struct store *store;
    char account[32];
    int rounds;
    store_done *done;
    void *context;
};

struct sit { /* what an entry says of who sat down */
    char account[32], key[80];
};

static bool sit_read(const char *body, struct sit *out)
{
    struct sr_tok tok[TOKENS];
    struct sr_doc d;
    memset(out, 0, sizeof *out);
    if (sr_json_parse(&d, body, strlen(body), tok, TOKENS, NULL) != SR_OK)
        return false;
    const int account = sr_json_get(&d, 0, "account"), key = sr_json_get(&d, 0, "key");
    if (account >= 0)
        (void)!sr_json_text(&d, account, out->account, sizeof out->account);
    if (key >= 0)
        (void)!sr_json_text(&d, key, out->key, sizeof out->key);
    return true;
}

static bool same_seat(const struct db_rows *r, int a, int b)
{
    return strcmp(db_text(r, a, 0), db_text(r, b, 0)) == 0 && db_int(r, a, 1) == db_int(r, b, 1);
}

static bool is_sit(const struct db_rows *r, int i) { return strcmp(db_text(r, i, 3), "sit") == 0; }

/* Whether the one who sat down by row i is he: by the account, or by the key of a seat that he
 * bound to the account later. */
static bool is_he(const struct db_rows *r, int i, const char *account)
{
    struct sit one, other;
    if (!sit_read(db_text(r, i, 4), &one))
        return false;
    if (strcmp(one.account, account) == 0)
        return true;
    for (int k = i + 1; one.key[0] && k < r->count && same_seat(r, i, k); k++)
        if (is_sit(r, k) && sit_read(db_text(r, k, 4), &other) && strcmp(other.key, one.key) == 0 &&
            strcmp(other.account, account) == 0)
            return true;
    return false;
}

/* Adds the blanking of what is his; returns how much that is. */
static int blank(struct store_job *job, const struct db_rows *r, const char *account)
{
    int count = 0;
    bool his = false;
    for (int i = 0; i < r->count; i++) {
        const bool sit = is_sit(r, i);
        if (i > 0 && !same_seat(r, i - 1, i))
            his = false;
        if (sit)
            his = is_he(r, i, account) || strcmp(db_text(r, i, 4), nobody) == 0;
        const char *body = sit ? nobody : nothing;
        if (!his || strcmp(db_text(r, i, 4), body) == 0)
            continue;
        store_add(job, ST_ENTRY_REPLACE, "ssi", body, db_text(r, i, 0), db_int(r, i, 2));
        count++;
    }
    return count;
}

static void finish(struct store_job *job, void *context)
{
    struct forgetting *f = (struct forgetting *)context;
    f->done(job, f->context);
    sr_free(f);
}

static void next_round(struct store_job *job, void *context);

static void look(struct store_job *failed, struct forgetting *f, store_done *then)
{
    struct store_job *job = store_job_new(then, f);
    if (!job) {
        failed->err = sr_fail(&failed->diag, SR_SPACE, "no memory for a store job");
        finish(failed, f);
        return;
    }
    store_add(job, ST_ENTRIES_OF_ACCOUNT, "s", f->account);
    store_send(f->store, job);
}

static void blanked(struct store_job *job, void *context)
{
    struct forgetting *f = (struct forgetting *)context;
    if (job->err)
        finish(job, f);
    else
        look(job, f, next_round);
}

static void next_round(struct store_job *job, void *context)
{
    struct forgetting *f = (struct forgetting *)context;
    struct store_job *next = job->err ? NULL : store_job_new(blanked, f);
    if (!next) {
        if (!job->err)
            job->err = sr_fail(&job->diag, SR_SPACE, "no memory for a store job");
        finish(job, f);
        return;
    }
    const int more = blank(next, store_rows(job, 0), f->account);
    if (more > 0 && f->rounds++ < ROUNDS_MAX) {
        store_add(next, ST_TABLE_RENEW, "s", f->account);
        store_send(f->store, next);
        return;
    }
    store_job_free(next);
    next = store_job_new(finish, f);
    if (!next) {
        job->err = sr_fail(&job->diag, SR_SPACE, "no memory for a store job");
        finish(job, f);
        return;
    }
    store_add(next, ST_TABLES_OF_ACCOUNT, "s", f->account);
    store_add(next, ST_TABLE_RENEW, "s", f->account);
    store_add(next, ST_ACCOUNT_FORGET_RESULTS, "s", f->account);
    store_add(next, ST_PLACE_FORGET, "s", f->account);
    store_add(next, ST_SESSION_DELETE_ALL, "s", f->account);
    store_add(next, ST_ACCOUNT_DELETE, "s", f->account);
    next->scrub = true;
    store_send(f->store, next);
}

void store_forget(struct store *s, const char *account, store_done *done, void *context)
{
    struct forgetting *f = (struct forgetting *)sr_alloc(sizeof *f);
    struct store_job *job = f ? store_job_new(next_round, f) : NULL;
    if (!job) {
        struct store_job none = {.err = SR_SPACE, .diag = {"no memory"}};
        sr_free(f);
        done(&none, context);
        return;
    }
    f->store = s;
    f->done = done;
    f->context = context;
    snprintf(f->account, sizeof f->account, "%s", account);
    store_add(job, ST_ENTRIES_OF_ACCOUNT, "s", account);
    store_send(s, job);
}
