/* yspahan_steward.c: the decisions of the steward, phase by phase (R4). Every answer is the one
 * after which the position stands best (yspahan_worth.c). */
#include "ai/experts/yspahan_steward.h"

/* Found by climbing: players with values drawn around these won more or less than their share. */
const struct steward steward__two = {
    .turn = 358, .there = 23, .risk = 10, .flow = {92, 180, 110}, .hope = 19,
    .camel = 162, .gold = 133, .camel_over = 58, .gold_over = 24, .horizon = 19, .near = 19,
    .power = {4, 10, 23, 15, 59, 103},
    .card = {115, 192, 332, 217, 367, 248, 145, 564, 162},
    .others = 60, .leader = 26, .deny = 119, .guard = 20,
};
const struct steward steward__more = {
    .turn = 508, .there = 45, .risk = 4, .flow = {76, 59, 130}, .hope = 44,
    .camel = 79, .gold = 99, .camel_over = 7, .gold_over = 61, .horizon = 3, .near = 83,
    .power = {25, 41, 4, 34, 98, 98},
    .card = {320, 263, 200, 394, 515, 388, 249, 383, 269},
    .others = 63, .leader = 21, .deny = 34, .guard = 111,
};

/* ---- after the dice -------------------------------------------------------------------------- */

/* R4.6: how the position stands when the building that helps most is put up, or none. */
static int settled(const struct outlook *o, const struct yspahan_state *s)
{
    int best = steward__standing(o, s);
    if (s->head.seats == 2 || (s->phase == PH_POST && s->built))
        return best;
    for (int b = 0; b < YSP_BUILDINGS; b++)
        if (yspahan__can_build(o->ed, &s->players[o->seat], b, -1)) {
            struct yspahan_state then = *s;
            steward__build(o, &then, o->seat, b, -1);
            best = sr_max(best, steward__standing(o, &then));
        }
    return best;
}

/* R5.1, R5.2: the tower action of a level with n dice. */
static void use_tower(const struct outlook *o, struct yspahan_state *s, int seat, int level, int n)
{
    struct yspahan_player *p = &s->players[seat];
    if (level == LV_CAMEL)
        p->camels = sr_u16(p->camels + n + (ysp_has(p, BD_PADDOCK) ? o->ed->paddock_camels : 0));
    else if (level == LV_GOLD)
        p->gold = sr_u16(p->gold + n + (ysp_has(p, BD_BOOTH) ? o->ed->booth_gold : 0));
    else
        steward__place(o, s, seat, level, n + (ysp_has(p, BD_HOIST) ? o->ed->hoist_goods : 0));
}

/* R5.3: the best walk with a face value; where to, or -1. */
static int best_walk(const struct outlook *o, const struct yspahan_state *s, int v, int *standing)
{
    int where = -1;
    for (int q = 0; q < YSP_SQUARES; q++) {
        const int cost = yspahan__move_cost(o->ed, s, o->seat, q, v);
        if (cost > s->players[o->seat].gold)
            continue;
        struct yspahan_state then = *s;
        then.players[o->seat].gold = sr_u16(then.players[o->seat].gold - cost);
        then.supervisor = sr_u8(q);
        steward__send_all(o, &then);
        const int worth = settled(o, &then);
        if (where < 0 || worth > *standing) {
            where = q;
            *standing = worth;
        }
    }
    return where;
}

/* ---- choosing a group ------------------------------------------------------------------------ */

/* What the tower action of each level would bring to a seat, at least what a card would. */
static void gains(const struct outlook *o, const struct yspahan_state *s, int seat,
                  int gain[YSP_LEVELS])
{
    const int now = steward__worth(o, s, seat);
    for (int level = 0; level < YSP_LEVELS; level++) {
        gain[level] = 0;
        const int dice = ysp_dice(s, seat, level);
        if (!dice)
            continue;
        struct yspahan_state then = *s;
        use_tower(o, &then, seat, level, dice);
        gain[level] = sr_max(o->draw, steward__worth(o, &then, seat) - now);
    }
}

/* What it costs the others who still come today when a level is gone: the difference to the next
 * best, the less the more players may come in between. */
static void denials(const struct outlook *o, const struct yspahan_state *s, int deny[YSP_LEVELS])
{
    memset(deny, 0, YSP_LEVELS * sizeof *deny);
    int between = 1;
    for (int i = s->turn_index + 1; i < s->turns; i++) {
        const int other = s->order[i];
        if (other == o->seat)
            break;
        int gain[YSP_LEVELS], best = 0, next = 0;
        gains(o, s, other, gain);
        for (int level = 1; level < YSP_LEVELS; level++)
            if (gain[level] > gain[best])
                best = level;
        for (int level = 0; level < YSP_LEVELS; level++)
            if (level != best)
                next = sr_max(next, gain[level]);
        const int share = o->t->deny * steward__weight(o, s, other) / 100;
        deny[best] += (gain[best] - next) * share / 100 / between;
        between++;
    }
}

static int judge_select(const struct outlook *o, const struct yspahan_state *s, sr_move m)
{
    const int level = ysp_sel_level(m), seat = o->seat;
    struct yspahan_state then = *s;
    int standing = 0;
    switch (ysp_sel_action(m)) {
    case AC_TOWER: {
        const int boost = ysp_sel_boost1(m) - 1;
        if (boost >= 0)
            steward__drop(&then, seat, boost);
        use_tower(o, &then, seat, level,
                  ysp_dice(s, seat, level) + (boost >= 0 ? o->ed->boost_dice : 0));
        return settled(o, &then);
    }
    case AC_SUPERVISOR:
        best_walk(o, s, s->tower[level].value, &standing);
        return standing;
    case AC_CARD:
        if (then.players[seat].cards < YSP_HAND)
            then.players[seat].hand[then.players[seat].cards++] = YSP_CARDS;
        return settled(o, &then);
    default:
        steward__build(o, &then, seat, ysp_sel_building1(m) - 1, ysp_sel_discount1(m) - 1);
        return steward__standing(o, &then);
    }
}

/* ---- cards ----------------------------------------------------------------------------------- */

/* R2.8: how the position stands when a card has been played. */
static int judge_play(const struct outlook *o, const struct yspahan_state *s, sr_move m)
{
    const int card = sr_move_verb(m) - MV_PLAY, n = ysp_count_of_move(m), seat = o->seat;
    struct yspahan_state then = *s;
    struct yspahan_player *p = &then.players[seat];
    if (card != CD_BUILD_NO_CAMEL && card != CD_BUILD_NO_GOLD)
        steward__drop(&then, seat, card);
    switch (card) {
    case CD_THREE_CAMELS:
        p->camels = sr_u16(p->camels + o->ed->card_camels);
        break;
    case CD_THREE_GOLD:
        p->gold = sr_u16(p->gold + o->ed->card_gold);
        break;
    case CD_BUILD_NO_CAMEL:
    case CD_BUILD_NO_GOLD:
        steward__build(o, &then, seat, n, card);
        break;
    case CD_LOAD_CARAVAN:
        steward__load(o, &then, seat, false);
        break;
    case CD_PLACE_GOOD:
        then.shops[ysp_shop_of_move(m)] = sr_u8(seat);
        break;
    case CD_GOLD_TO_VP:
        p->gold = sr_u16(p->gold - n);
        p->points[0] = sr_u16(p->points[0] + n * o->ed->gold_points);
        break;
    case CD_CAMELS_TO_VP:
        p->camels = sr_u16(p->camels - n);
        p->points[0] = sr_u16(p->points[0] + n * o->ed->camels_points);
        break;
    default: {
        const int gold = ysp_exchange_gold(m), camels = ysp_exchange_camels(m);
        p->gold = sr_u16(p->gold + camels - gold);
        p->camels = sr_u16(p->camels + gold - camels);
        break;
    }
    }
    return settled(o, &then);
}

/* Cards that act before the dice are used: a building whose power counts at once. The others wait
 * for the end of the turn. */
static bool plays_early(sr_move m)
{
    const int card = sr_move_verb(m) - MV_PLAY;
    return card == CD_BUILD_NO_CAMEL || card == CD_BUILD_NO_GOLD;
}

static int choose_select(const struct outlook *o, const struct yspahan_state *s,
                         const sr_move *legal, int count)
{
    int deny[YSP_LEVELS], best = -1, most = 0;
    denials(o, s, deny);
    const int now = settled(o, s);
    for (int i = 0; i < count; i++) {
        const int verb = sr_move_verb(legal[i]);
        if (verb >= MV_PLAY) {
            if (plays_early(legal[i]) && judge_play(o, s, legal[i]) > now)
                return i;
            continue;
        }
        if (verb != MV_SEL) /* R4.5 */
            return i;
        const int worth = judge_select(o, s, legal[i]) + deny[ysp_sel_level(legal[i])];
        if (best < 0 || worth > most) {
            best = i;
            most = worth;
        }
    }
    return sr_max(best, 0);
}

static int choose_post(const struct outlook *o, const struct yspahan_state *s, const sr_move *legal,
                       int count)
{
    int best = count - 1, most = INT32_MIN;
    for (int i = count - 1; i >= 0; i--) {
        const int verb = sr_move_verb(legal[i]);
        int worth = 0;
        if (verb == MV_END) {
            worth = steward__standing(o, s);
        } else if (verb == MV_BUILD) {
            struct yspahan_state then = *s;
            steward__build(o, &then, o->seat, ysp_build_building(legal[i]),
                           ysp_build_discount1(legal[i]) - 1);
            worth = steward__standing(o, &then);
        } else {
            worth = judge_play(o, s, legal[i]);
        }
        if (worth > most) {
            best = i;
            most = worth;
        }
    }
    return best;
}

/* ---- buying dice ----------------------------------------------------------------------------- */

/* R4.3 */
static void build_tower(struct yspahan_state *s, const int white[YSP_FACES],
                        const int yellow[YSP_FACES])
{
    int shown[YSP_FACES], n = 0;
    memset(s->tower, 0, sizeof s->tower);
    for (int v = 0; v < YSP_FACES; v++)
        if (white[v] + yellow[v])
            shown[n++] = v;
    for (int i = 0; i < n; i++) {
        const int level = i == n - 1 && n > 1 ? LV_GOLD : i;
        s->tower[level].value = sr_u8(shown[i] + 1);
        s->tower[level].white = sr_u8(white[shown[i]]);
        s->tower[level].yellow = sr_u8(yellow[shown[i]]);
    }
}

/* R4.2: what n yellow dice bring on average, tried with rolls that are the same for all n. */
static int choose_supply(const struct outlook *o, const struct yspahan_state *s,
                         const sr_move *legal, int count)
{
    enum { ROLLS = 10 };
    int best = 0, most = 0;
    for (int i = 0; i < count && sr_move_verb(legal[i]) == MV_BUY; i++) {
        const int n = ysp_count_of_move(legal[i]);
        struct yspahan_state then = *s;
        struct yspahan_player *p = &then.players[o->seat];
        p->gold = sr_u16(p->gold - n * o->ed->yellow_price);
        int sum = ROLLS * steward__worth(o, &then, o->seat);
        struct sr_rng dice;
        sr_rng_seed(&dice, 7);
        for (int roll = 0; roll < ROLLS; roll++) {
            int white[YSP_FACES] = {0}, yellow[YSP_FACES] = {0}, gain[YSP_LEVELS], top = 0;
            for (int d = 0; d < o->ed->white_dice[s->head.seats - 2]; d++)
                white[sr_rng_below(&dice, YSP_FACES)]++;
            for (int d = 0; d < o->ed->yellow_dice; d++) {
                const int v = (int)sr_rng_below(&dice, YSP_FACES);
                yellow[v] += d < n;
            }
            build_tower(&then, white, yellow);
            gains(o, &then, o->seat, gain);
            for (int level = 0; level < YSP_LEVELS; level++)
                top = sr_max(top, gain[level]);
            sum += top;
        }
        if (i == 0 || sum > most) {
            best = i;
            most = sum;
        }
    }
    return best;
}

/* ---- the rest -------------------------------------------------------------------------------- */

/* R5.2: the souk that is best for all goods in hand, its inner shops first. */
static int choose_place(const struct outlook *o, const struct yspahan_state *s,
                        const sr_move *legal, int count)
{
    struct yspahan_state then = *s;
    const int souk = steward__place(o, &then, o->seat, s->level, s->goods);
    const uint64_t all = souk >= 0 ? ysp_shops_of(&o->ed->souks[souk]) : 0;
    uint64_t open = 0;
    for (int i = 0; i < count; i++)
        open |= all & (uint64_t)1 << ysp_shop_of_move(legal[i]);
    const int shop = open ? steward__shop(o, open) : -1;
    for (int i = 0; i < count; i++)
        if (ysp_shop_of_move(legal[i]) == shop)
            return i;
    return 0;
}

static int choose_walk(const struct outlook *o, const struct yspahan_state *s, const sr_move *legal,
                       int count)
{
    int standing = 0;
    const int square = best_walk(o, s, s->value, &standing);
    for (int i = 0; i < count; i++)
        if (ysp_go_square(legal[i]) == square)
            return i;
    return 0;
}

static int choose_send(const struct outlook *o, const struct yspahan_state *s, const sr_move *legal,
                       int count)
{
    int best = 0, most = INT32_MIN;
    for (int i = 0; i < count && sr_move_verb(legal[i]) == MV_SEND; i++) {
        struct yspahan_state then = *s;
        steward__send(o, &then, ysp_shop_of_move(legal[i]));
        for (int k = 0; k < s->pending_count; k++)
            if (s->pending[k] != ysp_shop_of_move(legal[i]))
                steward__send(o, &then, s->pending[k]);
        const int worth = steward__standing(o, &then);
        if (worth > most) {
            best = i;
            most = worth;
        }
    }
    return best;
}

/* R5.4: keep the place for a camel, or let the good go. */
static int choose_keep(const struct outlook *o, const struct yspahan_state *s, const sr_move *legal,
                       int count)
{
    struct yspahan_state loaded = *s, kept = *s;
    struct yspahan_player *p = &kept.players[o->seat];
    loaded.shops[s->asked] = SR_NONE;
    steward__load(o, &loaded, o->seat, true);
    p->camels = sr_u16(sr_max(0, p->camels - o->ed->keep_price));
    steward__load(o, &kept, o->seat, true);
    const bool keep = steward__standing(o, &kept) > steward__standing(o, &loaded);
    for (int i = 0; i < count; i++)
        if (sr_move_verb(legal[i]) == (keep ? MV_KEEP : MV_LOAD))
            return i;
    return 0;
}

int steward__choose(const struct steward *t, const struct sr_rules *r, const union sr_state *view,
                    const sr_move *legal, int count)
{
    const struct yspahan_edition *ed = (const struct yspahan_edition *)r->edition;
    const struct yspahan_state *s = (const struct yspahan_state *)view;
    const int seat = s->phase == PH_KEEP ? s->shops[s->asked] : ysp_active(s);
    struct outlook o;
    if (!t)
        t = s->head.seats == 2 ? &steward__two : &steward__more;
    steward__look(&o, t, ed, s, seat);
    switch (s->phase) {
    case PH_SUPPLY:
        return choose_supply(&o, s, legal, count);
    case PH_SELECT:
        return choose_select(&o, s, legal, count);
    case PH_PLACE:
        return choose_place(&o, s, legal, count);
    case PH_MOVE:
        return choose_walk(&o, s, legal, count);
    case PH_SEND:
        return choose_send(&o, s, legal, count);
    case PH_KEEP:
        return choose_keep(&o, s, legal, count);
    default:
        return choose_post(&o, s, legal, count);
    }
}
