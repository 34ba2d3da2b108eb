/* play.c: `serai play`: who sits where, which match, and where it is kept. */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "lab/lab.h"
#include "terminal/terminal.h"

enum { PATH_LEN = 1024 };

/* Programs that may be seated by name. A save holds their names only: what is run is said on the
 * command line, never by a file. */
struct programs {
    struct external_named list[EXTERNAL_NAMED_MAX];
    int count;
};

/* ---- seats ------------------------------------------------------------------------------- */

/* Seats from 1 in a list such as 1,3; "0" or "none": nobody. */
static bool read_seats(const struct cli *cli, int seats, bool human[SR_SEATS_MAX])
{
    const char *text = cli->value[OPT_SEAT];
    memset(human, 0, SR_SEATS_MAX * sizeof human[0]);
    if (!strcmp(text, "none") || !strcmp(text, "0"))
        return true;
    for (const char *at = text;; at++) {
        char *end;
        const long v = strtol(at, &end, 10);
        if (end == at || v < 1 || v > seats || (*end && *end != ',')) {
            cli_fail(cli, CLI_USAGE, "serai.err.seat",
                     CLI_ARGS({"value", .text = text}, {"n", .num = seats}));
            return false;
        }
        human[v - 1] = true;
        at = end;
        if (!*at)
            return true;
    }
}

/* The i-th part of a list a,b,c; false past its end. */
static bool list_part(const char *list, int i, char out[SR_NAME_MAX])
{
    for (; i > 0; i--) {
        list += strcspn(list, ",");
        if (!*list++)
            return false;
    }
    snprintf(out, SR_NAME_MAX, "%.*s", (int)sr_min((int)strcspn(list, ","), SR_NAME_MAX - 1), list);
    return true;
}

static int list_count(const char *list)
{
    int n = 1;
    for (; *list; list++)
        n += *list == ',';
    return n;
}

/* Whether there is a bot of that name, among ours or the programs of --engine. */
static bool is_player(const struct cli *cli, const struct programs *programs, const char *text)
{
    struct sr_bot bot;
    for (int i = 0; i < programs->count; i++)
        if (!strcmp(programs->list[i].name, text))
            return true;
    return cli_bot(cli, text, &bot);
}

static bool make_bot(const struct cli *cli, const struct programs *programs, struct sr_seat *seat,
                     const char *text)
{
    if (!strcmp(text, "human"))
        return true;
    if (!is_player(cli, programs, text))
        return false;
    seat->kind = SR_SEAT_BOT;
    snprintf(seat->bot, sizeof seat->bot, "%s", text);
    return true;
}

/* --bots: one for all seats that are nobody's, or one for each of them, or one for every seat
 * with the word `human` where a person sits. */
static bool seat_players(const struct cli *cli, const struct programs *programs,
                         struct sr_table_config *c)
{
    const char *bots = cli->value[OPT_BOTS];
    if (!bots && programs->count)
        bots = programs->list[0].name;
    bool human[SR_SEATS_MAX] = {true};
    if (cli->value[OPT_SEAT] && !read_seats(cli, c->seats, human))
        return false;
    if (!bots && !cli->value[OPT_SEAT])
        return true; /* hot seat */
    const char *list = bots ? bots : "merchant";
    const int given = list_count(list);
    const bool all = given == c->seats && given > 1;
    int free_seats = 0;
    for (int i = 0; i < c->seats; i++)
        free_seats += !human[i];
    if (!all && given != 1 && given != free_seats) {
        cli_fail(cli, CLI_USAGE, "serai.err.bot_count",
                 CLI_ARGS({"given", .num = given}, {"seats", .num = free_seats}));
        return false;
    }
    for (int i = 0, next = 0; i < c->seats; i++) {
        char one[SR_NAME_MAX];
        const bool person = human[i] && (!all || cli->value[OPT_SEAT]);
        if (!person && (!list_part(list,
                                   all          ? i
                                   : given == 1 ? 0
                                                : next++,
                                   one) ||
                        !make_bot(cli, programs, &c->seat[i], one)))
            return false;
    }
    return true;
}

/* Names from --names; bots without one are called after their kind. */
static bool name_players(const struct cli *cli, struct sr_table_config *c)
{
    const char *names = cli->value[OPT_NAMES];
    if (names && list_count(names) > c->seats) {
        cli_fail(cli, CLI_USAGE, "serai.err.names",
                 CLI_ARGS({"given", .num = list_count(names)}, {"seats", .num = c->seats}));
        return false;
    }
    for (int i = 0; i < c->seats; i++) {
        struct sr_seat *seat = &c->seat[i];
        if (names && list_part(names, i, seat->name) && *seat->name)
            continue;
        if (seat->kind != SR_SEAT_BOT)
            continue;
        int same = 0, before = 0;
        for (int k = 0; k < c->seats; k++) {
            const bool twin = c->seat[k].kind == SR_SEAT_BOT && !strcmp(c->seat[k].bot, seat->bot);
            same += twin;
            before += twin && k < i;
        }
        char plain[SR_NAME_MAX], key[96];
        snprintf(plain, sizeof plain, "%.*s", (int)strcspn(seat->bot, ":"), seat->bot);
        snprintf(key, sizeof key, "serai.bot_name.%s", plain);
        const char *text = sr_text_get(cli->lang, key, 0);
        if (same > 1)
            snprintf(seat->name, sizeof seat->name, "%.36s %d", text ? text : plain, before + 1);
        else
            snprintf(seat->name, sizeof seat->name, "%.40s", text ? text : plain);
    }
    return true;
}

/* ---- where matches are kept -------------------------------------------------------------- */

/* The folder of autosaves; false when there is no home. */
static bool state_folder(char out[PATH_LEN])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n = 0;
    if (state && *state == '/')
        n = snprintf(out, PATH_LEN, "%s/serai", state);
    else if (home && *home)
        n = snprintf(out, PATH_LEN, "%s/.local/state/serai", home);
    return n > 0 && n < PATH_LEN - 128;
}

static bool make_folders(const char *path)
{
    char part[PATH_LEN];
    snprintf(part, sizeof part, "%s", path);
    for (char *c = part + 1;; c++) {
        const char kept = *c;
        if (kept && kept != '/')
            continue;
        *c = '\0';
        if (mkdir(part, 0700) && errno != EEXIST)
            return false;
        if (!kept)
            return true;
        *c = kept;
    }
}

/* A name that does not exist yet: yspahan-20250131-201500.json. */
static bool autosave_path(const struct sr_game *g, char out[PATH_LEN])
{
    char folder[PATH_LEN], stamp[32];
    if (!state_folder(folder) || !make_folders(folder))
        return false;
    cli_timestamp(stamp);
    for (int i = 0; i < 100; i++) {
        char again[16] = "";
        if (i)
            snprintf(again, sizeof again, "-%d", i);
        const int n = snprintf(out, PATH_LEN, "%s/%s-%s%s.json", folder, g->id, stamp, again);
        if (n < PATH_LEN && access(out, F_OK))
            return true;
    }
    return false;
}

static bool later(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec > b->tv_sec || (a->tv_sec == b->tv_sec && a->tv_nsec > b->tv_nsec);
}

/* The newest autosave before a time, of one game or of any. */
static bool newest_save(const char *game, struct timespec *before, char out[PATH_LEN])
{
    char folder[PATH_LEN], path[PATH_LEN];
    DIR *d = state_folder(folder) ? opendir(folder) : NULL;
    struct timespec newest = {0};
    bool found = false;
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        const size_t n = strlen(e->d_name);
        struct stat st;
        if (n < 6 || strcmp(e->d_name + n - 5, ".json") != 0)
            continue;
        if (game && (strncmp(e->d_name, game, strlen(game)) != 0 || e->d_name[strlen(game)] != '-'))
            continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, e->d_name) >= PATH_LEN || stat(path, &st))
            continue;
        if (later(before, &st.st_mtim) && (!found || later(&st.st_mtim, &newest))) {
            newest = st.st_mtim;
            found = true;
            snprintf(out, PATH_LEN, "%s", path);
        }
    }
    if (d)
        closedir(d);
    *before = newest;
    return found;
}

/* The match left last that is not over; a file that cannot be read is passed over. */
static bool unfinished_save(const char *game, char out[PATH_LEN])
{
    struct timespec before = {.tv_sec = INT32_MAX};
    bool found = false;
    while (!found && newest_save(game, &before, out)) {
        struct sr_doc doc;
        size_t len;
        char *text = file_read(out, &len, NULL);
        if (text && mem_parse(&doc, text, len, NULL) == SR_OK) {
            enum sr_err err;
            struct sr_table *t = sr_table_read(&doc, 0, &err, NULL);
            found = t && sr_table_actor(t) != SR_NOBODY;
            sr_table_free(t);
            mem_free(doc.tok);
        }
        mem_free(text);
    }
    return found;
}

/* ---- which game -------------------------------------------------------------------------- */

/* `serai play` and nothing else, at a terminal: shows the games and asks. The person then sits in
 * the first seat, merchants in the others. False when the answer is no game. */
static bool ask_game(struct cli *cli)
{
    static char chosen[32];
    static char *word[] = {chosen};
    const struct sr_game *list[16];
    int n = 0;
    for (int i = 0; sr_game_at(i) && n < 16; i++) {
        const struct sr_game *g = sr_game_at(i);
        char title[64], tagline[64];
        if (!strcmp(g->id, "blank"))
            continue;
        list[n++] = g;
        snprintf(title, sizeof title, "%s.title", g->id);
        snprintf(tagline, sizeof tagline, "%s.tagline", g->id);
        printf("  %d  %s%s%s  %d-%d  %s\n", n, cli_bold(cli), sr_text(cli->lang, title),
               cli_plain(cli), g->seats_min, g->seats_max, sr_text(cli->lang, tagline));
    }
    cli_say(cli, "serai.play.which", NULL);
    fflush(stdout);
    char line[64];
    if (!fgets(line, sizeof line, stdin))
        return false;
    line[strcspn(line, "\r\n")] = '\0';
    const long number = strtol(line, NULL, 10);
    for (int i = 0; i < n; i++) {
        if (number != i + 1 && strcmp(line, list[i]->id) != 0)
            continue;
        snprintf(chosen, sizeof chosen, "%s", list[i]->id);
        cli->word = word;
        cli->words = 1;
        if (list[i]->seats_min > 1 || cli->value[OPT_PLAYERS])
            cli->value[OPT_SEAT] = cli->value[OPT_SEAT] ? cli->value[OPT_SEAT] : "1";
        return true;
    }
    return false;
}

/* ---- new and resumed matches ------------------------------------------------------------- */

static int new_table(const struct cli *cli, const struct programs *programs,
                     struct cli_match *match, struct sr_table **out)
{
    struct sr_table_config c;
    struct sr_diag diag;
    if (!cli->words)
        return cli_missing_game(cli);
    const int code = cli_match_read(cli, cli->word[0], cli_random_seed(), match);
    if (code)
        return code;
    sr_table_config_init(&c, &match->rules, match->seats, match->seed);
    memcpy(c.option, match->option, sizeof c.option);
    memcpy(c.edition_name, match->edition_name, sizeof c.edition_name);
    if (!seat_players(cli, programs, &c) || !name_players(cli, &c))
        return CLI_USAGE;
    cli_beyond(cli, &match->rules, sr_bot_find("vizier"));
    *out = sr_table_new(&c, &diag);
    return *out ? CLI_OK : cli_fail_text(cli, CLI_USAGE, diag.text);
}

static int resumed_table(const struct cli *cli, const struct programs *programs, const char *path,
                         struct sr_table **out)
{
    struct sr_diag diag = {""};
    struct sr_doc doc;
    size_t len;
    char *text = file_read(path, &len, &diag);
    if (!text)
        return cli_fail_text(cli, CLI_IO, diag.text);
    enum sr_err err = mem_parse(&doc, text, len, &diag);
    if (!err) {
        *out = sr_table_read(&doc, 0, &err, &diag);
        mem_free(doc.tok);
    }
    mem_free(text);
    if (!*out)
        return cli_fail(cli, CLI_USAGE, "serai.err.file",
                        CLI_ARGS({"file", .text = path}, {"why", .text = diag.text}));
    const struct sr_table_config *c = sr_table_config_get(*out);
    if (cli->words && strcmp(cli->word[0], c->rules.game->id) != 0)
        return cli_fail(cli, CLI_USAGE, "serai.err.other_game",
                        CLI_ARGS({"file", .text = path}, {"game", .text = c->rules.game->id}));
    for (int i = 0; i < c->seats; i++)
        if (c->seat[i].kind == SR_SEAT_BOT && !is_player(cli, programs, c->seat[i].bot))
            return CLI_USAGE;
    return CLI_OK;
}

/* Options that say how a new match begins do not go with one that exists. */
static int conflict(const struct cli *cli)
{
    static const enum cli_option fresh[] = {OPT_PLAYERS, OPT_BOTS,    OPT_SEAT, OPT_SEED,
                                            OPT_OPTION,  OPT_EDITION, OPT_NAMES};
    for (size_t i = 0; i < sizeof fresh / sizeof fresh[0]; i++)
        if (cli->value[fresh[i]]) {
            char name[64];
            snprintf(name, sizeof name, "--%s", cli_options[fresh[i]].name);
            return cli_fail(cli, CLI_USAGE, "serai.err.resume_with",
                            CLI_ARGS({"option", .text = name}));
        }
    return CLI_OK;
}

/* The choices a new match of a person was set up with, those that are not the rules' own first. */
static void tell_options(const struct cli *cli, const struct sr_table *table, struct sr_buf *out)
{
    const struct sr_table_config *c = sr_table_config_get(table);
    const struct sr_game *g = c->rules.game;
    int people = 0;
    for (int i = 0; i < c->seats; i++)
        people += c->seat[i].kind == SR_SEAT_HUMAN;
    for (int own = 0; people > 0 && own < 2; own++)
        for (int i = 0; g->options[i].id; i++) {
            const struct sr_option *o = &g->options[i];
            char key[96];
            if ((c->option[i] == o->def) != (own == 1))
                continue;
            snprintf(key, sizeof key, "%s.option.%s", g->id, o->id);
            sr_buf_put(out, out->len ? " · " : "");
            sr_buf_put(out, sr_text(cli->lang, key));
            sr_buf_put(out, cli->lang == SR_FR ? " : " : ": ");
            if (o->names) {
                snprintf(key, sizeof key, "%s.%s.%s", g->id, o->names->id,
                         o->names->name[c->option[i]]);
                sr_buf_put(out, sr_text(cli->lang, key));
            } else {
                sr_buf_int(out, c->option[i]);
            }
        }
}

static uint64_t milliseconds(void *context)
{
    struct timespec t;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static int play_table(const struct cli *cli, const struct programs *programs, int millis,
                      struct sr_table *table, const char *save, bool fresh)
{
    const char *term = getenv("TERM");
    const bool typed = isatty(STDIN_FILENO);
    char text[512] = "";
    struct sr_buf notice;
    sr_buf_init(&notice, text, sizeof text);
    if (fresh && typed)
        tell_options(cli, table, &notice);
    const struct play_setup setup = {.table = table,
                                     .lang = cli->lang,
                                     .color = cli->color,
                                     .screen = typed && isatty(STDOUT_FILENO) && term &&
                                               strcmp(term, "dumb") != 0,
                                     .script = !typed,
                                     .show_seed = cli->value[OPT_SEED] != NULL,
                                     .save_path = save,
                                     .notice = text[0] ? text : NULL,
                                     .program = programs->list,
                                     .programs = programs->count,
                                     .program_ms = millis,
                                     .clock = milliseconds,
                                     .processors = lab_cores()};
    struct sr_diag diag = {""};
    switch (play_run(&setup, &diag)) {
    case PLAY_NOT_SAVED:
        return cli_fail(cli, CLI_IO, "serai.err.not_saved", CLI_ARGS({"why", .text = diag.text}));
    case PLAY_MISTAKE:
        return CLI_USAGE;
    case PLAY_SIGNAL:
        cli_finish(cli, CLI_OK);
        raise(input_signal());
        return CLI_OK;
    default:
        return CLI_OK; /* stdout is looked at by cli_finish */
    }
}

int cli_play(struct cli *cli)
{
    static struct cli_match match;
    static struct programs programs;
    int64_t millis;
    char path[PATH_LEN] = "";
    struct sr_table *table = NULL;
    const char *resume = cli->value[OPT_RESUME];
    int code = CLI_OK;
    programs.count = cli_engines(cli, programs.list);
    if (programs.count < 0 || !cli_number(cli, OPT_MILLIS, 10, 600000, 5000, &millis))
        return CLI_USAGE;
    if (cli->value[OPT_CONTINUE]) {
        if (resume)
            return cli_fail(cli, CLI_USAGE, "serai.err.resume_with",
                            CLI_ARGS({"option", .text = "--continue"}));
        if (cli->words && !cli_game(cli, cli->word[0]))
            return CLI_USAGE;
        if (!unfinished_save(cli->words ? cli->word[0] : NULL, path))
            return cli_fail(cli, CLI_IO, "serai.err.no_save", NULL);
        resume = path;
    }
    if (resume)
        code = conflict(cli);
    else if (!cli->words && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !ask_game(cli))
        return cli_missing_game(cli);
    if (!code)
        code = resume ? resumed_table(cli, &programs, resume, &table)
                      : new_table(cli, &programs, &match, &table);
    if (!code) {
        const char *save = cli->value[OPT_SAVE] ? cli->value[OPT_SAVE] : resume;
        struct stat st;
        if (cli->value[OPT_SAVE] && stat(save, &st) == 0 && S_ISREG(st.st_mode)) {
            sr_table_free(table);
            return cli_fail(cli, CLI_USAGE, "serai.err.exists", CLI_ARGS({"file", .text = save}));
        }
        if (!save && !cli->value[OPT_NO_SAVE]) {
            if (autosave_path(sr_table_config_get(table)->rules.game, path))
                save = path;
            else
                cli_fail(cli, CLI_OK, "serai.err.no_autosave", NULL);
        }
        code = play_table(cli, &programs, (int)millis, table, cli->value[OPT_NO_SAVE] ? NULL : save,
                          !resume);
    }
    sr_table_free(table);
    return code;
}
