/* calibrate.c: `serai calibrate`: what bots state against what comes of it. */
#include "lab/calibrate.h"

#include <unistd.h>

#include "cli/cli.h"

struct report {
    const struct lab_setup *setup;
    const struct calibration *c;
};

static void json_real(struct sr_buf *b, const char *key, double v)
{
    char text[40];
    snprintf(text, sizeof text, "%.4f", v);
    sr_json_key(b, key);
    sr_json_raw(b, text);
}

static void json_bins(struct sr_buf *b, const char *key, const struct reliability *bins,
                      double brier)
{
    sr_json_put_open(b, key, '{');
    json_real(b, "brier", brier);
    sr_json_put_open(b, "tenths", '[');
    for (int i = 0; i < CALIBRATE_BINS; i++) {
        sr_json_open(b, '{');
        sr_json_put_int(b, "n", bins[i].n);
        json_real(b, "stated", bins[i].stated);
        json_real(b, "result", bins[i].result);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
    sr_json_close(b, '}');
}

static void write_report(struct sr_buf *b, const void *context)
{
    const struct report *r = context;
    const struct calibration *c = r->c;
    sr_json_open(b, '{');
    sr_json_put_str(b, "game", r->setup->rules.game->id);
    sr_json_put_int(b, "players", r->setup->seats);
    sr_json_put_int(b, "games", c->games);
    sr_json_put_int(b, "decisions", c->count);
    sr_json_put_ints(b, "slope", c->slope, CALIBRATE_PHASES);
    sr_json_put_ints(b, "lean", c->lean, CALIBRATE_PHASES);
    json_bins(b, "believed", c->raw, c->brier_raw);
    json_bins(b, "told", c->told, c->brier_told);
    json_bins(b, "fitted", c->fitted, c->brier_fitted);
    sr_json_close(b, '}');
}

static void print_bins(const struct cli *cli, const char *key, const struct reliability *bins,
                       double brier)
{
    char text[16];
    snprintf(text, sizeof text, "%.4f", brier);
    printf("%s", cli_bold(cli));
    cli_say(cli, key, CLI_ARGS({"brier", .text = text}));
    printf("%s", cli_plain(cli));
    cli_pad(cli_text(cli, "serai.calibrate.decisions"), -12);
    cli_pad(cli_text(cli, "serai.calibrate.stated"), -12);
    cli_pad(cli_text(cli, "serai.calibrate.result"), -12);
    putchar('\n');
    for (int i = 0; i < CALIBRATE_BINS; i++)
        if (bins[i].n)
            printf("%12lld%10.1f %%%10.1f %%\n", (long long)bins[i].n, 100 * bins[i].stated,
                   100 * bins[i].result);
    putchar('\n');
}

static void print_report(const struct cli *cli, const struct report *r)
{
    const struct calibration *c = r->c;
    print_bins(cli, "serai.calibrate.believed", c->raw, c->brier_raw);
    print_bins(cli, "serai.calibrate.told", c->told, c->brier_told);
    print_bins(cli, "serai.calibrate.fitted", c->fitted, c->brier_fitted);
    printf("CHANCES(%s, %d, %d, %d, %d, %d, %d, %d)\n", r->setup->rules.game->id, r->setup->seats,
           c->slope[0], c->slope[1], c->slope[2], c->lean[0], c->lean[1], c->lean[2]);
}

int cli_calibrate(struct cli *cli)
{
    struct cli_match m;
    struct sr_diag diag;
    struct calibration c;
    int64_t games, threads;
    int code = cli_match_read(cli, cli->word[0], 1, &m);
    if (code)
        return code;
    struct lab_setup s = {.rules = m.rules, .seats = m.seats, .seed = m.seed};
    struct sr_bot bot;
    memcpy(s.option, m.option, sizeof s.option);
    if (!cli_number(cli, OPT_GAMES, 1, 10000000, 100, &games) ||
        !cli_number(cli, OPT_THREADS, 1, 256, lab_cores(), &threads) ||
        !cli_bot(cli, cli->value[OPT_BOTS] ? cli->value[OPT_BOTS] : "vizier:visits=200", &bot))
        return CLI_USAGE;
    for (int i = 0; i < s.seats; i++)
        s.bot[i] = bot;
    if (calibrate(&s, games, (int)threads, &c, &diag))
        return cli_fail_text(cli, CLI_USAGE, diag.text);
    const struct report r = {&s, &c};
    if (cli->value[OPT_JSON])
        cli_print_json(write_report, &r);
    else
        print_report(cli, &r);
    calibration_free(&c);
    return CLI_OK;
}
