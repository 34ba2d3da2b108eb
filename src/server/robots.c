/* robots.c: bots at tables: built-in ones and the operator's engines. A worker gets copies of the
 * view and the legal moves, never the state, and gives back an index. So many searches run at a
 * time as the options allow, and as many engines beside them; worker threads are nicer than the
 * loop, so that no search delays a person's move.
 *
 * Tables wait in a queue that is fair to those who opened them: next comes the table of whoever
 * has had the least time of the workers lately, tables with somebody there before others. Bots
 * play only where a person sits or somebody watches. Where processes that think for several servers
 * are named (pool.h), searches are theirs as long as one is up.
 *
 * An engine is a program (engine/external.h), one process for each seat it has, so that no program
 * sees two seats of a match. It is stopped while it is not asked. One that is
 * late for the first time is excused: the table's stand-in makes that move. One that fails in any
 * other way, or is late again, is replaced by the stand-in for the rest of the match.
 * One of protocol version 2 hears what was played before each question, and in the end how the
 * match went; if its process was ended meanwhile a new one hears all of it. */
#include "server/robots.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/alloc.h"
#include "council/council.h"
#include "engine/external.h"
#include "serai/bot.h"
#include "server/hall.h"
#include "server/play.h"
#include "server/pool.h"
#include "server/question.h"
#include "server/secret.h"
#include "server/tally.h"

enum { PROGRAMS_MAX = 32, PROGRAM_IDLE_MS = 60000, PROGRAM_MIB = 2048 };
enum { OWNERS = 1024, HALF_MS = 10000 };
static const double unattended = 1e7; /* micros a table without anybody there is put back by */

struct program { /* an engine at one seat of one table */
    struct program *next;
    struct external *x;
    const struct external_named *engine;
    char table[SV_ID_MAX];
    int seat;
    bool busy; /* a worker has it */
    bool ends; /* the match is over, and it is to hear how: */
    const struct sr_game *game;
    struct sr_scores scores;
    int64_t used;
    uv_work_t work; /* of its end */
};

struct think {
    uv_work_t work;
    struct server *sv;
    char table[SV_ID_MAX];
    unsigned ticket;
    int ply, seat;
    int minds;  /* processors that nobody else wants at the moment */
    int choice; /* -1: none was made */
    const struct external_named *engine; /* NULL: a bot (q.bot) */
    struct program *program;           /* its process, while it is asked */
    const char *fault;                 /* how that failed; NULL: it did not */
    struct sr_diag diag;
    uint64_t micros;
    struct question q;
};

struct want { /* a table whose bot waits for a worker */
    struct want *next;
    char table[SV_ID_MAX];
    uint64_t owner;
};

struct lane { /* of one kind of worker */
    int running, waiting;
    struct want *first, *last;
};

struct robots {
    int at_once; /* in each lane */
    struct lane searches, engines;
    struct tally *used; /* micros of late, by who opened the table */
    struct program *programs;
    int program_count;
    bool learns[EXTERNAL_NAMED_MAX]; /* engines that speak version 2, as far as is known */
    uint64_t micros, faults;
    struct pools *pools; /* processes that think for us; NULL: none are named */
    uint64_t asked;      /* of them */
};

struct robots *robots_new(int at_once)
{
    struct robots *r = (struct robots *)sr_alloc(sizeof *r);
    if (!r)
        return NULL;
    r->at_once = at_once;
    r->used = tally_new(OWNERS, HALF_MS);
    if (r->used)
        return r;
    sr_free(r);
    return NULL;
}

static void lane_free(struct lane *l)
{
    while (l->first) {
        struct want *next = l->first->next;
        sr_free(l->first);
        l->first = next;
    }
}

void robots_free(struct robots *r)
{
    if (!r)
        return;
    lane_free(&r->searches);
    lane_free(&r->engines);
    while (r->programs) {
        struct program *p = r->programs;
        r->programs = p->next;
        external_free(p->x);
        sr_free(p);
    }
    pools_free(r->pools);
    tally_free(r->used);
    sr_free(r);
}

void robots_figures(const struct robots *r, struct robots_figures *out)
{
    *out = (struct robots_figures){
        .waiting =
            r->searches.waiting + r->searches.running + r->engines.waiting + r->engines.running,
        .away = r->pools ? pools_asked(r->pools) : 0,
        .pools = r->pools ? pools_up(r->pools) : 0,
        .asked = r->asked,
        .programs = r->program_count,
        .micros = r->micros,
        .faults = r->faults,
    };
}

static const struct external_named *engine_find(const struct server *sv, const char *name)
{
    for (int i = 0; i < sv->options.engines; i++)
        if (strcmp(sv->options.engine[i].name, name) == 0)
            return &sv->options.engine[i];
    return NULL;
}

bool robots_know(const struct server *sv, const char *name)
{
    return sr_bot_find(name) || engine_find(sv, name);
}

/* ---- programs ------------------------------------------------------------------------------- */

static void end_program(uv_work_t *w)
{
    struct program *p = (struct program *)w->data;
    if (p->ends && external_start(p->x, NULL) == SR_OK)
        external_over(p->x, &(struct sr_rules){p->game, p->game->edition}, &p->scores);
    external_free(p->x);
}

static void program_ended(uv_work_t *w, int status)
{
    (void)status;
    sr_free(w->data);
}

/* Takes it off the list; its end, which may take a moment, is a worker's business. */
static void program_drop(struct server *sv, struct program *p)
{
    struct program **at = &sv->robots->programs;
    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    sv->robots->program_count--;
    p->work.data = p;
    uv_queue_work(sv->loop, &p->work, end_program, program_ended);
}

static void make_room(struct server *sv)
{
    const struct robots *r = sv->robots;
    struct program *oldest = NULL;
    for (struct program *p = r->programs; p; p = p->next)
        if (!p->busy && (!oldest || p->used < oldest->used))
            oldest = p;
    if (oldest && r->program_count >= PROGRAMS_MAX)
        program_drop(sv, oldest);
}

/* The engine's process for this seat. Another engine may have sat there before (a new match). */
static struct program *program_of(struct server *sv, const char *table, int seat,
                                  const struct external_named *engine)
{
    static const struct external_terms terms = {
        .memory_mib = PROGRAM_MIB, .one_core = true, .rests = true, .alone = true};
    struct robots *r = sv->robots;
    for (struct program *p = r->programs; p; p = p->next)
        if (p->seat == seat && p->engine == engine && strcmp(p->table, table) == 0)
            return p;
    make_room(sv);
    struct program *p = (struct program *)sr_alloc(sizeof *p);
    if (p)
        p->x = external_new(engine->command, &terms);
    if (!p || !p->x) {
        sr_free(p);
        return NULL;
    }
    p->engine = engine;
    p->seat = seat;
    p->used = sv_now();
    snprintf(p->table, sizeof p->table, "%s", table);
    p->next = r->programs;
    r->programs = p;
    r->program_count++;
    return p;
}

void robots_sweep(struct server *sv, int64_t now)
{
    for (struct program *p = sv->robots->programs, *next; p; p = next) {
        next = p->next;
        if (!p->busy && (now - p->used > PROGRAM_IDLE_MS || !sv_find(sv, p->table)))
            program_drop(sv, p);
    }
}

static bool *learns(struct server *sv, const struct program *p)
{
    return &sv->robots->learns[p->engine - sv->options.engine];
}

/* Tells it the rest of the match and how that went, on a worker, and lets it go. */
static void program_over(struct server *sv, const struct sv_table *t, struct program *p)
{
    if (t && t->log.match)
        external_follow(p->x, t->log.match, p->seat);
    program_drop(sv, p);
}

void robots_over(struct server *sv, struct sv_table *t)
{
    struct sr_scores scores;
    sv_scores(t, sr_table_state(t->log.match), &scores);
    for (int i = 0; i < t->setup.config.seats; i++) {
        const struct sv_seat *s = &t->people.seat[i];
        const bool plays = s->kind == ENTRY_BOT && !s->stand_in[0] && !sr_bot_find(s->bot);
        const struct external_named *engine = plays ? engine_find(sv, s->bot) : NULL;
        if (!engine || !sv->robots->learns[engine - sv->options.engine])
            continue; /* one that does not learn ends when it is swept out */
        struct program *p = program_of(sv, t->id, i, engine);
        if (!p)
            continue;
        p->ends = true;
        p->game = t->setup.config.rules.game;
        p->scores = scores;
        if (!p->busy)
            program_over(sv, t, p);
    }
}

/* ---- on a worker ---------------------------------------------------------------------------- */

static void ask_program(struct think *k)
{
    int took;
    const enum sr_err err =
        external_choose(k->program->x, &k->q.rules, &k->q.view, k->q.legal, k->q.count,
                        k->sv->options.engine_ms, &k->choice, &took, &k->diag);
    if (err)
        k->fault = external_fault_names[external_fault(k->program->x)];
}

static void work(uv_work_t *w)
{
    struct think *k = (struct think *)w->data;
    if (!k->program) {
        k->choice = question_choose(&k->q, &k->minds, &k->micros);
        k->micros *= (uint64_t)k->minds;
        return;
    }
    const id_t me = (id_t)syscall(SYS_gettid);
    if (getpriority(PRIO_PROCESS, me) < QUESTION_NICE)
        setpriority(PRIO_PROCESS, me, QUESTION_NICE);
    const uint64_t begun = sv_micros();
    ask_program(k);
    k->micros = sv_micros() - begun;
}

/* ---- on the loop ---------------------------------------------------------------------------- */

static void start_next(struct server *sv, struct lane *l);

/* The engine at this seat has failed, or is none this server knows: from now on the stand-in. */
static void replace(struct server *sv, struct sv_table *t, int seat, const char *fault,
                    const char *why)
{
    sv->robots->faults++;
    sv_log(sv, "warning", "engine", "ssss", "table", t->id, "engine", t->people.seat[seat].bot,
           "fault", fault, "why", why);
    if (sv_stand_in(sv, t, seat, "engine", fault))
        sv_commit(sv, t);
}

static bool is_excused(const struct sv_table *t, int seat)
{
    const struct sv_seat *s = &t->people.seat[seat];
    return s->excused == sv_ply(t) + 1 && !s->stand_in[0];
}

/* The engine at this seat was late for the first time: the stand-in makes this move. */
static void excuse(struct server *sv, struct sv_table *t, int seat, const char *why)
{
    sv->robots->faults++;
    sv_log(sv, "warning", "engine", "ssss", "table", t->id, "engine", t->people.seat[seat].bot,
           "fault", "late", "why", why);
    t->people.seat[seat].excused = sv_ply(t) + 1;
    robots_think(sv, t);
}

static void play_choice(struct server *sv, struct sv_table *t, struct think *k)
{
    if (t->commit.stale) {
        sv_drop(sv, t);
        return;
    }
    if (t->commit.busy || t->people.think_ticket != k->ticket || sv_ply(t) != k->ply ||
        sv_actor(t) != k->seat || !sv_bot_decides(t)) {
        robots_think(sv, t); /* something has changed meanwhile */
        return;
    }
    if (k->fault) {
        if (k->fault == external_fault_names[EXTERNAL_TIME] && !t->people.seat[k->seat].late)
            excuse(sv, t, k->seat, k->diag.text);
        else
            replace(sv, t, k->seat, k->fault, k->diag.text);
        return;
    }
    if (k->choice < 0 || k->choice >= k->q.count)
        return; /* no memory: the next tick tries again */
    const bool stands_in = t->people.seat[k->seat].stand_in[0] || is_excused(t, k->seat);
    const enum entry_by by = stands_in ? BY_STAND_IN : BY_BOT;
    if (!sv_play_move(sv, t, k->seat, k->q.legal[k->choice], by, "", NULL))
        return;
    sv->counts.bot_moves++;
    sv_play_on(sv, t);
    sv_commit(sv, t);
}

static void back(uv_work_t *w, int status)
{
    struct think *k = (struct think *)w->data;
    struct server *sv = k->sv;
    struct lane *l = k->engine ? &sv->robots->engines : &sv->robots->searches;
    l->running--;
    sv->robots->micros += k->micros;
    *tally_of(sv->robots->used, k->q.owner, sv_now()) += (double)k->micros;
    if (k->program) {
        k->program->busy = false;
        k->program->used = sv_now();
        *learns(sv, k->program) |= external_version(k->program->x) >= 2;
    }
    struct sv_table *t = sv_find(sv, k->table);
    if (k->program && k->program->ends)
        program_over(sv, t, k->program);
    if (t) {
        t->people.thinking = false;
        if (status == 0 && !sv->stopping)
            play_choice(sv, t, k);
    }
    sr_free(k);
    start_next(sv, l);
}

/* Takes the want out of the lane that is next in fairness. */
static struct want *take_next(struct server *sv, struct lane *l)
{
    const int64_t now = sv_now();
    struct want **best = NULL;
    double least = 0;
    for (struct want **p = &l->first; *p; p = &(*p)->next) {
        const struct sv_table *t = sv_find(sv, (*p)->table);
        const double used =
            *tally_of(sv->robots->used, (*p)->owner, now) + (t && t->people.conns ? 0 : unattended);
        if (!best || used < least) {
            best = p;
            least = used;
        }
    }
    struct want *w = *best;
    *best = w->next;
    l->last = NULL;
    for (struct want *p = l->first; p; p = p->next)
        l->last = p;
    l->waiting--;
    return w;
}

/* Which bot or engine is to choose at the table; false when none is, or none can be found. */
static bool chooser(struct server *sv, struct sv_table *t, const struct sr_bot **bot,
                    const struct external_named **engine)
{
    const struct sv_seat *s = &t->people.seat[sv_actor(t)];
    const char *name = is_excused(t, sv_actor(t)) ? t->setup.takeover : s->stand_in;
    *bot = sr_bot_find(name[0] ? name : s->bot);
    *engine = *bot || name[0] ? NULL : engine_find(sv, s->bot);
    if (!*bot && !*engine && !name[0])
        return false;
    if (!*bot && !*engine)
        *bot = sr_bot_at(0); /* a stand-in this build no longer has */
    return true;
}

static bool must_choose(const struct server *sv, const struct sv_table *t)
{
    return !t->people.thinking && !t->commit.busy && !t->commit.stale && !sv->stopping &&
           t->log.match && sv_bot_decides(t);
}

/* What is to be thought about; NULL: not now, the next tick tries again. */
static struct think *think_new(struct server *sv, struct sv_table *t, uint64_t owner)
{
    struct think *k = (struct think *)sr_alloc(sizeof *k);
    if (!k || !chooser(sv, t, &k->q.bot, &k->engine)) {
        sr_free(k);
        return NULL;
    }
    k->choice = -1;
    k->sv = sv;
    snprintf(k->table, sizeof k->table, "%s", t->id);
    k->ticket = ++t->people.think_ticket;
    k->ply = sv_ply(t);
    k->seat = sv_actor(t);
    k->q.owner = owner;
    k->q.there = t->people.conns != NULL;
    k->q.rules = t->setup.config.rules;
    sr_table_view(t->log.match, k->seat, &k->q.view);
    k->q.count = sr_legal(&k->q.rules, &k->q.view.s, k->q.legal);
    k->q.seed = sv_random64();
    return k;
}

static void start(struct server *sv, struct sv_table *t, struct lane *l, uint64_t owner)
{
    struct think *k = think_new(sv, t, owner);
    if (!k)
        return;
    k->minds =
        k->q.bot ? council_seats(k->q.bot, sv->robots->at_once - l->running - l->waiting) : 1;
    k->program = k->engine ? program_of(sv, t->id, k->seat, k->engine) : NULL;
    if (k->engine && !k->program) {
        sr_free(k);
        return;
    }
    if (k->program) {
        external_follow(k->program->x, t->log.match, k->seat);
        k->program->busy = true;
    }
    t->people.thinking = true;
    l->running++;
    k->work.data = k;
    uv_queue_work(sv->loop, &k->work, work, back);
}

static void start_next(struct server *sv, struct lane *l)
{
    while (l->first && l->running < sv->robots->at_once) {
        struct want *w = take_next(sv, l);
        struct sv_table *t = sv_find(sv, w->table);
        if (t)
            t->people.wanting = false;
        if (t && must_choose(sv, t))
            start(sv, t, l, w->owner);
        sr_free(w);
    }
}

static void stand_in_line(struct server *sv, struct sv_table *t, struct lane *l)
{
    struct want *w = (struct want *)sr_alloc(sizeof *w);
    if (!w)
        return; /* the next tick tries again */
    memcpy(w->table, t->id, sizeof w->table);
    w->owner = t->people.opened_by;
    t->people.wanting = true;
    if (l->last)
        l->last->next = w;
    else
        l->first = w;
    l->last = w;
    l->waiting++;
    start_next(sv, l);
}

/* The pool has thought; or it has not, and somebody else does: another pool, or we. */
static void pool_back(struct server *sv, void *arg, const struct answer *a)
{
    struct think *k = (struct think *)arg;
    struct sv_table *t = sv_find(sv, k->table);
    sv->robots->micros += a->micros;
    *tally_of(sv->robots->used, k->q.owner, sv_now()) += (double)a->micros;
    for (int i = 0; a->done && i < k->q.count; i++)
        if (k->q.legal[i] == a->move)
            k->choice = i;
    if (t)
        t->people.thinking = false;
    if (t && !sv->stopping && k->choice >= 0)
        play_choice(sv, t, k);
    else if (t && t->commit.stale)
        sv_drop(sv, t);
    else if (t && !sv->stopping && (a->full || a->done) && must_choose(sv, t) && !t->people.wanting)
        stand_in_line(sv, t, &sv->robots->searches);
    else if (t && !sv->stopping)
        robots_think(sv, t);
    sr_free(k);
}

static bool ask_pool(struct server *sv, struct sv_table *t)
{
    struct robots *r = sv->robots;
    struct think *k = r->pools && pools_up(r->pools) ? think_new(sv, t, t->people.opened_by) : NULL;
    if (!k || !pools_ask(r->pools, &k->q, &t->setup.config, pool_back, k)) {
        sr_free(k);
        return false;
    }
    t->people.thinking = true;
    r->asked++;
    return true;
}

void robots_think(struct server *sv, struct sv_table *t)
{
    const struct sr_bot *bot;
    const struct external_named *engine;
    if (t->people.wanting || !must_choose(sv, t) || !sv_attended(t))
        return;
    if (!chooser(sv, t, &bot, &engine))
        replace(sv, t, sv_actor(t), "gone", "there is no bot of this name any more");
    else if (engine || !ask_pool(sv, t))
        stand_in_line(sv, t, engine ? &sv->robots->engines : &sv->robots->searches);
}

bool robots_pools(struct server *sv)
{
    sv->robots->pools = pools_new(sv);
    return sv->robots->pools != NULL;
}

void robots_tick(struct server *sv, int64_t now)
{
    if (sv->robots->pools)
        pools_tick(sv->robots->pools, now);
}

void robots_close(struct server *sv)
{
    if (sv->robots->pools)
        pools_close(sv->robots->pools);
}
