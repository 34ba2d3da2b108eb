/* guided.cu: games by players who look one move ahead by a network. Each step: every such player
 * draws what he does not see and lists his moves (serai_look); the positions after all those moves,
 * the children, are sorted by verb, made and described (serai_child, sight.cu); the network judges
 * them (serai_net, sight.cu); the players choose (serai_pick). Everything is done in the integers
 * of the CPU's bots, so that they make the same moves. */
#include "device/core.h"
#include "device/wave.h"
#include "gpu/guide.h"
#include "lab/record.h"
#include "ai/values.c"

/* For sight.cu, which has the features and not the table. */
extern "C" void guided_apply(const void *edition, void *state, sr_move move)
{
    ((struct sr_head *)state)->ply++;
    SERAI_GAME.apply(edition, state, move, (struct sr_events *)0);
}

extern "C" int32_t guided_final(const void *edition, const void *state, int seat, int margin)
{
    struct sr_scores sc;
    struct ai_values v;
    memset(&sc, 0, sizeof sc);
    sc.lines = ((const struct sr_head *)state)->seats;
    SERAI_GAME.scores(edition, state, &sc);
    ai_final_values(&sc, margin, &v);
    return ai_worth(&v, seat);
}

extern "C" int32_t guided_handicap(const void *edition, const void *view, sr_move move);
extern "C" int guided_has_handicap(void);

static inline const struct guide_skill *skill_of(const struct guide *g, uint32_t game, int seat)
{
    const int shift = g->rotate ? (int)((g->first + game) % (uint64_t)g->seats) : 0;
    return &g->skill[(seat + shift) % g->seats];
}

/* drawn: room for `slots` states of each place. */
extern "C" __global__ void BOUNDS serai_look(const void *edition, uint32_t *states,
                                             struct place *places, uint32_t count,
                                             const struct guide *g, struct guide_look *looks,
                                             uint32_t *drawn, struct place *children,
                                             uint32_t *owner, int32_t *handicap, uint8_t *keys,
                                             uint32_t *counts, uint32_t *total)
{
    __shared__ uint32_t here[KEYS];
    const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
    for (int k = threadIdx.x; k < KEYS; k += BLOCK)
        here[k] = 0;
    __syncthreads();
    const uint32_t game = i < count ? places[i].game : NO_GAME;
    if (game != NO_GAME) {
        uint32_t *s = state_of(states, game);
        sr_move list[SERAI_MOVES];
        struct guide_look look;
        const int seat = SERAI_GAME.actor(s);
        const struct guide_skill *skill = skill_of(g, game, seat);
        const int n = SERAI_GAME.legal(edition, s, list);
        const uint64_t mind = mix(g->seed + game, (uint64_t)seat);
        look.listed = look.count = (uint16_t)n;
        look.samples = 0;
        look.seat = (uint16_t)seat;
        look.slack = skill->slack;
        sr_rng_seed(&look.rng, mind + (uint64_t)((struct sr_head *)s)->ply * 0xD1B54A32D192ED03u);
        sr_move move = list[0];
        if (n > 1 && !skill->looks) {
            move = list[sr_rng_below(&look.rng, (uint32_t)n)];
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
                    atomicAdd(&here[IDLE], 1);
                }
            } else {
                const struct sr_rules r = {&SERAI_GAME, edition};
                uint32_t *first = drawn + (uint64_t)i * g->slots * WORDS;
                struct sr_view *view = (struct sr_view *)(first + (uint64_t)samples * WORDS);
                sr_observe(&r, (const union sr_state *)s, seat, view);
                for (int m = 0; guided_has_handicap() && m < n; m++)
                    handicap[look.base + m] = guided_handicap(edition, view, list[m]);
                look.samples = (uint16_t)samples;
                for (int k = 0; k < samples; k++)
                    sr_sample(&r, view, &look.rng, (union sr_state *)(first + (uint64_t)k * WORDS));
                for (int k = 0; k < samples; k++)
                    for (int m = 0; m < n; m++) {
                        const uint32_t c = look.base + (uint32_t)(k * n + m);
                        children[c].game = c;
                        children[c].move = list[m];
                        owner[c] = i * (uint32_t)g->slots + (uint32_t)k;
                        keys[c] = (uint8_t)sr_move_verb(list[m]);
                        atomicAdd(&here[keys[c]], 1);
                    }
            }
        }
        places[i].move = move;
        looks[i] = look;
    }
    __syncthreads();
    for (int k = threadIdx.x; k < KEYS; k += BLOCK)
        if (here[k])
            atomicAdd(&counts[k], here[k]);
}

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
extern "C" __global__ void BOUNDS serai_pick(uint32_t *states, struct place *places, uint8_t *keys,
                                             uint32_t *counts, uint32_t count,
                                             const struct guide *g, const struct guide_look *looks,
                                             const struct place *children, const uint32_t *at,
                                             const int32_t *handicap, const int32_t *y,
                                             int32_t *final, int32_t *worth, int64_t *standing,
                                             const uint8_t *over, unsigned char *records,
                                             uint32_t *recorded, struct totals *totals)
{
    __shared__ uint32_t here[KEYS];
    const uint32_t i = blockIdx.x * BLOCK + threadIdx.x;
    for (int k = threadIdx.x; k < KEYS; k += BLOCK)
        here[k] = 0;
    __syncthreads();
    const uint32_t game = i < count ? places[i].game : NO_GAME;
    uint32_t listed = 0;
    int key = IDLE;
    if (game != NO_GAME) {
        struct guide_look look = looks[i];
        listed = look.listed;
        if (look.samples) {
            for (int m = 0; m < look.count; m++) {
                int64_t sum = 0;
                for (int k = 0; k < look.samples; k++) {
                    const uint32_t c = look.base + (uint32_t)(k * look.count + m);
                    sum += worth_of(g, at[c], look.seat, y, final, over, c);
                }
                worth[look.base + m] = (int32_t)(sum / look.samples);
                standing[look.base + m] = worth[look.base + m];
            }
            const struct ai_choice choice = {look.count, worth + look.base, standing + look.base,
                                             guided_has_handicap() ? handicap + look.base : NULL,
                                             look.slack};
            const int chosen = ai_choose(&choice, &look.rng);
            places[i].move = children[look.base + chosen].move;
            const uint32_t number = g->records ? atomicAdd(recorded, 1) : 0;
            if (number < g->records) {
                const uint32_t *s = state_of(states, game);
                struct lab_record *r =
                    (struct lab_record *)(records +
                                            (uint64_t)number * (sizeof *r + SERAI_STATE));
                r->game = game;
                r->ply = ((const struct sr_head *)s)->ply;
                r->choices = look.count;
                r->chosen = (uint16_t)chosen;
                r->move = places[i].move;
                r->worth = worth[look.base + chosen];
                r->seat = look.seat;
                for (int k = 0; k < SERAI_STATE / 4; k++) /* not what fills up its room */
                    ((uint32_t *)(r + 1))[k] = s[k];
            }
        }
        key = places[i].move == NO_MOVE ? IDLE - 1 : sr_move_verb(places[i].move);
    }
    if (i < count) {
        keys[i] = (uint8_t)key;
        atomicAdd(&here[key], 1);
    }
    count_moves(totals, listed);
    __syncthreads();
    for (int k = threadIdx.x; k < KEYS; k += BLOCK)
        if (here[k])
            atomicAdd(&counts[k], here[k]);
}
