/* spoil.h: wrong values for views and states, the same for the contract tests and the fuzzers:
 * each value of a described struct in turn hidden, absent, at the ends of its range, just beyond
 * them and at the ends of its type. */
#ifndef SERAI_TESTS_SPOIL_H
#define SERAI_TESTS_SPOIL_H

#include "serai/game.h"

enum spoil_kind {
    SPOIL_HIDDEN,
    SPOIL_NONE,
    SPOIL_LEAST,
    SPOIL_MOST,
    SPOIL_BELOW,
    SPOIL_ABOVE,
    SPOIL_TYPE_MIN,
    SPOIL_TYPE_MAX,
    SPOIL_KINDS
};

/* One value: where it lies, and what describes it. */
struct spoil_value {
    const struct sr_field *field;
    int at;
};

enum { SPOIL_VALUES = 1 << 13 };

/* The values of a state or view of g that are in use; returns how many (at most SPOIL_VALUES). */
int spoil_list(const struct sr_game *g, const union sr_state *s, struct spoil_value *out);
/* Writes the wrong value; false when it is the one that was there. */
bool spoil_put(const struct spoil_value *v, enum spoil_kind kind, union sr_state *s);
/* Whether it holds the mark of a hidden value. */
bool spoil_is_hidden(const struct spoil_value *v, const union sr_state *s);

#endif
