/* pairing.h: the arithmetic of tournaments: who meets whom, and who stands where. Pure: players are
 * numbers from 0, and what has been played is given as tables. */
#ifndef SERAI_SERVER_PAIRING_H
#define SERAI_SERVER_PAIRING_H

#include <stdbool.h>
#include <stdint.h>

#include "serai/core.h"

enum { CUP_PLAYERS_MAX = 128, CUP_ROUNDS_MAX = 15, CUP_TABLES_MAX = 1024, CUP_POINT = 1000 };

struct cup_table { /* one table of one round; with one player it is a bye */
    int round, count;
    bool over;
    int player[SR_SEATS_MAX], place[SR_SEATS_MAX], total[SR_SEATS_MAX];
};

struct cup_line { /* where somebody stands; points in thousandths */
    int player, games, points;
    int opponents; /* the sum of the points of those he met */
    int share;     /* his part of all points scored at his tables, in thousandths of one table */
};

/* How `players` become tables of about `seats` (at least `least`, at most `most`): the sizes, and
 * how many of them there are; *byes gets how many are left over. */
int cup_sizes(int players, int seats, int least, int most, int *size, int *byes);
/* Who stands where after these tables, best first: by points (a table gives one for the first place
 * and none for the last, those between and ties in proportion), then by the points of opponents,
 * then by the share of scores. */
void cup_standings(const struct cup_table *table, int tables, int players, struct cup_line *out);
/* The tables of the next round: of those who stand near each other and have not met (Swiss), or of
 * those who have met the least, one after the other (round robin; of two: everybody once). Returns
 * how many; `out` has room for as many as there are players. */
int cup_pair(bool robin, const int *size, int sizes, int byes, int round,
             const struct cup_table *table, int tables, int players, uint64_t seed,
             struct cup_table *out);

#endif
