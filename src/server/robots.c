/* robots.c: bots at tables. A worker gets copies of the view and the legal moves, never the state,
 * and gives back an index. So many searches run at a time as the options allow; worker threads are
 * nicer than the loop, so that no search delays a person's move. */
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/alloc.h"
#include "server/server.h"

enum { NICE = 10 };

struct think {
    uv_work_t work;
    struct server *sv;
    struct think *next;
    char table[SV_ID_MAX];
    unsigned ticket;
    int ply, seat, count, choice;
    struct sr_rules rules;
    const struct sr_bot *bot;
    struct sr_view view;
    uint64_t seed;
    uint64_t micros;
    sr_move legal[SR_MOVES_MAX];
};

struct robots {
    int at_once, running, waiting;
    struct think *first, *last;
    uint64_t micros;
};

struct robots *robots_new(struct server *sv, int at_once)
{
    (void)sv;
    struct robots *r = (struct robots *)sr_alloc(sizeof *r);
    if (r)
        r->at_once = at_once;
    return r;
}

void robots_free(struct robots *r)
{
    while (r && r->first) {
        struct think *next = r->first->next;
        sr_free(r->first);
        r->first = next;
    }
    sr_free(r);
}

int robots_waiting(const struct robots *r) { return r->waiting + r->running; }
uint64_t robots_micros(const struct robots *r) { return r->micros; }

static uint64_t millis(void *context)
{
    (void)context;
    return sv_micros() / 1000;
}

static void work(uv_work_t *w)
{
    struct think *k = (struct think *)w->data;
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICE);
    const uint64_t begun = sv_micros();
    /* Not zeroed: minds are large and look after their own memory. */
    void *memory = sr_realloc(NULL, sr_mind_size());
    struct sr_mind *mind = memory ? sr_mind_init(memory, &k->rules, k->bot, k->seed) : NULL;
    if (mind) {
        sr_mind_clock(mind, millis, NULL);
        k->choice = sr_mind_choose(mind, &k->view, k->legal, k->count);
    }
    sr_free(memory);
    k->micros = sv_micros() - begun;
}

static void start_next(struct server *sv);

static void play_choice(struct server *sv, struct sv_table *t, struct think *k)
{
    if (t->stale) {
        sv_drop(sv, t);
        return;
    }
    if (t->busy || t->think_ticket != k->ticket || sv_ply(t) != k->ply || sv_actor(t) != k->seat ||
        !sv_bot_decides(t)) {
        robots_think(sv, t); /* something has changed meanwhile */
        return;
    }
    const int choice = k->choice >= 0 && k->choice < k->count ? k->choice : 0;
    const char *by = t->seat[k->seat].kind == SV_BOT ? "bot" : "stand_in";
    if (!sv_play_move(sv, t, k->seat, k->legal[choice], by, "", NULL))
        return;
    sv->counts.bot_moves++;
    sv_play_on(sv, t);
    sv_commit(sv, t);
}

static void back(uv_work_t *w, int status)
{
    struct think *k = (struct think *)w->data;
    struct server *sv = k->sv;
    sv->robots->running--;
    sv->robots->micros += k->micros;
    struct sv_table *t = sv_find(sv, k->table);
    if (t) {
        t->thinking = false;
        if (status == 0 && !sv->stopping)
            play_choice(sv, t, k);
    }
    sr_free(k);
    start_next(sv);
}

static void start_next(struct server *sv)
{
    struct robots *r = sv->robots;
    while (r->first && r->running < r->at_once) {
        struct think *k = r->first;
        r->first = k->next;
        if (!r->first)
            r->last = NULL;
        r->waiting--;
        r->running++;
        k->work.data = k;
        uv_queue_work(sv->loop, &k->work, work, back);
    }
}

void robots_think(struct server *sv, struct sv_table *t)
{
    if (t->thinking || t->busy || t->stale || sv->stopping || !t->match || !sv_bot_decides(t))
        return;
    struct think *k = (struct think *)sr_alloc(sizeof *k);
    if (!k)
        return;
    const int seat = sv_actor(t);
    const char *name = t->seat[seat].kind == SV_BOT ? t->seat[seat].bot : t->seat[seat].stand_in;
    k->bot = sr_bot_find(name);
    if (!k->bot)
        k->bot = sr_bot_at(0); /* a bot this build no longer has */
    k->sv = sv;
    snprintf(k->table, sizeof k->table, "%s", t->id);
    k->ticket = ++t->think_ticket;
    k->ply = sv_ply(t);
    k->seat = seat;
    k->rules = t->setup.rules;
    sr_table_view(t->match, seat, &k->view);
    k->count = sr_legal(&k->rules, &k->view.s, k->legal);
    k->seed = sv_random64();
    t->thinking = true;
    struct robots *r = sv->robots;
    if (r->last)
        r->last->next = k;
    else
        r->first = k;
    r->last = k;
    r->waiting++;
    start_next(sv);
}
