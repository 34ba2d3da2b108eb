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

/* What the network of the bot is given of a position and makes of it, as the answer to "net"; NULL:
 * it has none for this game and edition. What the view hides is drawn by the seed. The caller frees
 * it (oracle_net.c). */
char *oracle_net(const struct sr_rules *r, const struct sr_bot *bot, uint64_t seed,
                 const struct sr_view *view, const sr_move *legal, int count);

#endif
