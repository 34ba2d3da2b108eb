/* weights.c: files of weights (docs/ai.md), read where they stand in memory. Little-endian, as all
 * platforms of this program are. */
#include "ai/net.h"
#include "serai/json.h"

enum { HEAD = 48, OLD = 2, NOW = 3, MORE = 8 };

/* Where everything stands after the head; 0: not there. */
struct places {
    size_t b1, w1, b2, w2, b3, w3, w4;
    size_t b5, w5, w6, bp, wp, base, we, low, high;
    size_t end;
};

static size_t take(struct places *p, size_t bytes)
{
    const size_t at = p->end;
    p->end += (bytes + 3) & ~(size_t)3;
    return at;
}

static struct places places_of(const struct ai_net *n, bool more)
{
    const size_t in = (size_t)n->inputs, h1 = (size_t)n->hidden[0], h2 = (size_t)n->hidden[1];
    const size_t slots = (size_t)n->slots, leaves = (size_t)n->leaves;
    struct places p = {.end = more ? HEAD + MORE : HEAD};
    p.b1 = take(&p, 4 * h1);
    p.w1 = take(&p, 2 * in * h1);
    p.b2 = take(&p, 4 * h2);
    p.w2 = take(&p, 2 * h1 * h2);
    p.b3 = take(&p, 4 * AI_OUTPUTS);
    p.w3 = take(&p, 2 * AI_OUTPUTS * h2);
    p.w4 = take(&p, 2 * AI_OUTPUTS * in);
    if (!more)
        return p;
    p.b5 = take(&p, 4);
    p.w5 = take(&p, 2 * h2);
    p.w6 = take(&p, 2 * in);
    p.bp = take(&p, 4 * slots);
    p.wp = take(&p, 2 * slots * h2);
    p.base = take(&p, 4 * leaves);
    p.we = take(&p, 2 * leaves * h1);
    p.low = take(&p, leaves);
    p.high = take(&p, leaves);
    return p;
}

uint64_t ai_net_checksum(const unsigned char *p, size_t n)
{
    uint64_t h = 0xCBF29CE484222325u; /* FNV-1a */
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 0x100000001B3u;
    return h;
}

static uint32_t word_at(const unsigned char *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static bool shape_fits(const uint32_t shape[3], uint32_t slots, uint32_t leaves)
{
    return shape[0] >= 2 && shape[0] <= AI_INPUTS_MAX && shape[0] % 2 == 0 && shape[1] >= 8 &&
           shape[1] <= AI_HIDDEN_MAX && shape[1] % 8 == 0 && shape[2] >= 8 &&
           shape[2] <= AI_HIDDEN_MAX && shape[2] % 8 == 0 && slots <= 1 << 16 &&
           (slots & (slots - 1)) == 0 && leaves <= AI_LEAVES_MAX;
}

static void point(struct ai_net *n, const unsigned char *at, const struct places *p, bool more)
{
    n->b1 = (const int32_t *)(at + p->b1);
    n->w1 = (const int16_t *)(at + p->w1);
    n->b2 = (const int32_t *)(at + p->b2);
    n->w2 = (const int16_t *)(at + p->w2);
    n->b3 = (const int32_t *)(at + p->b3);
    n->w3 = (const int16_t *)(at + p->w3);
    n->w4 = (const int16_t *)(at + p->w4);
    if (!more)
        return;
    n->b5 = (const int32_t *)(at + p->b5);
    n->w5 = (const int16_t *)(at + p->w5);
    n->w6 = (const int16_t *)(at + p->w6);
    n->bp = (const int32_t *)(at + p->bp);
    n->wp = (const int16_t *)(at + p->wp);
    n->base = (const int32_t *)(at + p->base);
    n->we = (const int16_t *)(at + p->we);
    n->low = (const int8_t *)(at + p->low);
    n->high = (const int8_t *)(at + p->high);
}

enum sr_err ai_net_read(const void *data, size_t len, struct ai_net *out, struct sr_diag *diag)
{
    const unsigned char *at = data;
    uint64_t sum;
    if (len < HEAD || memcmp(at, "SRWT", 4) != 0)
        return sr_fail(diag, SR_PARSE, "not a file of weights");
    const uint32_t version = word_at(at + 4);
    if (version != OLD && version != NOW)
        return sr_fail(diag, SR_PARSE, "weights of version %d, this program reads %d and %d",
                       (int)version, OLD, NOW);
    const bool more = version == NOW && len >= HEAD + MORE;
    const uint32_t shape[] = {word_at(at + 12), word_at(at + 16), word_at(at + 20)};
    const uint32_t slots = more ? word_at(at + HEAD) : 0,
                   leaves = more ? word_at(at + HEAD + 4) : 0;
    if (!shape_fits(shape, slots, leaves) || at[39] || (version == NOW && !more))
        return sr_fail(diag, SR_PARSE, "the weights have a shape this program cannot run");
    struct ai_net net = {.game = (const char *)at + 24,
                         .features = word_at(at + 8),
                         .inputs = (int)shape[0],
                         .hidden = {(int)shape[1], (int)shape[2]},
                         .slots = (int)slots,
                         .leaves = (int)leaves};
    const struct places p = places_of(&net, more);
    if (len != p.end)
        return sr_fail(diag, SR_PARSE, "the weights have %d bytes instead of %d", (int)len,
                       (int)p.end);
    memcpy(&sum, at + 40, sizeof sum);
    if (sum != ai_net_checksum(at + HEAD, len - HEAD))
        return sr_fail(diag, SR_BROKEN, "the weights are damaged");
    point(&net, at, &p, more);
    *out = net;
    return SR_OK;
}

size_t ai_net_write(const struct ai_net *net, void *data)
{
    const bool more = net->b5 != NULL;
    const struct places p = places_of(net, more);
    unsigned char *at = data;
    if (!data)
        return p.end;
    const size_t in = (size_t)net->inputs, h1 = (size_t)net->hidden[0], h2 = (size_t)net->hidden[1];
    const size_t slots = (size_t)net->slots, leaves = (size_t)net->leaves;
    const uint32_t head[] = {more ? NOW : OLD, net->features, (uint32_t)in, (uint32_t)h1,
                             (uint32_t)h2};
    const uint32_t extra[] = {(uint32_t)slots, (uint32_t)leaves};
    memset(at, 0, p.end);
    memcpy(at, "SRWT", 4);
    memcpy(at + 4, head, sizeof head);
    memcpy(at + 24, net->game, strlen(net->game));
    memcpy(at + p.b1, net->b1, 4 * h1);
    memcpy(at + p.w1, net->w1, 2 * in * h1);
    memcpy(at + p.b2, net->b2, 4 * h2);
    memcpy(at + p.w2, net->w2, 2 * h1 * h2);
    memcpy(at + p.b3, net->b3, 4 * AI_OUTPUTS);
    memcpy(at + p.w3, net->w3, 2 * AI_OUTPUTS * h2);
    memcpy(at + p.w4, net->w4, 2 * AI_OUTPUTS * in);
    if (more) {
        memcpy(at + HEAD, extra, sizeof extra);
        memcpy(at + p.b5, net->b5, 4);
        memcpy(at + p.w5, net->w5, 2 * h2);
        memcpy(at + p.w6, net->w6, 2 * in);
        memcpy(at + p.bp, net->bp, 4 * slots);
        memcpy(at + p.wp, net->wp, 2 * slots * h2);
        memcpy(at + p.base, net->base, 4 * leaves);
        memcpy(at + p.we, net->we, 2 * leaves * h1);
        memcpy(at + p.low, net->low, leaves);
        memcpy(at + p.high, net->high, leaves);
    }
    const uint64_t sum = ai_net_checksum(at + HEAD, p.end - HEAD);
    memcpy(at + 40, &sum, sizeof sum);
    return p.end;
}
