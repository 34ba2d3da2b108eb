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

static void final_values(const struct ai_eval *e, const struct sr_rules *r, const union sr_state *s,
                         struct ai_values *out)
{
    struct sr_scores sc;
    sr_scores_of(r, s, &sc);
    ai_final_values(&sc, e->game->margin, out);
}

void ai_eval_inputs(const struct ai_eval *e, struct ai_memo *memo, const int8_t *x, int lines,
                    struct ai_values *out)
{
    int32_t y[SR_LINES_MAX][AI_OUTPUTS];
    for (int i = 0; i < lines; i++)
        ai_net_run(e->net, x + i * e->net->inputs, &memo->line[i], y[i]);
    ai_output_values((const int32_t(*)[AI_OUTPUTS])y, lines, out);
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
        out->margin[i] = ai_clamp_margin((int64_t)ai_lead(points, out->lines, i) * AI_WIN /
                                         (AI_POINT * g->margin));
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
