/* legal.c: which question is asked, and its answers in a fixed order.
 *
 * Each family of moves has one generator; `allows` runs only the generator of the verb in
 * question, so that it agrees with the list by construction. */
#include "merv.h"

struct list {
    sr_move *out;
    int n;
    int verb; /* -1: all */
};

static bool wants(const struct list *l, int verb) { return l->verb < 0 || l->verb == verb; }

static void add(struct list *l, int verb, int a, int b, int c)
{
    if (wants(l, verb))
        l->out[l->n++] = sr_move_make(verb, a, b, c);
}

static const struct merv_player *deciding(const struct merv_at *g)
{
    return &g->s->players[g->s->who];
}

/* ---- which question ------------------------------------------------------------------------- */

static int benefit_decision(int kind)
{
    static const uint8_t decision[BENEFITS] = {
        DC_SOLDIER,       DC_WHITE_UPGRADE, DC_BONUS_UPGRADE, DC_SCORING_TILE,
        DC_FREE_COURTIER, DC_FREE_WALL,     DC_FREE_MOSQUE,   DC_FREE_CARD,
        DC_FREE_POST,     DC_DISCOVERY,     DC_PAIR,          DC_WHITE_UPGRADE,
    };
    return decision[kind];
}

static int action_decision(const struct merv_state *s)
{
    static const uint8_t decision[ACTIONS] = {DC_CARAVANSERAI, DC_PALACE, DC_LIBRARY,
                                              DC_BUY,          DC_MOSQUE, DC_WALLS};
    const int action = s->city[s->site].action;
    return action == TRADE && !s->posted ? (int)DC_POST : decision[action];
}

int merv__decision(const struct merv_state *s)
{
    static const uint8_t decision[PHASES] = {
        DC_SLOT,    DC_SITE,  DC_BEFORE, DC_BEFORE,    DC_AFTER, DC_HC_SLOT,
        DC_HC_SITE, DC_QUEUE, DC_RANSOM, DC_COURTIERS, DC_READY, DC_SLOT,
    };
    if (s->paying != SR_NONE)
        return DC_PAY;
    const int top = s->pending_count ? s->pending[s->pending_count - 1].kind : (int)BENEFITS;
    if (s->picked != SR_NONE)
        return top == BN_BONUS_UPGRADE ? DC_BONUS_TILE : DC_PIECE;
    if (top < BENEFITS)
        return benefit_decision(top);
    return s->phase == PH_ACTION ? action_decision(s) : decision[s->phase];
}

/* ---- contracts: at every decision of one's own turn, R4.8 ----------------------------------- */

static void list_contract(const struct merv_at *g, struct list *l, int card)
{
    const struct merv_edition *ed = g->ed;
    const struct merv_player *p = deciding(g);
    const int pile = card / MERV_PILE, any = ed->contract_any[card];
    const int common = p->common - p->common_locked - ed->contract_common[card];
    const int rare = p->rare - p->rare_locked - ed->contract_rare[card];
    if (p->influence < ed->level_at[ed->contract_level[card] - 1] || common + rare < any ||
        !merv__can_pay(g, PAY_CONTRACT, pile))
        return;
    for (int r = sr_max(0, any - common); r <= sr_min(any, rare); r++)
        add(l, MV_CONTRACT, pile, r, ed->contract_vp[card]);
}

/* Few players can fulfil any: the cards that ask for more than there is go all at once. */
static void list_contracts(const struct merv_at *g, struct list *l)
{
    const struct merv_edition *ed = g->ed;
    const struct merv_player *p = deciding(g);
    if (!wants(l, MV_CONTRACT) || p->influence < ed->level_at[0])
        return;
    uint64_t cards =
        merv__top_contracts(g->s) &
        sr_at_most(ed->contract_common, MERV_CONTRACTS, sr_u8(p->common - p->common_locked)) &
        sr_at_most(ed->contract_rare, MERV_CONTRACTS, sr_u8(p->rare - p->rare_locked)) &
        sr_at_most(ed->contract_scrolls, MERV_CONTRACTS, sr_u8(p->scrolls - p->scrolls_locked)) &
        sr_at_most(ed->contract_cubes, MERV_CONTRACTS, sr_u8(merv_cubes(p)));
    for (; cards; cards &= cards - 1)
        list_contract(g, l, sr_lowest(cards));
}

/* ---- slots and sites, R4.3 and R4.4 --------------------------------------------------------- */

unsigned merv__free_slots(const struct merv_state *s)
{
    return (unsigned)sr_match(s->slots, MERV_SLOTS, 0xFF, SR_NONE);
}

/* Sites the deciding player could activate anywhere. */
static uint32_t usable_sites(const struct merv_at *g)
{
    const uint32_t taken = merv_all_sites(g->s);
    uint32_t set = taken & ~g->s->players[MAGISTRATE].sites;
    if (merv_buildings(g, deciding(g)) > 0)
        set |= ~taken;
    return set;
}

/* The number of a line: columns 0..4, rows 5..9. */
static int line_name(int round, int slot)
{
    static const uint8_t first[MERV_ROUNDS] = {0, 5, 4, 9};
    return round <= 2 ? first[round - 1] + slot - 1 : first[round - 1] - (slot - 1);
}

static void list_slots(const struct merv_at *g, struct list *l, bool usable_only)
{
    const struct merv_state *s = g->s;
    if (!wants(l, MV_SLOT))
        return;
    const uint32_t usable = usable_only ? usable_sites(g) : 0;
    const unsigned open = merv__free_slots(s);
    unsigned chosen = 0;
    for (int i = 0; i < MERV_SLOTS; i++)
        chosen |= (unsigned)((merv__lines[s->round - 1][i] & usable) != 0) << i;
    chosen &= open;
    if (chosen == 0) /* R4.3.3, and the High Courtier who may go anywhere */
        chosen = open;
    for (int i = 0; i < MERV_SLOTS; i++)
        if (chosen >> i & 1)
            add(l, MV_SLOT, i + 1, line_name(s->round, i + 1), 0);
}

static void list_sites(const struct merv_at *g, struct list *l, uint32_t set)
{
    if (!wants(l, MV_SITE))
        return;
    for (set &= merv__lines[g->s->round - 1][g->s->slot - 1]; set; set &= set - 1) {
        const int i = sr_lowest(set);
        add(l, MV_SITE, i, g->s->city[i].action, g->s->city[i].colour);
    }
}

static void list_market(const struct merv_at *g, struct list *l)
{
    const struct merv_state *s = g->s;
    if (s->slot != 3 || s->market_used)
        return;
    if (s->market_camels)
        add(l, MV_COLLECT, sr_count(s->market_camels), 0, 0);
    for (int m = 0; m < MARKET && deciding(g)->camels > 0; m++)
        if (!(s->market_camels >> m & 1))
            add(l, MV_SELL, m, g->ed->market[s->market_side][m], 0);
}

static void list_before(const struct merv_at *g, struct list *l)
{
    if (g->s->site != SR_NONE)
        add(l, MV_ACT, g->s->city[g->s->site].action, 0, 0);
    add(l, MV_FAVOUR, 0, 0, 0);
    if (wants(l, MV_SOLDIER) && merv__soldier_targets(g, g->s->who))
        add(l, MV_SOLDIER, 0, 0, 0);
    list_market(g, l);
}

/* ---- actions, R5.3 to R5.8 ------------------------------------------------------------------ */

static void list_cards(const struct merv_at *g, struct list *l, unsigned set)
{
    for (; set; set &= set - 1) {
        const int i = sr_lowest(set);
        add(l, MV_TAKE, i + 1, g->s->row[i], 0);
    }
}

static void list_caravanserai(const struct merv_at *g, struct list *l)
{
    const struct merv_state *s = g->s;
    const unsigned reach = (2u << s->row_camels) - 1;
    if (wants(l, MV_TAKE) && merv__can_pay(g, PAY_TAKE, 0))
        list_cards(g, l, merv__allowed_cards(g, s->who) & reach);
    if (deciding(g)->camels > 0 && s->row_camels < s->row_count)
        add(l, MV_CAMEL, 0, 0, 0);
    add(l, MV_DONE, 0, 0, 0);
}

static void list_halls(const struct merv_at *g, struct list *l, bool free)
{
    if (!wants(l, MV_PLACE))
        return;
    const unsigned open = merv__open_halls(g, g->s->who);
    const int price = free ? 0 : merv_courtiers(deciding(g)) + 1;
    for (int h = 0; h < HALLS; h++)
        if ((open >> h & 1) && (free || merv__can_pay(g, PAY_PLACE, h)))
            add(l, MV_PLACE, h, price, 0);
}

static void list_posts(const struct merv_at *g, struct list *l)
{
    if (!wants(l, MV_POST))
        return;
    const unsigned set = merv__post_cities(g, g->s->who);
    for (int c = 0; c < MERV_CITIES; c++)
        if (set >> c & 1)
            add(l, MV_POST, c, 0, 0);
}

/* R5.6.4: an own post or a camel opens a link; an outer city needs its inner city's one too. */
unsigned merv__links_missing(const struct merv_at *g, int city)
{
    const unsigned need = 1u << city | (city >= INNER ? 1u << (city - INNER) : 0);
    return need & ~(unsigned)deciding(g)->posts & ~(unsigned)g->s->routes;
}

static void list_goods(const struct merv_at *g, struct list *l)
{
    if (!wants(l, MV_BUY))
        return;
    const bool common = merv__goods_left(g, false) > 0, rare = merv__goods_left(g, true) > 0;
    for (int c = 0; c < MERV_CITIES; c++) {
        if ((g->s->bought >> c & 1) || !(c < INNER ? common : rare))
            continue;
        const int camels = sr_count(merv__links_missing(g, c));
        if (camels <= deciding(g)->camels && merv__can_pay(g, PAY_BUY, c))
            add(l, MV_BUY, c, camels, 0);
    }
}

static void list_climbs(const struct merv_at *g, struct list *l, bool free)
{
    const struct merv_player *p = deciding(g);
    if (!wants(l, MV_CLIMB) || p->mosque >= merv_mosque_last(g->ed))
        return;
    if (p->mosque > 0) {
        if (free || merv__can_pay(g, PAY_CLIMB, p->path))
            add(l, MV_CLIMB, 0, 0, 0);
        return;
    }
    for (int path = 0; path < MERV_PATHS; path++)
        if (free || merv__can_pay(g, PAY_CLIMB, path))
            add(l, MV_CLIMB, path + 1, 0, 0);
}

/* Kinds of wall pieces to be had, for segments and gates apart. */
static void wall_kinds(const struct merv_at *g, bool free, unsigned *segments, unsigned *gates)
{
    *segments = *gates = 0;
    for (int kind = 0; kind < MERV_KINDS; kind++) {
        if (merv__wall_reserve(g, kind) <= 0 || !(free || merv__can_pay(g, PAY_BUILD, kind)))
            continue;
        *(kind % MERV_SIZES == GATE ? gates : segments) |= 1u << kind;
    }
}

static void list_wall_slots(const struct merv_at *g, struct list *l, bool free)
{
    if (!wants(l, MV_WALL))
        return;
    unsigned segments, gates;
    wall_kinds(g, free, &segments, &gates);
    for (int i = 0; i < MERV_WALLS; i++)
        if (g->s->walls[i] == SR_NONE && (i % 5 == 2 ? gates : segments))
            add(l, MV_WALL, i, 0, 0);
}

static void list_pieces(const struct merv_at *g, struct list *l)
{
    const struct merv_state *s = g->s;
    unsigned segments, gates;
    wall_kinds(g, s->pending_count > 0, &segments, &gates);
    for (unsigned set = s->picked % 5 == 2 ? gates : segments; set; set &= set - 1)
        add(l, MV_PIECE, sr_lowest(set), 0, 0);
}

static void list_action(const struct merv_at *g, struct list *l)
{
    const struct merv_state *s = g->s;
    switch (s->city[s->site].action) {
    case CARAVANSERAI:
        list_caravanserai(g, l);
        return;
    case PALACE:
        list_halls(g, l, false);
        break;
    case LIBRARY:
        for (int n = 0; wants(l, MV_STUDY) && n <= merv__most_scrolls(g); n++)
            add(l, MV_STUDY, n, 0, 0);
        return;
    case TRADE:
        if (!s->posted) {
            list_posts(g, l);
            return;
        }
        list_goods(g, l);
        break;
    case MOSQUE:
        list_climbs(g, l, false);
        break;
    default:
        list_wall_slots(g, l, false);
        break;
    }
    add(l, MV_DONE, 0, 0, 0);
}

/* ---- benefits, R4.2 ------------------------------------------------------------------------- */

static unsigned bonus_tiles(const struct merv_at *g)
{
    unsigned set = g->ed->bonus_upgrades;
    for (int k = 0; k < NORMAL; k++)
        if (g->s->bonus_upgrades[k] != SR_NONE)
            set &= ~(1u << k);
    return set;
}

/* R9.13: sites for an upgrade; none when no such tile is left. */
static uint32_t upgradable(const struct merv_at *g, int kind)
{
    const struct merv_state *s = g->s;
    const bool left = kind == BN_BONUS_UPGRADE
                          ? bonus_tiles(g) != 0
                          : sr_count(s->white_upgrades) < g->ed->white_upgrades;
    uint32_t sites = deciding(g)->sites;
    if (kind == BN_PAIR_UPGRADE)
        sites = s->head.option[OP_PEPPER] == PEPPER_SITE ? (uint32_t)MERV_SITES : merv_all_sites(s);
    return left ? sites & ~merv_upgraded(s) : 0;
}

static unsigned scoring_tiles(const struct merv_at *g)
{
    return deciding(g)->tile == SR_NONE ? merv__scoring_tiles_left(g) : 0;
}

static unsigned open_pairs(const struct merv_state *s)
{
    unsigned set = 0;
    for (int t = 0; t < SPICES; t++)
        set |= (unsigned)(s->pairs[t] > 0) << t;
    return set;
}

bool merv__benefit_possible(const struct merv_at *g)
{
    const struct merv_state *s = g->s;
    const struct merv_pending *top = &s->pending[s->pending_count - 1];
    unsigned segments, gates;
    const uint32_t open = ~merv__wall_set(s) & 0xFFFFFu, gate_slots = 0x21084u;
    switch (top->kind) {
    case BN_SOLDIER:
        return merv__soldier_targets(g, s->who) != 0;
    case BN_WHITE_UPGRADE:
    case BN_PAIR_UPGRADE:
    case BN_BONUS_UPGRADE:
        return upgradable(g, top->kind) != 0;
    case BN_SCORING_TILE:
        return scoring_tiles(g) != 0;
    case BN_COURTIER:
        return merv__open_halls(g, s->who) != 0;
    case BN_WALL:
        wall_kinds(g, true, &segments, &gates);
        return (segments && (open & ~gate_slots)) || (gates && (open & gate_slots));
    case BN_MOSQUE:
        return deciding(g)->mosque < merv_mosque_last(g->ed);
    case BN_CARD:
        return merv__allowed_cards(g, s->who) != 0;
    case BN_POST:
        return merv__post_cities(g, s->who) != 0;
    case BN_DISCOVERY:
        return merv__tiles_left(g, top->n) != 0;
    default:
        return open_pairs(s) != 0;
    }
}

static void list_set(struct list *l, int verb, uint32_t set)
{
    if (!wants(l, verb))
        return;
    for (; set; set &= set - 1)
        add(l, verb, sr_lowest(set), 0, 0);
}

static void list_benefit(const struct merv_at *g, struct list *l)
{
    const struct merv_state *s = g->s;
    const struct merv_pending *top = &s->pending[s->pending_count - 1];
    switch (top->kind) {
    case BN_SOLDIER:
        list_set(l, MV_DEPLOY, merv__soldier_targets(g, s->who));
        break;
    case BN_WHITE_UPGRADE:
    case BN_PAIR_UPGRADE:
    case BN_BONUS_UPGRADE:
        list_set(l, MV_UPGRADE, upgradable(g, top->kind));
        break;
    case BN_SCORING_TILE:
        list_set(l, MV_TILE, scoring_tiles(g));
        return;
    case BN_COURTIER:
        list_halls(g, l, true);
        break;
    case BN_WALL:
        list_wall_slots(g, l, true);
        break;
    case BN_MOSQUE:
        list_climbs(g, l, true);
        break;
    case BN_CARD:
        list_cards(g, l, merv__allowed_cards(g, s->who));
        break;
    case BN_POST:
        list_posts(g, l);
        break;
    case BN_DISCOVERY:
        list_set(l, MV_DISCOVER, merv__tiles_left(g, top->n));
        return;
    default:
        list_set(l, MV_PAIR, open_pairs(s));
        return;
    }
    add(l, MV_DECLINE, 0, 0, 0);
}

/* ---- outside one's own turn ----------------------------------------------------------------- */

int merv__queue_free(const struct merv_state *s)
{
    int n = 0;
    for (int i = 0; i < merv_masters(s); i++)
        n += s->next_queue[i] == SR_NONE;
    return n;
}

/* The place, from 1, that k camels lead to. */
static int queue_place(const struct merv_state *s, int k)
{
    int place = merv_masters(s);
    while (s->next_queue[place - 1] != SR_NONE || k-- > 0)
        place--;
    return place;
}

static void list_queue(const struct merv_at *g, struct list *l)
{
    const int most = sr_min(deciding(g)->camels, merv__queue_free(g->s) - 1);
    for (int k = 0; wants(l, MV_SPEND) && k <= most; k++)
        add(l, MV_SPEND, k, queue_place(g->s, k), 0);
}

static void list_ransom(const struct merv_at *g, struct list *l)
{
    const unsigned cubes = merv__ransom_cubes(g, g->s->who, g->s->site);
    for (int k = 0; k < COLOURS; k++)
        if (cubes >> k & 1)
            add(l, MV_RANSOM, g->s->site, k, 0);
    add(l, MV_LOSE, g->s->site, 0, 0);
}

/* R6.3.1: as many courtiers as there are favours. */
static void list_courtiers(const struct merv_at *g, struct list *l)
{
    const struct merv_player *p = deciding(g);
    if (!wants(l, MV_SCORE))
        return;
    for (int a = 0; a <= p->courtiers[0]; a++)
        for (int b = 0; b <= p->courtiers[1]; b++)
            for (int c = 0; c <= p->courtiers[2]; c++) {
                const int d = p->favour - a - b - c;
                if (d >= 0 && d <= p->courtiers[3])
                    l->out[l->n++] = (sr_move)MV_SCORE | (sr_move)a << 8 | (sr_move)b << 12 |
                                     (sr_move)c << 16 | (sr_move)d << 20;
            }
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* What the phase asks, when nothing has to be paid, picked or taken first. */
static void list_phase(const struct merv_at *g, struct list *l)
{
    const struct merv_state *s = g->s;
    switch (s->phase) {
    case PH_SLOT:
        list_slots(g, l, true);
        list_contracts(g, l);
        break;
    case PH_SITE:
        list_sites(g, l, usable_sites(g));
        list_contracts(g, l);
        break;
    case PH_BEFORE:
        list_before(g, l);
        list_contracts(g, l);
        break;
    case PH_ACTION:
        list_action(g, l);
        list_contracts(g, l);
        break;
    case PH_AFTER:
        list_market(g, l);
        list_contracts(g, l);
        add(l, MV_END, 0, 0, 0);
        break;
    case PH_HC_SLOT:
        list_slots(g, l, false);
        break;
    case PH_HC_SITE:
        list_sites(g, l, ~merv_all_sites(s));
        break;
    case PH_QUEUE:
        list_queue(g, l);
        break;
    case PH_RANSOM:
        list_ransom(g, l);
        break;
    case PH_COURTIERS:
        list_courtiers(g, l);
        break;
    case PH_READY:
        add(l, MV_BEGIN, 0, 0, 0);
        break;
    default:
        break;
    }
}

int merv__legal(const struct merv_at *g, sr_move *out, int verb)
{
    const struct merv_state *s = g->s;
    struct list l = {out, 0, verb};
    if (s->paying != SR_NONE)
        return merv__payments(g, out, MERV_MOVES);
    if (s->picked != SR_NONE) {
        if (merv__decision(s) == DC_PIECE)
            list_pieces(g, &l);
        else
            list_set(&l, MV_BONUS, bonus_tiles(g));
        return l.n;
    }
    if (s->pending_count) {
        list_benefit(g, &l);
        list_contracts(g, &l);
        return l.n;
    }
    list_phase(g, &l);
    return l.n;
}
