/* guided.cu: games by players who think. Each step: every player lists his moves (serai_look). Who
 * looks one move ahead draws what he does not see; the positions after all those moves, the
 * children, are sorted by verb, made and described (serai_child, sight.cu), judged by the network
 * (serai_net, sight.cu), and he chooses (serai_pick). Who tries moves does it in rounds
 * (trials.cu). Scripted players choose by themselves (script.cu). Everything is done in the integers of the CPU's bots, so that they make the same
 * moves. */
#include "device/core.h"
#include "device/tally.h"
#include "device/wave.h"
#include "gpu/guide.h"
#include "lab/record.h"
#include "ai/values.c"
#include "ai/policy.c"
#include "ai/halving.c"

/* ---- for sight.cu, which has the features and not the table --------------------------------- */

extern "C" void guided_apply(const void *edition, void *state, sr_move move)
{
    ((struct sr_head *)state)->ply++;
    SERAI_GAME.apply(edition, state, move, (struct sr_events *)0);
}

extern "C" void guided_final(const void *edition, const void *state, int margin,
                             struct ai_values *v)
{
    struct sr_scores sc;
    memset(&sc, 0, sizeof sc);
    sc.lines = ((const struct sr_head *)state)->seats;
    SERAI_GAME.scores(edition, state, &sc);
    ai_final_values(&sc, margin, v);
}

extern "C" int guided_has_likely(void);
extern "C" int guided_likely(const struct sr_rules *r, const union sr_state *s, int seat);

/* A position that fits the view. */
extern "C" void guided_draw(const void *edition, const struct sr_view *view, int draws,
                            struct sr_rng *rng, void *out)
{
    const struct sr_rules r = {&SERAI_GAME, edition};
    __align__(8) uint32_t spare[WORDS];
    ai_draw(&r, view, draws, guided_has_likely() ? guided_likely : NULL, rng,
            (union sr_state *)out, (union sr_state *)spare);
}

extern "C" const struct sr_game *guided_game(void) { return &SERAI_GAME; }
extern "C" int guided_legal(const void *edition, const void *state, sr_move *list)
{
    return SERAI_GAME.legal(edition, state, list);
}
extern "C" int guided_actor(const void *state) { return SERAI_GAME.actor(state); }
extern "C" int guided_decision(const void *state) { return SERAI_GAME.decision(state); }

/* Plays a move and what has no choice after it. */
extern "C" void guided_arrive(const void *edition, void *state, sr_move move)
{
    sr_move list[SERAI_MOVES];
    list[0] = move;
    do
        guided_apply(edition, state, list[0]);
    while (!((const struct sr_head *)state)->over && SERAI_GAME.legal(edition, state, list) == 1);
}

/* ---- of sight.cu ---------------------------------------------------------------------------- */

extern "C" int32_t guided_handicap(const void *edition, const void *view, sr_move move);
extern "C" int guided_has_handicap(void);
extern "C" int guided_suggest(const struct sr_rules *r, const void *state, const sr_move *legal,
                              int count);
extern "C" int guided_describe(const struct sr_rules *r, const void *state, const sr_move *legal,
                               int count, uint16_t (*seen)[AI_SEEN]);

/* ---- players -------------------------------------------------------------------------------- */

static inline const struct guide_skill *skill_of(const struct guide *g, uint32_t game, int seat,
                                                 bool deep)
{
    const int shift = g->rotate ? (int)((g->first + game) % (uint64_t)g->seats) : 0;
    const int which = (seat + shift) % g->seats;
    return deep ? &g->skill[which] : &g->glance[which];
}

/* What the player of a place sees; before it stand the positions he drew. */
static inline struct sr_view *view_of(uint32_t *drawn, const struct guide *g, uint32_t i)
{
    return (struct sr_view *)(drawn + ((uint64_t)i * g->slots + g->slots - 1) * WORDS);
}

/* drawn: room for `slots` states of each place. trials: NULL where nobody tries moves. */
extern "C" __global__ void BOUNDS serai_look(const void *edition, uint32_t *states,
                                             struct place *places, uint32_t count,
                                             const struct guide *g, struct guide_look *looks,
                                             uint32_t *drawn, struct place *children,
                                             uint32_t *owner, int32_t *handicap, uint8_t *keys,
                                             uint32_t *counts, uint32_t *total,
                                             const struct guide_trials *trials)
{
    __shared__ struct tally tally;
    const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
    tally_begin(&tally);
    const uint32_t game = i < count ? places[i].game : NO_GAME;
    if (i < count && trials)
        trials->end[i] = TRIAL_NOBODYS;
    if (game != NO_GAME) {
        uint32_t *s = state_of(states, game);
        sr_move list[SERAI_MOVES];
        struct guide_look look;
        const int seat = SERAI_GAME.actor(s);
        struct lab_fate fate = lab_fate(&g->study, g->seed + game, ((struct sr_head *)s)->ply);
        const struct guide_skill *skill = skill_of(g, game, seat, fate.deep);
        const int n = SERAI_GAME.legal(edition, s, list);
        const uint64_t mind = mix(g->seed + game, (uint64_t)seat);
        const struct sr_rules r = {&SERAI_GAME, edition};
        struct sr_view *view = view_of(drawn, g, i);
        look.listed = look.count = (uint16_t)n;
        look.samples = 0;
        look.tries = -1;
        look.chosen = 0;
        look.seat = (uint16_t)seat;
        look.skill = skill;
        look.told = fate.told || (fate.deep && skill->way == GUIDE_TRIES);
        sr_rng_seed(&look.rng, mind + (uint64_t)((struct sr_head *)s)->ply * 0xD1B54A32D192ED03u);
        sr_move move = list[0];
        if (n > 1 && fate.any) {
            move = list[sr_rng_below(&fate.rng, (uint32_t)n)];
        } else if (n > 1 && skill->way == GUIDE_ANY) {
            move = list[sr_rng_below(&look.rng, (uint32_t)n)];
        } else if (n > 1 && skill->way == GUIDE_TRIES) {
            sr_observe(&r, (const union sr_state *)s, seat, view);
            move = NO_MOVE;
            look.tries = 0;
            trials->rng[i] = look.rng;
            trials->owner[i] = i;
            trials->end[i] = TRIAL_ON;
        } else if (n > 1 && skill->way == GUIDE_BY_SCRIPT) {
            sr_observe(&r, (const union sr_state *)s, seat, view);
            move = NO_MOVE;
        } else if (n > 1) {
            const int samples = sr_max(1, sr_min(skill->samples, 8192 / n));
            const uint32_t need = (uint32_t)(samples * n);
            look.base = atomicAdd(total, need);
            move = NO_MOVE;
            if (look.base + need > g->room) {
                look.listed = 0;
                for (uint32_t c = look.base; c < g->room; c++) { /* nobody's: sorted to the end */
                    children[c].game = c;
                    keys[c] = IDLE;
                    atomicAdd(&tally.here[IDLE], 1);
                }
            } else {
                uint32_t *first = drawn + (uint64_t)i * g->slots * WORDS;
                sr_observe(&r, (const union sr_state *)s, seat, view);
                for (int m = 0; guided_has_handicap() && m < n; m++)
                    handicap[look.base + m] = guided_handicap(edition, view, list[m]);
                look.samples = (uint16_t)samples;
                for (int k = 0; k < samples; k++)
                    guided_draw(edition, view, skill->draws, &look.rng,
                                first + (uint64_t)k * WORDS);
                for (int k = 0; k < samples; k++)
                    for (int m = 0; m < n; m++) {
                        const uint32_t c = look.base + (uint32_t)(k * n + m);
                        children[c].game = c;
                        children[c].move = list[m];
                        owner[c] = i * (uint32_t)g->slots + (uint32_t)k;
                        keys[c] = (uint8_t)sr_move_verb(list[m]);
                        atomicAdd(&tally.here[keys[c]], 1);
                    }
            }
        }
        places[i].move = move;
        looks[i] = look;
    }
    tally_end(&tally, counts);
}

/* ---- records -------------------------------------------------------------------------------- */

/* A record but for its policy; returns where that goes, NULL where heads alone are wanted. best:
 * NULL, or what was found of the move by trials. */
static uint16_t *record(const struct guide *g, unsigned char *records, uint32_t *used,
                        const uint32_t *s, uint32_t game, const struct guide_look *look,
                        sr_move move, int32_t worth, const struct halving_move *best, int lines)
{
    const bool head = g->records == GUIDE_HEADS;
    const uint32_t length = head ? (uint32_t)sizeof(struct lab_record)
                                 : lab_record_length(SERAI_STATE, lines, look->count);
    struct lab_record *r = (struct lab_record *)(records + atomicAdd(used, length));
    unsigned char *at = (unsigned char *)r;
    struct lab_value *value = (struct lab_value *)(at + lab_values_at(SERAI_STATE));
    uint16_t *share = (uint16_t *)(at + lab_shares_at(SERAI_STATE, lines));
    r->game = game;
    r->ply = ((const struct sr_head *)s)->ply;
    r->choices = look->count;
    r->chosen = (uint16_t)look->chosen;
    r->move = move;
    r->worth = worth;
    r->seat = (uint8_t)look->seat;
    r->lines = (uint8_t)lines;
    r->length = (uint16_t)length;
    if (head)
        return NULL;
    for (int k = 0; k < (SERAI_STATE + 3) / 4; k++)
        ((uint32_t *)(r + 1))[k] = s[k];
    for (int k = 0; k < lines; k++) {
        value[k].win = (int32_t)(best->win[k] / best->trials);
        value[k].margin = (int32_t)(best->margin[k] / best->trials);
    }
    if (look->count % 2)
        share[look->count] = 0;
    return share;
}

/* Of a scripted player, who judges nothing. */
extern "C" uint16_t *guided_record(const struct guide *g, unsigned char *records, uint32_t *used,
                                   const uint32_t *s, uint32_t game, const struct guide_look *look,
                                   sr_move move)
{
    return record(g, records, used, s, game, look, move, 0, NULL, 0);
}

/* ---- choosing ------------------------------------------------------------------------------- */

/* Worth of a child for the player who made it. */
static int32_t worth_of(const struct guide *g, uint32_t at, int seat, const int32_t *y,
                        const int32_t *final, const uint8_t *over, uint32_t c)
{
    if (over[at])
        return final[c];
    struct ai_values v;
    ai_output_values((const int32_t(*)[AI_OUTPUTS])(y + (uint64_t)at * g->lines * AI_OUTPUTS),
                     g->lines, &v);
    return ai_worth(&v, seat);
}

/* at: where in the sorted order a child was judged. final: worth of children that ended the game,
 * and room for that of all others. */
extern "C" __global__ void BOUNDS serai_pick(uint32_t *states, struct place *places, uint32_t count,
                                             const struct guide *g, struct guide_look *looks,
                                             const struct place *children, const uint32_t *at,
                                             const int32_t *handicap, const int32_t *y,
                                             int32_t *final, int32_t *worth, int64_t *standing,
                                             const uint8_t *over, unsigned char *records,
                                             uint32_t *used)
{
    const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
    const uint32_t game = i < count ? places[i].game : NO_GAME;
    if (game == NO_GAME || !looks[i].samples)
        return;
    struct guide_look look = looks[i];
    int32_t *own = worth + look.base;
    for (int m = 0; m < look.count; m++) {
        int64_t sum = 0;
        for (int k = 0; k < look.samples; k++) {
            const uint32_t c = look.base + (uint32_t)(k * look.count + m);
            sum += worth_of(g, at[c], look.seat, y, final, over, c);
        }
        own[m] = (int32_t)(sum / look.samples);
        standing[look.base + m] = own[m];
    }
    const struct ai_choice choice = {look.count, own, standing + look.base,
                                     guided_has_handicap() ? handicap + look.base : NULL,
                                     look.skill->slack};
    look.chosen = ai_choose(&choice, &look.rng);
    places[i].move = children[look.base + look.chosen].move;
    if (!g->records || !look.told)
        return;
    const int32_t focus = sr_max(1, look.skill->focus) * (AI_WIN / 1000);
    uint16_t *share = record(g, records, used, state_of(states, game), game, &look, places[i].move,
                             own[look.chosen], NULL, 0);
    if (!share)
        return;
    for (int m = 0; m < look.count; m++)
        own[m] = halving_sigma(focus, own[m]);
    halving_shares(own, look.count, share);
}

/* Sorts by what was chosen, and counts the choices there were. */
extern "C" __global__ void serai_chosen(const struct place *places, const struct guide_look *looks,
                                        uint8_t *keys, uint32_t *counts, uint32_t count,
                                        struct totals *totals)
{
    __shared__ struct tally tally;
    const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
    tally_begin(&tally);
    uint32_t listed = 0;
    if (i < count) {
        int key = IDLE;
        if (places[i].game != NO_GAME) {
            listed = looks[i].listed;
            key = places[i].move == NO_MOVE ? IDLE - 1 : sr_move_verb(places[i].move);
        }
        keys[i] = (uint8_t)key;
        tally_add(&tally, key);
    }
    count_moves(totals, listed);
    tally_end(&tally, counts);
}

#include "device/trials.cu"
