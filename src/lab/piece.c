/* piece.c: some games of an arm, played and measured; the same as a line of text. */
#include <stdio.h>
#include <stdlib.h>

#include "lab/trial.h"

/* ---- one game ---------------------------------------------------------------------------- */

enum { LOOKS = 4096 };

struct mark { /* of an item in the game under way */
    uint32_t decision; /* in which it was listed last */
    uint8_t could, did;
    uint16_t first[SR_SEATS_MAX]; /* ply of the first time, at most 65535 */
    int32_t offered, chosen;
};

struct bench_desk {
    const struct items *items;
    struct lab_match *match;
    int seats;
    struct trial_layout layout;
    struct sr_events events;
    struct sr_event event[SR_EVENTS_MAX];
    sr_move allowed[SR_MOVES_MAX];
    struct mark mark[ITEMS_MAX];
    int16_t touched[ITEMS_MAX];
    int touched_count;
    uint32_t decision;
    int16_t look[LOOKS][SR_LINES_MAX]; /* points whenever a turn began */
    int looks;
    uint32_t last_own[SR_SEATS_MAX];
    const struct piece_script *script;
};

struct bench_desk *piece_desk_new(const struct items *items)
{
    struct bench_desk *d = mem_new(sizeof *d);
    d->items = items;
    d->events = (struct sr_events){d->event, 0, SR_EVENTS_MAX, false};
    return d;
}

void piece_desk_free(struct bench_desk *d)
{
    if (d)
        lab_match_free(d->match);
    mem_free(d);
}

static struct mark *touch(struct bench_desk *d, int item)
{
    struct mark *m = &d->mark[item];
    if (!m->offered && !m->chosen && !m->could)
        d->touched[d->touched_count++] = (int16_t)item;
    return m;
}

static void note_first(struct mark *m, int seat, uint32_t ply)
{
    if (!(m->did >> seat & 1))
        m->first[seat] = (uint16_t)(ply < 65535 ? ply : 65535);
    m->did = (uint8_t)(m->did | 1u << seat);
    m->could = (uint8_t)(m->could | 1u << seat);
}

static void note_offers(struct bench_desk *d, const sr_move *list, int count, int seat)
{
    d->decision++;
    for (int i = 0; i < count; i++) {
        int of[ITEMS_OF_MOVE];
        const int n = items_of_move(d->items, list[i], of);
        for (int k = 0; k < n; k++) {
            struct mark *m = touch(d, of[k]);
            if (m->decision == d->decision)
                continue;
            m->decision = d->decision;
            m->offered++;
            m->could = (uint8_t)(m->could | 1u << seat);
        }
    }
}

static void note_choice(struct bench_desk *d, sr_move move, int seat, uint32_t ply)
{
    int of[ITEMS_OF_MOVE];
    const int n = items_of_move(d->items, move, of);
    for (int k = 0; k < n; k++) {
        struct mark *m = touch(d, of[k]);
        m->chosen++;
        note_first(m, seat, ply);
    }
}

static void note_events(struct bench_desk *d, int seats, uint32_t ply)
{
    for (int i = 0; i < d->events.count; i++) {
        int of[ITEMS_OF_MOVE];
        const struct sr_event *e = &d->event[i];
        const int n = items_of_event(d->items, e, of);
        for (int k = 0; k < n; k++) {
            struct mark *m = touch(d, of[k]);
            m->offered++;
            m->chosen++;
            for (int seat = 0; seat < seats; seat++)
                m->could = (uint8_t)(m->could | 1u << seat);
            if (e->seat >= 0 && e->seat < seats)
                note_first(m, e->seat, ply);
        }
    }
}

static bool speaks_of(const struct items *items, sr_move move, const struct trial_arm *a)
{
    int of[ITEMS_OF_MOVE];
    const int n = items_of_move(items, move, of);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < TRIAL_LIMITS; i++)
            if (a->item[i] == of[k])
                return true;
    return false;
}

/* The moves a limited player may choose from; all of them where nothing else is left. */
static int limit_moves(struct bench_desk *d, const struct trial_arm *a)
{
    const struct lab_match *m = d->match;
    bool any = a->limit != TRIAL_ONLY;
    int n = 0;
    for (int i = 0; i < m->legal_count && !any; i++)
        any = speaks_of(d->items, m->legal[i], a);
    for (int i = 0; i < m->legal_count && any; i++)
        if (speaks_of(d->items, m->legal[i], a) == (a->limit == TRIAL_ONLY))
            d->allowed[n++] = m->legal[i];
    if (n == 0) {
        memcpy(d->allowed, m->legal, (size_t)m->legal_count * sizeof *m->legal);
        n = m->legal_count;
    }
    return n;
}

/* The decision at this ply of the game as the script has it. */
static bool scripted(const struct bench_desk *d, int64_t game, uint32_t ply, sr_move *out)
{
    const struct piece_script *s = d->script;
    int64_t low = 0, high = s ? s->count : 0;
    while (low < high) {
        const int64_t mid = (low + high) / 2;
        const struct piece_choice *c = &s->choice[mid];
        if (c->game < (uint32_t)game || (c->game == (uint32_t)game && c->ply < ply))
            low = mid + 1;
        else
            high = mid;
    }
    if (!s || low == s->count || s->choice[low].game != (uint32_t)game || s->choice[low].ply != ply)
        return false;
    *out = s->choice[low].move;
    return true;
}

static sr_move choose(struct bench_desk *d, const struct trial_arm *a, int64_t index)
{
    struct lab_match *m = d->match;
    const int shift = (int)(index % a->seats);
    sr_move known;
    if (m->legal_count > 1 && scripted(d, index, m->state.head.ply, &known))
        for (int i = 0; i < m->legal_count; i++)
            if (m->legal[i] == known)
                return known;
    if (!a->limit || (m->actor + shift) % a->seats != 0)
        return lab_choose(m);
    const int n = limit_moves(d, a);
    if (n == 1)
        return d->allowed[0];
    sr_observe(&m->rules, &m->state, m->actor, &m->view);
    return d->allowed[sr_mind_choose(m->mind[m->actor], &m->view, d->allowed, n)];
}

/* ---- the course of a game ---------------------------------------------------------------- */

static void look_at_points(struct bench_desk *d, const struct sr_scores *sc)
{
    if (d->looks == LOOKS)
        return;
    for (int i = 0; i < sc->lines; i++)
        d->look[d->looks][i] = (int16_t)sr_max(-32000, sr_min(32000, sc->total[i]));
    d->looks++;
}

static int best_but(const int16_t *points, int lines, int line)
{
    int best = INT16_MIN;
    for (int i = 0; i < lines; i++)
        if (i != line)
            best = sr_max(best, points[i]);
    return best;
}

static void course(const struct bench_desk *d, const struct sr_scores *sc, int32_t *row)
{
    int winner = 0, last = 0, leader = -1, ahead = d->looks;
    for (int i = sc->lines - 1; i >= 0; i--) {
        winner = sc->rank[i] == 1 ? i : winner;
        last = sc->rank[i] > sc->rank[last] ? i : last;
    }
    row[COL_STUCK] = sc->lines > 1;
    for (int k = 0; k < d->looks && sc->lines > 1; k++) {
        const int16_t *p = d->look[k];
        for (int i = 0; i < sc->lines; i++) {
            if (p[i] > best_but(p, sc->lines, i)) {
                row[COL_LEADS] += leader >= 0 && leader != i;
                leader = i;
            }
            if (p[i] < p[last])
                row[COL_STUCK] = 0;
        }
        row[COL_BEHIND] = sr_max(row[COL_BEHIND], best_but(p, sc->lines, winner) - p[winner]);
    }
    while (ahead > 0 && sc->lines > 1 &&
           d->look[ahead - 1][winner] >= best_but(d->look[ahead - 1], sc->lines, winner))
        ahead--;
    row[COL_DECIDED] = d->looks && sc->lines > 1 ? 1000 * ahead / d->looks : 0;
}

static void result(const struct bench_desk *d, const struct trial_layout *l, int32_t *row)
{
    const struct lab_match *m = d->match;
    struct sr_scores sc;
    int winners = 0, best = INT32_MIN, second = INT32_MIN;
    sr_scores_of(&m->rules, &m->state, &sc);
    for (int i = 0; i < sc.lines; i++)
        winners += sc.rank[i] == 1;
    for (int i = 0; i < sc.lines && i < l->lines; i++) {
        int32_t *line = &row[trial_at(l, i, 0)];
        line[LINE_SCORE] = sc.total[i];
        line[LINE_RANK] = sc.rank[i];
        line[LINE_WINS] = sc.rank[i] == 1 ? LAB_WIN / sr_max(1, winners) : 0;
        for (int p = 0; p < l->parts; p++)
            line[LINE_PARTS + p] = sc.part[i][p];
        second = sr_max(second, sr_min(best, sc.total[i]));
        best = sr_max(best, sc.total[i]);
    }
    row[COL_MARGIN] = sc.lines > 1 ? best - second : 0;
    row[COL_PLIES] = (int32_t)m->state.head.ply;
    row[COL_TURNS] = m->state.head.turn;
    row[COL_OPENER] = m->opener;
    row[COL_HASH] = (int32_t)(sr_hash(&m->rules, &m->state) & 0x7FFFFFFF);
    course(d, &sc, row);
}

/* Sums of what the game under way showed, which is then forgotten. */
static void add_uses(struct bench_desk *d, const struct trial_layout *l, const int32_t *row,
                     struct trial_use *use)
{
    const int64_t plies = sr_max(1, row[COL_PLIES]);
    for (int k = 0; k < d->touched_count; k++) {
        struct mark *m = &d->mark[d->touched[k]];
        struct trial_use *u = &use[d->touched[k]];
        const int64_t could = sr_count(m->could), did = sr_count(m->did);
        const int64_t not = could - did;
        int64_t won = 0, not_won = 0;
        for (int seat = 0; seat < SR_SEATS_MAX; seat++)
            if (m->did >> seat & 1) {
                won += row[trial_at(l, seat, LINE_WINS)];
                u->when += 1000 * (int64_t)m->first[seat] / plies;
            } else if (m->could >> seat & 1) {
                not_won += row[trial_at(l, seat, LINE_WINS)];
            }
        u->offered += m->offered;
        u->chosen += m->chosen;
        u->games++;
        u->could += could;
        u->did += did;
        u->could2 += could * could;
        u->could_did += could * did;
        u->did2 += did * did;
        u->did_games += did > 0;
        u->won += won;
        u->won2 += won * won;
        u->won_did += won * did;
        u->not_games += not > 0;
        u->not_won += not_won;
        u->not_won2 += not_won * not_won;
        u->not_won_did += not_won * not ;
        u->not2 += not *not ;
        memset(m, 0, sizeof *m);
    }
    d->touched_count = 0;
    d->decision = 0;
}

static void note_wait(struct bench_desk *d, int seats, int32_t *row)
{
    const struct lab_match *m = d->match;
    const uint32_t ply = m->state.head.ply;
    if (seats > 1 && ply > d->last_own[m->actor] + 1)
        row[COL_WAIT] = sr_max(row[COL_WAIT], (int)(ply - d->last_own[m->actor] - 1));
    d->last_own[m->actor] = ply;
}

static void play_game(struct bench_desk *d, const struct lab_setup *s, const struct trial_arm *a,
                      int64_t index, int32_t *row, struct trial_use *use)
{
    struct lab_match *m = d->match;
    const struct trial_layout l = d->layout;
    const int shift = (int)(index % a->seats);
    struct sr_scores sc;
    if (lab_begin(m, s, (uint64_t)index, shift, NULL))
        return;
    d->looks = 0;
    memset(d->last_own, 0, sizeof d->last_own);
    for (unsigned turn = UINT32_MAX; m->actor != SR_NOBODY;) {
        const int seat = m->actor;
        const uint32_t ply = m->state.head.ply;
        if (m->state.head.turn != turn) {
            turn = m->state.head.turn;
            sr_scores_of(&m->rules, &m->state, &sc);
            look_at_points(d, &sc);
        }
        note_wait(d, a->seats, row);
        row[trial_at(&l, seat, LINE_DECISIONS)] += m->legal_count > 1;
        row[COL_CHOOSING] += m->legal_count > 1;
        row[COL_CHOICES] += m->legal_count > 1 ? m->legal_count : 0;
        const sr_move move = choose(d, a, index);
        d->events.count = 0;
        if (use) {
            note_offers(d, m->legal, m->legal_count, seat);
            note_choice(d, move, seat, ply);
        }
        lab_play(m, move, &d->events);
        if (use)
            note_events(d, a->seats, ply);
    }
    row[COL_END] = d->events.count ? d->event[d->events.count - 1].kind : 0;
    result(d, &l, row);
    if (use)
        add_uses(d, &l, row, use);
}

void piece_play(struct bench_desk *d, const struct sr_game *game, const struct trial_arm *a,
                int64_t number, const struct piece_script *script, struct piece *out)
{
    d->script = script;
    d->layout = trial_layout_of(game, a->seats);
    struct lab_setup s = {.rules = {game, a->set.edition}, .seats = a->seats, .seed = a->seed};
    memcpy(s.option, a->set.option, sizeof s.option);
    for (int i = 0; i < a->seats; i++)
        if (lab_bot_read(a->bot[i], &s.bot[i], NULL))
            s.bot[i] = *sr_bot_find("random");
    if (!d->match || d->seats != a->seats) {
        lab_match_free(d->match);
        d->match = lab_match_new(a->seats);
        d->seats = a->seats;
    }
    for (int i = 0; i < a->piece; i++)
        play_game(d, &s, a, number * a->piece + i, out->row + i * d->layout.width, out->use);
}

/* ---- as text ----------------------------------------------------------------------------- */

static size_t row_ints(const struct items *items, const struct trial_arm *a)
{
    return (size_t)a->piece * (size_t)trial_layout_of(items->game, a->seats).width;
}

void piece_new(const struct items *items, const struct trial_arm *a, struct piece *out)
{
    out->row = mem_new(row_ints(items, a) * sizeof *out->row);
    out->use = a->uses ? mem_new((size_t)items->count * sizeof *out->use) : NULL;
}

void piece_free(struct piece *p)
{
    mem_free(p->row);
    mem_free(p->use);
}

static uint64_t checksum(const char *text, size_t len)
{
    uint64_t h = len;
    for (size_t i = 0; i < len; i++)
        h = base_mix(h, (unsigned char)text[i]);
    return h;
}

struct writer {
    char *text;
    size_t len, max;
};

static void put(struct writer *w, int64_t v)
{
    if (w->len + 24 > w->max) {
        w->max = 2 * w->max + 4096;
        w->text = mem_grow(w->text, w->max);
    }
    w->len += (size_t)snprintf(w->text + w->len, 24, " %lld", (long long)v);
}

char *piece_write(const struct items *items, const struct trial_arm *a, uint64_t key,
                  int64_t number, const struct piece *p, size_t *len)
{
    struct writer w = {mem_grow(NULL, 4096), 0, 4096};
    const size_t ints = row_ints(items, a);
    w.len =
        (size_t)snprintf(w.text, w.max, "%016llx %lld", (unsigned long long)key, (long long)number);
    for (size_t i = 0; i < ints; i++)
        put(&w, p->row[i]);
    for (int i = 0; p->use && i < items->count; i++) {
        const int64_t *u = (const int64_t *)&p->use[i];
        if (!p->use[i].offered && !p->use[i].chosen)
            continue;
        put(&w, i);
        for (int k = 0; k < TRIAL_USE; k++)
            put(&w, u[k]);
    }
    put(&w, -1);
    const uint64_t sum = checksum(w.text, w.len);
    w.text = mem_grow(w.text, w.len + 32);
    w.len += (size_t)snprintf(w.text + w.len, 32, " %016llx", (unsigned long long)sum);
    *len = w.len;
    return w.text;
}

bool piece_head(const char *line, size_t len, uint64_t *key, int64_t *number)
{
    char *end;
    if (len < 40 || line[16] != ' ' || line[len - 17] != ' ')
        return false;
    *key = strtoull(line, &end, 16);
    if (end != line + 16)
        return false;
    *number = strtoll(line + 17, &end, 10);
    if (end == line + 17 || *number < 0)
        return false;
    const uint64_t sum = strtoull(line + len - 16, &end, 16);
    return end == line + len && sum == checksum(line, len - 17);
}

static bool next(const char **at, const char *end, int64_t *out)
{
    char *after;
    if (*at >= end || **at != ' ')
        return false;
    *out = strtoll(*at + 1, &after, 10);
    if (after == *at + 1 || after > end)
        return false;
    *at = after;
    return true;
}

bool piece_read(const struct items *items, const struct trial_arm *a, const char *line, size_t len,
                struct piece *out)
{
    const char *at = line + 16, *end = line + len - 17;
    const size_t ints = row_ints(items, a);
    int64_t v;
    if (!next(&at, end, &v)) /* its number */
        return false;
    for (size_t i = 0; i < ints; i++) {
        if (!next(&at, end, &v) || v < INT32_MIN || v > INT32_MAX)
            return false;
        out->row[i] = (int32_t)v;
    }
    while (next(&at, end, &v) && v >= 0) {
        if (!out->use || v >= items->count)
            return false;
        int64_t *u = (int64_t *)&out->use[v];
        for (int k = 0; k < TRIAL_USE; k++)
            if (!next(&at, end, &u[k]))
                return false;
    }
    return v == -1 && at == end;
}
