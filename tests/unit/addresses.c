/* addresses.c: the server's count of connections by address: a table that forgets. */
#include <stdio.h>

#include "unit.h"

#include "core/alloc.h"
#include "server/addresses.h"

enum { MOST = 1 << 10, MANY = 200000 };

static const char *name(int i)
{
    static char text[NET_ADDRESS_MAX];
    snprintf(text, sizeof text, "2001:db8::%x:%x", (unsigned)i >> 16, (unsigned)i & 0xFFFF);
    return text;
}

static void test_counts(void **state)
{
    (void)state;
    struct addresses *a = addresses_new(3);
    assert_int_equal(addresses_open(a, "192.0.2.1"), 0);
    struct address *one = addresses_enter(a, "192.0.2.1");
    assert_ptr_equal(addresses_enter(a, "192.0.2.1"), one);
    assert_int_equal(addresses_open(a, "192.0.2.1"), 2);
    assert_int_equal(addresses_open(a, "192.0.2.2"), 0);
    struct address *two = addresses_enter(a, "192.0.2.2"), *three = addresses_enter(a, "::1");
    assert_int_equal(addresses_count(a), 3);
    assert_null(addresses_enter(a, "::2"));     /* full */
    assert_non_null(addresses_enter(a, "::1")); /* but not for those who are here */
    addresses_leave(a, three);
    addresses_leave(a, one);
    assert_int_equal(addresses_open(a, "192.0.2.1"), 1);
    addresses_leave(a, one);
    assert_int_equal(addresses_open(a, "192.0.2.1"), 0);
    assert_int_equal(addresses_count(a), 2);
    assert_non_null(addresses_enter(a, "::2"));
    addresses_leave(a, two);
    addresses_leave(a, three);
    assert_int_equal(addresses_open(a, "::1"), 0);
    assert_int_equal(addresses_open(a, "::2"), 1);
    addresses_free(a);
}

/* Far more addresses than there is room for come and go, a few hundred at a time: none is refused,
 * none is remembered, and the count of those who stayed is right to the end. */
static void test_many(void **state)
{
    (void)state;
    static struct address *here[MOST];
    struct addresses *a = addresses_new(MOST);
    struct address *stays = addresses_enter(a, "198.51.100.7");
    for (int i = 0; i < MANY; i++) {
        const int slot = i % (MOST / 2);
        if (here[slot])
            addresses_leave(a, here[slot]);
        here[slot] = addresses_enter(a, name(i));
        assert_non_null(here[slot]);
        assert_int_equal(addresses_open(a, name(i)), 1);
        if (i >= MOST / 2)
            assert_int_equal(addresses_open(a, name(i - MOST / 2)), 0);
    }
    assert_int_equal(addresses_count(a), MOST / 2 + 1);
    assert_int_equal(addresses_open(a, "198.51.100.7"), 1);
    addresses_leave(a, stays);
    for (int slot = 0; slot < MOST / 2; slot++)
        addresses_leave(a, here[slot]);
    assert_int_equal(addresses_count(a), 0);
    addresses_free(a);
}

static void test_no_memory(void **state)
{
    (void)state;
    for (long n = 0; n < 3; n++) {
        sr_alloc_fail_after(n);
        assert_null(addresses_new(8));
    }
    sr_alloc_fail_after(-1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
