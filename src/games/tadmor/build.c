/* build.c: the construction phase as a whole, and the tower: floors, series, traitor (R8.1 to
 * R8.4). */
#include "games/tadmor/tadmor.h"

/* ---- the turn (R8.1) ----------------------------------------------------------------- */

/* No improvement window is left, so waiting brings nothing more (R6.5). */
void tadmor__begin_build(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    const struct tad_board *b = tadmor__board(ed, s);
    s->phase = TAD_AT_BUILD;
    s->active = s->lead;
    s->head.turn++;
    sr_emit(ev, TAD_E_PHASE, SR_NOBODY, TAD_AT_BUILD, 0, 0, 0);
    for (uint64_t taken = tadmor__taken(s); taken; taken &= taken - 1) {
        const int i = sr_lowest(taken);
        if (TAD_BIT(b->action[i]) & TAD_COLLECT_ACTS)
            tadmor__collect(ed, s, i, ev);
    }
}

static bool any_victim(const struct tad_edition *ed, const struct tad_state *s, int seat)
{
    for (int p = 0; p < s->head.seats; p++)
        if (tadmor__can_betray(ed, s, seat, p))
            return true;
    return false;
}

/* Whether a pawn or a favour of the seat could still do something in this phase (R6.3). */
static bool build_work(const struct tad_edition *ed, const struct tad_state *s, int seat)
{
    const uint32_t acts = tadmor__acts(ed, s, seat);
    if ((acts & (TAD_BIT(TAD_FLOORS) | TAD_BIT(TAD_SERIES))) || s->post[TAD_AT_I47] >> 1 == seat)
        return true;
    if ((acts & TAD_BIT(TAD_MISSION)) && (s->player[seat].cards > 0 || tadmor__can_draw(s)))
        return true;
    if (((acts & (TAD_BIT(TAD_TEMPLE_CARD) | TAD_BIT(TAD_TEMPLE))) ||
         s->post[TAD_AT_I37] >> 1 == seat) &&
        tadmor__any_section(ed, s, seat))
        return true;
    for (int pile = 0; pile < TAD_PILES; pile++)
        if ((acts & TAD_BIT(TAD_RARE_GREY + pile)) && s->top[pile] != SR_NONE)
            return true;
    if ((acts & TAD_BIT(TAD_TRAITOR)) && any_victim(ed, s, seat))
        return true;
    return tadmor__any_flip(ed, s, seat, TAD_BUILD_FAVOURS);
}

bool tadmor__build_step(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    if (build_work(ed, s, s->active))
        return true;
    tadmor__end_build(ed, s, ev);
    return false;
}

/* What was not used comes home. */
void tadmor__end_build(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    const struct tad_board *b = tadmor__board(ed, s);
    for (uint64_t own = tadmor__spaces_of(s, s->active); own; own &= own - 1) {
        const int i = sr_lowest(own);
        if (TAD_BIT(b->action[i]) & TAD_BUILD_ACTS)
            tadmor__home_idle(s, i, ev);
    }
    for (int i = TAD_AT_I37; i <= TAD_AT_I47; i++)
        if (s->post[i] >> 1 == s->active)
            tadmor__home_idle(s, TAD_SPACES + i, ev);
    if (!tadmor__next_in_order(s))
        tadmor__begin_kingdom(ed, s, ev);
}

void tadmor__use_pawn(const struct tad_edition *ed, struct tad_state *s, int action)
{
    const int space = tadmor__find(ed, s, s->active, action);
    tadmor__home(s, space >= 0 ? space : TAD_ON_I47);
}

/* ---- the tower ----------------------------------------------------------------------- */

/* I14, I15: a floor whose number is a multiple of five builds itself (R8.2). */
static int with_free_floor(const struct tad_edition *ed, const struct tad_state *s, int seat,
                           int height)
{
    const bool free_floor = tadmor__owns(s, seat, TAD_I14) || tadmor__owns(s, seat, TAD_I15);
    return height + (free_floor && height % ed->card_floors == ed->card_floors - 1);
}

static void set_height(const struct tad_edition *ed, struct tad_state *s, int seat, int height,
                       struct sr_events *ev)
{
    struct tad_player *p = &s->player[seat];
    const int before = p->tower;
    p->tower = sr_u8(sr_min(height, TAD_TOWER_MAX));
    if (p->tower > before)
        sr_emit(ev, TAD_E_FLOORS, seat, p->tower - before, p->tower, 0, 0);
    tadmor__caravans(ed, s, seat, ev);
}

void tadmor__free_floor(const struct tad_edition *ed, struct tad_state *s, int seat,
                        struct sr_events *ev)
{
    set_height(ed, s, seat, with_free_floor(ed, s, seat, s->player[seat].tower), ev);
}

/* n floors, the free ones not counted. */
void tadmor__raise(const struct tad_edition *ed, struct tad_state *s, int seat, int n,
                   struct sr_events *ev)
{
    int height = s->player[seat].tower;
    for (; n > 0; n--)
        height = with_free_floor(ed, s, seat, height + 1);
    set_height(ed, s, seat, height, ev);
}

/* R8.4: the whole loss first, then once the free floor. */
void tadmor__fall(const struct tad_edition *ed, struct tad_state *s, int victim, int n,
                  struct sr_events *ev)
{
    struct tad_player *p = &s->player[victim];
    const int lost = sr_min(n, p->tower);
    sr_add_u8(&p->tower, -lost);
    sr_emit(ev, TAD_E_FALL, victim, lost, p->tower, 0, 0);
    tadmor__free_floor(ed, s, victim, ev);
}

/* Cost of the card in force at a height; I18 takes the wood off. */
static void tower_cost(const struct tad_edition *ed, const struct tad_state *s, int seat,
                       const uint8_t table[4][TAD_GOODS], int height, uint8_t cost[TAD_GOODS])
{
    memcpy(cost, table[sr_min(height / ed->card_floors, 3)], TAD_GOODS);
    if (tadmor__owns(s, seat, TAD_I18))
        cost[TAD_WOOD] = 0;
}

/* Floors built one by one, as many as wanted, or fewer where they are too much for the player
 * (R8.2); `sum`: what they cost. */
static int floors_paid(const struct tad_edition *ed, const struct tad_state *s, int seat,
                       int wanted, uint8_t sum[TAD_GOODS])
{
    const struct tad_player *p = &s->player[seat];
    int height = p->tower, n = 0;
    memset(sum, 0, TAD_GOODS);
    for (; n < wanted && height < TAD_TOWER_MAX; n++) {
        uint8_t cost[TAD_GOODS];
        tower_cost(ed, s, seat, ed->floors_cost, height, cost);
        for (int g = 0; g < TAD_GOODS; g++)
            if (sum[g] + cost[g] > tadmor__have(p, g))
                return n;
        for (int g = 0; g < TAD_GOODS; g++)
            sum[g] = sr_u8(sum[g] + cost[g]);
        height = with_free_floor(ed, s, seat, height + 1);
    }
    return n;
}

int tadmor__max_floors(const struct tad_edition *ed, const struct tad_state *s, int seat)
{
    uint8_t sum[TAD_GOODS];
    return floors_paid(ed, s, seat, TAD_FLOORS_MAX, sum);
}

void tadmor__floors(const struct tad_edition *ed, struct tad_state *s, int n, struct sr_events *ev)
{
    uint8_t sum[TAD_GOODS];
    (void)floors_paid(ed, s, s->active, n, sum);
    tadmor__use_pawn(ed, s, TAD_FLOORS);
    tadmor__pay(s, s->active, sum, ev);
    tadmor__raise(ed, s, s->active, n, ev);
}

/* R8.3 */
bool tadmor__can_series(const struct tad_edition *ed, const struct tad_state *s, int seat)
{
    const struct tad_player *p = &s->player[seat];
    uint8_t cost[TAD_GOODS];
    tower_cost(ed, s, seat, ed->series_cost, p->tower, cost);
    return p->tower < TAD_TOWER_MAX && tadmor__missing(p, cost) == 0;
}

void tadmor__series(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    uint8_t cost[TAD_GOODS];
    tower_cost(ed, s, s->active, ed->series_cost, s->player[s->active].tower, cost);
    tadmor__use_pawn(ed, s, TAD_SERIES);
    tadmor__pay(s, s->active, cost, ev);
    tadmor__raise(ed, s, s->active, ed->series_floors, ev);
}

/* R8.4 */
bool tadmor__can_betray(const struct tad_edition *ed, const struct tad_state *s, int seat,
                        int victim)
{
    const int height = s->player[victim].tower;
    return victim != seat && ed->traitor[s->era - 1] > 0 && height > 0 &&
           height >= s->player[seat].tower;
}

void tadmor__traitor(const struct tad_edition *ed, struct tad_state *s, int victim,
                     struct sr_events *ev)
{
    tadmor__use_pawn(ed, s, TAD_TRAITOR);
    tadmor__fall(ed, s, victim, ed->traitor[s->era - 1], ev);
}
