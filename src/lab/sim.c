/* sim.c: long series of matches by bots, and what they add up to.
 *
 * Every worker keeps sums of its own; all sums are integers and are added up at the end, so the
 * result does not depend on how many threads there were or who played which game. */
#include <stdatomic.h>

#include "ai/bots.h"
#include "core/format.h"
#include "lab/recorder.h"

struct desk { /* of one worker */
    struct lab_series sum;
    struct lab_match *match;
};

struct hall {
    const struct lab_sim *sim;
    struct lab_jobs jobs;
    struct desk *desk;
    struct lab_recorder recorder;
    /* A batch that a device has played. */
    unsigned char *states;
    int8_t *opener;
    int64_t first;
};

static void stat_add(struct lab_stat *s, int64_t v)
{
    if (!s->count || v < s->min)
        s->min = v;
    if (!s->count || v > s->max)
        s->max = v;
    s->count++;
    s->sum += v;
    s->squares += v * v;
}

static void stat_merge(struct lab_stat *to, const struct lab_stat *from)
{
    if (!from->count)
        return;
    if (!to->count || from->min < to->min)
        to->min = from->min;
    if (!to->count || from->max > to->max)
        to->max = from->max;
    to->count += from->count;
    to->sum += from->sum;
    to->squares += from->squares;
}

static void line_add(struct lab_line *l, const struct sr_scores *sc, int i, int winners)
{
    stat_add(&l->score, sc->total[i]);
    for (int p = 0; p < SR_PARTS_MAX; p++)
        l->part[p] += sc->part[i][p];
    l->ranks += sc->rank[i];
    if (sc->rank[i] == 1)
        l->wins += LAB_WIN / winners;
    l->bin[sr_max(0, sr_min(LAB_BINS - 1, sc->total[i] + LAB_BIN_ZERO))]++;
}

static void line_merge(struct lab_line *to, const struct lab_line *from)
{
    stat_merge(&to->score, &from->score);
    for (int p = 0; p < SR_PARTS_MAX; p++)
        to->part[p] += from->part[p];
    to->ranks += from->ranks;
    to->wins += from->wins;
    for (int i = 0; i < LAB_BINS; i++)
        to->bin[i] += from->bin[i];
}

/* Best line minus the best of the others. */
static int margin_of(const struct sr_scores *sc)
{
    int best = INT32_MIN, second = INT32_MIN;
    for (int i = 0; i < sc->lines; i++) {
        const int v = sc->total[i];
        if (v > best) {
            second = best;
            best = v;
        } else if (v > second) {
            second = v;
        }
    }
    return sc->lines > 1 ? best - second : 0;
}

static void count_result(struct lab_series *sum, const struct lab_sim *sim,
                         const union sr_state *end, int opener, int64_t index)
{
    const struct sr_rules *r = &sim->setup.rules;
    const int shift = sim->rotate ? (int)(index % sim->setup.seats) : 0;
    struct sr_scores sc;
    sr_scores_of(r, end, &sc);
    stat_add(&sum->plies, end->head.ply);
    stat_add(&sum->turns, end->head.turn);
    stat_add(&sum->margin, margin_of(&sc));
    sum->lines = sr_max(sum->lines, sc.lines);
    int winners = 0;
    for (int i = 0; i < sc.lines; i++)
        winners += sc.rank[i] == 1;
    uint64_t hash = base_mix((uint64_t)index, sr_hash(r, end));
    const int seats = sim->setup.seats;
    for (int i = 0; i < sc.lines; i++) {
        line_add(&sum->line[i], &sc, i, winners);
        if (i < seats) {
            line_add(&sum->bot[(i + shift) % seats], &sc, i, winners);
            line_add(&sum->place[(i - opener + seats) % seats], &sc, i, winners);
        }
        hash = base_mix(hash, (uint64_t)(uint32_t)sc.total[i]);
    }
    sum->signature += hash; /* a sum: any order gives the same */
}

static void play_game(void *context, int worker, int64_t index)
{
    struct hall *hall = context;
    struct desk *d = &hall->desk[worker];
    const struct lab_sim *sim = hall->sim;
    index += hall->first;
    const int shift = sim->rotate ? (int)(index % sim->setup.seats) : 0;
    struct lab_match *m = d->match;
    if (lab_begin(m, &sim->setup, (uint64_t)index, shift, NULL))
        return;
    while (m->actor != SR_NOBODY) {
        stat_add(&d->sum.moves, m->legal_count);
        const sr_move move = lab_choose(m);
        lab_record_decision(&hall->recorder, index, m, move);
        lab_play(m, move, NULL);
        const char *what = sim->check ? sr_check(&m->rules, &m->state) : NULL;
        if (what) {
            if (d->sum.broken < 0) {
                d->sum.broken = index;
                d->sum.broken_ply = m->state.head.ply;
                d->sum.broken_what = what;
            }
            lab_stop(&hall->jobs);
            return;
        }
    }
    count_result(&d->sum, sim, &m->state, m->opener, index);
    lab_record_end(&hall->recorder, index, &m->state);
}

static void show_progress(void *context, int64_t done, int64_t count)
{
    struct hall *hall = context;
    hall->sim->progress(NULL, done, count);
}

static void series_merge(struct lab_series *to, const struct lab_series *from)
{
    to->lines = sr_max(to->lines, from->lines);
    stat_merge(&to->plies, &from->plies);
    stat_merge(&to->turns, &from->turns);
    stat_merge(&to->moves, &from->moves);
    stat_merge(&to->margin, &from->margin);
    for (int i = 0; i < LAB_ROWS; i++) {
        line_merge(&to->line[i], &from->line[i]);
        line_merge(&to->bot[i], &from->bot[i]);
        line_merge(&to->place[i], &from->place[i]);
    }
    to->signature += from->signature;
    if (from->broken >= 0 && (to->broken < 0 || from->broken < to->broken)) {
        to->broken = from->broken;
        to->broken_ply = from->broken_ply;
        to->broken_what = from->broken_what;
    }
}

/* ---- on a device ------------------------------------------------------------------------- */

enum { BATCH = 1 << 20, BATCH_LEAST = 1 << 12 };

static void count_game(void *context, int worker, int64_t index)
{
    struct hall *hall = context;
    const struct lab_sim *sim = hall->sim;
    const size_t size = sim->setup.rules.game->state_size;
    union sr_state end;
    memcpy(end.bytes, hall->states + (size_t)index * lab_pitch(sim->setup.rules.game), size);
    count_result(&hall->desk[worker].sum, sim, &end, hall->opener[index], hall->first + index);
    lab_record_end(&hall->recorder, hall->first + index, &end);
}

/* As many games as the device plays; returns their number. Fewer than all: diag says why. */
static int64_t play_on_device(struct hall *hall, int threads, struct sr_diag *diag)
{
    const struct lab_sim *sim = hall->sim;
    int64_t room = sim->games < BATCH ? sim->games : BATCH;
    hall->states = mem_grow(NULL, (size_t)room * lab_pitch(sim->setup.rules.game));
    hall->opener = mem_grow(NULL, (size_t)room);
    int64_t done = 0;
    enum sr_err err = SR_OK;
    while (!err && done < sim->games) {
        const int64_t left = sim->games - done;
        struct lab_batch b = {.setup = &sim->setup,
                              .first = done,
                              .games = (int)(left < room ? left : room),
                              .rotate = sim->rotate,
                              .states = hall->states,
                              .opener = hall->opener,
                              .records = sim->records};
        err = sim->device->play(sim->device->context, &b, diag);
        if (err == SR_SPACE && room > BATCH_LEAST) { /* smaller pieces */
            room /= 2;
            err = SR_OK;
            continue;
        }
        if (err)
            break;
        hall->first = done;
        struct lab_jobs jobs = {.count = b.games, .work = count_game, .context = hall};
        if ((err = lab_run(&jobs, threads)))
            break;
        stat_merge(&hall->desk[0].sum.moves, &b.moves);
        done += b.games;
        if (sim->progress)
            sim->progress(NULL, done, sim->games);
    }
    mem_free(hall->states);
    mem_free(hall->opener);
    if (!err && diag)
        diag->text[0] = '\0';
    return done;
}

enum sr_err lab_sim(const struct lab_sim *sim, struct lab_series *out, struct sr_diag *diag)
{
    /* The set-up is the same for all games but for the seed: one try shows whether it is valid. */
    union sr_state first;
    enum sr_err err = sr_setup(&sim->setup.rules, sim->setup.seats, sim->setup.option,
                               sim->setup.seed, &first, diag);
    if (err)
        return err;
    const int threads = sr_max(1, sim->threads);
    struct hall hall = {.sim = sim, .recorder = {.to = sim->records, .rules = &sim->setup.rules}};
    pthread_mutex_init(&hall.recorder.writing, NULL);
    hall.desk = mem_new((size_t)threads * sizeof *hall.desk);
    for (int i = 0; i < threads; i++) {
        hall.desk[i].sum.broken = -1;
        hall.desk[i].match = lab_match_new(sim->setup.seats);
    }
    if (diag)
        diag->text[0] = '\0';
    hall.first = sim->device ? play_on_device(&hall, threads, diag) : 0;
    hall.jobs = (struct lab_jobs){.count = sim->games - hall.first,
                                  .work = play_game,
                                  .context = &hall,
                                  .progress = sim->progress ? show_progress : NULL};
    err = lab_run(&hall.jobs, threads);
    memset(out, 0, sizeof *out);
    out->broken = -1;
    for (int i = 0; i < threads; i++) {
        series_merge(out, &hall.desk[i].sum);
        lab_match_free(hall.desk[i].match);
    }
    mem_free(hall.desk);
    pthread_mutex_destroy(&hall.recorder.writing);
    return err ? sr_fail(diag, err, "no thread could be started") : SR_OK;
}

double lab_mean(const struct lab_stat *s)
{
    return s->count ? (double)s->sum / (double)s->count : 0;
}

/* Newton's steps: the last digits are the same on every platform. */
static double root(double x)
{
    if (x <= 0)
        return 0;
    double y = x > 1 ? x : 1;
    for (int i = 0; i < 64; i++)
        y = 0.5 * (y + x / y);
    return y;
}

double lab_deviation(const struct lab_stat *s)
{
    if (s->count < 2)
        return 0;
    const double n = (double)s->count, sum = (double)s->sum;
    const double spread = ((double)s->squares - sum * sum / n) / (n - 1);
    return root(spread);
}

int lab_quantile(const struct lab_line *line, int percent)
{
    const int64_t wanted = (line->score.count * percent + 99) / 100;
    int64_t seen = 0;
    for (int i = 0; i < LAB_BINS; i++) {
        seen += line->bin[i];
        if (seen >= wanted && seen > 0)
            return i - LAB_BIN_ZERO;
    }
    return 0;
}
