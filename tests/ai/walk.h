/* walk.h: positions of random games of every game and number of seats, for tests that hold for
 * all. */
#ifndef SERAI_TESTS_AI_WALK_H
#define SERAI_TESTS_AI_WALK_H

#include "../unit/unit.h"

typedef void visitor(const struct sr_rules *r, const union sr_state *s, struct sr_rng *rng);

/* Shows positions of random games of every game and number of seats. */
static inline void walk(visitor *visit, int games, int every)
{
    for (int i = 0; i < sr_game_count(); i++) {
        const struct sr_rules r = sr_rules_default(sr_game_at(i));
        for (int seats = r.game->seats_min; seats <= r.game->seats_max; seats++)
            for (int g = 0; g < games; g++) {
                union sr_state s;
                sr_move legal[SR_MOVES_MAX];
                struct sr_rng rng;
                sr_rng_seed(&rng, (uint64_t)(100 * seats + g));
                assert_ok(sr_setup(&r, seats, NULL, (uint64_t)g + 1, &s, NULL));
                for (int ply = 0; sr_actor(&r, &s) != SR_NOBODY; ply++) {
                    if (ply % every == every / 2)
                        visit(&r, &s, &rng);
                    const int n = sr_legal(&r, &s, legal);
                    sr_play_unchecked(&r, &s, legal[sr_rng_below(&rng, (uint32_t)n)], NULL);
                }
                visit(&r, &s, &rng);
            }
    }
}

#endif
