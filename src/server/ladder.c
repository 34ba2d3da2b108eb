/* ladder.c: leagues as arithmetic (ladder.h). */
#include "server/ladder.h"

#include "server/pairing.h"

static int min(int a, int b) { return a < b ? a : b; }

static int max(int a, int b) { return a > b ? a : b; }

int ladder_divisions(int players, int size, int least, int *out)
{
    int n = max(1, (players + size / 2) / size);
    while (n > 1 && players / n < least)
        n--;
    /* Rounding down may have left more in a division than one can hold. */
    while ((players + n - 1) / n > LADDER_SIZE_MAX)
        n++;
    if (players < least || players / n < least || n > LADDER_DIVISIONS_MAX)
        return 0;
    for (int i = 0; i < n; i++)
        out[i] = players / n + (i < players % n);
    return n;
}

int ladder_moves(int upper, int lower, int moves) { return min(moves, min(upper, lower) / 2); }

void ladder_next(const int *size, int divisions, int moves, const int *order, int *out)
{
    int n = 0, from = 0, down = 0;
    for (int d = 0; d < divisions; d++) {
        const int up = d == 0 ? 0 : ladder_moves(size[d - 1], size[d], moves);
        const int falls = d + 1 == divisions ? 0 : ladder_moves(size[d], size[d + 1], moves);
        for (int i = 0; i < down; i++) /* who came down from above leads here */
            out[n++] = order[from - down + i];
        for (int i = up; i < size[d] - falls; i++)
            out[n++] = order[from + i];
        from += size[d];
        for (int i = 0; i < falls; i++)
            out[n++] = order[from + i];
        down = falls;
    }
}

int ladder_rounds(int players, int seats)
{
    const int rounds =
        seats == 2 ? players - 1 + players % 2 : (players - 1 + seats - 2) / (seats - 1);
    return max(1, min(rounds, CUP_ROUNDS_MAX));
}
