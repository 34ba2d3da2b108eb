/* map.c: where things lie: lines, walls and what they guard, the spaces of the mosque.
 *
 * Cell = row * 5 + column, both from 0; round 1..4 is the side N, E, S, W (R1.3). */
#include "merv.h"

#define COLUMN(c) (0x108421u << (c) & ~(1u << MERV_CENTRE))
#define ROW(r) (0x1Fu << 5 * (r) & ~(1u << MERV_CENTRE))

/* R1.4: slots are numbered clockwise from the starting corner of the round. */
const uint32_t merv__lines[MERV_ROUNDS][MERV_SLOTS] = {
    {COLUMN(0), COLUMN(1), COLUMN(2), COLUMN(3), COLUMN(4)},
    {ROW(0), ROW(1), ROW(2), ROW(3), ROW(4)},
    {COLUMN(4), COLUMN(3), COLUMN(2), COLUMN(1), COLUMN(0)},
    {ROW(4), ROW(3), ROW(2), ROW(1), ROW(0)},
};

#define NORTH(c) (0x21u << (c))
#define EAST(r) (0x18u << 5 * (r))
#define SOUTH(c) (0x21u << (15 + (c)))
#define WEST(r) (0x3u << 5 * (r))

/* R2.8: N1..N5, E1..E5, S1..S5, W1..W5, clockwise like the slots. */
const uint32_t merv__guards[MERV_WALLS] = {
    NORTH(0), NORTH(1), NORTH(2), NORTH(3), NORTH(4), EAST(0), EAST(1), EAST(2), EAST(3), EAST(4),
    SOUTH(4), SOUTH(3), SOUTH(2), SOUTH(1), SOUTH(0), WEST(4), WEST(3), WEST(2), WEST(1), WEST(0),
};

/* Bit set of the filled wall slots. */
uint32_t merv__wall_set(const struct merv_state *s)
{
    return (uint32_t)~sr_match(s->walls, MERV_WALLS, 0xFF, SR_NONE) & 0xFFFFFu;
}

/* Of five bits: the same backwards, and bit r moved to the first cell of row r. */
static const uint8_t backwards[32] = {0, 16, 8, 24, 4, 20, 12, 28, 2, 18, 10, 26, 6, 22, 14, 30,
                                      1, 17, 9, 25, 5, 21, 13, 29, 3, 19, 11, 27, 7, 23, 15, 31};
#define UPRIGHT(x)                                                                                 \
    (((x)&1u) | ((x)&2u) << 4 | ((x)&4u) << 8 | ((x)&8u) << 12 | ((x)&16u) << 16)
#define UPRIGHTS(x)                                                                                \
    UPRIGHT(x), UPRIGHT((x) + 1), UPRIGHT((x) + 2), UPRIGHT((x) + 3), UPRIGHT((x) + 4),            \
        UPRIGHT((x) + 5), UPRIGHT((x) + 6), UPRIGHT((x) + 7)
static const uint32_t upright[32] = {UPRIGHTS(0u), UPRIGHTS(8u), UPRIGHTS(16u), UPRIGHTS(24u)};

uint32_t merv__exposed(const struct merv_state *s)
{
    const uint32_t open = ~merv__wall_set(s);
    const uint32_t north = open & 31, south = backwards[open >> 10 & 31];
    const uint32_t east = upright[open >> 5 & 31], west = upright[backwards[open >> 15 & 31]];
    return north * 0x21u | south * (0x21u << 15) | east * 0x18u | west * 0x3u;
}

uint32_t merv__sites_of(const struct merv_state *s, int action)
{
    uint32_t set = 0;
    for (int i = 0; i < MERV_CELLS; i++)
        set |= (uint32_t)(s->city[i].action == action) << i;
    return set;
}

int merv__distance(int round, int site)
{
    const int r = site / 5, c = site % 5;
    switch (round) {
    case 1:
        return r;
    case 2:
        return 4 - c;
    case 3:
        return 4 - r;
    default:
        return c;
    }
}

uint32_t merv__across(int round, int site) { return round % 2 ? ROW(site / 5) : COLUMN(site % 5); }

int merv__space(const struct merv_edition *ed, int path, int space)
{
    int i = space - 1;
    if (i < ed->mosque_path)
        return path * MERV_PATH_MAX + i;
    i -= ed->mosque_path;
    if (i < ed->mosque_lane)
        return MERV_PATHS * MERV_PATH_MAX + path / 2 * MERV_LANE_MAX + i;
    return MERV_PATHS * MERV_PATH_MAX + 2 * MERV_LANE_MAX + i - ed->mosque_lane;
}
