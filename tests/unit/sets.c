/* sets.c: sets of small numbers and of bytes, against one look at each. */
#include "unit.h"

#include "serai/rng.h"

static uint64_t draw(struct sr_rng *rng)
{
    const uint64_t high = sr_rng_next(rng);
    return high << 32 | sr_rng_next(rng);
}

static void test_count(void **state)
{
    (void)state;
    struct sr_rng rng;
    sr_rng_seed(&rng, 1);
    assert_int_equal(sr_count(0), 0);
    assert_int_equal(sr_count(UINT64_MAX), 64);
    for (int i = 0; i < 1000; i++) {
        const uint64_t set = draw(&rng) & draw(&rng);
        int n = 0, lowest = -1;
        for (int b = 63; b >= 0; b--)
            if (set >> b & 1) {
                n++;
                lowest = b;
            }
        assert_int_equal(sr_count(set), n);
        if (set)
            assert_int_equal(sr_lowest(set), lowest);
    }
}

/* Bytes that are often equal, off by one, or off by the top bit. */
static void draw_bytes(struct sr_rng *rng, uint8_t *bytes, int n)
{
    static const uint8_t likely[8] = {0, 1, 2, 127, 128, 129, 254, 255};
    for (int i = 0; i < n; i++)
        bytes[i] = likely[sr_rng_below(rng, 8)];
}

static void test_match(void **state)
{
    (void)state;
    static const uint8_t masks[3] = {0xFF, 0xFE, 0x80};
    struct sr_rng rng;
    sr_rng_seed(&rng, 2);
    for (int round = 0; round < 3000; round++) {
        uint8_t bytes[64], wanted[3];
        const int n = (int)sr_rng_below(&rng, 65);
        draw_bytes(&rng, bytes, 64);
        draw_bytes(&rng, wanted, 3);
        const uint8_t mask = masks[sr_rng_below(&rng, 3)], value = wanted[0] & mask;
        uint64_t equal = 0, low = 0;
        for (int i = 0; i < n; i++) {
            equal |= (uint64_t)((bytes[i] & mask) == value) << i;
            low |= (uint64_t)(bytes[i] <= wanted[1]) << i;
        }
        assert_true(sr_match(bytes, n, mask, value) == equal);
        assert_true(sr_at_most(bytes, n, wanted[1]) == low);
        if (n >= 8) /* what machines without wide registers use for all of it */
            assert_int_equal(sr_match8(bytes, mask, value), equal & 0xFF);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_count),
        cmocka_unit_test(test_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
