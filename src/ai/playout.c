/* playout.c: positions that the tree meets first are played on before they are judged, the moves
 * drawn from the network's policy: what a turn begun will bring, and what the others make of it, is
 * found rather than guessed. Who plays alone against an automated opponent plays on to the end:
 * that one follows fixed rules, and what can be denied to him shows only when his cards have come.
 * There the margin decides. Integers only. */
#include "ai/halving.h"
#include "ai/search.h"

enum {
    SHARP = 2,     /* the policy's logits count so many times: it draws what it likes oftener */
    LONGEST = 2000 /* decisions, and turns: no game that can be played alone lasts so long */
};

int playout_turns(const struct tree *t, const union sr_state *s, int playout)
{
    const struct ai_game *g = t->eval.game;
    if (!playout || !t->policy)
        return 0;
    if (s->head.seats == 1)
        return g->alone_spread ? LONGEST : 0;
    /* With two, trees of judged positions were as good. */
    return s->head.seats > 2 ? g->plays_on * s->head.seats : 0;
}

/* A chance to win that follows the margin: each point counts, however far one lies behind. The
 * search will choose better than the policy it plays on by, by `gain` points. */
static void values_by_margin(const struct ai_game *g, int gain, struct ai_values *v)
{
    const int64_t points = (int64_t)v->margin[0] * ai_margin(g, 1) + (int64_t)gain * AI_WIN;
    const int32_t logit[2] = {(int32_t)(points / g->alone_spread), 0};
    int32_t chance[2];
    if (v->lines != 2)
        return;
    ai_softmax(logit, 2, chance);
    v->win[0] = chance[0];
    v->win[1] = AI_WIN - chance[0];
}

void playout_run(struct tree *t, struct sr_rng *rng, struct ai_values *v)
{
    union sr_state *s = &t->state;
    const int begun = s->head.turn;
    int count = sr_legal(&t->rules, s, t->legal);
    for (int k = 0; count && k < LONGEST && s->head.turn - begun < t->playout;) {
        int i = 0;
        if (count > 1) {
            k++;
            ai_eval_policy(&t->eval, &t->memo, &t->rules, s, t->legal, count, NULL, t->logit);
            for (int j = 0; j < count; j++)
                t->logit[j] *= SHARP;
            i = halving_draw(t->logit, count, rng);
        }
        sr_play_unchecked(&t->rules, s, t->legal[i], NULL);
        count = sr_legal(&t->rules, s, t->legal);
    }
    ai_eval_position(&t->eval, &t->memo, &t->rules, s, v);
    if (s->head.seats == 1)
        values_by_margin(t->eval.game, t->gain, v);
}
