/* found.c: what several minds found about one decision, added up. Each has a tree of its own; only
 * the figures of the root's moves meet. */
#include "ai/bots.h"

struct sr_mind *sr_mind_init_twin(void *memory, const struct sr_rules *r, const struct sr_bot *bot,
                                  uint64_t seed, int k)
{
    static const int of_hundred[] = {100, 150, 70, 120, 85, 190, 60, 135};
    struct sr_bot twin = *bot;
    twin.skill.curiosity = bot->skill.curiosity * of_hundred[k % 8] / 100;
    return sr_mind_init(memory, r, &twin, seed + (uint64_t)k * 0xA24BAED4963EE407u);
}

bool sr_bot_shares(const struct sr_bot *bot)
{
    const struct sr_skill *k = &bot->skill;
    return k->visits > 0 && !k->halving && !k->overlook;
}

void sr_mind_think(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count)
{
    SR_ASSERT(sr_bot_shares(&m->bot) && count > 1);
    mind__rng(m, view, &m->rng);
    mind__think(m, view, legal, count, &m->rng);
}

bool sr_mind_thought(const struct sr_mind *m, const struct sr_view *view)
{
    return m->moves > 0 && sr_equal(&m->tree.rules, &m->view.s, &view->s);
}

void sr_mind_tell(const struct sr_mind *m, struct sr_found *out)
{
    const struct tree *t = &m->tree;
    out->moves = m->moves;
    out->lines = t->root_lines;
    out->minds = m->minds;
    for (int i = 0; i < m->moves; i++) {
        struct sr_found_move *f = &out->move[i];
        *f = (struct sr_found_move){.tried = m->tried[i],
                                    .visits = t->root_visits[i],
                                    .worth = m->total[i],
                                    .margin = t->root_margin[i]};
        for (int k = 0; k < t->root_lines; k++)
            f->win[k] = t->root_win[i][k];
    }
}

static bool makes_sense(const struct sr_found *found)
{
    enum { MOST = 1 << 28 };
    if (found->minds < 1 || found->minds > SR_MINDS_MAX || found->lines < 0 ||
        found->lines > SR_LINES_MAX)
        return false;
    for (int i = 0; i < found->moves; i++) {
        const struct sr_found_move *f = &found->move[i];
        const int64_t all = (int64_t)f->visits * AI_WIN;
        const int64_t most = ((int64_t)f->tried + found->minds) * AI_WIN;
        if (f->tried > MOST || f->visits > f->tried || f->worth < 0 || f->worth > most ||
            f->margin < -all || f->margin > all)
            return false;
        for (int k = 0; k < found->lines; k++)
            if (f->win[k] < 0 || f->win[k] > all)
                return false;
    }
    return true;
}

enum sr_err sr_mind_hear(struct sr_mind *m, const struct sr_found *found)
{
    struct tree *t = &m->tree;
    if (!m->moves || found->moves != m->moves || m->minds + found->minds > SR_MINDS_MAX ||
        (found->lines && t->root_lines && found->lines != t->root_lines) || !makes_sense(found))
        return SR_RANGE;
    t->root_lines = sr_max(t->root_lines, found->lines);
    m->minds += found->minds;
    for (int i = 0; i < m->moves; i++) {
        const struct sr_found_move *f = &found->move[i];
        m->tried[i] += f->tried;
        m->total[i] += f->worth;
        m->worth[i] = (int32_t)(m->total[i] / ((int64_t)m->tried[i] + m->minds));
        t->root_visits[i] += f->visits;
        t->root_margin[i] += f->margin;
        for (int k = 0; k < found->lines; k++)
            t->root_win[i][k] += f->win[k];
    }
    return SR_OK;
}

int sr_mind_decide(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count)
{
    SR_ASSERT(sr_mind_thought(m, view));
    return mind__decide(m, view, legal, count, &m->rng);
}
