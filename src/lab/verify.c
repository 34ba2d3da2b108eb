/* verify.c: runs case files: given a position, when moves are played, then this must hold.
 * The format is described in docs/formats.md and docs/case.schema.json.
 *
 * A case that says something this runner does not understand fails: a typing error must never
 * look like a test that passes. */
#include <stdarg.h>
#include <stdio.h>

#include "lab/lab.h"

enum { NAME_LEN = 96, TITLE_LEN = 256, JSON_FIRST = 1 << 16, LIST_LEN = 1024 };

/* One case while it runs. */
struct run {
    struct lab_verify *v;
    const struct sr_doc *doc;
    char name[NAME_LEN], title[TITLE_LEN];
    int step, differences;

    struct sr_rules rules;
    unsigned char edition[SR_EDITION_MAX];
    union sr_state state;
    bool rigged; /* `chance` has replaced the generator */
    struct sr_event event[SR_EVENTS_MAX];
    struct sr_events events; /* of this step's moves */

    char *json; /* scratch for what the game writes */
    size_t json_max;
};

static void report(struct run *r, const char *path, const char *want, const char *got)
{
    r->differences++;
    if (r->v->report)
        r->v->report(r->v->context, r->name, r->step, path, want, got);
}

static void report_diff(void *context, const char *path, const char *want, const char *got)
{
    report(context, path, *want ? want : "(nothing)", *got ? got : "(nothing)");
}

/* The case itself is not well formed. */
static bool SR_PRINTF(2, 3) bad(struct run *r, const char *format, ...)
{
    char text[320];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    report(r, "", "", text);
    return false;
}

/* ---- small readers ----------------------------------------------------------------------- */

static int type_of(const struct run *r, int t) { return t < 0 ? -1 : r->doc->tok[t].type; }

/* Refuses members of an object that are not in the list (ended by NULL). */
static bool only(struct run *r, int object, const char *where, const char *const *known)
{
    int t = object + 1;
    for (int i = 0; i < r->doc->tok[object].size; i++) {
        int k = 0;
        while (known[k] && !sr_json_is(r->doc, t, known[k]))
            k++;
        if (!known[k])
            return bad(r, "%s has an unknown member '%.*s'", where,
                       (int)(r->doc->tok[t].end - r->doc->tok[t].start),
                       r->doc->text + r->doc->tok[t].start);
        t = r->doc->tok[r->doc->tok[t].next].next;
    }
    return true;
}

static bool read_int(struct run *r, int object, const char *key, int64_t fallback, int64_t *out)
{
    const int t = sr_json_get(r->doc, object, key);
    *out = fallback;
    return t < 0 || sr_json_num(r->doc, t, out) || bad(r, "%s is not a whole number", key);
}

static bool is_list(struct run *r, int t, const char *what)
{
    return type_of(r, t) == SR_J_ARRAY || bad(r, "%s is not a list", what);
}

static int verb_named(const struct sr_game *g, const char *text)
{
    const size_t n = strcspn(text, " \t");
    for (int i = 0; i < g->move_count; i++)
        if (strlen(g->moves[i].name) == n && memcmp(g->moves[i].name, text, n) == 0)
            return i;
    return -1;
}

/* ---- notation that could be a move at all ------------------------------------------------ */

static bool same_word(const char *word, size_t n, const char *name)
{
    if (strlen(name) != n)
        return false;
    for (size_t i = 0; i < n; i++)
        if ((word[i] | 0x20) != (name[i] | 0x20))
            return false;
    return true;
}

static bool is_name(const struct sr_names *names, const char *word, size_t n)
{
    for (int i = 0; i < names->count; i++)
        if (same_word(word, n, names->name[i]))
            return true;
    return false;
}

static bool is_value(const struct sr_arg *a, const char *word, size_t n)
{
    if (a->type == SR_A_NAME)
        return is_name(a->names, word, n);
    if (a->type == SR_A_SET) {
        for (size_t at = 0; at < n;) {
            size_t len = 0;
            while (at + len < n && word[at + len] != '+')
                len++;
            if (!is_name(a->names, word + at, len) && !same_word(word, n, "none"))
                return false;
            at += len + 1;
        }
        return n > 0;
    }
    const size_t skip = a->type == SR_A_SEAT || word[0] == '-' || word[0] == '+';
    return n > skip && strspn(word + skip, "0123456789") >= n - skip;
}

/* Whether some position might have a move with this notation: the verb exists, and every further
 * word is a value of one of its arguments, in order. */
static bool could_be_move(const struct sr_game *g, const char *text)
{
    const int verb = verb_named(g, text);
    if (verb < 0)
        return false;
    const struct sr_arg *a = g->moves[verb].arg;
    const char *word = text + strcspn(text, " ");
    int i = 0;
    while (*(word += strspn(word, " "))) {
        const size_t n = strcspn(word, " ");
        for (;; i++) {
            if (i == SR_ARGS_MAX || a[i].type == SR_A_END)
                return false;
            if (a[i].flags & SR_A_SILENT)
                continue;
            size_t key = 0;
            if (a[i].flags & SR_A_KEYED) {
                key = strlen(a[i].key) + 1;
                if (n < key || strncmp(word, a[i].key, key - 1) != 0 || word[key - 1] != '=')
                    continue;
            }
            if (is_value(&a[i], word + key, n - key))
                break;
        }
        i++;
        word += n;
    }
    return true;
}

/* ---- what the game writes, as a document ------------------------------------------------- */

typedef void writer(struct sr_buf *b, struct run *r, int index);

static void write_state(struct sr_buf *b, struct run *r, int index)
{
    (void)index;
    sr_state_write(b, &r->rules, &r->state);
}

static void write_event(struct sr_buf *b, struct run *r, int index)
{
    sr_event_write(b, r->rules.game, &r->event[index]);
}

static void render(struct run *r, writer *write, int index)
{
    for (;;) {
        struct sr_buf b;
        sr_buf_init(&b, r->json, r->json_max);
        write(&b, r, index);
        if (!b.full)
            return;
        r->json_max *= 2;
        r->json = mem_grow(r->json, r->json_max);
    }
}

/* Compares value t of the case with what the game writes. */
static int compare(struct run *r, int t, writer *write, int index, const char *path, bool loud)
{
    struct sr_doc got;
    struct sr_diag diag;
    render(r, write, index);
    if (mem_parse(&got, r->json, strlen(r->json), &diag)) {
        bad(r, "the game wrote broken JSON: %s", diag.text);
        return 1;
    }
    const struct lab_form form = {write == write_state ? r->rules.game : NULL, r->state.head.seats};
    const int n = lab_diff(&form, r->doc, t, &got, 0, true, path, loud ? report_diff : NULL, r);
    mem_free(got.tok);
    return n;
}

/* ---- given ------------------------------------------------------------------------------- */

static bool set_up(struct run *r, int c)
{
    struct sr_diag diag = {""};
    struct sr_table_config setup;
    const unsigned parts = sr_json_get(r->doc, c, "seed") >= 0 ? SR_SETUP_SEED : 0;
    if (sr_table_config_read(r->doc, c, parts, r->edition, &setup, &diag))
        return bad(r, "%s", diag.text);
    if (!parts)
        setup.seed = 1;
    r->rules = setup.rules;
    if (r->v->game)
        r->rules.game = r->v->game(r->v->context, r->rules.game);
    if (sr_setup_wide(&r->rules, setup.seats, setup.option, setup.seed, setup.seed_high, &r->state,
                      &diag))
        return bad(r, "%s", diag.text);
    const int given = sr_json_get(r->doc, c, "given");
    if (given >= 0 && sr_state_patch(&r->rules, r->doc, given, &r->state, &diag))
        return bad(r, "given: %s", diag.text);
    return true;
}

/* ---- chance ------------------------------------------------------------------------------ */

struct draws {
    uint64_t value[64], out_of[64];
    int count;
};

static bool add_draw(struct run *r, struct draws *d, int64_t value, int64_t out_of)
{
    if (d->count == 64 || out_of < 2 || out_of > UINT32_MAX)
        return bad(r, "chance: a draw is out of 2 or more, and there are at most 64");
    if (value < 0 || value >= out_of)
        return bad(r, "chance: result %lld is not possible out of %lld", (long long)value,
                   (long long)out_of);
    d->value[d->count] = (uint64_t)value;
    d->out_of[d->count++] = (uint64_t)out_of;
    return true;
}

static bool read_rolls(struct run *r, int t, struct draws *d)
{
    static const char *const known[] = {"sides", "rolls", NULL};
    int64_t sides, roll;
    const int rolls = sr_json_get(r->doc, t, "rolls");
    if (!only(r, t, "chance", known) || !read_int(r, t, "sides", 6, &sides) ||
        !is_list(r, rolls, "chance.rolls"))
        return false;
    int e = rolls + 1;
    for (int i = 0; i < r->doc->tok[rolls].size; i++, e = r->doc->tok[e].next) {
        if (!sr_json_num(r->doc, e, &roll))
            return bad(r, "chance.rolls holds something that is no whole number");
        if (!add_draw(r, d, roll - 1, sides))
            return false;
    }
    return true;
}

static bool read_pairs(struct run *r, int t, struct draws *d)
{
    int e = t + 1;
    for (int i = 0; i < r->doc->tok[t].size; i++, e = r->doc->tok[e].next) {
        int64_t value, out_of;
        if (type_of(r, e) != SR_J_ARRAY || r->doc->tok[e].size != 2 ||
            !sr_json_num(r->doc, e + 1, &value) || !sr_json_num(r->doc, e + 2, &out_of))
            return bad(r, "chance: each draw is a pair [value, out of how many]");
        if (!add_draw(r, d, value, out_of))
            return false;
    }
    return true;
}

/* A case that fixes more draws than happen does not show what it seems to show. */
static bool chance_used(struct run *r)
{
    const struct sr_rng *g = &r->state.head.rng;
    if (r->rigged && (g->s[2] | g->s[3]) == 0 && (g->s[0] | g->s[1]) != 0)
        return bad(r, "chance: not all of the fixed draws happened");
    return true;
}

static bool fix_chance(struct run *r, int t)
{
    struct draws d = {.count = 0};
    if (!chance_used(r))
        return false;
    const int type = type_of(r, t);
    if (type != SR_J_OBJECT && type != SR_J_ARRAY)
        return bad(r, "chance is neither rolls nor a list of draws");
    if (!(type == SR_J_OBJECT ? read_rolls(r, t, &d) : read_pairs(r, t, &d)))
        return false;
    uint64_t script = 0;
    for (int i = d.count - 1; i >= 0; i--) {
        if (script > (UINT64_MAX - d.value[i]) / d.out_of[i])
            return bad(r, "chance: too many draws to fix in one step");
        script = script * d.out_of[i] + d.value[i];
    }
    sr_rng_rig(&r->state.head.rng, script);
    r->rigged = true;
    return true;
}

/* ---- when -------------------------------------------------------------------------------- */

/* What must hold everywhere: the rules' own check, and that what each viewer sees can be filled in
 * to a position that looks like it, here where a case leads and games seldom do. */
static const char *invariant(struct run *r, struct sr_diag *diag)
{
    union sr_state copy;
    sr_copy(&r->rules, &copy, &r->state);
    if (r->rigged) /* a rigged generator that has run out looks damaged */
        sr_rng_seed(&copy.head.rng, 1);
    const char *broken = sr_check(&r->rules, &copy);
    for (int viewer = 0; !broken && viewer <= SR_SPECTATOR; viewer++) {
        struct sr_view v;
        if (viewer >= copy.head.seats && viewer != SR_SPECTATOR)
            continue;
        sr_observe(&r->rules, &copy, viewer, &v);
        if (sr_view_check(&r->rules, &v.s, diag))
            broken = diag->text;
    }
    return broken;
}

static bool play_moves(struct run *r, int when)
{
    if (!is_list(r, when, "when"))
        return false;
    struct sr_diag diag;
    int t = when + 1;
    for (int i = 0; i < r->doc->tok[when].size; i++, t = r->doc->tok[t].next) {
        sr_move move;
        if (sr_move_read(&r->rules, &r->state, r->doc, t, &move, &diag))
            return bad(r, "move %d: %s", i + 1, diag.text);
        sr_play_unchecked(&r->rules, &r->state, move, &r->events);
        if (r->events.lost)
            return bad(r, "move %d: more than %d events in one step", i + 1, SR_EVENTS_MAX);
        const char *broken = invariant(r, &diag);
        if (broken)
            return bad(r, "move %d breaks an invariant: %s", i + 1, broken);
    }
    return true;
}

/* ---- then -------------------------------------------------------------------------------- */

static void check_actor(struct run *r, int t)
{
    const int actor = sr_actor(&r->rules, &r->state);
    int64_t wanted = SR_NOBODY;
    if (type_of(r, t) != SR_J_NULL && !sr_json_num(r->doc, t, &wanted)) {
        bad(r, "actor is neither a seat nor null");
        return;
    }
    char want[32] = "null", got[32] = "null";
    if (wanted != SR_NOBODY)
        snprintf(want, sizeof want, "%lld", (long long)wanted);
    if (actor != SR_NOBODY)
        snprintf(got, sizeof got, "%d", actor);
    if (strcmp(want, got) != 0)
        report(r, "actor", want, got);
}

static void check_decision(struct run *r, int t)
{
    char want[NAME_LEN] = "null";
    if (type_of(r, t) != SR_J_NULL && !sr_json_text(r->doc, t, want, sizeof want)) {
        bad(r, "decision is no name");
        return;
    }
    const struct sr_game *g = r->rules.game;
    const char *got = r->state.head.over ? "null" : g->decisions[g->decision(&r->state)].name;
    if (strcmp(want, got) != 0)
        report(r, "decision", want, got);
}

static void check_over(struct run *r, int t)
{
    const int type = type_of(r, t);
    if (type != SR_J_TRUE && type != SR_J_FALSE)
        bad(r, "over is neither true nor false");
    else if ((type == SR_J_TRUE) != (r->state.head.over != 0))
        report(r, "over", type == SR_J_TRUE ? "true" : "false",
               type == SR_J_TRUE ? "false" : "true");
}

static void check_results(struct run *r, int t, const char *path, bool ranks)
{
    struct sr_scores sc;
    sr_scores_of(&r->rules, &r->state, &sc);
    const int seats = r->state.head.seats;
    if (!is_list(r, t, path))
        return;
    const int n = r->doc->tok[t].size;
    if (n != seats && n != sc.lines) {
        bad(r, "%s lists %d results, the game has %d", path, n, sc.lines);
        return;
    }
    int e = t + 1;
    for (int i = 0; i < n; i++, e = r->doc->tok[e].next) {
        const int value = ranks ? sc.rank[i] : sc.total[i];
        int64_t wanted;
        char where[64], want[32], got[32];
        if (!sr_json_num(r->doc, e, &wanted)) {
            bad(r, "%s holds something that is no whole number", path);
            return;
        }
        if (wanted == value)
            continue;
        snprintf(where, sizeof where, "%s.%d", path, i);
        snprintf(want, sizeof want, "%lld", (long long)wanted);
        snprintf(got, sizeof got, "%d", value);
        report(r, where, want, got);
    }
}

/* Appends to a list for people, "..." when it grows long. */
static void enlist(char list[LIST_LEN], const char *item)
{
    const size_t len = strlen(list);
    const size_t need = strlen(item) + 2;
    if (len + need + 8 < LIST_LEN)
        snprintf(list + len, LIST_LEN - len, "%s%s", len ? ", " : "", item);
    else if (len < 3 || strcmp(list + len - 3, "...") != 0)
        snprintf(list + len, LIST_LEN - len, ", ...");
}

/* Exactly the listed moves; verb -1: of all verbs, else only of that one. */
static void check_legal(struct run *r, int t, const char *path, int verb, bool exactly)
{
    if (!is_list(r, t, path))
        return;
    sr_move legal[SR_MOVES_MAX];
    bool named[SR_MOVES_MAX] = {false};
    const int n = sr_legal(&r->rules, &r->state, legal);
    char missing[LIST_LEN] = "", extra[LIST_LEN] = "", text[SR_TEXT_MAX];
    int e = t + 1;
    for (int i = 0; i < r->doc->tok[t].size; i++, e = r->doc->tok[e].next) {
        sr_move move;
        if (!sr_json_text(r->doc, e, text, sizeof text)) {
            bad(r, "%s holds something that is no move", path);
            return;
        }
        int at = n;
        if (sr_move_parse(&r->rules, &r->state, text, &move, NULL) == SR_OK)
            for (at = 0; at < n && legal[at] != move; at++) {}
        if (at < n && named[at])
            bad(r, "%s names '%s' twice", path, text);
        else if (at < n && (verb < 0 || sr_move_verb(move) == verb))
            named[at] = true;
        else
            enlist(missing, text);
    }
    for (int i = 0; exactly && i < n; i++) {
        if (named[i] || (verb >= 0 && sr_move_verb(legal[i]) != verb))
            continue;
        sr_move_text(r->rules.game, legal[i], text);
        enlist(extra, text);
    }
    if (*missing)
        report(r, path, missing, "(not legal)");
    if (*extra)
        report(r, path, "(not legal)", extra);
}

static void check_illegal(struct run *r, int t)
{
    if (!is_list(r, t, "illegal"))
        return;
    int e = t + 1;
    for (int i = 0; i < r->doc->tok[t].size; i++, e = r->doc->tok[e].next) {
        char text[SR_TEXT_MAX];
        sr_move move;
        if (!sr_json_text(r->doc, e, text, sizeof text))
            bad(r, "illegal holds something that is no move");
        else if (!could_be_move(r->rules.game, text))
            bad(r, "illegal: '%s' is no move of this game at all", text);
        else if (sr_move_parse(&r->rules, &r->state, text, &move, NULL) == SR_OK)
            report(r, "illegal", "(not legal)", text);
    }
}

static void check_legal_of(struct run *r, int t)
{
    if (type_of(r, t) != SR_J_OBJECT) {
        bad(r, "legal_of is no object");
        return;
    }
    int k = t + 1;
    for (int i = 0; i < r->doc->tok[t].size; i++) {
        char verb[NAME_LEN] = "", path[NAME_LEN + 16];
        const int value = r->doc->tok[k].next;
        sr_json_text(r->doc, k, verb, sizeof verb);
        const int index = verb_named(r->rules.game, verb);
        snprintf(path, sizeof path, "legal_of.%s", verb);
        if (index < 0 || strchr(verb, ' '))
            bad(r, "legal_of: '%s' is no verb of this game", verb);
        else
            check_legal(r, value, path, index, true);
        k = r->doc->tok[value].next;
    }
}

static void check_events(struct run *r, int t)
{
    if (!is_list(r, t, "events"))
        return;
    int at = 0;
    int e = t + 1;
    for (int i = 0; i < r->doc->tok[t].size; i++, e = r->doc->tok[e].next) {
        const int from = at;
        while (at < r->events.count && compare(r, e, write_event, at, "", false))
            at++;
        if (at++ < r->events.count)
            continue;
        char path[32], got[LIST_LEN] = "", want[LIST_LEN];
        snprintf(path, sizeof path, "events.%d", i);
        for (int k = from; k < r->events.count; k++) {
            render(r, write_event, k);
            enlist(got, r->json);
        }
        const struct sr_tok *tok = &r->doc->tok[e];
        snprintf(want, sizeof want, "%.*s", (int)(tok->end - tok->start),
                 r->doc->text + tok->start);
        report(r, path, want, *got ? got : "(no more events)");
        return;
    }
}

static void check_event_count(struct run *r, int t)
{
    int64_t wanted;
    if (!sr_json_num(r->doc, t, &wanted)) {
        bad(r, "event_count is no number");
        return;
    }
    if (wanted == r->events.count)
        return;
    char want[32], got[32];
    snprintf(want, sizeof want, "%lld", (long long)wanted);
    snprintf(got, sizeof got, "%d", r->events.count);
    report(r, "event_count", want, got);
}

static void check_then(struct run *r, int then)
{
    static const char *const known[] = {
        "state",  "actor", "decision", "legal",       "legal_with", "illegal", "legal_of",
        "scores", "ranks", "events",   "event_count", "over",       NULL};
    if (type_of(r, then) != SR_J_OBJECT) {
        bad(r, "then is no object");
        return;
    }
    if (!only(r, then, "then", known))
        return;
    int t;
    if ((t = sr_json_get(r->doc, then, "state")) >= 0)
        compare(r, t, write_state, 0, "state", true);
    if ((t = sr_json_get(r->doc, then, "actor")) >= 0)
        check_actor(r, t);
    if ((t = sr_json_get(r->doc, then, "decision")) >= 0)
        check_decision(r, t);
    if ((t = sr_json_get(r->doc, then, "legal")) >= 0)
        check_legal(r, t, "legal", -1, true);
    if ((t = sr_json_get(r->doc, then, "legal_with")) >= 0)
        check_legal(r, t, "legal_with", -1, false);
    if ((t = sr_json_get(r->doc, then, "illegal")) >= 0)
        check_illegal(r, t);
    if ((t = sr_json_get(r->doc, then, "legal_of")) >= 0)
        check_legal_of(r, t);
    if ((t = sr_json_get(r->doc, then, "scores")) >= 0)
        check_results(r, t, "scores", false);
    if ((t = sr_json_get(r->doc, then, "ranks")) >= 0)
        check_results(r, t, "ranks", true);
    if ((t = sr_json_get(r->doc, then, "events")) >= 0)
        check_events(r, t);
    if ((t = sr_json_get(r->doc, then, "event_count")) >= 0)
        check_event_count(r, t);
    if ((t = sr_json_get(r->doc, then, "over")) >= 0)
        check_over(r, t);
}

/* ---- a case ------------------------------------------------------------------------------ */

static bool run_step(struct run *r, int step)
{
    const int chance = sr_json_get(r->doc, step, "chance");
    const int when = sr_json_get(r->doc, step, "when");
    const int then = sr_json_get(r->doc, step, "then");
    const int before = r->differences;
    r->events = (struct sr_events){r->event, 0, SR_EVENTS_MAX, false};
    if (chance >= 0 && !fix_chance(r, chance))
        return false;
    if (when >= 0 && !play_moves(r, when))
        return false;
    if (then >= 0)
        check_then(r, then);
    return r->differences == before; /* later steps build on this one */
}

static void run_steps(struct run *r, int c)
{
    static const char *const known[] = {"chance", "when", "then", "title", NULL};
    const int steps = sr_json_get(r->doc, c, "steps");
    const bool direct = sr_json_get(r->doc, c, "when") >= 0 ||
                        sr_json_get(r->doc, c, "then") >= 0 ||
                        sr_json_get(r->doc, c, "chance") >= 0;
    if (steps < 0 && !direct) {
        bad(r, "the case has neither steps nor when and then");
        return;
    }
    if (steps < 0) {
        r->step = 1;
        if (run_step(r, c))
            chance_used(r);
        return;
    }
    if (direct) {
        bad(r, "the case has steps, so when, chance and then belong into them");
        return;
    }
    if (!is_list(r, steps, "steps"))
        return;
    int t = steps + 1;
    for (int i = 0; i < r->doc->tok[steps].size; i++, t = r->doc->tok[t].next) {
        r->step = i + 1;
        if (type_of(r, t) != SR_J_OBJECT) {
            bad(r, "the step is no object");
            return;
        }
        if (!only(r, t, "the step", known) || !run_step(r, t))
            return;
    }
    chance_used(r);
}

static void run_case(struct run *r, int c, int number)
{
    static const char *const known[] = {"case",   "title",   "rule",    "game",  "players",
                                        "seed",   "options", "edition", "given", "steps",
                                        "chance", "when",    "then",    "note",  NULL};
    r->step = 0;
    r->differences = 0;
    r->rigged = false;
    snprintf(r->name, sizeof r->name, "%d", number);
    r->title[0] = '\0';
    if (type_of(r, c) != SR_J_OBJECT) {
        bad(r, "a case is an object");
    } else if (only(r, c, "the case", known)) {
        const int name = sr_json_get(r->doc, c, "case");
        if (name < 0 || !sr_json_text(r->doc, name, r->name, sizeof r->name))
            bad(r, "the case has no number or name ('case')");
        const int title = sr_json_get(r->doc, c, "title");
        if (title >= 0 && !sr_json_text(r->doc, title, r->title, sizeof r->title))
            bad(r, "the title is no text, or too long");
        if (set_up(r, c))
            run_steps(r, c);
    }
    if (r->differences)
        r->v->failed++;
    else
        r->v->passed++;
    if (r->v->done)
        r->v->done(r->v->context, r->name, r->title, r->differences);
}

void lab_verify(struct lab_verify *v, const struct sr_doc *doc) { lab_verify_at(v, doc, 0); }

void lab_verify_at(struct lab_verify *v, const struct sr_doc *doc, int token)
{
    struct run *r = mem_grow(NULL, sizeof *r);
    *r = (struct run){.v = v, .doc = doc, .json_max = JSON_FIRST};
    r->json = mem_grow(NULL, r->json_max);
    if (doc->tok[token].type == SR_J_ARRAY) {
        int t = token + 1;
        for (int i = 0; i < doc->tok[token].size; i++, t = doc->tok[t].next)
            run_case(r, t, i + 1);
    } else {
        run_case(r, token, 1);
    }
    mem_free(r->json);
    mem_free(r);
}
