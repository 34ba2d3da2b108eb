/* kin.c: notices between processes (kin.h). A notice is told to all who listen and is a row that is
 * read for some seconds; each process remembers which it has heard. Reading by time and not by
 * number misses none, in whatever order they were committed. */
#include "server/kin.h"

#include <stdlib.h>

#include "core/alloc.h"
#include "server/desk.h"
#include "server/hall.h"
#include "server/limit.h"
#include "server/secret.h"
#include "server/socket.h"

enum {
    READ_MS = 10000,
    LISTENING_MS = 2000, /* rows are read so often beside listening */
    RETRY_MS = 2000,
    SPENT_MAX = 64,
    FIELDS = 6
};

/* ---- saying --------------------------------------------------------------------------------- */

static void add(const struct server *sv, struct store_job *job, const char *kind, const char *a,
                const char *b, const char *c)
{
    char id[SV_ID_MAX], text[SPENT_MAX * 32 + 512];
    sv_new_id(id);
    store_add(job, ST_NOTICE_ADD, "ssssss", id, sv->member, kind, a, b, c);
    snprintf(text, sizeof text, "%s\n%s\n%s\n%s\n%s\n%s", id, sv->member, kind, a, b, c);
    store_add(job, ST_NOTICE_TELL, "s", text);
}

void kin_add_ended(const struct server *sv, struct store_job *job, const char *account,
                   const char *kept, const char *session)
{
    if (sv->shared)
        add(sv, job, "ended", account, kept, session);
}

void kin_tell_missed(struct server *sv, uint64_t guess)
{
    char text[24];
    struct store_job *job = sv->shared ? store_job_new(NULL, NULL) : NULL;
    if (!job)
        return;
    snprintf(text, sizeof text, "%llx", (unsigned long long)guess);
    add(sv, job, "missed", text, "", "");
    store_send(sv->store, job);
}

struct spending {
    char text[SPENT_MAX * 32];
    size_t len;
    int count;
};

static void put_spent(void *context, uint64_t who, int kind, int amount)
{
    struct spending *s = (struct spending *)context;
    if (s->count++ >= SPENT_MAX)
        return;
    s->len += (size_t)snprintf(s->text + s->len, sizeof s->text - s->len, "%llx:%d:%d ",
                               (unsigned long long)who, kind, amount);
}

void kin_add_beat(struct server *sv, struct store_job *job)
{
    struct spending s = {.len = 0};
    limits_spent(sv->limits, put_spent, &s);
    if (s.len)
        add(sv, job, "spent", s.text, "", "");
    const int64_t now = sv_now();
    if (sv->kin.listening && now < sv->kin.read_at)
        return;
    sv->kin.read_at = now + LISTENING_MS;
    store_add(job, ST_NOTICE_LIST, "si", sv->member, (int64_t)READ_MS);
    store_add(job, ST_NOTICE_PRUNE, "i", (int64_t)6 * READ_MS);
}

/* ---- hearing -------------------------------------------------------------------------------- */

static void hear_spent(struct server *sv, const char *text)
{
    while (*text) {
        char *end;
        const uint64_t who = strtoull(text, &end, 16);
        const int kind = *end == ':' ? (int)strtol(end + 1, &end, 10) : -1;
        const int amount = *end == ':' ? (int)strtol(end + 1, &end, 10) : 0;
        if (*end != ' ')
            return;
        limits_charge(sv->limits, who, kind, amount, sv_now());
        text = end + 1;
    }
}

/* Whether it was heard before; it is from now on. */
static bool heard(struct server *sv, const char *id)
{
    const size_t room = sizeof sv->kin.heard / sizeof *sv->kin.heard;
    for (size_t i = 0; i < room; i++)
        if (strcmp(sv->kin.heard[i], id) == 0)
            return true;
    snprintf(sv->kin.heard[sv->kin.next++ % room], sizeof *sv->kin.heard, "%s", id);
    return false;
}

static void hear(struct server *sv, const char *id, const char *kind, const char *a, const char *b,
                 const char *c)
{
    struct sv_table *t;
    if (heard(sv, id))
        return;
    if (strcmp(kind, "ended") == 0 && a[0])
        socket_end_sessions(sv, a, b, NULL);
    else if (strcmp(kind, "ended") == 0)
        socket_end_sessions(sv, NULL, NULL, c);
    else if (strcmp(kind, "renew") == 0 && (t = sv_find(sv, a)))
        sv_let_go(sv, t); /* its memory still knows somebody who is to be forgotten */
    else if (strcmp(kind, "missed") == 0)
        desk_missed(sv->desk, strtoull(a, NULL, 16));
    else if (strcmp(kind, "spent") == 0)
        hear_spent(sv, a);
}

void kin_hear(struct server *sv, const struct store_job *beat)
{
    for (int k = 0; k < beat->steps; k++) {
        const struct db_rows *rows = store_rows(beat, k);
        for (int i = 0; beat->step[k].stmt == ST_NOTICE_LIST && i < rows->count; i++)
            hear(sv, db_text(rows, i, 0), db_text(rows, i, 1), db_text(rows, i, 2),
                 db_text(rows, i, 3), db_text(rows, i, 4));
    }
}

/* ---- the secret ----------------------------------------------------------------------------- */

static void secret_known(struct store_job *job, void *context)
{
    char *out = (char *)context;
    if (!job->err)
        snprintf(out, SV_SECRET_MAX, "%s", db_text(store_rows(job, 1), 0, 0));
}

void kin_secret(struct server *sv, char out[SV_SECRET_MAX])
{
    char secret[SV_SECRET_MAX];
    struct store_job *job = store_job_new(secret_known, out);
    out[0] = '\0';
    if (!job)
        return;
    sv_new_secret(secret);
    store_add(job, ST_META_ADD, "ss", "peer_secret", secret);
    store_add(job, ST_META_GET, "s", "peer_secret");
    store_send(sv->store, job);
    store_flush(sv->store);
    while (store_waiting(sv->store) > 0) { /* nobody is connected yet: this may wait */
        store_collect(sv->store);
        uv_sleep(1);
    }
}

/* ---- listening ------------------------------------------------------------------------------ */

struct kin_ear { /* made on a worker, then watched by the loop */
    struct server *sv;
    const char *where;
    struct db_ear *ear;
    uv_work_t work;
    uv_poll_t poll;
    uv_timer_t retry;
    bool opening, watched;
};

static void on_text(void *context, const char *text)
{
    struct server *sv = (struct server *)context;
    char copy[SPENT_MAX * 32 + 512], *field[FIELDS] = {copy};
    if ((size_t)snprintf(copy, sizeof copy, "%s", text) >= sizeof copy)
        return;
    for (int i = 1; i < FIELDS; i++) {
        char *end = strchr(field[i - 1], '\n');
        if (!end)
            return;
        *end = '\0';
        field[i] = end + 1;
    }
    if (strcmp(field[1], sv->member) != 0)
        hear(sv, field[0], field[2], field[3], field[4], field[5]);
}

static void unwatched(uv_handle_t *h)
{
    struct kin_ear *k = (struct kin_ear *)h->data;
    db_ear_close(k->ear);
    k->ear = NULL;
    k->watched = false;
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    struct kin_ear *k = (struct kin_ear *)poll->data;
    (void)events;
    if (status == 0 && db_ear_hear(k->ear, on_text, k->sv))
        return;
    k->sv->kin.listening = false; /* rows are read with every beat until it hears again */
    uv_close((uv_handle_t *)&k->poll, unwatched);
}

static void open_ear(uv_work_t *work)
{
    struct kin_ear *k = (struct kin_ear *)work->data;
    struct sr_diag diag;
    k->ear = db_ear_open(k->where, &diag);
}

static void ear_opened(uv_work_t *work, int status)
{
    struct kin_ear *k = (struct kin_ear *)work->data;
    (void)status;
    k->opening = false;
    if (!k->ear || k->sv->stopping)
        return;
    uv_poll_init(k->sv->loop, &k->poll, db_ear_socket(k->ear));
    k->poll.data = k;
    k->watched = uv_poll_start(&k->poll, UV_READABLE, on_readable) == 0;
    k->sv->kin.listening = k->watched;
    k->sv->kin.read_at = 0; /* what was said while nobody listened */
}

static void on_retry(uv_timer_t *timer)
{
    struct kin_ear *k = (struct kin_ear *)timer->data;
    if (k->opening || k->ear || k->sv->stopping)
        return;
    k->opening = true;
    uv_queue_work(k->sv->loop, &k->work, open_ear, ear_opened);
}

void kin_open(struct server *sv)
{
    struct kin_ear *k = (struct kin_ear *)sr_alloc(sizeof *k);
    if (!k)
        return; /* rows tell it too */
    sv->kin.ear = k;
    k->sv = sv;
    k->where = sv->options.store;
    k->work.data = k->retry.data = k;
    uv_timer_init(sv->loop, &k->retry);
    uv_timer_start(&k->retry, on_retry, 0, RETRY_MS);
}

void kin_close(struct server *sv)
{
    struct kin_ear *k = sv->kin.ear;
    if (!k)
        return;
    if (k->watched)
        uv_poll_stop(&k->poll);
    uv_timer_stop(&k->retry);
    sv->kin.listening = false;
}

void kin_free(struct server *sv)
{
    struct kin_ear *k = sv->kin.ear;
    if (!k || k->opening)
        return; /* a worker still waits for the database: the program ends without it */
    db_ear_close(k->ear);
    sr_free(k);
    sv->kin.ear = NULL;
}
