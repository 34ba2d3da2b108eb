/* tally.h: how much of something somebody has had of late: counts that fade, in a table of fixed
 * size where the one longest unused makes room. */
#ifndef SERAI_SERVER_TALLY_H
#define SERAI_SERVER_TALLY_H

#include <stdint.h>

struct tally;
/* Counts lose half of themselves in `half_ms`. NULL without memory. */
struct tally *tally_new(int rows, int64_t half_ms);
void tally_free(struct tally *t);
/* The count of `key` now, to be read or changed at once; 0 for one not known. */
double *tally_of(struct tally *t, uint64_t key, int64_t now);

#endif
