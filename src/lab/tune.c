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

static void add_lever(struct tune *t, int number, int64_t value, int steps)
{
    const struct number *n = &t->numbers->list[number];
    struct numbers_set set = t->base.set;
    if (value < n->min || value > n->max)
        return;
    numbers_put(n, &set, value);
    if (numbers_check(t->numbers->game, &set, t->base.seats, NULL) != SR_OK)
        return;
    if (t->levers < TUNE_LEVERS)
        t->lever[t->levers++] = (struct tune_lever){number, value, (int8_t)steps};
    else
        t->levers_left_out++;
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
                    add_lever(t, i, v, 1);
            continue;
        }
        const int64_t step = now > 19 ? now / 10 : 1;
        add_lever(t, i, now - step, -1);
        add_lever(t, i, now + step, 1);
        if (now > 3)
            add_lever(t, i, now - 2 * step, -2);
        if (now > 1)
            add_lever(t, i, now + 2 * step, 2);
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
    struct tune_aim a = {.road = -1, .unit = 1};
    if (t->aims == TUNE_AIMS || !measure_find(t->numbers->game, t->base.seats, id, &a.measure)) {
        sr_explain(
            diag, "there is no measure %.40s (seats, roads, length, winner, margin, leads...)", id);
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

/* Every place, or every bot, within three points of its share. */
static void add_shares(struct tune *t, enum measure_kind kind)
{
    const double fair = 100.0 / t->base.seats;
    for (int i = 0; i < t->base.seats && t->aims < TUNE_AIMS; i++)
        t->aim[t->aims++] = (struct tune_aim){{kind, i}, -1, fair - 3, fair + 3, 1};
}

static bool bots_differ(const struct tune *t)
{
    for (int i = 1; i < t->base.seats; i++)
        if (strcmp(t->base.bot[i], t->base.bot[0]) != 0)
            return true;
    return false;
}

bool tune_read_aims(struct tune *t, const char *text, struct sr_diag *diag)
{
    for (const char *at = text; *at;) {
        char one[96];
        const size_t len = strcspn(at, ",");
        snprintf(one, sizeof one, "%.*s", (int)len, at);
        char *equals = strchr(one, '=');
        if (!strcmp(one, "seats")) {
            add_shares(t, MEASURE_PLACE);
        } else if (!strcmp(one, "roads") && bots_differ(t)) {
            add_shares(t, MEASURE_BOT);
        } else if (!strcmp(one, "roads")) {
            t->wants_roads = true;
        } else {
            if (equals)
                *equals++ = '\0';
            if (!add_aim(t, one, equals ? equals : "", diag))
                return false;
        }
        at += len + (at[len] == ',');
    }
    return t->aims > 0 || t->wants_roads;
}

void tune_aim_id(const struct tune *t, int aim, char *out, size_t max)
{
    if (t->aim[aim].road >= 0)
        snprintf(out, max, "road.%d", t->aim[aim].road + 1);
    else
        measure_id(t->numbers->game, &t->aim[aim].measure, out, max);
}

/* ---- how an arm does ---------------------------------------------------------------------- */

/* An aim game by game: x over y. */
static void cases(const struct tune *t, int aim, int arm, int64_t games, double *x, double *y)
{
    const struct tune_aim *a = &t->aim[aim];
    for (int64_t g = 0; g < games; g++) {
        y[g] = 1;
        if (a->road < 0) {
            x[g] = measure_of(t->trial, arm, g, &a->measure);
            continue;
        }
        x[g] = 100 * roads_ahead(&t->roads, t->trial, arm, g, a->road, &y[g]);
    }
}

static struct stats_ratio sum_up(const double *x, const double *y, int64_t games)
{
    struct stats_ratio r = {0};
    for (int64_t g = 0; g < games; g++) {
        r.games += y[g] > 0;
        r.x += x[g];
        r.y += y[g];
        r.xx += x[g] * x[g];
        r.xy += x[g] * y[g];
        r.yy += y[g] * y[g];
    }
    return r;
}

struct stats_ratio tune_value(const struct tune *t, int aim, int arm, int64_t games)
{
    double *x = mem_new((size_t)(2 * games + 1) * sizeof *x);
    cases(t, aim, arm, games, x, x + games);
    const struct stats_ratio r = sum_up(x, x + games, games);
    mem_free(x);
    return r;
}

/* Nobody of that road at any table: nothing is known, and nothing speaks for it. */
static double value_of(const struct tune *t, int aim, int arm, int64_t games)
{
    const struct stats_ratio r = tune_value(t, aim, arm, games);
    return r.y > 0 ? r.x / r.y : 0;
}

static double beyond(const struct tune_aim *a, double v)
{
    return fmax(0, fmax(a->low - v, v - a->high)) / a->unit;
}

double tune_fault(const struct tune *t, int arm, int64_t games)
{
    double sum = 0;
    for (int i = 0; i < t->aims; i++) {
        const double away = beyond(&t->aim[i], value_of(t, i, arm, games));
        sum += away * away;
    }
    return sum;
}

int tune_certain(const struct tune *t, int arm, int64_t games)
{
    int all = 1;
    for (int i = 0; i < t->aims; i++) {
        const struct tune_aim *a = &t->aim[i];
        const struct stats_ratio r = tune_value(t, i, arm, games);
        const struct stats_interval v = stats_ratio_interval(&r, 1 - 0.05 / t->aims);
        if (v.high < a->low || v.low > a->high)
            return -1;
        if (v.low < a->low || v.high > a->high)
            all = 0;
    }
    return all;
}

double tune_sure(const struct tune *t, int arm, int64_t games)
{
    enum { ROUNDS = 400 };
    const size_t each = 2 * (size_t)games;
    double *x = mem_new(((size_t)t->aims * each + 1) * sizeof *x);
    struct sr_rng rng;
    int met = 0;
    for (int i = 0; i < t->aims; i++)
        cases(t, i, arm, games, x + (size_t)i * each, x + (size_t)i * each + games);
    sr_rng_seed(&rng, 1);
    for (int round = 0; round < ROUNDS && games > 0; round++) {
        double sum[TUNE_AIMS][2] = {{0}};
        for (int64_t g = 0; g < games; g++) {
            const uint32_t pick = sr_rng_below(&rng, (uint32_t)games);
            for (int i = 0; i < t->aims; i++) {
                sum[i][0] += x[(size_t)i * each + pick];
                sum[i][1] += x[(size_t)i * each + (size_t)games + pick];
            }
        }
        bool all = true;
        for (int i = 0; i < t->aims; i++)
            all = all && sum[i][1] > 0 && beyond(&t->aim[i], sum[i][0] / sum[i][1]) <= 0;
        met += all;
    }
    mem_free(x);
    return 100.0 * met / ROUNDS;
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

/* ---- what mixtures promise ---------------------------------------------------------------- */

/* `hope` lets uncertain measures come out as well as they may. A change costs a little: of two that
 * promise the same the smaller one is better. What does not come below `limit` however much is
 * hoped for is not looked at closely. */
static double promise(const struct tune *t, const struct tune_mix *mix, double hope, double limit)
{
    double mean[TUNE_AIMS], deviation[TUNE_AIMS];
    for (int closely = hope > 0 ? 0 : 1;; closely++) {
        double sum = 0.05 * mix->count;
        surrogate_foresee(t->model, mix->lever, mix->count, mean,
                          closely && hope > 0 ? deviation : NULL);
        for (int y = 0; y < t->aims; y++) {
            const double spread = hope <= 0 ? 0
                                  : closely ? deviation[y]
                                            : surrogate_unsure(t->model, y, mix->count);
            const double away =
                fmax(0, beyond(&t->aim[y], mean[y]) - hope * spread / t->aim[y].unit);
            sum += away * away;
        }
        if (closely || sum >= limit)
            return sum;
    }
}

/* Climbs from a random mixture: adds, drops or swaps a lever as long as the promise gets better. */
static void climb(const struct tune *t, struct sr_rng *rng, double hope, struct tune_mix *mix)
{
    double now = promise(t, mix, hope, INFINITY);
    const int patience = 40 + 2 * t->levers; /* steps without one that is better */
    for (int step = 0, idle = 0; step < 400 && idle < patience; step++, idle++) {
        struct tune_mix next = *mix;
        const uint32_t kind = sr_rng_below(rng, 3);
        if (kind > 0 && next.count > 0) {
            const int out = (int)sr_rng_below(rng, (uint32_t)next.count);
            next.lever[out] = next.lever[--next.count];
        }
        const int lever = (int)sr_rng_below(rng, (uint32_t)t->levers);
        if (kind != 1 && fits(t, &next, lever))
            next.lever[next.count++] = (int16_t)lever;
        const double then = promise(t, &next, hope, now);
        if (then < now && playable(t, &next)) {
            *mix = next;
            now = then;
            idle = 0;
        }
    }
}

/* ---- the search --------------------------------------------------------------------------- */

/* The deviation of one mixture, from the spread of games within all of them. */
static void set_noise(struct tune *t, const int *arm, int count)
{
    for (int y = 0; y < t->aims; y++) {
        double sum = 0, n = 0;
        for (int i = 0; i < count; i++) {
            const struct stats_ratio r = tune_value(t, y, arm[i], t->each);
            if (r.games < 3)
                continue;
            const struct stats_interval v = stats_ratio_interval(&r, 0.6826894921);
            const double error =
                (v.high - v.low) / 2 / stats_t_quantile(0.84134474607, r.games - 1);
            sum += error * error;
            n++;
        }
        t->noise[y] = n > 0 ? sqrt(sum / n) : 1;
    }
}

static void learn_mix(struct tune *t, const struct tune_mix *mix, int arm)
{
    double y[TUNE_AIMS];
    for (int i = 0; i < t->aims; i++)
        y[i] = value_of(t, i, arm, t->each);
    surrogate_learn(t->model, mix->lever, mix->count, y);
}

/* Mixtures in rounds: at random first, then those that promise most. */
static bool learn(struct tune *t, struct sr_rng *rng)
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
            learn_mix(t, &mix[i], arm[i]);
        if (!surrogate_fit(t->model, t->noise, SURROGATE_KINDS))
            return false;
    }
    return true;
}

enum { NOMINATED = 16 };

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
    for (int i = 0; i < 4 * most && count < most; i++) {
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

/* Levers as the model sees them: a name is a number of its own, with one step. */
static struct surrogate *model_of(const struct tune *t)
{
    int16_t number[TUNE_LEVERS];
    int8_t steps[TUNE_LEVERS];
    for (int i = 0; i < t->levers; i++) {
        const struct tune_lever *l = &t->lever[i];
        const bool name = t->numbers->list[l->number].names != NULL;
        number[i] = (int16_t)(name ? NUMBERS_MAX + i : l->number);
        steps[i] = l->steps;
    }
    return surrogate_new(number, steps, t->levers, t->aims);
}

/* Roads that winners of the base take; each should be ahead of the others in no more pairs than a
 * dominant one would be, and in no fewer. */
static bool find_roads(struct tune *t, struct sr_diag *diag)
{
    enum { GAMES = 400 };
    const struct tune_mix none = {.count = 0};
    const int arm = arm_of(t, &none, t->base.seed, 20);
    int64_t all = 0;
    if (!t->wants_roads)
        return true;
    if (!t->play(t->context, &arm, 1, GAMES))
        return false;
    roads_find(t->trial, arm, GAMES, &t->roads);
    for (int i = 0; i < t->roads.count; i++)
        all += t->roads.players[i];
    for (int i = 0; i < t->roads.count && t->roads.apart >= VERDICT_APART; i++)
        if (t->roads.count > 1 && t->aims < TUNE_AIMS && 20 * t->roads.players[i] >= all)
            t->aim[t->aims++] = (struct tune_aim){.road = i,
                                                  .low = 100 - 100 * VERDICT_ROADS,
                                                  .high = 100 * VERDICT_ROADS,
                                                  .unit = 1};
    if (t->aims)
        return true;
    sr_explain(diag, "winners do not fall into roads that are told apart, so there are none to "
                     "balance; -b with a player of each road balances these");
    return false;
}

/* The best ones on fresh seeds, longer and longer, half of them left out each time. */
static bool settle(struct tune *t, struct candidate *list, int left)
{
    const uint64_t fresh = t->base.seed + 500000000;
    const struct tune_mix none = {.count = 0};
    int64_t games = sr_max(60, (int)(t->last / 8));
    t->base_arm = arm_of(t, &none, fresh, 20);
    while (left > 0) {
        int arm[NOMINATED + 1];
        for (int i = 0; i < left; i++)
            arm[i] = list[i].arm = arm_of(t, &list[i].mix, fresh, 20);
        arm[left] = t->base_arm;
        if (!t->play(t->context, arm, left + 1, games))
            return false;
        for (int i = 0; i < left; i++)
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
    return true;
}

bool tune_run(struct tune *t, struct sr_diag *diag)
{
    struct candidate list[NOMINATED];
    struct sr_rng rng;
    if (!find_roads(t, diag))
        return false;
    t->model = model_of(t);
    sr_rng_seed(&rng, t->base.seed);
    return learn(t, &rng) && settle(t, list, nominate(t, &rng, list, NOMINATED));
}

void tune_clear(struct tune *t) { surrogate_free(t->model); }
