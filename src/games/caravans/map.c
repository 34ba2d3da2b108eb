/* map.c: the hex map. It is the list of laid tiles and has no window that a long game could leave.
 *
 * Every question is about the surroundings of one hex. One pass over the list collects the tiles
 * nearby into a board of 8 x 8 bits, centred on that hex: bit (dr + 3) * 8 + dq + 3 is the cell
 * (q + dq, r + dr). There a step east is +1, south-east +8, south-west +7, and the three cells of a
 * footprint are two shifts away from its anchor, so that all free footprints come out of a few
 * operations on words. Only cells up to 2 hexes away are exact: what runs over the edge of the
 * board falls on cells farther out. */
#include "games/caravans/caravans.h"

enum { CENTRE = 3 * 8 + 3 };

/* The 19 cells up to 2 hexes away from the centre. */
#define WITHIN_TWO                                                                                 \
    ((uint64_t)0x38 << 8 | (uint64_t)0x3C << 16 | (uint64_t)0x3E << 24 | (uint64_t)0x1E << 32 |    \
     (uint64_t)0x0E << 40)

const int8_t caravans__dir_q[DIRS] = {1, 0, -1, -1, 0, 1};
const int8_t caravans__dir_r[DIRS] = {0, 1, 1, 0, -1, -1};

/* Cells of a footprint, clockwise: steps from the anchor. R2.5 */
static const int8_t cell_q[SHAPES][3] = {{0, 1, 0}, {0, 1, 1}};
static const int8_t cell_r[SHAPES][3] = {{0, 0, 1}, {0, -1, 0}};
static const int8_t cell_bit[SHAPES][3] = {{0, 1, 8}, {0, -7, 1}};
/* Hex of a tile that a cell shows after a turn: printed hex j lies on cell (j + turn) mod 3. */
static const uint8_t shown_hex[TURNS][3] = {{0, 1, 2}, {2, 0, 1}, {1, 2, 0}};

void caravans__cell(int shape, int q, int r, int c, int *at_q, int *at_r)
{
    *at_q = q + cell_q[shape][c];
    *at_r = r + cell_r[shape][c];
}

/* Where anchors are sought: from (q, r) on, so many hexes less one to the east and to the south. */
struct box {
    int q, r;
    uint16_t east, south;
};

/* The boxes around a hex with the anchors of all footprints that reach up to `far` hexes: their
 * cells lie up to one column west and one row on either side of the anchor's. */
static struct box around(int q, int r, int far)
{
    const struct box b = {q - far - 1, r - far - 1, (uint16_t)(2 * far + 1),
                          (uint16_t)(2 * far + 2)};
    return b;
}

/* Tiles are looked at in bunches that fit a set. */
enum { BUNCH = 48 };
static_assert(TILES % 3 == 0 && sizeof(struct caravans_tile) == 6, "three tiles at a time");

/* Which tiles of a bunch, from `first` on, have their anchor in the box. 16 bytes hold both
 * coordinates of three tiles, in the words 0 and 1, 3 and 4, 6 and 7. Elsewhere one by one, without
 * branches: near and far tiles come in no order that could be guessed. */
static uint64_t near_tiles(const struct caravans *s, int first, struct box b)
{
    const int n = sr_min(s->tile_count - first, BUNCH);
    uint64_t set = 0;
#if defined(__SSE2__)
    typedef uint16_t words8 __attribute__((vector_size(16)));
    const uint16_t q = (uint16_t)b.q, r = (uint16_t)b.r, any = UINT16_MAX;
    const words8 corner = {q, r, 0, q, r, 0, q, r};
    const words8 size = {b.east, b.south, any, b.east, b.south, any, b.east, b.south};
    const unsigned char *at = (const unsigned char *)s->tiles + sizeof s->tiles[0] * first;
    for (int i = 0; i < n; i += 3, at += 3 * sizeof s->tiles[0]) {
        words8 x;
        memcpy(&x, at, sizeof x);
        unsigned fits = (unsigned)__builtin_ia32_pmovmskb128((sr_bytes16)(x - corner <= size));
        fits &= fits >> 2;
        set |= (uint64_t)((fits & 1) | (fits >> 5 & 2) | (fits >> 10 & 4)) << i;
    }
    return set & (((uint64_t)1 << n) - 1);
#else
    for (int i = 0; i < n; i++) {
        const struct caravans_tile *t = &s->tiles[first + i];
        const bool fits = ((uint16_t)(t->q - b.q) <= b.east) & ((uint16_t)(t->r - b.r) <= b.south);
        set |= (uint64_t)fits << i;
    }
    return set;
#endif
}

/* Bit of a tile's anchor in the board around (q, r). */
static int anchor_bit(const struct caravans_tile *t, int q, int r)
{
    return (t->r - r + 3) * 8 + t->q - q + 3;
}

uint64_t caravans__look(const struct caravans *s, int q, int r, int *under)
{
    /* The cells of a footprint whose anchor is bit 7; what is lost at the top lies outside. */
    static const uint16_t cells[SHAPES] = {0x103 << 7, 0x181};
    uint64_t window = 0;
    int here = 0; /* one tile at most, from 1 */
    for (int first = 0; first < s->tile_count; first += BUNCH)
        for (uint64_t set = near_tiles(s, first, around(q, r, 2)); set; set &= set - 1) {
            const struct caravans_tile *t = &s->tiles[first + sr_lowest(set)];
            const uint64_t print = ((uint64_t)cells[t->lay >= U0] << anchor_bit(t, q, r)) >> 7;
            here |= (t->tile + 1) & -(int)(print >> CENTRE & 1);
            window |= print;
        }
    if ((unsigned)(3 - q) < 8 && (unsigned)(3 - r) < 8)
        window |= (uint64_t)1 << ((3 - r) * 8 + 3 - q); /* the central hex */
    *under = here - 1;
    return window;
}

uint64_t caravans__window(const struct caravans *s, int q, int r)
{
    int under;
    return caravans__look(s, q, r, &under);
}

unsigned caravans__explored_dirs(uint64_t w)
{
    return (unsigned)(w >> (CENTRE + 1) & 1) | (unsigned)(w >> (CENTRE + 8) & 1) << 1 |
           (unsigned)(w >> (CENTRE + 7) & 1) << 2 | (unsigned)(w >> (CENTRE - 1) & 1) << 3 |
           (unsigned)(w >> (CENTRE - 8) & 1) << 4 | (unsigned)(w >> (CENTRE - 7) & 1) << 5;
}

/* R6.4. The centre is explored, and no three cells at distance 2 touch each other: any free
 * footprint among the 19 cells has a cell next to the centre. */
struct caravans_spots caravans__spots(uint64_t window)
{
    const uint64_t open = ~window & WITHIN_TWO;
    const struct caravans_spots spots = {
        open & open >> 1 & open >> 8,
        open & open << 7 & open >> 1,
    };
    return spots;
}

void caravans__prints(const struct caravans_edition *ed, const struct caravans *s, int q, int r,
                      uint8_t out[DIRS + 1])
{
    /* Place in out of each cell of the window; 7 is outside. */
    static const uint8_t ring[64] = {
        7, 7, 7, 7, 7, 7, 7, 7, /**/ 7, 7, 7, 7, 7, 7, 7, 7, /**/
        7, 7, 7, 4, 5, 7, 7, 7, /**/ 7, 7, 3, 6, 0, 7, 7, 7, /**/
        7, 7, 2, 1, 7, 7, 7, 7, /**/ 7, 7, 7, 7, 7, 7, 7, 7, /**/
        7, 7, 7, 7, 7, 7, 7, 7, /**/ 7, 7, 7, 7, 7, 7, 7, 7,
    };
    uint8_t print[DIRS + 2] = {0};
    for (int first = 0; first < s->tile_count; first += BUNCH)
        for (uint64_t set = near_tiles(s, first, around(q, r, 1)); set; set &= set - 1) {
            const struct caravans_tile *t = &s->tiles[first + sr_lowest(set)];
            const int shape = t->lay / TURNS, turn = t->lay % TURNS;
            const uint8_t *hexes =
                ed->regions[t->tile / REGION_TILES].tiles[t->tile % REGION_TILES];
            for (int c = 0; c < 3; c++) {
                const int bit = (anchor_bit(t, q, r) + cell_bit[shape][c]) & 63;
                print[ring[bit]] = (uint8_t)(hexes[shown_hex[turn][c]] + 1);
            }
        }
    if (caravans__distance(q, r, 0, 0) <= 1)
        print[ring[(3 - r) * 8 + 3 - q]] = (uint8_t)(s->central + 1);
    memcpy(out, print, DIRS + 1);
}

int caravans__region_at(const struct caravans *s, int q, int r)
{
    for (int first = 0; first < s->tile_count; first += BUNCH)
        for (uint64_t set = near_tiles(s, first, around(q, r, 0)); set; set &= set - 1) {
            const struct caravans_tile *t = &s->tiles[first + sr_lowest(set)];
            const int8_t *cell = cell_bit[t->lay / TURNS];
            const int gap = CENTRE - anchor_bit(t, q, r);
            if (gap == cell[0] || gap == cell[1] || gap == cell[2])
                return caravans__region_of(t->tile);
        }
    return -1;
}

/* R6.6: a tile may complete several cities; each is judged after all three cells are there. */
void caravans__lay(const struct caravans_edition *ed, struct caravans *s, int tile, int lay, int q,
                   int r, struct sr_events *ev)
{
    struct caravans_tile *t = &s->tiles[s->tile_count++];
    t->q = (int16_t)q;
    t->r = (int16_t)r;
    t->tile = (uint8_t)tile;
    t->lay = (uint8_t)lay;
    for (int i = 0; i < s->city_count; i++) {
        const struct caravans_city *city = &s->cities[i];
        if (!city->complete && caravans__distance(q, r, city->q, city->r) <= 2)
            caravans__complete(ed, s, i, ev);
    }
}
