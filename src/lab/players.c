/* players.c: finds bots by text, players made for the figures of one game among them. */
#include "lab/lab.h"
#include "lab/caravans_players.h"
#include "lab/tadmor_strategies.h"
#include "lab/lab_players.h"

#define PLAYERS(list) list,
static const struct sr_bot *const lists[] = {LAB_PLAYERS NULL};

enum sr_err lab_bot_read(const char *text, struct sr_bot *out, struct sr_diag *diag)
{
    for (int i = 0; lists[i]; i++)
        for (const struct sr_bot *bot = lists[i]; bot->id; bot++)
            if (strcmp(bot->id, text) == 0) {
                *out = *bot;
                return SR_OK;
            }
    return sr_bot_read(text, out, diag);
}
