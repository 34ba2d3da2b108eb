/* table.c: a finished random game, once more through a table: undo, redo, branch, save. */
#include "serai/table.h"

#include <stdio.h>
#include <stdlib.h>

#include "contract.h"

enum { TOKENS = 1 << 17, JSON_MAX = 1 << 21 };

static bool undo_check(struct run *c, struct sr_table *t, int seat)
{
    struct sr_diag diag;
    const int ply = sr_table_ply(t);
    const int limit = sr_table_undo_limit(t, seat);
    const int start = sr_table_turn_start(t, seat);
    const uint64_t now = sr_hash(&c->rules, sr_table_state(t));
    NEEDF(c, limit <= start && start <= ply, "limits of undo", "%d, %d, %d", limit, start, ply);
    if (limit == ply) {
        NEED(c, sr_table_undo(t, seat, &diag) == SR_NOTHING, "nothing to undo beyond the limit");
        NEED(c, sr_table_reset_turn(t, seat, &diag) == SR_NOTHING, "no turn to reset");
        return true;
    }
    NEED(c, sr_table_undo(t, seat, &diag) == SR_OK && sr_table_ply(t) == ply - 1, "undo");
    NEED(c, sr_table_actor(t) == seat, "after undo the same seat decides");
    NEED(c, ply < 2 || sr_hash(&c->rules, sr_table_state(t)) == sr_table_hash(t, ply - 2),
         "undo gives the position before");
    NEED(c,
         sr_table_redo_count(t) == 1 && sr_table_redo(t, NULL, &diag) == SR_OK &&
             sr_hash(&c->rules, sr_table_state(t)) == now,
         "redo gives the position after");
    NEED(c, sr_table_redo(t, NULL, &diag) == SR_NOTHING, "nothing to redo");
    return true;
}

static bool save_check(struct run *c, const struct sr_table *t, char *text, char *again,
                       struct sr_tok *tok)
{
    struct sr_buf b;
    struct sr_doc doc;
    struct sr_diag diag = {""};
    enum sr_err err = SR_OK;
    sr_buf_init(&b, text, JSON_MAX);
    sr_table_write(&b, t);
    NEED(c, !b.full, "a saved game is of reasonable size");
    NEEDF(c, sr_json_parse(&doc, b.text, b.len, tok, TOKENS, &diag) == SR_OK, "a save is JSON",
          "%s", diag.text);
    struct sr_table *u = sr_table_read(&doc, 0, &err, &diag);
    NEEDF(c, u != NULL, "a save can be read", "%s", diag.text);
    sr_buf_init(&b, again, JSON_MAX);
    sr_table_write(&b, u);
    const bool same =
        strcmp(text, again) == 0 && sr_equal(&c->rules, sr_table_state(t), sr_table_state(u));
    sr_table_free(u);
    NEED(c, same, "a save is the game that was saved");
    return true;
}

static bool play_all(struct run *c, struct sr_table *t)
{
    struct sr_diag diag = {""};
    for (int i = 0; i < c->count; i++) {
        const int actor = sr_table_actor(t);
        if (c->seats > 1)
            NEED(c,
                 sr_table_play(t, (actor + 1) % c->seats, c->moves[i], NULL, &diag) == SR_ILLEGAL,
                 "only the seat that decides plays");
        NEEDF(c, sr_table_play(t, actor, c->moves[i], NULL, &diag) == SR_OK, "a table plays on",
              "ply %d: %s", i, diag.text);
        if (i % 7 == 3 && !undo_check(c, t, actor))
            return false;
    }
    return true;
}

static bool match_check(struct run *c, struct sr_table *t)
{
    struct sr_diag diag;
    union sr_state s;
    if (!play_all(c, t))
        return false;
    const int half = c->count / 2;
    NEED(c,
         sr_table_replay(t, half, &s, NULL, &diag) == SR_OK &&
             (half == 0 || sr_hash(&c->rules, &s) == sr_table_hash(t, half - 1)),
         "replay to the middle");
    struct sr_table *b = sr_table_branch(t, half, &diag);
    const bool same = b && sr_equal(&c->rules, sr_table_state(b), &s);
    sr_table_free(b);
    NEED(c, same, "a branch stands where it was taken");

    char *text = (char *)malloc(2 * (size_t)JSON_MAX);
    struct sr_tok *tok = (struct sr_tok *)malloc(sizeof *tok * TOKENS);
    const bool saved = text && tok && save_check(c, t, text, text + JSON_MAX, tok);
    free(text);
    free(tok);
    return saved;
}

/* Uses the moves of the game that run_game has just played. */
bool table_check(struct run *c)
{
    struct sr_table_config config;
    struct sr_diag diag;
    sr_table_config_init(&config, &c->rules, c->seats, c->seed);
    memcpy(config.option, c->option, sizeof config.option);
    struct sr_table *t = sr_table_new(&config, &diag);
    NEEDF(c, t != NULL, "a table can be made", "%s", diag.text);
    const bool ok = match_check(c, t);
    sr_table_free(t);
    return ok;
}
