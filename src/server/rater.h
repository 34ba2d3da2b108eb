/* rater.h: ratings. Who ends a rated match leaves, in the same transaction as its results, a note
 * that it is to be rated. The rater takes such a note away in the transaction that writes the new
 * ratings: so each match counts exactly once, whatever is cut off in between, and whichever process
 * does it. A rating that has changed meanwhile makes the transaction fail, and it is worked out
 * anew. */
#ifndef SERAI_SERVER_RATER_H
#define SERAI_SERVER_RATER_H

#include "server/server.h"

enum {
    RATER_MEAN = 1500, /* of who has not played */
    RATER_LISTED = 10, /* rated matches that bring somebody on the leaderboard */
    RATER_UNIT = 1000  /* stored means and uncertainties are thousandths */
};

struct rater;
struct rater *rater_new(void);
void rater_free(struct rater *r);

void rater_add(struct server *sv, const char *table); /* it is over, and the store knows */
/* Now and then: looks for notes that somebody left and could not take away. */
void rater_sweep(struct server *sv, int64_t now);

/* Now and then: closes the season that is over (seasons.c). */
void seasons_sweep(struct server *sv, int64_t now);
/* The season of that kind ("quarter", "year") at a time: "2026-Q4", "2026". */
void seasons_name(const char *kind, int64_t at, char *out, size_t max);

/* A stored mean as people read it, and the half of the band in which it is with 95 of 100. */
int rater_points(int64_t stored);
int rater_band(int64_t sigma);

#endif
