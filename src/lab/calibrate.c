/* calibrate.c: sets what bots state against results. */
#include "lab/calibrate.h"

#include <math.h>

#include "ai/bots.h"

struct shelf { /* of a worker */
    struct lab_match *match;
    struct stated *all;
    int64_t count, room;
};

struct job {
    const struct lab_setup *setup;
    struct shelf *shelf;
};

static void keep(struct shelf *s, const struct stated *k)
{
    if (s->count == s->room) {
        s->room = 2 * s->room + 1024;
        s->all = mem_grow(s->all, (size_t)s->room * sizeof *s->all);
    }
    s->all[s->count++] = *k;
}

static void note(struct shelf *s)
{
    const struct lab_match *m = s->match;
    const struct sr_mind *mind = m->mind[m->actor];
    const struct ai_eval *e = &mind->tree.eval;
    struct stated k = {.seat = (uint8_t)m->actor};
    k.lines = (uint8_t)mind__believes(mind, -1, k.win);
    if (!k.lines)
        return;
    k.progress = (int16_t)e->game->progress(&m->rules, &m->state);
    k.phase = (uint8_t)sr_max(0, sr_min(2, k.progress * CALIBRATE_PHASES / 1024));
    keep(s, &k);
}

static void play(void *context, int worker, int64_t index)
{
    const struct job *j = context;
    struct shelf *s = &j->shelf[worker];
    struct lab_match *m = s->match;
    const int64_t first = s->count;
    if (lab_begin(m, j->setup, (uint64_t)index, 0, NULL))
        return;
    while (m->actor != SR_NOBODY) {
        const bool choice = m->legal_count > 1;
        const sr_move move = lab_choose(m);
        if (choice)
            note(s);
        lab_play(m, move, NULL);
    }
    struct sr_scores sc;
    int winners = 0;
    sr_scores_of(&m->rules, &m->state, &sc);
    for (int i = 0; i < sc.lines; i++)
        winners += sc.rank[i] == 1;
    for (int64_t k = first; k < s->count; k++) {
        for (int i = 0; i < sc.lines; i++)
            s->all[k].share[i] = sc.rank[i] == 1 ? 1.0 / winners : 0;
        s->all[k].result = s->all[k].share[s->all[k].seat];
    }
}

/* ---- fitting ------------------------------------------------------------------------------ */

static void bent(const struct stated *k, int slope, int lean, int32_t *win)
{
    memcpy(win, k->win, sizeof k->win);
    ai_chances_bend(slope, lean, k->seat, k->lines, win);
}

static double loss(const struct calibration *c, int phase, int slope, int lean)
{
    double sum = 0;
    for (int64_t i = 0; i < c->count; i++) {
        const struct stated *k = &c->all[i];
        int32_t win[SR_LINES_MAX];
        if (k->phase != phase)
            continue;
        bent(k, slope, lean, win);
        for (int line = 0; line < k->lines; line++)
            sum -= k->share[line] * log((win[line] + 32.0) / (AI_WIN + 64.0));
    }
    /* The decisions of a game share its result: together they are one witness. Without witnesses
     * beliefs stay as they are. */
    const double turned = log(slope / 1000.0), pushed = lean / 1000.0;
    return sum * (double)c->games / (double)sr_max(1, (int)c->count) + 2 * turned * turned +
           pushed * pushed / 4;
}

/* The least loss on a grid that gets finer. Leans are against who decides, as a rule: a search that
 * takes the best of what it guessed takes what it guessed too high. */
static void fit(struct calibration *c, int phase)
{
    int slope = 1000, lean = 0;
    double best = loss(c, phase, slope, lean);
    for (int step = 400; step >= 25; step /= 2)
        for (bool better = true; better;) {
            better = false;
            for (int way = 0; way < 4; way++) {
                const int a = slope + (way == 0 ? step : way == 1 ? -step : 0);
                const int b = lean + (way == 2 ? 2 * step : way == 3 ? -2 * step : 0);
                if (a < 200 || a > 3000 || b < -6000 || b > 6000)
                    continue;
                const double now = loss(c, phase, a, b);
                if (now < best - 1e-9) {
                    best = now;
                    slope = a;
                    lean = b;
                    better = true;
                }
            }
        }
    c->slope[phase] = slope;
    c->lean[phase] = lean;
}

static void count_in(struct reliability *bins, double *brier, double stated, double result)
{
    struct reliability *r = &bins[sr_min(CALIBRATE_BINS - 1, (int)(stated * CALIBRATE_BINS))];
    r->n++;
    r->stated += stated;
    r->result += result;
    *brier += (stated - result) * (stated - result);
}

static void compare(struct calibration *c, const struct lab_setup *s)
{
    for (int64_t i = 0; i < c->count; i++) {
        const struct stated *k = &c->all[i];
        int32_t win[SR_LINES_MAX];
        count_in(c->raw, &c->brier_raw, (double)k->win[k->seat] / AI_WIN, k->result);
        memcpy(win, k->win, sizeof win);
        ai_chances_table(s->rules.game->id, s->seats, k->progress, k->seat, k->lines, win);
        count_in(c->told, &c->brier_told, (double)win[k->seat] / AI_WIN, k->result);
        bent(k, c->slope[k->phase], c->lean[k->phase], win);
        count_in(c->fitted, &c->brier_fitted, (double)win[k->seat] / AI_WIN, k->result);
    }
    const double n = c->count ? (double)c->count : 1;
    c->brier_raw /= n;
    c->brier_told /= n;
    c->brier_fitted /= n;
    for (int b = 0; b < CALIBRATE_BINS; b++)
        for (int which = 0; which < 3; which++) {
            struct reliability *r = &(which == 0 ? c->raw : which == 1 ? c->told : c->fitted)[b];
            r->stated /= r->n ? (double)r->n : 1;
            r->result /= r->n ? (double)r->n : 1;
        }
}

enum sr_err calibrate(const struct lab_setup *s, int64_t games, int threads,
                      struct calibration *out, struct sr_diag *diag)
{
    union sr_state state;
    memset(out, 0, sizeof *out);
    enum sr_err err = sr_setup(&s->rules, s->seats, s->option, s->seed, &state, diag);
    for (int i = 0; i < s->seats && !err; i++)
        if (s->bot[i].skill.visits <= 0 || s->bot[i].skill.halving)
            err = sr_fail(diag, SR_RANGE, "%s does not search: it states no chances", s->bot[i].id);
    if (err)
        return err;
    struct shelf *shelf = mem_new((size_t)threads * sizeof *shelf);
    for (int i = 0; i < threads; i++)
        shelf[i].match = lab_match_new(s->seats);
    struct job job = {s, shelf};
    struct lab_jobs jobs = {.count = games, .work = play, .context = &job};
    err = lab_run(&jobs, threads);
    for (int i = 0; i < threads; i++)
        out->count += shelf[i].count;
    out->games = games;
    out->all = mem_grow(NULL, (size_t)(out->count + 1) * sizeof *out->all);
    int64_t at = 0;
    for (int i = 0; i < threads; i++) {
        if (shelf[i].count)
            memcpy(out->all + at, shelf[i].all, (size_t)shelf[i].count * sizeof *out->all);
        at += shelf[i].count;
        mem_free(shelf[i].all);
        lab_match_free(shelf[i].match);
    }
    mem_free(shelf);
    for (int phase = 0; phase < CALIBRATE_PHASES && !err; phase++)
        fit(out, phase);
    compare(out, s);
    return err;
}

void calibration_free(struct calibration *c)
{
    mem_free(c->all);
    c->all = NULL;
}
