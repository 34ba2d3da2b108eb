/* planted.c: a fault that no edition can hold: three points for the player in the first seat. The
 * lab must see it, and must not see it where it is not. Part of `make test-lab`. */
#include <stdio.h>

#include "lab/verdict.h"

static const struct sr_game *fair;

static void with_bonus(const void *ed, const void *state, struct sr_scores *out)
{
    fair->scores(ed, state, out);
    if (!((const struct sr_head *)state)->over)
        return;
    out->total[0] += 3;
    out->part[0][0] += 3;
    sr_rank_by_total(out);
}

/* Plays until the seats are known to two points, as the command does. */
static bool seat_wins_more(const struct sr_game *game, int64_t *games, double *share)
{
    struct trial *t = trial_new(game, lab_cores());
    struct trial_arm a;
    struct place_verdict v[SR_SEATS_MAX];
    bool more = false;
    trial_arm_init(&a, game, 2, 1);
    for (int i = 0; i < a.seats; i++)
        snprintf(a.bot[i], sizeof a.bot[i], "%s", lab_house_bot(game));
    const int arm = trial_arm(t, &a);
    *games = 200;
    do {
        if (trial_play(t, &arm, 1, *games, NULL))
            break;
        const int64_t next = measure_more(measure_width(t, arm, *games), 2, *games, 20000);
        if (!next) {
            verdict_places(t, arm, *games, MEASURE_SEAT, v);
            more = v[0].is == PLACE_MORE;
            *share = v[0].mean.mean;
            break;
        }
        *games = next;
    } while (true);
    trial_free(t);
    return more;
}

int main(int argc, char **argv)
{
    int failed = 0;
    fair = sr_game_find(argc > 1 ? argv[1] : "tadmor");
    struct sr_game rigged = *fair;
    rigged.scores = with_bonus;
    for (int i = 0; i < 2; i++) {
        int64_t games = 0;
        double share = 0;
        const bool seen = seat_wins_more(i ? &rigged : fair, &games, &share);
        failed += seen != (i == 1);
        printf("%sok %d - %s %s: seat 1 wins %.1f %% of %lld games\n",
               seen == (i == 1) ? "" : "not ", i + 1, fair->id,
               i ? "with three points for seat 1" : "as it is", share, (long long)games);
    }
    return failed > 0;
}
