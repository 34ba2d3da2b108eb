/* eval.c: from features or hand-written judgement to chances and margins. Integers only. */
#include "ai/eval.h"

/* Adds what the edition's numbers make of the first layer; false: they are beyond it. */
static bool fold_edition(const struct ai_net *net, const struct sr_rules *r, int32_t *b1)
{
    int32_t number[AI_LEAVES_MAX];
    memcpy(b1, net->b1, (size_t)net->hidden[0] * sizeof *b1);
    if (!net->leaves)
        return true;
    if (ai_edition_numbers(r->game, r->edition, number) != net->leaves)
        return false;
    for (int i = 0; i < net->leaves; i++) {
        const int8_t x = ai_edition_input(number[i], net->base[i]);
        if (x < net->low[i] || x > net->high[i])
            return false;
        for (int j = 0; x && j < net->hidden[0]; j++)
            b1[j] += x * net->we[i * net->hidden[0] + j];
    }
    return true;
}

struct ai_eval ai_eval_with(const struct sr_rules *r, const struct ai_net *net)
{
    struct ai_eval e = {.game = ai_game_find(r->game->id)};
    /* Weights of other features would be noise; inputs only grow at the end (features.h). */
    if (!net || strcmp(net->game, r->game->id) != 0 || net->inputs > e.game->inputs ||
        net->features != e.game->version)
        return e;
    e.beyond = !fold_edition(net, r, e.b1);
    e.net = e.beyond ? NULL : net;
    return e;
}

struct ai_eval ai_eval_for(const struct sr_rules *r, bool learned)
{
    return ai_eval_with(r, learned ? ai_net_find(r->game->id) : NULL);
}

int ai_lines(const struct ai_eval *e, const union sr_state *s)
{
    return e->game->lines ? e->game->lines(s) : s->head.seats;
}

static void final_values(const struct ai_eval *e, const struct sr_rules *r, const union sr_state *s,
                         struct ai_values *out)
{
    struct sr_scores sc;
    sr_scores_of(r, s, &sc);
    ai_final_values(&sc, ai_margin(e->game, s->head.seats), out);
}

/* h2: of the line `seat`, where it is wanted. */
static void run_lines(const struct ai_eval *e, struct ai_memo *memo, const int8_t *x, int lines,
                      int seat, int16_t *h2, struct ai_values *out)
{
    int32_t y[SR_LINES_MAX][AI_OUTPUTS];
    for (int i = 0; i < lines; i++)
        ai_net_run(e->net, e->b1, x + i * e->game->inputs, &memo->line[i], y[i],
                   i == seat ? h2 : NULL);
    ai_output_values((const int32_t(*)[AI_OUTPUTS])y, lines, out);
}

void ai_eval_inputs(const struct ai_eval *e, struct ai_memo *memo, const int8_t *x, int lines,
                    struct ai_values *out)
{
    run_lines(e, memo, x, lines, -1, NULL, out);
}

static uint64_t hash_key(const uint64_t *key, int words)
{
    uint64_t hash = 0;
    for (int i = 0; i < words; i++) {
        hash = (hash ^ key[i]) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash;
}

/* Where the piece of a line is, made if it was not there. */
static const void *piece_of(const struct ai_eval *e, struct ai_memo *memo, const struct sr_rules *r,
                            const union sr_state *s, int line, const uint64_t *key)
{
    const struct ai_game *g = e->game;
    struct ai_kept *k = &memo->kept[line][hash_key(key, g->key_size / 8) % AI_KEPT];
    if (!k->used || memcmp(k->key, key, (size_t)g->key_size) != 0) {
        g->piece(r, s, line, k->piece);
        memcpy(k->key, key, (size_t)g->key_size);
        k->used = true;
    }
    return k->piece;
}

static void write_inputs(const struct ai_eval *e, struct ai_memo *memo, const struct sr_rules *r,
                         const union sr_state *s, int lines, int8_t *x)
{
    uint64_t key[SR_LINES_MAX * AI_KEY_MAX / 8];
    const void *piece[SR_LINES_MAX];
    memset(x, 0, (size_t)lines * (size_t)e->game->inputs);
    if (!e->game->key_size) {
        e->game->features(r, s, x);
        return;
    }
    e->game->keys(r, s, key);
    for (int i = 0; i < lines; i++)
        piece[i] = piece_of(e, memo, r, s, i, key + i * (e->game->key_size / 8));
    ai_compose(e->game, r, s, piece, lines, x);
}

int ai_eval_rows(const struct ai_eval *e, struct ai_memo *memo, const struct sr_rules *r,
                 const union sr_state *s, int8_t *x)
{
    const int lines = ai_lines(e, s);
    write_inputs(e, memo, r, s, lines, x);
    return lines;
}

static void learned_values(const struct ai_eval *e, struct ai_memo *memo, const struct sr_rules *r,
                           const union sr_state *s, struct ai_values *out)
{
    int8_t x[SR_LINES_MAX * AI_INPUTS_MAX];
    write_inputs(e, memo, r, s, out->lines, x);
    ai_eval_inputs(e, memo, x, out->lines, out);
}

void ai_memo_clear(struct ai_memo *memo)
{
    for (int i = 0; i < SR_LINES_MAX; i++) {
        memo->line[i].net = NULL;
        for (int k = 0; k < AI_KEPT; k++)
            memo->kept[i][k].used = false;
    }
}

void ai_eval_position(const struct ai_eval *e, struct ai_memo *memo, const struct sr_rules *r,
                      const union sr_state *s, struct ai_values *out)
{
    if (s->head.over) {
        final_values(e, r, s, out);
        return;
    }
    out->lines = ai_lines(e, s);
    if (e->net)
        learned_values(e, memo, r, s, out);
    else
        ai_judged_values(e->game, r, s, out);
}

bool ai_eval_policy(const struct ai_eval *e, struct ai_memo *memo, const struct sr_rules *r,
                    const union sr_state *s, const sr_move *legal, int count,
                    struct ai_values *values, int32_t *logit)
{
    const int seat = sr_actor(r, s);
    memset(logit, 0, (size_t)count * sizeof *logit);
    if (seat == SR_NOBODY || !e->net || !e->net->slots) {
        if (values)
            ai_eval_position(e, memo, r, s, values);
        return false;
    }
    int8_t x[SR_LINES_MAX * AI_INPUTS_MAX];
    int16_t h2[AI_HIDDEN_MAX];
    int32_t y[AI_OUTPUTS];
    uint16_t slot[AI_SLOTS_MAX];
    const int lines = ai_lines(e, s);
    write_inputs(e, memo, r, s, lines, x);
    if (values)
        run_lines(e, memo, x, lines, seat, h2, values);
    else
        ai_net_run(e->net, e->b1, x + seat * e->game->inputs, &memo->line[seat], y, h2);
    uint16_t seen[SR_MOVES_MAX][AI_SEEN];
    const int suggested = ai_described(e, r, s, legal, count, seen);
    for (int i = 0; i < count; i++) {
        const int n =
            ai_move_slots(r->game, legal[i], seat, s->head.seats, i == suggested, seen[i], slot);
        logit[i] = ai_net_logit(e->net, h2, slot, n);
    }
    return true;
}

bool ai_eval_points(const struct ai_eval *e, struct ai_memo *memo, const struct sr_rules *r,
                    const union sr_state *s, int32_t points[SR_LINES_MAX])
{
    if (s->head.over) {
        struct sr_scores sc;
        sr_scores_of(r, s, &sc);
        for (int i = 0; i < sc.lines; i++)
            points[i] = 10 * sc.total[i];
        return true;
    }
    if (!e->net || !e->net->b5)
        return false;
    int8_t x[SR_LINES_MAX * AI_INPUTS_MAX];
    const int lines = ai_lines(e, s);
    write_inputs(e, memo, r, s, lines, x);
    for (int i = 0; i < lines; i++) {
        int16_t h2[AI_HIDDEN_MAX];
        int32_t y[AI_OUTPUTS];
        const int8_t *row = x + i * e->game->inputs;
        ai_net_run(e->net, e->b1, row, &memo->line[i], y, h2);
        points[i] =
            (int32_t)((int64_t)ai_net_points(e->net, row, h2) * 10 * e->game->margin / AI_WIN);
    }
    return true;
}
