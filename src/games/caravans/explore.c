/* explore.c: drawing tiles, choosing one, its footprint and its rotation (R6). */
#include "games/caravans/caravans.h"

/* R6.1. A footprint that fits shows that the caravan stands on a border of the map. */
bool caravans__can_explore(const struct caravans_edition *ed, const struct caravans *s,
                           uint64_t window, int under)
{
    const struct caravans_spots spots = caravans__spots(window);
    if ((spots.d | spots.u) == 0)
        return false;
    if (caravans__units(&s->players[s->active]) + ed->explore_pay > UNITS_LIMIT)
        return false; /* R17.1 */
    return under >= 0 && s->stacks[caravans__region_of(under)].size > 0;
}

/* R6.2: in the open; known are those that had been put under the stack before. */
void caravans__explore(const struct caravans_edition *ed, struct caravans *s, struct sr_events *ev)
{
    const struct caravans_player *p = &s->players[s->active];
    const int region = caravans__region_at(s, p->q, p->r);
    struct caravans_stack *stack = &s->stacks[region];
    s->productive = 1;
    s->drawn_count = (uint8_t)sr_min(ed->tiles_drawn, stack->size);
    sr_emit(ev, E_EXPLORE, s->active, region, 0, 0, 0);
    const int unknown = stack->size - stack->known;
    sr_rng_reveal(&s->head.rng, stack->tiles, unknown, s->drawn_count);
    for (int i = 0; i < s->drawn_count; i++) {
        const int tile = stack->tiles[i];
        s->drawn[i] = (uint8_t)tile;
        sr_emit(ev, i < unknown ? E_DRAW : E_DRAW_KNOWN, s->active, tile,
                caravans__print(ed, tile, 0), caravans__print(ed, tile, 1),
                caravans__print(ed, tile, 2));
    }
    stack->size = (uint8_t)(stack->size - s->drawn_count);
    stack->known = (uint8_t)sr_min(stack->known, stack->size);
    memmove(stack->tiles, stack->tiles + s->drawn_count, stack->size);
    memset(stack->tiles + stack->size, 0, s->drawn_count);
    caravans__enter(s, ASK_TILE);
}

/* ---- answers --------------------------------------------------------------------------------- */

static sr_move tile_move(const struct caravans_edition *ed, int tile)
{
    return (sr_move)V_TILE | (sr_move)tile << 8 | (sr_move)caravans__print(ed, tile, 0) << 15 |
           (sr_move)caravans__print(ed, tile, 1) << 19 |
           (sr_move)caravans__print(ed, tile, 2) << 23;
}

/* With rotation k printed hex j lies on cell (j + k) mod 3, R2.5: cell c shows hex c - k. */
static sr_move turn_move(const struct caravans_edition *ed, int tile, int turn)
{
    sr_move m = (sr_move)V_TURN | (sr_move)turn << 8;
    for (int c = 0; c < 3; c++)
        m |= (sr_move)caravans__print(ed, tile, (c + TURNS - turn) % TURNS) << (10 + 4 * c);
    return m;
}

static sr_move spot_move(int shape, int q, int r)
{
    const unsigned mask = (1u << COORD_BITS) - 1;
    return (sr_move)V_SPOT | ((unsigned)q & mask) << Q_SHIFT | ((unsigned)r & mask) << R_SHIFT |
           (sr_move)shape << SHAPE_SHIFT;
}

/* R6.4: by row, then from west to east, D before U; that is the order of the bits. */
static int list_spots(const struct caravans *s, sr_move *out)
{
    const struct caravans_player *p = &s->players[s->active];
    const struct caravans_spots spots = caravans__spots(caravans__window(s, p->q, p->r));
    int n = 0;
    int bit = 0;
    for (uint64_t left = spots.d | spots.u; left; left >>= 1, bit++) {
        if (!(left & 1))
            continue;
        const int q = p->q + bit % 8 - 3, r = p->r + bit / 8 - 3;
        if (spots.d >> bit & 1)
            out[n++] = spot_move(SHAPE_D, q, r);
        if (spots.u >> bit & 1)
            out[n++] = spot_move(SHAPE_U, q, r);
    }
    return n;
}

static bool allows_spot(const struct caravans *s, sr_move m)
{
    const struct caravans_player *p = &s->players[s->active];
    const int q = caravans__signed(m, Q_SHIFT), r = caravans__signed(m, R_SHIFT);
    const int shape = sr_move_bits(m, SHAPE_SHIFT, 1);
    const int dq = q - p->q + 3, dr = r - p->r + 3;
    if (m != spot_move(shape, q, r) || dq < 0 || dq > 7 || dr < 0 || dr > 7)
        return false;
    const struct caravans_spots spots = caravans__spots(caravans__window(s, p->q, p->r));
    return (shape == SHAPE_D ? spots.d : spots.u) >> (dr * 8 + dq) & 1;
}

int caravans__list_explore(const struct caravans_edition *ed, const struct caravans *s,
                           sr_move *out)
{
    if (s->phase == ASK_TILE) {
        for (int i = 0; i < s->drawn_count; i++)
            out[i] = tile_move(ed, s->drawn[i]);
        return s->drawn_count;
    }
    if (s->phase == ASK_SPOT)
        return list_spots(s, out);
    for (int k = 0; k < TURNS; k++)
        out[k] = turn_move(ed, s->taken, k);
    return TURNS;
}

bool caravans__allows_explore(const struct caravans_edition *ed, const struct caravans *s,
                              sr_move m)
{
    if (s->phase == ASK_SPOT)
        return sr_move_verb(m) == V_SPOT && allows_spot(s, m);
    if (s->phase == ASK_TURN) {
        const int turn = sr_move_bits(m, 8, 2);
        return turn < TURNS && m == turn_move(ed, s->taken, turn);
    }
    for (int i = 0; i < s->drawn_count; i++)
        if (m == tile_move(ed, s->drawn[i]))
            return true;
    return false;
}

/* ---- playing --------------------------------------------------------------------------------- */

/* R6.5 to R6.7: the tile is laid and paid for, the others go under their stack, seen by all. */
static void lay_tile(const struct caravans_edition *ed, struct caravans *s, int turn,
                     struct sr_events *ev)
{
    const int tile = s->taken;
    const int lay = s->spot_shape * TURNS + turn;
    sr_emit(ev, E_LAY, s->active, tile, lay, s->spot_q, s->spot_r);
    caravans__lay(ed, s, tile, lay, s->spot_q, s->spot_r, ev);
    if (ed->explore_pay > 0) {
        struct caravans_player *p = &s->players[s->active];
        p->units[ECU] = sr_u16(p->units[ECU] + ed->explore_pay);
        sr_emit(ev, E_PAY, s->active, ed->explore_pay, 0, 0, 0);
    }
    struct caravans_stack *stack = &s->stacks[caravans__region_of(tile)];
    for (int i = 0; i < s->drawn_count; i++) {
        if (s->drawn[i] == tile)
            continue;
        stack->tiles[stack->size++] = s->drawn[i];
        stack->known++;
        sr_emit(ev, E_REJECT, s->active, s->drawn[i], 0, 0, 0);
    }
    memset(s->drawn, 0, sizeof s->drawn);
    s->drawn_count = 0;
    s->taken = SR_NONE;
    s->spot_q = s->spot_r = 0;
    s->spot_shape = 0;
    caravans__next_action(ed, s, ev);
}

void caravans__explore_step(const struct caravans_edition *ed, struct caravans *s, sr_move m,
                            struct sr_events *ev)
{
    switch (sr_move_verb(m)) {
    case V_TILE:
        s->taken = (uint8_t)sr_move_bits(m, 8, 7);
        caravans__enter(s, ASK_SPOT);
        break;
    case V_SPOT:
        s->spot_shape = (uint8_t)sr_move_bits(m, SHAPE_SHIFT, 1);
        s->spot_q = (int16_t)caravans__signed(m, Q_SHIFT);
        s->spot_r = (int16_t)caravans__signed(m, R_SHIFT);
        caravans__enter(s, ASK_TURN);
        break;
    default:
        lay_tile(ed, s, sr_move_bits(m, 8, 2), ev);
        break;
    }
}
