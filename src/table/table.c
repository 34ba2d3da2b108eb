/* table.c: one match (table.h). The log is the truth; the state is what replaying it gives.
 *
 * Every entry remembers whether it revealed something and which turn it belongs to, so that undo
 * can be decided without replaying. */
#include "serai/table.h"

#include "core/alloc.h"

struct entry {
    sr_move move;
    uint64_t hash;  /* of the state after the move */
    uint16_t turn;  /* head.turn before the move */
    int8_t mover;
    bool reveals;   /* rolled, drew or revealed something */
    int told;       /* what was told of it: the first in the table's list */
    int draws;      /* ... and how many */
};

struct sr_table {
    struct sr_table_config config;
    unsigned char *edition; /* of config.rules; NULL: the game's own, which outlives everything */
    union sr_state state;
    struct entry *log;
    int count;  /* moves played */
    int undone; /* entries after count that can be redone */
    int max;
    struct sr_draw *told; /* of all entries, one after the other */
    int told_max;
    union sr_state *from; /* sr_table_at: where it begins; NULL: the set-up */
};

/* The edition of the set-up becomes the table's own. */
static bool take_edition(struct sr_table *t)
{
    const struct sr_game *g = t->config.rules.game;
    if (t->config.rules.edition == g->edition)
        return true;
    t->edition = (unsigned char *)sr_alloc(g->edition_size);
    if (!t->edition)
        return false;
    memcpy(t->edition, t->config.rules.edition, g->edition_size);
    t->config.rules.edition = t->edition;
    return true;
}

struct sr_table *sr_table_new(const struct sr_table_config *c, struct sr_diag *diag)
{
    struct sr_table *t = (struct sr_table *)sr_alloc(sizeof *t);
    if (t)
        t->config = *c;
    if (!t || !take_edition(t)) {
        sr_free(t);
        (void)sr_fail(diag, SR_SPACE, "no memory for a table");
        return NULL;
    }
    t->config.rules_version = c->rules.game->rules_version;
    if (sr_setup_wide(&t->config.rules, c->seats, c->option, c->seed, c->seed_high, &t->state,
                      diag) != SR_OK) {
        sr_table_free(t);
        return NULL;
    }
    return t;
}

struct sr_table *sr_table_at(const struct sr_table_config *c, const union sr_state *from,
                             struct sr_diag *diag)
{
    const char *broken = sr_check(&c->rules, from);
    if (broken) {
        (void)sr_fail(diag, SR_BROKEN, "this position cannot be: %s", broken);
        return NULL;
    }
    struct sr_table *t = sr_table_new(c, diag);
    if (!t)
        return NULL;
    t->from = (union sr_state *)sr_alloc(sizeof *t->from);
    if (!t->from) {
        sr_table_free(t);
        return NULL;
    }
    sr_copy(&c->rules, t->from, from);
    sr_copy(&c->rules, &t->state, from);
    return t;
}

void sr_table_free(struct sr_table *t)
{
    if (!t)
        return;
    sr_free(t->from);
    sr_free(t->edition);
    sr_free(t->log);
    sr_free(t->told);
    sr_free(t);
}

const struct sr_table_config *sr_table_config_get(const struct sr_table *t) { return &t->config; }
struct sr_seat *sr_table_seat(struct sr_table *t, int seat) { return &t->config.seat[seat]; }
const union sr_state *sr_table_state(const struct sr_table *t) { return &t->state; }
int sr_table_actor(const struct sr_table *t) { return sr_actor(&t->config.rules, &t->state); }
int sr_table_ply(const struct sr_table *t) { return t->count; }
sr_move sr_table_move(const struct sr_table *t, int ply) { return t->log[ply].move; }
int sr_table_mover(const struct sr_table *t, int ply) { return t->log[ply].mover; }
uint64_t sr_table_hash(const struct sr_table *t, int ply) { return t->log[ply].hash; }
bool sr_table_reveals(const struct sr_table *t, int ply) { return t->log[ply].reveals; }
const struct sr_draw *sr_table_told(const struct sr_table *t, int ply, int *count)
{
    *count = t->log[ply].draws;
    return *count ? &t->told[t->log[ply].told] : NULL;
}
int sr_table_redo_count(const struct sr_table *t) { return t->undone; }

int sr_table_last_person(const struct sr_table *t)
{
    for (int ply = t->count; ply > 0; ply--)
        if (t->config.seat[t->log[ply - 1].mover].kind != SR_SEAT_BOT)
            return t->log[ply - 1].mover;
    return SR_NOBODY;
}

void sr_table_view(const struct sr_table *t, int viewer, struct sr_view *out)
{
    sr_observe(&t->config.rules, &t->state, viewer, out);
}

/* ---- playing -------------------------------------------------------------------------------- */

/* The log grows by doubling up to the longest game the rules allow. */
static bool make_room(struct sr_table *t)
{
    if (t->count < t->max)
        return true;
    const int limit = (int)t->config.rules.game->plies_max;
    const int max = sr_min(t->max ? 2 * t->max : 64, limit);
    if (max <= t->count)
        return false;
    struct entry *log = (struct entry *)sr_realloc(t->log, (size_t)max * sizeof *log);
    if (!log)
        return false;
    t->log = log;
    t->max = max;
    return true;
}

bool sr_reveals(const struct sr_game *g, const struct sr_rng *before, const struct sr_rng *after,
                const struct sr_events *ev)
{
    return sr_events_reveal(g, ev) || memcmp(before, after, sizeof *before) != 0;
}

/* Where what is told of the next entry goes: behind that of the others. */
static int told_end(const struct sr_table *t)
{
    const struct entry *last = t->count ? &t->log[t->count - 1] : NULL;
    return last ? last->told + last->draws : 0;
}

static bool make_room_for_told(struct sr_table *t, int draws)
{
    if (told_end(t) + draws <= t->told_max)
        return true;
    const int max = 2 * t->told_max + SR_DRAWS_MAX;
    struct sr_draw *list = (struct sr_draw *)sr_realloc(t->told, (size_t)max * sizeof *list);
    if (!list)
        return false;
    t->told = list;
    t->told_max = max;
    return true;
}

/* A move as the log has it, or is about to have it. */
struct deed {
    sr_move move;
    const struct sr_draw *told;
    int draws;
};

static struct deed deed_of(const struct sr_table *t, int ply)
{
    struct deed d = {.move = t->log[ply].move};
    d.told = sr_table_told(t, ply, &d.draws);
    return d;
}

static enum sr_err carry_out(const struct sr_rules *r, union sr_state *s, const struct deed *d,
                             struct sr_events *ev, struct sr_diag *diag)
{
    if (d->draws)
        return sr_play_told(r, s, d->move, d->told, d->draws, ev, diag);
    const enum sr_err err = sr_play(r, s, d->move, ev);
    return err ? sr_fail(diag, err, "that move is not legal here") : SR_OK;
}

/* Plays without looking at what can be redone. */
static enum sr_err advance(struct sr_table *t, int seat, const struct deed *d, struct sr_events *ev,
                           struct sr_diag *diag)
{
    const struct sr_rules *r = &t->config.rules;
    const int actor = sr_table_actor(t);
    if (actor == SR_NOBODY)
        return sr_fail(diag, SR_OVER, "the game is over");
    if (seat != actor)
        return sr_fail(diag, SR_ILLEGAL, "it is for seat %d to decide, not for seat %d", actor,
                       seat);
    struct entry e = {.move = d->move,
                      .turn = t->state.head.turn,
                      .mover = (int8_t)actor,
                      .told = told_end(t),
                      .draws = d->draws};
    if (!make_room(t) || !make_room_for_told(t, d->draws))
        return sr_fail(diag, SR_SPACE, "no room for another move");

    struct sr_event list[SR_EVENTS_MAX];
    struct sr_events own = {list, 0, SR_EVENTS_MAX, false};
    const struct sr_rng before = t->state.head.rng;
    const enum sr_err err = carry_out(r, &t->state, d, &own, diag);
    if (err)
        return err;
    e.hash = sr_hash(r, &t->state);
    e.reveals = d->draws > 0 || sr_reveals(r->game, &before, &t->state.head.rng, &own);
    t->log[t->count++] = e;
    if (e.draws) /* of a move played again it lies there already */
        memmove(&t->told[e.told], d->told, (size_t)e.draws * sizeof *d->told);
    for (int i = 0; ev && i < own.count; i++)
        sr_emit_event(ev, &own.list[i]);
    return SR_OK;
}

enum sr_err sr_table_play_told(struct sr_table *t, int seat, sr_move m, const struct sr_draw *told,
                               int count, struct sr_events *ev, struct sr_diag *diag)
{
    if (count < 0 || count > SR_DRAWS_MAX)
        return sr_fail(diag, SR_RANGE, "%d draws at most can be told", SR_DRAWS_MAX);
    const struct deed d = {m, told, count};
    const enum sr_err err = advance(t, seat, &d, ev, diag);
    if (!err)
        t->undone = 0;
    return err;
}

enum sr_err sr_table_play(struct sr_table *t, int seat, sr_move m, struct sr_events *ev,
                          struct sr_diag *diag)
{
    return sr_table_play_told(t, seat, m, NULL, 0, ev, diag);
}

/* ---- undo and redo -------------------------------------------------------------------------- */

/* How many entries there are up to the last own one, where only bots moved since and nothing was
 * revealed: they would answer again. 0: that is not so. */
static int own_end(const struct sr_table *t, int seat)
{
    for (int ply = t->count; ply > 0 && !t->log[ply - 1].reveals; ply--) {
        const int mover = t->log[ply - 1].mover;
        if (mover == seat)
            return ply;
        if (t->config.seat[mover].kind != SR_SEAT_BOT)
            return 0;
    }
    return 0;
}

int sr_table_undo_limit(const struct sr_table *t, int seat)
{
    int ply = own_end(t, seat);
    if (ply == 0)
        return t->count;
    while (ply > 0 && t->log[ply - 1].mover == seat && !t->log[ply - 1].reveals)
        ply--;
    return ply;
}

int sr_table_turn_start(const struct sr_table *t, int seat)
{
    const int limit = sr_table_undo_limit(t, seat);
    int ply = own_end(t, seat);
    if (ply == 0)
        return t->count;
    /* A move that ended the turn belongs to it: what is taken back is the turn of the last own
     * move. */
    const int turn = t->log[ply - 1].turn;
    while (ply > limit && t->log[ply - 1].turn == turn)
        ply--;
    return ply;
}

enum sr_err sr_table_rewind(struct sr_table *t, int ply, struct sr_diag *diag)
{
    if (ply < 0 || ply > t->count)
        return sr_fail(diag, SR_RANGE, "there is no ply %d among %d", ply, t->count);
    union sr_state s;
    const enum sr_err err = sr_table_replay(t, ply, &s, NULL, diag);
    if (err)
        return err;
    sr_copy(&t->config.rules, &t->state, &s);
    t->undone += t->count - ply;
    t->count = ply;
    return SR_OK;
}

enum sr_err sr_table_undo(struct sr_table *t, int seat, struct sr_diag *diag)
{
    if (sr_table_undo_limit(t, seat) == t->count)
        return sr_fail(diag, SR_NOTHING, "there is nothing to take back");
    return sr_table_rewind(t, own_end(t, seat) - 1, diag);
}

enum sr_err sr_table_reset_turn(struct sr_table *t, int seat, struct sr_diag *diag)
{
    const int start = sr_table_turn_start(t, seat);
    if (start == t->count)
        return sr_fail(diag, SR_NOTHING, "there is nothing to take back");
    return sr_table_rewind(t, start, diag);
}

enum sr_err sr_table_redo(struct sr_table *t, struct sr_events *ev, struct sr_diag *diag)
{
    if (t->undone == 0)
        return sr_fail(diag, SR_NOTHING, "there is nothing to play again");
    const struct deed next = deed_of(t, t->count);
    const enum sr_err err = advance(t, t->log[t->count].mover, &next, ev, diag);
    if (!err)
        t->undone--;
    return err;
}

/* ---- replay --------------------------------------------------------------------------------- */

enum sr_err sr_table_replay(const struct sr_table *t, int ply, union sr_state *out,
                            struct sr_events *ev, struct sr_diag *diag)
{
    const struct sr_table_config *c = &t->config;
    if (ply < 0 || ply > t->count)
        return sr_fail(diag, SR_RANGE, "there is no ply %d among %d", ply, t->count);
    enum sr_err err = SR_OK;
    if (t->from)
        sr_copy(&c->rules, out, t->from);
    else
        err = sr_setup_wide(&c->rules, c->seats, c->option, c->seed, c->seed_high, out, diag);
    for (int i = 0; i < ply && !err; i++) {
        const struct deed d = deed_of(t, i);
        err = carry_out(&c->rules, out, &d, i == ply - 1 ? ev : NULL, NULL);
        if (err)
            return sr_fail(diag, SR_DIFFERS, "ply %d cannot be replayed", i);
    }
    return err;
}

struct sr_table *sr_table_branch(const struct sr_table *t, int ply, struct sr_diag *diag)
{
    if (ply < 0 || ply > t->count) {
        (void)sr_fail(diag, SR_RANGE, "there is no ply %d among %d", ply, t->count);
        return NULL;
    }
    struct sr_table *b =
        t->from ? sr_table_at(&t->config, t->from, diag) : sr_table_new(&t->config, diag);
    for (int i = 0; b && i < ply; i++) {
        const struct deed d = deed_of(t, i);
        if (advance(b, t->log[i].mover, &d, NULL, diag) != SR_OK) {
            sr_table_free(b);
            return NULL;
        }
    }
    return b;
}

enum sr_err sr_walk_begin(struct sr_walk *w, const struct sr_table *t, int from,
                          struct sr_diag *diag)
{
    w->table = t;
    w->next = from;
    w->ply = w->seat = -1;
    w->events = (struct sr_events){w->event, 0, SR_EVENTS_MAX, false};
    return sr_table_replay(t, from, &w->state, NULL, diag);
}

/* Every move of the log was legal when it was played, and the state is the one it was played in. */
bool sr_walk_next(struct sr_walk *w)
{
    const struct sr_table *t = w->table;
    if (w->next >= t->count)
        return false;
    w->ply = w->next++;
    w->seat = t->log[w->ply].mover;
    w->move = t->log[w->ply].move;
    w->events.count = 0;
    sr_copy(&t->config.rules, &w->before, &w->state);
    const struct deed d = deed_of(t, w->ply);
    if (d.draws)
        return carry_out(&t->config.rules, &w->state, &d, &w->events, NULL) == SR_OK;
    sr_play_unchecked(&t->config.rules, &w->state, w->move, &w->events);
    return true;
}
