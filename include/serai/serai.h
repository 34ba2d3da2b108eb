/* serai.h: everything that libserai offers, in one line:
 *
 *     #include <serai/serai.h>          cc mine.c $(pkg-config --cflags --libs serai)
 *
 * The headers it names are the reference. What they declare is the interface of the library; its
 * number is SERAI_ABI, the soname is libserai.so.<SERAI_ABI>, and it is raised by every change that
 * breaks a program built before (docs/library.md). */
#ifndef SERAI_SERAI_H
#define SERAI_SERAI_H

#define SERAI_ABI 0

#include "serai/batch.h"
#include "serai/bot.h"
#include "serai/core.h"
#include "serai/effect.h"
#include "serai/game.h"
#include "serai/json.h"
#include "serai/rng.h"
#include "serai/schema.h"
#include "serai/table.h"
#include "serai/text.h"

#endif
