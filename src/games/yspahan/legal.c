/* legal.c: the answers to each question, as a list (legal) and as a test (allows). The two
 * say the same; the contract tests hold them against each other. Both work on the view of
 * the seat that decides: they look at its own hand only. */
#include "games/yspahan/yspahan.h"

struct list {
    const struct yspahan_edition *ed;
    const struct yspahan_state *s;
    const struct yspahan_player *p; /* who decides */
    int seat;
    unsigned kinds; /* of cards in hand */
    sr_move *out;
    int n;
};

static inline void add(struct list *l, sr_move m) { l->out[l->n++] = m; }

/* R4.4: a level with at least one die the seat may use. */
static unsigned available_levels(const struct yspahan_state *s, int seat)
{
    unsigned levels = 0;
    for (int i = 0; i < YSP_LEVELS; i++)
        levels |= (unsigned)(ysp_dice(s, seat, i) > 0) << i;
    return levels;
}

static int most_dice(const struct yspahan_edition *ed, const struct yspahan_player *p)
{
    if (ed->yellow_price == 0)
        return ed->yellow_dice;
    return sr_min(ed->yellow_dice, p->gold / ed->yellow_price);
}

/* ---- lists --------------------------------------------------------------------------- */

static void list_shops(struct list *l, int verb, uint64_t set)
{
    for (int i = 0; set; i++) {
        uint64_t here = set & ysp_shops_of(&l->ed->souks[i]);
        set ^= here;
        for (; here; here &= here - 1)
            add(l, ysp_shop_move(verb, ysp_lowest(here), i));
    }
}

static void list_build_plays(struct list *l, int card)
{
    if (ysp_discounts(l->s)) /* R7.5, R9.1 */
        return;
    for (int b = 0; b < YSP_BUILDINGS; b++)
        if (yspahan__can_build(l->ed, l->p, b, card))
            add(l, ysp_count_move(MV_PLAY + card, b));
}

static void list_counts(struct list *l, int verb, int most)
{
    for (int n = 1; n <= most; n++)
        add(l, ysp_count_move(verb, n));
}

/* R4.7 */
static void list_plays(struct list *l)
{
    uint64_t by_level[YSP_LEVELS];
    for (unsigned left = l->kinds; left; left &= left - 1) {
        const int card = ysp_lowest(left), verb = MV_PLAY + card;
        switch (card) {
        case CD_BUILD_NO_CAMEL:
        case CD_BUILD_NO_GOLD:
            list_build_plays(l, card);
            break;
        case CD_PLACE_GOOD:
            list_shops(l, verb, yspahan__city_shops(l->ed, l->s, l->seat, by_level));
            break;
        case CD_GOLD_TO_VP:
            list_counts(l, verb, sr_min(l->ed->gold_most, l->p->gold));
            break;
        case CD_CAMELS_TO_VP:
            list_counts(l, verb, sr_min(l->ed->camels_most, l->p->camels));
            break;
        case CD_EXCHANGE:
            for (int n = 1; n <= l->p->gold; n++)
                add(l, ysp_exchange(n, 0));
            for (int n = 1; n <= l->p->camels; n++)
                add(l, ysp_exchange(0, n));
            break;
        default:
            add(l, (sr_move)verb);
            break;
        }
    }
}

/* R4.2 */
static void list_supply(struct list *l)
{
    const int most = most_dice(l->ed, l->p);
    for (int n = 0; n <= most; n++)
        add(l, ysp_count_move(MV_BUY, n));
}

static void list_tower(struct list *l, int level)
{
    add(l, ysp_sel(level, AC_TOWER, 0, 0, 0));
    for (unsigned left = l->kinds; left; left &= left - 1)
        add(l, ysp_sel(level, AC_TOWER, 0, ysp_lowest(left) + 1, 0));
}

struct build {
    int building, discount; /* discount: a build card, or -1 */
};
enum { BUILDS_MAX = 3 * YSP_BUILDINGS };

static inline struct build build_with(int building, int discount)
{
    const struct build b = {building, discount};
    return b;
}

/* Builds of the dice (R7.4, R7.5) and of POST (R4.6, R9.1): at full price, or with a card
 * held. */
static int find_builds(const struct list *l, struct build out[BUILDS_MAX])
{
    const unsigned discounts = ysp_discounts(l->s) ? l->kinds : 0;
    int n = 0;
    for (int b = 0; b < YSP_BUILDINGS; b++) {
        if (yspahan__can_build(l->ed, l->p, b, -1))
            out[n++] = build_with(b, -1);
        for (int card = CD_BUILD_NO_CAMEL; card <= CD_BUILD_NO_GOLD; card++)
            if ((discounts >> card & 1) && yspahan__can_build(l->ed, l->p, b, card))
                out[n++] = build_with(b, card);
    }
    return n;
}

/* R4.4, R4.5 */
static void list_select(struct list *l)
{
    const unsigned levels = available_levels(l->s, l->seat);
    const bool can_draw = yspahan__can_draw(l->ed, l->s);
    if (!levels)
        add(l, can_draw ? MV_DRAW : MV_PASS);
    uint64_t by_level[YSP_LEVELS] = {0};
    if (levels & 0x1Eu)
        yspahan__city_shops(l->ed, l->s, l->seat, by_level);
    struct build build[BUILDS_MAX];
    const int builds = l->s->head.seats == 2 ? find_builds(l, build) : 0;
    for (unsigned left = levels; left; left &= left - 1) {
        const int level = ysp_lowest(left);
        if (!ysp_is_area(level) || by_level[level])
            list_tower(l, level);
        add(l, ysp_sel(level, AC_SUPERVISOR, 0, 0, 0));
        if (can_draw)
            add(l, ysp_sel(level, AC_CARD, 0, 0, 0));
        for (int i = 0; i < builds; i++)
            add(l, ysp_sel(level, AC_BUILD, build[i].building + 1, 0, build[i].discount + 1));
    }
}

/* R5.3 */
static void list_moves(struct list *l)
{
    for (int q = 0; q < YSP_SQUARES; q++) {
        const int cost = yspahan__move_cost(l->ed, l->s, l->seat, q, l->s->value);
        if (cost <= l->p->gold)
            add(l, ysp_go(q, cost));
    }
}

/* R4.6 */
static void list_post(struct list *l)
{
    struct build build[BUILDS_MAX];
    const bool may_build = l->s->head.seats > 2 && !l->s->built;
    const int builds = may_build ? find_builds(l, build) : 0;
    for (int i = 0; i < builds; i++)
        add(l, ysp_build_move(build[i].building, build[i].discount + 1));
}

static sr_move send_move(const struct yspahan_edition *ed, const struct yspahan_state *s, int shop)
{
    return ysp_send_move(shop, yspahan__souk_of(ed, shop), s->shops[shop]);
}

/* R4.7: when cards are played. */
enum { PLAYED_IN = 1 << PH_SUPPLY | 1 << PH_SELECT | 1 << PH_SEND | 1 << PH_POST };

int yspahan__legal(const void *edition, const void *state, sr_move *out)
{
    struct list l;
    l.ed = (const struct yspahan_edition *)edition;
    l.s = (const struct yspahan_state *)state;
    l.seat = l.s->phase == PH_KEEP ? l.s->shops[l.s->asked] : ysp_active(l.s);
    l.p = &l.s->players[l.seat];
    l.kinds = yspahan__kinds(l.p);
    l.out = out;
    l.n = 0;
    switch (l.s->phase) {
    case PH_SUPPLY:
        list_supply(&l);
        break;
    case PH_SELECT:
        list_select(&l);
        break;
    case PH_PLACE:
        list_shops(&l, MV_PUT, yspahan__area_shops(l.ed, l.s, l.seat, l.s->level));
        break;
    case PH_MOVE:
        list_moves(&l);
        break;
    case PH_SEND:
        for (int i = 0; i < l.s->pending_count; i++)
            add(&l, send_move(l.ed, l.s, l.s->pending[i]));
        break;
    case PH_KEEP:
        add(&l, MV_LOAD);
        if (l.p->camels >= l.ed->keep_price)
            add(&l, MV_KEEP);
        break;
    case PH_POST:
        list_post(&l);
        break;
    default:
        break;
    }
    if (PLAYED_IN >> l.s->phase & 1)
        list_plays(&l);
    if (l.s->phase == PH_POST)
        add(&l, MV_END);
    return l.n;
}

/* ---- the same as a test -------------------------------------------------------------- */

static bool holds(const struct yspahan_player *p, int card)
{
    for (int i = 0; i < p->cards; i++)
        if (p->hand[i] == card)
            return true;
    return false;
}

static bool in_set(uint64_t set, sr_move m, const struct yspahan_edition *ed)
{
    const int shop = ysp_shop_of_move(m);
    return (set >> shop & 1) &&
           m == ysp_shop_move(sr_move_verb(m), shop, yspahan__souk_of(ed, shop));
}

static bool allows_build(const struct yspahan_edition *ed, const struct yspahan_state *s,
                         const struct yspahan_player *p, int building, int discount)
{
    if (building < 0 || building >= YSP_BUILDINGS)
        return false;
    if (discount >= 0) {
        const bool reduces = discount == CD_BUILD_NO_CAMEL || discount == CD_BUILD_NO_GOLD;
        if (!reduces || !ysp_discounts(s) || !holds(p, discount))
            return false;
    }
    return yspahan__can_build(ed, p, building, discount);
}

static bool allows_select(const struct yspahan_edition *ed, const struct yspahan_state *s, int seat,
                          sr_move m)
{
    const struct yspahan_player *p = &s->players[seat];
    const int level = ysp_sel_level(m), action = ysp_sel_action(m);
    const int building1 = ysp_sel_building1(m), boost1 = ysp_sel_boost1(m);
    const int discount1 = ysp_sel_discount1(m);
    if (level >= YSP_LEVELS || ysp_dice(s, seat, level) == 0)
        return false;
    switch (action) {
    case AC_TOWER:
        return m == ysp_sel(level, action, 0, boost1, 0) && (!boost1 || holds(p, boost1 - 1)) &&
               (!ysp_is_area(level) || yspahan__area_shops(ed, s, seat, level));
    case AC_SUPERVISOR:
        return m == ysp_sel(level, action, 0, 0, 0);
    case AC_CARD:
        return m == ysp_sel(level, action, 0, 0, 0) && yspahan__can_draw(ed, s);
    default:
        return s->head.seats == 2 && m == ysp_sel(level, action, building1, 0, discount1) &&
               allows_build(ed, s, p, building1 - 1, discount1 - 1);
    }
}

static bool allows_play(const struct yspahan_edition *ed, const struct yspahan_state *s, int seat,
                        sr_move m)
{
    const struct yspahan_player *p = &s->players[seat];
    const int verb = sr_move_verb(m), card = verb - MV_PLAY, n = ysp_count_of_move(m);
    uint64_t by_level[YSP_LEVELS];
    if (!holds(p, card))
        return false;
    switch (card) {
    case CD_BUILD_NO_CAMEL:
    case CD_BUILD_NO_GOLD:
        return !ysp_discounts(s) && n < YSP_BUILDINGS && m == ysp_count_move(verb, n) &&
               yspahan__can_build(ed, p, n, card);
    case CD_PLACE_GOOD:
        return in_set(yspahan__city_shops(ed, s, seat, by_level), m, ed);
    case CD_GOLD_TO_VP:
        return m == ysp_count_move(verb, n) && n >= 1 && n <= sr_min(ed->gold_most, p->gold);
    case CD_CAMELS_TO_VP:
        return m == ysp_count_move(verb, n) && n >= 1 && n <= sr_min(ed->camels_most, p->camels);
    case CD_EXCHANGE: {
        const int gold = ysp_exchange_gold(m), camels = ysp_exchange_camels(m);
        return m == ysp_exchange(gold, camels) && (gold == 0) != (camels == 0) && gold <= p->gold &&
               camels <= p->camels;
    }
    default:
        return m == (sr_move)verb;
    }
}

static bool allows_send(const struct yspahan_edition *ed, const struct yspahan_state *s, sr_move m)
{
    for (int i = 0; i < s->pending_count; i++)
        if (m == send_move(ed, s, s->pending[i]))
            return true;
    return false;
}

bool yspahan__allows(const void *edition, const void *state, sr_move m)
{
    const struct yspahan_edition *ed = (const struct yspahan_edition *)edition;
    const struct yspahan_state *s = (const struct yspahan_state *)state;
    const int verb = sr_move_verb(m), phase = s->phase, seat = ysp_active(s);
    const struct yspahan_player *p = &s->players[seat];
    const int n = ysp_count_of_move(m), q = ysp_go_square(m);
    switch (verb) {
    case MV_BUY:
        return phase == PH_SUPPLY && m == ysp_count_move(MV_BUY, n) && n <= most_dice(ed, p);
    case MV_SEL:
        return phase == PH_SELECT && allows_select(ed, s, seat, m);
    case MV_DRAW:
    case MV_PASS:
        return phase == PH_SELECT && m == (sr_move)verb && !available_levels(s, seat) &&
               yspahan__can_draw(ed, s) == (verb == MV_DRAW);
    case MV_PUT:
        return phase == PH_PLACE && in_set(yspahan__area_shops(ed, s, seat, s->level), m, ed);
    case MV_MOVE:
        if (phase != PH_MOVE || q >= YSP_SQUARES)
            return false;
        return m == ysp_go(q, yspahan__move_cost(ed, s, seat, q, s->value)) &&
               yspahan__move_cost(ed, s, seat, q, s->value) <= p->gold;
    case MV_SEND:
        return phase == PH_SEND && allows_send(ed, s, m);
    case MV_LOAD:
        return phase == PH_KEEP && m == MV_LOAD;
    case MV_KEEP:
        return phase == PH_KEEP && m == MV_KEEP &&
               s->players[s->shops[s->asked]].camels >= ed->keep_price;
    case MV_BUILD: {
        const int building = ysp_build_building(m), discount1 = ysp_build_discount1(m);
        return phase == PH_POST && s->head.seats > 2 && !s->built &&
               m == ysp_build_move(building, discount1) &&
               allows_build(ed, s, p, building, discount1 - 1);
    }
    case MV_END:
        return phase == PH_POST && m == MV_END;
    default:
        return verb < MV_COUNT &&
               (phase == PH_SUPPLY || phase == PH_SELECT || phase == PH_SEND || phase == PH_POST) &&
               allows_play(ed, s, seat, m);
    }
}
