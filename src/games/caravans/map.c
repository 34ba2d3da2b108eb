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

void caravans__cell(int shape, int q, int r, int c, int *at_q, int *at_r)
{
    *at_q = q + cell_q[shape][c];
    *at_r = r + cell_r[shape][c];
}

/* A tile whose anchor lies in the window. */
struct near {
    uint8_t tile; /* place in the list */
    uint8_t bit;  /* of its anchor */
};

/* Tiles with their anchor in the window around (q, r); returns how many. Both coordinates are
 * compared at once, as two halves of a word: shifted to be unsigned, their difference to the
 * corner of the window has both halves below 8 exactly for the tiles wanted (a borrow from the
 * upper half only happens when the lower one is out already). Written without branches, since
 * near and far tiles come in no order a processor could guess. */
static int near_tiles(const struct caravans *s, int q, int r, struct near out[TILES])
{
    const uint32_t corner = (uint32_t)(q - 3 + 0x8000) | (uint32_t)(r - 3 + 0x8000) << 16;
    const int count = s->tile_count;
    int n = 0;
    for (int i = 0; i < count; i++) {
        const struct caravans_tile *t = &s->tiles[i];
        const uint32_t at = (uint32_t)(uint16_t)t->q | (uint32_t)(uint16_t)t->r << 16;
        const uint32_t d = (at ^ 0x80008000u) - corner;
        out[n].tile = (uint8_t)i;
        out[n].bit = (uint8_t)(d >> 13 | (d & 7));
        n += (d & 0xFFF8FFF8u) == 0;
    }
    return n;
}

uint64_t caravans__window(const struct caravans *s, int q, int r)
{
    struct near near[TILES + 1];
    const int n = near_tiles(s, q, r, near);
    uint64_t window = 0;
    for (int i = 0; i < n; i++) {
        /* D: p, p + 1, p + 8. U: p, p - 7, p + 1; bits lost at the top lie outside anyway. */
        const bool up = s->tiles[near[i].tile].lay >= U0;
        window |= up ? ((uint64_t)0x181 << near[i].bit) >> 7 : (uint64_t)0x103 << near[i].bit;
    }
    if ((unsigned)(3 - q) < 8 && (unsigned)(3 - r) < 8)
        window |= (uint64_t)1 << ((3 - r) * 8 + 3 - q); /* the central hex */
    return window;
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
    struct near near[TILES + 1];
    const int n = near_tiles(s, q, r, near);
    for (int i = 0; i < n; i++) {
        const struct caravans_tile *t = &s->tiles[near[i].tile];
        const int shape = t->lay / TURNS, turn = t->lay % TURNS;
        for (int c = 0; c < 3; c++) {
            const int bit = (near[i].bit + cell_bit[shape][c]) & 63;
            print[ring[bit]] = (uint8_t)caravans__print(ed, t->tile, (c + TURNS - turn) % TURNS);
        }
    }
    if (caravans__distance(q, r, 0, 0) <= 1)
        print[ring[(3 - r) * 8 + 3 - q]] = (uint8_t)(s->central + 1);
    memcpy(out, print, DIRS + 1);
}

int caravans__region_at(const struct caravans *s, int q, int r)
{
    struct near near[TILES + 1];
    const int n = near_tiles(s, q, r, near);
    for (int i = 0; i < n; i++) {
        const struct caravans_tile *t = &s->tiles[near[i].tile];
        const int shape = t->lay / TURNS;
        for (int c = 0; c < 3; c++)
            if (near[i].bit + cell_bit[shape][c] == CENTRE)
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
