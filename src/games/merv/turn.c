/* turn.c: a turn from the slot to its end, and playing a move (R4.3 to R4.9).
 *
 * apply() does what a move says; settle() then goes on to the next decision that is one: benefits
 * without an option vanish, automated players act, a single possible answer is given (R4.10). */
#include "merv.h"

static struct merv_player *acting(struct merv *g) { return &g->s->players[g->s->who]; }

void merv__hand_to(struct merv *g, int who)
{
    g->s->who = sr_u8(who);
    if (merv_is_human(who))
        g->s->head.turn++;
}

/* ---- beginning and end of a turn ------------------------------------------------------------ */

/* R7.1: of the two who steer the High Courtier, the one further forward in the queue, or the
 * other. */
static int steering(const struct merv_state *s, bool first)
{
    int found[MERV_SEATS] = {0};
    int n = 0;
    for (int i = 0; i < merv_masters(s); i++)
        if (s->queue[i] != COURTIER)
            found[n++] = s->queue[i];
    return found[first ? 0 : 1];
}

static void start_turn(struct merv *g)
{
    struct merv_state *s = g->s;
    const int owner = s->queue[s->place];
    s->slot = SR_NONE;
    s->site = SR_NONE;
    s->market_used = s->discount_used = s->convert_used = 0;
    merv__emit(g, EV_TURN, owner, 0, 0);
    if (owner == COURTIER) {
        s->phase = PH_HC_SLOT;
        merv__hand_to(g, steering(s, true));
    } else {
        s->phase = PH_SLOT;
        merv__hand_to(g, owner);
    }
}

void merv__start_round(struct merv *g)
{
    struct merv_state *s = g->s;
    memset(s->slots, SR_NONE, sizeof s->slots);
    s->place = 0;
    sr_emit(g->ev, EV_ROUND, -1, s->round, 0, 0, 0);
    start_turn(g);
}

static void start_queue(struct merv *g)
{
    struct merv_state *s = g->s;
    s->phase = PH_QUEUE;
    s->place = 0;
    s->site = SR_NONE;
    s->market_used = s->discount_used = s->convert_used = 0;
    s->slot = 1;
    while (s->slots[s->slot - 1] == SR_NONE)
        s->slot++;
    merv__hand_to(g, s->slots[s->slot - 1]);
}

void merv__end_turn(struct merv *g)
{
    struct merv_state *s = g->s;
    if (++s->place == merv_masters(s))
        start_queue(g);
    else
        start_turn(g);
}

void merv__place_master(struct merv *g, int owner, int slot)
{
    g->s->slots[slot - 1] = sr_u8(owner);
    g->s->slot = sr_u8(slot);
    merv__emit(g, EV_SLOT, owner, slot, 0);
}

static void build(struct merv *g, int owner, int site)
{
    g->s->players[owner].sites |= 1u << site;
    merv__emit(g, EV_BUILD, owner, site, g->s->city[site].action);
}

/* ---- the slot and the site, R4.3 to R4.5 ---------------------------------------------------- */

static bool can_activate(const struct merv_at *g)
{
    sr_move list[MERV_SLOTS];
    return merv__legal(g, list, MV_SITE) > 0;
}

static void choose_slot(struct merv *g, int slot)
{
    struct merv_state *s = g->s;
    if (s->phase == PH_HC_SLOT) {
        merv__place_master(g, COURTIER, slot);
        s->phase = PH_HC_SITE;
        merv__hand_to(g, steering(s, false));
        return;
    }
    merv__place_master(g, s->who, slot);
    s->phase = PH_SITE;
    if (!can_activate(&g->at))
        s->phase = PH_BEFORE; /* R4.3.3 */
}

/* Cubes of a site's upgrade, if it has one; -1 otherwise. */
static int upgrade_colour(const struct merv_state *s, int site)
{
    if (s->white_upgrades >> site & 1)
        return WHITE;
    for (int k = 0; k < NORMAL; k++)
        if (s->bonus_upgrades[k] == site)
            return k;
    return -1;
}

/* R4.5: the active player collects from all buildings of that owner in the line; another person
 * as owner collects the activated site and the upgrades of the others. */
static void generate(struct merv *g, int owner)
{
    struct merv_state *s = g->s;
    int mine[COLOURS] = {0, 0, 0, 0, 0}, theirs[COLOURS] = {0, 0, 0, 0, 0};
    uint32_t set = merv__lines[s->round - 1][s->slot - 1] & s->players[owner].sites;
    for (; set; set &= set - 1) {
        const int site = sr_lowest(set);
        const int extra = upgrade_colour(s, site);
        if (extra >= 0) {
            mine[extra]++;
            theirs[extra]++;
        }
        if (extra == WHITE)
            continue;
        mine[s->city[site].colour]++;
        theirs[s->city[site].colour] += site == s->site;
    }
    for (int k = 0; k < COLOURS; k++)
        if (mine[k])
            merv__cubes(g, s->who, k, mine[k]);
    for (int k = 0; k < COLOURS && owner != s->who && merv_is_human(owner); k++)
        if (theirs[k])
            merv__cubes(g, owner, k, theirs[k]);
}

static void choose_site(struct merv *g, int site)
{
    struct merv_state *s = g->s;
    if (s->phase == PH_HC_SITE) {
        build(g, COURTIER, site);
        merv__end_turn(g);
        return;
    }
    s->site = sr_u8(site);
    int owner = s->who;
    if (merv_all_sites(s) >> site & 1) {
        while (!(s->players[owner].sites >> site & 1))
            owner = (owner + 1) % MERV_OWNERS;
        merv__emit(g, EV_ACTIVATE, s->who, site, s->city[site].action);
    } else {
        build(g, owner, site);
    }
    generate(g, owner);
    s->phase = PH_BEFORE;
}

/* ---- the market, R4.7 ----------------------------------------------------------------------- */

static void collect(struct merv *g)
{
    struct merv_state *s = g->s;
    const int n = sr_count(s->market_camels);
    s->market_used = 1;
    s->market_camels = 0;
    merv__emit(g, EV_COLLECT, s->who, n, 0);
    merv__camels(g, s->who, n);
}

static void sell(struct merv *g, int at)
{
    struct merv_state *s = g->s;
    const int gain = g->ed->market[s->market_side][at];
    s->market_used = 1;
    s->market_camels |= (uint8_t)(1u << at);
    acting(g)->camels--;
    merv__emit(g, EV_SELL, s->who, at, gain);
    merv__gain(g, s->who, gain);
}

/* ---- actions, R5.3 to R5.8 ------------------------------------------------------------------ */

static void begin_action(struct merv *g)
{
    struct merv_state *s = g->s;
    s->phase = PH_ACTION;
    merv__emit(g, EV_ACT, s->who, s->city[s->site].action, 0);
    if (s->city[s->site].action == TRADE)
        s->posted = merv__post_cities(&g->at, s->who) == 0;
}

static void end_action(struct merv *g)
{
    struct merv_state *s = g->s;
    memset(s->spent, 0, sizeof s->spent);
    memset(s->taken, 0, sizeof s->taken);
    s->posted = s->bought = s->routes = 0;
    s->phase = PH_AFTER;
}

/* R5.3.5: a bonus for each pair completed by the cards of this action. */
static void offer_pairs(struct merv *g, const uint8_t taken[SPICES])
{
    const struct merv_player *p = acting(g);
    bool any = false;
    for (int t = 0; t < SPICES; t++) {
        const int pairs = p->cards[t] / 2 - (p->cards[t] - taken[t]) / 2;
        g->s->pairs[t] = sr_u8(pairs);
        any = any || pairs > 0;
    }
    if (any)
        merv__push(g, BN_PAIR, 1);
}

static void done(struct merv *g)
{
    struct merv_state *s = g->s;
    uint8_t taken[SPICES];
    memcpy(taken, s->taken, sizeof taken);
    const int routes = sr_count(s->routes), action = s->city[s->site].action;
    end_action(g);
    if (action == CARAVANSERAI) {
        merv__refill(g);
        offer_pairs(g, taken);
    }
    for (int i = 0; i < routes; i++) /* R5.6.5 */
        merv__park_camel(g, -1);
}

static void take_free_card(struct merv *g, int index)
{
    uint8_t taken[SPICES] = {0, 0, 0, 0};
    taken[g->s->row[index]] = 1;
    merv__pop(g);
    merv__take_card(g, g->s->who, index);
    merv__refill(g);
    offer_pairs(g, taken);
}

static void lay_camel(struct merv *g)
{
    acting(g)->camels--;
    merv__park_camel(g, g->s->who);
}

static void buy(struct merv *g, int city)
{
    struct merv_state *s = g->s;
    struct merv_player *p = acting(g);
    for (unsigned links = merv__links_missing(&g->at, city); links; links &= links - 1) {
        const int c = sr_lowest(links);
        p->camels--;
        s->routes |= (uint8_t)(1u << c);
        merv__emit(g, EV_ROUTE, s->who, c, 0);
    }
    s->bought |= (uint8_t)(1u << city);
    merv__goods(g, s->who, city >= INNER, 1);
}

static void post(struct merv *g, int city)
{
    if (g->s->pending_count) { /* R5.5.4: the level-3 tile, with its good */
        merv__pop(g);
        merv__found_post(g, g->s->who, city);
        merv__goods(g, g->s->who, city >= INNER, 1);
        return;
    }
    merv__found_post(g, g->s->who, city);
    g->s->posted = 1;
}

static void discover(struct merv *g, int tile)
{
    merv__pop(g);
    acting(g)->discoveries |= 1u << tile;
    merv__emit(g, EV_DISCOVER, g->s->who, tile, 0);
    if (tile >= GREAT_POINTS) {
        const int i = tile - GREAT_POINTS;
        merv__points(g, g->s->who, PT_DISCOVERIES, g->ed->great_vp[i]);
        for (int n = g->ed->great_favours[i]; n > 0; n--)
            merv__favour(g, g->s->who);
        if (g->ed->great_soldiers[i])
            merv__push(g, BN_SOLDIER, g->ed->great_soldiers[i]);
    } else if (tile >= FREE_CARD) {
        static const uint8_t benefit[] = {BN_CARD, BN_POST, BN_MOSQUE, BN_WALL};
        merv__push(g, benefit[tile - FREE_CARD], 1);
    }
}

static void resolve_pair(struct merv *g, int spice)
{
    struct merv_state *s = g->s;
    s->pairs[spice]--;
    if (s->pairs[0] + s->pairs[1] + s->pairs[2] + s->pairs[3] == 0)
        merv__pop(g);
    merv__emit(g, EV_PAIR, s->who, spice, 0);
    const int gain = g->ed->pair_gain[spice];
    if (gain == GAIN_WHITE_UPGRADE && s->head.option[OP_PEPPER] != PEPPER_OWN)
        merv__push(g, BN_PAIR_UPGRADE, 1); /* R9.13: not only on one's own site */
    else
        merv__gain(g, s->who, gain);
}

/* ---- options with a price, R4.9 ------------------------------------------------------------- */

static void ask_payment(struct merv *g, int price, int what, int rare)
{
    g->s->paying = sr_u8(price);
    g->s->paying_for = sr_u8(what);
    g->s->paying_rare = sr_u8(rare);
}

static void pay_and_get(struct merv *g, sr_move move)
{
    struct merv_state *s = g->s;
    merv__pay(g, move);
    const int price = s->paying, what = s->paying_for, rare = s->paying_rare;
    s->paying = SR_NONE;
    s->paying_for = s->paying_rare = 0;
    switch (price) {
    case PAY_TAKE:
        s->taken[s->row[what]]++;
        merv__take_card(g, s->who, what);
        break;
    case PAY_PLACE:
        merv__courtier(g, s->who, what);
        break;
    case PAY_STUDY:
        end_action(g);
        merv__scrolls(g, s->who, what);
        break;
    case PAY_BUY:
        buy(g, what);
        break;
    case PAY_CLIMB:
        merv__climb(g, s->who, what);
        break;
    case PAY_BUILD:
        merv__build_wall(g, s->who, s->picked, what);
        s->picked = SR_NONE;
        break;
    default:
        merv__contract(g, s->who, merv__top_contract(s, what), rare);
        break;
    }
}

/* ---- playing a move ------------------------------------------------------------------------- */

static void place(struct merv *g, int hall)
{
    if (!g->s->pending_count) {
        ask_payment(g, PAY_PLACE, hall, 0);
        return;
    }
    merv__pop(g);
    merv__courtier(g, g->s->who, hall);
}

static void climb(struct merv *g, int path)
{
    if (acting(g)->mosque > 0)
        path = acting(g)->path;
    if (!g->s->pending_count) {
        ask_payment(g, PAY_CLIMB, path, 0);
        return;
    }
    merv__pop(g);
    merv__climb(g, g->s->who, path);
}

static void piece(struct merv *g, int kind)
{
    if (!g->s->pending_count) {
        ask_payment(g, PAY_BUILD, kind, 0);
        return;
    }
    const int slot = g->s->picked;
    g->s->picked = SR_NONE;
    merv__pop(g);
    merv__build_wall(g, g->s->who, slot, kind);
}

static void upgrade(struct merv *g, int site)
{
    if (g->s->pending[g->s->pending_count - 1].kind == BN_BONUS_UPGRADE) {
        g->s->picked = sr_u8(site);
        return;
    }
    merv__pop(g);
    merv__upgrade(g, g->s->who, site, WHITE);
}

static void bonus(struct merv *g, int colour)
{
    const int site = g->s->picked;
    g->s->picked = SR_NONE;
    merv__pop(g);
    merv__upgrade(g, g->s->who, site, colour);
}

static void score_courtiers(struct merv *g, sr_move move)
{
    int count[HALLS];
    for (int h = 0; h < HALLS; h++)
        count[h] = sr_move_bits(move, 8 + 4 * h, 4);
    merv__score_courtiers(g, g->s->who, count);
}

/* Moves of a turn (R4): slot, site, what is done before and after the action, contracts. */
static bool play_turn(struct merv *g, sr_move move)
{
    struct merv_state *s = g->s;
    const int a = sr_move_a(move);
    switch (sr_move_verb(move)) {
    case MV_SLOT:
        choose_slot(g, a);
        break;
    case MV_SITE:
        choose_site(g, a);
        break;
    case MV_ACT:
        begin_action(g);
        break;
    case MV_FAVOUR:
        s->phase = PH_AFTER;
        merv__favour(g, s->who);
        break;
    case MV_SOLDIER:
        s->phase = PH_AFTER;
        merv__push(g, BN_SOLDIER, 1);
        break;
    case MV_COLLECT:
        collect(g);
        break;
    case MV_SELL:
        sell(g, a);
        break;
    case MV_END:
        merv__end_turn(g);
        break;
    case MV_CONTRACT:
        ask_payment(g, PAY_CONTRACT, a, sr_move_b(move));
        break;
    case MV_PAY:
    case MV_FREE:
        pay_and_get(g, move);
        break;
    default:
        return false;
    }
    return true;
}

/* Moves of the actions (R5). */
static bool play_action(struct merv *g, sr_move move)
{
    struct merv_state *s = g->s;
    const int a = sr_move_a(move);
    switch (sr_move_verb(move)) {
    case MV_TAKE:
        if (s->pending_count)
            take_free_card(g, a - 1);
        else
            ask_payment(g, PAY_TAKE, a - 1, 0);
        break;
    case MV_CAMEL:
        lay_camel(g);
        break;
    case MV_DONE:
        done(g);
        break;
    case MV_PLACE:
        place(g, a);
        break;
    case MV_STUDY:
        ask_payment(g, PAY_STUDY, a, 0);
        break;
    case MV_POST:
        post(g, a);
        break;
    case MV_BUY:
        ask_payment(g, PAY_BUY, a, 0);
        break;
    case MV_CLIMB:
        climb(g, a - 1);
        break;
    case MV_WALL:
        s->picked = sr_u8(a);
        break;
    case MV_PIECE:
        piece(g, a);
        break;
    default:
        return false;
    }
    return true;
}

/* Answers to what was gained: soldiers, upgrades, tiles, discoveries, pairs. */
static bool play_benefit(struct merv *g, sr_move move)
{
    struct merv_state *s = g->s;
    const int a = sr_move_a(move);
    switch (sr_move_verb(move)) {
    case MV_DEPLOY:
        merv__pop(g);
        merv__deploy(g, s->who, a);
        break;
    case MV_UPGRADE:
        upgrade(g, a);
        break;
    case MV_BONUS:
        bonus(g, a);
        break;
    case MV_TILE:
        merv__pop(g);
        acting(g)->tile = sr_u8(a);
        merv__emit(g, EV_TILE, s->who, a, 0);
        break;
    case MV_DISCOVER:
        discover(g, a);
        break;
    case MV_PAIR:
        resolve_pair(g, a);
        break;
    case MV_DECLINE:
        merv__pop(g);
        break;
    default:
        return false;
    }
    return true;
}

/* Moves between turns (R6): the queue, ransoms, courtiers, the next round. */
static bool play_year(struct merv *g, sr_move move)
{
    struct merv_state *s = g->s;
    const int a = sr_move_a(move);
    switch (sr_move_verb(move)) {
    case MV_SPEND:
        merv__queue_up(g, s->who, a);
        break;
    case MV_RANSOM:
        merv__ransom(g, sr_move_b(move));
        break;
    case MV_LOSE:
        merv__ransom(g, -1);
        break;
    case MV_SCORE:
        score_courtiers(g, move);
        break;
    case MV_BEGIN:
        merv__start_round(g);
        break;
    default:
        return false;
    }
    return true;
}

void merv__apply(struct merv *g, sr_move move)
{
    (void)(play_turn(g, move) || play_action(g, move) || play_benefit(g, move) ||
           play_year(g, move));
}

/* ---- going on to the next decision ---------------------------------------------------------- */

/* The Magistrate and the High Courtier; true if one of them did something. */
static bool automated(struct merv *g)
{
    struct merv_state *s = g->s;
    if (s->phase == PH_HC_SITE) { /* R7.3: no empty site or no building: nothing is built */
        const uint32_t sites = merv__lines[s->round - 1][s->slot - 1] & ~merv_all_sites(s);
        if (sites == 0 || merv_buildings(&g->at, &s->players[COURTIER]) <= 0) {
            merv__end_turn(g);
            return true;
        }
        if (s->who == MAGISTRATE) {
            choose_site(g, merv__magistrate_site(&g->at, sites));
            return true;
        }
    }
    if (merv_is_human(s->who))
        return false;
    if (s->phase == PH_SLOT) {
        merv__magistrate_turn(g);
        merv__end_turn(g);
    } else if (s->phase == PH_HC_SLOT) {
        choose_slot(g, merv__magistrate_slot(&g->at));
    } else { /* PH_QUEUE: as far forward as the camels allow, R7.4 */
        merv__queue_up(g, s->who, sr_min(acting(g)->camels, merv__queue_free(s) - 1));
    }
    return true;
}

/* R4.10: asked although there is one answer only, because what follows shows hidden cards and
 * could not be taken back. */
static bool asked_anyway(const struct merv_at *g)
{
    const struct merv_state *s = g->s;
    int left[SPICES];
    if (s->phase == PH_READY)
        return true;
    if (s->phase == PH_AFTER)
        return merv_has_magistrate(s);
    return s->phase == PH_ACTION && s->city[s->site].action == CARAVANSERAI &&
           s->taken[0] + s->taken[1] + s->taken[2] + s->taken[3] > 0 &&
           merv__deck_left(g, left) > 0;
}

/* Benefits on top of the stack that need no question; true if there was one. */
static bool settle_benefit(struct merv *g)
{
    struct merv_state *s = g->s;
    if (!merv__benefit_possible(&g->at)) {
        merv__pop(g);
        return true;
    }
    if (s->pending[s->pending_count - 1].kind != BN_PAIR)
        return false;
    int spice = -1, kinds = 0;
    for (int t = 0; t < SPICES; t++) {
        if (s->pairs[t] == 0)
            continue;
        spice = t;
        kinds++;
    }
    if (kinds != 1)
        return false;
    resolve_pair(g, spice);
    return true;
}

void merv__settle(struct merv *g)
{
    struct merv_state *s = g->s;
    sr_move list[MERV_MOVES];
    while (!s->head.over) {
        if (s->paying == SR_NONE && s->picked == SR_NONE) {
            if (s->pending_count ? settle_benefit(g) : automated(g))
                continue;
            if (!s->pending_count && asked_anyway(&g->at))
                return;
        }
        if (merv__legal(&g->at, list, -1) != 1)
            return;
        merv__apply(g, list[0]);
    }
}
