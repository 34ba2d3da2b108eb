/* standing.c: what the table decides for a person: forced decisions, and answers given in advance
 * (docs/protocol.md, 3.4). */
#include "server/doc.h"
#include "server/play.h"
#include "server/secret.h"

static bool compare(int64_t a, const char *op, int64_t b)
{
    return strcmp(op, "eq") == 0   ? a == b
           : strcmp(op, "ne") == 0 ? a != b
           : strcmp(op, "ge") == 0 ? a >= b
           : strcmp(op, "le") == 0 ? a <= b
                                   : false;
}

/* The nth value of an array, or member of an object (some views have players by name). */
static int nth(const struct sr_doc *d, int at, int64_t n)
{
    const struct sr_tok *t = &d->tok[at];
    if (n < 0 || n >= t->size || (t->type != SR_J_ARRAY && t->type != SR_J_OBJECT))
        return -1;
    if (t->type == SR_J_ARRAY)
        return sr_json_at(d, at, (int)n);
    int key = at + 1;
    for (; n > 0; n--)
        key = d->tok[key + 1].next;
    return key + 1;
}

/* A member by its key, or by the key that it had when the answer was given. */
static int member(const struct sr_doc *view, int at, const struct sr_game *g, const char *key)
{
    if (view->tok[at].type != SR_J_OBJECT)
        return -1;
    int found = sr_json_get(view, at, key);
    for (const struct sr_field *f = g->state_fields; found < 0 && f->key; f++)
        if (f->older && f->older->key && strcmp(f->older->key, key) == 0)
            found = sr_json_get(view, at, f->key);
    return found;
}

/* The value at a path of keys and indexes; "$me" is the own seat. */
static int walk(const struct sr_doc *view, const struct sr_game *g, const struct sr_doc *d,
                int path, int seat)
{
    int at = 0;
    for (int i = 0; i < d->tok[path].size && at >= 0; i++) {
        char key[64];
        int64_t index = seat;
        const int step = sr_json_at(d, path, i);
        const bool me = sr_json_is(d, step, "$me");
        if (me || sr_json_num(d, step, &index))
            at = nth(view, at, index);
        else if (sr_json_text(d, step, key, sizeof key))
            at = member(view, at, g, key);
        else
            return -1;
    }
    return at;
}

static bool holds(const struct sr_doc *view, const struct sr_game *g, const struct sr_doc *d,
                  int rule, int seat)
{
    const int when = sr_json_get(d, rule, "when");
    for (int i = 0; when >= 0 && i < d->tok[when].size; i++) {
        const int cond = sr_json_at(d, when, i);
        char op[4];
        int64_t want, have;
        const int path = sr_json_get(d, cond, "path");
        const int at = path < 0 ? -1 : walk(view, g, d, path, seat);
        if (at < 0 || !sv_get_text(d, cond, "op", op, sizeof op) ||
            !sr_json_num(d, sr_json_get(d, cond, "value"), &want) ||
            !sr_json_num(view, at, &have) || !compare(have, op, want))
            return false;
    }
    return true;
}

static int answer_of(const struct sr_doc *d, int rule, const struct sr_game *g,
                     const sr_move *legal, int n)
{
    char move[SR_TEXT_MAX], verb[64], text[SR_TEXT_MAX];
    const bool exact = sv_get_text(d, rule, "move", move, sizeof move);
    const bool by_verb = sv_get_text(d, rule, "verb", verb, sizeof verb);
    for (int i = 0; i < n; i++) {
        sr_move_text(g, legal[i], text);
        if (exact ? strcmp(text, move) == 0
                  : by_verb && strcmp(g->moves[sr_move_verb(legal[i])].name, verb) == 0)
            return i;
    }
    return -1;
}

/* The view of the seat that decides, as a document. */
static bool view_doc(struct server *sv, const struct sr_rules *r, const union sr_state *s, int seat,
                     struct sr_doc *view)
{
    struct sr_buf b;
    sr_buf_init(&b, sv->view, SV_SCRATCH / 4);
    sr_view_write(&b, r, s, seat);
    return !b.full && sr_json_parse(view, b.text, b.len, sv->tok_a, SV_TOKENS_MAX, NULL) == SR_OK;
}

static int standing_answer(struct server *sv, const struct sv_table *t, const union sr_state *s,
                           int seat, const sr_move *legal, int n)
{
    const char *json = t->people.seat[seat].standing;
    const struct sr_rules *r = &t->setup.config.rules;
    struct sr_doc d, view;
    bool looked = false; /* at the view: only for a rule that asks about this decision */
    if (!json || sr_json_parse(&d, json, strlen(json), sv->tok_b, SV_TOKENS_MAX, NULL) != SR_OK)
        return -1;
    const char *asked = r->game->decisions[r->game->decision(s)].name;
    for (int i = 0; i < d.tok[0].size; i++) {
        const int rule = sr_json_at(&d, 0, i);
        if (!sr_json_is(&d, sr_json_get(&d, rule, "ask"), asked))
            continue;
        if (!looked && !view_doc(sv, r, s, seat, &view))
            return -1;
        looked = true;
        const int choice =
            holds(&view, r->game, &d, rule, seat) ? answer_of(&d, rule, r->game, legal, n) : -1;
        if (choice >= 0)
            return choice;
    }
    return -1;
}

/* ---- when it is made ------------------------------------------------------------------------ */

enum { LOOKS = 8, VEIL_MS = 400, VEIL_MORE_MS = 1200 };

/* Whether those who watch can see that there is no choice: it is so in whatever hands they must
 * think possible. */
static bool evident(const struct sr_rules *r, const union sr_state *s, sr_move *moves)
{
    struct sr_view view;
    struct sr_rng rng;
    union sr_state other;
    sr_observe(r, s, SR_SPECTATOR, &view);
    sr_rng_seed(&rng, sv_random64());
    for (int i = 0; i < LOOKS; i++) {
        sr_sample(r, &view, &rng, &other);
        if (sr_legal(r, &other, moves) != 1)
            return false;
    }
    return true;
}

bool sv_veiled(struct server *sv, struct sv_table *t, const union sr_state *s, int seat,
               const sr_move *legal, int n)
{
    struct sv_people *p = &t->people;
    sr_move moves[SR_MOVES_MAX];
    if (n != 1 || sv->options.limit_scale <= 0 || sv_seats_of_people(t) < 2)
        return false;
    if (p->veil_ply == sv_ply(t))
        return sv_now() < p->veil_at;
    if (standing_answer(sv, t, s, seat, legal, n) >= 0 || evident(&t->setup.config.rules, s, moves))
        return false;
    p->veil_ply = sv_ply(t);
    p->veil_at = sv_now() + VEIL_MS + (int64_t)(sv_random64() % VEIL_MORE_MS);
    sv_set_due(t, sv_now());
    return true;
}

int sv_automatic(struct server *sv, const struct sv_table *t, const union sr_state *s, int seat,
                 const sr_move *legal, int n)
{
    const struct sv_seat *who = &t->people.seat[seat];
    if (who->kind != ENTRY_HUMAN || who->stand_in[0])
        return -1;
    return n == 1 && !who->step ? 0 : standing_answer(sv, t, s, seat, legal, n);
}

/* ---- rules as people send them --------------------------------------------------------------- */

static bool is_comparison(const char *op)
{
    return !strcmp(op, "eq") || !strcmp(op, "ne") || !strcmp(op, "ge") || !strcmp(op, "le");
}

static bool condition_ok(const struct sr_doc *d, int cond)
{
    char op[8];
    int64_t v;
    if (d->tok[cond].type != SR_J_OBJECT)
        return false;
    const int path = sr_json_get(d, cond, "path");
    return path >= 0 && d->tok[path].type == SR_J_ARRAY && d->tok[path].size <= 8 &&
           sv_get_text(d, cond, "op", op, sizeof op) && is_comparison(op) &&
           sr_json_num(d, sr_json_get(d, cond, "value"), &v);
}

static bool rule_ok(const struct sr_doc *d, int rule, const struct sr_game *g)
{
    char ask[64], move[SR_TEXT_MAX];
    if (d->tok[rule].type != SR_J_OBJECT || !sv_get_text(d, rule, "ask", ask, sizeof ask))
        return false;
    int i = 0;
    while (g->decisions[i].name && strcmp(g->decisions[i].name, ask) != 0)
        i++;
    const int when = sr_json_get(d, rule, "when");
    if (when >= 0 && (d->tok[when].type != SR_J_ARRAY || d->tok[when].size > 8))
        return false;
    for (int c = 0; when >= 0 && c < d->tok[when].size; c++)
        if (!condition_ok(d, sr_json_at(d, when, c)))
            return false;
    return g->decisions[i].name && (sv_get_text(d, rule, "move", move, sizeof move) ||
                                    sv_get_text(d, rule, "verb", move, sizeof move));
}

bool sv_standing_ok(const struct sr_doc *d, int rules, const struct sr_game *g)
{
    for (int i = 0; i < d->tok[rules].size; i++)
        if (!rule_ok(d, sr_json_at(d, rules, i), g))
            return false;
    return true;
}
