/* oracle_net.c: what a network is given of a position and makes of it, for programs that load its
 * file of weights and want to compute the same (docs/ai.md). */
#include "ai/eval.h"
#include "lab/oracle.h"

enum { LINE_MAX_BYTES = 1 << 20 };

struct looking {
    struct sr_buf *out;
    const struct sr_rules *rules;
    struct ai_eval eval;
    struct ai_memo memo;
    union sr_state state;
    int8_t x[SR_LINES_MAX * AI_INPUTS_MAX];
    uint16_t seen[SR_MOVES_MAX][AI_SEEN];
    int32_t logit[SR_MOVES_MAX];
};

/* The numbers of the edition, which it is given as well. */
static void put_numbers(const struct looking *l)
{
    int32_t number[AI_LEAVES_MAX];
    const int n = ai_edition_numbers(l->rules->game, l->rules->edition, number);
    sr_json_put_open(l->out, "numbers", '[');
    for (int i = 0; i < n; i++)
        sr_json_int(l->out, number[i]);
    sr_json_close(l->out, ']');
}

static void put_line(const struct looking *l, const int8_t *x, int32_t win)
{
    const struct ai_net *net = l->eval.net;
    int32_t y[AI_OUTPUTS];
    int16_t h2[AI_HIDDEN_MAX];
    ai_net_run_plain(net, l->eval.b1, x, y, h2);
    sr_json_open(l->out, '{');
    sr_json_put_open(l->out, "inputs", '[');
    for (int i = 0; i < net->inputs; i++)
        sr_json_int(l->out, x[i]);
    sr_json_close(l->out, ']');
    sr_json_put_int(l->out, "logit", y[0]);
    sr_json_put_int(l->out, "margin", y[1]);
    if (net->b5)
        sr_json_put_int(l->out, "points", ai_net_points(net, x, h2));
    sr_json_put_int(l->out, "win", win);
    sr_json_close(l->out, '}');
}

static void put_moves(struct looking *l, const sr_move *legal, int count)
{
    const int seat = sr_actor(l->rules, &l->state);
    uint16_t slot[AI_SLOTS_MAX];
    sr_json_put_open(l->out, "moves", '[');
    if (count &&
        ai_eval_policy(&l->eval, &l->memo, l->rules, &l->state, legal, count, NULL, l->logit)) {
        const int suggested = ai_described(&l->eval, l->rules, &l->state, legal, count, l->seen);
        for (int i = 0; i < count; i++) {
            const int n = ai_move_slots(l->rules->game, legal[i], seat, l->state.head.seats,
                                        i == suggested, l->seen[i], slot);
            sr_json_open(l->out, '{');
            sr_json_put_move(l->out, "move", l->rules->game, legal[i]);
            sr_json_put_open(l->out, "slots", '[');
            for (int k = 0; k < n; k++)
                sr_json_int(l->out, slot[k] & (l->eval.net->slots - 1));
            sr_json_close(l->out, ']');
            sr_json_put_int(l->out, "logit", l->logit[i]);
            sr_json_close(l->out, '}');
        }
    }
    sr_json_close(l->out, ']');
}

char *oracle_net(const struct sr_rules *r, const struct sr_bot *bot, uint64_t seed,
                 const struct sr_view *view, const sr_move *legal, int count)
{
    struct sr_buf b;
    struct sr_rng rng;
    struct ai_values values;
    struct looking *l = mem_new(sizeof *l);
    l->out = &b;
    l->rules = r;
    l->eval = bot->skill.net ? ai_eval_with(r, bot->skill.net) : ai_eval_for(r, true);
    char *line = l->eval.net ? mem_new(LINE_MAX_BYTES) : NULL;
    if (line) {
        sr_rng_seed(&rng, seed);
        sr_sample(r, view, &rng, &l->state);
        ai_memo_clear(&l->memo);
        const int lines = ai_eval_rows(&l->eval, &l->memo, r, &l->state, l->x);
        ai_eval_inputs(&l->eval, &l->memo, l->x, lines, &values);
        sr_buf_init(&b, line, LINE_MAX_BYTES);
        sr_buf_put(&b, "net ");
        sr_json_open(&b, '{');
        sr_json_put_seat(&b, "actor", sr_actor(r, &l->state));
        put_numbers(l);
        sr_json_put_open(&b, "lines", '[');
        for (int i = 0; i < lines; i++)
            put_line(l, l->x + i * l->eval.game->inputs, values.win[i]);
        sr_json_close(&b, ']');
        put_moves(l, legal, count);
        sr_json_close(&b, '}');
    }
    mem_free(l);
    return line;
}
