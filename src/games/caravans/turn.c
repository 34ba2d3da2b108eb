/* turn.c: the course of a turn and of the rounds, and the four kinds of action (R4, R5, R13). */
#include "games/caravans/caravans.h"

/* ---- actions --------------------------------------------------------------------------------- */

int caravans__list_actions(const struct caravans_edition *ed, const struct caravans *s,
                           sr_move *out)
{
    const struct caravans_player *p = &s->players[s->active];
    int under;
    const uint64_t window = caravans__look(s, p->q, p->r, &under);
    const unsigned dirs = caravans__explored_dirs(window);
    int n = 0;
    for (int d = 0; d < DIRS; d++) { /* most decisions of a game: without branches */
        out[n] = caravans__verb_kind(V_MOVE, d);
        n += dirs >> d & 1;
    }
    if (caravans__can_explore(ed, s, window, under))
        out[n++] = caravans__verb(V_EXPLORE);
    if (caravans__can_build(ed, s))
        out[n++] = caravans__verb(V_BUILD);
    if (caravans__can_trade(ed, s))
        out[n++] = caravans__verb(V_TRADE);
    out[n++] = caravans__verb(V_END);
    return n;
}

bool caravans__allows_action(const struct caravans_edition *ed, const struct caravans *s, sr_move m)
{
    const struct caravans_player *p = &s->players[s->active];
    int under;
    uint64_t window;
    switch (m) {
    case V_EXPLORE:
        window = caravans__look(s, p->q, p->r, &under);
        return caravans__can_explore(ed, s, window, under);
    case V_BUILD:
        return caravans__can_build(ed, s);
    case V_TRADE:
        return caravans__can_trade(ed, s);
    case V_END:
        return true;
    default:
        return caravans__names_kind(m, V_MOVE,
                                    caravans__explored_dirs(caravans__window(s, p->q, p->r)));
    }
}

/* R5.1: caravans and cities block nobody. */
static void move(struct caravans *s, int dir, struct sr_events *ev)
{
    struct caravans_player *p = &s->players[s->active];
    p->q = (int16_t)(p->q + caravans__dir_q[dir]);
    p->r = (int16_t)(p->r + caravans__dir_r[dir]);
    sr_emit(ev, E_MOVE, s->active, dir, p->q, p->r, 0);
}

void caravans__act(const struct caravans_edition *ed, struct caravans *s, sr_move m,
                   struct sr_events *ev)
{
    struct caravans_player *p = &s->players[s->active];
    if (m == V_END) {
        caravans__end_actions(ed, s, ev);
        return;
    }
    s->actions--;
    switch (sr_move_verb(m)) {
    case V_EXPLORE:
        caravans__explore(ed, s, ev);
        break;
    case V_TRADE:
        caravans__open_visit(s);
        sr_emit(ev, E_TRADE, s->active, caravans__forum_at(s, p->q, p->r) + 1, 0, 0, 0);
        break;
    case V_BUILD:
        s->productive = 1;
        caravans__found(ed, s, s->active, p->q, p->r, ev);
        caravans__next_action(ed, s, ev);
        break;
    default:
        move(s, sr_move_a(m), ev);
        caravans__next_action(ed, s, ev);
        break;
    }
}

/* ---- the course of a turn -------------------------------------------------------------------- */

void caravans__begin_turn(const struct caravans_edition *ed, struct caravans *s, int seat,
                          struct sr_events *ev)
{
    s->active = (uint8_t)seat;
    s->actions = ed->actions_per_turn;
    s->head.turn++;
    caravans__enter(s, ASK_ACTION);
    sr_emit(ev, E_TURN, seat, 0, 0, 0, 0);
}

void caravans__next_action(const struct caravans_edition *ed, struct caravans *s,
                           struct sr_events *ev)
{
    if (s->actions > 0)
        caravans__enter(s, ASK_ACTION);
    else
        caravans__end_actions(ed, s, ev);
}

/* R10.1, R10.2 */
void caravans__end_actions(const struct caravans_edition *ed, struct caravans *s,
                           struct sr_events *ev)
{
    s->actions = 0;
    if (caravans__can_invest(ed, &s->players[s->active]))
        caravans__enter(s, ASK_INVEST);
    else
        caravans__after_investment(ed, s, ev);
}

/* R11.1: only the active caravan is lightened. */
void caravans__after_investment(const struct caravans_edition *ed, struct caravans *s,
                                struct sr_events *ev)
{
    if (caravans__units(&s->players[s->active]) > ed->caravan_max)
        caravans__enter(s, ASK_LIGHTEN);
    else
        caravans__after_lightening(ed, s, ev);
}

void caravans__after_lightening(const struct caravans_edition *ed, struct caravans *s,
                                struct sr_events *ev)
{
    s->city = 0;
    caravans__enter(s, ASK_PRODUCE);
    caravans__go_on_restocking(ed, s, ev);
}

/* R13.3, R13.4, R14.6: stalled games and the last round. */
static void end_round(const struct caravans_edition *ed, struct caravans *s, struct sr_events *ev)
{
    if (s->productive) {
        s->idle = 0;
    } else {
        s->idle++;
        sr_emit(ev, E_IDLE, -1, s->idle, 0, 0, 0);
    }
    s->productive = 0;
    const int cap = s->head.seats == 1 ? ed->solo_rounds : ed->round_cap;
    if (s->idle >= ed->stall_rounds)
        caravans__end(ed, s, BY_STALL, ev);
    else if (s->round >= cap)
        caravans__end(ed, s, BY_CAP, ev);
    else {
        s->round++;
        sr_emit(ev, E_ROUND, -1, s->round, 0, 0, 0);
    }
}

void caravans__go_on_restocking(const struct caravans_edition *ed, struct caravans *s,
                                struct sr_events *ev)
{
    if (caravans__restock(ed, s, ev))
        return;
    s->city = 0;
    const int next = (s->active + 1) % s->head.seats;
    if (next == 0)
        end_round(ed, s, ev);
    if (!s->head.over)
        caravans__begin_turn(ed, s, next, ev);
}
