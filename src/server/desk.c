/* desk.c: passphrases (desk.h). */
#include "server/desk.h"

#include <math.h>

#include "core/alloc.h"
#include "server/kin.h"
#include "server/limit.h"
#include "server/secret.h"
#include "server/tally.h"

enum {
    AT_ONCE = 2,
    WAITING_MAX = 512,
    WAITING_OF_ADDRESS = 4,
    ROWS = 4096,
    FREE_GUESSES = 5,
    DELAY_MAX = 60
};
static const int64_t minute_ms = 60000;

struct desk {
    int hashing, waiting;
    struct hash_wait *first, **end;
    struct tally *wrong;  /* of late, by address */
    struct tally *missed; /* of late, by account */
    struct tally *last;   /* ms of the last miss, by account (does not fade) */
    struct tally *good;   /* who has signed in to what: account and address */
};

struct desk *desk_new(void)
{
    struct desk *d = (struct desk *)sr_alloc(sizeof *d);
    if (!d)
        return NULL;
    d->end = &d->first;
    d->wrong = tally_new(ROWS, minute_ms);
    d->missed = tally_new(ROWS, 15 * minute_ms);
    d->last = tally_new(ROWS, INT64_MAX);
    d->good = tally_new(ROWS, INT64_MAX);
    if (d->wrong && d->missed && d->last && d->good)
        return d;
    desk_free(d);
    return NULL;
}

bool desk_busy(const struct desk *d) { return d->hashing > 0; }

void desk_done(struct hash_wait *w)
{
    sodium_memzero(w, sizeof *w);
    sr_free(w);
}

void desk_free(struct desk *d)
{
    while (d && d->first) {
        struct hash_wait *w = d->first;
        d->first = w->next;
        desk_done(w);
    }
    if (d) {
        tally_free(d->wrong);
        tally_free(d->missed);
        tally_free(d->last);
        tally_free(d->good);
    }
    sr_free(d);
}

bool desk_full(struct server *sv, const char *address)
{
    const uint64_t who = limits_key(sv->limits, address);
    int own = 0;
    for (const struct hash_wait *w = sv->desk->first; w; w = w->next)
        own += w->address == who;
    return sv->desk->waiting >= WAITING_MAX ||
           (sv->options.limit_scale > 0 && own >= WAITING_OF_ADDRESS);
}

/* ---- guesses -------------------------------------------------------------------------------- */

static uint64_t pair(uint64_t account, uint64_t address)
{
    return (account ^ (address << 1 | address >> 63)) | 1;
}

int desk_delay(struct server *sv, const char *fold, const char *address)
{
    const int64_t now = sv_now();
    const uint64_t account = limits_key(sv->limits, fold), who = limits_key(sv->limits, address);
    struct desk *d = sv->desk;
    const double missed = *tally_of(d->missed, account, now) - FREE_GUESSES;
    if (sv->options.limit_scale <= 0 || missed < 0 ||
        *tally_of(d->good, pair(account, who), now) > 0)
        return 0;
    const double wait = fmin(exp2(missed), DELAY_MAX) * 1000;
    const double left = *tally_of(d->last, account, now) + wait - (double)now;
    return left > 0 ? 1 + (int)(left / 1000) : 0;
}

void desk_missed(struct desk *d, uint64_t guess)
{
    const int64_t now = sv_now();
    *tally_of(d->missed, guess, now) += 1;
    *tally_of(d->last, guess, now) = (double)now;
}

static void count(struct server *sv, const struct hash_wait *w)
{
    struct desk *d = sv->desk;
    const int64_t now = sv_now();
    if (w->purpose != SIGN_IN)
        return;
    if (w->right) {
        *tally_of(d->missed, w->guess, now) = 0;
        *tally_of(d->good, pair(w->guess, w->address), now) = 1;
        return;
    }
    *tally_of(d->wrong, w->address, now) += 1;
    desk_missed(d, w->guess);
    kin_tell_missed(sv, w->guess);
}

void desk_wrong(struct server *sv, const char *fold, const char *address)
{
    const uint64_t guess = limits_key(sv->limits, fold);
    *tally_of(sv->desk->wrong, limits_key(sv->limits, address), sv_now()) += 1;
    desk_missed(sv->desk, guess);
    kin_tell_missed(sv, guess);
}

/* ---- on a worker ---------------------------------------------------------------------------- */

static void work(uv_work_t *work)
{
    struct hash_wait *w = (struct hash_wait *)work->data;
    const char *fresh = w->purpose == NEW_PASS ? w->fresh : w->pass;
    w->right = w->purpose == NEW_ACCOUNT || w->purpose == RECOVER || w->purpose == RESET ||
               (crypto_pwhash_str_verify(w->stored, w->pass, strlen(w->pass)) == 0 && w->known);
    w->ok = w->purpose == SIGN_IN ||
            (w->right &&
             crypto_pwhash_str(w->stored, fresh, strlen(fresh), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                               crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0);
    sodium_memzero(w->pass, sizeof w->pass);
    sodium_memzero(w->fresh, sizeof w->fresh);
}

/* ---- on the loop ---------------------------------------------------------------------------- */

static void start_next(struct server *sv);

static void back(uv_work_t *work, int status)
{
    struct hash_wait *w = (struct hash_wait *)work->data;
    struct server *sv = w->sv;
    sv->desk->hashing--;
    if (status == 0)
        count(sv, w);
    start_next(sv);
    w->then(w, status);
}

/* The first of those whose addresses were wrong the least. */
static struct hash_wait **best(struct desk *d)
{
    const int64_t now = sv_now();
    struct hash_wait **best = &d->first;
    double least = INFINITY;
    for (struct hash_wait **p = &d->first; *p; p = &(*p)->next) {
        const double wrong = floor(*tally_of(d->wrong, (*p)->address, now) + 0.5);
        if (wrong < least) {
            best = p;
            least = wrong;
        }
    }
    return best;
}

static void start_next(struct server *sv)
{
    struct desk *d = sv->desk;
    while (d->first && d->hashing < AT_ONCE) {
        struct hash_wait **p = best(d), *w = *p;
        *p = w->next;
        if (!w->next)
            d->end = p;
        d->waiting--;
        d->hashing++;
        w->work.data = w;
        uv_queue_work(sv->loop, &w->work, work, back);
    }
}

void desk_queue(struct server *sv, struct hash_wait *w, desk_worked *then)
{
    struct desk *d = sv->desk;
    w->then = then;
    w->address = limits_key(sv->limits, w->r->address);
    w->guess = limits_key(sv->limits, w->fold);
    w->next = NULL;
    *d->end = w;
    d->end = &w->next;
    d->waiting++;
    start_next(sv);
}
