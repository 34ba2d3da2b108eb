/* match.c: one match played by bots, a decision at a time. Bots see views only. */
#include "lab/lab.h"

struct lab_match *lab_match_new(int seats)
{
    struct lab_match *m = mem_new(sizeof *m);
    m->minds = seats;
    return m;
}

void lab_match_free(struct lab_match *m)
{
    if (!m)
        return;
    for (int i = 0; i < SR_SEATS_MAX; i++)
        mem_free(m->memory[i]);
    mem_free(m);
}

/* As much memory as this bot's mind needs: the largest take a hundred times what most do. */
static struct sr_mind *mind_of(struct lab_match *m, int seat, const struct sr_bot *bot,
                               uint64_t seed)
{
    const size_t size = sr_mind_size_for(bot);
    if (m->room[seat] < size) {
        mem_free(m->memory[seat]);
        m->memory[seat] = mem_grow(NULL, size);
        m->room[seat] = size;
    }
    return sr_mind_init(m->memory[seat], &m->rules, bot, seed);
}

static void look(struct lab_match *m)
{
    m->actor = sr_actor(&m->rules, &m->state);
    m->legal_count = m->actor == SR_NOBODY ? 0 : sr_legal(&m->rules, &m->state, m->legal);
}

enum sr_err lab_begin(struct lab_match *m, const struct lab_setup *s, uint64_t index, int shift,
                      struct sr_diag *diag)
{
    const uint64_t seed = s->seed + index;
    m->rules = s->rules;
    const enum sr_err err = sr_setup(&m->rules, s->seats, s->option, seed, &m->state, diag);
    if (err)
        return err;
    m->opener = m->rules.game->opener ? m->rules.game->opener(&m->state) : 0;
    for (int seat = 0; seat < s->seats && seat < m->minds; seat++)
        m->mind[seat] =
            mind_of(m, seat, &s->bot[(seat + shift) % s->seats], base_mix(seed, (uint64_t)seat));
    look(m);
    return SR_OK;
}

sr_move lab_choose(struct lab_match *m)
{
    if (m->legal_count == 1)
        return m->legal[0];
    sr_observe(&m->rules, &m->state, m->actor, &m->view);
    const int i = sr_mind_choose(m->mind[m->actor], &m->view, m->legal, m->legal_count);
    SR_ASSERT(i >= 0 && i < m->legal_count);
    return m->legal[i];
}

void lab_play(struct lab_match *m, sr_move move, struct sr_events *ev)
{
    sr_play_unchecked(&m->rules, &m->state, move, ev);
    look(m);
}
