/* merv_mason.c: the decisions of the mason. A turn is thought through before its slot is chosen:
 * each site of each free line, with what would be done there, step by step; the best is begun, and
 * thought through anew at every step. */
#include "ai/experts/merv_mason.h"

/* ---- what is worth thinking of --------------------------------------------------------------- */

/* Whether a decision completes what was begun: a payment, a piece of wall; a waiting benefit. */
static bool half_done(const struct merv_state *s)
{
    return s->paying != SR_NONE || s->picked != SR_NONE;
}

static bool completes(const struct merv_state *s) { return half_done(s) || s->pending_count > 0; }

/* R5.8: influence for a piece of wall, and the protection of own buildings. */
static int wall_gain(const struct mason_look *l, const struct merv_state *s, int slot)
{
    const uint32_t behind = merv__guards[slot], own = s->players[l->seat].sites & behind;
    const uint32_t other = merv_all_sites(s) & behind & ~own;
    return 4 * (sr_count(own) * l->ed->own_influence + sr_count(other) * l->ed->other_influence) +
           3 * sr_count(own);
}

/* Leaves only the walls that guard most: the others are never better. */
static int narrow_walls(const struct mason_look *l, const struct merv_state *s, sr_move *list,
                        int count)
{
    int most = 0, n = 0;
    for (int i = 0; i < count; i++)
        if (sr_move_verb(list[i]) == MV_WALL)
            most = sr_max(most, wall_gain(l, s, sr_move_bits(list[i], 8, 8)));
    for (int i = 0; i < count; i++) {
        const bool wall = sr_move_verb(list[i]) == MV_WALL;
        if (!wall || wall_gain(l, s, sr_move_bits(list[i], 8, 8)) >= most - 3)
            list[n++] = list[i];
    }
    return n;
}

/* ---- thinking a turn through ----------------------------------------------------------------- */

struct thought {
    const struct mason_look *l;
    uint32_t turn; /* the turn that is thought of */
    int seat;
};

static const struct merv_state *merv(const union sr_state *s)
{
    return (const struct merv_state *)s;
}

static bool goes_on(const struct thought *t, const union sr_state *s)
{
    return !s->head.over && s->head.turn == t->turn && merv(s)->who == t->seat;
}

static bool step(const struct thought *t, union sr_state *s, bool near);

/* Finishes what a move began, for the player's own good. Benefits that a benefit brings are left
 * alone (near): they are much the same whatever one decides first. */
static int finished(const struct thought *t, const union sr_state *s, sr_move move, bool near)
{
    union sr_state then;
    sr_copy(t->l->rules, &then, s);
    sr_play_unchecked(t->l->rules, &then, move, NULL);
    while (goes_on(t, &then) && (near ? half_done(merv(&then)) : completes(merv(&then))))
        if (!step(t, &then, true))
            break;
    return mason__worth(t->l, merv(&then), t->seat);
}

/* Plays the move that is best when it is finished; false when that is to end the turn. */
static bool step(const struct thought *t, union sr_state *s, bool near)
{
    sr_move list[SR_MOVES_MAX];
    int count = sr_legal(t->l->rules, s, list), best = 0, most = INT32_MIN;
    if (count > 4)
        count = narrow_walls(t->l, merv(s), list, count);
    for (int i = 0; count > 1 && i < count; i++) {
        const int verb = sr_move_verb(list[i]);
        const int worth = verb == MV_END || verb == MV_DONE ? mason__worth(t->l, merv(s), t->seat)
                                                            : finished(t, s, list[i], near);
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    const bool on = sr_move_verb(list[best]) != MV_END;
    if (on || s->head.seats > 1) /* R4.10: alone the end of the turn is always asked */
        sr_play_unchecked(t->l->rules, s, list[best], NULL);
    return on;
}

/* How the position stands at the end of the turn: slot, site and choice are tried all, the steps of
 * an action one after the other. Contracts can wait for the end of the turn (R4.8). */
static int outcome(const struct thought *t, union sr_state *s)
{
    while (goes_on(t, s)) {
        const int phase = merv(s)->phase;
        if (completes(merv(s)) || (phase != PH_SITE && phase != PH_BEFORE)) {
            if (!step(t, s, false))
                break;
            continue;
        }
        sr_move list[SR_MOVES_MAX];
        const int count = sr_legal(t->l->rules, s, list);
        int most = INT32_MIN;
        for (int i = 0; i < count; i++) {
            if (sr_move_verb(list[i]) == MV_CONTRACT)
                continue;
            union sr_state then;
            sr_copy(t->l->rules, &then, s);
            sr_play_unchecked(t->l->rules, &then, list[i], NULL);
            most = sr_max(most, outcome(t, &then));
        }
        return most;
    }
    return mason__standing(t->l, merv(s));
}

/* ---- the queue and the High Courtier --------------------------------------------------------- */

/* R6.1: a place further forward, or the camels it costs. */
static int judge_queue(const struct mason_look *l, const struct merv_state *s, sr_move m)
{
    const int camels = sr_move_bits(m, 8, 8), place = sr_move_bits(m, 16, 8);
    const int there = place >= 1 && place <= MERV_SEATS ? s->queue_camels[place - 1] : 0;
    return (there - camels) * l->t->camel - place * l->t->place;
}

/* R7.2: he goes where he is in the way of others, before they have moved. */
static int judge_courtier_slot(const struct mason_look *l, const struct merv_state *s, sr_move m)
{
    const uint32_t line = merv__lines[s->round - 1][sr_move_bits(m, 8, 8) - 1];
    int worth = 0;
    for (int p = 0; p < s->head.seats; p++) {
        bool moved = false;
        for (int i = 0; i < MERV_SLOTS; i++)
            moved |= s->slots[i] == p;
        if (!moved)
            worth += (p == l->seat ? -2 : 2) * sr_count(s->players[p].sites & line);
    }
    return 4 * worth;
}

/* R7.3: his building takes a site away where others have lines and oneself has none. */
static int judge_courtier_site(const struct mason_look *l, const struct merv_state *s, sr_move m)
{
    const int site = sr_move_bits(m, 8, 8);
    const uint32_t lines = merv__across(1, site) | merv__across(2, site);
    int worth = 0;
    for (int p = 0; p < s->head.seats; p++)
        worth += (p == l->seat ? -1 : 1) * sr_count(s->players[p].sites & lines);
    return worth;
}

/* ---- choosing -------------------------------------------------------------------------------- */

static int judge(const struct thought *t, const union sr_state *s, sr_move m)
{
    const struct merv_state *g = merv(s);
    const int verb = sr_move_verb(m);
    if (!completes(g) && g->phase == PH_HC_SLOT)
        return judge_courtier_slot(t->l, g, m);
    if (!completes(g) && g->phase == PH_HC_SITE)
        return judge_courtier_site(t->l, g, m);
    if (!completes(g) && g->phase == PH_QUEUE)
        return judge_queue(t->l, g, m);
    union sr_state then;
    sr_copy(t->l->rules, &then, s);
    if (verb != MV_END || g->head.seats > 1)
        sr_play_unchecked(t->l->rules, &then, m, NULL);
    if (verb == MV_END)
        return mason__standing(t->l, merv(&then));
    const int later = verb == MV_SLOT ? t->l->t->slot * sr_move_bits(m, 8, 8) : 0;
    return outcome(t, &then) + later;
}

int mason__choose(const struct mason *t, const struct sr_rules *r, const struct sr_view *view,
                  const sr_move *legal, int count)
{
    const struct merv_state *s = (const struct merv_state *)&view->s;
    if (count == 1)
        return 0;
    if (!t)
        t = s->head.seats == 1 ? &mason__alone : s->head.seats == 2 ? &mason__two : &mason__more;
    const struct mason_look look = {t, r, (const struct merv_edition *)r->edition, s->who};
    const struct thought thought = {&look, s->head.turn, s->who};
    struct sr_rng luck; /* what the decks hold is drawn the same for all moves */
    sr_rng_seed(&luck, 1 + s->head.ply);
    union sr_state drawn;
    sr_sample(r, view, &luck, &drawn);
    int best = 0, most = INT32_MIN;
    for (int i = 0; i < count; i++) {
        const int worth = judge(&thought, &drawn, legal[i]);
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return best;
}
