/* play.c: set-up, the turn and the end of the template game. */
#include "games/blank/blank.h"

static int draw(struct blank_state *s, int seat)
{
    const int ware = s->deck[--s->deck_count];
    s->deck[s->deck_count] = 0;
    sr_add_u8(&s->player[seat].hand[ware], 1);
    sr_add_u8(&s->player[seat].hand_count, 1);
    return ware;
}

/* R1.1, R1.2 */
void blank__setup(const void *edition, void *state)
{
    const struct blank_edition *ed = (const struct blank_edition *)edition;
    struct blank_state *s = (struct blank_state *)state;
    for (int w = 0; w < BLANK_WARES; w++)
        for (int i = 0; i < ed->copies[w]; i++)
            s->deck[s->deck_count++] = (uint8_t)w;
    sr_rng_shuffle(&s->head.rng, s->deck, s->deck_count);
    for (int p = 0; p < s->head.seats; p++)
        for (int i = 0; i < ed->start_cards; i++)
            draw(s, p);
    s->round = 1;
    s->head.turn = 1;
}

int blank__actor(const void *state) { return ((const struct blank_state *)state)->active; }

int blank__decision(const void *state)
{
    (void)state;
    return 0;
}

/* R2.1: take a card, or sell one of a ware in hand. R2.2: with neither possible, take stands for
 * passing. */
int blank__legal(const void *edition, const void *state, sr_move *out)
{
    const struct blank_state *s = (const struct blank_state *)state;
    const struct blank_player *p = &s->player[s->active];
    (void)edition;
    int n = 0;
    if (s->deck_count > 0 || p->hand_count == 0)
        out[n++] = sr_move_make(BLANK_TAKE, 0, 0, 0);
    for (int w = 0; w < BLANK_WARES; w++)
        if (p->hand[w] > 0)
            out[n++] = sr_move_make(BLANK_SELL, w, 0, 0);
    return n;
}

static void take(struct blank_state *s, struct sr_events *ev)
{
    if (s->deck_count == 0)
        return; /* R2.2 */
    const int ware = draw(s, s->active);
    const unsigned seers = s->head.option[BLANK_OPEN_HANDS] ? 0xFFu : 1u << s->active;
    sr_emit_secret(ev, BLANK_TOOK, s->active, seers, 1u, ware, 0, 0, 0);
}

static void sell(const struct blank_edition *ed, struct blank_state *s, int ware,
                 struct sr_events *ev)
{
    struct blank_player *p = &s->player[s->active];
    sr_add_u8(&p->hand[ware], -1);
    sr_add_u8(&p->hand_count, -1);
    sr_add_u8(&p->points, ed->price[ware]);
    sr_add_u8(&s->sold[ware], 1);
    sr_emit(ev, BLANK_SOLD, s->active, ware, ed->price[ware], 0, 0);
}

/* R2.3, R3.1 */
static void next_turn(const struct blank_edition *ed, struct blank_state *s, struct sr_events *ev)
{
    s->active = (uint8_t)((s->active + 1) % s->head.seats);
    s->head.turn++;
    if (s->active != 0)
        return;
    if (s->round == ed->rounds) {
        s->head.over = 1;
        sr_emit(ev, BLANK_END, SR_NOBODY, 0, 0, 0, 0);
        return;
    }
    s->round++;
    sr_emit(ev, BLANK_ROUND, SR_NOBODY, s->round, 0, 0, 0);
}

void blank__apply(const void *edition, void *state, sr_move move, struct sr_events *ev)
{
    const struct blank_edition *ed = (const struct blank_edition *)edition;
    struct blank_state *s = (struct blank_state *)state;
    if (sr_move_verb(move) == BLANK_TAKE)
        take(s, ev);
    else
        sell(ed, s, sr_move_a(move), ev);
    next_turn(ed, s, ev);
}

/* R3.2: sold wares count; what is left in hand is worth nothing. */
void blank__scores(const void *edition, const void *state, struct sr_scores *out)
{
    const struct blank_state *s = (const struct blank_state *)state;
    (void)edition;
    for (int p = 0; p < out->lines; p++)
        out->part[p][0] = out->total[p] = s->player[p].points;
    sr_rank_by_total(out);
}
