/* gamejson.c: the JSON of a game: state, view, move, event, edition, options, scores.
 *
 * One writer and one reader for each; docs/formats.md describes them. */
#include "core/fields.h"

/* ---- options -------------------------------------------------------------------------------- */

void sr_options_write(struct sr_buf *b, const struct sr_game *g, const int8_t *option)
{
    sr_json_open(b, '{');
    for (int i = 0; g->options[i].id; i++) {
        const struct sr_option *o = &g->options[i];
        sr_json_key(b, o->id);
        if (o->names)
            sr_json_str(b, o->names->name[option[i]]);
        else
            sr_json_int(b, option[i]);
    }
    sr_json_close(b, '}');
}

static enum sr_err read_option(const struct sr_option *o, const struct sr_doc *doc, int t,
                               int8_t *out, struct sr_diag *diag)
{
    if (!o->names) {
        int64_t v;
        if (!sr_json_num(doc, t, &v))
            return sr_fail(diag, SR_TYPE, "option %s: a number is expected", o->id);
        if (v < o->min || v > o->max)
            return sr_fail(diag, SR_RANGE, "option %s: %lld is not in %d..%d", o->id, (long long)v,
                           o->min, o->max);
        *out = (int8_t)v;
        return SR_OK;
    }
    for (int i = o->min; i <= o->max; i++) {
        if (sr_json_is(doc, t, o->names->name[i])) {
            *out = (int8_t)i;
            return SR_OK;
        }
    }
    char known[120];
    struct sr_buf b;
    sr_buf_init(&b, known, sizeof known);
    for (int i = o->min; i <= o->max; i++) {
        sr_buf_put(&b, i > o->min ? ", " : "");
        sr_buf_put(&b, o->names->name[i]);
    }
    return sr_fail(diag, SR_RANGE, "option %s: it is one of %s", o->id, known);
}

/* Sets the options named in an object and leaves the others alone. */
static enum sr_err patch_options(const struct sr_game *g, const struct sr_doc *doc, int t,
                                 int8_t *out, struct sr_diag *diag)
{
    if (doc->tok[t].type != SR_J_OBJECT)
        return sr_fail(diag, SR_TYPE, "options: an object is expected");
    unsigned seen = 0;
    int k = t + 1;
    for (int n = 0; n < doc->tok[t].size; n++, k = doc->tok[k + 1].next) {
        int i = 0;
        while (g->options[i].id && !sr_json_is(doc, k, g->options[i].id))
            i++;
        char key[40] = "(too long)";
        (void)sr_json_text(doc, k, key, sizeof key);
        if (!g->options[i].id)
            return sr_fail(diag, SR_KEY, "%s has no option \"%s\"", g->id, key);
        if (seen >> i & 1)
            return sr_fail(diag, SR_KEY, "option %s: named twice", key);
        seen |= 1u << i;
        const enum sr_err err = read_option(&g->options[i], doc, k + 1, &out[i], diag);
        if (err)
            return err;
    }
    return SR_OK;
}

enum sr_err sr_options_read(const struct sr_game *g, const struct sr_doc *doc, int t, int8_t *out,
                            struct sr_diag *diag)
{
    memset(out, 0, SR_OPTIONS_MAX);
    for (int i = 0; g->options[i].id; i++)
        out[i] = g->options[i].def;
    return patch_options(g, doc, t, out, diag);
}

/* ---- state and view ------------------------------------------------------------------------- */

#define HEAD struct sr_head
static const struct sr_field head_fields[] = {
    SR_FIELD(HEAD, seats, SR_T_U8, .min = 1, .max = SR_SEATS_MAX),
    SR_FIELD(HEAD, ply, SR_T_U32),
    SR_FIELD(HEAD, turn, SR_T_U16),
    SR_FIELD(HEAD, over, SR_T_BOOL),
    SR_FIELDS_END,
};

static void write_viewer(struct sr_buf *b, const struct sr_head *head)
{
    sr_json_key(b, "viewer");
    if (head->viewer == SR_FULL)
        sr_json_null(b);
    else if (head->viewer == SR_SPECTATOR)
        sr_json_str(b, "spectator");
    else
        sr_json_int(b, head->viewer);
}

static void write_rng(struct sr_buf *b, const struct sr_head *head)
{
    sr_json_key(b, "rng");
    if (head->viewer != SR_FULL) {
        sr_json_null(b);
        return;
    }
    sr_json_open(b, '[');
    for (int i = 0; i < 4; i++)
        sr_json_int(b, head->rng.s[i]);
    sr_json_close(b, ']');
}

void sr_state_write(struct sr_buf *b, const struct sr_rules *r, const union sr_state *s)
{
    const struct sr_game *g = r->game;
    sr_json_open(b, '{');
    sr_json_put_str(b, "game", g->id);
    write_viewer(b, &s->head);
    sr_fields_write(b, head_fields, &s->head);
    sr_json_key(b, "options");
    sr_options_write(b, g, s->head.option);
    write_rng(b, &s->head);
    sr_fields_write(b, g->state_fields, s);
    sr_json_close(b, '}');
}

/* Game, options and viewer stay as they are during a match; a view has no generator. */
void sr_state_delta(struct sr_buf *b, const struct sr_rules *r, const union sr_state *from,
                    const union sr_state *to)
{
    SR_ASSERT(from->head.viewer == to->head.viewer);
    sr_json_open(b, '{');
    sr_fields_delta(b, head_fields, &from->head, &to->head);
    if (memcmp(&from->head.rng, &to->head.rng, sizeof to->head.rng) != 0)
        write_rng(b, &to->head);
    sr_fields_delta(b, r->game->state_fields, from, to);
    sr_json_close(b, '}');
}

static enum sr_err read_viewer(const struct sr_doc *doc, int t, struct sr_head *head,
                               struct sr_diag *diag)
{
    int64_t v;
    if (doc->tok[t].type == SR_J_NULL)
        head->viewer = SR_FULL;
    else if (sr_json_is(doc, t, "spectator"))
        head->viewer = SR_SPECTATOR;
    else if (sr_json_num(doc, t, &v) && v >= 0 && v < SR_SEATS_MAX)
        head->viewer = (uint8_t)v;
    else
        return sr_fail(diag, SR_RANGE, "viewer: null, a seat or \"spectator\" is expected");
    return SR_OK;
}

static enum sr_err read_rng(const struct sr_doc *doc, int t, struct sr_rng *rng,
                            struct sr_diag *diag)
{
    if (doc->tok[t].type == SR_J_NULL) {
        memset(rng, 0, sizeof *rng);
        return SR_OK;
    }
    bool ok = doc->tok[t].type == SR_J_ARRAY && doc->tok[t].size == 4;
    for (int i = 0; ok && i < 4; i++) {
        int64_t v;
        ok = sr_json_num(doc, sr_json_at(doc, t, i), &v) && v >= 0 && v <= UINT32_MAX;
        if (ok)
            rng->s[i] = (uint32_t)v;
    }
    return ok ? SR_OK : sr_fail(diag, SR_TYPE, "rng: null or four 32-bit numbers are expected");
}

/* The members of the head and those of the game stand side by side in one object. Four of them
 * (named first) have a form of their own; a table joined from the two others reads the rest. */
static enum sr_err read_members(const struct sr_rules *r, const struct sr_doc *doc, int t,
                                union sr_state *s, bool whole, struct sr_diag *diag)
{
    static const char *const own[] = {"game", "viewer", "options", "rng"};
    struct sr_field all[128];
    int n = 0;
    for (int i = 0; i < 4; i++)
        all[n++] = (struct sr_field){.key = own[i], .type = SR_T_SKIP};
    for (const struct sr_field *f = head_fields; f->key; f++)
        all[n++] = *f;
    for (const struct sr_field *f = r->game->state_fields; f->key && SR_ALWAYS(n < 127); f++)
        all[n++] = *f;
    all[n] = (struct sr_field){.key = NULL};
    /* Arrays by seat are as long as there are seats, wherever that key stands. */
    int64_t seats;
    if (sr_json_num(doc, sr_json_get(doc, t, "seats"), &seats) && seats > 0 &&
        seats <= SR_SEATS_MAX)
        s->head.seats = (uint8_t)seats;
    enum sr_err err = sr_fields_read(doc, t, all, s->bytes, whole, diag);
    if (err)
        return err;

    const int game = sr_json_get(doc, t, "game");
    if (game >= 0 && !sr_json_is(doc, game, r->game->id))
        return sr_fail(diag, SR_RANGE, "game: \"%s\" is expected", r->game->id);
    const int viewer = sr_json_get(doc, t, "viewer");
    const int options = sr_json_get(doc, t, "options");
    const int rng = sr_json_get(doc, t, "rng");
    if (viewer >= 0)
        err = read_viewer(doc, viewer, &s->head, diag);
    if (options >= 0 && !err)
        err =
            (whole ? sr_options_read : patch_options)(r->game, doc, options, s->head.option, diag);
    if (rng >= 0 && !err)
        err = read_rng(doc, rng, &s->head.rng, diag);
    return err;
}

void sr_view_write(struct sr_buf *b, const struct sr_rules *r, const union sr_state *s, int viewer)
{
    struct sr_view view;
    if (viewer == s->head.viewer) {
        sr_state_write(b, r, s);
        return;
    }
    sr_observe(r, s, viewer, &view);
    sr_state_write(b, r, &view.s);
}

enum sr_err sr_view_check(const struct sr_rules *r, const union sr_state *view,
                          struct sr_diag *diag)
{
    const struct sr_head *h = &view->head;
    const struct sr_rng none = {{0}};
    if (h->seats < r->game->seats_min || h->seats > r->game->seats_max)
        return sr_fail(diag, SR_RANGE, "seats: %d to %d are expected", r->game->seats_min,
                       r->game->seats_max);
    if (h->viewer != SR_SPECTATOR && h->viewer >= h->seats)
        return sr_fail(diag, SR_RANGE, "viewer: there is no such seat");
    if (memcmp(&h->rng, &none, sizeof none) != 0)
        return sr_fail(diag, SR_RANGE, "rng: null is expected in a view");
    const enum sr_err err = fields__check(r->game->state_fields, view, true, diag);
    if (err)
        return err;
    /* Hidden is what `hide` hides, no less and no more, before `fill` relies on it. */
    struct sr_view v, again;
    sr_copy(r, &again.s, view);
    fields__uncover(r->game->state_fields, &again.s);
    r->game->hide(r->edition, &again.s, h->viewer);
    if (!sr_equal(r, &again.s, view))
        return sr_fail(diag, SR_BROKEN, "this is not what that viewer would see");
    union sr_state filled;
    struct sr_rng rng;
    sr_copy(r, &v.s, view);
    sr_rng_seed(&rng, 1);
    sr_sample(r, &v, &rng, &filled);
    const char *broken = sr_check(r, &filled);
    if (broken)
        return sr_fail(diag, SR_BROKEN, "no position looks like this view: %s", broken);
    sr_observe(r, &filled, view->head.viewer, &again);
    if (!sr_equal(r, &again.s, view))
        return sr_fail(diag, SR_BROKEN, "this is not what that viewer would see");
    return SR_OK;
}

/* The rules' own check gets to see only values of the described ranges. */
static enum sr_err check_complete(const struct sr_rules *r, const union sr_state *s,
                                  const char *opening, struct sr_diag *diag)
{
    const enum sr_err err = fields__check(r->game->state_fields, s, false, diag);
    if (err)
        return err;
    const char *broken = sr_check(r, s);
    return broken ? sr_fail(diag, SR_BROKEN, "%s%s", opening, broken) : SR_OK;
}

enum sr_err sr_state_read(const struct sr_rules *r, const struct sr_doc *doc, int t,
                          union sr_state *out, struct sr_diag *diag)
{
    union sr_state s;
    memset(s.bytes, 0, r->game->state_size);
    enum sr_err err = read_members(r, doc, t, &s, true, diag);
    if (err)
        return err;
    err = s.head.viewer == SR_FULL ? check_complete(r, &s, "", diag) : sr_view_check(r, &s, diag);
    if (err)
        return err;
    sr_copy(r, out, &s);
    return SR_OK;
}

enum sr_err sr_state_patch(const struct sr_rules *r, const struct sr_doc *doc, int t,
                           union sr_state *state, struct sr_diag *diag)
{
    union sr_state s;
    sr_copy(r, &s, state);
    enum sr_err err = read_members(r, doc, t, &s, false, diag);
    if (!err)
        err = check_complete(r, &s, "this position cannot be: ", diag);
    if (err)
        return err;
    sr_copy(r, state, &s);
    return SR_OK;
}

/* ---- moves and events ----------------------------------------------------------------------- */

static void write_arg(struct sr_buf *b, const struct sr_arg *a, int v)
{
    sr_json_key(b, a->key);
    if (a->type == SR_A_NAME && v >= 0 && v < a->names->count) {
        sr_json_str(b, a->names->name[v]);
    } else if (a->type == SR_A_SET) {
        sr_json_open(b, '[');
        for (int i = 0; i < a->names->count; i++)
            if (v >> i & 1)
                sr_json_str(b, a->names->name[i]);
        sr_json_close(b, ']');
    } else {
        sr_json_int(b, v);
    }
}

void sr_move_write(struct sr_buf *b, const struct sr_game *g, sr_move m)
{
    char text[SR_TEXT_MAX];
    sr_move_text(g, m, text);
    sr_json_open(b, '{');
    sr_json_put_str(b, "move", text);
    const int verb = sr_move_verb(m);
    if (verb < g->move_count) {
        sr_json_put_str(b, "verb", g->moves[verb].name);
        for (int i = 0; i < SR_ARGS_MAX && g->moves[verb].arg[i].type != SR_A_END; i++) {
            int v;
            if (sr_move_arg(g, m, i, &v))
                write_arg(b, &g->moves[verb].arg[i], v);
        }
    }
    sr_json_close(b, '}');
}

void sr_json_put_move(struct sr_buf *b, const char *key, const struct sr_game *g, sr_move m)
{
    char text[SR_TEXT_MAX];
    sr_move_text(g, m, text);
    sr_json_put_str(b, key, text);
}

void sr_moves_write(struct sr_buf *b, const struct sr_game *g, const sr_move *moves, int count)
{
    char text[SR_TEXT_MAX];
    sr_json_open(b, '[');
    for (int i = 0; i < count; i++) {
        sr_move_text(g, moves[i], text);
        sr_json_str(b, text);
    }
    sr_json_close(b, ']');
}

enum sr_err sr_move_read(const struct sr_rules *r, const union sr_state *s,
                         const struct sr_doc *doc, int t, sr_move *out, struct sr_diag *diag)
{
    if (doc->tok[t].type == SR_J_OBJECT)
        t = sr_json_get(doc, t, "move");
    char text[SR_TEXT_MAX];
    if (t < 0 || !sr_json_text(doc, t, text, sizeof text))
        return sr_fail(diag, SR_TYPE, "a move is a text, or an object with the key \"move\"");
    return sr_move_parse(r, s, text, out, diag);
}

void sr_event_write(struct sr_buf *b, const struct sr_game *g, const struct sr_event *e)
{
    const struct sr_verb *v = &g->events[e->kind];
    sr_json_open(b, '{');
    sr_json_put_str(b, "event", v->name);
    sr_json_key(b, "seat");
    if (e->seat < 0)
        sr_json_null(b);
    else
        sr_json_int(b, e->seat);
    for (int i = 0; i < SR_EVENT_ARGS && v->arg[i].type != SR_A_END; i++) {
        int value = e->arg[i];
        if (value == SR_ARG_SECRET) {
            sr_json_put_str(b, v->arg[i].key, "?");
            continue;
        }
        if ((v->arg[i].flags & SR_A_OPTIONAL) && value-- == 0)
            continue;
        write_arg(b, &v->arg[i], value);
    }
    if (e->secret) {
        sr_json_put_open(b, "seen_by", '[');
        for (int i = 0; i <= SR_SPECTATOR; i++)
            if (e->seers >> i & 1)
                sr_json_int(b, i);
        sr_json_close(b, ']');
    }
    sr_json_close(b, '}');
}

void sr_events_write(struct sr_buf *b, const struct sr_game *g, const struct sr_events *ev,
                     int viewer)
{
    sr_json_open(b, '[');
    for (int i = 0; i < ev->count; i++) {
        const struct sr_event e = sr_event_redact(&ev->list[i], viewer);
        sr_event_write(b, g, &e);
    }
    sr_json_close(b, ']');
}

static enum sr_err read_event_arg(const struct sr_arg *a, const struct sr_doc *doc, int t,
                                  int16_t *out, struct sr_diag *diag)
{
    int64_t v = -1;
    if (sr_json_is(doc, t, "?")) {
        *out = SR_ARG_SECRET;
        return SR_OK;
    }
    if (a->type == SR_A_SET && t >= 0 && doc->tok[t].type == SR_J_ARRAY) {
        int set = 0;
        for (int e = 0; e < doc->tok[t].size; e++) {
            int i = 0;
            while (i < a->names->count &&
                   !sr_json_is(doc, sr_json_at(doc, t, e), a->names->name[i]))
                i++;
            if (i == a->names->count)
                return sr_fail(diag, SR_RANGE, "%s: unknown name", a->key);
            set |= 1 << i;
        }
        *out = (int16_t)set;
        return SR_OK;
    }
    if (a->type == SR_A_NAME && t >= 0 && doc->tok[t].type == SR_J_STRING) {
        for (int i = 0; i < a->names->count && v < 0; i++)
            if (sr_json_is(doc, t, a->names->name[i]))
                v = i;
        if (v < 0)
            return sr_fail(diag, SR_RANGE, "%s: unknown name", a->key);
    } else if (!sr_json_num(doc, t, &v) || v <= SR_ARG_SECRET ||
               v > INT16_MAX - (a->flags & SR_A_OPTIONAL ? 1 : 0)) {
        return sr_fail(diag, SR_TYPE, "%s: missing or no number", a->key);
    }
    if (a->flags & SR_A_OPTIONAL)
        v++;
    *out = (int16_t)v;
    return SR_OK;
}

static enum sr_err read_seers(const struct sr_verb *v, const struct sr_doc *doc, int t,
                              struct sr_event *e, struct sr_diag *diag)
{
    if (doc->tok[t].type != SR_J_ARRAY)
        return sr_fail(diag, SR_TYPE, "seen_by: a list is expected");
    e->seers = 0;
    for (int i = 0; i < doc->tok[t].size; i++) {
        int64_t seat;
        if (!sr_json_num(doc, sr_json_at(doc, t, i), &seat) || seat < 0 || seat > SR_SPECTATOR)
            return sr_fail(diag, SR_RANGE, "seen_by: seats are expected");
        e->seers = (uint8_t)(e->seers | 1u << seat);
    }
    for (int i = 0; i < SR_EVENT_ARGS && v->arg[i].type != SR_A_END; i++)
        if (v->arg[i].flags & SR_A_SECRET)
            e->secret = (uint8_t)(e->secret | 1u << i);
    return SR_OK;
}

enum sr_err sr_event_read(const struct sr_game *g, const struct sr_doc *doc, int t,
                          struct sr_event *out, struct sr_diag *diag)
{
    struct sr_event e;
    memset(&e, 0, sizeof e);
    e.seers = SR_ALL;
    const int name = sr_json_get(doc, t, "event");
    int kind = 0;
    while (kind < g->event_count && !sr_json_is(doc, name, g->events[kind].name))
        kind++;
    if (kind == g->event_count)
        return sr_fail(diag, SR_RANGE, "event: missing or unknown");
    e.kind = (uint8_t)kind;
    const struct sr_verb *v = &g->events[kind];
    const int seat = sr_json_get(doc, t, "seat");
    int64_t n = -1;
    if (seat < 0 || (doc->tok[seat].type != SR_J_NULL && !sr_json_num(doc, seat, &n)) || n < -1 ||
        n >= SR_LINES_MAX)
        return sr_fail(diag, SR_TYPE, "seat: null or a seat is expected");
    e.seat = (int8_t)n;
    for (int i = 0; i < SR_EVENT_ARGS && v->arg[i].type != SR_A_END; i++) {
        const int value = sr_json_get(doc, t, v->arg[i].key);
        if (value < 0 && (v->arg[i].flags & SR_A_OPTIONAL))
            continue;
        const enum sr_err err = read_event_arg(&v->arg[i], doc, value, &e.arg[i], diag);
        if (err)
            return err;
    }
    const int seers = sr_json_get(doc, t, "seen_by");
    if (seers >= 0) {
        const enum sr_err err = read_seers(v, doc, seers, &e, diag);
        if (err)
            return err;
    }
    *out = e;
    return SR_OK;
}

/* ---- edition and scores --------------------------------------------------------------------- */

void sr_edition_write(struct sr_buf *b, const struct sr_rules *r)
{
    sr_json_open(b, '{');
    sr_fields_write(b, r->game->edition_fields, r->edition);
    sr_json_close(b, '}');
}

static void list_one(void *arg, const struct fields__found *found)
{
    struct sr_buf *b = (struct sr_buf *)arg;
    sr_json_open(b, '{');
    sr_json_put_str(b, "path", found->path);
    sr_json_key(b, "value");
    sr_json_raw(b, found->value);
    sr_json_put_str(b, "prov", found->prov);
    sr_json_close(b, '}');
}

void sr_edition_list(struct sr_buf *b, const struct sr_rules *r)
{
    sr_json_open(b, '[');
    fields__list(r->game->edition_fields, r->edition, list_one, b);
    sr_json_close(b, ']');
}

struct changes {
    uint32_t value[SR_EDITION_MAX]; /* hashes of the game's own; each value has a byte */
    int at, count;
    bool compare;
};

static void change_one(void *arg, const struct fields__found *found)
{
    struct changes *c = (struct changes *)arg;
    uint32_t h = 2166136261u;
    for (const char *s = found->value; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    if (c->compare)
        c->count += c->value[c->at++] != h;
    else
        c->value[c->at++] = h;
}

int sr_edition_changes(const struct sr_rules *r)
{
    struct changes c = {.at = 0};
    if (r->edition == r->game->edition)
        return 0;
    fields__list(r->game->edition_fields, r->game->edition, change_one, &c);
    c.at = 0;
    c.compare = true;
    fields__list(r->game->edition_fields, r->edition, change_one, &c);
    return c.count;
}

enum sr_err sr_edition_read(const struct sr_game *g, const struct sr_doc *doc, int t, void *out,
                            struct sr_diag *diag)
{
    union {
        uint64_t align;
        unsigned char bytes[SR_EDITION_MAX];
    } ed;
    memcpy(ed.bytes, g->edition, g->edition_size);
    const enum sr_err err = sr_fields_read(doc, t, g->edition_fields, ed.bytes, false, diag);
    if (err)
        return err;
    const char *bad = g->check_edition(ed.bytes);
    if (bad)
        return sr_fail(diag, SR_BROKEN, "this edition cannot be played: %s", bad);
    memcpy(out, ed.bytes, g->edition_size);
    return SR_OK;
}

void sr_scores_write(struct sr_buf *b, const struct sr_rules *r, const struct sr_scores *sc)
{
    sr_json_open(b, '[');
    for (int i = 0; i < sc->lines; i++) {
        sr_json_open(b, '{');
        sr_json_put_int(b, "line", i);
        sr_json_put_int(b, "total", sc->total[i]);
        sr_json_put_int(b, "rank", sc->rank[i]);
        sr_json_put_open(b, "parts", '{');
        for (int p = 0; r->game->score_parts[p]; p++) {
            sr_json_put_int(b, r->game->score_parts[p], sc->part[i][p]);
        }
        sr_json_close(b, '}');
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

void sr_json_seed(struct sr_buf *b, uint64_t seed)
{
    char text[24];
    struct sr_buf digits;
    if (seed <= (uint64_t)1 << 53) {
        sr_json_int(b, (int64_t)seed);
        return;
    }
    sr_buf_init(&digits, text, sizeof text);
    sr_buf_int(&digits, (int64_t)(seed / 10));
    sr_buf_int(&digits, (int64_t)(seed % 10));
    sr_json_str(b, text);
}

bool sr_json_seed_read(const struct sr_doc *doc, int t, uint64_t *out)
{
    int64_t v;
    if (sr_json_num(doc, t, &v)) {
        *out = (uint64_t)v;
        return v >= 0;
    }
    char text[24];
    if (!sr_json_text(doc, t, text, sizeof text) || text[0] == '\0')
        return false;
    uint64_t seed = 0;
    for (const char *s = text; *s; s++) {
        if (*s < '0' || *s > '9' || seed > (UINT64_MAX - (uint64_t)(*s - '0')) / 10)
            return false;
        seed = seed * 10 + (uint64_t)(*s - '0');
    }
    *out = seed;
    return true;
}

void sr_json_seed_wide(struct sr_buf *b, uint64_t seed, uint64_t high)
{
    char text[33];
    if (high == 0) {
        sr_json_seed(b, seed);
        return;
    }
    for (int i = 0; i < 32; i++)
        text[i] = "0123456789abcdef"[(i < 16 ? high : seed) >> (60 - 4 * (i % 16)) & 15];
    text[32] = '\0';
    sr_json_str(b, text);
}

bool sr_json_seed_wide_read(const struct sr_doc *doc, int t, uint64_t *seed, uint64_t *high)
{
    char text[33];
    if (!sr_json_text(doc, t, text, sizeof text) || strlen(text) != 32) {
        *high = 0;
        return sr_json_seed_read(doc, t, seed);
    }
    uint64_t half[2] = {0, 0};
    for (int i = 0; i < 32; i++) {
        const char c = text[i];
        const bool digit = c >= '0' && c <= '9';
        if (!digit && (c < 'a' || c > 'f'))
            return false;
        half[i / 16] = half[i / 16] << 4 | (uint64_t)(digit ? c - '0' : c - 'a' + 10);
    }
    *high = half[0];
    *seed = half[1];
    return true;
}
