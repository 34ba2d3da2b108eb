/* robots.c: `serai robots`: a process that thinks for the bots of several servers. */
#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"
#include "server/thinkers.h"
#include "server/wire.h"

int cli_robots(struct cli *cli)
{
    struct sr_diag diag = {""};
    char secret[CLI_TOKEN_MAX];
    int64_t searches;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const char *listen = cli->value[OPT_LISTEN] ? cli->value[OPT_LISTEN] : "127.0.0.1:7449";
    if (!cli_number(cli, OPT_SEARCHES, 1, 256, cores > 0 ? cores : 1, &searches))
        return CLI_USAGE;
    if (!wire_address_ok(listen))
        return cli_fail(cli, CLI_USAGE, "serai.robots.listen", CLI_ARGS({"text", .text = listen}));
    if (!cli->value[OPT_ROBOTS_SECRET] || !cli_token(cli->value[OPT_ROBOTS_SECRET], secret))
        return cli_fail(cli, CLI_USAGE, "serai.robots.secret", NULL);
    const struct thinkers_options options = {
        .listen = listen,
        .secret = secret,
        .ready = cli->value[OPT_READY],
        .at_once = (int)searches,
    };
    const int code = thinkers_run(&options, &diag);
    return code ? cli_fail_text(cli, CLI_IO, diag.text) : CLI_OK;
}
