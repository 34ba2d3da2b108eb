/* lab_kinds.c: the places of a report once more, by another kind of player: the scripted one of the
 * house plans by hand-written rules, the other looks one move ahead by its network. */
#include "cli/lab.h"

enum { KINDS = 2 };
static const char other_kind[] = "learned";

static bool clear(const struct place_verdict *v)
{
    return v->is == PLACE_MORE || v->is == PLACE_LESS;
}

/* Whether the other one's interval lies on the same side of a fair share. */
static bool bears_out(const struct place_verdict *v, const struct place_verdict *other)
{
    return v->is == PLACE_MORE ? other->interval.low > other->fair
                               : other->interval.high < other->fair;
}

/* Whether it lies nearer to a fair share, or beyond. */
static bool denies(const struct place_verdict *v, const struct place_verdict *other)
{
    return v->is == PLACE_MORE ? other->interval.high < v->interval.low
                               : other->interval.low > v->interval.high;
}

struct names {
    char text[200];
    struct sr_buf list;
    int count;
};

static void add_name(const struct lab_job *j, struct names *n, int place)
{
    if (n->count++ == 0)
        sr_buf_init(&n->list, n->text, sizeof n->text);
    else
        sr_buf_put(&n->list, ", ");
    sr_buf_put(&n->list, lab_text(j, j->game->opener ? "place_n" : "seat_n",
                                  CLI_ARGS({"n", .num = place + 1})));
}

static void find(struct lab_job *j, const struct names *n, const char *id, const char *key,
                 bool good)
{
    if (n->count == 0)
        return;
    struct finding *f = paper_find(&j->paper, id, other_kind, good);
    f->small = !good;
    snprintf(f->text, sizeof f->text, "%s",
             lab_text(j, key, CLI_ARGS({"kind", .text = other_kind}, {"list", .text = n->text})));
}

/* What only one kind of player finds weighs less. */
static void make_small(struct lab_job *j, int place)
{
    char about[24];
    snprintf(about, sizeof about, "place.%d", place + 1);
    for (int i = 0; i < j->paper.findings; i++) {
        struct finding *f = &j->paper.finding[i];
        if (!strcmp(f->id, "place") && !strcmp(f->about, about))
            f->small = true;
    }
}

static void compare_kinds(struct lab_job *j, const struct place_verdict *v,
                          const struct place_verdict *other)
{
    struct names same = {.count = 0}, not_so = {.count = 0}, anew = {.count = 0};
    for (int i = 0; i < j->base.seats; i++) {
        if (clear(&v[i])) {
            if (bears_out(&v[i], &other[i]))
                add_name(j, &same, i);
            if (!denies(&v[i], &other[i]))
                continue;
            add_name(j, &not_so, i);
            make_small(j, i);
        } else if (clear(&other[i])) {
            add_name(j, &anew, i);
        }
    }
    find(j, &same, "kinds_agree", "find_kinds_agree", true);
    find(j, &not_so, "kinds_differ", "find_kinds_differ", false);
    find(j, &anew, "kinds_new", "find_kinds_new", false);
}

static void kinds_sheet(struct lab_job *j, struct place_verdict v[KINDS][SR_SEATS_MAX],
                        int64_t games)
{
    struct sheet *s = paper_sheet(&j->paper, "kinds", LAB_TEXT(j, "kinds"));
    snprintf(s->note, sizeof s->note, "%s",
             lab_text(j, "kinds_note", CLI_ARGS({"n", .num = games})));
    for (int i = 0; i < j->base.seats; i++) {
        char id[24];
        snprintf(id, sizeof id, "place.%d", i + 1);
        sheet_column(
            s, id,
            lab_text(j, j->game->opener ? "place_n" : "seat_n", CLI_ARGS({"n", .num = i + 1})));
    }
    for (int k = 0; k < KINDS; k++) {
        const char *name = k ? other_kind : j->base.bot[0];
        struct sheet_row *r = sheet_row(s, name, name);
        for (int i = 0; i < j->base.seats; i++)
            r->cell[i] = cell_range(v[k][i].mean.mean, v[k][i].interval, 1);
    }
}

int lab_part_kinds(struct lab_job *j, int arm, int64_t games)
{
    enum { MOST = 400 };
    if (j->cli->value[OPT_BOTS] || j->base.seats < 2 || !lab_scripted(j->game, 0))
        return CLI_OK;
    struct trial_arm other = j->base;
    struct place_verdict v[KINDS][SR_SEATS_MAX];
    const int64_t n = games < MOST ? games : MOST;
    for (int i = 0; i < other.seats; i++)
        snprintf(other.bot[i], TRIAL_BOT, "%s", other_kind);
    other.uses = 0;
    const int second = lab_arm_add(j, &other, other_kind);
    const int code = lab_play_games(j, &second, 1, n);
    if (code)
        return code;
    verdict_places(j->trial, arm, games, MEASURE_PLACE, v[0]);
    verdict_places(j->trial, second, n, MEASURE_PLACE, v[1]);
    compare_kinds(j, v[0], v[1]);
    kinds_sheet(j, v, n);
    return CLI_OK;
}
