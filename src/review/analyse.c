/* analyse.c: looks at a match decision by decision. */
#include <stdarg.h>
#include <stdio.h>

#include "core/alloc.h"
#include "review/analyse.h"

enum { IDEAS_MAX = 256 };

static void judge_ply(struct analysis_ply *p, struct sr_mind *mind, const struct sr_view *view,
                      const sr_move *legal, int count, int lines)
{
    struct sr_idea idea[IDEAS_MAX];
    p->choices = count;
    p->best = p->move;
    p->reason = "";
    p->cost = 0;
    for (int i = 0; i < lines; i++)
        p->win[i] = 0;
    /* What the search found: the judgement alone misses what the next moves will bring. A decision
     * without a choice is searched, too: the curve has a point there. */
    const int n = sr_mind_ideas(mind, view, legal, count, idea, IDEAS_MAX);
    if (!sr_mind_chances(mind, p->win))
        sr_mind_judge(mind, view, p->win);
    if (count < 2)
        return;
    for (int i = 0; i < n; i++)
        if (idea[i].move == p->move && i > 0 && idea[0].win > idea[i].win) {
            p->best = idea[0].move;
            p->reason = sr_idea_why(&idea[0]);
            p->cost = idea[0].win - idea[i].win;
        }
}

static void final_chances(struct analysis *a, struct sr_mind *mind, const struct sr_rules *r,
                          const union sr_state *s)
{
    struct sr_scores sc;
    struct sr_view view;
    const int actor = sr_actor(r, s);
    if (actor != SR_NOBODY) {
        sr_observe(r, s, actor, &view);
        sr_move legal[SR_MOVES_MAX];
        struct sr_idea idea;
        const int count = sr_legal(r, s, legal);
        sr_mind_ideas(mind, &view, legal, count, &idea, 1);
        if (!sr_mind_chances(mind, a->final_win))
            sr_mind_judge(mind, &view, a->final_win);
        return;
    }
    sr_scores_of(r, s, &sc);
    int winners = 0;
    for (int i = 0; i < sc.lines; i++)
        winners += sc.rank[i] == 1;
    for (int i = 0; i < sc.lines; i++)
        a->final_win[i] = sc.rank[i] == 1 ? 1000 / sr_max(1, winners) : 0;
}

struct analysis_run {
    struct analysis *a;
    const struct sr_rules *rules;
    struct sr_mind *mind;
    void *memory; /* of the mind */
    struct sr_walk walk;
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX];
};

struct analysis_run *analysis_begin(struct analysis *a, const struct sr_table *t,
                                    const struct sr_bot *bot, struct sr_diag *diag)
{
    const struct sr_table_config *c = sr_table_config_get(t);
    memset(a, 0, sizeof *a);
    a->game = c->rules.game;
    a->seats = a->lines = c->seats;
    a->plies = sr_table_ply(t);
    a->ply = (struct analysis_ply *)sr_alloc((size_t)sr_max(1, a->plies) * sizeof *a->ply);
    struct analysis_run *run = (struct analysis_run *)sr_alloc(sizeof *run);
    if (run)
        run->memory = sr_alloc(sr_mind_size_for(bot));
    enum sr_err err = SR_OK;
    if (!run || !run->memory || !a->ply)
        err = sr_fail(diag, SR_SPACE, "no memory for an analysis");
    else
        err = sr_walk_begin(&run->walk, t, 0, diag);
    if (err) {
        analysis_end(run);
        analysis_free(a);
        return NULL;
    }
    run->a = a;
    run->rules = &c->rules;
    run->mind = sr_mind_init(run->memory, run->rules, bot, 1);
    return run;
}

bool analysis_step(struct analysis_run *run)
{
    struct analysis *a = run->a;
    struct sr_walk *w = &run->walk;
    struct sr_scores sc;
    if (!sr_walk_next(w)) {
        final_chances(a, run->mind, run->rules, &w->state);
        return false;
    }
    struct analysis_ply *p = &a->ply[w->ply];
    p->actor = w->seat;
    p->move = w->move;
    sr_observe(run->rules, &w->before, p->actor, &run->view);
    const int count = sr_legal(run->rules, &w->before, run->legal);
    sr_scores_of(run->rules, &w->before, &sc);
    a->lines = sc.lines;
    judge_ply(p, run->mind, &run->view, run->legal, count, sc.lines);
    a->cost[p->actor] += p->cost;
    a->choices[p->actor] += count > 1;
    return true;
}

void analysis_end(struct analysis_run *run)
{
    if (!run)
        return;
    sr_free(run->memory);
    sr_free(run);
}

enum sr_err analysis_make(struct analysis *a, const struct sr_table *t, const struct sr_bot *bot,
                          void (*progress)(int done, int count), struct sr_diag *diag)
{
    struct sr_diag why = {""};
    const unsigned long shortages = sr_alloc_failures();
    struct analysis_run *run = analysis_begin(a, t, bot, &why);
    if (!run)
        return sr_fail(diag, sr_alloc_failures() != shortages ? SR_SPACE : SR_DIFFERS, "%s",
                       why.text);
    while (analysis_step(run))
        if (progress)
            progress(run->walk.next, a->plies);
    analysis_end(run);
    return SR_OK;
}

void analysis_free(struct analysis *a)
{
    sr_free(a->ply);
    a->ply = NULL;
}

int analysis_worst(const struct analysis *a, int least, int *ply, int max)
{
    int n = 0;
    for (int i = 0; i < a->plies; i++) {
        if (a->ply[i].cost <= least)
            continue;
        int at = sr_min(n, max);
        for (; at > 0 && a->ply[ply[at - 1]].cost < a->ply[i].cost; at--)
            if (at < max)
                ply[at] = ply[at - 1];
        if (at < max)
            ply[at] = i;
        n = sr_min(n + 1, max);
    }
    return n;
}

/* ---- reports -------------------------------------------------------------------------------- */

static void json_wins(struct sr_buf *b, const int *win, int lines)
{
    sr_json_open(b, '[');
    for (int i = 0; i < lines; i++)
        sr_json_int(b, win[i]);
    sr_json_close(b, ']');
}

void analysis_json(struct sr_buf *b, const struct analysis *a)
{
    char text[SR_TEXT_MAX];
    sr_json_open(b, '{');
    sr_json_put_str(b, "game", a->game->id);
    sr_json_put_int(b, "seats", a->seats);
    sr_json_put_open(b, "decisions", '[');
    for (int i = 0; i < a->plies; i++) {
        const struct analysis_ply *p = &a->ply[i];
        sr_json_open(b, '{');
        sr_json_put_int(b, "ply", i);
        sr_json_put_int(b, "seat", p->actor);
        sr_json_put_int(b, "choices", p->choices);
        sr_json_key(b, "win");
        json_wins(b, p->win, a->lines);
        sr_json_key(b, "move");
        sr_move_text(a->game, p->move, text);
        sr_json_str(b, text);
        if (p->cost > 0) {
            sr_json_key(b, "better");
            sr_move_text(a->game, p->best, text);
            sr_json_str(b, text);
            sr_json_put_int(b, "cost", p->cost);
            sr_json_put_str(b, "reason", p->reason);
        }
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
    sr_json_key(b, "final");
    json_wins(b, a->final_win, a->lines);
    sr_json_key(b, "cost");
    json_wins(b, a->cost, a->seats);
    sr_json_close(b, '}');
}

static void put_escaped(struct sr_buf *b, const char *s)
{
    for (; *s; s++)
        switch (*s) {
        case '<':
            sr_buf_put(b, "&lt;");
            break;
        case '&':
            sr_buf_put(b, "&amp;");
            break;
        case '"':
            sr_buf_put(b, "&quot;");
            break;
        default:
            sr_buf_putn(b, s, 1);
        }
}

static void SR_PRINTF(2, 3) put(struct sr_buf *b, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    sr_buf_put(b, text);
}

void analysis_svg(struct sr_buf *b, const struct analysis *a, const char *const *names)
{
    /* Told apart by colour and by dash, so that they can also be printed. */
    static const char *const colour[SR_LINES_MAX] = {"#b03a2e", "#1f618d", "#b7950b", "#1e8449",
                                                     "#6c3483", "#935116", "#117a65", "#515a5a"};
    static const char *const dash[SR_LINES_MAX] = {"", "7 3", "2 3", "9 3 2 3",
                                                   "", "7 3", "2 3", "9 3 2 3"};
    enum { WIDTH = 900, HEIGHT = 320, LEFT = 48, TOP = 16, RIGHT = 140, BOTTOM = 28 };
    const int w = WIDTH - LEFT - RIGHT, h = HEIGHT - TOP - BOTTOM;
    put(b,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n",
        WIDTH, HEIGHT);
    put(b, "<rect width=\"%d\" height=\"%d\" fill=\"#fffdf7\"/>\n", WIDTH, HEIGHT);
    for (int k = 0; k <= 4; k++) {
        const int y = TOP + h * k / 4;
        put(b, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#d8d2c4\"/>", LEFT, y,
            LEFT + w, y);
        put(b, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"#555\">%d%%</text>\n", LEFT - 6,
            y + 4, 100 - 25 * k);
    }
    for (int i = 0; i < a->lines; i++) {
        put(b,
            "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\" "
            "points=\"",
            colour[i], dash[i]);
        for (int p = 0; p <= a->plies; p++) {
            const int win = p < a->plies ? a->ply[p].win[i] : a->final_win[i];
            put(b, "%d,%d ", LEFT + w * p / sr_max(1, a->plies), TOP + h - h * win / 1000);
        }
        sr_buf_put(b, "\"/>\n");
        put(b,
            "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\" "
            "stroke-dasharray=\"%s\"/>",
            LEFT + w + 10, TOP + 12 + 20 * i, LEFT + w + 34, TOP + 12 + 20 * i, colour[i], dash[i]);
        put(b, "<text x=\"%d\" y=\"%d\">", LEFT + w + 40, TOP + 16 + 20 * i);
        if (names && names[i])
            put_escaped(b, names[i]);
        else
            put(b, "P%d", i + 1);
        sr_buf_put(b, "</text>\n");
    }
    put(b, "<text x=\"%d\" y=\"%d\" fill=\"#555\">0</text>", LEFT, HEIGHT - 8);
    put(b, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"#555\">%d</text>\n</svg>\n",
        LEFT + w, HEIGHT - 8, a->plies);
}
