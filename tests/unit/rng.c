/* rng.c: the generator, against published vectors and by exact reasoning about its ranges. */
#include "unit.h"

#include "serai/rng.h"

/* Published test vector of xoshiro128++ (state 1, 2, 3, 4). */
static void test_next(void **state)
{
    (void)state;
    static const uint32_t want[] = {641,        1573767,    3222811527, 3517856514, 836907274,
                                    4247214768, 3867114732, 1355841295, 495546011,  621204420};
    struct sr_rng rng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        assert_int_equal(sr_rng_next(&rng), want[i]);
}

/* Published splitmix64 outputs: seed 0 gives e220a8397b1dcdaf, 6e789e6aa1b965f4, and the long seed
 * 1985237415132408290, 2979275885539914483. */
static void test_seed(void **state)
{
    (void)state;
    struct sr_rng rng;
    sr_rng_seed(&rng, 0);
    assert_int_equal(rng.s[0], 0x7b1dcdaf);
    assert_int_equal(rng.s[1], 0xe220a839);
    assert_int_equal(rng.s[2], 0xa1b965f4);
    assert_int_equal(rng.s[3], 0x6e789e6a);
    sr_rng_seed(&rng, 1477776061723855037u);
    const uint64_t a = (uint64_t)rng.s[1] << 32 | rng.s[0], b = (uint64_t)rng.s[3] << 32 | rng.s[2];
    assert_true(a == 1985237415132408290u && b == 2979275885539914483u);
    sr_rng_seed(&rng, UINT64_MAX);
    assert_int_equal(rng.s[0], 0x1b652c20);
    assert_int_equal(rng.s[3], 0xe99ff867);
}

static void test_below_vector(void **state)
{
    (void)state;
    static const uint32_t dice[] = {3, 2, 2, 1, 4, 5, 5, 4, 3, 5, 3, 0, 1, 2, 2, 3, 3, 0, 2, 2};
    static const uint32_t wide[] = {285250607, 1122550616, 996416149,
                                    179683875, 2233403145, 1370623571};
    struct sr_rng rng;
    sr_rng_seed(&rng, 42);
    for (size_t i = 0; i < 20; i++)
        assert_int_equal(sr_rng_below(&rng, 6), dice[i]);
    sr_rng_seed(&rng, 7); /* nearly a third of the words is rejected here */
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(sr_rng_below(&rng, 3000000000u), wide[i]);
}

static void test_below_one(void **state)
{
    (void)state;
    struct sr_rng rng, kept;
    sr_rng_seed(&rng, 5);
    kept = rng;
    assert_int_equal(sr_rng_below(&rng, 1), 0);
    assert_memory_equal(&rng, &kept, sizeof rng);
}

/* A generator whose next word is w: the output of state (0, 1, x, rotr(w, 7)) is w. */
static struct sr_rng about_to_give(uint32_t w)
{
    struct sr_rng rng = {{0, 1, 0x12345678, (w >> 7) | (w << 25)}};
    struct sr_rng copy = rng;
    assert_int_equal(sr_rng_next(&copy), w);
    return rng;
}

/* Whether below(n) takes the word w, and with what result. */
static bool takes(uint32_t w, uint32_t n, uint32_t *value)
{
    struct sr_rng rng = about_to_give(w), after = rng;
    (void)sr_rng_next(&after);
    *value = sr_rng_below(&rng, n);
    return memcmp(&rng, &after, sizeof rng) == 0;
}

/* Result k comes from the words ceil(k 2^32 / n) .. ceil((k + 1) 2^32 / n) - 1; only the first of
 * them can be rejected. After that every result must own the same number of words: no bias. */
static void test_below_exact(void **state)
{
    (void)state;
    static const uint32_t ranges[] = {2, 3, 5, 6, 7, 10, 18, 40, 52, 96, 255, 256, 1000, 65537};
    for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
        const uint32_t n = ranges[r];
        const uint64_t all = (uint64_t)1 << 32;
        for (uint32_t k = 0; k < n && k < 2000; k++) {
            const uint64_t first = (k * all + n - 1) / n, end = ((k + 1) * all + n - 1) / n;
            uint32_t value;
            uint64_t owned = end - first;
            if (!takes((uint32_t)first, n, &value))
                owned--;
            else
                assert_int_equal(value, k);
            assert_true(takes((uint32_t)first + 1, n, &value) && value == k);
            assert_true(takes((uint32_t)(end - 1), n, &value) && value == k);
            assert_true(owned == all / n);
        }
    }
}

static void test_below_spread(void **state)
{
    (void)state;
    struct sr_rng rng;
    sr_rng_seed(&rng, 2024);
    int count[18] = {0};
    for (int i = 0; i < 180000; i++)
        count[sr_rng_below(&rng, 18)]++;
    double chi = 0;
    for (int i = 0; i < 18; i++)
        chi += (count[i] - 10000.0) * (count[i] - 10000.0) / 10000.0;
    assert_true(chi > 5 && chi < 41); /* 17 degrees of freedom: 0.3 % and 99.9 % */
}

static void test_shuffle(void **state)
{
    (void)state;
    static const uint8_t want[] = {0, 1, 9, 7, 5, 4, 2, 8, 3, 6};
    uint8_t items[10];
    struct sr_rng rng;
    for (uint8_t i = 0; i < 10; i++)
        items[i] = i;
    sr_rng_seed(&rng, 42);
    sr_rng_shuffle(&rng, items, 10);
    assert_memory_equal(items, want, 10);

    const struct sr_rng kept = rng;
    sr_rng_shuffle(&rng, items, 1);
    sr_rng_shuffle(&rng, items, 0);
    assert_memory_equal(&rng, &kept, sizeof rng);
    assert_memory_equal(items, want, 10);
}

/* All 24 orders of four items, each about as often. */
static void test_shuffle_fair(void **state)
{
    (void)state;
    struct sr_rng rng;
    int count[256] = {0}, orders = 0;
    sr_rng_seed(&rng, 99);
    for (int i = 0; i < 24000; i++) {
        uint8_t items[4] = {0, 1, 2, 3};
        sr_rng_shuffle(&rng, items, 4);
        count[items[0] << 6 | items[1] << 4 | items[2] << 2 | items[3]]++;
    }
    for (int i = 0; i < 256; i++) {
        orders += count[i] > 0;
        assert_true(count[i] == 0 || (count[i] > 850 && count[i] < 1150));
    }
    assert_int_equal(orders, 24);
}

/* Rolls 3, 5, 0 of a six-sided die, then a card 17 out of 18: script in mixed radix. */
static void test_rig(void **state)
{
    (void)state;
    struct sr_rng rng;
    sr_rng_rig(&rng, 3 + 6 * (5 + 6 * (0 + 6 * (uint64_t)17)));
    assert_int_equal(sr_rng_below(&rng, 6), 3);
    assert_int_equal(sr_rng_below(&rng, 6), 5);
    assert_int_equal(sr_rng_below(&rng, 6), 0);
    assert_int_equal(sr_rng_below(&rng, 1), 0);
    assert_int_equal(sr_rng_below(&rng, 18), 17);
    for (int i = 0; i < 5; i++)
        assert_int_equal(sr_rng_below(&rng, 6), 0); /* run out */
    sr_rng_rig(&rng, UINT64_MAX);
    assert_int_equal(sr_rng_below(&rng, UINT32_MAX), UINT64_MAX % UINT32_MAX);
}

/* 128 bits of seed: each half changes the generator; without the high half it is the usual one. */
static void test_seed_wide(void **state)
{
    (void)state;
    struct sr_rng a, b, c;
    sr_rng_seed(&a, 77);
    sr_rng_seed_wide(&b, 77, 0);
    assert_memory_equal(&a, &b, sizeof a);
    sr_rng_seed_wide(&b, 77, (uint64_t)1 << 63);
    assert_memory_not_equal(&a, &b, sizeof a);
    sr_rng_seed_wide(&c, 78, (uint64_t)1 << 63);
    assert_memory_not_equal(&b, &c, sizeof b);
    sr_rng_seed_wide(&b, 77, (uint64_t)a.s[3] << 32 | a.s[2]); /* would be a rigged one */
    assert_true(b.s[2] || b.s[3]);
}

/* A generator that looks at one draw: those before it come out as told, it and the later ones as
 * the first. */
static void test_ask(void **state)
{
    (void)state;
    struct sr_rng rng;
    sr_rng_ask(&rng, 4 + 6 * 7, 2);
    assert_int_equal(sr_rng_asked(&rng), 0);
    assert_int_equal(sr_rng_below(&rng, 6), 4);
    assert_int_equal(sr_rng_below(&rng, 1), 0); /* no draw */
    assert_int_equal(sr_rng_below(&rng, 18), 7);
    assert_int_equal(sr_rng_asked(&rng), 0);
    assert_int_equal(sr_rng_below(&rng, 17), 0);
    assert_int_equal(sr_rng_asked(&rng), 17);
    assert_int_equal(sr_rng_below(&rng, 16), 0);
    assert_int_equal(sr_rng_asked(&rng), 17);
    sr_rng_ask(&rng, 0, 0);
    assert_int_equal(sr_rng_below(&rng, 3), 0);
    assert_int_equal(sr_rng_asked(&rng), 3);
    sr_rng_seed(&rng, 1);
    assert_int_equal(sr_rng_asked(&rng), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ask),          cmocka_unit_test(test_next),
        cmocka_unit_test(test_seed),         cmocka_unit_test(test_below_vector),
        cmocka_unit_test(test_below_one),    cmocka_unit_test(test_below_exact),
        cmocka_unit_test(test_below_spread), cmocka_unit_test(test_shuffle),
        cmocka_unit_test(test_shuffle_fair), cmocka_unit_test(test_rig),
        cmocka_unit_test(test_seed_wide),
    };
    return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
