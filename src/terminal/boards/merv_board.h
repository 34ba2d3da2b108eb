/* merv_board.h: what the two files of Merv's board share: merv.c draws the head line and the city,
 * merv_panels.c what stands beside and below them. */
#ifndef SERAI_TERMINAL_MERV_BOARD_H
#define SERAI_TERMINAL_MERV_BOARD_H

#include "games/merv/merv.h"
#include "terminal/boards/about.h"

enum {
    RIGHT = 48,
    HALF = 75, /* where the mosque begins */
    ROW_Y = 21,
    CONTRACT_Y = 22,
    PLAYER_Y = 23
};

static const char *const cube_sign[COLOURS] = {"▲", "■", "●", "◆", "✚"};
static const uint8_t cube_ink[COLOURS] = {INK_PURPLE, INK_BROWN, INK_GREEN, INK_ORANGE, INK_WHITE};
static const char *const seat_sign[MERV_SEATS] = {"①", "②", "③", "④"};
static const char camel_sign[] = "♞";

/* What is drawn, and what may be chosen now. */
struct drawing {
    const struct board_scene *scene;
    struct canvas *c;
    const struct merv_state *s;
    const struct merv_edition *ed;
    uint32_t sites, slots, walls, cards, halls, cities, paths, discoveries, market, piles, tiles,
        bonuses, places;
    bool small;
};

static inline const char *word(const struct drawing *d, const char *name)
{
    char key[64];
    struct sr_buf b;
    sr_buf_init(&b, key, sizeof key);
    sr_buf_put(&b, "merv.board.");
    sr_buf_put(&b, name);
    return sr_text(d->scene->speaker->lang, key);
}

/* A word that goes with a name of a vocabulary: merv.board.<what><name>. */
static inline const char *word_of(const struct drawing *d, const char *what,
                                  const struct sr_names *names, int i)
{
    char name[48];
    struct sr_buf b;
    sr_buf_init(&b, name, sizeof name);
    sr_buf_put(&b, what);
    sr_buf_put(&b, names->name[i]);
    return word(d, name);
}

static inline int put(const struct drawing *d, int x, int y, int ink, const char *text)
{
    return canvas_put(d->c, x, y, ink, 0, text);
}

static inline int put_cube(const struct drawing *d, int x, int y, int colour)
{
    return put(d, x, y, cube_ink[colour], cube_sign[colour]);
}

static inline int owner_ink(int owner)
{
    return merv_is_human(owner) ? INK_SEAT_0 + owner : INK_NEUTRAL;
}

static inline int put_owner(const struct drawing *d, int x, int y, int owner)
{
    const char *sign = owner == MAGISTRATE ? word(d, "magistrate")
                       : owner == COURTIER ? word(d, "courtier")
                                           : seat_sign[owner];
    return canvas_put(d->c, x, y, owner_ink(owner), STYLE_BOLD, sign);
}

static inline bool takes_part(const struct drawing *d, int owner)
{
    if (owner == MAGISTRATE)
        return merv_has_magistrate(d->s);
    if (owner == COURTIER)
        return merv_has_courtier(d->s);
    return owner < d->s->head.seats;
}

static inline int choice_ink(uint32_t set, int i, int otherwise)
{
    return set >> i & 1 ? INK_ACCENT : otherwise;
}

/* Tracks, palace, library, mosque, trade, caravan row, contracts, players. */
void merv_panels(const struct drawing *d);
/* The lowest right cell that what can be chosen reaches, of what lies outside the city. */
void merv_panels_focus(const struct drawing *d, int *x, int *y);

#endif
