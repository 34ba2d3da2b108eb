/* nets.c: in WebAssembly the weights of a game's network are handed over when they are wanted,
 * so that the page loads without them. Stands in for ai/games.c, which has them built in. */
#include "ai/features.h"
#include "ai_features.h"
#include "core/alloc.h"
#include "wasm/calls.h"

extern const struct ai_game ai_game_score;

#define FEATURES(game) extern const struct ai_game ai_game_##game;
AI_FEATURES
#undef FEATURES

#define FEATURES(game) &ai_game_##game,
static const struct ai_game *const games[] = {AI_FEATURES NULL};

enum { GAMES = sizeof games / sizeof games[0] };
static struct ai_net nets[GAMES];

const struct ai_game *ai_game_find(const char *id)
{
    for (int i = 0; games[i]; i++)
        if (strcmp(games[i]->id, id) == 0)
            return games[i];
    return &ai_game_score;
}

const struct ai_net *ai_net_find(const char *game)
{
    for (int i = 0; games[i]; i++)
        if (nets[i].game && strcmp(games[i]->id, game) == 0)
            return &nets[i];
    return NULL;
}

int sr_call_weights(int len)
{
    struct ai_net net;
    if (len <= 0 || len > CALL_BUFFER)
        return 0;
    unsigned char *own = (unsigned char *)sr_alloc((size_t)len);
    if (!own)
        return 0;
    memcpy(own, sr_call_buffer(), (size_t)len);
    int i = 0;
    if (!ai_net_read(own, (size_t)len, &net, NULL))
        while (games[i] && strcmp(games[i]->id, net.game) != 0)
            i++;
    else
        i = GAMES - 1;
    if (!games[i] || nets[i].game) {
        sr_free(own);
        return games[i] ? 2 : 0;
    }
    nets[i] = net;
    return 1;
}
