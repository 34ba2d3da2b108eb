/* entry.c: entries of a table's log as they are stored (store/entry.h): what is written is read
 * back the same, and what older programs have written is read as they meant it. */
#include <stdio.h>
#include <stdlib.h>

#include "core/alloc.h"
#include "store/entry.h"

enum { TOKENS = 4096, BODY_MAX = 8192 };

static const struct sr_game *game;
static struct sr_tok tok[TOKENS];
static char body[BODY_MAX];
static int tests;

static void need(bool holds, int line, const char *what)
{
    if (holds)
        return;
    printf("not ok %d - line %d: %s: %s\n", tests + 1, line, what, body);
    exit(1);
}
#define NEED(x) need(x, __LINE__, #x)

static void passed(const char *what) { printf("ok %d - %s\n", ++tests, what); }

static const char *written(const struct entry *e)
{
    struct sr_buf b;
    sr_buf_init(&b, body, sizeof body);
    entry_write(&b, game, e);
    NEED(!b.full);
    return body;
}

static struct entry reread(enum entry_kind kind, int seat, const char *text)
{
    struct entry e = entry_of(kind, seat);
    NEED(entry_read(&e, game, text, tok, TOKENS, NULL) == SR_OK);
    return e;
}

/* Writes, reads and writes again; the second text must be the first. Returns what was read. */
static struct entry there_and_back(const struct entry *e)
{
    static char first[BODY_MAX];
    snprintf(first, sizeof first, "%s", written(e));
    struct entry back = reread((enum entry_kind)e->kind, e->seat, first);
    NEED(strcmp(first, written(&back)) == 0);
    NEED(strcmp(back.cid, e->cid) == 0);
    return back;
}

/* ---- every kind ------------------------------------------------------------------------------ */

static void test_sit(void)
{
    struct entry_sit sit = {.kind = ENTRY_HUMAN, .name = "A \"q\" \xC3\xA9", .account = "abc"};
    memset(sit.key, 'k', sizeof sit.key - 1);
    struct entry e = entry_of(ENTRY_SIT, 2);
    e.has.sit = &sit;
    e.asked = 1;
    snprintf(e.cid, sizeof e.cid, "c.1-x_Y");
    struct entry back = there_and_back(&e), copy;
    NEED(memcmp(back.has.sit, &sit, sizeof sit) == 0 && back.asked == 1 && back.seat == 2);
    NEED(entry_dup(&copy, &back) && copy.has.sit != back.has.sit);
    entry_free(&back);
    NEED(strcmp(copy.has.sit->name, sit.name) == 0);
    entry_free(&copy);
    passed("sit");
}

static void test_move(void)
{
    const struct sr_rules r = sr_rules_default(game);
    union sr_state s;
    sr_move legal[SR_MOVES_MAX];
    NEED(sr_setup(&r, game->seats_min, NULL, 1, &s, NULL) == SR_OK);
    const int n = sr_legal(&r, &s, legal);
    for (int i = 0; i < n; i++)
        for (int by = BY_PLAYER; by <= BY_STANDING; by++) {
            struct entry e = entry_of(ENTRY_MOVE, 0);
            e.move = legal[i];
            e.by = (uint8_t)by;
            e.hash = 0xFEDCBA9876543210u;
            struct entry back = there_and_back(&e);
            NEED(back.move == e.move && back.by == by && back.hash == e.hash && !back.has.text);
        }
    passed("moves, however they were made");
}

static void test_plain(void)
{
    static const struct {
        enum entry_kind kind;
        int to;
        bool yes;
        enum entry_ask what;
    } rows[] = {{ENTRY_START, -1, false, 0},        {ENTRY_UNDO, 17, false, 0},
                {ENTRY_UNDO, 0, true, 0},           {ENTRY_ASK, 3, false, ASK_UNDO},
                {ENTRY_ASK, 0, false, ASK_REMATCH}, {ENTRY_ASK, 0, false, ASK_END},
                {ENTRY_ANSWER, -1, true, 0},        {ENTRY_ANSWER, -1, false, 0},
                {ENTRY_VOTE, 4, false, 0},          {ENTRY_LEAVE, -1, false, 0},
                {ENTRY_BACK, -1, false, 0},         {ENTRY_RESIGN, -1, false, 0},
                {ENTRY_END, -1, false, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct entry e = entry_of(rows[i].kind, 1);
        e.to = rows[i].to;
        e.yes = rows[i].yes;
        e.what = (uint8_t)rows[i].what;
        snprintf(e.cid, sizeof e.cid, "%032d", (int)i);
        const struct entry back = there_and_back(&e);
        NEED(back.to == e.to && back.yes == e.yes && back.what == e.what && !back.has.text);
    }
    passed("entries of numbers");
}

static void test_texts(void)
{
    char words[] = "\"quoted\" \\ and \xD1\x8F\n", table[] = "abcdefghjkmnp";
    char rules[] = "[ {\"ask\":\"turn\",\"verb\":\"take\"}]", none[] = "[]";
    const struct {
        enum entry_kind kind;
        char *text;
        int step;
    } rows[] = {{ENTRY_CHAT, words, -1},
                {ENTRY_REMATCH, table, -1},
                {ENTRY_PREFS, rules, 1},
                {ENTRY_PREFS, none, -1},
                {ENTRY_PREFS, NULL, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct entry e = entry_of(rows[i].kind, 0);
        e.has.text = rows[i].text;
        e.step = (int8_t)rows[i].step;
        struct entry back = there_and_back(&e);
        NEED(back.step == e.step && !back.has.text == !e.has.text);
        NEED(!e.has.text || strcmp(back.has.text, e.has.text) == 0);
        entry_free(&back);
    }
    struct entry_stand_in who = {"trader", "engine", "rubbish"};
    struct entry e = entry_of(ENTRY_STAND_IN, 0);
    e.has.stand_in = &who;
    struct entry back = there_and_back(&e);
    NEED(memcmp(back.has.stand_in, &who, sizeof who) == 0);
    entry_free(&back);
    passed("entries of words");
}

/* ---- as others wrote them -------------------------------------------------------------------- */

static void test_older(void)
{
    struct entry e = reread(ENTRY_SIT, 0,
                            "{\"kind\":\"bot\",\"name\":\"B\",\"bot\":\"random\",\"key\":\"\","
                            "\"account\":\"\",\"later\":[1,{\"x\":2}]}");
    NEED(e.has.sit->kind == ENTRY_BOT && !e.has.sit->key[0] && e.asked == -1 && !e.cid[0]);
    entry_free(&e);
    e = reread(
        ENTRY_SIT, 1,
        "{\"kind\":\"bot\",\"bot\":\"random\",\"name\":\"random\",\"asked\":3,\"id\":\"f\"}");
    NEED(e.asked == 3 && strcmp(e.cid, "f") == 0);
    entry_free(&e);
    e = reread(ENTRY_ASK, 1, "{\"what\":1,\"id\":\"f\"}");
    NEED(e.what == ASK_REMATCH && e.to == 0);
    e = reread(ENTRY_UNDO, -1, "{\"to\":4,\"why\":\"rules\"}");
    NEED(e.yes && e.to == 4);
    e = reread(ENTRY_PREFS, 0, "{\"standing\":[ ],\"step\":true}");
    NEED(e.step == 1 && strcmp(e.has.text, "[]") == 0);
    entry_free(&e);
    passed("members in any order, missing, empty and unknown");
    /* A move of other rules: its number says nothing here, its notation is kept. */
    e = reread(ENTRY_MOVE, 0, "{\"m\":\"fly home\",\"v\":255,\"h\":\"00000000000000ff\"}");
    NEED(strcmp(e.has.text, "fly home") == 0 && e.hash == 255 && e.by == BY_PLAYER);
    entry_free(&e);
    passed("moves of other rules");
}

static void test_damaged(void)
{
    static const char *const bodies[] = {"", "[]", "{", "{\"kind\":1}", "{\"kind\":\"king\"}"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct entry e = entry_of(ENTRY_SIT, 0);
        struct sr_diag diag = {""};
        NEED(entry_read(&e, game, bodies[i], tok, TOKENS, &diag) != SR_OK && diag.text[0]);
        NEED(!e.has.sit);
    }
    NEED(entry_kind_of("king") == -1);
    for (int i = 0; i < ENTRY_KINDS; i++)
        NEED(entry_kind_of(entry_kind_names[i]) == i);
    passed("what is no entry is refused");
}

static void test_memory(void)
{
    static const struct {
        enum entry_kind kind;
        const char *body;
    } rows[] = {{ENTRY_SIT, "{\"kind\":\"open\"}"},
                {ENTRY_CHAT, "{\"text\":\"x\"}"},
                {ENTRY_MOVE, "{\"m\":\"fly\"}"},
                {ENTRY_STAND_IN, "{\"bot\":\"x\"}"},
                {ENTRY_PREFS, "{\"standing\":[]}"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct entry e = entry_of(rows[i].kind, 0), copy;
        sr_alloc_fail_after(0);
        NEED(entry_read(&e, game, rows[i].body, tok, TOKENS, NULL) == SR_SPACE && !e.has.text);
        sr_alloc_fail_after(-1);
        e = reread(rows[i].kind, 0, rows[i].body);
        sr_alloc_fail_after(0);
        NEED(!entry_dup(&copy, &e) && !copy.has.text);
        sr_alloc_fail_after(-1);
        entry_free(&e);
    }
    passed("without memory");
}

int main(void)
{
    game = sr_game_find("blank");
    test_sit();
    test_move();
    test_plain();
    test_texts();
    test_older();
    test_damaged();
    test_memory();
    printf("1..%d\n", tests);
    return 0;
}
