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
    m->pondered = 0;
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
    if (visits >= 0) {
        m->bot.skill.visits = visits;
        m->bot.skill.patient = false;
    }
    if (millis >= 0)
        m->bot.skill.millis = millis;
}

static struct tree_limits limits_of(const struct sr_skill *k)
{
    return (struct tree_limits){.visits = k->visits,
                                .samples = k->samples,
                                .curiosity = k->curiosity,
                                .focus = k->focus,
                                .trust = k->trust,
                                .fade = k->fade,
                                .eyes = k->eyes,
                                .draws = k->draws,
                                .policy = k->policy,
                                .playout = k->playout,
                                .depth = k->depth};
}

int sr_mind_ponder(struct sr_mind *m, const struct sr_view *view, int visits)
{
    struct tree_limits limits = limits_of(&m->bot.skill);
    struct sr_rng rng;
    if (!sr_bot_shares(&m->bot))
        return 0;
    limits.visits = visits;
    sr_rng_seed(&rng, ~m->seed + m->pondered * 0xD1B54A32D192ED03u);
    m->moves = 0; /* what was found of the last decision is not to be told any more */
    const int done = tree_ponder(&m->tree, view, &limits, &rng);
    m->pondered += (uint64_t)done;
    return done;
}

/* Fills m->worth; for a search, moves that were hardly tried keep their first guess. */
void mind__think(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                 struct sr_rng *rng)
{
    const struct sr_skill *k = &m->bot.skill;
    m->moves = 0;
    if (mind__halves(m)) {
        halving_think(&m->desk, &m->tree.rules, &m->tree.eval, k, view, legal, count, rng);
        memcpy(m->worth, m->desk.worth, (size_t)count * sizeof m->worth[0]);
        return;
    }
    struct tree_limits limits = limits_of(k);
    if (m->now && k->millis > 0) {
        limits.now = m->now;
        limits.context = m->context;
        limits.until = m->now(m->context) + (uint64_t)k->millis;
        limits.patient = k->patient;
    }
    if (k->visits <= 0) {
        limits.samples = sr_min(k->samples, 8192 / count);
        tree_look(&m->tree, view, legal, count, &limits, rng, m->worth);
        return;
    }
    tree_search(&m->tree, view, legal, count, &limits, rng);
    m->moves = count;
    m->minds = 1;
    m->view = *view;
    for (int i = 0; i < count; i++) {
        const struct tree_edge *e = tree_root_edge(&m->tree, i);
        m->tried[i] = e->visits;
        m->total[i] = e->sum + e->guess;
        m->worth[i] = (int32_t)(m->total[i] / (e->visits + 1));
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
    const uint32_t visits = m->tried[i];
    if (k->trust > 0 && (uint64_t)visits * (uint32_t)k->trust >= most)
        return ((int64_t)1 << 50) + m->worth[i];
    return (int64_t)visits * (2 * AI_WIN) + m->worth[i];
}

void mind__standings(const struct sr_mind *m, int count, int64_t *out)
{
    uint32_t most = 1;
    for (int i = 0; i < count && m->bot.skill.visits > 0 && !mind__halves(m); i++)
        most = m->tried[i] > most ? m->tried[i] : most;
    for (int i = 0; i < count; i++)
        out[i] = standing(m, i, most);
}

static int handicap_of(const struct sr_mind *m, const struct sr_view *view, sr_move move)
{
    return m->tree.eval.game->handicap(&m->tree.rules, &view->s, move) * (AI_WIN / 1000);
}

/* What one who understands bargains advises; -1: nothing. */
static int advised(const struct sr_mind *m, const struct sr_view *view, const sr_move *legal,
                   int count, bool *firm)
{
    const struct ai_game *g = m->tree.eval.game;
    *firm = false;
    if (!m->bot.skill.bargain || !g->bargain)
        return -1;
    return g->bargain(&m->tree.rules, &view->s, legal, count, firm);
}

/* The choice among moves that have been thought about. A bargain that is good for both is struck
 * unless the search has found something clearly better; other offers are not made at all. */
int mind__decide(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                 struct sr_rng *rng)
{
    enum { CLEARLY = 30, LITTLE = 3 }; /* thousandths; visits */
    if (mind__halves(m))
        return m->desk.run.move[0].index;
    int64_t stand[SR_MOVES_MAX];
    int32_t handicap[SR_MOVES_MAX];
    bool firm;
    const struct sr_skill *k = &m->bot.skill;
    const bool any = m->tree.eval.game->handicap != NULL;
    const int advice = advised(m, view, legal, count, &firm);
    if (firm && advice >= 0)
        return advice;
    if (k->taste)
        mind__savour(m, view, legal, count, *rng);
    mind__standings(m, count, stand);
    for (int i = 0; i < count; i++)
        handicap[i] = any ? handicap_of(m, view, legal[i]) : 0;
    const bool bargain = advice >= 0 && handicap[advice];
    for (int i = 0; i < count && k->bargain && (advice < 0 || bargain); i++)
        handicap[i] = handicap[i] && i != advice ? AI_WIN : handicap[i];
    /* The more share a victory, the less is a thousandth of it. */
    const int slack = k->slack ? sr_max(1, k->slack * 2 / sr_max(2, view->s.head.seats)) : 0;
    const struct ai_choice choice = {count, m->worth, stand, any ? handicap : NULL, slack};
    const int best = ai_choose(&choice, rng);
    /* What was hardly tried the search has found nothing about. */
    const bool blank = bargain && k->visits > 0 && m->tried[advice] < LITTLE;
    const bool fair =
        bargain && (blank || m->worth[advice] + CLEARLY * (AI_WIN / 1000) >= m->worth[best]);
    return fair ? advice : best;
}

int mind__choose(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                 struct sr_rng *rng)
{
    sr_move seen[SR_MOVES_MAX];
    uint16_t at[SR_MOVES_MAX];
    if (count == 1)
        return 0;
    if (m->bot.skill.visits == SR_SCRIPTED)
        return m->bot.choose(&m->tree.rules, view, legal, count, rng);
    if (m->bot.skill.visits < 0)
        return (int)sr_rng_below(rng, (uint32_t)count);
    if (!m->bot.skill.overlook) {
        mind__think(m, view, legal, count, rng);
        return mind__decide(m, view, legal, count, rng);
    }
    const int n = mind__notice(m, view, legal, count, at);
    for (int i = 0; i < n; i++)
        seen[i] = legal[at[i]];
    if (n == 1)
        return at[0];
    mind__think(m, view, seen, n, rng);
    return at[mind__decide(m, view, seen, n, rng)];
}

/* Every decision has a generator of its own, so that it does not depend on those before it. */
void mind__rng(const struct sr_mind *m, const struct sr_view *view, struct sr_rng *rng)
{
    sr_rng_seed(rng, m->seed + (uint64_t)view->s.head.ply * 0xD1B54A32D192ED03u);
}

int sr_mind_choose(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count)
{
    struct sr_rng rng;
    mind__rng(m, view, &rng);
    return mind__choose(m, view, legal, count, &rng);
}
