/* engine.h: the engine protocol from the engine's side (docs/engine.md): lines in, lines out. */
#ifndef SERAI_LAB_ENGINE_H
#define SERAI_LAB_ENGINE_H

#include "lab/lab.h"

/* Takes one line of output, without its end. */
typedef void engine_say(void *context, const char *line);

struct engine;
/* `bot` thinks until another is named. */
struct engine *engine_new(const struct sr_bot *bot, engine_say *say, void *context);
void engine_free(struct engine *e);
/* Obeys one line of input; false after "quit". */
bool engine_line(struct engine *e, const char *line, size_t len);

#endif
