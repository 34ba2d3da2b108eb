/* net.h: a small network in integer arithmetic: the same inputs give the same outputs on every
 * machine, with and without vector instructions, natively and in WebAssembly.
 *
 * Inputs are signed bytes, AI_UNIT standing for 1. Two hidden layers with values clipped to 0..1
 * (0..AI_ONE), then a linear layer, which also gets the inputs themselves: what is plainly
 * proportional need not be learned by neurons. Weights are 16-bit with AI_SCALE for 1. The weights
 * of a layer that gets pairs of values stand in pairs: w[(i / 2) * 2 * width + 2 * j + i % 2] leads
 * from value i to neuron j. */
#ifndef SERAI_AI_NET_H
#define SERAI_AI_NET_H

#include "serai/core.h"

enum {
    AI_INPUTS_MAX = 1536,
    AI_HIDDEN_MAX = 256,  /* neurons of a layer; a multiple of 8 */
    AI_LEAVES_MAX = 1024, /* numbers of an edition */
    AI_SLOTS_MAX = 48,    /* parts of a move */
    AI_OUTPUTS = 2,       /* logit of winning, margin */
    AI_UNIT = 64,
    AI_ONE = 512,
    AI_SCALE = 1024,
    AI_INPUT_MAX = 127
};

/* Code for processors with AVX2 beside code for all: a function marked AI_INLINED is compiled into
 * each of its callers, by the instructions these may use. */
#ifdef __GNUC__
#define AI_INLINED inline __attribute__((always_inline))
#else
#define AI_INLINED inline
#endif
#if defined(__x86_64__) && defined(__GNUC__)
#define AI_HAS_AVX2 1
#define AI_AVX2 __attribute__((target("avx2")))
#else
#define AI_HAS_AVX2 0
#endif

struct ai_net {
    const char *game;
    uint32_t features; /* version of the game's features it was trained on */
    int inputs;        /* even */
    int hidden[2];
    const int32_t *b1; /* AI_UNIT * AI_SCALE for 1 */
    const int16_t *w1;
    const int32_t *b2; /* AI_ONE * AI_SCALE for 1, as b3 */
    const int16_t *w2;
    const int32_t *b3;
    const int16_t *w3; /* [output][neuron] */
    const int16_t *w4; /* from inputs to outputs, in pairs */

    /* Final points of the line, AI_WIN for ai_game.margin of them; NULL: not learned. */
    const int32_t *b5;
    const int16_t *w5, *w6; /* [neuron]; from inputs, [input] */

    /* The policy: parts of moves, hashed (ai_move_slots). */
    int slots;         /* a power of two; 0: none */
    const int32_t *bp; /* [slot], AI_ONE * AI_SCALE for 1 */
    const int16_t *wp; /* [slot][neuron] of the second layer */

    /* The numbers of the edition (ai_edition_inputs), which add to the first layer. */
    int leaves;
    const int32_t *base;       /* those of the edition that counts as printed */
    const int8_t *low, *high;  /* what was seen in training */
    const int16_t *we;         /* [leaf][neuron] */
};

/* Sets `out` up to read its weights where they stand: `data`, a whole file (docs/ai.md) at an
 * address that is a multiple of 4, must outlive it. On failure `out` is as it was. SR_PARSE: not
 * a file of weights, of another version, or of another length; SR_BROKEN: damaged. */
SR_MUST_CHECK enum sr_err ai_net_read(const void *data, size_t len, struct ai_net *out,
                                      struct sr_diag *diag);
/* Bytes of the file that holds this network; written where `data` is not NULL. */
size_t ai_net_write(const struct ai_net *net, void *data);
/* Of what follows the head of a file of weights, or of a checkpoint (FNV-1a). */
uint64_t ai_net_checksum(const unsigned char *p, size_t n);

/* What the first layer made of the inputs it had last: a search looks at positions that differ
 * little, and sums of integers can go on from there. Starts with net = NULL. */
struct ai_sums {
    const struct ai_net *net; /* whose sums these are; NULL: nobody's */
    int8_t x[AI_INPUTS_MAX];
    int32_t hidden[AI_HIDDEN_MAX], straight[AI_OUTPUTS];
};

/* Outputs with 16 bits after the point. x has `inputs` values; `sums` makes it faster the less
 * they differ from those before, and changes nothing else. b1: the biases of the first layer, the
 * network's own or those of an edition. h2: where the second layer is wanted, or NULL. */
void ai_net_run(const struct ai_net *net, const int32_t *b1, const int8_t *x, struct ai_sums *sums,
                int32_t out[AI_OUTPUTS], int16_t *h2);
/* The same without vector instructions and memory: what the fast path must agree with. */
void ai_net_run_plain(const struct ai_net *net, const int32_t *b1, const int8_t *x,
                      int32_t out[AI_OUTPUTS], int16_t *h2);
/* From AI_ONE * AI_SCALE for 1 to 16 bits after the point, within what 32 bits hold. */
static inline int32_t ai_net_scaled(int64_t sum)
{
    sum >>= 3;
    return (int32_t)(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum);
}
/* What the policy makes of a move, 16 bits after the point: its slots, of ai_move_slots. */
int32_t ai_net_logit(const struct ai_net *net, const int16_t *h2, const uint16_t *slot, int slots);
/* (policy.c) */
int32_t ai_net_logit_plain(const struct ai_net *net, const int16_t *h2, const uint16_t *slot,
                           int slots);
/* Final points, 16 bits after the point; the network has them. */
int32_t ai_net_points(const struct ai_net *net, const int8_t *x, const int16_t *h2);

/* The weights of a game: those given by ai_net_use, else those built into the program; NULL when
 * there are none. */
const struct ai_net *ai_net_find(const char *game);
/* Puts a network in the place of the built-in one of its game, for the whole program; before bots
 * play, and not while they do. It must outlive them. */
void ai_net_use(const struct ai_net *net);

#endif
