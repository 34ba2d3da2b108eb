/* bytes.h: what the public headers do byte by byte, as a device does it better. */
#ifndef SERAI_DEVICE_BYTES_H
#define SERAI_DEVICE_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* sr_match. Devices load a byte at a time what may stand at any address; so words that do not, put
 * together, and few instructions in a loop, of which their caches hold little. */
#define SR_OWN_MATCH
static SR_NOINLINE uint64_t sr_match(const uint8_t *bytes, int n, uint8_t mask, uint8_t value)
{
    const uint32_t ones = 0x01010101u, low = 0x7F7F7F7Fu;
    const uint32_t *word = (const uint32_t *)(const void *)((uintptr_t)bytes & ~(uintptr_t)3);
    const unsigned shift = 8 * (unsigned)((uintptr_t)bytes & 3);
    uint64_t set = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4, word++) {
        uint32_t x = shift ? word[0] >> shift | word[1] << (32 - shift) : word[0];
        x = (x & ones * mask) ^ ones * value;
        x = ~(((x & low) + low) | x | low) >> 7;
        set |= (uint64_t)(x * 0x10204080u >> 28) << i;
    }
    for (; i < n; i++)
        set |= (uint64_t)((bytes[i] & mask) == value) << i;
    return set;
}

/* States begin at multiples of eight; of an address it knows nothing about a device copies single
 * bytes. */
#define SR_COPY_BYTES device_copy
static inline void device_copy(void *to, const void *from, size_t size)
{
    uint64_t *word = (uint64_t *)to;
    const uint64_t *source = (const uint64_t *)from;
    const size_t words = size / sizeof *word;
    for (size_t i = 0; i < words; i++)
        word[i] = source[i];
    for (size_t i = words * sizeof *word; i < size; i++)
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
}

#endif
