/* temple.c: temples, rare goods and king's missions in the construction phase (R8.5 to R8.9). */
#include "games/tadmor/tadmor.h"

/* ---- temples (R8.5, R8.6) ------------------------------------------------------------ */

/* Cards of a section that no temple shows. */
int tadmor__supply(const struct tad_edition *ed, const struct tad_state *s, int section)
{
    int n = ed->temple_copies;
    for (int p = 0; p < s->head.seats; p++)
        n -= s->player[p].temples[section];
    return n;
}

/* The next section of an unfinished temple, or the foundations of a new one if there is none. */
bool tadmor__can_section(const struct tad_edition *ed, const struct tad_state *s, int seat,
                         int section)
{
    const uint8_t *temples = s->player[seat].temples;
    const bool next =
        section == TAD_FOUNDATIONS
            ? temples[TAD_FOUNDATIONS] + temples[TAD_COLONNADE] + temples[TAD_ROOF] == 0
            : temples[section - 1] > 0;
    return next && tadmor__supply(ed, s, section) > 0;
}

bool tadmor__any_section(const struct tad_edition *ed, const struct tad_state *s, int seat)
{
    for (int i = 0; i < TAD_SECTIONS; i++)
        if (tadmor__can_section(ed, s, seat, i))
            return true;
    return false;
}

static int temple_discount(const struct tad_edition *ed, const struct tad_state *s, int seat)
{
    return tadmor__owns(s, seat, TAD_I34) ? ed->temple_discount : 0;
}

bool tadmor__pays_section(const struct tad_edition *ed, const struct tad_state *s, int seat,
                          int section)
{
    return tadmor__missing(&s->player[seat], ed->temple_cost[section]) <=
           temple_discount(ed, s, seat);
}

/* Pawns that may build a section. The pawn on I47 can do anything else as well, so it is kept for
 * the case that no other can (R8.11). */
uint32_t tadmor__builders(const struct tad_state *s, int seat, uint32_t acts)
{
    const uint32_t vias = (acts & TAD_BIT(TAD_TEMPLE_CARD) ? TAD_BIT(TAD_VIA_CARD) : 0u) |
                          (acts & TAD_BIT(TAD_TEMPLE) ? TAD_BIT(TAD_VIA_PLAIN) : 0u) |
                          (s->post[TAD_AT_I37] >> 1 == seat ? TAD_BIT(TAD_VIA_I37) : 0u);
    return vias || s->post[TAD_AT_I47] >> 1 != seat ? vias : TAD_BIT(TAD_VIA_I47);
}

static void temple_pawn_home(const struct tad_edition *ed, struct tad_state *s, int via)
{
    if (via == TAD_VIA_I37)
        tadmor__home(s, TAD_ON_I37);
    else if (via == TAD_VIA_I47)
        tadmor__home(s, TAD_ON_I47);
    else
        tadmor__use_pawn(ed, s, via == TAD_VIA_CARD ? TAD_TEMPLE_CARD : TAD_TEMPLE);
}

/* R8.6: two rare goods for the first player who finishes a temple, one for the second. */
static void temple_bonus(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    struct tad_player *p = &s->player[s->active];
    if (p->favoured || s->bonuses == 2) {
        sr_emit(ev, TAD_E_FINISH, s->active, 0, 0, 0, 0);
        return;
    }
    const int due = ed->temple_bonus[s->bonuses++];
    int left = 0;
    for (int i = 0; i < TAD_PILES; i++)
        left += tadmor__pile_size(s, i);
    p->favoured = 1;
    sr_emit(ev, TAD_E_FINISH, s->active, due, 0, 0, 0);
    if (left < due)
        sr_emit(ev, TAD_E_LOST, s->active, due - left, 0, 0, 0);
    if (sr_min(left, due) > 0)
        tadmor__ask(s, TAD_ASK_RARE, sr_min(left, due));
}

void tadmor__add_section(const struct tad_edition *ed, struct tad_state *s, int section,
                         struct sr_events *ev)
{
    struct tad_player *p = &s->player[s->active];
    if (section != TAD_FOUNDATIONS)
        sr_add_u8(&p->temples[section - 1], -1);
    sr_add_u8(&p->temples[section], 1);
    sr_emit(ev, TAD_E_TEMPLE, s->active, section, 0, 0, 0);
    if (section == TAD_STATUES)
        temple_bonus(ed, s, ev);
}

static void paid_section(const struct tad_edition *ed, struct tad_state *s, int via, int section,
                         struct sr_events *ev)
{
    tadmor__add_section(ed, s, section, ev);
    if (via == TAD_VIA_I37)
        tadmor__points(s, s->active, ed->private_temple_pp, TAD_BY_TEMPLE, ev);
    if (via == TAD_VIA_CARD)
        tadmor__draw(s, s->active, ev);
}

/* Asks which goods a discount leaves out; false when there is none to ask about. */
static bool ask_spare(struct tad_state *s, const uint8_t cost[TAD_GOODS], int discount)
{
    const int total = cost[0] + cost[1] + cost[2] + cost[3];
    discount = sr_min(discount, total);
    if (discount == 0)
        return false;
    tadmor__ask(s, TAD_ASK_SPARE, discount);
    memcpy(s->ask.cost, cost, sizeof s->ask.cost);
    return true;
}

void tadmor__temple(const struct tad_edition *ed, struct tad_state *s, int via, int section,
                    struct sr_events *ev)
{
    temple_pawn_home(ed, s, via);
    if (ask_spare(s, ed->temple_cost[section], temple_discount(ed, s, s->active))) {
        s->ask.via = sr_u8(via);
        s->ask.section = sr_u8(section);
        return;
    }
    tadmor__pay(s, s->active, ed->temple_cost[section], ev);
    paid_section(ed, s, via, section, ev);
}

/* ---- rare goods (R8.7) --------------------------------------------------------------- */

int tadmor__pile_size(const struct tad_state *s, int pile)
{
    const uint8_t *left = &s->rare_left[pile * TAD_RARES_IN_PILE];
    return left[0] + left[1] + left[2];
}

/* Nobody knows the order below the top, so the next top is drawn when it is uncovered. */
void tadmor__turn_up(struct tad_state *s, int pile, struct sr_events *ev)
{
    const int size = tadmor__pile_size(s, pile);
    s->top[pile] = SR_NONE;
    if (size == 0)
        return;
    int n = (int)sr_rng_below(&s->head.rng, (uint32_t)size);
    int rare = pile * TAD_RARES_IN_PILE;
    while (n >= s->rare_left[rare])
        n -= s->rare_left[rare++];
    s->top[pile] = sr_u8(rare);
    sr_emit(ev, TAD_E_TOP, SR_NOBODY, pile, rare, 0, 0);
}

static void gain_rare(const struct tad_edition *ed, struct tad_state *s, int rare, bool bought,
                      struct sr_events *ev)
{
    const int seat = s->active;
    const uint8_t *pp = bought ? ed->rare_bought_pp : ed->rare_free_pp;
    sr_add_u8(&s->rare_left[rare], -1);
    sr_add_u8(&s->player[seat].rare[rare], 1);
    sr_emit(ev, TAD_E_RARE, seat, rare, 0, 0, 0);
    tadmor__points(s, seat,
                   (tadmor__owns(s, seat, TAD_I8) ? pp[0] : 0) +
                       (tadmor__owns(s, seat, TAD_I27) ? pp[1] : 0),
                   TAD_BY_RARE, ev);
    tadmor__turn_up(s, rare / TAD_RARES_IN_PILE, ev);
    tadmor__caravans(ed, s, seat, ev);
}

int tadmor__rare_cost(const struct tad_edition *ed, const struct tad_state *s, int seat, int pile)
{
    const int discount = tadmor__owns(s, seat, TAD_I28) ? ed->rare_discount : 0;
    return sr_max(0, ed->rare_price[pile] - discount);
}

void tadmor__buy_rare(const struct tad_edition *ed, struct tad_state *s, int pile, bool tribute,
                      struct sr_events *ev)
{
    const int seat = s->active;
    tadmor__use_pawn(ed, s, TAD_RARE_GREY + pile);
    if (tribute) {
        s->player[seat].used |= TAD_USED_I9;
        tadmor__points(s, seat, -ed->tribute, TAD_BY_TRIBUTE, ev);
    } else {
        uint8_t cost[TAD_GOODS] = {0, 0, 0, 0};
        cost[ed->rare_good[pile]] = sr_u8(tadmor__rare_cost(ed, s, seat, pile));
        tadmor__pay(s, seat, cost, ev);
    }
    if (!tadmor__owns(s, seat, TAD_I43)) {
        gain_rare(ed, s, s->top[pile], true, ev);
        return;
    }
    tadmor__ask(s, TAD_ASK_RARE, 1);
    s->ask.pile = sr_u8(pile);
}

/* Bought with I43: any tile of that pile. By K1, K2 or, with I43, as a bonus: any tile of any pile.
 * Else the top of a pile. */
bool tadmor__can_pick(const struct tad_state *s, int rare)
{
    const int pile = rare / TAD_RARES_IN_PILE;
    if (s->rare_left[rare] == 0)
        return false;
    if (s->ask.pile != SR_NONE)
        return pile == s->ask.pile;
    return s->ask.mission != SR_NONE || tadmor__owns(s, s->active, TAD_I43) || s->top[pile] == rare;
}

void tadmor__pick(const struct tad_edition *ed, struct tad_state *s, int rare, struct sr_events *ev)
{
    const bool bought = s->ask.pile != SR_NONE;
    sr_add_u8(&s->ask.left, -1);
    if (s->ask.left == 0)
        tadmor__ask(s, TAD_ASK_NOTHING, 0);
    gain_rare(ed, s, rare, bought, ev);
}

/* ---- missions (R8.8, R8.9) ----------------------------------------------------------- */

/* Missions whose place is known, from a complete state. */
uint32_t tadmor__seen(const struct tad_state *s)
{
    uint32_t seen = s->discards;
    for (int p = 0; p < s->head.seats; p++)
        seen |= s->player[p].hand | s->player[p].done | s->player[p].flipped;
    return seen;
}

/* Size of the draw pile; everybody can count it. */
int tadmor__pile_cards(const struct tad_state *s)
{
    int n = TAD_MISSIONS - sr_count(s->discards);
    for (int p = 0; p < s->head.seats; p++)
        n -= s->player[p].cards + sr_count(s->player[p].done | s->player[p].flipped);
    return n;
}

bool tadmor__can_draw(const struct tad_state *s)
{
    return s->discards != 0 || tadmor__pile_cards(s) > 0;
}

/* The discards become the pile. All see which they are, so the cards held at this moment can be
 * told from those drawn later: they belong to an older wave (R12.3). */
static void reshuffle(struct tad_state *s, struct sr_events *ev)
{
    uint32_t hands = 0;
    for (int w = 0; w < TAD_WAVES; w++)
        hands |= s->wave[w];
    hands = tadmor__seen(s) & ~hands & ~s->discards;
    for (int p = 0; p < s->head.seats; p++)
        hands &= ~(s->player[p].done | s->player[p].flipped);
    s->wave[TAD_WAVES - 1] |= s->wave[TAD_WAVES - 2];
    for (int w = TAD_WAVES - 2; w > 0; w--)
        s->wave[w] = s->wave[w - 1];
    s->wave[0] = hands;
    for (int p = 0; p < s->head.seats; p++) {
        uint8_t *older = s->player[p].older;
        int newest = s->player[p].cards;
        for (int w = 0; w < TAD_WAVES; w++)
            newest -= older[w];
        sr_add_u8(&older[TAD_WAVES - 1], older[TAD_WAVES - 2]);
        for (int w = TAD_WAVES - 2; w > 0; w--)
            older[w] = older[w - 1];
        older[0] = sr_u8(newest);
    }
    sr_emit(ev, TAD_E_RESHUFFLE, SR_NOBODY, sr_count(s->discards), 0, 0, 0);
    s->discards = 0;
}

/* The pile keeps no order: the next card is any of it. */
void tadmor__draw(struct tad_state *s, int seat, struct sr_events *ev)
{
    if (!tadmor__can_draw(s))
        return;
    if (tadmor__pile_cards(s) == 0)
        reshuffle(s, ev);
    uint32_t pile = TAD_ALL_MISSIONS & ~tadmor__seen(s);
    for (uint32_t n = sr_rng_below(&s->head.rng, (uint32_t)sr_count(pile)); n > 0; n--)
        pile &= pile - 1;
    const int mission = sr_lowest(pile);
    s->player[seat].hand |= TAD_BIT(mission);
    sr_add_u8(&s->player[seat].cards, 1);
    sr_emit_secret(ev, TAD_E_DRAW, seat, 1u << seat, 1u, mission, 0, 0, 0);
}

void tadmor__leave_hand(struct tad_state *s, int seat, int mission)
{
    struct tad_player *p = &s->player[seat];
    p->hand &= ~TAD_BIT(mission);
    sr_add_u8(&p->cards, -1);
    for (int w = 0; w < TAD_WAVES; w++) {
        if (!(s->wave[w] >> mission & 1))
            continue;
        s->wave[w] &= ~TAD_BIT(mission);
        sr_add_u8(&p->older[w], -1);
    }
}

static int mission_discount(const struct tad_edition *ed, const struct tad_state *s, int seat)
{
    return tadmor__owns(s, seat, TAD_I20) ? ed->mission_discount : 0;
}

bool tadmor__pays_mission(const struct tad_edition *ed, const struct tad_state *s, int seat,
                          int mission)
{
    return tadmor__missing(&s->player[seat], ed->mission_cost[mission]) <=
           mission_discount(ed, s, seat);
}

static void paid_mission(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    const int seat = s->active;
    tadmor__points(s, seat,
                   (tadmor__owns(s, seat, TAD_I5) ? ed->mission_pp[0] : 0) +
                       (tadmor__owns(s, seat, TAD_I19) ? ed->mission_pp[1] : 0),
                   TAD_BY_MISSION, ev);
    tadmor__caravans(ed, s, seat, ev);
}

/* The card is shown first; with I20 the payment is a question that follows. */
void tadmor__complete(const struct tad_edition *ed, struct tad_state *s, int mission,
                      struct sr_events *ev)
{
    const int seat = s->active;
    tadmor__use_pawn(ed, s, TAD_MISSION);
    tadmor__leave_hand(s, seat, mission);
    s->player[seat].done |= TAD_BIT(mission);
    sr_emit(ev, TAD_E_COMPLETE, seat, mission, 0, 0, 0);
    if (ask_spare(s, ed->mission_cost[mission], mission_discount(ed, s, seat))) {
        s->ask.mission = sr_u8(mission);
        return;
    }
    tadmor__pay(s, seat, ed->mission_cost[mission], ev);
    paid_mission(ed, s, ev);
}

/* The goods to leave out are chosen: pay the rest. */
void tadmor__spared(const struct tad_edition *ed, struct tad_state *s, struct sr_events *ev)
{
    const struct tad_ask ask = s->ask;
    tadmor__ask(s, TAD_ASK_NOTHING, 0);
    tadmor__pay(s, s->active, ask.cost, ev);
    if (ask.mission != SR_NONE)
        paid_mission(ed, s, ev);
    else
        paid_section(ed, s, ask.via, ask.section, ev);
}
