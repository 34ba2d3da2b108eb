/* tadmor_strategies.c: players of Tadmor that put one source of points first, and defend
 * themselves (tadmor_thumb.h). For figures about balance (docs/rules/tadmor.md, R15). */
#include "lab/tadmor_strategies.h"

#include "ai/features/tadmor_thumb.h"

/* ---- a round deeper ------------------------------------------------------------------ */

/* What a player has: points, those of floors and pawns in the rounds to come, goods and cards. */
static int wealth(const struct sr_rules *r, const struct tad_state *s, int seat)
{
    const struct mind m = scheme__look(&scheme__plain, r, s, seat);
    int worth = 10 * m.score[seat] + 20 * (m.moments - 1) * m.me->tower + 15 * m.me->cards;
    worth += (CAMEL * m.me->owned[TAD_CAMEL] + BOAT * m.me->owned[TAD_BOAT]) * (m.left + 1);
    for (int g = 0; g < TAD_GOODS; g++)
        worth += good_worth[g] * m.me->goods[g];
    for (int t = 0; t < TAD_TILES; t++)
        worth += plan__owns(&m, t) ? plan__tile(&m, t) : 0;
    return worth;
}

/* Plays the position on to the end of the next round, everybody by his plan, and tells how the seat
 * stands then: against the best of the others, and against all. */
static int play_on(const struct strategy *st, const struct sr_rules *r, union sr_state *state,
                   int seat, struct sr_rng *rng)
{
    const struct tad_state *s = (const struct tad_state *)state;
    const int last = s->round + 1;
    while (!s->head.over && s->round <= last) {
        sr_move legal[SR_MOVES_MAX];
        const int count = sr_legal(r, state, legal);
        const struct strategy *who = s->active == seat ? st : &scheme__plain;
        const int i = count > 1 ? scheme__decide(who, r, s, legal, count, rng) : 0;
        sr_play_unchecked(r, state, legal[i], NULL);
    }
    int best = INT32_MIN, all = 0;
    for (int p = 0; p < s->head.seats; p++) {
        const int worth = p == seat ? INT32_MIN : wealth(r, s, p);
        best = sr_max(best, worth);
        all += p == seat ? 0 : worth;
    }
    return 2 * wealth(r, s, seat) - best - all / (s->head.seats - 1);
}

/* The placements that look best are tried in the same drawn positions; after every few trials the
 * worst one is left out. */
static int place_deep(const struct strategy *st, const struct sr_rules *r,
                      const struct sr_view *view, const sr_move *legal, int count,
                      struct sr_rng *rng)
{
    enum { TRIED = 6, DRAWS = 3 };
    const struct tad_state *s = (const struct tad_state *)&view->s;
    const struct mind m = scheme__look(st, r, s, s->active);
    int gain[SR_MOVES_MAX], tried[TRIED], sum[TRIED] = {0}, n = 0;
    scheme__places(&m, r, legal, count, rng, gain);
    for (; n < TRIED && n < count; n++) {
        tried[n] = scheme__most(gain, count);
        gain[tried[n]] = INT32_MIN;
    }
    while (n > 1) {
        for (int draw = 0; draw < DRAWS; draw++) {
            union sr_state drawn;
            sr_sample(r, view, rng, &drawn);
            const struct sr_rng luck = *rng;
            for (int i = 0; i < n; i++) {
                union sr_state state;
                sr_copy(r, &state, &drawn);
                struct sr_rng same = luck;
                sr_play_unchecked(r, &state, legal[tried[i]], NULL);
                sum[i] += play_on(st, r, &state, m.seat, &same);
            }
        }
        int worst = 0;
        for (int i = 1; i < n; i++)
            if (sum[i] < sum[worst])
                worst = i;
        n--;
        sum[worst] = sum[n];
        tried[worst] = tried[n];
    }
    return tried[0];
}

static int choose(const struct strategy *st, const struct sr_rules *r, const struct sr_view *view,
                  const sr_move *legal, int count, struct sr_rng *rng)
{
    if (strcmp(r->game->id, "tadmor") != 0)
        return (int)sr_rng_below(rng, (uint32_t)count);
    const struct tad_state *s = (const struct tad_state *)&view->s;
    if (st->deep && s->era == 1 && s->phase == TAD_AT_PLACE)
        return place_deep(st, r, view, legal, count, rng);
    return scheme__decide(st, r, s, legal, count, rng);
}

/* ---- the players --------------------------------------------------------------------- */

#define STRATEGIES(X)                                                                              \
    X(tower, "tower", 150, 80, 80, 80, false, false)                                               \
    X(temple, "temple", 80, 150, 80, 80, false, false)                                             \
    X(missions, "missions", 80, 80, 150, 80, false, false)                                         \
    X(rares, "rares", 80, 80, 80, 150, false, false)                                               \
    X(mixed, "mixed", 100, 100, 100, 100, false, false)                                            \
    X(tower_deep, "tower-deep", 150, 80, 80, 80, false, true)                                      \
    X(temple_deep, "temple-deep", 80, 150, 80, 80, false, true)                                    \
    X(missions_deep, "missions-deep", 80, 80, 150, 80, false, true)                                \
    X(rares_deep, "rares-deep", 80, 80, 80, 150, false, true)                                      \
    X(mixed_deep, "mixed-deep", 100, 100, 100, 100, false, true)                                   \
    X(tower_pure, "tower-pure", 250, 60, 60, 60, false, false)                                     \
    X(temple_pure, "temple-pure", 60, 250, 60, 60, false, false)                                   \
    X(missions_pure, "missions-pure", 60, 60, 250, 60, false, false)                               \
    X(rares_pure, "rares-pure", 60, 60, 60, 250, false, false)                                     \
    X(tower_meek, "tower-meek", 150, 80, 80, 80, true, false)                                      \
    X(temple_meek, "temple-meek", 80, 150, 80, 80, true, false)                                    \
    X(missions_meek, "missions-meek", 80, 80, 150, 80, true, false)                                \
    X(rares_meek, "rares-meek", 80, 80, 80, 150, true, false)

#define DEFINE(name, id, a, b, c, d, meek, deep)                                                   \
    static int choose_##name(const struct sr_rules *r, const struct sr_view *view,                 \
                             const sr_move *legal, int count, struct sr_rng *rng)                  \
    {                                                                                              \
        static const struct strategy st = {{a, b, c, d}, meek, deep};                              \
        return choose(&st, r, view, legal, count, rng);                                            \
    }
STRATEGIES(DEFINE)

#define ROW(name, id, a, b, c, d, meek, deep)                                                      \
    {"tadmor:" id, "Tadmor by one road", choose_##name, {.visits = SR_SCRIPTED}},
const struct sr_bot lab_tadmor_strategies[] = {STRATEGIES(ROW){.id = NULL}};
