/* tadmor_strategies.c: players of Tadmor that put one source of points first, and defend
 * themselves: they take or block Supply, send the traitor against high towers and the bandits
 * where the others stand. For figures about balance (docs/rules/tadmor.md, R15).
 *
 * A pawn is placed where the plan of the round gains most; in the windows the plan's first step
 * is played. */
#include "lab/tadmor_strategies.h"

#include "ai/features/tadmor_plan.h"

/* ---- placing ------------------------------------------------------------------------- */

static int find(const sr_move *legal, int count, sr_move move)
{
    for (int i = 0; i < count; i++)
        if (legal[i] == move)
            return i;
    return UNSET;
}

static int find_verb(const sr_move *legal, int count, int verb)
{
    for (int i = 0; i < count; i++)
        if (sr_move_verb(legal[i]) == verb)
            return i;
    return UNSET;
}

/* Hundredths of pawns that a raid will spare in a region. */
static int safety(const struct mind *m, int place)
{
    static const uint8_t spared[TAD_REGIONS] = {70, 78, 80, 92, 88, 92, 92};
    if (place >= TAD_SPACES || m->s->holder == SR_NONE || plan__owns(m, TAD_I45))
        return PLAIN;
    const int region = tad__board(m->ed, m->s)->region[place];
    if (region == SR_NONE || region == m->s->attacked)
        return PLAIN;
    if (m->s->holder == m->seat)
        return region == m->s->held && !plan__owns(m, TAD_I7) ? 0 : PLAIN;
    return m->s->head.seats == 2 ? (PLAIN + spared[region]) / 2 : spared[region];
}

static int place(const struct mind *m, const sr_move *legal, int count, struct sr_rng *rng)
{
    struct work k = plan__survey(m);
    k.later = GOODS_A_PAWN * (m->me->reserve[TAD_CAMEL] + m->me->reserve[TAD_BOAT] - 1);
    const int before = plan__worth(m, k);
    int best = 0, most = INT32_MIN;
    for (int i = 0; i < count; i++) {
        const int verb = sr_move_verb(legal[i]);
        int gain = -1000;
        if (verb == TAD_V_CAMEL || verb == TAD_V_BOAT) {
            struct work with = k;
            plan__add_pawn(m, &with, sr_move_a(legal[i]), verb == TAD_V_BOAT);
            gain = (plan__worth(m, with) - before) * safety(m, sr_move_a(legal[i])) / 10;
            gain += (int)sr_rng_below(rng, 20); /* hundredths of a point */
        } else if (verb == TAD_V_FLIP) {
            const int card = sr_move_bits(legal[i], 8, 5);
            gain = TAD_BIT(card) & TAD_PAWN_FAVOURS && m->left >= 2 ? 100000 : -2000;
        }
        if (gain > most) {
            most = gain;
            best = i;
        }
    }
    return best;
}

/* Where the others, above all the leader, are likely to stand, and oneself not. */
static int bandits(const struct mind *m, const sr_move *legal, int count, struct sr_rng *rng)
{
    static const uint8_t draws[ROADS][TAD_REGIONS] = {
        {8, 12, 14, 4, 10, 3, 3},
        {14, 12, 3, 5, 4, 9, 9},
        {16, 4, 6, 5, 5, 5, 5},
        {5, 3, 2, 8, 12, 12, 12},
    };
    int best = 0, most = INT32_MIN;
    for (int i = 0; i < count; i++) {
        const int region = sr_move_a(legal[i]);
        int gain = (int)sr_rng_below(rng, 40);
        for (int p = 0; p < m->s->head.seats; p++) {
            const struct tad_player *o = &m->s->player[p];
            int rares = 0, part[ROADS];
            for (int r = 0; r < TAD_RARES; r++)
                rares += o->rare[r];
            part[TOWER] = 1 + o->tower;
            part[TEMPLE] = 1 + 2 * o->temples[0] + 4 * (o->temples[1] + o->temples[2]);
            part[MISSIONS] = 1 + 2 * tad__bits(o->done | o->flipped) + o->cards / 2;
            part[RARES] = 1 + 2 * rares;
            int sum = 0, all = 0;
            for (int road = 0; road < ROADS; road++) {
                sum += part[road] * draws[road][region];
                all += part[road];
            }
            const int likely = 10 * sum / all;
            gain += p == m->seat                      ? -likely / 2
                    : m->score[p] > m->score[m->seat] ? likely
                                                      : likely / 2;
        }
        if (gain > most) {
            most = gain;
            best = i;
        }
    }
    return best;
}

/* A bundle of goods to part with (sign -1) or to get (+1), one by one as the plan likes best. */
static int bundle(const struct mind *m, const sr_move *legal, int count, int sign)
{
    struct work k = plan__survey(m);
    int wanted[TAD_GOODS] = {0};
    for (int n = m->s->ask.left; n > 0; n--) {
        int best = UNSET, most = INT32_MIN;
        for (int g = m->s->ask.from; g < TAD_GOODS; g++) {
            struct work trial = k;
            int *zone = sign > 0 || trial.fixed[g] ? trial.fixed : trial.store;
            zone[g] += sign;
            if (zone[g] < 0)
                continue;
            const int worth = plan__worth(m, trial);
            if (worth > most) {
                most = worth;
                best = g;
            }
        }
        if (best < 0)
            break;
        int *zone = sign > 0 || k.fixed[best] ? k.fixed : k.store;
        zone[best] += sign;
        wanted[best]++;
    }
    for (int g = m->s->ask.from; g < TAD_GOODS; g++) {
        const int at =
            wanted[g] ? find(legal, count, sr_move_make(sr_move_verb(legal[0]), g, wanted[g], 0))
                      : UNSET;
        if (at >= 0)
            return at;
    }
    return 0;
}

/* Goods left out of a cost: the dearest. The answers go from wood to gold. */
static int spare(const struct mind *m, const sr_move *legal, int count)
{
    int left = m->s->ask.left, wanted[TAD_GOODS] = {0};
    for (int g = TAD_GOODS - 1; g >= 0; g--) {
        wanted[g] = sr_min(left, m->s->ask.cost[g]);
        left -= wanted[g];
    }
    for (int g = m->s->ask.from; g < TAD_GOODS; g++) {
        const int at =
            wanted[g] ? find(legal, count, sr_move_make(TAD_V_SPARE, g, wanted[g], 0)) : UNSET;
        if (at >= 0)
            return at;
    }
    return count - 1;
}

static int best_of(const struct mind *m, const sr_move *legal, int count,
                   int (*worth)(const struct mind *, int), int verb)
{
    int best = UNSET;
    for (int i = 0; i < count; i++)
        if (sr_move_verb(legal[i]) == verb &&
            (best < 0 || worth(m, sr_move_a(legal[i])) > worth(m, sr_move_a(legal[best]))))
            best = i;
    return best;
}

static int pick_worth(const struct mind *m, int kind)
{
    return plan__rare(m, m->me->rare, kind, false);
}

/* What a favour gains beyond the half of the card it costs. */
static int favour_worth(const struct mind *m, sr_move move)
{
    const int card = sr_move_bits(move, 8, 5);
    const int price = plan__weigh(m, MISSIONS, 5 * m->ed->mission_value[card]);
    const struct work k = plan__survey(m);
    int worth = 0;
    if (TAD_BIT(card) & TAD_PAWN_FAVOURS)
        worth = 25 * m->left;
    if (TAD_BIT(card) & TAD_TILE_FAVOURS)
        worth = m->left * (card == TAD_K15 ? 26 : 14);
    if (TAD_BIT(card) & TAD_GOODS_FAVOURS) {
        struct work with = k;
        with.later += m->ed->favour_goods;
        worth = m->s->phase == TAD_AT_BUILD ? plan__worth(m, with) - plan__worth(m, k) +
                                                  LATER_GOOD * m->ed->favour_goods / 2
                                            : 0;
    }
    if (card == TAD_K1 || card == TAD_K2)
        for (int i = 0; i < TAD_RARES; i++)
            worth = m->s->rare_left[i] ? sr_max(worth, pick_worth(m, i)) : worth;
    if ((card == TAD_K3 || card == TAD_K4) && k.section < TAD_SECTIONS)
        worth = plan__section(m, k.section) + (k.section ? 15 : -20);
    if (card == TAD_K7 || card == TAD_K8)
        worth = m->ed->favour_floors[card - TAD_K7] * plan__floor(m, m->me->tower);
    if (card == TAD_K20) {
        const int victim = sr_move_bits(move, 13, 3) - 1;
        const int floors = sr_min(m->ed->favour_fall, m->s->player[victim].tower);
        worth = plan__harm(m, victim, floors * (20 * m->moments + 5 * m->left));
    }
    if (card == TAD_K21 || card == TAD_K22)
        worth = m->left >= 2 && m->me->cards < 2 ? m->ed->favour_cards * plan__draw(m) : 0;
    return worth - price;
}

static int favour(const struct mind *m, const sr_move *legal, int count)
{
    int best = UNSET, most = 0;
    for (int i = 0; i < count; i++) {
        const int worth = sr_move_verb(legal[i]) == TAD_V_FLIP ? favour_worth(m, legal[i]) : 0;
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return best;
}

static int improve(const struct mind *m, const sr_move *legal, int count)
{
    const int best = best_of(m, legal, count, plan__tile, TAD_V_BUY);
    const int collect = find_verb(legal, count, TAD_V_COLLECT);
    if (best >= 0 && plan__tile(m, sr_move_a(legal[best])) > 8 * m->ed->price[m->s->era - 1])
        return best;
    return best < 0 && collect >= 0 ? collect : find_verb(legal, count, TAD_V_DONE);
}

static sr_move job_move(const struct mind *m, const struct job *j)
{
    const int section = plan__survey(m).section;
    switch (j->kind) {
    case JOB_SERIES:
        return TAD_V_SERIES;
    case JOB_SECTION:
        return sr_move_make(TAD_V_TEMPLE, j->arg, section, 0);
    case JOB_MISSION:
        return sr_move_make(TAD_V_COMPLETE, j->arg, 0, 0);
    case JOB_DRAW:
        return TAD_V_DRAW;
    case JOB_RARE:
        return sr_move_make(TAD_V_RARE, j->arg, j->tribute, 0);
    default:
        return TAD_V_PAY_TAX;
    }
}

/* A construction or kingdom turn: traitor first, then the jobs of the plan, the exchanges they need
 * before them. Floors are named all at once, so those the goods allow are counted first. */
static int build(const struct mind *m, const sr_move *legal, int count)
{
    const int traitor = find(legal, count, sr_move_make(TAD_V_TRAITOR, m->highest, 0, 0));
    if (traitor >= 0 && !m->st->meek)
        return traitor;
    const int flip = favour(m, legal, count);
    if (flip >= 0)
        return flip;
    struct work k = plan__survey(m);
    if (m->s->phase == TAD_AT_KINGDOM)
        memset(k.pawns, 0, sizeof k.pawns);
    int floors = 0;
    for (int i = 0; i < 24; i++) {
        const struct job j = plan__best_job(m, &k);
        if (j.kind == JOB_NONE)
            break;
        const bool tax = j.kind == JOB_TAX && m->s->phase != TAD_AT_KINGDOM;
        k.stepped = false;
        plan__carry_out(m, &k, &j);
        if (tax || (floors && j.kind != JOB_FLOOR))
            continue; /* the gold is set aside */
        const int step = k.stepped ? find(legal, count, k.step) : UNSET;
        const int at = j.kind == JOB_FLOOR ? UNSET : find(legal, count, job_move(m, &j));
        if (step >= 0 || at >= 0)
            return step >= 0 ? step : at;
        floors += j.kind == JOB_FLOOR;
    }
    for (; floors > 0; floors--) {
        const int at = find(legal, count, sr_move_make(TAD_V_FLOORS, floors, 0, 0));
        if (at >= 0)
            return at;
    }
    return UNSET;
}

static int kingdom(const struct mind *m, const sr_move *legal, int count)
{
    static const uint8_t order[] = {TAD_V_SUPPLY, TAD_V_FIRST, TAD_V_EXEMPT, TAD_V_PAY_TAX};
    const int supply = m->me->tower - m->low;
    for (size_t i = 0; i < sizeof order; i++) {
        const int at = find_verb(legal, count, order[i]);
        if (at < 0 || (order[i] == TAD_V_SUPPLY && supply < 3 && m->s->era > 1))
            continue;
        return at;
    }
    const int job = build(m, legal, count);
    if (job >= 0)
        return job;
    const int refuse = find_verb(legal, count, TAD_V_REFUSE_TAX);
    return refuse >= 0 ? refuse : find_verb(legal, count, TAD_V_DONE);
}

static int start(const struct mind *m, const sr_move *legal, int count)
{
    static const uint8_t liked[ROADS][TAD_START_TILES] = {
        {4, 1, 3, 2}, {4, 2, 3, 1}, {2, 3, 1, 4}, {1, 3, 2, 4}};
    int best = 0, road = MISSIONS, most = 0;
    for (int i = 0; i < ROADS; i++)
        if (m->st->weight[i] > most) {
            most = m->st->weight[i];
            road = i;
        }
    for (int i = 1; i < count; i++) {
        const int a = sr_move_a(legal[i]), b = sr_move_a(legal[best]);
        if (a < TAD_START_TILES && b < TAD_START_TILES ? liked[road][a] > liked[road][b]
                                                       : plan__tile(m, a) > plan__tile(m, b))
            best = i;
    }
    return best;
}

static int choose(const struct strategy *st, const struct sr_rules *r, const struct sr_view *view,
                  const sr_move *legal, int count, struct sr_rng *rng)
{
    if (strcmp(r->game->id, "tadmor") != 0)
        return (int)sr_rng_below(rng, (uint32_t)count);
    const struct tad_state *s = (const struct tad_state *)&view->s;
    struct sr_scores sc;
    tad__scores(r->edition, s, &sc);
    const struct mind m = plan__look(st, r->edition, s, s->active, &sc);
    int at = UNSET;
    switch (tad__decision(s)) {
    case TAD_AT_BONUS:
        at = (int)sr_rng_below(rng, (uint32_t)count);
        break;
    case TAD_AT_START:
        at = start(&m, legal, count);
        break;
    case TAD_AT_PLACE:
        at = place(&m, legal, count, rng);
        break;
    case TAD_AT_BANDIT:
        at = bandits(&m, legal, count, rng);
        break;
    case TAD_AT_IMPROVE:
        at = improve(&m, legal, count);
        break;
    case TAD_AT_LATE:
        at = favour(&m, legal, count);
        break;
    case TAD_AT_BUILD:
        at = build(&m, legal, count);
        break;
    case TAD_AT_KINGDOM:
        at = kingdom(&m, legal, count);
        break;
    case TAD_D_SPARE:
        at = spare(&m, legal, count);
        break;
    case TAD_D_GAIN:
        at = bundle(&m, legal, count, 1);
        break;
    case TAD_D_PAY:
    case TAD_D_DROP:
        at = bundle(&m, legal, count, -1);
        break;
    case TAD_D_RARE:
        at = best_of(&m, legal, count, pick_worth, TAD_V_PICK);
        break;
    case TAD_D_TAKE:
        at = best_of(&m, legal, count, plan__tile, TAD_V_TAKE);
        break;
    default:
        break;
    }
    return at >= 0 ? at : count - 1; /* the way out comes last */
}

/* ---- the players --------------------------------------------------------------------- */

#define STRATEGIES(X)                                                                              \
    X(tower, "tower", 150, 80, 80, 80, false)                                                      \
    X(temple, "temple", 80, 150, 80, 80, false)                                                    \
    X(missions, "missions", 80, 80, 150, 80, false)                                                \
    X(rares, "rares", 80, 80, 80, 150, false)                                                      \
    X(mixed, "mixed", 100, 100, 100, 100, false)                                                   \
    X(tower_pure, "tower-pure", 250, 60, 60, 60, false)                                            \
    X(temple_pure, "temple-pure", 60, 250, 60, 60, false)                                          \
    X(missions_pure, "missions-pure", 60, 60, 250, 60, false)                                      \
    X(rares_pure, "rares-pure", 60, 60, 60, 250, false)                                            \
    X(tower_meek, "tower-meek", 150, 80, 80, 80, true)                                             \
    X(temple_meek, "temple-meek", 80, 150, 80, 80, true)                                           \
    X(missions_meek, "missions-meek", 80, 80, 150, 80, true)                                       \
    X(rares_meek, "rares-meek", 80, 80, 80, 150, true)

#define DEFINE(name, id, a, b, c, d, meek)                                                         \
    static int choose_##name(const struct sr_rules *r, const struct sr_view *view,                 \
                             const sr_move *legal, int count, struct sr_rng *rng)                  \
    {                                                                                              \
        static const struct strategy st = {{a, b, c, d}, meek};                                    \
        return choose(&st, r, view, legal, count, rng);                                            \
    }
STRATEGIES(DEFINE)

#define ROW(name, id, a, b, c, d, meek)                                                            \
    {"tadmor:" id, "Tadmor by one road", choose_##name, {.visits = SR_SCRIPTED}},
const struct sr_bot lab_tadmor_strategies[] = {STRATEGIES(ROW){.id = NULL}};
