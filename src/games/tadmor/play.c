/* play.c: playing a move, and what happens by itself until somebody has a choice (R6.3). */
#include "games/tadmor/tadmor.h"

int tadmor__actor(const void *state) { return ((const struct tad_state *)state)->active; }

void tadmor__ask(struct tad_state *s, int kind, int left)
{
    memset(&s->ask, 0, sizeof s->ask);
    s->ask.kind = sr_u8(kind);
    s->ask.left = sr_u8(left);
    s->ask.tile = s->ask.mission = s->ask.via = s->ask.section = s->ask.pile = SR_NONE;
}

/* The next player of the round becomes active; false when the active one was the last. */
bool tadmor__next_in_order(struct tad_state *s)
{
    const int next = tadmor__next(s, s->active);
    s->head.turn++;
    if (next == s->lead)
        return false;
    s->active = sr_u8(next);
    return true;
}

/* R6.8 */
static void order(const struct tad_edition *ed, struct tad_state *s, int good, struct sr_events *ev)
{
    struct tad_player *p = &s->player[s->active];
    const bool base = good < TAD_MARBLE;
    p->used |= base ? TAD_USED_BASE : TAD_USED_SUPERIOR;
    tadmor__exchange_in(p, good, 1);
    sr_emit(ev, TAD_E_ORDER, s->active, good, 0, 0, 0);
    tadmor__points(s, s->active, -(base ? ed->order_base : ed->order_superior), TAD_BY_ORDER, ev);
}

/* R6.9 */
static void discard(struct tad_state *s, int mission, int good, struct sr_events *ev)
{
    tadmor__leave_hand(s, s->active, mission);
    s->discards |= TAD_BIT(mission);
    tadmor__exchange_in(&s->player[s->active], good, 1);
    sr_emit(ev, TAD_E_DISCARD, s->active, mission, good, 0, 0);
}

static void pass(struct tad_state *s, struct sr_events *ev)
{
    sr_emit(ev, TAD_E_PASS, s->active, 0, 0, 0, 0);
    if (s->phase == TAD_AT_PLACE) {
        s->player[s->active].used |= TAD_USED_OUT;
        tadmor__end_placing(s);
    } else {
        s->waiting = (uint8_t)(s->waiting & ~(1u << s->active));
    }
}

/* R6.12: one more kind of good is named; the last answer carries the purpose out. */
static void answer_goods(const struct tad_edition *ed, struct tad_state *s, sr_move m,
                         struct sr_events *ev)
{
    const int verb = sr_move_verb(m);
    const int tile = s->ask.tile;
    if (!tadmor__answer_goods(s, verb, sr_move_a(m), sr_move_b(m), ev))
        return;
    if (verb == TAD_V_SPARE) {
        tadmor__spared(ed, s, ev);
        return;
    }
    tadmor__ask(s, TAD_ASK_NOTHING, 0);
    if (verb == TAD_V_PAY)
        tadmor__bought(ed, s, tile, ev);
}

/* R9.5 */
static void copy_kingdom(struct tad_state *s, int verb, struct sr_events *ev)
{
    tadmor__home(s, TAD_ON_I48);
    if (verb == TAD_V_SUPPLY) {
        tadmor__supply_points(s, s->active, ev);
        return;
    }
    s->player[s->active].used |= TAD_USED_EXEMPT;
    sr_emit(ev, TAD_E_EXEMPT, s->active, 0, 0, 0, 0);
}

static void done(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    switch (s->phase) {
    case TAD_AT_IMPROVE:
        tadmor__decline(ed, s, ev);
        break;
    case TAD_AT_LATE:
        if (!tadmor__next_in_order(s))
            tadmor__begin_build(ed, s, ev);
        break;
    case TAD_AT_BUILD:
        tadmor__end_build(ed, s, ev);
        break;
    default:
        tadmor__end_kingdom(ed, s, ev);
        break;
    }
}

/* R8: what is built, bought and completed. */
static bool perform_build(const struct tad_edition *ed, struct tad_state *s, sr_move m,
                          struct sr_events *ev)
{
    const int a = sr_move_a(m), b = sr_move_b(m);
    switch (sr_move_verb(m)) {
    case TAD_V_FLOORS:
        tadmor__floors(ed, s, a, ev);
        break;
    case TAD_V_SERIES:
        tadmor__series(ed, s, ev);
        break;
    case TAD_V_TRAITOR:
        tadmor__traitor(ed, s, a, ev);
        break;
    case TAD_V_TEMPLE:
        tadmor__temple(ed, s, a, b, ev);
        break;
    case TAD_V_RARE:
        tadmor__buy_rare(ed, s, a, b != 0, ev);
        break;
    case TAD_V_DRAW:
        tadmor__use_pawn(ed, s, TAD_MISSION);
        tadmor__draw(s, s->active, ev);
        break;
    case TAD_V_COMPLETE:
        tadmor__complete(ed, s, a, ev);
        break;
    default:
        return false;
    }
    return true;
}

/* R9: the Kingdom's pawns and taxes. */
static bool perform_kingdom(const struct tad_edition *ed, struct tad_state *s, sr_move m,
                            struct sr_events *ev)
{
    const int verb = sr_move_verb(m);
    switch (verb) {
    case TAD_V_FIRST:
        tadmor__first_player(ed, s, sr_move_a(m), ev);
        break;
    case TAD_V_SUPPLY:
    case TAD_V_EXEMPT:
        copy_kingdom(s, verb, ev);
        break;
    case TAD_V_PAY_TAX:
        tadmor__pay_tax(ed, s, ev);
        break;
    case TAD_V_REFUSE_TAX:
        tadmor__refuse_tax(ed, s, ev);
        break;
    default:
        return false;
    }
    return true;
}

/* R6: what is exchanged, paid and chosen of goods. */
static bool perform_goods(const struct tad_edition *ed, struct tad_state *s, sr_move m,
                          struct sr_events *ev)
{
    const int a = sr_move_a(m), b = sr_move_b(m);
    switch (sr_move_verb(m)) {
    case TAD_V_TRADE:
        tadmor__trade(s, a, b, ev);
        break;
    case TAD_V_ORDER:
        order(ed, s, a, ev);
        break;
    case TAD_V_DISCARD:
        discard(s, a, b, ev);
        break;
    case TAD_V_PAY:
    case TAD_V_SPARE:
    case TAD_V_GAIN:
    case TAD_V_DROP:
        answer_goods(ed, s, m, ev);
        break;
    default:
        return false;
    }
    return true;
}

static void perform(const struct tad_edition *ed, struct tad_state *s, sr_move m,
                    struct sr_events *ev)
{
    const int a = sr_move_a(m), b = sr_move_b(m);
    const int verb = sr_move_verb(m);
    if (perform_build(ed, s, m, ev) || perform_kingdom(ed, s, m, ev) || perform_goods(ed, s, m, ev))
        return;
    switch (verb) {
    case TAD_V_BONUS:
        tadmor__take_bonus(ed, s, a, ev);
        break;
    case TAD_V_START:
        tadmor__take_start(ed, s, a, ev);
        break;
    case TAD_V_CAMEL:
    case TAD_V_BOAT:
        tadmor__place(s, verb == TAD_V_CAMEL ? TAD_CAMEL : TAD_BOAT, a, ev);
        break;
    case TAD_V_SWAP:
        tadmor__swap(s, a, b, ev);
        break;
    case TAD_V_BANDIT:
        tadmor__choose(ed, s, a, ev);
        break;
    case TAD_V_BUY:
        tadmor__buy(ed, s, a);
        break;
    case TAD_V_COLLECT:
        tadmor__collect(ed, s, a, ev);
        break;
    case TAD_V_FLIP:
        tadmor__flip(ed, s, m, ev);
        break;
    case TAD_V_PICK:
        tadmor__pick(ed, s, a, ev);
        break;
    case TAD_V_TAKE:
        tadmor__take(ed, s, a, ev);
        break;
    case TAD_V_STOP:
        tadmor__end_placing(s);
        break;
    case TAD_V_PASS:
        pass(s, ev);
        break;
    default:
        done(ed, s, ev);
        break;
    }
}

/* One step of what needs nobody; true when a decision stands. */
static bool step(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    if (s->ask.kind != TAD_ASK_NOTHING)
        return true;
    switch (s->phase) {
    case TAD_AT_PLACE:
        return tadmor__place_step(ed, s, ev);
    case TAD_AT_REDIRECT:
    case TAD_AT_SWAP:
    case TAD_AT_BANDIT:
        return tadmor__bandits_step(ed, s, ev);
    case TAD_AT_IMPROVE:
        return tadmor__improve_step(ed, s, ev);
    case TAD_AT_LATE:
        return tadmor__late_step(ed, s, ev);
    case TAD_AT_BUILD:
        return tadmor__build_step(ed, s, ev);
    case TAD_AT_DROP:
        return tadmor__drop_step(ed, s, ev);
    default:
        return true;
    }
}

void tadmor__advance(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    sr_move only;
    while (!s->head.over) {
        if (!step(ed, s, ev))
            continue;
        if (!tadmor__forced(ed, s, &only))
            return;
        perform(ed, s, only, ev);
    }
}

void tadmor__apply(const void *edition, void *state, sr_move move, struct sr_events *ev)
{
    const struct tad_edition *ed = (const struct tad_edition *)edition;
    struct tad_state *s = (struct tad_state *)state;
    perform(ed, s, move, ev);
    tadmor__advance(ed, s, ev);
}
