/* text.c: languages, plurals, patterns, and sentences of the template game. */
#include "unit.h"

#include "games/blank/blank.h"
#include "serai/text.h"

static char text[400];
static struct sr_buf b;

static int start(void **state)
{
    (void)state;
    sr_buf_init(&b, text, sizeof text);
    return 0;
}

static void test_languages(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int lang; /* -1: none of ours */
    } rows[] = {{"en", SR_EN},    {"fr", SR_FR},   {"ru", SR_RU},       {"fr_CA.UTF-8", SR_FR},
                {"ru-RU", SR_RU}, {"en@x", SR_EN}, {"en.UTF-8", SR_EN}, {"", -1},
                {"f", -1},        {"de", -1},      {"C", -1},           {"french", -1},
                {"POSIX", -1},    {"rub", -1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        enum sr_lang lang = SR_LANGS;
        assert_int_equal(sr_lang_parse(rows[i].text, &lang), rows[i].lang >= 0);
        if (rows[i].lang >= 0)
            assert_int_equal(lang, rows[i].lang);
    }
    assert_string_equal(sr_lang_code(SR_RU), "ru");
}

/* gettext's formulas, written out for the numbers where they change. */
static void test_plurals(void **state)
{
    (void)state;
    static const struct {
        int64_t n;
        int en, fr, ru;
    } rows[] = {
        {0, 1, 0, 2},   {1, 0, 0, 0},   {2, 1, 1, 1},   {4, 1, 1, 1},       {5, 1, 1, 2},
        {10, 1, 1, 2},  {11, 1, 1, 2},  {12, 1, 1, 2},  {14, 1, 1, 2},      {15, 1, 1, 2},
        {20, 1, 1, 2},  {21, 1, 1, 0},  {22, 1, 1, 1},  {25, 1, 1, 2},      {100, 1, 1, 2},
        {101, 1, 1, 0}, {102, 1, 1, 1}, {111, 1, 1, 2}, {112, 1, 1, 2},     {121, 1, 1, 0},
        {-1, 0, 0, 0},  {-2, 1, 1, 1},  {-11, 1, 1, 2}, {1000001, 1, 1, 0}, {INT64_MIN, 1, 1, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(sr_plural(SR_EN, rows[i].n), rows[i].en);
        assert_int_equal(sr_plural(SR_FR, rows[i].n), rows[i].fr);
        assert_int_equal(sr_plural(SR_RU, rows[i].n), rows[i].ru);
    }
}

static void format(enum sr_lang lang, const char *pattern, const struct sr_text_arg *args)
{
    start(NULL);
    sr_text_format(&b, lang, pattern, args);
}

static void test_patterns(void **state)
{
    (void)state;
    const struct sr_text_arg args[] = {
        {"n", 3, NULL}, {"who", 0, "Anna {n}"}, {"k", -7, NULL}, {NULL, 0, NULL}};
    format(SR_EN, "plain", args);
    assert_string_equal(text, "plain");
    format(SR_EN, "{who}: {n}, {k}{n}", args);
    assert_string_equal(text, "Anna {n}: 3, -73"); /* what is filled in is not looked at again */
    format(SR_EN, "{nobody} {n", args);
    assert_string_equal(text, "{nobody} {n");
    format(SR_EN, "{} {:}", args);
    assert_string_equal(text, "{} {:}");
    format(SR_EN, "{n:camel} {k:camel}", args);
    assert_string_equal(text, "3 camels -7 camels");
    format(SR_EN, "{n:no_such_unit}", args);
    assert_string_equal(text, "3");
    format(SR_EN, "{n}", NULL);
    assert_string_equal(text, "{n}");
}

static void test_units(void **state)
{
    (void)state;
    static const char *const ru[] = {"1 верблюд",    "2 верблюда", "5 верблюдов",
                                     "11 верблюдов", "21 верблюд", "104 верблюда"};
    static const int numbers[] = {1, 2, 5, 11, 21, 104};
    for (int i = 0; i < 6; i++) {
        const struct sr_text_arg args[] = {{"n", numbers[i], NULL}, {NULL, 0, NULL}};
        format(SR_RU, "{n:camel}", args);
        assert_string_equal(text, ru[i]);
    }
    static const char *const cases[] = {"1 верблюда, 1 карту, 1 золотого",
                                        "2 верблюдов, 2 карты, 2 золотых",
                                        "5 верблюдов, 5 карт, 5 золотых"};
    for (int i = 0; i < 3; i++) { /* after a verb, and after "no more than" */
        const struct sr_text_arg args[] = {{"n", numbers[i], NULL}, {NULL, 0, NULL}};
        format(SR_RU, "{n:camel_acc}, {n:card_acc}, {n:gold_gen}", args);
        assert_string_equal(text, cases[i]);
    }
    const struct sr_text_arg zero[] = {{"n", 0, NULL}, {NULL, 0, NULL}};
    format(SR_FR, "{n:camel}", zero);
    assert_string_equal(text, "0 chameau");
    format(SR_EN, "{n:camel}", zero);
    assert_string_equal(text, "0 camels");
}

static void test_lookup(void **state)
{
    (void)state;
    assert_null(sr_text_get(SR_FR, "no.such.key", 0));
    assert_string_equal(sr_text(SR_FR, "no.such.key"), "no.such.key");
    assert_string_equal(sr_text_get(SR_EN, "blank.ware.silk", 0), "silk");
    assert_string_equal(sr_text_get(SR_EN, "blank.ware.silk", 2), "silk"); /* no plural */
    assert_string_equal(sr_text_get(SR_EN, "blank.ware.silk", -1), "silk");
    assert_string_equal(sr_text_get(SR_EN, "unit.camel", 0), "{n} camel");
    assert_string_equal(sr_text_get(SR_EN, "unit.camel", 1), "{n} camels");
}

/* Keys come sorted, each is found again, and all languages have the same ones. */
static void test_keys(void **state)
{
    (void)state;
    for (int lang = 0; lang < SR_LANGS; lang++) {
        int n = 0;
        for (; sr_text_key((enum sr_lang)lang, n); n++) {
            const char *key = sr_text_key((enum sr_lang)lang, n);
            assert_true(n == 0 || strcmp(sr_text_key((enum sr_lang)lang, n - 1), key) < 0);
            assert_non_null(sr_text_get((enum sr_lang)lang, key, 0));
        }
        assert_true(n > 30);
        assert_null(sr_text_key((enum sr_lang)lang, -1));
    }
}

static struct sr_speaker speaker(enum sr_lang lang)
{
    static const char *const names[] = {"Anna", "", NULL};
    const struct sr_speaker sp = {lang, sr_game_find("blank"), names, 3, -1};
    return sp;
}

static void test_seats(void **state)
{
    (void)state;
    const struct sr_speaker sp = speaker(SR_EN);
    static const char *const want[] = {"Anna", "Player 2", "Player 3"};
    for (int i = 0; i < 3; i++) {
        start(NULL);
        sr_seat_text(&b, &sp, i);
        assert_string_equal(text, want[i]);
    }
    start(NULL);
    sr_seat_text(&b, &sp, -1);
    assert_string_equal(text, "");
    sr_seat_text(&b, &sp, 3); /* an automated player the game does not name: the key shows */
    assert_string_equal(text, "blank.automa.0");
}

static void test_sentences(void **state)
{
    (void)state;
    const struct sr_speaker sp = speaker(SR_EN);
    const struct sr_game *g = sp.game;
    sr_move_sentence(&b, &sp, sr_move_make(BLANK_SELL, BLANK_SILK, 0, 0));
    assert_non_null(strstr(text, "silk"));
    assert_null(strchr(text, '{'));
    start(NULL);
    sr_move_sentence(&b, &sp, 200); /* no such verb */
    assert_string_equal(text, "");

    const struct sr_event sold = {BLANK_SOLD, 0, SR_ALL, 0, {BLANK_JADE, 5}};
    start(NULL);
    sr_event_sentence(&b, &sp, &sold);
    assert_non_null(strstr(text, "Anna"));
    assert_non_null(strstr(text, "jade"));
    assert_non_null(strstr(text, "5 points"));
    const struct sr_event took = {BLANK_TOOK, 1, 1u << 1, 1, {BLANK_JADE}};
    start(NULL);
    sr_event_sentence(&b, &sp, &took);
    assert_non_null(strstr(text, "jade"));
    const struct sr_event hidden = sr_event_redact(&took, 0);
    start(NULL);
    sr_event_sentence(&b, &sp, &hidden);
    assert_null(strstr(text, "jade"));
    assert_non_null(strstr(text, "Player 2"));

    assert_string_equal(sr_name_text(&sp, &blank__wares, 2), "silk");
    assert_string_equal(sr_name_text(&sp, &blank__wares, 4), "?");
    assert_string_equal(sr_name_text(&sp, &blank__wares, -1), "?");
    assert_string_not_equal(sr_ask_text(&sp, 0), g->decisions[0].name);
    assert_string_not_equal(sr_help_text(&sp, 0), g->decisions[0].name);
}

/* Text that does not fit is left out, never written beyond its memory. */
static void test_small_buffer(void **state)
{
    (void)state;
    const struct sr_speaker sp = speaker(SR_RU);
    const struct sr_event sold = {BLANK_SOLD, 0, SR_ALL, 0, {BLANK_JADE, 5}};
    for (size_t max = 1; max < 80; max++) {
        memset(text, '#', sizeof text);
        sr_buf_init(&b, text, max);
        sr_event_sentence(&b, &sp, &sold);
        assert_int_equal(text[max], '#');
        assert_true(strlen(text) < max);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_languages, start),
        cmocka_unit_test_setup(test_plurals, start),
        cmocka_unit_test_setup(test_patterns, start),
        cmocka_unit_test_setup(test_units, start),
        cmocka_unit_test_setup(test_lookup, start),
        cmocka_unit_test_setup(test_keys, start),
        cmocka_unit_test_setup(test_seats, start),
        cmocka_unit_test_setup(test_sentences, start),
        cmocka_unit_test_setup(test_small_buffer, start),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
