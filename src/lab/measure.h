/* measure.h: figures of a game as numbers with names, what they come to in an arm, and how two arms
 * compare. Rows of both arms with the same number began alike, so differences are taken game by
 * game. */
#ifndef SERAI_LAB_MEASURE_H
#define SERAI_LAB_MEASURE_H

#include "lab/stats.h"
#include "lab/trial.h"

enum measure_kind {
    MEASURE_PLACE,    /* percent of games won by place n in the order of the beginning */
    MEASURE_SEAT,     /* the same by seat, where the first player is drawn */
    MEASURE_BOT,      /* percent of games won by bot n of the list */
    MEASURE_BOT_SCORE,/* points of bot n */
    MEASURE_WINNER,   /* winner's points */
    MEASURE_POINTS,   /* points of a player */
    MEASURE_PART,     /* points of a player from part n */
    MEASURE_MARGIN,
    MEASURE_PLIES,
    MEASURE_TURNS,
    MEASURE_CHOOSING, /* decisions with a choice, for each player */
    MEASURE_CHOICES,  /* moves to choose from, for each of these */
    MEASURE_FORCED,   /* percent of decisions without a choice */
    MEASURE_LEADS,
    MEASURE_DECIDED,  /* percent of the game */
    MEASURE_BEHIND,
    MEASURE_STUCK,    /* percent of games */
    MEASURE_WAIT
};

struct measure {
    enum measure_kind kind;
    int n;
};
enum { MEASURES_MAX = 48 };

/* Measures that a comparison looks at. */
int measure_list(const struct sr_game *game, int seats, struct measure out[MEASURES_MAX]);
/* "place.1", "part.temple", "plies". */
void measure_id(const struct sr_game *game, const struct measure *m, char *out, size_t max);
bool measure_find(const struct sr_game *game, int seats, const char *id, struct measure *out);
bool measure_percent(const struct measure *m);
/* Of game `game` of the arm. */
double measure_of(const struct trial *t, int arm, int64_t game, const struct measure *m);
/* Of all `games` first games of the arm, mem_free. */
double *measure_all(const struct trial *t, int arm, int64_t games, const struct measure *m);
struct stats_mean measure_mean(const struct trial *t, int arm, int64_t games,
                               const struct measure *m);
/* b less a, game by game. */
struct stats_mean measure_difference(const struct trial *t, int a, int b, int64_t games,
                                     const struct measure *m);

/* Half of the widest 95 % interval of a place's share, in percent: what `-n auto` narrows. */
double measure_width(const struct trial *t, int arm, int64_t games);
/* How many games to have next so that it comes down to `within`; 0: enough. */
int64_t measure_more(double width, double within, int64_t games, int64_t most);

#endif
