/* lines.c: looking ahead in games that describe their positions line by line (device/lines.cu). */
#include "gpu/party.h"

/* Bytes up to which keys and pieces are kept for every game of a batch; else for every place. */
#define KEPT_MOST ((size_t)6 << 30)

bool party_by_line(const struct party *p) { return p->eval.game->key_size > 0; }

static size_t parents_of(const struct party *p, size_t places)
{
    return places * (size_t)(p->guide.slots - 1);
}

/* Pairs of inputs in runs: of each line, or of all of them. */
static uint32_t pairs_in(const struct ai_run *k, uint32_t lines)
{
    uint32_t n = 0;
    for (; k->length; k++)
        n += k->length / 2u * (k->common ? 1 : lines);
    return n;
}

size_t party_child_size(struct party *p)
{
    enum { SHARED = 64 }; /* what every child has: places, worths, keys */
    const struct ai_game *game = p->eval.game;
    const size_t lines = (size_t)p->guide.lines, outputs = lines * AI_OUTPUTS * sizeof(int32_t);
    if (!party_by_line(p))
        return SHARED + outputs + p->words * sizeof(uint32_t);
    p->rests = pairs_in(game->added, (uint32_t)lines);
    p->notes_most = (pairs_in(game->laid, (uint32_t)lines) + p->rests + 3) / 4 * 4;
    return SHARED + outputs + lab_pitch(p->batch->setup->rules.game) +
           p->notes_most * sizeof(uint32_t) + lines * ((size_t)game->piece_size + 4);
}

void party_room_for_lines(struct party *p)
{
    struct gpu_memory *m = &p->wave.memory;
    struct guide *g = &p->guide;
    const struct ai_game *game = p->eval.game;
    const struct ai_net *net = p->eval.net;
    const size_t lines = (size_t)sr_max(p->batch->setup->rules.game->seats_max, 2);
    const size_t parents = parents_of(p, p->wave.places), games = parents_of(p, p->wave.games);
    const size_t each = lines * (size_t)(game->key_size + game->piece_size);
    g->kept = games * each <= KEPT_MOST;
    const size_t homes = g->kept ? games : parents;
    const size_t h1 = (size_t)net->hidden[0], columns = (h1 / 8 + 1) * 8;
    p->line_keys = gpu_alloc(m, homes * lines * (size_t)game->key_size);
    p->pieces = gpu_alloc(m, homes * lines * (size_t)game->piece_size);
    p->list = gpu_alloc(m, parents * lines * sizeof(uint32_t));
    p->listed = gpu_alloc(m, sizeof(uint32_t));
    p->rest = gpu_alloc(m, parents * p->rests * sizeof(uint16_t));
    p->sums = gpu_alloc(m, parents * (size_t)g->lines * columns * sizeof(int32_t));
    p->notes = gpu_alloc(m, (size_t)g->room * p->notes_most * sizeof(uint32_t));
    p->noted = gpu_alloc(m, (size_t)g->room * sizeof(uint32_t));
    p->children = gpu_alloc(m, (size_t)g->room * lab_pitch(p->batch->setup->rules.game));
    p->news = gpu_alloc(m, (size_t)g->room * 2 * sizeof(uint32_t));
    p->new_list = gpu_alloc(m, (size_t)g->room * (size_t)g->lines * sizeof(uint32_t));
    p->new_pieces = gpu_alloc(m, (size_t)g->room * (size_t)g->lines * (size_t)game->piece_size);
    p->w1_plain = party_upload_padded(m, net->w1, net->inputs, game->inputs, h1);
    p->w4_plain = party_upload_padded(m, net->w4, net->inputs, game->inputs, AI_OUTPUTS);
}

static cu_result describe_parents(struct party *p, uint32_t parents)
{
    struct wave *w = &p->wave;
    struct gpu *gpu = w->gpu;
    const uint32_t pieces = parents * (uint32_t)p->guide.lines;
    const uint32_t warps = (parents + 15) / 16 * (uint32_t)p->guide.lines;
    void *keys[] = {&w->edition, &p->guide_there, &p->drawn, &p->looks_there, &w->place[1],
                    &parents,    &p->line_keys,   &p->list,  &p->listed};
    void *piece[] = {&w->edition, &p->guide_there, &p->drawn, &p->looks_there, &w->place[1],
                     &parents,    &p->pieces,      &p->list,  &p->listed};
    void *parent[] = {&w->edition,  &p->guide_there, &p->drawn,  &p->looks_there,
                      &w->place[1], &parents,        &p->pieces, &p->x,
                      &p->words,    &p->rest,        &p->rests};
    void *first[] = {&p->guide_there, &p->x, &p->words, &parents, &p->w1, &p->sums};
    cu_result e;
    if ((e = gpu->cuda.cuMemsetD8_v2(p->listed, 0, sizeof(uint32_t))) ||
        (e = gpu_launch(gpu, p->make_keys, parents, WAVE_BLOCK, 0, keys)) ||
        (e = gpu_launch(gpu, p->make_pieces, pieces, WAVE_BLOCK, 0, piece)) ||
        (e = gpu_launch(gpu, p->parent, parents, WAVE_BLOCK, 0, parent)))
        return e;
    return gpu_launch(gpu, p->first, 32 * warps, WAVE_BLOCK, 0, first);
}

cu_result party_look_by_line(struct party *p)
{
    struct wave *w = &p->wave;
    struct gpu *gpu = w->gpu;
    uint32_t room = p->guide.room;
    const uint32_t each = 16 / (uint32_t)p->guide.lines;
    cu_pointer counts = p->step;
    const uint32_t pieces = room * (uint32_t)p->guide.lines;
    cu_pointer none = 0;
    void *child[] = {&w->edition,     &p->guide_there, &p->order[1],  &counts,      &p->owner,
                     &p->drawn,       &w->place[1],    &p->line_keys, &p->children, &p->news,
                     &p->new_list,    &p->listed,      &p->at,        &p->final,    &p->over,
                     &p->looks_there, &p->made};
    void *piece[] = {&w->edition, &p->guide_there, &p->children, &none,     &w->place[1],
                     &room,       &p->new_pieces,  &p->new_list, &p->listed};
    void *note[] = {&w->edition, &p->guide_there, &p->order[1],   &p->owner,      &w->place[1],
                    &p->pieces,  &p->children,    &p->news,       &p->new_pieces, &p->rest,
                    &p->rests,   &p->notes,       &p->notes_most, &p->noted,      &p->made};
    void *near[] = {&p->guide_there, &p->order[1],   &p->owner, &p->sums,
                    &p->notes,       &p->notes_most, &p->noted, &p->made,
                    &p->w1_plain,    &p->w4_plain,   &p->b1,    &p->w2,
                    &p->b2,          &p->w3,         &p->b3,    &p->y};
    cu_result e;
    if ((e = describe_parents(p, (uint32_t)parents_of(p, w->active))) ||
        (e = gpu->cuda.cuMemsetD8_v2(p->listed, 0, sizeof(uint32_t))) ||
        (e = gpu_launch(gpu, p->child, room, WAVE_BLOCK, 0, child)) ||
        (e = gpu_launch(gpu, p->make_pieces, pieces, WAVE_BLOCK, 0, piece)) ||
        (e = gpu_launch(gpu, p->note_down, room, WAVE_BLOCK, 0, note)))
        return e;
    return gpu_launch(gpu, p->near, (room + each - 1) / each * 32, WAVE_BLOCK, 0, near);
}
