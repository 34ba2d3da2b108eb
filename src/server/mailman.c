/* mailman.c: a mail program as a child process (mailman.h). It gets no file of ours but the message
 * and no environment but a path, and is ended when it takes too long. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* pipe2, closing of files in a child */
#endif
#include "server/mailman.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_STEP_MS = 10, WAIT_STEPS = 3000, EX_TEMPFAIL = 75, PIPE_HOLDS = 65536 };

static bool start(const char *program, const char *address, int input, pid_t *pid)
{
    char *const argv[] = {(char *)(uintptr_t)program, (char *)(uintptr_t) "-i",
                          (char *)(uintptr_t) "--", (char *)(uintptr_t)address, NULL};
    char *const env[] = {(char *)(uintptr_t) "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
                         (char *)(uintptr_t) "LANG=C.UTF-8", NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attr);
    posix_spawnattr_setsigdefault(&attr, &usual);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF);
    const bool ok = posix_spawn_file_actions_adddup2(&files, input, 0) == 0 &&
                    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0) == 0 &&
                    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0) == 0 &&
                    posix_spawn_file_actions_addclosefrom_np(&files, 3) == 0 &&
                    posix_spawnp(pid, program, &files, &attr, argv, env) == 0;
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attr);
    return ok;
}

static enum mailman_end wait_for(pid_t pid, const atomic_bool *stop)
{
    const struct timespec step = {0, WAIT_STEP_MS * 1000000L};
    int status = 0;
    for (int i = 0; i < WAIT_STEPS && !atomic_load(stop); i++) {
        const pid_t got = waitpid(pid, &status, WNOHANG);
        if (got == pid)
            return !WIFEXITED(status)                   ? MAILMAN_LATER
                   : WEXITSTATUS(status) == 0           ? MAILMAN_TAKEN
                   : WEXITSTATUS(status) == EX_TEMPFAIL ? MAILMAN_LATER
                                                        : MAILMAN_REFUSED;
        if (got < 0 && errno != EINTR)
            return MAILMAN_REFUSED;
        nanosleep(&step, NULL);
    }
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    return MAILMAN_LATER;
}

enum mailman_end mailman_carry(const char *program, const char *address, const char *text,
                               size_t len, const atomic_bool *stop)
{
    int ends[2];
    pid_t pid = 0;
    if (len > PIPE_HOLDS || pipe2(ends, O_CLOEXEC) != 0)
        return MAILMAN_LATER;
    /* The pipe holds all of it, whether it is read or not. */
    const bool whole = write(ends[1], text, len) == (ssize_t)len;
    const bool started = whole && start(program, address, ends[0], &pid);
    close(ends[0]);
    close(ends[1]);
    return started ? wait_for(pid, stop) : whole ? MAILMAN_REFUSED : MAILMAN_LATER;
}
