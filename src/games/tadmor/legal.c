/* legal.c: the answers to each question. A decision is a list of verbs, a verb lists its moves; so
 * `allows` need list only the moves of one verb and cannot disagree with `legal`. */
#include "games/tadmor/tadmor.h"

/* Which verbs a decision offers, in the order people see them: the phase's own business first, then
 * what can be done at any time, the way out last (R6.2). */
enum { VERBS_MAX = 14, END = 255 };
static const uint8_t plan[][VERBS_MAX] = {
    {TAD_V_BONUS, END},
    {TAD_V_START, END},
    {TAD_V_CAMEL, TAD_V_BOAT, TAD_V_FLIP, TAD_V_STOP, TAD_V_PASS, END},
    {TAD_V_FLIP, TAD_V_PASS, END},
    {TAD_V_SWAP, TAD_V_PASS, END},
    {TAD_V_BANDIT, END},
    {TAD_V_BUY, TAD_V_COLLECT, TAD_V_FLIP, TAD_V_TRADE, TAD_V_ORDER, TAD_V_DISCARD, TAD_V_DONE,
     END},
    {TAD_V_COLLECT, TAD_V_FLIP, TAD_V_TRADE, TAD_V_ORDER, TAD_V_DISCARD, TAD_V_DONE, END},
    {TAD_V_FLOORS, TAD_V_SERIES, TAD_V_TRAITOR, TAD_V_TEMPLE, TAD_V_RARE, TAD_V_DRAW,
     TAD_V_COMPLETE, TAD_V_FLIP, TAD_V_TRADE, TAD_V_ORDER, TAD_V_DISCARD, TAD_V_DONE, END},
    {TAD_V_FIRST, TAD_V_SUPPLY, TAD_V_EXEMPT, TAD_V_PAY_TAX, TAD_V_REFUSE_TAX, TAD_V_FLIP,
     TAD_V_TRADE, TAD_V_ORDER, TAD_V_DISCARD, TAD_V_DONE, END},
    {TAD_V_DROP, END},
    {TAD_V_PAY, END},
    {TAD_V_SPARE, END},
    {TAD_V_GAIN, END},
    {TAD_V_PICK, END},
    {TAD_V_TAKE, END},
};

int tad__decision(const void *state)
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
    uint32_t acts; /* of the seat's pawns, where the decision cares */
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
        if (tad__can_start_with(l->ed, l->s, t))
            out[n++] = sr_move_make(TAD_V_START, t, 0, 0);
    return n;
}

/* R4.3 */
static int list_places(const struct look *l, int verb, sr_move *out)
{
    uint8_t places[TAD_PLACES];
    const int kind = verb == TAD_V_CAMEL ? TAD_CAMEL : TAD_BOAT;
    const int n = tad__list_places(l->ed, l->s, l->seat, kind, places);
    for (int i = 0; i < n; i++)
        out[i] = sr_move_make(verb, places[i], 0, 0);
    return n;
}

static bool allows_place(const struct look *l, sr_move move)
{
    const int verb = sr_move_verb(move), place = sr_move_a(move);
    return move == sr_move_make(verb, place, 0, 0) && place < TAD_PLACES &&
           tad__can_place(l->ed, l->s, l->seat, verb == TAD_V_CAMEL ? TAD_CAMEL : TAD_BOAT, place);
}

static int list_swaps(const struct look *l, sr_move *out)
{
    int n = 0;
    for (int a = 0; a < TAD_SPACES; a++) {
        if (l->s->board[a] >> 1 != l->seat)
            continue;
        for (int b = 0; b < TAD_SPACES; b++)
            if (tad__can_swap(l->s, a, b))
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
    int n = 0;
    if (tad__total(l->p) < l->ed->price[l->s->era - 1])
        return 0;
    for (int t = 0; t < TAD_TILES; t++)
        if (l->s->tile[t] == TAD_DISPLAY)
            out[n++] = sr_move_make(TAD_V_BUY, t, 0, 0);
    return n;
}

/* A construction action of the seat: by a pawn on its space or on I47 (R8.11). */
static bool may_build(const struct look *l, int action)
{
    return (l->acts & TAD_BIT(action)) || l->s->post[TAD_AT_I47] >> 1 == l->seat;
}

static int list_floors(const struct look *l, sr_move *out)
{
    if (!may_build(l, TAD_FLOORS))
        return 0;
    const int most = tad__max_floors(l->ed, l->s, l->seat);
    for (int i = 0; i < most; i++)
        out[i] = sr_move_make(TAD_V_FLOORS, i + 1, 0, 0);
    return most;
}

static int list_series(const struct look *l, sr_move *out)
{
    if (!may_build(l, TAD_SERIES) || !tad__can_series(l->ed, l->s, l->seat))
        return 0;
    out[0] = plain(TAD_V_SERIES);
    return 1;
}

static int list_traitor(const struct look *l, sr_move *out)
{
    int n = 0;
    if (!may_build(l, TAD_TRAITOR))
        return 0;
    for (int p = 0; p < l->s->head.seats; p++)
        if (tad__can_betray(l->ed, l->s, l->seat, p))
            out[n++] = sr_move_make(TAD_V_TRAITOR, p, 0, 0);
    return n;
}

static int list_temple(const struct look *l, sr_move *out)
{
    const uint32_t vias = tad__builders(l->s, l->seat, l->acts);
    int n = 0;
    for (int section = 0; vias && section < TAD_SECTIONS; section++) {
        if (!tad__can_section(l->ed, l->s, l->seat, section) ||
            !tad__pays_section(l->ed, l->s, l->seat, section))
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
        if (l->s->top[pile] == SR_NONE || !may_build(l, TAD_RARE_GREY + pile))
            continue;
        if (tad__have(l->p, l->ed->rare_good[pile]) >= tad__rare_cost(l->ed, l->s, l->seat, pile))
            out[n++] = sr_move_make(TAD_V_RARE, pile, 0, 0);
        if (tad__owns(l->s, l->seat, TAD_I9) && !(l->p->used & TAD_USED_I9) &&
            l->p->pp >= l->ed->tribute)
            out[n++] = sr_move_make(TAD_V_RARE, pile, 1, 0);
    }
    return n;
}

static int list_draw(const struct look *l, sr_move *out)
{
    if (!may_build(l, TAD_MISSION) || !tad__can_draw(l->s))
        return 0;
    out[0] = plain(TAD_V_DRAW);
    return 1;
}

static int list_complete(const struct look *l, sr_move *out)
{
    int n = 0;
    if (!may_build(l, TAD_MISSION))
        return 0;
    for (uint32_t hand = l->p->hand; hand; hand &= hand - 1) {
        const int mission = tad__lowest(hand);
        if (tad__pays_mission(l->ed, l->s, l->seat, mission))
            out[n++] = sr_move_make(TAD_V_COMPLETE, mission, 0, 0);
    }
    return n;
}

/* R9.5: I48 copies a kingdom action its owner had no pawn on. */
static bool may_copy(const struct look *l, int stood)
{
    return l->s->post[TAD_AT_I48] >> 1 == l->seat && !(l->p->stood & stood);
}

static int list_first(const struct look *l, sr_move *out)
{
    if (!(l->acts & TAD_BIT(TAD_FIRST)) && !may_copy(l, TAD_STOOD_FIRST))
        return 0;
    out[0] = sr_move_make(TAD_V_FIRST, TAD_WOOD, 0, 0);
    out[1] = sr_move_make(TAD_V_FIRST, TAD_STONE, 0, 0);
    return 2;
}

static int list_kingdom(const struct look *l, int verb, sr_move *out)
{
    const bool liable = tad__liable(l->ed, l->s, l->seat);
    bool can = liable;
    if (verb == TAD_V_SUPPLY)
        can = may_copy(l, TAD_STOOD_SUPPLY);
    else if (verb == TAD_V_EXEMPT)
        can = liable && may_copy(l, TAD_STOOD_TAX);
    else if (verb == TAD_V_PAY_TAX)
        can = liable && tad__have(l->p, TAD_GOLD) >= l->ed->tax[l->s->era - 1];
    out[0] = plain(verb);
    return can;
}

static int list_collect(const struct look *l, sr_move *out)
{
    const struct tad_board *b = tad__board(l->ed, l->s);
    int n = 0;
    if (!(l->acts & TAD_COLLECT_ACTS))
        return 0;
    for (int i = 0; i < TAD_SPACES; i++)
        if (l->s->board[i] >> 1 == l->seat && (TAD_BIT(b->action[i]) & TAD_COLLECT_ACTS))
            out[n++] = sr_move_make(TAD_V_COLLECT, i, 0, 0);
    return n;
}

static int list_trade(const struct look *l, sr_move *out)
{
    uint32_t set = tad__exchanges(l->ed, l->s, l->seat, l->acts);
    int n = 0;
    for (; set; set &= set - 1) {
        const int exchange = tad__lowest(set);
        const int from = tad__exchange_from(exchange);
        if (l->p->goods[from] > 0)
            out[n++] = sr_move_make(TAD_V_TRADE, from, tad__exchange_to(exchange), 0);
    }
    return n;
}

static int list_order(const struct look *l, sr_move *out)
{
    int n = 0;
    if (!tad__owns(l->s, l->seat, TAD_I6))
        return 0;
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
            out[n++] = sr_move_make(TAD_V_DISCARD, tad__lowest(hand), g, 0);
    return n;
}

static int list_pick(const struct look *l, sr_move *out)
{
    int n = 0;
    for (int r = 0; r < TAD_RARES; r++)
        if (tad__can_pick(l->s, r))
            out[n++] = sr_move_make(TAD_V_PICK, r, 0, 0);
    return n;
}

static int list_take(const struct look *l, sr_move *out)
{
    const bool display = l->s->ask.mission == TAD_K15;
    int n = 0;
    for (int t = 0; t < TAD_TILES; t++)
        if (display ? l->s->tile[t] == TAD_DISPLAY : tad__in_pool(l->ed, l->s, t))
            out[n++] = sr_move_make(TAD_V_TAKE, t, 0, 0);
    return n;
}

/* Ways out: stop (R4.5), pass (R4.6, R5.2, R5.5), done (R6.2, R9.6). */
static int list_way_out(const struct look *l, int verb, sr_move *out)
{
    const bool placed = l->s->burst > 0 && l->s->burst < l->ed->favour_pawns;
    bool can = true;
    if (verb == TAD_V_STOP)
        can = placed;
    else if (verb == TAD_V_PASS && l->s->phase == TAD_AT_PLACE)
        can = !placed && !tad__any_placement(l->ed, l->s, l->seat, 1);
    else if (verb == TAD_V_DONE && l->s->phase == TAD_AT_KINGDOM)
        can = !tad__liable(l->ed, l->s, l->seat);
    out[0] = plain(verb);
    return can;
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
        return list_places(l, verb, out);
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
        return list_first(l, out);
    case TAD_V_SUPPLY:
    case TAD_V_EXEMPT:
    case TAD_V_PAY_TAX:
    case TAD_V_REFUSE_TAX:
        return list_kingdom(l, verb, out);
    case TAD_V_COLLECT:
        return list_collect(l, out);
    case TAD_V_FLIP:
        return tad__list_flips(l->ed, l->s, out);
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
        return tad__list_goods(l->s, verb, out);
    case TAD_V_PICK:
        return list_pick(l, out);
    case TAD_V_TAKE:
        return list_take(l, out);
    default:
        return list_way_out(l, verb, out);
    }
}

/* ---- whole lists --------------------------------------------------------------------- */

static struct look look_at(const struct tad_edition *ed, const struct tad_state *s, int decision)
{
    const bool window = decision >= TAD_AT_IMPROVE && decision <= TAD_AT_KINGDOM;
    const struct look l = {ed, s, &s->player[s->active], s->active,
                           window ? tad__acts(ed, s, s->active) : 0u};
    return l;
}

int tad__legal(const void *edition, const void *state, sr_move *out)
{
    const int decision = tad__decision(state);
    const struct look l =
        look_at((const struct tad_edition *)edition, (const struct tad_state *)state, decision);
    int n = 0;
    for (const uint8_t *verb = plan[decision]; *verb != END; verb++)
        n += list_verb(&l, *verb, out + n);
    return n;
}

bool tad__allows(const void *edition, const void *state, sr_move move)
{
    const int decision = tad__decision(state);
    const uint8_t *verb = plan[decision];
    while (*verb != END && *verb != sr_move_verb(move))
        verb++;
    if (*verb == END)
        return false;
    sr_move list[TAD_MOVES_MAX];
    const struct look l =
        look_at((const struct tad_edition *)edition, (const struct tad_state *)state, decision);
    if (*verb == TAD_V_CAMEL || *verb == TAD_V_BOAT)
        return allows_place(&l, move); /* half of all moves: no list for them */
    const int n = list_verb(&l, *verb, list);
    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

/* At least two answers, told without listing them. */
static bool plenty(const struct tad_edition *ed, const struct tad_state *s, int decision)
{
    switch (decision) {
    case TAD_AT_PLACE:
        return tad__any_placement(ed, s, s->active, 2);
    case TAD_AT_IMPROVE:
    case TAD_AT_LATE:
    case TAD_AT_BUILD:
    case TAD_AT_KINGDOM:
        return s->player[s->active].cards > 0; /* a card can become any good */
    default:
        return false;
    }
}

bool tad__forced(const struct tad_edition *ed, const struct tad_state *s, sr_move *only)
{
    const int decision = tad__decision(s);
    if (plenty(ed, s, decision))
        return false;
    sr_move list[TAD_MOVES_MAX];
    const struct look l = look_at(ed, s, decision);
    int n = 0;
    for (const uint8_t *verb = plan[decision]; *verb != END && n < 2; verb++)
        n += list_verb(&l, *verb, list + n);
    if (n != 1)
        return false;
    *only = list[0];
    return true;
}
