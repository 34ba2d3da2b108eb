/* lab_plans.c: ways to play: `lab roads` (strategies found and scripted), `lab skill` (levels). */
#include <math.h>

#include "cli/lab.h"

/* ---- roads found ------------------------------------------------------------------------- */

/* A road is called by the source of points it has most more of than the others. */
static int mark_of(const struct roads *r, int road)
{
    int best = 0;
    for (int p = 1; p < r->parts; p++)
        if (r->centre[road][p] - r->mean[p] > r->centre[road][best] - r->mean[best])
            best = p;
    return best;
}

const char *lab_road_name(const struct lab_job *j, const struct roads *r, int road)
{
    const int p = mark_of(r, road);
    return lab_text(j, "road_n",
                    CLI_ARGS({"n", .num = road + 1}, {"part", .text = lab_part_label(j, p)},
                             {"share", .text = lab_number(100 * r->centre[road][p], 0)}));
}

static void road_sheet(struct lab_job *j, const struct roads *r)
{
    struct sheet *s = paper_sheet(&j->paper, "roads", LAB_TEXT(j, "roads"));
    snprintf(s->note, sizeof s->note, "%s",
             lab_text(j, "roads_note", CLI_ARGS({"apart", .text = lab_number(r->apart, 2)})));
    sheet_column(s, "players", LAB_TEXT(j, "players_percent"));
    s->drawn = sheet_column(s, "won", LAB_TEXT(j, "won_percent"));
    s->chart = CHART_RANGES;
    s->reference = 100.0 / trial_layout_of(j->game, j->base.seats).lines;
    for (int p = 0; p < r->parts && s->columns < SHEET_COLUMNS; p++)
        sheet_column(s, j->game->score_parts[p], lab_part_label(j, p));
    double all = 0;
    for (int i = 0; i < r->count; i++)
        all += (double)r->players[i];
    for (int i = 0; i < r->count; i++) {
        char id[24];
        snprintf(id, sizeof id, "road.%d", i + 1);
        struct sheet_row *row = sheet_row(s, id, lab_road_name(j, r, i));
        struct stats_interval won = stats_ratio_interval(&r->won[i], 0.95);
        won.low *= 100;
        won.high *= 100;
        row->cell[0] = cell_number(all > 0 ? 100 * (double)r->players[i] / all : 0, 1);
        row->cell[1] = cell_range(100 * stats_ratio_value(&r->won[i]), won, 1);
        for (int p = 0; p < r->parts && p + 2 < s->columns; p++)
            row->cell[p + 2] = cell_number(100 * r->centre[i][p], 0);
    }
}

static void road_matrix(struct lab_job *j, const struct roads *r)
{
    struct sheet *s = paper_sheet(&j->paper, "road_matrix", LAB_TEXT(j, "road_matrix"));
    snprintf(s->note, sizeof s->note, "%s", LAB_TEXT(j, "matrix_note"));
    s->chart = CHART_MATRIX;
    s->reference = 50;
    for (int i = 0; i < r->count; i++) {
        char id[24];
        snprintf(id, sizeof id, "road.%d", i + 1);
        sheet_column(s, id, lab_part_label(j, mark_of(r, i)));
    }
    for (int i = 0; i < r->count; i++) {
        struct sheet_row *row = sheet_row(s, s->column[i], lab_road_name(j, r, i));
        for (int k = 0; k < r->count; k++) {
            if (i == k || r->pairs[i][k] < 1)
                continue;
            struct stats_interval v = stats_wilson(r->ahead[i][k], r->pairs[i][k], 0.95);
            v.low *= 100;
            v.high *= 100;
            row->cell[k] = cell_range(100 * r->ahead[i][k] / r->pairs[i][k], v, 1);
        }
    }
}

void lab_part_roads(struct lab_job *j, int arm, int64_t games)
{
    struct roads r;
    roads_find(j->trial, arm, games, &r);
    if (r.count < 2 || r.apart < VERDICT_APART) {
        snprintf(paper_find(&j->paper, "roads_none", "", true)->text, FINDING_TEXT, "%s",
                 LAB_TEXT(j, "find_no_roads"));
        return;
    }
    const int best = roads_dominant(&r);
    if (best >= 0) {
        struct finding *f =
            paper_find(&j->paper, "road_dominant", j->game->score_parts[mark_of(&r, best)], false);
        snprintf(
            f->text, sizeof f->text, "%s",
            lab_text(j, "find_dominant", CLI_ARGS({"road", .text = lab_road_name(j, &r, best)})));
    } else {
        snprintf(paper_find(&j->paper, "roads_open", "", true)->text, FINDING_TEXT, "%s",
                 lab_text(j, "find_roads", CLI_ARGS({"n", .num = r.count})));
    }
    road_sheet(j, &r);
    road_matrix(j, &r);
}

/* ---- scripted players against each other -------------------------------------------------- */

enum { STYLES = 8 };

/* Plain strategies; variations of one ("tower-meek") have a dash in their name. */
static int list_styles(const struct lab_job *j, const struct sr_bot *out[STYLES])
{
    int n = 0;
    const struct sr_bot *bot;
    for (int i = 0; n < STYLES && (bot = lab_scripted(j->game, i)); i++)
        if (!strchr(bot->id, '-'))
            out[n++] = bot;
    return n;
}

/* Share of pairs (one of a, one of b) at a table in which a is ahead, game by game. */
static struct stats_mean ahead(const struct lab_job *j, int arm, int64_t games)
{
    const struct trial_layout l = trial_layout(j->trial, arm);
    const struct trial_arm *a = trial_arm_get(j->trial, arm);
    double *x = mem_new((size_t)(games + 1) * sizeof *x);
    for (int64_t g = 0; g < games; g++) {
        const int32_t *row = trial_row(j->trial, arm, g);
        double sum = 0, pairs = 0;
        for (int s = 0; s < a->seats; s++)
            for (int t = 0; t < a->seats; t++) {
                const int one = (int)((s + g) % a->seats), two = (int)((t + g) % a->seats);
                if (strcmp(a->bot[one], a->bot[0]) != 0 || !strcmp(a->bot[two], a->bot[0]))
                    continue;
                const int u = row[trial_at(&l, s, LINE_RANK)], v = row[trial_at(&l, t, LINE_RANK)];
                sum += u < v ? 1 : u == v ? 0.5 : 0;
                pairs++;
            }
        x[g] = pairs > 0 ? 100 * sum / pairs : 50;
    }
    const struct stats_mean m = stats_mean_of(x, games);
    mem_free(x);
    return m;
}

static int matrix(struct lab_job *j, const char *const *names, int n, int64_t games,
                  struct stats_mean out[STYLES][STYLES])
{
    int arm[STYLES * STYLES] = {0}, arms = 0;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            struct trial_arm t = j->base;
            char name[SHEET_LABEL];
            t.uses = 0;
            memset(t.bot, 0, sizeof t.bot);
            for (int s = 0; s < t.seats; s++)
                snprintf(t.bot[s], TRIAL_BOT, "%s", names[s % 2 ? b : a]);
            snprintf(name, sizeof name, "%s against %s", names[a], names[b]);
            arm[arms++] = lab_arm_add(j, &t, name);
        }
    const int code = lab_play_games(j, arm, arms, games);
    for (int a = 0, k = 0; a < n && !code; a++)
        for (int b = a + 1; b < n; b++, k++) {
            out[a][b] = ahead(j, arm[k], games);
            out[b][a] = out[a][b];
            out[b][a].mean = 100 - out[a][b].mean;
        }
    return code;
}

static void matrix_sheet(struct lab_job *j, const char *id, const char *const *names, int n,
                         const struct stats_mean m[STYLES][STYLES])
{
    struct sheet *s = paper_sheet(&j->paper, id, LAB_TEXT(j, id));
    snprintf(s->note, sizeof s->note, "%s", LAB_TEXT(j, "matrix_note"));
    s->chart = CHART_MATRIX;
    s->reference = 50;
    for (int i = 0; i < n; i++) {
        const char *colon = strchr(names[i], ':');
        sheet_column(s, names[i], colon && !strchr(colon, '=') ? colon + 1 : names[i]);
    }
    for (int a = 0; a < n; a++) {
        struct sheet_row *r = sheet_row(s, names[a], names[a]);
        for (int b = 0; b < n; b++)
            if (a != b)
                r->cell[b] = cell_mean(&m[a][b], 1);
    }
}

int lab_part_players(struct lab_job *j, int64_t games)
{
    const struct sr_bot *bot[STYLES];
    const char *names[STYLES];
    static struct stats_mean m[STYLES][STYLES];
    const int n = list_styles(j, bot);
    if (n < 2 || j->base.seats < 2)
        return CLI_OK;
    for (int i = 0; i < n; i++)
        names[i] = bot[i]->id;
    const int code = matrix(j, names, n, games, m);
    if (code)
        return code;
    matrix_sheet(j, "players_matrix", names, n, (const struct stats_mean(*)[STYLES])m);
    for (int a = 0; a < n; a++) {
        bool all = true;
        for (int b = 0; b < n; b++)
            if (a != b)
                all = all && stats_mean_interval(&m[a][b], 1 - 0.05 / n).low > 50;
        if (!all)
            continue;
        /* That the one who does a bit of everything is best speaks for the game. */
        struct finding *f = paper_find(&j->paper, "player_dominant", names[a],
                                       !strcmp(names[a], lab_house_bot(j->game)));
        snprintf(f->text, sizeof f->text, "%s",
                 lab_text(j, "find_player", CLI_ARGS({"player", .text = names[a]})));
    }
    return CLI_OK;
}

int lab_roads(struct lab_job *j)
{
    const int arm = lab_arm_add(j, &j->base, "base");
    int64_t games;
    int code = lab_play_arms(j, &arm, 1, &games);
    if (code)
        return code;
    lab_part_roads(j, arm, games);
    return lab_part_players(j, j->games ? j->games : 400);
}

/* ---- levels ------------------------------------------------------------------------------ */

struct luck {
    const struct lab_job *j;
    int arm;
};

/* Share of what separates players of a game (points, from the mean of the table) that their level
 * explains. */
static double explained(const void *context, const int32_t *cases, int64_t n)
{
    const struct luck *k = context;
    const struct trial_layout l = trial_layout(k->j->trial, k->arm);
    const struct trial_arm *a = trial_arm_get(k->j->trial, k->arm);
    double sum[2] = {0, 0}, count[2] = {0, 0}, all = 0;
    for (int64_t i = 0; i < n; i++) {
        const int32_t *row = trial_row(k->j->trial, k->arm, cases[i]);
        double mean = 0;
        for (int s = 0; s < a->seats; s++)
            mean += (double)row[trial_at(&l, s, LINE_SCORE)] / a->seats;
        for (int s = 0; s < a->seats; s++) {
            const int level = strcmp(a->bot[(s + cases[i]) % a->seats], a->bot[0]) != 0;
            const double d = row[trial_at(&l, s, LINE_SCORE)] - mean;
            sum[level] += d;
            count[level]++;
            all += d * d;
        }
    }
    double between = 0;
    for (int g = 0; g < 2; g++)
        between += count[g] > 0 ? sum[g] * sum[g] / count[g] : 0;
    return all > 0 ? 100 * between / all : 0;
}

/* Names of the levels: -b, or two that everybody has and the one of the house. */
static int read_levels(const struct lab_job *j, char text[STYLES][TRIAL_BOT])
{
    int n = 0;
    const char *list = j->cli->value[OPT_BOTS];
    if (!list || !strchr(list, ',')) {
        snprintf(text[0], TRIAL_BOT, "random");
        snprintf(text[1], TRIAL_BOT, "apprentice");
        snprintf(text[2], TRIAL_BOT, "%s", j->base.bot[0]);
        return 3;
    }
    for (const char *at = list; *at && n < STYLES;) {
        const size_t len = strcspn(at, ",");
        snprintf(text[n++], TRIAL_BOT, "%.*s", (int)len, at);
        at += len + (at[len] == ',');
    }
    return n;
}

static int level_sheet(struct lab_job *j, const char *const *names, int n, int64_t games)
{
    int arm[STYLES];
    for (int i = 0; i < n; i++) {
        struct trial_arm a = j->base;
        a.uses = 0;
        memset(a.bot, 0, sizeof a.bot);
        for (int s = 0; s < a.seats; s++)
            snprintf(a.bot[s], TRIAL_BOT, "%s", names[i]);
        arm[i] = lab_arm_add(j, &a, names[i]);
    }
    const int code = lab_play_games(j, arm, n, games);
    if (code)
        return code;
    static const enum measure_kind kinds[] = {MEASURE_POINTS, MEASURE_MARGIN, MEASURE_PLIES,
                                              MEASURE_LEADS, MEASURE_DECIDED};
    struct sheet *s = paper_sheet(&j->paper, "levels", LAB_TEXT(j, "levels"));
    snprintf(s->note, sizeof s->note, "%s",
             lab_text(j, "levels_note", CLI_ARGS({"n", .num = games})));
    for (int m = 0; m < 5 + j->base.seats && s->columns < SHEET_COLUMNS; m++) {
        const struct measure it =
            m < 5 ? (struct measure){kinds[m], 0} : (struct measure){MEASURE_PLACE, m - 5};
        char id[64], label[SHEET_LABEL];
        measure_id(j->game, &it, id, sizeof id);
        lab_measure_label(j, &it, label, sizeof label);
        sheet_column(s, id, label);
    }
    for (int i = 0; i < n; i++) {
        struct sheet_row *r = sheet_row(s, names[i], names[i]);
        for (int m = 0; m < s->columns; m++) {
            const struct measure it =
                m < 5 ? (struct measure){kinds[m], 0} : (struct measure){MEASURE_PLACE, m - 5};
            const struct stats_mean mean = measure_mean(j->trial, arm[i], games, &it);
            r->cell[m] = cell_mean(&mean, 1);
        }
    }
    return CLI_OK;
}

int lab_part_skill(struct lab_job *j, int64_t games)
{
    char text[STYLES][TRIAL_BOT];
    const char *names[STYLES];
    static struct stats_mean m[STYLES][STYLES];
    const int n = read_levels(j, text);
    for (int i = 0; i < n; i++) {
        struct sr_bot bot;
        names[i] = text[i];
        if (!cli_bot(j->cli, text[i], &bot))
            return CLI_USAGE;
    }
    int code = level_sheet(j, names, n, games);
    if (code || j->base.seats < 2)
        return code;
    if ((code = matrix(j, names, n, games, m)))
        return code;
    matrix_sheet(j, "level_matrix", names, n, (const struct stats_mean(*)[STYLES])m);
    struct sheet *s = paper_sheet(&j->paper, "luck", LAB_TEXT(j, "luck"));
    snprintf(s->note, sizeof s->note, "%s", LAB_TEXT(j, "luck_note"));
    s->drawn = sheet_column(s, "skill", LAB_TEXT(j, "skill_percent"));
    s->chart = CHART_RANGES;
    for (int a = 0; a + 1 < n; a++) {
        struct trial_arm t = j->base;
        char name[SHEET_LABEL];
        t.uses = 0;
        memset(t.bot, 0, sizeof t.bot);
        for (int k = 0; k < t.seats; k++)
            snprintf(t.bot[k], TRIAL_BOT, "%s", names[k % 2 ? a + 1 : a]);
        const struct luck k = {j, trial_arm(j->trial, &t)};
        int32_t *all = mem_new((size_t)(games + 1) * sizeof *all);
        for (int64_t g = 0; g < games; g++)
            all[g] = (int32_t)g;
        snprintf(name, sizeof name, "%s – %s", names[a], names[a + 1]);
        struct sheet_row *r = sheet_row(s, name, name);
        const double share = explained(&k, all, games);
        const struct stats_interval i = stats_bootstrap(explained, &k, games, 400, 0.95, 1);
        r->cell[0] = cell_range(share, i, 1);
        snprintf(paper_find(&j->paper, "skill", names[a + 1], true)->text, FINDING_TEXT, "%s",
                 lab_text(j, "find_skill",
                          CLI_ARGS({"better", .text = names[a + 1]}, {"other", .text = names[a]},
                                   {"ahead", .text = lab_plus_minus(
                                                 m[a + 1][a].mean,
                                                 stats_mean_interval(&m[a + 1][a], 0.95), 0)},
                                   {"share", .text = lab_plus_minus(share, i, 0)})));
        mem_free(all);
    }
    return CLI_OK;
}

int lab_skill(struct lab_job *j) { return lab_part_skill(j, j->games ? j->games : 200); }
