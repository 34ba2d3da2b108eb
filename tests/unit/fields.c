/* fields.c: described structs: every type, none and hidden, lists, grids, patches, and the errors,
 * which name the path. */
#include "unit.h"

static const char *const colour_names[] = {"red", "green", "blue"};
static const struct sr_names colours = {"colour", colour_names, 3};
static const char *const side_names[] = {"left", "right"};
static const struct sr_names sides = {"side", side_names, 2};
static const char *const eight_names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
static const struct sr_names eight = {"eight", eight_names, 8};

struct part {
    uint8_t gold;
    uint8_t colour;
    uint8_t hand_count;
    uint8_t hand[3];
};

struct all {
    uint32_t u32, set32;
    uint16_t u16, set16;
    int16_t i16;
    int8_t i8;
    uint8_t u8, flag, colour, set8;
    uint8_t ranged;
    uint8_t deck_count, deck[4];
    uint8_t side[2];
    uint8_t grid[2][3];
    uint8_t cell[2][3];
    struct part part[2];
    uint8_t row[3];
};

#define P struct part
static const struct sr_field part_fields[] = {
    SR_FIELD(P, gold, SR_T_U8, .max = 200),
    SR_FIELD(P, colour, SR_T_NAME, .names = &colours, .flags = SR_F_NONE),
    SR_FIELD(P, hand_count, SR_T_U8),
    SR_ARRAY(P, hand, SR_T_NAME, .names = &colours, .length = "hand_count", .flags = SR_F_HIDES),
    SR_FIELDS_END,
};
#define A struct all
static const struct sr_field fields[] = {
    SR_FIELD(A, u8, SR_T_U8, .flags = SR_F_NONE | SR_F_HIDES),
    SR_FIELD(A, i8, SR_T_I8, .flags = SR_F_NONE | SR_F_HIDES),
    SR_FIELD(A, u16, SR_T_U16, .flags = SR_F_HIDES),
    SR_FIELD(A, i16, SR_T_I16, .flags = SR_F_NONE | SR_F_HIDES),
    SR_FIELD(A, u32, SR_T_U32),
    SR_FIELD(A, flag, SR_T_BOOL, .flags = SR_F_HIDES),
    SR_FIELD(A, colour, SR_T_NAME, .names = &colours, .flags = SR_F_NONE | SR_F_HIDES),
    SR_FIELD(A, set8, SR_T_SET8, .names = &colours, .flags = SR_F_HIDES),
    SR_FIELD(A, set16, SR_T_SET16, .names = &colours),
    SR_FIELD(A, set32, SR_T_SET32, .names = &eight),
    SR_FIELD(A, ranged, SR_T_U8, .min = 3, .max = 9),
    SR_FIELD(A, deck_count, SR_T_U8),
    SR_ARRAY(A, deck, SR_T_U8, .length = "deck_count"),
    SR_ARRAY(A, side, SR_T_U8, .by = &sides),
    SR_GRID(A, grid, SR_T_U8, .by = &sides, .inner_by = &colours),
    SR_GRID(A, cell, SR_T_U8),
    SR_ARRAY(A, part, SR_T_STRUCT, .sub = part_fields),
    SR_ARRAY(A, row, SR_T_BOOL),
    SR_FIELDS_END,
};

static const struct all sample = {
    .u8 = 7, .i8 = -5, .u16 = 60000, .i16 = -300, .u32 = 4000000000u, .flag = 1, .colour = 2,
    .set8 = 5, .set16 = 2, .set32 = 0x81, .ranged = 4, .deck_count = 2, .deck = {8, 9},
    .side = {1, 2}, .grid = {{1, 2, 3}, {4, 5, 6}}, .cell = {{0, 1, 2}, {3, 4, 5}},
    .part = {{10, 1, 2, {0, 2}}, {20, SR_NONE, 0, {0}}}, .row = {1, 0, 1},
};
static const char sample_json[] =
    "{\"u8\":7,\"i8\":-5,\"u16\":60000,\"i16\":-300,\"u32\":4000000000,\"flag\":true,"
    "\"colour\":\"blue\",\"set8\":[\"red\",\"blue\"],\"set16\":[\"green\"],"
    "\"set32\":[\"a\",\"h\"],\"ranged\":4,\"deck_count\":2,\"deck\":[8,9],"
    "\"side\":{\"left\":1,\"right\":2},"
    "\"grid\":{\"left\":{\"red\":1,\"green\":2,\"blue\":3},"
    "\"right\":{\"red\":4,\"green\":5,\"blue\":6}},"
    "\"cell\":[[0,1,2],[3,4,5]],"
    "\"part\":[{\"gold\":10,\"colour\":\"green\",\"hand_count\":2,\"hand\":[\"red\",\"blue\"]},"
    "{\"gold\":20,\"colour\":null,\"hand_count\":0,\"hand\":[]}],"
    "\"row\":[true,false,true]}";

static const char *written(const struct all *a)
{
    static char text[4096];
    struct sr_buf b;
    sr_buf_init(&b, text, sizeof text);
    sr_json_open(&b, '{');
    sr_fields_write(&b, fields, a);
    sr_json_close(&b, '}');
    assert_false(b.full);
    return text;
}

static enum sr_err read(const char *text, struct all *a, bool whole, struct sr_diag *diag)
{
    return sr_fields_read(unit_doc(text), 0, fields, a, whole, diag);
}

static void test_write(void **state)
{
    (void)state;
    assert_string_equal(written(&sample), sample_json);
}

static void test_read(void **state)
{
    (void)state;
    struct all a;
    struct sr_diag diag = {""};
    memset(&a, 0, sizeof a);
    assert_ok(read(sample_json, &a, true, &diag));
    assert_string_equal(written(&a), sample_json);
    assert_memory_equal(&a, &sample, sizeof a);
}

static void test_none_and_hidden(void **state)
{
    (void)state;
    struct all a = sample, b;
    struct sr_diag diag = {""};
    a.u8 = SR_NONE;
    a.i8 = SR_NONE_I8;
    a.i16 = SR_NONE_I8;
    a.colour = SR_NONE;
    const char *text = written(&a);
    assert_non_null(strstr(text, "\"u8\":null,\"i8\":null,"));
    assert_non_null(strstr(text, "\"i16\":null"));
    assert_non_null(strstr(text, "\"colour\":null"));
    memset(&b, 0, sizeof b);
    assert_ok(read(text, &b, true, &diag));
    assert_memory_equal(&a, &b, sizeof a);

    a.u8 = SR_HIDDEN;
    a.i8 = SR_HIDDEN_I8;
    a.u16 = UINT16_MAX;
    a.i16 = SR_HIDDEN_16;
    a.flag = SR_HIDDEN;
    a.colour = SR_HIDDEN;
    a.set8 = UINT8_MAX;
    a.part[0].hand[0] = a.part[0].hand[1] = SR_HIDDEN;
    text = written(&a);
    assert_non_null(strstr(text, "{\"u8\":\"?\",\"i8\":\"?\",\"u16\":\"?\",\"i16\":\"?\","));
    assert_non_null(strstr(text, "\"flag\":\"?\",\"colour\":\"?\",\"set8\":\"?\""));
    assert_non_null(strstr(text, "\"hand\":[\"?\",\"?\"]"));
    memset(&b, 0, sizeof b);
    assert_ok(read(text, &b, true, &diag));
    assert_memory_equal(&a, &b, sizeof a);
}

/* Only the members named in a patch change. */
static void test_patch(void **state)
{
    (void)state;
    struct all a = sample, want = sample;
    struct sr_diag diag = {""};
    assert_ok(read("{\"part\":{\"1\":{\"gold\":99}},\"side\":{\"right\":7},"
                   "\"grid\":{\"left\":{\"blue\":33}},\"cell\":{\"1\":{\"2\":55}},"
                   "\"row\":{\"1\":true},\"deck\":{\"0\":80}}",
                   &a, false, &diag));
    want.part[1].gold = 99;
    want.side[1] = 7;
    want.grid[0][2] = 33;
    want.cell[1][2] = 55;
    want.row[1] = 1;
    want.deck[0] = 80;
    assert_memory_equal(&a, &want, sizeof a);
    assert_ok(read("{}", &a, false, &diag));
    assert_memory_equal(&a, &want, sizeof a);
    assert_ok(read("{\"cell\":[[9,9,9],{\"0\":1}]}", &a, false, &diag));
    memset(want.cell[0], 9, 3);
    want.cell[1][0] = 1;
    assert_memory_equal(&a, &want, sizeof a);
}

/* A list brings its length along; what lies beyond is zero. */
static void test_lists(void **state)
{
    (void)state;
    struct all a = sample;
    struct sr_diag diag = {""};
    assert_ok(read("{\"deck\":[1,2,3,4]}", &a, false, &diag));
    assert_int_equal(a.deck_count, 4);
    assert_ok(read("{\"deck\":[5]}", &a, false, &diag));
    assert_int_equal(a.deck_count, 1);
    assert_memory_equal(a.deck, "\5\0\0\0", 4);
    assert_ok(read("{\"deck_count\":0}", &a, false, &diag));
    assert_memory_equal(a.deck, "\0\0\0\0", 4);
    assert_ok(read("{\"deck_count\":2,\"deck\":[1,2]}", &a, false, &diag));
    assert_ok(read("{\"deck\":[1,2,3],\"deck_count\":3}", &a, false, &diag));
    assert_fails(read("{\"deck\":[1,2],\"deck_count\":3}", &a, false, &diag), SR_RANGE, diag,
                 "deck_count: does not agree");
    assert_fails(read("{\"deck_count\":3,\"deck\":[1,2]}", &a, false, &diag), SR_RANGE, diag,
                 "deck_count: does not agree");
    assert_fails(read("{\"deck\":[1,2],\"deck_count\":1}", &a, false, &diag), SR_RANGE, diag,
                 "deck_count: does not agree");
    assert_fails(read("{\"deck_count\":1,\"deck\":[1,2]}", &a, false, &diag), SR_RANGE, diag,
                 "deck_count: does not agree");
    assert_fails(read("{\"deck\":[1,2,3,4,5]}", &a, false, &diag), SR_RANGE, diag, "at most 4");
    assert_fails(read("{\"deck_count\":5}", &a, false, &diag), SR_RANGE, diag, "deck_count");
    a = sample;
    assert_fails(read("{\"deck\":{\"2\":1}}", &a, false, &diag), SR_KEY, diag, "deck");
}

/* A length that grows alone would fill its list with zeros: the new elements must be named. */
static void test_growing_lists(void **state)
{
    (void)state;
    struct all a = sample;
    struct sr_diag diag = {""};
    assert_fails(read("{\"deck_count\":3}", &a, false, &diag), SR_RANGE, diag,
                 "deck_count: deck has 2 elements");
    a = sample;
    assert_fails(read("{\"deck_count\":4,\"deck\":{\"1\":5,\"3\":5}}", &a, false, &diag), SR_RANGE,
                 diag, "deck_count: deck has 2 elements");
    a = sample;
    assert_fails(read("{\"part\":{\"0\":{\"hand_count\":3}}}", &a, false, &diag), SR_RANGE, diag,
                 "part.0.hand_count: hand has 2 elements");
    a = sample;
    assert_ok(read("{\"deck_count\":4,\"deck\":{\"2\":6,\"3\":0}}", &a, false, &diag));
    assert_int_equal(a.deck_count, 4);
    assert_memory_equal(a.deck, "\10\11\6\0", 4);
    assert_ok(read("{\"deck_count\":1}", &a, false, &diag));
    assert_memory_equal(a.deck, "\10\0\0\0", 4);
}

static const struct {
    const char *json;
    enum sr_err err;
    const char *says;
} wrong[] = {
    {"{\"nothing\":1}", SR_KEY, "nothing: unknown key"},
    {"{\"u8\":1,\"u8\":2}", SR_KEY, "u8: named twice"},
    {"{\"\\u00758\":1,\"u8\":2}", SR_KEY, "u8: named twice"},
    {"{\"u8\":256}", SR_RANGE, "u8: 256 is not in 0..255"},
    {"{\"u8\":-1}", SR_RANGE, "u8: -1 is not"},
    {"{\"u8\":1.5}", SR_TYPE, "u8: a whole number"},
    {"{\"u8\":1e1}", SR_TYPE, "u8: a whole number"},
    {"{\"u8\":\"7\"}", SR_TYPE, "u8: a whole number"},
    {"{\"u8\":99999999999999999999}", SR_TYPE, "u8"},
    {"{\"i8\":128}", SR_RANGE, "i8: 128 is not in -128..127"},
    {"{\"i16\":-32769}", SR_RANGE, "i16"},
    {"{\"u16\":65536}", SR_RANGE, "u16"},
    {"{\"u16\":null}", SR_TYPE, "u16"},
    {"{\"u32\":4294967296}", SR_RANGE, "u32"},
    {"{\"u32\":\"?\"}", SR_TYPE, "u32"},
    {"{\"ranged\":2}", SR_RANGE, "ranged: 2 is not in 3..9"},
    {"{\"ranged\":10}", SR_RANGE, "ranged: 10 is not in 3..9"},
    {"{\"flag\":1}", SR_TYPE, "flag: true or false"},
    {"{\"flag\":null}", SR_TYPE, "flag"},
    {"{\"colour\":\"purple\"}", SR_RANGE, "colour: unknown name"},
    {"{\"colour\":1}", SR_TYPE, "colour: a name such as"},
    {"{\"set8\":\"red\"}", SR_TYPE, "set8: a list of names"},
    {"{\"set8\":[\"red\",\"purple\"]}", SR_RANGE, "set8: item 2"},
    {"{\"set8\":[\"red\",\"red\"]}", SR_RANGE, "set8: red is named twice"},
    {"{\"set16\":[\"a\"]}", SR_RANGE, "set16"},
    {"{\"side\":[1,2]}", SR_TYPE, "side: an object is expected"},
    {"{\"side\":{\"up\":1}}", SR_KEY, "side: there is no element \"up\""},
    {"{\"side\":{\"left\":1,\"left\":2}}", SR_KEY, "side.left: named twice"},
    {"{\"side\":{\"left\":300}}", SR_RANGE, "side.left: 300"},
    {"{\"grid\":{\"left\":{\"pink\":1}}}", SR_KEY, "grid.left"},
    {"{\"grid\":{\"left\":{\"blue\":\"x\"}}}", SR_TYPE, "grid.left.blue"},
    {"{\"cell\":[[0,1,2]]}", SR_RANGE, "cell: 2 elements are expected, not 1"},
    {"{\"cell\":[[0,1],[2,3]]}", SR_RANGE, "cell.0: 3 elements"},
    {"{\"cell\":[[0,1,2],[3,4,500]]}", SR_RANGE, "cell.1.2: 500"},
    {"{\"cell\":{\"2\":[0,0,0]}}", SR_KEY, "cell: there is no element \"2\""},
    {"{\"cell\":{\"01\":[0,0,0]}}", SR_KEY, "cell"},
    {"{\"cell\":{\"-1\":[0,0,0]}}", SR_KEY, "cell"},
    {"{\"cell\":{\"\":[0,0,0]}}", SR_KEY, "cell"},
    {"{\"cell\":{\"99999999999\":[0,0,0]}}", SR_KEY, "cell"},
    {"{\"cell\":7}", SR_TYPE, "cell: a list is expected"},
    {"{\"part\":{\"0\":{\"gold\":201}}}", SR_RANGE, "part.0.gold: 201 is not in 0..200"},
    {"{\"part\":{\"0\":{\"silver\":1}}}", SR_KEY, "part.0.silver: unknown key"},
    {"{\"part\":{\"0\":[]}}", SR_TYPE, "part.0: an object is expected"},
    {"{\"part\":{\"1\":{\"hand\":[\"red\",\"x\"]}}}", SR_RANGE, "part.1.hand.1: unknown name"},
    {"{\"part\":{\"1\":{\"hand\":5}}}", SR_TYPE, "part.1.hand: a list"},
    {"{\"row\":[true,false]}", SR_RANGE, "row: 3 elements"},
    {"[]", SR_TYPE, "an object is expected"},
    {"7", SR_TYPE, "an object is expected"},
};

static void test_wrong(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct all a = sample;
        struct sr_diag diag = {""};
        const enum sr_err err = read(wrong[i].json, &a, false, &diag);
        if (err != wrong[i].err || !strstr(diag.text, wrong[i].says))
            fail_msg("%s gives %s: '%s', wanted '%s'", wrong[i].json, sr_err_name(err), diag.text,
                     wrong[i].says);
        assert_int_equal(read(wrong[i].json, &a, false, NULL), wrong[i].err);
    }
}

/* Read whole, every member must be there: each one left out in turn. */
static void test_missing(void **state)
{
    (void)state;
    for (const struct sr_field *f = fields; f->key; f++) {
        struct sr_field rest[32];
        struct all a;
        struct sr_diag diag = {""};
        int n = 0;
        for (const struct sr_field *k = fields; k->key; k++)
            if (k != f && !(k->length && strcmp(k->length, f->key) == 0))
                rest[n++] = *k;
        rest[n] = (struct sr_field)SR_FIELDS_END;
        char text[4096];
        struct sr_buf b;
        sr_buf_init(&b, text, sizeof text);
        sr_json_open(&b, '{');
        sr_fields_write(&b, rest, &sample);
        sr_json_close(&b, '}');
        memset(&a, 0, sizeof a);
        assert_int_equal(read(text, &a, true, &diag), SR_KEY);
        assert_non_null(strstr(diag.text, ": missing"));
        assert_non_null(strstr(diag.text, f->key));
    }
    struct all a = {0};
    struct sr_diag diag;
    assert_fails(sr_fields_read(unit_doc("{\"gold\":1,\"colour\":null,\"hand_count\":0}"), 0,
                                part_fields, &a.part[0], true, &diag),
                 SR_KEY, diag, "hand: missing");
}

/* In a whole value a name-keyed object must have all its names. */
static void test_missing_elements(void **state)
{
    (void)state;
    static const struct sr_field two[] = {SR_ARRAY(A, side, SR_T_U8, .by = &sides), SR_FIELDS_END};
    struct all a = sample;
    struct sr_diag diag;
    assert_fails(sr_fields_read(unit_doc("{\"side\":{\"left\":1}}"), 0, two, &a, true, &diag),
                 SR_KEY, diag, "side");
}

/* Diagnostics quote what was typed, but stay one clean line. */
static void test_hostile_keys(void **state)
{
    (void)state;
    struct all a = sample;
    struct sr_diag diag;
    assert_int_equal(read("{\"a\\nb\\u001b[2J\":1}", &a, false, &diag), SR_KEY);
    for (const char *c = diag.text; *c; c++)
        assert_true((unsigned char)*c >= 0x20);
    char text[400] = "{\"";
    memset(text + 2, 'k', 300);
    memcpy(text + 302, "\":1}", 5);
    assert_fails(read(text, &a, false, &diag), SR_KEY, diag, "unknown key");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_write),
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_none_and_hidden),
        cmocka_unit_test(test_patch),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_growing_lists),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_missing_elements),
        cmocka_unit_test(test_hostile_keys),
    };
    return cmocka_run_group_tests_name("fields", tests, NULL, NULL);
}
