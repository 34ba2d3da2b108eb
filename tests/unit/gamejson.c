/* gamejson.c: JSON of states, views, events, options, editions and scores: what is accepted, what
 * is refused and how that is said. (Round trips for every game are in the contract tests.) */
#include "unit.h"

#include "games/blank/blank.h"

static struct sr_rules rules;
static union sr_state s;
static char text[20000];
static struct sr_buf b;

static int start(void **state)
{
    (void)state;
    rules = sr_rules_default(sr_game_find("blank"));
    assert_ok(sr_setup(&rules, 2, NULL, 1, &s, NULL));
    sr_buf_init(&b, text, sizeof text);
    return 0;
}

/* The text with the first `old` replaced. */
static const char *edited(const char *old, const char *new_text)
{
    static char out[20000];
    char *at = strstr(text, old);
    if (!at)
        fail_msg("'%s' is not in %s", old, text);
    struct sr_buf o;
    sr_buf_init(&o, out, sizeof out);
    sr_buf_putn(&o, text, (size_t)(at - text));
    sr_buf_put(&o, new_text);
    sr_buf_put(&o, at + strlen(old));
    return out;
}

static void test_state(void **state)
{
    (void)state;
    union sr_state back;
    struct sr_diag diag = {""};
    sr_state_write(&b, &rules, &s);
    assert_ok(sr_state_read(&rules, unit_doc(text), 0, &back, &diag));
    assert_true(sr_equal(&rules, &s, &back));
    static const struct {
        const char *old, *now;
        enum sr_err err;
        const char *says;
    } rows[] = {
        {"\"game\":\"blank\"", "\"game\":\"merv\"", SR_RANGE, "game: \"blank\" is expected"},
        {"\"viewer\":null", "\"viewer\":7", SR_RANGE, "viewer"},
        {"\"viewer\":null", "\"viewer\":\"me\"", SR_RANGE, "viewer"},
        {"\"seats\":2", "\"seats\":0", SR_RANGE, "seats: 0 is not in 1..7"},
        {"\"seats\":2", "\"seats\":5", SR_RANGE, "players: 4 elements"},
        {"\"seats\":2", "\"seats\":1", SR_RANGE, "players: 1 elements"},
        {"\"seats\":2,", "", SR_RANGE, "players: 0 elements"},
        {"\"ply\":0", "\"ply\":-1", SR_RANGE, "ply"},
        {"\"ply\":0", "\"ply\":1000", SR_BROKEN, "longer than it can be"},
        {"\"ply\":0,", "", SR_KEY, "ply: missing"},
        {"\"ply\":0", "\"ply\":0,\"plu\":1", SR_KEY, "plu: unknown key"},
        {"\"over\":false", "\"over\":0", SR_TYPE, "over"},
        {"\"open_hands\":\"off\"", "\"open_hands\":\"maybe\"", SR_RANGE, "open_hands"},
        {"\"open_hands\":\"off\"", "\"shut_hands\":\"off\"", SR_KEY, "shut_hands"},
        {"\"rng\":[", "\"rng\":[1,", SR_TYPE, "rng"},
        {"\"rng\":[", "\"rng\":null,\"x\":[", SR_KEY, "x: unknown key"},
        {"\"round\":1", "\"round\":0", SR_BROKEN, "turn is out of range"},
        {"\"round\":1", "\"round\":\"one\"", SR_TYPE, "round: a whole number"},
        {"\"deck\":[\"", "\"deck\":[\"gold\",\"", SR_RANGE, "deck.0: unknown name"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        back = s;
        const enum sr_err err =
            sr_state_read(&rules, unit_doc(edited(rows[i].old, rows[i].now)), 0, &back, &diag);
        if (err != rows[i].err || !strstr(diag.text, rows[i].says))
            fail_msg("%s: %s '%s'", rows[i].now, sr_err_name(err), diag.text);
        assert_true(sr_equal(&rules, &s, &back));
    }
    assert_int_equal(sr_state_read(&rules, unit_doc("[]"), 0, &back, &diag), SR_TYPE);
    assert_int_equal(sr_state_read(&rules, unit_doc("{}"), 0, &back, &diag), SR_KEY);
}

static void test_view(void **state)
{
    (void)state;
    struct sr_view v;
    union sr_state back;
    struct sr_diag diag = {""};
    sr_observe(&rules, &s, 1, &v);
    sr_state_write(&b, &rules, &v.s);
    assert_non_null(strstr(text, "\"viewer\":1"));
    assert_non_null(strstr(text, "\"rng\":null"));
    assert_ok(sr_state_read(&rules, unit_doc(text), 0, &back, &diag));
    assert_true(sr_equal(&rules, &v.s, &back));
    static const struct {
        const char *old, *now, *says;
    } rows[] = {
        {"\"viewer\":1", "\"viewer\":0", "viewer"},       /* sees the wrong hand */
        {"\"viewer\":1", "\"viewer\":2", "no such seat"}, /* nobody sits there */
        {"\"viewer\":1", "\"viewer\":\"spectator\"", "viewer"},
        {"\"rng\":null", "\"rng\":[1,2,3,4]", "rng"},
        {"\"seats\":2", "\"seats\":7", "seats"},
        {"\"sold\":{\"wool\":0", "\"sold\":{\"wool\":200", "no position"},
        {"\"round\":1", "\"round\":99", "no position"},
        {"\"players\":[{\"hand\":{\"wool\":\"?\"", "\"players\":[{\"hand\":{\"wool\":0", "player"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const enum sr_err err =
            sr_state_read(&rules, unit_doc(edited(rows[i].old, rows[i].now)), 0, &back, &diag);
        if (err != SR_BROKEN && err != SR_RANGE)
            fail_msg("%s: %s", rows[i].now, sr_err_name(err));
        if (!strstr(diag.text, rows[i].says) && !strstr(diag.text, "viewer would see") &&
            !strstr(diag.text, "no position") && !strstr(diag.text, "players: "))
            fail_msg("%s: %s", rows[i].now, diag.text);
    }
    sr_observe(&rules, &s, SR_SPECTATOR, &v);
    sr_buf_init(&b, text, sizeof text);
    sr_state_write(&b, &rules, &v.s);
    assert_non_null(strstr(text, "\"viewer\":\"spectator\""));
    assert_ok(sr_state_read(&rules, unit_doc(text), 0, &back, &diag));
}

/* The check itself takes any bytes: ranges first, then what is hidden, then the rules. */
static void test_view_bytes(void **state)
{
    (void)state;
    struct sr_view seen, v;
    struct sr_diag diag = {""};
    struct blank_state *blank = (struct blank_state *)&v.s;
    sr_observe(&rules, &s, 1, &seen);
    v = seen;
    assert_ok(sr_view_check(&rules, &v.s, &diag));
    blank->player[1].hand[2] = SR_HIDDEN; /* his own */
    assert_fails(sr_view_check(&rules, &v.s, &diag), SR_BROKEN, diag, "viewer would see");
    v = seen;
    blank->player[0].hand[2] = 0; /* somebody else's */
    assert_fails(sr_view_check(&rules, &v.s, &diag), SR_BROKEN, diag, "viewer would see");
    v = seen;
    blank->deck_count = 255;
    assert_fails(sr_view_check(&rules, &v.s, &diag), SR_RANGE, diag, "deck: longer than the list");
    v = seen;
    blank->deck[0] = BLANK_WARES;
    assert_fails(sr_view_check(&rules, &v.s, &diag), SR_RANGE, diag, "deck.0: 4 is not in 0..3");
    v = seen;
    blank->deck[blank->deck_count] = 1;
    assert_fails(sr_view_check(&rules, &v.s, &diag), SR_RANGE, diag, "deck: something lies beyond");
    /* A complete state hides nothing. */
    union sr_state t = s;
    assert_fails(sr_state_patch(&rules,
                                unit_doc("{\"player\":{\"0\":{\"hand\":{\"jade\":\"?\"}}}}"), 0, &t,
                                &diag),
                 SR_BROKEN, diag, "");
}

/* JSON objects have no order: seats may come after what counts by them. */
static void test_order(void **state)
{
    (void)state;
    union sr_state back;
    struct sr_diag diag = {""};
    sr_state_write(&b, &rules, &s);
    const char *moved = edited("\"seats\":2,", "");
    char last[20000];
    struct sr_buf o;
    sr_buf_init(&o, last, sizeof last);
    sr_buf_putn(&o, moved, strlen(moved) - 1);
    sr_buf_put(&o, ",\"seats\":2}");
    const enum sr_err err = sr_state_read(&rules, unit_doc(last), 0, &back, &diag);
    if (err)
        fail_msg("%s", diag.text);
    assert_true(sr_equal(&rules, &s, &back));
}

static void test_patch(void **state)
{
    (void)state;
    const union sr_state before = s;
    union sr_state t = s;
    struct sr_diag diag = {""};
    assert_ok(sr_state_patch(&rules, unit_doc("{\"player\":{\"1\":{\"points\":9}},\"round\":3}"), 0,
                             &t, &diag));
    assert_int_equal(((struct blank_state *)&t)->player[1].points, 9);
    assert_int_equal(((struct blank_state *)&t)->round, 3);
    assert_ok(
        sr_state_patch(&rules, unit_doc("{\"options\":{\"open_hands\":\"on\"}}"), 0, &t, &diag));
    assert_int_equal(t.head.option[0], 1);
    assert_ok(sr_state_patch(&rules, unit_doc("{\"options\":{}}"), 0, &t, &diag));
    assert_int_equal(t.head.option[0], 1); /* not named, not changed */
    t = s;
    assert_fails(sr_state_patch(&rules, unit_doc("{\"sold\":{\"wool\":1}}"), 0, &t, &diag),
                 SR_BROKEN, diag, "cards are lost or invented");
    assert_int_equal(sr_state_patch(&rules, unit_doc("{\"viewer\":0}"), 0, &t, &diag), SR_BROKEN);
    assert_int_equal(sr_state_patch(&rules, unit_doc("{\"rng\":null}"), 0, &t, &diag), SR_BROKEN);
    assert_int_equal(sr_state_patch(&rules, unit_doc("{\"round\":3,\"x\":1}"), 0, &t, &diag),
                     SR_KEY);
    assert_int_equal(sr_state_patch(&rules, unit_doc("{\"game\":\"chess\"}"), 0, &t, &diag),
                     SR_RANGE);
    assert_true(sr_equal(&rules, &t, &before));
}

/* A generator rigged to its last prescribed draw is still a valid one. */
static void test_rigged(void **state)
{
    (void)state;
    union sr_state back;
    struct sr_diag diag = {""};
    sr_rng_rig(&s.head.rng, 5);
    assert_null(sr_check(&rules, &s));
    sr_state_write(&b, &rules, &s);
    assert_ok(sr_state_read(&rules, unit_doc(text), 0, &back, &diag));
    assert_true(sr_equal(&rules, &s, &back));
}

static void test_options(void **state)
{
    (void)state;
    int8_t out[SR_OPTIONS_MAX];
    struct sr_diag diag = {""};
    memset(out, 0x55, sizeof out);
    assert_ok(sr_options_read(rules.game, unit_doc("{}"), 0, out, &diag));
    static const int8_t none[SR_OPTIONS_MAX] = {0};
    assert_memory_equal(out, none, sizeof out);
    assert_ok(sr_options_read(rules.game, unit_doc("{\"open_hands\":\"on\"}"), 0, out, &diag));
    assert_int_equal(out[0], 1);
    sr_options_write(&b, rules.game, out);
    assert_string_equal(text, "{\"open_hands\":\"on\"}");
    static const struct {
        const char *json;
        enum sr_err err;
        const char *says;
    } rows[] = {
        {"[]", SR_TYPE, "an object"},
        {"null", SR_TYPE, "an object"},
        {"{\"hands\":\"on\"}", SR_KEY, "blank has no option \"hands\""},
        {"{\"open_hands\":\"yes\"}", SR_RANGE, "open_hands: it is one of off, on"},
        {"{\"open_hands\":1}", SR_RANGE, "open_hands"},
        {"{\"open_hands\":true}", SR_RANGE, "open_hands"},
        {"{\"open_hands\":\"on\",\"open_hands\":\"off\"}", SR_KEY, "named twice"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_fails(sr_options_read(rules.game, unit_doc(rows[i].json), 0, out, &diag),
                     rows[i].err, diag, rows[i].says);
}

/* An option that is a number, by a game made up for it. */
static void test_number_option(void **state)
{
    (void)state;
    static const struct sr_option options[] = {
        {"bonus", "1", -2, 5, 1, NULL}, {"speed", "1", 0, 3, 2, NULL}, {NULL, NULL, 0, 0, 0, NULL}};
    struct sr_game g = *rules.game;
    int8_t out[SR_OPTIONS_MAX];
    struct sr_diag diag;
    g.options = options;
    assert_ok(sr_options_read(&g, unit_doc("{\"bonus\":-2}"), 0, out, &diag));
    assert_int_equal(out[0], -2);
    assert_int_equal(out[1], 2);
    sr_options_write(&b, &g, out);
    assert_string_equal(text, "{\"bonus\":-2,\"speed\":2}");
    assert_fails(sr_options_read(&g, unit_doc("{\"bonus\":6}"), 0, out, &diag), SR_RANGE, diag,
                 "6 is not in -2..5");
    assert_fails(sr_options_read(&g, unit_doc("{\"bonus\":\"1\"}"), 0, out, &diag), SR_TYPE, diag,
                 "a number");
    assert_fails(sr_options_read(&g, unit_doc("{\"bonus\":1.0}"), 0, out, &diag), SR_TYPE, diag,
                 "a number");
    assert_fails(sr_options_read(&g, unit_doc("{\"bonus\":300}"), 0, out, &diag), SR_RANGE, diag,
                 "300");
}

static void test_events(void **state)
{
    (void)state;
    struct sr_event e = {BLANK_TOOK, 1, 1u << 1, 1, {BLANK_JADE}};
    struct sr_event back;
    struct sr_diag diag = {""};
    sr_event_write(&b, rules.game, &e);
    assert_string_equal(text, "{\"event\":\"took\",\"seat\":1,\"ware\":\"jade\",\"seen_by\":[1]}");
    assert_ok(sr_event_read(rules.game, unit_doc(text), 0, &back, &diag));
    assert_memory_equal(&e, &back, sizeof e);
    e = sr_event_redact(&e, 0);
    sr_buf_init(&b, text, sizeof text);
    sr_event_write(&b, rules.game, &e);
    assert_string_equal(text, "{\"event\":\"took\",\"seat\":1,\"ware\":\"?\",\"seen_by\":[1]}");
    assert_ok(sr_event_read(rules.game, unit_doc(text), 0, &back, &diag));
    assert_memory_equal(&e, &back, sizeof e);
    const struct sr_event end = {BLANK_END, -1, SR_ALL, 0, {0}};
    sr_buf_init(&b, text, sizeof text);
    sr_event_write(&b, rules.game, &end);
    assert_string_equal(text, "{\"event\":\"end\",\"seat\":null}");
    static const char *const bad[] = {
        "{}",
        "[]",
        "7",
        "{\"event\":\"fly\",\"seat\":0}",
        "{\"event\":\"end\"}",
        "{\"event\":\"end\",\"seat\":8}",
        "{\"event\":\"end\",\"seat\":-2}",
        "{\"event\":\"end\",\"seat\":\"P1\"}",
        "{\"event\":\"sold\",\"seat\":0,\"n\":1}",
        "{\"event\":\"sold\",\"seat\":0,\"ware\":\"gold\",\"n\":1}",
        "{\"event\":\"sold\",\"seat\":0,\"ware\":\"wool\",\"n\":40000}",
        "{\"event\":\"sold\",\"seat\":0,\"ware\":\"wool\",\"n\":-32768}",
        "{\"event\":\"took\",\"seat\":0,\"ware\":\"wool\",\"seen_by\":0}",
        "{\"event\":\"took\",\"seat\":0,\"ware\":\"wool\",\"seen_by\":[8]}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        diag.text[0] = '\0';
        if (sr_event_read(rules.game, unit_doc(bad[i]), 0, &back, &diag) == SR_OK)
            fail_msg("%s is accepted", bad[i]);
        assert_true(diag.text[0] != '\0');
    }
}

/* Editions: clear errors for unknown keys, wrong types, ranges, nonsense; nothing half done. */
static void test_edition(void **state)
{
    (void)state;
    struct blank_edition ed, kept;
    struct sr_diag diag = {""};
    memset(&ed, 0x33, sizeof ed);
    kept = ed;
    static const struct {
        const char *json;
        enum sr_err err;
        const char *says;
    } rows[] = {
        {"[]", SR_TYPE, "an object"},
        {"{\"turns\":3}", SR_KEY, "turns: unknown key"},
        {"{\"rounds\":\"six\"}", SR_TYPE, "rounds: a whole number"},
        {"{\"rounds\":2.5}", SR_TYPE, "rounds: a whole number"},
        {"{\"rounds\":0}", SR_RANGE, "rounds: 0 is not in 1..20"},
        {"{\"rounds\":21}", SR_RANGE, "rounds: 21 is not in 1..20"},
        {"{\"rounds\":null}", SR_TYPE, "rounds"},
        {"{\"rounds\":5,\"rounds\":6}", SR_KEY, "rounds: named twice"},
        {"{\"price\":{\"gold\":1}}", SR_KEY, "price: there is no element \"gold\""},
        {"{\"price\":{\"silk\":11}}", SR_RANGE, "price.silk: 11 is not in 0..10"},
        {"{\"price\":[1,2,3,4]}", SR_TYPE, "price: an object is expected"},
        {"{\"copies\":{\"wool\":40}}", SR_BROKEN, "more than 40 cards"},
        {"{\"copies\":{\"wool\":0,\"spice\":0,\"silk\":0}}", SR_BROKEN, "too small"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_fails(sr_edition_read(rules.game, unit_doc(rows[i].json), 0, &ed, &diag),
                     rows[i].err, diag, rows[i].says);
        assert_memory_equal(&ed, &kept, sizeof ed);
    }
    assert_ok(sr_edition_read(rules.game, unit_doc("{\"rounds\":9,\"price\":{\"jade\":7}}"), 0, &ed,
                              &diag));
    struct blank_edition want = blank__edition;
    want.rounds = 9;
    want.price[BLANK_JADE] = 7;
    assert_memory_equal(&ed, &want, sizeof ed);
    assert_ok(sr_edition_read(rules.game, unit_doc("{}"), 0, &ed, &diag));
    assert_memory_equal(&ed, &blank__edition, sizeof ed);
}

static void test_edition_list(void **state)
{
    (void)state;
    sr_edition_list(&b, &rules);
    struct sr_doc *doc = unit_doc(text);
    assert_int_equal(doc->tok[0].size, 2 + 4 + 4);
    assert_true(sr_json_is(doc, sr_json_get(doc, sr_json_at(doc, 0, 9), "path"), "price.jade"));
    int64_t v = 0;
    assert_true(sr_json_num(doc, sr_json_get(doc, sr_json_at(doc, 0, 9), "value"), &v) && v == 5);
    assert_true(sr_json_is(doc, sr_json_get(doc, sr_json_at(doc, 0, 9), "prov"), "R"));
}

static void test_scores(void **state)
{
    (void)state;
    struct sr_scores sc;
    ((struct blank_state *)&s)->player[1].points = 4;
    sr_scores_of(&rules, &s, &sc);
    sr_scores_write(&b, &rules, &sc);
    assert_string_equal(text, "[{\"line\":0,\"total\":0,\"rank\":2,\"parts\":{\"wares\":0}},"
                              "{\"line\":1,\"total\":4,\"rank\":1,\"parts\":{\"wares\":4}}]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_state, start),
        cmocka_unit_test_setup(test_view, start),
        cmocka_unit_test_setup(test_view_bytes, start),
        cmocka_unit_test_setup(test_order, start),
        cmocka_unit_test_setup(test_patch, start),
        cmocka_unit_test_setup(test_rigged, start),
        cmocka_unit_test_setup(test_options, start),
        cmocka_unit_test_setup(test_number_option, start),
        cmocka_unit_test_setup(test_events, start),
        cmocka_unit_test_setup(test_edition, start),
        cmocka_unit_test_setup(test_edition_list, start),
        cmocka_unit_test_setup(test_scores, start),
    };
    return cmocka_run_group_tests_name("gamejson", tests, NULL, NULL);
}
