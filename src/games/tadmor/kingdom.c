/* kingdom.c: the kingdom phase, the end of a round and the change of era (R9, R10). */
#include "games/tadmor/tadmor.h"

/* ---- the kingdom phase --------------------------------------------------------------- */

/* R9.1 */
static void tower_prestige(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    static const uint8_t tiles[4] = {TAD_I16, TAD_I17, TAD_I35, TAD_I36};
    int highest = 0, ties = 0;
    for (int p = 1; p < s->head.seats; p++)
        if (s->player[p].tower > s->player[highest].tower)
            highest = p;
    for (int p = 0; p < s->head.seats; p++)
        ties += s->player[p].tower == s->player[highest].tower;
    if (ties > 1)
        return;
    int n = 0;
    for (int i = 0; i < 4; i++)
        n += tadmor__owns(s, highest, tiles[i]) ? ed->tallest_pp[i] : 0;
    tadmor__points(s, highest, n, TAD_BY_TALLEST, ev);
}

/* R9.2 */
void tadmor__supply_points(struct tad_state *s, int seat, struct sr_events *ev)
{
    int lowest = s->player[seat].tower;
    for (int p = 0; p < s->head.seats; p++)
        lowest = sr_min(lowest, s->player[p].tower);
    tadmor__points(s, seat, s->player[seat].tower - lowest, TAD_BY_SUPPLY, ev);
}

/* No height changes any more and points are never unwelcome: Supply pawns act at once. */
static void open_kingdom(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    int at;
    while ((at = tadmor__find(ed, s, s->active, TAD_SUPPLY)) >= 0) {
        tadmor__home(s, at);
        tadmor__supply_points(s, s->active, ev);
    }
}

void tadmor__begin_kingdom(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    s->phase = TAD_AT_KINGDOM;
    s->active = s->lead;
    s->head.turn++;
    sr_emit(ev, TAD_E_PHASE, SR_NOBODY, TAD_AT_KINGDOM, 0, 0, 0);
    tower_prestige(ed, s, ev);
    open_kingdom(ed, s, ev);
}

/* R9.3: by a pawn on the space, else by the one on I48. */
void tadmor__first_player(const struct tad_edition *ed, struct tad_state *s, int good,
                          struct sr_events *ev)
{
    const int at = tadmor__find(ed, s, s->active, TAD_FIRST);
    tadmor__home(s, at >= 0 ? at : TAD_ON_I48);
    s->first = s->active;
    sr_emit(ev, TAD_E_MARKER, s->active, 0, 0, 0, 0);
    tadmor__store(&s->player[s->active], good, 1);
    sr_emit(ev, TAD_E_GAIN, s->active, good, 1, 0, 0);
}

/* R9.4: has the tax still to be settled? */
bool tadmor__liable(const struct tad_edition *ed, const struct tad_state *s, int seat)
{
    return ed->tax[s->era - 1] > 0 && !(s->player[seat].used & (TAD_USED_TAX | TAD_USED_EXEMPT)) &&
           !tadmor__owns(s, seat, TAD_I46) && tadmor__find(ed, s, seat, TAD_TAX) < 0;
}

void tadmor__pay_tax(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    uint8_t cost[TAD_GOODS] = {0, 0, 0, 0};
    cost[TAD_GOLD] = ed->tax[s->era - 1];
    tadmor__pay(s, s->active, cost, ev);
    s->player[s->active].used |= TAD_USED_TAX;
}

void tadmor__refuse_tax(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    tadmor__points(s, s->active, -ed->tax_penalty[s->era - 1], TAD_BY_TAX, ev);
    s->player[s->active].used |= TAD_USED_TAX;
}

/* ---- end of the round ---------------------------------------------------------------- */

/* R10.1 */
static void begin_drop(struct tad_state *s)
{
    for (int p = 0; p < s->head.seats; p++)
        for (int g = 0; g < TAD_GOODS; g++) {
            struct tad_player *who = &s->player[p];
            sr_add_u8(&who->goods[g], who->exchanged[g]);
            who->exchanged[g] = 0;
        }
    s->phase = TAD_AT_DROP;
    s->active = s->lead;
    s->head.turn++;
}

/* R9.6: whatever is left comes home. */
void tadmor__end_kingdom(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    const struct tad_board *b = tadmor__board(ed, s);
    for (uint64_t own = tadmor__spaces_of(s, s->active); own; own &= own - 1) {
        const int i = sr_lowest(own);
        if (TAD_BIT(b->action[i]) &
            (TAD_BIT(TAD_MARKET) | TAD_BIT(TAD_MARKET_UP) | TAD_BIT(TAD_TAX)))
            tadmor__home(s, i);
        else
            tadmor__home_idle(s, i, ev);
    }
    for (int i = 0; i < TAD_PRIVATE; i++) {
        if (s->post[i] >> 1 != s->active)
            continue;
        if (i == TAD_AT_I48)
            tadmor__home_idle(s, TAD_SPACES + i, ev);
        else
            tadmor__home(s, TAD_SPACES + i);
    }
    if (tadmor__next_in_order(s))
        open_kingdom(ed, s, ev);
    else
        begin_drop(s);
}

/* R10.3 */
static void new_era(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    s->era++;
    sr_emit(ev, TAD_E_ERA, SR_NOBODY, s->era, 0, 0, 0);
    for (int k = 0; k < s->head.seats; k++) {
        const int seat = tadmor__nth(s, k);
        tadmor__points(s, seat, ed->floor_pp * s->player[seat].tower, TAD_BY_ERA, ev);
    }
    tadmor__lay_out(ed, s, ev);
}

static void end_round(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    for (int p = 0; p < s->head.seats; p++)
        s->player[p].used = s->player[p].stood = 0;
    if (s->round == tadmor__last_round(ed)) {
        s->phase = TAD_AT_END;
        s->active = s->lead;
        s->head.over = 1;
        tadmor__final_events(ed, s, ev);
        return;
    }
    s->round++;
    if ((s->round - 1) / ed->era_rounds + 1 > s->era)
        new_era(ed, s, ev);
    tadmor__begin_round(s, ev);
}

/* R10.2 */
bool tadmor__drop_step(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    const int excess = tadmor__total(&s->player[s->active]) - tadmor__limit(ed, s, s->active);
    if (excess > 0) {
        tadmor__ask(s, TAD_ASK_DROP, excess);
        return true;
    }
    if (!tadmor__next_in_order(s))
        end_round(ed, s, ev);
    return false;
}
