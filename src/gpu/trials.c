/* trials.c: decisions of players who try moves (ai/halving.h), those of all games together. */
#include "gpu/party.h"

void party_room_for_trials(struct party *p)
{
    struct gpu_memory *m = &p->wave.memory;
    const struct guide *g = &p->guide;
    const size_t room = g->room, places = p->wave.places;
    const size_t h2 = (size_t)p->eval.net->hidden[1];
    const size_t pitch = lab_pitch(p->batch->setup->rules.game);
    const struct guide_trials t = {
        .states = gpu_alloc(m, room * pitch),
        .rng = gpu_alloc(m, room * sizeof(struct sr_rng)),
        .owner = gpu_alloc(m, room * sizeof(uint32_t)),
        .at = p->at,
        .end = gpu_alloc(m, room),
        .seat = gpu_alloc(m, room),
        .values = gpu_alloc(m, room * sizeof(struct ai_values)),
        .x = p->x,
        .y = p->y,
        .second = gpu_alloc(m, room * h2 * sizeof(int16_t)),
        .runs = gpu_alloc(m, places * sizeof(struct halving)),
        .logits = gpu_alloc(m, places * p->batch->setup->rules.game->moves_max * sizeof(int32_t)),
        .looks = p->looks_there,
        .drawn = p->drawn,
        .bp = p->bp,
        .wp = p->wp,
    };
    p->trials = party_upload(m, &t, sizeof t);
}

/* Positions: of a round as many as `total` says, at most `most`; total 0: of the decisions. */
static cu_result arrive(struct party *p, cu_pointer order, cu_pointer total, uint32_t most,
                        int first)
{
    struct wave *w = &p->wave;
    cu_pointer counts = p->step;
    void *arrive[] = {&w->edition, &p->guide_there, &p->trials, &order,   &total,
                      &most,       &first,          &p->words,  &p->keys, &counts};
    const cu_result e = party_clear(p);
    return e ? e : gpu_launch(w->gpu, p->arrive, most, WAVE_BLOCK, 0, arrive);
}

static cu_result ask_policy(struct party *p, cu_pointer total, uint32_t most)
{
    void *policy[] = {&p->trials, &p->words, &total, &most, &p->w1, &p->b1, &p->w2, &p->b2};
    return p->guide.policy
               ? gpu_launch(p->wave.gpu, p->policy, (most + 15) / 16 * 32, WAVE_BLOCK, 0, policy)
               : 0;
}

/* One more decision of each trial by the policy. They stand in order[1] before and after. */
static cu_result walk(struct party *p, uint32_t most, int number)
{
    struct wave *w = &p->wave;
    cu_pointer counts = p->step;
    void *walk[] = {&w->edition, &p->guide_there, &p->trials, &p->order[0],
                    &p->total,   &number,         &p->keys,   &counts};
    cu_result e;
    if ((e = ask_policy(p, p->total, most)) || (e = party_sort(p, 1, most)) ||
        (e = party_clear(p)) || (e = gpu_launch(w->gpu, p->walk, most, WAVE_BLOCK, 0, walk)) ||
        (e = party_sort(p, 0, most)))
        return e;
    return arrive(p, p->order[1], p->total, most, 0);
}

static cu_result play_round(struct party *p)
{
    struct wave *w = &p->wave;
    const uint32_t most = w->active * (uint32_t)p->visits;
    cu_pointer counts = p->step;
    void *round[] = {&p->trials,   &p->looks_there, &w->place[1], &w->active,
                     &p->order[0], &p->keys,        &counts,      &p->total};
    void *note[] = {&p->guide_there, &p->trials, &p->looks_there, &w->place[1], &w->active};
    cu_result e = w->gpu->cuda.cuMemsetD8_v2(p->total, 0, sizeof(uint32_t));
    if (e || (e = party_clear(p)) ||
        (e = gpu_launch(w->gpu, p->round, w->active, WAVE_BLOCK, 0, round)) ||
        (e = party_sort(p, 0, most)) || (e = arrive(p, p->order[1], p->total, most, 1)))
        return e;
    for (int k = 0; !e && p->guide.policy && k < p->depth; k++)
        e = walk(p, most, k);
    if (e || (e = party_judge(p, p->total, most)))
        return e;
    return gpu_launch(w->gpu, p->note, w->active, WAVE_BLOCK, 0, note);
}

/* Rounds that a player may need at most. */
static int rounds_of(const struct party *p)
{
    int rounds = 0;
    while (1 << rounds < sr_min(HALVING_MOVES, p->visits))
        rounds++;
    return rounds;
}

cu_result party_try(struct party *p)
{
    struct wave *w = &p->wave;
    void *open[] = {&w->edition,  &p->guide_there, &p->trials, &w->states,
                    &w->place[1], &p->looks_there, &w->active};
    void *settle[] = {&w->edition,     &p->guide_there, &p->trials,  &w->states, &w->place[1],
                      &p->looks_there, &w->active,      &p->records, &p->used};
    cu_result e;
    if ((e = arrive(p, 0, 0, w->active, 1)) || (e = party_judge(p, 0, w->active)) ||
        (e = ask_policy(p, 0, w->active)) ||
        (e = gpu_launch(w->gpu, p->open, w->active, WAVE_BLOCK, 0, open)))
        return e;
    for (int k = rounds_of(p); !e && k > 0; k--)
        e = play_round(p);
    return e ? e : gpu_launch(w->gpu, p->settle, w->active, WAVE_BLOCK, 0, settle);
}
