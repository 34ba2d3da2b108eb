/* trace.c: the referee's format: a match with every legal move, event and state, one JSON object
 * a line, and the referee who checks such lines without anything else (docs/formats.md). */
#include <stdio.h>

#include "lab/lab.h"

enum { LINE_FIRST = 1 << 17 };

/* ---- lines ------------------------------------------------------------------------------- */

/* What a line is written from; the referee writes the same lines to compare. */
struct scribe {
    const struct lab_setup *setup; /* header only */
    struct lab_match *match;
    sr_move legal[SR_MOVES_MAX];   /* of the decision that was taken */
    int legal_count, actor;
    uint32_t ply;
    sr_move move;
    struct sr_events events;
    struct sr_event event[SR_EVENTS_MAX];
    char *text;
    size_t max, len;
};

static void write_header(struct sr_buf *b, const struct scribe *w)
{
    struct sr_table_config c;
    sr_table_config_init(&c, &w->setup->rules, w->setup->seats, w->setup->seed);
    memcpy(c.option, w->setup->option, sizeof c.option);
    sr_json_open(b, '{');
    sr_table_config_write(b, &c, SR_SETUP_SEED | SR_SETUP_EDITION);
    sr_json_key(b, "state");
    sr_state_write(b, &w->match->rules, &w->match->state);
    sr_json_close(b, '}');
}

static void write_step(struct sr_buf *b, const struct scribe *w)
{
    const struct sr_game *g = w->match->rules.game;
    sr_json_open(b, '{');
    sr_json_put_int(b, "ply", w->ply);
    sr_json_put_int(b, "actor", w->actor);
    sr_json_key(b, "legal");
    sr_moves_write(b, g, w->legal, w->legal_count);
    sr_json_put_move(b, "move", g, w->move);
    sr_json_key(b, "events");
    sr_events_write(b, g, &w->events, SR_FULL);
    sr_json_key(b, "state");
    sr_state_write(b, &w->match->rules, &w->match->state);
    sr_json_close(b, '}');
}

static void write_result(struct sr_buf *b, const struct scribe *w)
{
    struct sr_scores sc;
    sr_scores_of(&w->match->rules, &w->match->state, &sc);
    sr_json_open(b, '{');
    sr_json_put_ints(b, "scores", sc.total, sc.lines);
    sr_json_put_ints(b, "ranks", sc.rank, sc.lines);
    sr_json_close(b, '}');
}

typedef void line_writer(struct sr_buf *b, const struct scribe *w);

static void render(struct scribe *w, line_writer *write)
{
    for (;;) {
        struct sr_buf b;
        if (!w->text) {
            w->max = LINE_FIRST;
            w->text = mem_grow(NULL, w->max);
        }
        sr_buf_init(&b, w->text, w->max);
        write(&b, w);
        if (!b.full) {
            w->len = b.len;
            return;
        }
        w->max *= 2;
        w->text = mem_grow(w->text, w->max);
    }
}

/* Plays a move and keeps what its line needs. */
static void step(struct scribe *w, sr_move move)
{
    struct lab_match *m = w->match;
    memcpy(w->legal, m->legal, (size_t)m->legal_count * sizeof m->legal[0]);
    w->legal_count = m->legal_count;
    w->actor = m->actor;
    w->ply = m->state.head.ply;
    w->move = move;
    w->events = (struct sr_events){w->event, 0, SR_EVENTS_MAX, false};
    lab_play(m, move, &w->events);
}

/* ---- writing a match --------------------------------------------------------------------- */

enum sr_err lab_trace(const struct lab_setup *s, lab_sink *sink, void *context,
                      struct sr_diag *diag)
{
    struct lab_match *m = lab_match_new(s->seats);
    struct scribe *w = mem_new(sizeof *w);
    w->setup = s;
    w->match = m;
    enum sr_err err = lab_begin(m, s, 0, 0, diag);
    if (!err) {
        render(w, write_header);
        bool going = sink(context, w->text, w->len);
        while (going && m->actor != SR_NOBODY) {
            step(w, lab_choose(m));
            render(w, write_step);
            going = sink(context, w->text, w->len);
        }
        if (going) {
            render(w, write_result);
            going = sink(context, w->text, w->len);
        }
        if (!going)
            err = SR_IO;
    }
    mem_free(w->text);
    mem_free(w);
    lab_match_free(m);
    return err;
}

/* ---- the referee ------------------------------------------------------------------------- */

struct lab_referee {
    struct lab_setup setup;
    struct lab_match *match;
    struct scribe scribe;
    unsigned char edition[SR_EDITION_MAX];
    bool begun, done;
};

struct lab_referee *lab_referee_new(void)
{
    struct lab_referee *r = mem_new(sizeof *r);
    r->match = lab_match_new(0); /* nobody thinks here */
    r->scribe.setup = &r->setup;
    r->scribe.match = r->match;
    return r;
}

void lab_referee_free(struct lab_referee *r)
{
    if (!r)
        return;
    mem_free(r->scribe.text);
    lab_match_free(r->match);
    mem_free(r);
}

bool lab_referee_done(const struct lab_referee *r) { return r->done; }

int lab_referee_ply(const struct lab_referee *r) { return (int)r->match->state.head.ply; }

const struct sr_rules *lab_referee_rules(const struct lab_referee *r)
{
    return r->begun ? &r->match->rules : NULL;
}

const union sr_state *lab_referee_state(const struct lab_referee *r)
{
    return r->begun ? &r->match->state : NULL;
}

sr_move lab_referee_move(const struct lab_referee *r, int *actor, const struct sr_events **ev)
{
    *actor = r->scribe.actor;
    *ev = &r->scribe.events;
    return r->scribe.move;
}

static enum sr_err read_header(struct lab_referee *r, const struct sr_doc *doc,
                               struct sr_diag *diag)
{
    struct sr_table_config c;
    enum sr_err err = sr_table_config_read(doc, 0, SR_SETUP_SEED, r->edition, &c, diag);
    if (err)
        return err;
    if (c.rules_version != c.rules.game->rules_version)
        return sr_fail(diag, SR_DIFFERS, "rules version %d, this program plays version %d",
                       c.rules_version, c.rules.game->rules_version);
    r->setup.rules = c.rules;
    r->setup.seats = c.seats;
    r->setup.seed = c.seed;
    memcpy(r->setup.option, c.option, sizeof c.option);
    err = lab_begin(r->match, &r->setup, 0, 0, diag);
    r->begun = !err;
    return err;
}

struct finding {
    struct sr_diag *diag;
    bool found;
};

static void note_first(void *context, const char *path, const char *want, const char *got)
{
    struct finding *f = context;
    if (!f->found)
        sr_explain(f->diag, "%s: the trace says %.70s, the rules say %.70s", *path ? path : "line",
                   *want ? want : "nothing", *got ? got : "nothing");
    f->found = true;
}

/* Compares the line read with the one the rules would write. */
static enum sr_err compare(struct lab_referee *r, const struct sr_doc *doc, line_writer *write,
                           struct sr_diag *diag)
{
    struct sr_doc own;
    render(&r->scribe, write);
    enum sr_err err = mem_parse(&own, r->scribe.text, r->scribe.len, diag);
    if (err)
        return err;
    struct finding f = {diag, false};
    const struct lab_form form = {r->match->rules.game, r->setup.seats};
    lab_diff(&form, doc, 0, &own, 0, false, "", note_first, &f);
    mem_free(own.tok);
    return f.found ? SR_DIFFERS : SR_OK;
}

static enum sr_err read_step(struct lab_referee *r, const struct sr_doc *doc, struct sr_diag *diag)
{
    const int t = sr_json_get(doc, 0, "move");
    if (t < 0)
        return sr_fail(diag, SR_KEY, "the line has no move");
    sr_move move;
    const enum sr_err err = sr_move_read(&r->match->rules, &r->match->state, doc, t, &move, diag);
    if (err)
        return err == SR_ILLEGAL ? SR_DIFFERS : err;
    step(&r->scribe, move);
    return compare(r, doc, write_step, diag);
}

enum sr_err lab_referee_line(struct lab_referee *r, const char *line, size_t len,
                             struct sr_diag *diag)
{
    struct sr_doc doc;
    if (r->done)
        return sr_fail(diag, SR_NOTHING, "there are lines after the result");
    enum sr_err err = mem_parse(&doc, line, len, diag);
    if (err)
        return err;
    if (doc.tok[0].type != SR_J_OBJECT) {
        err = sr_fail(diag, SR_TYPE, "the line is no JSON object");
    } else if (!r->begun) {
        err = read_header(r, &doc, diag);
        if (!err)
            err = compare(r, &doc, write_header, diag);
    } else if (r->match->actor == SR_NOBODY) {
        err = compare(r, &doc, write_result, diag);
        r->done = !err;
    } else {
        err = read_step(r, &doc, diag);
    }
    mem_free(doc.tok);
    return err;
}

/* ---- a trace as a match ------------------------------------------------------------------ */

/* The next line of a text, without its end; false at the end. */
static bool next_line(const char **text, size_t *len, const char **line, size_t *n)
{
    if (*len == 0)
        return false;
    const char *nl = memchr(*text, '\n', *len);
    *line = *text;
    *n = nl ? (size_t)(nl - *text) : *len;
    *text += *n + (nl != NULL);
    *len -= *n + (nl != NULL);
    return true;
}

static struct sr_table *table_of(const char *line, size_t n, struct sr_diag *diag)
{
    struct sr_table_config c;
    struct sr_doc doc;
    unsigned char edition[SR_EDITION_MAX];
    if (mem_parse(&doc, line, n, diag))
        return NULL;
    const enum sr_err err = sr_table_config_read(&doc, 0, SR_SETUP_SEED, edition, &c, diag);
    mem_free(doc.tok);
    return err ? NULL : sr_table_new(&c, diag);
}

struct sr_table *lab_trace_table(const char *text, size_t len, struct sr_diag *diag)
{
    struct lab_referee *ref = lab_referee_new();
    struct sr_table *t = NULL;
    enum sr_err err = SR_OK;
    const char *line;
    size_t n;
    while (!err && next_line(&text, &len, &line, &n)) {
        err = lab_referee_line(ref, line, n, diag);
        if (!err && !t) {
            t = table_of(line, n, diag);
            err = t ? SR_OK : SR_PARSE;
        } else if (!err && !lab_referee_done(ref)) {
            int actor;
            const struct sr_events *ev;
            const sr_move move = lab_referee_move(ref, &actor, &ev);
            err = sr_table_play(t, actor, move, NULL, diag);
        }
    }
    if (!err && !lab_referee_done(ref))
        err = sr_fail(diag, SR_DIFFERS, "the trace ends early");
    lab_referee_free(ref);
    if (!err)
        return t;
    sr_table_free(t);
    return NULL;
}
