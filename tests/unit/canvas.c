/* canvas.c of the terminal: how many columns a text takes. */
#include "terminal/canvas.h"
#include "unit.h"

static void test_width(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int columns;
    } cases[] = {
        {"", 0},
        {"caravane", 8},
        {"\xC3\xA9"
         "cu",
         3},                     /* é */
        {"qui\xE2\x80\xAF?", 5}, /* a narrow no-break blank is a column */
        {"\xC2\xAB\xE2\x80\xAFsac\xE2\x80\xAF\xC2\xBB", 7}, /* « sac » */
        {"prix\xC2\xA0: 3", 8},                             /* a no-break blank */
        {"e\xCC\x81", 1},                                   /* e with a combining accent */
        {"\xE2\x80\x8B", 0},                                /* a blank without width */
        {"\xE5\x9F\x8E", 2},                                /* a wide character */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(canvas_width(cases[i].text), cases[i].columns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_width)};
    return cmocka_run_group_tests_name("canvas", tests, NULL, NULL);
}
