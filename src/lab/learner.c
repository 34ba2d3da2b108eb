/* learner.c: the network in floating point: gradients, Adam, rounding to integers, files.
 *
 * Parameters stand in one array: b1, w1 [input][neuron], b2, w2 [neuron][neuron], b3,
 * w3 [output][neuron], w4 [input][output]. Sums run in a fixed order, so that training repeats
 * exactly. */
#include <math.h>

#include "lab/train.h"

struct layout {
    int b1, w1, b2, w2, b3, w3, w4, end;
};

static struct layout layout_of(const struct learner *l)
{
    struct layout o = {0};
    o.w1 = o.b1 + l->hidden[0];
    o.b2 = o.w1 + l->inputs * l->hidden[0];
    o.w2 = o.b2 + l->hidden[1];
    o.b3 = o.w2 + l->hidden[0] * l->hidden[1];
    o.w3 = o.b3 + AI_OUTPUTS;
    o.w4 = o.w3 + AI_OUTPUTS * l->hidden[1];
    o.end = o.w4 + l->inputs * AI_OUTPUTS;
    return o;
}

static void make_room(struct learner *l)
{
    l->params = layout_of(l).end;
    const size_t size = (size_t)l->params * sizeof(float);
    l->value = mem_grow(NULL, size);
    l->mean = mem_grow(NULL, size);
    l->square = mem_grow(NULL, size);
    memset(l->value, 0, size);
    memset(l->mean, 0, size);
    memset(l->square, 0, size);
}

/* Begins with the hand-written judgement (ai_put_judged): it leads straight to the outputs, and
 * the neurons add nothing yet. Half of it to a tenth of a point, which tells moves apart, half as
 * far as it goes, so that a large lead can still grow. The margin is that of two lines round their
 * mean. */
static void begin_judged(struct learner *l, const struct ai_game *g)
{
    const struct layout o = layout_of(l);
    const float spread = (float)(g->spread_start + g->spread_end) / 2;
    float(*w4)[AI_OUTPUTS] = (float(*)[AI_OUTPUTS])(l->value + o.w4) + g->judged;
    memset(l->value + o.w3, 0, (size_t)(o.w4 - o.w3) * sizeof(float));
    w4[0][0] = 0.5f * AI_UNIT / (10 * spread);
    w4[2][0] = 0.5f * AI_JUDGED_FAR;
    w4[2][1] = 2 * AI_JUDGED_FAR * spread / (float)g->margin;
}

void learner_init(struct learner *l, const struct ai_game *g, int hidden1, int hidden2,
                  uint64_t seed)
{
    memset(l, 0, sizeof *l);
    memcpy(l->game, g->id, strlen(g->id));
    l->features = g->version;
    l->inputs = g->inputs;
    l->hidden[0] = hidden1;
    l->hidden[1] = hidden2;
    make_room(l);
    const struct layout o = layout_of(l);
    struct sr_rng rng;
    sr_rng_seed(&rng, seed);
    for (int i = 0; i < l->params; i++) {
        const float u = (float)sr_rng_next(&rng) / 4294967296.0f * 2 - 1;
        if (i < o.w1)
            l->value[i] = 0.1f;
        else if (i < o.b2)
            l->value[i] = 0.15f * u;
        else if (i < o.w2)
            l->value[i] = 0.1f;
        else if (i < o.b3)
            l->value[i] = u * sqrtf(3.0f / (float)hidden1);
        else if (i >= o.w3 && i < o.w4)
            l->value[i] = u * 0.1f;
    }
    if (g->judged)
        begin_judged(l, g);
}

void learner_free(struct learner *l)
{
    mem_free(l->value);
    mem_free(l->mean);
    mem_free(l->square);
    memset(l, 0, sizeof *l);
}

/* ---- gradients ------------------------------------------------------------------------------ */

struct pass {
    int lit[AI_INPUTS_MAX], count; /* inputs that are not zero */
    float h1[AI_HIDDEN_MAX], h2[AI_HIDDEN_MAX];
    float out[AI_OUTPUTS];
};

static inline float clipped(float v) { return v < 0 ? 0 : v > 1 ? 1 : v; }

/* In eight sums, which a processor can add up side by side. n is a multiple of 8. */
static AI_INLINED float product(const float *a, const float *b, int n)
{
    float part[8] = {0}, sum = 0;
    for (int i = 0; i < n; i += 8)
        for (int k = 0; k < 8; k++)
            part[k] += a[i + k] * b[i + k];
    for (int k = 0; k < 8; k++)
        sum += part[k];
    return sum;
}

static AI_INLINED void forward(const struct learner *l, const int8_t *x, struct pass *p)
{
    const struct layout o = layout_of(l);
    const int n1 = l->hidden[0], n2 = l->hidden[1];
    const float *v = l->value;
    memcpy(p->h1, v + o.b1, (size_t)n1 * sizeof(float));
    p->count = 0;
    for (int k = 0; k < AI_OUTPUTS; k++)
        p->out[k] = v[o.b3 + k];
    for (int i = 0; i < l->inputs; i++) {
        if (!x[i])
            continue;
        p->lit[p->count++] = i;
        const float a = (float)x[i] / AI_UNIT;
        for (int k = 0; k < AI_OUTPUTS; k++)
            p->out[k] += a * v[o.w4 + i * AI_OUTPUTS + k];
        const float *w = v + o.w1 + i * n1;
        for (int j = 0; j < n1; j++)
            p->h1[j] += a * w[j];
    }
    for (int j = 0; j < n1; j++)
        p->h1[j] = clipped(p->h1[j]);
    memcpy(p->h2, v + o.b2, (size_t)n2 * sizeof(float));
    for (int i = 0; i < n1; i++) {
        const float *w = v + o.w2 + i * n2;
        for (int j = 0; j < n2; j++)
            p->h2[j] += p->h1[i] * w[j];
    }
    for (int j = 0; j < n2; j++)
        p->h2[j] = clipped(p->h2[j]);
    for (int k = 0; k < AI_OUTPUTS; k++)
        p->out[k] += product(p->h2, v + o.w3 + k * n2, n2);
}

static inline bool within(float h) { return h > 0 && h < 1; }

static AI_INLINED void backward(const struct learner *l, const int8_t *x, const struct pass *p,
                                const float d[AI_OUTPUTS], float *g)
{
    const struct layout o = layout_of(l);
    const int n1 = l->hidden[0], n2 = l->hidden[1];
    const float *v = l->value;
    float d1[AI_HIDDEN_MAX], d2[AI_HIDDEN_MAX] = {0};
    for (int k = 0; k < AI_OUTPUTS; k++) {
        g[o.b3 + k] += d[k];
        for (int j = 0; j < n2; j++) {
            g[o.w3 + k * n2 + j] += d[k] * p->h2[j];
            d2[j] += d[k] * v[o.w3 + k * n2 + j];
        }
    }
    for (int j = 0; j < n2; j++) {
        /* A little slope outside lets neurons that got stuck come back. */
        d2[j] *= within(p->h2[j]) ? 1.0f : 0.02f;
        g[o.b2 + j] += d2[j];
    }
    for (int i = 0; i < n1; i++) {
        const float *w = v + o.w2 + i * n2;
        float *gw = g + o.w2 + i * n2;
        for (int j = 0; j < n2; j++)
            gw[j] += p->h1[i] * d2[j];
        d1[i] = product(w, d2, n2) * (within(p->h1[i]) ? 1.0f : 0.02f);
    }
    for (int j = 0; j < n1; j++)
        g[o.b1 + j] += d1[j];
    for (int k = 0; k < p->count; k++) {
        const int i = p->lit[k];
        const float a = (float)x[i] / AI_UNIT;
        float *gw = g + o.w1 + i * n1;
        for (int j = 0; j < n1; j++)
            gw[j] += a * d1[j];
        for (int o4 = 0; o4 < AI_OUTPUTS; o4++)
            g[o.w4 + i * AI_OUTPUTS + o4] += a * d[o4];
    }
}

static AI_INLINED void gradient_of(const struct learner *l, const struct learner_case *c, int lines,
                                   float *gradient, double loss[2])
{
    struct pass pass[SR_LINES_MAX];
    float top = -1e30f, chance[SR_LINES_MAX], sum = 0;
    for (int i = 0; i < lines; i++) {
        forward(l, c[i].x, &pass[i]);
        top = pass[i].out[0] > top ? pass[i].out[0] : top;
    }
    if (lines == 1) { /* alone: against the goal, which has the logit 0 */
        top = top > 0 ? top : 0;
        sum = expf(-top);
    }
    for (int i = 0; i < lines; i++)
        sum += chance[i] = expf(pass[i].out[0] - top);
    for (int i = 0; i < lines; i++) {
        const float p = chance[i] / sum;
        float d[AI_OUTPUTS];
        d[0] = p - c[i].win;
        d[1] = pass[i].out[1] - c[i].margin;
        loss[0] -= (double)c[i].win * log((double)p + 1e-9);
        if (lines == 1)
            loss[0] -= (1 - (double)c[i].win) * log(1 - (double)p + 1e-9);
        loss[1] += (double)d[1] * (double)d[1] / lines;
        backward(l, c[i].x, &pass[i], d, gradient);
    }
}

#if AI_HAS_AVX2
/* Without fused operations: the same sums as on any other processor. */
AI_AVX2 static void gradient_avx2(const struct learner *l, const struct learner_case *c, int lines,
                                  float *gradient, double loss[2])
{
    gradient_of(l, c, lines, gradient, loss);
}
#endif

void learner_gradient(const struct learner *l, const struct learner_case *c, int lines,
                      float *gradient, double loss[2])
{
#if AI_HAS_AVX2
    if (__builtin_cpu_supports("avx2")) {
        gradient_avx2(l, c, lines, gradient, loss);
        return;
    }
#endif
    gradient_of(l, c, lines, gradient, loss);
}

void learner_step(struct learner *l, const float *gradient, float scale, float rate)
{
    l->steps++;
    learner_move(l, gradient, 1, scale, rate, 0, l->params);
}

void learner_move(struct learner *l, const float *gradient, int shares, float scale, float rate,
                  int from, int to)
{
    const float keep1 = 0.9f, keep2 = 0.999f, most = 30.0f;
    const float fix1 = 1 - powf(keep1, (float)l->steps);
    const float fix2 = 1 - powf(keep2, (float)l->steps);
    for (int i = from; i < to; i++) {
        float g = gradient[i];
        for (int s = 1; s < shares; s++)
            g += gradient[(int64_t)s * l->params + i];
        g *= scale;
        l->mean[i] = keep1 * l->mean[i] + (1 - keep1) * g;
        l->square[i] = keep2 * l->square[i] + (1 - keep2) * g * g;
        float v = l->value[i] - rate * (l->mean[i] / fix1) / (sqrtf(l->square[i] / fix2) + 1e-8f);
        l->value[i] = v > most ? most : v < -most ? -most : v;
    }
}

/* ---- integers ------------------------------------------------------------------------------- */

static void net_room(struct learner_net *n, const char *game, uint32_t features, int inputs, int h1,
                     int h2)
{
    memset(n, 0, sizeof *n);
    memcpy(n->game, game, sizeof n->game);
    n->b = mem_grow(NULL, (size_t)(h1 + h2 + AI_OUTPUTS) * sizeof *n->b);
    const int words = inputs * h1 + h1 * h2 + AI_OUTPUTS * h2 + AI_OUTPUTS * inputs;
    n->w = mem_grow(NULL, (size_t)words * sizeof *n->w);
    n->net = (struct ai_net){.game = n->game,
                             .features = features,
                             .inputs = inputs,
                             .hidden = {h1, h2},
                             .b1 = n->b,
                             .b2 = n->b + h1,
                             .b3 = n->b + h1 + h2,
                             .w1 = n->w,
                             .w2 = n->w + inputs * h1,
                             .w3 = n->w + inputs * h1 + h1 * h2,
                             .w4 = n->w + inputs * h1 + h1 * h2 + AI_OUTPUTS * h2};
}

static int16_t small_weight(float v)
{
    const float r = rintf(v * AI_SCALE);
    return (int16_t)(r > 32767 ? 32767 : r < -32767 ? -32767 : r);
}

static void paired(const float *v, int inputs, int width, int16_t *out)
{
    for (int i = 0; i < inputs; i++)
        for (int j = 0; j < width; j++)
            out[(i / 2) * 2 * width + 2 * j + i % 2] = small_weight(v[i * width + j]);
}

void learner_quantise(const struct learner *l, struct learner_net *out)
{
    const struct layout o = layout_of(l);
    const int n1 = l->hidden[0], n2 = l->hidden[1];
    net_room(out, l->game, l->features, l->inputs, n1, n2);
    int32_t *b = out->b;
    for (int j = 0; j < n1; j++)
        *b++ = (int32_t)lrintf(l->value[o.b1 + j] * (AI_UNIT * AI_SCALE));
    for (int j = 0; j < n2; j++)
        *b++ = (int32_t)lrintf(l->value[o.b2 + j] * (AI_ONE * AI_SCALE));
    for (int j = 0; j < AI_OUTPUTS; j++)
        *b++ = (int32_t)lrintf(l->value[o.b3 + j] * (AI_ONE * AI_SCALE));
    int16_t *w = out->w;
    paired(l->value + o.w1, l->inputs, n1, w);
    w += l->inputs * n1;
    paired(l->value + o.w2, n1, n2, w);
    w += n1 * n2;
    for (int i = 0; i < AI_OUTPUTS * n2; i++)
        *w++ = small_weight(l->value[o.w3 + i]);
    paired(l->value + o.w4, l->inputs, AI_OUTPUTS, w);
}

void learner_net_free(struct learner_net *n)
{
    mem_free(n->b);
    mem_free(n->w);
    memset(n, 0, sizeof *n);
}

/* ---- files ---------------------------------------------------------------------------------- */

struct bytes {
    unsigned char *at;
};

static void put_int(struct bytes *b, uint64_t v, int size)
{
    for (int i = 0; i < size; i++)
        *b->at++ = (unsigned char)(v >> 8 * i);
}

static uint64_t get_int(const unsigned char **at, int size)
{
    uint64_t v = 0;
    for (int i = 0; i < size; i++)
        v |= (uint64_t) * (*at)++ << 8 * i;
    return v;
}

enum { WEIGHTS_HEAD = 4 + 5 * 4 + 16 + 8, WEIGHTS_VERSION = 2 };

static void put_head(struct bytes *b, const char *magic, const char *game, uint32_t features,
                     int inputs, int h1, int h2)
{
    memcpy(b->at, magic, 4);
    b->at += 4;
    put_int(b, WEIGHTS_VERSION, 4);
    put_int(b, features, 4);
    put_int(b, (uint64_t)inputs, 4);
    put_int(b, (uint64_t)h1, 4);
    put_int(b, (uint64_t)h2, 4);
    memset(b->at, 0, 16);
    memcpy(b->at, game, strlen(game));
    b->at += 16;
}

struct head {
    uint32_t features;
    int inputs, h1, h2;
    char game[16];
};

static bool get_head(const unsigned char **at, const char *magic, struct head *h)
{
    if (memcmp(*at, magic, 4) != 0)
        return false;
    *at += 4;
    if (get_int(at, 4) != WEIGHTS_VERSION)
        return false;
    h->features = (uint32_t)get_int(at, 4);
    const uint64_t inputs = get_int(at, 4), h1 = get_int(at, 4), h2 = get_int(at, 4);
    memcpy(h->game, *at, 16);
    *at += 16;
    if (inputs < 2 || inputs > AI_INPUTS_MAX || inputs % 2 || h1 < 8 || h1 > AI_HIDDEN_MAX ||
        h1 % 8 || h2 < 8 || h2 > AI_HIDDEN_MAX || h2 % 8 || h->game[15])
        return false;
    h->inputs = (int)inputs;
    h->h1 = (int)h1;
    h->h2 = (int)h2;
    return true;
}

enum { CHECKPOINT_HEAD = WEIGHTS_HEAD + 16 };

static void put_floats(struct bytes *b, const float *v, int n)
{
    for (int i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, v + i, sizeof bits);
        put_int(b, bits, 4);
    }
}

static void get_floats(const unsigned char **at, float *v, int n)
{
    for (int i = 0; i < n; i++) {
        const uint32_t bits = (uint32_t)get_int(at, 4);
        memcpy(v + i, &bits, sizeof bits);
    }
}

unsigned char *learner_write(const struct learner *l, int64_t games, size_t *len)
{
    *len = CHECKPOINT_HEAD + (size_t)l->params * 12;
    unsigned char *data = mem_grow(NULL, *len);
    struct bytes b = {data};
    put_head(&b, "SRWC", l->game, l->features, l->inputs, l->hidden[0], l->hidden[1]);
    unsigned char *sum = b.at;
    b.at += 8;
    put_int(&b, (uint64_t)games, 8);
    put_int(&b, (uint64_t)l->steps, 8);
    put_floats(&b, l->value, l->params);
    put_floats(&b, l->mean, l->params);
    put_floats(&b, l->square, l->params);
    struct bytes s = {sum};
    put_int(&s, ai_net_checksum(data + WEIGHTS_HEAD, *len - WEIGHTS_HEAD), 8);
    return data;
}

enum sr_err learner_read(const unsigned char *data, size_t len, struct learner *out, int64_t *games,
                         struct sr_diag *diag)
{
    struct head h;
    const unsigned char *at = data;
    if (len < CHECKPOINT_HEAD || !get_head(&at, "SRWC", &h))
        return sr_fail(diag, SR_PARSE, "not a checkpoint of training");
    const uint64_t sum = get_int(&at, 8);
    if (sum != ai_net_checksum(at, len - WEIGHTS_HEAD))
        return sr_fail(diag, SR_BROKEN, "the checkpoint is damaged");
    memset(out, 0, sizeof *out);
    memcpy(out->game, h.game, sizeof out->game);
    out->features = h.features;
    out->inputs = h.inputs;
    out->hidden[0] = h.h1;
    out->hidden[1] = h.h2;
    if (len != CHECKPOINT_HEAD + (size_t)layout_of(out).end * 12)
        return sr_fail(diag, SR_PARSE, "the checkpoint has the wrong length");
    make_room(out);
    *games = (int64_t)get_int(&at, 8);
    out->steps = (int64_t)get_int(&at, 8);
    get_floats(&at, out->value, out->params);
    get_floats(&at, out->mean, out->params);
    get_floats(&at, out->square, out->params);
    return SR_OK;
}
