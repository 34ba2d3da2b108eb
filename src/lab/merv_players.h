/* merv_players.h: the scripted player of Merv (docs/players.md). */
#ifndef SERAI_LAB_MERV_PLAYERS_H
#define SERAI_LAB_MERV_PLAYERS_H

#include "serai/bot.h"

/* Ended by id NULL. */
extern const struct sr_bot lab_merv_players[];

#endif
