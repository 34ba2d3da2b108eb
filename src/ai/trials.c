/* trials.c: the trials of halving.c, one after the other. */
#include "ai/halving.h"
#include "serai/bot.h"

/* Plays a move and what has no choice after it; returns how many moves the next decision has. */
static int arrive(struct halving_desk *d, const struct sr_rules *r, sr_move move)
{
    int count = 1;
    d->legal[0] = move;
    while (count == 1) {
        sr_play_unchecked(r, &d->state, d->legal[0], NULL);
        count = d->state.head.over ? 0 : sr_legal(r, &d->state, d->legal);
    }
    return count;
}

/* One trial: a position that fits the view, the move, `depth` decisions by the policy. */
static void try_move(struct halving_desk *d, const struct sr_rules *r, const struct ai_eval *e,
                     const struct sr_skill *skill, const struct sr_view *view, int trial, int depth)
{
    struct sr_rng rng;
    struct ai_values v;
    halving_seed(&d->run, trial, &rng);
    ai_draw(r, view, skill->draws, e->game->likely, &rng, &d->state, &d->spare);
    int count = arrive(d, r, d->run.move[trial / d->run.each].move);
    for (int k = 0; k < depth && count; k++) {
        ai_eval_policy(e, &d->memo, r, &d->state, d->legal, count, NULL, d->step);
        count = arrive(d, r, d->legal[halving_draw(d->step, count, &rng)]);
    }
    ai_eval_position(e, &d->memo, r, &d->state, &v);
    halving_note(&d->run, trial, view->s.head.viewer, &v);
}

int halving_think(struct halving_desk *d, const struct sr_rules *r, const struct ai_eval *e,
                  const struct sr_skill *skill, const struct sr_view *view, const sr_move *legal,
                  int count, struct sr_rng *rng)
{
    const struct halving_terms terms = {skill->visits, skill->focus, skill->slack};
    struct ai_values v;
    ai_draw(r, view, skill->draws, e->game->likely, rng, &d->state, &d->spare);
    const bool policy = ai_eval_policy(e, &d->memo, r, &d->state, legal, count, &v, d->logit);
    const bool handicaps = e->game->handicap != NULL;
    for (int i = 0; handicaps && i < count; i++)
        d->handicap[i] = e->game->handicap(r, &view->s, legal[i]) * (AI_WIN / 1000);
    const int32_t *handicap = handicaps ? d->handicap : NULL;
    halving_begin(&d->run, &terms, legal, count, d->logit, handicap, policy, rng);
    d->run.root = ai_worth(&v, view->s.head.viewer);
    for (int n = halving_round(&d->run); n; n = halving_round(&d->run)) {
        for (int i = 0; i < n; i++)
            try_move(d, r, e, skill, view, i, policy ? skill->depth : 0);
        halving_end(&d->run);
    }
    halving_worths(&d->run, d->logit, count, d->worth);
    halving_improve(&d->run, d->worth, handicap, count, d->logit);
    return d->run.move[0].index;
}
