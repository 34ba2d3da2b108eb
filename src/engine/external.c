/* external.c: a program as a player (external.h): starting and ending it, lines in both directions,
 * and nothing waited for longer than it may take. */
#include "engine/external.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/alloc.h"
#include "engine/charge.h"
#include "engine/news.h"

enum {
    LINE_MAX_BYTES = 8192,
    MESSAGE_BYTES = 1 << 18,
    SAID_BYTES = 2048,    /* last lines of standard error */
    START_MS = 10000,
    GRACE_MS = 100,
    VERSION = 2, /* the newest of the protocol that we speak */
    END_MS = 1000, /* for hearing a result, and for what is done with it */
    PATIENCE = 20, /* times what it may be charged, by the clock, and nobody waits any longer */
    LIMITS_MAX = 64 /* bytes of the words that set limits */
};

struct external {
    struct external_terms terms;
    char *command; /* for people: as it was given */
    char *script;  /* for the shell: limits, then the command */
    pid_t pid;     /* 0: does not run */
    int fd, err_fd; /* standard streams, and standard error */
    int version;    /* of the protocol, as it says */
    enum external_fault fault;
    const char *awaited; /* what a line is waited for as */
    bool err_open;  /* somebody can still write to it */
    bool in_match;  /* it has been told which match this is */
    uint32_t ply;   /* of the last question */
    uint64_t setup; /* hash of the match's set-up */
    int heard;      /* moves of a table it was told (external_follow) */
    uint64_t past;  /* hash of the state after them */
    bool learns;    /* it was told a result */
    struct news news;
    char said[SAID_BYTES];
    size_t said_len;
    char in[LINE_MAX_BYTES];
    size_t held; /* bytes of in */
    char out[MESSAGE_BYTES];
};

/* Until when something is waited for. */
struct term {
    uint64_t until; /* by the clock; then it is looked what it was charged, */
    uint64_t last;  /* and not beyond this; 0: the clock decides */
    int allowed;    /* milliseconds it may be charged */
    struct charge charge;
};

const char *const external_fault_names[EXTERNAL_FAULTS] = {"start", "ended", "time", "rubbish",
                                                           "illegal"};

static uint64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

struct external *external_new(const char *command, const struct external_terms *terms)
{
    const size_t n = strlen(command) + 1;
    struct external *x = (struct external *)sr_alloc(sizeof *x);
    if (!x)
        return NULL;
    x->terms = *terms;
    x->command = (char *)sr_alloc(n);
    x->script = (char *)sr_alloc(LIMITS_MAX + n);
    if (!x->command || !x->script) {
        external_free(x);
        return NULL;
    }
    memcpy(x->command, command, n);
    if (terms->memory_mib)
        snprintf(x->script, LIMITS_MAX + n, "ulimit -c 0; ulimit -d %ld; %s",
                 terms->memory_mib * 1024, command);
    else
        memcpy(x->script, command, n);
    return x;
}

/* Keeps the last of what it wrote to standard error. */
static void drain(struct external *x)
{
    char some[512];
    ssize_t n;
    while ((n = read(x->err_fd, some, sizeof some)) > 0) {
        const size_t more = (size_t)n, room = sizeof x->said - 1;
        if (x->said_len + more > room) {
            const size_t gone = sr_min((int)x->said_len, (int)(x->said_len + more - room));
            x->said_len -= gone;
            memmove(x->said, x->said + gone, x->said_len);
        }
        memcpy(x->said + x->said_len, some, more);
        x->said_len += more;
        x->said[x->said_len] = '\0';
    }
}

static void end(struct external *x)
{
    if (!x->pid)
        return;
    close(x->fd);
    kill(-x->pid, SIGKILL);
    waitpid(x->pid, NULL, 0);
    drain(x);
    close(x->err_fd);
    x->pid = 0;
    x->held = 0;
    x->learns = false;
    external_forget(x);
}

void external_free(struct external *x)
{
    if (!x)
        return;
    if (x->pid) {
        (void)!send(x->fd, "quit\n", 5, MSG_NOSIGNAL | MSG_DONTWAIT);
        kill(-x->pid, SIGCONT);
        /* It stays in the list of processes until end(), so that its group is still its own. */
        siginfo_t gone = {.si_pid = 0};
        const int turns = (x->learns ? END_MS : GRACE_MS) / 5;
        for (int i = 0; i < turns && !gone.si_pid; i++)
            if (waitid(P_PID, (id_t)x->pid, &gone, WEXITED | WNOHANG | WNOWAIT) == 0 &&
                !gone.si_pid)
                usleep(5000);
        end(x);
    }
    sr_free(x->command);
    sr_free(x->script);
    news_free(&x->news);
    sr_free(x);
}

/* ---- starting ------------------------------------------------------------------------------- */

static char **environment(const struct external_terms *terms, char *few[8])
{
    static const char *const names[] = {"PATH=", "HOME=", "LANG=", "TMPDIR="};
    if (!terms->alone)
        return environ;
    int n = 0;
    for (char **e = environ; *e; e++)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (n < 7 && strncmp(*e, names[i], strlen(names[i])) == 0)
                few[n++] = *e;
    few[n] = NULL;
    return few;
}

/* Children begin with the cores of the thread that starts them. */
static void keep_to_one_core(void)
{
    cpu_set_t one;
    const int core = sched_getcpu();
    CPU_ZERO(&one);
    CPU_SET((unsigned)(core < 0 ? 0 : core), &one);
    sched_setaffinity(0, sizeof one, &one);
}

static bool spawn_with(struct external *x, int theirs, int errors)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, theirs, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, theirs, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    char *argv[] = {"sh", "-c", x->script, NULL}, *few[8];
    cpu_set_t ours;
    const bool pinned = x->terms.one_core && sched_getaffinity(0, sizeof ours, &ours) == 0;
    if (pinned)
        keep_to_one_core();
    const int failed =
        posix_spawn(&x->pid, "/bin/sh", &actions, &attributes, argv, environment(&x->terms, few));
    if (pinned)
        sched_setaffinity(0, sizeof ours, &ours);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return !failed;
}

static bool spawn(struct external *x)
{
    int pair[2], errors[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
        return false;
    if (pipe2(errors, O_CLOEXEC)) {
        close(pair[0]);
        close(pair[1]);
        return false;
    }
    const bool ok = spawn_with(x, pair[1], errors[1]);
    close(pair[1]);
    close(errors[1]);
    if (!ok) {
        close(pair[0]);
        close(errors[0]);
        x->pid = 0;
        return false;
    }
    fcntl(errors[0], F_SETFL, O_NONBLOCK);
    x->fd = pair[0];
    x->err_fd = errors[0];
    x->held = 0;
    x->version = 1;
    x->err_open = true;
    x->said_len = 0;
    x->said[0] = '\0';
    return true;
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* The last line of its standard error that is not empty, without its end. */
static const char *last_line(struct external *x)
{
    while (x->said_len && (unsigned char)x->said[x->said_len - 1] <= ' ')
        x->said[--x->said_len] = '\0';
    const char *nl = strrchr(x->said, '\n');
    return nl ? nl + 1 : x->said;
}

static enum sr_err fail(struct external *x, enum external_fault fault, const char *what,
                        const char *line, struct sr_diag *diag)
{
    const enum sr_err err = fault == EXTERNAL_ILLEGAL ? SR_ILLEGAL : SR_IO;
    char quoted[80] = "";
    x->fault = fault;
    if (line)
        snprintf(quoted, sizeof quoted, " \"%.60s\"", line);
    if (x->pid)
        drain(x);
    const char *last = last_line(x);
    return sr_fail(diag, err, "%.100s: %s%s%s%.60s", x->command, what, quoted,
                   *last ? "; stderr: " : "", last);
}

/* It has closed its stream: says how it ended, if it did within a moment. */
static enum sr_err fail_ended(struct external *x, struct sr_diag *diag)
{
    siginfo_t how = {.si_pid = 0};
    char what[64] = "has closed its standard output";
    for (int i = 0; i < GRACE_MS / 5 && !how.si_pid; i++)
        if (waitid(P_PID, (id_t)x->pid, &how, WEXITED | WNOHANG | WNOWAIT) == 0 && !how.si_pid)
            usleep(5000);
    if (how.si_pid)
        snprintf(what, sizeof what, "ended by itself, %s %d",
                 how.si_code == CLD_EXITED ? "with status" : "killed by signal", how.si_status);
    return fail(x, EXTERNAL_ENDED, what, NULL, diag);
}

/* No answer: what it has said so far may tell why. */
static enum sr_err fail_late(struct external *x, struct sr_diag *diag)
{
    char what[80];
    snprintf(what, sizeof what, "no %s in time%s", x->awaited,
             x->held ? ", but a line without its end:" : "");
    x->in[sr_min((int)x->held, LINE_MAX_BYTES - 1)] = '\0';
    return fail(x, EXTERNAL_TIME, what, x->held ? x->in : NULL, diag);
}

/* It was in time by the clock, but all its threads and children took more. */
static enum sr_err fail_dear(struct external *x, int millis, struct sr_diag *diag)
{
    char what[80];
    snprintf(what, sizeof what, "its answer was charged %d ms", millis);
    return fail(x, EXTERNAL_TIME, what, NULL, diag);
}

static struct term by_clock(int millis)
{
    return (struct term){.until = now_ms() + (uint64_t)millis};
}

static struct term charged(const struct external *x, int allowed)
{
    struct term t = by_clock(allowed);
    t.last = t.until + (uint64_t)allowed * (PATIENCE - 1);
    t.allowed = allowed;
    charge_begin(&t.charge, x->pid);
    return t;
}

/* The time is over by the clock: whether there is more, because processors were busy. */
static bool is_more(struct term *t)
{
    enum { LOOK_MS = 20 };
    const uint64_t now = now_ms();
    if (now >= t->last)
        return false;
    const struct charged c = charge_so_far(&t->charge);
    if (c.used >= t->allowed || (c.all >= t->allowed && !c.awake))
        return false;
    const uint64_t more = c.all < t->allowed ? (uint64_t)(t->allowed - c.all) : LOOK_MS;
    t->until = now + more < t->last ? now + more : t->last;
    return true;
}

/* Waits until the socket is ready or the time is over. */
static bool wait_for(struct external *x, short event, struct term *t)
{
    for (;;) {
        const uint64_t now = now_ms(), until = t->until;
        struct pollfd p[2] = {{.fd = x->fd, .events = event}, {.fd = x->err_fd, .events = POLLIN}};
        const int streams = x->err_open ? 2 : 1;
        const int n = poll(p, (nfds_t)streams, now < until ? (int)(until - now) : 0);
        if (n > 0 && streams == 2 &&
            p[1].revents) { /* what it complains about must not hold it up */
            drain(x);
            x->err_open = !(p[1].revents & (POLLHUP | POLLERR));
        }
        if (n > 0 && p[0].revents)
            return true;
        if ((n == 0 && !is_more(t)) || (n < 0 && errno != EINTR))
            return false;
    }
}

static enum sr_err say(struct external *x, const char *text, size_t len, struct term *t,
                       struct sr_diag *diag)
{
    while (len) {
        if (!wait_for(x, POLLOUT, t))
            return fail(x, EXTERNAL_TIME, "does not read", NULL, diag);
        const ssize_t n = send(x->fd, text, len, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n < 0)
            return fail_ended(x, diag);
        text += n;
        len -= (size_t)n;
    }
    return SR_OK;
}

/* The next line, without its end. */
static enum sr_err hear(struct external *x, char line[LINE_MAX_BYTES], struct term *t,
                        struct sr_diag *diag)
{
    for (;;) {
        char *nl = memchr(x->in, '\n', x->held);
        if (nl) {
            size_t n = (size_t)(nl - x->in);
            memcpy(line, x->in, n);
            line[n] = '\0';
            if (n && line[n - 1] == '\r')
                line[n - 1] = '\0';
            x->held -= n + 1;
            memmove(x->in, nl + 1, x->held);
            return SR_OK;
        }
        if (x->held == sizeof x->in)
            return fail(x, EXTERNAL_RUBBISH, "a line of more than 8 KiB", NULL, diag);
        if (!wait_for(x, POLLIN, t))
            return fail_late(x, diag);
        const ssize_t n = recv(x->fd, x->in + x->held, sizeof x->in - x->held, MSG_DONTWAIT);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0)
            return fail_ended(x, diag);
        x->held += (size_t)n;
    }
}

static bool starts(const char *line, const char *word)
{
    const size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && (line[n] == ' ' || line[n] == '\0');
}

static enum sr_err greet(struct external *x, struct sr_diag *diag)
{
    char line[LINE_MAX_BYTES];
    struct term t = charged(x, START_MS);
    x->awaited = "greeting";
    enum sr_err err = say(x, "serai 1\n", 8, &t, diag);
    while (!err && !(err = hear(x, line, &t, diag))) {
        if (starts(line, "ready"))
            return SR_OK;
        if (!starts(line, "id") && !starts(line, "info"))
            return fail(x, EXTERNAL_RUBBISH, "greeted with", line, diag);
        if (starts(line, "id protocol"))
            x->version = sr_max(1, sr_min((int)strtol(line + 11, NULL, 10), VERSION));
    }
    return err;
}

/* ---- version 2 ------------------------------------------------------------------------------ */

/* Which match it is, as far as a view can tell. */
static uint64_t setup_of(const struct sr_rules *r, const union sr_state *s)
{
    uint64_t hash = 1469598103934665603u;
    const unsigned char *part[] = {(const unsigned char *)s->head.option, r->edition,
                                   (const unsigned char *)r->game->id};
    const size_t size[] = {sizeof s->head.option, r->game->edition_size, strlen(r->game->id)};
    for (int p = 0; p < 3; p++)
        for (size_t i = 0; i < size[p]; i++)
            hash = (hash ^ part[p][i]) * 1099511628211u;
    return hash ^ (uint64_t)s->head.seats << 8 ^ s->head.viewer;
}

/* What a program of version 2 hears before a question: which match, what happened. */
static enum sr_err tell_news(struct external *x, const struct sr_rules *r, const union sr_state *s,
                             struct term *t, struct sr_diag *diag)
{
    const uint64_t setup = setup_of(r, s);
    const bool other = !x->in_match || setup != x->setup || s->head.ply < x->ply;
    struct news match = {0};
    enum sr_err err = SR_OK;
    if (x->version >= 2 && other) {
        news_match(&match, r, s);
        err = say(x, match.text, match.len, t, diag);
        news_free(&match);
    }
    if (x->version >= 2 && !err) {
        news_end(&x->news);
        err = say(x, x->news.text, x->news.len, t, diag);
    }
    x->in_match = true;
    x->setup = setup;
    x->ply = s->head.ply;
    news_clear(&x->news);
    return err;
}

void external_saw(struct external *x, const struct sr_rules *r, int ply, int seat, sr_move move,
                  const struct sr_events *ev, int viewer)
{
    if (x && (!x->pid || x->version >= 2))
        news_move(&x->news, r->game, ply, seat, move, ev, viewer);
}

void external_follow(struct external *x, const struct sr_table *t, int seat)
{
    const struct sr_rules *r = &sr_table_config_get(t)->rules;
    const int ply = sr_table_ply(t);
    struct sr_view view;
    struct sr_walk w;
    if (!x || (x->pid && x->version < 2))
        return;
    if (x->heard > ply || (x->heard && sr_table_hash(t, x->heard - 1) != x->past))
        external_forget(x);
    if (!x->heard) {
        sr_table_view(t, seat, &view);
        news_clear(&x->news);
        news_match(&x->news, r, &view.s);
        x->in_match = true;
        x->setup = setup_of(r, &view.s);
        x->ply = 0;
    }
    if (x->heard == ply || sr_walk_begin(&w, t, x->heard, NULL) != SR_OK)
        return;
    while (sr_walk_next(&w))
        news_move(&x->news, r->game, (int)w.before.head.ply, w.seat, w.move, &w.events, seat);
    x->heard = ply;
    x->past = sr_table_hash(t, ply - 1);
}

void external_over(struct external *x, const struct sr_rules *r, const struct sr_scores *sc)
{
    struct term t = by_clock(END_MS);
    enum sr_err err = SR_OK;
    if (!x)
        return;
    if (x->pid && x->version >= 2 && x->in_match) {
        if (x->terms.rests)
            kill(-x->pid, SIGCONT);
        news_end(&x->news);
        err = say(x, x->news.text, x->news.len, &t, NULL);
        news_clear(&x->news);
        news_result(&x->news, r, sc);
        if (!err)
            err = say(x, x->news.text, x->news.len, &t, NULL);
        x->learns = true;
        if (err)
            end(x);
    }
    external_forget(x);
}

void external_forget(struct external *x)
{
    x->in_match = false;
    x->heard = 0;
    news_clear(&x->news);
}

const char *external_said(const struct external *x) { return x->said; }

int external_version(const struct external *x) { return x->version; }

/* ---- questions ------------------------------------------------------------------------------ */

static size_t write_question(struct external *x, const struct sr_rules *r,
                             const struct sr_view *view, const sr_move *legal, int count,
                             int millis)
{
    struct sr_buf b;
    sr_buf_init(&b, x->out, sizeof x->out);
    sr_buf_put(&b, "view ");
    b.comma = false;
    sr_state_write(&b, r, &view->s);
    sr_buf_put(&b, "\nlegal ");
    b.comma = false;
    sr_moves_write(&b, r->game, legal, count);
    sr_buf_put(&b, "\ngo ms ");
    sr_buf_int(&b, millis);
    sr_buf_put(&b, "\n");
    return b.full ? 0 : b.len;
}

static enum sr_err read_answer(struct external *x, const struct sr_rules *r, const sr_move *legal,
                               int count, struct term *t, int *index, struct sr_diag *diag)
{
    char line[LINE_MAX_BYTES], text[SR_TEXT_MAX];
    x->awaited = "answer";
    for (;;) {
        const enum sr_err err = hear(x, line, t, diag);
        if (err)
            return err;
        if (starts(line, "info"))
            continue;
        if (!starts(line, "bestmove") || !line[8])
            return fail(x, EXTERNAL_RUBBISH, "answered", line, diag);
        for (int i = 0; i < count; i++) {
            sr_move_text(r->game, legal[i], text);
            if (strcmp(text, line + 9) == 0) {
                *index = i;
                return SR_OK;
            }
        }
        sr_move_text(r->game, legal[0], text);
        char what[SR_TEXT_MAX + 40];
        snprintf(what, sizeof what, "\"%.60s\" is a legal move, not", text);
        return fail(x, EXTERNAL_ILLEGAL, what, line + 9, diag);
    }
}

/* Whether it has kept silent since its last answer, but for what it thinks. */
static enum sr_err was_silent(struct external *x, struct sr_diag *diag)
{
    char line[LINE_MAX_BYTES];
    const uint64_t until = now_ms() + GRACE_MS; /* one that never stops is late with its answer */
    struct term now = by_clock(0), t = by_clock(2 * GRACE_MS);
    while (now_ms() < until && (wait_for(x, POLLIN, &now) || memchr(x->in, '\n', x->held))) {
        const enum sr_err err = hear(x, line, &t, diag);
        if (err)
            return err;
        if (!starts(line, "info"))
            return fail(x, EXTERNAL_RUBBISH, "nothing was asked when it said", line, diag);
    }
    return SR_OK;
}

enum sr_err external_start(struct external *x, struct sr_diag *diag)
{
    if (x->pid)
        return SR_OK;
    if (!spawn(x))
        return fail(x, EXTERNAL_START, "cannot be started", NULL, diag);
    const enum sr_err err = greet(x, diag);
    if (err)
        x->fault = EXTERNAL_START;
    return err;
}

enum sr_err external_choose(struct external *x, const struct sr_rules *r,
                            const struct sr_view *view, const sr_move *legal, int count, int millis,
                            int *index, int *took, struct sr_diag *diag)
{
    enum sr_err err = SR_OK;
    *took = 0;
    if (!x->pid)
        err = external_start(x, diag);
    else if (x->terms.rests)
        kill(-x->pid, SIGCONT);
    if (!err) {
        const size_t len = write_question(x, r, view, legal, count, millis);
        struct term t = charged(x, millis + millis / 5 + GRACE_MS);
        err = was_silent(x, diag);
        if (!err)
            err = len ? tell_news(x, r, &view->s, &t, diag)
                      : sr_fail(diag, SR_SPACE, "the question is too long");
        if (!err)
            err = say(x, x->out, len, &t, diag);
        if (!err)
            err = read_answer(x, r, legal, count, &t, index, diag);
        *took = charge_so_far(&t.charge).all;
        if (!err && *took > t.allowed)
            err = fail_dear(x, *took, diag);
    }
    if (err)
        end(x);
    else if (x->terms.rests)
        kill(-x->pid, SIGSTOP);
    return err;
}

enum sr_err external_ready(struct external *x, struct sr_diag *diag)
{
    char line[LINE_MAX_BYTES];
    struct term t = charged(x, START_MS);
    if (x->terms.rests)
        kill(-x->pid, SIGCONT);
    x->awaited = "answer to isready";
    enum sr_err err = say(x, "isready\n", 8, &t, diag);
    while (!err && !(err = hear(x, line, &t, diag)) && !starts(line, "ready"))
        if (!starts(line, "info"))
            err = fail(x, EXTERNAL_RUBBISH, "was asked whether it is ready, and said", line, diag);
    if (err)
        end(x);
    return err;
}

enum external_fault external_fault(const struct external *x) { return x->fault; }
