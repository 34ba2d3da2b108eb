/* magistrate.c: the Corrupt Magistrate of the solo game (R8). He follows fixed rules; chance only
 * draws his cards, his level-2 discovery and a tie of scoring tiles.
 *
 * The person is seat 0. Nothing here asks for a decision. */
#include "merv.h"

enum { HUMAN = 0 };

static struct merv_player *self(struct merv *g) { return &g->s->players[MAGISTRATE]; }

static void tell(struct merv *g, int kind, int a, int b) { merv__emit(g, kind, MAGISTRATE, a, b); }

/* Gains lead to actions and these to gains: compilers for devices would unroll that for minutes. */
static SR_NOINLINE void take(struct merv *g, int gain);

/* The n-th member of a set. */
static int nth(uint32_t set, int n)
{
    for (; n > 0; n--)
        set &= set - 1;
    return sr_lowest(set);
}

static int draw_of(struct merv *g, uint32_t set)
{
    return nth(set, (int)sr_rng_below(&g->s->head.rng, (uint32_t)sr_count(set)));
}

/* ---- solo cards, R8.2.1 --------------------------------------------------------------------- */

/* R3.3: the Palace card lies second, third or fourth: never on top of the untouched stack, never
 * among the two at the bottom. */
static int draw_opening(struct merv *g, uint32_t set)
{
    const uint32_t palace = 1u << PALACE;
    const int n = sr_count(set);
    if (n == ACTIONS)
        return draw_of(g, set & ~palace);
    if (!(set & palace) || n <= 2)
        return draw_of(g, set);
    return sr_rng_below(&g->s->head.rng, (uint32_t)(n - 2)) == 0 ? PALACE
                                                                 : draw_of(g, set & ~palace);
}

static void drop_from_deck(struct merv_state *s, int card)
{
    for (int i = 0; i < s->solo_decks; i++) {
        s->solo_deck[i] &= (uint8_t) ~(1u << card);
        if (s->solo_deck[i])
            continue;
        for (int k = i + 1; k < s->solo_decks; k++)
            s->solo_deck[k - 1] = s->solo_deck[k];
        s->solo_deck[--s->solo_decks] = 0;
        if (i == 0)
            s->solo_opening = 0;
        i--;
    }
}

/* A card, or -1 when there is none to draw (R9.27: those rejected in this turn stay out). */
static int draw_card(struct merv *g, uint32_t rejected)
{
    struct merv_state *s = g->s;
    if (s->solo_decks == 0) {
        const uint32_t fresh = s->solo_discards & ~rejected;
        if (fresh == 0)
            return -1;
        s->solo_deck[0] = (uint8_t)fresh;
        s->solo_decks = 1;
        s->solo_discards &= (uint8_t)rejected;
        tell(g, EV_SOLO_SHUFFLE, 0, 0);
    }
    const uint32_t top = s->solo_deck[s->solo_decks - 1];
    const int card = s->solo_opening && s->solo_decks == 1 ? draw_opening(g, top) : draw_of(g, top);
    drop_from_deck(s, card);
    return card;
}

/* R9.40: wherever the card is, it leaves the game. */
static void remove_card(struct merv *g, int card)
{
    struct merv_state *s = g->s;
    uint32_t held = s->solo_discards;
    for (int i = 0; i < s->solo_decks; i++)
        held |= s->solo_deck[i];
    if (s->solo_card == card)
        s->solo_card = SR_NONE;
    else if (!(held >> card & 1))
        return;
    s->solo_discards &= (uint8_t) ~(1u << card);
    drop_from_deck(s, card);
    tell(g, EV_SOLO_REMOVE, card, 0);
}

void merv__solo_round_end(struct merv *g)
{
    struct merv_state *s = g->s;
    if (s->solo_card != SR_NONE)
        s->solo_discards |= (uint8_t)(1u << s->solo_card);
    s->solo_card = SR_NONE;
}

void merv__solo_year_end(struct merv *g)
{
    struct merv_state *s = g->s;
    if (s->solo_discards == 0)
        return;
    /* In play there are three parts at most; only a position set up by hand can have no room. */
    const int top = sr_min(s->solo_decks, MERV_DECKS - 1);
    s->solo_deck[top] |= s->solo_discards;
    s->solo_decks = sr_u8(top + 1);
    s->solo_discards = 0;
    tell(g, EV_SOLO_SHUFFLE, 0, 0);
}

/* ---- soldiers, R8.3.2 ----------------------------------------------------------------------- */

static void soldier(struct merv *g)
{
    const uint32_t targets = merv__soldier_targets(&g->at, MAGISTRATE);
    uint32_t best = targets & g->s->players[COURTIER].sites;
    if (best == 0)
        best = targets & self(g)->sites;
    if (best)
        merv__deploy(g, MAGISTRATE, sr_lowest(best)); /* northernmost, then westernmost */
}

/* ---- Caravanserai, R8.3.3 ------------------------------------------------------------------- */

static int best_card(struct merv *g)
{
    const struct merv_state *s = g->s;
    uint8_t cards[SPICES];
    memcpy(cards, self(g)->cards, sizeof cards);
    const int now = merv__set_value(g->ed, cards);
    int best = -1, best_gain = 0;
    for (int i = 0; i < s->row_count; i++) {
        cards[s->row[i]]++;
        const int gain = merv__set_value(g->ed, cards) - now;
        cards[s->row[i]]--;
        if (best < 0 || gain > best_gain) {
            best = i;
            best_gain = gain;
        }
    }
    return best;
}

static void caravanserai(struct merv *g, int n)
{
    static const uint8_t order[SPICES] = {GINGER, JUNIPER, CINNAMON, PEPPER};
    uint8_t before[SPICES];
    memcpy(before, self(g)->cards, sizeof before);
    for (; n > 0 && g->s->row_count > 0; n--)
        merv__take_card(g, MAGISTRATE, best_card(g));
    merv__refill(g);
    for (int i = 0; i < SPICES; i++) {
        const int t = order[i];
        for (int pairs = self(g)->cards[t] / 2 - before[t] / 2; pairs > 0; pairs--) {
            tell(g, EV_PAIR, t, 0);
            take(g, g->ed->pair_gain[t]);
        }
    }
    if (g->s->row_count == 0)
        remove_card(g, CARAVANSERAI);
}

/* ---- Palace, R8.3.4 ------------------------------------------------------------------------- */

static void palace(struct merv *g, int n)
{
    for (int left = n < g->ed->magistrate_two_at ? 1 : 2; left > 0; left--) {
        const unsigned open = merv__open_halls(&g->at, MAGISTRATE);
        int best = -1, best_own = 0, best_human = 0;
        for (int h = 0; h < HALLS; h++) {
            if (!(open >> h & 1))
                continue;
            const int own = merv__hall_vp(self(g), h);
            const int human = merv__hall_vp(&g->s->players[HUMAN], h);
            if (best >= 0 && (own < best_own || (own == best_own && human <= best_human)))
                continue;
            best = h;
            best_own = own;
            best_human = human;
        }
        if (best < 0)
            return;
        merv__courtier(g, MAGISTRATE, best);
    }
}

/* ---- Trade, R8.3.6 -------------------------------------------------------------------------- */

/* R8.3.6.1: the city of a new post, or -1. Cities stand in the order of the corners. */
static int post_city(struct merv *g)
{
    const unsigned open = merv__post_cities(&g->at, MAGISTRATE);
    const unsigned candidates = open & 0xF0u ? open & 0xF0u : open;
    const unsigned fresh = candidates & ~(unsigned)g->s->players[HUMAN].posts;
    if (fresh)
        return sr_lowest(fresh);
    return candidates ? sr_lowest(candidates) : -1;
}

static bool can_fulfil(struct merv *g, int card)
{
    const struct merv_edition *ed = g->ed;
    const struct merv_player *p = self(g);
    const int common = p->common - p->common_locked - ed->contract_common[card];
    const int rare = p->rare - p->rare_locked - ed->contract_rare[card];
    return common >= 0 && rare >= 0 && common + rare >= ed->contract_any[card] &&
           p->scrolls - p->scrolls_locked >= ed->contract_scrolls[card];
}

/* R9.28: the two readings of his tie, level or soldier first. */
static int rank_by_level(const struct merv_edition *ed, int card)
{
    return ed->contract_vp[card] * 16 + ed->contract_level[card] * 2 +
           (ed->contract_bonus[card] == GAIN_SOLDIER);
}

static int rank_by_soldier(const struct merv_edition *ed, int card)
{
    return ed->contract_vp[card] * 16 + (ed->contract_bonus[card] == GAIN_SOLDIER) * 8 +
           ed->contract_level[card];
}

/* The open contract he can fulfil that ranks highest, of equal ones in the first pile; or -1. */
static int best_contract(struct merv *g, int (*rank)(const struct merv_edition *, int))
{
    int best = -1;
    for (int pile = 0; pile < MERV_PILES; pile++) {
        const int card = merv__top_contract(g->s, pile);
        if (card >= 0 && can_fulfil(g, card) && (best < 0 || rank(g->ed, card) > rank(g->ed, best)))
            best = card;
    }
    return best;
}

/* "Any good" is served with common goods as far as they last. */
static void fulfil(struct merv *g, int card)
{
    const int common = self(g)->common - self(g)->common_locked - g->ed->contract_common[card];
    merv__contract(g, MAGISTRATE, card, sr_max(0, g->ed->contract_any[card] - common));
}

/* Points of the next contract, once he has fulfilled this one. */
static int points_after(const struct merv_at *g, int card)
{
    struct merv_state copy = *g->s;
    struct merv after = {g->ed, &copy, NULL};
    fulfil(&after, card);
    const int next = best_contract(&after, rank_by_level);
    return next < 0 ? 0 : g->ed->contract_vp[next];
}

/* R8.3.6.3: most points; where the readings of a tie part, more points over two contracts. */
static void contracts(struct merv *g)
{
    for (;;) {
        int card = best_contract(g, rank_by_level);
        if (card < 0)
            return;
        const int other = best_contract(g, rank_by_soldier);
        if (other != card && points_after(&g->at, other) > points_after(&g->at, card))
            card = other;
        fulfil(g, card);
        take(g, g->ed->contract_bonus[card]);
    }
}

static void trade(struct merv *g)
{
    const int city = post_city(g);
    if (city >= 0)
        merv__found_post(g, MAGISTRATE, city);
    merv__goods(g, MAGISTRATE, false, sr_count(self(g)->posts & 0x0Fu));
    merv__goods(g, MAGISTRATE, true, sr_count(self(g)->posts & 0xF0u));
    contracts(g);
}

/* ---- Mosque, R8.3.7 ------------------------------------------------------------------------- */

static void mosque(struct merv *g, int n)
{
    struct merv_player *p = self(g);
    for (; n > 0 && merv_mosque_last(g->ed) > p->mosque; n--) {
        const int path = g->s->mosque_camels ? sr_lowest(g->s->mosque_camels) : 0;
        merv__climb(g, MAGISTRATE, path);
        take(g, g->ed->mosque_gain[merv__space(g->ed, p->path, p->mosque)]);
    }
    if (p->mosque == merv_mosque_last(g->ed))
        remove_card(g, MOSQUE);
}

static void scoring_tile(struct merv *g)
{
    if (self(g)->tile != SR_NONE)
        return;
    uint32_t best = 0;
    int most = -1;
    for (unsigned left = merv__scoring_tiles_left(&g->at); left; left &= left - 1) {
        const int action = sr_lowest(left);
        const int n = sr_count(self(g)->sites & merv__sites_of(g->s, action));
        if (n > most)
            best = 0;
        if (n >= most)
            best |= 1u << action;
        most = sr_max(most, n);
    }
    if (best == 0)
        return;
    if (sr_count(best) > 1)
        tell(g, EV_DRAWN, 0, 0);
    const int action = draw_of(g, best);
    self(g)->tile = sr_u8(action);
    tell(g, EV_TILE, action, 0);
}

/* ---- Library, R8.3.5 ------------------------------------------------------------------------ */

static void take_discovery(struct merv *g, int tile)
{
    self(g)->discoveries |= 1u << tile;
    tell(g, EV_DISCOVER, tile, 0);
}

static void first_discovery(struct merv *g, uint32_t left)
{
    const uint32_t steps = 1u << LESS_MOSQUE, cards = 1u << LESS_CARAVANSERAI;
    const uint32_t wish = self(g)->mosque > merv_cards(self(g)) ? steps : cards;
    left &= steps | cards;
    if (left)
        take_discovery(g, sr_lowest(left & wish ? wish : left));
}

static void second_discovery(struct merv *g, uint32_t left)
{
    if (sr_count(left) > 1)
        tell(g, EV_DRAWN, 0, 0);
    take_discovery(g, draw_of(g, left));
    merv__points(g, MAGISTRATE, PT_MAGISTRATE, g->ed->magistrate_discovery_vp);
}

static void third_discovery(struct merv *g, uint32_t left)
{
    if (left >> FREE_POST & 1) {
        take_discovery(g, FREE_POST);
        const int city = post_city(g);
        if (city < 0)
            return; /* R9.52 */
        merv__found_post(g, MAGISTRATE, city);
        merv__goods(g, MAGISTRATE, city >= INNER, 1);
        contracts(g);
    } else if (left >> FREE_MOSQUE & 1) {
        take_discovery(g, FREE_MOSQUE);
        mosque(g, 1);
    }
}

static void fourth_discovery(struct merv *g, uint32_t left)
{
    const int tile = left >> GREAT_POINTS & 1 ? GREAT_POINTS : GREAT_FAVOURS;
    if (!(left >> tile & 1))
        return;
    take_discovery(g, tile);
    const int i = tile - GREAT_POINTS;
    merv__points(g, MAGISTRATE, PT_DISCOVERIES, g->ed->great_vp[i]);
    for (int n = g->ed->great_favours[i]; n > 0; n--)
        merv__favour(g, MAGISTRATE);
    for (int n = g->ed->great_soldiers[i]; n > 0; n--)
        soldier(g);
}

static void library(struct merv *g, int n)
{
    static void (*const discovery[4])(struct merv *, uint32_t) = {
        first_discovery, second_discovery, third_discovery, fourth_discovery};
    const int before = self(g)->scrolls;
    merv__scrolls(g, MAGISTRATE, n);
    const int after = self(g)->scrolls;
    for (int level = 1; level <= 4; level++) {
        const int at = g->ed->discovery_at[level - 1];
        const uint32_t left = merv__tiles_left(&g->at, level);
        if (before < at && after >= at && left)
            discovery[level - 1](g, left);
    }
    if (after >= g->ed->discovery_at[3])
        remove_card(g, LIBRARY);
}

/* ---- Walls, R8.3.8 -------------------------------------------------------------------------- */

/* Priority of a wall slot, lower first: A to H, two human buildings (R9.29), none. */
static int wall_category(struct merv *g, int slot)
{
    const struct merv_player *p = g->s->players;
    const int high = sr_count(merv__guards[slot] & p[COURTIER].sites);
    const int own = sr_count(merv__guards[slot] & p[MAGISTRATE].sites);
    const int human = sr_count(merv__guards[slot] & p[HUMAN].sites);
    static const uint8_t category[3][3][3] = {
        /* [high][own][human] */
        {{9, 7, 8}, {4, 6, 9}, {2, 9, 9}},
        {{3, 5, 9}, {1, 9, 9}, {9, 9, 9}},
        {{0, 9, 9}, {9, 9, 9}, {9, 9, 9}},
    };
    return category[high][own][human];
}

static int best_wall_slot(struct merv *g, bool gate)
{
    int best = -1;
    for (int i = 0; i < MERV_WALLS; i++)
        if (g->s->walls[i] == SR_NONE && (i % 5 == 2) == gate &&
            (best < 0 || wall_category(g, i) < wall_category(g, best)))
            best = i;
    return best;
}

static void walls(struct merv *g, int n)
{
    for (; n > 0; n--) {
        const int slots[2] = {best_wall_slot(g, false), best_wall_slot(g, true)};
        int best = -1;
        for (int kind = 0; kind < MERV_KINDS; kind++) { /* by colour, so ties fall right */
            const int size = kind % MERV_SIZES;
            if (slots[size == GATE] < 0 || merv__wall_reserve(&g->at, kind) <= 0)
                continue;
            if (best < 0 || g->ed->wall_price[size] < g->ed->wall_price[best % MERV_SIZES])
                best = kind;
        }
        if (best < 0)
            return;
        merv__build_wall(g, MAGISTRATE, slots[best % MERV_SIZES == GATE], best);
    }
}

/* ---- gains of the tables, as he takes them -------------------------------------------------- */

static void take(struct merv *g, int gain)
{
    switch (gain) {
    case GAIN_WHITE_UPGRADE:
    case GAIN_BONUS_UPGRADE:
    case GAIN_WHITE_CUBE:
        merv__points(g, MAGISTRATE, PT_MAGISTRATE, g->ed->magistrate_upgrade_vp);
        break;
    case GAIN_SCORING_TILE:
        scoring_tile(g);
        break;
    case GAIN_SOLDIER:
        soldier(g);
        break;
    case GAIN_COURTIER:
        palace(g, 1);
        break;
    case GAIN_WALL:
        walls(g, 1);
        break;
    case GAIN_SCROLL:
        library(g, 1);
        break;
    case GAIN_CARD:
        caravanserai(g, 1);
        break;
    case GAIN_MOSQUE_STEP:
        mosque(g, 1);
        break;
    default: /* camels, favours and rare goods as for anybody */
        merv__gain(g, MAGISTRATE, gain);
        break;
    }
}

/* ---- choosing lines and sites --------------------------------------------------------------- */

struct mix {
    int own, high, human;
};

static struct mix mix_of(const struct merv_at *g, uint32_t sites)
{
    const struct merv_player *p = g->s->players;
    const struct mix m = {sr_count(sites & p[MAGISTRATE].sites),
                          sr_count(sites & p[COURTIER].sites), sr_count(sites & p[HUMAN].sites)};
    return m;
}

/* R8.1.2: most human, fewest own buildings, nearest to the starting corner. */
int merv__magistrate_slot(const struct merv_at *g)
{
    const unsigned open = merv__free_slots(g->s);
    int best = -1, best_key = -1;
    for (int i = 0; i < MERV_SLOTS; i++) {
        if (!(open >> i & 1))
            continue;
        const struct mix m = mix_of(g, merv__lines[g->s->round - 1][i]);
        const int key = m.human * 8 + (7 - m.own);
        if (key > best_key) {
            best = i + 1;
            best_key = key;
        }
    }
    return best;
}

/* R8.1.3: the same of the line across; nearest to the action slot. */
int merv__magistrate_site(const struct merv_at *g, uint32_t sites)
{
    int best = 0, best_key = -1;
    for (; sites; sites &= sites - 1) {
        const int site = sr_lowest(sites);
        const struct mix m = mix_of(g, merv__across(g->s->round, site));
        const int near = 7 - merv__distance(g->s->round, site);
        const int key = (m.human * 8 + (7 - m.own)) * 8 + near;
        if (key > best_key) {
            best = site;
            best_key = key;
        }
    }
    return best;
}

/* R8.2.2: keys in base 8, the slot number last, so the farthest from the corner wins a tie. */
static int pick_slot(const struct merv_at *g, unsigned slots, bool method_a)
{
    int best = 0, best_key = -1;
    for (int i = 0; i < MERV_SLOTS; i++) {
        if (!(slots >> i & 1))
            continue;
        const struct mix m = mix_of(g, merv__lines[g->s->round - 1][i]);
        const int first = method_a ? m.own : m.own + m.high;
        const int second = method_a ? m.high : m.own;
        const int key = ((first * 8 + second) * 8 + m.human) * 8 + i;
        if (key > best_key) {
            best = i + 1;
            best_key = key;
        }
    }
    return best;
}

/* R8.2.3: by the line across: most own, most human, farthest from the action slot. */
static int pick_site(const struct merv_at *g, uint32_t sites)
{
    int best = 0, best_key = -1;
    for (; sites; sites &= sites - 1) {
        const int site = sr_lowest(sites);
        const struct mix m = mix_of(g, merv__across(g->s->round, site));
        const int key = (m.own * 8 + m.human) * 8 + merv__distance(g->s->round, site);
        if (key > best_key) {
            best = site;
            best_key = key;
        }
    }
    return best;
}

/* ---- his turn, R8.2 ------------------------------------------------------------------------- */

/* Free slots whose line meets the set of sites. */
static unsigned slots_meeting(const struct merv_at *g, uint32_t sites)
{
    unsigned set = 0;
    for (int i = 0; i < MERV_SLOTS; i++)
        set |= (unsigned)((merv__lines[g->s->round - 1][i] & sites) != 0) << i;
    return set & merv__free_slots(g->s);
}

static void perform(struct merv *g, int action, int n)
{
    tell(g, EV_SOLO_REPEAT, action, n);
    switch (action) {
    case CARAVANSERAI:
        caravanserai(g, n);
        break;
    case PALACE:
        palace(g, n);
        break;
    case LIBRARY:
        library(g, n);
        break;
    case TRADE:
        trade(g);
        break;
    case MOSQUE:
        mosque(g, n);
        break;
    default:
        walls(g, n);
        break;
    }
}

/* R8.4 */
static void camel_market(struct merv *g)
{
    struct merv_state *s = g->s;
    const int there = sr_count(s->market_camels);
    if (there >= 2) {
        s->market_camels = 0;
        tell(g, EV_COLLECT, there, 0);
        merv__camels(g, MAGISTRATE, there);
        return;
    }
    if (self(g)->camels == 0)
        return;
    const int at = s->market_camels >> TL & 1 ? TR : TL;
    const int gain = g->ed->market[s->market_side][at];
    s->market_camels |= (uint8_t)(1u << at);
    self(g)->camels--;
    tell(g, EV_SELL, at, gain);
    take(g, gain);
}

/* R8.2.4: how often he does the action of his card. */
static int repetitions(struct merv *g, int action, uint32_t line)
{
    const struct mix m = mix_of(&g->at, line);
    const int change = g->ed->magistrate_change[g->s->head.option[OP_MAGISTRATE]];
    const int n = sr_max(1, m.own + m.high + change); /* R8.6 */
    return n + (int)(self(g)->discoveries >> action & 1u);
}

void merv__magistrate_turn(struct merv *g)
{
    struct merv_state *s = g->s;
    uint32_t rejected = 0;
    for (;;) {
        const int card = draw_card(g, rejected);
        if (card < 0) { /* R9.27 */
            tell(g, EV_SOLO_IDLE, 0, 0);
            merv__place_master(g, MAGISTRATE, 32 - __builtin_clz(merv__free_slots(s)));
            return;
        }
        const uint32_t sites = merv__sites_of(s, card);
        const uint32_t empty = sites & ~merv_all_sites(s);
        const uint32_t friendly = sites & (self(g)->sites | s->players[COURTIER].sites);
        const unsigned a = merv_buildings(&g->at, self(g)) > 0 ? slots_meeting(&g->at, empty) : 0;
        const unsigned b = slots_meeting(&g->at, friendly);
        tell(g, EV_SOLO_CARD, card, 0);
        if ((a | b) == 0) {
            s->solo_discards |= (uint8_t)(1u << card);
            rejected |= 1u << card;
            tell(g, EV_SOLO_REJECT, card, 0);
            continue;
        }
        s->solo_card = sr_u8(card);
        const int slot = pick_slot(&g->at, a ? a : b, a != 0);
        merv__place_master(g, MAGISTRATE, slot);
        const uint32_t line = merv__lines[s->round - 1][slot - 1];
        if (a) {
            const int site = pick_site(&g->at, empty & line);
            self(g)->sites |= 1u << site;
            tell(g, EV_BUILD, site, card);
        }
        perform(g, card, repetitions(g, card, line));
        if (slot == 3)
            camel_market(g);
        return;
    }
}
