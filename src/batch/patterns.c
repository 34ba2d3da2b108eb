/* patterns.c: which combinations of arguments the moves of the games have. A verb without a row has
 * all that its vocabularies allow; one with plain numbers needs a row. The contract tests play many
 * games under all options and see that every move has a number. */
#include "batch/space.h"

enum { SHOPS = 46, BUILDINGS = 5, CARDS = 9, LEVELS = 5, STOCK = 100 };

/* Optional arguments are packed as value + 1; 0 is none. */
const struct space_pattern space_patterns[] = {
    {"yspahan", "buy", {0}, {9}, 0, false},
    {"yspahan", "sel", {0, 0, 0, 0, 0}, {LEVELS, 0, 0, CARDS, 0}, 0, false}, /* tower */
    {"yspahan", "sel", {0, 1, 0, 0, 0}, {LEVELS, 2, 0, 0, 0}, 0, false},     /* the other actions */
    {"yspahan", "sel", {0, 3, 1, 0, 0}, {LEVELS, 3, BUILDINGS + 1, 0, 0}, 0, false},
    {"yspahan", "sel", {0, 3, 1, 0, 3}, {LEVELS, 3, BUILDINGS + 1, 0, 4}, 0, false},
    {"yspahan", "put", {0}, {SHOPS}, 0, false},
    {"yspahan", "send", {0}, {SHOPS}, 0, false},
    {"yspahan", "build", {0, 0}, {BUILDINGS, 0}, 0, false},
    {"yspahan", "build", {0, 3}, {BUILDINGS, 4}, 0, false},
    {"yspahan", "play_place_good", {0}, {SHOPS}, 0, false},
    {"yspahan", "play_gold_to_vp", {1}, {20}, 0, false},
    {"yspahan", "play_camels_to_vp", {1}, {20}, 0, false},
    {"yspahan", "play_exchange", {1, 0}, {STOCK, 0}, 0, false},
    {"yspahan", "play_exchange", {0, 1}, {0, STOCK}, 0, false},

    {"merv", "slot", {1}, {5}, 0, false},
    {"merv", "contract", {0, 0}, {5, 4}, 0, false},
    {"merv", "pay", {0, 0, 0, 0, 0}, {5, 5, 5, 5, 5}, 5, false},
    {"merv", "pay", {0, 0, 0, 0, 0}, {9, 0, 0, 0, 9}, 9, false}, /* a dear hall: with white cubes */
    {"merv", "pay", {0, 0, 0, 0, 0}, {0, 9, 0, 0, 9}, 9, false},
    {"merv", "pay", {0, 0, 0, 0, 0}, {0, 0, 9, 0, 9}, 9, false},
    {"merv", "pay", {0, 0, 0, 0, 0}, {0, 0, 0, 9, 9}, 9, false},
    {"merv", "take", {1}, {8}, 0, false},
    {"merv", "study", {0}, {8}, 0, false},
    {"merv", "spend", {0}, {3}, 0, false},
    {"merv", "score", {0, 0, 0, 0}, {4, 4, 4, 4}, 0, false},

    {"tadmor", "floors", {0}, {63}, 0, false},
    {"tadmor", "temple", {0, 0}, {3, 3}, 0, false},
    {"tadmor", "flip", {0, 0, 0, 0}, {25, 0, 0, 0}, 0, false},
    {"tadmor", "flip", {0, 1, 0, 0}, {25, 4, 0, 0}, 0, false},
    {"tadmor", "flip", {0, 0, 1, 0}, {25, 0, 4, 0}, 0, false},
    {"tadmor", "flip", {0, 0, 0, 1}, {25, 0, 0, 7}, 0, false},
    {"tadmor", "pay", {0, 0}, {3, 15}, 0, false},
    {"tadmor", "spare", {0, 0}, {3, 15}, 0, false},
    {"tadmor", "gain", {0, 0}, {3, 15}, 0, false},
    {"tadmor", "drop", {0, 0}, {3, 63}, 0, false},

    {"caravans", "place", {-4, -4}, {4, 4}, 0, false},
    {"caravans", "spot", {0, -4, -4}, {1, 4, 4}, 0, true},
    {"caravans", "turn", {0}, {2}, 0, false},
    {NULL, NULL, {0}, {0}, 0, false},
};
