/* post.c: the queue of parcels and the threads that take from it (post.h). */
#include "server/post.h"

#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/alloc.h"
#include "server/courier.h"
#include "server/mailman.h"

enum {
    THREADS = 4,
    OF_HOST = 2, /* threads one host may hold */
    WAITING_MAX = 4096,
    TRIES_MAX = 5,
    FIRST_WAIT_MS = 30000,
    HASTY_WAIT_MS = 100,
    WAIT_MAX_MS = 3600000,
    LEAVE_MS = 3000,
    EXPIRES_S = 12 * 3600
};

struct post {
    struct post_options options;
    char contact[256];
    struct courier *courier;
    pthread_mutex_t lock;
    pthread_cond_t woken;
    struct parcel *first, **end; /* to be sent */
    struct parcel *done;         /* to be told */
    const struct parcel *busy[THREADS];
    int alive, started;
    atomic_bool stop;
    struct post_counts counts;
    uv_async_t told;
};

static int64_t runs_ms(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static int64_t wall_s(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    return (int64_t)ts.tv_sec;
}

/* ---- one parcel, on a thread ----------------------------------------------------------------- */

/* The request, whole: head and sealed body. */
static bool request_of(const struct post *p, const struct parcel *l, const struct post_url *url,
                       char *out, size_t max, size_t *len)
{
    unsigned char body[SEAL_RECORD], salt[SEAL_SALT];
    char audience[POST_HOST_MAX + 16], vapid[2048];
    struct seal_key once;
    size_t n = 0;
    const bool usual = strcmp(url->port, "443") == 0;
    snprintf(audience, sizeof audience, "https://%s%s%s", url->host, usual ? "" : ":",
             usual ? "" : url->port);
    randombytes_buf(salt, sizeof salt);
    /* Lengths tell little: texts are padded to a multiple of 256 bytes. */
    const size_t padding = l->len % 256 == 0 ? 0 : 256 - l->len % 256;
    const bool fits = l->len + padding <= SEAL_TEXT_MAX;
    const bool ok = seal_key_new(&once) &&
                    seal_message(l->point, l->auth, &once, salt, l->text, l->len,
                                 fits ? padding : 0, body, &n) &&
                    seal_vapid(&p->options.key, audience, p->contact, wall_s() + EXPIRES_S, vapid,
                               sizeof vapid);
    sodium_memzero(&once, sizeof once);
    if (!ok)
        return false;
    const int head = snprintf(out, max,
                              "POST %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n"
                              "Authorization: %s\r\nContent-Encoding: aes128gcm\r\n"
                              "Content-Type: application/octet-stream\r\nTTL: %d\r\n"
                              "Urgency: normal\r\n%s%s%sContent-Length: %zu\r\n\r\n",
                              url->path, audience + strlen("https://"), vapid, l->ttl,
                              l->topic[0] ? "Topic: " : "", l->topic, l->topic[0] ? "\r\n" : "", n);
    if (head <= 0 || (size_t)head + n > max)
        return false;
    memcpy(out + head, body, n);
    *len = (size_t)head + n;
    return true;
}

/* Whether it is tried again, and when: later and later, or as the other side says. */
static bool put_off(struct post *p, struct parcel *l, int64_t least_ms)
{
    if (l->tries >= TRIES_MAX || atomic_load(&p->stop)) {
        l->end = POST_GIVEN_UP;
        return false;
    }
    int64_t wait = (int64_t)(p->options.hasty ? HASTY_WAIT_MS : FIRST_WAIT_MS)
                   << (2 * (l->tries - 1));
    wait = wait > least_ms ? wait : least_ms;
    l->at = runs_ms() + (wait < WAIT_MAX_MS ? wait : WAIT_MAX_MS);
    return true;
}

static bool deliver_mail(struct post *p, struct parcel *l)
{
    const enum mailman_end end =
        mailman_carry(p->options.sendmail, l->url, l->text, l->len, &p->stop);
    l->tries++;
    l->end = end == MAILMAN_TAKEN ? POST_SENT : POST_REFUSED;
    return end != MAILMAN_LATER || !put_off(p, l, 0);
}

/* Whether it is done with; if not it waits for its next try. */
static bool deliver(struct post *p, struct parcel *l)
{
    char request[8192];
    size_t len;
    struct post_url url;
    struct courier_answer answer = {0};
    if (l->mail)
        return deliver_mail(p, l);
    if (!post_url_read(l->url, p->options.test != NULL, &url) ||
        !request_of(p, l, &url, request, sizeof request, &len)) {
        l->end = POST_REFUSED;
        return true;
    }
    const bool allowed = courier_carry(p->courier, &url, request, len, &answer);
    l->status = answer.status;
    l->tries++;
    if (!allowed) {
        l->end = POST_REFUSED;
        return true;
    }
    const bool later = answer.status == 0 || answer.status == 429 || answer.status >= 500;
    l->end = answer.status >= 200 && answer.status < 300    ? POST_SENT
             : answer.status == 404 || answer.status == 410 ? POST_GONE
                                                            : POST_REFUSED;
    return !later || !put_off(p, l, answer.retry_after * 1000);
}

/* ---- threads --------------------------------------------------------------------------------- */

static bool may_go(const struct post *p, const struct parcel *l, int64_t now)
{
    int same = 0;
    for (int i = 0; i < THREADS; i++)
        same += p->busy[i] && strcmp(p->busy[i]->host, l->host) == 0;
    return l->at <= now && same < OF_HOST;
}

/* The first that may go now, taken out; NULL, and when to look again. */
static struct parcel *pick(struct post *p, int64_t now, int64_t *look)
{
    *look = now + WAIT_MAX_MS;
    for (struct parcel **at = &p->first; *at; at = &(*at)->next) {
        struct parcel *l = *at;
        if (!may_go(p, l, now)) {
            if (l->at > now && l->at < *look)
                *look = l->at;
            continue;
        }
        *at = l->next;
        if (!l->next)
            p->end = at;
        p->counts.waiting--;
        return l;
    }
    return NULL;
}

static void put_back(struct post *p, struct parcel *l)
{
    l->next = NULL;
    *p->end = l;
    p->end = &l->next;
    p->counts.waiting++;
}

static void count(struct post_counts *c, const struct parcel *l, bool done)
{
    if (!done)
        c->again++;
    else if (l->end == POST_SENT)
        c->sent++;
    else if (l->end == POST_GONE)
        c->gone++;
    else if (l->end == POST_REFUSED)
        c->refused++;
    else
        c->given_up++;
}

/* With the lock held: carries what there is until it is told to stop. */
static void work(struct post *p, int me)
{
    while (!atomic_load(&p->stop)) {
        int64_t look;
        struct parcel *l = pick(p, runs_ms(), &look);
        if (!l) {
            const struct timespec until = {look / 1000, look % 1000 * 1000000};
            pthread_cond_timedwait(&p->woken, &p->lock, &until);
            continue;
        }
        p->busy[me] = l;
        pthread_mutex_unlock(&p->lock);
        const bool done = deliver(p, l);
        pthread_mutex_lock(&p->lock);
        p->busy[me] = NULL;
        count(&p->counts, l, done);
        if (done) {
            l->next = p->done;
            p->done = l;
            if (!atomic_load(&p->stop))
                uv_async_send(&p->told);
        } else {
            put_back(p, l);
        }
        pthread_cond_broadcast(&p->woken);
    }
}

static void *thread_main(void *arg)
{
    struct post *p = (struct post *)arg;
    pthread_mutex_lock(&p->lock);
    work(p, p->started++);
    p->alive--;
    pthread_cond_broadcast(&p->woken);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static void start_threads(struct post *p)
{
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        if (pthread_create(&thread, &attr, thread_main, p) == 0)
            p->alive++;
    }
    pthread_attr_destroy(&attr);
}

/* ---- on the loop ----------------------------------------------------------------------------- */

static void free_all(struct parcel *l)
{
    while (l) {
        struct parcel *next = l->next;
        sr_free(l);
        l = next;
    }
}

static void on_told(uv_async_t *a)
{
    struct post *p = (struct post *)a->data;
    pthread_mutex_lock(&p->lock);
    struct parcel *done = p->done;
    p->done = NULL;
    pthread_mutex_unlock(&p->lock);
    for (const struct parcel *l = done; l; l = l->next)
        p->options.done(p->options.context, l);
    free_all(done);
}

struct post *post_new(uv_loop_t *loop, const struct post_options *options)
{
    struct post *p = (struct post *)sr_alloc(sizeof *p);
    if (!p)
        return NULL;
    p->options = *options;
    p->end = &p->first;
    snprintf(p->contact, sizeof p->contact, "%s", options->contact ? options->contact : "");
    p->courier = courier_new(options->test, &p->stop);
    if (!p->courier) {
        sr_free(p);
        return NULL;
    }
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->woken, &attr);
    pthread_condattr_destroy(&attr);
    uv_async_init(loop, &p->told, on_told);
    uv_unref((uv_handle_t *)&p->told);
    p->told.data = p;
    return p;
}

void post_stop(struct post *p)
{
    if (!p)
        return;
    const int64_t until = runs_ms() + LEAVE_MS;
    const struct timespec end = {until / 1000, until % 1000 * 1000000};
    pthread_mutex_lock(&p->lock);
    atomic_store(&p->stop, true);
    pthread_cond_broadcast(&p->woken);
    while (p->alive > 0 && pthread_cond_timedwait(&p->woken, &p->lock, &end) == 0)
        ;
    pthread_mutex_unlock(&p->lock);
    uv_close((uv_handle_t *)&p->told, NULL);
}

void post_free(struct post *p)
{
    if (!p || p->alive > 0) /* one still looks up a name: its memory ends with the process */
        return;
    free_all(p->first);
    free_all(p->done);
    courier_free(p->courier);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->woken);
    sodium_memzero(&p->options.key, sizeof p->options.key);
    sr_free(p);
}

struct parcel *post_parcel(const char *text, size_t len)
{
    struct parcel *l = len > POST_TEXT_MAX ? NULL : (struct parcel *)sr_alloc(sizeof *l + len + 1);
    if (!l)
        return NULL;
    memcpy(l->text, text, len);
    l->len = len;
    return l;
}

void post_send(struct post *p, struct parcel *l)
{
    struct post_url url;
    if (post_url_read(l->url, true, &url))
        snprintf(l->host, sizeof l->host, "%s", url.host);
    pthread_mutex_lock(&p->lock);
    if (p->counts.waiting >= WAITING_MAX) {
        p->counts.dropped++;
        sr_free(l);
    } else {
        if (!p->alive)
            start_threads(p);
        put_back(p, l);
        pthread_cond_signal(&p->woken);
    }
    pthread_mutex_unlock(&p->lock);
}

void post_counts_get(struct post *p, struct post_counts *out)
{
    pthread_mutex_lock(&p->lock);
    *out = p->counts;
    pthread_mutex_unlock(&p->lock);
}
