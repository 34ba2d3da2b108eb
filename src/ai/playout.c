/* playout.c: for who plays alone against an automated opponent. He reacts to a person by fixed
 * rules, and what can be denied to him shows only much later, when his cards have come. So a
 * position that the tree meets first is not judged but played on to the end of the game, the moves
 * drawn from the network's policy, and the margin decides. Integers only. */
#include "ai/halving.h"
#include "ai/search.h"

enum {
    SHARP = 2,     /* the policy's logits count so many times: it draws what it likes oftener */
    LONGEST = 2000 /* decisions; no game that can be played alone lasts so long */
};

bool playout_wanted(const struct tree *t, const union sr_state *s, int playout)
{
    return playout && t->policy && s->head.seats == 1 && t->eval.game->alone_spread > 0;
}

/* A chance to win that follows the margin: each point counts, however far one lies behind. */
static void values_by_margin(const struct ai_game *g, int seat, struct ai_values *v)
{
    const int64_t points = (int64_t)v->margin[seat] * ai_margin(g, 1);
    int32_t logit[2] = {(int32_t)(points / g->alone_spread), 0}, chance[2];
    if (v->lines != 2)
        return;
    ai_softmax(logit, 2, chance);
    v->win[seat] = chance[0];
    v->win[1 - seat] = AI_WIN - chance[0];
}

void playout_run(struct tree *t, struct sr_rng *rng, struct ai_values *v)
{
    union sr_state *s = &t->state;
    int count = sr_legal(&t->rules, s, t->legal);
    for (int k = 0; count && k < LONGEST; k++) {
        int i = 0;
        if (count > 1) {
            ai_eval_policy(&t->eval, &t->memo, &t->rules, s, t->legal, count, NULL, t->logit);
            for (int j = 0; j < count; j++)
                t->logit[j] *= SHARP;
            i = halving_draw(t->logit, count, rng);
        }
        sr_play_unchecked(&t->rules, s, t->legal[i], NULL);
        count = sr_legal(&t->rules, s, t->legal);
    }
    ai_eval_position(&t->eval, &t->memo, &t->rules, s, v);
    values_by_margin(t->eval.game, 0, v);
}
