/* news.c: what programs of protocol version 2 hear: whole lines, none too long, nothing left out
 * unless memory is short, and then it is said. */
#include "unit.h"

#include <stdlib.h>

#include "core/alloc.h"
#include "engine/news.h"

static struct sr_rules rules(void) { return sr_rules_default(sr_game_find("yspahan")); }

static void moves(struct news *n, int count)
{
    const struct sr_rules r = rules();
    union sr_state s;
    sr_move legal[SR_MOVES_MAX];
    assert_ok(sr_setup(&r, 3, NULL, 1, &s, NULL));
    sr_legal(&r, &s, legal);
    for (int ply = 0; ply < count; ply++)
        news_move(n, r.game, ply, ply % 3, legal[0], NULL, 1);
}

/* Goes through the lines: how many, how long the longest; plies must follow each other. */
static int lines(const struct news *n, size_t *longest, int *plies)
{
    int count = 0;
    *longest = 0;
    *plies = 0;
    if (!n->text) /* not even room for the first line */
        return 0;
    for (const char *at = n->text, *end; at < n->text + n->len; at = end + 1, count++) {
        end = strchr(at, '\n');
        assert_non_null(end);
        *longest = (size_t)(end - at) > *longest ? (size_t)(end - at) : *longest;
        assert_true(strncmp(at, "moves [", 7) == 0 || strncmp(at, "moves lost []", 13) == 0);
        assert_int_equal(end[-1], ']');
        for (const char *ply = at; (ply = strstr(ply, "\"ply\":")) && ply < end; ply++)
            assert_int_equal(strtol(ply + 6, NULL, 10), (*plies)++);
    }
    return count;
}

static void test_lines(void **state)
{
    (void)state;
    struct news n = {0};
    size_t longest;
    int plies;
    news_end(&n);
    assert_int_equal(n.len, 0);
    moves(&n, 3000);
    news_end(&n);
    news_end(&n);
    assert_in_range(lines(&n, &longest, &plies), 4, 20);
    assert_int_equal(plies, 3000);
    assert_in_range(longest, NEWS_LINE / 2, 64 << 10);
    assert_null(strstr(n.text, "lost"));
    news_clear(&n);
    moves(&n, 2);
    news_end(&n);
    assert_int_equal(lines(&n, &longest, &plies), 1);
    news_free(&n);
}

static void test_match_and_result(void **state)
{
    (void)state;
    const struct sr_rules r = rules();
    struct news n = {0};
    union sr_state s;
    struct sr_view view;
    struct sr_scores sc;
    assert_ok(sr_setup(&r, 3, NULL, 1, &s, NULL));
    sr_observe(&r, &s, 2, &view);
    sr_scores_of(&r, &s, &sc);
    moves(&n, 1);
    news_match(&n, &r, &view.s); /* after an open line: that is ended first */
    news_result(&n, &r, &sc);
    char *line = strchr(n.text, '\n') + 1;
    assert_memory_equal(line, "match ", 6);
    char *result = strchr(line, '\n') + 1;
    result[-1] = '\0';
    struct sr_doc *doc = unit_doc(line + 6);
    int64_t v;
    assert_true(sr_json_num(doc, sr_json_get(doc, 0, "seat"), &v) && v == 2);
    assert_true(sr_json_num(doc, sr_json_get(doc, 0, "players"), &v) && v == 3);
    assert_true(sr_json_get(doc, sr_json_get(doc, 0, "edition"), "weeks") > 0);
    assert_memory_equal(result, "result [", 8);
    news_free(&n);
}

static void test_short_memory(void **state)
{
    (void)state;
    struct news n = {0};
    size_t longest;
    int plies;
    for (int fails = 0; fails < 3; fails++) {
        sr_alloc_fail_after(fails);
        moves(&n, 600);
        sr_alloc_fail_after(-1);
        news_end(&n);
        lines(&n, &longest, &plies);
        assert_true(plies < 600 && (!n.len || strstr(n.text, "moves lost []\n")));
        news_free(&n);
    }
    moves(&n, 120000); /* more than there may be */
    news_end(&n);
    lines(&n, &longest, &plies);
    assert_in_range(plies, 10000, 119999);
    assert_true(n.len < NEWS_MAX);
    assert_string_equal(n.text + n.len - 14, "moves lost []\n");
    news_free(&n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines),
                                       cmocka_unit_test(test_match_and_result),
                                       cmocka_unit_test(test_short_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
