/* lessons.c: `serai lessons`: games by bots as arrays of bytes in a folder, for tools/learn. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "ai/eval.h"
#include "cli/cli.h"
#include "gpu/gpu.h"
#include "lab/lessons.h"

static const char *const names[LESSONS_ARRAYS] = {"inputs.i8", "rows.f32", "moves.u16",
                                                  "lessons.bin", "editions.i32"};

struct files {
    FILE *stream[LESSONS_ARRAYS];
};

static bool write_out(void *context, enum lessons_array which, const void *data, size_t len)
{
    struct files *f = context;
    return fwrite(data, 1, len, f->stream[which]) == len;
}

static FILE *open_in(const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, "wb");
}

/* What a reader must know to take the arrays apart. */
static bool describe(const struct sr_rules *r, const char *folder, const struct lessons_sum *sum)
{
    const struct ai_game *g = ai_game_find(r->game->id);
    int32_t number[AI_LEAVES_MAX];
    const int leaves = ai_edition_numbers(r->game, r->edition, number);
    FILE *f = open_in(folder, "lessons.json");
    if (!f)
        return false;
    fprintf(f,
            "{\"game\": \"%s\", \"features\": %u, \"inputs\": %d, \"judged\": %d, "
            "\"margin\": %d, \"spread\": [%d, %d], \"slots\": %d, \"games\": %lld, "
            "\"lessons\": %lld, \"rows\": %lld, \"moves\": %lld, \"editions\": %lld, "
            "\"base\": [",
            r->game->id, (unsigned)g->version, g->inputs, g->judged, g->margin, g->spread_start,
            g->spread_end, LESSON_SLOTS, (long long)sum->games, (long long)sum->lessons,
            (long long)sum->rows, (long long)sum->moves, (long long)sum->editions);
    for (int i = 0; i < leaves; i++)
        fprintf(f, "%s%d", i ? ", " : "", (int)number[i]);
    fputs("]}\n", f);
    return fclose(f) == 0;
}

static bool read_bots(const struct cli *cli, struct lessons_setup *s)
{
    const char *at = cli->value[OPT_BOTS] ? cli->value[OPT_BOTS] : "learned";
    while (at) {
        char one[256];
        const size_t len = strcspn(at, ",");
        snprintf(one, sizeof one, "%.*s", (int)len, at);
        if (s->bots == LESSON_BOTS) {
            cli_fail(cli, CLI_USAGE, "serai.err.teachers", CLI_ARGS({"n", .num = LESSON_BOTS}));
            return false;
        }
        if (!cli_bot(cli, one, &s->bot[s->bots++]))
            return false;
        at = at[len] ? at + len + 1 : NULL;
    }
    return true;
}

static bool read_setup(const struct cli *cli, const struct cli_match *m, struct lessons_setup *s)
{
    int64_t games, threads, seconds, changed, explore, deep, told, lambda, batch;
    if (!cli_number(cli, OPT_GAMES, 1, 1000000000, 1000, &games) ||
        !cli_number(cli, OPT_THREADS, 1, 256, lab_cores(), &threads) ||
        !cli_number(cli, OPT_SECONDS, 0, 100000, 0, &seconds) ||
        !cli_number(cli, OPT_CHANGED, 0, 100, 0, &changed) ||
        !cli_number(cli, OPT_EXPLORE, 0, 1000, 20, &explore) ||
        !cli_number(cli, OPT_DEEP, 0, 100, 100, &deep) ||
        !cli_number(cli, OPT_TOLD, 0, 100, 100, &told) ||
        !cli_number(cli, OPT_BATCH, 1, 1 << 20, cli->value[OPT_GPU] ? 4096 : 1, &batch) ||
        !cli_number(cli, OPT_LAMBDA, 0, 100, 95, &lambda))
        return false;
    *s = (struct lessons_setup){.rules = m->rules,
                                .games = games,
                                .seconds = (double)seconds,
                                .threads = (int)threads,
                                .changed = (int)changed,
                                .explore = (int)explore,
                                .deep = (int)deep,
                                .told = (int)told,
                                .batch = (int)batch,
                                .lambda = (double)lambda / 100,
                                .seed = m->seed};
    s->seats = cli->value[OPT_PLAYERS] ? m->seats : 0;
    memcpy(s->option, m->option, sizeof s->option);
    return read_bots(cli, s);
}

/* The device, where all players can play there. */
static struct gpu *device_of(struct cli *cli, const struct lessons_setup *s)
{
    struct sr_diag diag;
    struct gpu *gpu = cli_gpu(cli);
    for (int i = 0; gpu && i < s->bots; i++) {
        const struct lab_setup one = {.rules = s->rules, .seats = 1, .bot = {s->bot[i]}};
        if (!gpu_can_play(&one, &diag))
            continue;
        gpu_close(gpu);
        gpu = cli_no_gpu(cli, diag.text);
    }
    return gpu;
}

int cli_lessons(struct cli *cli)
{
    struct cli_match m;
    struct lessons_setup setup;
    struct lessons_sum sum;
    struct files files = {{NULL}};
    struct sr_diag diag;
    const int code = cli_match_read(cli, cli->word[0], 1, &m);
    const char *folder = cli->value[OPT_OUTPUT];
    if (code)
        return code;
    if (!read_setup(cli, &m, &setup))
        return CLI_USAGE;
    if (!folder)
        return cli_fail(cli, CLI_USAGE, "serai.err.missing",
                        CLI_ARGS({"what", .text = "--output"}));
    if (!ai_game_find(m.rules.game->id)->inputs)
        return cli_fail_text(cli, CLI_USAGE, "the game has no features to learn from");
    if (mkdir(folder, 0777) && errno != EEXIST)
        return cli_fail_text(cli, CLI_IO, folder);
    bool fine = true;
    for (int i = 0; i < LESSONS_ARRAYS; i++)
        fine &= (files.stream[i] = open_in(folder, names[i])) != NULL;
    const struct lessons_sink sink = {write_out, &files};
    struct gpu *gpu = cli->value[OPT_GPU] ? device_of(cli, &setup) : NULL;
    const struct lab_device device = gpu_device(gpu);
    setup.device = gpu ? &device : NULL;
    const enum sr_err err = fine ? lessons_play(&setup, &sink, &sum, &diag) : SR_IO;
    if (fine && diag.text[0])
        cli_no_gpu(cli, diag.text);
    gpu_close(gpu);
    for (int i = 0; i < LESSONS_ARRAYS; i++)
        if (files.stream[i])
            fine &= fclose(files.stream[i]) == 0;
    if (err || !fine || sum.failed || !describe(&m.rules, folder, &sum)) {
        sr_explain(&diag, "%s: cannot be written", folder);
        return cli_fail_text(cli, CLI_IO, diag.text);
    }
    if (!cli->value[OPT_QUIET])
        printf("%lld games, %lld lessons, %lld editions\n", (long long)sum.games,
               (long long)sum.lessons, (long long)sum.editions);
    return CLI_OK;
}
