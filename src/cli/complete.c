/* complete.c: what could follow on a command line. The shells' scripts (tools/completion) ask for
 * it, so that they never differ from the program: `serai __complete WORD... ` prints the
 * candidates for the last word, one a line; a single line "<file>" asks for names of files. */
#include "cli/cli.h"

static void offer(const char *prefix, const char *word)
{
    if (!strncmp(word, prefix, strlen(prefix)))
        puts(word);
}

static void offer_commands(const char *prefix)
{
    for (const struct cli_command *c = cli_commands; c->name; c++)
        offer(prefix, c->name);
}

static void offer_games(const char *prefix)
{
    for (int i = 0; i < sr_game_count(); i++)
        offer(prefix, sr_game_at(i)->id);
}

static void offer_options(const struct cli_command *c, const char *prefix)
{
    char name[64];
    for (int i = 0; c && c->options[i] >= 0; i++) {
        snprintf(name, sizeof name, "--%s", cli_options[c->options[i]].name);
        offer(prefix, name);
    }
    offer(prefix, "--lang");
    offer(prefix, "--help");
    if (!c)
        offer(prefix, "--version");
}

/* Bots in a list: what stands before the last comma stays. */
static void offer_bots(const char *prefix)
{
    const char *comma = strrchr(prefix, ',');
    const int kept = comma ? (int)(comma - prefix) + 1 : 0;
    char word[512];
    for (int i = 0; i < sr_bot_count(); i++) {
        snprintf(word, sizeof word, "%.*s%s", sr_min(kept, 400), prefix, sr_bot_at(i)->id);
        offer(prefix, word);
    }
    for (int i = 0; lab_player(i); i++) {
        snprintf(word, sizeof word, "%.*s%s", sr_min(kept, 400), prefix, lab_player(i)->id);
        offer(prefix, word);
    }
}

/* NAME=VALUE of the game on the command line. */
static void offer_game_options(const struct sr_game *g, const char *prefix)
{
    char word[128];
    for (const struct sr_option *o = g ? g->options : NULL; o && o->id; o++)
        for (int v = o->min; v <= o->max; v++) {
            if (o->names)
                snprintf(word, sizeof word, "%s=%s", o->id, o->names->name[v]);
            else
                snprintf(word, sizeof word, "%s=%d", o->id, v);
            offer(prefix, word);
        }
}

static const struct cli_option_row *option_named(const struct cli_command *c, const char *word)
{
    for (int i = 0; c && c->options[i] >= 0; i++) {
        const struct cli_option_row *o = &cli_options[c->options[i]];
        if ((!strncmp(word, "--", 2) && !strcmp(word + 2, o->name)) ||
            (word[0] == '-' && word[1] == o->letter && o->letter && !word[2]))
            return o;
    }
    if (!strcmp(word, "--lang") || !strcmp(word, "-l"))
        return &cli_options[OPT_LANG];
    return NULL;
}

static void offer_values(enum cli_value kind, const struct sr_game *g, const char *prefix)
{
    switch (kind) {
    case VALUE_FILE:
        puts("<file>");
        break;
    case VALUE_BOTS:
        offer_bots(prefix);
        break;
    case VALUE_LANG:
        for (int i = 0; i < SR_LANGS; i++)
            offer(prefix, sr_lang_code((enum sr_lang)i));
        break;
    case VALUE_OPTION:
        offer_game_options(g, prefix);
        break;
    case VALUE_WHEN:
        offer(prefix, "auto");
        offer(prefix, "always");
        offer(prefix, "never");
        break;
    default:
        break;
    }
}

int cli_complete(struct cli *cli)
{
    char **word = cli->word + 1;
    const int words = cli->words - 1;
    if (words < 1)
        return CLI_OK;
    const char *last = word[words - 1];
    const struct cli_command *c = words > 1 ? cli_command_find(word[0]) : NULL;
    const struct sr_game *g = NULL;
    for (int i = 1; i < words - 1; i++)
        if (!g)
            g = sr_game_find(word[i]);
    const struct cli_option_row *before = words > 1 ? option_named(c, word[words - 2]) : NULL;
    if (before && before->arg && !before->optional) {
        offer_values(before->value, g, last);
        return CLI_OK;
    }
    if (words == 1 && last[0] != '-')
        offer_commands(last);
    else if (last[0] == '-')
        offer_options(c, last);
    else if (c && c->run == cli_help_command)
        offer_commands(last);
    else if (c && (c->takes == TAKES_GAME || c->takes == TAKES_GAMES))
        offer_games(last);
    else if (c && (c->takes == TAKES_FILE || c->takes == TAKES_FILES))
        puts("<file>");
    return CLI_OK;
}
