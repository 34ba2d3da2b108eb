/* rng.c: seeding, unbiased ranges, shuffling. Each line is part of the rules version. */
#include "serai/rng.h"

static uint64_t splitmix64(uint64_t *x)
{
    *x += 0x9E3779B97F4A7C15u;
    uint64_t z = *x;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* s[2] of a rigged generator: 0 for one that only hands out its script; 1 + how many draws lie
 * before the one that is asked about; ASKED when that has come, and s[0] tells out of how many. */
enum { ASKED = 255 };

static inline bool is_rigged(const struct sr_rng *rng) { return (rng->s[2] >> 8 | rng->s[3]) == 0; }

void sr_rng_seed(struct sr_rng *rng, uint64_t seed) { sr_rng_seed_wide(rng, seed, 0); }

void sr_rng_seed_wide(struct sr_rng *rng, uint64_t seed, uint64_t high)
{
    uint64_t x = seed;
    do {
        const uint64_t a = splitmix64(&x);
        const uint64_t b = splitmix64(&x) ^ high;
        rng->s[0] = (uint32_t)a;
        rng->s[1] = (uint32_t)(a >> 32);
        rng->s[2] = (uint32_t)b;
        rng->s[3] = (uint32_t)(b >> 32);
    } while (is_rigged(rng)); /* reserved */
}

void sr_rng_rig(struct sr_rng *rng, uint64_t script)
{
    rng->s[0] = (uint32_t)script;
    rng->s[1] = (uint32_t)(script >> 32);
    rng->s[2] = 0;
    rng->s[3] = 0;
}

void sr_rng_ask(struct sr_rng *rng, uint64_t script, int ahead)
{
    SR_ASSERT(ahead >= 0 && ahead <= SR_ASK_MAX);
    sr_rng_rig(rng, script);
    rng->s[2] = (uint32_t)ahead + 1;
}

uint32_t sr_rng_asked(const struct sr_rng *rng)
{
    return is_rigged(rng) && rng->s[2] == ASKED ? rng->s[0] : 0;
}

/* xoshiro's state walks through all values but zero, so a seeded generator may one day pass
 * through one that looks rigged (once in 2^56 draws on average). It would then repeat zeros; the
 * chance is that of a cosmic ray. */
static uint32_t rigged_below(struct sr_rng *rng, uint32_t n)
{
    const uint32_t ahead = rng->s[2];
    if (ahead == ASKED)
        return 0;
    if (ahead == 1) {
        rng->s[0] = n;
        rng->s[1] = 0;
        rng->s[2] = ASKED;
        return 0;
    }
    const uint64_t script = (uint64_t)rng->s[1] << 32 | rng->s[0];
    sr_rng_rig(rng, script / n);
    rng->s[2] = ahead > 1 ? ahead - 1 : 0;
    return (uint32_t)(script % n);
}

uint32_t sr_rng_below(struct sr_rng *rng, uint32_t n)
{
    SR_ASSERT(n >= 1);
    if (n == 1)
        return 0;
    if (SR_UNLIKELY(is_rigged(rng)))
        return rigged_below(rng, n);
    uint64_t m = (uint64_t)sr_rng_next(rng) * n;
    if ((uint32_t)m < n) {
        const uint32_t least = (0u - n) % n;
        while ((uint32_t)m < least)
            m = (uint64_t)sr_rng_next(rng) * n;
    }
    return (uint32_t)(m >> 32);
}

void sr_rng_shuffle(struct sr_rng *rng, uint8_t *items, int n)
{
    for (int i = n - 1; i >= 1; i--) {
        const uint32_t j = sr_rng_below(rng, (uint32_t)i + 1);
        const uint8_t t = items[i];
        items[i] = items[j];
        items[j] = t;
    }
}

void sr_rng_reveal(struct sr_rng *rng, uint8_t *items, int n, int wanted)
{
    if (SR_LIKELY(!is_rigged(rng)))
        return;
    for (int i = 0; i < sr_min(wanted, n); i++) {
        const int j = i + (int)sr_rng_below(rng, (uint32_t)(n - i));
        const uint8_t t = items[i];
        items[i] = items[j];
        items[j] = t;
    }
}
