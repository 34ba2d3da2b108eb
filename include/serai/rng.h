/* rng.h: the generator inside every state: xoshiro128++ seeded by splitmix64.
 *
 * Everything here is part of the rules version: a replay depends on each draw. */
#ifndef SERAI_RNG_H
#define SERAI_RNG_H

#include "serai/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A view carries all zeros here. A *rigged* generator (s[2] < 256 and s[3] == 0, which seeding
 * never yields) hands out prescribed results, see sr_rng_rig; case files use it to fix dice, and
 * matches in which the dice of a real table are told. */
struct sr_rng {
    uint32_t s[4];
};

/* Four 32-bit words from two splitmix64 outputs, low word first. */
void sr_rng_seed(struct sr_rng *rng, uint64_t seed);
/* The same with `high` put over the second output: 128 bits of seed, each pair another generator.
 * high 0: as sr_rng_seed. */
void sr_rng_seed_wide(struct sr_rng *rng, uint64_t seed, uint64_t high);

static inline uint32_t sr_rng_rotl(uint32_t x, int k) { return (x << k) | (x >> (32 - k)); }

/* Next 32 random bits (xoshiro128++). */
static inline uint32_t sr_rng_next(struct sr_rng *rng)
{
    uint32_t *s = rng->s;
    const uint32_t result = sr_rng_rotl(s[0] + s[3], 7) + s[0];
    const uint32_t t = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = sr_rng_rotl(s[3], 11);
    return result;
}

/* Uniform in 0..n-1, n >= 1, without bias: multiply the next word by n, keep the high half,
 * reject when the low half falls below 2^32 mod n. n == 1 draws nothing. */
uint32_t sr_rng_below(struct sr_rng *rng, uint32_t n);

/* Fisher-Yates from the end: for i = n-1 down to 1, swap item i with item below(i + 1). */
void sr_rng_shuffle(struct sr_rng *rng, uint8_t *items, int n);

/* Makes the next draws come out as told: a draw below(n) answers script % n and divides the
 * script by n; a script that has run out answers 0. */
void sr_rng_rig(struct sr_rng *rng, uint64_t script);

enum { SR_ASK_MAX = 253 };
/* The same for the first `ahead` draws (SR_ASK_MAX at most); the one after them is looked at: it
 * and all later ones answer 0. */
void sr_rng_ask(struct sr_rng *rng, uint64_t script, int ahead);
/* Before the first `wanted` of items shuffled long ago come to light: a rigged generator draws each
 * of them now, one out of all that are left; for any other they lie in their order already. */
void sr_rng_reveal(struct sr_rng *rng, uint8_t *items, int n, int wanted);
/* Out of how many the draw was that sr_rng_ask waited for; 0: it did not happen. */
uint32_t sr_rng_asked(const struct sr_rng *rng);

#ifdef __cplusplus
}
#endif
#endif
