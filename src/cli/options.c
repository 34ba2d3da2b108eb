/* options.c: the table of options, the table of commands, and taking a command line apart. */
#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/version.h"

const struct cli_option_row cli_options[OPT_COUNT] = {
    [OPT_BOTS] = {"bots", 'b', "BOT[,BOT...]", false, VALUE_BOTS},
    [OPT_CHECK] = {"check", 0, NULL, false, VALUE_NONE},
    [OPT_COLOR] = {"color", 0, "WHEN", false, VALUE_WHEN},
    [OPT_CONTINUE] = {"continue", 'c', NULL, false, VALUE_NONE},
    [OPT_DEPTH] = {"depth", 'd', "D", false, VALUE_NUMBER},
    [OPT_DIVIDE] = {"divide", 0, NULL, false, VALUE_NONE},
    [OPT_EDITION] = {"edition", 'e', "FILE", false, VALUE_FILE},
    [OPT_GAMES] = {"games", 'n', "N", false, VALUE_NUMBER},
    [OPT_GPU] = {"gpu", 0, NULL, false, VALUE_NONE},
    [OPT_HELP] = {"help", 'h', NULL, false, VALUE_NONE},
    [OPT_JSON] = {"json", 'j', NULL, false, VALUE_NONE},
    [OPT_LANG] = {"lang", 'l', "fr|ru|en", false, VALUE_LANG},
    [OPT_NAMES] = {"names", 0, "NAME[,NAME...]", false, VALUE_WORD},
    [OPT_NO_SAVE] = {"no-save", 0, NULL, false, VALUE_NONE},
    [OPT_OPTION] = {"option", 'o', "NAME=VALUE", false, VALUE_OPTION},
    [OPT_OUTPUT] = {"output", 0, "FILE", false, VALUE_FILE},
    [OPT_PLAYERS] = {"players", 'p', "N", false, VALUE_NUMBER},
    [OPT_QUIET] = {"quiet", 'q', NULL, false, VALUE_NONE},
    [OPT_RECORDS] = {"records", 0, "FILE", false, VALUE_FILE},
    [OPT_RESUME] = {"resume", 'r', "FILE", false, VALUE_FILE},
    [OPT_ROTATE] = {"rotate", 0, NULL, false, VALUE_NONE},
    [OPT_SAVE] = {"save", 0, "FILE", false, VALUE_FILE},
    [OPT_SEAT] = {"seat", 0, "N[,N...]", false, VALUE_WORD},
    [OPT_SECONDS] = {"seconds", 0, "S", false, VALUE_NUMBER},
    [OPT_SEED] = {"seed", 's', "N", false, VALUE_NUMBER},
    [OPT_SHOW_EDITION] = {"edition", 'e', "json", true, VALUE_WORD},
    [OPT_THREADS] = {"threads", 't', "N", false, VALUE_NUMBER},
    [OPT_TO] = {"to", 0, "N", false, VALUE_NUMBER},
    [OPT_VERBOSE] = {"verbose", 'v', NULL, false, VALUE_NONE},
    [OPT_VERIFY] = {"verify", 0, NULL, false, VALUE_NONE},
    [OPT_VERSION] = {"version", 0, NULL, false, VALUE_NONE},
    [OPT_VIEW] = {"view", 0, "SEAT", false, VALUE_WORD},
    [OPT_BATCH] = {"batch", 0, "N", false, VALUE_NUMBER},
    [OPT_CHECKPOINT] = {"checkpoint", 0, "FILE", false, VALUE_FILE},
    [OPT_HIDDEN] = {"hidden", 0, "N,N", false, VALUE_WORD},
    [OPT_HTML] = {"html", 0, "FILE", false, VALUE_FILE},
    [OPT_LAMBDA] = {"lambda", 0, "PERCENT", false, VALUE_NUMBER},
    [OPT_MILLIS] = {"ms", 0, "MS", false, VALUE_NUMBER},
    [OPT_MINUTES] = {"minutes", 0, "N", false, VALUE_NUMBER},
    [OPT_RATE] = {"rate", 0, "N", false, VALUE_NUMBER},
    [OPT_SPRT] = {"sprt", 0, "ELO,ELO", false, VALUE_WORD},
    [OPT_SVG] = {"svg", 0, "FILE", false, VALUE_FILE},
    [OPT_TEACHER] = {"teacher", 0, "BOT[,BOT...]", false, VALUE_BOTS},
    [OPT_TEACHER_SHARE] = {"teacher-share", 0, "PERCENT", false, VALUE_NUMBER},
    [OPT_VISITS] = {"visits", 0, "N", false, VALUE_NUMBER},
    [OPT_WARMUP] = {"warmup", 0, "N", false, VALUE_NUMBER},
    [OPT_CHANGED] = {"changed", 0, "PERCENT", false, VALUE_NUMBER},
    [OPT_CHANGES] = {"changes", 0, "N", false, VALUE_NUMBER},
    [OPT_TOLD] = {"told", 0, "PERCENT", false, VALUE_NUMBER},
    [OPT_DEEP] = {"deep", 0, "PERCENT", false, VALUE_NUMBER},
    [OPT_EXPLORE] = {"explore", 0, "N", false, VALUE_NUMBER},
    [OPT_WEIGHTS] = {"weights", 0, "FILE[,FILE...]", false, VALUE_FILE},
    [OPT_CSV] = {"csv", 0, "FILE", false, VALUE_FILE},
    [OPT_FORBID] = {"forbid", 0, "VERB[,VERB...]", false, VALUE_WORD},
    [OPT_FREE] = {"free", 0, "PATH[,PATH...]", false, VALUE_WORD},
    [OPT_KEEP] = {"keep", 0, "MARKS", false, VALUE_WORD},
    [OPT_NEVER] = {"never", 0, "THING[,THING...]", false, VALUE_WORD},
    [OPT_ONLY] = {"only", 0, "THING[,THING...]", false, VALUE_WORD},
    [OPT_TARGET] = {"target", 0, "WHAT[,WHAT...]", false, VALUE_WORD},
    [OPT_WITHIN] = {"within", 0, "POINTS", false, VALUE_NUMBER},
    [OPT_ADDRESS_LIMIT] = {"per-address", 0, "N", false, VALUE_NUMBER},
    [OPT_CONNECTIONS] = {"connections", 0, "N", false, VALUE_NUMBER},
    [OPT_DATA] = {"data", 0, "FOLDER", false, VALUE_FILE},
    [OPT_ENGINE] = {"engine", 0, "NAME=COMMAND", false, VALUE_WORD},
    [OPT_EMBED] = {"embed-origin", 0, "URL[,URL...]", false, VALUE_WORD},
    [OPT_LIMITS] = {"limits", 0, "PERCENT", false, VALUE_NUMBER},
    [OPT_LISTEN] = {"listen", 0, "ADDRESS", false, VALUE_WORD},
    [OPT_OPERATOR] = {"operator-token", 0, "FILE", false, VALUE_FILE},
    [OPT_ORIGIN] = {"origin", 0, "URL[,URL...]", false, VALUE_WORD},
    [OPT_PEER] = {"peer", 0, "HOST:PORT", false, VALUE_WORD},
    [OPT_PORT] = {"port", 0, "N", false, VALUE_NUMBER},
    [OPT_PROXIES] = {"proxies", 0, "LIST", false, VALUE_WORD},
    [OPT_PROXY] = {"behind-proxy", 0, NULL, false, VALUE_NONE},
    [OPT_PUSH_CONTACT] = {"push-contact", 0, "URL", false, VALUE_WORD},
    [OPT_PUSH_TEST] = {"push-test", 0, "FILE", false, VALUE_FILE},
    [OPT_SENDMAIL] = {"sendmail", 0, "PROGRAM", false, VALUE_FILE},
    [OPT_URL] = {"url", 0, "URL", false, VALUE_WORD},
    [OPT_READY] = {"ready", 0, "FILE", false, VALUE_FILE},
    [OPT_ANALYSIS] = {"analysis", 0, "N", false, VALUE_NUMBER},
    [OPT_ROBOTS] = {"robots", 0, "ADDRESS[,ADDRESS...]", false, VALUE_WORD},
    [OPT_ROBOTS_SECRET] = {"robots-secret", 0, "FILE", false, VALUE_FILE},
    [OPT_SEARCHES] = {"searches", 0, "N", false, VALUE_NUMBER},
    [OPT_SEASONS] = {"seasons", 0, "quarter|year", false, VALUE_WORD},
    [OPT_SHARD] = {"shard", 0, "NAME=URL", false, VALUE_WORD},
    [OPT_STORE] = {"store", 0, "URL", false, VALUE_WORD},
};

const struct cli_command cli_commands[] = {
    {"play", "GAME", TAKES_GAME, 0, 1, cli_play,
     {OPT_PLAYERS, OPT_BOTS, OPT_SEAT, OPT_NAMES, OPT_SEED, OPT_OPTION, OPT_EDITION, OPT_RESUME,
      OPT_CONTINUE, OPT_SAVE, OPT_NO_SAVE, OPT_ENGINE, OPT_MILLIS, OPT_WEIGHTS, OPT_COLOR, -1}},
    {"games", "[GAME]", TAKES_GAME, 0, 1, cli_games,
     {OPT_SHOW_EDITION, OPT_JSON, OPT_COLOR, -1}},
    {"bots", "", TAKES_NOTHING, 0, 0, cli_bots_list, {OPT_JSON, OPT_COLOR, -1}},
    {"sim", "GAME", TAKES_GAME, 1, 1, cli_sim,
     {OPT_PLAYERS, OPT_GAMES, OPT_BOTS, OPT_ROTATE, OPT_SEED, OPT_OPTION, OPT_EDITION, OPT_CHANGES,
      OPT_CHECK, OPT_THREADS, OPT_GPU, OPT_RECORDS, OPT_WEIGHTS, OPT_JSON, OPT_QUIET, OPT_COLOR,
      -1}},
    {"lab", "[WHAT] GAME [CHANGE...]", TAKES_GAMES, 0, CLI_WORDS_MAX, cli_lab,
     {OPT_PLAYERS, OPT_GAMES, OPT_WITHIN, OPT_BOTS, OPT_SEED, OPT_OPTION, OPT_EDITION, OPT_FORBID,
      OPT_NEVER, OPT_ONLY, OPT_TARGET, OPT_FREE, OPT_KEEP, OPT_OUTPUT, OPT_HTML, OPT_SVG, OPT_CSV,
      OPT_RESUME, OPT_WEIGHTS, OPT_THREADS, OPT_GPU, OPT_JSON, OPT_QUIET, OPT_COLOR, -1}},
    {"trace", "GAME", TAKES_GAME, 1, 1, cli_trace,
     {OPT_PLAYERS, OPT_SEED, OPT_BOTS, OPT_OPTION, OPT_EDITION, OPT_WEIGHTS, OPT_OUTPUT, -1}},
    {"replay", "FILE", TAKES_FILE, 1, 1, cli_replay,
     {OPT_TO, OPT_VIEW, OPT_JSON, OPT_VERIFY, OPT_COLOR, -1}},
    {"verify", "FILE-OR-FOLDER...", TAKES_FILES, 1, CLI_WORDS_MAX, cli_verify,
     {OPT_GPU, OPT_VERBOSE, OPT_JSON, OPT_QUIET, OPT_COLOR, -1}},
    {"perft", "GAME", TAKES_GAME, 1, 1, cli_perft,
     {OPT_PLAYERS, OPT_SEED, OPT_DEPTH, OPT_DIVIDE, OPT_OPTION, OPT_EDITION, OPT_JSON, -1}},
    {"bench", "[GAME...]", TAKES_GAMES, 0, 64, cli_bench,
     {OPT_PLAYERS, OPT_SECONDS, OPT_BATCH, OPT_GPU, OPT_JSON, OPT_COLOR, -1}},
    {"arena", "GAME", TAKES_GAME, 1, 1, cli_arena,
     {OPT_BOTS, OPT_PLAYERS, OPT_GAMES, OPT_SEED, OPT_OPTION, OPT_EDITION, OPT_CHANGES,
      OPT_SPRT, OPT_RESUME, OPT_THREADS, OPT_MILLIS, OPT_WEIGHTS, OPT_JSON, OPT_QUIET, OPT_COLOR,
      -1}},
    {"calibrate", "GAME", TAKES_GAME, 1, 1, cli_calibrate,
     {OPT_BOTS, OPT_PLAYERS, OPT_GAMES, OPT_SEED, OPT_OPTION, OPT_EDITION, OPT_THREADS, OPT_WEIGHTS,
      OPT_JSON, OPT_COLOR, -1}},
    {"analyse", "FILE", TAKES_FILE, 1, 1, cli_analyse,
     {OPT_BOTS, OPT_VISITS, OPT_WEIGHTS, OPT_JSON, OPT_SVG, OPT_HTML, OPT_COLOR, -1}},
    {"engine", "[COMMAND]", TAKES_NOTHING, 0, 1, cli_engine,
     {OPT_BOTS, OPT_WEIGHTS, OPT_CHECK, -1}},
    {"train", "GAME", TAKES_GAME, 1, 1, cli_train,
     {OPT_OUTPUT, OPT_CHECKPOINT, OPT_GAMES, OPT_MINUTES, OPT_PLAYERS, OPT_VISITS, OPT_BATCH,
      OPT_WARMUP, OPT_TEACHER, OPT_TEACHER_SHARE, OPT_LAMBDA, OPT_RATE, OPT_HIDDEN, OPT_SEED,
      OPT_OPTION, OPT_EDITION, OPT_THREADS, OPT_CSV, OPT_SVG, OPT_QUIET, -1}},
    {"lessons", "GAME", TAKES_GAME, 1, 1, cli_lessons,
     {OPT_OUTPUT, OPT_GAMES, OPT_SECONDS, OPT_BOTS, OPT_WEIGHTS, OPT_PLAYERS, OPT_CHANGED,
      OPT_DEEP, OPT_TOLD, OPT_EXPLORE, OPT_LAMBDA, OPT_BATCH, OPT_SEED, OPT_OPTION, OPT_EDITION,
      OPT_THREADS, OPT_GPU, OPT_QUIET, -1}},
#ifdef SERAI_SERVER
    {"serve", "", TAKES_NOTHING, 0, 0, cli_serve,
     {OPT_PORT, OPT_LISTEN, OPT_DATA, OPT_STORE, OPT_SHARD, OPT_PEER, OPT_ORIGIN, OPT_EMBED,
      OPT_OPERATOR, OPT_PROXIES,
      OPT_PROXY,
      OPT_SEARCHES, OPT_ROBOTS, OPT_ROBOTS_SECRET, OPT_ANALYSIS, OPT_ENGINE, OPT_MILLIS,
      OPT_SEASONS, OPT_CONNECTIONS,
      OPT_ADDRESS_LIMIT, OPT_LIMITS,
      OPT_URL, OPT_SENDMAIL, OPT_PUSH_CONTACT, OPT_PUSH_TEST, OPT_READY, OPT_QUIET, -1}},
    {"robots", "", TAKES_NOTHING, 0, 0, cli_robots,
     {OPT_LISTEN, OPT_SEARCHES, OPT_ROBOTS_SECRET, OPT_READY, -1}},
    {"admin",
     "backup|list|show|players|forget|reports|report|decide|lift|unrate|audit|leagues|league"
     " [ARGUMENT...]",
     TAKES_NOTHING, 1, 4, cli_admin,
     {OPT_DATA, OPT_STORE, OPT_SHARD, OPT_JSON, -1}},
#endif
    {"help", "[COMMAND]", TAKES_NOTHING, 0, 1, cli_help_command, {OPT_JSON, -1}},
    {NULL},
};

const struct cli_command *cli_command_find(const char *name)
{
    for (const struct cli_command *c = cli_commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static const char *command_name(int i) { return cli_commands[i].name; }

static int command_count(void)
{
    int n = 0;
    while (cli_commands[n].name)
        n++;
    return n;
}

/* ---- the environment --------------------------------------------------------------------- */

static const char *variable(const char *name)
{
    const char *v = getenv(name);
    return v && *v ? v : NULL;
}

/* gettext's order: LANGUAGE (a list) wins unless the locale is C; then LC_ALL, LC_MESSAGES and
 * LANG. */
static enum sr_lang language_of_environment(void)
{
    const char *locale = variable("LC_ALL");
    if (!locale)
        locale = variable("LC_MESSAGES");
    if (!locale)
        locale = variable("LANG");
    enum sr_lang lang = SR_EN;
    if (locale && (!strcmp(locale, "C") || !strcmp(locale, "POSIX")))
        return SR_EN;
    const char *list = variable("LANGUAGE");
    while (list && *list) {
        char one[32];
        const size_t n = strcspn(list, ":");
        snprintf(one, sizeof one, "%.*s", (int)sr_min((int)n, 31), list);
        if (sr_lang_parse(one, &lang))
            return lang;
        list += n + (list[n] == ':');
    }
    if (locale && sr_lang_parse(locale, &lang))
        return lang;
    return SR_EN;
}

static bool color_wanted(const char *when)
{
    if (when && !strcmp(when, "always"))
        return true;
    if (when && !strcmp(when, "never"))
        return false;
    const char *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !variable("NO_COLOR") && term && strcmp(term, "dumb") != 0;
}

/* ---- parsing ----------------------------------------------------------------------------- */

struct long_list {
    struct option row[OPT_COUNT + 1];
    int id[OPT_COUNT];
    char letters[3 * OPT_COUNT + 2];
    int count;
};

static void list_add(struct long_list *l, int id)
{
    const struct cli_option_row *o = &cli_options[id];
    const int has = !o->arg ? no_argument : o->optional ? optional_argument : required_argument;
    l->row[l->count] = (struct option){o->name, has, NULL, 256 + id};
    l->id[l->count++] = id;
    if (!o->letter)
        return;
    char *end = l->letters + strlen(l->letters);
    *end++ = o->letter;
    for (int colons = has == required_argument   ? 1
                      : has == optional_argument ? 2
                                                 : 0;
         colons; colons--)
        *end++ = ':';
}

static int id_of(const struct long_list *l, int c)
{
    if (c >= 256)
        return c - 256;
    for (int i = 0; i < l->count; i++)
        if (cli_options[l->id[i]].letter == c)
            return l->id[i];
    return -1;
}

static const struct long_list *suggesting;

static const char *suggest_name(int i) { return suggesting->row[i].name; }

/* getopt has found something wrong: says what. */
static int complain(struct cli *cli, const struct long_list *l, int c, char *argument)
{
    char name[64];
    if (c == ':')
        return cli_fail(cli, CLI_USAGE, "serai.err.option_value",
                        CLI_ARGS({"option", .text = argument}));
    if (strncmp(argument, "--", 2) != 0) {
        snprintf(name, sizeof name, "-%c", optopt);
        return cli_fail(cli, CLI_USAGE, "serai.err.option", CLI_ARGS({"option", .text = name}));
    }
    snprintf(name, sizeof name, "%.*s", (int)strcspn(argument, "="), argument);
    for (int i = 0; i < l->count; i++)
        if (!strcmp(l->row[i].name, name + 2))
            return cli_fail(cli, CLI_USAGE, "serai.err.option_no_value",
                            CLI_ARGS({"option", .text = name}));
    suggesting = l;
    const char *near = cli_nearest(name + 2, suggest_name, l->count);
    if (near)
        return cli_fail(cli, CLI_USAGE, "serai.err.option_near",
                        CLI_ARGS({"option", .text = name}, {"near", .text = near}));
    return cli_fail(cli, CLI_USAGE, "serai.err.option", CLI_ARGS({"option", .text = name}));
}

/* Keeps every value of an option that may be repeated; false when there are too many. */
static bool keep_each(struct cli *cli, int id, const char *value)
{
    const char **list = id == OPT_OPTION   ? cli->option
                        : id == OPT_ENGINE ? cli->engine
                        : id == OPT_SHARD  ? cli->shard
                                           : NULL;
    int *count = id == OPT_OPTION   ? &cli->option_count
                 : id == OPT_ENGINE ? &cli->engine_count
                                    : &cli->shard_count;
    if (list && *count == CLI_OPTIONS_MAX)
        return false;
    if (list)
        list[(*count)++] = value;
    return true;
}

static int parse_options(struct cli *cli, int argc, char **argv)
{
    struct long_list l = {.count = 0};
    snprintf(l.letters, sizeof l.letters, "%s", cli->command ? ":" : "+:");
    for (int i = 0; cli->command && cli->command->options[i] >= 0; i++)
        list_add(&l, cli->command->options[i]);
    list_add(&l, OPT_LANG);
    list_add(&l, OPT_HELP);
    if (!cli->command)
        list_add(&l, OPT_VERSION);
    opterr = 0;
    optind = 0; /* glibc: begin anew */
    int c;
    for (;;) {
        const int at = optind ? optind : 1;
        if ((c = getopt_long(argc, argv, l.letters, l.row, NULL)) == -1)
            break;
        if (c == '?' || c == ':')
            return complain(cli, &l, c, argv[sr_max(optind - 1, at)]);
        const int id = id_of(&l, c);
        cli->value[id] = optarg ? optarg : "";
        if (!keep_each(cli, id, optarg))
            return cli_fail(cli, CLI_USAGE, "serai.err.too_many_options", NULL);
        if (id == OPT_LANG && !sr_lang_parse(optarg, &cli->lang))
            return cli_fail(cli, CLI_USAGE, "serai.err.lang", CLI_ARGS({"lang", .text = optarg}));
        if (id == OPT_COLOR && optarg && strcmp(optarg, "always") != 0 &&
            strcmp(optarg, "never") != 0 && strcmp(optarg, "auto") != 0)
            return cli_fail(cli, CLI_USAGE, "serai.err.color", CLI_ARGS({"when", .text = optarg}));
    }
    cli->word = argv + optind;
    cli->words = argc - optind;
    return CLI_OK;
}

static int run_command(struct cli *cli, int argc, char **argv)
{
    int code = parse_options(cli, argc, argv);
    if (code)
        return code;
    cli->color = color_wanted(cli->value[OPT_COLOR]);
    if (cli->value[OPT_HELP]) {
        cli_help(cli, cli->command);
        return CLI_OK;
    }
    if (cli->words < cli->command->words_min && cli->command->takes == TAKES_GAME)
        return cli_missing_game(cli);
    if (cli->words < cli->command->words_min)
        return cli_fail(cli, CLI_USAGE, "serai.err.missing",
                        CLI_ARGS({"what", .text = cli->command->usage}));
    if (cli->words > cli->command->words_max)
        return cli_fail(cli, CLI_USAGE, "serai.err.extra",
                        CLI_ARGS({"what", .text = cli->word[cli->command->words_max]}));
    code = cli_weights(cli);
    return code ? code : cli->command->run(cli);
}

char **cli_arguments;

int cli_main(int argc, char **argv)
{
    /* getopt puts them into another order. */
    cli_arguments = mem_new((size_t)(argc + 1) * sizeof *argv);
    for (int i = 1; i < argc; i++)
        cli_arguments[i - 1] = argv[i];
    struct cli cli = {.lang = language_of_environment()};
    int code = parse_options(&cli, argc, argv);
    if (code)
        return code;
    cli.color = color_wanted(NULL);
    if (cli.value[OPT_VERSION]) {
        cli_say(&cli, "serai.version", CLI_ARGS({"version", .text = SERAI_VERSION}));
        return cli_finish(&cli, CLI_OK);
    }
    if (cli.value[OPT_HELP]) {
        cli_help(&cli, NULL);
        return cli_finish(&cli, CLI_OK);
    }
    if (!cli.words) {
        cli_fail(&cli, CLI_USAGE, "serai.err.no_command", NULL);
        return CLI_USAGE;
    }
    const char *name = cli.word[0];
    if (!strcmp(name, "__complete"))
        return cli_finish(&cli, cli_complete(&cli));
    cli.command = cli_command_find(name);
    if (!cli.command) {
        const char *near = cli_nearest(name, command_name, command_count());
        return near ? cli_fail(&cli, CLI_USAGE, "serai.err.command_near",
                               CLI_ARGS({"command", .text = name}, {"near", .text = near}))
                    : cli_fail(&cli, CLI_USAGE, "serai.err.command",
                               CLI_ARGS({"command", .text = name}));
    }
    code = run_command(&cli, cli.words, cli.word);
    return cli_finish(&cli, code);
}
