/* check.c: every invariant of a state. What passes here cannot make any other file of the game read
 * outside its arrays or leave a question without an answer.
 *
 * The order matters: counts and indices are checked before anything is looked up with them. */
#include "games/caravans/caravans.h"

/* Explored cells as bits; two cells of margin let neighbours be looked up without a test. */
enum { GRID_HALF = COORD_LIMIT + 2, GRID_SIDE = 2 * GRID_HALF + 1 };
struct grid {
    uint64_t row[GRID_SIDE][(GRID_SIDE + 63) / 64];
};

static bool explored(const struct grid *g, int q, int r)
{
    const int x = q + GRID_HALF, y = r + GRID_HALF;
    return g->row[y][x / 64] >> (x % 64) & 1;
}

static void explore(struct grid *g, int q, int r)
{
    const int x = q + GRID_HALF, y = r + GRID_HALF;
    g->row[y][x / 64] |= (uint64_t)1 << (x % 64);
}

static bool in_reach(int q, int r)
{
    return q >= -COORD_LIMIT && q <= COORD_LIMIT && r >= -COORD_LIMIT && r <= COORD_LIMIT;
}

static bool all_zero(const void *memory, size_t n)
{
    const unsigned char *p = (const unsigned char *)memory;
    unsigned char any = 0;
    for (size_t i = 0; i < n; i++)
        any |= p[i];
    return any == 0;
}

static bool is_tile(const struct caravans_edition *ed, int tile)
{
    return tile < TILES && tile % REGION_TILES < ed->regions[tile / REGION_TILES].tile_count;
}

/* ---- map and tiles --------------------------------------------------------------------------- */

static bool touches(const struct grid *g, int q, int r)
{
    for (int d = 0; d < DIRS; d++)
        if (explored(g, q + caravans__dir_q[d], r + caravans__dir_r[d]))
            return true;
    return false;
}

static const char *check_map(const struct caravans_edition *ed, const struct caravans *s,
                             struct grid *g)
{
    if (s->central >= RESOURCES)
        return "the central hex shows no resource";
    if (s->tile_count < SLOTS || s->tile_count > TILES)
        return "the starting map is not complete";
    explore(g, 0, 0);
    for (int i = 0; i < s->tile_count; i++) {
        const struct caravans_tile *t = &s->tiles[i];
        if (!is_tile(ed, t->tile) || t->lay >= LAYS || !in_reach(t->q, t->r))
            return "a laid tile is not a tile of this edition, or lies out of reach";
        const struct caravans_slot *slot = i < SLOTS ? &ed->slots[i] : NULL;
        const bool turned = s->head.option[OPT_TURNS] == TURNS_RANDOM;
        const bool fits =
            slot && (turned ? t->lay / TURNS == slot->lay / TURNS : t->lay == slot->lay);
        if (slot && (t->q != slot->q || t->r != slot->r || !fits ||
                     caravans__region_of(t->tile) != slot->region))
            return "the first six tiles do not lie on the slots of the starting map";
        int q[3], r[3];
        bool linked = false;
        for (int c = 0; c < 3; c++) {
            caravans__cell(t->lay / TURNS, t->q, t->r, c, &q[c], &r[c]);
            if (explored(g, q[c], r[c]))
                return "two tiles overlap";
            linked = linked || touches(g, q[c], r[c]);
        }
        if (!linked)
            return "a tile does not touch the map";
        for (int c = 0; c < 3; c++)
            explore(g, q[c], r[c]);
    }
    if (!all_zero(s->tiles + s->tile_count, sizeof s->tiles[0] * (size_t)(TILES - s->tile_count)))
        return "something stands behind the list of tiles";
    return NULL;
}

/* Counts a tile; false when it has been counted before or does not belong here. */
static bool count_tile(const struct caravans_edition *ed, bool seen[TILES], int tile, int region)
{
    if (!is_tile(ed, tile) || caravans__region_of(tile) != region || seen[tile])
        return false;
    seen[tile] = true;
    return true;
}

/* R2.7: every tile is laid, drawn or in its stack, once. */
static const char *check_tiles(const struct caravans_edition *ed, const struct caravans *s)
{
    bool seen[TILES] = {false};
    int total = 0, found = 0;
    for (int i = 0; i < s->tile_count; i++, found++)
        if (!count_tile(ed, seen, s->tiles[i].tile, caravans__region_of(s->tiles[i].tile)))
            return "a tile is laid twice";
    if (s->drawn_count > ed->tiles_drawn || s->drawn_count > DRAWN)
        return "too many tiles are drawn";
    for (int i = 0; i < s->drawn_count; i++, found++)
        if (!count_tile(ed, seen, s->drawn[i], caravans__region_of(s->drawn[0])))
            return "a drawn tile is elsewhere too, or of another region";
    if (!all_zero(s->drawn + s->drawn_count, (size_t)(DRAWN - s->drawn_count)))
        return "something stands behind the drawn tiles";
    for (int g = 0; g < REGIONS; g++) {
        const struct caravans_stack *stack = &s->stacks[g];
        total += ed->regions[g].tile_count;
        if (stack->size > REGION_TILES || stack->known > stack->size)
            return "a stack is larger than its region, or knows more tiles than it has";
        for (int i = 0; i < stack->size; i++, found++)
            if (!count_tile(ed, seen, stack->tiles[i], g))
                return "a tile in a stack is elsewhere too, or of another region";
        if (!all_zero(stack->tiles + stack->size, (size_t)(REGION_TILES - stack->size)))
            return "something stands behind a stack";
    }
    return found == total ? NULL : "a tile is missing";
}

/* ---- cities and players ---------------------------------------------------------------------- */

static const char *check_city(const struct caravans_edition *ed, const struct caravans *s,
                              const struct grid *g, int index)
{
    const struct caravans_city *c = &s->cities[index];
    const bool neutral = s->head.seats == 1 && index < ed->neutral_count;
    if (neutral ? c->governor != SR_NONE : c->governor >= s->head.seats)
        return "a city has a governor who is not in the game";
    if (!in_reach(c->q, c->r) || !explored(g, c->q, c->r))
        return "a forum is not on the map";
    if (neutral && (c->q != ed->neutral[index].q || c->r != ed->neutral[index].r))
        return "a neutral city is not where it was founded";
    const int least = neutral || !s->head.option[OPT_WIDE] ? ed->city_min_dist : ed->city_wide_dist;
    for (int i = 0; i < index; i++)
        if (caravans__distance(c->q, c->r, s->cities[i].q, s->cities[i].r) < least)
            return "two forums are too close";
    if (c->complete > 1 || c->pointer >= DIRS || (!neutral && c->pointer != 0))
        return "a city is neither under construction nor complete, or its pointer is off";
    const int most = neutral ? ed->pawns_per_suburb : caravans__suburb_max(ed, s);
    bool complete = true;
    for (int d = 0; d < DIRS; d++) {
        const bool there = explored(g, c->q + caravans__dir_q[d], c->r + caravans__dir_r[d]);
        complete = complete && there;
        if (c->suburbs[d] > (there ? most : 0))
            return "a suburb holds too many pawns, or is not explored";
    }
    if (c->complete != complete)
        return "a city is marked complete but is not, or the other way round";
    for (int k = 0; k < RESOURCES; k++)
        if (c->forum[k] > FORUM_LIMIT)
            return "a forum holds too many pawns";
    return NULL;
}

static const char *check_cities(const struct caravans_edition *ed, const struct caravans *s,
                                const struct grid *g)
{
    if (s->city_count > CITIES || (s->head.seats == 1 && s->city_count < ed->neutral_count))
        return "the number of cities cannot be";
    int founded[SR_SEATS_MAX] = {0, 0, 0, 0, 0, 0, 0};
    for (int i = 0; i < s->city_count; i++) {
        const char *broken = check_city(ed, s, g, i);
        if (broken)
            return broken;
        if (s->cities[i].governor != SR_NONE)
            founded[s->cities[i].governor]++;
    }
    for (int seat = 0; seat < s->head.seats; seat++)
        if (founded[seat] + s->players[seat].cities != ed->cities_per_player)
            return "cities founded and markers left do not make the markers of a player";
    if (!all_zero(s->cities + s->city_count,
                  sizeof s->cities[0] * (size_t)(CITIES - s->city_count)))
        return "something stands behind the list of cities";
    return NULL;
}

static bool should_be_placed(const struct caravans *s, int seat)
{
    return s->round > 0 || seat < s->active || (seat == s->active && s->phase == ASK_PICK);
}

static const char *check_players(const struct caravans_edition *ed, const struct caravans *s,
                                 const struct grid *g)
{
    for (int seat = 0; seat < s->head.seats; seat++) {
        const struct caravans_player *p = &s->players[seat];
        if (p->placed != should_be_placed(s, seat))
            return "a caravan is on the map too early, or not there yet";
        if (!in_reach(p->q, p->r) || !explored(g, p->q, p->r))
            return "a caravan is not on the map";
        const int units = caravans__units(p);
        if (units > UNITS_LIMIT || (!p->placed && (units > 0 || p->q != 0 || p->r != 0)))
            return "a caravan holds more than it can";
        const bool won = p->influence >= ed->win_influence;
        if (won != (s->ending == BY_GOAL && seat == s->active) || p->influence > UNITS_LIMIT)
            return "the goal is reached, but the game goes on, or the other way round";
        if (p->passage != SR_NONE && p->passage >= s->city_count)
            return "a passage marker stands in no city";
        if (p->expertise >> RESOURCES || p->own_trades > 250)
            return "an expertise or the loss marker is out of range";
    }
    if (!all_zero(s->players + s->head.seats,
                  sizeof s->players[0] * (size_t)(SR_SEATS_MAX - s->head.seats)))
        return "a seat that is not played has something";
    return NULL;
}

/* ---- what is going on ------------------------------------------------------------------------ */

static const char *check_exploring(const struct caravans_edition *ed, const struct caravans *s)
{
    const bool here = s->phase == ASK_TILE || s->phase == ASK_SPOT || s->phase == ASK_TURN;
    if (!here) {
        const bool clean = s->drawn_count == 0 && s->taken == SR_NONE && s->spot_q == 0 &&
                           s->spot_r == 0 && s->spot_shape == 0;
        return clean ? NULL : "tiles are drawn, but nobody explores";
    }
    const struct caravans_player *p = &s->players[s->active];
    if (s->drawn_count == 0 ||
        caravans__region_at(s, p->q, p->r) != caravans__region_of(s->drawn[0]))
        return "the drawn tiles are not of the caravan's region";
    if (caravans__units(p) + ed->explore_pay > UNITS_LIMIT)
        return "a caravan holds more than it can";
    const struct caravans_spots spots = caravans__spots(caravans__window(s, p->q, p->r));
    if ((spots.d | spots.u) == 0)
        return "no tile fits next to the caravan that explores";
    bool drawn = false;
    for (int i = 0; i < s->drawn_count; i++)
        drawn = drawn || s->drawn[i] == s->taken;
    if (s->phase == ASK_TILE ? s->taken != SR_NONE : !drawn)
        return "the tile taken is not one of the drawn";
    if (s->phase != ASK_TURN)
        return s->spot_q == 0 && s->spot_r == 0 && s->spot_shape == 0
                   ? NULL
                   : "a place for the tile is chosen too early";
    const int dq = s->spot_q - p->q + 3, dr = s->spot_r - p->r + 3;
    if (s->spot_shape >= SHAPES || dq < 0 || dq > 7 || dr < 0 || dr > 7 ||
        !((s->spot_shape == SHAPE_D ? spots.d : spots.u) >> (dr * 8 + dq) & 1))
        return "the tile does not fit where it was put";
    return NULL;
}

static int units_of(const uint16_t side[KINDS])
{
    int n = 0;
    for (int k = 0; k < KINDS; k++)
        n += side[k];
    return n;
}

static const char *check_offer(const struct caravans_edition *ed, const struct caravans *s)
{
    const int given = units_of(s->give), wanted = units_of(s->want);
    const bool capped = ed->barter_units > 0;
    if (s->phase != ASK_GIVE && s->phase != ASK_WANT && s->phase != ASK_REPLY)
        return given + wanted == 0 && s->partner == SR_NONE ? NULL
                                                            : "an offer is open, but nobody trades";
    if (s->offers < 1 || s->partner >= s->head.seats ||
        !(caravans__partners(ed, s) >> s->partner & 1))
        return "an offer goes to a caravan that is no partner";
    if ((capped && sr_max(given, wanted) > ed->barter_units) ||
        (s->phase == ASK_GIVE && wanted > 0) || (s->phase != ASK_GIVE && given == 0) ||
        (s->phase == ASK_REPLY && wanted == 0))
        return "an offer has too many units on a side, or too few";
    bool more = false; /* R9.4: something is left to be asked for */
    for (int k = 0; k < KINDS; k++) {
        if (s->give[k] > s->players[s->active].units[k] ||
            s->want[k] > s->players[s->partner].units[k])
            return "an offer names units that are not there";
        if (s->give[k] && s->want[k])
            return "an offer has a kind on both sides";
        more = more || (s->players[s->partner].units[k] > 0 && s->give[k] == 0);
    }
    return more ? NULL : "an offer leaves nothing to be asked for";
}

static const char *check_visit(const struct caravans_edition *ed, const struct caravans *s)
{
    const bool here = s->phase == ASK_TRADE || s->phase == ASK_GIVE || s->phase == ASK_WANT ||
                      s->phase == ASK_REPLY;
    if (!here && (s->bought | s->sold | s->offers))
        return "something was dealt, but nobody trades";
    if ((s->bought & s->sold) || (s->bought | s->sold) >> RESOURCES)
        return "a resource was both bought and sold in one visit";
    if (s->offers > caravans__offers_max(ed, s))
        return "too many offers were opened";
    if (s->bought | s->sold) {
        const struct caravans_player *p = &s->players[s->active];
        const int city = caravans__forum_at(s, p->q, p->r);
        if (city < 0 || p->passage != city)
            return "something was dealt away from the marker's forum";
    }
    return check_offer(ed, s);
}

static const char *check_investment(const struct caravans_edition *ed, const struct caravans *s)
{
    const struct caravans_player *p = &s->players[s->active];
    const int paid = units_of(s->bribe);
    if (s->phase == ASK_BRIBE ? paid >= ed->bribe_units
                              : paid != (s->phase == ASK_STAKE ? ed->bribe_units : 0))
        return "the bribe is not what it should be now";
    if (s->stake >> RESOURCES || (s->stake && s->phase != ASK_STAKE))
        return "resources are staked, but nobody invests";
    if (s->phase == ASK_INVEST && !caravans__can_invest(ed, p))
        return "nothing can be invested";
    if (s->phase == ASK_LIGHTEN && caravans__units(p) <= ed->caravan_max)
        return "a caravan that is light enough is asked to lighten";
    return NULL;
}

static const char *check_production(const struct caravans_edition *ed, const struct caravans *s)
{
    if (s->phase != ASK_PRODUCE && s->phase != ASK_DESTROY)
        return s->city == 0 ? NULL : "a city is being restocked at the wrong time";
    if (s->city >= s->city_count || s->cities[s->city].governor == SR_NONE)
        return "no governor is there to restock the city";
    const struct caravans_city *c = &s->cities[s->city];
    const int stock = caravans__stock(c);
    const int least = c->complete ? ed->stock_min_complete : ed->stock_min_building;
    if (s->phase == ASK_PRODUCE ? stock >= least : stock <= ed->stock_max)
        return "a city is asked for pawns, or to give up pawns, without need";
    return NULL;
}

static const char *check_clock(const struct caravans_edition *ed, const struct caravans *s)
{
    const int cap = s->head.seats == 1 ? ed->solo_rounds : ed->round_cap;
    const bool first = s->phase == ASK_PLACE || s->phase == ASK_PICK;
    if (s->active >= s->head.seats || s->phase >= PHASES)
        return "nobody is at turn, or in no phase";
    if (s->round > cap || first != (s->round == 0))
        return "the round does not fit the phase";
    if (s->productive > 1 || s->idle > ed->stall_rounds)
        return "the count of idle rounds is off";
    if (s->head.over != (s->ending != SR_NONE) || (s->ending != SR_NONE && s->ending >= ENDINGS))
        return "the game is over without an ending, or has one and goes on";
    if (s->head.over)
        return s->phase == ASK_ACTION && s->actions == 0
                   ? NULL
                   : "the game is over, but a question stands";
    if (s->idle >= ed->stall_rounds)
        return "the game is stalled, but goes on";
    const bool acting = s->phase >= ASK_ACTION && s->phase <= ASK_REPLY;
    if (s->actions > ed->actions_per_turn || (!acting && s->actions > 0) ||
        (s->phase == ASK_ACTION && s->actions == 0))
        return "the number of actions left does not fit the phase";
    return NULL;
}

/* R3.4: a seat asked to pick has picks left, and no écus yet. */
static const char *check_first_round(const struct caravans_edition *ed, const struct caravans *s)
{
    if (s->phase != ASK_PICK)
        return NULL;
    int picks = 0;
    for (int c = 0; c < CLASSES; c++)
        picks += ed->seat_resources[s->active][c];
    const struct caravans_player *p = &s->players[s->active];
    return p->units[ECU] == 0 && caravans__units(p) < picks ? NULL
                                                            : "a seat has more than it may pick";
}

const char *caravans__check(const void *edition, const void *state)
{
    const struct caravans_edition *ed = (const struct caravans_edition *)edition;
    const struct caravans *s = (const struct caravans *)state;
    struct grid grid;
    memset(&grid, 0, sizeof grid);
    const char *broken = check_clock(ed, s);
    if (!broken)
        broken = check_map(ed, s, &grid);
    if (!broken)
        broken = check_tiles(ed, s);
    if (!broken)
        broken = check_cities(ed, s, &grid);
    if (!broken)
        broken = check_players(ed, s, &grid);
    if (!broken)
        broken = check_first_round(ed, s);
    if (!broken)
        broken = check_exploring(ed, s);
    if (!broken)
        broken = check_visit(ed, s);
    if (!broken)
        broken = check_investment(ed, s);
    if (!broken)
        broken = check_production(ed, s);
    if (broken || s->head.over)
        return broken;
    sr_move list[LONGEST_LIST];
    return caravans__legal(ed, s, list) > 0 ? NULL : "nobody has an answer";
}
