/* store.c: the fence: a process that lost a table cannot write to it, not even before the new owner
 * has written anything, and neither harms other jobs nor leaves half of its own. */
#include "../unit/unit.h"

#include <stdio.h>

#include "store/store.h"

static struct store *s;

static int start(void **state)
{
    struct sr_diag diag = {""};
    (void)state;
    s = store_open(":memory:", NULL, NULL, &diag);
    if (!s)
        fail_msg("%s", diag.text);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    store_close(s);
    return 0;
}

struct outcome {
    bool done;
    enum sr_err err;
    int rows;
};

static void note(struct store_job *job, void *context)
{
    struct outcome *out = (struct outcome *)context;
    *out = (struct outcome){true, job->err, store_rows(job, job->steps - 1)->count};
}

static void settle(void)
{
    while (store_waiting(s) > 0) {
        store_flush(s);
        store_collect(s);
    }
}

/* What a process does with a move: its entry, then the row of the table, which is the fence: whole,
 * or in every second move the part that no index knows of. */
static void write_move(struct outcome *out, const char *table, const char *owner, int64_t seq)
{
    struct store_job *job = store_job_new(note, out);
    store_add(job, ST_ENTRY_ADD, "siisis", table, seq, (int64_t)1, "move", (int64_t)0, owner);
    if (seq % 2)
        store_add(job, ST_TABLE_STEP, "isss", seq, "{}", table, owner);
    else
        store_add(job, ST_TABLE_SAVE, "siiiiisss", "playing", (int64_t)0, (int64_t)1, (int64_t)0,
                  seq, (int64_t)1, "{}", table, owner);
    store_send(s, job);
}

static void add_table(const char *table, const char *owner)
{
    struct outcome out = {0};
    struct store_job *job = store_job_new(note, &out);
    store_add(job, ST_TABLE_ADD, "sssiiiis", table, "blank", "playing", (int64_t)0, (int64_t)1,
              (int64_t)0, (int64_t)1, owner);
    store_add(job, ST_SETUP_ADD, "ss", table, "{}");
    store_send(s, job);
    settle();
    assert_true(out.done);
    assert_ok(out.err);
}

static int claim(const char *table, const char *me)
{
    struct outcome out = {0};
    struct store_job *job = store_job_new(note, &out);
    store_add(job, ST_TABLE_CLAIM, "sssi", me, table, me, (int64_t)3000);
    store_send(s, job);
    settle();
    assert_ok(out.err);
    return out.rows;
}

static void beat(const char *member)
{
    struct outcome out = {0};
    struct store_job *job = store_job_new(note, &out);
    store_add(job, ST_MEMBER_BEAT, "ss", member, "127.0.0.1:1");
    store_send(s, job);
    settle();
    assert_ok(out.err);
}

static int entries(const char *table)
{
    struct outcome out = {0};
    struct store_job *job = store_job_new(note, &out);
    store_add(job, ST_ENTRY_LIST, "s", table);
    store_send(s, job);
    settle();
    assert_ok(out.err);
    return out.rows;
}

/* The sleeper wakes and writes first: nobody else has taken the number of its entry. */
static void test_sleeper_writes_first(void **state)
{
    struct outcome sleeper = {0}, owner = {0};
    (void)state;
    beat("b");
    add_table("t", "a"); /* which was never heard of again */
    assert_int_equal(claim("t", "b"), 1);
    write_move(&sleeper, "t", "a", 1);
    settle();
    assert_true(sleeper.done);
    assert_int_equal(sleeper.err, SR_DIFFERS);
    assert_int_equal(entries("t"), 0);
    write_move(&owner, "t", "b", 1);
    settle();
    assert_ok(owner.err);
    assert_int_equal(entries("t"), 1);
    write_move(&sleeper, "t", "a", 2);
    settle();
    assert_int_equal(sleeper.err, SR_DIFFERS);
    assert_int_equal(entries("t"), 1);
}

/* Sent together with others: only its own job fails. */
static void test_others_are_not_harmed(void **state)
{
    struct outcome a = {0}, b = {0}, c = {0};
    (void)state;
    beat("b");
    add_table("t", "a");
    add_table("u", "b");
    assert_int_equal(claim("t", "b"), 1);
    write_move(&c, "u", "b", 1);
    write_move(&a, "t", "a", 1);
    write_move(&b, "t", "b", 1);
    settle();
    assert_int_equal(a.err, SR_DIFFERS);
    assert_ok(b.err);
    assert_ok(c.err);
    assert_int_equal(entries("t"), 1);
    assert_int_equal(entries("u"), 1);
}

/* A table whose owner is alive is not to be had, and one that is gone cannot be written. */
static void test_living_owner_keeps_it(void **state)
{
    struct outcome out = {0};
    (void)state;
    beat("a");
    beat("b");
    add_table("t", "a");
    assert_int_equal(claim("t", "b"), 0);
    assert_int_equal(claim("t", "a"), 1);
    write_move(&out, "t", "a", 1);
    settle();
    assert_ok(out.err);
    write_move(&out, "nowhere", "a", 1);
    settle();
    assert_true(out.err != SR_OK);
}

static void note_snapshot(struct store_job *job, void *context)
{
    *(int64_t *)context = job->err ? -1 : db_int(store_rows(job, 1), 0, 6);
}

/* Saves one of `seq`; returns which the table has now. */
static int64_t save_snapshot(const char *table, int64_t seq)
{
    int64_t kept = 0;
    struct store_job *job = store_job_new(note_snapshot, &kept);
    store_add(job, ST_SNAPSHOT_SAVE, "sis", table, seq, "{}");
    store_add(job, ST_TABLE_GET, "s", table);
    store_send(s, job);
    settle();
    return kept;
}

/* One that comes late does not replace a later one: the match would go back. */
static void test_snapshots_go_forward(void **state)
{
    (void)state;
    add_table("t", "a");
    assert_int_equal(save_snapshot("t", 5), 5);
    assert_int_equal(save_snapshot("t", 3), 5);
    assert_int_equal(save_snapshot("t", 8), 8);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, finish)
    const struct CMUnitTest tests[] = {
        TEST(test_sleeper_writes_first),
        TEST(test_others_are_not_harmed),
        TEST(test_living_owner_keeps_it),
        TEST(test_snapshots_go_forward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
