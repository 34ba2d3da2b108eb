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

int cli_engine(struct cli *cli)
{
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
