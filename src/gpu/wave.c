/* wave.c: the steps that all batches share. */
#include "gpu/wave.h"

static cu_pointer ring(const struct wave *w, int step)
{
    return w->counts + (cu_pointer)(step % (2 * WAVE_RING)) * 4 * WAVE_KEYS * sizeof(uint32_t);
}

cu_pointer wave_counter(const struct wave *w, int which)
{
    return ring(w, w->step) + (cu_pointer)which * WAVE_KEYS * sizeof(uint32_t);
}

static cu_result set_up(struct wave *w, const struct lab_batch *b)
{
    const struct lab_setup *setup = b->setup;
    struct cuda *c = &w->gpu->cuda;
    struct sr_head head = {.seats = (uint8_t)setup->seats, .viewer = SR_FULL};
    memcpy(head.option, setup->option, sizeof head.option);
    cu_result e =
        c->cuMemcpyHtoD_v2(w->edition, setup->rules.edition, setup->rules.game->edition_size);
    if (e || (e = c->cuMemcpyHtoD_v2(w->totals, &w->sum, sizeof w->sum)))
        return e;
    void *begin[] = {&w->edition, &w->states, &w->opener, &w->seed, &w->games, &head};
    if ((e = gpu_launch(w->gpu, w->begin, w->games, WAVE_BLOCK, 0, begin)))
        return e;
    cu_pointer counts = wave_counter(w, 0);
    void *seat[] = {&w->states, &w->place[0], &w->keys, &counts, &w->places};
    return gpu_launch(w->gpu, w->seat, w->places, WAVE_SORT_BLOCK, 0, seat);
}

enum sr_err wave_begin(struct wave *w, struct gpu *g, cu_handle module, const struct lab_batch *b,
                       uint32_t places, struct sr_diag *diag)
{
    const struct sr_game *game = b->setup->rules.game;
    *w = (struct wave){.gpu = g, .games = (uint32_t)b->games};
    w->memory.gpu = g;
    w->seed = b->setup->seed + (uint64_t)b->first;
    w->places = places < w->games ? places : w->games;
    w->active = w->places;
    w->sum = (struct wave_totals){.least = SR_MOVES_MAX, .next = w->places, .left = w->games};
    enum sr_err err;
    if ((err = gpu_function(g, module, "serai_begin", &w->begin, diag)) ||
        (err = gpu_function(g, module, "serai_seat", &w->seat, diag)) ||
        (err = gpu_function(g, module, "serai_sort", &w->sort, diag)) ||
        (err = gpu_function(g, module, "serai_apply", &w->apply, diag)))
        return err;
    w->edition = gpu_alloc(&w->memory, game->edition_size);
    w->states = gpu_alloc(&w->memory, (size_t)w->games * lab_pitch(game));
    w->opener = gpu_alloc(&w->memory, w->games);
    w->totals = gpu_alloc(&w->memory, sizeof w->sum);
    for (int i = 0; i < 2; i++)
        w->place[i] = gpu_alloc(&w->memory, (size_t)w->places * 2 * sizeof(uint32_t));
    w->keys = gpu_alloc(&w->memory, w->places);
    w->counts = gpu_alloc(&w->memory, (size_t)2 * WAVE_RING * 4 * WAVE_KEYS * sizeof(uint32_t));
    if (!w->memory.error)
        w->memory.error = set_up(w, b);
    return w->memory.error ? cuda_fail(&g->cuda, w->memory.error, "setting up games", diag) : SR_OK;
}

/* By decision from place[0] to place[1] (half 0), and back by verb (half 1). */
static cu_result sort(struct wave *w, int half)
{
    cu_pointer counts = wave_counter(w, 2 * half), taken = wave_counter(w, 2 * half + 1);
    cu_pointer limit = 0;
    void *arguments[] = {&w->place[half], &w->place[1 - half], &w->keys, &counts,
                         &taken,          &w->active,          &limit};
    /* One half of the rings is cleared while the other is in use. */
    if (half == 0 && w->step % WAVE_RING == 0) {
        const size_t half_ring = (size_t)WAVE_RING * 4 * WAVE_KEYS * sizeof(uint32_t);
        const cu_result e = w->gpu->cuda.cuMemsetD8_v2(ring(w, w->step + WAVE_RING), 0, half_ring);
        if (e)
            return e;
    }
    return gpu_launch(w->gpu, w->sort, w->active, WAVE_SORT_BLOCK, 0, arguments);
}

cu_result wave_turn(struct wave *w, cu_pointer places, cu_pointer counts)
{
    void *arguments[] = {&w->edition, &w->states, &places,  &w->keys,  &counts,
                         &w->active,  &w->games,  &w->seed, &w->totals};
    return gpu_launch(w->gpu, w->turn, w->active, WAVE_BLOCK, 0, arguments);
}

/* Plays the chosen moves and goes on to the next step. */
static cu_result apply(struct wave *w)
{
    cu_pointer counts = ring(w, w->step + 1);
    void *arguments[] = {&w->edition, &w->states, &w->place[0], &w->keys,
                         &counts,     &w->active, &w->games,    &w->totals};
    w->step++;
    if (w->turn)
        return wave_turn(w, w->place[0], counts);
    return gpu_launch(w->gpu, w->apply, w->active, WAVE_BLOCK, 0, arguments);
}

cu_result wave_play(struct wave *w, cu_result (*choose)(void *context), void *context)
{
    cu_result e = 0;
    while (!e && w->sum.left) {
        for (int i = 0; !e && i < WAVE_RING; i++) {
            e = sort(w, 0);
            /* All places but those of games under way stand behind now. */
            if (i == 0 && w->sum.next >= w->games)
                w->active = w->sum.left;
            e = e ? e : choose(context);
            e = e ? e : sort(w, 1);
            e = e ? e : apply(w);
        }
        e = e ? e : w->gpu->cuda.cuMemcpyDtoH_v2(&w->sum, w->totals, sizeof w->sum);
    }
    return e;
}

cu_result wave_results(struct wave *w, struct lab_batch *b)
{
    struct cuda *c = &w->gpu->cuda;
    const struct wave_totals *t = &w->sum;
    b->moves = (struct lab_stat){.count = (int64_t)t->count,
                                 .sum = (int64_t)t->sum,
                                 .squares = (int64_t)t->squares,
                                 .min = t->least,
                                 .max = t->most};
    cu_result e = 0;
    if (b->states)
        e = c->cuMemcpyDtoH_v2(b->states, w->states,
                               (size_t)w->games * lab_pitch(b->setup->rules.game));
    if (!e && b->opener)
        e = c->cuMemcpyDtoH_v2(b->opener, w->opener, w->games);
    return e;
}

void wave_end(struct wave *w) { gpu_free(&w->memory); }
