/* parcel.c: carrying parcels (parcel.h): read at the table's database, in order; run in the first,
 * in one transaction with a mark of the last number; dropped where they were. The mark is refused
 * when somebody else has carried one of them meanwhile: then those he has are dropped, and the rest
 * is read anew. */
#include "store/parcel.h"

#include "core/alloc.h"
#include "store/entry.h"

enum { AT_ONCE = 200, TOKENS = 64, LYING_MS = 5000, TABLES = 50, TRIES = 5 };

struct way { /* one table's */
    struct way *next;
    struct store *store;
    struct parcels *all;
    char table[ENTRY_ID_MAX];
    int64_t last;
    int tries;
    bool again; /* there are more by now */
    struct store_job *waiting; /* for it to be there */
};

struct parcels {
    struct way *first;
    bool sweeping[STORE_BANKS_MAX];
    struct store *store;
};

struct parcels *parcels_new(void) { return (struct parcels *)sr_alloc(sizeof(struct parcels)); }

static void finish_all(struct way *w)
{
    while (w->waiting) {
        struct store_job *job = w->waiting;
        w->waiting = job->next;
        store__finish(w->store, job);
    }
}

void parcels_free(struct parcels *p)
{
    while (p && p->first) {
        struct way *w = p->first;
        p->first = w->next;
        finish_all(w);
        sr_free(w);
    }
    sr_free(p);
}

static void look(struct way *w);

/* What was not carried lies there still: the sweep finds it. */
static void leave(struct way *w)
{
    struct way **at = &w->all->first;
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
    finish_all(w);
    sr_free(w);
}

static void dropped(struct store_job *job, void *context)
{
    struct way *w = (struct way *)context;
    if (job->err || (!w->again && w->tries == 0) || w->tries > TRIES) {
        leave(w);
        return;
    }
    w->again = false;
    look(w);
}

static void drop(struct way *w)
{
    struct store_job *job = store_job_new(dropped, w);
    if (!job) {
        leave(w);
        return;
    }
    store_at(job, w->table);
    store_add(job, ST_PARCEL_DROP, "si", w->table, w->last);
    store_send(w->store, job);
}

static void marked(struct store_job *job, void *context)
{
    struct way *w = (struct way *)context;
    w->last = db_int(store_rows(job, 0), 0, 0);
    if (job->err)
        leave(w);
    else
        drop(w);
}

static void carried(struct store_job *job, void *context)
{
    struct way *w = (struct way *)context;
    if (!job->err) {
        w->tries = 0;
        drop(w);
        return;
    }
    struct store_job *ask = job->err == SR_DIFFERS ? store_job_new(marked, w) : NULL;
    if (!ask) {
        leave(w);
        return;
    }
    w->tries++;
    store_add(ask, ST_RECEIVED_GET, "s", w->table);
    store_send(w->store, ask);
}

static int stmt_of(const char *name)
{
    for (int i = 0; i < ST_COUNT; i++)
        if (store__parcel[i] && strcmp(store__parcel[i], name) == 0)
            return i;
    return -1;
}

/* The statement of a parcel, as it was; false when it cannot be read. */
static bool unpack(struct store_job *job, const char *name, const char *body)
{
    const int stmt = stmt_of(name);
    const size_t len = strlen(body);
    struct sr_tok tok[TOKENS];
    struct sr_doc d;
    struct sr_diag diag;
    char *text = stmt < 0 ? NULL : (char *)sr_alloc(len + 1);
    struct store_step *step = text ? store__step(job, (enum store_stmt)stmt) : NULL;
    bool ok = step && sr_json_parse(&d, body, len, tok, TOKENS, &diag) == SR_OK &&
              d.tok[0].size <= DB_PARAMS_MAX;
    for (int i = 0; ok && i < d.tok[0].size; i++) {
        struct db_param *p = &step->param[step->params++];
        const int at = sr_json_at(&d, 0, i);
        if (d.tok[at].type == SR_J_NULL)
            p->is_null = true;
        else if (d.tok[at].type == SR_J_STRING)
            ok = sr_json_text(&d, at, text, len + 1) && (p->text = store__text(job, text)) != NULL;
        else
            ok = sr_json_num(&d, at, &p->num);
    }
    sr_free(text);
    return ok;
}

static void looked(struct store_job *job, void *context)
{
    struct way *w = (struct way *)context;
    const struct db_rows *rows = store_rows(job, 0);
    struct store_job *there = job->err || !rows->count ? NULL : store_job_new(carried, w);
    bool ok = there != NULL;
    if (ok) {
        w->last = db_int(rows, rows->count - 1, 0);
        w->again |= rows->count == AT_ONCE;
        store_add(there, ST_RECEIVED_MARK, "sii", w->table, w->last, db_int(rows, 0, 0));
    }
    for (int i = 0; ok && i < rows->count; i++)
        ok = unpack(there, db_text(rows, i, 1), db_text(rows, i, 2));
    if (ok) {
        store_send(w->store, there);
    } else {
        store_job_free(there);
        leave(w);
    }
}

static void look(struct way *w)
{
    struct store_job *job = store_job_new(looked, w);
    if (!job) {
        leave(w);
        return;
    }
    store_at(job, w->table);
    store_add(job, ST_PARCEL_LIST, "si", w->table, (int64_t)AT_ONCE);
    store_send(w->store, job);
}

static void wait_along(struct way *w, struct store_job *job)
{
    if (!job)
        return;
    job->next = w->waiting;
    w->waiting = job;
}

bool parcels_carry(struct store *s, struct parcels *p, const char *table, struct store_job *job)
{
    for (struct way *w = p->first; w; w = w->next)
        if (strcmp(w->table, table) == 0) {
            w->again = true;
            wait_along(w, job);
            return true;
        }
    struct way *w = (struct way *)sr_alloc(sizeof *w);
    if (!w)
        return false;
    wait_along(w, job);
    w->store = s;
    w->all = p;
    memcpy(w->table, table, strnlen(table, sizeof w->table - 1));
    w->next = p->first;
    p->first = w;
    look(w);
    return true;
}

static void found(struct store_job *job, void *context)
{
    struct parcels *p = (struct parcels *)context;
    const struct db_rows *rows = store_rows(job, 0);
    p->sweeping[job->bank] = false;
    for (int i = 0; !job->err && i < rows->count; i++)
        (void)parcels_carry(p->store, p, db_text(rows, i, 0), NULL);
}

void parcels_sweep(struct store *s, struct parcels *p)
{
    p->store = s;
    for (int k = 1; k < store_banks(s); k++) {
        struct store_job *job = p->sweeping[k] ? NULL : store_job_new(found, p);
        if (!job)
            continue;
        p->sweeping[k] = true;
        job->bank = k;
        store_add(job, ST_PARCEL_TABLES, "ii", (int64_t)LYING_MS, (int64_t)TABLES);
        store_send(s, job);
    }
}
