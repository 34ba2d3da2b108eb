/* hashes.c: one line per game and seat count: the hash over random games of fixed seeds, by the
 * same session code the WebAssembly module exports. tests/wasm/compare.py runs it as every compiler
 * made it, and the module under Node: all must print the same. */
#include <stdio.h>
#include <stdlib.h>

#include "serai/game.h"
#include "wasm/session.h"

int main(int argc, char **argv)
{
    const int games = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 20;
    for (int i = 0; i < sr_game_count(); i++) {
        const struct sr_game *g = sr_game_at(i);
        for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
            const int len = snprintf(sr_session_buffer(), SESSION_BUFFER,
                                     "{\"op\":\"random\",\"game\":\"%s\",\"players\":%d,\"seed\":1,"
                                     "\"games\":%d}",
                                     g->id, seats, games);
            sr_session_call(len);
            printf("%s %d %s\n", g->id, seats, sr_session_buffer());
        }
    }
    return 0;
}
