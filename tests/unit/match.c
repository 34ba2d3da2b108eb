/* match.c: what every front end does with a match (table.h): a set-up read and written, the walk
 * along the log with what happened, and positions, moves and events as a viewer is told them. */
#include "unit.h"

#include "games/blank/blank.h"
#include "serai/table.h"

static struct sr_rules rules;
static struct sr_table *t;
static struct sr_diag diag;
static struct blank_edition edition;
static struct sr_table_config config;
static char text[100000];
static struct sr_buf out;

static int start(void **state)
{
    (void)state;
    rules = sr_rules_default(sr_game_find("blank"));
    sr_buf_init(&out, text, sizeof text);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    sr_table_free(t);
    t = NULL;
    return 0;
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static enum sr_err read_config(const char *json, unsigned parts)
{
    diag.text[0] = '\0';
    return sr_table_config_read(unit_doc(json), 0, parts, &edition, &config, &diag);
}

static void test_setup_least(void **state)
{
    (void)state;
    assert_ok(read_config("{\"game\":\"blank\",\"players\":3}", 0));
    assert_true(config.rules.game == rules.game && config.rules.edition == rules.game->edition);
    assert_true(config.seats == 3 && config.seed == 0 && config.option[0] == 0);
    assert_int_equal(config.rules_version, rules.game->rules_version);
    assert_string_equal(config.edition_name, "");
    /* Who asks for a table counts its seats and reads them by himself. */
    assert_ok(read_config("{\"game\":\"blank\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}],"
                          "\"edition\":null,\"options\":null,\"edition_name\":null}",
                          0));
    assert_int_equal(config.seats, 2);
    /* The game's own numbers are the game's own edition, whoever wrote them down. */
    assert_ok(read_config("{\"game\":\"blank\",\"players\":2,\"edition\":{\"rounds\":6}}", 0));
    assert_ptr_equal(config.rules.edition, rules.game->edition);
}

static void test_setup_back(void **state)
{
    (void)state;
    struct blank_edition own = blank__edition;
    own.rounds = 4;
    const struct sr_rules r = {rules.game, &own};
    struct sr_table_config c;
    sr_table_config_init(&c, &r, 3, UINT64_MAX - 5);
    c.option[0] = 1;
    c.rules_version = 7;
    memcpy(c.edition_name, "short", sizeof "short");
    memcpy(c.seat[0].name, "Анна", sizeof "Анна");
    c.seat[1].kind = SR_SEAT_BOT;
    memcpy(c.seat[1].bot, "trader", sizeof "trader");
    c.seat[2].kind = SR_SEAT_REMOTE;
    sr_json_open(&out, '{');
    sr_table_config_write(&out, &c, SR_SETUP_WHOLE);
    sr_json_close(&out, '}');
    assert_ok(read_config(text, SR_SETUP_WHOLE));
    assert_ptr_equal(config.rules.edition, &edition);
    assert_memory_equal(&edition, &own, sizeof own);
    config.rules.edition = &own;
    assert_memory_equal(&config, &c, sizeof c);
}

static void test_setup_parts(void **state)
{
    (void)state;
    struct sr_table_config c;
    sr_table_config_init(&c, &rules, 2, 9);
    sr_json_open(&out, '{');
    sr_table_config_write(&out, &c, 0);
    sr_json_close(&out, '}');
    assert_null(strstr(text, "seed"));
    assert_null(strstr(text, "seats"));
    assert_null(strstr(text, "edition"));
    struct blank_edition own = blank__edition;
    own.rounds = 4;
    c.rules.edition = &own;
    sr_buf_init(&out, text, sizeof text);
    sr_json_open(&out, '{');
    sr_table_config_write(&out, &c, SR_SETUP_SEED);
    sr_json_close(&out, '}');
    assert_non_null(strstr(text, "\"seed\":9"));
    assert_non_null(strstr(text, "\"rounds\":4"));
    assert_null(strstr(text, "seats"));
}

static void test_setup_refused(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        unsigned parts;
        enum sr_err err;
        const char *says;
    } rows[] = {
        {"[]", 0, SR_KEY, "game: missing"},
        {"{}", 0, SR_KEY, "game: missing"},
        {"{\"game\":7}", 0, SR_KEY, "game: missing"},
        {"{\"game\":\"chess\"}", 0, SR_UNKNOWN, "no game \"chess\""},
        {"{\"game\":\"blank\"}", 0, SR_RANGE, "players: 2 to 4"},
        {"{\"game\":\"blank\",\"players\":9}", 0, SR_RANGE, "players: 9 is not in 2..4"},
        {"{\"game\":\"blank\",\"players\":\"2\",\"seats\":[1,2]}", 0, SR_RANGE, "players: 2 to 4"},
        {"{\"game\":\"blank\",\"seats\":[{}]}", 0, SR_RANGE, "players: 1 is not in 2..4"},
        {"{\"game\":\"blank\",\"seats\":{\"a\":1,\"b\":2}}", 0, SR_RANGE, "players: 2 to 4"},
        {"{\"game\":\"blank\",\"players\":2}", SR_SETUP_SEED, SR_TYPE, "seed: missing"},
        {"{\"game\":\"blank\",\"players\":2,\"seed\":-1}", SR_SETUP_SEED, SR_TYPE, "seed"},
        {"{\"game\":\"blank\",\"players\":2,\"rules_version\":\"1\"}", 0, SR_TYPE, "rules_version"},
        {"{\"game\":\"blank\",\"players\":2,\"options\":{\"wind\":1}}", 0, SR_KEY,
         "options: blank has no option"},
        {"{\"game\":\"blank\",\"players\":2,\"edition\":{\"rounds\":60}}", 0, SR_RANGE,
         "edition: rounds"},
        {"{\"game\":\"blank\",\"players\":2,\"edition\":7}", 0, SR_TYPE, ""},
        {"{\"game\":\"blank\",\"players\":2,\"edition_name\":7}", 0, SR_TYPE, "edition_name"},
        {"{\"game\":\"blank\",\"players\":2,\"seats\":[{\"kind\":\"human\"}]}", SR_SETUP_SEATS,
         SR_KEY, "seat 1 is missing"},
        {"{\"game\":\"blank\",\"players\":2,\"seats\":[{\"kind\":\"god\"},{}]}", SR_SETUP_SEATS,
         SR_RANGE, "kind"},
        {"{\"game\":\"blank\",\"seats\":[{\"kind\":\"human\",\"name\":7},{}]}", SR_SETUP_SEATS,
         SR_TYPE, "name"},
        {"{\"game\":\"blank\",\"seats\":[{\"kind\":\"bot\",\"bot\":"
         "\"123456789012345678901234567890123456789012345678\"},{}]}",
         SR_SETUP_SEATS, SR_TYPE, "bot"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const enum sr_err err = read_config(rows[i].json, rows[i].parts);
        if (err != rows[i].err || !strstr(diag.text, rows[i].says))
            fail_msg("%s: %s '%s'", rows[i].json, sr_err_name(err), diag.text);
    }
}

/* ---- walking --------------------------------------------------------------------------------- */

/* A match of takes and sales to its end; *reveals has a bit per ply that drew. */
static void play_out(uint32_t *reveals)
{
    struct sr_table_config c;
    sr_table_config_init(&c, &rules, 2, 3);
    t = sr_table_new(&c, &diag);
    assert_non_null(t);
    *reveals = 0;
    while (sr_table_actor(t) != SR_NOBODY) {
        sr_move list[SR_MOVES_MAX];
        const int n = sr_legal(&rules, sr_table_state(t), list), ply = sr_table_ply(t);
        const sr_move m = ply % 3 == 2 ? list[n - 1] : list[0];
        const struct sr_rng before = sr_table_state(t)->head.rng;
        struct sr_event memory[8];
        struct sr_events ev = {memory, 0, 8, false};
        assert_ok(sr_table_play(t, sr_table_actor(t), m, &ev, &diag));
        if (sr_reveals(rules.game, &before, &sr_table_state(t)->head.rng, &ev))
            *reveals |= 1u << ply;
    }
}

static void test_walk(void **state)
{
    (void)state;
    uint32_t reveals;
    play_out(&reveals);
    const int plies = sr_table_ply(t);
    assert_true(reveals != 0 && reveals != (1u << plies) - 1); /* of both kinds */
    for (int from = 0; from <= plies; from += 5) {
        struct sr_walk w;
        union sr_state s;
        assert_ok(sr_walk_begin(&w, t, from, &diag));
        assert_ok(sr_table_replay(t, from, &s, NULL, &diag));
        assert_true(sr_equal(&rules, &s, &w.state));
        for (int ply = from; ply < plies; ply++) {
            struct sr_event memory[8];
            struct sr_events ev = {memory, 0, 8, false};
            assert_true(sr_walk_next(&w));
            assert_true(w.ply == ply && w.next == ply + 1);
            assert_true(w.seat == sr_table_mover(t, ply) && w.move == sr_table_move(t, ply));
            assert_true(sr_equal(&rules, &s, &w.before));
            assert_ok(sr_table_replay(t, ply + 1, &s, &ev, &diag));
            assert_true(sr_equal(&rules, &s, &w.state));
            assert_true(sr_hash(&rules, &w.state) == sr_table_hash(t, ply));
            assert_true(ev.count == w.events.count && ev.count > 0);
            assert_memory_equal(memory, w.events.list, (size_t)ev.count * sizeof memory[0]);
            assert_int_equal(sr_table_reveals(t, ply), reveals >> ply & 1);
        }
        assert_false(sr_walk_next(&w));
    }
    struct sr_walk w;
    assert_fails(sr_walk_begin(&w, t, plies + 1, &diag), SR_RANGE, diag, "no ply");
    assert_int_equal(sr_walk_begin(&w, t, -1, &diag), SR_RANGE);
}

/* A match that goes on from a position is walked from there. */
static void test_walk_at(void **state)
{
    (void)state;
    uint32_t reveals;
    play_out(&reveals);
    union sr_state middle;
    assert_ok(sr_table_replay(t, 5, &middle, NULL, &diag));
    const struct sr_table_config c = *sr_table_config_get(t);
    const sr_move next = sr_table_move(t, 5);
    const uint64_t hash = sr_table_hash(t, 5);
    sr_table_free(t);
    t = sr_table_at(&c, &middle, &diag);
    assert_ok(sr_table_play(t, sr_table_actor(t), next, NULL, &diag));
    struct sr_walk w;
    assert_ok(sr_walk_begin(&w, t, 0, &diag));
    assert_true(sr_walk_next(&w) && w.ply == 0 && w.move == next);
    assert_true(sr_hash(&rules, &w.state) == hash && !sr_walk_next(&w));
}

/* ---- what a viewer is told ------------------------------------------------------------------- */

static int member(const char *key) { return sr_json_get(unit_doc(text), 0, key); }

static void write_position(const union sr_state *s, int viewer)
{
    sr_buf_init(&out, text, sizeof text);
    sr_table_position_write(&out, t, s, viewer);
    assert_false(out.full);
}

static void test_position(void **state)
{
    (void)state;
    struct sr_table_config c;
    sr_table_config_init(&c, &rules, 2, 3);
    t = sr_table_new(&c, &diag);
    for (int i = 0; i < 2; i++) {
        sr_move list[SR_MOVES_MAX];
        const int n = sr_legal(&rules, sr_table_state(t), list);
        assert_ok(sr_table_play(t, i, list[i ? 0 : n - 1], NULL, &diag));
    }
    const union sr_state *s = sr_table_state(t);
    write_position(s, 0); /* seat 0 decides */
    const struct sr_doc *d = unit_doc(text);
    int64_t v;
    assert_true(sr_json_num(d, member("ply"), &v) && v == 2);
    assert_true(sr_json_num(d, member("actor"), &v) && v == 0);
    assert_true(sr_json_is(d, member("decision"), rules.game->decisions[0].name));
    sr_move list[SR_MOVES_MAX];
    assert_int_equal(d->tok[member("legal")].size, sr_legal(&rules, s, list));
    assert_true(sr_json_num(d, sr_json_get(d, member("view"), "viewer"), &v) && v == 0);
    assert_int_equal(d->tok[member("scores")].size, 2);
    assert_true(sr_json_num(d, member("undo"), &v) && v == 2 - sr_table_undo_limit(t, 1));
    write_position(s, 1); /* not for seat 1 to decide */
    d = unit_doc(text);
    assert_int_equal(d->tok[member("legal")].size, 0);
    assert_int_equal(d->tok[sr_json_get(d, member("view"), "rng")].type, SR_J_NULL);
    write_position(s, SR_FULL);
    d = unit_doc(text);
    assert_true(d->tok[member("legal")].size > 0);
    assert_int_equal(d->tok[sr_json_get(d, member("view"), "rng")].type, SR_J_ARRAY);
    /* The past cannot be taken back. */
    union sr_state past;
    assert_ok(sr_table_replay(t, 1, &past, NULL, &diag));
    assert_ok(sr_table_rewind(t, 1, &diag));
    write_position(&past, 0);
    assert_true(sr_json_num(unit_doc(text), member("redo"), &v) && v == 1);
    assert_ok(sr_table_redo(t, NULL, &diag));
    write_position(&past, 0);
    d = unit_doc(text);
    static const char *const changes[] = {"undo", "redo", "reset"};
    for (int i = 0; i < 3; i++)
        assert_true(sr_json_num(d, member(changes[i]), &v) && v == 0);
}

static void tell(int viewer, const struct sr_events *ev)
{
    sr_buf_init(&out, text, sizeof text);
    sr_move_told(&out, rules.game, 4, 1, sr_move_make(BLANK_TAKE, 0, 0, 0), ev, viewer);
}

/* A card that was drawn face down: its owner reads more than the others. */
static void test_told(void **state)
{
    (void)state;
    struct sr_event memory[2];
    struct sr_events ev = {memory, 0, 2, false};
    sr_emit_secret(&ev, BLANK_TOOK, 1, 1u << 1, 1u, 2, 0, 0, 0);
    tell(1, &ev);
    assert_non_null(strstr(text, "\"ply\":4,\"seat\":1,\"move\":{\"move\":\"take\""));
    assert_null(strstr(text, "\"?\""));
    tell(SR_FULL, &ev);
    assert_non_null(strstr(text, "\"move\":{"));
    assert_null(strstr(text, "\"?\""));
    tell(0, &ev);
    assert_non_null(strstr(text, "\"move\":null,\"events\":[{"));
    assert_non_null(strstr(text, "\"?\""));
    tell(SR_SPECTATOR, &ev);
    assert_non_null(strstr(text, "\"move\":null"));
    assert_non_null(strstr(text, "\"?\""));
}

/* The rows of a save that a page adds to what it keeps. */
static void test_moves_from(void **state)
{
    (void)state;
    uint32_t reveals;
    play_out(&reveals);
    static char whole[100000];
    struct sr_buf b;
    sr_buf_init(&b, whole, sizeof whole);
    sr_table_write(&b, t);
    const int plies = sr_table_ply(t);
    sr_table_moves_write(&out, t, plies - 2);
    assert_int_equal(unit_doc(text)->tok[0].size, 2);
    text[out.len - 1] = '\0'; /* ...]: the end of the save is the same */
    assert_non_null(strstr(whole, text + 1));
    sr_buf_init(&out, text, sizeof text);
    sr_table_moves_write(&out, t, plies);
    assert_string_equal(text, "[]");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, finish)
    const struct CMUnitTest tests[] = {
        TEST(test_setup_least),   TEST(test_setup_back), TEST(test_setup_parts),
        TEST(test_setup_refused), TEST(test_walk),       TEST(test_walk_at),
        TEST(test_position),      TEST(test_told),       TEST(test_moves_from),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
