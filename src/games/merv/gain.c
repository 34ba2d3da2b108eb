/* gain.c: everything a player can receive: points, track spaces, cubes, goods, pieces on the
 * board, and the stack of benefits that wait for a decision (R4.2).
 *
 * Gains that need no decision happen at once; supplies are what the players do not have. */
#include "merv.h"

/* ---- points and tracks, R5.1 ----------------------------------------------------------------- */

void merv__points(struct merv *g, int owner, int part, int n)
{
    if (n == 0)
        return;
    uint16_t *at = &g->s->players[owner].points[part];
    *at = sr_u16(sr_min(*at + n, MERV_POINTS_MAX));
    merv__emit(g, EV_POINTS, owner, n, part);
}

/* Both tracks are full: nothing for a person, points for the Magistrate. */
static void tracks_full(struct merv *g, int owner)
{
    if (owner == MAGISTRATE)
        merv__points(g, owner, PT_MAGISTRATE, g->ed->magistrate_full_vp);
}

void merv__favour(struct merv *g, int owner)
{
    struct merv_player *p = &g->s->players[owner];
    if (p->favour < g->ed->favour_last) {
        p->favour++;
        merv__emit(g, EV_FAVOUR, owner, p->favour, 0);
        merv__points(g, owner, PT_FAVOUR, g->ed->favour_vp[p->favour]);
    } else if (p->influence < g->ed->influence_last) {
        merv__influence(g, owner);
    } else {
        tracks_full(g, owner);
    }
}

/* One step; `told`: the event for it has been sent. */
static void influence_step(struct merv *g, int owner, bool told)
{
    struct merv_player *p = &g->s->players[owner];
    if (p->influence < g->ed->influence_last) {
        p->influence++;
        if (!told)
            merv__emit(g, EV_INFLUENCE, owner, p->influence, 1);
        merv__points(g, owner, PT_INFLUENCE, g->ed->influence_vp[p->influence]);
        for (int i = g->ed->influence_favour[p->influence]; i > 0; i--)
            merv__favour(g, owner); /* R9.8 */
    } else if (p->favour < g->ed->favour_last) {
        merv__favour(g, owner);
    } else {
        tracks_full(g, owner);
    }
}

void merv__influence(struct merv *g, int owner) { influence_step(g, owner, false); }

/* Steps along the track are told in one event, unless a favour printed on it comes between. */
void merv__influences(struct merv *g, int owner, int n)
{
    const int at = g->s->players[owner].influence;
    int steps = sr_min(n, g->ed->influence_last - at);
    for (int i = 1; i <= steps; i++)
        if (g->ed->influence_favour[at + i])
            steps = 0;
    if (steps > 0)
        merv__emit(g, EV_INFLUENCE, owner, at + steps, steps);
    for (int i = 0; i < n; i++)
        influence_step(g, owner, i < steps);
}

/* ---- supplies, R4.11 ------------------------------------------------------------------------ */

int merv__supply(const struct merv_at *g, int colour)
{
    int n = g->ed->cubes;
    for (int i = 0; i < MERV_SEATS; i++)
        n -= g->s->players[i].cubes[colour];
    return n;
}

int merv__scrolls_left(const struct merv_at *g)
{
    if (merv__unlimited(g->s))
        return MERV_STOCK_MAX;
    int n = g->ed->scrolls;
    for (int i = 0; i <= MAGISTRATE; i++)
        n -= g->s->players[i].scrolls;
    return n;
}

int merv__goods_left(const struct merv_at *g, bool rare)
{
    if (merv__unlimited(g->s))
        return MERV_STOCK_MAX;
    int n = rare ? g->ed->rare : g->ed->common;
    for (int i = 0; i <= MAGISTRATE; i++)
        n -= rare ? g->s->players[i].rare : g->s->players[i].common;
    return n;
}

void merv__cubes(struct merv *g, int owner, int colour, int n)
{
    uint8_t *at = &g->s->players[owner].cubes[colour];
    if (!merv__unlimited(g->s))
        n = sr_min(n, merv__supply(&g->at, colour)); /* R9.3 */
    n = sr_min(n, MERV_CUBES_MAX - *at);
    if (n <= 0)
        return;
    sr_add_u8(at, n);
    merv__emit(g, EV_CUBES, owner, n, colour);
}

void merv__camels(struct merv *g, int owner, int n)
{
    if (n == 0)
        return;
    sr_add_u8(&g->s->players[owner].camels, n);
    merv__emit(g, EV_CAMELS, owner, n, 0);
}

void merv__goods(struct merv *g, int owner, bool rare, int n)
{
    struct merv_player *p = &g->s->players[owner];
    uint8_t *at = rare ? &p->rare : &p->common;
    n = sr_min(n, merv__goods_left(&g->at, rare));
    n = sr_min(n, MERV_STOCK_MAX - *at);
    if (n <= 0)
        return;
    sr_add_u8(at, n);
    merv__emit(g, EV_GOODS, owner, n, rare);
}

/* R5.5.2: discoveries wait with the lowest level on top. */
void merv__scrolls(struct merv *g, int owner, int n)
{
    struct merv_player *p = &g->s->players[owner];
    n = sr_min(n, merv__scrolls_left(&g->at));
    n = sr_min(n, MERV_STOCK_MAX - p->scrolls);
    if (n <= 0)
        return;
    const int before = p->scrolls;
    sr_add_u8(&p->scrolls, n);
    merv__emit(g, EV_SCROLLS, owner, n, p->scrolls);
    if (!merv_is_human(owner))
        return;
    for (int level = 4; level >= 1; level--) {
        const int at = g->ed->discovery_at[level - 1];
        if (before < at && p->scrolls >= at)
            merv__push(g, BN_DISCOVERY, level);
    }
}

/* ---- the stack, R4.2 ------------------------------------------------------------------------ */

void merv__push(struct merv *g, int kind, int n)
{
    struct merv_state *s = g->s;
    if (kind == BN_SOLDIER && s->pending_count) { /* one after the other is the same as two */
        struct merv_pending *top = &s->pending[s->pending_count - 1];
        if (top->kind == BN_SOLDIER) {
            sr_add_u8(&top->n, n);
            return;
        }
    }
    SR_ASSERT(s->pending_count < MERV_PENDING); /* check leaves room for what can follow */
    if (s->pending_count >= MERV_PENDING)
        return;
    struct merv_pending *top = &s->pending[s->pending_count++];
    top->kind = sr_u8(kind);
    top->n = sr_u8(n);
}

void merv__pop(struct merv *g)
{
    struct merv_state *s = g->s;
    SR_ASSERT(s->pending_count > 0);
    struct merv_pending *top = &s->pending[s->pending_count - 1];
    if (top->kind != BN_DISCOVERY && top->n > 1) {
        top->n--;
        return;
    }
    memset(top, 0, sizeof *top);
    s->pending_count--;
}

void merv__gain(struct merv *g, int owner, int gain)
{
    struct merv_player *p = &g->s->players[owner];
    switch (gain) {
    case GAIN_CAMEL: /* R5.7.3: only for the first on that path */
        if (p->path != SR_NONE && (g->s->mosque_camels >> p->path & 1)) {
            g->s->mosque_camels &= (uint8_t) ~(1u << p->path);
            merv__camels(g, owner, 1);
        }
        break;
    case GAIN_WHITE_UPGRADE:
        merv__push(g, BN_WHITE_UPGRADE, 1);
        break;
    case GAIN_BONUS_UPGRADE:
        merv__push(g, BN_BONUS_UPGRADE, 1);
        break;
    case GAIN_SCORING_TILE:
        merv__push(g, BN_SCORING_TILE, 1);
        break;
    case GAIN_FAVOUR:
        merv__favour(g, owner);
        break;
    case GAIN_SOLDIER:
        merv__push(g, BN_SOLDIER, 1);
        break;
    case GAIN_COURTIER:
        merv__push(g, BN_COURTIER, 1);
        break;
    case GAIN_WALL:
        merv__push(g, BN_WALL, 1);
        break;
    case GAIN_WHITE_CUBE:
        merv__cubes(g, owner, WHITE, 1);
        break;
    case GAIN_SCROLL:
        merv__scrolls(g, owner, 1);
        break;
    case GAIN_CARD:
        merv__push(g, BN_CARD, 1);
        break;
    case GAIN_RARE_GOOD:
        merv__goods(g, owner, true, 1);
        break;
    case GAIN_MOSQUE_STEP:
        merv__push(g, BN_MOSQUE, 1);
        break;
    default: /* GAIN_NONE; GAIN_MOSQUE_SITES counts in scoring phases */
        break;
    }
}

/* ---- soldiers, R5.2 ------------------------------------------------------------------------- */

uint32_t merv__soldier_targets(const struct merv_at *g, int owner)
{
    const struct merv_state *s = g->s;
    if (merv_servants(g, &s->players[owner]) <= 0)
        return 0;
    return merv_all_sites(s) & ~merv_all_soldiers(s) & ~merv_upgraded(s) & merv__exposed(s);
}

void merv__deploy(struct merv *g, int owner, int site)
{
    struct merv_player *p = &g->s->players[owner];
    p->soldiers |= 1u << site;
    merv__emit(g, EV_SOLDIER, owner, site, 0);
    const bool own = p->sites >> site & 1;
    merv__influences(g, owner, own ? g->ed->own_influence : g->ed->other_influence);
}

/* ---- palace, R5.4 --------------------------------------------------------------------------- */

unsigned merv__open_halls(const struct merv_at *g, int owner)
{
    const struct merv_player *p = g->s->players;
    if (merv_servants(g, &p[owner]) <= 0)
        return 0;
    unsigned set = 0;
    for (int h = 0; h < HALLS; h++) {
        const int used = p[0].courtiers[h] + p[1].courtiers[h] + p[2].courtiers[h] +
                         p[3].courtiers[h] + p[MAGISTRATE].courtiers[h];
        set |= (unsigned)(used < g->ed->hall_places) << h;
    }
    return set;
}

void merv__courtier(struct merv *g, int owner, int hall)
{
    struct merv_player *p = g->s->players;
    bool empty = true;
    for (int i = 0; i <= MAGISTRATE; i++)
        empty = empty && p[i].courtiers[hall] == 0;
    p[owner].courtiers[hall]++;
    merv__emit(g, EV_PLACE, owner, hall, 0);
    if (empty)
        merv__favour(g, owner);
}

/* ---- walls, R5.8 ---------------------------------------------------------------------------- */

int merv__wall_reserve(const struct merv_at *g, int kind)
{
    const int colour = kind / MERV_SIZES, size = kind % MERV_SIZES;
    const bool even = colour == PURPLE && g->s->head.option[OP_PURPLE_WALLS] != 0;
    int n = even ? g->ed->walls_even_purple[size] : g->ed->walls[colour][size];
    return n - sr_count(sr_match(g->s->walls, MERV_WALLS, 0xFF, sr_u8(kind)));
}

void merv__build_wall(struct merv *g, int owner, int slot, int kind)
{
    struct merv_state *s = g->s;
    s->walls[slot] = sr_u8(kind);
    merv__emit(g, EV_WALL, owner, slot, kind);
    const uint32_t guarded = merv__guards[slot];
    const int own = sr_count(guarded & s->players[owner].sites);
    const int all = sr_count(guarded & merv_all_sites(s));
    merv__influences(g, owner, own * g->ed->own_influence + (all - own) * g->ed->other_influence);
}

/* ---- mosque, R5.7 --------------------------------------------------------------------------- */

void merv__climb(struct merv *g, int owner, int path)
{
    struct merv_player *p = &g->s->players[owner];
    if (p->mosque == 0)
        p->path = sr_u8(path);
    p->mosque++;
    const int space = merv__space(g->ed, p->path, p->mosque);
    merv__emit(g, EV_CLIMB, owner, p->mosque, p->path);
    merv__points(g, owner, PT_MOSQUE, g->ed->mosque_vp[space]);
    if (merv_is_human(owner))
        merv__gain(g, owner, g->ed->mosque_gain[space]);
}

/* ---- trade, R5.6 ---------------------------------------------------------------------------- */

unsigned merv__post_cities(const struct merv_at *g, int owner)
{
    const struct merv_player *p = &g->s->players[owner];
    if (sr_count(p->posts) >= g->ed->posts)
        return 0;
    const unsigned linked = 0xFu | (unsigned)p->posts << INNER;
    return linked & 0xFFu & ~(unsigned)p->posts;
}

/* R5.6.2: the first post of anyone in a city earns the camel there, or a favour. */
void merv__found_post(struct merv *g, int owner, int city)
{
    struct merv_state *s = g->s;
    bool first = true;
    for (int i = 0; i <= MAGISTRATE; i++)
        first = first && !(s->players[i].posts >> city & 1);
    s->players[owner].posts |= (uint8_t)(1u << city);
    merv__emit(g, EV_POST, owner, city, 0);
    if (!first)
        return;
    if (city >= INNER) {
        merv__favour(g, owner);
    } else if (s->city_camels >> city & 1) {
        s->city_camels &= (uint8_t) ~(1u << city);
        merv__camels(g, owner, 1);
    }
}

/* ---- upgrades and tiles, R2.11 -------------------------------------------------------------- */

/* R9.20: a soldier there goes home, the influence it earned stays. */
void merv__upgrade(struct merv *g, int owner, int site, int colour)
{
    struct merv_state *s = g->s;
    if (colour == WHITE)
        s->white_upgrades |= 1u << site;
    else
        s->bonus_upgrades[colour] = sr_u8(site);
    merv__emit(g, EV_UPGRADE, owner, site, colour);
    for (int i = 0; i <= MAGISTRATE; i++) {
        if (!(s->players[i].soldiers >> site & 1))
            continue;
        s->players[i].soldiers &= ~(1u << site);
        merv__emit(g, EV_SOLDIER_HOME, i, site, 0);
    }
}

uint32_t merv__tiles_left(const struct merv_at *g, int level)
{
    static const uint32_t first[] = {LESS_CARAVANSERAI, ANY_PURPLE, FREE_CARD, GREAT_POINTS};
    const uint32_t all = level == 1   ? g->ed->discounts
                         : level == 2 ? (uint32_t)g->ed->conversions << ANY_PURPLE
                                      : 0xFu << first[level - 1];
    return all & ~merv_all_discoveries(g->s);
}

unsigned merv__scoring_tiles_left(const struct merv_at *g)
{
    unsigned set = g->ed->scoring_tiles;
    for (int i = 0; i <= MAGISTRATE; i++)
        if (g->s->players[i].tile != SR_NONE)
            set &= ~(1u << g->s->players[i].tile);
    return set;
}

/* ---- contracts, R5.9 ------------------------------------------------------------------------ */

/* The cards of a pile go in order: on top lies the first that nobody has. */
uint32_t merv__top_contracts(const struct merv_state *s)
{
    const uint32_t taken = merv_all_contracts(s), first = 0x9249u;
    return (first | taken << 1) & ~taken & ((1u << MERV_CONTRACTS) - 1u);
}

int merv__top_contract(const struct merv_state *s, int pile)
{
    const uint32_t top = merv__top_contracts(s) >> pile * MERV_PILE & 7u;
    return top ? pile * MERV_PILE + sr_lowest(top) : -1;
}

/* The cubes are paid: lock the items, take the card, score, then its bonus. */
void merv__contract(struct merv *g, int owner, int card, int rare_for_any)
{
    const struct merv_edition *ed = g->ed;
    struct merv_player *p = &g->s->players[owner];
    sr_add_u8(&p->scrolls_locked, ed->contract_scrolls[card]);
    sr_add_u8(&p->common_locked, ed->contract_common[card] + ed->contract_any[card] - rare_for_any);
    sr_add_u8(&p->rare_locked, ed->contract_rare[card] + rare_for_any);
    p->contracts |= 1u << card;
    merv__emit(g, EV_CONTRACT, owner, card, ed->contract_vp[card]);
    merv__points(g, owner, PT_CONTRACTS, ed->contract_vp[card]);
    if (merv_is_human(owner))
        merv__gain(g, owner, ed->contract_bonus[card]);
}
