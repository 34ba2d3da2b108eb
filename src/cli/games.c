/* games.c: `serai games` and `serai bots`: what there is to play, and with whom. */
#include "cli/cli.h"

/* ---- texts of a game --------------------------------------------------------------------- */

static const char *game_text(const struct cli *cli, const struct sr_game *g, const char *what)
{
    char key[128];
    snprintf(key, sizeof key, "%s.%s", g->id, what);
    const char *text = sr_text_get(cli->lang, key, 0);
    if (!text)
        text = sr_text_get(SR_EN, key, 0);
    return text ? text : "";
}

static const char *title_of(const struct cli *cli, const struct sr_game *g)
{
    const char *title = game_text(cli, g, "title");
    return *title ? title : g->id;
}

static void seats_of(const struct sr_game *g, char out[16])
{
    if (g->seats_min == g->seats_max)
        snprintf(out, 16, "%d", g->seats_min);
    else
        snprintf(out, 16, "%d-%d", g->seats_min, g->seats_max);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void put_value(struct sr_buf *b, const struct sr_option *o, int v)
{
    if (o->names)
        sr_json_str(b, o->names->name[v]);
    else
        sr_json_int(b, v);
}

static void write_game(struct sr_buf *b, const struct sr_game *g)
{
    sr_json_open(b, '{');
    sr_json_put_str(b, "game", g->id);
    sr_json_key(b, "title");
    const struct cli english = {.lang = SR_EN};
    sr_json_str(b, title_of(&english, g));
    sr_json_put_int(b, "rules_version", g->rules_version);
    sr_json_put_open(b, "players", '{');
    sr_json_put_int(b, "min", g->seats_min);
    sr_json_put_int(b, "max", g->seats_max);
    sr_json_close(b, '}');
    sr_json_put_int(b, "state_bytes", g->state_size);
    sr_json_put_int(b, "edition_bytes", g->edition_size);
    sr_json_put_open(b, "options", '[');
    for (const struct sr_option *o = g->options; o->id; o++) {
        sr_json_open(b, '{');
        sr_json_put_str(b, "option", o->id);
        sr_json_put_str(b, "rule", o->rule ? o->rule : "");
        sr_json_key(b, "default");
        put_value(b, o, o->def);
        sr_json_put_open(b, "values", '[');
        for (int v = o->min; v <= o->max; v++)
            put_value(b, o, v);
        sr_json_close(b, ']');
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
    sr_json_put_open(b, "moves", '[');
    for (int i = 0; i < g->move_count; i++)
        sr_json_str(b, g->moves[i].name);
    sr_json_close(b, ']');
    sr_json_close(b, '}');
}

static void write_one(struct sr_buf *b, const void *context) { write_game(b, context); }

static void write_all(struct sr_buf *b, const void *context)
{
    (void)context;
    sr_json_open(b, '[');
    for (int i = 0; i < sr_game_count(); i++)
        write_game(b, sr_game_at(i));
    sr_json_close(b, ']');
}

/* ---- edition ----------------------------------------------------------------------------- */

static void write_edition(struct sr_buf *b, const void *context) { sr_edition_write(b, context); }

static void write_edition_list(struct sr_buf *b, const void *context)
{
    sr_edition_list(b, context);
}

static void print_blanks(int n)
{
    putchar('\n');
    for (int i = 0; i < n; i++)
        putchar(' ');
}

/* Indents JSON for editing by hand; lists of plain values stay on a line. */
static void print_pretty(const struct sr_doc *doc, int t, int indent)
{
    const struct sr_tok *tok = &doc->tok[t];
    const bool object = tok->type == SR_J_OBJECT;
    const int quote = tok->type == SR_J_STRING;
    if (!object && tok->type != SR_J_ARRAY) {
        printf("%.*s", (int)(tok->end - tok->start) + 2 * quote, doc->text + tok->start - quote);
        return;
    }
    bool plain = !object;
    for (int i = t + 1; i < tok->next && plain; i++)
        plain = doc->tok[i].type > SR_J_ARRAY;
    putchar(object ? '{' : '[');
    int e = t + 1;
    for (int i = 0; i < tok->size; i++) {
        if (i)
            putchar(',');
        if (!plain)
            print_blanks(indent + 2);
        else if (i)
            putchar(' ');
        if (object) {
            print_pretty(doc, e, 0);
            fputs(": ", stdout);
            e = doc->tok[e].next;
        }
        print_pretty(doc, e, indent + 2);
        e = doc->tok[e].next;
    }
    if (!plain && tok->size)
        print_blanks(indent);
    putchar(object ? '}' : ']');
}

static void print_edition_json(const struct sr_rules *r)
{
    size_t len;
    struct sr_doc doc;
    char *text = cli_render(write_edition, r, &len);
    if (mem_parse(&doc, text, len, NULL) == SR_OK) {
        print_pretty(&doc, 0, 0);
        putchar('\n');
        mem_free(doc.tok);
    }
    mem_free(text);
}

static void print_edition(const struct cli *cli, const struct sr_rules *r)
{
    size_t len;
    struct sr_doc doc;
    char *text = cli_render(write_edition_list, r, &len);
    if (mem_parse(&doc, text, len, NULL) == SR_OK) {
        int t = 1;
        for (int i = 0; i < doc.tok[0].size; i++, t = doc.tok[t].next) {
            char path[160] = "", prov[16] = "";
            const int value = sr_json_get(&doc, t, "value");
            sr_json_text(&doc, sr_json_get(&doc, t, "path"), path, sizeof path);
            sr_json_text(&doc, sr_json_get(&doc, t, "prov"), prov, sizeof prov);
            printf("%s%s%s  ", cli_dim(cli), *prov ? prov : "-", cli_plain(cli));
            cli_pad(path, 40);
            fputs("  ", stdout);
            print_pretty(&doc, value, 0);
            putchar('\n');
        }
        mem_free(doc.tok);
    }
    mem_free(text);
    putchar('\n');
    cli_print_wrapped(cli_text(cli, "serai.games.provenance"), 0, sr_min(cli_columns(), 100));
}

/* ---- for people -------------------------------------------------------------------------- */

static void print_options(const struct cli *cli, const struct sr_game *g)
{
    if (!g->options->id)
        return;
    printf("\n%s%s%s\n", cli_bold(cli), cli_text(cli, "serai.games.options"), cli_plain(cli));
    for (const struct sr_option *o = g->options; o->id; o++) {
        char key[96];
        printf("  %s%s%s = ", cli_bold(cli), o->id, cli_plain(cli));
        if (!o->names)
            printf("%d..%d (%s%d%s)", o->min, o->max, cli_green(cli), o->def, cli_plain(cli));
        for (int v = o->min; o->names && v <= o->max; v++)
            printf("%s%s%s%s", v > o->min ? " | " : "", v == o->def ? cli_green(cli) : "",
                   o->names->name[v], v == o->def ? (cli->color ? cli_plain(cli) : "*") : "");
        if (o->rule)
            printf("  %s(R%s)%s", cli_dim(cli), o->rule, cli_plain(cli));
        fputs("\n      ", stdout);
        snprintf(key, sizeof key, "option.%s.help", o->id);
        const char *help = game_text(cli, g, key);
        if (!*help) {
            snprintf(key, sizeof key, "option.%s", o->id);
            help = game_text(cli, g, key);
        }
        cli_print_wrapped(help, 6, sr_min(cli_columns(), 100));
    }
}

static void print_game(const struct cli *cli, const struct sr_game *g)
{
    char seats[16];
    seats_of(g, seats);
    printf("%s%s%s (%s)\n", cli_bold(cli), title_of(cli, g), cli_plain(cli), g->id);
    cli_print_wrapped(game_text(cli, g, "tagline"), 0, sr_min(cli_columns(), 100));
    putchar('\n');
    cli_say(cli, "serai.games.players", CLI_ARGS({"seats", .text = seats}));
    cli_say(cli, "serai.games.version", CLI_ARGS({"n", .num = g->rules_version}));
    cli_say(cli, "serai.games.state", CLI_ARGS({"n", .num = g->state_size}));
    print_options(cli, g);
    printf("\n%s%s%s\n", cli_bold(cli), cli_text(cli, "serai.games.moves"), cli_plain(cli));
    fputs("  ", stdout);
    for (int i = 0, column = 2; i < g->move_count; i++) {
        const int n = (int)strlen(g->moves[i].name) + 2;
        if (column > 2)
            fputs(column + n > 78 ? ",\n  " : ", ", stdout);
        column = column + n > 78 ? 2 + n : column + n;
        fputs(g->moves[i].name, stdout);
    }
    putchar('\n');
}

static void print_list(const struct cli *cli)
{
    for (int i = 0; i < sr_game_count(); i++) {
        const struct sr_game *g = sr_game_at(i);
        char seats[16];
        seats_of(g, seats);
        fputs(cli_bold(cli), stdout);
        cli_pad(g->id, 12);
        fputs(cli_plain(cli), stdout);
        cli_pad(seats, 6);
        cli_print_wrapped(game_text(cli, g, "tagline"), 18, sr_min(cli_columns(), 100));
    }
}

int cli_games(struct cli *cli)
{
    const bool json = cli->value[OPT_JSON] != NULL;
    const char *edition = cli->value[OPT_SHOW_EDITION];
    if (!cli->words) {
        if (edition)
            return cli_missing_game(cli);
        if (json)
            cli_print_json(write_all, NULL);
        else
            print_list(cli);
        return CLI_OK;
    }
    const struct sr_game *g = cli_game(cli, cli->word[0]);
    if (!g)
        return CLI_USAGE;
    const struct sr_rules r = sr_rules_default(g);
    if (!edition) {
        if (json)
            cli_print_json(write_one, g);
        else
            print_game(cli, g);
    } else if (!strcmp(edition, "json")) {
        print_edition_json(&r);
    } else if (*edition) {
        return cli_fail(cli, CLI_USAGE, "serai.err.edition_form",
                        CLI_ARGS({"value", .text = edition}));
    } else if (json) {
        cli_print_json(write_edition_list, &r);
    } else {
        print_edition(cli, &r);
    }
    return CLI_OK;
}

/* ---- bots -------------------------------------------------------------------------------- */

static void write_bots(struct sr_buf *b, const void *context)
{
    (void)context;
    sr_json_open(b, '[');
    for (int i = 0; i < sr_bot_count(); i++) {
        sr_json_open(b, '{');
        sr_json_put_str(b, "bot", sr_bot_at(i)->id);
        sr_json_put_str(b, "title", sr_bot_at(i)->title);
        sr_json_close(b, '}');
    }
    for (int i = 0; lab_player(i); i++) {
        const char *id = lab_player(i)->id;
        char game[32];
        snprintf(game, sizeof game, "%.*s", (int)strcspn(id, ":"), id);
        sr_json_open(b, '{');
        sr_json_put_str(b, "bot", id);
        sr_json_put_str(b, "title", lab_player(i)->title);
        sr_json_put_str(b, "game", game);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

/* Name and description; of the scripted players only those that have one. */
static void print_bot(const struct cli *cli, const struct sr_bot *bot, int width)
{
    char key[96];
    snprintf(key, sizeof key, "serai.bot.%s", bot->id);
    char *colon = strchr(key, ':');
    if (colon)
        *colon = '.';
    const char *text = sr_text_get(cli->lang, key, 0);
    if (!text && colon)
        return;
    fputs(cli_bold(cli), stdout);
    cli_pad(bot->id, width);
    fputs(cli_plain(cli), stdout);
    cli_print_wrapped(text ? text : bot->title, width, sr_min(cli_columns(), 100));
}

int cli_bots_list(struct cli *cli)
{
    if (cli->value[OPT_JSON]) {
        cli_print_json(write_bots, NULL);
        return CLI_OK;
    }
    for (int i = 0; i < sr_bot_count(); i++)
        print_bot(cli, sr_bot_at(i), 12);
    putchar('\n');
    for (int i = 0; lab_player(i); i++)
        print_bot(cli, lab_player(i), 17);
    return CLI_OK;
}
