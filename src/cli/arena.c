/* arena.c: `serai arena`: reads the line-up, shows the progress, prints ratings. */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "lab/arena.h"

static void progress(const struct arena *a, int64_t done)
{
    enum { BAR = 30 };
    const int filled = (int)(done * BAR / a->games);
    fputs("\r[", stderr);
    for (int i = 0; i < BAR; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %lld/%lld", (long long)done, (long long)a->games);
    if (a->groups > 0)
        fprintf(stderr, "  %s %.1f%%", a->setup.bot[0].name, 100 * a->mean);
    if (a->setup.test)
        fprintf(stderr, "  llr %.2f", a->llr);
    fputs("\033[K", stderr);
    fflush(stderr);
}

/* "greedy,vizier:visits=100,cmd:./bot.py": names of bots, or programs after "cmd:". */
static bool read_bots(const struct cli *cli, struct arena_setup *s,
                      char commands[ARENA_BOTS_MAX][96])
{
    const char *list = cli->value[OPT_BOTS] ? cli->value[OPT_BOTS] : "vizier,greedy";
    for (const char *at = list;; at++) {
        const size_t len = strcspn(at, ",");
        if (s->bots == ARENA_BOTS_MAX || len >= sizeof s->bot[0].name) {
            cli_fail(cli, CLI_USAGE, "serai.err.arena_bots",
                     CLI_ARGS({"n", .num = ARENA_BOTS_MAX}));
            return false;
        }
        struct arena_bot *b = &s->bot[s->bots];
        snprintf(b->name, sizeof b->name, "%.*s", (int)len, at);
        if (!strncmp(b->name, "cmd:", 4)) {
            snprintf(commands[s->bots], sizeof commands[0], "%s", b->name + 4);
            b->command = commands[s->bots];
        } else if (!cli_bot(cli, b->name, &b->bot)) {
            return false;
        }
        s->bots++;
        at += len;
        if (!*at)
            return true;
    }
}

static bool read_sprt(const struct cli *cli, struct arena_setup *s)
{
    const char *text = cli->value[OPT_SPRT];
    char *end;
    s->sprt = (struct sprt){0, 20, s->seats - 1};
    if (!text)
        return true;
    s->test = true;
    s->sprt.elo0 = strtod(text, &end);
    if (end > text && *end == ',') {
        const char *second = end + 1;
        s->sprt.elo1 = strtod(second, &end);
        if (end > second && !*end && s->sprt.elo0 < s->sprt.elo1)
            return true;
    }
    cli_fail(cli, CLI_USAGE, "serai.err.sprt", CLI_ARGS({"value", .text = text}));
    return false;
}

/* ---- results -------------------------------------------------------------------------------- */

static void json_real(struct sr_buf *b, const char *key, double v)
{
    char text[40];
    snprintf(text, sizeof text, "%.4f", v);
    sr_json_key(b, key);
    sr_json_raw(b, text);
}

static void json_int(struct sr_buf *b, const char *key, int64_t v) { sr_json_put_int(b, key, v); }

static const char *verdict_name(enum sprt_verdict v)
{
    return v == SPRT_ACCEPT ? "accept" : v == SPRT_REJECT ? "reject" : "undecided";
}

static double error_of_mean(const struct arena *a)
{
    return a->groups > 1 ? 1.96 * sqrt(a->variance / (double)a->groups) : 1;
}

static void write_report(struct sr_buf *b, const void *context)
{
    const struct arena *a = context;
    const struct arena_setup *s = &a->setup;
    struct rating rating[ARENA_BOTS_MAX];
    rating_fit(&a->table, rating);
    sr_json_open(b, '{');
    sr_json_put_str(b, "game", s->rules.game->id);
    json_int(b, "players", s->seats);
    sr_json_key(b, "seed");
    sr_json_seed(b, s->seed);
    json_int(b, "games", a->done);
    sr_json_put_open(b, "bots", '[');
    for (int i = 0; i < s->bots; i++) {
        const struct arena_line *l = &a->line[i];
        const double n = l->games ? (double)l->games : 1;
        sr_json_open(b, '{');
        sr_json_put_str(b, "bot", s->bot[i].name);
        json_int(b, "games", l->games);
        json_real(b, "first", (double)l->wins / LAB_WIN / n);
        json_real(b, "rank", (double)l->ranks / n);
        json_real(b, "score", l->score / n);
        json_real(b, "elo", rating[i].elo);
        json_real(b, "error", rating[i].error);
        json_real(b, "ms", l->decisions ? (double)l->millis / (double)l->decisions : 0);
        json_int(b, "ms_most", l->most);
        json_int(b, "overruns", l->overruns);
        json_int(b, "forfeits", l->forfeits);
        sr_json_put_open(b, "against", '[');
        for (int j = 0; j < s->bots; j++) {
            sr_json_open(b, '{');
            json_real(b, "points", a->table.points[i][j]);
            json_int(b, "games", (int64_t)a->table.games[i][j]);
            sr_json_close(b, '}');
        }
        sr_json_close(b, ']');
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
    sr_json_put_open(b, "first_against_second", '{');
    json_int(b, "groups", a->groups);
    json_real(b, "share", a->mean);
    json_real(b, "error", error_of_mean(a));
    if (s->test) {
        json_real(b, "llr", a->llr);
        sr_json_put_str(b, "verdict", verdict_name(a->verdict));
    }
    sr_json_close(b, '}');
    sr_json_close(b, '}');
}

static void print_tables(const struct cli *cli, const struct arena *a)
{
    const struct arena_setup *s = &a->setup;
    struct rating rating[ARENA_BOTS_MAX];
    int width = 8;
    rating_fit(&a->table, rating);
    for (int i = 0; i < s->bots; i++)
        width = sr_max(width, (int)strlen(s->bot[i].name));
    printf("%s", cli_bold(cli));
    cli_pad(cli_text(cli, "serai.arena.bot"), width + 4);
    static const char *const heads[] = {"games", "first", "rank", "score", "elo",
                                        "error", "ms",    "most", "late",  "lost"};
    for (int i = 0; i < 10; i++) {
        char key[40];
        snprintf(key, sizeof key, "serai.arena.%s", heads[i]);
        cli_pad(cli_text(cli, key), -9);
    }
    printf("%s\n", cli_plain(cli));
    for (int i = 0; i < s->bots; i++) {
        const struct arena_line *l = &a->line[i];
        const double n = l->games ? (double)l->games : 1;
        printf("%2d  %-*s%9lld%8.1f%%%9.2f%9.1f%9.0f%9.0f%9.1f%9d%9lld%9lld\n", i + 1, width,
               s->bot[i].name, (long long)l->games, 100.0 * (double)l->wins / LAB_WIN / n,
               (double)l->ranks / n, l->score / n, rating[i].elo, rating[i].error,
               l->decisions ? (double)l->millis / (double)l->decisions : 0, l->most,
               (long long)l->overruns, (long long)l->forfeits);
    }
    for (int i = 0; i < s->bots; i++)
        if (a->line[i].why[0])
            printf("%s%s%s\n", cli_red(cli), a->line[i].why, cli_plain(cli));
    putchar('\n');
    for (int i = 0; i < s->bots; i++) {
        printf("%2d  %-*s", i + 1, width, s->bot[i].name);
        for (int j = 0; j < s->bots; j++)
            if (a->table.games[i][j] > 0)
                printf("%8.1f%%", 100 * a->table.points[i][j] / a->table.games[i][j]);
            else
                printf("%9s", "-");
        putchar('\n');
    }
    char share[32], error[32], llr[32];
    snprintf(share, sizeof share, "%.1f", 100 * a->mean);
    snprintf(error, sizeof error, "%.1f", 100 * error_of_mean(a));
    snprintf(llr, sizeof llr, "%.2f", a->llr);
    putchar('\n');
    cli_say(cli, "serai.arena.share",
            CLI_ARGS({"bot", .text = s->bot[0].name}, {"share", .text = share},
                     {"error", .text = error}, {"n", .num = a->groups}));
    if (s->test) {
        char key[40];
        snprintf(key, sizeof key, "serai.arena.%s", verdict_name(a->verdict));
        cli_say(cli, key, CLI_ARGS({"bot", .text = s->bot[0].name}, {"llr", .text = llr}));
    }
}

/* ---- the command ---------------------------------------------------------------------------- */

static void write_state(struct sr_buf *b, const void *context) { arena_write(b, context); }

static int keep(const struct cli *cli, const struct arena *a, const char *path)
{
    struct sr_diag diag;
    size_t len;
    char *text = cli_render(write_state, a, &len);
    const enum sr_err err = file_write(path, text, len, &diag);
    mem_free(text);
    return err ? cli_fail_text(cli, CLI_IO, diag.text) : CLI_OK;
}

static int go_on(const struct cli *cli, struct arena *a, const char *path)
{
    struct sr_diag diag;
    size_t len;
    if (access(path, F_OK))
        return CLI_OK; /* a new series */
    char *text = file_read(path, &len, &diag);
    if (!text)
        return cli_fail_text(cli, CLI_IO, diag.text);
    struct sr_doc doc;
    enum sr_err err = mem_parse(&doc, text, len, &diag);
    if (!err) {
        err = arena_read(a, &doc, &diag);
        mem_free(doc.tok);
    }
    mem_free(text);
    return err ? cli_fail_text(cli, CLI_USAGE, diag.text) : CLI_OK;
}

int cli_arena(struct cli *cli)
{
    struct cli_match m;
    struct sr_diag diag;
    char commands[ARENA_BOTS_MAX][96];
    int64_t games, threads, millis;
    int code = cli_match_read(cli, cli->word[0], 1, &m);
    if (code)
        return code;
    struct arena_setup s = {.rules = m.rules, .seats = m.seats, .seed = m.seed};
    memcpy(s.option, m.option, sizeof s.option);
    if (!cli_number(cli, OPT_GAMES, 1, 100000000, 100, &games) ||
        !cli_number(cli, OPT_THREADS, 1, 256, lab_cores(), &threads) ||
        !cli_number(cli, OPT_MILLIS, 1, 3600000, 0, &millis) || !read_bots(cli, &s, commands) ||
        !read_sprt(cli, &s))
        return CLI_USAGE;
    for (int i = 0; i < s.bots; i++)
        if (!s.bot[i].command)
            cli_beyond(cli, &m.rules, &s.bot[i].bot);
    s.threads = (int)threads;
    s.millis = (int)millis;
    s.groups = (games + s.seats - 1) / s.seats;
    struct arena *a = arena_new(&s, &diag);
    if (!a)
        return cli_fail_text(cli, CLI_USAGE, diag.text);
    const char *path = cli->value[OPT_RESUME];
    if (path && (code = go_on(cli, a, path))) {
        arena_free(a);
        return code;
    }
    const bool bar = !cli->value[OPT_QUIET] && isatty(STDERR_FILENO);
    if (bar)
        a->progress = progress;
    uint64_t kept = lab_clock(NULL);
    while (!code && arena_step(a))
        if (path && lab_clock(NULL) - kept > 5000) {
            code = keep(cli, a, path);
            kept = lab_clock(NULL);
        }
    if (!code && path)
        code = keep(cli, a, path);
    if (bar)
        fputs("\r\033[K", stderr);
    if (!code && cli->value[OPT_JSON])
        cli_print_json(write_report, a);
    else if (!code)
        print_tables(cli, a);
    if (!code && s.test && a->verdict == SPRT_REJECT)
        code = CLI_DIFFERS;
    arena_free(a);
    return code;
}
