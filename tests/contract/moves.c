/* moves.c: the list of moves, their packing and notation, what is not listed, and events. */
#include <stdio.h>
#include <stdlib.h>

#include "contract.h"

enum { TOKENS = 1 << 14, JSON_MAX = 1 << 17 };
static struct sr_tok tokens[TOKENS];
static char json[JSON_MAX];

int moves_list(struct run *c, const union sr_state *s, sr_move *list)
{
    const struct sr_game *g = c->rules.game;
    const int actor = sr_actor(&c->rules, s);
    if (actor < 0 || actor >= c->seats) {
        (void)run_fail(c, "someone decides until it is over", "actor %d", actor);
        return -1;
    }
    const int decision = g->decision(s);
    int decisions = 0;
    while (g->decisions[decisions].name)
        decisions++;
    if (decision < 0 || decision >= decisions) {
        (void)run_fail(c, "the decision has a name", "decision %d of %d", decision, decisions);
        return -1;
    }
    const int n = sr_legal(&c->rules, s, list);
    if (n < 1 || n > g->moves_max) {
        (void)run_fail(c, "between 1 and moves_max moves", "%d moves (%s), moves_max is %d", n,
                       g->decisions[decision].name, g->moves_max);
        return -1;
    }
    return n;
}

/* ---- packing --------------------------------------------------------------------------------- */

/* Bits that the rows of arguments do not claim are 0, and values make sense. */
static bool packing_check(struct run *c, sr_move m)
{
    const struct sr_game *g = c->rules.game;
    const int verb = sr_move_verb(m);
    NEEDF(c, verb < g->move_count, "the verb of a move exists", "%08x", m);
    sr_move claimed = 0xFF;
    for (int i = 0; i < SR_ARGS_MAX && g->moves[verb].arg[i].type != SR_A_END; i++) {
        const struct sr_arg *a = &g->moves[verb].arg[i];
        claimed |= (sr_move)(((uint64_t)1 << a->bits) - 1) << a->shift;
        int v;
        if (!sr_move_arg(g, m, i, &v))
            continue;
        if (a->type == SR_A_NAME)
            NEEDF(c, v >= 0 && v < a->names->count, "a name in a move exists", "%s %s=%d",
                  g->moves[verb].name, a->key, v);
        if (a->type == SR_A_SEAT)
            NEEDF(c, v >= 0 && v < SR_LINES_MAX, "a seat in a move exists", "%s %s=%d",
                  g->moves[verb].name, a->key, v);
        if (a->type == SR_A_SET)
            NEEDF(c, v >> a->names->count == 0, "a set in a move has names", "%s %s=%d",
                  g->moves[verb].name, a->key, v);
    }
    NEEDF(c, (m & ~claimed) == 0, "bits of a move that mean nothing are 0", "%s %08x",
          g->moves[verb].name, m);
    return true;
}

/* ---- notation -------------------------------------------------------------------------------- */

static char lower(char ch) { return ch >= 'A' && ch <= 'Z' ? (char)(ch - 'A' + 'a') : ch; }

static int by_text(const void *a, const void *b)
{
    return strcmp((const char *)a, (const char *)b);
}

static bool notation_unique(struct run *c, const sr_move *list, int n)
{
    static char texts[SR_MOVES_MAX][SR_TEXT_MAX];
    for (int i = 0; i < n; i++) {
        sr_move_text(c->rules.game, list[i], texts[i]);
        NEEDF(c, strlen(texts[i]) + 1 < SR_TEXT_MAX, "notation is short", "%s", texts[i]);
        for (char *p = texts[i]; *p; p++) {
            NEEDF(c, *p >= ' ' && *p < 127, "notation can be typed", "%s", texts[i]);
            *p = lower(*p);
        }
    }
    qsort(texts, (size_t)n, sizeof texts[0], by_text);
    for (int i = 1; i < n; i++)
        NEEDF(c, strcmp(texts[i - 1], texts[i]) != 0, "notation is unique in its decision", "%s",
              texts[i]);
    return true;
}

/* Text, JSON object and sloppy typing all give the move back. */
static bool notation_read(struct run *c, const union sr_state *s, sr_move m)
{
    char text[SR_TEXT_MAX], sloppy[2 * SR_TEXT_MAX + 4];
    struct sr_diag diag;
    sr_move back = ~m;
    sr_move_text(c->rules.game, m, text);
    NEEDF(c, sr_move_parse(&c->rules, s, text, &back, &diag) == SR_OK && back == m,
          "a move's text is that move", "%s", text);
    char *p = sloppy;
    *p++ = ' ';
    for (const char *q = text; *q; q++) {
        *p++ = lower(*q);
        if (*q == ' ')
            *p++ = '\t';
    }
    *p++ = '\n';
    *p = '\0';
    back = ~m;
    NEEDF(c, sr_move_parse(&c->rules, s, sloppy, &back, &diag) == SR_OK && back == m,
          "blanks and letter case do not matter", "%s", text);

    struct sr_buf b;
    struct sr_doc doc;
    sr_buf_init(&b, json, sizeof json);
    sr_move_write(&b, c->rules.game, m);
    back = ~m;
    NEEDF(c,
          sr_json_parse(&doc, b.text, b.len, tokens, TOKENS, &diag) == SR_OK &&
              sr_move_read(&c->rules, s, &doc, 0, &back, &diag) == SR_OK && back == m,
          "a move's JSON is that move", "%s", json);
    return true;
}

/* ---- what is not listed ---------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    const sr_move x = *(const sr_move *)a, y = *(const sr_move *)b;
    return (x > y) - (x < y);
}

static bool listed(const sr_move *sorted, int n, sr_move m)
{
    return bsearch(&m, sorted, (size_t)n, sizeof m, by_value) != NULL;
}

static bool unlisted_check(struct run *c, const union sr_state *s, const sr_move *sorted, int n,
                           sr_move m)
{
    if (listed(sorted, n, m))
        return true;
    struct sr_event memory[4];
    struct sr_events ev = {memory, 0, 4, false};
    union sr_state t = *s;
    NEEDF(c, !sr_allows(&c->rules, s, m), "allows agrees with legal: not listed, allowed",
          "%08x verb %d", m, sr_move_verb(m));
    NEEDF(c, sr_play(&c->rules, &t, m, &ev) == SR_ILLEGAL, "an unlisted move is refused", "%08x",
          m);
    NEED(c, sr_equal(&c->rules, s, &t) && ev.count == 0, "a refused move changes nothing");
    return true;
}

static bool strangers_check(struct run *c, const union sr_state *s, const sr_move *sorted, int n)
{
    const sr_move some = sorted[sr_rng_below(&c->rng, (uint32_t)n)];
    for (int bit = 0; bit < 32; bit++)
        if (!unlisted_check(c, s, sorted, n, some ^ (sr_move)1 << bit))
            return false;
    for (int i = 0; i < 8; i++) {
        const sr_move one = sorted[sr_rng_below(&c->rng, (uint32_t)n)];
        const sr_move near = (one & 0xFF) | (sr_rng_next(&c->rng) & 0x0F0F0F00u);
        if (!unlisted_check(c, s, sorted, n, sr_rng_next(&c->rng)) ||
            !unlisted_check(c, s, sorted, n, near) ||
            !unlisted_check(c, s, sorted, n, one + ((sr_move)1 << 8)))
            return false;
    }
    for (int verb = 0; verb <= c->rules.game->move_count; verb++)
        if (!unlisted_check(c, s, sorted, n, (sr_move)verb))
            return false;
    for (int i = 0; i < c->pooled; i += 1 + c->pooled / 32)
        if (!unlisted_check(c, s, sorted, n, c->pool[i]))
            return false;
    return true;
}

bool moves_check(struct run *c, const union sr_state *s, const sr_move *list, int n)
{
    sr_move again[SR_MOVES_MAX], sorted[SR_MOVES_MAX];
    const union sr_state kept = *s;
    NEED(c,
         sr_legal(&c->rules, s, again) == n && memcmp(list, again, (size_t)n * sizeof *list) == 0,
         "the list of moves has a fixed order");
    NEED(c, sr_equal(&c->rules, &kept, s), "listing moves leaves the state alone");
    memcpy(sorted, list, (size_t)n * sizeof *list);
    qsort(sorted, (size_t)n, sizeof *sorted, by_value);
    for (int i = 0; i < n; i++) {
        NEEDF(c, i == 0 || sorted[i] != sorted[i - 1], "a move is listed once", "%08x", sorted[i]);
        if (!packing_check(c, sorted[i]))
            return false;
    }
    const int step = c->rules.game->allows ? 1 : 1 + n / 16;
    for (int i = 0; i < n; i += step)
        NEEDF(c, sr_allows(&c->rules, s, list[i]), "allows agrees with legal: listed, not allowed",
              "%08x verb %d", list[i], sr_move_verb(list[i]));
    NEED(c, sr_equal(&c->rules, &kept, s), "allows leaves the state alone");
    if (!notation_unique(c, list, n))
        return false;
    for (int i = 0; i < 4; i++)
        if (!notation_read(c, s, list[sr_rng_below(&c->rng, (uint32_t)n)]))
            return false;
    return strangers_check(c, s, sorted, n);
}

/* ---- events ---------------------------------------------------------------------------------- */

static bool event_shape(struct run *c, const struct sr_event *e)
{
    const struct sr_game *g = c->rules.game;
    NEEDF(c, e->kind < g->event_count, "the kind of an event exists", "%d", e->kind);
    const struct sr_verb *v = &g->events[e->kind];
    NEEDF(c, e->seat >= -1 && e->seat < SR_LINES_MAX, "the seat of an event", "%s: %d", v->name,
          e->seat);
    unsigned secrets = 0;
    int i = 0;
    for (; i < SR_EVENT_ARGS && v->arg[i].type != SR_A_END; i++) {
        const struct sr_arg *a = &v->arg[i];
        if (a->flags & SR_A_SECRET)
            secrets |= 1u << i;
        int value = e->arg[i];
        if ((a->flags & SR_A_OPTIONAL) && value-- == 0)
            continue;
        NEEDF(c, value != SR_ARG_SECRET, "rules emit events unredacted", "%s.%s", v->name, a->key);
        if (a->type == SR_A_NAME)
            NEEDF(c, value >= 0 && value < a->names->count, "a name in an event exists", "%s.%s=%d",
                  v->name, a->key, value);
        if (a->type == SR_A_SEAT)
            NEEDF(c, value >= 0 && value < SR_LINES_MAX, "a seat in an event exists", "%s.%s=%d",
                  v->name, a->key, value);
        if (a->type == SR_A_SET)
            NEEDF(c, (uint16_t)value >> a->names->count == 0, "a set in an event has names",
                  "%s.%s=%d", v->name, a->key, value);
    }
    for (; i < SR_EVENT_ARGS; i++)
        NEEDF(c, e->arg[i] == 0, "arguments of an event without a row are 0", "%s", v->name);
    NEEDF(c, e->secret == secrets, "an event is emitted with the mask its rows say",
          "%s: %x, rows say %x", v->name, e->secret, secrets);
    NEEDF(c, e->secret || e->seers == SR_ALL, "an event without secrets is seen by all", "%s",
          v->name);
    return true;
}

static bool event_json(struct run *c, const struct sr_event *e)
{
    struct sr_buf b;
    struct sr_doc doc;
    struct sr_diag diag = {""};
    struct sr_event back;
    sr_buf_init(&b, json, sizeof json);
    sr_event_write(&b, c->rules.game, e);
    NEEDF(c, sr_json_parse(&doc, b.text, b.len, tokens, TOKENS, &diag) == SR_OK,
          "an event's JSON is JSON", "%s: %s", json, diag.text);
    NEEDF(c, sr_event_read(c->rules.game, &doc, 0, &back, &diag) == SR_OK,
          "an event's JSON can be read", "%s: %s", json, diag.text);
    NEEDF(c, memcmp(&back, e, sizeof back) == 0, "an event's JSON is that event", "%s", json);
    return true;
}

bool events_check(struct run *c, const struct sr_events *ev)
{
    for (int i = 0; i < ev->count; i++) {
        if (!event_shape(c, &ev->list[i]) || !event_json(c, &ev->list[i]))
            return false;
        if (!ev->list[i].secret)
            continue;
        for (int viewer = 0; viewer <= SR_SPECTATOR; viewer++) {
            const struct sr_event e = sr_event_redact(&ev->list[i], viewer);
            if (!event_json(c, &e))
                return false;
        }
    }
    return true;
}
