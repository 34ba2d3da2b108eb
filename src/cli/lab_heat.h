/* lab_heat.h: boards that are coloured by use, made from those of the page by tools/heat-boards. */
#ifndef SERAI_CLI_LAB_HEAT_H
#define SERAI_CLI_LAB_HEAT_H

#include <stddef.h>

/* Where a word of a vocabulary lies: its middle and its size. */
struct heat_place {
    const char *names, *word; /* NULL: the end */
    const char *glyph;        /* drawing of what it does, in the ground; "": none */
    char shape;               /* r, p: rectangle (p: no figure), o: circle, h: hex, t: text */
    float x, y, w, h;
};

struct heat_board {
    const char *game; /* NULL: the end */
    int width, height;
    const struct heat_place *place;
    const char *ground; /* SVG below the places */
};
extern const struct heat_board heat_boards[];

#endif
