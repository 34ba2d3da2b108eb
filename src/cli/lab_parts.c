/* lab_parts.c: sheets and findings from the rows of an arm: places, points, length, the course of
 * games, comparisons. */
#include <math.h>
#include <stdlib.h>

#include "cli/lab.h"

static const char *place_name(const struct lab_job *j, enum measure_kind by, int i)
{
    return lab_text(j, by == MEASURE_PLACE && j->game->opener ? "place_n" : "seat_n",
                    CLI_ARGS({"n", .num = i + 1}));
}

/* ---- places ------------------------------------------------------------------------------ */

static void find_places(struct lab_job *j, enum measure_kind by, const struct place_verdict *v)
{
    const int seats = j->base.seats;
    bool said = false;
    for (int i = 0; i < seats; i++) {
        char about[24];
        if (v[i].is != PLACE_MORE && v[i].is != PLACE_LESS)
            continue;
        snprintf(about, sizeof about, by == MEASURE_PLACE ? "place.%d" : "seat.%d", i + 1);
        struct finding *f = paper_find(&j->paper, "place", about, false);
        f->small = v[i].leans;
        snprintf(
            f->text, sizeof f->text, "%s",
            lab_text(j,
                     v[i].is == PLACE_MORE ? v[i].leans ? "find_leans_more" : "find_more"
                     : v[i].leans          ? "find_leans_less"
                                           : "find_less",
                     CLI_ARGS({"who", .text = place_name(j, by, i)},
                              {"share", .text = lab_plus_minus(v[i].mean.mean, v[i].interval, 1)},
                              {"fair", .text = lab_number(v[i].fair, 1)})));
        said = true;
    }
    if (said || by == MEASURE_SEAT)
        return;
    bool even = true;
    for (int i = 0; i < seats; i++)
        even = even && v[i].is == PLACE_EVEN;
    struct finding *f = paper_find(&j->paper, even ? "places_even" : "places_unclear", "", true);
    snprintf(f->text, sizeof f->text, "%s",
             lab_text(j, even ? "find_even" : "find_unclear",
                      CLI_ARGS({"points", .text = lab_number(VERDICT_EVEN, 0)})));
}

static void places_by(struct lab_job *j, int arm, int64_t games, int other, enum measure_kind by)
{
    static const char *const words[] = {"even", "unclear", "more", "less"};
    struct place_verdict v[SR_SEATS_MAX], printed[SR_SEATS_MAX];
    const int seats = j->base.seats;
    verdict_places(j->trial, arm, games, by, v);
    if (other >= 0)
        verdict_places(j->trial, other, games, by, printed);
    find_places(j, by, v);
    struct sheet *s = paper_sheet(&j->paper, by == MEASURE_PLACE ? "places" : "seats",
                                  LAB_TEXT(j, by == MEASURE_PLACE ? "places" : "seats"));
    snprintf(s->note, sizeof s->note, "%s",
             lab_text(j, "places_note",
                      CLI_ARGS({"n", .num = games}, {"fair", .text = lab_number(v[0].fair, 1)})));
    s->drawn = sheet_column(s, "won", LAB_TEXT(j, "won_percent"));
    if (other >= 0)
        s->second = sheet_column(s, "printed", LAB_TEXT(j, "printed"));
    const int points = sheet_column(s, "points", LAB_TEXT(j, "points"));
    const int p = sheet_column(s, "p", "p");
    const int word = sheet_column(s, "verdict", LAB_TEXT(j, "verdict"));
    s->chart = CHART_RANGES;
    s->reference = v[0].fair;
    const struct trial_layout l = trial_layout(j->trial, arm);
    for (int i = 0; i < seats; i++) {
        char id[24];
        snprintf(id, sizeof id, by == MEASURE_PLACE ? "place.%d" : "seat.%d", i + 1);
        struct sheet_row *r = sheet_row(s, id, place_name(j, by, i));
        double sum = 0;
        for (int64_t g = 0; g < games; g++) {
            const int32_t *row = trial_row(j->trial, arm, g);
            const int seat = by == MEASURE_PLACE ? (row[COL_OPENER] + i) % seats : i;
            sum += row[trial_at(&l, seat, LINE_SCORE)];
        }
        r->cell[s->drawn] = cell_range(v[i].mean.mean, v[i].interval, 1);
        if (other >= 0)
            r->cell[s->second] = cell_range(printed[i].mean.mean, printed[i].interval, 1);
        r->cell[points] = cell_number(games ? sum / (double)games : 0, 1);
        r->cell[p] = cell_p(v[i].p);
        r->cell[word] = cell_text(LAB_TEXT(j, words[v[i].is]));
    }
}

void lab_part_places(struct lab_job *j, int arm, int64_t games, int other)
{
    if (j->base.seats < 2)
        return;
    places_by(j, arm, games, other, MEASURE_PLACE);
    if (j->game->opener) /* the first player is drawn: seats should not matter at all */
        places_by(j, arm, games, other, MEASURE_SEAT);
}

/* ---- figures of an arm ------------------------------------------------------------------- */

void lab_part_measures(struct lab_job *j, int arm, int64_t games, bool drama)
{
    struct measure list[MEASURES_MAX];
    const int n = measure_list(j->game, j->base.seats, list);
    struct sheet *s = paper_sheet(&j->paper, drama ? "drama" : "measures",
                                  LAB_TEXT(j, drama ? "drama" : "measures"));
    if (drama)
        snprintf(s->note, sizeof s->note, "%s", LAB_TEXT(j, "drama_note"));
    const int mean = sheet_column(s, "mean", LAB_TEXT(j, "mean"));
    const int low = sheet_column(s, "p10", "10 %"), mid = sheet_column(s, "p50", "50 %");
    const int high = sheet_column(s, "p90", "90 %");
    for (int i = 0; i < n; i++) {
        char id[64], label[SHEET_LABEL];
        if (drama ? list[i].kind < MEASURE_MARGIN : list[i].kind >= MEASURE_LEADS)
            continue;
        double *x = measure_all(j->trial, arm, games, &list[i]);
        const struct stats_mean m = stats_mean_of(x, games);
        measure_id(j->game, &list[i], id, sizeof id);
        lab_measure_label(j, &list[i], label, sizeof label);
        struct sheet_row *r = sheet_row(s, id, label);
        r->cell[mean] = cell_mean(&m, 1);
        if (!measure_percent(&list[i]) || list[i].kind == MEASURE_DECIDED) {
            double at[3] = {0, 0, 0};
            stats_quantiles(x, games, at);
            r->cell[low] = cell_number(at[0], 0);
            r->cell[mid] = cell_number(at[1], 0);
            r->cell[high] = cell_number(at[2], 0);
        }
        mem_free(x);
    }
}

/* When the winner was ahead for good. */
void lab_find_course(struct lab_job *j, int arm, int64_t games)
{
    const struct measure m = {MEASURE_DECIDED, 0};
    const struct stats_mean mean = measure_mean(j->trial, arm, games, &m);
    if (j->base.seats < 2)
        return;
    const bool good = mean.mean >= 40;
    struct finding *f = paper_find(&j->paper, good ? "course" : "decided_early", "decided", good);
    snprintf(f->text, sizeof f->text, "%s",
             lab_text(j, good ? "find_course" : "find_early",
                      CLI_ARGS({"when", .text = lab_plus_minus(
                                            mean.mean, stats_mean_interval(&mean, 0.95), 0)})));
}

void lab_part_length(struct lab_job *j, int arm, int64_t games)
{
    enum { BINS = 24 };
    const struct measure m = {MEASURE_PLIES, 0};
    double *x = measure_all(j->trial, arm, games, &m);
    double least = INFINITY, most = -INFINITY;
    int64_t count[BINS] = {0};
    for (int64_t i = 0; i < games; i++) {
        least = fmin(least, x[i]);
        most = fmax(most, x[i]);
    }
    const double step = fmax(1, ceil((most - least + 1) / BINS));
    for (int64_t i = 0; i < games; i++)
        count[sr_min(BINS - 1, (int)((x[i] - least) / step))]++;
    struct sheet *s = paper_sheet(&j->paper, "length", LAB_TEXT(j, "length"));
    double at[3];
    stats_quantiles(x, games, at); /* sorts */
    const struct stats_interval middle = stats_median_interval(x, games, 0.95);
    snprintf(s->note, sizeof s->note, "%s",
             lab_text(j, "length_note",
                      CLI_ARGS({"middle", .text = lab_number(at[1], 0)},
                               {"low", .text = lab_number(middle.low, 0)},
                               {"high", .text = lab_number(middle.high, 0)})));
    s->drawn = sheet_column(s, "games", LAB_TEXT(j, "games_percent"));
    s->chart = CHART_BARS;
    for (int b = 0; b < BINS && least + b * step <= most; b++) {
        char label[48];
        const double from = least + b * step;
        snprintf(label, sizeof label, step > 1 ? "%.0f–%.0f" : "%.0f", from, from + step - 1);
        struct stats_interval i = stats_wilson((double)count[b], (double)games, 0.95);
        i.low *= 100;
        i.high *= 100;
        struct sheet_row *r = sheet_row(s, label, label);
        r->cell[s->drawn] =
            cell_range(100.0 * (double)count[b] / (double)sr_max(1, (int)games), i, 1);
    }
    mem_free(x);
}

/* Points of the winner, the second... by source. */
void lab_part_scores(struct lab_job *j, int arm, int64_t games)
{
    const struct trial_layout l = trial_layout(j->trial, arm);
    struct sheet *s = paper_sheet(&j->paper, "scores", LAB_TEXT(j, "scores"));
    const int total = sheet_column(s, "total", LAB_TEXT(j, "points"));
    for (int p = 0; p < l.parts && s->columns < SHEET_COLUMNS; p++)
        sheet_column(s, j->game->score_parts[p], lab_part_label(j, p));
    for (int rank = 1; rank <= l.lines; rank++) {
        double part[SR_PARTS_MAX] = {0};
        double *points = mem_new((size_t)(games * l.lines + 1) * sizeof *points);
        int64_t n = 0;
        for (int64_t g = 0; g < games; g++) {
            const int32_t *row = trial_row(j->trial, arm, g);
            for (int i = 0; i < l.lines; i++) {
                if (row[trial_at(&l, i, LINE_RANK)] != rank)
                    continue;
                points[n++] = row[trial_at(&l, i, LINE_SCORE)];
                for (int p = 0; p < l.parts; p++)
                    part[p] += row[trial_at(&l, i, LINE_PARTS + p)];
            }
        }
        const struct stats_mean m = stats_mean_of(points, n);
        char id[24];
        snprintf(id, sizeof id, "rank.%d", rank);
        struct sheet_row *r = sheet_row(s, id, lab_text(j, "rank_n", CLI_ARGS({"n", .num = rank})));
        r->cell[total] = cell_mean(&m, 1);
        for (int p = 0; p < l.parts && p + 1 < SHEET_COLUMNS; p++)
            r->cell[p + 1] = cell_number(n ? part[p] / (double)n : 0, 1);
        mem_free(points);
    }
}

/* How games end: the last thing that happens. */
void lab_part_ends(struct lab_job *j, int arm, int64_t games)
{
    struct sheet *s = paper_sheet(&j->paper, "ends", LAB_TEXT(j, "ends"));
    const int share = sheet_column(s, "games", LAB_TEXT(j, "games_percent"));
    for (int e = 0; e < j->game->event_count; e++) {
        double n = 0;
        for (int64_t g = 0; g < games; g++)
            n += trial_row(j->trial, arm, g)[COL_END] == e;
        if (n == 0)
            continue;
        struct stats_interval i = stats_wilson(n, (double)games, 0.95);
        i.low *= 100;
        i.high *= 100;
        struct sheet_row *r = sheet_row(s, j->game->events[e].name, j->game->events[e].name);
        r->cell[share] = cell_range(100 * n / (double)games, i, 1);
    }
}

/* ---- comparisons ------------------------------------------------------------------------- */

static void find_change(struct lab_job *j, const struct change_verdict *v)
{
    char id[64], label[SHEET_LABEL];
    const struct stats_mean *d = &v->difference;
    measure_id(j->game, &v->measure, id, sizeof id);
    lab_measure_label(j, &v->measure, label, sizeof label);
    struct finding *f = paper_find(&j->paper, "change", id, true);
    snprintf(f->text, sizeof f->text, "%s",
             lab_text(j, d->mean > 0 ? "find_rises" : "find_falls",
                      CLI_ARGS({"what", .text = label}, {"from", .text = lab_number(v->a.mean, 1)},
                               {"to", .text = lab_number(v->b.mean, 1)},
                               {"by", .text = lab_plus_minus(d->mean, stats_mean_interval(d, 0.95),
                                                             1)})));
}

/* What a designer asks first: whether somebody wins more or less often now. */
static void find_places_same(struct lab_job *j, const struct change_verdict *v, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) {
        const struct stats_interval by = stats_mean_interval(&v[i].difference, 0.95);
        if (v[i].measure.kind != MEASURE_PLACE)
            continue;
        if (v[i].p < 0.05)
            return;
        most = fmax(most, fmax(fabs(by.low), fabs(by.high)));
    }
    if (most > 0)
        snprintf(
            paper_find(&j->paper, "places_same", "", true)->text, FINDING_TEXT, "%s",
            lab_text(j, "find_places_same", CLI_ARGS({"points", .text = lab_number(most, 1)})));
}

void lab_part_compare(struct lab_job *j, int a, int b, int64_t games)
{
    static const char *const words[] = {"same", "not_told_apart", "clearly_more", "clearly_less"};
    struct change_verdict v[MEASURES_MAX];
    const int n = verdict_changes(j->trial, a, b, games, v);
    struct sheet *s = paper_sheet(&j->paper, "compare", LAB_TEXT(j, "compare"));
    snprintf(s->note, sizeof s->note, "%s",
             lab_text(j, "compare_note", CLI_ARGS({"n", .num = games}, {"m", .num = n})));
    const int ca = sheet_column(s, "a", "A"), cb = sheet_column(s, "b", "B");
    const int diff = sheet_column(s, "difference", LAB_TEXT(j, "difference"));
    const int cp = sheet_column(s, "p", "p"),
              word = sheet_column(s, "verdict", LAB_TEXT(j, "verdict"));
    s->chart = CHART_RANGES;
    s->drawn = diff;
    s->reference = 0;
    int changed = 0;
    if (verdict_others(j->trial, a, b, games) > 0)
        find_places_same(j, v, n);
    for (int i = 0; i < n; i++) {
        char id[64], label[SHEET_LABEL];
        measure_id(j->game, &v[i].measure, id, sizeof id);
        lab_measure_label(j, &v[i].measure, label, sizeof label);
        struct sheet_row *r = sheet_row(s, id, label);
        r->cell[ca] = cell_mean(&v[i].a, 1);
        r->cell[cb] = cell_mean(&v[i].b, 1);
        r->cell[diff] = cell_mean(&v[i].difference, 2);
        r->cell[cp] = cell_p(v[i].p);
        r->cell[word] = cell_text(LAB_TEXT(j, words[v[i].is]));
        if (v[i].p < 0.05 && changed++ < 8)
            find_change(j, &v[i]);
    }
    if (verdict_others(j->trial, a, b, games) == 0)
        snprintf(paper_find(&j->paper, "inert", "", false)->text, FINDING_TEXT, "%s",
                 lab_text(j, "find_same", CLI_ARGS({"n", .num = games})));
    else if (!changed)
        snprintf(paper_find(&j->paper, "unclear", "", true)->text, FINDING_TEXT, "%s",
                 lab_text(j, "find_no_change", CLI_ARGS({"n", .num = games})));
}

int lab_compare(struct lab_job *j)
{
    struct trial_arm a = j->base, b = j->base;
    int code = CLI_OK;
    if (j->words < 1 || j->words > 2)
        return cli_fail(j->cli, CLI_USAGE, "serai.err.lab_compare", NULL);
    if (j->words == 2)
        code = lab_arm_read(j, j->word[0], &a);
    if (!code)
        code = lab_arm_read(j, j->word[j->words - 1], &b);
    if (code)
        return code;
    const int arm[2] = {lab_arm_add(j, &a, j->words == 2 ? j->word[0] : "A"),
                        lab_arm_add(j, &b, j->word[j->words - 1])};
    int64_t games;
    if ((code = lab_play_arms(j, arm, 2, &games)))
        return code;
    char change[500];
    struct sheet *s = paper_sheet(&j->paper, "editions", LAB_TEXT(j, "editions"));
    sheet_column(s, "changes", LAB_TEXT(j, "changes"));
    for (int i = 0; i < 2; i++) {
        numbers_difference(j->numbers, &j->printed, i ? &b.set : &a.set, change, sizeof change);
        struct sheet_row *r = sheet_row(s, i ? "b" : "a", i ? "B" : "A");
        r->cell[0] = cell_text(*change ? change : LAB_TEXT(j, "as_printed"));
    }
    lab_part_compare(j, arm[0], arm[1], games);
    return CLI_OK;
}

int lab_drama(struct lab_job *j)
{
    const int arm = lab_arm_add(j, &j->base, "base");
    int64_t games;
    const int code = lab_play_arms(j, &arm, 1, &games);
    if (code)
        return code;
    lab_find_course(j, arm, games);
    lab_part_measures(j, arm, games, true);
    lab_part_length(j, arm, games);
    lab_part_ends(j, arm, games);
    return CLI_OK;
}
