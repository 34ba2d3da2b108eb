/* train.c: self-play and lessons. A batch of games is played by the network as it is, with some
 * exploration; each position's target is a mix of what the network thought of the positions that
 * followed and of the result (TD(lambda), computed backwards from the end); then the network is
 * moved towards the targets. Teachers, where there are some, play the first games and some seats
 * of later ones: the network sees good games before it plays them, and learns what beats it.
 * Games are numbered and gradients are summed in fixed shares, so the number of threads changes
 * nothing but the time. */
#include <math.h>

#include "ai/search.h"
#include "lab/train.h"

enum { SHARES = 16, LESSON = 512 };
/* Random moves in thousandths, at the beginning and at the end: first look round, then refine. */
enum { EXPLORE_FIRST = 60, EXPLORE_LAST = 10 };

/* What one game leaves behind. */
struct record {
    int count, lines, room; /* positions, lines of each, positions there is room for */
    int8_t *x;              /* [position][line][inputs] */
    float *win, *margin;    /* [position][line]: first the network's view, then the target */
    double score;
    int plies;
};

enum { ROOM = 12 };

struct desk { /* of a worker */
    struct tree tree;
    _Alignas(16) unsigned char room[TREE_BYTES(ROOM)]; /* of the tree */
    union sr_state state;
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX];
    int32_t worth[SR_MOVES_MAX];
};

struct trainer {
    struct train_setup setup;
    const struct ai_game *game;
    struct learner learner;
    struct learner_net net;
    bool has_net;
    int64_t games;
    struct lab_crew *crew;
    struct desk *desk;
    struct record *record; /* [batch] */
    uint32_t *order;       /* positions of the batch, shuffled: record << 16 | position */
    int64_t positions, order_room;
    float *gradient; /* [SHARES][params] */
    double loss[SHARES][2];
    int64_t lesson; /* first position of the lesson under way */
    float scale, rate; /* of the step under way */
    double over;       /* of the time there is, 0..1 */
    int64_t probe_games;
    int64_t *probe_wins; /* [worker], in 1/840 */
};

static struct ai_eval eval_of(const struct trainer *t, bool learned)
{
    return ai_eval_with(&t->setup.rules, learned && t->has_net ? &t->net.net : NULL);
}

/* How much of the training is over. */
static double done_of(const struct trainer *t, int64_t games)
{
    return fmin(1, fmax(t->over, (double)games / (double)t->setup.games));
}

static int seats_of(const struct trainer *t, int64_t game)
{
    const struct sr_game *g = t->setup.rules.game;
    if (t->setup.seats)
        return t->setup.seats;
    if (game % 2 == 0)
        return sr_max(2, g->seats_min);
    /* Of two numbers the smaller: a full table takes as long as ten tables of two. */
    const int64_t range = g->seats_max - g->seats_min + 1;
    return g->seats_min + sr_min((int)(game / 2 % range), (int)(game / 2 / range % range));
}

/* ---- playing -------------------------------------------------------------------------------- */

/* The players choose from what they see; drawing what is hidden also keeps them from peeking at
 * rolls to come. */
static int choose(struct desk *d, const struct trainer *t, int count, int slack, struct sr_rng *rng)
{
    struct tree *tree = &d->tree;
    const bool searches = t->setup.visits > 0 && t->has_net;
    const struct tree_limits limits = {
        .visits = t->setup.visits, .samples = searches ? 2 : 1, .curiosity = 60, .focus = 42};
    if (searches) {
        tree_search(tree, &d->view, d->legal, count, &limits, rng);
        for (int i = 0; i < count; i++) {
            const struct tree_edge *e = tree_root_edge(tree, i);
            d->worth[i] = (int32_t)((e->sum + e->guess) / (e->visits + 1));
        }
    } else {
        tree_look(tree, &d->view, d->legal, count, &limits, rng, d->worth);
    }
    int64_t total = 0;
    int32_t top = d->worth[0], weight[SR_MOVES_MAX];
    for (int i = 1; i < count; i++)
        top = sr_max(top, d->worth[i]);
    for (int i = 0; i < count; i++) {
        weight[i] = ai_exp2((int64_t)(d->worth[i] - top) * 1000 / sr_max(1, slack));
        total += weight[i];
    }
    int64_t at = (int64_t)sr_rng_next(rng) * total >> 32;
    for (int i = 0; i < count; i++) {
        if (at < weight[i])
            return i;
        at -= weight[i];
    }
    return 0;
}

static void record_room(const struct trainer *t, struct record *rec)
{
    if (rec->count < rec->room)
        return;
    rec->room = rec->room ? 2 * rec->room : 128;
    const size_t n = (size_t)rec->room * SR_LINES_MAX;
    rec->x = mem_grow(rec->x, (size_t)rec->room * (size_t)rec->lines * (size_t)t->game->inputs);
    rec->win = mem_grow(rec->win, n * sizeof(float));
    rec->margin = mem_grow(rec->margin, n * sizeof(float));
}

static void note(const struct trainer *t, struct record *rec, const struct ai_eval *e,
                 struct ai_memo *memo, const union sr_state *s)
{
    const size_t row = (size_t)rec->lines * (size_t)t->game->inputs;
    struct ai_values v;
    record_room(t, rec);
    int8_t *x = rec->x + (size_t)rec->count * row;
    memset(x, 0, row);
    t->game->features(&t->setup.rules, s, x);
    if (e->net)
        ai_eval_inputs(e, memo, x, rec->lines, &v);
    else
        ai_eval_position(e, memo, &t->setup.rules, s, &v);
    for (int i = 0; i < rec->lines; i++) {
        const size_t k = (size_t)rec->count * (size_t)rec->lines + (size_t)i;
        rec->win[k] = (float)v.win[i] / AI_WIN;
        rec->margin[k] = (float)v.margin[i] / AI_WIN;
    }
    rec->count++;
}

/* From the end backwards: a target mixes the network's view of the next position with that
 * position's own target. How far it looks is a part of the game, whether that takes fifty
 * decisions or five hundred. */
static void make_targets(struct record *rec, const struct ai_values *end, double keep)
{
    const int lines = rec->lines;
    const float lambda = (float)pow(keep, 100.0 / sr_max(1, rec->count));
    float win[SR_LINES_MAX], margin[SR_LINES_MAX];
    for (int i = 0; i < lines; i++) {
        win[i] = (float)end->win[i] / AI_WIN;
        margin[i] = (float)end->margin[i] / AI_WIN;
    }
    for (int p = rec->count - 1; p >= 0; p--)
        for (int i = 0; i < lines; i++) {
            float *w = &rec->win[p * lines + i], *m = &rec->margin[p * lines + i];
            const float seen_win = *w, seen_margin = *m;
            *w = win[i];
            *m = margin[i];
            win[i] = (1 - lambda) * seen_win + lambda * win[i];
            margin[i] = (1 - lambda) * seen_margin + lambda * margin[i];
        }
}

/* Who plays the seats of a game: teacher + 1, or 0 for the network. */
static void seat_players(const struct trainer *t, int64_t number, int seats, struct sr_rng *rng,
                         uint8_t who[SR_SEATS_MAX])
{
    const struct train_setup *s = &t->setup;
    const bool warm = number < s->warmup;
    const int share = (int)(s->share * (1 - 0.75 * done_of(t, number)));
    memset(who, 0, SR_SEATS_MAX);
    if (!s->teachers || (!warm && (int)sr_rng_below(rng, 1000) >= share))
        return;
    const uint32_t certain = sr_rng_below(rng, (uint32_t)seats);
    for (uint32_t i = 0; i < (uint32_t)seats; i++)
        if (warm || i == certain || sr_rng_below(rng, 2))
            who[i] = (uint8_t)(1 + sr_rng_below(rng, (uint32_t)s->teachers));
}

static void play_game(void *context, int worker, int64_t index)
{
    struct trainer *t = context;
    struct desk *d = &t->desk[worker];
    struct record *rec = &t->record[index];
    const struct sr_rules *r = &t->setup.rules;
    const int64_t number = t->games + index;
    const bool warm = number < t->setup.warmup;
    const struct ai_eval e = eval_of(t, !warm);
    const uint64_t seed = base_mix(t->setup.seed, (uint64_t)number);
    const int explore = EXPLORE_FIRST - (int)((EXPLORE_FIRST - EXPLORE_LAST) * done_of(t, number));
    struct sr_rng rng;
    sr_bot_seed(&rng, seed, 0);
    if (sr_setup(r, seats_of(t, number), t->setup.option, seed, &d->state, NULL))
        return;
    uint8_t who[SR_SEATS_MAX];
    seat_players(t, number, d->state.head.seats, &rng, who);
    const int lines = ai_lines(&e, &d->state);
    if (lines != rec->lines) {
        rec->room = 0; /* another size of position */
        rec->lines = lines;
    }
    rec->count = 0;
    tree_init(&d->tree, r, &e, d->room, ROOM);
    for (;;) {
        const int actor = sr_actor(r, &d->state);
        if (actor == SR_NOBODY)
            break;
        const int count = sr_legal(r, &d->state, d->legal);
        int i = 0;
        if (count > 1) {
            note(t, rec, &e, &d->tree.memo, &d->state);
            if ((int)sr_rng_below(&rng, 1000) < explore) {
                i = (int)sr_rng_below(&rng, (uint32_t)count);
            } else {
                sr_observe(r, &d->state, actor, &d->view);
                i = who[actor] ? t->setup.teacher[who[actor] - 1].choose(r, &d->view, d->legal,
                                                                         count, &rng)
                               : choose(d, t, count, warm ? 20 : 6, &rng);
            }
        }
        sr_play_unchecked(r, &d->state, d->legal[i], NULL);
    }
    struct ai_values end;
    struct sr_scores sc;
    ai_eval_position(&e, &d->tree.memo, r, &d->state, &end);
    make_targets(rec, &end, warm ? 1.0 : t->setup.lambda);
    sr_scores_of(r, &d->state, &sc);
    rec->score = 0;
    for (int k = 0; k < d->state.head.seats; k++)
        rec->score += (double)sc.total[k] / d->state.head.seats;
    rec->plies = (int)d->state.head.ply;
}

/* ---- learning ------------------------------------------------------------------------------- */

static void learn_share(void *context, int worker, int64_t share)
{
    struct trainer *t = context;
    (void)worker;
    float *g = t->gradient + share * t->learner.params;
    memset(g, 0, (size_t)t->learner.params * sizeof *g);
    const int64_t end = sr_min((int)(t->positions - t->lesson), LESSON);
    for (int64_t k = share; k < end; k += SHARES) {
        const uint32_t which = t->order[t->lesson + k];
        const struct record *rec = &t->record[which >> 16];
        const size_t first = (size_t)(which & 0xFFFF) * (size_t)rec->lines;
        struct learner_case c[SR_LINES_MAX];
        for (int i = 0; i < rec->lines; i++) {
            c[i].x = rec->x + (first + (size_t)i) * (size_t)t->game->inputs;
            c[i].win = rec->win[first + (size_t)i];
            c[i].margin = rec->margin[first + (size_t)i];
        }
        learner_gradient(&t->learner, c, rec->lines, g, t->loss[share]);
    }
}

static void move_share(void *context, int worker, int64_t share)
{
    struct trainer *t = context;
    const int64_t n = t->learner.params;
    (void)worker;
    learner_move(&t->learner, t->gradient, SHARES, t->scale, t->rate, (int)(n * share / SHARES),
                 (int)(n * (share + 1) / SHARES));
}

static void shuffle_positions(struct trainer *t, int64_t batch)
{
    t->positions = 0;
    for (int64_t i = 0; i < batch; i++) {
        const struct record *rec = &t->record[i];
        if (t->positions + rec->count > t->order_room) {
            t->order_room = 2 * (t->positions + rec->count);
            t->order = mem_grow(t->order, (size_t)t->order_room * sizeof *t->order);
        }
        for (int p = 0; p < rec->count && p < 65536; p++)
            t->order[t->positions++] = (uint32_t)i << 16 | (uint32_t)p;
    }
    struct sr_rng rng;
    sr_rng_seed(&rng, base_mix(t->setup.seed, (uint64_t)t->games));
    for (int64_t i = t->positions - 1; i > 0; i--) {
        const int64_t j = sr_rng_below(&rng, (uint32_t)i + 1);
        const uint32_t swap = t->order[i];
        t->order[i] = t->order[j];
        t->order[j] = swap;
    }
}

static void learn(struct trainer *t)
{
    const double fall = 0.5 * (1 + cos(3.14159265 * done_of(t, t->games)));
    t->rate = (float)(t->setup.rate * (0.05 + 0.95 * fall));
    memset(t->loss, 0, sizeof t->loss);
    for (t->lesson = 0; t->lesson < t->positions; t->lesson += LESSON) {
        struct lab_jobs jobs = {.count = SHARES, .work = learn_share, .context = t};
        lab_crew_run(t->crew, &jobs);
        t->scale = 1.0f / (float)sr_min((int)(t->positions - t->lesson), LESSON);
        t->learner.steps++;
        jobs.work = move_share;
        lab_crew_run(t->crew, &jobs);
    }
}

static void refresh_net(struct trainer *t)
{
    if (t->has_net)
        learner_net_free(&t->net);
    learner_quantise(&t->learner, &t->net);
    t->has_net = true;
}

bool trainer_step(struct trainer *t, struct train_report *out)
{
    const int64_t batch = sr_min((int)(t->setup.games - t->games), (int)t->setup.batch);
    if (batch <= 0)
        return false;
    struct lab_jobs jobs = {.count = batch, .work = play_game, .context = t};
    lab_crew_run(t->crew, &jobs);
    shuffle_positions(t, batch);
    learn(t);
    refresh_net(t);
    t->games += batch;
    *out = (struct train_report){.games = t->games, .positions = t->positions};
    for (int s = 0; s < SHARES; s++)
        for (int k = 0; k < 2; k++)
            out->loss[k] += t->loss[s][k] / (double)t->positions;
    for (int64_t i = 0; i < batch; i++) {
        out->score += t->record[i].score / (double)batch;
        out->plies += t->record[i].plies / (double)batch;
    }
    return true;
}

/* ---- probe ---------------------------------------------------------------------------------- */

static int probe_choice(struct desk *d, const struct sr_rules *r, const struct ai_eval *e,
                        int count, struct sr_rng *rng)
{
    const struct tree_limits limits = {.samples = 2};
    int best = 0;
    tree_init(&d->tree, r, e, d->room, ROOM);
    tree_look(&d->tree, &d->view, d->legal, count, &limits, rng, d->worth);
    for (int i = 1; i < count; i++)
        best = d->worth[i] > d->worth[best] ? i : best;
    return best;
}

static void probe_game(void *context, int worker, int64_t index)
{
    struct trainer *t = context;
    struct desk *d = &t->desk[worker];
    const struct sr_rules *r = &t->setup.rules;
    const int seats = t->setup.seats ? t->setup.seats : sr_max(2, r->game->seats_min);
    const int own = (int)(index % seats);
    const uint64_t seed = 1000000007u + (uint64_t)(index / seats);
    struct sr_rng rng;
    sr_bot_seed(&rng, seed, own);
    if (sr_setup(r, seats, t->setup.option, seed, &d->state, NULL))
        return;
    const struct ai_eval net = eval_of(t, true), hand = eval_of(t, false);
    for (;;) {
        const int actor = sr_actor(r, &d->state);
        if (actor == SR_NOBODY)
            break;
        const int count = sr_legal(r, &d->state, d->legal);
        int best = 0;
        if (count > 1) {
            sr_observe(r, &d->state, actor, &d->view);
            best = actor != own && t->setup.teachers
                       ? t->setup.teacher[0].choose(r, &d->view, d->legal, count, &rng)
                       : probe_choice(d, r, actor == own ? &net : &hand, count, &rng);
        }
        sr_play_unchecked(r, &d->state, d->legal[best], NULL);
    }
    struct ai_values end;
    ai_eval_position(&hand, &d->tree.memo, r, &d->state, &end);
    t->probe_wins[worker] += end.win[own];
}

int trainer_probe(struct trainer *t, int games)
{
    memset(t->probe_wins, 0, (size_t)t->setup.threads * sizeof *t->probe_wins);
    struct lab_jobs jobs = {.count = games, .work = probe_game, .context = t};
    lab_crew_run(t->crew, &jobs);
    int64_t sum = 0;
    for (int i = 0; i < t->setup.threads; i++)
        sum += t->probe_wins[i];
    return (int)(sum * 1000 / ((int64_t)games * AI_WIN));
}

/* ---- life ----------------------------------------------------------------------------------- */

struct trainer *trainer_new(const struct train_setup *setup, const unsigned char *data, size_t len,
                            struct sr_diag *diag)
{
    const struct ai_game *game = ai_game_find(setup->rules.game->id);
    if (!game->inputs) {
        sr_explain(diag, "%s has no features to learn from", setup->rules.game->id);
        return NULL;
    }
    struct trainer *t = mem_grow(NULL, sizeof *t);
    memset(t, 0, sizeof *t);
    t->setup = *setup;
    t->setup.threads = sr_max(1, setup->threads);
    t->setup.batch = sr_max(1, sr_min((int)setup->batch, 65535));
    t->game = game;
    if (!data) {
        learner_init(&t->learner, game, setup->hidden[0], setup->hidden[1], setup->seed);
    } else {
        if (learner_read(data, len, &t->learner, &t->games, diag)) {
            mem_free(t);
            return NULL;
        }
        if (strcmp(t->learner.game, game->id) != 0 || t->learner.features != game->version ||
            t->learner.inputs != game->inputs) {
            sr_explain(diag, "the checkpoint belongs to other features or another game");
            learner_free(&t->learner);
            mem_free(t);
            return NULL;
        }
        refresh_net(t);
    }
    t->crew = lab_crew_new(t->setup.threads);
    t->desk = mem_grow(NULL, (size_t)t->setup.threads * sizeof *t->desk);
    t->record = mem_grow(NULL, (size_t)t->setup.batch * sizeof *t->record);
    memset(t->record, 0, (size_t)t->setup.batch * sizeof *t->record);
    t->gradient = mem_grow(NULL, (size_t)SHARES * (size_t)t->learner.params * sizeof(float));
    t->probe_wins = mem_grow(NULL, (size_t)t->setup.threads * sizeof *t->probe_wins);
    return t;
}

void trainer_free(struct trainer *t)
{
    if (!t)
        return;
    lab_crew_free(t->crew);
    for (int64_t i = 0; i < t->setup.batch; i++) {
        mem_free(t->record[i].x);
        mem_free(t->record[i].win);
        mem_free(t->record[i].margin);
    }
    mem_free(t->record);
    mem_free(t->desk);
    mem_free(t->order);
    mem_free(t->gradient);
    mem_free(t->probe_wins);
    if (t->has_net)
        learner_net_free(&t->net);
    learner_free(&t->learner);
    mem_free(t);
}

void trainer_hurry(struct trainer *t, double over) { t->over = fmin(1, fmax(0, over)); }

int64_t trainer_games(const struct trainer *t) { return t->games; }

const struct learner *trainer_learner(const struct trainer *t) { return &t->learner; }
