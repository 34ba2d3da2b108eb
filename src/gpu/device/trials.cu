/* trials.cu: players who try moves (ai/halving.h). The trials of a round are made at the same time,
 * those of all games: each draws a position and plays its move (serai_arrive, sight.cu), then as
 * often as the player looks far, the network's policy says what it makes of the moves
 * (serai_policy, sight.cu) and one is drawn (serai_walk) and played. At the end the network judges.
 * Trial i of the first call is the decision itself, of place i. */

/* What the policy makes of the moves of who decides, by the second layer of his row. */
static void logits_of(const void *edition, const struct guide *g, const struct guide_trials *d,
                      const uint32_t *s, int seat, const int16_t *second, const sr_move *list,
                      int n, int32_t *logit)
{
    const struct sr_rules r = {&SERAI_GAME, edition};
    struct ai_net net;
    uint16_t slot[AI_SLOTS_MAX], seen[SERAI_MOVES][AI_SEEN];
    if (!g->policy) {
        for (int m = 0; m < n; m++)
            logit[m] = 0;
        return;
    }
    net.hidden[1] = SERAI_H2;
    net.slots = g->policy;
    net.bp = d->bp;
    net.wp = d->wp;
    memset(seen, 0, (size_t)n * sizeof seen[0]);
    const int known = guided_describe(&r, s, list, n, seen);
    const int suggested = known >= 0 ? known : guided_suggest(&r, s, list, n);
    for (int m = 0; m < n; m++) {
        const int parts =
            ai_move_slots(&SERAI_GAME, list[m], seat, g->seats, m == suggested, seen[m], slot);
        logit[m] = ai_net_logit_plain(&net, second, slot, parts);
    }
}

static void values_of(const struct guide *g, const struct guide_trials *d, uint32_t c,
                      struct ai_values *v)
{
    if (d->end[c] == TRIAL_OVER)
        *v = d->values[c];
    else
        ai_output_values(
            (const int32_t(*)[AI_OUTPUTS])(d->y + (uint64_t)d->at[c] * g->lines * AI_OUTPUTS),
            g->lines, v);
}

static const int32_t *handicaps_of(const void *edition, const struct sr_view *view,
                                   const sr_move *list, int n, int32_t *handicap)
{
    if (!guided_has_handicap())
        return NULL;
    for (int m = 0; m < n; m++)
        handicap[m] = guided_handicap(edition, view, list[m]);
    return handicap;
}

/* The decisions have been described and judged: which moves are tried. */
extern "C" __global__ void BOUNDS serai_open(const void *edition, const struct guide *g,
                                             const struct guide_trials *d, uint32_t *states,
                                             const struct place *places, struct guide_look *looks,
                                             uint32_t count)
{
    const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= count || places[i].game == NO_GAME || looks[i].tries < 0)
        return;
    sr_move list[SERAI_MOVES];
    int32_t handicap[SERAI_MOVES], *logit = d->logits + (uint64_t)i * SERAI_MOVES;
    struct guide_look *look = &looks[i];
    const struct halving_terms terms = {look->skill->visits, look->skill->focus,
                                        look->skill->slack};
    const int16_t *second = d->second + (uint64_t)d->at[i] * SERAI_H2;
    const int n = SERAI_GAME.legal(edition, state_of(states, places[i].game), list);
    struct ai_values v;
    struct sr_rng rng = d->rng[i];
    logits_of(edition, g, d, d->states + (uint64_t)i * WORDS, look->seat, second, list, n, logit);
    values_of(g, d, i, &v);
    halving_begin(&d->runs[i], &terms, list, n, logit,
                  handicaps_of(edition, view_of(d->drawn, g, i), list, n, handicap), g->policy != 0,
                  &rng);
    d->runs[i].root = ai_worth(&v, look->seat);
}

/* The trials of the next round. */
extern "C" __global__ void BOUNDS serai_round(const struct guide_trials *d,
                                              struct guide_look *looks,
                                              const struct place *places, uint32_t count,
                                              struct place *order, uint8_t *keys,
                                              uint32_t *counts, uint32_t *total)
{
    __shared__ struct tally tally;
    const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
    tally_begin(&tally);
    if (i < count && places[i].game != NO_GAME && looks[i].tries >= 0) {
        struct halving *h = &d->runs[i];
        const int n = halving_round(h);
        const uint32_t base = atomicAdd(total, (uint32_t)n);
        looks[i].base = base;
        looks[i].tries = n;
        for (int k = 0; k < n; k++) {
            const uint32_t c = base + (uint32_t)k;
            order[c].game = c;
            order[c].move = h->move[k / h->each].move;
            d->owner[c] = i;
            d->end[c] = TRIAL_ON;
            halving_seed(h, k, &d->rng[c]);
            keys[c] = (uint8_t)sr_move_verb(order[c].move);
            atomicAdd(&tally.here[keys[c]], 1);
        }
    }
    tally_end(&tally, counts);
}

/* One move of each trial by the policy, the `number`th; none for players who do not look so far. */
extern "C" __global__ void BOUNDS serai_walk(const void *edition, const struct guide *g,
                                             const struct guide_trials *d, struct place *order,
                                             const uint32_t *total, int number, uint8_t *keys,
                                             uint32_t *counts)
{
    __shared__ struct tally tally;
    const uint32_t t = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x * BLOCK >= *total)
        return;
    tally_begin(&tally);
    if (t < *total) {
        const uint32_t c = order[t].game;
        int key = IDLE;
        order[t].move = NO_MOVE;
        if (d->end[c] == TRIAL_ON && number < d->looks[d->owner[c]].skill->depth) {
            sr_move list[SERAI_MOVES];
            int32_t logit[SERAI_MOVES];
            const uint32_t *s = d->states + (uint64_t)c * WORDS;
            const uint32_t at = d->at[c];
            const int n = SERAI_GAME.legal(edition, s, list);
            logits_of(edition, g, d, s, d->seat[at], d->second + (uint64_t)at * SERAI_H2, list, n,
                      logit);
            order[t].move = list[halving_draw(logit, n, &d->rng[c])];
            key = sr_move_verb(order[t].move);
        }
        keys[t] = (uint8_t)key;
        tally_add(&tally, key);
    }
    tally_end(&tally, counts);
}

/* The round is over. */
extern "C" __global__ void BOUNDS serai_note(const struct guide *g, const struct guide_trials *d,
                                             const struct guide_look *looks,
                                             const struct place *places, uint32_t count)
{
    const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= count || places[i].game == NO_GAME || looks[i].tries <= 0)
        return;
    for (int k = 0; k < looks[i].tries; k++) {
        struct ai_values v;
        values_of(g, d, looks[i].base + (uint32_t)k, &v);
        halving_note(&d->runs[i], k, looks[i].seat, &v);
    }
    halving_end(&d->runs[i]);
}

/* All rounds are: the best move is played, and what was found recorded. */
extern "C" __global__ void BOUNDS serai_settle(const void *edition, const struct guide *g,
                                               const struct guide_trials *d, uint32_t *states,
                                               struct place *places, struct guide_look *looks,
                                               uint32_t count, unsigned char *records,
                                               uint32_t *used)
{
    const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= count || places[i].game == NO_GAME || looks[i].tries < 0)
        return;
    const struct halving *h = &d->runs[i];
    const struct halving_move *best = &h->move[0];
    struct guide_look *look = &looks[i];
    look->chosen = best->index;
    places[i].move = best->move;
    if (!g->records || !look->told)
        return;
    sr_move list[SERAI_MOVES];
    int32_t worth[SERAI_MOVES], handicap[SERAI_MOVES];
    int32_t *logit = d->logits + (uint64_t)i * SERAI_MOVES;
    const uint32_t *s = state_of(states, places[i].game);
    const int lines = best->trials ? h->lines : 0;
    const int n = SERAI_GAME.legal(edition, s, list);
    halving_worths(h, logit, n, worth);
    halving_improve(h, worth, handicaps_of(edition, view_of(d->drawn, g, i), list, n, handicap), n,
                    logit);
    uint16_t *share = record(g, records, used, s, places[i].game, look, best->move,
                             worth[look->chosen], best, lines);
    if (share)
        halving_shares(logit, n, share);
}
