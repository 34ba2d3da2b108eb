/* city.c: shops and souks: where a good may be put, putting it, and the weekly count.
 *
 * Sets of shops are 64-bit masks made on the spot from the 47 owner bytes; the state keeps
 * the bytes only. */
#include "games/yspahan/yspahan.h"

/* R2.4: the souks of a neighbourhood stand together; their names say which. */
static const uint8_t area_first[YSP_LEVELS + 1] = {0, 0, 4, 8, 11, 14, 14};

int yspahan__souk_of(const struct yspahan_edition *ed, int shop)
{
    for (int i = 0; i < YSP_SOUKS; i++)
        if ((unsigned)(shop - ed->souks[i].first) < ed->souks[i].size)
            return i;
    return -1;
}

struct goods {
    uint64_t empty, mine;
};

/* Gathers the top bits of eight bytes into one byte, the first byte's lowest. */
static uint64_t top_bits(uint64_t bytes)
{
    const uint64_t tops = (bytes & 0x8080808080808080u) >> 7;
    return tops * 0x0102040810204080u >> 56;
}

/* Owners are 0..3 or SR_NONE, so a byte is empty when its top bit is set; a byte that
 * equals the seat becomes 0 by xor, and only 0 leaves the top bit clear below. Bytes count
 * from the low end. */
static struct goods survey(const struct yspahan_state *s, int seat)
{
    uint64_t word[YSP_SHOPS / 8 + 1];
    word[YSP_SHOPS / 8] = 0;
    memcpy(word, s->shops, sizeof s->shops);
    const uint64_t ones = 0x0101010101010101u, lows = 0x7F7F7F7F7F7F7F7Fu;
    struct goods g = {0, 0};
    for (int i = 0; i <= YSP_SHOPS / 8; i++) {
        const uint64_t other = word[i] ^ ones * (uint64_t)seat;
        g.empty |= top_bits(word[i]) << (8 * i);
        g.mine |= top_bits(~(((other & lows) + lows) | other)) << (8 * i);
    }
    return g;
}

/* R5.2: unfinished souks of one's own first; only without any, the free ones. */
static uint64_t open_shops(const struct yspahan_edition *ed, const struct goods *g, int level)
{
    uint64_t unfinished = 0, free_souks = 0;
    for (int i = area_first[level]; i < area_first[level + 1]; i++) {
        const uint64_t shops = ysp_shops_of(&ed->souks[i]), empty = shops & g->empty;
        if (shops & g->mine)
            unfinished |= empty;
        else if (empty == shops)
            free_souks |= shops;
    }
    return unfinished ? unfinished : free_souks;
}

uint64_t yspahan__area_shops(const struct yspahan_edition *ed, const struct yspahan_state *s,
                             int seat, int level)
{
    const struct goods g = survey(s, seat);
    return open_shops(ed, &g, level);
}

uint64_t yspahan__city_shops(const struct yspahan_edition *ed, const struct yspahan_state *s,
                             int seat, uint64_t by_level[YSP_LEVELS])
{
    const struct goods g = survey(s, seat);
    uint64_t all = 0;
    by_level[LV_CAMEL] = by_level[LV_GOLD] = 0;
    for (int level = LV_BAG; level <= LV_VASE; level++)
        all |= by_level[level] = open_shops(ed, &g, level);
    return all;
}

static bool is_complete(const struct yspahan_state *s, const struct yspahan_souk *souk)
{
    for (int i = 0; i < souk->size; i++)
        if (s->shops[souk->first + i] == SR_NONE)
            return false;
    return true;
}

void yspahan__put(const struct ysp *y, int seat, int shop)
{
    const int souk = yspahan__souk_of(y->ed, shop);
    y->s->shops[shop] = sr_u8(seat);
    sr_emit(y->ev, EV_PUT, seat, shop, souk, 0, 0);
    if (y->ev && is_complete(y->s, &y->ed->souks[souk]))
        sr_emit(y->ev, EV_COMPLETE, seat, souk, 0, 0, 0);
}

/* R5.2: one of the goods of a neighbourhood action. */
bool yspahan__place(const struct ysp *y, int shop)
{
    struct yspahan_state *s = y->s;
    const int seat = ysp_active(s);
    yspahan__put(y, seat, shop);
    s->goods--;
    if (s->goods > 0 && yspahan__area_shops(y->ed, s, seat, s->level))
        return false;
    if (s->goods > 0)
        sr_emit(y->ev, EV_RETURN, seat, s->goods, 0, 0, 0);
    s->goods = 0;
    s->level = SR_NONE;
    return true;
}

/* R6.2 */
void yspahan__score_souks(const struct ysp *y)
{
    struct yspahan_state *s = y->s;
    for (int i = 0; i < YSP_SOUKS; i++) {
        const struct yspahan_souk *souk = &y->ed->souks[i];
        if (!is_complete(s, souk))
            continue;
        const int owner = s->shops[souk->first];
        const bool bazaar = ysp_has(&s->players[owner], BD_BAZAAR);
        const int points = souk->value + (bazaar ? y->ed->bazaar_points : 0);
        yspahan__score(y, owner, PT_SOUKS, points);
        sr_emit(y->ev, EV_SOUK, owner, i, points, 0, 0);
    }
    memset(s->shops, SR_NONE, sizeof s->shops);
}
