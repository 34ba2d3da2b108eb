/* eval.c: from features or hand-written judgement to chances and margins. Integers only. */
#include "ai/eval.h"

struct ai_eval ai_eval_for(const struct sr_rules *r, bool learned)
{
    struct ai_eval e = {ai_game_find(r->game->id), NULL};
    const struct ai_net *net = learned ? ai_net_find(r->game->id) : NULL;
    /* Weights of other features would be noise. */
    if (net && net->inputs == e.game->inputs && net->features == e.game->version)
        e.net = net;
    return e;
}

int ai_lines(const struct ai_eval *e, const union sr_state *s)
{
    return e->game->lines ? e->game->lines(s) : s->head.seats;
}

void ai_softmax(const int32_t *logit, int n, int32_t *out)
{
    SR_ASSERT(n > 0);
    int32_t top = logit[0];
    for (int i = 1; i < n; i++)
        top = sr_max(top, logit[i]);
    int64_t sum = 0;
    for (int i = 0; i < n; i++) {
        out[i] = ai_exp2(((int64_t)logit[i] - top) * 94548 >> 16); /* log2(e) */
        sum += out[i];
    }
    for (int i = 0; i < n; i++)
        out[i] = (int32_t)(((int64_t)out[i] << 16) / sum);
}

static int32_t clamp_margin(int64_t m)
{
    return (int32_t)(m > AI_WIN ? AI_WIN : m < -AI_WIN ? -AI_WIN : m);
}

/* Own result less the best of the others; alone at the table: the result itself. */
static int lead(const int *points, int lines, int line)
{
    int other = INT32_MIN;
    for (int i = 0; i < lines; i++)
        if (i != line)
            other = sr_max(other, points[i]);
    return other == INT32_MIN ? points[line] : points[line] - other;
}

static void final_values(const struct ai_eval *e, const struct sr_rules *r, const union sr_state *s,
                         struct ai_values *out)
{
    struct sr_scores sc;
    sr_scores_of(r, s, &sc);
    int winners = 0;
    for (int i = 0; i < sc.lines; i++)
        winners += sc.rank[i] == 1;
    out->lines = sc.lines;
    for (int i = 0; i < sc.lines; i++) {
        out->win[i] = sc.rank[i] == 1 ? AI_WIN / sr_max(1, winners) : 0;
        out->margin[i] =
            clamp_margin((int64_t)lead(sc.total, sc.lines, i) * AI_WIN / e->game->margin);
    }
}

void ai_eval_inputs(const struct ai_eval *e, struct ai_memo *memo, const int8_t *x, int lines,
                    struct ai_values *out)
{
    int32_t logit[SR_LINES_MAX + 1], chance[SR_LINES_MAX + 1];
    out->lines = lines;
    for (int i = 0; i < lines; i++) {
        int32_t y[AI_OUTPUTS];
        ai_net_run(e->net, x + i * e->net->inputs, &memo->line[i], y);
        logit[i] = y[0];
        out->margin[i] = clamp_margin(y[1]);
    }
    /* Alone at the table one plays against the goal, which has the logit 0. */
    logit[lines] = 0;
    ai_softmax(logit, lines + (lines == 1), chance);
    memcpy(out->win, chance, (size_t)lines * sizeof *chance);
}

static void learned_values(const struct ai_eval *e, struct ai_memo *memo, const struct sr_rules *r,
                           const union sr_state *s, struct ai_values *out)
{
    int8_t x[SR_LINES_MAX * AI_INPUTS_MAX];
    memset(x, 0, (size_t)out->lines * (size_t)e->net->inputs);
    e->game->features(r, s, x);
    ai_eval_inputs(e, memo, x, out->lines, out);
}

static void judged_values(const struct ai_eval *e, const struct sr_rules *r,
                          const union sr_state *s, struct ai_values *out)
{
    const struct ai_game *g = e->game;
    int points[SR_LINES_MAX];
    int32_t logit[SR_LINES_MAX];
    const int exact = ai_spread(g->spread_start, g->spread_end, g->progress(r, s));
    const int spread = (exact + 1023) / 1024;
    for (int i = 0; i < out->lines; i++) {
        int part[AI_PARTS_MAX] = {0};
        g->judge(r, s, i, part);
        points[i] = 0;
        for (int p = 0; p < AI_PARTS_MAX; p++)
            points[i] += part[p];
    }
    for (int i = 0; i < out->lines; i++) {
        logit[i] = (int32_t)((int64_t)points[i] * AI_WIN / (AI_POINT * sr_max(1, spread)));
        out->margin[i] =
            clamp_margin((int64_t)lead(points, out->lines, i) * AI_WIN / (AI_POINT * g->margin));
    }
    ai_softmax(logit, out->lines, out->win);
    /* Alone at the table there is nobody to beat: points are all there is. */
    if (out->lines == 1)
        out->win[0] = sr_max(0, out->margin[0]);
}

void ai_memo_clear(struct ai_memo *memo)
{
    for (int i = 0; i < SR_LINES_MAX; i++)
        memo->line[i].net = NULL;
}

void ai_eval_position(const struct ai_eval *e, struct ai_memo *memo, const struct sr_rules *r,
                      const union sr_state *s, struct ai_values *out)
{
    if (s->head.over) {
        final_values(e, r, s, out);
        return;
    }
    out->lines = ai_lines(e, s);
    if (e->net)
        learned_values(e, memo, r, s, out);
    else
        judged_values(e, r, s, out);
}
