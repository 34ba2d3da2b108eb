/* arena.c: series of games between bots. The games of a group share their seed and differ in who
 * sits where, so that nobody is favoured by seat or by luck. Two bots: the first sits alone among
 * copies of the second, in each seat once. As many bots as seats: all at one table, turned
 * round. Else every two bots meet as in the first case. */
#include <time.h>

#include "council/council.h"
#include "engine/charge.h"
#include "lab/arena.h"

struct arena_result {
    bool done;
    uint8_t lines;
    int8_t forfeit; /* seat, or -1 */
    uint8_t rank[SR_LINES_MAX];
    int16_t total[SR_LINES_MAX];
};

/* Time and trouble, which do not belong to a game's result. */
struct desk_line {
    int64_t decisions, millis, overruns; /* as charged (engine/charge.h) */
    int most;
    char why[256];
};

struct arena_desk {
    union sr_state state;
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX];
    void *memory[SR_SEATS_MAX];
    struct external *program[ARENA_BOTS_MAX][SR_SEATS_MAX];
    struct desk_line line[ARENA_BOTS_MAX];
};

uint64_t lab_clock(void *unused)
{
    struct timespec t;
    (void)unused;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static bool one_table(const struct arena_setup *s) { return s->bots == s->seats && s->bots > 2; }

static void pair_of(const struct arena_setup *s, int64_t pairing, int *a, int *b)
{
    for (*a = 0; *a < s->bots; ++*a)
        for (*b = *a + 1; *b < s->bots; ++*b)
            if (pairing-- == 0)
                return;
}

/* Game numbers run through the pairings first, so that a series cut short is still even:
 * number = (group * pairings + pairing) * seats + turn. */
void arena_seating(const struct arena *ar, int64_t game, int bot_of_seat[SR_SEATS_MAX])
{
    const struct arena_setup *s = &ar->setup;
    const int turn = (int)(game % s->seats);
    int a = 0, b = 0;
    pair_of(s, game / s->seats % ar->pairings, &a, &b);
    for (int seat = 0; seat < s->seats; seat++)
        bot_of_seat[seat] = one_table(s) ? (seat + turn) % s->bots : seat == turn ? a : b;
}

/* ---- one game ------------------------------------------------------------------------------- */

struct game_run {
    struct arena *a;
    struct arena_desk *d;
    int bot[SR_SEATS_MAX];
    struct sr_mind *mind[SR_SEATS_MAX];
    struct council *council[SR_SEATS_MAX]; /* instead, where a bot was given several processors */
};

static int time_allowed(const struct arena *a, int bot)
{
    if (a->setup.millis)
        return a->setup.millis;
    return a->setup.bot[bot].command ? 1000 : a->setup.bot[bot].bot.skill.millis;
}

/* The program in a seat, not started yet; NULL: one of our bots, or no memory. */
static struct external *program_of(struct game_run *g, int seat)
{
    static const struct external_terms ours = {.rests = true}; /* as our bots do */
    const int bot = g->bot[seat];
    const char *command = g->a->setup.bot[bot].command;
    if (command && !g->d->program[bot][seat])
        g->d->program[bot][seat] = external_new(command, &ours);
    return command ? g->d->program[bot][seat] : NULL;
}

/* Index of the move of the seat, or -1 when it forfeits. */
static int ask(struct game_run *g, int seat, int count)
{
    struct arena *a = g->a;
    struct arena_desk *d = g->d;
    const int bot = g->bot[seat];
    struct desk_line *line = &d->line[bot];
    const int allowed = time_allowed(a, bot);
    int index = 0, took = 0;
    sr_observe(&a->setup.rules, &d->state, seat, &d->view);
    if (a->setup.bot[bot].command) {
        struct sr_diag diag = {"no memory"};
        struct external *program = program_of(g, seat);
        if (!program || external_choose(program, &a->setup.rules, &d->view, d->legal, count,
                                        allowed, &index, &took, &diag)) {
            memcpy(line->why, diag.text, sizeof line->why);
            return -1;
        }
    } else {
        const uint64_t start = charge_clock(NULL);
        index = g->council[seat] ? council_choose(g->council[seat], &d->view, d->legal, count)
                                 : sr_mind_choose(g->mind[seat], &d->view, d->legal, count);
        took = (int)(charge_clock(NULL) - start);
    }
    line->decisions++;
    line->millis += took;
    line->most = sr_max(line->most, took);
    if (allowed && took > allowed + allowed / 5)
        line->overruns++;
    return index;
}

/* Plays a move, and tells the programs at the table what it did. */
static enum sr_err play_told(struct game_run *g, int actor, sr_move move)
{
    const struct sr_rules *r = &g->a->setup.rules;
    struct arena_desk *d = g->d;
    bool heard = false;
    for (int seat = 0; seat < g->a->setup.seats; seat++)
        heard |= g->a->setup.bot[g->bot[seat]].command != NULL;
    if (!heard)
        return sr_play(r, &d->state, move, NULL);
    struct sr_event event[SR_EVENTS_MAX];
    struct sr_events ev = {event, 0, SR_EVENTS_MAX, false};
    const int ply = (int)d->state.head.ply;
    const enum sr_err err = sr_play(r, &d->state, move, &ev);
    for (int seat = 0; seat < g->a->setup.seats && !err; seat++)
        external_saw(program_of(g, seat), r, ply, actor, move, &ev, seat);
    return err;
}

static void finish(struct game_run *g, struct arena_result *res, int forfeit)
{
    struct sr_scores sc;
    sr_scores_of(&g->a->setup.rules, &g->d->state, &sc);
    for (int seat = 0; seat < g->a->setup.seats; seat++) {
        council_free(g->council[seat]);
        external_over(program_of(g, seat), &g->a->setup.rules, &sc);
    }
    const int lines = sr_min(sc.lines, SR_LINES_MAX);
    res->lines = (uint8_t)lines;
    res->forfeit = (int8_t)forfeit;
    for (int i = 0; i < lines; i++) {
        res->total[i] = (int16_t)sr_max(-32000, sr_min(32000, sc.total[i]));
        res->rank[i] = (uint8_t)sc.rank[i];
        /* Who forfeits is last; the others share the first place. */
        if (forfeit >= 0)
            res->rank[i] = (uint8_t)(i == forfeit ? lines : 1);
    }
    res->done = true;
}

/* One of our bots takes a seat. Games have one processor each: only a bot that was told how many
 * to use (cores=N) thinks on more, each of them as long as it is given. */
static void sit_down(struct game_run *g, int seat, uint64_t seed)
{
    const struct arena_setup *s = &g->a->setup;
    const struct sr_bot *bot = &s->bot[g->bot[seat]].bot;
    struct arena_desk *d = g->d;
    const int minds = council_seats(bot, 1);
    if (minds > 1) {
        g->council[seat] = council_new(&s->rules, bot, seed, minds, charge_clock, NULL);
        if (!g->council[seat])
            mem_short();
        if (s->millis)
            council_limit(g->council[seat], -1, s->millis);
        return;
    }
    if (!d->memory[seat])
        d->memory[seat] = mem_grow(NULL, sr_mind_size());
    g->mind[seat] = sr_mind_init(d->memory[seat], &s->rules, bot, seed);
    if (s->millis)
        sr_mind_limit(g->mind[seat], -1, s->millis);
    sr_mind_clock(g->mind[seat], charge_clock, NULL);
}

static void play_game(void *context, int worker, int64_t index)
{
    struct arena *a = context;
    const int64_t number = a->first + index;
    struct arena_result *res = &a->result[number];
    if (res->done)
        return; /* known from an earlier run */
    const struct arena_setup *s = &a->setup;
    const struct sr_rules *r = &s->rules;
    struct game_run g = {.a = a, .d = &a->desk[worker]};
    struct arena_desk *d = g.d;
    const uint64_t seed = s->seed + (uint64_t)(number / s->seats / a->pairings);
    arena_seating(a, number, g.bot);
    if (sr_setup(r, s->seats, s->option, seed, &d->state, NULL))
        return;
    for (int seat = 0; seat < s->seats; seat++)
        if (!s->bot[g.bot[seat]].command)
            sit_down(&g, seat, base_mix(seed, (uint64_t)number));
    for (;;) {
        const int actor = sr_actor(r, &d->state);
        if (actor == SR_NOBODY)
            break;
        const int count = sr_legal(r, &d->state, d->legal);
        const int choice = count > 1 ? ask(&g, actor, count) : 0;
        if (choice < 0) {
            finish(&g, res, actor);
            return;
        }
        /* Checked: what a bot answers is never taken on trust. */
        if (choice >= count || play_told(&g, actor, d->legal[choice])) {
            finish(&g, res, actor);
            return;
        }
    }
    finish(&g, res, -1);
}

/* ---- sums ----------------------------------------------------------------------------------- */

static int64_t share_of(const struct arena_result *res, int line)
{
    int winners = 0;
    for (int i = 0; i < res->lines; i++)
        winners += res->rank[i] == 1;
    return res->rank[line] == 1 ? LAB_WIN / sr_max(1, winners) : 0;
}

static void count_game(struct arena *a, int64_t number)
{
    const struct arena_result *res = &a->result[number];
    int bot[SR_SEATS_MAX];
    arena_seating(a, number, bot);
    for (int seat = 0; seat < a->setup.seats; seat++) {
        struct arena_line *l = &a->line[bot[seat]];
        l->games++;
        l->wins += share_of(res, seat);
        l->ranks += res->rank[seat];
        l->score += res->total[seat];
        l->forfeits += res->forfeit == seat;
        for (int other = 0; other < a->setup.seats; other++) {
            if (bot[other] == bot[seat])
                continue;
            const int mine = res->rank[seat], his = res->rank[other];
            a->table.points[bot[seat]][bot[other]] += mine < his ? 1 : mine == his ? 0.5 : 0;
            a->table.games[bot[seat]][bot[other]] += 1;
        }
    }
}

/* Adds up everything that is done; series are short enough to do so after each part. */
static void count_all(struct arena *a)
{
    const struct arena_setup *s = &a->setup;
    memset(&a->table, 0, sizeof a->table);
    memset(a->line, 0, sizeof a->line);
    a->table.bots = s->bots;
    a->done = 0;
    a->groups = 0;
    double sum = 0, squares = 0;
    for (int64_t first = 0; first < a->games; first += s->seats) {
        double share = 0;
        bool whole = true;
        for (int64_t i = first; i < first + s->seats; i++) {
            whole &= a->result[i].done;
            if (!a->result[i].done)
                continue;
            a->done++;
            count_game(a, i);
            int bot[SR_SEATS_MAX];
            arena_seating(a, i, bot);
            for (int seat = 0; seat < s->seats; seat++)
                if (bot[seat] == 0)
                    share += (double)share_of(&a->result[i], seat) / LAB_WIN / s->seats;
        }
        if (whole && first / s->seats % a->pairings == 0) {
            a->groups++;
            sum += share;
            squares += share * share;
        }
    }
    const double n = (double)a->groups;
    a->mean = n > 0 ? sum / n : 0;
    a->variance = n > 1 ? (squares - sum * sum / n) / (n - 1) : 0;
    a->verdict = sprt_judge(&s->sprt, a->groups, a->mean, a->variance, &a->llr);
    for (int w = 0; w < s->threads; w++)
        for (int b = 0; b < s->bots; b++) {
            const struct desk_line *d = &a->desk[w].line[b];
            struct arena_line *l = &a->line[b];
            l->decisions += d->decisions;
            l->millis += d->millis;
            l->most = sr_max(l->most, d->most);
            l->overruns += d->overruns;
            if (d->why[0])
                memcpy(l->why, d->why, sizeof l->why);
        }
}

static void show(void *context, int64_t done, int64_t count)
{
    struct arena *a = context;
    (void)count;
    if (a->progress)
        a->progress(a, a->first + done);
}

bool arena_step(struct arena *a)
{
    /* Parts of fixed size: a test ends at the same game however many threads there are. */
    const int64_t part = (int64_t)8 * a->pairings * a->setup.seats;
    if (a->first >= a->games || (a->setup.test && a->verdict != SPRT_UNDECIDED))
        return false;
    const int64_t count = sr_min((int)(a->games - a->first), (int)part);
    struct lab_jobs jobs = {.count = count, .work = play_game, .context = a, .progress = show};
    if (lab_run(&jobs, a->setup.threads))
        return false;
    a->first += count;
    count_all(a);
    return true;
}

/* ---- life ----------------------------------------------------------------------------------- */

struct arena *arena_new(const struct arena_setup *setup, struct sr_diag *diag)
{
    union sr_state try;
    if (sr_setup(&setup->rules, setup->seats, setup->option, setup->seed, &try, diag))
        return NULL;
    if (setup->bots < 2 || setup->seats < 2) {
        sr_explain(diag, "an arena needs two bots and two seats at least");
        return NULL;
    }
    struct arena *a = mem_grow(NULL, sizeof *a);
    memset(a, 0, sizeof *a);
    a->setup = *setup;
    a->setup.threads = sr_max(1, setup->threads);
    a->setup.sprt.others = setup->seats - 1;
    a->pairings = one_table(setup) ? 1 : setup->bots * (setup->bots - 1) / 2;
    a->games = setup->groups * a->pairings * setup->seats;
    a->result = mem_grow(NULL, (size_t)a->games * sizeof *a->result);
    memset(a->result, 0, (size_t)a->games * sizeof *a->result);
    a->desk = mem_grow(NULL, (size_t)a->setup.threads * sizeof *a->desk);
    memset(a->desk, 0, (size_t)a->setup.threads * sizeof *a->desk);
    return a;
}

void arena_free(struct arena *a)
{
    if (!a)
        return;
    for (int w = 0; w < a->setup.threads; w++)
        for (int seat = 0; seat < SR_SEATS_MAX; seat++) {
            mem_free(a->desk[w].memory[seat]);
            for (int b = 0; b < ARENA_BOTS_MAX; b++)
                external_free(a->desk[w].program[b][seat]);
        }
    mem_free(a->desk);
    mem_free(a->result);
    mem_free(a);
}

/* ---- going on later ------------------------------------------------------------------------- */

static void write_identity(struct sr_buf *b, const struct arena *a)
{
    const struct arena_setup *s = &a->setup;
    sr_json_put_str(b, "game", s->rules.game->id);
    sr_json_put_int(b, "players", s->seats);
    sr_json_key(b, "seed");
    sr_json_seed(b, s->seed);
    sr_json_key(b, "options");
    sr_options_write(b, s->rules.game, s->option);
    sr_json_put_int(b, "ms", s->millis);
    sr_json_put_open(b, "bots", '[');
    for (int i = 0; i < s->bots; i++)
        sr_json_str(b, s->bot[i].name);
    sr_json_close(b, ']');
}

void arena_write(struct sr_buf *b, const struct arena *a)
{
    sr_json_open(b, '{');
    sr_json_put_int(b, "arena", 1);
    write_identity(b, a);
    sr_json_key(b, "results"); /* [number, forfeit, rank, total, rank, total, ...] */
    sr_json_open(b, '[');
    for (int64_t i = 0; i < a->games; i++) {
        const struct arena_result *res = &a->result[i];
        if (!res->done)
            continue;
        sr_json_open(b, '[');
        sr_json_int(b, i);
        sr_json_int(b, res->forfeit);
        for (int k = 0; k < res->lines; k++) {
            sr_json_int(b, res->rank[k]);
            sr_json_int(b, res->total[k]);
        }
        sr_json_close(b, ']');
    }
    sr_json_close(b, ']');
    sr_json_close(b, '}');
}

static bool same_series(const struct arena *a, const struct sr_doc *doc)
{
    char mine[4096], key[16];
    struct sr_buf b;
    sr_buf_init(&b, mine, sizeof mine);
    sr_json_open(&b, '{');
    write_identity(&b, a);
    sr_json_close(&b, '}');
    struct sr_tok tok[256];
    struct sr_doc own;
    if (b.full || sr_json_parse(&own, mine, b.len, tok, 256, NULL))
        return false;
    for (int t = 1, i = 0; i < own.tok[0].size; i++) {
        if (!sr_json_text(&own, t, key, sizeof key))
            return false;
        const int v = t + 1, w = sr_json_get(doc, 0, key);
        const struct sr_tok *x = &own.tok[v], *y = w < 0 ? NULL : &doc->tok[w];
        if (!y || x->end - x->start != y->end - y->start ||
            memcmp(own.text + x->start, doc->text + y->start, x->end - x->start) != 0)
            return false;
        t = own.tok[v].next;
    }
    return true;
}

static bool read_result(struct arena *a, const struct sr_doc *doc, int row)
{
    int64_t v[2 + 2 * SR_LINES_MAX];
    const int size = doc->tok[row].size;
    if (doc->tok[row].type != SR_J_ARRAY || size < 4 || size % 2 || size > 2 + 2 * SR_LINES_MAX)
        return false;
    for (int i = 0, t = row + 1; i < size; i++, t = doc->tok[t].next)
        if (!sr_json_num(doc, t, &v[i]))
            return false;
    if (v[0] < 0 || v[1] < -1 || v[1] >= a->setup.seats)
        return false;
    if (v[0] >= a->games)
        return true; /* from a longer series */
    struct arena_result *res = &a->result[v[0]];
    res->forfeit = (int8_t)v[1];
    res->lines = (uint8_t)((size - 2) / 2);
    for (int k = 0; k < res->lines; k++) {
        if (v[2 + 2 * k] < 1 || v[2 + 2 * k] > SR_LINES_MAX)
            return false;
        res->rank[k] = (uint8_t)v[2 + 2 * k];
        res->total[k] = (int16_t)v[3 + 2 * k];
    }
    res->done = res->lines >= a->setup.seats;
    return res->done;
}

enum sr_err arena_read(struct arena *a, const struct sr_doc *doc, struct sr_diag *diag)
{
    if (doc->tok[0].type != SR_J_OBJECT || sr_json_get(doc, 0, "arena") < 0)
        return sr_fail(diag, SR_PARSE, "not the state of an arena");
    if (!same_series(a, doc))
        return sr_fail(diag, SR_DIFFERS, "the file belongs to another series");
    const int rows = sr_json_get(doc, 0, "results");
    if (rows < 0 || doc->tok[rows].type != SR_J_ARRAY)
        return sr_fail(diag, SR_PARSE, "the file has no results");
    for (int i = 0, t = rows + 1; i < doc->tok[rows].size; i++, t = doc->tok[t].next)
        if (!read_result(a, doc, t))
            return sr_fail(diag, SR_RANGE, "result %d is damaged", i);
    return SR_OK;
}
