/* ladder.c: leagues as arithmetic (server/ladder.h): for every number of players the divisions hold
 * all of them, nobody is lost or doubled by a season, and who is better is never worse off. */
#include "server/ladder.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tests;

static void need(bool holds, int line, const char *what)
{
    if (holds)
        return;
    printf("not ok %d - line %d: %s\n", tests + 1, line, what);
    exit(1);
}
#define NEED(x) need(x, __LINE__, #x)

static void passed(const char *what) { printf("ok %d - %s\n", ++tests, what); }

static int divide(int players, int size, int least, int out[LADDER_DIVISIONS_MAX])
{
    const int n = ladder_divisions(players, size, least, out);
    int all = 0;
    for (int i = 0; i < n; i++) {
        NEED(out[i] >= least && out[i] <= LADDER_SIZE_MAX);
        NEED(out[0] - out[i] >= 0 && out[0] - out[i] <= 1);
        all += out[i];
    }
    NEED(n == 0 ? players < least : all == players);
    return n;
}

static void test_divisions(void)
{
    int out[LADDER_DIVISIONS_MAX];
    for (int players = 0; players <= LADDER_PLAYERS_MAX; players++)
        for (int least = 2; least <= 7; least++)
            for (int size = least; size <= LADDER_SIZE_MAX; size++)
                divide(players, size, least, out);
    NEED(ladder_divisions(15, 4, 2, out) == 4 && out[3] == 3);
    NEED(ladder_divisions(9, 6, 2, out) == 2 && out[0] == 5);
    passed("divisions of 0 to 512 players");
}

static void test_seasons(void)
{
    int size[LADDER_DIVISIONS_MAX], order[LADDER_PLAYERS_MAX], next[LADDER_PLAYERS_MAX];
    for (int players = 2; players <= 100; players++)
        for (int of = 2; of <= 8; of++)
            for (int moves = 1; moves <= 4; moves++) {
                const int n = ladder_divisions(players, of, 2, size);
                int seen[LADDER_PLAYERS_MAX] = {0}, at = 0;
                for (int i = 0; i < players; i++)
                    order[i] = i;
                ladder_next(size, n, moves, order, next);
                for (int i = 0; i < players; i++)
                    NEED(next[i] >= 0 && next[i] < players && seen[next[i]]++ == 0);
                for (int d = 0; d < n; at += size[d++]) {
                    int from_above = 0, from_below = 0;
                    for (int i = at; i < at + size[d]; i++) {
                        from_above += next[i] < at;
                        from_below += next[i] >= at + size[d];
                        NEED(i == at || next[i] > next[i - 1]); /* order within is kept */
                    }
                    NEED(from_above == (d ? ladder_moves(size[d - 1], size[d], moves) : 0));
                    NEED(from_below == (d + 1 < n ? ladder_moves(size[d], size[d + 1], moves) : 0));
                }
            }
    passed("nobody is lost, and as many go up as go down");
}

static void test_rounds(void)
{
    NEED(ladder_rounds(2, 2) == 1 && ladder_rounds(6, 2) == 5 && ladder_rounds(7, 2) == 7);
    NEED(ladder_rounds(4, 4) == 1 && ladder_rounds(8, 4) == 3 && ladder_rounds(16, 2) == 15);
    passed("rounds that bring everybody to everybody");
}

int main(void)
{
    test_divisions();
    test_seasons();
    test_rounds();
    printf("1..%d\n", tests);
    return 0;
}
