/* setup.c: the table before the first round, bonus goods and starting improvements, and laying out
 * the improvements of an era (R3, R10.3). */
#include "games/tadmor/tadmor.h"

static void set_up_player(const struct tad_edition *ed, struct tad_player *p)
{
    memcpy(p->goods, ed->start_goods, sizeof p->goods);
    memcpy(p->owned, ed->start_pawns, sizeof p->owned);
    memcpy(p->reserve, ed->start_pawns, sizeof p->reserve);
    p->pp = ed->start_pp;
}

/* R3.2: the next bonus good to choose, from place k of the turn order on. */
static void ask_bonus(const struct tad_edition *ed, struct tad_state *s, int k)
{
    for (; k < s->head.seats; k++) {
        s->active = sr_u8(tadmor__nth(s, k));
        s->head.turn++;
        if (ed->bonus_base[k] || ed->bonus_superior[k]) {
            const bool base = ed->bonus_base[k] > 0;
            tadmor__ask(s, base ? TAD_ASK_BASE : TAD_ASK_SUPERIOR,
                        base ? ed->bonus_base[k] : ed->bonus_superior[k]);
            return;
        }
    }
    s->phase = TAD_AT_START;
    s->active = sr_u8(tadmor__nth(s, s->head.seats - 1));
    s->head.turn++;
}

void tadmor__take_bonus(const struct tad_edition *ed, struct tad_state *s, int good,
                        struct sr_events *ev)
{
    const int k = (s->active - s->lead + s->head.seats) % s->head.seats;
    const bool base = s->ask.kind == TAD_ASK_BASE;
    tadmor__store(&s->player[s->active], good, 1);
    sr_emit(ev, TAD_E_BONUS, s->active, good, 0, 0, 0);
    sr_add_u8(&s->ask.left, -1);
    if (s->ask.left > 0)
        return;
    tadmor__ask(s, TAD_ASK_NOTHING, 0);
    if (base && ed->bonus_superior[k])
        tadmor__ask(s, TAD_ASK_SUPERIOR, ed->bonus_superior[k]);
    else
        ask_bonus(ed, s, k + 1);
}

/* R3.3, R3.6 */
bool tadmor__can_start_with(const struct tad_edition *ed, const struct tad_state *s, int tile)
{
    const bool experienced = s->head.option[TAD_OPTION_SETUP] != 0;
    return s->tile[tile] == TAD_BOX && ed->tile_era[tile] == 1 &&
           (experienced || tile < TAD_START_TILES);
}

/* R3.4, R10.3: tiles of the era take the places of those not sold. With the standard set-up the
 * starting tiles nobody took do not come back. */
void tadmor__lay_out(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    const int from = s->head.option[TAD_OPTION_SETUP] ? 0 : TAD_START_TILES;
    uint8_t stack[TAD_TILES];
    int n = 0;
    for (int t = 0; t < TAD_TILES; t++) {
        if (s->tile[t] == TAD_DISPLAY)
            s->tile[t] = TAD_BOX;
        if (t >= from && s->tile[t] == TAD_BOX && ed->tile_era[t] == s->era)
            stack[n++] = (uint8_t)t;
    }
    for (int places = ed->display[s->head.seats - 2]; places > 0 && n > 0; places--, n--) {
        const int i = (int)sr_rng_below(&s->head.rng, (uint32_t)n);
        const int tile = stack[i];
        stack[i] = stack[n - 1];
        s->tile[tile] = TAD_DISPLAY;
        sr_emit(ev, TAD_E_OFFER, SR_NOBODY, tile, 0, 0, 0);
    }
}

/* R3.4, R3.5: when all have a tile, the display and the missions. */
static void deal(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    tadmor__lay_out(ed, s, ev);
    for (int k = 0; k < s->head.seats; k++)
        for (int i = 0; i < ed->start_missions; i++)
            tadmor__draw(s, tadmor__nth(s, k), ev);
    tadmor__begin_round(s, ev);
}

void tadmor__take_start(const struct tad_edition *ed, struct tad_state *s, int tile,
                        struct sr_events *ev)
{
    s->tile[tile] = s->active;
    sr_emit(ev, TAD_E_START, s->active, tile, 0, 0, 0);
    if (s->active == s->lead) {
        deal(ed, s, ev);
        return;
    }
    s->active = sr_u8((s->active + s->head.seats - 1) % s->head.seats);
    s->head.turn++;
}

/* R3.1 */
void tadmor__setup(const void *edition, void *state)
{
    const struct tad_edition *ed = (const struct tad_edition *)edition;
    struct tad_state *s = (struct tad_state *)state;
    s->round = 1;
    s->era = 1;
    s->holder = s->held = s->revealed = s->attacked = SR_NONE;
    memset(s->board, SR_NONE, sizeof s->board);
    memset(s->post, SR_NONE, sizeof s->post);
    for (int t = 0; t < TAD_TILES; t++)
        s->tile[t] = s->head.seats == 2 && !ed->tile_two[t] ? TAD_REMOVED : TAD_BOX;
    for (int p = 0; p < s->head.seats; p++)
        set_up_player(ed, &s->player[p]);
    memset(s->rare_left, ed->rare_copies[s->head.seats - 2], sizeof s->rare_left);
    for (int pile = 0; pile < TAD_PILES; pile++)
        tadmor__turn_up(s, pile, NULL);
    s->first = s->lead = (uint8_t)sr_rng_below(&s->head.rng, s->head.seats);
    tadmor__ask(s, TAD_ASK_NOTHING, 0);
    s->phase = TAD_AT_BONUS;
    ask_bonus(ed, s, 0);
    tadmor__advance(ed, s, NULL);
}

int tadmor__opener(const void *state) { return ((const struct tad_state *)state)->first; }
