/* lab_report.c: `lab report`: everything the lab can say about an edition, verdict first. */
#include "cli/lab.h"

/* Findings of a comparison with the printed edition, and the numbers that differ. */
static int against_printed(struct lab_job *j, int arm, int printed, int64_t games)
{
    char change[500];
    numbers_difference(j->numbers, &j->printed, &j->base.set, change, sizeof change);
    struct sheet *s = paper_sheet(&j->paper, "editions", LAB_TEXT(j, "editions"));
    sheet_column(s, "changes", LAB_TEXT(j, "changes"));
    sheet_row(s, "a", "A")->cell[0] = cell_text(LAB_TEXT(j, "as_printed"));
    sheet_row(s, "b", "B")->cell[0] = cell_text(change);
    lab_part_compare(j, printed, arm, games);
    return CLI_OK;
}

/* 0: to be looked at, 1: small, 2: good. */
static int gravity(const struct finding *f) { return f->good ? 2 : f->small; }

/* What is to be looked at first, what is good last; the rest of the order stays. */
static void put_in_order(struct paper *p)
{
    for (int i = 1; i < p->findings; i++) {
        const struct finding f = p->finding[i];
        int k = i;
        for (; k > 0 && gravity(&p->finding[k - 1]) > gravity(&f); k--)
            p->finding[k] = p->finding[k - 1];
        p->finding[k] = f;
    }
}

/* One sentence for all: the first line of a report. */
static void sum_up(struct lab_job *j)
{
    int bad = 0, small = 0;
    for (int i = 0; i < j->paper.findings; i++) {
        small += j->paper.finding[i].small;
        bad += !j->paper.finding[i].good && !j->paper.finding[i].small;
    }
    put_in_order(&j->paper);
    struct finding last = *paper_find(&j->paper, bad ? "attention" : "healthy", "", bad == 0);
    snprintf(last.text, sizeof last.text, "%s",
             lab_text(j,
                      bad     ? "find_attention"
                      : small ? "find_healthy_but"
                              : "find_healthy",
                      CLI_ARGS({"n", .num = bad ? bad : small})));
    for (int i = j->paper.findings - 1; i > 0; i--)
        j->paper.finding[i] = j->paper.finding[i - 1];
    j->paper.finding[0] = last;
}

int lab_report_all(struct lab_job *j)
{
    const int base = lab_arm_add(j, &j->base, "base");
    struct trial_arm as_printed = j->base;
    int arm[2] = {base, -1};
    int64_t games;
    as_printed.set = j->printed;
    if (j->changed)
        arm[1] = lab_arm_add(j, &as_printed, "printed");
    int code = lab_play_arms(j, arm, j->changed ? 2 : 1, &games);
    if (code)
        return code;
    lab_part_places(j, base, games, arm[1]);
    if ((code = lab_part_kinds(j, base, games)))
        return code;
    lab_find_course(j, base, games);
    lab_part_scores(j, base, games);
    lab_part_length(j, base, games);
    lab_part_measures(j, base, games, true);
    lab_part_ends(j, base, games);
    lab_part_uses(j, base, true);
    lab_part_heat(j, base, 8);
    lab_part_roads(j, base, games);
    if (j->changed)
        code = against_printed(j, base, arm[1], games);
    const int64_t more = sr_min((int)games, 400);
    j->words = 0; /* they were changes of the base */
    if (!code)
        code = lab_part_players(j, more);
    if (!code)
        code = lab_part_numbers(j, 4, more / 4);
    if (!code)
        sum_up(j);
    return code;
}
