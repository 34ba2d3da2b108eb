/* numbers.h: the numbers of an edition one by one: what they are called, what they may be, where
 * they come from, and changes to them written as text. */
#ifndef SERAI_LAB_NUMBERS_H
#define SERAI_LAB_NUMBERS_H

#include "serai/json.h"

enum { NUMBERS_MAX = 2048, NUMBERS_PATH = 64 };

struct number {
    char path[NUMBERS_PATH];      /* "tax.era_3"; an option of the game: "option.late_purse" */
    char mark;                    /* S W I R; 'O': an option of the game */
    const struct sr_field *field; /* NULL for an option */
    uint16_t at;                  /* offset in the edition, or which option */
    int64_t min, max;             /* a name: its index in names */
    const struct sr_names *names; /* NULL: a plain number */
};

struct numbers {
    const struct sr_game *game;
    int count;
    struct number list[NUMBERS_MAX];
};

/* What is played by: an edition and options. A plain value: equal bytes are equal rules. */
struct numbers_set {
    unsigned char edition[SR_EDITION_MAX];
    int8_t option[SR_OPTIONS_MAX];
};

/* All numbers, in the order of the edition, then the options. */
void numbers_list(const struct sr_game *game, struct numbers *out);
int64_t numbers_get(const struct number *n, const struct numbers_set *set);
void numbers_put(const struct number *n, struct numbers_set *set, int64_t value);
/* "3", "damascus", "null". */
void numbers_text(const struct number *n, int64_t value, char *out, size_t max);
/* Whether a path or a pattern ("mission_value.*", "board4.*.spare_1", "temple_cost" for all in
 * it) names this number. */
bool numbers_match(const struct number *n, const char *pattern);

/* Applies "path=value,path=+1,pattern=value"; SR_KEY names the nearest path. Does not check that
 * the numbers go together (numbers_check). */
SR_MUST_CHECK enum sr_err numbers_change(const struct numbers *all, const char *text,
                                         struct numbers_set *set, struct sr_diag *diag);
/* SR_KEY, and the nearest path, where one of "path,pattern" names no number. */
SR_MUST_CHECK enum sr_err numbers_named(const struct numbers *all, const char *list,
                                        struct sr_diag *diag);
/* One value as text for one number. */
SR_MUST_CHECK enum sr_err numbers_read(const struct number *n, const char *text, int64_t now,
                                       int64_t *out, struct sr_diag *diag);
/* SR_BROKEN: cannot be played, and why. */
SR_MUST_CHECK enum sr_err numbers_check(const struct sr_game *game, const struct numbers_set *set,
                                        int seats, struct sr_diag *diag);
/* What differs, as text that numbers_change takes; "" when nothing does. Ends with " ..." when it
 * does not fit. Returns how many. */
int numbers_difference(const struct numbers *all, const struct numbers_set *from,
                       const struct numbers_set *to, char *out, size_t max);

#endif
