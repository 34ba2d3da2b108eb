/* placement.c: the placement step: one pawn after the other, round robin (R4). */
#include "games/tadmor/tadmor.h"

/* R4.1 */
void tadmor__begin_round(struct tad_state *s, struct sr_events *ev)
{
    s->lead = s->active = s->first;
    s->phase = TAD_AT_PLACE;
    s->head.turn++;
    for (int p = 0; p < s->head.seats; p++)
        s->player[p].used = s->player[p].stood = 0;
    sr_emit(ev, TAD_E_ROUND, s->first, s->round, s->era, 0, 0);
}

/* R4.3: the places that are empty and take a pawn of the kind from that player. Whole rows of
 * spaces are looked at together: this is the longest list of the game. */
void tadmor__open_places(const struct tad_edition *ed, const struct tad_state *s, int seat,
                         uint64_t out[TAD_KINDS])
{
    static const uint8_t private_tile[TAD_PRIVATE] = {TAD_I21, TAD_I22, TAD_I37, TAD_I47, TAD_I48};
    const struct tad_board *b = tadmor__board(ed, s);
    const uint64_t open =
        sr_match(s->board, TAD_SPACES, 0xFF, SR_NONE) & ~tadmor__doing(b, TAD_NO_ACTION);
    uint64_t either = open & sr_match(b->shape, TAD_SPACES, 0xFF, TAD_FOR_EITHER);
    for (int i = 0; i < TAD_PRIVATE; i++) {
        const bool fits = (s->post[i] == SR_NONE) & tadmor__owns(s, seat, private_tile[i]);
        either |= (uint64_t)fits << (TAD_SPACES + i);
    }
    for (int kind = 0; kind < TAD_KINDS; kind++) {
        const uint64_t set = either | (open & sr_match(b->shape, TAD_SPACES, 0xFF, sr_u8(kind)));
        out[kind] = s->player[seat].reserve[kind] ? set : 0;
    }
}

/* Whether the player has at least so many different placements. */
bool tadmor__any_placement(const struct tad_edition *ed, const struct tad_state *s, int seat,
                           int wanted)
{
    uint64_t places[TAD_KINDS];
    tadmor__open_places(ed, s, seat, places);
    return sr_count(places[TAD_CAMEL]) + sr_count(places[TAD_BOAT]) >= wanted;
}

/* R4.6: who has nothing to place and no pawn to flip for is not asked again. */
static bool in_play(const struct tad_edition *ed, const struct tad_state *s, int seat)
{
    const struct tad_player *p = &s->player[seat];
    if (p->used & TAD_USED_OUT)
        return false;
    return p->reserve[TAD_CAMEL] || p->reserve[TAD_BOAT] ||
           tadmor__any_flip(ed, s, seat, TAD_PAWN_FAVOURS);
}

bool tadmor__place_step(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    for (int i = 0; i < s->head.seats; i++) {
        if (in_play(ed, s, s->active))
            return true;
        tadmor__end_placing(s);
    }
    tadmor__begin_bandits(ed, s, ev);
    return false;
}

/* R4.3, R4.5 */
void tadmor__place(struct tad_state *s, int kind, int place, struct sr_events *ev)
{
    tadmor__put(s, s->active, kind, place);
    sr_emit(ev, TAD_E_PLACE, s->active, kind, place, 0, 0);
    if (s->burst > 1)
        s->burst--;
    else
        tadmor__end_placing(s);
}

void tadmor__end_placing(struct tad_state *s)
{
    s->burst = 0;
    s->active = sr_u8(tadmor__next(s, s->active));
    s->head.turn++;
}
