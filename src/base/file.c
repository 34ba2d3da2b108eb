/* file.c: reading whole files, and writing files that appear whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

/* ---- reading ----------------------------------------------------------------------------- */

static enum sr_err fail_errno(struct sr_diag *diag, const char *path, int number)
{
    return sr_fail(diag, SR_IO, "%.160s: %s", path, strerror(number));
}

static char *read_all(int fd, const char *path, size_t most, size_t *len, struct sr_diag *diag)
{
    size_t max = 1 << 16, n = 0;
    char *text = mem_grow(NULL, max);
    for (;;) {
        if (n + 1 == max) {
            if (max >= most) {
                sr_explain(diag, "%.160s: larger than %d MiB", path, (int)(most >> 20));
                break;
            }
            max *= 2;
            text = mem_grow(text, max);
        }
        const ssize_t got = read(fd, text + n, max - n - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            fail_errno(diag, path, errno);
            break;
        }
        if (got == 0) {
            text[n] = '\0';
            *len = n;
            return text;
        }
        n += (size_t)got;
    }
    mem_free(text);
    return NULL;
}

char *file_read_most(const char *path, size_t most, size_t *len, struct sr_diag *diag)
{
    if (!strcmp(path, "-"))
        return read_all(STDIN_FILENO, path, most, len, diag);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) < 0) {
        fail_errno(diag, path, errno);
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    char *text = NULL;
    if (S_ISDIR(st.st_mode))
        fail_errno(diag, path, EISDIR);
    else
        text = read_all(fd, path, most, len, diag);
    close(fd);
    return text;
}

char *file_read(const char *path, size_t *len, struct sr_diag *diag)
{
    return file_read_most(path, FILE_MAX, len, diag);
}

/* ---- writing ----------------------------------------------------------------------------- */

/* Files not yet finished; a handler may only look at plain pointers. */
enum { UNFINISHED_MAX = 4 };
static char *volatile unfinished[UNFINISHED_MAX];

/* A signal that ends the program takes the unfinished file with it. Programs with handlers of
 * their own (the play loop) finish the file instead. */
static void on_signal(int number)
{
    for (int i = 0; i < UNFINISHED_MAX; i++)
        if (unfinished[i])
            unlink(unfinished[i]);
    signal(number, SIG_DFL);
    raise(number);
}

static const int deadly[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

static void guard(void)
{
    for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; i++) {
        struct sigaction now;
        if (sigaction(deadly[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            signal(deadly[i], on_signal);
    }
}

/* A new file beside the one to be written, known to the handler from its first moment on: a signal
 * between its making and its being noted would leave it behind. */
static int create_noted(char *temporary)
{
    sigset_t wait, before;
    sigemptyset(&wait);
    for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; i++)
        sigaddset(&wait, deadly[i]);
    pthread_sigmask(SIG_BLOCK, &wait, &before);
    const int fd = mkstemp(temporary);
    for (int i = 0; i < UNFINISHED_MAX && fd >= 0; i++)
        if (!unfinished[i]) {
            unfinished[i] = temporary;
            break;
        }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return fd;
}

static char *join(const char *a, const char *b)
{
    const size_t n = strlen(a), m = strlen(b);
    char *out = mem_grow(NULL, n + m + 1);
    memcpy(out, a, n);
    memcpy(out + n, b, m + 1);
    return out;
}

static void forget(struct file_out *out)
{
    for (int i = 0; i < UNFINISHED_MAX; i++)
        if (out->temporary && unfinished[i] == out->temporary)
            unfinished[i] = NULL;
    mem_free(out->temporary);
    mem_free(out->path);
    *out = (struct file_out){NULL, NULL, NULL};
}

enum sr_err file_create(struct file_out *out, const char *path, struct sr_diag *diag)
{
    /* A link keeps pointing to the file it names: write where it leads. */
    char *real = realpath(path, NULL);
    out->path = join(real ? real : path, "");
    mem_free(real);
    out->stream = NULL;
    out->temporary = NULL;
    struct stat st;
    const bool exists = stat(out->path, &st) == 0;
    if (exists && S_ISDIR(st.st_mode)) {
        mem_free(out->path);
        return fail_errno(diag, path, EISDIR);
    }
    if (exists && !S_ISREG(st.st_mode)) { /* a device or a pipe cannot be renamed over */
        out->stream = fopen(path, "we");
    } else {
        out->temporary = join(out->path, ".XXXXXX");
        guard();
        const int fd = create_noted(out->temporary);
        if (fd >= 0) {
            const mode_t mask = umask(0);
            umask(mask);
            (void)!fchmod(fd, exists ? st.st_mode & 07777 : 0666 & ~mask);
            out->stream = fdopen(fd, "w");
        }
    }
    if (out->stream)
        return SR_OK;
    const enum sr_err err = fail_errno(diag, path, errno);
    forget(out);
    return err;
}

/* The new name is durable only when its folder is. */
static void sync_folder(const char *path)
{
    char *copy = join(path, "");
    const int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    mem_free(copy);
}

enum sr_err file_commit(struct file_out *out, struct sr_diag *diag)
{
    errno = 0;
    bool good = fflush(out->stream) == 0 && !ferror(out->stream);
    if (good && out->temporary)
        good = fsync(fileno(out->stream)) == 0;
    int error = errno;
    if (fclose(out->stream) && good) {
        good = false;
        error = errno;
    }
    out->stream = NULL;
    if (good && out->temporary && rename(out->temporary, out->path)) {
        good = false;
        error = errno;
    }
    if (!good) {
        fail_errno(diag, out->path, error ? error : EIO);
        if (out->temporary)
            unlink(out->temporary);
    } else if (out->temporary) {
        sync_folder(out->path);
    }
    forget(out);
    return good ? SR_OK : SR_IO;
}

void file_abort(struct file_out *out)
{
    if (out->stream)
        fclose(out->stream);
    if (out->temporary)
        unlink(out->temporary);
    forget(out);
}

enum sr_err file_write(const char *path, const char *text, size_t len, struct sr_diag *diag)
{
    struct file_out out;
    const enum sr_err err = file_create(&out, path, diag);
    if (err)
        return err;
    if (fwrite(text, 1, len, out.stream) != len) {
        const int error = errno;
        file_abort(&out);
        return fail_errno(diag, path, error);
    }
    return file_commit(&out, diag);
}
