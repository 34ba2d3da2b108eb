/* shows.c: running tables that are worth a look (spectate.h): listed ones where people play, those
 * first that are rated, have strong players, and are watched. The list is made at most every two
 * seconds, however many ask, of the tables that changed last; pages are cut from it. */
#include <stdlib.h>

#include "core/alloc.h"
#include "server/doc.h"
#include "server/rater.h"
#include "server/secret.h"
#include "server/spectate.h"

enum { LOOKED_AT = 300, PAGE = 20, FRESH_MS = 2000, QUIET_MS = 15 * 60000 };

struct show {
    char game[SR_NAME_MAX];
    char *info;
    int best;  /* rating of the strongest; 0: none is known */
    int worth; /* more is shown first */
    int64_t updated;
};

struct asked {
    struct server *sv;
    struct net_request *r;
    struct asked *next;
};

struct shows {
    struct show show[LOOKED_AT];
    int count;
    int64_t at;
    bool looking;
    struct asked *waiting;
};

struct shows *shows_new(void) { return (struct shows *)sr_alloc(sizeof(struct shows)); }

static void clear(struct shows *s)
{
    for (int i = 0; i < s->count; i++)
        sr_free(s->show[i].info);
    s->count = 0;
}

void shows_free(struct shows *s)
{
    if (!s)
        return;
    clear(s);
    while (s->waiting) {
        struct asked *q = s->waiting;
        s->waiting = q->next;
        sr_free(q);
    }
    sr_free(s);
}

static void answer(struct server *sv, struct net_request *r)
{
    const struct shows *s = sv->shows;
    char game[SR_NAME_MAX], text[16];
    http_asked(r, "game", game, sizeof game);
    const int from = http_asked(r, "from", text, sizeof text) ? (int)strtol(text, NULL, 10) : 0;
    struct sr_buf b = sv_buf(sv);
    int n = 0, next = 0;
    sr_json_open(&b, '{');
    sr_json_put_open(&b, "tables", '[');
    for (int i = 0; i < s->count; i++) {
        if ((game[0] && strcmp(game, s->show[i].game) != 0) || n++ < from)
            continue;
        if (n > from + PAGE) {
            next = from + PAGE;
            break;
        }
        sr_json_open(&b, '{');
        sr_json_key(&b, "info");
        sr_json_raw(&b, s->show[i].info);
        if (s->show[i].best)
            sr_json_put_int(&b, "best", s->show[i].best);
        sr_json_close(&b, '}');
    }
    sr_json_close(&b, ']');
    if (next)
        sr_json_put_int(&b, "next", next);
    sr_json_close(&b, '}');
    http_json(r, 200, &b);
}

static int bounded(int64_t v, int max) { return v < 0 ? 0 : v > max ? max : (int)v; }

/* How much a table is worth a look; -1: nobody plays there, or not any more. */
static int worth(struct server *sv, const char *info, int64_t flags, int best, int64_t updated)
{
    struct sr_doc d;
    int people = 0;
    if (sr_json_parse(&d, info, strlen(info), sv->tok_a, SV_TOKENS_MAX, NULL) != SR_OK)
        return -1;
    const int seats = sr_json_get(&d, 0, "seats");
    for (int i = 0; seats >= 0 && i < d.tok[seats].size; i++) {
        const int seat = sr_json_at(&d, seats, i);
        people += sr_json_is(&d, sr_json_get(&d, seat, "kind"), "human") &&
                  sr_json_get(&d, seat, "stand_in") < 0;
    }
    if (!people || ((flags & STORE_LIVE) && updated < sv_now() - QUIET_MS))
        return -1;
    return (flags & STORE_RATED ? 400 : 0) + bounded((best - RATER_MEAN) * 2, 800) +
           bounded(sv_get_int(&d, 0, "watching", 0) * 40, 400) +
           bounded(sv_get_int(&d, 0, "present", 0) * 60, 240);
}

static int by_worth(const void *a, const void *b)
{
    const struct show *x = (const struct show *)a, *y = (const struct show *)b;
    if (x->worth != y->worth)
        return x->worth < y->worth ? 1 : -1;
    return x->updated < y->updated ? 1 : x->updated > y->updated ? -1 : 0;
}

static void take(struct server *sv, struct shows *s, const struct db_rows *rows)
{
    clear(s);
    for (int i = 0; i < rows->count && s->count < LOOKED_AT; i++) {
        const char *info = db_text(rows, i, 1);
        struct show *o = &s->show[s->count];
        o->best = (int)((db_int(rows, i, 4) + 500) / 1000);
        o->updated = db_int(rows, i, 2);
        o->worth = worth(sv, info, db_int(rows, i, 3), o->best, o->updated);
        o->info = o->worth < 0 ? NULL : sv_dup(info, strlen(info));
        if (!o->info)
            continue;
        snprintf(o->game, sizeof o->game, "%s", db_text(rows, i, 0));
        s->count++;
    }
    qsort(s->show, (size_t)s->count, sizeof *s->show, by_worth);
    s->at = sv_now();
}

static void found(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    struct shows *s = sv->shows;
    s->looking = false;
    if (!job->err)
        take(sv, s, store_rows(job, 0));
    while (s->waiting) {
        struct asked *q = s->waiting;
        s->waiting = q->next;
        if (job->err)
            http_error(sv, q->r, "store", "the tables cannot be listed at the moment");
        else
            answer(sv, q->r);
        sr_free(q);
    }
}

void shows_get(struct server *sv, struct net_request *r)
{
    struct shows *s = sv->shows;
    if (sv_now() - s->at < FRESH_MS) {
        answer(sv, r);
        return;
    }
    struct asked *q = (struct asked *)sr_alloc(sizeof *q);
    struct store_job *job = !q || s->looking ? NULL : store_job_new(found, sv);
    if (!q || (!s->looking && !job)) {
        sr_free(q);
        http_error(sv, r, "busy", "no memory");
        return;
    }
    *q = (struct asked){sv, r, s->waiting};
    s->waiting = q;
    if (!job)
        return;
    s->looking = true;
    store_add(job, ST_WATCH_LIST, "ii", (int64_t)RATER_LISTED, (int64_t)LOOKED_AT);
    store_send(sv->store, job);
}
