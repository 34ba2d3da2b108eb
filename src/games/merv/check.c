/* check.c: what holds in every position of Merv (R11.3). Indexes come first: a state that passes
 * can be listed, played, scored and drawn without leaving an array. */
#include "merv.h"

/* Discovery tiles of levels 1 to 4. */
static const uint32_t level_tiles[4] = {0x3F, 0x3C0, 0x3C00, 0x3C000};

enum { PENDING_AT_REST = 8 };

static bool is_master(const struct merv_state *s, int owner)
{
    if (owner == MAGISTRATE)
        return merv_has_magistrate(s);
    if (owner == COURTIER)
        return merv_has_courtier(s);
    return owner < s->head.seats;
}

static bool is_site(int i) { return i < MERV_CELLS && (MERV_SITES >> i & 1); }

static bool in_turn(const struct merv_state *s) { return s->phase <= PH_AFTER; }

/* ---- the board ------------------------------------------------------------------------------ */

static const char *check_city(const struct merv_edition *ed, const struct merv_state *s)
{
    int count[ACTIONS][NORMAL] = {{0}};
    for (int i = 0; i < MERV_CELLS; i++) {
        const struct merv_tile *t = &s->city[i];
        if (i == MERV_CENTRE) {
            if (t->action != SR_NONE || t->colour != SR_NONE)
                return "city: the centre is the camel market, not a site";
            continue;
        }
        if (t->action >= ACTIONS || t->colour >= NORMAL)
            return "city: a site has no action or no colour";
        count[t->action][t->colour]++;
    }
    for (int a = 0; a < ACTIONS; a++)
        for (int k = 0; k < NORMAL; k++)
            if (count[a][k] != ed->tiles[a][k])
                return "city: these are not the site tiles of the game";
    return NULL;
}

static const char *check_upgrades(const struct merv_edition *ed, const struct merv_state *s)
{
    uint32_t used = s->white_upgrades;
    if (used & ~(uint32_t)MERV_SITES)
        return "white_upgrades: one lies outside the sites";
    if (sr_count(used) > ed->white_upgrades)
        return "white_upgrades: there are more than the game has";
    for (int k = 0; k < NORMAL; k++) {
        const int site = s->bonus_upgrades[k];
        if (site == SR_NONE)
            continue;
        if (!is_site(site))
            return "bonus_upgrades: one lies outside the sites";
        if (!(ed->bonus_upgrades >> k & 1))
            return "bonus_upgrades: the game has none of that colour";
        if (used >> site & 1)
            return "a site has two upgrades";
        used |= 1u << site;
    }
    return NULL;
}

static const char *check_walls(const struct merv_at *g)
{
    for (int i = 0; i < MERV_WALLS; i++) {
        const int kind = g->s->walls[i];
        if (kind == SR_NONE)
            continue;
        if (kind >= MERV_KINDS)
            return "walls: no such piece";
        if ((kind % MERV_SIZES == GATE) != (i % 5 == 2))
            return "walls: gates stand in the middle of a side, segments beside";
    }
    for (int kind = 0; kind < MERV_KINDS; kind++)
        if (merv__wall_reserve(g, kind) < 0)
            return "walls: more pieces of a kind stand than there are";
    return NULL;
}

static const char *check_row(const struct merv_at *g)
{
    const struct merv_state *s = g->s;
    if (s->row_count > MERV_ROW || s->row_camels > s->row_count)
        return "row: too many cards, or more camels than cards";
    for (int i = 0; i < MERV_ROW; i++)
        if (i < s->row_count ? s->row[i] >= SPICES : s->row[i] != 0)
            return "row: a card has no spice";
    int left[SPICES];
    const int deck = merv__deck_left(g, left);
    for (int t = 0; t < SPICES; t++)
        if (left[t] < 0)
            return "there are more caravan cards of a spice than the game has";
    const bool taking =
        s->phase == PH_ACTION && s->site != SR_NONE && s->city[s->site].action == CARAVANSERAI;
    if (!taking && s->row_count < MERV_ROW && deck > 0)
        return "row: it is not full although cards are left";
    return NULL;
}

/* ---- the players ---------------------------------------------------------------------------- */

static bool is_blank(const struct merv_player *p)
{
    struct merv_player none;
    memset(&none, 0, sizeof none);
    none.path = none.tile = SR_NONE;
    return memcmp(p, &none, sizeof none) == 0;
}

static const char *check_items(const struct merv_edition *ed, const struct merv_player *p)
{
    int scrolls = 0, common = 0, rare = 0, any = 0;
    if (p->contracts >> MERV_CONTRACTS)
        return "contracts: no such card";
    for (uint32_t set = p->contracts; set; set &= set - 1) {
        const int card = sr_lowest(set);
        scrolls += ed->contract_scrolls[card];
        common += ed->contract_common[card];
        rare += ed->contract_rare[card];
        any += ed->contract_any[card];
    }
    if (p->scrolls > MERV_STOCK_MAX || p->common > MERV_STOCK_MAX || p->rare > MERV_STOCK_MAX)
        return "a player has more scrolls or goods than can be";
    if (p->scrolls_locked > p->scrolls || p->common_locked > p->common || p->rare_locked > p->rare)
        return "more is locked on contracts than the player has";
    if (p->scrolls_locked != scrolls || p->common_locked < common || p->rare_locked < rare ||
        p->common_locked + p->rare_locked != common + rare + any)
        return "what is locked does not fit the contracts taken";
    return NULL;
}

static const char *check_discoveries(const struct merv_edition *ed, const struct merv_player *p)
{
    if (p->discoveries >> MERV_DISCOVERIES || (p->discoveries & 0x3F & ~(uint32_t)ed->discounts) ||
        (p->discoveries >> ANY_PURPLE & 0xF & ~(uint32_t)ed->conversions))
        return "discoveries: no such tile";
    for (int i = 0; i < 4; i++) {
        const int tiles = sr_count(p->discoveries & level_tiles[i]);
        if (tiles > 1)
            return "discoveries: a player has two of one level";
        if (tiles && p->scrolls < ed->discovery_at[i])
            return "discoveries: the player has not enough scrolls for that level";
    }
    return NULL;
}

static const char *check_spices(const struct merv_edition *ed, const struct merv_player *p,
                                bool human)
{
    int kinds = 0;
    for (int t = 0; t < SPICES; t++) {
        if (p->cards[t] > ed->spice_cards[t])
            return "there are more caravan cards of a spice than the game has";
        kinds += p->cards[t] > 0;
    }
    if (human && kinds > merv__spice_limit(ed, p->influence))
        return "a player has more different spices than his influence allows";
    return NULL;
}

static const char *check_player(const struct merv_at *g, int owner)
{
    const struct merv_edition *ed = g->ed;
    const struct merv_player *p = &g->s->players[owner];
    const bool human = merv_is_human(owner);
    if (!is_master(g->s, owner))
        return is_blank(p) ? NULL : "somebody who does not play has something";
    if (p->sites & ~(uint32_t)MERV_SITES)
        return "sites: a building stands outside the sites";
    if (sr_count(p->sites) > ed->buildings)
        return "sites: more buildings than a player has";
    if (owner == COURTIER) {
        struct merv_player rest = *p;
        rest.sites = 0;
        rest.camels = 0;
        return is_blank(&rest) ? NULL : "the High Courtier has only buildings and camels";
    }
    if (p->soldiers & ~(uint32_t)MERV_SITES)
        return "soldiers: one stands outside the sites";
    for (int h = 0; h < HALLS; h++)
        if (p->courtiers[h] > ed->hall_places)
            return "courtiers: a hall holds more than it has places";
    if (merv_servants(g, p) < 0)
        return "more servants are out than a player has";
    for (int i = 0; i < PT_PARTS; i++)
        if (p->points[i] > MERV_POINTS_MAX)
            return "points: out of range";
    for (int k = 0; k < COLOURS; k++)
        if (p->cubes[k] > (human ? MERV_CUBES_MAX : 0))
            return "cubes: more than can be";
    if (p->favour > ed->favour_last || p->influence > ed->influence_last)
        return "a marker stands beyond the end of its track";
    if (p->mosque > merv_mosque_last(ed) ||
        (p->mosque == 0 ? p->path != SR_NONE : p->path >= MERV_PATHS))
        return "mosque: no such space, or a path without a space";
    if (sr_count(p->posts) > ed->posts)
        return "posts: more than a player has discs for";
    if (p->posts >> INNER & ~p->posts)
        return "posts: an outer city without its inner city";
    if (p->tile != SR_NONE && (p->tile >= ACTIONS || !(ed->scoring_tiles >> p->tile & 1)))
        return "tile: no such scoring tile";
    const char *wrong = check_items(ed, p);
    if (!wrong)
        wrong = check_discoveries(ed, p);
    return wrong ? wrong : check_spices(ed, p, human);
}

/* What the players share: nothing belongs to two of them. */
static const char *check_shared(const struct merv_at *g)
{
    const struct merv_state *s = g->s;
    uint32_t sites = 0, soldiers = 0, contracts = 0, discoveries = 0, tiles = 0;
    for (int i = 0; i < MERV_OWNERS; i++) {
        const struct merv_player *p = &s->players[i];
        if ((sites & p->sites) || (soldiers & p->soldiers))
            return "two pieces stand on one site";
        if ((contracts & p->contracts) || (discoveries & p->discoveries) ||
            (p->tile != SR_NONE && (tiles >> p->tile & 1)))
            return "a card or tile belongs to two players";
        sites |= p->sites;
        soldiers |= p->soldiers;
        contracts |= p->contracts;
        discoveries |= p->discoveries;
        if (p->tile != SR_NONE)
            tiles |= 1u << p->tile;
    }
    if (soldiers & ~sites)
        return "a soldier stands where no building is";
    if (soldiers & merv_upgraded(s))
        return "a site has an upgrade and a soldier";
    for (int pile = 0; pile < MERV_PILES; pile++) {
        const uint32_t taken = contracts >> pile * MERV_PILE & 7u;
        if (taken & (taken + 1))
            return "contracts: a card was taken before the one above it";
    }
    for (int h = 0; h < HALLS; h++) {
        int n = 0;
        for (int i = 0; i < MERV_OWNERS; i++)
            n += s->players[i].courtiers[h];
        if (n > g->ed->hall_places)
            return "courtiers: a hall holds more than it has places";
    }
    return NULL;
}

static const char *check_supplies(const struct merv_at *g)
{
    if (merv__unlimited(g->s))
        return NULL;
    for (int k = 0; k < COLOURS; k++)
        if (merv__supply(g, k) < 0)
            return "cubes: the players have more of a colour than there are";
    if (merv__scrolls_left(g) < 0)
        return "scrolls: the players have more than there are";
    if (merv__goods_left(g, false) < 0 || merv__goods_left(g, true) < 0)
        return "goods: the players have more than there are";
    return NULL;
}

/* ---- camels --------------------------------------------------------------------------------- */

static const char *check_camels(const struct merv_at *g)
{
    const struct merv_state *s = g->s;
    if (s->market_camels > 0xF || s->city_camels > 0xF || s->mosque_camels > 0xF)
        return "camels: no such place";
    int cards = 0;
    for (int t = 0; t < SPICES; t++)
        cards += g->ed->spice_cards[t];
    const int total = 8 + sr_min(g->ed->row_camels[s->head.seats - 1], sr_min(cards, MERV_ROW));
    int n = s->row_camels + s->lost_camels + sr_count(s->market_camels) + sr_count(s->city_camels) +
            sr_count(s->mosque_camels) + sr_count(s->routes);
    unsigned posts = 0, paths = 0;
    for (int i = 0; i < MERV_OWNERS; i++) {
        const struct merv_player *p = &s->players[i];
        n += p->camels;
        posts |= p->posts;
        if (p->path != SR_NONE)
            paths |= 1u << p->path;
    }
    for (int i = 0; i < MERV_SEATS; i++)
        n += s->queue_camels[i];
    if (n != total)
        return "camels: not as many as in the game (mind lost_camels)";
    if (s->city_camels != (~posts & 0xFu))
        return "city_camels: a camel waits in every inner city without a post, only there";
    for (int path = 0; path < MERV_PATHS; path++)
        if (g->ed->mosque_gain[path * MERV_PATH_MAX] == GAIN_CAMEL &&
            (s->mosque_camels >> path & 1) == (paths >> path & 1))
            return "mosque_camels: a camel waits on every path nobody climbed, only there";
    return NULL;
}

/* ---- queue and slots ------------------------------------------------------------------------ */

/* Members of a list of masters as a set; -1 if one is no master or stands there twice. */
static int masters_in(const struct merv_state *s, const uint8_t *list, int n)
{
    int set = 0;
    for (int i = 0; i < n; i++) {
        if (list[i] == SR_NONE)
            continue;
        if (list[i] >= MERV_OWNERS || !is_master(s, list[i]) || (set >> list[i] & 1))
            return -1;
        set |= 1 << list[i];
    }
    return set;
}

static const char *check_queue(const struct merv_state *s)
{
    const int n = merv_masters(s);
    for (int i = 0; i < MERV_SEATS; i++)
        if ((s->queue[i] == SR_NONE) != (i >= n))
            return "queue: one place for each master";
    if (masters_in(s, s->queue, MERV_SEATS) < 0 || masters_in(s, s->slots, MERV_SLOTS) < 0 ||
        masters_in(s, s->next_queue, n) < 0)
        return "queue: each master stands in one place";
    int on_slots = 0, placed = 0;
    for (int i = 0; i < MERV_SLOTS; i++)
        on_slots += s->slots[i] != SR_NONE;
    for (int i = 0; i < MERV_SEATS; i++) {
        placed += s->next_queue[i] != SR_NONE;
        if (s->next_queue[i] != SR_NONE && (i >= n || s->phase != PH_QUEUE))
            return "next_queue: nobody lines up now";
        if (s->queue_camels[i] && (s->phase != PH_QUEUE || s->next_queue[i] != SR_NONE || i >= n))
            return "queue_camels: camels wait on free places at the end of a round only";
    }
    if (s->slot != SR_NONE && (s->slot < 1 || s->slot > MERV_SLOTS))
        return "slot: from 1 to 5";
    if (s->place >= n)
        return "place: beyond the queue";
    if (s->phase == PH_QUEUE) {
        if (s->slot == SR_NONE || on_slots != n)
            return "slots: every master has moved when the queue is formed";
        int before = 0;
        for (int i = 0; i + 1 < s->slot; i++) {
            if (s->slots[i] == SR_NONE)
                continue;
            before++;
            if (!(masters_in(s, s->next_queue, n) >> s->slots[i] & 1))
                return "next_queue: who stands nearer the corner comes first";
        }
        return before == placed ? NULL : "next_queue: somebody is there too early";
    }
    const bool moved = s->slot != SR_NONE;
    if (!in_turn(s) && s->phase != PH_HC_SLOT && s->phase != PH_HC_SITE)
        return on_slots || moved ? "slots: no master stands there between rounds" : NULL;
    if (on_slots != s->place + moved)
        return "slots: as many masters as have moved";
    const int there = masters_in(s, s->slots, MERV_SLOTS);
    for (int i = 0; i < s->place + moved; i++)
        if (!(there >> s->queue[i] & 1))
            return "slots: the masters move in the order of the queue";
    if (moved && s->slots[s->slot - 1] != s->queue[s->place])
        return "slot: it is not where the master stands";
    return NULL;
}

/* ---- whose decision ------------------------------------------------------------------------- */

static int steered_by(const struct merv_state *s, int which)
{
    for (int i = 0; i < merv_masters(s); i++)
        if (s->queue[i] != COURTIER && which-- == 0)
            return s->queue[i];
    return SR_NONE;
}

static const char *check_who(const struct merv_at *g)
{
    const struct merv_state *s = g->s;
    if (s->who >= s->head.seats)
        return "who: nobody at the table";
    int who = s->queue[s->place];
    const bool slot_due = s->phase == PH_SLOT || s->phase == PH_HC_SLOT;
    switch (s->phase) {
    case PH_HC_SLOT:
    case PH_HC_SITE:
        if (who != COURTIER)
            return "phase: it is not the High Courtier's turn";
        who = steered_by(s, s->phase == PH_HC_SITE);
        break;
    case PH_QUEUE:
        who = s->slots[s->slot - 1];
        break;
    case PH_READY:
    case PH_OVER:
        who = 0;
        break;
    default:
        break;
    }
    if (s->who != who)
        return "who: somebody else decides in this phase";
    if ((in_turn(s) || s->phase == PH_HC_SLOT || s->phase == PH_HC_SITE) &&
        (s->slot == SR_NONE) != slot_due)
        return "slot: it does not fit the phase";
    if (s->phase == PH_READY && !merv_has_magistrate(s))
        return "phase: nobody waits for a word to begin";
    if ((s->phase == PH_OVER) != (s->head.over == 1))
        return "phase: over or not";
    if ((s->phase == PH_QUEUE || s->phase == PH_READY || s->phase == PH_OVER) && s->place != 0)
        return "place: it is nobody's turn";
    if (s->phase == PH_HC_SITE && merv_buildings(g, &s->players[COURTIER]) <= 0)
        return "phase: the High Courtier has nothing to build";
    return NULL;
}

/* ---- the turn ------------------------------------------------------------------------------- */

static const char *check_site(const struct merv_at *g)
{
    const struct merv_state *s = g->s;
    if (s->site == SR_NONE)
        return s->phase == PH_ACTION || s->phase == PH_RANSOM ? "site: one is missing" : NULL;
    if (!is_site(s->site))
        return "site: no such site";
    const uint32_t bit = 1u << s->site;
    if (s->phase == PH_RANSOM)
        return s->players[s->who].sites & bit & merv__exposed(s) & ~merv_all_soldiers(s)
                   ? NULL
                   : "site: no own building is attacked there";
    if (s->phase != PH_BEFORE && s->phase != PH_ACTION && s->phase != PH_AFTER)
        return "site: none is active in this phase";
    if (!(merv__lines[s->round - 1][s->slot - 1] & bit))
        return "site: it is not in the active line";
    if (!(merv_all_sites(s) & ~s->players[MAGISTRATE].sites & bit))
        return "site: what was activated has a building, not the Magistrate's";
    return NULL;
}

static const char *check_action(const struct merv_at *g)
{
    const struct merv_state *s = g->s;
    const int action = s->phase == PH_ACTION ? s->city[s->site].action : (int)ACTIONS;
    if (s->market_used > 1 || s->discount_used > 1 || s->convert_used > 1 || s->posted > 1)
        return "a flag is neither true nor false";
    if (!in_turn(s) && (s->market_used || s->discount_used || s->convert_used))
        return "a flag of the turn outside a turn";
    if (action != TRADE && (s->posted || s->bought || s->routes))
        return "posted, bought and routes belong to a Trade action";
    if (action == TRADE && !s->posted && (s->bought || s->routes))
        return "goods are bought after the post is dealt with";
    int spent = 0, taken = 0;
    for (int k = 0; k < COLOURS; k++)
        spent += s->spent[k];
    for (int t = 0; t < SPICES; t++) {
        taken += s->taken[t];
        if (s->taken[t] > s->players[s->who].cards[t])
            return "taken: more cards than the player has";
    }
    if (action != CARAVANSERAI && (spent || taken))
        return "spent and taken belong to a Caravanserai action";
    if (spent > taken)
        return "spent: one cube for a card";
    return NULL;
}

static const char *check_pending(const struct merv_at *g)
{
    const struct merv_state *s = g->s;
    if (s->pending_count > PENDING_AT_REST)
        return "pending: too many benefits wait";
    unsigned levels = 0;
    int pairs = 0, open = 0;
    for (int i = 0; i < MERV_PENDING; i++) {
        const struct merv_pending *b = &s->pending[i];
        if (i >= s->pending_count) {
            if (b->kind || b->n)
                return "pending: leftovers beyond the end";
            continue;
        }
        if (b->kind >= BENEFITS || b->n < 1 || b->n > 36)
            return "pending: no such benefit";
        if (b->kind == BN_PAIR_UPGRADE && s->head.option[OP_PEPPER] == PEPPER_OWN)
            return "pending: a pair of pepper upgrades an own site, as the mosque does";
        pairs += b->kind == BN_PAIR;
        if (b->kind == BN_PAIR && b->n != 1)
            return "pending: pairs are counted in pairs";
        if (b->kind != BN_DISCOVERY)
            continue;
        if (b->n > 4 || (levels >> b->n & 1))
            return "pending: no such discovery";
        levels |= 1u << b->n;
        const struct merv_player *p = &s->players[s->who];
        if ((p->discoveries & level_tiles[b->n - 1]) || p->scrolls < g->ed->discovery_at[b->n - 1])
            return "pending: a discovery of that level is made already, or too early";
    }
    for (int t = 0; t < SPICES; t++) {
        if (s->pairs[t] > 12)
            return "pairs: more than can be";
        open += s->pairs[t];
    }
    if (pairs > 1 || (pairs == 1) != (open > 0))
        return "pairs: open bonuses wait exactly when one benefit says so";
    if (s->pending_count && !in_turn(s))
        return "pending: benefits wait in a turn only";
    return NULL;
}

/* What was picked or is being paid for must have been a legal choice: ask the list. */
static const char *check_choice(const struct merv_at *g)
{
    const struct merv_state *s = g->s;
    static const uint8_t verb[PRICES] = {MV_TAKE,  MV_PLACE, MV_STUDY,   MV_BUY,
                                         MV_CLIMB, MV_PIECE, MV_CONTRACT};
    sr_move list[MERV_MOVES];
    struct merv_state copy = *s;
    const struct merv_at before = {g->ed, &copy};
    if (s->paying == SR_NONE && (s->paying_for || s->paying_rare))
        return "paying: leftovers of a payment";
    if (s->paying == SR_NONE && s->picked == SR_NONE)
        return NULL;
    if (!in_turn(s))
        return "paying or picked outside a turn";
    if (s->paying != SR_NONE) {
        if (s->paying >= PRICES || (s->paying != PAY_CONTRACT && s->pending_count) ||
            (s->paying != PAY_BUILD && s->picked != SR_NONE))
            return "paying: not for this";
        copy.paying = SR_NONE;
        int what = s->paying_for + (s->paying == PAY_TAKE || s->paying == PAY_CLIMB);
        if (s->paying == PAY_CLIMB && s->players[s->who].mosque > 0) {
            if (s->paying_for != s->players[s->who].path)
                return "paying_for: another path";
            what = 0;
        }
        if (s->paying == PAY_BUILD &&
            (s->picked >= MERV_WALLS || s->phase != PH_ACTION || s->city[s->site].action != WALLS))
            return "paying: no wall is being built";
        bool found = false;
        const int n = merv__legal(&before, list, verb[s->paying]);
        for (int i = 0; i < n; i++)
            found =
                found || (sr_move_verb(list[i]) == verb[s->paying] && sr_move_a(list[i]) == what &&
                          (s->paying == PAY_CONTRACT ? sr_move_b(list[i]) : 0) == s->paying_rare);
        if (!found)
            return "paying: it could not have been chosen";
    }
    if (s->picked == SR_NONE)
        return NULL;
    copy.picked = SR_NONE;
    const int n = merv__legal(&before, list, -1);
    for (int i = 0; i < n; i++)
        if ((sr_move_verb(list[i]) == MV_WALL || sr_move_verb(list[i]) == MV_UPGRADE) &&
            sr_move_a(list[i]) == s->picked && merv__decision(&copy) != DC_WHITE_UPGRADE)
            return NULL;
    return "picked: it could not have been chosen";
}

/* ---- solo ----------------------------------------------------------------------------------- */

static const char *check_solo(const struct merv_state *s)
{
    unsigned seen = 0, all = (1u << ACTIONS) - 1;
    if (s->solo_decks > MERV_DECKS || s->solo_opening > 1)
        return "solo_deck: too many parts";
    if (s->solo_card != SR_NONE) {
        if (s->solo_card >= ACTIONS)
            return "solo_card: no such card";
        seen = 1u << s->solo_card;
    }
    if (s->solo_discards & (seen | ~all))
        return "solo_discards: a card lies in two places";
    seen |= s->solo_discards;
    for (int i = 0; i < MERV_DECKS; i++) {
        if ((s->solo_deck[i] != 0) != (i < s->solo_decks))
            return "solo_deck: an empty part";
        if (s->solo_deck[i] & (seen | ~all))
            return "solo_deck: a card lies in two places";
        seen |= s->solo_deck[i];
    }
    if (s->solo_opening && s->solo_decks == 0)
        return "solo_opening: the first stack is used up";
    if (!merv_has_magistrate(s) && seen)
        return "solo cards without a Magistrate";
    return NULL;
}

/* ---- all of it ------------------------------------------------------------------------------ */

const char *merv__check(const void *ed, const void *state)
{
    const struct merv_state *s = (const struct merv_state *)state;
    const struct merv_at g = {(const struct merv_edition *)ed, s};
    if (s->year < 1 || s->year > MERV_YEARS || s->round < 1 || s->round > MERV_ROUNDS)
        return "year or round: out of range";
    if (s->phase >= PHASES || s->market_side > 1)
        return "phase or market_side: no such thing";
    if (s->spare[0] || s->spare[1] || s->spare[2])
        return "spare bytes are not zero";
    if (s->site != SR_NONE && !is_site(s->site))
        return "site: no such site";
    const char *wrong = check_city(g.ed, s);
    if (!wrong)
        wrong = check_upgrades(g.ed, s);
    if (!wrong)
        wrong = check_walls(&g);
    for (int i = 0; !wrong && i < MERV_OWNERS; i++)
        wrong = check_player(&g, i);
    if (!wrong)
        wrong = check_shared(&g);
    if (!wrong)
        wrong = check_row(&g);
    if (!wrong)
        wrong = check_supplies(&g);
    if (!wrong)
        wrong = check_queue(s);
    if (!wrong)
        wrong = check_who(&g);
    if (!wrong)
        wrong = check_site(&g);
    if (!wrong)
        wrong = check_action(&g);
    if (!wrong)
        wrong = check_camels(&g);
    if (!wrong)
        wrong = check_pending(&g);
    if (!wrong)
        wrong = check_solo(s);
    if (!wrong)
        wrong = check_choice(&g);
    if (wrong || s->head.over)
        return wrong;
    sr_move list[MERV_MOVES];
    return merv__legal(&g, list, -1) > 0 ? NULL : "nobody can move";
}
