/* placement.c: the placement step: one pawn after the other, round robin (R4). */
#include "games/tadmor/tadmor.h"

/* R4.1 */
void tad__begin_round(struct tad_state *s, struct sr_events *ev)
{
    s->lead = s->active = s->first;
    s->phase = TAD_AT_PLACE;
    s->head.turn++;
    for (int p = 0; p < s->head.seats; p++)
        s->player[p].used = s->player[p].stood = 0;
    sr_emit(ev, TAD_E_ROUND, s->first, s->round, s->era, 0, 0);
}

/* R4.3: the place is empty and takes that kind of pawn from that player. */
static bool fits(const struct tad_board *b, const struct tad_state *s, int seat, int kind,
                 int place)
{
    static const uint8_t private_tile[TAD_PRIVATE] = {TAD_I21, TAD_I22, TAD_I37, TAD_I47, TAD_I48};
    if (tad__pawn_at(s, place) != SR_NONE)
        return false;
    if (place >= TAD_SPACES)
        return tad__owns(s, seat, private_tile[place - TAD_SPACES]);
    return b->action[place] != TAD_NO_ACTION &&
           (b->shape[place] == kind || b->shape[place] == TAD_FOR_EITHER);
}

bool tad__can_place(const struct tad_edition *ed, const struct tad_state *s, int seat, int kind,
                    int place)
{
    return s->player[seat].reserve[kind] > 0 && fits(tad__board(ed, s), s, seat, kind, place);
}

/* All places for a pawn of that kind. The loop is the hottest of the game: it does not branch. */
int tad__list_places(const struct tad_edition *ed, const struct tad_state *s, int seat, int kind,
                     uint8_t out[TAD_PLACES])
{
    const struct tad_board *b = tad__board(ed, s);
    int n = 0;
    if (s->player[seat].reserve[kind] == 0)
        return 0;
    for (int i = 0; i < TAD_SPACES; i++) {
        out[n] = (uint8_t)i;
        n += (s->board[i] == SR_NONE) & (b->action[i] != TAD_NO_ACTION) &
             ((b->shape[i] == kind) | (b->shape[i] == TAD_FOR_EITHER));
    }
    for (int i = TAD_SPACES; i < TAD_PLACES; i++)
        if (fits(b, s, seat, kind, i))
            out[n++] = (uint8_t)i;
    return n;
}

/* Whether the player has at least so many different placements. */
bool tad__any_placement(const struct tad_edition *ed, const struct tad_state *s, int seat,
                        int wanted)
{
    const struct tad_board *b = tad__board(ed, s);
    for (int kind = 0; kind < TAD_KINDS; kind++) {
        if (s->player[seat].reserve[kind] == 0)
            continue;
        for (int place = 0; place < TAD_PLACES; place++)
            if (fits(b, s, seat, kind, place) && --wanted == 0)
                return true;
    }
    return false;
}

/* R4.6: who has nothing to place and no pawn to flip for is not asked again. */
static bool in_play(const struct tad_edition *ed, const struct tad_state *s, int seat)
{
    const struct tad_player *p = &s->player[seat];
    if (p->used & TAD_USED_OUT)
        return false;
    return p->reserve[TAD_CAMEL] || p->reserve[TAD_BOAT] ||
           tad__any_flip(ed, s, seat, TAD_PAWN_FAVOURS);
}

bool tad__place_step(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    for (int i = 0; i < s->head.seats; i++) {
        if (in_play(ed, s, s->active))
            return true;
        tad__end_placing(s);
    }
    tad__begin_bandits(ed, s, ev);
    return false;
}

/* R4.3, R4.5 */
void tad__place(struct tad_state *s, int kind, int place, struct sr_events *ev)
{
    tad__put(s, s->active, kind, place);
    sr_emit(ev, TAD_E_PLACE, s->active, kind, place, 0, 0);
    if (s->burst > 1)
        s->burst--;
    else
        tad__end_placing(s);
}

void tad__end_placing(struct tad_state *s)
{
    s->burst = 0;
    s->active = sr_u8(tad__next(s, s->active));
    s->head.turn++;
}
