/* chances.c: from what a search believes to the chance it turns out to have. What was stated in
 * games of searching bots was set against their results (serai calibrate): a game, a number of
 * seats and a third of the game have each a slope, by which the logarithms of the chances are
 * stretched or pressed together, and a lean against or for who decides. Integers only: the same
 * answer everywhere. */
#include "ai/bots.h"

enum { PHASES = 3 };

struct row {
    const char *game;
    int seats;
    int slope[PHASES], lean[PHASES]; /* thousandths */
};

#define CHANCES(game, seats, a0, a1, a2, b0, b1, b2) {#game, seats, {a0, a1, a2}, {b0, b1, b2}},
static const struct row rows[] = {
#include "ai/chances.def"
    {NULL}};
#undef CHANCES

/* Logarithm to base 2 of x / AI_WIN, 0 < x <= AI_WIN; 16 bits after the point, digit by digit. */
static int32_t log2_of(int32_t x)
{
    int32_t whole = 0, out;
    uint64_t v = (uint64_t)x;
    while (v < AI_WIN) {
        v <<= 1;
        whole--;
    }
    out = whole * AI_WIN;
    for (int32_t bit = AI_WIN / 2; bit; bit /= 2) {
        v = v * v >> 16;
        if (v >= 2 * (uint64_t)AI_WIN) {
            v >>= 1;
            out += bit;
        }
    }
    return out;
}

void ai_chances_bend(int slope, int lean, int viewer, int lines, int32_t *win)
{
    int64_t logit[SR_LINES_MAX], top = INT64_MIN, sum = 0;
    for (int i = 0; i < lines; i++) {
        logit[i] = (int64_t)log2_of(sr_max(1, win[i])) * slope / 1000;
        if (i == viewer)
            logit[i] += (int64_t)lean * AI_WIN / 1000;
        top = logit[i] > top ? logit[i] : top;
    }
    for (int i = 0; i < lines; i++) {
        win[i] = ai_exp2(logit[i] - top);
        sum += win[i];
    }
    for (int i = 0; i < lines; i++)
        win[i] = (int32_t)((int64_t)win[i] * AI_WIN / sum);
}

void ai_chances_table(const char *game, int seats, int progress, int viewer, int lines,
                      int32_t *win)
{
    const int phase = sr_max(0, sr_min(PHASES - 1, progress * PHASES / 1024));
    for (const struct row *row = rows; row->game; row++)
        if (row->seats == seats && strcmp(row->game, game) == 0 && lines > 1)
            ai_chances_bend(row->slope[phase], row->lean[phase], viewer, lines, win);
}

void ai_chances_honest(const struct ai_eval *e, const struct sr_rules *r, const union sr_state *s,
                       int viewer, int lines, int32_t *win)
{
    ai_chances_table(r->game->id, s->head.seats, e->game->progress(r, s), viewer, lines, win);
}
