/* game.c: the calls on a game that are the same for all: set-up, play, observe, sample, hash.
 *
 * Invariant: nothing here knows a game; what differs stands in its struct sr_game. */
#include "serai/game.h"

#include "serai/json.h"

#define GAME(id) extern const struct sr_game sr_game_##id;
#include "games_list.h"
#undef GAME

static const struct sr_game *const registry[] = {
#define GAME(id) &sr_game_##id,
#include "games_list.h"
#undef GAME
};

static_assert(sizeof(struct sr_head) == 36, "the head has no padding");

int sr_game_count(void) { return (int)(sizeof registry / sizeof registry[0]); }

const struct sr_game *sr_game_at(int i)
{
    return i >= 0 && i < sr_game_count() ? registry[i] : NULL;
}

const struct sr_game *sr_game_find(const char *id)
{
    for (int i = 0; i < sr_game_count(); i++)
        if (strcmp(registry[i]->id, id) == 0)
            return registry[i];
    return NULL;
}

struct sr_rules sr_rules_default(const struct sr_game *game)
{
    const struct sr_rules r = {game, game->edition};
    return r;
}

const char *sr_err_name(enum sr_err err)
{
    static const char *const name[] = {
        "ok",     "illegal", "over",  "parse",   "key", "type",    "range",
        "broken", "unknown", "space", "differs", "io",  "nothing",
    };
    return (size_t)err < sizeof name / sizeof name[0] ? name[err] : "unknown";
}

/* ---- set-up and play ------------------------------------------------------------------------ */

static enum sr_err check_options(const struct sr_game *g, const int8_t *options,
                                 struct sr_diag *diag)
{
    for (int i = 0; g->options[i].id; i++) {
        const struct sr_option *o = &g->options[i];
        if (options[i] < o->min || options[i] > o->max)
            return sr_fail(diag, SR_RANGE, "option %s: %d is not in %d..%d", o->id, options[i],
                           o->min, o->max);
    }
    return SR_OK;
}

enum sr_err sr_setup(const struct sr_rules *r, int seats, const int8_t *options, uint64_t seed,
                     union sr_state *state, struct sr_diag *diag)
{
    const struct sr_game *g = r->game;
    if (seats < g->seats_min || seats > g->seats_max)
        return sr_fail(diag, SR_RANGE, "%s is for %d to %d players, not %d", g->id, g->seats_min,
                       g->seats_max, seats);
    int8_t chosen[SR_OPTIONS_MAX] = {0};
    for (int i = 0; g->options[i].id; i++)
        chosen[i] = options ? options[i] : g->options[i].def;
    const enum sr_err err = check_options(g, chosen, diag);
    if (err)
        return err;

    memset(state->bytes, 0, g->state_size);
    state->head.seats = (uint8_t)seats;
    state->head.viewer = SR_FULL;
    memcpy(state->head.option, chosen, sizeof chosen);
    sr_rng_seed(&state->head.rng, seed);
    g->setup(r->edition, state);
    return SR_OK;
}

bool sr_allows(const struct sr_rules *r, const union sr_state *s, sr_move move)
{
    if (s->head.over)
        return false;
    if (r->game->allows)
        return r->game->allows(r->edition, s, move);
    sr_move list[SR_MOVES_MAX];
    const int n = r->game->legal(r->edition, s, list);
    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

enum sr_err sr_play(const struct sr_rules *r, union sr_state *s, sr_move move, struct sr_events *ev)
{
    if (s->head.over)
        return SR_OVER;
    if (!sr_allows(r, s, move))
        return SR_ILLEGAL;
    sr_play_unchecked(r, s, move, ev);
    return SR_OK;
}

/* ---- hidden information --------------------------------------------------------------------- */

void sr_observe(const struct sr_rules *r, const union sr_state *s, int viewer, struct sr_view *view)
{
    sr_copy(r, &view->s, s);
    memset(&view->s.head.rng, 0, sizeof view->s.head.rng);
    view->s.head.viewer = (uint8_t)viewer;
    r->game->hide(r->edition, &view->s, viewer);
}

void sr_sample(const struct sr_rules *r, const struct sr_view *view, struct sr_rng *rng,
               union sr_state *out)
{
    sr_copy(r, out, &view->s);
    const int viewer = out->head.viewer;
    out->head.viewer = SR_FULL;
    const uint64_t high = sr_rng_next(rng);
    const uint64_t low = sr_rng_next(rng);
    sr_rng_seed(&out->head.rng, high << 32 | low);
    r->game->fill(r->edition, out, viewer, rng);
}

/* ---- results, checks, hash ------------------------------------------------------------------ */

void sr_scores_of(const struct sr_rules *r, const union sr_state *s, struct sr_scores *out)
{
    memset(out, 0, sizeof *out);
    out->lines = s->head.seats;
    r->game->scores(r->edition, s, out);
}

void sr_rank_by_total(struct sr_scores *sc)
{
    for (int i = 0; i < sc->lines; i++) {
        sc->rank[i] = 1;
        for (int j = 0; j < sc->lines; j++)
            if (sc->total[j] > sc->total[i])
                sc->rank[i]++;
    }
}

const char *sr_check(const struct sr_rules *r, const union sr_state *s)
{
    const struct sr_game *g = r->game;
    const struct sr_head *h = &s->head;
    if (h->viewer != SR_FULL)
        return "a view is no complete state";
    if (h->seats < g->seats_min || h->seats > g->seats_max)
        return "number of seats out of range";
    if (h->over > 1 || h->spare != 0)
        return "the head of the state is damaged";
    if ((h->rng.s[0] | h->rng.s[1] | h->rng.s[2] | h->rng.s[3]) == 0)
        return "the generator has no state";
    if (h->ply > g->plies_max)
        return "the game is longer than it can be";
    int known = 0;
    for (; g->options[known].id; known++)
        if (h->option[known] < g->options[known].min || h->option[known] > g->options[known].max)
            return "an option is out of range";
    for (int i = known; i < SR_OPTIONS_MAX; i++)
        if (h->option[i] != 0)
            return "an option that does not exist is set";
    return g->check(r->edition, s);
}

/* FNV-like over 64-bit words with a strong final mix; the state has no padding (game.h). */
uint64_t sr_hash(const struct sr_rules *r, const union sr_state *s)
{
    const size_t n = r->game->state_size;
    uint64_t h = 0xCBF29CE484222325u ^ n;
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t w;
        memcpy(&w, s->bytes + i, 8);
        h = (h ^ w) * 0x9E3779B97F4A7C15u;
        h ^= h >> 32;
    }
    uint64_t tail = 0;
    memcpy(&tail, s->bytes + i, n - i);
    h = (h ^ tail) * 0x9E3779B97F4A7C15u;
    h ^= h >> 29;
    h *= 0xBF58476D1CE4E5B9u;
    return h ^ (h >> 32);
}

/* ---- events --------------------------------------------------------------------------------- */

void sr_emit_event(struct sr_events *ev, const struct sr_event *e)
{
    if (!ev)
        return;
    if (ev->count >= ev->max) {
        ev->lost = true;
        return;
    }
    ev->list[ev->count++] = *e;
}

void sr_emit_secret(struct sr_events *ev, int kind, int seat, unsigned seers, unsigned secret,
                    int a, int b, int c, int d)
{
    if (!ev)
        return;
    struct sr_event e;
    memset(&e, 0, sizeof e);
    e.kind = sr_u8(kind);
    e.seat = sr_i8(seat);
    e.seers = (uint8_t)seers;
    e.secret = (uint8_t)secret;
    e.arg[0] = sr_i16(a);
    e.arg[1] = sr_i16(b);
    e.arg[2] = sr_i16(c);
    e.arg[3] = sr_i16(d);
    sr_emit_event(ev, &e);
}

void(sr_emit)(struct sr_events *ev, int kind, int seat, int a, int b, int c, int d)
{
    sr_emit_secret(ev, kind, seat, SR_ALL, 0, a, b, c, d);
}

struct sr_event sr_event_redact(const struct sr_event *e, int viewer)
{
    struct sr_event out = *e;
    if (viewer == SR_FULL || (e->seers >> viewer & 1))
        return out;
    for (int i = 0; i < SR_EVENT_ARGS; i++)
        if (e->secret >> i & 1)
            out.arg[i] = SR_ARG_SECRET;
    return out;
}

bool sr_events_reveal(const struct sr_game *g, const struct sr_events *ev)
{
    for (int i = 0; i < ev->count; i++)
        if (g->events[ev->list[i].kind].reveals)
            return true;
    return false;
}
