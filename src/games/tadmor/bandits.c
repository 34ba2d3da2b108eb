/* bandits.c: reveal, redirect, raid, swap, and the choice of the next card (R5). */
#include "games/tadmor/tadmor.h"

static uint8_t seats_with(const struct tad_state *s, uint32_t missions)
{
    unsigned set = 0;
    for (int p = 0; p < s->head.seats; p++)
        if (s->player[p].done & missions)
            set |= 1u << p;
    return (uint8_t)set;
}

/* Moves on to the next seat still to be asked, the active one first; false: nobody is left. */
static bool next_waiting(struct tad_state *s)
{
    for (int i = 0; i < s->head.seats; i++) {
        const int seat = (s->active + i) % s->head.seats;
        if (!(s->waiting >> seat & 1))
            continue;
        if (i > 0)
            s->head.turn++;
        s->active = sr_u8(seat);
        return true;
    }
    return false;
}

static void ask_seats(struct tad_state *s, int phase, uint32_t missions)
{
    s->phase = sr_u8(phase);
    s->waiting = seats_with(s, missions);
    s->active = s->lead;
    s->head.turn++;
}

static void end_bandits(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev);

/* R5.1 */
void tadmor__begin_bandits(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    sr_emit(ev, TAD_E_PHASE, SR_NOBODY, TAD_AT_BANDIT, 0, 0, 0);
    if (s->holder == SR_NONE) {
        sr_emit(ev, TAD_E_QUIET, SR_NOBODY, 0, 0, 0, 0);
        end_bandits(ed, s, ev);
        return;
    }
    s->revealed = s->held;
    s->held = SR_NONE;
    sr_emit(ev, TAD_E_REVEAL, s->holder, s->revealed, 0, 0, 0);
    ask_seats(s, TAD_AT_REDIRECT, TAD_BIT(TAD_K9) | TAD_BIT(TAD_K10));
}

/* R5.2: a card of the deck, so neither the one revealed nor the one on the slot. */
bool tadmor__can_redirect(const struct tad_state *s, int region)
{
    return region != s->revealed && region != s->attacked;
}

/* Everybody who still can may answer again, beginning after the one who redirected. */
void tadmor__redirect(struct tad_state *s, int region, struct sr_events *ev)
{
    s->revealed = sr_u8(region);
    sr_emit(ev, TAD_E_REDIRECT, s->active, region, 0, 0, 0);
    s->waiting = seats_with(s, TAD_BIT(TAD_K9) | TAD_BIT(TAD_K10));
    s->active = sr_u8(tadmor__next(s, s->active));
    s->head.turn++;
}

/* R5.3, R5.4 */
static void raid(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    const struct tad_board *b = tadmor__board(ed, s);
    const int holder = s->holder;
    bool hit = false;
    for (uint64_t hits = tadmor__taken(s) & sr_match(b->region, TAD_SPACES, 0xFF, s->revealed);
         hits; hits &= hits - 1) {
        const int i = sr_lowest(hits);
        const int seat = s->board[i] / TAD_KINDS;
        if (tadmor__owns(s, seat, TAD_I45) || (seat == holder && tadmor__owns(s, seat, TAD_I7)))
            continue;
        sr_emit(ev, TAD_E_RAIDED, seat, s->board[i] % TAD_KINDS, i, 0, 0);
        tadmor__home(s, i);
        hit |= seat != holder;
    }
    if (hit && tadmor__owns(s, holder, TAD_I25))
        tadmor__points(s, holder, ed->raid_pp, TAD_BY_RAID, ev);
    if (tadmor__owns(s, holder, TAD_I26)) {
        tadmor__store(&s->player[holder], TAD_GOLD, ed->spoil_gold);
        sr_emit(ev, TAD_E_GAIN, holder, TAD_GOLD, ed->spoil_gold, 0, 0);
        tadmor__points(s, holder, ed->spoil_pp, TAD_BY_RAID, ev);
    }
    s->holder = SR_NONE;
}

/* R5.5: two pawns of the same kind on the board, one's own and an opponent's. */
bool tadmor__can_swap(const struct tad_state *s, int own, int other)
{
    const int a = s->board[own], b = s->board[other];
    return a != SR_NONE && b != SR_NONE && a / TAD_KINDS == s->active &&
           b / TAD_KINDS != s->active && a % TAD_KINDS == b % TAD_KINDS;
}

void tadmor__swap(struct tad_state *s, int own, int other, struct sr_events *ev)
{
    const int opponent = s->board[other] / TAD_KINDS;
    const uint8_t pawn = s->board[own];
    s->board[own] = s->board[other];
    s->board[other] = pawn;
    s->player[s->active].done &= ~TAD_BIT(TAD_K14);
    s->player[s->active].flipped |= TAD_BIT(TAD_K14);
    s->waiting = seats_with(s, TAD_BIT(TAD_K14)) & s->waiting;
    sr_emit(ev, TAD_E_FLIP, s->active, TAD_K14, 0, 0, 0);
    sr_emit(ev, TAD_E_SWAP, s->active, own, opponent, other, 0);
}

/* The seat with a pawn on the Bandits space, which comes home; -1: nobody. */
static int leave_bandits(const struct tad_edition *ed, struct tad_state *s)
{
    for (int p = 0; p < s->head.seats; p++) {
        const int at = tadmor__find(ed, s, p, TAD_BANDITS);
        if (at < 0)
            continue;
        tadmor__home(s, at);
        return p;
    }
    return -1;
}

/* R5.6, R5.7; in the last round a card would never be revealed. */
static void end_bandits(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    if (s->revealed != SR_NONE)
        s->attacked = s->revealed;
    s->revealed = SR_NONE;
    const int chief = leave_bandits(ed, s);
    if (chief < 0 || s->round == tadmor__last_round(ed)) {
        tadmor__begin_resolution(ed, s, ev);
        return;
    }
    s->phase = TAD_AT_BANDIT;
    s->active = sr_u8(chief);
    s->head.turn++;
}

bool tadmor__bandits_step(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    if (s->phase == TAD_AT_BANDIT || next_waiting(s))
        return true;
    if (s->phase == TAD_AT_REDIRECT) {
        raid(ed, s, ev);
        ask_seats(s, TAD_AT_SWAP, TAD_BIT(TAD_K14));
    } else {
        end_bandits(ed, s, ev);
    }
    return false;
}

void tadmor__choose(const struct tad_edition *ed, struct tad_state *s, int region,
                    struct sr_events *ev)
{
    s->holder = s->active;
    s->held = sr_u8(region);
    sr_emit_secret(ev, TAD_E_CHOOSE, s->active, 1u << s->active, 1u, region, 0, 0, 0);
    tadmor__begin_resolution(ed, s, ev);
}
