/* pawns.c: where pawns stand, how they come home, and the actions a pawn does by itself: caravan,
 * shipyard, collecting and gifts (R6.4 to R6.6). */
#include "games/tadmor/tadmor.h"

/* Bit set of the actions the seat's pawns stand on. */
uint32_t tadmor__acts(const struct tad_edition *ed, const struct tad_state *s, int seat)
{
    const struct tad_board *b = tadmor__board(ed, s);
    uint32_t acts = 0;
    for (uint64_t own = tadmor__spaces_of(s, seat); own; own &= own - 1)
        acts |= TAD_BIT(b->action[sr_lowest(own)]);
    return acts;
}

/* The first space of that action with a pawn of the seat; -1: none. */
int tadmor__find(const struct tad_edition *ed, const struct tad_state *s, int seat, int action)
{
    const uint64_t set = tadmor__spaces_of(s, seat) & tadmor__doing(tadmor__board(ed, s), action);
    return set ? sr_lowest(set) : -1;
}

static uint8_t *spot(struct tad_state *s, int place)
{
    return place < TAD_SPACES ? &s->board[place] : &s->post[place - TAD_SPACES];
}

int tadmor__pawn_at(const struct tad_state *s, int place)
{
    return place < TAD_SPACES ? s->board[place] : s->post[place - TAD_SPACES];
}

void tadmor__put(struct tad_state *s, int seat, int kind, int place)
{
    *spot(s, place) = sr_u8(tadmor__pawn(seat, kind));
    sr_add_u8(&s->player[seat].reserve[kind], -1);
}

void tadmor__home(struct tad_state *s, int place)
{
    const int pawn = tadmor__pawn_at(s, place);
    sr_add_u8(&s->player[pawn / TAD_KINDS].reserve[pawn % TAD_KINDS], 1);
    *spot(s, place) = SR_NONE;
}

/* Back without having done anything, which a player wants to be told. */
void tadmor__home_idle(struct tad_state *s, int place, struct sr_events *ev)
{
    const int pawn = tadmor__pawn_at(s, place);
    sr_emit(ev, TAD_E_HOME, pawn / TAD_KINDS, pawn % TAD_KINDS, place, 0, 0);
    tadmor__home(s, place);
}

/* Which private tile it is; -1: it takes no pawn. */
int tadmor__private_index(int tile)
{
    switch (tile) {
    case TAD_I21:
        return TAD_AT_I21;
    case TAD_I22:
        return TAD_AT_I22;
    case TAD_I37:
        return TAD_AT_I37;
    case TAD_I47:
        return TAD_AT_I47;
    case TAD_I48:
        return TAD_AT_I48;
    default:
        return -1;
    }
}

/* ---- extra pawns (R6.4) -------------------------------------------------------------- */

bool tadmor__can_gain_pawn(const struct tad_edition *ed, const struct tad_state *s, int seat,
                           int kind)
{
    return s->player[seat].owned[kind] < ed->max_pawns[kind];
}

void tadmor__gain_pawn(struct tad_state *s, int seat, int kind, struct sr_events *ev)
{
    struct tad_player *p = &s->player[seat];
    sr_add_u8(&p->owned[kind], 1);
    sr_add_u8(&p->reserve[kind], 1);
    sr_emit(ev, TAD_E_PAWN, seat, kind, p->owned[kind], 0, 0);
}

/* Which extra pawn of the kind the next one is: the first (0), or the second and later (1). */
static int ordinal(const struct tad_edition *ed, const struct tad_player *p, int kind)
{
    return p->owned[kind] > ed->start_pawns[kind];
}

static bool earns_camel(const struct tad_edition *ed, const struct tad_player *p)
{
    const int nth = ordinal(ed, p, TAD_CAMEL);
    const int missions = sr_count(p->done | p->flipped);
    if (p->tower >= ed->camel_tower[nth] || missions >= ed->camel_missions[nth])
        return true;
    return nth == 1 && p->tower >= ed->camel_both_tower && missions >= ed->camel_both_missions;
}

static bool earns_boat(const struct tad_edition *ed, const struct tad_player *p)
{
    const int sets = ed->boat_sets[ordinal(ed, p, TAD_BOAT)];
    for (int pile = 0; pile < TAD_PILES; pile++) {
        const uint8_t *rare = &p->rare[pile * TAD_RARES_IN_PILE];
        if (rare[0] + rare[1] + rare[2] < sets)
            return false;
    }
    return true;
}

static void earn(const struct tad_edition *ed, struct tad_state *s, int seat, int kind, int action,
                 bool (*earns)(const struct tad_edition *, const struct tad_player *),
                 struct sr_events *ev)
{
    while (tadmor__can_gain_pawn(ed, s, seat, kind) && earns(ed, &s->player[seat])) {
        const int at = tadmor__find(ed, s, seat, action);
        if (at < 0)
            return;
        tadmor__home(s, at);
        tadmor__gain_pawn(s, seat, kind, ev);
    }
}

/* A caravan or shipyard pawn works by itself at the first moment its condition holds. Called at the
 * start of the resolution and whenever a height, a mission or a rare good of the seat changed. */
void tadmor__caravans(const struct tad_edition *ed, struct tad_state *s, int seat,
                      struct sr_events *ev)
{
    earn(ed, s, seat, TAD_CAMEL, TAD_CARAVAN, earns_camel, ev);
    earn(ed, s, seat, TAD_BOAT, TAD_SHIPYARD, earns_boat, ev);
}

/* ---- collecting and gifts (R6.5, R6.6) ----------------------------------------------- */

static const uint8_t boost_tiles[8] = {TAD_I10, TAD_I11, TAD_I12, TAD_I13,
                                       TAD_I29, TAD_I30, TAD_I31, TAD_I32};

/* The value of a space follows its shape; on an either-space that of the pawn. */
static bool boat_value(const struct tad_board *b, int space, int pawn)
{
    if (b->shape[space] == TAD_FOR_EITHER)
        return pawn % TAD_KINDS == TAD_BOAT;
    return b->shape[space] == TAD_FOR_BOAT;
}

/* Whether the seat could still get the tile this round (R7). */
static bool attainable(const struct tad_edition *ed, const struct tad_state *s, int seat, int tile)
{
    const uint32_t done = s->player[seat].done;
    if (s->tile[tile] == TAD_DISPLAY)
        return (tadmor__acts(ed, s, seat) & TAD_SLOT_ACTS) || (done & TAD_BIT(TAD_K15));
    return (done & (TAD_BIT(TAD_K25) | TAD_BIT(TAD_K26))) && tadmor__in_pool(ed, s, tile);
}

/* Whether an improvement the owner could still get this round would raise what the pawn brings. */
bool tadmor__may_rise(const struct tad_edition *ed, const struct tad_state *s, int seat, int space)
{
    const int action = tadmor__board(ed, s)->action[space];
    if (action == TAD_GIFT)
        return attainable(ed, s, seat, TAD_I44);
    if (s->board[space] % TAD_KINDS != TAD_BOAT)
        return false;
    for (int i = 0; i < 8; i++)
        if (ed->boost_good[i] == action - TAD_GET_WOOD && attainable(ed, s, seat, boost_tiles[i]))
            return true;
    return false;
}

static void collect_gift(const struct tad_edition *ed, struct tad_state *s, int seat, bool boat,
                         struct sr_events *ev)
{
    const int value = boat ? ed->gift_boat[s->era - 1] : ed->gift_camel[s->era - 1];
    const int factor = tadmor__owns(s, seat, TAD_I44) ? ed->gift_factor : 1;
    tadmor__points(s, seat, value * factor, TAD_BY_GIFT, ev);
}

/* How much of its good the pawn on a space brings. */
int tadmor__yield(const struct tad_edition *ed, const struct tad_state *s, int space)
{
    const struct tad_board *b = tadmor__board(ed, s);
    const int pawn = s->board[space];
    const bool boat = boat_value(b, space, pawn);
    const int good = b->action[space] - TAD_GET_WOOD;
    const int era = s->era - 1;
    int n = good < TAD_MARBLE ? (boat ? ed->boat_base[era] : ed->camel_base[era])
                              : (boat ? ed->boat_superior[era] : ed->camel_superior[era]);
    for (int i = 0; i < 8 && pawn % TAD_KINDS == TAD_BOAT; i++)
        if (ed->boost_good[i] == good && tadmor__owns(s, pawn / TAD_KINDS, boost_tiles[i]))
            n += ed->boost[i];
    return n;
}

void tadmor__collect(const struct tad_edition *ed, struct tad_state *s, int space,
                     struct sr_events *ev)
{
    const struct tad_board *b = tadmor__board(ed, s);
    const int pawn = s->board[space];
    const int seat = pawn / TAD_KINDS;
    if (b->action[space] == TAD_GIFT) {
        tadmor__home(s, space);
        collect_gift(ed, s, seat, boat_value(b, space, pawn), ev);
        return;
    }
    const int good = b->action[space] - TAD_GET_WOOD;
    const int n = tadmor__yield(ed, s, space);
    tadmor__home(s, space);
    tadmor__store(&s->player[seat], good, n);
    sr_emit(ev, TAD_E_COLLECT, seat, space, good, n, 0);
}
