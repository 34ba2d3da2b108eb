/* game.c: the calls on a game that are the same for all: the list of games, set-up, play, checks.
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
    return sr_setup_wide(r, seats, options, seed, 0, state, diag);
}

enum sr_err sr_setup_wide(const struct sr_rules *r, int seats, const int8_t *options, uint64_t seed,
                          uint64_t high, union sr_state *state, struct sr_diag *diag)
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
    sr_rng_seed_wide(&state->head.rng, seed, high);
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

/* ---- checks --------------------------------------------------------------------------------- */

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
