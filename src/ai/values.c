/* values.c: from outputs of a network or final results to chances and margins, and from what moves
 * are worth to a choice. Integers only, in the common subset of C and C++: compiled for devices
 * too, where the answers must be the same. */
#include "ai/eval.h"

int32_t ai_exp2(int64_t x)
{
    if (x >= 0)
        return 1 << 16;
    const int64_t whole = -(x >> 16); /* x = -whole + part */
    if (whole > 16)
        return 0;
    const int64_t f = x & 0xFFFF;
    /* A cubic through 2^f on 0..1, good to 1 in 2,000. */
    int64_t v = 5124;
    v = 14826 + ((v * f) >> 16);
    v = 45564 + ((v * f) >> 16);
    v = 65536 + ((v * f) >> 16);
    return (int32_t)(v >> whole);
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

int32_t ai_clamp_margin(int64_t m)
{
    const int64_t most = AI_WIN;
    return (int32_t)(m > most ? most : m < -most ? -most : m);
}

int ai_lead(const int *points, int lines, int line)
{
    int other = INT32_MIN;
    for (int i = 0; i < lines; i++)
        if (i != line)
            other = sr_max(other, points[i]);
    return other == INT32_MIN ? points[line] : points[line] - other;
}

void ai_final_values(const struct sr_scores *sc, int points, struct ai_values *out)
{
    int winners = 0;
    for (int i = 0; i < sc->lines; i++)
        winners += sc->rank[i] == 1;
    out->lines = sc->lines;
    for (int i = 0; i < sc->lines; i++) {
        out->win[i] = sc->rank[i] == 1 ? AI_WIN / sr_max(1, winners) : 0;
        out->margin[i] =
            ai_clamp_margin((int64_t)ai_lead(sc->total, sc->lines, i) * AI_WIN / points);
    }
}

void ai_output_values(const int32_t (*y)[AI_OUTPUTS], int lines, struct ai_values *out)
{
    int32_t logit[SR_LINES_MAX + 1], chance[SR_LINES_MAX + 1];
    out->lines = lines;
    for (int i = 0; i < lines; i++) {
        logit[i] = y[i][0];
        out->margin[i] = ai_clamp_margin(y[i][1]);
    }
    /* Alone at the table one plays against the goal, which has the logit 0. */
    logit[lines] = 0;
    ai_softmax(logit, lines + (lines == 1), chance);
    for (int i = 0; i < lines; i++)
        out->win[i] = chance[i];
}

void ai_judged_values(const struct ai_game *g, const struct sr_rules *r, const union sr_state *s,
                      struct ai_values *out)
{
    int points[SR_LINES_MAX];
    int32_t logit[SR_LINES_MAX];
    const int exact = ai_spread(g->spread_start, g->spread_end, g->progress(r, s));
    const int spread = (exact + 1023) / 1024;
    for (int i = 0; i < out->lines; i++) {
        int part[AI_PARTS_MAX];
        memset(part, 0, sizeof part);
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

void ai_draw(const struct sr_rules *r, const struct sr_view *view, int draws, ai_likely *likely,
             struct sr_rng *rng, union sr_state *out, union sr_state *spare)
{
    const int seat = view->s.head.viewer;
    sr_sample(r, view, rng, out);
    if (!likely || draws < 2)
        return;
    int64_t total = likely(r, out, seat);
    for (int i = 1; i < draws; i++) {
        sr_sample(r, view, rng, spare);
        const int weight = likely(r, spare, seat);
        total += weight;
        if (sr_rng_below(rng, (uint32_t)total) < (uint32_t)weight)
            sr_copy(r, out, spare);
    }
}

/* ---- choosing ------------------------------------------------------------------------------- */

/* The best move without a handicap, where the best one is not better by enough. */
static int sober(const struct ai_choice *c, int best)
{
    int other = -1;
    for (int i = 0; c->handicap[best] && i < c->count; i++)
        if (!c->handicap[i] && (other < 0 || c->standing[i] > c->standing[other]))
            other = i;
    return other >= 0 && c->worth[best] - c->worth[other] < c->handicap[best] ? other : best;
}

static uint32_t weight_near(const struct ai_choice *c, int best, int i, int32_t slack)
{
    const int32_t loss = sr_max(0, c->worth[best] - c->worth[i]);
    const bool out = loss > 3 * slack || (i != best && c->handicap && c->handicap[i]);
    return out ? 0 : (uint32_t)(ai_exp2(-((int64_t)loss * AI_WIN / slack)) >> 4);
}

/* Among moves nearly as good as the best, the better the likelier; moves that give away three
 * times the slack and more are out of the question. */
static int choose_near(const struct ai_choice *c, int best, struct sr_rng *rng)
{
    const int32_t slack = sr_max(1, c->slack * (AI_WIN / 1000));
    uint32_t total = 0;
    for (int i = 0; i < c->count; i++)
        total += weight_near(c, best, i, slack);
    uint32_t at = sr_rng_below(rng, total);
    for (int i = 0; i < c->count; i++) {
        const uint32_t weight = weight_near(c, best, i, slack);
        if (at < weight)
            return i;
        at -= weight;
    }
    return best;
}

int ai_choose(const struct ai_choice *c, struct sr_rng *rng)
{
    int best = 0;
    uint32_t equal = 1;
    for (int i = 1; i < c->count; i++) {
        if (c->standing[i] > c->standing[best]) {
            best = i;
            equal = 1;
        } else if (c->standing[i] == c->standing[best] && sr_rng_below(rng, ++equal) == 0) {
            best = i;
        }
    }
    if (c->handicap)
        best = sober(c, best);
    return c->slack > 0 ? choose_near(c, best, rng) : best;
}
