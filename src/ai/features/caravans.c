/* caravans.c: Caravans for the evaluation: the race to the goal, what an investment would bring
 * now, what a visit to a city or a city of one's own would add and how far it is, and the offer
 * under way. */
#ifndef __CUDACC_RTC__
#include "ai/experts/caravans_barter.h" /* not for devices */
#endif
#include "ai/features/caravans_plan.h"
#include "ai/features/caravans_thumb.h"
#include "ai/features.h"

enum {
    OTHERS = 3, /* opponents described one by one, in turn order */
    CITY = 16,
    BLOCK = 80,
    OWN = NEAR * CITY + 40,
    BOARD = 50,
    INPUTS = (1 + OTHERS) * BLOCK + OWN + BOARD
};
/* How far the judgement is to be trusted, in points, at the beginning and at the end. */
enum { SPREAD_START = 5, SPREAD_END = 2 };

/* Resources of the first round still to be picked. */
static int picks_left(const struct caravans_edition *ed, const struct caravans *s, int seat)
{
    int n = 0;
    if (s->phase != ASK_PICK || seat != s->active)
        return 0;
    for (int c = 0; c < CLASSES; c++)
        n += ed->seat_resources[seat][c];
    return sr_max(0, n - caravans__units(&s->players[seat]));
}

/* ---- hand-written judgement ------------------------------------------------------------------ */

enum { J_INFLUENCE, J_GOODS, J_CITIES, J_EXPERTISE, J_MARKET, J_PARTS };

static const char *const parts[] = {"influence", "goods", "cities", "expertise", "market", NULL};

/* Where the lead stands in the line's own part, and the judgement in its row. */
enum { LEAD = NEAR * CITY + J_PARTS + 10, JUDGED = (1 + OTHERS) * BLOCK + LEAD + 2 };

extern const struct ai_game ai_game_caravans;

struct account {
    struct goal visit[NEAR], site, border;
    int visits;
    int part[J_PARTS]; /* tenths of a point */
    int total;
};

static SR_NOINLINE struct account account_of(const struct caravans_edition *ed,
                                             const struct caravans *s, struct country *l, int seat)
{
    const struct caravans_player *p = &s->players[seat];
    struct account a = {.visits = 0};
    int founded = 0;
    if (p->placed)
        trek__look_round(ed, s, p->q, p->r, &l->ground);
    a.part[J_INFLUENCE] = 10 * p->influence;
    a.part[J_GOODS] = l->holdings[seat] + 10 * picks_left(ed, s, seat);
    a.part[J_EXPERTISE] = 5 * sr_count(p->expertise);
    for (int c = 0; c < s->city_count; c++)
        if (s->cities[c].governor == seat)
            a.part[J_CITIES] +=
                trek__founding(s, founded++) + trek__site(ed, trek__prints(ed, s, l, c));
    if (p->placed) {
        a.visits = trek__visits(ed, s, seat, l, a.visit);
        trek__places(ed, s, seat, l, &a.site, &a.border);
        a.part[J_MARKET] =
            sr_max(trek__net_worth(&a.border), a.visits ? trek__net_worth(&a.visit[0]) : 0);
        if (trek__net_worth(&a.site) > a.part[J_MARKET]) {
            a.part[J_CITIES] += trek__net_worth(&a.site);
            a.part[J_MARKET] = 0;
        }
    }
    if (seat == s->active && s->phase >= ASK_TILE && s->phase <= ASK_TURN)
        a.part[J_MARKET] += AN_ECU * ed->explore_pay; /* paid when the tile lies */
    for (int i = 0; i < J_PARTS; i++)
        a.total += a.part[i];
    return a;
}

static void judge(const struct sr_rules *r, const union sr_state *state, int line,
                  int part[AI_PARTS_MAX])
{
    const struct caravans_edition *ed = (const struct caravans_edition *)r->edition;
    const struct caravans *s = (const struct caravans *)state;
    struct country l;
    trek__look_over(ed, s, line, line + 1, &l);
    const struct account a = account_of(ed, s, &l, line);
    for (int i = 0; i < J_PARTS; i++)
        part[i] = a.part[i] * AI_POINT / 10;
}

/* The leader's way to the goal says more than the number of rounds. */
static int progress_of(const struct caravans_edition *ed, const struct caravans *s)
{
    int best = 0;
    for (int i = 0; i < s->head.seats; i++)
        best = sr_max(best, s->players[i].influence);
    const int goal = sr_max(1, ed->win_influence), rounds = sr_max(1, ed->round_cap);
    return sr_min(1024, sr_max(best * 1024 / goal, s->round * 1024 / rounds));
}

static int progress(const struct sr_rules *r, const union sr_state *state)
{
    return progress_of((const struct caravans_edition *)r->edition, (const struct caravans *)state);
}

/* ---- inputs ---------------------------------------------------------------------------------- */

/* Units after the offer under way, if this seat is part of it. */
static void units_after(const struct caravans *s, int seat, int out[KINDS])
{
    const struct caravans_player *p = &s->players[seat];
    const int sign = seat == s->active ? 1 : seat == s->partner ? -1 : 0;
    for (int k = 0; k < KINDS; k++)
        out[k] = sr_max(0, p->units[k] + sign * (s->want[k] - s->give[k]));
}

static SR_NOINLINE void write_player(struct ai_writer *w, const struct caravans_edition *ed,
                                     const struct caravans *s, const struct country *l, int seat)
{
    const struct caravans_player *p = &s->players[seat];
    const int start = w->n, gain = l->investment[seat], total = caravans__units(p);
    ai_put(w, p->influence, 7);
    ai_steps(w, p->influence, 14);
    ai_put(w, gain, 4);
    ai_steps(w, gain, 8);
    ai_flag(w, p->influence + gain >= ed->win_influence);
    ai_put(w, sr_max(0, ed->win_influence - p->influence - gain), 7);
    ai_put(w, total, 6);
    ai_put(w, sr_max(0, total - ed->caravan_max), 3);
    ai_put(w, p->units[ECU], 3);
    ai_steps(w, p->units[ECU], 5);
    int kinds = 0;
    for (int k = 1; k < KINDS; k++) {
        ai_flag(w, p->units[k] > 0);
        ai_put(w, sr_max(0, p->units[k] - 1), 1);
        ai_flag(w, p->expertise >> (k - 1) & 1);
        kinds += p->units[k] > 0;
    }
    ai_put(w, kinds, 3);
    ai_one_of(w, p->cities, 5);
    ai_put(w, p->own_trades, 2);
    int governed = 0, complete = 0, stock = 0;
    for (int c = 0; c < s->city_count; c++)
        if (s->cities[c].governor == seat) {
            governed++;
            complete += s->cities[c].complete;
            stock += caravans__stock(&s->cities[c]);
        }
    ai_put(w, governed, 2);
    ai_put(w, complete, 2);
    ai_put(w, stock, 6);
    SR_ASSERT(w->n - start <= BLOCK);
    w->n = start + BLOCK;
}

static SR_NOINLINE void write_visit(struct ai_writer *w, const struct caravans_edition *ed,
                                    const struct caravans *s, int seat, struct country *l,
                                    const struct goal *g)
{
    const struct caravans_player *p = &s->players[seat];
    const struct caravans_city *city = &s->cities[g->city];
    const int actions = s->active == seat ? s->actions : ed->actions_per_turn;
    const struct market *mk = trek__known_market(ed, s, l, g->city);
    int fresh[3] = {0}, exotic = 0, pawns = 0;
    for (int k = 1; k < KINDS; k++) {
        const int here = mk->pawns[AT_SUBURB][k] + mk->pawns[AT_FORUM][k];
        pawns += here;
        exotic += mk->printed >> k & 1 ? 0 : p->units[k];
        if (here && !p->units[k])
            fresh[sr_min(2, ed->values[ed->classes[k - 1]])]++;
    }
    ai_flag(w, 1);
    ai_put(w, g->steps, 4);
    ai_flag(w, g->steps <= 0);
    ai_flag(w, g->steps < actions); /* this turn */
    ai_put(w, g->worth, 30);
    ai_put(w, trek__net_worth(g), 30);
    ai_put(w, g->investment, 6);
    ai_flag(w, p->influence + g->investment >= ed->win_influence);
    ai_flag(w, g->steps < actions && p->influence + g->investment >= ed->win_influence);
    ai_put(w, fresh[1], 2);
    ai_put(w, fresh[2], 2);
    ai_put(w, exotic, 3);
    ai_put(w, pawns, 4);
    ai_flag(w, city->governor == seat);
    ai_flag(w, city->complete);
}

/* What the line could do next. */
static void write_own(struct ai_writer *w, const struct caravans_edition *ed,
                      const struct caravans *s, struct country *l, int seat,
                      const struct account *a)
{
    static const uint8_t unit[J_PARTS] = {70, 64, 64, 10, 32};
    const int start = w->n;
    for (int i = 0; i < a->visits; i++) {
        write_visit(w, ed, s, seat, l, &a->visit[i]);
        w->n = start + (i + 1) * CITY;
    }
    w->n = start + NEAR * CITY;
    for (int i = 0; i < J_PARTS; i++)
        ai_put(w, a->part[i], unit[i]);
    for (int i = 0; i < 2; i++) {
        const struct goal *g = i ? &a->border : &a->site;
        ai_flag(w, g->worth > 0);
        ai_flag(w, g->worth > 0 && g->steps == 0);
        ai_put(w, g->worth ? g->steps : 0, 4);
        ai_put(w, g->worth, 30);
        ai_put(w, trek__net_worth(g), 30);
    }
    SR_ASSERT(w->n - start == LEAD);
}

/* All of a line's row but what write_stand and write_board add. */
struct line_piece {
    int8_t block[BLOCK], own[OWN];
    int32_t total, sure; /* tenths of a point: the judgement, of it influence and goods */
    int32_t worth;       /* the same as the others see it */
    int32_t investment;
};

/* How it stands beside the others. */
static void write_stand(struct ai_writer *w, const struct caravans_edition *ed,
                        const struct caravans *s, int seat, const struct line_piece *const *p,
                        int spread)
{
    int best = INT32_MIN, sum = 0;
    w->n = (1 + OTHERS) * BLOCK + LEAD;
    for (int i = 0; i < s->head.seats; i++) {
        sum += p[i]->worth;
        if (i != seat)
            best = sr_max(best, p[i]->worth);
    }
    if (best != INT32_MIN) {
        ai_put(w, p[seat]->sure - best, 40);
        ai_put(w, p[seat]->sure - best, 120);
    }
    SR_ASSERT(w->n == JUDGED || s->head.seats == 1); /* who is alone has no lead */
    ai_put_judged(w, p[seat]->total - sum / s->head.seats, spread);
    ai_put(w, picks_left(ed, s, seat), 2);
}

static void write_board(struct ai_writer *w, const struct caravans_edition *ed,
                        const struct caravans *s, int seat, const struct line_piece *const *p)
{
    const int start = w->n, seats = s->head.seats;
    int best = 0, threat = 0;
    for (int i = 0; i < seats; i++) {
        if (i == seat)
            continue;
        const struct caravans_player *o = &s->players[i];
        best = sr_max(best, o->influence);
        threat = sr_max(threat, o->influence + p[i]->investment);
    }
    ai_put(w, best, 7);
    ai_put(w, threat, 7);
    ai_flag(w, threat >= ed->win_influence);
    ai_one_of(w, seats - 1, SR_SEATS_MAX);
    ai_put(w, s->round, 20);
    ai_put(w, s->round, 60);
    ai_put(w, (s->active - seat + seats) % seats, sr_max(1, seats));
    const bool mine = s->active == seat;
    ai_flag(w, mine);
    ai_put(w, mine ? s->actions : 0, 2);
    ai_put(w, mine ? 0 : s->actions, 2);
    if (mine)
        ai_one_of(w, s->phase, PHASES);
    else
        w->n += PHASES;
    ai_flag(w, mine && (s->bought | s->sold));
    /* The offer under way: what it would do to both sides. */
    if (s->phase >= ASK_GIVE && s->phase <= ASK_REPLY && s->partner < seats) {
        int after[KINDS];
        const int other = mine ? s->partner : s->active;
        if (mine || s->partner == seat) {
            ai_flag(w, 1);
            for (int i = 0; i < 2; i++) {
                const int side = i ? other : seat;
                int before[KINDS];
                trek__units(&s->players[side], before);
                units_after(s, side, after);
                ai_put(w,
                       trek__influence(ed, s, side, after) - trek__influence(ed, s, side, before),
                       2);
                ai_put(w, trek__holdings(ed, s, side, after) - trek__holdings(ed, s, side, before),
                       20);
            }
        }
    }
    SR_ASSERT(w->n - start <= BOARD);
    w->n = start + BOARD;
}

/* ---- line by line ---------------------------------------------------------------------------- */

/* All that a line's piece depends on. The map and the cities are many: they stand there by two
 * hashes of 64 bits, so that nobody will ever see two alike. */
struct line_key {
    uint64_t world[2];
    struct caravans_player me;
    int8_t option[SR_OPTIONS_MAX];
    uint8_t seats, stacks; /* stacks: bit per region that has tiles left */
    uint8_t active, phase, actions, spare; /* from here on of who decides alone */
    uint16_t bought, sold, stake, bribe[KINDS];
    uint8_t more[6];
};
static_assert(sizeof(struct line_key) % 8 == 0 && sizeof(struct line_key) <= AI_KEY_MAX &&
                  sizeof(struct line_piece) % 8 == 0 && sizeof(struct line_piece) <= AI_PIECE_MAX,
              "keys and pieces are compared and kept by words");

static void hash_words(uint64_t world[2], const void *p, int bytes)
{
    for (int i = 0; 4 * i < bytes; i++) {
        const uint32_t w = ai_word(p, i);
        world[0] = (world[0] ^ w) * 0x9E3779B97F4A7C15u;
        world[1] = (world[1] + w) * 0xC2B2AE3D27D4EB4Fu;
        world[0] ^= world[0] >> 29;
        world[1] ^= world[1] >> 31;
    }
}

static void keys(const struct sr_rules *r, const union sr_state *state, void *out)
{
    const struct caravans *s = (const struct caravans *)state;
    struct line_key *key = (struct line_key *)out;
    uint64_t world[2] = {s->central, (uint64_t)s->tile_count << 8 | s->city_count};
    unsigned stacks = 0;
    (void)r;
    hash_words(world, s->tiles, s->tile_count * (int)sizeof s->tiles[0]);
    hash_words(world, s->cities, s->city_count * (int)sizeof s->cities[0]);
    for (int i = 0; i < REGIONS; i++)
        stacks |= (unsigned)(s->stacks[i].size > 0) << i;
    for (int line = 0; line < s->head.seats; line++) {
        struct line_key *k = &key[line];
        memset(k, 0, sizeof *k);
        memcpy(k->world, world, sizeof world);
        k->me = s->players[line];
        memcpy(k->option, s->head.option, sizeof k->option);
        k->seats = s->head.seats;
        k->stacks = (uint8_t)stacks;
        k->active = s->active == line;
        if (!k->active)
            continue;
        k->phase = s->phase;
        k->actions = s->actions;
        k->bought = s->bought;
        k->sold = s->sold;
        k->stake = s->stake;
        memcpy(k->bribe, s->bribe, sizeof k->bribe);
    }
}

static SR_NOINLINE void make_piece(const struct caravans_edition *ed, const struct caravans *s,
                                   struct country *l, int line, struct line_piece *p)
{
    const struct account a = account_of(ed, s, l, line);
    memset(p, 0, sizeof *p);
    struct ai_writer block = {p->block, 0}, own = {p->own, 0};
    write_player(&block, ed, s, l, line);
    write_own(&own, ed, s, l, line, &a);
    p->total = a.total;
    p->sure = a.part[J_INFLUENCE] + a.part[J_GOODS];
    p->worth = 10 * s->players[line].influence + l->holdings[line];
    p->investment = l->investment[line];
}

static void piece(const struct sr_rules *r, const union sr_state *state, int line, void *out)
{
    const struct caravans_edition *ed = (const struct caravans_edition *)r->edition;
    const struct caravans *s = (const struct caravans *)state;
    struct country l;
    trek__look_over(ed, s, line, line + 1, &l);
    make_piece(ed, s, &l, line, (struct line_piece *)out);
}

static void rest(const struct sr_rules *r, const union sr_state *state, const void *const *made,
                 int8_t *x)
{
    const struct line_piece *const *p = (const struct line_piece *const *)made;
    const struct caravans_edition *ed = (const struct caravans_edition *)r->edition;
    const struct caravans *s = (const struct caravans *)state;
    const int spread = ai_spread(SPREAD_START, SPREAD_END, progress_of(ed, s));
    for (int line = 0; line < s->head.seats; line++) {
        struct ai_writer w = {x + line * INPUTS, 0};
        write_stand(&w, ed, s, line, p, spread);
        w.n = (1 + OTHERS) * BLOCK + OWN;
        write_board(&w, ed, s, line, p);
    }
}

static void features(const struct sr_rules *r, const union sr_state *state, int8_t *x)
{
    const struct caravans_edition *ed = (const struct caravans_edition *)r->edition;
    const struct caravans *s = (const struct caravans *)state;
    struct line_piece made[SR_SEATS_MAX];
    const void *at[SR_SEATS_MAX];
    struct country l;
    trek__look_over(ed, s, 0, s->head.seats, &l);
    for (int line = 0; line < s->head.seats; line++) {
        make_piece(ed, s, &l, line, &made[line]);
        at[line] = &made[line];
    }
    ai_compose(&ai_game_caravans, r, state, at, s->head.seats, x);
}

/* ---- moves ----------------------------------------------------------------------------------- */

enum { FACT_WAY = 1, FACT_KIND = 5 };

/* Which goals a step leads nearer to: the best visits, a site for a city, the border. */
static void describe_way(const struct caravans *s, const struct account *a, int seat, int dir,
                         uint16_t *seen)
{
    const struct caravans_player *p = &s->players[seat];
    const int q = caravans__dir_q[dir], r = caravans__dir_r[dir];
    for (int i = 0; i < 4; i++) {
        const struct goal *g = i < 2 ? &a->visit[i] : i == 2 ? &a->site : &a->border;
        if (i < 2 ? i >= a->visits : g->worth <= 0)
            continue;
        const int dq = i < 2 ? s->cities[g->city].q - p->q : g->dq;
        const int dr = i < 2 ? s->cities[g->city].r - p->r : g->dr;
        const int before = caravans__distance(0, 0, dq, dr);
        const int after = caravans__distance(q, r, dq, dr);
        seen[i] = AI_FACT(FACT_WAY + i, 8 * (after - before + 2) + sr_min(7, before));
    }
}

static int describe(const struct sr_rules *r, const union sr_state *state, const sr_move *legal,
                    int count, uint16_t (*seen)[AI_SEEN])
{
    const struct caravans_edition *ed = (const struct caravans_edition *)r->edition;
    const struct caravans *s = (const struct caravans *)state;
    const int seat = r->game->actor(s);
    const struct caravans_player *p = &s->players[seat];
    struct account a;
    bool looked = false;
    for (int i = 0; i < count; i++) {
        const int verb = sr_move_verb(legal[i]), first = sr_move_a(legal[i]);
        if (verb == V_MOVE && first < DIRS && p->placed) {
            if (!looked) {
                struct country l;
                trek__look_over(ed, s, seat, seat + 1, &l);
                a = account_of(ed, s, &l, seat);
            }
            looked = true;
            describe_way(s, &a, seat, first, seen[i]);
        }
        const int kind = verb == V_BUY || verb == V_DESTROY ? sr_move_b(legal[i]) : first;
        const bool good = verb == V_BUY || verb == V_DESTROY || verb == V_SELL || verb == V_GIVE ||
                          verb == V_ASK || verb == V_BRIBE || verb == V_STAKE || verb == V_DROP ||
                          verb == V_PICK || verb == V_PRODUCE;
        if (good && kind > 0 && kind < KINDS)
            seen[i][0] = AI_FACT(FACT_KIND, sr_min(3, p->units[kind]) |
                                                (p->expertise >> (kind - 1) & 1) << 2 |
                                                sr_min(7, ed->values[ed->classes[kind - 1]]) << 3);
    }
    return -1;
}

/* R9: an offer costs the others' patience, and a reply must be worth it: whoever asks again and
 * again gains nothing by chance. */
static int handicap(const struct sr_rules *r, const union sr_state *state, sr_move m)
{
    const struct caravans *s = (const struct caravans *)state;
    (void)r;
    switch (sr_move_verb(m)) {
    case V_OFFER:
        return 25 + 50 * s->offers;
    case V_ACCEPT:
        return 8;
    default:
        return 0;
    }
}

static int suggest(const struct sr_rules *r, const union sr_state *s, const sr_move *legal,
                   int count, struct sr_rng *rng)
{
    return thumb__choose(&thumb__default, r, s, legal, count, rng);
}

#ifndef __CUDACC_RTC__
/* R9: offers that are good for both, and consent to them. Devices have no bots that bargain. */
static int bargain(const struct sr_rules *r, const union sr_state *state, const sr_move *legal,
                   int count, bool *firm)
{
    const struct caravans *s = (const struct caravans *)state;
    const struct caravans_edition *ed = (const struct caravans_edition *)r->edition;
    *firm = s->phase == ASK_GIVE || s->phase == ASK_WANT;
    return barter__choose(&barter__default, ed, s, legal, count);
}
#endif

static const char *const goals[] = {"last_steps", "in_city", "near_city", NULL};

static uint64_t reached(const struct sr_rules *r, const union sr_state *u, int seat)
{
    const struct caravans_edition *ed = (const struct caravans_edition *)r->edition;
    const struct caravans *s = (const struct caravans *)u;
    const struct caravans_player *p = &s->players[seat];
    int way = 99;
    for (int k = 0; k < s->city_count && p->placed; k++)
        way = sr_min(way, caravans__distance(p->q, p->r, s->cities[k].q, s->cities[k].r));
    return (uint64_t)(p->influence + 3 >= ed->win_influence) | (uint64_t)(way == 0) << 1 |
           (uint64_t)(way == 1) << 2;
}

const struct ai_game ai_game_caravans = {
    .id = "caravans",
    .version = 3,
    .inputs = INPUTS,
    .judged = JUDGED,
    .margin = 14,
    .plays_on = 2,
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
             {.at = (1 + OTHERS) * BLOCK, .from = BLOCK, .length = OWN}},
    .added = {{.at = (1 + OTHERS) * BLOCK + (LEAD & ~1), .length = 8},
              {.at = (1 + OTHERS) * BLOCK + OWN, .length = BOARD}},
    .block = BLOCK,
    .blocks = 1 + OTHERS,
    .judge = judge,
    .progress = progress,
    .lines = NULL,
    .suggest = suggest,
    .describe = describe,
    .handicap = handicap,
#ifndef __CUDACC_RTC__
    .bargain = bargain,
#endif
    .goals = goals,
    .reached = reached,
};
