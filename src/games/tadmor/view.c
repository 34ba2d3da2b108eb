/* view.c: what is hidden, and filling it in again (R12). */
#include "games/tadmor/tadmor.h"

/* Hands of others and a bandit card held by another; the draw pile has no bytes of its own. */
void tadmor__hide(const void *edition, void *view, int seat)
{
    struct tad_state *s = (struct tad_state *)view;
    (void)edition;
    for (int p = 0; p < s->head.seats; p++) /* without branches: whose view it is changes often */
        s->player[p].hand |= -(uint32_t)((p != seat) & (s->player[p].cards > 0));
    if (s->held != SR_NONE && s->holder != seat)
        s->held = SR_HIDDEN;
}

/* Unseen missions that came from the pile in one wave: 0 the present one, then older and older. */
static int unseen_of(const struct tad_state *s, uint32_t seen, int wave, uint8_t list[TAD_MISSIONS])
{
    uint32_t set = TAD_ALL_MISSIONS & ~seen;
    if (wave > 0)
        set &= s->wave[wave - 1];
    else
        for (int w = 0; w < TAD_WAVES; w++)
            set &= ~s->wave[w];
    int n = 0;
    for (; set; set &= set - 1)
        list[n++] = (uint8_t)sr_lowest(set);
    return n;
}

/* Cards of that wave in a hand. */
static int held_of(const struct tad_player *p, int wave)
{
    if (wave > 0)
        return p->older[wave - 1];
    int n = p->cards;
    for (int w = 0; w < TAD_WAVES; w++)
        n -= p->older[w];
    return n;
}

/* Works on any bytes: a view from outside is filled in before it is checked. */
static void fill_hands(struct tad_state *s, int viewer, struct sr_rng *rng)
{
    const int seats = sr_min(s->head.seats, TAD_SEATS);
    uint32_t seen = s->discards;
    for (int p = 0; p < seats; p++) {
        if (p != viewer && s->player[p].cards > 0)
            s->player[p].hand = 0;
        seen |= s->player[p].hand | s->player[p].done | s->player[p].flipped;
    }
    for (int wave = 0; wave <= TAD_WAVES; wave++) {
        uint8_t list[TAD_MISSIONS];
        int n = unseen_of(s, seen, wave, list);
        sr_rng_shuffle(rng, list, n);
        for (int p = 0; p < seats; p++)
            for (int i = p == viewer ? 0 : held_of(&s->player[p], wave); i > 0 && n > 0; i--)
                s->player[p].hand |= TAD_BIT(list[--n]);
    }
}

void tadmor__fill(const void *edition, void *state, int viewer, struct sr_rng *rng)
{
    struct tad_state *s = (struct tad_state *)state;
    (void)edition;
    fill_hands(s, viewer, rng);
    if (s->held != SR_HIDDEN)
        return;
    const int known = s->attacked < TAD_REGIONS;
    int region = (int)sr_rng_below(rng, (uint32_t)(TAD_REGIONS - known));
    s->held = sr_u8(region + (known && region >= s->attacked));
}
