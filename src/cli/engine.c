/* engine.c: `serai engine`: the engine protocol on the standard streams. */
#include <stdlib.h>

#include "cli/cli.h"
#include "lab/oracle.h"

static void say(void *context, const char *line)
{
    (void)context;
    puts(line);
    fflush(stdout);
}

static void told(void *context, const struct lab_engine_game *g)
{
    const struct cli *cli = context;
    cli_say(cli, g->good ? "serai.engine.good" : "serai.engine.bad",
            CLI_ARGS({"game", .text = g->game->id}, {"version", .num = g->version},
                     {"n", .num = g->answers}, {"ms", .num = g->slowest},
                     {"why", .text = g->why.text}));
    if (!g->good && g->said[0])
        printf("%s\n", g->said);
    fflush(stdout);
}

int cli_engine(struct cli *cli)
{
    if (cli->value[OPT_CHECK] || cli->words) {
        if (!cli->value[OPT_CHECK] || cli->words != 1)
            return cli_fail(cli, CLI_USAGE, "serai.err.engine_check", NULL);
        return lab_engine_check(cli->word[0], 1000, told, cli) ? CLI_DIFFERS : CLI_OK;
    }
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    struct sr_bot bot;
    if (!cli_bot(cli, cli->value[OPT_BOTS] ? cli->value[OPT_BOTS] : "vizier", &bot))
        return CLI_USAGE;
    struct oracle *e = oracle_new(&bot, say, NULL);
    while ((n = getline(&line, &room, stdin)) >= 0)
        if (n > FILE_MAX || !oracle_line(e, line, (size_t)n))
            break;
    free(line);
    oracle_free(e);
    return CLI_OK;
}
