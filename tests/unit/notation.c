/* notation.c: moves as texts, by a game made up of rows only: every type of argument and flag. */
#include "unit.h"

static const char *const ware_names[] = {"wool", "Silk", "W10"};
static const struct sr_names wares = {"ware", ware_names, 3};

static const struct sr_verb moves[] = {
    {"pass", "1", false, {{NULL, SR_A_END, 0, 0, 0, NULL}}},
    {"buy", "1", false, {{"ware", SR_A_NAME, 8, 4, 0, &wares}, {"n", SR_A_INT, 12, 6, 0, NULL}}},
    {"pay", "1", false, {{"gold", SR_A_INT, 8, 4, SR_A_KEYED | SR_A_NONZERO, NULL},
                         {"step", SR_A_SIGNED, 12, 4, 0, NULL}}},
    {"give", "1", false, {{"to", SR_A_SEAT, 8, 3, 0, NULL}, {"wares", SR_A_SET, 11, 3, 0, &wares},
                          {"n", SR_A_INT, 14, 4, SR_A_OPTIONAL | SR_A_KEYED, NULL},
                          {"id", SR_A_INT, 18, 8, SR_A_SILENT, NULL}}},
};
static int legal(const void *ed, const void *state, sr_move *out);
static const struct sr_game game = {
    .id = "made_up", .moves = moves, .move_count = 4, .legal = legal, .state_size = 64,
};
static const struct sr_rules rules = {&game, NULL};

static const struct {
    sr_move m;
    const char *text;
} rows[] = {
    {0, "pass"},
    {1 | 0 << 8 | 12 << 12, "buy wool 12"},
    {1 | 1 << 8 | 0 << 12, "buy Silk 0"},
    {1 | 2 << 8 | 63 << 12, "buy W10 63"},
    {2 | 0 << 8 | 3 << 12, "pay +3"},
    {2 | 5 << 8 | 15 << 12, "pay gold=5 -1"},
    {2 | 1 << 8 | 0 << 12, "pay gold=1 0"},
    {2 | 0 << 8 | 8 << 12, "pay -8"},
    {3 | 2 << 8 | 5 << 11, "give P3 wool+W10"},
    {3 | 0 << 8 | 0 << 11 | 1 << 14, "give P1 none n=0"},
    {3 | 6 << 8 | 7 << 11 | 15u << 14 | 200u << 18, "give P7 wool+Silk+W10 n=14"},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static int legal(const void *ed, const void *state, sr_move *out)
{
    (void)ed;
    (void)state;
    for (int i = 0; i < ROWS; i++)
        out[i] = rows[i].m;
    return ROWS;
}

static void test_text(void **state)
{
    (void)state;
    char text[SR_TEXT_MAX];
    for (int i = 0; i < ROWS; i++) {
        sr_move_text(&game, rows[i].m, text);
        assert_string_equal(text, rows[i].text);
    }
    sr_move_text(&game, 4, text);
    assert_string_equal(text, "?");
}

static void test_parse(void **state)
{
    (void)state;
    union sr_state s = {.head = {.seats = 2}};
    struct sr_diag diag;
    sr_move m;
    for (int i = 0; i < ROWS; i++) {
        assert_ok(sr_move_parse(&rules, &s, rows[i].text, &m, &diag));
        assert_int_equal(m, rows[i].m);
    }
    static const char *const same[] = {"  buy \t silk   0\n", "BUY SILK 0", "buy Silk 0\r\n"};
    for (int i = 0; i < 3; i++) {
        assert_ok(sr_move_parse(&rules, &s, same[i], &m, &diag));
        assert_int_equal(m, rows[2].m);
    }
    static const char *const bad[] = {
        "",       " ",   "buy",   "buy Silk",       "buy Silk 00",     "buySilk 0", "buy Silk 0 0",
        "pass x", "pas", "passs", "pay gold= 5 -1", "give P3 W10+wool"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        m = 77;
        assert_fails(sr_move_parse(&rules, &s, bad[i], &m, &diag), SR_ILLEGAL, diag,
                     "not one of the 11 legal moves here (such as 'pass')");
        assert_int_equal(m, 77);
    }
    s.head.over = 1;
    assert_int_equal(sr_move_parse(&rules, &s, "pass", &m, &diag), SR_OVER);
}

static void test_args(void **state)
{
    (void)state;
    int v = -99;
    assert_true(sr_move_arg(&game, rows[5].m, 1, &v) && v == -1);
    assert_true(sr_move_arg(&game, rows[4].m, 0, &v) && v == 0);
    assert_false(sr_move_arg(&game, rows[8].m, 2, &v));
    assert_true(sr_move_arg(&game, rows[9].m, 2, &v) && v == 0);
    assert_true(sr_move_arg(&game, rows[10].m, 3, &v) && v == 200);
    assert_false(sr_move_arg(&game, rows[0].m, 0, &v)); /* no such row */
    assert_false(sr_move_arg(&game, rows[1].m, 2, &v));
    assert_false(sr_move_arg(&game, 9, 0, &v)); /* no such verb */
}

static void test_json(void **state)
{
    (void)state;
    static const struct {
        int row;
        const char *json;
    } want[] = {
        {0, "{\"move\":\"pass\",\"verb\":\"pass\"}"},
        {5, "{\"move\":\"pay gold=5 -1\",\"verb\":\"pay\",\"gold\":5,\"step\":-1}"},
        {8, "{\"move\":\"give P3 wool+W10\",\"verb\":\"give\",\"to\":2,"
            "\"wares\":[\"wool\",\"W10\"],\"id\":0}"},
        {10, "{\"move\":\"give P7 wool+Silk+W10 n=14\",\"verb\":\"give\",\"to\":6,"
             "\"wares\":[\"wool\",\"Silk\",\"W10\"],\"n\":14,\"id\":200}"},
    };
    union sr_state s = {.head = {.seats = 2}};
    struct sr_diag diag;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        char text[400];
        struct sr_buf b;
        sr_move m = 0;
        sr_buf_init(&b, text, sizeof text);
        sr_move_write(&b, &game, rows[want[i].row].m);
        assert_string_equal(text, want[i].json);
        assert_ok(sr_move_read(&rules, &s, unit_doc(text), 0, &m, &diag));
        assert_int_equal(m, rows[want[i].row].m);
    }
    sr_move m;
    assert_ok(sr_move_read(&rules, &s, unit_doc("\"pass\""), 0, &m, &diag));
    assert_int_equal(sr_move_read(&rules, &s, unit_doc("\"fly\""), 0, &m, &diag), SR_ILLEGAL);
    static const char *const bad[] = {"7",  "null",         "[]",
                                      "{}", "{\"move\":7}", "{\"verb\":\"pass\"}"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_fails(sr_move_read(&rules, &s, unit_doc(bad[i]), 0, &m, &diag), SR_TYPE, diag,
                     "a move is a text");
}

static void test_make(void **state)
{
    (void)state;
    const sr_move m = sr_move_make(3, 255, 128, 7);
    assert_int_equal(sr_move_verb(m), 3);
    assert_int_equal(sr_move_a(m), 255);
    assert_int_equal(sr_move_b(m), 128);
    assert_int_equal(sr_move_c(m), 7);
    assert_int_equal(sr_move_bits(m, 8, 24), 0x0780FF);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text), cmocka_unit_test(test_parse), cmocka_unit_test(test_args),
        cmocka_unit_test(test_json), cmocka_unit_test(test_make),
    };
    return cmocka_run_group_tests_name("notation", tests, NULL, NULL);
}
