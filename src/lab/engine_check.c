/* engine_check.c: what is wrong with a program that wants to play: a short game of everything. */
#include "engine/external.h"
#include "lab/lab.h"

/* At first every decision is asked for, then now and then, to the end of the game. */
enum { FIRST = 8, THEN = 8, ANSWERS = 24 };

/* Plays with the program in seat 0 and chance in the others; false: it failed. */
static bool try_game(struct external *x, const struct sr_game *game, int millis,
                     struct lab_engine_game *out, struct sr_diag *diag)
{
    const struct sr_rules r = sr_rules_default(game);
    static _Thread_local union sr_state s;
    static _Thread_local struct sr_view view;
    static _Thread_local struct sr_event event[SR_EVENTS_MAX];
    sr_move legal[SR_MOVES_MAX];
    struct sr_rng rng;
    sr_rng_seed(&rng, 5);
    if (sr_setup(&r, sr_max(2, game->seats_min), NULL, 5, &s, diag))
        return false;
    for (int decisions = 0; !s.head.over;) {
        struct sr_events ev = {event, 0, SR_EVENTS_MAX, false};
        const int actor = sr_actor(&r, &s), count = sr_legal(&r, &s, legal);
        const int ply = (int)s.head.ply;
        int index = (int)sr_rng_below(&rng, (uint32_t)count), took;
        decisions += actor == 0 && count > 1;
        if (actor == 0 && count > 1 && out->answers < ANSWERS &&
            (decisions <= FIRST || decisions % THEN == 0)) {
            sr_observe(&r, &s, actor, &view);
            if (external_choose(x, &r, &view, legal, count, millis, &index, &took, diag))
                return false;
            out->answers++;
            out->slowest = sr_max(out->slowest, took);
        }
        if (sr_play(&r, &s, legal[index], &ev))
            return false;
        external_saw(x, &r, ply, actor, legal[index], &ev, 0);
    }
    struct sr_scores sc;
    sr_scores_of(&r, &s, &sc);
    external_over(x, &r, &sc);
    return external_ready(x, diag) == SR_OK;
}

int lab_engine_check(const char *command, int millis, lab_engine_report *report, void *context)
{
    static const struct external_terms ours = {.rests = true}; /* as in an arena */
    struct external *x = external_new(command, &ours);
    int failed = 0;
    for (int i = 0; x && i < sr_game_count() && !(failed && external_fault(x) == EXTERNAL_START);
         i++) {
        struct lab_engine_game g = {.game = sr_game_at(i)};
        g.why.text[0] = '\0';
        g.good = try_game(x, g.game, millis, &g, &g.why);
        g.version = external_version(x);
        g.said = external_said(x);
        failed += !g.good;
        report(context, &g);
    }
    external_free(x);
    return x ? failed : 1;
}
