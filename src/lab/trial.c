/* trial.c: arms, and the pieces of their games: handed out in order to threads and other processes,
 * collected in any order, kept in a file.
 *
 * The file: a line that begins with "# serai lab", then a line per piece (piece.c) with a sum of
 * its own. Lines are only ever appended. A piece is known by a hash over all that determines it, so
 * a file serves every trial that needs the same games. */
#include "lab/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "lab/ranks.h"

struct arm {
    struct trial_arm is;
    uint64_t key;
    struct trial_layout layout;
    int64_t pieces;          /* room in these: */
    struct piece *piece;     /* [pieces]; row NULL: not there yet */
    struct trial_use *use;   /* sums; NULL: not counted */
    bool checked;            /* a piece from the file was played again and came out the same */
    bool asked;              /* in the run under way: an arm may be named twice */
};

struct kept { /* a line of the file */
    uint64_t key;
    int64_t number;
    size_t at, len;
};

struct task {
    int arm;
    int64_t number;
};

struct trial {
    const struct sr_game *game;
    struct items items;
    int threads;
    struct arm **arm;
    int arms;
    trial_progress *progress;
    void *context;
    struct ranks *ranks;
    /* The file. */
    int file; /* -1: none */
    char *text;
    struct kept *kept;
    int64_t kept_count;
    /* A run. */
    pthread_mutex_t lock;
    struct task *task;
    int64_t tasks, next, done, out; /* handed out; finished; at other processes */
    int64_t played;
    int failed; /* errno of a write */
};

/* ---- arms -------------------------------------------------------------------------------- */

void trial_arm_init(struct trial_arm *a, const struct sr_game *game, int seats, uint64_t seed)
{
    memset(a, 0, sizeof *a);
    snprintf(a->game, sizeof a->game, "%s", game->id);
    memcpy(a->set.edition, game->edition, game->edition_size);
    for (int i = 0; game->options[i].id; i++)
        a->set.option[i] = game->options[i].def;
    a->rules_version = game->rules_version;
    a->seats = seats;
    a->seed = seed;
    a->piece = 20;
    for (int i = 0; i < TRIAL_LIMITS; i++)
        a->item[i] = -1;
}

uint64_t trial_key(const struct trial_arm *a)
{
    const unsigned char *bytes = (const unsigned char *)a;
    uint64_t h = sizeof *a;
    for (size_t i = 0; i < sizeof *a; i++)
        h = base_mix(h, bytes[i]);
    return h;
}

struct trial_layout trial_layout_of(const struct sr_game *game, int seats)
{
    struct trial_layout l = {seats, 0, 0};
    const struct sr_rules r = sr_rules_default(game);
    union sr_state s;
    struct sr_scores sc;
    if (sr_setup(&r, seats, NULL, 1, &s, NULL) == SR_OK) {
        sr_scores_of(&r, &s, &sc);
        l.lines = sc.lines;
    }
    while (game->score_parts[l.parts])
        l.parts++;
    l.width = COL_LINES + l.lines * (LINE_PARTS + l.parts);
    return l;
}

void trial_column_name(const struct sr_game *game, int seats, int column, char *out, size_t max)
{
    static const char *const fixed[] = {"decisions", "turns",  "choosing", "choices", "wait",
                                        "margin",    "leads",  "decided",  "behind",  "stuck",
                                        "end",       "opener", "hash"};
    static const char *const line[] = {"score", "rank", "wins", "decisions"};
    const struct trial_layout l = trial_layout_of(game, seats);
    if (column < COL_LINES) {
        snprintf(out, max, "%s", fixed[column]);
        return;
    }
    const int i = (column - COL_LINES) / (LINE_PARTS + l.parts);
    const int what = (column - COL_LINES) % (LINE_PARTS + l.parts);
    const char *name = what < LINE_PARTS ? line[what] : game->score_parts[what - LINE_PARTS];
    snprintf(out, max, "%s%d.%s%s", i < seats ? "p" : "a", i < seats ? i + 1 : i - seats + 1,
             what < LINE_PARTS ? "" : "part.", name);
}

struct trial *trial_new(const struct sr_game *game, int threads)
{
    struct trial *t = mem_new(sizeof *t);
    t->game = game;
    t->threads = sr_max(1, threads);
    t->file = -1;
    items_list(game, &t->items);
    pthread_mutex_init(&t->lock, NULL);
    return t;
}

void trial_free(struct trial *t)
{
    if (!t)
        return;
    for (int i = 0; i < t->arms; i++) {
        for (int64_t k = 0; k < t->arm[i]->pieces; k++)
            piece_free(&t->arm[i]->piece[k]);
        mem_free(t->arm[i]->piece);
        mem_free(t->arm[i]->use);
        mem_free(t->arm[i]);
    }
    mem_free(t->arm);
    mem_free(t->text);
    mem_free(t->kept);
    if (t->file >= 0)
        close(t->file);
    pthread_mutex_destroy(&t->lock);
    mem_free(t);
}

const struct items *trial_items(const struct trial *t) { return &t->items; }

void trial_watch(struct trial *t, trial_progress *progress, void *context)
{
    t->progress = progress;
    t->context = context;
}

void trial_share(struct trial *t, struct ranks *ranks) { t->ranks = ranks; }

int trial_arm(struct trial *t, const struct trial_arm *a)
{
    const uint64_t key = trial_key(a);
    for (int i = 0; i < t->arms; i++)
        if (t->arm[i]->key == key)
            return i;
    struct arm *arm = mem_new(sizeof *arm);
    arm->is = *a;
    arm->key = key;
    arm->layout = trial_layout_of(t->game, a->seats);
    if (a->uses)
        arm->use = mem_new((size_t)t->items.count * sizeof *arm->use);
    t->arm = mem_grow(t->arm, (size_t)(t->arms + 1) * sizeof(struct arm *));
    t->arm[t->arms] = arm;
    return t->arms++;
}

const struct trial_arm *trial_arm_get(const struct trial *t, int arm) { return &t->arm[arm]->is; }

struct trial_layout trial_layout(const struct trial *t, int arm) { return t->arm[arm]->layout; }

const struct trial_use *trial_uses(const struct trial *t, int arm) { return t->arm[arm]->use; }

int64_t trial_played(const struct trial *t) { return t->played; }

int64_t trial_games(const struct trial *t, int arm)
{
    const struct arm *a = t->arm[arm];
    int64_t n = 0;
    while (n < a->pieces && a->piece[n].row)
        n++;
    return n * a->is.piece;
}

const int32_t *trial_row(const struct trial *t, int arm, int64_t game)
{
    const struct arm *a = t->arm[arm];
    return a->piece[game / a->is.piece].row + (game % a->is.piece) * a->layout.width;
}

/* The piece is the arm's now. What it counted is added up; the lock is held, or nobody else is
 * there. */
static void take_in(struct trial *t, struct arm *a, int64_t number, struct piece *p)
{
    for (int i = 0; p->use && i < t->items.count; i++) {
        const int64_t *from = (const int64_t *)&p->use[i];
        int64_t *to = (int64_t *)&a->use[i];
        for (int k = 0; k < TRIAL_USE; k++)
            to[k] += from[k];
    }
    mem_free(p->use);
    p->use = NULL;
    a->piece[number] = *p;
}

/* ---- the file ---------------------------------------------------------------------------- */

static enum sr_err open_file(struct trial *t, const char *path, struct sr_diag *diag)
{
    t->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    return t->file < 0 ? sr_fail(diag, SR_IO, "%s: %s", path, strerror(errno)) : SR_OK;
}

/* A line in one piece, or an errno. */
static int append(struct trial *t, char *line, size_t len)
{
    line[len] = '\n';
    for (size_t at = 0; at < len + 1;) {
        const ssize_t n = write(t->file, line + at, len + 1 - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? errno : ENOSPC;
        at += (size_t)n;
    }
    return 0;
}

/* Lists the lines of the file; returns how much of it is whole. */
static size_t list_lines(struct trial *t, size_t len, int *lost)
{
    size_t whole = 0, room = 0;
    for (size_t at = 0; at < len;) {
        const char *end = memchr(t->text + at, '\n', len - at);
        const size_t n = end ? (size_t)(end - t->text) - at : len - at;
        struct kept k = {.at = at, .len = n};
        const bool comment = end && t->text[at] == '#';
        const bool good = end && !comment && piece_head(t->text + at, n, &k.key, &k.number);
        *lost += !good && !comment;
        if (good && (size_t)t->kept_count == room) {
            room = 2 * room + 64;
            t->kept = mem_grow(t->kept, room * sizeof *t->kept);
        }
        if (good)
            t->kept[t->kept_count++] = k;
        at += n + 1;
        whole = end ? at : whole;
    }
    return whole;
}

enum sr_err trial_keep(struct trial *t, const char *path, const char *command, int *lost,
                       struct sr_diag *diag)
{
    size_t len = 0;
    *lost = 0;
    enum sr_err err = open_file(t, path, diag);
    if (err)
        return err;
    const off_t size = lseek(t->file, 0, SEEK_END);
    if (size > 0) {
        t->text = file_read_most(path, FILE_TRACE_MAX, &len, diag);
        if (!t->text)
            return SR_IO;
        if (strncmp(t->text, "# serai lab", 11) != 0)
            return sr_fail(diag, SR_PARSE, "%s is no file of the lab", path);
        const size_t whole = list_lines(t, len, lost);
        if (whole < len && ftruncate(t->file, (off_t)whole))
            return sr_fail(diag, SR_IO, "%s: %s", path, strerror(errno));
    }
    char *head = mem_grow(NULL, strlen(command) + 64);
    const int n = snprintf(head, strlen(command) + 64, "# serai lab 1: %s", command);
    const int error = append(t, head, (size_t)n);
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
    piece_play(desk, t->game, &one, number * a->is.piece, &again);
    const bool same = !memcmp(again.row, p->row, (size_t)a->layout.width * sizeof *p->row);
    piece_free(&again);
    piece_desk_free(desk);
    return same;
}

/* Pieces of the arm that the file has. */
static enum sr_err recall(struct trial *t, struct arm *a, struct sr_diag *diag)
{
    for (int64_t i = 0; i < t->kept_count; i++) {
        const struct kept *k = &t->kept[i];
        if (k->key != a->key || k->number >= a->pieces || a->piece[k->number].row)
            continue;
        struct piece p;
        piece_new(&t->items, &a->is, &p);
        if (!piece_read(&t->items, &a->is, t->text + k->at, k->len, &p)) {
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
        take_in(t, a, k->number, &p);
    }
    return SR_OK;
}

/* ---- running ----------------------------------------------------------------------------- */

static bool take_task(struct trial *t, struct task *out)
{
    pthread_mutex_lock(&t->lock);
    const bool any = t->next < t->tasks && !t->failed;
    if (any)
        *out = t->task[t->next++];
    pthread_mutex_unlock(&t->lock);
    return any;
}

static void deliver(struct trial *t, const struct task *task, struct piece *p, char *line,
                    size_t len)
{
    struct arm *a = t->arm[task->arm];
    if (t->file >= 0 && !line)
        line = piece_write(&t->items, &a->is, a->key, task->number, p, &len);
    pthread_mutex_lock(&t->lock);
    if (t->file >= 0 && line && !t->failed)
        t->failed = append(t, line, len);
    take_in(t, a, task->number, p);
    t->done++;
    t->played++;
    pthread_mutex_unlock(&t->lock);
    mem_free(line);
}

static void *work(void *arg)
{
    struct trial *t = arg;
    struct bench_desk *desk = piece_desk_new(&t->items);
    struct task task;
    while (take_task(t, &task)) {
        const struct arm *a = t->arm[task.arm];
        struct piece p;
        piece_new(&t->items, &a->is, &p);
        piece_play(desk, t->game, &a->is, task.number, &p);
        deliver(t, &task, &p, NULL, 0);
    }
    piece_desk_free(desk);
    return NULL;
}

/* What other processes have finished, and more for them. */
static void exchange(struct trial *t)
{
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
        piece_new(&t->items, &a->is, &p);
        if (piece_read(&t->items, &a->is, line, len, &p)) {
            line = mem_grow(line, len + 2);
            deliver(t, &task, &p, line, len);
        } else {
            piece_free(&p);
            mem_free(line);
        }
        t->out--;
    }
    while (ranks_idle(t->ranks, &rank)) {
        struct task task;
        if (!take_task(t, &task))
            return;
        const struct ranks_task message = {task.number, t->arm[task.arm]->is};
        t->out += ranks_hand_out(t->ranks, rank, &message);
    }
}

static bool finished(struct trial *t)
{
    pthread_mutex_lock(&t->lock);
    const bool all = t->done >= t->tasks || (t->failed && t->out == 0);
    pthread_mutex_unlock(&t->lock);
    return all;
}

static void wait_for_all(struct trial *t, int64_t per_piece)
{
    while (!finished(t)) {
        const struct timespec nap = {.tv_nsec = (t->ranks ? 1 : 20) * 1000 * 1000};
        if (t->ranks)
            exchange(t);
        if (t->progress)
            t->progress(t->context, t->done * per_piece, t->tasks * per_piece);
        nanosleep(&nap, NULL);
    }
}

static void list_tasks(struct trial *t, const int *arm, int arms, int64_t games)
{
    int64_t most = 0, room = 0;
    t->tasks = t->next = t->done = t->out = 0;
    for (int i = 0; i < arms; i++) {
        const int64_t pieces = t->arm[arm[i]]->pieces;
        most = pieces > most ? pieces : most;
        room += pieces;
    }
    t->task = mem_grow(t->task, (size_t)(room + 1) * sizeof *t->task);
    for (int64_t k = 0; k < most; k++) {
        for (int i = 0; i < arms; i++)
            t->arm[arm[i]]->asked = false;
        for (int i = 0; i < arms; i++) {
            struct arm *a = t->arm[arm[i]];
            const int64_t wanted = (games + a->is.piece - 1) / a->is.piece;
            if (k < wanted && !a->piece[k].row && !a->asked)
                t->task[t->tasks++] = (struct task){arm[i], k};
            a->asked = true;
        }
    }
}

static enum sr_err play_tasks(struct trial *t, int64_t per_piece, struct sr_diag *diag)
{
    enum { MOST = 256 };
    pthread_t thread[MOST];
    int started = 0;
    const int wanted = (int)(t->tasks < t->threads ? t->tasks : sr_min(t->threads, MOST));
    while (started < wanted && !pthread_create(&thread[started], NULL, work, t))
        started++;
    if (t->tasks && !started)
        return sr_fail(diag, SR_IO, "no thread could be started");
    wait_for_all(t, per_piece);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    if (t->failed)
        return sr_fail(diag, SR_IO, "%s", strerror(t->failed));
    return SR_OK;
}

enum sr_err trial_play(struct trial *t, const int *arm, int arms, int64_t games,
                       struct sr_diag *diag)
{
    for (int i = 0; i < arms; i++) {
        struct arm *a = t->arm[arm[i]];
        const int64_t wanted = (games + a->is.piece - 1) / a->is.piece;
        if (wanted > a->pieces) {
            a->piece = mem_grow(a->piece, (size_t)wanted * sizeof *a->piece);
            memset(a->piece + a->pieces, 0, (size_t)(wanted - a->pieces) * sizeof *a->piece);
            a->pieces = wanted;
        }
        const enum sr_err err = recall(t, a, diag);
        if (err)
            return err;
    }
    list_tasks(t, arm, arms, games);
    const enum sr_err err = play_tasks(t, arms ? t->arm[arm[0]]->is.piece : 1, diag);
    mem_free(t->task);
    t->task = NULL;
    return err;
}
