/* robots.c: bots at tables: built-in ones and the operator's engines. A worker gets copies of the
 * view and the legal moves, never the state, and gives back an index. So many searches run at a
 * time as the options allow, and as many engines beside them; worker threads are nicer than the
 * loop, so that no search delays a person's move.
 *
 * An engine is a program (engine/external.h), one process for each seat it has, so that no program
 * sees two seats of a match. It is stopped while it is not asked. One that fails is replaced by
 * the table's stand-in for the rest of the match. */
#include "server/robots.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/alloc.h"
#include "engine/external.h"
#include "serai/bot.h"
#include "server/hall.h"
#include "server/play.h"
#include "server/secret.h"

enum { NICE = 10, PROGRAMS_MAX = 32, PROGRAM_IDLE_MS = 60000, PROGRAM_MIB = 2048 };

struct program { /* an engine at one seat of one table */
    struct program *next;
    struct external *x;
    const struct external_named *engine;
    char table[SV_ID_MAX];
    int seat;
    bool busy; /* a worker has it */
    int64_t used;
    uv_work_t work; /* of its end */
};

struct think {
    uv_work_t work;
    struct server *sv;
    struct think *next;
    char table[SV_ID_MAX];
    unsigned ticket;
    int ply, seat, count;
    int choice; /* -1: none was made */
    struct sr_rules rules;
    const struct sr_bot *bot;          /* or NULL: */
    const struct external_named *engine; /* an engine, and */
    struct program *program;           /* its process, while it is asked */
    const char *fault;                 /* how that failed; NULL: it did not */
    struct sr_diag diag;
    struct sr_view view;
    uint64_t seed;
    uint64_t micros;
    sr_move legal[SR_MOVES_MAX];
};

struct lane { /* decisions that wait for a worker of their kind */
    int running, waiting;
    struct think *first, *last;
};

struct robots {
    int at_once; /* in each lane */
    struct lane searches, engines;
    struct program *programs;
    int program_count;
    uint64_t micros, faults;
};

struct robots *robots_new(int at_once)
{
    struct robots *r = (struct robots *)sr_alloc(sizeof *r);
    if (r)
        r->at_once = at_once;
    return r;
}

static void lane_free(struct lane *l)
{
    while (l->first) {
        struct think *next = l->first->next;
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
    sr_free(r);
}

void robots_figures(const struct robots *r, struct robots_figures *out)
{
    *out = (struct robots_figures){
        .waiting =
            r->searches.waiting + r->searches.running + r->engines.waiting + r->engines.running,
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
static struct program *program_of(struct server *sv, const struct think *k)
{
    static const struct external_terms terms = {
        .memory_mib = PROGRAM_MIB, .one_core = true, .rests = true, .alone = true};
    struct robots *r = sv->robots;
    for (struct program *p = r->programs; p; p = p->next)
        if (p->seat == k->seat && p->engine == k->engine && strcmp(p->table, k->table) == 0)
            return p;
    make_room(sv);
    struct program *p = (struct program *)sr_alloc(sizeof *p);
    if (p)
        p->x = external_new(k->engine->command, &terms);
    if (!p || !p->x) {
        sr_free(p);
        return NULL;
    }
    p->engine = k->engine;
    p->seat = k->seat;
    snprintf(p->table, sizeof p->table, "%s", k->table);
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

/* ---- on a worker ---------------------------------------------------------------------------- */

static uint64_t millis(void *context)
{
    (void)context;
    return sv_micros() / 1000;
}

static void search(struct think *k)
{
    /* Not zeroed: minds are large and look after their own memory. */
    void *memory = sr_realloc(NULL, sr_mind_size_for(k->bot));
    struct sr_mind *mind = memory ? sr_mind_init(memory, &k->rules, k->bot, k->seed) : NULL;
    if (mind) {
        sr_mind_clock(mind, millis, NULL);
        k->choice = sr_mind_choose(mind, &k->view, k->legal, k->count);
    }
    sr_free(memory);
}

static void ask_program(struct think *k)
{
    int took;
    const enum sr_err err = external_choose(k->program->x, &k->rules, &k->view, k->legal, k->count,
                                            k->sv->options.engine_ms, &k->choice, &took, &k->diag);
    if (err)
        k->fault = external_fault_names[external_fault(k->program->x)];
}

static void work(uv_work_t *w)
{
    struct think *k = (struct think *)w->data;
    const id_t me = (id_t)syscall(SYS_gettid);
    if (getpriority(PRIO_PROCESS, me) < NICE)
        setpriority(PRIO_PROCESS, me, NICE);
    const uint64_t begun = sv_micros();
    if (k->program)
        ask_program(k);
    else
        search(k);
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
        replace(sv, t, k->seat, k->fault, k->diag.text);
        return;
    }
    if (k->choice < 0 || k->choice >= k->count)
        return; /* no memory: the next tick tries again */
    const enum entry_by by = t->people.seat[k->seat].stand_in[0] ? BY_STAND_IN : BY_BOT;
    if (!sv_play_move(sv, t, k->seat, k->legal[k->choice], by, "", NULL))
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
    if (k->program) {
        k->program->busy = false;
        k->program->used = sv_now();
    }
    struct sv_table *t = sv_find(sv, k->table);
    if (t) {
        t->people.thinking = false;
        if (status == 0 && !sv->stopping)
            play_choice(sv, t, k);
    }
    sr_free(k);
    start_next(sv, l);
}

static void start_next(struct server *sv, struct lane *l)
{
    while (l->first && l->running < sv->robots->at_once) {
        struct think *k = l->first;
        l->first = k->next;
        if (!l->first)
            l->last = NULL;
        l->waiting--;
        k->program = k->engine ? program_of(sv, k) : NULL;
        if (k->engine && !k->program) { /* no memory: the next tick tries again */
            struct sv_table *t = sv_find(sv, k->table);
            if (t)
                t->people.thinking = false;
            sr_free(k);
            continue;
        }
        if (k->program)
            k->program->busy = true;
        l->running++;
        k->work.data = k;
        uv_queue_work(sv->loop, &k->work, work, back);
    }
}

void robots_think(struct server *sv, struct sv_table *t)
{
    if (t->people.thinking || t->commit.busy || t->commit.stale || sv->stopping || !t->log.match ||
        !sv_bot_decides(t))
        return;
    const int seat = sv_actor(t);
    const struct sv_seat *s = &t->people.seat[seat];
    const struct sr_bot *bot = sr_bot_find(s->stand_in[0] ? s->stand_in : s->bot);
    const struct external_named *engine = s->stand_in[0] ? NULL : engine_find(sv, s->bot);
    if (!bot && !engine && !s->stand_in[0]) {
        replace(sv, t, seat, "gone", "there is no bot of this name any more");
        return;
    }
    struct think *k = (struct think *)sr_alloc(sizeof *k);
    if (!k)
        return; /* the next tick tries again */
    k->engine = bot ? NULL : engine;
    k->bot = bot || engine ? bot : sr_bot_at(0); /* a stand-in this build no longer has */
    k->choice = -1;
    k->sv = sv;
    snprintf(k->table, sizeof k->table, "%s", t->id);
    k->ticket = ++t->people.think_ticket;
    k->ply = sv_ply(t);
    k->seat = seat;
    k->rules = t->setup.config.rules;
    sr_table_view(t->log.match, seat, &k->view);
    k->count = sr_legal(&k->rules, &k->view.s, k->legal);
    k->seed = sv_random64();
    t->people.thinking = true;
    struct lane *l = k->engine ? &sv->robots->engines : &sv->robots->searches;
    if (l->last)
        l->last->next = k;
    else
        l->first = k;
    l->last = k;
    l->waiting++;
    start_next(sv, l);
}
