/* parcel.h: what a table in another database than the first has for the first: who sits there,
 * results, what rings, its line in the lists. It is written down with what happened, in the same
 * transaction (bank.c), and carried to the first afterwards: in order, each once, whoever is killed
 * meanwhile. Inside the folder only. */
#ifndef SERAI_STORE_PARCEL_H
#define SERAI_STORE_PARCEL_H

#include "store/store.h"

struct parcels; /* those on their way */
struct parcels *parcels_new(void);
void parcels_free(struct parcels *p); /* who waits hears that it is done: it is stored */
/* Carries what this table has. `job` (may be NULL) is finished (store__finish) when it is there, or
 * is left lying; false: now, by the caller. */
bool parcels_carry(struct store *s, struct parcels *p, const char *table, struct store_job *job);
/* Looks for those that were left lying. */
void parcels_sweep(struct store *s, struct parcels *p);

#endif
