/* oracle.h: the engine protocol from the engine's side (docs/engine.md): lines in, lines out. */
#ifndef SERAI_LAB_ORACLE_H
#define SERAI_LAB_ORACLE_H

#include "lab/lab.h"

/* Takes one line of output, without its end. */
typedef void oracle_say(void *context, const char *line);

struct oracle;
/* `bot` thinks until another is named. */
struct oracle *oracle_new(const struct sr_bot *bot, oracle_say *say, void *context);
void oracle_free(struct oracle *e);
/* Obeys one line of input; false after "quit". */
bool oracle_line(struct oracle *e, const char *line, size_t len);

#endif
