/* mind.c: a bot at work: looks at a decision as its skill says, and chooses. */
#include "ai/bots.h"

static size_t head_size(void) { return (sizeof(struct sr_mind) + 15) / 16 * 16; }

/* Without a search there is no tree. */
static int room_of(const struct sr_skill *k)
{
    const int room = k->visits > 0 ? k->memory : TREE_ROOM_MIN;
    return sr_max(TREE_ROOM_MIN, sr_min(TREE_ROOM_MAX, room));
}

size_t sr_mind_size(void) { return head_size() + TREE_BYTES(TREE_ROOM_MAX); }

size_t sr_mind_size_for(const struct sr_bot *bot)
{
    return head_size() + TREE_BYTES(room_of(&bot->skill));
}

struct sr_mind *sr_mind_init(void *memory, const struct sr_rules *r, const struct sr_bot *bot,
                             uint64_t seed)
{
    struct sr_mind *m = memory;
    const struct sr_skill *k = &bot->skill;
    const struct ai_eval e =
        k->net && k->learned ? ai_eval_with(r, k->net) : ai_eval_for(r, k->learned);
    m->bot = *bot;
    m->seed = seed;
    m->moves = 0;
    m->now = NULL;
    m->context = NULL;
    tree_init(&m->tree, r, &e, (unsigned char *)memory + head_size(), room_of(&bot->skill));
    ai_memo_clear(&m->desk.memo);
    return m;
}

void sr_mind_clock(struct sr_mind *m, sr_clock *now, void *context)
{
    m->now = now;
    m->context = context;
}

void sr_mind_limit(struct sr_mind *m, int visits, int millis)
{
    if (visits >= 0)
        m->bot.skill.visits = visits;
    if (millis >= 0)
        m->bot.skill.millis = millis;
}

/* Fills m->worth; for a search, moves that were hardly tried keep their first guess. */
static void think(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                  struct sr_rng *rng)
{
    const struct sr_skill *k = &m->bot.skill;
    m->moves = 0;
    if (mind__halves(m)) {
        halving_think(&m->desk, &m->tree.rules, &m->tree.eval, k, view, legal, count, rng);
        memcpy(m->worth, m->desk.worth, (size_t)count * sizeof m->worth[0]);
        return;
    }
    struct tree_limits limits = {.visits = k->visits,
                                 .samples = k->samples,
                                 .curiosity = k->curiosity,
                                 .focus = k->focus,
                                 .trust = k->trust,
                                 .fade = k->fade,
                                 .eyes = k->eyes,
                                 .draws = k->draws,
                                 .policy = k->policy};
    if (m->now && k->millis > 0) {
        limits.now = m->now;
        limits.context = m->context;
        limits.until = m->now(m->context) + (uint64_t)k->millis;
    }
    if (k->visits <= 0) {
        limits.samples = sr_min(k->samples, 8192 / count);
        tree_look(&m->tree, view, legal, count, &limits, rng, m->worth);
        return;
    }
    tree_search(&m->tree, view, legal, count, &limits, rng);
    m->moves = count;
    for (int i = 0; i < count; i++) {
        const struct tree_edge *e = tree_root_edge(&m->tree, i);
        m->worth[i] = (int32_t)((e->sum + e->guess) / (e->visits + 1));
    }
}

/* Confidence in a move: the visits of a search, or what they brought to those tried often; without
 * one, its worth. */
static int64_t standing(const struct sr_mind *m, int i, uint32_t most)
{
    const struct sr_skill *k = &m->bot.skill;
    if (k->visits <= 0)
        return m->worth[i];
    if (mind__halves(m))
        return m->desk.logit[i];
    const uint32_t visits = tree_root_edge(&m->tree, i)->visits;
    if (k->trust > 0 && (uint64_t)visits * (uint32_t)k->trust >= most)
        return ((int64_t)1 << 50) + m->worth[i];
    return (int64_t)visits * (2 * AI_WIN) + m->worth[i];
}

void mind__standings(const struct sr_mind *m, int count, int64_t *out)
{
    uint32_t most = 1;
    for (int i = 0; i < count && m->bot.skill.visits > 0 && !mind__halves(m); i++) {
        const uint32_t visits = tree_root_edge(&m->tree, i)->visits;
        most = visits > most ? visits : most;
    }
    for (int i = 0; i < count; i++)
        out[i] = standing(m, i, most);
}

static int handicap_of(const struct sr_mind *m, const struct sr_view *view, sr_move move)
{
    return m->tree.eval.game->handicap(&m->tree.rules, &view->s, move) * (AI_WIN / 1000);
}

int mind__choose(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                 struct sr_rng *rng)
{
    if (count == 1)
        return 0;
    if (m->bot.skill.visits == SR_SCRIPTED)
        return m->bot.choose(&m->tree.rules, view, legal, count, rng);
    if (m->bot.skill.visits < 0)
        return (int)sr_rng_below(rng, (uint32_t)count);
    think(m, view, legal, count, rng);
    if (mind__halves(m))
        return m->desk.run.move[0].index;
    int64_t stand[SR_MOVES_MAX];
    int32_t handicap[SR_MOVES_MAX];
    const bool any = m->tree.eval.game->handicap != NULL;
    mind__standings(m, count, stand);
    for (int i = 0; i < count; i++)
        handicap[i] = any ? handicap_of(m, view, legal[i]) : 0;
    const struct ai_choice choice = {count, m->worth, stand, any ? handicap : NULL,
                                     m->bot.skill.slack};
    return ai_choose(&choice, rng);
}

/* Every decision has a generator of its own, so that it does not depend on those before it. */
static void decision_rng(const struct sr_mind *m, const struct sr_view *view, struct sr_rng *rng)
{
    sr_rng_seed(rng, m->seed + (uint64_t)view->s.head.ply * 0xD1B54A32D192ED03u);
}

int sr_mind_choose(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count)
{
    struct sr_rng rng;
    decision_rng(m, view, &rng);
    return mind__choose(m, view, legal, count, &rng);
}

/* ---- what it thought ------------------------------------------------------------------------ */

enum { IDEA_SAMPLES = 8 };

/* Own judgement after a move less the best other's, by part, summed over the same draws for
 * every move (the caller gives each move the same generator). */
static void parts_after(struct sr_mind *m, const struct sr_view *view, sr_move move,
                        struct sr_rng rng, int64_t part[AI_PARTS_MAX])
{
    struct tree *t = &m->tree;
    const int seat = view->s.head.viewer;
    memset(part, 0, AI_PARTS_MAX * sizeof part[0]);
    for (int k = 0; k < IDEA_SAMPLES; k++) {
        int own[AI_PARTS_MAX] = {0};
        sr_sample(&t->rules, view, &rng, &t->state);
        sr_play_unchecked(&t->rules, &t->state, move, NULL);
        t->eval.game->judge(&t->rules, &t->state, seat, own);
        for (int p = 0; p < AI_PARTS_MAX; p++)
            part[p] += own[p];
    }
}

static void explain(struct sr_mind *m, const struct sr_view *view, struct sr_idea *ideas, int count)
{
    const char *const *names = m->tree.eval.game->parts;
    struct sr_rng rng;
    sr_rng_seed(&rng, m->seed ^ view->s.head.ply);
    int64_t mean[AI_PARTS_MAX] = {0};
    const int compared = sr_min(count, 32);
    for (int i = 0; i < compared; i++) {
        int64_t part[AI_PARTS_MAX];
        parts_after(m, view, ideas[i].move, rng, part);
        for (int p = 0; p < AI_PARTS_MAX; p++)
            mean[p] += part[p];
    }
    for (int i = 0; i < count; i++) {
        int64_t part[AI_PARTS_MAX], most = AI_POINT * IDEA_SAMPLES / 4;
        parts_after(m, view, ideas[i].move, rng, part);
        ideas[i].reason = "";
        for (int p = 0; p < AI_PARTS_MAX && names[p]; p++) {
            const int64_t gain = part[p] - mean[p] / compared;
            if (gain > most) {
                most = gain;
                ideas[i].reason = names[p];
                ideas[i].gain = (int)(gain * 10 / (AI_POINT * IDEA_SAMPLES));
            }
        }
    }
}

int sr_mind_ideas(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                  struct sr_idea *out, int max)
{
    struct sr_rng rng;
    decision_rng(m, view, &rng);
    think(m, view, legal, count, &rng);
    uint16_t order[SR_MOVES_MAX] = {0};
    int64_t stand[SR_MOVES_MAX];
    mind__standings(m, count, stand);
    for (int i = 0; i < count; i++) {
        int j = i;
        for (; j > 0 && stand[order[j - 1]] < stand[i]; j--)
            order[j] = order[j - 1];
        order[j] = (uint16_t)i;
    }
    const int listed = sr_min(count, max);
    SR_ASSERT(listed <= count); /* all of them have a place in the order */
    const bool searched = m->bot.skill.visits > 0 && !mind__halves(m);
    const int points = m->tree.eval.game->margin;
    for (int i = 0; i < listed; i++) {
        const int k = order[i];
        const uint32_t visits = searched ? m->tree.root_visits[k] : 0;
        out[i] = (struct sr_idea){.move = legal[k], .visits = visits, .reason = ""};
        out[i].win = (int)((int64_t)m->worth[k] * 1000 / AI_WIN);
        if (visits) {
            const int64_t win = m->tree.root_win[k][view->s.head.viewer];
            out[i].win = (int)(win * 1000 / ((int64_t)visits * AI_WIN));
            out[i].margin = (int)(m->tree.root_margin[k] * points / ((int64_t)visits * AI_WIN));
        }
    }
    explain(m, view, out, listed);
    return listed;
}

int sr_mind_chances(const struct sr_mind *m, int win[SR_LINES_MAX])
{
    const struct tree *t = &m->tree;
    int64_t stand[SR_MOVES_MAX];
    int best = 0;
    if (m->bot.skill.visits <= 0 || !m->moves)
        return 0;
    mind__standings(m, m->moves, stand);
    for (int i = 1; i < m->moves; i++)
        if (t->root_visits[i] && (!t->root_visits[best] || stand[i] > stand[best]))
            best = i;
    const int64_t visits = t->root_visits[best];
    for (int i = 0; i < t->root_lines && visits; i++)
        win[i] = (int)(t->root_win[best][i] * 1000 / (visits * AI_WIN));
    return visits ? t->root_lines : 0;
}

int sr_mind_judge(struct sr_mind *m, const struct sr_view *view, int win[SR_LINES_MAX])
{
    struct tree *t = &m->tree;
    struct sr_rng rng;
    struct ai_values v = {0};
    int64_t sum[SR_LINES_MAX] = {0};
    decision_rng(m, view, &rng);
    for (int k = 0; k < IDEA_SAMPLES; k++) {
        sr_sample(&t->rules, view, &rng, &t->state);
        ai_eval_position(&t->eval, &t->memo, &t->rules, &t->state, &v);
        for (int i = 0; i < v.lines; i++)
            sum[i] += v.win[i];
    }
    for (int i = 0; i < v.lines; i++)
        win[i] = (int)(sum[i] * 1000 / ((int64_t)IDEA_SAMPLES * AI_WIN));
    return v.lines;
}
