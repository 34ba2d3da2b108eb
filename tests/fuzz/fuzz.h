/* fuzz.h: what the fuzz targets share. A target is one function over bytes (libFuzzer's interface);
 * driver.c runs the same function over the files of a corpus in `make test`.
 *
 * A target may only end in return: whatever the bytes, no crash, no assertion, no endless loop. */
#ifndef SERAI_TESTS_FUZZ_H
#define SERAI_TESTS_FUZZ_H

#include <stdio.h>
#include <stdlib.h>

#include "serai/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FUZZ_TOKENS = 1 << 15, FUZZ_JSON = 1 << 18, FUZZ_PLIES = 8 };

/* A broken promise: says which and stops, so that the fuzzer keeps the input. */
#define FUZZ_NEED(cond)                                                                            \
    do {                                                                                           \
        if (!(cond)) {                                                                             \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #cond);                     \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Bytes used up one after the other; zeros when there are no more. */
struct fuzz_bytes {
    const uint8_t *at;
    size_t left;
};
int fuzz_byte(struct fuzz_bytes *b);
uint32_t fuzz_word(struct fuzz_bytes *b);

/* A game, seats, options and seed chosen by the bytes, set up, and a few moves played. */
struct fuzz_game {
    struct sr_rules rules;
    union sr_state s;
};
void fuzz_setup(struct fuzz_bytes *b, struct fuzz_game *g);
/* Moves chosen by the bytes until they end, or the game, or `most` moves: each with check. */
void fuzz_play(struct fuzz_bytes *b, struct fuzz_game *g, int most);

/* Changes bytes after the head, a step or two up or down or to any value, or whole values as
 * spoil.h does, until the bytes end. */
void fuzz_change(struct fuzz_bytes *b, const struct sr_game *g, union sr_state *s);

/* Everything that can be asked of a position which the reader has accepted. */
void fuzz_use_state(const struct sr_rules *r, const union sr_state *s);
void fuzz_use_view(const struct sr_rules *r, const union sr_state *view);

/* Writes a state or view, reads it back: SR_OK when it was accepted. */
enum sr_err fuzz_through_json(const struct sr_rules *r, const union sr_state *s,
                              union sr_state *out);
/* Parses into memory that lives until the next call; NULL when it is no JSON. */
struct sr_doc *fuzz_parse(const char *text, size_t len);

#endif
