/* replay.c: `serai replay`: tells a saved game or a trace again, verifying every step. */
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "server/fair.h"
#include "terminal/terminal.h"

struct replay {
    struct cli *cli;
    const char *path;
    int64_t to;             /* stop after this many moves; -1: all */
    int viewer;             /* a seat, SR_SPECTATOR, SR_FULL */
    bool show;              /* the position at the end, not the story */
    bool quiet;             /* --verify: one line is enough */
    struct sr_speaker speaker;
    const char *names[SR_SEATS_MAX];
    char shown_name[SR_SEATS_MAX][SR_NAME_MAX];
};

/* ---- telling ----------------------------------------------------------------------------- */

static void tell(const struct replay *rp, int ply, int actor, sr_move move,
                 const struct sr_events *ev)
{
    if (rp->show || rp->quiet)
        return;
    char text[2048], notation[SR_TEXT_MAX];
    struct sr_buf b;
    sr_buf_init(&b, text, sizeof text);
    sr_move_text(rp->speaker.game, move, notation);
    sr_seat_text(&b, &rp->speaker, actor);
    printf("%s%4d  %s: %s%s\n", cli_bold(rp->cli), ply, text, notation, cli_plain(rp->cli));
    for (int i = 0; i < ev->count; i++) {
        const struct sr_event e = sr_event_redact(&ev->list[i], rp->viewer);
        sr_buf_init(&b, text, sizeof text);
        sr_event_sentence(&b, &rp->speaker, &e);
        printf("      %s\n", text);
    }
}

struct seen {
    const struct sr_rules *rules;
    const union sr_state *state;
};

static void write_seen(struct sr_buf *b, const void *context)
{
    const struct seen *s = context;
    sr_state_write(b, s->rules, s->state);
}

static void show_position(const struct replay *rp, const struct sr_rules *r,
                          const union sr_state *s)
{
    struct sr_view view;
    if (rp->viewer == SR_FULL)
        sr_copy(r, &view.s, s);
    else
        sr_observe(r, s, rp->viewer, &view);
    if (rp->cli->value[OPT_JSON]) {
        const struct seen seen = {r, &view.s};
        cli_print_json(write_seen, &seen);
        return;
    }
    enum { ROOM = 1 << 19 };
    struct canvas *canvas = mem_grow(NULL, sizeof *canvas);
    char *text = mem_grow(NULL, ROOM);
    const int width = isatty(STDOUT_FILENO) ? cli_columns() : 100;
    const struct board_scene scene = {.rules = r,
                                      .view = &view,
                                      .speaker = &rp->speaker,
                                      .width = sr_max(100, width),
                                      .height = 40};
    const struct printer_window window = {0, 0, CANVAS_W, CANVAS_H, "\n"};
    struct sr_buf b;
    sr_buf_init(&b, text, ROOM);
    board_draw(&scene, canvas);
    printer_rows(&b, canvas, &window, rp->cli->color);
    fputs(text, stdout);
    mem_free(text);
    mem_free(canvas);
}

static void write_summary(struct sr_buf *b, const void *context)
{
    const struct seen *s = context;
    struct sr_scores sc;
    sr_scores_of(s->rules, s->state, &sc);
    sr_json_open(b, '{');
    sr_json_put_str(b, "game", s->rules->game->id);
    sr_json_put_bool(b, "verified", true);
    sr_json_put_int(b, "plies", s->state->head.ply);
    sr_json_put_bool(b, "over", s->state->head.over);
    sr_json_key(b, "scores");
    sr_scores_write(b, s->rules, &sc);
    sr_json_close(b, '}');
}

static void finish(const struct replay *rp, const struct sr_rules *r, const union sr_state *s)
{
    const struct seen seen = {r, s};
    if (rp->show) {
        show_position(rp, r, s);
    } else if (rp->cli->value[OPT_JSON]) {
        cli_print_json(write_summary, &seen);
    } else {
        struct sr_scores sc;
        sr_scores_of(r, s, &sc);
        if (!rp->quiet && s->head.over) {
            char text[8192];
            struct sr_buf b;
            sr_buf_init(&b, text, sizeof text);
            scores_table(&b, &rp->speaker, &sc, rp->cli->color);
            printf("\n%s\n", text);
        }
        cli_say(rp->cli, s->head.over ? "serai.replay.good_over" : "serai.replay.good",
                CLI_ARGS({"file", .text = rp->path}, {"game", .text = r->game->id},
                         {"n", .num = s->head.ply}));
    }
}

static int not_good(const struct replay *rp, enum sr_err err, const char *why)
{
    const bool differs = err == SR_DIFFERS || err == SR_NOTHING;
    return cli_fail(rp->cli, differs ? CLI_DIFFERS : CLI_USAGE, "serai.err.file",
                    CLI_ARGS({"file", .text = rp->path}, {"why", .text = why}));
}

static void introduce(struct replay *rp, const struct sr_game *g, int seats)
{
    rp->speaker = (struct sr_speaker){
        .lang = rp->cli->lang, .game = g, .names = rp->names, .seats = seats, .you = -1};
}

static int bad_seat(const struct replay *rp, int seats)
{
    return cli_fail(rp->cli, CLI_USAGE, "serai.err.view",
                    CLI_ARGS({"value", .text = rp->cli->value[OPT_VIEW]}, {"n", .num = seats}));
}

static int beyond(const struct replay *rp, int plies)
{
    return cli_fail(rp->cli, CLI_USAGE, "serai.err.to",
                    CLI_ARGS({"to", .num = rp->to}, {"n", .num = plies}));
}

/* ---- saved games ------------------------------------------------------------------------- */

static int replay_table(struct replay *rp, const struct sr_table *t)
{
    const struct sr_table_config *c = sr_table_config_get(t);
    const int plies = sr_table_ply(t);
    if (rp->viewer < SR_SPECTATOR && rp->viewer >= c->seats)
        return bad_seat(rp, c->seats);
    if (rp->to > plies)
        return beyond(rp, plies);
    introduce(rp, c->rules.game, c->seats);
    for (int i = 0; i < c->seats; i++) {
        memcpy(rp->shown_name[i], c->seat[i].name, SR_NAME_MAX);
        printer_clean(rp->shown_name[i]);
        rp->names[i] = rp->shown_name[i];
    }
    const int to = rp->to < 0 ? plies : (int)rp->to;
    struct sr_walk w;
    struct sr_diag diag;
    if (sr_walk_begin(&w, t, 0, &diag))
        return not_good(rp, SR_BROKEN, diag.text);
    while (w.next < to && sr_walk_next(&w))
        tell(rp, w.ply, w.seat, w.move, &w.events);
    finish(rp, &c->rules, &w.state);
    return CLI_OK;
}

static int replay_save(struct replay *rp, const struct sr_doc *doc)
{
    struct sr_diag diag = {""};
    enum sr_err err;
    struct sr_table *t = sr_table_read(doc, 0, &err, &diag);
    int code = t ? replay_table(rp, t) : not_good(rp, err, diag.text);
    if (t)
        sr_table_free(t);
    /* A match from a server says what it had promised about its dice. */
    const enum sr_err fair = fair_verify(doc, 0, &diag);
    if (code == CLI_OK && fair != SR_OK && fair != SR_NOTHING)
        code = not_good(rp, fair, diag.text);
    else if (code == CLI_OK && fair == SR_OK && rp->cli->value[OPT_VERIFY])
        cli_say(rp->cli, "serai.replay.fair", CLI_ARGS({"file", .text = rp->path}));
    return code;
}

/* ---- traces ------------------------------------------------------------------------------ */

static int replay_trace(struct replay *rp, const char *text, size_t len)
{
    struct lab_referee *ref = lab_referee_new();
    struct sr_diag diag = {""};
    enum sr_err err = SR_OK;
    int64_t number = 0;
    bool enough = false;
    for (size_t at = 0; at < len && !err && !enough;) {
        const char *end = memchr(text + at, '\n', len - at);
        const size_t n = end ? (size_t)(end - text) - at : len - at;
        number++;
        err = n ? lab_referee_line(ref, text + at, n, &diag)
                : sr_fail(&diag, SR_PARSE, "the line is empty");
        at += n + 1;
        const union sr_state *s = lab_referee_state(ref);
        if (err || !s)
            break;
        introduce(rp, lab_referee_rules(ref)->game, s->head.seats);
        if (rp->viewer < SR_SPECTATOR && rp->viewer >= s->head.seats) {
            const int seats = s->head.seats;
            lab_referee_free(ref);
            return bad_seat(rp, seats);
        }
        if (number > 1 && !lab_referee_done(ref)) {
            int actor;
            const struct sr_events *ev;
            const sr_move move = lab_referee_move(ref, &actor, &ev);
            tell(rp, (int)s->head.ply - 1, actor, move, ev);
        }
        enough = rp->to >= 0 && (int64_t)s->head.ply == rp->to;
    }
    int code;
    if (err) {
        char why[320];
        snprintf(why, sizeof why, "%s %lld: %s", cli_text(rp->cli, "serai.replay.line"),
                 (long long)number, diag.text);
        code = not_good(rp, err, why);
    } else if (rp->to >= 0 && !enough) {
        code = beyond(rp, lab_referee_ply(ref));
    } else if (rp->to < 0 && !lab_referee_done(ref)) {
        code = not_good(rp, SR_DIFFERS, cli_text(rp->cli, "serai.replay.cut"));
    } else {
        finish(rp, lab_referee_rules(ref), lab_referee_state(ref));
        code = CLI_OK;
    }
    lab_referee_free(ref);
    return code;
}

/* ---- the command ------------------------------------------------------------------------- */

static bool read_viewer(const struct cli *cli, int *out)
{
    const char *text = cli->value[OPT_VIEW];
    *out = SR_FULL;
    if (!text || !strcmp(text, "all"))
        return true;
    if (!strcmp(text, "spectator")) {
        *out = SR_SPECTATOR;
        return true;
    }
    char *end;
    const long v = strtol(text, &end, 10);
    if (end == text || *end || v < 1 || v > SR_SEATS_MAX) {
        cli_fail(cli, CLI_USAGE, "serai.err.view",
                 CLI_ARGS({"value", .text = text}, {"n", .num = SR_SEATS_MAX}));
        return false;
    }
    *out = (int)v - 1;
    return true;
}

int cli_replay(struct cli *cli)
{
    struct replay rp = {.cli = cli, .path = cli->word[0], .quiet = cli->value[OPT_VERIFY] != NULL};
    if (!cli_number(cli, OPT_TO, 0, INT32_MAX, -1, &rp.to) || !read_viewer(cli, &rp.viewer))
        return CLI_USAGE;
    rp.show = !rp.quiet && (rp.to >= 0 || cli->value[OPT_VIEW]);
    if (cli->value[OPT_JSON])
        rp.quiet = !rp.show;
    struct sr_diag diag;
    size_t len;
    char *text = file_read_most(rp.path, FILE_TRACE_MAX, &len, &diag);
    if (!text)
        return cli_fail_text(cli, CLI_IO, diag.text);
    /* A trace is several objects, one a line; a save is one. */
    struct sr_doc doc;
    int code;
    const char *line = memchr(text, '\n', len);
    const size_t first = line ? (size_t)(line - text) : len;
    const bool headed = mem_parse(&doc, text, first, NULL) == SR_OK;
    const bool trace = headed && sr_json_get(&doc, 0, "state") >= 0;
    if (headed)
        mem_free(doc.tok);
    if (trace) {
        code = replay_trace(&rp, text, len);
    } else if (mem_parse(&doc, text, len, &diag)) {
        code = not_good(&rp, SR_PARSE, diag.text);
    } else {
        code = replay_save(&rp, &doc);
        mem_free(doc.tok);
    }
    mem_free(text);
    return code;
}
