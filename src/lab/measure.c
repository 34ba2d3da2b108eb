/* measure.c: figures from rows. */
#include "lab/measure.h"

#include <math.h>
#include <stdio.h>

static const struct {
    const char *name;
    bool numbered, percent;
} kinds[] = {
    [MEASURE_PLACE] = {"place", true, true},
    [MEASURE_SEAT] = {"seat", true, true},
    [MEASURE_BOT] = {"bot", true, true},
    [MEASURE_BOT_SCORE] = {"bot_points", true, false},
    [MEASURE_WINNER] = {"winner", false, false},
    [MEASURE_POINTS] = {"points", false, false},
    [MEASURE_PART] = {"part", true, false},
    [MEASURE_MARGIN] = {"margin", false, false},
    [MEASURE_PLIES] = {"length", false, false},
    [MEASURE_TURNS] = {"turns", false, false},
    [MEASURE_CHOOSING] = {"choosing", false, false},
    [MEASURE_CHOICES] = {"choices", false, false},
    [MEASURE_FORCED] = {"forced", false, true},
    [MEASURE_LEADS] = {"leads", false, false},
    [MEASURE_DECIDED] = {"decided", false, true},
    [MEASURE_BEHIND] = {"behind", false, false},
    [MEASURE_STUCK] = {"stuck", false, true},
    [MEASURE_WAIT] = {"wait", false, false},
};

int measure_list(const struct sr_game *game, int seats, struct measure out[MEASURES_MAX])
{
    static const enum measure_kind after[] = {MEASURE_MARGIN,   MEASURE_PLIES,   MEASURE_TURNS,
                                              MEASURE_CHOOSING, MEASURE_CHOICES, MEASURE_FORCED,
                                              MEASURE_LEADS,    MEASURE_DECIDED, MEASURE_BEHIND,
                                              MEASURE_STUCK,    MEASURE_WAIT};
    int n = 0;
    for (int i = 0; i < seats; i++)
        out[n++] = (struct measure){MEASURE_PLACE, i};
    for (int i = 0; i < seats && game->opener; i++)
        out[n++] = (struct measure){MEASURE_SEAT, i};
    out[n++] = (struct measure){MEASURE_WINNER, 0};
    out[n++] = (struct measure){MEASURE_POINTS, 0};
    for (int p = 0; game->score_parts[p]; p++)
        out[n++] = (struct measure){MEASURE_PART, p};
    for (size_t i = 0; i < sizeof after / sizeof after[0]; i++)
        out[n++] = (struct measure){after[i], 0};
    return n;
}

void measure_id(const struct sr_game *game, const struct measure *m, char *out, size_t max)
{
    const char *name = kinds[m->kind].name;
    if (m->kind == MEASURE_PART)
        snprintf(out, max, "%s.%s", name, game->score_parts[m->n]);
    else if (kinds[m->kind].numbered)
        snprintf(out, max, "%s.%d", name, m->n + 1);
    else
        snprintf(out, max, "%s", name);
}

bool measure_find(const struct sr_game *game, int seats, const char *id, struct measure *out)
{
    struct measure list[MEASURES_MAX];
    const int n = measure_list(game, seats, list);
    for (int i = 0; i < n; i++) {
        char name[64];
        measure_id(game, &list[i], name, sizeof name);
        if (!strcmp(name, id)) {
            *out = list[i];
            return true;
        }
    }
    return false;
}

bool measure_percent(const struct measure *m) { return kinds[m->kind].percent; }

static double of_players(const struct trial_layout *l, const int32_t *row, int seats, int what)
{
    double sum = 0;
    for (int i = 0; i < seats; i++)
        sum += row[trial_at(l, i, what)];
    return sum / seats;
}

static double winner_points(const struct trial_layout *l, const int32_t *row)
{
    for (int i = 0; i < l->lines; i++)
        if (row[trial_at(l, i, LINE_RANK)] == 1)
            return row[trial_at(l, i, LINE_SCORE)];
    return 0;
}

double measure_of(const struct trial *t, int arm, int64_t game, const struct measure *m)
{
    const struct trial_layout l = trial_layout(t, arm);
    const int32_t *row = trial_row(t, arm, game);
    const int seats = trial_arm_get(t, arm)->seats;
    /* Bot b sits at seat s where (s + game) % seats is b. */
    const int bot = (int)((m->n - game % seats + seats) % seats);
    switch (m->kind) {
    case MEASURE_PLACE:
        return 100.0 / LAB_WIN * row[trial_at(&l, (row[COL_OPENER] + m->n) % seats, LINE_WINS)];
    case MEASURE_SEAT:
        return 100.0 / LAB_WIN * row[trial_at(&l, m->n, LINE_WINS)];
    case MEASURE_BOT:
        return 100.0 / LAB_WIN * row[trial_at(&l, bot, LINE_WINS)];
    case MEASURE_BOT_SCORE:
        return row[trial_at(&l, bot, LINE_SCORE)];
    case MEASURE_WINNER:
        return winner_points(&l, row);
    case MEASURE_POINTS:
        return of_players(&l, row, seats, LINE_SCORE);
    case MEASURE_PART:
        return of_players(&l, row, seats, LINE_PARTS + m->n);
    case MEASURE_MARGIN:
        return row[COL_MARGIN];
    case MEASURE_PLIES:
        return row[COL_PLIES];
    case MEASURE_TURNS:
        return row[COL_TURNS];
    case MEASURE_CHOOSING:
        return (double)row[COL_CHOOSING] / seats;
    case MEASURE_CHOICES:
        return row[COL_CHOOSING] ? (double)row[COL_CHOICES] / row[COL_CHOOSING] : 0;
    case MEASURE_FORCED:
        return row[COL_PLIES] ? 100.0 * (row[COL_PLIES] - row[COL_CHOOSING]) / row[COL_PLIES] : 0;
    case MEASURE_LEADS:
        return row[COL_LEADS];
    case MEASURE_DECIDED:
        return row[COL_DECIDED] / 10.0;
    case MEASURE_BEHIND:
        return row[COL_BEHIND];
    case MEASURE_STUCK:
        return 100.0 * row[COL_STUCK];
    case MEASURE_WAIT:
        return row[COL_WAIT];
    }
    return 0;
}

double *measure_all(const struct trial *t, int arm, int64_t games, const struct measure *m)
{
    double *x = mem_grow(NULL, (size_t)(games + 1) * sizeof *x);
    for (int64_t i = 0; i < games; i++)
        x[i] = measure_of(t, arm, i, m);
    return x;
}

struct stats_mean measure_mean(const struct trial *t, int arm, int64_t games,
                               const struct measure *m)
{
    double *x = measure_all(t, arm, games, m);
    const struct stats_mean mean = stats_mean_of(x, games);
    mem_free(x);
    return mean;
}

struct stats_mean measure_difference(const struct trial *t, int a, int b, int64_t games,
                                     const struct measure *m)
{
    double *x = measure_all(t, b, games, m);
    for (int64_t i = 0; i < games; i++)
        x[i] -= measure_of(t, a, i, m);
    const struct stats_mean mean = stats_mean_of(x, games);
    mem_free(x);
    return mean;
}

double measure_width(const struct trial *t, int arm, int64_t games)
{
    double widest = 0;
    for (int i = 0; i < trial_arm_get(t, arm)->seats; i++) {
        const struct measure m = {MEASURE_PLACE, i};
        const struct stats_mean mean = measure_mean(t, arm, games, &m);
        const struct stats_interval v = stats_wilson(mean.mean / 100 * mean.n, mean.n, 0.95);
        widest = fmax(widest, 50 * (v.high - v.low));
    }
    return widest;
}

/* Grows by at most four times a look, so that an early guess of the spread cannot lead far off,
 * and aims a little beyond. */
int64_t measure_more(double width, double within, int64_t games, int64_t most)
{
    if (width <= within || games >= most)
        return 0;
    const double wanted = 1.02 * (double)games * (width / within) * (width / within);
    const double next = fmin(fmin(wanted, 4 * (double)games), (double)most);
    return (int64_t)fmax(next, (double)games + 1);
}
