/* verdict.c: places and use, judged by the limits of verdict.h. */
#include "lab/verdict.h"

#include <math.h>

void verdict_places(const struct trial *t, int arm, int64_t games, enum measure_kind by,
                    struct place_verdict out[SR_SEATS_MAX])
{
    const struct trial_arm *a = trial_arm_get(t, arm);
    const struct trial_layout l = trial_layout(t, arm);
    double p[SR_SEATS_MAX];
    for (int i = 0; i < a->seats; i++) {
        const struct measure m = {by, i};
        struct place_verdict *v = &out[i];
        v->mean = measure_mean(t, arm, games, &m);
        v->fair = 100.0 / l.lines;
        v->interval = stats_wilson(v->mean.mean / 100 * v->mean.n, v->mean.n, 0.95);
        v->interval.low *= 100;
        v->interval.high *= 100;
        p[i] = stats_mean_test(&v->mean, v->fair);
    }
    stats_holm(p, a->seats);
    for (int i = 0; i < a->seats; i++) {
        struct place_verdict *v = &out[i];
        const double off = v->mean.mean - v->fair;
        v->p = p[i];
        v->is = PLACE_UNCLEAR;
        if (p[i] < 0.05 && fabs(off) >= VERDICT_POINTS)
            v->is = off > 0 ? PLACE_MORE : PLACE_LESS;
        else if (v->interval.low > v->fair - VERDICT_EVEN &&
                 v->interval.high < v->fair + VERDICT_EVEN)
            v->is = PLACE_EVEN;
        v->leans =
            (v->is == PLACE_MORE || v->is == PLACE_LESS) && fabs(off) < VERDICT_LEAN * v->fair;
    }
}

int verdict_changes(const struct trial *t, int a, int b, int64_t games,
                    struct change_verdict out[MEASURES_MAX])
{
    struct measure list[MEASURES_MAX];
    double p[MEASURES_MAX];
    const struct trial_arm *arm = trial_arm_get(t, a);
    const int n = measure_list(sr_game_find(arm->game), arm->seats, list);
    for (int i = 0; i < n; i++) {
        struct change_verdict *v = &out[i];
        v->measure = list[i];
        v->a = measure_mean(t, a, games, &list[i]);
        v->b = measure_mean(t, b, games, &list[i]);
        v->difference = measure_difference(t, a, b, games, &list[i]);
        p[i] = stats_mean_test(&v->difference, 0);
    }
    stats_holm(p, n);
    for (int i = 0; i < n; i++) {
        const struct stats_mean *d = &out[i].difference;
        out[i].p = p[i];
        out[i].is = d->mean == 0 && d->variance == 0 ? CHANGE_SAME
                    : p[i] >= 0.05                   ? CHANGE_UNCLEAR
                    : d->mean > 0                    ? CHANGE_MORE
                                                     : CHANGE_LESS;
    }
    return n;
}

int64_t verdict_others(const struct trial *t, int a, int b, int64_t games)
{
    int64_t n = 0;
    for (int64_t g = 0; g < games; g++)
        n += trial_row(t, a, g)[COL_HASH] != trial_row(t, b, g)[COL_HASH];
    return n;
}

static struct stats_interval percent(struct stats_interval i)
{
    return (struct stats_interval){100 * i.low, 100 * i.high};
}

static enum verdict_use judge(const struct trial_use *u, const struct use_verdict *v, double fair)
{
    const bool told = u->could - u->did >= VERDICT_FEW; /* by those who did not */
    if (u->could == 0)
        return USE_NEVER;
    if (u->could < VERDICT_FEW)
        return USE_FEW;
    if (v->chosen_interval.high < VERDICT_DEAD)
        return USE_DEAD;
    if (u->did < VERDICT_FEW)
        return USE_FEW;
    if (v->won_interval.high < VERDICT_WEAK * fair && v->p < 0.05 && told &&
        v->won_interval.high < v->declined_interval.low)
        return USE_WEAK;
    if (v->kind > 0 && v->kind_p < 0.05 && v->won >= VERDICT_STRONG * v->kind)
        return USE_STRONG;
    if (v->chosen > VERDICT_MUST && v->p < 0.05 && v->won >= VERDICT_MUST_WON * fair && told &&
        v->won_interval.low > fair && v->won_interval.low > v->declined_interval.high)
        return USE_MUST;
    return USE_PLAIN;
}

static struct stats_ratio won_of(const struct trial_use *u)
{
    const double w = LAB_WIN;
    return (struct stats_ratio){(double)u->did_games,      (double)u->won / w,     (double)u->did,
                                (double)u->won2 / (w * w), (double)u->won_did / w, (double)u->did2};
}

static void figures(const struct trial_use *u, struct use_verdict *out)
{
    const double w = LAB_WIN;
    const struct stats_ratio chosen = {(double)u->games, (double)u->did,       (double)u->could,
                                       (double)u->did2,  (double)u->could_did, (double)u->could2};
    const struct stats_ratio won = won_of(u);
    const struct stats_ratio not = {(double)u->not_games,        (double)u->not_won / w,
                                    (double)(u->could - u->did), (double)u->not_won2 / (w * w),
                                    (double)u->not_won_did / w,  (double)u->not2};
    *out = (struct use_verdict){.chosen = 100 * stats_ratio_value(&chosen),
                                .won = 100 * stats_ratio_value(&won),
                                .declined = 100 * stats_ratio_value(&not ),
                                .p = 1,
                                .kind_p = 1,
                                .when = u->did ? (double)u->when / 10 / (double)u->did : 0};
    out->chosen_interval = percent(stats_ratio_interval(&chosen, 0.95));
    if (u->did == 0) /* nobody among so many */
        out->chosen_interval = percent(stats_clopper(0, (double)u->could, 0.95));
    out->won_interval = percent(stats_ratio_interval(&won, 0.95));
    out->declined_interval = percent(stats_ratio_interval(&not, 0.95));
}

static bool same_kind(const struct item *a, const struct item *b)
{
    return a->kind == b->kind && a->names == b->names && a->verb == b->verb && a->arg == b->arg;
}

/* Wins of those who chose others of its kind; 0 where there are fewer than three. */
static double others(const struct items *items, const struct trial_use *use, int item)
{
    double won = 0, did = 0, count = 0;
    if (!items->list[item].names)
        return 0;
    for (int i = item - items->list[item].value;
         i < items->count && same_kind(&items->list[i], &items->list[item]); i++)
        if (i != item && use[i].did > 0) {
            won += (double)use[i].won / LAB_WIN;
            did += (double)use[i].did;
            count++;
        }
    return count >= 3 && did >= VERDICT_FEW ? won / did : 0;
}

void verdict_uses(const struct items *items, const struct trial_use *use, int seats, int lines,
                  struct use_verdict *out)
{
    const double fair = 100.0 / lines;
    double *p = mem_new((size_t)(items->count + 1) * sizeof *p);
    double *q = mem_new((size_t)(items->count + 1) * sizeof *q);
    int *of = mem_new((size_t)(items->count + 1) * sizeof *of);
    int asked = 0;
    (void)seats;
    for (int i = 0; i < items->count; i++) {
        figures(&use[i], &out[i]);
        if (use[i].did < VERDICT_FEW)
            continue;
        const struct stats_ratio won = won_of(&use[i]);
        const double kind = others(items, use, i);
        out[i].kind = 100 * kind;
        of[asked] = i;
        p[asked] = stats_ratio_test(&won, fair / 100);
        q[asked++] = kind > 0 ? stats_ratio_test(&won, kind) : 1;
    }
    stats_benjamini(p, asked);
    stats_benjamini(q, asked);
    for (int k = 0; k < asked; k++) {
        out[of[k]].p = p[k];
        out[of[k]].kind_p = q[k];
    }
    for (int i = 0; i < items->count; i++) {
        out[i].is = judge(&use[i], &out[i], fair);
        const double limit =
            out[i].is == USE_STRONG ? VERDICT_STRONG * out[i].kind : VERDICT_MUST_WON * fair;
        out[i].certain = out[i].won_interval.low >= limit;
    }
    mem_free(p);
    mem_free(q);
    mem_free(of);
}
