/* weights.c: a network on its way to the device. */
#include "base/memory.h"
#include "gpu/party.h"

cu_pointer party_upload(struct gpu_memory *m, const void *data, size_t len)
{
    const cu_pointer p = gpu_alloc(m, len);
    if (!m->error)
        m->error = m->gpu->cuda.cuMemcpyHtoD_v2(p, data, len);
    return p;
}

cu_pointer party_upload_padded(struct gpu_memory *m, const int16_t *w, int has, int inputs,
                               size_t width)
{
    const size_t all = (size_t)inputs * width * sizeof *w, own = (size_t)has * width * sizeof *w;
    int16_t *row = mem_new(all);
    memcpy(row, w, own);
    const cu_pointer there = party_upload(m, row, all);
    mem_free(row);
    return there;
}

/* From an input to a neuron of the first layer; behind those come the outputs, which it reaches. */
static int weight_first(const struct ai_net *n, int input, int neuron)
{
    if (input >= n->inputs)
        return 0;
    if (neuron < n->hidden[0])
        return n->w1[input / 2 * 2 * n->hidden[0] + 2 * neuron + input % 2];
    const int o = neuron - n->hidden[0];
    return o < AI_OUTPUTS ? n->w4[input / 2 * 2 * AI_OUTPUTS + 2 * o + input % 2] : 0;
}

static int weight_second(const struct ai_net *n, int input, int neuron)
{
    return input < n->hidden[0] ? n->w2[input / 2 * 2 * n->hidden[1] + 2 * neuron + input % 2] : 0;
}

/* In the order of the tensor cores. A lane holds 8 weights of a slice of 32 inputs and a tile of 8
 * neurons: those of neuron lane / 4 and inputs 4 * (lane % 4) + 0..3, and 16 more. First the high
 * bytes of all lanes, then the low ones. */
static cu_pointer upload_ordered(struct gpu_memory *m, const struct ai_net *n, int inputs,
                                 int tiles,
                                 int (*weight)(const struct ai_net *n, int input, int neuron))
{
    const int slices = (inputs + 31) / 32;
    const size_t len = (size_t)slices * (size_t)tiles * 2 * 32 * 8;
    unsigned char *out = mem_grow(NULL, len), *to = out;
    for (int s = 0; s < slices; s++)
        for (int t = 0; t < tiles; t++)
            for (int low = 0; low < 2; low++)
                for (int lane = 0; lane < 32; lane++)
                    for (int k = 0; k < 8; k++) {
                        const int input = 32 * s + 16 * (k / 4) + lane % 4 * 4 + k % 4;
                        const int w = weight(n, input, 8 * t + lane / 4);
                        *to++ = (unsigned char)(low ? w & 0xFF : w >> 8);
                    }
    const cu_pointer there = party_upload(m, out, len);
    mem_free(out);
    return there;
}

void party_upload_net(struct party *p)
{
    const struct ai_net *n = p->eval.net;
    struct gpu_memory *m = &p->wave.memory;
    const size_t h1 = (size_t)n->hidden[0], h2 = (size_t)n->hidden[1];
    /* The game may have more inputs than the network. */
    p->w1 = upload_ordered(m, n, p->eval.game->inputs, n->hidden[0] / 8 + 1, weight_first);
    p->b1 = party_upload(m, p->eval.b1, h1 * sizeof *n->b1);
    p->w2 = upload_ordered(m, n, n->hidden[0], n->hidden[1] / 8, weight_second);
    p->b2 = party_upload(m, n->b2, h2 * sizeof *n->b2);
    p->w3 = party_upload(m, n->w3, AI_OUTPUTS * h2 * sizeof *n->w3);
    p->b3 = party_upload(m, n->b3, AI_OUTPUTS * sizeof *n->b3);
    if (!n->slots)
        return;
    p->bp = party_upload(m, n->bp, (size_t)n->slots * sizeof *n->bp);
    p->wp = party_upload(m, n->wp, (size_t)n->slots * h2 * sizeof *n->wp);
}
