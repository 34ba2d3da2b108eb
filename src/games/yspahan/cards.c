/* cards.c: hands, the deck, and what the cards do when they are played. */
#include "games/yspahan/yspahan.h"

int yspahan__total(const uint8_t counts[YSP_CARDS])
{
    int sum = 0;
    for (int i = 0; i < YSP_CARDS; i++)
        sum += counts[i];
    return sum;
}

unsigned yspahan__kinds(const struct yspahan_player *p)
{
    unsigned kinds = 0;
    for (int i = 0; i < p->cards; i++)
        kinds |= 1u << (p->hand[i] & 31); /* a hidden card sets a bit that is no kind's */
    return kinds;
}

/* R4.4, R4.5: looks at hand sizes only, so that it works on views. */
bool yspahan__can_draw(const struct yspahan_edition *ed, const struct yspahan_state *s)
{
    int held = 0;
    for (int p = 0; p < s->head.seats; p++)
        held += s->players[p].cards;
    return held < yspahan__total(ed->copies);
}

/* ---- drawing and discarding ---------------------------------------------------------- */

/* R5.6. From now on everybody knows what the deck is made of (R10.3). */
static SR_NOINLINE void reshuffle(const struct ysp *y)
{
    struct yspahan_state *s = y->s;
    memcpy(s->deck, s->discard, sizeof s->deck);
    memcpy(s->shuffled, s->discard, sizeof s->shuffled);
    memset(s->discard, 0, sizeof s->discard);
    for (int p = 0; p < s->head.seats; p++)
        memset(s->players[p].drawn, 0, sizeof s->players[p].drawn);
    sr_emit(y->ev, EV_RESHUFFLE, SR_NOBODY, yspahan__total(s->deck), 0, 0, 0);
}

static void add_to_hand(struct yspahan_player *p, int card)
{
    int i = p->cards++;
    for (; i > 0 && p->hand[i - 1] > card; i--)
        p->hand[i] = p->hand[i - 1];
    p->hand[i] = sr_u8(card);
}

static void take_from_hand(struct yspahan_player *p, int card)
{
    int i = 0;
    while (p->hand[i] != card)
        i++;
    p->cards--;
    for (; i < p->cards; i++)
        p->hand[i] = p->hand[i + 1];
    p->hand[i] = 0;
}

SR_NOINLINE void yspahan__draw(const struct ysp *y, int seat)
{
    struct yspahan_state *s = y->s;
    int left = yspahan__total(s->deck);
    if (left == 0) {
        left = yspahan__total(s->discard);
        if (left == 0)
            return;
        reshuffle(y);
    }
    /* The nth card of the deck, its kinds in order (R10.4). */
    int nth = (int)sr_rng_below(&s->head.rng, (uint32_t)left), card = 0;
    while (nth >= s->deck[card])
        nth -= s->deck[card++];
    s->deck[card]--;
    s->players[seat].drawn[card]++;
    add_to_hand(&s->players[seat], card);
    sr_emit_secret(y->ev, EV_DRAW, seat, 1u << seat, 1, card, 0, 0, 0);
}

/* A card leaves the hand for the discard pile: played, as a boost, or as a discount. */
void yspahan__discard(const struct ysp *y, int seat, int card, int event)
{
    take_from_hand(&y->s->players[seat], card);
    y->s->discard[card]++;
    sr_emit(y->ev, event, seat, card, 0, 0, 0);
}

/* ---- playing ------------------------------------------------------------------------- */

static void points_for(const struct ysp *y, int seat, int points)
{
    yspahan__score(y, seat, PT_CARDS, points);
    sr_emit(y->ev, EV_CARD_POINTS, seat, points, 0, 0, 0);
}

/* R5.8: the effect, the card being discarded already. */
static void effect(const struct ysp *y, int seat, int card, sr_move m)
{
    const int n = ysp_count_of_move(m);
    switch (card) {
    case CD_THREE_CAMELS:
        yspahan__take_camels(y, seat, y->ed->card_camels);
        break;
    case CD_THREE_GOLD:
        yspahan__take_gold(y, seat, y->ed->card_gold);
        break;
    case CD_BUILD_NO_CAMEL:
    case CD_BUILD_NO_GOLD:
        yspahan__build(y, seat, n, card);
        break;
    case CD_LOAD_CARAVAN:
        yspahan__load(y, seat, false);
        break;
    case CD_PLACE_GOOD:
        yspahan__put(y, seat, ysp_shop_of_move(m));
        break;
    case CD_GOLD_TO_VP:
        yspahan__pay_gold(y, seat, n);
        points_for(y, seat, n * y->ed->gold_points);
        break;
    case CD_CAMELS_TO_VP:
        yspahan__pay_camels(y, seat, n);
        points_for(y, seat, n * y->ed->camels_points);
        break;
    default: { /* CD_EXCHANGE */
        const int gold = ysp_exchange_gold(m), camels = ysp_exchange_camels(m);
        yspahan__pay_gold(y, seat, gold);
        yspahan__pay_camels(y, seat, camels);
        yspahan__take_camels(y, seat, gold);
        yspahan__take_gold(y, seat, camels);
        break;
    }
    }
}

/* R4.7: the window stays open, unless nothing is left to ask in it (R4.9). */
bool yspahan__play(const struct ysp *y, sr_move m)
{
    const int seat = ysp_active(y->s), card = sr_move_verb(m) - MV_PLAY;
    yspahan__discard(y, seat, card, EV_PLAY);
    effect(y, seat, card, m);
    return y->s->phase == PH_SEND ? yspahan__send_on(y) : y->s->phase == PH_POST;
}
