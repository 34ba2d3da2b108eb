/* rules.h: the rules inside the program (tools/rules-embed), so that they are at hand wherever it
 * is installed. */
#ifndef SERAI_TERMINAL_RULES_H
#define SERAI_TERMINAL_RULES_H

#include "serai/text.h"

struct rules_text {
    const char *game;
    enum sr_lang lang;
    const char *text; /* lines: paragraphs, items, rows; headings begin with "# " */
};
extern const struct rules_text rules_texts[]; /* ended by game NULL */

/* The rules of a game in a language, else in English; NULL: none. */
const char *rules_find(const char *game, enum sr_lang lang);
/* Whether a line of the rules is the beginning of the rule with that number ("4.3"). */
bool rules_is(const char *line, const char *number);
/* "R4.3", "4.3", "р4.3": the number without its letter. */
const char *rules_number(const char *text);

#endif
