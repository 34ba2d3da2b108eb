/* chance.c: moves whose dice and draws are told by people: what comes out is what the generator
 * would have made of the same draws, what cannot be is refused, and the log keeps it. */
#include "unit.h"

#include "serai/table.h"

enum { GAMES = 12 };

static struct sr_diag diag;

static struct sr_rules rules_of(const char *game) { return sr_rules_default(sr_game_find(game)); }

/* Others are shuffled once, at set-up; Caravans' stacks can be told all the same. */
static bool draws_late(const char *id)
{
    return !strcmp(id, "yspahan") || !strcmp(id, "merv") || !strcmp(id, "tadmor");
}

/* The draws that a generator makes for a move, one after the other; of things that lie shuffled,
 * the first that is left. -1: more than can be told. */
static int draws_of(const struct sr_rules *r, const union sr_state *s, sr_move m,
                    struct sr_draw told[SR_DRAWS_MAX])
{
    struct sr_rng rng = s->head.rng;
    uint32_t of;
    int n = 0;
    for (;;) {
        const enum sr_err err = sr_draws_next(r, s, m, told, n, &of, &diag);
        if (err && strstr(diag.text, "too many draws"))
            return -1;
        assert_ok(err);
        if (of == 0)
            return n;
        told[n++] = (struct sr_draw){draws_late(r->game->id) ? sr_rng_below(&rng, of) : 0, of};
    }
}

/* One move by the seed, and the same one told: alike in all but the generator. */
static int compare(const struct sr_rules *r, union sr_state *s, sr_move m)
{
    struct sr_draw told[SR_DRAWS_MAX];
    struct sr_event by_seed[SR_EVENTS_MAX], by_word[SR_EVENTS_MAX];
    struct sr_events a = {by_seed, 0, SR_EVENTS_MAX, false}, b = {by_word, 0, SR_EVENTS_MAX, false};
    union sr_state copy;
    sr_copy(r, &copy, s);
    const int n = draws_of(r, s, m, told);
    assert_ok(sr_play(r, s, m, &a));
    if (n <= 0)
        return 0;
    const struct sr_rng before = copy.head.rng;
    assert_ok(sr_play_told(r, &copy, m, told, n, &b, &diag));
    assert_memory_equal(&copy.head.rng, &before, sizeof before);
    copy.head.rng = s->head.rng;
    assert_true(sr_equal(r, &copy, s));
    assert_int_equal(a.count, b.count);
    assert_memory_equal(by_seed, by_word, (size_t)a.count * sizeof *by_seed);
    return n;
}

/* Whole games of every kind, each draw of every move told as the seed has it. */
static void test_as_seed(void **state)
{
    (void)state;
    static sr_move list[SR_MOVES_MAX];
    for (int g = 0; g < sr_game_count(); g++) {
        const struct sr_rules r = sr_rules_default(sr_game_at(g));
        int draws = 0;
        for (int i = 0; i < GAMES; i++) {
            union sr_state s;
            struct sr_rng pick;
            const int span = r.game->seats_max - r.game->seats_min + 1;
            assert_ok(sr_setup(&r, r.game->seats_min + i % span, NULL, (uint64_t)i, &s, &diag));
            sr_rng_seed(&pick, (uint64_t)i + 99);
            while (!s.head.over) {
                const int n = sr_legal(&r, &s, list);
                draws += compare(&r, &s, list[sr_rng_below(&pick, (uint32_t)n)]);
            }
        }
        const char *id = r.game->id;
        const bool told = draws_late(id) || !strcmp(id, "caravans");
        assert_true(told ? draws > 2 * GAMES : draws == 0);
    }
}

/* The tiles that a move of Caravans brings to light, by their places in their region's list. */
static unsigned tiles_drawn(const struct sr_rules *r, const union sr_state *from, sr_move m,
                            const struct sr_draw *told, int n)
{
    struct sr_event list[SR_EVENTS_MAX];
    struct sr_events ev = {list, 0, SR_EVENTS_MAX, false};
    union sr_state s;
    enum { REGION_TILES = 24 };
    unsigned set = 0;
    sr_copy(r, &s, from);
    assert_ok(sr_play_told(r, &s, m, told, n, &ev, &diag));
    assert_null(sr_check(r, &s));
    for (int i = 0; i < ev.count; i++)
        if (!strcmp(r->game->events[list[i].kind].name, "draw"))
            set |= 1u << list[i].arg[0] % REGION_TILES;
    assert_int_equal(__builtin_popcount(set), n);
    return set;
}

/* Which tiles a caravan explores is told: any that nobody has seen, no other, each way another two,
 * and what lies below them is as many and as valid as before. */
static void test_shuffled(void **state)
{
    (void)state;
    static sr_move list[SR_MOVES_MAX];
    const struct sr_rules r = rules_of("caravans");
    int found = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        union sr_state s;
        struct sr_rng pick;
        assert_ok(sr_setup(&r, 3, NULL, seed, &s, &diag));
        sr_rng_seed(&pick, seed + 5);
        for (int ply = 0; ply < 120 && !s.head.over; ply++) {
            const int n = sr_legal(&r, &s, list);
            const sr_move m = list[sr_rng_below(&pick, (uint32_t)n)];
            uint32_t of, second;
            assert_ok(sr_draws_next(&r, &s, m, NULL, 0, &of, &diag));
            if (of > 2) {
                unsigned seen = 0;
                found++;
                for (uint32_t a = 0; a < of; a++) {
                    struct sr_draw told[2] = {{a, of}};
                    assert_ok(sr_draws_next(&r, &s, m, told, 1, &second, &diag));
                    assert_int_equal(second, of - 1);
                    told[1] = (struct sr_draw){a % second, second};
                    seen |= tiles_drawn(&r, &s, m, told, 2);
                    told[1].of = of;
                    assert_int_equal(sr_play_told(&r, &s, m, told, 2, NULL, &diag), SR_RANGE);
                }
                assert_int_equal(__builtin_popcount(seen), (int)of);
            }
            assert_ok(sr_play(&r, &s, m, NULL));
        }
    }
    assert_true(found > GAMES);
}

static struct sr_table *yspahan(int seats, uint64_t seed)
{
    const struct sr_rules r = rules_of("yspahan");
    struct sr_table_config c;
    sr_table_config_init(&c, &r, seats, seed);
    struct sr_table *t = sr_table_new(&c, &diag);
    assert_non_null(t);
    return t;
}

static sr_move named(const struct sr_table *t, const char *text)
{
    sr_move m = 0;
    assert_ok(sr_move_parse(&sr_table_config_get(t)->rules, sr_table_state(t), text, &m, &diag));
    return m;
}

static enum sr_err tell(struct sr_table *t, const char *text, const struct sr_draw *told, int n)
{
    return sr_table_play_told(t, sr_table_actor(t), named(t, text), told, n, NULL, &diag);
}

static void tower_is(const struct sr_table *t, const char *want)
{
    static char out[1 << 16];
    struct sr_buf b;
    sr_buf_init(&b, out, sizeof out);
    sr_state_write(&b, &sr_table_config_get(t)->rules, sr_table_state(t));
    if (!strstr(out, want))
        fail_msg("%s is not in %s", want, strstr(out, "\"tower\""));
}

static const struct sr_draw dice[] = {{0, 6}, {0, 6}, {2, 6}, {2, 6}, {2, 6}, {4, 6},
                                      {5, 6}, {5, 6}, {5, 6}, {1, 6}, {5, 6}};
enum { WHITE = 9 };

static void test_dice(void **state)
{
    (void)state;
    struct sr_table *t = yspahan(3, 7);
    assert_ok(tell(t, "buy 2", dice, WHITE + 2));
    /* 1 1 on the camels, the yellow 2 on the bags, 3 3 3, 5, and 6 6 6 with a yellow one on top */
    tower_is(t, "\"camel\":{\"value\":1,\"white\":2,\"yellow\":0}");
    tower_is(t, "\"bag\":{\"value\":2,\"white\":0,\"yellow\":1}");
    tower_is(t, "\"barrel\":{\"value\":3,\"white\":3,\"yellow\":0}");
    tower_is(t, "\"gold\":{\"value\":6,\"white\":3,\"yellow\":1}");
    int n;
    const struct sr_draw *kept = sr_table_told(t, 0, &n);
    assert_int_equal(n, WHITE + 2);
    assert_memory_equal(kept, dice, sizeof dice);
    assert_true(sr_table_reveals(t, 0));
    sr_table_free(t);
}

/* Nothing has happened after any of these. */
static void test_refused(void **state)
{
    (void)state;
    struct sr_table *t = yspahan(3, 7);
    const uint64_t before = sr_hash(&sr_table_config_get(t)->rules, sr_table_state(t));
    struct sr_draw wrong[SR_DRAWS_MAX + 1] = {{0, 6}};
    assert_fails(tell(t, "buy 0", dice, WHITE + 1), SR_RANGE, diag, "the move draws 9 times");
    assert_fails(tell(t, "buy 1", dice, WHITE), SR_RANGE, diag, "draws more often");
    memcpy(wrong, dice, sizeof dice);
    wrong[3].value = 6;
    assert_fails(tell(t, "buy 0", wrong, WHITE), SR_RANGE, diag, "draw 4: 6 is not among 0 to 5");
    wrong[3] = (struct sr_draw){2, 8};
    assert_fails(tell(t, "buy 0", wrong, WHITE), SR_RANGE, diag, "one out of 6, not out of 8");
    wrong[3].of = 0;
    assert_int_equal(tell(t, "buy 0", wrong, WHITE), SR_RANGE);
    assert_fails(tell(t, "buy 0", wrong, SR_DRAWS_MAX + 1), SR_RANGE, diag, "at most");
    assert_int_equal(sr_table_play_told(t, 1, named(t, "buy 0"), dice, WHITE, NULL, &diag),
                     SR_ILLEGAL);
    assert_int_equal(sr_table_play_told(t, 0, 0xFFFF, dice, WHITE, NULL, &diag), SR_ILLEGAL);
    assert_true(sr_hash(&sr_table_config_get(t)->rules, sr_table_state(t)) == before);
    assert_int_equal(sr_table_ply(t), 0);
    /* A card that is not left: 18 lie in the deck, three have been drawn. */
    uint32_t of;
    assert_ok(tell(t, "buy 0", dice, WHITE));
    const sr_move card = named(t, "sel camel card");
    assert_ok(sr_draws_next(&sr_table_config_get(t)->rules, sr_table_state(t), card, NULL, 0, &of,
                            &diag));
    const struct sr_draw none = {of, of};
    assert_fails(tell(t, "sel camel card", &none, 1), SR_RANGE, diag, "is not among 0 to");
    assert_int_equal(sr_table_ply(t), 1);
    sr_table_free(t);
}

/* Written, read, taken back, played again, branched: it is the same game. */
static void test_kept(void **state)
{
    (void)state;
    static char out[1 << 16];
    static struct sr_tok tok[1 << 13];
    struct sr_table *t = yspahan(3, 7);
    assert_ok(tell(t, "buy 0", dice, WHITE));
    const struct sr_draw card = {4, 18};
    assert_ok(tell(t, "sel camel card", &card, 1));
    const uint64_t hash = sr_table_hash(t, 1);
    assert_ok(sr_table_rewind(t, 0, &diag));
    assert_int_equal(tell(t, "buy 0", dice, WHITE - 1), SR_RANGE); /* what can be redone stays */
    assert_ok(sr_table_redo(t, NULL, &diag));
    assert_ok(sr_table_redo(t, NULL, &diag));
    assert_true(sr_table_hash(t, 1) == hash);

    struct sr_buf b;
    struct sr_doc doc;
    enum sr_err err = SR_OK;
    sr_buf_init(&b, out, sizeof out);
    sr_table_write(&b, t);
    assert_non_null(strstr(out, ",[[4,18]]]"));
    assert_ok(sr_json_parse(&doc, out, b.len, tok, 1 << 13, &diag));
    struct sr_table *again = sr_table_read(&doc, 0, &err, &diag);
    assert_ok(err);
    assert_true(sr_table_hash(again, 1) == hash);
    struct sr_table *branch = sr_table_branch(again, 2, &diag);
    assert_true(sr_table_hash(branch, 1) == hash);
    static struct sr_walk w;
    assert_ok(sr_walk_begin(&w, branch, 0, &diag));
    while (sr_walk_next(&w))
        assert_true(sr_hash(&sr_table_config_get(t)->rules, &w.state) == sr_table_hash(t, w.ply));
    assert_int_equal(w.ply, 1);
    sr_table_free(branch);
    sr_table_free(again);

    /* A file that tells what cannot be. */
    char *at = strstr(out, "[[4,18]]");
    memcpy(at, "[[4,17]]", 8);
    assert_ok(sr_json_parse(&doc, out, b.len, tok, 1 << 13, &diag));
    assert_null(sr_table_read(&doc, 0, &err, &diag));
    assert_fails(err, SR_DIFFERS, diag, "one out of 18, not out of 17");
    memcpy(at, "[[4,\"\"]]", 8);
    assert_ok(sr_json_parse(&doc, out, b.len, tok, 1 << 13, &diag));
    assert_null(sr_table_read(&doc, 0, &err, &diag));
    assert_fails(err, SR_DIFFERS, diag, "draw 1: [value, out of how many]");
    sr_table_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_seed), cmocka_unit_test(test_shuffled),
        cmocka_unit_test(test_dice),    cmocka_unit_test(test_refused),
        cmocka_unit_test(test_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
