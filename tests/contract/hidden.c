/* hidden.c: views tell no more than they may, samples fit their views, and JSON keeps both.
 *
 * What a viewer cannot tell apart is made by sr_sample: a state drawn from his view. A promise
 * about hidden things is then: the same thing, seen from both, looks the same. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "contract.h"

enum { TOKENS = 1 << 14, JSON_MAX = 1 << 17 };
static struct sr_tok tokens[TOKENS];
static char json[JSON_MAX];

bool json_check(struct run *c, const union sr_state *s)
{
    struct sr_buf b;
    struct sr_doc doc;
    struct sr_diag diag = {""};
    union sr_state back;
    memset(&back, 0x5A, sizeof back);
    sr_buf_init(&b, json, sizeof json);
    sr_state_write(&b, &c->rules, s);
    NEED(c, !b.full, "the JSON of a state is of reasonable size");
    NEEDF(c, sr_json_parse(&doc, b.text, b.len, tokens, TOKENS, &diag) == SR_OK,
          "the JSON of a state is JSON", "%s", diag.text);
    NEEDF(c, sr_state_read(&c->rules, &doc, 0, &back, &diag) == SR_OK,
          "the JSON of a state can be read", "viewer %d: %s", s->head.viewer, diag.text);
    for (int i = 0; i < c->rules.game->state_size; i++)
        NEEDF(c, back.bytes[i] == s->bytes[i], "the JSON of a state is that state",
              "viewer %d: byte %d is %d, was %d", s->head.viewer, i, back.bytes[i], s->bytes[i]);
    if (s->head.viewer == SR_FULL)
        NEED(c, !strstr(json, "\"?\""), "a complete state hides nothing");
    return true;
}

/* ---- which fields are ever hidden ------------------------------------------------------------ */

static bool is_hidden(const struct sr_field *f, const unsigned char *p)
{
    uint16_t u16;
    uint32_t u32;
    switch (f->type) {
    case SR_T_I8:
        return *p == (unsigned char)SR_HIDDEN_I8;
    case SR_T_SET8:
        return *p == UINT8_MAX;
    case SR_T_I16:
        memcpy(&u16, p, 2);
        return u16 == (uint16_t)SR_HIDDEN_16;
    case SR_T_U16:
    case SR_T_SET16:
        memcpy(&u16, p, 2);
        return u16 == UINT16_MAX;
    case SR_T_U32:
    case SR_T_SET32:
        memcpy(&u32, p, 4);
        return u32 == UINT32_MAX;
    default:
        return *p == SR_HIDDEN;
    }
}

static void note_hidden(struct run *c, const struct sr_field *fields, const unsigned char *base)
{
    for (const struct sr_field *f = fields; f->key; f++) {
        const int n = sr_max(1, f->count) * sr_max(1, f->inner);
        for (int i = 0; i < n; i++) {
            const unsigned char *p = base + f->offset + i * f->size;
            if (f->type == SR_T_STRUCT) {
                note_hidden(c, f->sub, p);
                continue;
            }
            if (!(f->flags & SR_F_HIDES) || !is_hidden(f, p))
                continue;
            bool known = false;
            for (int k = 0; k < c->hidden_count; k++)
                known = known || c->seen_hidden[k] == f;
            if (!known && c->hidden_count < 128)
                c->seen_hidden[c->hidden_count++] = f;
        }
    }
}

/* ---- views ----------------------------------------------------------------------------------- */

static bool head_check(struct run *c, const union sr_state *s, int viewer, const struct sr_view *v)
{
    const struct sr_head *a = &s->head, *b = &v->s.head;
    const struct sr_rng none = {{0}};
    NEED(c, memcmp(&b->rng, &none, sizeof none) == 0, "a view has no generator");
    NEED(c, b->viewer == viewer, "a view says whose it is");
    NEED(c,
         a->ply == b->ply && a->turn == b->turn && a->seats == b->seats && a->over == b->over &&
             memcmp(a->option, b->option, sizeof a->option) == 0,
         "the head of a view is that of the state");
    return true;
}

static bool sample_check(struct run *c, const union sr_state *s, int viewer,
                         const struct sr_view *v, const struct sr_view *spectator)
{
    union sr_state t;
    struct sr_view again;
    memset(&t, 0x5A, sizeof t);
    sr_sample(&c->rules, v, &c->rng, &t);
    NEED(c, t.head.viewer == SR_FULL, "a sample is a complete state");
    const char *broken = sr_check(&c->rules, &t);
    NEEDF(c, !broken, "a sample breaks no invariant", "viewer %d: %s", viewer, broken);
    sr_observe(&c->rules, &t, viewer, &again);
    for (int i = 0; i < c->rules.game->state_size; i++)
        NEEDF(c, again.s.bytes[i] == v->s.bytes[i], "a sample fits the view it came from",
              "viewer %d: byte %d is %d, was %d", viewer, i, again.s.bytes[i], v->s.bytes[i]);
    sr_observe(&c->rules, &t, SR_SPECTATOR, &again);
    NEEDF(c, sr_equal(&c->rules, &again.s, &spectator->s),
          "a spectator sees nothing that a seat does not", "seat %d", viewer);
    t.head.rng = s->head.rng;
    if (sr_equal(&c->rules, &t, s))
        return true;
    struct sr_scores real, other;
    sr_scores_of(&c->rules, s, &real);
    sr_scores_of(&c->rules, &t, &other);
    c->samples_differ++;
    c->secret_scores = c->secret_scores || memcmp(&real, &other, sizeof real) != 0;
    return true;
}

static bool view_check(struct run *c, const union sr_state *s, int viewer, const sr_move *list,
                       int n, const struct sr_view *spectator)
{
    const struct sr_game *g = c->rules.game;
    struct sr_view v, again;
    union sr_state kept = *s;
    memset(&v, 0x5A, sizeof v);
    sr_observe(&c->rules, s, viewer, &v);
    sr_observe(&c->rules, s, viewer, &again);
    NEED(c, sr_equal(&c->rules, &kept, s), "observing leaves the state alone");
    NEED(c, sr_equal(&c->rules, &v.s, &again.s), "observing twice gives the same view");
    if (!head_check(c, s, viewer, &v))
        return false;
    note_hidden(c, g->state_fields, v.s.bytes);
    const int actor = sr_actor(&c->rules, s);
    NEEDF(c, sr_actor(&c->rules, &v.s) == actor, "a view tells who decides", "viewer %d", viewer);
    if (actor != SR_NOBODY)
        NEEDF(c, g->decision(&v.s) == g->decision(s), "a view tells the decision", "viewer %d",
              viewer);
    if (viewer == actor) {
        sr_move seen[SR_MOVES_MAX];
        const int m = sr_legal(&c->rules, &v.s, seen);
        NEEDF(c, m == n && memcmp(seen, list, (size_t)n * sizeof *seen) == 0,
              "the view of the seat that decides lists the same moves", "%d and %d", m, n);
    }
    for (int i = 0; i < 2; i++)
        if (!sample_check(c, s, viewer, &v, spectator))
            return false;
    return json_check(c, &v.s);
}

bool views_check(struct run *c, const union sr_state *s, const sr_move *list, int n)
{
    struct sr_view spectator;
    sr_observe(&c->rules, s, SR_SPECTATOR, &spectator);
    for (int viewer = 0; viewer < c->seats; viewer++)
        if (!view_check(c, s, viewer, list, n, &spectator))
            return false;
    return view_check(c, s, SR_SPECTATOR, list, n, &spectator);
}

/* ---- knowledge ------------------------------------------------------------------------------- */

struct outcome {
    union sr_state s;
    struct sr_event memory[SR_EVENTS_MAX];
    struct sr_events ev;
    bool reveals; /* rolled, drew or revealed something */
};

static void play_out(const struct run *c, const union sr_state *s, sr_move m, struct outcome *out)
{
    out->s = *s;
    out->ev = (struct sr_events){out->memory, 0, SR_EVENTS_MAX, false};
    sr_play_unchecked(&c->rules, &out->s, m, &out->ev);
    out->reveals = sr_reveals(c->rules.game, &s->head.rng, &out->s.head.rng, &out->ev);
}

/* Byte for byte the same events and view, seen by `viewer`. */
static bool looks_alike(struct run *c, int viewer, const struct outcome *a, const struct outcome *b)
{
    const struct sr_game *g = c->rules.game;
    NEEDF(c, a->ev.count == b->ev.count, "a move without reveal teaches nothing: number of events",
          "viewer %d: %d and %d", viewer, a->ev.count, b->ev.count);
    for (int i = 0; i < a->ev.count; i++) {
        const struct sr_event x = sr_event_redact(&a->memory[i], viewer);
        const struct sr_event y = sr_event_redact(&b->memory[i], viewer);
        NEEDF(c, memcmp(&x, &y, sizeof x) == 0, "a move without reveal teaches nothing: events",
              "viewer %d: event %d (%s)", viewer, i, g->events[x.kind].name);
    }
    struct sr_view v, w;
    sr_observe(&c->rules, &a->s, viewer, &v);
    sr_observe(&c->rules, &b->s, viewer, &w);
    for (int i = 0; i < g->state_size; i++)
        NEEDF(c, v.s.bytes[i] == w.s.bytes[i], "a move without reveal teaches nothing: view",
              "viewer %d: byte %d is %d, or %d", viewer, i, v.s.bytes[i], w.s.bytes[i]);
    return true;
}

bool knowledge_check(struct run *c, const union sr_state *s, sr_move m)
{
    static struct outcome real, other;
    const int actor = sr_actor(&c->rules, s);
    play_out(c, s, m, &real);
    if (real.reveals) {
        c->revealing++;
        return true;
    }
    for (int viewer = 0; viewer <= SR_SPECTATOR; viewer++) {
        if (viewer >= c->seats && viewer != SR_SPECTATOR)
            continue;
        struct sr_view v;
        union sr_state t;
        sr_observe(&c->rules, s, viewer, &v);
        for (int i = 0; i < 2; i++) {
            sr_sample(&c->rules, &v, &c->rng, &t);
            const bool allowed = sr_allows(&c->rules, &t, m);
            NEED(c, allowed || viewer != actor, "what may be done follows from what one sees");
            if (!allowed)
                continue; /* others learn from the move itself that it was possible */
            play_out(c, &t, m, &other);
            NEEDF(c, !other.reveals, "a move without reveal teaches nothing: it may reveal",
                  "viewer %d", viewer);
            if (!looks_alike(c, viewer, &real, &other))
                return false;
        }
    }
    return true;
}

/* ---- how samples are drawn ------------------------------------------------------------------- */

/* Two-sample chi-square for each byte of the state: set-ups against what `sample` makes of their
 * views. Seeds are fixed, so the outcome is; the threshold is far out (about 1 in 10 million). */
static bool bytes_alike(struct run *c, int viewer, int seeds)
{
    static uint16_t count[2][SR_STATE_MAX][256];
    struct sr_rng rng;
    memset(count, 0, sizeof count);
    sr_rng_seed(&rng, (uint64_t)viewer + 77);
    for (int i = 0; i < seeds; i++) {
        union sr_state s, t;
        struct sr_view v;
        NEED(c, sr_setup(&c->rules, c->seats, c->option, (uint64_t)i + 1000, &s, NULL) == SR_OK,
             "set-up works");
        sr_observe(&c->rules, &s, viewer, &v);
        sr_sample(&c->rules, &v, &rng, &t);
        for (int k = (int)sizeof(struct sr_rng); k < c->rules.game->state_size; k++) {
            count[0][k][s.bytes[k]]++;
            count[1][k][t.bytes[k]]++;
        }
    }
    for (int k = (int)sizeof(struct sr_rng); k < c->rules.game->state_size; k++) {
        double chi = 0;
        int values = 0;
        for (int v = 0; v < 256; v++) {
            const double a = count[0][k][v], b = count[1][k][v];
            if (a + b > 0) {
                chi += (a - b) * (a - b) / (a + b);
                values++;
            }
        }
        const double df = values - 1;
        NEEDF(c, chi <= df + 8 * sqrt(2 * df) + 16, "samples are drawn as set-up draws",
              "viewer %d, byte %d: chi-square %.1f for %d values", viewer, k, chi, values);
    }
    return true;
}

bool fill_check(struct run *c, int seeds)
{
    for (int viewer = 0; viewer < c->seats; viewer++)
        if (!bytes_alike(c, viewer, seeds))
            return false;
    return bytes_alike(c, SR_SPECTATOR, seeds);
}
