/* games.c: which features and which weights belong to a game. games_list.h and ai_weights.h are
 * made by the build. */
#include "ai/features.h"

#include "ai_features.h"
#include "ai_weights.h"

extern const struct ai_game ai_game_score;

#define FEATURES(game) extern const struct ai_game ai_game_##game;
AI_FEATURES
#undef FEATURES
#define WEIGHTS(game) extern const struct ai_net ai_net_##game;
AI_WEIGHTS
#undef WEIGHTS

#define FEATURES(game) &ai_game_##game,
static const struct ai_game *const games[] = {AI_FEATURES NULL};
#define WEIGHTS(game) &ai_net_##game,
static const struct ai_net *const nets[] = {AI_WEIGHTS NULL};

const struct ai_game *ai_game_find(const char *id)
{
    for (int i = 0; games[i]; i++)
        if (strcmp(games[i]->id, id) == 0)
            return games[i];
    return &ai_game_score;
}

static const struct ai_net *used[sizeof nets / sizeof nets[0] + sizeof games / sizeof games[0]];

const struct ai_net *ai_net_find(const char *game)
{
    for (int i = 0; used[i]; i++)
        if (strcmp(used[i]->game, game) == 0)
            return used[i];
    for (int i = 0; nets[i]; i++)
        if (strcmp(nets[i]->game, game) == 0)
            return nets[i];
    return NULL;
}

void ai_net_use(const struct ai_net *net)
{
    int i = 0;
    while (used[i] && strcmp(used[i]->game, net->game) != 0)
        i++;
    if (i + 1 < (int)(sizeof used / sizeof used[0]))
        used[i] = net;
}
