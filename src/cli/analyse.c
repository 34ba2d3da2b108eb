/* analyse.c: `serai analyse FILE`: a saved game with its chances and its costly decisions. */
#include <unistd.h>

#include "cli/cli.h"
#include "lab/lab.h"
#include "review/analyse.h"

enum { WORST = 10, LEAST = 20 };

struct report {
    const struct cli *cli;
    const struct analysis *a;
    struct sr_speaker speaker;
    const char *names[SR_LINES_MAX];
    char name_text[SR_LINES_MAX][SR_NAME_MAX + 16];
};

static void progress(int done, int count)
{
    fprintf(stderr, "\r%d/%d", done, count);
    fflush(stderr);
}

static int chance_at(const struct analysis *a, int ply, int line)
{
    return ply < a->plies ? a->ply[ply].win[line] : a->final_win[line];
}

/* A row of eighths of a block for each line; beside it first and last chance. */
static void print_chart(const struct report *rep)
{
    static const char *const block[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const struct analysis *a = rep->a;
    const int width = sr_max(20, sr_min(cli_columns(), 120) - 32);
    for (int i = 0; i < a->lines; i++) {
        cli_pad(rep->names[i], 18);
        printf(" %3d%% ", (chance_at(a, 0, i) + 5) / 10);
        for (int x = 0; x < width; x++) {
            const int win = chance_at(a, x * (a->plies + 1) / width, i);
            fputs(block[sr_max(0, sr_min(8, (win * 8 + 500) / 1000))], stdout);
        }
        printf(" %3d%%\n", (a->final_win[i] + 5) / 10);
    }
}

static const char *reason_text(const struct report *rep, const char *reason)
{
    char key[96];
    if (!*reason)
        return "";
    snprintf(key, sizeof key, "ai.%s.%s", rep->a->game->id, reason);
    return cli_text(rep->cli, key);
}

static void print_worst(const struct report *rep)
{
    const struct analysis *a = rep->a;
    int worst[WORST];
    const int n = analysis_worst(a, LEAST, worst, WORST);
    printf("\n%s%s%s\n", cli_bold(rep->cli), cli_text(rep->cli, "serai.analyse.worst"),
           cli_plain(rep->cli));
    if (!n)
        printf("%s\n", cli_text(rep->cli, "serai.analyse.none"));
    for (int i = 0; i < n; i++) {
        const struct analysis_ply *p = &a->ply[worst[i]];
        char played[SR_TEXT_MAX], better[SR_TEXT_MAX], cost[16];
        sr_move_text(a->game, p->move, played);
        sr_move_text(a->game, p->best, better);
        snprintf(cost, sizeof cost, "%d.%d", p->cost / 10, p->cost % 10);
        const int best = p->win[p->actor], left = sr_max(0, best - p->cost);
        const char *reason = reason_text(rep, p->reason);
        cli_say(rep->cli, *reason ? "serai.analyse.row_why" : "serai.analyse.row",
                CLI_ARGS({"ply", .num = worst[i]}, {"player", .text = rep->names[p->actor]},
                         {"played", .text = played}, {"better", .text = better},
                         {"cost", .text = cost}, {"reason", .text = reason},
                         {"best", .num = (best + 5) / 10}, {"left", .num = (left + 5) / 10}));
    }
    putchar('\n');
    for (int s = 0; s < a->seats; s++) {
        char mean[24];
        const int per = a->choices[s] ? a->cost[s] * 10 / a->choices[s] : 0;
        snprintf(mean, sizeof mean, "%d.%02d", per / 100, per % 100);
        cli_say(rep->cli, "serai.analyse.mean",
                CLI_ARGS({"player", .text = rep->names[s]}, {"mean", .text = mean},
                         {"n", .num = a->choices[s]}));
    }
}

/* ---- files ---------------------------------------------------------------------------------- */

static void write_json(struct sr_buf *b, const void *context)
{
    analysis_json(b, ((const struct report *)context)->a);
}

static void write_svg(struct sr_buf *b, const void *context)
{
    const struct report *rep = context;
    analysis_svg(b, rep->a, rep->names);
}

static void html_text(struct sr_buf *b, const char *s)
{
    for (; *s; s++)
        if (*s == '<')
            sr_buf_put(b, "&lt;");
        else if (*s == '&')
            sr_buf_put(b, "&amp;");
        else
            sr_buf_putn(b, s, 1);
}

static void html_cell(struct sr_buf *b, const char *s)
{
    sr_buf_put(b, "<td>");
    html_text(b, s);
    sr_buf_put(b, "</td>");
}

static void write_html(struct sr_buf *b, const void *context)
{
    const struct report *rep = context;
    const struct analysis *a = rep->a;
    static const char *const heads[] = {"decision", "player", "played", "better", "cost", "why"};
    char key[64], text[SR_TEXT_MAX];
    snprintf(key, sizeof key, "%s.title", a->game->id);
    sr_buf_put(b, "<!doctype html>\n<html lang=\"");
    sr_buf_put(b, sr_lang_code(rep->cli->lang));
    sr_buf_put(b, "\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
                  "content=\"width=device-width\"><title>");
    html_text(b, cli_text(rep->cli, key));
    sr_buf_put(b, "</title><style>body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;"
                  "padding:0 1rem;background:#fffdf7;color:#222}table{border-collapse:collapse;"
                  "width:100%}td,th{border-bottom:1px solid #d8d2c4;padding:.3rem .6rem;"
                  "text-align:left}svg{width:100%;height:auto}</style><h1>");
    html_text(b, cli_text(rep->cli, key));
    sr_buf_put(b, "</h1><h2>");
    html_text(b, cli_text(rep->cli, "serai.analyse.chances"));
    sr_buf_put(b, "</h2>\n");
    analysis_svg(b, a, rep->names);
    sr_buf_put(b, "<h2>");
    html_text(b, cli_text(rep->cli, "serai.analyse.worst"));
    sr_buf_put(b, "</h2><table><tr>");
    for (int i = 0; i < 6; i++) {
        snprintf(key, sizeof key, "serai.analyse.head.%s", heads[i]);
        sr_buf_put(b, "<th>");
        html_text(b, cli_text(rep->cli, key));
        sr_buf_put(b, "</th>");
    }
    sr_buf_put(b, "</tr>\n");
    int worst[WORST];
    const int n = analysis_worst(a, LEAST, worst, WORST);
    for (int i = 0; i < n; i++) {
        const struct analysis_ply *p = &a->ply[worst[i]];
        sr_buf_put(b, "<tr>");
        snprintf(text, sizeof text, "%d", worst[i]);
        html_cell(b, text);
        html_cell(b, rep->names[p->actor]);
        sr_move_text(a->game, p->move, text);
        html_cell(b, text);
        sr_move_text(a->game, p->best, text);
        html_cell(b, text);
        snprintf(text, sizeof text, "%d.%d %%", p->cost / 10, p->cost % 10);
        html_cell(b, text);
        html_cell(b, reason_text(rep, p->reason));
        sr_buf_put(b, "</tr>\n");
    }
    sr_buf_put(b, "</table></html>\n");
}

static int write_file(const struct cli *cli, const char *path, cli_writer *write,
                      const struct report *rep)
{
    struct sr_diag diag;
    size_t len;
    char *text = cli_render(write, rep, &len);
    const enum sr_err err = file_write(path, text, len, &diag);
    mem_free(text);
    return err ? cli_fail_text(cli, CLI_IO, diag.text) : CLI_OK;
}

/* ---- the command ---------------------------------------------------------------------------- */

static void name_lines(struct report *rep, const struct sr_table *t)
{
    const struct sr_table_config *c = sr_table_config_get(t);
    rep->speaker = (struct sr_speaker){
        .lang = rep->cli->lang, .game = c->rules.game, .names = NULL, .seats = c->seats, .you = -1};
    for (int i = 0; i < SR_LINES_MAX; i++) {
        struct sr_buf b;
        sr_buf_init(&b, rep->name_text[i], sizeof rep->name_text[i]);
        if (i < c->seats && c->seat[i].name[0])
            sr_buf_put(&b, c->seat[i].name);
        else
            sr_seat_text(&b, &rep->speaker, i);
        rep->names[i] = rep->name_text[i];
    }
}

static int report(struct cli *cli, const struct sr_table *t, const struct sr_bot *bot)
{
    struct analysis a;
    struct sr_diag diag;
    struct report rep = {.cli = cli, .a = &a};
    const bool bar = isatty(STDERR_FILENO);
    if (analysis_make(&a, t, bot, bar ? progress : NULL, &diag))
        return cli_fail_text(cli, CLI_USAGE, diag.text);
    if (bar)
        fputs("\r\033[K", stderr);
    name_lines(&rep, t);
    int code = CLI_OK;
    if (cli->value[OPT_SVG])
        code = write_file(cli, cli->value[OPT_SVG], write_svg, &rep);
    if (!code && cli->value[OPT_HTML])
        code = write_file(cli, cli->value[OPT_HTML], write_html, &rep);
    if (!code && cli->value[OPT_JSON]) {
        cli_print_json(write_json, &rep);
    } else if (!code) {
        print_chart(&rep);
        print_worst(&rep);
    }
    analysis_free(&a);
    return code;
}

/* A saved game is one object, a trace one a line. */
static struct sr_table *read_match(const char *text, size_t len, struct sr_diag *diag)
{
    struct sr_doc doc;
    enum sr_err err;
    const char *line = memchr(text, '\n', len);
    const bool headed = line && mem_parse(&doc, text, (size_t)(line - text), NULL) == SR_OK;
    const bool trace = headed && sr_json_get(&doc, 0, "state") >= 0;
    if (headed)
        mem_free(doc.tok);
    if (trace)
        return lab_trace_table(text, len, diag);
    if (mem_parse(&doc, text, len, diag))
        return NULL;
    struct sr_table *t = sr_table_read(&doc, 0, &err, diag);
    mem_free(doc.tok);
    return t;
}

int cli_analyse(struct cli *cli)
{
    struct sr_diag diag;
    struct sr_bot bot;
    int64_t visits;
    size_t len;
    if (!cli_bot(cli, cli->value[OPT_BOTS] ? cli->value[OPT_BOTS] : "vizier", &bot) ||
        !cli_number(cli, OPT_VISITS, 1, 10000000, bot.skill.visits, &visits))
        return CLI_USAGE;
    bot.skill.visits = (int)visits;
    char *text = file_read_most(cli->word[0], FILE_TRACE_MAX, &len, &diag);
    if (!text)
        return cli_fail_text(cli, CLI_IO, diag.text);
    struct sr_table *t = read_match(text, len, &diag);
    mem_free(text);
    if (!t)
        return cli_fail_text(cli, CLI_USAGE, diag.text);
    const int code = report(cli, t, &bot);
    sr_table_free(t);
    return code;
}
