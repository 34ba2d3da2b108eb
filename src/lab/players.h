/* players.h: players written for the figures of one game (docs/players.md), src/lab/GAME_players.c.
 * Lists ended by id NULL. In other games they play any move. Compiled for devices too. */
#ifndef SERAI_LAB_PLAYERS_H
#define SERAI_LAB_PLAYERS_H

#include "serai/bot.h"

extern const struct sr_bot lab_yspahan_players[], lab_merv_players[], lab_caravans_players[];
/* tadmor:tower, tadmor:temple, tadmor:missions, tadmor:rares put one source of points first,
 * tadmor:mixed none. With "-deep" they play each placement of era I on to the end of the next
 * round; with "-pure" they hardly look at the other sources; with "-meek" they do nothing against
 * other players. */
extern const struct sr_bot lab_tadmor_players[];

/* Whether this is the game a player was written for. A device has no strcmp. */
static inline bool lab_at_home(const struct sr_rules *r, const char *id)
{
    const char *is = r->game->id;
    while (*is && *is == *id) {
        is++;
        id++;
    }
    return *is == *id;
}

#endif
