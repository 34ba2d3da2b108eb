/* match.c: a whole game against the library, from set-up to the result.
 *
 *     cc match.c $(pkg-config --cflags --libs serai) -o match && ./match yspahan 3 42
 *
 * Two kinds of players sit at the table: seat 0 asks one of the library's bots, the others play any
 * legal move. Each is shown only what its seat may see. The same arguments print the same game on
 * every machine. */
#include <serai/serai.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(const char *what)
{
    fprintf(stderr, "match: %s\n", what);
    return 2;
}

static sr_move choose(const struct sr_rules *rules, const union sr_state *state, int seat,
                      const struct sr_bot *bot, struct sr_rng *rng)
{
    static struct sr_view view;
    static sr_move legal[SR_MOVES_MAX];
    const int count = sr_legal(rules, state, legal);
    if (seat != 0)
        return legal[sr_rng_below(rng, (uint32_t)count)];
    sr_observe(rules, state, seat, &view);
    return legal[bot->choose(rules, &view, legal, count, rng)];
}

int main(int argc, char **argv)
{
    const struct sr_game *game = sr_game_find(argc > 1 ? argv[1] : "yspahan");
    const int seats = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 2;
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    const struct sr_bot *bot = sr_bot_find("greedy");
    if (!game || !bot)
        return fail("there is no such game");

    const struct sr_rules rules = sr_rules_default(game);
    union sr_state state;
    struct sr_diag diag;
    if (sr_setup(&rules, seats, NULL, seed, &state, &diag) != SR_OK)
        return fail(diag.text);

    struct sr_rng rng[SR_SEATS_MAX];
    for (int seat = 0; seat < seats; seat++)
        sr_bot_seed(&rng[seat], seed, seat);
    for (int seat; (seat = sr_actor(&rules, &state)) != SR_NOBODY;)
        if (sr_play(&rules, &state, choose(&rules, &state, seat, bot, &rng[seat]), NULL) != SR_OK)
            return fail("a listed move was refused");

    struct sr_scores scores;
    sr_scores_of(&rules, &state, &scores);
    printf("%s after %u decisions\n", game->id, (unsigned)state.head.ply);
    for (int seat = 0; seat < seats; seat++)
        printf("seat %d: %d points, place %d\n", seat, scores.total[seat], scores.rank[seat]);
    return 0;
}
