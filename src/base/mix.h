/* mix.h: one number from several: seeds from seeds, hashes over a series. */
#ifndef SERAI_BASE_MIX_H
#define SERAI_BASE_MIX_H

#include <stdint.h>

/* Stirs a value into a hash (order counts): splitmix64's finaliser over the sum, cheap, and every
 * bit reaches every other. */
static inline uint64_t base_mix(uint64_t hash, uint64_t value)
{
    uint64_t z = hash * 0x9E3779B97F4A7C15u + value + 0x632BE59BD9B4E019u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

#endif
