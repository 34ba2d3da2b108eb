/* cli.h: the command `serai`: its sub-commands, options, errors and files.
 *
 * All options stand in one table (options.c) and each command names those it takes; parsing,
 * --help and shell completion come from there. Exit codes are part of the interface. */
#ifndef SERAI_CLI_H
#define SERAI_CLI_H

#include <stdio.h>

#include "base/file.h"
#include "engine/external.h"
#include "lab/lab.h"
#include "serai/table.h"
#include "serai/text.h"

enum cli_exit {
    CLI_OK = 0,
    CLI_DIFFERS = 1, /* what was checked does not hold */
    CLI_USAGE = 2,   /* bad arguments, or input that cannot be read as what it should be */
    CLI_IO = 3       /* a file or stream failed */
};

enum cli_option {
    OPT_BOTS, OPT_CHECK, OPT_COLOR, OPT_CONTINUE, OPT_DEPTH, OPT_DIVIDE, OPT_EDITION, OPT_GAMES,
    OPT_GPU, OPT_HELP, OPT_JSON, OPT_LANG, OPT_NAMES, OPT_NO_SAVE, OPT_OPTION, OPT_OUTPUT,
    OPT_PLAYERS, OPT_QUIET, OPT_RECORDS, OPT_RESUME, OPT_ROTATE, OPT_SAVE, OPT_SEAT, OPT_SECONDS,
    OPT_SEED, OPT_SHOW_EDITION, OPT_THREADS, OPT_TO, OPT_VERBOSE, OPT_VERIFY, OPT_VERSION, OPT_VIEW,
    /* learning, arena, analysis */
    OPT_BATCH, OPT_CHECKPOINT, OPT_HIDDEN, OPT_HTML, OPT_LAMBDA, OPT_MILLIS, OPT_MINUTES, OPT_RATE,
    OPT_SPRT, OPT_SVG, OPT_TEACHER, OPT_TEACHER_SHARE, OPT_VISITS, OPT_WARMUP,
    OPT_WEIGHTS, OPT_CHANGED, OPT_CHANGES, OPT_DEEP, OPT_TOLD, OPT_EXPLORE,
    /* lab */
    OPT_CSV, OPT_FORBID, OPT_FREE, OPT_KEEP, OPT_NEVER, OPT_ONLY, OPT_TARGET, OPT_WITHIN,
    /* server */
    OPT_ADDRESS_LIMIT, OPT_CONNECTIONS, OPT_DATA, OPT_EMBED, OPT_ENGINE, OPT_LIMITS, OPT_LISTEN,
    OPT_OPERATOR,
    OPT_ORIGIN, OPT_PEER, OPT_PORT, OPT_PROXIES, OPT_PROXY, OPT_PUSH_CONTACT, OPT_PUSH_TEST,
    OPT_READY, OPT_ANALYSIS, OPT_ROBOTS, OPT_ROBOTS_SECRET, OPT_SEARCHES, OPT_SEASONS,
    OPT_SENDMAIL, OPT_SHARD, OPT_STORE, OPT_URL,
    OPT_COUNT
};

/* What the words and shell completion know about a value. */
enum cli_value { VALUE_NONE, VALUE_NUMBER, VALUE_FILE, VALUE_BOTS, VALUE_LANG, VALUE_OPTION,
                 VALUE_WHEN, VALUE_WORD };

/* One row of the table of options. Its help is the text "serai.opt.<command>.<name>", or
 * "serai.opt.<name>". */
struct cli_option_row {
    const char *name;
    char letter;         /* 0: none */
    const char *arg;     /* how its value is called in help; NULL: takes none */
    bool optional;       /* the value may be left out: --name or --name=value */
    enum cli_value value;
};
extern const struct cli_option_row cli_options[OPT_COUNT];

enum { CLI_WORDS_MAX = 4096, CLI_OPTIONS_MAX = 32 };

/* A command line, taken apart. */
struct cli {
    const struct cli_command *command;
    enum sr_lang lang;
    bool color;                            /* of stdout */
    const char *value[OPT_COUNT];          /* last value given; NULL: not given; "" for none */
    const char *option[CLI_OPTIONS_MAX];   /* every --option */
    int option_count;
    const char *engine[CLI_OPTIONS_MAX];   /* every --engine */
    int engine_count;
    const char *shard[CLI_OPTIONS_MAX];    /* every --shard */
    int shard_count;
    char **word;                           /* arguments that are no options */
    int words;
};

enum cli_takes { TAKES_NOTHING, TAKES_GAME, TAKES_GAMES, TAKES_FILE, TAKES_FILES };

struct cli_command {
    const char *name;
    const char *usage; /* arguments after the name, such as "GAME" */
    enum cli_takes takes;
    int words_min, words_max;
    int (*run)(struct cli *cli);
    signed char options[OPT_COUNT + 1]; /* enum cli_option, ended by -1; help, lang implied */
};
extern const struct cli_command cli_commands[]; /* ended by name NULL */
const struct cli_command *cli_command_find(const char *name);

/* The whole program. */
int cli_main(int argc, char **argv);
/* Its arguments as they were given, ended by NULL. */
extern char **cli_arguments;

/* ---- speaking (say.c) -------------------------------------------------------------------- */

/* A list of arguments of a text: CLI_ARGS({"file", .text = path}, {"n", .num = 3}). */
#define CLI_ARGS(...) ((const struct sr_text_arg[]){__VA_ARGS__, {0}})

/* One line on stderr: "serai play: ..."; returns code, for return statements. */
int cli_fail(const struct cli *cli, int code, const char *key, const struct sr_text_arg *args);
/* The same with a text as it is (diagnostics of the core). */
int cli_fail_text(const struct cli *cli, int code, const char *text);
/* A text and a newline on stdout. */
void cli_say(const struct cli *cli, const char *key, const struct sr_text_arg *args);
/* Text of a key in the language of the command line. */
const char *cli_text(const struct cli *cli, const char *key);
/* Colour codes around words; "" without colour. */
const char *cli_bold(const struct cli *cli);
const char *cli_dim(const struct cli *cli);
const char *cli_red(const struct cli *cli);
const char *cli_green(const struct cli *cli);
const char *cli_plain(const struct cli *cli);
/* Prints text padded to `width` columns (to the right when negative). */
void cli_pad(const char *text, int width);
/* JSON of any length: fills with `write` and prints it with a newline. */
typedef void cli_writer(struct sr_buf *b, const void *context);
void cli_print_json(cli_writer *write, const void *context);
/* The same into heap memory of the caller (mem_free). */
char *cli_render(cli_writer *write, const void *context, size_t *len);
/* Flushes stdout and says whether everything arrived. */
int cli_finish(const struct cli *cli, int code);
/* Wraps text at the width of the terminal. */
void cli_print_wrapped(const char *text, int indent, int width);
int cli_columns(void);

void cli_help(const struct cli *cli, const struct cli_command *command);
/* Prints what could follow the given words, for the shell. */
int cli_complete(struct cli *cli);

/* ---- values of options (values.c) -------------------------------------------------------- */

/* Number of an option, or fallback when it was not given; a failure is printed. */
bool cli_number(const struct cli *cli, enum cli_option o, int64_t min, int64_t max,
                int64_t fallback, int64_t *out);
/* A game by name; the nearest name is suggested. NULL: failure printed. */
const struct sr_game *cli_game(const struct cli *cli, const char *name);
/* Says that a game has to be named, and which there are; CLI_USAGE. */
int cli_missing_game(const struct cli *cli);
/* The nearest of the names, or NULL when none is near. */
const char *cli_nearest(const char *word, const char *(*name)(int i), int count);

/* What --players, --option, --edition and --seed say about matches of a game. */
struct cli_match {
    struct sr_rules rules;
    unsigned char edition[SR_EDITION_MAX];
    char edition_name[SR_NAME_MAX]; /* "" for the default */
    int seats;
    int8_t option[SR_OPTIONS_MAX];
    uint64_t seed;
};
/* CLI_OK, or what was printed. `seed` is used when none is given. */
int cli_match_read(const struct cli *cli, const char *game, uint64_t seed, struct cli_match *out);
enum { CLI_TOKEN_MAX = 48 };
/* The first line of a file: 20 to 47 letters, digits, dashes. */
bool cli_token(const char *path, char out[CLI_TOKEN_MAX]);
/* Databases from --shard NAME=URL, beside --store; how many, or -1 after a complaint. */
struct store_shard;
int cli_shards(const struct cli *cli, struct store_shard *out);
/* Programs from --engine NAME=COMMAND; how many, or -1 after a complaint. */
int cli_engines(const struct cli *cli, struct external_named out[EXTERNAL_NAMED_MAX]);
/* Bots for all seats from --bots: one for everyone, or one for each seat. */
bool cli_bots(const struct cli *cli, int seats, struct sr_bot *out);
bool cli_bot(const struct cli *cli, const char *text, struct sr_bot *out);
/* Says so where a bot does without its network: the edition's numbers are beyond what that was
 * trained on. */
void cli_beyond(const struct cli *cli, const struct sr_rules *r, const struct sr_bot *bot);
/* Puts the networks of --weights in the place of the built-in ones. */
int cli_weights(const struct cli *cli);
/* The network of a file, read once; for `game`, or NULL: for any. NULL after a complaint. */
struct ai_net;
const struct ai_net *cli_net(const struct cli *cli, const char *path, const char *game);
/* What must be said with figures that such players made by these rules: keys of texts; how many.
 * `changed`: the numbers are not the printed ones. */
int cli_bot_notes(const struct sr_rules *r, const struct sr_bot *bot, int seats, bool changed,
                  const char *key[2]);
void cli_setup(const struct cli_match *m, struct lab_setup *out);
/* main.c: a short number from the system's generator; the time as part of a file name. */
uint64_t cli_random_seed(void);
void cli_timestamp(char out[32]);

/* ---- commands ---------------------------------------------------------------------------- */

int cli_analyse(struct cli *cli);
int cli_arena(struct cli *cli);
int cli_calibrate(struct cli *cli);
int cli_admin(struct cli *cli);
int cli_bench(struct cli *cli);
int cli_bots_list(struct cli *cli);
int cli_engine(struct cli *cli);
int cli_robots(struct cli *cli);
int cli_games(struct cli *cli);
int cli_lessons(struct cli *cli);
int cli_help_command(struct cli *cli);
int cli_lab(struct cli *cli);
int cli_perft(struct cli *cli);
int cli_play(struct cli *cli);
int cli_replay(struct cli *cli);
int cli_serve(struct cli *cli);
int cli_sim(struct cli *cli);
int cli_trace(struct cli *cli);
int cli_train(struct cli *cli);
int cli_verify(struct cli *cli);

/* ---- GPU (gpu.c) ------------------------------------------------------------------------- */

struct gpu;
/* Opens the device for --gpu; NULL with a line on stderr where there is none. */
struct gpu *cli_gpu(struct cli *cli);
/* Says that the CPU goes on, and why. Returns NULL. */
struct gpu *cli_no_gpu(struct cli *cli, const char *why);

#endif
