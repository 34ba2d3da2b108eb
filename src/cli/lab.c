/* lab.c: `serai lab`: reads what is asked, has it played, writes what came of it. */
#include <libgen.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/lab.h"
#include "gpu/gpu.h"
#include "lab/arena.h"
#include "lab/ranks.h"

/* ---- words ------------------------------------------------------------------------------- */

const char *lab_text(const struct lab_job *j, const char *key, const struct sr_text_arg *args)
{
    static char text[8][1200];
    static int at;
    static const struct sr_text_arg none[] = {{0}};
    char name[128];
    struct sr_buf b;
    at = (at + 1) % 8;
    snprintf(name, sizeof name, "serai.lab.%s", key);
    sr_buf_init(&b, text[at], sizeof text[at]);
    sr_text_put(&b, j->cli->lang, name, args ? args : none);
    return text[at];
}

const char *lab_number(double v, int decimals)
{
    static char text[16][40];
    static int at;
    at = (at + 1) % 16;
    if (!isfinite(v))
        snprintf(text[at], sizeof text[at], "?");
    else /* no "-0.0" */
        snprintf(text[at], sizeof text[at], "%.*f", decimals,
                 fabs(v) < 0.5 * pow(10, -decimals) ? 0 : v);
    return text[at];
}

const char *lab_plus_minus(double value, struct stats_interval i, int decimals)
{
    static char text[8][96];
    static int at;
    at = (at + 1) % 8;
    const double half = fmax(value - i.low, i.high - value);
    snprintf(text[at], sizeof text[at], "%s ± %s", lab_number(value, decimals),
             lab_number(half, decimals));
    return text[at];
}

static struct sr_speaker speaker(const struct lab_job *j)
{
    return (struct sr_speaker){j->cli->lang, j->game, NULL, j->base.seats, -1};
}

const char *lab_part_label(const struct lab_job *j, int part)
{
    char key[96];
    snprintf(key, sizeof key, "%s.score.%s", j->game->id, j->game->score_parts[part]);
    return cli_text(j->cli, key);
}

void lab_measure_label(const struct lab_job *j, const struct measure *m, char *out, size_t max)
{
    char id[64], key[80];
    const char *what = "";
    measure_id(j->game, m, id, sizeof id);
    id[strcspn(id, ".")] = '\0';
    snprintf(key, sizeof key, "measure_%s", id);
    if (m->kind == MEASURE_PART)
        what = lab_part_label(j, m->n);
    else if (m->kind == MEASURE_BOT || m->kind == MEASURE_BOT_SCORE)
        what = j->base.bot[m->n];
    if (m->kind == MEASURE_PLACE && !j->game->opener)
        snprintf(key, sizeof key, "measure_seat");
    snprintf(out, max, "%s",
             lab_text(j, key, CLI_ARGS({"n", .num = m->n + 1}, {"what", .text = what})));
}

const char *lab_kind_label(const struct lab_job *j, const struct sr_names *names)
{
    char key[64];
    snprintf(key, sizeof key, "lab.kind.%s", names->id);
    return sr_text_get(j->cli->lang, key, 0) ? cli_text(j->cli, key) : names->id;
}

void lab_item_label(const struct lab_job *j, const struct items *items, int item, char *out,
                    size_t max)
{
    const struct item *it = &items->list[item];
    const struct sr_speaker sp = speaker(j);
    const char *word = it->names ? sr_name_text(&sp, it->names, it->value) : "";
    const struct sr_verb *v =
        it->kind == ITEM_CHANCE ? &j->game->events[it->verb] : &j->game->moves[it->verb];
    if (it->kind == ITEM_VERB)
        snprintf(out, max, "%s", v->name);
    else if (it->kind == ITEM_WORD)
        snprintf(out, max, "%s (%s)", word, lab_kind_label(j, it->names));
    else
        snprintf(out, max, "%s: %s", v->name, word);
}

/* ---- arms -------------------------------------------------------------------------------- */

static int arm_of_file(struct lab_job *j, const char *path, struct trial_arm *out)
{
    struct sr_diag diag;
    struct sr_doc doc;
    size_t len;
    char *text = file_read(path, &len, &diag);
    if (!text)
        return cli_fail_text(j->cli, CLI_IO, diag.text);
    memset(out->set.edition, 0, sizeof out->set.edition);
    enum sr_err err = mem_parse(&doc, text, len, &diag);
    if (!err) {
        err = sr_edition_read(j->game, &doc, 0, out->set.edition, &diag);
        mem_free(doc.tok);
    }
    mem_free(text);
    return err ? cli_fail(j->cli, CLI_USAGE, "serai.err.file",
                          CLI_ARGS({"file", .text = path}, {"why", .text = diag.text}))
               : CLI_OK;
}

const char *lab_why(const struct lab_job *j, const char *told)
{
    static const char begins[] = "this edition cannot be played: ";
    char key[256] = "lab.cannot";
    size_t n = strlen(key);
    bool between = true;
    if (strncmp(told, begins, sizeof begins - 1) != 0)
        return NULL;
    told += sizeof begins - 1;
    for (const char *c = told; *c && n + 2 < sizeof key; c++) {
        const char low = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
        const bool word = (low >= 'a' && low <= 'z') || (low >= '0' && low <= '9') || low == '_';
        if (word && between)
            key[n++] = '.';
        if (word)
            key[n++] = low;
        between = !word;
    }
    key[n] = '\0';
    return sr_text_get(j->cli->lang, key, 0) ? cli_text(j->cli, key) : told;
}

int lab_arm_read(struct lab_job *j, const char *text, struct trial_arm *out)
{
    struct sr_diag diag;
    *out = j->base;
    if (!strcmp(text, "printed")) {
        out->set = j->printed;
        return CLI_OK;
    }
    for (int i = 0; i < j->numbers->count && !strchr(text, '='); i++)
        if (numbers_match(&j->numbers->list[i], text)) {
            char now[64];
            numbers_text(&j->numbers->list[i], numbers_get(&j->numbers->list[i], &out->set), now,
                         sizeof now);
            return cli_fail(j->cli, CLI_USAGE, "serai.err.lab_value",
                            CLI_ARGS({"path", .text = text}, {"now", .text = now}));
        }
    if (!strchr(text, '='))
        return arm_of_file(j, text, out);
    if (numbers_change(j->numbers, text, &out->set, &diag) ||
        numbers_check(j->game, &out->set, out->seats, &diag)) {
        const char *why = lab_why(j, diag.text);
        return why ? cli_fail(j->cli, CLI_USAGE, "serai.err.lab_broken",
                              CLI_ARGS({"why", .text = why}))
                   : cli_fail_text(j->cli, CLI_USAGE, diag.text);
    }
    return CLI_OK;
}

void lab_note(struct lab_job *j, const char *text)
{
    for (int i = 0; i < j->note_count; i++)
        if (!strcmp(j->notes[i], text))
            return;
    if (j->note_count < LAB_NOTES)
        snprintf(j->notes[j->note_count++], sizeof j->notes[0], "%s", text);
}

void lab_note_players(struct lab_job *j, const struct trial_arm *a)
{
    const struct sr_rules rules = {j->game, a->set.edition};
    const bool changed = memcmp(&a->set, &j->printed, sizeof j->printed) != 0;
    struct sr_bot bot[SR_SEATS_MAX];
    const char *key[2];
    for (int i = 0; i < a->seats; i++)
        if (lab_bot_read(a->bot[i], &bot[i], NULL))
            return;
    const int notes = cli_bot_notes(&rules, bot, a->seats, changed, key);
    for (int i = 0; i < notes; i++)
        lab_note(j, cli_text(j->cli, key[i]));
}

int lab_arm_add(struct lab_job *j, const struct trial_arm *a, const char *name)
{
    const int arm = trial_arm(j->trial, a);
    for (int i = 0; i < j->csv.arms; i++)
        if (j->csv.arm[i] == arm)
            return arm;
    const size_t n = (size_t)j->csv.arms + 1;
    j->csv.arm = mem_grow(j->csv.arm, n * sizeof *j->csv.arm);
    j->csv.name = mem_grow(j->csv.name, n * sizeof *j->csv.name);
    j->csv.arm[n - 1] = arm;
    snprintf(j->csv.name[n - 1], SHEET_LABEL, "%s", name);
    j->csv.arms++;
    lab_note_players(j, a);
    return arm;
}

int lab_play_games(struct lab_job *j, const int *arm, int arms, int64_t games)
{
    struct sr_diag diag = {""};
    const enum sr_err err = trial_play(j->trial, arm, arms, games, &diag);
    if (!err)
        return CLI_OK;
    if (err == SR_IO && j->cli->value[OPT_RESUME])
        return cli_fail(
            j->cli, CLI_IO, "serai.err.lab_file",
            CLI_ARGS({"file", .text = j->cli->value[OPT_RESUME]}, {"why", .text = diag.text}));
    return cli_fail_text(j->cli, err == SR_IO ? CLI_IO : CLI_USAGE, diag.text);
}

int lab_play_arms(struct lab_job *j, const int *arm, int arms, int64_t *games)
{
    enum { FIRST = 200 };
    *games = j->games ? j->games : FIRST;
    for (;;) {
        double widest = 0;
        const int code = lab_play_games(j, arm, arms, *games);
        if (code || j->games)
            return code;
        for (int i = 0; i < arms; i++)
            widest = fmax(widest, measure_width(j->trial, arm[i], *games));
        const int64_t more = measure_more(widest, j->within, *games, j->most);
        if (!more)
            return CLI_OK;
        *games = (more + 19) / 20 * 20;
    }
}

/* ---- the command line -------------------------------------------------------------------- */

static const struct {
    const char *name;
    int (*run)(struct lab_job *j);
} kinds[] = {
    {"report", lab_report_all}, {"compare", lab_compare},         {"sweep", lab_sweep},
    {"usage", lab_usage},       {"heat", lab_heat},               {"drama", lab_drama},
    {"restrict", lab_restrict}, {"roads", lab_roads},             {"skill", lab_skill},
    {"sensitivity", lab_sensitivity}, {"search", lab_search},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* What may stand first: the kinds, then the games. */
static const char *first_word(int i)
{
    return i < KINDS ? kinds[i].name : sr_game_at(i - KINDS)->id;
}

static void progress(void *context, int64_t done, int64_t count)
{
    enum { BAR = 30 };
    const struct lab_job *j = context;
    static int64_t begun_at = -1;
    static uint64_t begun;
    const uint64_t now = lab_clock(NULL);
    if (begun_at < 0 || done < begun_at) {
        begun_at = done;
        begun = now;
    }
    const int filled = (int)(count ? done * BAR / count : BAR);
    fputs("\r[", stderr);
    for (int i = 0; i < BAR; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %lld/%lld", (long long)done, (long long)count);
    if (done > begun_at && now > begun + 1000) {
        const double per = (double)(now - begun) / (double)(done - begun_at) / 1000;
        const int left = (int)(per * (double)(count - done) + 0.5);
        char text[32];
        snprintf(text, sizeof text, left < 60 ? "0:%02d" : "%d:%02d", left < 60 ? left : left / 60,
                 left % 60);
        fprintf(stderr, "  %s", lab_text(j, "left", CLI_ARGS({"time", .text = text})));
    }
    fputs("\033[K", stderr);
    fflush(stderr);
}

/* The default of the lab, or what -b says: one for everyone, or one for each seat. */
static bool read_bots(struct lab_job *j)
{
    struct cli *cli = j->cli;
    struct sr_bot bot[SR_SEATS_MAX];
    const char *at = cli->value[OPT_BOTS] ? cli->value[OPT_BOTS] : lab_house_bot(j->game);
    if (!strcmp(j->what, "skill") && strrchr(at, ',')) /* levels: the last is the strongest */
        at = strrchr(at, ',') + 1;
    const char *given = cli->value[OPT_BOTS];
    cli->value[OPT_BOTS] = at;
    const bool good = cli_bots(cli, j->base.seats, bot);
    cli->value[OPT_BOTS] = given;
    if (!good)
        return false;
    const char *one = strchr(at, ',') ? NULL : at;
    for (int i = 0; i < j->base.seats; i++) {
        const size_t n = strcspn(at, ",");
        if (n >= TRIAL_BOT) {
            cli_fail(cli, CLI_USAGE, "serai.err.bot",
                     CLI_ARGS({"bot", .text = at}, {"near", .text = ""}));
            return false;
        }
        snprintf(j->base.bot[i], TRIAL_BOT, "%.*s", (int)n, at);
        at = one ? one : at + n + (at[n] == ',');
    }
    return true;
}

static bool read_amounts(struct lab_job *j)
{
    struct cli *cli = j->cli;
    const char *n = cli->value[OPT_GAMES], *within = cli->value[OPT_WITHIN];
    char *end = NULL;
    const bool automatic = n && !strcmp(n, "auto");
    if (automatic)
        cli->value[OPT_GAMES] = NULL;
    if (!cli_number(cli, OPT_GAMES, 1, 10000000, 0, &j->games))
        return false;
    j->within = within ? strtod(within, &end) : 2;
    if (within && (*end || !(j->within >= 0.1 && j->within <= 20))) {
        cli_fail(cli, CLI_USAGE, "serai.err.lab_within", CLI_ARGS({"value", .text = within}));
        return false;
    }
    j->most = 200000;
    return true;
}

static void command_line(struct lab_job *j)
{
    struct sr_buf b;
    sr_buf_init(&b, j->command, sizeof j->command);
    sr_buf_put(&b, "serai");
    for (char **at = cli_arguments; at && *at; at++) {
        const bool plain =
            **at && strspn(*at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-./=:,+") == strlen(*at);
        sr_buf_put(&b, plain ? " " : " '");
        sr_buf_put(&b, *at);
        sr_buf_put(&b, plain ? "" : "'");
    }
}

static int set_up(struct lab_job *j, const char *game)
{
    struct cli *cli = j->cli;
    static char usual[4];
    j->game = cli_game(cli, game);
    if (!j->game)
        return CLI_USAGE;
    snprintf(usual, sizeof usual, "%d", sr_min(4, j->game->seats_max));
    if (!cli->value[OPT_PLAYERS])
        cli->value[OPT_PLAYERS] = usual;
    const int code = cli_match_read(cli, game, 1, &j->match);
    if (code)
        return code;
    trial_arm_init(&j->base, j->game, j->match.seats, j->match.seed);
    j->base.uses = 1;
    j->printed = j->base.set;
    memcpy(j->base.set.edition, j->match.rules.edition, j->game->edition_size);
    memcpy(j->base.set.option, j->match.option, sizeof j->match.option);
    numbers_list(j->game, j->numbers);
    return CLI_OK;
}

/* Words that change the base: of all kinds that have no words of their own. */
static int read_changes(struct lab_job *j, int kind)
{
    static int (*const own[])(struct lab_job *) = {lab_compare, lab_sweep, lab_sensitivity};
    for (int i = 0; i < 3; i++)
        if (kinds[kind].run == own[i])
            return CLI_OK;
    for (int i = 0; i < j->words; i++) {
        struct trial_arm a;
        const int code = lab_arm_read(j, j->word[i], &a);
        if (code)
            return code;
        j->base = a;
    }
    return CLI_OK;
}

static int write_out(const struct lab_job *j, const char *path, cli_writer *write)
{
    struct sr_diag diag;
    size_t len;
    char *text = cli_render(write, j, &len);
    const enum sr_err err = file_write(path, text, len, &diag);
    mem_free(text);
    return err ? cli_fail_text(j->cli, CLI_IO, diag.text) : CLI_OK;
}

static int write_csv(const struct lab_job *j, const char *path)
{
    struct sr_diag diag;
    struct file_out out;
    if (!strcmp(path, "-"))
        return lab_csv(j, stdout) ? CLI_OK : CLI_IO;
    if (file_create(&out, path, &diag))
        return cli_fail_text(j->cli, CLI_IO, diag.text);
    if (!lab_csv(j, out.stream)) {
        file_abort(&out);
        return cli_fail(j->cli, CLI_IO, "serai.err.lab_csv", CLI_ARGS({"file", .text = path}));
    }
    return file_commit(&out, &diag) ? cli_fail_text(j->cli, CLI_IO, diag.text) : CLI_OK;
}

const char *lab_head(const struct lab_job *j)
{
    char seed[24], bots[SR_SEATS_MAX * TRIAL_BOT + 16] = "";
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)j->base.seed);
    bool same = true;
    for (int i = 1; i < j->base.seats; i++)
        same = same && !strcmp(j->base.bot[i], j->base.bot[0]);
    struct sr_buf b;
    sr_buf_init(&b, bots, sizeof bots);
    for (int i = 0; i < (same ? 1 : j->base.seats); i++) {
        sr_buf_put(&b, i ? ", " : "");
        sr_buf_put(&b, j->base.bot[i]);
    }
    return lab_text(j, "head",
                    CLI_ARGS({"game", .text = j->game->id}, {"players", .num = j->base.seats},
                             {"bots", .text = bots}, {"seed", .text = seed}));
}

static void say_head(const struct lab_job *j)
{
    char change[600];
    printf("%s%s%s\n", cli_bold(j->cli), lab_head(j), cli_plain(j->cli));
    if (numbers_difference(j->numbers, &j->printed, &j->base.set, change, sizeof change))
        printf("%s\n", lab_text(j, "head_changes", CLI_ARGS({"changes", .text = change})));
    printf("%s%s%s\n", cli_dim(j->cli), j->command, cli_plain(j->cli));
    for (int i = 0; i < j->note_count; i++) {
        fputs(cli_red(j->cli), stdout);
        cli_print_wrapped(j->notes[i], 0, sr_min(cli_columns(), 100));
        fputs(cli_plain(j->cli), stdout);
    }
    putchar('\n');
}

/* Where it is to be written must be a place for files: told now, not when all games are played. */
static int try_files(const struct cli *cli)
{
    static const int where[] = {OPT_HTML, OPT_CSV, OPT_SVG, OPT_OUTPUT};
    struct sr_diag diag;
    struct file_out out;
    for (size_t i = 0; i < sizeof where / sizeof where[0]; i++) {
        const char *path = cli->value[where[i]];
        if (!path || !strcmp(path, "-"))
            continue;
        if (file_create(&out, path, &diag))
            return cli_fail_text(cli, CLI_IO, diag.text);
        file_abort(&out);
    }
    return CLI_OK;
}

/* What cannot be written after all is told; the figures are shown all the same. */
static int write_results(const struct lab_job *j)
{
    const struct cli *cli = j->cli;
    const char *page = cli->value[OPT_HTML], *rows = cli->value[OPT_CSV];
    const int paged = page ? write_out(j, page, lab_html) : CLI_OK;
    const int rowed = rows ? write_csv(j, rows) : CLI_OK;
    const int code = paged ? paged : rowed;
    if (rows && !strcmp(rows, "-"))
        return code;
    if (cli->value[OPT_JSON]) {
        cli_print_json(lab_json, j);
        return code;
    }
    say_head(j);
    lab_print(j);
    if (page && !paged)
        printf("\n%s\n", lab_text(j, "written", CLI_ARGS({"file", .text = page})));
    return code;
}

static int go_on(struct lab_job *j)
{
    struct sr_diag diag;
    int lost;
    const char *path = j->cli->value[OPT_RESUME];
    if (!path)
        return CLI_OK;
    const enum sr_err err = trial_keep(j->trial, path, j->command, &lost, &diag);
    if (err)
        return cli_fail_text(j->cli, err == SR_IO ? CLI_IO : CLI_USAGE, diag.text);
    if (lost)
        lab_note(j, lab_text(j, "note_lost", CLI_ARGS({"n", .num = lost}, {"file", .text = path})));
    return CLI_OK;
}

/* Joins the other processes of mpirun; those that only play return here. */
static int join(struct lab_job *j, bool *serving)
{
    struct sr_diag diag;
    char path[4096];
    *serving = false;
    if (!ranks_started())
        return CLI_OK;
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    path[n > 0 ? n : 0] = '\0';
    j->ranks = ranks_open(dirname(path), &diag);
    if (!j->ranks)
        return cli_fail_text(j->cli, CLI_USAGE, diag.text);
    *serving = ranks_rank(j->ranks) > 0;
    if (*serving)
        ranks_serve(j->ranks);
    return CLI_OK;
}

/* Where --gpu is given and the players can play there. */
static void take_device(struct lab_job *j)
{
    struct cli *cli = j->cli;
    struct sr_diag diag;
    struct lab_setup s = {.rules = {j->game, j->base.set.edition}, .seats = j->base.seats};
    if (!cli->value[OPT_GPU])
        return;
    for (int i = 0; i < s.seats; i++)
        if (lab_bot_read(j->base.bot[i], &s.bot[i], &diag))
            return;
    if (j->ranks) {
        cli_no_gpu(cli, "mpirun");
        return;
    }
    if (gpu_can_play(&s, &diag)) {
        cli_no_gpu(cli, diag.text);
        return;
    }
    j->gpu = cli_gpu(cli);
    if (!j->gpu)
        return;
    j->device = gpu_device(j->gpu);
    trial_device(j->trial, &j->device);
}

static int run(struct lab_job *j, int kind, const char *game)
{
    struct cli *cli = j->cli;
    int64_t threads;
    bool serving;
    int code = join(j, &serving);
    if (code || serving)
        return code;
    if ((code = set_up(j, game)) || (code = try_files(cli)))
        return code;
    if (!cli_number(cli, OPT_THREADS, 1, 256, j->ranks ? 1 : lab_cores(), &threads) ||
        !read_amounts(j))
        return CLI_USAGE;
    if ((code = read_changes(j, kind)))
        return code;
    j->changed = memcmp(&j->base.set, &j->printed, sizeof j->printed) != 0;
    if (!read_bots(j))
        return CLI_USAGE;
    lab_note_players(j, &j->base);
    j->trial = trial_new(j->game, (int)threads);
    trial_share(j->trial, j->ranks);
    take_device(j);
    const bool bar = isatty(STDERR_FILENO) && !cli->value[OPT_QUIET];
    if (bar)
        trial_watch(j->trial, progress, j);
    code = go_on(j);
    if (!code)
        code = kinds[kind].run(j);
    if (bar)
        fputs("\r\033[K", stderr);
    if (trial_device_trouble(j->trial))
        cli_no_gpu(cli, trial_device_trouble(j->trial));
    return code ? code : write_results(j);
}

static void clear(struct lab_job *j)
{
    trial_free(j->trial);
    gpu_close(j->gpu);
    ranks_close(j->ranks);
    paper_free(&j->paper);
    mem_free(j->csv.arm);
    mem_free(j->csv.name);
    mem_free(j->numbers);
}

int cli_lab(struct cli *cli)
{
    int kind = 0, first = 0;
    if (!cli->words)
        return cli_missing_game(cli);
    while (kind < KINDS && strcmp(kinds[kind].name, cli->word[0]) != 0)
        kind++;
    if (kind < KINDS) {
        first = 1;
    } else if (sr_game_find(cli->word[0])) {
        kind = 0; /* serai lab GAME */
    } else {
        const char *near = cli_nearest(cli->word[0], first_word, KINDS + sr_game_count());
        return cli_fail(
            cli, CLI_USAGE, near ? "serai.err.lab_kind_near" : "serai.err.lab_kind",
            CLI_ARGS({"kind", .text = cli->word[0]}, {"near", .text = near ? near : ""}));
    }
    if (cli->words <= first)
        return cli_missing_game(cli);
    struct lab_job *j = mem_new(sizeof *j);
    j->cli = cli;
    j->what = kinds[kind].name;
    j->word = cli->word + first + 1;
    j->words = cli->words - first - 1;
    j->numbers = mem_new(sizeof *j->numbers);
    j->started = lab_clock(NULL);
    command_line(j);
    const int code = run(j, kind, cli->word[first]);
    clear(j);
    mem_free(j);
    return code;
}
