/* effect.c: what moves cost and bring: told before, true after, and nothing of what is hidden. */
#include <stdio.h>

#include "unit.h"

#include "core/fields.h"
#include "games/blank/blank.h"
#include "serai/effect.h"

static const char *text_of(enum sr_lang lang, const struct sr_game *g, const struct sr_effect *e,
                           int n)
{
    static char text[400];
    struct sr_buf b;
    const struct sr_speaker sp = {.lang = lang, .game = g, .seats = 2, .you = -1};
    sr_buf_init(&b, text, sizeof text);
    sr_effects_text(&b, &sp, e, n);
    return text;
}

/* The template game with one wool and two jade in the first hand. */
static void begin(struct sr_rules *r, union sr_state *s, struct sr_view *view)
{
    *r = sr_rules_default(sr_game_find("blank"));
    assert_int_equal(sr_setup(r, 2, NULL, 7, s, NULL), SR_OK);
    struct blank_state *blank = (struct blank_state *)s;
    memset(blank->player[0].hand, 0, sizeof blank->player[0].hand);
    blank->player[0].hand[BLANK_WOOL] = 1;
    blank->player[0].hand[BLANK_JADE] = 2;
    blank->deck_count = sr_u8(blank->deck_count + blank->player[0].hand_count - 3);
    blank->player[0].hand_count = 3;
    blank->active = 0;
    sr_observe(r, s, 0, view);
}

static void test_costs_and_gains(void **state)
{
    (void)state;
    struct sr_rules r;
    union sr_state s;
    struct sr_view view;
    struct sr_effect e[SR_EFFECTS_MAX];
    begin(&r, &s, &view);
    const int n = sr_effects(&r, &view, sr_move_make(BLANK_SELL, BLANK_JADE, 0, 0), e);
    const int price = blank__edition.price[BLANK_JADE];
    char expected[80];
    snprintf(expected, sizeof expected, "−1 jade, −1 card, +%d points", price);
    assert_string_equal(text_of(SR_EN, r.game, e, n), expected);
    snprintf(expected, sizeof expected, "−1 jade, −1 carte, +%d points", price);
    assert_string_equal(text_of(SR_FR, r.game, e, n), expected);
    assert_non_null(strstr(text_of(SR_RU, r.game, e, n), "−1 нефрит, −1 карта, +"));
    assert_string_equal(text_of(SR_EN, r.game, e, 0), "");
}

/* The card is drawn: that it is one more is certain, which one is not. */
static void test_chance_is_not_told(void **state)
{
    (void)state;
    struct sr_rules r;
    union sr_state s;
    struct sr_view view;
    struct sr_effect e[SR_EFFECTS_MAX];
    begin(&r, &s, &view);
    const int n = sr_effects(&r, &view, sr_move_make(BLANK_TAKE, 0, 0, 0), e);
    assert_string_equal(text_of(SR_EN, r.game, e, n), "+1 card");
}

static void test_wants(void **state)
{
    (void)state;
    struct sr_rules r;
    union sr_state s;
    struct sr_view view;
    struct sr_want w[8];
    char text[80];
    struct sr_buf b;
    begin(&r, &s, &view);
    assert_int_equal(sr_wants(&r, &view, w, 8), 2); /* spice and silk */
    const struct sr_speaker sp = {.lang = SR_RU, .game = r.game, .seats = 2, .you = -1};
    sr_buf_init(&b, text, sizeof text);
    sr_amounts_text(&b, &sp, w[0].lack, w[0].count);
    assert_string_equal(text, "1 пряность");
    assert_int_equal(w[1].move, sr_move_make(BLANK_SELL, BLANK_SILK, 0, 0));
    assert_int_equal(sr_wants(&r, &view, w, 1), 1);
    sr_observe(&r, &s, SR_SPECTATOR, &view);
    assert_int_equal(sr_wants(&r, &view, w, 8), 0);
}

static void test_holdings(void **state)
{
    (void)state;
    struct sr_rules r;
    union sr_state s;
    struct sr_view view;
    struct sr_effect e[SR_EFFECTS_MAX];
    char text[80];
    struct sr_buf b;
    begin(&r, &s, &view);
    const struct sr_speaker sp = {.lang = SR_EN, .game = r.game, .seats = 2, .you = -1};
    sr_buf_init(&b, text, sizeof text);
    sr_amounts_text(&b, &sp, e, sr_holdings(&r, &view, 0, e));
    assert_string_equal(text, "1 wool, 2 jade, 3 cards");
    sr_buf_init(&b, text, sizeof text);
    sr_amounts_text(&b, &sp, e, sr_holdings(&r, &view, 1, e)); /* a hand that is hidden */
    assert_null(strstr(text, "wool"));
    assert_non_null(strstr(text, "card"));
}

/* A move that ends the turn comes once; see below for those that can be repeated. */
static void test_repeats(void **state)
{
    (void)state;
    struct sr_rules r;
    union sr_state s;
    struct sr_view view;
    begin(&r, &s, &view);
    assert_int_equal(sr_repeats(&r, &view, sr_move_make(BLANK_SELL, BLANK_JADE, 0, 0)), 1);
    assert_int_equal(sr_repeats(&r, &view, sr_move_make(BLANK_TAKE, 0, 0, 0)), 1);
}

/* So many times in a row it is legal, asked of the same seat, and does the same. */
static int expect_repeats(const struct sr_rules *r, const union sr_state *s,
                          const struct sr_view *view, sr_move m)
{
    struct sr_effect first[SR_EFFECTS_MAX], now[SR_EFFECTS_MAX];
    const int times = sr_repeats(r, view, m);
    const int n = sr_effects(r, view, m, first);
    struct sr_view seen = *view;
    union sr_state at;
    sr_copy(r, &at, s);
    for (int i = 0; i < times; i++) {
        assert_int_equal(sr_actor(r, &at), view->s.head.viewer);
        assert_int_equal(sr_effects(r, &seen, m, now), n);
        for (int k = 0; k < n; k++)
            assert_int_equal(now[k].change, first[k].change);
        assert_int_equal(sr_play(r, &at, m, NULL), SR_OK);
        sr_observe(r, &at, view->s.head.viewer, &seen);
    }
    return times;
}

/* What the seat has, read from a view of its own. */
static int64_t number(const struct sr_rules *r, const union sr_state *s, int seat,
                      const struct sr_effect *e)
{
    struct sr_effect have[SR_EFFECTS_MAX];
    struct sr_view view;
    if (e->family == SR_TASK)
        return fields__get(e->field, s->bytes + e->field->offset);
    sr_observe(r, s, seat, &view);
    const int n = sr_holdings(r, &view, seat, have);
    for (int i = 0; i < n; i++)
        if (have[i].field == e->field && have[i].element == e->element &&
            have[i].family == e->family)
            return have[i].change;
    return 0;
}

static int stock(const struct sr_rules *r, const union sr_state *s, int seat)
{
    struct sr_effect have[SR_EFFECTS_MAX];
    struct sr_view view;
    int sum = 0;
    sr_observe(r, s, seat, &view);
    for (int i = sr_holdings(r, &view, seat, have) - 1; i >= 0; i--)
        sum += have[i].family == SR_STOCK ? have[i].change : 0;
    return sum;
}

/* A price to be paid by the next answer, whichever it is. */
static void expect_price(const struct sr_rules *r, const union sr_state *s, int seat, int price)
{
    sr_move legal[SR_MOVES_MAX];
    const int n = sr_legal(r, s, legal);
    assert_int_equal(sr_actor(r, s), seat);
    for (int i = 0; i < n; i++) {
        union sr_state after;
        sr_copy(r, &after, s);
        assert_int_equal(sr_play(r, &after, legal[i], NULL), SR_OK);
        assert_int_equal(stock(r, &after, seat) - stock(r, s, seat), price);
    }
}

static void expect_true(const struct sr_rules *r, const union sr_state *s,
                        const struct sr_view *view, sr_move m)
{
    struct sr_effect e[SR_EFFECTS_MAX];
    union sr_state after;
    const int n = sr_effects(r, view, m, e), seat = view->s.head.viewer;
    sr_copy(r, &after, s);
    assert_int_equal(sr_play(r, &after, m, NULL), SR_OK);
    for (int i = 0; i < n; i++) {
        if (e[i].family == SR_STOCK && !e[i].field)
            expect_price(r, &after, seat, e[i].change);
        else
            assert_int_equal(number(r, &after, seat, &e[i]) - number(r, s, seat, &e[i]),
                             e[i].change);
    }
}

/* A move that is wanting is not legal; a seat that has what it lacks can play it. */
static void expect_wanting(const struct sr_rules *r, const struct sr_view *view)
{
    struct sr_want w[16];
    const int n = sr_wants(r, view, w, 16);
    for (int i = 0; i < n; i++) {
        struct sr_view rich = *view;
        assert_false(sr_allows(r, &view->s, w[i].move));
        assert_true(w[i].count > 0);
        for (int k = 0; k < w[i].count; k++) {
            const struct sr_field *f = w[i].lack[k].field;
            assert_true(w[i].lack[k].change > 0 && w[i].lack[k].family == SR_STOCK);
            for (const struct sr_field *p = r->game->state_fields; p->key; p++)
                if (!strcmp(p->key, "players")) {
                    unsigned char *at = rich.s.bytes + p->offset + view->s.head.viewer * p->size +
                                        f->offset + w[i].lack[k].element * f->size;
                    fields__set(f, at, fields__get(f, at) + w[i].lack[k].change);
                }
        }
        if (!sr_allows(r, &rich.s, w[i].move)) {
            char text[SR_TEXT_MAX];
            sr_move_text(r->game, w[i].move, text);
            fail_msg("%s: %s is not legal with what it lacks", r->game->id, text);
        }
    }
}

/* Random games: what is told of some moves of each decision is what they do. */
static void test_every_game(void **state)
{
    (void)state;
    for (int g = 0; g < sr_game_count(); g++) {
        const struct sr_rules r = sr_rules_default(sr_game_at(g));
        struct sr_rng rng;
        sr_rng_seed(&rng, 11);
        int told = 0, again = 0, priced = 0;
        for (int game = 0; game < 3; game++) {
            union sr_state s;
            sr_move legal[SR_MOVES_MAX];
            assert_int_equal(sr_setup(&r, r.game->seats_max, NULL, (uint64_t)game, &s, NULL),
                             SR_OK);
            while (sr_actor(&r, &s) != SR_NOBODY) {
                struct sr_view view;
                struct sr_effect e[SR_EFFECTS_MAX];
                sr_observe(&r, &s, sr_actor(&r, &s), &view);
                const int n = sr_legal(&r, &s, legal);
                const sr_move m = legal[sr_rng_below(&rng, (uint32_t)n)];
                expect_true(&r, &s, &view, m);
                expect_true(&r, &s, &view, legal[sr_rng_below(&rng, (uint32_t)n)]);
                const int effects = sr_effects(&r, &view, m, e);
                told += effects > 0;
                priced += effects > 0 && e[0].family == SR_STOCK && !e[0].field;
                again += expect_repeats(&r, &s, &view, m) > 1;
                if (sr_rng_below(&rng, 4) == 0)
                    expect_wanting(&r, &view);
                assert_int_equal(sr_play(&r, &s, m, NULL), SR_OK);
            }
        }
        assert_true(told > 20);
        if (!strcmp(r.game->id, "tadmor") || !strcmp(r.game->id, "caravans"))
            assert_true(again > 0);
        if (!strcmp(r.game->id, "tadmor") || !strcmp(r.game->id, "merv"))
            assert_true(priced > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_costs_and_gains), cmocka_unit_test(test_chance_is_not_told),
        cmocka_unit_test(test_wants),           cmocka_unit_test(test_holdings),
        cmocka_unit_test(test_repeats),         cmocka_unit_test(test_every_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
