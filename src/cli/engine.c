/* engine.c: `serai engine`: the engine protocol on the standard streams. */
#include <stdlib.h>

#include "cli/cli.h"
#include "lab/engine.h"

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
    struct engine *e = engine_new(say, NULL);
    (void)cli;
    while ((n = getline(&line, &room, stdin)) >= 0)
        if (n > FILE_MAX || !engine_line(e, line, (size_t)n))
            break;
    free(line);
    engine_free(e);
    return CLI_OK;
}
