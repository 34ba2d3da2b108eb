/* serve.c: `serai serve`: the options of the server, then the server. */
#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"
#include "serai/bot.h"
#include "server/net.h"
#include "server/options.h"
#include "server/wire.h"

/* It goes into a token as it is. */
static bool contact_ok(const char *text)
{
    if (strncmp(text, "mailto:", 7) != 0 && strncmp(text, "https://", 8) != 0)
        return false;
    for (const char *c = text; *c; c++)
        if (*c <= ' ' || *c > '~' || *c == '"' || *c == '\\')
            return false;
    return strlen(text) < 200;
}

enum { TOKEN_MIN = 20 };

/* Origins as a header names them: https://example.org, with a port where there is one. */
static bool origins_ok(const char *list)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789.-:[]";
    for (const char *at = list; *at; at += *at == ',') {
        at += strncmp(at, "https://", 8) == 0 ? 8 : strncmp(at, "http://", 7) == 0 ? 7 : 0;
        const size_t n = strspn(at, letters);
        if (at == list || at[-1] != '/' || !n || (at[n] && at[n] != ','))
            return false;
        at += n;
    }
    return *list && strlen(list) < 1024;
}

bool cli_token(const char *path, char out[CLI_TOKEN_MAX])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789-_";
    FILE *f = fopen(path, "r");
    if (!f)
        return false;
    const bool read = fgets(out, CLI_TOKEN_MAX, f) != NULL;
    fclose(f);
    const size_t n = read ? strspn(out, letters) : 0;
    const bool ends = read && (out[n] == '\n' || out[n] == '\r' || out[n] == '\0');
    out[n] = '\0';
    return ends && n >= TOKEN_MIN;
}

/* https://HOST[:PORT]/..., or http: for this machine alone. */
static bool url_ok(const char *text)
{
    const char *host = strstr(text, "://");
    for (const char *c = text; *c; c++)
        if (*c <= ' ' || *c > '~' || *c == '"' || *c == '\\' || *c == '<' || *c == '>')
            return false;
    return host && (strncmp(text, "https://", 8) == 0 || strncmp(text, "http://", 7) == 0) &&
           strcspn(host + 3, ":/") > 0 && strlen(text) < 200;
}

/* Addresses that are told to the server; 0, or an exit code. */
static int check_addresses(const struct cli *cli, const struct serve_options *options)
{
    if (options->push_contact && !contact_ok(options->push_contact))
        return cli_fail(cli, CLI_USAGE, "serai.serve.contact",
                        CLI_ARGS({"text", .text = options->push_contact}));
    if (options->url && !url_ok(options->url))
        return cli_fail(cli, CLI_USAGE, "serai.serve.url",
                        CLI_ARGS({"text", .text = options->url}));
    if (options->sendmail && !options->url)
        return cli_fail(cli, CLI_USAGE, "serai.serve.sendmail", NULL);
    if (options->embed_origin && !origins_ok(options->embed_origin))
        return cli_fail(cli, CLI_USAGE, "serai.serve.embed_origin",
                        CLI_ARGS({"list", .text = options->embed_origin}));
    return 0;
}

/* Addresses by commas. */
static bool robots_ok(const char *list)
{
    while (*list) {
        char one[128];
        const size_t n = strcspn(list, ",");
        snprintf(one, sizeof one, "%.*s", (int)n, list);
        if (n >= sizeof one || !wire_address_ok(one))
            return false;
        list += n + (list[n] == ',');
    }
    return true;
}

/* Whether the words of options make sense: 0, or the exit code when that was said. */
static int check(const struct cli *cli, const struct serve_options *o)
{
    if (o->store && strncmp(o->store, "postgres", 8) != 0)
        return cli_fail(cli, CLI_USAGE, "serai.serve.store", CLI_ARGS({"url", .text = o->store}));
    if (!net_proxies_ok(o->proxies))
        return cli_fail(cli, CLI_USAGE, "serai.serve.proxies",
                        CLI_ARGS({"list", .text = o->proxies}));
    if (o->seasons && strcmp(o->seasons, "quarter") != 0 && strcmp(o->seasons, "year") != 0)
        return cli_fail(cli, CLI_USAGE, "serai.serve.seasons",
                        CLI_ARGS({"text", .text = o->seasons}));
    return check_addresses(cli, o);
}

/* The operator's token, and the secret of the robots: 0, or an exit code. */
static int read_secrets(const struct cli *cli, struct serve_options *o, char token[CLI_TOKEN_MAX],
                        char secret[CLI_TOKEN_MAX])
{
    const char *robots = cli->value[OPT_ROBOTS], *shared = cli->value[OPT_ROBOTS_SECRET];
    if (robots && (!robots_ok(robots) || !shared || !cli_token(shared, secret)))
        return cli_fail(cli, CLI_USAGE, "serai.serve.robots", CLI_ARGS({"list", .text = robots}));
    o->robots = robots;
    o->robots_secret = secret;
    if (cli->value[OPT_OPERATOR] && !cli_token(cli->value[OPT_OPERATOR], token))
        return cli_fail(cli, CLI_USAGE, "serai.serve.operator_token",
                        CLI_ARGS({"file", .text = cli->value[OPT_OPERATOR]}));
    o->operator_token = cli->value[OPT_OPERATOR] ? token : NULL;
    return 0;
}

int cli_serve(struct cli *cli)
{
    struct sr_diag diag = {""};
    int64_t port, searches, analysis, connections, per_address, limits, millis;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (!cli_number(cli, OPT_PORT, 0, 65535, 7447, &port) ||
        !cli_number(cli, OPT_SEARCHES, 1, 256, cores > 1 ? cores - 1 : 1, &searches) ||
        !cli_number(cli, OPT_ANALYSIS, 0, 100000, 200, &analysis) ||
        !cli_number(cli, OPT_CONNECTIONS, 1, 1000000, 20000, &connections) ||
        !cli_number(cli, OPT_ADDRESS_LIMIT, 1, 1000000, 200, &per_address) ||
        !cli_number(cli, OPT_LIMITS, 0, 100000, 100, &limits) ||
        !cli_number(cli, OPT_MILLIS, 10, 600000, 2000, &millis))
        return CLI_USAGE;
    struct serve_options options = {
        .data = cli->value[OPT_DATA] ? cli->value[OPT_DATA] : "serai-data",
        .store = cli->value[OPT_STORE],
        .listen = cli->value[OPT_LISTEN] ? cli->value[OPT_LISTEN] : "127.0.0.1",
        .port = (int)port,
        .peer = cli->value[OPT_PEER],
        .origin = cli->value[OPT_ORIGIN],
        .embed_origin = cli->value[OPT_EMBED],
        .proxies = cli->value[OPT_PROXIES] ? cli->value[OPT_PROXIES]
                   : cli->value[OPT_PROXY] ? "127.0.0.0/8,::1,unix"
                                           : NULL,
        .bots_at_once = (int)searches,
        .analysis_visits = (int)analysis,
        .engine_ms = (int)millis,
        .limit_scale = (double)limits / 100.0,
        .connections_max = (int)connections,
        .per_address = (int)per_address,
        .sendmail = cli->value[OPT_SENDMAIL],
        .url = cli->value[OPT_URL],
        .push_contact = cli->value[OPT_PUSH_CONTACT],
        .push_test = cli->value[OPT_PUSH_TEST],
        .quiet = cli->value[OPT_QUIET] != NULL,
        .ready = cli->value[OPT_READY],
    };
    options.engines = cli_engines(cli, options.engine);
    if (options.engines < 0)
        return CLI_USAGE;
    options.shards = cli_shards(cli, options.shard);
    if (options.shards < 0)
        return CLI_USAGE;
    options.seasons = cli->value[OPT_SEASONS];
    char token[CLI_TOKEN_MAX], secret[CLI_TOKEN_MAX];
    int wrong = check(cli, &options);
    if (!wrong)
        wrong = read_secrets(cli, &options, token, secret);
    if (wrong)
        return wrong;
    if (port > 0 && !options.quiet)
        cli_say(cli, "serai.serve.address",
                CLI_ARGS({"host", .text = options.listen}, {"port", .num = port}));
    fflush(stdout);
    const int code = serve_run(&options, &diag);
    return code ? cli_fail_text(cli, CLI_IO, diag.text) : CLI_OK;
}
