/* game.c: one whole random game with the checks of every ply. */
#include <stdio.h>
#include <stdlib.h>

#include "contract.h"

/* ---- set-up ---------------------------------------------------------------------------------- */

static bool setup_check(struct run *c, union sr_state *s)
{
    const struct sr_rules *r = &c->rules;
    const struct sr_game *g = r->game;
    union sr_state again;
    struct sr_diag diag;
    memset(s, 0xA5, sizeof *s);
    memset(&again, 0x5A, sizeof again);
    NEED(c, sr_setup(r, c->seats, c->option, c->seed, s, &diag) == SR_OK, "set-up works");
    NEED(c, sr_setup(r, c->seats, c->option, c->seed, &again, &diag) == SR_OK, "set-up works");
    NEED(c, sr_equal(r, s, &again), "the same seed gives the same bytes");
    NEED(c, s->bytes[g->state_size] == 0xA5 || g->state_size == SR_STATE_MAX,
         "set-up keeps within state_size");
    NEED(c, s->head.ply == 0 && s->head.seats == c->seats && s->head.viewer == SR_FULL,
         "set-up fills the head");
    const union sr_state kept = *s;
    NEED(c, sr_setup(r, g->seats_max + 1, c->option, c->seed, s, NULL) == SR_RANGE,
         "too many seats are refused");
    NEED(c, sr_setup(r, g->seats_min - 1, c->option, c->seed, s, NULL) == SR_RANGE,
         "too few seats are refused");
    for (int i = 0; g->options[i].id; i++) {
        int8_t wrong[SR_OPTIONS_MAX];
        memcpy(wrong, c->option, sizeof wrong);
        wrong[i] = (int8_t)(g->options[i].max + 1);
        NEED(c, sr_setup(r, c->seats, wrong, c->seed, s, NULL) == SR_RANGE,
             "an option out of range is refused");
    }
    NEED(c, memcmp(&kept, s, sizeof kept) == 0, "a refused set-up leaves the state alone");
    return true;
}

/* ---- choosing -------------------------------------------------------------------------------- */

static sr_move choose(struct run *c, struct sr_rng *rng, const sr_move *list, int n)
{
    const int any = (int)sr_rng_below(rng, (uint32_t)n);
    if (c->policy == POLICY_MOVE)
        return list[any];
    if (c->policy == POLICY_FIRST) /* leans to the front of the list, and POLICY_LAST to its end */
        return list[sr_min(any, (int)sr_rng_below(rng, (uint32_t)n))];
    if (c->policy == POLICY_LAST)
        return list[sr_max(any, (int)sr_rng_below(rng, (uint32_t)n))];
    uint64_t verbs[4] = {0};
    int kinds = 0;
    for (int i = 0; i < n; i++) {
        const int v = sr_move_verb(list[i]);
        kinds += !(verbs[v / 64] >> (v % 64) & 1);
        verbs[v / 64] |= (uint64_t)1 << (v % 64);
    }
    int pick = (int)sr_rng_below(rng, (uint32_t)kinds), verb = 0;
    for (; verb < 256; verb++)
        if ((verbs[verb / 64] >> (verb % 64) & 1) && pick-- == 0)
            break;
    int of_verb = 0;
    for (int i = 0; i < n; i++)
        of_verb += sr_move_verb(list[i]) == verb;
    int nth = (int)sr_rng_below(rng, (uint32_t)of_verb);
    for (int i = 0; i < n; i++)
        if (sr_move_verb(list[i]) == verb && nth-- == 0)
            return list[i];
    return list[any];
}

/* The next move of the script that is legal here; false at its end. */
static bool next_of_script(struct run *c, int *at, const sr_move *list, int n, sr_move *out)
{
    for (; *at < c->script_count; ++*at) {
        for (int i = 0; i < n; i++) {
            if (list[i] == c->script[*at]) {
                *out = c->script[(*at)++];
                return true;
            }
        }
    }
    return false;
}

/* ---- results --------------------------------------------------------------------------------- */

static bool scores_check(struct run *c, const union sr_state *s)
{
    const struct sr_game *g = c->rules.game;
    struct sr_scores sc;
    union sr_state kept = *s;
    sr_scores_of(&c->rules, s, &sc);
    NEED(c, sr_equal(&c->rules, &kept, s), "scores leave the state alone");
    NEEDF(c, sc.lines >= c->seats && sc.lines <= SR_LINES_MAX, "number of lines of the score", "%d",
          sc.lines);
    int parts = 0;
    while (g->score_parts[parts])
        parts++;
    for (int i = 0; i < sc.lines; i++) {
        int sum = 0;
        for (int p = 0; p < SR_PARTS_MAX; p++) {
            sum += sc.part[i][p];
            NEEDF(c, p < parts || sc.part[i][p] == 0, "points of a part without a name",
                  "line %d, part %d", i, p);
        }
        NEEDF(c, sum == sc.total[i], "parts of the score add up", "line %d: %d and total %d", i,
              sum, sc.total[i]);
        int better = 0;
        for (int j = 0; j < sc.lines; j++)
            better += sc.rank[j] < sc.rank[i];
        /* Somebody alone against the game has won (1) or not (2). */
        NEEDF(c, sc.rank[i] == better + 1 || (sc.lines == 1 && sc.rank[i] == 2),
              "ranks are 1, 2, 2, 4...", "line %d: rank %d, %d better", i, sc.rank[i], better);
        for (int j = 0; j < sc.lines && s->head.over; j++)
            NEEDF(c, sc.rank[i] >= sc.rank[j] || sc.total[i] >= sc.total[j],
                  "fewer points never rank higher", "lines %d and %d", i, j);
    }
    return true;
}

/* ---- one ply --------------------------------------------------------------------------------- */

static bool after_check(struct run *c, const union sr_state *before, const union sr_state *s,
                        const struct sr_events *ev)
{
    const struct sr_game *g = c->rules.game;
    const char *broken = sr_check(&c->rules, s);
    if (broken)
        return run_fail(c, broken, "check, after move %d", c->count);
    NEED(c, s->head.ply == before->head.ply + 1, "sr_play counts the plies, the rules do not");
    NEED(c, s->head.turn >= before->head.turn, "head.turn never goes back");
    NEED(c,
         s->head.viewer == SR_FULL && s->head.seats == before->head.seats &&
             memcmp(s->head.option, before->head.option, sizeof s->head.option) == 0,
         "a move changes neither seats nor options");
    NEEDF(c, !ev->lost && ev->count <= g->events_max, "events_max", "%d of %d", ev->count,
          g->events_max);
    NEEDF(c, s->head.over || s->head.ply < g->plies_max, "the game ends within plies_max", "%d",
          (int)g->plies_max);
    return true;
}

static bool over_check(struct run *c, const union sr_state *s)
{
    union sr_state t = *s;
    sr_move list[SR_MOVES_MAX];
    struct sr_diag diag;
    sr_move m;
    NEED(c, sr_actor(&c->rules, s) == SR_NOBODY, "nobody decides when it is over");
    NEED(c, sr_legal(&c->rules, s, list) == 0, "no moves when it is over");
    NEED(c, sr_play(&c->rules, &t, c->count ? c->moves[c->count - 1] : 0, NULL) == SR_OVER,
         "playing on is refused");
    NEED(c, sr_equal(&c->rules, s, &t), "a refused move changes nothing");
    NEED(c, sr_move_parse(&c->rules, s, "anything", &m, &diag) == SR_OVER, "parsing says so too");
    return true;
}

static int by_text(const void *a, const void *b)
{
    return strcmp((const char *)a, (const char *)b);
}

/* Sentences of what can be done and of what happened: none may be missing or show a brace. */
static bool sentence_ok(struct run *c, const char *kind, const char *name, enum sr_lang lang,
                        const struct sr_buf *b)
{
    NEEDF(c, !b->full, "a sentence is too long", "%s %s (%s)", kind, name, sr_lang_code(lang));
    NEEDF(c, b->len > 0, "a sentence is empty", "%s %s (%s)", kind, name, sr_lang_code(lang));
    NEEDF(c, !strchr(b->text, '{'), "an argument of a sentence is not filled in", "%s %s (%s): %s",
          kind, name, sr_lang_code(lang), b->text);
    char key[100];
    const int n = snprintf(key, sizeof key, "%s.%s.%s", c->rules.game->id, kind, name);
    NEEDF(c, strncmp(b->text, key, (size_t)n) != 0, "a sentence is missing", "%s (%s)", key,
          sr_lang_code(lang));
    return true;
}

/* Who chooses from a list of sentences must be able to tell them apart. */
static bool sentences_differ(struct run *c, const struct sr_speaker *sp, const sr_move *list, int n)
{
    static char text[SR_MOVES_MAX][300];
    struct sr_buf b;
    for (int i = 0; i < n; i++) {
        sr_buf_init(&b, text[i], sizeof text[i]);
        sr_move_sentence(&b, sp, list[i]);
    }
    qsort(text, (size_t)n, sizeof text[0], by_text);
    for (int i = 1; i < n; i++)
        NEEDF(c, strcmp(text[i - 1], text[i]) != 0,
              "two moves of a decision have the same sentence", "%s: %s", sr_lang_code(sp->lang),
              text[i]);
    return true;
}

static bool texts_check(struct run *c, const sr_move *list, int n, const struct sr_events *ev)
{
    const struct sr_game *g = c->rules.game;
    char text[600];
    struct sr_buf b;
    for (int lang = 0; lang < SR_LANGS; lang++) {
        const struct sr_speaker sp = {(enum sr_lang)lang, g, NULL, c->seats, -1};
        if (!sentences_differ(c, &sp, list, n))
            return false;
        for (int i = 0; i < n; i += 1 + n / 16) {
            sr_buf_init(&b, text, sizeof text);
            sr_move_sentence(&b, &sp, list[i]);
            if (!sentence_ok(c, "move", g->moves[sr_move_verb(list[i])].name, (enum sr_lang)lang,
                             &b))
                return false;
        }
        for (int i = 0; i < ev->count; i++) {
            for (int viewer = 0; viewer <= SR_SPECTATOR; viewer++) {
                const struct sr_event e = sr_event_redact(&ev->list[i], viewer);
                sr_buf_init(&b, text, sizeof text);
                sr_event_sentence(&b, &sp, &e);
                if (!sentence_ok(c, "event", g->events[e.kind].name, (enum sr_lang)lang, &b))
                    return false;
            }
        }
    }
    return true;
}

static void note_seen(struct run *c, sr_move m, const struct sr_events *ev)
{
    const int verb = sr_move_verb(m);
    c->seen_moves[verb / 64] |= (uint64_t)1 << (verb % 64);
    for (int i = 0; i < ev->count; i++)
        c->seen_events[ev->list[i].kind / 64] |= (uint64_t)1 << (ev->list[i].kind % 64);
    if (c->pooled < POOL)
        c->pool[c->pooled++] = m;
    else
        c->pool[m % POOL] = m;
}

/* Plays m in s in all the ways there are and compares. */
static bool play_check(struct run *c, union sr_state *s, sr_move m, struct sr_events *ev)
{
    const union sr_state before = *s;
    union sr_state silent;
    memset(&silent, 0x5A, sizeof silent);
    sr_copy(&c->rules, &silent, &before);
    NEED(c, sr_equal(&c->rules, &silent, &before), "a copy equals the original");
    NEED(c, sr_play(&c->rules, s, m, ev) == SR_OK, "a listed move can be played");
    sr_play_unchecked(&c->rules, &silent, m, NULL);
    NEED(c, sr_equal(&c->rules, s, &silent), "events do not change the game");
    NEED(c, sr_hash(&c->rules, s) == sr_hash(&c->rules, &silent), "equal states hash alike");
    return after_check(c, &before, s, ev);
}

static bool replay_check(struct run *c, const union sr_state *end)
{
    union sr_state s;
    NEED(c, sr_setup(&c->rules, c->seats, c->option, c->seed, &s, NULL) == SR_OK, "replay");
    for (int i = 0; i < c->count; i++)
        NEEDF(c, sr_play(&c->rules, &s, c->moves[i], NULL) == SR_OK, "replay", "ply %d", i);
    NEED(c, sr_hash(&c->rules, &s) == sr_hash(&c->rules, end), "a replay ends in the same state");
    return true;
}

static bool thorough_check(struct run *c, const union sr_state *s, const sr_move *list, int n)
{
    return moves_check(c, s, list, n) && views_check(c, s, list, n) && json_check(c, s) &&
           scores_check(c, s);
}

bool run_game(struct run *c)
{
    static struct sr_event memory[SR_EVENTS_MAX + 1];
    struct sr_rng choices;
    union sr_state s;
    c->count = c->pooled = 0;
    int at = 0;
    if (!setup_check(c, &s))
        return false;
    const char *broken = sr_check(&c->rules, &s);
    if (broken)
        return run_fail(c, broken, "check, after set-up");
    sr_rng_seed(&choices, c->seed ^ 0xC401CE5);
    while (!s.head.over) {
        sr_move list[SR_MOVES_MAX], m;
        const union sr_state before = s;
        sr_rng_seed(&c->rng, sr_hash(&c->rules, &s));
        const bool thorough = !c->texts && sr_rng_below(&c->rng, (uint32_t)c->every) == 0;
        const int n = moves_list(c, &s, list);
        if (n < 0 || (thorough && !thorough_check(c, &s, list, n)) ||
            (c->count == c->spoil_at && !spoiled_check(c, &s)))
            return false;
        if (!c->script)
            m = choose(c, &choices, list, n);
        else if (!next_of_script(c, &at, list, n, &m))
            return true;
        c->moves[c->count++] = m;
        c->decisions++;
        struct sr_events ev = {memory, 0, c->rules.game->events_max, false};
        if (!play_check(c, &s, m, &ev))
            return false;
        note_seen(c, m, &ev);
        if (c->texts) {
            if (!texts_check(c, list, n, &ev))
                return false;
            continue;
        }
        if (thorough && (!events_check(c, &ev) || !knowledge_check(c, &before, m)))
            return false;
    }
    sr_rng_seed(&c->rng, sr_hash(&c->rules, &s));
    return over_check(c, &s) && (c->texts || (views_check(c, &s, NULL, 0) && json_check(c, &s) &&
                                              scores_check(c, &s) && replay_check(c, &s)));
}
