/* yspahan_players.h: the scripted player of Yspahan (docs/players.md). */
#ifndef SERAI_LAB_YSPAHAN_PLAYERS_H
#define SERAI_LAB_YSPAHAN_PLAYERS_H

#include "serai/bot.h"

/* Ended by id NULL. */
extern const struct sr_bot lab_yspahan_players[];

#endif
