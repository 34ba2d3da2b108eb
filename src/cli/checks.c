/* checks.c: `serai verify` and `serai trace`: case files, and matches written out for a referee. */
#include <errno.h>
#include <fts.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "gpu/gpu.h"
#include "terminal/terminal.h"

/* ---- verify ------------------------------------------------------------------------------ */

struct case_run {
    struct cli *cli;
    const char *file;
    bool json, quiet, verbose;
    bool any;           /* JSON: a row stands before */
    char *differences;  /* JSON of the case that runs */
    size_t len, max;
    int bad_files;
    struct gpu *gpu; /* where the rules run; NULL: here */
};

static void keep(struct case_run *run, const char *text)
{
    const size_t n = strlen(text);
    if (run->len + n + 1 > run->max) {
        run->max = (run->len + n + 1) * 2;
        run->differences = mem_grow(run->differences, run->max);
    }
    memcpy(run->differences + run->len, text, n + 1);
    run->len += n;
}

static void json_difference(struct case_run *run, int step, const char *path, const char *want,
                            const char *got)
{
    char text[8192];
    struct sr_buf b;
    sr_buf_init(&b, text, sizeof text);
    b.comma = run->len > 0;
    sr_json_open(&b, '{');
    sr_json_put_int(&b, "step", step);
    sr_json_put_str(&b, "path", path);
    sr_json_put_str(&b, "expected", want);
    sr_json_put_str(&b, "got", got);
    sr_json_close(&b, '}');
    keep(run, text);
}

/* Texts come from files: nothing in them may command the terminal. */
static void print_text(const char *text)
{
    char clean[2048];
    snprintf(clean, sizeof clean, "%s", text);
    printer_clean(clean);
    fputs(clean, stdout);
}

static void on_difference(void *context, const char *name, int step, const char *path,
                          const char *want, const char *got)
{
    struct case_run *run = context;
    struct cli *cli = run->cli;
    if (run->json) {
        json_difference(run, step, path, want, got);
        return;
    }
    if (run->quiet)
        return;
    printf("%s%s%s: %s", cli_bold(cli), run->file, cli_plain(cli), cli_red(cli));
    print_text(name);
    fputs(cli_plain(cli), stdout);
    if (step)
        printf(" %s %d", cli_text(cli, "serai.verify.step"), step);
    fputs(": ", stdout);
    print_text(*path ? path : got);
    if (*path) {
        printf("\n    %s%s%s ", cli_green(cli), cli_text(cli, "serai.verify.expected"),
               cli_plain(cli));
        print_text(want);
        printf("\n    %s%s%s ", cli_red(cli), cli_text(cli, "serai.verify.got"), cli_plain(cli));
        print_text(got);
    }
    putchar('\n');
}

static void on_case(void *context, const char *name, const char *title, int differences)
{
    struct case_run *run = context;
    struct cli *cli = run->cli;
    if (run->json) {
        char text[16384];
        struct sr_buf b;
        sr_buf_init(&b, text, sizeof text);
        b.comma = run->any;
        sr_json_open(&b, '{');
        sr_json_put_str(&b, "file", run->file);
        sr_json_put_str(&b, "case", name);
        sr_json_put_str(&b, "title", title);
        sr_json_put_bool(&b, "passed", differences == 0);
        sr_json_key(&b, "differences");
        printf("%s[%s]}", text, run->len ? run->differences : "");
        run->any = true;
        run->len = 0;
    } else if (run->verbose) {
        printf("%s%s%s %s: ", differences ? cli_red(cli) : cli_green(cli),
               differences ? "not ok" : "ok", cli_plain(cli), run->file);
        print_text(name);
        putchar(' ');
        print_text(title);
        putchar('\n');
    }
}

/* The game of a case, on the device; here where it cannot be had. */
static const struct sr_game *game_of(void *context, const struct sr_game *g)
{
    struct case_run *run = context;
    struct sr_diag diag;
    const struct sr_game *there = run->gpu ? gpu_game(run->gpu, g, &diag) : NULL;
    if (run->gpu && !there) {
        gpu_close(run->gpu);
        run->gpu = cli_no_gpu(run->cli, diag.text);
    }
    return there ? there : g;
}

/* A file that cannot be read as cases: exit code 2 or 3 in the end, but the others still run. */
static int run_file(struct lab_verify *v, const char *path)
{
    struct case_run *run = v->context;
    struct sr_diag diag;
    struct sr_doc doc;
    size_t len;
    char *text = file_read(path, &len, &diag);
    if (!text) {
        run->bad_files++;
        return cli_fail_text(run->cli, CLI_IO, diag.text);
    }
    run->file = path;
    int code = CLI_OK;
    if (mem_parse(&doc, text, len, &diag)) {
        run->bad_files++;
        code = cli_fail(run->cli, CLI_USAGE, "serai.err.file",
                        CLI_ARGS({"file", .text = path}, {"why", .text = diag.text}));
    } else {
        lab_verify(v, &doc);
        mem_free(doc.tok);
    }
    mem_free(text);
    return code;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool is_json(const char *name)
{
    const size_t n = strlen(name);
    return n > 5 && !strcmp(name + n - 5, ".json") && name[0] != '.';
}

static int run_path(struct lab_verify *v, char *path)
{
    struct case_run *run = v->context;
    struct stat st;
    if (!strcmp(path, "-") || (stat(path, &st) == 0 && !S_ISDIR(st.st_mode)))
        return run_file(v, path);
    char *const roots[] = {path, NULL};
    FTS *walk = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    if (!walk)
        return cli_fail(run->cli, CLI_IO, "serai.err.file",
                        CLI_ARGS({"file", .text = path}, {"why", .text = strerror(errno)}));
    int worst = CLI_OK;
    FTSENT *e;
    while ((e = fts_read(walk)) != NULL) {
        int code = CLI_OK;
        if (e->fts_info == FTS_F && is_json(e->fts_name)) {
            code = run_file(v, e->fts_path);
        } else if (e->fts_info == FTS_DNR || e->fts_info == FTS_ERR || e->fts_info == FTS_NS) {
            code = cli_fail(
                run->cli, CLI_IO, "serai.err.file",
                CLI_ARGS({"file", .text = e->fts_path}, {"why", .text = strerror(e->fts_errno)}));
            run->bad_files++;
        }
        worst = sr_max(worst, code);
    }
    fts_close(walk);
    return worst;
}

int cli_verify(struct cli *cli)
{
    struct case_run run = {.cli = cli,
                           .json = cli->value[OPT_JSON] != NULL,
                           .quiet = cli->value[OPT_QUIET] != NULL,
                           .verbose = cli->value[OPT_VERBOSE] != NULL};
    struct lab_verify v = {
        .game = game_of, .report = on_difference, .done = on_case, .context = &run};
    int worst = CLI_OK;
    run.gpu = cli->value[OPT_GPU] ? cli_gpu(cli) : NULL;
    if (run.json)
        fputs("{\"cases\":[", stdout);
    for (int i = 0; i < cli->words; i++)
        worst = sr_max(worst, run_path(&v, cli->word[i]));
    if (run.json)
        printf("],\"passed\":%d,\"failed\":%d}\n", v.passed, v.failed + run.bad_files);
    else
        cli_say(cli, "serai.verify.sum",
                CLI_ARGS({"passed", .num = v.passed}, {"failed", .num = v.failed + run.bad_files}));
    mem_free(run.differences);
    if (run.gpu && gpu_game_failed())
        cli_no_gpu(cli, gpu_game_failed());
    gpu_close(run.gpu);
    if (worst)
        return worst;
    if (v.failed)
        return CLI_DIFFERS;
    if (!v.passed)
        return cli_fail(cli, CLI_USAGE, "serai.err.no_cases", NULL);
    return CLI_OK;
}

/* ---- trace ------------------------------------------------------------------------------- */

static bool write_line(void *context, const char *line, size_t len)
{
    FILE *f = context;
    return fwrite(line, 1, len, f) == len && putc('\n', f) != EOF;
}

int cli_trace(struct cli *cli)
{
    struct cli_match match;
    struct lab_setup setup;
    struct sr_diag diag = {""};
    struct file_out out = {NULL, NULL, NULL};
    const int code = cli_match_read(cli, cli->word[0], 1, &match);
    if (code)
        return code;
    cli_setup(&match, &setup);
    if (!cli_bots(cli, match.seats, setup.bot))
        return CLI_USAGE;
    const char *path = cli->value[OPT_OUTPUT];
    if (path && file_create(&out, path, &diag))
        return cli_fail_text(cli, CLI_IO, diag.text);
    const enum sr_err err = lab_trace(&setup, write_line, path ? out.stream : stdout, &diag);
    if (!path)
        return err && err != SR_IO ? cli_fail_text(cli, CLI_USAGE, diag.text) : CLI_OK;
    if (!err)
        return file_commit(&out, &diag) ? cli_fail_text(cli, CLI_IO, diag.text) : CLI_OK;
    const int error = errno;
    file_abort(&out);
    if (err == SR_IO)
        return cli_fail(cli, CLI_IO, "serai.err.file",
                        CLI_ARGS({"file", .text = path}, {"why", .text = strerror(error)}));
    return cli_fail_text(cli, CLI_USAGE, diag.text);
}
