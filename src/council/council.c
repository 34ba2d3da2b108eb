/* council.c: minds on threads. */
#include "council/council.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "batch/crew.h"
#include "core/alloc.h"

struct council {
    int minds;
    bool shares;
    struct sr_mind *mind[SR_MINDS_MAX];
    struct crew *crew; /* NULL: one mind, on the caller's thread */
    /* The decision under way. */
    const struct sr_view *view;
    const sr_move *legal;
    int count;
    struct sr_found found; /* scratch */
    /* In the others' time. */
    struct sr_view seen;
    pthread_t wanderer;
    bool ponders;
    atomic_bool enough;
};

int council_seats(const struct sr_bot *bot, int spare)
{
    const int wanted = bot->skill.cores < 0 ? spare : bot->skill.cores;
    return sr_bot_shares(bot) ? sr_max(1, sr_min(wanted, SR_MINDS_MAX)) : 1;
}

/* Signals are for the threads that wait for them. */
static struct crew *quiet_crew(int threads)
{
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before))
        return NULL;
    struct crew *crew = crew_new(threads);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return crew;
}

/* ---- in the others' time -------------------------------------------------------------------- */

static void wander(void *context, int number)
{
    enum { STEP = 16 }; /* visits between two looks at whether it is enough */
    struct council *c = context;
    while (!atomic_load(&c->enough) && sr_mind_ponder(c->mind[number], &c->seen, STEP) == STEP) {}
}

static void *wander_all(void *context)
{
    struct council *c = context;
    if (c->crew)
        crew_run(c->crew, wander, c);
    else
        wander(c, 0);
    return NULL;
}

void council_ponder(struct council *c, const struct sr_view *view)
{
    sigset_t all, before;
    council_rest(c);
    sigfillset(&all);
    if (!c->shares || pthread_sigmask(SIG_SETMASK, &all, &before))
        return;
    c->seen = *view;
    atomic_store(&c->enough, false);
    c->ponders = !pthread_create(&c->wanderer, NULL, wander_all, c);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void council_rest(struct council *c)
{
    if (!c->ponders)
        return;
    atomic_store(&c->enough, true);
    pthread_join(c->wanderer, NULL);
    c->ponders = false;
}

struct council *council_new(const struct sr_rules *r, const struct sr_bot *bot, uint64_t seed,
                            int minds, sr_clock *now, void *context)
{
    struct council *c = sr_alloc(sizeof *c);
    if (!c)
        return NULL;
    c->shares = sr_bot_shares(bot);
    const int most = c->shares ? sr_min(minds, SR_MINDS_MAX) : 1;
    do {
        /* Not zeroed: minds are large and look after their own memory. */
        void *memory = sr_realloc(NULL, sr_mind_size_for(bot));
        if (!memory)
            break;
        c->mind[c->minds] = sr_mind_init_twin(memory, r, bot, seed, c->minds);
        sr_mind_clock(c->mind[c->minds++], now, context);
    } while (c->minds < most);
    if (c->minds > 1)
        c->crew = quiet_crew(c->minds);
    while (c->minds > 1 && !c->crew)
        sr_free(c->mind[--c->minds]);
    if (c->minds)
        return c;
    council_free(c);
    return NULL;
}

void council_free(struct council *c)
{
    if (!c)
        return;
    council_rest(c);
    crew_free(c->crew);
    for (int i = 0; i < c->minds; i++)
        sr_free(c->mind[i]);
    sr_free(c);
}

int council_count(const struct council *c) { return c->minds; }

struct sr_mind *council_first(const struct council *c) { return c->mind[0]; }

void council_limit(struct council *c, int visits, int millis)
{
    council_rest(c);
    for (int i = 0; i < c->minds; i++)
        sr_mind_limit(c->mind[i], visits, millis);
}

static void think(void *context, int number)
{
    const struct council *c = context;
    sr_mind_think(c->mind[number], c->view, c->legal, c->count);
}

/* All think; the first hears what the others found. */
static void consult(struct council *c, const struct sr_view *view, const sr_move *legal, int count)
{
    c->view = view;
    c->legal = legal;
    c->count = count;
    crew_run(c->crew, think, c);
    for (int i = 1; i < c->minds; i++) {
        sr_mind_tell(c->mind[i], &c->found);
        const enum sr_err err = sr_mind_hear(c->mind[0], &c->found);
        SR_ASSERT(!err);
        (void)err;
    }
}

int council_choose(struct council *c, const struct sr_view *view, const sr_move *legal, int count)
{
    council_rest(c);
    if (count < 2 || !c->crew)
        return sr_mind_choose(c->mind[0], view, legal, count);
    consult(c, view, legal, count);
    return sr_mind_decide(c->mind[0], view, legal, count);
}

int council_ideas(struct council *c, const struct sr_view *view, const sr_move *legal, int count,
                  struct sr_idea *out, int max)
{
    council_rest(c);
    if (count < 2 || !c->crew)
        return sr_mind_ideas(c->mind[0], view, legal, count, out, max);
    consult(c, view, legal, count);
    return sr_mind_list(c->mind[0], view, legal, count, out, max);
}
