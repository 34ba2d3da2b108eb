/* perft.c: counts the sequences of moves from a position. Chance is part of the state, so each
 * sequence leads to one position. */
#include "lab/lab.h"

static void walk(const struct sr_rules *r, const union sr_state *s, int depth, int left,
                 struct lab_perft *out)
{
    sr_move legal[SR_MOVES_MAX];
    const int n = sr_legal(r, s, legal);
    out->nodes[depth + 1] += (uint64_t)n;
    union sr_state next;
    for (int i = 0; i < n; i++) {
        sr_copy(r, &next, s);
        sr_play_unchecked(r, &next, legal[i], NULL);
        if (next.head.over)
            out->ended[depth + 1]++;
        else if (left > 1)
            walk(r, &next, depth + 1, left - 1, out);
    }
}

void lab_perft(const struct sr_rules *r, const union sr_state *s, int depth, struct lab_perft *out)
{
    memset(out, 0, sizeof *out);
    out->nodes[0] = 1;
    out->ended[0] = s->head.over ? 1 : 0;
    if (depth > 0 && !s->head.over)
        walk(r, s, 0, sr_min(depth, LAB_DEPTH_MAX), out);
}
