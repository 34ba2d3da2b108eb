// play.cpp: a program in C++ over the rules: plays one random game of each, all seat counts, and
// prints what they came to. tools/compile-as-cxx links it with rules compiled as C++ and with the
// library, and wants the same lines.
#include <cstdio>

#include "serai/game.h"

int main()
{
    for (int i = 0; const sr_game *g = sr_game_at(i); i++) {
        const sr_rules r = sr_rules_default(g);
        for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
            sr_state s;
            sr_rng rng;
            sr_move list[SR_MOVES_MAX];
            sr_rng_seed(&rng, 7);
            if (sr_setup(&r, seats, nullptr, 7, &s, nullptr) != SR_OK)
                return 1;
            while (!s.head.over) {
                const int n = sr_legal(&r, &s, list);
                if (sr_play(&r, &s, list[sr_rng_below(&rng, (uint32_t)n)], nullptr) != SR_OK)
                    return 1;
                if (const char *broken = sr_check(&r, &s)) {
                    std::printf("%s: %s\n", g->id, broken);
                    return 1;
                }
            }
            std::printf("%s %d %u %016llx\n", g->id, seats, s.head.ply,
                        (unsigned long long)sr_hash(&r, &s));
        }
    }
}
