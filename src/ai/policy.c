/* policy.c: what a network sees of moves, read from the tables of the game: no game needs a line of
 * its own here. Common subset of C and C++: compiled for devices too. */
#include "ai/eval.h"

/* ---- moves ---------------------------------------------------------------------------------- */

enum { PART_VERB, PART_ARG, PART_PAIR, PART_SUGGESTED, PART_SEEN };

static inline uint16_t slot_of(uint32_t kind, uint32_t verb, uint32_t a, uint32_t b)
{
    uint32_t h = (kind << 24 | verb << 16) * 0x9E3779B1u;
    h = (h ^ a) * 0x85EBCA77u;
    h = (h ^ h >> 15 ^ b) * 0xC2B2AE3Du;
    return (uint16_t)(h >> 16 ^ h >> 5);
}

/* The value of an argument as a number from 0; -1: absent. */
static int value_of(const struct sr_arg *a, sr_move m, int seat, int seats)
{
    int v = sr_move_bits(m, a->shift, a->bits);
    if (a->flags & SR_A_OPTIONAL)
        v--;
    if (v >= 0 && a->type == SR_A_SEAT)
        v = (v - seat + seats) % sr_max(1, seats);
    return v;
}

int ai_move_slots(const struct sr_game *g, sr_move m, int seat, int seats, bool suggested,
                  const uint16_t *seen, uint16_t *slot)
{
    const uint32_t verb = (uint32_t)sr_move_verb(m);
    const struct sr_arg *args = g->moves[verb].arg;
    uint32_t part[SR_ARGS_MAX];
    int n = 0, parts = 0;
    slot[n++] = slot_of(PART_VERB, verb, 0, 0);
    if (suggested) {
        slot[n++] = slot_of(PART_SUGGESTED, 0, 0, 0);
        slot[n++] = slot_of(PART_SUGGESTED, verb, 1, 0);
    }
    for (int i = 0; seen && i < AI_SEEN; i++)
        if (seen[i])
            slot[n++] = slot_of(PART_SEEN, verb, (uint32_t)seen[i], 0);
    for (uint32_t i = 0; i < SR_ARGS_MAX && args[i].type != SR_A_END; i++) {
        const int v = value_of(&args[i], m, seat, seats);
        for (int k = 0; args[i].type == SR_A_SET && v >> k && k < 16; k++)
            if (v >> k & 1)
                slot[n++] = slot_of(PART_ARG, verb, i, (uint32_t)k);
        if (v < 0 || args[i].type == SR_A_SET)
            continue;
        part[parts] = i << 16 | (uint32_t)v;
        slot[n++] = slot_of(PART_ARG, verb, i, (uint32_t)v);
        for (int k = 0; k < parts && n < AI_SLOTS_MAX; k++)
            slot[n++] = slot_of(PART_PAIR, verb, part[k], part[parts]);
        parts++;
    }
    SR_ASSERT(n <= AI_SLOTS_MAX);
    return n;
}

int32_t ai_net_logit_plain(const struct ai_net *net, const int16_t *h2, const uint16_t *slot,
                           int slots)
{
    const int n = net->hidden[1];
    int64_t sum = 0;
    for (int k = 0; k < slots; k++) {
        const int at = slot[k] & (net->slots - 1);
        const int16_t *w = net->wp + at * n;
        sum += net->bp[at];
        for (int j = 0; j < n; j++)
            sum += h2[j] * w[j];
    }
    return ai_net_scaled(sum);
}

int ai_suggested(const struct ai_eval *e, const struct sr_rules *r, const union sr_state *s,
                 const sr_move *legal, int count)
{
    struct sr_rng rng;
    if (!e->game->suggest)
        return -1;
    sr_rng_seed(&rng, s->head.ply);
    return e->game->suggest(r, s, legal, count, &rng);
}

int ai_described(const struct ai_eval *e, const struct sr_rules *r, const union sr_state *s,
                 const sr_move *legal, int count, uint16_t (*seen)[AI_SEEN])
{
    memset(seen, 0, (size_t)count * sizeof seen[0]);
    const int known = e->game->describe ? e->game->describe(r, s, legal, count, seen) : -1;
    return known >= 0 ? known : ai_suggested(e, r, s, legal, count);
}
