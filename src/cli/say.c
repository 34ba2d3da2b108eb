/* say.c: everything the command prints, apart from boards: texts, errors, colours, help. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"
#include "terminal/terminal.h"

enum { LINE_LEN = 2048 };

const char *cli_text(const struct cli *cli, const char *key) { return sr_text(cli->lang, key); }

static const struct sr_text_arg no_args[] = {{0}};

int cli_fail_text(const struct cli *cli, int code, const char *text)
{
    char line[LINE_LEN];
    snprintf(line, sizeof line, "%s", text);
    printer_clean(line);
    fflush(stdout);
    fprintf(stderr, "serai%s%s: %s\n", cli->command ? " " : "",
            cli->command ? cli->command->name : "", line);
    return code;
}

int cli_fail(const struct cli *cli, int code, const char *key, const struct sr_text_arg *args)
{
    char line[LINE_LEN];
    struct sr_buf b;
    sr_buf_init(&b, line, sizeof line);
    sr_text_put(&b, cli->lang, key, args ? args : no_args);
    return cli_fail_text(cli, code, line);
}

void cli_say(const struct cli *cli, const char *key, const struct sr_text_arg *args)
{
    char line[LINE_LEN];
    struct sr_buf b;
    sr_buf_init(&b, line, sizeof line);
    sr_text_put(&b, cli->lang, key, args ? args : no_args);
    puts(line);
}

const char *cli_bold(const struct cli *cli) { return cli->color ? "\033[1m" : ""; }
const char *cli_dim(const struct cli *cli) { return cli->color ? "\033[2m" : ""; }
const char *cli_red(const struct cli *cli) { return cli->color ? "\033[31m" : ""; }
const char *cli_green(const struct cli *cli) { return cli->color ? "\033[32m" : ""; }
const char *cli_plain(const struct cli *cli) { return cli->color ? "\033[0m" : ""; }

void cli_pad(const char *text, int width)
{
    const int blanks = (width < 0 ? -width : width) - canvas_width(text);
    if (width < 0 && blanks > 0)
        printf("%*s", blanks, "");
    fputs(text, stdout);
    if (width > 0 && blanks > 0)
        printf("%*s", blanks, "");
}

/* ---- long texts -------------------------------------------------------------------------- */

char *cli_render(cli_writer *write, const void *context, size_t *len)
{
    size_t max = 1 << 16;
    char *text = NULL;
    for (;;) {
        struct sr_buf b;
        text = mem_grow(text, max);
        sr_buf_init(&b, text, max);
        write(&b, context);
        if (!b.full) {
            *len = b.len;
            return text;
        }
        max *= 2;
    }
}

void cli_print_json(cli_writer *write, const void *context)
{
    size_t len;
    char *text = cli_render(write, context, &len);
    fwrite(text, 1, len, stdout);
    putchar('\n');
    mem_free(text);
}

int cli_columns(void)
{
    struct winsize size;
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
        return size.ws_col;
    return 80;
}

void cli_print_wrapped(const char *text, int indent, int width)
{
    int column = indent;
    bool first = true;
    while (*text) {
        char word[256];
        const size_t n = strcspn(text, " \n");
        snprintf(word, sizeof word, "%.*s", (int)sr_min((int)n, 255), text);
        const int w = canvas_width(word);
        if (!first && column + 1 + w > width) {
            printf("\n%*s", indent, "");
            column = indent;
            first = true;
        }
        printf("%s%s", first ? "" : " ", word);
        column += w + !first;
        first = false;
        text += n;
        if (*text == '\n') {
            printf("\n%*s", indent, "");
            column = indent;
            first = true;
        }
        if (*text)
            text++;
    }
    putchar('\n');
}

int cli_finish(const struct cli *cli, int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    if (errno == EPIPE) { /* the reader has gone: end as any program in a pipe does */
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    return cli_fail(cli, CLI_IO, "serai.err.output", CLI_ARGS({"why", .text = strerror(errno)}));
}

/* ---- help -------------------------------------------------------------------------------- */

static void heading(const struct cli *cli, const char *key)
{
    printf("\n%s%s%s\n", cli_bold(cli), cli_text(cli, key), cli_plain(cli));
}

static const char *option_help(const struct cli *cli, const struct cli_command *command, int id)
{
    char key[96];
    const char *text = NULL;
    if (command) {
        snprintf(key, sizeof key, "serai.opt.%s.%s", command->name, cli_options[id].name);
        text = sr_text_get(cli->lang, key, 0);
    }
    if (text)
        return text;
    static char shared[96];
    snprintf(shared, sizeof shared, "serai.opt.%s", cli_options[id].name);
    return cli_text(cli, shared);
}

static void print_option(const struct cli *cli, const struct cli_command *command, int id)
{
    enum { COLUMN = 30 };
    const struct cli_option_row *o = &cli_options[id];
    char left[96];
    int n = o->letter ? snprintf(left, sizeof left, "  -%c, --%s", o->letter, o->name)
                      : snprintf(left, sizeof left, "      --%s", o->name);
    if (o->arg)
        snprintf(left + n, sizeof left - (size_t)n, o->optional ? "[=%s]" : " %s", o->arg);
    n = (int)strlen(left);
    fputs(left, stdout);
    if (n > COLUMN - 2)
        printf("\n%*s", COLUMN, "");
    else
        printf("%*s", COLUMN - n, "");
    cli_print_wrapped(option_help(cli, command, id), COLUMN, sr_min(cli_columns(), 100));
}

static void help_of_command(const struct cli *cli, const struct cli_command *command)
{
    char key[64];
    printf("%s%s%s serai %s %s%s%s\n\n", cli_bold(cli), cli_text(cli, "serai.help.usage"),
           cli_plain(cli), command->name, command->usage, *command->usage ? " " : "",
           cli_text(cli, "serai.help.options_arg"));
    snprintf(key, sizeof key, "serai.about.%s", command->name);
    cli_print_wrapped(cli_text(cli, key), 0, sr_min(cli_columns(), 100));
    heading(cli, "serai.help.options");
    for (int i = 0; command->options[i] >= 0; i++)
        print_option(cli, command, command->options[i]);
    print_option(cli, command, OPT_LANG);
    print_option(cli, command, OPT_HELP);
    snprintf(key, sizeof key, "serai.example.%s", command->name);
    const char *example = sr_text_get(SR_EN, key, 0);
    if (!example)
        return;
    heading(cli, "serai.help.examples");
    fputs("  ", stdout);
    cli_print_wrapped(example, 2, 1000);
}

void cli_help(const struct cli *cli, const struct cli_command *command)
{
    if (command) {
        help_of_command(cli, command);
        return;
    }
    printf("%s%s%s serai %s %s\n\n", cli_bold(cli), cli_text(cli, "serai.help.usage"),
           cli_plain(cli), cli_text(cli, "serai.help.command_arg"),
           cli_text(cli, "serai.help.options_arg"));
    cli_print_wrapped(cli_text(cli, "serai.about"), 0, sr_min(cli_columns(), 100));
    heading(cli, "serai.help.commands");
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        char key[64];
        snprintf(key, sizeof key, "serai.cmd.%s", c->name);
        printf("  %-10s", c->name);
        cli_print_wrapped(cli_text(cli, key), 12, sr_min(cli_columns(), 100));
    }
    heading(cli, "serai.help.options");
    print_option(cli, NULL, OPT_LANG);
    print_option(cli, NULL, OPT_VERSION);
    print_option(cli, NULL, OPT_HELP);
    heading(cli, "serai.help.exit");
    for (int i = CLI_OK; i <= CLI_IO; i++) {
        char key[64];
        snprintf(key, sizeof key, "serai.exit.%d", i);
        printf("  %d  %s\n", i, cli_text(cli, key));
    }
    putchar('\n');
    cli_print_wrapped(cli_text(cli, "serai.help.more"), 0, sr_min(cli_columns(), 100));
}

/* ---- help for programs ------------------------------------------------------------------- */

struct help_request {
    const struct cli *cli;
    const struct cli_command *command; /* NULL: all */
};

static void json_pair(struct sr_buf *b, const char *key, const char *text)
{
    sr_json_key(b, key);
    if (text)
        sr_json_str(b, text);
    else
        sr_json_null(b);
}

static void json_option(struct sr_buf *b, const struct cli *cli, const struct cli_command *command,
                        int id)
{
    const struct cli_option_row *o = &cli_options[id];
    const char letter[2] = {o->letter, '\0'};
    sr_json_open(b, '{');
    json_pair(b, "option", o->name);
    json_pair(b, "letter", o->letter ? letter : NULL);
    json_pair(b, "value", o->arg);
    sr_json_put_bool(b, "value_optional", o->optional);
    json_pair(b, "help", option_help(cli, command, id));
    sr_json_close(b, '}');
}

static void json_command(struct sr_buf *b, const struct cli *cli, const struct cli_command *c)
{
    char key[64];
    sr_json_open(b, '{');
    json_pair(b, "command", c->name);
    json_pair(b, "usage", c->usage);
    snprintf(key, sizeof key, "serai.cmd.%s", c->name);
    json_pair(b, "summary", cli_text(cli, key));
    snprintf(key, sizeof key, "serai.about.%s", c->name);
    json_pair(b, "about", cli_text(cli, key));
    sr_json_put_open(b, "options", '[');
    for (int i = 0; c->options[i] >= 0; i++)
        json_option(b, cli, c, c->options[i]);
    json_option(b, cli, c, OPT_LANG);
    json_option(b, cli, c, OPT_HELP);
    sr_json_close(b, ']');
    snprintf(key, sizeof key, "serai.example.%s", c->name);
    json_pair(b, "examples", sr_text_get(SR_EN, key, 0));
    sr_json_close(b, '}');
}

static void write_help(struct sr_buf *b, const void *context)
{
    const struct help_request *r = context;
    if (r->command) {
        json_command(b, r->cli, r->command);
        return;
    }
    sr_json_open(b, '[');
    for (const struct cli_command *c = cli_commands; c->name; c++)
        json_command(b, r->cli, c);
    sr_json_close(b, ']');
}

int cli_help_command(struct cli *cli)
{
    const struct cli_command *c = cli->words ? cli_command_find(cli->word[0]) : NULL;
    if (cli->words && !c)
        return cli_fail(cli, CLI_USAGE, "serai.err.command",
                        CLI_ARGS({"command", .text = cli->word[0]}));
    const struct help_request request = {cli, c};
    if (cli->value[OPT_JSON])
        cli_print_json(write_help, &request);
    else
        cli_help(cli, c);
    return CLI_OK;
}
