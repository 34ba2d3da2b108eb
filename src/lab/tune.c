/* tune.c: the search behind `serai lab search`. */
#include "lab/tune.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- levers and aims ---------------------------------------------------------------------- */

static bool named(const struct number *n, const char *paths)
{
    for (const char *at = paths; *at;) {
        char one[2 * NUMBERS_PATH];
        const size_t len = strcspn(at, ",");
        snprintf(one, sizeof one, "%.*s", (int)len, at);
        if (numbers_match(n, one))
            return true;
        at += len + (at[len] == ',');
    }
    return false;
}

static void add_lever(struct tune *t, int number, int64_t value)
{
    const struct number *n = &t->numbers->list[number];
    struct numbers_set set = t->base.set;
    if (t->levers == TUNE_LEVERS || value < n->min || value > n->max)
        return;
    numbers_put(n, &set, value);
    if (numbers_check(t->numbers->game, &set, t->base.seats, NULL) == SR_OK)
        t->lever[t->levers++] = (struct tune_lever){number, value};
}

void tune_list_levers(struct tune *t, const char *free_paths, const char *keep)
{
    for (int i = 0; i < t->numbers->count; i++) {
        const struct number *n = &t->numbers->list[i];
        const int64_t now = numbers_get(n, &t->base.set);
        if (!named(n, free_paths) || strchr(keep, n->mark))
            continue;
        if (n->names) {
            for (int64_t v = n->min; v <= n->max; v++)
                if (v != now)
                    add_lever(t, i, v);
            continue;
        }
        const int64_t step = now > 19 ? now / 10 : 1;
        add_lever(t, i, now - step);
        add_lever(t, i, now + step);
        if (now > 3)
            add_lever(t, i, now - 2 * step);
        if (now > 1)
            add_lever(t, i, now + 2 * step);
    }
}

/* "60..90"; strtod by itself would take "60." from it. */
static bool read_range(const char *text, double *low, double *high)
{
    char first[32];
    char *end;
    const char *dots = strstr(text, "..");
    if (!dots || dots == text || (size_t)(dots - text) >= sizeof first)
        return false;
    snprintf(first, sizeof first, "%.*s", (int)(dots - text), text);
    *low = strtod(first, &end);
    if (*end)
        return false;
    *high = strtod(dots + 2, &end);
    return end > dots + 2 && !*end && *high >= *low;
}

static bool add_aim(struct tune *t, const char *id, const char *range, struct sr_diag *diag)
{
    struct tune_aim a = {.unit = 1};
    if (t->aims == TUNE_AIMS || !measure_find(t->numbers->game, t->base.seats, id, &a.measure)) {
        sr_explain(diag, "there is no measure %.40s (seats, length, winner, margin, leads...)", id);
        return false;
    }
    if (!read_range(range, &a.low, &a.high)) {
        sr_explain(diag, "%.40s wants a range such as %s=60..90", id, id);
        return false;
    }
    if (!measure_percent(&a.measure))
        a.unit = fmax(0.01, (a.low + a.high) / 200);
    t->aim[t->aims++] = a;
    return true;
}

bool tune_read_aims(struct tune *t, const char *text, struct sr_diag *diag)
{
    for (const char *at = text; *at;) {
        char one[96];
        const size_t len = strcspn(at, ",");
        snprintf(one, sizeof one, "%.*s", (int)len, at);
        char *equals = strchr(one, '=');
        if (!strcmp(one, "seats")) {
            const double fair = 100.0 / t->base.seats;
            for (int i = 0; i < t->base.seats && t->aims < TUNE_AIMS; i++)
                t->aim[t->aims++] = (struct tune_aim){{MEASURE_PLACE, i}, fair - 3, fair + 3, 1};
        } else {
            if (equals)
                *equals++ = '\0';
            if (!add_aim(t, one, equals ? equals : "", diag))
                return false;
        }
        at += len + (at[len] == ',');
    }
    return t->aims > 0;
}

static double beyond(const struct tune_aim *a, double v)
{
    return fmax(0, fmax(a->low - v, v - a->high)) / a->unit;
}

double tune_fault(const struct tune *t, int arm, int64_t games)
{
    double sum = 0;
    for (int i = 0; i < t->aims; i++) {
        const double away =
            beyond(&t->aim[i], measure_mean(t->trial, arm, games, &t->aim[i].measure).mean);
        sum += away * away;
    }
    return sum;
}

int tune_certain(const struct tune *t, int arm, int64_t games)
{
    int all = 1;
    for (int i = 0; i < t->aims; i++) {
        const struct tune_aim *a = &t->aim[i];
        const struct stats_mean m = measure_mean(t->trial, arm, games, &a->measure);
        const struct stats_interval v = stats_mean_interval(&m, 1 - 0.05 / t->aims);
        if (v.high < a->low || v.low > a->high)
            return -1;
        if (v.low < a->low || v.high > a->high)
            all = 0;
    }
    return all;
}

/* ---- mixtures ----------------------------------------------------------------------------- */

void tune_apply(const struct tune *t, const struct tune_mix *mix, struct numbers_set *set)
{
    for (int i = 0; i < mix->count; i++) {
        const struct tune_lever *l = &t->lever[mix->lever[i]];
        numbers_put(&t->numbers->list[l->number], set, l->value);
    }
}

static bool fits(const struct tune *t, const struct tune_mix *mix, int lever)
{
    for (int i = 0; i < mix->count; i++)
        if (t->lever[mix->lever[i]].number == t->lever[lever].number)
            return false;
    return mix->count < TUNE_MIXED;
}

static bool playable(const struct tune *t, const struct tune_mix *mix)
{
    struct numbers_set set = t->base.set;
    tune_apply(t, mix, &set);
    return numbers_check(t->numbers->game, &set, t->base.seats, NULL) == SR_OK;
}

static void random_mix(const struct tune *t, struct sr_rng *rng, struct tune_mix *out)
{
    do {
        const int wanted = 1 + (int)sr_rng_below(rng, (uint32_t)sr_min(6, t->levers));
        out->count = 0;
        for (int i = 0; i < 3 * wanted && out->count < wanted; i++) {
            const int lever = (int)sr_rng_below(rng, (uint32_t)t->levers);
            if (fits(t, out, lever))
                out->lever[out->count++] = (int16_t)lever;
        }
    } while (!playable(t, out));
}

static int arm_of(struct tune *t, const struct tune_mix *mix, uint64_t seed, int piece)
{
    struct trial_arm a = t->base;
    tune_apply(t, mix, &a.set);
    a.uses = 0;
    a.piece = piece;
    a.seed = seed;
    return trial_arm(t->trial, &a);
}

/* ---- the model ---------------------------------------------------------------------------- */

struct model {
    int n;         /* levers + 1 */
    double *a;     /* n x n, with the prior */
    double *b;     /* n x aims */
    double *inverse; /* diagonal */
};

static void model_learn(struct tune *t, struct model *m, const struct tune_mix *mix, int arm)
{
    int on[TUNE_MIXED + 1], count = 0;
    on[count++] = t->levers;
    for (int i = 0; i < mix->count; i++)
        on[count++] = mix->lever[i];
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            m->a[on[i] * m->n + on[k]]++;
    for (int y = 0; y < t->aims; y++) {
        const double v = measure_mean(t->trial, arm, t->each, &t->aim[y].measure).mean;
        for (int i = 0; i < count; i++)
            m->b[on[i] * t->aims + y] += v;
    }
}

static bool model_fit(struct tune *t, struct model *m)
{
    double *a = mem_grow(NULL, (size_t)m->n * (size_t)m->n * sizeof *a);
    double *x = mem_grow(NULL, (size_t)m->n * sizeof *x);
    bool good = true;
    for (int y = 0; y < t->aims && good; y++) {
        memcpy(a, m->a, (size_t)m->n * (size_t)m->n * sizeof *a);
        for (int i = 0; i < m->n; i++)
            x[i] = m->b[i * t->aims + y];
        good = stats_solve(a, x, m->n, y == 0 ? m->inverse : NULL);
        for (int i = 0; i < m->n; i++)
            t->effect[i][y] = x[i];
    }
    for (int i = 0; i < m->n; i++)
        t->error[i] = sqrt(m->inverse[i]);
    mem_free(a);
    mem_free(x);
    return good;
}

/* What a mixture promises; `hope` lets uncertain measures come out as well as they may. A change
 * costs a little: of two that promise the same the smaller one is better. */
static double promise(const struct tune *t, const struct tune_mix *mix, double hope)
{
    double sum = 0.05 * mix->count;
    for (int y = 0; y < t->aims; y++) {
        double v = t->effect[t->levers][y], spread = 0;
        for (int i = 0; i < mix->count; i++) {
            v += t->effect[mix->lever[i]][y];
            spread += t->error[mix->lever[i]] * t->error[mix->lever[i]];
        }
        const double away =
            fmax(0, beyond(&t->aim[y], v) - hope * t->noise[y] * sqrt(spread) / t->aim[y].unit);
        sum += away * away;
    }
    return sum;
}

/* Climbs from a random mixture: adds, drops or swaps a lever as long as the promise gets better. */
static void climb(const struct tune *t, struct sr_rng *rng, double hope, struct tune_mix *mix)
{
    double now = promise(t, mix, hope);
    for (int step = 0; step < 400; step++) {
        struct tune_mix next = *mix;
        const uint32_t kind = sr_rng_below(rng, 3);
        if (kind > 0 && next.count > 0) {
            const int out = (int)sr_rng_below(rng, (uint32_t)next.count);
            next.lever[out] = next.lever[--next.count];
        }
        const int lever = (int)sr_rng_below(rng, (uint32_t)t->levers);
        if (kind != 1 && fits(t, &next, lever))
            next.lever[next.count++] = (int16_t)lever;
        const double then = promise(t, &next, hope);
        if (then < now && playable(t, &next)) {
            *mix = next;
            now = then;
        }
    }
}

/* ---- the search --------------------------------------------------------------------------- */

static void set_noise(struct tune *t, const int *arm, int count)
{
    for (int y = 0; y < t->aims; y++) {
        double sum = 0;
        for (int i = 0; i < count; i++)
            sum += measure_mean(t->trial, arm[i], t->each, &t->aim[y].measure).variance;
        t->noise[y] = sqrt(sum / sr_max(1, count) / (double)t->each);
    }
}

/* Mixtures in rounds: at random first, then those that promise most. */
static bool learn(struct tune *t, struct model *m, struct sr_rng *rng)
{
    enum { ROUND = 40 };
    uint64_t seed = t->base.seed + 1000000;
    for (int64_t done = 0; done < t->mixtures; done += ROUND) {
        struct tune_mix mix[ROUND];
        int arm[ROUND];
        for (int i = 0; i < ROUND; i++, seed += 1000) {
            random_mix(t, rng, &mix[i]);
            if (done >= t->mixtures / 2 && i % 4 != 0)
                climb(t, rng, 1, &mix[i]);
            arm[i] = arm_of(t, &mix[i], seed, (int)t->each);
        }
        if (!t->play(t->context, arm, ROUND, t->each))
            return false;
        if (done == 0)
            set_noise(t, arm, ROUND);
        for (int i = 0; i < ROUND; i++)
            model_learn(t, m, &mix[i], arm[i]);
        if (!model_fit(t, m))
            return false;
    }
    return true;
}

struct candidate {
    struct tune_mix mix;
    double fault;
    int arm;
};

static int by_fault(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    return x->fault != y->fault ? (x->fault < y->fault ? -1 : 1) : x->mix.count - y->mix.count;
}

static bool same_mix(const struct tune_mix *a, const struct tune_mix *b)
{
    for (int i = 0; i < a->count; i++) {
        bool there = false;
        for (int k = 0; k < b->count; k++)
            there = there || a->lever[i] == b->lever[k];
        if (!there)
            return false;
    }
    return a->count == b->count;
}

static int nominate(struct tune *t, struct sr_rng *rng, struct candidate *list, int most)
{
    int count = 0;
    for (int i = 0; i < 6 * most && count < most; i++) {
        struct tune_mix mix;
        bool known = false;
        random_mix(t, rng, &mix);
        climb(t, rng, i % 2 ? 0 : 0.5, &mix);
        for (int k = 0; k < count; k++)
            known = known || same_mix(&mix, &list[k].mix);
        if (!known)
            list[count++] = (struct candidate){.mix = mix};
    }
    return count;
}

bool tune_run(struct tune *t)
{
    enum { NOMINATED = 16 };
    struct candidate list[NOMINATED];
    struct sr_rng rng;
    struct model m = {.n = t->levers + 1};
    const size_t n = (size_t)m.n;
    m.a = mem_new(n * n * sizeof *m.a);
    m.b = mem_new(n * (size_t)t->aims * sizeof *m.b);
    m.inverse = mem_new(n * sizeof *m.inverse);
    for (int i = 0; i < t->levers; i++)
        m.a[i * m.n + i] = 4; /* prior: levers do little */
    m.a[t->levers * m.n + t->levers] = 1e-6;
    sr_rng_seed(&rng, t->base.seed);
    bool good = learn(t, &m, &rng);
    int left = good ? nominate(t, &rng, list, NOMINATED) : 0;
    int64_t games = sr_max(60, (int)(t->last / 8));
    const uint64_t fresh = t->base.seed + 500000000;
    const struct tune_mix none = {.count = 0};
    t->base_arm = arm_of(t, &none, fresh, 20);
    while (good && left > 0) {
        int arm[NOMINATED + 1];
        for (int i = 0; i < left; i++)
            arm[i] = list[i].arm = arm_of(t, &list[i].mix, fresh, 20);
        arm[left] = t->base_arm;
        good = t->play(t->context, arm, left + 1, games);
        for (int i = 0; i < left && good; i++)
            list[i].fault = tune_fault(t, list[i].arm, games);
        qsort(list, (size_t)left, sizeof *list, by_fault);
        t->best_games = games;
        if (games >= t->last)
            break;
        left = sr_max(2, left / 2);
        games = games * 2 > t->last ? t->last : games * 2;
    }
    t->best_count = sr_min(left, 8);
    for (int i = 0; i < t->best_count; i++) {
        t->best[i] = list[i].mix;
        t->best_arm[i] = list[i].arm;
        t->fault[i] = list[i].fault;
    }
    mem_free(m.a);
    mem_free(m.b);
    mem_free(m.inverse);
    return good;
}
