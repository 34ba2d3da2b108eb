/* pairing.c: tournaments as arithmetic (server/pairing.h): sizes of tables, standings, and who
 * meets whom, for every number of players and over whole tournaments. */
#include "server/pairing.h"

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

static void test_sizes(void)
{
    static const struct {
        int seats, least, most;
    } games[] = {{2, 2, 4}, {3, 3, 4}, {4, 2, 4}, {3, 2, 7}, {7, 3, 7}, {2, 2, 2}};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (int n = 1; n <= CUP_PLAYERS_MAX; n++) {
            int size[CUP_PLAYERS_MAX], byes, seated = 0;
            const int k = cup_sizes(n, games[g].seats, games[g].least, games[g].most, size, &byes);
            for (int i = 0; i < k; i++) {
                NEED(size[i] >= games[g].least && size[i] <= games[g].most);
                NEED(abs(size[i] - size[0]) <= 1);
                seated += size[i];
            }
            NEED(seated + byes == n);
            NEED(byes < games[g].seats);
        }
    passed("sizes of tables, one to 128 players");
}

static void test_standings(void)
{
    const struct cup_table t[] = {
        {.round = 1,
         .count = 3,
         .over = true,
         .player = {0, 1, 2},
         .place = {1, 2, 2},
         .total = {60, 30, 30}},
        {.round = 2, .count = 2, .over = true, .player = {2, 0}, .place = {1, 2}, .total = {5, 5}},
        {.round = 2, .count = 1, .over = true, .player = {1}},
        {.round = 3, .count = 2, .player = {0, 1}},
    };
    struct cup_line l[3];
    cup_standings(t, 4, 3, l);
    /* 0: 1 + 0; 1: a quarter and a bye; 2: a quarter and 1. 1 and 2 are equal on points. */
    NEED(l[0].points == 1250 && l[1].points == 1250 && l[2].player == 0 && l[2].points == 1000);
    NEED(l[0].player == 2 && l[0].opponents == 2 * 1000 + 1250 && l[1].opponents == 1000 + 1250);
    NEED(l[1].games == 1 && l[2].games == 2 && l[2].share == 500 + 500);
    passed("points, ties, byes, opponents' points, shares");
}

/* A tournament in which the player of the lower number wins; returns how often two met again. */
static int play(bool robin, int n, int seats, int least, int most, int rounds)
{
    static struct cup_table all[CUP_TABLES_MAX], next[CUP_PLAYERS_MAX];
    static int met[CUP_PLAYERS_MAX][CUP_PLAYERS_MAX];
    int tables = 0, again = 0, most_byes = 0, size[CUP_PLAYERS_MAX], byes;
    int had[CUP_PLAYERS_MAX] = {0};
    memset(met, 0, sizeof met);
    const int sizes = cup_sizes(n, seats, least, most, size, &byes);
    for (int r = 1; r <= rounds; r++) {
        int seen[CUP_PLAYERS_MAX] = {0};
        const int k = cup_pair(robin, size, sizes, byes, r, all, tables, n, 7, next);
        for (int i = 0; i < k; i++) {
            struct cup_table *t = &next[i];
            for (int a = 0; a < t->count; a++) {
                seen[t->player[a]]++;
                t->place[a] = 1;
                for (int b = 0; b < t->count; b++) {
                    t->place[a] += t->player[b] < t->player[a];
                    again += a < b && met[t->player[a]][t->player[b]]++ > 0;
                    met[t->player[b]][t->player[a]] = met[t->player[a]][t->player[b]];
                }
            }
            if (t->count == 1 && ++had[t->player[0]] > most_byes)
                most_byes++;
            t->over = true;
            all[tables++] = *t;
        }
        for (int p = 0; p < n; p++)
            NEED(seen[p] == 1); /* everybody plays, at one table */
    }
    NEED(most_byes <= 1 + rounds * (byes + n % 2) / n);
    struct cup_line l[CUP_PLAYERS_MAX];
    cup_standings(all, tables, n, l);
    NEED(l[0].player == 0); /* who always wins is first */
    return again;
}

static void test_robin(void)
{
    for (int n = 2; n <= 16; n++)
        NEED(play(true, n, 2, 2, 2, n - 1 + n % 2) == 0);
    NEED(play(true, 16, 4, 2, 4, 5) <= 6); /* 120 pairs of 120 would be perfect */
    passed("round robin: of two everybody once, of four nearly so");
}

static void test_swiss(void)
{
    NEED(play(false, 64, 2, 2, 2, 6) == 0);
    NEED(play(false, 64, 4, 2, 4, 5) == 0);
    NEED(play(false, 33, 2, 2, 2, 5) == 0);
    NEED(play(false, 128, 4, 2, 4, 6) == 0);
    NEED(play(false, 9, 3, 3, 4, 3) <= 3);
    passed("Swiss: nobody meets twice, the best is first");
}

int main(void)
{
    test_sizes();
    test_standings();
    test_robin();
    test_swiss();
    printf("1..%d\n", tests);
    return 0;
}
