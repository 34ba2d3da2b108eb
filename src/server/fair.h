/* fair.h: fair dice. Before anybody sits down the server shows a seal: a commitment to a secret of
 * its own, the salt. Who sits down commits to a part of the dice in the same way; when all seats
 * are taken all show their parts, and salt and parts together are the seed. At the end the salt is
 * shown, and anyone can check the whole and replay the match.
 *
 *     seal   SHA-256, in hex, of the ASCII text  serai-fair-2:<game>:<salt>
 *     dice   SHA-256, in hex, of a part: 16 to 48 letters and digits
 *     seed   the first 32 hex digits of SHA-256 of
 *            serai-fair-2:<game>:<salt>:<part of seat 0>:<part of seat 1>:...
 *
 * A part that was not shown in time is replaced by its dice, and a seat that gave none (a bot, an
 * older client) has the empty text: nobody can stop the match, and as the salt is the server's
 * secret, nobody who holds his part back knows what he gains by it.
 *
 * Tables opened before (version 1), and those that begin with the moves of another match, have a
 * seed of 64 bits of the server's; their seal is the SHA-256 of
 *     serai-fair-1:<game>:<seed in decimal>:<salt>
 * This file depends on nothing, so that a file can be verified by a build without the server. */
#ifndef SERAI_SERVER_FAIR_H
#define SERAI_SERVER_FAIR_H

#include "serai/json.h"

enum { FAIR_HEX = 65, FAIR_PART_MIN = 16, FAIR_PART_MAX = 49 /* with NUL */ };

void fair_sha256_hex(const void *data, size_t len, char out[FAIR_HEX]);
/* The seal of version 1. */
void fair_commit(const char *game, uint64_t seed, const char *salt, char out[FAIR_HEX]);
/* The seal of version 2, a part's dice, and the seed that comes of all. */
void fair_seal(const char *game, const char *salt, char out[FAIR_HEX]);
void fair_dice(const char *part, char out[FAIR_HEX]);
void fair_seed(const char *game, const char *salt, const char part[][FAIR_HEX], int seats,
               uint64_t *seed, uint64_t *high);
bool fair_is_part(const char *text); /* 16 to 48 letters and digits */
bool fair_is_dice(const char *text); /* 64 hex digits, in lower case */
/* Checks the member "fair" of a saved match: SR_NOTHING if there is none, SR_DIFFERS if the seed
 * is not the one that was committed to. */
enum sr_err fair_verify(const struct sr_doc *doc, int tok, struct sr_diag *diag);

#endif
