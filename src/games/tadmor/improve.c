/* improve.c: start of the resolution, then the improvements phase: the numbered slots and the late
 * window (R6.1, R7). */
#include "games/tadmor/tadmor.h"

/* ---- start of the resolution (R6.1, R6.5) -------------------------------------------- */

static void note_kingdom_pawns(const struct tad_edition *ed, struct tad_state *s, int seat)
{
    const uint32_t acts = tadmor__acts(ed, s, seat);
    s->player[seat].stood = (uint8_t)((acts & TAD_BIT(TAD_TAX) ? TAD_STOOD_TAX : 0) |
                                      (acts & TAD_BIT(TAD_SUPPLY) ? TAD_STOOD_SUPPLY : 0) |
                                      (acts & TAD_BIT(TAD_FIRST) ? TAD_STOOD_FIRST : 0));
}

/* Collects what waiting could not make more. */
static void collect_early(const struct tad_edition *ed, struct tad_state *s, int seat,
                          struct sr_events *ev)
{
    const struct tad_board *b = tadmor__board(ed, s);
    for (uint64_t own = tadmor__spaces_of(s, seat); own; own &= own - 1) {
        const int i = sr_lowest(own);
        if ((TAD_BIT(b->action[i]) & TAD_COLLECT_ACTS) && !tadmor__may_rise(ed, s, seat, i))
            tadmor__collect(ed, s, i, ev);
    }
}

void tadmor__begin_resolution(const struct tad_edition *ed, struct tad_state *s,
                              struct sr_events *ev)
{
    s->phase = TAD_AT_IMPROVE;
    sr_emit(ev, TAD_E_PHASE, SR_NOBODY, TAD_AT_IMPROVE, 0, 0, 0);
    for (int k = 0; k < s->head.seats; k++) {
        const int seat = tadmor__nth(s, k);
        note_kingdom_pawns(ed, s, seat);
        tadmor__caravans(ed, s, seat, ev);
        collect_early(ed, s, seat, ev);
    }
    s->head.turn++;
}

/* ---- tiles on display and in the pool ------------------------------------------------ */

bool tadmor__any_display(const struct tad_state *s)
{
    return sr_match(s->tile, TAD_TILES, 0xFF, TAD_DISPLAY) != 0;
}

/* R7.6: tiles of the first era, from era II on of the first two, that nobody took. */
bool tadmor__in_pool(const struct tad_edition *ed, const struct tad_state *s, int tile)
{
    return s->tile[tile] == TAD_BOX && ed->tile_era[tile] <= sr_min(s->era, TAD_ERAS - 1);
}

bool tadmor__any_pool(const struct tad_edition *ed, const struct tad_state *s)
{
    for (int t = 0; t < TAD_TILES; t++)
        if (tadmor__in_pool(ed, s, t))
            return true;
    return false;
}

/* An improvement works from the moment it is owned (R7.2). */
void tadmor__acquire(const struct tad_edition *ed, struct tad_state *s, int seat, int tile,
                     struct sr_events *ev)
{
    s->tile[tile] = sr_u8(seat);
    sr_emit(ev, TAD_E_ACQUIRE, seat, tile, 0, 0, 0);
    if (tile == TAD_I14 || tile == TAD_I15)
        tadmor__free_floor(ed, s, seat, ev);
}

/* ---- slots (R7.1, R7.2) -------------------------------------------------------------- */

int tadmor__current_slot(const struct tad_edition *ed, const struct tad_state *s)
{
    const struct tad_board *b = tadmor__board(ed, s);
    const uint64_t taken = tadmor__taken(s);
    for (int slot = TAD_IMPROVE_1; slot <= TAD_IMPROVE_4; slot++) {
        const uint64_t set = taken & tadmor__doing(b, slot);
        if (set)
            return sr_lowest(set);
    }
    return -1;
}

/* Goods that the player's pawns could still collect and his superior goods could then become. */
static int from_pawns(const struct tad_edition *ed, const struct tad_state *s, int seat)
{
    const struct tad_board *b = tadmor__board(ed, s);
    const struct tad_player *p = &s->player[seat];
    const bool market = p->done & TAD_BIT(TAD_K13);
    const unsigned licensed = tadmor__exchanges(ed, s, seat, tadmor__acts(ed, s, seat));
    int most[TAD_GOODS] = {0, 0, p->goods[TAD_MARBLE], p->goods[TAD_GOLD]};
    int n = 0;
    for (uint64_t own = tadmor__spaces_of(s, seat); own; own &= own - 1) {
        const int i = sr_lowest(own);
        if (!(TAD_BIT(b->action[i]) & TAD_COLLECT_ACTS) || b->action[i] == TAD_GIFT)
            continue;
        const int yield = tadmor__yield(ed, s, i);
        most[b->action[i] - TAD_GET_WOOD] += yield;
        n += yield;
    }
    for (int g = TAD_MARBLE; g < TAD_GOODS; g++)
        if (market || tadmor__doubles(licensed, g))
            n += most[g];
    return n;
}

/* Whether the player could ever bring together the price in this window (R6.3): with all he has,
 * what his pawns collect, cards, orders, favours, and two base goods for each superior one. */
static bool could_afford(const struct tad_edition *ed, const struct tad_state *s, int seat)
{
    const struct tad_player *p = &s->player[seat];
    const int price = ed->price[s->era - 1];
    int most = tadmor__total(p) + p->cards;
    if (most >= price)
        return true;
    if (tadmor__owns(s, seat, TAD_I6))
        most += !(p->used & TAD_USED_BASE) + !(p->used & TAD_USED_SUPERIOR);
    most += sr_count(p->done & TAD_GOODS_FAVOURS) * ed->favour_goods;
    return most + from_pawns(ed, s, seat) >= price;
}

static bool improve_work(const struct tad_edition *ed, const struct tad_state *s, int seat)
{
    return (tadmor__any_display(s) && could_afford(ed, s, seat)) ||
           tadmor__any_flip(ed, s, seat, TAD_BIT(TAD_K25) | TAD_BIT(TAD_K26));
}

bool tadmor__improve_step(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    const int slot = tadmor__current_slot(ed, s);
    if (slot < 0) {
        s->phase = TAD_AT_LATE;
        s->active = s->lead;
        s->head.turn++;
        return false;
    }
    s->active = sr_u8(s->board[slot] / TAD_KINDS);
    if (improve_work(ed, s, s->active))
        return true;
    tadmor__decline(ed, s, ev);
    return false;
}

void tadmor__buy(const struct tad_edition *ed, struct tad_state *s, int tile)
{
    tadmor__ask(s, TAD_ASK_PAY, ed->price[s->era - 1]);
    s->ask.tile = sr_u8(tile);
}

/* R7.3: the pawn that bought a private action moves onto it. */
void tadmor__bought(const struct tad_edition *ed, struct tad_state *s, int tile,
                    struct sr_events *ev)
{
    const int slot = tadmor__current_slot(ed, s);
    const int kind = s->board[slot] % TAD_KINDS;
    const int private_place = tadmor__private_index(tile);
    tadmor__home(s, slot);
    tadmor__acquire(ed, s, s->active, tile, ev);
    if (private_place >= 0) {
        tadmor__put(s, s->active, kind, TAD_SPACES + private_place);
        sr_emit(ev, TAD_E_PLACE, s->active, kind, TAD_SPACES + private_place, 0, 0);
    }
    s->head.turn++;
}

void tadmor__decline(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    tadmor__home_idle(s, tadmor__current_slot(ed, s), ev);
    s->head.turn++;
}

/* ---- late window (R7.4 to R7.6) ------------------------------------------------------ */

bool tadmor__late_step(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    if (tadmor__any_flip(ed, s, s->active, TAD_TILE_FAVOURS))
        return true;
    if (!tadmor__next_in_order(s))
        tadmor__begin_build(ed, s, ev);
    return false;
}

/* One tile of a favour. */
void tadmor__take(const struct tad_edition *ed, struct tad_state *s, int tile, struct sr_events *ev)
{
    sr_add_u8(&s->ask.left, -1);
    if (s->ask.left == 0)
        tadmor__ask(s, TAD_ASK_NOTHING, 0);
    tadmor__acquire(ed, s, s->active, tile, ev);
}
