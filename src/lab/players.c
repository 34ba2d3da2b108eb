/* players.c: finds bots by text, players made for the figures of one game among them. */
#include "lab/lab.h"
#include "lab/lab_players.h"
#include "lab/players.h"

#define PLAYERS(list) list,
static const struct sr_bot *const lists[] = {LAB_PLAYERS NULL};

const struct sr_bot *lab_player(int i)
{
    for (int k = 0; lists[k]; k++)
        for (const struct sr_bot *bot = lists[k]; bot->id; bot++)
            if (i-- == 0)
                return bot;
    return NULL;
}

enum sr_err lab_bot_read(const char *text, struct sr_bot *out, struct sr_diag *diag)
{
    for (int i = 0; lab_player(i); i++)
        if (strcmp(lab_player(i)->id, text) == 0) {
            *out = *lab_player(i);
            return SR_OK;
        }
    return sr_bot_read(text, out, diag);
}

const struct sr_bot *lab_scripted(const struct sr_game *game, int i)
{
    const size_t n = strlen(game->id);
    const struct sr_bot *bot;
    for (int k = 0; (bot = lab_player(k)); k++)
        if (!strncmp(bot->id, game->id, n) && bot->id[n] == ':' && i-- == 0)
            return bot;
    return NULL;
}

const char *lab_house_bot(const struct sr_game *game)
{
    static const char *const house[] = {"yspahan:steward", "merv:mason", "tadmor:mixed",
                                        "caravans:thumb"};
    struct sr_bot bot;
    const size_t n = strlen(game->id);
    for (size_t i = 0; i < sizeof house / sizeof house[0]; i++)
        if (!strncmp(house[i], game->id, n) && house[i][n] == ':' &&
            lab_bot_read(house[i], &bot, NULL) == SR_OK)
            return house[i];
    return "greedy";
}
