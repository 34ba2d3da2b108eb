/* view.c: what is hidden in the template game,
 * how to fill it in, and what must always hold. */
#include "games/blank/blank.h"

static bool open_hands(const struct blank_state *s)
{
    return s->head.option[BLANK_OPEN_HANDS] != 0;
}

/* R4.1: the deck is hidden from all, a hand from the others. */
void blank__hide(const void *edition, void *view, int seat)
{
    struct blank_state *s = (struct blank_state *)view;
    (void)edition;
    memset(s->deck, SR_HIDDEN, s->deck_count);
    for (int p = 0; p < s->head.seats; p++)
        if (p != seat && !open_hands(s))
            memset(s->player[p].hand, SR_HIDDEN, sizeof s->player[p].hand);
}

/* Unseen cards: all copies, less the sold ones and the hands the viewer sees. */
void blank__fill(const void *edition, void *state, int viewer, struct sr_rng *rng)
{
    const struct blank_edition *ed = (const struct blank_edition *)edition;
    struct blank_state *s = (struct blank_state *)state;
    uint8_t unseen[BLANK_DECK];
    int n = 0;
    for (int w = 0; w < BLANK_WARES; w++) {
        int left = ed->copies[w] - s->sold[w];
        for (int p = 0; p < s->head.seats; p++)
            if (p == viewer || open_hands(s))
                left -= s->player[p].hand[w];
        for (; left > 0 && n < BLANK_DECK; left--)
            unseen[n++] = (uint8_t)w;
    }
    sr_rng_shuffle(rng, unseen, n);
    for (int p = 0; p < s->head.seats; p++) {
        if (p == viewer || open_hands(s))
            continue;
        memset(s->player[p].hand, 0, sizeof s->player[p].hand);
        for (int i = 0; i < s->player[p].hand_count && n > 0; i++)
            s->player[p].hand[unseen[--n]]++;
    }
    for (int i = 0; i < s->deck_count && i < BLANK_DECK; i++)
        s->deck[i] = n > 0 ? unseen[--n] : 0;
}

const char *blank__check(const void *edition, const void *state)
{
    const struct blank_edition *ed = (const struct blank_edition *)edition;
    const struct blank_state *s = (const struct blank_state *)state;
    if (s->active >= s->head.seats || s->round < 1 || s->round > ed->rounds || s->spare)
        return "the turn is out of range";
    if (s->deck_count > BLANK_DECK)
        return "the deck is too large";
    int count[BLANK_WARES] = {0};
    for (int i = 0; i < BLANK_DECK; i++) {
        if (i >= s->deck_count ? s->deck[i] != 0 : s->deck[i] >= BLANK_WARES)
            return "the deck is damaged";
        if (i < s->deck_count)
            count[s->deck[i]]++;
    }
    for (int p = 0; p < BLANK_SEATS; p++) {
        int held = 0;
        for (int w = 0; w < BLANK_WARES; w++) {
            held += s->player[p].hand[w];
            count[w] += s->player[p].hand[w];
        }
        if (held != s->player[p].hand_count)
            return "a hand is not as large as it says";
        if (p >= s->head.seats && (held || s->player[p].points))
            return "an empty seat holds something";
        if (s->player[p].points > 200)
            return "a player has more points than there can be";
    }
    for (int w = 0; w < BLANK_WARES; w++)
        if (count[w] + s->sold[w] != ed->copies[w])
            return "cards are lost or invented";
    return NULL;
}
