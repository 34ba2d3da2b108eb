/* ideas.c: what a bot thought of a decision, in figures and reasons. */
#include "ai/bots.h"

enum { IDEA_SAMPLES = 8 };

/* Own judgement after a move less the best other's, by part, summed over the same draws for
 * every move (the caller gives each move the same generator). */
void mind__parts(struct sr_mind *m, const struct sr_view *view, sr_move move, int draws,
                 struct sr_rng rng, int64_t part[AI_PARTS_MAX])
{
    struct tree *t = &m->tree;
    const int seat = view->s.head.viewer;
    memset(part, 0, AI_PARTS_MAX * sizeof part[0]);
    for (int k = 0; k < draws; k++) {
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
        mind__parts(m, view, ideas[i].move, IDEA_SAMPLES, rng, part);
        for (int p = 0; p < AI_PARTS_MAX; p++)
            mean[p] += part[p];
    }
    for (int i = 0; i < count; i++) {
        int64_t part[AI_PARTS_MAX], most = AI_POINT * IDEA_SAMPLES / 4;
        mind__parts(m, view, ideas[i].move, IDEA_SAMPLES, rng, part);
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

/* Goals in reach after a move in all of some draws, the same for every move. */
static uint64_t goals_after(struct sr_mind *m, const struct sr_view *view, sr_move move,
                            struct sr_rng rng)
{
    enum { DRAWS = 3 };
    struct tree *t = &m->tree;
    uint64_t goals = UINT64_MAX;
    for (int k = 0; k < DRAWS; k++) {
        sr_sample(&t->rules, view, &rng, &t->state);
        sr_play_unchecked(&t->rules, &t->state, move, NULL);
        goals &= t->eval.game->reached(&t->rules, &t->state, view->s.head.viewer);
    }
    return goals;
}

/* Names a goal of each of the first `listed` moves that at most a third of all moves have. */
static void name_goals(struct sr_mind *m, const struct sr_view *view, const sr_move *legal,
                       int count, struct sr_idea *ideas, int listed)
{
    enum { COMPARED = 48 };
    const struct ai_game *g = m->tree.eval.game;
    uint64_t after[COMPARED];
    struct sr_rng rng;
    sr_rng_seed(&rng, m->seed ^ view->s.head.ply);
    for (int i = 0; i < listed; i++)
        ideas[i].goal = "";
    if (!g->reached || count < 2)
        return;
    const int compared = sr_min(count, COMPARED);
    for (int i = 0; i < compared; i++)
        after[i] = goals_after(m, view, legal[i], rng);
    for (int i = 0; i < listed; i++) {
        const uint64_t own = goals_after(m, view, ideas[i].move, rng);
        for (int k = 0; k < 64 && g->goals[k] && !*ideas[i].goal; k++) {
            int others = 0;
            for (int j = 0; j < compared; j++)
                others += legal[j] != ideas[i].move && (after[j] >> k & 1);
            if ((own >> k & 1) && 3 * others <= compared)
                ideas[i].goal = g->goals[k];
        }
    }
}

int mind__believes(const struct sr_mind *m, int k, int32_t win[SR_LINES_MAX])
{
    const struct tree *t = &m->tree;
    int64_t stand[SR_MOVES_MAX];
    if (m->bot.skill.visits <= 0 || !m->moves)
        return 0;
    if (k < 0) {
        mind__standings(m, m->moves, stand);
        k = 0;
        for (int i = 1; i < m->moves; i++)
            if (t->root_visits[i] && (!t->root_visits[k] || stand[i] > stand[k]))
                k = i;
    }
    const int64_t visits = t->root_visits[k];
    for (int i = 0; i < t->root_lines && visits; i++)
        win[i] = (int32_t)(t->root_win[k][i] / visits);
    return visits ? t->root_lines : 0;
}

/* Honest chances in thousandths. */
static void told(const struct sr_mind *m, const struct sr_view *view, int lines, int32_t *win,
                 int *out)
{
    const struct tree *t = &m->tree;
    ai_chances_honest(&t->eval, &t->rules, &view->s, view->s.head.viewer, lines, win);
    for (int i = 0; i < lines; i++)
        out[i] = (int)((int64_t)win[i] * 1000 / AI_WIN);
}

int sr_mind_chances(const struct sr_mind *m, int win[SR_LINES_MAX])
{
    int32_t believed[SR_LINES_MAX];
    const int lines = mind__believes(m, -1, believed);
    if (lines)
        told(m, &m->view, lines, believed, win);
    return lines;
}

int sr_mind_ideas(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                  struct sr_idea *out, int max)
{
    struct sr_rng rng;
    mind__rng(m, view, &rng);
    mind__think(m, view, legal, count, &rng);
    return sr_mind_list(m, view, legal, count, out, max);
}

int sr_mind_list(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                 struct sr_idea *out, int max)
{
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
    const int points = ai_margin(m->tree.eval.game, view->s.head.seats);
    for (int i = 0; i < listed; i++) {
        const int k = order[i];
        const uint32_t visits = searched ? m->tree.root_visits[k] : 0;
        out[i] = (struct sr_idea){.move = legal[k], .visits = visits, .reason = ""};
        out[i].win = (int)((int64_t)m->worth[k] * 1000 / AI_WIN);
        if (visits) {
            int32_t believed[SR_LINES_MAX];
            int win[SR_LINES_MAX];
            const int seat = view->s.head.viewer;
            told(m, view, mind__believes(m, k, believed), believed, win);
            /* The yardstick says what it believes, as it always did. */
            out[i].win = m->bot.skill.trust
                             ? win[seat]
                             : (int)(m->tree.root_win[k][seat] * 1000 / ((int64_t)visits * AI_WIN));
            out[i].margin = (int)(m->tree.root_margin[k] * points / ((int64_t)visits * AI_WIN));
        }
    }
    explain(m, view, out, listed);
    name_goals(m, view, legal, count, out, listed);
    return listed;
}

int sr_mind_judge(struct sr_mind *m, const struct sr_view *view, int win[SR_LINES_MAX])
{
    struct tree *t = &m->tree;
    struct sr_rng rng;
    struct ai_values v = {0};
    int64_t sum[SR_LINES_MAX] = {0};
    mind__rng(m, view, &rng);
    for (int k = 0; k < IDEA_SAMPLES; k++) {
        sr_sample(&t->rules, view, &rng, &t->state);
        ai_eval_position(&t->eval, &t->memo, &t->rules, &t->state, &v);
        for (int i = 0; i < v.lines; i++)
            sum[i] += v.win[i];
    }
    int32_t believed[SR_LINES_MAX];
    for (int i = 0; i < v.lines; i++)
        believed[i] = (int32_t)(sum[i] / IDEA_SAMPLES);
    told(m, view, v.lines, believed, win);
    return v.lines;
}
