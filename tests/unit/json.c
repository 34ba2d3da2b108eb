/* json.c: the reader accepts exactly RFC 8259, to a depth of 32, and says where it stopped. */
#include "unit.h"

static struct sr_tok tok[4096];
static struct sr_doc doc;

static enum sr_err parse(const char *text, size_t len, struct sr_diag *diag)
{
    return sr_json_parse(&doc, text, len, tok, 4096, diag);
}

static void test_valid(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "123",
        "-1",
        "1.5",
        "0.0",
        "1e9",
        "1E+9",
        "1e-9",
        "-0.5e00",
        "null",
        "true",
        "false",
        "\"\"",
        "\"a\"",
        "[]",
        "{}",
        "[[]]",
        "[{}]",
        "{\"\":0}",
        "{\"a\":[]}",
        " \t\r\n[ 1 , 2 ] ",
        "[1,\n2]",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"\\u0041\\u00e9\"",
        "\"\\uD834\\uDD1E\"",
        "\"\\u0000\"",
        "\"\xc3\xa9\"",
        "\"\xe2\x82\xac\"",
        "\"\xf0\x9f\x90\xab\"",
        "\"\xf4\x8f\xbf\xbf\"",
        "\"\xef\xbf\xbf\"",
        "\"\x7f\"",
        "\"\xee\x80\x80\"",
        "\"\xed\x9f\xbf\"",
        "[1,[2,[3,[4]]]]",
        "{\"a\":{\"b\":{\"c\":null}},\"d\":[{},{}]}",
        "{\"a\":1,\"a\":2}",
        "123456789012345678901234567890",
        "[\"\\ud83d\\udc2b\"]",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct sr_diag diag = {""};
        if (parse(texts[i], strlen(texts[i]), &diag) != SR_OK)
            fail_msg("%s: %s", texts[i], diag.text);
        assert_int_equal(doc.tok[0].next, doc.count);
    }
}

static void test_invalid(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        " ",
        "[",
        "]",
        "{",
        "}",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1,,2]",
        "[1]]",
        "[1}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{a:1}",
        "{'a':1}",
        "{1:1}",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":1]",
        "{null:1}",
        "tru",
        "True",
        "nul",
        "nulll",
        "truefalse",
        "01",
        "-",
        "-01",
        "+1",
        "1.",
        ".5",
        "1.e5",
        "1e",
        "1e+",
        "0x10",
        "1_000",
        "Infinity",
        "NaN",
        "--1",
        "1.5.5",
        "- 1",
        "\"",
        "\"a",
        "\"\\",
        "\"\\x\"",
        "\"\\u\"",
        "\"\\u12\"",
        "\"\\u12G4\"",
        "\"\\U0041\"",
        "\"\\uD800\"",
        "\"\\uDC00\"",
        "\"\\uD800\\u0041\"",
        "\"\\uD800\\n\"",
        "\"\\uD800\\uD800\"",
        "\"a\nb\"",
        "\"a\tb\"",
        "\"\x01\"",
        "\"\x1f\"",
        "\"\x80\"",
        "\"\xc0\x80\"",
        "\"\xc1\xbf\"",
        "\"\xc3\"",
        "\"\xc3(\"",
        "\"\xe0\x80\x80\"",
        "\"\xe2\x82\"",
        "\"\xed\xa0\x80\"",
        "\"\xed\xbf\xbf\"",
        "\"\xf0\x80\x80\x80\"",
        "\"\xf4\x90\x80\x80\"",
        "\"\xf5\x80\x80\x80\"",
        "\"\xff\"",
        "\xef\xbb\xbf{}",
        "\xe2\x80\x83[]",
        "1 2",
        "{} x",
        "[] []",
        "null,",
        "// note\n1",
        "/* note */1",
        "\v1",
        "\f1",
        "1\xc2\xa0",
        "[\"a\":1]",
        "{\"a\":1:2}",
        "{[]:1}",
        "\"\\'\"",
        "'a'",
        "[1,2",
        "{\"a\":[1,{\"b\":2}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct sr_diag diag = {""};
        const enum sr_err err = parse(texts[i], strlen(texts[i]), &diag);
        if (err != SR_PARSE)
            fail_msg("'%s' gives %s", texts[i], sr_err_name(err));
        assert_non_null(strstr(diag.text, "line "));
    }
}

/* NUL bytes are text like any other, and no end of it. */
static void test_nul(void **state)
{
    (void)state;
    struct sr_diag diag;
    assert_int_equal(parse("1\0", 2, &diag), SR_PARSE);
    assert_int_equal(parse("\0"
                           "1",
                           2, &diag),
                     SR_PARSE);
    assert_int_equal(parse("[1\0]", 4, &diag), SR_PARSE);
    assert_int_equal(parse("\"a\0b\"", 5, &diag), SR_PARSE);
    assert_int_equal(parse("{\0}", 3, &diag), SR_PARSE);
}

/* The reader believes the length it is given, not a NUL: every cut of a text is safe. */
static void test_cuts(void **state)
{
    (void)state;
    static const char text[] = "{\"a\":[1,-2.5e3,\"\\ud83d\\udc2b\xf0\x9f\x90\xab\"],\"b\":true}";
    for (size_t n = 0; n < sizeof text - 1; n++) {
        char cut[sizeof text];
        memset(cut, 'x', sizeof cut);
        memcpy(cut, text, n);
        assert_int_equal(parse(cut, n, NULL), SR_PARSE);
    }
    assert_ok(parse(text, sizeof text - 1, NULL));
}

static void test_depth(void **state)
{
    (void)state;
    char text[80];
    struct sr_diag diag;
    for (int depth = 31; depth <= 34; depth++) {
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        const enum sr_err err = parse(text, 2 * (size_t)depth, &diag);
        assert_int_equal(err, depth <= 32 ? SR_OK : SR_PARSE);
    }
    assert_non_null(strstr(diag.text, "deep"));
}

static void test_space(void **state)
{
    (void)state;
    struct sr_diag diag;
    assert_int_equal(sr_json_parse(&doc, "[1,2,3]", 7, tok, 4, &diag), SR_OK);
    assert_int_equal(sr_json_parse(&doc, "[1,2,3]", 7, tok, 3, &diag), SR_SPACE);
    assert_int_equal(sr_json_parse(&doc, "{\"a\":1}", 7, tok, 2, &diag), SR_SPACE);
    assert_int_equal(doc.count, 0);
}

static void test_where(void **state)
{
    (void)state;
    struct sr_diag diag;
    assert_fails(parse("{\n  \"a\": 1,\n  \"b\": x\n}", 22, &diag), SR_PARSE, diag,
                 "line 3, column 8");
    assert_fails(parse("[1, 2", 5, &diag), SR_PARSE, diag, "line 1, column 6");
}

static void test_tokens(void **state)
{
    (void)state;
    static const char text[] = "{\"a\":[10,\"x\",{}],\"b\":-7}";
    assert_ok(parse(text, sizeof text - 1, NULL));
    assert_int_equal(doc.count, 8);
    assert_int_equal(doc.tok[0].type, SR_J_OBJECT);
    assert_int_equal(doc.tok[0].size, 2);
    assert_int_equal(doc.tok[0].next, 8);
    const int a = sr_json_get(&doc, 0, "a"), b = sr_json_get(&doc, 0, "b");
    assert_int_equal(a, 2);
    assert_int_equal(doc.tok[a].size, 3);
    assert_int_equal(doc.tok[a].next, 6);
    assert_int_equal(b, 7);
    assert_int_equal(sr_json_get(&doc, 0, "c"), -1);
    assert_int_equal(sr_json_get(&doc, a, "a"), -1);
    assert_int_equal(sr_json_get(&doc, -1, "a"), -1);
    assert_int_equal(sr_json_get(&doc, 99, "a"), -1);
    assert_int_equal(sr_json_at(&doc, a, 2), 5);
    assert_int_equal(sr_json_at(&doc, a, 3), -1);
    assert_int_equal(sr_json_at(&doc, a, -1), -1);
    assert_int_equal(sr_json_at(&doc, 0, 0), -1);
    assert_true(sr_json_is(&doc, 4, "x"));
    assert_false(sr_json_is(&doc, 4, "xy"));
    assert_false(sr_json_is(&doc, 3, "10"));
    assert_false(sr_json_is(&doc, -1, "x"));
    int64_t v = 0;
    assert_true(sr_json_num(&doc, b, &v) && v == -7);
    assert_false(sr_json_num(&doc, 4, &v));
    assert_memory_equal(text + doc.tok[4].start, "x", doc.tok[4].end - doc.tok[4].start);
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool ok;
        int64_t v;
    } rows[] = {
        {"9223372036854775807", true, INT64_MAX},
        {"-9223372036854775808", true, INT64_MIN},
        {"9223372036854775808", false, 0},
        {"-9223372036854775809", false, 0},
        {"18446744073709551615", false, 0},
        {"18446744073709551616", false, 0},
        {"99999999999999999999999999", false, 0},
        {"-0", true, 0},
        {"1.0", false, 0},
        {"1e2", false, 0},
        {"9007199254740993", true, 9007199254740993},
        {"\"1\"", false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t v = 42;
        assert_ok(parse(rows[i].text, strlen(rows[i].text), NULL));
        assert_int_equal(sr_json_num(&doc, 0, &v), rows[i].ok);
        assert_true(!rows[i].ok || v == rows[i].v);
    }
}

static void test_text(void **state)
{
    (void)state;
    static const struct {
        const char *json, *text;
    } rows[] = {
        {"\"\"", ""},
        {"\"camel\"", "camel"},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
        {"\"\\u0041\\u00e9\\u20ac\"", "A\xc3\xa9\xe2\x82\xac"},
        {"\"\\uD83D\\uDC2B\"", "\xf0\x9f\x90\xab"},
        {"\"\\uFFFF\\u07ff\\u0800\"", "\xef\xbf\xbf\xdf\xbf\xe0\xa0\x80"},
    };
    char out[32];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_ok(parse(rows[i].json, strlen(rows[i].json), NULL));
        assert_true(sr_json_text(&doc, 0, out, sizeof out));
        assert_string_equal(out, rows[i].text);
        assert_true(sr_json_is(&doc, 0, rows[i].text));
        const size_t n = strlen(rows[i].text);
        assert_true(sr_json_text(&doc, 0, out, n + 1));
        assert_false(sr_json_text(&doc, 0, out, n));
    }
    assert_ok(parse("\"a\\u0000b\"", 10, NULL));
    assert_false(sr_json_text(&doc, 0, out, sizeof out));
    assert_false(sr_json_is(&doc, 0, "a"));
    assert_ok(parse("[]", 2, NULL));
    assert_false(sr_json_text(&doc, 0, out, sizeof out));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid),   cmocka_unit_test(test_invalid),
        cmocka_unit_test(test_nul),     cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_depth),   cmocka_unit_test(test_space),
        cmocka_unit_test(test_where),   cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
