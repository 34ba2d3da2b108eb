/* tadmor.c: Tadmor for the evaluation: the score as it stands, goods, pawns and what they stand
 * on, improvements, missions, rare goods, the time that is left, and what the plan of the round
 * (tadmor_plan.h) makes of all this: from goods and pawns to points it is a long way for a small
 * network, so it is told. */
#include "ai/features/tadmor_thumb.h"
#include "ai/features.h"

/* A row of inputs: the players, the board, what the line knows, and the judgement with its plan. */
enum {
    BLOCK = 200,
    BOARD = 152,
    HAND = 56,
    OWN = 56,
    JUDGED = TAD_SEATS * BLOCK + BOARD + HAND,
    TAIL = HAND + AI_JUDGED + OWN + 1, /* what a line knows of itself, which ends its row */
    INPUTS = TAD_SEATS * BLOCK + BOARD + TAIL
};
/* Where stands what others' moves change: in a block, and in a tail. */
enum {
    TURN = 183,
    ASKED = 0,
    HELD = ASKED + TAD_PHASES + 1 + TAD_MISSIONS + 2 + TAD_SECTIONS,
    LEAD = HAND + AI_JUDGED + 9,
    LEAD_STEPS = 10
};
/* How far the judgement is to be trusted, in points, at the beginning and at the end. */
enum { SPREAD_START = 20, SPREAD_END = 8 };

/* ---- hand-written judgement ----------------------------------------------------------------- */

enum { J_PRESTIGE, J_TOWER, J_TEMPLES, J_MISSIONS, J_RARES, J_TILES, J_PAWNS, J_GOODS, J_PLACES };

static const char *const parts[] = {"score", "tower", "temples", "missions", "rares",
                                    "tiles", "pawns", "goods",   "places",   NULL};

/* What a line has and will have, as one sees it who knows its hand, or does not. */
struct account {
    struct outlook outlook;
    struct work work;
    int cards;              /* that remain in hand */
    int part[AI_PARTS_MAX]; /* tenths of a point */
    int total;
};

/* The round as it stands, before anything is known of the hand. */
static struct work work_of(const struct mind *m)
{
    struct work k = plan__survey(m);
    k.purse.hand = 0;
    if (m->s->phase <= TAD_AT_PLACE)
        k.purse.later = GOODS_A_PAWN * (m->me->reserve[TAD_CAMEL] + m->me->reserve[TAD_BOAT]);
    return k;
}

static SR_NOINLINE void account_of(const struct mind *m, const struct work *k,
                                   const struct sr_scores *sc, bool knows, struct account *a)
{
    static const uint8_t part_of[ROADS] = {J_TOWER, J_TEMPLES, J_MISSIONS, J_RARES};
    static const uint8_t score_of[ROADS] = {TAD_PART_TOWER, TAD_PART_TEMPLES, TAD_PART_MISSIONS,
                                            TAD_PART_RARES};
    const int *score = sc->part[m->seat];
    memset(a->part, 0, sizeof a->part);
    a->total = 0;
    a->work = *k;
    /* In a view the hands of others are all ones; those accounts nobody reads. */
    a->work.purse.hand = knows && m->me->cards ? m->me->hand & TAD_ALL_MISSIONS : 0;
    struct work done = a->work;
    a->outlook = plan__outlook(m, &done);
    a->cards = a->outlook.cards + (knows ? 0 : m->me->cards);
    const struct prospects p = plan__prospects(m, a->cards);
    for (int i = 0; i < ROADS; i++)
        a->part[part_of[i]] = 10 * score[score_of[i]] + p.road[i] + a->outlook.road[i];
    a->part[J_PRESTIGE] = 10 * score[TAD_PART_TRACK] + a->outlook.sure;
    a->part[J_TILES] = 10 * score[TAD_PART_TILES] + p.tiles + a->outlook.tiles;
    a->part[J_PAWNS] = p.pawns;
    a->part[J_GOODS] = a->outlook.goods;
    a->part[J_PLACES] = p.first + a->outlook.quiet;
    for (int i = 0; i < AI_PARTS_MAX; i++)
        a->total += a->part[i];
}

/* Whether the plan could be another one for who knows the hand: missions to be completed, counted,
 * or thrown away for goods. */
static bool hand_matters(const struct mind *m, const struct work *k)
{
    const int cards = m->me->cards;
    const bool spare = m->s->phase >= TAD_AT_IMPROVE && (m->left == 0 || cards >= 3);
    return cards && (k->acts & (TAD_BIT(TAD_MISSION) | TAD_BIT(TAD_CARAVAN)) || k->i47 || spare);
}

static void judge(const struct sr_rules *r, const union sr_state *state, int line,
                  int part[AI_PARTS_MAX])
{
    const struct tad_state *s = (const struct tad_state *)state;
    struct sr_scores sc;
    tadmor__add_up((const struct tad_edition *)r->edition, s, &sc);
    const struct mind m =
        plan__look(&scheme__plain, (const struct tad_edition *)r->edition, s, line, sc.total);
    const struct work k = work_of(&m);
    struct account a;
    account_of(&m, &k, &sc, true, &a);
    for (int i = 0; i < AI_PARTS_MAX; i++)
        part[i] = a.part[i] * AI_POINT / 10;
}

static int progress_of(const struct tad_edition *ed, const struct tad_state *s)
{
    return (s->round - 1) * 1024 / sr_max(1, tadmor__last_round(ed));
}

static int progress(const struct sr_rules *r, const union sr_state *state)
{
    return progress_of((const struct tad_edition *)r->edition, (const struct tad_state *)state);
}

/* ---- inputs --------------------------------------------------------------------------------- */
static void write_goods(struct ai_writer *w, const struct tad_edition *ed,
                        const struct tad_state *s, int seat)
{
    const struct tad_player *p = &s->player[seat];
    for (int g = 0; g < TAD_GOODS; g++) {
        const int have = tadmor__have(p, g);
        ai_put(w, have, 4);
        ai_steps(w, have, 4);
        ai_put(w, p->exchanged[g], 2);
    }
    const int total = tadmor__total(p), limit = tadmor__limit(ed, s, seat);
    ai_put(w, total, 8);
    ai_put(w, sr_max(0, total - limit), 3);
}

static SR_NOINLINE void write_player(struct ai_writer *w, const struct mind *m,
                                     const struct sr_scores *sc, const struct account *a)
{
    static const uint8_t unit[TAD_PARTS] = {60, 30, 50, 40, 60, 20};
    const struct tad_edition *ed = m->ed;
    const struct tad_state *s = m->s;
    const struct tad_player *p = m->me;
    const int seat = m->seat;
    ai_put(w, sc->total[seat], 100);
    for (int i = 0; i < TAD_PARTS; i++)
        ai_put(w, sc->part[seat][i], unit[i]);
    ai_put(w, a->total, 1500);
    for (int i = 0; i < ROADS; i++)
        ai_put(w, a->outlook.road[i], 150);
    write_goods(w, ed, s, seat);
    for (int k = 0; k < TAD_KINDS; k++) {
        ai_put(w, p->owned[k], 3);
        ai_put(w, p->reserve[k], 2);
        ai_steps(w, p->reserve[k], 3);
    }
    ai_put(w, p->cards, 3);
    ai_flags(w, p->done, TAD_MISSIONS);
    ai_put(w, sr_count(p->done), 3);
    ai_put(w, sr_count(p->flipped), 3);
    ai_put(w, p->tower, 15);
    ai_steps(w, p->tower / 2, 8);
    ai_put(w, p->tower % sr_max(1, ed->card_floors), 4);
    for (int i = 0; i < TAD_SECTIONS; i++)
        ai_put(w, p->temples[i], 1);
    int kinds = 0, rares = 0;
    for (int i = 0; i < TAD_RARES; i++) {
        ai_flag(w, p->rare[i] > 0);
        kinds += p->rare[i] > 0;
        rares += p->rare[i];
    }
    ai_put(w, kinds, 4);
    ai_put(w, rares, 4);
    ai_flags(w, m->own, TAD_TILES);
    ai_flags(w, a->work.acts >> (TAD_NO_ACTION + 1), TAD_ACTIONS - 1);
    ai_flag(w, p->used & TAD_USED_TAX);
    ai_flag(w, p->used & TAD_USED_EXEMPT);
    ai_flag(w, p->used & TAD_USED_OUT);
    ai_flag(w, p->stood & TAD_STOOD_TAX);
    ai_flag(w, p->stood & TAD_STOOD_SUPPLY);
    ai_flag(w, p->favoured);
    ai_flag(w, s->first == seat);
    SR_ASSERT(w->n == TURN && TURN + 3 <= BLOCK);
}

/* Who leads, decides and sends the bandits. */
static void write_turn(struct ai_writer *w, const struct tad_state *s, int seat)
{
    w->n = TURN;
    ai_flag(w, s->lead == seat);
    ai_flag(w, s->active == seat);
    ai_flag(w, s->holder == seat);
}

/* What is the same for all. */
static void write_board(struct ai_writer *w, const struct tad_edition *ed,
                        const struct tad_state *s)
{
    const int start = w->n;
    ai_one_of(w, s->round - 1, 9);
    ai_put(w, tadmor__last_round(ed) - s->round, 4);
    ai_one_of(w, s->era - 1, TAD_ERAS);
    ai_one_of(w, s->head.seats - 2, 3);
    ai_one_of(w, s->phase, TAD_PHASES);
    ai_one_of(w, s->ask.kind, TAD_ASKS);
    ai_flags(w, tadmor__taken(s), TAD_SPACES);
    ai_flags(w, sr_match(s->tile, TAD_TILES, 0xFF, TAD_DISPLAY), TAD_TILES);
    for (int i = 0; i < TAD_RARES; i++)
        ai_flag(w, s->top[i / TAD_RARES_IN_PILE] == i);
    ai_one_of(w, s->revealed, TAD_REGIONS);
    ai_one_of(w, s->attacked, TAD_REGIONS);
    ai_put(w, s->bonuses, 2);
    SR_ASSERT(w->n - start <= BOARD);
    w->n = start + BOARD;
}

/* What the line has in hand and can pay. */
static SR_NOINLINE void write_hand(struct ai_writer *w, const struct tad_edition *ed,
                                   const struct tad_state *s, int seat)
{
    const struct tad_player *me = &s->player[seat];
    const uint32_t hand = me->hand & TAD_ALL_MISSIONS;
    int payable = 0;
    w->n = ASKED + TAD_PHASES + 1;
    ai_flags(w, hand, TAD_MISSIONS);
    for (uint32_t set = hand; set; set &= set - 1)
        payable += tadmor__missing(me, ed->mission_cost[sr_lowest(set)]) == 0;
    ai_put(w, payable, 2);
    ai_put(w, sr_min(8, tadmor__max_floors(ed, s, seat)), 3);
    for (int i = 0; i < TAD_SECTIONS; i++)
        ai_flag(w, tadmor__can_section(ed, s, seat, i) && tadmor__pays_section(ed, s, seat, i));
    SR_ASSERT(w->n == HELD && HELD + TAD_REGIONS <= HAND);
}

/* What it is asked, and the card it holds. */
static void write_asked(struct ai_writer *w, const struct tad_state *s, int seat)
{
    w->n = ASKED;
    ai_one_of(w, s->active == seat ? s->phase : UNSET, TAD_PHASES);
    ai_put(w, s->active == seat ? s->ask.left : 0, 3);
    w->n = HELD;
    ai_one_of(w, s->holder == seat ? s->held : UNSET, TAD_REGIONS);
}

/* What the line itself knows: where it stands, its plan and what it lacks. */
static SR_NOINLINE void write_own(struct ai_writer *w, const struct tad_edition *ed,
                                  const struct tad_state *s, int seat, const struct account *a)
{
    static const uint16_t unit[] = {600, 600, 400, 500, 700, 400, 200, 100, 150};
    const struct outlook *o = &a->outlook;
    const int card = sr_min(s->player[seat].tower / ed->card_floors, 3);
    w->n = HAND + AI_JUDGED;
    for (int i = 0; i < J_PLACES + 1; i++)
        ai_put(w, a->part[i], unit[i]);
    SR_ASSERT(w->n == LEAD);
    w->n = LEAD + 2 + LEAD_STEPS;
    for (int i = 0; i < ROADS; i++) {
        ai_put(w, o->road[i], 80);
        ai_put(w, o->jobs[i], 2);
    }
    ai_put(w, o->tiles, 100);
    ai_put(w, o->quiet, 100);
    ai_put(w, o->sure, 50);
    ai_put(w, a->cards, 3);
    for (int g = 0; g < TAD_GOODS; g++)
        ai_put(w, o->rest[g], 4);
    const uint64_t have = a->work.purse.store + a->work.purse.fixed;
    const uint8_t *cost[] = {ed->floors_cost[card], ed->series_cost[card],
                             ed->temple_cost[a->work.section % TAD_SECTIONS]};
    for (int i = 0; i < 3; i++) {
        const uint64_t lacking = plan__less(plan__all_goods(cost[i]), have);
        for (int g = 0; g < TAD_GOODS; g++)
            ai_put(w, plan__good(lacking, g), 2);
    }
    for (int i = 0; i < TAD_PILES; i++) {
        const int g = ed->rare_good[i];
        ai_put(w, sr_max(0, tadmor__rare_cost(ed, s, seat, i) - plan__good(have, g)), 3);
    }
    SR_ASSERT(w->n <= TAIL);
}

/* How it stands beside the others. */
static void write_lead(struct ai_writer *w, int judged, int spread, int lead)
{
    w->n = HAND;
    ai_put_judged(w, judged, spread);
    w->n = LEAD;
    ai_put(w, lead, 200);
    ai_put(w, lead, 800);
    ai_steps(w, lead / 100 + 5, LEAD_STEPS);
}

extern const struct ai_game ai_game_tadmor;

/* ---- line by line --------------------------------------------------------------------------- */

/* All that the plan and the account of a line depend on. */
struct line_key {
    uint64_t camels, boats, tiles, display; /* own spaces and tiles, as sets; tiles on display */
    struct tad_player me;
    int16_t compared; /* points of improvements that compare it with the others */
    uint8_t low, high, highest, leads; /* towers of the others; whether the highest is ahead */
    uint8_t round, era, phase, seats, bonuses, first;
    uint8_t supply; /* sections that can still be built, as a set */
    uint8_t top[TAD_PILES];
    uint8_t post[TAD_PRIVATE];
    uint8_t spare[5];
};

/* All of its row but what write_turn, write_asked and write_lead add. */
struct line_piece {
    int8_t block[BLOCK], tail[TAIL];
    int32_t seen, known; /* totals of the account, as the others and as it knows it */
    int32_t spare;
};

static SR_NOINLINE struct line_key key_of(const struct mind *m, const struct sr_scores *sc)
{
    const struct tad_state *s = m->s;
    const uint64_t own = tadmor__spaces_of(s, m->seat);
    struct line_key k;
    memset(&k, 0, sizeof k);
    k.boats = sr_match(s->board, TAD_SPACES, 0xFF, sr_u8(tadmor__pawn(m->seat, TAD_BOAT)));
    k.camels = own & ~k.boats;
    k.tiles = sr_match(s->tile, TAD_TILES, 0xFF, sr_u8(m->seat));
    k.me = *m->me;
    k.compared = sr_i16(sc->part[m->seat][TAD_PART_TILES]);
    k.low = sr_u8(m->low);
    k.high = sr_u8(m->high);
    k.highest = sr_u8(m->highest);
    k.leads = m->score[m->highest] + 10 * m->moments >= m->score[m->seat];
    k.round = s->round;
    k.era = s->era;
    k.phase = s->phase;
    k.seats = s->head.seats;
    k.bonuses = s->bonuses;
    k.first = s->first == m->seat;
    memcpy(k.top, s->top, sizeof k.top);
    for (int i = 0; i < TAD_PRIVATE; i++)
        k.post[i] = s->post[i] / TAD_KINDS == m->seat ? s->post[i] : SR_NONE;
    return k;
}

static void keys(const struct sr_rules *r, const union sr_state *state, void *out)
{
    const struct tad_edition *ed = (const struct tad_edition *)r->edition;
    const struct tad_state *s = (const struct tad_state *)state;
    const uint64_t display = sr_match(s->tile, TAD_TILES, 0xFF, TAD_DISPLAY);
    struct line_key *key = (struct line_key *)out;
    struct sr_scores sc;
    int supply = 0;
    tadmor__add_up(ed, s, &sc);
    for (int i = 0; i < TAD_SECTIONS; i++)
        supply |= (tadmor__supply(ed, s, i) > 0) << i;
    for (int line = 0; line < s->head.seats; line++) {
        const struct mind m = plan__look(&scheme__plain, ed, s, line, sc.total);
        key[line] = key_of(&m, &sc);
        key[line].display = display;
        key[line].supply = sr_u8(supply);
    }
}

static void piece(const struct sr_rules *r, const union sr_state *state, int line, void *out)
{
    const struct tad_edition *ed = (const struct tad_edition *)r->edition;
    const struct tad_state *s = (const struct tad_state *)state;
    struct line_piece *p = (struct line_piece *)out;
    struct sr_scores sc;
    struct account a;
    tadmor__add_up(ed, s, &sc);
    const struct mind m = plan__look(&scheme__plain, ed, s, line, sc.total);
    const struct work k = work_of(&m);
    memset(p, 0, sizeof *p);
    account_of(&m, &k, &sc, false, &a);
    struct ai_writer block = {p->block, 0}, tail = {p->tail, 0};
    write_player(&block, &m, &sc, &a);
    p->seen = a.total;
    if (hand_matters(&m, &k))
        account_of(&m, &k, &sc, true, &a);
    p->known = a.total;
    write_hand(&tail, ed, s, line);
    write_own(&tail, ed, s, line, &a);
}

static void rest(const struct sr_rules *r, const union sr_state *state, const void *const *made,
                 int8_t *x)
{
    const struct line_piece *const *p = (const struct line_piece *const *)made;
    const struct tad_edition *ed = (const struct tad_edition *)r->edition;
    const struct tad_state *s = (const struct tad_state *)state;
    const int seats = s->head.seats;
    const int spread = ai_spread(SPREAD_START, SPREAD_END, progress_of(ed, s));
    struct ai_writer board = {x, TAD_SEATS * BLOCK};
    int sum = 0;
    for (int i = 0; i < seats; i++)
        sum += p[i]->seen;
    write_board(&board, ed, s);
    for (int line = 0; line < seats; line++) {
        struct ai_writer w = {x + line * INPUTS, 0};
        int best_other = INT32_MIN;
        for (int i = 0; i < seats; i++)
            best_other = i == line ? best_other : sr_max(best_other, p[i]->seen);
        write_turn(&w, s, line);
        w.x += INPUTS - TAIL;
        write_asked(&w, s, line);
        write_lead(&w, p[line]->known - sum / seats, spread, p[line]->known - best_other);
    }
}

static void features(const struct sr_rules *r, const union sr_state *state, int8_t *x)
{
    struct line_piece made[TAD_SEATS] = {{{0}}};
    const void *at[TAD_SEATS];
    for (int line = 0; line < TAD_SEATS; line++)
        at[line] = &made[line];
    for (int line = 0; line < state->head.seats; line++)
        piece(r, state, line, &made[line]);
    ai_compose(&ai_game_tadmor, r, state, at, state->head.seats, x);
}

static int suggest(const struct sr_rules *r, const union sr_state *s, const sr_move *legal,
                   int count, struct sr_rng *rng)
{
    return scheme__decide(&scheme__plain, r, (const struct tad_state *)s, legal, count, rng);
}

/* Where bandits are sent: hundredths of the cards taken in games of searching players; and who has
 * pawns in a region spares it. */
static int likely(const struct sr_rules *r, const union sr_state *state, int seat)
{
    static const uint8_t sent[TAD_REGIONS] = {38, 30, 12, 5, 5, 5, 5};
    const struct tad_state *s = (const struct tad_state *)state;
    const struct tad_edition *ed = (const struct tad_edition *)r->edition;
    if (s->held >= TAD_REGIONS || s->holder == seat)
        return 1;
    const uint64_t there = sr_match(tadmor__board(ed, s)->region, TAD_SPACES, 0xFF, s->held);
    return 4 * sent[s->held] / (there & tadmor__spaces_of(s, s->holder) ? 4 : 1);
}

/* ---- moves ---------------------------------------------------------------------------------- */

enum { FACT_RANK = 1, FACT_LESS, FACT_TILE };

/* How a placement stands among the others by what the plan makes of it: how many are better, and
 * by how much it is worse than the best, in steps that grow. */
static int describe_places(const struct mind *m, const sr_move *legal, int count,
                           struct sr_rng *rng, uint16_t (*seen)[AI_SEEN])
{
    int gain[SR_MOVES_MAX];
    scheme__places(m, legal, count, rng, gain);
    const int best = scheme__most(gain, count), most = gain[best];
    for (int i = 0; i < count; i++) {
        int better = 0, step = 0;
        for (int k = 0; k < count; k++)
            better += gain[k] > gain[i];
        for (int less = most - gain[i]; less > 20; less = less * 2 / 3)
            step++;
        seen[i][0] = AI_FACT(FACT_RANK, sr_min(better, 12));
        seen[i][1] = AI_FACT(FACT_LESS, sr_min(step, 24));
    }
    return best;
}

static int describe(const struct sr_rules *r, const union sr_state *state, const sr_move *legal,
                    int count, uint16_t (*seen)[AI_SEEN])
{
    const struct tad_state *s = (const struct tad_state *)state;
    const int asked = tadmor__decision(s);
    const bool tiles = asked == TAD_AT_IMPROVE || asked == TAD_D_TAKE || asked == TAD_AT_START;
    struct sr_rng rng;
    if (asked != TAD_AT_PLACE && !tiles)
        return -1;
    sr_rng_seed(&rng, s->head.ply);
    const struct mind m = scheme__look(&scheme__plain, r, s, s->active);
    if (asked == TAD_AT_PLACE) /* the best is what rules of thumb would do */
        return describe_places(&m, legal, count, &rng, seen);
    for (int i = 0; i < count; i++) {
        const int verb = sr_move_verb(legal[i]), tile = sr_move_a(legal[i]);
        if ((verb == TAD_V_BUY || verb == TAD_V_TAKE || verb == TAD_V_START) && tile < TAD_TILES)
            seen[i][0] = AI_FACT(FACT_TILE, sr_max(0, sr_min(31, plan__tile(&m, tile) / 10)));
    }
    return -1;
}

static const char *const goals[] = {"for_mission",   "for_statues",     "for_roof", "for_colonnade",
                                    "for_floors", "for_foundations", NULL};

static bool covers(const uint8_t *goods, const uint8_t *cost)
{
    for (int k = 0; k < TAD_GOODS; k++)
        if (goods[k] < cost[k])
            return false;
    return true;
}

/* What the goods in the warehouse would pay for. */
static uint64_t reached(const struct sr_rules *r, const union sr_state *u, int seat)
{
    const struct tad_edition *ed = (const struct tad_edition *)r->edition;
    const struct tad_state *s = (const struct tad_state *)u;
    const struct tad_player *p = &s->player[seat];
    const int card = sr_min(3, p->tower / sr_max(1, ed->card_floors));
    uint64_t out = 0;
    for (int k = 0; k < TAD_MISSIONS; k++)
        if ((p->hand >> k & 1) && covers(p->goods, ed->mission_cost[k]))
            out |= 1;
    for (int k = 0; k < TAD_SECTIONS; k++) {
        static const uint8_t bit[TAD_SECTIONS] = {5, 3, 2, 1};
        const bool next = k == 0 || p->temples[k - 1];
        if (next && covers(p->goods, ed->temple_cost[k]))
            out |= (uint64_t)1 << bit[k];
    }
    if (covers(p->goods, ed->floors_cost[card]))
        out |= (uint64_t)1 << 4;
    return out;
}

const struct ai_game ai_game_tadmor = {
    .id = "tadmor",
    .version = 3,
    .inputs = INPUTS,
    .judged = JUDGED,
    .margin = 60,
    .plays_on = 1,
    .spread_start = SPREAD_START,
    .spread_end = SPREAD_END,
    .parts = parts,
    .features = features,
    .key_size = (int)sizeof(struct line_key),
    .piece_size = (int)sizeof(struct line_piece),
    .keys = keys,
    .piece = piece,
    .rest = rest,
    .laid = {{.at = 0, .from = 0, .length = BLOCK},
             {.at = INPUTS - TAIL, .from = BLOCK, .length = TAIL}},
    .added = {{.at = TURN & ~3, .length = 8},
              {.at = TAD_SEATS * BLOCK, .length = BOARD, .common = true},
              {.at = INPUTS - TAIL, .length = (LEAD + 2 + LEAD_STEPS + 3) & ~3}},
    .block = BLOCK,
    .blocks = TAD_SEATS,
    .judge = judge,
    .progress = progress,
    .lines = NULL,
    .suggest = suggest,
    .likely = likely,
    .describe = describe,
    .goals = goals,
    .reached = reached,
};
