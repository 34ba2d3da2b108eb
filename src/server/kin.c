/* kin.c: notices between processes (kin.h). A notice is a row that is read for some seconds; each
 * process remembers which it has heard. Reading by time and not by number misses none, in whatever
 * order they were committed. */
#include "server/kin.h"

#include <stdlib.h>

#include "server/desk.h"
#include "server/hall.h"
#include "server/limit.h"
#include "server/secret.h"
#include "server/socket.h"

enum { READ_MS = 10000, SPENT_MAX = 64 };

static void add(const struct server *sv, struct store_job *job, const char *kind, const char *a,
                const char *b, const char *c)
{
    char id[SV_ID_MAX];
    sv_new_id(id);
    store_add(job, ST_NOTICE_ADD, "ssssss", id, sv->member, kind, a, b, c);
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
    store_add(job, ST_NOTICE_LIST, "si", sv->member, (int64_t)READ_MS);
    store_add(job, ST_NOTICE_PRUNE, "i", (int64_t)6 * READ_MS);
}

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

void kin_hear(struct server *sv, const struct db_rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        const char *kind = db_text(rows, i, 1), *a = db_text(rows, i, 2);
        struct sv_table *t;
        if (heard(sv, db_text(rows, i, 0)))
            continue;
        if (strcmp(kind, "ended") == 0 && a[0])
            socket_end_sessions(sv, a, db_text(rows, i, 3), NULL);
        else if (strcmp(kind, "ended") == 0)
            socket_end_sessions(sv, NULL, NULL, db_text(rows, i, 4));
        else if (strcmp(kind, "renew") == 0 && (t = sv_find(sv, a)))
            sv_let_go(sv, t); /* its memory still knows somebody who is to be forgotten */
        else if (strcmp(kind, "missed") == 0)
            desk_missed(sv->desk, strtoull(a, NULL, 16));
        else if (strcmp(kind, "spent") == 0)
            hear_spent(sv, a);
    }
}
