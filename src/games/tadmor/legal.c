/* legal.c: the answers to each question. A decision is a list of verbs, a verb lists its moves; so
 * `allows` need list only the moves of one verb and cannot disagree with `legal`. */
#include "games/tadmor/tadmor.h"

/* Which verbs a decision offers. People see them in the order of their numbers: the phase's own
 * business first, then what can be done at any time, the way out last (R6.2). */
#define VERB(name) ((uint64_t)1 << TAD_V_##name)
#define AT_ANY_TIME (VERB(FLIP) | VERB(TRADE) | VERB(ORDER) | VERB(DISCARD) | VERB(DONE))
static const uint64_t plan[] = {
    VERB(BONUS),
    VERB(START),
    VERB(CAMEL) | VERB(BOAT) | VERB(FLIP) | VERB(STOP) | VERB(PASS),
    VERB(FLIP) | VERB(PASS),
    VERB(SWAP) | VERB(PASS),
    VERB(BANDIT),
    VERB(BUY) | VERB(COLLECT) | AT_ANY_TIME,
    VERB(COLLECT) | AT_ANY_TIME,
    VERB(FLOORS) | VERB(SERIES) | VERB(TRAITOR) | VERB(TEMPLE) | VERB(RARE) | VERB(DRAW) |
        VERB(COMPLETE) | AT_ANY_TIME,
    VERB(FIRST) | VERB(SUPPLY) | VERB(EXEMPT) | VERB(PAY_TAX) | VERB(REFUSE_TAX) | AT_ANY_TIME,
    VERB(DROP),
    VERB(PAY),
    VERB(SPARE),
    VERB(GAIN),
    VERB(PICK),
    VERB(TAKE),
};

int tadmor__decision(const void *state)
{
    const struct tad_state *s = (const struct tad_state *)state;
    static const uint8_t question[TAD_ASKS] = {0,          TAD_AT_BONUS, TAD_AT_BONUS,
                                               TAD_D_PAY,  TAD_D_SPARE,  TAD_D_GAIN,
                                               TAD_D_DROP, TAD_D_RARE,   TAD_D_TAKE};
    if (s->ask.kind != TAD_ASK_NOTHING)
        return question[s->ask.kind];
    return sr_min(s->phase, TAD_AT_DROP);
}

/* The position as its decider sees it. */
struct look {
    const struct tad_edition *ed;
    const struct tad_state *s;
    const struct tad_player *p;
    int seat;
    uint32_t acts;   /* of the seat's pawns, where the decision cares */
    uint32_t builds; /* the same with all that a pawn on I47 can do (R8.11) */
    bool liable;     /* to the tax, where the decision cares */
    uint64_t places[TAD_KINDS]; /* for a pawn of each kind, while pawns are placed */
};

static sr_move plain(int verb) { return (uint32_t)verb; }

/* ---- one lister per verb ------------------------------------------------------------- */

static int list_bonus(const struct look *l, sr_move *out)
{
    const int first = l->s->ask.kind == TAD_ASK_BASE ? TAD_WOOD : TAD_MARBLE;
    out[0] = sr_move_make(TAD_V_BONUS, first, 0, 0);
    out[1] = sr_move_make(TAD_V_BONUS, first + 1, 0, 0);
    return 2;
}

static int list_start(const struct look *l, sr_move *out)
{
    int n = 0;
    for (int t = 0; t < TAD_TILES; t++)
        if (tadmor__can_start_with(l->ed, l->s, t))
            out[n++] = sr_move_make(TAD_V_START, t, 0, 0);
    return n;
}

/* One move for each member of a set. */
static int list_set(int verb, uint64_t set, sr_move *out)
{
    int n = 0;
    for (; set; set &= set - 1)
        out[n++] = sr_move_make(verb, sr_lowest(set), 0, 0);
    return n;
}

static int list_swaps(const struct look *l, sr_move *out)
{
    int n = 0;
    for (int a = 0; a < TAD_SPACES; a++) {
        if (l->s->board[a] >> 1 != l->seat)
            continue;
        for (int b = 0; b < TAD_SPACES; b++)
            if (tadmor__can_swap(l->s, a, b))
                out[n++] = sr_move_make(TAD_V_SWAP, a, b, 0);
    }
    return n;
}

static int list_bandits(const struct look *l, sr_move *out)
{
    int n = 0;
    for (int r = 0; r < TAD_REGIONS; r++)
        if (r != l->s->attacked)
            out[n++] = sr_move_make(TAD_V_BANDIT, r, 0, 0);
    return n;
}

static int list_buys(const struct look *l, sr_move *out)
{
    if (tadmor__total(l->p) < l->ed->price[l->s->era - 1])
        return 0;
    return list_set(TAD_V_BUY, sr_match(l->s->tile, TAD_TILES, 0xFF, TAD_DISPLAY), out);
}

static int list_floors(const struct look *l, sr_move *out)
{
    const int most = tadmor__max_floors(l->ed, l->s, l->seat);
    for (int i = 0; i < most; i++)
        out[i] = sr_move_make(TAD_V_FLOORS, i + 1, 0, 0);
    return most;
}

static int list_series(const struct look *l, sr_move *out)
{
    out[0] = plain(TAD_V_SERIES);
    return tadmor__can_series(l->ed, l->s, l->seat);
}

static int list_traitor(const struct look *l, sr_move *out)
{
    int n = 0;
    for (int p = 0; p < l->s->head.seats; p++)
        if (tadmor__can_betray(l->ed, l->s, l->seat, p))
            out[n++] = sr_move_make(TAD_V_TRAITOR, p, 0, 0);
    return n;
}

static int list_temple(const struct look *l, sr_move *out)
{
    const uint32_t vias = tadmor__builders(l->s, l->seat, l->acts);
    int n = 0;
    for (int section = 0; section < TAD_SECTIONS; section++) {
        if (!tadmor__can_section(l->ed, l->s, l->seat, section) ||
            !tadmor__pays_section(l->ed, l->s, l->seat, section))
            continue;
        for (int via = 0; via < TAD_VIAS; via++)
            if (vias & TAD_BIT(via))
                out[n++] = sr_move_make(TAD_V_TEMPLE, via, section, 0);
    }
    return n;
}

static int list_rare(const struct look *l, sr_move *out)
{
    int n = 0;
    for (int pile = 0; pile < TAD_PILES; pile++) {
        if (l->s->top[pile] == SR_NONE || !(l->builds & TAD_BIT(TAD_RARE_GREY + pile)))
            continue;
        if (tadmor__have(l->p, l->ed->rare_good[pile]) >=
            tadmor__rare_cost(l->ed, l->s, l->seat, pile))
            out[n++] = sr_move_make(TAD_V_RARE, pile, 0, 0);
        if (tadmor__owns(l->s, l->seat, TAD_I9) && !(l->p->used & TAD_USED_I9) &&
            l->p->pp >= l->ed->tribute)
            out[n++] = sr_move_make(TAD_V_RARE, pile, 1, 0);
    }
    return n;
}

static int list_draw(const struct look *l, sr_move *out)
{
    out[0] = plain(TAD_V_DRAW);
    return tadmor__can_draw(l->s);
}

static int list_complete(const struct look *l, sr_move *out)
{
    int n = 0;
    for (uint32_t hand = l->p->hand; hand; hand &= hand - 1) {
        const int mission = sr_lowest(hand);
        if (tadmor__pays_mission(l->ed, l->s, l->seat, mission))
            out[n++] = sr_move_make(TAD_V_COMPLETE, mission, 0, 0);
    }
    return n;
}

static int list_first(sr_move *out)
{
    out[0] = sr_move_make(TAD_V_FIRST, TAD_WOOD, 0, 0);
    out[1] = sr_move_make(TAD_V_FIRST, TAD_STONE, 0, 0);
    return 2;
}

static int list_collect(const struct look *l, sr_move *out)
{
    const struct tad_board *b = tadmor__board(l->ed, l->s);
    int n = 0;
    for (uint64_t own = tadmor__spaces_of(l->s, l->seat); own; own &= own - 1) {
        const int i = sr_lowest(own);
        if (TAD_BIT(b->action[i]) & TAD_COLLECT_ACTS)
            out[n++] = sr_move_make(TAD_V_COLLECT, i, 0, 0);
    }
    return n;
}

static int list_trade(const struct look *l, sr_move *out)
{
    uint32_t set = tadmor__exchanges(l->ed, l->s, l->seat, l->acts);
    int n = 0;
    for (; set; set &= set - 1) {
        const int exchange = sr_lowest(set), from = tadmor__exchange_from(exchange);
        out[n] = sr_move_make(TAD_V_TRADE, from, tadmor__exchange_to(exchange), 0);
        n += l->p->goods[from] > 0;
    }
    return n;
}

static int list_order(const struct look *l, sr_move *out)
{
    int n = 0;
    for (int g = 0; g < TAD_GOODS; g++)
        if (!(l->p->used & (g < TAD_MARBLE ? TAD_USED_BASE : TAD_USED_SUPERIOR)))
            out[n++] = sr_move_make(TAD_V_ORDER, g, 0, 0);
    return n;
}

static int list_discard(const struct look *l, sr_move *out)
{
    int n = 0;
    for (uint32_t hand = l->p->hand; hand; hand &= hand - 1)
        for (int g = 0; g < TAD_GOODS; g++)
            out[n++] = sr_move_make(TAD_V_DISCARD, sr_lowest(hand), g, 0);
    return n;
}

static int list_pick(const struct look *l, sr_move *out)
{
    int n = 0;
    for (int r = 0; r < TAD_RARES; r++)
        if (tadmor__can_pick(l->s, r))
            out[n++] = sr_move_make(TAD_V_PICK, r, 0, 0);
    return n;
}

static int list_take(const struct look *l, sr_move *out)
{
    const bool display = l->s->ask.mission == TAD_K15;
    int n = 0;
    for (int t = 0; t < TAD_TILES; t++)
        if (display ? l->s->tile[t] == TAD_DISPLAY : tadmor__in_pool(l->ed, l->s, t))
            out[n++] = sr_move_make(TAD_V_TAKE, t, 0, 0);
    return n;
}

static SR_NOINLINE int list_verb(const struct look *l, int verb, sr_move *out)
{
    switch (verb) {
    case TAD_V_BONUS:
        return list_bonus(l, out);
    case TAD_V_START:
        return list_start(l, out);
    case TAD_V_CAMEL:
    case TAD_V_BOAT:
        return list_set(verb, l->places[verb - TAD_V_CAMEL], out);
    case TAD_V_SWAP:
        return list_swaps(l, out);
    case TAD_V_BANDIT:
        return list_bandits(l, out);
    case TAD_V_BUY:
        return list_buys(l, out);
    case TAD_V_FLOORS:
        return list_floors(l, out);
    case TAD_V_SERIES:
        return list_series(l, out);
    case TAD_V_TRAITOR:
        return list_traitor(l, out);
    case TAD_V_TEMPLE:
        return list_temple(l, out);
    case TAD_V_RARE:
        return list_rare(l, out);
    case TAD_V_DRAW:
        return list_draw(l, out);
    case TAD_V_COMPLETE:
        return list_complete(l, out);
    case TAD_V_FIRST:
        return list_first(out);
    case TAD_V_COLLECT:
        return list_collect(l, out);
    case TAD_V_FLIP:
        return tadmor__list_flips(l->ed, l->s, out);
    case TAD_V_TRADE:
        return list_trade(l, out);
    case TAD_V_ORDER:
        return list_order(l, out);
    case TAD_V_DISCARD:
        return list_discard(l, out);
    case TAD_V_PAY:
    case TAD_V_SPARE:
    case TAD_V_GAIN:
    case TAD_V_DROP:
        return tadmor__list_goods(l->s, verb, out);
    case TAD_V_PICK:
        return list_pick(l, out);
    case TAD_V_TAKE:
        return list_take(l, out);
    default:
        out[0] = plain(verb);
        return 1;
    }
}

/* ---- whole lists --------------------------------------------------------------------- */

static bool is_window(int decision)
{
    return decision >= TAD_AT_IMPROVE && decision <= TAD_AT_KINGDOM;
}

/* Filled in place: a struct that is returned would be copied at every decision. */
static void look_at(const struct tad_edition *ed, const struct tad_state *s, int decision,
                    struct look *l)
{
    l->ed = ed;
    l->s = s;
    l->seat = s->active;
    l->p = &s->player[l->seat];
    l->acts = is_window(decision) ? tadmor__acts(ed, s, l->seat) : 0;
    l->builds = l->acts | (s->post[TAD_AT_I47] >> 1 == l->seat ? TAD_BUILD_ACTS : 0);
    l->liable = decision == TAD_AT_KINGDOM && tadmor__liable(ed, s, l->seat);
    l->places[TAD_CAMEL] = l->places[TAD_BOAT] = 0;
    if (decision == TAD_AT_PLACE)
        tadmor__open_places(ed, s, l->seat, l->places);
}

/* Puts a verb into a set if the condition holds, without a branch. */
static uint64_t chance(int verb, bool holds) { return (uint64_t)holds << verb; }

/* The verbs of the construction phase that the seat has a pawn for. */
static uint64_t building(const struct look *l)
{
    const uint32_t rares =
        TAD_BIT(TAD_RARE_GREY) | TAD_BIT(TAD_RARE_YELLOW) | TAD_BIT(TAD_RARE_RED);
    const bool mission = l->builds & TAD_BIT(TAD_MISSION);
    return chance(TAD_V_FLOORS, l->builds & TAD_BIT(TAD_FLOORS)) |
           chance(TAD_V_SERIES, l->builds & TAD_BIT(TAD_SERIES)) |
           chance(TAD_V_TRAITOR, l->builds & TAD_BIT(TAD_TRAITOR)) |
           chance(TAD_V_TEMPLE, tadmor__builders(l->s, l->seat, l->acts) != 0) |
           chance(TAD_V_RARE, l->builds & rares) | chance(TAD_V_DRAW, mission) |
           chance(TAD_V_COMPLETE, mission);
}

/* The verbs of the kingdom phase: I48 copies an action its owner had no pawn on (R9.5). */
static uint64_t governing(const struct look *l)
{
    const int tax = l->ed->tax[l->s->era - 1];
    const int copies = l->s->post[TAD_AT_I48] >> 1 == l->seat ? ~l->p->stood : 0;
    return chance(TAD_V_FIRST, (l->acts & TAD_BIT(TAD_FIRST)) || (copies & TAD_STOOD_FIRST)) |
           chance(TAD_V_SUPPLY, copies & TAD_STOOD_SUPPLY) |
           chance(TAD_V_EXEMPT, l->liable && (copies & TAD_STOOD_TAX)) |
           chance(TAD_V_PAY_TAX, l->liable && tadmor__have(l->p, TAD_GOLD) >= tax) |
           chance(TAD_V_REFUSE_TAX, l->liable) | chance(TAD_V_DONE, !l->liable);
}

/* The verbs of the placement step: a favour's placements may be stopped after the first (R4.5), who
 * has nothing to place passes (R4.6). */
static uint64_t placing(const struct look *l)
{
    const bool placed = l->s->burst > 0 && l->s->burst < l->ed->favour_pawns;
    const bool stuck = (l->places[TAD_CAMEL] | l->places[TAD_BOAT]) == 0;
    return VERB(CAMEL) | VERB(BOAT) | chance(TAD_V_FLIP, l->p->done != 0) |
           chance(TAD_V_STOP, placed) | chance(TAD_V_PASS, !placed && stuck);
}

/* The verbs of a decision, less those that a look at pawns, tiles and cards rules out: most of
 * them have nothing to offer most of the time. */
static uint64_t verbs_of(const struct look *l, int decision)
{
    if (decision == TAD_AT_PLACE)
        return placing(l) & plan[decision];
    if (!is_window(decision))
        return plan[decision];
    const uint64_t set = VERB(TRADE) | chance(TAD_V_COLLECT, l->acts & TAD_COLLECT_ACTS) |
                         chance(TAD_V_FLIP, l->p->done != 0) |
                         chance(TAD_V_ORDER, tadmor__owns(l->s, l->seat, TAD_I6)) |
                         chance(TAD_V_DISCARD, l->p->hand != 0);
    if (decision == TAD_AT_KINGDOM)
        return (set | governing(l)) & plan[decision];
    const uint64_t own = decision == TAD_AT_BUILD ? building(l) : VERB(BUY);
    return (set | own | VERB(DONE)) & plan[decision];
}

/* Lists the moves of verbs until there are `enough`. */
static int list_verbs(const struct look *l, uint64_t verbs, int enough, sr_move *out)
{
    int n = 0;
    for (; verbs && n < enough; verbs &= verbs - 1)
        n += list_verb(l, sr_lowest(verbs), out + n);
    return n;
}

int tadmor__legal(const void *edition, const void *state, sr_move *out)
{
    const int decision = tadmor__decision(state);
    struct look l;
    look_at((const struct tad_edition *)edition, (const struct tad_state *)state, decision, &l);
    return list_verbs(&l, verbs_of(&l, decision), TAD_MOVES_MAX, out);
}

bool tadmor__allows(const void *edition, const void *state, sr_move move)
{
    const int decision = tadmor__decision(state), verb = sr_move_verb(move);
    struct look l;
    look_at((const struct tad_edition *)edition, (const struct tad_state *)state, decision, &l);
    if (verb >= TAD_VERBS || !(verbs_of(&l, decision) >> verb & 1))
        return false;
    if (verb == TAD_V_CAMEL || verb == TAD_V_BOAT) /* half of all moves: no list for them */
        return move == sr_move_make(verb, sr_move_a(move), 0, 0) && sr_move_a(move) < TAD_PLACES &&
               (l.places[verb - TAD_V_CAMEL] >> sr_move_a(move) & 1);
    sr_move list[TAD_MOVES_MAX];
    const int n = list_verb(&l, verb, list);
    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

/* At least two answers, told without listing them. */
static bool plenty(const struct tad_edition *ed, const struct tad_state *s, int decision)
{
    if (decision == TAD_AT_PLACE)
        return tadmor__any_placement(ed, s, s->active, 2);
    return is_window(decision) && s->player[s->active].cards > 0; /* a card can be any good */
}

bool tadmor__forced(const struct tad_edition *ed, const struct tad_state *s, sr_move *only)
{
    const int decision = tadmor__decision(s);
    if (plenty(ed, s, decision))
        return false;
    sr_move list[TAD_MOVES_MAX];
    struct look l;
    look_at(ed, s, decision, &l);
    const int n = list_verbs(&l, verbs_of(&l, decision), 2, list);
    *only = list[0];
    return n == 1;
}
