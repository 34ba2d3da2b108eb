/* lab_search.c: `lab search`: numbers that meet targets (lab/tune.h). */
#include "cli/lab.h"
#include "lab/tune.h"

struct player {
    struct lab_job *j;
    int code;
};

static bool play(void *context, const int *arm, int arms, int64_t games)
{
    struct player *p = context;
    p->code = lab_play_games(p->j, arm, arms, games);
    return p->code == CLI_OK;
}

static void aim_columns(const struct lab_job *j, const struct tune *t, struct sheet *s)
{
    for (int y = 0; y < t->aims && s->columns < SHEET_COLUMNS; y++) {
        char id[64], label[SHEET_LABEL];
        tune_aim_id(t, y, id, sizeof id);
        if (t->aim[y].road < 0)
            lab_measure_label(j, &t->aim[y].measure, label, sizeof label);
        else
            snprintf(label, sizeof label, "%s", lab_road_name(j, &t->roads, t->aim[y].road));
        sheet_column(s, id, label);
    }
}

static void result_rows(struct lab_job *j, const struct tune *t)
{
    struct sheet *s = paper_sheet(&j->paper, "search", LAB_TEXT(j, "search"));
    snprintf(s->note, sizeof s->note, "%s",
             lab_text(j, "search_note",
                      CLI_ARGS({"n", .num = t->best_games}, {"levers", .num = t->levers})));
    const int fault = sheet_column(s, "fault", LAB_TEXT(j, "fault"));
    const int sure = sheet_column(s, "sure", LAB_TEXT(j, "sure"));
    aim_columns(j, t, s);
    for (int i = -1; i < t->best_count; i++) {
        char change[SHEET_LABEL];
        struct trial_arm a = j->base;
        if (i >= 0)
            tune_apply(t, &t->best[i], &a.set);
        numbers_difference(j->numbers, &j->base.set, &a.set, change, sizeof change);
        const int arm = i < 0 ? t->base_arm : t->best_arm[i];
        struct sheet_row *r = sheet_row(s, change, i < 0 ? LAB_TEXT(j, "as_it_is") : change);
        r->cell[fault] = cell_number(tune_fault(t, arm, t->best_games), 1);
        r->cell[sure] = cell_number(tune_sure(t, arm, t->best_games), 0);
        for (int y = 0; y + 2 < s->columns; y++) {
            const struct stats_ratio v = tune_value(t, y, arm, t->best_games);
            r->cell[y + 2] = cell_range(stats_ratio_value(&v), stats_ratio_interval(&v, 0.95), 1);
        }
    }
}

static void lever_rows(struct lab_job *j, const struct tune *t)
{
    struct sheet *s = paper_sheet(&j->paper, "levers", LAB_TEXT(j, "levers"));
    snprintf(s->note, sizeof s->note, "%s", LAB_TEXT(j, "levers_note"));
    s->shown = 40;
    aim_columns(j, t, s);
    for (int i = 0; i < t->levers; i++) {
        const struct number *n = &j->numbers->list[t->lever[i].number];
        char name[SHEET_LABEL], value[64];
        double mean[TUNE_AIMS], deviation[TUNE_AIMS];
        numbers_text(n, t->lever[i].value, value, sizeof value);
        snprintf(name, sizeof name, "%s=%s", n->path, value);
        struct sheet_row *r = sheet_row(s, name, name);
        surrogate_effect(t->model, i, mean, deviation);
        for (int y = 0; y < s->columns; y++) {
            const double half = 1.96 * deviation[y];
            r->cell[y] =
                cell_range(mean[y], (struct stats_interval){mean[y] - half, mean[y] + half}, 1);
        }
    }
}

/* Which of the two models each measure was foreseen by, and how well. */
static void model_rows(struct lab_job *j, const struct tune *t)
{
    struct sheet *s = paper_sheet(&j->paper, "models", LAB_TEXT(j, "models"));
    snprintf(s->note, sizeof s->note, "%s", LAB_TEXT(j, "models_note"));
    sheet_column(s, "squares", LAB_TEXT(j, "model_squares"));
    sheet_column(s, "process", LAB_TEXT(j, "model_process"));
    sheet_column(s, "used", LAB_TEXT(j, "model_used"));
    for (int y = 0; y < t->aims; y++) {
        char id[64], label[SHEET_LABEL];
        const bool process = surrogate_used(t->model, y) == SURROGATE_PROCESS;
        tune_aim_id(t, y, id, sizeof id);
        snprintf(label, sizeof label, "%s", id);
        if (t->aim[y].road < 0)
            lab_measure_label(j, &t->aim[y].measure, label, sizeof label);
        struct sheet_row *r = sheet_row(s, id, label);
        for (int k = 0; k < SURROGATE_KINDS; k++)
            r->cell[k] = cell_number(surrogate_missed(t->model, y, (enum surrogate_kind)k), 2);
        r->cell[2] = cell_text(LAB_TEXT(j, process ? "model_process" : "model_squares"));
    }
}

/* The best edition as a file to play, to compare, to share. */
static void write_best(struct sr_buf *b, const void *context)
{
    sr_edition_write(b, context);
    sr_buf_put(b, "\n");
}

static int keep_best(const struct lab_job *j, const struct tune *t)
{
    const char *path = j->cli->value[OPT_OUTPUT];
    if (!path || !t->best_count)
        return CLI_OK;
    struct numbers_set set = j->base.set;
    struct sr_diag diag;
    size_t len;
    tune_apply(t, &t->best[0], &set);
    const struct sr_rules r = {j->game, set.edition};
    char *text = cli_render(write_best, &r, &len);
    const enum sr_err err = file_write(path, text, len, &diag);
    mem_free(text);
    return err ? cli_fail_text(j->cli, CLI_IO, diag.text) : CLI_OK;
}

static void find_best(struct lab_job *j, const struct tune *t)
{
    char change[300];
    struct numbers_set set = j->base.set;
    if (!t->best_count)
        return;
    tune_apply(t, &t->best[0], &set);
    numbers_difference(j->numbers, &j->base.set, &set, change, sizeof change);
    const int sure = tune_certain(t, t->best_arm[0], t->best_games);
    const bool better = t->fault[0] < tune_fault(t, t->base_arm, t->best_games);
    struct finding *f = paper_find(&j->paper,
                                   sure > 0   ? "target_met"
                                   : sure < 0 ? "target_missed"
                                              : "target_unclear",
                                   change, sure >= 0 && better);
    snprintf(f->text, sizeof f->text, "%s",
             lab_text(j,
                      !better    ? "find_no_better"
                      : sure > 0 ? "find_met"
                      : sure < 0 ? "find_missed"
                                 : "find_maybe",
                      CLI_ARGS({"changes", .text = change}, {"n", .num = t->best_games},
                               {"sure", .text = lab_number(
                                            tune_sure(t, t->best_arm[0], t->best_games), 0)})));
}

int lab_search(struct lab_job *j)
{
    const struct cli *cli = j->cli;
    struct sr_diag diag = {""};
    const char *target = cli->value[OPT_TARGET] ? cli->value[OPT_TARGET] : "seats";
    if (!cli->value[OPT_FREE])
        return cli_fail(cli, CLI_USAGE, "serai.err.lab_free", NULL);
    struct tune *t = mem_new(sizeof *t);
    struct player p = {j, CLI_OK};
    t->trial = j->trial;
    t->numbers = j->numbers;
    t->base = j->base;
    t->each = 20;
    t->last = j->games ? j->games : 1600;
    t->play = play;
    t->context = &p;
    int code = CLI_OK;
    if (numbers_named(j->numbers, cli->value[OPT_FREE], &diag)) {
        mem_free(t);
        return cli_fail_text(cli, CLI_USAGE, diag.text);
    }
    tune_list_levers(t, cli->value[OPT_FREE], cli->value[OPT_KEEP] ? cli->value[OPT_KEEP] : "SW");
    t->mixtures = sr_max(120, sr_min(400, 10 * t->levers));
    if (!tune_read_aims(t, target, &diag))
        code = cli_fail_text(cli, CLI_USAGE, diag.text);
    else if (!t->levers)
        code = cli_fail(cli, CLI_USAGE, "serai.err.lab_levers",
                        CLI_ARGS({"text", .text = cli->value[OPT_FREE]}));
    else if (t->levers_left_out)
        code = cli_fail(cli, CLI_USAGE, "serai.err.lab_too_many",
                        CLI_ARGS({"text", .text = cli->value[OPT_FREE]}, {"n", .num = TUNE_LEVERS},
                                 {"all", .num = t->levers + t->levers_left_out}));
    if (!code && !tune_run(t, &diag))
        code = p.code ? p.code : cli_fail_text(cli, CLI_USAGE, diag.text);
    if (!code) {
        find_best(j, t);
        result_rows(j, t);
        lever_rows(j, t);
        model_rows(j, t);
        code = keep_best(j, t);
    }
    tune_clear(t);
    mem_free(t);
    return code;
}
