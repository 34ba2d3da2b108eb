/* yspahan.c: Yspahan for the evaluation: what each player has and is about to have, what lies on
 * the tower, how long it still goes on. */
#include "ai/features.h"
#include "games/yspahan/yspahan.h"

enum {
    BLOCK = 91,
    HAND = 9,
    BOARD = 92,
    FIRST = YSP_SEATS * BLOCK + HAND + BOARD + 1, /* inputs of the first networks */
    STREETS = 2 * YSP_FACES + 2,
    INPUTS = FIRST + STREETS
};

/* What the city holds for a player. */
struct holding {
    uint8_t goods[YSP_SOUKS];
    uint8_t free[YSP_SOUKS]; /* no good of anybody there */
};

static void look_at_city(const struct yspahan_edition *ed, const struct yspahan_state *s,
                         struct holding h[YSP_SEATS])
{
    memset(h, 0, YSP_SEATS * sizeof *h);
    for (int k = 0; k < YSP_SOUKS; k++) {
        const int first = ed->souks[k].first, end = first + ed->souks[k].size;
        bool free = true;
        for (int shop = first; shop < end; shop++)
            if (s->shops[shop] < YSP_SEATS) {
                h[s->shops[shop]].goods[k]++;
                free = false;
            }
        for (int p = 0; free && p < YSP_SEATS; p++)
            h[p].free[k] = 1;
    }
}

static int points_of(const struct yspahan_player *p)
{
    int sum = 0;
    for (int i = 0; i < PT_PARTS; i++)
        sum += p->points[i];
    return sum;
}

/* Own goods in the caravan and the factor they would be counted with. */
static void caravan_of(const struct yspahan_edition *ed, const struct yspahan_state *s, int seat,
                       int *goods, int *factor, int *line)
{
    const int width = sr_max(1, ysp_line_camels(ed, s));
    *goods = *factor = 0;
    *line = -1;
    for (int i = 0; i < s->caravan_count; i++)
        if (s->caravan[i] == seat) {
            ++*goods;
            *line = sr_min(i / width, YSP_LINES - 1);
            *factor = ed->line_factor[*line];
        }
}

static int turns_left_today(const struct yspahan_state *s, int seat)
{
    int n = 0;
    for (int i = s->turn_index; i < s->turns && i < YSP_SEATS; i++)
        n += s->order[i] == seat;
    return n;
}

/* Days to come, today included while it lasts. */
static int days_left(const struct yspahan_edition *ed, const struct yspahan_state *s)
{
    return (ed->weeks - s->week) * ed->days + ed->days - s->day + 1;
}

static int first_place_in_order(const struct yspahan_state *s, int seat)
{
    for (int i = s->turn_index; i < s->turns && i < YSP_SEATS; i++)
        if (s->order[i] == seat)
            return i - s->turn_index;
    return 4;
}

static void write_player(struct ai_writer *w, const struct yspahan_edition *ed,
                         const struct yspahan_state *s, int seat, const struct holding *h)
{
    const struct yspahan_player *p = &s->players[seat];
    const int start = w->n;
    ai_put(w, points_of(p), 50);
    ai_put(w, p->gold, 6);
    ai_steps(w, p->gold, 6);
    ai_put(w, p->camels, 6);
    ai_steps(w, p->camels, 6);
    ai_put(w, p->cards, 3);
    ai_steps(w, p->cards, 4);
    int built = 0;
    for (int b = 0; b < YSP_BUILDINGS; b++)
        built += ysp_has(p, b);
    ai_one_of(w, built, YSP_BUILDINGS + 1);
    for (int b = 0; b < YSP_BUILDINGS; b++) {
        ai_flag(w, ysp_has(p, b));
        ai_flag(w, !ysp_has(p, b) && p->camels >= ed->buildings[b].camels &&
                       p->gold >= ed->buildings[b].gold);
    }
    int complete = 0;
    for (int k = 0; k < YSP_SOUKS; k++) {
        const int size = sr_max(1, ed->souks[k].size);
        ai_put(w, h->goods[k], size);
        ai_flag(w, h->goods[k] == ed->souks[k].size);
        if (h->goods[k] == ed->souks[k].size)
            complete += ed->souks[k].value + (ysp_has(p, BD_BAZAAR) ? ed->bazaar_points : 0);
    }
    ai_put(w, complete, 16);
    int goods, factor, line;
    caravan_of(ed, s, seat, &goods, &factor, &line);
    ai_put(w, goods, 3);
    ai_one_of(w, line, YSP_LINES);
    ai_put(w, goods * factor, 12);
    ai_steps(w, goods, 4);
    ai_one_of(w, first_place_in_order(s, seat), 5);
    ai_put(w, turns_left_today(s, seat), 1);
    ai_flag(w, s->order[0] == seat);
    SR_ASSERT(w->n - start <= BLOCK);
    w->n = start + BLOCK;
}

static void write_board(struct ai_writer *w, const struct yspahan_edition *ed,
                        const struct yspahan_state *s, int seat)
{
    const int start = w->n;
    const bool mine = ysp_active(s) == seat;
    ai_one_of(w, s->day - 1, 7);
    ai_one_of(w, s->week - 1, 3);
    ai_put(w, days_left(ed, s), 10);
    ai_one_of(w, s->head.seats - 2, 3);
    const int room = YSP_LINES * sr_max(1, ysp_line_camels(ed, s));
    ai_put(w, s->caravan_count, room);
    ai_put(w, room - s->caravan_count, 3);
    ai_one_of(w, s->supervisor, YSP_SQUARES);
    for (int l = 0; l < YSP_LEVELS; l++) {
        ai_put(w, s->tower[l].white + s->tower[l].yellow, 3);
        ai_put(w, s->tower[l].value, 6);
        ai_flag(w, ysp_dice(s, seat, l) > 0);
    }
    /* The turn under way, of oneself or of another. */
    const int side = mine ? 0 : 1;
    if (s->phase <= PH_POST)
        w->x[w->n + 2 * s->phase + side] = AI_UNIT;
    w->n += 2 * (PH_POST + 1);
    if (s->level < YSP_LEVELS && s->phase == PH_PLACE)
        w->x[w->n + s->level] = ai_byte((mine ? 1 : -1) * s->goods * AI_UNIT / 2);
    w->n += YSP_LEVELS;
    if (s->phase == PH_MOVE)
        w->x[w->n] = ai_byte((mine ? 1 : -1) * s->value * AI_UNIT / 6);
    w->n++;
    for (int i = 0; i < s->pending_count && i < YSP_LINKS; i++)
        if (s->shops[s->pending[i]] == seat)
            w->x[w->n] = AI_UNIT;
        else
            w->x[w->n + 1] = AI_UNIT;
    w->n += 2;
    ai_flag(w, mine && s->built);
    SR_ASSERT(w->n - start <= BOARD);
    w->n = start + BOARD;
}

/* Goods beside a square: own ones and those of others. */
static void beside(const struct yspahan_edition *ed, const struct yspahan_state *s, int square,
                   int seat, int *own, int *others)
{
    *own = *others = 0;
    for (int i = 0; i < YSP_LINKS; i++) {
        const int shop = ed->links[square][i];
        const int owner = shop < YSP_SHOPS ? s->shops[shop] : SR_NONE;
        *own += owner == seat;
        *others += owner != seat && owner < YSP_SEATS;
    }
}

/* What the supervisor reaches with each face of a die, and where he stands. */
static void write_streets(struct ai_writer *w, const struct yspahan_edition *ed,
                          const struct yspahan_state *s, int seat)
{
    int most[YSP_FACES + 1][2] = {{0}};
    for (int q = 0; q < YSP_SQUARES && s->supervisor < YSP_SQUARES; q++) {
        const int far = yspahan__distance(s->supervisor, q);
        int own, others;
        if (far > YSP_FACES)
            continue;
        beside(ed, s, q, seat, &own, &others);
        most[far][0] = sr_max(most[far][0], own);
        most[far][1] = sr_max(most[far][1], others);
    }
    for (int i = 0; i <= YSP_FACES; i++)
        for (int k = 0; k < 2; k++)
            ai_put(w, most[i][k], 2);
}

static void features(const struct sr_rules *r, const union sr_state *state, int8_t *x)
{
    const struct yspahan_edition *ed = (const struct yspahan_edition *)r->edition;
    const struct yspahan_state *s = (const struct yspahan_state *)state;
    struct holding h[YSP_SEATS];
    look_at_city(ed, s, h);
    for (int line = 0; line < s->head.seats; line++) {
        struct ai_writer w = {x + line * INPUTS, 0};
        const struct yspahan_player *me = &s->players[line];
        write_player(&w, ed, s, line, &h[line]);
        w.n = YSP_SEATS * BLOCK;
        for (int i = 0; i < me->cards; i++)
            if (me->hand[i] < YSP_CARDS)
                w.x[w.n + me->hand[i]] = ai_byte(w.x[w.n + me->hand[i]] + AI_UNIT);
        w.n += HAND;
        write_board(&w, ed, s, line);
        SR_ASSERT(w.n <= FIRST);
        w.n = FIRST;
        write_streets(&w, ed, s, line);
        SR_ASSERT(w.n <= INPUTS);
    }
    ai_share_blocks(x, INPUTS, s->head.seats, BLOCK, YSP_SEATS);
}

/* ---- moves ---------------------------------------------------------------------------------- */

enum { FACT_MISSING = 1, FACT_VALUE, FACT_BESIDE, FACT_WHOLE, FACT_GOODS, FACT_REACH };

/* How many goods a souk lacks after one more, or whether its owner has all. */
static int missing_in(const struct yspahan_edition *ed, const struct yspahan_state *s, int souk,
                      int seat)
{
    int n = ed->souks[souk].size;
    for (int i = 0; i < ed->souks[souk].size; i++)
        n -= s->shops[ed->souks[souk].first + i] == seat;
    return n;
}

static void describe_shop(const struct yspahan_edition *ed, const struct yspahan_state *s, int shop,
                          int owner, uint16_t *seen)
{
    const int souk = shop < YSP_SHOPS ? yspahan__souk_of(ed, shop) : -1;
    if (souk < 0)
        return;
    seen[0] = AI_FACT(FACT_MISSING, missing_in(ed, s, souk, owner));
    seen[1] = AI_FACT(FACT_VALUE, sr_min(ed->souks[souk].value, 31));
}

static void describe_square(const struct yspahan_edition *ed, const struct yspahan_state *s,
                            int square, int seat, uint16_t *seen)
{
    int own, others, whole = 0;
    beside(ed, s, square, seat, &own, &others);
    for (int i = 0; i < YSP_LINKS; i++) {
        const int shop = ed->links[square][i];
        const int owner = shop < YSP_SHOPS ? s->shops[shop] : SR_NONE;
        const int souk = owner < YSP_SEATS ? yspahan__souk_of(ed, shop) : -1;
        if (souk >= 0 && missing_in(ed, s, souk, owner) == 0)
            whole |= owner == seat ? 1 : 2;
    }
    seen[0] = AI_FACT(FACT_BESIDE, 3 * own + others);
    seen[1] = AI_FACT(FACT_WHOLE, whole);
}

/* What a group of dice would do: the best souk that the goods could complete, or whom the
 * supervisor could meet. */
static void describe_group(const struct yspahan_edition *ed, const struct yspahan_state *s,
                           sr_move m, int seat, uint16_t *seen)
{
    const int level = ysp_sel_level(m), action = ysp_sel_action(m);
    const int goods = level < YSP_LEVELS ? ysp_dice(s, seat, level) : 0;
    seen[0] = AI_FACT(FACT_GOODS, 16 * action + sr_min(goods, 15));
    if (action == AC_TOWER && ysp_is_area(level)) {
        uint64_t shops = yspahan__area_shops(ed, s, seat, level);
        int best = 0;
        for (; shops; shops &= shops - 1) {
            const int souk = yspahan__souk_of(ed, ysp_lowest(shops));
            if (souk >= 0 && missing_in(ed, s, souk, seat) <= goods)
                best = sr_max(best, ed->souks[souk].value);
        }
        seen[1] = AI_FACT(FACT_VALUE, sr_min(best, 31));
    } else if (action == AC_SUPERVISOR && s->supervisor < YSP_SQUARES) {
        int any = 0;
        for (int q = 0; q < YSP_SQUARES; q++) {
            int own, others;
            if (yspahan__distance(s->supervisor, q) != s->tower[level].value)
                continue;
            beside(ed, s, q, seat, &own, &others);
            any |= (own ? 1 : 0) | (own > 1 ? 2 : 0) | (others ? 4 : 0) | (others > 1 ? 8 : 0);
        }
        seen[1] = AI_FACT(FACT_REACH, any);
    }
}

static int describe(const struct sr_rules *r, const union sr_state *state, const sr_move *legal,
                    int count, uint16_t (*seen)[AI_SEEN])
{
    const struct yspahan_edition *ed = (const struct yspahan_edition *)r->edition;
    const struct yspahan_state *s = (const struct yspahan_state *)state;
    const int seat = r->game->actor(s);
    for (int i = 0; i < count; i++)
        switch (sr_move_verb(legal[i])) {
        case MV_PUT:
        case MV_PLAY_PLACE_GOOD:
            describe_shop(ed, s, ysp_shop_of_move(legal[i]), seat, seen[i]);
            break;
        case MV_SEND: {
            const int shop = ysp_shop_of_move(legal[i]);
            describe_shop(ed, s, shop, shop < YSP_SHOPS ? s->shops[shop] : seat, seen[i]);
            break;
        }
        case MV_MOVE:
            describe_square(ed, s, ysp_go_square(legal[i]), seat, seen[i]);
            break;
        case MV_SEL:
            describe_group(ed, s, legal[i], seat, seen[i]);
            break;
        default:
            break;
        }
    return -1;
}

/* ---- hand-written judgement ----------------------------------------------------------------- */

enum { J_POINTS, J_SOUKS, J_CARAVAN, J_BUILDINGS, J_CAMELS, J_GOLD, J_CARDS };

static const char *const parts[] = {"points", "souks", "caravan", "buildings",
                                    "camels", "gold",  "cards",   NULL};

/* What a souk is worth before the week's count: sure when complete but for the supervisor's
 * visits, else the likelier the fewer goods are missing and the more days are left. */
static int souk_worth(const struct yspahan_edition *ed, const struct yspahan_state *s,
                      const struct yspahan_player *p, int souk, int goods)
{
    if (!goods)
        return 0;
    const int value = ed->souks[souk].value + (ysp_has(p, BD_BAZAAR) ? ed->bazaar_points : 0);
    const int missing = ed->souks[souk].size - goods;
    const int days = ed->days - s->day;
    if (missing <= 0)
        return value * AI_POINT * (p->camels ? 62 : 60 - 2 * days) / 64;
    const int chances = 2 * days + 1;
    return value * AI_POINT * chances / (chances + 5 * missing) * goods / (goods + 1);
}

static void judge(const struct sr_rules *r, const union sr_state *state, int line,
                  int part[AI_PARTS_MAX])
{
    /* Points a building's power brings in a week, in sixteenths; the Bazaar's and the ladder of
     * building points come on top. */
    static const int power[YSP_BUILDINGS] = {24, 24, 16, 20, 64, 40};
    static const int ladder[YSP_BUILDINGS + 1] = {0, 16, 40, 40, 40, 60, 0};
    const struct yspahan_edition *ed = (const struct yspahan_edition *)r->edition;
    const struct yspahan_state *s = (const struct yspahan_state *)state;
    const struct yspahan_player *p = &s->players[line];
    const int days = days_left(ed, s) - 1;
    const int soon = sr_min(days, 6);
    struct holding h[YSP_SEATS];
    look_at_city(ed, s, h);

    part[J_POINTS] = points_of(p) * AI_POINT;
    /* A turn begun: goods still to be placed, a supervisor still to be moved. */
    static const int per_good[YSP_LEVELS] = {0, 12, 16, 22, 40, 0};
    if (ysp_active(s) == line && s->phase == PH_PLACE && s->level < YSP_LEVELS)
        part[J_SOUKS] = s->goods * per_good[s->level];
    if (ysp_active(s) == line && s->phase == PH_MOVE)
        part[J_CARAVAN] = AI_POINT * 3 / 2;
    for (int k = 0; k < YSP_SOUKS; k++)
        part[J_SOUKS] += souk_worth(ed, s, p, k, h[line].goods[k]);
    int goods, factor, top;
    caravan_of(ed, s, line, &goods, &factor, &top);
    const int weeks_after = ed->weeks - s->week;
    part[J_CARAVAN] +=
        goods * factor * AI_POINT * (4 + weeks_after) / 4 + (weeks_after ? goods * 8 : 0);
    int built = 0;
    for (int b = 0; b < YSP_BUILDINGS; b++)
        if (ysp_has(p, b)) {
            built++;
            part[J_BUILDINGS] += power[b] * days / 7;
        }
    part[J_BUILDINGS] += ladder[sr_min(built, YSP_BUILDINGS)] * soon / 6;
    part[J_CAMELS] = sr_min(p->camels, 14) * 18 * soon / 6;
    part[J_GOLD] = sr_min(p->gold, 14) * 11 * soon / 6;
    part[J_CARDS] = p->cards * (days > 0 ? 24 : 4);
}

static int progress(const struct sr_rules *r, const union sr_state *state)
{
    const struct yspahan_edition *ed = (const struct yspahan_edition *)r->edition;
    const struct yspahan_state *s = (const struct yspahan_state *)state;
    const int all = sr_max(1, ed->weeks * ed->days);
    return (all - days_left(ed, s)) * 1024 / all;
}

/* Souks that are filled, buildings there is enough for, souks that lack one shop; each in the order
 * of the rules. */
static const char *const goals[] = {
    "full_bag_pink", "full_bag_yellow", "full_bag_white", "full_bag_blue", "full_barrel_white",
    "full_barrel_blue", "full_barrel_yellow", "full_barrel_pink", "full_chest_blue",
    "full_chest_yellow", "full_chest_pink", "full_vase_blue", "full_vase_yellow",
    "full_vase_orange", "build_paddock", "build_booth", "build_hammam", "build_caravanserai",
    "build_bazaar", "build_hoist", "near_bag_pink", "near_bag_yellow", "near_bag_white",
    "near_bag_blue", "near_barrel_white", "near_barrel_blue", "near_barrel_yellow",
    "near_barrel_pink", "near_chest_blue", "near_chest_yellow", "near_chest_pink",
    "near_vase_blue", "near_vase_yellow", "near_vase_orange",
    NULL};

static uint64_t reached(const struct sr_rules *r, const union sr_state *u, int seat)
{
    const struct yspahan_edition *ed = (const struct yspahan_edition *)r->edition;
    const struct yspahan_state *s = (const struct yspahan_state *)u;
    const struct yspahan_player *p = &s->players[seat];
    uint64_t out = 0;
    for (int k = 0; k < YSP_SOUKS; k++) {
        int own = 0, others = 0;
        for (int shop = 0; shop < ed->souks[k].size; shop++) {
            const int owner = s->shops[ed->souks[k].first + shop];
            own += owner == seat;
            others += owner != seat && owner < YSP_SEATS;
        }
        if (own && own == ed->souks[k].size)
            out |= (uint64_t)1 << k;
        if (own && !others && own + 1 == ed->souks[k].size)
            out |= (uint64_t)1 << (YSP_SOUKS + YSP_BUILDINGS + k);
    }
    for (int k = 0; k < YSP_BUILDINGS; k++)
        if (!(p->buildings >> k & 1) && p->camels >= ed->buildings[k].camels &&
            p->gold >= ed->buildings[k].gold)
            out |= (uint64_t)1 << (YSP_SOUKS + k);
    return out;
}

const struct ai_game ai_game_yspahan = {
    .id = "yspahan", .version = 1, .inputs = INPUTS, .margin = 40, .plays_on = 1,
    .spread_start = 16, .spread_end = 4, .parts = parts, .features = features, .judge = judge,
    .progress = progress, .lines = NULL, .suggest = NULL, .describe = describe,
    .goals = goals, .reached = reached,
};
