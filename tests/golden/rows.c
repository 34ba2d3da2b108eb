/* rows.c: what a program that learns is given in games of random moves, as one number for each
 * number of seats: rows GAME names | rows. The rows of the batch library, with masks, who decides
 * and rewards; docs/spaces.md names the inputs. A faster writer leaves these numbers alone. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serai/batch.h"

enum { GAMES = 24, STEPS = 400 };

static uint64_t mix(uint64_t hash, const void *from, size_t n)
{
    for (const unsigned char *p = from, *end = p + n; p < end; p++)
        hash = (hash ^ *p) * 1099511628211u;
    return hash;
}

static int run(const struct sr_rules *rules, const struct sr_space *space, int seats)
{
    const size_t n = GAMES, row = (size_t)sr_space_inputs(space);
    const size_t mask = (size_t)sr_space_actions(space);
    const struct sr_batch_config c = {
        .rules = *rules, .seats = seats, .games = GAMES, .threads = 1, .flags = SR_BATCH_RESTART};
    const struct sr_batch_memory m = {.observation = calloc(n, row),
                                      .mask = calloc(n, mask),
                                      .actor = calloc(n, sizeof *m.actor),
                                      .reward = calloc(n * (size_t)seats, sizeof *m.reward)};
    int32_t action[GAMES];
    struct sr_batch *b = sr_batch_new(&c, &m, NULL);
    uint64_t rows = 14695981039346656037u, masks = rows, rewards = rows;
    int played = 0;
    for (; b && played < STEPS; played++) {
        rows = mix(rows, m.observation, n * row);
        masks = mix(mix(masks, m.mask, n * mask), m.actor, n * sizeof *m.actor);
        sr_batch_random(b, action);
        if (sr_batch_step(b, action, NULL))
            break;
        rewards = mix(rewards, m.reward, n * (size_t)seats * sizeof *m.reward);
    }
    printf("%d seats: inputs %016" PRIx64 ", moves %016" PRIx64 ", rewards %016" PRIx64 "\n", seats,
           rows, masks, rewards);
    sr_batch_free(b);
    free(m.observation);
    free(m.mask);
    free(m.actor);
    free(m.reward);
    return played == STEPS;
}

int main(int argc, char **argv)
{
    const struct sr_game *game = argc > 2 ? sr_game_find(argv[1]) : NULL;
    if (!game)
        return 1;
    if (strcmp(argv[2], "names") == 0) {
        puts("rows");
        return 0;
    }
    const struct sr_rules rules = sr_rules_default(game);
    struct sr_space *space = sr_space_new(&rules, NULL);
    if (!space)
        return 1;
    printf("Rows of %d games of random moves, %d steps; tools/golden %s makes it anew.\n\n", GAMES,
           STEPS, game->id);
    int good = 1;
    for (int seats = game->seats_min; seats <= game->seats_max; seats++)
        good &= run(&rules, space, seats);
    sr_space_free(space);
    return !good;
}
