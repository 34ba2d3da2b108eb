/* verdict.h: what figures amount to: places that win too much, things nobody needs or everybody
 * must have, strategies. The limits are here and nowhere else; reports tell them. */
#ifndef SERAI_LAB_VERDICT_H
#define SERAI_LAB_VERDICT_H

#include "lab/measure.h"

/* ---- places ------------------------------------------------------------------------------ */

enum verdict_place { PLACE_EVEN, PLACE_UNCLEAR, PLACE_MORE, PLACE_LESS };
/* A place is said to win more or less when this is certain (Holm, 5 %) and by at least so many
 * points of percent; it is even when its whole interval lies within EVEN of the fair share. */
#define VERDICT_POINTS 2.0
#define VERDICT_EVEN 5.0
/* It leans where it wins more or less for certain, but by less than this part of its share:
 * well-tried games do (docs/balance/yspahan.md). */
#define VERDICT_LEAN (1.0 / 3)
struct place_verdict {
    struct stats_mean mean;
    struct stats_interval interval;
    double fair, p; /* p: corrected */
    enum verdict_place is;
    bool leans;
};
/* `by`: MEASURE_PLACE or MEASURE_SEAT. */
void verdict_places(const struct trial *t, int arm, int64_t games, enum measure_kind by,
                    struct place_verdict out[SR_SEATS_MAX]);

/* ---- two arms --------------------------------------------------------------------------- */

enum verdict_change { CHANGE_SAME, CHANGE_UNCLEAR, CHANGE_MORE, CHANGE_LESS };
struct change_verdict {
    struct measure measure;
    struct stats_mean a, b, difference; /* b less a, game by game */
    double p;                           /* corrected (Holm) for all measures */
    enum verdict_change is;
};
/* Every measure of a comparison; returns how many. */
int verdict_changes(const struct trial *t, int a, int b, int64_t games,
                    struct change_verdict out[MEASURES_MAX]);
/* Games that came out otherwise; 0: what was changed does nothing. */
int64_t verdict_others(const struct trial *t, int a, int b, int64_t games);

/* ---- use --------------------------------------------------------------------------------- */

enum verdict_use { USE_PLAIN, USE_MUST, USE_STRONG, USE_DEAD, USE_WEAK, USE_FEW, USE_NEVER };
#define VERDICT_MUST 60.0    /* percent of players who could and did... */
#define VERDICT_MUST_WON 1.25 /* ...and certainly won more than a fair share, by at least this, and
                                 more than those who could and did not; the best souk of the control
                                 (docs/balance/yspahan.md) has 1.18 to 1.22 */
#define VERDICT_STRONG 1.25  /* certainly won more than others of its kind, by at least this */
#define VERDICT_DEAD 3.0     /* percent: certainly fewer players chose it */
#define VERDICT_WEAK 0.8     /* who did certainly won less than this part of a fair share, and less
                                than those who could and did not */
#define VERDICT_FEW 100      /* players: below it nothing is said */
#define VERDICT_FEW_OF 0.2   /* so few things of a kind may be dead, or not pay, without harm */
struct use_verdict {
    double chosen;  /* percent of players who could */
    struct stats_interval chosen_interval;
    double won;     /* percent of games won by players who did */
    struct stats_interval won_interval;
    double p;       /* of "a fair share", corrected (Benjamini and Hochberg) */
    double declined; /* percent of games won by players who could and did not */
    struct stats_interval declined_interval;
    double kind;    /* percent won by those who chose others of its kind; 0: it has none */
    double kind_p;  /* of "as others of its kind", corrected */
    double when;    /* percent of the game at the first time */
    bool certain;   /* strong, must: as much as the limit says for certain, not just as measured */
    enum verdict_use is;
};
/* out[items]. */
void verdict_uses(const struct items *items, const struct trial_use *use, int seats, int lines,
                  struct use_verdict *out);

/* ---- roads ------------------------------------------------------------------------------- */

enum { ROADS_MAX = 6 };
#define VERDICT_APART 0.2    /* silhouette: below it there are no groups to speak of */
#define VERDICT_DOMINANT (2.0 / 3) /* certainly ahead of each other road, this part of pairs */
#define VERDICT_ROADS 0.6 /* what a search for even roads aims at */
/* Strategies found: players whose points come from like sources, grouped by the shares of the
 * winners. */
struct roads {
    int count, parts;
    double centre[ROADS_MAX][SR_PARTS_MAX]; /* shares of points, 0..1 */
    double mean[SR_PARTS_MAX];              /* of all players */
    int64_t players[ROADS_MAX];             /* who went it */
    struct stats_ratio won[ROADS_MAX];      /* wins (1 for a game) over players */
    /* row ahead of column at one table: halves for ties, and how many pairs. */
    double ahead[ROADS_MAX][ROADS_MAX], pairs[ROADS_MAX][ROADS_MAX];
    double apart; /* silhouette, -1..1: how well the groups are told apart */
};
void roads_find(const struct trial *t, int arm, int64_t games, struct roads *out);
/* Of one game: pairs of a player of this road and one of another, *pairs of them, in which the
 * first is ahead (halves for ties). */
double roads_ahead(const struct roads *r, const struct trial *t, int arm, int64_t game, int road,
                   double *pairs);
/* The road whose players are ahead of those of every other, clearly (each pairing, Holm); -1. */
int roads_dominant(const struct roads *r);

#endif
