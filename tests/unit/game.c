/* game.c: the calls on a game that are the same for all, tried on the template game: registry,
 * set-up, play, views, check, hash, events, ranks. */
#include "unit.h"

#include "games/blank/blank.h"

static struct sr_rules rules;

static int start(void **state)
{
    (void)state;
    const struct sr_game *g = sr_game_find("blank");
    assert_non_null(g);
    rules = sr_rules_default(g);
    return 0;
}

static struct blank_state *blank(union sr_state *s) { return (struct blank_state *)s; }

static void test_registry(void **state)
{
    (void)state;
    assert_true(sr_game_count() >= 1);
    assert_null(sr_game_at(-1));
    assert_null(sr_game_at(sr_game_count()));
    assert_null(sr_game_find("backgammon"));
    assert_null(sr_game_find(""));
    for (int i = 0; i < sr_game_count(); i++)
        assert_ptr_equal(sr_game_find(sr_game_at(i)->id), sr_game_at(i));
    assert_string_equal(sr_game_at(sr_game_count() - 1)->id, "blank");
}

static void test_setup(void **state)
{
    (void)state;
    union sr_state s;
    struct sr_diag diag;
    const int8_t on[SR_OPTIONS_MAX] = {1}, wrong[SR_OPTIONS_MAX] = {2}, low[SR_OPTIONS_MAX] = {-1};
    memset(&s, 0x77, sizeof s);
    const union sr_state kept = s;
    assert_fails(sr_setup(&rules, 1, NULL, 1, &s, &diag), SR_RANGE, diag, "2 to 4 players, not 1");
    assert_fails(sr_setup(&rules, 5, NULL, 1, &s, &diag), SR_RANGE, diag, "not 5");
    assert_fails(sr_setup(&rules, 2, wrong, 1, &s, &diag), SR_RANGE, diag, "open_hands: 2");
    assert_int_equal(sr_setup(&rules, 2, low, 1, &s, NULL), SR_RANGE);
    assert_memory_equal(&s, &kept, sizeof s);
    assert_ok(sr_setup(&rules, 3, NULL, 1, &s, &diag));
    assert_int_equal(s.head.option[0], 0);
    assert_int_equal(s.head.seats, 3);
    assert_ok(sr_setup(&rules, 3, on, 1, &s, &diag));
    assert_int_equal(s.head.option[0], 1);
    assert_int_equal(s.bytes[rules.game->state_size], 0x77);
}

static void test_play(void **state)
{
    (void)state;
    union sr_state s, before;
    struct sr_event memory[8];
    struct sr_events ev = {memory, 0, 8, false};
    const sr_move take = sr_move_make(BLANK_TAKE, 0, 0, 0);
    assert_ok(sr_setup(&rules, 2, NULL, 5, &s, NULL));
    before = s;
    assert_int_equal(sr_play(&rules, &s, 0xFFFFFFFF, &ev), SR_ILLEGAL);
    assert_int_equal(sr_play(&rules, &s, take | 1u << 20, &ev), SR_ILLEGAL);
    assert_true(sr_equal(&rules, &s, &before) && ev.count == 0);
    assert_ok(sr_play(&rules, &s, take, &ev));
    assert_int_equal(s.head.ply, 1);
    assert_int_equal(ev.count, 1);
    assert_int_equal(sr_actor(&rules, &s), 1);
    while (!s.head.over)
        assert_ok(sr_play(&rules, &s, take, NULL));
    before = s;
    sr_move list[SR_MOVES_MAX];
    assert_int_equal(sr_play(&rules, &s, take, &ev), SR_OVER);
    assert_int_equal(sr_actor(&rules, &s), SR_NOBODY);
    assert_int_equal(sr_legal(&rules, &s, list), 0);
    assert_false(sr_allows(&rules, &s, take));
    assert_true(sr_equal(&rules, &s, &before));
}

static void test_views(void **state)
{
    (void)state;
    union sr_state s, t;
    struct sr_view v, w;
    struct sr_rng rng;
    assert_ok(sr_setup(&rules, 3, NULL, 5, &s, NULL));
    sr_observe(&rules, &s, 1, &v);
    assert_int_equal(v.s.head.viewer, 1);
    const struct sr_rng zero = {{0}};
    assert_memory_equal(&v.s.head.rng, &zero, sizeof zero);
    assert_int_equal(blank(&v.s)->deck[0], SR_HIDDEN);
    assert_int_equal(blank(&v.s)->player[0].hand[0], SR_HIDDEN);
    assert_memory_equal(blank(&v.s)->player[1].hand, blank(&s)->player[1].hand, BLANK_WARES);
    assert_string_equal(sr_check(&rules, &v.s), "a view is no complete state");
    sr_rng_seed(&rng, 1);
    sr_sample(&rules, &v, &rng, &t);
    assert_null(sr_check(&rules, &t));
    assert_memory_not_equal(&t.head.rng, &s.head.rng, sizeof t.head.rng);
    /* What comes later is seeded by two draws, the high word first. */
    struct sr_rng other, later;
    sr_rng_seed(&other, 1);
    const uint64_t high = sr_rng_next(&other);
    const uint64_t low = sr_rng_next(&other);
    sr_rng_seed(&later, high << 32 | low);
    assert_memory_equal(&t.head.rng, &later, sizeof later);
    sr_observe(&rules, &t, 1, &w);
    assert_true(sr_equal(&rules, &v.s, &w.s));
}

static void test_check(void **state)
{
    (void)state;
    union sr_state s, good;
    assert_ok(sr_setup(&rules, 3, NULL, 5, &good, NULL));
    assert_null(sr_check(&rules, &good));
#define BREAK(change)                                                                              \
    s = good;                                                                                      \
    change;                                                                                        \
    assert_non_null(sr_check(&rules, &s))
    BREAK(s.head.seats = 1);
    BREAK(s.head.seats = 5);
    BREAK(s.head.viewer = 0);
    BREAK(s.head.over = 2);
    BREAK(s.head.spare = 1);
    BREAK(s.head.ply = 1000);
    BREAK(s.head.option[0] = 2);
    BREAK(s.head.option[0] = -1);
    BREAK(s.head.option[5] = 1);
    BREAK(memset(&s.head.rng, 0, sizeof s.head.rng));
    BREAK(blank(&s)->deck[0] ^= 1);
    BREAK(blank(&s)->sold[1]++);
}

/* Every bit of the state counts in the hash, and near states do not collide. */
static void test_hash(void **state)
{
    (void)state;
    static uint64_t seen[SR_STATE_MAX * 8 + 1];
    union sr_state s;
    assert_ok(sr_setup(&rules, 3, NULL, 5, &s, NULL));
    const int bits = rules.game->state_size * 8;
    for (int i = 0; i < bits; i++) {
        s.bytes[i / 8] ^= (unsigned char)(1u << (i % 8));
        seen[i] = sr_hash(&rules, &s);
        s.bytes[i / 8] ^= (unsigned char)(1u << (i % 8));
    }
    seen[bits] = sr_hash(&rules, &s);
    for (int i = 0; i <= bits; i++)
        for (int k = 0; k < i; k++)
            assert_true(seen[i] != seen[k]);
    s.bytes[rules.game->state_size] ^= 1; /* beyond the state */
    assert_true(sr_hash(&rules, &s) == seen[bits]);
}

/* Fixed on purpose: saved games carry these hashes. */
static void test_hash_value(void **state)
{
    (void)state;
    union sr_state s;
    assert_ok(sr_setup(&rules, 2, NULL, 1, &s, NULL));
    memset(s.bytes, 0, rules.game->state_size);
    for (int i = 0; i < rules.game->state_size; i++)
        s.bytes[i] = (unsigned char)i;
    struct sr_game other = *rules.game;
    const struct sr_rules r = {&other, other.edition};
    other.state_size = 64;
    assert_true(sr_hash(&r, &s) == 0x5fd5ab3f44837188u);
    other.state_size = 67;
    assert_true(sr_hash(&r, &s) == 0xe7b25792b70967f7u);
}

static void test_events(void **state)
{
    (void)state;
    struct sr_event memory[2];
    struct sr_events ev = {memory, 0, 2, false};
    sr_emit(NULL, BLANK_SOLD, 1, 2, 3, 0, 0);
    sr_emit(&ev, BLANK_SOLD, 1, 2, 3, 0, 0);
    assert_false(sr_events_reveal(rules.game, &ev));
    sr_emit_secret(&ev, BLANK_TOOK, 1, 1u << 1 | 1u << 3, 1u, 2, 0, 0, 0);
    assert_true(sr_events_reveal(rules.game, &ev));
    assert_false(ev.lost);
    sr_emit(&ev, BLANK_END, -1, 0, 0, 0, 0);
    assert_true(ev.lost && ev.count == 2);
    assert_int_equal(memory[0].seers, SR_ALL);
    for (int viewer = 0; viewer <= SR_SPECTATOR; viewer++) {
        const struct sr_event e = sr_event_redact(&memory[1], viewer);
        assert_int_equal(e.arg[0], viewer == 1 || viewer == 3 ? 2 : SR_ARG_SECRET);
        assert_int_equal(e.kind, BLANK_TOOK);
        assert_int_equal(e.seat, 1);
    }
    assert_int_equal(sr_event_redact(&memory[1], SR_FULL).arg[0], 2);
    assert_int_equal(sr_event_redact(&memory[0], 0).arg[0], 2);
}

static void test_ranks(void **state)
{
    (void)state;
    struct sr_scores sc = {.lines = 5, .total = {7, 12, 7, 3, 12}};
    sr_rank_by_total(&sc);
    static const int want[] = {3, 1, 3, 5, 1};
    assert_memory_equal(sc.rank, want, sizeof want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registry),   cmocka_unit_test(test_setup),
        cmocka_unit_test(test_play),       cmocka_unit_test(test_views),
        cmocka_unit_test(test_check),      cmocka_unit_test(test_hash),
        cmocka_unit_test(test_hash_value), cmocka_unit_test(test_events),
        cmocka_unit_test(test_ranks),
    };
    return cmocka_run_group_tests_name("game", tests, start, NULL);
}
