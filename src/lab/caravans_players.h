/* caravans_players.h: players of Caravans by rules of thumb, for figures about the rules. */
#ifndef SERAI_LAB_CARAVANS_PLAYERS_H
#define SERAI_LAB_CARAVANS_PLAYERS_H

#include "serai/bot.h"

/* Ended by id NULL. */
extern const struct sr_bot lab_caravans_players[];

#endif
