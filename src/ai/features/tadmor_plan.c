/* tadmor_plan.c: the plan of a strategy player: what the goods at hand, the pawns that wait and the
 * licences to exchange can still do this round, the best job first. */
#include "ai/features/tadmor_plan.h"

/* What changes with the number of players; found by play against other values. */
const struct table plan__table[TAD_SEATS + 1] = {
    {.first = 0},
    {.first = 0},
    {.first = 15, .urge = 30, .harm = 80, .bonus = TAD_STONE, .spared = {70, 78, 80}},
    {.first = 32, .urge = 25, .harm = 50, .bonus = TAD_STONE, .spared = {70, 78, 80}},
    {.first = 42, .urge = 10, .harm = 40, .bonus = TAD_WOOD, .spared = {70, 78, 80}},
};

/* ---- the position -------------------------------------------------------------------- */

int plan__weigh(const struct mind *m, int road, int worth)
{
    return worth * m->st->weight[road] / PLAIN;
}

SR_NOINLINE struct mind plan__look(const struct strategy *st, const struct tad_edition *ed,
                                   const struct tad_state *s, int seat, const struct sr_scores *sc)
{
    struct mind m = {.st = st, .ed = ed, .s = s, .seat = seat, .highest = UNSET};
    m.me = &s->player[m.seat];
    m.left = tadmor__last_round(m.ed) - s->round;
    m.moments = TAD_ERAS + 1 - s->era;
    m.low = TAD_TOWER_MAX;
    m.high = -1;
    m.table = st->table ? st->table : &plan__table[s->head.seats];
    for (int p = 0; p < s->head.seats; p++) {
        const int tower = s->player[p].tower;
        m.score[p] = sc->total[p];
        if (p == m.seat)
            continue;
        m.low = sr_min(m.low, tower);
        if (tower > m.high) {
            m.high = tower;
            m.highest = p;
        }
    }
    return m;
}

/* A loss of another player, as an own gain; that of a leader counts more. */
int plan__harm(const struct mind *m, int victim, int worth)
{
    const bool leads = m->score[victim] + 10 * m->moments >= m->score[m->seat];
    return m->st->meek ? 0 : worth * m->table->harm / PLAIN * (leads ? 3 : 2) / 2;
}

/* ---- worth of things ----------------------------------------------------------------- */

SR_NOINLINE int plan__floor(const struct mind *m, int tower)
{
    static const uint8_t tallest[] = {TAD_I16, TAD_I17, TAD_I35, TAD_I36};
    int worth = 20 * m->moments + m->left + 1;
    for (int i = 0; i < 4 && tower == m->high; i++)
        if (plan__owns(m, tallest[i]))
            worth += 10 * m->ed->tallest_pp[i] * (m->left + 1) / 2;
    if (plan__owns(m, TAD_I38) && tower == m->high)
        worth += 60;
    const int extra = m->me->owned[TAD_CAMEL] - m->ed->start_pawns[TAD_CAMEL];
    if (extra >= 0 && extra < 2 && tower + 1 == m->ed->camel_tower[extra])
        worth += 14 * m->left;
    /* Nobody should be left alone with the tower: the lowest raises what Supply counts from. */
    if (tower < m->low && m->high > tower + 2)
        worth += plan__harm(m, m->highest, 3 * (m->left + 1));
    return plan__weigh(m, TOWER, worth);
}

/* What the next section adds, with a share of what it leads to. */
int plan__section(const struct mind *m, int section)
{
    const uint8_t *pp = m->ed->temple_pp;
    int worth = 10 * (pp[section] - (section ? pp[section - 1] : 0));
    if (section < TAD_STATUES)
        worth += sr_min(m->left, 4) * (section == TAD_FOUNDATIONS ? 12 : 8);
    else if (!m->me->favoured && m->s->bonuses < 2)
        worth += 70 * m->ed->temple_bonus[m->s->bonuses];
    if (section == TAD_STATUES && plan__owns(m, TAD_I41))
        worth += 60;
    return plan__weigh(m, TEMPLE, worth);
}

static int mission_worth(const struct mind *m, int mission)
{
    int worth = 10 * m->ed->mission_value[mission] + 4 * m->left;
    if (plan__owns(m, TAD_I5))
        worth += 10 * m->ed->mission_pp[0];
    if (plan__owns(m, TAD_I19))
        worth += 10 * m->ed->mission_pp[1];
    if (plan__owns(m, TAD_I39))
        worth += 20;
    return plan__weigh(m, MISSIONS, worth);
}

int plan__draw(const struct mind *m)
{
    return plan__weigh(m, MISSIONS,
                       m->left == 0       ? 0
                       : m->left < 2      ? 12
                       : m->me->cards < 3 ? 32
                                          : 14);
}

static int sets_worth(const struct tad_edition *ed, const uint8_t rare[TAD_RARES])
{
    int worth = 0;
    for (int copy = 1;; copy++) {
        int kinds = 0;
        for (int i = 0; i < TAD_RARES; i++)
            kinds += rare[i] >= copy;
        if (kinds == 0)
            return worth;
        worth += 10 * ed->set_pp[kinds - 1];
    }
}

SR_NOINLINE int plan__rare(const struct mind *m, const uint8_t rare[TAD_RARES], int kind,
                           bool bought)
{
    uint8_t after[TAD_RARES];
    memcpy(after, rare, sizeof after);
    after[kind]++;
    int worth = sets_worth(m->ed, after) - sets_worth(m->ed, rare);
    if (rare[kind] == 0)
        worth += 3 * sr_min(m->left, 5); /* a set grows */
    for (int i = 0; i < 2; i++)
        if (plan__owns(m, i ? TAD_I27 : TAD_I8))
            worth += 10 * (bought ? m->ed->rare_bought_pp[i] : m->ed->rare_free_pp[i]);
    int colours[TAD_PILES] = {0};
    for (int i = 0; i < TAD_RARES; i++)
        colours[i / TAD_RARES_IN_PILE] += rare[i];
    if (colours[kind / TAD_RARES_IN_PILE] < 2 && m->me->owned[TAD_BOAT] < 4)
        worth += 5 * m->left;
    if (plan__owns(m, TAD_I40))
        worth += 15;
    return plan__weigh(m, RARES, worth);
}

/* Worth of an improvement: at once, for each round still to come, and of which road. */
SR_NOINLINE int plan__tile(const struct mind *m, int tile)
{
    static const struct {
        uint8_t once, round, road;
    } table[TAD_TILES] = {
        /* I1 to I48 */
        {0, 4, ROADS},   {0, 4, ROADS},    {0, 4, ROADS},   {0, 4, ROADS},     {0, 9, MISSIONS},
        {0, 1, ROADS},   {0, 2, ROADS},    {0, 8, RARES},   {0, 4, RARES},     {0, 4, ROADS},
        {0, 4, ROADS},   {0, 4, ROADS},    {0, 4, ROADS},   {10, 11, TOWER},   {10, 11, TOWER},
        {0, 3, TOWER},   {0, 3, TOWER},    {0, 6, TOWER},   {0, 12, MISSIONS}, {0, 9, MISSIONS},
        {0, 6, ROADS},   {0, 6, ROADS},    {0, 3, ROADS},   {0, 3, ROADS},     {0, 4, ROADS},
        {0, 5, ROADS},   {0, 12, RARES},   {0, 9, RARES},   {0, 5, ROADS},     {0, 5, ROADS},
        {0, 5, ROADS},   {0, 5, ROADS},    {0, 3, ROADS},   {0, 11, TEMPLE},   {0, 7, TOWER},
        {0, 7, TOWER},   {15, 20, TEMPLE}, {40, 0, TOWER},  {40, 0, MISSIONS}, {40, 0, RARES},
        {40, 0, TEMPLE}, {35, 0, ROADS},   {0, 5, RARES},   {0, 12, ROADS},    {0, 6, ROADS},
        {18, 18, ROADS}, {20, 25, ROADS},  {12, 15, ROADS},
    };
    const int road = table[tile].road;
    const int worth = table[tile].once + table[tile].round * m->left;
    if ((tile == TAD_I14 && plan__owns(m, TAD_I15)) || (tile == TAD_I15 && plan__owns(m, TAD_I14)))
        return 0;
    if ((tile == TAD_I16 || tile == TAD_I17 || tile == TAD_I35 || tile == TAD_I36 ||
         tile == TAD_I38) &&
        m->me->tower + 3 < m->high)
        return worth / 3;
    return road == ROADS ? worth : worth * m->st->weight[road] / PLAIN;
}

/* ---- the plan ------------------------------------------------------------------------ */

static bool licensed(const struct work *k, int from, int to)
{
    return from < TAD_MARBLE ? k->licences >> (from * 2 + to - TAD_MARBLE) & 1
                             : k->licences >> (4 + 3 * (from - TAD_MARBLE)) & 1;
}

static void note(struct work *k, sr_move move)
{
    if (!k->stepped)
        k->step = move;
    k->stepped = true;
}

/* One superior good out of a base good. */
static bool trade_up(struct work *k, int to)
{
    int from = UNSET;
    for (int g = TAD_WOOD; g <= TAD_STONE; g++)
        if (k->store[g] > 0 && licensed(k, g, to) && (from < 0 || k->store[g] > k->store[from]))
            from = g;
    if (from < 0)
        return false;
    k->store[from]--;
    note(k, sr_move_make(TAD_V_TRADE, from, to - TAD_MARBLE, 0));
    return true;
}

/* Two base goods out of a superior one, as far as needed; the rest is kept. */
static bool trade_down(struct work *k, int need[TAD_GOODS])
{
    for (int from = TAD_MARBLE; from < TAD_GOODS; from++) {
        if (k->store[from] == 0 || !licensed(k, from, TAD_WOOD))
            continue;
        const int wood = need[TAD_WOOD] >= 2 || !need[TAD_STONE] ? 2 : need[TAD_WOOD] ? 1 : 0;
        const int given[2] = {wood, 2 - wood};
        k->store[from]--;
        for (int g = 0; g < 2; g++) {
            const int used = sr_min(need[g], given[g]);
            need[g] -= used;
            k->fixed[g] += given[g] - used;
        }
        note(k, sr_move_make(TAD_V_TRADE, from, TAD_TO_STONES - wood, 0));
        return true;
    }
    return false;
}

/* A card thrown away, or a good still to come. */
static bool last_resort(const struct mind *m, struct work *k, int good, uint32_t keep)
{
    const uint32_t cards = k->hand & ~keep;
    if (k->later > 0) {
        k->later--;
        k->gain -= LATER_GOOD;
        return true;
    }
    if (m->s->phase < TAD_AT_IMPROVE || !cards || (m->left > 0 && sr_count(cards) < 3))
        return false;
    const int card = sr_lowest(cards);
    k->hand &= ~TAD_BIT(card);
    k->gain -= m->left ? 15 : 0;
    note(k, sr_move_make(TAD_V_DISCARD, card, good, 0));
    return true;
}

static SR_NOINLINE bool pay(const struct mind *m, struct work *k, const int cost[TAD_GOODS],
                            uint32_t keep)
{
    int need[TAD_GOODS];
    for (int g = 0; g < TAD_GOODS; g++) {
        const int fixed = sr_min(cost[g], k->fixed[g]);
        const int store = sr_min(cost[g] - fixed, k->store[g]);
        k->fixed[g] -= fixed;
        k->store[g] -= store;
        need[g] = cost[g] - fixed - store;
    }
    for (int g = TAD_GOODS - 1; g >= 0; g--)
        while (need[g] > 0) {
            if (g >= TAD_MARBLE ? trade_up(k, g) : trade_down(k, need)) {
                need[g] -= g >= TAD_MARBLE;
                continue;
            }
            if (!last_resort(m, k, g, keep))
                return false;
            need[g]--;
        }
    return true;
}

static int cost_worth(const struct mind *m, const int cost[TAD_GOODS])
{
    int worth = 0;
    for (int g = 0; g < TAD_GOODS; g++)
        worth += cost[g] * good_worth[g];
    return m->left ? worth : worth / 8;
}

/* Whether a price can be paid without exchanges: then nothing is lost by paying it. */
static bool at_hand(const struct work *k, const int cost[TAD_GOODS])
{
    bool enough = true;
    for (int g = 0; g < TAD_GOODS; g++)
        enough &= cost[g] <= k->fixed[g] + k->store[g];
    return enough;
}

/* Keeps the job if it is payable and better than what there is. */
static SR_NOINLINE void offer(const struct mind *m, const struct work *k, struct job *best,
                              struct job job)
{
    job.worth -= cost_worth(m, job.cost);
    if (job.worth <= best->worth) /* paying never adds to it */
        return;
    if (!at_hand(k, job.cost)) {
        struct work trial = *k;
        trial.gain = 0;
        if (!pay(m, &trial, job.cost, job.kind == JOB_MISSION ? TAD_BIT(job.arg) : 0))
            return;
        job.worth += trial.gain;
    }
    if (job.worth > best->worth)
        *best = job;
}

static void take_off(int cost[TAD_GOODS], int n)
{
    for (int g = TAD_GOODS - 1; g >= 0; g--)
        for (; n > 0 && cost[g] > 0; n--)
            cost[g]--;
}

static struct job job_of(int kind, int arg, int worth, const uint8_t *cost)
{
    struct job j = {.kind = kind, .arg = arg, .worth = worth};
    for (int g = 0; cost && g < TAD_GOODS; g++)
        j.cost[g] = cost[g];
    return j;
}

static int free_floor(const struct mind *m, int tower)
{
    return (plan__owns(m, TAD_I14) || plan__owns(m, TAD_I15)) &&
           tower % m->ed->card_floors == m->ed->card_floors - 1;
}

static void offer_tower(const struct mind *m, const struct work *k, struct job *best)
{
    if (!k->pawns[TAD_FLOORS] && !k->pawns[TAD_SERIES] && !k->i47)
        return;
    const int card = sr_min(k->tower / m->ed->card_floors, 3);
    const int one = k->tower + 1 + free_floor(m, k->tower + 1), two = one + 1;
    const int worth =
        plan__floor(m, k->tower) + (one > k->tower + 1 ? plan__floor(m, k->tower + 1) : 0);
    if (k->pawns[TAD_FLOORS] || k->i47) {
        struct job j = job_of(JOB_FLOOR, 0, worth, m->ed->floors_cost[card]);
        j.by = k->pawns[TAD_FLOORS] ? BY_BOARD : BY_I47;
        j.cost[TAD_WOOD] = plan__owns(m, TAD_I18) ? 0 : j.cost[TAD_WOOD];
        offer(m, k, best, j);
    }
    if (k->pawns[TAD_SERIES] || k->i47) {
        struct job j =
            job_of(JOB_SERIES, 0,
                   worth + plan__floor(m, one) + (free_floor(m, two) ? plan__floor(m, two) : 0),
                   m->ed->series_cost[card]);
        j.by = k->pawns[TAD_SERIES] ? BY_BOARD : BY_I47;
        j.cost[TAD_WOOD] = plan__owns(m, TAD_I18) ? 0 : j.cost[TAD_WOOD];
        offer(m, k, best, j);
    }
}

static void offer_temple(const struct mind *m, const struct work *k, struct job *best)
{
    const int via = k->i37                      ? TAD_VIA_I37
                    : k->pawns[TAD_TEMPLE_CARD] ? TAD_VIA_CARD
                    : k->pawns[TAD_TEMPLE]      ? TAD_VIA_PLAIN
                    : k->i47                    ? TAD_VIA_I47
                                                : (int)UNSET;
    if (k->section == TAD_SECTIONS || via == UNSET)
        return;
    struct job j =
        job_of(JOB_SECTION, via, plan__section(m, k->section), m->ed->temple_cost[k->section]);
    take_off(j.cost, plan__owns(m, TAD_I34) ? m->ed->temple_discount : 0);
    if (via == TAD_VIA_I37)
        j.worth += 10 * m->ed->private_temple_pp;
    else if (via == TAD_VIA_CARD)
        j.worth += m->left ? 20 : 5;
    offer(m, k, best, j);
}

static void offer_missions(const struct mind *m, const struct work *k, struct job *best)
{
    const int by = k->pawns[TAD_MISSION] ? BY_BOARD : BY_I47;
    if (!k->pawns[TAD_MISSION] && !k->i47)
        return;
    for (uint32_t hand = k->hand; hand; hand &= hand - 1) {
        const int card = sr_lowest(hand);
        struct job j = job_of(JOB_MISSION, card, mission_worth(m, card), m->ed->mission_cost[card]);
        take_off(j.cost, plan__owns(m, TAD_I20) ? m->ed->mission_discount : 0);
        j.by = by;
        offer(m, k, best, j);
    }
    struct job draw = job_of(JOB_DRAW, 0, plan__draw(m), NULL);
    draw.by = by;
    offer(m, k, best, draw);
}

static void offer_rares(const struct mind *m, const struct work *k, struct job *best)
{
    for (int pile = 0; pile < TAD_PILES; pile++) {
        const int top = m->s->top[pile];
        if (top == SR_NONE || (!k->pawns[TAD_RARE_GREY + pile] && !k->i47))
            continue;
        struct job j = job_of(JOB_RARE, pile, plan__rare(m, k->rare, top, true), NULL);
        j.by = k->pawns[TAD_RARE_GREY + pile] ? BY_BOARD : BY_I47;
        j.cost[m->ed->rare_good[pile]] = tadmor__rare_cost(m->ed, m->s, m->seat, pile);
        offer(m, k, best, j);
        if (k->tribute) {
            j.tribute = true;
            j.worth -= 10 * m->ed->tribute;
            memset(j.cost, 0, sizeof j.cost);
            offer(m, k, best, j);
        }
    }
}

SR_NOINLINE struct job plan__best_job(const struct mind *m, const struct work *k)
{
    struct job best = {.kind = JOB_NONE};
    offer_tower(m, k, &best);
    offer_temple(m, k, &best);
    offer_missions(m, k, &best);
    offer_rares(m, k, &best);
    if (k->liable) {
        struct job j = job_of(JOB_TAX, 0, 10 * m->ed->tax_penalty[m->s->era - 1], NULL);
        j.cost[TAD_GOLD] = m->ed->tax[m->s->era - 1];
        offer(m, k, &best, j);
    }
    return best;
}

SR_NOINLINE void plan__carry_out(const struct mind *m, struct work *k, const struct job *j)
{
    static const uint8_t action[] = {0, TAD_FLOORS, TAD_SERIES, 0, TAD_MISSION, TAD_MISSION};
    const int before = k->gain;
    (void)pay(m, k, j->cost, j->kind == JOB_MISSION ? TAD_BIT(j->arg) : 0);
    k->gain = before + j->worth + cost_worth(m, j->cost);
    const int floors = j->kind == JOB_FLOOR ? 1 : j->kind == JOB_SERIES ? 2 : 0;
    for (int i = 0; i < floors; i++)
        k->tower += 1 + free_floor(m, k->tower + 1);
    if (j->kind == JOB_TAX) {
        k->liable = false;
        return;
    }
    if (j->kind == JOB_SECTION) {
        k->i37 &= j->arg != TAD_VIA_I37;
        k->i47 &= j->arg != TAD_VIA_I47;
        k->pawns[TAD_TEMPLE_CARD] -= j->arg == TAD_VIA_CARD;
        k->pawns[TAD_TEMPLE] -= j->arg == TAD_VIA_PLAIN;
        k->section = (k->section + 1) % TAD_SECTIONS;
        return;
    }
    k->hand &= j->kind == JOB_MISSION ? ~TAD_BIT(j->arg) : UINT32_MAX;
    if (j->kind == JOB_RARE) {
        k->rare[m->s->top[j->arg]]++;
        k->tribute &= !j->tribute;
    }
    if (j->by == BY_I47) {
        k->i47 = false;
        k->pawns[TAD_FLOORS] += j->kind == JOB_FLOOR; /* goes on with more floors */
    } else if (j->kind == JOB_RARE) {
        k->pawns[TAD_RARE_GREY + j->arg]--;
    } else if (j->kind != JOB_FLOOR) {
        k->pawns[action[j->kind]]--;
    }
}

/* ---- pawns on the board -------------------------------------------------------------- */

static int yield_of(const struct mind *m, int space, bool boat)
{
    const int good = tadmor__board(m->ed, m->s)->action[space] - TAD_GET_WOOD, era = m->s->era - 1;
    static const uint8_t tile[8] = {TAD_I10, TAD_I11, TAD_I12, TAD_I13,
                                    TAD_I29, TAD_I30, TAD_I31, TAD_I32};
    int n = good < TAD_MARBLE ? (boat ? m->ed->boat_base[era] : m->ed->camel_base[era])
                              : (boat ? m->ed->boat_superior[era] : m->ed->camel_superior[era]);
    for (int i = 0; i < 8 && boat; i++)
        n += m->ed->boost_good[i] == good && plan__owns(m, tile[i]) ? m->ed->boost[i] : 0;
    return n;
}

SR_NOINLINE void plan__add_pawn(const struct mind *m, struct work *k, int place, bool boat)
{
    if (place >= TAD_SPACES) {
        k->i37 |= place == TAD_ON_I37;
        k->i47 |= place == TAD_ON_I47;
        k->licences |= place <= TAD_ON_I22 ? 0x3FF : 0;
        if (place == TAD_ON_I48)
            k->gain += 10 * sr_max(m->ed->tax_penalty[m->s->era - 1] / 2, m->me->tower - m->low);
        return;
    }
    const int action = tadmor__board(m->ed, m->s)->action[place], era = m->s->era - 1;
    k->pawns[action]++;
    if (action >= TAD_GET_WOOD && action <= TAD_GET_GOLD)
        k->store[action - TAD_GET_WOOD] += yield_of(m, place, boat);
    else if (action == TAD_GIFT)
        k->gain += 10 * (boat ? m->ed->gift_boat[era] : m->ed->gift_camel[era]) *
                   (plan__owns(m, TAD_I44) ? m->ed->gift_factor : 1);
    else if (action == TAD_MARKET)
        k->licences |= 0x3FF;
    else if (action == TAD_MARKET_UP)
        k->licences |= 0xF;
    else if (action == TAD_TAX)
        k->liable = false;
}

SR_NOINLINE struct work plan__survey(const struct mind *m)
{
    const struct tad_state *s = m->s;
    const bool open = m->me->cards && m->seat == s->active;
    struct work k = {.hand = open ? m->me->hand : 0, .tower = m->me->tower};
    for (int g = 0; g < TAD_GOODS; g++) {
        k.store[g] = m->me->goods[g];
        k.fixed[g] = m->me->exchanged[g];
    }
    k.licences = tadmor__exchanges(m->ed, s, m->seat, 0);
    k.tribute =
        plan__owns(m, TAD_I9) && !(m->me->used & TAD_USED_I9) && m->me->pp >= m->ed->tribute;
    k.liable = m->ed->tax[s->era - 1] > 0 && !plan__owns(m, TAD_I46) &&
               !(m->me->used & (TAD_USED_TAX | TAD_USED_EXEMPT)) &&
               !(s->phase >= TAD_AT_IMPROVE && (m->me->stood & TAD_STOOD_TAX));
    for (k.section = TAD_STATUES; k.section > 0; k.section--)
        if (m->me->temples[k.section - 1])
            break;
    if (tadmor__supply(m->ed, s, k.section) == 0)
        k.section = TAD_SECTIONS;
    memcpy(k.rare, m->me->rare, sizeof k.rare);
    for (uint64_t own = tadmor__spaces_of(s, m->seat); own; own &= own - 1) {
        const int i = sr_lowest(own);
        plan__add_pawn(m, &k, i, s->board[i] % TAD_KINDS == TAD_BOAT);
    }
    for (int i = TAD_SPACES; i < TAD_PLACES; i++) {
        const int pawn = s->post[i - TAD_SPACES];
        if (pawn != SR_NONE && pawn / TAD_KINDS == m->seat)
            plan__add_pawn(m, &k, i, pawn % TAD_KINDS == TAD_BOAT);
    }
    return k;
}

struct work plan__expect(const struct mind *m)
{
    struct work k = plan__survey(m);
    k.later = GOODS_A_PAWN * (m->me->reserve[TAD_CAMEL] + m->me->reserve[TAD_BOAT] - 1);
    return k;
}

/* Gains of pawns that need no goods, by the heights and cards at the end of the plan. */
static SR_NOINLINE int quiet_gain(const struct mind *m, const struct work *k)
{
    const struct tad_edition *ed = m->ed;
    int gain = 0;
    const int extra = m->me->owned[TAD_CAMEL] > ed->start_pawns[TAD_CAMEL];
    const int missions = m->me->cards - sr_count(k->hand) + sr_count(m->me->done | m->me->flipped);
    if (k->pawns[TAD_CARAVAN] && m->me->owned[TAD_CAMEL] < ed->max_pawns[TAD_CAMEL] &&
        (k->tower >= ed->camel_tower[extra] || missions >= ed->camel_missions[extra]))
        gain += CAMEL * m->left;
    int set = 99, colours[TAD_PILES] = {0};
    for (int i = 0; i < TAD_RARES; i++)
        colours[i / TAD_RARES_IN_PILE] += k->rare[i];
    for (int i = 0; i < TAD_PILES; i++)
        set = sr_min(set, colours[i]);
    const int boat = m->me->owned[TAD_BOAT] > ed->start_pawns[TAD_BOAT];
    if (k->pawns[TAD_SHIPYARD] && m->me->owned[TAD_BOAT] < ed->max_pawns[TAD_BOAT] &&
        set >= ed->boat_sets[boat])
        gain += BOAT * m->left;
    if (k->pawns[TAD_SUPPLY])
        gain += 10 * sr_max(0, k->tower - m->low);
    if (k->pawns[TAD_FIRST])
        gain += m->left ? m->table->first * m->moments + good_worth[TAD_WOOD] : 0;
    if (k->pawns[TAD_TRAITOR] && m->high >= k->tower && m->high > 0)
        gain += plan__harm(m, m->highest,
                           m->ed->traitor[m->s->era - 1] * (20 * m->moments + 5 * m->left));
    if (k->pawns[TAD_BANDITS] && m->left)
        gain += m->st->meek ? 0 : 10 * m->s->head.seats;
    return gain;
}

/* Best of the display for each pawn on a slot, paid with the cheapest goods. */
static SR_NOINLINE int buying_gain(const struct mind *m, struct work *k)
{
    int slots = 0, gain = 0;
    for (int a = TAD_IMPROVE_1; a <= TAD_IMPROVE_4; a++)
        slots += k->pawns[a];
    if (!slots)
        return 0;
    uint64_t offered = sr_match(m->s->tile, TAD_TILES, 0xFF, TAD_DISPLAY);
    for (; slots > 0; slots--) {
        int best = UNSET, most = 0;
        for (uint64_t set = offered; set; set &= set - 1) {
            const int t = sr_lowest(set), worth = plan__tile(m, t);
            if (best < 0 || worth > most) {
                best = t;
                most = worth;
            }
        }
        int price = m->ed->price[m->s->era - 1];
        if (best < 0 || most <= 8 * price)
            break;
        for (int g = 0; g < TAD_GOODS; g++)
            for (int *zone = k->fixed;; zone = k->store) {
                const int n = sr_min(price, zone[g]);
                zone[g] -= n;
                price -= n;
                if (zone == k->store)
                    break;
            }
        k->later -= price;
        if (k->later < 0)
            break;
        offered &= ~((uint64_t)1 << best);
        gain += most - LATER_GOOD * price;
    }
    return gain;
}

struct outlook plan__outlook(const struct mind *m, struct work k)
{
    static const uint8_t road[] = {0, TOWER, TOWER, TEMPLE, MISSIONS, MISSIONS, RARES};
    struct outlook out = {.tiles = buying_gain(m, &k)};
    out.sure = k.gain;
    for (int i = 0; i < 24; i++) {
        const struct job j = plan__best_job(m, &k);
        const int before = k.gain;
        if (j.kind == JOB_NONE)
            break;
        plan__carry_out(m, &k, &j);
        if (j.kind == JOB_TAX) {
            out.sure += k.gain - before;
        } else {
            out.road[road[j.kind]] += k.gain - before;
            out.jobs[road[j.kind]] += 1 + (j.kind == JOB_SERIES);
        }
    }
    out.quiet = quiet_gain(m, &k);
    out.cards = sr_count(k.hand);
    int room = tadmor__limit(m->ed, m->s, m->seat);
    for (int g = TAD_GOODS - 1; g >= 0; g--) {
        out.rest[g] = sr_min(room, k.store[g] + k.fixed[g]);
        out.goods += m->left ? out.rest[g] * good_worth[g] : 0;
        room -= out.rest[g];
    }
    return out;
}

int plan__worth(const struct mind *m, struct work k)
{
    const struct outlook o = plan__outlook(m, k);
    int sum = o.tiles + o.quiet + o.sure + o.goods;
    for (int i = 0; i < ROADS; i++)
        sum += o.road[i];
    return sum;
}

SR_NOINLINE struct prospects plan__prospects(const struct mind *m, int cards)
{
    static const uint8_t leads_to[TAD_SECTIONS] = {12, 20, 28, 28};
    const struct tad_player *p = m->me;
    const int left = m->left;
    struct prospects out = {0};
    out.road[TOWER] = p->tower * (20 * (m->moments - 1) + 3 * (left + 1));
    for (int i = 0; i < TAD_SECTIONS; i++)
        out.road[TEMPLE] += p->temples[i] * sr_min(left, 4) * leads_to[i];
    out.road[MISSIONS] = 4 * left * sr_count(p->done | p->flipped);
    for (int i = 0; i < cards; i++)
        out.road[MISSIONS] += left == 0 ? 0 : left < 2 ? 12 : i < 3 ? 32 : 14;
    int colours[TAD_PILES] = {0};
    for (int i = 0; i < TAD_RARES; i++) {
        colours[i / TAD_RARES_IN_PILE] += p->rare[i];
        out.road[RARES] += p->rare[i] ? 5 * sr_min(left, 5) : 0;
    }
    for (int i = 0; i < TAD_PILES && p->owned[TAD_BOAT] < m->ed->max_pawns[TAD_BOAT]; i++)
        out.road[RARES] += sr_min(2, colours[i]) * 5 * left;
    for (uint64_t own = sr_match(m->s->tile, TAD_TILES, 0xFF, sr_u8(m->seat)); own; own &= own - 1)
        out.tiles += plan__tile(m, sr_lowest(own));
    out.pawns = left * (30 * (p->owned[TAD_CAMEL] - m->ed->start_pawns[TAD_CAMEL]) +
                        28 * (p->owned[TAD_BOAT] - m->ed->start_pawns[TAD_BOAT]));
    out.first = left && m->s->first == m->seat ? m->table->first * m->moments : 0;
    return out;
}
