/* lab_numbers.c: what numbers do: `lab sweep` (a grid of values), `lab sensitivity` (every number a
 * step up and down). */
#include <math.h>
#include <stdlib.h>

#include "cli/lab.h"

/* ---- sweep ------------------------------------------------------------------------------- */

enum { AXES = 6, VALUES = 64, GRID = 400 };

struct axis {
    char path[2 * NUMBERS_PATH];
    char value[VALUES][40];
    int count;
};

/* "1..4" or "2,3,5" or "damascus,ebla". */
static bool read_values(struct axis *x, const char *text)
{
    char *end;
    const long from = strtol(text, &end, 10);
    if (end > text && end[0] == '.' && end[1] == '.') {
        const char *second = end + 2;
        const long to = strtol(second, &end, 10);
        if (end == second || *end || to < from || to - from >= VALUES)
            return false;
        for (long v = from; v <= to; v++)
            snprintf(x->value[x->count++], sizeof x->value[0], "%ld", v);
        return true;
    }
    for (const char *at = text; *at;) {
        const size_t len = strcspn(at, ",");
        if (!len || len >= sizeof x->value[0] || x->count == VALUES)
            return false;
        snprintf(x->value[x->count++], sizeof x->value[0], "%.*s", (int)len, at);
        at += len + (at[len] == ',');
    }
    return x->count > 0;
}

static int read_axes(struct lab_job *j, struct axis *axis, int *size)
{
    *size = 1;
    for (int i = 0; i < j->words; i++) {
        const char *equals = strchr(j->word[i], '=');
        if (!equals || i >= AXES || (size_t)(equals - j->word[i]) >= sizeof axis->path ||
            !read_values(&axis[i], equals + 1))
            return cli_fail(j->cli, CLI_USAGE, "serai.err.lab_sweep",
                            CLI_ARGS({"text", .text = j->word[i]}));
        snprintf(axis[i].path, sizeof axis->path, "%.*s", (int)(equals - j->word[i]), j->word[i]);
        *size *= axis[i].count;
    }
    if (!j->words || *size > GRID)
        return cli_fail(j->cli, CLI_USAGE, "serai.err.lab_sweep",
                        CLI_ARGS({"text", .text = j->words ? j->word[0] : ""}));
    return CLI_OK;
}

static void sweep_columns(const struct lab_job *j, struct sheet *s, struct measure *list, int *n)
{
    static const enum measure_kind more[] = {MEASURE_WINNER, MEASURE_MARGIN, MEASURE_PLIES,
                                             MEASURE_LEADS, MEASURE_DECIDED};
    *n = 0;
    for (int i = 0; i < j->base.seats && j->base.seats > 1; i++)
        list[(*n)++] = (struct measure){MEASURE_PLACE, i};
    for (int i = 0; i < 5; i++)
        list[(*n)++] = (struct measure){more[i], 0};
    for (int i = 0; i < *n; i++) {
        char id[64], label[SHEET_LABEL];
        measure_id(j->game, &list[i], id, sizeof id);
        lab_measure_label(j, &list[i], label, sizeof label);
        sheet_column(s, id, label);
    }
}

static void sweep_sheet(struct lab_job *j, const int *arm, char (*name)[SHEET_LABEL], int size,
                        int64_t games)
{
    struct measure list[SHEET_COLUMNS];
    int n;
    struct sheet *s = paper_sheet(&j->paper, "sweep", LAB_TEXT(j, "sweep"));
    snprintf(s->note, sizeof s->note, "%s",
             lab_text(j, "sweep_note", CLI_ARGS({"n", .num = games})));
    sweep_columns(j, s, list, &n);
    s->chart = CHART_LINES;
    s->reference = 100.0 / trial_layout_of(j->game, j->base.seats).lines;
    bool inert = size > 1;
    for (int i = 0; i < size; i++) {
        struct sheet_row *r = sheet_row(s, name[i], name[i]);
        for (int c = 0; c < n; c++) {
            const struct stats_mean m = measure_mean(j->trial, arm[i], games, &list[c]);
            r->cell[c] = cell_mean(&m, 1);
        }
        for (int64_t g = 0; g < games && inert; g++)
            inert = trial_row(j->trial, arm[i], g)[COL_HASH] ==
                    trial_row(j->trial, arm[0], g)[COL_HASH];
    }
    if (inert)
        snprintf(paper_find(&j->paper, "inert", "", false)->text, FINDING_TEXT, "%s",
                 lab_text(j, "find_same", CLI_ARGS({"n", .num = games})));
}

/* One point of the grid by its number: "price=1,tax.era_3=2". */
static void sweep_name(const struct axis *axis, int axes, int number, char name[SHEET_LABEL])
{
    struct sr_buf b;
    sr_buf_init(&b, name, SHEET_LABEL);
    for (int k = 0; k < axes; k++) {
        sr_buf_put(&b, k ? "," : "");
        sr_buf_put(&b, axis[k].path);
        sr_buf_put(&b, "=");
        sr_buf_put(&b, axis[k].value[number % axis[k].count]);
        number /= axis[k].count;
    }
}

/* Those that can be played; *size: how many. The others are told, and it is a fault when nothing is
 * left or a path is unknown. */
static int sweep_arms(struct lab_job *j, const struct axis *axis, char (*name)[SHEET_LABEL],
                      int *arm, int *size)
{
    char list[200] = "";
    struct sr_buf b;
    struct sr_diag diag = {""};
    const int all = *size;
    int n = 0;
    sr_buf_init(&b, list, sizeof list);
    for (int i = 0; i < all; i++) {
        struct trial_arm a = j->base;
        sweep_name(axis, j->words, i, name[n]);
        const enum sr_err err = numbers_change(j->numbers, name[n], &a.set, &diag);
        if (err == SR_KEY)
            return cli_fail_text(j->cli, CLI_USAGE, diag.text);
        if (err || numbers_check(j->game, &a.set, a.seats, &diag)) {
            if (b.len + strlen(name[n]) + 8 < sizeof list) {
                sr_buf_put(&b, b.len ? "; " : "");
                sr_buf_put(&b, name[n]);
            }
            continue;
        }
        a.uses = 0;
        arm[n] = lab_arm_add(j, &a, name[n]);
        n++;
    }
    *size = n;
    if (n == 0)
        return cli_fail_text(j->cli, CLI_USAGE, diag.text);
    const char *why = lab_why(j, diag.text);
    if (n < all)
        lab_note(j, lab_text(j, "sweep_out",
                             CLI_ARGS({"n", .num = all - n}, {"values", .text = list},
                                      {"why", .text = why ? why : diag.text})));
    return CLI_OK;
}

int lab_sweep(struct lab_job *j)
{
    struct axis *axis = mem_new(AXES * sizeof *axis);
    char(*name)[SHEET_LABEL] = mem_new(GRID * sizeof *name);
    int *arm = mem_new(GRID * sizeof *arm);
    int size;
    int64_t games;
    int code = read_axes(j, axis, &size);
    if (!code)
        code = sweep_arms(j, axis, name, arm, &size);
    if (!code)
        code = lab_play_arms(j, arm, size, &games);
    if (!code)
        sweep_sheet(j, arm, name, size, games);
    mem_free(axis);
    mem_free(name);
    mem_free(arm);
    return code;
}

/* ---- sensitivity ------------------------------------------------------------------------- */

struct sway {
    int number;
    int arm[2];      /* a step down, a step up; -1: cannot be played */
    int64_t games;
    double changed;  /* share of games that came out otherwise */
    double effect;   /* strongest, in deviations of the measure */
};

static const struct measure swayed[] = {
    {MEASURE_WINNER, 0}, {MEASURE_MARGIN, 0}, {MEASURE_PLIES, 0}, {MEASURE_LEADS, 0}};
enum { SWAYED = 4 };

/* One, or a tenth of a large number. */
static int64_t step_of(const struct number *n, int64_t value)
{
    const int64_t tenth = (value < 0 ? -value : value) / 10;
    return n->names || tenth < 1 ? 1 : tenth;
}

/* A report looks at the numbers that may change; at all of them where the rulebook has them all. */
static bool settled(const struct lab_job *j, const struct number *n)
{
    bool all = true;
    if (strcmp(j->what, "report") != 0 || (n->mark != 'S' && n->mark != 'W'))
        return false;
    for (int i = 0; i < j->numbers->count && all; i++)
        all = strchr("SWO", j->numbers->list[i].mark) != NULL;
    return !all;
}

static bool wanted(const struct lab_job *j, const struct number *n)
{
    bool any = j->words == 0 && !settled(j, n);
    for (int i = 0; i < j->words && !any; i++)
        any = numbers_match(n, j->word[i]);
    return any && (n->names == NULL || (j->words > 0 && n->mark == 'O'));
}

static int list_sways(struct lab_job *j, struct sway *list)
{
    int count = 0;
    for (int i = 0; i < j->numbers->count; i++) {
        const struct number *n = &j->numbers->list[i];
        struct sway w = {.number = i, .arm = {-1, -1}};
        if (!wanted(j, n))
            continue;
        for (int up = 0; up < 2; up++) {
            struct trial_arm a = j->base;
            const int64_t now = numbers_get(n, &a.set);
            const int64_t v = now + (up ? 1 : -1) * step_of(n, now);
            a.uses = 0;
            a.piece = 4;
            if (v < n->min || v > n->max)
                continue;
            numbers_put(n, &a.set, v);
            if (numbers_check(j->game, &a.set, a.seats, NULL))
                continue;
            lab_note_players(j, &a);
            w.arm[up] = trial_arm(j->trial, &a);
        }
        if (w.arm[0] >= 0 || w.arm[1] >= 0)
            list[count++] = w;
    }
    return count;
}

static void judge(const struct lab_job *j, int base, struct sway *w, int64_t games,
                  const double *deviation)
{
    double other = 0, arms = 0;
    w->games = games;
    w->effect = 0;
    for (int up = 0; up < 2; up++) {
        if (w->arm[up] < 0)
            continue;
        arms++;
        for (int64_t g = 0; g < games; g++)
            other += trial_row(j->trial, base, g)[COL_HASH] !=
                     trial_row(j->trial, w->arm[up], g)[COL_HASH];
        for (int m = 0; m < SWAYED; m++) {
            const struct stats_mean d =
                measure_difference(j->trial, base, w->arm[up], games, &swayed[m]);
            if (deviation[m] > 0)
                w->effect = fmax(w->effect, fabs(d.mean) / deviation[m]);
        }
    }
    w->changed = arms > 0 ? other / (arms * (double)games) : 0;
}

static int by_effect(const void *a, const void *b)
{
    const struct sway *x = a, *y = b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return x->effect != y->effect ? (x->effect < y->effect ? 1 : -1) : x->number - y->number;
}

/* Some games of all numbers, more of those that seem to matter. */
static int play_sways(struct lab_job *j, int base, struct sway *list, int count, int64_t games,
                      int64_t more)
{
    int *arm = mem_new((size_t)(2 * count + 2) * sizeof *arm);
    int code = CLI_OK, left = count;
    for (int round = 0; round < 3 && !code && left > 0; round++) {
        int arms = 0;
        arm[arms++] = base;
        for (int i = 0; i < left; i++)
            for (int up = 0; up < 2; up++)
                if (list[i].arm[up] >= 0)
                    arm[arms++] = list[i].arm[up];
        if ((code = lab_play_games(j, arm, arms, games)))
            break;
        double deviation[SWAYED];
        for (int m = 0; m < SWAYED; m++)
            deviation[m] = sqrt(measure_mean(j->trial, base, games, &swayed[m]).variance);
        for (int i = 0; i < left; i++)
            judge(j, base, &list[i], games, deviation);
        qsort(list, (size_t)left, sizeof *list, by_effect);
        left = sr_min(left, round == 0 ? 30 : 10);
        games = round == 0 ? (games + more) / 3 : more;
    }
    qsort(list, (size_t)count, sizeof *list, by_effect);
    mem_free(arm);
    return code;
}

static void sway_row(const struct lab_job *j, struct sheet *s, int base, const struct sway *w)
{
    const struct number *n = &j->numbers->list[w->number];
    char value[64];
    struct sheet_row *r = sheet_row(s, n->path, n->path);
    numbers_text(n, numbers_get(n, &j->base.set), value, sizeof value);
    r->cell[0] = cell_text((char[]){n->mark, '\0'});
    r->cell[1] = cell_text(value);
    for (int up = 0; up < 2; up++)
        for (int m = 0; m < 2; m++)
            if (w->arm[up] >= 0) {
                const struct stats_mean d =
                    measure_difference(j->trial, base, w->arm[up], w->games, &swayed[m ? 2 : 0]);
                r->cell[2 + up + 2 * m] = cell_mean(&d, 1);
            }
    r->cell[6] = cell_number(100 * w->changed, 0);
    r->cell[7] = cell_number(w->effect, 2);
    r->cell[8] = cell_number((double)w->games, 0);
}

/* The three that do most, of those played longest. */
static void find_strongest(struct lab_job *j, const struct sway *list, int count)
{
    char names[300];
    struct sr_buf b;
    int n = 0;
    sr_buf_init(&b, names, sizeof names);
    for (; n < count && n < 3 && list[n].changed > 0; n++) {
        sr_buf_put(&b, n ? ", " : "");
        sr_buf_put(&b, j->numbers->list[list[n].number].path);
        sr_buf_put(&b, " (");
        sr_buf_put(&b, lab_number(list[n].effect, 2));
        sr_buf_put(&b, ")");
    }
    if (n)
        snprintf(paper_find(&j->paper, "strongest", names, true)->text, FINDING_TEXT, "%s",
                 lab_text(j, "find_strongest", CLI_ARGS({"names", .text = names})));
}

/* The command that goes on from here: a step of the number that does most. */
static void find_next(struct lab_job *j, const struct sway *list, int count)
{
    for (int i = 0; i < count && list[i].changed > 0; i++) {
        const struct number *n = &j->numbers->list[list[i].number];
        char command[200];
        if (n->names || !n->field) /* words and options have no step */
            continue;
        snprintf(command, sizeof command, "serai lab compare %s -p %d %s=+1", j->game->id,
                 j->base.seats, n->path);
        snprintf(paper_find(&j->paper, "next", n->path, true)->text, FINDING_TEXT, "%s",
                 lab_text(j, "find_next", CLI_ARGS({"command", .text = command})));
        return;
    }
}

static void sway_sheet(struct lab_job *j, int base, const struct sway *list, int count)
{
    struct sheet *s = paper_sheet(&j->paper, "numbers", LAB_TEXT(j, "numbers"));
    snprintf(s->note, sizeof s->note, "%s", LAB_TEXT(j, "numbers_note"));
    sheet_column(s, "mark", LAB_TEXT(j, "mark"));
    sheet_column(s, "value", LAB_TEXT(j, "value"));
    sheet_column(s, "winner_down", LAB_TEXT(j, "winner_down"));
    s->drawn = sheet_column(s, "winner_up", LAB_TEXT(j, "winner_up"));
    sheet_column(s, "length_down", LAB_TEXT(j, "length_down"));
    sheet_column(s, "length_up", LAB_TEXT(j, "length_up"));
    sheet_column(s, "changed", LAB_TEXT(j, "changed_percent"));
    sheet_column(s, "effect", LAB_TEXT(j, "effect"));
    sheet_column(s, "games", LAB_TEXT(j, "games"));
    s->chart = CHART_RANGES;
    s->second = 2;
    s->reference = 0;
    s->shown = 20;
    for (int i = 0; i < count; i++)
        sway_row(j, s, base, &list[i]);
    find_strongest(j, list, count);
    find_next(j, list, count);
    char names[400];
    struct sr_buf b;
    int inert = 0;
    int64_t least = 0;
    sr_buf_init(&b, names, sizeof names);
    for (int i = 0; i < count; i++) {
        if (list[i].changed > 0)
            continue;
        least = list[i].games;
        if (inert++ < 12) {
            sr_buf_put(&b, inert > 1 ? ", " : "");
            sr_buf_put(&b, j->numbers->list[list[i].number].path);
        }
    }
    sr_buf_put(&b, inert > 12 ? ", ..." : "");
    if (inert)
        snprintf(paper_find(&j->paper, "inert", names, true)->text, FINDING_TEXT, "%s",
                 lab_text(j, "find_inert",
                          CLI_ARGS({"n", .num = inert}, {"games", .num = least},
                                   {"players", .num = j->base.seats}, {"names", .text = names})));
}

int lab_part_numbers(struct lab_job *j, int64_t games, int64_t more)
{
    struct sr_diag diag;
    for (int i = 0; i < j->words; i++)
        if (numbers_named(j->numbers, j->word[i], &diag))
            return cli_fail_text(j->cli, CLI_USAGE, diag.text);
    struct sway *list = mem_new((size_t)(j->numbers->count + 1) * sizeof *list);
    struct trial_arm plain = j->base;
    plain.uses = 0;
    plain.piece = 4;
    const int base = trial_arm(j->trial, &plain);
    const int count = list_sways(j, list);
    if (!count) {
        mem_free(list);
        return cli_fail(j->cli, CLI_USAGE, "serai.err.lab_numbers",
                        CLI_ARGS({"text", .text = j->words ? j->word[0] : ""}));
    }
    const int code = play_sways(j, base, list, count, games, more);
    if (!code)
        sway_sheet(j, base, list, count);
    mem_free(list);
    return code;
}

int lab_sensitivity(struct lab_job *j)
{
    return lab_part_numbers(j, 20, j->games ? j->games : 400);
}
