/* net.c: the network: its fast paths, its file, changed editions, its arithmetic. */
#include "../unit/unit.h"

#include <stdlib.h>

#include "ai/bots.h"
enum { WIDE = 256, TABLE = 64, LEAVES = 16 };

struct toy {
    int32_t b[2 * AI_HIDDEN_MAX + AI_OUTPUTS + TABLE + LEAVES + 1];
    int16_t w[AI_INPUTS_MAX * (WIDE + 3) + WIDE * 64 + 3 * 64 + TABLE * 64 + LEAVES * WIDE];
    int8_t reach[2 * LEAVES];
    struct ai_net net;
};

static void random_net(struct toy *t, int inputs, int h1, int h2, struct sr_rng *rng)
{
    for (size_t i = 0; i < sizeof t->b / sizeof t->b[0]; i++)
        t->b[i] = (int32_t)sr_rng_below(rng, 1 << 16) - (1 << 15);
    for (size_t i = 0; i < sizeof t->w / sizeof t->w[0]; i++)
        t->w[i] = (int16_t)((int)sr_rng_below(rng, 4001) - 2000);
    t->net = (struct ai_net){.game = "toy",
                             .inputs = inputs,
                             .hidden = {h1, h2},
                             .b1 = t->b,
                             .b2 = t->b + h1,
                             .b3 = t->b + h1 + h2,
                             .w1 = t->w,
                             .w2 = t->w + inputs * h1,
                             .w3 = t->w + inputs * h1 + h1 * h2,
                             .w4 = t->w + inputs * h1 + h1 * h2 + AI_OUTPUTS * h2};
    /* With a policy, points, and the numbers of an edition. */
    const int16_t *w = t->net.w4 + AI_OUTPUTS * inputs;
    const int32_t *b = t->net.b3 + AI_OUTPUTS;
    t->net.w5 = w;
    t->net.w6 = w + h2;
    t->net.wp = w + h2 + inputs;
    t->net.we = w + h2 + inputs + TABLE * h2;
    t->net.b5 = b;
    t->net.bp = b + 1;
    t->net.base = b + 1 + TABLE;
    t->net.slots = TABLE;
    t->net.leaves = LEAVES;
    memset(t->reach, -40, LEAVES);
    memset(t->reach + LEAVES, 40, LEAVES);
    t->net.low = t->reach;
    t->net.high = t->reach + LEAVES;
}

static void test_fast_path_agrees(void **state)
{
    (void)state;
    static const int shape[][3] = {{2, 8, 8},     {94, 64, 32},  {1024, 256, 64},
                                   {300, 40, 24}, {130, 128, 8}, {8, 200, 40}};
    enum { NETS = 12, RUNS = 5 };
    struct toy *t = malloc(sizeof *t);
    struct sr_rng rng;
    int different = 0;
    sr_rng_seed(&rng, 5);
    for (size_t k = 0; k < sizeof shape / sizeof shape[0]; k++)
        for (int round = 0; round < NETS; round++) {
            int8_t x[AI_INPUTS_MAX] = {0};
            struct ai_sums sums = {.net = NULL};
            random_net(t, shape[k][0], shape[k][1], shape[k][2], &rng);
            /* Other inputs, some other inputs, then the same again: it goes on from the last. */
            for (int run = 0; run < RUNS; run++) {
                int32_t a[AI_OUTPUTS], b[AI_OUTPUTS];
                int16_t h[2][AI_HIDDEN_MAX];
                uint16_t slot[3];
                for (int i = 0; i < shape[k][0] && run < RUNS - 1; i++)
                    if (sr_rng_below(&rng, run < 2 ? 3 : 30) == 0)
                        x[i] = (int8_t)((int)sr_rng_below(&rng, 255) - 127);
                ai_net_run(&t->net, t->net.b1, x, &sums, a, h[0]);
                ai_net_run_plain(&t->net, t->net.b1, x, b, h[1]);
                assert_memory_equal(h[0], h[1], (size_t)shape[k][2] * sizeof h[0][0]);
                for (int i = 0; i < 3; i++)
                    slot[i] = (uint16_t)sr_rng_next(&rng);
                assert_int_equal(ai_net_logit(&t->net, h[0], slot, 1 + run % 3),
                                 ai_net_logit_plain(&t->net, h[0], slot, 1 + run % 3));
                assert_int_equal(a[0], b[0]);
                assert_int_equal(a[1], b[1]);
                different += a[0] != a[1];
            }
        }
    assert_true(different > 200); /* the outputs say something */
    free(t);
}

/* A file says all of a network, in both versions; what is wrong with one is said, and nothing is
 * changed by it. */
static void test_weight_file(void **state)
{
    (void)state;
    struct toy *t = malloc(sizeof *t);
    struct sr_rng rng;
    struct sr_diag diag;
    sr_rng_seed(&rng, 6);
    for (int old = 0; old < 2; old++) {
        struct ai_net back = {.inputs = 77}, untouched = back;
        random_net(t, 20, 16, 8, &rng);
        if (old) {
            t->net.b5 = NULL;
            t->net.slots = t->net.leaves = 0;
        }
        const size_t len = ai_net_write(&t->net, NULL);
        unsigned char *data = malloc(len), *again = malloc(len);
        assert_int_equal(ai_net_write(&t->net, data), len);
        for (size_t cut = 0; cut < len; cut += 7)
            assert_int_equal(ai_net_read(data, cut, &back, &diag), SR_PARSE);
        for (size_t at = 0; at < len; at += 5) {
            data[at] ^= 0x10;
            /* Names, versions of inputs and the padding after a name are not covered. */
            if (at < 8 || at >= 40 || (at >= 12 && at < 24))
                assert_int_not_equal(ai_net_read(data, len, &back, &diag), SR_OK);
            data[at] ^= 0x10;
        }
        data[4] = 9;
        assert_fails(ai_net_read(data, len, &back, &diag), SR_PARSE, diag, "version 9");
        data[4] = (unsigned char)(old ? 2 : 3);
        data[len - 1] ^= 1;
        assert_fails(ai_net_read(data, len, &back, &diag), SR_BROKEN, diag, "damaged");
        data[len - 1] ^= 1;
        assert_memory_equal(&back, &untouched, sizeof back);
        assert_ok(ai_net_read(data, len, &back, &diag));
        assert_string_equal(back.game, "toy");
        assert_int_equal(back.slots, old ? 0 : TABLE);
        assert_int_equal(ai_net_write(&back, again), len);
        assert_memory_equal(data, again, len);
        free(data);
        free(again);
    }
    free(t);
}

/* The numbers of an edition: every one can be read and set; a network gets them as inputs of its
 * first layer, and says when they are beyond what it has seen. */
static void test_editions(void **state)
{
    (void)state;
    struct toy *t = malloc(sizeof *t);
    struct sr_rng rng;
    sr_rng_seed(&rng, 7);
    for (int i = 0; i < sr_game_count(); i++) {
        struct sr_rules r = sr_rules_default(sr_game_at(i));
        const struct ai_game *g = ai_game_find(r.game->id);
        static int32_t base[AI_LEAVES_MAX], now[AI_LEAVES_MAX];
        static int8_t low[AI_LEAVES_MAX], high[AI_LEAVES_MAX];
        static int16_t we[AI_LEAVES_MAX * 8];
        unsigned char edition[SR_EDITION_MAX];
        const int leaves = ai_edition_numbers(r.game, r.edition, base);
        assert_true(leaves > 0 && leaves < AI_LEAVES_MAX);
        if (!g->inputs)
            continue;
        random_net(t, g->inputs, 8, 8, &rng);
        t->net.game = r.game->id;
        t->net.features = g->version;
        t->net.leaves = leaves;
        t->net.base = base;
        t->net.low = low;
        t->net.high = high;
        t->net.we = we;
        memset(low, -32, sizeof low);
        memset(high, 32, sizeof high);
        for (int k = 0; k < leaves * 8; k++)
            we[k] = (int16_t)sr_rng_below(&rng, 1000);
        for (int k = 0; k < leaves; k++) {
            memcpy(edition, r.edition, r.game->edition_size);
            const int32_t other = base[k] ? base[k] ^ 1 : 1;
            ai_edition_set(r.game, edition, k, other);
            assert_int_equal(ai_edition_numbers(r.game, edition, now), leaves);
            for (int n = 0; n < leaves; n++)
                assert_int_equal(now[n], n == k ? other : base[n]);
            const struct sr_rules changed = {r.game, edition};
            const struct ai_eval e = ai_eval_with(&changed, &t->net);
            const int x = ai_edition_input(other, base[k]);
            assert_int_equal(e.beyond, x < -32 || x > 32);
            assert_true(e.beyond ? e.net == NULL : e.net == &t->net);
            for (int j = 0; j < 8 && !e.beyond; j++)
                assert_int_equal(e.b1[j], t->net.b1[j] + x * we[8 * k + j]);
        }
        assert_false(ai_eval_with(&r, &t->net).beyond);
    }
    free(t);
}

/* By hand: one input at 1, weight 1/2, then 1, then 2 and -1, with biases; and straight to the
 * second output with 1/8. */
static void test_net_by_hand(void **state)
{
    (void)state;
    int32_t b1[8] = {AI_UNIT * AI_SCALE / 4}, b2[8] = {0}, b3[2] = {AI_ONE * AI_SCALE, 0};
    int16_t w1[2 * 8] = {AI_SCALE / 2}, w2[8 * 8] = {AI_SCALE}, w3[2 * 8] = {2 * AI_SCALE};
    const int16_t w4[2 * AI_OUTPUTS] = {0, 0, AI_SCALE / 8, 0};
    w3[8] = -AI_SCALE;
    const struct ai_net net = {.inputs = 2,
                               .hidden = {8, 8},
                               .b1 = b1,
                               .w1 = w1,
                               .b2 = b2,
                               .w2 = w2,
                               .b3 = b3,
                               .w3 = w3,
                               .w4 = w4};
    int32_t out[2];
    struct ai_sums sums = {.net = NULL};
    ai_net_run(&net, b1, (const int8_t[2]){AI_UNIT, 0}, &sums, out, NULL);
    assert_int_equal(out[0], (1 << 16) + 2 * (3 << 14)); /* 1 + 2 * 3/4 */
    assert_int_equal(out[1], -(3 << 14) + (1 << 13));
    ai_net_run(&net, b1, (const int8_t[2]){127, 0}, &sums, out, NULL); /* clipped to 1 */
    assert_int_equal(out[0], (1 << 16) + 2 * (1 << 16));
    ai_net_run(&net, b1, (const int8_t[2]){-127, 0}, &sums, out, NULL); /* clipped to 0 */
    assert_int_equal(out[0], 1 << 16);
}

static void test_softmax(void **state)
{
    (void)state;
    int32_t out[3];
    int32_t last = -1;
    for (int64_t x = -20 * 65536; x <= 0; x += 997) {
        const int32_t y = ai_exp2(x);
        assert_true(y >= last);
        last = y;
    }
    assert_int_equal(ai_exp2(0), 1 << 16);
    assert_int_equal(ai_exp2(-3 * 65536), 1 << 13);
    ai_softmax((const int32_t[3]){7 << 16, 7 << 16, 7 << 16}, 3, out);
    assert_in_range(out[0], 21840, 21850);
    ai_softmax((const int32_t[3]){1 << 16, 0, -(1 << 16)}, 3, out); /* .665 .245 .090 */
    assert_in_range(out[0], 43550, 43650);
    assert_in_range(out[1], 15990, 16090);
    assert_in_range(out[0] + out[1] + out[2], AI_WIN - 3, AI_WIN);
    ai_softmax((const int32_t[3]){INT32_MAX, INT32_MIN, 0}, 3, out);
    assert_int_equal(out[0], AI_WIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fast_path_agrees), cmocka_unit_test(test_weight_file),
        cmocka_unit_test(test_editions),         cmocka_unit_test(test_net_by_hand),
        cmocka_unit_test(test_softmax),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
