/* guided.c: batches whose players look one move ahead by a network. */
#include "ai/eval.h"
#include "base/memory.h"
#include "core/format.h"
#include "gpu/guide.h"
#include "lab/record.h"
#include "gpu/wave.h"

/* Games under way, and children of a step for each of them. With records, which are fetched now and
 * then, fewer. */
enum { PLACES = 1 << 17, PLACES_RECORDED = 1 << 14, CHILDREN = 12, CHILDREN_MOST = 1 << 20 };

struct step { /* counters of one step, cleared before it */
    uint32_t counts[WAVE_KEYS], taken[WAVE_KEYS];
    uint32_t total, made;
};

struct party {
    struct wave wave;
    struct guide guide;
    const struct ai_net *net;
    struct ai_eval eval;
    cu_handle look, child, judge, pick;
    cu_pointer guide_there, looks, drawn, children[2], owner, handicap, keys, step;
    cu_pointer x, at, final, over, y, worth, standing, records, recorded;
    cu_pointer w1, b1, w2, b2, w3, b3;
    uint32_t words; /* of a child's inputs */
    unsigned char *fetched; /* records */
};

static void read_skills(struct guide *g, const struct lab_batch *b)
{
    int samples = 1;
    for (int i = 0; i < b->setup->seats; i++) {
        const struct sr_skill *k = &b->setup->bot[i].skill;
        g->skill[i] = (struct guide_skill){k->visits == 0, k->samples, k->slack};
        if (k->visits == 0)
            samples = sr_max(samples, k->samples);
    }
    g->slots = samples + 1;
    g->seats = b->setup->seats;
    g->rotate = b->rotate;
    g->seed = b->setup->seed + (uint64_t)b->first;
    g->first = (uint64_t)b->first;
}

/* ---- weights in the order of the tensor cores ------------------------------------------------ */

static int weight_of(const struct ai_net *n, int input, int neuron)
{
    if (input >= n->inputs)
        return 0;
    if (neuron < n->hidden[0])
        return n->w1[input / 2 * 2 * n->hidden[0] + 2 * neuron + input % 2];
    const int o = neuron - n->hidden[0];
    return o < AI_OUTPUTS ? n->w4[input / 2 * 2 * AI_OUTPUTS + 2 * o + input % 2] : 0;
}

/* A lane holds 8 weights of a slice of 32 inputs and a tile of 8 neurons: those of neuron lane / 4
 * and inputs 4 * (lane % 4) + 0..3, and 16 more. First the high bytes of all lanes, then the low
 * ones. */
static unsigned char *order_weights(const struct ai_net *n, size_t *len)
{
    const int slices = (n->inputs + 31) / 32, tiles = n->hidden[0] / 8 + 1;
    *len = (size_t)slices * (size_t)tiles * 2 * 32 * 8;
    unsigned char *out = mem_grow(NULL, *len), *to = out;
    for (int s = 0; s < slices; s++)
        for (int t = 0; t < tiles; t++)
            for (int low = 0; low < 2; low++)
                for (int lane = 0; lane < 32; lane++)
                    for (int k = 0; k < 8; k++) {
                        const int input = 32 * s + 16 * (k / 4) + lane % 4 * 4 + k % 4;
                        const int w = weight_of(n, input, 8 * t + lane / 4);
                        *to++ = (unsigned char)(low ? w & 0xFF : w >> 8);
                    }
    return out;
}

static cu_pointer upload(struct gpu_memory *m, const void *data, size_t len)
{
    const cu_pointer p = gpu_alloc(m, len);
    if (!m->error)
        m->error = m->gpu->cuda.cuMemcpyHtoD_v2(p, data, len);
    return p;
}

static void upload_net(struct party *p)
{
    const struct ai_net *n = p->net;
    struct gpu_memory *m = &p->wave.memory;
    const size_t h1 = (size_t)n->hidden[0], h2 = (size_t)n->hidden[1];
    size_t len;
    unsigned char *w1 = order_weights(n, &len);
    p->w1 = upload(m, w1, len);
    mem_free(w1);
    p->b1 = upload(m, p->eval.b1, h1 * sizeof *n->b1);
    p->w2 = upload(m, n->w2, h1 * h2 * sizeof *n->w2);
    p->b2 = upload(m, n->b2, h2 * sizeof *n->b2);
    p->w3 = upload(m, n->w3, AI_OUTPUTS * h2 * sizeof *n->w3);
    p->b3 = upload(m, n->b3, AI_OUTPUTS * sizeof *n->b3);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t record_size(const struct lab_batch *b)
{
    return sizeof(struct lab_record) + b->setup->rules.game->state_size;
}

static void make_room(struct party *p, const struct lab_batch *b)
{
    struct gpu_memory *m = &p->wave.memory;
    struct guide *g = &p->guide;
    const size_t places = p->wave.places, pitch = lab_pitch(b->setup->rules.game);
    const size_t wanted = places * CHILDREN * (size_t)(g->slots - 1) + 8192;
    g->room = (uint32_t)(wanted < CHILDREN_MOST ? wanted : CHILDREN_MOST);
    const size_t room = g->room;
    p->words = ((uint32_t)g->lines * (uint32_t)p->eval.game->inputs + 3) / 4;
    p->looks = gpu_alloc(m, places * sizeof(struct guide_look));
    p->drawn = gpu_alloc(m, places * (size_t)g->slots * pitch);
    for (int i = 0; i < 2; i++)
        p->children[i] = gpu_alloc(m, room * 2 * sizeof(uint32_t));
    p->owner = gpu_alloc(m, room * sizeof(uint32_t));
    p->handicap = gpu_alloc(m, room * sizeof(int32_t));
    p->keys = gpu_alloc(m, room);
    p->step = gpu_alloc(m, sizeof(struct step));
    /* The last slice of the last row may reach beyond it; weights are 0 there. */
    p->x = gpu_alloc(m, ((room + 31) / 32 * p->words + 9) * 32 * sizeof(uint32_t));
    p->at = gpu_alloc(m, room * sizeof(uint32_t));
    p->final = gpu_alloc(m, room * sizeof(int32_t));
    p->over = gpu_alloc(m, room);
    p->y = gpu_alloc(m, room * (size_t)g->lines * AI_OUTPUTS * sizeof(int32_t));
    p->worth = gpu_alloc(m, room * sizeof(int32_t));
    p->standing = gpu_alloc(m, room * sizeof(int64_t));
    g->records = b->records ? (uint32_t)places * WAVE_RING : 0;
    p->records = gpu_alloc(m, g->records * record_size(b));
    p->recorded = gpu_alloc(m, sizeof(uint32_t));
    if (g->records)
        p->fetched = mem_grow(NULL, g->records * record_size(b));
    p->guide_there = upload(m, g, sizeof *g);
    upload_net(p);
}

/* ---- playing --------------------------------------------------------------------------------- */

static cu_result look_ahead(struct party *p)
{
    struct wave *w = &p->wave;
    struct gpu *gpu = w->gpu;
    const uint32_t room = p->guide.room;
    cu_pointer counts = p->step + offsetof(struct step, counts);
    cu_pointer taken = p->step + offsetof(struct step, taken);
    cu_pointer total = p->step + offsetof(struct step, total);
    cu_pointer made = p->step + offsetof(struct step, made);
    cu_pointer verbs = wave_counter(w, 2);
    void *look[] = {&w->edition, &w->states, &w->place[1],    &w->active, &p->guide_there,
                    &p->looks,   &p->drawn,  &p->children[0], &p->owner,  &p->handicap,
                    &p->keys,    &counts,    &total};
    void *sort[] = {&p->children[0], &p->children[1], &p->keys, &counts,
                    &taken,          &p->guide.room,  &total};
    void *child[] = {&w->edition, &p->guide_there, &p->children[1], &counts,   &p->owner, &p->drawn,
                     &p->x,       &p->words,       &p->at,          &p->final, &p->over,  &p->looks,
                     &made};
    void *judge[] = {&p->guide_there, &p->x,  &p->words, &made,  &p->w1, &p->b1,
                     &p->w2,          &p->b2, &p->w3,    &p->b3, &p->y};
    void *pick[] = {&w->states,      &w->place[1], &w->keys,        &verbs,       &w->active,
                    &p->guide_there, &p->looks,    &p->children[0], &p->at,       &p->handicap,
                    &p->y,           &p->final,    &p->worth,       &p->standing, &p->over,
                    &p->records,     &p->recorded, &w->totals};
    cu_result e = gpu->cuda.cuMemsetD8_v2(p->step, 0, sizeof(struct step));
    /* A warp of the network takes a line of 16 children, two threads for each. */
    if (e || (e = gpu_launch(gpu, p->look, w->active, WAVE_BLOCK, 0, look)) ||
        (e = gpu_launch(gpu, w->sort, room, WAVE_SORT_BLOCK, 0, sort)) ||
        (e = gpu_launch(gpu, p->child, room, WAVE_BLOCK, 0, child)) ||
        (e = gpu_launch(gpu, p->judge, 2 * room * (uint32_t)p->guide.lines, WAVE_BLOCK, 0, judge)))
        return e;
    return gpu_launch(gpu, p->pick, w->active, WAVE_BLOCK, 0, pick);
}

/* Hands over what was recorded since the last time. */
static cu_result fetch_records(struct party *p, struct lab_batch *b)
{
    struct cuda *c = &p->wave.gpu->cuda;
    struct lab_records *r = b->records;
    uint32_t count = 0;
    if (!r)
        return 0;
    cu_result e = c->cuMemcpyDtoH_v2(&count, p->recorded, sizeof count);
    if (!e && count)
        e = c->cuMemcpyDtoH_v2(p->fetched, p->records, count * record_size(b));
    if (!e)
        e = c->cuMemsetD8_v2(p->recorded, 0, sizeof count);
    for (uint32_t i = 0; !e && i < count; i++) {
        struct lab_record one; /* numbered in the series from here on */
        unsigned char *at = p->fetched + i * record_size(b);
        memcpy(&one, at, sizeof one);
        one.game += (uint32_t)b->first;
        memcpy(at, &one, sizeof one);
    }
    if (!e && count && !r->failed)
        r->failed = !r->write(r->context, p->fetched, count * record_size(b));
    r->count += count;
    return e;
}

static cu_result play_all(struct party *p, struct lab_batch *b)
{
    struct wave *w = &p->wave;
    cu_result e = 0;
    while (!e && w->sum.left) {
        for (int i = 0; !e && i < WAVE_RING; i++) {
            e = wave_sort(w, 0);
            if (i == 0 && w->sum.next >= w->games)
                w->active = w->sum.left;
            if (!e)
                e = look_ahead(p);
            if (!e)
                e = wave_sort(w, 1);
            if (!e)
                e = wave_apply(w);
        }
        if (!e)
            e = wave_look(w);
        if (!e)
            e = fetch_records(p, b);
    }
    return e;
}

enum sr_err gpu_play_guided(struct gpu *g, struct lab_batch *b, struct sr_diag *diag)
{
    struct party *p = mem_new(sizeof *p);
    const struct ai_eval eval = ai_eval_for(&b->setup->rules, true);
    union sr_state first;
    cu_handle module;
    p->net = eval.net;
    p->eval = eval;
    read_skills(&p->guide, b);
    enum sr_err err =
        sr_setup(&b->setup->rules, b->setup->seats, b->setup->option, 1, &first, diag);
    if (!err)
        err = gpu_module_of(g, b->setup->rules.game, GPU_GUIDED, &module, diag);
    if (err || (err = gpu_function(g, module, "serai_look", &p->look, diag)) ||
        (err = gpu_function(g, module, "serai_child", &p->child, diag)) ||
        (err = gpu_function(g, module, "serai_net", &p->judge, diag)) ||
        (err = gpu_function(g, module, "serai_pick", &p->pick, diag))) {
        mem_free(p);
        return err;
    }
    p->guide.lines = ai_lines(&eval, &first);
    p->guide.margin = eval.game->margin;
    const double start = gpu_now();
    err = wave_begin(&p->wave, g, module, b, b->records ? PLACES_RECORDED : PLACES, diag);
    if (!err) {
        make_room(p, b);
        cu_result e = p->wave.memory.error;
        e = e ? e : play_all(p, b);
        b->seconds = gpu_now() - start;
        e = e ? e : wave_results(&p->wave, b);
        err = e ? cuda_fail(&g->cuda, e, "playing", diag) : SR_OK;
    }
    wave_end(&p->wave);
    mem_free(p->fetched);
    mem_free(p);
    return err;
}
