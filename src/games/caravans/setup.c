/* setup.c: set-up and the first round, in which caravans are placed and goods picked (R3). */
#include "games/caravans/caravans.h"

/* Takes the top tile of a stack. */
static int draw(struct caravans_stack *stack)
{
    const int tile = stack->tiles[0];
    stack->size--;
    memmove(stack->tiles, stack->tiles + 1, stack->size);
    stack->tiles[stack->size] = 0;
    return tile;
}

/* R3.1 and R3.2: all chance of the game happens here. */
static void lay_starting_map(const struct caravans_edition *ed, struct caravans *s)
{
    s->central = ed->central[sr_rng_below(&s->head.rng, ed->central_count)];
    for (int g = 0; g < REGIONS; g++) {
        struct caravans_stack *stack = &s->stacks[g];
        stack->size = ed->regions[g].tile_count;
        for (int i = 0; i < stack->size; i++)
            stack->tiles[i] = (uint8_t)(g * REGION_TILES + i);
        sr_rng_shuffle(&s->head.rng, stack->tiles, stack->size);
    }
    for (int i = 0; i < SLOTS; i++) {
        const struct caravans_slot *slot = &ed->slots[i];
        int lay = slot->lay;
        if (s->head.option[OPT_TURNS] == TURNS_RANDOM)
            lay = lay / TURNS * TURNS + (int)sr_rng_below(&s->head.rng, TURNS);
        caravans__lay(ed, s, draw(&s->stacks[slot->region]), lay, slot->q, slot->r, NULL);
    }
}

/* R14.2: the neutral cities of the solo variant stand, stocked, before the caravan comes. */
static void found_neutral_cities(const struct caravans_edition *ed, struct caravans *s)
{
    for (int i = 0; i < ed->neutral_count; i++)
        caravans__found(ed, s, SR_NONE, ed->neutral[i].q, ed->neutral[i].r, NULL);
    (void)caravans__restock(ed, s, NULL);
    s->city = 0;
}

void caravans__setup(const void *edition, void *state)
{
    const struct caravans_edition *ed = (const struct caravans_edition *)edition;
    struct caravans *s = (struct caravans *)state;
    lay_starting_map(ed, s);
    if (s->head.seats == 1)
        found_neutral_cities(ed, s);
    for (int seat = 0; seat < s->head.seats; seat++) {
        s->players[seat].passage = SR_NONE;
        s->players[seat].cities = ed->cities_per_player;
    }
    s->taken = SR_NONE;
    s->partner = SR_NONE;
    s->ending = SR_NONE;
    s->head.turn = 1;
    caravans__enter(s, ASK_PLACE);
}

/* ---- placing --------------------------------------------------------------------------------- */

static bool stands_before(sr_move a, sr_move b)
{
    const int ar = caravans__signed(a, R_SHIFT), br = caravans__signed(b, R_SHIFT);
    return ar != br ? ar < br : caravans__signed(a, Q_SHIFT) < caravans__signed(b, Q_SHIFT);
}

static sr_move place_move(int q, int r)
{
    const unsigned mask = (1u << COORD_BITS) - 1;
    return (sr_move)V_PLACE | ((unsigned)q & mask) << Q_SHIFT | ((unsigned)r & mask) << R_SHIFT;
}

/* R3.3: every hex of the starting map, by row, then from west to east. */
int caravans__list_start(const struct caravans_edition *ed, const struct caravans *s, sr_move *out)
{
    (void)s;
    int n = 0;
    out[n++] = place_move(0, 0);
    for (int i = 0; i < SLOTS; i++) {
        const struct caravans_slot *slot = &ed->slots[i];
        for (int c = 0; c < 3; c++) {
            int q, r;
            caravans__cell(slot->lay / TURNS, slot->q, slot->r, c, &q, &r);
            const sr_move m = place_move(q, r);
            int at = n++;
            for (; at > 0 && stands_before(m, out[at - 1]); at--)
                out[at] = out[at - 1];
            out[at] = m;
        }
    }
    return n;
}

/* R3.4: the class due, after so many resources have been picked; -1 when all are. */
static int class_due(const struct caravans_edition *ed, const struct caravans *s)
{
    int left = caravans__units(&s->players[s->active]);
    for (int c = 0; c < CLASSES; c++) {
        left -= ed->seat_resources[s->active][c];
        if (left < 0)
            return c;
    }
    return -1;
}

/* The first round goes on with the next seat, or gives way to round 1. */
static void next_to_place(const struct caravans_edition *ed, struct caravans *s,
                          struct sr_events *ev)
{
    if (s->active + 1 < s->head.seats) {
        s->active++;
        s->head.turn++;
        caravans__enter(s, ASK_PLACE);
        return;
    }
    s->round = 1;
    sr_emit(ev, E_ROUND, -1, 1, 0, 0, 0);
    caravans__begin_turn(ed, s, 0, ev);
}

static void picks_done(const struct caravans_edition *ed, struct caravans *s, struct sr_events *ev)
{
    const int seat = s->active;
    int ecus = ed->start_ecus;
    if (s->head.option[OPT_PURSE])
        ecus += ed->late_purse[seat]; /* R15.2 */
    s->players[seat].units[ECU] = (uint16_t)ecus;
    if (ecus > 0)
        sr_emit(ev, E_PURSE, seat, ecus, 0, 0, 0);
    next_to_place(ed, s, ev);
}

void caravans__place(const struct caravans_edition *ed, struct caravans *s, int q, int r,
                     struct sr_events *ev)
{
    struct caravans_player *p = &s->players[s->active];
    p->q = (int16_t)q;
    p->r = (int16_t)r;
    p->placed = 1;
    uint8_t print[DIRS + 1];
    caravans__prints(ed, s, q, r, print);
    sr_emit(ev, E_PLACE, s->active, q, r, print[DIRS], 0);
    if (class_due(ed, s) < 0)
        picks_done(ed, s, ev);
    else
        caravans__enter(s, ASK_PICK);
}

unsigned caravans__pick_kinds(const struct caravans_edition *ed, const struct caravans *s)
{
    const int due = class_due(ed, s);
    unsigned set = 0;
    for (int k = 1; k < KINDS; k++)
        if (ed->classes[k - 1] == due)
            set |= 1u << k;
    return set;
}

void caravans__pick(const struct caravans_edition *ed, struct caravans *s, int kind,
                    struct sr_events *ev)
{
    s->players[s->active].units[kind]++;
    sr_emit(ev, E_PICK, s->active, kind, 0, 0, 0);
    if (class_due(ed, s) < 0)
        picks_done(ed, s, ev);
}
