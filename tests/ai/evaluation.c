/* evaluation.c: what positions are taken to be worth: nobody peeks, chances are chances, more is
 * better. All of it holds for every game built. */
#include "walk.h"

#include "ai/bots.h"
#include "games/yspahan/yspahan.h"
/* What a seat is told about a position must not depend on what it cannot see: the features and the
 * judgement of a complete position equal those of the seat's own view. */
static void see_features(const struct sr_rules *r, const union sr_state *s, struct sr_rng *rng)
{
    const struct ai_game *g = ai_game_find(r->game->id);
    struct sr_view view;
    union sr_state other;
    (void)rng;
    if (s->head.over)
        return;
    static int8_t a[SR_LINES_MAX * AI_INPUTS_MAX + 64], b[sizeof a];
    const struct ai_eval e = ai_eval_for(r, false);
    const int all = ai_lines(&e, s) * g->inputs;
    memset(a, 0, sizeof a);
    if (g->inputs)
        g->features(r, s, a);
    for (int i = all; i < all + 64; i++)
        assert_int_equal(a[i], 0); /* stays within its inputs */
    for (int seat = 0; seat < s->head.seats; seat++) {
        int pa[AI_PARTS_MAX] = {0}, pb[AI_PARTS_MAX] = {0};
        sr_observe(r, s, seat, &view);
        sr_sample(r, &view, rng, &other);
        g->judge(r, s, seat, pa);
        g->judge(r, &other, seat, pb);
        assert_memory_equal(pa, pb, sizeof pa);
        if (!g->inputs)
            continue;
        for (int k = 0; k < 2; k++) {
            memset(b, 0, sizeof b);
            g->features(r, k ? &view.s : &other, b);
            assert_memory_equal(a + seat * g->inputs, b + seat * g->inputs, (size_t)g->inputs);
        }
    }
}

/* Nor may what rules of thumb suggest to the seat that decides. */
static void see_suggestion(const struct sr_rules *r, const union sr_state *s, struct sr_rng *rng)
{
    const struct ai_game *g = ai_game_find(r->game->id);
    const int actor = sr_actor(r, s);
    if (actor == SR_NOBODY || !g->suggest)
        return;
    sr_move legal[SR_MOVES_MAX];
    struct sr_view view;
    union sr_state other;
    const struct sr_rng luck = *rng;
    const int n = sr_legal(r, s, legal);
    struct sr_rng same = luck;
    const int suggested = g->suggest(r, s, legal, n, &same);
    assert_in_range(suggested, 0, n - 1);
    sr_observe(r, s, actor, &view);
    same = luck;
    assert_int_equal(g->suggest(r, &view.s, legal, n, &same), suggested);
    sr_sample(r, &view, rng, &other);
    same = luck;
    assert_int_equal(g->suggest(r, &other, legal, n, &same), suggested);
}

/* Nor what the policy is told of the moves. */
static void see_facts(const struct sr_rules *r, const union sr_state *s, struct sr_rng *rng)
{
    static uint16_t a[SR_MOVES_MAX][AI_SEEN], b[SR_MOVES_MAX][AI_SEEN];
    const struct ai_game *g = ai_game_find(r->game->id);
    const int actor = sr_actor(r, s);
    if (actor == SR_NOBODY || !g->describe)
        return;
    sr_move legal[SR_MOVES_MAX];
    struct sr_view view;
    union sr_state other;
    const int n = sr_legal(r, s, legal);
    memset(a, 0, sizeof a);
    g->describe(r, s, legal, n, a);
    sr_observe(r, s, actor, &view);
    sr_sample(r, &view, rng, &other);
    for (int k = 0; k < 2; k++) {
        memset(b, 0, sizeof b);
        g->describe(r, k ? &view.s : &other, legal, n, b);
        assert_memory_equal(a, b, (size_t)n * sizeof a[0]);
    }
}

static void test_no_peeking(void **state)
{
    (void)state;
    walk(see_features, 3, 7);
    walk(see_facts, 3, 3);
    walk(see_suggestion, 3, 3);
}

/* A line whose key stays as it was after a move has the same piece: keys leave nothing out. */
static void see_pieces(const struct sr_rules *r, const union sr_state *s, struct sr_rng *rng)
{
    const struct ai_game *g = ai_game_find(r->game->id);
    uint64_t key[2][SR_LINES_MAX * AI_KEY_MAX / 8], piece[2][AI_PIECE_MAX / 8];
    sr_move legal[SR_MOVES_MAX];
    if (!g->key_size || s->head.over)
        return;
    assert_true(g->key_size <= AI_KEY_MAX && g->piece_size <= AI_PIECE_MAX);
    assert_true(g->key_size % 8 == 0 && g->piece_size % 8 == 0);
    g->keys(r, s, key[0]);
    const int n = sr_legal(r, s, legal), words = g->key_size / 8;
    for (int tries = 0; tries < 4; tries++) {
        union sr_state child = *s;
        r->game->apply(r->edition, &child, legal[sr_rng_below(rng, (uint32_t)n)], NULL);
        g->keys(r, &child, key[1]);
        for (int line = 0; line < s->head.seats; line++) {
            if (memcmp(key[0] + line * words, key[1] + line * words, (size_t)g->key_size) != 0)
                continue;
            g->piece(r, s, line, piece[0]);
            g->piece(r, &child, line, piece[1]);
            assert_memory_equal(piece[0], piece[1], (size_t)g->piece_size);
        }
    }
}

static void test_pieces(void **state)
{
    (void)state;
    walk(see_pieces, 3, 1);
}

static void see_values(const struct sr_rules *r, const union sr_state *s, struct sr_rng *rng)
{
    (void)rng;
    for (int learned = 0; learned < 2; learned++) {
        const struct ai_eval e = ai_eval_for(r, learned);
        struct ai_values v;
        struct ai_memo memo;
        ai_memo_clear(&memo);
        ai_eval_position(&e, &memo, r, s, &v);
        int64_t sum = 0;
        assert_int_equal(v.lines, ai_lines(&e, s));
        for (int i = 0; i < v.lines; i++) {
            assert_in_range(v.win[i], 0, AI_WIN);
            assert_true(v.margin[i] >= -AI_WIN && v.margin[i] <= AI_WIN);
            assert_in_range(ai_worth(&v, i), 0, AI_WIN);
            sum += v.win[i];
        }
        if (v.lines > 1)
            assert_in_range(sum, AI_WIN - 8, AI_WIN);
    }
}

static void test_values_are_chances(void **state)
{
    (void)state;
    walk(see_values, 3, 5);
}

/* ---- which way is up ------------------------------------------------------------------------- */

/* Points that the judgement promises a line. */
static int judged(const struct sr_rules *r, const union sr_state *s, int line)
{
    int part[AI_PARTS_MAX] = {0}, sum = 0;
    ai_game_find(r->game->id)->judge(r, s, line, part);
    for (int i = 0; i < AI_PARTS_MAX; i++)
        sum += part[i];
    return sum;
}

/* Who is promised more has the better chance, a lead over the best of the others, and they none. */
static void see_lead(const struct sr_rules *r, const union sr_state *s, struct sr_rng *rng)
{
    const struct ai_eval e = ai_eval_for(r, false);
    struct ai_values v;
    struct ai_memo memo;
    (void)rng;
    ai_memo_clear(&memo);
    ai_eval_position(&e, &memo, r, s, &v);
    if (v.lines < 2)
        return;
    int points[SR_LINES_MAX];
    struct sr_scores sc;
    sr_scores_of(r, s, &sc);
    for (int i = 0; i < v.lines; i++)
        points[i] = s->head.over ? sc.total[i] : judged(r, s, i);
    for (int i = 0; i < v.lines; i++) {
        int best = INT32_MIN;
        for (int j = 0; j < v.lines; j++)
            if (j != i)
                best = sr_max(best, points[j]);
        const int64_t unit =
            s->head.over ? ai_margin(e.game, s->head.seats) : AI_POINT * (int64_t)e.game->margin;
        const int64_t lead = (int64_t)(points[i] - best) * AI_WIN / unit;
        assert_int_equal(v.margin[i], lead > AI_WIN ? AI_WIN : lead < -AI_WIN ? -AI_WIN : lead);
        for (int j = 0; j < v.lines && !s->head.over; j++)
            assert_true(points[i] <= points[j] || v.win[i] >= v.win[j]);
    }
}

static void test_lead(void **state)
{
    (void)state;
    walk(see_lead, 3, 5);
}

/* In Yspahan more is better: what a player may gain is judged to be worth something, at every
 * moment before the last day. */
static void see_yspahan(const struct sr_rules *r, const union sr_state *s, struct sr_rng *rng)
{
    const struct yspahan_state *y = (const struct yspahan_state *)s;
    const struct yspahan_edition *ed = (const struct yspahan_edition *)r->edition;
    (void)rng;
    if (strcmp(r->game->id, "yspahan") != 0 || s->head.over ||
        (y->week == ed->weeks && y->day >= ed->days - 1))
        return;
    for (int p = 0; p < s->head.seats; p++) {
        union sr_state t = *s;
        struct yspahan_state *z = (struct yspahan_state *)&t;
        const int before = judged(r, s, p);
#define BETTER(change, least)                                                                      \
    do {                                                                                           \
        t = *s;                                                                                    \
        change;                                                                                    \
        if (judged(r, &t, p) - before < (least))                                                   \
            fail_msg("%s: %d, was %d", #change, judged(r, &t, p), before);                         \
    } while (0)
        BETTER(z->players[p].points[PT_SOUKS] += 5, 5 * AI_POINT);
        if (y->players[p].gold < 14)
            BETTER(z->players[p].gold++, 1);
        if (y->players[p].camels < 14)
            BETTER(z->players[p].camels++, 1);
        BETTER((z->players[p].hand[z->players[p].cards] = 0, z->players[p].cards++), 1);
        for (int k = 0; k < YSP_SOUKS; k++) { /* a whole souk, that nobody is in, and one good */
            const int first = ed->souks[k].first, size = ed->souks[k].size;
            bool free = true;
            for (int i = 0; i < size; i++)
                free = free && y->shops[first + i] == SR_NONE;
            if (!free)
                continue;
            BETTER(z->shops[first] = (uint8_t)p, 1);
            BETTER(memset(&z->shops[first], p, (size_t)size), ed->souks[k].value * AI_POINT / 2);
            if (!ysp_has(&y->players[p], BD_BAZAAR)) { /* and the Bazaar adds to it */
                memset(&t, 0, sizeof t);
                t = *s;
                memset(&z->shops[first], p, (size_t)size);
                const int without = judged(r, &t, p);
                z->players[p].buildings |= (uint8_t)(1u << BD_BAZAAR);
                assert_true(judged(r, &t, p) > without);
            }
        }
        if (y->caravan_count < YSP_LINES * ysp_line_camels(ed, y) && y->caravan_count < YSP_CARAVAN)
            BETTER(z->caravan[z->caravan_count++] = (uint8_t)p, AI_POINT / 2);
        for (int b = 0; b < YSP_BUILDINGS && y->week < ed->weeks; b++)
            if (!ysp_has(&y->players[p], b) && y->players[p].buildings < 31)
                BETTER(z->players[p].buildings |= (uint8_t)(1u << b), 1);
#undef BETTER
    }
}

static void test_yspahan_signs(void **state)
{
    (void)state;
    walk(see_yspahan, 4, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_peeking),         cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_values_are_chances), cmocka_unit_test(test_lead),
        cmocka_unit_test(test_yspahan_signs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
