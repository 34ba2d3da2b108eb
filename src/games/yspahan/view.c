/* view.c: what is secret (R10): the kinds of cards in other hands and in the deck, and what
 * the others have drawn since the last shuffle. Everything else is on the table. */
#include "games/yspahan/yspahan.h"

void yspahan__hide(const void *edition, void *view, int seat)
{
    (void)edition;
    struct yspahan_state *s = (struct yspahan_state *)view;
    memset(s->deck, SR_HIDDEN, sizeof s->deck);
    for (int p = 0; p < s->head.seats; p++) { /* without branches: whose view it is changes often */
        struct yspahan_player *player = &s->players[p];
        const uint8_t hides = p != seat ? 0xFF : 0, cards = player->cards & hides;
        for (int i = 0; i < YSP_HAND; i++)
            player->hand[i] = (uint8_t)i < cards ? (uint8_t)SR_HIDDEN : player->hand[i];
        for (int i = 0; i < YSP_CARDS; i++)
            player->drawn[i] = (uint8_t)((player->drawn[i] & ~hides) | (SR_HIDDEN & hides));
    }
}

struct unseen {
    uint8_t card[YSP_HAND];
    int count;
};

static void collect(struct unseen *u, int card, int n)
{
    for (; n > 0 && u->count < YSP_HAND; n--)
        u->card[u->count++] = (uint8_t)card;
}

/* R10.3: copies of a kind the viewer cannot rule out in the deck. It was made up of
 * `shuffled`, and what he drew himself has left it. */
static int most_in_deck(const struct yspahan_state *s, int viewer, int card)
{
    const int own = viewer < s->head.seats ? s->players[viewer].drawn[card] : 0;
    return sr_max(0, s->shuffled[card] - own);
}

/* Cards that left the deck since the shuffle are booked to the hands that hold them. */
static void book_draws(struct yspahan_state *s, int viewer)
{
    for (int card = 0; card < YSP_CARDS; card++) {
        int left = most_in_deck(s, viewer, card) - s->deck[card];
        for (int p = 0; p < s->head.seats; p++) {
            for (int i = 0; p != viewer && i < s->players[p].cards; i++) {
                if (left > 0 && s->players[p].hand[i] == card) {
                    s->players[p].drawn[card]++;
                    left--;
                }
            }
        }
    }
}

static void sort_hand(struct yspahan_player *p)
{
    for (int i = 1; i < p->cards; i++) {
        const uint8_t card = p->hand[i];
        int k = i;
        for (; k > 0 && p->hand[k - 1] > card; k--)
            p->hand[k] = p->hand[k - 1];
        p->hand[k] = card;
    }
}

/* R10.3: cards that cannot be in the deck are in hands; of the others as many as the hands
 * still lack are drawn from all of them with equal chance; the hands are dealt from both
 * together. */
void yspahan__fill(const void *edition, void *state, int viewer, struct sr_rng *rng)
{
    const struct yspahan_edition *ed = (const struct yspahan_edition *)edition;
    struct yspahan_state *s = (struct yspahan_state *)state;
    int unseen[YSP_CARDS], hidden = 0; /* cards in other hands */
    for (int card = 0; card < YSP_CARDS; card++)
        unseen[card] = ed->copies[card] - s->discard[card];
    for (int p = 0; p < s->head.seats; p++) {
        if (p != viewer)
            hidden += s->players[p].cards;
        for (int i = 0; p == viewer && i < s->players[p].cards; i++)
            unseen[s->players[p].hand[i]]--;
    }
    struct unseen held, open;
    held.count = open.count = 0;
    for (int card = 0; card < YSP_CARDS; card++) {
        const int in_hands = sr_max(0, unseen[card] - most_in_deck(s, viewer, card));
        collect(&held, card, in_hands);
        collect(&open, card, unseen[card] - in_hands);
    }
    sr_rng_shuffle(rng, open.card, open.count);
    while (held.count < hidden && open.count > 0)
        held.card[held.count++] = open.card[--open.count];
    sr_rng_shuffle(rng, held.card, held.count);

    memset(s->deck, 0, sizeof s->deck);
    while (open.count > 0)
        s->deck[open.card[--open.count]]++;
    for (int p = 0; p < s->head.seats; p++) {
        if (p == viewer)
            continue;
        for (int i = 0; i < s->players[p].cards && held.count > 0; i++)
            s->players[p].hand[i] = held.card[--held.count];
        sort_hand(&s->players[p]);
        memset(s->players[p].drawn, 0, sizeof s->players[p].drawn);
    }
    book_draws(s, viewer);
}
