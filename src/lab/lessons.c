/* lessons.c: plays games that somebody learns from. Games are numbered and each is the same on any
 * number of threads and on a device; their order in the arrays is not. */
#include <stdlib.h>

#include "core/fields.h"
#include "lab/lessons_inside.h"

/* ---- editions and seats --------------------------------------------------------------------- */

static bool playable(const struct sr_game *g, const void *edition)
{
    return fields__check(g->edition_fields, edition, false, NULL) == SR_OK &&
           (!g->check_edition || !g->check_edition(edition));
}

void lessons_change(const struct sr_game *g, void *edition, struct sr_rng *rng)
{
    int32_t number[AI_LEAVES_MAX];
    const int leaves = ai_edition_numbers(g, edition, number);
    /* A few numbers, or many. */
    const uint32_t share = sr_rng_below(rng, 2) ? 1000 * 4 / (uint32_t)leaves : 250;
    for (int i = 0; i < leaves; i++) {
        if (sr_rng_below(rng, 1000) >= share)
            continue;
        const int32_t most = sr_max(1, abs(number[i]) * 2 / 5);
        const int32_t by = (int32_t)sr_rng_below(rng, (uint32_t)(2 * most + 1)) - most;
        ai_edition_set(g, edition, i, number[i] + by);
        if (!playable(g, edition))
            ai_edition_set(g, edition, i, number[i]);
    }
}

static int seats_of(const struct lessons_setup *s, int64_t batch, struct sr_rng *rng)
{
    const struct sr_game *g = s->rules.game;
    if (s->seats)
        return s->seats;
    /* Every other time; where there are few batches exactly so. */
    if (s->batch > 1 ? batch % 2 == 0 : sr_rng_below(rng, 2) == 0)
        return sr_max(2, g->seats_min);
    /* Of two numbers the smaller: a full table takes as long as ten tables of two. */
    const uint32_t range = (uint32_t)(g->seats_max - g->seats_min + 1);
    const int one = (int)sr_rng_below(rng, range);
    return g->seats_min + sr_min(one, (int)sr_rng_below(rng, range));
}

/* Options as they were asked for, or drawn. */
static void options_of(const struct lessons_setup *s, bool other, struct sr_rng *rng,
                       int8_t option[SR_OPTIONS_MAX])
{
    memcpy(option, s->option, SR_OPTIONS_MAX);
    const struct sr_option *o = s->rules.game->options;
    for (int i = 0; other && o && o[i].id; i++)
        option[i] =
            (int8_t)(o[i].min + (int)sr_rng_below(rng, (uint32_t)(o[i].max - o[i].min + 1)));
}

/* The first player takes all seats, or some one for sure. */
static void seat_bots(const struct lessons_setup *s, struct lab_setup *to, struct sr_rng *rng)
{
    const bool alone = s->bots == 1 || sr_rng_below(rng, 2);
    const int sure = (int)sr_rng_below(rng, (uint32_t)to->seats);
    for (int i = 0; i < to->seats; i++)
        to->bot[i] = s->bot[alone || i == sure ? 0 : (int)sr_rng_below(rng, (uint32_t)s->bots)];
}

void lessons_table(const struct lessons_setup *s, int64_t batch, struct lessons_table *t)
{
    struct lab_setup *to = &t->setup;
    struct sr_rng rng;
    union sr_state state;
    to->seed = base_mix(s->seed, (uint64_t)batch);
    sr_rng_seed(&rng, to->seed);
    const bool changed = (int)sr_rng_below(&rng, 100) < s->changed;
    const bool other = (int)sr_rng_below(&rng, 100) < s->changed;
    to->seats = seats_of(s, batch, &rng);
    const bool alone = to->seats == 1; /* options are the opponent there */
    memcpy(t->edition, s->rules.edition, s->rules.game->edition_size);
    if (changed)
        lessons_change(s->rules.game, t->edition, &rng);
    to->rules = (struct sr_rules){s->rules.game, t->edition};
    options_of(s, other || (alone && s->changed), &rng, to->option);
    if (sr_setup(&to->rules, to->seats, to->option, to->seed, &state, NULL))
        memcpy(to->option, s->option, sizeof to->option);
    seat_bots(s, to, &rng);
    /* A large table takes longer. */
    t->games = sr_max(1, s->batch * 2 / sr_max(2, to->seats));
    t->number = -1;
}

/* ---- one game ------------------------------------------------------------------------------- */

/* What a search says about how to share out attention. */
static void share_out(const struct sr_mind *m, int count, int chosen, uint16_t *share)
{
    int64_t total = 0;
    int32_t part[SR_MOVES_MAX];
    if (mind__halves(m)) {
        halving_shares(m->desk.logit, count, share);
        return;
    }
    for (int i = 0; i < count; i++)
        total += part[i] = (int32_t)tree_root_edge(&m->tree, i)->visits + (i == chosen);
    /* Half for what was chosen: it may rest on more than what each move is worth. */
    for (int i = 0; i < count; i++)
        share[i] = (uint16_t)((int64_t)part[i] * 32767 / total + (i == chosen ? 32767 : 0));
}

/* What trials found; NULL: there were none. */
static const struct ai_values *found(const struct sr_mind *m, struct ai_values *v)
{
    const struct halving_move *best = &m->desk.run.move[0];
    if (!mind__halves(m) || !best->trials)
        return NULL;
    v->lines = m->desk.run.lines;
    for (int i = 0; i < v->lines; i++) {
        v->win[i] = (int32_t)(best->win[i] / best->trials);
        v->margin[i] = (int32_t)(best->margin[i] / best->trials);
    }
    return v;
}

/* A decision in earnest; returns the index of the move. A look one move ahead, which knows no more
 * than the values do, teaches the policy nothing. */
static int decide(struct pupil *p, struct sr_mind *mind, const struct ai_eval *e,
                  const struct lab_fate *fate, struct lessons_decision *d)
{
    const struct sr_rules *r = &p->table.setup.rules;
    const int visits = mind->bot.skill.visits;
    uint16_t share[SR_MOVES_MAX] = {0};
    struct ai_values v;
    d->kind = visits == SR_SCRIPTED      ? LESSON_SCRIPT
              : visits > 0 && fate->deep ? LESSON_LOOK
                                         : LESSON_NONE;
    sr_observe(r, &p->state, sr_actor(r, &p->state), &p->view);
    if (visits > 0 && !fate->deep)
        sr_mind_limit(mind, mind->bot.skill.halving ? 1 : 0, -1);
    const int chosen = sr_mind_choose(mind, &p->view, p->legal, d->count);
    d->v = found(mind, &v);
    if (d->kind == LESSON_LOOK)
        share_out(mind, d->count, chosen, share);
    else
        share[chosen] = 65535;
    d->tree = d->kind == LESSON_LOOK && !mind__halves(mind) ? &mind->tree : NULL;
    d->chosen = chosen;
    sr_mind_limit(mind, visits, -1);
    d->share = share;
    if (visits != -1 && (d->kind != LESSON_NONE || fate->told))
        lessons_note(p, e, r, d);
    return chosen;
}

static void play_one(void *context, int worker, int64_t index)
{
    struct school *sc = context;
    struct pupil *p = &sc->pupil[worker];
    struct lessons_table *t = &p->table;
    struct sr_mind *mind[SR_SEATS_MAX] = {NULL};
    index += sc->first;
    const int64_t batch = index / sc->setup->batch;
    const int number = (int)(index % sc->setup->batch);
    if (school_is_out(sc)) {
        lab_stop(&sc->jobs);
        return;
    }
    if (p->batch != batch)
        lessons_table(sc->setup, batch, t);
    p->batch = batch;
    const struct sr_rules *r = &t->setup.rules;
    const uint64_t seed = t->setup.seed + (uint64_t)number;
    const int seats = t->setup.seats;
    if (number >= t->games || sr_setup(r, seats, t->setup.option, seed, &p->state, NULL))
        return;
    const struct ai_eval e = ai_eval_for(r, true);
    lessons_begin(p);
    for (int i = 0; i < seats; i++)
        mind[i] = sr_mind_init(p->memory[i], r, &t->setup.bot[(i + number) % seats],
                               base_mix(seed, (uint64_t)i));
    for (int actor; (actor = sr_actor(r, &p->state)) != SR_NOBODY;) {
        struct lab_fate fate = lab_fate(&sc->study, seed, p->state.head.ply);
        struct lessons_decision d = {.game = index, .count = sr_legal(r, &p->state, p->legal)};
        int i = 0;
        if (d.count > 1)
            i = fate.any ? (int)sr_rng_below(&fate.rng, (uint32_t)d.count)
                         : decide(p, mind[actor], &e, &fate, &d);
        sr_play_unchecked(r, &p->state, p->legal[i], NULL);
        if (p->state.head.ply > r->game->plies_max)
            return;
    }
    lessons_end(sc, p, &e, t);
}

/* ---- all of them ---------------------------------------------------------------------------- */

static size_t mind_size(const struct lessons_setup *s)
{
    size_t size = 0;
    for (int i = 0; i < s->bots; i++)
        size = sr_mind_size_for(&s->bot[i]) > size ? sr_mind_size_for(&s->bot[i]) : size;
    return size;
}

static enum sr_err play_on_threads(struct school *sc, int threads)
{
    const struct lessons_setup *s = sc->setup;
    const size_t size = mind_size(s);
    for (int i = 0; i < threads; i++)
        for (int k = 0; k < s->rules.game->seats_max; k++)
            sc->pupil[i].memory[k] = mem_grow(NULL, size);
    sc->jobs = (struct lab_jobs){.count = s->games - sc->first, .work = play_one, .context = sc};
    return lab_run(&sc->jobs, threads);
}

enum sr_err lessons_play(const struct lessons_setup *setup, const struct lessons_sink *sink,
                         struct lessons_sum *out, struct sr_diag *diag)
{
    struct school sc = {
        .setup = setup, .sink = sink, .study = {setup->explore, setup->deep, setup->told}};
    const int threads = sr_max(1, setup->threads);
    enum sr_err err = SR_OK;
    sc.pupil = mem_new((size_t)threads * sizeof *sc.pupil);
    for (int i = 0; i < threads; i++)
        sc.pupil[i].batch = -1;
    sc.until = setup->seconds > 0 ? lab_clock(NULL) + (uint64_t)(1000 * setup->seconds) : 0;
    diag->text[0] = '\0';
    pthread_mutex_init(&sc.lock, NULL);
    if (setup->device)
        sc.first = lessons_on_device(&sc, threads, diag) * setup->batch;
    if (sc.first < setup->games && !school_is_out(&sc))
        err = play_on_threads(&sc, threads);
    for (int i = 0; i < threads; i++) {
        for (int a = 0; a < LESSONS_ARRAYS; a++)
            mem_free(sc.pupil[i].array[a].data);
        mem_free(sc.pupil[i].seen.data);
        for (int k = 0; k < SR_SEATS_MAX; k++)
            mem_free(sc.pupil[i].memory[k]);
    }
    mem_free(sc.pupil);
    pthread_mutex_destroy(&sc.lock);
    *out = sc.sum;
    return err;
}
