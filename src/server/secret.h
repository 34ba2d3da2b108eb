/* secret.h: time, random ids and secrets, their hashes. */
#ifndef SERAI_SERVER_SECRET_H
#define SERAI_SERVER_SECRET_H

#include "server/table.h"

int64_t sv_now(void); /* ms since 1970; never jumps, whatever the wall clock is set to */
/* Time goes on from an instant that was stored, if the wall clock has been set back since. */
void sv_not_before(int64_t instant);
uint64_t sv_micros(void);
uint64_t sv_random64(void);
void sv_new_id(char out[SV_ID_MAX]); /* 65 random bits */
/* The id of a table's rematch: always the same, so that it cannot be made twice. */
void sv_next_id(const char *id, const char *salt, char out[SV_ID_MAX]);
void sv_new_secret(char out[SV_SECRET_MAX]); /* 160 random bits */
void sv_hash_secret(const char *secret, char out[SV_HASH_MAX]);
bool sv_hash_equal(const char *a, const char *b); /* constant time; false if either is "" */
bool sv_id_ok(const char *id);

#endif
