/* trial_run.c: the pieces of a trial's games: handed out in order to threads and other processes,
 * collected in any order, kept in a file.
 *
 * The file: a line that begins with "# serai lab", then a line per piece (piece.c) with a sum of
 * its own. Lines are only ever appended. A piece is known by a hash over all that determines it, so
 * a file serves every trial that needs the same games. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "lab/arena.h"
#include "lab/ranks.h"
#include "lab/trial_inside.h"

struct kept { /* a line of the file */
    uint64_t key;
    int64_t number;
    size_t at, len;
};

struct task {
    int arm;
    int64_t number;
};

/* Other processes that have handed nothing over for so long, or for so many times what a piece
 * takes here, may be lost: what they have is played here. */
enum { AWAY_MILLIS = 3000, AWAY_TIMES = 5 };

struct trial_run {
    int file; /* -1: none */
    char *text;
    struct kept *kept;
    int64_t kept_count;
    pthread_mutex_t lock;
    struct task *task;
    int64_t tasks, next, done; /* handed out; finished */
    struct task *away;         /* [out], at other processes */
    int64_t out;
    uint64_t heard, longest;   /* when one of these came; milliseconds that a piece took here */
    int64_t played;
    int failed; /* errno of a write */
};

static void leave(struct trial_run *r)
{
    mem_free(r->text);
    mem_free(r->kept);
    if (r->file >= 0)
        close(r->file);
    pthread_mutex_destroy(&r->lock);
    mem_free(r);
}

static struct trial_run *run_of(struct trial *t)
{
    if (!t->run) {
        t->run = mem_new(sizeof *t->run);
        t->run->file = -1;
        pthread_mutex_init(&t->run->lock, NULL);
        t->leave = leave;
    }
    return t->run;
}

int64_t trial_played(const struct trial *t) { return t->run ? t->run->played : 0; }

/* ---- the file ---------------------------------------------------------------------------- */

static enum sr_err open_file(struct trial_run *r, const char *path, struct sr_diag *diag)
{
    r->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    return r->file < 0 ? sr_fail(diag, SR_IO, "%s: %s", path, strerror(errno)) : SR_OK;
}

/* A line in one piece, or an errno. */
static int append(struct trial_run *r, char *line, size_t len)
{
    line[len] = '\n';
    for (size_t at = 0; at < len + 1;) {
        const ssize_t n = write(r->file, line + at, len + 1 - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? errno : ENOSPC;
        at += (size_t)n;
    }
    return 0;
}

/* Lists the lines of the file; returns how much of it is whole. */
static size_t list_lines(struct trial_run *r, size_t len, int *lost)
{
    size_t whole = 0, room = 0;
    for (size_t at = 0; at < len;) {
        const char *end = memchr(r->text + at, '\n', len - at);
        const size_t n = end ? (size_t)(end - r->text) - at : len - at;
        struct kept k = {.at = at, .len = n};
        const bool comment = end && r->text[at] == '#';
        const bool good = end && !comment && piece_head(r->text + at, n, &k.key, &k.number);
        *lost += !good && !comment;
        if (good && (size_t)r->kept_count == room) {
            room = 2 * room + 64;
            r->kept = mem_grow(r->kept, room * sizeof *r->kept);
        }
        if (good)
            r->kept[r->kept_count++] = k;
        at += n + 1;
        whole = end ? at : whole;
    }
    return whole;
}

enum sr_err trial_keep(struct trial *t, const char *path, const char *command, int *lost,
                       struct sr_diag *diag)
{
    struct trial_run *r = run_of(t);
    size_t len = 0;
    *lost = 0;
    enum sr_err err = open_file(r, path, diag);
    if (err)
        return err;
    const off_t size = lseek(r->file, 0, SEEK_END);
    if (size > 0) {
        r->text = file_read_most(path, FILE_TRACE_MAX, &len, diag);
        if (!r->text)
            return SR_IO;
        if (strncmp(r->text, "# serai lab", 11) != 0)
            return sr_fail(diag, SR_PARSE, "%s is no file of the lab", path);
        const size_t whole = list_lines(r, len, lost);
        if (whole < len && ftruncate(r->file, (off_t)whole))
            return sr_fail(diag, SR_IO, "%s: %s", path, strerror(errno));
    }
    char *head = mem_grow(NULL, strlen(command) + 64);
    const int n = snprintf(head, strlen(command) + 64, "# serai lab 1: %s", command);
    const int error = append(r, head, (size_t)n);
    mem_free(head);
    return error ? sr_fail(diag, SR_IO, "%s: %s", path, strerror(error)) : SR_OK;
}

/* Plays the first game of a kept piece again: another program, or other weights, would mix up two
 * experiments. */
static bool comes_out_the_same(struct trial *t, const struct arm *a, int64_t number,
                               const struct piece *p)
{
    struct bench_desk *desk = piece_desk_new(&t->items);
    struct trial_arm one = a->is;
    struct piece again;
    one.piece = 1;
    one.uses = 0;
    piece_new(&t->items, &one, &again);
    piece_play(desk, t->game, &one, number * a->is.piece, NULL, &again);
    const bool same = !memcmp(again.row, p->row, (size_t)a->layout.width * sizeof *p->row);
    piece_free(&again);
    piece_desk_free(desk);
    return same;
}

/* Pieces of the arm that the file has. */
static enum sr_err recall(struct trial *t, struct arm *a, struct sr_diag *diag)
{
    const struct trial_run *r = t->run;
    for (int64_t i = 0; i < r->kept_count; i++) {
        const struct kept *k = &r->kept[i];
        if (k->key != a->key || k->number >= a->pieces || a->piece[k->number].row)
            continue;
        struct piece p;
        piece_new(&t->items, &a->is, &p);
        if (!piece_read(&t->items, &a->is, r->text + k->at, k->len, &p)) {
            piece_free(&p);
            continue;
        }
        if (!a->checked && !comes_out_the_same(t, a, k->number, &p)) {
            piece_free(&p);
            return sr_fail(diag, SR_DIFFERS,
                           "the file was made by another version of the program: its games come "
                           "out otherwise now; begin a new one");
        }
        a->checked = true;
        trial_take(t, a, k->number, &p);
    }
    return SR_OK;
}

/* ---- running ----------------------------------------------------------------------------- */

static bool take_task(struct trial_run *r, struct task *out)
{
    pthread_mutex_lock(&r->lock);
    const bool any = r->next < r->tasks && !r->failed;
    if (any)
        *out = r->task[r->next++];
    pthread_mutex_unlock(&r->lock);
    return any;
}

/* A piece that is there already changes nothing: two may have played it. */
static void deliver(struct trial *t, const struct task *task, struct piece *p, char *line,
                    size_t len)
{
    struct trial_run *r = t->run;
    struct arm *a = t->arm[task->arm];
    if (a->piece[task->number].row) {
        piece_free(p);
        mem_free(line);
        return;
    }
    if (r->file >= 0 && !line)
        line = piece_write(&t->items, &a->is, a->key, task->number, p, &len);
    pthread_mutex_lock(&r->lock);
    if (r->file >= 0 && line && !r->failed)
        r->failed = append(r, line, len);
    trial_take(t, a, task->number, p);
    r->done++;
    r->played++;
    pthread_mutex_unlock(&r->lock);
    mem_free(line);
}

static void play_task(struct trial *t, struct bench_desk *desk, const struct task *task)
{
    struct trial_run *r = t->run;
    const struct arm *a = t->arm[task->arm];
    const uint64_t began = lab_clock(NULL);
    struct piece p;
    piece_new(&t->items, &a->is, &p);
    piece_play(desk, t->game, &a->is, task->number, a->script, &p);
    const uint64_t took = lab_clock(NULL) - began;
    pthread_mutex_lock(&r->lock);
    r->longest = took > r->longest ? took : r->longest;
    pthread_mutex_unlock(&r->lock);
    deliver(t, task, &p, NULL, 0);
}

static void *work(void *arg)
{
    struct trial *t = arg;
    struct bench_desk *desk = piece_desk_new(&t->items);
    struct task task;
    while (take_task(t->run, &task))
        play_task(t, desk, &task);
    piece_desk_free(desk);
    return NULL;
}

static void come_back(struct trial_run *r, const struct task *task)
{
    for (int64_t i = 0; i < r->out; i++)
        if (r->away[i].arm == task->arm && r->away[i].number == task->number) {
            r->away[i] = r->away[--r->out];
            return;
        }
}

/* Whether others are waited for in vain. */
static bool overdue(struct trial_run *r)
{
    pthread_mutex_lock(&r->lock);
    const uint64_t limit =
        AWAY_TIMES * r->longest > AWAY_MILLIS ? AWAY_TIMES * r->longest : AWAY_MILLIS;
    const bool late =
        (r->next >= r->tasks || r->failed) && r->out > 0 && lab_clock(NULL) > r->heard + limit;
    pthread_mutex_unlock(&r->lock);
    return late;
}

/* Plays a piece that somebody else has had for too long. */
static void play_away(struct trial *t)
{
    struct trial_run *r = t->run;
    struct bench_desk *desk = piece_desk_new(&t->items);
    const struct task task = r->away[--r->out];
    play_task(t, desk, &task);
    piece_desk_free(desk);
}

/* What other processes have finished, and more for them. */
static void exchange(struct trial *t)
{
    struct trial_run *r = t->run;
    char *line;
    size_t len;
    int rank;
    while ((line = ranks_collect(t->ranks, &len))) {
        uint64_t key;
        struct task task = {.arm = -1};
        struct piece p;
        if (piece_head(line, len, &key, &task.number))
            for (int i = 0; i < t->arms; i++)
                task.arm = t->arm[i]->key == key ? i : task.arm;
        if (task.arm < 0) {
            mem_free(line);
            continue;
        }
        struct arm *a = t->arm[task.arm];
        r->heard = lab_clock(NULL);
        piece_new(&t->items, &a->is, &p);
        if (piece_read(&t->items, &a->is, line, len, &p)) {
            line = mem_grow(line, len + 2);
            come_back(r, &task);
            deliver(t, &task, &p, line, len);
        } else { /* it will be overdue */
            piece_free(&p);
            mem_free(line);
        }
    }
    while (ranks_idle(t->ranks, &rank)) {
        struct task task;
        if (!take_task(r, &task))
            return;
        const struct ranks_task message = {task.number, t->arm[task.arm]->is};
        ranks_hand_out(t->ranks, rank, &message);
        r->away[r->out++] = task;
        r->heard = lab_clock(NULL);
    }
}

static bool finished(struct trial_run *r)
{
    pthread_mutex_lock(&r->lock);
    const bool all = r->done >= r->tasks || (r->failed && r->out == 0);
    pthread_mutex_unlock(&r->lock);
    return all;
}

static void wait_for_all(struct trial *t, int64_t per_piece)
{
    struct trial_run *r = t->run;
    while (!finished(r)) {
        const struct timespec nap = {.tv_nsec = (t->ranks ? 1 : 20) * 1000 * 1000};
        if (t->ranks)
            exchange(t);
        if (overdue(r))
            play_away(t);
        if (t->progress)
            t->progress(t->context, r->done * per_piece, r->tasks * per_piece);
        nanosleep(&nap, NULL);
    }
}

static void list_tasks(struct trial *t, const int *arm, int arms, int64_t games)
{
    struct trial_run *r = t->run;
    int64_t most = 0, room = 0;
    r->tasks = r->next = r->done = r->out = 0;
    for (int i = 0; i < arms; i++) {
        const int64_t pieces = t->arm[arm[i]]->pieces;
        most = pieces > most ? pieces : most;
        room += pieces;
    }
    r->task = mem_grow(r->task, (size_t)(room + 1) * sizeof *r->task);
    r->away = mem_grow(r->away, (size_t)(room + 1) * sizeof *r->away);
    for (int64_t k = 0; k < most; k++) {
        for (int i = 0; i < arms; i++)
            t->arm[arm[i]]->asked = false;
        for (int i = 0; i < arms; i++) {
            struct arm *a = t->arm[arm[i]];
            const int64_t wanted = (games + a->is.piece - 1) / a->is.piece;
            if (k < wanted && !a->piece[k].row && !a->asked)
                r->task[r->tasks++] = (struct task){arm[i], k};
            a->asked = true;
        }
    }
}

static enum sr_err play_tasks(struct trial *t, int64_t per_piece, struct sr_diag *diag)
{
    const struct trial_run *r = t->run;
    enum { MOST = 256 };
    pthread_t thread[MOST];
    int started = 0;
    const int wanted = (int)(r->tasks < t->threads ? r->tasks : sr_min(t->threads, MOST));
    while (started < wanted && !pthread_create(&thread[started], NULL, work, t))
        started++;
    if (r->tasks && !started)
        return sr_fail(diag, SR_IO, "no thread could be started");
    wait_for_all(t, per_piece);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    if (r->failed)
        return sr_fail(diag, SR_IO, "%s", strerror(r->failed));
    return SR_OK;
}

enum sr_err trial_play(struct trial *t, const int *arm, int arms, int64_t games,
                       struct sr_diag *diag)
{
    struct trial_run *r = run_of(t);
    for (int i = 0; i < arms; i++) {
        struct arm *a = t->arm[arm[i]];
        trial_room(a, games);
        const enum sr_err err = recall(t, a, diag);
        if (err)
            return err;
    }
    for (int i = 0; i < arms; i++)
        trial_script_make(t, t->arm[arm[i]], games);
    list_tasks(t, arm, arms, games);
    const enum sr_err err = play_tasks(t, arms ? t->arm[arm[0]]->is.piece : 1, diag);
    mem_free(r->task);
    mem_free(r->away);
    r->task = r->away = NULL;
    for (int i = 0; i < arms; i++)
        trial_script_free(t->arm[arm[i]]);
    return err;
}
