/* lab_use.c: what is used: `lab usage`, `lab heat`, `lab restrict`. */
#include <math.h>
#include <stdlib.h>

#include "cli/lab.h"

static const char *const flags[] = {"plain", "must_have", "strong",  "dead",
                                    "weak",  "too_few",   "never_offered"};

/* ---- usage ------------------------------------------------------------------------------- */

struct listed {
    int item;
    const struct use_verdict *v;
};

static int by_won(const void *a, const void *b)
{
    const struct listed *x = a, *y = b;
    const bool few_x = x->v->is == USE_FEW || x->v->is == USE_DEAD;
    const bool few_y = y->v->is == USE_FEW || y->v->is == USE_DEAD;
    if (few_x != few_y)
        return few_x - few_y;
    return x->v->won != y->v->won ? (x->v->won < y->v->won) - (x->v->won > y->v->won)
                                  : x->item - y->item;
}

static void find_one(struct lab_job *j, int item, const struct use_verdict *v)
{
    const struct items *items = trial_items(j->trial);
    char name[128], label[SHEET_LABEL];
    items_name(items, item, name, sizeof name);
    lab_item_label(j, items, item, label, sizeof label);
    struct finding *f = paper_find(&j->paper, flags[v->is], name, false);
    f->small = !v->certain; /* among so many things some seem more than they are */
    snprintf(
        f->text, sizeof f->text, "%s",
        lab_text(j, v->is == USE_MUST ? "find_must" : "find_strong",
                 CLI_ARGS({"what", .text = label}, {"chosen", .text = lab_number(v->chosen, 0)},
                          {"won", .text = lab_plus_minus(v->won, v->won_interval, 1)},
                          {"not", .text = lab_number(v->declined, 1)},
                          {"kind", .text = lab_number(v->kind, 1)})));
}

/* Those of a vocabulary (NULL: verbs) that are dead or weak, in one sentence. */
static void find_many(struct lab_job *j, const struct use_verdict *v, const struct sr_names *names,
                      enum verdict_use is)
{
    const struct items *items = trial_items(j->trial);
    const struct sr_speaker sp = {j->cli->lang, j->game, NULL, j->base.seats, -1};
    char list[FINDING_TEXT - 200], about[FINDING_ABOUT];
    struct sr_buf b, a;
    int count = 0, all = 0;
    bool cut = false;
    sr_buf_init(&b, list, sizeof list);
    sr_buf_init(&a, about, sizeof about);
    for (int i = 0; i < items->count; i++) {
        const struct item *it = &items->list[i];
        if (it->kind > ITEM_WORD || it->names != names || v[i].is == USE_NEVER)
            continue;
        all++;
        if (v[i].is != is)
            continue;
        char name[128];
        items_name(items, i, name, sizeof name);
        const char *word = names ? sr_name_text(&sp, names, it->value) : name;
        sr_buf_put(&a, count ? "," : "");
        sr_buf_put(&a, name);
        count++;
        if (cut || b.len + strlen(word) + 8 >= sizeof list) {
            cut = true;
            continue;
        }
        sr_buf_put(&b, count > 1 ? ", " : "");
        sr_buf_put(&b, word);
    }
    sr_buf_put(&b, cut ? ", ..." : "");
    if (!count)
        return;
    struct finding *f = paper_find(&j->paper, flags[is], about, false);
    f->small = count <= VERDICT_FEW_OF * all;
    snprintf(
        f->text, sizeof f->text, "%s",
        lab_text(j, is == USE_DEAD ? "find_dead" : "find_weak",
                 CLI_ARGS({"n", .num = count}, {"all", .num = all},
                          {"kind", .text = names ? lab_kind_label(j, names) : LAB_TEXT(j, "verbs")},
                          {"list", .text = list})));
}

static void use_row(struct lab_job *j, struct sheet *s, const struct trial_use *u,
                    const struct listed *it)
{
    const struct items *items = trial_items(j->trial);
    char name[128], label[SHEET_LABEL];
    items_name(items, it->item, name, sizeof name);
    lab_item_label(j, items, it->item, label, sizeof label);
    struct sheet_row *r = sheet_row(s, name, label);
    r->cell[0] = cell_number((double)u->could, 0);
    r->cell[1] = cell_range(it->v->chosen, it->v->chosen_interval, 1);
    if (u->did >= VERDICT_FEW)
        r->cell[2] = cell_range(it->v->won, it->v->won_interval, 1);
    if (u->did > 0)
        r->cell[3] = cell_number(it->v->when, 0);
    r->cell[4] = cell_p(it->v->p);
    if (u->could - u->did >= VERDICT_FEW)
        r->cell[8] = cell_range(it->v->declined, it->v->declined_interval, 1);
    if (it->v->kind > 0)
        r->cell[9] = cell_number(it->v->kind, 1);
    r->cell[5] = cell_text(it->v->is == USE_PLAIN ? "" : LAB_TEXT(j, flags[it->v->is]));
    r->cell[6] = cell_number((double)u->offered, 0);
    r->cell[7] = cell_number((double)u->chosen, 0);
}

static void use_sheet(struct lab_job *j, const struct trial_use *use, const struct use_verdict *v,
                      bool chance, bool findings)
{
    const struct items *items = trial_items(j->trial);
    struct listed *list = mem_new((size_t)(items->count + 1) * sizeof *list);
    int n = 0;
    for (int i = 0; i < items->count; i++)
        if (use[i].could > 0 && (items->list[i].kind == ITEM_CHANCE) == chance)
            list[n++] = (struct listed){i, &v[i]};
    qsort(list, (size_t)n, sizeof *list, by_won);
    struct sheet *s = paper_sheet(&j->paper, chance ? "chance" : "usage",
                                  LAB_TEXT(j, chance ? "chance" : "usage"));
    snprintf(s->note, sizeof s->note, "%s", LAB_TEXT(j, chance ? "chance_note" : "usage_note"));
    sheet_column(s, "could", LAB_TEXT(j, "could"));
    sheet_column(s, "chosen", LAB_TEXT(j, chance ? "had_percent" : "chosen_percent"));
    s->drawn = sheet_column(s, "won", LAB_TEXT(j, "won_when"));
    sheet_column(s, "when", LAB_TEXT(j, "when"));
    sheet_column(s, "p", "p");
    sheet_column(s, "verdict", LAB_TEXT(j, "verdict"));
    sheet_column(s, "offered", LAB_TEXT(j, "offers"));
    sheet_column(s, "taken", LAB_TEXT(j, "choices"));
    sheet_column(s, "declined", LAB_TEXT(j, "won_not"));
    sheet_column(s, "kind", LAB_TEXT(j, "won_kind"));
    s->chart = CHART_RANGES;
    s->reference = 100.0 / trial_layout_of(j->game, j->base.seats).lines;
    s->shown = findings ? 24 : 0;
    for (int i = 0; i < n; i++)
        use_row(j, s, &use[list[i].item], &list[i]);
    mem_free(list);
}

/* Whether an item is worth a sentence of its own: a word that is drawn says nothing new where the
 * word itself stands out. */
static bool tells(const struct items *items, const struct use_verdict *v, int item)
{
    const struct item *it = &items->list[item];
    if (v[item].is == USE_MUST)
        return it->kind <= ITEM_WORD;
    if (v[item].is != USE_STRONG || it->kind == ITEM_VERB || it->kind == ITEM_MOVE)
        return false;
    for (int i = 0; i < items->count && it->kind == ITEM_CHANCE; i++)
        if (i != item && v[i].is == USE_STRONG && items->list[i].names == it->names &&
            items->list[i].value == it->value &&
            (items->list[i].kind == ITEM_WORD || (items->list[i].kind == ITEM_CHANCE && i < item)))
            return false;
    return true;
}

/* In how many games it mattered: players who had it, by what they won more than others. A tile that
 * few drew does not come before goods that everybody buys. */
static double weight(const struct listed *x, const struct trial_use *use)
{
    const double others = x->v->kind > 0 ? x->v->kind : x->v->declined;
    return (double)use[x->item].did * (x->v->won - others);
}

static int find_uses(struct lab_job *j, const struct trial_use *use, const struct use_verdict *v)
{
    enum { SENTENCES = 8 };
    const struct items *items = trial_items(j->trial);
    const int before = j->paper.findings;
    struct listed *list = mem_new((size_t)(items->count + 1) * sizeof *list);
    int n = 0;
    for (int i = 0; i < items->count; i++)
        if (tells(items, v, i))
            list[n++] = (struct listed){i, &v[i]};
    for (int told = 0; told < n && told < SENTENCES; told++) {
        int most = told;
        for (int i = told + 1; i < n; i++)
            if (weight(&list[i], use) > weight(&list[most], use))
                most = i;
        find_one(j, list[most].item, list[most].v);
        list[most] = list[told];
    }
    mem_free(list);
    find_many(j, v, NULL, USE_DEAD);
    find_many(j, v, NULL, USE_WEAK);
    for (int i = 0; i < items->count; i++)
        if (items->list[i].kind == ITEM_WORD && items->list[i].value == 0) {
            find_many(j, v, items->list[i].names, USE_DEAD);
            find_many(j, v, items->list[i].names, USE_WEAK);
        }
    return j->paper.findings - before;
}

void lab_part_uses(struct lab_job *j, int arm, bool findings)
{
    const struct items *items = trial_items(j->trial);
    const struct trial_use *use = trial_uses(j->trial, arm);
    struct use_verdict *v = mem_new((size_t)(items->count + 1) * sizeof *v);
    verdict_uses(items, use, j->base.seats, trial_layout(j->trial, arm).lines, v);
    if (!find_uses(j, use, v))
        snprintf(paper_find(&j->paper, "use_plain", "", true)->text, FINDING_TEXT, "%s",
                 LAB_TEXT(j, "find_use_plain"));
    use_sheet(j, use, v, false, findings);
    use_sheet(j, use, v, true, findings);
    mem_free(v);
}

int lab_usage(struct lab_job *j)
{
    const int arm = lab_arm_add(j, &j->base, "base");
    int64_t games;
    const int code = lab_play_arms(j, &arm, 1, &games);
    if (!code)
        lab_part_uses(j, arm, false);
    return code;
}

/* ---- restricted play --------------------------------------------------------------------- */

static int read_limit(struct lab_job *j, struct trial_arm *a, const char **list)
{
    const struct items *items = trial_items(j->trial);
    static const enum cli_option options[] = {OPT_FORBID, OPT_NEVER, OPT_ONLY};
    int n = 0, given = -1;
    for (int i = 0; i < 3; i++)
        if (j->cli->value[options[i]]) {
            if (given >= 0)
                return cli_fail(j->cli, CLI_USAGE, "serai.err.lab_restrict", NULL);
            given = i;
        }
    if (given < 0)
        return cli_fail(j->cli, CLI_USAGE, "serai.err.lab_restrict", NULL);
    *list = j->cli->value[options[given]];
    a->limit = options[given] == OPT_ONLY ? TRIAL_ONLY : TRIAL_NEVER;
    for (const char *at = *list; *at;) {
        char name[128];
        const size_t len = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)len, at);
        const int item = items_find(items, name);
        if (item < 0 || items->list[item].kind == ITEM_CHANCE || n == TRIAL_LIMITS)
            return cli_fail(j->cli, CLI_USAGE, "serai.err.lab_thing",
                            CLI_ARGS({"thing", .text = name}, {"game", .text = j->game->id}));
        a->item[n++] = item;
        at += len + (at[len] == ',');
    }
    return CLI_OK;
}

/* What a part of the game is worth to a player: in points of percent won. */
static void find_worth(struct lab_job *j, const int arm[2], int64_t games, const char *list)
{
    const struct measure won = {MEASURE_BOT, 0};
    const struct stats_mean loss = measure_difference(j->trial, arm[0], arm[1], games, &won);
    const double p = stats_mean_test(&loss, 0), worth = fabs(loss.mean);
    const double half = stats_mean_interval(&loss, 0.95).high - loss.mean;
    const bool inert = verdict_others(j->trial, arm[0], arm[1], games) == 0;
    const struct sr_text_arg *args = CLI_ARGS(
        {"what", .text = list}, {"n", .num = games},
        {"by",
         .text = lab_plus_minus(worth, (struct stats_interval){worth - half, worth + half}, 1)});
    struct finding *f = paper_find(&j->paper,
                                   inert      ? "inert"
                                   : p < 0.05 ? "worth"
                                              : "worth_unclear",
                                   list, !inert && p >= 0.05);
    snprintf(f->text, sizeof f->text, "%s",
             lab_text(j,
                      inert           ? "find_worth_same"
                      : p >= 0.05     ? "find_worth_nothing"
                      : loss.mean < 0 ? "find_worth"
                                      : "find_harms",
                      args));
}

int lab_restrict(struct lab_job *j)
{
    struct trial_arm limited = j->base;
    const char *list = "";
    int code = read_limit(j, &limited, &list);
    if (code)
        return code;
    const int arm[2] = {lab_arm_add(j, &j->base, "free"), lab_arm_add(j, &limited, list)};
    int64_t games;
    if ((code = lab_play_arms(j, arm, 2, &games)))
        return code;
    const struct measure won = {MEASURE_BOT, 0}, points = {MEASURE_BOT_SCORE, 0};
    struct sheet *s = paper_sheet(&j->paper, "restrict", LAB_TEXT(j, "restrict"));
    snprintf(s->note, sizeof s->note, "%s",
             lab_text(j, "restrict_note", CLI_ARGS({"list", .text = list}, {"n", .num = games})));
    sheet_column(s, "free", LAB_TEXT(j, "free"));
    sheet_column(s, "limited", LAB_TEXT(j, "limited"));
    s->drawn = sheet_column(s, "difference", LAB_TEXT(j, "difference"));
    sheet_column(s, "p", "p");
    s->chart = CHART_RANGES;
    s->reference = 0;
    for (int i = 0; i < 2; i++) {
        const struct measure *m = i ? &points : &won;
        const struct stats_mean a = measure_mean(j->trial, arm[0], games, m);
        const struct stats_mean b = measure_mean(j->trial, arm[1], games, m);
        const struct stats_mean d = measure_difference(j->trial, arm[0], arm[1], games, m);
        struct sheet_row *r =
            sheet_row(s, i ? "points" : "won", LAB_TEXT(j, i ? "points" : "won_percent"));
        r->cell[0] = cell_mean(&a, 1);
        r->cell[1] = cell_mean(&b, 1);
        r->cell[2] = cell_mean(&d, 1);
        r->cell[3] = cell_p(stats_mean_test(&d, 0));
    }
    find_worth(j, arm, games, list);
    return CLI_OK;
}
