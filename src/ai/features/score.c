/* score.c: games without features of their own: the score so far is all that is known. */
#include "ai/features.h"

static void judge(const struct sr_rules *r, const union sr_state *s, int line,
                  int part[AI_PARTS_MAX])
{
    struct sr_scores sc;
    sr_scores_of(r, s, &sc);
    part[0] = sc.total[line] * AI_POINT;
}

static int progress(const struct sr_rules *r, const union sr_state *s)
{
    return sr_min(1024, (int)(s->head.ply * 1024 / sr_max(1, (int)r->game->plies_max)));
}

static int lines(const union sr_state *s) { return s->head.seats; }

static const char *const parts[] = {"score", NULL};

const struct ai_game ai_game_score = {
    .id = "", .version = 0, .inputs = 0, .margin = 20, .spread_start = 20, .spread_end = 4,
    .parts = parts, .features = NULL, .judge = judge, .progress = progress, .lines = lines,
};
