/* spoiled.c: views and states from outside with one value wrong. Whatever it is, the reader must
 * refuse it or what it accepts must be as good as a view that was observed. */
#include "contract.h"

#include "../spoil.h"

enum { TOKENS = 1 << 14, JSON_MAX = 1 << 17 };

static enum sr_err through_json(const struct run *c, const union sr_state *s, union sr_state *back)
{
    static struct sr_tok tokens[TOKENS];
    static char json[JSON_MAX];
    struct sr_buf b;
    struct sr_doc doc;
    struct sr_diag diag;
    sr_buf_init(&b, json, sizeof json);
    sr_state_write(&b, &c->rules, s);
    const enum sr_err err = sr_json_parse(&doc, b.text, b.len, tokens, TOKENS, &diag);
    return err ? err : sr_state_read(&c->rules, &doc, 0, back, &diag);
}

/* What is asked of a view that was accepted: who decides, what may be done, what may lie behind. */
static bool use_view(struct run *c, const union sr_state *s, const char *key)
{
    struct sr_view v, again;
    union sr_state t;
    sr_move list[SR_MOVES_MAX];
    sr_copy(&c->rules, &v.s, s);
    const int actor = sr_actor(&c->rules, s);
    NEEDF(c, actor == SR_NOBODY || (actor >= 0 && actor < c->seats),
          "an accepted view tells who decides", "%s: %d", key, actor);
    if (actor != SR_NOBODY)
        (void)c->rules.game->decision(s);
    if (actor == s->head.viewer) {
        const int n = sr_legal(&c->rules, s, list);
        NEEDF(c, n >= 0 && n <= SR_MOVES_MAX, "an accepted view lists moves", "%s: %d", key, n);
    }
    sr_sample(&c->rules, &v, &c->rng, &t);
    const char *broken = sr_check(&c->rules, &t);
    NEEDF(c, !broken, "a sample of an accepted view breaks no invariant", "%s: %s", key, broken);
    sr_observe(&c->rules, &t, s->head.viewer, &again);
    NEEDF(c, sr_equal(&c->rules, &again.s, s), "a sample fits the accepted view it came from", "%s",
          key);
    return true;
}

static bool spoil_view(struct run *c, const struct sr_view *v, const struct spoil_value *value,
                       enum spoil_kind kind)
{
    const char *key = value->field->key;
    const bool was_hidden = spoil_is_hidden(value, &v->s);
    union sr_state s, back;
    struct sr_diag diag;
    sr_copy(&c->rules, &s, &v->s);
    if (!spoil_put(value, kind, &s))
        return true;
    const bool good = sr_view_check(&c->rules, &s, &diag) == SR_OK;
    NEEDF(c, !good || was_hidden == spoil_is_hidden(value, &s),
          "a view that hides more or less than it should is refused", "viewer %d: %s",
          v->s.head.viewer, key);
    if (good && !use_view(c, &s, key))
        return false;
    if (!good && sr_rng_below(&c->rng, 64) != 0)
        return true;
    const bool read = through_json(c, &s, &back) == SR_OK && sr_equal(&c->rules, &s, &back);
    NEEDF(c, read == good, "the reader takes the views that the check takes",
          "viewer %d: %s, kind %d", v->s.head.viewer, key, (int)kind);
    return true;
}

static bool spoil_state(struct run *c, const union sr_state *state, const struct spoil_value *value,
                        enum spoil_kind kind)
{
    union sr_state s, back;
    sr_move list[SR_MOVES_MAX];
    sr_copy(&c->rules, &s, state);
    if (!spoil_put(value, kind, &s) || through_json(c, &s, &back) != SR_OK)
        return true;
    NEEDF(c, !sr_check(&c->rules, &back), "the reader takes only what check takes", "%s: kind %d",
          value->field->key, (int)kind);
    NEEDF(c, !spoil_is_hidden(value, &back), "a complete state hides nothing", "%s",
          value->field->key);
    (void)sr_legal(&c->rules, &back, list);
    return true;
}

bool spoiled_check(struct run *c, const union sr_state *s)
{
    static struct spoil_value value[SPOIL_VALUES];
    const int actor = sr_actor(&c->rules, s);
    const int viewers[3] = {actor, (actor + 1) % c->seats, SR_SPECTATOR};
    for (int who = c->seats == 1; who < 3; who++) {
        struct sr_view v;
        sr_observe(&c->rules, s, viewers[who], &v);
        const int n = spoil_list(c->rules.game, &v.s, value);
        for (int i = 0; i < n * SPOIL_KINDS; i++)
            if (!spoil_view(c, &v, &value[i / SPOIL_KINDS], (enum spoil_kind)(i % SPOIL_KINDS)))
                return false;
    }
    const int n = spoil_list(c->rules.game, s, value);
    for (int i = 0; i < n * SPOIL_KINDS; i++)
        if (sr_rng_below(&c->rng, 32) == 0 &&
            !spoil_state(c, s, &value[i / SPOIL_KINDS], (enum spoil_kind)(i % SPOIL_KINDS)))
            return false;
    return true;
}
