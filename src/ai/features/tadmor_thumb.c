/* tadmor_thumb.c: Tadmor by a plan for the round: pawns go where the plan gains most and where the
 * others, above all a leader, want to go; in the windows the plan's first step is played, the
 * traitor is sent against high towers and the bandits where the others stand. */
#include "ai/features/tadmor_thumb.h"

const struct strategy scheme__plain = {{PLAIN, PLAIN, PLAIN, PLAIN}};

struct mind scheme__look(const struct strategy *st, const struct sr_rules *r,
                         const struct tad_state *s, int seat)
{
    struct sr_scores sc;
    tadmor__add_up((const struct tad_edition *)r->edition, s, &sc);
    return plan__look(st, (const struct tad_edition *)r->edition, s, seat, sc.total);
}

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

static bool is_placement(sr_move move)
{
    return sr_move_verb(move) == TAD_V_CAMEL || sr_move_verb(move) == TAD_V_BOAT;
}

/* Hundredths of pawns that a raid will spare in a region. */
static int safety(const struct mind *m, int place)
{
    static const uint8_t by_water[TAD_REGIONS] = {0, 0, 0, 92, 88, 92, 92};
    if (place >= TAD_SPACES || m->s->holder == SR_NONE || plan__owns(m, TAD_I45))
        return PLAIN;
    const int region = tadmor__board(m->ed, m->s)->region[place];
    if (region == SR_NONE || region == m->s->attacked)
        return PLAIN;
    if (m->s->holder == m->seat)
        return region == m->s->held && !plan__owns(m, TAD_I7) ? 0 : PLAIN;
    const int spared = by_water[region] ? by_water[region] : m->table->spared[region];
    return m->s->head.seats == 2 ? (PLAIN + spared) / 2 : spared;
}

/* What a pawn on the place adds to a plan. Spaces with the same action add the same, so each is
 * reckoned once; and by camel and boat it is only what they collect that differs. */
struct ledger {
    struct work k, done; /* before and after the plan */
    int before;          /* its worth */
    uint32_t known[TAD_KINDS]; /* of which actions */
    int gain[TAD_KINDS][TAD_ACTIONS];
};

static void open_ledger(const struct mind *m, struct ledger *l)
{
    memset(l->known, 0, sizeof l->known);
    l->k = l->done = plan__expect(m);
    l->before = plan__worth(m, &l->done);
}

static int gain_at(const struct mind *m, struct ledger *l, int place, int kind)
{
    const int action =
        place < TAD_SPACES ? tadmor__board(m->ed, m->s)->action[place] : TAD_NO_ACTION;
    const uint32_t bit = TAD_BIT(action);
    const int like = bit & TAD_COLLECT_ACTS ? kind : TAD_CAMEL;
    if (action != TAD_NO_ACTION && l->known[like] & bit)
        return l->gain[like][action];
    const bool quiet = bit & PLAN_QUIET_ACTS; /* the jobs stay as they are */
    struct work with = quiet ? l->done : l->k;
    plan__add_pawn(m, &with, place, kind == TAD_BOAT);
    l->known[like] |= bit;
    return l->gain[like][action] = quiet ? plan__rest(m, &with) - plan__rest(m, &l->done)
                                         : plan__worth(m, &with) - l->before;
}

/* Points that a player has, will have from the floors that stand, and plans to get this round. */
static int standing(const struct mind *m, const struct ledger *l)
{
    return l->before + 10 * m->score[m->seat] + 20 * (m->moments - 1) * m->me->tower;
}

/* What the others are taken for by the plain player. */
static const struct strategy wisher = {.weight = {PLAIN, PLAIN, PLAIN, PLAIN}, .meek = true};

/* What it is worth to be there before the others: a share of what the one who wants the place most
 * would gain, and more of it if he leads. */
static void rivalry(const struct mind *m, const struct ledger *own, const sr_move *legal, int count,
                    int *out)
{
    enum { LEADER = 50, CLEAR_LEAD = 300 };
    const struct strategy *rivals = m->st->rivals ? m->st->rivals : &wisher;
    memset(out, 0, (size_t)count * sizeof *out);
    for (int p = 0; p < m->s->head.seats && !m->st->meek; p++) {
        const uint8_t *reserve = m->s->player[p].reserve;
        if (p == m->seat || reserve[TAD_CAMEL] + reserve[TAD_BOAT] == 0)
            continue;
        const struct mind o = plan__look(rivals, m->ed, m->s, p, m->score);
        struct ledger l;
        open_ledger(&o, &l);
        const int lead = sr_max(0, sr_min(standing(&o, &l) - standing(m, own), CLEAR_LEAD));
        const int share = m->table->urge + LEADER * lead / CLEAR_LEAD;
        for (int i = 0; i < count; i++) {
            const int kind = sr_move_verb(legal[i]) == TAD_V_BOAT, at = sr_move_a(legal[i]);
            if (is_placement(legal[i]) && at < TAD_SPACES && reserve[kind])
                out[i] = sr_max(out[i], gain_at(&o, &l, at, kind) * share / PLAIN);
        }
    }
}

void scheme__places(const struct mind *m, const sr_move *legal, int count, struct sr_rng *rng,
                    int *out)
{
    struct ledger own;
    int rival[SR_MOVES_MAX];
    open_ledger(m, &own);
    rivalry(m, &own, legal, count, rival);
    for (int i = 0; i < count; i++) {
        out[i] = -1000;
        if (is_placement(legal[i])) {
            const int kind = sr_move_verb(legal[i]) == TAD_V_BOAT, at = sr_move_a(legal[i]);
            out[i] = gain_at(m, &own, at, kind) * safety(m, at) / 10 + 10 * rival[i];
            out[i] += (int)sr_rng_below(rng, 20);
        } else if (sr_move_verb(legal[i]) == TAD_V_FLIP) {
            const int card = tad_flip_mission(legal[i]);
            out[i] = TAD_BIT(card) & TAD_PAWN_FAVOURS && m->left >= 2 ? 100000 : -2000;
        }
    }
}

int scheme__most(const int *gain, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (gain[i] > gain[best])
            best = i;
    return best;
}

static int place(const struct mind *m, const sr_move *legal, int count, struct sr_rng *rng)
{
    int gain[SR_MOVES_MAX];
    scheme__places(m, legal, count, rng, gain);
    return scheme__most(gain, count);
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
            part[MISSIONS] = 1 + 2 * sr_count(o->done | o->flipped) + o->cards / 2;
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

/* One good more (sign 1) or less (-1), those exchanged before the others; false: there is none. */
static bool shift(struct purse *p, int good, int sign)
{
    uint64_t *zone = sign > 0 || plan__good(p->fixed, good) ? &p->fixed : &p->store;
    if (sign < 0 && plan__good(*zone, good) == 0)
        return false;
    *zone += sign > 0 ? plan__goods(good, 1) : -plan__goods(good, 1);
    return true;
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
            if (!shift(&trial.purse, g, sign))
                continue;
            const int worth = plan__worth(m, &trial);
            if (worth > most) {
                most = worth;
                best = g;
            }
        }
        if (best < 0)
            break;
        shift(&k.purse, best, sign);
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
    const int card = tad_flip_mission(move);
    const int price = plan__weigh(m, MISSIONS, 5 * m->ed->mission_value[card]);
    const struct work k = plan__survey(m);
    int worth = 0;
    if (TAD_BIT(card) & TAD_PAWN_FAVOURS)
        worth = 25 * m->left;
    if (TAD_BIT(card) & TAD_TILE_FAVOURS)
        worth = m->left * (card == TAD_K15 ? 26 : 14);
    if (TAD_BIT(card) & TAD_GOODS_FAVOURS) {
        struct work with = k, without = k;
        with.purse.later += m->ed->favour_goods;
        worth = m->s->phase == TAD_AT_BUILD ? plan__worth(m, &with) - plan__worth(m, &without) +
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
        const int victim = tad_flip_victim(move);
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
        plan__send_home(&k);
    struct choice c;
    int floors = 0;
    for (int i = 0; i < JOBS_MAX && plan__best_job(m, &k, &c); i++) {
        const bool tax = c.job.kind == JOB_TAX && m->s->phase != TAD_AT_KINGDOM;
        plan__carry_out(m, &k, &c);
        if (tax || (floors && c.job.kind != JOB_FLOOR))
            continue; /* the gold is set aside */
        const int step = k.purse.stepped ? find(legal, count, k.purse.step) : UNSET;
        const int at = c.job.kind == JOB_FLOOR ? UNSET : find(legal, count, job_move(m, &c.job));
        if (step >= 0 || at >= 0)
            return step >= 0 ? step : at;
        floors += c.job.kind == JOB_FLOOR;
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

/* Bonus goods of those who do not begin: the base good as the table says, and marble. With four
 * players the wood of the last decides most: with stone he leaves the first floors to the first. */
static int bonus(const struct mind *m, const sr_move *legal, int count)
{
    const int at = find(legal, count, sr_move_make(TAD_V_BONUS, m->table->bonus, 0, 0));
    return at >= 0 ? at : find(legal, count, sr_move_make(TAD_V_BONUS, TAD_MARBLE, 0, 0));
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

int scheme__decide(const struct strategy *st, const struct sr_rules *r, const struct tad_state *s,
                   const sr_move *legal, int count, struct sr_rng *rng)
{
    const struct mind m = scheme__look(st, r, s, s->active);
    int at = UNSET;
    switch (tadmor__decision(s)) {
    case TAD_AT_BONUS:
        at = bonus(&m, legal, count);
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
