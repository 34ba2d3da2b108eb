/* values.c: what the values of options mean: numbers, games, bots, set-ups. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "ai/eval.h"
#include "cli/cli.h"
#include "lab/lessons.h"

bool cli_number(const struct cli *cli, enum cli_option o, int64_t min, int64_t max,
                int64_t fallback, int64_t *out)
{
    *out = fallback;
    const char *text = cli->value[o];
    if (!text)
        return true;
    char *end;
    errno = 0;
    const long long v = strtoll(text, &end, 0);
    if (errno || end == text || *end || v < min || v > max) {
        char name[64];
        snprintf(name, sizeof name, "--%s", cli_options[o].name);
        cli_fail(cli, CLI_USAGE, "serai.err.number",
                 CLI_ARGS({"option", .text = name}, {"value", .text = text}, {"min", .num = min},
                          {"max", .num = max}));
        return false;
    }
    *out = v;
    return true;
}

/* ---- names ------------------------------------------------------------------------------- */

/* Letters to change, add, drop or swap to make one word of the other. */
static int distance(const char *a, const char *b)
{
    enum { LONGEST = 32 };
    const int n = (int)strlen(a), m = (int)strlen(b);
    int row[3][LONGEST + 1];
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (int j = 0; j <= m; j++)
        row[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= m; j++) {
            const int change = last[j - 1] + (a[i - 1] != b[j - 1]);
            now[j] = sr_min(change, sr_min(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = sr_min(now[j], before[j - 2] + 1);
        }
    }
    return row[n % 3][m];
}

const char *cli_nearest(const char *word, const char *(*name)(int i), int count)
{
    const char *best = NULL;
    int least = (int)strlen(word) / 2 + 1;
    for (int i = 0; i < count; i++) {
        const int d = strncmp(name(i), word, strlen(word)) == 0 ? 1 : distance(word, name(i));
        if (d < least) {
            least = d;
            best = name(i);
        }
    }
    return best;
}

int cli_missing_game(const struct cli *cli)
{
    char list[256];
    struct sr_buf b;
    sr_buf_init(&b, list, sizeof list);
    for (int i = 0; i < sr_game_count(); i++) {
        sr_buf_put(&b, i ? ", " : "");
        sr_buf_put(&b, sr_game_at(i)->id);
    }
    return cli_fail(cli, CLI_USAGE, "serai.err.missing_game", CLI_ARGS({"games", .text = list}));
}

static const char *game_name(int i) { return sr_game_at(i)->id; }

const struct sr_game *cli_game(const struct cli *cli, const char *name)
{
    const struct sr_game *g = sr_game_find(name);
    if (g)
        return g;
    const char *near = cli_nearest(name, game_name, sr_game_count());
    cli_fail(cli, CLI_USAGE, near ? "serai.err.game_near" : "serai.err.game",
             CLI_ARGS({"game", .text = name}, {"near", .text = near ? near : ""}));
    return NULL;
}

static const char *bot_name(int i) { return sr_bot_at(i)->id; }

/* Takes weights=FILE out of the settings of a bot; "": there is none. */
static void take_weights(char *text, char *path, size_t size)
{
    static const char key[] = ":weights=";
    char *at = strstr(text, key);
    path[0] = '\0';
    if (!at)
        return;
    const size_t len = strcspn(at + strlen(key), ":");
    snprintf(path, size, "%.*s", (int)len, at + strlen(key));
    memmove(at, at + strlen(key) + len, strlen(at + strlen(key) + len) + 1);
}

bool cli_bot(const struct cli *cli, const char *given, struct sr_bot *out)
{
    struct sr_diag diag = {""};
    char text[512], path[256];
    snprintf(text, sizeof text, "%s", given);
    take_weights(text, path, sizeof path);
    const enum sr_err err = lab_bot_read(text, out, &diag);
    const bool game = cli->command && cli->command->takes == TAKES_GAME && cli->words;
    if (!err && path[0] && !(out->skill.net = cli_net(cli, path, game ? cli->word[0] : NULL)))
        return false;
    if (path[0])
        out->choose = NULL;
    if (err && err != SR_UNKNOWN) {
        cli_fail_text(cli, CLI_USAGE, diag.text);
    } else if (err) {
        const char *near = cli_nearest(text, bot_name, sr_bot_count());
        cli_fail(cli, CLI_USAGE, near ? "serai.err.bot_near" : "serai.err.bot",
                 CLI_ARGS({"bot", .text = text}, {"near", .text = near ? near : ""}));
    }
    return !err;
}

/* NAME=COMMAND. A name is what people choose in a list: short, plain, and nobody else's. */
static bool read_engine(const char *text, struct external_named *out, int before)
{
    const size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-_.");
    struct external_named *e = &out[before];
    if (n == 0 || n > EXTERNAL_NAME_MAX || text[n] != '=' || !text[n + 1])
        return false;
    memset(e, 0, sizeof *e);
    memcpy(e->name, text, n);
    e->command = text + n + 1;
    for (int i = 0; i < before; i++)
        if (strcmp(out[i].name, e->name) == 0)
            return false;
    return !sr_bot_find(e->name);
}

int cli_engines(const struct cli *cli, struct external_named out[EXTERNAL_NAMED_MAX])
{
    _Static_assert((int)CLI_OPTIONS_MAX <= (int)EXTERNAL_NAMED_MAX, "room for every --engine");
    for (int i = 0; i < cli->engine_count; i++)
        if (!read_engine(cli->engine[i], out, i)) {
            cli_fail(cli, CLI_USAGE, "serai.err.engine",
                     CLI_ARGS({"text", .text = cli->engine[i]}));
            return -1;
        }
    return cli->engine_count;
}

bool cli_bots(const struct cli *cli, int seats, struct sr_bot *out)
{
    const char *list = cli->value[OPT_BOTS] ? cli->value[OPT_BOTS] : "random";
    int n = 0;
    for (const char *at = list;; at++) {
        char one[128];
        struct sr_bot bot;
        const size_t len = strcspn(at, ",");
        snprintf(one, sizeof one, "%.*s", (int)len, at);
        if (!cli_bot(cli, one, &bot))
            return false;
        if (n < seats)
            out[n] = bot;
        n++;
        at += len;
        if (!*at)
            break;
    }
    if (n != 1 && n != seats) {
        cli_fail(cli, CLI_USAGE, "serai.err.bot_count",
                 CLI_ARGS({"given", .num = n}, {"seats", .num = seats}));
        return false;
    }
    for (int i = n; i < seats; i++)
        out[i] = out[0];
    return true;
}

/* Whether the numbers lie beyond what the network of such a player was trained on. */
static bool is_beyond(const struct sr_rules *r, const struct sr_bot *bot)
{
    const struct sr_skill *k = &bot->skill;
    return k->learned && k->visits >= 0 &&
           (k->net ? ai_eval_with(r, k->net) : ai_eval_for(r, true)).beyond;
}

int cli_bot_notes(const struct sr_rules *r, const struct sr_bot *bot, int seats, bool changed,
                  const char *key[2])
{
    bool random = false, learned = false, beyond = false;
    int n = 0;
    for (int i = 0; i < seats; i++) {
        random = random || bot[i].skill.visits == -1;
        learned = learned || (bot[i].skill.learned && bot[i].skill.visits >= 0);
        beyond = beyond || is_beyond(r, &bot[i]);
    }
    if (random)
        key[n++] = "serai.lab.note_random";
    if (learned && changed)
        key[n++] = beyond ? "serai.lab.note_beyond" : "serai.lab.note_learned";
    return n;
}

/* ---- matches ----------------------------------------------------------------------------- */

static int read_edition(const struct cli *cli, const char *path, struct cli_match *out)
{
    struct sr_diag diag;
    struct sr_doc doc;
    size_t len;
    char *text = file_read(path, &len, &diag);
    if (!text)
        return cli_fail_text(cli, CLI_IO, diag.text);
    enum sr_err err = mem_parse(&doc, text, len, &diag);
    if (!err) {
        err = sr_edition_read(out->rules.game, &doc, 0, out->edition, &diag);
        mem_free(doc.tok);
    }
    mem_free(text);
    if (err)
        return cli_fail(cli, CLI_USAGE, "serai.err.file",
                        CLI_ARGS({"file", .text = path}, {"why", .text = diag.text}));
    const char *base = strrchr(path, '/');
    snprintf(out->edition_name, sizeof out->edition_name, "%.47s", base ? base + 1 : path);
    out->rules.edition = out->edition;
    return CLI_OK;
}

static const struct sr_option *suggest_options;

static const char *option_name(int i) { return suggest_options[i].id; }

static int option_number(const struct sr_option *o, const char *value)
{
    if (o->names)
        for (int i = 0; i < o->names->count; i++)
            if (!strcmp(o->names->name[i], value))
                return i;
    char *end;
    const long v = strtol(value, &end, 10);
    return end == value || *end || v < -128 || v > 127 ? INT32_MIN : (int)v;
}

/* The values an option takes, for an error message. */
static void option_values(const struct sr_option *o, char *out, size_t max)
{
    struct sr_buf b;
    sr_buf_init(&b, out, max);
    for (int i = o->min; i <= o->max; i++) {
        if (!o->names) {
            sr_buf_int(&b, o->min);
            sr_buf_put(&b, "..");
            sr_buf_int(&b, o->max);
            return;
        }
        sr_buf_put(&b, i > o->min ? ", " : "");
        sr_buf_put(&b, o->names->name[i]);
    }
}

static int read_option(const struct cli *cli, const char *text, struct cli_match *m)
{
    const struct sr_option *options = m->rules.game->options;
    const size_t n = strcspn(text, "=");
    char name[64], values[256];
    snprintf(name, sizeof name, "%.*s", (int)sr_min((int)n, 63), text);
    if (text[n] != '=')
        return cli_fail(cli, CLI_USAGE, "serai.err.game_option_form",
                        CLI_ARGS({"text", .text = text}));
    int i = 0;
    while (options[i].id && strcmp(options[i].id, name) != 0)
        i++;
    if (!options[i].id) {
        suggest_options = options;
        const char *near = cli_nearest(name, option_name, i);
        return cli_fail(cli, CLI_USAGE,
                        near ? "serai.err.game_option_near" : "serai.err.game_option",
                        CLI_ARGS({"option", .text = name}, {"game", .text = m->rules.game->id},
                                 {"near", .text = near ? near : ""}));
    }
    const int v = option_number(&options[i], text + n + 1);
    if (v < options[i].min || v > options[i].max) {
        option_values(&options[i], values, sizeof values);
        return cli_fail(cli, CLI_USAGE, "serai.err.game_option_value",
                        CLI_ARGS({"option", .text = name}, {"value", .text = text + n + 1},
                                 {"values", .text = values}));
    }
    m->option[i] = (int8_t)v;
    return CLI_OK;
}

/* Any 64-bit number, in decimal digits. */
static bool read_seed(const struct cli *cli, const char *text, uint64_t *out)
{
    char *end;
    errno = 0;
    const unsigned long long v = strtoull(text, &end, 10);
    if (errno || *text < '0' || *text > '9' || *end) {
        cli_fail(cli, CLI_USAGE, "serai.err.seed", CLI_ARGS({"value", .text = text}));
        return false;
    }
    *out = v;
    return true;
}

/* Other numbers, the same for the same seed. */
static bool change_edition(const struct cli *cli, struct cli_match *out)
{
    const struct sr_game *g = out->rules.game;
    struct sr_rng rng;
    int64_t seed;
    if (!cli_number(cli, OPT_CHANGES, 0, INT32_MAX, 0, &seed))
        return false;
    memmove(out->edition, out->rules.edition, g->edition_size);
    sr_rng_seed(&rng, (uint64_t)seed);
    lessons_change(g, out->edition, &rng);
    out->rules.edition = out->edition;
    return true;
}

void cli_beyond(const struct cli *cli, const struct sr_rules *r, const struct sr_bot *bot)
{
    if (is_beyond(r, bot))
        cli_fail(cli, CLI_OK, "serai.beyond", CLI_ARGS({"game", .text = r->game->id}));
}

int cli_match_read(const struct cli *cli, const char *game, uint64_t seed, struct cli_match *out)
{
    const struct sr_game *g = cli_game(cli, game);
    if (!g)
        return CLI_USAGE;
    out->rules = sr_rules_default(g);
    out->edition_name[0] = '\0';
    memset(out->option, 0, sizeof out->option);
    int64_t v;
    const int usual = g->seats_min < 2 && g->seats_max >= 2 ? 2 : g->seats_min;
    if (!cli_number(cli, OPT_PLAYERS, g->seats_min, g->seats_max, usual, &v))
        return CLI_USAGE;
    out->seats = (int)v;
    out->seed = seed;
    if (cli->value[OPT_SEED] && !read_seed(cli, cli->value[OPT_SEED], &out->seed))
        return CLI_USAGE;
    /* A script plays what `trace` plays; somebody at a terminal is proposed a first game. */
    const bool person = cli->command && !strcmp(cli->command->name, "play") && isatty(STDIN_FILENO);
    for (int i = 0; g->options[i].id; i++)
        out->option[i] = (int8_t)(person ? sr_option_first(g, i) : g->options[i].def);
    for (int i = 0; i < cli->option_count; i++) {
        const int code = read_option(cli, cli->option[i], out);
        if (code)
            return code;
    }
    if (cli->value[OPT_EDITION]) {
        const int code = read_edition(cli, cli->value[OPT_EDITION], out);
        if (code)
            return code;
    }
    if (cli->value[OPT_CHANGES] && !change_edition(cli, out))
        return CLI_USAGE;
    /* The game may refuse options that do not go together. */
    struct sr_diag diag;
    union sr_state probe;
    if (sr_setup(&out->rules, out->seats, out->option, out->seed, &probe, &diag))
        return cli_fail_text(cli, CLI_USAGE, diag.text);
    return CLI_OK;
}

void cli_setup(const struct cli_match *m, struct lab_setup *out)
{
    out->rules = m->rules;
    out->seats = m->seats;
    memcpy(out->option, m->option, sizeof out->option);
    out->seed = m->seed;
}
