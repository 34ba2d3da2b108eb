/* tadmor_players.c: players of Tadmor that put one source of points first, and defend
 * themselves (tadmor_thumb.h). For figures about balance (docs/rules/tadmor.md, R15). */
#include "ai/features/tadmor_thumb.h"
#include "lab/players.h"

/* ---- an even judgement --------------------------------------------------------------- */

/* What the roads are worth to a player who puts none first, how the others count for him and where
 * he fears a raid, by the number of players. Found by climbing: one player with values drawn around
 * those of the others won more or less than his share, and the values moved the way that wins. It
 * pays to leave harm to others alone, the more the more players there are; the keen do it all the
 * same. The plain player (tadmor_thumb.h) stays as the network knows it. */
#define TABLE(FIRST, URGE, HARM, BONUS, ...)                                                       \
    {.first = (FIRST), .urge = (URGE), .harm = (HARM), .bonus = (BONUS), .spared = {__VA_ARGS__}}
enum { LEAST = 2 };
static const struct {
    struct table table[2]; /* as a rule; keen */
    struct strategy rivals;
} even[TAD_SEATS + 1 - LEAST] = {
    {{TABLE(10, 45, 57, TAD_STONE, 69, 75, 79), TABLE(10, 115, 57, TAD_STONE, 69, 75, 79)},
     {.weight = {107, 109, 89, 57}, .meek = true}},
    {{TABLE(56, 10, 21, TAD_STONE, 34, 18, 55), TABLE(56, 55, 21, TAD_STONE, 34, 18, 55)},
     {.weight = {121, 133, 85, 24}, .meek = true}},
    {{TABLE(53, 2, 22, TAD_WOOD, 1, 44, 89), TABLE(53, 25, 22, TAD_WOOD, 1, 44, 89)},
     {.weight = {94, 157, 114, 60}, .meek = true}},
};

/* The strategy as it plays: its weights on top of the even ones. */
static struct strategy among(const struct strategy *st, int seats)
{
    struct strategy own = *st;
    own.table = &even[seats - LEAST].table[st->keen];
    own.rivals = &even[seats - LEAST].rivals;
    for (int i = 0; i < ROADS; i++)
        own.weight[i] = st->weight[i] * own.rivals->weight[i] / PLAIN;
    return own;
}

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
    const struct strategy others = among(&scheme__plain, s->head.seats);
    while (!s->head.over && s->round <= last) {
        sr_move legal[SR_MOVES_MAX];
        const int count = sr_legal(r, state, legal);
        SR_ASSERT(count > 0);
        const struct strategy *who = s->active == seat ? st : &others;
        const int i = count > 1 ? scheme__decide(who, r, s, legal, count, rng) : 0;
        sr_play_unchecked(r, state, legal[i], NULL);
    }
    int best = INT32_MIN, all = 0;
    SR_ASSERT(s->head.seats > 1);
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
    scheme__places(&m, legal, count, rng, gain);
    SR_ASSERT(count > 0);
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
    if (!lab_at_home(r, "tadmor"))
        return (int)sr_rng_below(rng, (uint32_t)count);
    const struct tad_state *s = (const struct tad_state *)&view->s;
    const struct strategy own = among(st, s->head.seats);
    if (st->deep && s->era == 1 && s->phase == TAD_AT_PLACE)
        return place_deep(&own, r, view, legal, count, rng);
    return scheme__decide(&own, r, s, legal, count, rng);
}

/* ---- the players --------------------------------------------------------------------- */

#define AS_A_RULE .meek = false
#define MEEK .meek = true
#define KEEN .keen = true
#define DEEP .deep = true

#define STRATEGIES(X)                                                                              \
    X(tower, "tower", 150, 80, 80, 80, AS_A_RULE)                                                  \
    X(temple, "temple", 80, 150, 80, 80, AS_A_RULE)                                                \
    X(missions, "missions", 80, 80, 150, 80, AS_A_RULE)                                            \
    X(rares, "rares", 80, 80, 80, 150, AS_A_RULE)                                                  \
    X(mixed, "mixed", 100, 100, 100, 100, AS_A_RULE)                                               \
    X(tower_deep, "tower-deep", 150, 80, 80, 80, DEEP)                                             \
    X(temple_deep, "temple-deep", 80, 150, 80, 80, DEEP)                                           \
    X(missions_deep, "missions-deep", 80, 80, 150, 80, DEEP)                                       \
    X(rares_deep, "rares-deep", 80, 80, 80, 150, DEEP)                                             \
    X(mixed_deep, "mixed-deep", 100, 100, 100, 100, DEEP)                                          \
    X(tower_pure, "tower-pure", 250, 60, 60, 60, AS_A_RULE)                                        \
    X(temple_pure, "temple-pure", 60, 250, 60, 60, AS_A_RULE)                                      \
    X(missions_pure, "missions-pure", 60, 60, 250, 60, AS_A_RULE)                                  \
    X(rares_pure, "rares-pure", 60, 60, 60, 250, AS_A_RULE)                                        \
    X(tower_meek, "tower-meek", 150, 80, 80, 80, MEEK)                                             \
    X(temple_meek, "temple-meek", 80, 150, 80, 80, MEEK)                                           \
    X(missions_meek, "missions-meek", 80, 80, 150, 80, MEEK)                                       \
    X(rares_meek, "rares-meek", 80, 80, 80, 150, MEEK)                                             \
    X(mixed_keen, "mixed-keen", 100, 100, 100, 100, KEEN)

#define DEFINE(name, id, a, b, c, d, manner)                                                       \
    static int choose_##name(const struct sr_rules *r, const struct sr_view *view,                 \
                             const sr_move *legal, int count, struct sr_rng *rng)                  \
    {                                                                                              \
        static const struct strategy st = {.weight = {a, b, c, d}, manner};                        \
        return choose(&st, r, view, legal, count, rng);                                            \
    }
STRATEGIES(DEFINE)

#define ROW(name, id, a, b, c, d, manner)                                                          \
    {"tadmor:" id, "Tadmor by one road", choose_##name, {.visits = SR_SCRIPTED}},
const struct sr_bot lab_tadmor_players[] = {STRATEGIES(ROW){.id = NULL}};
