/* forget.c: forgetting a player, or giving him another name (store.h). In rounds: what is his is
 * read, then blanked (or renamed), until a round finds nothing more; a table that went on meanwhile
 * has lost its owner with the first round and is loaded anew without him. Only then the account
 * itself goes, so that a forgetting that was cut off can be asked for again. */
#include <stdio.h>

#include "core/alloc.h"
#include "store/entry.h"
#include "store/store.h"

enum { TOKENS = 64, BODY_MAX = 512, ROUNDS_MAX = 20 };

struct forgetting {
    struct store *store;
    char account[ENTRY_ID_MAX];
    char name[ENTRY_NAME_MAX]; /* his new one; "": he is forgotten */
    int bank; /* whose logs are looked through: the shards' first */
    int rounds;
    store_done *done;
    void *context;
};

/* The entry in the nth row of ST_ENTRIES_OF_ACCOUNT, a sit; false when it cannot be read. */
static bool sit_read(const struct db_rows *r, int row, struct entry_sit *out)
{
    struct sr_tok tok[TOKENS];
    struct entry e = entry_of(ENTRY_SIT, (int)db_int(r, row, 1));
    if (entry_read(&e, NULL, db_text(r, row, 4), tok, TOKENS, NULL) != SR_OK)
        return false;
    *out = *e.has.sit;
    entry_free(&e);
    return true;
}

/* What stands in place of his entries of this kind: the body of one that tells of nobody. */
static void blank_body(enum entry_kind kind, char out[BODY_MAX])
{
    struct entry_sit sit = {.kind = ENTRY_HUMAN, .name = "-"};
    char text[] = "-";
    struct entry e = entry_of(kind, 0);
    struct sr_buf b;
    if (kind == ENTRY_SIT)
        e.has.sit = &sit;
    else
        e.has.text = text;
    sr_buf_init(&b, out, BODY_MAX);
    entry_write(&b, NULL, &e);
}

/* The same sit under another name. */
static void named_body(const struct db_rows *r, int row, const char *name, char out[BODY_MAX])
{
    struct entry_sit sit;
    struct entry e = entry_of(ENTRY_SIT, (int)db_int(r, row, 1));
    struct sr_buf b;
    sr_buf_init(&b, out, BODY_MAX);
    if (!sit_read(r, row, &sit))
        return;
    snprintf(sit.name, sizeof sit.name, "%s", name);
    e.has.sit = &sit;
    entry_write(&b, NULL, &e);
}

static bool same_seat(const struct db_rows *r, int a, int b)
{
    return strcmp(db_text(r, a, 0), db_text(r, b, 0)) == 0 && db_int(r, a, 1) == db_int(r, b, 1);
}

static bool is_sit(const struct db_rows *r, int i)
{
    return entry_kind_of(db_text(r, i, 3)) == ENTRY_SIT;
}

/* Whether the one who sat down by row i is he: by the account, or by the key of a seat that he
 * bound to the account later. */
static bool is_he(const struct db_rows *r, int i, const char *account)
{
    struct entry_sit one, other;
    if (!sit_read(r, i, &one))
        return false;
    if (strcmp(one.account, account) == 0)
        return true;
    for (int k = i + 1; one.key[0] && k < r->count && same_seat(r, i, k); k++)
        if (is_sit(r, k) && sit_read(r, k, &other) && strcmp(other.key, one.key) == 0 &&
            strcmp(other.account, account) == 0)
            return true;
    return false;
}

/* Adds his new name wherever he sits; returns in how many entries. */
static int rename_in(struct store_job *job, const struct db_rows *r, const struct forgetting *f)
{
    char body[BODY_MAX];
    int count = 0;
    for (int i = 0; i < r->count; i++) {
        if (!is_sit(r, i) || !is_he(r, i, f->account))
            continue;
        named_body(r, i, f->name, body);
        if (!body[0] || strcmp(db_text(r, i, 4), body) == 0)
            continue;
        store_add(job, ST_ENTRY_REPLACE, "ssi", body, db_text(r, i, 0), db_int(r, i, 2));
        count++;
    }
    return count;
}

/* Adds the blanking of what is his; returns how much that is. */
static int blank(struct store_job *job, const struct db_rows *r, const char *account)
{
    char nobody[BODY_MAX], nothing[BODY_MAX];
    int count = 0;
    bool his = false;
    blank_body(ENTRY_SIT, nobody);
    blank_body(ENTRY_CHAT, nothing);
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

static void give_up(struct store_job *job, struct forgetting *f)
{
    if (!job->err)
        job->err = sr_fail(&job->diag, SR_SPACE, "no memory for a store job");
    finish(job, f);
}

static void next_round(struct store_job *job, void *context);

static void look(struct store_job *failed, struct forgetting *f, store_done *then)
{
    struct store_job *job = store_job_new(then, f);
    if (!job) {
        give_up(failed, f);
        return;
    }
    job->bank = f->bank;
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

/* Nothing more of him is in the logs of this shard: the next database. */
static void shard_done(struct store_job *job, void *context)
{
    struct forgetting *f = (struct forgetting *)context;
    if (job->err) {
        finish(job, f);
        return;
    }
    f->bank = (f->bank + 1) % store_banks(f->store);
    f->rounds = 0;
    look(job, f, next_round);
}

static void shard_round(struct store_job *job, struct forgetting *f)
{
    struct store_job *last = store_job_new(shard_done, f);
    if (!last) {
        give_up(job, f);
        return;
    }
    last->bank = f->bank;
    store_add(last, ST_TABLE_RENEW, "s", f->account);
    if (!f->name[0])
        store_add(last, ST_PLACE_FORGET, "s", f->account);
    store_send(f->store, last);
}

/* Nothing more of him is in the logs: now the account itself goes. */
static void last_round(struct store_job *job, struct forgetting *f)
{
    struct store_job *last = store_job_new(finish, f);
    if (!last) {
        give_up(job, f);
        return;
    }
    store_add(last, ST_TABLES_OF_ACCOUNT, "s", f->account);
    store_add(last, ST_TABLE_RENEW, "s", f->account);
    store_add(last, ST_NOTICE_RENEW, "s", f->account);
    if (f->name[0]) {
        store_send(f->store, last);
        return;
    }
    store_add(last, ST_ACCOUNT_FORGET_RESULTS, "s", f->account);
    store_add(last, ST_RATING_FORGET, "s", f->account);
    store_add(last, ST_SEASON_FORGET, "s", f->account);
    store_add(last, ST_RATED_FORGET, "s", f->account);
    store_add(last, ST_PEOPLE_FORGET, "ss", f->account, f->account);
    store_add(last, ST_GALLERY_FORGET, "s", f->account);
    store_add(last, ST_CODE_CLEAR, "s", f->account);
    store_add(last, ST_REPORT_FORGET, "s", f->account);
    store_add(last, ST_CUP_FORGET, "s", f->account);
    store_add(last, ST_CUP_FORGET_HOST, "s", f->account);
    store_add(last, ST_LEAGUE_FORGET, "s", f->account);
    store_add(last, ST_LEAGUE_FORGET_HOST, "s", f->account);
    store_add(last, ST_ANALYSIS_FORGET, "s", f->account);
    store_add(last, ST_REPORT_BLANK, "s", f->account);
    store_add(last, ST_SANCTION_LIFT, "s", f->account);
    store_add(last, ST_AUDIT_FORGET, "s", f->account);
    store_add(last, ST_PLACE_FORGET, "s", f->account);
    store_add(last, ST_MAIL_DROP, "s", f->account);
    store_add(last, ST_PASSKEY_FORGET, "s", f->account);
    store_add(last, ST_PUSH_FORGET, "s", f->account);
    store_add(last, ST_WISH_FORGET, "s", f->account);
    store_add(last, ST_RING_FORGET, "sss", f->account, f->account, f->account);
    store_add(last, ST_TOLD_FORGET, "ss", f->account, f->account);
    store_add(last, ST_SESSION_DELETE_ALL, "s", f->account);
    store_add(last, ST_ACCOUNT_DELETE, "s", f->account);
    last->scrub = true;
    store_send(f->store, last);
}

static void next_round(struct store_job *job, void *context)
{
    struct forgetting *f = (struct forgetting *)context;
    const unsigned long shortages = sr_alloc_failures();
    struct store_job *next = job->err ? NULL : store_job_new(blanked, f);
    if (next)
        next->bank = f->bank;
    const struct db_rows *rows = store_rows(job, 0);
    const int more = !next        ? 0
                     : f->name[0] ? rename_in(next, rows, f)
                                  : blank(next, rows, f->account);
    if (!next || sr_alloc_failures() != shortages) { /* an entry may have been passed over */
        store_job_free(next);
        give_up(job, f);
    } else if (more > 0 && f->rounds++ < ROUNDS_MAX) {
        store_add(next, ST_TABLE_RENEW, "s", f->account);
        store_send(f->store, next);
    } else {
        store_job_free(next);
        if (f->bank > 0)
            shard_round(job, f);
        else
            last_round(job, f);
    }
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
    f->bank = job->bank = 1 % store_banks(s);
    snprintf(f->account, sizeof f->account, "%s", account);
    store_add(job, ST_ENTRIES_OF_ACCOUNT, "s", account);
    store_send(s, job);
}

static void renamed(struct store_job *job, void *context)
{
    struct forgetting *f = (struct forgetting *)context;
    if (job->err)
        finish(job, f);
    else
        look(job, f, next_round);
}

void store_rename(struct store *s, const char *account, const char *name, const char *fold,
                  const char *look_of, store_done *done, void *context)
{
    struct forgetting *f = (struct forgetting *)sr_alloc(sizeof *f);
    struct store_job *job = f ? store_job_new(renamed, f) : NULL;
    if (!job) {
        struct store_job none = {.err = SR_SPACE, .diag = {"no memory"}};
        sr_free(f);
        done(&none, context);
        return;
    }
    f->store = s;
    f->done = done;
    f->context = context;
    f->bank = 1 % store_banks(s);
    snprintf(f->account, sizeof f->account, "%s", account);
    snprintf(f->name, sizeof f->name, "%s", name);
    store_add(job, ST_ACCOUNT_RENAME, "ssssss", name, fold, look_of, account, fold, look_of);
    store_add(job, ST_RESULT_RENAME, "ss", name, account);
    store_add(job, ST_CUP_RENAME, "ss", name, account);
    store_add(job, ST_LEAGUE_RENAME, "ss", name, account);
    store_add(job, ST_GALLERY_RENAME, "ss", name, account);
    store_send(s, job);
}
