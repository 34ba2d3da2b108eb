/* views.c: what needs no table: games and editions as data, a view alone, a look ahead, and the
 * figure that must be equal on every platform (calls.h). */
#include "serai/effect.h"
#include "wasm/request.h"

enum sr_err view__games(const struct request *q)
{
    sr_json_open(q->out, '[');
    for (int i = 0; i < sr_game_count(); i++)
        sr_game_write(q->out, sr_game_at(i));
    sr_json_close(q->out, ']');
    return SR_OK;
}

enum sr_err view__edition(const struct request *q)
{
    const struct sr_game *g;
    const enum sr_err err = request__game(q, &g);
    if (err)
        return err;
    const struct sr_rules r = sr_rules_default(g);
    sr_json_open(q->out, '{');
    sr_json_key(q->out, "edition");
    sr_edition_write(q->out, &r);
    sr_json_key(q->out, "values");
    sr_edition_list(q->out, &r);
    sr_json_close(q->out, '}');
    return SR_OK;
}

/* The edition of a request, read into memory of the caller; the default one without "edition". */
static enum sr_err need_edition(const struct request *q, const struct sr_game *g, void *memory)
{
    const int t = request__get(q, "edition");
    if (t >= 0 && q->doc.tok[t].type != SR_J_NULL)
        return sr_edition_read(g, &q->doc, t, memory, q->diag);
    memcpy(memory, g->edition, g->edition_size);
    return SR_OK;
}

static enum sr_err need_sight(const struct request *q, struct seen *out)
{
    const struct sr_game *g;
    enum sr_err err = request__game(q, &g);
    if (!err)
        err = need_edition(q, g, out->edition.bytes);
    if (err)
        return err;
    out->rules.game = g;
    out->rules.edition = out->edition.bytes;
    if (request__get(q, "view") < 0)
        return sr_fail(q->diag, SR_KEY, "view: missing");
    return sr_state_read(&out->rules, &q->doc, request__get(q, "view"), &out->view.s, q->diag);
}

/* The same for one who is to decide. */
enum sr_err request__view(const struct request *q, struct seen *out)
{
    enum sr_err err = need_sight(q, out);
    if (!err && out->view.s.head.viewer != sr_actor(&out->rules, &out->view.s))
        err = sr_fail(q->diag, SR_RANGE, "view: it is not the view of the seat that decides");
    return err;
}

enum sr_err view__look(const struct request *q)
{
    static struct seen seen;
    const enum sr_err err = need_sight(q, &seen);
    if (err)
        return err;
    sr_json_open(q->out, '{');
    sr_position_write(q->out, &seen.rules, &seen.view.s, seen.view.s.head.viewer);
    sr_json_close(q->out, '}');
    return SR_OK;
}

/* What a move certainly costs and brings: [{"key","n"}...], costs first. */
static void put_effects(struct sr_buf *b, const struct seen *seen, sr_move m)
{
    static struct sr_effect list[SR_EFFECTS_MAX];
    char key[120];
    const int n = sr_effects(&seen->rules, &seen->view, m, list);
    sr_json_put_open(b, "effects", '[');
    for (int i = 0; i < n; i++) {
        struct sr_buf k;
        sr_buf_init(&k, key, sizeof key);
        sr_effect_key(&k, seen->rules.game, &list[i]);
        sr_json_open(b, '{');
        sr_json_put_str(b, "key", key);
        sr_json_put_int(b, "n", list[i].change);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

/* Played in a state drawn for the view: a move that reveals nothing does the same in every such
 * state (the contract tests hold games to that), and of one that does reveal nothing is told. */
enum sr_err view__peek(const struct request *q)
{
    static struct seen seen;
    union sr_state s;
    struct sr_rng rng;
    sr_move m;
    enum sr_err err = request__view(q, &seen);
    if (!err)
        err = request__move(q, &seen.rules, &seen.view.s, &m);
    if (err)
        return err;
    static struct sr_event event_list[SR_EVENTS_MAX];
    struct sr_events ev = {event_list, 0, SR_EVENTS_MAX, false};
    sr_rng_seed(&rng, 1);
    sr_sample(&seen.rules, &seen.view, &rng, &s);
    const struct sr_rng before = s.head.rng;
    err = sr_play(&seen.rules, &s, m, &ev);
    if (err)
        return sr_fail(q->diag, err, "that move is not legal here");
    const bool reveals = sr_reveals(seen.rules.game, &before, &s.head.rng, &ev);
    const int actor = reveals ? SR_NOBODY : sr_actor(&seen.rules, &s);
    if (reveals)
        ev.count = 0;
    sr_json_open(q->out, '{');
    sr_json_put_bool(q->out, "reveals", reveals);
    sr_json_put_seat(q->out, "actor", actor);
    sr_json_key(q->out, "events");
    sr_events_write(q->out, seen.rules.game, &ev, seen.view.s.head.viewer);
    put_effects(q->out, &seen, m);
    sr_json_close(q->out, '}');
    return SR_OK;
}

/* Random games by seed: the figure that must be equal on every platform. */
enum sr_err view__random(const struct request *q)
{
    static sr_move moves[SR_MOVES_MAX];
    const struct sr_game *g;
    int seats, games;
    uint64_t seed, hash = 0;
    int64_t plies = 0;
    enum sr_err err = request__game(q, &g);
    if (!err)
        err = request__int(q, "players", g->seats_min, g->seats_max, &seats);
    if (!err)
        err = request__int(q, "games", 1, 1000000, &games);
    if (!err)
        err = request__seed(q, &seed);
    if (err)
        return err;
    const struct sr_rules r = sr_rules_default(g);
    union sr_state s;
    for (int i = 0; i < games; i++) {
        struct sr_rng rng;
        sr_rng_seed(&rng, seed + (uint64_t)i);
        err = sr_setup(&r, seats, NULL, seed + (uint64_t)i, &s, q->diag);
        if (err)
            return err;
        while (!s.head.over) {
            const int n = sr_legal(&r, &s, moves);
            err = sr_play(&r, &s, moves[sr_rng_below(&rng, (uint32_t)n)], NULL);
            if (err)
                return err;
            plies++;
        }
        hash = (hash ^ sr_hash(&r, &s)) * 0x9E3779B97F4A7C15u;
    }
    sr_json_open(q->out, '{');
    sr_json_put_hex64(q->out, "hash", hash);
    sr_json_put_int(q->out, "plies", plies);
    sr_json_close(q->out, '}');
    return SR_OK;
}
