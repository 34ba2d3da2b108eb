/* delta.c: what changed between two views (sr_state_delta) against a second, slow implementation
 * that compares their JSON texts, at every move of random matches of every game, for every viewer;
 * and with views several moves apart, where lists have grown and hidden things come to light. */
#include "unit.h"

#include <stdio.h>

enum { TEXT_MAX = 1 << 17, GAMES = 2, APART = 7 };

/* ---- the slow one --------------------------------------------------------------------------- */

static size_t raw(const struct sr_doc *d, int t, const char **start)
{
    const struct sr_tok *k = &d->tok[t];
    const int quotes = k->type == SR_J_STRING;
    *start = d->text + k->start - quotes;
    return k->end - k->start + 2u * (unsigned)quotes;
}

static bool same(const struct sr_doc *a, int ta, const struct sr_doc *b, int tb)
{
    const char *sa, *sb;
    const size_t na = raw(a, ta, &sa), nb = raw(b, tb, &sb);
    return na == nb && memcmp(sa, sb, na) == 0;
}

static void put_raw(struct sr_buf *out, const struct sr_doc *d, int t)
{
    const char *s;
    const size_t n = raw(d, t, &s);
    if (out->comma)
        sr_buf_put(out, ",");
    sr_buf_putn(out, s, n);
    out->comma = true;
}

static void compare(struct sr_buf *out, const struct sr_doc *a, int ta, const struct sr_doc *b,
                    int tb)
{
    const struct sr_tok *from = &a->tok[ta], *to = &b->tok[tb];
    const bool object = from->type == SR_J_OBJECT && to->type == SR_J_OBJECT;
    const bool array = from->type == SR_J_ARRAY && to->type == SR_J_ARRAY &&
                       from->size == to->size && to->size > 0 && b->tok[tb + 1].type <= SR_J_ARRAY;
    if (!object && !array) {
        put_raw(out, b, tb);
        return;
    }
    sr_json_open(out, '{');
    for (int i = 0, k = tb + 1; i < to->size; i++) {
        char key[64];
        if (array)
            snprintf(key, sizeof key, "%d", i);
        else
            assert_true(sr_json_text(b, k++, key, sizeof key));
        const int old = array ? sr_json_at(a, ta, i) : sr_json_get(a, ta, key);
        if (old < 0 || !same(a, old, b, k)) {
            sr_json_key(out, key);
            if (old < 0)
                put_raw(out, b, k);
            else
                compare(out, a, old, b, k);
        }
        k = b->tok[k].next;
    }
    sr_json_close(out, '}');
}

static void slow_delta(struct sr_buf *out, const struct sr_rules *r, const union sr_state *from,
                       const union sr_state *to)
{
    static struct sr_tok tok[2][UNIT_TOKENS];
    static char text[2][TEXT_MAX];
    struct sr_doc doc[2];
    for (int i = 0; i < 2; i++) {
        struct sr_buf b;
        sr_buf_init(&b, text[i], TEXT_MAX);
        sr_state_write(&b, r, i ? to : from);
        assert_false(b.full);
        assert_ok(sr_json_parse(&doc[i], text[i], b.len, tok[i], UNIT_TOKENS, NULL));
    }
    compare(out, &doc[0], 0, &doc[1], 0);
}

/* ---- matches -------------------------------------------------------------------------------- */

/* viewer -1: the states themselves. */
static void check(const struct sr_rules *r, const union sr_state *from, const union sr_state *to,
                  int viewer)
{
    static char fast[TEXT_MAX], slow[TEXT_MAX];
    struct sr_view a, b;
    if (viewer >= 0) {
        sr_observe(r, from, viewer, &a);
        sr_observe(r, to, viewer, &b);
    } else {
        sr_copy(r, &a.s, from);
        sr_copy(r, &b.s, to);
    }
    struct sr_buf f, s;
    sr_buf_init(&f, fast, sizeof fast);
    sr_buf_init(&s, slow, sizeof slow);
    sr_state_delta(&f, r, &a.s, &b.s);
    slow_delta(&s, r, &a.s, &b.s);
    assert_string_equal(fast, slow);
    if (viewer >= 0)
        return;
    assert_ok(sr_state_patch(r, unit_doc(fast), 0, &a.s, NULL));
    assert_true(sr_equal(r, &a.s, &b.s));
}

/* Each move is looked at by one viewer, in turn. */
static void play(const struct sr_rules *r, int seats, uint64_t seed)
{
    union sr_state s, before, back;
    struct sr_rng rng;
    sr_rng_seed(&rng, seed);
    assert_ok(sr_setup(r, seats, NULL, seed, &s, NULL));
    sr_copy(r, &back, &s);
    while (sr_actor(r, &s) != SR_NOBODY) {
        sr_move legal[SR_MOVES_MAX];
        const int n = sr_legal(r, &s, legal);
        const int turn = (int)(s.head.ply % (unsigned)(seats + 2)) - 1;
        const int viewer = turn < seats ? turn : SR_SPECTATOR;
        sr_copy(r, &before, &s);
        assert_ok(sr_play(r, &s, legal[sr_rng_below(&rng, (uint32_t)n)], NULL));
        check(r, &before, &s, viewer);
        if (s.head.ply % APART == 0) {
            check(r, &back, &s, viewer);
            check(r, &s, &back, viewer); /* lists shrink, things are hidden again */
            sr_copy(r, &back, &s);
        }
    }
}

static void test_every_game(void **state)
{
    (void)state;
    for (int i = 0; i < sr_game_count(); i++) {
        const struct sr_rules r = sr_rules_default(sr_game_at(i));
        for (int seats = r.game->seats_min; seats <= r.game->seats_max; seats++)
            for (uint64_t seed = 1; seed <= GAMES; seed++)
                play(&r, seats, seed);
    }
}

static void test_nothing_changed(void **state)
{
    (void)state;
    const struct sr_rules r = sr_rules_default(sr_game_at(0));
    union sr_state s;
    char text[16];
    struct sr_buf b;
    assert_ok(sr_setup(&r, r.game->seats_min, NULL, 1, &s, NULL));
    sr_buf_init(&b, text, sizeof text);
    sr_state_delta(&b, &r, &s, &s);
    assert_string_equal(text, "{}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_game),
        cmocka_unit_test(test_nothing_changed),
    };
    return cmocka_run_group_tests_name("delta", tests, NULL, NULL);
}
