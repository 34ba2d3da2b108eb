/* facts.c: tells the build of the page what the games are: one line of JSON a game (sr_game_write).
 * A program of the build, not a part of the module. */
#include <stdio.h>

#include "serai/game.h"
#include "serai/json.h"

int main(void)
{
    static char text[1 << 18];
    for (int i = 0; i < sr_game_count(); i++) {
        struct sr_buf b;
        sr_buf_init(&b, text, sizeof text);
        sr_game_write(&b, sr_game_at(i));
        if (b.full || puts(text) < 0)
            return 1;
    }
    return 0;
}
