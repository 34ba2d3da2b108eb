/* search.c: information-set tree search.
 *
 * Each visit draws one complete position that fits the root's view and walks down the tree with
 * it. A node is a position *as a seat sees it* (a hash of its view), so that positions it cannot
 * tell apart share their statistics, other orders of the same moves meet again, and a roll of dice
 * leads to as many nodes as it has results. Every seat chooses for itself (max^n).
 * A new position is judged by the evaluation, played on before only where a game asks for it
 * (playout.c). The network's policy says where attention goes (the PUCT rule); where there is none,
 * all moves are looked at one step ahead at the second visit.
 *
 * Numbers are integers, apart from the choice of an edge, which uses only operations IEEE 754
 * defines exactly: the same tree grows on every machine. */
#include "ai/search.h"

static void tree_clear(struct tree *t)
{
    t->nodes = t->edges = 0;
    memset(t->slot, 0, t->slot_max * sizeof t->slot[0]);
}

void tree_init(struct tree *t, const struct sr_rules *r, const struct ai_eval *e, void *memory,
               int room)
{
    unsigned char *at = memory;
    t->rules = *r;
    t->eval = *e;
    t->root_lines = 0;
    ai_memo_clear(&t->memo);
    t->node_max = (uint32_t)1 << room;
    t->edge_max = TREE_EDGES * t->node_max;
    t->slot_max = TREE_SLOTS * t->node_max;
    t->node = (struct tree_node *)(void *)at;
    at += t->node_max * sizeof t->node[0];
    t->edge = (struct tree_edge *)(void *)at;
    at += t->edge_max * sizeof t->edge[0];
    t->slot = (uint32_t *)(void *)at;
    tree_clear(t);
}

/* The node of a position, made if there is room; NULL if not. *fresh says it is new. */
static struct tree_node *node_of(struct tree *t, uint64_t key, bool *fresh)
{
    uint32_t at = (uint32_t)(key ^ key >> 32) & (t->slot_max - 1);
    *fresh = false;
    for (; t->slot[at]; at = (at + 1) & (t->slot_max - 1))
        if (t->node[t->slot[at] - 1].key == key)
            return &t->node[t->slot[at] - 1];
    *fresh = true;
    if (t->nodes == t->node_max)
        return NULL;
    struct tree_node *n = &t->node[t->nodes++];
    t->slot[at] = t->nodes;
    *n = (struct tree_node){.key = key};
    return n;
}

/* Worth of a move for the seat that makes it, one step ahead, in one drawn position. */
static int32_t guess(struct tree *t, const union sr_state *s, int seat, sr_move move)
{
    struct ai_values v;
    sr_copy(&t->rules, &t->child, s);
    sr_play_unchecked(&t->rules, &t->child, move, NULL);
    ai_eval_position(&t->eval, &t->memo, &t->rules, &t->child, &v);
    return ai_worth(&v, seat);
}

/* Share of attention a first guess deserves beside the best one. */
static int32_t weight_of(const struct tree *t, int32_t value, int32_t top)
{
    return sr_max(64, ai_exp2((int64_t)(value - top) * AI_WIN / t->focus));
}

static bool edge_add(struct tree *t, struct tree_node *n, uint32_t *last, sr_move move,
                     int32_t value)
{
    if (t->edges == t->edge_max)
        return false;
    t->edge[t->edges] = (struct tree_edge){.move = move, .guess = value};
    t->edges++;
    if (*last)
        t->edge[*last - 1].next = t->edges;
    else
        n->first = t->edges;
    *last = t->edges;
    n->edges++;
    return true;
}

/* Shares out attention by the first guesses. The move that rules of thumb suggest gets as much
 * again as all together, whatever its guess (choose_edge). */
static void weigh(struct tree *t, struct tree_node *n, sr_move suggested)
{
    n->top = INT32_MIN;
    n->suggested = 0;
    n->extra = 0;
    for (uint32_t e = n->first; e; e = t->edge[e - 1].next)
        n->top = sr_max(n->top, t->edge[e - 1].guess);
    for (uint32_t e = n->first; e; e = t->edge[e - 1].next) {
        n->extra += t->edge[e - 1].weight = weight_of(t, t->edge[e - 1].guess, n->top);
        if (t->eval.game->suggest && t->edge[e - 1].move == suggested)
            n->suggested = e;
    }
}

/* What rules of thumb would do; any move where there are none. */
static sr_move suggestion(const struct tree *t, const union sr_state *s, const sr_move *legal,
                          int count, struct sr_rng *rng)
{
    const struct ai_game *g = t->eval.game;
    return legal[g->suggest ? g->suggest(&t->rules, s, legal, count, rng) : 0];
}

/* Looks one step ahead at the moves of an inner node. */
static bool node_open(struct tree *t, struct tree_node *n, const union sr_state *s, int seat,
                      sr_move *legal, int count, struct sr_rng *rng)
{
    const int wanted = sr_min(count, TREE_WIDE);
    if (t->edges + (uint32_t)wanted > t->edge_max)
        return false;
    n->partial = count > TREE_WIDE;
    const sr_move suggested = suggestion(t, s, legal, count, rng);
    for (int i = 0; n->partial && i < wanted; i++) {
        const int j = i + (int)sr_rng_below(rng, (uint32_t)(count - i));
        const sr_move swap = legal[i];
        legal[i] = legal[j];
        legal[j] = swap;
    }
    uint32_t last = 0;
    for (int i = 0; i < wanted; i++)
        edge_add(t, n, &last, legal[i], guess(t, s, seat, legal[i]));
    weigh(t, n, suggested);
    return true;
}

/* ---- attention by the network's policy ------------------------------------------------------- */

/* What a move is worth that the policy gives so much less than the best one: a guess. */
static int32_t guess_by(const struct tree *t, int32_t top, int32_t logit, int32_t best)
{
    enum { LOG2_E = 94548, FAR = 4 }; /* moves far behind are all alike */
    int64_t halvings = ((int64_t)logit - best) * LOG2_E >> 16;
    if (halvings < -FAR * AI_WIN)
        halvings = -FAR * AI_WIN;
    return sr_max(0, top + (int32_t)(halvings * t->focus / AI_WIN));
}

/* The `wanted` moves the policy likes best to the front, with their logits. */
static void best_first(sr_move *legal, int32_t *logit, int count, int wanted)
{
    for (int i = 0; i < wanted; i++) {
        int best = i;
        for (int k = i + 1; k < count; k++)
            best = logit[k] > logit[best] ? k : best;
        const sr_move move = legal[i];
        const int32_t value = logit[i];
        legal[i] = legal[best];
        logit[i] = logit[best];
        legal[best] = move;
        logit[best] = value;
    }
}

/* What comes of the position t->state. judged: it is new, *v holds what the network says of it, and
 * the first guesses of its node n stand on that. */
static void conclude(struct tree *t, struct tree_node *n, bool judged, struct sr_rng *rng,
                     struct ai_values *v)
{
    if (!t->playout) {
        if (!judged)
            ai_eval_position(&t->eval, &t->memo, &t->rules, &t->state, v);
        return;
    }
    const int seat = judged ? sr_actor(&t->rules, &t->state) : 0;
    const int32_t before = judged ? ai_worth(v, seat) : 0;
    playout_run(t, rng, v);
    if (!judged)
        return;
    const int32_t more = ai_worth(v, seat) - before; /* now they stand on what was found */
    n->top += more;
    for (uint32_t e = n->first; e; e = t->edge[e - 1].next)
        t->edge[e - 1].guess = sr_max(0, t->edge[e - 1].guess + more);
}

static void put_edges(struct tree *t, struct tree_node *n, const sr_move *legal, int count)
{
    uint32_t last = 0;
    int32_t best = t->logit[0];
    for (int i = 1; i < count; i++)
        best = sr_max(best, t->logit[i]);
    n->logit = best;
    n->suggested = 0;
    ai_softmax(t->logit, count, t->share);
    for (int i = 0; i < count; i++) {
        edge_add(t, n, &last, legal[i], guess_by(t, n->top, t->logit[i], best));
        t->edge[last - 1].weight = sr_max(64, t->share[i]);
    }
}

/* Judges a new position and shares out attention among its moves, by one look. */
static void node_judge(struct tree *t, struct tree_node *n, const union sr_state *s, int seat,
                       sr_move *legal, int count, struct ai_values *v)
{
    const int wanted = sr_min(count, TREE_WIDE);
    ai_eval_policy(&t->eval, &t->memo, &t->rules, s, legal, count, v, t->logit);
    if (t->edges + (uint32_t)wanted > t->edge_max)
        return;
    n->top = ai_worth(v, seat);
    n->partial = count > wanted;
    if (n->partial)
        best_first(legal, t->logit, count, wanted);
    put_edges(t, n, legal, wanted);
}

/* A move that was not legal when the node was judged. */
static bool edge_late(struct tree *t, struct tree_node *n, const union sr_state *s, int seat,
                      uint32_t *last, sr_move move)
{
    int32_t logit, value;
    if (!t->policy) {
        value = guess(t, s, seat, move);
        if (!edge_add(t, n, last, move, value))
            return false;
        t->edge[*last - 1].weight = weight_of(t, value, n->top);
        return true;
    }
    ai_eval_policy(&t->eval, &t->memo, &t->rules, s, &move, 1, NULL, &logit);
    value = guess_by(t, n->top, logit, n->logit);
    if (!edge_add(t, n, last, move, value))
        return false;
    t->edge[*last - 1].weight = weight_of(t, value, n->top);
    return true;
}

/* ---- walking down ---------------------------------------------------------------------------- */

/* Finds the edges of the legal moves, in open[]; returns how many. A move that was not legal in
 * earlier draws (a card another player may hold) gets its edge now. */
static int match_edges(struct tree *t, struct tree_node *n, const union sr_state *s, int seat,
                       const sr_move *legal, int count)
{
    int found = 0;
    uint32_t e = n->first, last = 0;
    for (int i = 0; i < count; i++) {
        if (e && t->edge[e - 1].move == legal[i]) { /* the usual case: the same list again */
            t->open[found++] = e - 1;
            e = t->edge[e - 1].next;
            continue;
        }
        uint32_t k = n->first;
        for (; k && t->edge[k - 1].move != legal[i]; k = t->edge[k - 1].next)
            last = k;
        if (k) {
            t->open[found++] = k - 1;
            e = t->edge[k - 1].next;
        } else if (!n->partial && edge_late(t, n, s, seat, &last, legal[i])) {
            t->open[found++] = last - 1;
        }
    }
    return found;
}

/* Square root with 10 bits after the point, digit by digit: no library, no rounding mode. */
static uint32_t square_root(uint32_t n)
{
    uint64_t rest = (uint64_t)n << 20, root = 0, bit = (uint64_t)1 << 50;
    while (bit > rest)
        bit >>= 2;
    for (; bit; bit >>= 2) {
        if (rest >= root + bit) {
            rest -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return (uint32_t)root;
}

/* PUCT: what a move has brought so far, the first guess counting as one visit, plus attention
 * for promising moves that were seldom tried. */
static uint32_t choose_edge(struct tree *t, const struct tree_node *n, int count)
{
    double total = 0, extra = 0, best_score = -1e30, root = 0;
    uint32_t chances = 0;
    uint32_t best = t->open[0];
    for (int i = 0; i < count; i++)
        total += t->edge[t->open[i]].weight;
    if (n->suggested)
        extra = t->fade ? (double)n->extra * t->fade / ((double)t->fade + n->visits) : n->extra;
    for (int i = 0; i < count && n->suggested; i++)
        if (t->open[i] + 1 == n->suggested)
            total += extra;
    for (int i = 0; i < count; i++) {
        struct tree_edge *e = &t->edge[t->open[i]];
        e->chances++;
        const double tried = 1.0 + e->visits;
        const double mean = ((double)e->guess + (double)e->sum) / (tried * AI_WIN);
        const double weight = e->weight + (t->open[i] + 1 == n->suggested ? extra : 0);
        const double share = weight / total;
        if (e->chances != chances) { /* nearly always the same for all */
            chances = e->chances;
            root = (double)square_root(chances) / 1024;
        }
        const double score = mean + t->curiosity * share * root / tried;
        if (score > best_score) {
            best_score = score;
            best = t->open[i];
        }
    }
    return best;
}

/* What a seat can tell of a position. The view names its seat: those of two never meet. */
static uint64_t key_of(struct tree *t, const union sr_state *s, int seat)
{
    sr_observe(&t->rules, s, seat, &t->seen);
    return sr_hash(&t->rules, &t->seen.s);
}

void tree_draw(struct tree *t, const struct sr_view *view, struct sr_rng *rng)
{
    ai_draw(&t->rules, view, t->draws, t->eval.game->likely, rng, &t->state, &t->child);
}

/* One walk down the tree in the drawn position t->state, and back up with its value. root: NULL
 * where it is not the viewer who decides. */
static void visit(struct tree *t, struct tree_node *root, int viewer, struct sr_rng *rng)
{
    uint32_t path[TREE_DEPTH];
    int8_t mover[TREE_DEPTH];
    int depth = 0;
    union sr_state *s = &t->state;
    struct ai_values v;
    struct tree_node *n = root;
    bool judged = false;
    for (;;) {
        const int actor = sr_actor(&t->rules, s);
        if (actor == SR_NOBODY || depth == t->depth)
            break;
        int count = sr_legal(&t->rules, s, t->legal);
        if (count == 1 && !n) { /* nothing to decide, nothing to store */
            sr_play_unchecked(&t->rules, s, t->legal[0], NULL);
            continue;
        }
        if (!n) {
            bool fresh;
            n = node_of(t, key_of(t, s, t->eyes ? actor : viewer), &fresh);
            if (!n)
                break;
            n->visits++;
            if (fresh && t->policy) {
                node_judge(t, n, s, actor, t->legal, count, &v);
                judged = true;
            }
            if (fresh)
                break;
            if (!n->first && (t->policy || !node_open(t, n, s, actor, t->legal, count, rng)))
                break;
        } else {
            n->visits++;
        }
        count = match_edges(t, n, s, actor, t->legal, count);
        if (!count)
            break;
        const uint32_t e = choose_edge(t, n, count);
        path[depth] = e;
        mover[depth++] = (int8_t)actor;
        sr_play_unchecked(&t->rules, s, t->edge[e].move, NULL);
        n = NULL;
    }
    conclude(t, n, judged, rng, &v);
    for (int i = 0; i < depth; i++) {
        struct tree_edge *e = &t->edge[path[i]];
        e->visits++;
        e->sum += ai_worth(&v, mover[i]);
    }
    if (depth && root) {
        const uint32_t i = path[0] - t->root_first;
        t->root_visits[i]++;
        for (int line = 0; line < v.lines; line++)
            t->root_win[i][line] += v.win[line];
        t->root_lines = v.lines;
        t->root_margin[i] += v.margin[viewer];
    }
}

/* Keeps a limit of time: stops before a step, not after the one that went beyond it. */
struct watch {
    const struct tree_limits *limits;
    uint64_t last, longest; /* when it was asked last; the longest time between two looks */
    int blind;              /* steps to be made before the next */
};

static struct watch watch_of(const struct tree_limits *limits)
{
    return (struct watch){limits, limits->now ? limits->now(limits->context) : 0, 0, 0};
}

/* Whether one more step like the longest would end too late. */
static bool time_is_up(struct watch *w)
{
    enum { BLIND = 8 }; /* steps without a look, where time is plentiful: looking costs, too */
    if (!w->limits->now || (w->blind > 0 && w->blind--))
        return false;
    const uint64_t now = w->limits->now(w->limits->context);
    w->longest = now - w->last > w->longest ? now - w->last : w->longest;
    w->last = now;
    w->blind = now + BLIND * BLIND * (w->longest + 1) < w->limits->until ? BLIND - 1 : 0;
    return now + w->longest >= w->limits->until;
}

/* A step looks at as many moves as a node is opened with at most: the search after it knows how
 * long that takes. The first one is always made: late is better than blind. */
static void look(struct tree *t, const struct sr_view *view, const sr_move *legal, int count,
                 int samples, struct watch *watch, struct sr_rng *rng, int32_t *worth)
{
    int64_t sum[SR_MOVES_MAX] = {0};
    const int seat = view->s.head.viewer, all = sr_max(1, samples) * count;
    int done = 0;
    for (; done < all && (!done || done % TREE_WIDE || !time_is_up(watch)); done++) {
        if (done % count == 0)
            tree_draw(t, view, rng);
        sum[done % count] += guess(t, &t->state, seat, legal[done % count]);
    }
    for (int i = 0; i < count; i++) {
        const int draws = done / count + (i < done % count);
        worth[i] = draws ? (int32_t)(sum[i] / draws) : 0;
    }
}

void tree_look(struct tree *t, const struct sr_view *view, const sr_move *legal, int count,
               const struct tree_limits *limits, struct sr_rng *rng, int32_t *worth)
{
    struct watch watch = watch_of(limits);
    t->draws = limits->draws;
    look(t, view, legal, count, limits->samples, &watch, rng, worth);
}

/* What some playouts of the position come to. */
static int32_t usual_end(struct tree *t, const struct sr_view *view, struct sr_rng *rng)
{
    enum { ENDS = 4 };
    struct ai_values v;
    int64_t sum = 0;
    for (int k = 0; k < ENDS; k++) {
        tree_draw(t, view, rng);
        playout_run(t, rng, &v);
        sum += ai_worth(&v, view->s.head.viewer);
    }
    return (int32_t)(sum / ENDS);
}

/* By one look at the position, or by several draws of a look at every move: first guesses of a root
 * matter most. */
static void guess_root(struct tree *t, struct tree_node *n, const struct sr_view *view,
                       const sr_move *legal, int count, struct watch *watch, struct sr_rng *rng)
{
    if (t->policy) {
        struct ai_values v;
        const int32_t found = t->playout ? usual_end(t, view, rng) : 0;
        tree_draw(t, view, rng);
        ai_eval_policy(&t->eval, &t->memo, &t->rules, &t->state, legal, count, &v, t->logit);
        n->top = t->playout ? found : ai_worth(&v, view->s.head.viewer);
        put_edges(t, n, legal, count);
        return;
    }
    int32_t worth[SR_MOVES_MAX];
    uint32_t last = 0;
    look(t, view, legal, count, sr_min(watch->limits->samples, 4096 / count), watch, rng, worth);
    for (int i = 0; i < count; i++)
        edge_add(t, n, &last, legal[i], worth[i]);
    weigh(t, n, suggestion(t, &view->s, legal, count, rng));
}

static struct tree_node *open_root(struct tree *t, const struct sr_view *view, const sr_move *legal,
                                   int count, struct watch *watch, struct sr_rng *rng)
{
    const uint64_t key = sr_hash(&t->rules, &view->s);
    bool fresh;
    /* Room for a decision is worth more than what was found long ago. */
    if (t->nodes > t->node_max / 2 || t->edges > t->edge_max / 2)
        tree_clear(t);
    struct tree_node *n = node_of(t, key, &fresh);
    if (fresh) {
        tree_clear(t);
        n = node_of(t, key, &fresh);
    }
    t->root_first = 0;
    /* Wide inner nodes hold only some of their moves: as a root they are opened anew. */
    if (!n->first || n->edges != count || n->partial) {
        n->first = 0;
        n->edges = 0;
        n->visits = 0;
        n->partial = 0;
        guess_root(t, n, view, legal, count, watch, rng);
    }
    return n;
}

/* How attention stands at the root. */
struct lead {
    uint32_t first, second, all; /* visits of the two moves tried most; of all */
    bool best;                   /* the one tried most has also brought most */
};

static struct lead lead_of(const struct tree *t, const struct tree_node *root)
{
    struct lead l = {0, 0, 0, false};
    double top = -1, best = -1;
    for (uint32_t e = root->first; e; e = t->edge[e - 1].next) {
        const struct tree_edge *edge = &t->edge[e - 1];
        const double mean = edge->visits ? (double)edge->sum / edge->visits : 0;
        l.all += edge->visits;
        best = mean > best ? mean : best;
        if (edge->visits > l.first) {
            l.second = l.first;
            l.first = edge->visits;
            top = mean;
        } else if (edge->visits > l.second) {
            l.second = edge->visits;
        }
    }
    l.best = top >= best;
    return l;
}

/* Whether nothing is left to find out: no other move can overtake the one tried most, nor, where
 * the mean decides among those tried often, come to be one of these. With time but no count of
 * visits, what can still be done follows from what was done; and a matter that is clear after a
 * third of the time gets no more: three quarters of the visits went to one move, and none brought
 * more. */
static bool settled(const struct tree *t, const struct tree_node *root,
                    const struct tree_limits *limits, const struct watch *w, uint64_t begun,
                    int done, int work)
{
    const struct lead l = lead_of(t, root);
    uint64_t left = (uint64_t)sr_max(0, work - done);
    if (limits->patient) {
        const uint64_t used = w->last - begun;
        const uint64_t rest = limits->until > w->last ? limits->until - w->last : 0;
        if (2 * used > rest && l.best && 4 * (uint64_t)l.first > 3 * (uint64_t)l.all)
            return true;
        left = used ? (uint64_t)done * rest / used : UINT32_MAX;
    }
    return l.first > (uint64_t)sr_max(1, limits->trust) * (l.second + left);
}

static void prepare(struct tree *t, const struct sr_view *view, const struct tree_limits *limits)
{
    t->focus = sr_max(1, limits->focus) * (AI_WIN / 1000);
    t->fade = limits->fade;
    t->eyes = limits->eyes;
    t->draws = limits->draws;
    t->depth = limits->depth ? sr_min(limits->depth, TREE_DEPTH) : TREE_DEPTH;
    t->policy = limits->policy && t->eval.net && t->eval.net->slots;
    t->playout = playout_turns(t, &view->s, limits->playout);
    /* A point counts less in the worth of those who play alone. */
    const bool alone = t->playout && view->s.head.seats == 1;
    const int left = 1024 - t->eval.game->progress(&t->rules, &view->s);
    t->gain = alone ? t->eval.game->alone_gain * left / 1024 : 0;
    t->curiosity = sr_max(1, limits->curiosity) / (alone ? 200.0 : 100.0);
}

void tree_search(struct tree *t, const struct sr_view *view, const sr_move *legal, int count,
                 const struct tree_limits *limits, struct sr_rng *rng)
{
    prepare(t, view, limits);
    struct watch watch = watch_of(limits);
    struct tree_node *root = open_root(t, view, legal, count, &watch, rng);
    t->root_first = root->first - 1;
    memset(t->root_visits, 0, (size_t)count * sizeof t->root_visits[0]);
    memset(t->root_win, 0, (size_t)count * sizeof t->root_win[0]);
    memset(t->root_margin, 0, (size_t)count * sizeof t->root_margin[0]);
    /* What is known already saves work, but some is always done anew. */
    const int known = (int)root->visits;
    const int work = sr_max(limits->visits - known, (limits->visits + 3) / 4);
    const uint64_t begun = watch.last;
    for (int i = 0; (i < work || limits->patient) && !time_is_up(&watch); i++) {
        if (i % 32 == 31 && settled(t, root, limits, &watch, begun, i, work))
            break;
        tree_draw(t, view, rng);
        visit(t, root, view->s.head.viewer, rng);
    }
}

int tree_ponder(struct tree *t, const struct sr_view *view, const struct tree_limits *limits,
                struct sr_rng *rng)
{
    int done = 0;
    prepare(t, view, limits);
    /* More than half full it would be cleared when the turn comes. */
    for (; done < limits->visits && t->nodes < t->node_max / 2 - 1 &&
           t->edges < t->edge_max / 2 - SR_MOVES_MAX;
         done++) {
        tree_draw(t, view, rng);
        visit(t, NULL, view->s.head.viewer, rng);
    }
    return done;
}

const struct tree_edge *tree_root_edge(const struct tree *t, int i)
{
    return &t->edge[t->root_first + (uint32_t)i];
}
