/* setup.c: the table before the first turn (R3). */
#include "merv.h"

static void lay_city(struct merv *g)
{
    struct merv_state *s = g->s;
    uint8_t tile[MERV_CELLS];
    int n = 0;
    for (int a = 0; a < ACTIONS; a++)
        for (int k = 0; k < NORMAL; k++)
            for (int i = g->ed->tiles[a][k]; i > 0; i--)
                tile[n++] = (uint8_t)(a * NORMAL + k);
    sr_rng_shuffle(&s->head.rng, tile, n);
    n = 0;
    for (int i = 0; i < MERV_CELLS; i++) {
        if (i == MERV_CENTRE) {
            s->city[i].action = s->city[i].colour = SR_NONE;
            continue;
        }
        s->city[i].action = tile[n] / NORMAL;
        s->city[i].colour = tile[n] % NORMAL;
        n++;
    }
    const int side = s->head.option[OP_MARKET];
    s->market_side =
        side == MARKET_RANDOM ? (uint8_t)sr_rng_below(&s->head.rng, 2) : (uint8_t)(side - MARKET_A);
}

/* R3.2 */
static void line_up(struct merv *g)
{
    struct merv_state *s = g->s;
    memset(s->queue, SR_NONE, sizeof s->queue);
    memset(s->next_queue, SR_NONE, sizeof s->next_queue);
    if (merv_has_magistrate(s)) {
        s->queue[0] = MAGISTRATE;
        s->queue[1] = 0;
    } else {
        for (int i = 0; i < s->head.seats; i++)
            s->queue[i] = (uint8_t)i;
        sr_rng_shuffle(&s->head.rng, s->queue, s->head.seats);
    }
    if (merv_has_courtier(s))
        s->queue[2] = COURTIER;
}

void merv__set_up(struct merv *g)
{
    struct merv_state *s = g->s;
    for (int i = 0; i < MERV_OWNERS; i++) {
        s->players[i].path = SR_NONE;
        s->players[i].tile = SR_NONE;
    }
    memset(s->bonus_upgrades, SR_NONE, sizeof s->bonus_upgrades);
    memset(s->walls, SR_NONE, sizeof s->walls);
    memset(s->slots, SR_NONE, sizeof s->slots);
    s->site = s->picked = s->paying = s->solo_card = SR_NONE;
    lay_city(g);
    s->city_camels = 0xF;
    s->mosque_camels = 0xF;
    merv__refill(g);
    s->row_camels = (uint8_t)sr_min(g->ed->row_camels[s->head.seats - 1], s->row_count);
    line_up(g);
    s->year = s->round = 1;
    if (!merv_has_magistrate(s)) {
        merv__start_round(g);
        merv__settle(g);
        return;
    }
    /* R3.3. The Magistrate moves first; he waits for a word, so that his turn can be told. */
    s->solo_deck[0] = (1u << ACTIONS) - 1;
    s->solo_decks = 1;
    s->solo_opening = 1;
    s->slot = SR_NONE;
    s->phase = PH_READY;
    merv__hand_to(g, 0);
}
