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

/* Head of a file of weights (docs/ai.md); the module is little-endian, as the file is. */
struct head {
    char magic[4];
    uint32_t version, features, inputs, hidden[2];
    char game[16];
    uint64_t check;
};

static uint64_t fnv(const unsigned char *p, size_t n)
{
    uint64_t h = 0xCBF29CE484222325u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 0x100000001B3u;
    return h;
}

static size_t body_size(const struct head *h)
{
    const size_t in = h->inputs, a = h->hidden[0], b = h->hidden[1];
    return 4 * a + 2 * in * a + 4 * b + 2 * a * b + 4 * AI_OUTPUTS + 2 * AI_OUTPUTS * (b + in);
}

static bool sound(const struct head *h, const unsigned char *body, size_t size)
{
    return memcmp(h->magic, "SRWT", 4) == 0 && h->version == 2 && h->inputs % 2 == 0 &&
           h->inputs <= AI_INPUTS_MAX && h->hidden[0] <= AI_HIDDEN_MAX &&
           h->hidden[1] <= AI_HIDDEN_MAX && size == body_size(h) && fnv(body, size) == h->check;
}

int sr_call_weights(int len)
{
    struct head h;
    if (len < (int)sizeof h || len > CALL_BUFFER)
        return 0;
    const unsigned char *bytes = (const unsigned char *)sr_call_buffer();
    const size_t size = (size_t)len - sizeof h;
    memcpy(&h, bytes, sizeof h);
    h.game[sizeof h.game - 1] = '\0';
    int i = 0;
    while (games[i] && strcmp(games[i]->id, h.game) != 0)
        i++;
    if (!games[i] || nets[i].game || !sound(&h, bytes + sizeof h, size))
        return 0;
    unsigned char *at = (unsigned char *)sr_alloc(size);
    if (!at)
        return 0;
    memcpy(at, bytes + sizeof h, size);
    struct ai_net *net = &nets[i];
    net->features = h.features;
    net->inputs = (int)h.inputs;
    net->hidden[0] = (int)h.hidden[0];
    net->hidden[1] = (int)h.hidden[1];
    /* Every array begins at a multiple of four bytes, since inputs and neurons are even. */
    net->b1 = (const int32_t *)at;
    net->w1 = (const int16_t *)(at += 4 * h.hidden[0]);
    net->b2 = (const int32_t *)(at += 2 * h.inputs * h.hidden[0]);
    net->w2 = (const int16_t *)(at += 4 * h.hidden[1]);
    net->b3 = (const int32_t *)(at += 2 * h.hidden[0] * h.hidden[1]);
    net->w3 = (const int16_t *)(at += 4 * AI_OUTPUTS);
    net->w4 = (const int16_t *)(at + 2 * AI_OUTPUTS * h.hidden[1]);
    net->game = games[i]->id;
    return 1;
}
