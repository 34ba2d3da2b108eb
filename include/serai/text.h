/* text.h: sentences in French, Russian and English, made from catalogues.
 *
 * Rules emit keys and arguments; the catalogues (po/<lang>/<domain>.po, compiled in) hold
 * patterns. In a pattern {name} stands for an argument and {n:camel} for a counted thing: the
 * plural entry "unit.camel" chosen for the number n. A domain is a game, or the front end's own. */
#ifndef SERAI_TEXT_H
#define SERAI_TEXT_H

#include "serai/json.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sr_lang { SR_EN, SR_FR, SR_RU, SR_LANGS };

/* "en", "fr", "ru", or a locale such as "fr_CA.UTF-8"; false if it is another language. */
bool sr_lang_parse(const char *s, enum sr_lang *out);
const char *sr_lang_code(enum sr_lang lang);

/* Which of the plural forms of a language fits n (gettext's numbering). */
int sr_plural(enum sr_lang lang, int64_t n);

/* The pattern under key; NULL if the catalogue has none. `form` chooses among plural forms. */
const char *sr_text_get(enum sr_lang lang, const char *key, int form);
/* The same, but falls back to English, then to the key itself: never NULL. */
const char *sr_text(enum sr_lang lang, const char *key);

/* One argument of a pattern. With text NULL the number is written. */
struct sr_text_arg {
    const char *name;
    int64_t num;
    const char *text;
};
/* Fills a pattern's {name} and {name:unit} and appends it. args ends with name NULL. */
void sr_text_format(struct sr_buf *b, enum sr_lang lang, const char *pattern,
                    const struct sr_text_arg *args);
/* Shorthand: pattern looked up by key. */
void sr_text_put(struct sr_buf *b, enum sr_lang lang, const char *key,
                 const struct sr_text_arg *args);

/* How to speak of the table: names of the lines of the score (seats, then automated players).
 * NULL names become "Player 2"; `you` (or -1) is the seat addressed. */
struct sr_speaker {
    enum sr_lang lang;
    const struct sr_game *game;
    const char *const *names;
    int seats;
    int you;
};

/* "three camels": the text of a vocabulary's name ("<game>.<names.id>.<name>"). */
const char *sr_name_text(const struct sr_speaker *sp, const struct sr_names *names, int value);
/* Name of a seat, or of an automated player ("<game>.automa.<n>", n from 0). */
void sr_seat_text(struct sr_buf *b, const struct sr_speaker *sp, int seat);
/* "Take camels with 3 dice": "<game>.move.<verb>". */
void sr_move_sentence(struct sr_buf *b, const struct sr_speaker *sp, sr_move m);
/* "Anna draws a card": "<game>.event.<verb>", or "<game>.event.<verb>.secret" for a viewer who
 * does not see its secret arguments. */
void sr_event_sentence(struct sr_buf *b, const struct sr_speaker *sp, const struct sr_event *e);
/* Prompt ("<game>.ask.<decision>") and explanation ("<game>.help.<decision>"). */
const char *sr_ask_text(const struct sr_speaker *sp, int decision);
const char *sr_help_text(const struct sr_speaker *sp, int decision);

/* Walks all keys of a language in sorted order; NULL past the end. */
const char *sr_text_key(enum sr_lang lang, int i);

#ifdef __cplusplus
}
#endif
#endif
