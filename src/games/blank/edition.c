/* edition.c: the numbers of the template game,
 * where they come from, and what makes them sane. */
#include "games/blank/blank.h"

const struct blank_edition blank__edition = {
    .rounds = 6,
    .start_cards = 1,
    .copies = {12, 8, 6, 4},
    .price = {1, 2, 3, 5},
};

#define E struct blank_edition
const struct sr_field blank__edition_fields[] = {
    SR_FIELD(E, rounds, SR_T_U8, .min = 1, .max = 20, .prov = "R"),
    SR_FIELD(E, start_cards, SR_T_U8, .min = 0, .max = 5, .prov = "R"),
    SR_ARRAY(E, copies, SR_T_U8, .by = &blank__wares, .min = 0, .max = BLANK_DECK, .prov = "R"),
    SR_ARRAY(E, price, SR_T_U8, .by = &blank__wares, .min = 0, .max = 10, .prov = "R"),
    SR_FIELDS_END,
};

const char *blank__check_edition(const void *edition)
{
    const struct blank_edition *ed = (const struct blank_edition *)edition;
    int cards = 0;
    for (int w = 0; w < BLANK_WARES; w++)
        cards += ed->copies[w];
    if (cards > BLANK_DECK)
        return "the deck has more than 40 cards";
    if (cards < BLANK_SEATS * (ed->start_cards + 1))
        return "the deck is too small for four players";
    return NULL;
}
