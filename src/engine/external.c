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

enum {
    LINE_MAX_BYTES = 8192,
    MESSAGE_BYTES = 1 << 18,
    START_MS = 10000,
    GRACE_MS = 100,
    LIMITS_MAX = 64 /* bytes of the words that set limits */
};

struct external {
    struct external_terms terms;
    char *command; /* for people: as it was given */
    char *script;  /* for the shell: limits, then the command */
    pid_t pid;     /* 0: does not run */
    int fd;
    enum external_fault fault;
    char in[LINE_MAX_BYTES];
    size_t held; /* bytes of in */
    char out[MESSAGE_BYTES];
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

static void end(struct external *x)
{
    if (!x->pid)
        return;
    close(x->fd);
    kill(-x->pid, SIGKILL);
    waitpid(x->pid, NULL, 0);
    x->pid = 0;
    x->held = 0;
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
        for (int i = 0; i < 20 && !gone.si_pid; i++)
            if (waitid(P_PID, (id_t)x->pid, &gone, WEXITED | WNOHANG | WNOWAIT) == 0 &&
                !gone.si_pid)
                usleep(5000);
        end(x);
    }
    sr_free(x->command);
    sr_free(x->script);
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

static bool spawn_with(struct external *x, int theirs)
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
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
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
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
        return false;
    const bool ok = spawn_with(x, pair[1]);
    close(pair[1]);
    if (!ok) {
        close(pair[0]);
        x->pid = 0;
        return false;
    }
    x->fd = pair[0];
    x->held = 0;
    return true;
}

/* ---- lines ---------------------------------------------------------------------------------- */

static enum sr_err fail(struct external *x, enum external_fault fault, const char *what,
                        const char *line, struct sr_diag *diag)
{
    const enum sr_err err = fault == EXTERNAL_ILLEGAL ? SR_ILLEGAL : SR_IO;
    x->fault = fault;
    if (line)
        return sr_fail(diag, err, "%.100s: %s \"%.60s\"", x->command, what, line);
    return sr_fail(diag, err, "%.100s: %s", x->command, what);
}

/* Waits until the socket is ready or the time is over. */
static bool wait_for(struct external *x, short event, uint64_t until)
{
    for (;;) {
        const uint64_t now = now_ms();
        struct pollfd p = {.fd = x->fd, .events = event};
        const int n = poll(&p, 1, now < until ? (int)(until - now) : 0);
        if (n > 0)
            return true;
        if (n == 0 || errno != EINTR)
            return false;
    }
}

static enum sr_err say(struct external *x, const char *text, size_t len, uint64_t until,
                       struct sr_diag *diag)
{
    while (len) {
        if (!wait_for(x, POLLOUT, until))
            return fail(x, EXTERNAL_TIME, "does not read", NULL, diag);
        const ssize_t n = send(x->fd, text, len, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n < 0)
            return fail(x, EXTERNAL_ENDED, "ended by itself", NULL, diag);
        text += n;
        len -= (size_t)n;
    }
    return SR_OK;
}

/* The next line, without its end. */
static enum sr_err hear(struct external *x, char line[LINE_MAX_BYTES], uint64_t until,
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
            return fail(x, EXTERNAL_RUBBISH, "a line without end", NULL, diag);
        if (!wait_for(x, POLLIN, until))
            return fail(x, EXTERNAL_TIME, "no answer in time", NULL, diag);
        const ssize_t n = recv(x->fd, x->in + x->held, sizeof x->in - x->held, MSG_DONTWAIT);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0)
            return fail(x, EXTERNAL_ENDED, "ended by itself", NULL, diag);
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
    const uint64_t until = now_ms() + START_MS;
    enum sr_err err = say(x, "serai 1\n", 8, until, diag);
    while (!err && !(err = hear(x, line, until, diag))) {
        if (starts(line, "ready"))
            return SR_OK;
        if (!starts(line, "id") && !starts(line, "info"))
            return fail(x, EXTERNAL_RUBBISH, "greeted with", line, diag);
    }
    return err;
}

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
                               int count, uint64_t until, int *index, struct sr_diag *diag)
{
    char line[LINE_MAX_BYTES], text[SR_TEXT_MAX];
    for (;;) {
        const enum sr_err err = hear(x, line, until, diag);
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
        return fail(x, EXTERNAL_ILLEGAL, "no legal move is", line + 9, diag);
    }
}

/* Starts the program and waits for its greeting. */
static enum sr_err start(struct external *x, struct sr_diag *diag)
{
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
        err = start(x, diag);
    else if (x->terms.rests)
        kill(-x->pid, SIGCONT);
    if (!err) {
        const size_t len = write_question(x, r, view, legal, count, millis);
        const uint64_t begun = now_ms();
        const uint64_t until = begun + (uint64_t)(millis + millis / 5 + GRACE_MS);
        err = len ? say(x, x->out, len, until, diag)
                  : sr_fail(diag, SR_SPACE, "the question is too long");
        if (!err)
            err = read_answer(x, r, legal, count, until, index, diag);
        *took = (int)(now_ms() - begun);
    }
    if (err)
        end(x);
    else if (x->terms.rests)
        kill(-x->pid, SIGSTOP);
    return err;
}

enum external_fault external_fault(const struct external *x) { return x->fault; }
