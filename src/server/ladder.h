/* ladder.h: the arithmetic of leagues: divisions out of a ladder of players, and the ladder after
 * a season. Pure: players are numbers, the ladder is their order, best first. */
#ifndef SERAI_SERVER_LADDER_H
#define SERAI_SERVER_LADDER_H

enum { LADDER_PLAYERS_MAX = 512, LADDER_SIZE_MAX = 16, LADDER_DIVISIONS_MAX = 256 };

/* How many play in each division when one shall have about `size` and none fewer than `least`: all
 * are alike, the upper ones larger by one where it does not come out even. Returns how many
 * divisions there are; 0: there are too few players. */
int ladder_divisions(int players, int size, int least, int *out);

/* How many change places between two neighbours of these sizes: `moves`, but never more than half
 * of one, as a division in the middle loses players at both ends. */
int ladder_moves(int upper, int lower, int moves);

/* The ladder after a season: `order` has the standings of one division after the other, of so many
 * players each. The last of each go down and the first of the next come up. */
void ladder_next(const int *size, int divisions, int moves, const int *order, int *out);

/* How many rounds bring everybody to everybody: once at tables of two, about once at larger ones;
 * 1 to 15. */
int ladder_rounds(int players, int seats);

#endif
