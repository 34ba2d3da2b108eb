/* weights.c: trained networks from files: --weights FILE[,FILE...] for the whole program, and
 * weights=FILE for one bot, so that two networks can meet. */
#include "ai/eval.h"
#include "cli/cli.h"

enum { FILES = 16 };

/* Read once, kept until the program ends. */
static struct kept {
    char path[256];
    void *data;
    struct ai_net net;
} kept[FILES];
static int count;

/* What would stop the network from judging, if anything. */
static enum sr_err fits(const struct ai_net *net, const char *game, struct sr_diag *diag)
{
    const struct ai_game *g = ai_game_find(net->game);
    if (game && strcmp(game, net->game) != 0)
        return sr_fail(diag, SR_DIFFERS, "the weights are for %s, not for %s", net->game, game);
    if (!g->inputs || net->features != g->version || net->inputs > g->inputs)
        return sr_fail(diag, SR_DIFFERS,
                       "the weights are for %s with inputs of version %d, this program has %d",
                       net->game, (int)net->features, (int)g->version);
    return SR_OK;
}

static const struct ai_net *load(const char *path, struct sr_diag *diag)
{
    for (int i = 0; i < count; i++)
        if (strcmp(kept[i].path, path) == 0)
            return &kept[i].net;
    struct kept *k = &kept[count];
    if (count == FILES || strlen(path) >= sizeof k->path) {
        sr_explain(diag, "too many files of weights, or too long a name");
        return NULL;
    }
    size_t len;
    k->data = file_read(path, &len, diag);
    if (!k->data)
        return NULL;
    if (ai_net_read(k->data, len, &k->net, diag)) {
        mem_free(k->data);
        return NULL;
    }
    snprintf(k->path, sizeof k->path, "%s", path);
    count++;
    return &k->net;
}

const struct ai_net *cli_net(const struct cli *cli, const char *path, const char *game)
{
    struct sr_diag diag = {""};
    char text[sizeof diag.text + 300];
    const struct ai_net *net = load(path, &diag);
    if (net && !fits(net, game, &diag))
        return net;
    const bool named = strstr(diag.text, path) != NULL;
    snprintf(text, sizeof text, "%s%s%s", named ? "" : path, named ? "" : ": ", diag.text);
    cli_fail_text(cli, CLI_USAGE, text);
    return NULL;
}

int cli_weights(const struct cli *cli)
{
    const char *at = cli->value[OPT_WEIGHTS];
    while (at) {
        char path[256];
        const size_t len = strcspn(at, ",");
        snprintf(path, sizeof path, "%.*s", (int)len, at);
        const struct ai_net *net = cli_net(cli, path, NULL);
        if (!net)
            return CLI_USAGE;
        ai_net_use(net);
        at = at[len] ? at + len + 1 : NULL;
    }
    return CLI_OK;
}
