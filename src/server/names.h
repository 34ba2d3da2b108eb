/* names.h: what people may be called, and which names look alike. */
#ifndef SERAI_SERVER_NAMES_H
#define SERAI_SERVER_NAMES_H

#include "serai/table.h"

enum { SV_LOOK_MAX = 3 * SR_NAME_MAX };

/* A name that can be read and told from others: 1 to 39 bytes, no invisible or turning characters,
 * no blanks but single spaces between words, marks only on letters, not two alphabets in one
 * name. */
bool sv_name_ok(const char *name);
/* What is shown to all beside names, such as that of an edition: nothing invisible in it or turning
 * the text around it; may be "". */
bool sv_title_ok(const char *title);
/* A name as it is looked up: letters A to Z small. */
void sv_name_fold(const char *name, char out[SR_NAME_MAX]);
/* What a name looks like: equal for names that a reader takes for each other. "" never comes. */
void sv_name_look(const char *name, char out[SV_LOOK_MAX]);

#endif
