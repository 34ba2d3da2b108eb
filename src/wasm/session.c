/* session.c: requests in JSON to calls of the library (session.h). One request at a time, so its
 * memory is static; tables are the only things that live between requests. */
#include "wasm/session.h"

#include "core/alloc.h"
#include "serai/bot.h"
#include "serai/table.h"

enum { TOKENS = 200000 };

struct slot {
    struct sr_table *table;
};

static char buffer[SESSION_BUFFER];
static char answer[SESSION_BUFFER];
static struct sr_tok tokens[TOKENS];
static struct slot slots[SESSION_TABLES];
static struct sr_event event_list[SR_EVENTS_MAX];

union edition {
    uint64_t align;
    unsigned char bytes[SR_EDITION_MAX];
};

struct request {
    struct sr_doc doc;
    struct sr_buf *out;
    struct sr_diag *diag;
};

char *sr_session_buffer(void) { return buffer; }

/* ---- reading a request ---------------------------------------------------------------------- */

static int get(const struct request *q, const char *key) { return sr_json_get(&q->doc, 0, key); }

static enum sr_err need_int(const struct request *q, const char *key, int64_t min, int64_t max,
                            int *out)
{
    int64_t v;
    const int t = get(q, key);
    if (t < 0)
        return sr_fail(q->diag, SR_KEY, "%s: missing", key);
    if (!sr_json_num(&q->doc, t, &v))
        return sr_fail(q->diag, SR_TYPE, "%s: a number is expected", key);
    if (v < min || v > max)
        return sr_fail(q->diag, SR_RANGE, "%s: out of range", key);
    *out = (int)v;
    return SR_OK;
}

static enum sr_err need_table(const struct request *q, struct slot **out)
{
    int id;
    const enum sr_err err = need_int(q, "table", 1, SESSION_TABLES, &id);
    if (err)
        return err;
    if (!slots[id - 1].table)
        return sr_fail(q->diag, SR_UNKNOWN, "there is no table %d", id);
    *out = &slots[id - 1];
    return SR_OK;
}

static enum sr_err need_viewer(const struct request *q, int seats, int *out)
{
    int64_t v;
    const int t = get(q, "viewer");
    if (t < 0 || q->doc.tok[t].type == SR_J_NULL)
        *out = SR_FULL;
    else if (sr_json_is(&q->doc, t, "spectator"))
        *out = SR_SPECTATOR;
    else if (sr_json_num(&q->doc, t, &v) && v >= 0 && v < seats)
        *out = (int)v;
    else
        return sr_fail(q->diag, SR_RANGE, "viewer: null, a seat or \"spectator\" is expected");
    return SR_OK;
}

static enum sr_err need_game(const struct request *q, const struct sr_game **out)
{
    char id[32];
    if (!sr_json_text(&q->doc, get(q, "game"), id, sizeof id))
        return sr_fail(q->diag, SR_KEY, "game: missing");
    *out = sr_game_find(id);
    return *out ? SR_OK : sr_fail(q->diag, SR_UNKNOWN, "there is no game \"%s\"", id);
}

/* The edition of a request, read into memory of the caller; the default one without "edition". */
static enum sr_err need_edition(const struct request *q, const struct sr_game *g, void *memory)
{
    const int t = get(q, "edition");
    if (t >= 0 && q->doc.tok[t].type != SR_J_NULL)
        return sr_edition_read(g, &q->doc, t, memory, q->diag);
    memcpy(memory, g->edition, g->edition_size);
    return SR_OK;
}

/* ---- tables --------------------------------------------------------------------------------- */

static enum sr_err free_slot(const struct request *q, int *out)
{
    for (int i = 0; i < SESSION_TABLES; i++) {
        *out = i;
        if (!slots[i].table)
            return SR_OK;
    }
    return sr_fail(q->diag, SR_SPACE, "%d tables are open", SESSION_TABLES);
}

static void put_table(const struct request *q, int slot)
{
    sr_json_open(q->out, '{');
    sr_json_key(q->out, "table");
    sr_json_int(q->out, slot + 1);
    sr_json_key(q->out, "ply");
    sr_json_int(q->out, sr_table_ply(slots[slot].table));
    sr_json_close(q->out, '}');
}

static enum sr_err op_new(const struct request *q)
{
    union edition edition;
    struct sr_table_config c;
    int slot = 0;
    enum sr_err err = free_slot(q, &slot);
    if (!err)
        err = sr_table_config_read(&q->doc, 0, SR_SETUP_WHOLE, edition.bytes, &c, q->diag);
    if (err)
        return err;
    slots[slot].table = sr_table_new(&c, q->diag);
    if (!slots[slot].table)
        return SR_SPACE;
    put_table(q, slot);
    return SR_OK;
}

static enum sr_err op_load(const struct request *q)
{
    int slot = 0;
    enum sr_err err = free_slot(q, &slot);
    if (err)
        return err;
    if (get(q, "save") < 0)
        return sr_fail(q->diag, SR_KEY, "save: missing");
    slots[slot].table = sr_table_read(&q->doc, get(q, "save"), &err, q->diag);
    if (slots[slot].table)
        put_table(q, slot);
    return err;
}

static enum sr_err op_save(const struct request *q)
{
    struct slot *s;
    const enum sr_err err = need_table(q, &s);
    if (!err)
        sr_table_write(q->out, s->table);
    return err;
}

static enum sr_err op_close(const struct request *q)
{
    struct slot *s;
    const enum sr_err err = need_table(q, &s);
    if (err)
        return err;
    sr_table_free(s->table);
    s->table = NULL;
    sr_json_raw(q->out, "{}");
    return SR_OK;
}

static enum sr_err op_branch(const struct request *q)
{
    struct slot *s;
    int ply, slot = 0;
    enum sr_err err = need_table(q, &s);
    if (!err)
        err = need_int(q, "ply", 0, sr_table_ply(s->table), &ply);
    if (!err)
        err = free_slot(q, &slot);
    if (err)
        return err;
    struct sr_table *branch = sr_table_branch(s->table, ply, q->diag);
    if (!branch)
        return SR_SPACE;
    slots[slot].table = branch;
    put_table(q, slot);
    return SR_OK;
}

static enum sr_err op_seats(const struct request *q)
{
    struct slot *s;
    enum sr_err err = need_table(q, &s);
    if (err)
        return err;
    const int seats = sr_table_config_get(s->table)->seats;
    struct sr_seat seat[SR_SEATS_MAX];
    memcpy(seat, sr_table_config_get(s->table)->seat, sizeof seat);
    if (get(q, "seats") >= 0)
        err = sr_seats_read(&q->doc, get(q, "seats"), seats, seat, q->diag);
    if (err)
        return err;
    for (int i = 0; i < seats; i++)
        *sr_table_seat(s->table, i) = seat[i];
    sr_seats_write(q->out, seat, seats);
    return SR_OK;
}

/* ---- looking at a table --------------------------------------------------------------------- */

static enum sr_err op_position(const struct request *q)
{
    struct slot *s;
    int viewer;
    enum sr_err err = need_table(q, &s);
    if (!err)
        err = need_viewer(q, sr_table_config_get(s->table)->seats, &viewer);
    if (err)
        return err;
    if (get(q, "ply") < 0) {
        sr_table_position_write(q->out, s->table, sr_table_state(s->table), viewer);
        return SR_OK;
    }
    int ply;
    union sr_state state;
    err = need_int(q, "ply", 0, sr_table_ply(s->table), &ply);
    if (!err)
        err = sr_table_replay(s->table, ply, &state, NULL, q->diag);
    if (!err)
        sr_table_position_write(q->out, s->table, &state, viewer);
    return err;
}

static enum sr_err op_log(const struct request *q)
{
    struct slot *s;
    int viewer, from = 0;
    enum sr_err err = need_table(q, &s);
    if (!err)
        err = need_viewer(q, sr_table_config_get(s->table)->seats, &viewer);
    if (!err && get(q, "from") >= 0)
        err = need_int(q, "from", 0, sr_table_ply(s->table), &from);
    if (err)
        return err;
    static struct sr_walk w;
    const struct sr_game *g = sr_table_config_get(s->table)->rules.game;
    err = sr_walk_begin(&w, s->table, from, q->diag);
    sr_json_open(q->out, '[');
    while (!err && sr_walk_next(&w))
        sr_move_told(q->out, g, w.ply, w.seat, w.move, &w.events, viewer);
    sr_json_close(q->out, ']');
    return err;
}

/* ---- playing -------------------------------------------------------------------------------- */

static void put_step(const struct request *q, const struct slot *s, const struct sr_events *ev,
                     int viewer)
{
    sr_json_open(q->out, '{');
    sr_json_key(q->out, "events");
    sr_events_write(q->out, sr_table_config_get(s->table)->rules.game, ev, viewer);
    sr_json_key(q->out, "position");
    sr_table_position_write(q->out, s->table, sr_table_state(s->table), viewer);
    sr_json_close(q->out, '}');
}

static enum sr_err op_play(const struct request *q)
{
    struct slot *s;
    int viewer;
    sr_move m;
    enum sr_err err = need_table(q, &s);
    if (!err)
        err = need_viewer(q, sr_table_config_get(s->table)->seats, &viewer);
    if (err)
        return err;
    if (get(q, "move") < 0)
        return sr_fail(q->diag, SR_KEY, "move: missing");
    struct sr_events ev = {event_list, 0, SR_EVENTS_MAX, false};
    err = sr_move_read(&sr_table_config_get(s->table)->rules, sr_table_state(s->table), &q->doc,
                       get(q, "move"), &m, q->diag);
    if (!err)
        err = sr_table_play(s->table, sr_table_actor(s->table), m, &ev, q->diag);
    if (!err)
        put_step(q, s, &ev, viewer);
    return err;
}

enum back { BACK_UNDO, BACK_REDO, BACK_RESET, BACK_REWIND };

static enum sr_err go_back(const struct request *q, enum back how)
{
    struct slot *s;
    int viewer, ply = 0;
    enum sr_err err = need_table(q, &s);
    if (!err)
        err = need_viewer(q, sr_table_config_get(s->table)->seats, &viewer);
    if (err)
        return err;
    struct sr_events ev = {event_list, 0, SR_EVENTS_MAX, false};
    const int count = sr_table_ply(s->table);
    /* On one screen the one who moved last takes back. */
    const int seat = count > 0 ? sr_table_mover(s->table, count - 1) : 0;
    switch (how) {
    case BACK_UNDO:
        err = sr_table_undo(s->table, seat, q->diag);
        break;
    case BACK_REDO:
        err = sr_table_redo(s->table, &ev, q->diag);
        break;
    case BACK_RESET:
        err = sr_table_reset_turn(s->table, seat, q->diag);
        break;
    case BACK_REWIND:
        err = need_int(q, "ply", 0, count, &ply);
        if (!err)
            err = sr_table_rewind(s->table, ply, q->diag);
        break;
    }
    if (!err)
        put_step(q, s, &ev, viewer);
    return err;
}

static enum sr_err op_undo(const struct request *q) { return go_back(q, BACK_UNDO); }
static enum sr_err op_redo(const struct request *q) { return go_back(q, BACK_REDO); }
static enum sr_err op_reset(const struct request *q) { return go_back(q, BACK_RESET); }
static enum sr_err op_rewind(const struct request *q) { return go_back(q, BACK_REWIND); }

/* ---- without a table ------------------------------------------------------------------------ */

static enum sr_err op_games(const struct request *q)
{
    sr_json_open(q->out, '[');
    for (int i = 0; i < sr_game_count(); i++)
        sr_game_write(q->out, sr_game_at(i));
    sr_json_close(q->out, ']');
    return SR_OK;
}

static enum sr_err op_edition(const struct request *q)
{
    const struct sr_game *g;
    const enum sr_err err = need_game(q, &g);
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

/* Rules and view of a request about a single view. */
struct seen {
    struct sr_rules rules;
    struct sr_view view;
    union edition edition;
};

static enum sr_err need_sight(const struct request *q, struct seen *out)
{
    const struct sr_game *g;
    enum sr_err err = need_game(q, &g);
    if (!err)
        err = need_edition(q, g, out->edition.bytes);
    if (err)
        return err;
    out->rules.game = g;
    out->rules.edition = out->edition.bytes;
    if (get(q, "view") < 0)
        return sr_fail(q->diag, SR_KEY, "view: missing");
    return sr_state_read(&out->rules, &q->doc, get(q, "view"), &out->view.s, q->diag);
}

/* The same for one who is to decide. */
static enum sr_err need_view(const struct request *q, struct seen *out)
{
    enum sr_err err = need_sight(q, out);
    if (!err && out->view.s.head.viewer != sr_actor(&out->rules, &out->view.s))
        err = sr_fail(q->diag, SR_RANGE, "view: it is not the view of the seat that decides");
    return err;
}

static enum sr_err op_look(const struct request *q)
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

/* Played in a state drawn for the view: a move that reveals nothing does the same in every such
 * state (the contract tests hold games to that), and of one that does reveal nothing is told. */
static enum sr_err op_peek(const struct request *q)
{
    static struct seen seen;
    union sr_state s;
    struct sr_rng rng;
    sr_move m;
    enum sr_err err = need_view(q, &seen);
    if (!err && get(q, "move") < 0)
        err = sr_fail(q->diag, SR_KEY, "move: missing");
    if (!err)
        err = sr_move_read(&seen.rules, &seen.view.s, &q->doc, get(q, "move"), &m, q->diag);
    if (err)
        return err;
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
    sr_json_key(q->out, "reveals");
    sr_json_bool(q->out, reveals);
    sr_json_key(q->out, "actor");
    if (actor == SR_NOBODY)
        sr_json_null(q->out);
    else
        sr_json_int(q->out, actor);
    sr_json_key(q->out, "events");
    sr_events_write(q->out, seen.rules.game, &ev, seen.view.s.head.viewer);
    sr_json_close(q->out, '}');
    return SR_OK;
}

/* ---- bots ----------------------------------------------------------------------------------- */

enum { IDEAS_MAX = 256, VISITS_MAX = 10000 };

/* The mind that thinks between requests, as long as they are about the same game and seed. */
static struct {
    struct sr_mind *mind;
    struct seen at; /* its rules point in here */
    char bot[SR_NAME_MAX];
    uint64_t seed;
} thinker;

static enum sr_err wake(const struct request *q, const struct sr_rules *r, const char *bot,
                        uint64_t seed)
{
    struct sr_bot found;
    const enum sr_err err = sr_bot_read(bot, &found, q->diag);
    if (err)
        return err;
    const size_t size = r->game->edition_size;
    if (thinker.mind && thinker.at.rules.game == r->game && thinker.seed == seed &&
        strcmp(thinker.bot, bot) == 0 && memcmp(thinker.at.edition.bytes, r->edition, size) == 0)
        return SR_OK;
    void *memory = thinker.mind ? (void *)thinker.mind : sr_alloc(sr_mind_size());
    if (!memory)
        return sr_fail(q->diag, SR_SPACE, "no memory for a bot");
    memcpy(thinker.at.edition.bytes, r->edition, size);
    thinker.at.rules.game = r->game;
    thinker.at.rules.edition = thinker.at.edition.bytes;
    thinker.seed = seed;
    struct sr_buf name;
    sr_buf_init(&name, thinker.bot, sizeof thinker.bot);
    sr_buf_put(&name, bot);
    thinker.mind = sr_mind_init(memory, &thinker.at.rules, &found, seed);
    return SR_OK;
}

static enum sr_err need_bot(const struct request *q, char id[SR_NAME_MAX])
{
    if (!sr_json_text(&q->doc, get(q, "bot"), id, SR_NAME_MAX) || !sr_bot_find(id))
        return sr_fail(q->diag, SR_UNKNOWN, "bot: missing or unknown");
    return SR_OK;
}

/* View, moves and bot of a request; a request with visits wakes the thinker. */
static enum sr_err need_thought(const struct request *q, struct seen *seen, sr_move *moves,
                                int *count, char id[SR_NAME_MAX], uint64_t *seed)
{
    int visits = 0;
    enum sr_err err = need_view(q, seen);
    if (!err)
        err = need_bot(q, id);
    if (err)
        return err;
    if (!sr_json_seed_read(&q->doc, get(q, "seed"), seed))
        return sr_fail(q->diag, SR_TYPE, "seed: missing or no number");
    *count = sr_legal(&seen->rules, &seen->view.s, moves);
    if (get(q, "visits") < 0)
        return SR_OK;
    err = need_int(q, "visits", 0, VISITS_MAX, &visits);
    if (!err)
        err = wake(q, &seen->rules, id, *seed);
    if (!err && visits > 0)
        sr_mind_limit(thinker.mind, visits, -1);
    return err;
}

static void put_move(struct sr_buf *b, const struct sr_game *g, const char *key, sr_move m)
{
    char text[SR_TEXT_MAX];
    sr_move_text(g, m, text);
    sr_json_key(b, key);
    sr_json_str(b, text);
}

static enum sr_err op_bot(const struct request *q)
{
    static struct seen seen;
    static sr_move moves[SR_MOVES_MAX];
    char id[SR_NAME_MAX];
    uint64_t seed;
    int n;
    const enum sr_err err = need_thought(q, &seen, moves, &n, id, &seed);
    if (err)
        return err;
    int i;
    if (get(q, "visits") < 0) {
        struct sr_rng rng;
        sr_bot_seed(&rng, seed, seen.view.s.head.viewer);
        i = sr_bot_find(id)->choose(&seen.rules, &seen.view, moves, n, &rng);
    } else {
        i = sr_mind_choose(thinker.mind, &seen.view, moves, n);
    }
    sr_json_open(q->out, '{');
    put_move(q->out, seen.rules.game, "move", moves[i]);
    sr_json_close(q->out, '}');
    return SR_OK;
}

static enum sr_err op_ideas(const struct request *q)
{
    static struct seen seen;
    static sr_move moves[SR_MOVES_MAX];
    static struct sr_idea ideas[IDEAS_MAX];
    char id[SR_NAME_MAX];
    uint64_t seed;
    int n, most = 5;
    enum sr_err err = need_thought(q, &seen, moves, &n, id, &seed);
    if (!err && get(q, "most") >= 0)
        err = need_int(q, "most", 1, IDEAS_MAX, &most);
    if (!err)
        err = wake(q, &seen.rules, id, seed);
    if (err)
        return err;
    n = sr_mind_ideas(thinker.mind, &seen.view, moves, n, ideas, most);
    sr_json_open(q->out, '[');
    for (int i = 0; i < n; i++) {
        sr_json_open(q->out, '{');
        put_move(q->out, seen.rules.game, "move", ideas[i].move);
        sr_json_key(q->out, "win");
        sr_json_int(q->out, ideas[i].win);
        sr_json_key(q->out, "margin");
        sr_json_int(q->out, ideas[i].margin);
        sr_json_key(q->out, "visits");
        sr_json_int(q->out, ideas[i].visits);
        sr_json_key(q->out, "reason");
        sr_json_str(q->out, ideas[i].reason);
        sr_json_key(q->out, "gain");
        sr_json_int(q->out, ideas[i].gain);
        sr_json_close(q->out, '}');
    }
    sr_json_close(q->out, ']');
    return SR_OK;
}

/* What the decision at s has cost: its move against the best one, as its seat saw them. */
static void put_decision(const struct request *q, const struct sr_rules *r, const union sr_state *s,
                         const struct sr_view *view, sr_move played)
{
    static sr_move moves[SR_MOVES_MAX];
    static struct sr_idea ideas[IDEAS_MAX];
    const int choices = sr_legal(r, s, moves);
    int at = 0;
    const int n =
        choices > 1 ? sr_mind_ideas(thinker.mind, view, moves, choices, ideas, IDEAS_MAX) : 0;
    while (at < n && ideas[at].move != played)
        at++;
    const int cost = at > 0 && at < n ? sr_max(0, ideas[0].win - ideas[at].win) : 0;
    sr_json_key(q->out, "seat");
    sr_json_int(q->out, view->s.head.viewer);
    sr_json_key(q->out, "choices");
    sr_json_int(q->out, choices);
    sr_json_key(q->out, "move");
    sr_move_write(q->out, r->game, played);
    sr_json_key(q->out, "better");
    sr_move_write(q->out, r->game, cost > 0 ? ideas[0].move : played);
    sr_json_key(q->out, "cost");
    sr_json_int(q->out, cost);
    sr_json_key(q->out, "reason");
    sr_json_str(q->out, cost > 0 ? ideas[0].reason : "");
}

/* Chances at a moment: judged while someone decides, the result itself at the end. */
static void put_chances(const struct request *q, const struct sr_view *view,
                        const struct sr_scores *sc)
{
    int win[SR_LINES_MAX] = {0};
    int winners = 0;
    for (int i = 0; i < sc->lines; i++)
        winners += sc->rank[i] == 1;
    for (int i = 0; i < sc->lines; i++)
        win[i] = sc->rank[i] == 1 ? 1000 / sr_max(1, winners) : 0;
    if (view)
        sr_mind_judge(thinker.mind, view, win);
    sr_json_key(q->out, "win");
    sr_json_open(q->out, '[');
    for (int i = 0; i < sc->lines; i++)
        sr_json_int(q->out, win[i]);
    sr_json_close(q->out, ']');
    sr_json_key(q->out, "scores");
    sr_json_open(q->out, '[');
    for (int i = 0; i < sc->lines; i++)
        sr_json_int(q->out, sc->total[i]);
    sr_json_close(q->out, ']');
}

static enum sr_err op_review(const struct request *q)
{
    static union sr_state s;
    static struct sr_view view;
    struct slot *slot;
    char id[SR_NAME_MAX];
    int ply, visits;
    enum sr_err err = need_table(q, &slot);
    if (!err)
        err = need_int(q, "ply", 0, sr_table_ply(slot->table), &ply);
    if (!err)
        err = need_int(q, "visits", 0, VISITS_MAX, &visits);
    if (!err)
        err = need_bot(q, id);
    if (err)
        return err;
    const struct sr_rules *r = &sr_table_config_get(slot->table)->rules;
    err = wake(q, r, id, 1);
    if (!err)
        err = sr_table_replay(slot->table, ply, &s, NULL, q->diag);
    if (err)
        return err;
    sr_mind_limit(thinker.mind, visits, -1);
    const int actor = sr_actor(r, &s);
    struct sr_scores sc;
    sr_scores_of(r, &s, &sc);
    if (actor != SR_NOBODY)
        sr_observe(r, &s, actor, &view);
    sr_json_open(q->out, '{');
    put_chances(q, actor == SR_NOBODY ? NULL : &view, &sc);
    if (actor != SR_NOBODY && ply < sr_table_ply(slot->table))
        put_decision(q, r, &s, &view, sr_table_move(slot->table, ply));
    sr_json_close(q->out, '}');
    return SR_OK;
}

/* Random games by seed: the figure that must be equal on every platform. */
static enum sr_err op_random(const struct request *q)
{
    static sr_move moves[SR_MOVES_MAX];
    const struct sr_game *g;
    int seats, games;
    uint64_t seed, hash = 0;
    int64_t plies = 0;
    enum sr_err err = need_game(q, &g);
    if (!err)
        err = need_int(q, "players", g->seats_min, g->seats_max, &seats);
    if (!err)
        err = need_int(q, "games", 1, 1000000, &games);
    if (err)
        return err;
    if (!sr_json_seed_read(&q->doc, get(q, "seed"), &seed))
        return sr_fail(q->diag, SR_TYPE, "seed: missing or no number");
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
    sr_json_key(q->out, "hash");
    char text[20];
    struct sr_buf h;
    sr_buf_init(&h, text, sizeof text);
    sr_buf_hex64(&h, hash);
    sr_json_str(q->out, text);
    sr_json_key(q->out, "plies");
    sr_json_int(q->out, plies);
    sr_json_close(q->out, '}');
    return SR_OK;
}

/* ---- dispatch ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    enum sr_err (*run)(const struct request *q);
} ops[] = {
    {"games", op_games},       {"edition", op_edition}, {"new", op_new},
    {"load", op_load},         {"save", op_save},       {"close", op_close},
    {"branch", op_branch},     {"seats", op_seats},     {"position", op_position},
    {"play", op_play},         {"undo", op_undo},       {"redo", op_redo},
    {"reset", op_reset},       {"rewind", op_rewind},   {"log", op_log},
    {"look", op_look},         {"bot", op_bot},         {"ideas", op_ideas},
    {"review", op_review},     {"random", op_random},   {"peek", op_peek},
};

static enum sr_err run(const struct request *q)
{
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        if (sr_json_is(&q->doc, get(q, "op"), ops[i].name))
            return ops[i].run(q);
    return sr_fail(q->diag, SR_UNKNOWN, "op: missing or unknown");
}

int sr_session_call(int len)
{
    struct sr_diag diag = {""};
    struct sr_buf out;
    struct request q = {.out = &out, .diag = &diag};
    sr_buf_init(&out, answer, sizeof answer);
    sr_json_open(&out, '{');
    sr_json_key(&out, "ok");
    enum sr_err err = len < 0 || len > SESSION_BUFFER
                          ? sr_fail(&diag, SR_SPACE, "the request is too long")
                          : sr_json_parse(&q.doc, buffer, (size_t)len, tokens, TOKENS, &diag);
    if (!err)
        err = run(&q);
    sr_json_close(&out, '}');
    if (!err && out.full)
        err = sr_fail(&diag, SR_SPACE, "the answer is too long");
    if (err) {
        sr_buf_init(&out, answer, sizeof answer);
        sr_json_open(&out, '{');
        sr_json_key(&out, "error");
        sr_json_open(&out, '{');
        sr_json_key(&out, "code");
        sr_json_str(&out, sr_err_name(err));
        sr_json_key(&out, "text");
        sr_json_str(&out, diag.text);
        sr_json_close(&out, '}');
        sr_json_close(&out, '}');
    }
    memcpy(buffer, answer, out.len + 1);
    return (int)out.len;
}
