/* external.c: a program as a player, over the engine protocol. It runs in a process group of its
 * own with a socket as its standard streams; whatever goes wrong ends in its death and a reason. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lab/arena.h"

enum { LINE_MAX_BYTES = 8192, MESSAGE_BYTES = 1 << 18, START_MS = 10000, GRACE_MS = 100 };

struct external {
    char *command;
    pid_t pid; /* 0: does not run */
    int fd;
    char in[LINE_MAX_BYTES];
    size_t held;                /* bytes of in */
    char out[MESSAGE_BYTES];
};

extern char **environ;

struct external *external_new(const char *command)
{
    struct external *x = mem_grow(NULL, sizeof *x);
    memset(x, 0, sizeof *x);
    const size_t n = strlen(command) + 1;
    x->command = mem_grow(NULL, n);
    memcpy(x->command, command, n);
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
        for (int i = 0; i < 20 && waitpid(x->pid, NULL, WNOHANG) == 0; i++)
            usleep(5000);
        kill(-x->pid, SIGKILL);
        waitpid(x->pid, NULL, WNOHANG);
        close(x->fd);
    }
    mem_free(x->command);
    mem_free(x);
}

static bool spawn(struct external *x)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
        return false;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pair[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, pair[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", 1 /* O_WRONLY */, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    char *argv[] = {"sh", "-c", x->command, NULL};
    const int failed = posix_spawn(&x->pid, "/bin/sh", &actions, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(pair[1]);
    if (failed) {
        close(pair[0]);
        x->pid = 0;
        return false;
    }
    x->fd = pair[0];
    x->held = 0;
    return true;
}

/* Waits until the socket is ready or the time is over. */
static bool wait_for(struct external *x, short event, uint64_t until)
{
    for (;;) {
        const uint64_t now = lab_clock(NULL);
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
            return sr_fail(diag, SR_IO, "%.100s: does not read", x->command);
        const ssize_t n = send(x->fd, text, len, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n < 0)
            return sr_fail(diag, SR_IO, "%.100s: ended by itself", x->command);
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
            return sr_fail(diag, SR_IO, "%.100s: a line without end", x->command);
        if (!wait_for(x, POLLIN, until))
            return sr_fail(diag, SR_IO, "%.100s: no answer in time", x->command);
        const ssize_t n = recv(x->fd, x->in + x->held, sizeof x->in - x->held, MSG_DONTWAIT);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0)
            return sr_fail(diag, SR_IO, "%.100s: ended by itself", x->command);
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
    const uint64_t until = lab_clock(NULL) + START_MS;
    enum sr_err err = say(x, "serai 1\n", 8, until, diag);
    while (!err && !(err = hear(x, line, until, diag))) {
        if (starts(line, "ready"))
            return SR_OK;
        if (!starts(line, "id") && !starts(line, "info"))
            return sr_fail(diag, SR_IO, "%.100s: greeted with \"%.60s\"", x->command, line);
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
    sr_json_open(&b, '[');
    for (int i = 0; i < count; i++) {
        char text[SR_TEXT_MAX];
        sr_move_text(r->game, legal[i], text);
        sr_json_str(&b, text);
    }
    sr_json_close(&b, ']');
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
            return sr_fail(diag, SR_IO, "%.100s: answered \"%.60s\"", x->command, line);
        for (int i = 0; i < count; i++) {
            sr_move_text(r->game, legal[i], text);
            if (strcmp(text, line + 9) == 0) {
                *index = i;
                return SR_OK;
            }
        }
        return sr_fail(diag, SR_ILLEGAL, "%.100s: \"%.60s\" is no legal move", x->command,
                       line + 9);
    }
}

enum sr_err external_choose(struct external *x, const struct sr_rules *r,
                            const struct sr_view *view, const sr_move *legal, int count, int millis,
                            int *index, int *took, struct sr_diag *diag)
{
    enum sr_err err = SR_OK;
    if (!x->pid) {
        if (!spawn(x))
            return sr_fail(diag, SR_IO, "%.100s: cannot be started", x->command);
        err = greet(x, diag);
    }
    const size_t len = err ? 0 : write_question(x, r, view, legal, count, millis);
    if (!err && !len)
        err = sr_fail(diag, SR_SPACE, "the question is too long");
    const uint64_t start = lab_clock(NULL);
    const uint64_t until = start + (uint64_t)(millis + millis / 5 + GRACE_MS);
    if (!err)
        err = say(x, x->out, len, until, diag);
    if (!err)
        err = read_answer(x, r, legal, count, until, index, diag);
    *took = (int)(lab_clock(NULL) - start);
    if (err)
        end(x);
    return err;
}
