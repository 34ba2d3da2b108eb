/* view.c: what is hidden, and filling it in (R16). Only the order of unseen tiles is secret, and it
 * is secret from everybody. */
#include "games/caravans/caravans.h"

/* Tiles of a stack that nobody has seen. */
static int unseen_in(const struct caravans_stack *stack)
{
    return sr_max(0, stack->size - stack->known);
}

void caravans__hide(const void *edition, void *view, int seat)
{
    (void)edition;
    (void)seat;
    struct caravans *s = (struct caravans *)view;
    for (int g = 0; g < REGIONS; g++) {
        struct caravans_stack *stack = &s->stacks[g];
        const uint8_t unseen = (uint8_t)unseen_in(stack);
        for (int i = 0; i < REGION_TILES; i++) /* all of them, many at once */
            stack->tiles[i] = (uint8_t)i < unseen ? (uint8_t)SR_HIDDEN : stack->tiles[i];
    }
}

/* Tiles that are laid, drawn, or known to lie at the bottom of a stack. */
static void mark_seen(const struct caravans *s, bool seen[256])
{
    for (int i = 0; i < s->tile_count; i++)
        seen[s->tiles[i].tile] = true;
    for (int i = 0; i < s->drawn_count; i++)
        seen[s->drawn[i]] = true;
    for (int g = 0; g < REGIONS; g++) {
        const struct caravans_stack *stack = &s->stacks[g];
        for (int i = unseen_in(stack); i < stack->size; i++)
            seen[stack->tiles[i]] = true;
    }
}

/* R16.3: all orders of the unseen tiles are alike. */
void caravans__fill(const void *edition, void *state, int viewer, struct sr_rng *rng)
{
    (void)viewer;
    const struct caravans_edition *ed = (const struct caravans_edition *)edition;
    struct caravans *s = (struct caravans *)state;
    bool seen[256] = {false};
    mark_seen(s, seen);
    for (int g = 0; g < REGIONS; g++) {
        struct caravans_stack *stack = &s->stacks[g];
        const int hidden = unseen_in(stack);
        int n = 0;
        for (int i = 0; i < ed->regions[g].tile_count && n < hidden; i++)
            if (!seen[g * REGION_TILES + i])
                stack->tiles[n++] = (uint8_t)(g * REGION_TILES + i);
        sr_rng_shuffle(rng, stack->tiles, n);
    }
}
