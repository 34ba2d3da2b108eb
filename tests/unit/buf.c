/* buf.c: text in memory of the caller, the JSON writer on it, and diagnostics. */
#include "unit.h"

static struct sr_buf b;
static char memory[256];

static int start(void **state)
{
    (void)state;
    memset(memory, '#', sizeof memory);
    sr_buf_init(&b, memory, sizeof memory);
    return 0;
}

static void test_put(void **state)
{
    (void)state;
    assert_string_equal(memory, "");
    sr_buf_put(&b, "camel");
    sr_buf_putn(&b, "silk road", 4);
    assert_string_equal(memory, "camelsilk");
    assert_int_equal(b.len, 9);
    assert_false(b.full);
}

static void test_int(void **state)
{
    (void)state;
    static const struct {
        int64_t v;
        const char *text;
    } rows[] = {{0, "0"},
                {-1, "-1"},
                {1234567890123, "1234567890123"},
                {INT64_MAX, "9223372036854775807"},
                {INT64_MIN, "-9223372036854775808"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        start(NULL);
        sr_buf_int(&b, rows[i].v);
        assert_string_equal(memory, rows[i].text);
    }
    start(NULL);
    sr_buf_hex64(&b, 0x0123456789abcdefu);
    assert_string_equal(memory, "0123456789abcdef");
}

/* Whatever the size, nothing is written beyond it, and the text ends with NUL. */
static void test_full(void **state)
{
    (void)state;
    for (size_t max = 1; max <= 12; max++) {
        memset(memory, '#', sizeof memory);
        sr_buf_init(&b, memory, max);
        sr_buf_put(&b, "caravan");
        assert_int_equal(b.full, max < 8);
        assert_string_equal(memory, max < 8 ? "" : "caravan");
        sr_buf_put(&b, "s");
        assert_string_equal(memory, max < 8 ? "" : max < 9 ? "caravan" : "caravans");
        assert_int_equal(b.full, max < 9);
        assert_int_equal(memory[max], '#');
        assert_true(b.len < max);
    }
}

static void test_json(void **state)
{
    (void)state;
    sr_json_open(&b, '{');
    sr_json_key(&b, "a");
    sr_json_int(&b, -3);
    sr_json_key(&b, "list");
    sr_json_open(&b, '[');
    sr_json_bool(&b, true);
    sr_json_null(&b);
    sr_json_open(&b, '{');
    sr_json_close(&b, '}');
    sr_json_open(&b, '[');
    sr_json_close(&b, ']');
    sr_json_str(&b, "x");
    sr_json_close(&b, ']');
    sr_json_key(&b, "raw");
    sr_json_raw(&b, "[1,2]");
    sr_json_close(&b, '}');
    assert_string_equal(memory, "{\"a\":-3,\"list\":[true,null,{},[],\"x\"],\"raw\":[1,2]}");
}

static void test_members(void **state)
{
    (void)state;
    sr_json_open(&b, '{');
    sr_json_put_int(&b, "n", -7);
    sr_json_put_str(&b, "s", "a\"b");
    sr_json_put_bool(&b, "t", true);
    sr_json_put_null(&b, "z");
    sr_json_put_seat(&b, "seat", 0);
    sr_json_put_seat(&b, "none", SR_NOBODY);
    sr_json_put_hex64(&b, "h", 0xAB);
    sr_json_put_ints(&b, "list", (const int[]){1, 2}, 2);
    sr_json_put_open(&b, "o", '{');
    sr_json_put_bool(&b, "f", false);
    sr_json_close(&b, '}');
    sr_json_close(&b, '}');
    assert_string_equal(memory, "{\"n\":-7,\"s\":\"a\\\"b\",\"t\":true,\"z\":null,\"seat\":0,"
                                "\"none\":null,\"h\":\"00000000000000ab\",\"list\":[1,2],"
                                "\"o\":{\"f\":false}}");
}

static void test_escapes(void **state)
{
    (void)state;
    sr_json_strn(&b, "\"\\/\b\n\t\x1f\x7f \xd0\xb6", 11);
    assert_string_equal(memory, "\"\\\"\\\\/\\u0008\\n\\t\\u001f\x7f \xd0\xb6\"");
    start(NULL);
    sr_json_strn(&b, "a\0b", 3);
    assert_string_equal(memory, "\"a\\u0000b\"");
}

/* A name from outside may be no UTF-8; what is written must be JSON all the same. */
static void test_invalid_utf8(void **state)
{
    (void)state;
    static const char *const bad[] = {"\xff",         "a\xc3",    "\xc3(",
                                      "\xed\xa0\x80", "\xc0\x80", "\xf5\x80\x80\x80",
                                      "\xe2\x82",     "x\x80y"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        start(NULL);
        sr_json_str(&b, bad[i]);
        struct sr_doc *doc = unit_doc(memory);
        char text[32];
        assert_true(sr_json_text(doc, 0, text, sizeof text));
        assert_non_null(strstr(text, "\xef\xbf\xbd"));
    }
}

static void test_fail(void **state)
{
    (void)state;
    struct sr_diag diag;
    assert_int_equal(sr_fail(NULL, SR_RANGE, "%d", 1), SR_RANGE);
    assert_int_equal(sr_fail(&diag, SR_KEY, "%s: %d", "gold", 300), SR_KEY);
    assert_string_equal(diag.text, "gold: 300");
    /* one line, no control characters, whole characters: it may go to a terminal or into JSON */
    char longer[600];
    memset(longer, 0, sizeof longer);
    for (int i = 0; i < 590; i += 2)
        memcpy(longer + i, "\xd0\xb6", 2);
    (void)sr_fail(&diag, SR_KEY, "%s", longer);
    start(NULL);
    char again[600];
    struct sr_buf c;
    sr_buf_init(&c, again, sizeof again);
    sr_json_str(&c, diag.text);
    (void)unit_doc(again);
    assert_null(strstr(again, "\xef\xbf\xbd"));
    assert_int_equal(strlen(diag.text), 254); /* 127 whole letters fit */
    (void)sr_fail(&diag, SR_KEY, "'%.3s' %s %d%%", "\xd0\xb6\xd0\xb6", "x", -5);
    assert_string_equal(diag.text, "'\xd0\xb6' x -5%");
    (void)sr_fail(&diag, SR_KEY, "%.*s|%lld", 2, "abc", 1234567890123LL);
    assert_string_equal(diag.text, "ab|1234567890123");
    (void)sr_fail(&diag, SR_KEY, "%s\xff%s", "a\xc3", "\xd0\xb6");
    assert_string_equal(diag.text, "a??\xd0\xb6");
    (void)sr_fail(&diag, SR_KEY, "a\nb\x1b[31mc");
    assert_string_equal(diag.text, "a b [31mc");
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(sr_err_name(SR_OK), "ok");
    assert_string_equal(sr_err_name(SR_ILLEGAL), "illegal");
    assert_string_equal(sr_err_name(SR_NOTHING), "nothing");
    for (int i = SR_OK; i <= SR_NOTHING; i++)
        for (int k = SR_OK; k < i; k++)
            assert_string_not_equal(sr_err_name((enum sr_err)i), sr_err_name((enum sr_err)k));
}

/* Seeds keep all 64 bits, in a form JavaScript reads without loss. */
static void test_seed(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed;
        const char *text;
    } rows[] = {{0, "0"},
                {7, "7"},
                {(uint64_t)1 << 53, "9007199254740992"},
                {((uint64_t)1 << 53) + 1, "\"9007199254740993\""},
                {UINT64_MAX, "\"18446744073709551615\""}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t back = 1;
        start(NULL);
        sr_json_seed(&b, rows[i].seed);
        assert_string_equal(memory, rows[i].text);
        assert_true(sr_json_seed_read(unit_doc(memory), 0, &back) && back == rows[i].seed);
    }
    static const char *const bad[] = {"-1",
                                      "1.0",
                                      "\"\"",
                                      "\"-1\"",
                                      "\"12x\"",
                                      "null",
                                      "[]",
                                      "\"18446744073709551616\"",
                                      "\"99999999999999999999999\""};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint64_t back;
        assert_false(sr_json_seed_read(unit_doc(bad[i]), 0, &back));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_put, start),
        cmocka_unit_test_setup(test_int, start),
        cmocka_unit_test_setup(test_full, start),
        cmocka_unit_test_setup(test_json, start),
        cmocka_unit_test_setup(test_members, start),
        cmocka_unit_test_setup(test_escapes, start),
        cmocka_unit_test_setup(test_invalid_utf8, start),
        cmocka_unit_test_setup(test_fail, start),
        cmocka_unit_test_setup(test_names, start),
        cmocka_unit_test_setup(test_seed, start),
    };
    return cmocka_run_group_tests_name("buf", tests, NULL, NULL);
}
