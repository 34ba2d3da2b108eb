/* train.c: `serai train`: learning by self-play, with checkpoints. */
#include <stdlib.h>
#include <time.h>

#include "cli/curve.h"

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* "64,32": neurons of the two hidden layers, multiples of 8. */
static bool read_hidden(const struct cli *cli, int hidden[2])
{
    const char *text = cli->value[OPT_HIDDEN];
    if (!text)
        return true;
    char *end;
    const long a = strtol(text, &end, 10);
    const long b = *end == ',' ? strtol(end + 1, &end, 10) : 0;
    if (*end || a < 8 || b < 8 || a > AI_HIDDEN_MAX || b > AI_HIDDEN_MAX || a % 8 || b % 8) {
        cli_fail(cli, CLI_USAGE, "serai.err.hidden", CLI_ARGS({"value", .text = text}));
        return false;
    }
    hidden[0] = (int)a;
    hidden[1] = (int)b;
    return true;
}

/* Bots without settings of their own: a teacher keeps nothing between decisions. */
static bool read_teachers(const struct cli *cli, struct train_setup *s)
{
    const char *at = cli->value[OPT_TEACHER];
    while (at) {
        char one[64];
        const size_t len = strcspn(at, ",");
        struct sr_bot *bot = &s->teacher[s->teachers];
        snprintf(one, sizeof one, "%.*s", (int)len, at);
        if (s->teachers == TRAIN_TEACHERS) {
            cli_fail(cli, CLI_USAGE, "serai.err.teachers", CLI_ARGS({"n", .num = TRAIN_TEACHERS}));
            return false;
        }
        if (!cli_bot(cli, one, bot))
            return false;
        if (!bot->choose) {
            cli_fail(cli, CLI_USAGE, "serai.err.teacher", CLI_ARGS({"bot", .text = one}));
            return false;
        }
        s->teachers++;
        at = at[len] ? at + len + 1 : NULL;
    }
    return true;
}

static int save(const struct cli *cli, const struct trainer *t, const char *weights,
                const char *checkpoint)
{
    struct sr_diag diag;
    size_t len;
    enum sr_err err = SR_OK;
    if (weights) {
        struct learner_net net;
        learner_quantise(trainer_learner(t), &net);
        len = ai_net_write(&net.net, NULL);
        unsigned char *data = mem_new(len);
        ai_net_write(&net.net, data);
        err = file_write(weights, (const char *)data, len, &diag);
        mem_free(data);
        learner_net_free(&net);
    }
    if (!err && checkpoint) {
        unsigned char *data = learner_write(trainer_learner(t), trainer_games(t), &len);
        err = file_write(checkpoint, (const char *)data, len, &diag);
        mem_free(data);
    }
    return err ? cli_fail_text(cli, CLI_IO, diag.text) : CLI_OK;
}

static int write_curve(const struct cli *cli, enum cli_option option, cli_writer *write,
                       const struct curve *c)
{
    struct sr_diag diag;
    size_t len;
    if (!cli->value[option])
        return CLI_OK;
    char *text = cli_render(write, c, &len);
    const enum sr_err err = file_write(cli->value[option], text, len, &diag);
    mem_free(text);
    return err ? cli_fail_text(cli, CLI_IO, diag.text) : CLI_OK;
}

static int write_curves(const struct cli *cli, struct curve *c)
{
    c->losses = cli_text(cli, "serai.train.losses");
    c->strength = cli_text(cli, "serai.train.strength");
    const int status = write_curve(cli, OPT_CSV, curve_csv, c);
    return status ? status : write_curve(cli, OPT_SVG, curve_svg, c);
}

static void show(const struct train_report *rep, const struct train_setup *setup, double rate,
                 int probe)
{
    const char *rival = setup->teachers ? setup->teacher[0].id : "greedy";
    const int left = (int)((double)(setup->games - rep->games) / (rate > 0 ? rate : 1));
    fprintf(stderr, "%9lld/%lld games  %6.0f/s  loss %.4f %.4f  score %.1f  plies %.0f",
            (long long)rep->games, (long long)setup->games, rate, rep->loss[0], rep->loss[1],
            rep->score, rep->plies);
    if (probe >= 0)
        fprintf(stderr, "  against %s %.1f%%", rival, probe / 10.0);
    fprintf(stderr, "  left %d:%02d\n", left / 60, left % 60);
}

static bool read_setup(const struct cli *cli, const struct cli_match *m, struct train_setup *s)
{
    int64_t games, batch, warmup, threads, visits, share, lambda, rate;
    if (!cli_number(cli, OPT_GAMES, 1, 1000000000, 30000, &games) ||
        !cli_number(cli, OPT_BATCH, 1, 65535, 256, &batch) ||
        !cli_number(cli, OPT_WARMUP, 0, 1000000000, 2048, &warmup) ||
        !cli_number(cli, OPT_THREADS, 1, 256, lab_cores(), &threads) ||
        !cli_number(cli, OPT_VISITS, 0, 100000, 0, &visits) ||
        !cli_number(cli, OPT_TEACHER_SHARE, 0, 100, 20, &share) ||
        !cli_number(cli, OPT_LAMBDA, 0, 100, 95, &lambda) ||
        !cli_number(cli, OPT_RATE, 1, 10000, 100, &rate))
        return false;
    *s = (struct train_setup){.rules = m->rules,
                              .games = games,
                              .batch = batch,
                              .warmup = warmup,
                              .threads = (int)threads,
                              .visits = (int)visits,
                              .share = (int)share * 10,
                              .hidden = {64, 32},
                              .lambda = (double)lambda / 100,
                              .rate = (double)rate / 100000,
                              .seed = m->seed};
    s->seats = cli->value[OPT_PLAYERS] ? m->seats : 0;
    memcpy(s->option, m->option, sizeof s->option);
    return read_teachers(cli, s) && read_hidden(cli, s->hidden);
}

/* A trainer: new, or where its checkpoint stands. NULL: *status says how that was told. */
static struct trainer *open_trainer(const struct cli *cli, const struct train_setup *setup,
                                    int *status)
{
    const char *checkpoint = cli->value[OPT_CHECKPOINT];
    struct sr_diag diag;
    size_t len = 0;
    char *old = NULL;
    FILE *there = checkpoint ? fopen(checkpoint, "rb") : NULL;
    if (there) {
        fclose(there);
        old = file_read(checkpoint, &len, &diag);
        if (!old) {
            *status = cli_fail_text(cli, CLI_IO, diag.text);
            return NULL;
        }
    }
    struct trainer *t = trainer_new(setup, (const unsigned char *)old, len, &diag);
    mem_free(old);
    if (!t)
        *status = cli_fail_text(cli, CLI_USAGE, diag.text);
    return t;
}

int cli_train(struct cli *cli)
{
    struct cli_match m;
    struct train_setup setup;
    int64_t minutes;
    const int code = cli_match_read(cli, cli->word[0], 1, &m);
    if (code)
        return code;
    if (!read_setup(cli, &m, &setup) || !cli_number(cli, OPT_MINUTES, 1, 100000, 100000, &minutes))
        return CLI_USAGE;
    const char *checkpoint = cli->value[OPT_CHECKPOINT], *weights = cli->value[OPT_OUTPUT];
    int status = CLI_OK;
    struct trainer *t = open_trainer(cli, &setup, &status);
    if (!t)
        return status;
    struct curve *curve = mem_new(sizeof *curve);
    const bool told = !cli->value[OPT_QUIET], drawn = cli->value[OPT_CSV] || cli->value[OPT_SVG];
    const double start = seconds_now();
    double shown = start, saved = start, probed = start, probing = 0;
    const int64_t first = trainer_games(t);
    struct train_report rep;
    double now = start;
    while (!status && now - start < (double)minutes * 60 && trainer_step(t, &rep)) {
        now = seconds_now();
        if (cli->value[OPT_MINUTES])
            trainer_hurry(t, (now - start) / ((double)minutes * 60));
        const bool last = rep.games >= setup.games;
        if (now - saved > 60 || last) {
            status = save(cli, t, weights, checkpoint);
            saved = now;
        }
        int won = -1;
        if ((told || drawn) && (now - shown > 2 || last)) {
            /* Looking how far it is takes time as well: a tenth of it at most. */
            const bool probe = now - probed > sr_max(20, (int)(10 * probing)) || last;
            const double rate = (double)(rep.games - first) / (now - start);
            won = probe ? trainer_probe(t, 200) : -1;
            if (told)
                show(&rep, &setup, rate, won);
            shown = now;
            probed = probe ? seconds_now() : probed;
            probing = probe ? probed - now : probing;
        }
        curve_add(curve, &rep, won);
    }
    if (!status)
        status = save(cli, t, weights, checkpoint);
    if (!status)
        status = write_curves(cli, curve);
    mem_free(curve);
    trainer_free(t);
    return status;
}
