/* table.c: one match: play, undo up to the last reveal, redo, reset, replay, branch, saves, and
 * memory that runs out at every possible moment. */
#include "unit.h"

#include "core/alloc.h"
#include "games/blank/blank.h"
#include "serai/table.h"

static struct sr_rules rules;
static struct sr_table *t;
static struct sr_diag diag;

/* A game made of the template's functions in which one seat has several decisions in a row: turns
 * of three moves, nothing hidden or drawn when selling. */
static void apply_three(const void *ed, void *state, sr_move m, struct sr_events *ev);
static struct sr_game three;

static int start(void **state)
{
    (void)state;
    rules = sr_rules_default(sr_game_find("blank"));
    three = *rules.game;
    three.apply = apply_three;
    return 0;
}

static int finish(void **state)
{
    (void)state;
    sr_table_free(t);
    t = NULL;
    sr_alloc_fail_after(-1);
    return 0;
}

/* Sells without passing the turn, but for every third move; "take" draws as ever. */
static void apply_three(const void *ed, void *state, sr_move m, struct sr_events *ev)
{
    struct blank_state *s = (struct blank_state *)state;
    struct blank_state before = *s;
    blank__apply(ed, state, m, ev);
    if (s->head.ply % 3 != 0 && !s->head.over) {
        s->active = before.active;
        s->round = before.round;
        s->head.turn = before.head.turn;
    }
}

static struct sr_table *new_table(const struct sr_game *g, int seats, uint64_t seed)
{
    const struct sr_rules r = {g, g->edition};
    struct sr_table_config c;
    sr_table_config_init(&c, &r, seats, seed);
    struct sr_table *made = sr_table_new(&c, &diag);
    assert_non_null(made);
    return made;
}

static sr_move named(const char *text)
{
    sr_move m = 0;
    if (sr_move_parse(&sr_table_config_get(t)->rules, sr_table_state(t), text, &m, &diag) != SR_OK)
        fail_msg("%s", diag.text);
    return m;
}

static void play(const char *text)
{
    assert_ok(sr_table_play(t, sr_table_actor(t), named(text), NULL, &diag));
}

/* Sells whatever is first in hand. */
static void sell(void)
{
    sr_move list[SR_MOVES_MAX];
    const int n = sr_legal(&sr_table_config_get(t)->rules, sr_table_state(t), list);
    for (int i = 0; i < n; i++) {
        if (sr_move_verb(list[i]) != BLANK_SELL)
            continue;
        assert_ok(sr_table_play(t, sr_table_actor(t), list[i], NULL, &diag));
        return;
    }
    fail_msg("nothing to sell at ply %d", sr_table_ply(t));
}

static uint64_t hash_now(void)
{
    return sr_hash(&sr_table_config_get(t)->rules, sr_table_state(t));
}

static void test_new(void **state)
{
    (void)state;
    struct sr_table_config c;
    sr_table_config_init(&c, &rules, 3, 9);
    assert_string_equal(c.edition_name, "");
    assert_int_equal(c.seat[2].kind, SR_SEAT_HUMAN);
    c.seats = 7;
    assert_null(sr_table_new(&c, &diag));
    assert_non_null(strstr(diag.text, "2 to 4 players"));
    c.seats = 3;
    c.option[0] = 9;
    assert_null(sr_table_new(&c, NULL));
    c.option[0] = 1;
    c.rules_version = 0; /* whatever it was set up by, a table plays today's rules */
    struct blank_edition own = blank__edition;
    own.rounds = 4;
    c.rules.edition = &own;
    t = sr_table_new(&c, &diag);
    assert_non_null(t);
    own.rounds = 5;
    const struct sr_table_config *kept = sr_table_config_get(t);
    assert_int_equal(((const struct blank_edition *)kept->rules.edition)->rounds, 4); /* copied */
    assert_int_equal(kept->rules_version, rules.game->rules_version);
    assert_int_equal(sr_table_ply(t), 0);
    assert_int_equal(sr_table_actor(t), 0);
    sr_table_seat(t, 1)->kind = SR_SEAT_BOT;
    assert_int_equal(sr_table_config_get(t)->seat[1].kind, SR_SEAT_BOT);
    sr_table_free(NULL);
}

static void test_play(void **state)
{
    (void)state;
    t = new_table(rules.game, 2, 3);
    const uint64_t before = hash_now();
    const sr_move take = named("take");
    assert_fails(sr_table_play(t, 1, take, NULL, &diag), SR_ILLEGAL, diag, "seat 0 to decide");
    assert_int_equal(sr_table_play(t, -1, take, NULL, &diag), SR_ILLEGAL);
    assert_int_equal(sr_table_play(t, 0, 0xFFFF, NULL, &diag), SR_ILLEGAL);
    assert_true(hash_now() == before && sr_table_ply(t) == 0);
    struct sr_event memory[4];
    struct sr_events ev = {memory, 0, 4, false};
    assert_ok(sr_table_play(t, 0, take, &ev, &diag));
    assert_true(ev.count == 1 && memory[0].kind == BLANK_TOOK);
    assert_int_equal(sr_table_mover(t, 0), 0);
    assert_int_equal(sr_table_move(t, 0), take);
    assert_true(sr_table_hash(t, 0) == hash_now() && hash_now() != before);
    while (sr_table_actor(t) != SR_NOBODY)
        play("take");
    assert_int_equal(sr_table_ply(t), 12);
    assert_int_equal(sr_table_play(t, 0, take, NULL, &diag), SR_OVER);
    assert_int_equal(sr_table_redo(t, NULL, &diag), SR_NOTHING);
}

/* What bots did since is taken back with it, unless they drew. */
static void test_undo_bots(void **state)
{
    (void)state;
    t = new_table(rules.game, 2, 3);
    play("take");
    sell(); /* the person, seat 1 */
    sr_table_seat(t, 0)->kind = SR_SEAT_BOT;
    sell(); /* the bot answers, and nothing is revealed */
    assert_int_equal(sr_table_last_person(t), 1);
    assert_int_equal(sr_table_undo_limit(t, 1), 1);
    assert_int_equal(sr_table_turn_start(t, 1), 1);
    assert_ok(sr_table_undo(t, 1, &diag));
    assert_int_equal(sr_table_ply(t), 1);
    sell();
    play("take"); /* the bot draws */
    assert_int_equal(sr_table_undo_limit(t, 1), 3);
    assert_int_equal(sr_table_undo(t, 1, &diag), SR_NOTHING);
}

/* Undo stops at a draw, and at someone else's move. */
static void test_undo(void **state)
{
    (void)state;
    t = new_table(rules.game, 2, 3);
    assert_int_equal(sr_table_undo_limit(t, 0), 0);
    assert_int_equal(sr_table_undo(t, 0, &diag), SR_NOTHING);
    play("take");
    assert_int_equal(sr_table_undo_limit(t, 0), 1); /* drew */
    assert_int_equal(sr_table_undo(t, 0, &diag), SR_NOTHING);
    const uint64_t drawn = hash_now();
    sell(); /* by seat 1: nothing revealed */
    const uint64_t sold = hash_now();
    assert_int_equal(sr_table_undo_limit(t, 0), 2);
    assert_int_equal(sr_table_undo_limit(t, 1), 1);
    assert_int_equal(sr_table_undo(t, 0, &diag), SR_NOTHING); /* not his */
    assert_ok(sr_table_undo(t, 1, &diag));
    assert_true(hash_now() == drawn && sr_table_ply(t) == 1 && sr_table_redo_count(t) == 1);
    assert_int_equal(sr_table_undo(t, 1, &diag), SR_NOTHING); /* before it, seat 0 drew */
    assert_ok(sr_table_redo(t, NULL, &diag));
    assert_true(hash_now() == sold && sr_table_redo_count(t) == 0);
    assert_ok(sr_table_undo(t, 1, &diag));
    play("take"); /* another move: nothing left to redo */
    assert_int_equal(sr_table_redo_count(t), 0);
    assert_int_equal(sr_table_redo(t, NULL, &diag), SR_NOTHING);
}

/* Sells in silence, but draws from the generator: what comes next is another game. */
static void apply_rolling(const void *ed, void *state, sr_move m, struct sr_events *ev)
{
    blank__apply(ed, state, m, ev);
    (void)sr_rng_next(&((struct blank_state *)state)->head.rng);
}

/* No event tells of it, but chance was asked: taken back and played again, the same move would show
 * whoever tries what the generator is about to do. */
static void test_undo_stops_at_chance(void **state)
{
    (void)state;
    struct sr_game rolling = *rules.game;
    t = new_table(rules.game, 2, 3);
    sell();
    assert_int_equal(sr_table_undo_limit(t, 0), 0); /* the same move, without */
    sr_table_free(t);
    rolling.apply = apply_rolling;
    t = new_table(&rolling, 2, 3);
    sell();
    assert_int_equal(sr_table_undo_limit(t, 0), 1);
    assert_int_equal(sr_table_undo(t, 0, &diag), SR_NOTHING);
    assert_int_equal(sr_table_reset_turn(t, 0, &diag), SR_NOTHING);
    sr_table_free(t);
    t = NULL;
}

/* Several own moves in a row: one by one, or the whole turn. */
static void test_reset_turn(void **state)
{
    (void)state;
    t = new_table(&three, 2, 11);
    for (int i = 0; i < 6; i++)
        play("take"); /* both seats hold four cards now */
    const uint64_t begun = hash_now();
    assert_int_equal(sr_table_actor(t), 0);
    sell();
    sell();
    assert_int_equal(sr_table_turn_start(t, 0), 6);
    assert_int_equal(sr_table_undo_limit(t, 0), 6);
    assert_int_equal(sr_table_turn_start(t, 1), 8); /* not his moves */
    assert_ok(sr_table_reset_turn(t, 0, &diag));
    assert_true(sr_table_ply(t) == 6 && hash_now() == begun && sr_table_redo_count(t) == 2);
    assert_int_equal(sr_table_reset_turn(t, 0, &diag), SR_NOTHING);
    assert_ok(sr_table_redo(t, NULL, &diag));
    assert_ok(sr_table_redo(t, NULL, &diag));
    sell(); /* the third move ends the turn, and still belongs to it */
    assert_int_equal(sr_table_actor(t), 1);
    assert_int_equal(sr_table_turn_start(t, 0), 6);
    assert_ok(sr_table_reset_turn(t, 0, &diag));
    assert_int_equal(sr_table_ply(t), 6);
    sell();
    play("take"); /* a draw in the middle of the turn */
    assert_int_equal(sr_table_turn_start(t, 0), 8);
    assert_int_equal(sr_table_reset_turn(t, 0, &diag), SR_NOTHING);
}

static void test_rewind(void **state)
{
    (void)state;
    t = new_table(rules.game, 2, 3);
    uint64_t hash[13] = {hash_now()};
    for (int i = 1; i <= 12; i++) {
        play("take");
        hash[i] = hash_now();
    }
    for (int to = 11; to >= 0; to -= 3) {
        assert_ok(sr_table_rewind(t, to, &diag));
        assert_true(hash_now() == hash[to] && sr_table_redo_count(t) == 12 - to);
    }
    assert_int_equal(sr_table_rewind(t, -1, &diag), SR_RANGE);
    assert_fails(sr_table_rewind(t, 5, &diag), SR_RANGE, diag, "no ply 5 among");
    for (int i = sr_table_ply(t); i < 12; i++) {
        assert_ok(sr_table_redo(t, NULL, &diag));
        assert_true(hash_now() == hash[i + 1]);
    }
    union sr_state s;
    struct sr_event memory[4];
    for (int i = 0; i <= 12; i++) {
        struct sr_events ev = {memory, 0, 4, false};
        assert_ok(sr_table_replay(t, i, &s, &ev, &diag));
        assert_true(sr_hash(&rules, &s) == hash[i] && (i == 0) == (ev.count == 0));
    }
    assert_int_equal(sr_table_replay(t, 13, &s, NULL, &diag), SR_RANGE);
    assert_int_equal(sr_table_replay(t, -1, &s, NULL, &diag), SR_RANGE);
}

static void test_branch(void **state)
{
    (void)state;
    t = new_table(rules.game, 3, 3);
    for (int i = 0; i < 7; i++)
        play("take");
    const uint64_t main_line = hash_now();
    struct sr_table *b = sr_table_branch(t, 4, &diag);
    assert_non_null(b);
    assert_int_equal(sr_table_ply(b), 4);
    assert_int_equal(sr_table_redo_count(b), 0);
    assert_true(sr_hash(&rules, sr_table_state(b)) == sr_table_hash(t, 3));
    sr_move list[SR_MOVES_MAX];
    const int n = sr_legal(&rules, sr_table_state(b), list);
    assert_ok(sr_table_play(b, sr_table_actor(b), list[n - 1], NULL, &diag));
    assert_true(hash_now() == main_line && sr_table_ply(t) == 7);
    sr_table_free(b);
    assert_null(sr_table_branch(t, 8, &diag));
    assert_null(sr_table_branch(t, -1, &diag));
}

/* A match that goes on from a position: plies, undo, replay and branch begin there. */
static void test_at(void **state)
{
    (void)state;
    t = new_table(rules.game, 2, 3);
    for (int i = 0; i < 5; i++)
        play("take");
    union sr_state from = *sr_table_state(t);
    struct sr_table_config c = *sr_table_config_get(t);
    sr_table_free(t);
    t = sr_table_at(&c, &from, &diag);
    assert_non_null(t);
    assert_int_equal(sr_table_ply(t), 0);
    assert_true(hash_now() == sr_hash(&rules, &from));
    sell();
    assert_int_equal(sr_table_ply(t), 1);
    union sr_state s;
    assert_ok(sr_table_replay(t, 1, &s, NULL, &diag));
    assert_true(sr_equal(&rules, &s, sr_table_state(t)));
    struct sr_table *b = sr_table_branch(t, 1, &diag);
    assert_non_null(b);
    assert_true(sr_equal(&rules, &s, sr_table_state(b)));
    sr_table_free(b);
    assert_ok(sr_table_undo(t, sr_table_mover(t, 0), &diag));
    assert_true(hash_now() == sr_hash(&rules, &from));
    ((struct blank_state *)&from)->sold[0]++;
    assert_null(sr_table_at(&c, &from, &diag));
    assert_non_null(strstr(diag.text, "cards are lost or invented"));
}

static void test_view(void **state)
{
    (void)state;
    t = new_table(rules.game, 3, 3);
    struct sr_view v, w;
    sr_table_view(t, 1, &v);
    sr_observe(&rules, sr_table_state(t), 1, &w);
    assert_true(sr_equal(&rules, &v.s, &w.s));
}

/* ---- saves ----------------------------------------------------------------------------------- */

static char save[200000];

static void write_save(void)
{
    struct sr_buf b;
    sr_buf_init(&b, save, sizeof save);
    sr_table_write(&b, t);
    assert_false(b.full);
}

static void test_save(void **state)
{
    (void)state;
    struct blank_edition own = blank__edition;
    own.rounds = 4;
    const struct sr_rules r = {rules.game, &own};
    struct sr_table_config c;
    sr_table_config_init(&c, &r, 3, UINT64_MAX - 5);
    c.option[0] = 1;
    memcpy(c.edition_name, "short", sizeof "short");
    memcpy(c.seat[0].name, "Анна \"A\"", sizeof "Анна \"A\"");
    c.seat[1].kind = SR_SEAT_BOT;
    memcpy(c.seat[1].bot, "greedy", sizeof "greedy");
    c.seat[2].kind = SR_SEAT_REMOTE;
    t = sr_table_new(&c, &diag);
    for (int i = 0; i < 7; i++)
        play("take");
    write_save();
    enum sr_err err = SR_IO;
    struct sr_table *u = sr_table_read(unit_doc(save), 0, &err, &diag);
    if (!u)
        fail_msg("%s", diag.text);
    assert_ok(err);
    const struct sr_table_config *d = sr_table_config_get(u);
    assert_true(d->seed == c.seed && d->seats == 3 && d->option[0] == 1);
    assert_string_equal(d->edition_name, "short");
    assert_int_equal(((const struct blank_edition *)d->rules.edition)->rounds, 4);
    assert_memory_equal(d->seat, sr_table_config_get(t)->seat, sizeof d->seat);
    assert_int_equal(sr_table_ply(u), 7);
    assert_true(sr_equal(&r, sr_table_state(t), sr_table_state(u)));
    sr_table_free(u);
}

/* Moves that were taken back are not part of the match. */
/* A seed of 128 bits comes back whole, and plays another match than its lower half. */
static void test_save_wide(void **state)
{
    (void)state;
    t = new_table(rules.game, 3, 7);
    struct sr_table_config c = *sr_table_config_get(t);
    enum sr_err err;
    c.seed_high = 0x8000000000000001u;
    struct sr_table *wide = sr_table_new(&c, &diag), *narrow = t;
    assert_non_null(wide);
    assert_memory_not_equal(sr_table_state(wide)->bytes, sr_table_state(narrow)->bytes,
                            c.rules.game->state_size);
    t = wide;
    write_save();
    assert_non_null(strstr(save, "\"seed\":\"80000000000000010000"));
    struct sr_table *u = sr_table_read(unit_doc(save), 0, &err, &diag);
    assert_non_null(u);
    assert_true(sr_table_config_get(u)->seed_high == c.seed_high);
    assert_memory_equal(sr_table_state(u)->bytes, sr_table_state(wide)->bytes,
                        c.rules.game->state_size);
    sr_table_free(u);
    sr_table_free(wide);
    t = narrow;
}

static void test_save_after_undo(void **state)
{
    (void)state;
    t = new_table(rules.game, 2, 3);
    play("take");
    sell();
    assert_ok(sr_table_undo(t, 1, &diag));
    write_save();
    enum sr_err err;
    struct sr_table *u = sr_table_read(unit_doc(save), 0, &err, &diag);
    assert_non_null(u);
    assert_int_equal(sr_table_ply(u), 1);
    assert_int_equal(sr_table_redo_count(u), 0);
    sr_table_free(u);
}

static void refuse(const char *json, enum sr_err code, const char *says)
{
    enum sr_err err = SR_OK;
    diag.text[0] = '\0';
    struct sr_table *u = sr_table_read(unit_doc(json), 0, &err, &diag);
    if (u || err != code || !strstr(diag.text, says))
        fail_msg("'%s' wanted, %s '%s' given", says, u ? "a table" : sr_err_name(err), diag.text);
}

/* The save with the first `old` after `after` replaced. */
static const char *damaged(const char *after, const char *old, const char *now)
{
    static char out[200000];
    const char *at = strstr(save, after);
    at = at ? strstr(at, old) : NULL;
    if (!at)
        fail_msg("'%s' '%s' is not in %s", after, old, save);
    struct sr_buf o;
    sr_buf_init(&o, out, sizeof out);
    sr_buf_putn(&o, save, (size_t)(at - save));
    sr_buf_put(&o, now);
    sr_buf_put(&o, at + strlen(old));
    return out;
}

static void test_damaged_save(void **state)
{
    (void)state;
    t = new_table(rules.game, 2, 3);
    for (int i = 0; i < 6; i++)
        play("take");
    write_save();
    refuse("{}", SR_PARSE, "no saved game");
    refuse("[]", SR_PARSE, "no saved game");
    refuse("7", SR_PARSE, "no saved game");
    refuse(damaged("{", "\"caravanserai\":1", "\"caravanserai\":9"), SR_UNKNOWN, "format 9");
    refuse(damaged("{", "\"game\":\"blank\"", "\"game\":\"chess\""), SR_UNKNOWN, "chess");
    refuse(damaged("{", "\"game\":\"blank\"", "\"name\":\"blank\""), SR_KEY, "game: missing");
    refuse(damaged("{", "\"players\":2", "\"players\":9"), SR_RANGE, "players");
    refuse(damaged("{", "\"players\":2", "\"players\":\"2\""), SR_RANGE, "players");
    refuse(damaged("{", "\"seed\":3", "\"seed\":-3"), SR_TYPE, "seed");
    refuse(damaged("{", "\"open_hands\":\"off\"", "\"open_hands\":\"no\""), SR_RANGE, "open_hands");
    refuse(damaged("edition", "\"rounds\":6", "\"rounds\":60"), SR_RANGE, "rounds");
    refuse(damaged("edition", "\"rounds\":6", "\"sounds\":6"), SR_KEY, "sounds");
    refuse(damaged("\"seats\":", "\"kind\":\"human\"", "\"kind\":\"god\""), SR_RANGE, "seats");
}

static void test_damaged_moves(void **state)
{
    (void)state;
    t = new_table(rules.game, 2, 3);
    for (int i = 0; i < 6; i++)
        play("take");
    write_save();
    refuse(damaged("\"moves\"", "take", "fly"), SR_DIFFERS, "move 0 does not fit");
    refuse(damaged("\"moves\":[", "[0,", "[1,"), SR_DIFFERS, "move 0");
    refuse(damaged("\"moves\":[", "[0,", "[4294967296,"), SR_TYPE, "move 0");
    refuse(damaged("\"moves\":[", "[0,", "[-1,"), SR_TYPE, "move 0");
    refuse(damaged("\"moves\":[", "[0,", "[\"0\","), SR_TYPE, "move 0");
    refuse(damaged("\"moves\":[", "\"moves\":[", "\"moves\":[7,"), SR_TYPE, "move 0");
    refuse(damaged("\"moves\":[", "\"moves\":[", "\"moves\":7,\"x\":["), SR_KEY, "moves");
    refuse(damaged("{", "\"seed\":3", "\"seed\":4"), SR_DIFFERS, "after move 0");
    /* one digit of the hash after the fourth move */
    const char *at = strstr(save, "\"moves\"");
    for (int i = 0; i < 4; i++)
        at = strstr(at + 1, "take");
    char *digit = strchr(strchr(at, ','), '"');
    digit[1] = digit[1] == '0' ? '1' : '0';
    refuse(save, SR_DIFFERS, "after move 3 (take) the position is another one");
}

/* A save of other rules opens while it fits; where it does not, the rules are named first. */
static void test_save_of_other_rules(void **state)
{
    (void)state;
    t = new_table(rules.game, 2, 3);
    for (int i = 0; i < 6; i++)
        play("take");
    write_save();
    memcpy(save, damaged("{", "\"rules_version\":1", "\"rules_version\":7"), sizeof save);
    enum sr_err err = SR_IO;
    struct sr_table *u = sr_table_read(unit_doc(save), 0, &err, &diag);
    assert_ok(err);
    assert_int_equal(sr_table_ply(u), 6);
    sr_table_free(u);
    const char *const other = "saved with version 7 of the rules, this program plays 1: ";
    refuse(damaged("edition", "\"rounds\":6", "\"sounds\":6"), SR_KEY, other);
    refuse(damaged("edition", "\"rounds\":6", "\"sounds\":6"), SR_KEY, "sounds");
    refuse(damaged("\"moves\"", "take", "fly"), SR_DIFFERS, other);
    refuse(damaged("{", "\"seed\":3", "\"seed\":4"), SR_DIFFERS, other);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Whatever allocation fails: an error, the table as it was, nothing lost. */
static void test_memory(void **state)
{
    (void)state;
    struct sr_table_config c;
    sr_table_config_init(&c, &rules, 2, 3);
    sr_alloc_fail_after(0);
    assert_null(sr_table_new(&c, &diag));
    assert_non_null(strstr(diag.text, "no memory"));
    sr_alloc_fail_after(-1);

    t = new_table(rules.game, 2, 3);
    const uint64_t before = hash_now();
    sr_alloc_fail_after(0);
    assert_int_equal(sr_table_play(t, 0, named("take"), NULL, &diag), SR_SPACE);
    assert_true(hash_now() == before && sr_table_ply(t) == 0);
    assert_ok(sr_table_play(t, 0, named("take"), NULL, &diag)); /* memory is back */
    for (int i = 0; i < 5; i++)
        play("take");
    write_save();
    int failed = 0;
    for (long n = 0; n < 10; n++) {
        sr_alloc_fail_after(n);
        struct sr_table *b = sr_table_branch(t, 6, &diag);
        sr_alloc_fail_after(n);
        enum sr_err err = SR_OK;
        struct sr_table *u = sr_table_read(unit_doc(save), 0, &err, &diag);
        sr_alloc_fail_after(-1);
        assert_int_equal(u == NULL, err != SR_OK);
        failed += !b + !u;
        sr_table_free(b);
        sr_table_free(u);
    }
    assert_true(failed >= 4 && failed < 20);
    assert_int_equal(sr_table_ply(t), 6);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, finish)
    const struct CMUnitTest tests[] = {
        TEST(test_new),
        TEST(test_play),
        TEST(test_undo),
        TEST(test_undo_bots),
        TEST(test_undo_stops_at_chance),
        TEST(test_reset_turn),
        TEST(test_rewind),
        TEST(test_branch),
        TEST(test_at),
        TEST(test_view),
        TEST(test_save),
        TEST(test_save_wide),
        TEST(test_save_after_undo),
        TEST(test_damaged_save),
        TEST(test_damaged_moves),
        TEST(test_save_of_other_rules),
        TEST(test_memory),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
