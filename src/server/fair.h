/* fair.h: fair dice. Before the first move the server shows a commitment to the seed; at the end
 * it shows seed and salt, and anyone can check them and replay the match.
 *
 * The commitment is the SHA-256, in hex, of the ASCII text
 *     serai-fair-1:<game>:<seed in decimal>:<salt>
 * This file depends on nothing, so that a file can be verified by a build without the server. */
#ifndef SERAI_SERVER_FAIR_H
#define SERAI_SERVER_FAIR_H

#include "serai/json.h"

enum { FAIR_HEX = 65 };

void fair_sha256_hex(const void *data, size_t len, char out[FAIR_HEX]);
void fair_commit(const char *game, uint64_t seed, const char *salt, char out[FAIR_HEX]);
/* Checks the member "fair" of a saved match: SR_NOTHING if there is none, SR_DIFFERS if the seed
 * is not the one that was committed to. */
enum sr_err fair_verify(const struct sr_doc *doc, int tok, struct sr_diag *diag);

#endif
