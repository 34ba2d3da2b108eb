/* power.c: how large the fault of a seat must be until the lab says so, and how often it finds one
 * where there is none: lab-power GAME SEATS [GAMES...]. The table of docs/lab.md.
 *
 * Games of the house's player are played once. Who sat where is then drawn anew for each game, so
 * that no seat is better than another, whatever the game is like; the first seat is given points at
 * the end, equal points share a win, and verdict_places judges so many games drawn from those, 400
 * times. */
#include <stdio.h>
#include <stdlib.h>

#include "lab/verdict.h"

enum { PLAYED = 2000, TIMES = 400 };

struct bench {
    struct trial *t;
    struct trial_layout layout;
    int arm, seats;
    int32_t *score; /* [PLAYED][seats], as they came out */
};

/* A game drawn from those that were played becomes game `to`. */
static void deal(struct bench *b, int64_t to, int bonus, struct sr_rng *rng)
{
    const int32_t *score = b->score + sr_rng_below(rng, PLAYED) * (uint32_t)b->seats;
    const int shift = (int)sr_rng_below(rng, (uint32_t)b->seats);
    int32_t *row = (int32_t *)(uintptr_t)trial_row(b->t, b->arm, to);
    int own[SR_SEATS_MAX], best = INT32_MIN, winners = 0;
    for (int i = 0; i < b->seats; i++) {
        own[i] = score[(i + shift) % b->seats] + (i ? 0 : bonus);
        best = sr_max(best, own[i]);
    }
    for (int i = 0; i < b->seats; i++)
        winners += own[i] == best;
    for (int i = 0; i < b->seats; i++)
        row[trial_at(&b->layout, i, LINE_WINS)] = own[i] == best ? LAB_WIN / winners : 0;
}

struct count { /* per cent */
    double share, more, look; /* won by the first seat; said to win more; beyond a lean */
    double alarm;             /* anything said of another seat */
};

static struct count ask(struct bench *b, int64_t games, int bonus)
{
    struct count c = {0};
    struct sr_rng rng;
    sr_rng_seed(&rng, 1);
    for (int k = 0; k < TIMES; k++) {
        struct place_verdict v[SR_SEATS_MAX];
        bool any = false;
        for (int64_t g = 0; g < games; g++)
            deal(b, g, bonus, &rng);
        verdict_places(b->t, b->arm, games, MEASURE_SEAT, v);
        for (int i = bonus ? 1 : 0; i < b->seats; i++)
            any |= v[i].is == PLACE_MORE || (!bonus && v[i].is == PLACE_LESS);
        c.share += v[0].mean.mean / TIMES;
        c.more += 100.0 * (v[0].is == PLACE_MORE) / TIMES;
        c.look += 100.0 * (v[0].is == PLACE_MORE && !v[0].leans) / TIMES;
        c.alarm += 100.0 * any / TIMES;
    }
    return c;
}

static bool play(struct bench *b, const struct sr_game *game)
{
    struct trial_arm a;
    b->t = trial_new(game, lab_cores());
    trial_arm_init(&a, game, b->seats, 1);
    for (int i = 0; i < b->seats; i++)
        snprintf(a.bot[i], sizeof a.bot[i], "%s", lab_house_bot(game));
    b->arm = trial_arm(b->t, &a);
    if (trial_play(b->t, &b->arm, 1, PLAYED, NULL))
        return false;
    b->layout = trial_layout(b->t, b->arm);
    b->score = mem_new((size_t)(PLAYED * b->seats) * sizeof *b->score);
    for (int g = 0; g < PLAYED; g++)
        for (int i = 0; i < b->seats; i++)
            b->score[g * b->seats + i] =
                trial_row(b->t, b->arm, g)[trial_at(&b->layout, i, LINE_SCORE)];
    return true;
}

int main(int argc, char **argv)
{
    static const int size[] = {0, 1, 2, 3, 4, 6, 8, 12, 16};
    const struct sr_game *game = sr_game_find(argc > 2 ? argv[1] : "");
    struct bench b = {.seats = game ? atoi(argv[2]) : 0};
    if (!game || b.seats < 2 || b.seats > game->seats_max || !play(&b, game)) {
        fprintf(stderr, "lab-power GAME SEATS [GAMES...], %d at most\n", PLAYED);
        return 2;
    }
    for (int k = 3; k < argc || k == 3; k++) {
        const int games = k < argc ? sr_max(100, sr_min(PLAYED, atoi(argv[k]))) : 600;
        for (size_t i = 0; i < sizeof size / sizeof size[0]; i++) {
            const struct count c = ask(&b, games, size[i]);
            printf(
                "%-9s %d seats, %4d games, +%2d points: wins %4.1f %%, said %5.1f %%, to be looked "
                "at %5.1f %%, others %4.1f %%\n",
                game->id, b.seats, games, size[i], c.share, c.more, c.look, c.alarm);
        }
    }
    mem_free(b.score);
    trial_free(b.t);
    return 0;
}
