/* chance.c: moves whose dice and draws are told by people, instead of drawn by the generator.
 *
 * The rules draw as ever, from a generator that is rigged for this one move. How often a move draws
 * and out of how many is found by playing it: a rigged generator can look at one draw. */
#include "serai/table.h"

/* The draws as a script (sr_rng_rig); false: they do not fit into one. */
static bool script_of(const struct sr_draw *told, int count, uint64_t *out)
{
    uint64_t script = 0;
    for (int i = count - 1; i >= 0; i--) {
        if (script > (UINT64_MAX - told[i].value) / told[i].of)
            return false;
        script = script * told[i].of + told[i].value;
    }
    *out = script;
    return true;
}

/* Out of how many draw number `at` is, when those before it come out as told; 0: there is none. */
static uint32_t ways_at(const struct sr_rules *r, const union sr_state *s, sr_move m,
                        const struct sr_draw *told, int at)
{
    union sr_state copy;
    uint64_t script = 0;
    sr_copy(r, &copy, s);
    (void)script_of(told, at, &script);
    sr_rng_ask(&copy.head.rng, script, at);
    sr_play_unchecked(r, &copy, m, NULL);
    return sr_rng_asked(&copy.head.rng);
}

enum sr_err sr_draws_next(const struct sr_rules *r, const union sr_state *s, sr_move m,
                          const struct sr_draw *told, int count, uint32_t *of, struct sr_diag *diag)
{
    uint64_t script;
    if (s->head.over)
        return sr_fail(diag, SR_OVER, "the game is over");
    if (!sr_allows(r, s, m))
        return sr_fail(diag, SR_ILLEGAL, "that move is not legal here");
    if (count > SR_DRAWS_MAX)
        return sr_fail(diag, SR_RANGE, "%d draws are told, %d at most can be", count, SR_DRAWS_MAX);
    for (int i = 0; i < count; i++) {
        const uint32_t ways = ways_at(r, s, m, told, i);
        if (ways == 0)
            return sr_fail(diag, SR_RANGE, "%d draws are told, the move draws %d times", count, i);
        if (told[i].of != ways)
            return sr_fail(diag, SR_RANGE, "draw %d is one out of %d, not out of %d", i + 1,
                           (int)ways, (int)told[i].of);
        if (told[i].value >= ways)
            return sr_fail(diag, SR_RANGE, "draw %d: %d is not among 0 to %d", i + 1,
                           (int)told[i].value, (int)ways - 1);
    }
    if (!script_of(told, count, &script))
        return sr_fail(diag, SR_RANGE, "too many draws are told of one move");
    *of = ways_at(r, s, m, told, count);
    return SR_OK;
}

void sr_draws_try(const struct sr_rules *r, union sr_state *s, sr_move m,
                  const struct sr_draw *told, int count, struct sr_events *ev)
{
    uint64_t script = 0;
    (void)script_of(told, count, &script);
    sr_rng_rig(&s->head.rng, script);
    sr_play_unchecked(r, s, m, ev);
}

enum sr_err sr_play_told(const struct sr_rules *r, union sr_state *s, sr_move m,
                         const struct sr_draw *told, int count, struct sr_events *ev,
                         struct sr_diag *diag)
{
    uint32_t more;
    const enum sr_err err = sr_draws_next(r, s, m, told, count, &more, diag);
    if (err)
        return err;
    if (more)
        return sr_fail(diag, SR_RANGE, "%d draws are told, the move draws more often", count);
    const struct sr_rng before = s->head.rng;
    sr_draws_try(r, s, m, told, count, ev);
    s->head.rng = before;
    return SR_OK;
}
