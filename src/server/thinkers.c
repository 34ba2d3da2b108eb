/* thinkers.c: the process that thinks for the bots of several servers (thinkers.h). Questions of
 * all of them stand in one line, which is fair to those who opened the tables, whichever server
 * they are at: next comes whoever has had the least time of late, tables with somebody there before
 * others. What does not fit in the line is refused at once, and the server's to think about. */
#include "server/thinkers.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/alloc.h"
#include "council/council.h"
#include "server/question.h"
#include "server/secret.h"
#include "server/tally.h"
#include "server/wire.h"

enum { WAITS_MAX = 4096, OWNERS = 4096, HALF_MS = 10000, PULSE_MS = 1000, TOKENS = 1 << 16 };
static const double unattended = 1e7; /* micros a table without anybody there is put back by */

struct task {
    uv_work_t work;
    struct task *next;
    struct pool_of *of;
    struct guest *guest; /* NULL: it has gone */
    int minds, choice;
    uint64_t micros;
    struct question q;
    unsigned char edition[SR_EDITION_MAX];
};

struct guest { /* a server */
    struct guest *next;
    struct wire *wire;
};

struct pool_of {
    uv_loop_t loop;
    uv_signal_t sigterm, sigint;
    uv_timer_t pulse;
    struct wire_door *door;
    struct guest *guests;
    struct task *waiting, *running;
    int waits, runs, at_once;
    struct tally *used;
    bool stopping;
    struct sr_tok tok[TOKENS];
};

static void say(struct guest *g, const struct answer *a)
{
    char text[128];
    struct sr_buf b;
    sr_buf_init(&b, text, sizeof text);
    if (g && answer_write(&b, a))
        wire_send(g->wire, b.text, b.len);
}

static void refuse(struct guest *g, uint64_t number)
{
    const struct answer a = {.number = number, .full = true};
    say(g, &a);
}

/* ---- thinking ------------------------------------------------------------------------------- */

static void start_next(struct pool_of *p);

static void think(uv_work_t *work)
{
    struct task *t = (struct task *)work->data;
    t->choice = question_choose(&t->q, &t->minds, &t->micros);
    t->micros *= (uint64_t)t->minds;
}

static void thought(uv_work_t *work, int status)
{
    struct task *t = (struct task *)work->data;
    struct pool_of *p = t->of;
    struct task **at = &p->running;
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    p->runs--;
    *tally_of(p->used, t->q.owner, sv_now()) += (double)t->micros;
    const struct answer a = {.number = t->q.number,
                             .done = true,
                             .move = t->q.legal[t->choice < 0 ? 0 : t->choice],
                             .micros = t->micros};
    if (status != 0 || t->choice < 0)
        refuse(t->guest, t->q.number);
    else
        say(t->guest, &a);
    sr_free(t);
    start_next(p);
}

static struct task *take_next(struct pool_of *p)
{
    const int64_t now = sv_now();
    struct task **best = NULL;
    double least = 0;
    for (struct task **at = &p->waiting; *at; at = &(*at)->next) {
        const struct question *q = &(*at)->q;
        const double used = *tally_of(p->used, q->owner, now) + (q->there ? 0 : unattended);
        if (!best || used < least) {
            best = at;
            least = used;
        }
    }
    struct task *t = *best;
    *best = t->next;
    p->waits--;
    return t;
}

static void start_next(struct pool_of *p)
{
    while (p->waiting && p->runs < p->at_once && !p->stopping) {
        struct task *t = take_next(p);
        t->minds = council_seats(t->q.bot, p->at_once - p->runs - p->waits);
        t->next = p->running;
        p->running = t;
        p->runs++;
        t->work.data = t;
        uv_queue_work(&p->loop, &t->work, think, thought);
    }
}

/* ---- servers -------------------------------------------------------------------------------- */

static const char alive[] = "{\"alive\":true}";

static struct guest *guest_of(const struct wire *w)
{
    struct pool_of *p = (struct pool_of *)wire_context(w);
    struct guest *g = p->guests;
    while (g && g->wire != w)
        g = g->next;
    return g;
}

static void on_up(struct wire *w)
{
    struct pool_of *p = (struct pool_of *)wire_context(w);
    struct guest *g = (struct guest *)sr_alloc(sizeof *g);
    if (!g) {
        wire_close(w);
        return;
    }
    g->wire = w;
    g->next = p->guests;
    p->guests = g;
    wire_send(w, alive, sizeof alive - 1);
}

static void on_line(struct wire *w, const char *text, size_t len)
{
    struct pool_of *p = (struct pool_of *)wire_context(w);
    struct guest *g = guest_of(w);
    struct task *t = (struct task *)sr_alloc(sizeof *t);
    if (!t) {
        wire_close(w); /* which gives all back */
        return;
    }
    const bool read = question_read(&t->q, t->edition, text, len, p->tok, TOKENS);
    if (!read || p->waits >= WAITS_MAX || p->stopping) {
        refuse(g, t->q.number);
        sr_free(t);
        return;
    }
    t->of = p;
    t->guest = g;
    struct task **end = &p->waiting; /* of equals, the first to come */
    while (*end)
        end = &(*end)->next;
    *end = t;
    p->waits++;
    start_next(p);
}

static void on_down(struct wire *w)
{
    struct pool_of *p = (struct pool_of *)wire_context(w);
    struct guest *g = guest_of(w);
    if (!g)
        return;
    for (struct task **at = &p->waiting; *at;) {
        struct task *t = *at;
        if (t->guest != g) {
            at = &t->next;
            continue;
        }
        *at = t->next;
        p->waits--;
        sr_free(t);
    }
    for (struct task *t = p->running; t; t = t->next)
        if (t->guest == g)
            t->guest = NULL;
    struct guest **at = &p->guests;
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    sr_free(g);
}

static const struct wire_events events = {on_up, on_line, on_down};

/* ---- life ----------------------------------------------------------------------------------- */

static void on_pulse(uv_timer_t *timer)
{
    const struct pool_of *p = (const struct pool_of *)timer->data;
    for (struct guest *g = p->guests; g; g = g->next)
        wire_send(g->wire, alive, sizeof alive - 1);
}

/* What is under way is finished and answered; what waits goes back. */
static void stop(uv_signal_t *signal, int number)
{
    struct pool_of *p = (struct pool_of *)signal->data;
    (void)number;
    if (p->stopping)
        return;
    p->stopping = true;
    wire_door_close(p->door);
    uv_close((uv_handle_t *)&p->pulse, NULL);
    uv_close((uv_handle_t *)&p->sigterm, NULL);
    uv_close((uv_handle_t *)&p->sigint, NULL);
    for (struct guest *g = p->guests; g; g = g->next)
        wire_close(g->wire);
}

static void tell_ready(const struct pool_of *p, const char *path)
{
    char part[4096];
    snprintf(part, sizeof part, "%s.part", path);
    FILE *f = fopen(part, "w");
    if (!f)
        return;
    fprintf(f, "%d\n", wire_door_port(p->door));
    fclose(f);
    if (rename(part, path) != 0)
        unlink(part);
}

static bool run(struct pool_of *p, const struct thinkers_options *options, struct sr_diag *diag)
{
    char why[256];
    uv_loop_init(&p->loop);
    p->door = wire_listen(&p->loop, options->listen, options->secret, &events, p, why, sizeof why);
    if (!p->door) {
        (void)sr_fail(diag, SR_IO, "%s", why);
        uv_run(&p->loop, UV_RUN_DEFAULT);
        return false;
    }
    uv_timer_init(&p->loop, &p->pulse);
    uv_signal_init(&p->loop, &p->sigterm);
    uv_signal_init(&p->loop, &p->sigint);
    p->pulse.data = p->sigterm.data = p->sigint.data = p;
    uv_timer_start(&p->pulse, on_pulse, PULSE_MS, PULSE_MS);
    uv_signal_start(&p->sigterm, stop, SIGTERM);
    uv_signal_start(&p->sigint, stop, SIGINT);
    if (options->ready)
        tell_ready(p, options->ready);
    uv_run(&p->loop, UV_RUN_DEFAULT);
    return true;
}

int thinkers_run(const struct thinkers_options *options, struct sr_diag *diag)
{
    struct pool_of *p = (struct pool_of *)sr_alloc(sizeof *p);
    if (p)
        p->used = tally_new(OWNERS, HALF_MS);
    if (!p || !p->used || sodium_init() < 0) {
        (void)sr_fail(diag, SR_SPACE, "no memory for the robots");
        sr_free(p);
        return 3;
    }
    char threads[16];
    snprintf(threads, sizeof threads, "%d", options->at_once);
    setenv("UV_THREADPOOL_SIZE", threads, 1);
    signal(SIGPIPE, SIG_IGN);
    p->at_once = options->at_once;
    const bool ok = run(p, options, diag);
    uv_loop_close(&p->loop);
    tally_free(p->used);
    sr_free(p);
    return ok ? 0 : 3;
}
