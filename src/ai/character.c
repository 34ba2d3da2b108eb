/* character.c: how levels differ beside strength: what they overlook, and what they like. */
#include "ai/bots.h"

static uint32_t mixed(uint64_t seed, uint32_t turn, uint32_t what)
{
    uint64_t h = seed ^ ((uint64_t)turn << 32 | what) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
    return (uint32_t)(h ^ h >> 32);
}

/* What is overlooked stays so for a turn: who does not see a move does not see it soon after. */
int mind__notice(const struct sr_mind *m, const struct sr_view *view, const sr_move *legal,
                 int count, uint16_t *at)
{
    const uint32_t share = (uint32_t)m->bot.skill.overlook, turn = view->s.head.turn;
    enum { FEW = 4 }; /* are all seen: nobody overlooks that he may refuse */
    int n = 0;
    for (int i = 0; i < count && count > FEW; i++)
        if (mixed(m->seed, turn, legal[i]) % 100 >= share &&
            mixed(~m->seed, turn, (uint32_t)sr_move_verb(legal[i])) % 200 >= share)
            at[n++] = (uint16_t)i;
    for (int i = 0; i < count && !n; i++) /* who sees nothing looks again */
        at[i] = (uint16_t)i;
    return n ? n : count;
}

/* ---- likings --------------------------------------------------------------------------------- */

enum { NOW = 1, TAKEN = 2, BUILT = 4 };

/* What parts of the judgement are, by their names, which games have in common. */
static int kind_of(const char *part)
{
    static const struct {
        const char *name;
        int kind;
    } known[] = {
        {"points", NOW},   {"score", NOW},       {"influence", NOW}, {"souks", NOW},
        {"goods", TAKEN},  {"gold", TAKEN},      {"camels", TAKEN},  {"cards", TAKEN},
        {"cubes", TAKEN},  {"spices", TAKEN},    {"rares", TAKEN},   {"hand", TAKEN},
        {"pawns", TAKEN},  {"buildings", BUILT}, {"city", BUILT},    {"palace", BUILT},
        {"cities", BUILT}, {"tiles", BUILT},     {"temples", BUILT}, {"tower", BUILT},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].name, part) == 0)
            return known[i].kind;
    return 0;
}

static bool likes(const struct sr_mind *m, int part, int parts)
{
    const char *name = m->tree.eval.game->parts[part];
    switch (m->bot.skill.likes) {
    case SR_LIKES_TO_TAKE:
        return kind_of(name) & TAKEN;
    case SR_LIKES_NOW:
        return kind_of(name) & NOW;
    case SR_LIKES_TO_BUILD:
        return kind_of(name) & BUILT;
    case SR_LIKES_ONE_PLAN: /* never plain points, which are no plan */
        return parts < 2 || part == 1 + (int)(mixed(m->seed, 0, 0) % (uint32_t)(parts - 1));
    default:
        return false;
    }
}

/* Adds to the worth of each move what it brings of what is liked, compared with the others. */
void mind__savour(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                  struct sr_rng rng)
{
    enum { DRAWS = 2, MOST = 4, COMPARED = 128 }; /* points; moves */
    const int shown = sr_min(count, COMPARED);
    int64_t liked[COMPARED], sum = 0;
    int parts = 0;
    while (m->tree.eval.game->parts[parts])
        parts++;
    for (int i = 0; i < shown; i++) {
        int64_t part[AI_PARTS_MAX];
        mind__parts(m, view, legal[i], DRAWS, rng, part);
        liked[i] = 0;
        for (int p = 0; p < parts; p++)
            liked[i] += likes(m, p, parts) ? part[p] : 0;
        sum += liked[i];
    }
    const struct ai_game *g = m->tree.eval.game;
    for (int i = 0; i < shown; i++) {
        if (g->handicap && g->handicap(&m->tree.rules, &view->s, legal[i]))
            continue; /* bargains are no matter of taste */
        const int64_t point = (int64_t)AI_POINT * DRAWS, gain = liked[i] - sum / shown;
        const int64_t kept = gain > MOST * point    ? MOST * point
                             : gain < -MOST * point ? -MOST * point
                                                    : gain;
        m->worth[i] += (int32_t)(kept * m->bot.skill.taste * (AI_WIN / 1000) / point);
    }
}
