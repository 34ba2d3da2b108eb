/* merv.c: Merv for the evaluation: buildings and what they earn, cubes and goods, tracks, palace,
 * caravan cards, dangers, place in the queue. The Magistrate is judged like a player. */
#include "ai/eval.h"
#include "ai/features/merv_plan.h"

enum {
    SIDES = 4,
    BLOCK = 168,
    BOARD = 160,
    FIRST = SIDES * BLOCK + BOARD, /* inputs of the first networks */
    LINES = MAGISTRATES + 2 * MERV_SLOTS + 1,
    PLAN = AI_JUDGED + 5 + MASON_PARTS,
    JUDGED = FIRST + LINES, /* where the plan's worth stands */
    INPUTS = JUDGED + PLAN,
    WAITING = BN_PAIR + 1, /* kinds of benefits that the network knows */
    SPREAD_START = 20,
    SPREAD_END = 5,
};

static int lines(const union sr_state *state)
{
    const struct merv_state *s = (const struct merv_state *)state;
    return s->head.seats + merv_has_magistrate(s);
}

static int owner_of(const struct merv_state *s, int line)
{
    return line < s->head.seats ? line : MAGISTRATE;
}

static int buildings_on(const struct merv_state *s, const struct merv_player *p, int action)
{
    int n = 0; /* most have few buildings: sooner than asking every site */
    for (uint32_t set = p->sites; set; set &= set - 1)
        n += s->city[sr_lowest(set)].action == action;
    return n;
}

/* What a scoring phase would bring for buildings and tiles; for courtiers. */
static int city_income(const struct merv_edition *ed, const struct merv_state *s,
                       const struct merv_player *p)
{
    int n = ed->building_vp * sr_count(p->sites);
    if (p->tile < ACTIONS)
        n += ed->scoring_tile_vp * buildings_on(s, p, p->tile);
    if (p->mosque >= merv_mosque_last(ed))
        n += ed->mosque_sites_vp * buildings_on(s, p, MOSQUE);
    return n;
}

static int palace_income(const struct merv_player *p)
{
    int sum = 0, best = 0;
    const int courtiers = merv_courtiers(p);
    for (int h = 0; h < HALLS; h++) {
        sum += p->courtiers[h] * merv__hall_vp(p, h);
        best = sr_max(best, merv__hall_vp(p, h));
    }
    /* R6.3: without favour for all of them only some score. */
    return p->favour >= courtiers ? sum : sr_min(sum, best * p->favour);
}

static int queue_place(const struct merv_state *s, int owner)
{
    for (int i = 0; i < MERV_SEATS; i++)
        if (s->queue[i] == owner)
            return i;
    return MERV_SEATS;
}

/* What stands ready to be spent. */
static void write_goods(struct ai_writer *w, const struct merv_player *p)
{
    for (int c = 0; c < COLOURS; c++) {
        ai_put(w, p->cubes[c], 2);
        ai_steps(w, p->cubes[c], 3);
    }
    ai_put(w, merv_cubes(p), 5);
    ai_put(w, p->camels, 3);
    ai_steps(w, p->camels, 4);
    ai_put(w, p->scrolls, 4);
    ai_steps(w, p->scrolls, 8);
    ai_put(w, p->common, 3);
    ai_steps(w, p->common, 3);
    ai_put(w, p->rare, 2);
    ai_steps(w, p->rare, 3);
    ai_put(w, p->scrolls - p->scrolls_locked, 3);
    ai_put(w, p->common - p->common_locked, 2);
    ai_put(w, p->rare - p->rare_locked, 2);
}

static void write_player(struct ai_writer *w, const struct merv_edition *ed,
                         const struct merv_state *s, int owner, uint32_t exposed)
{
    const struct merv_player *p = &s->players[owner];
    const int start = w->n;
    ai_flag(w, 1);
    ai_put(w, merv_total(p), 40);
    ai_put(w, sr_count(p->sites), 5);
    int built[ACTIONS] = {0};
    for (uint32_t set = p->sites; set; set &= set - 1)
        if (s->city[sr_lowest(set)].action < ACTIONS)
            built[s->city[sr_lowest(set)].action]++;
    for (int a = 0; a < ACTIONS; a++)
        ai_put(w, built[a], 2);
    ai_put(w, sr_count(p->sites & merv_upgraded(s)), 2);
    ai_put(w, sr_count(p->soldiers), 3);
    ai_put(w, sr_count(p->sites & exposed & ~merv_all_soldiers(s)), 2);
    ai_put(w, sr_count(p->contracts), 2);
    for (int d = 0; d < MERV_DISCOVERIES; d++)
        ai_flag(w, p->discoveries >> d & 1);
    write_goods(w, p);
    ai_put(w, p->favour, 6);
    ai_steps(w, p->favour, 6);
    ai_put(w, p->influence, 12);
    for (int k = 0; k < 3; k++)
        ai_flag(w, p->influence >= ed->level_at[k]);
    ai_put(w, merv__spice_limit(ed, p->influence), 2);
    ai_put(w, p->mosque, 5);
    ai_steps(w, p->mosque, 10);
    ai_flag(w, p->mosque >= merv_mosque_last(ed));
    int kinds = 0;
    for (int k = 0; k < SPICES; k++) {
        ai_put(w, p->cards[k], 3);
        kinds += p->cards[k] > 0;
    }
    ai_put(w, kinds, 2);
    ai_put(w, merv__set_value(ed, p->cards), 16);
    for (int h = 0; h < HALLS; h++) {
        ai_put(w, p->courtiers[h], 2);
        ai_put(w, merv__hall_vp(p, h), 3);
    }
    ai_put(w, merv_courtiers(p), 3);
    ai_put(w, sr_max(0, merv_courtiers(p) - p->favour), 2);
    const int scorings = MERV_YEARS + 1 - s->year;
    const int palace = palace_income(p), city = city_income(ed, s, p);
    ai_put(w, palace, 10);
    ai_put(w, city, 10);
    ai_put(w, palace * scorings, 20);
    ai_put(w, city * scorings, 20);
    ai_put(w, sr_count(p->posts), 3);
    ai_one_of(w, p->tile, ACTIONS);
    ai_one_of(w, queue_place(s, owner), MERV_SEATS + 1);
    bool placed = false;
    for (int i = 0; i < MERV_SLOTS; i++)
        placed |= s->slots[i] == owner;
    ai_flag(w, placed);
    ai_flag(w, s->who == owner);
    SR_ASSERT(w->n - start <= BLOCK);
    w->n = start + BLOCK;
}

static void write_board(struct ai_writer *w, const struct merv_state *s, int owner,
                        uint32_t exposed)
{
    const struct merv_player *p = &s->players[owner];
    const int start = w->n;
    const bool mine = s->who == owner;
    ai_one_of(w, s->year - 1, MERV_YEARS);
    ai_one_of(w, s->round - 1, MERV_ROUNDS);
    ai_put(w, (s->year - 1) * MERV_ROUNDS + s->round - 1, 6);
    ai_one_of(w, s->head.seats - 1, MERV_SEATS);
    ai_one_of(w, s->phase, PHASES);
    if (mine)
        ai_one_of(w, s->phase, PHASES);
    else
        w->n += PHASES;
    ai_put(w, s->place, 2);
    if (s->site < MERV_CELLS) {
        const int action = s->city[s->site].action, colour = s->city[s->site].colour;
        if (action < ACTIONS)
            w->x[w->n + 2 * action + !mine] = AI_UNIT;
        if (colour < NORMAL)
            w->x[w->n + 2 * ACTIONS + colour] = AI_UNIT;
    }
    w->n += 2 * ACTIONS + NORMAL;
    if (mine) {
        for (int i = 0; i < s->pending_count && i < MERV_PENDING; i++) {
            /* A white upgrade is one, wherever it may go. */
            const int kind =
                s->pending[i].kind == BN_PAIR_UPGRADE ? (int)BN_WHITE_UPGRADE : s->pending[i].kind;
            if (kind < WAITING)
                w->x[w->n + kind] = ai_byte(w->x[w->n + kind] + AI_UNIT / 2 * s->pending[i].n);
        }
        if (s->paying < PRICES)
            w->x[w->n + WAITING + s->paying] = AI_UNIT;
        for (int k = 0; k < SPICES; k++)
            w->x[w->n + WAITING + PRICES + k] = ai_byte(s->pairs[k] * AI_UNIT);
        w->x[w->n + WAITING + PRICES + SPICES] = (int8_t)(s->market_used ? AI_UNIT : 0);
    }
    w->n += WAITING + PRICES + SPICES + 1;
    for (int i = 0; i < MERV_CELLS; i++)
        ai_flag(w, p->sites >> i & 1);
    ai_put(w, sr_count(exposed), 10);
    ai_put(w, sr_count(merv_all_sites(s)), 12);
    int row[SPICES] = {0};
    for (int i = 0; i < s->row_count && i < MERV_ROW; i++)
        if (s->row[i] < SPICES)
            row[s->row[i]]++;
    for (int k = 0; k < SPICES; k++)
        ai_put(w, row[k], 2);
    ai_put(w, s->row_camels, 4);
    ai_put(w, sr_count(s->market_camels), 2);
    for (int i = 0; i < MERV_SLOTS; i++)
        ai_flag(w, s->slots[i] != SR_NONE);
    SR_ASSERT(w->n - start <= BOARD);
    w->n = start + BOARD;
}

/* Who plays beside one alone; own buildings on the lines of this round and of the next. */
static void write_lines(struct ai_writer *w, const struct merv_state *s, int owner)
{
    ai_one_of(w, merv_has_magistrate(s) ? s->head.option[OP_MAGISTRATE] : MAGISTRATES, MAGISTRATES);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < MERV_SLOTS; i++) {
            const uint32_t line = merv__lines[(s->round - 1 + k) % MERV_ROUNDS][i];
            ai_put(w, sr_count(s->players[owner].sites & line), 2);
        }
}

/* How much of the game has been played, of 1024. */
static int played(const struct merv_state *s)
{
    return ((s->year - 1) * MERV_ROUNDS + s->round - 1) * 1024 / (MERV_YEARS * MERV_ROUNDS);
}

/* What the plan of the mason comes to, for all lines: in tenths of a point less what they have on
 * average, the whole of it and its parts; beside the best of the others. */
static void write_plans(const struct sr_rules *r, const struct merv_state *s, int8_t *x)
{
    int part[SR_LINES_MAX][MASON_PARTS], mean[MASON_PARTS] = {0}, all = 0;
    int worth[SR_LINES_MAX], points[SR_LINES_MAX];
    const struct merv_edition *ed = (const struct merv_edition *)r->edition;
    const int n = s->head.seats + merv_has_magistrate(s);
    const int spread = ai_spread(SPREAD_START, SPREAD_END, played(s));
    for (int line = 0; line < n; line++) {
        const struct mason_look look = {&mason__more, r, ed, owner_of(s, line)};
        mason__parts(&look, s, owner_of(s, line), part[line]);
        points[line] = part[line][MASON_POINTS] / 100;
        worth[line] = 0;
        for (int i = 0; i < MASON_PARTS; i++) {
            worth[line] += part[line][i];
            mean[i] += part[line][i];
        }
        all += worth[line];
    }
    for (int line = 0; line < n; line++) {
        struct ai_writer w = {x + line * INPUTS, JUDGED};
        const int lead = ai_lead(worth, n, line) / 10, ahead = ai_lead(points, n, line);
        ai_put_judged(&w, (worth[line] - all / n) / 10, spread);
        ai_put(&w, lead, AI_UNIT / 2);
        ai_put(&w, lead, 2 * AI_UNIT);
        ai_put(&w, lead, 8 * AI_UNIT);
        for (int i = MASON_CITY; i < MASON_PARTS; i++)
            ai_put(&w, (part[line][i] - mean[i] / n) / 10, 2 * AI_UNIT);
        ai_put(&w, worth[line] / 100, 60);
        ai_put(&w, ahead, 8);
        ai_put(&w, ahead, 32);
        SR_ASSERT(w.n <= INPUTS);
    }
}

static void features(const struct sr_rules *r, const union sr_state *state, int8_t *x)
{
    const struct merv_edition *ed = (const struct merv_edition *)r->edition;
    const struct merv_state *s = (const struct merv_state *)state;
    const uint32_t exposed = merv__exposed(s);
    const int n = lines(state);
    for (int line = 0; line < n; line++) {
        struct ai_writer w = {x + line * INPUTS, 0};
        write_player(&w, ed, s, owner_of(s, line), exposed);
        w.n = SIDES * BLOCK;
        write_board(&w, s, owner_of(s, line), exposed);
        w.n = FIRST;
        write_lines(&w, s, owner_of(s, line));
        SR_ASSERT(w.n <= INPUTS);
    }
    write_plans(r, s, x);
    ai_share_blocks(x, INPUTS, n, BLOCK, SIDES);
}

/* ---- hand-written judgement ----------------------------------------------------------------- */

enum { J_POINTS, J_CITY, J_PALACE, J_SPICES, J_CUBES, J_GOODS, J_TRACKS, J_CAMELS, J_DANGER };

static const char *const parts[] = {"points", "city",   "palace", "spices", "cubes",
                                    "goods",  "tracks", "camels", "danger", NULL};

static void judge(const struct sr_rules *r, const union sr_state *state, int line,
                  int part[AI_PARTS_MAX])
{
    const struct merv_edition *ed = (const struct merv_edition *)r->edition;
    const struct merv_state *s = (const struct merv_state *)state;
    const struct merv_player *p = &s->players[owner_of(s, line)];
    const int scorings = MERV_YEARS + 1 - s->year;
    const int rounds = MERV_YEARS * MERV_ROUNDS - ((s->year - 1) * MERV_ROUNDS + s->round);
    part[J_POINTS] = merv_total(p) * AI_POINT;
    part[J_CITY] = (city_income(ed, s, p) * scorings + sr_count(p->sites) * rounds / 6) * AI_POINT;
    part[J_PALACE] = palace_income(p) * scorings * (AI_POINT - 2);
    part[J_SPICES] = merv__set_value(ed, p->cards) * AI_POINT + merv_cards(p) * 6;
    part[J_CUBES] = sr_min(merv_cubes(p), 10) * 14 * (rounds + 1) / (rounds + 3);
    part[J_GOODS] =
        (p->scrolls * 10 + (p->common - p->common_locked) * 14 + (p->rare - p->rare_locked) * 20) *
        (rounds + 1) / (rounds + 3);
    part[J_TRACKS] = (p->favour * 10 + p->influence * 6) * (rounds + 1) / (rounds + 4);
    part[J_CAMELS] = sr_min(p->camels, 6) * 6 * (rounds + 1) / (rounds + 3);
    if (s->year + 1 >= ed->invasion_from) {
        const int bare = sr_count(p->sites & merv__exposed(s) & ~merv_all_soldiers(s));
        part[J_DANGER] = -bare * 2 * (1 + s->round);
    }
}

static int progress(const struct sr_rules *r, const union sr_state *state)
{
    (void)r;
    return played((const struct merv_state *)state);
}

/* ---- moves ---------------------------------------------------------------------------------- */

enum { FACT_OWN = 1, FACT_WHOSE, FACT_LINE, FACT_STATE, FACT_POINTS, FACT_HAVE, FACT_GUARDS };

static void describe_site(const struct merv_state *s, int site, int seat, uint32_t exposed,
                          uint16_t *seen)
{
    const struct merv_player *p = &s->players[seat];
    const uint32_t bit = site < MERV_CELLS ? 1u << site : 0;
    const int whose = p->sites & bit ? 1 : merv_all_sites(s) & bit ? 2 : 0;
    const int round = s->round >= 1 && s->round <= MERV_ROUNDS ? s->round : 1;
    seen[0] = AI_FACT(FACT_WHOSE, whose);
    if (!bit || site == MERV_CENTRE)
        return;
    uint32_t line = 0;
    for (int i = 0; i < MERV_SLOTS; i++)
        if (merv__lines[round - 1][i] & bit)
            line = merv__lines[round - 1][i];
    seen[1] = AI_FACT(FACT_LINE, 8 * sr_count(p->sites & line) +
                                     sr_count(p->sites & merv__across(round, site)));
    seen[2] = AI_FACT(FACT_STATE, (exposed & bit ? 1 : 0) | (merv_upgraded(s) & bit ? 2 : 0) |
                                      (merv_all_soldiers(s) & bit ? 4 : 0));
    if (s->city[site].action < ACTIONS)
        seen[3] = AI_FACT(FACT_OWN, 8 * s->city[site].action +
                                        sr_min(7, buildings_on(s, p, s->city[site].action)));
}

static void describe_move(const struct merv_edition *ed, const struct merv_state *s, sr_move m,
                          int seat, uint32_t exposed, uint16_t *seen)
{
    const struct merv_player *p = &s->players[seat];
    const int a = sr_move_a(m), b = sr_move_b(m);
    const int round = s->round >= 1 && s->round <= MERV_ROUNDS ? s->round : 1;
    switch (sr_move_verb(m)) {
    case MV_SLOT:
        if (a >= 1 && a <= MERV_SLOTS) {
            const uint32_t line = merv__lines[round - 1][a - 1];
            seen[0] = AI_FACT(FACT_LINE,
                              8 * sr_count(p->sites & line) + sr_count(merv_all_sites(s) & line));
        }
        break;
    case MV_SITE:
    case MV_DEPLOY:
    case MV_UPGRADE:
    case MV_RANSOM:
    case MV_LOSE:
        describe_site(s, a, seat, exposed, seen);
        break;
    case MV_CONTRACT:
        for (int i = 0; i < MERV_PILE && a < MERV_PILES; i++) {
            const int card = a * MERV_PILE + i;
            if (merv_all_contracts(s) >> card & 1)
                continue;
            seen[0] = AI_FACT(FACT_POINTS, sr_min(255, ed->contract_vp[card]));
            seen[1] = AI_FACT(FACT_OWN, ed->contract_bonus[card]);
            break;
        }
        break;
    case MV_TAKE:
        if (b < SPICES)
            seen[0] = AI_FACT(FACT_HAVE,
                              8 * sr_min(7, p->cards[b]) + sr_min(7, merv_cards(p) - p->cards[b]));
        break;
    case MV_PLACE:
        if (a < HALLS)
            seen[0] = AI_FACT(FACT_POINTS, 8 * merv__hall_vp(p, a) + sr_min(7, p->courtiers[a]));
        break;
    case MV_WALL:
        if (a < MERV_WALLS)
            seen[0] = AI_FACT(FACT_GUARDS, 4 * sr_count(p->sites & merv__guards[a]) +
                                               sr_count(merv_all_sites(s) & merv__guards[a]));
        break;
    case MV_POST:
    case MV_BUY:
        seen[0] = AI_FACT(FACT_HAVE, (p->posts >> (a & 7) & 1) | 2 * sr_min(7, p->camels));
        break;
    default:
        break;
    }
}

static int describe(const struct sr_rules *r, const union sr_state *state, const sr_move *legal,
                    int count, uint16_t (*seen)[AI_SEEN])
{
    const struct merv_state *s = (const struct merv_state *)state;
    const uint32_t exposed = merv__exposed(s);
    for (int i = 0; i < count; i++)
        describe_move((const struct merv_edition *)r->edition, s, legal[i], s->who, exposed,
                      seen[i]);
    return -1;
}

static const char *const goals[] = {"mosque_top", "spice_set", "guarded", "spice_pair", NULL};

static uint64_t reached(const struct sr_rules *r, const union sr_state *u, int seat)
{
    const struct merv_edition *ed = (const struct merv_edition *)r->edition;
    const struct merv_state *s = (const struct merv_state *)u;
    const struct merv_player *p = &s->players[seat];
    const int top = ed->mosque_path + ed->mosque_lane + ed->mosque_top;
    int kinds = 0, pairs = 0;
    for (int k = 0; k < SPICES; k++) {
        kinds += p->cards[k] > 0;
        pairs += p->cards[k] > 1;
    }
    return (uint64_t)(p->mosque >= top) | (uint64_t)(kinds == SPICES) << 1 |
           (uint64_t)(p->sites && !(p->sites & ~p->soldiers)) << 2 | (uint64_t)(pairs > 0) << 3;
}

const struct ai_game ai_game_merv = {
    .id = "merv", .version = 1, .inputs = INPUTS, .margin = 40, .margin_alone = 100,
    .alone_spread = 20, .alone_gain = 45, .plays_on = 1,
    .spread_start = SPREAD_START, .spread_end = SPREAD_END,
    .parts = parts, .features = features, .judge = judge,
    .progress = progress, .lines = lines, .suggest = NULL, .describe = describe,
    .goals = goals, .reached = reached,
};
