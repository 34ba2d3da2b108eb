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

/* Improvements as a set. */
#define TILE(n) ((uint64_t)1 << TAD_##n)
#define TALLEST (TILE(I16) | TILE(I17) | TILE(I35) | TILE(I36))
#define BOOSTS                                                                                     \
    (TILE(I10) | TILE(I11) | TILE(I12) | TILE(I13) | TILE(I29) | TILE(I30) | TILE(I31) | TILE(I32))
static bool has(const struct mind *m, uint64_t tiles) { return (m->own & tiles) != 0; }

SR_NOINLINE struct mind plan__look(const struct strategy *st, const struct tad_edition *ed,
                                   const struct tad_state *s, int seat, const int score[TAD_SEATS])
{
    struct mind m = {.st = st, .ed = ed, .s = s, .seat = seat, .highest = UNSET};
    m.me = &s->player[m.seat];
    m.own = sr_match(s->tile, TAD_TILES, 0xFF, sr_u8(seat));
    m.left = tadmor__last_round(m.ed) - s->round;
    m.moments = TAD_ERAS + 1 - s->era;
    m.low = TAD_TOWER_MAX;
    m.high = -1;
    m.table = st->table ? st->table : &plan__table[s->head.seats];
    for (int p = 0; p < s->head.seats; p++) {
        const int tower = s->player[p].tower;
        m.score[p] = score[p];
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
    if (tower == m->high && has(m, TALLEST | TILE(I38))) {
        for (int i = 0; i < 4; i++)
            if (plan__owns(m, tallest[i]))
                worth += 10 * m->ed->tallest_pp[i] * (m->left + 1) / 2;
        if (plan__owns(m, TAD_I38))
            worth += 60;
    }
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

/* A good joins the first set that has none of its kind: those of which there are more stand there
 * already. */
SR_NOINLINE int plan__rare(const struct mind *m, const uint8_t rare[TAD_RARES], int kind,
                           bool bought)
{
    const uint8_t *pp = m->ed->set_pp;
    int kinds = 0, colours = 0;
    for (int i = 0; i < TAD_RARES; i++)
        kinds += rare[i] > rare[kind];
    for (int i = 0; i < TAD_RARES_IN_PILE; i++)
        colours += rare[kind - kind % TAD_RARES_IN_PILE + i];
    int worth = 10 * (pp[kinds] - (kinds ? pp[kinds - 1] : 0));
    if (rare[kind] == 0)
        worth += 3 * sr_min(m->left, 5); /* a set grows */
    for (int i = 0; i < 2; i++)
        if (plan__owns(m, i ? TAD_I27 : TAD_I8))
            worth += 10 * (bought ? m->ed->rare_bought_pp[i] : m->ed->rare_free_pp[i]);
    if (colours < 2 && m->me->owned[TAD_BOAT] < 4)
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
    if (((TALLEST | TILE(I38)) >> tile & 1) && m->me->tower + 3 < m->high)
        return worth / 3;
    return road == ROADS ? worth : plan__weigh(m, road, worth);
}

/* ---- paying --------------------------------------------------------------------------- */

/* Kind by kind goods times worths, summed: the highest lane of a product is the sum of the lanes of
 * one with those of the other in reverse. */
static int cost_worth(const struct mind *m, uint64_t cost)
{
    const uint64_t worths = plan__goods(3 - TAD_WOOD, good_worth[TAD_WOOD]) |
                            plan__goods(3 - TAD_STONE, good_worth[TAD_STONE]) |
                            plan__goods(3 - TAD_MARBLE, good_worth[TAD_MARBLE]) |
                            plan__goods(3 - TAD_GOLD, good_worth[TAD_GOLD]);
    const int worth = plan__good(cost * worths, TAD_GOODS - 1);
    return m->left ? worth : worth / 8;
}

/* Exchanges out of wood and out of stone into a superior good, as bits of the licences; those of a
 * superior good for two base goods. */
static unsigned upward(int from, int to) { return 1u << (from * 2 + to - TAD_MARBLE); }
static unsigned downward(int from) { return 1u << (4 + 3 * (from - TAD_MARBLE)); }

static void note(struct purse *p, sr_move move)
{
    if (!p->stepped)
        p->step = move;
    p->stepped = true;
}

/* One superior good out of a base good. */
static bool trade_up(struct purse *p, int to)
{
    int from = UNSET, most = 0;
    for (int g = TAD_WOOD; g <= TAD_STONE; g++)
        if (p->licences & upward(g, to) && plan__good(p->store, g) > most) {
            most = plan__good(p->store, g);
            from = g;
        }
    if (from < 0)
        return false;
    p->store -= plan__goods(from, 1);
    note(p, sr_move_make(TAD_V_TRADE, from, to - TAD_MARBLE, 0));
    return true;
}

/* Two base goods out of a superior one, as far as needed; the rest is kept. */
static bool trade_down(struct purse *p, uint64_t *need)
{
    for (int from = TAD_MARBLE; from < TAD_GOODS; from++) {
        if (!(p->licences & downward(from)) || plan__good(p->store, from) == 0)
            continue;
        const int wanted = plan__good(*need, TAD_WOOD);
        const int wood = wanted >= 2 || !plan__good(*need, TAD_STONE) ? 2 : wanted;
        const uint64_t given = plan__goods(TAD_WOOD, wood) | plan__goods(TAD_STONE, 2 - wood);
        p->store -= plan__goods(from, 1);
        p->fixed += plan__less(given, *need);
        *need = plan__less(*need, given);
        note(p, sr_move_make(TAD_V_TRADE, from, TAD_TO_STONES - wood, 0));
        return true;
    }
    return false;
}

/* Goods still to come, then cards thrown away; false: there are not enough. */
static bool find_more(const struct mind *m, struct purse *p, int good, int n, uint32_t keep)
{
    const int later = sr_max(0, sr_min(n, p->later));
    p->later -= later;
    p->gain -= LATER_GOOD * later;
    for (n -= later; n > 0; n--) {
        const uint32_t cards = p->hand & ~keep;
        if (m->s->phase < TAD_AT_IMPROVE || !cards || (m->left > 0 && sr_count(cards) < 3))
            return false;
        const int card = sr_lowest(cards);
        p->hand &= ~TAD_BIT(card);
        p->gain -= m->left ? 15 : 0;
        note(p, sr_move_make(TAD_V_DISCARD, card, good, 0));
    }
    return true;
}

/* Goods at hand first. What is lacking, the dearest kind first, is exchanged as far as possible. */
static bool pay(const struct mind *m, struct purse *p, uint64_t cost, uint32_t keep)
{
    const uint64_t open = plan__less(cost, p->fixed);
    uint64_t need = plan__less(open, p->store);
    p->fixed = plan__less(p->fixed, cost);
    p->store = plan__less(p->store, open);
    for (int g = TAD_GOODS - 1; need; g--) {
        while (plan__good(need, g) > 0 && (g < TAD_MARBLE ? trade_down(p, &need) : trade_up(p, g)))
            need -= g < TAD_MARBLE ? 0 : plan__goods(g, 1);
        const int n = plan__good(need, g);
        if (n > 0 && !find_more(m, p, g, n, keep))
            return false;
        need -= plan__goods(g, n);
    }
    return true;
}

/* ---- jobs ----------------------------------------------------------------------------- */

/* What must be left of the hand. */
static uint32_t kept(struct job j) { return j.kind == JOB_MISSION ? TAD_BIT(j.arg) : 0; }

/* Keeps the job if it is payable and better than what there is. */
static SR_NOINLINE void offer(const struct mind *m, const struct work *k, struct choice *best,
                              struct job job)
{
    job.worth -= cost_worth(m, job.cost);
    if (job.worth <= best->job.worth) /* paying never adds to it */
        return;
    struct purse left = k->purse;
    left.gain = 0;
    left.stepped = false;
    if (!pay(m, &left, job.cost, kept(job)) || job.worth + left.gain <= best->job.worth)
        return;
    job.worth += left.gain;
    best->job = job;
    best->left = left;
}

static struct job job_of(int kind, int arg, int by, int worth, uint64_t cost)
{
    const struct job j = {
        .kind = sr_u8(kind), .arg = sr_u8(arg), .by = sr_u8(by), .worth = worth, .cost = cost};
    return j;
}

static int free_floor(const struct mind *m, int tower)
{
    return has(m, TILE(I14) | TILE(I15)) && tower % m->ed->card_floors == m->ed->card_floors - 1;
}

static uint64_t floors_cost(const struct mind *m, const uint8_t cost[TAD_GOODS])
{
    const uint64_t goods = plan__all_goods(cost);
    return plan__owns(m, TAD_I18) ? goods & ~plan__goods(TAD_WOOD, 0xFFFF) : goods;
}

static SR_NOINLINE void offer_tower(const struct mind *m, const struct work *k, struct choice *best)
{
    const int card = sr_min(k->tower / m->ed->card_floors, 3);
    const int one = k->tower + 1 + free_floor(m, k->tower + 1), two = one + 1;
    const int worth =
        plan__floor(m, k->tower) + (one > k->tower + 1 ? plan__floor(m, k->tower + 1) : 0);
    const bool floors = k->acts & TAD_BIT(TAD_FLOORS), series = k->acts & TAD_BIT(TAD_SERIES);
    if (floors || k->i47)
        offer(m, k, best,
              job_of(JOB_FLOOR, 0, floors ? BY_BOARD : BY_I47, worth,
                     floors_cost(m, m->ed->floors_cost[card])));
    if (series || k->i47)
        offer(m, k, best,
              job_of(JOB_SERIES, 0, series ? BY_BOARD : BY_I47,
                     worth + plan__floor(m, one) + (free_floor(m, two) ? plan__floor(m, two) : 0),
                     floors_cost(m, m->ed->series_cost[card])));
}

static void offer_temple(const struct mind *m, const struct work *k, struct choice *best)
{
    const int via = k->i37                               ? TAD_VIA_I37
                    : k->acts & TAD_BIT(TAD_TEMPLE_CARD) ? TAD_VIA_CARD
                    : k->acts & TAD_BIT(TAD_TEMPLE)      ? TAD_VIA_PLAIN
                                                         : TAD_VIA_I47;
    int worth = plan__section(m, k->section);
    if (via == TAD_VIA_I37)
        worth += 10 * m->ed->private_temple_pp;
    else if (via == TAD_VIA_CARD)
        worth += m->left ? 20 : 5;
    const uint64_t cost = plan__all_goods(m->ed->temple_cost[k->section]);
    offer(m, k, best,
          job_of(JOB_SECTION, via, BY_BOARD, worth,
                 plan__take_off(cost, plan__owns(m, TAD_I34) ? m->ed->temple_discount : 0)));
}

static void offer_missions(const struct mind *m, const struct work *k, struct choice *best)
{
    const int by = k->acts & TAD_BIT(TAD_MISSION) ? BY_BOARD : BY_I47;
    const int discount = plan__owns(m, TAD_I20) ? m->ed->mission_discount : 0;
    for (uint32_t hand = k->purse.hand; hand; hand &= hand - 1) {
        const int card = sr_lowest(hand);
        const uint64_t cost = plan__take_off(plan__all_goods(m->ed->mission_cost[card]), discount);
        offer(m, k, best, job_of(JOB_MISSION, card, by, mission_worth(m, card), cost));
    }
    offer(m, k, best, job_of(JOB_DRAW, 0, by, plan__draw(m), 0));
}

static void offer_rares(const struct mind *m, const struct work *k, struct choice *best)
{
    for (int pile = 0; pile < TAD_PILES; pile++) {
        const int top = m->s->top[pile];
        const bool stands = k->acts & TAD_BIT(TAD_RARE_GREY + pile);
        if (top == SR_NONE || (!stands && !k->i47))
            continue;
        const int price = tadmor__rare_cost(m->ed, m->s, m->seat, pile);
        struct job j =
            job_of(JOB_RARE, pile, stands ? BY_BOARD : BY_I47, plan__rare(m, k->rare, top, true),
                   plan__goods(m->ed->rare_good[pile], price));
        offer(m, k, best, j);
        if (k->tribute) {
            j.tribute = true;
            j.worth -= 10 * m->ed->tribute;
            j.cost = 0;
            offer(m, k, best, j);
        }
    }
}

/* Actions whose pawns do jobs. */
#define TOWER_ACTS (TAD_BIT(TAD_FLOORS) | TAD_BIT(TAD_SERIES))
#define TEMPLE_ACTS (TAD_BIT(TAD_TEMPLE_CARD) | TAD_BIT(TAD_TEMPLE))
#define RARE_ACTS                                                                                  \
    (TAD_BIT(TAD_RARE_GREY) | TAD_BIT(TAD_RARE_YELLOW) | TAD_BIT(TAD_RARE_RED))

SR_NOINLINE bool plan__best_job(const struct mind *m, const struct work *k, struct choice *best)
{
    best->job = job_of(JOB_NONE, 0, BY_BOARD, 0, 0);
    if (k->acts & TOWER_ACTS || k->i47)
        offer_tower(m, k, best);
    if ((k->acts & TEMPLE_ACTS || k->i37 || k->i47) && k->section < TAD_SECTIONS)
        offer_temple(m, k, best);
    if (k->acts & TAD_BIT(TAD_MISSION) || k->i47)
        offer_missions(m, k, best);
    if (k->acts & RARE_ACTS || k->i47)
        offer_rares(m, k, best);
    if (k->liable)
        offer(m, k, best,
              job_of(JOB_TAX, 0, BY_BOARD, 10 * m->ed->tax_penalty[m->s->era - 1],
                     plan__goods(TAD_GOLD, m->ed->tax[m->s->era - 1])));
    return best->job.kind != JOB_NONE;
}

static void go_home(struct work *k, int action)
{
    if (k->others[action])
        k->others[action]--;
    else
        k->acts &= ~TAD_BIT(action);
}

static void come(struct work *k, int action)
{
    if (k->acts & TAD_BIT(action))
        k->others[action]++;
    k->acts |= TAD_BIT(action);
}

SR_NOINLINE void plan__carry_out(const struct mind *m, struct work *k, const struct choice *c)
{
    static const uint8_t action[] = {0, TAD_FLOORS, TAD_SERIES, 0, TAD_MISSION, TAD_MISSION};
    const struct job j = c->job;
    const int gain = k->purse.gain + j.worth + cost_worth(m, j.cost);
    k->purse = c->left;
    k->purse.gain = gain;
    const int floors = j.kind == JOB_FLOOR ? 1 : j.kind == JOB_SERIES ? 2 : 0;
    for (int i = 0; i < floors; i++)
        k->tower += 1 + free_floor(m, k->tower + 1);
    if (j.kind == JOB_TAX) {
        k->liable = false;
        return;
    }
    if (j.kind == JOB_SECTION) {
        k->i37 &= j.arg != TAD_VIA_I37;
        k->i47 &= j.arg != TAD_VIA_I47;
        if (j.arg == TAD_VIA_CARD || j.arg == TAD_VIA_PLAIN)
            go_home(k, j.arg == TAD_VIA_CARD ? TAD_TEMPLE_CARD : TAD_TEMPLE);
        k->section = (k->section + 1) % TAD_SECTIONS;
        return;
    }
    k->purse.hand &= ~kept(j);
    if (j.kind == JOB_RARE) {
        k->rare[m->s->top[j.arg]]++;
        k->tribute &= !j.tribute;
    }
    if (j.by == BY_I47) {
        k->i47 = false;
        if (j.kind == JOB_FLOOR) /* goes on with more floors */
            come(k, TAD_FLOORS);
    } else if (j.kind == JOB_RARE) {
        go_home(k, TAD_RARE_GREY + j.arg);
    } else if (j.kind != JOB_FLOOR) {
        go_home(k, action[j.kind]);
    }
}

/* ---- pawns on the board -------------------------------------------------------------- */

static int yield_of(const struct mind *m, int good, bool boat)
{
    static const uint8_t tile[8] = {TAD_I10, TAD_I11, TAD_I12, TAD_I13,
                                    TAD_I29, TAD_I30, TAD_I31, TAD_I32};
    const int era = m->s->era - 1;
    int n = good < TAD_MARBLE ? (boat ? m->ed->boat_base[era] : m->ed->camel_base[era])
                              : (boat ? m->ed->boat_superior[era] : m->ed->camel_superior[era]);
    for (int i = 0; i < 8 && boat && has(m, BOOSTS); i++)
        n += m->ed->boost_good[i] == good && plan__owns(m, tile[i]) ? m->ed->boost[i] : 0;
    return n;
}

SR_NOINLINE void plan__add_pawn(const struct mind *m, struct work *k, int place, bool boat)
{
    if (place >= TAD_SPACES) {
        k->i37 |= place == TAD_ON_I37;
        k->i47 |= place == TAD_ON_I47;
        k->purse.licences |= place <= TAD_ON_I22 ? 0x3FF : 0;
        if (place == TAD_ON_I48)
            k->purse.gain +=
                10 * sr_max(m->ed->tax_penalty[m->s->era - 1] / 2, m->me->tower - m->low);
        return;
    }
    const int action = tadmor__board(m->ed, m->s)->action[place], era = m->s->era - 1;
    come(k, action);
    if (action >= TAD_GET_WOOD && action <= TAD_GET_GOLD) {
        const int good = action - TAD_GET_WOOD;
        k->purse.store += plan__goods(good, yield_of(m, good, boat));
    } else if (action == TAD_GIFT) {
        k->purse.gain += 10 * (boat ? m->ed->gift_boat[era] : m->ed->gift_camel[era]) *
                         (plan__owns(m, TAD_I44) ? m->ed->gift_factor : 1);
    } else if (action == TAD_MARKET) {
        k->purse.licences |= 0x3FF;
    } else if (action == TAD_MARKET_UP) {
        k->purse.licences |= 0xF;
    } else if (action == TAD_TAX) {
        k->liable = false;
    }
}

void plan__send_home(struct work *k)
{
    k->acts = 0;
    memset(k->others, 0, sizeof k->others);
}

SR_NOINLINE struct work plan__survey(const struct mind *m)
{
    const struct tad_state *s = m->s;
    const bool open = m->me->cards && m->seat == s->active;
    struct work k = {.tower = m->me->tower};
    k.purse.store = plan__all_goods(m->me->goods);
    k.purse.fixed = plan__all_goods(m->me->exchanged);
    k.purse.hand = open ? m->me->hand : 0;
    k.purse.licences = tadmor__exchanges(m->ed, s, m->seat, 0);
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
    k.purse.later = GOODS_A_PAWN * (m->me->reserve[TAD_CAMEL] + m->me->reserve[TAD_BOAT] - 1);
    return k;
}

/* Rare goods of the colour of which there are fewest. */
static int sets_of(const uint8_t rare[TAD_RARES])
{
    int least = UINT8_MAX;
    for (int i = 0; i < TAD_RARES; i += TAD_RARES_IN_PILE)
        least = sr_min(least, rare[i] + rare[i + 1] + rare[i + 2]);
    return least;
}

/* Gains of pawns that need no goods, by the heights and cards at the end of the plan. */
static SR_NOINLINE int quiet_gain(const struct mind *m, const struct work *k)
{
    const struct tad_edition *ed = m->ed;
    const uint8_t *owned = m->me->owned;
    int gain = 0;
    if (k->acts & TAD_BIT(TAD_CARAVAN) && owned[TAD_CAMEL] < ed->max_pawns[TAD_CAMEL]) {
        const int nth = owned[TAD_CAMEL] > ed->start_pawns[TAD_CAMEL];
        const int missions =
            m->me->cards - sr_count(k->purse.hand) + sr_count(m->me->done | m->me->flipped);
        if (k->tower >= ed->camel_tower[nth] || missions >= ed->camel_missions[nth])
            gain += CAMEL * m->left;
    }
    if (k->acts & TAD_BIT(TAD_SHIPYARD) && owned[TAD_BOAT] < ed->max_pawns[TAD_BOAT] &&
        sets_of(k->rare) >= ed->boat_sets[owned[TAD_BOAT] > ed->start_pawns[TAD_BOAT]])
        gain += BOAT * m->left;
    if (k->acts & TAD_BIT(TAD_SUPPLY))
        gain += 10 * sr_max(0, k->tower - m->low);
    if (k->acts & TAD_BIT(TAD_FIRST))
        gain += m->left ? m->table->first * m->moments + good_worth[TAD_WOOD] : 0;
    if (k->acts & TAD_BIT(TAD_TRAITOR) && m->high >= k->tower && m->high > 0)
        gain +=
            plan__harm(m, m->highest, ed->traitor[m->s->era - 1] * (20 * m->moments + 5 * m->left));
    if (k->acts & TAD_BIT(TAD_BANDITS) && m->left)
        gain += m->st->meek ? 0 : 10 * m->s->head.seats;
    return gain;
}

/* Spends up to n of the cheapest goods, exchanged ones first; returns how many there were not. */
static int spend(struct purse *p, int n)
{
    for (int g = 0; g < TAD_GOODS && n > 0; g++) {
        const int fixed = sr_min(n, plan__good(p->fixed, g));
        const int store = sr_min(n - fixed, plan__good(p->store, g));
        p->fixed -= plan__goods(g, fixed);
        p->store -= plan__goods(g, store);
        n -= fixed + store;
    }
    return n;
}

/* Best of the display for each pawn on a slot, paid with the cheapest goods. */
static SR_NOINLINE int buying_gain(const struct mind *m, struct work *k)
{
    if (!(k->acts & TAD_SLOT_ACTS))
        return 0;
    int slots = 0, gain = 0;
    for (int a = TAD_IMPROVE_1; a <= TAD_IMPROVE_4; a++)
        slots += k->acts >> a & 1 ? 1 + k->others[a] : 0;
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
        const int price = m->ed->price[m->s->era - 1];
        if (best < 0 || most <= 8 * price)
            break;
        const int lacking = spend(&k->purse, price);
        k->purse.later -= lacking;
        if (k->purse.later < 0)
            break;
        offered &= ~((uint64_t)1 << best);
        gain += most - LATER_GOOD * lacking;
    }
    return gain;
}

struct outlook plan__outlook(const struct mind *m, struct work *k)
{
    static const uint8_t road[] = {0, TOWER, TOWER, TEMPLE, MISSIONS, MISSIONS, RARES};
    struct outlook out = {.tiles = buying_gain(m, k)};
    struct choice c;
    out.sure = k->purse.gain;
    for (int i = 0; i < JOBS_MAX && plan__best_job(m, k, &c); i++) {
        const int before = k->purse.gain;
        plan__carry_out(m, k, &c);
        if (c.job.kind == JOB_TAX) {
            out.sure += k->purse.gain - before;
        } else {
            out.road[road[c.job.kind]] += k->purse.gain - before;
            out.jobs[road[c.job.kind]] += 1 + (c.job.kind == JOB_SERIES);
        }
    }
    out.quiet = quiet_gain(m, k);
    out.cards = sr_count(k->purse.hand);
    int room = tadmor__limit(m->ed, m->s, m->seat);
    for (int g = TAD_GOODS - 1; g >= 0; g--) {
        out.rest[g] = sr_min(room, plan__good(k->purse.store + k->purse.fixed, g));
        out.goods += m->left ? out.rest[g] * good_worth[g] : 0;
        room -= out.rest[g];
    }
    return out;
}

/* Worth of the goods there is room for, the dearest first. */
static int kept_worth(const struct mind *m, const struct purse *p)
{
    const uint64_t goods = p->store + p->fixed;
    int room = plan__owns(m, TAD_I33) ? m->ed->limit_large : m->ed->limit, worth = 0;
    for (int g = TAD_GOODS - 1; g >= 0 && m->left; g--) {
        const int n = sr_min(room, plan__good(goods, g));
        worth += n * good_worth[g];
        room -= n;
    }
    return worth;
}

int plan__worth(const struct mind *m, struct work *k)
{
    const int tiles = buying_gain(m, k);
    struct choice c;
    for (int i = 0; i < JOBS_MAX && plan__best_job(m, k, &c); i++)
        plan__carry_out(m, k, &c);
    return tiles + plan__rest(m, k) + kept_worth(m, &k->purse);
}

int plan__rest(const struct mind *m, const struct work *k)
{
    return k->purse.gain + quiet_gain(m, k);
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
