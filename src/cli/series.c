/* series.c: `serai sim`, `serai bench` and `serai perft`: many games, and what they measure. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "gpu/gpu.h"

/* ---- sim --------------------------------------------------------------------------------- */

static void show_progress(void *context, int64_t done, int64_t count)
{
    enum { BAR = 30 };
    (void)context;
    const int filled = (int)(done * BAR / count);
    fputs("\r[", stderr);
    for (int i = 0; i < BAR; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %3d%%  %lld/%lld", (int)(done * 100 / count), (long long)done,
            (long long)count);
    fflush(stderr);
}

static void clear_progress(void) { fputs("\r\033[K", stderr); }

static void json_real(struct sr_buf *b, double v)
{
    char text[32];
    snprintf(text, sizeof text, "%.4f", v);
    sr_json_raw(b, text);
}

static void json_stat(struct sr_buf *b, const char *key, const struct lab_stat *s)
{
    sr_json_put_open(b, key, '{');
    sr_json_key(b, "mean");
    json_real(b, lab_mean(s));
    sr_json_key(b, "deviation");
    json_real(b, lab_deviation(s));
    sr_json_put_int(b, "min", s->min);
    sr_json_put_int(b, "max", s->max);
    sr_json_close(b, '}');
}

struct sim_report {
    const struct cli_match *match;
    const struct lab_sim *sim;
    const struct lab_series *series;
};

static int notes_of(const struct sim_report *rep, const char *key[2])
{
    const struct sr_game *g = rep->match->rules.game;
    const bool changed = memcmp(rep->match->rules.edition, g->edition, g->edition_size) != 0;
    return cli_bot_notes(&rep->sim->setup.rules, rep->sim->setup.bot, rep->sim->setup.seats,
                         changed, key);
}

static void write_notes(struct sr_buf *b, const struct sim_report *rep)
{
    const char *key[2];
    const int notes = notes_of(rep, key);
    sr_json_put_open(b, "notes", '[');
    for (int i = 0; i < notes; i++)
        sr_json_str(b, sr_text(SR_EN, key[i]));
    sr_json_close(b, ']');
}

static double wins_of(const struct lab_line *l)
{
    return l->score.count ? (double)l->wins / LAB_WIN / (double)l->score.count : 0;
}

static double rank_of(const struct lab_line *l)
{
    return l->score.count ? (double)l->ranks / (double)l->score.count : 0;
}

static void json_line(struct sr_buf *b, const struct sr_game *g, const struct lab_line *l)
{
    json_stat(b, "score", &l->score);
    sr_json_put_open(b, "quantiles", '{');
    static const int percent[] = {10, 25, 50, 75, 90};
    for (int i = 0; i < 5; i++) {
        char key[8];
        snprintf(key, sizeof key, "%d", percent[i]);
        sr_json_put_int(b, key, lab_quantile(l, percent[i]));
    }
    sr_json_close(b, '}');
    sr_json_key(b, "wins");
    json_real(b, wins_of(l));
    sr_json_key(b, "rank");
    json_real(b, rank_of(l));
    sr_json_put_open(b, "parts", '{');
    for (int p = 0; g->score_parts[p]; p++) {
        sr_json_key(b, g->score_parts[p]);
        json_real(b, l->score.count ? (double)l->part[p] / (double)l->score.count : 0);
    }
    sr_json_close(b, '}');
}

static void write_series(struct sr_buf *b, const void *context)
{
    const struct sim_report *rep = context;
    const struct sr_game *g = rep->match->rules.game;
    const struct lab_series *s = rep->series;
    const struct lab_setup *setup = &rep->sim->setup;
    sr_json_open(b, '{');
    sr_json_put_str(b, "game", g->id);
    sr_json_put_int(b, "players", setup->seats);
    sr_json_put_int(b, "games", s->plies.count);
    sr_json_key(b, "seed");
    sr_json_seed(b, setup->seed);
    sr_json_key(b, "options");
    sr_options_write(b, g, setup->option);
    sr_json_put_str(b, "edition", rep->match->edition_name);
    sr_json_put_open(b, "bots", '[');
    for (int i = 0; i < setup->seats; i++)
        sr_json_str(b, setup->bot[i].id);
    sr_json_close(b, ']');
    sr_json_put_bool(b, "rotate", rep->sim->rotate);
    write_notes(b, rep);
    json_stat(b, "plies", &s->plies);
    json_stat(b, "turns", &s->turns);
    json_stat(b, "choices", &s->moves);
    json_stat(b, "margin", &s->margin);
    sr_json_put_open(b, "lines", '[');
    for (int i = 0; i < s->lines; i++) {
        sr_json_open(b, '{');
        sr_json_put_int(b, "line", i);
        json_line(b, g, &s->line[i]);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
    if (rep->sim->rotate) {
        sr_json_put_open(b, "by_bot", '[');
        for (int i = 0; i < setup->seats; i++) {
            sr_json_open(b, '{');
            sr_json_put_str(b, "bot", setup->bot[i].id);
            json_line(b, g, &s->bot[i]);
            sr_json_close(b, '}');
        }
        sr_json_close(b, ']');
    }
    if (g->opener) {
        sr_json_put_open(b, "by_place", '[');
        for (int i = 0; i < setup->seats; i++) {
            sr_json_open(b, '{');
            sr_json_put_int(b, "place", i + 1);
            json_line(b, g, &s->place[i]);
            sr_json_close(b, '}');
        }
        sr_json_close(b, ']');
    }
    char signature[24];
    snprintf(signature, sizeof signature, "%016llx", (unsigned long long)s->signature);
    sr_json_put_str(b, "signature", signature);
    sr_json_close(b, '}');
}

/* Name of a line of the score: seat with its bot, or an automated player. */
static void line_name(const struct cli *cli, const struct sim_report *rep, int i, char out[96])
{
    const struct lab_setup *setup = &rep->sim->setup;
    struct sr_buf b;
    sr_buf_init(&b, out, 96);
    const struct sr_speaker sp = {.lang = cli->lang,
                                  .game = setup->rules.game,
                                  .names = NULL,
                                  .seats = setup->seats,
                                  .you = -1};
    sr_seat_text(&b, &sp, i);
    if (i < setup->seats && !rep->sim->rotate) {
        sr_buf_put(&b, " ");
        sr_buf_put(&b, setup->bot[i].id);
    }
}

static void table_head(const struct cli *cli, const char *first, int width)
{
    static const char *const column[] = {"wins", "rank",   "mean", "deviation",
                                         "min",  "median", "max"};
    fputs(cli_dim(cli), stdout);
    cli_pad(cli_text(cli, first), width);
    for (int i = 0; i < 7; i++) {
        char key[48];
        snprintf(key, sizeof key, "serai.sim.%s", column[i]);
        cli_pad(cli_text(cli, key), -9);
    }
    printf("%s\n", cli_plain(cli));
}

static void table_row(const struct lab_line *l, const char *name, int width)
{
    cli_pad(name, width);
    printf("%8.1f%%%9.2f%9.2f%9.2f%9lld%9d%9lld\n", 100 * wins_of(l), rank_of(l),
           lab_mean(&l->score), lab_deviation(&l->score), (long long)l->score.min,
           lab_quantile(l, 50), (long long)l->score.max);
}

static void print_stat(const struct cli *cli, const char *key, const struct lab_stat *s)
{
    cli_pad(cli_text(cli, key), 26);
    printf("%9.2f%9.2f%9lld%9lld\n", lab_mean(s), lab_deviation(s), (long long)s->min,
           (long long)s->max);
}

static void print_parts(const struct cli *cli, const struct sim_report *rep)
{
    const struct sr_game *g = rep->match->rules.game;
    const struct lab_series *s = rep->series;
    putchar('\n');
    fputs(cli_dim(cli), stdout);
    cli_pad(cli_text(cli, "serai.sim.source"), 26);
    for (int i = 0; i < s->lines; i++) {
        char name[16];
        snprintf(name, sizeof name, i < rep->sim->setup.seats ? "P%d" : "A%d",
                 i < rep->sim->setup.seats ? i + 1 : i - rep->sim->setup.seats + 1);
        cli_pad(name, -9);
    }
    printf("%s\n", cli_plain(cli));
    for (int p = 0; g->score_parts[p]; p++) {
        char key[96];
        snprintf(key, sizeof key, "%s.score.%s", g->id, g->score_parts[p]);
        cli_pad(cli_text(cli, key), 26);
        for (int i = 0; i < s->lines; i++)
            printf("%9.2f", s->line[i].score.count
                                ? (double)s->line[i].part[p] / (double)s->line[i].score.count
                                : 0.0);
        putchar('\n');
    }
}

static void print_series(const struct cli *cli, const struct sim_report *rep)
{
    enum { NAME = 26 };
    const struct lab_series *s = rep->series;
    const struct lab_setup *setup = &rep->sim->setup;
    char name[96], seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)setup->seed);
    printf("%s", cli_bold(cli));
    cli_say(cli, "serai.sim.title",
            CLI_ARGS({"game", .text = setup->rules.game->id}, {"games", .num = s->plies.count},
                     {"players", .num = setup->seats}, {"seed", .text = seed}));
    printf("%s", cli_plain(cli));
    const char *note[2];
    const int notes = notes_of(rep, note);
    for (int i = 0; i < notes; i++)
        cli_print_wrapped(cli_text(cli, note[i]), 0, sr_min(cli_columns(), 100));
    putchar('\n');
    table_head(cli, "serai.sim.seat", NAME);
    for (int i = 0; i < s->lines; i++) {
        line_name(cli, rep, i, name);
        table_row(&s->line[i], name, NAME);
    }
    if (rep->sim->rotate) {
        putchar('\n');
        table_head(cli, "serai.sim.bot", NAME);
        for (int i = 0; i < setup->seats; i++) {
            snprintf(name, sizeof name, "%d %s", i + 1, setup->bot[i].id);
            table_row(&s->bot[i], name, NAME);
        }
    }
    if (setup->rules.game->opener) {
        putchar('\n');
        table_head(cli, "serai.sim.place", NAME);
        for (int i = 0; i < setup->seats; i++) {
            snprintf(name, sizeof name, "%d", i + 1);
            table_row(&s->place[i], name, NAME);
        }
    }
    print_parts(cli, rep);
    putchar('\n');
    fputs(cli_dim(cli), stdout);
    cli_pad(cli_text(cli, "serai.sim.length"), NAME);
    static const char *const column[] = {"mean", "deviation", "min", "max"};
    for (int i = 0; i < 4; i++) {
        char key[48];
        snprintf(key, sizeof key, "serai.sim.%s", column[i]);
        cli_pad(cli_text(cli, key), -9);
    }
    printf("%s\n", cli_plain(cli));
    print_stat(cli, "serai.sim.plies", &s->plies);
    print_stat(cli, "serai.sim.turns", &s->turns);
    print_stat(cli, "serai.sim.choices", &s->moves);
    print_stat(cli, "serai.sim.margin", &s->margin);
    printf("\n%s %016llx\n", cli_text(cli, "serai.sim.signature"),
           (unsigned long long)s->signature);
}

static bool write_records(void *context, const void *data, size_t len)
{
    return fwrite(data, 1, len, context) == len;
}

/* Where --gpu is given and its players can play there. */
static struct gpu *device_of(struct cli *cli, const struct lab_sim *sim)
{
    struct sr_diag diag;
    if (!cli->value[OPT_GPU])
        return NULL;
    if (sim->check)
        return cli_no_gpu(cli, "--check");
    struct gpu *gpu = cli_gpu(cli);
    if (!gpu || !gpu_can_play(&sim->setup, &diag))
        return gpu;
    gpu_close(gpu);
    return cli_no_gpu(cli, diag.text);
}

static bool open_records(struct lab_sim *sim, struct lab_records *r, struct file_out *out,
                         const char *path, struct sr_diag *diag)
{
    unsigned char head[LAB_RECORDS_HEAD];
    if (file_create(out, path, diag))
        return false;
    lab_records_head(&sim->setup, head);
    r->context = out->stream;
    r->failed = !write_records(out->stream, head, sizeof head);
    sim->records = r;
    return true;
}

/* False where they could not be written. */
static bool close_records(const struct lab_records *r, struct file_out *out, enum sr_err err,
                          struct sr_diag *diag)
{
    if (!err && !r->failed)
        return file_commit(out, diag) == SR_OK;
    const int error = errno;
    file_abort(out);
    if (!err)
        snprintf(diag->text, sizeof diag->text, "%s", strerror(error));
    return err != SR_OK;
}

/* The bots; those that do without their network say so, once where they are the same. */
static bool read_bots(const struct cli *cli, struct lab_setup *s)
{
    if (!cli_bots(cli, s->seats, s->bot))
        return false;
    for (int i = 0; i < s->seats; i++) {
        const struct sr_skill *k = &s->bot[i].skill, *before = &s->bot[i ? i - 1 : 0].skill;
        if (!i || k->learned != before->learned || k->net != before->net)
            cli_beyond(cli, &s->rules, &s->bot[i]);
    }
    return true;
}

/* A game that broke the rules is told instead of figures. */
static int tell_series(struct cli *cli, const struct sim_report *rep)
{
    const struct lab_series *series = rep->series;
    if (series->broken >= 0) {
        char seed[24];
        snprintf(seed, sizeof seed, "%llu",
                 (unsigned long long)rep->match->seed + (unsigned long long)series->broken);
        return cli_fail(cli, CLI_DIFFERS, "serai.err.broken",
                        CLI_ARGS({"seed", .text = seed}, {"ply", .num = series->broken_ply},
                                 {"what", .text = series->broken_what}));
    }
    if (cli->value[OPT_JSON])
        cli_print_json(write_series, rep);
    else
        print_series(cli, rep);
    return CLI_OK;
}

int cli_sim(struct cli *cli)
{
    struct cli_match match;
    struct lab_sim sim = {.check = cli->value[OPT_CHECK] != NULL,
                          .rotate = cli->value[OPT_ROTATE] != NULL};
    int64_t games, threads;
    const int code = cli_match_read(cli, cli->word[0], 1, &match);
    if (code)
        return code;
    cli_setup(&match, &sim.setup);
    if (!cli_number(cli, OPT_GAMES, 1, 1000000000, 1000, &games) ||
        !cli_number(cli, OPT_THREADS, 1, 256, lab_cores(), &threads) || !read_bots(cli, &sim.setup))
        return CLI_USAGE;
    sim.games = games;
    sim.threads = (int)threads;
    const bool bar = isatty(STDERR_FILENO) && !cli->value[OPT_QUIET];
    sim.progress = bar ? show_progress : NULL;
    struct sr_diag diag;
    struct gpu *gpu = device_of(cli, &sim);
    const struct lab_device device = gpu_device(gpu);
    sim.device = gpu ? &device : NULL;
    struct file_out out = {NULL, NULL, NULL};
    struct lab_records records = {.write = write_records};
    const char *path = cli->value[OPT_RECORDS];
    if (path && !open_records(&sim, &records, &out, path, &diag)) {
        gpu_close(gpu);
        return cli_fail_text(cli, CLI_IO, diag.text);
    }
    struct lab_series *series = mem_grow(NULL, sizeof *series);
    const enum sr_err err = lab_sim(&sim, series, &diag);
    if (bar)
        clear_progress();
    if (!err && gpu && diag.text[0])
        cli_no_gpu(cli, diag.text);
    gpu_close(gpu);
    if (path && !close_records(&records, &out, err, &diag)) {
        mem_free(series);
        return cli_fail_text(cli, CLI_IO, diag.text);
    }
    const struct sim_report rep = {&match, &sim, series};
    const int result = err ? cli_fail_text(cli, CLI_USAGE, diag.text) : tell_series(cli, &rep);
    mem_free(series);
    return result;
}

/* ---- bench ------------------------------------------------------------------------------- */

struct bench_report {
    struct lab_bench row[64 * SR_SEATS_MAX];
    int count;
    uint64_t signature;
};

static void write_bench(struct sr_buf *b, const void *context)
{
    const struct bench_report *rep = context;
    char text[24];
    sr_json_open(b, '{');
    snprintf(text, sizeof text, "%016llx", (unsigned long long)rep->signature);
    sr_json_put_str(b, "signature", text);
    sr_json_put_open(b, "games", '[');
    for (int i = 0; i < rep->count; i++) {
        const struct lab_bench *row = &rep->row[i];
        sr_json_open(b, '{');
        sr_json_put_str(b, "game", row->game->id);
        sr_json_put_int(b, "players", row->seats);
        sr_json_put_int(b, "decisions_per_s", (int64_t)((double)row->decisions / row->cpu_s));
        sr_json_put_int(b, "games_per_s", (int64_t)((double)row->games / row->cpu_s));
        sr_json_put_int(b, "state_bytes", row->game->state_size);
        sr_json_put_int(b, "allocations", row->allocations);
        sr_json_put_hex64(b, "signature", row->signature);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
    sr_json_close(b, '}');
}

static void bench_head(const struct cli *cli)
{
    static const char *const column[] = {"players", "decisions", "games",
                                         "length",  "state",     "allocations"};
    fputs(cli_dim(cli), stdout);
    cli_pad(cli_text(cli, "serai.bench.game"), 10);
    for (int i = 0; i < 6; i++) {
        char key[48];
        snprintf(key, sizeof key, "serai.bench.%s", column[i]);
        cli_pad(cli_text(cli, key), -13);
    }
    printf("  %s%s\n", cli_text(cli, "serai.bench.signature"), cli_plain(cli));
    fflush(stdout);
}

static void bench_row(const struct lab_bench *row)
{
    cli_pad(row->game->id, 10);
    printf("%13d%13.0f%13.0f%13.1f%13d%13lld  %016llx\n", row->seats,
           (double)row->decisions / row->cpu_s, (double)row->games / row->cpu_s,
           (double)row->decisions / (double)row->games, row->game->state_size,
           (long long)row->allocations, (unsigned long long)row->signature);
    fflush(stdout);
}

static bool bench_wants(const struct cli *cli, const struct sr_game *g)
{
    for (int i = 0; i < cli->words; i++)
        if (!strcmp(cli->word[i], g->id))
            return true;
    return cli->words == 0;
}

static int bench_batch(struct cli *cli, int batch, int players, double seconds)
{
    static const char *const column[] = {"players", "decisions", "batch",
                                         "ratio",   "inputs",    "actions"};
    cli_pad(cli_text(cli, "serai.bench.game"), 10);
    for (int i = 0; i < 6; i++) {
        char key[48];
        snprintf(key, sizeof key, "serai.bench.%s", column[i]);
        cli_pad(cli_text(cli, key), -13);
    }
    putchar('\n');
    for (int i = 0; i < sr_game_count(); i++) {
        const struct sr_game *g = sr_game_at(i);
        for (int seats = g->seats_min; seats <= g->seats_max && bench_wants(cli, g); seats++) {
            struct lab_bench_batch row;
            struct sr_diag diag;
            if (players && players != seats)
                continue;
            if (lab_bench_batch(g, seats, batch, seconds, &row, &diag))
                return cli_fail_text(cli, CLI_IO, diag.text);
            const double plain = (double)row.plain.decisions / row.plain.cpu_s;
            const double batched = (double)row.decisions / row.cpu_s;
            cli_pad(g->id, 10);
            printf("%13d%13.0f%13.0f%13.2f%13d%13d\n", seats, plain, batched, batched / plain,
                   row.inputs, row.actions);
            fflush(stdout);
        }
    }
    return CLI_OK;
}

int cli_bench(struct cli *cli)
{
    static struct bench_report rep; /* too large for the stack */
    double seconds = 0.5;
    int64_t players, batch;
    if (cli->value[OPT_SECONDS]) {
        char *end;
        seconds = strtod(cli->value[OPT_SECONDS], &end);
        if (end == cli->value[OPT_SECONDS] || *end || !(seconds >= 0 && seconds <= 3600))
            return cli_fail(cli, CLI_USAGE, "serai.err.number",
                            CLI_ARGS({"option", .text = "--seconds"},
                                     {"value", .text = cli->value[OPT_SECONDS]}, {"min", .num = 0},
                                     {"max", .num = 3600}));
    }
    if (!cli_number(cli, OPT_PLAYERS, 1, SR_SEATS_MAX, 0, &players) ||
        !cli_number(cli, OPT_BATCH, 1, 65535, 0, &batch))
        return CLI_USAGE;
    for (int i = 0; i < cli->words; i++)
        if (!cli_game(cli, cli->word[i]))
            return CLI_USAGE;
    if (batch)
        return bench_batch(cli, (int)batch, (int)players, seconds);
    const bool json = cli->value[OPT_JSON] != NULL;
    struct gpu *gpu = cli->value[OPT_GPU] ? cli_gpu(cli) : NULL;
    if (!json)
        bench_head(cli);
    for (int i = 0; i < sr_game_count(); i++) {
        const struct sr_game *g = sr_game_at(i);
        if (!bench_wants(cli, g))
            continue;
        for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
            if (players && players != seats)
                continue;
            struct lab_bench *row = &rep.row[rep.count++];
            struct sr_diag diag;
            const struct lab_device device = gpu_device(gpu);
            if (gpu && lab_bench_device(&device, g, seats, seconds, row, &diag)) {
                gpu_close(gpu);
                gpu = cli_no_gpu(cli, diag.text);
            }
            if (!gpu)
                lab_bench(g, seats, seconds, row);
            rep.signature += row->signature; /* a sum: order does not count */
            if (!json)
                bench_row(row);
        }
    }
    gpu_close(gpu);
    if (json)
        cli_print_json(write_bench, &rep);
    else
        printf("\n%s %016llx\n", cli_text(cli, "serai.bench.signature"),
               (unsigned long long)rep.signature);
    return CLI_OK;
}

/* ---- perft ------------------------------------------------------------------------------- */

struct perft_report {
    const struct cli_match *match;
    const union sr_state *start;
    struct lab_perft sum;
    int depth;
    bool divide;
    sr_move move[SR_MOVES_MAX];
    uint64_t below[SR_MOVES_MAX]; /* leaves below each first move */
    int moves;
};

static void write_perft(struct sr_buf *b, const void *context)
{
    const struct perft_report *rep = context;
    sr_json_open(b, '{');
    sr_json_put_str(b, "game", rep->match->rules.game->id);
    sr_json_put_int(b, "players", rep->match->seats);
    sr_json_key(b, "seed");
    sr_json_seed(b, rep->match->seed);
    sr_json_put_open(b, "depths", '[');
    for (int d = 1; d <= rep->depth; d++) {
        sr_json_open(b, '{');
        sr_json_put_int(b, "depth", d);
        sr_json_put_int(b, "nodes", (int64_t)rep->sum.nodes[d]);
        sr_json_put_int(b, "ended", (int64_t)rep->sum.ended[d]);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
    if (rep->divide) {
        sr_json_put_open(b, "moves", '{');
        for (int i = 0; i < rep->moves; i++) {
            char text[SR_TEXT_MAX];
            sr_move_text(rep->match->rules.game, rep->move[i], text);
            sr_json_put_int(b, text, (int64_t)rep->below[i]);
        }
        sr_json_close(b, '}');
    }
    sr_json_close(b, '}');
}

/* Sums over the first moves, so that their parts can be shown. */
static void count_all(struct perft_report *rep)
{
    const struct sr_rules *r = &rep->match->rules;
    rep->moves = sr_legal(r, rep->start, rep->move);
    rep->sum.nodes[1] = (uint64_t)rep->moves;
    for (int i = 0; i < rep->moves; i++) {
        union sr_state next;
        struct lab_perft part;
        sr_copy(r, &next, rep->start);
        sr_play_unchecked(r, &next, rep->move[i], NULL);
        lab_perft(r, &next, rep->depth - 1, &part);
        rep->sum.ended[1] += part.ended[0];
        for (int d = 1; d < rep->depth; d++) {
            rep->sum.nodes[d + 1] += part.nodes[d];
            rep->sum.ended[d + 1] += part.ended[d];
        }
        rep->below[i] = part.nodes[rep->depth - 1];
    }
}

int cli_perft(struct cli *cli)
{
    static struct perft_report rep; /* too large for the stack, and what it points at as long */
    static struct cli_match match;
    static union sr_state start;
    int64_t depth;
    const int code = cli_match_read(cli, cli->word[0], 1, &match);
    if (code)
        return code;
    if (!cli_number(cli, OPT_DEPTH, 1, LAB_DEPTH_MAX, 3, &depth))
        return CLI_USAGE;
    if (sr_setup(&match.rules, match.seats, match.option, match.seed, &start, NULL))
        return CLI_USAGE;
    rep.match = &match;
    rep.start = &start;
    rep.depth = (int)depth;
    rep.divide = cli->value[OPT_DIVIDE] != NULL;
    count_all(&rep);
    if (cli->value[OPT_JSON]) {
        cli_print_json(write_perft, &rep);
        return CLI_OK;
    }
    for (int i = 0; rep.divide && i < rep.moves; i++) {
        char text[SR_TEXT_MAX];
        sr_move_text(match.rules.game, rep.move[i], text);
        cli_pad(text, 40);
        printf("%16llu\n", (unsigned long long)rep.below[i]);
    }
    for (int d = 1; d <= rep.depth; d++) {
        printf("%3d%20llu", d, (unsigned long long)rep.sum.nodes[d]);
        if (rep.sum.ended[d])
            printf("  (%llu %s)", (unsigned long long)rep.sum.ended[d],
                   cli_text(cli, "serai.perft.ended"));
        putchar('\n');
    }
    return CLI_OK;
}
