/* city.c: founding, completion, and production in all cities after every turn (R7, R12).
 *
 * Invariant: when it is nobody's turn to restock or to destroy, every city holds at least its
 * minimum, as far as its suburbs have room, and at most its maximum. */
#include "games/caravans/caravans.h"

int caravans__forum_at(const struct caravans *s, int q, int r)
{
    for (int i = 0; i < s->city_count; i++)
        if (s->cities[i].q == q && s->cities[i].r == r)
            return i;
    return -1;
}

/* R7.1: distances are measured on the grid, so suburbs still unexplored count too. */
bool caravans__can_build(const struct caravans_edition *ed, const struct caravans *s)
{
    const struct caravans_player *p = &s->players[s->active];
    if (p->cities == 0)
        return false;
    const int least = s->head.option[OPT_WIDE] ? ed->city_wide_dist : ed->city_min_dist;
    bool close = false; /* without branches: which city is close cannot be guessed */
    for (int i = 0; i < s->city_count; i++)
        close |= caravans__within(p->q, p->r, s->cities[i].q, s->cities[i].r, least - 1);
    return !close;
}

void caravans__found(const struct caravans_edition *ed, struct caravans *s, int governor, int q,
                     int r, struct sr_events *ev)
{
    const int index = s->city_count++;
    struct caravans_city *city = &s->cities[index];
    city->q = (int16_t)q;
    city->r = (int16_t)r;
    city->governor = (uint8_t)governor;
    if (governor != SR_NONE) {
        s->players[governor].cities--;
        sr_emit(ev, E_BUILD, governor, index + 1, q, r, 0);
    }
    caravans__complete(ed, s, index, ev);
}

/* R7.4, R7.5 */
void caravans__complete(const struct caravans_edition *ed, struct caravans *s, int index,
                        struct sr_events *ev)
{
    struct caravans_city *city = &s->cities[index];
    uint8_t print[DIRS + 1];
    caravans__prints(ed, s, city->q, city->r, print);
    unsigned kinds = 0;
    for (int d = 0; d < DIRS; d++) {
        if (print[d] == 0)
            return;
        kinds |= 1u << print[d];
    }
    city->complete = 1;
    if (city->governor == SR_NONE) {
        sr_emit(ev, E_COMPLETE, -1, index + 1, 0, 0, 0);
        return; /* R14.3: nobody to learn anything */
    }
    sr_emit(ev, E_COMPLETE, city->governor, index + 1, 0, 0, 0);
    if (sr_count(kinds) < ed->expertise_kinds)
        return;
    struct caravans_player *p = &s->players[city->governor];
    const int forum = print[DIRS];
    if (!(p->expertise >> (forum - 1) & 1))
        sr_emit(ev, E_EXPERTISE, city->governor, forum, 0, 0, 0);
    p->expertise = (uint16_t)(p->expertise | 1u << (forum - 1));
}

/* ---- production ------------------------------------------------------------------------------ */

int caravans__stock(const struct caravans_city *c)
{
    int n = 0;
    for (int d = 0; d < DIRS; d++)
        n += c->suburbs[d];
    for (int k = 0; k < RESOURCES; k++)
        n += c->forum[k];
    return n;
}

int caravans__suburb_max(const struct caravans_edition *ed, const struct caravans *s)
{
    return s->head.option[OPT_SUBURBS] == SUBURBS_ONE ? ed->pawns_per_suburb
                                                      : sr_max(ed->pawns_per_suburb, ed->stock_max);
}

/* Bit per kind shown by an explored suburb that has room for a pawn, and how many go there. */
static unsigned room_kinds(const struct caravans_edition *ed, const struct caravans *s,
                           const struct caravans_city *city, int *pawns)
{
    const int most = caravans__suburb_max(ed, s);
    uint8_t print[DIRS + 1];
    caravans__prints(ed, s, city->q, city->r, print);
    unsigned set = 0;
    *pawns = 0;
    for (int d = 0; d < DIRS; d++)
        if (print[d] > 0 && city->suburbs[d] < most) {
            set |= 1u << print[d];
            *pawns += most - city->suburbs[d];
        }
    return set;
}

static int least_stock(const struct caravans_edition *ed, const struct caravans_city *city)
{
    return city->complete ? ed->stock_min_complete : ed->stock_min_building;
}

/* Pawns the city lacks, R12.2. */
static int lacking(const struct caravans_edition *ed, const struct caravans_city *city)
{
    return sr_max(0, least_stock(ed, city) - caravans__stock(city));
}

/* Pawns the city has too many of, R12.3. */
static int surplus(const struct caravans_edition *ed, const struct caravans_city *city)
{
    return sr_max(0, caravans__stock(city) - ed->stock_max);
}

/* R12.2: whatever an explored suburb with room shows. Where all of them are filled there is nothing
 * to choose, and the lowest kind goes first (R4.3). */
unsigned caravans__produce_kinds(const struct caravans_edition *ed, const struct caravans *s)
{
    const struct caravans_city *city = &s->cities[s->city];
    int pawns;
    const unsigned set = room_kinds(ed, s, city, &pawns);
    return pawns <= lacking(ed, city) ? set & (~set + 1) : set;
}

/* R12.3: any pawn; those of the forum stand first in the list. */
unsigned caravans__destroy_pawns(const struct caravans_edition *ed, const struct caravans *s)
{
    const struct caravans_city *city = &s->cities[s->city];
    uint8_t print[DIRS + 1];
    caravans__prints(ed, s, city->q, city->r, print);
    unsigned set = 0;
    for (int k = 0; k < RESOURCES; k++)
        set |= (unsigned)(city->forum[k] > 0) << k;
    for (int d = 0; d < DIRS; d++)
        if (city->suburbs[d] > 0)
            set |= 1u << (RESOURCES + print[d] - 1);
    return set;
}

/* Direction of the first suburb with that resource which has room, or which holds a pawn. */
static int find_suburb(const struct caravans_edition *ed, const struct caravans *s,
                       const struct caravans_city *city, int kind, bool with_pawn)
{
    const int most = caravans__suburb_max(ed, s);
    uint8_t print[DIRS + 1];
    caravans__prints(ed, s, city->q, city->r, print);
    for (int d = 0; d < DIRS; d++)
        if (print[d] == kind && (with_pawn ? city->suburbs[d] > 0 : city->suburbs[d] < most))
            return d;
    return 0;
}

void caravans__produce(const struct caravans_edition *ed, struct caravans *s, int kind,
                       struct sr_events *ev)
{
    struct caravans_city *city = &s->cities[s->city];
    city->suburbs[find_suburb(ed, s, city, kind, false)]++;
    sr_emit(ev, E_PRODUCE, city->governor, kind, s->city + 1, 0, 0);
    caravans__go_on_restocking(ed, s, ev);
}

void caravans__destroy(const struct caravans_edition *ed, struct caravans *s, int pawn,
                       struct sr_events *ev)
{
    struct caravans_city *city = &s->cities[s->city];
    const int kind = pawn % RESOURCES + 1;
    if (pawn < RESOURCES)
        city->forum[pawn]--;
    else
        city->suburbs[find_suburb(ed, s, city, kind, true)]--;
    sr_emit(ev, E_DESTROY, city->governor, kind, s->city + 1,
            pawn < RESOURCES ? AT_FORUM : AT_SUBURB, 0);
    caravans__go_on_restocking(ed, s, ev);
}

/* ---- neutral cities -------------------------------------------------------------------------- */

/* R14.4: the pointer runs clockwise over the suburbs. */
static void restock_neutral(const struct caravans_edition *ed, struct caravans *s, int index,
                            struct sr_events *ev)
{
    struct caravans_city *city = &s->cities[index];
    int due = lacking(ed, city);
    if (due == 0)
        return;
    uint8_t print[DIRS + 1];
    caravans__prints(ed, s, city->q, city->r, print);
    for (int steps = 0; due > 0 && steps < DIRS * ed->pawns_per_suburb; steps++) {
        const int d = city->pointer;
        city->pointer = (uint8_t)((d + 1) % DIRS);
        if (print[d] == 0 || city->suburbs[d] >= ed->pawns_per_suburb)
            continue;
        city->suburbs[d]++;
        due--;
        sr_emit(ev, E_PRODUCE, -1, print[d], index + 1, 0, 0);
    }
}

/* R14.5: the commonest resource of the forum goes; suburbs only when the forum is empty. */
static void trim_neutral(const struct caravans_edition *ed, struct caravans *s, int index,
                         struct sr_events *ev)
{
    struct caravans_city *city = &s->cities[index];
    for (int due = surplus(ed, city); due > 0; due--) {
        int most = 0;
        for (int k = 1; k < RESOURCES; k++)
            if (city->forum[k] > city->forum[most])
                most = k;
        if (city->forum[most] > 0) {
            city->forum[most]--;
            sr_emit(ev, E_DESTROY, -1, most + 1, index + 1, AT_FORUM, 0);
            continue;
        }
        uint8_t print[DIRS + 1];
        caravans__prints(ed, s, city->q, city->r, print);
        int d = 0;
        while (d < DIRS - 1 && city->suburbs[d] == 0)
            d++;
        city->suburbs[d]--;
        sr_emit(ev, E_DESTROY, -1, print[d], index + 1, AT_SUBURB, 0);
    }
}

/* R12.1: every city in founding order, whoever's turn it is. */
bool caravans__restock(const struct caravans_edition *ed, struct caravans *s, struct sr_events *ev)
{
    for (; s->city < s->city_count; s->city++, s->phase = ASK_PRODUCE) {
        const struct caravans_city *city = &s->cities[s->city];
        if (city->governor == SR_NONE) {
            restock_neutral(ed, s, s->city, ev);
            trim_neutral(ed, s, s->city, ev);
            continue;
        }
        const int stock = caravans__stock(city);
        int pawns;
        if (stock < least_stock(ed, city) && room_kinds(ed, s, city, &pawns) != 0) {
            s->phase = ASK_PRODUCE;
            return true;
        }
        if (stock <= ed->stock_max)
            continue;
        s->phase = ASK_DESTROY;
        return true;
    }
    return false;
}
