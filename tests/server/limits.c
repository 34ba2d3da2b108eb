/* limits.c: patience with one address or seat: so much at once, then at a steady rate, and no more
 * than that however long nothing was asked. */
#include "../unit/unit.h"

#include <stdio.h>

#include "server/limit.h"

/* How often it is granted at that moment, until it is not. */
static int granted(struct limits *l, enum limit_kind kind, const char *who, int64_t now)
{
    int wait, n = 0;
    while (n < 1000 && limits_take(l, kind, who, now, &wait))
        n++;
    if (n < 1000)
        assert_in_range(wait, 1, 3600);
    return n;
}

static void test_burst_and_rate(void **state)
{
    (void)state;
    const int64_t hour = 3600 * 1000;
    struct limits *l = limits_new(1);
    const int burst = granted(l, LIMIT_CHAT, "t:0", 1000);
    assert_int_equal(burst, 6);
    assert_int_equal(granted(l, LIMIT_CHAT, "t:1", 1000), burst); /* somebody else */
    assert_int_equal(granted(l, LIMIT_LOGIN, "t:0", 1000), 6);    /* something else */
    assert_int_equal(granted(l, LIMIT_CHAT, "t:0", 1000), 0);
    assert_int_equal(granted(l, LIMIT_CHAT, "t:0", 5000), 2); /* one in two seconds */
    /* An hour of silence is no hour of talk. */
    assert_int_equal(granted(l, LIMIT_CHAT, "t:0", 5000 + hour), burst);
    limits_free(l);
    l = limits_new(0); /* without limits */
    assert_int_equal(granted(l, LIMIT_CHAT, "t:0", 1000), 1000);
    limits_free(l);
}

/* A flood of others may push a bucket out, but never gives its owner more than a new burst. */
static void test_flood(void **state)
{
    (void)state;
    struct limits *l = limits_new(1);
    assert_int_equal(granted(l, LIMIT_CHAT, "me", 1000), 6);
    for (int i = 0; i < 100000; i++) {
        char who[24];
        int wait;
        snprintf(who, sizeof who, "%d", i);
        assert_true(limits_take(l, LIMIT_CHAT, who, 1000 + i / 100, &wait));
    }
    assert_true(granted(l, LIMIT_CHAT, "me", 2000) <= 6);
    limits_free(l);
}

/* What was taken at another process counts here, and debts are paid off at the steady rate. */
static void spent(void *context, uint64_t who, int kind, int amount)
{
    limits_charge((struct limits *)context, who, kind, amount, 1000);
}

static void test_elsewhere(void **state)
{
    (void)state;
    struct limits *a = limits_new(1), *b = limits_new(1);
    limits_secret(a, "shared");
    limits_secret(b, "shared");
    assert_int_equal(granted(a, LIMIT_CHAT, "me", 1000), 6);
    limits_spent(a, spent, b);
    assert_int_equal(granted(b, LIMIT_CHAT, "me", 1000), 0);
    assert_int_equal(granted(b, LIMIT_CHAT, "you", 1000), 6);
    limits_spent(a, spent, b); /* told once */
    assert_int_equal(granted(b, LIMIT_CHAT, "me", 3000), 1);
    limits_spent(b, spent, a);
    assert_int_equal(granted(a, LIMIT_CHAT, "me", 3000), 0);
    limits_free(a);
    limits_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_burst_and_rate),
        cmocka_unit_test(test_flood),
        cmocka_unit_test(test_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
